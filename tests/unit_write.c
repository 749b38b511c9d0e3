/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_write.c - base/write.c and a reader whose every move is made up: how much room there is at
 * each write(2), and which of them fail.
 */
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/lib/unit.h"

#define FD 77

static struct {
	const int *moves;	/* of each write: the room, or -errno; the last one stays */
	u32 at;
	bool has_room;		/* what poll(2) says */
	int waited;		/* ms of the last poll(2); -2: none */
	u32 polls, writes;
	size_t longest;
	char got[20000];
	size_t n;
} reader;

static int fake_poll(struct pollfd *p, nfds_t n, int ms)
{
	CHECK(n == 1 && p->fd == FD && p->events == POLLOUT);
	reader.waited = ms;
	reader.polls++;
	return reader.has_room;
}

static ssize_t fake_write(int fd, const void *from, size_t n)
{
	int move = reader.moves[reader.at];

	CHECK(fd == FD && n);
	reader.writes++;
	reader.at += reader.moves[reader.at + 1] != 0;
	if (n > reader.longest)
		reader.longest = n;
	if (move < 0) {
		errno = -move;
		return -1;
	}
	n = n < (size_t)move ? n : (size_t)move;
	memcpy(reader.got + reader.n, from, n);
	reader.n += n;
	return (ssize_t)n;
}

#define poll fake_poll
#define write fake_write
#include "src/base/write.c"

/* Writes n bytes to a reader that makes these moves, which end in 0; returns the result. */
static int put_bytes(size_t n, int ms, bool has_room, const int *moves)
{
	static char text[20000];
	int r;

	for (size_t i = 0; i < n; i++)
		text[i] = (char)('a' + i % 23);
	memset(&reader, 0, sizeof(reader));
	reader.moves = moves;
	reader.has_room = has_room;
	reader.waited = -2;
	print_patience(ms);
	r = print_bytes(FD, text, n);
	CHECK(reader.n <= n && !memcmp(reader.got, text, reader.n));
	return r;
}

#define MOVES(...) ((const int[]){ __VA_ARGS__, 0, 0 })

/* Without a limit all is written, however often the reader makes it wait. */
static void test_patient(void)
{
	CHECK(put_bytes(10000, -1, true, MOVES(20000)) == 0 && reader.n == 10000);
	CHECK(reader.writes == 1 && !reader.polls && reader.longest == 10000);
	CHECK(put_bytes(10000, -1, true, MOVES(1, 4095, -EINTR, 5000, 1)) == 0);
	CHECK(reader.n == 10000 && !reader.polls);
	CHECK(put_bytes(100, -1, false, MOVES(60, -EAGAIN, -EAGAIN, 100)) == 0);
	CHECK(reader.n == 100 && reader.polls == 2 && reader.waited == -1);
	CHECK(put_bytes(100, -1, true, MOVES(60, -EPIPE)) == -EPIPE && reader.n == 60);
	CHECK(put_bytes(100, -1, true, MOVES(-ENOSPC)) == -ENOSPC && reader.writes == 1);
	CHECK(put_bytes(0, -1, true, MOVES(-ENOSPC)) == 0 && !reader.writes);
	CHECK(print_dropped() == 0);
}

/* With one each piece must fit into a pipe that has room (PIPE_BUF): then write(2) doesn't wait. */
static void test_limited(void)
{
	CHECK(put_bytes(10000, 50, true, MOVES(20000)) == 0 && reader.n == 10000);
	CHECK(reader.longest == PIPE_BUF && reader.polls == 3 && reader.waited == 50);
	CHECK(put_bytes(PIPE_BUF - 1, 50, true, MOVES(20000)) == 0 && reader.writes == 1);
	CHECK(put_bytes(PIPE_BUF, 50, true, MOVES(20000)) == 0 && reader.writes == 1);
	CHECK(put_bytes(PIPE_BUF + 1, 50, true, MOVES(20000)) == 0 && reader.writes == 2);
	CHECK(put_bytes(300, 50, true, MOVES(-EINTR, 100, -EAGAIN, 200)) == 0 && reader.n == 300);
	CHECK(put_bytes(300, 50, true, MOVES(100, -EIO)) == -EIO && reader.n == 100);
	CHECK(print_dropped() == 0);
}

/* A reader that kept it waiting once isn't waited for again until it has read. */
static void test_stuck(void)
{
	CHECK(put_bytes(300, 50, false, MOVES(1000)) == -EAGAIN && !reader.writes);
	CHECK(reader.waited == 50 && print_dropped() == 300);
	CHECK(put_bytes(20, 50, false, MOVES(1000)) == -EAGAIN && reader.waited == 0);
	CHECK(print_dropped() == 320);
	CHECK(put_bytes(5, 50, true, MOVES(1000)) == 0 && reader.waited == 0);
	CHECK(put_bytes(7, 50, false, MOVES(1000)) == -EAGAIN && reader.waited == 50);
	CHECK(print_dropped() == 327);
}

int main(void)
{
	test_patient();
	test_limited();
	test_stuck();
	errno = ENOENT;
	CHECK(last_error() == -ENOENT && same(error_text(0), strerror(ENOENT)));
	CHECK(same(error_text(-EPERM), strerror(EPERM)) && same(error_text(EIO), strerror(EIO)));
	return unit_end();
}
