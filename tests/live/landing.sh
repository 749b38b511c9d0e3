# SPDX-License-Identifier: GPL-2.0-or-later
#
# A probe at a function that begins with endbr64 is at the instruction after it, which the kernel
# need not step over.  All that programs see is the same, and one that could see the difference gets
# the function's start.
. "$TESTS/live/common"
need_uprobes
WORKS="$W landing 1000"
at=$([ "$ARCH" = x86_64 ] && echo 4 || echo 0)

# seen PLACE SCRIPT: the program's own result, and where it found the breakpoint
seen() {
	awl -q -o "$TMP/maps" -c "$WORKS" "$2"
	status 0
	case $ARCH in
	x86_64) out "500500 $1" ;;
	*) match "$OUT" '^500500 ' ;;
	esac
	mv "$TMP/maps" "$OUT"
}

want "no probe" 500500 "$($WORKS | cut -d ' ' -f 1)"
seen $at "uprobe:$W:work_landing { @ = count(); @sum = sum(arg0); @f[func] = count(); }"
line '@: 1000'
line '@sum: 499500'
line '@f[work_landing]: 1000'
seen $at "uretprobe:$W:work_landing { @ = count(); @sum = sum(retval); }"
line '@: 1000'
line '@sum: 500500'
seen $at "uprobe:$W:work_land* { @n = 1; } uprobe:$W:work_landing { @n++; @ = sum(@n); }"
line '@: 2000'

seen 0 "uprobe:$W:work_landing { @[usym(reg(\"ip\"))] = count(); } uprobe:$W:work_landing { @n++; }"
line '@[work_landing]: 1000'
line '@n: 1000'
walks_ustacks
seen 0 "uprobe:$W:work_landing { @[ustack(${WALK}1)] = count(); }"
match "$OUT" '^ *work_landing[+]0$'
seen 0 "uprobe:$W:work_landing { @[(int64)uaddr(\"work_landing\") - (int64)reg(\"ip\")] = count(); }"
line '@[0]: 1000'
finish
