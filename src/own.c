/* SPDX-License-Identifier: GPL-2.0-or-later */
/* own.c - the script's own options; see own.h. */
#include "own.h"

#include <string.h>

#include "base/find.h"
#include "builtin/builtin.h"
#include "lang/ast.h"
#include "lang/registry.h"
#include "tables.h"

static const struct expr *argument(const struct expr *call, u32 i)
{
	return call->n_args > i ? call->args[i] : NULL;
}

/* Is it true or false? */
static bool is_bool(const struct expr *e)
{
	const struct builtin *b = e->kind == EX_NAME ? registry_builtin(&registry, e->name) : NULL;

	return b && b->flags & (IS_TRUE | IS_FALSE);
}

void own_note(void *options, const struct expr *call)
{
	struct options *o = options;
	const char *name = call->args[0]->name;
	const struct expr *def = argument(call, 1);

	if (!own_find(o, name, strlen(name)))
		vec_push(&o->asked, ((struct own_option){ name, def && !is_bool(def), call }));
}

const struct own_option *own_find(const struct options *o, const char *name, size_t n)
{
	for (size_t i = 0; i < o->asked.n; i++)
		if (!strncmp(o->asked.v[i].name, name, n) && !o->asked.v[i].name[n])
			return &o->asked.v[i];
	return NULL;
}

const char *own_word(struct options *o, const struct own_option *own, const char *value)
{
	struct strbuf sb = { 0 };

	sb_printf(&sb, value ? "--%s=%s" : "--%s", own->name, value);
	vec_push(&o->own_words, sb.s);
	return sb.s;
}

void own_push(struct options *o, const char *word, const char *read)
{
	vec_push(&o->words, ((struct option_word){ .word = word, .value = read,
						   .is_own = true }));
}

void own_default(struct options *o)
{
	size_t given = o->params.n, n = 0;

	for (const char *p = o->defaults; p && *p == '='; p += strlen(p) + 1) {
		const char *word = p + 1;

		if (starts_with(word, "--") && own_find(o, word + 2, strcspn(word + 2, "=")))
			vec_push(&o->own_defaults, word);
		else if (n++ >= given)
			vec_push(&o->params, word);
	}
}

static void show_option(struct strbuf *out, const struct own_option *own)
{
	const struct expr *def = argument(own->call, 1), *help = argument(own->call, 2);
	bool is_letter = own->name[0] && !own->name[1];
	size_t from = out->n;

	sb_printf(out, is_letter ? "  -%s" : "  --%s", own->name);
	if (own->takes_value && def->kind == EX_INT)
		sb_printf(out, "%c%lld", is_letter ? ' ' : '=', (long long)ex_num(def));
	else if (own->takes_value && def->name)
		sb_printf(out, "%c%s", is_letter ? ' ' : '=', *def->name ? def->name : "TEXT");
	if (help && help->name) {
		do
			sb_putc(out, ' ');
		while (out->n - from < 17);
		sb_puts(out, help->name);
	}
	sb_putc(out, '\n');
}

void own_show(struct strbuf *out, const struct options *o)
{
	if (o->asked.n)
		sb_puts(out, "options of the script:\n");
	for (size_t i = 0; i < o->asked.n; i++)
		show_option(out, &o->asked.v[i]);
}

void own_free(struct options *o)
{
	for (size_t i = 0; i < o->own_words.n; i++)
		mem_free(o->own_words.v[i]);
	vec_free(&o->own_words);
	vec_free(&o->own);
	vec_free(&o->own_defaults);
	vec_free(&o->asked);
}
