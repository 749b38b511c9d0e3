# SPDX-License-Identifier: GPL-2.0-or-later
# A kernel stack of any depth in a kretprobe crashes arm kernels with CONFIG_UNWINDER_ARM, and is
# one number that is no address on those with frame pointers (5.10).  It is refused with a cure.
# Entries, other architectures and user stacks are allowed.
cd "$TMP" || exit 1
mkdir -p tables/proc frames/proc
echo 'c0314184 T unwind_backtrace' >tables/proc/kallsyms
echo 'c0314184 T unwind_frame' >frames/proc/kallsyms
errors() { # errors N SYSROOT ARCH SCRIPT
	"$AWL" -n --sysroot "$2" --arch "$3" "$4" 2>err
	n=$(grep -c 'error: can.t take a kernel stack at a function.s return: arm.s kernel' err)
	[ "$n" = "$1" ] || { echo "$2 $3 $4: $n instead of $1 errors"; cat err; exit 1; }
}
errors 1 tables arm 'kretprobe:f { @[stack(1)] = count(); }'
grep -q '^program:1:17: error' err && grep -q 'save it at the entry: kprobe:f' err || { cat err; exit 1; }
errors 2 tables arm 'kretprobe:f { @[kstack] = count(); } kprobe:f { @a[kstack] = count(); } kretprobe:g { print(kstack(perf, 3)); }'
errors 1 frames arm 'kretprobe:f { @[kstack] = count(); }'
errors 0 tables aarch64 'kretprobe:f { @[kstack] = count(); }'
errors 0 tables x86_64 'kretprobe:f { @[kstack] = count(); }'
errors 0 tables arm 'kretprobe:f { @[ustack] = count(); } kprobe:f { @a[kstack] = count(); }'
