/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * line.c - line programs: which line of which file each instruction belongs to.
 *
 * Facts: DWARF 5, 6.2, and 6.2.4 of versions 2 to 4 for the older headers.  No machine that awl
 * knows has several operations in an instruction, so op_index is always 0.
 */
#include <string.h>

#include "debug/debug_impl.h"

/* ---- the header ---- */

/* Directories end in an empty one, and so do files.  Directory 0 is the unit's. */
static void read_old_tables(struct lines *l, struct cursor *c)
{
	struct line_file f;
	const char *name;

	vec_push(&l->dirs, l->u->dir);
	while (*(name = cursor_text(c)))
		vec_push(&l->dirs, name);
	while (*(f.name = cursor_text(c))) {
		f.dir = cursor_uleb(c);
		cursor_uleb(c);			/* time of change, size */
		cursor_uleb(c);
		vec_push(&l->files, f);
	}
}

/* A table whose entries have the form that its header describes. */
#define FIELDS 16
static void read_table(struct lines *l, const struct unit *u, struct cursor *c, bool are_files)
{
	u32 n_fields = (u32)cursor_num(c, 1);
	struct spec fields[FIELDS];
	u64 n;

	for (u32 i = 0; i < n_fields && i < FIELDS; i++) {
		fields[i] = (struct spec){ .name = (u32)cursor_uleb(c) };
		fields[i].form = (u32)cursor_uleb(c);
	}
	n = cursor_uleb(c);
	if (n_fields > FIELDS || n > (u64)(c->end - c->p))	/* each has a byte or more */
		cursor_fail(c);
	for (u64 i = 0; i < n && !c->bad; i++) {
		struct line_file f = { .name = "" };
		struct attr a;

		for (u32 k = 0; k < n_fields; k++) {
			attr_read(c, u, &fields[k], &a);
			if (fields[k].name == DW_LNCT_path)
				f.name = attr_text(u, &a);
			else if (fields[k].name == DW_LNCT_directory_index)
				f.dir = a.num;
		}
		if (are_files)
			vec_push(&l->files, f);
		else
			vec_push(&l->dirs, f.name);
	}
}

static void read_header(struct lines *l, const struct unit *u, struct cursor *c)
{
	struct unit as = *u;	/* the header has its own size of offsets */
	struct cursor tables;
	u64 n;

	cursor_length(c);
	as.offset = c->offset;
	l->version = (u8)cursor_num(c, 2);
	if (l->version >= 5)
		cursor_num(c, 2);		/* size of an address, of a segment */
	n = cursor_num(c, c->offset);
	tables = *c;
	cursor_take(c, n);
	l->min_insn = (u8)cursor_num(&tables, 1);
	if (l->version >= 4)
		cursor_num(&tables, 1);		/* operations in an instruction */
	l->default_stmt = cursor_num(&tables, 1);
	l->line_base = (s8)cursor_num(&tables, 1);
	l->line_range = (u8)cursor_num(&tables, 1);
	l->opcode_base = (u8)cursor_num(&tables, 1);
	if (l->version < 2 || l->version > 5 || !l->line_range || !l->opcode_base)
		cursor_fail(c);
	l->lengths = cursor_take(&tables, (u64)l->opcode_base - !!l->opcode_base);
	if (l->version < 5) {
		read_old_tables(l, &tables);
	} else {
		read_table(l, &as, &tables, false);
		read_table(l, &as, &tables, true);
	}
	c->bad |= tables.bad;
}

bool lines_open(struct lines *l, struct unit *u)
{
	struct cursor c;

	*l = (struct lines){ .u = u };
	if (!unit_load(u) || u->lines == NOWHERE)
		return false;
	c = debug_at(u->d, SEC_LINE, u->lines);
	read_header(l, u, &c);
	l->code = c;
	l->first_file = l->version < 5;
	if (!c.bad)
		return true;
	lines_close(l);
	return false;
}

/* Reads the table at *c without its unit, and moves *c past it.  *u, which has only a file, takes
 * the place of the unit.  False if it needs its unit, as before version 5. */
static bool open_next(struct lines *l, struct unit *u, struct cursor *c)
{
	*l = (struct lines){ .u = u };
	l->code = *c;
	read_header(l, u, &l->code);
	c->p = l->code.end;
	l->first_file = l->version < 5;
	u->dir = l->dirs.n ? l->dirs.v[0] : "";
	if (!l->code.bad && l->version >= 5)
		return true;
	lines_close(l);
	return false;
}

static bool each_without_units(struct debug *d, table_fn *fn, void *arg)
{
	struct cursor c = debug_at(d, SEC_LINE, 0);
	struct lines l;

	for (u32 i = 1; cursor_more(&c); i++) {
		struct unit u = { .d = d, .word = (u8)d->word, .str_offsets = NOWHERE };

		if (!open_next(&l, &u, &c))
			return false;
		fn(arg, &l);
		lines_close(&l);
		if (i % FORGET == 0)
			elf_forget(d->file);
	}
	return true;
}

/* Units take five times as long. */
void lines_each_table(struct debug *d, table_fn *fn, void *arg)
{
	struct lines l;
	struct unit *u;

	if (each_without_units(d, fn, arg))
		return;
	for (u32 i = 0; (u = unit_next(d, i)); i++) {
		if (lines_open(&l, u)) {
			fn(arg, &l);
			lines_close(&l);
		}
		if (i % FORGET == FORGET - 1)
			units_forget(d);
	}
}

const char *lines_name(const struct lines *l, u64 file)
{
	file -= l->first_file;
	return file < l->files.n ? l->files.v[file].name : NULL;
}

void lines_close(struct lines *l)
{
	vec_free(&l->dirs);
	vec_free(&l->files);
}

const char *lines_path(const struct lines *l, u64 file, struct strbuf *out)
{
	const struct line_file *f;
	const char *dir;

	file -= l->first_file;
	if (file >= l->files.n)
		return NULL;
	f = &l->files.v[file];
	dir = f->dir < l->dirs.n ? l->dirs.v[f->dir] : "";
	sb_reset(out);
	if (*f->name != '/' && *dir) {
		if (*dir != '/' && dir != l->u->dir && *l->u->dir)
			sb_printf(out, "%s/", l->u->dir);
		sb_printf(out, "%s/", dir);
	}
	sb_puts(out, f->name);
	return sb_str(out);
}

char *entry_file(const struct entry *e)
{
	struct strbuf text = { 0 };
	struct entry of;
	struct lines l;
	struct attr a;

	if (!entry_inherits(e, DW_AT_decl_file, &a, &of) || !lines_open(&l, of.u))
		return NULL;
	lines_path(&l, a.num, &text);
	lines_close(&l);
	return text.s;
}

const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

bool path_ends_with(const char *path, const char *want)
{
	size_t n, m;

	while (want[0] == '.' && want[1] == '/')
		want += 2;
	n = strlen(path);
	m = strlen(want);
	return m && m <= n && !strcmp(path + n - m, want) &&
	       (m == n || *want == '/' || path[n - m - 1] == '/');
}

/* ---- the program ---- */

struct machine {
	const struct lines *l;
	struct cursor c;
	struct line_row row;
	row_fn *fn;
	void *arg;
	int stop;
};

static void start_sequence(struct machine *m)
{
	m->row = (struct line_row){ .file = 1, .line = 1, .is_stmt = m->l->default_stmt };
}

static void add_row(struct machine *m)
{
	m->stop = m->fn(m->arg, &m->row);
}

static void advance(struct machine *m, u64 insns)
{
	m->row.addr += insns * m->l->min_insn;
}

static void run_extended(struct machine *m)
{
	u64 n = cursor_uleb(&m->c);
	struct cursor c = m->c;

	cursor_take(&m->c, n);
	switch (cursor_num(&c, 1)) {
	case DW_LNE_end_sequence:
		m->row.is_end = true;
		add_row(m);
		start_sequence(m);
		break;
	case DW_LNE_set_address:
		if (n == 5 || n == 9)
			m->row.addr = cursor_num(&c, (u32)n - 1);
		break;
	}
}

/* Returns false for an opcode of a later version, whose operands can be skipped. */
static bool run_standard(struct machine *m, u8 op)
{
	const struct lines *l = m->l;

	switch (op) {
	case DW_LNS_copy:
		add_row(m);
		return true;
	case DW_LNS_advance_pc:
		advance(m, cursor_uleb(&m->c));
		return true;
	case DW_LNS_advance_line:
		m->row.line += (u64)cursor_sleb(&m->c);
		return true;
	case DW_LNS_set_file:
		m->row.file = cursor_uleb(&m->c);
		return true;
	case DW_LNS_set_column:
		m->row.column = cursor_uleb(&m->c);
		return true;
	case DW_LNS_negate_stmt:
		m->row.is_stmt = !m->row.is_stmt;
		return true;
	case DW_LNS_const_add_pc:
		advance(m, (u64)(255 - l->opcode_base) / l->line_range);
		return true;
	case DW_LNS_fixed_advance_pc:
		m->row.addr += cursor_num(&m->c, 2);
		return true;
	}
	return false;
}

static void run_special(struct machine *m, u8 op)
{
	const struct lines *l = m->l;
	u8 n = (u8)(op - l->opcode_base);

	advance(m, n / l->line_range);
	m->row.line += (u64)(s64)(l->line_base + n % l->line_range);
	add_row(m);
}

int lines_each(const struct lines *l, row_fn *fn, void *arg)
{
	struct machine m = { .l = l, .c = l->code, .fn = fn, .arg = arg };

	start_sequence(&m);
	while (!m.stop && cursor_more(&m.c)) {
		u8 op = (u8)cursor_num(&m.c, 1);

		if (op >= l->opcode_base)
			run_special(&m, op);
		else if (!op)
			run_extended(&m);
		else if (!run_standard(&m, op))
			for (u32 i = 0; i < l->lengths[op - 1]; i++)
				cursor_uleb(&m.c);
	}
	return m.stop;
}
