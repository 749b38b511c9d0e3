# SPDX-License-Identifier: GPL-2.0-or-later
#
# Which clauses become one program: those with the same probes, attached in the same way, unless
# another program between them runs at some of these places.  Programs with loops, with scratch
# memory, or measured by --cost stay apart.
bad=0
programs() { # programs EXPECTED SCRIPT [OPTION...]
	want=$1 script=$2
	shift 2
	got=$("$AWL" -n -S --arch x86_64 "$@" "$script" | grep -c 'bytes of stack')
	[ "$got" = "$want" ] || { echo "$script: want $want programs, got $got"; bad=1; }
}
C='{ @ = count(); }'
programs 1 "kprobe:f $C kprobe:f $C kprobe:f $C"
programs 2 "kprobe:f $C kprobe:g $C kprobe:f $C"
programs 2 "kprobe:f $C kretprobe:f $C kprobe:f $C"
programs 1 "kprobe:f, kprobe:g $C kprobe:f, kprobe:g $C"
programs 2 "kprobe:f, kprobe:g $C kprobe:f $C"
programs 3 "kprobe:f $C kprobe:f, kprobe:g $C kprobe:f $C"
programs 2 "kprobe:f $C kprobe:f+4 $C"
programs 3 "BEGIN $C BEGIN $C interval:s:1 $C"
programs 2 'kprobe:f { $i = 0; while ($i < arg0) { $i++; } } kprobe:f { @ = count(); }'
programs 1 "kprobe:f $C kprobe:f { unroll (3) { @ = count(); } }"
programs 2 'kprobe:f { @[str(arg0, 400), str(arg1, 400)] = count(); } kprobe:f { @b = count(); }'
programs 3 "kprobe:f /arg0 == 1/ $C kprobe:f $C kprobe:f $C" --cost
exit $bad
