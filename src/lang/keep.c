/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * keep.c - removes probes that --probe-filter (see base/regex.h) doesn't find, and benchmarks
 * unless --bench is given.
 */
#include "base/regex.h"
#include "provider/provider.h"
#include "script.h"

int script_keep_probes(struct script *s, const char *regex)
{
	size_t kept_progs = 0;
	int n = 0;

	if (!regex_is_valid(regex))
		return -1;
	for (size_t i = 0; i < s->image.progs.n; i++) {
		struct prog *p = s->image.progs.v[i];
		bool always = p->provider->runs == RUN_BEGIN || p->provider->runs == RUN_END;
		size_t kept = 0;

		for (size_t j = 0; j < p->targets.n; j++)
			if (always || regex_finds(regex, p->targets.v[j]->name))
				p->targets.v[kept++] = p->targets.v[j];
		p->targets.n = kept;
		n += always ? 0 : (int)kept;
		s->lacks_clauses |= !kept;
		if (kept)
			s->image.progs.v[kept_progs++] = p;
		else
			vec_free(&p->targets);
	}
	s->image.progs.n = kept_progs;
	for (size_t i = 0; i < kept_progs; i++)
		s->image.progs.v[i]->index = (u32)i;
	return n;
}

int script_keep_benches(struct script *s, bool bench)
{
	size_t kept = 0;
	bool any = false;

	for (size_t i = 0; i < s->image.progs.n; i++) {
		struct prog *p = s->image.progs.v[i];
		enum run runs = p->provider->runs;

		any |= runs == RUN_BENCH;
		if (bench ? runs == RUN_BENCH || runs == RUN_BEGIN || runs == RUN_END :
			    runs != RUN_BENCH) {
			p->index = (u32)kept;
			s->image.progs.v[kept++] = p;
		} else {
			vec_free(&p->targets);
		}
	}
	s->image.progs.n = kept;
	return any && !kept ? -1 : 0;
}
