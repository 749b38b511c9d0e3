# SPDX-License-Identifier: GPL-2.0-or-later
#
# A probe here would change what the program does.
. "$TESTS/lib/elf32"
cd "$TMP" || exit 1
rc=0
refused() { # refused ARCH PROBE MESSAGE
	"$AWL" -n --arch "$1" "$2 { @ = count(); }" 2>err
	[ $? = 1 ] && grep -qF "$3" err || { echo "$2: no '$3'"; cat err; rc=1; }
}
fine() { # fine ARCH PROBE [OPTION]
	"$AWL" -n $3 --arch "$1" "$2 { @ = count(); }" 2>err
	! grep -v 'is a 32-bit program' err | grep -q error || { echo "$2: refused"; cat err; rc=1; }
}

# movl $1,%eax (5 bytes); inc %eax (1); jmp .-6 (2); ret (1); no symbol covers the rest
printf '\270\001\0\0\0\100\353\370\303' | elf32 3 4352 9 >prog
for at in 0 5 6 8; do
	fine x86_64 "uprobe:./prog:f+$at"
	fine x86_64 "uprobe:./prog:$((0x1100 + at))"
done
for at in 1 2 3 4; do
	refused x86_64 "uprobe:./prog:f+$at" "'./prog': can't probe f+$at: it is in the middle"
	refused x86_64 "uprobe:./prog:f+$at" '= instructions start at f+0 and f+0x5'
done
refused x86_64 "uprobe:./prog:f+7" '= instructions start at f+0x6 and f+0x8'
refused x86_64 "uprobe:./prog:0x1107" '= instructions start at 0x1106 and 0x1108'
refused x86_64 "uprobe:./prog:0x1110" 'no symbol or unwind information says where'
refused x86_64 "uprobe:./prog:0x1110" '= if you know that an instruction starts there, use --unsafe'
fine x86_64 "uprobe:./prog:0x1110" --unsafe
refused x86_64 "uretprobe:./prog:f+5" "a return probe must be at a function's start"
fine x86_64 "uretprobe:./prog:0x1100"
fine x86_64 "uretprobe:./prog:f+0"

# arm: instructions are words; code without a symbol may be Thumb code
printf '' | elf32 40 4352 16 >prog
for at in 0 4 12; do fine arm "uprobe:./prog:f+$at"; done
for at in 1 2 3 5 6 10; do
	refused arm "uprobe:./prog:f+$at" "can't probe f+$at: it is in the middle"
done
refused arm "uprobe:./prog:f+6" '= instructions start at f+0x4 and f+0x8'
refused arm "uprobe:./prog:0x1120" 'no symbol or unwind information says where'
fine arm "uprobe:./prog:0x1120" --unsafe
refused arm "uretprobe:./prog:f+4" "a return probe must be at a function's start"
exit $rc
