/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_btf_read.c - symbols/btf.c and btf_scan.c on a large file, both mapped and on a kernel
 * before 6.16, where /sys/kernel/btf/vmlinux can't be mapped and one read returns a page.
 * The results must agree with the file, and only a little more than necessary may be read.
 */
#define _GNU_SOURCE	/* memfd_create */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/lib/unit.h"

static bool is_old;		/* the file can't be mapped */
static u32 n_reads;

static void *map_or_fail(void *at, size_t n, int prot, int flags, int fd, off_t off)
{
	if (is_old && fd >= 0) {
		errno = ENODEV;
		return MAP_FAILED;
	}
	return mmap(at, n, prot, flags, fd, off);
}

/* Reads like a file of sysfs: at most a page (fs/kernfs, seq_file). */
static ssize_t read_page(int fd, void *to, size_t n, off_t off)
{
	n_reads++;
	return pread(fd, to, n < 4096 ? n : 4096, off);
}

#define mmap map_or_fail
#define pread read_page
#include "src/symbols/btf_file.c"
#include "src/symbols/btf.c"
#include "src/symbols/btf_scan.c"
#undef pread

/* ---- a file ---- */

static u32 strs_at, types_at, n_types, type_off[40000];
static u8 types[2 << 20];
static char strs[2 << 20];

static u32 put_name(const char *fmt, u32 i)
{
	u32 at = strs_at;

	strs_at += (u32)snprintf(strs + at, 64, fmt, i) + 1;
	return at;
}

static void put_word(u32 w)
{
	memcpy(types + types_at, &w, 4);
	types_at += 4;
}

static u32 put_type(u32 name, u32 kind, u32 vlen, u32 size)
{
	type_off[++n_types] = types_at;
	put_word(name);
	put_word(kind << 24 | vlen);
	put_word(size);
	return n_types;
}

static u32 put_int(const char *name, u32 size)
{
	u32 id = put_type(put_name(name, 0), K_INT, 0, size);

	put_word(size * 8);
	return id;
}

static const char *write_file(void)
{
	static char path[32];
	const struct { u16 magic; u8 version, flags; u32 numbers[5]; } head = {
		0xeb9f, 1, 0, { 24, 0, types_at, types_at, strs_at },
	};
	int fd = memfd_create("btf", MFD_CLOEXEC);

	if (fd < 0 || write(fd, &head, 24) != 24 || write(fd, types, types_at) != types_at ||
	    write(fd, strs, strs_at) != strs_at)
		bug("memfd");
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return path;
}

enum { INT = 1, LONG, SHORT, TASK, TO_TASK, TO_INT, TO_CONST, CONST_LONG, PAIR, HUGE, FIRST };

/* struct task_struct: comm[16] at 24, prio at 40, pid at 48. */
static void put_task(void)
{
	static const struct { const char *name; u32 type, bit; } m[] = {
		{ "state", LONG, 0 }, { "pid_links", LONG, 64 }, { "stack", LONG, 128 },
		{ "comm", LONG, 192 }, { "prio", INT, 320 }, { "static_prio", INT, 352 },
		{ "pid", INT, 384 }, { "tgid", INT, 416 }, { "last", LONG, 448 },
	};

	put_type(put_name("task_struct", 0), K_STRUCT, ARRAY_SIZE(m), 64);
	for (u32 i = 0; i < ARRAY_SIZE(m); i++) {
		put_word(put_name(m[i].name, 0));
		put_word(m[i].type);
		put_word(m[i].bit);
	}
}

/* function_I has the first I % 5 of these parameters, and the result of the same index.  The last
 * one of all is a structure that two registers hold. */
static const u32 kinds[] = { INT, LONG, TO_TASK, SHORT, CONST_LONG };

static void put_function(u32 i)
{
	u32 n = i % 7, proto = put_type(0, K_FUNC_PROTO, n, i % 11 ? kinds[i % 5] : 0);

	for (u32 k = 0; k < n; k++) {
		put_word(0);
		put_word(k == 5 ? PAIR : kinds[(i + k) % 5]);
	}
	put_type(put_name("function_%u", i), K_FUNC, 0, proto);
}

#define FUNCTIONS 9000

static const char *make_file(void)
{
	u32 twice;

	strs_at = 1;
	types_at = n_types = 0;
	put_int("int", 4);
	put_int("long", 8);
	put_int("short", 2);
	put_task();
	put_type(0, K_PTR, 0, TASK);
	put_type(0, K_PTR, 0, INT);
	put_type(0, K_PTR, 0, CONST_LONG);
	put_type(0, K_CONST, 0, LONG);
	put_type(put_name("pair", 0), K_STRUCT, 0, 16);
	put_type(put_name("huge", 0), K_STRUCT, 6000, 48000);	/* longer than a window */
	for (u32 i = 0; i < 6000; i++) {
		put_word(put_name("m%u", i));
		put_word(LONG);
		put_word(i * 64);
	}
	for (u32 i = 0; i < FUNCTIONS; i++)
		put_function(i);
	twice = put_name("twice", 0);		/* each string exists once */
	put_type(twice, K_FUNC, 0, FIRST);
	put_type(twice, K_FUNC, 0, FIRST);
	put_type(put_name("btf_trace_event", 0), K_TYPEDEF, 0, n_types + 2);
	put_type(0, K_PTR, 0, FIRST + 2 * 3);		/* the prototype of function_3 */
	return write_file();
}

/* ---- btf.c ---- */

static bool is_record(const struct raw *r, u32 id)
{
	const u8 *p = types + type_off[id];
	struct raw want;

	if (!btf_head(p, &want) || r->id != id || r->kind != want.kind || r->name != want.name ||
	    r->size != want.size || r->vlen != want.vlen)
		return false;
	return !memcmp(r->data, p + BTF_RECORD, btf_tail(&want));
}

static u32 pages(u32 bytes)
{
	return bytes / 4096 + 1;
}

static void test_records(const char *path)
{
	struct arena arena = { 0 };
	struct btf *b;
	struct raw r;
	u32 off = 0, wrong = 0, most = pages(types_at), at;

	n_reads = 0;
	CHECK(btf_open(&b, &arena, path, 8) == 0 && btf_last_id(b) == n_types);
	/* Reads all strings, the header, and each page of the types once; the pages of the long
	 * record and at the ends of windows twice. */
	CHECK(is_old ? n_reads >= most : !n_reads);
	CHECK(n_reads <= pages(strs_at) + most + most / 4 + 2 * pages(72000) + 4);
	n_reads = 0;
	for (u32 id = 1; id <= n_types; id++)
		wrong += !btf_next(b, id, &off, &r) || !is_record(&r, id);
	CHECK(!wrong && off == types_at);
	CHECK(!btf_next(b, n_types + 1, &off, &r));
	CHECK(n_reads <= most + most / 4 + 2 * pages(72000));
	btf_close(b);

	/* A search by id reads the pages with the 16 types before it. */
	CHECK(btf_open(&b, &arena, path, 8) == 0);
	n_reads = 0;
	CHECK(btf_get(b, n_types, &r) && is_record(&r, n_types));
	CHECK(n_reads <= 2);
	at = n_reads;
	CHECK(btf_get(b, n_types, &r) && is_record(&r, n_types) && n_reads == at);
	CHECK(!btf_get(b, n_types + 1, &r) && !btf_get(b, 0, &r));
	for (u32 id = n_types; id; id--)
		wrong += !btf_get(b, id, &r) || !is_record(&r, id);
	CHECK(!wrong && n_reads <= most);
	CHECK(same(btf_str(b, 1), "int") && same(btf_str(b, 0), ""));
	CHECK(same(btf_str(b, strs_at), ""));
	CHECK(btf_find_str(b, "function_8999", &off) && same(btf_str(b, off), "function_8999"));
	CHECK(!btf_find_str(b, "unction_8999", &off) && !btf_find_str(b, "function_9000", &off));
	CHECK(!btf_find_str(b, "", &off) && btf_find_str(b, "int", &off) && off == 1);
	btf_close(b);
	arena_free(&arena);
}

/* ---- btf_scan.c ---- */

static enum btf_fit fit_of_kind(u32 kind)
{
	return kind == TO_TASK ? BTF_TO_TASK : kind == INT || kind == SHORT ? BTF_NARROW : BTF_WORD;
}

static bool is_right(const struct btf_brief *v, u32 i)
{
	u32 n = i % 7, words = 0, tasks = 0;
	enum btf_fit ret = i % 11 ? fit_of_kind(kinds[i % 5]) : BTF_VOID;

	for (u32 k = 0; k < n && k < 5; k++) {
		words |= (u32)(fit_of_kind(kinds[(i + k) % 5]) <= BTF_WORD) << k;
		tasks |= (u32)(fit_of_kind(kinds[(i + k) % 5]) == BTF_TO_TASK) << k;
	}
	return v->count == 1 && v->n_params == n && v->words == words && v->tasks == tasks &&
	       v->is_odd == (n > 5) && v->ret == ret && v->id == FIRST + 2 * i + 1;
}

/* The offset of a name in the strings. */
static u32 name_of(const char *name)
{
	return (u32)((const char *)memmem(strs, strs_at, name, strlen(name) + 1) - strs);
}

static void test_scan(const char *path)
{
	static const u32 which[] = { 0, 1, 2, 3, 4, 5, 6, 11, 27, 999, 1234, 4567, 8998, 8999 };
	struct btf_brief v[ARRAY_SIZE(which) + 5];
	static char name[ARRAY_SIZE(which)][32];
	struct btf_brief after, *last = &v[ARRAY_SIZE(which) + 4];
	u32 n = 0, i;

	for (i = 0; i < ARRAY_SIZE(which); i++) {
		snprintf(name[i], sizeof(name[i]), "function_%u", which[i]);
		v[n++] = (struct btf_brief){ .name = name[i], .kind = BTF_FUNCTION };
	}
	v[n++] = (struct btf_brief){ .name = "twice", .kind = BTF_FUNCTION };
	v[n++] = (struct btf_brief){ .name = "missing_one", .kind = BTF_FUNCTION };
	v[n++] = (struct btf_brief){ .name = "btf_trace_event", .kind = BTF_EVENT };
	v[n++] = (struct btf_brief){ .name = "task_struct", .kind = BTF_TASK };
	/* What comes after the last one is not changed, even if it is the name of a function. */
	*last = after = (struct btf_brief){ .name = "function_7", .kind = BTF_FUNCTION,
					    .str = name_of("function_7") };
	n_reads = 0;
	CHECK(btf_scan(path, v, n) == 0);
	CHECK(!memcmp(last, &after, sizeof(after)));
	/* Reads strings and types once, a page at a time with a small overlap, and for each
	 * parameter the pages of its record and of the 64 records before it. */
	n = pages(strs_at) + pages(types_at);
	CHECK(!is_old || n_reads >= n);
	CHECK(n_reads <= n + n / 10 + 200);
	for (i = 0; i < ARRAY_SIZE(which); i++)
		if (!is_right(&v[i], which[i]))
			check(false, v[i].name, __func__, (int)v[i].n_params);
		else
			passed++;
	CHECK(v[i].count == 2 && v[i].id == n_types - 3);
	CHECK(v[i + 1].count == 0 && !v[i + 1].id);
	CHECK(v[i + 2].count == 1 && v[i + 2].n_params == 3 && v[i + 2].id == n_types - 1);
	CHECK(v[i + 2].words == v[3].words);
	CHECK(v[i + 3].count == 1 && v[i + 3].id == TASK);
	CHECK(v[i + 3].off[TASK_COMM] == 24 && v[i + 3].off[TASK_PRIO] == 40 &&
	      v[i + 3].off[TASK_PID] == 48);
}

static void test_lengths(const char *path)
{
	/* Names shorter than BTF_BRIEF_MIN, and long names, are not searched for. */
	struct btf_brief v[] = {
		{ .name = "pair", .kind = BTF_TASK },
		{ .name = "a_name_of_sixty_three_letters_is_too_long_to_be_found_in_the_file",
		  .kind = BTF_FUNCTION },
	};

	n_reads = 0;
	CHECK(btf_scan(path, v, 2) == 0 && !v[0].count && !v[1].count);
	CHECK(n_reads <= pages(strs_at) + pages(strs_at) / 10 + 2);
}

/* A record of an unknown kind, which a later kernel may add, ends the known types. */
static void test_unknown_kind(void)
{
	u32 before = n_types, end = types_at;

	for (u32 at = 1; at <= before; at += before - 2) {
		struct arena arena = { 0 };
		struct btf *b;
		struct btf_brief v = { .name = "twice", .kind = BTF_FUNCTION };
		u8 *kind = types + type_off[at] + (HOST_IS_BIG ? 4 : 7), was = *kind;
		const char *path;

		*kind = K_KINDS;
		path = write_file();
		CHECK(btf_scan(path, &v, 1) == 0 && v.count == (at > 1 ? 2 : 0));
		CHECK(btf_open(&b, &arena, path, 8) == 0 && btf_last_id(b) == at - 1);
		btf_close(b);
		arena_free(&arena);
		*kind = was;
	}
	/* The last record is cut. */
	types_at -= 4;
	for (u32 i = 0; i < 2; i++) {
		struct btf_brief v = { .name = "twice", .kind = BTF_FUNCTION };

		CHECK(btf_scan(write_file(), &v, 1) == 0 && v.count == 2);
		types_at -= 4;
	}
	types_at = end;
}

int main(void)
{
	const char *path;
	struct btf_brief v = { .name = "function_1", .kind = BTF_FUNCTION };

	for (u32 i = 0; i < 2; i++) {
		is_old = i;
		path = make_file();
		test_records(path);
		test_scan(path);
		test_lengths(path);
		test_unknown_kind();
		CHECK(btf_scan("/nowhere", &v, 1) == -ENOENT);
		CHECK(btf_scan(put("text", "this is a text and no BTF"), &v, 1) == -EINVAL);
		CHECK(btf_scan(put("text", ""), &v, 1) == -EINVAL);
	}
	return unit_end();
}
