/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * source.c - probes at lines of the source, and at functions where they were inlined.
 *
 * A line, and a function that the compiler copied, may have several places; all of them are
 * targets of one name.  The places are those that the file's debug information has (debug/).
 */
#include "provider/source.h"

#include <errno.h>
#include <string.h>

#include "base/text.h"
#include "script.h"
#include "tables.h"

bool source_is_line(const char *text)
{
	const char *colon = strrchr(text, ':');

	return strchr(text, '@') ||
	       (colon && colon[1] && !colon[1 + strspn(colon + 1, "0123456789")]);
}

#ifdef NO_DWARF

int source_expand(struct script *s, struct prog *p, const struct user_file *f, const char *text)
{
	(void)f;
	script_bad_probe(s, p, text);
	diag_hint(s->diag, T_LEFT_OUT);
	return -1;
}

int source_expand_kernel(struct script *s, struct prog *p, const char *text)
{
	return source_expand(s, p, NULL, text);
}

#else

struct places {
	struct script *s;
	struct prog *p;
	const struct user_file *f;	/* NULL: the kernel */
	struct debug *d;
	const struct elf *elf;	/* with the symbols */
	const char *shown;	/* of the file */
	const char *module;	/* of the kernel; "": itself */
	const char *text;	/* as the script has it */
	struct debug_query query;
	struct debug_places found;
	u32 added;
};

/* "function+0x12", by the symbol there; or the address alone. */
static const char *place_name(struct places *x, u64 addr, struct elf_symbol *sym)
{
	if (!elf_nearest(x->elf, addr, sym)) {
		*sym = (struct elf_symbol){ 0 };
		return arena_printf(x->s->arena, "%#llx", (unsigned long long)addr);
	}
	return arena_printf(x->s->arena, "%s+%#llx", sym->name,
			    (unsigned long long)(addr - sym->addr));
}

/* gcc names such copies of a function work.constprop.0, work.isra.0 or work.part.0.  In names of
 * Rust there are two dots for ::. */
bool source_is_specialized(const char *symbol)
{
	const char *dot = strchr(symbol, '.');

	while (dot && dot[1] == '.')
		dot = strchr(dot + 2, '.');
	return dot;
}

static int add_user_place(struct places *x, const struct debug_place *place, const char *name,
			  const struct elf_symbol *sym, struct target **t)
{
	if (user_check_place(x->s, x->p, x->f, name, sym, place->addr) ||
	    user_target(x->s, x->p, x->f, name, place->addr, t))
		return -1;
	(*t)->name = arena_printf(x->s->arena, "%s:%s:%s", x->p->provider->name, x->shown,
				  x->text);
	return 0;
}

/* The bytes from a function's entry to what `ip` holds in a kprobe there, which ftrace may run. */
static u8 after_entry(const struct places *x, const struct elf_symbol *sym)
{
	const struct arch *arch = x->s->arch;
	bool by_ftrace;
	u8 at = elf_kprobe(x->elf, sym->addr, &by_ftrace);

	return at + (by_ftrace ? arch->ftrace_ip : arch->kprobe_ip);
}

static int add_kernel_place(struct places *x, const struct debug_place *place,
			    const struct elf_symbol *sym, struct target **t)
{
	struct script *s = x->s;

	*t = script_target(s, x->p->span, arena_printf(s->arena, "%s:%s", x->p->provider->name,
						       x->text));
	(*t)->module = x->module;
	(*t)->func = arena_strdup(s->arena, sym->name ? sym->name : "");
	(*t)->addr = x->p->provider->offers & OFFERS_RETVAL ? 0 : place->addr - sym->addr;
	(*t)->after = place->addr == sym->addr ? after_entry(x, sym) : s->arch->kprobe_ip;
	vec_push(&x->p->targets, *t);
	return 0;
}

static int add_place(struct places *x, const struct debug_place *place)
{
	const struct provider *pv = x->p->provider;
	struct elf_symbol sym;
	const char *name = place_name(x, place->addr, &sym);
	bool is_return = pv->offers & OFFERS_RETVAL;
	struct target *t;

	if (is_return && (place->is_inlined || !debug_is_entry(x->d, &sym, place->addr))) {
		diag_say(x->s->diag, E_PLACE, x->p->span, x->shown, x->text,
			 text_of(place->is_inlined ? T_INLINED_RETURN : T_NOT_ENTRY));
		return -1;
	}
	if (x->f ? add_user_place(x, place, name, &sym, &t) :
		   add_kernel_place(x, place, &sym, &t))
		return -1;
	t->is_source = true;
	t->source_func = x->query.func;
	t->linked = place->addr;
	t->is_inlined = !x->query.has_line && (place->is_inlined ||
						 (sym.name && source_is_specialized(sym.name)));
	x->added++;
	return 0;
}

static int add_places(struct places *x)
{
	for (u32 i = 0; i < x->found.v.n; i++)
		if (add_place(x, &x->found.v.v[i]))
			return -1;
	return 0;
}

/* ---- what is missing ---- */

/* The nearest lines with code, counted as the script counts them. */
static void say_nearest(struct places *x)
{
	const struct debug_places *p = &x->found;
	u32 first = x->query.func ? p->line - x->query.line : 0;
	u32 before = p->before >= first ? p->before : 0;
	const char *what = x->query.func ? x->query.func : x->query.file;

	if (before && p->after)
		diag_hint(x->s->diag, T_LINES_NEAR, what, before - first, what, p->after - first);
	else if (before || p->after)
		diag_hint(x->s->diag, T_LINE_NEAR, what, (before ? before : p->after) - first);
}

static int say_missing(struct places *x)
{
	struct diag *d = x->s->diag;
	const struct debug_query *q = &x->query;

	if (x->found.has_function && q->has_line) {
		diag_say(d, E_NO_LINE, x->p->span, x->shown, x->text);
		say_nearest(x);
		return 1;
	}
	if (q->func && !q->file && x->f)
		return user_no_function(x->s, x->p, x->f, q->func);
	diag_say(d, E_NO_USER_SYMBOL, x->p->span, x->shown,
		 q->func ? "function" : "source file",
		 q->func && q->file ? x->text : q->func ? q->func : q->file);
	return 1;
}

u32 source_cure(enum debug_error why)
{
	static const u16 cures[] = {
		[DEBUG_NONE] = T_NO_DEBUG, [DEBUG_ZSTD] = T_DEBUG_ZSTD,
		[DEBUG_SPLIT] = T_DEBUG_SPLIT, [DEBUG_BROKEN] = T_DEBUG_BROKEN,
		[DEBUG_OTHER] = T_DEBUG_OTHER, [DEBUG_OTHER_CRC] = T_DEBUG_OTHER_CRC,
		[DEBUG_NO_SHARED] = T_DEBUG_NO_SHARED,
	};

	return cures[why];
}

static void say_no_debug(struct places *x, const struct debug_why *why)
{
	struct diag *d = x->s->diag;

	diag_say(d, E_NO_DEBUG, x->p->span, x->shown);
	if (why->file)
		diag_hint(d, T_OF_FILE, why->file, text_of(source_cure(why->error)));
	else
		diag_hint(d, T_AS_IT_IS, text_of(source_cure(why->error)));
}

static int expand(struct places *x, struct debug *d, const struct debug_why *why)
{
	int err;

	x->text += *x->text == '@';
	if (!d) {
		say_no_debug(x, why);
		return 1;
	}
	x->d = d;
	x->elf = debug_elf(d);
	debug_find(d, &x->query, &x->found);
	err = x->found.v.n ? add_places(x) : say_missing(x);
	debug_free_places(&x->found);
	return err;
}

int source_expand(struct script *s, struct prog *p, const struct user_file *f, const char *text)
{
	struct places x = { .s = s, .p = p, .f = f, .shown = f->shown, .text = text };
	struct debug_why why;
	struct debug *d;

	if (!debug_parse_query(s->arena, text, &x.query))
		return script_bad_probe(s, p, text);
	d = source_debug(s, f->path, SPACE_USER, &why);
	return expand(&x, d, &why);
}

/* ---- the kernel ---- */

/* The length of "MODULE:", which has no dot or slash as files have; a line may follow a function
 * or a file, but not a module. */
static size_t module_length(const char *text)
{
	size_t n = strcspn(text, ":@./");
	const char *after = text + n + 1;

	if (text[n] != ':')
		return 0;
	after += strspn(after, "0123456789");
	return *after && *after != ':' ? n + 1 : 0;
}

int source_expand_kernel(struct script *s, struct prog *p, const char *text)
{
	size_t n = module_length(text);
	bool is_module = n && strncmp(text, "vmlinux:", n);
	struct places x = { .s = s, .p = p, .text = text, .module = "" };
	struct debug_why why = { DEBUG_NONE };
	struct debug *d;

	if (!debug_parse_query(s->arena, text + n, &x.query))
		return script_bad_probe(s, p, text);
	if (is_module) {
		x.module = arena_strndup(s->arena, text, n - 1);
		d = source_module(s, x.module, &x.shown, &why);
	} else {
		d = source_kernel(s, &why);
		x.shown = s->kern->vmlinux;
	}
	if (!x.shown) {
		if (is_module)
			diag_say(s->diag, E_NO_MODULE, p->span, x.module, x.module);
		else
			diag_say(s->diag, E_NO_VMLINUX, p->span);
		return 1;
	}
	if (why.error == DEBUG_OTHER && !why.file) {
		diag_say(s->diag, E_OTHER_KERNEL, p->span, x.shown,
			 is_module ? "the loaded module" : "the running kernel");
		return -1;
	}
	return expand(&x, d, &why);
}

/* ---- inlined instances ---- */

/* The target that the symbol gave is one of them. */
static bool is_there(const struct places *x, u64 addr)
{
	u64 offset = elf_code(x->f->elf, addr);

	for (size_t i = 0; i < x->p->targets.n; i++)
		if (x->p->targets.v[i]->addr == offset &&
		    x->p->targets.v[i]->module == x->f->path)
			return true;
	return false;
}

int source_add_inlined(struct script *s, struct prog *p, const struct user_file *f,
		       const char *func)
{
	struct places x = { .s = s, .p = p, .f = f, .shown = f->shown, .text = func,
			    .query = { .func = func } };
	bool is_return = p->provider->offers & OFFERS_RETVAL, is_somewhere = p->targets.n;
	struct debug_why why;
	struct debug *d = source_debug(s, f->path, SPACE_USER, &why);
	u32 n_inlined = 0;
	int err = 0;

	if (!d) {
		for (size_t i = 0; i < p->targets.n; i++)
			p->targets.v[i]->nameless = source_cure(why.error);
		return 0;
	}
	x.elf = debug_elf(d);
	debug_split_scope(&x.query);
	debug_find(d, &x.query, &x.found);
	for (u32 i = 0; i < x.found.v.n && !err; i++) {
		const struct debug_place *place = &x.found.v.v[i];

		if (is_there(&x, place->addr))
			continue;
		n_inlined += place->is_inlined;
		if (!place->is_inlined || !is_return || !is_somewhere)
			err = add_place(&x, place);
	}
	if (n_inlined && is_return && is_somewhere)
		diag_say(s->diag, W_INLINED, p->span, func, n_inlined);
	debug_free_places(&x.found);
	return err ? -1 : (int)x.added;
}

int source_add_only_inlined(struct script *s, struct prog *p, const char *module,
			    const char *func)
{
	struct places x = { .s = s, .p = p, .text = func, .module = module,
			    .query = { .func = func } };
	struct debug *d;
	int err;

	if (!source_lacks_symbol(s, module, func))
		return 0;
	d = *module ? source_module(s, module, &x.shown, NULL) : source_kernel(s, NULL);
	if (!d)
		return 0;
	if (!*module)
		x.shown = s->kern->vmlinux;
	else
		x.text = arena_printf(s->arena, "%s:%s", module, func);
	x.elf = debug_elf(d);
	debug_find(d, &x.query, &x.found);
	err = add_places(&x);
	debug_free_places(&x.found);
	return err ? -1 : (int)x.added;
}

#endif
