# SPDX-License-Identifier: GPL-2.0-or-later
#
# S2: who calls a function very often?  Both spellings of the original script.  If this kernel has
# another name for the function, awl reports that in one line.
. "$TESTS/live/common"
need_kprobes
need_alone

# The workload makes sockets; each allocates an inode and a sock from caches.  It is started
# separately, because -c is part of the original command.
load() { attached; "$W" sockets 300; }

check() {
	if ! has_function 'kmem_cache_alloc_node(_noprof)?'; then
		# without NUMA the kernel has one function for both
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
	# stacks, frames indented by eight spaces, counts in increasing order
	match "$OUT" '^@\[$'
	match "$OUT" '^        [A-Za-z0-9_.]+\+[0-9]+$'
	sed -n 's/^\]: //p' "$OUT" >"$TMP/counts"
	sort -n "$TMP/counts" | cmp -s - "$TMP/counts" || fail "counts are not in increasing order"
	# other code calls the function, too, so no exact count is known
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

# With a filter the numbers are known: each fork allocates its task_struct with this function.
if has_function 'kmem_cache_alloc_node(_noprof)?'; then
	awl -q -c "$W fork 0" "kprobe:kmem_cache_alloc_node / $MINE / { @ = count(); }"
	base=$(sed -n 's/^@: //p' "$OUT")
	awl -q -c "$W fork 50" "kprobe:kmem_cache_alloc_node / $MINE / { @[stack()].count() } kprobe:kmem_cache_alloc_node / $MINE / { @n = count(); }"
	n=$(sed -n 's/^@n: //p' "$OUT")
	sum=$(sed -n 's/^\]: //p' "$OUT" | awk '{ n += $1 } END { print n + 0 }')
	want "sum over stacks" "$n" "$sum"
	[ "$n" -ge $((${base:-0} + 50)) ] || fail "$n calls with 50 forks, $base without"
	# 32-bit arm's kernel can't unwind some functions, copy_process() of 6.12 among them, and goes on
	# with what it finds there (ftrace's stacks have the same); the true caller is the second frame
	deep=99
	[ "$ARCH" != arm ] || deep=2
	awk -v deep=$deep '/^@\[$/ { key = ""; n = 0; next }
		/^        / { if (n++ < deep) key = key $0; next }
		sub(/^\]: /, "") { sum[key] += $0 }
		END { for (i in sum) if (sum[i] && sum[i] % 50 == 0) print i }' "$OUT" >"$TMP/common"
	at_least "stacks common to all forks" 1 "$(wc -l <"$TMP/common")"
fi
finish
