/* SPDX-License-Identifier: GPL-2.0-or-later */
/* outlet.c - writes a session's output; see outlet.h. */
#define _GNU_SOURCE	/* MSG_NOSIGNAL, strcasestr() */

#include "run/outlet.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/print.h"
#include "run/events.h"
#include "run/session.h"
#include "run/signals.h"
#include "show/render.h"

#define OUT_PIECE (64u << 10)	/* bytes that are worth a system call */
#define OUT_FULL (256u << 10)	/* with more unwritten bytes the reader counts as slow */
#define HELD_QUARTERS 2		/* quarters of the kernel's buffer for records held back */
#define LOOK_MS 10		/* between checks for signals while waiting for the reader */

/* How to write without waiting: write(), send(), or poll() first. */
enum { OUT_PLAIN, OUT_SOCKET, OUT_SHARED };

static void close_own(struct outlet *o)
{
	if (o->fd > STDERR_FILENO)
		close(o->fd);
	o->fd = STDOUT_FILENO;
}

/* Does the locale's name say that characters are UTF-8? */
static bool locale_is_utf8(void)
{
	static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };

	for (u32 i = 0; i < ARRAY_SIZE(names); i++) {
		const char *value = getenv(names[i]);

		if (value && *value)
			return strcasestr(value, "utf-8") || strcasestr(value, "utf8");
	}
	return false;
}

static void outlet_look(const struct session *s, int fd)
{
	struct winsize ws = { 0 };
	bool is_screen = s->output->has_looks && isatty(fd) && !ioctl(fd, TIOCGWINSZ, &ws);

	render_look(s->output->has_looks && print_coloured(fd, s->opt->colours),
		    is_screen && locale_is_utf8(), ws.ws_col);
}

/*
 * O_NONBLOCK is a flag of the open file description, which other processes share.  So a
 * pipe or a terminal is opened once more, to have an own one.  If that fails poll() is
 * called before each write; it promises room for PIPE_BUF bytes.  Files on disks need
 * none of this, because they don't block.
 */
void outlet_open(struct session *s, int fd)
{
	struct stat st;
	char name[32];
	int own;

	s->outlet.fd = fd;
	s->outlet.how = OUT_PLAIN;
	s->outlet.most = s->opt->unbuffered ? 0 : OUT_PIECE;
	if (fstat(fd, &st))
		return;
	if (S_ISSOCK(st.st_mode))
		s->outlet.how = OUT_SOCKET;
	render_escapes(isatty(fd) && !s->opt->raw && s->output->is_text);
	outlet_look(s, fd);
	if (!S_ISFIFO(st.st_mode) && !isatty(fd))
		return;
	s->outlet.how = OUT_SHARED;
	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	own = open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (own < 0)
		return;
	close_own(&s->outlet);
	s->outlet.fd = own;
	s->outlet.how = OUT_PLAIN;
}

void outlet_close(struct session *s)
{
	close_own(&s->outlet);
	sb_free(&s->outlet.text);
	sb_free(&s->outlet.piece);
}

static bool has_room(int fd, int ms)
{
	struct pollfd p = { .fd = fd, .events = POLLOUT };

	return poll(&p, 1, ms) > 0;
}

static ssize_t write_some(const struct session *s, const char *text, size_t n)
{
	if (s->outlet.how == OUT_SOCKET)
		return send(s->outlet.fd, text, n, MSG_DONTWAIT | MSG_NOSIGNAL);
	if (s->outlet.how == OUT_PLAIN)
		return write(s->outlet.fd, text, n);
	if (!has_room(s->outlet.fd, 0)) {
		errno = EAGAIN;
		return -1;
	}
	return write(s->outlet.fd, text, n < PIPE_BUF ? n : PIPE_BUF);
}

/* Writes what the reader takes now.  Returns 0, -EAGAIN if some is left, or another -errno. */
static int write_now(struct session *s)
{
	struct strbuf *out = &s->outlet.text;
	int err = 0;

	while (s->outlet.done < out->n && !err) {
		ssize_t n = write_some(s, out->s + s->outlet.done, out->n - s->outlet.done);

		if (n > 0) {
			s->outlet.done += (size_t)n;
			s->outlet.taken_at = pace_now();
		} else if (n < 0 && errno != EINTR) {
			err = last_error();
		}
	}
	if (s->outlet.done > out->n / 2) {	/* so each byte is moved at most once on average */
		out->n -= s->outlet.done;
		memmove(out->s, out->s + s->outlet.done, out->n + 1);
		s->outlet.done = 0;
	}
	return err;
}

/* May the reader take more time?  After a signal it has HURRY_MS, and as much again each time it
 * takes something; after a second signal it has none. */
static bool is_patient(const struct session *s)
{
	u64 now = pace_now();

	if (!s->pace.hurried)
		return true;
	return s->pace.hurried == 1 &&
	       (now < s->pace.hurry_until || now < s->outlet.taken_at + HURRY_MS * 1000000ull);
}

/* Waits until the reader takes more.  False if that takes too long. */
static bool reader_wakes(struct session *s)
{
	while (is_patient(s)) {
		if (has_room(s->outlet.fd, LOOK_MS))
			return true;
		if (signals_end(s->image))
			pace_hurry(s);
	}
	return false;
}

static void broken(struct session *s, int err)
{
	if (err != -EPIPE) {
		print_error("output: %s", error_text(err));
		s->exit_called = true;
		s->exit_code = 1;
	}
	s->outlet.is_broken = s->stop = true;
}

void outlet_write(struct session *s)
{
	int err = s->outlet.is_broken || s->outlet.gave_up ? 0 : write_now(s);
	size_t left;

	while (err == -EAGAIN && !s->outlet.is_tracing && reader_wakes(s))
		err = write_now(s);
	if (err && err != -EAGAIN)
		broken(s, err);
	s->outlet.gave_up |= err == -EAGAIN && !s->outlet.is_tracing;
	left = s->outlet.text.n - s->outlet.done;
	if (s->outlet.gave_up)
		s->outlet.unwritten += left;
	if (s->outlet.gave_up || s->outlet.is_broken) {
		sb_reset(&s->outlet.text);
		left = s->outlet.done = 0;
	}
	s->outlet.most = (s->opt->unbuffered && !left ? 0 : OUT_PIECE) + s->outlet.text.n;
	s->outlet.is_stalled = left > OUT_FULL;
}

void outlet_flush(struct session *s)
{
	if (!s->output->is_document && !s->outlet.is_held)
		outlet_write(s);
}

bool outlet_holds_back(const struct session *s)
{
	return s->outlet.is_stalled && s->events && events_quarters(s->events) < HELD_QUARTERS;
}

void outlet_beside(struct session *s, const char *text, size_t len)
{
	int err = print_bytes(s->opt->out_file ? STDOUT_FILENO : STDERR_FILENO, text, len);

	if (err && err != -EAGAIN)
		broken(s, err);
}

void outlet_text(struct session *s, enum out_text kind, const char *text, size_t len)
{
	if (!s->output->text) {
		outlet_beside(s, text, len);
		return;
	}
	if (s->outlet.is_stalled) {	/* from a file or a command, which may never end */
		s->outlet.unwritten += len;
		return;
	}
	s->output->text(&s->outlet.text, kind, text, len);
	if (s->outlet.text.n > s->outlet.most)
		outlet_flush(s);
}

struct strbuf *outlet_text_begin(struct session *s)
{
	if (s->output->is_text)		/* the format doesn't change text: no copy is needed */
		return &s->outlet.text;
	sb_reset(&s->outlet.piece);
	return &s->outlet.piece;
}

void outlet_text_end(struct session *s, enum out_text kind)
{
	if (!s->output->is_text)
		outlet_text(s, kind, sb_str(&s->outlet.piece), s->outlet.piece.n);
}
