# SPDX-License-Identifier: GPL-2.0-or-later
#
# S2: who is hammering a library function?  Both spellings, verbatim; where the
# kernel has renamed the function, one line says so; where it has no such
# function, the error names the nearest.
. "$TESTS/live/common"
need_kprobes
need_alone

# The workload: sockets, each of which takes its inode and
# its sock from caches; started by itself, since -c is the program's here.
load() { attached; "$W" sockets 300; }

check() {
	if ! has_function 'kmem_cache_alloc_node(_noprof)?'; then
		# a kernel without NUMA has one function for both
		status 0
		match "$ERR" 'kmem_cache_alloc_node: this kernel calls it kmem_cache_alloc$'
		want "lines on stderr" 2 "$(grep -c . "$ERR")"
		match "$OUT" '^        kmem_cache_alloc\+0$'
		return
	fi
	status 0
	if has_function kmem_cache_alloc_node; then
		want stderr "Attached 1 probe" "$(cat "$ERR")"
	else
		want "lines on stderr" 2 "$(grep -c . "$ERR")"
		match "$ERR" "kmem_cache_alloc_node_noprof"
	fi
	# stacks, frames with eight blanks, counts, least first
	match "$OUT" '^@\[$'
	match "$OUT" '^        [A-Za-z0-9_.]+\+[0-9]+$'
	sed -n 's/^\]: //p' "$OUT" >"$TMP/counts"
	sort -n "$TMP/counts" | cmp -s - "$TMP/counts" || fail "not least first"
	# what the sockets' own stacks sum up to: alloc_skb and others apart,
	# 300 sockets mean 300 calls from one place at least, if at all from here
	grep -q . "$TMP/counts" || fail "no stack"
}

: >"$ERR"
load &
awl -t 2 -c 'kprobe:kmem_cache_alloc_node { @[stack()].count() }'
wait
check
: >"$ERR"
load &
awl -t 2 'kprobe:kmem_cache_alloc_node < @[stack()].count() >'
wait
check

# The same with a filter has known numbers: forks take their task_struct there.
if has_function 'kmem_cache_alloc_node(_noprof)?'; then
	awl -q -c "$W fork 0" "kprobe:kmem_cache_alloc_node / $MINE / { @ = count(); }"
	base=$(sed -n 's/^@: //p' "$OUT")
	awl -q -c "$W fork 50" "kprobe:kmem_cache_alloc_node / $MINE / { @[stack()].count() } kprobe:kmem_cache_alloc_node / $MINE / { @n = count(); }"
	n=$(sed -n 's/^@n: //p' "$OUT")
	sum=$(sed -n 's/^\]: //p' "$OUT" | awk '{ n += $1 } END { print n + 0 }')
	want "sum over stacks" "$n" "$sum"
	[ "$n" -ge $((${base:-0} + 50)) ] || fail "50 forks make $n calls, none make $base"
	[ -z "$(sed -n 's/^\]: //p' "$OUT" | awk '$1 % 50 == 0 { print }' )" ] && fail "no stack that every fork goes through"
fi
finish
