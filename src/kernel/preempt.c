/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * preempt.c - can a task be preempted while it is in the kernel?
 *
 * A kernel with PREEMPT_DYNAMIC chooses when it boots.  debugfs has the mode, but a locked down
 * kernel refuses debugfs, and not every system mounts it.  Then the choice is made again from what
 * the kernel made it from: its command line, else its configuration.
 *
 * Facts: sched_dynamic_show() and __setup("preempt=") in kernel/sched/core.c,
 * kernel/Kconfig.preempt, the words of uname -v (init/Makefile); RFC 1952 for gzip.
 */
#include "kernel/preempt.h"

#include <string.h>

#include "base/find.h"
#include "base/inflate.h"
#include "base/strbuf.h"
#include "kernel/host.h"

enum mode { UNKNOWN, STAYS, PREEMPTS };

#define GZIP_HEADER 10		/* bytes; then the data, a checksum and the size */
#define FIRST_CONFIG (16u << 10)	/* bytes; the mode is among the first options */
#define MOST_CONFIG (16u << 20)
#define LONGEST_COPY 258	/* bytes; one that does not fit is left out */

/* Reads a mode's name, which ends at the end of a word. */
static enum mode mode_of(const char *name)
{
	static const struct { const char *name; enum mode mode; } modes[] = {
		{ "none", STAYS }, { "voluntary", STAYS }, { "full", PREEMPTS },
		{ "lazy", PREEMPTS },
	};

	for (size_t i = 0; i < ARRAY_SIZE(modes); i++)
		if (starts_with(name, modes[i].name) &&
		    strchr(" )\n", name[strlen(modes[i].name)]))
			return modes[i].mode;
	return UNKNOWN;
}

/* debugfs: "none (voluntary) full". */
static enum mode running_mode(const char *text)
{
	const char *open = strchr(text, '(');

	return open ? mode_of(open + 1) : UNKNOWN;
}

/* The last preempt= that has a known mode counts. */
static enum mode chosen_at_boot(const char *text)
{
	enum mode found = UNKNOWN;
	const char *at = text;

	while ((at = find_text(at, "preempt="))) {
		bool is_word = at == text || at[-1] == ' ';

		at += strlen("preempt=");
		if (is_word && mode_of(at))
			found = mode_of(at);
	}
	return found;
}

/* Exactly one of the modes has "y", so it may be the text's beginning only. */
static enum mode configured(const char *text)
{
	if (find_text(text, "\nCONFIG_PREEMPT=y\n") || find_text(text, "\nCONFIG_PREEMPT_LAZY=y\n"))
		return PREEMPTS;
	if (find_text(text, "\nCONFIG_PREEMPT_NONE=y\n") ||
	    find_text(text, "\nCONFIG_PREEMPT_VOLUNTARY=y\n"))
		return STAYS;
	return UNKNOWN;
}

/* Expands the first `room` bytes of a text that has `size`. */
static enum mode configured_first(const u8 *data, size_t n, size_t room, size_t size)
{
	char *text = mem_alloc(room + 1);
	s64 len = inflate(data, n, (u8 *)text, room);
	bool is_good = room < size ? strlen(text) > room - LONGEST_COPY : len == (s64)size;
	enum mode mode = is_good ? configured(text) : UNKNOWN;

	mem_free(text);
	return mode;
}

/* Expands a file that the kernel's build made with "gzip -n": its header has no optional parts. */
static enum mode configured_packed(const char *gz, size_t n)
{
	const u8 *p = (const u8 *)gz;
	enum mode mode = UNKNOWN;
	size_t size;

	if (n < GZIP_HEADER + 8 || p[0] != 0x1f || p[1] != 0x8b || p[2] != 8 || p[3])
		return UNKNOWN;
	size = p[n - 4] | (size_t)p[n - 3] << 8 | (size_t)p[n - 2] << 16 | (size_t)p[n - 1] << 24;
	if (size > MOST_CONFIG)
		return UNKNOWN;
	p += GZIP_HEADER;
	n -= GZIP_HEADER + 8;
	if (size > FIRST_CONFIG)
		mode = configured_first(p, n, FIRST_CONFIG, size);
	return mode ? mode : configured_first(p, n, size, size);
}

static enum mode from_file(const char *path, enum mode (*read)(const char *text))
{
	char *text = host_read_file(path, NULL);
	enum mode mode = text ? read(text) : UNKNOWN;

	mem_free(text);
	return mode;
}

static enum mode from_packed_config(void)
{
	size_t n;
	char *gz = host_read_file("/proc/config.gz", &n);
	enum mode mode = gz ? configured_packed(gz, n) : UNKNOWN;

	mem_free(gz);
	return mode;
}

static enum mode from_boot_config(void)
{
	struct strbuf path = { 0 };
	enum mode mode;

	sb_printf(&path, "/boot/config-%s", host_release());
	mode = from_file(sb_str(&path), configured);
	sb_free(&path);
	return mode;
}

bool host_may_preempt(void)
{
	return find_text(host_version(), "PREEMPT");
}

bool host_preempts(void)
{
	enum mode mode;

	if (!host_may_preempt())
		return false;
	mode = from_file("/sys/kernel/debug/sched/preempt", running_mode);
	if (!mode && find_text(host_version(), "PREEMPT_DYNAMIC")) {
		mode = from_file("/proc/cmdline", chosen_at_boot);
		mode = mode ? mode : from_packed_config();
		mode = mode ? mode : from_boot_config();
	}
	return mode != STAYS;
}
