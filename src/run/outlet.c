/* SPDX-License-Identifier: GPL-2.0-or-later */
/* outlet.c - text on its way out of a session; see outlet.h. */
#define _GNU_SOURCE	/* MSG_NOSIGNAL */

#include "run/outlet.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/print.h"
#include "base/text.h"
#include "provider/provider.h"
#include "run/events.h"
#include "run/render.h"
#include "run/signals.h"

#define OUT_PIECE (64u << 10)	/* bytes that are worth a system call */
#define OUT_FULL (256u << 10)	/* bytes not taken yet: the reader is far behind */
#define HELD_QUARTERS 2		/* of the kernel's buffer, for records held back */
#define TURN_NS 50000000	/* after this time the loop has its turn */
#define LOOK_MS 10		/* between looks for signals while waiting for the reader */

/* How to write without waiting. */
enum { OUT_PLAIN, OUT_SOCKET, OUT_SHARED };

/*
 * O_NONBLOCK belongs to the open file description, which other processes share, so a
 * pipe and a terminal are opened once more.  Where that fails poll() is asked first:
 * it promises room for PIPE_BUF bytes.  Files on disks don't make anybody wait.
 */
void outlet_open(struct session *s, int fd)
{
	struct stat st;
	char name[32];
	int own;

	s->out_fd = fd;
	s->out_how = OUT_PLAIN;
	s->out_most = s->opt->unbuffered ? 0 : OUT_PIECE;
	if (fstat(fd, &st))
		return;
	if (S_ISSOCK(st.st_mode))
		s->out_how = OUT_SOCKET;
	render_escapes(isatty(fd) && !s->opt->raw && s->output->is_text);
	if (!S_ISFIFO(st.st_mode) && !isatty(fd))
		return;
	s->out_how = OUT_SHARED;
	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	own = open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (own < 0)
		return;
	outlet_close(s);
	s->out_fd = own;
	s->out_how = OUT_PLAIN;
}

void outlet_close(struct session *s)
{
	if (s->out_fd > STDERR_FILENO)
		close(s->out_fd);
	s->out_fd = STDOUT_FILENO;
}

static bool has_room(int fd, int ms)
{
	struct pollfd p = { .fd = fd, .events = POLLOUT };

	return poll(&p, 1, ms) > 0;
}

static ssize_t write_some(const struct session *s, const char *text, size_t n)
{
	if (s->out_how == OUT_SOCKET)
		return send(s->out_fd, text, n, MSG_DONTWAIT | MSG_NOSIGNAL);
	if (s->out_how == OUT_PLAIN)
		return write(s->out_fd, text, n);
	if (!has_room(s->out_fd, 0)) {
		errno = EAGAIN;
		return -1;
	}
	return write(s->out_fd, text, n < PIPE_BUF ? n : PIPE_BUF);
}

/* Writes what the reader takes now.  0, -EAGAIN if there is more, or another -errno. */
static int write_now(struct session *s)
{
	struct strbuf *out = &s->out;
	int err = 0;

	while (s->out_done < out->n && !err) {
		ssize_t n = write_some(s, out->s + s->out_done, out->n - s->out_done);

		if (n > 0) {
			s->out_done += (size_t)n;
			s->taken_at = session_now();
		} else if (n < 0 && errno != EINTR) {
			err = minus_errno();
		}
	}
	if (s->out_done > out->n / 2) {	/* moves no byte more than once, on average */
		out->n -= s->out_done;
		memmove(out->s, out->s + s->out_done, out->n + 1);
		s->out_done = 0;
	}
	return err;
}

/* After a signal the reader gets a moment, and one more each time it takes something. */
static bool is_patient(const struct session *s)
{
	u64 now = session_now();

	if (!s->hurried)
		return true;
	return s->hurried == 1 &&
	       (now < s->hurry_until || now < s->taken_at + HURRY_MS * 1000000ull);
}

/* False if it took too long. */
static bool reader_wakes(struct session *s)
{
	while (is_patient(s)) {
		if (has_room(s->out_fd, LOOK_MS))
			return true;
		if (signals_end(s->image))
			session_hurry(s);
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
	s->out_broken = s->stop = true;
}

void session_write(struct session *s)
{
	int err = s->out_broken || s->gave_up ? 0 : write_now(s);
	size_t left;

	while (err == -EAGAIN && !s->tracing && reader_wakes(s))
		err = write_now(s);
	if (err && err != -EAGAIN)
		broken(s, err);
	s->gave_up |= err == -EAGAIN && !s->tracing;
	left = s->out.n - s->out_done;
	if (s->gave_up)
		s->unwritten += left;
	if (s->gave_up || s->out_broken) {
		sb_reset(&s->out);
		left = s->out_done = 0;
	}
	s->out_most = (s->opt->unbuffered && !left ? 0 : OUT_PIECE) + s->out.n;
	s->stalled = left > OUT_FULL;
}

void session_flush(struct session *s)
{
	if (!s->output->is_document && !s->holds)
		session_write(s);
}

bool outlet_holds_back(const struct session *s)
{
	return s->stalled && s->events && events_quarters(s->events) < HELD_QUARTERS;
}

void outlet_breathe(struct session *s)
{
	if (signals_end(s->image))
		session_hurry(s);
	if (!s->turn_ends)
		s->turn_ends = session_now() + TURN_NS;
	s->cut_short = session_now() > s->turn_ends;
}

void session_hurry(struct session *s)
{
	s->stop = true;
	if (!s->hurried++)
		s->hurry_until = session_now() + HURRY_MS * 1000000ull;
}

bool session_overdue(struct session *s, const struct action *a)
{
	if (signals_end(s->image))
		session_hurry(s);
	if (a->prog->provider->runs == RUN_END)
		return s->hurried > 1;
	return s->hurried && session_now() > s->hurry_until;
}

void outlet_beside(struct session *s, const char *text, size_t len)
{
	int err = print_bytes(s->opt->out_file ? STDOUT_FILENO : STDERR_FILENO, text, len);

	if (err && err != -EAGAIN)
		broken(s, err);
}

void session_text(struct session *s, enum out_text kind, const char *text, size_t len)
{
	if (!s->output->text) {
		outlet_beside(s, text, len);
		return;
	}
	if (s->stalled) {	/* of a file or a command, which knows no end */
		s->unwritten += len;
		return;
	}
	s->output->text(&s->out, kind, text, len);
	if (s->out.n > s->out_most)
		session_flush(s);
}

struct strbuf *session_text_begin(struct session *s)
{
	if (s->output->is_text)		/* nothing is done to it: not copied either */
		return &s->out;
	sb_reset(&s->text);
	return &s->text;
}

void session_text_end(struct session *s, enum out_text kind)
{
	if (!s->output->is_text)
		session_text(s, kind, sb_str(&s->text), s->text.n);
}
