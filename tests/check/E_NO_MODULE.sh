# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Debug information of a module that is nowhere.
cd "$TMP" || exit 1
"$AWL" -n --arch x86_64 'kprobe:nosuch:dummy_open:3 { @ = count(); }' 2>err
[ $? = 1 ] && grep -qF "program:1:1: error: no debug information of module 'nosuch': install the kernel's, or put nosuch.ko next to --vmlinux" err ||
	{ cat err; exit 1; }
