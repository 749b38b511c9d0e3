/* SPDX-License-Identifier: GPL-2.0-or-later */
/* savemap.h - writes a session's maps as an awlmap (show/mapfile.h). */
#ifndef AWL_SAVEMAP_H
#define AWL_SAVEMAP_H

struct session;

/* Appends the file to the session's output. */
void savemap_all(struct session *s);

#endif
