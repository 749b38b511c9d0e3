/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fakesys.c - system calls of the test kernel: files and descriptors; see fakesys.h. */
#define _GNU_SOURCE

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "kernel/host.h"
#include "tests/fake/fakesys.h"

struct fakesys fakesys = { .log = -1 };

void fakesys_start(void)
{
	const char *version = getenv("FAKESYS_KERNEL"), *log = getenv("FAKESYS_LOG");
	u32 major = 6, minor = 1;

	if (version)
		sscanf(version, "%u.%u", &major, &minor);
	fakesys.version = SYS_VERSION(major, minor);
	fakesys.root = getenv("FAKESYS_ROOT");
	fake.helper = sys_helper;
	if (log)
		fakesys.log = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
}

/* awl closes all of them, those of features that it tried, too.  A second process may do it. */
static bool is_left_open(const struct sys_obj *o)
{
	if (o->fd < 0 || fcntl(o->fd, F_GETFD) < 0 || o->kind == SYS_LIST)
		return false;
	fprintf(stderr, "left open: '%s', kind %d, type %u\n", o->name, o->kind, o->type);
	return true;
}

int fakesys_end(int status)
{
	for (size_t i = 0; i < fakesys.objs.n; i++) {
		if (is_left_open(fakesys.objs.v[i]))
			fake.failed = true;
		if (fakesys.objs.v[i]->ring)
			munmap(fakesys.objs.v[i]->ring, 4096);
		vec_free(&fakesys.objs.v[i]->places);
		mem_free(fakesys.objs.v[i]);
	}
	vec_free(&fakesys.objs);
	for (u32 i = 0; i < fake.progs.n; i++)
		mem_free(fake.progs.v[i].insns);
	vec_free(&fake.progs);
	fakemap_free();
	sys_forget();
	arena_free(&fake.arena);
	return fake.failed ? 98 : status;
}

void sys_log(const char *fmt, ...)
{
	char line[1024];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(line, sizeof(line) - 1, fmt, ap);
	va_end(ap);
	line[n++] = '\n';
	if (fakesys.log >= 0 && write(fakesys.log, line, (size_t)n) != n)
		fake.failed = true;
}

int sys_refused(const char *kind, const char *name)
{
	const char *refuse = getenv("FAKESYS_REFUSE");
	char glob[128], full[256];
	int err;

	if (!refuse || sscanf(refuse, "%127s %d", glob, &err) != 2)
		return 0;
	snprintf(full, sizeof(full), "%s%s%.127s", kind, *kind ? ":" : "", name);
	return host_glob(glob, full) ? -err : 0;
}

/* ---- descriptors ---- */

static struct sys_obj *any_obj(int fd)
{
	for (size_t i = fakesys.objs.n; fd >= 0 && i-- > 0; )
		if (fakesys.objs.v[i]->fd == fd)
			return fakesys.objs.v[i];
	return NULL;
}

struct sys_obj *sys_obj(int fd, enum sys_kind kind)
{
	struct sys_obj *o = any_obj(fd);

	return o && o->kind == kind ? o : NULL;
}

struct sys_obj *sys_new(enum sys_kind kind, int fd)
{
	struct sys_obj *o = mem_alloc(sizeof(*o));

	o->kind = kind;
	o->fd = fd >= 0 ? fd : open("/dev/null", O_RDWR | O_CLOEXEC);
	if (o->fd < 0)			/* the call returns this errno */
		o->fd = -errno;
	vec_push(&fakesys.objs, o);
	return o;
}

int __real_close(int fd);
int __wrap_close(int fd);
int __wrap_close(int fd)
{
	struct sys_obj *o = any_obj(fd);

	if (o && o->kind == SYS_PERF && *o->name)
		sys_log("close %s", o->name);
	if (o && o->kind == SYS_LINK)
		sys_log("unlink %s", o->name);
	if (o && o->kind == SYS_MAP)
		fakemap_close(fd);
	if (o) {
		o->fd = -1;
		o->enabled = false;
	}
	return __real_close(fd);
}

/* ---- files ---- */

const char *sys_path(const char *path, char to[4096])
{
	if (!fakesys.root || (strncmp(path, "/sys/", 5) && strncmp(path, "/proc/sys/", 10) &&
			      strcmp(path, "/proc/kallsyms") && strcmp(path, "/proc/kcore") &&
			      strcmp(path, "/proc/modules")))
		return path;
	snprintf(to, 4096, "%s%s", fakesys.root, path);
	return to;
}

static int opened(const char *path, int fd)
{
	size_t n = strlen(path), list = strlen("kprobe_events");

	if (fd >= 0 && n >= list && !strcmp(path + n - list, "kprobe_events"))
		sys_new(SYS_LIST, fd);
	return fd;
}

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...)
{
	char to[4096];
	mode_t mode = 0;
	va_list ap;

	va_start(ap, flags);
	if (flags & (O_CREAT | O_TMPFILE))
		mode = va_arg(ap, mode_t);
	va_end(ap);
	return opened(path, __real_open(sys_path(path, to), flags, mode));
}

int __real_openat(int dir, const char *path, int flags, ...);
int __wrap_openat(int dir, const char *path, int flags, ...);
int __wrap_openat(int dir, const char *path, int flags, ...)
{
	return opened(path, __real_openat(dir, path, flags, 0));
}

DIR *__real_opendir(const char *path);
DIR *__wrap_opendir(const char *path);
DIR *__wrap_opendir(const char *path)
{
	char to[4096];

	return __real_opendir(sys_path(path, to));
}

int __real_access(const char *path, int mode);
int __wrap_access(const char *path, int mode);
int __wrap_access(const char *path, int mode)
{
	char to[4096];

	return __real_access(sys_path(path, to), mode);
}

#define FIRST_PID_NS 0xeffffffc	/* PROC_PID_INIT_INO, linux/proc_ns.h */

int __real_stat(const char *path, struct stat *st);
int __wrap_stat(const char *path, struct stat *st);
int __wrap_stat(const char *path, struct stat *st)
{
	char to[4096];

	if (!strcmp(path, "/proc/self/ns/pid")) {
		*st = (struct stat){ .st_ino = FIRST_PID_NS };
		return 0;
	}
	return __real_stat(sys_path(path, to), st);
}

u32 __wrap_host_kernel_version(void);
u32 __wrap_host_kernel_version(void)
{
	return fakesys.version;
}

const char *__wrap_host_version(void);
const char *__wrap_host_version(void)
{
	const char *version = getenv("FAKESYS_VERSION");

	return version ? version : "#1 SMP PREEMPT_DYNAMIC";
}

const char *__wrap_host_machine(void);
const char *__wrap_host_machine(void)
{
	return "x86_64";
}

u64 __wrap_host_memory(void);
u64 __wrap_host_memory(void)
{
	const char *mb = getenv("FAKESYS_MEMORY");

	return mb ? strtoull(mb, NULL, 0) << 20 : 16ull << 30;
}

/* ---- calls ---- */

static long result(int r)
{
	if (r >= 0)
		return r;
	errno = -r;
	return -1;
}

long __real_syscall(long nr, ...);
long __wrap_syscall(long nr, ...);

/*
 * Only futex() has six arguments.  The others have five at most, all in registers;
 * reading a sixth one would read the caller's stack.
 */
long __wrap_syscall(long nr, ...)
{
	u32 n = nr == SYS_futex ? 6 : 5;
	long a[6] = {0};
	va_list ap;

	va_start(ap, nr);
	for (u32 i = 0; i < n; i++)
		a[i] = va_arg(ap, long);
	va_end(ap);
	if (nr == SYS_bpf)
		return result(sys_bpf_call((u32)a[0], (void *)a[1], (u32)a[2]));
	if (nr == SYS_perf_event_open)
		return result(sys_perf_call((void *)a[0], (int)a[1], (int)a[2]));
	if (nr == SYS_fsopen)	/* its filesystems are all in FAKESYS_ROOT */
		return result(-ENODEV);
	return __real_syscall(nr, a[0], a[1], a[2], a[3], a[4], a[5]);
}

static int set_bpf(struct sys_obj *o, int fd)
{
	struct sys_obj *prog = sys_obj(fd, SYS_PROG);

	if (!prog)
		return -EBADF;
	sys_log("set %s %s", o->name, prog->name);
	o->prog = prog;
	return 0;
}

int __wrap_ioctl(int fd, unsigned long request, ...);
int __wrap_ioctl(int fd, unsigned long request, ...)
{
	struct sys_obj *o = sys_obj(fd, SYS_PERF);
	struct timespec t;
	va_list ap;
	long arg;

	va_start(ap, request);
	arg = va_arg(ap, long);
	va_end(ap);
	if (!o)
		return (int)result(-ENOTTY);
	if (request == PERF_EVENT_IOC_SET_BPF)
		return (int)result(set_bpf(o, (int)arg));
	if (request != PERF_EVENT_IOC_ENABLE)
		return (int)result(-EINVAL);
	clock_gettime(CLOCK_MONOTONIC, &t);
	o->since = (u64)t.tv_sec * 1000000000 + (u64)t.tv_nsec;
	o->enabled = true;
	if (*o->name)
		sys_log("enable %s", o->name);
	return 0;
}

/* The count, and the time for which it was counted. */
static long read_event(const struct sys_obj *o, u64 to[2])
{
	struct timespec t;
	u64 age;

	clock_gettime(CLOCK_MONOTONIC, &t);
	age = (u64)t.tv_sec * 1000000000 + (u64)t.tv_nsec - o->since;
	to[0] = 0;
	to[1] = age - age * fakesys.off / 100;
	return 16;
}

ssize_t __real_read(int fd, void *to, size_t n);
ssize_t __wrap_read(int fd, void *to, size_t n);
ssize_t __wrap_read(int fd, void *to, size_t n)
{
	static bool interrupted;
	struct sys_obj *o = sys_obj(fd, SYS_PERF);

	if (getenv("FAKESYS_EINTR") && (interrupted = !interrupted))
		return (ssize_t)result(-EINTR);
	if (sys_obj(fd, SYS_ITER))
		return (ssize_t)result(sys_read_iter(sys_obj(fd, SYS_ITER), (u32)n));
	return o && n >= 16 ? read_event(o, to) : __real_read(fd, to, n);
}

ssize_t __real_write(int fd, const void *from, size_t n);
ssize_t __wrap_write(int fd, const void *from, size_t n);
ssize_t __wrap_write(int fd, const void *from, size_t n)
{
	return sys_obj(fd, SYS_LIST) ? result(sys_kprobe_list(from, (u32)n))
				     : __real_write(fd, from, n);
}

/* Is it a file of /sys/kernel/btf?  These can be mapped since 6.16. */
static bool is_btf(int fd)
{
	char link[32], path[4096];
	ssize_t n;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, path, sizeof(path) - 1);
	if (fd < 0 || n < 0)
		return false;
	path[n] = '\0';
	return strstr(path, "/sys/kernel/btf/") != NULL;
}

void *__real_mmap(void *p, size_t n, int prot, int flags, int fd, off_t at);
void *__wrap_mmap(void *p, size_t n, int prot, int flags, int fd, off_t at);
void *__wrap_mmap(void *p, size_t n, int prot, int flags, int fd, off_t at)
{
	struct sys_obj *o = sys_obj(fd, SYS_PERF);
	size_t page = (size_t)getpagesize();

	if (is_btf(fd) && !sys_since(6, 16))	/* fs/sysfs: its bin_attribute has no mmap() */
		return (void *)result(-ENODEV);
	/* a page, and 2^n of data */
	if (o && (n <= page || (n - page) & (n - page - 1) || at))
		return (void *)result(-EINVAL);
	if (o && !o->size) {
		if (ftruncate(fd, (off_t)n))
			return MAP_FAILED;
		o->size = (u32)(n - page);
		o->ring = __real_mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	}
	return __real_mmap(p, n, prot, flags, fd, at);
}

/* ---- waiting ---- */

int __real_epoll_ctl(int fd, int op, int other, struct epoll_event *e);
int __wrap_epoll_ctl(int fd, int op, int other, struct epoll_event *e);
int __wrap_epoll_ctl(int fd, int op, int other, struct epoll_event *e)
{
	if (!sys_obj(other, SYS_MAP))
		return __real_epoll_ctl(fd, op, other, e);
	if (!(e->events & EPOLLET))	/* required: awl does not read at every event */
		fake.failed = true;
	fakesys.epoll = fd;	/* the ring buffer is shared memory here and can't be waited for */
	return 0;
}

int __real_epoll_wait(int fd, struct epoll_event *e, int max, int ms);
int __wrap_epoll_wait(int fd, struct epoll_event *e, int max, int ms);
int __wrap_epoll_wait(int fd, struct epoll_event *e, int max, int ms)
{
	bool was = fakesys.is_woken;

	if (!fd || fd != fakesys.epoll)
		return __real_epoll_wait(fd, e, max, ms);
	fakesys.is_woken = false;
	return was;
}

static bool is_made_up(int fd)
{
	return fd > 0 && (fd == fakesys.epoll || sys_obj(fd, SYS_PERF));
}

static bool is_ready(int fd)
{
	struct sys_obj *o = sys_obj(fd, SYS_PERF);

	return o ? sys_is_readable(o) : fakesys.is_woken;
}

/* ---- messages about devices and modules ---- */

static int uevents[2] = { -1, -1 };

int __wrap_uevent_open(void);
int __wrap_uevent_open(void)
{
	return socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, uevents) ?
	       -errno : uevents[0];
}

void sys_uevent(const char *text)
{
	if (send(uevents[1], text, strlen(text) + 1, 0) < 0)
		sys_log("no one listens to uevents\n");
}

/* The session waits: the events of the test happen now. */
int __real_poll(struct pollfd *p, nfds_t n, int ms);
int __wrap_poll(struct pollfd *p, nfds_t n, int ms);
int __wrap_poll(struct pollfd *p, nfds_t n, int ms)
{
	int ready = 0, r;

	if (n > 1 && sys_happen())
		ms = 0;
	for (nfds_t i = 0; i < n; i++)
		if (is_made_up(p[i].fd))	/* files are always ready */
			p[i].fd = -1 - p[i].fd;
	r = __real_poll(p, n, ms);
	for (nfds_t i = 0; i < n; i++) {
		if (p[i].fd >= -1 || !is_made_up(-1 - p[i].fd))
			continue;
		p[i].fd = -1 - p[i].fd;
		p[i].revents = is_ready(p[i].fd) ? POLLIN : 0;
		ready += p[i].revents != 0;
	}
	return r < 0 ? r : r + ready;
}
