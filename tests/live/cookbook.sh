#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Runs each line of doc/cookbook.md.  The comment after a line has three parts:
#
#	<!-- NEEDS | LOAD | WANTED -->
#
# NEEDS are names of `awl -T`, architectures, and these words: alone (sees processes that aren't ours),
# libc (a shared C library), cgroup, tracepoint (events of system calls), ustack (the kernel walks a
# program's stack).  LOAD is a command that is run while the line traces.  WANTED is a regular expression
# that a line of the output matches.
#
# On a machine that is not ours alone, only lines that don't need that are run, with -p.
. "$TESTS/live/common"
need_root
BOOK=$TESTS/../doc/cookbook.md
[ -r "$BOOK" ] || skip "no doc/cookbook.md here"
cd "$TMP" || exit 1
cp "$WORK" work || exit 1
PATH=$TMP:$PATH
"$AWL" -T >features || skip "BPF does not work here"
"$AWL" -l tracepoint:syscalls:sys_enter_openat >events 2>/dev/null
ran=0 left=''

# has NAME: does this machine have what a line needs?
has() {
	case $1 in
	alone) [ -n "${AWL_ALONE-}" ] ;;
	libc) ls /lib/*/libc.so.6 /usr/lib/libc.so.6 >/dev/null 2>&1 ;;
	cgroup) [ -e /sys/fs/cgroup/cgroup.procs ] ;;
	task) grep -q '^btf  *yes' features ;;
	x86_64 | aarch64 | arm | i386 | ppc64le | riscv64) [ "$ARCH" = "$1" ] ;;
	tracepoint) grep -q . events ;;
	ustack) has_ustacks ;;
	*) grep -q "^$1  *yes" features ;;
	esac
}

# A process that waits for the file `go` and becomes the load, so that -p has something to follow.
begin_load() {
	rm -f go
	sh -c 'while [ ! -e go ]; do usleep 20000 2>/dev/null || sleep 0.02; done; eval "exec $1"' sh "$1" \
		>/dev/null 2>&1 </dev/null &
	load=$!
}

# try LINE NEEDS LOAD WANTED
try() {
	for need in $2; do
		has "$need" || { left="$left
$need: $1"; return; }
	done
	begin_load "$3"
	only=
	[ -n "${AWL_ALONE-}" ] || only="-p $load"
	: >"$ERR"
	# the words of the line are split by a shell, as a user's would be
	sh -c "exec \"\$AWL\" $only ${1#awl }" >"$OUT" 2>"$ERR" &
	awl=$!
	attached
	: >go
	wait $load
	[ -n "$only" ] || nap
	kill -INT $awl 2>/dev/null
	wait $awl
	RC=$?
	ran=$((ran + 1))
	[ $RC = 0 ] && grep -Eq -e "$4" "$OUT" || fail "status $RC, no '$4' from: $1"
}

awk '
/^    awl / { line = substr($0, 5); next }
/^<!-- / && line != "" {
	sub(/^<!-- /, "")
	sub(/ -->$/, "")
	split($0, part, " [|] ")
	gsub(/\\\|/, "|", part[2])
	printf "%s\n%s\n%s\n%s\n", line, part[1], part[2], part[3]
	line = ""
}' "$BOOK" >lines
want "lines of the cookbook that have a comment" "$(grep -c '^    awl' "$BOOK")" "$(($(wc -l <lines) / 4))"
while IFS= read -r line && IFS= read -r needs && IFS= read -r load && IFS= read -r wanted; do
	try "$line" "$needs" "$load" "$wanted" </dev/null
done <lines
[ -z "$left" ] || printf 'left out here:%s\n' "$left"
[ $ran -gt 0 ] || skip "nothing of the cookbook can be run here"
finish
