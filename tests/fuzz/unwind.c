/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unwind.c - a fuzz target: programs with damaged descriptions of their call frames.
 *
 * Their tables must be in order and have only rules that a walk can follow.
 * tests/exec/unwind-damage.sh has compilers make the programs; -n runs it for long.
 */
#include <stdlib.h>

#include "arch/arch.h"
#include "symbols/elf.h"
#include "symbols/unwind.h"
#include "tests/lib/damage.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned int seed);

static void want(bool is_right)
{
	if (!is_right)
		abort();
}

static void check_table(const struct unwind_table *t, const struct arch *arch)
{
	want(t->n_rows && t->n_rules && t->n_rules <= UNWIND_MAX_RULES + 1);
	want(!t->rules[0].kind && !t->rows[t->n_rows - 1].rule);
	for (u32 i = 0; i < t->n_rows; i++) {
		want(t->rows[i].rule < t->n_rules);
		want(!i || t->rows[i - 1].at < t->rows[i].at);
		want(!i || t->rows[i - 1].rule != t->rows[i].rule);
		want(unwind_find(t, t->rows[i].at) == (s32)i);
	}
	for (u32 i = 0; i < t->n_rules; i++) {
		const struct unwind_rule *r = &t->rules[i];

		want(r->kind < UNWIND_KINDS);
		want(r->reg < UNWIND_OTHER ||
		     (r->reg - UNWIND_OTHER) * arch->word < arch->regs_size);
		want(r->ra_from < UNWIND_IN_REG ||
		     (r->ra_from - UNWIND_IN_REG) * arch->word < arch->regs_size);
		want(r->fp_from <= UNWIND_AT_FP);
		want(r->fp2_from <= UNWIND_AT_FP && r->lr_from <= UNWIND_AT_FP);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct unwind_table t;
	int err;
	struct elf *e = elf_in_memory(data, size, &err);

	for (u32 i = 0; e && arches[i]; i++) {
		err = unwind_read(e, NULL, arches[i], &t);
		want(err <= 0);
		if (!err)
			check_table(&t, arches[i]);
		want(!err || (!t.rows && !t.rules));
		unwind_free(&t);
	}
	elf_close(e);
	return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned int seed)
{
	(void)max;
	return damage_file(data, size, seed);
}
