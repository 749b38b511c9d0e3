/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_rename.c - symbols/rename.c: the other names of a kernel function, all of them in order, on
 * kernels that are newer or older than the script.
 */
#include <stdio.h>
#include <string.h>

#include "arch/arch.h"
#include "base/strbuf.h"
#include "symbols/rename.h"
#include "tests/lib/unit.h"

/* All candidates, separated by blanks. */
static const char *others(const struct arch *arch, const char *name)
{
	static char text[512];
	struct arena a = { 0 };
	const char *c;
	size_t n = 0;

	*text = '\0';
	for (u32 i = 0; (c = rename_candidate(&a, arch, name, i)); i++)
		n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%s", i ? " " : "", c);
	arena_free(&a);
	return text;
}

static bool wrapped(const struct arch *arch, const char *name, const char *want)
{
	struct arena a = { 0 };
	const char *got = rename_wrapper(&a, arch, name);
	bool ok = want ? same(got, want) : !got;

	arena_free(&a);
	return ok;
}

#define SUFFIXED(name) name "_noprof " name ".constprop.0 " name ".isra.0"

static void test_functions(void)
{
	CHECK(same(others(&arch_x86_64, "vfs_read"), SUFFIXED("vfs_read")));
	/* A fork was do_fork() up to 4.1, _do_fork() up to 5.9 and kernel_clone() since. */
	CHECK(same(others(&arch_x86_64, "kernel_clone"),
		   "_do_fork do_fork " SUFFIXED("kernel_clone")));
	CHECK(same(others(&arch_x86_64, "_do_fork"),
		   "kernel_clone do_fork " SUFFIXED("_do_fork")));
	CHECK(same(others(&arch_x86_64, "do_fork"),
		   "kernel_clone _do_fork " SUFFIXED("do_fork")));
	CHECK(same(others(&arch_x86_64, "__alloc_pages_nodemask"),
		   "__alloc_frozen_pages_noprof __alloc_pages_noprof __alloc_pages "
		   SUFFIXED("__alloc_pages_nodemask")));
	CHECK(same(others(&arch_arm, "try_charge"), "try_charge_memcg " SUFFIXED("try_charge")));
	CHECK(same(others(&arch_x86_64, "kmem_cache_alloc_node"),
		   SUFFIXED("kmem_cache_alloc_node") " kmem_cache_alloc kmem_cache_alloc_noprof"));
}

/* System calls have the prefix of their architecture: on x86-64 since 4.17, on arm64 since 4.19. */
static void test_calls(void)
{
	CHECK(same(others(&arch_x86_64, "SyS_openat"),
		   "__x64_sys_openat sys_openat " SUFFIXED("SyS_openat")));
	CHECK(same(others(&arch_aarch64, "sys_read"),
		   "__arm64_sys_read sys_read " SUFFIXED("sys_read")));
	CHECK(same(others(&arch_aarch64, "__x64_sys_read"),
		   "__arm64_sys_read sys_read " SUFFIXED("__x64_sys_read")));
	CHECK(same(others(&arch_arm, "__x64_sys_read"),
		   "sys_read sys_read " SUFFIXED("__x64_sys_read")));
	CHECK(same(others(&arch_x86_64, "sys_"), SUFFIXED("sys_")));
}

static void test_wrappers(void)
{
	CHECK(wrapped(&arch_x86_64, "__do_sys_read", "__x64_sys_read"));
	CHECK(wrapped(&arch_x86_64, "__se_sys_read", "__x64_sys_read"));
	CHECK(wrapped(&arch_x86_64, "sys_read", "__x64_sys_read"));
	CHECK(wrapped(&arch_aarch64, "__se_sys_read", "__arm64_sys_read"));
	CHECK(wrapped(&arch_x86_64, "__x64_sys_read", NULL));
	CHECK(wrapped(&arch_x86_64, "__arm64_sys_read", NULL));
	CHECK(wrapped(&arch_aarch64, "__x64_sys_read", NULL));
	CHECK(wrapped(&arch_arm, "__se_sys_read", NULL));
	CHECK(wrapped(&arch_i386, "sys_read", "__ia32_sys_read"));
	CHECK(wrapped(&arch_ppc64le, "sys_read", "sys_read"));
	CHECK(wrapped(&arch_ppc64le, "__se_sys_read", "sys_read"));
	CHECK(wrapped(&arch_x86_64, "vfs_read", NULL));
	CHECK(rename_misses_syscalls(&arch_x86_64, "sys_*"));
	CHECK(rename_misses_syscalls(&arch_x86_64, "SyS_open*"));
	CHECK(!rename_misses_syscalls(&arch_x86_64, "__x64_sys_*"));
	CHECK(!rename_misses_syscalls(&arch_x86_64, "sysfs_*"));
	CHECK(!rename_misses_syscalls(&arch_arm, "sys_*"));
	CHECK(!rename_misses_syscalls(&arch_ppc64le, "sys_*"));
}

static void test_superseded(void)
{
	CHECK(same(rename_superseded("do_sys_open"), "do_sys_openat2"));
	CHECK(same(rename_superseded("__alloc_pages_noprof"), "__alloc_frozen_pages_noprof"));
	CHECK(!rename_superseded("do_sys_openat2") && !rename_superseded("vfs_read"));
}

int main(void)
{
	test_functions();
	test_calls();
	test_wrappers();
	test_superseded();
	return unit_end();
}
