# SPDX-License-Identifier: GPL-2.0-or-later
# needs: tools
#
# Tools for file systems and memory: ext4 on a disk in memory, a RAID of two such disks, and memory
# that runs short.  The numbers are those of the workload or the kernel's own counters.
. "$TESTS/live/common"
need_kprobes
need_tracefs
need_alone
KO=/lib
# load MODULE: false if it can't be loaded
load() { grep -q "^$(echo "$1" | tr - _) " /proc/modules || insmod $KO/$1.ko 2>/dev/null; }
# column N: the sum of a column of the rows with a time
column() { awk -v n="$1" '/^[0-9:]{8} / { sum += $n } END { printf("%.0f\n", sum) }' "$OUT"; }
# buckets MAP: how many values a histogram has
buckets() { awk -v head="$1:" '$0 == head { on = 1; next } !/^\[/ { on = 0 } on { sub(/^.*\) */, ""); n += $1 }
	END { print n + 0 }' "$OUT"; }
[ -f $KO/brd.ko ] && insmod $KO/brd.ko rd_nr=3 rd_size=16384 || skip "no brd.ko"

# ext4: dd opens two files, and reads and writes 30 blocks; the file is synced once
load crc16; load crc32c_generic; load mbcache; load jbd2; load ext4	# or they are built in
mke2fs -F /dev/ram0 >/dev/null 2>&1
mkdir -p "$TMP/ext4"
if mount -t ext4 /dev/ram0 "$TMP/ext4"; then
	dd if=/dev/zero of="$TMP/ext4/from" bs=4096 count=40 2>/dev/null
	copy="dd if=$TMP/ext4/from of=$TMP/ext4/to bs=4096 count=30 conv=fsync"
	if has_returns; then
		awl -q -c "$copy" fsdist
		status 0
		want "opens" 2 "$(buckets @usecs[ext4_file_open])"
		want "reads" 30 "$(buckets @usecs[ext4_file_read_iter])"
		want "writes" 30 "$(buckets @usecs[ext4_file_write_iter])"
		want "syncs" 1 "$(buckets @usecs[ext4_sync_file])"
		awl -q -c "$copy" ext4slower -m 0
		lines 2 '^[0-9]+ +dd +[0-9]+ +0 +[0-9]+ ext4_file_open$'
		lines 30 '^[0-9]+ +dd +[0-9]+ +4096 +[0-9]+ ext4_file_read_iter$'
		lines 30 '^[0-9]+ +dd +[0-9]+ +4096 +[0-9]+ ext4_file_write_iter$'
		lines 1 '^[0-9]+ +dd +[0-9]+ +0 +[0-9]+ ext4_sync_file$'
		awl -q -c "$copy" ext4slower -m 60000
		lines 0 ' dd '
	else
		not_done "ext4slower and fsdist: $NO_RETURNS"
	fi

	# 200 dirty pages, which are not written because they are old, but for umount
	echo 0 >/proc/sys/vm/dirty_writeback_centisecs
	sync
	dd if=/dev/zero of="$TMP/ext4/new" bs=4096 count=200 2>/dev/null
	awl -q -c "umount $TMP/ext4" writeback
	want "pages that were written" 200 "$(column 3)"
	at_least "writes for sync" 1 "$(grep -Ec '^[0-9:]{8} 1:0 +[0-9]+ +sync +[0-9]+$' "$OUT")"
	echo 500 >/proc/sys/vm/dirty_writeback_centisecs
else
	not_done "ext4slower, fsdist and writeback: this kernel has no ext4"
fi

# a RAID of two disks: the file of a disk is synced five times
array=/sys/block/md_awl/md
if load md-mod && load raid1 && echo md_awl >/sys/module/md_mod/parameters/new_array; then
	echo none >$array/metadata_version
	echo raid1 >$array/level
	echo 2 >$array/raid_disks
	echo 8192 >$array/component_size
	for disk in 1 2; do
		cat /sys/block/ram$disk/dev >$array/new_dev
		echo 8192 >$array/dev-ram$disk/size
		echo $((disk - 1)) >$array/dev-ram$disk/slot
	done
	echo none >$array/resync_start	# the disks are the same
	echo active >$array/array_state
	echo 'for i in 1 2 3 4 5; do dd if=/dev/zero of=/dev/md_awl bs=4096 count=1 conv=fsync,notrunc; done' >"$TMP/md"
	awl -q -c "sh $TMP/md" mdflush
	lines 5 '^[0-9:]{8} [0-9]+ +dd *$'
	echo clear >$array/array_state
else
	not_done "mdflush: no md-mod.ko or raid1.ko for this kernel"
fi

# Memory is full of pages of a disk, and the kernel is told to keep more of it free.  The kernel's
# counters before and after the command, and around all of awl, are the least and the most.
vmstat() { awk -v name="^$1" '$1 ~ name { n += $2 } END { print n + 0 }' "$2"; }
within() { # within WHAT COUNTER NUMBER
	least=$(($(vmstat "$2" "$TMP/to") - $(vmstat "$2" "$TMP/from")))
	most=$(($(vmstat "$2" "$TMP/after") - $(vmstat "$2" "$TMP/before")))
	at_least "$1 of the kernel" 1 $least
	[ "$3" -ge $least ] && [ "$3" -le $most ] || fail "$1: want $least to $most, have $3"
}
load configfs
if load null_blk; then
	keep=$(cat /proc/sys/vm/min_free_kbytes)
	# min_free_kbytes becomes the memory that is free now.  With more than twice as much, x86 kernels
	# can hang: a process waits for kswapd, which finds the small DMA zone balanced and frees nothing.
	# If kswapd is fast, only the first command, which fills memory, has to free pages itself.
	# When the last one closes a disk the kernel drops its pages, so it is kept open.
	cat >"$TMP/short" <<-EOF
		exec 9</dev/nullb0
		cat /proc/vmstat >$TMP/from
		dd if=/dev/nullb0 of=/dev/null bs=1M count=600
		awk '\$1 == "MemFree:" { print \$2 }' /proc/meminfo >/proc/sys/vm/min_free_kbytes
		$W touch 20000
		cat /proc/vmstat >$TMP/to
	EOF
	cat /proc/vmstat >"$TMP/before"
	awl -q -c "sh $TMP/short" drsnoop
	cat /proc/vmstat >"$TMP/after"
	echo "$keep" >/proc/sys/vm/min_free_kbytes
	within "reclaims" allocstall "$(grep -Ec '^[^ ]+ +[0-9]+ +[0-9]+ [0-9]+$' "$OUT")"
	# slabs are freed, too, which the counter leaves out
	at_least "pages" "$(($(vmstat pgsteal_direct "$TMP/to") - $(vmstat pgsteal_direct "$TMP/from")))" \
		"$(awk 'NR > 1 { n += $NF } END { print n + 0 }' "$OUT")"
	rmmod null_blk
else
	not_done "drsnoop: no null_blk.ko"
fi
finish
