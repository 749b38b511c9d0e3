# SPDX-License-Identifier: GPL-2.0-or-later
#
# Makes scripts from other scripts: awk -f mutate.awk -v seed=1 -v count=2000
# -v dir=OUT FILE...  Two of three are one or two clauses from the files with a few tokens deleted,
# doubled, swapped or replaced by one from anywhere.  The third is made from a grammar, so that many
# of these are accepted.  The same seed and files give the same scripts with any awk.
function random(n) {
	state = (state * 16807) % 2147483647
	return int(state / 7) % n
}
function pick(list, n) { return list[random(n) + 1] }

# ---- mutations ----
function tokenize(s, out,    n) {
	n = 0
	while (length(s)) {
		if (match(s, /^"([^"\\]|\\.)*"/) || match(s, /^[ \t\n]+/) ||
		    match(s, /^[A-Za-z_@$][A-Za-z0-9_]*/) || match(s, /^[0-9][A-Za-z0-9_]*/) ||
		    match(s, /^(<<=|>>=|==|!=|<=|>=|&&|\|\||->|\+\+|--|[-+*\/%&|^]=|<<|>>)/))
			out[++n] = substr(s, 1, RLENGTH)
		else {
			RLENGTH = 1
			out[++n] = substr(s, 1, 1)
		}
		s = substr(s, RLENGTH + 1)
	}
	return n
}
function mutate(s,    t, n, i, k, times, r) {
	n = tokenize(s, t)
	times = 1 + random(5)
	while (times-- > 0 && n > 1) {
		i = 1 + random(n)
		k = random(8)
		if (k == 0) t[i] = ""
		else if (k == 1) t[i] = t[i] t[i]
		else if (k == 2) { r = 1 + random(n); s = t[i]; t[i] = t[r]; t[r] = s }
		else if (k <= 4) t[i] = pick(pool, pooled)
		else if (k == 5) t[i] = t[i] " " pick(pool, pooled)
		else if (k == 6) t[i] = pick(odd, odds)
		else t[i] = expression(2)
	}
	s = ""
	for (i = 1; i <= n; i++) s = s t[i]
	return s
}

# ---- a grammar ----
function atom(    k) {
	k = random(15)
	if (k == 0) return random(10)
	if (k == 1) return pick(numbers, nnumbers)
	if (k <= 3) return "$" pick(names, 4)
	if (k == 4) return "@" pick(names, 4)
	if (k == 5) return "@m" pick(names, 4) "[" expression(1) "]"
	if (k == 6) return "arg" random(8)
	if (k == 7) return "(" pick(types, ntypes) ")" atom()
	if (k == 8) return "*(" pick(types, ntypes) " *)" atom()
	if (k == 9) return "(" text() pick(equal, 2) text() ")"
	if (k == 10) return "strncmp(" text() ", " text() ", " (1 + random(20)) ")"
	if (k == 11) return "((" pick(types, ntypes) " *)" atom() ")[" expression(1) "]"
	return pick(values, nvalues)
}
function text(    k) {
	k = random(6)
	if (k == 0) return "\"" pick(names, 4) "\""
	if (k == 1) return "$s" pick(names, 4)
	if (k == 2) return "@s" pick(names, 4)
	if (k == 3) return "(" expression(1) " ? " text() " : " text() ")"
	if (k == 4) return "str(" expression(0) (random(2) ? ")" : ", " (1 + random(300)) ")")
	return "comm"
}
function anything(depth,    k) {
	k = random(6)
	if (k == 0) return text()
	if (k == 1) return pick(shown, nshown)
	if (k == 2 && depth > 0) return "(" anything(0) ", " anything(depth - 1) ")"
	return expression(depth)
}
function expression(depth,    k) {
	k = depth > 0 ? random(9) : 8
	if (k <= 3) return expression(depth - 1) " " pick(ops, nops) " " expression(depth - 1)
	if (k == 4) return "(" expression(depth - 1) ")"
	if (k == 5) return "(" expression(depth - 1) " ? " expression(depth - 1) " : " expression(depth - 1) ")"
	if (k == 6) return pick(unary, 4) atom()
	return atom()
}
function statement(depth,    k, s) {
	k = random(18)
	if (k <= 1) return "$" pick(names, 4) " = " expression(3) "; "
	if (k == 2) return "@" pick(names, 4) " = " expression(3) "; "
	if (k == 3) return "@m" pick(names, 4) "[" expression(1) "] = " expression(2) "; "
	if (k == 4) return "@a" random(1000) "[" anything(1) ", " anything(1) "] = " pick(aggs, naggs) "; "
	if (k == 5) return "@g" random(1000) " = " pick(aggs, naggs) "; "
	if (k == 6) return "printf(\"%v %d %s\\n\", " anything(2) ", " expression(2) ", " text() "); "
	if (k == 7) return "print(" anything(2) "); "
	if (k == 8) return "delete(@m" pick(names, 4) ", " expression(0) "); "
	if (k == 9) return "$" pick(names, 4) " " pick(assign, nassign) " " expression(1) "; "
	if (k == 10) return "@" pick(names, 4) pick(incs, 2) "; "
	if (k == 11) return "@k" random(1000) "[" anything(1) "]++; "
	if (k == 12) return "$s" pick(names, 4) " = " text() "; "
	if (k == 13) return "@v" random(1000) "[" text() "] = " anything(1) "; "
	if (k == 14) return "@s" pick(names, 4) " = " text() "; "
	if (depth <= 0) return "$" pick(names, 4) " = " random(100) "; "
	s = "if (" expression(2) ") { " block(depth - 1) "}"
	if (random(2)) s = s " else { " block(depth - 1) "}"
	return s " "
}
function block(depth,    n, s) {
	s = ""
	for (n = 1 + random(4); n > 0; n--) s = s statement(depth)
	return s
}
function clause() {
	return pick(probes, nprobes) (random(4) ? "" : " /" pick(values, nvalues) " " pick(ops, nops) " " random(100) "/") \
		" { $a = 1; $b = (int64)arg0; $c = nsecs; $d = pid; @a = 0; @b = 1; @c = nsecs; @d = pid; " \
		"@ma[1] = 1; @mb[1] = 2; @mc[1] = nsecs; @md[2] = pid; $sa = comm; $sb = \"b\"; $sc = str(arg1); $sd = \"\"; " \
		"@sa = comm; @sb = \"bb\"; @sc = str(arg1, 20); @sd = \"x\"; " block(3) "}\n"
}

BEGIN {
	state = seed + 12345
	names[1] = "a"; names[2] = "b"; names[3] = "c"; names[4] = "d"
	nops = split("+ - * / % & | ^ << >> < <= > >= == != && ||", ops, " ")
	unary[1] = "-"; unary[2] = "!"; unary[3] = "~"; unary[4] = "-"
	incs[1] = "++"; incs[2] = "--"
	nassign = split("+= -= *= /= %= &= |= ^= <<= >>=", assign, " ")
	ntypes = split("u8 s8 u16 s16 u32 s32 u64 s64 bool char", types, " ")
	nvalues = split("pid tid uid cpu nsecs gid cgroup rand elapsed arg1 arg2 reg(\"sp\")", values, " ")
	nshown = split("probe func caller kstack ustack ksym(arg0) mem(arg0,8) kstack(3) mem(arg1,100) true", shown, " ")
	equal[1] = " == "; equal[2] = " != "
	nnumbers = split("-1 31 32 63 64 127 128 255 256 511 512 513 4095 4096 32767 65535 65536 2147483647 2147483648 4294967295 4294967296 9223372036854775807 0x8000000000000000 18446744073709551615", numbers, " ")
	naggs = split("count() sum(arg0) min(arg1) max(pid) avg(arg0) stats(arg1) hist(arg0) hist(arg0,3) lhist(arg0,0,100,10)", aggs, " ")
	odds = split("0 1 -1 2 7 8 31 32 63 64 127 128 255 256 511 512 513 4095 4096 32767 65535 65536 2147483647 2147483648 4294967295 4294967296 9223372036854775807 0x8000000000000000 18446744073709551615 \"\" '\\n' nil $1 @ $x {} () [] ; , . -> str(arg0,4096) (1,2) *", odd, " ")
	nprobes = split("kprobe:vfs_read,kprobe:vfs_read,kprobe:vfs_write", probes, ",")
}
{
	if (FNR == 1) files++
	whole[files] = whole[files] $0 "\n"
}
END {
	for (f = 1; f <= files; f++) {
		n = tokenize(whole[f], t)
		for (i = 1; i <= n; i++)
			if (!(t[i] in known) && t[i] !~ /^[ \t\n]/) { known[t[i]]; pool[++pooled] = t[i] }
		# clauses: up to a brace at the start or end of a line
		n = split(whole[f], part, /\n}\n|}\n/)
		for (i = 1; i <= n; i++)
			if (part[i] ~ /[a-z]/) clauses[++nclauses] = part[i] (part[i] ~ /{/ ? "}\n" : "\n")
	}
	for (i = 0; i < count; i++) {
		if (i % 3 == 2) s = clause() (random(3) ? "" : clause())
		else if (i % 3 == 1) s = mutate(clause())
		else {
			s = pick(clauses, nclauses)
			if (random(3) == 0) s = s pick(clauses, nclauses)
			s = mutate(s)
		}
		out = sprintf("%s/%05d.awl", dir, i)
		printf "%s", s > out
		close(out)
	}
}
