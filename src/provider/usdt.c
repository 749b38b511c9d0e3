/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * usdt.c - static probes in programs and libraries.
 *
 * usdt:FILE:[provider:]name; both names may be patterns.  A probe is a NOP at one
 * or several places.  For each place the file has a note that says where the arguments
 * are, and which counter (semaphore) shows the program that someone listens.
 */
#include <linux/bpf.h>
#include <string.h>

#include "base/hash.h"
#include "base/text.h"
#include "kernel/host.h"
#include "lang/argspec.h"
#include "provider/user.h"
#include "script.h"
#include "tables.h"

struct search {
	struct script *s;
	struct prog *p;
	const struct user_file *f;
	const char *provider, *name;	/* or patterns */
	bool is_glob;
	int err;
	/* for -l and -lv */
	struct hash seen;		/* listed names; a probe may have several places */
	struct kern *k;
	list_fn *fn;
	void *arg;
	struct strbuf *describe;
	struct near near;
};

/* Splits "provider:name".  "name" and ":name" mean any provider. */
static void split_name(struct kern *k, const char *text, struct search *x)
{
	const char *colon = strchr(text, ':');

	x->provider = colon > text ? arena_strndup(k->arena, text, (size_t)(colon - text)) : "*";
	x->name = colon ? colon + 1 : text;
	x->is_glob = host_is_glob(text);
}

static bool is_wanted(const struct search *x, const struct elf_probe *probe)
{
	return host_glob(x->name, probe->name) && host_glob(x->provider, probe->provider);
}

static int add_place(void *arg, const struct elf_probe *probe)
{
	struct search *x = arg;
	struct target *t;

	near_offer(&x->near, probe->name);
	if (!is_wanted(x, probe))
		return 0;
	x->err = user_target(x->s, x->p, x->f,
			     arena_printf(x->s->arena, "%s:%s", probe->provider, probe->name),
			     probe->addr, &t);
	if (x->err)
		return 1;
	t->func = arena_strdup(x->s->arena, probe->name);
	t->id = probe->semaphore;
	t->args = arena_strdup(x->s->arena, probe->args);
	t->from_glob = x->is_glob;
	return 0;
}

static int expand_in(void *arg, const struct user_file *f)
{
	struct search *x = arg;
	size_t before = x->p->targets.n;

	x->f = f;
	near_init(&x->near, x->name);
	elf_each_probe(f->elf, add_place, x);
	if (x->err || x->is_glob || x->p->targets.n > before)
		return x->err;
	diag_say(x->s->diag, E_NO_USDT, x->p->span, f->shown, x->name);
	if (!diag_suggest(x->s->diag, "", x->near.best))
		diag_hint(x->s->diag, T_LIST_USDT, f->shown);
	return 1;
}

static int expand_usdt(struct script *s, struct prog *p, const char *text)
{
	struct search x = { .s = s, .p = p };
	const char *file, *rest;
	int err;

	if (!user_split(s->kern, text, &file, &rest))
		return script_bad_probe(s, p, text);
	split_name(s->kern, rest, &x);
	x.is_glob |= host_is_glob(file);
	err = user_expand(s, p, file, expand_in, &x);
	return err;
}

/* ---- listing ---- */

static int list_place(void *arg, const struct elf_probe *probe)
{
	struct search *x = arg;
	char *name;

	if (!is_wanted(x, probe))
		return 0;
	name = arena_printf(x->k->arena, "%s:%s", probe->provider, probe->name);
	return hash_put(&x->seen, name, strlen(name), name) ? 0 :
	       x->fn(x->arg, x->f->shown, name);
}

static int list_in(void *arg, const struct user_file *f)
{
	struct search *x = arg;

	int r;

	x->f = f;
	r = elf_each_probe(f->elf, list_place, x);
	hash_free(&x->seen);
	return r;
}

static int list_usdt(struct kern *k, const struct provider *pv, const char *glob,
		     list_fn *fn, void *arg)
{
	struct search x = { .k = k, .fn = fn, .arg = arg };
	const char *file, *rest;

	(void)pv;
	if (!user_split(k, glob, &file, &rest))
		return 0;
	split_name(k, rest, &x);
	return user_files(k, file, list_in, &x);
}

/* Describes only the first place: the others have the same arguments in other locations. */
static int describe_place(void *arg, const struct elf_probe *probe)
{
	struct search *x = arg;
	const char *text;
	u32 len;

	if (!is_wanted(x, probe))
		return 0;
	for (u32 i = 0; (text = argspec_text(probe->args, i, &len)); i++)
		sb_printf(x->describe, "    arg%u %.*s\n", i, (int)len, text);
	return 1;
}

static int describe_in(void *arg, const struct user_file *f)
{
	elf_each_probe(f->elf, describe_place, arg);
	return 0;
}

static void describe_usdt(struct kern *k, const struct provider *pv, const char *file,
			  const char *name, struct strbuf *out)
{
	struct search x = { .describe = out };

	(void)pv;
	split_name(k, name, &x);
	user_files(k, file, describe_in, &x);
}

const struct provider provider_usdt = {
	.name = "usdt", .aliases = "U", .usage = T_USDT,
	.offers = USER_OFFERS | OFFERS_ARGS, .prog_type = BPF_PROG_TYPE_KPROBE,
	.expand = expand_usdt, .attach = user_attach, .explain = user_explain,
	.is_last_first = provider_last_first,
	.many_type = USER_MULTI, .may_attach_many = user_may_attach_many,
	.attach_many = user_attach_many, .file_offset = user_offset,
	.feature = FEATURE_UPROBE_PMU, .takes_file = true,
	.default_body = "printf(\"%s %d %s\\n\", probe, pid, comm);",
	.list = list_usdt, .describe = describe_usdt,
};
