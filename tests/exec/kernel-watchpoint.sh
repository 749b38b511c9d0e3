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
exit $bad
