# SPDX-License-Identifier: GPL-2.0-or-later
#
# Lost events are counted exactly: what was printed and what was lost make up
# what was made, with a buffer far too small; and nothing is lost with enough.
. "$TESTS/live/common"
need_tracefs
EV="tracepoint:syscalls:sys_enter_getppid / $MINE /"
N=5000

sums() { # sums WHAT
	printed=$(grep -c '^line ' "$OUT")
	lost=$(awk '/^Lost [0-9]+ events/ { n += $2 } END { print n + 0 }' "$ERR")
	want "$1: printed $printed and lost $lost" $N $((printed + lost))
}

awl -q --buffer 4096 -c "$W getppid $N" "$EV { printf(\"line %s %s %d\\n\", comm, probe, pid); @n = count(); }"
status 0
line "@n: $N"
sums "ring of 4k"
awl -q --buffer 1M -c "$W getppid $N" "$EV { printf(\"line %s %s %d\\n\", comm, probe, pid); }"
status 0
sums "ring of 1M"
want "lost of 1M" 0 "$lost"
AWL_FEATURES=-ringbuf awl -q --buffer 4096 -c "$W getppid $N" "$EV { printf(\"line %s %s %d\\n\", comm, probe, pid); @n = count(); }"
status 0
line "@n: $N"
sums "perf buffers of 4k"
AWL_FEATURES=-ringbuf awl -q --buffer 1M -c "$W getppid $N" "$EV { printf(\"line %s %s %d\\n\", comm, probe, pid); }"
status 0
sums "perf buffers of 1M"
want "lost of 1M" 0 "$lost"

# In order, each once.
awl -q --buffer 1M -c "$W ids 3000" "tracepoint:syscalls:sys_enter_getpgid / $MINE / { printf(\"line %d\\n\", data->pid); }"
sed -n 's/^line //p' "$OUT" | awk '$1 != 3001 - NR { bad++ } END { exit NR != 3000 || bad > 0 }' || fail "not in order"
finish
