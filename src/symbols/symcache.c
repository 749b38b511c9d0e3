/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * symcache.c - look up the symbols of addresses; see symcache.h.
 *
 * A pass keeps the nearest symbol below each wanted address.  Each symbol is compared with only
 * one wanted address, the first at or above it.  Afterwards the candidates are passed on to
 * the higher addresses.  Names are copied when they are about to go away, which is once or
 * twice per wanted address instead of once per symbol.
 */
#include "symbols/symcache.h"

#include <string.h>

#include "base/demangle.h"
#include "base/find.h"
#include "base/sort.h"

#define REACH (1 << 20)		/* bytes; symbols without a size are assumed not to be longer */
#define PAGE 4096		/* the smallest page; modules' sections start at one */

struct candidate {
	struct symcache_sym sym;
	bool kept;		/* its names have been copied */
	u64 next_start;		/* of the next symbol above the address; 0: none seen */
	u32 next_group;
};

struct symcache_pass {
	struct symcache *to;
	const u64 *wanted;		/* sorted, without duplicates */
	struct candidate *best;		/* best[i] <= wanted[i] and > wanted[i - 1], or none */
	size_t n, at;			/* at: index for the previous symbol */
	VEC(size_t) unkept;		/* indices of candidates whose names are not copied yet */
};

static const struct ksym *find_known(const struct symcache *n, u64 addr)
{
	size_t i = sort_lower_bound(n->known.v, n->known.n, sizeof(*n->known.v), addr);

	return i < n->known.n && n->known.v[i].addr == addr ? &n->known.v[i] : NULL;
}

const struct ksym *symcache_find(const struct symcache *n, u64 addr)
{
	const struct ksym *s = find_known(n, addr);

	return s && s->name ? s : NULL;
}

void symcache_want(struct symcache *n, u64 addr)
{
	/* Stacks often have the same frame several times in a row. */
	if (n->wanted.n && n->wanted.v[n->wanted.n - 1] == addr)
		return;
	if (!find_known(n, addr))
		vec_push(&n->wanted, addr);
}

/* Returns the index of the first wanted address at or above addr.  It is mostly the same as for
 * the previous symbol. */
static size_t place(const struct symcache_pass *p, u64 addr)
{
	if ((p->at == 0 || p->wanted[p->at - 1] < addr) &&
	    (p->at == p->n || addr <= p->wanted[p->at]))
		return p->at;
	return sort_lower_bound(p->wanted, p->n, sizeof(*p->wanted), addr);
}

/* If two names have the same address, the one with the lower rank is shown. */
static u32 rank(const struct symcache_sym *s)
{
	/* every module's init function is init_module, too */
	static const char *const odd[] = { "__pfx_", "__cfi_", "__ksymtab", "__kstrtab",
					   "init_module", "cleanup_module" };
	u32 r = !*s->name << 5 | !s->size << 3 | !strchr("tTwW", s->kind) << 2 |
		(s->kind >= 'a' && s->kind != 'w') << 1 | (*s->name == '_');

	for (size_t i = 0; i < ARRAY_SIZE(odd); i++)
		if (starts_with(s->name, odd[i]))
			r |= 16;
	return r;
}

void symcache_offer(struct symcache_pass *p, const struct symcache_sym *s)
{
	struct candidate *c;

	p->at = place(p, s->start);
	c = p->at ? &p->best[p->at - 1] : NULL;
	if (c && (!c->next_start || s->start < c->next_start)) {
		c->next_start = s->start;
		c->next_group = s->group;
	}
	if (p->at == p->n)
		return;
	c = &p->best[p->at];
	if (c->sym.name && (s->start < c->sym.start ||
			    (s->start == c->sym.start && rank(s) >= rank(&c->sym))))
		return;
	if (!c->sym.name || c->kept)
		vec_push(&p->unkept, p->at);
	c->sym = *s;
	c->kept = false;
}

void symcache_keep(struct symcache_pass *p)
{
	struct arena *a = &p->to->arena;

	for (size_t i = 0; i < p->unkept.n; i++) {
		struct candidate *c = &p->best[p->unkept.v[i]];

		c->sym.name = arena_strdup(a, c->sym.name);
		c->sym.module = *c->sym.module ? arena_strdup(a, c->sym.module) : "";
		c->kept = true;
	}
	p->unkept.n = 0;
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

/* A symbol without a size ends at the next symbol.  If that is of another group, it ends with its
 * page, because anything may follow the last symbol of a module's code. */
static bool is_inside(const struct symcache_sym *s, u64 addr, u32 next_group)
{
	if (!*s->name || !s->start || addr - s->start >= (s->size ? s->size : REACH))
		return false;
	return s->size || !s->group || s->group == next_group ||
	       addr < ALIGN_UP(s->start + 1, PAGE);
}

/* Copies the next symbol to lower addresses if there is no symbol in between. */
static void find_next(const struct symcache_pass *p)
{
	for (size_t i = p->n; i-- > 1; )
		if (!p->best[i - 1].next_start)
			p->best[i - 1].next_group = p->best[i].next_group;
}

static const char *shown_name(struct symcache *n, const char *name)
{
	struct strbuf text = { 0 };

	if (HAS_DEMANGLE && n->demangle && demangle(name, &text))
		name = arena_strndup(&n->arena, text.s, text.n);
	sb_free(&text);
	return name;
}

/* Keeps addresses without a symbol, too, so that they are not looked up again. */
static void remember(struct symcache *n, const struct symcache_pass *p)
{
	const struct symcache_sym *s = NULL;
	const char *name = NULL;

	find_next(p);
	for (size_t i = 0; i < p->n; i++) {
		struct ksym k = { .addr = p->wanted[i] };

		if (p->best[i].sym.name) {
			s = &p->best[i].sym;
			name = NULL;
		}
		if (s && is_inside(s, k.addr, p->best[i].next_group)) {
			k.start = s->start;
			name = name ? name : shown_name(n, s->name);
			k.name = name;
			k.module = s->module;
		}
		vec_push(&n->known, k);
	}
	sort_array(n->known.v, n->known.n, sizeof(*n->known.v), by_addr, NULL);
}

int symcache_resolve(struct symcache *n, int (*feed)(void *ctx, struct symcache_pass *p),
		    void *ctx)
{
	struct symcache_pass p = { .to = n, .wanted = n->wanted.v };
	int err;

	if (!n->wanted.n)
		return 0;
	p.n = sort_unique(n->wanted.v, n->wanted.n);
	p.best = mem_alloc(p.n * sizeof(*p.best));
	err = feed(ctx, &p);
	symcache_keep(&p);
	remember(n, &p);
	n->wanted.n = 0;
	mem_free(p.best);
	vec_free(&p.unkept);
	return err;
}

void symcache_free(struct symcache *n)
{
	vec_free(&n->known);
	vec_free(&n->wanted);
	arena_free(&n->arena);
}
