# SPDX-License-Identifier: GPL-2.0-or-later
#
# S20: object ages: what was allocated more than N seconds ago, and by whom: address, age, caller.
# A process opens 37 files and holds them for more than 3 seconds; another one opens 20 at the end;
# a third one opens and closes files all the time.
. "$TESTS/live/common"
need_tracefs
need_alone
: >"$TMP/file"
# The workload says when it ends, because awl may take seconds to stop on a slow machine.
cat >"$TMP/ages.awl" <<S
tracepoint:syscalls:sys_enter_getpgid / $MINE / { @now = nsecs; }
tracepoint:kmem:kmem_cache_alloc* { live[args.ptr] = (nsecs, args.call_site); }
tracepoint:kmem:kmem_cache_free { delete live[args.ptr]; }
END {
	for (\$kv : live) {
		if (\$kv.1.0 + 3000000000 <= @now) {
			printf("%p %d ms %s\n", \$kv.0, (@now - \$kv.1.0) / 1000000, ksym(\$kv.1.1));
		}
	}
	clear(live);
	clear(@now);
}
S
# (<&1 gives it a standard input; otherwise the shell would open /dev/null for it)
cat >"$TMP/load" <<E2
until_open() { until [ -e /proc/\$1/fd/\$2 ]; do sleep 0.1; done; }
while :; do $W open 50 $TMP/file; sleep 0.3; done & echo \$! >$TMP/pids
$W hold \$1 $TMP/file sleep 600 <&1 & echo \$! >>$TMP/pids
until_open \$! \$((\$1 + 2)); date +%s >$TMP/opened
sleep 4
date +%s >$TMP/end
$W hold 20 $TMP/file sleep 600 <&1 & echo \$! >>$TMP/pids
until_open \$! 22
$W ids 1
E2
# old N: sets $n to how many files are old when N were held
old() {
	start=$(date +%s)
	awl -q --map-size 16384 -c "sh $TMP/load $1" "$TMP/ages.awl"
	status 0
	end=$(date +%s)
	grep '^Lost' "$ERR" >&2
	for pid in $(cat "$TMP/pids"); do kill "$pid"; done
	grep -E ' (alloc_empty_file|__alloc_file)$' "$OUT" >"$TMP/old"
	n=$(wc -l <"$TMP/old")
}
# The programs that the processes execute are open files, too.
old 0
none=$n
old 37
some=$n
want "old files" 37 $((some - none))
[ "$none" -le 4 ] || fail "$none old files where none is held"
want "different addresses" "$some" "$(awk '{ print $1 }' "$TMP/old" | sort -u | wc -l)"
want "that are no address" 0 "$(grep -Evc '^(0x)?[0-9a-f]+ [0-9]+ ms ' "$TMP/old")"
# They are at least as old as they were when the sleep ended, and no older than awl's run.
least=$((($(cat "$TMP/end") - $(cat "$TMP/opened") - 1) * 1000)) most=$(((end - start + 1) * 1000))
want "with another age" 0 "$(awk -v least=$least -v most=$most '$2 < least || $2 > most' "$TMP/old" | wc -l)"
echo "$some files older than 3 s, $none without the 37; $(wc -l <"$OUT") objects"
finish
