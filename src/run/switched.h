/* SPDX-License-Identifier: GPL-2.0-or-later */
/* switched.h - probes that see nothing because the kernel's switches are off. */
#ifndef AWL_SWITCHED_H
#define AWL_SWITCHED_H

#include "image.h"

struct switched {
	u32 off;		/* enum switches */
	u32 ftrace, kprobes;	/* how many probes these keep from seeing anything */
	u32 ftrace_why, kprobes_why;	/* texts */
};

/* Of switches that are off now, or in `written`. */
struct switched switched_off(const struct image *im, u32 written);
/* Is any probe of the script on a function? */
bool switched_matters(const struct image *im);
/* Does a program of this kind need what is off for good?  Then a text, why; else 0. */
u32 switched_why(const struct prog *p);
/* Lines for the user. */
void switched_say(const struct image *im, struct strbuf *out);

#endif
