# SPDX-License-Identifier: GPL-2.0-or-later
#
# One program serves several tracepoints whose records have the same layout; others get programs of
# their own, and each sees its own record.
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"
kernel 6.1
events=$root/sys/kernel/tracing/events/power
one="tracepoint:$(cat "$events/cpu_idle/id")" two="tracepoint:$(cat "$events/cpu_frequency/id")"
cp "$events/cpu_frequency/format" "$TMP/format"
# sees PROGRAMS RESULT [SED]: with this change of the second event's format
sees() {
	happens "$one arg0=0x1fffffffe" "$two arg0=0x2fffffffe"
	sed "${3-}" "$TMP/format" >"$events/cpu_frequency/format"
	try -q -e 'tracepoint:power:cpu_idle, tracepoint:power:cpu_frequency { @[args.state, args.cpu_id] = count(); }'
	is "${3-}" "$2" "$(maps)"
	is "programs: ${3-}" "$1" "$(grep -c '^prog ' "$TMP/log")"
}
sees 1 '@[4294967294, 1]: 1;@[4294967294, 2]: 1;'
sees 2 '@[2, 4294967294]: 1;@[4294967294, 1]: 1;' 's/state;/x;/; s/cpu_id;/state;/; s/ x;/ cpu_id;/'
sees 2 '@[65534, 2]: 1;@[4294967294, 1]: 1;' 's/u32 state;\(.*\)size:4/u16 state;\1size:2/'
sees 2 '@[-2, 2]: 1;@[4294967294, 1]: 1;' 's/u32 state;\(.*\)signed:0/s32 state;\1signed:1/'
exit $bad
