# SPDX-License-Identifier: GPL-2.0-or-later
"""Checks the contents of outputs.sh's files with Python's parsers.  Metrics are read by a parser
in this file that is as strict as Prometheus."""
import csv
import json
import re
import xml.dom.minidom

from same import finish, same

HI = 'say "hi", \u00e9\u00ff\n'
SH = 'sh <"&;,1>'


def text(name, errors="strict"):
    with open(name, encoding="utf-8", errors=errors, newline="") as f:
        return f.read()


# ---- JSON ----
lines = [json.loads(s) for s in text("out.json").splitlines()]
same("json members", {tuple(sorted(o)) for o in lines if o["type"] != "attached_probes"},
     {("data", "type")})
same("json printf", [o["data"] for o in lines if o["type"] == "printf"][0], "arg0 5\n")
maps = {k: v for o in lines if o["type"] in ("map", "hist", "stats") for k, v in o["data"].items()}
same("json @calls", maps["@calls"].get(("bash," + HI).replace(" ", "")), 3)
same("json @size", [b for b in maps["@size"] if b["count"]],
     [{"min": 4, "max": 7, "count": 3}, {"min": 64, "max": 127, "count": 2},
      {"min": 4096, "max": 8191, "count": 1}])
same("json @st", maps["@st"], {"10": {"count": 6, "average": 1202, "total": 7215}})
lost = [o["data"] for o in lines if o["type"] == "lost_events"]
same("json lost", [(sorted(o), o["where"]) for o in lost if o["what"] == "entries"][0][0],
     ["cure", "events", "what", "where"])

# ---- CSV ----
tables, head = {}, None
rows = list(csv.reader(text("out.csv").splitlines(keepends=True), strict=True))
for r in rows:
    if r[0] == "map":
        head = r
    elif r[0].startswith("@"):
        same("csv columns of " + r[0], len(r), len(head))
        tables.setdefault(r[0], [head]).append(r[1:])
same("csv text", [r[1] for r in rows if r[0] == "text"],
     ["arg0 5"] * 3 + ["arg0 100"] * 2 + ["arg0 7000", "(1, q)"])
same("csv @calls", sorted(map(tuple, tables["@calls"])),
     sorted([("map", "comm", "key1", "value"), ("bash", HI, "3"), (SH, HI, "3")]))
same("csv @by", tables["@by"][0], ["map", "pid", "comm", "lower", "upper", "count"])
same("csv @by bash", [r[2:] for r in tables["@by"][1:] if r[1] == "bash"],
     [["100", "150", "2"], ["150", "200", "0"], ["200", "", "1"]])
same("csv @st", tables["@st"], [["map", "pid", "count", "average", "total"],
                                ["10", "6", "1202", "7215"]])
same("csv @low", tables["@low"][0], ["map", "arg0", "key1", "value"])
same("csv @t", tables["@t"], [["map", "key0", "value"], ["1", "(1, x,y)"]])
same("csv @last", tables["@last"], [["map", "value"], [HI]])
same("csv and json: lost", sorted(int(r[3]) for r in rows if r[0] == "lost"),
     sorted(o["events"] for o in lost))
same("csv numbers", {r[0]: r[1] for r in tables["@"][1:]}, {k: str(v) for k, v in maps["@"].items()})

# ---- folded ----
folded = [re.fullmatch(r"(.*) (\d+)", s).groups() for s in text("out.folded", "replace").splitlines()]
same("folded stacks", sorted(f for f in folded if "vfs_read" in f[0]),
     [("@stk;bash;do_sys_openat2;vfs_read", "3"),
      ('@stk;sh <"&:,1>;do_sys_openat2;vfs_read', "3")])
same("folded lines of several maps say which", {f[0].split(";")[0] for f in folded} >= {"@stk", "@calls", "@by"}, True)

# ---- SVG ----
svg = text("out.svg")
page = xml.dom.minidom.parseString(svg.encode())
titles = [t.firstChild.data for t in page.getElementsByTagName("title")]
for t in ("all: 6, 100.0000%", "bash: 3, 50.0000%", "vfs_read: 3, 50.0000%", "[64, 128): 2",
          "10: { .count = 6, .average = 1202, .total = 7215 }"):
    same("svg title " + t, t in titles, True)
# bars are sorted by the number they show; for stats() that is the average:
# 1000, and (3 * 150 + 3 * 60) / 6
bars = {t.firstChild.data.split(": ")[0]: t.parentNode.getElementsByTagName("rect")[0].getAttribute("width")
        for t in page.getElementsByTagName("title") if t.firstChild.data.startswith(("rare: ", "often: "))}
same("svg bars of stats", bars, {"rare": "100.0000%", "often": "10.5000%"})
same("svg title of sh", f"{SH.replace(';', ':')}: 3, 50.0000%" in titles, True)
# the frames of a row are side by side, within their parent and starting where it starts
frames = [(int(f.getAttribute("y")), float(f.getAttribute("x").rstrip("%")), float(f.getAttribute("width").rstrip("%")))
          for f in page.getElementsByTagName("svg")
          if f.getAttribute("height") == "17" and f.getElementsByTagName("title")]
rows_of = {}
for y, x, width in frames:
    rows_of.setdefault(y, []).append((x, width))
for y, row in rows_of.items():
    row.sort()
    same(f"svg frames at {y} don't overlap", all(a[0] + a[1] <= b[0] + 0.001 for a, b in zip(row, row[1:])), True)
same("svg frames' rows", len(rows_of) >= 3, True)
bottom = max(rows_of)
same("svg: the lowest frame is all", rows_of[bottom], [(0.0, 100.0)])
same("svg: its callees begin at its left", rows_of[sorted(rows_of)[-2]][0][0], 0.0)
script = page.getElementsByTagName("script")[0].firstChild.data
same("svg script below 3000 bytes", len(script) < 3000, True)
same("svg asks the network for nothing", set(re.findall(r"https?://[^\"]*", svg)),
     {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml"})
root = page.documentElement
charts = [c for c in root.childNodes if c.nodeName == "svg"]
ends = [int(c.getAttribute("y")) + int(c.getAttribute("height")) for c in charts]
same("svg charts one below the other", [int(c.getAttribute("y")) for c in charts[1:]], ends[:-1])
same("svg height", int(root.getAttribute("height")), ends[-1])

# ---- metrics ----
LABEL = r'[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"'
types, samples, family = {}, {}, None
metrics = text("out.prom").split("\n")
same("metrics end", metrics[-2:], ["# EOF", ""])
for s in metrics[:-2]:
    if s.startswith("# HELP "):
        continue
    if s.startswith("# TYPE "):
        family, kind = s.split()[2:]
        same("metrics: described once, " + family, family in types, False)
        types[family] = kind
        continue
    m = re.fullmatch(r"([a-z_][a-z0-9_]*)\{(%s(?:,%s)*)\} (-?\d+)" % (LABEL, LABEL), s)
    if not m:
        same("metrics line", s, "a sample")
        continue
    same("metrics: in its family", re.sub("_(bucket|count|sum)$", "", m[1]) == family or
         m[1] == family, True)
    names = re.findall(r'([a-z0-9_]+)="(?:[^"\\]|\\.)*"', m[2])
    same("metrics: labels " + m[2], len(names), len(set(names)))
    key = (m[1], m[2])
    same("metrics: once " + s, key in samples, False)
    samples[key] = int(m[3])
same("metrics @stk", samples.get(("awl_stk_total",
     'script="out",comm="bash",kstack="do_sys_openat2;vfs_read"')), 3)
same("metrics @calls", samples.get(("awl_calls_total",
     'script="out",comm="sh <\\"&;,1>",key1="say \\"hi\\", \u00e9\u00ff\\n"')), 3)
same("metrics @size", [v for (n, _), v in samples.items() if n == "awl_size_bucket"],
     [3, 3, 3, 3, 5, 5, 5, 5, 5, 5, 6, 6])
same("metrics @size +Inf", samples.get(("awl_size_bucket", 'script="out",le="+Inf"')), 6)
same("metrics: text and tuples are labels of a 1", {n: v for (n, labels), v in samples.items() if "value=" in labels},
     {"awl_last_info": 1, "awl_t_info": 1})
same("metrics types", [types.get("awl_" + n) for n in
                       ("map_total", "size", "st", "avg", "last_info", "calls_total", "calls_total_",
                        "lost_total")],
     ["counter", "histogram", "summary", "gauge", "gauge", "counter", "gauge", "counter"])
same("metrics and json: lost", sorted(v for (n, _), v in samples.items()
                                      if n == "awl_lost_total" and v),
     sorted(o["events"] for o in lost))

finish()
