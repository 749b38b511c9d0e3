# SPDX-License-Identifier: GPL-2.0-or-later
#
# Actions whose text comes from elsewhere: a file, the clock, a command, another process.
cd "$TMP" || exit 1
vm() { "$BUILD/tests/awlvm" -1 x86_64 "$@"; }
bad=0
fail() { echo "FAIL: $*"; bad=1; }

printf 'one\ntwo\n\033[1mthree' >file
head -c 200000 /dev/zero | tr '\0' z >big
cat >s.awl <<'X'
# fire
kprobe:f { printf("<"); cat("file"); printf(">\n"); cat("%s", "file"); printf("\n"); cat("big"); }
X
vm s.awl >out 2>err
{ printf '<'; cat file; printf '>\n'; cat file; echo; cat big; printf '\n\n'; } >want
cmp want out || fail "cat"
[ ! -s err ] || fail "cat printed an error: $(cat err)"
printf '%s' 'kprobe:f { cat("not there"); printf("on\n"); }' >s.awl
vm s.awl >out 2>err
grep -q 'not there.*No such file' err || fail "no message: $(cat err)"
[ "$(head -n 1 out)" = on ] || fail "the program did not go on"

# The time of day is between two times taken before and after.
printf '%s' 'kprobe:f { time("%Y-%m-%d %H:%M:%S\n"); time(); }' >s.awl
before=$(TZ=UTC date '+%Y-%m-%d %H:%M:%S')
TZ=UTC vm s.awl >out 2>err
after=$(TZ=UTC date '+%Y-%m-%d %H:%M:%S')
got=$(head -n 1 out)
[ "$(printf '%s\n' "$before" "$got" "$after" | sort -c 2>&1)" = "" ] || fail "$before, $got, $after"
sed -n 2p out | grep -Eqx '[0-2][0-9]:[0-5][0-9]:[0-5][0-9]' || fail "time() is $(sed -n 2p out)"

# Commands run in the script's order.  In END awl waits for them.
cat >s.awl <<'X'
# arg0: 6
# fire
kprobe:f { @x = arg0; }
END { printf("a\n"); system("echo b; echo %d", @x); printf("c\n"); clear(@x); }
X
vm --unsafe s.awl >out 2>err
[ "$(head -n 4 out | tr '\n' ' ')" = 'a b 6 c ' ] || fail "system: $(cat out)"
vm s.awl >out 2>err && fail "system() without --unsafe"
grep -q -e --unsafe err || fail "no cure: $(cat err)"

# comm(pid) is the name of a process in /proc.
comm=$(cat /proc/$$/comm)
printf '# arg0: %d\n# arg1: 4194304\n# fire\nkprobe:f { printf("[%%s] [%%s]\\n", comm(arg0), comm(arg1)); }\n' $$ >s.awl
vm s.awl >out 2>err
grep -qx "\[$comm\] \[.*\]" out || fail "comm(): $(cat out)"

# join() of an array of user pointers, with the default separator and with another.
cat >s.awl <<'X'
# user 0x1000: word:0x2000 word:0x2010 word:0x2020 word:0
# user 0x2000: "ls"
# user 0x2010: "-l"
# user 0x2020: "a b"
# arg0: 0x1000
# fire
kprobe:f { join(arg0); join(arg0, ", "); }
X
vm s.awl >out 2>err
[ "$(head -n 2 out | tr '\n' ';')" = 'ls -l a b;ls, -l, a b;' ] || fail "join: $(cat out err)"
# It takes 16 strings at most.
{
	printf '# user 0x1000:'
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17; do printf ' word:0x2000'; done
	printf ' word:0\n# user 0x2000: "x"\n# arg0: 0x1000\n# fire\nkprobe:f { join(arg0, ""); }\n'
} >s.awl
vm s.awl >out 2>err
[ "$(head -n 1 out)" = xxxxxxxxxxxxxxxx ] || fail "join of 17: $(cat out err)"

# max_cat_bytes is exact, also if it is a multiple of what is read at once; 0 is no limit.
for n in 1 4095 4096 4097 8192 0; do
	echo "config = { max_cat_bytes = $n } kprobe:f { cat(\"big\"); }" >s.awl
	vm s.awl >out 2>err
	[ "$(tr -cd z <out | wc -c)" -eq $((n ? n : 200000)) ] || fail "max_cat_bytes = $n"
done

# Names of signals are those that the shell has, which may lack 16 (asm-generic/signal.h).
i=0
while [ $i -le 33 ]; do
	case $i in
	0) echo none >want ;;
	16) echo SIGSTKFLT >>want ;;
	3[23]) echo $i >>want ;;
	*) echo "SIG$(kill -l $i)" | sed 's/POLL$/IO/' >>want ;;
	esac
	echo "print(signal_name($i));"
	i=$((i + 1))
done >calls
echo "kprobe:f { $(cat calls) }" >s.awl
vm s.awl 2>err | head -n 34 | cmp -s - want || fail "signal_name(): $(vm s.awl 2>&1 | diff - want)"
exit $bad
