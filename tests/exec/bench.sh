# SPDX-License-Identifier: GPL-2.0-or-later
#
# --bench: each run takes a microsecond of the made-up kernel's clock.
bad=0
show() { "$BUILD/tests/awlvm" -1 x86_64 "$@" >"$TMP/out" 2>&1; rc=$?; }
want() { grep -qE "$1" "$TMP/out" || { echo "no line $1 in:"; cat "$TMP/out"; bad=1; }; }
S='begin { print("begins"); @y = 1; } bench:first { @x++; print(@x); } bench:second { @y = 2; } kprobe:f { print("f"); } end { print((@x > 1, @y)); }'
show --bench -e "$S"
want '^begins$'
want '^Benchmark  *Time\(ns\)  *Iterations$'
want '^first  *1000  *[1-9][0-9]*$'
want '^second  *1000  *[1-9][0-9]*$'
want '^\(true, 2\)$'
[ "$rc $(grep -c . "$TMP/out")" = "0 6" ] || { echo "status $rc, or more:"; cat "$TMP/out"; bad=1; }
show --mode bench -F json -e "$S"
want '^\{"type": "benchmark_result", "data": \{"first": \{"average": 1000, "iters": [1-9][0-9]*\}\}\}$'
show -e 'bench:first { @x++; }'
want '^awl: this script has only benchmarks'
[ "$rc" = 1 ] || { echo "status $rc"; bad=1; }
show -e 'bench:first { @x++; } begin { print("alone"); }'
want '^alone$'
[ "$(grep -c . "$TMP/out")" = 1 ] || { cat "$TMP/out"; bad=1; }
# Clauses that don't run are checked, too, and say what a map is.
show --bench -e 'bench:first { @x++; } kprobe:f { no_such_function(1); }'
want 'unknown function .no_such_function'
[ "$rc" = 1 ] || { echo "status $rc"; bad=1; }
show -e 'bench:first { no_such_function(1); } begin { }'
want 'unknown function .no_such_function'
show --bench -e 'bench:first { for ($kv : @m) { @sum += $kv.1; } } kprobe:f { @m[arg0] = 1; }'
want '^first  *[1-9]'
[ "$rc" = 0 ] || { cat "$TMP/out"; bad=1; }
show --mode test -e 'bench:first { @x++; }'
[ "$rc" = 2 ] || { echo "status $rc"; bad=1; }
exit $bad
