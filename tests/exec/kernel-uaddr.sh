# SPDX-License-Identifier: GPL-2.0-or-later
#
# At a function's return the address of the probe is known from Linux 6.6 on, and so is where a
# program is that may be loaded anywhere.
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"
command -v gcc >/dev/null || { echo "no compiler"; exit 77; }
cat >"$TMP/prog.c" <<'END'
int counter;
__attribute__((noinline)) int work(int n) { return counter += n; }
int main(int argc, char **argv) { return work(argc); }
END
gcc -O1 -pie -fPIE -o "$TMP/moves" "$TMP/prog.c" && gcc -O1 -no-pie -o "$TMP/fixed" "$TMP/prog.c" || exit 77
mkdir -p "$root/$TMP" && cp "$TMP/moves" "$TMP/fixed" "$root/$TMP"
for version in 5.10 6.1 6.5 6.6 6.12; do
	kernel $version
	case $version in
	6.6 | 6.12) want=0 ;;
	*) want=1 ;;
	esac
	try -e 'uretprobe:./moves:work { @ = *uaddr("counter"); }'
	is "status on $version" $want $rc
	[ $want = 0 ] || said "can't tell where './moves' is loaded: use this in a uprobe"
	try -e 'uretprobe:./fixed:work { @ = *uaddr("counter"); }'
	is "fixed on $version" 0 $rc
done
exit $bad
