#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Lines and variables of programs as awl and perf probe see them.

	programs.py DEBUGDUMP FOLDER

FOLDER has vars.c, which gcc and clang compile.  For each function perf probe -L says which lines
can be probed, -V which variables are there, and -D where the places are.
"""
import os
import re
import subprocess
import sys
import tempfile

dump, folder = sys.argv[1:3]
FUNCTIONS = ["walk", "many", "blocks", "by_value", "narrow", "far_away", "main"]
checks, differences, explained = 0, [], 0


def run(*command):
	return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
			      text=True, check=False, cwd=folder, timeout=120).stdout


def check(what, mine, theirs):
	global checks
	checks += 1
	if mine != theirs:
		differences.append(f"{what}: {mine}, not {theirs}")


def our_places(path, query):
	return {int(w.rstrip("*"), 16) for w in run(dump, "find", path, query).split()[1:]
		if w.startswith("0x")}


def our_names(path, addr):
	"""Names of parameters and local variables, also of those without a value."""
	lines = run(dump, "scope", path, hex(addr)).splitlines()[1:]
	return {line.split(":")[0].strip() for line in lines}


def compare(path, what):
	"""perf refuses lines that share an address with another one, and names that line."""
	global explained
	for function in FUNCTIONS:
		lines = re.findall(r"(?m)^ +(\d+)  ", run("perf", "probe", "-x", path, "-L", function))
		for line in map(int, lines):
			if not line:
				continue
			query = f"{function}:{line}"
			theirs = {int(a, 16) for a in
				  re.findall(r":0x([0-9a-f]+)", run("perf", "probe", "-x", path, "-D", query))}
			mine = our_places(path, query)
			if not theirs:
				explained += 1
				continue
			# perf also probes the further rows of a statement
			check(f"{what} {query} places", sorted(mine - theirs), [])
			check(f"{what} {query} places", bool(mine & theirs), True)
			text = run("perf", "probe", "-x", path, "-V", query)
			for part in re.split(r"(?m)^\t@", text)[1:2]:
				names = set(re.findall(r"(\w+)(?:\[\d*\])*$", part, re.M))
				some = {frozenset(names - our_names(path, a)) for a in mine}
				check(f"{what} {query} names", frozenset() in some, True)


def main():
	with tempfile.TemporaryDirectory() as tmp:
		for cc in ("gcc", "clang"):
			for level in ("-O0", "-O2"):
				path = os.path.join(tmp, cc + level)
				run(cc, "-g", level, "-fPIE", "-pie", "-o", path, "vars.c")
				if os.path.exists(path):
					compare(path, cc + level)
	for line in differences:
		print(line)
	print(f"programs: {checks} compared with perf probe, {len(differences)} differ, "
	      f"{explained} lines that perf refuses")
	return bool(differences) or not checks


sys.exit(main())
