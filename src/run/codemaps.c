/* SPDX-License-Identifier: GPL-2.0-or-later */
/* codemaps.c - see codemaps.h. */
#include "run/codemaps.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "image.h"
#include "provider/provider.h"

/* Maps a file from one offset up to another. */
static void add_range(struct codemaps *c, const char *path, u64 from, u64 to)
{
	struct codemap m = { MAP_FAILED, 0 };
	int fd;

	from -= from % (u64)sysconf(_SC_PAGESIZE);
	if (to - from > SIZE_MAX / 2)
		return;
	m.size = (size_t)(to - from);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		m.at = mmap(NULL, m.size, PROT_READ, MAP_PRIVATE, fd, (off_t)from);
		close(fd);
	}
	if (m.at != MAP_FAILED)
		vec_push(&c->all, m);
}

/*
 * Maps the places of the targets from number i on that are in the same file.  Returns the number of
 * the first one in another file.
 *
 * The kernel keeps the result of its first check, which depends on the process's word size.  So a
 * file of the other size is not mapped: its instructions would be taken for awl's.
 */
static size_t add_file(struct codemaps *c, const struct prog *p, size_t i)
{
	const struct target *first = p->targets.v[i];
	u64 from = UINT64_MAX, to = 0;

	for (; i < p->targets.n && !strcmp(p->targets.v[i]->module, first->module); i++) {
		u64 offset = p->provider->file_offset(p->targets.v[i]);

		from = offset < from ? offset : from;
		to = offset + 1 > to ? offset + 1 : to;
	}
	if (!first->other_word)
		add_range(c, first->module, from, to);
	return i;
}

void codemaps_open(struct codemaps *c, const struct image *im)
{
	for (size_t k = 0; k < im->progs.n; k++) {
		const struct prog *p = im->progs.v[k];

		for (size_t i = 0; p->provider->file_offset && i < p->targets.n;)
			i = add_file(c, p, i);
	}
}

void codemaps_close(struct codemaps *c)
{
	for (size_t i = 0; i < c->all.n; i++)
		munmap(c->all.v[i].at, c->all.v[i].size);
	vec_free(&c->all);
}
