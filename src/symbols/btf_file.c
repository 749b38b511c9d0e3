/* SPDX-License-Identifier: GPL-2.0-or-later */
/* btf_file.c - open and read a file with BTF; see btf_file.h.  Facts: linux/btf.h. */
#include "symbols/btf_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/order.h"
#include "symbols/btf_impl.h"

int btf_file_open(struct btf_file *f, const char *path, u32 room)
{
	struct stat st;
	u8 *map;

	*f = (struct btf_file){ .fd = open(path, O_RDONLY | O_CLOEXEC) };
	if (f->fd < 0 || fstat(f->fd, &st))
		return last_error();
	if (st.st_size < BTF_HEADER)
		return -EINVAL;
	if (st.st_size > INT32_MAX)
		return -EFBIG;
	f->size = (u32)st.st_size;
	map = mmap(NULL, f->size, PROT_READ, MAP_PRIVATE, f->fd, 0);
	if (map == MAP_FAILED) {
		f->room = room;
		f->buf = f->window = mem_alloc(room);
	} else {
		f->n = f->size;
		f->buf = f->map = map;
	}
	return 0;
}

void btf_file_close(struct btf_file *f)
{
	if (f->map)
		munmap(f->map, f->size);
	if (f->fd >= 0)
		close(f->fd);
	mem_free(f->window);
	*f = (struct btf_file){ .fd = -1 };
}

static bool section_ok(u32 off, u32 len, u32 size)
{
	return off <= size && len <= size - off;
}

int btf_file_header(struct btf_file *f, const u8 *p, u32 at, u32 len)
{
	u32 head;

	if (len < BTF_HEADER || order_num(p, 2, HOST_IS_BIG) != BTF_MAGIC || p[2] != BTF_VERSION)
		return -EINVAL;
	head = btf_u32(p + 4);
	f->types = btf_u32(p + 8);
	f->types_len = btf_u32(p + 12);
	f->strs = btf_u32(p + 16);
	f->strs_len = btf_u32(p + 20);
	if (head < BTF_HEADER || head > len ||
	    !section_ok(f->types, f->types_len, len - head) ||
	    !section_ok(f->strs, f->strs_len, len - head))
		return -EINVAL;
	f->types += at + head;
	f->strs += at + head;
	return 0;
}

static void turn(u8 *p, u32 size, u32 n)
{
	for (; n >= size; p += size, n -= size)
		order_put(p, size, !HOST_IS_BIG, order_num(p, size, HOST_IS_BIG));
}

bool btf_file_is_turned(const u8 *p, u32 len)
{
	return len >= BTF_HEADER && order_num(p, 2, !HOST_IS_BIG) == BTF_MAGIC;
}

/* The header has a version and flags of a byte each in front of numbers of four bytes. */
void btf_file_turn(u8 *p, u32 len)
{
	struct btf_file f = { 0 };

	turn(p, 2, 2);
	turn(p + 4, 4, BTF_HEADER - 4);
	if (!btf_file_header(&f, p, 0, len))
		turn(p + f.types, 4, f.types_len);
}

void btf_file_fill(struct btf_file *f, u32 off)
{
	ssize_t got = 1;

	if (f->map)
		return;
	f->at = off;
	for (f->n = 0; f->n < f->room && got > 0; f->n += got > 0 ? (u32)got : 0)
		got = pread(f->fd, f->window + f->n, f->room - f->n, (off_t)off + f->n);
}

const u8 *btf_file_get(struct btf_file *f, u32 off, u32 n)
{
	if (off < f->at || off + n > f->at + f->n)
		btf_file_fill(f, off);
	return off + n <= f->at + f->n ? f->buf + (off - f->at) : NULL;
}
