# SPDX-License-Identifier: GPL-2.0-or-later
"""For tests in Python: same() prints what is not as wanted, finish() exits with 1 if it did."""
import sys

bad = 0


def same(what, got, want):
    global bad
    if got != want:
        print(f"{what}: {got!r}, not {want!r}")
        bad = 1


def finish():
    sys.exit(bad)
