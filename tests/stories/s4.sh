# SPDX-License-Identifier: GPL-2.0-or-later
#
# S4: the leak detector, as the original script and as the shipped one.  The first command opens 37
# files, which stay open until the second one has ended.  Another process opens and closes files
# all the time.  A run without open files gives the numbers to compare with.
. "$TESTS/live/common"
need_tracefs
need_alone
need_kprobes
cat >"$TMP/s4" <<'S'
        tracepoint:kmem/kmalloc, tracepoint:kmem/kmem_cache_alloc / phase == 0 / { live[data->ptr] = stack; }
        tracepoint:kmem/kfree,   tracepoint:kmem/kmem_cache_free               { delete live[data->ptr]; }
        END { for ($kv : live) { @leaks[$kv.1] = count(); } clear(live); }
S
: >"$TMP/file"
: >"$TMP/pid"
scripts="$TMP/s4 $TESTS/../tools/memleak.awl"
entry='' nothing='' leak=37
# On arm, stacks of tracepoints have one frame.  The shipped script shows callers instead.  They
# include one more file: the program that the process executes.
[ "$ARCH" != arm ] || scripts=$TESTS/../tools/memleak.awl entry='@leaks[[](__alloc_file|alloc_empty_file)' \
	nothing='1 ' leak=38
# (<&1 gives it a standard input; otherwise the shell would open /dev/null for it)
# held N SCRIPT: prints the counts of the stacks through openat that hold memory.  A file may need a
# new slab, for which the kernel keeps a list of owners; that memory belongs to no file.
owners='memcg_alloc_page_obj_cgroups|memcg_alloc_slab_cgroups|alloc_slab_obj_exts'
held() {
	"$AWL" -q --map-size 32768 --stack-filter do_sys_openat2 \
		-c "$W open 200 $TMP/file & $W hold $1 $TMP/file sleep 60 <&1 &
			echo \$! >$TMP/pid; until [ -e /proc/\$!/fd/$(($1 + 2)) ]; do sleep 0.2; done; sleep 1" \
		-c "sleep 3" "$2" >"$OUT" 2>"$ERR"
	export RC=$?
	grep '^Lost' "$ERR" >&2
	awk -v end="^${entry}[]]: " -v owners="$owners" '/^@/ { of_slab = 0 } $0 ~ owners { of_slab = 1 }
		!of_slab && sub(end, "")' "$OUT" | tr '\n' ' '
	kill "$(cat "$TMP/pid")"
}
# Exactly 37 files in one stack, and none without the leak.  Objects freed in interrupts are seen,
# too.  Lost frees would count as leaks; lost allocations would be missing.
for script in $scripts; do
	none=$(held 0 "$script")
	want "held without a leak" "$nothing" "$none"
	some=$(held 37 "$script")
	status 0
	[ "$ARCH" = arm ] || match "$OUT" 'do_sys_openat2\+'
	case " $some" in
	*" $leak "*) ;;
	*) fail "held $some with the leak" ;;
	esac
	for n in $some; do	# the table for so many descriptors is also held
		[ "$n" = $leak ] || [ "$n" = 1 ] || fail "held $some with the leak"
	done
	nomatch "$ERR" 'kmem:k(mem_cache_)?free'
done
# Memory that awl itself allocates is not reported as a leak.
for script in $scripts; do
	awl -c true -c true "$script"
	status 0
	nomatch "$ERR" warning
	nomatch "$OUT" 'sys_bpf|perf_event_open|sys_timerfd|sys_poll'
done
finish
