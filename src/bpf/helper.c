/* SPDX-License-Identifier: GPL-2.0-or-later */
/* helper.c - names of BPF helper functions. */
#include <stddef.h>

#include "base/packed.h"
#include "bpf/insn.h"

struct names {
#define X(name, number) char name[sizeof(#name)];
#include "bpf/helper.def"
#undef X
};

struct helper_table {
	struct { u16 number, name; } all[HELPERS];
	struct names names;
};

#ifdef PACKED
static const u8 packed[] = {
#include "packed/helper.h"
};
#else
static const struct helper_table data = {
	{
#define X(name, number) { number, offsetof(struct names, name) },
#include "bpf/helper.def"
#undef X
	}, {
#define X(name, number) #name,
#include "bpf/helper.def"
#undef X
	}
};
#endif

void helper_put(struct strbuf *out, u32 number)
{
	const struct helper_table *t = TABLE(struct helper_table);

	for (u32 i = 0; i < HELPERS; i++)
		if (t->all[i].number == number) {
			sb_puts(out, (const char *)&t->names + t->all[i].name);
			return;
		}
	sb_printf(out, "helper#%u", number);
}
