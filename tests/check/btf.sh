# SPDX-License-Identifier: GPL-2.0-or-later
#
# --btf with a file that has no BTF or doesn't exist is an error; otherwise awl would find no types.
bad=0
echo none >"$TMP/none"
# says STATUS TEXT OPTIONS…
says() {
	rc=$1 want=$2
	shift 2
	got=$("$AWL" -n "$@" 2>&1)
	[ $? = "$rc" ] && case $got in
	*"$want"*) ;;
	*) false ;;
	esac || { echo "$*: want $rc '$want', have $got"; bad=1; }
}
says 2 "--btf $TMP/missing: No such file or directory; pahole" --arch x86_64 --btf "$TMP/missing" 'BEGIN { print(1); }'
says 2 "--btf $TMP/none: it has no BTF for this machine; pahole" --arch x86_64 --btf "$TMP/none" 'BEGIN { print(1); }'
says 2 "$AWL: it has no BTF for this machine; pahole" --arch arm --btf "$AWL" 'BEGIN { print(1); }'
says 0 "" --arch x86_64 --btf ../fixtures/kernel.btf 'BEGIN { print(1); }'
says 1 "no BTF: declare the type in the script" --arch x86_64 'BEGIN { print(pcomm); }'
says 1 "no BTF: declare the type in the script" --arch x86_64 'BEGIN { print(curtask->comm); }'
says 1 "unknown type 'struct task_struct'" --arch x86_64 --btf ../fixtures/kernel.btf 'BEGIN { print(pcomm); }'
exit $bad
