# SPDX-License-Identifier: GPL-2.0-or-later
#
# Symbols of modules that are loaded while awl traces are remembered from then on: addresses
# in them have names though the module is gone when they are shown.
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"
tab=$(printf '\t')
kernel 6.1
cp "$root/proc/kallsyms" "$TMP/kallsyms"
only_kernel='file /proc/kallsyms ffffffff81001001 t a'
two="file /proc/kallsyms ffffffffc0002000 t gone_func${tab}[two]"
script='kprobe:vfs_read { @[ksym(arg0)] = count(); } kprobe:vfs_write { @s[kstack] = count(); }'

happens "$two" 'uevent add@/module/two' read 'kprobe:vfs_read arg0=0xffffffffc0002010 x3' "$only_kernel"
try -q -e "$script"
is symbol '@[gone_func]: 3;' "$(maps)"

# A module's init function has its own name.
cp "$TMP/kallsyms" "$root/proc/kallsyms"
printf 'ffffffffc0002000 T init_module\t[two]\nffffffffc0002000 t two_init\t[two]\n' >>"$root/proc/kallsyms"
happens 'kprobe:vfs_read arg0=0xffffffffc0002010'
try -q -e "$script"
is 'name of an init function' '@[two_init]: 1;' "$(maps)"

# Other messages and other scripts change nothing.
cp "$TMP/kallsyms" "$root/proc/kallsyms"
happens "$two" 'uevent add@/devices/two' 'uevent remove@/module/two' read \
	'kprobe:vfs_read arg0=0xffffffffc0002010 x3' "$only_kernel"
try -q -e "$script"
is address '@[0xffffffffc0002010]: 3;' "$(maps)"

# Another module got the place: the name is its.
cp "$TMP/kallsyms" "$root/proc/kallsyms"
happens "file /proc/kallsyms ffffffffc0001ff0 t first${tab}[one]" 'uevent add@/module/one' read \
	"$two" 'uevent add@/module/two' read 'kprobe:vfs_read arg0=0xffffffffc0002000' \
	'kprobe:vfs_read arg0=0xffffffffc0001ff8' "$only_kernel"
try -q -e "$script"
is symbols '@[first]: 1;@[gone_func]: 1;' "$(maps)"

# A kprobe without a program makes ftrace keep the names of init functions; only for kernel stacks.
cp "$TMP/kallsyms" "$root/proc/kallsyms"
echo 'ffffffff81001010 T do_init_module' >>"$root/proc/kallsyms"
try -q -e 'tracepoint:sched:sched_switch { @s[kstack] = count(); }'
is 'kprobes for names' 'perf kprobe:do_init_module cpu 0;close kprobe:do_init_module;' \
	"$(grep do_init_module "$TMP/log" | tr '\n' ';')"
try -q -e 'kprobe:vfs_read { @n = count(); }'
is "kprobes without stacks" 0 "$(grep -c do_init_module "$TMP/log")"
exit $bad
