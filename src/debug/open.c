/* SPDX-License-Identifier: GPL-2.0-or-later */
/* open.c - files with debug information are opened and closed; see debug.h. */
#include "debug/debug_impl.h"

struct debug *debug_open_elf(struct arena *a, struct elf *program, enum debug_error *err)
{
	struct debug *d = arena_new(a, struct debug);

	d->arena = a;
	d->file = program;
	d->word = elf_word(program);
	*err = units_open(d) && !d->error ? DEBUG_OK : d->error ? d->error : DEBUG_NONE;
	if (!*err)
		return d;
	debug_close(d);
	return NULL;
}

struct debug *debug_open(struct arena *a, const char *path, enum space space,
			 enum debug_error *err)
{
	int why;
	struct elf *e = elf_open(path, &why);
	struct debug *d = e ? debug_open_elf(a, e, err) : NULL;

	if (!e)
		*err = DEBUG_NONE;
	if (d)
		d->space = space;
	return d;
}

const struct elf *debug_elf(const struct debug *d)
{
	return d->file;
}

u64 debug_address(const struct debug *d, u64 offset)
{
	return elf_address(d->file, offset);
}

void debug_close(struct debug *d)
{
	for (u32 i = 0; i < SECTIONS; i++)
		if (d->sections[i].owned)
			mem_free((void *)(uintptr_t)d->sections[i].p);
	units_forget(d);
	hash_free(&d->made);
	hash_free(&d->named);
	vec_free(&d->units);
	elf_close(d->file);
	d->file = NULL;
}
