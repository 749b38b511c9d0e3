# SPDX-License-Identifier: GPL-2.0-or-later
#
# The kernel's BTF does not have this function.
btf=/sys/kernel/btf/vmlinux
[ -r $btf ] || { echo "no $btf here"; exit 77; }
"$AWL" -n --arch x86_64 --btf $btf 'fentry:no_such_function { }' >"$TMP/out" 2>"$TMP/err"
[ $? = 1 ] && grep -q "^program:1:1: error: no function 'no_such_function' in the kernel's BTF" "$TMP/err"
