# SPDX-License-Identifier: GPL-2.0-or-later
"""Looks at the screen of a terminal of 50 columns and 14 lines.  Run by screen.sh."""
import os
import re
import subprocess
import time

from same import finish, same

SERVERS = []		# one for each terminal, because one that ends takes a while
VM = os.environ["BUILD"] + "/tests/awlvm -1 x86_64"
COLUMNS, LINES = 50, 14


def tmux(*words):
    return subprocess.run(["tmux", "-u", "-f", "tmux.conf", "-S", f"{os.environ['TMP']}/tmux{len(SERVERS)}", *words],
                          capture_output=True, encoding="utf-8", check=False).stdout


def start(command):
    """A new terminal.  When the command has ended, it shows "done." and the prompt of a shell."""
    tmux("kill-server")
    SERVERS.append(command)
    with open("tmux.conf", "w", encoding="utf-8") as f:
        f.write("set -g status off\nset -g default-terminal screen-256color\n")
    tmux("new-session", "-d", "-x", str(COLUMNS), "-y", str(LINES), "-e", "LC_ALL=C.UTF-8",
         command + "; echo done.; exec sh")


def screen(*options):
    return tmux("capture-pane", "-p", *options).splitlines()


def until(text):
    """Waits until a line of the screen has the text."""
    end = time.time() + 20
    while time.time() < end and not any(text in line for line in screen()):
        time.sleep(0.05)
    return any(text in line for line in screen())


def cells(line):
    """[(character, the numbers of its colour and weight)] of a line with escape sequences."""
    found, look = [], ()
    for part in re.findall(r"\x1b\[([0-9;]*)m|(.)", line):
        if part[1]:
            found.append((part[1], look))
        else:
            for n in (int(n or "0") for n in part[0].split(";")):
                look = () if n == 0 else tuple(x for x in look if n != 39 or not 30 <= x < 38) + ((n,) if n not in (
                    39, 49) else ())
    return found


with open("h.awl", "w", encoding="utf-8") as f:
    f.write("# arg0: 3\n# fire x4\n# arg0: 20\n# fire x3\nkprobe:f { @h = hist(arg0); }\n")
start(f"{VM} -q h.awl")
until("done.")
shown = [line for line in screen() if line]
# the bar has 50 - 27 columns; three quarters of them are 17 1/4
same("a histogram", shown[:5], ["@h:", "[2, 4)                 4 |" + "█" * 23 + "|",
                                "[4, 8)                 0 |" + " " * 23 + "|",
                                "[8, 16)                0 |" + " " * 23 + "|",
                                "[16, 32)               3 |" + "█" * 17 + "▎     |"])
looks = [cells(line) for line in screen("-e") if line.strip()]
same("its name is bold", [look for _, look in looks[0]][:2], [(1,), (1,)])
same("its bars are cyan", {look for c, look in looks[1] if c == "█"}, {(36,)})
same("nothing else is", {look for c, look in looks[4] if c not in "█▎ "}, {()})

start(f"{VM} -q -e 'BEGIN {{ @x = $zz; }}'")
until("done.")
looks = [cells(line) for line in screen("-e") if line.strip()]
line = next(line for line in looks if "error" in "".join(c for c, _ in line))
text = "".join(c for c, _ in line)
same("an error is red and bold", {look for _, look in line[text.index("error"):][:5]}, {(1, 31)})
mark = next(line for line in looks if "^" in "".join(c for c, _ in line))
same("its mark is green and bold", {look for c, look in mark if c in "^~"}, {(1, 32)})

with open("top.awl", "w", encoding="utf-8") as f:
    f.write("# stays: 1\n" + "".join(f"# arg0: {i}\n# fire x{i}\n" for i in range(1, 31)) +
            'kprobe:f { @["a key that is too long for one line of the screen", arg0] = count(); }\n')
start(f"{VM} -q --top top.awl")
same("the keys", until("q: quit"), True)
shown = screen()
same("--top: the largest entries", shown[:-1],
     [f"@[a key that is too long for one line of the screen, {n}]: {n}"[:COLUMNS - 1] + str(n)[-1]
      for n in range(30, 31 - LINES, -1)])
same("--top: the last line", shown[-1], "q: quit   space: pause   s: sort by key   r: smallest first"[:COLUMNS - 1] + "t")
tmux("send-keys", "r")
same("reversed", until("r: lar"), True)
same("the first line then", screen()[0][-1], "1")
tmux("send-keys", "q")
until("done.")
text = "".join(screen())
same("after q: the maps as they are without --top", text[text.rindex("@["):text.index("done.")],
     "@[a key that is too long for one line of the screen, 30]: 30")
tmux("send-keys", "echo seen", "Enter")
same("the terminal shows what is typed", until("echo seen"), True)
tmux("kill-server")
finish()
