/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jit.c - names of code that processes have made themselves; see jit.h.
 *
 * A file may have millions of lines, and few addresses are asked for.  So a pass over the file
 * notes for each address only where its name is, and names are read afterwards.  A file that has
 * changed is read again, because an address may have another name then.
 */
#include "symbols/jit.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/find.h"
#include "base/intern.h"
#include "base/number.h"
#include "base/sort.h"
#include "kernel/host.h"

#define ROOM 65536		/* bytes read at once; a line is not longer */
#define MOST_MATCHES (1u << 26)	/* in one file; a second or so, if lines overlap on purpose */

struct code {
	u64 addr;		/* that is asked for */
	u64 start;		/* of the function with the address */
	u64 at;			/* where the name is in the file; 0: nowhere */
	const char *name;	/* NULL: unknown */
};

struct jit_proc {
	struct jit_proc *next;
	u32 pid;
	bool has_new;		/* addresses were added since the file was read */
	bool is_wanted;		/* jit_want() was called since jit_resolve() */
	u64 ino, size, seconds, nanoseconds;	/* of the file when it was read */
	VEC(struct code) code;	/* the first n_sorted are in order of addr */
	size_t n_sorted;
};

struct jit {
	const char *proc;
	struct jit_proc *procs;	/* few processes make code */
	struct arena arena;
	struct intern names;
};

struct jit *jit_open(const char *proc)
{
	struct jit *j = mem_alloc(sizeof(*j));

	j->proc = proc;
	j->names.arena = &j->arena;
	return j;
}

void jit_close(struct jit *j)
{
	while (j->procs)
		jit_forget(j, j->procs->pid);
	intern_free(&j->names);
	arena_free(&j->arena);
	mem_free(j);
}

void jit_forget(struct jit *j, u32 pid)
{
	for (struct jit_proc **at = &j->procs, *p; (p = *at); at = &p->next) {
		if (p->pid != pid)
			continue;
		*at = p->next;
		vec_free(&p->code);
		mem_free(p);
		return;
	}
}

void jit_each(struct jit *j, void (*fn)(void *arg, u32 pid), void *arg)
{
	struct jit_proc *next;

	for (struct jit_proc *p = j->procs; p; p = next) {
		next = p->next;
		fn(arg, p->pid);
	}
}

static struct jit_proc *find_proc(const struct jit *j, u32 pid)
{
	struct jit_proc *p = j->procs;

	while (p && p->pid != pid)
		p = p->next;
	return p;
}

static struct code *find_code(const struct jit_proc *p, u64 addr)
{
	size_t i = sort_lower_bound(p->code.v, p->n_sorted, sizeof(*p->code.v), addr);

	return i < p->n_sorted && p->code.v[i].addr == addr ? &p->code.v[i] : NULL;
}

void jit_want(struct jit *j, u32 pid, u64 addr)
{
	struct jit_proc *p = find_proc(j, pid);

	if (!p) {
		p = mem_alloc(sizeof(*p));
		p->pid = pid;
		p->next = j->procs;
		j->procs = p;
	}
	p->is_wanted = true;
	if (find_code(p, addr))
		return;
	vec_push(&p->code, (struct code){ .addr = addr });
	p->has_new = true;
}

const char *jit_find(const struct jit *j, u32 pid, u64 addr, u64 *start)
{
	const struct jit_proc *p = find_proc(j, pid);
	const struct code *c = p ? find_code(p, addr) : NULL;

	if (!c)
		return NULL;
	*start = c->start;
	return c->name;
}

/* ---- the file ---- */

/* The process's id in its own namespace: the last number of the line NSpid in /proc/PID/status. */
static u32 own_pid(const struct jit *j, u32 pid)
{
	const char *at;
	char path[64], *text;
	u64 n = pid;

	snprintf(path, sizeof(path), "%.40s/%u/status", j->proc, pid);
	text = host_read_file(path, NULL);
	at = text ? find_text(text, "\nNSpid:") : NULL;
	for (at = at ? at + 7 : ""; *at == '\t'; ) {
		at++;
		number_decimal(&at, &n);
	}
	mem_free(text);
	return (u32)n;
}

/* Opens the file if it may be trusted.  Returns -1 if not. */
static int open_trusted(const char *path, u32 user, struct stat *st)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);

	if (fd < 0)
		return -1;
	if (!fstat(fd, st) && S_ISREG(st->st_mode) && (!st->st_uid || st->st_uid == user))
		return fd;
	close(fd);
	return -1;
}

/* In the process's view of the file system, or if it has ended, in ours.  A process's folder in
 * /proc belongs to its user. */
static int open_file(const struct jit *j, u32 pid, struct stat *st)
{
	u32 user = geteuid();
	char path[96];
	int fd;

	snprintf(path, sizeof(path), "%.40s/%u", j->proc, pid);
	if (!stat(path, st))
		user = st->st_uid;
	snprintf(path, sizeof(path), "%.40s/%u/root/tmp/perf-%u.map", j->proc, pid,
		 own_pid(j, pid));
	fd = open_trusted(path, user, st);
	if (fd >= 0)
		return fd;
	snprintf(path, sizeof(path), "/tmp/perf-%u.map", pid);
	return open_trusted(path, user, st);
}

/* ---- lines ---- */

/* Puts down where the name is for each address that is asked for.  Returns how many there were. */
static u32 match(struct jit_proc *p, const char *line, u64 at)
{
	const char *s = line;
	u64 start, size;
	size_t first, i;

	s += starts_with(s, "0x") ? 2 : 0;
	if (!number_hex(&s, &start) || *s++ != ' ')
		return 0;
	s += starts_with(s, "0x") ? 2 : 0;
	if (!number_hex(&s, &size) || *s++ != ' ' || !*s)
		return 0;
	first = i = sort_lower_bound(p->code.v, p->n_sorted, sizeof(*p->code.v), start);
	for (; i < p->n_sorted && p->code.v[i].addr - start < size; i++) {
		p->code.v[i].start = start;
		p->code.v[i].at = at + (u64)(s - line);
	}
	return (u32)(i - first);
}

/* Reads all complete lines.  The process may be writing the last one. */
static void read_lines(struct jit_proc *p, int fd)
{
	char *buf = mem_alloc(ROOM), *line, *end;
	u32 n = 0, matches = 0;
	u64 at = 0;		/* where buf begins in the file */
	ssize_t got;

	while (at < JIT_BYTES && matches < MOST_MATCHES &&
	       (got = read(fd, buf + n, ROOM - n)) > 0) {
		n += (u32)got;
		for (line = buf; (end = memchr(line, '\n', n - (size_t)(line - buf)));
		     line = end + 1) {
			*end = '\0';
			matches += match(p, line, at + (u64)(line - buf));
		}
		if (line == buf && n == ROOM)	/* too long, or no text */
			line += n;
		n -= (u32)(line - buf);
		at += (u64)(line - buf);
		memmove(buf, line, n);
	}
	mem_free(buf);
}

/* The name at a place in the file; NULL: there is no room for it, or it is gone. */
static const char *read_name(struct jit *j, int fd, u64 at)
{
	char name[JIT_NAME];
	ssize_t got = pread(fd, name, sizeof(name) - 1, (off_t)at);
	size_t n = 0;

	for (; (ssize_t)n < got && name[n] && name[n] != '\n'; n++)
		if ((u8)name[n] < ' ' || name[n] == 0x7f)
			name[n] = '?';
		else if (name[n] == ';')
			name[n] = ':';
	if (!n || (j->names.names.n >= JIT_NAMES && !hash_get(&j->names.names, name, n)))
		return NULL;
	return intern_n(&j->names, name, n);
}

static void read_names(struct jit *j, struct jit_proc *p, int fd)
{
	struct code *c, *before = NULL;

	for (size_t i = 0; i < p->code.n; i++, before = c) {
		c = &p->code.v[i];
		c->name = before && before->at == c->at ? before->name :
			  c->at ? read_name(j, fd, c->at) : NULL;
	}
}

static bool by_addr(const void *ctx, const void *a, const void *b)
{
	(void)ctx;
	return ((const struct code *)a)->addr <= ((const struct code *)b)->addr;
}

static void sort_code(struct jit_proc *p)
{
	size_t n = 0;

	sort_array(p->code.v, p->code.n, sizeof(*p->code.v), by_addr, NULL);
	for (size_t i = 0; i < p->code.n; i++)
		if (!n || p->code.v[n - 1].addr != p->code.v[i].addr)
			p->code.v[n++] = p->code.v[i];
	p->code.n = p->n_sorted = n;
}

/* If the file is gone, the names that were read before are kept. */
static void resolve(struct jit *j, struct jit_proc *p)
{
	struct stat st;
	int fd;

	if (p->has_new)
		sort_code(p);
	fd = open_file(j, p->pid, &st);
	if (fd < 0)
		return;
	if (p->has_new || p->ino != st.st_ino || p->size != (u64)st.st_size ||
	    p->seconds != (u64)st.st_mtim.tv_sec || p->nanoseconds != (u64)st.st_mtim.tv_nsec) {
		for (size_t i = 0; i < p->code.n; i++)
			p->code.v[i].at = 0;
		read_lines(p, fd);
		read_names(j, p, fd);
		p->ino = st.st_ino;
		p->size = (u64)st.st_size;
		p->seconds = (u64)st.st_mtim.tv_sec;
		p->nanoseconds = (u64)st.st_mtim.tv_nsec;
	}
	p->has_new = false;
	close(fd);
}

void jit_resolve(struct jit *j)
{
	for (struct jit_proc *p = j->procs; p; p = p->next) {
		if (p->is_wanted)
			resolve(j, p);
		p->is_wanted = false;
	}
}
