# SPDX-License-Identifier: GPL-2.0-or-later
#
# S4: the leak detector, verbatim and as the shipped script.  37 files are
# opened by the first command and held past the second one; another process
# opens and closes files all the while.  A run that holds none is the yardstick.
. "$TESTS/live/common"
need_tracefs
need_alone
[ "$ARCH" != arm ] || skip "the kernel's stacks in tracepoints end after a frame on arm"
cat >"$TMP/s4" <<'S'
        tracepoint:kmem/kmalloc, tracepoint:kmem/kmem_cache_alloc / phase == 0 / { live[data->ptr] = stack; }
        tracepoint:kmem/kfree,   tracepoint:kmem/kmem_cache_free               { delete live[data->ptr]; }
        END { for ($kv : live) { @leaks[$kv.1] = count(); } clear(live); }
S
: >"$TMP/file"
# held N SCRIPT: counts of the stacks through openat that hold something
held() {
	"$AWL" -q --map-size 32768 --stack-filter do_sys_openat2 \
		-c "$W open 200 $TMP/file & $W hold $1 $TMP/file sleep 60 &
			echo \$! >$TMP/pid; until [ -e /proc/\$!/fd/$(($1 + 2)) ]; do sleep 0.2; done; sleep 1" \
		-c "sleep 3" "$2" >"$OUT" 2>"$ERR"
	export RC=$?
	grep '^Lost' "$ERR" >&2
	sed -n 's/^\]: //p' "$OUT" | tr '\n' ' '
	kill "$(cat "$TMP/pid")"
}
# One call site holds 37 more than without the leak.  Others may hold more than
# that: before 6.7 a free that interrupts a program is skipped by the kernel,
# and not told; what is freed late meets that, what is freed at once does not.
for script in "$TMP/s4" "$TESTS/../scripts/memleak.awl"; do
	none=$(held 0 "$script")
	some=$(held 37 "$script")
	status 0
	match "$OUT" 'do_sys_openat2\+'
	found=0
	for a in $some; do
		for b in 0 $none; do
			[ $((a - b)) != 37 ] || found=1
		done
	done
	[ $found = 1 ] || fail "held $some with the leak, $none without"
done
# What awl takes itself is no leak.
for script in "$TMP/s4" "$TESTS/../scripts/memleak.awl"; do
	awl -q -c true -c true "$script"
	status 0
	nomatch "$OUT" 'sys_bpf|perf_event_open|sys_timerfd|sys_poll'
done
finish
