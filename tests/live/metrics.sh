# SPDX-License-Identifier: GPL-2.0-or-later
# needs: openmetrics
#
# contrib/metrics: the script measures each number that the dashboard shows, with the labels that it
# uses, and systemd accepts the unit.
. "$TESTS/live/common"
META=$TESTS/../contrib/metrics
[ -r "$META/system.awl" ] || skip "no contrib/metrics here"
need_root
"$AWL" -l tracepoint:syscalls:sys_exit_read 2>/dev/null | grep -q . || skip "no tracepoints of system calls"
cd "$TMP" || exit 1

# a process that executes a program once awl traces it, with calls of all kinds
sh -c 'while [ ! -e go ]; do sleep 0.02; done; exec "$0" read 50' "$W" &
pid=$!
: >"$ERR"
"$AWL" -p $pid -o system.prom "$META/system.awl" >"$OUT" 2>"$ERR" &
awl=$!
attached
: >go
wait $pid
wait $awl || fail "awl ends with $?"
grep -o 'awl_[a-z_]*' "$META/grafana.json" | sort -u >names
# a program may have no failed system calls
while read -r name; do
	grep -q "^${name}[{ ]" system.prom || [ "$name" = awl_failed_syscalls_total ] || fail "no $name in what the script measures"
done <names
match system.prom '^awl_switches_total\{cpu="[0-9]+",script="awl"\} |^awl_switches_total\{.*cpu="'
lines=$(grep -c '^awl_read_bytes_bucket' system.prom)
at_least "buckets" 2 "$lines"
if command -v python3 >/dev/null; then
	python3 -m json.tool "$META/grafana.json" >/dev/null || fail "grafana.json is no JSON"
fi
if command -v systemd-analyze >/dev/null; then
	sed "s|/usr/bin/awl|$AWL|; s|/etc/awl/system.awl|$META/system.awl|" "$META/awl-metrics.service" >awl-metrics.service
	systemd-analyze verify --man=no ./awl-metrics.service >unit 2>&1 && ! grep -q . unit ||
		fail "$(cat unit)"
fi
finish
