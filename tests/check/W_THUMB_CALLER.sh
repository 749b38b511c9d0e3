# SPDX-License-Identifier: GPL-2.0-or-later
# The return of a function in a file for arm that has Thumb code: a made-up one, with
# one symbol at 0x1001.
le() { for b; do printf "\\$(printf %03o "$((b & 255))")\\$(printf %03o "$((b >> 8 & 255))")\\0\\0"; done; }
zeros() { head -c "$1" /dev/zero; }
{
	printf '\177ELF\001\001\001\0\0\0\0\0\0\0\0\0\002\0\050\0\001\0\0\0'
	le 0 52 136
	zeros 4
	printf '\064\0\040\0\001\0\050\0\003\0\0\0'	# one segment, three sections
	le 1 0 4096 4096 256 256 5 4096			# at 52: 0x1000 from offset 0
	printf '\0f\0\0'				# at 84: names
	zeros 16					# at 88: symbols
	le 1 4097 2
	printf '\002\0\001\0'
	zeros 16
	zeros 40					# at 136: sections
	le 0 2 0 0 88 32 2 1 4 16
	le 0 3 0 0 84 4 0 0 1 0
} >"$TMP/prog"
cd "$TMP" || exit 1
"$AWL" -n --arch arm 'uretprobe:./prog:0x1008 { @ = count(); }' 2>"$TMP/err"
cat "$TMP/err"
grep -q "program:1:1: warning: './prog' has Thumb code: if that calls the function" "$TMP/err"
