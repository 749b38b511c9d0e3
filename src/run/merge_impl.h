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
	char side;		/* --diff: 'a' or 'b', which is the last byte of keys; else 0 */
	struct strbuf bytes;	/* what is packed now */
	u8 *words, *more;	/* of one value, all of them */
	u32 room;		/* bytes in each of them */
};

/* Adds the bytes of a file.  Returns 0, or the text that says why the file is refused; that is
 * about *name, if it isn't NULL.  A part of the file may have been added then. */
u32 merge_take(struct merge *m, const void *bytes, size_t n, const char **name);
void merge_free(struct merge *m);
/* The words of an aggregation in m->words. */
const u8 *merge_words(struct merge *m, const struct merged *g, const struct cell *c);
void merge_unpack(struct merge *m, struct arena *a, const char *bytes, u32 n, struct value *out);
/* The entries of a map, so that their hash can be freed; in the arena. */
struct cell **merge_cells(const struct merged *g, struct arena *a);

/* ---- merge_folded.c ---- */

/* Appends the awlmap file that the lines of the folded format make.  A NUL follows the text.
 * Returns 0, or the number of the first line that has another format. */
u32 merge_unfold(struct strbuf *out, const char *text, size_t len);

/* ---- merge_show.c ---- */

/* Shows all maps in the session's output.  Nothing can be added after that. */
void merge_show(struct merge *m, struct session *s);
/* Writes them to another file. */
void merge_save(struct merge *m, struct session *s);
/* Have several maps keys? */
bool merge_has_several(const struct merge *m);
/* Decodes an entry, in env's arena. */
void merge_decode(struct merge *m, const struct merged *g, const struct cell *c,
		  struct value_env *env, struct entry *e);

/* ---- merge_diff.c ---- */

/* Shows how the entries of side b differ from those of side a. */
void merge_show_diff(struct merge *m, struct session *s, const struct merged *g);

#endif
