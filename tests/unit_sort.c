/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_sort.c - the order of a large map.
 *
 *	unit_sort [ENTRIES]
 */
#include <stdlib.h>

#include "output/output.h"
#include "show/render.h"
#include "tests/lib/unit.h"

/* A large map in pseudo-random order comes out sorted and complete. */
static void test_large(u32 n)
{
	struct entry *e = mem_alloc(n * sizeof(*e));
	struct value *keys = mem_alloc(n * sizeof(*keys));
	struct strbuf sb = { 0 };
	bool ok = true;
	u64 sum = 0;

	for (u32 i = 0; i < n; i++) {
		keys[i] = (struct value){ .kind = V_UINT, .u = i };
		e[i].key = (struct value){ .kind = V_TUPLE, .n = 1, .items = &keys[i] };
		e[i].value = (struct value){ .kind = V_UINT, .u = i * 2654435761u % 1000 };
	}
	value_sort(e, n, false);
	output_text.map(&sb, &(struct map_view){ "@", true, e, n, 0 });
	CHECK(sb.n > n);
	for (u32 i = 0; i < n; i++) {
		sum += e[i].key.items->u;
		ok &= !i || e[i - 1].value.u < e[i].value.u ||
		      (e[i - 1].value.u == e[i].value.u &&
		       e[i - 1].key.items->u < e[i].key.items->u);
	}
	CHECK(ok && sum == (u64)n * (n - 1) / 2);
	sb_free(&sb);
	mem_free(keys);
	mem_free(e);
}

int main(int argc, char **argv)
{
	test_large(argc > 1 ? (u32)atoi(argv[1]) : 10007);
	return unit_end();
}
