# SPDX-License-Identifier: GPL-2.0-or-later
#
# The stack at a function's entry has its true caller: the one that the kernel's function tracer
# sees there at the same time, which does not walk stacks.  FUNCTIONS (20) is how many functions
# are compared, STACKS (2000) how many stacks are taken without a complaint of the kernel.
# tests/vm/stacks runs this with 200 functions and 100,000 stacks.
. "$TESTS/live/common"
need_alone
need_tracefs
need_kprobes
grep -qw function $T/available_tracers || skip "this kernel has no function tracer"
functions=${FUNCTIONS-20} stacks=${STACKS-2000}
trap 'echo nop >$T/current_tracer; echo >$T/set_ftrace_filter; echo >$T/set_ftrace_pid' EXIT

cat >"$TMP/load" <<E2
$W fork 2; $W sockets 3; $W maps 3; $W read 3; $W write 3; $W touch 3; $W open 3 /proc/self/status
ls / /proc/self/fd; cat /proc/mounts
E2
# what reaches many more functions, and takes longer
[ $functions -le 20 ] || cat >>"$TMP/load" <<E2
$W datagrams 1; $W tcp 1; $W sleep 2; $W threads 2 2; $W procs 2 1
d=$TMP/load.d; mkdir \$d; echo text >\$d/a; cp \$d/a \$d/b; ln \$d/a \$d/c; ln -s a \$d/d
mv \$d/b \$d/e; chmod 600 \$d/e; touch \$d/e; readlink \$d/d; ls -l \$d; mkfifo \$d/f
mkdir \$d/g; mount -t tmpfs none \$d/g && umount \$d/g; rm -r \$d
cat \$0 | tail -n 1; dd if=/dev/zero of=$TMP/load.z bs=4k count=3; rm $TMP/load.z
ip link set lo up; nice true; sh -c 'kill -USR1 \$\$'
E2

# callers: "FUNCTION CALLER" of each line of the trace that has such a pair
callers() {
	awk '$(NF - 1) !~ /^<-/ && $NF ~ /^<-/ { print $(NF - 1), substr($NF, 3) }' $T/trace
}
trace() { # trace COMMAND...: runs it with the function tracer on
	echo 65536 >$T/buffer_size_kb
	echo >$T/trace
	echo function >$T/current_tracer
	"$@"
	echo 0 >$T/tracing_on
	callers
	echo nop >$T/current_tracer
	echo 1 >$T/tracing_on
}

# Functions of the workload that are the only ones of their name, and are not called so often that
# the tracer loses hits.  Those that run inside of tracing itself would be skipped.
echo 1 >$T/options/function-fork 2>/dev/null
awk '{ print $3 }' /proc/kallsyms | sort | uniq -d >"$TMP/twice"
# shellcheck disable=SC2016 # the inner shell expands it
trace sh -c 'echo $$ >'$T'/set_ftrace_pid; exec sh "$0" >/dev/null 2>&1' "$TMP/load" |
	awk '{ n[$1]++ } END { for (i in n) if (n[i] <= 300) print i }' | sort |
	grep -Ev '^(_|unwind|search_|core_kernel|kernel_text|is_module|module|fixup|return_address|stack|walk_|bpf|perf|trace|ftrace|rcu|irq|kprobe|native|paravirt|x2apic|arch|arm|x86|do_el|el[01]|lock|mutex|sched|cpu|tick|hrtimer|timer|kvm|pv_|ktime|sync|debug|exc_|note|notif|preempt|prof)' |
	grep -vxF -f "$TMP/twice" >"$TMP/all"
echo >$T/set_ftrace_pid
total=$(wc -l <"$TMP/all")
at_least "functions of the workload" "$functions" "$total"
echo "$total functions of the workload"
# some can't be probed, and some aren't called again
chosen=$((functions * 3 / 2))
[ $chosen -le "$total" ] || chosen=$total
awk -v n="$chosen" -v all="$total" 'int(NR * n / all) > int((NR - 1) * n / all)' "$TMP/all" >"$TMP/chosen"
tr '\n' ' ' <"$TMP/chosen" >$T/set_ftrace_filter

# loadable PROBE: the functions of standard input whose program the kernel takes.  Before 6.1 it has no
# trampolines for functions that take a structure by value.
loadable() {
	while read -r name; do
		if [ "$1" = kprobe ] || "$AWL" -n "$1:$name { }" >/dev/null 2>&1; then
			echo "$name"
		else
			echo "$1:$name is left out: the kernel doesn't take its program" >&2
		fi
	done
}

# compare PROBE LEAST: awl's callers with those of the tracer, in one run
compare() {
	"$AWL" -l "$1:*" | sed "s/^$1://;s/.*://" >"$TMP/offered"
	grep -xF -f "$TMP/offered" "$TMP/chosen" | head -n $(($2 * 3 / 2)) | loadable "$1" |
		sed "s/^/$1:/" | tr '\n' ',' |
		sed 's/,$/ \/ comm != "awl" \/ { @[func, kstack] = count(); }/' >"$TMP/probe.awl"
	trace awl -q -F folded -c "sh $TMP/load" "$TMP/probe.awl" | sort -u >"$TMP/pairs"
	grep -E '^[^ ]+;[^ ]+ [0-9]+$' "$OUT" >"$TMP/folded"
	awk '
		FNR == 1 { file++ }
		file == 1 { addr[$3] = $1; next }
		file == 2 { pair[$1, $2] = pair[$1, addr[$2]] = 1; next }
		{
			n = split($1, f, ";")
			if (f[n] != f[1])
				print "begins elsewhere: " $0
			else if (n < 3)
				print "no caller: " $0
			else if (!((f[1], f[n - 1]) in pair) && !((f[1], addr[f[n - 1]]) in pair))
				print "other caller: " $0
			# an interrupt may have come while something was traced, and afterwards the
			# tracer may have let another task run.  i386 enters all interrupts in one
			# place, handle_exception_return.  The walk on POWER leaves out where
			# an interrupt enters the kernel.
			own = $1
			sub(/.*;(preempt_schedule|asm_|handle_exception_return|el1h|el1_|__irq_|__dabt_|__pabt_|decrementer_common|hardware_interrupt_common|timer_interrupt|do_IRQ|ext_int_handler|io_int_handler)[^;]*/, "", own)
			if (own ~ /;(0x|bpf_prog_[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]|bpf_trampoline_|__traceiter|fprobe_|.*rethook|.*kretprobe_tramp)/ ||
			    own ~ /;(ftrace_(regs_)?call|kprobe_(ftrace_handler|handler|dispatcher|perf_func))/)
				print "not the traced code: " $0
			seen[f[1]] = 1
			stacks++
		}
		END {
			for (i in seen)
				functions++
			print functions + 0, stacks + 0 >"/dev/stderr"
		}' /proc/kallsyms "$TMP/pairs" "$TMP/folded" >"$TMP/wrong" 2>"$TMP/sum"
	echo "$1: $(awk '{ print $1 " functions, " $2 " stacks" }' "$TMP/sum"), $(wc -l <"$TMP/wrong") wrong"
	head -n 12 "$TMP/wrong" | fold -w 150
	[ ! -s "$TMP/wrong" ] || fail "$1: stacks without the true caller"
	at_least "$1: functions seen" "$2" "$(awk '{ print $1 }' "$TMP/sum")"
}
compare kprobe "$functions"
if "$AWL" -T | grep -q '^trampoline .*yes'; then	# each function has one of its own, which takes time
	compare fentry 10
fi
echo >$T/set_ftrace_filter

# many stacks, of probes and of a tracepoint
fork=tracepoint:task:task_newtask
before=$(dmesg | grep -Ec 'Oops|BUG:|WARNING:|Internal error')
awl -q -c "$W read $stacks" "kprobe:vfs_read { @[kstack] = count(); @n = count(); } $fork { @f[kstack] = count(); }"
status 0
at_least "stacks" "$stacks" "$(sed -n 's/^@n: //p' "$OUT")"
echo "$(sed -n 's/^@n: //p' "$OUT") stacks taken"
want "complaints of the kernel" "$before" "$(dmesg | grep -Ec 'Oops|BUG:|WARNING:|Internal error')"
finish
