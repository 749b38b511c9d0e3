# SPDX-License-Identifier: GPL-2.0-or-later
# --arch and --sysroot: a script for another machine is compiled with the data of that machine only.
cd "$TMP" || exit 1
bad=0
# says TEXT ARGUMENTS...: awl's output contains TEXT
says() {
	text=$1
	shift
	"$AWL" "$@" >out 2>&1
	grep -qF -e "$text" out || { echo "awl $*: no '$text' in"; head -n 5 out; bad=1; }
}
board=$TMP/board
mkdir -p "$board/sys/kernel/tracing" "$board/proc"
cp -R "$TESTS/fixtures/tracefs/events" "$board/sys/kernel/tracing"
printf '%s T vfs_on_board\n%s T vfs_there\n%s D vfs_data\n' ffffffc008000010 ffffffc008000020 ffffffc008000030 >"$board/proc/kallsyms"

for arch in $ARCHES; do
	# without a description nothing is known about the machine
	says "can't read tracepoints: tracefs is not given" -n --arch $arch 'tracepoint:sched:sched_switch { @ = count(); }'
	says "kaddr" -n --arch $arch 'BEGIN { print(kaddr("vfs_read")); }'
	says 'no BTF: declare the type' -n --arch $arch 'BEGIN { print(((struct task_struct *)1)->pid); }'
	says 'fentry' -n --arch $arch 'fentry:vfs_read { @ = count(); }'
	# members, fields, functions
	"$AWL" -n --arch $arch --sysroot "$board" 'tracepoint:sched:sched_switch / args.next_pid == kaddr("vfs_there") / { @ = count(); }
		kprobe:vfs_* { @f[func] = count(); }' || bad=1
	says 'vfs_read' -n --arch $arch --sysroot "$board" 'BEGIN { print(kaddr("vfs_read")); }'
	[ "$("$AWL" --arch $arch --sysroot "$board" -l 'kprobe:*' | tr '\n' ' ')" = "kprobe:vfs_on_board kprobe:vfs_there " ] ||
		{ "$AWL" --arch $arch --sysroot "$board" -l 'kprobe:*' | head -n 3; bad=1; }
	says 'rawtracepoint:sched_switch' --arch $arch --sysroot "$board" -l 'rt:*'
	says 'needs CONFIG_DEBUG_INFO_BTF' --arch $arch --sysroot "$board" -l 'fentry:*'
done
"$AWL" -n -S --arch aarch64 --sysroot "$board" 'BEGIN { @ = kaddr("vfs_there"); }' | grep -qi 'c008000020' ||
	{ echo "the address is not the board's"; bad=1; }

btf=/sys/kernel/btf/vmlinux
[ -r $btf ] && [ "$ARCH" != arm ] || exit $bad
mkdir -p "$board/sys/kernel/btf"
cp $btf "$board/sys/kernel/btf"
printf '%s T vfs_read\n%s T no_such\n' ffffffc008000010 ffffffc008000020 >"$board/proc/kallsyms"
[ "$("$AWL" --arch aarch64 --sysroot "$board" -l 'fentry:*')" = fentry:vfs_read ] || { echo "not exactly the functions with BTF"; bad=1; }
says '    s64 * pos' --arch aarch64 --sysroot "$board" -lv fexit:vfs_read
says '    bool preempt' --arch aarch64 --sysroot "$board" -lv rt:sched_switch
"$AWL" -n --arch aarch64 --sysroot "$board" 'fentry:vfs_read { print(((struct task_struct *)1)->pid); }' || bad=1
says 'no_such' -n --arch aarch64 --sysroot "$board" 'BEGIN { print(((struct task_struct *)1)->no_such); }'
says 'no_such' -n --arch aarch64 --sysroot "$board" 'fentry:no_such { @ = count(); }'
exit $bad
