/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * toolbox.h - the scripts of tools/, which are a part of awl.
 */
#ifndef AWL_TOOLBOX_H
#define AWL_TOOLBOX_H

#include "base/strbuf.h"

/* The text of a tool; NULL if there is none with this name. */
const char *tool_find(const char *name);
/* Appends a line for each tool: its name and what it does. */
void tools_list(struct strbuf *out);

#endif
