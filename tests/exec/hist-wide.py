# SPDX-License-Identifier: GPL-2.0-or-later
"""hist-wide.py - values around all powers of two, in histograms of all precisions.

    hist-wide.py script            prints the script
    hist-wide.py check <OUTPUT     each bucket must count the values between its bounds
"""
import re
import sys

HALF = 1 << 63
VALUES = sorted({v for k in range(64) for v in ((1 << k) - 1, 1 << k, (1 << k) + 1, 3 << k >> 1,
                                                5 << k >> 2) if v < 2 * HALF})
UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40, "P": 1 << 50, "E": 1 << 60}
HISTS = {**{f"u{b}": f"hist($v, {b})" for b in range(6)},
         **{f"s{b}": f"hist((int64)$v, {b})" for b in (0, 3, 5)},
         "k": "lhist($v, 0, 10240, 1024)", "m": f"lhist($v, 1048576, {9 << 20}, 2097152)",
         "odd": "lhist($v, 1, 5000, 333)", "neg": "lhist((int64)$v, -2048, 2048, 512)"}


def script():
    print("# kernel 0x5000:" + "".join(f" u64:{v:#x}" for v in VALUES))
    for i in range(len(VALUES)):
        print(f"# arg0: {0x5000 + 8 * i:#x}\n# fire")
    print("kprobe:f { $v = *(uint64 *)arg0;")
    for name, hist in HISTS.items():
        print(f"\t@{name} = {hist};")
    print("}")


def number(text):
    return int(text.rstrip("KMGTPE")) * UNITS[text.lstrip("-0123456789")]


def check():
    total, bad, name = {}, 0, None
    for line in sys.stdin:
        m = re.match(r"@(\w+):$", line)
        name = m[1] if m else name
        m = re.match(r"[\[(](\.\.\.|[-\w]+)(?:, (\.\.\.|[-\w]+))?([\])]) +(\d+) \|", line)
        if not m:
            continue
        values = [v - 2 * HALF if v >= HALF else v for v in VALUES] \
            if name == "neg" or name[0] == "s" else VALUES
        lo = -HALF if m[1] == "..." else number(m[1])
        hi = 2 * HALF if m[2] == "..." else number(m[2]) if m[2] else lo + 1
        if m[2] and m[2] != "..." and m[3] == "]":
            hi += 1
        want = sum(lo <= v < hi for v in values)
        total[name] = total.get(name, 0) + int(m[4])
        if want != int(m[4]):
            print(f"@{name}: {line.rstrip()}: want {want}")
            bad = 1
    for name in HISTS:
        if total.get(name) != len(VALUES):
            print(f"@{name}: {total.get(name)} of {len(VALUES)} values")
            bad = 1
    return bad


sys.exit(script() if sys.argv[1] == "script" else check())
