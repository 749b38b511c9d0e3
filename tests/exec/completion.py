#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Types into a shell on a terminal, and checks what it completes.

    completion.py SHELL DIRECTORY

The shell reads its completion of awl from DIRECTORY.  A case passes when the completed text is on
the screen.
"""
import os
import pty
import re
import select
import sys
import time

PATIENCE = 30  # seconds
SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], ". {0}/awl.bash"),
    "zsh": (["zsh", "-f"], "fpath=({0} $fpath); autoload -U compinit; compinit -D"),
    "fish": (["fish", "--no-config"], "source {0}/awl.fish"),
}
# what is typed before the Tab key, and what the line is then
CASES = [
    ("awl --stri", "awl --strict"),
    ("awl -F js", "awl -F json"),
    ("awl --attach pl", "awl --attach plain"),
    ("awl opensn", "awl opensnoop"),
    ("awl --tool-source tcplif", "awl --tool-source tcplife"),
    ("awl -l tracep", "awl -l tracepoint:"),
    ("awl -l tracepoint:sched:sched_swi", "awl -l tracepoint:sched:sched_switch"),
    ("awl 'tracep", "awl 'tracepoint:"),
    ("awl 'tracepoint:sched:sched_swi", "awl 'tracepoint:sched:sched_switch'"),
    ("awl 'BEGIN { } tracepoint:sched:sched_swi", "awl 'BEGIN { } tracepoint:sched:sched_switch'"),
    ('awl "BEGIN { } tracepoint:sched:sched_swi', 'awl "BEGIN { } tracepoint:sched:sched_switch"'),
]


class Shell:
    """A shell on a terminal of its own."""

    def __init__(self, argv):
        self.seen = ""
        pid, self.fd = pty.fork()
        if pid == 0:
            os.environ.update(PS1="> ", TERM="dumb")
            os.execvp(argv[0], argv)

    def type(self, text):
        self.seen = ""
        os.write(self.fd, text.encode())

    def shows(self, text):
        """Reads until the text is on the screen.  Returns whether it is."""
        end = time.time() + PATIENCE
        while text not in self.screen() and time.time() < end:
            if select.select([self.fd], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.fd, 65536).decode(errors="replace")
                except OSError:
                    break
        return text in self.screen()

    def screen(self):
        # without the sequences that move the cursor or set colours
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()].|\x1b[=>]|\x07|\r", "", self.seen)


def main():
    name, directory = sys.argv[1:3]
    argv, setup = SHELLS[name]
    shell = Shell(argv)
    bad = 0
    shell.shows("> ")
    for i, (typed, line) in enumerate([(setup.format(directory), "")] + CASES):
        shell.type(typed + ("\t" if i else "\n"))
        if not shell.shows(line):
            print(f"'{typed}' becomes '{shell.screen()}' and not '{line}'")
            bad = 1
        # ^U empties the line.  What printf prints is not what is typed.
        shell.type(f"\x15printf '%s-%s\\n' case {i}\n")
        if not shell.shows(f"case-{i}\n"):
            print("the shell hangs:", shell.screen())
            sys.exit(1)
    shell.type("exit\n")
    sys.exit(bad)


main()
