# SPDX-License-Identifier: GPL-2.0-or-later
"""Does something that a tool reports, in a process of its own, and compares the tool's rows."""
import json
import os
import pty
import subprocess
import sys

from same import finish, same

AWL = os.environ["AWL"]


def rows(tool, pid, act, *options):
    """Runs the tool for the process, calls act() when it is attached, returns its rows."""
    with subprocess.Popen([AWL, "-F", "json", "-p", str(pid), tool, *options],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as p:
        for line in p.stdout:
            if "attached_probes" in line:
                break
        act()
        found = [json.loads(line) for line in p.stdout]
        err = p.stderr.read()
        same(f"{tool}: status and messages", (p.wait(), err), (0, ""))
    return [o["data"] for o in found if o["type"] == "value"]


def python(code):
    """A process that runs the code once a line arrives on its standard input."""
    return subprocess.Popen([sys.executable, "-c", "import sys\nsys.stdin.readline()\n" + code],
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def go(p):
    def act():
        p.stdin.write("\n")
        p.stdin.close()
    return act


# threadsnoop: seven threads
p = python("""
import threading
for i in range(7):
    t = threading.Thread(target=print)
    t.start()
    t.join()
""")
got = rows("threadsnoop", p.pid, go(p))
same("threads", len(got), 7)
same("their process", {r["PID"] for r in got}, {p.pid})
same("their functions", len({r["FUNC"] for r in got}), 1)
same("times", got == sorted(got, key=lambda r: r["TIME(ms)"]), True)
p.wait()

# shmsnoop: three segments of 4096 * i bytes; the ids and addresses are those that the calls return
p = python("""
import ctypes
libc = ctypes.CDLL(None)
libc.shmat.restype = ctypes.c_void_p
for i in (1, 2, 3):
    n = libc.shmget(0, 4096 * i, 0o1600)
    a = libc.shmat(n, None, 0)
    d = libc.shmdt(ctypes.c_void_p(a))
    print(n, a, d, libc.shmctl(n, 0, None))
""")
got = rows("shmsnoop", p.pid, go(p))
want = []
for i, line in enumerate(p.stdout, 1):
    n, a, d, removed = map(int, line.split())
    want += [("SHMGET", n, 0, 4096 * i, 0o1600), ("SHMAT", a, n, 0, 0),
             ("SHMDT", d, a, 0, 0), ("SHMCTL", removed, n, 0, 0)]
same("calls for shared memory",
     [(r["SYS"], *(int(r[k]) for k in ("RET", "ARG1", "ARG2", "ARG3"))) for r in got], want)
p.wait()

# bashreadline: what is typed, but not what a script runs.  bash waits for the first line before awl
# is attached, so that one is not reported.
pid, terminal = pty.fork()
if not pid:
    os.execl("/bin/bash", "bash", "--norc", "-i")
os.read(terminal, 100)
FIRST = "true zero\n"
TYPED = ["true one", ": two; sh -c 'true three'", "exit"]
got = rows("bashreadline", pid,
           lambda: os.write(terminal, (FIRST + "".join(s + "\n" for s in TYPED)).encode()))
same("commands", [r["COMMAND"] for r in got], TYPED)
same("shell", {r["PID"] for r in got}, {pid})
os.waitpid(pid, 0)
finish()
