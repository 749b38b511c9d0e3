/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ksyms.c - read /proc/kallsyms in streaming passes; see ksyms.h.
 *
 * The file is not fully sorted: modules come last, whatever their addresses.  symcache.c finds
 * the nearest symbol of each wanted address.
 */
#include "symbols/ksyms.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define BUFFER (64 * 1024)	/* holds any line: names have 512 bytes at most */

struct line {
	u64 addr;
	char kind;
	const char *name, *module;	/* point into the buffer */
	u32 len;			/* of the name */
};

struct pass {
	/* Returns non-zero to end the pass with that result. */
	int (*line)(struct pass *p, const struct line *l);
	/* Called before the buffer with the names changes; may be NULL. */
	void (*keep)(struct pass *p);
	bool stop_if_hidden;
	bool absolute;			/* is line() called for 'A', too? */
	bool any, visible;		/* a symbol was found; an address other than 0 was found */
	struct ksyms *k;
};

/* The value of a digit plus one; 0 for other characters.  The kernel writes no capitals. */
static const s8 hex_digit[256] = {
	['0'] = 1, ['1'] = 2, ['2'] = 3, ['3'] = 4, ['4'] = 5, ['5'] = 6, ['6'] = 7,
	['7'] = 8, ['8'] = 9, ['9'] = 10, ['a'] = 11, ['b'] = 12, ['c'] = 13,
	['d'] = 14, ['e'] = 15, ['f'] = 16,
};

/* Is it text, data, or absolute ('A': offsets of per-CPU variables)?  Undefined symbols are not
 * wanted. */
static bool is_symbol(char kind)
{
	return kind && strchr("tTwWdDbBrRvVA", kind);
}

static bool is_text(char kind)
{
	return kind == 't' || kind == 'T' || kind == 'w' || kind == 'W';
}

/* Is it a mark of the assembler or the compiler instead of a symbol? */
static bool is_mark(const char *name)
{
	return name[0] == '$' || (name[0] == '.' && name[1] == 'L');
}

/* Parses "ADDR KIND NAME" or "ADDR KIND NAME\t[MODULE]", which a NUL at `end` ends. */
static bool parse_line(char *s, char *end, struct line *l)
{
	char *tab;
	int digit;

	for (l->addr = 0; (digit = hex_digit[(u8)*s]); s++)
		l->addr = l->addr << 4 | (u64)(digit - 1);
	if (end - s < 4 || s[0] != ' ' || s[2] != ' ')
		return false;
	l->kind = s[1];
	l->name = s += 3;
	l->module = "";
	tab = memchr(s, '\t', (size_t)(end - s));
	l->len = (u32)((tab ? tab : end) - s);
	if (tab && tab[1] == '[' && end[-1] == ']') {
		l->module = tab + 2;
		end[-1] = '\0';
	}
	if (tab)
		*tab = '\0';
	return l->len && is_symbol(l->kind) && !is_mark(l->name);
}

/* Handles all complete lines in buf[0 .. n) and sets *used to their length in bytes. */
static int scan_lines(struct pass *p, char *buf, size_t n, size_t *used)
{
	struct line l;
	char *s = buf, *end;
	int r = 0;

	while (!r && (end = memchr(s, '\n', n - (size_t)(s - buf)))) {
		*end = '\0';
		if (parse_line(s, end, &l)) {
			p->any = true;
			p->visible |= l.addr != 0;
			r = l.kind != 'A' || p->absolute ? p->line(p, &l) : 0;
		}
		s = end + 1;
	}
	*used = (size_t)(s - buf);
	return r;
}

/* Reads until the buffer is full, because the kernel returns a page at a time. */
static ssize_t fill(int fd, char *buf, size_t have, bool *eof)
{
	while (have < BUFFER) {
		ssize_t got = read(fd, buf + have, BUFFER - have);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return last_error();
		if (!got) {
			*eof = true;
			break;
		}
		have += (size_t)got;
	}
	return (ssize_t)have;
}

static int scan_file(struct pass *p, int fd, char *buf)
{
	size_t used, have = 0;
	bool eof = false;
	int r = 0;

	while (!eof && !r) {
		ssize_t n = fill(fd, buf, have, &eof);

		if (n < 0)
			return (int)n;
		if (eof && n && buf[n - 1] != '\n')
			buf[n++] = '\n';
		r = scan_lines(p, buf, (size_t)n, &used);
		if (p->keep)
			p->keep(p);
		if (p->any && !p->visible && p->stop_if_hidden)
			break;
		have = (size_t)n - used;
		if (have == BUFFER)
			have = 0;	/* the line is too long for a symbol: skip it */
		memmove(buf, buf + used, have);
	}
	return r;
}

static int run_pass(struct pass *p)
{
	int fd = open(p->k->path, O_RDONLY | O_CLOEXEC), r;
	char *buf;

	if (fd < 0)
		return last_error();
	buf = mem_realloc(NULL, BUFFER + 1);
	r = scan_file(p, fd, buf);
	p->k->hidden = p->any && !p->visible;
	mem_free(buf);
	close(fd);
	return r;
}

void ksyms_init(struct ksyms *k, const char *path)
{
	*k = (struct ksyms){ .path = path ? path : "/proc/kallsyms" };
}

void ksyms_free(struct ksyms *k)
{
	symcache_free(&k->cache);
	sb_free(&k->noted);
}

void ksyms_want(struct ksyms *k, u64 addr)
{
	symcache_want(&k->cache, addr);
}

const struct ksym *ksyms_find(struct ksyms *k, u64 addr)
{
	return symcache_find(&k->cache, addr);
}

/* ---- resolving ---- */

struct resolve { struct pass pass; struct symcache_pass *to; };

/* Is it a linker's symbol that marks the end of a section?  Addresses from there up to the next
 * symbol have no name. */
static bool is_end(const struct line *l)
{
	static const char *const ends[] = { "_etext", "_einittext", "_edata", "_end",
					    "__end_rodata", "__bss_stop", "__brk_limit" };

	if (*l->name != '_' || *l->module)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(ends); i++)
		if (!strcmp(l->name, ends[i]))
			return true;
	return false;
}

/* Returns a number for a module's code or data, or 0 for the kernel itself. */
static u32 group_of(const struct line *l)
{
	u32 h = 0;

	for (const char *s = l->module; *s; s++)
		h = h * 31 + (u8)*s;
	return *l->module ? h << 2 | 2 | is_text(l->kind) : 0;
}

static int resolve_line(struct pass *pass, const struct line *l)
{
	symcache_offer(((struct resolve *)pass)->to, &(struct symcache_sym){
		.start = l->addr, .name = is_end(l) ? "" : l->name, .module = l->module,
		.kind = l->kind, .group = group_of(l) });
	return 0;
}

static void resolve_keep(struct pass *pass)
{
	symcache_keep(((struct resolve *)pass)->to);
}

/* Reads a copy, because scan_lines() writes NULs into the text. */
static void resolve_noted(struct pass *p)
{
	size_t n = p->k->noted.n, used;
	char *copy = memcpy(mem_alloc(n), sb_str(&p->k->noted), n);

	scan_lines(p, copy, n, &used);
	resolve_keep(p);
	mem_free(copy);
}

static int feed(void *k, struct symcache_pass *to)
{
	struct resolve r = {
		.pass = { .line = resolve_line, .keep = resolve_keep,
			  .stop_if_hidden = true, .k = k },
		.to = to,
	};
	int err = r.pass.k->hidden ? 0 : run_pass(&r.pass);

	if (!err && !r.pass.k->hidden)
		resolve_noted(&r.pass);
	return !err && r.pass.k->hidden ? -EACCES : err;
}

int ksyms_resolve(struct ksyms *k)
{
	return symcache_resolve(&k->cache, feed, k);
}

/* ---- modules ---- */

struct note {
	struct pass pass;
	const char *module;	/* note only this one; NULL: all */
	u64 from, to;		/* the lowest and highest address of the noted symbols */
};

static int put_line(struct pass *pass, const struct line *l)
{
	sb_printf(&pass->k->noted, "%llx %c %s\t[%s]\n", (unsigned long long)l->addr,
		  l->kind, l->name, l->module);
	return 0;
}

static int note_line(struct pass *pass, const struct line *l)
{
	struct note *n = (struct note *)pass;

	if (!*l->module || (n->module && strcmp(n->module, l->module)))
		return 0;
	n->from = l->addr < n->from ? l->addr : n->from;
	n->to = l->addr > n->to ? l->addr : n->to;
	return put_line(pass, l);
}

/* Keeps a line that was noted before, unless its address is in the new module: the kernel reuses
 * the addresses of unloaded modules. */
static int keep_line(struct pass *pass, const struct line *l)
{
	const struct note *n = (const struct note *)pass;

	return l->addr < n->from || l->addr > n->to ? put_line(pass, l) : 0;
}

void ksyms_note_modules(struct ksyms *k, const char *module)
{
	struct strbuf before = k->noted;
	struct note n = { .pass = { .line = note_line, .stop_if_hidden = true, .k = k },
			  .module = module, .from = UINT64_MAX };
	size_t used;

	k->noted = (struct strbuf){ 0 };
	run_pass(&n.pass);
	n.pass.line = keep_line;
	if (before.n)
		scan_lines(&n.pass, before.s, before.n, &used);
	sb_free(&before);
}

/* ---- names to addresses ---- */

#define FILTER_BITS 4096

struct lookup {
	struct pass pass;
	struct kname *names;
	u32 *next;			/* next entry with the same name: index + 1, or 0 */
	struct hash by_name;		/* to struct kname */
	bool *text;			/* [name]: is its address that of a function? */
	u64 filter[FILTER_BITS / 64];	/* Bloom filter that rejects most lines */
};

static u32 filter_bit(const char *name, u32 len)
{
	u32 mid = (u8)name[len / 2], last = (u8)name[len - 1];

	return (len * 67 + (u8)name[0] * 5 + mid * 31 + last * 257) % FILTER_BITS;
}

static void take(struct lookup *look, u32 i, const struct line *l)
{
	struct kname *n = &look->names[i];

	if (n->module && strcmp(n->module, l->module))
		return;
	if (!n->found++ || (is_text(l->kind) && !look->text[i])) {
		n->addr = l->addr;
		look->text[i] = is_text(l->kind);
	}
}

static int lookup_line(struct pass *pass, const struct line *l)
{
	struct lookup *look = (struct lookup *)pass;
	u32 bit = filter_bit(l->name, l->len);
	struct kname *n;

	if (!(look->filter[bit / 64] >> bit % 64 & 1))
		return 0;
	n = hash_get(&look->by_name, l->name, l->len);
	for (u32 i = n ? (u32)(n - look->names) + 1 : 0; i; i = look->next[i - 1])
		take(look, i - 1, l);
	return 0;
}

int ksyms_lookup(struct ksyms *k, struct kname *names, u32 n)
{
	struct lookup look = { .pass = { .line = lookup_line, .absolute = true, .k = k },
			       .names = names };
	int r;

	if (!n)
		return 0;
	look.next = mem_alloc(n * sizeof(*look.next));
	look.text = mem_alloc(n * sizeof(*look.text));
	for (u32 i = 0; i < n; i++) {
		u32 len = (u32)strlen(names[i].name);
		u32 bit = len ? filter_bit(names[i].name, len) : 0;
		struct kname *old = hash_put(&look.by_name, names[i].name, len, &names[i]);

		look.next[i] = old ? (u32)(old - names) + 1 : 0;
		look.filter[bit / 64] |= 1ULL << bit % 64;
		names[i].addr = 0;
		names[i].found = 0;
	}
	r = run_pass(&look.pass);
	hash_free(&look.by_name);
	mem_free(look.next);
	mem_free(look.text);
	return r;
}

/* ---- enumeration ---- */

struct each {
	struct pass pass;
	int (*fn)(void *arg, u64 addr, char kind, const char *name, const char *module);
	void *arg;
};

static int each_line(struct pass *pass, const struct line *l)
{
	struct each *e = (struct each *)pass;

	return e->fn(e->arg, l->addr, l->kind, l->name, l->module);
}

int ksyms_each(struct ksyms *k, int (*fn)(void *arg, u64 addr, char kind,
					  const char *name, const char *module), void *arg)
{
	struct each e = { .pass = { .line = each_line, .k = k }, .fn = fn, .arg = arg };

	return run_pass(&e.pass);
}
