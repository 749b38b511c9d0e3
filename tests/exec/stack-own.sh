# SPDX-License-Identifier: GPL-2.0-or-later
#
# Kernel stacks begin at the same function in all kinds of probes.  The program, and the functions of
# the kernel that called it, are not in them, however many there are.  Stacks that look the same
# after that are one entry.
cat >"$TMP/kallsyms" <<'E2'
ffffffff81000000 T _stext
ffffffff81000100 T vfs_read
ffffffff81000200 T vfs_write
ffffffff82000100 T bpf_trace_run2
ffffffff82000200 t __bpf_trace_event
ffffffff82000300 t __traceiter_event
ffffffff82000400 t perf_syscall_enter
ffffffff82000500 T bpf_loop
ffffffff82000600 D init_task
ffffffffc0000000 t bpf_prog_0123456789abcdef_f	[bpf]
ffffffffc0000100 t bpf_trampoline_123	[bpf]
ffffffffc0000200 t bpf_prog_0123456789abcdef_sub	[bpf]
E2
prog=0xffffffffc0000010 run=0xffffffff82000110 trace=0xffffffff82000210 iter=0xffffffff82000310
sub=0xffffffffc0000210 loop=0xffffffff82000510 sys=0xffffffff82000410
inside=0xffffffff81000150 caller=0xffffffff81000260
cd "$TESTS/exec" || exit 1
# got ARCH: each entry on one line, without the blanks
got() {
	"$BUILD/tests/awlvm" -1 "$1" --kallsyms "$TMP/kallsyms" "$TMP/own.awl" >"$TMP/out" 2>&1 || { cat "$TMP/out" >&2; exit 1; }
	sed '/./!d; s/^ *//' "$TMP/out" | tr '\n' ' ' | sed 's/\]: \([0-9]*\) /]: \1\n/g' | sed 's/ \]/]/; s/\([[,]\) \+/\1 /; s/\[ /[/; s/  / /'
}
rc=0
want() { # want ARCH, and what it must print from stdin
	cat >"$TMP/want"
	got "$1" | diff "$TMP/want" - >"$TMP/diff" || { echo "$1:"; cat "$TMP/diff"; rc=1; }
}
# x86_64: other tracers of the event add a frame, loops add frames, compiled or not
cat >"$TMP/own.awl" <<E2
# stack: $prog $run $inside $caller
# fire rawtracepoint:sched_switch
# stack: $prog $run $iter $inside $caller
# fire rawtracepoint:sched_switch x2
# stack: $sub $loop $prog $run $iter $inside $caller
# fire rawtracepoint:other x4
# stack: $prog $run $inside
# fire rawtracepoint:sched_switch x8
rawtracepoint:sched_switch {
	@[kstack] = count();
	@sum[pid, kstack] = sum(2);
	@two[kstack(2)] = count();
	@len[len(kstack)] = count();
}
rawtracepoint:other { @[kstack] = count(); }
E2
want x86_64 <<'E2'
@[vfs_read+80 vfs_write+96]: 7
@[vfs_read+80]: 8
@len[2]: 1
@len[3]: 2
@len[1]: 8
@sum[1234, vfs_read+80 vfs_write+96]: 6
@sum[1234, vfs_read+80]: 16
@two[vfs_read+80 vfs_write+96]: 3
@two[vfs_read+80]: 8
E2
# aarch64 writes the first frame twice, and has more functions of its own.  An offset of 0 in the
# program is no reason to believe that the frame is the program's.
cat >"$TMP/own.awl" <<E2
# stack: $prog $prog $run $trace $inside $caller
# fire rawtracepoint:* x2
# stack: $prog $prog $run $trace $iter $inside $caller
# fire rawtracepoint:*
rawtracepoint:sched_switch { @[kstack] = count(); @two[kstack(2)] = count(); @one = kstack(1); }
E2
want aarch64 <<'E2'
@[vfs_read+80 vfs_write+96]: 3
@one: vfs_read+80 @two[vfs_read+80 vfs_write+96]: 3
E2
# a tracepoint of perf, where frames are doubled and the tracer's function is the first
cat >"$TMP/own.awl" <<E2
# stack: $sys $sys $inside $inside $caller
# fire
tracepoint:sched:sched_switch { @[kstack] = count(); }
E2
want aarch64 <<'E2'
@[vfs_read+80 vfs_read+80 vfs_write+96]: 1
E2
# a trampoline: a stack at a function's return begins where it returns to, as in kretprobes, with
# the frame of the function that old kernels leave there (2) and without it (1)
tramp=0xffffffffc0000110 entry=0xffffffff81000105
cat >"$TMP/own.awl" <<E2
# options: --btf $TESTS/fixtures/kernel.btf
# stack: $prog $tramp $entry $caller 0xffffffff81000008
# fire fentry:*
# fire fexit:* x2
# stack: $prog $tramp $caller 0xffffffff81000008
# fire fexit:*
fentry:typed { @in[kstack] = count(); }
fexit:typed { @out[kstack] = count(); @one[kstack(1)] = count(); }
E2
want x86_64 <<'E2'
@in[vfs_read+5 vfs_write+96 _stext+8]: 1
@one[vfs_write+96]: 3
@out[vfs_write+96 _stext+8]: 3
E2
# a function called through a trampoline is there once: its body
cat >"$TMP/own.awl" <<E2
# stack: $caller $inside $tramp $entry 0xffffffff81000008
# fire
kprobe:f { @[kstack] = count(); }
E2
want x86_64 <<'E2'
@[vfs_write+96 vfs_read+80 _stext+8]: 1
E2
# POWER writes the link register after the first frame, and then what the frame has for it.  0 is what
# it does not know.  A stale register is left out: an address in the function itself after its first
# instructions, or the caller's again.  An interrupt of vfs_write() in between leaves a mark, and the
# link register again, here once stale and once unknown.  A program can't tell that it is stale, and
# counts it.
mark=0xffffffffffffff80 at=0xffffffff81000240
link=0xffffffff81000140 first=0xffffffff81000108
cat >"$TMP/own.awl" <<E2
# stack: $inside 0 0 $caller 0xffffffff81000008
# fire tracepoint:sched:sched_switch
# fire kprobe:f x2
# stack: $inside $link $caller 0xffffffff81000008
# fire kprobe:f x4
# stack: $inside $caller 0 0xffffffff81000008
# fire kprobe:f x8
# stack: $inside $caller $caller 0xffffffff81000008
# fire kprobe:f x16
# stack: $first $link $caller
# fire kprobe:g
# stack: $first $first $caller
# fire kprobe:g
# stack: $inside 0 $caller $mark $at $caller 0xffffffff81000008
# fire kprobe:h
# stack: $inside 0 $caller $mark $at 0 0xffffffff81000008
# fire kprobe:h
kprobe:h { @through[kstack] = count(); @through_len[len(kstack)] = count(); }
tracepoint:sched:sched_switch { @t[kstack, len(kstack), len(kstack(1))] = count(); }
kprobe:f { @[kstack(2)] = count(); @all[kstack] = count(); @len[len(kstack(3))] = count(); }
kprobe:g { @first[kstack] = count(); }
E2
want ppc64le <<'E2'
@[vfs_read+80 vfs_write+96]: 30
@all[vfs_read+80 vfs_write+96 _stext+8]: 30
@first[vfs_read+8 vfs_read+64 vfs_write+96]: 1
@first[vfs_read+8 vfs_write+96]: 1
@len[3]: 30
@t[vfs_read+80 vfs_write+96 _stext+8 , 3, 1]: 1
@through[vfs_read+80 vfs_write+96 vfs_write+64 _stext+8]: 2
@through_len[4]: 1
@through_len[5]: 1
E2
# arm's unwinder may go on with whatever it finds: 0x40, an address of user space, one of data.
cat >"$TMP/own.awl" <<E2
# stack: 0xc1000150 0x40
# fire
# stack: 0xc1000150 0xbee07000 0xc1000260
# fire
# stack: 0xc1000150 0xc9000000 0xc1000260
# fire
# stack: 0xc1000150 0xbf000100 0xc1000260
# fire
tracepoint:sched:sched_switch { @[kstack] = count(); }
E2
sed -i 's/^ffffffff8/c/; s/^ffffffffc/d/; s/^\(.\)\([0-9]*\) /\1\2 /' "$TMP/kallsyms"
want arm <<'E2'
@[vfs_read+80 0xbf000100 vfs_write+96]: 1
@[vfs_read+80]: 3
E2
exit $rc
