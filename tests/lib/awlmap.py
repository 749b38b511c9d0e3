# SPDX-License-Identifier: GPL-2.0-or-later
"""awlmap.py - reads and writes awlmap files, as awlmap(5) describes them and not as awl does it.

A value is a tuple: ("i", -5), ("e", 2, "NAME"), ("s", b"text"), ("(", [values]), ("{", [(name,
value)]), ("k", mode, [frames]).  A frame is a dict.  Texts are bytes or None.
"""
import struct
import zlib

MAGIC = b"awlmap\x1a\x01"


class Reader:
    def __init__(self, data):
        self.data, self.at, self.texts = data, 0, []

    def byte(self):
        self.at += 1
        return self.data[self.at - 1]

    def number(self):
        n = shift = 0
        while True:
            c = self.byte()
            n |= (c & 127) << shift
            shift += 7
            if c < 128:
                return n

    def signed(self):
        n = self.number()
        return -(n + 1) // 2 if n & 1 else n // 2

    def text(self):
        n = self.number()
        return self.texts[n - 1] if n else None

    def frame(self):
        f = {"has": self.number()}
        if f["has"] & 1:
            f["name"] = self.text()
        if f["has"] & 2:
            f["addr"] = self.number()
        if not f["has"] & 8:
            f["off"] = self.number()
        f["module"] = self.text()
        if f["has"] & 16:
            f["id"] = self.text()
        if f["has"] & 32:
            f["source"], f["line"] = self.text(), self.number()
        return f

    def value(self):
        kind = chr(self.byte())
        if kind == "-":
            return (kind,)
        if kind == "i":
            return kind, self.signed()
        if kind in "uba":
            return kind, self.number()
        if kind == "e":
            return kind, self.signed(), self.text()
        if kind in "sx":
            return kind, self.text()
        if kind in "yk":
            mode = self.number()
            return kind, mode, [self.frame() for _ in range(self.number())]
        if kind in "[(":
            return kind, [self.value() for _ in range(self.number())]
        assert kind == "{", kind
        return kind, [(self.text(), self.value()) for _ in range(self.number())]

    def words(self):
        first = self.number()
        return [0] * first + [self.number() for _ in range(self.number())]


def read(path):
    """Returns {"runs": [], "maps": [], "losses": []}."""
    data = open(path, "rb").read()
    assert data[:8] == MAGIC
    at, n, r, done = 8, 0, Reader(b""), False
    out = {"runs": [], "maps": [], "losses": []}
    while at < len(data):
        assert not done
        size = struct.unpack_from("<I", data, at + 1)[0]
        block = data[at:at + 5 + size]
        assert zlib.crc32(block) == struct.unpack_from("<I", data, at + 5 + size)[0]
        at += size + 9
        r.data, r.at = block[5:], 0
        kind = chr(block[0])
        while kind in "TE" and r.at < size:
            if kind == "T":
                size_of_text = r.number()
                r.texts.append(r.data[r.at:r.at + size_of_text])
                r.at += size_of_text
                continue
            m = out["maps"][r.number()]
            while r.at < size:
                m["entries"].append((r.value(), r.words() if m["agg"] else r.value()))
        if kind == "R":
            run = {k: r.text() for k in ("host", "kernel", "machine", "version", "script")}
            run.update((k, r.number()) for k in ("start", "end", "cpus"))
            out["runs"].append(run)
        elif kind == "M":
            m = {"name": r.text(), "shape": r.text(), "entries": []}
            m["keys"] = [r.text() for _ in range(r.number())]
            m["agg"] = r.text()
            if m["agg"]:
                m["how"] = r.text()
                m.update((k, r.number()) for k in ("signed", "bits", "most"))
                m.update((k, r.signed()) for k in ("min", "max", "step"))
            out["maps"].append(m)
        elif kind == "L":
            out["losses"].append((r.text(), r.text(), r.text(), r.number()))
        elif kind == "Z":
            done = r.number() == n
        assert r.at == size, kind
        n += 1
    assert done
    return out


class Writer:
    def __init__(self):
        self.texts, self.new, self.out, self.blocks = {}, bytearray(), bytearray(MAGIC), 0

    @staticmethod
    def number(n):
        out = bytearray()
        while n >= 128:
            out.append(n & 127 | 128)
            n >>= 7
        out.append(n)
        return bytes(out)

    def signed(self, n):
        return self.number(-2 * n - 1 if n < 0 else 2 * n)

    def text(self, s):
        if s is None:
            return b"\0"
        if s not in self.texts:
            self.texts[s] = len(self.texts) + 1
            self.new += self.number(len(s)) + s
        return self.number(self.texts[s])

    def frame(self, f):
        out = self.number(f["has"])
        if f["has"] & 1:
            out += self.text(f["name"])
        if f["has"] & 2:
            out += self.number(f["addr"])
        if not f["has"] & 8:
            out += self.number(f["off"])
        out += self.text(f["module"])
        if f["has"] & 16:
            out += self.text(f["id"])
        if f["has"] & 32:
            out += self.text(f["source"]) + self.number(f["line"])
        return out

    def value(self, v):
        kind, out = v[0], v[0].encode()
        if kind in "ie":
            out += self.signed(v[1])
        elif kind in "uba":
            out += self.number(v[1])
        elif kind in "sx":
            out += self.text(v[1])
        elif kind in "yk":
            out += self.number(v[1]) + self.number(len(v[2]))
            out += b"".join(self.frame(f) for f in v[2])
        elif kind in "[(":
            out += self.number(len(v[1])) + b"".join(map(self.value, v[1]))
        elif kind == "{":
            out += self.number(len(v[1]))
            out += b"".join(self.text(name) + self.value(x) for name, x in v[1])
        return out + self.text(v[2]) if kind == "e" else out

    def words(self, words):
        used = [i for i, w in enumerate(words) if w]
        if not used:
            return b"\0\0"
        part = words[used[0]:used[-1] + 1]
        return b"".join(map(self.number, [used[0], len(part)] + part))

    def block(self, kind, payload):
        if self.new:
            payload_of_texts, self.new = bytes(self.new), bytearray()
            self.block("T", payload_of_texts)
        block = kind.encode() + struct.pack("<I", len(payload)) + payload
        self.out += block + struct.pack("<I", zlib.crc32(block))
        self.blocks += 1

    def map(self, m, index):
        out = self.text(m["name"]) + self.text(m["shape"]) + self.number(len(m["keys"]))
        out += b"".join(map(self.text, m["keys"])) + self.text(m["agg"])
        if m["agg"]:
            out += self.text(m.get("how")) + b"".join(
                self.number(m.get(k, 0)) for k in ("signed", "bits", "most"))
            out += b"".join(self.signed(m.get(k, 0)) for k in ("min", "max", "step"))
        self.block("M", out)
        for i in range(0, len(m["entries"]), 1000):
            out = self.number(index)
            for key, value in m["entries"][i:i + 1000]:
                out += self.value(key) + (self.words(value) if m["agg"] else self.value(value))
            self.block("E", out)


def write(path, content):
    w = Writer()
    for run in content["runs"]:
        w.block("R", b"".join(w.text(run[k]) for k in (
            "host", "kernel", "machine", "version", "script")) +
            b"".join(w.number(run[k]) for k in ("start", "end", "cpus")))
    for index, m in enumerate(content["maps"]):
        w.map(m, index)
    for what, where, cure, count in content["losses"]:
        w.block("L", w.text(what) + w.text(where) + w.text(cure) + w.number(count))
    w.block("Z", w.number(w.blocks))
    with open(path, "wb") as f:
        f.write(w.out)
