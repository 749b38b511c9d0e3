/* SPDX-License-Identifier: GPL-2.0-or-later */
/* unit_elf_nearest.c - functions by address, of this program itself. */
#include "symbols/elf.h"
#include "tests/lib/unit.h"

/* A symbol is the same whether all are read for it or many were asked for before. */
static int ask_again(void *arg, const struct elf_symbol *s)
{
	struct elf *often = arg, *once;
	struct elf_symbol a = { 0 }, b = { 0 };
	int err;

	for (u64 addr = s->addr - 1; addr < s->addr + s->size + 2; addr += s->size / 2 + 1) {
		once = elf_open("/proc/self/exe", &err);
		CHECK(once && elf_nearest(once, addr, &a) == elf_nearest(often, addr, &b));
		CHECK(a.addr == b.addr && a.size == b.size);
		CHECK(!a.name == !b.name && (!a.name || same(a.name, b.name)));
		elf_close(once);
	}
	return 0;
}

int main(void)
{
	int err;
	struct elf *e = elf_open("/proc/self/exe", &err);

	CHECK(e);
	elf_each(e, ask_again, e);
	elf_close(e);
	return unit_end();
}
