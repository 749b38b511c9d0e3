/* SPDX-License-Identifier: GPL-2.0-or-later */
/* switched.h - probes that see nothing because the kernel's switches are off. */
#ifndef AWL_SWITCHED_H
#define AWL_SWITCHED_H

#include "image.h"

struct switched {
	u32 off;		/* enum switches */
	u32 ftrace, kprobes;	/* how many probes see nothing because of each switch */
	u32 ftrace_why, kprobes_why;	/* texts */
};

/* Counts the probes for switches that are off now or that are in `written`. */
struct switched switched_off(const struct image *im, u32 written);
/* Is any probe of the script on a function? */
bool switched_matters(const struct image *im);
/* The text that says why a program can't work because ftrace is off for good; 0 if it can. */
u32 switched_why(const struct prog *p);
/* Appends lines for the user. */
void switched_say(const struct image *im, struct strbuf *out);

#endif
