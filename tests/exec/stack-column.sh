# SPDX-License-Identifier: GPL-2.0-or-later
# needs: csv
#
# A column of keys is named after the variable that a call wraps; the words of ustack(perf, 1) are
# no variables.
cd "$TMP" || exit 1
cat >stack.awl <<'END'
kprobe:f { @by[ustack(perf, 1), str(arg0), (u32)tid] = count(); }
END
"$BUILD/tests/awlvm" -1 x86_64 stack.awl -F csv >out 2>err
first=$(grep '^map,' out)
[ "$first" = map,ustack,arg0,tid,value ] || { echo "header: $first"; cat out err; exit 1; }
