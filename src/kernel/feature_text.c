/* SPDX-License-Identifier: GPL-2.0-or-later */
/* feature_text.c - the text that -T prints about each feature. */
#include "kernel/feature.h"

#include "base/packed.h"
#include "base/text.h"
#include "kernel/host.h"

struct feature_table {
	struct feature_text { char what[100], needs[100]; } text[FEATURES];
};

#ifdef PACKED
static const u8 packed[] = {
#include "packed/feature_text.h"
};
#else
static const struct feature_table data = { {
#define X(id, name, what, needs) { what, needs },
#include "base/feature.def"
#undef X
} };
#endif

const char *feature_what(enum feature f)
{
	return TABLE(struct feature_table)->text[f].what;
}

/* Is it found by a file of sysfs? */
static bool is_in_sysfs(enum feature f)
{
	return f == FEATURE_KPROBE_PMU || f == FEATURE_RETURNS || f == FEATURE_UPROBE_PMU ||
	       f == FEATURE_ITER || f == FEATURE_TRAMPOLINE || f == FEATURE_BTF;
}

const char *feature_needs(enum feature f)
{
	if (is_in_sysfs(f) && !host_has_sysfs())
		return text_of(T_NEEDS_SYSFS);
	if ((f == FEATURE_TRACEPOINT || f == FEATURE_KPROBE_PMU || f == FEATURE_RETURNS) &&
	    host_is_confidential())
		return text_of(T_NEEDS_UNLOCKED);
	return TABLE(struct feature_table)->text[f].needs;
}
