/* SPDX-License-Identifier: GPL-2.0-or-later */
/* write.c - writes bytes to a descriptor whose reader may be slow; see print.h. */
#include "base/print.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int patience = -1;	/* ms; -1: wait for ever */
static bool stuck;		/* the last write waited in vain: don't wait again */
static u64 dropped;

void print_patience(int ms)
{
	patience = ms;
}

u64 print_dropped(void)
{
	return dropped;
}

static bool has_room(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLOUT };

	return poll(&p, 1, stuck ? 0 : patience) > 0;
}

int print_bytes(int fd, const char *s, size_t n)
{
	while (n) {
		ssize_t done;

		if (patience >= 0 && !has_room(fd)) {
			stuck = true;
			dropped += n;
			return -EAGAIN;
		}
		/* after poll() a pipe has room for PIPE_BUF bytes */
		done = write(fd, s, patience < 0 || n < PIPE_BUF ? n : PIPE_BUF);
		if (done > 0) {
			stuck = false;
			s += done;
			n -= (size_t)done;
		} else if (done < 0 && errno == EAGAIN && patience < 0) {
			has_room(fd);
		} else if (done < 0 && errno != EINTR && errno != EAGAIN) {
			return last_error();
		}
	}
	return 0;
}

int last_error(void)
{
	return -errno;
}

const char *error_text(int err)
{
	return strerror(abs(err ? err : errno));
}
