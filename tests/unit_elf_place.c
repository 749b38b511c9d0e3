/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_elf_place.c - symbols/elf_place.c on small programs with known instructions.  For each
 * address it must say whether a function or an instruction starts there, or where the instruction
 * starts and ends that contains it.
 */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "symbols/elf_place.h"
#include "tests/lib/unit.h"

enum { SEGMENTS = 64, UNWIND = 256, SYMBOLS = 512, STRINGS = 800, SECTIONS = 1024, CODE = 2048 };
enum { BASE = 0x401000 };		/* the address of CODE */

static u8 image[CODE + (2 << 20)];
static u32 n_code;			/* bytes of code; the file ends after them */

#define PUT(T, at, ...) do { T x_ = __VA_ARGS__; memcpy(image + (at), &x_, sizeof(x_)); } while (0)

/* Makes a file without symbols whose code is at BASE in memory. */
static void make64(u16 machine, const u8 *code, u32 n)
{
	memset(image, 0, CODE);
	memcpy(image + CODE, code, n);
	n_code = n;
	PUT(Elf64_Ehdr, 0, { .e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA_HOST, 1 },
		.e_machine = machine, .e_phoff = SEGMENTS, .e_phnum = 2, .e_phentsize = 56,
		.e_shentsize = 64 });
	PUT(Elf64_Phdr, SEGMENTS, { .p_type = PT_LOAD, .p_flags = PF_R | PF_X,
		.p_offset = CODE - 16, .p_vaddr = BASE - 16, .p_filesz = n + 16 });
}

static void make32(u16 machine, const u8 *code, u32 n)
{
	memset(image, 0, CODE);
	memcpy(image + CODE, code, n);
	n_code = n;
	PUT(Elf32_Ehdr, 0, { .e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS32, ELFDATA_HOST, 1 },
		.e_machine = machine, .e_phoff = SEGMENTS, .e_phnum = 1, .e_phentsize = 32,
		.e_shentsize = 40 });
	PUT(Elf32_Phdr, SEGMENTS, { .p_type = PT_LOAD, .p_flags = PF_R | PF_X,
		.p_offset = CODE - 16, .p_vaddr = BASE - 16, .p_filesz = n + 16 });
}

static void unwind_header(u64 addr, u64 size, u32 count, const u8 encodings[4])
{
	memcpy(image + UNWIND, encodings, 4);
	PUT(u32, UNWIND + 8, count);
	PUT(Elf64_Phdr, SEGMENTS + 56, { .p_type = PT_GNU_EH_FRAME, .p_flags = PF_R,
		.p_offset = UNWIND, .p_vaddr = addr, .p_filesz = size });
}

/* Makes a table of unwind information at `addr`, with functions at these distances from BASE. */
static void make_unwind(u64 addr, const s32 *starts, u32 n)
{
	static const u8 usual[4] = { 1, 0x1b, 0x03, 0x3b };

	unwind_header(addr, 12 + n * 8, n, usual);
	for (u32 i = 0; i < n; i++)
		PUT(s32, UNWIND + 12 + i * 8, (s32)(BASE + (u64)starts[i] - addr));
}

struct sym { const char *name; u32 off, size; u8 type, other; };

static void make_symbols(bool is64, const struct sym *s, u32 n)
{
	u32 each = is64 ? 24 : 16, at = 1;

	for (u32 i = 0; i < n; i++) {
		if (is64)
			PUT(Elf64_Sym, SYMBOLS + i * each, { .st_name = at, .st_info = s[i].type,
				.st_other = s[i].other, .st_shndx = 1,
				.st_value = BASE + s[i].off, .st_size = s[i].size });
		else
			PUT(Elf32_Sym, SYMBOLS + i * each, { .st_name = at, .st_info = s[i].type,
				.st_shndx = 1, .st_value = BASE + s[i].off, .st_size = s[i].size });
		strcpy((char *)image + STRINGS + at, s[i].name);
		at += (u32)strlen(s[i].name) + 1;
	}
	if (is64) {
		((Elf64_Ehdr *)image)->e_shoff = SECTIONS;
		((Elf64_Ehdr *)image)->e_shnum = 3;
		PUT(Elf64_Shdr, SECTIONS + 64, { .sh_type = SHT_SYMTAB, .sh_link = 2,
			.sh_offset = SYMBOLS, .sh_size = n * each });
		PUT(Elf64_Shdr, SECTIONS + 128, { .sh_type = SHT_STRTAB, .sh_offset = STRINGS,
			.sh_size = at });
	} else {
		((Elf32_Ehdr *)image)->e_shoff = SECTIONS;
		((Elf32_Ehdr *)image)->e_shnum = 3;
		PUT(Elf32_Shdr, SECTIONS + 40, { .sh_type = SHT_SYMTAB, .sh_link = 2,
			.sh_offset = SYMBOLS, .sh_size = n * each });
		PUT(Elf32_Shdr, SECTIONS + 80, { .sh_type = SHT_STRTAB, .sh_offset = STRINGS,
			.sh_size = at });
	}
}

/* The result for BASE + off: "function", "insn", "inside 1-4", "data" or "unknown". */
static const char *place(u32 off)
{
	static char text[64];
	u64 begin = 0, end = 0;
	int err;
	struct elf *e = elf_in_memory(image, CODE + n_code, &err);
	enum elf_place p = e ? elf_place(e, e, BASE + off, &begin, &end) : PLACE_IS_UNKNOWN;

	elf_close(e);
	if (p == PLACE_INSIDE_INSN)
		snprintf(text, sizeof(text), "inside %d-%d", (int)(begin - BASE),
			 (int)(end - BASE));
	else
		snprintf(text, sizeof(text), "%s", p == PLACE_STARTS_FUNCTION ? "function" :
			 p == PLACE_STARTS_INSN ? "insn" : p == PLACE_IS_DATA ? "data" : "unknown");
	return text;
}

/* The lengths of the instructions.  A function starts at the first one and at `functions`. */
static void compare(const u8 *lengths, u32 n, const u32 *functions, u32 n_functions)
{
	char want[64];

	for (u32 i = 0, at = 0; i < n; at += lengths[i++])
		for (u32 k = 0; k < lengths[i]; k++) {
			bool starts = false;

			for (u32 f = 0; f < n_functions; f++)
				starts |= functions[f] == at + k;
			snprintf(want, sizeof(want),
				 starts ? "function" : k ? "inside %u-%u" : "insn",
				 at, at + lengths[i]);
			if (!same(place(at + k), want))
				check(false, want, __func__, (int)(at + k));
			else
				passed++;
		}
}

/* push rbp; mov rbp, rsp; mov eax, 1; ret; 6 times nop; nop of 5; call; ret */
static const u8 code64[] = {
	0x55, 0x48, 0x89, 0xe5, 0xb8, 1, 0, 0, 0, 0xc3, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90,
	0x0f, 0x1f, 0x44, 0, 0, 0xe8, 0, 0, 0, 0, 0xc3
};
static const u8 lengths64[] = { 1, 3, 5, 1, 1, 1, 1, 1, 1, 1, 5, 5, 1 };
static const u32 functions[] = { 0, 16 };

static void test_symbols(void)
{
	static const struct sym both[] = {
		{ "one", 0, 16, STT_FUNC }, { "two", 16, 11, STT_FUNC }, { "x", 17, 4, STT_OBJECT },
	};

	make64(EM_X86_64, code64, sizeof(code64));
	make_symbols(true, both, 3);
	compare(lengths64, sizeof(lengths64), functions, 2);
	CHECK(same(place((u32)-1), "unknown"));	/* before all functions */
	/* If functions have sizes, bytes between them belong to no function. */
	make_symbols(true, (struct sym[]){ { "one", 0, 10, STT_FUNC }, both[1] }, 2);
	CHECK(same(place(9), "insn") && same(place(10), "unknown") && same(place(16), "function"));
}

/* A stripped file has only the table, which is above or below the code. */
static void test_unwind(void)
{
	static const s32 two[] = { 0, 16 };
	static const s32 many[] = { -16, -8, 0, 16, 4096, 8192, 12288 };
	static const s32 later[] = { 16 };

	for (u32 i = 0; i < 2; i++) {
		make64(EM_X86_64, code64, sizeof(code64));
		CHECK(same(place(0), "unknown"));
		make_unwind(i ? BASE + 0x3000 : BASE - 0x200000, two, 2);
		compare(lengths64, sizeof(lengths64), functions, 2);
		CHECK(same(place((u32)-1), "unknown"));
		make_unwind(i ? BASE + 0x3000 : BASE - 0x200000, many, 7);
		compare(lengths64, sizeof(lengths64), functions, 2);
		make_unwind(i ? BASE + 0x3000 : BASE - 0x200000, later, 1);
		CHECK(same(place(15), "unknown") && same(place(16), "function"));
	}
}

/* Segments may be in any order, and there are segments without code. */
static void test_segments(void)
{
	static const s32 two[] = { 0, 16 };
	Elf64_Phdr code;

	make64(EM_X86_64, code64, sizeof(code64));
	make_unwind(BASE + 0x3000, two, 2);
	memcpy(&code, image + SEGMENTS, sizeof(code));
	memcpy(image + SEGMENTS, image + SEGMENTS + 56, 56);
	memcpy(image + SEGMENTS + 56, &code, sizeof(code));
	compare(lengths64, sizeof(lengths64), functions, 2);
	code.p_flags = PF_R;
	memcpy(image + SEGMENTS + 56, &code, sizeof(code));
	CHECK(same(place(16), "unknown"));
}

/* Tables of an unknown form, or that are cut off. */
static void test_bad_unwind(void)
{
	static const s32 two[] = { 0, 16 };
	static const u8 others[][4] = {
		{ 2, 0x1b, 0x03, 0x3b }, { 1, 0x1c, 0x03, 0x3b }, { 1, 0x1b, 0x04, 0x3b },
		{ 1, 0x1b, 0x03, 0x3c }, { 1, 0x1b, 0x03, 0x3b },
	};

	make64(EM_X86_64, code64, sizeof(code64));
	make_unwind(BASE + 0x3000, two, 2);
	for (u32 i = 0; i < ARRAY_SIZE(others); i++) {
		unwind_header(BASE + 0x3000, 28, 2, others[i]);
		CHECK(same(place(16), i + 1 < ARRAY_SIZE(others) ? "unknown" : "function"));
	}
	/* The table has only one entry, although its count is larger. */
	unwind_header(BASE + 0x3000, 27, 2, others[4]);
	CHECK(same(place(16), "insn"));
	unwind_header(BASE + 0x3000, 20, 2, others[4]);
	CHECK(same(place(16), "insn"));
	unwind_header(BASE + 0x3000, 28, 1, others[4]);
	CHECK(same(place(16), "insn"));
	unwind_header(BASE + 0x3000, 19, 2, others[4]);
	CHECK(same(place(16), "unknown"));
	unwind_header(BASE + 0x3000, 11, 2, others[4]);
	CHECK(same(place(16), "unknown"));
	unwind_header(BASE + 0x3000, 28, 0, others[4]);
	CHECK(same(place(16), "unknown"));
}

/* At most 1 MB of a function is decoded, and nothing after an unknown instruction. */
static void test_reach(void)
{
	static const struct sym one = { "one", 0, 0, STT_FUNC };
	static u8 nops[(1 << 20) + 8];

	memset(nops, 0x90, sizeof(nops));
	make64(EM_X86_64, nops, sizeof(nops));
	make_symbols(true, &one, 1);
	CHECK(same(place(1 << 20), "insn"));
	CHECK(same(place((1 << 20) + 1), "unknown"));
	memcpy(nops + 4, "\x06", 1);		/* push es, not in 64-bit mode */
	make64(EM_X86_64, nops, 32);
	make_symbols(true, &one, 1);
	CHECK(same(place(3), "insn") && same(place(4), "insn") && same(place(5), "unknown"));
	/* The function and the address are in different segments; the bytes between are unknown. */
	make64(EM_X86_64, nops, 32);
	make_symbols(true, &one, 1);
	PUT(Elf64_Phdr, SEGMENTS, { .p_type = PT_LOAD, .p_flags = PF_X, .p_offset = CODE,
		.p_vaddr = BASE, .p_filesz = 2 });
	PUT(Elf64_Phdr, SEGMENTS + 56, { .p_type = PT_LOAD, .p_flags = PF_X, .p_offset = CODE + 3,
		.p_vaddr = BASE + 2, .p_filesz = 16 });
	CHECK(same(place(1), "insn") && same(place(2), "unknown"));
}

/* 0x40 is an instruction of its own, inc eax, and 0x06 is push es. */
static void test_i386(void)
{
	static const u8 code[] = { 0x40, 0x89, 0xe5, 0x06, 0xb8, 1, 0, 0, 0, 0xc3 };
	static const u8 lengths[] = { 1, 2, 1, 5, 1 };
	static const struct sym one = { "one", 0, 10, STT_FUNC };

	make32(EM_386, code, sizeof(code));
	make_symbols(false, &one, 1);
	compare(lengths, sizeof(lengths), functions, 1);
}

/* Instructions are words; $d marks constants, $x and $a code, $t Thumb code. */
static void test_arm(void)
{
	static const struct sym marked[] = {
		{ "$x", 0, 0, STT_NOTYPE }, { "one", 0, 8, STT_FUNC }, { "$d", 8, 0, STT_NOTYPE },
		{ "$x.1", 12, 0, STT_NOTYPE }, { "two", 12, 8, STT_FUNC },
	};
	static const struct sym arm[] = {
		{ "$a", 0, 0, STT_NOTYPE }, { "one", 0, 8, STT_FUNC }, { "$d", 8, 0, STT_NOTYPE },
		{ "$t", 12, 0, STT_NOTYPE }, { "two", 13, 8, STT_FUNC },
	};
	static const u8 words[32];

	make64(EM_AARCH64, words, sizeof(words));
	CHECK(same(place(4), "insn") && same(place(6), "inside 4-8"));	/* stripped */
	make_symbols(true, marked, 5);
	CHECK(same(place(0), "function") && same(place(4), "insn") && same(place(8), "data"));
	CHECK(same(place(3), "inside 0-4") && same(place(5), "inside 4-8"));
	CHECK(same(place(9), "data") && same(place(12), "function") && same(place(16), "insn"));
	CHECK(same(place(24), "insn"));

	make32(EM_ARM, words, sizeof(words));
	CHECK(same(place(4), "unknown"));	/* it may be Thumb code */
	CHECK(same(place(5), "inside 4-8"));
	make_symbols(false, arm, 5);
	CHECK(same(place(0), "function") && same(place(4), "insn") && same(place(8), "data"));
	CHECK(same(place(7), "inside 4-8") && same(place(12), "insn") && same(place(14), "insn"));
	make_symbols(false, (struct sym[]){ arm[1], arm[4] }, 2);
	CHECK(same(place(0), "function") && same(place(4), "insn") && same(place(8), "unknown"));
	CHECK(same(place(14), "insn"));
	make_symbols(false, (struct sym[]){ arm[0] }, 1);
	CHECK(same(place(4), "insn"));		/* it is marked as code */
	make32(EM_MIPS, words, sizeof(words));
	CHECK(same(place(4), "insn") && same(place(6), "inside 4-8"));
	make32(EM_SH, words, sizeof(words));
	CHECK(same(place(4), "unknown"));
}

/* After a branch MIPS runs one more instruction before it jumps; both are one. */
static void test_delay_slots(void)
{
	static const u32 branches[] = {	/* as an assembler makes them */
		0x03e00008 /* jr ra */, 0x0320f809 /* jalr t9 */, 0x18800017 /* blez a0 */,
		0x04110001 /* bal */, 0x0810091c /* j */, 0x0c10091c /* jal */,
		0x1483fff1 /* bne a0,v1 */, 0x10000003 /* b */, 0x1c400002 /* bgtz v0 */,
		0x54400002 /* bnezl v0 */, 0x45010002 /* bc1t */, 0x04400002 /* bltz v0 */,
	}, others[] = {
		0 /* nop */, 0x00670019 /* multu v1,a3 */, 0x279caac4 /* addiu gp,gp,… */,
		0x000001cd /* break */, 0x0000000c /* syscall */, 0x04090001 /* tgeiu */,
		0x44020000 /* mfc1 v0,$f0 */, 0x8f888074 /* lw t0,…(gp) */, 0x7c03e83b /* rdhwr */,
	};
	u32 code[4] = { 0 };

	for (u32 i = 0; i < ARRAY_SIZE(branches); i++) {
		code[1] = branches[i];
		make32(EM_MIPS, (const u8 *)code, sizeof(code));
		CHECK(same(place(4), "insn") && same(place(8), "inside 4-12"));
		CHECK(same(place(12), "insn"));
	}
	for (u32 i = 0; i < ARRAY_SIZE(others); i++) {
		code[1] = others[i];
		make32(EM_MIPS, (const u8 *)code, sizeof(code));
		CHECK(same(place(8), "insn"));
	}
}

/* ppc64le: the three high bits of st_other are a distance's logarithm (ELF V2 ABI, 3.4.1). */
static void test_local(void)
{
	static const u8 code[64];
	static const struct sym s[] = {
		{ "none", 0, 16, STT_FUNC, 0 }, { "toc", 16, 16, STT_FUNC, 1 << 5 },
		{ "one", 32, 16, STT_FUNC, 2 << 5 },
		{ "two", 48, 16, STT_FUNC, 3 << 5 | STV_HIDDEN },
	};
	static const u8 want[] = { 0, 0, 4, 8 };
	int err;

	for (u32 m = 0; m < 2; m++) {
		struct elf *e;

		make64(m ? EM_X86_64 : EM_PPC64, code, sizeof(code));
		make_symbols(true, s, ARRAY_SIZE(s));
		e = elf_in_memory(image, CODE + n_code, &err);
		for (u32 i = 0; i < ARRAY_SIZE(s); i++)
			CHECK(elf_local(e, BASE + s[i].off) == (m ? 0 : want[i]));
		CHECK(!elf_local(e, BASE + 52));
		elf_close(e);
	}
	make64(EM_PPC64, code, sizeof(code));
	make_symbols(true, s, ARRAY_SIZE(s));
	CHECK(same(place(48), "function") && same(place(52), "insn"));
	CHECK(same(place(53), "inside 52-56"));
}

/* The start of a function, and where the kernel puts a kprobe of it. */
static void kprobe_at(u16 machine, u8 other, const u8 *code, u32 want, bool by_ftrace)
{
	const struct sym s[] = { { "f", 0, 16, STT_FUNC, other } };
	struct elf *e;
	bool found;
	int err;

	make64(machine, code, 16);
	make_symbols(true, s, 1);
	e = elf_in_memory(image, CODE + n_code, &err);
	CHECK(elf_kprobe(e, BASE, &found) == want && found == by_ftrace);
	elf_close(e);
}

static void test_kprobe(void)
{
	static const u32 nop = 0x60000000, mflr = 0x7c0802a6, bl = 0x4bffff01, blr = 0x4e800020;
	const struct { u8 other, want; bool by_ftrace; u32 words[4]; } ppc[] = {
		{ 3 << 5, 12, true, { blr, blr, nop, nop } },
		{ 3 << 5, 12, true, { blr, blr, mflr, bl } },
		{ 0, 4, true, { mflr, bl, blr, blr } },
		{ 3 << 5, 8, false, { blr, blr, nop, mflr } },
		{ 0, 0, false, { mflr, blr, mflr, bl } },
		{ 2 << 5, 4, false, { nop, blr, nop, nop } },
	};
	static const u8 s390[][4] = { { 0xc0, 4 }, { 0xc0, 5, 0, 1 }, { 0xc0, 0xe5 }, { 0xeb, 4 } };
	static const u8 x86[][4] = { { 0xf3, 0x0f, 0x1e, 0xfa }, { 0x55, 0xf3, 0x0f, 0x1e } };
	u8 code[16];

	for (u32 i = 0; i < ARRAY_SIZE(ppc); i++) {
		for (u32 k = 0; k < 4; k++)
			order_put(code + 4 * k, 4, HOST_IS_BIG, ppc[i].words[k]);
		kprobe_at(EM_PPC64, ppc[i].other, code, ppc[i].want, ppc[i].by_ftrace);
	}
	for (u32 i = 0; i < ARRAY_SIZE(s390); i++) {
		order_put(code, 4, HOST_IS_BIG, order_num(s390[i], 4, true));
		kprobe_at(EM_S390, 0, code, 0, i < 2);
	}
	for (u32 i = 0; i < ARRAY_SIZE(x86); i++) {
		order_put(code, 4, HOST_IS_BIG, order_num(x86[i], 4, false));
		kprobe_at(EM_X86_64, 0, code, i ? 0 : 4, false);
	}
}

/* How many bytes of code are skipped, if it has the bytes in `text`. */
static u8 landing(u16 machine, const char *text, u32 n)
{
	u8 bytes;
	struct elf *e;
	int err;

	make64(machine, (const u8 *)text, n);
	e = elf_in_memory(image, CODE + n_code, &err);
	bytes = elf_landing(e, CODE);
	elf_close(e);
	return bytes;
}
#define LANDING(machine, text) landing(machine, text, sizeof(text) - 1)

static void test_landing(void)
{
	CHECK(LANDING(EM_X86_64, "\xf3\x0f\x1e\xfa\x55\xc3") == 4);	/* push rbp */
	CHECK(LANDING(EM_X86_64, "\xf3\x0f\x1e\xfa\x50\xc3") == 4);	/* push rax */
	CHECK(LANDING(EM_X86_64, "\xf3\x0f\x1e\xfa\x41\x57\xc3") == 4);	/* push r15 */
	CHECK(LANDING(EM_X86_64, "\xf3\x0f\x1e\xfa\x4f\xc3") == 0);	/* no push */
	CHECK(LANDING(EM_X86_64, "\xf3\x0f\x1e\xfa\x58\xc3") == 0);	/* pop rax */
	CHECK(LANDING(EM_X86_64, "\xf3\x0f\x1e\xfa\x41\x58\xc3") == 0);	/* pop r8 */
	CHECK(LANDING(EM_X86_64, "\xf3\x0f\x1e\xfb\x55\xc3") == 0);	/* endbr32 */
	CHECK(LANDING(EM_X86_64, "\x55\xc3\x90\x90\x90\x90") == 0);
	CHECK(LANDING(EM_X86_64, "\xf3\x0f\x1e\xfa\x55") == 0);	/* the file ends */
	CHECK(LANDING(EM_386, "\xf3\x0f\x1e\xfa\x55\xc3") == 0);
}

int main(void)
{
	test_symbols();
	test_unwind();
	test_segments();
	test_bad_unwind();
	test_reach();
	test_i386();
	test_arm();
	test_delay_slots();
	test_local();
	test_kprobe();
	test_landing();
	return unit_end();
}
