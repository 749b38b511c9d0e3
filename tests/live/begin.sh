# SPDX-License-Identifier: GPL-2.0-or-later
#
# Scripts that attach nothing: clocks as dates, lengths of stacks, the startup message.
. "$TESTS/live/common"
need_root

# dates are today's, whichever clock the number comes from and wherever the script keeps it
before=$(date -u +%F_%H)
awl -q -e 'BEGIN { $t = nsecs(sw_tai); @k[1] = nsecs(sw_tai); @v = nsecs;
	printf("A %s\nB %s\nC %s\nD %s\nE %s\n", strftime("%F_%H", $t), strftime("%F_%H", @k[1]),
		strftime("%F_%H", nsecs), strftime("%F_%H", @v), strftime("%F_%H", nsecs(sw_tai))); }'
status 0
after=$(date -u +%F_%H)
for name in A B C D E; do
	match "$OUT" "^$name ($before|$after)\$"
done
if kernel_at_least 6.1; then
	awl -q -e 'BEGIN { print(strftime("%F_%H", nsecs(tai))); }'
	status 0
	match "$OUT" "^($before|$after)\$"
fi

# walltime is the time of day
before=$(date +%H:%M)
awl -q -e 'BEGIN { print(walltime); }'
status 0
match "$OUT" "^($before|$(date +%H:%M)):[0-5][0-9]\$"

# len() of a stack is the number of frames printed.  32-bit arm's kernel may end a stack with data that
# is no address of code, which is not printed.  MIPS's kernel finds no stack without registers.
awl -e 'BEGIN { print(len(kstack)); print(len(kstack(1))); @ = kstack; }'
status 0
case $ARCH in
mips*) want "lengths" "0 0" "$(head -n 2 "$OUT" | tr '\n' ' ' | sed 's/ $//')" ;;
*) line 1 ;;
esac
frames=$(grep -c '^        [^ ]' "$OUT") len=$(sed -n 1p "$OUT")
if [ "$ARCH" = arm ]; then
	at_least "len()" "$frames" "$len"
else
	want "frames" "$frames" "$len"
fi

# BEGIN and END count as probes in the startup message
for script in 'BEGIN { }' 'END { }'; do
	awl -e "$script"
	status 0
	want "what '$script' says" 'Attached 1 probe' "$(cat "$ERR")"
done
awl -e 'BEGIN { exit(3); } END { print("end"); }'
status 3
want "what two say" 'Attached 2 probes' "$(cat "$ERR")"
awl -F json -e 'BEGIN { print(1); }'
want "the first line" '{"type": "attached_probes", "count": 1, "data": {"probes": 1}}' "$(head -n 1 "$OUT")"
finish
