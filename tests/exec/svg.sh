# SPDX-License-Identifier: GPL-2.0-or-later
# needs: svg
#
# The places of frames and bars on a page.  svg.py computes them from the events here.
command -v python3 >/dev/null || { echo "no python3 to read the page"; exit 77; }
cd "$TMP" || exit 1
vm() { "$BUILD/tests/awlvm" -a x86_64 --kallsyms "$TESTS/fixtures/kallsyms" -q "$@"; }
# The innermost frame is first: do_sys_openat2 calls vfs_read and the like.
{
	stack() { printf '# stack: %s\n# arg0: %s\n# fire %s\n' "$1" "$2" "$3"; }
	stack '0xffffffff81000110 0xffffffff81000310 0xffffffff81000410' 0 x7
	stack '0xffffffff81000210 0xffffffff81000310 0xffffffff81000410' 0 x2
	stack '0xffffffff81000310 0xffffffff81000410' 0 x3
	stack '0xffffffff81000110 0xffffffff81000210' 1 x5
	stack '0xffffffff81000410' 0 x3
	echo 'kprobe:f { @s[arg0, kstack] = count(); @few[kstack] = sum(arg0); }'
} >stacks.awl
# Of two frames, a share of one in 10000 (0.0100 %) is shown, and one in 20002 is omitted.
{
	stack 0xffffffff81000110 9999 x1
	stack 0xffffffff81000210 1 x1
	echo 'kprobe:f { @wide[kstack] = sum(arg0); @thin[kstack] = sum(arg0 == 1 ? 1 : 20001); }'
} >thin.awl
{
	for i in 1 2 3 4 5; do printf '# arg0: %s\n# fire\n' $((i * i * 1000)); done
	cat <<'AWL'
kprobe:f {
	@b[arg0, comm] = sum(arg0); @h = hist(arg0); @l[comm] = lhist(arg0, 0, 10000, 5000);
	@st[arg0] = stats(arg0); @one = count(); @t["a<b&\x01\xe9\x80"] = sum(arg0); @zero[1] = 0;
}
END { print(@b, 0, 1000); clear(@b); print(@h, 0, 2); clear(@h); print(@st, 2); clear(@st); }
AWL
} >bars.awl
{
	echo 'BEGIN { for ($i : 1..301) { @many[$i] = $i; } }'
} >many.awl
echo 'BEGIN { @none[1] = 1; delete(@none, 1); }' >none.awl
rc=0
for f in stacks thin bars many none; do
	vm -o $f.svg $f.awl >$f.out 2>$f.err || { echo "$f: status $?"; cat $f.err; rc=1; }
done
PYTHONPATH="$TESTS/lib" python3 -B "$TESTS/exec/svg.py" || rc=1
exit $rc
