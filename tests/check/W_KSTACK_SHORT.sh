# SPDX-License-Identifier: GPL-2.0-or-later
# Kernel stacks in tracepoints of arm kernels with CONFIG_UNWINDER_ARM, reported once.  No warning
# for probes with registers, single frames, or kernels with frame pointers.
cd "$TMP" || exit 1
mkdir -p tables/proc frames/proc
echo 'c0314184 T unwind_backtrace' >tables/proc/kallsyms
echo 'c0314184 T unwind_frame' >frames/proc/kallsyms
warnings() { # warnings N SYSROOT ARCH SCRIPT
	"$AWL" -n --sysroot "$2" --arch "$3" "$4" 2>err
	n=$(grep -c 'warning: this kernel has CONFIG_UNWINDER_ARM, which cuts stacks short' err)
	[ "$n" = "$1" ] || { echo "$2 $3 $4: $n instead of $1 warnings"; cat err; exit 1; }
}
two='rawtracepoint:a { @[kstack] = count(); @b[kstack(3)] = 1; } rawtracepoint:b { print(kstack); }'
warnings 1 tables arm "$two"
grep -q '^program:1:21: warning' err || { cat err; exit 1; }
warnings 1 tables arm "kprobe:f { @[ustack, kstack] = count(); } $two"
warnings 0 frames arm "$two"
warnings 0 tables aarch64 "$two"
warnings 0 tables x86_64 "$two"
warnings 0 tables arm 'kprobe:f { @[kstack] = count(); } profile:99hz { @[kstack] = count(); }'
warnings 0 tables arm 'rawtracepoint:a { @[kstack(1)] = count(); @b[ustack] = count(); } interval:1s { print(kstack); }'
