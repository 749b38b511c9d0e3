# SPDX-License-Identifier: GPL-2.0-or-later
# needs: tools
#
# Tools for disks, on a disk without data whose requests take 10 ms: null_blk.  dd reads blocks of a
# known size, each by a request of its own, because it goes around the page cache.
. "$TESTS/live/common"
need_kprobes
need_tracefs
need_alone
KO=/lib DISK=/dev/nullb0
[ -f $KO/null_blk.ko ] || skip "no null_blk.ko"
grep -q '^configfs ' /proc/modules || insmod $KO/configfs.ko 2>/dev/null
insmod $KO/null_blk.ko nr_devices=1 submit_queues=1 gb=1 bs=512 irqmode=2 completion_nsec=10000000 || exit 1
trap 'rmmod null_blk' EXIT
scheduler() { echo "$1" >/sys/block/nullb0/queue/scheduler; }
scheduler none	# its threads would send the requests
dev=$(cat /sys/block/nullb0/dev)
DD="dd if=$DISK of=/dev/null iflag=direct"
# requests BYTES-OR-US: of all histograms, those in buckets from this number on
requests() {
	awk -v from="$1" '/^\[/ { n = substr($1, 2) + 0
			if ($1 ~ /K,/) n *= 1024
			if ($1 ~ /M,/) n *= 1048576
			sub(/^.*\) */, "")
			if (n >= from) all += $1 }
		END { print all + 0 }' "$OUT"
}
# in_map KEY: the sum of the buckets below the line `KEY:`
in_map() { awk -v key="$1:" '$0 == key { on = 1; next } !/^\[/ { on = 0 } on { sub(/^.*\) */, ""); n += $1 }
	END { print n + 0 }' "$OUT"; }

# a request for each block; the sectors are those of the blocks
awl -q -c "$DD bs=4096 count=20" biosnoop
status 0
lines 20 '^[0-9]+ +dd +[0-9]+ +[0-9a-f]+ +RS? +[0-9]+ +4096 +[0-9]+$'
want sectors "$(i=0; while [ $i -lt 20 ]; do echo $((i * 8)); i=$((i + 1)); done)" \
	"$(awk '$2 == "dd" { print $6 }' "$OUT")"
at_least "requests that took 10 ms or more" 20 "$(awk '$2 == "dd" && $NF >= 10000' "$OUT" | wc -l)"
# With a scheduler another thread may send a request that dd has made.
scheduler mq-deadline
awl -q -c "$DD bs=4096 count=20" biosnoop -Q
lines 20 '^[0-9]+ +dd +[0-9]+ +[0-9a-f]+ +RS? +[0-9]+ +4096 +[0-9]+ +[0-9]+$'
awl -q -F json -c "$DD bs=65536 count=3" biosnoop -Q
want "bytes" 3 "$(grep -c '"SECTOR": [0-9]*, "BYTES": 65536, "QUE(us)": [0-9]*' "$OUT")"

scheduler none

# 10 ms are in the bucket from 8192 us on.  The emulator may make some of them longer.
awl -q -c "$DD bs=4096 count=20" biolatency
want "requests" 20 "$(in_map @usecs)"
want "requests of 8 ms and more" 20 "$(requests 8192)"
at_least "requests of less than 64 ms" 10 "$((20 - $(requests 65536)))"
awl -q -c "$DD bs=4096 count=7" biolatency -D
want "requests of the disk" 7 "$(in_map "@disk[${dev%:*}, ${dev#*:}]")"
awl -q -c "$DD bs=4096 count=7" biolatency -F
at_least "reads" 7 "$(($(in_map @flags[R]) + $(in_map @flags[RS])))"

# the function that the program's request comes from is in the stack
awl -q -c "$DD bs=4096 count=9" biostacks
want "requests by stack" 9 "$(requests 0)"
want "requests of 8 ms and more" 9 "$(requests 8192)"
# arm's kernel finds no callers of a tracepoint
[ "$ARCH" = arm ] || match "$OUT" 'blkdev_.*(direct_IO|read_iter)'

# sizes, in the bucket of the size
for size in 4096 16384 65536; do
	awl -q -c "$DD bs=$size count=11" bitesize
	want "requests of dd" 11 "$(in_map @bytes[dd])"
	want "requests of $size bytes and more" 11 "$(requests $size)"
	want "requests of $((size * 2)) bytes and more" 0 "$(requests $((size * 2)))"
done

# Pages that were read ahead are all that the disk has read, and dd uses the first 50.  From 6.15 on
# the kernel may read them in large folios.
blockdev --setra 128 $DISK
blockdev --flushbufs $DISK
pages_read() { awk '{ print $3 / 8 }' /sys/block/nullb0/stat; }
before=$(pages_read)
awl -q -c "dd if=$DISK of=/dev/null bs=4096 count=50" readahead
pages=$(($(pages_read) - before))
if ! kernel_at_least 6.15; then
	line "$(printf '%10d %10d' $((pages - 50)) $pages)"
	want "pages used" 50 "$(requests 0)"
else
	at_least "folios used" 1 "$(requests 0)"
	total=$(awk '/^ *[0-9]+ +[0-9]+$/ { print $2 }' "$OUT")
	[ "${total:-0}" -ge 1 ] && [ "$total" -le $pages ] || fail "folios: $total of $pages pages"
fi
finish
