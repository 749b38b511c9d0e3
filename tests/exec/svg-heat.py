# SPDX-License-Identifier: GPL-2.0-or-later
"""Compares the cells of heat maps with what is computed here from the events.  Run by svg-heat.sh."""
import math
import os
import random
import re
import subprocess
import xml.dom.minidom

from same import finish, same

VM = [os.environ["BUILD"] + "/tests/awlvm", "-1", "x86_64"]
SECOND = 1000000000


def percent(part, whole):
    p = part * 1000000 // whole
    return f"{p // 10000}.{p % 10000:04}%"


def pages(events, script):
    """{name of a chart: [its <svg>...]} after the events [(ns, comm, arg0, arg1)]."""
    lines = [f"# nsecs: {ns}\n# comm: {comm}\n# arg0: {a}\n# arg1: {b}\n# fire\n" for ns, comm, a, b in events]
    with open("s.awl", "w", encoding="utf-8") as f:
        f.write("".join(lines) + script)
    result = subprocess.run([*VM, "-q", "-o", "s.svg", "s.awl"], capture_output=True, encoding="utf-8", check=False)
    same(f"{script}: status and messages", (result.returncode, result.stderr), (0, ""))
    root = xml.dom.minidom.parse("s.svg").documentElement
    found, y = {}, 8
    for chart in (c for c in root.childNodes if c.nodeName == "svg"):
        same("a chart begins where the last one ends", int(chart.getAttribute("y")), y)
        y += int(chart.getAttribute("height"))
        found.setdefault(text_of(chart), []).append(chart)
    same("the height of the page", int(root.getAttribute("height")), y)
    return found


def text_of(node):
    return [c for c in node.childNodes if c.nodeName == "text"][0].firstChild.data


def rows_of(chart):
    """[(label, [(x, title, darkness)])]"""
    found = []
    for i, row in enumerate(c for c in chart.childNodes if c.nodeName == "svg"):
        label, cells = [c for c in row.childNodes if c.nodeName == "svg"]
        same("a row's place", int(row.getAttribute("y")), 24 + 18 * i)
        text = label.getElementsByTagName("text")[0].firstChild
        found.append((text.data if text else "", [
            (rect.getAttribute("x"), rect.getElementsByTagName("title")[0].firstChild.data,
             90 - int(re.search(r",([0-9]+)%\)", rect.getAttribute("style"))[1]))
            for rect in cells.getElementsByTagName("rect")]))
    return found


def below(chart):
    """The texts below the rows."""
    return [c.firstChild.data for c in chart.childNodes if c.nodeName == "text"][1:]


def sixteenths(n):
    log = n.bit_length() - 1
    return log * 16 + int((n / 2 ** log - 1) * 16)


def unit(n):
    for name in "KMG":
        if n < 1024 or n % 1024:
            break
        n //= 1024
        if n < 1024:
            return f"{n}{name}"
    return str(n)


def bucket(n):
    """The place of a bucket."""
    return -1 if n < 0 else n.bit_length()


def label_of(place):
    if place < 2:
        return ["[0]", "[1]", "(..., 0)"][place]
    return f"[{unit(1 << place - 1)}, {unit(1 << place)})"


def wanted(values, place, columns):
    """Rows of {key: [value...]}, with place(key) as the column.  A histogram has all buckets from
    its first to its last one."""
    counts = {}
    for key, numbers in values.items():
        buckets = [bucket(n) for n in numbers]
        for at in range(min(buckets), max(buckets) + 1):
            counts.setdefault(at, {})
        for n in numbers:
            counts[bucket(n)].setdefault(key, []).append(n)
    all_counts = [len(v) for row in counts.values() for v in row.values()]
    low, high = min(all_counts), max(all_counts)
    dark = lambda n: ((sixteenths(n) - sixteenths(low)) * 60 // (sixteenths(high) - sixteenths(low))
                      if high > low else 60)
    return [(label_of(at), [(percent(place(key), columns), f"{label_of(at)}, {key}: {len(found)}", dark(len(found)))
                            for key, found in sorted(row.items())])
            for at, row in sorted(counts.items(), reverse=True)], [f"light: {low}, dark: {high}"]


rng = random.Random(int(os.environ.get("SEED", "7")))
for case in range(6):
    # seconds of which many are missing; only every third
    step = rng.choice((1, 3, 10))
    seconds = sorted(rng.sample(range(1, 40), 12))
    events = [(SECOND * s * step, comm, rng.choice((-5, 0, 1, 2 ** rng.randrange(30) + 1, 700)), 0)
              for s in seconds for comm in ("a", "b") for _ in range(rng.randrange(1, 9))]
    got = pages(events, "kprobe:f { @[comm, nsecs / 1000000000] = hist((int64)arg0); }\n")
    for comm in "a", "b":
        values = {}
        for ns, who, n, _ in events:
            if who == comm:
                values.setdefault(ns // SECOND, []).append(n)
        first, gap = min(values), math.gcd(*(s - min(values) for s in values))
        rows, scale = wanted(values, lambda key: (key - first) // gap, (max(values) - first) // gap + 1)
        chart = got[f"@[{comm}]"][0]
        same(f"case {case} of {comm}", rows_of(chart), rows)
        same(f"case {case} of {comm}: below", below(chart), [str(first), *scale, str(max(values))])

# numbers too far apart for columns between them, and counts that are divided
far = [(SECOND, "a", 5, 300 ** (i // 2)) for i in range(16)]
got = pages(far, "kprobe:f { @[arg1] = hist(arg0); }\nEND { print(@, 0, 2); clear(@); }\n")
same("columns of numbers far apart", rows_of(got["@"][0]),
     [("[4, 8)", [(percent(i, 8), f"[4, 8), {300 ** i}: 1", 60) for i in range(8)])])
# seven histograms are not enough; eight of two names are four on each
seven = pages(far[:14], "kprobe:f { @[arg1] = hist(arg0); }\n")
same("seven histograms", sorted(seven), sorted(f"@[{300 ** i}]" for i in range(7)))
few = pages([(SECOND, "ab"[i % 2], 2 + i, i) for i in range(8)],
            "kprobe:f { @[comm, arg1] = hist(arg0); @s[arg1] = hist(arg0); @n[comm] = hist(arg0); }\n")
same("four on each", sorted(few), sorted([f"@[{'ab'[i % 2]}, {i}]" for i in range(8)] + ["@s", "@n[a]", "@n[b]"]))

# series: the last value of each interval, signed, with gaps, in order of the key
for values in ([-7, None, 3, 12, None, 0], [5, 6, None, 7, 1000000, 9]):
    at = [SECOND * (i + 1) for i in range(6)]
    events = [(ns, comm, n, 0) for comm in ("y", "x") for ns, n in zip(at, values) if n is not None
              and (comm == "x" or n > 2)]
    sign = "int64" if min(n for n in values if n is not None) < 0 else "uint64"
    got = pages(events, f"kprobe:f {{ @t[comm] = tseries(({sign})arg0, 1s, 10); }}\n")
    low, high = (f(n for _, _, n, _ in events) for f in (min, max))
    chart, = got["@t"]
    rows = rows_of(chart)
    same("the keys of series", [label for label, _ in rows], ["x", "y"])
    for comm, row in rows:
        mine = [(ns, n) for ns, who, n, _ in events if who == comm]
        same(f"series {values} of {comm}", [(x, re.sub("[0-9:]{8}", "TIME", title), dark) for x, title, dark in row],
             [(percent(ns // SECOND - 1, 6), f"{comm}, TIME: {n}", (n - low) * 60 // (high - low)) for ns, n in mine])
    same("its scale", below(chart)[1], f"light: {low}, dark: {high}")
    same("its times", [re.sub("[0-9]", "0", s) for s in below(chart)[::2]], ["0000-00-00 00:00:00", "00:00:00"])
many = pages([], "BEGIN { for ($i : 0..300) { @t[$i] = tseries($i, 1s, 2); } }\n")["@t"][0]
same("many series", (len(rows_of(many)), below(many)[-1]), (256, "and 44 more"))
finish()
