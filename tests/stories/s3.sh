# SPDX-License-Identifier: GPL-2.0-or-later
#
# S3: finding leaks.  The original script from a file; then with tid as the key.
. "$TESTS/live/common"
need_kprobes
need_alone
# Without return probes the return needs a trampoline, which is not found by an old name.
F=kmem_cache_alloc_node
if ! has_returns; then
	not_done "the old name: $NO_RETURNS"
	F=kmem_cache_alloc_node_noprof
fi
sed "s/kmem_cache_alloc_node/$F/" >"$TMP/track.ply" <<'S'
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
	status 0	# without NUMA the kernel has one function for both
	match "$ERR" 'kmem_cache_alloc_node: this kernel calls it kmem_cache_alloc$'
	finish
fi
status 0
nomatch "$ERR" '[Ee]rror|rejected'
# memory that awl allocates while it attaches is not reported as a leak
nomatch "$OUT" 'sys_bpf|perf_event_open|sys_timerfd|sys_poll'

# Processes that start and end during the trace: their memory is freed, or waits for RCU.  All keys
# that remain are addresses.
awl -q -c "$W hold 1 /dev/null $W sleep 20" "
kprobe:$F / $MINE / { @t[tid] = stack(); }
kretprobe:$F / $MINE / { @[retval()] = @t[tid]; @t[tid] = nil; }
kprobe:kmem_cache_free { @[arg(1)] = nil; }"
status 0
nomatch "$OUT" '^@t'
finish
