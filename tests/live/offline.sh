# SPDX-License-Identifier: GPL-2.0-or-later
#
# A CPU goes offline while it is sampled, and comes back: awl reports the missing time in ms.
. "$TESTS/live/common"
need_alone
C=/sys/devices/system/cpu/cpu1/online
[ -w $C ] || skip "no CPU can go offline"
(sleep 2; echo 0 >$C; sleep 2; echo 1 >$C) &
awl -t 6 'profile:hz:50 { @[cpu] = count(); } software:cpu-clock:20000000 { @s[cpu] = count(); }'
wait
status 0
match "$OUT" '^@\[0\]: '
match "$ERR" '^Lost [3-5][0-9]{3} ms \(profile:hz:50 on CPU 1\): it was offline'
match "$ERR" '^Lost [3-5][0-9]{3} ms \(software:cpu-clock:20000000 on CPU 1\)'
nomatch "$ERR" 'on CPU 0'
echo 0 >$C
(sleep 1; echo 1 >$C) &
awl -t 3 'profile:hz:50 { @[cpu] = count(); }'
wait
status 0
match "$ERR" '^Lost [23][0-9]{3} ms \(profile:hz:50 on CPU 1\)'
echo 0 >$C
awl -t 1 'profile:1:50hz { @[cpu] = count(); }'
echo 1 >$C
status 3
match "$ERR" 'there is no such CPU online'
awl -t 1 'profile:hz:50 { @[cpu] = count(); }'
status 0
nomatch "$ERR" Lost
finish
