# SPDX-License-Identifier: GPL-2.0-or-later
"""Looks at what awl prints on a terminal of 60 columns.  Run by looks.sh."""
import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios

sys.path.insert(0, os.environ["TESTS"] + "/lib")
from same import finish, same

VM = [os.environ["BUILD"] + "/tests/awlvm", "-1", "x86_64"]


def on_terminal(*words, **env):
    """What a command prints on a terminal."""
    try:
        pid, fd = pty.fork()
    except OSError as e:
        print(f"no pseudo-terminal: {e} (is devpts mounted?)")
        sys.exit(77)
    if not pid:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
        os.execve(VM[0], VM + list(words), {**os.environ, **env})
    shown = b""
    try:
        while data := os.read(fd, 65536):
            shown += data
    except OSError:
        pass
    os.waitpid(pid, 0)
    return shown.decode().replace("\r\n", "\n")


def in_pipe(*words):
    return subprocess.run(VM + list(words), capture_output=True, encoding="utf-8", check=False)


def bars(text):
    return re.findall(r"\|(.*)\|", re.sub(r"\x1b\[[0-9;]*m", "", text))


# 60 columns leave 33 for the bar; two thirds of 33 are 22, and one third 11
blocks = on_terminal("s.awl", TERM="xterm", LC_ALL="C.UTF-8")
same("blocks", bars(blocks)[0], "\u2588" * 33)
same("blocks of two thirds", bars(blocks)[3], "\u2588" * 22 + " " * 11)
same("width", {len(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in blocks.splitlines() if "|" in line}, {60})
same("colours", sorted(set(re.findall(r"\x1b\[[0-9;]*m", blocks))), ["\x1b[1m", "\x1b[36m", "\x1b[m"])
signs = on_terminal("s.awl", TERM="xterm", LC_ALL="C")
same("without UTF-8", bars(signs)[3], "@" * 22 + " " * 11)
for env in {"TERM": "dumb"}, {"TERM": "xterm", "NO_COLOR": "1"}:
    same(f"no colours with {env}", "\x1b" in on_terminal("s.awl", **env), False)
same("--color=never", "\x1b" in on_terminal("--color=never", "s.awl", TERM="xterm"), False)

# of 60 columns the time takes 9, and a value 4 with its blank
series = on_terminal("t.awl", TERM="dumb")
same("the edges of a series", [len(line) - 9 for line in series.splitlines() if "__" in line], [47, 47])
same("its values", re.findall(r"[|*](.*)[|*] (\d+)$", series, re.M), [(" " * 45, "3"), (" " * 45, "200")])
same("its bounds", [line for line in series.splitlines() if line.endswith("  200")], [" " * 9 + f"3{200:46}"] * 2)
same("a series in a pipe", [line[9:] for line in in_pipe("t.awl").stdout.splitlines() if "_" in line],
     [f"|{'_' * 51}|", f"v{'_' * 51}v"])

# of 60 columns the number takes 8, so the text continues after 52 characters
rows = on_terminal("r.awl", TERM="dumb").splitlines()
text = "one äwörd " + "abcdefghij" * 4 + "0123456789 end"
same("a row", rows[:3], ["PID     ARGS", f"3       {text[:52]}", f"        {text[52:]}"])
same("a row with too few columns left", rows[4], "3" + " " * 44 + "abcdefghij" * 2)
same("a row of several lines", rows[6:9], ["3" + " " * 40, "        vfs_read+4", "        vfs_write+4"])
same("rows in a pipe", in_pipe("r.awl").stdout.splitlines()[:2], ["PID     ARGS", f"3       {text}"])

# pipes get bpftrace's text, with colours only if they are asked for
piped = in_pipe("s.awl").stdout
same("in a pipe", bars(piped)[3], f"{'@' * 34:52}")
same("no colours in a pipe", "\x1b" in piped, False)
coloured = in_pipe("--color=always", "s.awl").stdout
same("colours in a pipe", re.sub(r"\x1b\[[0-9;]*m", "", coloured), piped)
same("--color=x", in_pipe("--color=x", "s.awl").returncode, 2)

shown = on_terminal("--check", "-e", "BEGIN { @y = $z; }", TERM="xterm")
same("a message", shown.splitlines()[0],
     "program:1:14: \x1b[1;31merror\x1b[m: $z is read, but never assigned")
same("its mark", shown.splitlines()[2], "      |              \x1b[1;32m^~\x1b[m")
result = in_pipe("--check", "--messages=json", "-e", "BEGIN {\n\t@x = strlenn(\"ä\\\"\"); @y = $z; }")
same("the status", result.returncode, 1)
found = [json.loads(line) for line in result.stderr.splitlines()]
same("messages", found, [
    {"severity": "error", "file": "program", "line": 2, "column": 7, "end_line": 2, "end_column": 22,
     "message": "unknown function 'strlenn'", "hints": ["did you mean 'strlen'?"]},
    {"severity": "error", "file": "program", "line": 2, "column": 29, "end_line": 2, "end_column": 31,
     "message": "$z is read, but never assigned"}])
found = json.loads(in_pipe("--messages", "json", "-e", "BEGIN { if (1 }").stderr.splitlines()[0])
same("an error of the parser", (found["severity"], found["line"], found["column"]), ("error", 1, 15))
finish()
