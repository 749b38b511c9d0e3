# SPDX-License-Identifier: GPL-2.0-or-later
# --bundle: errors, after which no file is left; bundles for another machine, compiled with the data
# of that machine.
cd "$TMP" || exit 1
bad=0
data="--tracefs $TESTS/fixtures/tracefs --kallsyms $TESTS/fixtures/kallsyms"
# refuse STATUS MESSAGE ARGUMENTS...
refuse() {
	status=$1 message=$2
	shift 2
	"$AWL" "$@" >out 2>err
	have=$?
	[ $have = "$status" ] && grep -qF -e "$message" err && [ ! -e tool ] && [ -z "$(find . -name '*.new')" ] && return
	echo "status $have, want $status and '$message':"
	cat err
	rm -f tool
	bad=1
}
# says TEXT COMMAND...: the output is TEXT; runs: the same if this user may load programs
says() {
	text=$1
	shift
	have=$("$@" 2>&1 | grep . | grep -vx 'Attached 1 probe')
	[ "$have" = "$text" ] || { echo "$*: '$have', want '$text'"; bad=1; }
}

"$AWL" 'BEGIN { }' >out 2>&1 && can_run=yes || can_run=no
runs() { [ $can_run = no ] || says "$@"; }

put() { printf '%s\n' "$2" >"$1"; }
put good.awl 'BEGIN { printf("%d %s\n", $1, str($2)); }'
put wrong.awl 'BEGIN { printf("%d\n", nothing(1)); }'
put syntax.awl 'BEGIN { printf("%d\n", ; }'
put import.awl 'import "none.awl"'
put event.awl 'tracepoint:sched:sched_swich { @ = count(); }'
refuse 2 '--bundle needs -o FILE' --bundle good.awl
refuse 2 'none.awl: No such file or directory' --bundle none.awl -o tool
refuse 1 "wrong.awl:1:24: error: unknown function 'nothing'" --bundle wrong.awl -o tool
refuse 1 'syntax.awl:1:' --bundle syntax.awl -o tool --arch arm
refuse 1 'none.awl' --bundle import.awl -o tool --arch arm
refuse 1 "no tracepoint 'sched:sched_swich'" --bundle event.awl -o tool --arch arm $data
refuse 2 'No such file or directory' --bundle good.awl -o none/tool
refuse 2 'awl-arm: No such file or directory' --bundle good.awl -o tool -q --arch arm
refuse 2 'is no awl, or a bundle' --bundle good.awl -o tool --runner good.awl
mkdir folder
refuse 2 'folder: Is a directory' --bundle good.awl -o folder
touch folder/x

# A made-up awl for another machine: this one with another machine number in its ELF header.
case $ARCH in
arm) other=x86_64 ;;
*) other=arm ;;
esac
refuse 2 'is for another machine' --bundle good.awl -o tool -q --arch $other --runner "$AWL"
cp "$AWL" awl-$other
if [ $other = arm ]; then code='\050'; else code='\076'; fi
printf "$code\000" | dd of=awl-$other bs=1 seek=18 conv=notrunc 2>/dev/null
"$AWL" --bundle good.awl -o tool --runner awl-$other --arch $other $data || bad=1
[ -x tool ] || { echo "no tool for $other"; bad=1; }
rm -f tool

# The contents: parameters, one of them empty; an existing file is replaced.
echo old >tool
"$AWL" --bundle good.awl -o tool 7 'a b' || bad=1
runs '7 a b' ./tool
runs '8 a b' ./tool 8
runs '8 ' ./tool 8 ''
runs '8 -x' ./tool -- 8 -x
"$AWL" --bundle 'BEGIN { printf("%s|%s|%d\n", str($1), str($2), $#); }' -o tool '' || bad=1
runs '||1' ./tool
runs '|x|2' ./tool '' x
refuse_bundle() { rm -f "$2"; "$AWL" --bundle good.awl -o "$2" --runner "$1" 2>err; grep -qF 'is no awl, or a bundle' err || { cat err; bad=1; }; }
refuse_bundle ./tool tool2
[ ! -e tool2 ] || bad=1

# a bundle that is cut off or changed
size=$(wc -c <tool)
head -c $((size - 1)) tool >short
{ head -c $((size - 1)) tool; echo; } >changed
chmod +x short changed
says 'awl: this bundle is damaged, or /proc is not mounted' ./short
says 'awl: this bundle is damaged, or /proc is not mounted' ./changed

# Names of functions in a file are in the bundle, too.
printf 'one\ntwo\n' >names
"$AWL" --bundle good.awl -o tool --stack-filter names 1 || bad=1
grep -aq 'stack-filter=one' tool || { echo "the names are not in the bundle"; bad=1; }
[ $bad = 1 ] || [ $can_run = yes ] || { echo "bundles were not run: this user can't load BPF programs"; exit 77; }
exit $bad
