# SPDX-License-Identifier: GPL-2.0-or-later
#
# How a fleet of boards is watched: awl writes metrics, node_exporter's textfile collector reads
# them, Prometheus scrapes it, and this test queries its API while the script runs and afterwards.
# Both programs are Debian packages (prometheus, prometheus-node-exporter).  The test only
# connects to the instances it starts.
. "$TESTS/live/common"
need_tracefs
[ -d $T/events/syscalls ] || skip "no tracepoints of system calls"
for tool in prometheus prometheus-node-exporter python3; do
	command -v $tool >/dev/null || skip "no $tool"
done
cd "$TMP" || exit 1
mkdir metrics data
pids=''
trap 'kill $pids 2>/dev/null; wait' EXIT

# two unused ports
ports=$(python3 -c 'import socket
s = [socket.create_server(("127.0.0.1", 0)) for i in range(2)]
print(*[x.getsockname()[1] for x in s])')
NODE=127.0.0.1:${ports% *} PROM=127.0.0.1:${ports#* }
cat >prometheus.yml <<S
global: { scrape_interval: 500ms, scrape_timeout: 400ms }
scrape_configs: [ { job_name: boards, static_configs: [ { targets: [ "$NODE" ] } ] } ]
S
prometheus-node-exporter --collector.disable-defaults --collector.textfile \
	--collector.textfile.directory="$PWD/metrics" --web.listen-address=$NODE >node.log 2>&1 &
pids=$!
prometheus --config.file=prometheus.yml --storage.tsdb.path=data \
	--web.listen-address=$PROM >prom.log 2>&1 &
pids="$pids $!"

# ask EXPRESSION: prints "labels value" for each series, with sorted labels, without those that
# the scrape adds
ask() {
	python3 - "$PROM" "$1" 2>/dev/null <<'S'
import json, sys, urllib.parse, urllib.request
url = f"http://{sys.argv[1]}/api/v1/query?query=" + urllib.parse.quote(sys.argv[2])
for r in json.load(urllib.request.urlopen(url, timeout=5))["data"]["result"]:
    labels = {k: v for k, v in r["metric"].items() if k not in ("__name__", "instance", "job")}
    print(",".join(f"{k}={v}" for k, v in sorted(labels.items())), r["value"][1])
S
}
says() { [ "$(ask "$1")" = "$2" ]; }
wait_for says 'up' ' 1' || { tail -n 5 ./*.log; finish; }

# 37 reads before the first query and 6 after it; the command waits for a file in between.
cat >load <<S
"$W" read 37
while [ ! -e go ]; do sleep 0.1; done
"$W" read 6
S
"$AWL" -q -o metrics/board.prom -c 'sh load' "
	tracepoint:syscalls:sys_enter_read / $MINE / {
		@reads[comm] = count(); @size = hist(args.count); @bytes[comm] = sum(args.count); }
	interval:200ms { print(@reads); print(@size); print(@bytes); }" >"$OUT" 2>"$ERR" &
pids="$pids $!"
awl=$!
wait_for says "awl_reads_total" "comm=$COMM,script=board 37"
touch go
wait_for says "awl_reads_total" "comm=$COMM,script=board 43"
wait $awl
want "exit status" 0 $?
sleep 1		# time for two more scrapes of the final file
want "reads" "comm=$COMM,script=board 43" "$(ask awl_reads_total)"
want "bytes" "comm=$COMM,script=board 43" "$(ask awl_bytes_total)"
want "histogram: count" "script=board 43" "$(ask awl_size_count)"
want "histogram: median" "1" "$(ask 'histogram_quantile(0.5, awl_size_bucket) <= bool 1' | sed 's/.* //')"
want "lost" "0" "$(ask 'sum(awl_lost_total)' | sed 's/.* //')"

# Each script of contrib/metrics: after a scrape Prometheus has each number of the file.
for script in "$TESTS"/../contrib/metrics/*.awl; do
	[ -r "$script" ] || continue
	name=$(basename "$script" .awl)
	"$AWL" -q -t 1 -c "$W read 50" -o "metrics/$name.prom" "$script" >"$OUT" 2>"$ERR" || fail "$name: status $?"
	sleep 1
	sed -n 's/^\(awl_[a-z_]*\)[{ ].*/\1/p' "metrics/$name.prom" | sort -u >names
	at_least "metrics of $name" 5 "$(grep -c . names)"
	while read -r metric; do
		sum=$(awk -v m="$metric" 'index($0, m "{") == 1 || index($0, m " ") == 1 { n += $NF } END { printf "%.0f\n", n }' \
			"metrics/$name.prom")
		want "$metric of $name" " $sum" "$(ask "sum($metric{script=\"$name\"})")"
	done <names
done
want "scrape errors" " 0" "$(ask 'max(max_over_time(node_textfile_scrape_error[5m]))')"
tail -n 3 ./*.log metrics/board.prom	# shown if it fails
finish
