/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * btf_file.h - open a file with BTF and read it piece by piece.
 *
 * Kernels before 6.16 don't let /sys/kernel/btf/ be mapped.  Then a window holds a piece of the
 * file, which is enough for a walk over all types.
 */
#ifndef AWL_BTF_FILE_H
#define AWL_BTF_FILE_H

#include "base/base.h"

struct btf_file {
	int fd;
	u8 *map;		/* the whole file, or NULL */
	u32 size;		/* bytes; less than 2 GB */
	u32 types, types_len;	/* offsets in the file, and bytes: btf_file_header() */
	u32 strs, strs_len;
	const u8 *buf;		/* the n bytes of the file from offset `at` on */
	u32 at, n;
	u8 *window;		/* if the file is not mapped; freed by btf_file_close() */
	u32 room;		/* size of the window in bytes */
};

/* Opens a file.  If it can't be mapped, makes a window of `room` bytes.  Returns 0 or -errno.  The
 * caller calls btf_file_close() also after an error. */
int btf_file_open(struct btf_file *f, const char *path, u32 room);
void btf_file_close(struct btf_file *f);

#define BTF_MAGIC 0xeb9f	/* the header begins with it, two bytes … */
#define BTF_VERSION 1		/* … and this, one byte */
#define BTF_HEADER 24		/* bytes of BTF's header that are used */
#define BTF_PAGE 4096u		/* bytes that one read(2) of /sys/kernel/btf/ returns at most */
/* Sets f->types and f->strs from the header at p.  It is at offset `at` in the file, at the start
 * of len bytes of BTF.  Returns 0 or -EINVAL. */
int btf_file_header(struct btf_file *f, const u8 *p, u32 at, u32 len);

/* Is the BTF at p in the byte order of other machines? */
bool btf_file_is_turned(const u8 *p, u32 len);
/* Turns the numbers of its header and types around. */
void btf_file_turn(u8 *p, u32 len);

/* Moves the window to an offset.  Does nothing if the file is mapped. */
void btf_file_fill(struct btf_file *f, u32 off);
/* Returns n bytes at an offset, which are valid until the next call.  Returns NULL if the file
 * ends before, or if the window is too small. */
const u8 *btf_file_get(struct btf_file *f, u32 off, u32 n);

#endif
