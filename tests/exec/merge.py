# SPDX-License-Identifier: GPL-2.0-or-later
"""merge.py - makes awlmap files from numbers, and compares awl's sums with its own.

The files are written by lib/awlmap.py, from the description of the format.  usage: merge.py AWL [FILES
KEYS]: files of keys of which half are the same in all.
"""
import json
import random
import resource
import subprocess
import sys
import time

import awlmap

AWL = sys.argv[1]
FILES, KEYS = (int(n) for n in sys.argv[2:4]) if len(sys.argv) > 3 else (20, 50)
MASK = 2 ** 64 - 1
random.seed(1)
failures = 0


def check(what, want, got):
    global failures
    if want != got:
        failures += 1
        print(f"{what}: want {str(want)[:300]}\n  got {str(got)[:300]}")


def run(host, start):
    return {"host": host, "kernel": b"6.1", "machine": b"armv7l", "version": b"0",
            "script": b"x", "start": start, "end": start + 10 ** 9, "cpus": 4}


def agg(name, kind, shape, entries, **more):
    return dict({"name": name, "shape": shape, "keys": [b"k"] * len(shape), "agg": kind,
                 "entries": entries}, **more)


def key(k):
    return ("(", [("s", k)])


def awl(*args, status=0):
    p = subprocess.run([AWL, "--merge", *args], capture_output=True, check=False)
    check(f"status of {args[:6]}: {p.stderr[:200]}", status, p.returncode)
    return p.stdout.decode(), p.stderr.decode()


def maps(*args):
    out = {}
    for line in awl("-F", "json", *args)[0].splitlines():
        out.update(json.loads(line)["data"])
    return out


def log2_bucket(x):
    return 1 if x == 0 else x.bit_length() + 1


class Host:
    """What one machine counted, and the sums over all machines."""

    total = {"count": {}, "sum": {}, "min": {}, "max": {}, "avg": {}, "hist": {}, "lhist": {}}

    def __init__(self, number):
        self.number = number
        self.keys = {}
        for i in range(KEYS):
            k = b"same%d" % i if i % 2 else b"h%d.%d" % (number, i)
            self.keys[k] = [random.randrange(1 << random.randrange(1, 40))
                            for _ in range(random.randrange(1, 4))]
        for k, values in self.keys.items():
            self.total["count"].setdefault(k, []).extend(values)

    def words(self, kind, values):
        if kind == "count":
            return [len(values)]
        if kind == "sum":
            return [sum(values) & MASK]
        if kind == "avg":
            return [sum(values), len(values)]
        if kind in ("min", "max"):
            return [min(values) if kind == "min" else max(values), 1]
        out = [0] * (66 if kind == "hist" else 12)
        for x in values:
            out[log2_bucket(x) if kind == "hist" else min(1 + x // 100, 11)] += 1
        return out

    def write(self, path):
        content = {"runs": [run(b"host%d" % self.number, 10 ** 18 + self.number)],
                   "maps": [], "losses": [(b"events", b"p", b"cure", 2)]}
        for kind in self.total:
            more = {"max": 1000, "step": 100} if kind == "lhist" else {}
            content["maps"].append(agg(b"@" + kind.encode(), kind.encode(), b"s", [
                (key(k), self.words(kind, v)) for k, v in self.keys.items()], **more))
        awlmap.write(path, content)


def want_hist(values):
    out = {}
    for x in values:
        lo = 0 if x == 0 else 1 << x.bit_length() - 1
        out[lo] = out.get(lo, 0) + 1
    return out


def want_lhist(values):
    out = {}
    for x in values:
        lo = min(x // 100 * 100, 1000)
        out[lo] = out.get(lo, 0) + 1
    return out


def buckets(value):
    return {b["min"]: b["count"] for b in value if b["count"]}


def compare_different():
    """Sums of keys of which no two files have the same."""
    paths, want = [], {}
    for i in range(FILES):
        mine = {b"d%d.%d" % (i, k): i * KEYS + k for k in range(KEYS)}
        want.update((k.decode(), n) for k, n in mine.items())
        paths.append(f"different{i}.awlmap")
        awlmap.write(paths[-1], {"runs": [run(b"host%d" % i, 10 ** 18)], "losses": [], "maps": [
            agg(b"@sum", b"sum", b"s", [(key(k), [n]) for k, n in mine.items()])]})
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    got = maps(*paths)["@sum"]
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{FILES} files of {KEYS} different keys: "
          f"{after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime:.1f} s of CPU, "
          f"{after.ru_maxrss // 1024} MB")
    check("different keys", want, {k: int(v) for k, v in got.items()})


def compare_sums():
    paths = []
    for i in range(FILES):
        paths.append(f"many{i}.awlmap")
        Host(i).write(paths[-1])
    began = time.time()
    got = maps(*paths)
    took = time.time() - began
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(f"{FILES} files of {KEYS} entries in 7 maps: {took:.1f} s, {memory} MB")
    all_values = Host.total["count"]
    simple = {"count": len, "sum": sum, "min": min, "max": max,
              "avg": lambda v: sum(v) // len(v)}
    for kind, f in simple.items():
        check(kind, {k.decode(): f(v) for k, v in all_values.items()},
              {k: int(v) for k, v in got["@" + kind].items()})
    check("hist", {k.decode(): want_hist(v) for k, v in all_values.items()},
          {k: buckets(v) for k, v in got["@hist"].items()})
    check("lhist", {k.decode(): want_lhist(v) for k, v in all_values.items()},
          {k: buckets(v) for k, v in got["@lhist"].items()})
    err = awl("-F", "text", *paths)[1]
    check("losses", f"Lost {2 * FILES} events (p): cure\n", err)
    # sums of sums are the same, and so is a sum in another order
    half = len(paths) // 2
    awl("-o", "a.awlmap", *paths[:half])
    awl("-o", "b.awlmap", *paths[half:])
    check("sum of sums", got, maps("b.awlmap", "a.awlmap"))
    check("runs", FILES, len(awlmap.read("a.awlmap")["runs"] + awlmap.read("b.awlmap")["runs"]))
    check("same run", True, "another file has this run" in awl("a.awlmap", paths[0], status=1)[1])
    check("by host", True, "merged from several" in awl("--by-host", "a.awlmap", status=1)[1])
    for args in (["-F", "timeline"], ["-o", "x.trace.json"]):
        text = awl(*args, *paths)[0] or open("x.trace.json", encoding="utf-8").read()
        check("timeline", "@count", next(k for e in json.loads(text) for k in e.get("args", {})
                                         if k == "@count"))
    check("column", "map,host,k,value", awl("--by-host", "-F", "csv", *paths)[0].split("\n")[0])
    by = maps("--by-host", *paths)["@count"]
    check("by host", sum(map(len, all_values.values())), sum(by.values()))
    check("host's keys", KEYS, sum(k.startswith("host1,") for k in by))


def two(one, other, **runs):
    for i, maps_of in enumerate((one, other)):
        awlmap.write(f"{i}.awlmap", {"runs": [dict(run(b"h%d" % i, i + 1), **runs)],
                                     "maps": maps_of, "losses": []})
    return "0.awlmap", "1.awlmap"


def compare_edges():
    # 64 bits overflow as they do in one machine; nothing is no minimum
    u = agg(b"@s", b"sum", b"", [(("-",), [MASK])])
    i = agg(b"@i", b"sum", b"", [(("-",), [-5 & MASK])], signed=1)
    m = agg(b"@m", b"min", b"s", [(key(b"a"), [0, 0]), (key(b"b"), [7, 1])])
    s = agg(b"@x", b"max", b"", [(("-",), [-9 & MASK, 1])], signed=1)
    got = maps(*two([u, i, m, s], [agg(b"@s", b"sum", b"", [(("-",), [3])]), i,
               agg(b"@m", b"min", b"s", [(key(b"a"), [9, 2]), (key(b"b"), [0, 0])]), s]))
    check("overflow", {"@s": 2, "@i": -10, "@m": {"a": 9, "b": 7}, "@x": -9}, got)
    # a number is the same key with a sign and without; a name of an enumeration is kept
    def numbers(kind):
        return agg(b"@n", b"count", b"ii", [(("(", [(kind, 5), ("e", 2, b"TWO")]), [1])])
    check("numbers", {"@n": {"5,TWO": 2}}, maps(*two([numbers("i")], [numbers("u")])))
    # what is stored can't be added
    def stored(*values):
        return {"name": b"@v", "shape": b"s", "keys": [None], "agg": None,
                "entries": [(key(b"%d" % n), ("u", v)) for n, v in enumerate(values)]}
    files = two([stored(1, 2)], [stored(1, 3, 4)])
    check("stored", {"@v": {"0": 1, "2": 4}}, maps(*files))
    check("said", "awl: @v: 1 keys", awl(*files)[1][:15])
    check("stored", {"@v": {"h0,0": 1, "h0,1": 2, "h1,0": 1, "h1,1": 3, "h1,2": 4}},
          maps("--by-host", *files))
    # intervals of series: the newest ones, added where they are the same
    def series(how, *intervals):
        words = [0] * 9
        for value, n, number in intervals:
            at = number % 3 * 3
            words[at:at + 3] = [value, n, number + 1]
        return agg(b"@t", b"tseries", b"", [(("-",), words)], how=how, max=3, step=10 ** 9)
    now = 1700000000
    files = two([series(b"sum", (1, 1, now), (2, 1, now + 1), (3, 1, now + 2))],
                [series(b"sum", (10, 1, now + 1), (20, 1, now + 3))])
    check("series", [12, 3, 20], [b["value"] for b in maps(*files)["@t"]])
    files = two([series(b"avg", (10, 4, now))], [series(b"avg", (20, 1, now))])
    check("series", [6], [b["value"] for b in maps(*files)["@t"]])
    files = two([series(None, (5, 200, now))], [series(None, (6, 100, now))])
    check("last value", [5], [b["value"] for b in maps(*files)["@t"]])


def compare_diff():
    def one(counts, hist, stats):
        return [agg(b"@c", b"count", b"s", [(key(k), [n]) for k, n in counts.items()]),
                agg(b"@h", b"hist", b"", [(("-",), hist)]),
                agg(b"@l", b"stats", b"s", [(key(b"k"), stats)])]
    files = two(one({b"same": 3, b"more": 5, b"less": 9, b"gone": 1}, [0, 2, 1], [10, 5]),
                one({b"same": 3, b"more": 105, b"less": 2, b"new": 4}, [0, 2, 0, 7], [10, 2]))
    got = maps("--diff", *files)
    def rows(m):
        return {k: (v["a"], v["b"], v["diff"]) for k, v in m.items()}
    check("diff", {"gone": (1, 0, -1), "new": (0, 4, 4), "less": (9, 2, -7),
                   "more": (5, 105, 100)}, rows(got["@c"]))
    check("order", ["gone", "new", "less", "more"], list(got["@c"]))
    check("hist", {"[1]": (1, 0, -1), "[2, 4)": (0, 7, 7)}, rows(got["@h"]))
    check("stats", {"k,count": (5, 2, -3), "k,average": (2, 5, 3)}, rows(got["@l"]))
    check("csv", "map,k,a,b,diff\n@c,gone,1,0,-1\n",
          "".join(awl("--diff", "-F", "csv", *files)[0].splitlines(True)[:2]))
    check("text", "@c[gone]: { .a = 1, .b = 0, .diff = -1 }",
          awl("--diff", *files)[0].splitlines()[0])
    check("folded", ["@c;gone 1 0", "@c;less 9 2", "@c;more 5 105", "@c;new 0 4", "@c;same 3 3"],
          sorted(s for s in awl("--diff", "-F", "folded", *files)[0].splitlines() if "@c" in s))
    check("same", "", awl("--diff", files[0], files[0])[0])
    check("ply", True, "no such format" in awl("--diff", "-F", "ply", *files, status=2)[1])
    check("one file", True, "two files" in awl("--diff", files[0], status=2)[1])


def refused(what, *files):
    out, err = awl(*files, status=1)
    check(f"refused: {what}: {err}", ("", True), (out, what in err))


def compare_refusals():
    count = agg(b"@a", b"count", b"s", [(key(b"a"), [1])])
    for other in (dict(count, name=b"@b"), dict(count, shape=b"i"), dict(count, agg=b"sum"),
                  dict(count, agg=b"lhist", max=100, step=10)):
        refused("maps of the other files differ", *two([count], [other]))
    lhist = dict(count, agg=b"lhist", max=100, step=10)
    refused("differ", *two([lhist], [dict(lhist, step=20)]))
    refused("differ", *two([count], [count, dict(count, name=b"@b")]))
    refused("differ", *two([count, dict(count, name=b"@b")], [count]))
    refused("no such aggregation", *two([dict(count, agg=b"median")], [count]))
    for bad in (dict(lhist, step=0), dict(lhist, max=-1), dict(count, agg=b"hist", bits=6),
                dict(lhist, max=10 ** 18), dict(count, agg=b"tseries", max=10 ** 6, step=1),
                dict(count, agg=b"tseries", max=3, step=10, entries=[(key(b"a"), [1, 1, 2])]),
                dict(count, agg=b"tseries", max=1, step=10, entries=[(key(b"a"), [1, 1, MASK])]),
                dict(count, entries=[(key(b"a"), [1, 2])]), dict(count, shape=b"ss"),
                dict(count, entries=[(("-",), [1])])):
        if bad["shape"] == b"ss":
            bad["keys"] = [None, None]
        refused("damaged", *two([count], [bad])[1:])
    good = open(two([count], [count])[0], "rb").read()
    for n in range(len(good)):
        with open("cut.awlmap", "wb") as f:
            f.write(good[:n])
        refused("this is no awlmap" if n < 8 else "not complete", "cut.awlmap")
    for n in range(8, len(good)):
        with open("cut.awlmap", "wb") as f:
            f.write(good[:n] + bytes([good[n] ^ 4]) + good[n + 1:])
        refused(": it is ", "cut.awlmap")
    with open("cut.awlmap", "wb") as f:
        f.write(good + b"x")
    refused("damaged", "cut.awlmap")
    with open("cut.awlmap", "wb") as f:
        f.write(good[:7] + b"\2" + good[8:])
    refused("newer awl", "cut.awlmap")
    refused("No such file", "no.awlmap")


compare_different()
compare_sums()
compare_edges()
compare_diff()
compare_refusals()
sys.exit(failures > 0)
