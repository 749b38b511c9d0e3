/* SPDX-License-Identifier: GPL-2.0-or-later */
/* packets.c - see packets.h.  The format: draft-ietf-opsawg-pcap, "PCAP Capture File Format". */
#include "run/packets.h"

#include <string.h>

#include "base/newfile.h"
#include "base/print.h"
#include "base/text.h"

#define NS 1000000000

struct capture {
	const char *file;
	char *temp;		/* its name until it is complete */
	int fd;
};

enum { MAGIC_NS = 0xa1b23c4d, VERSION = 2 | 4 << 16, LONGEST = 65535, LINKTYPE_RAW = 101 };

static int complain(const struct capture *c, int err)
{
	print_error("%s: %s", c->file, error_text(err));
	return 1;
}

/* The capture of an action before the first n that writes to the same file. */
static struct capture *find_capture(const struct image *im, const char *file, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (im->actions.v[i]->capture && !strcmp(im->actions.v[i]->capture->file, file))
			return im->actions.v[i]->capture;
	return NULL;
}

static int create(struct capture *c)
{
	const u32 head[6] = { MAGIC_NS, VERSION, 0, 0, LONGEST, LINKTYPE_RAW };
	int err = newfile_fits(c->file);

	if (!err)
		print_error("%s is not a regular file", c->file);
	if (err <= 0)
		return err ? complain(c, err) : 1;
	c->fd = newfile_open(c->file, 0600, &c->temp);
	err = c->fd < 0 ? c->fd : print_bytes(c->fd, (const char *)head, sizeof(head));
	return err ? complain(c, err) : 0;
}

int packets_open(struct session *s)
{
	struct image *im = s->image;
	int err = 0;

	for (size_t i = 0; i < im->actions.n && !err; i++) {
		struct action *a = im->actions.v[i];

		if (!a->file)
			continue;
		a->capture = find_capture(im, a->file, i);
		if (a->capture)
			continue;
		a->capture = arena_new(im->arena, struct capture);
		a->capture->file = a->file;
		err = create(a->capture);
	}
	return err;
}

void packets_write(struct session *s, const struct action *a, u64 when, u32 whole, const u8 *data,
		   u32 n)
{
	struct capture *c = a->capture;
	u64 time = when + (u64)s->decode.env.realtime_minus_boot;
	const u32 head[4] = { (u32)(time / NS), (u32)(time % NS), n, whole };
	struct strbuf packet = { 0 };
	int err;

	sb_put(&packet, head, sizeof(head));
	sb_put(&packet, data, n);
	err = print_buffer(c->fd, &packet);
	sb_free(&packet);
	if (err) {
		s->exit_code = complain(c, err);
		s->exit_called = s->stop = true;
	}
}

int packets_close(struct session *s)
{
	int failed = 0;

	for (size_t i = 0; i < s->image->actions.n; i++) {
		struct capture *c = s->image->actions.v[i]->capture;
		int err = 0;

		if (!c || !c->temp)
			continue;
		if (c->fd >= 0) {
			err = newfile_like(c->fd, c->file);
			err = newfile_close(c->fd, c->temp, c->file, err);
		}
		mem_free(c->temp);
		c->temp = NULL;
		if (err)
			failed = complain(c, err);
	}
	return failed;
}
