/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * demangle.h - names of C++ and Rust functions as they are in the source.
 *
 * Facts: the Itanium C++ ABI, chapter 5.1 (External Names); Rust's RFC 2603 for names that begin
 * with _R.  Where these don't prescribe the text, it is the one that c++filt -i prints.
 */
#ifndef AWL_DEMANGLE_H
#define AWL_DEMANGLE_H

#include "base/strbuf.h"

/* Does this awl show demangled names?  ./configure --disable-demangle leaves them out. */
#ifdef NO_DEMANGLE
#define HAS_DEMANGLE false
#else
#define HAS_DEMANGLE true
#endif

/*
 * Appends the name and returns true.  Returns false and appends nothing if the name is not
 * mangled, or if it has more than 16 kB or needs more than 64 kB.
 */
bool demangle(const char *mangled, struct strbuf *out);
/* The same without what overloads of a function differ in: parameters and result. */
bool demangle_name(const char *mangled, struct strbuf *out);

#endif
