/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * host.c - facts about the running machine, and the globs of probe targets.
 *
 * Everything is read when it is asked for, and cached if it can't change.
 */
#include "kernel/host.h"

#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/capability.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/sysmacros.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "arch/arch.h"
#include "base/find.h"
#include "base/number.h"

#define MOST_READ (64u << 20)	/* bytes; a device may have no end */

char *host_read_fd(int fd, size_t *len)
{
	size_t n = 0, cap = 4096;
	char *text = mem_realloc(NULL, cap);
	ssize_t got;

	/* fstat() can't be used: it reports no size for files in /proc. */
	while ((got = read(fd, text + n, cap - n - 1)) > 0 || (got < 0 && errno == EINTR)) {
		n += got > 0 ? (size_t)got : 0;
		if (n > MOST_READ) {
			errno = EFBIG;
			got = -1;
			break;
		}
		if (n + 1 == cap)
			text = mem_realloc(text, cap *= 2);
	}
	if (got < 0) {
		mem_free(text);
		return NULL;
	}
	text[n] = '\0';
	if (len)
		*len = n;
	return text;
}

char *host_read_file(const char *path, size_t *len)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), e;
	char *text;

	if (fd < 0)
		return NULL;
	text = host_read_fd(fd, len);
	e = errno;
	close(fd);
	errno = e;
	return text;
}

/* Reads the next range of "0-3,8"; false at the end. */
static bool next_range(const char **s, u32 *from, u32 *to)
{
	u64 n;

	if (!number_decimal(s, &n))
		return false;
	*from = *to = (u32)n;
	if (**s == '-') {
		++*s;
		number_decimal(s, &n);
		*to = (u32)n;
	}
	*s += **s == ',';
	return true;
}

/*
 * Reads the mask of CPUs that awl may run on, if there is no sysfs.  Returns the number of bits
 * in the kernel's own masks, which is at least the number of CPUs, or 1 on errors.
 */
static u32 affinity(unsigned long mask[1024 / sizeof(long)])
{
	unsigned long own[1024 / sizeof(long)];
	long n = syscall(SYS_sched_getaffinity, 0, sizeof(own), mask ? mask : own);

	return n > 0 ? (u32)n * 8 : 1;
}

u32 host_cpus_possible(void)
{
	static u32 cpus;
	u32 from, to;
	char *text;
	const char *s;

	if (cpus)
		return cpus;
	s = text = host_read_file("/sys/devices/system/cpu/possible", NULL);
	while (s && next_range(&s, &from, &to))
		if (to + 1 > cpus)
			cpus = to + 1;
	mem_free(text);
	if (!cpus)
		cpus = affinity(NULL);
	return cpus;
}

static u32 cpus_of_mask(u32 *list, u32 max)
{
	unsigned long mask[1024 / sizeof(long)] = { 1 };
	const u32 bits = 8 * sizeof(long);
	u32 n = 0;

	affinity(mask);
	for (u32 cpu = 0; cpu < 8 * sizeof(mask) && n < max; cpu++)
		if (mask[cpu / bits] >> cpu % bits & 1)
			list[n++] = cpu;
	return n;
}

u32 host_cpus_online(struct arena *a, u32 **list)
{
	char *text = host_read_file("/sys/devices/system/cpu/online", NULL);
	u32 from, to, n = 0, max = host_cpus_possible();
	const char *s = text;

	*list = arena_array(a, u32, max);
	while (s && next_range(&s, &from, &to))
		for (; from <= to && n < max; from++)
			(*list)[n++] = from;
	mem_free(text);
	return n ? n : cpus_of_mask(*list, max);
}

struct host_module *host_modules(struct arena *a)
{
	struct host_module *all = NULL, *m;
	DIR *d = opendir(HOST_MODULES);
	struct dirent *e;

	while (d && (e = readdir(d))) {
		m = arena_new(a, struct host_module);
		m->path = arena_printf(a, "%s%s", HOST_MODULES, e->d_name);
		m->ino = e->d_ino;
		m->next = all;
		all = m;
	}
	if (d)
		closedir(d);
	return all;
}

bool host_module_gone(const struct host_module *m)
{
	struct stat st;

	if (stat(m->path, &st))
		return errno == ENOENT;
	return st.st_ino != m->ino;	/* . and .. always match */
}

u64 host_memory(void)
{
	struct sysinfo info = { 0 };

	sysinfo(&info);
	return (u64)info.totalram * info.mem_unit;
}

static const struct utsname *names(void)
{
	static struct utsname u;

	if (!*u.sysname)
		uname(&u);
	return &u;
}

/* Finds the version in the notes of a segment of the vDSO: type 0 of "Linux". */
static u32 version_note(const char *p, const char *end)
{
	while (p + sizeof(ElfW(Nhdr)) <= end) {
		const ElfW(Nhdr) *n = (const void *)p;
		const char *name = p + sizeof(*n);
		const char *desc = name + ALIGN_UP(n->n_namesz, 4);

		if (n->n_type == 0 && n->n_namesz == 6 && !memcmp(name, "Linux", 6) &&
		    n->n_descsz >= 4) {
			u32 version;

			memcpy(&version, desc, 4);
			return version;
		}
		p = desc + ALIGN_UP(n->n_descsz, 4);
	}
	return 0;
}

/*
 * Reads the version from the vDSO, or returns 0.  A distribution's uname may say 5.10.0 for
 * 5.10.218, but the note in the vDSO has the number that the kernel compares with.
 */
static u32 vdso_version(void)
{
	const char *base = (const char *)getauxval(AT_SYSINFO_EHDR);
	const ElfW(Ehdr) *eh = (const void *)base;
	u32 v = 0;

	if (!base)
		return 0;
	for (int i = 0; i < eh->e_phnum && !v; i++) {
		const ElfW(Phdr) *ph = (const void *)(base + eh->e_phoff +
						      (size_t)i * eh->e_phentsize);

		if (ph->p_type == PT_NOTE)
			v = version_note(base + ph->p_offset,
					 base + ph->p_offset + ph->p_memsz);
	}
	return v;
}

/* Turns "5.10.218-rt3" into KERNEL_VERSION(5, 10, 218). */
static u32 release_version(const char *s)
{
	u32 version = 0;

	for (int shift = 16; shift >= 0; shift -= 8) {
		u64 n;

		number_decimal(&s, &n);
		version |= (u32)(n > 255 ? 255 : n) << shift;
		s += *s == '.';
	}
	return version;
}

u32 host_kernel_version(void)
{
	static u32 version;

	if (!version)
		version = vdso_version();
	if (!version)
		version = release_version(host_release());
	return version;
}

const char *host_release(void)
{
	return names()->release;
}

const char *host_version(void)
{
	return names()->version;
}

const char *host_name(void)
{
	return names()->nodename;
}

const char *host_machine(void)
{
	static char name[sizeof(names()->machine) + 2];

	snprintf(name, sizeof(name), "%.64s" ARCH_ORDER, names()->machine);
	return name;
}

u64 host_now(int clock)
{
	struct timespec t = { 0 };

	clock_gettime(clock, &t);
	return (u64)t.tv_sec * 1000000000 + (u64)t.tv_nsec;
}

/* Reads both clocks several times and uses the try with the least time between the readings. */
static s64 realtime_minus(clockid_t clock)
{
	s64 best = INT64_MAX, diff = 0;

	for (int i = 0; i < 4; i++) {
		s64 a = (s64)host_now(clock), r = (s64)host_now(CLOCK_REALTIME);
		s64 b = (s64)host_now(clock);

		if (b - a < best) {
			best = b - a;
			diff = r - (a + (b - a) / 2);
		}
	}
	return diff;
}

s64 host_realtime_minus_boot(void)
{
	return realtime_minus(CLOCK_BOOTTIME);
}

s64 host_realtime_minus_mono(void)
{
	return realtime_minus(CLOCK_MONOTONIC);
}

s64 host_realtime_minus_tai(void)
{
	return realtime_minus(CLOCK_TAI);
}

s64 host_tai_minus_boot(void)
{
	return realtime_minus(CLOCK_BOOTTIME) - realtime_minus(CLOCK_TAI);
}

/* Lines are "name:password:uid:…".  getpwuid() is not used because it would link the C library's
 * name services. */
bool host_user_name(u32 uid, char *name, u32 size)
{
	static char *users;
	char want[16];
	const char *line, *id;

	if (!users)
		users = host_read_file("/etc/passwd", NULL);
	snprintf(want, sizeof(want), ":%u:", uid);
	for (line = users; line && *line; line += strcspn(line, "\n"), line += *line == '\n') {
		id = line + strcspn(line, ":\n");
		id += *id == ':';
		id += strcspn(id, ":\n");
		if (!starts_with(id, want))
			continue;
		snprintf(name, size, "%.*s", (int)strcspn(line, ":"), line);
		return true;
	}
	return false;
}

bool host_is_glob(const char *text)
{
	return text[strcspn(text, "*?[{")] != '\0';
}

/* p is after '['.  Returns the end of the set, or NULL if it has none. */
static const char *match_set(const char *p, char c, bool *in)
{
	bool no = *p == '!' || *p == '^';
	const char *first = p += no;

	*in = false;
	for (; *p && (*p != ']' || p == first); p++) {
		if (p[1] == '-' && p[2] && p[2] != ']') {
			*in |= p[0] <= c && c <= p[2];
			p += 2;
		} else {
			*in |= *p == c;
		}
	}
	*in ^= no;
	return *p ? p + 1 : NULL;
}

/* p is at '{'.  Tries each alternative together with the text after the brace. */
static bool match_braces(const char *p, const char *text)
{
	const char *end = strchr(p, '}'), *alt = p + 1;
	char whole[256];

	if (!end)
		return *text == '{' && host_glob(p + 1, text + 1);
	while (alt <= end) {
		size_t n = strcspn(alt, ",}");

		if (n + strlen(end + 1) < sizeof(whole)) {
			memcpy(whole, alt, n);
			strcpy(whole + n, end + 1);
			if (host_glob(whole, text))
				return true;
		}
		alt += n + 1;
	}
	return false;
}

static bool match_one(const char **p, char c)
{
	const char *after;
	bool in;

	if (**p == '[' && (after = match_set(*p + 1, c, &in))) {
		*p = after;
		return in;
	}
	if (**p != '?' && **p != c)
		return false;
	(*p)++;
	return true;
}

/* If the match after a star fails, the star takes one more character.  So no recursion is
 * needed. */
bool host_glob(const char *p, const char *text)
{
	const char *star = NULL, *from = NULL;

	for (;;) {
		if (*p == '*') {
			star = ++p;
			from = text;
			continue;
		}
		if (*p == '{' && match_braces(p, text))
			return true;
		if (!*text && !*p)
			return true;
		if (*text && *p && *p != '{' && match_one(&p, *text)) {
			text++;
			continue;
		}
		if (!star || !*from)
			return false;
		p = star;
		text = ++from;
	}
}

bool host_has_sysfs(void)
{
	return !access("/sys/kernel", F_OK);
}

/* The file has "none [integrity] confidentiality"; the mode is in brackets. */
const char *host_lockdown(void)
{
	static const char *const modes[] = { "integrity", "confidentiality" };
	char *text = host_read_file("/sys/kernel/security/lockdown", NULL);
	const char *mode = "none", *at = text ? strchr(text, '[') : NULL;

	for (size_t i = 0; at && i < ARRAY_SIZE(modes); i++)
		if (starts_with(at + 1, modes[i]))
			mode = modes[i];
	mem_free(text);
	return mode;
}

bool host_is_confidential(void)
{
	return *host_lockdown() == 'c';
}

int host_open_process(pid_t pid)
{
	return (int)syscall(ARCH_CALL(434), pid, 0);
}

bool host_process_ended(pid_t pid)
{
	struct pollfd p = { .fd = host_open_process(pid), .events = POLLIN };
	bool ended = p.fd < 0 ? errno == ESRCH : poll(&p, 1, 0) > 0;

	if (p.fd >= 0)
		close(p.fd);
	return ended;
}

bool host_capable(u32 cap)
{
	struct __user_cap_header_struct h = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct d[_LINUX_CAPABILITY_U32S_3] = { 0 };

	if (cap / 32 >= ARRAY_SIZE(d) || syscall(SYS_capget, &h, d))
		return false;
	return d[cap / 32].effective >> cap % 32 & 1;
}

#define FIRST_PID_NS 0xeffffffc	/* PROC_PID_INIT_INO, linux/proc_ns.h */

void host_pid_ns(u64 *dev, u64 *ino)
{
	struct stat st;

	*dev = *ino = 0;
	if (stat("/proc/self/ns/pid", &st) || st.st_ino == FIRST_PID_NS)
		return;
	*ino = st.st_ino;
	/* encoded as the kernel's dev_t: MKDEV() in linux/kdev_t.h */
	*dev = (u64)major(st.st_dev) << 20 | minor(st.st_dev);
}

bool host_proc_is_own(void)
{
	char self[16] = "";
	const char *s = self;
	u64 pid = 0;

	return readlink("/proc/self", self, sizeof(self) - 1) > 0 &&
	       number_decimal(&s, &pid) && pid == (u64)getpid();
}
