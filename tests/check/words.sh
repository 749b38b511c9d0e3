# SPDX-License-Identifier: GPL-2.0-or-later
#
# Messages name the option or file that helps: --runner, --sysroot, --btf, the library of an
# imported function.
bad=0
# says TEXT ARGUMENTS...: awl fails and its output contains TEXT
says() {
	text=$1
	shift
	if "$AWL" "$@" >"$TMP/out" 2>&1 || ! grep -qF -e "$text" "$TMP/out"; then
		echo "awl $*: no '$text' in"
		cat "$TMP/out"
		bad=1
	fi
}
echo 'BEGIN { print(1); }' >"$TMP/good.awl"
for arch in x86_64 aarch64 arm; do
	other='--sysroot DIR names a copy of that machine'
	says "$other" -n --arch $arch 'tracepoint:sched:sched_switch { }'
	says "$other" -n --arch $arch 'kprobe:vfs_* { }'
	says "$other" -n --arch $arch 'fentry:vfs_read { }'
	says "$other" -n --arch $arch 'BEGIN { print(kaddr("vfs_read")); }'
	says 'name a file with types: --btf FILE' -n --arch $arch 'BEGIN { print(curtask->comm); }'
	[ "$arch" = "$ARCH" ] || [ -e "${AWL%/*}/awl-$arch" ] ||
		says "--runner FILE names an awl built for $arch" -q --arch $arch --bundle "$TMP/good.awl" -o "$TMP/tool"
done
says 'no-awl: No such file or directory' -q --bundle "$TMP/good.awl" -o "$TMP/tool" --runner no-awl

# A program imports a function of its own library, which imports one of libc.
command -v "${CC-cc}" >/dev/null || { echo "no compiler for a program that imports"; exit 77; }
cd "$TMP" || exit 1
echo 'int getppid(void); int mine_twice(int n) { return n * 2 + getppid(); }' >mine.c
echo 'int mine_twice(int); int main(void) { return mine_twice(4); }' >main.c
"${CC-cc}" -shared -fPIC -nostdlib -Wl,-soname,"$TMP/libmine.so" -o libmine.so mine.c &&
	"${CC-cc}" -o main main.c ./libmine.so || exit 77
for file in main stripped; do
	[ $file = main ] || strip -o stripped main
	says "a library defines it: uprobe:$TMP/libmine.so:mine_twice" -n "uprobe:./$file:mine_twice { }"
	says "a library defines it: uretprobe:$TMP/libmine.so:mine_twice" -n "uretprobe:./$file:mine_twice { }"
done
says "has no function 'mine_thrice'" -n 'uprobe:./main:mine_thrice { }'
! grep -q 'a library defines it' out || bad=1
exit $bad
