# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# The file must be the running kernel's: their build ids are compared.
[ -r /sys/kernel/notes ] || { echo "this kernel does not show its build id"; exit 77; }
cd "$TMP" || exit 1
echo 'int main(void) { return 0; }' >prog.c
gcc -g -Wl,--build-id=0x0123456789abcdef00112233445566778899aabb -o prog prog.c 2>err ||
	{ echo "no compiler"; exit 77; }
"$AWL" -n --vmlinux prog 'kprobe:main:0 { @ = count(); }' 2>err
[ $? = 1 ] || { echo "accepted"; exit 1; }
cat err
grep -qF "program:1:1: error: 'prog' is not the running kernel: its build id differs" err
