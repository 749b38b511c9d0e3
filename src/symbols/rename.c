/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rename.c - functions that changed their names between kernels; see rename.h.
 *
 * Candidates are tried in this order: system calls (SyS_x until 4.16, __x64_sys_x and the like
 * since 4.17), the names listed below, then suffixes: x_noprof of allocation profiling (6.10),
 * and those of compilers that change a static function's parameters.
 * Facts from the kernel's history.
 */
#include "symbols/rename.h"

#include <string.h>

#include "base/find.h"

/* A row lists the names of one function, newest first. */
static const char *const groups[][5] = {
	{ "__alloc_frozen_pages_noprof", "__alloc_pages_noprof", "__alloc_pages",
	  "__alloc_pages_nodemask" },
	{ "__blk_account_io_done", "blk_account_io_done" },
	{ "__blk_account_io_start", "blk_account_io_start" },
	{ "__dev_queue_xmit", "dev_queue_xmit" },
	{ "do_sys_openat2", "do_sys_open" },
	{ "kernel_clone", "_do_fork", "do_fork" },
	{ "submit_bio_noacct", "generic_make_request" },
	{ "tick_nohz_handler", "tick_sched_timer" },
	{ "try_charge_memcg", "try_charge" },
};

/* Kernels without NUMA call the second function instead of the first. */
static const char *const simpler[][2] = {
	{ "kmem_cache_alloc_node", "kmem_cache_alloc" },
};

/* Kernels have both functions, but the old one has few callers or none, and calls the new one.
 * Since 5.6 open(2) and openat(2) call do_sys_openat2(), because compilers inline do_sys_open();
 * since 6.14 alloc_pages() calls __alloc_frozen_pages_noprof(). */
static const char *const superseded[][2] = {
	{ "do_sys_open", "do_sys_openat2" },
	{ "__alloc_pages_noprof", "__alloc_frozen_pages_noprof" },
};

static const char *const syscall_prefixes[] = {
	"__x64_sys_", "__arm64_sys_", "__se_sys_", "__do_sys_", "SyS_", "sys_",
};

static const char suffixes[][13] = { "_noprof", ".constprop.0", ".isra.0" };

/* Returns the system call that a function's name contains, or NULL if it contains none. */
static const char *syscall_of(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(syscall_prefixes); i++) {
		size_t n = strlen(syscall_prefixes[i]);

		if (!strncmp(name, syscall_prefixes[i], n) && name[n])
			return name + n;
	}
	return NULL;
}

static const char *from_group(const char *name, u32 i)
{
	for (size_t g = 0; g < ARRAY_SIZE(groups); g++)
		for (size_t k = 0; k < ARRAY_SIZE(groups[g]) && groups[g][k]; k++)
			if (!strcmp(groups[g][k], name)) {
				i += i >= k;	/* skip the name itself */
				return i < ARRAY_SIZE(groups[g]) ? groups[g][i] : NULL;
			}
	return NULL;
}

static const char *other_syscall(struct arena *a, const struct arch *arch,
				 const char *name, u32 i)
{
	const char *call = syscall_of(name);
	const char *prefix = call && i < 2 ? arch->syscall_prefixes[0] : NULL;

	if (call && i == 1)
		prefix = "sys_";
	return prefix ? arena_printf(a, "%s%s", prefix, call) : NULL;
}

const char *rename_candidate(struct arena *a, const struct arch *arch, const char *name, u32 i)
{
	u32 calls = syscall_of(name) ? 2 : 0, n = 0;

	if (i < calls)
		return other_syscall(a, arch, name, i);
	i -= calls;
	/* These come before suffixes: the kernel may have an unused function with a suffix. */
	while (from_group(name, n))
		n++;
	if (i < n)
		return from_group(name, i);
	i -= n;
	if (i < ARRAY_SIZE(suffixes))
		return arena_printf(a, "%s%s", name, suffixes[i]);
	i -= ARRAY_SIZE(suffixes);
	for (size_t k = 0; k < ARRAY_SIZE(simpler); k++)
		if (!strcmp(simpler[k][0], name) && i < 2)
			return arena_printf(a, "%s%s", simpler[k][1], i ? suffixes[0] : "");
	return NULL;
}

/* Does the wrapper have a name of its own?  On ppc64le it has the old one. */
static bool wrapper_is_renamed(const struct arch *arch)
{
	return arch->syscall_wrapper && strcmp(arch->syscall_prefixes[0], "sys_");
}

const char *rename_wrapper(struct arena *a, const struct arch *arch, const char *name)
{
	const char *prefix = arch->syscall_prefixes[0], *call = syscall_of(name);

	if (!arch->syscall_wrapper || !call ||
	    (wrapper_is_renamed(arch) && starts_with(name, prefix)) ||
	    starts_with(name, "__x64_") || starts_with(name, "__arm64_"))
		return NULL;
	return arena_printf(a, "%s%s", prefix, call);
}

const char *rename_superseded(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(superseded); i++)
		if (!strcmp(superseded[i][0], name))
			return superseded[i][1];
	return NULL;
}

bool rename_misses_syscalls(const struct arch *arch, const char *pattern)
{
	return wrapper_is_renamed(arch) && (starts_with(pattern, "sys_") ||
					    starts_with(pattern, "SyS_"));
}
