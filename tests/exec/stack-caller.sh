# SPDX-License-Identifier: GPL-2.0-or-later
#
# At a function's entry aarch64's kernel leaves the caller out of the stack.  It is put in, but not
# twice, and not where the link register has something else.  Symbols are those of fixtures/kallsyms.
cat >"$TMP/caller.awl" <<'E2'
# retaddr: 0xffffffff81000210
# stack: 0xffffffff81000100 0xffffffff81000008
# fire kprobe:vfs_read
# fire kprobe:vfs_read+8
# fire kretprobe:vfs_read
# stack: 0xffffffff81000100 0xffffffff81000210 0xffffffff81000008
# fire kprobe:vfs_read
# stack: 0xffffffff81000100
# fire kprobe:vfs_read
kprobe:vfs_read {
	@[kstack] = count();
	@two[kstack(2)] = count();
	@one[kstack(1)] = count();
	@len[len(kstack), len(kstack(2)), len(kstack(1))] = count();
}
kprobe:vfs_read+8 { @inside[kstack] = count(); }
kretprobe:vfs_read { @return[kstack] = count(); }
E2
cd "$TESTS/exec" || exit 1
# got ARCH: each entry on one line, without the values and the blanks
got() {
	"$BUILD/tests/awlvm" -1 "$1" "$TMP/caller.awl" >"$TMP/out" 2>&1 || { cat "$TMP/out" >&2; exit 1; }
	sed '/./!d; s/^ *//' "$TMP/out" | tr '\n' ' ' | sed 's/\]: \([0-9]*\) /]: \1\n/g' | sed 's/ \]/]/; s/\[ /[/'
}
rc=0
want() { # want ARCH, and what it must print from stdin
	cat >"$TMP/want"
	got "$1" | diff "$TMP/want" - >"$TMP/diff" || { echo "$1:"; cat "$TMP/diff"; rc=1; }
}
want aarch64 <<'E2'
@[vfs_read+0 vfs_write+16]: 1
@[vfs_read+0 vfs_write+16 _stext+8]: 1
@[vfs_read+0 vfs_write+16 _stext+8]: 1
@inside[vfs_read+0 _stext+8]: 1
@len[2, 2, 1]: 1
@len[3, 2, 1]: 2
@one[vfs_read+0]: 1
@one[vfs_read+0]: 1
@one[vfs_read+0]: 1
@return[vfs_read+0 _stext+8]: 1
@two[vfs_read+0 vfs_write+16]: 1
@two[vfs_read+0 vfs_write+16]: 1
@two[vfs_read+0 vfs_write+16]: 1
E2
# Other kernels are believed.
want x86_64 <<'E2'
@[vfs_read+0]: 1
@[vfs_read+0 _stext+8]: 1
@[vfs_read+0 vfs_write+16 _stext+8]: 1
@inside[vfs_read+0 _stext+8]: 1
@len[1, 1, 1]: 1
@len[2, 2, 1]: 1
@len[3, 2, 1]: 1
@one[vfs_read+0]: 1
@one[vfs_read+0]: 1
@one[vfs_read+0]: 1
@return[vfs_read+0 _stext+8]: 1
@two[vfs_read+0]: 1
@two[vfs_read+0 _stext+8]: 1
@two[vfs_read+0 vfs_write+16]: 1
E2
exit $rc
