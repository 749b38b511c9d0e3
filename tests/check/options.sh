# SPDX-License-Identifier: GPL-2.0-or-later
#
# Options in any place before "--", options of the script by getopt(), operands that it doesn't use.
x="$AWL -n --arch x86_64 --tracefs ../fixtures/tracefs --kallsyms ../fixtures/kallsyms"
bad=0
cat >"$TMP/s.awl" <<'S'
#!/usr/bin/awl -f
# s.awl - looks at its options
BEGIN {
	printf("%d %s", getopt("size", 5, "how large it is"), getopt("pid", "none"));
	if (getopt("all")) { exit(getopt("all", true)); }
}
S
echo 'BEGIN { printf("%d", getopt("version")); }' >"$TMP/v.awl"
# takes WANT WORDS…: the code contains WANT
takes() {
	want=$1
	shift
	got=$($x -S "$@" 2>&1)
	case $got in
	*"$want"*) ;;
	*) echo "$*: no '$want' in"; echo "$got" | head -5; bad=1 ;;
	esac
}
# says STATUS TEXT WORDS…: the exit status, and text in the output
says() {
	rc=$1 want=$2
	shift 2
	got=$($x "$@" 2>&1)
	[ $? = "$rc" ] && case $got in
	*"$want"*) ;;
	*) false ;;
	esac || { echo "$*: want $rc '$want', have $got"; bad=1; }
}
takes "= 5" "$TMP/s.awl"
takes "= 7" "$TMP/s.awl" --size=7
takes "= 8" "$TMP/s.awl" --size=7 --size=8
takes "= 7" -f "$TMP/s.awl" --size=7 -q
takes "= 7" "$TMP/s.awl" -- --size=7
takes "= 5" --map-s=9 "$TMP/s.awl"
says 2 "unknown option: --st=9;" --st=9 "$TMP/s.awl"
takes "= 7" -e 'BEGIN { printf("%d", getopt("strlen", 5)); }' --strlen=7
takes "= 3" -c 'BEGIN { printf("%d", 3); }' -q --map-size=9
takes "= 1" -e 'BEGIN { printf("%d", getopt("version")); }' --version
takes "= 1" "$TMP/v.awl" --version
says 2 "must be 2 to 4096: x;" --strlen=x "$TMP/s.awl"
says 0 "" "$TMP/s.awl" --pid=xyz
says 2 "xyz" --pid=xyz "$TMP/s.awl"
says 2 "unknown option: --sise=7;" "$TMP/s.awl" --sise=7
says 2 "unknown option: -Z;" "$TMP/s.awl" -Z
says 2 "unknown option: --=7;" "$TMP/s.awl" --=7
says 2 "unknown option: -$(printf '\001');" "-$(printf '\001')" "$TMP/s.awl"
says 2 "the script reads no arguments (\$1): word;" "$TMP/s.awl" word
says 2 "the script reads no arguments (\$1): -5;" "$TMP/s.awl" -- -5
says 2 "the script reads no arguments (\$1): xyz;" "$TMP/s.awl" --pid xyz
says 2 "needs a value: -c;" "$TMP/s.awl" -c
for reads in 'BEGIN { print($1); }' 'BEGIN { print($#); }' 'interval:ms:$1 { print(1); }' \
	'config = { max_map_keys = $1 } BEGIN { @[1] = 1; }' \
	'macro m() { $1 } BEGIN { print(m()); }' 'BEGIN /$1/ { print(1); }'; do
	says 0 "" "$reads" 5
done
# one letter is an option with a dash, which may hide awl's; awl's come before the script
cat >"$TMP/l.awl" <<'S'
# run, and report
BEGIN { printf("%d %d", getopt("n", 5, "how many"), getopt("t") * 10 + getopt("x", false)); }
S
takes "= 7" "$TMP/l.awl" -n 7
takes "= 7" "$TMP/l.awl" -n7
takes "= 7" "$TMP/l.awl" -xn7
takes "= 11" "$TMP/l.awl" -xt
takes "= 11" "$TMP/l.awl" -t -x
takes "= 11" -t 3 "$TMP/l.awl" -x -q -t
takes "= 10" "$TMP/l.awl" -tq
takes "= 7" "$TMP/l.awl" -- -n 7
takes "= 7" "$TMP/l.awl" --n=7
says 2 "needs a value: -n;" "$TMP/l.awl" -n
says 2 "needs a value: -xn;" "$TMP/l.awl" -xn
says 2 "unknown option: -xZ;" "$TMP/l.awl" -xZ
says 1 "invalid value of --n: expected a number, not 'q'" "$TMP/l.awl" -n q
says 2 "the script reads no arguments (\$1): 7;" "$TMP/l.awl" -x 7
"$AWL" "$TMP/l.awl" -h >"$TMP/help"
for line in '  -n 5           how many' '  -t' '  -x' 'run, and report'; do
	grep -qxF -e "$line" "$TMP/help" || { echo "no '$line' in -h"; bad=1; }
done

# HAVE_BTF: are the kernel's types known?  Options that say so may follow the script.
printf '%s\n' '#ifdef HAVE_BTF' 'BEGIN { exit(7); }' '#else' 'BEGIN { exit(8); }' '#endif' >"$TMP/b.awl"
takes "= 8" "$TMP/b.awl"
takes "= 7" "$TMP/b.awl" --btf ../fixtures/kernel.btf
takes "= 7" --btf ../fixtures/kernel.btf "$TMP/b.awl"
takes "= 8" "$TMP/b.awl" --sysroot "$TMP"
mkdir -p "$TMP/sys/kernel/btf"
cp ../fixtures/kernel.btf "$TMP/sys/kernel/btf/vmlinux"
takes "= 7" "$TMP/b.awl" --sysroot "$TMP"

# arguments in the names of probes, and their defaults; an argument may look like one
takes "interval:s:3" -v 'interval:s:${1:-3} { @ = count(); }'
takes "interval:s:7" -v 'interval:s:${1:-3} { @ = count(); }' 7
takes "interval:s:9" -v 'interval:s:${2:-3} { @ = count(); }' '$#' 9
takes "interval:s:23" -v 'interval:s:$1${2} { @ = count(); }' 2 3
takes 'kprobe:$1' -v 'kprobe:$1 { @ = count(); }' '$1'
says 1 "no value for \$1: the arguments follow the script" 'interval:s:${1} { @ = count(); }'
says 1 "invalid probe 's:\${1:3}'" 'interval:s:${1:3} { @ = count(); }'

takes "= -5" 'BEGIN { printf("%d", $1); }' -- -5
"$AWL" -h "$TMP/s.awl" >"$TMP/help"
for line in 's.awl - looks at its options' '  --size=5       how large it is' '  --pid=none' '  --all' \
	'usage: awl [options] PROGRAM | FILE | -  [ARGS]'; do
	grep -qxF -e "$line" "$TMP/help" || { echo "no '$line' in --help"; bad=1; }
done
! "$AWL" --help | grep -q 'of the script' || { echo "--help alone"; bad=1; }
[ "$(grep -c -e --all "$TMP/help")" = 1 ] || { echo "--all twice"; bad=1; }
exit $bad
