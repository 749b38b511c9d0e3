# SPDX-License-Identifier: GPL-2.0-or-later
#
# S27: what did tracing cost?  --cost counts the events of each clause and their time; --budget 1%
# lets a light script run, and ends a heavy one or, with --throttle, makes it pause.
. "$TESTS/live/common"
need_kprobes
need_alone
kernel_at_least 5.8 || skip "kernels before 5.8 measure no runs"
CALL=$(sys getppid)

awl --cost -c "$W getppid 5000" "kprobe:$CALL { @ = count(); }"
status 0
calls=$(sed -n 's/^@: //p' "$OUT")
at_least "calls" 5000 "$calls"
match "$ERR" '^ +EVENTS +NS/EVENT +CPU% +PROBE$'
match "$ERR" "^ +$calls +[1-9][0-9]* +[0-9]+\.[0-9][0-9]  kprobe:$CALL\$"
match "$ERR" '^ +0 +0 +[0-9]+\.[0-9][0-9]  awl itself$'
# each event took some time, and all together no more than there was
awl -q --cost -F csv -c "$W getppid 5000" "kprobe:$CALL { @ = count(); }"
awk -F, '/^kprobe/ { n++; good = $2 >= 5000 && $3 > $2 && $3 < $4 } END { exit !(n == 1 && good) }' "$OUT" ||
	fail "cost"

# 50 calls in a second
awl -q --budget 1% -c "$W slowcall 100" 'kprobe:hrtimer_nanosleep { @[comm] = count(); }'
status 0
line "@[$COMM]: 100"

# as many calls as the CPU allows, and a program that takes long
HEAVY="kprobe:$CALL { @ = count(); for (\$i : 0..100) { @x = nsecs; } }"
awl --budget 1% -t 60 -c "$W getppid 1000000000" "$HEAVY"
status 5
match "$ERR" '^awl: .* took [0-9]+\.[0-9][0-9]% of a CPU, more than the 1\.00% of --budget: ended'
awl -F csv --cost --budget 1% --throttle -t 5 -c "$W getppid 1000000000" "$HEAVY"
status 0
at_least "ms of pauses" 100 "$(sed -n 's/^lost,ms of tracing,"",\([0-9]*\)$/\1/p' "$OUT")"
want "events" "$(sed -n 's/^@,//p' "$OUT")" "$(sed -n 's/^kprobe[^,]*,\([0-9]*\),.*/\1/p' "$OUT")"
# the account holds some time at the start
awk -F, '/^kprobe/ { exit !($3 < $4 * 0.02 + 100000000) }' "$OUT" || fail "it took more than allowed"
finish
