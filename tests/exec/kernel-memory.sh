# SPDX-License-Identifier: GPL-2.0-or-later
#
# Sizes of maps and buffers follow from the machine's memory: a map gets a 256th of it, but at least
# 256 kB and at most 16 MB, and stacks without a place in the table at most 4 MB.  An entry takes 64
# bytes, its key and its values, which are padded to 8 bytes; a per-CPU map has a value for each of
# the four CPUs.  The number of entries is a power of two from 128 to 65536 or, of other maps
# than plain hashes, 4096.
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"
kernel 6.1
happens
entries() { # entries NAME: the number in the log; the maps of globals are called @NAME
	sed -n "s/^map $1 type .* entries \([0-9]*\) .*/\1/p" "$TMP/log"
}
# sizes MB PLAIN COUNT STACKS MORE RING: the entries of each map
sizes() {
	export FAKESYS_MEMORY=$1
	try -q -e 'kprobe:vfs_read { @plain[arg0] = 1; @many[kstack] = count(); printf("x"); }'
	is "status with $1 MB" 0 $rc
	is "entries with $1 MB" "$2 $3 $4 $5 $6" \
		"$(entries plain) $(entries many) $(entries stacks) $(entries stacks_more) $(entries events)"
}
# An entry of @plain takes 80 bytes, one of @many 104, a stack of 127 frames 1088, or 1096 with the
# whole id.
sizes 16 2048 2048 128 128 65536		# 262144 bytes for each map, 65536 for the buffer
sizes 64 2048 2048 128 128 262144		# 262144 bytes
sizes 512 16384 4096 1024 1024 2097152		# 2 MB
sizes 2048 65536 4096 4096 2048 4194304		# 8 MB
sizes 65536 65536 4096 4096 2048 4194304	# 16 MB
# Few events: what other programs than probes print.
for size in '16 65536' '32 131072' '64 262144' '65536 262144'; do
	export FAKESYS_MEMORY="${size% *}"
	try -q -e 'kprobe:vfs_read { @ = count(); } BEGIN { printf("x"); }'
	is "buffer with $FAKESYS_MEMORY MB" "${size#* }" "$(entries events)"
done
# Large values: as many entries as fit into 16 MB, rounded down to a power of two.
try -q -e 'kprobe:vfs_read { @wide[arg0] = lhist(arg1, 0, 1000, 1); }'
value=$(sed -n 's/^map wide type .* value \([0-9]*\) .*/\1/p' "$TMP/log")
each=$((64 + 8 + 4 * value)) n=$(entries wide)
[ "$value" -ge 8000 ] && [ $((n * each)) -le 16777216 ] && [ $((2 * n * each)) -gt 16777216 ] ||
	fail "$n entries of $each bytes"
try -q -e 'kprobe:vfs_read { @wide[comm, comm, comm, comm, comm, comm, comm, comm, comm, comm] = 1; }'
is 'entries of 232 bytes' 65536 "$(entries wide)"
try -q -e 'kprobe:vfs_read { @wide[comm, comm, comm, comm, comm, comm, comm, comm, comm, comm, comm, comm] = 1; }'
is 'entries of 264 bytes' 32768 "$(entries wide)"
# --memory halves maps until all fit; a map has at least 16 entries.
for limit in 400000 100000 60000; do
	try -v --memory $limit -e 'kprobe:vfs_read { @wide[arg0] = lhist(arg1, 0, 100, 1); @plain[arg0] = 1; }'
	is "status with --memory $limit" 0 $rc
	all=$(sed -n 's/.*all maps: \([0-9]*\) bytes;.*/\1/p' "$TMP/err")
	[ "$all" -le $limit ] && [ $((all * 2 + 20000)) -gt $limit ] || fail "$all bytes"
	[ "$(entries plain)" -ge 16 ] || fail "$(entries plain) entries"
done
# Sixteen entries of 102 counters for each of four CPUs need more than this.
try -q --memory 40000 -e 'kprobe:vfs_read { @wide[arg0] = lhist(arg1, 0, 100, 1); }'
is 'status with --memory 40000' 3 $rc
said "the largest is wide with $((16 * (64 + 8 + 4 * 8 * 102)))$"
exit $bad
