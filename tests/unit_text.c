/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_text.c - the packed texts are those of diag.def, text.def, helper.def and
 * feature.def, and those of errors.def, which static builds have for strerror().
 */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "bpf/insn.h"
#include "kernel/feature.h"

char *small_strerror(int n);
#define strerror small_strerror
#include "contrib/strerror.c"
#undef strerror

static const char *const messages[] = {
#define X(tag, severity, text) text,
#include "base/diag.def"
#undef X
#define X(id, text) text,
#include "base/text.def"
#undef X
#define X(name, number) #name,
#include "bpf/helper.def"
#undef X
#define X(id, name, what, needs) what, needs,
#include "kernel/feature.def"
#undef X
};

static const char *const errors[] = {
#define X(number, name, text) [number] = text,
#include "contrib/errors.def"
#undef X
};

static unsigned passed, failed;

static void same(u32 i, const char *is, const char *want)
{
	if (!strcmp(is, want)) {
		passed++;
		return;
	}
	failed++;
	printf("%u: '%s', not '%s'\n", i, is, want);
}

int main(void)
{
	for (u32 i = 0; i < ARRAY_SIZE(messages); i++)
		same(i, text_of(i), messages[i]);
	for (int i = -1; i <= (int)ARRAY_SIZE(errors); i++)
		same((u32)i, small_strerror(i), errors[i > 0 && i < (int)ARRAY_SIZE(errors) && errors[i] ? i : 0]);
	if (ARRAY_SIZE(messages) != TEXT_HELPERS + HELPERS + 2 * FEATURES) {
		printf("%zu texts\n", ARRAY_SIZE(messages));
		failed++;
	}
	printf("%u passed, %u failed, 0 skipped\n", passed, failed);
	return failed != 0;
}
