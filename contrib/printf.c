/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * printf.c - snprintf without floating point, for the static musl builds.
 *
 * awl prints no floats, but the C library's printf supports them.  In a static binary that takes
 * 10 kB, and 14 kB more for soft floats where a long double has 128 bits.  The linker prefers
 * an object to a member of an archive, so the C library's own calls (inet_ntop()) use these
 * functions, too.
 *
 * They support the flags "-0+# " and space, width, precision, '*', the lengths hh h l ll j z t,
 * and the conversions d i u x X o c s p %.  tests/unit_printf.c compares the results with the
 * C library's.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifndef PRINTF_NAME
#define PRINTF_NAME(name) name
#endif

struct sink {
	char *buf;
	size_t cap, n, total;	/* n <= cap bytes are in buf; total also counts the others */
};

struct conversion {
	bool left, zero, alt;
	char sign;		/* for numbers that are not negative: 0, ' ' or '+' */
	int width, precision;	/* precision < 0: none */
	int size;		/* size of the argument in bytes */
};

static void put(struct sink *s, const char *p, size_t n)
{
	size_t fits = s->cap - s->n < n ? s->cap - s->n : n;

	if (fits)
		memcpy(s->buf + s->n, p, fits);
	s->n += fits;
	s->total += n;
}

static void pad(struct sink *s, char c, long n)
{
	while (n-- > 0)
		put(s, &c, 1);
}

static void put_text(struct sink *s, const struct conversion *c, const char *text)
{
	size_t n;

	if (!text)
		text = "(null)";
	n = c->precision < 0 ? strlen(text) : strnlen(text, (size_t)c->precision);
	if (!c->left)
		pad(s, ' ', c->width - (long)n);
	put(s, text, n);
	if (c->left)
		pad(s, ' ', c->width - (long)n);
}

/* Writes a number.  prefix is the sign or 0x; padding zeros follow it. */
static void put_digits(struct sink *s, struct conversion *c, const char *prefix,
		       const char *digits, size_t n)
{
	long zeros = c->precision - (long)n, blanks;

	if (c->precision < 0)
		zeros = c->zero && !c->left ? c->width - (long)(n + strlen(prefix)) : 0;
	if (zeros < 0)
		zeros = 0;
	blanks = c->width - (long)(n + strlen(prefix)) - zeros;
	if (!c->left)
		pad(s, ' ', blanks);
	put(s, prefix, strlen(prefix));
	pad(s, '0', zeros);
	put(s, digits, n);
	if (c->left)
		pad(s, ' ', blanks);
}

static void put_number(struct sink *s, struct conversion *c, char kind, uintmax_t u)
{
	const char *set = kind == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
	unsigned base = kind == 'o' ? 8 : kind == 'x' || kind == 'X' || kind == 'p' ? 16 : 10;
	char digits[24], *end = digits + sizeof(digits), *p = end, sign[2] = { 0 };
	const char *prefix = sign;

	if (kind == 'd' && (intmax_t)u < 0) {
		sign[0] = '-';
		u = -u;
	} else if (kind == 'd') {
		sign[0] = c->sign;
	} else if (base == 16 && c->alt && u) {
		prefix = kind == 'X' ? "0X" : "0x";
	}
	for (uintmax_t rest = u; rest || (p == end && c->precision); rest /= base)
		*--p = set[rest % base];
	if (base == 8 && c->alt && (p == end || *p != '0'))
		*--p = '0';
	put_digits(s, c, prefix, p, (size_t)(end - p));
}

static const char *flags(const char *f, struct conversion *c)
{
	for (;; f++) {
		switch (*f) {
		case '-': c->left = true; break;
		case '0': c->zero = true; break;
		case '#': c->alt = true; break;
		case '+': c->sign = '+'; break;
		case ' ': c->sign = c->sign ? c->sign : ' '; break;
		default: return f;
		}
	}
}

static const char *number(const char *f, va_list *ap, int *n)
{
	*n = 0;
	if (*f == '*') {
		*n = va_arg(*ap, int);
		return f + 1;
	}
	for (; *f >= '0' && *f <= '9'; f++)
		*n = *n * 10 + (*f - '0');
	return f;
}

static const char *length(const char *f, struct conversion *c)
{
	bool twice = *f && f[1] == *f;

	switch (*f) {
	case 'h': c->size = twice ? 1 : sizeof(short); break;
	case 'l': c->size = twice ? sizeof(long long) : sizeof(long); break;
	case 'j': c->size = sizeof(intmax_t); break;
	case 'z': case 't': c->size = sizeof(size_t); break;
	default:
		c->size = sizeof(int);
		return f;
	}
	return f + 1 + (twice && (*f == 'h' || *f == 'l'));
}

static uintmax_t argument(const struct conversion *c, bool is_signed, va_list *ap)
{
	unsigned drop = 8 * (unsigned)(sizeof(uintmax_t) - (size_t)c->size);
	uintmax_t u = c->size > (int)sizeof(int) ? va_arg(*ap, unsigned long long) :
						    va_arg(*ap, unsigned);

	return is_signed ? (uintmax_t)((intmax_t)(u << drop) >> drop) : u << drop >> drop;
}

static void convert(struct sink *s, struct conversion *c, char kind, va_list *ap)
{
	char one[2] = { 0 };

	switch (kind) {
	case 'c':
		one[0] = (char)va_arg(*ap, int);
		pad(s, ' ', c->left ? 0 : c->width - 1);
		put(s, one, 1);
		pad(s, ' ', c->left ? c->width - 1 : 0);
		break;
	case 's':
		put_text(s, c, va_arg(*ap, const char *));
		break;
	case 'p':
		c->alt = true;
		put_number(s, c, kind, (uintptr_t)va_arg(*ap, void *));
		break;
	case 'd': case 'i':
		put_number(s, c, 'd', argument(c, true, ap));
		break;
	case 'u': case 'x': case 'X': case 'o':
		put_number(s, c, kind, argument(c, false, ap));
		break;
	default:
		put(s, &kind, 1);
	}
}

static const char *directive(struct sink *s, const char *f, va_list *ap)
{
	struct conversion c = { .precision = -1 };

	f = number(flags(f, &c), ap, &c.width);
	if (c.width < 0) {
		c.left = true;
		c.width = -c.width;
	}
	if (*f == '.')
		f = number(f + 1, ap, &c.precision);
	f = length(f, &c);
	convert(s, &c, *f, ap);
	return f + 1;
}

static void format(struct sink *s, const char *f, va_list ap)
{
	va_list args;	/* va_list may be an array: only a copy can be passed by address */

	va_copy(args, ap);
	while (*f) {
		size_t n = strcspn(f, "%");

		put(s, f, n);
		f += n;
		if (*f)
			f = directive(s, f + 1, &args);
	}
	va_end(args);
}

int PRINTF_NAME(vsnprintf)(char *restrict buf, size_t size, const char *restrict f, va_list ap)
{
	struct sink s = { .buf = buf, .cap = size ? size - 1 : 0 };

	format(&s, f, ap);
	if (size)
		buf[s.n] = '\0';
	return (int)s.total;
}

int PRINTF_NAME(snprintf)(char *restrict buf, size_t size, const char *restrict f, ...)
{
	va_list ap;
	int n;

	va_start(ap, f);
	n = PRINTF_NAME(vsnprintf)(buf, size, f, ap);
	va_end(ap);
	return n;
}
