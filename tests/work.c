/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * work.c - a workload with known numbers for the tests.
 *
 * Each command makes one kind of system call N times and, apart from the C library's calls to start
 * and end a process, no others of that kind.  The calls use syscall(2), so that no library caches
 * or batches them.  Nothing is printed except by the commands that say so.  Errors exit with 1.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "work_jit.h"
#include "work_net.h"
#include "work_tools.h"

void die(const char *what)
{
	fprintf(stderr, "work: %s: %s\n", what, strerror(errno));
	exit(1);
}

static int open_or_die(const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC);

	if (fd < 0)
		die(path);
	return fd;
}

static void read_n(long n)
{
	int fd = open_or_die("/dev/zero", O_RDONLY);
	char byte;

	while (n-- > 0)
		if (syscall(SYS_read, fd, &byte, 1) != 1)
			die("read");
	close(fd);
}

static void write_n(long n)
{
	int fd = open_or_die("/dev/null", O_WRONLY);

	while (n-- > 0)
		if (syscall(SYS_write, fd, "x", 1) != 1)
			die("write");
	close(fd);
}

/* reads that fail with EBADF */
static void fail_n(long n)
{
	char byte;

	while (n-- > 0)
		if (syscall(SYS_read, -1, &byte, 1) != -1)
			die("read of no file");
}

static void getppid_n(long n)
{
	while (n-- > 0)
		syscall(SYS_getppid);
}

static int open_once(const char *path)
{
	return syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
}

/* Opens a missing file as often, which fails. */
static void open_n(long n, const char *path)
{
	while (n-- > 0) {
		int fd = open_once(path);

		if (fd >= 0)
			close(fd);
	}
}

/* Opens the file N times and keeps it open, then executes the rest of the command line in this
 * process: a leak that the next program holds. */
static void hold_n(long n, char **argv)
{
	while (n-- > 0)
		if (syscall(SYS_openat, AT_FDCWD, argv[0], O_RDONLY, 0) < 0)
			die(argv[0]);
	if (argv[1]) {
		execvp(argv[1], argv + 1);
		die(argv[1]);
	}
}

/* Waits without read(2), because tests count reads. */
static void await_eof(int fd)
{
	struct pollfd p = { .fd = fd };

	while (!(p.revents & POLLHUP) && (poll(&p, 1, -1) >= 0 || errno == EINTR))
		;
	close(fd);
}

static void wait_all(void)
{
	int status;

	while (wait(&status) > 0)
		if (status)
			exit(1);
}

/* P processes, each of which runs what(n); all start at the same moment. */
static void procs_n(long procs, void (*what)(long), long n)
{
	int gate[2];

	if (pipe(gate))
		die("pipe");
	while (procs-- > 0) {
		pid_t pid = fork();

		if (pid < 0)
			die("fork");
		if (!pid) {
			close(gate[1]);
			await_eof(gate[0]);
			what(n);
			_exit(0);
		}
	}
	close(gate[0]);
	close(gate[1]);
	wait_all();
}

/* Is the process asleep?  Uses readv(2) instead of read(2), which tests count. */
static int is_asleep(pid_t pid)
{
	char path[32], text[64] = "";
	struct iovec v = { text, sizeof(text) - 1 };
	const char *state;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	fd = open_or_die(path, O_RDONLY);
	if (readv(fd, &v, 1) < 0)
		die(path);
	close(fd);
	state = strrchr(text, ')');
	return state && state[1] == ' ' && state[2] == 'S';
}

/* N reads while P processes wait in a read of an empty pipe; then all of these reads end. */
static void blocked_n(long procs, long n)
{
	int pipes[2];
	char byte;

	if (pipe(pipes))
		die("pipe");
	while (procs-- > 0) {
		pid_t pid = fork();

		if (pid < 0)
			die("fork");
		if (!pid) {
			close(pipes[1]);
			_exit(syscall(SYS_read, pipes[0], &byte, 1) != 0);
		}
		while (!is_asleep(pid))
			sched_yield();
	}
	close(pipes[0]);
	read_n(n);
	close(pipes[1]);
	wait_all();
}

/* getpgid() of 1 to N: N different arguments */
static void ids_n(long n)
{
	while (n > 0)
		syscall(SYS_getpgid, n--);
}

/* Six arguments without a meaning; fails with EBADF. */
static void args_n(long n)
{
	while (n-- > 0)
		syscall(SYS_sendto, -1, 0x1111, 0x2222, 0x3333, 0x4444, 0x5555);
}

/* Maps and unmaps three pages of a file, from page 7 on. */
static void maps_n(long n)
{
	int fd = open_or_die("/proc/self/exe", O_RDONLY);
	long page = sysconf(_SC_PAGESIZE);

	while (n-- > 0) {
		void *p = mmap(NULL, (size_t)page * 3, PROT_READ, MAP_PRIVATE, fd, 7 * page);

		if (p == MAP_FAILED)
			die("mmap");
		munmap(p, (size_t)page * 3);
	}
	close(fd);
}

/* File names that the kernel reads from this process's memory. */
static void names_n(long n)
{
	while (n-- > 0) {
		syscall(SYS_openat, AT_FDCWD, "/no/such/file", O_RDONLY, 0);
		syscall(SYS_openat, AT_FDCWD, "/no/such/Other", O_RDONLY, 0);
	}
}

/* A file name at an unmapped address: fails with EFAULT. */
static void fault_n(long n)
{
	while (n-- > 0)
		syscall(SYS_openat, AT_FDCWD, 16, O_RDONLY, 0);
}

/* First writes to N pages of new memory: one page fault each. */
static void touch_n(long n)
{
	size_t page = (size_t)getpagesize(), size = page * (size_t)(n + 1);
	char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		die("mmap");
	madvise(p, size, MADV_NOHUGEPAGE);
	while (n-- > 0)
		*(volatile char *)(p + page * (size_t)n) = 1;
}

/* Prints the address of a number, waits for a byte from stdin, then writes the number N times and
 * reads it N times. */
static volatile int watched[2] __attribute__((aligned(8)));
static void watch_n(long n)
{
	char byte;
	int sum = 0;

	printf("%p\n", (void *)watched);
	fflush(stdout);
	if (read(0, &byte, 1) != 1)
		die("read");
	for (long i = 0; i < n; i++)
		watched[0] = (int)i;
	for (long i = 0; i < n; i++)
		sum += watched[0];
	watched[1] = sum;
}

static void *reader(void *n)
{
	read_n(*(long *)n);
	return NULL;
}

/* T threads, each of which makes N reads. */
static void threads_n(long threads, long n)
{
	pthread_t id[256];
	long i;

	if (threads > 256)
		threads = 256;
	for (i = 0; i < threads; i++)
		if ((errno = pthread_create(&id[i], NULL, reader, &n)))
			die("pthread_create");
	while (i-- > 0)
		pthread_join(id[i], NULL);
}

/* N forks of a child that only exits. */
static void fork_n(long n)
{
	while (n-- > 0) {
		pid_t pid = fork();

		if (pid < 0)
			die("fork");
		if (!pid)
			_exit(0);
		wait_all();
	}
}

/* Opens a watchpoint for writes of 4 bytes of kernel memory on one CPU, without BPF.  Each hit is a
 * record in the ring buffer at *ring, whose data is a page. */
static int watch_kernel(unsigned long long addr, int cpu, struct perf_event_mmap_page **ring)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_BREAKPOINT, .size = sizeof(attr),
					.bp_type = HW_BREAKPOINT_W, .bp_addr = addr, .bp_len = 4,
					.sample_period = 1, .sample_type = PERF_SAMPLE_TID };
	int fd = (int)syscall(SYS_perf_event_open, &attr, -1, cpu, -1, 0);

	if (fd < 0)
		die("perf_event_open");
	*ring = mmap(NULL, 2 * getpagesize(), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (*ring == MAP_FAILED)
		die("mmap");
	return fd;
}

/* N forks.  Prints how many writes of this process perf saw at an address of the kernel: what awl
 * must count, too.  A ring holds 256 records or more. */
static void watched_n(long n, unsigned long long addr)
{
	struct { struct perf_event_header head; int pid, tid; } *r;
	long cpu, cpus = sysconf(_SC_NPROCESSORS_ONLN), hits = 0;
	struct perf_event_mmap_page *ring[8];
	unsigned long long at;
	int fd[8];

	for (cpu = 0; cpu < cpus && cpu < 8; cpu++)
		fd[cpu] = watch_kernel(addr, (int)cpu, &ring[cpu]);
	fork_n(n);
	while (cpu-- > 0) {
		close(fd[cpu]);
		for (at = 0; at < ring[cpu]->data_head; at += r->head.size) {
			r = (void *)((char *)ring[cpu] + getpagesize() + at);
			hits += r->head.type == PERF_RECORD_SAMPLE && r->pid == getpid();
		}
	}
	printf("perf saw %ld\n", hits);
}

/* N sleeps of a millisecond. */
static void sleep_n(long n)
{
	struct timespec ms = { 0, 1000000 };

	while (n-- > 0)
		nanosleep(&ms, NULL);
}

/* Uses the CPU for N milliseconds, for profilers.  Tests look for the name in stacks, so this must
 * stay a separate function. */
__attribute__((noinline)) static void spin_n(long n)
{
	clock_t end = clock() + n * (CLOCKS_PER_SEC / 1000);

	while (clock() < end)
		;
}

/* Spins and prints the count of a hardware counter for this process (perf_event_open(2); the number
 * is from linux/perf_event.h), or why there is none.  With a period, why it can't sample. */
static void counted_n(long n, long number, long period)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_HARDWARE, .size = sizeof(attr),
					.config = (unsigned long)number,
					.sample_period = (unsigned long)period };
	int fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
	long long count = 0;

	spin_n(n);
	if (fd < 0)
		printf("none: %s\n", strerror(errno));
	else if (read(fd, &count, sizeof(count)) == sizeof(count))
		printf("counted %lld\n", count);
}

/* Functions for user probes: called N times with the arguments i and 2 * i. */
__attribute__((noinline)) long work_probe_me(long i, long twice);
__attribute__((noinline)) long work_probe_me(long i, long twice)
{
	__asm__ volatile("" : : : "memory");
	return i + twice;
}

/* Returns 3 * (0 + 1 + … + n - 1) plus the table's numbers in turn; 1515 for 30.  Its instructions
 * have many lengths: a probe inside of one would change the sum. */
__attribute__((noinline)) long work_sum(long n);
__attribute__((noinline)) long work_sum(long n)
{
	static volatile int table[] = { 5, 7, 9 };
	volatile long sum = -0x1234567;

	for (long i = 0; i < n; i++)
		sum += 3 * i + table[i % 3];
	return sum + 0x1234567;
}

/* Functions that are inlined: the first one in two places, which run n and n / 2 times. */
static inline __attribute__((always_inline)) long work_inlined(long i)
{
	__asm__ volatile("" : : : "memory");
	return 2 * i;
}

static void inlined_n(long n)
{
	volatile long sum = 0;

	for (long i = 0; i < n; i++) {
		sum += work_inlined(i);
		if (i & 1)
			sum -= work_inlined(sum);
	}
}

static void sum_n(long n)
{
	printf("%ld\n", work_sum(n));
}

static void call_n(long n)
{
	volatile long sum = 0;
	long i;

	for (i = 0; i < n; i++)
		sum += work_probe_me(i, 2 * i);
}

/* The same, 50 times a second. */
static void slowcall_n(long n)
{
	struct timespec pause = { 0, 20000000 };
	volatile long sum = 0;

	while (n-- > 0) {
		sum += work_probe_me(n, 2 * n);
		nanosleep(&pause, NULL);
	}
}

/*
 * USDT probes as <sys/sdt.h> makes them: a NOP, and a note with its address, the address of its
 * base section, the address of its counter, and the places of its arguments.
 */
#ifdef __LP64__
#define WORD ".8byte "
#else
#define WORD ".4byte "
#endif
#define NOTE(counter, name, args, ...)						\
	__asm__ volatile("990:	nop\n"						\
		".pushsection .note.stapsdt, \"\", %%note\n"			\
		".balign 4\n"							\
		".4byte 992f - 991f, 994f - 993f, 3\n"				\
		"991:	.asciz \"stapsdt\"\n"					\
		"992:	.balign 4\n"						\
		"993:	" WORD "990b\n" WORD "0\n" WORD counter "\n"		\
		".asciz \"work\"\n.asciz \"" name "\"\n.asciz \"" args "\"\n"	\
		"994:	.balign 4\n"						\
		".popsection" : : __VA_ARGS__)

/* Above 0 while the probe is attached. */
volatile unsigned short work_semaphore;
__attribute__((section(".probes"), used)) volatile unsigned short work_semaphore;

/* A value in two registers has a name only where they follow each other. */
#ifdef __i386__
#define PAIR(x) "m"((long long){ x })
#else
#define PAIR(x) "r"(0LL + (x))
#endif

/* Two probes named "round" in each round: the argument of one is i, of the other 1000; and the
 * probe "listened", which has a counter and four arguments of different sizes and signs. */
static void usdt_n(long n)
{
	volatile unsigned char byte = 200;
	long i;

	for (i = 0; i < n; i++) {
		NOTE("0", "round", "%n0@%1", "n"(sizeof(long)), "r"(i));
		NOTE("0", "round", "4@%0", "m"((int){ 1000 }));
		if (work_semaphore)
			NOTE("work_semaphore", "listened", "-4@%0 1@%1 -2@%2 8@%3", "r"(-(int)i),
			     "m"(byte), "m"((short){ -3 }), PAIR(i));
	}
	if (n < 0)	/* a place like that of a double */
		NOTE("0", "odd", "8f@vector", "r"(i));
}

/* A chain of calls with frame pointers, N times.  work_inside is an address after the prologue of
 * the innermost function, where the whole chain can be unwound. */
#ifdef __clang__
#define LINK __attribute__((noinline, optnone))
#else
#define LINK __attribute__((noipa, optimize("no-omit-frame-pointer")))
#endif
LINK void work_inner(void);
LINK void work_middle(void);
LINK void work_outer(void);

void work_inner(void)
{
	work_probe_me(1, 2);	/* a leaf function may have no frame */
	__asm__ volatile(".globl work_inside\n"
			 ".type work_inside, %%function\n"
			 "work_inside:\n"
			 "	nop" : : : "memory");
}

void work_middle(void)
{
	work_inner();
	__asm__ volatile("" : : : "memory");
}

void work_outer(void)
{
	work_middle();
	__asm__ volatile("" : : : "memory");
}

static void chain_n(long n)
{
	while (n-- > 0)
		work_outer();
}

/* Calls itself N times, with frame pointers, and then work_probe_me() once. */
LINK void work_down(long n);
void work_down(long n)
{
	if (n)
		work_down(n - 1);
	else
		work_probe_me(1, 2);
	__asm__ volatile("" : : : "memory");
}

/* Calls getppid() N times, each with another stack: the bits of a number choose the functions. */
static long stacks_one(long way, int depth);

static __attribute__((noinline)) long stacks_zero(long way, int depth)
{
	long r = depth ? (way & 1 ? stacks_one : stacks_zero)(way >> 1, depth - 1) :
			 syscall(SYS_getppid);

	return r + way;		/* prevents a tail call */
}

static __attribute__((noinline)) long stacks_one(long way, int depth)
{
	long r = depth ? (way & 1 ? stacks_one : stacks_zero)(way >> 1, depth - 1) :
			 syscall(SYS_getppid);

	return r - way;
}

static void stacks_n(long n)
{
	while (n-- > 0)
		stacks_zero(n, 20);
}

/* Calls getppid() N times below 20 functions. */
static void deep_n(long n)
{
	while (n-- > 0)
		stacks_zero(0, 19);
}

/* Prints how many BPF programs, maps and links the kernel has, of all processes. */
static void bpf_n(long n)
{
	static const int commands[] = { 11, 12, 31 };	/* BPF_{PROG,MAP,LINK}_GET_NEXT_ID */
	int i;

	for (i = 0; i < 3; i++) {
		unsigned int attr[32] = { 0 };

		for (n = 0; !syscall(SYS_bpf, commands[i], attr, sizeof(attr)); n++)
			attr[0] = attr[1];
		printf("%ld%c", n, i < 2 ? ' ' : '\n');
	}
}

/* Loads a raw tracepoint program with BTF, "work_prog", which returns work_twice(21).  Prints its
 * id, waits until standard input ends, and runs it N times. */
static void bpfprog_n(long n)
{
	static const struct bpf_insn insns[] = {
		{ 0xb7, 1, 0, 0, 21 }, { 0x85, 0, 1, 0, 1 }, { 0x95 },	/* return work_twice(21) */
		{ 0xbf, 0, 1, 0, 0 }, { 0x0f, 0, 1, 0, 0 }, { 0x95 },	/* work_twice: x + x */
	};
	static const struct {
		unsigned short magic; char version[2];
		unsigned head[5], integer[4], pointer[3], main[5], func[3], sub[5], subfunc[3];
		char text[32];
	} btf = {
		0xeb9f, { 1 }, { 24, 0, 23 * 4, 23 * 4, 32 },
		{ 1, 1 << 24, 4, 1 << 24 | 32 }, { 0, 2 << 24, 0 },	/* 1: int; 2: void * */
		{ 0, 13 << 24 | 1, 1, 5, 2 },		/* 3: int (void *ctx) */
		{ 9, 12 << 24 | 1, 3 },			/* 4: work_prog */
		{ 0, 13 << 24 | 1, 1, 30, 1 },		/* 5: int (int x) */
		{ 19, 12 << 24, 5 },			/* 6: work_twice */
		"\0int\0ctx\0work_prog\0work_twice\0x",
	};
	static const unsigned info[2][2] = { { 0, 4 }, { 3, 6 } };
	struct bpf_prog_info about = { 0 };
	union bpf_attr blob = { .btf = (unsigned long)&btf, .btf_size = sizeof(btf) };
	union bpf_attr run = { 0 };
	union bpf_attr ask = { .info = { 0, sizeof(about), (unsigned long)&about } };
	union bpf_attr load = {
		.prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT, .insn_cnt = 6, .prog_name = "work_prog",
		.insns = (unsigned long)insns, .license = (unsigned long)"GPL",
		.func_info_rec_size = 8, .func_info = (unsigned long)info, .func_info_cnt = 2
	};

	load.prog_btf_fd = (unsigned)syscall(SYS_bpf, BPF_BTF_LOAD, &blob, 24);
	run.test.prog_fd = (unsigned)syscall(SYS_bpf, BPF_PROG_LOAD, &load, sizeof(load));
	ask.info.bpf_fd = run.test.prog_fd;
	if (syscall(SYS_bpf, BPF_OBJ_GET_INFO_BY_FD, &ask, sizeof(ask)))
		die("bpf");
	dprintf(1, "%u\n", about.id);
	await_eof(0);
	while (n-- > 0)
		syscall(SYS_bpf, BPF_PROG_TEST_RUN, &run, sizeof(run));
}

static long long now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000LL + ts.tv_nsec;
}

/* Prints the nanoseconds of one call, after a round to warm up.  With QEMU's -icount a nanosecond
 * is an instruction. */
static void timed(void (*what)(long), long n)
{
	long long start;

	what(n / 10 + 1);
	start = now_ns();
	what(n);
	printf("%lld\n", (now_ns() - start) / (n > 0 ? n : 1));
}

static long orphan_calls;

/* Waits until the main thread has ended; the other threads of the process go on. */
static void *orphan(void *unused)
{
	char path[64], stat[256];
	ssize_t n;

	snprintf(path, sizeof(path), "/proc/self/task/%d/stat", getpid());
	do {
		int fd = open_or_die(path, O_RDONLY);

		n = read(fd, stat, sizeof(stat) - 1);
		close(fd);
		stat[n < 0 ? 0 : n] = '\0';
	} while (n > 0 && !strstr(stat, ") Z") && !usleep(1000));
	for (long i = 0; i < orphan_calls; i++)
		work_sum(i);
	return unused;
}

/* T threads that call work_sum() N times each after the main thread has ended. */
static void orphans_n(long threads, long n)
{
	pthread_t id;

	orphan_calls = n;
	while (threads--)
		if ((errno = pthread_create(&id, NULL, orphan, NULL)))
			die("pthread_create");
	pthread_exit(NULL);
}

static const struct {
	const char *name;
	void (*run)(long n);
	int is_timed;
} commands[] = {
	{ "args", args_n, 0 },
	{ "bpf", bpf_n, 0 },
	{ "bpfprog", bpfprog_n, 0 },
	{ "call", call_n, 0 },
	{ "chain", chain_n, 0 },
	{ "datagrams", datagrams_n, 0 },
	{ "down", work_down, 0 }, { "events", events_n, 0 },
	{ "fail", fail_n, 0 },
	{ "fault", fault_n, 0 },
	{ "fork", fork_n, 0 },
	{ "getppid", getppid_n, 0 },
	{ "ids", ids_n, 0 },
	{ "jit", jit_n, 0 },
	{ "landing", landing_n, 0 },
	{ "leak", leak_n, 0 },
	{ "maps", maps_n, 0 },
	{ "names", names_n, 0 },
	{ "nscall", call_n, 1 },
	{ "nsdeep", deep_n, 1 },
	{ "nsgetppid", getppid_n, 1 },
	{ "nsread", read_n, 1 }, { "nsusdt", usdt_n, 1 },
	{ "nswrite", write_n, 1 },
	{ "read", read_n, 0 }, { "refused", refused_n, 0 },
	{ "setuid", setuid_n, 0 },
	{ "setsockopt", setsockopt_n, 0 },
	{ "sleep", sleep_n, 0 },
	{ "slowcall", slowcall_n, 0 },
	{ "sockets", sockets_n, 0 },
	{ "spin", spin_n, 0 },
	{ "stacks", stacks_n, 0 },
	{ "usdt", usdt_n, 0 },
	{ "sum", sum_n, 0 }, { "inlined", inlined_n, 0 },
	{ "tcp", tcp_n, 0 },
	{ "touch", touch_n, 0 },
	{ "watch", watch_n, 0 },
	{ "write", write_n, 0 },
};

static int run_command(const char *name, long n)
{
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (strcmp(commands[i].name, name))
			continue;
		if (commands[i].is_timed)
			timed(commands[i].run, n);
		else
			commands[i].run(n);
		return 1;
	}
	return 0;
}

static int usage(void)
{
	size_t i;

	fprintf(stderr, "usage: work COMMAND N, where COMMAND is one of\n ");
	for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		fprintf(stderr, " %s", commands[i].name);
	fprintf(stderr, "\n"
		"or   counted N HW_EVENT [PERIOD] | open N FILE | hold N FILE [COMMAND...] |\n"
		"     blocked P N | procs P N | threads T N | orphans T N | watched N ADDRESS |\n"
		"     forkppid P N | forkids P N | forktexts P N | gate FIFO COMMAND N\n"
		"(ns...: print the nanoseconds per call)\n");
	return 2;
}

int main(int argc, char **argv)
{
	const char *what = argc > 2 ? argv[1] : "";
	long n = argc > 2 ? strtol(argv[2], NULL, 10) : 0;	/* LONG_MAX if it does not fit */

	if (!strcmp(what, "open") && argc == 4)
		open_n(n, argv[3]);
	else if (!strcmp(what, "hold") && argc > 3)
		hold_n(n, argv + 3);
	else if (!strcmp(what, "counted") && (argc == 4 || argc == 5))
		counted_n(n, atol(argv[3]), argc == 5 ? atol(argv[4]) : 0);
	else if (!strcmp(what, "blocked") && argc == 4)
		blocked_n(n, atol(argv[3]));
	else if (!strcmp(what, "procs") && argc == 4)
		procs_n(n, read_n, atol(argv[3]));
	else if (!strcmp(what, "forkppid") && argc == 4)
		procs_n(n, getppid_n, atol(argv[3]));
	else if (!strcmp(what, "forkids") && argc == 4)
		procs_n(n, ids_n, atol(argv[3]));
	else if (!strcmp(what, "forktexts") && argc == 4)
		procs_n(n, texts_n, atol(argv[3]));
	else if (!strcmp(what, "threads") && argc == 4)
		threads_n(n, atol(argv[3]));
	else if (!strcmp(what, "orphans") && argc == 4)
		orphans_n(n, atol(argv[3]));
	else if (!strcmp(what, "watched") && argc == 4)
		watched_n(n, strtoull(argv[3], NULL, 16));
	else if (!strcmp(what, "gate") && argc == 5)	/* waits for a writer */
		return close(open_or_die(argv[2], O_RDONLY)) ||
		       !run_command(argv[3], atol(argv[4]));
	else if (argc != 3 || !run_command(what, n))
		return usage();
	return 0;
}
