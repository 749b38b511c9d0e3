# SPDX-License-Identifier: GPL-2.0-or-later
#
# The members of an object that are close to each other are read at once.
reads() {
	want=$1 program="struct s { int a; short b; long d; u64 far[8]; u64 last; };
kprobe:f { \$p = (struct s *)arg0; $2 }"
	for arch in $ARCHES; do
		got=$("$AWL" -n -S --arch $arch "$program" | grep -c 'call probe_read') || exit 1
		[ "$got" = "$want" ] || { echo "$arch: $got reads, want $want: $2"; exit 1; }
	done
}
reads 1 'printf("%d %d %d\n", $p->a, $p->b, $p->d);'
reads 1 '@[$p->a, $p->b] = sum($p->d);'
reads 2 'printf("%d %d\n", $p->a, $p->last);'
reads 2 '@x = $p->a; @y = $p->b;'
reads 1 '@x = $p->a == 1 && $p->b == 2;'
reads 4 '@x = $p->a == 1 ? $p->d : ($p = (struct s *)$p->d)->b;'
