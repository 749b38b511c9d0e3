# SPDX-License-Identifier: GPL-2.0-or-later
# Since system calls are called __x64_sys_*, the pattern sys_* matches other functions.
cd "$TMP" || exit 1
bad=0
printf '%s t sys_fillrect\n%s T __x64_sys_read\n%s t vfs_read.cold\n' ffffffff81000300 ffffffff81000400 ffffffff81000500 >new
# run ARCH PATTERN: prints awl's messages
run() { "$AWL" -n --arch "$1" --kallsyms new "kprobe:$2 { @ = count(); }" 2>&1; }
run x86_64 'sys_*' | grep -q "warning: no system call matches 'sys_\*': this kernel calls them '__x64_sys_\*'" || { run x86_64 'sys_*'; bad=1; }
run x86_64 'sys_r*' | grep -q "no match for 'sys_r\*': this kernel calls them '__x64_sys_r\*'" || { run x86_64 'sys_r*'; bad=1; }
for quiet in 'x86_64 __x64_sys_*' 'arm sys_*'; do
	set -f
	set -- $quiet
	set +f
	[ -z "$(run "$1" "$2")" ] || { run "$1" "$2"; bad=1; }
done
# the cold part of a function, which the compiler placed elsewhere, is not listed as a function
[ "$("$AWL" --arch x86_64 --kallsyms new -l 'kprobe:*')" = 'kprobe:sys_fillrect
kprobe:__x64_sys_read' ] || { "$AWL" --arch x86_64 --kallsyms new -l 'kprobe:*'; bad=1; }
exit $bad
