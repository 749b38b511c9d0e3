/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mappings.h - what processes have mapped, from the start of a session on, if the script's
 * values will need it; and what of that is dropped when processes are gone.
 */
#ifndef AWL_MAPPINGS_H
#define AWL_MAPPINGS_H

#include "base/base.h"

struct events;			/* run/events.h */
struct session;
struct usyms;			/* symbols/usyms.h */

struct mappings {
	struct events *events;	/* NULL unless user symbols are used */
	struct usyms *usyms;
};

void mappings_watch(struct session *s);
void mappings_drain(struct session *s);
/* To be called now and then. */
void mappings_forget(struct session *s);
void mappings_close(struct session *s);

#endif
