# SPDX-License-Identifier: GPL-2.0-or-later
# needs: timeline
#
# speedscope opens a timeline in a real browser, and shows the tracks, slices and times that
# the made-up kernel's clock gives.
#
# It wants chromium, and speedscope's folder dist/release, as from `npm install speedscope`, in
# $SPEEDSCOPE or in node_modules of the tree.
: "${SPEEDSCOPE=$TESTS/../node_modules/speedscope/dist/release}"
command -v python3 >/dev/null || { echo "no python3 to serve the pages"; exit 77; }
command -v chromium >/dev/null || { echo "no chromium"; exit 77; }
[ -f "$SPEEDSCOPE/index.html" ] || { echo "no speedscope: npm install speedscope"; exit 77; }
cd "$TMP" || exit 1
cp -r "$SPEEDSCOPE" site || exit 1
cat >s.awl <<'AWL'
# comm: work
# nsecs: 9000000000001000
# cpu: 0
# fire kprobe:f
# nsecs: 9000000000002000
# cpu: 1
# fire kprobe:f
# nsecs: 9000000000003000
# cpu: 0
# fire kprobe:g
# nsecs: 9000000000005000
# fire kprobe:h
# nsecs: 9000000000009000
# fire kprobe:h
# cpu: 1
# fire kprobe:h
kprobe:f { slice_begin(("CPU", cpu), "outer", (comm = comm)); instant(("CPU", cpu), "mark"); }
kprobe:g { slice_begin(("CPU", cpu), "inner"); counter("level", cpu); }
kprobe:h { slice_end(("CPU", cpu), (ret = -1)); }
AWL
"$BUILD/tests/awlvm" -1 x86_64 -o site/t.trace.json s.awl || exit 1
PYTHONPATH="$TESTS/lib" exec python3 -B "$TESTS/exec/speedscope.py"
