/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unwinddump.c - tables for unwinding as awl makes them, to be compared with other readers
 * (tests/stacks).
 *
 *	unwinddump FILE		each row: "ADDRESS CFA FP RA", in the words of readelf
 *	unwinddump -t FILE...	sizes, and the milliseconds that it took
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arch/arch.h"
#include "symbols/elf.h"
#include "symbols/unwind.h"

static const struct arch *arch;

static void show_sum(u32 reg, s32 off)
{
	static const char *const bases[] = { "sp", "fp", "fp2" };

	if (reg < UNWIND_OTHER)
		printf("%s%+d", bases[reg], off);
	else
		printf("reg%u%+d", reg - UNWIND_OTHER, off);
}

static void show_from(const char *name, u32 from, s32 off)
{
	static const char *const words[] = { "", "c", "sp", "fp" };

	if (from >= UNWIND_IN_REG)
		printf(" %s=reg%u", name, from - UNWIND_IN_REG);
	else if (from != UNWIND_SAME)
		printf(" %s=%s%+d", name, words[from], off);
}

static void show_rule(const struct unwind_rule *r)
{
	switch (r->kind) {
	case UNWIND_CFA:
		show_sum(r->reg, r->cfa);
		break;
	case UNWIND_WORD:
		printf("*(");
		show_sum(r->reg, r->cfa);
		printf(")%+d", r->add);
		break;
	case UNWIND_PLT:
		printf("plt%+d,%d", r->cfa, r->add);
		break;
	default:
		printf(r->kind == UNWIND_END ? "end" : "none");
		return;
	}
	show_from("fp", r->fp_from, r->fp);
	show_from("fp2", r->fp2_from, r->fp2);
	show_from("ra", r->ra_from, r->ra);
	show_from("lr", r->lr_from, r->lr);
	if (r->is_signal)
		printf(" signal");
}

static const struct arch *arch_of(const struct elf *e)
{
	for (u32 i = 0; arches[i]; i++)
		if (arches[i]->elf_machine == elf_machine(e) && arches[i]->word == elf_word(e) &&
		    arches[i]->is_big == elf_is_big(e))
			return arches[i];
	return &arch_x86_64;
}

static double milliseconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int read_file(const char *path, struct elf **e, struct unwind_table *t)
{
	int err;

	*e = elf_open(path, &err);
	if (!err) {
		arch = arch_of(*e);
		err = unwind_read(*e, NULL, arch, t);
	}
	if (err)
		fprintf(stderr, "%s: %s\n", path, error_text(err));
	return err;
}

static int show_sizes(const char *path)
{
	double start = milliseconds();
	struct unwind_table t = { 0 };
	struct elf *e;
	int err = read_file(path, &e, &t);

	printf("%s: %u rows, %u rules, %u kB, %.1f ms\n", path, t.n_rows, t.n_rules,
	       (u32)(t.n_rows * sizeof(*t.rows) + t.n_rules * sizeof(*t.rules)) / 1024,
	       milliseconds() - start);
	unwind_free(&t);
	elf_close(e);
	return err != 0;
}

static int show_rows(const char *path)
{
	struct unwind_table t = { 0 };
	struct elf *e;
	int err = read_file(path, &e, &t);

	for (u32 i = 0; i < t.n_rows; i++) {
		printf("%llx ", (unsigned long long)elf_address(e, t.rows[i].at));
		show_rule(&t.rules[t.rows[i].rule]);
		putchar('\n');
	}
	unwind_free(&t);
	elf_close(e);
	return err != 0;
}

int main(int argc, char **argv)
{
	int rc = 0;

	if (argc < 2)
		return 2;
	if (strcmp(argv[1], "-t"))
		return show_rows(argv[1]);
	for (int i = 2; i < argc; i++)
		rc |= show_sizes(argv[i]);
	return rc;
}
