#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Functions of a vmlinux taken at random: lines and variables as awl, gdb, perf and readelf see them.

	vmlinux.py DEBUGDUMP VMLINUX [FUNCTIONS [SEED]]		(300, the time)

For each function: where lines of its source have code, which variables can be seen at its entry
and at three of its lines, and where they lie.  gdb reads line tables and expressions, readelf
call frames, and perf probe what it offers at each tenth function.
"""
import bisect
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time

import dwarfdump
import expression

FOLDER = os.path.dirname(os.path.abspath(__file__))
dump, vmlinux = sys.argv[1:3]
count = int(sys.argv[3]) if len(sys.argv) > 3 else 300
seed = sys.argv[4] if len(sys.argv) > 4 else str(int(time.time()))
pick = random.Random(seed)
GDB = "gdb" if expression.MACHINE == expression.machine_of("/proc/self/exe") else "gdb-multiarch"
done, explained = collections.Counter(), collections.Counter()
differences = []

# What gdb's expressions need that a probe can't have; awl refuses these variables.
REASONS = {
	"entry_value": "refused: a register's value at the function's entry, which is lost",
	"implicit_pointer": "refused: a pointer to what is not in memory",
	"parameter_ref": "refused: a value that only callers know",
	"bra": "refused: an expression that jumps",
	"float": "refused: an expression of floating point numbers",
	"implicit_value": "refused: a value of more than 8 bytes",
}


def run(*command, **more):
	return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
			      text=True, check=False, **more).stdout


def check(what, name, mine, theirs):
	done[what] += 1
	if mine != theirs:
		differences.append(f"{what} {name}: {mine}, not {theirs}")


def functions():
	"""All functions of the symbol table (name, address), a function for one's ranges, and where
	each name is."""
	found, parts = [], collections.defaultdict(list)
	addresses = collections.defaultdict(list)
	for line in run("nm", "-S", vmlinux).splitlines():
		words = line.split()
		if len(words) != 4 or words[2] not in "tT":
			continue
		addr, size = int(words[0], 16), int(words[1], 16)
		if expression.MACHINE == 40:	# the lowest bit says that it is Thumb code
			addr &= ~1
		addresses[words[3]].append(addr)
		if "." in words[3]:		# perf leaves .isra.0 and the like out
			addresses[words[3].split(".")[0]].append(addr)
		parts[words[3].split(".cold")[0]].append((addr, addr + size))
		if size > 1 and ".cold" not in words[3] and not words[3].startswith("__pfx_"):
			found.append((words[3], addr))
	# of several functions with one name it isn't known whose the other parts are
	own = collections.Counter(name for name, addr in found)
	return (found, lambda name, addr: [r for r in parts[name] if own[name] == 1 or r[0] == addr],
		addresses)


def frames():
	"""Call frame addresses by readelf: (from, rank, text); the last row of an address counts."""
	rows = []
	for line in run("readelf", "-W", "--debug-dump=frames-interp", vmlinux).splitlines():
		words = line.split()
		if " FDE " in line:
			m = re.search(r"pc=([0-9a-f]+)\.\.([0-9a-f]+)", line)
			rows.append((int(m[1], 16), 1, expression.ENTRY_CFA))
			rows.append((int(m[2], 16), 0, ""))
		elif len(words) > 1 and re.fullmatch(r"[0-9a-f]{8,16}", words[0]) and \
		     re.match(r"\w+\+\d+|exp", words[1]):
			rows.append((int(words[0], 16), 2, words[1]))
	return sorted(rows)


def frame_at(rows, pc, is_entry):
	i = bisect.bisect_right(rows, (pc, 3, "")) - 1
	m = re.fullmatch(r"(\w+)([+-]\d+)", rows[i][2]) if i >= 0 else None
	cfa = 0
	if m and expression.number_of(m[1]) is not None:
		cfa = expression.register(expression.number_of(m[1])) + int(m[2])
	by_expression = i >= 0 and rows[i][2].startswith("exp")
	return expression.Frame(None if by_expression else cfa & expression.MASK, is_entry)


# ---- variables ----

def our_scopes(addrs):
	scopes, now = {}, None
	text = ""
	for i in range(0, len(addrs), 1000):
		text += run(dump, "scope", vmlinux, *map(hex, addrs[i:i + 1000]))
	for line in text.splitlines():
		if not line.startswith("\t"):
			now = scopes[int(line[:-1], 16)] = []
			continue
		m = re.match(r"\t(\S+): (\w+) (\d+) (.*?):((?: \w+ \d+)*)$", line)
		now.append((m[1], [m[2], *m[5].split()], int(m[3]), m[4]))
	return scopes


def implicit_value(function, pc, name):
	"""gdb shows how long such a value is, but not the value."""
	found = dwarfdump.implicit_values(vmlinux, function["addr"], pc, name)
	if not found or any(size > 8 for n, size in found):
		raise expression.Unknown("implicit_value")
	if len(found) > 1:
		return "parts", [("value", n, size) for n, size in found]
	return "value", found[0][0]


def compare_variable(function, name, at, lines, pc, frame, words, size):
	mine = expression.cut(expression.ours(words, pc), size)
	try:
		try:
			theirs = expression.place(lines, pc, frame)
		except expression.Unknown as why:
			if str(why) != "implicit_value":
				raise
			theirs = implicit_value(function, pc, name)
		theirs = expression.cut(theirs, size)
	except expression.Unknown as why:
		if str(why) == "cfa":
			explained["not compared: an expression says where the call frame is"] += 1
			return
		if mine[0] == "unreadable" and str(why) in REASONS:
			explained[REASONS[str(why)]] += 1
			done["variables"] += 1
			return
		theirs = f"unknown: {why}"
	check("variables", f"{at} {name}", mine, theirs)


def compare_scope(function, pc, text, mine, table):
	at = f"{function['name']}+{pc - function['addr']:#x}"
	frame = frame_at(table, pc, pc == function["addr"])
	# gdb adds variables of which nothing is left in this instance of a function
	theirs = [(n, l) for n, l in expression.symbols(text)
		  if not l[0].startswith(("a label", "a typedef", "a function at", "optimized out"))]
	visible, enumerators = function["visible"][str(pc)]
	theirs = [t for t in theirs if t[0] not in enumerators]
	names = collections.Counter(v[0] for v in mine)
	# gdb has static variables of inlined functions in the function itself only
	there = collections.Counter(visible + [v[0] for v in mine if v[1][1:2] == ["ip"] or
					       v[1] == ["gone"]])
	check("scopes", at, names - there, collections.Counter())
	more = collections.Counter(n for n, l in theirs) - names
	for name in list(more):
		if not dwarfdump.has_more(vmlinux, function["addr"], pc, name, names[name]):
			explained["gdb only: of a block that has no code there"] += more.pop(name)
	check("scopes", at, collections.Counter(), more)
	left = list(mine)
	for name, lines in theirs:
		for i, v in enumerate(left):
			if v[0] == name:
				compare_variable(function, name, at, lines, pc, frame, v[1],
						 v[2])
				m = re.search(r", length (\d+)\.$", "\n".join(lines).strip())
				if m and v[2]:
					check("sizes", f"{at} {name}", v[2], int(m[1]))
				del left[i]
				break


# ---- lines ----

def statements(rows, line, ranges):
	"""Where statements of a line begin: rows of one line in sequence are one statement."""
	found, last = set(), None
	for number, addr, is_stmt in rows:
		if number == line and is_stmt and last != line and \
		   any(a <= addr < b for a, b in ranges):
			found.add(addr)
		last = number if is_stmt or number != last else last
	return sorted(found)


def raw_statements(function, line, ranges):
	"""The same by llvm-dwarfdump, which leaves no rows out."""
	text = run("llvm-dwarfdump", f"--lookup={function['addr']:#x}", vmlinux)
	m = re.search(r"DW_AT_stmt_list\s+\((0x[0-9a-f]+)\)", text)
	if not m:
		return []
	text = run("llvm-dwarfdump", f"--debug-line={m[1]}", vmlinux)
	folders = dict(re.findall(r'include_directories\[ *(\d+)\] = "(.*)"', text))
	names = re.findall(r'file_names\[ *(\d+)\]:\s+name: "(.*)"\s+dir_index: (\d+)', text)
	ours = {number for number, name, folder in names
		if f"/{folders.get(folder)}/{name}".endswith("/" + function["file"])}
	found, statement = set(), None
	for row in re.finditer(r"(?m)^(0x[0-9a-f]+) +(\d+) +\d+ +(\d+) +\d+ +\d+(.*)$", text):
		addr, at = int(row[1], 16), (row[3], int(row[2]))
		is_stmt = "is_stmt" in row[4]
		if is_stmt and at[0] in ours and at[1] == line and statement != at and \
		   any(a <= addr < b for a, b in ranges):
			found.add(addr)
		if "end_sequence" in row[4] or (not is_stmt and statement != at):
			statement = None
		elif is_stmt:
			statement = at
	return sorted(found)


def our_places(queries):
	found = {}
	for i in range(0, len(queries), 300):
		text = run(dump, "find", vmlinux, *queries[i:i + 300])
		for line in text.splitlines():
			query, rest = line.rsplit(": ", 1)
			found[query] = [int(w.rstrip("*"), 16) for w in rest.split()
					if w.startswith("0x")]
	return found


def lines_of(functions_read, parts):
	"""Queries for some lines of each function, and what gdb's line tables say of them."""
	queries = {}
	for f in functions_read:
		ranges = parts(f["name"], f["addr"])
		numbers = sorted({r[0] for r in f["rows"] if r[2] and r[0] > f["line"] and
				  any(a <= r[1] < b for a, b in ranges)})
		for line in pick.sample(numbers, min(2, len(numbers))):
			# objcopy may have given the symbol a prefix: __pi_fdt_open is fdt_open
			queries[f"{f['source']}:{line - f['line']}"] = \
				(f, statements(f["rows"], line, ranges), ranges)
	return queries


def q_line(function, query):
	return function["line"] + int(query.rsplit(":", 1)[1])


def compare_perf(query, mine, addresses):
	"""perf probe -V of a line: its places, and the variables that it could fetch there."""
	text = run("perf", "probe", "-k", vmlinux, "-V", query, timeout=120)
	found = re.findall(r"@<([\w.]+)(?:\+(\d+))?>", text)
	theirs = {addr + int(n or 0) for name, n in found for addr in addresses[name]}
	if found:
		done["perf"] += 1
		if not theirs & set(mine):
			differences.append(f"perf {query}: {mine}, not {sorted(theirs)}")


def main():
	print(f"seed {seed}")
	everything, parts, addresses = functions()
	table = frames()
	sample = pick.sample(everything, min(count, len(everything)))
	with tempfile.TemporaryDirectory() as folder:
		env = dict(os.environ, ASK=folder + "/ask", ANSWER=folder + "/answer")
		with open(env["ASK"], "w", encoding="ascii") as f:
			f.writelines(json.dumps([n, a, seed, parts(n, a)]) + "\n" for n, a in sample)
		run(GDB, "-nx", "-batch", "-x", FOLDER + "/gdb.py", vmlinux, env=env)
		with open(env["ANSWER"], encoding="ascii") as f:
			answers = [json.loads(line) for line in f]
	known = [f for f in answers if f.get("line")]
	print(f"{len(answers)} functions, {len(known)} of them have debug information")
	scopes = our_scopes([int(pc) for f in known for pc in f["scopes"]])
	for f in known:
		for pc, text in f["scopes"].items():
			compare_scope(f, int(pc), text, scopes[int(pc)], table)
	queries = lines_of(known, parts)
	places = our_places(list(queries))
	for i, (q, (f, theirs, ranges)) in enumerate(queries.items()):
		mine = [a for a in places[q] if any(x <= a < y for x, y in ranges)]
		if mine != theirs and set(mine) > set(theirs):
			# gdb leaves out rows that another one at the same address follows
			explained["lines that share an address with another one"] += 1
			theirs = raw_statements(f, q_line(f, q), ranges)
		check("lines", q, mine, theirs)
		if i % 10 == 0:
			compare_perf(q, places[q], addresses)
	for line in differences:
		print(line)
	for what, n in explained.items():
		print(f"{n}: {what}")
	print(", ".join(f"{n} {what}" for what, n in done.items()) +
	      f" compared, {len(differences)} differ")
	return bool(differences) or not done["lines"] or not done["variables"]


sys.exit(main())
