# SPDX-License-Identifier: GPL-2.0-or-later
#
# 200 random members of this machine's kernel types: awl reads and locates them and finds the way
# back to their structure.  The expected values come from bpftool.  SEED repeats a run, BTF names
# another file.
: "${TMP=/tmp}" "${BTF=/sys/kernel/btf/vmlinux}" "${SEED=$(date +%s)}"
skip() { echo "$1"; exit 77; }
[ -r "$BTF" ] || skip "no $BTF"
command -v bpftool >/dev/null || skip "needs bpftool"
command -v python3 >/dev/null || skip "needs python3"
case $ARCH in arm) skip "the BTF must be a 64-bit machine's" ;; esac

bpftool -j btf dump file "$BTF" |
	python3 "$TESTS/exec/btf-members" 200 "$SEED" "$TMP/members.awl" "$TMP/want" "$BTF" "$ARCH" || exit 1
"$BUILD/tests/awlvm" "$TMP/members.awl" >"$TMP/got" 2>"$TMP/err"
head -n 5 "$TMP/err"
grep . "$TMP/got" | diff "$TMP/want" - >"$TMP/diff" && exit 0
echo "SEED=$SEED"
head -n 10 "$TMP/diff"
exit 1
