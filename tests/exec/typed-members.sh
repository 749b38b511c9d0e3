# SPDX-License-Identifier: GPL-2.0-or-later
#
# Members of every kind, through pointers in a row, have the values that the C compiler sees.  The
# same structures are described by BTF, so most members are loaded by types that the verifier knows.
command -v "${CC:-cc}" >/dev/null || { echo "no C compiler"; exit 77; }
[ "$(uname -m)" = x86_64 ] || { echo "the structures are laid out for x86_64"; exit 77; }
cd "$TMP" || exit 1
bad=0
fail() { echo "FAIL: $*"; bad=1; }
cat >types.c <<'E2'
struct leaf { unsigned id; unsigned char text[5]; short s; long back; };
struct inner { int a; long b; struct leaf *leaf; };
struct packed { char c; long at; int n; } __attribute__((packed));
struct hidden;
struct all {
	char c; unsigned char uc; short s; unsigned short us; int i; unsigned u;
	unsigned b1 : 3, b2 : 7, b3 : 22; int s1 : 5, s2 : 9; long wide : 40; unsigned long more : 24;
	_Bool yes; enum { NO = -1, SOME = 7 } e;
	struct inner in, two[2];
	struct leaf *leaf, *leaves[2];
	struct all *self;
	union { struct leaf *leaf_first; long number; };
	union { long number_first; struct leaf *leaf_second; };
	union { int half; struct leaf *leaf_third; };
	union { struct { long x, y; }; struct { char z; } ; } mixed;
	void *any; char *name; int (*fn)(void); struct hidden *hidden;
	struct packed packed;
	long tail[2];
};
struct task_struct { long state; struct task_struct *parent; int pid; };
int touch(struct all *p) { return p->i; }
struct task_struct *current;
E2
cat >world.c <<'E2'
#include "types.c"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static struct { struct all all, other; struct leaf leaf[4]; } w __attribute__((aligned(4096)));
#define E(e) printf("\tprint((int64)(%s));\n", #e), fprintf(stderr, "%lld\n", (long long)(e))
/* The kernel's memory, where pointers to w are addresses of the kernel's. */
static void image(void)
{
	printf("# kernel 0xffff888000000000:");
	for (size_t i = 0; i < sizeof(w); i += 8) {
		unsigned long v;
		memcpy(&v, (char *)&w + i, 8);
		if (v - (unsigned long)&w < sizeof(w))
			v += 0xffff888000000000 - (unsigned long)&w;
		printf(" u64:%#lx", v);
	}
	printf("\n# arg0: 0xffff888000000000\n");
}
int main(void)
{
	struct all *p = &w.all;
	for (size_t i = 0; i < sizeof(w); i++)
		((char *)&w)[i] = rand() % 256;
	w.other = w.all;
	for (int i = 0; i < 2; i++, p = &w.other) {
		p->yes = i, p->e = i ? NO : SOME;
		p->leaf = p->leaf_first = w.leaf + i, p->leaf_second = p->leaf_third = w.leaf + 2;
		p->leaves[0] = w.leaf + 3, p->leaves[1] = w.leaf + 1;
		p->in.leaf = p->two[0].leaf = w.leaf + i, p->two[1].leaf = w.leaf + 3;
		p->any = p->name = (void *)(p->hidden = (void *)(w.leaf + 1));
	}
	p = &w.all;
	p->self = &w.other, w.other.self = p;
	image();
	printf("# fire\nkprobe:touch {\n");
	E(p->c); E(p->uc); E(p->s); E(p->us); E(p->i); E(p->u); E(p->b1); E(p->b2); E(p->b3);
	E(p->s1); E(p->s2); E(p->wide); E(p->more); E(p->yes); E(p->e); E(p->in.a); E(p->in.b);
	E(p->two[1].b); E(p->leaf->id); E(p->leaf->s); E(p->leaf->text[3]); E(p->in.leaf->back);
	E(p->two[1].leaf->id); E(p->leaves[1]->id); E(p->self->i); E(p->self->self->self->s2);
	E(p->self->leaf->id); E(p->self->self->in.leaf->s); E(p->leaf_first->id);
	E(p->leaf_second->id); E(p->leaf_third->id); E(p->number_first & 0xfff); E(p->half & 0xfff);
	E(p->mixed.z); E(p->mixed.y); E((long)p->any & 0xfff); E((long)p->name & 0xfff);
	E((long)p->hidden & 0xfff); E(((struct leaf *)p->any)->id); E(p->packed.c); E(p->packed.at);
	E(p->packed.n); E(p->tail[1]); E((long)p->self->leaf & 0xfff); E((long)p->self & 0xfff);
	E(((struct all *)(long)p->self)->u); E((long)p->i + p->self->us * 2); E(p->self->e == NO);
	E((unsigned char)p->self->u); E(*(int *)p->self); E(p->self->leaf->id & 1 ? p->s : p->us);
	printf("}\n");
	return 0;
}
E2
"$TESTS/exec/mkbtf" k.o <types.c || exit 77
"${CC:-cc}" -w world.c -o world && ./world >s.awl 2>want || exit 1
for way in x86_64 'x86_64 before 5.8' 'x86_64 with BTF'; do
	"$BUILD/tests/awlvm" -1 "$way" --btf k.o s.awl 2>err | grep . >got
	diff want got >differs || fail "on $way: $(head -n 5 differs err)"
done

# How: the code for one expression, on a kernel where programs can tell the verifier types.
code() { "$BUILD/tests/awlvm" -1 x86_64 --btf k.o -n -S -e "kprobe:touch { print($1); }" 2>&1; }
for e in 'p->c' 'p->b2' 'p->wide' 'p->in.b' 'p->leaf->id' 'p->self->self->leaf->s' 'p->leaf_first->id' \
	'p->number_first' 'p->mixed.y' 'p->any' '((struct leaf *)p->any)->id' '((struct leaf *)arg3)->s'; do
	code "$e" | grep -q 'call rdonly_cast' || fail "$e is read by a helper"
done
# The verifier refuses these: the member is not aligned, or it is a program's.
for e in 'p->packed.at' 'uptr((struct leaf *)arg3)->s'; do
	! code "$e" | grep -q 'call rdonly_cast' || fail "$e is loaded by its type"
done
# A pointer after a union or a number is told anew: once for p, and once for what was there.
for e in 'p->leaf_second->id' 'p->leaf_third->id' '((struct leaf *)p->any)->id'; do
	n=$(code "$e" | grep -c 'call rdonly_cast')
	[ "$n" = 2 ] || [ "$e" = 'p->leaf_third->id' ] && [ "$n" -ge 1 ] || fail "$e: told $n times"
done
# The verifier knows the current task; what its members point to is told.
code 'curtask->pid' >got
grep -q 'call get_current_task_btf' got && ! grep -q 'rdonly_cast\|probe_read' got || fail "curtask->pid"
code 'curtask->parent->pid' >got
grep -q 'call get_current_task_btf' got && grep -q 'call rdonly_cast' got || fail "curtask->parent->pid"
# A structure that only the script has, and a number, are memory, which is of type 0.
struct='struct mine { long before; struct mine *next; short n; }'
for e in 2:'((struct mine *)arg0)->next->n' 1:'*(int *)(arg0 + 8)'; do
	"$BUILD/tests/awlvm" -1 x86_64 --btf k.o -n -S -e "$struct kprobe:touch { print(${e#*:}); }" >got 2>&1
	n=$(grep -B 2 'call rdonly_cast' got | grep -c 'r2 = 0$')
	[ "$n" = "${e%%:*}" ] || { cat got; fail "${e#*:}: $n times memory"; }
done
n=$(code 'p->self->self->self->leaf->id' | grep -c 'call rdonly_cast')
[ "$n" = 1 ] || fail "a row of pointers is told $n times"
exit $bad
