#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Writes tests/lib/layouts.h: random struct declarations, and where gcc puts their members on each
# architecture of TARGETS.  Nothing is run on the targets: offsets are read from the data sections
# of object files, a bitfield's place from an object in which only that field is all ones.  A place
# counts bits in the order of memory: on s390x, which is big-endian, from the highest one.
#
#	tests/lib/layouts.py >tests/lib/layouts.h
import random, struct, subprocess, tempfile

COUNT = 120
MAX = 512
# The name, the prefix of compiler and binutils, the order of bytes, options.
TARGETS = [("x86_64", "", "little"),
           ("aarch64", "aarch64-linux-gnu-", "little"),
           ("arm", "arm-linux-gnueabihf-", "little"),
           ("riscv64", "riscv64-linux-gnu-", "little"),
           ("s390x", "s390x-linux-gnu-", "big"),
           ("i386", "i686-linux-gnu-", "little"),
           ("ppc64le", "powerpc64le-linux-gnu-", "little"),
           ("riscv32", "riscv64-linux-gnu-", "little", "-march=rv32gc -mabi=ilp32d"),
           ("powerpc", "powerpc-linux-gnu-", "big"),
           ("mips", "mips-linux-gnu-", "big"),
           ("mipsel", "mipsel-linux-gnu-", "little"),
           ("mips64", "mips64-linux-gnuabi64-", "big"),
           ("mips64el", "mips64el-linux-gnuabi64-", "little")]
INTS = [("char", 8), ("unsigned char", 8), ("short", 16), ("u16", 16), ("int", 32),
        ("unsigned int", 32), ("u32", 32), ("long", 32), ("unsigned long", 32), ("u64", 64),
        ("long long", 64), ("s8", 8), ("bool", 1), ("size_t", 32), ("enum color", 32)]

class Decl:
    def __init__(self, i):
        self.name, self.n, self.leaves, self.bits = f"t{i}", 0, [], {}
        self.kind = "union" if random.random() < .12 else "struct"
        self.packed = random.random() < .2

    def fresh(self):
        self.n += 1
        return f"m{self.n}"

    def bitfield(self):
        t, w = random.choice(INTS)
        r = random.random()
        if r < .08:
            return f"{t} : 0;"
        w = random.randint(1, w)
        if self.packed and w > 50:
            w = 50      # else it may lie in nine bytes, which is refused
        if r < .18:
            return f"{t} : {w};"
        n = self.fresh()
        self.leaves.append(n)
        self.bits[n] = w
        return f"{t} {n} : {w};"

    def plain(self, done):
        n = self.fresh()
        self.leaves.append(n)
        r = random.random()
        if r < .15:
            return f"struct t0 *{n};"
        if r < .3 and done:
            d = random.choice(done)
            return f"{d.kind} {d.name} {n};"
        t = random.choice(INTS + [("float", 0), ("double", 0)])[0]
        if r < .5:
            return f"{t} {n}[{random.randint(1, 5)}];"
        if r < .55:
            return f"{t} {n}[2][3];"
        return f"{t} {n};"

    def fields(self, done, depth):
        out = []
        for _ in range(random.randint(1, 7)):
            r = random.random()
            if r < .12 and depth < 3:
                k = random.choice(["struct", "union"])
                inner = " ".join(self.fields(done, depth + 1))
                packed = self.packed
                out.append(f"{k} {{ {inner} }};")
            elif r < .5:
                out.append(self.bitfield())
            else:
                out.append(self.plain(done))
        return out

    def make(self, done):
        f = self.fields(done, 0)
        if not self.leaves or (self.kind == "struct" and random.random() < .1):
            n = self.fresh()
            self.leaves.append(n)
            f.append(f"char c{n}; u32 {n}[];" if self.kind == "struct" else f"u32 {n};")
        attr = " __attribute__((packed))" if self.packed else ""
        self.text = f"{self.kind} {self.name} {{ {' '.join(f)} }}{attr};"
        return self

PRE = """typedef signed char s8; typedef unsigned short u16; typedef unsigned int u32;
typedef unsigned long long u64; typedef _Bool bool; typedef __SIZE_TYPE__ size_t;
"""
ENUM = "enum color { RED = -1, GREEN };"

def measure(decls, cc, objcopy, order):
    keep = [] if cc.startswith("clang") else ["-fno-toplevel-reorder"]
    sign = "<" if order == "little" else ">"
    c = [PRE, ENUM]
    for d in decls:
        c.append(d.text)
        vals = [f"sizeof({d.kind} {d.name})", f"_Alignof({d.kind} {d.name})"]
        vals += [f"__builtin_offsetof({d.kind} {d.name}, {m})" for m in d.leaves
                 if m not in d.bits]
        c.append(f'__attribute__((section(".nums"), used, aligned(4))) const int n_{d.name}[] = '
                 f'{{ {", ".join(vals)} }};')
        for m in d.leaves:
            if m in d.bits:
                c.append(f'__attribute__((section(".bits"), used, aligned({MAX}))) const union {{ '
                         f'{d.kind} {d.name} s; char pad[{MAX}]; }} b_{d.name}_{m} = '
                         f'{{ .s = {{ .{m} = -1 }} }};')
    with tempfile.TemporaryDirectory() as tmp:
        with open(f"{tmp}/a.c", "w") as f:
            f.write("\n".join(c))
        subprocess.run([*cc.split(), "-w", "-c", *keep, "-o", f"{tmp}/a.o",
                        f"{tmp}/a.c"], check=True)
        for sec in "nums", "bits":
            subprocess.run([objcopy, "-O", "binary", "-j", "." + sec, f"{tmp}/a.o",
                            f"{tmp}/{sec}"], check=True)
        nums = open(f"{tmp}/nums", "rb").read()
        bits = open(f"{tmp}/bits", "rb").read()
    out, at, bat = [], 0, 0
    for d in decls:
        size, align = struct.unpack_from(sign + "2i", nums, at)
        at += 8
        assert size <= MAX, d.name
        rows = []
        for m in d.leaves:
            if m in d.bits:
                v = int.from_bytes(bits[bat:bat + MAX], order)
                bat += MAX
                first = (v & -v).bit_length() - 1
                assert v >> first == (1 << d.bits[m]) - 1, (cc, d.name, m, d.text, hex(v))
                if order == "big":
                    first = MAX * 8 - v.bit_length()
                rows.append((m, first, d.bits[m]))
            else:
                rows.append((m, struct.unpack_from(sign + "i", nums, at)[0] * 8, 0))
                at += 4
        out.append((size, align, rows))
    assert at == len(nums)
    return out

def declare():
    random.seed(20)
    decls = []
    for i in range(COUNT):
        small = [d for d in decls if len(d.text) < 150 and "[];" not in d.text]
        decls.append(Decl(i).make(small[-8:]))
    return decls

def main():
    decls = declare()
    results = [measure(decls, " ".join([prefix + "gcc", *options]), prefix + "objcopy", order)
               for _, prefix, order, *options in TARGETS]
    print("/* SPDX-License-Identifier: GPL-2.0-or-later */")
    print("/* layouts.h - generated by layouts.py: what gcc says. */")
    print("static const char *const layout_names[] = {\n\t" +
          ", ".join(f'"{target[0]}"' for target in TARGETS) + "\n};\n")
    print('static const char layout_source[] =\n\t"' + ENUM + '\\n"')
    print("\n".join(f'\t"{d.text}\\n"' for d in decls) + ";\n")
    print("/* size and align (member NULL), or bit position and width */")
    print(f"static const struct layout_row {{ const char *type, *member; u32 a[{len(TARGETS)}], "
          f"b[{len(TARGETS)}]; }} layout_rows[] = {{")
    fmt = lambda v: "{ " + ", ".join(map(str, v)) + " }"
    for i, d in enumerate(decls):
        r = [x[i] for x in results]
        print(f'\t{{ "{d.name}", NULL, {fmt([x[0] for x in r])}, {fmt([x[1] for x in r])} }},')
        for j, m in enumerate(d.leaves):
            print(f'\t{{ "{d.name}", "{m}", {fmt([x[2][j][1] for x in r])}, '
                  f'{fmt([x[2][j][2] for x in r])} }},')
    print("};")

if __name__ == "__main__":
    main()
