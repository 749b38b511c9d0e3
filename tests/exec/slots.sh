# SPDX-License-Identifier: GPL-2.0-or-later
#
# The verifier may refuse a program that loads a pointer to a pointer, or to a function, from the
# context of a trampoline.  awl reads these as memory.  It loads pointers to structures, void,
# char and, on a kernel with bpf_loop(), other integers.
cd "$TMP" || exit 1
"$TESTS/exec/mkbtf" k.o <<'E2' || exit 77
struct file { int mode; };
int f(struct file *file, const char *buf, unsigned long count, long long *pos, void *v, char **pp,
      int (*fn)(int)) { return 0; }
E2
bad=0
# loads ARGUMENT OFFSET COUNT: the word at this offset of the context is loaded COUNT times
loads() {
	n=$("$AWL" -S -n --arch x86_64 --btf k.o "fentry:f { @ = $1; }" | grep -c "r[0-9]* = \*(u64 \*)(r1 +$2)")
	[ "$n" = "$3" ] || { echo "$1 is loaded $n times"; bad=1; }
}
for i in 0:file 1:buf 2:count 3:pos 4:v; do
	loads args.${i#*:} $((${i%:*} * 8)) 1
	loads arg${i%:*} $((${i%:*} * 8)) 1
done
for i in 5:pp 6:fn; do
	loads args.${i#*:} $((${i%:*} * 8)) 0
	loads arg${i%:*} $((${i%:*} * 8)) 0
done
# the same for what a function returns, in the slot after its argument
i=0
for result in 'struct file *' 'void *' 'char *' long 'char **' 'int (*' '_Bool *'; do
	i=$((i + 1))
	case $result in
	*'(*') echo "${result}g$i(long a))(int) { return 0; }" ;;
	*) echo "${result}g$i(long a) { return 0; }" ;;
	esac
done | sed '1s/^/struct file { int mode; };\n/; s/long/long /' >g.c
"$TESTS/exec/mkbtf" k.o <g.c || exit 77
for i in 1 2 3 4 5 6 7; do
	n=$("$AWL" -S -n --arch x86_64 --btf k.o "fexit:g$i { @ = retval; @n = retval > 5; }" |
		grep -c "r[0-9]* = \*(u64 \*)(r1 +8)")
	[ $i -le 4 ] && want=yes || want=no
	[ "$n" -gt 0 ] && got=yes || got=no
	[ $got = $want ] || { echo "result $i is loaded: $got"; sed -n "$((i + 1))p" g.c; bad=1; }
done
exit $bad
