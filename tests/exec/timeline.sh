# SPDX-License-Identifier: GPL-2.0-or-later
# needs: timeline
#
# -F timeline: records that come in another order than their times, from a ring buffer and from
# perf buffers; tracks that begin or end in the middle of a slice; lost records; the file.
# timeline.py has the expected values.
command -v python3 >/dev/null || { echo "no python3 to read the format back"; exit 77; }
cd "$TMP" || exit 1
rc=0
vm() { "$BUILD/tests/awlvm" "$@" >stdout 2>stderr || { echo "$*: status $?"; cat stderr; rc=1; }; }
check() { # check WHAT FILE
	PYTHONPATH="$TESTS/lib" python3 -B "$TESTS/exec/timeline.py" "$@" || { echo "wrong: $1"; rc=1; }
}

# Times are in the future, so that all are after the session's start.  CPU 1's records come first.
cat >order.awl <<'AWL'
# pid: 10
# comm: "w"
# nsecs: 9000000000002000
# cpu: 1
# fire kprobe:f
# nsecs: 9000000000005001
# fire kprobe:g
# nsecs: 9000000000001000
# cpu: 0
# fire kprobe:f
# nsecs: 9000000000009000
# fire kprobe:g
# fire kprobe:g
# nsecs: 9000000000009500
# fire kprobe:f
# nsecs: 9000000000009750
# fire kprobe:h
kprobe:f { slice_begin(("CPU", cpu), "f", (comm = comm, n = 1 << 60)); }
kprobe:g { slice_end(("CPU", cpu), (ret = -1)); instant("all", "g\n\"", cpu); }
kprobe:h { counter(("n", cpu), (a = 1, b = -2)); counter("depth", 3); @[1] = 5; printf("beside\n"); }
AWL
for on in x86_64 'x86_64 before 5.8' arm; do
	vm -1 "$on" -o "order.trace.json" order.awl
	[ "$(cat stdout)" = beside ] || { echo "printf on '$on': $(cat stdout)"; rc=1; }
	check order order.trace.json
done
vm -1 x86_64 -F timeline order.awl
check order stdout

# the buffer has room for 4 of 7 records: two slices are open, of which one's end is lost
cat >lost.awl <<'AWL'
# nsecs: 1000
# room: 4
# fire kprobe:f x3
# fire kprobe:g
# fire kprobe:g x2
# fire kprobe:f
kprobe:f { slice_begin(1, "f"); }
kprobe:g { slice_end(1); }
AWL
vm -1 x86_64 -o lost.trace.json lost.awl
check lost lost.trace.json

# nothing happens
echo 'kprobe:f / 0 / { slice_begin(1, "f"); }' >none.awl
vm -1 x86_64 -o none.trace.json none.awl
check none none.trace.json

# The file appears when it is complete, and not if the script is wrong; a link stays a link.
echo old >kept.trace.json
ln kept.trace.json before
"$BUILD/tests/awlvm" -1 x86_64 -o kept.trace.json -e 'kprobe:f { nosuch(); }' >stdout 2>&1
[ "$(cat kept.trace.json)" = old ] || { echo "an error changed the file"; rc=1; }
vm -1 x86_64 -o kept.trace.json order.awl
check order kept.trace.json
[ "$(cat before)" = old ] || { echo "the file was overwritten, not replaced"; rc=1; }
ln -s elsewhere link.trace.json
vm -1 x86_64 -o link.trace.json order.awl
[ -L link.trace.json ] && check order elsewhere
ls ./*.new 2>/dev/null && { echo "a new file was left"; rc=1; }
if [ -c /dev/full ]; then
	"$BUILD/tests/awlvm" -1 x86_64 -o /dev/full -F timeline order.awl >stdout 2>stderr
	[ $? = 1 ] && grep -q 'No space left' stderr || { echo "/dev/full: status or message"; rc=1; }
fi

# the same as rows
vm -1 x86_64 -F json order.awl
check json stdout
vm -1 x86_64 -F csv order.awl
check csv stdout

# a counter's value is a number
"$BUILD/tests/awlvm" -1 x86_64 -e 'kprobe:f { counter("x", "y"); }' >stdout 2>stderr
grep -q 'invalid argument to counter: expected a number, not string' stderr || { cat stderr; rc=1; }
exit $rc
