/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compile.c - fuzz target: any bytes as a script, through all passes.
 *
 * The first byte chooses the architecture.  Nothing is asked of the kernel:
 * maps and programs go nowhere, tracepoints come from the tests' fixtures.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"
#include "kernel/kern.h"
#include "lang/parse.h"
#include "run/load.h"
#include "script.h"
#include "tables.h"

static const struct arch *any_arch(u32 choice)
{
	u32 n = 0;

	while (arches[n])
		n++;
	return arches[choice % n];
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
			    .names = { .arena = &arena }, .n_cpus = 4, .cpu_slots = 4,
			    .opt = { .strlen = 64, .stack_depth = 127, .no_kernel = true } };
	struct parse parse = { .arena = &arena, .diag = &diag, .names = &s.names,
			       .unit = &s.unit, .have_btf = true };
	char *text;

	if (!size || size > 1 << 16)
		return 0;
	s.arch = any_arch(data[0]);
	s.caps.ringbuf = s.caps.probe_read_ku = s.caps.boot_ns = data[0] & 64;
	s.caps.atomics = s.arch->word == 8;
	text = mem_alloc(size);
	memcpy(text, data + 1, size - 1);
	load_reserve_maps(&s);
	if (!parse_source(&parse, "fuzz", text, size - 1) && !script_expand(&s) &&
	    !script_check(&s))
		script_gen(&s);
	release(&s);
	mem_free(text);
	return 0;
}
