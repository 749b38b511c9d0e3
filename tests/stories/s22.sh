# SPDX-License-Identifier: GPL-2.0-or-later
#
# S22: all events of net:*, with their fields as text.  They are those that ftrace prints at the same
# time, each with the same fields.  The workload sends 4 datagrams of known lengths, and three times
# 100 bytes by TCP.
. "$TESTS/live/common"
need_tracefs
need_alone
need_instance
echo 4096 >"$I/buffer_size_kb"
echo "comm == \"$COMM\"" >"$I/events/net/filter"
echo 1 >"$I/events/net/enable"
awl -q -c "$W datagrams 4" -c "$W tcp 3" \
	"tracepoint:net:* / $MINE / { printf(\"%s %s\\n\", probe, args); }"
status 0
echo 0 >"$I/tracing_on"

# Both as "EVENT FIELD=NUMBER..." in order of the fields' names.  ftrace shows no real addresses,
# calls the device "dev", and has some numbers in base 16.
cat >"$TMP/text.awk" <<'E2'
function number(s,   n, i) {
	if (s == "true" || s == "false")
		return s == "true"
	if (s !~ /^0x/)
		return s
	for (i = 3; i <= length(s); i++)
		n = n * 16 + index("123456789abcdef", substr(s, i, 1))
	return sprintf("%.0f", n)
}
function add(name, text,   i) {
	if (name == "skbaddr")
		return
	text = (name == "dev" ? "name" : name) "=" number(text)
	for (i = n++; i && field[i - 1] > text; i--)
		field[i] = field[i - 1]
	field[i] = text
}
function show(event,   i) {
	for (i = 0; i < n; i++)
		event = event " " field[i]
	print event
	n = 0
}
/^tracepoint:net:/ {
	for (i = 3; i < NF; i += 3) {
		sub(/,$/, "", $(i + 2))
		add(substr($i, 2), $(i + 2))
	}
	show(substr($1, 16))
}
match($0, /: (net|napi)[a-z_]*: /) {
	event = substr($0, RSTART + 2, RLENGTH - 4)
	split(substr($0, RSTART + RLENGTH), f, " ")
	for (i = 1; i in f; i++)
		if (split(f[i], half, "=") == 2)
			add(half[1], half[2])
	show(event)
}
E2
awk -f "$TMP/text.awk" "$OUT" | sort >"$TMP/ours"
grep -v '^#' "$I/trace" | awk -f "$TMP/text.awk" | sort >"$TMP/theirs"
cmp -s "$TMP/ours" "$TMP/theirs" || {
	fail "other events than ftrace's"
	diff "$TMP/theirs" "$TMP/ours" | head -n 20
}
# Ethernet's, IP's and UDP's headers have 42 bytes
for bytes in 62 5062 10062 15062; do
	want "datagrams of $bytes bytes" 1 "$(grep -c "^net_dev_queue len=$bytes name=lo" "$TMP/ours")"
	want "sent with $bytes bytes" 1 "$(grep -c "^net_dev_xmit len=$bytes name=lo \(net_cookie=[0-9]* \)*rc=0" "$TMP/ours")"
done
# 100 bytes with 66 bytes of headers
want "segments with 100 bytes" 3 "$(grep -c "^net_dev_queue len=166 name=lo" "$TMP/ours")"
echo "$(wc -l <"$TMP/ours") events of $(awk '{ print $1 }' "$TMP/ours" | sort -u | wc -l) kinds"
finish
