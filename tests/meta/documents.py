# SPDX-License-Identifier: GPL-2.0-or-later
"""Check the links and anchors of the pages in a folder, and that nothing is loaded from elsewhere."""
import html.parser
import json
import pathlib
import re
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.loads, self.twice = set(), [], [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if "id" in attrs:
            if attrs["id"] in self.ids:
                self.twice.append(attrs["id"])
            self.ids.add(attrs["id"])
        if tag == "a" and "href" in attrs:
            self.links.append(attrs["href"])
        elif "href" in attrs or "src" in attrs:
            self.loads.append(attrs.get("href") or attrs["src"])


folder = pathlib.Path(sys.argv[1])
pages = {p.name: Page(p) for p in folder.glob("*.html")}
wrong = []
for name, page in sorted(pages.items()):
    wrong += [f"{name}: the id {i} is there twice" for i in page.twice]
    wrong += [f"{name}: loads {link}" for link in page.loads if not (folder / link).is_file()]
    for link in page.links:
        if re.match("(https?|mailto):", link):
            continue
        path, _, anchor = link.partition("#")
        target = pages.get(path or name)
        if target is None:
            wrong.append(f"{name}: no page {path}")
        elif anchor and urllib.parse.unquote(anchor) not in target.ids:
            wrong.append(f"{name}: no anchor {link}")

script = (folder / "search.js").read_text(encoding="utf-8")
rows = json.loads(re.search(r"const rows = (\[.*\]);", script)[1])
for row in rows:
    if row[1] and row[1] not in pages[row[0]].ids:
        wrong.append(f"the search leads to {row[0]}#{row[1]}")
if len(pages) < 15 or len(rows) < 400:
    wrong.append(f"{len(pages)} pages, {len(rows)} rows in the search")
examples = (folder / "awl-lang.7.html").read_text(encoding="utf-8").count('<pre class="example">')
if examples < 150:
    wrong.append(f"{examples} examples in the language's manual")
print("\n".join(wrong))
sys.exit(bool(wrong))
