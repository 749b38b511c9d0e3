/* SPDX-License-Identifier: GPL-2.0-or-later */
/* merge_impl.h - what merge.c, which adds up files, and merge_show.c share. */
#ifndef AWL_MERGE_IMPL_H
#define AWL_MERGE_IMPL_H

#include "run/merge.h"
#include "run/session.h"
#include "show/mapfile.h"

struct cell {			/* an entry */
	const char *key;	/* packed, with the numbers of merge.texts */
	u32 key_len;
	bool differs;		/* no aggregation, and the values of two machines differ */
	u32 first, n, room;	/* of an aggregation: the words that are not 0 */
	union {
		u64 *words;
		const char *value;	/* packed, n bytes */
	};
};

struct merged {			/* a map */
	struct mapfile_map map;
	struct hash cells;	/* by key */
};

struct merge {
	const struct merge_options *opt;
	struct arena arena;
	struct texts texts;
	VEC(struct merged) maps;
	VEC(struct mapfile_run) runs;
	VEC(struct mapfile_loss) losses;
	struct hash seen;	/* runs, as they are packed */
	bool any;		/* a file was added: the others must have the same maps */
	struct strbuf bytes;	/* what is packed now */
	u8 *words, *more;	/* of one value, all of them */
	u32 room;		/* bytes in each of them */
};

/* Adds a file.  Returns 0, or 1 after it said why the file is refused. */
int merge_add(struct merge *m, const char *file);
/* The words of an aggregation in m->words. */
const u8 *merge_words(struct merge *m, const struct merged *g, const struct cell *c);
void merge_unpack(struct merge *m, struct arena *a, const char *bytes, u32 n, struct value *out);

/* ---- merge_show.c ---- */

/* Shows all maps in the session's output. */
void merge_show(struct merge *m, struct session *s);
/* Writes them to another file. */
void merge_save(struct merge *m, struct session *s);

#endif
