# SPDX-License-Identifier: GPL-2.0-or-later
"""Compares pictures of pages with the rectangles that the pages consist of.  Run by screenshot.sh.
svg.py, svg-diff.py and svg-heat.py check the rectangles themselves."""
import colorsys
import os
import re
import subprocess
import xml.dom.minidom

from picture import Picture
from same import finish, same

WIDTH = 1000
VM = [os.environ["BUILD"] + "/tests/awlvm", "-1", "x86_64", "--kallsyms", os.environ["TESTS"] + "/fixtures/kallsyms"]
BARS = {False: (0x5b, 0x9b, 0xd5), True: (0x3a, 0x6e, 0xa5)}
BACK = {False: (255, 255, 255), True: (0x18, 0x18, 0x18)}


def make(page, script):
    with open("s.awl", "w", encoding="utf-8") as f:
        f.write(script)
    subprocess.run([*VM, "-q", "-o", page, "s.awl"], check=True)


def length(node, name, whole, default):
    text = node.getAttribute(name)
    if not text:
        return default
    return float(text[:-1]) * whole / 100 if text.endswith("%") else float(text)


def colour_of(rect, dark):
    text = rect.getAttribute("fill") or rect.getAttribute("style")
    if hsl := re.search(r"hsl\((\d+),(\d+)%,(\d+)%\)", text):
        hue, saturation, light = map(int, hsl.groups())
        return tuple(round(255 * c) for c in colorsys.hls_to_rgb(hue / 360, light / 100, saturation / 100))
    if rgb := re.search("#(..)(..)(..)", text):
        return tuple(int(c, 16) for c in rgb.groups())
    return BARS[dark]


def rectangles(node, box, dark):
    """[(x, y, width, height, colour)] in pixels."""
    found = []
    for child in node.childNodes:
        if child.nodeName in ("svg", "rect"):
            x, y = (box[i] + length(child, "xy"[i], box[2 + i], 0) for i in (0, 1))
            inner = (x, y, length(child, "width", box[2], box[2]), length(child, "height", box[3], box[3]))
            if child.nodeName == "rect":
                found.append((*inner, colour_of(child, dark)))
            else:
                found += rectangles(child, inner, dark)
    return found


def look(page, dark, least):
    """Looks near the corners of each rectangle, where there is no text, and below all."""
    root = xml.dom.minidom.parse(page).documentElement
    height = int(root.getAttribute("height"))
    picture = Picture(page, WIDTH, height + 40, dark)
    same(f"{page}: the size", (picture.width, picture.height >= height), (WIDTH, True))
    seen = 0
    for x, y, width, tall, colour in rectangles(root, (0, 0, WIDTH, height), dark):
        if width < 6:
            continue
        for at in (x + 1.5, y + 1.5), (x + width - 2, y + 1.5), (x + width - 2, y + tall - 1.5):
            seen += 1
            if not picture.is_at(*at, colour):
                same(f"{page}, dark {dark}: the pixel at {at}", picture.pixel(*at), colour)
    same(f"{page}: pixels", seen >= least, True)
    same(f"{page}: below everything", picture.is_at(WIDTH / 2, height + 20, BACK[dark]), True)


make("charts.svg", """# nsecs: 1000000000
# stack: 0xffffffff81000110 0xffffffff81000310 0xffffffff81000410
# arg0: 6
# fire x6
# nsecs: 3000000000
# stack: 0xffffffff81000210 0xffffffff81000310 0xffffffff81000410
# arg0: 3
# fire x3
kprobe:f { @stacks[kstack] = count(); @bars[arg0] = sum(arg0); @series[comm] = tseries(arg0, 1s, 5); }
""")
with open("old.folded", "w", encoding="utf-8") as f:
    f.write("main;a 50\nmain;b 20\nmain;c 30\n")
with open("new.folded", "w", encoding="utf-8") as f:
    f.write("main;a 80\nmain;b 10\nmain;c 30\n")
subprocess.run([os.environ["AWL"], "--diff", "-o", "diff.svg", "old.folded", "new.folded"], check=True)
for is_dark in False, True:
    # all, 2 callers, 2 callees; 2 bars; 2 cells
    look("charts.svg", is_dark, 3 * 9)
    look("diff.svg", is_dark, 3 * 5)
finish()
