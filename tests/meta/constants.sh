# SPDX-License-Identifier: GPL-2.0-or-later
#
# The constants that scripts use by name have the values of the headers of each architecture whose
# compiler is here, and all error numbers of these headers have names.  awl is asked through the
# programs that it generates.
tried='' bad=0
sed -n 's/X(\([A-Z]*[A-Z_0-9]*\), [^)]*)/\n\1\n/gp' "$TESTS/../src/lang/constants.def" |
	grep -x '[A-Z][A-Z_0-9]*' >"$TMP/names"

# The compiler puts "=NAME VALUE" into the assembly for each name that its headers have.
{
	echo '#define _GNU_SOURCE'
	for header in dirent errno fcntl sched signal sys/file sys/mman sys/socket sys/stat sys/wait \
			unistd linux/icmp linux/icmpv6 netinet/in linux/if_ether; do
		echo "#include <$header.h>"
	done
	echo 'void f(void) {'
	sed 's/.*/#ifdef &\n__asm__ volatile("=& %0" : : "i"((int)&));\n#endif/' "$TMP/names"
	echo '}'
} >"$TMP/in.c"

# theirs COMPILER: prints "NAME VALUE"
theirs() {
	as=''
	! "$1" --version | grep -q clang || as=-fno-integrated-as
	"$1" -S -O1 $as -o - "$TMP/in.c" | sed -n 's/.*=\([A-Z][A-Z_0-9]*\) [$#]*\(-*[0-9][0-9]*\).*/\1 \2/p'
}
# ours ARCH: prints "NAME VALUE" for the names of theirs.  Each one is stored in a map of its own.
ours() {
	awk 'BEGIN { print "BEGIN {" } { print "@" $1 " = " $1 ";" } END { print "}" }' "$TMP/theirs" >"$TMP/all.awl"
	"$AWL" -n --arch "$1" --dump=ir "$TMP/all.awl" | sed -n 's/^ *u64\[.*\] = //p' >"$TMP/values"
	cut -d ' ' -f 1 "$TMP/theirs" | paste -d ' ' - "$TMP/values"
}

try() { # ARCH COMPILER
	command -v "$2" >/dev/null || return
	theirs "$2" | sort >"$TMP/theirs"
	n=$(wc -l <"$TMP/theirs")
	[ "$n" -ge 500 ] || { echo "$2: only $n constants"; bad=1; return; }
	ours "$1" >"$TMP/ours"
	diff "$TMP/theirs" "$TMP/ours" >"$TMP/diff" || {
		echo "$2: its headers differ from awl for $1:"
		head -n 10 "$TMP/diff"
		bad=1
	}
	printf '#include <errno.h>\n' | "$2" -E -dM - | sed -n 's/^#define \(E[A-Z0-9]*\) .*/\1/p' |
		grep -vx ENOTSUP | grep -vxF -f "$TMP/names" >"$TMP/missing" && {
		echo "$2: without names: $(tr '\n' ' ' <"$TMP/missing")"
		bad=1
	}
	tried="$tried $1"
}

try "$ARCH" "${CC-cc}"
try aarch64 aarch64-linux-gnu-gcc
try arm arm-linux-gnueabihf-gcc
try riscv64 riscv64-linux-gnu-gcc
try i386 i686-linux-gnu-gcc
try s390x s390x-linux-gnu-gcc
try ppc64le powerpc64le-linux-gnu-gcc
try powerpc powerpc-linux-gnu-gcc
try mipsel mipsel-linux-gnu-gcc
try mips mips-linux-gnu-gcc
try mips64 mips64-linux-gnuabi64-gcc
try mips64el mips64el-linux-gnuabi64-gcc
[ "$tried" ] || { echo "no compiler with headers"; exit 77; }
exit $bad
