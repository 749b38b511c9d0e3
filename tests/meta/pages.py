# SPDX-License-Identifier: GPL-2.0-or-later
"""Looks at the pages of `make html` in chromium: that no page is wider than its window, and the colours
of its parts.  Run by documents.sh with the pages' folder."""
import html
import json
import os
import re
import sys

import picture
from same import finish, same

FOLDER = sys.argv[1]
PAGES = sorted(name for name in os.listdir(FOLDER) if name.endswith(".html"))

# Each page in a frame as wide as a phone and as a screen.  Text that stays in a box with a scroll bar
# of its own is not counted.
WIDTHS = 360, 800, 1280
frames = "".join(f'<iframe src="{name}" style="width:{w}px;height:600px"></iframe>' for name in PAGES for w in WIDTHS)
with open(FOLDER + "/all-frames.html", "w", encoding="utf-8") as f:
    f.write(f"""<!DOCTYPE html>{frames}<pre id="log"></pre><script>
onload = () => {{
	document.getElementById("log").textContent = JSON.stringify([...document.querySelectorAll("iframe")].map(
		f => [f.contentDocument.documentElement.scrollWidth, f.contentWindow.innerWidth,
			f.contentDocument.querySelector("article").textContent.length > 200]));
}};
</script>""")
dom = picture.run("--allow-file-access-from-files", "--virtual-time-budget=10000", "--dump-dom",
                  "file://" + os.path.abspath(FOLDER) + "/all-frames.html")
os.unlink(FOLDER + "/all-frames.html")
log = re.search('<pre id="log">(.*?)</pre>', dom, re.S)
sizes = json.loads(html.unescape(log[1])) if log and log[1] else []
same("frames", len(sizes), len(PAGES) * len(WIDTHS))
for (wide, window, is_long), (name, width) in zip(sizes, ((n, w) for n in PAGES for w in WIDTHS)):
    same(f"{name} in a window of {width} pixels", (wide <= window, is_long), (True, True))

# the margins of the page and of its list of pages have the colours of style.css
for dark, back, block, line in ((False, (255, 255, 255), (0xf4, 0xf6, 0xf8), (0xd9, 0xde, 0xe3)),
                                (True, (0x16, 0x19, 0x1c), (0x1f, 0x24, 0x29), (0x34, 0x3a, 0x40))):
    shown = picture.Picture(FOLDER + "/cookbook.html", 1200, 500, dark)
    for what, x, y, colour in (("the list", 4, 4, block), ("the line beside it", 271.5, 300, line),
                               ("the page", 280, 4, back), ("its right margin", 1195, 300, back)):
        same(f"cookbook.html, dark {dark}, {what}", shown.is_at(x, y, colour), True)
    # text: some pixels differ much from the background in the list and in the page
    for what, left, right in ("the list", 16, 255), ("the page", 312, 1060):
        ink = sum(abs(shown.pixel(x, y)[0] - back[0]) > 100 for x in range(left, right) for y in range(0, 500, 2))
        same(f"cookbook.html, dark {dark}: text in {what}", ink > 200, True)
finish()
