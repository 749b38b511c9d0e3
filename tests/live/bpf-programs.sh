# SPDX-License-Identifier: GPL-2.0-or-later
#
# fentry:bpf: and fexit:bpf: probe loaded BPF programs.  The workload's program is run 7 times, and
# returns what its function makes of 21: 42.
. "$TESTS/live/common"
need_root
"$AWL" -T | grep -q '^trampoline .*yes' || skip "no trampolines"
"$AWL" -T | grep -q '^jit .*yes' || skip "no JIT: only compiled programs can be probed"
mkfifo "$TMP/go"
"$W" bpfprog 7 <"$TMP/go" >"$TMP/id" &
work=$!
exec 9>"$TMP/go"
wait_for test -s "$TMP/id"
ID=$(cat "$TMP/id")

awl -l "fentry:bpf:$ID:*"
status 0
out "fentry:bpf:$ID:work_prog
fentry:bpf:$ID:work_twice"
awl -l "fexit:bpf:work_t*"
line "fexit:bpf:$ID:work_twice"
awl -n -e "fentry:bpf:$ID:nonesuch { @ = count(); }"
status 1
match "$ERR" "no probe matches 'fentry:bpf:$ID:nonesuch'"

result=0
if kernel_at_least 5.17; then	# bpf_get_func_ret()
	result=retval
else
	awl -n -e "fexit:bpf:$ID:work_twice { @ = retval; }"
	status 3
	match "$ERR" 'this kernel lacks the BPF helper get_func_ret'
fi
: >"$ERR"
"$AWL" -e "fentry:bpf:work_prog, fentry:bpf:$ID:work_tw* { @in[probe, func] = count(); }
	fentry:bpf:$ID:work_twice { @arg[arg0, args.x] = count(); }
	fexit:bpf:work_prog, fexit:bpf:work_twice { @out[func, $result] = count(); }" >"$OUT" 2>"$ERR" 9>&- &
pid=$!
attached
exec 9>&-
wait $work
kill -INT $pid
wait $pid
want "status" 0 $?
match "$ERR" 'Attached 5 probes'
[ $result = 0 ] && n=0 || n=42
out "@arg[21, 21]: 7
@in[fentry:bpf:$ID:work_prog, work_prog]: 7
@in[fentry:bpf:$ID:work_twice, work_twice]: 7
@out[work_prog, $n]: 7
@out[work_twice, $n]: 7"
finish
