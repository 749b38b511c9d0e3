# SPDX-License-Identifier: GPL-2.0-or-later
#
# Colours, bars and messages on a terminal, in a pipe and as JSON.
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
cd "$TMP" || exit 1
unset NO_COLOR
cat >s.awl <<'X'
# arg0: 3
# fire x3
# arg0: 20
# fire x2
# arg0: 300
# fire
kprobe:f { @h = hist(arg0); @n = count(); }
X
cat >t.awl <<'X'
# nsecs: 1000000000
# arg0: 3
# fire
# nsecs: 2000000000
# arg0: 200
# fire
kprobe:f { @ = tseries(arg0, 1s, 3); }
X
exec python3 -B "$TESTS/exec/looks.py"
