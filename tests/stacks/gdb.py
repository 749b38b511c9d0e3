# SPDX-License-Identifier: GPL-2.0-or-later
"""Compare awl's stacks with gdb's backtraces.  gdb runs this:

	STACKWALK=tests/stackwalk STACKS="100 SEED" \
		gdb -nx -batch -iex "set debug-file-directory /none" -p PID -x tests/stacks/gdb.py

The process is stopped after random times, and from there single-stepped over a random number of
instructions, so that prologues, epilogues and stubs of the procedure linkage table come up.  The
stacks are those that tests/stackwalk makes of awl's tables.

With AWL=awl instead of STACKWALK they are those of awl's walk in the kernel: a script takes a stack
from time to time and stops the process where it was interrupted.  The process must have one thread,
because another one may get the signal.

Each time all frames must be the same.  The last line has the number of stacks and of different ones.
"""
import os
import random
import select
import subprocess

import gdb

REGS = ["rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp", "r8", "r9", "r10", "r11", "r12",
        "r13", "r14", "r15", "rip"]
MOST = 120                      # frames that are compared


def quiet(command):
    return gdb.execute(command, to_string=True)


def theirs():
    out, frame = [], gdb.newest_frame()
    while frame is not None and len(out) < MOST:
        if frame.type() != gdb.INLINE_FRAME:
            out.append(frame.pc())
        frame = frame.older()
    return out


def ours(walker):
    regs = quiet("info registers " + " ".join(REGS)).splitlines()
    line = " ".join("%s=%s" % (w.split()[0], w.split()[1][2:]) for w in regs)
    walker.stdin.write(line + "\n")
    walker.stdin.flush()
    return [int(x, 16) for x in walker.stdout.readline().split()]


def show(addr):
    text = quiet("info symbol %#x" % addr).strip()
    return "%#x %s" % (addr, text if not text.startswith("No symbol") else "?")


def explain(a, b):
    i = 0
    while i < min(len(a), len(b)) and a[i] == b[i]:
        i += 1
    return "frame %d of %d and %d: gdb has %s, awl %s; the frame before is %s" % (
        i, len(a), len(b), show(a[i]) if i < len(a) else "none",
        show(b[i]) if i < len(b) else "none", show(a[i - 1]) if i else "none")


def run_a_while(pid, seconds):
    """Lets the process run.  The signal that stops it again does not reach it."""
    with subprocess.Popen(["sh", "-c", "sleep %f; kill -WINCH %d" % (seconds, pid)]):
        quiet("continue")


def is_at_system_call():
    """A single step would wait there for as long as the process does."""
    pc = gdb.newest_frame().pc()
    try:
        code = bytes(gdb.selected_inferior().read_memory(pc - 2, 4))
    except gdb.MemoryError:
        return False
    return b"\x0f\x05" in (code[:2], code[2:])


def step_some(count):
    """Single-steps, but not over system calls.  Returns false if it could not."""
    for i in range(count):
        if is_at_system_call():
            return i > 0
        quiet("stepi")
    return True


class Tables:
    """Stacks by the tables, walked in user space."""

    def __init__(self, pid):
        self.pid = pid
        self.walker = subprocess.Popen([os.environ["STACKWALK"], str(pid)], encoding="ascii",
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def run(self, n):
        if n % 10 == 0 or not step_some(random.randint(1, 12)):
            run_a_while(self.pid, random.uniform(0.001, 0.02))

    def stack(self):
        return ours(self.walker)

    def close(self):
        self.walker.stdin.close()
        self.walker.wait()


# Before a process that is in the kernel stops there, it may return from a signal handler or begin one.
SCRIPT = """profile:199hz / pid == %d && usermode / {
    printf("%%s.\\n", ustack(raw, %d)); signal("STOP");
}"""


class Kernel:
    """Stacks that awl walks in the kernel."""

    def __init__(self, pid):
        quiet("handle SIGSTOP stop print nopass")
        self.text = b""
        self.awl = subprocess.Popen([os.environ["AWL"], "--unsafe", "-p", str(pid),
                                     SCRIPT % (pid, MOST)],
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        line = b"-"
        while line and not line.startswith(b"Attached"):
            line = self.awl.stderr.readline()
            if line.startswith(b"awl:"):
                print("  " + line.decode().strip())

    def run(self, n):
        quiet("continue")

    def stack(self):
        """The last stack, as there may be two before the process stops."""
        while select.select([self.awl.stdout], [], [], 0.15 if b"." in self.text else 10)[0]:
            text = os.read(self.awl.stdout.fileno(), 65536)
            if not text:
                break
            self.text += text
        if b"." not in self.text:
            raise gdb.error("awl has no stack for this stop")
        stack, self.text = self.text.split(b".")[-2], b""
        return [int(x, 16) for x in stack.split()]

    def close(self):
        self.awl.terminate()
        self.awl.wait()


def compare(walker, count):
    """Returns how many stacks there were, how many differ, and the greatest depth."""
    n = bad = deepest = 0
    try:
        while n < count:
            walker.run(n)
            a = theirs()
            b = walker.stack()[:MOST]
            n += 1
            deepest = max(deepest, len(a))
            if a == b:
                continue
            bad += 1
            if bad <= int(os.environ.get("SHOWN", "3")):
                print("  " + explain(a, b))
            if "FULL" in os.environ:
                print("  gdb", [hex(x) for x in a])
                print("  awl", [hex(x) for x in b])
    except gdb.error as error:
        print("  ends early: %s" % error)
    return n, bad, deepest


def main():
    count, seed = (int(x) for x in os.environ["STACKS"].split())
    random.seed(seed)
    for setting in ("pagination off", "confirm off", "backtrace past-main on",
                    "backtrace past-entry on", "backtrace limit %d" % MOST):
        quiet("set " + setting)
    for signal in ("SIGALRM", "SIGPROF", "SIGVTALRM", "SIGCHLD", "SIGUSR1", "SIGUSR2",
                   "SIGPIPE"):
        quiet("handle %s nostop noprint pass" % signal)
    quiet("handle SIGWINCH stop print nopass")
    pid = gdb.selected_inferior().pid
    walker = (Kernel if "AWL" in os.environ else Tables)(pid)
    n, bad, deepest = compare(walker, count)
    walker.close()
    print("%d stacks of up to %d frames, %d differ" % (n, deepest, bad))


main()
