# SPDX-License-Identifier: GPL-2.0-or-later
# needs: merge
#
# Every script of this folder: what is saved and merged is shown as a run shows it, from all
# architectures, and so are losses.  So all kinds of keys and values and all aggregations are tried.
cd "$TMP" || exit 1
n=0 bad=0
for f in "$TESTS"/exec/*.awl; do
	# these print maps in another format or not at the end, show not all of them, or make a table
	grep -qE '^# (options:.*(-F|-o|--top|--as|--raw|--stack-filter)|args:|run:)|print_maps_on_exit|slice_begin' "$f" && continue
	arch=$(sed -n 's/^# arch: *//p' "$f")
	# shellcheck disable=SC2086 # a list
	set -- ${arch:-$RUNS}
	n=$((n + 1))
	shift $((n % $#))	# one of them; another one for the next script
	timeout 20 "$BUILD/tests/awlvm" -1 "$1" "$f" >live 2>live.err </dev/null || continue
	timeout 20 "$BUILD/tests/awlvm" -1 "$1" -o x.awlmap "$f" >said 2>said.err </dev/null
	timeout 20 "$AWL" --merge x.awlmap >merged 2>merged.err || { cat merged.err; bad=$((bad + 1)); }
	{ cat said; printf '\n\n'; cat merged; } >both
	grep '^Lost ' live.err >lost
	if ! cmp -s live both || ! cmp -s lost merged.err; then
		echo "${f##*/} on $1:"
		diff live both | head -n 8
		diff lost merged.err
		bad=$((bad + 1))
	fi
done
[ $n -gt 100 ] || { echo "only $n scripts"; exit 1; }
exit $((bad > 0))
