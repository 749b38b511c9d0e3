/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * elf_nearest.c - functions and mapping symbols by address; see elf.h.
 *
 * Programs ask for a few addresses or for hundreds, as those of a function that is inlined
 * everywhere.  The first few read all symbols.  Then the functions are sorted, which takes as long
 * as reading all symbols three times.
 */
#include "base/order.h"
#include "base/sort.h"
#include "symbols/elf_impl.h"

#define FEW 4

struct search { u64 addr; struct elf_symbol *best; bool found; };

static bool has(const struct elf_symbol *s, u64 addr)
{
	return s->addr <= addr && (!s->size || addr - s->addr < s->size);
}

static int better(void *arg, const struct elf_symbol *s)
{
	struct search *x = arg;

	if (!s->is_func || !has(s, x->addr) || (x->found && s->addr <= x->best->addr))
		return 0;
	*x->best = *s;
	x->found = true;
	return 0;
}

static int add(void *arg, const struct elf_symbol *s)
{
	struct elf_functions *f = arg;

	if (s->is_func)
		vec_push(&f->v, *s);
	return 0;
}

static bool by_addr(const void *ctx, const void *a, const void *b)
{
	(void)ctx;
	return ((const struct elf_symbol *)a)->addr <= ((const struct elf_symbol *)b)->addr;
}

/* The last one at or below the address that has it; of several there, the first one. */
static bool find(const struct elf_functions *f, u64 addr, struct elf_symbol *out)
{
	u32 lo = 0, hi = f->v.n;
	bool found = false;

	while (lo < hi) {
		u32 mid = (lo + hi) / 2;

		if (f->v.v[mid].addr <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	while (lo-- > 0 && !(found && f->v.v[lo].addr < out->addr))
		if (has(&f->v.v[lo], addr)) {
			*out = f->v.v[lo];
			found = true;
		}
	return found;
}

bool elf_nearest(const struct elf *e, u64 addr, struct elf_symbol *out)
{
	struct elf_functions *f = e->functions;
	struct search x = { addr, out, false };

	if (f->asked++ < FEW) {
		elf_each(e, better, &x);
		return x.found;
	}
	if (!f->v.n) {
		elf_each(e, add, f);
		sort_array(f->v.v, f->v.n, sizeof(*f->v.v), by_addr, NULL);
	}
	return find(f, addr, out);
}

void elf_forget_functions(struct elf *e)
{
	vec_free(&e->functions->v);
}

/* n bytes of code; NULL: there are none. */
static const u8 *code_at(const struct elf *e, u64 addr, u32 n)
{
	struct section s;

	if (!e->bases)
		return elf_bytes(e, elf_code(e, addr), n);
	for (u64 i = 0; elf_header(e, i, &s); i++)
		if (s.flags & SHF_EXECINSTR && addr - e->bases[i].addr < s.size)
			return elf_at(e, s.off + (addr - e->bases[i].addr), n);
	return NULL;
}

/* Is there code that sets r2 from r12, or to a constant, as a function's global entry does (64-bit
 * ELF V2 ABI, 2.3.2.1)? */
static bool sets_toc(const struct elf *e, u64 addr)
{
	const u8 *p = code_at(e, addr, 8);
	u32 high = p ? (u32)order_num(p, 4, e->is_big) >> 16 : 0;

	return (high == 0x3c4c || high == 0x3c40) &&	/* addis r2,r12,…; lis r2,… */
	       (u32)order_num(p + 4, 4, e->is_big) >> 16 == 0x3842;	/* addi r2,r2,… */
}

/* The symbol has the distance's logarithm; 0 and 1 mean none (3.4.1). */
u8 elf_local(const struct elf *e, u64 addr)
{
	const char *name;
	Elf64_Sym s;

	if (e->machine != EM_PPC64)
		return 0;
	for (u64 i = 0; i < e->syms.count; i++)
		if (elf_entry(e, i, &s, &name) && s.st_value == addr &&
		    ELF64_ST_TYPE(s.st_info) == STT_FUNC && s.st_shndx != SHN_UNDEF)
			return (u8)(1u << (s.st_other >> 5) & ~3u);
	return sets_toc(e, addr) ? 8 : 0;
}

/* ppc64le: at ftrace's instruction, else after what sets r2 (kprobe_lookup_name()).
 * x86_64: after an endbr64 (arch_adjust_kprobe_addr()). */
u8 elf_kprobe(const struct elf *e, u64 addr, bool *by_ftrace)
{
	u8 local = elf_local(e, addr);
	const u8 *p = code_at(e, addr + local, 8);
	u32 first = p ? (u32)order_num(p, 4, e->is_big) : 0;
	u32 second = p ? (u32)order_num(p + 4, 4, e->is_big) : 0;

	*by_ftrace = false;
	switch (e->machine) {
	case EM_PPC64:
		*by_ftrace = (first == 0x60000000 && second == 0x60000000) ||	/* nop; nop */
			     /* mflr r0; bl … */
			     (first == 0x7c0802a6 && (second & 0xfc000003) == 0x48000001);
		return local + (*by_ftrace ? 4 : 0);
	case EM_S390:	/* brcl 0,… or brasl %r0,… */
		*by_ftrace = first >> 16 == 0xc004 || first >> 16 == 0xc005;
		return 0;
	case EM_X86_64:
		return first == 0xfa1e0ff3 ? 4 : 0;
	default:
		return 0;
	}
}

/* Mapping symbols are "$a", "$t", "$x" and "$d", also "$d.1" (ELF for the Arm Architecture,
 * 5.5.5). */
char elf_mark(const struct elf *e, u64 addr)
{
	const char *name;
	u64 best = 0;
	char kind = 0;
	Elf64_Sym s;

	for (u64 i = 0; i < e->syms.count; i++)
		if (elf_entry(e, i, &s, &name) && name[0] == '$' && s.st_shndx != SHN_UNDEF &&
		    s.st_value <= addr && (!name[1] || !name[2] || name[2] == '.') &&
		    (!kind || s.st_value >= best)) {
			kind = name[1];
			best = s.st_value;
		}
	return kind;
}
