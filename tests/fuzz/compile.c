/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compile.c - a fuzz target: any bytes as a script, through all passes.
 *
 * The first byte chooses the architecture.  The kernel is not used: nothing is loaded, and
 * tracepoints come from the tests' fixtures.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"
#include "kernel/kern.h"
#include "lang/parse.h"
#include "provider/source.h"
#include "script.h"
#include "tables.h"

static const struct arch *any_arch(u32 choice)
{
	u32 n = 0;

	while (arches[n])
		n++;
	return arches[choice % n];
}

/* The target kernel has all features or none. */
static bool all(enum feature f)
{
	(void)f;
	return true;
}

static bool none(enum feature f)
{
	(void)f;
	return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void release(struct script *s)
{
	script_release(s);
	diag_free(s->diag);
	kern_free(s->kern);
	arena_free(s->arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = { 0 };
	struct diag diag = { 0 };
	struct kern kern = { .arena = &arena, .sysroot = "/nonexistent",
			     .tracefs_dir = getenv("AWL_FUZZ_TRACEFS") };
	struct script s = { .arena = &arena, .diag = &diag, .kern = &kern, .registry = &registry,
			    .names = { .arena = &arena }, .opt = { .no_kernel = true } };
	struct image *im = &s.image;
	struct parse parse = { .arena = &arena, .diag = &diag, .names = &s.names,
			       .registry = &registry,
			       .unit = &s.unit };
	char *text;

	if (!size || size > 1 << 16)
		return 0;
	s.arch = any_arch(data[0]);
	im->arena = &arena;
	im->diag = &diag;
	im->kern = &kern;
	im->arch = kern.arch = s.arch;
	im->n_cpus = im->cpu_slots = 4;
	im->opt = (struct image_options){ .strlen = 64, .stack_depth = 127 };
	im->has = data[0] & 64 ? all : none;
	text = mem_alloc(size);
	memcpy(text, data + 1, size - 1);
	image_reserve_maps(im);
	if (!parse_source(&parse, "fuzz", text, size - 1) && !script_expand(&s) &&
	    !script_check(&s))
		script_gen(&s);
	source_close(&s);
	release(&s);
	mem_free(text);
	return 0;
}
