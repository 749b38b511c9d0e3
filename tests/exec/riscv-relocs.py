# SPDX-License-Identifier: GPL-2.0-or-later
"""riscv-relocs.py FILE - rewrites line tables of a riscv64 object with relocations of newer compilers.

An advance of the address is an opcode with two bytes, which two relocations fill in: one adds a
place, one subtracts another.  The same advance is written in three more ways, in turn:

    advance_pc, a ULEB128 of two bytes		R_RISCV_SET_ULEB128, R_RISCV_SUB_ULEB128
    advance_pc, one byte; set_basic_block	R_RISCV_SET6, R_RISCV_SUB6, below 64
    fixed_advance_pc				R_RISCV_SET16, R_RISCV_SUB16

Prints how many there are of each.
"""
import collections
import struct
import sys

ADD16, SUB16 = 34, 38
WAYS = [("uleb128", 60, 61, b"\x02\x80\x00"), ("6", 53, 52, b"\x02\x00\x07"),
        ("16", 55, 38, b"\x09\x00\x00")]

with open(sys.argv[1], "rb") as f:
    data = bytearray(f.read())
shoff, = struct.unpack_from("<Q", data, 40)
shentsize, shnum, shstrndx = struct.unpack_from("<3H", data, 58)
headers = [struct.unpack_from("<IIQQQQIIQQ", data, shoff + i * shentsize) for i in range(shnum)]
names = headers[shstrndx][4]


def header(name):
    return next(h for h in headers if data[names + h[0]:].split(b"\0", 1)[0] == name)


lines, relocs = header(b".debug_line"), header(b".rela.debug_line")
symbols = headers[relocs[6]][4]
done, way, before = collections.Counter(), 0, None
for at in range(relocs[4], relocs[4] + relocs[5], 24):
    off, info, addend = struct.unpack_from("<QQq", data, at)
    value = struct.unpack_from("<Q", data, symbols + (info >> 32) * 24 + 8)[0] + addend
    if info & 0xffffffff == SUB16 and before and before[0] == off:
        place = lines[4] + off - 1
        while WAYS[way][0] == "6" and before[1] - value >= 64:
            way = (way + 1) % 3
        name, first, second, code = WAYS[way]
        assert data[place] == 9
        data[place:place + 3] = code
        struct.pack_into("<I", data, at - 24 + 8, first)
        struct.pack_into("<I", data, at + 8, second)
        done[name] += 1
        way = (way + 1) % 3
    before = (off, value) if info & 0xffffffff == ADD16 else None
with open(sys.argv[1], "wb") as f:
    f.write(data)
print(*(f"{n} of {name}" for name, n in done.items()))
