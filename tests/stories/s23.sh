# SPDX-License-Identifier: GPL-2.0-or-later
# needs: tools
#
# S23: everything that a function calls, as a tree with times, arguments and return values.  The
# tree is that of ftrace's function_graph with the same functions.
. "$TESTS/live/common"
need_kprobes
need_tracefs
need_alone
grep -qw function_graph $T/available_tracers || skip "this kernel has no function_graph"

# Functions below an open, which no interrupt calls.  Arm's function_graph leaves out vfs_open(),
# which ends in a jump to do_dentry_open(), and on 7.2 getname_flags(); its function tracer has them.
FUNCS=
for f in do_sys_openat2 getname getname_flags do_filp_open path_openat link_path_walk vfs_open \
	do_dentry_open lookup_fast may_open security_file_open; do
	case $ARCH.$f in
	arm.vfs_open) continue ;;
	arm.getname_flags) kernel_at_least 7.0 && continue ;;
	esac
	grep -Eq "^$f( |\$)" $T/available_filter_functions && FUNCS="$FUNCS$f,"
done
# Without return probes the tree has functions with trampolines, of which a clause takes up to 8.
if ! has_returns; then
	all=$FUNCS FUNCS='' n=0
	for f in $(echo "$all" | tr , ' '); do
		awl -q -c true "kretprobe:$f { @ = count(); }"
		if [ $RC = 0 ] && [ $n -lt 8 ]; then
			FUNCS="$FUNCS$f," n=$((n + 1))
		else
			not_done "$f: $NO_RETURNS"
		fi
	done
fi
awl -q -c "cat /dev/null" funcgraph -g do_sys_openat2 "{${FUNCS%,}}"
status 0
# without CPU and time, as "   f() {" and "   }", two blanks for a level
sed -n 's/^.*us | //; s/^.* | //; s/} .*/}/; /[{}]/p' "$OUT" >"$TMP/ours"

# The same by ftrace, for a shell that becomes cat.  On arm 7.2 function_graph has all processes, whatever
# set_ftrace_pid says.
: >$T/trace
echo 1 >$T/options/funcgraph-proc
echo $FUNCS | tr , '\n' >$T/set_ftrace_filter
echo do_sys_openat2 >$T/set_graph_function
echo function_graph >$T/current_tracer
sh -c "echo \$\$ >$TMP/pid; echo \$\$ >$T/set_ftrace_pid; echo 1 >$T/tracing_on; exec cat /dev/null"
echo 0 >$T/tracing_on
# "f();" is a function without calls
grep -e "-$(cat "$TMP/pid") " $T/trace | sed -n 's/^.*|  //; t body
	: body
	s/;$/ {/; t leaf
	s,} /\*.*,},; s/}.*/}/; /[{}]/p; b
	: leaf
	p; s/[^ ].*/}/; p' >"$TMP/theirs"
echo 0 >$T/options/funcgraph-proc
echo nop >$T/current_tracer
echo 1 >$T/tracing_on
echo >$T/set_graph_function
echo >$T/set_ftrace_filter
echo >$T/set_ftrace_pid
at_least "calls by ftrace" 5 "$(grep -c '{' "$TMP/theirs")"
# ftrace also has the shell's opens before it is cat; ours begin at the same exec
n=$(wc -l <"$TMP/ours")
tail -n "$n" "$TMP/theirs" >"$TMP/last"
cmp -s "$TMP/ours" "$TMP/last" || { fail "another tree than ftrace's"; diff "$TMP/ours" "$TMP/last" | head -n 20; }
echo "$(grep -c '{' "$TMP/ours") calls"
finish
