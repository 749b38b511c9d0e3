/* SPDX-License-Identifier: GPL-2.0-or-later */
/* describe.c - the variables at a place in words: for -lv, and for messages about one without a
 * value. */
#include <string.h>

#include "base/text.h"
#include "provider/source.h"
#include "script.h"

#ifndef NO_DWARF

#define SPANS 3		/* that are shown */

static void put_spans(struct strbuf *out, const struct debug_spans *spans, u32 first)
{
	for (u32 i = 0; i < spans->v.n && i < SPANS; i++) {
		u32 from = spans->v.v[i].from - first, to = spans->v.v[i].to - first;

		if (i)
			sb_puts(out, i + 1 == spans->v.n || i + 1 == SPANS ? " and " : ", ");
		if (from == to)
			sb_printf(out, "%u", from);
		else
			sb_printf(out, "%u to %u", from, to);
	}
}

/*
 * "lines 3 to 5 and 9 of work", counted as probes of functions do if this one does, or "… of
 * work.c".  False if the variable has no value at any line.
 */
static bool put_lines(struct debug *d, const struct target *t, u64 addr, const char *name,
		      struct strbuf *out)
{
	struct debug_spans spans;
	const char *slash;
	bool any;

	debug_value_lines(d, addr, name, &spans);
	any = spans.v.n;
	if (any) {
		slash = strrchr(spans.path, '/');
		sb_puts(out, spans.v.n == 1 && spans.v.v[0].from == spans.v.v[0].to ? "line " :
			"lines ");
		put_spans(out, &spans, t->source_func ? spans.first : 0);
		sb_printf(out, " of %s", t->source_func ? spans.func :
			  slash ? slash + 1 : spans.path);
	}
	debug_free_spans(&spans);
	return any;
}

static void put_place(struct debug *d, u64 addr, struct strbuf *out)
{
	struct elf_symbol sym;

	if (elf_nearest(debug_elf(d), addr, &sym))
		sb_printf(out, "%s+%#llx", sym.name, (unsigned long long)(addr - sym.addr));
	else
		sb_printf(out, "%#llx", (unsigned long long)addr);
}

/* Why a variable has no value, as two texts begin. */
static const char *reason(const struct debug_variable *v, const char *gone, const char *unreadable)
{
	return v->what == DEBUG_GONE ? gone : v->what == DEBUG_WRONG ? text_of(T_WRONG_PLACE) :
	       unreadable;
}

const char *source_no_value(struct script *s, const struct prog *p, struct debug *d, u64 addr,
			    const struct debug_variable *v)
{
	const struct target *t = p->targets.v[0];
	struct strbuf text = { 0 };
	const char *name;
	size_t end;

	sb_printf(&text, "%s (", t->name);
	put_place(d, addr, &text);
	sb_puts(&text, ")");
	end = text.n;
	sb_puts(&text, "; it has one at ");
	if (!put_lines(d, t, addr, v->name, &text)) {
		text.n = end;
		sb_printf(&text, ": %s", reason(v, "the compiler optimized it out",
						"a probe can't compute it"));
	}
	name = arena_strdup(s->arena, sb_str(&text));
	sb_free(&text);
	return name;
}

/* ---- -lv ---- */

struct listing {
	struct script *s;
	struct debug *d;
	const struct prog *prog;
	const struct target *target;
	u64 addr;
	struct strbuf out;
	struct hash shown;		/* names: an inner variable hides those around it */
};

static const char *reg_name(const struct arch *arch, u64 dwarf)
{
	u32 at = arch_dwarf_reg(arch, dwarf);

	for (const struct arch_reg *r = arch->regs; *r->name; r++)
		if (r->at == at)
			return r->name;
	return "?";
}

static void put_memory(struct strbuf *out, const struct arch *arch, const struct debug_variable *v)
{
	const struct debug_step *st = v->steps;
	long long off = 0;
	u32 i = 1;

	while (i + 1 < v->n_steps && st[i].kind == STEP_NUM && st[i + 1].kind == STEP_ADD) {
		off += (long long)st[i].num;
		i += 2;
	}
	sb_puts(out, "memory");
	if (st->kind == STEP_REG && i == v->n_steps)
		sb_printf(out, " at %s%+lld", reg_name(arch, st->num), off);
}

static void put_where(struct listing *l, const struct debug_variable *v)
{
	const struct debug_step *st = v->steps;
	const struct arch *arch = l->s->arch;
	struct strbuf *out = &l->out;

	if (v->what == DEBUG_IN_PARTS) {
		sb_puts(out, debug_has_value(v) ? "in parts" :
			"in parts, some of which are optimized out");
	} else if (v->what > DEBUG_IN_PARTS) {
		sb_printf(out, "%s; at ", reason(v, "optimized out here",
						 "no value that a probe can compute"));
		if (!put_lines(l->d, l->target, l->addr, v->name, out))
			out->n -= strlen("; at ");
	} else if (v->what == DEBUG_COMPUTED) {
		if (v->n_steps == 1 && st->kind == STEP_REG)
			sb_printf(out, "register %s", reg_name(arch, st->num));
		else if (v->n_steps == 1 && st->kind == STEP_NUM)
			sb_printf(out, "constant %lld", (long long)st->num);
		else
			sb_puts(out, "computed");
	} else {
		put_memory(out, arch, v);
	}
}

static int list_variable(void *arg, const struct debug_variable *v)
{
	struct listing *l = arg;

	if (v->is_global || hash_put(&l->shown, v->name, strlen(v->name), l))
		return 0;
	sb_printf(&l->out, "    %s %s  (", v->type ? type_name(v->type) : "?", v->name);
	put_where(l, v);
	sb_puts(&l->out, ")\n");
	return 0;
}

/* At a function's entry only the parameters have values. */
static bool put_params(struct listing *l)
{
	struct source_params params;

	if (!source_params(l->s, l->prog, l->target, l->d, l->addr, &params))
		return false;
	for (u32 i = 0; i < params.n; i++)
		sb_printf(&l->out, !params.v[i].words ?
			  "    %s %s  (no value that a probe can compute)\n" :
			  params.v[i].by_address ? "    %s %s  (memory)\n" :
			  "    %s %s  (arg%u)\n",
			  type_name(params.v[i].type), params.names[i], params.v[i].first);
	return true;
}

static void put_returned(struct listing *l)
{
	const struct type *t = debug_return_type(l->d, l->addr);

	if (t && t->kind != TY_VOID)
		sb_printf(&l->out, "    %s retval\n", type_name(t));
}

static void describe(struct script *s, const struct prog *p, struct target *t)
{
	struct listing l = { .s = s, .prog = p, .target = t };

	l.d = source_of_target(s, p, t, &l.addr);
	if (!l.d)
		return;
	sb_puts(&l.out, "  at ");
	put_place(l.d, l.addr, &l.out);
	sb_putc(&l.out, '\n');
	if (p->provider->offers & OFFERS_RETVAL)
		put_returned(&l);
	else if (!put_params(&l))
		debug_each_variable(l.d, l.addr, list_variable, &l);
	hash_free(&l.shown);
	t->variables = arena_strdup(s->arena, sb_str(&l.out));
	sb_free(&l.out);
}

void source_describe_all(struct script *s)
{
	for (size_t i = 0; i < s->image.progs.n; i++) {
		const struct prog *p = s->image.progs.v[i];

		for (size_t j = 0; j < p->targets.n; j++)
			describe(s, p, p->targets.v[j]);
	}
}

#endif
