# SPDX-License-Identifier: GPL-2.0-or-later
"""The expected moments of timeline.sh's scripts.  Times are relative to that of the first one,
because the session's start is not known."""
import csv
import json
import sys

import trace_events
from same import finish, same

what, path = sys.argv[1:]


def relative(moments, first):
    return [(m.track, m.name, m.ns - first, m.args) for m in moments]


# The begins and ends of order.awl, by hand: CPU 0 from 1000 to 9000, another end at 9000 that has
# no begin, and a begin at 9500 that has no end; CPU 1 from 2000 to 5001.  The program's fields.
FIELDS = {"comm": '"w"', "n": 1 << 60}
SLICES = [("CPU 1", "f", 1000, 3001, FIELDS, {"ret": -1}),
          ("CPU 0", "f", 0, 8000, FIELDS, {"ret": -1}),
          ("CPU 0", "f", 8500, 250, FIELDS, {"cut": "the trace ended"})]
INSTANTS = [("all", 'g\n"', 4001, {"cpu": 1}), ("all", 'g\n"', 8000, {"cpu": 0}),
            ("all", 'g\n"', 8000, {"cpu": 0})]


def order(t):
    first = min(s.start for s in t.slices)
    same("slices", [(s.track, s.name, s.start - first, s.ns, s.args, s.end_args)
                    for s in t.slices], SLICES)
    same("depths", [s.depth for s in t.slices], [0, 0, 0])
    same("groups", sorted(t.groups.values()), ["CPU", "awl", "n"])
    same("tracks", sorted(t.tracks.values()), ["CPU 0", "CPU 1", "all"])
    same("order of tracks", t.order, {"CPU 0": 0, "CPU 1": 1})
    same("instants", relative(t.instants, first), INSTANTS)
    same("counters", [(m.group, m.name, m.ns - first, m.args) for m in t.counters],
         [("n", "n 0", 8750, {"a": 1, "b": -2}), ("awl", "depth", 8750, {"value": 3})])
    same("note", [(n.name, n.args["ends without a begin"]) for n in t.notes],
         [("the trace ends", 1)])
    same("map", t.metadata["map"], [{"@": {"1": 5}}])


def lost(t):
    """Three begin and one ends before records are lost; the two that are open are cut."""
    same("slices", [(s.track, s.name, s.depth, s.end_args) for s in t.slices],
         [("1", "f", 2, {}), ("1", "f", 1, {"cut": "records were lost"}),
          ("1", "f", 0, {"cut": "records were lost"})])
    same("notes", [(n.name, n.args.get("records")) for n in t.notes],
         [("records were lost", 3), ("the trace ends", None)])
    same("metadata", sum(m["events"] for m in t.metadata["lost"] if m["what"] == "events"), 3)


def none(t):
    same("moments", (t.slices, t.instants, t.counters, len(t.notes)), ([], [], [], 1))


def rows(events):
    first = min(e["ns"] for e in events)
    same("events", [(e["event"], e["track"], e["name"], e["ns"] - first) for e in events],
         [("begin", "CPU 1", "f", 1000), ("end", "CPU 1", None, 4001),
          ("instant", "all", 'g\n"', 4001), ("begin", "CPU 0", "f", 0),
          ("end", "CPU 0", None, 8000), ("instant", "all", 'g\n"', 8000),
          ("end", "CPU 0", None, 8000), ("instant", "all", 'g\n"', 8000),
          ("begin", "CPU 0", "f", 8500), ("counter", "n 0", None, 8750),
          ("counter", "depth", None, 8750)])


def as_json():
    lines = [json.loads(line) for line in open(path, encoding="utf-8")]
    events = [line["data"] for line in lines if line["type"] == "value"]
    rows(events)
    same("fields", [e["args"] for e in events][:3], [FIELDS, {"ret": -1}, {"cpu": 1}])


def as_csv():
    lines = list(csv.reader(open(path, encoding="utf-8", newline=""), strict=True))
    same("header", lines[0], ["ns", "event", "track", "name", "args"])
    events = [dict(zip(lines[0], line)) for line in lines[1:12]]
    rows([e | {"ns": int(e["ns"]), "name": e["name"].replace("\\n", "\n") or None} for e in events])


if what in ("json", "csv"):
    {"json": as_json, "csv": as_csv}[what]()
else:
    {"order": order, "lost": lost, "none": none}[what](trace_events.read(path))
finish()
