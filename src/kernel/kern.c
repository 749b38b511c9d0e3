/* SPDX-License-Identifier: GPL-2.0-or-later */
/* kern.c - the target kernel, opened piece by piece; see kern.h. */
#include "kernel/kern.h"

#include <dirent.h>
#include <string.h>
#include <unistd.h>

#include "base/find.h"
#include "base/number.h"
#include "kernel/host.h"

struct tracefs *kern_tracefs(struct kern *k, int *err)
{
	if (!k->tracefs_tried) {
		k->tracefs_tried = true;
		k->tracefs_err = tracefs_open(&k->tracefs, k->arena, k->sysroot,
					      k->tracefs_dir);
		k->tracefs.kallsyms = k->kallsyms;
		k->tracefs.functions = k->functions;
	}
	*err = k->tracefs_err;
	return k->tracefs_err ? NULL : &k->tracefs;
}

struct tracefs *kern_functions(struct kern *k, int *err)
{
	struct tracefs *t = kern_tracefs(k, err);

	return t || k->tracefs_dir ? t : &k->tracefs;
}

struct ksyms *kern_ksyms(struct kern *k)
{
	if (!k->ksyms_ready) {
		const char *path = k->kallsyms;

		if (!path)
			path = arena_printf(k->arena, "%s/proc/kallsyms", k->sysroot);
		ksyms_init(&k->ksyms, path);
		k->ksyms_ready = true;
	}
	return &k->ksyms;
}

static const char *btf_path(struct kern *k)
{
	return k->btf_file ? k->btf_file :
	       arena_printf(k->arena, "%s/sys/kernel/btf/vmlinux", k->sysroot);
}

bool kern_has_btf(struct kern *k)
{
	return k->btf_file || !access(btf_path(k), R_OK);
}

struct btf *kern_btf(struct kern *k, int *err)
{
	if (!k->btf_tried) {
		k->btf_tried = true;
		k->btf_err = btf_open(&k->btf, k->arena, btf_path(k), k->arch->word);
	}
	*err = k->btf_err;
	return k->btf;
}

static void open_module(struct kern *k, const char *dir, const char *name)
{
	struct kern_module m = { .name = arena_strdup(k->arena, name) };

	if (!btf_open_module(&m.btf, k->btf, arena_printf(k->arena, "%s/%s", dir, name)))
		vec_push(&k->modules, m);
}

/* Returns the BTF of module i, or NULL if there are fewer.  The first call opens all of them. */
static struct btf *module_btf(struct kern *k, size_t i)
{
	const char *dir = arena_printf(k->arena, "%s/sys/kernel/btf", k->sysroot);
	struct dirent *d;
	DIR *list;

	if (!k->modules_tried && k->btf && !k->btf_file && (list = opendir(dir))) {
		while ((d = readdir(list)))
			if (d->d_name[0] != '.' && strcmp(d->d_name, "vmlinux"))
				open_module(k, dir, d->d_name);
		closedir(list);
	}
	k->modules_tried = true;
	return i < k->modules.n ? k->modules.v[i].btf : NULL;
}

const struct type *kern_type(struct kern *k, enum btf_want want, const char *name)
{
	int err;
	struct btf *b = kern_btf(k, &err);
	const struct type *t = b ? btf_struct(b, want, name) : NULL;

	for (size_t i = 0; b && !t && (b = module_btf(k, i)); i++)
		t = btf_struct(b, want, name);
	return t;
}

/*
 * Compares sizes with those that the kernel reports for the objects of its caches.  These two
 * caches hold structs whose size differs between most kernels, and are never merged with other
 * caches (SLAB_NEVER_MERGE and the test for a constructor in mm/slab_common.c).
 */
const char *kern_foreign_btf(struct kern *k)
{
	static const struct { const char *cache, *type; } known[] = {
		{ "inode_cache", "inode" }, { "TCP", "tcp_sock" },
	};

	for (size_t i = 0; k->btf_file && i < ARRAY_SIZE(known); i++) {
		const struct type *t = kern_type(k, BTF_STRUCT, known[i].type);
		char *text = host_read_file(arena_printf(k->arena,
							 "%s/sys/kernel/slab/%s/object_size",
							 k->sysroot, known[i].cache), NULL);
		const char *s = text;
		u64 size = 0;
		bool differs = t && s && number_decimal(&s, &size) && size != t->size;

		mem_free(text);
		if (differs)
			return known[i].type;
	}
	return NULL;
}

bool kern_constant(struct kern *k, const char *name, s64 *value,
		   const struct type **type)
{
	int err;
	struct btf *b = kern_btf(k, &err);
	bool found = b && btf_enumerator(b, name, value, type);

	for (size_t i = 0; b && !found && (b = module_btf(k, i)); i++)
		found = btf_enumerator(b, name, value, type);
	return found;
}

bool kern_func(struct kern *k, const char *module, const char *name,
	       struct btf_func *out)
{
	int err;
	struct btf *b = kern_btf(k, &err);
	bool kernel = !strcmp(module, "vmlinux");
	bool found = b && (kernel || !*module) && btf_func(b, name, out);

	for (size_t i = 0; b && !found && !kernel && (b = module_btf(k, i)); i++) {
		const char *here = k->modules.v[i].name;

		/* a module's ids follow those of the kernel */
		found = (!*module || !strcmp(module, here)) && btf_func(b, name, out) &&
			out->id > btf_last_id(k->btf);
		if (found)
			out->module = here;
	}
	return found;
}

int kern_scan(struct kern *k, struct btf_brief *v, u32 n)
{
	return btf_scan(btf_path(k), v, n);
}

void kern_close_lists(struct kern *k)
{
	tracefs_forget_functions(&k->tracefs);
	for (size_t i = 0; i < k->modules.n; i++)
		btf_close(k->modules.v[i].btf);
	vec_free(&k->modules);
	btf_close(k->btf);
	k->btf = NULL;
	k->btf_tried = k->modules_tried = false;
}

void kern_free(struct kern *k)
{
	kern_close_lists(k);
	tracefs_close(&k->tracefs);
	if (k->ksyms_ready)
		ksyms_free(&k->ksyms);
}

/* kallsyms gives some code of the kernel names of modules, too: "bpf" and those that begin with
 * "__builtin__". */
bool kern_may_have_module(struct kern *k, const char *name)
{
	char *all = host_read_file(arena_printf(k->arena, "%s/proc/modules", k->sysroot), NULL);
	const char *start = arena_printf(k->arena, "%s ", name), *p = all;
	bool is = !all || !strcmp(name, "vmlinux") || !strcmp(name, "bpf") ||
		  starts_with(name, "__builtin__");

	while (!is && p) {
		is = starts_with(p, start);
		p = strchr(p, '\n');
		p = p ? p + 1 : NULL;
	}
	mem_free(all);
	return is;
}
