/* SPDX-License-Identifier: GPL-2.0-or-later */
/* procmaps.c - list a process's mappings of code; see procmaps.h. */
#include "kernel/procmaps.h"

#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "kernel/host.h"

static bool number_then(const char **s, char c, u64 *n)
{
	return number_hex(s, n) && *(*s)++ == c;
}

/* Parses "7f00-7fff r-xp 00001000 08:01 1234   /path".  Returns false if it is not code. */
static bool parse(const char *s, struct procmap *m)
{
	u64 dev;

	if (!number_then(&s, '-', &m->start) || !number_then(&s, ' ', &m->end) ||
	    m->end < m->start || strnlen(s, 5) < 5 || s[2] != 'x')
		return false;
	s += 5;
	if (!number_then(&s, ' ', &m->off) || !number_then(&s, ':', &dev) ||
	    !number_then(&s, ' ', &dev) || !number_decimal(&s, &m->ino))
		return false;
	m->path = s + strspn(s, " ");
	return true;
}

int procmaps_each(const char *proc, u32 pid, procmap_fn *fn, void *arg)
{
	char path[64], *text, *line, *end;
	struct procmap m;
	int stop = 0;

	snprintf(path, sizeof(path), "%.40s/%u/maps", proc, pid);
	text = host_read_file(path, NULL);
	if (!text)
		return last_error();
	for (line = text; !stop && (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		if (parse(line, &m))
			stop = fn(arg, &m);
	}
	mem_free(text);
	return stop;
}
