# SPDX-License-Identifier: GPL-2.0-or-later
"""Compares what awl reads of debug information with what objdump, readelf and gdb read.

	debug.py DEBUGDUMP FILE FOLDER [gdb]

FOLDER has the sources.  Prints what differs; the last line is the number of checks.
"""
import os
import re
import subprocess
import sys

dump, path, folder = sys.argv[1:4]
has_gdb = len(sys.argv) > 4
sources = [name for name in ("debug.c", "debug.h", "debug2.c")]
checks = bad = 0


def run(*command):
	return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
			      text=True, check=False).stdout


def check(what, ours, theirs):
	global checks, bad
	checks += 1
	if ours != theirs:
		bad += 1
		print(f"{what}: {ours}, not {theirs}")


def their_rows():
	"""Rows of all sequences as objdump decodes them: (name, line, address, kind)."""
	rows = []
	pattern = re.compile(r"^(\S+)\s+(\d+|-)\s+0x([0-9a-f]+)(?:\s+(\d+))?(\s+x)?(\s+END)?\s*$")
	for line in run("objdump", "--dwarf=decodedline", path).splitlines():
		m = pattern.match(line)
		if not m:
			continue
		is_end = m[2] == "-" or m[6]
		kind = "end" if is_end else "x" if m[5] else "-"
		rows.append((m[1], 0 if is_end else int(m[2]), int(m[3], 16), kind))
	return rows


def our_rows():
	rows = []
	for line in run(dump, "rows", path).splitlines():
		name, number, addr, kind = line.split()
		rows.append((name, 0 if kind == "end" else int(number), int(addr, 16), kind))
	return rows


def their_functions():
	"""Instances of functions as readelf shows the entries: (name, address, is inlined)."""
	entries, now, unit = {}, None, None
	for line in run("readelf", "-W", "--debug-dump=info", path).splitlines():
		m = re.match(r"^ *<[0-9a-f]+><([0-9a-f]+)>: Abbrev Number: \d+ \((\S+)\)", line)
		if m:
			now = {"tag": m[2]}
			if m[2] == "DW_TAG_compile_unit":
				unit = now
			now["unit"] = unit
			entries[int(m[1], 16)] = now
			continue
		m = re.match(r"^ *<[0-9a-f]+> +(DW_AT_\w+) *: (.*)", line)
		if m and now is not None:
			now[m[1]] = m[2].strip()

	def inherited(e, name):
		for _ in range(8):
			if name in e:
				return e[name]
			ref = e.get("DW_AT_abstract_origin") or e.get("DW_AT_specification")
			if not ref:
				return ""
			e = entries[int(re.search(r"0x([0-9a-f]+)", ref)[1], 16)]
		return ""

	def address(text):
		m = re.search(r"0x[0-9a-f]+(?=\s*$)|(?:0x)?[0-9a-f]+$", text)
		return int(m[0], 16)

	ranges = their_ranges()
	found = set()
	for e in entries.values():
		if e["tag"] not in ("DW_TAG_subprogram", "DW_TAG_inlined_subroutine"):
			continue
		at = e.get("DW_AT_entry_pc") or e.get("DW_AT_low_pc")
		if at:
			at = address(at)
		elif "DW_AT_ranges" in e:
			at = ranges(e["DW_AT_ranges"])
			# readelf does not add the unit's base in files of some machines
			base = e["unit"].get("DW_AT_low_pc")
			base = address(base) if base else 0
			at += base if at < base else 0
		if at:
			name = re.sub(r"^\(string\) ", "", inherited(e, "DW_AT_name"))
			name = name.split(": ")[-1]
			found.add((name, at, e["tag"] == "DW_TAG_inlined_subroutine"))
	return found


def their_ranges():
	"""A function from the offset of a list to its first address."""
	lists = {}
	for line in run("readelf", "-W", "--debug-dump=Ranges", path).splitlines():
		m = re.match(r"^\s+([0-9a-f]{8,}) ([0-9a-f]{8,}) ([0-9a-f]{8,})", line)
		if m and int(m[2], 16) < int(m[3], 16):
			lists.setdefault(int(m[1], 16), int(m[2], 16))

	def find(text):
		m = re.search(r"(?:0x)?([0-9a-f]+)\)?$", text)
		off = int(m[1], 16)
		if "(index:" in text:	# "(index: 0x1): 0x2c"
			off = int(re.search(r": 0x([0-9a-f]+)$", text)[1], 16)
		near = [o for o in lists if off <= o < off + 16]
		return lists[min(near)] if near else 0
	return find


def our_functions():
	found = set()
	for line in run(dump, "functions", path).splitlines():
		name, addr, kind = line.split()
		found.add((name, int(addr, 16), kind == "inlined"))
	return found


def places(rows, name, number):
	"""Where the line's statements begin, from objdump's rows."""
	found, statement = set(), None
	for file, line, addr, kind in rows:
		if kind == "x" and (file, line) == (name, number) and statement != (name, number):
			found.add(addr)
		if kind == "end" or (kind == "-" and statement != (file, line)):
			statement = None
		elif kind == "x":
			statement = (file, line)
	return sorted(found)


def our_places(queries):
	found = {}
	for line in run(dump, "find", path, *queries).splitlines():
		query, rest = line.rsplit(": ", 1)
		found[query] = [int(w.rstrip("*"), 16) for w in rest.split() if w.startswith("0x")]
	return found


def gdb_places(queries):
	"""Where gdb puts breakpoints for exactly these lines."""
	found = {}
	commands = ["-ex", "set breakpoint pending off"]
	for q in queries:
		commands += ["-ex", f"echo \\nfor {q}\\n", "-ex", f"break {q}", "-ex",
			     "info breakpoints", "-ex", "delete"]
	now = None
	for line in run("gdb", "-nx", "-batch", *commands, path).splitlines():
		if line.startswith("for "):
			now, number = line[4:], line.rsplit(":", 1)[1]
			found[now] = []
		m = re.search(r"(0x[0-9a-f]{6,})\s+in\s.*:(\d+)$", line)
		if m and now and m[2] == number:
			found[now].append(int(m[1], 16))
	return found


theirs = their_rows()
check("rows", sorted(our_rows()), sorted(theirs))
check("any rows", bool(theirs), True)
functions = our_functions()
check("functions", sorted(functions), sorted(their_functions()))
for query, addrs in our_places(sorted({f[0] for f in functions})).items():
	check(query, addrs, sorted({f[1] for f in functions if f[0] == query}))
starts = {f[1] for f in functions}

queries = []
for name in sources:
	with open(os.path.join(folder, name), encoding="ascii") as f:
		queries += [f"{name}:{i + 1}" for i in range(len(f.readlines()))]
ours = our_places(queries)
for q in queries:
	name, number = q.split(":")
	check(q, ours[q], places(theirs, name, int(number)))
if has_gdb:
	for q, addrs in gdb_places(queries).items():
		# gdb goes on to the end of the prologue of functions, awl does not
		others = [a for a in addrs if a not in ours[q]]
		if not set(ours[q]) & starts:
			check(f"gdb {q}", others, [])
print(checks)
sys.exit(bad != 0)
