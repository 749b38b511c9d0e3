# SPDX-License-Identifier: GPL-2.0-or-later
#
# A record that can't wait says so at 24 in the vars map (DESIGN.md, "Storage") and wakes awl,
# with BPF_RB_FORCE_WAKEUP, 2.  Records that can wait do neither; programs that awl runs itself
# only wake it.
rc=0
code() { "$AWL" -n --arch x86_64 -S "$1" >"$TMP/out" 2>"$TMP/err" || { cat "$TMP/err"; rc=1; }; }
marks() { # how often 1 is stored where the register points that has the mark's address
	sed -n '/= map\[0\]\[0\]+24$/{s/.*: \(r[0-9]\) =.*/\1/; h; n; G; s/\n/ /; p;}' "$TMP/out" |
		grep -c '\*(u64 \*)(\(r[0-9]\) +0) = 1 \1$'
}
flags() { # of each record that is sent
	grep -B 1 'call ringbuf_submit' "$TMP/out" | sed -n 's/.*: r2 = \([0-9]*\)$/\1/p' | tr '\n' ' '
}
want() {
	[ "$(marks)" = "$2" ] || { echo "$1: $(marks) marks, not $2"; rc=1; }
	[ "$(flags)" = "$3" ] || { echo "$1: flags '$(flags)', not '$3'"; rc=1; }
}
code 'kprobe:f { print(kstack); }'
want 'a stack' 1 '2 '
code 'kprobe:f { printf("%s\n", ustack); print(kstack); }'
want 'two stacks' 2 '2 2 '
code 'kprobe:f { printf("%d\n", arg0); }'
want 'a number' 0 '0 '
code 'kprobe:f { printf("%d", pid); print(kstack); printf("%s", comm); }'
want 'one of three' 1 '0 2 0 '
code 'BEGIN { print(ustack); }'
want BEGIN 0 '2 '
exit $rc
