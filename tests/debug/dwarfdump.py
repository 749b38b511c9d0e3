# SPDX-License-Identifier: GPL-2.0-or-later
"""What llvm-dwarfdump says of a function where gdb's text is not enough.

gdb shows variables of blocks that have no code, as if they were the function's own, and those of
a block that consists of several parts between these parts, too.  It shows the size of an implicit
value only.
"""
import functools
import re
import subprocess

SCOPES = ("DW_TAG_subprogram", "DW_TAG_lexical_block", "DW_TAG_inlined_subroutine")


def run(*args):
	return subprocess.run(("llvm-dwarfdump", *args), stdout=subprocess.PIPE,
			      stderr=subprocess.DEVNULL, text=True, check=False).stdout


class Entry:
	"""An entry: its tag, the text of its attributes, and what is in it."""

	def __init__(self, tag):
		self.tag, self.text, self.inner = tag, "", []

	def attr(self, name):
		m = re.search(r"(?m)^\s*DW_AT_" + name + r"\s+\((.*)\)$", self.text)
		return m[1] if m else ""

	def name(self):
		m = re.search('"(.*)"', self.attr("name") or self.attr("abstract_origin"))
		return m[1] if m else ""

	def origin(self):
		return self.attr("abstract_origin").split(" ")[0]

	def has(self, pc):
		"""Does its code include an address?"""
		found = re.search(r"(?ms)^\s*DW_AT_ranges\s.*?\)$(?!\n\s+\[)", self.text)
		parts = re.findall(r"\[(0x[0-9a-f]+), (0x[0-9a-f]+)\)", found[0]) if found else \
			[(self.attr("low_pc"), self.attr("high_pc"))]
		return any(a and b and int(a, 16) <= pc < int(b, 16) for a, b in parts)


@functools.lru_cache(maxsize=100)
def tree(path, off):
	"""The entry at an offset, and all in it."""
	stack = []
	for line in run("--debug-info=" + off, "--show-children", path).splitlines():
		m = re.match(r"0x[0-9a-f]+:( +)(DW_TAG_\w+)", line)
		if m:
			depth = len(m[1]) // 2
			del stack[depth:]
			entry = Entry(m[2])
			if stack:
				stack[-1].inner.append(entry)
			stack.append(entry)
		elif stack and line.strip() and not line.startswith("0x"):
			stack[-1].text += line + "\n"
	return stack[0] if stack else None


@functools.lru_cache(maxsize=10)
def function(path, addr):
	m = re.search(r"(?m)^(0x[0-9a-f]+): +DW_TAG_subprogram", run(f"--lookup={addr:#x}", path))
	return tree(path, m[1]) if m else None


def variables(path, scope, pc):
	"""Those that can be seen at an address: of a scope around it, and of scopes in that."""
	found, named, own = [], set(), []
	for e in scope.inner:
		if e.tag in SCOPES and e.has(pc):
			found += variables(path, e, pc)
		elif e.tag in ("DW_TAG_variable", "DW_TAG_formal_parameter"):
			own.append(e)
			named.add(e.origin())
	origin = scope.origin()
	if origin:		# those that this instance of the scope does not mention
		there = tree(path, origin)
		names = {e.name() for e in own}
		own += [e for e in (there.inner if there else [])
			if e.tag == "DW_TAG_variable" and e.name() not in names]
	return found + own


def has_more(path, addr, pc, name, count):
	"""Can more than `count` variables of this name be seen at an address?"""
	f = function(path, addr)
	return f is None or sum(v.name() == name for v in variables(path, f, pc)) > count


def implicit_values(path, addr, pc, name):
	"""The values and sizes of a variable, or of its pieces, that the debug information itself
	has, or []."""
	f = function(path, addr)
	for v in variables(path, f, pc) if f else []:
		for a, b, text in re.findall(r"(?:\[(0x\w+), (0x\w+)\): |DW_AT_location\s+\()"
					     r"((?:(?:, )?DW_OP_implicit_value 0x\w+(?: 0x\w+)+"
					     r"(?:, DW_OP_piece 0x\w+)?)+)\)*$", v.text, re.M):
			if v.name() != name or (a and not int(a, 16) <= pc < int(b, 16)):
				continue
			found = re.findall(r"implicit_value 0x\w+((?: 0x\w+)+)", text)
			found = [bytes(int(n, 16) for n in data.split()) for data in found]
			return [(int.from_bytes(data, "little"), len(data)) for data in found]
	return []
