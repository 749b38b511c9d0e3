/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_localtime.c - contrib/localtime.c, which is in static builds, gives the same results as the
 * C library's localtime_r(): in every zone of this machine and with rules of all kinds, every 61
 * hours and around each change.
 */
#define LOCALTIME_NAME(name) our_##name
#include <stdio.h>
#include <time.h>

struct tm *our_localtime_r(const time_t *restrict when, struct tm *restrict tm);

#include "contrib/localtime.c"

#include <dirent.h>
#include <sys/stat.h>

static int failed, zones;

static bool same(const struct tm *a, const struct tm *b)
{
	return a->tm_year == b->tm_year && a->tm_mon == b->tm_mon && a->tm_mday == b->tm_mday &&
	       a->tm_hour == b->tm_hour && a->tm_min == b->tm_min && a->tm_sec == b->tm_sec &&
	       a->tm_wday == b->tm_wday && a->tm_yday == b->tm_yday &&
	       a->tm_gmtoff == b->tm_gmtoff && !!a->tm_isdst == !!b->tm_isdst &&
	       !strcmp(a->tm_zone, b->tm_zone);
}

static bool check(const char *tz, time_t t)
{
	struct tm a, b;

	localtime_r(&t, &a);
	our_localtime_r(&t, &b);
	if (same(&a, &b))
		return true;
	printf("TZ=%s %lld: %d-%d-%d %d:%d:%d %ld %s, not %d-%d-%d %d:%d:%d %ld %s\n", tz,
	       (long long)t, b.tm_year + 1900, b.tm_mon + 1, b.tm_mday, b.tm_hour, b.tm_min,
	       b.tm_sec, b.tm_gmtoff, b.tm_zone, a.tm_year + 1900, a.tm_mon + 1, a.tm_mday,
	       a.tm_hour, a.tm_min, a.tm_sec, a.tm_gmtoff, a.tm_zone);
	failed = 1;
	return false;
}

/* Sets the zone: tz for contrib/localtime.c, libc_tz for the C library. */
static void check_zone_as(const char *tz, const char *libc_tz, time_t from, time_t step)
{
	zones++;
	setenv("TZ", libc_tz, 1);
	tzset();
	read_tz(tz);
	for (time_t t = from; t < 7000000000 && check(tz, t); t += step)
		;
	for (uint32_t i = 0; i < zone.n && !failed; i++) {
		time_t t = (time_t)big_endian(zone.times + i * zone.wide, zone.wide);

		if (t > -4000000000)
			(void)(check(tz, t) && check(tz, t - 1));
	}
	for (int year = 2038; zone.kind[1].dst && year < 2060 && !failed; year++)
		for (int i = 0; i < 2; i++) {
			time_t t = change_time(&zone.to[i], year) - zone.kind[!i].offset;

			(void)(check(tz, t) && check(tz, t - 1));
		}
	free(zone.text);
}

static void check_zone(const char *tz, time_t from, time_t step)
{
	check_zone_as(tz, tz, from, step);
}

/* All files below /usr/share/zoneinfo except those that count leap seconds. */
static void check_files(const char *dir, const char *below)
{
	char path[512], name[256];
	DIR *d = opendir(dir);
	struct dirent *e;
	struct stat st;

	while (d && (e = readdir(d))) {
		if (e->d_name[0] == '.' || !strcmp(e->d_name, "right") ||
		    !strcmp(e->d_name, "posix"))
			continue;
		snprintf(path, sizeof(path), "%s/%s", dir, e->d_name);
		snprintf(name, sizeof(name), "%s%s", below, e->d_name);
		if (stat(path, &st))
			continue;
		if (S_ISDIR(st.st_mode)) {
			strcat(name, "/");
			check_files(path, name);
		} else if (!strchr(e->d_name, '.') && strcmp(e->d_name, "leapseconds")) {
			check_zone(name, -2000000000, 61 * 3600 * 7);
		}
	}
	if (d)
		closedir(d);
}

int main(void)
{
	static const char *const rules[] = {
		"UTC0", "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT,M3.2.0,M11.1.0", "<+0330>-3:30",
		"NZST-12NZDT,M9.5.0,M4.1.0/3", "<-03>3<-02>,M3.5.0/-2,M10.5.0/-1",
		"XXX3YYY2:30:15,J60/0,J300/23", "AAA-5BBB,59/1,299", "IST-2IDT,M3.4.4/26,M10.5.0",
		"EET-2EEST,M3.5.0/3,M10.5.0/4",
		"CST6CDT,M4.1.6/2:30,M10.5.1/1:15:10",
	};

	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		check_zone(rules[i], 100000, 61 * 3600);
	/*
	 * If a rule has no dates, POSIX lets the system choose.  awl uses those of the United
	 * States since 2007.  glibc uses New York's history if there is no file of that name
	 * (Debian's tzdata since 2024b), and is an hour off for a day each year.
	 */
	if (access("/usr/share/zoneinfo/EST5EDT", F_OK))
		check_zone_as("EST5EDT", "EST5EDT,M3.2.0,M11.1.0", 1175000000, 61 * 3600);
	/* Without a file "Universal" glibc prints that word as the name of an empty TZ. */
	check_zone_as("", "UTC0", -2000000000, 6100000);
	check_zone(":Europe/Berlin", -2000000000, 6100000);
	check_files("/usr/share/zoneinfo", "");
	printf("%d zones\n", zones);
	return failed;
}
