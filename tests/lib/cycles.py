#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""cycles.py LIMIT - finds objects that need each other, in `nm -A -g` on standard input.

Prints sets of more than LIMIT objects, and fails if there is one.  The sets are the strongly
connected components of "needs a symbol of", found by Tarjan's algorithm.
"""
import collections
import sys


def read(lines):
    where, needs = {}, collections.defaultdict(set)
    for line in lines:
        name, rest = line.rstrip("\n").split(":", 1)
        kind, symbol = rest.split()[-2:]
        if kind == "U":
            needs[name].add(symbol)
        elif kind not in "wWvV":
            where[symbol] = name
            needs[name] |= set()
    return {a: {where[s] for s in symbols if s in where} - {a} for a, symbols in needs.items()}


def components(graph):
    index, low, stack, found = {}, {}, [], []

    def visit(a):
        index[a] = low[a] = len(index)
        stack.append(a)
        for b in graph.get(a, ()):
            if b not in index:
                visit(b)
            if b in stack:
                low[a] = min(low[a], low[b])
        if low[a] == index[a]:
            at = stack.index(a)
            found.append(sorted(stack[at:]))
            del stack[at:]

    for a in sorted(graph):
        if a not in index:
            visit(a)
    return sorted(found, key=len, reverse=True)


def main():
    sys.setrecursionlimit(10000)
    limit = int(sys.argv[1])
    sets = components(read(sys.stdin))
    large = [s for s in sets if len(s) > limit]
    for s in large:
        print(len(s), "objects need each other:", *s)
    print("the largest set has", len(sets[0]), "objects")
    sys.exit(bool(large))


main()
