/* SPDX-License-Identifier: GPL-2.0-or-later */
/* forget.h - drops what is known of processes that are gone. */
#ifndef AWL_FORGET_H
#define AWL_FORGET_H

#include "run/session_env.h"

/* To be called now and then. */
void session_forget(struct session *s);

#endif
