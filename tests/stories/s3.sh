# SPDX-License-Identifier: GPL-2.0-or-later
#
# S3: hunting leaks, verbatim from a file; and with tid as the key, numbers.
. "$TESTS/live/common"
need_kprobes
need_alone
cat >"$TMP/track.ply" <<'S'
kprobe:kmem_cache_alloc_node {
    # Can't read stack from a retprobe :-(
    @[0] = stack();
}
kretprobe:kmem_cache_alloc_node {
    @[retval()] = @[0];
    @[0] = nil;
}
kprobe:kmem_cache_free {
    @[arg(1)] = nil;
}
S
{ cat "$TMP/track.ply"; echo '}'; } >"$TMP/stray.ply"
awl "$TMP/stray.ply"
status 1
match "$ERR" 'stray.ply:12:1: error: '
match "$ERR" '^ *[|] *\^'

awl -t 1 "$TMP/track.ply"
if ! has_function 'kmem_cache_alloc_node(_noprof)?'; then
	status 0	# a kernel without NUMA has one function for both
	match "$ERR" 'kmem_cache_alloc_node: this kernel calls it kmem_cache_alloc$'
	finish
fi
status 0
nomatch "$ERR" '[Ee]rror|rejected'
# what awl itself takes, as its probes are attached, is no leak
nomatch "$OUT" 'sys_bpf|perf_event_open|sys_timerfd|sys_poll'

# Forks while it runs, all gone at the end: what a fork took is given back or
# waits for RCU; the entries that stay are address -> stack.
awl -q -c "$W hold 1 /dev/null $W sleep 20" "
kprobe:kmem_cache_alloc_node / $MINE / { @t[tid] = stack(); }
kretprobe:kmem_cache_alloc_node / $MINE / { @[retval()] = @t[tid]; @t[tid] = nil; }
kprobe:kmem_cache_free { @[arg(1)] = nil; }"
status 0
nomatch "$OUT" '^@t'
finish
