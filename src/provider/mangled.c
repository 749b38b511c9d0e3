/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mangled.c - functions of C++ and Rust by their names in the source; see mangled.h. */
#include "provider/mangled.h"

#include <string.h>

#include "base/find.h"
#include "kernel/host.h"

struct mangled mangled_parse(const char *func)
{
	bool is_cpp = starts_with(func, "cpp:") && func[4] && !strchr("0123456789:", func[4]);
	struct mangled m = { .want = is_cpp ? func + 4 : func, .is_inner = !is_cpp };

	if (!HAS_DEMANGLE || (!is_cpp && !strstr(func, "::")))
		m.want = NULL;
	return m;
}

static bool matches(const struct mangled *m, struct strbuf *name)
{
	const char *s = sb_str(name);
	size_t len = strlen(m->want), more;

	if (m->is_glob)
		return host_glob(m->want, s);
	if (name->n < len || strcmp(s + name->n - len, m->want))
		return false;
	more = name->n - len;
	return !more || (m->is_inner && more > 2 && !memcmp(s + more - 2, "::", 2));
}

bool mangled_matches(const struct mangled *m, const char *symbol, struct strbuf *shown)
{
	bool is_name;

	sb_reset(shown);
	/* Where .cold begins no function is entered. */
	if (strstr(symbol, ".cold") || !demangle_name(symbol, shown))
		return false;
	is_name = matches(m, shown);
	sb_reset(shown);
	return demangle(symbol, shown) && (is_name || matches(m, shown));
}
