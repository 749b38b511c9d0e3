#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# needs: openmetrics svg
#
# Files that awl writes and reads: a document keeps the mode of the old file and is first written
# to a new file; closed standard descriptors; a script without end.
bad=0
fail() { echo "FAIL: $*"; bad=1; }
vm() { "$BUILD/tests/awlvm" -1 x86_64 "$@"; }
cd "$TMP" || exit 1
cat >s.awl <<'X'
kprobe:f { @[1] = count(); }
END { errorf("message"); }
X
for f in a.prom b.svg; do
	echo OLDER >$f
	chmod 640 $f
	vm -o $f s.awl 2>err || fail "$f: status $?"
	[ "$(stat -c %a $f)" = 640 ] || fail "$f has mode $(stat -c %a $f)"
	grep -q OLDER $f && fail "$f is still the old one"
done
ls ./*.new 2>/dev/null && fail "a .new file is left"
# the temporary file is opened with O_EXCL, so that no link with its name is followed
if command -v strace >/dev/null && strace -o trace true 2>/dev/null; then
	strace -f -e trace=open,openat -o trace "$BUILD/tests/awlvm" -1 x86_64 -o a.prom s.awl 2>err
	grep -q '"a.prom[^"]*new", .*O_EXCL' trace || fail "no O_EXCL: $(grep a.prom trace)"
	grep '"a.prom[^"]*new"' trace | grep -qv O_EXCL && fail "$(grep a.prom trace)"
	# a file whose owner and mode can't be read is not replaced
	echo OLDER >a.prom
	strace -o trace -P a.prom -e trace=newfstatat,lstat \
		-e inject=newfstatat,lstat:error=EIO:when=2+ \
		"$BUILD/tests/awlvm" -1 x86_64 -o a.prom s.awl 2>err && fail "EIO: status 0"
	grep -q INJECTED trace || fail "no second lstat: $(cat trace)"
	grep -q "^awl: a.prom: Input/output error" err || fail "EIO: $(cat err)"
	[ "$(cat a.prom)" = OLDER ] || fail "EIO: it was replaced"
	ls ./*.new 2>/dev/null && fail "EIO: left behind"
fi
vm -o sub/none.prom s.awl 2>err && fail "a missing folder is accepted"
grep -q "sub/none.prom: No such file" err || fail "$(cat err)"

# descriptors 0 to 2 are closed: no file that awl opens gets these numbers
vm -o out.json s.awl 2>err || fail "status $?"
cp out.json all.json
for closed in '2>&-' '1>&- 2>&-' '0<&- 1>&- 2>&-'; do
	eval "vm -o out.json s.awl $closed" || fail "$closed: status $?"
	cmp out.json all.json || fail "$closed: $(cat out.json)"
done

# a script may be a FIFO; a script without end is refused
mkfifo fifo
echo "BEGIN { }" >fifo &
"$AWL" -n --arch x86_64 fifo 2>err || fail "a FIFO: $(cat err)"
"$AWL" -n /dev/zero 2>err && fail "/dev/zero is accepted"
grep -q '^awl: /dev/zero: File too large$' err || fail "/dev/zero: $(cat err)"
exit $bad
