# SPDX-License-Identifier: GPL-2.0-or-later
#
# S15: deployment.  A script is a command by its first line, or is bundled with awl into one file.
# Bundles are made here and, if BUNDLE names one, on another machine.  They are used with
# parameters, options, pipes and imports.
. "$TESTS/live/common"
need_kprobes
need_alone
cd "$TMP" || exit 1
cp -R "$TESTS/fixtures/bundle/." .
# check COMMAND...: the output with 100 reads
check() {
	"$@" -q -c "$W read 100" 1 >"$OUT" 2>"$ERR" || fail "$1: exit status $?"
	line "@[, $COMM]: 100"
}

# #! with the path of awl, and with env
(echo "#!$AWL -f"; cat reads.awl) >by-path
chmod +x by-path
check ./by-path
env=/usr/bin/env
[ -x $env ] || env=/bin/env
printf '%s\n' "#!$env awl" 'BEGIN { printf("%d %s\n", $1 + 1, str($2)); }' >by-env
chmod +x by-env
mkdir bin
ln -s "$AWL" bin/awl
want "by env" "42 x" "$(PATH=$TMP/bin:$PATH ./by-env 41 x | grep .)"

# The bundle doesn't need its source files.
awl --bundle reads.awl -o reads -q
status 0
want mode "$(printf '%o' $((0777 & ~0$(umask))))" "$(stat -c %a reads)"
mv lib gone
check ./reads
mkdir other
(cd other && check ../reads)
check "$TMP/reads"
PATH=$TMP:$PATH check reads
./reads -h | grep -Fqx 'reads - calls of vfs_read of LEAST bytes and more, by program' ||
	fail "no help"
mv gone lib

# The bundle contains options and parameters; those of the command line are added.
awl --bundle reads.awl -o reads2 -q -F json -c "$W read 40" 1 given
status 0
./reads2 >"$OUT" 2>"$ERR" || fail "exit status $?"
line "{\"type\": \"map\", \"data\": {\"@\": {\"given,$COMM\": 40}}}"
./reads2 -F text 2 >"$OUT" 2>"$ERR"
out ""
./reads2 -F text 1 mine | cat >"$OUT"
line "@[mine, $COMM]: 40"
"$W" read 1 | ./reads2 -F text -- 1 "" >"$OUT"
line "@[, $COMM]: 40"

# a bundle from another machine
[ -z "${BUNDLE-}" ] || check "$BUNDLE"
finish
