/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * argspec.c - the operands of assemblers; see argspec.h.
 *
 * One parser reads them all: the first character of an operand says what it is.  Each
 * register is looked up in the architecture's table by its full name.
 */
#include "lang/argspec.h"

#include <ctype.h>
#include <string.h>

#include "base/find.h"
#include "base/number.h"

const char *argspec_text(const char *spec, u32 n, u32 *len)
{
	for (;; n--) {
		int depth = 0;
		const char *p;

		spec += strspn(spec, " ");
		for (p = spec; *p && (depth > 0 || *p != ' '); p++)
			depth += (*p == '[' || *p == '(') - (*p == ']' || *p == ')');
		*len = (u32)(p - spec);
		if (!n || !*len)
			return *len ? spec : NULL;
		spec = p;
	}
}

u32 argspec_count(const char *spec)
{
	u32 n = 0, len;

	while (argspec_text(spec, n, &len))
		n++;
	return n;
}

/* ---- registers ---- */

/* Reads a register name.  *part is 'h' for the second byte, 'w' for the low half. */
static bool take_reg(const struct arch *arch, const char **s, u16 *off, char *part)
{
	const char *p = *s + (**s == '%' || (arch->dollar_regs && **s == '$'));
	bool may_be_bare = arch->bare_regs || (arch->dollar_regs && p > *s);
	bool is_bare = may_be_bare && isdigit((unsigned char)*p);
	const struct arch_reg *r;
	char name[8] = "r";	/* room for reg_alias() */
	size_t n;

	p -= is_bare;
	for (n = is_bare; n < sizeof(name) - 1 && isalnum((unsigned char)p[n]); n++)
		name[n] = p[n];
	name[n] = '\0';
	if (!n || !isalpha((unsigned char)name[0]) || !strcmp(name, "rip") || !strcmp(name, "eip"))
		return false;		/* %rip: the address of the instruction is unknown */
	*part = n == 2 && name[1] == 'h' ? 'h' : name[0];
	if (arch->reg_alias)
		arch->reg_alias(name, n);
	r = arch_reg(arch, name);
	if (!r)
		return false;
	*off = (u16)(r->at * arch->word);
	*s = p + n;
	return true;
}

/* ---- operands ---- */

/* Reads a number, which '$' or '#' may precede, or a sum of such numbers; 0 if there is none. */
static bool take_number(const char **s, s64 *num)
{
	const char *p = *s + (**s && strchr("$#", **s));
	bool any = false;

	*num = 0;
	while (*p == '-' || *p == '+' || isdigit((unsigned char)*p)) {
		bool minus = *p == '-';
		u64 n;

		p += *p == '-' || *p == '+';
		if (!number_any(&p, &n))
			return false;
		*num = (s64)((u64)*num + (minus ? -n : n));
		any = true;
	}
	*s = p;
	return any;
}

static bool take_word(const char **s, const char *word)
{
	size_t n = strlen(word);

	if (strncmp(*s, word, n))
		return false;
	*s += n + strspn(*s + n, " ");
	return true;
}

/* Sets how far the index is shifted.  n is a factor or the number of bits. */
static bool set_shift(struct arg_place *out, s64 n, bool is_factor)
{
	for (out->shift = 0; out->shift < 5; out->shift++)
		if (n == (is_factor ? 1 << out->shift : out->shift))
			return true;
	return false;
}

/* Reads what follows a comma: an index, its shift, or a displacement. */
static bool take_part(const struct arch *arch, const char **s, bool att,
		      struct arg_place *out)
{
	bool shifted;
	char part;
	s64 n = 0;

	if (take_reg(arch, s, &out->index, &part)) {
		out->has_index = true;
		out->index_low = part == 'w';
		return true;
	}
	out->index_signed = starts_with(*s, "sxtw");
	shifted = take_word(s, "lsl") || take_word(s, "sxtw") || take_word(s, "uxtw");
	if (!take_number(s, &n) && !shifted)
		return false;
	if (att || shifted)
		return set_shift(out, n, att);
	out->num = n;
	return true;
}

/* Reads -16(%rbp,%rax,8) or [x1, w2, sxtw 2]. */
static bool take_memory(const struct arch *arch, const char *s, struct arg_place *out)
{
	bool att;
	char part;

	take_number(&s, &out->num);
	att = *s == '(';
	if (*s != '(' && *s != '[')
		return false;
	s++;
	if (!take_reg(arch, &s, &out->reg, &part))
		return false;
	out->is_low = arch->word == 4 || part == 'e';	/* (%ebx,%ecx) */
	while (*s == ',') {
		s++;
		s += strspn(s, " ");
		if (!take_part(arch, &s, att, out))
			return false;
	}
	out->kind = PLACE_MEMORY;
	return !strcmp(s, att ? ")" : "]") && out->num == (s32)out->num;
}

static bool take_operand(const struct arch *arch, const char *s, struct arg_place *out)
{
	const char *p = s;
	bool is_reg = arch->dollar_regs && *s == '$';
	char part;

	if (take_word(&p, "wzr") || take_word(&p, "xzr"))
		return true;
	if (!is_reg && (!arch->bare_regs || *p++ == 'i') && take_number(&p, &out->num) && !*p) {
		u32 drop = 64 - out->size * 8;

		out->num = (s64)((u64)out->num << drop);
		out->num = out->is_signed ? out->num >> drop : (s64)((u64)out->num >> drop);
		return true;
	}
	p = s;
	if (take_reg(arch, &p, &out->reg, &part) && !*p) {
		out->kind = PLACE_REG;
		out->shift = part == 'h' ? 8 : 0;
		return true;
	}
	if (is_reg && p != s && *p == ',') {	/* LoongArch: $r22,-24 */
		p++;
		out->kind = PLACE_MEMORY;
		return take_part(arch, &p, false, out) && !*p && out->num == (s32)out->num;
	}
	return take_memory(arch, s, out);
}

bool argspec_parse(const struct arch *arch, const char *spec, u32 n, struct arg_place *out)
{
	char text[64];
	const char *at;
	s64 size;
	u32 len;

	*out = (struct arg_place){ .kind = PLACE_CONST };
	spec = argspec_text(spec, n, &len);
	if (!spec || len >= sizeof(text))
		return false;
	memcpy(text, spec, len);
	text[len] = '\0';
	at = text;
	if (!strchr(text, '@')) {
		size = arch->word;
	} else if (!take_number(&at, &size) || *at++ != '@') {
		return false;		/* "8f@%xmm0": probes don't see vector registers */
	}
	out->is_signed = size < 0;
	out->size = (u8)(size < 0 ? -size : size);
	if (size < -8 || size > 8 || (out->size & (out->size - 1)) || !out->size)
		return false;
	/* What registers a pair has is known only where they follow each other. */
	return take_operand(arch, at, out) &&
	       (out->kind != PLACE_REG || out->size <= arch->word || arch->func.even_pairs);
}
