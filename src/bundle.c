/* SPDX-License-Identifier: GPL-2.0-or-later */
/* bundle.c - writes bundles, and reads the one that this awl is; see bundle.h. */
#include "bundle.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/find.h"
#include "base/hash.h"
#include "base/newfile.h"
#include "base/order.h"
#include "base/print.h"
#include "base/text.h"
#include "kernel/host.h"
#include "provider/resolved.h"

/* --bundle finds the mark in other builds of awl by its text.  It has the same bytes in all.  In a
 * bundle its numbers have the byte order of the machine that the bundle is for. */
struct mark { char text[12]; u32 at, len, sum; };
static const struct mark mark = { "awl bundle:", 0, 0, 0 };

/* The mark of this file.  A bundle's mark differs from what was compiled, so the compiler must
 * not know from where it is read. */
static struct mark read_mark(void)
{
	const struct mark *at = &mark;

	__asm__("" : "+r"(at));
	return *at;
}

#define ELF_MACHINE 18		/* offset of e_machine in all ELF files */

/* ---- at the start ---- */

static bool read_payload(char *to, struct mark m)
{
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	ssize_t n = pread(fd, to, m.len, m.at);

	close(fd);
	return n == (ssize_t)m.len && hash_bytes(to, m.len) == m.sum;
}

#ifndef NO_DWARF
/* Two texts for each file, and an empty one before what follows. */
static void find_resolved(struct options *o, const char *end)
{
	const char *p = o->files;

	while (*p) {
		p += strlen(p) + 1;
		p += strlen(p) + 1;
	}
	if (++p >= end)
		return;
	o->resolved = p;
	o->types_len = (size_t)(end - p) - strlen(p) - 1;
}
#endif

int bundle_open(struct options *o)
{
	struct mark m = read_mark();
	char *p, **words = NULL;
	int n = 0, err;

	if (!m.len)
		return 0;
	p = o->bundled = mem_alloc((size_t)m.len + 1);
	if (!read_payload(p, m)) {
		print_error("%s", text_of(T_DAMAGED));
		return 2;
	}
	for (; *p == '-'; p += strlen(p) + 1) {
		words = mem_realloc(words, ((size_t)n + 2) * sizeof(*words));
		words[++n] = p;
	}
	options_scan(o, n + 1, words);
	err = options_apply(o);
	mem_free(words);
	o->defaults = p;
	while (*p == '=')
		p += strlen(p) + 1;
	o->files = o->program_file = p + 1;
#ifndef NO_DWARF
	find_resolved(o, o->bundled + m.len);
#endif
	return err;
}

char *bundle_read(const struct options *o, const char *name, size_t *len)
{
	const char *text;

	for (const char *f = o->files; f && *f; f = text + strlen(text) + 1) {
		text = f + strlen(f) + 1;
		if (strcmp(f, name))
			continue;
		*len = strlen(text);
		return strcpy(mem_alloc(*len + 1), text);
	}
	return host_read_file(name, len);
}

/* ---- --bundle ---- */

void bundle_pack(struct options *o, const struct diag *d)
{
	for (size_t i = 0; i < o->own.n; i++)
		sb_printf(&o->kept, "=%s%c", o->own.v[i], 0);
	for (size_t i = 0; i < o->params.n; i++)
		sb_printf(&o->kept, "=%s%c", o->params.v[i], 0);
	sb_putc(&o->kept, 0);
	for (size_t i = 0; i < d->sources.n; i++)
		sb_printf(&o->kept, "%s%c%s%c", d->sources.v[i].name, 0, d->sources.v[i].text, 0);
}

/* The file of --runner, or this awl; for another machine awl-NAME in the same directory. */
static const char *runner_name(const struct options *o, const struct arch *arch,
			       char *buf, size_t size)
{
	ssize_t n;

	if (o->runner || arch == arch_find(host_machine()))
		return o->runner ? o->runner : "/proc/self/exe";
	n = readlink("/proc/self/exe", buf, size);
	while (n > 0 && buf[n - 1] != '/')
		n--;
	snprintf(buf + n, size - (size_t)n, "awl-%s", arch->name);
	return buf;
}

/* Appends the payload to the runner; NULL if that is no awl for that machine. */
static const char *put_together(char *elf, size_t n, const struct options *o,
				const struct arch *arch)
{
	struct mark m = read_mark();
	bool is_big = arch->is_big;
	char *at;

	at = (char *)find_bytes(elf, n, (const char *)&m, sizeof(m));
	if (!at)
		return "is no awl, or a bundle";
	if (order_num(elf + ELF_MACHINE, 2, is_big) != arch->elf_machine)
		return "is for another machine";
	if (o->has_resolved && !resolved_reads(elf, n))
		return "is another version of awl, or was built without debug information";
	order_put(at + offsetof(struct mark, at), 4, is_big, n);
	order_put(at + offsetof(struct mark, len), 4, is_big, o->kept.n);
	order_put(at + offsetof(struct mark, sum), 4, is_big, hash_bytes(o->kept.s, o->kept.n));
	return NULL;
}

static int write_both(const char *file, const char *elf, size_t n, const struct strbuf *payload)
{
	char *temp;
	int fd = newfile_open(file, 0777, &temp), err = fd;

	if (fd >= 0) {
		err = print_bytes(fd, elf, n);
		if (!err)
			err = print_bytes(fd, payload->s, payload->n);
		err = newfile_close(fd, temp, file, err);
	}
	mem_free(temp);
	return err;
}

int bundle_write(const struct options *o, const struct arch *arch)
{
	char buf[4096] = "";
	const char *file = runner_name(o, arch, buf, sizeof(buf) - 32), *why;
	size_t n;
	char *elf = host_read_file(file, &n);
	int err;

	why = elf ? put_together(elf, n, o, arch) : error_text(0);
	if (!why) {
		file = o->session.out_file;
		err = write_both(file, elf, n, &o->kept);
		why = err ? error_text(err) : NULL;
	}
	if (!elf && !o->runner)
		print_error(TEXT_ARGS(T_NAME_RUNNER, file, why, arch->name));
	else if (why)
		print_error("%s: %s", file, why);
	mem_free(elf);
	return why ? 2 : 0;
}
