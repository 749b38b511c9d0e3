# SPDX-License-Identifier: GPL-2.0-or-later
#
# The output's reader stalls, or a script feeds itself: signals, -t and exit() are heard,
# and what was printed and what was lost make up what was made.
. "$TESTS/live/common"
need_tracefs
EV="tracepoint:syscalls:sys_enter_getppid / $MINE /"
mkfifo "$TMP/fifo" || exit 1
ms() { date +%s%3N; }
case $(ms) in *N) ms() { echo $(($(cut -d. -f1 /proc/uptime) * 1000)); } ;; esac
SLOW=3000	# an emulated machine; 100 on a real one

# ended WHAT: the awl in the background has
ended() {
	began=$(ms)
	kill -$2 $pid
	wait $pid
	took=$(($(ms) - began))
	[ $took -lt $SLOW ] || fail "$1: ended $took ms after the signal"
}

# nobody reads
for sig in INT TERM; do
	(exec <"$TMP/fifo"; exec sleep 30) & reader=$!
	: >"$ERR"
	"$AWL" -c "$W getppid 100000000" "$EV { printf(\"line %d %s\\n\", pid, comm); }" >"$TMP/fifo" 2>"$ERR" & pid=$!
	attached
	sleep 1
	ended "stalled reader, $sig" $sig
	match "$ERR" "^Lost [0-9]+ bytes of output: the output's reader was too slow"
	kill $reader
	wait $reader	# what it did not read goes with it
done

# the reader wakes up after it all: nothing is missing that isn't counted
(sleep 3; cat) <"$TMP/fifo" >"$OUT" & reader=$!
N=400000
"$AWL" -q -c "$W getppid $N" "$EV { printf(\"line %d %s\\n\", pid, comm); @n = count(); }" >"$TMP/fifo" 2>"$ERR"
wait $reader
line "@n: $N"
lost=$(awk '/^Lost [0-9]+ (events|records)/ { n += $2 } END { print n + 0 }' "$ERR")
want "printed and lost, reader asleep for 3 s" $N $(($(grep -c '^line ' "$OUT") + lost))

# exit() and -t stop the tracing, though nobody reads
(sleep 6; cat) <"$TMP/fifo" >"$OUT" & reader=$!
"$AWL" -q -t 2 -c "$W sleep 60000" "interval:ms:1 { @n = count(); printf(\"%0500d\\n\", 1); }" >"$TMP/fifo" 2>"$ERR"
wait $reader
n=$(sed -n 's/^@n: //p' "$OUT")
[ "${n:-9999}" -le 2100 ] || fail "-t 2 was not heard: $n rounds"

# a script that feeds itself
: >"$ERR"
"$AWL" --unsafe "tracepoint:sched:sched_switch / ppid == $$ || pid == $$ || comm == \"sh\" / { system(\"echo foo\"); }" >"$OUT" 2>"$ERR" & pid=$!
attached
sleep 2
ended "self-feeding" INT
# a command that doesn't end
: >"$ERR"
"$AWL" --unsafe -c "$W getppid 3" "$EV { system(\"sleep 20; echo foo\"); }" >"$OUT" 2>"$ERR" & pid=$!
attached
sleep 1
ended "system(sleep)" TERM
finish
