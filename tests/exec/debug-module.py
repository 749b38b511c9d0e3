# SPDX-License-Identifier: GPL-2.0-or-later
"""Compares what awl reads of a relocatable file with what it reads of the same file after the
linker has applied its relocations.

	debug-module.py DEBUGDUMP MODULE LINKED QUERY...

Addresses are compared as function and offset.  Variables whose addresses are counted from the
probe are left out: their distance is not known in the module.
"""
import bisect
import re
import subprocess
import sys

dump, module, linked = sys.argv[1:4]
STEP_IP = " 3:"


def run(*command):
	return subprocess.run((dump, *command), stdout=subprocess.PIPE, text=True,
			      check=True).stdout.splitlines()


def read(path):
	symbols = sorted((int(addr, 16), name) for name, addr in
			 (line.split() for line in run("symbols", path)))
	starts = [s[0] for s in symbols]

	def place(m):
		i = bisect.bisect(starts, int(m[0], 16)) - 1
		return f"{symbols[i][1]}+{int(m[0], 16) - symbols[i][0]:#x}" if i >= 0 else m[0]

	code = sorted(re.sub(r"0x[0-9a-f]+", place, line) for line in
		      [r for r in run("rows", path) if not r.endswith("end")] +
		      run("functions", path))
	places = [" ".join(sorted(re.sub(r"0x[0-9a-f]+", place, line).split())) for line in
		  run("find", path, *sys.argv[4:])]
	return code + places, run("variables", path)


ours, our_variables = read(module)
theirs, their_variables = read(linked)
bad = [(a, b) for a, b in zip(ours, theirs) if a != b]
kept = [(a, b) for a, b in zip(our_variables, their_variables) if STEP_IP not in b]
bad += [(a, b) for a, b in kept if a != b]
for a, b in bad[:5]:
	print(f"{a}, not {b}")
if len(ours) != len(theirs) or len(ours) < 50 or len(kept) < 20:
	print(f"{len(ours)} and {len(theirs)} lines, {len(kept)} variables")
	bad.append(None)
sys.exit(bool(bad))
