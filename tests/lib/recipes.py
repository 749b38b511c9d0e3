#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""recipes.py - apply the recipes of HACKING.md to a tree, or check the promised results.

    recipes.py apply HACKING.md TREE
    recipes.py try   HACKING.md TREE

A sentence before each block of code says what to do with it:
    New file `FILE`:                 the block is its text
    In `FILE`, before `TEXT`:        the block goes above the first line that has TEXT
    Run:                             a shell script
    Try it:                          "$ COMMAND" and its output
"""
import re
import subprocess
import sys

SENTENCE = re.compile(r"New file `(?P<new>[^`]+)`:$|`(?P<file>[^` ]+)`, before `(?P<text>[^`]+)`:$|"
                      r"(?P<run>\bRun):$|(?P<trial>\bTry it):$")


def blocks(path):
    """(heading, match of SENTENCE, lines) for each fenced block."""
    heading, before, block = "", "", None
    for line in open(path, encoding="utf-8"):
        if line.startswith("```"):
            if block is None:
                block = []
                continue
            match = SENTENCE.search(" ".join(before.split()))
            if not match:
                sys.exit(f"{heading}: nothing says what this block is for: {block[:1]}")
            yield heading, match, block
            before, block = "", None
        elif block is not None:
            block.append(line)
        elif line.startswith("#"):
            heading, before = line.strip("# \n"), ""
        else:
            before = before + line if line.strip() else before + "\n"


def insert(tree, heading, name, text, block):
    path = f"{tree}/{name}"
    lines = open(path, encoding="utf-8").readlines()
    for i, line in enumerate(lines):
        if text in line:
            lines[i:i] = block
            open(path, "w", encoding="utf-8").writelines(lines)
            return True
    print(f"{heading}: no line of {name} has '{text}'")
    return False


def apply(tree, heading, match, block):
    if match["new"]:
        with open(f"{tree}/{match['new']}", "x", encoding="utf-8") as f:
            f.writelines(block)
    elif match["file"]:
        return insert(tree, heading, match["file"], match["text"], block)
    elif match["run"]:
        return subprocess.run(["sh", "-eu"], cwd=tree, input="".join(block), text=True).returncode == 0
    return True


def attempt(tree, heading, match, block):
    if not match["trial"]:
        return True
    good = True
    for part in re.split(r"^\$ ", "".join(block), flags=re.M)[1:]:
        command, want = part.split("\n", 1)
        ran = subprocess.run(["sh", "-c", command], cwd=tree, text=True, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if ran.stdout != want:
            print(f"{heading}: {command}\n--- HACKING.md says\n{want}--- it prints\n{ran.stdout}")
            good = False
    return good


def main():
    what, path, tree = sys.argv[1:]
    step = {"apply": apply, "try": attempt}[what]
    results = [step(tree, *block) for block in blocks(path)]
    sys.exit(not (results and all(results)))


main()
