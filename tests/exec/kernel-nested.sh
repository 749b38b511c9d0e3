# SPDX-License-Identifier: GPL-2.0-or-later
#
# Before 5.12 an interrupt may run a trampoline's program while it runs on that CPU, before 6.1 also a raw
# tracepoint's.  Sums have every hit, wherever it came.  What can't be added to atomically is right, and
# a hit that the program skipped for that is reported.
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"
"$TESTS/exec/mkbtf" "$TMP/k.o" <<'E2' || exit 77
struct file { int mode; };
long vfs_read(struct file *f, char *to, unsigned long n, long *at) { return f->mode + *to + n + *at; }
int bpf_fentry_test1(int n) { return n; }
E2
mkdir -p "$root/sys/kernel/btf"
objcopy -O binary --set-section-flags .BTF=alloc --only-section=.BTF "$TMP/k.o" \
	"$root/sys/kernel/btf/vmlinux" 2>/dev/null || { echo "no objcopy"; exit 77; }

# For each key a hit, and one that another hit interrupts: after one instruction, after two, ...
LAST=60
nested() { # nested PROBE
	seq 1 $LAST | while read -r i; do
		echo "$1 cpu=3 arg0=$i"
		echo "$1 cpu=3 arg0=$i arg2=$((2 * i)) nested=$i"
	done >"$TMP/events"
}

# right PROBE PLACE AGG SKIPS: the result for each pair is that of both hits, or of the first if awl
# reports that the other one was lost; SKIPS is 1 if there are such
right() {
	nested "$2"
	try -q -e "$1 { @[arg0] = $3(arg2); @n = count(); }"
	again=$(grep -c '^again' "$TMP/log")
	[ "$again" -ge 30 ] || fail "only $again nested hits"
	tr -d '@[]:' <"$TMP/out" | awk -v last=$LAST -v again="$again" -v agg="$3" \
		-v lost="$(sed -n 's/^Lost \([0-9]*\) hits.*/\1/p' "$TMP/err")" '
	NF == 2 && $1 == "n" { all = $2 }
	NF == 2 && $1 != "n" {
		one = 2 * $1
		two = agg == "sum" ? 2 * one + 1 : one + 1
		if ($2 == one)
			missing += $1 <= again
		else if ($2 != two)
			print "[" $1 "]: " $2 ", want " one " or " two
		rows++
	}
	END {
		print rows " rows, " all + lost " hits, " missing - lost " missing, skips: " (lost > 0)
	}' >"$TMP/sums"
	is "$1, $3()" "$LAST rows, $((2 * LAST + again)) hits, 0 missing, skips: $4" "$(tr '\n' ';' <"$TMP/sums" | sed 's/;$//')"
}
kernel 5.10
right kprobe:vfs_read fentry:vfs_read sum 0
right fentry:vfs_read fentry:vfs_read max 1
right rawtracepoint:sched_switch raw:sched_switch sum 0
right rawtracepoint:sched_switch raw:sched_switch max 1
# texts that don't fit the stack are in memory of the CPU
nested fentry:vfs_read
try -q -e 'fentry:vfs_read { @[str(arg1, 250), str(arg1, 250), arg0] = count(); }'
said '^Lost [0-9]* hits (fentry:vfs_read): another probe was running'
# kprobes of perf, which the kernel keeps from running meanwhile, stay what they are
try -q -e 'kprobe:vfs_read { @ = max(arg2); }'
is programs 'prog vfs_read type 2 attach 0' "$(grep '^prog vfs' "$TMP/log")"
kernel 5.19
right rawtracepoint:sched_switch raw:sched_switch sum 0
right rawtracepoint:sched_switch raw:sched_switch max 1

# Later kernels skip such hits themselves, so the additions need not be atomic.
locks() { # locks HOW-MANY SCRIPT [OPTION]
	try -q -S ${3-} -e "$2"
	is "atomic additions: $2" "$1" "$(grep -c ': lock ' "$TMP/out")"
}
for v in 5.10 5.11 5.12 5.19 6.1; do
	kernel $v
	case $v in 5.1[01]) old=1 ;; *) old=0 ;; esac
	locks $old 'fentry:vfs_read { @ = count(); }'
	locks $old 'kprobe:vfs_read { @ = sum(arg2); }'
	locks 0 'kprobe:vfs_read { @ = count(); }' --attach=plain
	case $v in 5.*) old=1 ;; esac
	locks $old 'rawtracepoint:sched_switch { @ = count(); }'
	locks $old 'tracepoint:sched:sched_switch { @ = count(); }'
	locks 0 'tracepoint:sched:sched_switch { @ = count(); }' --attach=plain
done
exit $bad
