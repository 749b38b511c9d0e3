/* SPDX-License-Identifier: GPL-2.0-or-later */
/* late.h - numbers that become text when they are shown. */
#ifndef AWL_LATE_H
#define AWL_LATE_H

struct check;
struct expr;
struct type;

/* The type of a user id that is shown as the user's name. */
const struct type *check_username(struct check *c, struct expr *e);
/* The type of a process id that is shown as the name of its first thread. */
const struct type *check_comm_of(struct check *c, struct expr *e);

#endif
