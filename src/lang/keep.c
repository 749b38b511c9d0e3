/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * keep.c - removes probes that --probe-filter (see base/regex.h) doesn't find, and benchmarks
 * unless --bench is given.
 */
#include "base/regex.h"
#include "provider/provider.h"
#include "script.h"

/* Removes the programs that have lost all of their targets. */
static void drop_empty(struct script *s)
{
	size_t kept = 0;

	for (size_t i = 0; i < s->image.progs.n; i++) {
		struct prog *p = s->image.progs.v[i];

		if (!p->targets.n) {
			vec_free(&p->targets);
			s->lacks_clauses = true;
			continue;
		}
		p->index = (u32)kept;
		s->image.progs.v[kept++] = p;
	}
	s->image.progs.n = kept;
}

int script_keep_probes(struct script *s, const char *regex)
{
	int n = 0;

	if (!regex_is_valid(regex))
		return -1;
	for (size_t i = 0; i < s->image.progs.n; i++) {
		struct prog *p = s->image.progs.v[i];
		size_t kept = 0;

		if (p->provider->runs == RUN_BEGIN || p->provider->runs == RUN_END)
			continue;
		for (size_t j = 0; j < p->targets.n; j++)
			if (regex_finds(regex, p->targets.v[j]->name))
				p->targets.v[kept++] = p->targets.v[j];
		p->targets.n = kept;
		n += (int)kept;
	}
	drop_empty(s);
	return n;
}

int script_keep_benches(struct script *s, bool bench)
{
	bool any = false;

	for (size_t i = 0; i < s->image.progs.n; i++) {
		struct prog *p = s->image.progs.v[i];
		enum run runs = p->provider->runs;

		any |= runs == RUN_BENCH;
		if (bench ? runs != RUN_BENCH && runs != RUN_BEGIN && runs != RUN_END :
			    runs == RUN_BENCH)
			p->targets.n = 0;
	}
	drop_empty(s);
	return any && !s->image.progs.n ? -1 : 0;
}
