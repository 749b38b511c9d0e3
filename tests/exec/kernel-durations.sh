# SPDX-License-Identifier: GPL-2.0-or-later
#
# How often samples and counters fire: the event that each probe opens (linux/perf_event.h).
# A clock is software:0, page faults are software:2.
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"
kernel 6.1
event() { # PROBE EVENT
	try -q -e "$1 { @ = count(); }"
	is "$1" "$2" "$(sed -n 's/^perf \(.*\) cpu 0$/\1/p' "$TMP/log" | head -n 1)"
}
refused() {
	for probe; do
		try -q -e "$probe { @ = count(); }"
		is "status of $probe" 1 $rc
	done
}
event profile:99hz 'software:0 hz 99'
event profile:hz:99 'software:0 hz 99'
event profile:0:99hz 'software:0 hz 99'
event profile:1000000hz 'software:0 hz 1000000'
event profile:s:2 'software:0 every 2000000000'
event profile:5ms 'software:0 every 5000000'
event profile:us:7 'software:0 every 7000'
event profile:100000ns 'software:0 every 100000'
event profile:1m 'software:0 every 60000000000'
event software:page-faults:7 'software:2 every 7'
event software:faults:1e3 'software:2 every 1000'
event software:faults:12e0 'software:2 every 12'
event software:faults:3e9 'software:2 every 3000000000'
refused profile:1000001hz profile:0hz profile:0s profile:5xs profile:s: profile:hz:x profile:ms:-1 \
	profile:153722868m profile:9223372037s software:faults:1e10 software:faults:0 software:faults:1e \
	software:faults:1e3x software:faults:x software:fault interval:s:x interval:0
exit $bad
