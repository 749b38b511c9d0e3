# SPDX-License-Identifier: GPL-2.0-or-later
#
# bpftrace's environment variables are settings, and override those of the script.
VM=$BUILD/tests/awlvm
bad=0
want() { # want EXPECTED COMMAND...
	expected=$1
	shift
	"$@" >"$TMP/out" 2>"$TMP/err"
	grep -qFx -e "$expected" "$TMP/out" "$TMP/err" -h || {
		echo "no line '$expected' from: $*"
		cat "$TMP/out" "$TMP/err"
		bad=1
	}
}
cat >"$TMP/c.awl" <<'E2'
config = { max_strlen = 30; stack_mode = raw }
BEGIN { print((config().max_strlen, config().max_map_keys, config().stack_mode)); @m = 5; }
E2
want '(30, 0, raw)' "$VM" "$TMP/c.awl"
want '@m: 5' "$VM" "$TMP/c.awl"
export BPFTRACE_MAX_STRLEN=40 BPFTRACE_MAX_MAP_KEYS=7 BPFTRACE_STACK_MODE=perf BPFTRACE_COLOR=never
want '(40, 7, perf)' "$VM" "$TMP/c.awl"
BPFTRACE_PRINT_MAPS_ON_EXIT=false "$VM" "$TMP/c.awl" | grep '@m' && bad=1
BPFTRACE_PRINT_MAPS_ON_EXIT=0 "$VM" "$TMP/c.awl" | grep '@m' && bad=1
BPFTRACE_PRINT_MAPS_ON_EXIT=true "$VM" "$TMP/c.awl" | grep -q '@m' || bad=1
export BPFTRACE_MAX_STRLEN=1
want "awl: error: invalid value of 'max_strlen': expected 2 to 4096" "$VM" "$TMP/c.awl"
export BPFTRACE_MAX_STRLEN=40 BPFTRACE_STACK_MODE=odd
"$VM" "$TMP/c.awl" >"$TMP/out" 2>&1 && bad=1
exit $bad
