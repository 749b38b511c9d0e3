/* SPDX-License-Identifier: GPL-2.0-or-later */
/* image.c - see image.h. */
#include "image.h"

#include <linux/bpf.h>
#include <string.h>

#ifndef BPF_F_MMAPABLE
#define BPF_F_MMAPABLE (1U << 10)
#endif

u32 image_add_map(struct image *im, const struct map *m)
{
	vec_push(&im->maps, *m);
	im->maps.v[im->maps.n - 1].fd = -1;
	return (u32)im->maps.n - 1;
}

void image_reserve_maps(struct image *im)
{
	im->vars_map = image_add_map(im, &(struct map){ .name = "vars",
		.type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .max_entries = 1,
		.flags = BPF_F_MMAPABLE });
	im->scratch_map = image_add_map(im, &(struct map){ .name = "scratch",
		.type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .max_entries = 1 });
	im->zero_map = image_add_map(im, &(struct map){ .name = "zeros",
		.type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .max_entries = 1 });
	im->ring_map = image_add_map(im, &(struct map){ .name = "events" });
}

bool prog_enters(const struct prog *p, const char *func)
{
	for (size_t i = 0; *func && i < p->targets.n; i++)
		if (!p->targets.v[i]->addr && !strcmp(p->targets.v[i]->func, func))
			return true;
	return false;
}

bool prog_meets(const struct prog *p, const struct prog *q)
{
	for (size_t i = 0; p != q && i < p->targets.n; i++)
		if (prog_enters(q, p->targets.v[i]->func))
			return true;
	return false;
}

void image_release(struct image *im)
{
	for (size_t i = 0; i < im->progs.n; i++)
		for (struct prog *p = im->progs.v[i]; p; p = p->joined)
			vec_free(&p->targets);
	vec_free(&im->targets);
	vec_free(&im->other_names);
	vec_free(&im->progs);
	vec_free(&im->globals);
	vec_free(&im->maps);
	vec_free(&im->actions);
}
