/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_elf.c - the ELF reader for user probes, and the places of arguments.
 *
 * A small program is made in both word sizes and both byte orders, and read.  Then each of its
 * bytes gets hostile values, the file is cut at every length, and many bytes change at random.
 * Everything in the file is read each time, from the heap, so that ASan reports a read of one byte
 * too many.
 */
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <string.h>
#include <sys/mman.h>

#include "symbols/elf.h"
#include "lang/argspec.h"
#include "tests/lib/unit.h"

/* ---- a program ---- */

enum { CODE = 0x1000, BASE = 0x5000, DECOY = 0x9000, SIZE = 1024 };	/* addresses */
enum { IN_PHDR = 64, IN_NAMES = 200, IN_STRINGS = 264, IN_SYMS = 304, IN_NOTES = 424,
       IN_SHDR = 600, IN_ID = 984 };

static const char names[] = "\0.text\0.symtab\0.strtab\0.note.stapsdt\0.stapsdt.base";
static const char strings[] = "\0first\0second\0datum\0absent";

#define PUT(T, at, ...) do { T x_ = __VA_ARGS__; memcpy(image + (at), &x_, sizeof(x_)); } while (0)

/* The note's addresses are 0x100 lower than now, as if the program had been moved after linking. */
static u32 make_note(u8 *p, u32 word, u64 pc, u64 sem, const char *text, u32 n)
{
	u32 head[3] = { 8, 3 * word + n, 3 };
	u64 places[3] = { pc, BASE - 0x100, sem };

	memcpy(p, head, 12);
	memcpy(p + 12, "stapsdt", 8);
	for (u32 i = 0; i < 3; i++)
		order_put(p + 20 + i * word, word, HOST_IS_BIG, places[i]);
	memcpy(p + 20 + 3 * word, text, n);
	return ALIGN_UP(20 + 3 * word + n, 4);
}

static u32 make_notes(u8 *image, u32 word)
{
	static const char one[] = "app\0start\0-4@%eax 8@-16(%rbp)", two[] = "app\0end\0";
	u32 n = make_note(image + IN_NOTES, word, CODE - 0x100 + 8, 0, one, sizeof(one));

	return n + make_note(image + IN_NOTES + n, word, CODE - 0x100 + 12,
			     CODE - 0x100 + 0x80, two, sizeof(two));
}

/* A build id: the 20 bytes from 1 on. */
static void make_id(u8 *image)
{
	u32 head[3] = { 4, 20, NT_GNU_BUILD_ID };

	memcpy(image + IN_ID, head, 12);
	memcpy(image + IN_ID + 12, "GNU", 4);
	for (u32 i = 0; i < 20; i++)
		image[IN_ID + 16 + i] = (u8)(i + 1);
}

/* The start of a header after the last one, which is not in the file's table. */
static void put_decoy64(u8 *image)
{
	Elf64_Phdr decoy = { .p_type = PT_LOAD, .p_flags = PF_R | PF_X, .p_vaddr = DECOY };

	memcpy(image + IN_PHDR + 112, &decoy, IN_NAMES - IN_PHDR - 112);
}

static void make64(u8 *image)
{
	PUT(Elf64_Ehdr, 0, { .e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA_HOST, 1 },
		.e_machine = EM_X86_64, .e_phoff = IN_PHDR, .e_shoff = IN_SHDR, .e_phnum = 2,
		.e_shnum = 6, .e_shstrndx = 5, .e_phentsize = 56, .e_shentsize = 64 });
	PUT(Elf64_Phdr, IN_PHDR, { .p_type = PT_LOAD, .p_flags = PF_R | PF_X, .p_offset = 0,
				   .p_vaddr = CODE, .p_filesz = 512 });
	PUT(Elf64_Phdr, IN_PHDR + 56, { .p_type = PT_NOTE, .p_offset = IN_ID, .p_filesz = 36 });
	make_id(image);
	put_decoy64(image);
	memcpy(image + IN_NAMES, names, sizeof(names));
	memcpy(image + IN_STRINGS, strings, sizeof(strings));
	PUT(Elf64_Sym, IN_SYMS, { .st_name = 1, .st_info = STT_FUNC, .st_shndx = 1,
				  .st_value = CODE, .st_size = 16 });
	PUT(Elf64_Sym, IN_SYMS + 24, { .st_name = 7, .st_info = STT_FUNC, .st_shndx = 1,
				       .st_value = CODE + 16, .st_size = 16 });
	PUT(Elf64_Sym, IN_SYMS + 48, { .st_name = 14, .st_info = STT_OBJECT, .st_shndx = 1,
				       .st_value = CODE + 32 });
	PUT(Elf64_Sym, IN_SYMS + 72, { .st_name = 20, .st_info = STT_FUNC });
	PUT(Elf64_Shdr, IN_SHDR + 64, { .sh_name = 7, .sh_type = SHT_SYMTAB, .sh_link = 2,
					.sh_offset = IN_SYMS, .sh_size = 4 * 24 });
	PUT(Elf64_Shdr, IN_SHDR + 128, { .sh_name = 15, .sh_type = SHT_STRTAB,
					 .sh_offset = IN_STRINGS, .sh_size = sizeof(strings) });
	PUT(Elf64_Shdr, IN_SHDR + 192, { .sh_name = 23, .sh_type = SHT_NOTE,
					 .sh_offset = IN_NOTES, .sh_size = make_notes(image, 8) });
	PUT(Elf64_Shdr, IN_SHDR + 256, { .sh_name = 37, .sh_type = SHT_PROGBITS,
					 .sh_addr = BASE });
	PUT(Elf64_Shdr, IN_SHDR + 320, { .sh_type = SHT_STRTAB, .sh_offset = IN_NAMES,
					 .sh_size = sizeof(names) });
}

/* The second function is Thumb code. */
static void make32(u8 *image)
{
	PUT(Elf32_Ehdr, 0, { .e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS32, ELFDATA_HOST, 1 },
		.e_machine = EM_ARM, .e_phoff = IN_PHDR, .e_shoff = IN_SHDR, .e_phnum = 2,
		.e_shnum = 6, .e_shstrndx = 5, .e_phentsize = 32 });
	PUT(Elf32_Phdr, IN_PHDR, { .p_type = PT_LOAD, .p_flags = PF_R | PF_X, .p_offset = 0,
				   .p_vaddr = CODE, .p_filesz = 512 });
	PUT(Elf32_Phdr, IN_PHDR + 32, { .p_type = PT_NOTE, .p_offset = IN_ID, .p_filesz = 36 });
	make_id(image);
	PUT(Elf32_Phdr, IN_PHDR + 64, { .p_type = PT_LOAD, .p_flags = PF_R | PF_X,
					.p_vaddr = DECOY, .p_filesz = 512 });
	memcpy(image + IN_NAMES, names, sizeof(names));
	memcpy(image + IN_STRINGS, strings, sizeof(strings));
	PUT(Elf32_Sym, IN_SYMS, { .st_name = 1, .st_info = STT_FUNC, .st_shndx = 1,
				  .st_value = CODE, .st_size = 16 });
	PUT(Elf32_Sym, IN_SYMS + 16, { .st_name = 7, .st_info = STT_FUNC, .st_shndx = 1,
				       .st_value = CODE + 16 + 1, .st_size = 16 });
	PUT(Elf32_Sym, IN_SYMS + 32, { .st_name = 14, .st_info = STT_OBJECT, .st_shndx = 1,
				       .st_value = CODE + 32 });
	PUT(Elf32_Sym, IN_SYMS + 48, { .st_name = 20, .st_info = STT_FUNC });
	PUT(Elf32_Shdr, IN_SHDR + 40, { .sh_name = 7, .sh_type = SHT_SYMTAB, .sh_link = 2,
					.sh_offset = IN_SYMS, .sh_size = 4 * 16 });
	PUT(Elf32_Shdr, IN_SHDR + 80, { .sh_name = 15, .sh_type = SHT_STRTAB,
					.sh_offset = IN_STRINGS, .sh_size = sizeof(strings) });
	PUT(Elf32_Shdr, IN_SHDR + 120, { .sh_name = 23, .sh_type = SHT_NOTE,
					 .sh_offset = IN_NOTES, .sh_size = make_notes(image, 4) });
	PUT(Elf32_Shdr, IN_SHDR + 160, { .sh_name = 37, .sh_type = SHT_PROGBITS,
					 .sh_addr = BASE });
	PUT(Elf32_Shdr, IN_SHDR + 200, { .sh_type = SHT_STRTAB, .sh_offset = IN_NAMES,
					 .sh_size = sizeof(names) });
}

/* Replaces the build id by a dynamic section: the program needs the library "second". */
static void make64_dynamic(u8 *image)
{
	make64(image);
	PUT(Elf64_Phdr, IN_PHDR + 56, { .p_type = PT_DYNAMIC, .p_offset = IN_ID, .p_filesz = 36 });
	PUT(Elf64_Dyn, IN_ID, { .d_tag = DT_NEEDED, .d_un.d_val = 7 });
	PUT(Elf64_Dyn, IN_ID + 16, { .d_tag = DT_STRTAB, .d_un.d_val = CODE + IN_STRINGS });
}

static void make32_dynamic(u8 *image)
{
	make32(image);
	PUT(Elf32_Phdr, IN_PHDR + 32, { .p_type = PT_DYNAMIC, .p_offset = IN_ID, .p_filesz = 20 });
	PUT(Elf32_Dyn, IN_ID, { .d_tag = DT_NEEDED, .d_un.d_val = 7 });
	PUT(Elf32_Dyn, IN_ID + 8, { .d_tag = DT_STRTAB, .d_un.d_val = CODE + IN_STRINGS });
}

/* ---- the same in the other byte order ---- */

/* Turns numbers around whose sizes are the digits of `sizes`.  Returns what follows them. */
static u8 *turn(u8 *p, const char *sizes)
{
	for (; *sizes; sizes++) {
		u32 n = (u32)(*sizes - '0');

		for (u32 i = 0; i < n / 2; i++) {
			u8 was = p[i];

			p[i] = p[n - 1 - i];
			p[n - 1 - i] = was;
		}
		p += n;
	}
	return p;
}

static void turn_each(u8 *p, u32 count, const char *sizes)
{
	while (count--)
		p = turn(p, sizes);
}

static void turn_image(u8 *image, bool is64, bool is_dynamic)
{
	u32 note = 20 + 3 * (is64 ? 8 : 4), second = ALIGN_UP(note + 31, 4);

	image[EI_DATA] = HOST_IS_BIG ? ELFDATA2LSB : ELFDATA2MSB;
	turn(image + EI_NIDENT, is64 ? "2248884222222" : "2244444222222");
	turn_each(image + IN_PHDR, 2, is64 ? "44888888" : "44444444");
	turn_each(image + IN_SYMS, 4, is64 ? "411288" : "444112");
	turn_each(image + IN_SHDR, 6, is64 ? "4488884488" : "4444444444");
	for (u32 i = 0; i < 2; i++) {
		turn(image + IN_NOTES + i * second, "444");
		turn(image + IN_NOTES + i * second + 20, is64 ? "888" : "444");
	}
	if (is_dynamic)
		turn_each(image + IN_ID, 2, is64 ? "88" : "44");
	else
		turn(image + IN_ID, "444");
}

static void make64_turned(u8 *image)
{
	make64(image);
	turn_image(image, true, false);
}

static void make32_turned(u8 *image)
{
	make32(image);
	turn_image(image, false, false);
}

static void make64_dynamic_turned(u8 *image)
{
	make64_dynamic(image);
	turn_image(image, true, true);
}

static void make32_dynamic_turned(u8 *image)
{
	make32_dynamic(image);
	turn_image(image, false, true);
}

struct seen { u32 n; size_t bytes; struct elf_probe probe[4]; };

static int see_symbol(void *arg, const struct elf_symbol *s)
{
	struct seen *seen = arg;

	seen->n++;
	seen->bytes += strlen(s->name);
	return 0;
}

static int see_probe(void *arg, const struct elf_probe *p)
{
	struct seen *seen = arg;

	seen->bytes += strlen(p->provider) + strlen(p->name) + strlen(p->args);
	if (seen->n < ARRAY_SIZE(seen->probe))
		seen->probe[seen->n] = *p;
	return ++seen->n == 100;
}

static void test_read(void (*make)(u8 *image), bool is64, bool is_turned)
{
	u8 *image = mem_alloc(SIZE);
	struct seen syms = { 0 }, probes = { 0 };
	struct elf_symbol sym;
	const u8 *id = NULL;
	struct elf *e;
	int err;

	make(image);
	e = elf_in_memory(image, SIZE, &err);
	CHECK(e && elf_word(e) == (is64 ? 8 : 4) && elf_has_symbols(e));
	CHECK(elf_is_big(e) == (is_turned != HOST_IS_BIG));
	CHECK(elf_machine(e) == (is64 ? EM_X86_64 : EM_ARM));
	elf_each(e, see_symbol, &syms);
	CHECK(syms.n == 3);
	CHECK(elf_find(e, "second", &sym) && sym.addr == CODE + 16 && sym.is_thumb == !is64);
	CHECK(!elf_find(e, "absent", &sym));
	CHECK(elf_find(e, "datum", &sym) && !sym.is_func);
	CHECK(elf_nearest(e, CODE + 31, &sym) && same(sym.name, "second"));
	CHECK(!elf_nearest(e, CODE + 32, &sym));
	CHECK(elf_offset(e, CODE + 5) == 5 && elf_code(e, CODE + 511) == 511);
	CHECK(elf_code(e, CODE + 512) == UINT64_MAX && elf_code(e, CODE - 1) == UINT64_MAX);
	CHECK(elf_address(e, 5) == CODE + 5 && elf_address(e, 511) == CODE + 511);
	CHECK(elf_address(e, 512) == UINT64_MAX);
	CHECK(elf_offset(e, DECOY + 5) == UINT64_MAX && elf_code(e, DECOY + 5) == UINT64_MAX);
	elf_each_probe(e, see_probe, &probes);
	CHECK(probes.n == 2 && same(probes.probe[0].provider, "app"));
	CHECK(same(probes.probe[0].name, "start") && probes.probe[0].addr == CODE + 8);
	CHECK(same(probes.probe[0].args, "-4@%eax 8@-16(%rbp)") && !probes.probe[0].semaphore);
	CHECK(same(probes.probe[1].name, "end") && same(probes.probe[1].args, ""));
	CHECK(probes.probe[1].addr == CODE + 12 && probes.probe[1].semaphore == 0x80);
	CHECK(elf_build_id(e, &id) == 20 && id[0] == 1 && id[19] == 20);
	elf_close(e);
	image[IN_ID + 8] ^= 1;	/* a note of another type */
	e = elf_in_memory(image, SIZE, &err);
	CHECK(e && !elf_build_id(e, &id));
	elf_close(e);
	mem_free(image);
}

static int see_library(void *arg, const char *library)
{
	struct seen *seen = arg;

	seen->n += !strcmp(library, "second");
	seen->bytes += strlen(library);
	return 0;
}

static void test_imports(void (*make)(u8 *image))
{
	u8 *image = mem_alloc(SIZE);
	struct seen libraries = { 0 };
	struct elf *e;
	int err;

	make(image);
	e = elf_in_memory(image, SIZE, &err);
	CHECK(e && elf_imports(e, "absent") && !elf_imports(e, "second") && !elf_imports(e, "abs"));
	elf_each_needed(e, see_library, &libraries);
	CHECK(libraries.n == 1 && libraries.bytes == 6);
	elf_close(e);
	mem_free(image);
}

/* ---- hostile files ---- */

static void walk(const u8 *image, size_t n)
{
	u8 *copy = mem_alloc(n ? n : 1);
	struct seen seen = { 0 };
	struct elf_symbol sym;
	const u8 *id;
	struct elf *e;
	int err;

	memcpy(copy, image, n);
	e = elf_in_memory(copy, n, &err);
	if (e) {
		elf_each(e, see_symbol, &seen);
		elf_each_probe(e, see_probe, &seen);
		elf_each_needed(e, see_library, &seen);
		elf_imports(e, "nothing");
		elf_find(e, "nothing", &sym);
		elf_nearest(e, CODE + 20, &sym);
		elf_code(e, CODE + 20);
		elf_address(e, 20);
		for (u32 i = elf_build_id(e, &id); i--; )
			seen.bytes += id[i];
		elf_close(e);
	}
	inputs++;
	mem_free(copy);
}

static void test_hostile(void (*make)(u8 *image))
{
	static const u8 values[] = { 0, 1, 3, 4, 7, 0x7f, 0x80, 0xfc, 0xff };
	u8 *image = mem_alloc(SIZE), was[16];
	u32 seed = 12345;

	make(image);
	for (u32 i = 0; i < SIZE; i++)
		walk(image, i);
	for (u32 i = 0; i < SIZE * ARRAY_SIZE(values); i++) {
		u32 at = i / ARRAY_SIZE(values), width = 1u << i % 4;

		if (at + width > SIZE)
			continue;
		memcpy(was, image + at, width);
		memset(image + at, values[i % ARRAY_SIZE(values)], width);
		walk(image, SIZE);
		memcpy(image + at, was, width);
	}
	for (u32 i = 0; i < 20000; i++) {
		make(image);
		for (u32 k = 0; k < 1 + i % 8; k++) {
			seed = seed * 1664525 + 1013904223;
			image[seed >> 8 & (SIZE - 1)] = (u8)(seed >> 24);
		}
		walk(image, SIZE - (i & 1) * (seed >> 20 & 255));
	}
	mem_free(image);
}

/* ---- places of arguments ---- */

static bool is_const(const struct arch *a, const char *spec, s64 value)
{
	struct arg_place p;

	return argspec_parse(a, spec, 0, &p) && p.kind == PLACE_CONST && p.num == value;
}

static bool is_reg(const struct arch *a, const char *spec, const char *reg, s32 size, u8 shift)
{
	struct arg_place p;

	return argspec_parse(a, spec, 0, &p) && p.kind == PLACE_REG &&
	       p.reg == arch_reg(a, reg)->at * a->word && p.shift == shift &&
	       (p.is_signed ? -p.size : p.size) == size;
}

static bool is_mem(const struct arch *a, const char *spec, const char *reg, s64 num,
		   const char *index, u8 shift)
{
	struct arg_place p;

	return argspec_parse(a, spec, 0, &p) && p.kind == PLACE_MEMORY && p.num == num &&
	       p.reg == arch_reg(a, reg)->at * a->word && p.has_index == !!index &&
	       (!index || (p.index == arch_reg(a, index)->at * a->word && p.shift == shift));
}

static void test_args_x86(void)
{
	const struct arch *x86 = &arch_x86_64;

	CHECK(is_const(x86, "4@$5", 5) && is_const(x86, "-4@$-1", -1));
	CHECK(is_const(x86, "4@$-1", 0xffffffff) && is_const(x86, "-1@$255", -1));
	CHECK(is_reg(x86, "-4@%eax", "ax", -4, 0) && is_reg(x86, "8@%r15", "r15", 8, 0));
	CHECK(is_reg(x86, "1@%ah", "ax", 1, 8) && is_reg(x86, "1@%bl", "bx", 1, 0));
	CHECK(is_reg(x86, "-1@%sil", "si", -1, 0) && is_reg(x86, "2@%bp", "bp", 2, 0));
	CHECK(is_reg(x86, "4@%r8d", "r8", 4, 0) && is_reg(x86, "2@%r10w", "r10", 2, 0));
	CHECK(is_reg(x86, "1@%r9b", "r9", 1, 0) && is_reg(x86, "%rdi", "di", 8, 0));
	CHECK(is_mem(x86, "8@-16(%rbp)", "bp", -16, NULL, 0));
	CHECK(is_mem(x86, "8@(%rax,%rbx,8)", "ax", 0, "bx", 3));
	CHECK(is_mem(x86, "4@0x10+4(%rsp,%rcx)", "sp", 20, "cx", 0));
	CHECK(is_mem(x86, "4@8(%esp)", "sp", 8, NULL, 0));
}

static void test_args_arm(void)
{
	const struct arch *a64 = &arch_aarch64, *arm = &arch_arm;

	CHECK(is_reg(a64, "-4@w0", "x0", -4, 0) && is_reg(a64, "8@x30", "lr", 8, 0));
	CHECK(is_const(a64, "8@5", 5) && is_const(a64, "-4@-7", -7) && is_const(a64, "4@wzr", 0));
	CHECK(is_mem(a64, "8@[sp, 16]", "sp", 16, NULL, 0) &&
	      is_mem(a64, "8@[x1]", "x1", 0, NULL, 0));
	CHECK(is_mem(a64, "8@[x1,x2]", "x1", 0, "x2", 0));
	CHECK(is_mem(a64, "8@[x1, x2, lsl 3]", "x1", 0, "x2", 3));
	CHECK(is_mem(a64, "8@[x1, w2, sxtw 2]", "x1", 0, "x2", 2));
	CHECK(is_mem(a64, "8@[x1, w2, uxtw]", "x1", 0, "x2", 0));
	CHECK(is_reg(arm, "4@r0", "r0", 4, 0) && is_reg(arm, "4@ip", "r12", 4, 0));
	CHECK(is_const(arm, "4@#5", 5) && is_mem(arm, "-4@[r3, #4]", "r3", 4, NULL, 0));
	CHECK(is_mem(arm, "4@[fp, #-12]", "r11", -12, NULL, 0));
	CHECK(is_mem(arm, "4@[r2, r3, lsl #2]", "r2", 0, "r3", 2));
}

static void test_args_others(void)
{
	const struct arch *i386 = &arch_i386, *ppc = &arch_ppc64le, *loong = &arch_loongarch64;
	struct arg_place p;

	CHECK(is_reg(i386, "-4@%eax", "ax", -4, 0) && is_reg(i386, "1@%dh", "dx", 1, 8));
	CHECK(is_mem(i386, "4@8(%ebp)", "bp", 8, NULL, 0) && is_const(i386, "4@$5", 5));
	/* a value in two registers: the name of the other one is not there */
	CHECK(is_mem(i386, "8@(%esp)", "sp", 0, NULL, 0) && !argspec_parse(i386, "8@%eax", 0, &p));
	CHECK(is_reg(ppc, "-4@31", "r31", -4, 0) && is_reg(ppc, "8@%r3", "r3", 8, 0));
	CHECK(is_const(ppc, "-4@i-5", -5) && is_const(ppc, "8@i31", 31));
	CHECK(is_mem(ppc, "8@96(1)", "r1", 96, NULL, 0) && !argspec_parse(ppc, "4@32", 0, &p));
	CHECK(is_mem(ppc, "-2@-8(31)", "fp", -8, NULL, 0) && !argspec_parse(ppc, "4@-5", 0, &p));
	CHECK(is_reg(loong, "-4@$r14", "t2", -4, 0) && is_const(loong, "8@5", 5));
	CHECK(is_mem(loong, "1@$r22,-23", "fp", -23, NULL, 0));
	CHECK(is_mem(loong, "8@$r3,$r12", "sp", 0, "t0", 0));
	CHECK(!argspec_parse(loong, "4@$r3,", 0, &p));
}

static void test_args_bad(void)
{
	static const char *const bad[] = {
		"8f@%xmm0", "8@%xmm0", "8@counter(%rip)", "8@16(%rip)", "3@%eax", "16@%rax",
		"0@%rax", "4@", "@%eax", "4@%", "4@(", "4@(%rax", "4@(%rax,", "4@(%rax,%rbx,3)",
		"4@[sp, 16", "4@[sp, foo]", "4@symbol", "4@%eaxx", "4@%eax,8", "4@8(%rbp)x",
		"4@99999999999(%rbp)", "4@%fs:16", "-",
		"4@%aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	};
	struct arg_place p;
	u32 len;

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		bool ok = argspec_parse(&arch_x86_64, bad[i], 0, &p);

		check(!ok, bad[i], __func__, __LINE__);
	}
	CHECK(argspec_count("") == 0 && argspec_count("4@%eax") == 1);
	CHECK(argspec_count(" 8@[sp, 16]  -4@w0 4@$1 ") == 3);
	CHECK(!strncmp(argspec_text("8@[sp, 16] -4@w0", 1, &len), "-4@w0", 5) && len == 5);
	CHECK(!argspec_text("4@%eax", 1, &len) && !argspec_parse(&arch_arm, "4@r0", 1, &p));
}

/* ---- places of files ---- */

/* The path of this program, an ELF file, below the folder "root". */
static void make_elf(const char *path)
{
	char name[128], self[512] = "";

	snprintf(name, sizeof(name), "root%s", path);
	path = put(name, "");
	unlink(path);
	if (readlink("/proc/self/exe", self, sizeof(self) - 1) < 0 || symlink(self, path))
		printf("  can't make %s\n", path);
}

static bool located(const char *name, const char *want)
{
	struct arena a = { 0 };
	char root[128];
	const char *path;
	bool ok;

	snprintf(root, sizeof(root), "%s/root", unit_folder());
	path = elf_locate(&a, root, name);
	ok = want ? path && !strncmp(path, root, strlen(root)) && same(path + strlen(root), want)
		  : !path;
	if (!ok)
		printf("  %s is %s\n", name, path ? path : "nowhere");
	arena_free(&a);
	return ok;
}

static void test_locate(void)
{
	make_elf("/lib/ld-musl-x86_64.so.1");
	CHECK(located("libc", "/lib/ld-musl-x86_64.so.1") && located("libm", NULL));
	make_elf("/usr/lib/x86_64-linux-gnu/libc.so.6");
	put("root/usr/lib/x86_64-linux-gnu/libz.so", "INPUT(libc.so.6)");
	make_elf("/usr/lib/other/libd.so.1");
	CHECK(located("libc", "/usr/lib/x86_64-linux-gnu/libc.so.6"));
	CHECK(located("libc.so.6", "/usr/lib/x86_64-linux-gnu/libc.so.6"));
	CHECK(located("libc.so.7", NULL) && located("libz", NULL) && located("libd", NULL));
	CHECK(located("lib", NULL) && located("ibc", NULL));
	make_elf("/lib64/libc.so.6");
	CHECK(located("libc", "/lib64/libc.so.6"));
	make_elf("/usr/local/lib/libl.so");
	CHECK(located("libl", "/usr/local/lib/libl.so"));
	make_elf("/opt/bin/tool");
	make_elf("/usr/bin/tool");
	setenv("PATH", "/nowhere:/opt/bin:/usr/bin", 1);
	CHECK(located("tool", "/opt/bin/tool") && located("/usr/bin/tool", "/usr/bin/tool"));
	CHECK(located("/usr/bin/nothing", NULL) && located("nothing", NULL));
	unsetenv("PATH");
	CHECK(located("tool", "/usr/bin/tool"));
}

static u32 n_mapped;

static int count_mapped(void *name, const char *path)
{
	n_mapped += strstr(path, name) != NULL;
	return strstr(path, name) ? 7 : 0;
}

/* Libraries of a process are those it has mapped as code, in its own root. */
static void test_locate_pid(void)
{
	struct arena a = { 0 };
	u32 pid = (u32)getpid();
	char want[256];
	const char *path;
	int fd, prot;
	void *p;

	for (int i = 0; i < 2; i++) {
		char *copy = strdup(put("app/libmine.so.3", "text"));

		prot = i ? PROT_READ | PROT_EXEC : PROT_READ;
		fd = open(copy, O_RDONLY);
		p = mmap(NULL, 4, prot, MAP_PRIVATE, fd, 0);
		close(fd);
		CHECK(p != MAP_FAILED);
		n_mapped = 0;
		CHECK(elf_each_mapped(pid, count_mapped, "/app/libmine.so.3") == (i ? 7 : 0));
		CHECK(n_mapped == (u32)i);
		unlink(copy);		/* "(deleted)" */
		CHECK(elf_each_mapped(pid, count_mapped, "/app/libmine.so.3") == 0);
		munmap(p, 4);
		free(copy);
	}
	snprintf(want, sizeof(want), "/proc/%u/exe", pid);
	CHECK(same(elf_locate_pid(&a, pid, ""), want));
	path = elf_locate_pid(&a, pid, "libc");
	snprintf(want, sizeof(want), "/proc/%u/root/", pid);
	CHECK(path && !strncmp(path, want, strlen(want)) &&
	      (strstr(path, "libc") || strstr(path, "ld-musl")));
	CHECK(!elf_locate_pid(&a, pid, "libnothing") && !elf_locate_pid(&a, 0, "libnothing"));
	CHECK(elf_each_mapped(4194305, count_mapped, "") < 0);
	arena_free(&a);
}

/* Of two symbols of one name, at CODE and CODE + 16, which is found if the second one is global? */
static void test_same_names(u8 binding, u64 want)
{
	u8 *image = mem_alloc(SIZE);
	struct elf_symbol sym;
	struct elf *e;
	int err;

	make64(image);
	PUT(Elf64_Sym, IN_SYMS + 24, { .st_name = 1, .st_info = ELF64_ST_INFO(binding, STT_FUNC),
				       .st_shndx = 1, .st_value = CODE + 16, .st_size = 16 });
	e = elf_in_memory(image, SIZE, &err);
	CHECK(elf_find(e, "first", &sym) && sym.addr == want);
	elf_close(e);
	mem_free(image);
}

int main(void)
{
	int err;

	test_locate();
	test_locate_pid();

	CHECK(!elf_open("/nowhere", &err) && err < 0);
	CHECK(!elf_open("/dev/null", &err) && err < 0);
	test_read(make64, true, false);
	test_read(make32, false, false);
	test_read(make64_turned, true, true);
	test_read(make32_turned, false, true);
	test_same_names(STB_LOCAL, CODE);
	test_same_names(STB_GLOBAL, CODE + 16);
	test_same_names(STB_WEAK, CODE + 16);
	test_imports(make64_dynamic);
	test_imports(make32_dynamic);
	test_imports(make64_dynamic_turned);
	test_imports(make32_dynamic_turned);
	test_hostile(make64);
	test_hostile(make32);
	test_hostile(make64_turned);
	test_hostile(make32_turned);
	test_hostile(make64_dynamic);
	test_hostile(make32_dynamic);
	test_args_x86();
	test_args_arm();
	test_args_others();
	test_args_bad();
	return unit_end();
}
