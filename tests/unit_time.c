/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_time.c - the language's strftime() prints the same as the C library's in the C locale: all
 * conversions, in several zones, at times of the day and the year when something changes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "show/render.h"
#include "tests/lib/unit.h"

static struct strbuf sb;

static const char *ours(const char *format, s64 ns)
{
	sb_reset(&sb);
	render_time(&sb, format, ns);
	return sb_str(&sb);
}

static void check_format(const char *format, time_t t)
{
	char want[128];
	struct tm tm;

	localtime_r(&t, &tm);
	want[strftime(want, sizeof(want), format, &tm)] = '\0';
	if (!same(ours(format, t * 1000000000), want))
		printf("%s at %lld in %s\n", format, (long long)t, getenv("TZ"));
	CHECK(same(sb_str(&sb), want));
}

static void check_formats(time_t t)
{
	static const char conversions[] = "CdeGgHIjklmMSsUuVWwYyAaBbnpPtZz%cDFhrRTxX";
	static const char *const more[] = {
		"%-d", "%_d", "%-j", "%_j", "%0e", "%-e", "%0k", "%-H", "%_I", "%-m", "%Ey", "%Od",
		"a%Hb%M", "%", "100%%", "%Y-%m-%d %H:%M:%S", "%_M%S",
	};

	for (const char *c = conversions; *c; c++)
		check_format((char[]){ '%', *c, '\0' }, t);
	for (size_t i = 0; i < ARRAY_SIZE(more); i++)
		check_format(more[i], t);
}

static void check_zone(const char *tz)
{
	setenv("TZ", tz, 1);
	tzset();
	/* each day around New Year in 30 years, at different hours: all cases of week numbers */
	for (int year = 0; year < 30; year++)
		for (int day = -5; day < 8; day++)
			check_formats(((s64)year * 365 + (year + 1) / 4 + day + 3652) * 86400 +
				      (year * 13 + day + 5) % 24 * 3600 + 59);
	check_formats(951782400);	/* 29 February 2000 */
	check_formats(4107542400);	/* 1 March 2100; that year has no 29 February */
	check_formats(4133980800);	/* 1 January 2101 is in the last week of 2100 */
	check_formats(0);
	check_formats(-1);
}

/* Conversions that C lacks, and fractions of a second. */
static void test_fractions(void)
{
	setenv("TZ", "UTC", 1);
	tzset();
	CHECK(same(ours("%S.%f", 1234567890), "01.234567"));
	CHECK(same(ours("%S.%f", 1000000999), "01.000000"));
	CHECK(same(ours("%-f", 1000042000), "42"));
	CHECK(same(ours("%F %T.%f", -1), "1969-12-31 23:59:59.999999"));
	CHECK(same(ours("%F %T.%f", -1000000000), "1969-12-31 23:59:59.000000"));
	CHECK(same(ours("%s", -1500000000), "-2"));
	CHECK(same(ours("%Q%", 0), "%Q%"));
}

int main(void)
{
	check_zone("UTC");
	check_zone("XST-5:30");
	check_zone("WST9:15WDT,M4.1.0,M10.5.0");
	test_fractions();
	sb_free(&sb);
	return unit_end();
}
