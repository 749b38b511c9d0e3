/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_usyms.c - symbols of user addresses: made-up processes, records and ELF files, good and bad.
 */
#include <elf.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "symbols/usyms.h"
#include "tests/lib/unit.h"

/* ---- user symbols ---- */

static const struct { const char *name; u64 addr, size; u32 type; } elf_syms[] = {
	{ "", 0, 0, 0 }, { "alpha", 0x1010, 0x20, STT_FUNC }, { "_alpha", 0x1010, 0x20, STT_FUNC },
	{ "beta", 0x1031, 0x10, STT_FUNC }, { "tail", 0x1060, 0, STT_FUNC },
	{ "data", 0x1080, 8, STT_OBJECT }, { "alpha_undefined", 0, 0, STT_FUNC },
};

/* A shared library: its code is at address 0x1000 and offset 0x200, its section headers are at
 * 0x400, and it has symbols. */
static u32 make_elf(u8 *out, u16 machine)
{
	Elf64_Ehdr h = { .e_type = ET_DYN, .e_machine = machine, .e_phoff = 64, .e_shoff = 0x400,
			 .e_phentsize = sizeof(Elf64_Phdr), .e_phnum = 2, .e_shnum = 3 };
	Elf64_Phdr ph[2] = {
		{ .p_type = PT_LOAD, .p_offset = 0x200, .p_vaddr = 0x1000, .p_filesz = 0x100 },
		{ .p_type = PT_NOTE, .p_offset = 0x300, .p_filesz = 19 },
	};
	const struct { u32 head[3]; char owner[4]; u8 id[4]; } note = {
		{ 4, 3, NT_GNU_BUILD_ID }, "GNU", { 0xab, 0x07, 0xff },
	};
	Elf64_Shdr sh[3] = {
		[1] = { .sh_type = SHT_SYMTAB, .sh_offset = 0x500,
			.sh_size = sizeof(Elf64_Sym) * ARRAY_SIZE(elf_syms), .sh_link = 2 },
		[2] = { .sh_type = SHT_STRTAB, .sh_offset = 0x800, .sh_size = 0x100 },
	};
	u32 name = 1;

	memset(out, 0, 0x1000);
	memcpy(h.e_ident, ELFMAG, SELFMAG);
	h.e_ident[EI_CLASS] = ELFCLASS64;
	h.e_ident[EI_DATA] = ELFDATA_HOST;
	memcpy(out, &h, sizeof(h));
	memcpy(out + 64, ph, sizeof(ph));
	memcpy(out + 0x300, &note, sizeof(note));
	memcpy(out + 0x400, sh, sizeof(sh));
	for (u32 i = 1; i < ARRAY_SIZE(elf_syms); i++) {
		Elf64_Sym s = { .st_name = name, .st_info = (u8)elf_syms[i].type,
				.st_shndx = elf_syms[i].addr ? 1 : 0,
				.st_value = elf_syms[i].addr, .st_size = elf_syms[i].size };

		memcpy(out + 0x500 + i * sizeof(s), &s, sizeof(s));
		memcpy(out + 0x800 + name, elf_syms[i].name, strlen(elf_syms[i].name) + 1);
		name += (u32)strlen(elf_syms[i].name) + 1;
	}
	return 0x1000;
}

static u64 put_elf(const char *path, const u8 *data, u32 size)
{
	FILE *f = fopen(path, "w");
	struct stat st = { 0 };

	if (f) {
		fwrite(data, 1, size, f);
		fclose(f);
	}
	stat(path, &st);
	return st.st_ino;
}

static u32 put_mmap(u8 *rec, u32 pid, u64 addr, u64 ino, u64 time, const char *path)
{
	u64 words[] = { pid | (u64)pid << 32, addr, 0x1000, 0, 0, ino, 0, 0 };
	u32 n = (u32)strlen(path) + 1, size = 72 + ALIGN_UP(n, 8) + 8;
	struct perf_event_header h = { PERF_RECORD_MMAP2, 0, (u16)size };

	memset(rec, 0, size);
	memcpy(rec, &h, 8);
	memcpy(rec + 8, words, sizeof(words));
	memcpy(rec + 72, path, n);
	memcpy(rec + size - 8, &time, 8);
	return size;
}

static u32 put_fork(u8 *rec, u32 pid, u32 parent, u64 time)
{
	struct perf_event_header h = { PERF_RECORD_FORK, 0, 40 };
	u32 ids[] = { pid, parent, pid, parent };
	u64 times[] = { time, time };

	memcpy(rec, &h, 8);
	memcpy(rec + 8, ids, 16);
	memcpy(rec + 24, times, 16);
	return 40;
}

static bool user(struct usyms *u, u32 pid, u64 addr, const char *name, u64 off)
{
	struct usym s;

	usyms_want(u, pid, addr);
	usyms_resolve(u);
	usyms_find(u, pid, addr, &s);
	return name ? s.name && same(s.name, name) && s.off == off : !s.name && !s.off;
}

static void test_usyms(void)
{
	static u8 data[0x1000], rec[512];
	char lib[64], maps[512], proc[64];
	struct usyms *u;
	struct usym s;
	u64 ino;

	snprintf(lib, sizeof(lib), "%s/lib", unit_folder());
	snprintf(proc, sizeof(proc), "%s/proc", unit_folder());
	ino = put_elf(lib, data, make_elf(data, EM_X86_64));
	snprintf(maps, sizeof(maps), "10000-11000 r--p 00000000 08:01 %llu %s\n"
		 "garbage\n20000-1000 r-xp 0 0:0 1 /x\n30000-31000 r-xp\n-\n\n"
		 "40000-41000 r-xp 00000000 08:01 %llu     %s\n7000-8000 r-xp 00000000 00:00 0 \n",
		 (unsigned long long)ino, lib, (unsigned long long)ino, lib);
	put("proc/77/maps", maps);
	put("proc/99999999999/maps", maps);
	put("proc/self/maps", maps);
	u = usyms_open(proc, false);
	CHECK(user(u, 77, 0x40210, "alpha", 0) && user(u, 77, 0x4022f, "alpha", 31));
	CHECK(user(u, 77, 0x40230, NULL, 0) && user(u, 77, 0x40231, "beta", 0));
	CHECK(user(u, 77, 0x4027f, "tail", 31) && user(u, 77, 0x40284, "data", 4));
	usyms_find(u, 77, 0x40215, &s);
	CHECK(same(s.id, "ab07ff") && s.place == 0x215);
	CHECK(user(u, 77, 0x40288, NULL, 0) && user(u, 77, 0x40200, NULL, 0));
	CHECK(user(u, 77, 0x10210, NULL, 0) && user(u, 77, 0x7010, NULL, 0));
	CHECK(user(u, 77, 0x20210, NULL, 0) && user(u, 5, 0x40210, NULL, 0));
	CHECK(user(u, UINT32_MAX, 0x40210, NULL, 0) && user(u, 77, UINT64_MAX, NULL, 0));
	/* a child, and the child's child, which maps something else there later */
	usyms_record(u, rec, put_fork(rec, 80, 77, 1000));
	usyms_record(u, rec, put_fork(rec, 81, 80, 2000));
	CHECK(user(u, 81, 0x40211, "alpha", 1));
	usyms_record(u, rec, put_mmap(rec, 81, 0x40000, 0, 4000, "//anon"));
	CHECK(user(u, 81, 0x40211, NULL, 0) && user(u, 80, 0x40211, "alpha", 1));
	/* the latest mapping counts, in any order of records */
	usyms_record(u, rec, put_mmap(rec, 81, 0x40000, ino, 3000, lib));
	CHECK(user(u, 81, 0x40211, NULL, 0));
	usyms_record(u, rec, put_mmap(rec, 81, 0x40000, ino, 5000, lib));
	CHECK(user(u, 81, 0x40211, "alpha", 1));
	/* the child does not get mappings that its parent made after the fork */
	usyms_record(u, rec, put_mmap(rec, 77, 0x90000, ino, 1500, lib));
	CHECK(user(u, 80, 0x90211, NULL, 0) && user(u, 77, 0x90211, "alpha", 1));
	/* another file with the same name */
	usyms_record(u, rec, put_mmap(rec, 90, 0x40000, ino + 1, 5000, lib));
	CHECK(user(u, 90, 0x40211, NULL, 0));
	usyms_find(u, 90, 0x40211, &s);
	CHECK(!s.id && s.place == 0x211);
	usyms_close(u);
}

/* Paths of all lengths: the kernel pads them with one to eight NULs. */
static void test_usyms_paths(void)
{
	static u8 data[0x1000], rec[512];
	char path[96], proc[64];
	u32 size = make_elf(data, EM_X86_64);
	struct usyms *u;

	snprintf(proc, sizeof(proc), "%s/paths", unit_folder());
	put("paths/1/maps", "");
	u = usyms_open(proc, false);
	for (u32 n = 1; n <= 16; n++) {
		u64 ino;

		snprintf(path, sizeof(path), "%s/%.*s", unit_folder(), (int)n, "abcdefghijklmnop");
		ino = put_elf(path, data, size);
		usyms_record(u, rec, put_mmap(rec, 100 + n, 0x40000, ino, 1000, path));
		CHECK(user(u, 100 + n, 0x40211, "alpha", 1));
	}
	usyms_close(u);
}

/* Which of seven processes with the same mapping are still known after a sweep? */
static void test_usyms_sweep(bool complete)
{
	static u8 data[0x1000], rec[512];
	char lib[64], proc[64], none[] = "";
	struct usyms *u;
	u64 ino;

	snprintf(lib, sizeof(lib), "%s/lib", unit_folder());
	snprintf(proc, sizeof(proc), "%s/swept", unit_folder());
	ino = put_elf(lib, data, make_elf(data, EM_X86_64));
	put("swept/77/maps", none);	/* 77 and 80 still run, the others have ended */
	put("swept/80/maps", none);
	u = usyms_open(proc, false);
	for (u32 pid = 77; pid < 80; pid++)
		usyms_record(u, rec, put_mmap(rec, pid, 0x40000, ino, 1000, lib));
	usyms_record(u, rec, put_fork(rec, 79, 81, 500));
	usyms_record(u, rec, put_fork(rec, 80, 79, 2000));	/* needs 79's and 81's */
	usyms_record(u, rec, put_mmap(rec, 81, 0x50000, ino, 100, lib));
	usyms_record(u, rec, put_mmap(rec, 82, 0x40000, ino, 1000, lib));
	CHECK(!usyms_has_grown(u));
	for (u32 i = 0; i < 5000; i++)
		usyms_record(u, rec, put_mmap(rec, 1000 + i, 0x40000, ino, 1000, lib));
	CHECK(usyms_has_grown(u));
	CHECK(!usyms_sweeping(u));
	usyms_sweep(u);
	CHECK(usyms_sweeping(u) && !usyms_has_grown(u));
	usyms_record(u, rec, put_mmap(rec, 83, 0x40000, ino, 5000, lib));
	usyms_keep(u, 82);
	usyms_keep(u, UINT32_MAX);
	usyms_swept(u, complete);
	CHECK(!usyms_has_grown(u) && !usyms_sweeping(u));
	CHECK(user(u, 77, 0x40211, "alpha", 1) && user(u, 80, 0x40211, "alpha", 1));
	CHECK(user(u, 80, 0x50211, "alpha", 1) && user(u, 82, 0x40211, "alpha", 1));
	CHECK(user(u, 83, 0x40211, "alpha", 1));
	CHECK(user(u, 78, 0x40211, complete ? NULL : "alpha", !complete));
	CHECK(user(u, 5999, 0x40211, complete ? NULL : "alpha", !complete));
	for (u32 i = 0; i < 200000; i++) {	/* at most a few thousand are kept */
		usyms_record(u, rec, put_mmap(rec, 1000 + i % 9000, 0x40000, ino, 1000, lib));
		if (!usyms_has_grown(u))
			continue;
		usyms_sweep(u);
		usyms_swept(u, true);
	}
	CHECK(user(u, 77, 0x40211, "alpha", 1) && user(u, 80, 0x50211, "alpha", 1));
	usyms_close(u);
}

/* Names of a limited number of files are kept; mappings of others are counted. */
static void test_usyms_files(void)
{
	struct usyms *u = usyms_open("/nonexistent", false);
	static u8 rec[512];

	for (u64 i = 0; i < USYMS_FILES; i++)
		usyms_record(u, rec, put_mmap(rec, 9, 0x1000 * i, i, i, "/some"));
	CHECK(usyms_nameless(u) == 0);
	usyms_record(u, rec, put_mmap(rec, 9, 0x1000, USYMS_FILES, 1, "/some"));
	usyms_record(u, rec, put_mmap(rec, 9, 0x2000, USYMS_FILES, 2, "/some"));
	usyms_record(u, rec, put_mmap(rec, 9, 0x3000, 0, 3, "//anon"));
	usyms_record(u, rec, put_mmap(rec, 9, 0x4000, 7, 4, "/some"));
	CHECK(usyms_nameless(u) == 2);
	usyms_close(u);
}

static void test_usyms_hostile(void)
{
	static u8 data[0x1000], rec[512];
	char lib[64];
	struct usyms *u = usyms_open("/nonexistent", true);
	u32 size;
	u64 ino;

	snprintf(lib, sizeof(lib), "%s/lib2", unit_folder());
	/* truncated records, loops of forks, more mappings than are kept */
	size = put_mmap(rec, 1, 0x40000, 1, 1, lib);
	for (u32 i = 8; i < size; i++)
		usyms_record(u, rec, i);
	usyms_record(u, rec, put_fork(rec, 5, 6, 10));
	usyms_record(u, rec, put_fork(rec, 6, 5, 10));
	usyms_record(u, rec, put_fork(rec, UINT32_MAX, 5, 10));
	usyms_record(u, rec, put_fork(rec, 7, UINT32_MAX, 10));
	CHECK(user(u, 5, 0x1000, NULL, 0) && user(u, 7, 0x1000, NULL, 0));
	for (u32 i = 0; i < USYMS_MAX + 10; i++)
		usyms_record(u, rec, put_mmap(rec, i % 100 + 10, 0x1000ull * i, 1, i, "/none"));
	CHECK(user(u, 20, 0x1000 * 10, NULL, 0));
	/* Thumb: a return address has bit 0 set */
	ino = put_elf(lib, data, make_elf(data, EM_ARM));
	usyms_record(u, rec, put_mmap(rec, 3, 0x40000, ino, 1, lib));
	CHECK(user(u, 3, 0x40213, "alpha", 2) && user(u, 3, 0x40231, "beta", 0));
	usyms_close(u);
	/* each byte of the ELF file is changed */
	for (u32 i = 0; i < 0x600; i += i == 0x80 ? 0x380 : 1)
		for (u32 bits = 1; bits < 256; bits = bits * 16 + 15) {
			u = usyms_open("/nonexistent", false);
			make_elf(data, EM_X86_64);
			data[i] ^= (u8)bits;
			ino = put_elf(lib, data, sizeof(data));
			usyms_record(u, rec, put_mmap(rec, 3, 0x40000, ino, 1, lib));
			usyms_want(u, 3, 0x40211);
			usyms_resolve(u);
			usyms_close(u);
			inputs++;
		}
}

/* ---- code that a process has made ---- */

#define MAP "jit/77/root/tmp/perf-5.map"

static void test_made_lines(struct usyms *u)
{
	char *text = mem_alloc(200001);

	put(MAP, "no line\n7100 10 old\n7200 40 over\n7210 10 lap\n0x7300 0x8 hex name;\x1b[2J\n"
	    "ffffffffffffffff ffffffffffffffff all\n7400 ffffffffffffffff most\n"
	    "7500 0 empty\n7500 10 \n7500 10\n7500  10 two\n-7500 10 minus\n7600 10 cut off");
	CHECK(user(u, 77, 0x7100, "old", 0) && user(u, 77, 0x710f, "old", 15));
	CHECK(user(u, 77, 0x7110, NULL, 0) && user(u, 77, 0x70ff, NULL, 0));
	CHECK(user(u, 77, 0x720f, "over", 15) && user(u, 77, 0x7210, "lap", 0));
	CHECK(user(u, 77, 0x7220, "over", 32) && user(u, 77, 0x7307, "hex name:?[2J", 7));
	CHECK(user(u, 77, 0x7500, "most", 0x100) && user(u, 77, 0x7608, "most", 0x208));
	/* other code at the same place; an address that had no name has one */
	put(MAP, "7100 10 old\n7100 20 new\n");
	CHECK(user(u, 77, 0x710f, "new", 15) && user(u, 77, 0x7110, "new", 16));
	CHECK(user(u, 77, 0x7210, NULL, 0));
	/* a line longer than what is read at once, and a name of any length */
	memset(text, 'x', 200000);
	memcpy(text, "7100 10 ", 8);
	text[70000] = '\n';
	memcpy(text + 70001, "7200 10 ", 8);
	text[100000] = '\n';
	memcpy(text + 100001, "7300 10 end\n", 13);
	put(MAP, text);
	CHECK(user(u, 77, 0x7100, NULL, 0) && user(u, 77, 0x7300, "end", 0));
	text[70009 + 511] = '\0';
	CHECK(user(u, 77, 0x7200, text + 70009, 0));
	mem_free(text);
}

/* Files that may be another user's. */
static void test_made_owners(struct usyms *u)
{
	char path[128], other[160];

	snprintf(path, sizeof(path), "%s", put(MAP, "7100 10 mine\n"));
	snprintf(other, sizeof(other), "%s.other", path);
	CHECK(user(u, 77, 0x7100, "mine", 0));
	CHECK(!rename(path, other) && !symlink(other, path));
	put("jit/77/root/tmp/perf-5.map.other", "7100 10 link\n");
	CHECK(user(u, 77, 0x7100, "mine", 0));	/* the name from before */
	CHECK(!remove(path) && !mkfifo(path, 0600) && user(u, 77, 0x7100, "mine", 0));
	CHECK(!remove(path));
	if (geteuid())
		return;
	put(MAP, "7100 10 root\n");
	CHECK(user(u, 77, 0x7100, "root", 0));
	put(MAP, "7100 10 other\n");
	CHECK(!chown(path, 12345, 12345) && user(u, 77, 0x7100, "root", 0));
}

static void test_made(void)
{
	static u8 rec[512];
	char proc[64];
	struct usyms *u;

	snprintf(proc, sizeof(proc), "%s/jit", unit_folder());
	put("jit/77/maps", "7000-8000 r-xp 00000000 00:00 0 \n");
	put("jit/77/status", "Name:\twork\nNSpid:\t77\t5\nThreads:\t1\n");
	u = usyms_open(proc, false);
	CHECK(user(u, 77, 0x7100, NULL, 0));	/* there is no file */
	test_made_lines(u);
	test_made_owners(u);
	/* a process with the same id has nothing of it */
	usyms_record(u, rec, put_fork(rec, 77, 1, 5000));
	usyms_record(u, rec, put_mmap(rec, 77, 0x7000, 0, 6000, "/memfd:code (deleted)"));
	CHECK(user(u, 77, 0x7100, NULL, 0));
	usyms_close(u);
}

/* ---- areas ---- */

static void count_changed(void *arg, u32 pid, bool is_fork, u32 parent)
{
	u32 *n = arg;

	n[0]++;
	n[1] += is_fork && pid == 6 && parent == 5;
}

/* Is area i of the process these addresses, of a file with this path? */
static bool area(struct usyms *u, u32 pid, u32 i, u64 start, u64 end, const char *path)
{
	const struct usyms_area *a;
	u32 n = usyms_areas(u, pid, &a);

	return i < n && a[i].start == start && a[i].end == end &&
	       same(a[i].file ? usyms_file(u, a[i].file) : "", path);
}

static void test_areas(void)
{
	struct usyms *u = usyms_open("/nowhere", false);
	const struct usyms_area *a;
	u32 changed[2] = { 0 };
	u64 len = 0x5000;
	u8 rec[256];
	u32 size = put_mmap(rec, 5, 0x40000, 1, 1000, "/a");

	memcpy(rec + 24, &len, 8);
	usyms_record(u, rec, size);
	usyms_record(u, rec, put_fork(rec, 6, 5, 1500));
	usyms_record(u, rec, put_mmap(rec, 6, 0x50000, 0, 1600, "//anon"));
	usyms_record(u, rec, put_mmap(rec, 5, 0x42000, 2, 2000, "/b"));	/* in the middle of /a */
	usyms_changed(u, count_changed, changed);
	CHECK(changed[0] == 4 && changed[1] == 1);
	usyms_changed(u, count_changed, changed);
	CHECK(changed[0] == 4);
	CHECK(usyms_areas(u, 5, &a) == 3 && a[2].bias == 0x40000 && a[1].bias == 0x42000);
	CHECK(area(u, 5, 0, 0x40000, 0x42000, "/a") && area(u, 5, 1, 0x42000, 0x43000, "/b") &&
	      area(u, 5, 2, 0x43000, 0x45000, "/a"));
	/* the child has what its parent had then */
	CHECK(usyms_areas(u, 6, &a) == 2);
	CHECK(area(u, 6, 0, 0x40000, 0x45000, "/a") && area(u, 6, 1, 0x50000, 0x51000, ""));
	/* another process with an id that was used before */
	usyms_record(u, rec, put_mmap(rec, 7, 0x90000, 3, 500, "/old"));
	usyms_record(u, rec, put_fork(rec, 7, 6, 3000));
	CHECK(usyms_areas(u, 7, &a) == 2 && area(u, 7, 1, 0x50000, 0x51000, ""));
	CHECK(!usyms_areas(u, 8, &a) && !usyms_areas(u, 1u << 31, &a));
	usyms_close(u);
}

int main(void)
{
	test_areas();
	test_usyms();
	test_usyms_paths();
	test_usyms_sweep(true);
	test_usyms_sweep(false);
	test_usyms_files();
	test_usyms_hostile();
	test_made();
	return unit_end();
}
