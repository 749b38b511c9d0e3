/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_host.c - kernel/host.c on a machine that this test makes up: its files, its uname(2) and
 * the vDSO's notes.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "tests/lib/unit.h"

static struct {
	const char *release, *version, *self;	/* uname(2)'s, and the link /proc/self */
	unsigned long vdso;
	u64 pid_ns;				/* the inode; 0: no such file */
	u32 capabilities[2];
	u64 mask;				/* of CPUs that awl may run on */
} made_up;

static const char *place(const char *path)
{
	static char full[PATH_MAX];

	snprintf(full, sizeof(full), "%s%s", unit_folder(), path);
	return full;
}

static int fake_open(const char *path, int flags)
{
	return open(place(path), flags);
}

static DIR *fake_opendir(const char *path)
{
	return opendir(place(path));
}

static int fake_uname(struct utsname *u)
{
	snprintf(u->release, sizeof(u->release), "%s", made_up.release);
	snprintf(u->version, sizeof(u->version), "%s", made_up.version);
	return 0;
}

static unsigned long fake_auxval(unsigned long what)
{
	return what == AT_SYSINFO_EHDR ? made_up.vdso : 0;
}

static int fake_stat(const char *path, struct stat *st)
{
	if (strcmp(path, "/proc/self/ns/pid"))
		return stat(place(path), st);
	st->st_ino = (ino_t)made_up.pid_ns;
	st->st_dev = (8 << 8) | 5;	/* 8:5, as the C library encodes it */
	errno = ENOENT;
	return made_up.pid_ns ? 0 : -1;
}

static ssize_t fake_readlink(const char *path, char *to, size_t size)
{
	size_t n = made_up.self ? strlen(made_up.self) : 0;

	CHECK(same(path, "/proc/self"));
	memcpy(to, made_up.self ? made_up.self : "", n < size ? n : size);
	return made_up.self ? (ssize_t)n : -1;
}

/* capget(2) and sched_getaffinity(2), which returns the bytes of the kernel's mask. */
static long fake_syscall(long nr, ...)
{
	va_list ap;
	long size;
	void *to;

	va_start(ap, nr);
	va_arg(ap, void *);
	to = nr == SYS_capget ? va_arg(ap, void *) : NULL;
	size = nr == SYS_capget ? 0 : va_arg(ap, long);
	to = to ? to : va_arg(ap, void *);
	va_end(ap);
	if (nr == SYS_capget) {		/* effective, permitted, inheritable; twice */
		memcpy(to, &made_up.capabilities[0], 4);
		memcpy((u8 *)to + 12, &made_up.capabilities[1], 4);
		return 0;
	}
	if (nr != SYS_sched_getaffinity || size < 8)
		return -1;
	memset(to, 0, (size_t)size);
	memcpy(to, &made_up.mask, 8);
	return 8;
}

#define open fake_open
#define opendir fake_opendir
#define uname fake_uname
#define getauxval fake_auxval
#define stat(path, st) fake_stat(path, st)
#define readlink fake_readlink
#define syscall fake_syscall
#include "src/kernel/host.c"
#undef open
#undef stat

/* ---- the kernel's version ---- */

static void test_release(void)
{
	CHECK(release_version("5.10.218-rt3") == (5 << 16 | 10 << 8 | 218));
	CHECK(release_version("6.1.0-18-amd64") == (6 << 16 | 1 << 8));
	CHECK(release_version("4.19.325") == (4 << 16 | 19 << 8 | 255));	/* the most */
	CHECK(release_version("7.2") == (7 << 16 | 2 << 8));
	CHECK(release_version("7.2-rc1") == 0x70200);
	CHECK(release_version("") == 0 && release_version("next") == 0);
}

/* A vDSO with notes of these types; owners are padded to words. */
struct vdso {
	ElfW(Ehdr) eh;
	ElfW(Phdr) ph[2];
	u32 notes[24];
};

static u32 put_note(u32 *to, u32 type, const char *owner, u32 size, u32 value)
{
	u32 n = (u32)strlen(owner) + 1, words = ALIGN_UP(n, 4) / 4;

	to[0] = n;
	to[1] = size;
	to[2] = type;
	memset(to + 3, 0, words * 4);
	memcpy(to + 3, owner, n);
	for (u32 i = 0; i < ALIGN_UP(size, 4) / 4; i++)
		to[3 + words + i] = value;
	return 3 + words + ALIGN_UP(size, 4) / 4;
}

static u32 version_with(u32 type, const char *owner, u32 size, u32 first)
{
	struct vdso v = { .eh = { .e_phnum = 2, .e_phoff = offsetof(struct vdso, ph),
				  .e_phentsize = sizeof(ElfW(Phdr)) } };
	u32 n = first ? put_note(v.notes, 3, "GNU", first, 0x11111111) : 0, found;

	n += put_note(v.notes + n, type, owner, size, 0x60112);
	v.ph[0] = (ElfW(Phdr)){ .p_type = PT_LOAD, .p_offset = offsetof(struct vdso, notes),
				.p_memsz = sizeof(v.notes) };
	v.ph[1] = (ElfW(Phdr)){ .p_type = PT_NOTE, .p_offset = offsetof(struct vdso, notes),
				.p_memsz = n * 4 };
	made_up.vdso = (unsigned long)(uintptr_t)&v;
	found = vdso_version();
	made_up.vdso = 0;
	return found;
}

static void test_vdso(void)
{
	CHECK(version_with(0, "Linux", 4, 0) == 0x60112);
	CHECK(version_with(0, "Linux", 4, 20) == 0x60112);
	CHECK(version_with(0, "Linux", 4, 5) == 0x60112);
	CHECK(version_with(1, "Linux", 4, 0) == 0 && version_with(0, "Linus", 4, 0) == 0);
	CHECK(version_with(0, "Linux", 2, 0) == 0 && version_with(0, "Xen", 4, 20) == 0);
	CHECK(vdso_version() == 0);
	/* Without a vDSO it is uname's; then it is kept. */
	made_up.release = "6.12.74+deb13";
	CHECK(host_kernel_version() == 0x60c4a && same(host_release(), "6.12.74+deb13"));
	made_up.release = "5.10.1";
	CHECK(host_kernel_version() == 0x60c4a);
}

/* ---- files ---- */

static void test_lockdown(void)
{
	CHECK(same(host_lockdown(), "none"));
	put("sys/kernel/security/lockdown", "[none] integrity confidentiality\n");
	CHECK(same(host_lockdown(), "none"));
	put("sys/kernel/security/lockdown", "none [integrity] confidentiality\n");
	CHECK(same(host_lockdown(), "integrity"));
	put("sys/kernel/security/lockdown", "none integrity [confidentiality]\n");
	CHECK(same(host_lockdown(), "confidentiality"));
}

static void test_users(void)
{
	char name[16];

	put("etc/passwd", "root:x:0:0:root:/root:/bin/sh\nno line\nbob:10:1000:0::/:\n"
			  "a_rather_long_name:x:77:77::/:\nlast::12:12::/:");
	CHECK(host_user_name(0, name, sizeof(name)) && same(name, "root"));
	CHECK(host_user_name(1000, name, sizeof(name)) && same(name, "bob"));
	CHECK(host_user_name(77, name, sizeof(name)) && same(name, "a_rather_long_n"));
	CHECK(host_user_name(12, name, sizeof(name)) && same(name, "last"));
	CHECK(!host_user_name(10, name, sizeof(name)) && !host_user_name(100, name, sizeof(name)));
}

/* Text of any length arrives whole: room is made for it in steps. */
static void test_lengths(void)
{
	for (size_t n = 4090; n < 4100; n++) {
		char *text = mem_alloc(n + 1), *got;
		size_t len = 0;

		for (size_t i = 0; i < n; i++)
			text[i] = (char)('a' + i % 26);
		put("text", text);
		got = host_read_file("/text", &len);
		CHECK(got && len == n && !strcmp(got, text));
		mem_free(got);
		mem_free(text);
	}
}

/* ---- CPUs ---- */

static bool online(const char *text, const char *want)
{
	struct arena a = { 0 };
	char got[128] = "";
	u32 *list, n, at = 0;

	if (text)
		put("sys/devices/system/cpu/online", text);
	n = host_cpus_online(&a, &list);
	for (u32 i = 0; i < n; i++)
		at += (u32)snprintf(got + at, sizeof(got) - at, "%u ", list[i]);
	arena_free(&a);
	return same(got, want);
}

static void test_cpus(void)
{
	made_up.mask = 0x15;
	put("sys/devices/system/cpu/possible", "0-3,6-7\n");
	CHECK(host_cpus_possible() == 8);
	CHECK(online(NULL, "0 2 4 "));		/* no such file: those awl may run on */
	CHECK(online("0-3,6\n", "0 1 2 3 6 "));
	CHECK(online("2\n", "2 "));
	CHECK(online("0,2,4-5\n", "0 2 4 5 "));
	CHECK(online("0-99\n", "0 1 2 3 4 5 6 7 "));
	CHECK(affinity(NULL) == 64);
}

/* ---- rights and namespaces ---- */

static void test_rights(void)
{
	u64 dev = 1, ino = 1;

	made_up.capabilities[0] = 1u << 21;		/* CAP_SYS_ADMIN */
	made_up.capabilities[1] = 1u << (39 - 32);	/* CAP_BPF */
	CHECK(host_capable(21) && host_capable(39) && !host_capable(38) && !host_capable(20));
	CHECK(!host_capable(7) && !host_capable(64));
	host_pid_ns(&dev, &ino);
	CHECK(!dev && !ino);
	made_up.pid_ns = 0xeffffffc;	/* the first one */
	host_pid_ns(&dev, &ino);
	CHECK(!dev && !ino);
	made_up.pid_ns = 4026532444;
	host_pid_ns(&dev, &ino);
	CHECK(ino == 4026532444 && dev == (8 << 20 | 5));
}

static void test_proc(void)
{
	char self[16];

	CHECK(!host_proc_is_own());
	snprintf(self, sizeof(self), "%d", (int)getpid());
	made_up.self = self;
	CHECK(host_proc_is_own());
	made_up.self = "1";
	CHECK(!host_proc_is_own());
	made_up.self = "x";
	CHECK(!host_proc_is_own());
}

static void test_modules(void)
{
	struct arena a = { 0 };
	struct host_module *m;
	u32 n = 0;

	put("sys/module/one/x", "");
	put("sys/module/two/x", "");
	m = host_modules(&a);
	for (struct host_module *at = m; at; at = at->next) {
		n++;
		CHECK(!host_module_gone(at));
	}
	CHECK(n == 4);			/* . and .., too */
	unlink(put("sys/module/two/x", ""));
	CHECK(!rmdir(place("/sys/module/two")));
	n = 0;
	for (; m; m = m->next) {
		bool gone = host_module_gone(m);

		n += gone;
		CHECK(!gone || same(m->path + strlen(HOST_MODULES), "two"));
	}
	CHECK(n == 1);
	arena_free(&a);
}

int main(void)
{
	test_release();
	test_vdso();
	test_lockdown();
	test_users();
	test_lengths();
	test_cpus();
	test_rights();
	test_proc();
	test_modules();
	return unit_end();
}
