# SPDX-License-Identifier: GPL-2.0-or-later
#
# clear() after print() waits until no program still adds to what was printed.  Putting a map into
# a map waits in the kernel (synchronize_rcu() in kernel/bpf/syscall.c).  Where that is refused awl
# sleeps for 50 ms.
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"
kernel 6.1
happens 'kprobe:vfs_read x3' read 'kprobe:vfs_write' read 'kprobe:vfs_read x2' read 'kprobe:vfs_write' \
	read 'kprobe:vfs_write' read 'kprobe:vfs_read'
script='kprobe:vfs_read { @ = count(); @k[arg0] = count(); }
	kprobe:vfs_write { print(@); print(@k); clear(@); clear(@k); }'
took() { # took: the time in ms of awl
	from=$(date +%s%N)
	try -q -e "$script"
	echo $((($(date +%s%N) - from) / 1000000))
}
took >"$TMP/ms"
is shown '@: 3;@k[0]: 3;@: 2;@k[0]: 2;@: 0;@: 1;@k[0]: 1;' "$(maps)"
is 'maps that are only waited for' 'wait 2;wait 12;' \
	"$(sed -n 's/^map \(wait\) type \([0-9]*\) .*/\1 \2/p' "$TMP/log" | head -n 2 | tr '\n' ';')"
# Three times two maps are printed and cleared.
export FAKESYS_REFUSE='map:wait 1'
took >"$TMP/ms"
is shown '@: 3;@k[0]: 3;@: 2;@k[0]: 2;@: 0;@: 1;@k[0]: 1;' "$(maps)"
[ "$(cat "$TMP/ms")" -ge 300 ] || fail "all took $(cat "$TMP/ms") ms"
exit $bad
