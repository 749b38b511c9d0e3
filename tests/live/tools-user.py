# SPDX-License-Identifier: GPL-2.0-or-later
"""Does something that a tool reports, in a process of its own, and compares the tool's rows."""
import json
import os
import pty
import subprocess
import sys

from same import finish, same

AWL = os.environ["AWL"]


def records(tool, pid, act, *options):
    """Runs the tool for the process, calls act() when it is attached, returns what it prints."""
    with subprocess.Popen([AWL, "-F", "json", "-p", str(pid), tool, *options],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as p:
        for line in p.stdout:
            if "attached_probes" in line:
                break
        act()
        found = [json.loads(line) for line in p.stdout]
        err = p.stderr.read()
        same(f"{tool}: status and messages", (p.wait(), err), (0, ""))
    return found


def rows(*args):
    return [o["data"] for o in records(*args) if o["type"] == "value"]


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

# gethostlatency: three names of this machine, by a function of glibc each
p = python("""
import ctypes, socket
libc = ctypes.CDLL(None)
libc.gethostbyname(b"localhost")
libc.gethostbyname2(b"127.0.0.1", socket.AF_INET)
socket.getaddrinfo("127.0.0.2", 80)
""")
got = rows("gethostlatency", p.pid, go(p))
same("hosts", [r["HOST"] for r in got], ["localhost", "127.0.0.1", "127.0.0.2"])
same("their process", {r["PID"] for r in got}, {p.pid})
p.wait()

# memleak-user: 11 times 12,345 bytes stay, all by one stack; Python's own memory has others
p = python("""
import ctypes
libc = ctypes.CDLL(None)
malloc, free, realloc = libc.malloc, libc.free, libc.realloc
malloc.restype = realloc.restype = ctypes.c_void_p
for i in range(11):
    malloc(12345)
    free(ctypes.c_void_p(realloc(ctypes.c_void_p(malloc(777)), 77777)))
""")
got = records("memleak-user", p.pid, go(p))
leaks = [n for o in got if o["type"] == "map" for n in o["data"]["@leaked"].values()]
same("bytes by that stack", [n for n in leaks if n % 12345 == 0], [11 * 12345])
same("bytes that were freed", [n for n in leaks if n in (11 * 777, 11 * 77777)], [])
p.wait()

# sslsnoop: both ends of a connection in one process, by both kinds of functions; no certificates
# are needed with these ciphers of TLS 1.2
p = python("""
import ctypes
ssl = ctypes.CDLL("libssl.so.3")
crypto = ctypes.CDLL("libcrypto.so.3")
for f in (ssl.TLS_method, ssl.SSL_CTX_new, ssl.SSL_new):
    f.restype = ctypes.c_void_p
context = ctypes.c_void_p(ssl.SSL_CTX_new(ctypes.c_void_p(ssl.TLS_method())))
MAX_VERSION, TLS_1_2 = 124, 0x303
assert ssl.SSL_CTX_ctrl(context, MAX_VERSION, ctypes.c_long(TLS_1_2), None)
assert ssl.SSL_CTX_set_cipher_list(context, b"aNULL:@SECLEVEL=0")
bios = ctypes.c_void_p(), ctypes.c_void_p()
assert crypto.BIO_new_bio_pair(ctypes.byref(bios[0]), ctypes.c_size_t(0),
                               ctypes.byref(bios[1]), ctypes.c_size_t(0))
ends = [ctypes.c_void_p(ssl.SSL_new(context)) for bio in bios]
for end, bio in zip(ends, bios):
    ssl.SSL_set_bio(end, bio, bio)
ssl.SSL_set_connect_state(ends[0])
ssl.SSL_set_accept_state(ends[1])
while [ssl.SSL_do_handshake(end) for end in ends] != [1, 1]:
    pass
room, n = ctypes.create_string_buffer(100), ctypes.c_size_t()
assert ssl.SSL_write(ends[0], b"first", 5) == 5
assert ssl.SSL_read(ends[1], room, 100) == 5
assert ssl.SSL_read(ends[1], room, 100) == -1
assert ssl.SSL_write_ex(ends[1], b"the second", ctypes.c_size_t(10), ctypes.byref(n)) == 1
assert ssl.SSL_read_ex(ends[0], room, ctypes.c_size_t(100), ctypes.byref(n)) == 1
assert n.value == 10
assert ssl.SSL_read_ex(ends[0], room, ctypes.c_size_t(100), ctypes.byref(n)) == 0
""")
got = rows("sslsnoop", p.pid, go(p))
same("what was sent and received", [(r["FUNC"], r["LEN"], bytes(r["DATA"])) for r in got],
     [("WRITE/SEND", 5, b"first"), ("READ/RECV", 5, b"first"),
      ("WRITE/SEND", 10, b"the second"), ("READ/RECV", 10, b"the second")])
same("the program ran to its end", p.wait(), 0)
finish()
