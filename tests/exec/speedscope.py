# SPDX-License-Identifier: GPL-2.0-or-later
"""Serves site/, opens it in chromium, and compares the words on the page with those expected."""
import functools
import html.parser
import http.server
import json
import subprocess
import threading

from same import finish, same

# The numbers in the file are times since awl's start, which are larger than those of any session,
# as the made-up kernel's clock is far ahead.  The browser gets them from 0 on.
with open("site/t.trace.json", encoding="utf-8") as f:
    events = json.load(f)
first = min(e["ts"] for e in events if "ts" in e)
for e in events:
    if "ts" in e:
        e["ts"] = round(e["ts"] - first, 3)
with open("site/t.trace.json", "w", encoding="utf-8") as f:
    json.dump(events, f)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


class Words(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.words, self.skips = [], 0

    def handle_starttag(self, tag, attrs):
        self.skips += tag in ("style", "script")

    def handle_endtag(self, tag):
        self.skips -= tag in ("style", "script")

    def handle_data(self, data):
        if not self.skips and data.strip():
            self.words.append(data.strip())


server = http.server.ThreadingHTTPServer(
    ("127.0.0.1", 0), functools.partial(Quiet, directory="site"))
threading.Thread(target=server.serve_forever, daemon=True).start()
site = f"http://127.0.0.1:{server.server_port}"
page = subprocess.run(
    ["chromium", "--headless", "--no-sandbox", "--use-angle=swiftshader",
     "--enable-unsafe-swiftshader", "--user-data-dir=profile", "--virtual-time-budget=20000",
     "--window-size=1200,700", "--dump-dom",
     f"{site}/index.html#profileURL={site}/t.trace.json&view=sandwich"],
    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=100, check=True).stdout.decode()
words = Words()
words.feed(page)
text = "|".join(words.words)


def has(what, want):
    same(what, want if want in text else text, want)


# By hand: CPU 0 has "outer" from 1000 to 9000 ns and "inner" from 3000 to 5000 in it, CPU 1 has
# "outer" from 2000 to 9000.
has("the first track", "CPU (pid 1), CPU 0 (tid 1)|(1/2)")
has("time of CPU 0", "CPU (pid 1), CPU 0 (tid 1)|8.00µs")
has("time of CPU 1", "CPU (pid 1), CPU 1 (tid 2)|7.00µs")
has("the outer slice", '8.00µs (100%)|6.00µs (75%)|outer {"comm":"work"}')
has("the inner slice", "2.00µs (25%)|2.00µs (25%)|inner")
finish()
