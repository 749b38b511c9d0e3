#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# awl and bpftool must read the same members, enumerators and sizes from the kernel's BTF.
# BTF_FILES may name other files than this machine's.
dump=$BUILD/tests/btfdump
: "${TMP=/tmp}" "${BTF_FILES=/sys/kernel/btf/vmlinux}"

skip() { echo "$1"; exit 77; }
[ -x "$dump" ] || skip "tests/btfdump is not built"
command -v bpftool >/dev/null || skip "needs bpftool"
command -v python3 >/dev/null || skip "needs python3"

for f in $BTF_FILES; do
	[ -r "$f" ] || skip "no $f"
	bpftool -j btf dump file "$f" | python3 "$TESTS/live/btf-listing" >"$TMP/want" || exit 1
	"$dump" "$f" >"$TMP/got" || exit 1
	diff "$TMP/want" "$TMP/got" | head -20 >"$TMP/diff"
	[ -s "$TMP/diff" ] && { cat "$TMP/diff"; exit 1; }
	echo "$f: $(wc -l <"$TMP/got") lines the same"
done
