# SPDX-License-Identifier: GPL-2.0-or-later
"""Compare stacks by awl's tables with gdb's backtraces.  gdb runs this:

	STACKWALK=tests/stackwalk STACKS="100 SEED" \
		gdb -nx -batch -iex "set debug-file-directory /none" -p PID -x tests/stacks/gdb.py

The process is stopped after random times, and from there single-stepped over a random number of
instructions, so that prologues, epilogues and stubs of the procedure linkage table come up.  Each
time all frames must be the same.  The last line has the number of stacks and of different ones.
"""
import os
import random
import subprocess

import gdb

REGS = ["rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp", "r8", "r9", "r10", "r11", "r12",
        "r13", "r14", "r15", "rip"]


def quiet(command):
    return gdb.execute(command, to_string=True)


def theirs():
    out, frame = [], gdb.newest_frame()
    while frame is not None and len(out) < 200:
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


def main():
    count, seed = (int(x) for x in os.environ["STACKS"].split())
    random.seed(seed)
    for setting in ("pagination off", "confirm off", "backtrace past-main on",
                    "backtrace past-entry on", "backtrace limit 200"):
        quiet("set " + setting)
    for signal in ("SIGALRM", "SIGPROF", "SIGVTALRM", "SIGCHLD", "SIGUSR1", "SIGUSR2",
                   "SIGPIPE"):
        quiet("handle %s nostop noprint pass" % signal)
    quiet("handle SIGWINCH stop print nopass")
    pid = gdb.selected_inferior().pid
    with subprocess.Popen([os.environ["STACKWALK"], str(pid)], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, encoding="ascii") as walker:
        n = bad = deepest = 0
        try:
            while n < count:
                if n % 10 == 0 or not step_some(random.randint(1, 12)):
                    run_a_while(pid, random.uniform(0.001, 0.02))
                a = theirs()
                b = ours(walker)
                n += 1
                deepest = max(deepest, len(a))
                if a != b:
                    bad += 1
                    if bad <= int(os.environ.get("SHOWN", "3")):
                        print("  " + explain(a, b))
                        if "FULL" in os.environ: print("  frame gdb", [hex(x) for x in a]); print("  frame awl", [hex(x) for x in b])
        except gdb.error as error:
            print("  ends early: %s" % error)
        walker.stdin.close()
    print("%d stacks of up to %d frames, %d differ" % (n, deepest, bad))


main()
