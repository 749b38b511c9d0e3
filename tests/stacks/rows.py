#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Compare tables for unwinding with what readelf reads of the same files.

	tests/stacks/rows.py UNWINDDUMP [-m MOST] FILE...
	tests/stacks/rows.py UNWINDDUMP -c FILE STRIPPED

Every row of readelf's --debug-dump=frames-interp must be the same in awl's table, and code that no
entry describes must be unknown there.  Expressions are taken from --debug-dump=frames.  A rule that
a table can't hold must be unknown; their number is printed.  MOST: the kilobytes of the
largest file; larger ones are left out.

-c: of arm, where awl reads the code itself.  STRIPPED is a copy of FILE without the entries.  At 99
of 100 places in code the rule must be the same, and at 999 of 1,000 it must not be a wrong one.
"""
import bisect
import os
import re
import subprocess
import sys

NAMES = {
    "Advanced Micro Devices X86-64": ("rsp", "rbp", None),
    "Intel 80386": ("esp", "ebp", None),
    "AArch64": ("sp", "x29", None),
    "ARM": ("r13", "r11", "r7"),
    "RISC-V": ("sp", "s0", None),
    "MIPS R3000": ("r29", "r30", None),
    "PowerPC": ("r1", "r31", None),
    "PowerPC64": ("r1", "r31", None),
    "IBM S/390": ("r15", "r11", None),
}
ENTRY = re.compile(r"^[0-9a-f]+ [0-9a-f]+ [0-9a-f]+ FDE cie=([0-9a-f]+) pc=([0-9a-f]+)\.\.([0-9a-f]+)")
COMMON = re.compile(r"^([0-9a-f]+) [0-9a-f]+ [0-9a-f]+ CIE ")
EXPRESSION = re.compile(r"DW_CFA_(def_cfa_)?expression:? (?:r(\d+) \(\w+\) )?\((.*)\)$")


def run(*words):
    """What a command prints.  readelf fails where it misses separate debug files."""
    return subprocess.run(words, check=False, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          encoding="utf-8", errors="replace").stdout.splitlines()


def machine(path):
    for line in run("readelf", "-h", path):
        if line.strip().startswith("Machine:"):
            return line.split(":", 1)[1].strip()
    return None


def expressions(path):
    """The expressions of each entry, by its first address."""
    out, now = {}, set()
    for line in run("readelf", "--debug-dump=frames", path):
        m = ENTRY.match(line)
        if m:
            now = out.setdefault(int(m.group(2), 16), set())
            continue
        m = EXPRESSION.search(line)
        if m:
            now.add((m.group(2), m.group(3)))
    return out


class Reader:
    """Turns the words of readelf into those of unwinddump."""

    def __init__(self, names, path):
        self.sp, self.fp, self.fp2 = names
        # awl's rules count from the caller's stack pointer, which is 160 bytes lower on s390x
        self.above = 160 if self.sp == "r15" else 0
        self.bases = {self.sp: "sp", self.fp: "fp"}
        if self.fp2:
            self.bases[self.fp2] = "fp2"
        self.expressions = expressions(path)
        self.odd = 0

    def sum(self, text):
        """The value of an expression, where it is a register and a number or a word there."""
        m = re.match(r"DW_OP_breg\d+ \((\w+)\): (-?\d+)((?:; .*)?)$", text)
        if not m:
            return None
        place = "%s%+d" % (self.bases.get(m.group(1), "reg"), int(m.group(2)))
        rest = m.group(3).lstrip("; ")
        if not rest:
            return place
        m2 = re.match(r"DW_OP_deref(?:; DW_OP_plus_uconst: (\d+))?$", rest)
        if m2:
            return "*(%s)%+d" % (place, int(m2.group(1) or 0))
        m2 = re.match(r"DW_OP_breg16 \(rip\): 0; DW_OP_lit15; DW_OP_and; DW_OP_lit(\d+); "
                      r"DW_OP_ge; DW_OP_lit3; DW_OP_shl; DW_OP_plus$", rest)
        return "plt%+d,%s" % (int(m.group(2)), m2.group(1)) if m2 else None

    def cfa(self, word, entry):
        if word == "exp":
            return {self.sum(x) for r, x in self.expressions.get(entry, ()) if r is None}
        m = re.match(r"(\w+?)([+-]\d+)$", word)
        if self.fp == "r31" and m.group(1) == "r31":    # POWER: the word at sp instead
            return {"*(sp+0)+0"}
        return {"%s%+d" % (self.bases.get(m.group(1), "reg"), int(m.group(2)) - self.above)}

    def reg(self, name, word, entry):
        """Possible words for where a register is."""
        if word in ("u", "s", None):
            return {""}
        if name == "ra" and re.match(r"r\d+$", word):
            return {" ra=reg" + word[1:]}
        if re.match(r"c[+-]\d+$", word):
            return {" %s=c%+d" % (name, int(word[1:]) + self.above)}
        if word == "exp":
            sums = {self.sum(x) for r, x in self.expressions.get(entry, ()) if r is not None}
            return {" %s=%s" % (name, x) if x and x[0] in "sf" else "" for x in sums}
        return {""}

    def row(self, columns, words, entry):
        """The set of rules that mean the same as a row of readelf."""
        row = dict(zip(columns, words))
        ra = row.get("ra")
        if ra == "u" and self.sp == "rsp":
            return {"end"}
        cfas = self.cfa(row["CFA"], entry)
        # on POWER the return address may be in another register
        known = r"c[+-]|u|s|exp|r\d+$" if self.fp == "r31" else r"c[+-]|u|s|exp"
        if None in cfas or (ra and not re.match(known, ra)):
            self.odd += 1
            cfas = (cfas - {None}) | {"none"}
        out = set()
        for c in cfas:
            if c == "none":
                out.add(c)
                continue
            for f in self.reg("fp", row.get(self.fp), entry):
                for g in self.reg("fp2", row.get(self.fp2), entry):
                    for r in self.reg("ra", ra, entry):
                        out.add(c + f + g + r)
        if ra == "u":
            out.add("end")
        return out


def read_rows(path, reader):
    """[(from, to, rules)] of all entries."""
    out, commons, columns, entry, common = [], {}, [], None, None

    def finish():
        if entry:
            if not rows:
                rows.append((entry[0], commons[entry[2]]))
            for i, (at, rules) in enumerate(rows):
                end = rows[i + 1][0] if i + 1 < len(rows) else entry[1]
                if at < end <= entry[1]:
                    out.append((at, end, rules))

    rows = []
    for line in run("readelf", "--debug-dump=frames-interp", path):
        m, c = ENTRY.match(line), COMMON.match(line)
        if m or c:
            finish()
            rows, entry, common = [], None, None
            if m:
                entry = (int(m.group(2), 16), int(m.group(3), 16), int(m.group(1), 16))
            else:
                common = int(c.group(1), 16)
        elif line.strip().startswith("LOC"):
            columns = line.split()
        elif re.match(r"[0-9a-f]{8,16} ", line) and "ZERO" not in line:
            words = re.sub(r"\br\d+ \(\w+\)", "elsewhere", line).split()
            rules = reader.row(columns[1:], words[1:], entry[0] if entry else None)
            if entry:
                rows.append((int(words[0], 16), rules))
            else:
                commons[common] = rules
    finish()
    return sorted(out, key=lambda r: r[0])


def normal(rule):
    return re.sub(r"(^|\()reg\d+", r"\1reg", rule.replace(" signal", ""))


def compare(dump, path):
    names = NAMES.get(machine(path))
    if not names:
        print("%s: not compared: %s" % (path, machine(path)))
        return True
    reader = Reader(names, path)
    theirs = read_rows(path, reader)
    ours = [line.split(" ", 1) for line in run(dump, path)]
    places = [int(at, 16) for at, rule in ours]
    rules = [normal(rule) for at, rule in ours]
    known = {at for at, to, wanted in theirs}
    for i, (at, rule) in enumerate(ours):       # awl knows the code that handlers return to
        if rule.endswith(" signal") and places[i] not in known:
            theirs.append((places[i], places[i + 1], {rules[i]}))
    theirs.sort(key=lambda r: r[0])
    bad, end = 0, None

    def check(at, to, wanted):
        nonlocal bad
        i = bisect.bisect_right(places, at) - 1
        while i < len(places) and (i < 0 or places[i] < to):
            got = rules[i] if i >= 0 else "none"
            if got not in wanted:
                bad += 1
                if bad <= 5:
                    print("  %#x: %s, readelf has %s" % (at, got, " or ".join(sorted(wanted))))
            i += 1

    for at, to, wanted in theirs:
        if end is not None and (end + 15) // 16 * 16 < at:
            check(end, at, {"none"})
        check(at, to, wanted)
        end = max(to, end or 0)
    print("%s: %u rows, %u in the table, %u that it can't hold, %u differ" %
          (path, len(theirs), len(ours), reader.odd, bad))
    return not bad and len(theirs) > 0


def code_marks(path):
    """Where code and data begin, by the mapping symbols of arm."""
    marks = []
    for line in run("readelf", "-sW", path):
        words = line.split()
        if len(words) > 7 and re.match(r"\$[atd](\.|$)", words[7]):
            marks.append((int(words[1], 16), words[7][1]))
    marks.sort()
    return [at for at, kind in marks], [kind for at, kind in marks]


def compare_code(dump, path, stripped):
    theirs = read_rows(path, Reader(NAMES["ARM"], path))
    ours = [line.split(" ", 1) for line in run(dump, stripped)]
    places = [int(at, 16) for at, rule in ours]
    marks, kinds = code_marks(path)
    same = unknown = wrong = 0
    for start, end, wanted in theirs:
        for at in range(start, end, 2):
            k, i = bisect.bisect_right(marks, at) - 1, bisect.bisect_right(places, at) - 1
            if k >= 0 and kinds[k] == "d":
                continue
            got = ours[i][1] if i >= 0 else "none"
            same += got in wanted
            unknown += got == "none" and got not in wanted
            wrong += got != "none" and got not in wanted
    total = same + unknown + wrong
    print("%s: %d places in code, %d are unknown, %d differ" % (stripped, total, unknown, wrong))
    return total and same * 100 >= total * 99 and wrong * 1000 <= total


def main():
    dump, files, most = sys.argv[1], sys.argv[2:], None
    if files[0] == "-c":
        return not compare_code(dump, files[1], files[2])
    if files[0] == "-m":
        most, files = int(files[1]) * 1024, files[2:]
    rc = 0
    for path in files:
        if os.path.exists(path) and (not most or os.path.getsize(path) <= most):
            rc |= not compare(dump, path)
    return rc


sys.exit(main())
