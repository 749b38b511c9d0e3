# SPDX-License-Identifier: GPL-2.0-or-later
#
# --cost on a kernel where each run of a program takes a microsecond: the sums are known.
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"
S='kprobe:vfs_read / arg0 == 1 / { @ = count(); } kprobe:vfs_read, kretprobe:vfs_read, kprobe:vfs_write { @b++; }
	BEGIN { @c = 1; } END { @c = 2; }'

kernel 6.1
happens 'kprobe:vfs_read arg0=1 x30' 'kprobe:vfs_read arg0=2 x3' 'kretprobe:vfs_read x7' 'kprobe:vfs_write x2'
try -q --cost -F json -e "$S"
is status 0 $rc
is clauses 'kprobe:vfs_read 33 33000;kprobe:vfs_read, ... 42 42000;awl itself 0;' \
	"$(sed -n 's/.*"probe": "\([^"]*\)", "events": \([0-9]*\), "ns": \([0-9]*\),.*/\1 \2 \3/p' "$TMP/out" |
	sed 's/\(awl itself 0\) .*/\1/' | tr '\n' ';')"
try -q --cost -e "$S"
said '^  *EVENTS  *NS/EVENT  *CPU%  *PROBE$'
said '^  *33  *1000  *[0-9][0-9]*\.[0-9][0-9]  kprobe:vfs_read$'
said '^  *42  *1000  *[0-9][0-9]*\.[0-9][0-9]  kprobe:vfs_read, \.\.\.$'
said '^  *0  *0  *[0-9][0-9]*\.[0-9][0-9]  awl itself$'
try -q -e "$S"
unsaid 'EVENTS'

# Nothing is measured without the option.
is 'descriptors of statistics' 0 "$(grep -c stats "$TMP/log")"

# A kernel that can't measure.
kernel 5.7
for o in --cost '--budget=1%'; do
	try -q "$o" -e "$S"
	is "status of $o" 3 $rc
	said "^awl: ${o%%=*}: "
done
exit $bad
