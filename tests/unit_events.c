/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_events.c - run/events.c on buffers that this test fills like the kernel: records that wrap
 * or are not complete yet, several records at once, and the losses of perf buffers.  Each buffer is
 * a memfd.  The test remembers its records and compares them.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "kernel/sysbpf.h"
#include "kernel/sysperf.h"

static int fake_ring(int cpu);
static int no_epoll(int fd, int op, int other, struct epoll_event *e);
static void *count_map(void *at, size_t n, int prot, int flags, int fd, off_t off);
static int count_unmap(void *p, size_t n);
static int fake_stacks(int cpu);
static int join(int fd, int to);
static int enabled, updated;

#define mmap count_map
#define munmap count_unmap
#define epoll_ctl no_epoll
#define sysperf_mappings(cpu, at_once) ((void)(at_once), fake_ring(cpu))
#define sysperf_bpf_output(cpu, regs, stack) \
	((regs) == 5 && (stack) == 64 ? fake_stacks(cpu) : fake_ring(cpu))
#define sysperf_join join
#define sysperf_enable(fd) ((void)(fd), enabled++, 0)
#define sysbpf_map_update(fd, key, value, flags) ((void)(fd), (void)(flags), updated++, 0)
#include "src/run/events.c"
#undef mmap
#undef munmap

#include "tests/lib/unit.h"

#define RING_SIZE (1u << 20)
#define PERF_SIZE (64u << 10)

static u32 seed = 1;

static u32 rnd(u32 below)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 8) % below;
}

/* ---- system calls and their failures ---- */

static struct { int map, epoll, ring; } fails_in;	/* the nth call fails; 0: none */
static struct { size_t bytes, widest; } maps;		/* mapped now; by one call */

static bool fails(int *in, int error)
{
	if (!*in || --*in)
		return false;
	errno = error;
	return true;
}

static void *count_map(void *at, size_t n, int prot, int flags, int fd, off_t off)
{
	void *p = fails(&fails_in.map, EPERM) ? MAP_FAILED : mmap(at, n, prot, flags, fd, off);

	if (p == MAP_FAILED)
		return p;
	maps.bytes += n;
	if (n > maps.widest)
		maps.widest = n;
	return p;
}

static int count_unmap(void *p, size_t n)
{
	maps.bytes -= n;
	return munmap(p, n);
}

/* Replaces epoll_ctl(): a memfd can't be waited for. */
static int no_epoll(int fd, int op, int other, struct epoll_event *e)
{
	(void)fd, (void)op, (void)other, (void)e;
	return fails(&fails_in.epoll, ENOSPC) ? -1 : 0;
}

static u32 n_open(void)
{
	u32 n = 0;

	for (int fd = 0; fd < 256; fd++)
		n += fcntl(fd, F_GETFD) >= 0;
	return n;
}

/* ---- records in the buffer ---- */

struct record { u32 len; u8 first; };

static struct { struct record v[20000]; u32 n, seen; u32 room_wrong, wrong; } put_in;

static void expect(u32 len, u8 first)
{
	put_in.v[put_in.n++] = (struct record){ len, first };
}

static void compare(const u8 *data, u32 len)
{
	const struct record *r = &put_in.v[put_in.seen++];

	if (put_in.seen > put_in.n || r->len != len) {
		put_in.wrong++;
		return;
	}
	for (u32 i = 0; i < len; i++)
		if (data[i] != (u8)(r->first + i))
			put_in.wrong++;
}

static void fill(u8 *data, u32 len, u8 first)
{
	for (u32 i = 0; i < len; i++)
		data[i] = (u8)(first + i);
}

/* ---- a ring buffer ---- */

static u8 *map_all(int fd, size_t n)
{
	u8 *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (ftruncate(fd, (off_t)n) || p == MAP_FAILED)
		exit(1);
	return p;
}

struct ring { u8 *mem; size_t page; unsigned long *made; };

/* The kernel maps the data twice, one after the other.  So each byte is stored twice here. */
static void ring_bytes(struct ring *r, unsigned long pos, const u8 *data, size_t n)
{
	u8 *d = r->mem + 2 * r->page;

	for (size_t i = 0; i < n; i++) {
		size_t at = (pos + i) & (RING_SIZE - 1);

		d[at] = d[at + RING_SIZE] = data[i];
	}
}

static void ring_put(struct ring *r, u32 len, bool busy)
{
	static u8 data[300100];
	u32 head = len | (busy ? BPF_RINGBUF_BUSY_BIT : 0), zero = 0;
	u8 first = (u8)rnd(256);

	memcpy(data, &head, 4);
	memcpy(data + 4, &zero, 4);
	fill(data + BPF_RINGBUF_HDR_SZ, len, first);
	ring_bytes(r, *r->made, data, BPF_RINGBUF_HDR_SZ + len);
	*r->made += ALIGN_UP(BPF_RINGBUF_HDR_SZ + len, 8);
	expect(len, first);
}

static void ring_complete(struct ring *r, unsigned long pos, u32 len)
{
	ring_bytes(r, pos, (const u8 *)&len, 4);
}

static struct { u32 at_once; u32 stop_at; u32 calls; u32 last_room; } taker;

/* Takes up to at_once records after the first; stops after stop_at records. */
static int take(void *arg, const void *data, u32 len, u32 room)
{
	const u8 *next = (const u8 *)data + ALIGN_UP(len, 8);
	u32 took = 0;

	(void)arg;
	taker.calls++;
	taker.last_room = room;
	compare(data, len);
	for (u32 i = 0; i < taker.at_once; i++) {
		u32 head, n;

		if (room - took < BPF_RINGBUF_HDR_SZ)
			break;
		memcpy(&head, next + took, 4);
		n = ALIGN_UP(BPF_RINGBUF_HDR_SZ + head, 8);
		if (head & BPF_RINGBUF_BUSY_BIT || n > room - took)
			break;
		compare(next + took + BPF_RINGBUF_HDR_SZ, head);
		took += n;
	}
	return taker.stop_at && put_in.seen >= taker.stop_at ? ~(int)took : (int)took;
}

static struct events *open_fake(struct ring *r)
{
	int fd = memfd_create("ring", 0), err = 1;
	struct events *e;

	r->page = (size_t)getpagesize();
	r->mem = map_all(fd, 2 * r->page + 2 * RING_SIZE);
	r->made = (unsigned long *)(void *)(r->mem + r->page);
	e = events_open(fd, false, RING_SIZE, &err);
	CHECK(e && !err);
	memset(&put_in, 0, sizeof(put_in));
	memset(&taker, 0, sizeof(taker));
	return e;
}

static void test_few(void)
{
	struct ring r;
	struct events *e = open_fake(&r);
	unsigned long *seen = (unsigned long *)(void *)r.mem, third;
	int fds[4];

	CHECK(events_drain(e, take, NULL) >= 0 && taker.calls == 0);
	CHECK(events_fds(e, fds, 4) == 1 && fds[0] == e->woken);
	ring_put(&r, 5, false);
	ring_put(&r, 16, false);
	third = *r.made;
	ring_put(&r, 24, true);
	ring_put(&r, 1, false);
	CHECK(events_drain(e, take, NULL) >= 0);
	CHECK(put_in.seen == 2 && *seen == third && !put_in.wrong);
	/* records after the first are taken only if they are complete, but the room is known */
	CHECK(taker.last_room == *r.made - third);
	ring_complete(&r, third, 24);
	taker.at_once = 10;
	CHECK(events_drain(e, take, NULL) >= 0);
	CHECK(put_in.seen == 4 && *seen == *r.made && taker.calls == 3 && !put_in.wrong);
	taker.at_once = 1;	/* stops after two of three records; the third stays */
	taker.stop_at = 6;
	for (u32 i = 0; i < 3; i++)
		ring_put(&r, 8 * i, false);
	CHECK(events_drain(e, take, NULL) < 0 && put_in.seen == 6 && *seen == *r.made - 24);
	taker.stop_at = 0;
	CHECK(events_drain(e, take, NULL) >= 0 && put_in.seen == 7 && !put_in.wrong);
	CHECK(events_lost(e) == 0);
	events_close(e);
}

/* The mark is passed when all records before it were taken, even if the buffer is never empty. */
static void test_mark(void)
{
	struct ring r;
	struct events *e = open_fake(&r);

	events_mark(e);
	CHECK(events_passed(e));
	ring_put(&r, 8, false);
	ring_put(&r, 80, false);
	CHECK(events_passed(e));
	events_mark(e);
	for (u32 i = 1; i < 10; i++) {
		ring_put(&r, 8, false);
		CHECK(events_passed(e) == (i > 2));
		taker.stop_at = i;
		CHECK(events_drain(e, take, NULL) < 0 && put_in.seen == i);
	}
	CHECK(put_in.seen < put_in.n && !put_in.wrong);
	events_close(e);
}

/* The length of the longest record from the nth on, at least that of the window. */
static size_t longest_of(u32 n)
{
	size_t longest = WINDOW;

	for (; n < put_in.n; n++)
		if (put_in.v[n].len > longest)
			longest = put_in.v[n].len;
	return longest;
}

/* Far more data than the buffer holds; records of all lengths, some longer than the window. */
static void test_many(void)
{
	struct ring r;
	struct events *e = open_fake(&r);
	unsigned long *seen = (unsigned long *)(void *)r.mem;

	for (u32 round = 0; round < 300; round++) {
		u32 n = rnd(40) + 1, before = put_in.n;

		taker.at_once = rnd(5);
		maps.widest = 0;
		while (n-- && *r.made - *seen < RING_SIZE - 310000)
			ring_put(&r, rnd(20) ? rnd(rnd(3) ? 100 : 9000) : rnd(300000), false);
		CHECK(events_quarters(e) == (*r.made - *seen) / (RING_SIZE / 4));
		CHECK(events_drain(e, take, NULL) >= 0);
		CHECK(put_in.seen == put_in.n && *seen == *r.made);
		/* one mapping has at most the window or a longer record, and two pages */
		CHECK(maps.widest <= longest_of(before) + 2 * r.page);
	}
	CHECK(!put_in.wrong && put_in.n > 3000);
	/* four quarters are the whole */
	*seen = *r.made - RING_SIZE;
	CHECK(events_quarters(e) == 4);
	++*seen;
	CHECK(events_quarters(e) == 3);
	events_close(e);
}

/* ---- perf buffers, one per CPU ---- */

static struct perf_fake { struct perf_event_mmap_page *page; u8 *data; int cpu; } perf[64];
static u32 n_perf;
static u64 perf_size;

static int fake_ring(int cpu)
{
	int fd;
	size_t page = (size_t)getpagesize();
	u8 *p;

	if (fails(&fails_in.ring, EMFILE))
		return -EMFILE;
	fd = memfd_create("perf", 0);
	p = map_all(fd, page + PERF_SIZE * 16);

	perf[n_perf++ % 64] = (struct perf_fake){ (void *)p, p + page, cpu };
	return fd;
}

static int joined;

static int fake_stacks(int cpu)
{
	if (fails(&fails_in.ring, EMFILE))
		return -EMFILE;
	CHECK(cpu == perf[joined].cpu);
	return memfd_create("stacks", 0);
}

static int join(int fd, int to)
{
	struct stat s;

	CHECK(!fstat(fd, &s) && !s.st_size && !fstat(to, &s) && s.st_size);
	joined++;
	return 0;
}

static void perf_put(struct perf_fake *f, u16 type, const void *body, u16 n)
{
	struct perf_event_header h = { .type = type, .size = (u16)(sizeof(h) + n) };
	u64 head = f->page->data_head;

	for (u32 i = 0; i < h.size; i++)
		f->data[(head + i) & (perf_size - 1)] =
			i < sizeof(h) ? ((u8 *)&h)[i] : ((const u8 *)body)[i - sizeof(h)];
	f->page->data_head = head + h.size;
}

static void perf_sample(struct perf_fake *f, u32 len)
{
	static u8 body[70000];
	u8 first = (u8)rnd(256);
	u32 n = ALIGN_UP(len + 4, 8);

	memset(body, 0xee, n);
	memcpy(body, &len, 4);
	fill(body + 4, len, first);
	perf_put(f, PERF_RECORD_SAMPLE, body, (u16)n);
	expect(len, first);
}

static struct events *open_perf_fake(bool mappings)
{
	int err = 1, fd = memfd_create("map", 0);
	u32 *cpus, n;
	struct arena arena = { 0 };
	struct events *e;

	n = host_cpus_online(&arena, &cpus);
	n_perf = 0;
	enabled = updated = 0;
	e = mappings ? events_open_mappings(n * PERF_SIZE, false, &err)
		     : events_open(fd, true, n * PERF_SIZE, &err);
	CHECK(e && !err && n_perf == n && enabled == (int)n && updated == (mappings ? 0 : (int)n));
	perf_size = e->rings.v[0].size;
	CHECK(perf_size <= PERF_SIZE && perf_size > PERF_SIZE / 2);
	arena_free(&arena);
	memset(&put_in, 0, sizeof(put_in));
	memset(&taker, 0, sizeof(taker));
	return e;
}

static void test_perf(void)
{
	struct events *e = open_perf_fake(false);
	u64 lost[2] = { 7, 0 }, sum = 0;
	int fds[64];

	CHECK(events_fds(e, fds, 64) == n_perf && events_fds(e, fds, 1) == 1);
	for (u32 round = 0; round < 400; round++) {
		struct perf_fake *f = &perf[rnd(n_perf)];

		for (u32 n = rnd(10); n--; )
			perf_sample(f, rnd(6) ? rnd(200) : rnd(5000));
		if (!rnd(4)) {
			lost[1] = rnd(1000);
			sum += lost[1];
			perf_put(f, PERF_RECORD_LOST, lost, sizeof(lost));
			perf_put(f, PERF_RECORD_THROTTLE, lost, sizeof(lost));
		}
		CHECK(events_quarters(e) == (f->page->data_head - f->page->data_tail) /
		      (perf_size / 4));
		CHECK(events_drain(e, take, NULL) >= 0 && f->page->data_tail == f->page->data_head);
	}
	CHECK(put_in.seen == put_in.n && put_in.n > 1000 && !put_in.wrong);
	CHECK(sum && events_lost(e) == sum);
	taker.stop_at = put_in.seen + 1;
	perf_sample(&perf[0], 8);
	perf_sample(&perf[0], 12);
	CHECK(events_passed(e));
	events_mark(e);
	perf_sample(&perf[0], 16);
	CHECK(events_drain(e, take, NULL) < 0 && put_in.seen == put_in.n - 2);
	CHECK(!events_passed(e));
	taker.stop_at++;
	CHECK(events_drain(e, take, NULL) < 0 && put_in.seen == put_in.n - 1);
	CHECK(events_passed(e));
	events_close(e);
}

/* ---- records that a copy of the stack follows ---- */

static u32 rest_seen;

/* The rest are its own length, in each 8 bytes. */
static int see_rest(void *arg, const void *data, u32 len, u32 room)
{
	u32 n, *want = arg;
	const u8 *rest = events_rest(data, &n);

	(void)room;
	CHECK(n == *want && len % 8 == 4);
	for (u32 i = 0; i < n; i += 8)
		CHECK(!memcmp(rest + i, &(u64){ n }, 8));
	rest_seen++;
	return 0;
}

static void test_stacks(void)
{
	struct events *e = open_perf_fake(false);
	static u64 body[8000];
	int fds[64];

	joined = 0;
	CHECK(!events_add_stacks(e, 0, 5, 64) && joined == (int)n_perf);
	CHECK(enabled == 2 * joined && updated == 2 * joined);
	CHECK(events_fds(e, fds, 64) == n_perf);
	for (u32 round = 0; round < 500; round++) {	/* some wrap */
		u32 len = 4 + 8 * rnd(20), n = 8 * rnd(rnd(3) ? 1200 : 3);

		memcpy(body, &len, 4);
		for (u32 i = 0; i < n / 8; i++)
			body[(len + 4) / 8 + i] = n;
		perf_put(&perf[0], PERF_RECORD_SAMPLE, body, (u16)(4 + len + n));
		CHECK(events_drain(e, see_rest, &n) >= 0 && rest_seen == round + 1);
	}
	fails_in.ring = 1;
	CHECK(events_add_stacks(e, 0, 5, 64) == -EMFILE);
	events_close(e);
	/* lengths that make no sense */
	for (u32 len = 0; len < 40; len++) {
		struct { struct perf_event_header h; u32 len; u8 data[32]; } r = {
			.h.size = (u16)len, .len = 8 };
		u32 n = 1;

		events_rest(r.data, &n);
		CHECK(n == (len > 20 ? len - 20 : 0));
		r.h.size = 44;
		r.len = len == 39 ? UINT32_MAX : len;
		events_rest(r.data, &n);
		CHECK(n == (len < 32 ? 32 - len : 0));
	}
}

static u32 whole_records;

static int see_whole(void *arg, const void *data, u32 len, u32 room)
{
	const struct perf_event_header *h = data;

	(void)arg;
	whole_records += h->type == PERF_RECORD_MMAP && h->size == len && len == 24 && !room;
	return 0;
}

static void test_mappings(void)
{
	struct events *e = open_perf_fake(true);
	u64 body[2] = { 1, 2 };

	perf_put(&perf[0], PERF_RECORD_MMAP, body, 16);
	perf_put(&perf[0], PERF_RECORD_LOST, body, 16);
	perf_put(&perf[0], PERF_RECORD_MMAP, body, 16);
	CHECK(events_drain(e, see_whole, NULL) == 0 && whole_records == 2);
	CHECK(events_lost(e) == 2);
	events_close(e);
}

/* If opening fails, nothing is left.  If mapping fails, the records are taken later. */
static void test_failures(void)
{
	u32 open_before = n_open();
	size_t before = maps.bytes;
	struct ring r;
	struct events *e = open_fake(&r);
	int err;

	ring_put(&r, 5, false);
	fails_in.map = 1;
	CHECK(events_drain(e, take, NULL) >= 0 && put_in.seen == 0);
	CHECK(events_drain(e, take, NULL) >= 0 && put_in.seen == 1 && !put_in.wrong);
	for (int i = 1; i <= 2; i++) {
		fails_in.map = i;
		CHECK(!events_open(e->map_fd, false, RING_SIZE, &err) && err == -EPERM);
	}
	fails_in.epoll = 1;
	CHECK(!events_open(e->map_fd, false, RING_SIZE, &err) && err == -ENOSPC);
	close(e->map_fd);
	events_close(e);
	CHECK(maps.bytes == before && n_open() == open_before);
	fails_in.map = 1;
	CHECK(!events_open_mappings(PERF_SIZE, false, &err) && err == -EPERM);
	CHECK(n_open() == open_before);
	fails_in.ring = 1;
	CHECK(!events_open_mappings(PERF_SIZE, false, &err) && err == -EMFILE);
	CHECK(maps.bytes == before && n_open() == open_before);
}

int main(void)
{
	test_failures();
	test_few();
	test_mark();
	test_many();
	test_perf();
	test_stacks();
	test_mappings();
	test_failures();
	CHECK(!maps.bytes);
	return unit_end();
}
