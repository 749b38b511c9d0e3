/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * uprobe.c - entry and return of functions of programs and libraries.
 *
 * uprobe:FILE:function[+offset], uprobe:FILE:0xaddress, and places of the source (source.c).
 * FILE is a path, a program in PATH or a library's name (libc).  Globs match the file's
 * symbols, or what they demangle to (mangled.h).  Several names of one place make one probe.
 */
#include <linux/bpf.h>
#include <string.h>

#include "base/find.h"
#include "base/number.h"
#include "base/sort.h"
#include "base/text.h"
#include "kernel/host.h"
#include "provider/mangled.h"
#include "provider/resolved.h"
#include "provider/source.h"
#include "script.h"
#include "tables.h"

struct search {
	struct script *s;
	struct prog *p;
	const char *func;			/* or a pattern */
	struct mangled mangled;			/* the same by its name in the source */
	struct strbuf shown;			/* the last one that matched */
	bool many_files;			/* then some may lack the function */
	VEC(struct elf_symbol) found;
	const char *thumb;			/* a matching function in Thumb code */
	u32 n_thumb;				/* the number of these */
};

#ifdef NO_DWARF
static void split_source(struct search *x, const char **file)
{
	(void)x, (void)file;
}
#else
/* Splits bpftrace's FILE@source.c:42[:7].  A file with an @ in its name keeps it. */
static void split_source(struct search *x, const char **file)
{
	const char *at = strrchr(*file, '@');
	struct arena *a = x->s->arena;

	if (!at || !*x->func || x->func[strspn(x->func, "0123456789:")] ||
	    elf_locate_pid(a, x->s->kern->pid, *file))
		return;
	x->func = arena_printf(a, "%s:%s", at, x->func);
	*file = arena_strndup(a, *file, (size_t)(at - *file));
}
#endif

static int no_symbol(struct search *x, const struct user_file *f, const char *func)
{
	return x->many_files ? 0 : user_no_function(x->s, x->p, f, func);
}

static bool is_wanted(const struct mangled *m, const char *glob, const char *symbol,
		      struct strbuf *shown)
{
	return HAS_DEMANGLE && m->want ? mangled_matches(m, symbol, shown) :
	       host_glob(glob, symbol);
}

static int collect(void *arg, const struct elf_symbol *sym)
{
	struct search *x = arg;

	if (!sym->is_func || !is_wanted(&x->mangled, x->func, sym->name, &x->shown))
		return 0;
	if (!sym->is_thumb) {
		vec_push(&x->found, *sym);
	} else {
		x->thumb = sym->name;
		x->n_thumb++;
	}
	return 0;
}

static bool by_address(const void *ctx, const void *a, const void *b)
{
	const struct elf_symbol *x = a, *y = b;

	(void)ctx;
	return x->addr <= y->addr;
}

/* Adds the target of a symbol that matches. */
static int add_found(struct search *x, const struct user_file *f, const struct elf_symbol *sym)
{
	const char *name = sym->name;
	struct target *t;

	if (HAS_DEMANGLE && x->mangled.want && mangled_matches(&x->mangled, name, &x->shown))
		name = arena_printf(x->s->arena, "cpp:\"%s\"", sb_str(&x->shown));
	if (user_target(x->s, x->p, f, name, sym->addr, &t))
		return -1;
	t->from_glob = !x->mangled.want || x->mangled.is_glob;
	if (name != sym->name)
		t->func = arena_strdup(x->s->arena, sb_str(&x->shown));
	return 0;
}

static int expand_glob(struct search *x, const struct user_file *f)
{
	x->n_thumb = 0;
	x->found.n = 0;
	elf_each(f->elf, collect, x);
	if (x->n_thumb)
		diag_say(x->s->diag, W_THUMB, x->p->span, x->n_thumb, f->shown, x->thumb);
	sort_array(x->found.v, x->found.n, sizeof(*x->found.v), by_address, NULL);
	for (size_t i = 0; i < x->found.n; i++) {
		const struct elf_symbol *sym = &x->found.v[i];

		if ((i && sym->addr == sym[-1].addr) ||
		    elf_code(f->elf, sym->addr) == UINT64_MAX)
			continue;
		if (add_found(x, f, sym))
			break;
	}
	return 0;
}

/* Adds targets for functions by their names in the source.  Returns whether there are any. */
static bool expand_mangled(struct search *x, const struct user_file *f)
{
	u32 n = x->p->targets.n;

	if (!HAS_DEMANGLE || !x->mangled.want)
		return false;
	x->mangled.is_glob = false;
	expand_glob(x, f);
	if (x->p->targets.n == n && host_is_glob(x->mangled.want)) {
		x->mangled.is_glob = true;
		expand_glob(x, f);
	}
	return x->p->targets.n > n || x->mangled.is_glob;
}

/* Adds targets for the function of that name and for its inlined instances. */
static int expand_function(struct search *x, const struct user_file *f)
{
	struct elf_symbol sym;
	struct target *t;
	bool has_symbol = elf_find(f->elf, x->func, &sym) && sym.is_func;
	int n;

	if (!has_symbol && source_is_line(x->func))
		return source_expand(x->s, x->p, f, x->func);
	if (has_symbol && user_target(x->s, x->p, f, x->func, sym.addr, &t))
		return -1;
	n = source_add_inlined(x->s, x->p, f, x->func);
	return n < 0 ? -1 : has_symbol || n || expand_mangled(x, f) ? 0 : no_symbol(x, f, x->func);
}

/* The same, by the bundle if it knows the function. */
static int expand_known(struct search *x, const struct user_file *f)
{
	u32 first = (u32)x->p->targets.n;
	int err = resolved_in_program(x->s, x->p, f, x->func);

	if (err)
		return err < 0 ? -1 : 0;
	err = expand_function(x, f);
	return err ? err : resolved_keep_in_program(x->s, x->p, f, x->func, first);
}

/* Adds the target that function, function+offset or 0xaddress means. */
static int expand_one(struct search *x, const struct user_file *f)
{
	char *func = arena_strdup(x->s->arena, x->func), *plus = strchr(func, '+');
	const char *end = plus ? plus + 1 : func;
	struct elf_symbol sym = { 0 };
	struct target *t;
	u64 more = 0;

	if ((!plus && !(*func >= '0' && *func <= '9')) || source_is_operator(func))
		return expand_known(x, f);
	if (plus) {
		*plus = '\0';
		if (!number_any(&end, &more) || *end)
			return script_bad_probe(x->s, x->p, x->func);
		end = func;
	}
	if (*func >= '0' && *func <= '9') {
		if (!number_any(&end, &sym.addr) || *end)
			return script_bad_probe(x->s, x->p, x->func);
	} else if (!elf_find(f->elf, func, &sym) || !sym.is_func) {
		return no_symbol(x, f, func);
	}
	if (sym.size && more >= sym.size) {
		diag_say(x->s->diag, E_PAST_FUNCTION, x->p->span, f->shown, func,
			 (unsigned long long)sym.size);
		return -1;
	}
	if (user_check_place(x->s, x->p, f, x->func, &sym, sym.addr + more))
		return -1;
	return user_target(x->s, x->p, f, x->func, sym.addr + more, &t);
}

static int is_thumb(void *arg, const struct elf_symbol *sym)
{
	(void)arg;
	return sym->is_thumb;
}

static int expand_in(void *arg, const struct user_file *f)
{
	struct search *x = arg;

	/* After a return probe the kernel goes on in the caller in ARM state, even if
	 * the caller is Thumb code. */
	if (x->p->provider == &provider_uretprobe && elf_each(f->elf, is_thumb, NULL))
		diag_say(x->s->diag, W_THUMB_CALLER, x->p->span, f->shown);
	if (HAS_DEMANGLE && x->mangled.want && !x->mangled.is_inner)
		return expand_mangled(x, f) ? 0 : no_symbol(x, f, x->func);
	if (!host_is_glob(x->func) || source_is_operator(x->func))
		return expand_one(x, f);
	return expand_mangled(x, f) ? 0 : expand_glob(x, f);
}

static int expand_uprobe(struct script *s, struct prog *p, const char *text)
{
	const char *file, *returning = provider_returning(s, text);
	struct search x = { .s = s, .p = p };
	int err;

	if (returning) {
		p->provider = &provider_uretprobe;
		return expand_uprobe(s, p, returning);
	}
	if (!user_split(s->kern, text, &file, &x.func))
		return script_bad_probe(s, p, text);
	x.mangled = mangled_parse(x.func);
	split_source(&x, &file);
	x.many_files = host_is_glob(file);
	err = user_expand(s, p, file, expand_in, &x);
	vec_free(&x.found);
	sb_free(&x.shown);
	if (err || p->targets.n || !x.many_files || host_is_glob(x.func))
		return err;
	diag_say(s->diag, E_NO_USER_SYMBOL, p->span, file, "function", x.func);
	return 1;
}

/* ---- listing ---- */

struct listing {
	const char *file, *glob;
	struct mangled mangled;
	struct strbuf shown, quoted;
	list_fn *fn;
	void *arg;
};

static int list_symbol(void *arg, const struct elf_symbol *sym)
{
	struct listing *l = arg;

	if (!sym->is_func || !is_wanted(&l->mangled, l->glob, sym->name, &l->shown))
		return 0;
	if (!HAS_DEMANGLE || !l->mangled.want)
		return l->fn(l->arg, l->file, sym->name);
	sb_reset(&l->quoted);
	sb_printf(&l->quoted, "cpp:\"%s\"", sb_str(&l->shown));
	return l->fn(l->arg, l->file, sb_str(&l->quoted));
}

static int list_in(void *arg, const struct user_file *f)
{
	struct listing *l = arg;

	l->file = f->shown;
	return elf_each(f->elf, list_symbol, l);
}

static int list_functions(struct kern *k, const struct provider *pv, const char *glob,
			  list_fn *fn, void *arg)
{
	struct listing l = { .fn = fn, .arg = arg };
	const char *file;
	int err = 0;

	(void)pv;
	if (user_split(k, glob, &file, &l.glob)) {
		l.mangled = mangled_parse(l.glob);
		l.mangled.is_glob = true;
		err = user_files(k, file, list_in, &l);
	}
	sb_free(&l.shown);
	sb_free(&l.quoted);
	return err;
}

const struct provider provider_uprobe = {
	.name = "uprobe", .aliases = "u", .usage = T_UPROBE,
	.offers = USER_OFFERS | OFFERS_ARGS | OFFERS_RETADDR | OFFERS_VARIABLES,
	.prog_type = BPF_PROG_TYPE_KPROBE,
	.expand = expand_uprobe, .attach = user_attach, .explain = user_explain,
	.is_last_first = provider_last_first,
	.many_type = USER_MULTI, .may_attach_many = user_may_attach_many,
	.attach_many = user_attach_many, .file_offset = user_offset,
	.feature = FEATURE_UPROBE_PMU, .takes_file = true,
	.default_body = "printf(\"%s %d %s\\n\", probe, pid, comm);",
	.list = list_functions,
};

const struct provider provider_uretprobe = {
	.name = "uretprobe", .aliases = "ur", .usage = T_URETPROBE,
	.offers = USER_OFFERS | OFFERS_RETVAL | OFFERS_RETADDR | OFFERS_VARIABLES,
	.prog_type = BPF_PROG_TYPE_KPROBE,
	.expand = expand_uprobe, .attach = user_attach, .explain = user_explain,
	.is_last_first = provider_last_first,
	.many_type = USER_MULTI, .may_attach_many = user_may_attach_many,
	.attach_many = user_attach_many, .file_offset = user_offset,
	.feature = FEATURE_UPROBE_PMU, .takes_file = true,
	.default_body = "printf(\"%s %d %s %d\\n\", probe, pid, comm, retval);",
	.list = list_functions,
};
