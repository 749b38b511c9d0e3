# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf watchpoint
#
# Watchpoints on members of a variable whose type debug information has.  The compiler says where
# they are, and kallsyms where the variable is: at 0xffffffff82000000.
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"
kernel 6.1
command -v gcc >/dev/null || { echo "no compiler"; exit 77; }
cat >"$TMP/vars.c" <<'END'
#include <stddef.h>
#include <stdio.h>
struct part { short a; int b[3]; union { long u; char v; }; };
struct whole { char c; struct part p; struct { struct part *next; int deep; } in; } init_task;
int other;
int main(void)
{
	printf("c %zx\np.b %zx\np.v %zx\nin.deep %zx\nin.next %zx\n", offsetof(struct whole, c),
	       offsetof(struct whole, p.b), offsetof(struct whole, p.v),
	       offsetof(struct whole, in.deep), offsetof(struct whole, in.next));
	return 0;
}
END
gcc -g -O1 -o "$TMP/vmlinux" "$TMP/vars.c" || exit 77
"$TMP/vmlinux" >"$TMP/offsets"
while read -r member off; do
	for text in init_task.$member "&init_task.$member"; do
		try --vmlinux vmlinux -e "w:$text:4:w { @ = count(); }" </dev/null
		is "$text" "breakpoint:0xffffffff820000$(printf %02x 0x"$off"):4:2" \
			"$(sed -n 's/^perf \(breakpoint:[^ ]*\) .*cpu 0$/\1/p' "$TMP/log")"
	done
done <"$TMP/offsets"
refused() { # refused PROBE MESSAGE
	try --vmlinux vmlinux -e "w:$1:4:w { @ = count(); }"
	[ $rc = 1 ] || fail "status $rc"
	said "$2"
}
refused init_task.x "no member 'x' in 'struct whole'"
refused init_task.in.next.a "no member 'a' in 'struct part \*'"
refused init_task. "no member '' in 'struct whole'"
refused nosuch.x "no symbol 'nosuch.x'"
refused other.x "no symbol 'other.x'"
refused jiffies.x "no symbol 'jiffies.x'"
try -e "w:init_task:4:w { @ = count(); }" --vmlinux vmlinux
is status 0 $rc
exit $bad
