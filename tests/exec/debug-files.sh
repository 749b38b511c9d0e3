# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Debug information in files of its own, wherever gdb looks for them, below --sysroot: awl finds
# there what it found in the program before objcopy took it out.  A file of another build is
# refused.
dump="$BUILD/tests/debugdump"
[ -x "$dump" ] || { echo "no debugdump: make check builds it"; exit 77; }
for tool in gcc objcopy strip readelf; do
	command -v $tool >/dev/null || { echo "no $tool"; exit 77; }
done
cd "$TMP" || exit 1
root=$TMP/root folder=$TMP/root/usr/lib/debug rc=0
queries="twice main debug.c:30 twice@debug.h twice:1"
export DEBUG_ROOT="$root"

build() { # build NAME OPTION...: NAME, and what awl reads of it in NAME.want
	name=$1
	shift
	gcc -g -O2 "$@" -o "$name" "$TESTS/fixtures/debug.c" "$TESTS/fixtures/debug2.c" 2>err ||
		{ cat err; exit 77; }
	reads "$name" >"$name.want"
	grep -q 'debug.c:30: 0x' "$name.want" || { echo "$name: no places"; exit 1; }
}
# shellcheck disable=SC2086 # several queries
reads() { "$dump" rows "$1"; "$dump" functions "$1"; "$dump" variables "$1" $queries; }

split() { # split NAME [LINK]: the program keeps no debug information, NAME.debug has it
	objcopy --only-keep-debug "$1" "$1.debug"
	strip -o "$1.new" "$1" && rm "$1"
	objcopy ${2:+--add-gnu-debuglink="$1.debug"} "$1.new" "$1"
	rm "$1.new"
}
same() { # same WHERE NAME: awl reads what it read before
	reads "$2" >got 2>&1
	cmp -s got "$2.want" || { echo "$1: not what the program has"; diff "$2.want" got | head -n 5; rc=1; }
}
lacks() { # lacks WHY NAME HINT...: refused, with these words
	"$AWL" -n --arch "$(uname -m)" --sysroot "$root" "uprobe:./$2:main:2 { @ = count(); }" >got 2>&1 &&
		{ echo "$1: taken"; rc=1; }
	name=$2 why=$1
	shift 2
	for hint; do
		grep -qF "$hint" got || { echo "$why ($name): no '$hint'"; cat got; rc=1; }
	done
}
id_of() { readelf -n "$1" | sed -n 's/.*Build ID: //p'; }

# ---- where it may be ----

build prog -Wl,--build-id
split prog link
mkdir away
same "next to it" prog
mkdir .debug && mv prog.debug .debug
same ".debug" prog
mkdir -p "$folder$TMP" && mv .debug/prog.debug "$folder$TMP"
same "below usr/lib/debug" prog
if command -v gdb >/dev/null; then	# the address that gdb finds with the same files
	addr=$(gdb -nx -batch -ex "set debug-file-directory $folder" -ex "file $TMP/prog" \
		-ex 'info line debug.c:30' 2>/dev/null | sed -n 's/.*starts at address 0x0*\([0-9a-f]*\).*/\1/p')
	grep -q "^debug.c:30:.* 0x${addr:-none}\b" prog.want || { echo "gdb: debug.c:30 at '$addr'"; rc=1; }
fi
mv "$folder$TMP/prog.debug" "$folder$TMP/prog"
same "the program's path" prog
id=$(id_of prog)
rest=${id#??}
mkdir -p "$folder/.build-id/${id%"$rest"}"
mv "$folder$TMP/prog" "$folder/.build-id/${id%"$rest"}/$rest.debug"
same "build id" prog
ln -s "$TMP/prog" other && cp prog.want other.want
same "symbolic link" other
"$AWL" -n --arch "$(uname -m)" --sysroot "$root" -v 'uprobe:./prog:main:2 { @ = count(); }' >got 2>&1 ||
	{ echo "a stripped program is refused"; cat got; rc=1; }
mv "$folder" away
lacks "nothing there" prog "it has none: compile it with -g"

# ---- of another build ----

build wrong -Wl,--build-id=0x00112233
objcopy --only-keep-debug wrong prog.debug
lacks "other build id" prog "./prog.debug': it belongs to another build: its build id differs"
build plain -Wl,--build-id=none
split plain link
same "checksum" plain
printf x >>plain.debug
lacks "other checksum" plain "./plain.debug': it belongs to another build: its checksum differs"
printf '\177ELF' >plain.debug
lacks "broken" plain "it has none: compile it with -g"

# ---- what dwz shares ----

command -v dwz >/dev/null || { echo "no dwz: its files were not tried"; exit $rc; }
for version in '' -5; do
	build one -Wl,--build-id
	build two -Wl,--build-id -DOTHER
	dwz $version -m shared.dwz -r one two 2>err || { echo "dwz $version does not work: not tried"; cat err; continue; }
	readelf -SW one | grep -q 'debug_sup\|debugaltlink' || { echo "dwz shares nothing"; rc=1; }
	same "dwz $version" one
	same "dwz $version" two
	split one link
	same "dwz $version, separate" one
	mv shared.dwz away/
	lacks "dwz $version" one "./shared.dwz': this file, which dwz made of parts of several, is missing"
	cp prog.debug shared.dwz
	lacks "dwz $version" one "./shared.dwz': it belongs to another build: its build id differs"
	rm -f shared.dwz one.debug
done
exit $rc
