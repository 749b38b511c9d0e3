# SPDX-License-Identifier: GPL-2.0-or-later
"""usdt-args.py - makes programs with one static probe and a script that prints its arguments.

    usdt-args.py MACHINE PROGRAM SCRIPT >EXPECTED

The note of a static probe (https://sourceware.org/systemtap/wiki/UserSpaceProbeImplementation) says
where each argument is, as SIZE@OPERAND in the assembler's syntax; the size of a signed one is
negative.  Here each operand has a function that computes its value from the registers and memory.
"""
import struct
import sys

HIGH = 0x9182838485868788       # every byte differs and has its highest bit set
MEMORY = bytes((i * 37 + 129) % 256 for i in range(512))
AT = 0x10000                    # the address of MEMORY
IS_BIG = sys.argv[1] in ("mips", "s390x")
MIPS = (8, 4, {"a0": 0x91828384, "a1": 0xa1a2a3a4, "t8": AT + 0x80, "fp": AT + 0x100,
               "sp": AT + 8}, [
    (4, "$4", 0x91828384), (-4, "$4", 0x91828384), (2, "$4", 0x8384), (-2, "$4", 0x8384),
    (1, "$4", 0x84), (-1, "$4", 0x84),
    (8, "$4", 0x91828384a1a2a3a4 if IS_BIG else 0xa1a2a3a491828384),
    (-4, "-3", -3), (4, "9", 9), (1, "-2", 0xfe), (4, "-8($fp)", ("at", AT + 0xf8)),
    (-2, "6($sp)", ("at", AT + 14)), (-8, "8($29)", ("at", AT + 16)),
    (1, "($24)", ("at", AT + 0x80)), (-1, "1($24)", ("at", AT + 0x81))])


def signed(v, size):
    v &= (1 << size * 8) - 1
    return v - (1 << size * 8) if v >> size * 8 - 1 else v


def memory(addr, size):
    return int.from_bytes(MEMORY[addr - AT:addr - AT + size], "big" if IS_BIG else "little")


def pack(form, *values):
    return struct.pack((">" if IS_BIG else "<") + form, *values)


# name: (ELF machine, bytes of a word, registers, operands: (size, text, value or address))
# An operand whose third item is a pair ("at", address) is in memory.
MACHINES = {
    "x86_64": (62, 8, {"ax": HIGH, "bx": AT + 0x80, "cx": 5, "r9": HIGH ^ 0x4040, "bp": AT + 0x100,
                       "sp": AT + 8, "dx": -3, "r12": AT + 0x40, "si": 0xfffffffd}, [
        (8, "%rax", HIGH), (-8, "%rax", HIGH), (4, "%eax", HIGH), (-4, "%eax", HIGH),
        (2, "%ax", HIGH), (-2, "%ax", HIGH), (1, "%al", HIGH), (-1, "%al", HIGH),
        (1, "%ah", HIGH >> 8), (-1, "%ah", HIGH >> 8), (-4, "%r9d", HIGH ^ 0x4040),
        (1, "%r9b", HIGH ^ 0x4040), (-4, "$-5", -5), (2, "$-1", 0xffff), (8, "$7", 7),
        (8, "-16(%rbp)", ("at", AT + 0xf0)), (-4, "12(%rsp)", ("at", AT + 20)),
        (4, "(%rbx,%rcx,4)", ("at", AT + 0x80 + 20)), (-2, "-6(%rbx,%rcx,2)", ("at", AT + 0x84)),
        (-1, "3(%rbx,%rcx)", ("at", AT + 0x88)), (8, "(%rbx,%rdx,8)", ("at", AT + 0x80 - 24)),
        (-2, "(%r12)", ("at", AT + 0x40)), (-1, "8(%ebx,%esi,2)", ("at", AT + 0x82))]),
    "aarch64": (183, 8, {"x0": HIGH, "x1": AT + 0x80, "x2": 0x700000003, "x3": 0xfffffffe, "x4": 6,
                         "sp": AT + 0x100, "x29": AT + 0xa0}, [
        (8, "x0", HIGH), (-8, "x0", HIGH), (4, "w0", HIGH), (-4, "w0", HIGH), (2, "w0", HIGH),
        (-2, "w0", HIGH), (-1, "w0", HIGH), (1, "w0", HIGH), (-4, "-7", -7), (4, "-7", -7),
        (4, "wzr", 0), (8, "xzr", 0), (-8, "[sp, 16]", ("at", AT + 0x110)),
        (4, "[x29, -4]", ("at", AT + 0x9c)), (-2, "[sp]", ("at", AT + 0x100)),
        (4, "[x1, w2, uxtw 2]", ("at", AT + 0x80 + 12)),
        (-4, "[x1, w3, sxtw 3]", ("at", AT + 0x80 - 16)), (2, "[x1, w3, sxtw]", ("at", AT + 0x7e)),
        (8, "[x1, x4, lsl 3]", ("at", AT + 0x80 + 48)), (-1, "[x1, x4]", ("at", AT + 0x86))]),
    "arm": (40, 4, {"r0": 0x91828384, "r1": 0xa1a2a3a4, "r2": 0x71727374, "r3": 0xb1b2b3b4,
                    "r4": AT + 0x80, "r5": 5, "r7": 0xfffffffd, "r11": AT + 0x100, "r12": AT + 0x40,
                    "sp": AT + 8}, [
        (4, "r0", 0x91828384), (-4, "r0", 0x91828384), (2, "r0", 0x8384), (-2, "r0", 0x8384),
        (1, "r0", 0x84), (-1, "r0", 0x84), (8, "r0", 0xa1a2a3a491828384),
        (-8, "r2", 0xb1b2b3b471727374), (-4, "#-3", -3), (4, "#9", 9), (1, "#-2", 0xfe),
        (4, "[r11, #-8]", ("at", AT + 0xf8)), (-2, "[sp, #6]", ("at", AT + 14)),
        (8, "[r11]", ("at", AT + 0x100)), (-8, "[sp, #8]", ("at", AT + 16)),
        (-4, "[r4, r5, lsl #2]", ("at", AT + 0x80 + 20)), (1, "[r4, r5]", ("at", AT + 0x85)),
        (2, "[r4, r7, lsl #1]", ("at", AT + 0x7a)), (-1, "[r7, #%d]" % (AT + 11), ("at", AT + 8)),
        (-1, "[ip, #1]", ("at", AT + 0x41))]),
    "i386": (3, 4, {"ax": 0x91828384, "bx": AT + 0x80, "cx": 5, "bp": AT + 0x100, "sp": AT + 8,
                    "dx": 0xfffffffd, "si": 0xa1a2a3a4}, [
        (4, "%eax", 0x91828384), (-4, "%eax", 0x91828384), (2, "%ax", 0x8384),
        (-2, "%ax", 0x8384), (1, "%al", 0x84), (-1, "%al", 0x84), (-1, "%ah", 0x83),
        (-2, "%si", 0xa3a4), (-4, "$-5", -5), (1, "$-2", 0xfe), (4, "-16(%ebp)", ("at", AT + 0xf0)),
        (-8, "12(%esp)", ("at", AT + 20)), (-2, "-6(%ebx,%ecx,2)", ("at", AT + 0x84)),
        (1, "(%ebx,%edx)", ("at", AT + 0x7d))]),
    "riscv64": (243, 8, {"a0": HIGH, "a5": HIGH ^ 0x4040, "s0": AT + 0x100, "sp": AT + 8,
                         "t3": AT + 0x80}, [
        (8, "a0", HIGH), (-8, "a0", HIGH), (4, "a0", HIGH), (-4, "a0", HIGH),
        (2, "a5", HIGH ^ 0x4040), (-2, "a0", HIGH), (1, "a0", HIGH), (-1, "a5", HIGH ^ 0x4040),
        (-4, "-7", -7), (8, "5", 5), (1, "-2", 0xfe), (8, "-24(s0)", ("at", AT + 0xe8)),
        (-4, "-28(s0)", ("at", AT + 0xe4)),
        (-2, "6(sp)", ("at", AT + 14)), (-1, "0(t3)", ("at", AT + 0x80))]),
    "s390x": (22, 8, {"r2": HIGH, "r9": HIGH ^ 0x4040, "r11": AT + 8, "r15": AT + 0x10,
                      "r1": AT + 0x80, "r3": 6}, [
        (8, "%r2", HIGH), (-8, "%r2", HIGH), (4, "%r9", HIGH ^ 0x4040), (-4, "%r2", HIGH),
        (2, "%r2", HIGH), (-2, "%r2", HIGH), (1, "%r9", HIGH ^ 0x4040), (-1, "%r2", HIGH),
        (-4, "-7", -7), (8, "5", 5), (8, "184(%r11)", ("at", AT + 192)),
        (-4, "180(%r11)", ("at", AT + 188)), (-2, "160(%r15)", ("at", AT + 176)),
        (1, "179(%r11)", ("at", AT + 187)), (-1, "3(%r3,%r1)", ("at", AT + 0x89))]),
    "ppc64le": (21, 8, {"r3": HIGH, "r9": HIGH ^ 0x4040, "r31": AT + 0x80, "r1": AT + 8}, [
        (8, "3", HIGH), (-8, "3", HIGH), (4, "9", HIGH ^ 0x4040), (-4, "%r3", HIGH), (2, "3", HIGH),
        (-2, "r3", HIGH), (1, "9", HIGH ^ 0x4040), (-1, "3", HIGH), (-4, "i-7", -7), (8, "i5", 5),
        (8, "32(31)", ("at", AT + 0xa0)), (-4, "40(31)", ("at", AT + 0xa8)),
        (-2, "-6(%r31)", ("at", AT + 0x7a)), (1, "6(1)", ("at", AT + 14))]),
    "loongarch64": (258, 8, {"a0": HIGH, "t0": HIGH ^ 0x4040, "fp": AT + 0x100, "sp": AT + 8}, [
        (8, "$r4", HIGH), (-4, "$r4", HIGH), (2, "$r12", HIGH ^ 0x4040), (-1, "$r4", HIGH),
        (-4, "-7", -7), (8, "5", 5), (8, "$r22,-24", ("at", AT + 0xe8)),
        (-4, "$r22,-28", ("at", AT + 0xe4)), (-2, "$r3,6", ("at", AT + 14))]),
    "mips": MIPS, "mipsel": MIPS,
}
CODE, BASE = 1024, 0x400000     # code in the file and in memory


def program(machine, word, args):
    """An ELF file with code and the section .note.stapsdt."""
    names = b"\0.note.stapsdt\0.shstrtab\0"
    text = b"app\0probe\0" + args.encode() + b"\0"
    places = pack("3Q" if word == 8 else "3I", BASE + CODE + 4, 0, 0)
    note = pack("3I", 8, len(places) + len(text), 3) + b"stapsdt\0" + places + text
    note += bytes(-len(note) % 4)
    ident = b"\x7fELF" + bytes([word // 4, 2 if IS_BIG else 1, 1]).ljust(12, b"\0")
    at = CODE + 64
    sections = [(0, 0, 0, 0), (1, 7, at, len(note)), (15, 3, at + len(note), len(names))]
    table = at + len(note) + len(names)
    if word == 8:
        head = ident + pack("HHIQQQIHHHHHH", 2, machine, 1, BASE, 64, table, 0, 64, 56, 1,
                                   64, 3, 2)
        head += pack("IIQQQQQQ", 1, 5, 0, BASE, BASE, at, at, 4096)
        shdrs = [pack("IIQQQQIIQQ", n, t, 0, 0, o, s, 0, 0, 4, 0) for n, t, o, s in sections]
    else:
        head = ident + pack("HHIIIIIHHHHHH", 2, machine, 1, BASE, 52, table, 0, 52, 32, 1,
                                   40, 3, 2)
        head += pack("8I", 1, 0, BASE, BASE, at, at, 5, 4096)
        shdrs = [pack("10I", n, t, 0, 0, o, s, 0, 0, 4, 0) for n, t, o, s in sections]
    code = b"\x90" * 64 if machine == 62 else bytes(64)
    return head.ljust(CODE, b"\0") + code + note + names + b"".join(shdrs)


def value_of(size, place):
    bits = memory(place[1], abs(size)) if isinstance(place, tuple) else place
    return signed(bits, -size) if size < 0 else bits & (1 << size * 8) - 1


def main():
    machine, word, regs, operands = MACHINES[sys.argv[1]]
    args = " ".join(f"{size}@{text}" for size, text, _ in operands)
    with open(sys.argv[2], "wb") as f:
        f.write(program(machine, word, args))
    with open(sys.argv[3], "w", encoding="ascii") as f:
        for name, v in regs.items():
            print(f"# reg {name}: {v}", file=f)
        print(f"# user {AT:#x}: " + " ".join(f"u8:{b}" for b in MEMORY), file=f)
        print("# fire usdt:*", file=f)
        for i, (size, _, _) in enumerate(operands):
            cast = "(int64)" if size < 0 else "(uint64)"
            print(f"usdt:{sys.argv[2]}:probe {{ print({cast}arg{i}); }}", file=f)
    for size, _, place in operands:
        print(value_of(size, place))


main()
