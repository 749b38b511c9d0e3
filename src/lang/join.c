/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * join.c - clauses on the same places become one program.
 *
 * The kernel's way to a program costs more than what most clauses do: 116 instructions for each
 * further program at a trampoline, of which 4 are the program's own.  So a program that runs
 * at the same places as an earlier one is taken from the image and hung on that one, and gen.c
 * generates the statements of both.
 *
 * Programs at one place run in the script's order.  So nothing is joined over a program between
 * the two that shares only some of their places.
 */
#include <string.h>

#include "base/hash.h"
#include "lang/join.h"
#include "provider/provider.h"

static bool same_probes(const struct clause *a, const struct clause *b)
{
	const struct probe_spec *p = a->probes, *q = b->probes;

	while (p && q && !strcmp(p->text, q->text)) {
		p = p->next;
		q = q->next;
	}
	return !p && !q;
}

static bool same_place(const struct target *a, const struct target *b)
{
	return !strcmp(a->name, b->name) && !strcmp(a->func, b->func) &&
	       !strcmp(a->module, b->module) && a->addr == b->addr && a->id == b->id &&
	       a->cpu == b->cpu && a->bpf_prog == b->bpf_prog;
}

/* Loops are left alone: programs that are too complex because of them have shorter forms. */
static bool has_loop(const struct stmt *s)
{
	for (; s; s = s->next)
		if (s->kind == ST_WHILE || s->kind == ST_FOR_RANGE || s->kind == ST_FOR_MAP ||
		    has_loop(s->body) || has_loop(s->other))
			return true;
	return false;
}

static bool may_join(const struct prog *p)
{
	return p->provider->runs == RUN_ATTACHED && !p->has_twin && p->targets.n &&
	       !p->source->has_map_loop && !p->source->has_callbacks && !p->calls_rounds &&
	       !has_loop(p->source->body);
}

/* Clauses with the same probes are attached and reported alike, whatever this kernel lacks. */
static bool same_places(const struct prog *p, const struct prog *q)
{
	if (p->provider != q->provider || p->written != q->written ||
	    p->ctx_form != q->ctx_form || p->targets.n != q->targets.n ||
	    p->clause == q->clause || !same_probes(p->clause, q->clause))
		return false;
	for (size_t i = 0; i < p->targets.n; i++)
		if (!same_place(p->targets.v[i], q->targets.v[i]))
			return false;
	return true;
}

/* Does r, which is not joined with p, run at one of p's places, and is attached alike? */
static bool meets(const struct prog *p, const struct prog *r)
{
	if (p->provider != r->provider)
		return false;
	if (prog_meets(p, r) || prog_meets(r, p))
		return true;
	for (size_t i = 0; i < p->targets.n; i++)
		for (size_t k = 0; k < r->targets.n; k++)
			if (same_place(p->targets.v[i], r->targets.v[k]))
				return true;
	return false;
}

/* The program that q joins, of those that are kept; NULL: none. */
static struct prog *partner_of(const struct script *s, const struct hash *at, size_t kept,
			       const struct prog *q)
{
	const char *place = q->targets.n ? q->targets.v[0]->name : "";
	struct prog *p = may_join(q) ? hash_get(at, place, strlen(place)) : NULL;

	if (!p || !same_places(p, q))
		return NULL;
	while (kept && s->image.progs.v[--kept] != p)
		if (meets(p, s->image.progs.v[kept]))
			return NULL;
	return p;
}

static void join(struct prog *p, struct prog *q)
{
	struct prog *last = p;

	p->uses_target |= q->uses_target;
	p->sees_place |= q->sees_place;
	p->is_guarded |= q->is_guarded;
	p->prefers_many |= q->prefers_many;
	p->only_deletes &= q->only_deletes;
	while (last->joined)
		last = last->joined;
	last->joined = q;
}

void script_join(struct script *s)
{
	struct hash at = { 0 };
	size_t kept = 0;

	for (size_t i = 0; i < s->image.progs.n; i++) {
		struct prog *q = s->image.progs.v[i];
		struct prog *p = partner_of(s, &at, kept, q);

		if (p) {
			join(p, q);
			continue;
		}
		s->image.progs.v[kept++] = q;
		if (may_join(q))
			hash_put(&at, q->targets.v[0]->name, strlen(q->targets.v[0]->name), q);
	}
	s->image.progs.n = kept;
	hash_free(&at);
}

struct prog *script_part(struct script *s, struct prog *p)
{
	struct prog *next = p->joined;
	size_t at = s->image.progs.n;

	if (!next)
		return NULL;
	vec_push(&s->image.progs, next);
	for (; s->image.progs.v[at - 1] != p; at--)
		s->image.progs.v[at] = s->image.progs.v[at - 1];
	s->image.progs.v[at] = next;
	p->joined = NULL;
	return next;
}
