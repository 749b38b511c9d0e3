#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Makes each system call fail in turn, in a run on the made-up kernel.  awl must end soon and by
# itself, leave no file, and print a message unless its output is the same as without the failure.
# FAILING=some tests every seventh call of one script (tests/exec/failing.sh).
bad=0
cd "$TMP" || exit 1
[ -e "$BUILD/tests/failing.so" ] || { echo "no tests/failing.so"; exit 77; }
LD_PRELOAD="$BUILD/tests/failing.so" "$AWL" -V >v 2>&1
grep -q '^awl [0-9]' v || { echo "can't be preloaded: $(head -n 1 v)"; exit 77; }

# run N ERRNO OPTIONS...: the Nth call fails
run() {
	n=$1
	e=$2
	shift 2
	rm -f log file*
	timeout 20 env LD_PRELOAD="$BUILD/tests/failing.so" FAIL_AT=$n FAIL_ERRNO=$e FAIL_LOG=log \
		"$BUILD/tests/awlvm" -1 x86_64 "$@" >out 2>err
	rc=$?
}
fail() {
	echo "FAIL: call $n, $(cat log), errno $e: $*"
	sed 's/^/  /' err | head -n 5
	bad=$((bad + 1))
}

own=3	# calls that read the test's lines before awl starts
step=1

# each ERRNOS OPTIONS...: makes each call of such a run fail
each() {
	numbers=$1
	shift
	for try in 1 2 3 4 5; do	# on a busy machine a signal may end commands too early
		run 0 0 "$@"
		grep -q 'a signal ended the trace' err || break
	done
	[ "$try" != 5 ] || { echo "the machine is too slow"; exit 77; }
	good=$rc
	cp out good.out
	cat file* >good.file 2>/dev/null
	[ $rc = 0 ] || fail "status $rc without a failure"
	for number in $numbers; do
		i=$own
		while :; do
			i=$((i + step))
			run $i $number "$@"
			[ -e log ] || break
			cat file* >now.file 2>/dev/null
			[ $rc != 124 ] || fail "no end"
			[ $rc -lt 97 ] || [ $rc = 124 ] || fail "status $rc"
			ls ./*.new >/dev/null 2>&1 && fail "a file is left: $(ls ./*.new)"
			if cmp -s out good.out && cmp -s now.file good.file; then
				[ $rc = $good ] || [ -s err ] || fail "status $rc without a message"
				continue
			fi
			case $(cat log) in
			# no message can be written in this case
			write) [ -s err ] || [ $rc != 0 ] || fail "silence" ;;
			*) [ -s err ] || fail "the output differs, and there is no message" ;;
			esac
		done
	done
}

cat >s.awl <<'AWL'
# fire x3
BEGIN { printf("begin\n"); system("echo sys"); }
kprobe:f { @[arg0] = count(); printf("%d\n", arg0); system("echo %d", arg0); cat("s.awl"); }
interval:s:9 { print(@); clear(@); }
END { printf("end\n"); }
AWL
EIO=5 ENOMEM=12 EMFILE=24 EINTR=4
if [ "${FAILING-}" = some ]; then
	step=7
	each $EIO --unsafe s.awl
	exit $bad
fi
each "$EIO $EINTR" --unsafe s.awl
each $EMFILE -t 9 -c true --unsafe s.awl
each $ENOMEM --unsafe -o file.svg s.awl

# all kinds of values in all formats, except those that depend on the time or on the processes of
# this machine, like user symbols
cat >i.awl <<'AWL'
macro twice($x) { $x * 2 }
AWL
cat >t.awl <<'AWL'
# fire x3
import "i.awl";
BEGIN { @start = 5; }
kprobe:f { @h[comm] = hist(arg0); @s = stats(arg0); @l = lhist(arg0, 0, 100, 10); @k[kstack(3)] = count();
	printf("%s\n", ksym(arg0)); print(@h); print((1, comm)); @k2[arg0] = count(); }
interval:s:1 { print(@s); zero(@h); clear(@l); }
END { for ($kv : @k2) { printf("%d\n", $kv.0); } print(@k, 1); }
AWL
for format in text json csv folded openmetrics; do
	each $EIO -F $format t.awl
done
each $EIO -o file.csv t.awl
each $EIO -o file.prom t.awl
each $EIO -t 1 -c 'echo x' -v t.awl
exit $bad
