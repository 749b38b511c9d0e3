# SPDX-License-Identifier: GPL-2.0-or-later
# needs: iter usdt watchpoint
#
# The examples in the manual, the README and doc/ compile, and those in awl-lang(7) print the results in
# their comments.  Each provider, value, function and aggregation in the manual has an example.
#
# `BEGIN { ... }  # RESULT` runs on the made-up kernel.  The others
# are compiled for this machine, with the types, symbols and events below.
cd "$TMP" || exit 1
MAN=$TESTS/../man/awl-lang.7 VM=$BUILD/tests/awlvm
rc=0
[ -x "$VM" ] || { echo "tests/awlvm is not built"; exit 77; }

# ---- the kernel for the examples ----
"$TESTS/exec/mkbtf" kernel.o <<'C' || exit 77
typedef unsigned long u64;
struct qstr { unsigned int hash, len; const unsigned char *name; };
struct dentry { struct qstr d_name; struct dentry *d_parent; struct inode *d_inode; };
struct mount;
struct vfsmount { struct dentry *mnt_root; };
struct mount { struct mount *mnt_parent; struct dentry *mnt_mountpoint; struct vfsmount mnt; };
struct path { struct vfsmount *mnt; struct dentry *dentry; };
struct file { struct path f_path; };
struct sock { int x; };
struct sk_buff { unsigned int len; };
struct ns_common { unsigned int inum; };
struct pid_namespace { unsigned int level; struct ns_common ns; };
struct upid { int nr; struct pid_namespace *ns; };
struct pid { unsigned int level; struct upid numbers[1]; };
struct signal_struct { struct pid *pids[4]; };
struct task_struct {
	int pid, tgid, prio;
	struct task_struct *real_parent, *group_leader;
	struct pid *thread_pid;
	struct signal_struct *signal;
	char comm[16];
};
struct bpf_iter_meta { u64 session_id; };
struct bpf_iter__task { union { struct bpf_iter_meta *meta; }; union { struct task_struct *task; }; };
struct bpf_iter__task ctx;
struct mount some_mount;
int bpf_iter_task(struct bpf_iter_meta *meta, struct task_struct *task) { return task->pid; }
int vfs_open(const struct path *path, struct file *file) { return 0; }
u64 vfs_read(struct file *file, char *buf, u64 count, long *pos) { return 0; }
int tcp_sendmsg(struct sock *sk, u64 size) { return 0; }
int ip_rcv(struct sk_buff *skb) { return 0; }
C
objcopy -O binary --set-section-flags .BTF=alloc --only-section=.BTF kernel.o kernel.btf 2>/dev/null ||
	{ echo "no objcopy"; exit 77; }
at=$((0xffffffff81000000))
[ "$ARCH" != arm ] || at=$((0xc0100000))
for name in _stext vfs_open vfs_read tcp_sendmsg ip_rcv eth_header do_execveat_common do_sys_openat2 filp_open \
	'D jiffies' 'D jiffies_64' 'D runqueues' 'D __per_cpu_offset'; do
	at=$((at + 256))
	case $name in *' '*) ;; *) name="T $name"; echo "${name#T }" >>functions ;; esac
	printf '%x %s\n' $at "$name" >>kallsyms
done
cp -R "$TESTS/fixtures/tracefs" .
cp functions tracefs/available_filter_functions
event() { # event CATEGORY NAME FIELD...: a field is "TYPE NAME;SIZE", the sizes are multiples of 8
	dir=tracefs/events/$1/$2 at=8
	mkdir -p "$dir"
	echo 999 >"$dir/id"
	{
		printf 'name: %s\nID: 999\nformat:\n' "$2"
		sed -n '/common_/p' tracefs/events/sched/sched_switch/format
		echo
		shift 2
		for field; do
			printf '\tfield:%s;\toffset:%d;\tsize:%d;\tsigned:0;\n' "${field%;*}" $at "${field#*;}"
			at=$((at + ${field#*;}))
		done
		printf '\nprint fmt: ""\n'
	} >"$dir/format"
}
event sched sched_process_exec '__data_loc char[] filename;4' 'pid_t pid;4' 'pid_t old_pid;4'
event sched sched_process_fork 'pid_t parent_pid;4' 'pid_t child_pid;4'
event kmem kmem_cache_alloc 'unsigned long call_site;8' 'const void * ptr;8'
event kmem kmem_cache_free 'unsigned long call_site;8' 'const void * ptr;8'
for name in read write; do
	event syscalls sys_enter_$name 'int __syscall_nr;8' 'unsigned int fd;8' 'char * buf;8' 'size_t count;8'
	event syscalls sys_exit_$name 'int __syscall_nr;8' 'long ret;8'
done

event syscalls sys_enter_kill 'int __syscall_nr;8' 'pid_t pid;8' 'int sig;8'
event raw_syscalls sys_exit 'long id;8' 'long ret;8'

# ---- the programs, one per line ----
"$TESTS/lib/examples" >programs
# A word before the last quotes is a tool, and the quotes hold its argument.
sed -n "/' [a-z][a-z-]* '/d; s/^    awl .*'\(.*\)'\$/\1/p" "$TESTS/../README.md" >others
sed -n "s/^\.Dl awl .*'\(.*\)'[ 0-9]*\$/\1/p" "$TESTS/../man/awl.1" | sed 's/\\e/\\/g' >>others
# Lines of the documents, and commands within their tables.  The last quoted word is the program.
# live/cookbook.sh has those of doc/cookbook.md.
sed -n "s/^    awl .*'\(.*\)'\$/\1/p" "$TESTS"/../doc/f*.md >doc
grep -ho '`awl [^`]*`' "$TESTS"/../doc/f*.md | sed -n "/funcgraph/d; /:6 /d; /…/d; s/.*'\(.*[{}].*\)'\`\$/\1/p" >>doc
[ "$(grep -c . doc)" -gt 5 ] || { echo "only $(grep -c . doc) programs in doc/"; rc=1; }
cat doc >>others
[ "$(grep -c . others)" -gt 12 ] || { echo "only $(grep -c . others) programs in the README and awl(1)"; rc=1; }
cat others >>programs
[ "$(wc -l <programs)" -gt 80 ] || { echo "only $(wc -l <programs) examples found"; exit 1; }

while IFS= read -r program; do
	case $program in
	BEGIN*'  # '*)
		want=${program#*'  # '}
		got=$("$VM" -1 "$ARCH" -q -e "${program%'  # '*}" 2>&1 | head -n 1)
		[ "$got" = "$want" ] || { printf '%s\n' "$program"; echo "	printed '$got'"; rc=1; }
		continue
		;;
	*cgroupid*)
		[ -e /sys/fs/cgroup/cgroup.procs ] || { echo "no cgroup2 here: $program"; continue; }
		;;
	*usdt:libc:*) program=$(printf '%s\n' "$program" | sed "s|usdt:libc:[a-z_]*|usdt:$WORK:listened|") ;;
	esac
	given=
	case $program in
	*\$1*) given="-- 1234" ;;
	bench:*) given=--bench ;;
	esac
	# shellcheck disable=SC2086 # split into words
	"$AWL" -n --arch "$ARCH" --unsafe --btf kernel.btf --kallsyms kallsyms --tracefs tracefs \
		-e "$program" $given >out 2>&1 || { printf '%s\n' "$program"; head -n 4 out; rc=1; }
done <programs

# ---- everything has an example ----
{
	sed -n 's/^\.It Ic "[a-z0-9]* \([a-z_0-9]*\).*/\1/p; s/^\.It Fn \([a-z_]*\).*/\1/p' "$MAN"
	sed -n '/^\.Sh PROBES/,/^\.Sh/{s/^\.It Ic \([A-Za-z]*\).*/\1/p;}' "$MAN"
} | sort -u | while read -r name; do
	grep -qE "(^|[^a-z_])$name([^a-z_]|\$)" programs || echo "$name"
done >missing
if [ -s missing ]; then
	echo "no example of: $(tr '\n' ' ' <missing)"
	rc=1
fi
exit $rc
