# SPDX-License-Identifier: GPL-2.0-or-later
#
# Attaching eight probes that take 120 ms each: after half a second a terminal shows the number of
# probes that are attached, then after each of them.  At the end the line is erased.  The same for
# loading eight programs.
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"
command -v python3 >/dev/null || { echo "no python3 to make a terminal"; exit 77; }
kernel 6.1
happens
script='kprobe:a, kprobe:b, kprobe:c, kprobe:d, kprobe:e, kprobe:f, kprobe:vfs_read, kprobe:kfree { @ = 1; }'
slow() { # slow COMMAND...
	(cd "$TMP" && FAKESYS_KERNEL=6.1 FAKESYS_ROOT=$root FAKESYS_LOG=log \
		FAKESYS_EVENTS=events timeout 20 "$@" "$BUILD/tests/awlsys" -q --attach plain -e "$script" 2>err)
}
shows() { # shows DOING: a terminal saw the numbers up to 8, and then an empty line
	slow python3 "$TESTS/exec/terminal.py" | tr '\r\033' '\n^' >"$TMP/out"
	sed -n "s/^awl: $1 \([0-9]\) of 8\$/\1/p" "$TMP/out" >"$TMP/shown"
	first=$(head -n 1 "$TMP/shown")
	[ "${first:-9}" -gt 1 ] && [ "$first" -le 6 ] || fail "$1: the first number shown is $first"
	seq "${first:-9}" 8 | cmp -s - "$TMP/shown" || fail "$1: shown: $(tr '\n' ' ' <"$TMP/shown")"
	is "$1: after the last one" '^[K' "$(sed -n '/8 of 8/{ n; p; }' "$TMP/out")"
	is "$1: times erased" 1 "$(grep -c '^^.K' "$TMP/out")"
}
FAKESYS_SLOW=120
export FAKESYS_SLOW
shows attaching
one=$script
script=''
for f in a b c d e f vfs_read; do
	script="$script kprobe:$f { @ = 1; }"
done
script="$script kretprobe:a { @ = 1; }"
FAKESYS_SLOW=0 FAKESYS_SLOW_LOAD=120 shows loading
script=$one
# Without a terminal nothing is shown.
slow env >"$TMP/out"
unsaid attaching
is output '' "$(grep attaching "$TMP/out")"
# -v says how long attaching took, which is at least what the kernel took.
FAKESYS_SLOW=70 try -v --attach plain -e 'kprobe:a, kprobe:b, kprobe:c, kprobe:d { @ = 1; }'
ms=$(sed -n 's/^awl: attached in \([0-9]*\) ms$/\1/p' "$TMP/err")
[ "${ms:-0}" -ge 280 ] && [ "$ms" -lt 20000 ] || fail "attached in $ms ms"
exit $bad
