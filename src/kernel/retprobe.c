/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * retprobe.c - return probes made in tracefs; see retprobe.h.
 *
 * An event in use can't be removed (EBUSY).  So an awl that cleans up old names must only spare
 * those that were made and are not used yet.  A lock on the directory (flock(2)) ensures that:
 * an awl that makes names shares it, one that cleans up holds it exclusively.  Process ids
 * would not help, because they differ between PID namespaces.
 */
#define _GNU_SOURCE	/* setsid, struct timespec */
#include "kernel/retprobe.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/find.h"
#include "base/number.h"
#include "base/strbuf.h"
#include "kernel/host.h"
#include "kernel/preempt.h"
#include "kernel/sysperf.h"

#define LIST "kprobe_events"
#define PREFIX "awl_"

/* ---- slots for concurrent calls ---- */

#define LEAST_SLOTS 256
#define MOST_SLOTS 4096		/* KRETPROBE_MAXACTIVE_MAX, kernel/trace/trace_kprobe.c */
#define SLOT_BYTES 96		/* allocated for a struct kretprobe_instance */

/* Counts all threads, also of other PID namespaces: 123 in "0.00 0.01 0.05 1/123 4567". */
static u32 threads(void)
{
	char *text = host_read_file("/proc/loadavg", NULL);
	const char *slash = text ? strchr(text, '/') : NULL;
	u64 n = 0;

	if (slash) {
		slash++;
		number_decimal(&slash, &n);
	}
	mem_free(text);
	return (u32)n;
}

u32 retprobe_default_slots(void)
{
	u32 cpus = host_cpus_possible();

	/* register_kretprobe() in kernel/kprobes.c: before 6.2, without preemption, one slot
	 * per CPU */
	if (host_kernel_version() < 0x60200 && !host_preempts())
		return cpus;
	return 2 * cpus > 10 ? 2 * cpus : 10;
}

/* The kernel allocates all slots at once, so they may use a 64th of the memory.  Since 6.7 each
 * CPU also has a ring of pointers to them (lib/objpool.c). */
u32 retprobe_slots(u32 n)
{
	static u32 want;
	u64 most = host_memory() / 64 / (SLOT_BYTES + 8 * host_cpus_possible()) / (n ? n : 1);

	if (!want)
		want = 2 * threads() + 128;
	if (want < LEAST_SLOTS)
		want = LEAST_SLOTS;
	if (want > MOST_SLOTS)
		want = MOST_SLOTS;
	if (want <= most)
		return want;
	return most > retprobe_default_slots() ? (u32)most : retprobe_default_slots();
}

/* ---- names ---- */

static char *read_at(int dir, const char *path)
{
	int fd = openat(dir, path, O_RDONLY | O_CLOEXEC);
	char *text = fd < 0 ? NULL : host_read_fd(fd, NULL);

	if (fd >= 0)
		close(fd);
	return text;
}

/* Is it GROUP/GROUP_NUMBER, as awl names its events?  group NULL: any group of awl's. */
static bool is_our_name(const char *name, const char *group)
{
	const char *slash = strchr(name, '/'), *end = name + strlen(PREFIX);
	size_t len = slash ? (size_t)(slash - name) : 0;
	u64 pid;

	if (!slash || !starts_with(name, PREFIX) || !number_decimal(&end, &pid) ||
	    strncmp(slash + 1, name, len) || slash[1 + len] != '_')
		return false;
	return !group || (strlen(group) == len && !strncmp(name, group, len));
}

/* Returns true if the name is in use and remains. */
static bool remove_name(int list, const char *name)
{
	struct strbuf line = { 0 };
	ssize_t n;

	sb_printf(&line, "-:%s\n", name);
	n = write(list, line.s, line.n);
	sb_free(&line);
	return n < 0 && errno == EBUSY;
}

/* Removes the names of a group, or all of awl's.  Returns how many are in use and remain. */
static u32 remove_names(int dir, int list, const char *group)
{
	char *text = read_at(dir, LIST), *line, *rest = text;
	u32 busy = 0;

	while (text && (line = strsep(&rest, "\n"))) {	/* "r256:awl_12/awl_12_0 place" */
		char *name = strchr(line, ':');

		if (!name)
			continue;
		name++;
		name[strcspn(name, " ")] = '\0';
		if (is_our_name(name, group))
			busy += remove_name(list, name);
	}
	mem_free(text);
	return busy;
}

/* An event stays in use for a moment after its last descriptor was closed. */
#define RETRY_MS 10

static u32 remove_patiently(int dir, int list, const char *group, u32 ms)
{
	u32 left = remove_names(dir, list, group), before = left;

	for (u32 waited = 0; left && waited < ms; waited += RETRY_MS) {
		poll(NULL, 0, RETRY_MS);
		left = remove_names(dir, list, group);
		if (left < before)	/* progress: thousands of events may take long */
			waited = 0;
		before = left;
	}
	return left;
}

/* ---- the guard ---- */

#define OWN_PATIENCE 1000	/* ms without progress */
#define GUARD_PATIENCE 30000

/*
 * Runs in the guard process.  It waits with poll(2) because the script may trace read(2).  It
 * closes the descriptors it inherited because they would keep probes and readers alive.
 */
static void guard(const struct retprobes *r, int dead)
{
	struct pollfd p = { .fd = dead };

	setsid();	/* so that the terminal sends it no signals */
	for (int fd = 0; fd <= r->alive || fd <= dead; fd++)
		if (fd != dead && fd != r->dir && fd != r->list)
			close(fd);
	while (!(p.revents & (POLLHUP | POLLERR | POLLNVAL)))
		poll(&p, 1, -1);
	remove_patiently(r->dir, r->list, r->group, GUARD_PATIENCE);
	_exit(0);
}

static int start_guard(struct retprobes *r)
{
	sigset_t all, before;
	int ends[2], err;

	if (pipe2(ends, O_CLOEXEC))
		return last_error();
	r->alive = ends[1];
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);	/* signals stay blocked in the guard */
	r->guard = fork();
	err = r->guard < 0 ? last_error() : 0;
	if (!r->guard)
		guard(r, ends[0]);
	sigprocmask(SIG_SETMASK, &before, NULL);
	close(ends[0]);
	if (err)
		close(ends[1]);
	return err;
}

static void end_guard(const struct retprobes *r)
{
	kill(r->guard, SIGKILL);
	while (waitpid(r->guard, NULL, 0) < 0 && errno == EINTR)
		;
}

/* ---- probes ---- */

static bool has_group(int dir, const char *group)
{
	struct strbuf path = { 0 };
	int fd;

	sb_printf(&path, "events/%s", group);
	fd = openat(dir, path.s, O_RDONLY | O_CLOEXEC);
	sb_free(&path);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* Chooses a group name that does not exist, because a process in another PID namespace may have
 * the same process id. */
static const char *new_group(struct arena *a, int dir)
{
	const char *group = arena_printf(a, PREFIX "%d", (int)getpid());

	for (u32 i = 0; has_group(dir, group); i++)
		group = arena_printf(a, PREFIX "%d%03u", (int)getpid(), i);
	return group;
}

int retprobes_open(struct retprobes *r, struct arena *a, const char *tracefs, u32 n)
{
	r->dir = open(tracefs, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	r->list = r->dir < 0 ? -1 : openat(r->dir, LIST, O_WRONLY | O_APPEND | O_CLOEXEC);
	r->err = r->list < 0 ? last_error() : 0;
	if (!r->err) {
		if (!flock(r->dir, LOCK_EX | LOCK_NB))
			remove_names(r->dir, r->list, NULL);
		flock(r->dir, LOCK_SH);
		r->slots = retprobe_slots(n);
		r->group = new_group(a, r->dir);
		r->err = start_guard(r);
	}
	if (!r->err)
		return 0;
	r->group = NULL;
	if (r->list >= 0)
		close(r->list);
	if (r->dir >= 0)
		close(r->dir);
	return r->err;
}

static int read_id(const struct retprobes *r, u64 *id)
{
	struct strbuf path = { 0 };
	const char *at;
	char *text;
	int err;

	sb_printf(&path, "events/%s/%s_%u/id", r->group, r->group, r->n);
	at = text = read_at(r->dir, path.s);
	err = !text ? last_error() : number_decimal(&at, id) ? 0 : -EINVAL;
	mem_free(text);
	sb_free(&path);
	return err;
}

int retprobe_open(struct retprobes *r, const char *func, u64 addr)
{
	struct strbuf line = { 0 };
	u64 id;
	int err;

	if (!r->group)
		return r->err ? r->err : -EBADF;
	sb_printf(&line, "r%u:%s/%s_%u ", r->slots, r->group, r->group, r->n);
	if (func)
		sb_printf(&line, "%s\n", func);
	else
		sb_printf(&line, "%#llx\n", (unsigned long long)addr);
	err = write(r->list, line.s, line.n) < 0 ? last_error() : read_id(r, &id);
	sb_free(&line);
	if (err)
		return err;
	r->n++;
	return sysperf_tracepoint(id);
}

void retprobes_settle(struct retprobes *r)
{
	if (r->group)
		flock(r->dir, LOCK_UN);
}

/* Reads the lines "  GROUP_NUMBER   HITS   MISSES" of our group. */
void retprobes_missed(const struct retprobes *r, u64 *missed)
{
	char *text = r->n ? read_at(r->dir, "kprobe_profile") : NULL, *line, *rest = text;
	size_t len = r->n ? strlen(r->group) : 0;
	u64 i, n;

	while (text && (line = strsep(&rest, "\n"))) {
		const char *at = line + strspn(line, " ");

		if (strncmp(at, r->group, len) || at[len] != '_')
			continue;
		at += len + 1;
		if (!number_decimal(&at, &i) || i >= r->n)
			continue;
		for (int k = 0; k < 2; k++) {
			at += strcspn(at, " ");
			at += strspn(at, " ");
		}
		if (number_decimal(&at, &n))
			missed[i] += n;
	}
	mem_free(text);
}

void retprobes_close(struct retprobes *r)
{
	if (!r->group)
		return;
	/* The guard removes names that another tracer is using. */
	if (!remove_patiently(r->dir, r->list, r->group, OWN_PATIENCE))
		end_guard(r);
	close(r->alive);
	close(r->list);
	close(r->dir);
	r->group = NULL;
}
