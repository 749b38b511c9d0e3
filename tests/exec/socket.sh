# SPDX-License-Identifier: GPL-2.0-or-later
#
# The output is a socket, as a service's may be: it gets the same bytes as a file.  A reader that
# reads only after awl has ended gets what fits, and awl reports the other bytes as lost.
command -v python3 >/dev/null || { echo "no python3 to read a socket"; exit 77; }
cd "$TMP" || exit 1
cat >many.awl <<'X'
# fire x30000
kprobe:f { @i++; printf("line %d of many\n", @i); }
X
cat >ends.py <<'PY'
import os
import re
import socket
import subprocess

from same import finish, same

awl = [os.environ["BUILD"] + "/tests/awlvm", "-1", "x86_64", "many.awl"]


def read_all(s):
    got = b""
    while True:
        piece = s.recv(65536)
        if not piece:
            return got
        got += piece


def start():
    ours, its = socket.socketpair()
    p = subprocess.Popen(awl, stdout=its, stderr=subprocess.PIPE)
    its.close()
    return ours, p


with open("want", "wb") as f:  # a file is never too slow
    subprocess.run(awl, stdout=f, check=True)
with open("want", "rb") as f:
    want = f.read()
same("lines", want.count(b"\n") >= 30000, True)
ours, p = start()
got = read_all(ours)
same("losses", b"Lost" in p.communicate()[1], False)
same("status", p.returncode, 0)
same("bytes", got == want, True)

ours, p = start()
errors = p.communicate()[1].decode()
got = read_all(ours)
same("status of a slow reader", p.returncode, 0)
m = re.search(r"^Lost (\d+) bytes of output: the output's reader was too slow$", errors, re.M)
lost = int(m[1]) if m else 0
same("a slow reader loses", lost > 0, True)
same("a slow reader's bytes", len(got) + lost, len(want))
same("what it gets is the beginning", want.startswith(got), True)

# A reader that goes away: awl isn't killed by SIGPIPE.
ours, p = start()
ours.close()
p.communicate()
same("status without a reader", p.returncode >= 0, True)
finish()
PY
PYTHONPATH="$TESTS/lib" timeout 60 python3 -B ends.py
