# SPDX-License-Identifier: GPL-2.0-or-later
#
# A map's value has at most 4 MB on 5.10 (KMALLOC_MAX_SIZE).  awl keeps a block for each possible CPU
# in one value, and machines may have many possible CPUs that are not there.
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"
kernel 5.10
happens 'kprobe:vfs_read arg0=5' 'kprobe:vfs_read arg0=6' 'kprobe:vfs_read arg0=7'
for last in 1 127 1023; do
	printf '0-%s\n' $last >"$root/sys/devices/system/cpu/possible"
	try -v -e 'kprobe:vfs_read {
		@a[comm] = hist(arg0); @b[comm, pid] = hist(arg0); @c[comm, tid] = hist(arg0);
		@d[comm] = stats(arg0); @e[pid, comm] = count(); @f[str(arg0)] = count(); @n = count();
	}'
	is status 0 $rc
	is count '@n: 3' "$(grep '^@n' "$TMP/out")"
	bytes=$(sed -n 's/.*map vars: .* values of \([0-9]*\):.*/\1/p' "$TMP/err")
	[ "${bytes:-4194305}" -le 4194304 ] || fail "$last: $bytes bytes"
done
exit $bad
