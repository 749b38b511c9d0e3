# SPDX-License-Identifier: GPL-2.0-or-later
#
# skboutput() writes whole packets, also those in several pieces, to files in the pcap format.  The
# workload sends 4 datagrams of 20, 5020, 10020 and 15020 bytes, filled with a, b, c and d.
. "$TESTS/live/common"
need_root
"$AWL" -T | grep -q '^trampoline .*yes' || skip "no trampolines"
has_function ip_output || skip "no ip_output()"
number() { od -An -t u4 -j "$2" -N 4 "$1" | tr -d ' '; }	# number FILE OFFSET
# the bytes of a file that are not those of a text
rest() { dd if="$1" bs=1 skip="$2" count="$3" 2>/dev/null | tr -d "$4" | wc -c | tr -d ' '; }
mkdir "$TMP/p"
before=$(date +%s)
echo old >"$TMP/p/all"
chmod 640 "$TMP/p/all"
awl -q -c "$W datagrams 4" "fentry:ip_output / $MINE / {
	@all[skboutput(\"$TMP/p/all\", args.skb, args.skb.len, 0)] = count();
	@some[skboutput(\"$TMP/p/some\", args.skb, 16, 28)] = count();
	printf(\"sent %d\n\", args.skb.len);
}"
after=$(date +%s)
status 0
out "sent 48
sent 5048
sent 10048
sent 15048
@all[0]: 4
@some[0]: 4"
want "files" "all some" "$(ls "$TMP/p" | tr '\n' ' ' | sed 's/ $//')"
want "mode" -rw-r----- "$(ls -l "$TMP/p/all" | cut -c 1-10)"
want "size of all" $((24 + 4 * (16 + 28) + 20 + 5020 + 10020 + 15020)) "$(wc -c <"$TMP/p/all" | tr -d ' ')"
want "size of some" $((24 + 4 * (16 + 16))) "$(wc -c <"$TMP/p/some" | tr -d ' ')"
want "magic" $((0xa1b23c4d)) "$(number "$TMP/p/all" 0)"
want "link type" 101 "$(number "$TMP/p/all" 20)"
at=24 small=24 size=20
for text in a b c d; do
	want "$text: kept" $((28 + size)) "$(number "$TMP/p/all" $((at + 8)))"
	want "$text: whole" $((28 + size)) "$(number "$TMP/p/all" $((at + 12)))"
	want "$text: other bytes" 0 "$(rest "$TMP/p/all" $((at + 44)) $size $text)"
	time=$(number "$TMP/p/all" $at)
	[ "$time" -ge "$before" ] && [ "$time" -le "$after" ] || fail "$text: time $time"
	want "$text: kept of some" 16 "$(number "$TMP/p/some" $((small + 8)))"
	want "$text: whole of some" $size "$(number "$TMP/p/some" $((small + 12)))"
	want "$text: other bytes of some" 0 "$(rest "$TMP/p/some" $((small + 16)) 16 $text)"
	at=$((at + 44 + size)) small=$((small + 32)) size=$((size + 5000))
done

# a link is not followed, nor replaced
ln -s all "$TMP/p/link"
awl -q -c true "fentry:ip_output / $MINE / { skboutput(\"$TMP/p/link\", args.skb, 1, 0); }"
status 1
match "$ERR" 'link is not a regular file'
awl -n "kprobe:ip_output { skboutput(\"$TMP/p/k\", arg2, 1, 0); }"
status 1
match "$ERR" "skboutput can't be used in kprobe"
finish
