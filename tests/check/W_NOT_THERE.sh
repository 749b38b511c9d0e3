# SPDX-License-Identifier: GPL-2.0-or-later
# The script declares a struct with a member that the kernel's struct of this name lacks.
cd "$TMP" || exit 1
echo 'struct sock { long pad; }; int tcp_close(struct sock *sk) { return 0; }' |
	"$TESTS/exec/mkbtf" k.o || exit 77
"$AWL" -n --arch x86_64 --btf k.o 'struct sock { long pad; int mark; };
	kprobe:tcp_close { $s = (struct sock *)arg0; @ = $s->pad + $s->mark; }' 2>err || exit 1
grep -q "^program:2:61: warning: this kernel has no 'mark' in its 'struct sock'$" err &&
	grep -q "leave the declaration out: the kernel's own types are known" err &&
	[ "$(grep -c warning err)" = 1 ] || { cat err; exit 1; }
