# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# A bundle made with a program's debug information reads lines, variables, arguments and returned
# structures of the same program without symbols.  It refuses other programs.
. "$TESTS/live/common"
need_uprobes
programs locals
[ -s "$P/stripped" ] || skip "no program without symbols"
cd "$TMP" || exit 1
prog=$TMP/prog
line=$(awk '/return from/ { print NR }' "$TESTS/fixtures/locals.c")
mkdir -p "sys$TMP"
cp "$P/gcc-2" "sys$prog"
cp "$P/stripped" prog
cat >probes.awl <<END
uprobe:$prog:locals.c:$line { printf("make %d %d %d\\n", calls, driver_state.count, elsewhere); print(args.pid); }
uprobe:$prog:make { print(args.pid + 100); }
uretprobe:$prog:make { printf("returned %d\\n", retval->x); }
uretprobe:$prog:narrow { printf("narrow %d\\n", retval); }
uprobe:$prog:change { printf("by %d\\n", by); print(((struct state *)&driver_state)->kind[2]); }
END
cat >want <<'END'
120
by 5
9
make 5 8 86
20
returned 40
narrow -3
121
by 6
9
make 6 14 108
21
returned 42
narrow -3
122
by 7
9
make 7 21 137
22
returned 44
narrow -3
END
case $ARCH in
ppc64le | riscv64 | s390x)	# gcc 12 keeps this parameter nowhere
	awl -n --sysroot sys --arch "$ARCH" "uprobe:$prog:locals.c:$line { print(args.pid); }"
	match "$ERR" "'pid' has no value"
	echo "not done: args.pid: it has no value at the probed line"
	sed -i 's/ print(args.pid);//' probes.awl
	sed -i '/^2[0-2]$/d' want ;;
esac
awl --bundle probes.awl --sysroot sys --arch "$ARCH" -o tool
status 0
"./tool" -q -o got -c ./prog >said 2>"$ERR"
[ "$(awk '/^make/ { print $1, $2, $5, $6 }' said)" = "$(grep '^make' want)" ] || fail "the program says: $(cat said)"
sed '/^$/d' got >values
cmp -s want values || { fail "the bundle prints:"; diff want values; }

cp "$P/gcc-1" prog
./tool -q >"$OUT" 2>"$ERR"
want "status with another program" 1 $?
match "$ERR" "'$prog' is not the program that this bundle was made for: its build id differs"

cp "$P/no-id" "sys$prog"
awl --bundle probes.awl --sysroot sys --arch "$ARCH" -o tool
status 1
match "$ERR" 'a bundle knows a program by its build id, which this one lacks'
finish
