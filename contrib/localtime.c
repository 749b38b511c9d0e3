/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * localtime.c - localtime_r(), for the static musl builds: the C library's takes 6 kB.
 *
 * The first call reads the time zone.  TZ names a file or is a POSIX rule; if TZ is not set,
 * /etc/localtime is read.  If there is no such zone, UTC is used.  Facts: RFC 8536 for the
 * files, POSIX.1 8.3 for the rules.  tests/unit_localtime.c compares the results with the C
 * library's.
 */
#define _GNU_SOURCE	/* tm_gmtoff */
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifndef LOCALTIME_NAME
#define LOCALTIME_NAME(name) name
#endif

#define DAY 86400
#define MAX_FILE 65536
#define HEADER 44

struct change { char kind; int month, week, day; int32_t at; };	/* start or end of DST */

struct kind { int32_t offset; bool dst; char name[16]; };	/* offset in s; east is positive */

static struct zone {
	char *text;				/* the file; never freed: names point into it */
	const uint8_t *times, *index, *types;	/* in text: n, n and n_types elements */
	const char *names;
	uint32_t n, n_types, n_chars, wide;	/* wide: bytes per time */
	bool has_rule;				/* a rule applies after the last time */
	struct kind kind[2];
	struct change to[2];			/* to standard time, to DST */
} zone;

/* ---- the calendar */

/* Returns the number of days from 1970 to the first day of a year. */
static int64_t year_start(int64_t y)
{
	y += 400 * 1000000 - 1;	/* avoids dividing negative numbers */
	return 365 * y + y / 4 - y / 100 + y / 400 - 719162 - 146097LL * 1000000;
}

static int month_days(int month, bool leap)
{
	return month == 1 ? 28 + leap : 30 + (month % 7 % 2 == 0);
}

static int64_t floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

static void calendar(int64_t secs, struct tm *tm)
{
	int64_t days = floor_div(secs, DAY), rest = secs - days * DAY;
	int64_t year = 1970 + floor_div(days, days < 0 ? 365 : 366);	/* or an earlier year */
	bool leap;

	while (year_start(year + 1) <= days)
		year++;
	leap = year_start(year + 1) - year_start(year) == 366;
	tm->tm_year = (int)(year - 1900);
	tm->tm_yday = tm->tm_mday = (int)(days - year_start(year));
	for (tm->tm_mon = 0; tm->tm_mday >= month_days(tm->tm_mon, leap); tm->tm_mon++)
		tm->tm_mday -= month_days(tm->tm_mon, leap);
	tm->tm_mday++;
	tm->tm_wday = (int)(days + 4 - 7 * floor_div(days + 4, 7));
	tm->tm_hour = (int)(rest / 3600);
	tm->tm_min = (int)(rest / 60 % 60);
	tm->tm_sec = (int)(rest % 60);
}

/* Returns the time of a year's change, in seconds of the local time before it. */
static int64_t change_time(const struct change *c, int64_t year)
{
	int64_t first = year_start(year), day = c->day;
	bool leap = year_start(year + 1) - first == 366;

	if (c->kind == 'J') {
		day += leap && day >= 60;
		day--;
	} else if (c->kind == 'M') {
		for (int m = 0; m < c->month - 1; m++)
			first += month_days(m, leap);
		day = (c->day - (first + 4) % 7 + 7 + 7 * 5200000) % 7 + 7 * (c->week - 1);
		if (day >= month_days(c->month - 1, leap))
			day -= 7;
	}
	return (first + day) * DAY + c->at;
}

/* ---- rules: "CET-1CEST,M3.5.0,M10.5.0/3" */

static int number(const char **s)
{
	int n = 0;

	for (; **s >= '0' && **s <= '9' && n < 1000; ++*s)
		n = 10 * n + **s - '0';
	return n;
}

/* Parses [+-]hh[:mm[:ss]].  Returns seconds. */
static int32_t clock_time(const char **s)
{
	int sign = **s == '-' ? -1 : 1, t = 0;

	*s += **s == '-' || **s == '+';
	for (int unit = 3600; unit; unit /= 60) {
		t += unit * number(s);
		if (**s != ':')
			break;
		++*s;
	}
	return sign * t;
}

static bool is_letter(char c)
{
	return (c | 32) >= 'a' && (c | 32) <= 'z';
}

static bool zone_name(const char **s, struct kind *k)
{
	bool quoted = **s == '<';
	size_t n = 0;

	*s += quoted;
	while (quoted ? (*s)[n] && (*s)[n] != '>' : is_letter((*s)[n]))
		n++;
	if (n < 1 || n >= sizeof(k->name))
		return false;
	memcpy(k->name, *s, n);
	k->name[n] = '\0';
	*s += n + quoted;
	return true;
}

static void read_change(const char **s, struct change *c)
{
	*s += **s == ',';
	c->kind = **s;
	c->at = 7200;
	*s += **s == 'M' || **s == 'J';
	c->day = c->month = number(s);
	if (c->kind == 'M' && **s == '.') {
		++*s;
		c->week = number(s);
		*s += **s == '.';
		c->day = number(s);
	}
	if (c->kind == 'M' && (c->month < 1 || c->month > 12))
		c->kind = 0;
	if (**s == '/') {
		++*s;
		c->at = clock_time(s);
	}
}

static void read_rule(const char *s)
{
	struct kind k;

	if (!zone_name(&s, &k) || !*s || !strchr("+-0123456789", *s))
		return;
	k.offset = -clock_time(&s);
	k.dst = false;
	zone.kind[0] = k;
	zone.has_rule = true;
	if (!zone_name(&s, &zone.kind[1]))
		return;
	zone.kind[1].dst = true;
	zone.kind[1].offset = zone.kind[0].offset + 3600;
	if (*s && *s != ',')
		zone.kind[1].offset = -clock_time(&s);
	if (*s != ',')
		s = ",M3.2.0,M11.1.0";
	read_change(&s, &zone.to[1]);
	read_change(&s, &zone.to[0]);
}

static const struct kind *by_rule(int64_t t)
{
	const struct kind *k = zone.kind;
	int64_t start, end;
	struct tm tm;

	calendar(t + k[0].offset, &tm);
	start = change_time(&zone.to[1], tm.tm_year + 1900) - k[0].offset;
	end = change_time(&zone.to[0], tm.tm_year + 1900) - k[1].offset;
	return &k[start < end ? t >= start && t < end : t >= start || t < end];
}

/* ---- files */

static int64_t big_endian(const uint8_t *p, uint32_t n)
{
	int64_t v = (int8_t)*p;

	while (--n)
		v = (int64_t)((uint64_t)v << 8 | *++p);
	return v;
}

static uint32_t count(const uint8_t *header, int i)
{
	return (uint32_t)big_endian(header + 20 + 4 * i, 4);
}

/* Reads the part of the file with times of `wide` bytes.  Returns its end, or NULL if it is
 * missing. */
static const uint8_t *read_part(const uint8_t *p, const uint8_t *end, uint32_t wide)
{
	if (end - p < HEADER || memcmp(p, "TZif", 4))
		return NULL;
	for (int i = 0; i < 6; i++)
		if (count(p, i) > MAX_FILE)
			return NULL;
	zone.wide = wide;
	zone.n = count(p, 3);
	zone.n_types = count(p, 4);
	zone.n_chars = count(p, 5);
	zone.times = p + HEADER;
	zone.index = zone.times + zone.n * wide;
	zone.types = zone.index + zone.n;
	zone.names = (const char *)zone.types + 6 * zone.n_types;
	p = zone.types + 6 * zone.n_types + zone.n_chars + count(p, 2) * (wide + 4) +
	    count(p, 1) + count(p, 0);
	return p <= end && zone.n_types ? p : NULL;
}

static bool read_zone(char *text, size_t n)
{
	const uint8_t *p = (uint8_t *)text, *end = p + n, *second = read_part(p, end, 4);

	if (second && text[4] >= '2')
		second = read_part(second, end, 8);
	if (!second) {
		zone.n = zone.n_types = 0;
		return false;
	}
	if (text[4] >= '2' && second < end)
		read_rule((const char *)second + 1);
	return true;
}

static bool read_file(const char *dir, const char *name)
{
	char path[256];
	ssize_t n;
	int fd;

	if (strlen(dir) + strlen(name) >= sizeof(path))
		return false;
	fd = open(strcat(strcpy(path, dir), name), O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	if (!zone.text)
		zone.text = malloc(MAX_FILE);
	n = zone.text ? read(fd, zone.text, MAX_FILE - 1) : -1;
	close(fd);
	if (n > 0)
		zone.text[n] = '\0';
	return n > 0 && read_zone(zone.text, (size_t)n);
}

static void read_tz(const char *tz)
{
	zone = (struct zone){ .kind[0].name = "UTC" };
	if (!tz) {
		read_file("", "/etc/localtime");
		return;
	}
	tz += *tz == ':';
	if (*tz == '/')
		read_file("", tz);
	else if (*tz && !read_file("/usr/share/zoneinfo/", tz) &&
		 !read_file("/etc/zoneinfo/", tz))
		read_rule(tz);
}

static void by_file(int64_t t, struct tm *tm)
{
	const uint8_t *type = zone.types;
	uint32_t low = 0, high = zone.n, name;

	while (low < high) {	/* low becomes the number of times that are not after t */
		uint32_t middle = (low + high) / 2;

		if (big_endian(zone.times + middle * zone.wide, zone.wide) <= t)
			low = middle + 1;
		else
			high = middle;
	}
	if (low && zone.index[low - 1] < zone.n_types)
		type += 6 * zone.index[low - 1];
	name = type[5];
	tm->tm_gmtoff = (long)big_endian(type, 4);
	tm->tm_isdst = type[4];
	tm->tm_zone = name < zone.n_chars ? zone.names + name : "";
}

struct tm *LOCALTIME_NAME(localtime_r)(const time_t *restrict when, struct tm *restrict tm)
{
	static bool known;
	int64_t t = *when;

	if (!known)
		read_tz(getenv("TZ"));
	known = true;
	if (zone.n_types && (!zone.has_rule ||
	    (zone.n && t < big_endian(zone.times + (zone.n - 1) * zone.wide, zone.wide)))) {
		by_file(t, tm);
	} else {
		const struct kind *k = zone.kind[1].dst ? by_rule(t) : zone.kind;

		tm->tm_gmtoff = k->offset;
		tm->tm_isdst = k->dst;
		tm->tm_zone = k->name;
	}
	calendar(t + tm->tm_gmtoff, tm);
	return tm;
}
