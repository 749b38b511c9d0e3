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
# Of 60 columns the second table's last column has 15, which is too few to continue in.
cat >r.awl <<'X'
# arg0: 3
# stack: 0xffffffff81000104 0xffffffff81000204 0xffffffff81000008
# fire
kprobe:f {
	row("PID %-7d ARGS %s", arg0, "one äwörd abcdefghijabcdefghijabcdefghijabcdefghij0123456789 end");
	row("N %-44d ARGS %s", arg0, "abcdefghijabcdefghij");
	row("N %-40d STACK %s", arg0, kstack);
}
X
exec python3 -B "$TESTS/exec/looks.py"
