/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_preempt.c - kernel/preempt.c with made-up files and uname(2).  The words are those of
 * kernels from 5.10 to 7.2; the compressed configuration was made by "gzip -n9".
 */
#include <string.h>

#include "base/mem.h"
#include "kernel/host.h"
#include "tests/lib/unit.h"

static char *fake_read_file(const char *path, size_t *len);
static const char *fake_version(void);
static const char *fake_release(void);

#define host_read_file fake_read_file
#define host_version fake_version
#define host_release fake_release
#include "src/kernel/preempt.c"

static const u8 packed_voluntary[] = {
	0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x53, 0xe6,
	0x52, 0x56, 0xc8, 0x4d, 0x4c, 0x49, 0xe5, 0x52, 0xe6, 0x72, 0xf6, 0xf7,
	0x73, 0xf3, 0x74, 0x8f, 0x0f, 0x08, 0x72, 0x75, 0xf5, 0x0d, 0x08, 0x89,
	0x77, 0x0a, 0xf5, 0xf4, 0x71, 0xb1, 0xad, 0x44, 0x17, 0x0e, 0xf3, 0xf7,
	0x09, 0xf5, 0x0b, 0x71, 0x0c, 0x8a, 0x04, 0x4a, 0x29, 0x2b, 0xa0, 0x4a,
	0x2a, 0x64, 0x16, 0x2b, 0xe4, 0xe5, 0x97, 0x28, 0x14, 0xa7, 0x96, 0xa0,
	0x6b, 0x73, 0x89, 0xf4, 0x73, 0xf4, 0xf5, 0x74, 0x06, 0x6a, 0x02, 0x00,
	0xb8, 0x5b, 0x65, 0x66, 0x72, 0x00, 0x00, 0x00
};

static struct {
	const char *uname, *debugfs, *cmdline, *config;
	const u8 *packed;
	size_t packed_size;
} made_up;

static const char *fake_version(void) { return made_up.uname; }
static const char *fake_release(void) { return "6.12.74"; }

static char *copy(const void *from, size_t n)
{
	char *text = mem_alloc(n + 1);

	memcpy(text, from, n);
	text[n] = '\0';
	return text;
}

static char *fake_read_file(const char *path, size_t *len)
{
	const struct { const char *path, *text; } files[] = {
		{ "/sys/kernel/debug/sched/preempt", made_up.debugfs },
		{ "/proc/cmdline", made_up.cmdline },
		{ "/boot/config-6.12.74", made_up.config },
	};

	if (!strcmp(path, "/proc/config.gz") && made_up.packed) {
		*len = made_up.packed_size;
		return copy(made_up.packed, made_up.packed_size);
	}
	for (size_t i = 0; i < ARRAY_SIZE(files); i++)
		if (!strcmp(path, files[i].path) && files[i].text)
			return copy(files[i].text, strlen(files[i].text));
	return NULL;
}

static bool preempts(const char *uname, const char *debugfs, const char *cmdline,
		     const char *config)
{
	made_up.uname = uname;
	made_up.debugfs = debugfs;
	made_up.cmdline = cmdline;
	made_up.config = config;
	return host_preempts();
}

#define DYNAMIC "#1 SMP PREEMPT_DYNAMIC Debian 6.12.74-1 (2026-03-01)"
#define NONE "#\nCONFIG_PREEMPT_NONE=y\n# CONFIG_PREEMPT is not set\n"

static void test_uname(void)
{
	CHECK(!preempts("#1 SMP Debian 5.10.218-1", NULL, "preempt=full", NULL));
	CHECK(preempts("#1 SMP PREEMPT 7.0", NULL, "preempt=none", NONE));
	CHECK(preempts("#1 SMP PREEMPT_RT 6.12", NULL, NULL, NONE));
	CHECK(preempts(DYNAMIC, NULL, NULL, NULL));
}

static void test_debugfs(void)
{
	CHECK(preempts(DYNAMIC, "none voluntary (full)\n", "preempt=none", NONE));
	CHECK(preempts(DYNAMIC, "none voluntary full (lazy)\n", NULL, NONE));
	CHECK(preempts(DYNAMIC, "(full) lazy\n", NULL, NONE));
	CHECK(!preempts(DYNAMIC, "none (voluntary) full\n", "preempt=full", NULL));
	CHECK(!preempts(DYNAMIC, "(none) voluntary full\n", NULL, NULL));
	CHECK(!preempts(DYNAMIC, "(undefined)\n", "preempt=none", NULL));
}

static void test_cmdline(void)
{
	CHECK(!preempts(DYNAMIC, NULL, "preempt=none\n", NULL));
	CHECK(!preempts(DYNAMIC, NULL, "root=/dev/vda preempt=voluntary quiet\n", NULL));
	CHECK(preempts(DYNAMIC, NULL, "root=/dev/vda preempt=full quiet\n", NONE));
	CHECK(preempts(DYNAMIC, NULL, "preempt=lazy", NONE));
	CHECK(!preempts(DYNAMIC, NULL, "preempt=full preempt=none\n", NULL));
	CHECK(!preempts(DYNAMIC, NULL, "preempt=none preempt=sometimes\n", NULL));
	CHECK(!preempts(DYNAMIC, NULL, "preempt=fullest rcu.preempt=full\n", NONE));
	CHECK(preempts(DYNAMIC, NULL, "mypreempt=none\n", NULL));
}

static void test_config(void)
{
	CHECK(!preempts(DYNAMIC, NULL, "quiet\n", NONE));
	CHECK(!preempts(DYNAMIC, NULL, NULL, "#\nCONFIG_PREEMPT_VOLUNTARY=y\n"));
	CHECK(preempts(DYNAMIC, NULL, "quiet\n", "#\nCONFIG_PREEMPT=y\n"));
	CHECK(preempts(DYNAMIC, NULL, "quiet\n", "#\nCONFIG_PREEMPT_LAZY=y\n"));
	CHECK(preempts(DYNAMIC, NULL, "quiet\n", "#\nCONFIG_PREEMPT_NONE_X=y\n"));
	CHECK(preempts(DYNAMIC, NULL, "quiet\n", "# CONFIG_PREEMPT_NONE is not set\n"));
}

/* The compressed configuration is the running kernel's, so it counts before /boot's. */
static void test_packed(void)
{
	static u8 bad[sizeof(packed_voluntary)];
	const size_t size = sizeof(bad);

	made_up.packed = packed_voluntary;
	made_up.packed_size = size;
	CHECK(!preempts(DYNAMIC, NULL, "quiet\n", "#\nCONFIG_PREEMPT=y\n"));
	CHECK(preempts(DYNAMIC, NULL, "preempt=full\n", NULL));
	made_up.packed = bad;
	for (made_up.packed_size = 0; made_up.packed_size < size; made_up.packed_size++) {
		memcpy(bad, packed_voluntary, size);
		CHECK(!preempts(DYNAMIC, NULL, NULL, NONE));
		CHECK(preempts(DYNAMIC, NULL, NULL, NULL));
	}
	for (size_t i = 0; i < size; i++) {
		memcpy(bad, packed_voluntary, size);
		bad[i] ^= 0xff;
		preempts(DYNAMIC, NULL, NULL, NULL);
		inputs++;
	}
	made_up.packed = NULL;
}

int main(void)
{
	test_uname();
	test_debugfs();
	test_cmdline();
	test_config();
	test_packed();
	return unit_end();
}
