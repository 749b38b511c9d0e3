# SPDX-License-Identifier: GPL-2.0-or-later
# needs: iter
#
# The kernel's BTF does not have this iterator.
btf=/sys/kernel/btf/vmlinux
[ -r $btf ] || { echo "no $btf here"; exit 77; }
"$AWL" -n --arch x86_64 --btf $btf 'iter:tsk { @ = count(); }' >"$TMP/out" 2>"$TMP/err"
[ $? = 1 ] && grep -q "^program:1:1: error: no iterator over 'tsk' in this kernel" "$TMP/err" &&
	grep -q "did you mean 'iter:task'" "$TMP/err"
