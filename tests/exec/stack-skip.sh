# SPDX-License-Identifier: GPL-2.0-or-later
#
# Stacks without their first frames: what differs only in these is one entry.  The caller that
# aarch64's kernel leaves out is put in before frames are counted.
cat >"$TMP/skip.awl" <<'E2'
# retaddr: 0xffffffff81000210
# stack: 0xffffffff81000100 0xffffffff81000210 0xffffffff81000310 0xffffffff81000408
# fire x2
# stack: 0xffffffff81000104 0xffffffff81000210 0xffffffff81000310 0xffffffff81000408
# fire
# stack: 0xffffffff81000100
# fire x4
kprobe:f {
	@all[kstack(1, 3)] = count();
	@mode[kstack(raw, 2, 1)] = sum(2);
	@mode2[kstack(3, 100, raw)] = count();
	@n[len(kstack(1, 2)), len(kstack(3, 100)), len(kstack(50, 77)), len(kstack(0, 4))] = count();
}
E2
cd "$TESTS/exec" || exit 1
rc=0
want() { # want ARCH, and what it must print from stdin
	cat >"$TMP/want"
	"$BUILD/tests/awlvm" -1 "$1" "$TMP/skip.awl" 2>&1 | sed '/./!d; s/^ *//' | tr '\n' ' ' |
		sed 's/\]: \([0-9]*\) /]: \1\n/g' | sed 's/ \]/]/; s/\[ /[/' | diff "$TMP/want" - >"$TMP/diff" ||
		{ echo "$1:"; cat "$TMP/diff"; rc=1; }
}
want x86_64 <<'E2'
@all[vfs_write+16 do_sys_openat2+16 __x64_sys_openat+8]: 3
@all[]: 4
@mode[ffffffff81000310]: 6
@mode[]: 8
@mode2[ffffffff81000408]: 3
@mode2[]: 4
@n[2, 1, 0, 4]: 3
@n[0, 0, 0, 1]: 4
E2
want aarch64 <<'E2'
@all[vfs_write+16 do_sys_openat2+16 __x64_sys_openat+8]: 3
@all[vfs_write+16]: 4
@mode[ffffffff81000310]: 6
@mode[]: 8
@mode2[ffffffff81000408]: 3
@mode2[]: 4
@n[2, 1, 0, 4]: 3
@n[1, 0, 0, 2]: 4
E2
# the kernel's limit
for script in 'kstack(1000)' 'kstack(27, 101)' 'kstack(1, 0)' 'kstack(-1, 5)' 'kstack(1, 2, 3)'; do
	"$AWL" -n "kprobe:f { @[$script] = count(); }" 2>"$TMP/err" && { echo "$script is accepted"; rc=1; }
	grep -Eq 'error: (stack depth out of range|wrong number of arguments|unknown stack mode)' "$TMP/err" || { cat "$TMP/err"; rc=1; }
done
exit $rc
