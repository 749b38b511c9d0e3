/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unwind.c - tables for unwinding: rules are numbered, rows sorted and merged; see unwind.h.
 *
 * Readers add one piece for each function, in the order of the file's description.  The pieces
 * are then sorted, and rows are copied in the order of their code.
 */
#include "symbols/unwind_impl.h"

#include <errno.h>
#include <string.h>

#include "base/sort.h"

#define MAX_ROWS (1u << 22)	/* 32 MB; Chromium has a third of that */
/* Compilers align functions to so many bytes.  The nops between them need no row of their own. */
#define PADDING 16

/* ---- pieces ---- */

u32 unwind_number(struct unwind_maker *m, const struct unwind_rule *rule)
{
	return pool_put(&m->rules, rule, UNWIND_MAX_RULES + 1);
}

/* Functions of one segment follow each other, so its place is kept. */
bool unwind_begin(struct unwind_maker *m, u64 from, u64 to)
{
	u64 off;

	if (to <= from)
		return false;
	if (from < m->lo || to > m->hi) {
		off = elf_code(m->e, from);
		if (off == UINT64_MAX || elf_code(m->e, to - 1) != off + (to - 1 - from))
			return false;
		m->moved = off - from;
		m->lo = from;
		m->hi = to;
	}
	if (to + m->moved > UINT32_MAX)
		return false;
	from += m->moved;
	vec_push(&m->pieces, ((struct unwind_piece){ from, to + m->moved, m->rows.n, 0 }));
	return true;
}

void unwind_add(struct unwind_maker *m, u64 addr, const struct unwind_rule *rule)
{
	struct unwind_piece *p = &m->pieces.v[m->pieces.n - 1];
	struct unwind_row row = { (u32)(addr + m->moved), unwind_number(m, rule) }, *last;

	if (m->rows.n >= MAX_ROWS || row.at < p->from || row.at >= p->to)
		return;
	last = p->n ? &m->rows.v[m->rows.n - 1] : NULL;
	if (last && last->rule == row.rule)
		return;
	vec_push(&m->rows, row);
	p->n++;
}

struct unwind_rule unwind_chain(const struct arch *arch)
{
	if (arch->unwind.chain.by_sp)
		return (struct unwind_rule){ .kind = UNWIND_WORD, .is_guess = 1, .reg = UNWIND_SP,
			.ra_from = UNWIND_AT_CFA, .ra = arch->unwind.chain.ra };
	return (struct unwind_rule){
		.kind = UNWIND_CFA, .is_guess = 1, .reg = UNWIND_FP, .cfa = arch->unwind.chain.cfa,
		.ra_from = UNWIND_AT_FP, .ra = arch->unwind.chain.ra,
		.fp_from = UNWIND_AT_FP, .fp = arch->unwind.chain.fp };
}

/* ---- signals ---- */

void unwind_signal(const struct arch *a, const struct arch_signal *g, struct unwind_rule *r)
{
	bool has_fp2 = a->unwind.fp2 != a->unwind.fp;

	*r = (struct unwind_rule){
		.kind = UNWIND_WORD, .reg = UNWIND_SP, .is_signal = true, .cfa = g->sp,
		.ra_from = UNWIND_AT_SP, .ra = g->ip, .fp_from = UNWIND_AT_SP, .fp = g->fp,
		.fp2_from = has_fp2 ? UNWIND_AT_SP : UNWIND_SAME, .fp2 = g->fp2,
		.lr_from = a->ra_in_reg ? UNWIND_AT_SP : UNWIND_SAME, .lr = g->lr,
	};
}

/* Does an entry of .eh_frame say what is there? */
static bool is_described(const struct unwind_maker *m, u64 off)
{
	for (u32 i = 0; i < m->pieces.n; i++)
		if (off >= m->pieces.v[i].from && off < m->pieces.v[i].to)
			return true;
	return false;
}

/*
 * Finds that code by its instructions where nothing describes it, as in musl.  The handler seems
 * to have been called by the instruction before, so the rule holds from there on.  RISC-V's vDSO
 * describes only the code itself; then the rule is added for the byte before it.
 */
static void find_signals(struct unwind_maker *m, const struct arch_signal *g)
{
	struct elf_section s;
	const u8 *p = g->n ? elf_section(m->e, ".text", &s) : NULL, *end;
	struct unwind_rule r;
	u64 at, to;

	if (!p || s.size < g->n)
		return;
	unwind_signal(m->arch, g, &r);
	for (end = p + s.size - g->n; p <= end; p++) {
		p = memchr(p, g->code[0], (size_t)(end - p) + 1);
		if (!p)
			return;
		at = s.addr + s.size - g->n - (u64)(end - p);
		if (memcmp(p, g->code, g->n) || is_described(m, elf_code(m->e, at - 1)))
			continue;
		to = is_described(m, elf_code(m->e, at)) ? at : at + g->n;
		if (unwind_begin(m, at - 1, to))
			unwind_add(m, at - 1, &r);
	}
}

/* ---- the table ---- */

static bool in_order(const void *ctx, const void *a, const void *b)
{
	const struct unwind_piece *x = a, *y = b;

	(void)ctx;
	return x->from <= y->from;
}

static bool are_sorted(const struct unwind_maker *m)
{
	for (u32 i = 1; i < m->pieces.n; i++)
		if (m->pieces.v[i - 1].from > m->pieces.v[i].from)
			return false;
	return true;
}

static void add_row(struct unwind_table *t, u64 at, u32 rule)
{
	if (t->n_rows && t->rows[t->n_rows - 1].at == at)
		t->n_rows--;
	if (!t->n_rows || t->rows[t->n_rows - 1].rule != rule)
		t->rows[t->n_rows++] = (struct unwind_row){ (u32)at, rule };
}

/* Where pieces overlap, the later one holds from its start on. */
static void copy_rows(const struct unwind_maker *m, struct unwind_table *t)
{
	u64 end = 0;

	for (u32 i = 0; i < m->pieces.n; i++) {
		const struct unwind_piece *p = &m->pieces.v[i];
		u64 next = i + 1 < m->pieces.n ? p[1].from : UINT64_MAX;

		if (i && ALIGN_UP(end, PADDING) < p->from)
			add_row(t, end, 0);
		for (u32 k = 0; k < p->n && m->rows.v[p->first + k].at < next; k++)
			add_row(t, m->rows.v[p->first + k].at, m->rows.v[p->first + k].rule);
		end = p->to < next ? p->to : next;
	}
	if (m->pieces.n)
		add_row(t, end, 0);
}

static void make_table(struct unwind_maker *m, struct unwind_table *t)
{
	if (!are_sorted(m))
		sort_array(m->pieces.v, m->pieces.n, sizeof(*m->pieces.v), in_order, NULL);
	t->rows = mem_alloc((m->rows.n + m->pieces.n + 1) * sizeof(*t->rows));
	copy_rows(m, t);
	t->rows = mem_realloc(t->rows, (t->n_rows + !t->n_rows) * sizeof(*t->rows));
	t->rules = mem_alloc(m->rules.n * sizeof(*t->rules));
	t->n_rules = m->rules.n;
	memcpy(t->rules, m->rules.v, m->rules.n * sizeof(*t->rules));
}

int unwind_read(const struct elf *e, const struct elf *stripped, const struct arch *arch,
		struct unwind_table *out)
{
	struct unwind_maker m = { .e = e, .stripped = stripped, .arch = arch,
				  .rules.size = sizeof(struct unwind_rule) };
	int err;

	*out = (struct unwind_table){ 0 };
	if (!HAS_UNWIND)
		return -ENOENT;
	if (elf_machine(e) != arch->elf_machine || elf_word(e) != arch->word)
		return -ENOEXEC;
	unwind_number(&m, &(struct unwind_rule){ .kind = UNWIND_NONE });
	err = arch == &arch_arm ? unwind_read_arm(&m) : unwind_read_cfi(&m);
	for (u32 i = 0; arch != &arch_arm && i < ARRAY_SIZE(arch->unwind.signals); i++)
		find_signals(&m, &arch->unwind.signals[i]);
	if (err == -ENOENT && m.pieces.n)
		err = 0;
	if (!err && !m.pieces.n)
		err = -ENOENT;
	if (!err)
		make_table(&m, out);
	pool_free(&m.rules);
	vec_free(&m.pieces);
	vec_free(&m.rows);
	return err;
}

void unwind_free(struct unwind_table *t)
{
	mem_free(t->rows);
	mem_free(t->rules);
	*t = (struct unwind_table){ 0 };
}

s32 unwind_find(const struct unwind_table *t, u32 at)
{
	u32 lo = 0, hi = t->n_rows;

	while (lo < hi) {
		u32 mid = lo + (hi - lo) / 2;

		if (t->rows[mid].at <= at)
			lo = mid + 1;
		else
			hi = mid;
	}
	return (s32)lo - 1;
}
