# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs inside gdb: writes what gdb reads of functions, for vmlinux.py.

The file $ASK has a function on each line: its name, its address, a seed and the ranges of its
code.  $ANSWER gets a JSON object for each: where it is declared, the rows of its file's line
table, and the text of "info scope" at some of its addresses.
"""
import json
import os
import random

import gdb

MASK = (1 << 64) - 1
tables = {}


def function_at(addr):
	block = gdb.block_for_pc(addr)
	while block and (not block.function or block.function.symtab is None or
			 block.superblock.function is not None):
		block = block.superblock
	if not block or block.is_global or block.is_static:
		return None
	return block


def table_of(symtab):
	"""Rows of a file in its own unit: (line, address, is a statement); line 0 ends a run."""
	rows, is_ours = [], False
	pattern = symtab.filename.replace(".", "\\.") + "$"
	for line in gdb.execute("maint info line-table " + pattern, to_string=True).splitlines():
		words = line.split()
		if line.startswith("symtab: "):
			is_ours = words[1].endswith(symtab.filename)
		elif is_ours and len(words) > 2 and words[0].isdigit():
			end = words[1] == "END"
			rows.append((0 if end else int(words[1]), int(words[2], 16),
				     not end and "Y" in words[3:]))
	return rows


def visible(pc):
	"""Names declared around an address, up to the function that is called, and enumerators."""
	names, constants, block = [], [], gdb.block_for_pc(pc)
	while block and not block.is_global and not block.is_static:
		names += [s.name for s in block]
		constants += [s.name for s in block if s.addr_class == gdb.SYMBOL_LOC_CONST and
			      s.type.code == gdb.TYPE_CODE_ENUM]
		block = block.superblock
	return names, constants


def answer(name, addr, seed, ranges):
	block = function_at(addr)
	if not block or int(block.function.value().address) & MASK != addr:
		return {"name": name, "addr": addr}
	function = block.function
	if function.symtab.filename not in tables:
		tables.clear()
		tables[function.symtab.filename] = table_of(function.symtab)
	rows = tables[function.symtab.filename]
	inside = sorted({r[1] for r in rows if r[2] and any(a <= r[1] < b for a, b in ranges)})
	picked = random.Random(seed)
	places = {addr, *picked.sample(inside, min(3, len(inside)))}
	return {
		"name": name, "addr": addr, "source": function.name, "line": function.line,
		"file": function.symtab.filename, "rows": rows,
		"scopes": {pc: gdb.execute(f"info scope *{pc}", to_string=True) for pc in places},
		"visible": {pc: visible(pc) for pc in places},
	}


def main():
	gdb.execute("set pagination off")
	gdb.execute("set width 0")
	with open(os.environ["ASK"], encoding="ascii") as ask, \
	     open(os.environ["ANSWER"], "w", encoding="ascii") as out:
		for line in ask:
			asked = json.loads(line)
			try:
				read = answer(*asked)
			except gdb.error as why:
				read = {"name": asked[0], "error": str(why)}
			print(json.dumps(read), file=out)


main()
