# SPDX-License-Identifier: GPL-2.0-or-later
#
# Runs a command with a terminal as its standard output and prints its output.
import os
import pty
import sys

out = b""
pid, fd = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
try:
    while True:
        data = os.read(fd, 65536)
        if not data:
            break
        out += data
except OSError:
    pass
os.waitpid(pid, 0)
sys.stdout.buffer.write(out.replace(b"\r\n", b"\n"))
