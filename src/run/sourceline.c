/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sourceline.c - lines and inlined functions of addresses; see sourceline.h.
 *
 * Debug information has the addresses of files as they were linked.  Those of the kernel differ
 * by how far it was moved when it was booted, modules get the addresses of their sections, and
 * addresses of programs become offsets in their files first.
 */
#include "run/sourceline.h"

#include <elf.h>
#include <string.h>

#include "base/find.h"
#include "base/print.h"
#include "base/text.h"
#include "debug/debug.h"
#include "kernel/kern.h"
#include "run/session.h"
#include "symbols/usyms.h"

#ifndef NO_DWARF

struct line_file {
	const char *name;	/* of the module, "": the kernel; of the program: its path */
	bool is_user;
	struct debug *d;	/* NULL: there is none */
	u64 moved;		/* the kernel: address - address as it was linked */
	struct hash known;	/* by address as it was linked: struct debug_code */
	VEC(struct debug_code) wanted;
	struct line_file *next;
};

/* Code that the kernel makes is in no file: kernel/kallsyms.c calls it a module. */
static bool is_generated(const char *module)
{
	return !strcmp(module, "bpf") || starts_with(module, "__builtin__");
}

/* Says why a file has no lines, once for the kernel and once for programs. */
static void say_missing(struct source_lines *l, const struct line_file *f, const char *path,
			const char *cure)
{
	if (l->said[f->is_user])
		return;
	l->said[f->is_user] = true;
	if (path)
		print_error(TEXT_ARGS(T_NO_LINES, path, cure));
	else if (*f->name)
		print_error(TEXT_ARGS(T_NO_MODULE_LINES, f->name, f->name));
	else
		print_error("%s", text_of(T_NO_KERNEL_LINES));
}

/* Where the kernel's code begins, in memory and in the file. */
static u64 distance_moved(struct session *s, const struct debug *d)
{
	struct kname names[] = { { .name = "_stext", .module = "" },
				 { .name = "_text", .module = "" } };
	u64 addr;

	ksyms_lookup(kern_ksyms(s->image->kern), names, ARRAY_SIZE(names));
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (names[i].addr && elf_find_label(debug_elf(d), names[i].name, &addr))
			return names[i].addr - addr;
	return 0;
}

static void open_kernel(struct session *s, struct line_file *f)
{
	const struct debug_door *door = s->image->debug;
	struct debug_why why = { DEBUG_NONE };
	const char *path;

	if (is_generated(f->name))
		return;
	f->d = door->kernel(s->image, f->name, &path, &why);
	if (!f->d)
		say_missing(&s->decode.lines, f, why.file ? why.file : path, door->cure(&why));
	else if (!*f->name)
		f->moved = distance_moved(s, f->d);
}

static void open_program(struct session *s, struct line_file *f, const struct value_sym *sym)
{
	const struct debug_door *door = s->image->debug;
	const char *path = usyms_path(s->mappings.usyms, sym->pid, sym->addr);
	struct debug_why why = { DEBUG_NONE };

	if (!path)
		return;
	f->d = door->program(s->image, arena_strdup(s->image->arena, path), &why);
	if (!f->d)
		say_missing(&s->decode.lines, f, why.file ? why.file : f->name,
			    why.error == DEBUG_NONE ? text_of(T_NO_DEBUG_FILE) : door->cure(&why));
}

static struct line_file *file_of(struct session *s, const struct value_sym *sym)
{
	struct source_lines *l = &s->decode.lines;
	bool is_user = sym->pid;
	struct line_file *f = l->files;

	/* The path of a program is one text for each file of that path. */
	while (f && (f->is_user != is_user || (is_user ? f->name != sym->module :
						strcmp(f->name, sym->module))))
		f = f->next;
	if (f)
		return f;
	f = arena_new(s->image->arena, struct line_file);
	f->name = is_user ? sym->module : arena_strdup(s->image->arena, sym->module);
	f->is_user = is_user;
	if (is_user)
		open_program(s, f, sym);
	else
		open_kernel(s, f);
	f->next = l->files;
	l->files = f;
	return f;
}

/* The address in the file as it was linked; UINT64_MAX: there is none. */
static u64 linked(struct session *s, const struct line_file *f, const struct value_sym *sym)
{
	u64 addr = sym->addr - sym->is_after_call;
	struct usym u;

	if (!f->is_user)
		return addr - f->moved;
	/* An odd address after a call is one of Thumb code: its byte before is at - 2. */
	if (sym->is_after_call && sym->addr & 1 && elf_machine(debug_elf(f->d)) == EM_ARM)
		addr--;
	usyms_find(s->mappings.usyms, sym->pid, addr, &u);
	return u.file ? debug_address(f->d, u.place) : UINT64_MAX;
}

static const struct debug_code *find_known(const struct line_file *f, u64 addr)
{
	return hash_get(&f->known, (const char *)&addr, sizeof(addr));
}

/* Frames without a symbol are looked up only in programs, whose symbols may be in another file. */
void sourceline_want(void *ctx, const struct value_sym *sym)
{
	struct session *s = ctx;
	struct debug_code code = { 0 };
	struct line_file *f;

	if (!sym->module || (!sym->name && !sym->pid))
		return;
	f = file_of(s, sym);
	if (!f->d)
		return;
	code.addr = linked(s, f, sym);
	if (code.addr != UINT64_MAX && !find_known(f, code.addr))
		vec_push(&f->wanted, code);
}

static void resolve(struct session *s, struct line_file *f)
{
	debug_code(f->d, f->wanted.v, (u32)f->wanted.n);
	for (size_t i = 0; i < f->wanted.n; i++) {
		struct debug_code *code = &f->wanted.v[i];

		if (find_known(f, code->addr))		/* it was wanted twice */
			continue;
		code = arena_memdup(s->image->arena, code, sizeof(*code));
		hash_put(&f->known, (const char *)&code->addr, sizeof(code->addr), code);
	}
	f->wanted.n = 0;
}

void sourceline_resolve(void *ctx)
{
	struct session *s = ctx;

	for (struct line_file *f = s->decode.lines.files; f; f = f->next)
		if (f->wanted.n)
			resolve(s, f);
}

u32 sourceline_frames(void *ctx, const struct value_sym *sym, struct value_sym *out)
{
	struct session *s = ctx;
	const struct debug_code *code = NULL;
	const struct line_file *f;
	u32 n = 0;

	if (!sym->module || (!sym->name && !sym->pid))
		return 0;
	f = file_of(s, sym);
	if (f->d)
		code = find_known(f, linked(s, f, sym));
	for (const struct debug_frame *at = code ? code->frames : NULL; at && n < LINE_FRAMES;
	     at = at->outer, n++) {
		out[n] = *sym;
		out[n].is_inlined = at->outer;
		if (at->outer || (at->func && (!sym->name || sym->by_file))) {
			out[n].name = at->func;
			out[n].no_offset = true;
		}
		out[n].source = at->file;
		out[n].line = at->line;
	}
	return n;
}

void sourceline_close(struct source_lines *l)
{
	for (struct line_file *f = l->files; f; f = f->next) {
		hash_free(&f->known);
		vec_free(&f->wanted);
	}
}

#endif
