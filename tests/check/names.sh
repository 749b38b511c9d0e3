# SPDX-License-Identifier: GPL-2.0-or-later
#
# Each name of the language compiles on each architecture: a probe where it is available, and
# statements that use it.
fixtures="--tracefs ../fixtures/tracefs --kallsyms ../fixtures/kallsyms"
task='struct task_struct { struct task_struct *real_parent; int tgid; char comm[16]; };'
rc=0
while IFS='|' read -r probe use; do
	case $probe in '' | '#'*) continue ;; esac
	given=
	case $probe$use in *'$1'*) given="-- 7 x" ;; esac
	for arch in $ARCHES; do
		# shellcheck disable=SC2086
		"$AWL" -n --arch $arch --unsafe $fixtures -e "$task $probe { $use }" $given \
			>"$TMP/out" 2>&1 && continue
		echo "$arch: $probe { $use }"
		cat "$TMP/out"
		rc=1
	done
done <<'END'
# builtin values
BEGIN|print((pid, tid, kpid, uid, gid, cpu, ncpus)); print(pid()); print(tid());
kprobe:vfs_read|print(ppid); print(pcomm); print(curtask->tgid); @[curtask] = count();
BEGIN|print(comm); print(execname); print(nsecs); print(time); print(walltime); print(elapsed);
BEGIN|print(secs); print(jiffies); print(rand); print(numaid); print(username); print(cgroup);
BEGIN|print(pid(init)); print(tid(curr_ns)); print(kpid(init)); print(pid(curr_ns));
BEGIN|print(cpid); print(target); print(phase); print(probe); print(ctx);
kprobe:vfs_read|print(arg0); print(arg9); print(arg(1)); print(sarg0); print(sarg(2));
kprobe:vfs_read|print(regs); print(reg("ip")); print(reg(0)); print(caller); print(retaddr); print(func);
kprobe:vfs_read|print(usermode); @[kstack] = count(); @u[ustack] = count(); print(stack);
profile:hz:9|print(usermode); print(kstack(3)); print(kstack(perf, 3));
kretprobe:vfs_read|print(retval);
tracepoint:test:sizes|print(args); print(data->name); print(args.name); print(args->name);
# functions: output
BEGIN|printf("%d %v %-5s %*d\n", 1, 2, "x", 4, 5);
BEGIN|@m[1] = 1; print(1, 2); print(@m); print(@m, 3); print(@m, 3, 2); print(@m[1]);
BEGIN|@m[1] = count(); print(@m[1]); clear(@m); zero(@m); print(len(@m)); delete(@m[1]);
BEGIN|@m[1] = 1; print(has_key(@m, 1)); print(find(@m, 1)); @m[1] = nil; delete @m[1];
BEGIN|cat("/etc/%s", "x"); time("%H\n"); time(); errorf("a"); warnf("b"); system("true");
BEGIN|exit(3);
kprobe:vfs_read|join(arg0); join(arg0, ",");
# memory and strings
kprobe:vfs_read|print(str(arg0)); print(str(arg0, 9)); print(mem(arg0, 4)); print(buf(arg0, arg1));
kprobe:vfs_read|print(strlen(str(arg0))); print(strcmp(comm, "x")); print(strncmp(comm, "x", 1));
tracepoint:test:sizes|print(dyn(args.name)); print(kptr(0x10)); print(uptr(0x10));
BEGIN|print(strerror(2)); print(strerrno(2)); print(strftime("%H %f", nsecs));
# symbols, addresses, names
kprobe:vfs_read|print(ksym(arg0)); print(kaddr("vfs_read"));
kprobe:vfs_read|print(container_of(arg0, struct task_struct, comm)); print(macaddr(arg0));
BEGIN|print(ntop(1)); print(bswap(1)); print(signal_name(9)); print(syscall_name(0)); print(log2(8));
BEGIN|print((nsecs(boot), nsecs(monotonic), nsecs(tai), nsecs(sw_tai)));
BEGIN|print(cgroup_path(cgroup)); print(cgroup_path(1, "unified"));
kprobe:vfs_read|signal("KILL"); signal(9); signal(arg0);
kprobe:vfs_write|override(-1);
# aggregations
BEGIN|@a = count(); @b = sum(1); @c = min(1); @d = max(1); @e = avg(1); @f = stats(1);
BEGIN|@a = quantize(1); @b = hist(1, 2); @c = lquantize(1, 0, 9, 1); @d = lhist(1, 0, 9, 1);
BEGIN|@a = tseries(1, 1s, 5); @b[1] = tseries(1, 1s, 5, "avg"); @c[1] = top(3); @d[1].count();
BEGIN|@a[1] = count(); if (@a[1] > 5) { print(@a[1] + 1); } @s[1] = sum(2); $x = @s[1];
BEGIN|@a = count(); if (@a) { delete(@a); } @h = hist(1); delete(@h); $y = @x++; @z[1]--;
# parameters
interval:ms:$1|print($1 + 1); print($#); print(str($1 + 1)); print(str($2)); print(getopt("x", 1));
END
exit $rc
