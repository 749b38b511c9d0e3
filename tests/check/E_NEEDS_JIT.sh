# SPDX-License-Identifier: GPL-2.0-or-later
#
# On aarch64 from 6.10 on with the JIT off, scripts that ask for the CPU or the task are refused.
v=$(uname -r)
minor=${v#*.}
[ $((${v%%.*} * 1000 + ${minor%%[!0-9]*})) -ge 6010 ] || { echo "this kernel is before 6.10"; exit 77; }
try() { FAKEBPF_NO_JIT=1 "$BUILD/tests/awlvm" -a "$1" "$TMP/x.awl" >"$TMP/out" 2>"$TMP/err"; echo $?; }
echo 'kprobe:f { @[cpu] = count(); }' >"$TMP/x.awl"
[ "$(try aarch64)" = 3 ] || exit 1
grep -q "x.awl:1:1: error: this kernel computes that wrongly without its BPF JIT: echo 1 >" "$TMP/err" || exit 1
[ "$(try x86_64)$(try arm)" = 00 ] || exit 1
echo 'kprobe:f { $x = arg0 + 1; }' >"$TMP/x.awl"
[ "$(try aarch64)" = 0 ]
