/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * btf_file.h - a file with BTF: opened, and read piece by piece.
 *
 * Kernels before 6.16 don't let /sys/kernel/btf/ be mapped.  Then a window holds the piece that is
 * looked at, which is what a walk over all types needs.
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
	u8 *window;		/* to be freed */
	u32 room;		/* bytes in it */
};

/* Opens a file; a window of `room` bytes is made if it can't be mapped.  Returns 0 or -errno.
 * The caller closes it in both cases. */
int btf_file_open(struct btf_file *f, const char *path, u32 room);
void btf_file_close(struct btf_file *f);

#define BTF_HEADER 24		/* bytes of BTF's header that are used */
#define BTF_PAGE 4096u		/* bytes that one read(2) of /sys/kernel/btf/ returns at most */
/* Sets types and strs from the header at p, which begins len bytes of BTF at offset `at` of the
 * file.  Returns 0 or -EINVAL. */
int btf_file_header(struct btf_file *f, const u8 *p, u32 at, u32 len);

/* Moves the window to an offset. */
void btf_file_fill(struct btf_file *f, u32 off);
/* Returns n bytes at an offset, valid until the next call; NULL: the file ends before, or the
 * window is too small. */
const u8 *btf_file_get(struct btf_file *f, u32 off, u32 n);

#endif
