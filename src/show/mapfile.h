/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mapfile.h - writes and reads awlmap files: maps of a run, with all that is needed to add them to
 * those of other machines.  awlmap(5) describes the format.
 */
#ifndef AWL_MAPFILE_H
#define AWL_MAPFILE_H

#include "show/pack.h"

struct mapfile_run {		/* of a script, on a machine; texts may be NULL */
	const char *host, *kernel, *machine, *version, *script;
	u64 start, end;		/* ns since the epoch */
	u64 cpus;
};

struct mapfile_map {
	const char *name;	/* with the @ */
	const char *shape;	/* the kinds of its keys; "" if it has none */
	u32 n_keys;
	const char *const *key_names;	/* each may be NULL */
	const struct type *value;	/* an aggregation; NULL: values are as they were stored */
};

struct mapfile_loss { const char *what, *where, *cure; u64 count; };

/* ---- writing ---- */

struct mapfile_writer {
	struct strbuf *out;
	struct texts *texts;
	struct strbuf block;	/* the payload of a block that is not complete */
	u32 written;		/* texts in the file */
	u32 maps, blocks;
};

void mapfile_begin(struct mapfile_writer *w, struct strbuf *out, struct texts *texts);
void mapfile_put_run(struct mapfile_writer *w, const struct mapfile_run *r);
/* Begins a map, to which the entries that follow belong. */
void mapfile_put_map(struct mapfile_writer *w, const struct mapfile_map *m);
/* Returns where to append the next entry: its key by pack_value(), then its value by that or
 * pack_words(). */
struct strbuf *mapfile_entry(struct mapfile_writer *w);
void mapfile_put_loss(struct mapfile_writer *w, const struct mapfile_loss *l);
void mapfile_end(struct mapfile_writer *w);

/* The kinds of a tuple's members, appended as letters. */
void mapfile_shape(struct strbuf *out, const struct type *key);

/* ---- reading ---- */

enum mapfile_item { MAPFILE_END, MAPFILE_BAD, MAPFILE_RUN, MAPFILE_MAP, MAPFILE_ENTRY,
		    MAPFILE_LOSS };

struct mapfile {
	const u8 *at, *end;		/* the blocks that are left */
	const struct agg_ops *const *aggs;	/* those that this awl has; NULL-terminated */
	struct texts *texts;
	struct arena *arena;		/* of maps */
	struct arena parts;		/* of an item */
	VEC(u32) numbers;		/* in `texts` of the file's texts */
	VEC(struct mapfile_map) maps;	/* so far; the last one is the item */
	struct unpack in;		/* the block */
	char block;			/* its type; 0: none */
	u8 *words;			/* of a value: as many as any map needs */
	u32 room;
	u32 bad;			/* a text of base/text.h: why the file is refused */
	const char *bad_name;		/* what it is about, or NULL */
	/* the item */
	struct mapfile_run run;
	struct mapfile_loss loss;
	u32 n_map;			/* of an entry: which map of the file */
	struct value key, value;	/* value: if the map is no aggregation */
};

/* Opens the bytes of a file.  False if it is no complete and undamaged one: see `bad`.  The caller
 * has set aggs, texts and arena. */
bool mapfile_open(struct mapfile *f, const void *bytes, size_t n);
/* Reads the next item, which is valid until the next call. */
enum mapfile_item mapfile_next(struct mapfile *f);
void mapfile_close(struct mapfile *f);

#endif
