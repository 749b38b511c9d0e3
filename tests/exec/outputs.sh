# SPDX-License-Identifier: GPL-2.0-or-later
# needs: csv openmetrics svg
#
# The output of one script in every format, read by independent parsers: Python's for JSON, CSV and
# XML, promtool for metrics if it is installed.  outputs.py checks the contents.
command -v python3 >/dev/null || { echo "no python3 to read the formats back"; exit 77; }
cd "$TMP" || exit 1
cat >script.awl <<'AWL'
# pid: 10
# comm: sh <"&;,1>
# kernel 0x5000: "say \"hi\", BYTES\n"
# stack: 0xffffffff81000110 0xffffffff81000310
# arg0: 5
# fire x3
# comm: bash
# arg0: 100
# fire x2
# arg0: 7000
# fire
kprobe:vfs_read {
	@stk[comm, kstack] = count(); @calls[comm, str(0x5000)] = count();
	@size = hist(arg0); @by[pid, comm] = lhist(arg0, 0, 200, 50);
	@st[pid] = stats(arg0); @last = str(0x5000); @low[arg0, arg0] = min(arg0);
	@t[1] = (1, "x,y"); @[(uint32)pid] = sum(arg0); @avg = avg(arg0); @neg = -5;
	@lat["rare"] = stats(1000); @lat["often"] = stats(arg0 == 5 ? 150 : 60); @calls_total[1] = 3; @full[1, arg0] = 2;
	printf("arg0 %d\n", arg0);
}
END { print((1, "q")); }
AWL
sed "s/BYTES/$(printf '\303\251\377')/" script.awl >bytes.awl && mv bytes.awl script.awl
vm() { "$BUILD/tests/awlvm" -a x86_64 --kallsyms "$TESTS/fixtures/kallsyms" "$@"; }
rc=0
for f in json csv folded svg prom; do
	echo old >"out.$f"
	ln "out.$f" "$f.before"
	vm --map-size 2 -o "out.$f" script.awl >"$f.stdout" 2>"$f.stderr" ||
		{ echo "-o out.$f: status $?"; cat "$f.stderr"; rc=1; }
	case $f in svg | folded | prom) printf 'arg0 %d\n' 5 5 5 100 100 7000 ;; esac >"$f.want"
	case $f in svg | folded | prom) echo '(1, q)' ;; esac >>"$f.want"
	cmp -s "$f.want" "$f.stdout" || { echo "$f: not as text on stdout:"; cat "$f.stdout"; rc=1; }
	case $f in # these are replaced by a new file, not overwritten
	svg | prom) [ "$(cat "$f.before")" = old ] || { echo "$f: not replaced"; rc=1; } ;;
	esac
done
grep -q '^Lost ' svg.stderr || { echo "svg: losses are not reported"; rc=1; }
! grep -q '^Lost ' json.stderr prom.stderr csv.stderr || { echo "losses are reported twice"; rc=1; }
ls ./*.new 2>/dev/null && rc=1
PYTHONPATH="$TESTS/lib" python3 -B "$TESTS/exec/outputs.py" || rc=1
if command -v promtool >/dev/null; then
	promtool check metrics <out.prom >promtool.log 2>&1 || [ $? = 3 ] || # status 3: style only
		{ cat promtool.log; rc=1; }
fi

# a link remains a link; a file that can't be written is an error before anything runs
ln -s elsewhere link.svg
vm -q -o link.svg script.awl >stdout 2>stderr
[ -L link.svg ] && grep -q '</svg>' elsewhere || { echo "link.svg: not written through"; rc=1; }
if [ -c /dev/full ]; then
	vm -q -o /dev/full script.awl >stdout 2>stderr
	[ $? = 1 ] && grep -q 'No space left' stderr || { echo "/dev/full: status or message"; rc=1; }
fi
vm -q -o - -F json script.awl 2>/dev/null | grep -q '"type": "map"' && [ ! -e ./- ] ||
	{ echo "-o - does not write to standard output"; rc=1; }
vm -o no/such/place.prom script.awl >stdout 2>stderr && { echo "no/such: status 0"; rc=1; }
grep -q 'no/such/place.prom: No such file' stderr || { echo "no/such:"; cat stderr; rc=1; }
[ ! -s stdout ] || { echo "no/such: it ran"; cat stdout; rc=1; }

# --top without a terminal prints plain lines
vm -q --top script.awl >stdout 2>stderr
grep -q '^@avg: 1202' stdout || { echo "--top:"; cat stdout; rc=1; }
! grep -q "$(printf '\033')" stdout || { echo "--top: escapes in a pipe"; rc=1; }
exit $rc
