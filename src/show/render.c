/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * render.c - values as text; see render.h.
 *
 * Everything is appended to the caller's buffer and padded there, so that
 * showing a value needs no other memory.  printf is our own, because its arguments
 * are values with their own types and sizes, not a va_list.
 */
#include "show/render.h"

#include <string.h>

#include "base/utf8.h"

static bool escapes;

bool render_escapes(bool on)
{
	bool was = escapes;

	escapes = on;
	return was;
}

bool render_is_escaped(void)
{
	return escapes;
}

static void put_escaped(struct strbuf *out, const u8 *s, size_t len)
{
	for (size_t i = 0; i < len; ) {
		u32 n = utf8_printable(s + i, len - i);

		if (n)
			sb_put(out, s + i, n);
		else
			sb_printf(out, "\\x%02x", s[i]);
		i += n ? n : 1;
	}
}

void render_string(struct strbuf *out, const char *s, size_t len)
{
	if (escapes)
		put_escaped(out, (const u8 *)s, len);
	else
		sb_put(out, s, len);
}

static void put_name(struct strbuf *out, const char *s)
{
	render_string(out, s, strlen(s));
}

static void put_hex(struct strbuf *out, u64 u)
{
	char digits[16], *p = digits + sizeof(digits);

	do {
		*--p = "0123456789abcdef"[u & 15];
	} while (u >>= 4);
	sb_put(out, p, (size_t)(digits + sizeof(digits) - p));
}

static void put_addr(struct strbuf *out, u64 u)
{
	sb_put(out, "0x", 2);
	put_hex(out, u);
}

/* Without `hex` printable characters are put as they are. */
void render_bytes(struct strbuf *out, const struct value *v, bool hex, bool spaced)
{
	for (u32 i = 0; i < v->len; i++) {
		u8 c = (u8)v->s[i];

		if (!hex && c >= 32 && c <= 126) {
			sb_putc(out, (char)c);
			continue;
		}
		if (!spaced)
			sb_put(out, "\\x", 2);
		else if (i)
			sb_putc(out, ' ');
		sb_putc(out, "0123456789abcdef"[c >> 4]);
		sb_putc(out, "0123456789abcdef"[c & 15]);
	}
}

static void put_sym(struct strbuf *out, const struct value_sym *sym)
{
	if (sym->name)
		put_name(out, sym->name);
	else
		put_addr(out, sym->addr);
	if (sym_has_lines(sym) && sym->is_inlined) {
		sb_puts(out, " (inlined)");
	} else if (sym->name && !sym->no_offset) {
		sb_putc(out, '+');
		render_uint(out, sym->off);
	}
	if (!sym_has_lines(sym) || !sym->source)
		return;
	sb_puts(out, " (");
	put_name(out, sym->source);
	sb_printf(out, ":%u)", sym->line);
}

/* The functions that are inlined at an address, and the symbol they are part of. */
static void put_symbol(struct strbuf *out, const struct value *v)
{
	put_sym(out, v->frames);
	for (u32 i = 1; sym_has_lines(v->frames) && i < v->n; i++) {
		sb_puts(out, " in ");
		put_sym(out, &v->frames[i]);
	}
}

/* Puts a frame as perf script does: address, symbol, and for user frames the file. */
static void put_perf_frame(struct strbuf *out, const struct value_sym *f)
{
	sb_putc(out, '\t');
	put_hex(out, f->addr);
	sb_putc(out, ' ');
	put_sym(out, f);
	if (!f->pid)
		return;
	sb_puts(out, " (");
	put_name(out, f->module && *f->module ? f->module : "[unknown]");
	sb_putc(out, ')');
}

static void put_stack(struct strbuf *out, const struct value *v)
{
	sb_putc(out, '\n');
	for (u32 i = 0; i < v->n; i++) {
		if (v->stack_mode == STACK_PERF) {
			put_perf_frame(out, &v->frames[i]);
		} else if (v->stack_mode == STACK_RAW) {
			put_hex(out, v->frames[i].addr);
		} else {
			sb_pad(out, ' ', 8);
			put_sym(out, &v->frames[i]);
		}
		sb_putc(out, '\n');
	}
}

static void put_items(struct strbuf *out, const struct value *v, const char *between)
{
	for (u32 i = 0; i < v->n; i++) {
		if (i)
			sb_puts(out, between);
		render_value(out, &v->items[i]);
	}
}

static void put_tuple(struct strbuf *out, const struct value *v)
{
	sb_putc(out, '(');
	put_items(out, v, ", ");
	sb_puts(out, v->n == 1 ? ",)" : ")");
}

static void put_record(struct strbuf *out, const struct value *v)
{
	sb_putc(out, '{');
	for (u32 i = 0; i < v->n; i++) {
		sb_puts(out, i ? ", ." : " .");
		sb_puts(out, v->names[i]);
		sb_puts(out, " = ");
		render_value(out, &v->items[i]);
	}
	sb_puts(out, " }");
}

static void put_stats(struct strbuf *out, const struct value *v)
{
	sb_puts(out, "{ .count = ");
	render_uint(out, v->count);
	sb_puts(out, ", .average = ");
	render_number(out, v->u, v->is_signed);
	sb_puts(out, ", .total = ");
	render_number(out, v->total, v->is_signed);
	sb_puts(out, " }");
}

static void put_enum(struct strbuf *out, const struct value *v)
{
	if (v->s)
		sb_puts(out, v->s);
	else
		render_int(out, v->i);
}

static void put_array(struct strbuf *out, const struct value *v)
{
	sb_putc(out, '[');
	put_items(out, v, ",");
	sb_putc(out, ']');
}

void render_value(struct strbuf *out, const struct value *v)
{
	switch ((enum value_kind)v->kind) {
	case V_INT:
		render_int(out, v->i);
		break;
	case V_UINT:
		render_uint(out, v->u);
		break;
	case V_BOOL:
		sb_puts(out, v->u ? "true" : "false");
		break;
	case V_ADDR:
		put_addr(out, v->u);
		break;
	case V_ENUM:
		put_enum(out, v);
		break;
	case V_STR:
		render_string(out, v->s, v->len);
		break;
	case V_BYTES:
		render_bytes(out, v, false, false);
		break;
	case V_SYM:
		put_symbol(out, v);
		break;
	case V_STACK:
		put_stack(out, v);
		break;
	case V_ARRAY:
		put_array(out, v);
		break;
	case V_TUPLE:
		put_tuple(out, v);
		break;
	case V_RECORD:
		put_record(out, v);
		break;
	case V_AVG:
		render_number(out, v->u, v->is_signed);
		break;
	case V_STATS:
		put_stats(out, v);
		break;
	case V_HIST:
		render_hist(out, v, 1);
		break;
	case V_SERIES:
		render_series(out, v);
		break;
	case V_NONE:
	case V_KINDS:
		break;
	}
}

void render_key(struct strbuf *out, const struct value *key)
{
	/* @[(1, 2)] is shown as @[1, 2] */
	while (key->kind == V_TUPLE && key->n == 1 && key->items->kind == V_TUPLE)
		key = key->items;
	if (key->kind == V_TUPLE)
		put_items(out, key, ", ");
	else
		render_value(out, key);
}
