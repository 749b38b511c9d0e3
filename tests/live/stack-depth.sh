# SPDX-License-Identifier: GPL-2.0-or-later
#
# Modes, skipping and depth do the same for kernel and user stacks: stack(MODE, S, N) has the frames
# S + 1 to S + N of stack(MODE), and all modes have the same frames.  More than 127 frames are taken
# where the kernel allows it.
. "$TESTS/live/common"
need_uprobes
need_kprobes

# part NAME: what was printed under that heading
part() { sed -n "/^== $1\$/,/^==/p" "$OUT" | grep -v '^==' | sed 's/^[ 	]*//' | grep .; }
# modes STACK PROBE COMMAND...
modes() {
	stack=$1 probe=$2
	shift 2
	awl -q -c "$*" "$probe / $MINE && !@done / {
		printf(\"== plain\\n%s\\n== raw\\n%s\\n== perf\\n%s\\n== lines\\n%s\\n\", $stack, $stack(raw), $stack(perf), $stack(lines));
		printf(\"== plain2\\n%s\\n== raw2\\n%s\\n== perf2\\n%s\\n== lines2\\n%s\\n==\\n\", $stack(1, 2), $stack(raw, 1, 2), $stack(perf, 1, 2), $stack(1, 2, lines));
		printf(\"len %d %d %d\\n\", len($stack), len($stack(1, 2)), len($stack(1)));
		@key[$stack(1, 2)] = count(); @done = 1; }"
	status 0
	n=$(part plain | wc -l)
	at_least "frames of $stack" 3 "$n"
	want "len of $stack" "len $((n)) 2 1" "$(grep '^len' "$OUT")"
	for mode in plain raw perf lines; do
		want "$stack $mode: frames" $((n)) $(($(part $mode | wc -l)))
		want "$stack $mode: frames 2 and 3" "$(part $mode | sed -n 2,3p)" "$(part ${mode}2)"
	done
	want "$stack: addresses" "$(part raw)" "$(part perf | sed 's/ .*//')"
	want "$stack: names" "$(part plain)" "$(part perf | sed 's/^[^ ]* //; s/ (.*)$//')"
	want "$stack: names with lines" "$(part plain | sed -n "$called")" \
		"$(part lines | sed 's/ (.*)$//' | sed -n "$called")"
	want "$stack: as a key" "$(part plain2)" "$(sed -n '/^@key/,/^]/s/^        //p' "$OUT")"
}
# With lines a frame is where the call is, which is before the address of its return.  arm's kernel
# returns from system calls to the start of ret_fast_syscall, before which there is no call.
called=p
[ "$ARCH" != arm ] || called='$!p'
# the library's and the compiler's parts have no lines, and inlined functions are left out
modes kstack kprobe:vfs_read "$W" read 1
user=yes
case $ARCH in
arm | riscv64 | s390x) user=no ;;
esac
has_ustacks || user=no
[ $user = no ] || modes ustack "uprobe:$W:work_probe_me" "$W" down 20
[ $user = yes ] || echo "not done: user stacks: this kernel does not follow the program's frames"

# deeper than 127
limit=/proc/sys/kernel/perf_event_max_stack
[ -n "${AWL_ALONE-}" ] && [ -w $limit ] || { echo "not done: $limit is left alone"; finish; }
awl -n "kprobe:vfs_read { @[kstack(300)] = count(); }"
status 1
match "$ERR" 'stack depth out of range: 1 to 127 frames'
trap 'echo 127 >$limit' EXIT
echo 512 >$limit || skip "$limit can not be set"
awl -q -c "$W read 5" "kprobe:vfs_read / $MINE / {
	@same[len(kstack(300)) == len(kstack), len(kstack(300)) >= 3, len(kstack(500, 12))] = count();
	@[kstack(300)] = count(); @part[kstack(2, 300)] = count(); }"
status 0
line "@same[true, true, 0]: 5"
want "kstack(2, 300)" "$(sed -n '/^@\[/,/^]/s/^        //p' "$OUT" | tail -n +3)" \
	"$(sed -n '/^@part/,/^]/s/^        //p' "$OUT")"
[ $user = yes ] || finish
awl -q -c "$W down 400" "uprobe:$W:work_probe_me {
	@len[len(ustack(300)), len(ustack(200, 150)), len(ustack(fp, 300))] = count();
	@[ustack(300)] = count(); @part[ustack(200, 150)] = count(); @fp[ustack(fp, 1, 300)] = count(); }"
status 0
line "@len[300, 150, 300]: 1"
frames() { sed -n "/^@$1/,/^]/p" "$OUT" | grep -c '^        work_down+'; }
want "frames of ustack(300)" 299 "$(frames '\[')"
want "frames of ustack(200, 150)" 150 "$(frames part)"
want "frames of ustack(fp, 1, 300)" 300 "$(frames fp)"
finish
