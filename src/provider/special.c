/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * special.c - BEGIN, END, interval, self and bench: programs that the session runs itself.
 *
 * They are raw_tracepoint programs that BPF_PROG_TEST_RUN runs in awl's own
 * process, so nothing has to be attached or detached.
 */
#include <linux/bpf.h>
#include <string.h>

#include "base/find.h"
#include "base/text.h"
#include "lang/constants.h"
#include "provider/duration.h"
#include "provider/provider.h"
#include "script.h"
#include "tables.h"

/* bench:NAME.  Each name may be used once, because the results are printed with it. */
static int expand_bench(struct script *s, struct prog *p, const char *text)
{
	const char *name = arena_printf(s->arena, "bench:%s", text);

	if (!*text)
		return script_bad_probe(s, p, text);
	for (size_t i = 0; i < s->image.progs.n; i++)
		for (size_t j = 0; j < s->image.progs.v[i]->targets.n; j++)
			if (!strcmp(s->image.progs.v[i]->targets.v[j]->name, name)) {
				diag_say(s->diag, E_BENCH_TWICE, p->span, text);
				return -1;
			}
	vec_push(&p->targets, script_target(s, p->span, name));
	return 0;
}

static int expand_once(struct script *s, struct prog *p, const char *text)
{
	if (*text)
		return script_bad_probe(s, p, text);
	vec_push(&p->targets, script_target(s, p->span, p->provider->name));
	return 0;
}

static int expand_interval(struct script *s, struct prog *p, const char *text)
{
	struct target *t;
	u64 period, freq;

	if (!duration_parse(text, 1000000000, &period, &freq) || (!period && !freq))
		return script_bad_probe(s, p, text);
	t = script_target(s, p->span, arena_printf(s->arena, "interval:%s", text));
	t->id = period ? period : 1000000000 / freq;
	vec_push(&p->targets, t);
	return 0;
}

/* Signals that nobody sends to awl by accident.  With a probe on HUP, HUP no longer ends awl. */
static const char *const signals[] = { "SIGUSR1", "SIGUSR2", "SIGHUP", "SIGCONT", "SIGWINCH" };

/* self:signal:SIGUSR1.  "signal:" and "SIG" may be missing. */
static int expand_self(struct script *s, struct prog *p, const char *text)
{
	const char *name = text;
	struct target *t;
	s64 number;

	if (starts_with(name, "signal:"))
		name += 7;
	if (starts_with(name, "SIG"))
		name += 3;
	for (u32 i = 0; i < ARRAY_SIZE(signals); i++) {
		if (strcmp(signals[i] + 3, name) ||
		    !constant_of_headers(s->arch, signals[i], &number))
			continue;
		t = script_target(s, p->span, arena_printf(s->arena, "self:%s", text));
		t->id = (u64)number;
		vec_push(&p->targets, t);
		return 0;
	}
	return script_bad_probe(s, p, text);
}

const struct provider provider_bench = {
	.name = "bench", .runs = RUN_BENCH, .aliases = "", .usage = T_BENCH,
	.prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT, .expand = expand_bench,
	.offers = OFFERS_KSTACK | OFFERS_USTACK, .feature = FEATURE_TEST_RUN,
	.default_body = "",
};

const struct provider provider_begin = {
	.name = "begin", .runs = RUN_BEGIN, .aliases = "BEGIN", .usage = T_BEGIN,
	.prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT, .expand = expand_once,
	.offers = OFFERS_KSTACK | OFFERS_USTACK,
	.feature = FEATURE_TEST_RUN,
	.default_body = "printf(\"begin\\n\");",
};

const struct provider provider_end = {
	.name = "end", .runs = RUN_END, .aliases = "END", .usage = T_END,
	.prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT, .expand = expand_once,
	.offers = OFFERS_KSTACK | OFFERS_USTACK,
	.feature = FEATURE_TEST_RUN,
	.default_body = "printf(\"end\\n\");",
};

const struct provider provider_interval = {
	.name = "interval", .runs = RUN_TIMER, .aliases = "i", .usage = T_INTERVAL,
	.prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT, .expand = expand_interval,
	.offers = OFFERS_KSTACK | OFFERS_USTACK,
	.feature = FEATURE_TEST_RUN,
	.default_body = "time();",
};

const struct provider provider_self = {
	.name = "self", .runs = RUN_SIGNAL, .aliases = "", .usage = T_SELF,
	.prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT, .expand = expand_self,
	.offers = OFFERS_KSTACK | OFFERS_USTACK, .feature = FEATURE_TEST_RUN,
	.default_body = "printf(\"%s\\n\", probe);",
};
