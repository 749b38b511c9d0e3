# SPDX-License-Identifier: GPL-2.0-or-later
# The script declares a struct with another layout than the kernel's.  One warning says so, where a
# member at a different place is read from the kernel's memory.
cd "$TMP" || exit 1
"$TESTS/exec/mkbtf" k.o <<'E2' || exit 77
struct sock { long pad; unsigned short family; char bytes[6]; unsigned a:3, b:5;
	      struct { int in; }; void *ptr; };
int tcp_close(struct sock *sk, long t) { return 0; }
E2
bad=0
# said COUNT MEMBERS CLAUSE: checks the number of warnings
said() {
	"$AWL" -n --arch x86_64 --btf k.o "struct sock { $2 };
		struct own { int x; }; $3" >out 2>err || { cat err; bad=1; }
	n=$(grep -c "warning: this kernel has '$4' of 'struct sock' elsewhere: $5$" err)
	[ "$n $(grep -c warning err)" = "$1 $1" ] || { echo "$2 $3: $n"; cat err; bad=1; }
}
same='long pad; unsigned short family; char bytes[6]; unsigned a:3, b:5; struct { int in; }; void *ptr;'
read='$s = (struct sock *)arg0; print(($s->family, $s->a, $s->b, $s->in, $s->ptr)); print($s->bytes);'
said 0 "$same" "kprobe:tcp_close { $read }"
said 1 'int pad; unsigned short family;' \
	'kprobe:tcp_close { $s = (struct sock *)arg0; print($s->family); print($s->pad); }
	 kretprobe:tcp_close { print(((struct sock *)5)->family); }' family '2 bytes at offset 8'
said 1 'long pad; int family;' 'kprobe:tcp_close { print(((struct sock *)arg0)->family); }' \
	family '2 bytes at offset 8'
said 1 'long pad[2]; unsigned a:4, b:4;' 'kprobe:tcp_close { print(((struct sock *)arg0)->b); }' \
	b '4 bytes at offset 16'
said 1 'long pad[2]; struct { int in; };' 'kprobe:tcp_close { print(((struct sock *)arg0)->in); }' \
	in '4 bytes at offset 20'
# no warning: members at the right place, structs that the kernel lacks, memory of user space
said 0 'long pad; unsigned short family; int own;' \
	'kprobe:tcp_close { $s = (struct sock *)arg0; print($s->family); print(((struct own *)arg0)->x); }'
said 0 'int family;' 'kprobe:tcp_close { print(((struct sock *)uptr(arg1))->family); }'
exit $bad
