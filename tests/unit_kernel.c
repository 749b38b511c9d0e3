/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_kernel.c - the parts of kernel/ and arch/ that read text and tables, on samples.  Needs no
 * privilege and no particular kernel; tests/live tests the rest through awl on real kernels.
 */
#include <errno.h>
#include <linux/bpf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arch/arch.h"
#include "base/strbuf.h"
#include "kernel/feature.h"
#include "kernel/host.h"
#include "kernel/kcode.h"
#include "kernel/sysbpf.h"
#include "kernel/tracefs.h"
#include "symbols/ksyms.h"
#include "tests/lib/unit.h"

/* ---- globs, CPUs ---- */

static void test_globs(void)
{
	static const struct { const char *p, *text; bool yes; } t[] = {
		{ "", "", true }, { "", "a", false }, { "a", "", false }, { "*", "", true },
		{ "vfs_*", "vfs_read", true }, { "vfs_*", "vf_read", false },
		{ "*read*", "vfs_readv", true }, { "*read", "vfs_readv", false },
		{ "a*b*c", "aXbYbZc", true }, { "a*b*c", "aXbYbZ", false },
		{ "v?s", "vfs", true }, { "v?s", "vs", false }, { "?", "", false },
		{ "[a-c]x", "bx", true }, { "[a-c]x", "dx", false }, { "[!a-c]x", "dx", true },
		{ "[!a-c]x", "ax", false }, { "[]]", "]", true }, { "[", "[", true },
		{ "[!a]", "[", true }, { "[!a]", "!", true }, { "[!]]", "]", false },
		{ "[!]]", "x", true }, { "[^a]", "b", true }, { "[^a]", "a", false },
		{ "[a-]", "-", true }, { "[abc", "[abc", true },
		{ "sys_{enter,exit}_open*", "sys_exit_openat", true },
		{ "sys_{enter,exit}_open*", "sys_both_openat", false },
		{ "*_{read,write}", "vfs_write", true }, { "*_{read,write}", "vfs_writev", false },
		{ "{a,b}{c,d}", "bd", true }, { "{a,b}{c,d}", "be", false },
		{ "x{,y}", "x", true }, { "x{,y}", "xy", true }, { "{a", "{a", true },
		{ "*.isra.0", "foo.isra.0", true }, { "**a", "ba", true },
	};

	for (size_t i = 0; i < ARRAY_SIZE(t); i++)
		if (host_glob(t[i].p, t[i].text) != t[i].yes)
			check(false, t[i].p, t[i].text, (int)i);
		else
			passed++;
	CHECK(host_is_glob("vfs_*") && host_is_glob("a{b,c}") && host_is_glob("[ab]"));
	CHECK(!host_is_glob("vfs_read.isra.0"));
}

static void test_host(void)
{
	struct arena a = { 0 };
	u32 *cpus, n = host_cpus_online(&a, &cpus);

	CHECK(n >= 1 && n <= host_cpus_possible() && cpus[n - 1] < host_cpus_possible());
	CHECK(host_memory() > 1 << 20);
	CHECK(host_kernel_version() >= 3 << 16);
	CHECK(strlen(host_release()) > 2 && arch_find(host_machine()));
	CHECK(host_realtime_minus_mono() > 0);
	CHECK(host_realtime_minus_boot() <= host_realtime_minus_mono() + 1000000);
	CHECK(!host_read_file("/nonexistent", NULL) && errno == ENOENT);
	CHECK(strlen(host_lockdown()) >= 4);
	arena_free(&a);
}

/* ---- kallsyms ---- */

static const char kallsyms[] =
	"0000000000000000 A fixed_percpu_data\n"
	"0000000000001000 A cpu_tss_rw\n"
	"ffffffff81000000 T _stext\n"
	"ffffffff81000000 t startup_alias\n"
	"ffffffff81000000 T _text\n"
	"ffffffff81000100 t $x\n"
	"ffffffff81000200 t local_first\n"
	"ffffffff81000200 T Global_second\n"
	"ffffffff810002f0 t __pfx_vfs_read\n"
	"ffffffff81000300 T vfs_read\n"
	"ffffffff81000400 t dup\n"
	"ffffffff81000500 t dup\n"
	"ffffffff81000600 D dup2\n"
	"ffffffff81000700 T dup2\n"
	"ffffffff81000800 t .Lmark\n"
	"ffffffff82000000 D jiffies\n"
	"ffffffffc0200000 t mod_func\t[ext4]\n"
	"ffffffffc0100000 t other_func\t[xfs]\n"
	"ffffffffc0100010 t vfs_read\t[xfs]\n"
	"ffffffffc0300000 t bpf_prog_6deef7357e7b4530\t[bpf]";

static bool names(struct ksyms *k, u64 addr, const char *name, u64 off, const char *module)
{
	const struct ksym *s = ksyms_find(k, addr);

	return s && same(s->name, name) && s->addr - s->start == off && same(s->module, module);
}

static void test_resolve(void)
{
	static const u64 want[] = {
		0xffffffffc0300010, 0xffffffff81000304, 0xffffffff81000000, 0xffffffff81000210,
		0xffffffff81000304, 0xffffffff810003ff, 0xffffffffc0200123, 0xffffffffc010000f,
		0xffffffff82000004, 0xffffffff70000000, 0xffffffff90000000, 0x1000,
		0xffffffff81000104, 0xffffffff81000810, 0xffffffff81000300,
	};
	struct ksyms k;

	ksyms_init(&k, put("kallsyms", kallsyms));
	CHECK(ksyms_resolve(&k) == 0);
	for (size_t i = 0; i < ARRAY_SIZE(want); i++)
		ksyms_want(&k, want[i]);
	CHECK(ksyms_resolve(&k) == 0 && !k.hidden);
	CHECK(names(&k, 0xffffffffc0300010, "bpf_prog_6deef7357e7b4530", 16, "bpf"));
	CHECK(names(&k, 0xffffffff81000304, "vfs_read", 4, ""));
	CHECK(names(&k, 0xffffffff81000300, "vfs_read", 0, ""));
	CHECK(names(&k, 0xffffffff810003ff, "vfs_read", 0xff, ""));
	CHECK(names(&k, 0xffffffff81000000, "_stext", 0, ""));
	CHECK(names(&k, 0xffffffff81000104, "_stext", 0x104, ""));
	CHECK(names(&k, 0xffffffff81000210, "Global_second", 16, ""));
	CHECK(names(&k, 0xffffffffc0200123, "mod_func", 0x123, "ext4"));
	CHECK(names(&k, 0xffffffffc010000f, "other_func", 15, "xfs"));
	CHECK(names(&k, 0xffffffff82000004, "jiffies", 4, ""));
	CHECK(names(&k, 0xffffffff81000810, "dup2", 0x110, ""));
	CHECK(!ksyms_find(&k, 0xffffffff70000000) && !ksyms_find(&k, 0x1000));
	CHECK(!ksyms_find(&k, 0xffffffff90000000) && !ksyms_find(&k, 42));
	/* Symbols found stay, more can be asked for, and names not found are not read for again. */
	ksyms_want(&k, 0xffffffff70000000);
	CHECK(!k.cache.wanted.n);
	ksyms_want(&k, 0xffffffff81000500);
	CHECK(!ksyms_resolve(&k) && names(&k, 0xffffffff81000500, "dup", 0, ""));
	CHECK(names(&k, 0xffffffffc010000f, "other_func", 15, "xfs"));
	ksyms_free(&k);
}

/* Addresses outside of all symbols: after the sections of the kernel and of modules. */
static void test_outside(void)
{
	static const u64 none[] = {
		0xffffffff81005000, 0xffffffff82000100, 0xffffffffc0102000, 0xffffffffc0300000,
		0xffffffffc0203000,
	};
	struct ksyms k;

	ksyms_init(&k, put("kallsyms", "ffffffff81000000 T _stext\nffffffff81000100 t last\n"
			   "ffffffff81004000 T _etext\nffffffff82000000 r orc_header\n"
			   "ffffffff82000020 D _edata\nffffffff82001000 D at_end\n"
			   "ffffffff82001000 D _end\n"
			   "ffffffffc0200000 r orc_header\t[a]\n"
			   "ffffffffc0100000 t first\t[a]\nffffffffc0100800 t second\t[a]\n"
			   "ffffffffc0101500 t third\t[a]\nffffffffc0400000 t other\t[b]\n"));
	for (size_t i = 0; i < ARRAY_SIZE(none); i++)
		ksyms_want(&k, none[i]);
	ksyms_want(&k, 0xffffffff81003fff);
	ksyms_want(&k, 0xffffffffc0101400);
	ksyms_want(&k, 0xffffffffc0101fff);
	ksyms_want(&k, 0xffffffff82001004);
	ksyms_want(&k, 0xffffffffc0200010);
	CHECK(ksyms_resolve(&k) == 0);
	for (size_t i = 0; i < ARRAY_SIZE(none); i++)
		CHECK(!ksyms_find(&k, none[i]));
	CHECK(names(&k, 0xffffffff81003fff, "last", 0x3eff, ""));
	CHECK(names(&k, 0xffffffffc0101400, "second", 0xc00, "a"));
	CHECK(names(&k, 0xffffffffc0101fff, "third", 0xaff, "a"));
	CHECK(names(&k, 0xffffffff82001004, "at_end", 4, ""));
	CHECK(names(&k, 0xffffffffc0200010, "orc_header", 16, "a"));
	ksyms_free(&k);
}

/* One module was unloaded, another one is still loaded. */
static void test_unloaded(void)
{
	static const char core[] = "ffffffff81000000 T _stext\nffffffff81000100 t last\n"
				   "ffffffff81004000 T _etext\n",
		there[] = "ffffffffc0400000 t other\t[b]\n",
		gone[] = "ffffffffc0100000 t first\t[a]\nffffffffc0100800 t second\t[a]\n";
	struct strbuf all = { 0 };
	struct ksyms k;

	sb_printf(&all, "%s%s%s", core, gone, there);
	ksyms_init(&k, put("kallsyms", all.s));
	ksyms_note_modules(&k, NULL);
	sb_reset(&all);
	sb_printf(&all, "%s%s", core, there);
	put("kallsyms", all.s);
	ksyms_want(&k, 0xffffffffc0100010);
	ksyms_want(&k, 0xffffffffc0100fff);
	ksyms_want(&k, 0xffffffffc0101000);
	ksyms_want(&k, 0xffffffffc0400004);
	ksyms_want(&k, 0xffffffff81000104);
	CHECK(ksyms_resolve(&k) == 0);
	CHECK(names(&k, 0xffffffffc0100010, "first", 16, "a"));
	CHECK(names(&k, 0xffffffffc0100fff, "second", 0x7ff, "a"));
	CHECK(!ksyms_find(&k, 0xffffffffc0101000));
	CHECK(names(&k, 0xffffffffc0400004, "other", 4, "b"));
	CHECK(names(&k, 0xffffffff81000104, "last", 4, ""));
	ksyms_free(&k);
	sb_free(&all);
}

static void test_resolve_32bit(void)
{
	struct ksyms k;

	ksyms_init(&k, put("kallsyms", "bf000000 t $a\t[m]\nbf000000 t in_mod\t[m]\n"
			   "c0008000 T _text\nc0100000 T sys_openat\nc0100400 t x\n"));
	ksyms_want(&k, 0xc0100004);
	ksyms_want(&k, 0xbf000008);
	CHECK(ksyms_resolve(&k) == 0 && names(&k, 0xc0100004, "sys_openat", 4, ""));
	CHECK(names(&k, 0xbf000008, "in_mod", 8, "m"));
	ksyms_free(&k);
}

/* More symbols than a read buffer holds, upward and downward; compared with a plain calculation. */
#define BASE 0xffff800000000000ull
static void test_resolve_big(void)
{
	enum { N = 30000 };
	struct strbuf sb = { 0 };
	struct ksyms k;
	int bad = 0;

	for (u32 i = 0; i < N; i++) {
		u32 at = i < N / 2 ? i : N + N / 2 - 1 - i;	/* second half downwards */

		sb_printf(&sb, "%016llx t function_number_%u\n", BASE + at * 64ull, at);
	}
	ksyms_init(&k, put("kallsyms", sb.s));
	for (u32 i = 0; i < N; i += 7)
		ksyms_want(&k, BASE + (N - 1 - i) * 64ull + 5);
	CHECK(ksyms_resolve(&k) == 0);
	for (u32 i = 0; i < N; i += 7) {
		const struct ksym *s = ksyms_find(&k, BASE + (N - 1 - i) * 64ull + 5);
		char name[40];

		snprintf(name, sizeof(name), "function_number_%u", N - 1 - i);
		bad += !s || strcmp(s->name, name) || s->addr - s->start != 5;
	}
	CHECK(!bad);
	ksyms_free(&k);
	sb_free(&sb);
}

static void test_hidden(void)
{
	struct kname n = { "vfs_read" };
	struct ksyms k;

	ksyms_init(&k, put("kallsyms", "0000000000000000 T _text\n0000000000000000 T vfs_read\n"));
	ksyms_want(&k, 0xffffffff81000000);
	CHECK(ksyms_resolve(&k) == -EACCES && k.hidden);
	CHECK(!ksyms_find(&k, 0xffffffff81000000));
	CHECK(ksyms_lookup(&k, &n, 1) == 0 && n.found == 1 && !n.addr);
	ksyms_free(&k);
	ksyms_init(&k, put("kallsyms", "garbage\n\nff\nffffffff81000000 T\nffffffff81000000 T \n"
			   "ffffffff81000000 T \t[x]\nzz T a\n"));
	ksyms_want(&k, 0xffffffff81000000);
	CHECK(ksyms_resolve(&k) == 0 && !ksyms_find(&k, 0xffffffff81000000) && !k.hidden);
	ksyms_free(&k);
	ksyms_init(&k, "/nonexistent");
	ksyms_want(&k, 1);
	CHECK(ksyms_resolve(&k) == -ENOENT);
	ksyms_free(&k);
}

static void test_lookup(void)
{
	struct kname n[] = {
		{ "vfs_read" }, { "vfs_read", "" }, { "vfs_read", "xfs" }, { "dup" }, { "dup2" },
		{ "nothing" }, { "jiffies" }, { "$x" }, { "cpu_tss_rw" }, { "" },
	};
	struct ksyms k;

	ksyms_init(&k, put("kallsyms", kallsyms));
	CHECK(ksyms_lookup(&k, n, ARRAY_SIZE(n)) == 0);
	CHECK(n[0].found == 2 && n[0].addr == 0xffffffff81000300);
	CHECK(n[1].found == 1 && n[1].addr == 0xffffffff81000300);
	CHECK(n[2].found == 1 && n[2].addr == 0xffffffffc0100010);
	CHECK(n[3].found == 2 && n[3].addr == 0xffffffff81000400);
	CHECK(n[4].found == 2 && n[4].addr == 0xffffffff81000700);	/* text is preferred */
	CHECK(!n[5].found && !n[5].addr && n[6].addr == 0xffffffff82000000);
	CHECK(!n[7].found && !n[9].found);
	CHECK(n[8].found == 1 && n[8].addr == 0x1000);	/* the offset of a per-CPU variable */
	CHECK(ksyms_lookup(&k, NULL, 0) == 0);
	ksyms_free(&k);
}

static int count_symbol(void *arg, u64 addr, char kind, const char *name, const char *module)
{
	int *count = arg;

	(void)addr;
	(void)kind;
	(void)module;
	return ++*count == 3 && strcmp(name, "_text") ? -1 : !strcmp(name, "mod_func") ? 7 : 0;
}

static void test_each(void)
{
	int count = 0;
	struct ksyms k;

	ksyms_init(&k, put("kallsyms", kallsyms));
	CHECK(ksyms_each(&k, count_symbol, &count) == 7 && count == 13);
	ksyms_free(&k);
}

/* ---- format files ---- */

static const char format64[] =
	"name: sample\n"
	"ID: 314\n"
	"format:\n"
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n"
	"\n"
	"\tfield:char comm[16];\toffset:8;\tsize:16;\tsigned:0;\n"
	"\tfield:char prev_comm[TASK_COMM_LEN];\toffset:24;\tsize:16;\tsigned:0;\n"
	"\tfield:pid_t pid;\toffset:40;\tsize:4;\tsigned:1;\n"
	"\tfield:__data_loc char[] name;\toffset:44;\tsize:4;\tsigned:0;\n"
	"\tfield:__rel_loc char[] rel;\toffset:48;\tsize:4;\tsigned:0;\n"
	"\tfield:__data_loc unsigned long[] mask;\toffset:52;\tsize:4;\tsigned:0;\n"
	"\tfield:const char * filename;\toffset:56;\tsize:8;\tsigned:0;\n"
	"\tfield:struct page *page;\toffset:64;\tsize:8;\tsigned:0;\n"
	"\tfield:unsigned long args[6];\toffset:72;\tsize:48;\tsigned:0;\n"
	"\tfield:bool ok;\toffset:120;\tsize:1;\tsigned:0;\n"
	"\tfield:u8 addr[6];\toffset:121;\tsize:6;\tsigned:0;\n"
	"\tfield:enum zone_type zone;\toffset:128;\tsize:4;\tsigned:0;\n"
	"\tfield:struct timespec64 ts;\toffset:136;\tsize:16;\tsigned:0;\n"
	"\tfield:struct qstr q;\toffset:152;\tsize:8;\tsigned:0;\n"
	"\tfield:long ret;\toffset:160;\tsize:8;\tsigned:1;\n"
	"\tfield:__u8 saddr_v6[16];\toffset:168;\tsize:16;\tsigned:0;\n"
	"\tfield:const char * const * argv;\toffset:184;\tsize:8;\tsigned:0;\n"
	"\tfield:__data_loc cpumask_t cpus;\toffset:192;\tsize:4;\tsigned:0;\n"
	"\tfield:int grid[2][3];\toffset:196;\tsize:24;\tsigned:1;\n"
	"\tfield:char[8] front;\toffset:220;\tsize:8;\tsigned:0;\n"
	"\n"
	"print fmt: \"field:int fake; offset:0; size:4; %s\", REC->comm\n"
	"\tfield:int fake2;\toffset:0;\tsize:4;\tsigned:1;\n";

static const struct member *field(const struct tp_event *e, const char *name)
{
	for (u32 i = 0; i < e->record->count; i++)
		if (!strcmp(e->record->members[i].name, name))
			return &e->record->members[i];
	printf("  no field %s\n", name);
	return NULL;
}

/* Does the field have this kind, size and offset? */
static bool is(const struct tp_event *e, const char *name, enum type_kind kind, u32 size, u32 off)
{
	const struct member *m = field(e, name);

	if (m && m->type->kind == kind && m->type->size == size && m->off == off)
		return true;
	if (m)
		printf("  %s: kind %d size %u offset %u\n", name, m->type->kind,
		       m->type->size, m->off);
	return false;
}

static void check_strings(const struct tp_event *e)
{
	CHECK(is(e, "comm", TY_STRING, 16, 8) && same(field(e, "comm")->type->name, "char[16]"));
	CHECK(is(e, "prev_comm", TY_STRING, 16, 24));
	CHECK(is(e, "front", TY_STRING, 8, 220));
	CHECK(is(e, "name", TY_STRING, 0, 44) && field(e, "name")->is_loc);
	CHECK(!field(e, "name")->is_rel_loc && !field(e, "comm")->is_loc);
	CHECK(is(e, "rel", TY_STRING, 0, 48) && field(e, "rel")->is_loc);
	CHECK(field(e, "rel")->is_rel_loc);
}

static void check_arrays(const struct tp_event *e)
{
	CHECK(is(e, "mask", TY_ARRAY, 0, 52) && field(e, "mask")->is_loc);
	CHECK(field(e, "mask")->type->elem->size == 8 && !field(e, "mask")->type->count);
	CHECK(is(e, "args", TY_ARRAY, 48, 72) && field(e, "args")->type->count == 6);
	CHECK(same(field(e, "args")->type->name, "unsigned long[6]"));
	CHECK(is(e, "addr", TY_ARRAY, 6, 121) && field(e, "addr")->type->elem->size == 1);
	CHECK(is(e, "saddr_v6", TY_ARRAY, 16, 168) && field(e, "saddr_v6")->type->count == 16);
	CHECK(is(e, "ts", TY_ARRAY, 16, 136));
	CHECK(same(field(e, "ts")->type->name, "struct timespec64"));
	CHECK(is(e, "grid", TY_ARRAY, 24, 196));
	CHECK(field(e, "cpus")->is_loc);
}

static void check_scalars(const struct tp_event *e)
{
	CHECK(is(e, "common_pid", TY_INT, 4, 4) && field(e, "common_pid")->type->is_signed);
	CHECK(is(e, "pid", TY_INT, 4, 40) && same(field(e, "pid")->type->name, "pid_t"));
	CHECK(is(e, "ok", TY_BOOL, 1, 120));
	CHECK(is(e, "zone", TY_INT, 4, 128));
	CHECK(same(field(e, "zone")->type->name, "enum zone_type"));
	CHECK(is(e, "q", TY_INT, 8, 152) && !field(e, "q")->type->is_signed);
	CHECK(is(e, "ret", TY_INT, 8, 160) && field(e, "ret")->type->is_signed);
	CHECK(is(e, "filename", TY_PTR, 8, 56) && field(e, "filename")->type->elem);
	CHECK(field(e, "filename")->type->space == SPACE_KERNEL);
	CHECK(same(field(e, "filename")->type->name, "const char *"));
	CHECK(is(e, "page", TY_PTR, 8, 64) && !field(e, "page")->type->elem);
	CHECK(is(e, "argv", TY_PTR, 8, 184) && field(e, "argv")->type->elem->kind == TY_PTR);
	CHECK(field(e, "argv")->type->elem->elem == &type_char);
}

static void test_format(void)
{
	struct arena a = { 0 };
	struct tp_event e = { 0 };

	CHECK(tracefs_parse_format(&a, format64, &arch_x86_64, &e) == 0);
	CHECK(e.id == 314 && same(e.name, "sample") && e.n_common == 4);
	CHECK(e.record->kind == TY_STRUCT && e.record->count == 24 && e.record->size == 228);
	check_strings(&e);
	check_arrays(&e);
	check_scalars(&e);
	arena_free(&a);
}

static void test_format_32bit(void)
{
	static const char text[] =
		"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n"
		"\tfield:long nr;\toffset:8;\tsize:4;\tsigned:1;\n"
		"\tfield:unsigned long args[6];\toffset:12;\tsize:24;\tsigned:0;\n"
		"\tfield:const char * filename;\toffset:36;\tsize:4;\tsigned:0;\n"
		"\tfield:__data_loc unsigned long[] mask;\toffset:40;\tsize:4;\tsigned:0;\n"
		"\tfield:u64 ts;\toffset:48;\tsize:8;\tsigned:0;\n";
	struct arena a = { 0 };
	struct tp_event e = { 0 };

	CHECK(tracefs_parse_format(&a, text, &arch_arm, &e) == 0 && e.n_common == 1);
	CHECK(is(&e, "nr", TY_INT, 4, 8) && field(&e, "nr")->type->is_signed);
	CHECK(is(&e, "args", TY_ARRAY, 24, 12) && field(&e, "args")->type->count == 6);
	CHECK(is(&e, "filename", TY_PTR, 4, 36) && is(&e, "ts", TY_INT, 8, 48));
	CHECK(field(&e, "mask")->type->elem->size == 4 && e.record->size == 56);
	arena_free(&a);
}

/* An array of an unknown type: the size of its elements is that of the field divided by their
 * number.  If the number is unknown or does not fit, the elements are bytes. */
static void test_format_counts(void)
{
	static const char text[] =
		"\tfield:my_reg_t regs[4];\toffset:8;\tsize:16;\tsigned:0;\n"
		"\tfield:my_reg_t more[SIZE];\toffset:24;\tsize:12;\tsigned:0;\n"
		"\tfield:u16 ports[2];\toffset:36;\tsize:4;\tsigned:0;\n";
	struct arena a = { 0 };
	struct tp_event e = { 0 };

	CHECK(tracefs_parse_format(&a, text, &arch_x86_64, &e) == 0);
	CHECK(is(&e, "regs", TY_ARRAY, 16, 8) && field(&e, "regs")->type->count == 4);
	CHECK(field(&e, "regs")->type->elem->size == 4);
	CHECK(is(&e, "more", TY_ARRAY, 12, 24) && field(&e, "more")->type->elem->size == 1);
	CHECK(is(&e, "ports", TY_ARRAY, 4, 36) && field(&e, "ports")->type->elem->size == 2);
	arena_free(&a);
}

/* A type whose name contains the name of another type: only whole words match. */
static void test_format_words(void)
{
	static const char text[] =
		"\tfield:struct charger *c;\toffset:8;\tsize:8;\tsigned:0;\n"
		"\tfield:my_char *d;\toffset:16;\tsize:8;\tsigned:0;\n"
		"\tfield:struct x_char_y *e;\toffset:24;\tsize:8;\tsigned:0;\n"
		"\tfield:unsigned char*f;\toffset:32;\tsize:8;\tsigned:0;\n"
		"\tfield:boolean g;\toffset:40;\tsize:1;\tsigned:0;\n"
		"\tfield:mybool h;\toffset:41;\tsize:1;\tsigned:0;\n"
		"\tfield:_Bool i;\toffset:42;\tsize:1;\tsigned:0;\n"
		"\tfield:const bool j;\toffset:43;\tsize:1;\tsigned:0;\n"
		"\tfield:bool k;\toffset:44;\tsize:4;\tsigned:0;\n"
		"\tfield:struct char2 *const char *l;\toffset:48;\tsize:8;\tsigned:0;\n";
	struct arena a = { 0 };
	struct tp_event e = { 0 };

	CHECK(tracefs_parse_format(&a, text, &arch_x86_64, &e) == 0 && e.record->size == 56);
	CHECK(is(&e, "c", TY_PTR, 8, 8) && !field(&e, "c")->type->elem);
	CHECK(is(&e, "d", TY_PTR, 8, 16) && !field(&e, "d")->type->elem);
	CHECK(is(&e, "e", TY_PTR, 8, 24) && !field(&e, "e")->type->elem);
	CHECK(is(&e, "f", TY_PTR, 8, 32) && field(&e, "f")->type->elem == &type_char);
	CHECK(is(&e, "g", TY_INT, 1, 40) && is(&e, "h", TY_INT, 1, 41));
	CHECK(is(&e, "i", TY_BOOL, 1, 42) && is(&e, "j", TY_BOOL, 1, 43));
	CHECK(is(&e, "k", TY_INT, 4, 44));
	CHECK(is(&e, "l", TY_PTR, 8, 48) && field(&e, "l")->type->elem->elem == &type_char);
	arena_free(&a);
}

static const char sys_enter[] =
	"name: sys_enter_openat\nID: 600\nformat:\n"
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\n"
	"\tfield:int __syscall_nr;\toffset:8;\tsize:4;\tsigned:1;\n"
	"\tfield:int dfd;\toffset:16;\tsize:8;\tsigned:0;\n"
	"\tfield:const char * filename;\toffset:24;\tsize:8;\tsigned:0;\n"
	"\tfield:umode_t mode;\toffset:32;\tsize:8;\tsigned:0;\n"
	"\tfield:size_t count;\toffset:40;\tsize:8;\tsigned:0;\n"
	"\nprint fmt: \"x\"\n";

static void test_syscall_format(void)
{
	struct arena a = { 0 };
	struct tp_event e = { .category = "syscalls" };

	CHECK(tracefs_parse_format(&a, sys_enter, &arch_x86_64, &e) == 0);
	CHECK(is(&e, "dfd", TY_INT, 4, 16) && field(&e, "dfd")->type->is_signed);
	CHECK(is(&e, "filename", TY_PTR, 8, 24) && is(&e, "count", TY_INT, 8, 40));
	CHECK(field(&e, "filename")->type->space == SPACE_USER && e.record->size == 48);
	arena_free(&a);
}

static void test_bad_formats(void)
{
	static const char *const bad[] = {
		"", "name: x\n", "\tfield:int a;\n", "\tfield:int a;\toffset:1;\n",
		"\tfield:;\toffset:0;\tsize:4;\tsigned:1;\n", "\tfield:a;\toffset:0;\tsize:4;\n",
		"\tfield:int a;\toffset:0;\tsize:99999999;\tsigned:1;\n", "\tfield:", "\tfield:[",
		"\tfield:[];\toffset:0;\tsize:4;\n", "\tfield:__data_loc;\toffset:0;\tsize:4;\n",
		"\tfield: ] [ ;\toffset:0;\tsize:4;\n",
	};
	struct arena a = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct tp_event e = { 0 };

		check(tracefs_parse_format(&a, bad[i], &arch_x86_64, &e) == -EINVAL, bad[i],
		      __func__, (int)i);
	}
	arena_free(&a);
}

/* A file cut at any place gives fields or -EINVAL. */
static void test_cut_formats(void)
{
	struct arena a = { 0 };
	char *copy = malloc(sizeof(format64));
	int bad = 0;

	for (size_t n = 0; copy && n < sizeof(format64); n++) {
		struct tp_event e = { 0 };
		int r;

		memcpy(copy, format64, n);
		copy[n] = '\0';
		r = tracefs_parse_format(&a, copy, &arch_arm, &e);
		bad += r && r != -EINVAL;
	}
	CHECK(!bad);
	free(copy);
	arena_free(&a);
}

/* ---- a made-up tracefs ---- */

static int join_event(void *arg, const char *category, const char *name)
{
	sb_printf(arg, "%s:%s ", category, name);
	return 0;
}

static int join_function(void *arg, const char *module, const char *func)
{
	sb_printf(arg, "%s%s%s ", module, *module ? ":" : "", func);
	return 0;
}

static bool events_are(struct tracefs *t, const char *category, const char *name,
		       const char *want)
{
	struct strbuf sb = { 0 };
	bool ok = !tracefs_each_event(t, category, name, join_event, &sb) &&
		  same(sb_str(&sb), want);

	sb_free(&sb);
	return ok;
}

static bool functions_are(struct tracefs *t, const char *module, const char *func,
			  const char *want)
{
	struct strbuf sb = { 0 };
	bool ok = !tracefs_each_function(t, module, func, join_function, &sb) &&
		  same(sb_str(&sb), want);

	sb_free(&sb);
	return ok;
}

static int stop(void *arg, const char *a, const char *b)
{
	(void)a;
	(void)b;
	++*(int *)arg;
	return -ECANCELED;
}

static void test_events(struct tracefs *t)
{
	struct tp_event e;
	int count = 0;

	CHECK(events_are(t, "sched", "sched_switch", "sched:sched_switch "));
	CHECK(events_are(t, "sched", "sched_w*", "sched:sched_wakeup sched:sched_waking "));
	CHECK(events_are(t, "s*", "*", "sched:sched_switch sched:sched_wakeup sched:sched_waking "
			 "syscalls:sys_enter_openat "));
	CHECK(events_are(t, "*", "f*", "") && events_are(t, "ftrace", "*", "ftrace:function "));
	CHECK(events_are(t, "{sched,x}", "*switch", "sched:sched_switch "));
	CHECK(events_are(t, "no", "such", "") && events_are(t, "sched", "nosuch", ""));
	CHECK(tracefs_each_event(t, "s*", "*", stop, &count) == -ECANCELED && count == 1);
	CHECK(tracefs_event(t, "syscalls", "sys_enter_openat", &arch_x86_64, &e) == 0);
	CHECK(e.id == 600);
	CHECK(same(e.category, "syscalls") && is(&e, "dfd", TY_INT, 4, 16));
	/* the low part of a word is at its end on a big-endian machine */
	CHECK(tracefs_event(t, "syscalls", "sys_enter_openat", &arch_s390x, &e) == 0);
	CHECK(is(&e, "dfd", TY_INT, 4, 20));
	CHECK(tracefs_event(t, "sched", "nosuch", &arch_x86_64, &e) == -ENOENT);
}

static void test_functions(struct tracefs *t)
{
	CHECK(functions_are(t, NULL, "vfs_*", "vfs_read vfs_write.isra.0 xfs:vfs_xfs "));
	CHECK(functions_are(t, "vmlinux", "*", "vfs_read vfs_write.isra.0 "));
	CHECK(functions_are(t, "", "*", "vfs_read vfs_write.isra.0 "));
	CHECK(functions_are(t, "x*", "*", "xfs:vfs_xfs "));
	CHECK(functions_are(t, "*", "nothing", ""));
	/* the list is read once */
	put("root/sys/kernel/tracing/available_filter_functions", "");
	CHECK(functions_are(t, "x*", "*", "xfs:vfs_xfs "));
	tracefs_forget_functions(t);
	CHECK(functions_are(t, NULL, "*", ""));
	tracefs_forget_functions(t);
	put("root/sys/kernel/tracing/available_filter_functions", "\nlast [mod]");
	CHECK(functions_are(t, NULL, "*", "mod:last "));
	tracefs_forget_functions(t);
	unlink(put("root/sys/kernel/tracing/available_filter_functions", ""));
	put("root/proc/kallsyms", kallsyms);
	CHECK(functions_are(t, NULL, "*read", "__pfx_vfs_read vfs_read "));
	CHECK(functions_are(t, NULL, "{dup,bpf}*", "dup dup2 "));
	tracefs_forget_functions(t);
}

static void make_tree(void)
{
	put("root/sys/kernel/tracing/events/sched/enable", "0\n");
	put("root/sys/kernel/tracing/events/sched/sched_wakeup/format", format64);
	put("root/sys/kernel/tracing/events/sched/sched_switch/format", format64);
	put("root/sys/kernel/tracing/events/sched/sched_waking/format", format64);
	put("root/sys/kernel/tracing/events/ftrace/function/format", format64);
	put("root/sys/kernel/tracing/events/syscalls/sys_enter_openat/format", sys_enter);
	put("root/sys/kernel/debug/kprobes/blacklist",
	    "0xffffffff81000000-0xffffffff81000010\tvfs_bad\n\nnonsense\n");
	put("root/sys/kernel/tracing/available_filter_functions",
	    "vfs_read\nvfs_write.isra.0\n__ftrace_invalid_address___12\nvfs_bad\nvfs_read\n"
	    "vfs_xfs [xfs]\nvfs_xfs [ext4]\n");
}

static void test_tracefs(void)
{
	struct arena a = { 0 };
	struct tracefs t;
	char root[64], dir[96];

	make_tree();
	snprintf(root, sizeof(root), "%s/nowhere", unit_folder());
	CHECK(tracefs_open(&t, &a, root, NULL) == -ENOENT && !t.dir);
	CHECK(tracefs_open(&t, &a, "", root) == -ENOENT);
	snprintf(root, sizeof(root), "%s/root", unit_folder());
	snprintf(dir, sizeof(dir), "%s/sys/kernel/tracing", root);
	CHECK(tracefs_open(&t, &a, root, NULL) == 0 && same(t.dir, dir));
	test_events(&t);
	test_functions(&t);
	CHECK(tracefs_open(&t, &a, "", dir) == 0);
	arena_free(&a);
}

/* ---- architectures ---- */

static void check_arch(const struct arch *a)
{
	for (const struct arch_reg *r = a->regs; *r->name; r++)
		if ((r->at + 1) * a->word > a->regs_size || arch_reg(a, r->name) != r)
			check(false, r->name, a->name, 0);
	CHECK(arch_reg(a, "ip")->at * a->word == a->ip && arch_reg(a, "sp")->at * a->word == a->sp);
	CHECK(arch_reg(a, "ret")->at * a->word == a->ret && !arch_reg(a, "nonsense"));
	CHECK(arch_find(a->name) == a && a->syscall_prefixes[0] && a->machines[0]);
	CHECK(a->func.n_regs <= 8 && a->syscall.n_regs == 6);
}

static void test_arch(void)
{
	for (size_t i = 0; arches[i]; i++) {
		check_arch(arches[i]);
		CHECK(!i || strcmp(arches[i - 1]->name, arches[i]->name) < 0);
	}
	CHECK(arch_find("armv7l") == &arch_arm && arch_find("armv6l") == &arch_arm);
	CHECK(arch_find("arm64") == &arch_aarch64 && arch_find("amd64") == &arch_x86_64);
	CHECK(!arch_find("mip") && !arch_find(""));
	CHECK(arch_reg(&arch_x86_64, "rdi") && arch_reg(&arch_x86_64, "di")->at == 14);
	CHECK(arch_reg(&arch_arm, "ip")->at == 15 && arch_reg(&arch_arm, "r12")->at == 12);
	CHECK(arch_reg(&arch_aarch64, "lr") && arch_aarch64.ra == 240 && arch_aarch64.ra_in_reg);
}

/* ---- features ---- */

static void test_features(void)
{
	setenv("AWL_FEATURES", "-ringbuf,-batch", 1);
	CHECK(!feature_has(FEATURE_RINGBUF) && feature_errno(FEATURE_RINGBUF) == EOPNOTSUPP);
	CHECK(!feature_has(FEATURE_BATCH) && feature_is_off(FEATURE_BATCH));
	CHECK(!feature_is_off(FEATURE_LOOP) && !feature_is_off(FEATURE_BTF));
	setenv("AWL_FEATURES", "ringbuf,-for,-loop_,x-btf,-jit", 1);
	CHECK(!feature_is_off(FEATURE_RINGBUF) && !feature_is_off(FEATURE_FOR_EACH));
	CHECK(!feature_is_off(FEATURE_LOOP) && !feature_is_off(FEATURE_BTF));
	CHECK(feature_is_off(FEATURE_JIT));
	CHECK(same(feature_name(FEATURE_NO_PREALLOC), "no_prealloc") && feature_what(FEATURE_JIT));
}

/* ---- places in code ---- */

#define CODE 0xffffffff81000000

/* The code contains `bytes` at offset `at` and nops elsewhere.  Is offset 64 still free of
 * references after the scan? */
static bool alone(u32 at, const char *bytes, u32 n)
{
	u8 code[517];
	bool marks[384] = { false };
	struct kcode k = { &arch_x86_64, CODE, CODE + 384, marks };	/* then data */

	memset(code, 0x90, sizeof(code));
	memcpy(code + at, bytes, n);
	marks[64] = true;
	kcode_scan(&k, code, 512, CODE);
	return marks[64];
}

static void test_code(void)
{
	static const struct { u32 at; const char *bytes; u32 n; bool alone; } t[] = {
		{ 0, "", 0, true },
		{ 80, "\xeb\xee", 2, false }, { 80, "\xeb\xef", 2, true },
		{ 80, "\x7f\xee", 2, false }, { 80, "\x70\xee", 2, false },
		{ 80, "\xe2\xee", 2, false }, { 80, "\xe4\xee", 2, true },
		{ 80, "\xcc\xee", 2, false },	/* a breakpoint hides the first byte of a jump */
		{ 190, "\xeb\x80", 2, false }, { 62, "\xeb\x00", 2, true },
		{ 80, "\xe9\xeb\xff\xff\xff", 5, false },
		{ 300, "\x0f\x85\x0e\xff\xff\xff", 6, false },
		{ 300, "\x0f\xcc\x0e\xff\xff\xff", 6, false },
		{ 301, "\x0f\x85\x0e\xff\xff\xff", 6, true },
		{ 398, "\x0f\x85\xac\xfe\xff\xff", 6, true },	/* data */
		{ 80, "\xf0\xff\xff\xff", 4, true },	/* code */
		{ 400, "\x40\x00\x00\x81\xff\xff\xff\xff", 8, false },	/* tables */
		{ 400, "\xb0\xfe\xff\xff", 4, false }, { 401, "\xaf\xfe\xff\xff", 4, true },
		{ 508, "\x40\x00\x00\x81", 4, false },
	};

	for (size_t i = 0; i < ARRAY_SIZE(t); i++)
		if (alone(t[i].at, t[i].bytes, t[i].n) != t[i].alone)
			check(false, "alone", __FILE__, (int)i);
		else
			passed++;
}

int main(void)
{
	test_code();
	test_globs();
	test_host();
	test_resolve();
	test_resolve_32bit();
	test_outside();
	test_unloaded();
	test_resolve_big();
	test_hidden();
	test_lookup();
	test_each();
	test_format();
	test_format_32bit();
	test_format_counts();
	test_format_words();
	test_syscall_format();
	test_bad_formats();
	test_cut_formats();
	test_tracefs();
	test_arch();
	test_features();
	return unit_end();
}
