# SPDX-License-Identifier: GPL-2.0-or-later
"""Checks the places of everything on the pages of svg.sh.  A chart has a title line, rows of 18
pixels, and a margin of 10.  The width of a frame is its share, and callees are above callers."""
import re
import xml.dom.minidom

from same import finish, same

ROW = 18


def percent(part, whole):
    """Rounded down to four digits."""
    p = part * 1000000 // whole if whole else 0
    return f"{p // 10000}.{p % 10000:04}%"


def children(node, name):
    return [c for c in node.childNodes if c.nodeName == name]


def words(node):
    return node.firstChild.data if node.firstChild else ""


class Page:
    def __init__(self, name):
        with open(name + ".svg", encoding="utf-8") as f:
            self.root = xml.dom.minidom.parseString(f.read().encode()).documentElement
        self.name, self.charts, y = name, {}, 8
        for c in children(self.root, "svg"):
            same(name + ": a chart begins where the last one ends", int(c.getAttribute("y")), y)
            y += int(c.getAttribute("height"))
            self.charts.setdefault(words(children(c, "text")[0]), []).append(c)
        same(name + ": height of the page", self.root.getAttribute("height"), f"{y:07}")
        same(name + ": one script", len(children(self.root, "script")), 1)

    def chart(self, name, kind, height):
        c = self.charts[name].pop(0)
        same(f"{self.name} {name}: kind", c.getAttribute("class"), kind)
        same(f"{self.name} {name}: height", int(c.getAttribute("height")), height)
        return c

    def end(self):
        same(self.name + ": other charts", [n for n, left in self.charts.items() if left], [])


# ---- flame graphs ----

def frames_of(stacks, least):
    """[(depth, x, n, name)] of {(frame, ...): n}, in the order of the page."""
    found = []

    def put(group, depth, x):
        names = sorted({s[depth - 1] for s in group if len(s) >= depth})
        for name in names:
            part = {s: n for s, n in group.items() if len(s) >= depth and s[depth - 1] == name}
            n = sum(part.values())
            if n >= least:
                found.append((depth, x, n, name))
                put(part, depth + 1, x)
            x += n

    total = sum(stacks.values())
    found.append((0, 0, total, "all"))
    put(stacks, 1, 0)
    return found, total


def colour(name):
    """A warm color, with hues from 8 to 51, for what is not the kernel's; else blue, 190 to 233."""
    h = 0
    first = 190 if re.match("[a-z_]+[a-z]", name) and name != "all" else 8
    for b in name.encode():
        h = (h * 31 + b) % 2 ** 32
    return f"hsl({first + h % 44},{65 + h // 44 % 25}%,{62 + h // 1100 % 12}%)"


def check_flame(page, name, stacks, least=0):
    want, total = frames_of(stacks, least)
    deepest = max(map(len, stacks))
    chart = page.chart(name, "f", 26 + (deepest + 1) * ROW + 10)
    got = []
    for f in children(chart, "svg"):
        title, rect, label = (children(f, n)[0] for n in ("title", "rect", "text"))
        got.append((int(f.getAttribute("y")), f.getAttribute("x"), f.getAttribute("width"),
                    words(title), words(label)))
        same(name + ": height of a frame", f.getAttribute("height"), str(ROW - 1))
        same(name + ": colour of " + words(label), rect.getAttribute("fill"), colour(words(label)))
        same(name + ": all of it", (rect.getAttribute("width"), rect.getAttribute("height")),
             ("100%", "100%"))
    same(name + ": frames", got,
         [(26 + (deepest - depth) * ROW, percent(x, total), percent(n, total),
           f"{text}: {n}, {percent(n, total)}", text) for depth, x, n, text in want])


SYS, OPEN, READ, WRITE = "__x64_sys_openat", "do_sys_openat2", "vfs_read", "vfs_write"
page = Page("stacks")
check_flame(page, "@s", {("0", SYS, OPEN, READ): 7, ("0", SYS, OPEN, WRITE): 2,
                         ("0", SYS, OPEN): 3, ("1", WRITE, READ): 5, ("0", SYS): 3})
check_flame(page, "@few", {(WRITE, READ): 5})
page.end()
page = Page("thin")
check_flame(page, "@wide", {(READ,): 9999, (WRITE,): 1}, 1)
check_flame(page, "@thin", {(READ,): 20001, (WRITE,): 1}, 2)
page.end()


# ---- bars ----

def check_bars(page, name, rows, most, more=0):
    """rows: (label, text, value)"""
    chart = page.chart(name, "b", 24 + (len(rows) + (more > 0)) * ROW + 10)
    got = []
    for b in children(chart, "svg"):
        label, bar = children(b, "svg")
        rect, text = children(bar, "rect")[0], children(bar, "text")[0]
        title = words(children(b, "title")[0])
        same(name + ": title", title, f"{words(children(label, 'text')[0])}: {words(text)}")
        same(name + ": the text follows the bar", text.getAttribute("x"), rect.getAttribute("width"))
        same(name + ": height of a bar", b.getAttribute("height"), str(ROW))
        got.append((int(b.getAttribute("y")), words(children(label, "text")[0]), words(text),
                    rect.getAttribute("width")))
    same(name + ": bars", got, [(24 + i * ROW, label, text, percent(value, most))
                                for i, (label, text, value) in enumerate(rows)])
    last = children(chart, "text")[1:]
    same(name + ": more", [(t.getAttribute("y"), words(t)) for t in last],
         [(str(24 + len(rows) * ROW + 13), f"and {more} more")] if more else [])


page = Page("bars")
args = [25000, 16000, 9000, 4000, 1000]
check_bars(page, "@b", [(f"{n}, test", str(n // 1000), n // 1000) for n in args], 25)
# 1000, 4000, 9000, 16000 and 25000, halved and rounded down
check_bars(page, "@h", [(f"[{a}, {b})", str(n), n) for a, b, n in
                        (("512", "1K", 0), ("1K", "2K", 0), ("2K", "4K", 0), ("4K", "8K", 0),
                         ("8K", "16K", 1), ("16K", "32K", 0))], 1)
check_bars(page, "@st", [(str(n), f"{{ .count = 1, .average = {n}, .total = {n} }}", n)
                         for n in args[:2]], 25000)
check_bars(page, "@l[test]", [("[0, 5000)", "2", 2), ("[5000, 10000)", "1", 1),
                              ("[10000, ...)", "2", 2)], 2)
check_bars(page, "@one", [("", "5", 5)], 5)
check_bars(page, "@t", [("a<b& \u00e9\u0080", "55000", 55000)], 55000)
check_bars(page, "@zero", [("1", "0", 0)], 0)
page.end()
page = Page("many")
check_bars(page, "@many", [(str(n), str(n), n) for n in range(300, 44, -1)], 300, 44)
page.end()
page = Page("none")
page.chart("no map has anything in it", "b", 32)
page.end()
for name in "stacks", "bars", "many":
    with open(name + ".svg", encoding="utf-8") as f:
        text = f.read()
    same(name + ": no raw control characters", re.findall(r"[\x00-\x08\x0b-\x1f\x7f]", text), [])
finish()
