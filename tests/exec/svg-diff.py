# SPDX-License-Identifier: GPL-2.0-or-later
"""Compares pages of --diff with what is computed here from the numbers.  Run by svg-diff.sh."""
import os
import random
import re
import subprocess
import xml.dom.minidom

from same import finish, same

AWL = os.environ["AWL"]
VM = [os.environ["BUILD"] + "/tests/awlvm", "-1", "x86_64"]


def run(*words):
    return subprocess.run(words, capture_output=True, encoding="utf-8", check=False)


def write(name, text):
    with open(name, "w", encoding="utf-8") as f:
        f.write(text)


def chart(name):
    root = xml.dom.minidom.parse(name).documentElement
    return [c for c in root.childNodes if c.nodeName == "svg"][0]


def words_of(node, name):
    return [n.firstChild.data for n in node.childNodes if n.nodeName == name and n.firstChild]


def percent(part, whole):
    p = part * 1000000 // whole if whole else 0
    return f"{p // 10000}.{p % 10000:04}%"


def colour(n, before, most):
    by = min(abs(n - before), most)
    return f"hsl({5 if n > before else 215},{85 if by else 0}%,{90 - by * 32 // most if by else 92}%)"


def wanted(old, new):
    """[(name, x, width, numbers, colour)] of the frames of two {(frame, ...): n}."""
    most = max(abs(new.get(s, 0) - old.get(s, 0)) for s in {**old, **new})
    total = sum(new.values())
    found = []

    def put(path, x):
        n, before = (sum(k for s, k in side.items() if s[:len(path)] == path) for side in (new, old))
        if not n:
            return x
        found.append((path[-1] if path else "all", percent(x, total), percent(n, total),
                      f"{n}, {percent(n, total)}, {n - before:+}, {before} before", colour(n, before, most)))
        at = x
        for name in sorted({s[len(path)] for s in new if s[:len(path)] == path and len(s) > len(path)}):
            at = put(path + (name,), at)
        return x + n

    put((), 0)
    return found


def seen(name):
    found = []
    for frame in (c for c in chart(name).childNodes if c.nodeName == "svg"):
        what, numbers = words_of(frame, "title")[0].rsplit(": ", 1)
        fill = [c for c in frame.childNodes if c.nodeName == "rect"][0].getAttribute("fill")
        found.append((what, frame.getAttribute("x"), frame.getAttribute("width"), numbers, fill))
    return found


def folded(stacks):
    return "".join(f"{';'.join(s)} {n}\n" for s, n in stacks.items())


rng = random.Random(int(os.environ.get("SEED", "5")))
for case in range(20):
    stacks = [tuple(rng.choice("abcde") + "-f g"[:rng.randrange(5)] for _ in range(rng.randrange(1, 6)))
              for _ in range(12)]
    old, new = ({s: rng.randrange(1, 100) for s in stacks if rng.random() < 0.7} for _ in range(2))
    if not old or not new:
        continue
    write("old.folded", folded(old))
    write("new.folded", folded(new))
    result = run(AWL, "--diff", "old.folded", "new.folded", "-o", "d.svg")
    same(f"case {case}: status and messages", (result.returncode, result.stderr), (0, ""))
    same(f"case {case}: frames", seen("d.svg"), wanted(old, new))
    gone = sum(n for s, n in old.items() if s not in new)
    same(f"case {case}: legend", words_of(chart("d.svg"), "text")[-1].split("shown: ")[1],
         f"{gone} of {sum(old.values())} before, in stacks that are gone")

# the same sums of one file in the other formats, and of two files
write("one.folded", "a;b 3\na;b 4\na 5\n")
write("two.folded", "a;b 10\n")
same("lines of one stack", run(AWL, "--merge", "-F", "folded", "one.folded").stdout, "a 5\na;b 7\n")
same("two files", run(AWL, "--merge", "-F", "folded", "one.folded", "two.folded").stdout, "a 5\na;b 17\n")
same("nothing", run(AWL, "--diff", "one.folded", "one.folded").stdout, "")
write("none.folded", "")
same("an empty file", run(AWL, "--diff", "none.folded", "two.folded", "-F", "folded").stdout, "a;b 0 10\n")
for text, line in (("a;b\n", 1), ("a 1\nb x\n", 2), ("a 1\n\n", 2), ("a 1\n 5\n", 2), ("a 1.5\n", 1),
                   ("a 99999999999999999999\n", 1), ("a 1\0b 2\n", 2), ("a 1\r\n", 1), ("a1\n", 1)):
    write("bad.folded", text)
    result = run(AWL, "--diff", "bad.folded", "two.folded")
    same(f"{text!r}", (result.returncode, result.stdout, result.stderr),
         (1, "", f"awl: bad.folded:{line}: expected 'frame;frame NUMBER'\n"))

# awlmap files of stacks, and of other keys
KSYMS = os.environ["TESTS"] + "/fixtures/kallsyms"
EVENTS = {"a": (2, 5), "b": (7, 1)}
for side, (writes, reads) in EVENTS.items():
    write("s.awl", f"""# stack: 0xffffffff81000110 0xffffffff81000310
# arg0: 1
# fire x{reads}
# stack: 0xffffffff81000210 0xffffffff81000310
# arg0: 2
# fire x{writes}
kprobe:f {{ @s[kstack] = count(); }}
""")
    run(*VM, "--kallsyms", KSYMS, "-q", "-o", f"s{side}.awlmap", "s.awl")
    write("k.awl", open("s.awl", encoding="utf-8").read().replace("@s[kstack]", "@k[arg0]"))
    run(*VM, "-q", "-o", f"k{side}.awlmap", "k.awl")
result = run(AWL, "--diff", "sa.awlmap", "sb.awlmap", "-o", "s.svg")
same("stacks", (result.returncode, seen("s.svg")),
     (0, wanted({("do_sys_openat2", "vfs_read"): 5, ("do_sys_openat2", "vfs_write"): 2},
                {("do_sys_openat2", "vfs_read"): 1, ("do_sys_openat2", "vfs_write"): 7})))
result = run(AWL, "--diff", "ka.awlmap", "kb.awlmap", "-o", "k.svg")
same("bars", (result.returncode, [words_of(c, "title")[0] for c in chart("k.svg").childNodes
                                  if c.nodeName == "svg"]),
     (0, ["2: 7, +5, 2 before", "1: 1, -4, 5 before"]))
with open("k.svg", encoding="utf-8") as f:
    same("their lengths and colours", re.findall(r'<rect( style="[^"]*")? height="15" width="([0-9.]*)%"', f.read()),
         [(' style="fill:#e0645c"', "100.0000"), ("", "80.0000")])
finish()
