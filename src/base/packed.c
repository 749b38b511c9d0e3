/* SPDX-License-Identifier: GPL-2.0-or-later */
/* packed.c - texts of numbered letters and pairs of numbers; see packed.h. */
#include "base/packed.h"

struct unpack {
	const u8 *packed;
	u32 skip;		/* texts before the one wanted */
	char *out;
};

/* False when the text is complete. */
static bool unpack(struct unpack *u, u32 code)
{
	u32 letters = *u->packed;
	const u8 *at = u->packed + 1 + code;

	if (code >= letters) {
		at += code - letters;
		return unpack(u, at[0]) && unpack(u, at[1]);
	}
	if (u->skip) {
		u->skip -= !code;
		return true;
	}
	*u->out++ = (char)*at;
	return code;
}

void packed_text(const u8 *packed, u32 n, char *out)
{
	struct unpack u = { packed, n, out };
	const u8 *text = packed + 1 + *packed + 2 * (256 - *packed);

	while (unpack(&u, *text))
		text++;
}
