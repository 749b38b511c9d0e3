/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_retprobe.c - kernel/retprobe.c on a made-up tracefs, which is a folder.  A line written to
 * its kprobe_events adds or removes a name, as in Documentation/trace/kprobetrace.rst.  The number
 * of slots is computed by hand from the machine's memory, CPUs and threads.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "kernel/host.h"
#include "kernel/preempt.h"
#include "kernel/retprobe.h"
#include "kernel/sysperf.h"
#include "tests/lib/unit.h"

static u64 fake_memory(void);
static u32 fake_cpus(void);
static u32 fake_version(void);
static bool fake_preempts(void);
static char *fake_read_file(const char *path, size_t *len);
static int fake_tracepoint(u64 id);
static pid_t fake_fork(void);
static int fake_pipe(int ends[2], int flags);
static int fake_poll(struct pollfd *p, nfds_t n, int ms);
static ssize_t fake_write(int fd, const void *from, size_t n);
static int fake_flock(int fd, int how);

#define host_memory fake_memory
#define host_cpus_possible fake_cpus
#define host_kernel_version fake_version
#define host_preempts fake_preempts
#define host_read_file fake_read_file
#define sysperf_tracepoint fake_tracepoint
#define fork fake_fork
#define pipe2 fake_pipe
#define poll fake_poll
#define write fake_write
#define flock fake_flock
#include "src/kernel/retprobe.c"
#undef host_read_file
#undef fork
#undef pipe2
#undef poll
#undef write
#undef flock

#define VERSION(major, minor) ((major) << 16 | (minor) << 8)

static struct {
	u64 memory;
	/* gcc 14.2 with -O1 doesn't see that what the fakes return changes (-fipa-modref). */
	volatile u32 cpus, version;
	volatile bool preempts;
	const char *loadavg;
	int no_fork, no_pipe;	/* errno values */
	bool is_shared;		/* another awl has the directory's lock */
	u32 slept;		/* in ms, in remove_patiently() */
	u32 busy_until;		/* names can be removed after so many ms of sleep */
	u32 busy;		/* the number of names that can't be removed before */
	u32 busy_then;		/* and after that */
	struct strbuf log;	/* locks and names removed */
} kernel;

static u64 fake_memory(void) { return kernel.memory; }
static u32 fake_cpus(void) { return kernel.cpus; }
static u32 fake_version(void) { return kernel.version; }
static bool fake_preempts(void) { return kernel.preempts; }

static char *fake_read_file(const char *path, size_t *len)
{
	size_t size = kernel.loadavg ? strlen(kernel.loadavg) + 1 : 0;

	(void)len;
	CHECK(same(path, "/proc/loadavg"));
	return size ? memcpy(mem_alloc(size), kernel.loadavg, size) : NULL;
}

static int fake_tracepoint(u64 id)
{
	return (int)id + 5000;
}

static pid_t fake_fork(void)
{
	errno = kernel.no_fork;
	return kernel.no_fork ? -1 : fork();
}

static int fake_pipe(int ends[2], int flags)
{
	CHECK(flags == O_CLOEXEC);
	errno = kernel.no_pipe;
	return kernel.no_pipe ? -1 : pipe2(ends, flags);
}

static int fake_poll(struct pollfd *p, nfds_t n, int ms)
{
	if (p && ms != -1)
		put("spins", "the guard does not wait\n");
	if (p)
		return poll(p, n, ms);
	kernel.slept += (u32)ms;
	return 0;
}

/* Only one kind of lock can be refused: LOCK_EX | LOCK_NB. */
static int fake_flock(int fd, int how)
{
	struct stat st;

	CHECK(!fstat(fd, &st) && S_ISDIR(st.st_mode));
	sb_puts(&kernel.log, how == (LOCK_EX | LOCK_NB) ? "try " : how == LOCK_SH ? "share " :
		how == LOCK_UN ? "unlock " : "? ");
	return how == (LOCK_EX | LOCK_NB) && kernel.is_shared ? -1 : 0;
}

static const char *path_of(const char *name)
{
	static char path[256];

	snprintf(path, sizeof(path), "%s/%s", unit_folder(), name);
	return path;
}

static const char *names(void)
{
	static char text[4096];
	char *now = host_read_file(path_of("kprobe_events"), NULL);

	snprintf(text, sizeof(text), "%s", now);
	mem_free(now);
	return text;
}

/* Removes the line of a name. */
static ssize_t remove_line(const char *name, size_t n)
{
	char line[128], left[4096];
	const char *text = names(), *at, *end;
	u32 busy = kernel.slept < kernel.busy_until ? kernel.busy : kernel.busy_then, lines = 0;

	for (at = text; *at; at++)
		lines += *at == '\n';
	if (lines <= busy) {		/* the last ones remain */
		errno = EBUSY;
		return -1;
	}
	snprintf(line, sizeof(line), ":%.*s ", (int)n - 3, name + 2);
	at = strstr(text, line);
	if (!at) {
		errno = ENOENT;
		return -1;
	}
	sb_printf(&kernel.log, "remove%s", line);
	while (at > text && at[-1] != '\n')
		at--;
	end = strchr(at, '\n') + 1;
	snprintf(left, sizeof(left), "%.*s%s", (int)(at - text), text, end);
	put("kprobe_events", left);
	return (ssize_t)n;
}

static ssize_t fake_write(int fd, const void *from, size_t n)
{
	const char *line = from;

	if (n < 3 || line[n - 1] != '\n') {
		errno = EINVAL;
		return -1;
	}
	return line[0] == '-' && line[1] == ':' ? remove_line(line, n) : write(fd, from, n);
}

/* ---- slots ---- */

/* Called in a child, because the number of threads is read only once. */
static u32 slots_with(const char *loadavg, u32 n)
{
	int ends[2];
	u32 slots = 0;

	kernel.loadavg = loadavg;
	if (pipe(ends))
		return 0;
	if (!fork()) {
		slots = retprobe_slots(n);
		_exit(write(ends[1], &slots, 4) != 4);
	}
	close(ends[1]);
	if (read(ends[0], &slots, 4) != 4)
		slots = 0;
	close(ends[0]);
	wait(NULL);
	return slots;
}

static void test_threads(void)
{
	kernel.memory = 1ull << 36;
	kernel.cpus = 4;
	kernel.version = VERSION(6, 1);
	CHECK(slots_with("0.00 0.01 0.05 1/123 4567\n", 1) == 2 * 123 + 128);
	CHECK(slots_with("0.00 0.01 0.05 1/65 4567\n", 1) == 2 * 65 + 128);
	CHECK(slots_with("0.00 0.01 0.05 1/63 4567\n", 1) == 256);
	CHECK(slots_with("0.00 0.01 0.05 2/1984 4567\n", 1) == 4096);
	CHECK(slots_with("0.00 0.01 0.05 2/1983 4567\n", 1) == 4094);
	CHECK(slots_with("0.00 0.01 0.05 2/9999 4567\n", 1) == 4096);
	CHECK(slots_with("0.00 0.01 0.05\n", 1) == 256);
	CHECK(slots_with(NULL, 0) == 256);
}

/* A slot takes 96 bytes and, on 4 CPUs, four pointers of 8 bytes: 128 bytes. */
static void test_memory(void)
{
	static const char load[] = "0.00 0.01 0.05 1/123 4567\n";	/* wants 374 slots */

	kernel.memory = 374 * 128 * 64;
	kernel.cpus = 4;
	kernel.version = VERSION(6, 1);
	CHECK(slots_with(load, 0) == 374 && slots_with(load, 1) == 374);
	CHECK(slots_with(load, 2) == 187 && slots_with(load, 10) == 37);
	kernel.memory -= 1;
	CHECK(slots_with(load, 1) == 373);
	/* No fewer than the kernel itself would make.  374 / 75 is 4, as many as there are CPUs. */
	CHECK(slots_with(load, 74) == 5 && slots_with(load, 100) == 4);
	kernel.preempts = true;
	CHECK(slots_with(load, 100) == 10);
	kernel.preempts = false;
	kernel.version = VERSION(6, 2);
	CHECK(slots_with(load, 30) == 12 && slots_with(load, 100) == 10);
	CHECK(retprobe_default_slots() == 10);
	kernel.cpus = 5;
	CHECK(retprobe_default_slots() == 10);
	kernel.cpus = 6;
	CHECK(retprobe_default_slots() == 12);
	kernel.version = VERSION(6, 1);
	CHECK(retprobe_default_slots() == 6);
	kernel.preempts = true;
	CHECK(retprobe_default_slots() == 12);
	kernel.preempts = false;
	/* 96 bytes and 200 pointers; the kernel alone would make 400 */
	kernel.cpus = 200;
	kernel.version = VERSION(6, 2);
	kernel.memory = 374 * (96 + 1600) * 64;
	CHECK(slots_with(load, 1) == 374 && slots_with(load, 2) == 400);
}

/* ---- names ---- */

static struct arena arena;

static int open_folder(struct retprobes *r)
{
	memset(r, 0, sizeof(*r));
	return retprobes_open(r, &arena, unit_folder(), 1);
}

static void check_log(const char *want)
{
	CHECK(same(sb_str(&kernel.log), want));
	sb_reset(&kernel.log);
}

static int open_fds(void)
{
	int n = 0;

	for (int fd = 0; fd < 256; fd++)
		n += fcntl(fd, F_GETFD) >= 0;
	return n;
}

static void put_events(const char *text)
{
	put("kprobe_events", text);
	sb_reset(&kernel.log);
	kernel.slept = 0;
}

/* Only awl_NUMBER/awl_NUMBER_… is removed, with the same number in both, and only if no other awl
 * is between making its names and using them. */
static void test_old_names(void)
{
	struct retprobes r;
	int fds = open_fds();

	put_events("p:kprobes/one f\nr256:awl_12/awl_12_0 f\nr256:awl_12/awl_13_0 g\n"
		   "r256:awl_12/awl_120 g\nr256:awl_x/awl_x_0 h\nr256:awl_/awl__0 h\n"
		   "r256:awx_7/awx_7_0 h\nno name\nr256:awl_12/awl_12_31 i\nr:awl_7/awl_7_0 k\n");
	CHECK(open_folder(&r) == 0 && !r.err && !r.n);
	CHECK(r.slots == 374);		/* the first call in this process: 123 threads */
	check_log("try remove:awl_12/awl_12_0 remove:awl_12/awl_12_31 remove:awl_7/awl_7_0 share ");
	CHECK(same(names(), "p:kprobes/one f\nr256:awl_12/awl_13_0 g\nr256:awl_12/awl_120 g\n"
		   "r256:awl_x/awl_x_0 h\nr256:awl_/awl__0 h\nr256:awx_7/awx_7_0 h\nno name\n"));
	retprobes_settle(&r);
	check_log("unlock ");
	retprobes_close(&r);
	CHECK(!r.group && open_fds() == fds && wait(NULL) < 0 && errno == ECHILD);
	retprobes_settle(&r);
	retprobes_close(&r);		/* closed already */
	check_log("");

	put_events("r256:awl_12/awl_12_0 f\n");
	kernel.is_shared = true;
	CHECK(open_folder(&r) == 0);
	kernel.is_shared = false;
	check_log("try share ");
	retprobes_close(&r);
	CHECK(same(names(), "r256:awl_12/awl_12_0 f\n"));
}

/* Lines of other groups, of a name that is no number, and of a probe that is not there are left
 * out.  The number of misses follows the number of hits. */
static void test_missed(struct retprobes *r, const char *g)
{
	u64 missed[2] = { 100, 200 };
	char text[1024];

	snprintf(text, sizeof(text), "  %s_1   17   5\n%s_0 3 4\n  %s_2   1   9\n  %s   1 11\n"
		 "  awl_1_0 1 13\n  %s1_0 1 17\n  %s_1 8\n  %s_x 1 19\n  %s_0 2 100000000000\n",
		 g, g, g, g, g, g, g, g);
	put("kprobe_profile", text);
	retprobes_missed(r, missed);
	CHECK(missed[0] == 100 + 4 + 100000000000 && missed[1] == 205);
	r->n = 0;
	retprobes_missed(r, missed);
	CHECK(missed[0] == 100 + 4 + 100000000000);
	r->n = 2;
}

/* The lines that make probes, and the ids that tracefs gives to them. */
static void test_made(void)
{
	char group[32], want[2048], path[128], others[1024];
	struct retprobes r;
	int fds = open_fds();

	/* another process with this number, in another PID namespace, uses two groups */
	snprintf(path, sizeof(path), "events/awl_%d/enable", (int)getpid());
	put(path, "0\n");
	snprintf(path, sizeof(path), "events/awl_%d000/enable", (int)getpid());
	put(path, "0\n");
	put_events("");
	snprintf(group, sizeof(group), "awl_%d001", (int)getpid());
	CHECK(open_folder(&r) == 0 && same(r.group, group));
	CHECK(retprobe_open(&r, "vfs_read", 0) == -ENOENT && r.n == 0);	/* tracefs has no id */
	put_events("");
	snprintf(path, sizeof(path), "events/%s/%s_0/id", group, group);
	put(path, "\n");
	CHECK(retprobe_open(&r, "vfs_read", 0) == -EINVAL && r.n == 0);
	put_events("");
	put(path, "41\n");
	CHECK(retprobe_open(&r, "vfs_read", 0) == 5041 && r.n == 1);
	snprintf(path, sizeof(path), "events/%s/%s_1/id", group, group);
	put(path, "42\n");
	CHECK(retprobe_open(&r, NULL, 0xffffffff81000010) == 5042 && r.n == 2);
	snprintf(want, sizeof(want), "r374:%s/%s_0 vfs_read\nr374:%s/%s_1 0xffffffff81000010\n",
		 group, group, group, group);
	CHECK(same(names(), want));
	test_missed(&r, group);

	/* other groups: a number of as many digits, and one that begins with the same digits */
	snprintf(path, sizeof(path), "%s9", group);
	group[strlen(group) - 1] = '2';
	snprintf(others, sizeof(others), "r9:%s/%s_0 f\nr9:%s/%s_0 f\n", path, path, group, group);
	group[strlen(group) - 1] = '1';
	snprintf(want + strlen(want), sizeof(want) - strlen(want), "%s", others);
	put_events(want);
	retprobes_close(&r);
	snprintf(want, sizeof(want), "remove:%s/%s_0 remove:%s/%s_1 ", group, group, group, group);
	check_log(want);
	CHECK(same(names(), others) && open_fds() == fds && !kernel.slept);
	CHECK(wait(NULL) < 0 && errno == ECHILD);
}

/* Without the list, a pipe or a process, each probe fails with the same error. */
static void test_failures(void)
{
	struct retprobes r;
	int fds = open_fds();

	memset(&r, 0, sizeof(r));
	CHECK(retprobe_open(&r, "vfs_read", 0) == -EBADF);
	put_events("");
	kernel.no_pipe = EMFILE;
	CHECK(open_folder(&r) == -EMFILE && open_fds() == fds);
	CHECK(retprobe_open(&r, "vfs_read", 0) == -EMFILE && same(names(), ""));
	sb_reset(&kernel.log);
	retprobes_settle(&r);
	retprobes_close(&r);
	check_log("");
	kernel.no_pipe = 0;
	kernel.no_fork = EAGAIN;
	CHECK(open_folder(&r) == -EAGAIN && open_fds() == fds);
	CHECK(retprobe_open(&r, "vfs_read", 0) == -EAGAIN);
	kernel.no_fork = 0;
	unlink(path_of("kprobe_events"));
	CHECK(open_folder(&r) == -ENOENT && open_fds() == fds);
	CHECK(retprobes_open(&r, &arena, path_of("nothing"), 1) == -ENOENT && open_fds() == fds);
	CHECK(retprobe_open(&r, "vfs_read", 0) == -ENOENT);
}

static void make_names(struct retprobes *r)
{
	char path[256];

	for (int i = 0; i < 2; i++) {
		snprintf(path, sizeof(path), "events/%s/%s_%d/id", r->group, r->group, i);
		put(path, "7\n");
		CHECK(retprobe_open(r, "vfs_read", 0) == 5007);
	}
}

static void make_two(struct retprobes *r)
{
	CHECK(open_folder(r) == 0);
	make_names(r);
}

/* An event stays in use for a while.  awl waits for it for a second.  Then the guard goes on. */
static void test_busy(void)
{
	struct retprobes r;
	int status;

	put_events("");
	make_two(&r);
	kernel.busy = 2;
	kernel.busy_until = 30;
	retprobes_close(&r);
	CHECK(kernel.slept == 30 && same(names(), ""));
	CHECK(wait(NULL) < 0 && errno == ECHILD);
	put_events("");
	kernel.busy = 0;
	make_two(&r);
	kernel.busy = 2;
	kernel.busy_until = 100000;
	retprobes_close(&r);
	CHECK(kernel.slept == 1000);
	/* to the guard, which does not know it, they are not busy */
	CHECK(wait(&status) == r.guard && status == 0 && same(names(), ""));
	/* Each name that can be removed is a reason to wait for another second. */
	put_events("");
	kernel.busy = 0;
	make_two(&r);
	kernel.busy = 2;
	kernel.busy_until = 500;
	kernel.busy_then = 1;
	retprobes_close(&r);
	CHECK(kernel.slept > 1400 && kernel.slept <= 1500);
	CHECK(wait(&status) == r.guard && status == 0 && same(names(), ""));
	kernel.busy = kernel.busy_then = 0;
}

static bool is_empty_soon(void)
{
	for (int i = 0; i < 500 && *names(); i++)
		poll(NULL, 0, 10);
	return !*names();
}

/* Runs until it is killed.  The guard has time to do something wrong before there are names. */
static void be_guarded(const int ready[2], const int kept[2])
{
	struct retprobes r;

	setpgid(0, 0);
	dup2(kept[1], 0);
	CHECK(open_folder(&r) == 0);
	close(kept[1]);
	close(0);
	kill(r.guard, SIGTERM);
	poll(NULL, 0, 200);
	make_names(&r);
	CHECK(waitpid(r.guard, NULL, WNOHANG) == 0);
	if (write(ready[1], &failed, sizeof(failed)) > 0)
		pause();
	_exit(0);
}

/* The guard removes the names of an awl that is killed together with all processes of its
 * terminal.  Before that it closes what it inherited, and signals do not end it. */
static void test_guard(void)
{
	struct pollfd p = { .events = POLLIN };
	int ready[2], kept[2], status;
	unsigned wrong = 1;
	char byte;
	pid_t pid;

	put_events("");
	if (pipe(ready) || pipe(kept)) {
		CHECK(false);
		return;
	}
	pid = fork();
	if (!pid)
		be_guarded(ready, kept);
	close(ready[1]);
	close(kept[1]);
	CHECK(read(ready[0], &wrong, sizeof(wrong)) == sizeof(wrong) && wrong == failed);
	CHECK(*names());
	p.fd = kept[0];
	CHECK(poll(&p, 1, 10000) == 1 && read(kept[0], &byte, 1) == 0);
	kill(-pid, SIGTERM);
	CHECK(waitpid(pid, &status, 0) == pid && WIFSIGNALED(status));
	CHECK(is_empty_soon());
	CHECK(access(path_of("spins"), F_OK) < 0);
	close(ready[0]);
	close(kept[0]);
}

int main(void)
{
	test_threads();
	test_memory();
	kernel.memory = 1ull << 36;
	kernel.loadavg = "0.00 0.01 0.05 1/123 4567\n";
	test_old_names();
	test_made();
	test_busy();
	test_guard();
	test_failures();
	arena_free(&arena);
	sb_free(&kernel.log);
	return unit_end();
}
