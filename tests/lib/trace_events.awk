# SPDX-License-Identifier: GPL-2.0-or-later
#
# Checks a file of -F timeline where there is no Python (lib/trace_events.py checks more): it is a
# complete array with an event on each line, times are sorted, begins and ends match on each track.
# Prints "NUMBER NANOSECONDS NAME" for the slices of each name, and "NUMBER instant NAME".
# Exits with 1, and says why, if something is wrong.
function member(name,	s) {
	if (!match($0, "\"" name "\":(\"[^\"]*\"|[-0-9.]+)"))
		return ""
	s = substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3)
	gsub(/"/, "", s)
	return s
}
function wrong(why) { print "line " NR ": " why ": " $0; bad = 1; exit 1 }
# ns of "12.345", as two numbers so that nothing is rounded
function later(s, f,	n) { return s > last_us || (s == last_us && f >= last_ns) }
NR == 1 { if ($0 != "[") wrong("no array begins"); next }
$0 == "]" { ended = 1; next }
ended { wrong("there is more after the end") }
{
	ph = member("ph")
	if (ph !~ /^[MBEiC]$/)
		wrong("phase")
	if (ph == "M")
		next
	split(member("ts"), t, ".")
	us = t[1] + 0
	ns = t[2] + 0
	if (length(t[2]) != 3 || !later(us, ns))
		wrong("not in the order of time, or no three decimal places")
	last_us = us
	last_ns = ns
	tid = member("tid")
	name = member("name")
}
ph == "B" { n = ++depth[tid]; names[tid, n] = name; begin_us[tid, n] = us; begin_ns[tid, n] = ns }
ph == "E" {
	n = depth[tid]--
	if (n < 1 || names[tid, n] != name)
		wrong("end without its begin")
	count[name]++
	total[name] += (us - begin_us[tid, n]) * 1000 + ns - begin_ns[tid, n]
}
ph == "i" { count["instant " name]++ }
END {
	if (bad)
		exit 1
	for (tid in depth)
		if (depth[tid]) {
			print "a begin without an end on track " tid
			exit 1
		}
	if (!ended) {
		print "the array does not end"
		exit 1
	}
	for (name in count)
		print count[name], (name in total ? sprintf("%.0f ", total[name]) : "") name
}
