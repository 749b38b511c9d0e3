/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * settings.c - config = { name = value }, the same settings in the environment, and
 * let @m = kind(n);
 */
#include <linux/bpf.h>
#include <stdio.h>
#include <string.h>

#include "base/find.h"
#include "base/text.h"
#include "builtin/builtin.h"
#include "lang/check_impl.h"

static const struct { const char *name; u32 type; } kinds[] = {
	{ "hash", BPF_MAP_TYPE_HASH },
	{ "lruhash", BPF_MAP_TYPE_LRU_HASH },
	{ "percpuhash", BPF_MAP_TYPE_HASH },	/* whether it is per CPU follows from its use */
	{ "percpulruhash", BPF_MAP_TYPE_LRU_HASH },
};

static void apply_map(struct check *c, struct setting *st)
{
	struct global *g = infer_global(c, st->name, st->span);
	struct expr *v = st->value;
	s64 n = 0;

	g->uses->is_mentioned = false;
	if (v->kind != EX_CALL && v->kind != EX_NAME) {
		check_fail(c, E_MAP_KIND, v->span, "this");
		return;
	}
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (!strcmp(kinds[i].name, v->name))
			g->uses->map_kind = kinds[i].type;
	if (!g->uses->map_kind)
		check_fail(c, E_MAP_KIND, v->span, v->name);
	if (!v->n_args || !check_const(c, v->args[0], &n))
		return;
	if (n > 0 && n <= 1 << 26)
		g->max_entries = (u32)n;
	else
		check_fail(c, E_CONFIG, v->span, v->name, "1 to 64M entries");
}

static bool number_in(struct check *c, struct setting *st, s64 lo, s64 hi, u32 *out)
{
	char range[64];
	s64 n = 0;

	if (!check_const(c, st->value, &n))
		return false;
	if (n < lo || n > hi) {
		snprintf(range, sizeof(range), "%lld to %lld", (long long)lo, (long long)hi);
		check_fail(c, E_CONFIG, st->value->span, st->name, range);
		return false;
	}
	*out = (u32)n;
	return true;
}

extern char **environ;

static bool is_false(const struct registry *r, const struct expr *e)
{
	const struct builtin *b = NULL;

	if (e->kind == EX_NAME)
		b = registry_builtin(r, e->name);
	return (b && b->flags & IS_FALSE) || (e->kind == EX_INT && !ex_num(e));
}

/* In the order of enum stack_mode.  The last one is another name of the first. */
const char *const stack_modes[] = {
	"bpftrace", "perf", "raw", "build_id",
#ifndef NO_DWARF
	"lines",
#endif
	"awl"
};

s32 stack_mode_named(const char *name)
{
	for (s32 i = 0; i < (s32)ARRAY_SIZE(stack_modes); i++)
		if (!strcmp(name, stack_modes[i]))
			return i % ((s32)ARRAY_SIZE(stack_modes) - 1);
	return -1;
}

const struct type *bad_stack_mode(struct check *c, struct span at, const char *name)
{
	check_fail(c, E_STACK_MODE, at, name);
#ifdef NO_DWARF
	if (c->final && !strcmp(name, "lines"))
		diag_hint(c->s->diag, T_LEFT_OUT);
#endif
#ifdef NO_UNWIND
	if (c->final && (!strcmp(name, "dwarf") || !strcmp(name, "snapshot")))
		diag_hint(c->s->diag, T_LEFT_OUT);
#endif
	return &type_error;
}

bool check_stack_mode(struct check *c, const struct expr *e, bool is_user, u32 *out)
{
	const char *name = e->name ? e->name : "this";
	s32 mode = stack_mode_named(name);

	if (mode < 0 || (mode == STACK_BUILD_ID && !is_user)) {
		bad_stack_mode(c, e->span, name);
		return false;
	}
	*out = (u32)mode;
	return true;
}

/* The licences that the kernel considers compatible with its own: linux/license.h. */
static void license_setting(struct check *c, const struct expr *e)
{
	static const char *const licenses[] = {
		"GPL", "GPL v2", "GPL and additional rights", "Dual BSD/GPL", "Dual MIT/GPL",
		"Dual MPL/GPL",
	};

	for (size_t i = 0; e->name && i < ARRAY_SIZE(licenses); i++)
		if (!strcmp(e->name, licenses[i]))
			return;
	check_fail(c, E_CONFIG, e->span, "license", text_of(T_LICENSES));
}

/* bpftrace's settings that are about how bpftrace works, not about what a script means. */
static const char *const ignored[] = {
	"cache_user_symbols", "lazy_symbolication", "log_size",
	"max_ast_nodes", "max_bpf_progs", "max_type_res_iterations",
	"missing_probes",	/* expand.c handles it */
	"on_stack_limit", "perf_rb_pages", "show_debug_info", "str_trunc_trailer",
	"symbol_source", "use_blazesym",
};

static bool is_ignored(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(ignored); i++)
		if (!strcmp(ignored[i], name))
			return true;
	return starts_with(name, "unstable_");
}

/* Applies a setting; false if there is none of this name. */
static bool apply_config(struct check *c, struct setting *st)
{
	struct image_options *o = &c->s->image.opt;

	if (!strcmp(st->name, "max_map_keys"))
		number_in(c, st, 1, 1 << 26, &o->map_size);
	else if (!strcmp(st->name, "max_strlen") || !strcmp(st->name, "str_len"))
		number_in(c, st, 2, 4096, &o->strlen);
	else if (!strcmp(st->name, "snapshot_size"))
		number_in(c, st, 1024, 60000, &o->snapshot);
	else if (!strcmp(st->name, "max_probes"))
		number_in(c, st, 1, INT32_MAX, &o->max_probes);
	else if (!strcmp(st->name, "max_cat_bytes"))
		number_in(c, st, 0, UINT32_MAX, &o->max_cat);
	else if (!strcmp(st->name, "stack_mode"))
		check_stack_mode(c, st->value, true, &c->s->opt.stack_mode);
	else if (!strcmp(st->name, "license"))
		license_setting(c, st->value);
	else if (!strcmp(st->name, "cpp_demangle"))
		c->s->image.mangled = is_false(c->s->registry, st->value);
	else if (!strcmp(st->name, "print_maps_on_exit"))
		c->s->image.no_final_maps = is_false(c->s->registry, st->value);
	else
		return is_ignored(st->name);
	return true;
}

/* ---- the environment ---- */

static struct expr *setting_value(struct check *c, const char *text)
{
	struct span nowhere = { 0 };
	s64 num;

	if (check_param_number(text, &num))
		return expr_int(c->s->arena, num, nowhere);
	return expr_name(c->s->arena, intern_s(&c->s->names, text), nowhere);
}

/*
 * BPFTRACE_MAX_STRLEN=200 is config = { max_strlen = 200 }, and overrides the script's setting.
 * Variables that don't name a setting are ignored.
 */
static void apply_variable(struct check *c, const char *var)
{
	static const char prefix[] = "BPFTRACE_";
	size_t n = strcspn(var, "="), skip = sizeof(prefix) - 1;
	struct setting st = { 0 };
	unsigned errors;
	char *name;

	if (strncmp(var, prefix, skip) || !var[n])
		return;
	name = arena_strndup(c->s->arena, var + skip, n - skip);
	for (char *p = name; *p; p++)
		if (*p >= 'A' && *p <= 'Z')
			*p = (char)(*p | 0x20);
	st.name = name;
	st.value = setting_value(c, var + n + 1);
	errors = c->s->diag->errors;
	apply_config(c, &st);
	if (c->s->diag->errors > errors)
		diag_hint(c->s->diag, T_ENVIRONMENT, var);
}

int settings_apply(struct check *c)
{
	c->final = true;	/* report errors */
	for (struct setting *st = c->s->unit.settings; st; st = st->next) {
		if (st->is_map)
			apply_map(c, st);
		else if (!apply_config(c, st))
			diag_say(c->s->diag, E_SETTING, st->span, st->name);
	}
	for (char **var = environ; *var; var++)
		apply_variable(c, *var);
	c->final = false;
	return c->s->diag->errors ? -1 : 0;
}
