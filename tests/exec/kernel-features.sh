# SPDX-License-Identifier: GPL-2.0-or-later
#
# awl -T on kernels of several versions: the features are those that linux/bpf.h of this version
# has, whatever awl does to find them.
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"

# NAME VERSION: the first version with the feature
cat >"$TMP/since" <<'E2'
mmap_array 5.5
probe_read_ku 5.5
batch 5.6
ns_pid 5.7
ringbuf 5.8
boot_ns 5.8
test_run 5.10
task_btf 5.11
task_storage 5.12
for_each 5.13
perf_link 5.15
func_ip 5.15
loop 5.17
kprobe_multi 5.18
percpu_lookup 5.19
tai_ns 6.1
no_prealloc 6.1
uprobe_multi 6.6
bpf 0.0
kprobe_pmu 0.0
returns 0.0
uprobe_pmu 0.0
perf_clock 0.0
breakpoint 0.0
jit 0.0
div64 0.0
hardware 9.9
override 9.9
btf 9.9
iter 9.9
trampoline 9.9
no_preempt 9.9
rdonly_cast 9.9
E2
# compares versions by number: 5.18 is later than 5.8
cat >"$TMP/compare" <<'E2'
function number(v, p) { split(v, p, "."); return p[1] * 1000 + p[2] }
FNR == NR { since[$1] = $2; next }
/^providers/ { exit }
$1 in since {
	want = number(version) >= number(since[$1]) ? "yes" : "no"
	if ($2 != want)
		print "FAIL: " $1 " on " version ": want " want ", got " $2
	delete since[$1]
}
END { for (name in since) print "FAIL: " name " on " version ": not there" }
E2
for v in 5.5 5.7 5.9 5.10 5.12 5.14 5.15 5.17 5.18 5.19 6.0 6.1 6.5 6.6 6.12; do
	kernel $v
	try -T
	awk -v version=$v -f "$TMP/compare" "$TMP/since" "$TMP/out" >"$TMP/wrong"
	[ ! -s "$TMP/wrong" ] || bad=1
	grep '^perf .* cpu [1-9]' "$TMP/log" && bad=1	# the machine may have only one CPU
	cat "$TMP/wrong"
done
# Without the JIT there is no machine code.
kernel 6.1
FAKEBPF_NO_JIT=1 try -T
is jit no "$(sed -n 's/^jit *\([a-z]*\).*/\1/p' "$TMP/out")"
is div64 yes "$(sed -n 's/^div64 *\([a-z]*\).*/\1/p' "$TMP/out")"
# The first kernels with uprobe.multi take thread ids for process ids, so they count as without it.
kernel 6.12
FAKESYS_THREAD=1 try -T
is uprobe_multi no "$(sed -n 's/^uprobe_multi *\([a-z]*\).*/\1/p' "$TMP/out")"
# AWL_FEATURES turns features off.
AWL_FEATURES=-ringbuf,-loop try -T
is off 'ringbuf;loop;' "$(sed -n 's/^\([a-z]*\) *no .*Operation not supp.*/\1/p' "$TMP/out" | tr '\n' ';')"
# Files show other features: BTF, and a kernel without kprobes.
put /sys/kernel/btf/vmlinux x
try -T
is 'kprobes for fentry' 'yes;yes;' "$(sed -n 's/^\(fentry\|fexit\)  *\([a-z]*\).*/\2/p' "$TMP/out" | tr '\n' ';')"
rm "$root/sys/bus/event_source/devices/kprobe/type"
try -T
is btf yes "$(sed -n 's/^btf *\([a-z]*\).*/\1/p' "$TMP/out")"
is 'no kprobes for fentry' 'no;no;' "$(sed -n 's/^\(fentry\|fexit\)  *\([a-z]*\).*/\2/p' "$TMP/out" | tr '\n' ';')"
is others 'yes;yes;yes;' "$(sed -n 's/^\(profile\|software\|uprobe\)  *\([a-z]*\).*/\2/p' "$TMP/out" | tr '\n' ';')"
is kprobes 'no;no;no;no;' "$(sed -n 's/^\(kprobe_pmu\|returns\|kprobe\|kretprobe\)  *\([a-z]*\).*/\2/p' "$TMP/out" | tr '\n' ';')"
exit $bad
