#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# needs: watchpoint
#
# The perf event of a watchpoint.  In linux/hw_breakpoint.h W is 2 and RW is 3.
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"
kernel 6.1
try -e 'watchpoint:0xffffffff82000000:8:w { @ = count(); }'
is events 'perf breakpoint:0xffffffff82000000:8:2 every 1 cpu 0;perf breakpoint:0xffffffff82000000:8:2 every 1 cpu 1;' \
	"$(grep ^perf "$TMP/log" | tr '\n' ';')"
try -e 'watchpoint:0xffffffff82000000:4:rw { @ = count(); }'
is events 'perf breakpoint:0xffffffff82000000:4:3 every 1 cpu 0' "$(grep ^perf "$TMP/log" | head -n 1)"
event() { # event PROBE: the perf events
	try -e "$1 { @ = count(); }"
	is "event of $1" "$2" "$(sed -n 's/^perf \(breakpoint:[^ ]*\) .*cpu 0$/\1/p' "$TMP/log")"
}
# Modes by name: R is 1 and X is 4.  A symbol, a module's symbol, and an offset from it.
event w:0xffffffff82000000:1:r breakpoint:0xffffffff82000000:1:1
event w:0xffffffff81000100:8:x breakpoint:0xffffffff81000100:8:4
event w:0xffffffff82000000:2:wr breakpoint:0xffffffff82000000:2:3
event w:init_task:8:w breakpoint:0xffffffff82000000:8:2
event w:slab:kfree:8:x breakpoint:0xffffffffc0001000:8:4
event w:init_task+16:8:w breakpoint:0xffffffff82000010:8:2
event w:init_task+0x18:8:w breakpoint:0xffffffff82000018:8:2
# A member and a member of a member: y is at 8, z at 12, and in[1] would be at 16.
types='struct one { uint64 x; struct { uint32 y, z; } in; uint32 last[2]; };'
event "$types w:init_task+one.x:4:w" breakpoint:0xffffffff82000000:4:2
event "$types w:init_task+one.in.z:4:w" breakpoint:0xffffffff8200000c:4:2
event "$types w:init_task+one.last:4:w" breakpoint:0xffffffff82000010:4:2
event "$types w:init_task+one:4:w" breakpoint:0xffffffff82000000:4:2
refused() { # refused PROBE MESSAGE
	try -e "$1 { @ = count(); }"
	[ $rc = 1 ] || [ $rc = 3 ] || fail "status $rc"
	said "$2"
}
refused "$types w:init_task+one.w:4:w" "no member 'w' in 'struct one'"
refused "$types w:init_task+one.in.x:4:w" "no member 'x' in 'struct'"
refused "$types w:init_task+one.x.y:4:w" "no member 'y' in 'u64'"
refused "w:init_task+two.x:4:w" "'two'"
refused 'w:init_task+16x:8:w' "invalid probe '16x'"
refused 'w:init_task+:8:w' "invalid probe ''"
refused 'w:slab:vfs_read:8:x' "'vfs_read'"
for probe in init_task:8 init_task:8: init_task:8:q init_task:8:rx init_task:8:rwx init_task:3:w \
	init_task:0:w init_task:16:w init_task:x:w :8:w; do
	refused "w:$probe" "invalid probe"
done
refused w:init.task:8:w "no symbol 'init.task'"
refused w:init_task.isra.0:8:w 'watchpoint:init_task+TYPE.isra.0:LENGTH:MODE'
refused w:0x1000:8:w 'an address in user space needs a process'
# The CPU refuses a watchpoint.  errno 28 is ENOSPC, 22 EINVAL, 95 EOPNOTSUPP, 19 ENODEV.
FAKESYS_REFUSE='breakpoint:* 28'
export FAKESYS_REFUSE
try -e 'w:init_task:8:w { @ = count(); }'
said 'all debug registers are in use'
FAKESYS_REFUSE='breakpoint:* 22'
try -e 'w:init_task:8:w { @ = count(); }'
said 'must be a multiple of 8'
try -e 'w:vfs_read:4:x { @ = count(); }'
said "can't watch code at 0xffffffff81000100 with length 4"
for error in 95 19 2; do
	FAKESYS_REFUSE="breakpoint:* $error"
	try -e 'w:init_task:8:w { @ = count(); }'
	said "$(sed -n 's/^X(T_NO_WATCH,[^"]*"\([^"]*\)".*/\1/p' "$TESTS/../src/base/text.def")"
done
exit $bad
