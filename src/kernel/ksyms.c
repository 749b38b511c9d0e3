/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ksyms.c - one streaming pass over /proc/kallsyms.
 *
 * The file is mostly but not wholly sorted (modules come last, wherever they
 * lie), so a pass keeps for each wanted address the nearest symbol below it
 * that it has seen.  A line is compared with one wanted address only, the
 * first at or above it; afterwards what was found is passed on to the right.
 * Names are copied when the read buffer is about to be refilled, which is
 * once or twice per wanted address instead of once per line.
 */
#include "kernel/ksyms.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/sort.h"

#define BUFFER (64 * 1024)	/* holds any line: names have 512 bytes at most */
#define REACH (1 << 20)		/* no symbol is longer: what is beyond has none */

struct line {
	u64 addr;
	char kind;
	const char *name, *module;	/* in the buffer, NUL-terminated */
	u32 len;			/* of the name */
};

struct pass {
	/* Non-zero ends the pass and is its result. */
	int (*line)(struct pass *p, const struct line *l);
	/* Before the buffer changes under the names; may be NULL. */
	void (*keep)(struct pass *p);
	bool stop_if_hidden;
	bool any, visible;		/* some symbol; some address that isn't 0 */
	struct ksyms *k;
};

static const s8 hex_digit[256] = {
	['0'] = 1, ['1'] = 2, ['2'] = 3, ['3'] = 4, ['4'] = 5, ['5'] = 6, ['6'] = 7,
	['7'] = 8, ['8'] = 9, ['9'] = 10, ['a'] = 11, ['b'] = 12, ['c'] = 13,
	['d'] = 14, ['e'] = 15, ['f'] = 16, ['A'] = 11, ['B'] = 12, ['C'] = 13,
	['D'] = 14, ['E'] = 15, ['F'] = 16,
};

/* Text and data; not absolute ('A': per-CPU offsets), not undefined. */
static bool is_symbol(char kind)
{
	return kind && strchr("tTwWdDbBrRvV", kind);
}

static bool is_text(char kind)
{
	return kind == 't' || kind == 'T' || kind == 'w' || kind == 'W';
}

/* Marks of the assembler and the compiler, not names of anything. */
static bool is_mark(const char *name)
{
	return name[0] == '$' || (name[0] == '.' && name[1] == 'L');
}

/* "ADDR KIND NAME" or "ADDR KIND NAME\t[MODULE]", ended by a NUL at `end`. */
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

/* All whole lines in buf[0 .. n); *used: how far they went. */
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
			r = p->line(p, &l);
		}
		s = end + 1;
	}
	*used = (size_t)(s - buf);
	return r;
}

/* Until the buffer is full: the kernel gives a page at a time. */
static ssize_t fill(int fd, char *buf, size_t have, bool *eof)
{
	while (have < BUFFER) {
		ssize_t got = read(fd, buf + have, BUFFER - have);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
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
			have = 0;	/* a line that long is no symbol */
		memmove(buf, buf + used, have);
	}
	return r;
}

static int run_pass(struct pass *p)
{
	int fd = open(p->k->path, O_RDONLY | O_CLOEXEC), r;
	char *buf;

	if (fd < 0)
		return -errno;
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
	vec_free(&k->known);
	vec_free(&k->wanted);
	arena_free(&k->arena);
}

static struct ksym *find_known(const struct ksyms *k, u64 addr)
{
	size_t lo = 0, hi = k->known.n;

	while (lo < hi) {
		size_t mid = (lo + hi) / 2;

		if (k->known.v[mid].addr < addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < k->known.n && k->known.v[lo].addr == addr ? &k->known.v[lo] : NULL;
}

const struct ksym *ksyms_find(struct ksyms *k, u64 addr)
{
	const struct ksym *s = find_known(k, addr);

	return s && s->name ? s : NULL;
}

void ksyms_want(struct ksyms *k, u64 addr)
{
	/* A stack's frames often repeat one after the other. */
	if (k->wanted.n && k->wanted.v[k->wanted.n - 1] == addr)
		return;
	if (!find_known(k, addr))
		vec_push(&k->wanted, addr);
}

/* ---- resolving ---- */

struct candidate {
	u64 start;
	const char *name, *module;	/* in the buffer until kept */
	char kind;
	bool kept;
};

struct resolve {
	struct pass pass;
	const u64 *wanted;		/* sorted, each once */
	struct candidate *best;		/* best[i] <= wanted[i], > wanted[i - 1] or none */
	size_t n, at;			/* at: where the line before belonged */
	VEC(size_t) unkept;
};

/* Of two names at the same address the one with less is shown. */
static int rank(char kind, const char *name)
{
	bool odd = !strncmp(name, "__pfx_", 6) || !strncmp(name, "__cfi_", 6) ||
		   !strncmp(name, "__ksymtab", 9) || !strncmp(name, "__kstrtab", 9);

	return odd << 2 | !is_text(kind) << 1 | (kind >= 'a' && kind != 'w');
}

/* The first wanted address at or above addr; mostly that of the line before. */
static size_t place(const struct resolve *r, u64 addr)
{
	size_t lo = 0, hi = r->n;

	if ((r->at == 0 || r->wanted[r->at - 1] < addr) &&
	    (r->at == r->n || addr <= r->wanted[r->at]))
		return r->at;
	while (lo < hi) {
		size_t mid = (lo + hi) / 2;

		if (r->wanted[mid] < addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static int resolve_line(struct pass *pass, const struct line *l)
{
	struct resolve *r = (struct resolve *)pass;
	struct candidate *c;

	r->at = place(r, l->addr);
	if (r->at == r->n)
		return 0;
	c = &r->best[r->at];
	if (c->name && l->addr < c->start)
		return 0;
	if (c->name && l->addr == c->start && rank(l->kind, l->name) >= rank(c->kind, c->name))
		return 0;
	if (!c->name || c->kept)
		vec_push(&r->unkept, r->at);
	*c = (struct candidate){ l->addr, l->name, l->module, l->kind, false };
	return 0;
}

static void resolve_keep(struct pass *pass)
{
	struct resolve *r = (struct resolve *)pass;
	struct arena *a = &pass->k->arena;

	for (size_t i = 0; i < r->unkept.n; i++) {
		struct candidate *c = &r->best[r->unkept.v[i]];

		c->name = arena_strdup(a, c->name);
		c->module = *c->module ? arena_strdup(a, c->module) : "";
		c->kept = true;
	}
	r->unkept.n = 0;
}

static bool by_value(const void *ctx, const void *a, const void *b)
{
	(void)ctx;
	return *(const u64 *)a <= *(const u64 *)b;
}

static bool by_addr(const void *ctx, const void *a, const void *b)
{
	return by_value(ctx, &((const struct ksym *)a)->addr, &((const struct ksym *)b)->addr);
}

static size_t sort_unique(u64 *v, size_t n)
{
	size_t out = 0;

	sort_array(v, n, sizeof(*v), by_value, NULL);
	for (size_t i = 0; i < n; i++)
		if (!out || v[out - 1] != v[i])
			v[out++] = v[i];
	return out;
}

/* Addresses without a symbol are remembered too, so as not to look again. */
static void remember(struct ksyms *k, const struct resolve *r)
{
	const struct candidate *c = NULL;

	for (size_t i = 0; i < r->n; i++) {
		u64 addr = r->wanted[i];
		struct ksym s = { .addr = addr };

		if (r->best[i].name)
			c = &r->best[i];
		if (c && c->start && addr - c->start < REACH) {
			s.start = c->start;
			s.name = c->name;
			s.module = c->module;
		}
		vec_push(&k->known, s);
	}
	sort_array(k->known.v, k->known.n, sizeof(*k->known.v), by_addr, NULL);
}

int ksyms_resolve(struct ksyms *k)
{
	struct resolve r = {
		.pass = { .line = resolve_line, .keep = resolve_keep,
			  .stop_if_hidden = true, .k = k },
	};
	int err;

	if (!k->wanted.n)
		return 0;
	r.n = sort_unique(k->wanted.v, k->wanted.n);
	r.wanted = k->wanted.v;
	r.best = mem_alloc(r.n * sizeof(*r.best));
	err = k->hidden ? 0 : run_pass(&r.pass);
	if (!err && k->hidden)
		err = -EACCES;
	remember(k, &r);
	k->wanted.n = 0;
	mem_free(r.best);
	vec_free(&r.unkept);
	return err;
}

/* ---- names to addresses ---- */

#define FILTER_BITS 4096

struct lookup {
	struct pass pass;
	struct kname *names;
	u32 *next;			/* of the same name: index + 1, or 0 */
	struct hash by_name;		/* to struct kname */
	bool *text;			/* the address is a function's */
	u64 filter[FILTER_BITS / 64];	/* most lines are turned away here */
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
	struct lookup look = { .pass = { .line = lookup_line, .k = k }, .names = names };
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

/* ---- all of them ---- */

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
