/* SPDX-License-Identifier: GPL-2.0-or-later */
/* open.c - files with debug information are opened and closed; see debug.h. */
#include "debug/debug_impl.h"

static struct debug *new_debug(struct arena *a, struct elf *file)
{
	struct debug *d = arena_new(a, struct debug);

	d->arena = a;
	d->file = d->program = file;
	d->word = elf_word(file);
	d->is_big = elf_is_big(file);
	return d;
}

static enum debug_error read_file(struct debug *d)
{
	bool any = units_open(d);

	return d->error ? d->error : any ? DEBUG_OK : DEBUG_NONE;
}

struct debug *debug_open_elf(struct arena *a, struct elf *program, enum debug_error *err)
{
	struct debug *d = new_debug(a, program);

	*err = read_file(d);
	if (!*err)
		return d;
	debug_close(d);
	return NULL;
}

struct debug *debug_open(struct arena *a, const char *root, const char *path, enum space space,
			 struct debug_why *why)
{
	int err;
	struct elf *program = elf_open(path, &err);
	struct debug *d, *separate = NULL;

	*why = (struct debug_why){ DEBUG_NONE };
	if (!program)
		return NULL;
	d = new_debug(a, program);
	why->error = read_file(d);
	if (why->error == DEBUG_NONE)
		separate = debug_open_separate(a, root, path, program, why);
	if (separate) {
		separate->program = program;
		d = separate;
		why->error = DEBUG_OK;
	}
	d->space = space;
	if (why->error || !debug_open_shared(d, root, path, why)) {
		debug_close(d);
		return NULL;
	}
	return d;
}

const struct elf *debug_elf(const struct debug *d)
{
	return elf_has_symbols(d->program) ? d->program : d->file;
}

u64 debug_address(const struct debug *d, u64 offset)
{
	return elf_address(d->program, offset);
}

void debug_place_sections(struct debug *d, u64 (*fn)(void *arg, const char *section), void *arg)
{
	elf_place_sections(d->file, fn, arg);
	if (d->program != d->file)
		elf_place_sections(d->program, fn, arg);
	units_forget(d);
	sections_forget(d);
	addresses_forget(d);
}

void debug_close(struct debug *d)
{
	units_forget(d);
	sections_forget(d);
	addresses_forget(d);
	hash_free(&d->made);
	hash_free(&d->named);
	vec_free(&d->units);
	vec_free(&d->marks);
	if (d->shared)
		debug_close(d->shared);
	if (d->program != d->file)
		elf_close(d->program);
	elf_close(d->file);
	d->file = NULL;
}
