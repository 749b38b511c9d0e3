# SPDX-License-Identifier: GPL-2.0-or-later
#
# Limits of the kernel.  awl raises its limit of open files as far as it may, but not that of the
# commands it starts.  It reports the limit of programs per function.
. "$TESTS/live/common"
need_kprobes
need_alone

# More than a hundred probes, with a soft limit of 60 files, then with a hard limit of 60 that
# root may raise.  All are attached, and the command keeps the original limit.
half() { awk '/^[a-z_]*$/ && !seen[$1]++ && /^(vfs|seq|pipe|kernfs)_/ { printf "%skprobe:%s", n++ ? ", " : "", $1 }' $T/available_filter_functions; }
half >"$TMP/probes"
echo " / comm == \"$COMM\" / { @[probe] = count(); }" >>"$TMP/probes"
n=$(tr , '\n' <"$TMP/probes" | grep -c kprobe:)
[ "$n" -ge 100 ] || skip "only $n functions to probe"
export AWL
for limit in "ulimit -Sn 60" "ulimit -n 60"; do
	sh -c "$limit; exec \"\$AWL\" -v --attach plain -c \"sh -c 'ulimit -Sn; $W read 20'\" -f \"$TMP/probes\"" >"$OUT" 2>"$ERR"
	want "exit status" 0 $?
	line 60
	line '@[kprobe:vfs_read]: 20'
	nomatch "$ERR" '[Tt]oo many'
done
# Nobody may raise the hard limit above nr_open: the error names the limit.
echo 70 >/proc/sys/fs/nr_open
sh -c "ulimit -n 60; exec \"\$AWL\" --attach plain -c \"$W read 20\" -f \"$TMP/probes\"" >"$OUT" 2>"$ERR"
echo 1048576 >/proc/sys/fs/nr_open
match "$ERR" 'too many open files: the limit is (60|70), and each probe needs one or two; ulimit -n'
nomatch "$ERR" 'Too many open files'

# A trampoline takes 40 programs on 5.10 and 38 on later kernels.  Clauses with a loop are programs
# of their own.
if "$AWL" -T 2>/dev/null | grep -q '^trampoline .*yes'; then
	for i in $(seq 45); do echo "fentry:vfs_read / $MINE / { for (\$k : 0..2) { @[$i] = count(); } }"; done >"$TMP/many"
	awl -c "$W read 5" -f "$TMP/many"
	status 3
	match "$ERR" 'too many programs on this function: a trampoline takes about 40'
	nomatch "$ERR" 'Argument list too long'
fi
finish
