# SPDX-License-Identifier: GPL-2.0-or-later
#
# Checks the code of every script in exec/: no jump leads to another jump or to the next
# instruction, all code is reachable, and no register is moved to itself.  Code must not get longer:
# for each of the longer programs listings.most has the number of instructions and the bytes of
# stack and scratch area.  After a change that makes code longer for a reason, rewrite that file:
#
#	MOST=write tests/run gen/listings.sh
[ -x "$BUILD/tests/awlvm" ] || { echo "no tests/awlvm"; exit 77; }
SLACK=2		# per cent, and one more
bad=0
for arch in x86_64 arm; do
	for f in "$TESTS"/exec/*.awl; do
		echo "LISTING $(basename "$f" .awl) $arch"
		"$BUILD/tests/awlvm" -1 $arch -n -S "$f" 2>/dev/null || :
	done
done >"$TMP/listings"
awk -v "now=$TMP/now" '
	function target(i) { return i + 1 + jump[i] }
	function say(i, what) {
		print name ": " prog " " i ": " text[i] ": " what
		bad = 1
	}
	function check(   i, last) {
		for (i in jump)
			reached[target(i)] = 1
		for (i = 0; i < n; i++) {
			if (!(i in text))
				continue
			if (i in jump && !jump[i])
				say(i, "jumps to what comes next")
			if (i in jump && text[target(i)] ~ /^goto /)
				say(i, "jumps to a jump")
			if (i && last ~ /^(goto|exit)/ && !(i in reached) && !(i in entry))
				say(i, "is never reached")
			last = text[i]
		}
		split("", jump)
		split("", text)
		split("", reached)
		split("", entry)
		n = 0
	}
	function end() {
		check()
		if (insns >= 60)
			print name, insns, stack, scratch >now
		insns = stack = scratch = 0
	}
	$1 == "LISTING" {
		end()
		name = $2 " " $3
	}
	/^[a-zA-Z].*: [0-9]+ instructions, / {
		check()
		prog = $1
		insns += $(NF - 8)
		stack += $(NF - 6)
		scratch += $(NF - 2)
	}
	/^ *[0-9]+: / {
		i = $1 + 0
		sub(/^ *[0-9]+: /, "")
		text[i] = $0
		n = i + 1
		if ($0 ~ /goto [+-][0-9]+$/)
			jump[i] = $NF + 0
		if (match($0, /func\[[0-9]+\]/))
			entry[substr($0, RSTART + 5) + 0] = 1
		if ($0 ~ /^\([0-9a-f][0-9a-f]\) dst=/)
			say(i, "has no name")
		if ($0 ~ /^r[0-9] = r[0-9]$/ && $1 == $3)
			say(i, "moves nothing")
	}
	END {
		end()
		exit bad
	}' "$TMP/listings" || bad=1
[ "${MOST-}" != write ] || cp "$TMP/now" "$TESTS/gen/listings.most"
awk -v slack=$SLACK '
	NR == FNR { for (i = 3; i <= 5; i++) most[$1, $2, i] = $i; next }
	{
		split("instructions,bytes of stack,bytes of scratch", what, ",")
		for (i = 3; i <= 5; i++)
			if (($1, $2, i) in most && $i > most[$1, $2, i] * (1 + slack / 100) + 1) {
				print $1 " on " $2 ": " $i " " what[i - 2] ", at most " most[$1, $2, i] " before"
				bad = 1
			}
	}
	END { exit bad }' "$TESTS/gen/listings.most" "$TMP/now" || bad=1
[ "$(wc -l <"$TMP/now")" -ge 100 ] || { echo "only $(wc -l <"$TMP/now") listings"; bad=1; }
exit $bad
