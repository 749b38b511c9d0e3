/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_demangle.c - names of C++ and Rust (base/demangle.h).
 *
 *	unit_demangle [FILE...]		(tests/fixtures/demangle)
 *
 * Each line of a FILE is a mangled name, a tab and what c++filt -i prints for it.
 * tests/debug/names makes such files of libraries.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/demangle.h"
#include "tests/lib/unit.h"

static void check_name(const char *name, const char *want)
{
	struct strbuf text = { 0 };

	CHECK(same(demangle(name, &text) ? sb_str(&text) : name, want));
	sb_free(&text);
}

/* Each beginning of the name, in memory of its own, so that sanitizers see what is read. */
static void cut(const char *name)
{
	struct strbuf text = { 0 };

	for (size_t n = 0; n < strlen(name) && n < 200; n++, inputs++) {
		char *copy = strndup(name, n);

		demangle(copy, &text);
		sb_reset(&text);
		free(copy);
	}
	sb_free(&text);
}

static void check_file(const char *path, bool all)
{
	static char line[1 << 18];
	FILE *f = fopen(path, "r");

	CHECK(f != NULL);
	while (f && fgets(line, sizeof(line), f)) {
		char *tab = strchr(line, '\t');

		if (!tab)
			continue;
		line[strcspn(line, "\n")] = '\0';
		*tab = '\0';
		check_name(line, tab + 1);
		if (all)
			cut(line);
	}
	if (f)
		fclose(f);
}

/* Is the name refused, without text? */
static bool is_refused(const char *name)
{
	struct strbuf text = { 0 };
	bool ok;

	sb_puts(&text, "before");
	ok = !demangle(name, &text) && same(sb_str(&text), "before");
	sb_free(&text);
	return ok;
}

/* Deep, long and exponential names end. */
static void check_bounds(void)
{
	struct strbuf name = { 0 };

	sb_puts(&name, "_Z1f");
	sb_pad(&name, 'P', 10000);
	sb_puts(&name, "i");
	CHECK(is_refused(sb_str(&name)));
	sb_reset(&name);
	sb_puts(&name, "_Z1f1AIS_S_E");		/* each of these is twice as long as the last one */
	for (unsigned i = 0; i < 34; i++) {
		char c = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[i];

		sb_printf(&name, "S_IS%c_S%c_E", c, c);
	}
	CHECK(is_refused(sb_str(&name)));
	sb_reset(&name);
	sb_puts(&name, "_Z20000");
	sb_pad(&name, 'f', 20000);
	sb_puts(&name, "v");
	CHECK(is_refused(sb_str(&name)));
	sb_reset(&name);
	sb_puts(&name, "_RNv");			/* each mentions the one before twice */
	sb_pad(&name, 'T', 5000);
	CHECK(is_refused(sb_str(&name)));
	sb_free(&name);
}

/* Names as c++filt -i -p prints them. */
static void check_names(void)
{
	static const char *const rows[][2] = {
		{ "_Z1fv", "f" },
		{ "_ZNK3geo5Shape4areaEi", "geo::Shape::area" },
		{ "_ZN3geo5twiceIdEET_S1_", "geo::twice<double>" },
		{ "_ZZ1fvENKUliE_clEi", "f()::{lambda(int)#1}::operator()" },
		{ "_ZN3geo5ShapeC1Ei", "geo::Shape::Shape" },
		{ "_ZN3geo5ShapecvPFviEEv", "geo::Shape::operator void (*)(int)" },
		{ "_ZN3geo5ShapeclEPi.isra.0", "geo::Shape::operator()" },
		{ "_ZTVN1AE", "vtable for A" },
		{ "_RNvC6_123foo3bar", "123foo::bar" },
	};
	struct strbuf text = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		CHECK(demangle_name(rows[i][0], &text) && same(sb_str(&text), rows[i][1]));
		sb_reset(&text);
	}
	sb_free(&text);
}

static void check_others(void)
{
	static const char *const others[] = {
		"", "_", "_Z", "_R", "_G", "main", "Z1f", "_Z1", "_Zf", "_Z1fv1", "_ZN1A",
		"_ZN1AEE", "_Z0fv", "_Z99999999999999999999f", "_ZS_", "_ZS9999999999999_",
		"_Z1fT_", "_RNvC3foo", "_R1NvC3foo3bar", "_RB_", "_RNvB9_3foo",
		"__libc_start_main", "_GLOBAL_", "_GLOBAL__I", "_Z1fv.",
	};

	for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
		bool refused = is_refused(others[i]);

		if (!refused)
			printf("%s\n", others[i]);
		CHECK(refused);
	}
}

int main(int argc, char **argv)
{
	char path[4096];

	for (int i = 1; i < argc; i++)
		check_file(argv[i], false);
	if (argc < 2) {
		snprintf(path, sizeof(path), "%s/fixtures/demangle",
			 getenv("TESTS") ? getenv("TESTS") : "tests");
		check_file(path, true);
		check_bounds();
		check_names();
		check_others();
	}
	return unit_end();
}
