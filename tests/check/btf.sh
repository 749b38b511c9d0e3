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

# a file of another kernel: the sizes of the kernel's caches say so
echo 'struct inode { long a[70]; }; struct tcp_sock { long a[300]; }; struct tcp_sock s; struct inode i;' |
	"$TESTS/exec/mkbtf" "$TMP/k.o" || exit 77
slab=$TMP/root/sys/kernel/slab
mkdir -p "$slab/inode_cache" "$slab/TCP"
# sizes INODE TCP STATUS TEXT
sizes() {
	echo "$1" >"$slab/inode_cache/object_size"
	echo "$2" >"$slab/TCP/object_size"
	says "$3" "$4" --arch x86_64 --sysroot "$TMP/root" --btf "$TMP/k.o" 'BEGIN { print(1); }'
}
sizes 560 2400 0 ""
sizes 600 2400 2 "--btf $TMP/k.o: made from another kernel: 'struct inode' has another size in this one"
sizes 560 2408 2 "'struct tcp_sock' has another size"
rm -r "$slab/TCP"
says 0 "" --arch x86_64 --sysroot "$TMP/root" --btf "$TMP/k.o" 'BEGIN { print(1); }'
says 0 "" --arch x86_64 --btf "$TMP/k.o" 'BEGIN { print(1); }'
exit $bad
