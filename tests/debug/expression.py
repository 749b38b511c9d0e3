# SPDX-License-Identifier: GPL-2.0-or-later
"""Where a variable lies, as gdb's "info scope" says it, computed with made-up registers.

Registers and memory have values that depend on nothing but their numbers and addresses.  So two
descriptions of a place mean the same if they give the same number.
"""
import re
import sys
import zlib

# Of each machine, by its number in ELF: bytes of a word, names of registers in DWARF's order, and
# how far from the stack pointer the call frame address is where a function begins.
MACHINES = {
	62: (8, ["rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp", "r8", "r9", "r10", "r11",
		 "r12", "r13", "r14", "r15"], "rsp+8"),
	183: (8, [f"x{i}" for i in range(31)] + ["sp"], "sp+0"),
	40: (4, [f"r{i}" for i in range(13)] + ["sp", "lr", "pc"], "r13+0"),
	3: (4, ["eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi"], "esp+4"),
	243: (8, ["zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "fp", "s1"] +
		 [f"a{i}" for i in range(8)] + [f"s{i}" for i in range(2, 12)] +
		 [f"t{i}" for i in range(3, 7)], "sp+0"),
	21: (8, [f"r{i}" for i in range(32)], "r1+0"),
	22: (8, [f"r{i}" for i in range(16)], "r15+160"),
}


def machine_of(path):
	with open(path, "rb") as f:
		head = f.read(20)
	return int.from_bytes(head[18:], "big" if head[5] == 2 else "little")


MACHINE = machine_of(sys.argv[2])
WORD, NAMES, ENTRY_CFA = MACHINES[MACHINE]
MASK = (1 << 8 * WORD) - 1
LONGEST = (1 << 64) - 1		# a constant may be longer than a word


def number_of(name):
	"""The number of a register; readelf calls those of arm r13 and so on, and RISC-V's fp s0.
	None: it has none."""
	m = re.fullmatch(r"r(1[345])", name)
	if MACHINE == 243 and name == "s0":
		name = "fp"
	if MACHINE == 40 and m:
		return int(m[1])
	return NAMES.index(name) if name in NAMES else None


def register(number):
	return (zlib.crc32(b"register %d" % number) << 27 | number) & MASK


def memory(addr, size):
	low = zlib.crc32(b"memory %d" % addr)
	high = zlib.crc32(b"memory %d" % ~addr)
	return (high << 32 | low) & ((1 << 8 * size) - 1)


def signed(n, bits=8 * WORD):
	n &= (1 << bits) - 1
	return n - (1 << bits) if n >> (bits - 1) else n


def shift(a, b, right):
	if b >= 8 * WORD:
		return 0
	return a >> b if right else a << b


BINARY = {
	"plus": lambda a, b: a + b, "minus": lambda a, b: a - b, "mul": lambda a, b: a * b,
	"and": lambda a, b: a & b, "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b,
	"shl": lambda a, b: shift(a, b, False), "shr": lambda a, b: shift(a, b, True),
	"shra": lambda a, b: signed(a) >> min(b, 8 * WORD - 1),
	"div": lambda a, b: int(signed(a) / signed(b)) if b else 0,
	"mod": lambda a, b: a % b if b else 0,
	"eq": lambda a, b: a == b, "ne": lambda a, b: a != b,
	"lt": lambda a, b: signed(a) < signed(b), "le": lambda a, b: signed(a) <= signed(b),
	"gt": lambda a, b: signed(a) > signed(b), "ge": lambda a, b: signed(a) >= signed(b),
}
UNARY = {"neg": lambda a: -a, "not": lambda a: ~a, "abs": lambda a: abs(signed(a))}


class Unknown(Exception):
	"""An expression that needs more than registers and memory, by the operator's name."""


class Frame:
	"""What is around an address: its call frame address, and whether the function begins there.

	Functions of arm push r3 to align the stack, so that its value at the entry is in memory.
	Neither gdb nor awl looks for it there.
	"""

	def __init__(self, cfa, is_entry):	# cfa None: an expression says where it is
		self.known_cfa, self.is_entry = cfa, is_entry

	@property
	def cfa(self):
		if self.known_cfa is None:
			raise Unknown("cfa")
		return self.known_cfa

	def entry(self, number):
		if not self.is_entry:
			raise Unknown("entry_value")
		return register(number)


class Machine:
	"""A stack of numbers, each with its type: None, or (bits, is signed)."""

	def __init__(self):
		self.stack, self.what, self.parts = [], "memory", []

	def push(self, n, of=None):
		if of:
			n = signed(n, of[0]) if of[1] else n & ((1 << of[0]) - 1)
		self.stack.append((n & (1 << max(of[0], 8 * WORD)) - 1 if of else n & MASK, of))

	def pop(self):
		return self.stack.pop()[0]

	def binary(self, op):
		b, of = self.stack.pop()
		a = self.stack.pop()[0]
		if of and not of[1] and op in ("lt", "le", "gt", "ge", "div"):
			a, b = a & (1 << of[0]) - 1, b & (1 << of[0]) - 1
		self.push(BINARY[op](a, b), None if op in TESTS else of)

	def convert(self, of):
		n, before = self.stack.pop()
		if before:
			n = signed(n, before[0]) if before[1] else n & (1 << before[0]) - 1
		self.push(n, of)

	def pick(self, n):
		self.stack.append(self.stack[-1 - n])

	def swap(self):
		self.stack[-2:] = reversed(self.stack[-2:])

	def rotate(self):
		self.stack[-3:] = [self.stack[-1], *self.stack[-3:-1]]

	def part(self, size):
		if self.stack:
			n = self.pop()
			if self.what == "value":
				n &= (1 << 8 * size) - 1
			self.parts.append((self.what, n, size))
		else:
			self.parts.append(("lost", 0, size))
		self.stack, self.what = [], "memory"

	def result(self):
		if self.parts:
			return "parts", self.parts
		return self.what, self.pop()


TESTS = ("eq", "ne", "lt", "le", "gt", "ge")


def type_named(words):
	"""The base type of "DW_OP_convert<long unsigned int [0x2b]>"."""
	text = re.sub(r"\s*\[.*", "", " ".join(words)).strip("<> ")
	if text in ("", "0"):
		return None
	sizes = [("long long", 64), ("long", 8 * WORD), ("short", 16), ("char", 8), ("", 32)]
	bits = next(n for name, n in sizes if name in text)
	m = re.match(r"DW_ATE_(un)?signed_(\d+)", text)	# clang's names
	if m:
		return int(m[2]), not m[1]
	if "float" in text or "double" in text or "128" in text:
		raise Unknown("float")
	return bits, "unsigned" not in text and text not in ("_Bool", "bool")


def is_select(ops, i):
	return [o[0] for o in ops[i:i + 3]] == ["bra", "swap", "drop"]


def evaluate(ops, frame):
	"""("memory" or "value", number), or ("parts", list), of operators [(name, [words])]."""
	m, skip_to = Machine(), 0
	for i, (op, words) in enumerate(ops):
		numbers = [int(w, 0) for w in words if re.fullmatch(r"-?(0x[0-9a-f]+|\d+)", w)]
		if i < skip_to:
			continue
		if op == "entry_value":
			inner = ops[i + 1]
			if not re.fullmatch(r"reg\d+", inner[0]):
				raise Unknown("entry_value")
			m.push(frame.entry(int(inner[0][3:])))
			skip_to = i + 2
		elif is_select(ops, i):
			if m.pop():
				m.pop()
			else:
				m.swap()
				m.pop()
			skip_to = i + 3
		elif re.fullmatch(r"lit\d+", op):
			m.push(int(op[3:]))
		elif op.startswith("const") and numbers and op != "const_type":
			m.push(numbers[0])
		elif op == "addr":
			m.push(int(words[0], 0))
		elif re.fullmatch(r"reg\d+", op):
			m.push(register(int(op[3:])))
			m.what = "value"
		elif re.fullmatch(r"breg\d+", op):
			m.push(register(int(op[4:])) + numbers[0])
		elif op == "fbreg":
			m.push(frame.cfa + numbers[0])
		elif op == "call_frame_cfa":
			m.push(frame.cfa)
		elif op == "plus_uconst":
			n, of = m.stack.pop()
			m.push(n + numbers[0], of)
		elif op in ("deref", "deref_size"):
			m.push(memory(m.pop(), numbers[0] if numbers else WORD))
		elif op == "deref_type":
			m.push(memory(m.pop(), numbers[-1]), type_named(words[:-1]))
		elif op in ("dup", "over", "pick"):
			m.pick(0 if op == "dup" else 1 if op == "over" else numbers[0])
		elif op == "drop":
			m.pop()
		elif op == "swap":
			m.swap()
		elif op == "rot":
			m.rotate()
		elif op in ("convert", "reinterpret"):
			m.convert(type_named(words))
		elif op in BINARY:
			m.binary(op)
		elif op in UNARY:
			n, of = m.stack.pop()
			m.push(UNARY[op](n), of)
		elif op == "stack_value":
			m.what = "value"
		elif op == "piece":
			m.part(numbers[0])
		elif op not in ("nop", "uninit"):
			raise Unknown(op)
	return m.result()


def operators(lines):
	"""Those of the lines that gdb shows of a "complex DWARF expression"."""
	ops = []
	for line in lines:
		m = re.match(r"\s+\d+: (?:DW_OP_)?(?:GNU_)?(\w+)\s*(.*)", line)
		if m:
			ops.append((m[1], m[2].split()))
	return ops


PIECE = re.compile(r"(?s)(.*?)(?:\[(\d+)-byte piece\]|an empty (\d+)-byte piece)(?:, and )?")


def located_pieces(text, frame):
	m = Machine()
	for found in PIECE.finditer(text):
		if not found[3]:
			lines = found[1].strip().split("\n")
			m.what, n = located(lines[0], lines[1:], frame)
			m.push(n)
		m.part(int(found[2] or found[3]))
	return m.result()


def located(text, lines, frame):
	"""The place that one description of gdb's means, the further lines of which follow it."""
	everything = "\n".join([text, *lines])
	if "-byte piece" in everything:
		return located_pieces(everything, frame)
	m = re.match(r"a variable in \$(\w+)$", text)
	if m:
		if number_of(m[1]) is None:
			raise Unknown("register " + m[1])
		return "value", register(number_of(m[1]))
	m = re.match(r"(?:the constant|a constant with value|constant) (-?\d+)", text)
	if m:
		return "value", int(m[1]) & LONGEST
	m = re.match(r"(?:in )?static storage at address (0x[0-9a-f]+)", text)
	if m:
		return "memory", int(m[1], 16)
	m = re.match(r"a variable at frame base reg \$(\w+) offset (-?\d+)(?:\+(-?\d+))?", text)
	if m:
		return "memory", register(number_of(m[1])) + int(m[2]) + int(m[3] or 0) & MASK
	if text.startswith("a complex DWARF expression") or \
	   text.startswith("a variable with complex DWARF expression"):
		return evaluate(operators(lines), frame)
	if "optimized out" in text:
		return "gone", 0
	raise Unknown(text)


def symbols(text):
	"""The symbols of "info scope": (name, [lines])."""
	found = []
	for line in text.splitlines():
		m = re.match(r"(?:Scope for [^:]*:\n?)?Symbol (\S+) is (.*)", line)
		if m:
			found.append((m[1], [m[2]]))
		elif found:
			found[-1][1].append(line)
	return found


def place(lines, pc, frame):
	"""Where a symbol of symbols() lies at an address."""
	if not lines[0].startswith("multi-location"):
		return located(re.sub(r", length \d+\.$", "", lines[0]), lines[1:], frame)
	for i, line in enumerate(lines):
		m = re.search(r"Range (0x[0-9a-f]+)-(0x[0-9a-f]+): (.*)", line)
		if m and int(m[1], 16) <= pc < int(m[2], 16):
			rest = lines[i + 1:]
			for n, other in enumerate(rest):
				if "Range 0x" in other:
					rest = rest[:n]
					break
			return located(m[3], rest, frame)
	return "gone", 0


def cut(where, size):
	"""A value has no more bytes than its variable."""
	return ("value", where[1] & (1 << 8 * size) - 1) if where[0] == "value" and size else where


def ours(words, pc):
	"""The place that the steps of debugdump mean."""
	m = Machine()
	m.what = words[0]
	if m.what in ("gone", "unreadable"):
		return m.what, 0
	for op, number in zip(words[1::2], map(int, words[2::2])):
		if op == "num" and not m.stack:
			m.stack.append((number & LONGEST, None))
		elif op == "num":
			m.push(number)
		elif op == "reg":
			m.push(register(number))
		elif op == "ip":
			m.push(pc)
		elif op == "pick":
			m.pick(number)
		elif op == "deref":
			m.push(memory(m.pop(), number), (8 * number, False) if number > WORD
			       else None)
		elif op == "type":
			m.convert((8 * (number & 0xff), bool(number & 0x100)) if number else None)
		elif op == "swap":
			m.swap()
		elif op == "rot":
			m.rotate()
		elif op == "drop":
			m.pop()
		elif op == "select":
			if m.pop():
				m.pop()
			else:
				m.swap()
				m.pop()
		elif op in ("memory", "value", "lost"):
			m.what = op
			m.part(number)
		elif op in UNARY:
			n, of = m.stack.pop()
			m.push(UNARY[op](n), of)
		else:
			m.binary(op)
	return m.result()
