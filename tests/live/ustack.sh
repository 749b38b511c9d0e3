# SPDX-License-Identifier: GPL-2.0-or-later
#
# User stacks and addresses as symbols: of the command, of processes that end at once, and of a
# process that was there before awl and has ended.
. "$TESTS/live/common"
need_uprobes

# On arm the kernel only walks frames of -mapcs-frame.  On riscv64 it takes the link register for
# the first return address, even after that has changed.  On s390x it follows
# the chain of -mbackchain.  So only the innermost frame is right.
case $ARCH in
arm | riscv64 | s390x) depth=1 chain="work_inside+0" ;;
*) depth=3 chain="work_inside+0 work_middle+N work_outer+N" ;;
esac
# Where the kernel walks no stack, awl names the walk that this test then takes.  The kernel's symbol
# for the walk is weak there: it does nothing.
walks_ustacks
if [ "$WALK" ]; then
	awl -q -c "$W chain 1" "uprobe:$W:work_inside { @[ustack] = count(); }"
	status 1
	match "$ERR" 'ustack needs .*; ustack\(dwarf\) needs no such walk, in user probes'
	grep -q ' [wW] perf_callchain_user$' /proc/kallsyms || fail "the kernel walks stacks, and awl refuses them"
	depth=3 chain="work_inside+0 work_middle+N work_outer+N"
	echo "not done: stacks of processes that awl doesn't know yet: the kernel walks those"
fi
# chains: prints each stack in $OUT on one line, with its count; offsets other than 0 become N
chains() {
	awk '/^        / { sub(/^ */, ""); if (!/\+0$/) sub(/\+[0-9]+$/, "+N"); s = s (s ? " " : "") $0; next }
	s { n = 1; if (/^\]: /) n = $2; sum[s] += n; s = "" }
	END { if (s) sum[s]++; for (s in sum) print sum[s], s }' "$OUT"
}

# Stacks printed after the process has ended, and while it runs.
awl -q -c "$W chain 7" "uprobe:$W:work_inside { @[ustack($WALK$depth)] = count(); }"
status 0
want "as key" "7 $chain" "$(chains)"
awl -q -c "$W chain 3" "uprobe:$W:work_inside { printf(\"%s\", ustack($WALK$depth)); }"
status 0
want "as text" "3 $chain" "$(chains)"

# 20 processes that live for a few milliseconds.  Their parent shell ends, too.
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do echo "$W chain 1"; done >"$TMP/load"
# (the ; makes awl run a shell; otherwise only the "sh" process would be probed)
stack="ustack($depth)"
[ -z "$WALK" ] || stack='usym(reg("ip"))'
awl -q -c "sh $TMP/load;" "uprobe:$W:work_inside { @[$stack] = count(); @p[pid] = 1; @n = len(@p); }"
status 0
if [ "$WALK" ]; then
	want "of short-lived ones" 20 "$(awk '/^@\[work_inside\]: / { n += $2 } END { print n + 0 }' "$OUT")"
else
	want "of short-lived ones" "20 $chain" "$(chains)"
fi
want "processes" 20 "$(grep -c '^@p\[' "$OUT")"

# The process starts before awl and ends before its stacks are printed.
mkfifo "$TMP/gate" || exit 1
"$W" gate "$TMP/gate" chain 5 &
awl -q -c "sh -c 'sleep 1; : >$TMP/gate; sleep 1'" "uprobe:$W:work_inside { @[ustack($WALK$depth)] = count(); }"
wait
status 0
want "from before" "5 $chain" "$(chains)"

# Addresses; the modes of ustack; --stack-filter.
awl -q -c "$W chain 2" "uprobe:$W:work_inside { @[usym(reg(\"ip\")), func] = count(); }
	uprobe:$W:work_middle { @c[retaddr] = count(); printf(\"%s\\n\", usym(16)); }"
status 0
line "@[work_inside, work_inside]: 2"
match "$OUT" '^@c\[work_outer\+[0-9]+\]: 2$'
lines 2 '^0x10$'
awl -q -c "$W chain 1" "uprobe:$W:work_inside { print(ustack(${WALK}perf, 1)); print(ustack(${WALK}raw, 1)); }"
status 0
lines 1 "^	[0-9a-f]+ work_inside\\+0 \\($W\\)\$"
lines 1 '^[0-9a-f]+$'
for i in "work_inside 2" "work_nothing 0"; do
	awl -q --stack-filter "${i% *}" -c "$W chain 2" "uprobe:$W:work_inside { @[ustack(${WALK}2)] = count(); }"
	status 0
	want "filter ${i% *}" "${i#* }" "$(awk '/^\]: / { n = $2 } END { print n + 0 }' "$OUT")"
done
# stack_mode build_id: the build id and the place in the file, as /proc/PID/maps has it.
id=0123456789abcdef00112233445566778899aabb
rm "$TMP/gate"
mkfifo "$TMP/gate" || exit 1
"$W" gate "$TMP/gate" chain 4 & pid=$!
map=
until [ "$map" ]; do
	map=$(awk -v w="$W" '$2 ~ /x/ && $6 == w { print $1 "-" $3 }' "/proc/$pid/maps")
done
awl -q -c "sh -c ': >$TMP/gate; sleep 1'; true" "config = { stack_mode = build_id }
	uprobe:$W:work_inside / pid == $pid / {
		@[ustack($WALK$depth)] = count();
		@ip = reg(\"ip\");
	}
	END { printf(\"%d\\n\", @ip); }"
wait $pid
status 0
ip=$(grep '^[0-9]' "$OUT")
start=${map%%-*}
lines $depth "^        $id\\+0x[0-9a-f]+\$"
line "        $id+$(printf '0x%x' $((ip - 0x$start + 0x${map##*-})))"
line "]: 4"
awl -q -c "$W chain 1" "uprobe:$W:work_inside { printf(\"%s\", ustack(${WALK}build_id, 1)); }"
status 0
lines 1 "^        $id\\+0x[0-9a-f]+\$"
# A file that was replaced after it was mapped gives no symbols, because they would be wrong.  So
# the place in it is shown.
cp "$W" "$TMP/other"
stack='ustack(1)' gone='^        other \(gone\)\+0x[0-9a-f]+$'
[ -z "$WALK" ] || stack='usym(reg("ip"))' gone='^@\[other \(gone\)\+0x[0-9a-f]+\]: 1$'
awl -q -c "sh -c '$TMP/other chain 1; cp $W $TMP/new; mv $TMP/new $TMP/other'" \
	"uprobe:$TMP/other:work_inside { @[$stack] = count(); }"
status 0
lines 1 "$gone"

# uaddr() and the value of a variable
awl -q -c "$W chain 1" "uprobe:$W:work_inside { printf(\"%d\\n\", uaddr(\"work_inside\") == reg(\"ip\")); }"
status 0
line 1
awl -q -c "$W chain 1" "uprobe:$W:work_inside { printf(\"%d\\n\", *uaddr(\"work_semaphore\")); }"
status 0
line 0
finish
