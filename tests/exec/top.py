# SPDX-License-Identifier: GPL-2.0-or-later
"""--top on a terminal: a window of 12 lines.  Run by top.sh."""
import fcntl
import os
import pty
import re
import struct
import sys
import termios

from same import finish, same



try:
    pid, fd = pty.fork()
except OSError as e:
    print(f"no pseudo-terminal: {e} (is devpts mounted?)")
    sys.exit(77)
if not pid:
    # the window's size must be set before awl starts
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 12, 40, 0, 0))
    vm = os.environ["BUILD"] + "/tests/awlvm"
    with open("top.awl", "w") as f:
        f.write("# arg0: 1\n# fire\n# arg0: 2\n# fire x3\n" + "".join(
            f"# arg0: {i}\n# fire\n" for i in range(3, 30)) +
            "kprobe:vfs_read { @a[arg0] = count(); @b[arg0] = count(); }\n")
    os.execv("/bin/sh", ["sh", "-c", f"'{vm}' -1 x86_64 -q --top -o /dev/tty top.awl"])
shown = b""
try:
    while chunk := os.read(fd, 4096):
        shown += chunk
except OSError:
    pass
os.waitpid(pid, 0)
screen = re.search(rb"\x1b\[H\x1b\[J\x1b\[\?7l(.*?)\x1b\[\?7h", shown, re.S)
seen = screen[1].decode().split("\r\n") if screen else []
same("--top: lines", len(seen), 12)
same("--top: the largest first", [s for s in seen if s.endswith("3")], ["@a[2]: 3", "@b[2]: 3"])
same("--top: then the others, from the last on", [s for s in seen if s.startswith("@a")],
     (["@a[2]: 3"] + [f"@a[{i}]: 1" for i in range(29, 2, -1)])[:len([s for s in seen if "@a" in s])])
same("--top: and the whole at the end", shown.count(b"@a["),
     29 + len([s for s in seen if "@a" in s]))
finish()
