/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * time.c - a time as text, as strftime() formats it in the C locale, plus %f for
 * microseconds.
 *
 * It replaces strftime(), which links the C library's locales and needs a buffer whose
 * size can't be known.  Facts: C11 7.27.3.5, POSIX, ISO 8601 for %G %g %V.
 */
#include "show/render.h"

#include <string.h>
#include <time.h>

static const char weekdays[][10] = {
	"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"
};
static const char months[][10] = {
	"January", "February", "March", "April", "May", "June", "July", "August",
	"September", "October", "November", "December"
};

/* Conversions that are abbreviations of others */
static const struct { char c; const char *format; } compound[] = {
	{ 'c', "%a %b %e %H:%M:%S %Y" }, { 'D', "%m/%d/%y" }, { 'F', "%Y-%m-%d" },
	{ 'h', "%b" }, { 'r', "%I:%M:%S %p" }, { 'R', "%H:%M" },
	{ 'T', "%H:%M:%S" }, { 'x', "%m/%d/%y" }, { 'X', "%H:%M:%S" },
};

struct moment { s64 secs; u32 us; struct tm tm; };

static s64 days_of(s64 year)
{
	return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365;
}

/* The number of the week, and in *year the year to which it belongs: that of its Thursday. */
static s64 iso_week(const struct tm *tm, s64 *year)
{
	s64 thursday = tm->tm_yday - (tm->tm_wday + 6) % 7 + 3;

	*year = tm->tm_year + 1900LL;
	if (thursday < 0)
		thursday += days_of(--*year);
	else if (thursday >= days_of(*year))
		thursday -= days_of((*year)++);
	return thursday / 7 + 1;
}

/* Sets *n to the number that conversion c prints.  Returns the least number of digits, negative
 * if it is padded with blanks; 0 if c prints no number. */
static int number_of(const struct moment *m, char c, s64 *n)
{
	const struct tm *tm = &m->tm;
	s64 year = tm->tm_year + 1900LL, week = iso_week(tm, n);

	switch (c) {
	case 'C': *n = year / 100; return 2;
	case 'd': *n = tm->tm_mday; return 2;
	case 'e': *n = tm->tm_mday; return -2;
	case 'f': *n = m->us; return 6;
	case 'G': return 4;
	case 'g': *n %= 100; return 2;
	case 'H': *n = tm->tm_hour; return 2;
	case 'I': *n = (tm->tm_hour + 11) % 12 + 1; return 2;
	case 'j': *n = tm->tm_yday + 1; return 3;
	case 'k': *n = tm->tm_hour; return -2;
	case 'l': *n = (tm->tm_hour + 11) % 12 + 1; return -2;
	case 'm': *n = tm->tm_mon + 1; return 2;
	case 'M': *n = tm->tm_min; return 2;
	case 'S': *n = tm->tm_sec; return 2;
	case 's': *n = m->secs; return 1;
	case 'U': *n = (tm->tm_yday + 7 - tm->tm_wday) / 7; return 2;
	case 'u': *n = (tm->tm_wday + 6) % 7 + 1; return 1;
	case 'V': *n = week; return 2;
	case 'W': *n = (tm->tm_yday + 7 - (tm->tm_wday + 6) % 7) / 7; return 2;
	case 'w': *n = tm->tm_wday; return 1;
	case 'Y': *n = year; return 1;
	case 'y': *n = year % 100; return 2;
	default: return 0;
	}
}

static void put_number(struct strbuf *out, char flag, int digits, s64 n)
{
	bool blank = flag ? flag == '_' : digits < 0;
	int width = flag == '-' ? 1 : digits < 0 ? -digits : digits;

	sb_printf(out, blank ? "%*lld" : "%0*lld", width, (long long)n);
}

static void put_zone(struct strbuf *out, const struct tm *tm)
{
	long off = tm->tm_gmtoff / 60, minutes = off < 0 ? -off : off;

	sb_printf(out, "%c%02ld%02ld", off < 0 ? '-' : '+', minutes / 60, minutes % 60);
}

static void put_text(struct strbuf *out, const struct moment *m, char c)
{
	const struct tm *tm = &m->tm;

	switch (c) {
	case 'A': sb_puts(out, weekdays[tm->tm_wday]); break;
	case 'a': sb_put(out, weekdays[tm->tm_wday], 3); break;
	case 'B': sb_puts(out, months[tm->tm_mon]); break;
	case 'b': sb_put(out, months[tm->tm_mon], 3); break;
	case 'n': sb_putc(out, '\n'); break;
	case 'p': sb_puts(out, tm->tm_hour < 12 ? "AM" : "PM"); break;
	case 'P': sb_puts(out, tm->tm_hour < 12 ? "am" : "pm"); break;
	case 't': sb_putc(out, '\t'); break;
	case 'Z': sb_puts(out, tm->tm_zone); break;
	case 'z': put_zone(out, tm); break;
	case '%': sb_putc(out, '%'); break;
	default: sb_putc(out, '%'); sb_putc(out, c);
	}
}

static void put(struct strbuf *out, const struct moment *m, const char *format);

static void convert(struct strbuf *out, const struct moment *m, char flag, char c)
{
	s64 n;
	int digits = number_of(m, c, &n);

	if (digits) {
		put_number(out, flag, digits, n);
		return;
	}
	for (size_t i = 0; i < ARRAY_SIZE(compound); i++)
		if (compound[i].c == c) {
			put(out, m, compound[i].format);
			return;
		}
	put_text(out, m, c);
}

static void put(struct strbuf *out, const struct moment *m, const char *format)
{
	for (const char *p = format; *p; p++) {
		char flag = 0;

		if (p[0] != '%' || !p[1]) {
			sb_putc(out, *p);
			continue;
		}
		p++;
		if (p[1] && strchr("-_0", *p))
			flag = *p++;
		else if (p[1] && (*p == 'E' || *p == 'O'))
			p++;		/* other eras or digits: the C locale has none */
		convert(out, m, flag, *p);
	}
}

void render_time(struct strbuf *out, const char *format, s64 realtime_ns)
{
	struct moment m = { .secs = realtime_ns / 1000000000 };
	s64 ns = realtime_ns % 1000000000;
	time_t when;

	if (ns < 0) {
		ns += 1000000000;
		m.secs--;
	}
	m.us = (u32)(ns / 1000);
	when = (time_t)m.secs;
	if (localtime_r(&when, &m.tm))
		put(out, &m, format);
}
