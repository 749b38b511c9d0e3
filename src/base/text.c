/* SPDX-License-Identifier: GPL-2.0-or-later */
/* text.c - the packed texts; see text.h. */
#include "base/text.h"

#include "base/packed.h"
#include "base/text_data.h"

const char *text_of(u32 id)
{
	static char texts[2][TEXT_LONGEST];
	static bool second;
	char *text = texts[second = !second];

	packed_text(packed, id, text);
	return text;
}
