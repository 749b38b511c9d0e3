/* SPDX-License-Identifier: GPL-2.0-or-later */
/* live.c - --top, and documents that replace their file; see live.h. */
#include "run/live.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/newfile.h"
#include "base/number.h"
#include "base/print.h"
#include "base/text.h"
#include "kernel/host.h"
#include "run/keys.h"
#include "run/outlet.h"
#include "run/session.h"
#include "run/showmap.h"
#include "show/render.h"

static int complain(const char *file, int err)
{
	print_error("%s: %s", file, error_text(err));
	return 1;
}

static int open_to_write(const char *file)
{
	int fd = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

	return fd < 0 ? last_error() : fd;
}

static const char *source_of(struct session *s, const char *file)
{
	const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;

	return arena_strndup(s->image->arena, name, strcspn(name, "."));
}

/* The words of the command line, in quotes if they have special characters, and the date.  With
 * $SOURCE_DATE_EPOCH the page is the same every time (https://reproducible-builds.org). */
static const char *title_of(struct session *s)
{
	const char *fixed = getenv("SOURCE_DATE_EPOCH"), *title;
	struct strbuf text = { 0 };
	u64 ns;

	sb_puts(&text, "awl");
	for (char **w = s->opt->argv ? s->opt->argv + 1 : NULL; w && *w; w++) {
		bool is_plain = **w && !(*w)[strcspn(*w, " \t\n'\"$&|;<>(){}[]*?!#~`\\")];

		sb_printf(&text, is_plain ? " %s" : " '%s'", *w);
	}
	sb_puts(&text, ", ");
	if (fixed && number_decimal(&fixed, &ns) && !*fixed && ns <= INT64_MAX / 1000000000)
		ns *= 1000000000;
	else
		ns = host_now(CLOCK_REALTIME);
	render_time(&text, "%Y-%m-%d %H:%M:%S", (s64)ns);
	title = arena_strndup(s->image->arena, sb_str(&text), text.n);
	sb_free(&text);
	return title;
}

int live_open(struct session *s)
{
	const char *file = s->opt->out_file;
	char *name = NULL;
	int fd, plain = 0;

	s->live.period = s->opt->top ? 1 : s->output->period;
	s->live.source = source_of(s, file ? file : "awl");
	if (s->output->is_document)
		s->live.title = title_of(s);
	if (!file) {
		outlet_open(s, STDOUT_FILENO);
		return 0;
	}
	if (s->output->is_document || s->output->is_stream)
		plain = newfile_fits(file);
	s->live.replaces_file = plain > 0 && s->output->is_document;
	if (plain < 0)
		fd = plain;
	else
		fd = plain ? newfile_open(file, 0666, &name) : open_to_write(file);
	if (s->live.replaces_file && fd >= 0)
		newfile_close(fd, name, file, -ECANCELED);
	else if (plain > 0 && fd >= 0)
		s->live.new_file = name;
	if (!s->live.new_file)
		mem_free(name);
	if (fd < 0)
		return complain(file, fd);
	outlet_open(s, s->live.replaces_file ? STDOUT_FILENO : fd);
	return 0;
}

/* Writes the whole document to a new file, then renames that. */
static int replace_file(struct session *s)
{
	const char *file = s->opt->out_file;
	char *name;
	int fd = newfile_open(file, 0666, &name), err = fd;

	if (fd >= 0) {
		err = newfile_like(fd, file);
		if (!err)
			err = print_buffer(fd, &s->outlet.text);
		err = newfile_close(fd, name, file, err);
	}
	mem_free(name);
	return err;
}

void live_write(struct session *s)
{
	int err;

	if (!s->live.replaces_file) {
		outlet_write(s);
		return;
	}
	err = replace_file(s);
	if (err) {
		s->exit_code = complain(s->opt->out_file, err);
		s->exit_called = s->outlet.is_broken = s->stop = true;
	}
	sb_reset(&s->outlet.text);
}

/* Gives a stream's file its name if err is 0, else removes it.  Returns 0 or -errno. */
static int close_stream(struct session *s, int err)
{
	if (!err)
		err = newfile_like(s->outlet.fd, s->opt->out_file);
	err = newfile_close(s->outlet.fd, s->live.new_file, s->opt->out_file, err);
	mem_free(s->live.new_file);
	s->live.new_file = NULL;
	s->outlet.fd = STDOUT_FILENO;
	return err;
}

void live_finish(struct session *s)
{
	int err = 0;

	if (s->live.new_file && !s->outlet.is_broken)
		err = close_stream(s, 0);
	if (err) {
		s->exit_code = complain(s->opt->out_file, err);
		s->exit_called = true;
	}
}

void live_close(struct session *s)
{
	if (s->live.new_file)
		close_stream(s, -ECANCELED);
}

void live_reverse(struct map_view *m)
{
	for (u32 i = 0; i < m->n / 2; i++) {
		struct entry e = m->entries[i];

		m->entries[i] = m->entries[m->n - 1 - i];
		m->entries[m->n - 1 - i] = e;
	}
}

/* Cuts the text to this number of lines. */
static void cut_lines(struct strbuf *out, u32 lines)
{
	char *p = out->s;

	while (p && lines-- && (p = strchr(p, '\n')))
		p++;
	if (p)
		out->n = (size_t)(p - out->s);
}

/* The number of lines of the screen that maps can take; 0 if the output is no screen. */
static u32 screen_lines(const struct session *s)
{
	struct winsize ws = { 0 };

	return !ioctl(s->outlet.fd, TIOCGWINSZ, &ws) && ws.ws_row > 1 ? ws.ws_row - 1u : 0;
}

/* Puts the line below the maps that says which keys there are. */
static void put_keys(struct session *s, u32 rows)
{
	const struct live *l = &s->live;

	if (l->has_keys)
		sb_printf(&s->outlet.text, "\033[?7l\033[%u;1H\033[K", rows + 1);
	if (l->has_keys)
		sb_printf(&s->outlet.text, TEXT_ARGS(T_TOP_KEYS, l->is_paused ? "go on" : "pause",
						     l->by_key ? "value" : "key",
						     l->smallest_first ? "largest" : "smallest"));
}

/* On a terminal it moves to the top, clears the screen, and turns off the wrapping of lines. */
static void top_refresh(struct session *s)
{
	u32 rows = screen_lines(s), maps = (u32)s->image->globals.n;
	bool screen = rows;

	outlet_write(s);
	if (s->outlet.text.n)		/* the terminal is stopped: skip this refresh */
		return;
	s->live.largest_first = !s->live.smallest_first;
	s->outlet.is_held = true;
	if (screen)
		sb_puts(&s->outlet.text, "\033[H\033[J\033[?7l");
	showmap_all(s, screen && maps ? rows / maps + 1 : 0);
	if (screen) {
		cut_lines(&s->outlet.text, rows);
		put_keys(s, rows);
		sb_puts(&s->outlet.text, "\033[?7h");
	} else if (s->outlet.text.n) {
		sb_putc(&s->outlet.text, '\n');
	}
	s->outlet.is_held = s->live.largest_first = false;
	outlet_write(s);
}

void live_refresh(struct session *s)
{
	if (s->opt->top) {
		if (!s->live.is_paused)
			top_refresh(s);
		return;
	}
	showmap_all(s, 0);
	losses_show(s);
	if (s->output->end)
		s->output->end(&s->outlet.text);
	live_write(s);
}

void live_tick(struct session *s)
{
	if (!s->live.is_printed)
		live_refresh(s);
}

void live_print(struct session *s)
{
	s->live.is_printed = true;
	live_refresh(s);
}

/* ---- keys ---- */

void live_keys_begin(struct session *s)
{
	s->live.has_keys = s->opt->top && !s->opt->n_commands && screen_lines(s) && keys_open();
}

/* If the script says when to refresh, the maps may just have been cleared: it is only the line of
 * keys that changes then. */
static void changed(struct session *s)
{
	if (!s->live.is_printed && !s->live.is_paused) {
		top_refresh(s);
		return;
	}
	put_keys(s, screen_lines(s));
	sb_puts(&s->outlet.text, "\033[?7h");
	outlet_write(s);
}

void live_keys(struct session *s)
{
	struct live *l = &s->live;

	for (char key = keys_read(); key; key = keys_read()) {
		switch (key) {
		case 'q':
			s->stop = true;
			return;
		case ' ':
			l->is_paused = !l->is_paused;
			break;
		case 's':
			l->smallest_first = l->by_key = !l->by_key;
			break;
		case 'r':
			l->smallest_first = !l->smallest_first;
			break;
		default:
			continue;
		}
		changed(s);
	}
}

void live_keys_end(struct session *s)
{
	keys_close();
	if (s->live.has_keys)
		sb_puts(&s->outlet.text, "\r\033[K");
	s->live.has_keys = false;
}
