# SPDX-License-Identifier: GPL-2.0-or-later
#
# gcc passes arguments of static functions in registers on i386, though the convention has all of
# them on the stack.  The debug information says so.
command -v i686-linux-gnu-gcc >/dev/null || { echo "no i686-linux-gnu-gcc"; exit 77; }
! "$AWL" -n 'kprobe:f:1' 2>&1 | grep -q 'configured without' || { echo "without debug information"; exit 77; }
cat >"$TMP/own.c" <<'E2'
volatile int sink;
static __attribute__((noinline)) int near(int a, int b, int c) { sink = a + 2 * b; return sink + c; }
__attribute__((noinline)) int far(int a, int b, int c) { sink = a + 3 * b; return sink + c; }
int main(int argc, char **argv) { return near(argc, 5, 7) + near(7, argc, argc) + far(!!argv, 5, 7); }
E2
i686-linux-gnu-gcc -g -O2 -o "$TMP/own" "$TMP/own.c" || exit 1
for f in near far; do
	"$AWL" -n --arch i386 -lv "uprobe:$TMP/own:$f" | sed -n 's/^    s32 //p'
done >"$TMP/got"
cat >"$TMP/want" <<'E2'
a  (register ax)
b  (register dx)
c  (register cx)
a  (arg0)
b  (arg1)
c  (arg2)
E2
diff "$TMP/want" "$TMP/got"
