/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tracefs.c - list events and functions from tracefs.
 *
 * Files are read when they are asked for.  Nothing is written, and a mount is invisible to other
 * processes.  tracefs_format.c makes types from format files.
 */
#define _GNU_SOURCE	/* syscall */
#include "kernel/tracefs.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/find.h"
#include "base/hash.h"
#include "base/number.h"
#include "base/sort.h"
#include "base/strbuf.h"
#include "kernel/host.h"
#include "symbols/ksyms.h"

/* Returns 0 if the events in dir can be read, else -errno. */
static int try_dir(struct tracefs *t, const char *dir)
{
	const char *events = arena_printf(t->arena, "%s/events", dir);

	if (access(events, R_OK | X_OK))
		return last_error();
	t->dir = dir;
	return 0;
}

/* System calls with the same numbers on all architectures, and constants of linux/mount.h (5.2) */
enum {
	SYS_FSOPEN = ARCH_CALL(430), SYS_FSCONFIG = ARCH_CALL(431), SYS_FSMOUNT = ARCH_CALL(432)
};
enum { OPEN_CLOEXEC = 1, CONFIG_CREATE = 6, MOUNT_CLOEXEC = 1 };

/*
 * Makes a mount without a mount point.  It is reached only through its descriptor, and goes away
 * when the descriptor is closed.
 */
static int mount_detached(struct tracefs *t)
{
	int context = (int)syscall(SYS_FSOPEN, "tracefs", OPEN_CLOEXEC), err;

	if (context < 0)
		return last_error();
	err = syscall(SYS_FSCONFIG, context, CONFIG_CREATE, NULL, NULL, 0) ? last_error() : 0;
	t->mount = err ? -1 : (int)syscall(SYS_FSMOUNT, context, MOUNT_CLOEXEC, 0);
	if (!err && t->mount < 0)
		err = last_error();
	close(context);
	if (!err)
		err = try_dir(t, arena_printf(t->arena, "/proc/self/fd/%d", t->mount));
	return err;
}

void tracefs_close(struct tracefs *t)
{
	if (t->mount > 0)
		close(t->mount);
	t->mount = 0;
	tracefs_forget_functions(t);
}

int tracefs_open(struct tracefs *t, struct arena *arena, const char *sysroot, const char *dir)
{
	static const char *const places[] = { "/sys/kernel/tracing", "/sys/kernel/debug/tracing" };
	int err = -ENOENT;

	*t = (struct tracefs){ .sysroot = sysroot ? sysroot : "", .arena = arena };
	if (dir)
		return try_dir(t, dir);
	for (size_t i = 0; i < ARRAY_SIZE(places); i++) {
		int r = try_dir(t, arena_printf(arena, "%s%s", t->sysroot, places[i]));

		if (!r)
			return 0;
		if (r == -EACCES)
			err = r;
	}
	return err == -ENOENT && !*t->sysroot && !mount_detached(t) ? 0 : err;
}

int tracefs_event(struct tracefs *t, const char *category, const char *name,
		  const struct arch *arch, struct tp_event *out)
{
	struct strbuf path = { 0 };
	char *text;
	int r;

	*out = (struct tp_event){ .category = arena_strdup(t->arena, category),
				  .name = arena_strdup(t->arena, name) };
	sb_printf(&path, "%s/events/%s/%s/format", t->dir, category, name);
	text = host_read_file(path.s, NULL);
	r = text ? tracefs_parse_format(t->arena, text, arch, out) : last_error();
	mem_free(text);
	sb_free(&path);
	return r;
}

/* ---- listing events ---- */

struct names { VEC(char *) list; };

static void names_free(struct names *n)
{
	for (size_t i = 0; i < n->list.n; i++)
		mem_free(n->list.v[i]);
	vec_free(&n->list);
}

static bool by_name(const void *ctx, const void *a, const void *b)
{
	(void)ctx;
	return strcmp(*(char *const *)a, *(char *const *)b) <= 0;
}

static void names_add(struct names *n, const char *s)
{
	size_t size = strlen(s) + 1;

	vec_push(&n->list, memcpy(mem_alloc(size), s, size));
}

static bool is_dir(DIR *d, const struct dirent *e)
{
	struct stat st;

	if (e->d_type != DT_UNKNOWN)
		return e->d_type == DT_DIR;
	return !fstatat(dirfd(d), e->d_name, &st, 0) && S_ISDIR(st.st_mode);
}

/* Lists the directories in `path` that match, sorted.  For a name without globs only checks
 * whether it exists.  Returns 0 or -errno. */
static int list_dirs(const char *path, const char *glob, struct names *out)
{
	struct dirent *e;
	DIR *d;

	if (!host_is_glob(glob)) {
		struct strbuf sb = { 0 };

		sb_printf(&sb, "%s/%s", path, glob);
		if (!access(sb.s, F_OK))
			names_add(out, glob);
		sb_free(&sb);
		return 0;
	}
	d = opendir(path);
	if (!d)
		return last_error();
	while ((e = readdir(d)))
		if (e->d_name[0] != '.' && host_glob(glob, e->d_name) && is_dir(d, e))
			names_add(out, e->d_name);
	closedir(d);
	sort_array(out->list.v, out->list.n, sizeof(char *), by_name, NULL);
	return 0;
}

typedef int (*event_fn)(void *arg, const char *category, const char *name);

static int each_in_category(struct tracefs *t, const char *category, const char *glob,
			    event_fn fn, void *arg)
{
	struct names events = { 0 };
	struct strbuf path = { 0 };
	int r;

	sb_printf(&path, "%s/events/%s", t->dir, category);
	r = list_dirs(path.s, glob, &events);
	for (size_t i = 0; !r && i < events.list.n; i++)
		r = fn(arg, category, events.list.v[i]);
	names_free(&events);
	sb_free(&path);
	return r;
}

int tracefs_each_event(struct tracefs *t, const char *category_glob, const char *name_glob,
		       event_fn fn, void *arg)
{
	struct names categories = { 0 };
	struct strbuf path = { 0 };
	int r;

	sb_printf(&path, "%s/events", t->dir);
	r = list_dirs(path.s, category_glob, &categories);
	for (size_t i = 0; !r && i < categories.list.n; i++) {
		const char *c = categories.list.v[i];

		/* The category ftrace has only formats of records, not events to attach to. */
		if (strcmp(c, "ftrace") || !host_is_glob(category_glob))
			r = each_in_category(t, c, name_glob, fn, arg);
	}
	names_free(&categories);
	sb_free(&path);
	return r;
}

/* ---- listing functions ---- */

/*
 * The functions that can be probed, read once for all patterns of a script: a pass over the
 * kernel's list costs more than attaching to the functions of a pattern.  text has "NAME\0", or
 * "NAME\0[MODULE\0" for a function of a module.
 */
struct functions {
	struct strbuf text;
	struct hash blacklist;
	struct arena arena;		/* the blacklist's names */
};

struct search {
	const char *module_glob, *func_glob;
	int (*fn)(void *arg, const char *module, const char *func);
	void *arg;
	const struct functions *all;
	struct hash seen;
};

/* Reads lines "0xSTART-0xEND\tNAME".  If the file can't be read, the blacklist is empty. */
static void read_blacklist(struct functions *f, const char *sysroot)
{
	char *path = arena_printf(&f->arena, "%s/sys/kernel/debug/kprobes/blacklist", sysroot);
	char *text = host_read_file(path, NULL), *line, *rest = text;

	while (text && (line = strsep(&rest, "\n"))) {
		char *name = strchr(line, '\t');

		if (!name)
			continue;
		name = arena_strdup(&f->arena, name + 1);
		hash_put(&f->blacklist, name, strlen(name), name);
	}
	mem_free(text);
}

/* Takes the text of lines "NAME" or "NAME [MODULE]". */
static void take_list(struct functions *f, char *text, size_t len)
{
	f->text = (struct strbuf){ .s = text, .n = len, .cap = len + 1 };
	for (char *line = text, *end; line < text + len; line = end + 1) {
		char *module;

		end = line + strcspn(line, "\n");
		*end = '\0';
		module = strchr(line, ' ');
		if (module && module[1] == '[') {
			*module = '\0';
			module[strcspn(module + 1, "]") + 1] = '\0';
		}
	}
}

static int take_symbol(void *arg, u64 addr, char kind, const char *name, const char *module)
{
	struct functions *f = arg;

	(void)addr;
	if (kind != 't' && kind != 'T' && kind != 'w' && kind != 'W')
		return 0;
	/* The cold part of a function, which the compiler moved away, is no function itself. */
	if (find_text(name, ".cold"))
		return 0;
	/* Code that was generated at run time can't be probed. */
	if (!strcmp(module, "bpf") || starts_with(module, "__builtin__"))
		return 0;
	sb_put(&f->text, name, strlen(name) + 1);
	if (*module) {
		sb_putc(&f->text, '[');
		sb_put(&f->text, module, strlen(module) + 1);
	}
	return 0;
}

/* Without ftrace all code symbols are functions. */
static int read_symbols(struct tracefs *t, struct functions *f)
{
	struct ksyms k;
	int r;

	ksyms_init(&k, t->kallsyms ? t->kallsyms :
		       arena_printf(&f->arena, "%s/proc/kallsyms", t->sysroot));
	r = ksyms_each(&k, take_symbol, f);
	ksyms_free(&k);
	return r;
}

static int read_functions(struct tracefs *t)
{
	struct functions *f = t->list = mem_alloc(sizeof(*f));
	char *text = NULL;
	size_t len;
	int r = 0;

	if (t->functions)
		text = host_read_file(t->functions, &len);
	else if (t->dir)
		text = host_read_file(arena_printf(&f->arena, "%s/available_filter_functions",
						   t->dir), &len);
	read_blacklist(f, t->sysroot);
	if (text)
		take_list(f, text, len);
	else
		r = read_symbols(t, f);
	if (r)
		tracefs_forget_functions(t);
	return r;
}

/* Lines are "ADDRESS NAME" or "ADDRESS NAME [MODULE]". */
int tracefs_calls_in(struct tracefs *t, const char *const *names, u64 *addrs, u32 n)
{
	struct arena a = { 0 };
	char *text = t->dir ? host_read_file(arena_printf(&a, "%s/available_filter_functions_addrs",
							  t->dir), NULL) : NULL;
	struct hash wanted = { 0 };
	u32 found = 0;

	for (u32 i = 0; i < n; i++) {
		addrs[i] = 0;
		hash_put(&wanted, names[i], strlen(names[i]), &addrs[i]);
	}
	for (char *rest = text, *line; text && (line = strsep(&rest, "\n")); ) {
		const char *p = line;
		u64 addr, *out;

		if (!number_hex(&p, &addr) || *p++ != ' ')
			continue;
		out = hash_get(&wanted, p, strcspn(p, " "));
		if (out && !*out) {
			*out = addr;
			found++;
		}
	}
	hash_free(&wanted);
	mem_free(text);
	arena_free(&a);
	return found == n ? 0 : -ENOENT;
}

void tracefs_forget_functions(struct tracefs *t)
{
	if (!t->list)
		return;
	sb_free(&t->list->text);
	hash_free(&t->list->blacklist);
	arena_free(&t->list->arena);
	mem_free(t->list);
	t->list = NULL;
}

static bool module_matches(const char *glob, const char *module)
{
	return !glob || host_glob(glob, module) || (!*module && host_glob(glob, "vmlinux"));
}

static int offer(struct search *x, const char *module, const char *func)
{
	size_t len = strlen(func);

	if ((x->func_glob && !host_glob(x->func_glob, func)) ||
	    !module_matches(x->module_glob, module) ||
	    starts_with(func, "__ftrace_invalid_address__") ||
	    hash_get(&x->all->blacklist, func, len) || hash_get(&x->seen, func, len))
		return 0;
	hash_put(&x->seen, func, len, x);
	return x->fn(x->arg, module, func);
}

int tracefs_each_function(struct tracefs *t, const char *module_glob, const char *func_glob,
			  int (*fn)(void *arg, const char *module, const char *func), void *arg)
{
	struct search x = {
		.module_glob = module_glob, .func_glob = func_glob, .fn = fn, .arg = arg,
	};
	const char *next, *end;
	int r = t->list ? 0 : read_functions(t);

	if (r)
		return r;
	x.all = t->list;
	next = sb_str(&t->list->text);
	end = next + t->list->text.n;
	while (!r && next < end) {
		const char *func = next, *module = "";

		next += strlen(next) + 1;
		if (next < end && *next == '[') {
			module = next + 1;
			next += strlen(next) + 1;
		}
		r = *func ? offer(&x, module, func) : 0;	/* empty lines are skipped */
	}
	hash_free(&x.seen);
	return r;
}
