# SPDX-License-Identifier: GPL-2.0-or-later
#
# awl ends on signals, -t and exit() even if nobody reads its output or the script triggers itself.
# Printed and lost events add up to all events.
. "$TESTS/live/common"
need_tracefs
EV="tracepoint:syscalls:sys_enter_getppid / $MINE /"
mkfifo "$TMP/fifo" || exit 1
ms() { date +%s%3N; }
case $(ms) in *N) ms() { echo $(($(cut -d. -f1 /proc/uptime) * 1000)); } ;; esac
SLOW=3000	# ms, for an emulated machine; a real one takes less than 100

# ended WHAT SIGNAL: sends awl the signal; it must end in time
ended() {
	began=$(ms)
	kill -$2 $pid
	wait $pid
	took=$(($(ms) - began))
	[ $took -lt $SLOW ] || fail "$1: ended $took ms after the signal"
}

# nobody reads the output
for sig in INT TERM; do
	(exec <"$TMP/fifo"; exec sleep 30) & reader=$!
	: >"$ERR"
	"$AWL" -c "$W getppid 100000000" "$EV { printf(\"line %d %s\\n\", pid, comm); }" >"$TMP/fifo" 2>"$ERR" & pid=$!
	attached
	sleep 1
	ended "stalled reader, $sig" $sig
	match "$ERR" "^Lost [0-9]+ bytes of output: the output's reader was too slow"
	kill $reader
	wait $reader	# frees the pipe with the unread output
done

# the reader starts late: every missing event is counted as lost
(sleep 3; cat) <"$TMP/fifo" >"$OUT" & reader=$!
N=400000
"$AWL" -q -c "$W getppid $N" "$EV { printf(\"line %d %s\\n\", pid, comm); @n = count(); }" >"$TMP/fifo" 2>"$ERR"
wait $reader
line "@n: $N"
lost=$(awk '/^Lost [0-9]+ (events|records)/ { n += $2 } END { print n + 0 }' "$ERR")
want "printed and lost, reader asleep for 3 s" $N $(($(grep -c '^line ' "$OUT") + lost))

# -t stops the tracing although nobody reads
(sleep 6; cat) <"$TMP/fifo" >"$OUT" & reader=$!
"$AWL" -q -t 2 -c "$W sleep 60000" "interval:ms:1 { @n = count(); printf(\"%0500d\\n\", 1); }" >"$TMP/fifo" 2>"$ERR"
wait $reader
n=$(sed -n 's/^@n: //p' "$OUT")
[ "${n:-9999}" -le 2100 ] || fail "-t 2 did not stop the script: $n rounds"

# a script that triggers itself
: >"$ERR"
"$AWL" --unsafe "tracepoint:sched:sched_switch / ppid == $$ || pid == $$ || comm == \"sh\" / { system(\"echo foo\"); }" >"$OUT" 2>"$ERR" & pid=$!
attached
sleep 2
ended "self-feeding" INT
# a command that does not end
: >"$ERR"
"$AWL" --unsafe -c "$W getppid 3" "$EV { system(\"sleep 20; echo foo\"); }" >"$OUT" 2>"$ERR" & pid=$!
attached
sleep 1
ended "system(sleep)" TERM
finish
