# SPDX-License-Identifier: GPL-2.0-or-later
#
# Builtins that are a call of one helper: its name in linux/bpf.h, and the argument.
bad=0
calls() { # calls HELPER SCRIPT: the script calls it
	"$AWL" --unsafe -n -S --arch x86_64 --btf "$TESTS/fixtures/kernel.btf" "$2" >"$TMP/out" 2>&1
	grep -q "^ *[0-9]*: call $1\$" "$TMP/out" || { echo "no $1: $2"; cat "$TMP/out"; bad=1; }
}
calls send_signal 'kprobe:f { signal("KILL"); }'
calls send_signal_thread 'kprobe:f { signal_thread("KILL"); }'
grep -q '^ *[0-9]*: r1 = 9$' "$TMP/out" || { echo "not signal 9"; bad=1; }
calls get_socket_cookie 'fentry:typed { print(socket_cookie(args.file)); }'
calls ktime_get_boot_ns 'kprobe:f { print(nsecs); }'
calls get_smp_processor_id 'kprobe:f { print(cpu); }'
calls get_current_cgroup_id 'kprobe:f { print(cgroup); }'
calls get_prandom_u32 'kprobe:f { print(rand); }'
exit $bad
