# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads a file of -F timeline, and checks it against the rules of the Trace Event Format:

events have the members that their phase needs, times are sorted, begins and ends match on each
track, and processes and threads are named before they are used.

Called with a file, it prints how many slices of each name there are, and their sum in ns:
    trace_events.py FILE [--tracks]
"""
import collections
import decimal
import json
import sys

Slice = collections.namedtuple("Slice", "group track name start ns depth args end_args")
Moment = collections.namedtuple("Moment", "group track name ns args")


class Timeline:
    def __init__(self, text):
        self.slices, self.instants, self.counters, self.notes = [], [], [], []
        self.metadata = {}
        self.groups, self.tracks, self.order = {}, {}, {}
        self.open = collections.defaultdict(list)
        last = 0
        events = json.loads(text, parse_float=decimal.Decimal)
        assert isinstance(events, list) and events, "not an array of events"
        for e in events:
            assert e["ph"] in ("M", "B", "E", "i", "C"), e
            assert isinstance(e["pid"], int) and isinstance(e["tid"], int), e
            assert isinstance(e.get("args", {}), dict), e
            if e["ph"] == "M":
                self.name(e)
                continue
            ns = decimal.Decimal(e["ts"]) * 1000
            assert ns == int(ns), ("more than three decimal places", e)
            assert ns >= last, ("not in the order of time", last, e)
            last = ns
            self.event(e, int(ns))
        assert not any(self.open.values()), ("begins without an end", dict(self.open))
        self.last = int(last)

    def name(self, e):
        args = e["args"]
        if e["name"] == "process_name":
            assert self.groups.setdefault(e["pid"], args["name"]) == args["name"], e
        elif e["name"] == "thread_name":
            assert e["pid"] in self.groups and e["tid"] not in self.tracks, e
            self.tracks[e["tid"]] = args["name"]
        elif e["name"] == "thread_sort_index":
            self.order[self.tracks[e["tid"]]] = args["sort_index"]
        else:
            self.metadata.setdefault(e["name"], []).append(args)

    def event(self, e, ns):
        args, ph = e.get("args", {}), e["ph"]
        if ph == "i" and e["s"] == "g":
            self.notes.append(Moment(None, None, e["name"], ns, args))
            return
        group = self.groups[e["pid"]]
        if ph == "C":
            assert all(isinstance(v, int) for v in args.values()) and args, e
            self.counters.append(Moment(group, None, e["name"], ns, args))
            return
        track = self.tracks[e["tid"]]
        if ph == "i":
            assert e["s"] == "t", e
            self.instants.append(Moment(group, track, e["name"], ns, args))
        elif ph == "B":
            self.open[e["tid"]].append((e["name"], ns, args))
        else:
            name, start, begin = self.open[e["tid"]].pop()
            assert e["name"] == name, ("ends another slice", name, e)
            self.slices.append(Slice(group, track, name, start, ns - start,
                                     len(self.open[e["tid"]]), begin, args))


def read(path):
    with open(path, encoding="utf-8") as f:
        return Timeline(f.read())


if __name__ == "__main__":
    t, n, total = read(sys.argv[1]), collections.Counter(), collections.Counter()
    for s in t.slices:
        key = f"{s.track}: {s.name}" if "--tracks" in sys.argv else s.name
        n[key] += 1
        total[key] += s.ns
    for key in sorted(n):
        print(n[key], total[key], key)
