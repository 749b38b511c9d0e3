/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fakeunwind.c - registers, mappings and unwinding tables of the test kernel's processes.
 *
 * A line `rows FILE: OFFSET RULE; OFFSET RULE; …` is the table of a file.  A rule consists of
 *
 *	sp+2  fp+2  fp2+2	CFA = this register + 2 words
 *	ax+2  bx+2		the same of x86_64's
 *	*sp+1+3			CFA = the word at sp + 1 word, plus 3 words
 *	plt+1			CFA = sp + 1 word, or 2 words from the 11th byte of 16 on
 *	end  none		there is no caller; nothing is known
 *	ra-1 fp-2 fp2-3 lr-1	the register is saved at CFA - 1 word
 *	ra@5			it is saved at sp + 5 words
 *	ra%1			it is saved at fp + 1 word
 *	signal			the caller was interrupted
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernel/host.h"
#include "run/walktables.h"
#include "symbols/elf.h"
#include "symbols/unwind.h"
#include "symbols/usyms.h"
#include "tests/fake/fakebpf_priv.h"

enum { BX = 5, AX = 10 };	/* words of x86_64's register block; ppc64le has r10 there */

#define FAKE_ELF ((struct elf *)8)

static u64 value(const char *name)
{
	return fakebpf_number(name, 0);
}

void fakeunwind_regs(const struct arch *arch, u8 *regs)
{
	const struct arch_unwind *u = &arch->unwind;
	const struct { u32 off; u64 v; } all[] = {
		{ arch->ip, value("task ip") }, { arch->sp, value("task sp") },
		{ (arch->dwarf ? arch->dwarf[u->fp2] : u->fp2) * (u32)arch->word,
		  value("task fp2") },
		{ (arch->dwarf ? arch->dwarf[u->fp] : u->fp) * (u32)arch->word, value("task fp") },
		{ arch->mode_off, u->mode_user },
		{ arch->ra, value("task lr") },
	};

	memset(regs, 0, arch->regs_size);
	for (size_t i = 0; i < ARRAY_SIZE(all) - !arch->ra_in_reg; i++)
		memcpy(regs + all[i].off, &all[i].v, arch->word);
	if (arch == &arch_x86_64 || arch == &arch_ppc64le) {
		u64 ax = value("task ax"), bx = value("task bx");

		memcpy(regs + AX * 8, &ax, 8);
		memcpy(regs + BX * 8, &bx, 8);
	}
}

/* ---- mappings ---- */

static VEC(struct usyms_area) areas;

u32 __wrap_usyms_areas(struct usyms *u, u32 pid, const struct usyms_area **out);
u32 __wrap_usyms_areas(struct usyms *u, u32 pid, const struct usyms_area **out)
{
	(void)u;
	areas.n = 0;
	for (u32 i = 0; i < fake.n_lines; i++) {
		struct usyms_area a = { 0 };
		char *s;

		if (strncmp(fake.lines[i], "area ", 5) ||
		    strtoul(fake.lines[i] + 5, &s, 0) != pid)
			continue;
		a.start = strtoull(s + (*s == ':'), &s, 0);
		a.end = strtoull(s, &s, 0);
		a.bias = a.start - strtoull(s, &s, 0);
		a.file = (u32)strtoul(s, &s, 0);
		vec_push(&areas, a);
	}
	*out = areas.v;
	return (u32)areas.n;
}

void __wrap_usyms_changed(struct usyms *u, void (*changed)(void *, u32, bool, u32), void *arg);
void __wrap_usyms_changed(struct usyms *u, void (*changed)(void *, u32, bool, u32), void *arg)
{
	static u32 told;

	(void)u;
	for (; told < fake.n_lines; told++)
		if (!strncmp(fake.lines[told], "area ", 5))
			changed(arg, (u32)strtoul(fake.lines[told] + 5, NULL, 0), false, 0);
}

struct elf *__wrap_usyms_elf(struct usyms *u, u32 pid, const struct usyms_area *a,
			     struct elf **stripped);
static u32 opened;	/* the file that was opened last */
struct elf *__wrap_usyms_elf(struct usyms *u, u32 pid, const struct usyms_area *a,
			     struct elf **stripped)
{
	(void)u, (void)pid;
	*stripped = NULL;
	opened = a->file;
	return FAKE_ELF;
}

const char *__wrap_usyms_file(const struct usyms *u, u32 file);
const char *__wrap_usyms_file(const struct usyms *u, u32 file)
{
	(void)u;
	return file == 1 ? "/bin/prog" : "/lib/other";
}

bool __wrap_usyms_is_alive(const struct usyms *u, u32 pid);
bool __wrap_usyms_is_alive(const struct usyms *u, u32 pid)
{
	(void)u, (void)pid;
	return true;
}

void __real_elf_close(struct elf *e);
void __wrap_elf_close(struct elf *e);
void __wrap_elf_close(struct elf *e)
{
	if (e != FAKE_ELF)
		__real_elf_close(e);
}

void fakeunwind_free(void)
{
	vec_free(&areas);
}

/* awl's tables, which it updates between two events if it has the time. */
static struct walktables *tables;

struct walktables *__real_walktables_open(struct session *s);
struct walktables *__wrap_walktables_open(struct session *s);
struct walktables *__wrap_walktables_open(struct session *s)
{
	return tables = __real_walktables_open(s);
}

void fakeunwind_update(void)
{
	walktables_update(tables, host_now(CLOCK_MONOTONIC));
}

/* ---- tables ---- */

static void set_saved(struct unwind_rule *r, const char *reg, size_t n, u8 from, s32 off)
{
	if (!strncmp(reg, "ra", n)) {
		r->ra_from = from;
		r->ra = off;
	} else if (!strncmp(reg, "lr", n)) {
		r->lr_from = from;
		r->lr = off;
	} else if (!strncmp(reg, "fp2", n) && n == 3) {
		r->fp2_from = from;
		r->fp2 = off;
	} else {
		r->fp_from = from;
		r->fp = off;
	}
}

/* One word of a rule. */
static void read_word(struct unwind_rule *r, const char *s, s32 word)
{
	size_t n = strcspn(s, "+-@%$ ;");
	char *end;
	s32 off = (s32)strtol(s + n + (s[n] != '-'), &end, 0) * word;

	if (!strncmp(s, "end", 3)) {
		r->kind = UNWIND_END;
	} else if (!strncmp(s, "none", 4)) {
		r->kind = UNWIND_NONE;
	} else if (!strncmp(s, "signal", 6)) {
		r->is_signal = 1;
	} else if (s[n] == '+') {
		r->kind = *s == '*' ? UNWIND_WORD : *s == 'p' ? UNWIND_PLT : UNWIND_CFA;
		s += *s == '*';
		r->reg = !strncmp(s, "fp2", 3) ? UNWIND_FP2 : *s == 'f' ? UNWIND_FP :
			 *s == 'a' ? UNWIND_OTHER + AX : *s == 'b' ? UNWIND_OTHER + BX : UNWIND_SP;
		r->cfa = off;
		r->add = r->kind == UNWIND_PLT ? 11 : *end == '+' ? (s32)atoi(end) * word : 0;
	} else {
		set_saved(r, s, n, s[n] == '@' ? UNWIND_AT_SP : s[n] == '%' ? UNWIND_AT_FP :
			  s[n] == '$' ? UNWIND_IN_REG + AX : UNWIND_AT_CFA, off);
	}
}

static void read_rows(const char *s, s32 word, struct unwind_table *t)
{
	while (*s) {
		struct unwind_rule rule = { 0 };
		char *end;

		t->rows[t->n_rows] = (struct unwind_row){ (u32)strtoul(s, &end, 0), t->n_rows + 1 };
		for (s = end; *(s += strspn(s, " ")) && *s != ';'; s += strcspn(s, " ;"))
			read_word(&rule, s, word);
		t->rules[++t->n_rows] = rule;
		s += strspn(s, "; ");
	}
	t->n_rules = t->n_rows + 1;
}

int __wrap_unwind_read(const struct elf *e, const struct elf *stripped, const struct arch *arch,
		       struct unwind_table *out);
int __wrap_unwind_read(const struct elf *e, const struct elf *stripped, const struct arch *arch,
		       struct unwind_table *out)
{
	(void)e, (void)stripped;
	*out = (struct unwind_table){ .rows = mem_alloc(64 * sizeof(*out->rows)),
				      .rules = mem_alloc(64 * sizeof(*out->rules)) };
	for (u32 i = 0; i < fake.n_lines; i++) {
		char *s;

		if (!strncmp(fake.lines[i], "rows ", 5) &&
		    strtoul(fake.lines[i] + 5, &s, 0) == opened)
			read_rows(s + 1 + strspn(s + 1, " "), arch->word, out);
	}
	if (out->n_rows)
		return 0;
	unwind_free(out);
	return -2;	/* ENOENT */
}
