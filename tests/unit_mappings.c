/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_mappings.c - run/mappings.c: the processes whose mappings are kept are those that maps or
 * waiting records still refer to.  Maps, buffers and usyms are made up.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/session.h"
#include "show/value.h"
#include "symbols/usyms.h"
#include "tests/lib/unit.h"

static struct {
	bool has_grown, is_sweeping, events_fail, passed, is_foreign, cant_read;
	u64 size;			/* of the buffers for mappings */
	char log[512];			/* what was called, in order */
} fake;

static const char *log_of(const char *what)
{
	strcat(fake.log, what);
	strcat(fake.log, " ");
	return what;
}

static struct events *fake_open_mappings(u64 size, bool at_once, int *err)
{
	CHECK(!at_once);
	fake.size = size;
	*err = fake.events_fail ? -EPERM : 0;
	return fake.events_fail ? NULL : (struct events *)8;
}

static int fake_drain(struct events *e, int (*fn)(void *, const void *, u32, u32), void *arg)
{
	CHECK(e == (struct events *)8 && arg == (void *)24);
	fn(arg, "record", 7, 0);
	return 0;
}

static void fake_record(struct usyms *u, const void *record, u32 size)
{
	CHECK(u == (struct usyms *)24 && same(record, "record") && size == 7);
	log_of("record");
}

static struct usyms *fake_usyms_open(const char *proc, bool unsure)
{
	CHECK(same(proc, "/proc"));
	log_of(unsure ? "unsure" : "sure");
	return (struct usyms *)24;
}

static void fake_keep(struct usyms *u, u32 pid)
{
	char text[16];

	(void)u;
	snprintf(text, sizeof(text), "keep:%u", pid);
	log_of(text);
}

static void fake_sweep(struct usyms *u)
{
	(void)u;
	fake.is_sweeping = true;
	log_of("sweep");
}

static void fake_swept(struct usyms *u, bool complete)
{
	(void)u;
	fake.is_sweeping = false;
	log_of(complete ? "swept" : "unswept");
}

/* Two rows, or none of the global with number 0. */
static int fake_rows(const struct mapread *r, const struct global *g, struct map_rows *rows)
{
	(void)r;
	log_of(g->name);
	*rows = (struct map_rows){ .n = g->index && !fake.cant_read ? 2 : 0 };
	return fake.cant_read ? -EIO : 0;
}

/* The keys are of the processes 10 and 20 of the global's number. */
static struct entry *fake_decode(const struct global *g, struct value_env *env,
				 const struct map_rows *rows, u32 first, u32 n)
{
	struct entry *entries = mem_alloc(n * sizeof(*entries));

	(void)env;
	CHECK(!first && n == rows->n);
	for (u32 i = 0; i < n; i++)
		entries[i].key.u = g->index * (i + 1);
	return entries;
}

static void fake_resolve(struct value_env *env, struct entry *e, u32 n)
{
	CHECK(n == 2);
	for (u32 i = 0; i < n; i++) {
		env->want(env->ctx, (u32)e[i].key.u, 77);
		env->want(env->ctx, (u32)e[i].value.u, 77);	/* it is the kernel's: 0 */
	}
	env->resolve(env->ctx);
	env->lookup(env->ctx, NULL);
}

static bool fake_grown(const struct usyms *u) { (void)u; return fake.has_grown; }
static bool fake_sweeping(const struct usyms *u) { (void)u; return fake.is_sweeping; }
static bool fake_proc_is_own(void) { return !fake.is_foreign; }
static bool fake_passed(const struct events *e) { (void)e; return fake.passed; }
static void fake_mark(struct events *e) { (void)e; log_of("mark"); }

#define events_open_mappings fake_open_mappings
#define events_drain fake_drain
#define events_mark fake_mark
#define events_passed fake_passed
#define usyms_open fake_usyms_open
#define usyms_record fake_record
#define usyms_keep fake_keep
#define usyms_sweep fake_sweep
#define usyms_swept fake_swept
#define usyms_has_grown fake_grown
#define usyms_sweeping fake_sweeping
#define host_proc_is_own fake_proc_is_own
#define mapread_rows fake_rows
#define mapread_decode fake_decode
#define value_resolve_entries fake_resolve
#include "src/run/mappings.c"

static struct image image;
static struct session session;

static struct session *start(bool uses, u32 cpus)
{
	memset(&fake, 0, sizeof(fake));
	memset(&session, 0, sizeof(session));
	image.uses_usyms = uses;
	image.n_cpus = cpus;
	session.image = &image;
	session.decode.env = (struct value_env){ .arena = &session.decode.arena, .ctx = &session };
	return &session;
}

static void test_watch(void)
{
	mappings_watch(start(false, 4));
	CHECK(!session.mappings.events && !session.mappings.usyms && same(fake.log, ""));
	mappings_watch(start(true, 4));		/* 64 kB each */
	CHECK(fake.size == 4 << 16 && same(fake.log, "sure ") && session.mappings.events);
	mappings_watch(start(true, 129));	/* 8 MB at most */
	CHECK(fake.size == 8 << 20);
	mappings_drain(&session);
	CHECK(same(fake.log, "sure record "));
	start(true, 1);
	fake.events_fail = fake.is_foreign = true;
	mappings_watch(&session);
	CHECK(same(fake.log, "unsure ") && !session.mappings.events && session.mappings.usyms);
	mappings_drain(&session);
	mappings_forget(&session);
	CHECK(same(fake.log, "unsure "));
}

/* ---- sweeps ---- */

static struct type user_stack = { .kind = TY_STACK, .stack.user = true, .size = 8 };
static struct type kernel_stack = { .kind = TY_STACK, .size = 8 };
static struct type usym = { .kind = TY_USYM, .size = 16 };
static struct member stack_member[] = { { .name = "s", .type = &user_stack } };
static struct type record = { .kind = TY_STRUCT, .members = stack_member, .count = 1 };
static struct type unknown = { .kind = TY_STRUCT, .count = 1 };
static struct type stacks = { .kind = TY_ARRAY, .elem = &user_stack, .count = 2 };
static struct type pairs = { .kind = TY_ARRAY, .elem = &record, .count = 2 };
static struct type numbers = { .kind = TY_ARRAY, .count = 2 };
static struct type number = { .kind = TY_INT, .size = 8 };
static struct member key_members[2] = { { .type = &number }, { .type = &usym } };
static struct type keys = { .kind = TY_TUPLE, .members = key_members, .count = 2 };

static void add(const char *name, u32 index, const struct type *key, const struct type *value,
		bool has_storage)
{
	struct global *g = mem_alloc(sizeof(*g));

	g->name = name;
	g->index = index;
	g->storage = has_storage ? STORE_HASH : STORE_NONE;
	g->key = key;
	g->n_keys = key != NULL;
	g->value = value;
	vec_push(&image.globals, g);
}

static const char *forget(bool has_grown, bool sweeping, bool has_passed)
{
	fake.has_grown = has_grown;
	fake.is_sweeping = sweeping;
	fake.passed = has_passed;
	*fake.log = '\0';
	mappings_forget(&session);
	return fake.log;
}

static void test_sweeps(void)
{
	struct events *records = (struct events *)16;

	start(true, 1);
	session.mappings.events = (struct events *)8;
	session.mappings.usyms = (struct usyms *)24;
	numbers.elem = &number;
	add("none", 1, &usym, &number, false);
	add("plain", 2, &number, &number, true);
	add("kernel", 3, &kernel_stack, &numbers, true);
	add("opaque", 4, &number, &unknown, true);
	CHECK(same(forget(false, false, true), ""));
	CHECK(same(forget(true, false, true), "record sweep swept "));
	add("stack", 10, &user_stack, &number, true);
	add("value", 0, NULL, &stacks, true);
	add("record", 7, &number, &pairs, true);
	add("tuple", 5, &keys, &number, true);
	CHECK(same(forget(true, false, true), "record sweep stack keep:10 keep:20 value "
		   "record keep:7 keep:14 tuple keep:5 keep:10 swept "));
	/* Records that wait may refer to processes: not before they have been taken. */
	session.events = records;
	CHECK(same(forget(true, false, false), "record sweep mark "));
	CHECK(same(forget(false, true, false), ""));
	CHECK(same(forget(false, false, true), ""));
	CHECK(strlen(forget(false, true, true)) > 50 && !fake.is_sweeping);
	/* A map that can't be read may refer to all. */
	fake.cant_read = true;
	CHECK(same(forget(false, true, true), "stack unswept "));
	for (size_t i = 0; i < image.globals.n; i++)
		mem_free(image.globals.v[i]);
	vec_free(&image.globals);
	arena_free(&session.decode.arena);
}

int main(void)
{
	test_watch();
	test_sweeps();
	return unit_end();
}
