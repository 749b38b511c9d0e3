/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * byhand.c - programs as a person would write them in C for one job each, to compare with awl's.
 *
 *	byhand -l		their names, as in `rows`, and their numbers of instructions
 *	byhand NAME COMMAND...	attaches one to vfs_read while COMMAND runs
 *	byhand -w COMMAND...	runs COMMAND a little later, when the kernel has turned a new kprobe
 *				into a jump
 *	byhand -s COMMAND...	the same while the parent is stopped: the cost of a record until
 *				it is in the buffer
 *
 * The code is what clang makes of simple programs with helpers, per-CPU maps, and a counter for
 * events that are lost.  It is attached like awl's: by a trampoline if the kernel has them,
 * otherwise as kprobes.  Where the kernel preempts tasks, trampolines lose events, so there entries
 * are probed by kprobe.multi.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#define FUNCTION "vfs_read"

#if defined(__x86_64__) || (defined(__riscv) && __riscv_xlen == 64)
#define ARG2 { BPF_LDX | BPF_MEM | BPF_DW, 6, 1, 96, 0 }
#elif defined(__aarch64__)
#define ARG2 { BPF_LDX | BPF_MEM | BPF_DW, 6, 1, 16, 0 }
#else
#define ARG2 { BPF_LDX | BPF_MEM | BPF_W, 6, 1, 8, 0 }
#endif

enum map { COUNT = 1, BY_COMM, BY_PID_COMM, HIST, HIST_BY_COMM, STARTS, RING, LOST, ZERO, MAPS };

#define BUCKETS 66
static const struct { uint32_t type, key, value, entries; } maps[MAPS] = {
	[COUNT] = { BPF_MAP_TYPE_PERCPU_ARRAY, 4, 8, 1 },
	[BY_COMM] = { BPF_MAP_TYPE_PERCPU_HASH, 16, 8, 4096 },
	[BY_PID_COMM] = { BPF_MAP_TYPE_PERCPU_HASH, 20, 8, 4096 },
	[HIST] = { BPF_MAP_TYPE_PERCPU_ARRAY, 4, 8, BUCKETS },
	[HIST_BY_COMM] = { BPF_MAP_TYPE_PERCPU_HASH, 16, 8 * BUCKETS, 1024 },
	[STARTS] = { BPF_MAP_TYPE_HASH, 4, 8, 4096 },
	[RING] = { BPF_MAP_TYPE_RINGBUF, 0, 0, 4 << 20 },
	[LOST] = { BPF_MAP_TYPE_PERCPU_ARRAY, 4, 8, 1 },
	[ZERO] = { BPF_MAP_TYPE_ARRAY, 4, 8 * BUCKETS, 1 },
};

/* eBPF, much as in the kernel's documentation */
#define MOV(d, s) { BPF_ALU64 | BPF_MOV | BPF_X, d, s, 0, 0 }
#define MOVI(d, i) { BPF_ALU64 | BPF_MOV | BPF_K, d, 0, 0, i }
#define ALU(op, d, s) { BPF_ALU64 | (op) | BPF_X, d, s, 0, 0 }
#define ALUI(op, d, i) { BPF_ALU64 | (op) | BPF_K, d, 0, 0, i }
#define LOAD(d, s, o) { BPF_LDX | BPF_MEM | BPF_DW, d, s, o, 0 }
#define STORE(size, d, o, s) { BPF_STX | BPF_MEM | (size), d, s, o, 0 }
#define STOREI(size, d, o, i) { BPF_ST | BPF_MEM | (size), d, 0, o, i }
#define MAP(d, m) { BPF_LD | BPF_IMM | BPF_DW, d, BPF_PSEUDO_MAP_FD, 0, m }, { 0 }
#define CALL(f) { BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_##f }
#define JUMP(n) { BPF_JMP | BPF_JA, 0, 0, n, 0 }
#define IF(op, d, i, n) { BPF_JMP | (op) | BPF_K, d, 0, n, i }
#define IFR(op, d, s, n) { BPF_JMP | (op) | BPF_X, d, s, n, 0 }
#define RETURN0 MOVI(0, 0), { BPF_JMP | BPF_EXIT, 0, 0, 0, 0 }
#define FP(d, o) MOV(d, 10), ALUI(BPF_ADD, d, o)			/* 2 */
#define INCREMENT(p) LOAD(1, p, 0), ALUI(BPF_ADD, 1, 1), STORE(BPF_DW, p, 0, 1) /* 3 */
#define LOOKUP(m, o) MAP(1, m), FP(2, o), CALL(map_lookup_elem)		/* 5 */
/* the index of an array's cell is on the stack at o; 9 */
#define ADD_TO(m, o) LOOKUP(m, o), IF(BPF_JEQ, 0, 0, 3), INCREMENT(0)
#define LOSE(o) STOREI(BPF_W, 10, o, 0), ADD_TO(LOST, o)		/* 10 */
#define COMM(o) FP(1, o), MOVI(2, 16), CALL(get_current_comm)		/* 4 */
#define PID CALL(get_current_pid_tgid), ALUI(BPF_RSH, 0, 32)		/* 2 */

/* p = lookup; if (p) goto found; insert a 0; look it up again; if (!p) count a loss and skip the
 * INCREMENT that has to follow */
#define FIND(m, key)						\
	LOOKUP(m, key), IF(BPF_JNE, 0, 0, 26),			\
	STOREI(BPF_DW, 10, -40, 0),				\
	MAP(1, m), FP(2, key), FP(3, -40), MOVI(4, 1), CALL(map_update_elem),	\
	LOOKUP(m, key), IF(BPF_JNE, 0, 0, 11),			\
	LOSE(-40), JUMP(3)

/* r8 = the bucket of r6: 0, or 1 + the place of its highest bit; 22 */
#define BUCKET							\
	MOVI(8, 0), IF(BPF_JEQ, 6, 0, 20), MOVI(8, 1),		\
	MOVI(1, 1), ALUI(BPF_LSH, 1, 32), IFR(BPF_JLT, 6, 1, 2), \
	ALUI(BPF_RSH, 6, 32), ALUI(BPF_ADD, 8, 32), \
	IF(BPF_JLT, 6, 0x10000, 2), ALUI(BPF_RSH, 6, 16), ALUI(BPF_ADD, 8, 16),	\
	IF(BPF_JLT, 6, 0x100, 2), ALUI(BPF_RSH, 6, 8), ALUI(BPF_ADD, 8, 8),	\
	IF(BPF_JLT, 6, 0x10, 2), ALUI(BPF_RSH, 6, 4), ALUI(BPF_ADD, 8, 4),	\
	IF(BPF_JLT, 6, 4, 2), ALUI(BPF_RSH, 6, 2), ALUI(BPF_ADD, 8, 2),	\
	ALUI(BPF_RSH, 6, 1), ALU(BPF_ADD, 8, 6)

static const struct bpf_insn count[] = {
	STOREI(BPF_W, 10, -4, 0), ADD_TO(COUNT, -4), RETURN0,
};

static const struct bpf_insn by_comm[] = {
	STOREI(BPF_DW, 10, -16, 0), STOREI(BPF_DW, 10, -8, 0), COMM(-16),
	FIND(BY_COMM, -16), INCREMENT(0), RETURN0,
};

static const struct bpf_insn by_pid_comm[] = {
	STOREI(BPF_DW, 10, -24, 0), STOREI(BPF_DW, 10, -16, 0), PID,
	STORE(BPF_W, 10, -28, 0), COMM(-24),
	FIND(BY_PID_COMM, -28), INCREMENT(0), RETURN0,
};

static const struct bpf_insn quantize[] = {
	ARG2, STOREI(BPF_DW, 10, -16, 0), STOREI(BPF_DW, 10, -8, 0), COMM(-16),
	LOOKUP(HIST_BY_COMM, -16), MOV(7, 0), IF(BPF_JNE, 7, 0, 32),
	STOREI(BPF_W, 10, -40, 0), LOOKUP(ZERO, -40), IF(BPF_JEQ, 0, 0, 52),
	MAP(1, HIST_BY_COMM), FP(2, -16), MOV(3, 0), MOVI(4, 1), CALL(map_update_elem),
	LOOKUP(HIST_BY_COMM, -16), MOV(7, 0), IF(BPF_JNE, 7, 0, 11),
	LOSE(-40), JUMP(27),
	BUCKET, ALUI(BPF_LSH, 8, 3), ALU(BPF_ADD, 7, 8), INCREMENT(7), RETURN0,
};

static const struct bpf_insn no_match[] = {
	PID, IF(BPF_JNE, 0, 1, 10), STOREI(BPF_W, 10, -4, 0), ADD_TO(COUNT, -4), RETURN0,
};

static const struct bpf_insn begin[] = {
	CALL(get_current_pid_tgid), STORE(BPF_W, 10, -4, 0),
	CALL(ktime_get_ns), STORE(BPF_DW, 10, -16, 0),
	MAP(1, STARTS), FP(2, -4), FP(3, -16), MOVI(4, 0), CALL(map_update_elem),
	IF(BPF_JEQ, 0, 0, 10), LOSE(-20), RETURN0,
};

static const struct bpf_insn end[] = {
	CALL(get_current_pid_tgid), STORE(BPF_W, 10, -4, 0),
	LOOKUP(STARTS, -4), IF(BPF_JEQ, 0, 0, 41), LOAD(7, 0, 0),
	CALL(ktime_get_ns), MOV(6, 0), ALU(BPF_SUB, 6, 7),
	BUCKET, STORE(BPF_W, 10, -8, 8), ADD_TO(HIST, -8),
	MAP(1, STARTS), FP(2, -4), CALL(map_delete_elem), RETURN0,
};

static const struct bpf_insn record[] = {
	ARG2, MAP(1, RING), MOVI(2, 32), MOVI(3, 0), CALL(ringbuf_reserve),
	IF(BPF_JEQ, 0, 0, 13), MOV(7, 0), PID, STORE(BPF_W, 7, 0, 0),
	MOV(1, 7), ALUI(BPF_ADD, 1, 4), MOVI(2, 16), CALL(get_current_comm),
	STORE(BPF_DW, 7, 24, 6),
	MOV(1, 7), MOVI(2, 0), CALL(ringbuf_submit), JUMP(10),
	LOSE(-4), RETURN0,
};

#define ENTRY(p) .entry = p, .n = sizeof(p) / sizeof(*(p))
static const struct job {
	const char *name;
	const struct bpf_insn *entry;
	uint32_t n;
	const struct bpf_insn *exit;
	uint32_t n_exit;
} jobs[] = {
	{ .name = "count()", ENTRY(count) },
	{ .name = "count() by comm", ENTRY(by_comm) },
	{ .name = "count() by pid, comm", ENTRY(by_pid_comm) },
	{ .name = "quantize by comm", ENTRY(quantize) },
	{ .name = "latency histogram", ENTRY(begin), .exit = end,
	  .n_exit = sizeof(end) / sizeof(*end) },
	{ .name = "predicate pid == 1", ENTRY(no_match) },
	{ .name = "printf, its record", ENTRY(record) },
};

static int bpf(int cmd, union bpf_attr *attr)
{
	return (int)syscall(__NR_bpf, cmd, attr, sizeof(*attr));
}

static void die(const char *what)
{
	fprintf(stderr, "byhand: %s: %s\n", what, strerror(errno));
	exit(1);
}

static int map_fd(int m)
{
	static int fds[MAPS];
	union bpf_attr a = { .map_type = maps[m].type };

	if (fds[m])
		return fds[m];
	a.key_size = maps[m].key;
	a.value_size = maps[m].value;
	a.max_entries = maps[m].entries;
	fds[m] = bpf(BPF_MAP_CREATE, &a);
	if (fds[m] < 0)
		die("map");
	return fds[m];
}

static int load(const struct bpf_insn *from, uint32_t n, int attach_type, uint32_t btf_id)
{
	struct bpf_insn insns[128];
	union bpf_attr a = { .prog_type = btf_id ? BPF_PROG_TYPE_TRACING : BPF_PROG_TYPE_KPROBE };
	static const struct bpf_insn arg2 = ARG2, as_context = LOAD(6, 1, 16);

	memcpy(insns, from, n * sizeof(*insns));
	for (uint32_t i = 0; i < n; i++)
		if (insns[i].code == (BPF_LD | BPF_IMM | BPF_DW))
			insns[i].imm = map_fd(insns[i].imm);
		else if (btf_id && !memcmp(&insns[i], &arg2, sizeof(arg2)))
			insns[i] = as_context;
	a.insns = (uintptr_t)insns;
	a.insn_cnt = n;
	a.license = (uintptr_t)"GPL";
	a.expected_attach_type = (uint32_t)attach_type;
	a.attach_btf_id = btf_id;
	return bpf(BPF_PROG_LOAD, &a);
}

static char *whole_file(const char *path, size_t *n)
{
	size_t cap = 16 << 20;
	char *p = malloc(cap);
	int fd = open(path, O_RDONLY);
	ssize_t got;

	*n = 0;
	while (p && fd >= 0 && *n < cap && (got = read(fd, p + *n, cap - *n)) > 0)
		*n += (size_t)got;
	return fd < 0 ? NULL : p;
}

/* The bytes that follow struct btf_type, by kind: linux/btf.h. */
static size_t rest_of(uint32_t kind, uint32_t vlen)
{
	switch (kind) {
	case 1: case 14: case 17: return 4;	/* int, variable, decl_tag */
	case 3: return 12;			/* array */
	case 4: case 5: case 19: return 12 * vlen;
	case 6: case 13: return 8 * vlen;
	case 15: return 12 * vlen;
	default: return 0;
	}
}

/* The function's id in the kernel's BTF, or 0. */
static uint32_t btf_id_of(const char *name)
{
	size_t n;
	char *btf = whole_file("/sys/kernel/btf/vmlinux", &n);
	uint32_t h[6], id = 1;	/* magic and flags, header length, two offsets with lengths */

	if (!btf || n < sizeof(h))
		return 0;
	memcpy(h, btf, sizeof(h));
	for (char *t = btf + h[1] + h[2], *stop = t + h[3]; t < stop; id++) {
		uint32_t type[3];	/* name, kind and vlen, type */

		memcpy(type, t, sizeof(type));
		if ((type[1] >> 24 & 31) == 12 && !strcmp(btf + h[1] + h[4] + type[0], name))
			return id;
		t += sizeof(type) + rest_of(type[1] >> 24 & 31, type[1] & 0xffff);
	}
	return 0;
}

static int trampoline(const struct bpf_insn *insns, uint32_t n, int attach_type, uint32_t id)
{
	union bpf_attr a = { 0 };
	int fd = id ? load(insns, n, attach_type, id) : -1;

	if (fd < 0)
		return -1;
	a.raw_tracepoint.prog_fd = (uint32_t)fd;
	return bpf(BPF_RAW_TRACEPOINT_OPEN, &a);
}

static void kprobe(const struct bpf_insn *insns, uint32_t n, int is_return)
{
	struct perf_event_attr e = { .size = sizeof(e), .sample_period = 1, .wakeup_events = 1 };
	size_t len;
	char *type = whole_file("/sys/bus/event_source/devices/kprobe/type", &len);
	int fd, prog = load(insns, n, 0, 0);

	if (prog < 0 || !type)
		die("program");
	e.type = (uint32_t)atoi(type);
	e.config = (uint64_t)is_return;
	e.kprobe_func = (uintptr_t)FUNCTION;
	fd = (int)syscall(__NR_perf_event_open, &e, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0 || ioctl(fd, PERF_EVENT_IOC_SET_BPF, prog) ||
	    ioctl(fd, PERF_EVENT_IOC_ENABLE, 0))
		die("kprobe");
}

static int multi(const struct bpf_insn *insns, uint32_t n)
{
	const char *name = FUNCTION;
	union bpf_attr a = { 0 };
	int fd = load(insns, n, BPF_TRACE_KPROBE_MULTI, 0);

	if (fd < 0)
		return -1;
	a.link_create.prog_fd = (uint32_t)fd;
	a.link_create.attach_type = BPF_TRACE_KPROBE_MULTI;
	a.link_create.kprobe_multi.cnt = 1;
	a.link_create.kprobe_multi.syms = (uintptr_t)&name;
	return bpf(BPF_LINK_CREATE, &a);
}

static int preempts(void)
{
	size_t n;
	char *mode = whole_file("/sys/kernel/debug/sched/preempt", &n);
	struct utsname u;

	if (mode)
		return strstr(mode, "(full)") || strstr(mode, "(lazy)");
	/* a kernel that can't change its mode has no such file */
	return !uname(&u) && strstr(u.version, " PREEMPT ");
}

static void attach(const struct job *j)
{
	int many = preempts();
	uint32_t id = many ? 0 : btf_id_of(FUNCTION);

	if (j->exit && trampoline(j->exit, j->n_exit, BPF_TRACE_FEXIT, id) < 0)
		kprobe(j->exit, j->n_exit, 1);
	if ((!many || multi(j->entry, j->n) < 0) &&
	    trampoline(j->entry, j->n, BPF_TRACE_FENTRY, id) < 0)
		kprobe(j->entry, j->n, 0);
}

static int run(char **argv)
{
	pid_t pid = fork();
	int status = 1;

	if (!pid) {
		execvp(argv[0], argv);
		_exit(127);
	}
	waitpid(pid, &status, 0);
	return status != 0;
}

int main(int argc, char **argv)
{
	int stop, rc;

	for (size_t i = 0; i < sizeof(jobs) / sizeof(*jobs); i++) {
		const struct job *j = &jobs[i];

		if (argc == 2 && !strcmp(argv[1], "-l"))
			printf("%s\t%u\n", j->name, j->n + j->n_exit);
		if (argc > 2 && !strcmp(argv[1], j->name)) {
			attach(j);
			return run(argv + 2);
		}
	}
	if (argc < 3)
		return argc != 2;
	stop = argv[1][1] == 's';
	usleep(300000);
	if (!stop) {
		execvp(argv[2], argv + 2);
		return 127;
	}
	kill(getppid(), SIGSTOP);
	rc = run(argv + 2);
	kill(getppid(), SIGCONT);
	return rc;
}
