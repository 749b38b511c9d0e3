/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_text.c - the packed texts are those of diag.def, text.def and feature.def.
 */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "kernel/feature.h"

static const char *const messages[] = {
#define X(tag, severity, text) text,
#include "base/diag.def"
#undef X
#define X(id, text) text,
#include "base/text.def"
#undef X
#define X(id, name, what, needs) what, needs,
#include "kernel/feature.def"
#undef X
};

int main(void)
{
	unsigned passed = 0, failed = 0;

	for (u32 i = 0; i < ARRAY_SIZE(messages); i++) {
		if (!strcmp(text_of(i), messages[i])) {
			passed++;
			continue;
		}
		failed++;
		printf("%u: '%s', not '%s'\n", i, text_of(i), messages[i]);
	}
	if (ARRAY_SIZE(messages) != TEXT_FEATURES + 2 * FEATURES) {
		printf("%zu texts\n", ARRAY_SIZE(messages));
		failed++;
	}
	printf("%u passed, %u failed, 0 skipped\n", passed, failed);
	return failed != 0;
}
