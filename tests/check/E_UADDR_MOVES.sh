# SPDX-License-Identifier: GPL-2.0-or-later
# uaddr() in a file without a fixed address works only where the address of the probe is known:
# with one place, and at a function's return from Linux 6.6 on (exec/kernel-uaddr.sh).
lib=$TMP/lib
# a 64-bit ET_DYN file with one segment, and one symbol f at 0x40 with 4 bytes
le() { n=$1 v=$2; while [ "$n" -gt 0 ]; do printf "\\$(printf %o $((v & 255)))"; v=$((v >> 8)) n=$((n - 1)); done; }
{
	printf '\177ELF\002\001\001\0\0\0\0\0\0\0\0\0'
	le 2 3; le 2 62; le 4 1; le 8 0; le 8 64; le 8 184; le 4 0; le 2 64; le 2 56; le 2 1; le 2 64; le 2 3; le 2 0
	le 4 1; le 4 5; le 8 0; le 8 0; le 8 0; le 8 4096; le 8 4096; le 8 4096		# the segment
	printf '\0f\0\0\0\0\0\0'							# 120: names
	le 8 0; le 8 0; le 8 0								# 128: no symbol
	le 4 1; le 1 18; le 1 0; le 2 1; le 8 64; le 8 4				# 152: f
	le 8 0										# 176
	le 8 0; le 8 0; le 8 0; le 8 0; le 8 0; le 8 0; le 8 0; le 8 0			# 184: sections
	le 4 0; le 4 2; le 8 0; le 8 0; le 8 128; le 8 48; le 4 2; le 4 0; le 8 8; le 8 24
	le 4 0; le 4 3; le 8 0; le 8 0; le 8 120; le 8 8; le 4 0; le 4 0; le 8 1; le 8 0
	head -c 4096 /dev/zero
} >"$lib"
try() { echo "$2"; "$AWL" -n --arch x86_64 "$2" 2>"$TMP/err"; [ $? = "$1" ] || { cat "$TMP/err"; exit 1; }; }
try 0 "uprobe:$lib:f { @ = *uaddr(\"f\"); }"
try 0 "uretprobe:$lib:f { @ = *uaddr(\"f\"); }"
cp "$lib" "$lib.2"
try 1 "uprobe:$lib:f, uprobe:$lib.2:f { @ = *uaddr(\"f\"); }"
grep -q "can't tell where '$lib' is loaded: use this in a uprobe with a single location" "$TMP/err" || { cat "$TMP/err"; exit 1; }
try 1 "uprobe:$lib:f { @ = *uaddr(\"g\"); }"
grep -q "'$lib' has no symbol 'g'" "$TMP/err" || { cat "$TMP/err"; exit 1; }
try 1 'kprobe:f { @ = *uaddr("f"); }'
