# SPDX-License-Identifier: GPL-2.0-or-later
"""Types keys into the terminal of --top.  Run by topkeys.sh.

awl is a job of a process that leads the terminal's session, as of a shell, so that ^Z stops it.
"""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

from same import finish, same

VM = os.environ["BUILD"] + "/tests/awlvm"
SCRIPT = """# stays: 1
# arg0: 5
# fire x3
# arg0: 7
# fire
# arg0: 2
# fire x2
kprobe:f { @[arg0] = count(); }
"""
BY_VALUE, BY_VALUE_UP = ["@[5]: 3", "@[2]: 2", "@[7]: 1"], ["@[7]: 1", "@[2]: 2", "@[5]: 3"]
BY_KEY, BY_KEY_DOWN = ["@[2]: 2", "@[5]: 3", "@[7]: 1"], ["@[7]: 1", "@[5]: 3", "@[2]: 2"]


def lead(slave, words):
    """Runs the words as the foreground job of a new session.  Exits with its wait status."""
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    job = os.fork()
    if not job:
        os.setpgid(0, 0)
        os.tcsetpgrp(slave, os.getpid())
        for signo in (signal.SIGTTOU, signal.SIGHUP):
            signal.signal(signo, signal.SIG_DFL)
        for fd in 0, 1, 2:
            os.dup2(slave, fd)
        os.execve(VM, [VM, "-1", "x86_64"] + words, {**os.environ, "TERM": "xterm"})
    status = os.waitpid(job, 0)[1]
    os._exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))


class Terminal:
    def __init__(self, *words, script=SCRIPT):
        with open("top.awl", "w", encoding="utf-8") as f:
            f.write(script)
        self.master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 12, 70, 0, 0))
        self.before = termios.tcgetattr(self.slave)
        self.shown = ""
        self.leader = os.fork()
        if not self.leader:
            lead(self.slave, ["-q", *words, "top.awl"])

    def until(self, done, seconds=20):
        """Reads what awl prints until done() is true of it."""
        end = time.time() + seconds
        while not done() and time.time() < end:
            if select.select([self.master], [], [], 0.05)[0]:
                self.shown += os.read(self.master, 65536).decode()
        return done()

    def wait_for(self, text):
        return self.until(lambda: text in self.shown)

    def type(self, keys, want=None, seconds=20):
        """The last screen that is shown after the keys: until it is as wanted, or the time is over."""
        self.shown = ""
        os.write(self.master, keys.encode())
        self.until(lambda: want and want in self.screens(), seconds)
        return self.screens()[-1] if self.screens() else None

    def screens(self):
        return [[line for line in screen.split("\r\n") if line.startswith("@")]
                for screen in re.findall(r"\x1b\[H\x1b\[J\x1b\[\?7l(.*?)\x1b\[\?7h", self.shown, re.S)]

    def job(self):
        """awl's process: the terminal's foreground group."""
        return os.tcgetpgrp(self.master)

    def is_stopped(self, pid):
        with open(f"/proc/{pid}/stat", encoding="utf-8") as f:
            return f.read().rpartition(")")[2].split()[0] == "T"

    def local(self):
        """Does the terminal wait for lines, and show what is typed?"""
        flags = termios.tcgetattr(self.slave)[3]
        return bool(flags & termios.ICANON), bool(flags & termios.ECHO)

    def end(self):
        """The exit status, and whether the terminal is as it was."""
        got = []

        def ended():
            pid, status = os.waitpid(self.leader, os.WNOHANG) if not got else (0, 0)
            if pid:
                got.append(os.WEXITSTATUS(status))
            return bool(got)

        self.until(ended)
        self.until(lambda: False, 0.05)		# what it printed last
        is_same = termios.tcgetattr(self.slave) == self.before
        os.close(self.slave)
        os.close(self.master)
        return (got[0] if got else None), is_same


def begun(*words, **how):
    t = Terminal("--top", *words, **how)
    if not t.wait_for("q: quit"):
        print(f"no keys are offered: {t.shown!r}")
        os.kill(t.job(), signal.SIGKILL)
        t.end()
        sys.exit(1)
    return t


try:
    pty.openpty()
except OSError as e:
    print(f"no pseudo-terminal: {e} (is devpts mounted?)")
    sys.exit(77)

top = begun()
same("the order at first", top.screens()[-1:], [BY_VALUE])
same("the terminal meanwhile", top.local(), (False, False))
same("r", top.type("r", BY_VALUE_UP), BY_VALUE_UP)
same("what it offers then", "r: largest first" in top.shown, True)
same("s", top.type("s", BY_KEY), BY_KEY)
same("r by key", top.type("r", BY_KEY_DOWN), BY_KEY_DOWN)
same("s again", top.type("s", BY_VALUE), BY_VALUE)
os.write(top.master, b" ")
same("space", top.wait_for("space: go on"), True)
same("while it is paused", (top.type("xyz\x1b[A\n", seconds=1.5), top.shown), (None, ""))
same("space again", top.type(" ", BY_VALUE), BY_VALUE)
os.write(top.master, b"q")
same("q", top.end(), (0, True))
same("the maps at the end", top.shown.split("\n\r\n")[-1].split(), [w for line in BY_VALUE_UP for w in line.split()])

# Only two of three entries have room on a screen of 3 lines.
small = begun()
fcntl.ioctl(small.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 3, 70, 0, 0))
same("the smallest", small.type("r", BY_VALUE_UP[:2]), BY_VALUE_UP[:2])
same("the largest", small.type("r", BY_VALUE[:2]), BY_VALUE[:2])
os.write(small.master, b"\x03")
same("^C", small.end(), (0, True))

# A script that prints its maps says when they are shown.
printing = begun(script="# stays: 1\ninterval:s:1 { @[1] = count(); @[2] = count(); print(@); clear(@); }\n")
same("what it prints", printing.wait_for("@[2]: 1"), True)
printing.type("s", seconds=2.5)
same("screens after a key", [screen for screen in printing.screens() if len(screen) != 2], [])
os.write(printing.master, b"q")
same("then q", printing.end(), (0, True))

for name, signo, status in (("SIGTERM", signal.SIGTERM, 0), ("SIGHUP", signal.SIGHUP, 0),
                            ("SIGUSR1", signal.SIGUSR1, 128 + signal.SIGUSR1),
                            ("SIGABRT", signal.SIGABRT, 128 + signal.SIGABRT),
                            ("SIGSEGV", signal.SIGSEGV, 128 + signal.SIGSEGV)):
    t = begun()
    os.kill(t.job(), signo)
    same(name, t.end(), (status, True))
t = begun()
os.write(t.master, b"\x1c")
same("^\\", t.end(), (128 + signal.SIGQUIT, True))
same("-t", begun("-t", "1").end(), (0, True))
same("exit()", begun(script=SCRIPT + "interval:s:1 { exit(7); }\n").end(), (7, True))

t = begun()
awl = t.job()
os.write(t.master, b"\x1a")
same("^Z stops it", t.until(lambda: t.is_stopped(awl)), True)
same("the terminal while it is stopped", t.local(), (True, True))
os.kill(awl, signal.SIGCONT)
same("when it goes on", t.until(lambda: t.local() == (False, False)), True)
same("a key then", t.type("r", BY_VALUE_UP), BY_VALUE_UP)
os.write(t.master, b"\x1a")
same("^Z stops it again", t.until(lambda: t.is_stopped(awl)), True)
os.kill(awl, signal.SIGCONT)
same("when it goes on again", t.until(lambda: t.local() == (False, False)), True)
os.write(t.master, b"q")
same("q after ^Z", t.end(), (0, True))

# A command may read the terminal itself.
t = Terminal("--top", "-c", "sleep 1")
t.wait_for("\x1b[H\x1b[J")
same("the terminal with -c", t.local(), (True, True))
same("the end of -c", t.end(), (0, True))
same("no keys with -c", "q: quit" in t.shown, False)
finish()
