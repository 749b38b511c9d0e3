# SPDX-License-Identifier: GPL-2.0-or-later
#
# bpftrace's options: those that choose probes, and those that are accepted without effect.
bad=0
want() { # want EXPECTED OPTION...: awl prints this
	expected=$1
	shift
	got=$("$AWL" --tracefs "$TESTS/fixtures/tracefs" --kallsyms "$TESTS/fixtures/kallsyms" "$@" 2>&1)
	[ "$got" = "$expected" ] || { printf 'awl %s\nwant:\n%s\nhave:\n%s\n' "$*" "$expected" "$got"; bad=1; }
}
# a file replaces tracefs's list of functions
printf 'first_one\nsecond_one [mod]\nfirst_two\n' >"$TMP/functions"
want 'kprobe:first_one
kprobe:first_two' -l --traceable-functions "$TMP/functions" 'kprobe:first_*'
P='kprobe:first_* { } kprobe:mod:second_one { } begin { }'
want 'kprobe:first_one
kprobe:first_two
kprobe:mod:second_one' -l --traceable-functions "$TMP/functions" -e "$P"
want 'kprobe:first_two' -l --traceable-functions "$TMP/functions" --probe-filter 'two$' -e "$P"
want 'kprobe:first_one
kprobe:mod:second_one' -l --traceable-functions "$TMP/functions" --probe-filter '^kprobe:mod|_o[mn]e' -e "$P"
want "awl: no probe matches 'third'" -l --traceable-functions "$TMP/functions" --probe-filter third -e "$P"
"$AWL" -l --traceable-functions "$TMP/functions" --probe-filter '(a' -e "$P" >"$TMP/out" 2>&1
grep -q "^awl: invalid regular expression '(a': --probe-filter supports" "$TMP/out" || { cat "$TMP/out"; bad=1; }

# --no-warnings leaves out warnings only; other options have no effect
W='let @unused = hash(10); begin { } kprobe:first_one { @ = 1; }'
N='-n --arch x86_64'
"$AWL" $N -e "$W" 2>&1 | grep -q 'warning: @unused' || { echo "no warning"; bad=1; }
want '' $N --no-warnings -e "$W"
want '' $N -I /usr/include --include linux/fs.h --usdt-file-activation -e 'kprobe:first_one { @ = 1; }'
"$AWL" --info 2>&1 | grep -q '^kprobe ' || { echo "--info is not -T"; bad=1; }
exit $bad
