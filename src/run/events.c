/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * events.c - records from the kernel; see events.h.
 *
 * Layouts: kernel/bpf/ringbuf.c's user API (a page with the consumer
 * position, a page with the producer position, the data mapped twice), and
 * struct perf_event_mmap_page.
 */
#include "run/events.h"

#include <errno.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/shared.h"
#include "kernel/host.h"
#include "kernel/sysbpf.h"
#include "kernel/sysperf.h"

struct perf_ring {
	int fd, stacks_fd;	/* stacks_fd: of events_add_stacks(), or -1 */
	u32 cpu;
	struct perf_event_mmap_page *page;
	u8 *data;
	u64 size, mark;
};

struct events {
	bool perf, at_once;
	int map_fd;		/* -1: mappings */
	int woken;		/* epoll of the ring buffer, edge-triggered */
	size_t page;
	/* ring buffer; positions are longs in the kernel, which have the size of ours */
	unsigned long *consumer, *producer, mark;
	size_t size;
	struct window { u8 *p; size_t at, n; } window;	/* the part that is mapped */
	/* perf buffers */
	VEC(struct perf_ring) rings;
	struct { u8 *p; size_t cap; } bounce;	/* for a copy of a record that wraps */
	u64 lost;
	struct arena arena;
};

/* ---- ring buffer ---- */

/* Bytes of the buffer that are mapped at a time.  If all of it was mapped, it would count as
 * resident memory at once, and twice. */
#define WINDOW (256u << 10)

static void close_window(struct events *e)
{
	if (e->window.n)
		munmap(e->window.p, e->window.n);
}

static int open_ring(struct events *e, u64 size)
{
	struct epoll_event ev = { .events = EPOLLIN | EPOLLET };
	void *p = mmap(NULL, e->page, PROT_READ | PROT_WRITE, MAP_SHARED, e->map_fd, 0);

	if (p == MAP_FAILED)
		return last_error();
	e->consumer = p;
	e->size = (size_t)size;
	p = mmap(NULL, e->page, PROT_READ, MAP_SHARED, e->map_fd, (off_t)e->page);
	if (p == MAP_FAILED)
		return last_error();
	e->producer = p;
	e->woken = epoll_create1(EPOLL_CLOEXEC);
	if (e->woken < 0 || epoll_ctl(e->woken, EPOLL_CTL_ADD, e->map_fd, &ev))
		return last_error();
	return 0;
}

/* Maps the n bytes at an offset, and some after them. */
static bool move_window(struct events *e, size_t at, size_t n)
{
	size_t from = at & ~(e->page - 1);
	struct window w = { .at = from };

	w.n = n > WINDOW ? ALIGN_UP(at + n - from, e->page) : WINDOW + e->page;
	if (w.n > 2 * e->size - from)
		w.n = 2 * e->size - from;
	w.p = mmap(NULL, w.n, PROT_READ, MAP_SHARED, e->map_fd, (off_t)(2 * e->page + from));
	if (w.p == MAP_FAILED)
		return false;
	close_window(e);
	e->window = w;
	return true;
}

/* The n bytes at a position, and in *end the end of the window; NULL if they can't be mapped.
 * It is called rarely, so it is kept out of the loop. */
static __attribute__((noinline)) u8 *ring_at(struct events *e, unsigned long pos, size_t n,
					     const u8 **end)
{
	size_t at = pos & (e->size - 1), off = at - e->window.at;

	if ((off >= e->window.n || n > e->window.n - off) && !move_window(e, at, n))
		return NULL;
	*end = e->window.p + e->window.n;
	return e->window.p + (at - e->window.at);
}

bool events_woken(struct events *e)
{
	struct epoll_event ev;

	return !e->perf && epoll_wait(e->woken, &ev, 1, 0) > 0;
}

/* How many quarters of the fullest buffer are used. */
static u32 perf_quarters(const struct events *e)
{
	u32 most = 0;

	for (size_t i = 0; i < e->rings.n; i++) {
		const struct perf_ring *r = &e->rings.v[i];
		u64 n = shared_load(&r->page->data_head) - r->page->data_tail;

		if (n / (r->size / 4) > most)
			most = (u32)(n / (r->size / 4));
	}
	return most;
}

u32 events_quarters(const struct events *e)
{
	if (e->perf)
		return perf_quarters(e);
	return (u32)((__atomic_load_n(e->producer, __ATOMIC_ACQUIRE) - *e->consumer) /
		     (e->size / 4));
}

/* A pointer steps through the records in the window.  The discard bit is not tested, because our
 * programs discard no records. */
static int drain_ring(struct events *e, events_fn *fn, void *arg)
{
	unsigned long *consumer = e->consumer, pos = *consumer, made;
	const u8 *rec = NULL, *end = NULL;
	int more = 0;

	while (more >= 0) {
		u32 head, n, room;

		made = __atomic_load_n(e->producer, __ATOMIC_ACQUIRE);
		if (pos == made)
			break;
		if (rec == end && !(rec = ring_at(e, pos, BPF_RINGBUF_HDR_SZ, &end)))
			break;
		head = __atomic_load_n((const u32 *)(const void *)rec, __ATOMIC_ACQUIRE);
		if (head & BPF_RINGBUF_BUSY_BIT)
			break;
		n = ALIGN_UP(head + BPF_RINGBUF_HDR_SZ, 8);
		if (n > (size_t)(end - rec) && !(rec = ring_at(e, pos, n, &end)))
			break;
		room = (u32)(made - pos);
		if (room > (size_t)(end - rec))
			room = (u32)(end - rec);
		more = fn(arg, rec + BPF_RINGBUF_HDR_SZ, head, room - n);
		n += (u32)(more < 0 ? ~more : more);
		rec += n;
		pos += n;
		__atomic_store_n(consumer, pos, __ATOMIC_RELEASE);
	}
	return more;
}

/* ---- perf buffers ---- */

static int open_perf_ring(struct events *e, u32 cpu, u64 size)
{
	struct perf_ring r = { .size = size, .cpu = cpu, .stacks_fd = -1 };
	int err = 0;

	r.fd = e->map_fd < 0 ? sysperf_mappings((int)cpu, e->at_once) :
			       sysperf_bpf_output((int)cpu, 0, 0);

	if (r.fd < 0)
		return r.fd;
	r.page = mmap(NULL, e->page + size, PROT_READ | PROT_WRITE, MAP_SHARED, r.fd, 0);
	if (r.page == MAP_FAILED) {
		err = last_error();
		close(r.fd);
		return err;
	}
	r.data = (u8 *)r.page + e->page;
	vec_push(&e->rings, r);
	if (e->map_fd >= 0)
		err = sysbpf_map_update(e->map_fd, &cpu, &r.fd, BPF_ANY);
	return err ? err : sysperf_enable(r.fd);
}

static int open_perf(struct events *e, u64 size)
{
	u32 *cpus, n = host_cpus_online(&e->arena, &cpus);
	u64 each = e->page;
	int err = 0;

	while (each * 2 * n <= size)
		each *= 2;
	for (u32 i = 0; i < n && !err; i++)
		err = open_perf_ring(e, cpus[i], each);
	return err;
}

static int add_stacks(struct perf_ring *r, int map_fd, u64 regs, u32 stack)
{
	int err;

	r->stacks_fd = sysperf_bpf_output((int)r->cpu, regs, stack);
	if (r->stacks_fd < 0)
		return r->stacks_fd;
	err = sysperf_join(r->stacks_fd, r->fd);
	if (!err)
		err = sysbpf_map_update(map_fd, &r->cpu, &r->stacks_fd, BPF_ANY);
	return err ? err : sysperf_enable(r->stacks_fd);
}

int events_add_stacks(struct events *e, int map_fd, u64 regs, u32 stack)
{
	int err = 0;

	for (size_t i = 0; i < e->rings.n && !err; i++)
		err = add_stacks(&e->rings.v[i], map_fd, regs, stack);
	return err;
}

/* A record is preceded by perf's header and its own length, which is such that the rest is aligned
 * to 8 bytes. */
const u8 *events_rest(const void *record, u32 *n)
{
	struct perf_event_header h;
	u32 len, before = sizeof(h) + sizeof(len);

	memcpy(&h, (const u8 *)record - before, sizeof(h));
	memcpy(&len, (const u8 *)record - sizeof(len), sizeof(len));
	*n = h.size >= before && len <= h.size - before ? h.size - before - len : 0;
	return (const u8 *)record + len;
}

/* The n bytes at a position in one piece; they are copied if they wrap. */
static const u8 *whole(struct events *e, const struct perf_ring *r, u64 pos, size_t n)
{
	size_t at = (size_t)(pos & (r->size - 1)), first = r->size - at;

	if (first >= n)
		return r->data + at;
	if (e->bounce.cap < n) {
		e->bounce.p = mem_realloc(e->bounce.p, n);
		e->bounce.cap = n;
	}
	memcpy(e->bounce.p, r->data + at, first);
	memcpy(e->bounce.p + first, r->data, n - first);
	return e->bounce.p;
}

static int perf_record(struct events *e, const u8 *rec, events_fn *fn, void *arg)
{
	const struct perf_event_header *h = (const void *)rec;
	u64 lost;
	u32 len;

	if (h->type == PERF_RECORD_LOST) {
		memcpy(&lost, rec + sizeof(*h) + 8, 8);
		e->lost += lost;
		return 0;
	}
	if (h->type != PERF_RECORD_SAMPLE)
		return e->map_fd < 0 ? fn(arg, rec, h->size, 0) : 0;
	memcpy(&len, rec + sizeof(*h), 4);
	return fn(arg, rec + sizeof(*h) + 4, len, 0);
}

static int drain_perf_ring(struct events *e, struct perf_ring *r, events_fn *fn, void *arg)
{
	u64 tail = r->page->data_tail;
	int stop = 0;

	while (!stop && tail != shared_load(&r->page->data_head)) {
		const struct perf_event_header *h =
			(const void *)whole(e, r, tail, sizeof(*h));
		u16 size = h->size;

		stop = perf_record(e, whole(e, r, tail, size), fn, arg);
		tail += size;
		shared_store(&r->page->data_tail, tail);
	}
	return stop;
}

/* ---- both ---- */

static struct events *open_all(const struct events *how, u64 size, int *err)
{
	struct events *e = mem_alloc(sizeof(*e));

	*e = *how;
	e->woken = -1;
	e->page = (size_t)getpagesize();
	*err = e->perf ? open_perf(e, size) : open_ring(e, size);
	if (!*err)
		return e;
	events_close(e);
	return NULL;
}

struct events *events_open(int map_fd, bool perf, u64 size, int *err)
{
	return open_all(&(struct events){ .map_fd = map_fd, .perf = perf }, size, err);
}

struct events *events_open_mappings(u64 size, bool at_once, int *err)
{
	return open_all(&(struct events){ .map_fd = -1, .perf = true, .at_once = at_once }, size,
			err);
}

u32 events_fds(const struct events *e, int *fds, u32 max)
{
	u32 n = 0;

	if (!e->perf) {
		fds[0] = e->woken;
		return 1;
	}
	for (; n < e->rings.n && n < max; n++)
		fds[n] = e->rings.v[n].fd;
	return n;
}

int events_drain(struct events *e, events_fn *fn, void *arg)
{
	int stop = 0;

	if (!e->perf)
		return drain_ring(e, fn, arg);
	for (size_t i = 0; i < e->rings.n && !stop; i++)
		stop = drain_perf_ring(e, &e->rings.v[i], fn, arg);
	return stop;
}

void events_mark(struct events *e)
{
	if (!e->perf)
		e->mark = __atomic_load_n(e->producer, __ATOMIC_ACQUIRE);
	for (size_t i = 0; i < e->rings.n; i++)
		e->rings.v[i].mark = shared_load(&e->rings.v[i].page->data_head);
}

bool events_passed(const struct events *e)
{
	bool passed = e->perf || (long)(*e->consumer - e->mark) >= 0;

	for (size_t i = 0; i < e->rings.n; i++)
		passed &= e->rings.v[i].page->data_tail >= e->rings.v[i].mark;
	return passed;
}

u64 events_lost(const struct events *e)
{
	return e->lost;
}

void events_close(struct events *e)
{
	if (!e)
		return;
	if (e->woken >= 0)
		close(e->woken);
	if (e->consumer)
		munmap(e->consumer, e->page);
	if (e->producer)
		munmap(e->producer, e->page);
	close_window(e);
	for (size_t i = 0; i < e->rings.n; i++) {
		munmap(e->rings.v[i].page, e->page + e->rings.v[i].size);
		close(e->rings.v[i].fd);
		if (e->rings.v[i].stacks_fd >= 0)
			close(e->rings.v[i].stacks_fd);
	}
	vec_free(&e->rings);
	mem_free(e->bounce.p);
	arena_free(&e->arena);
	mem_free(e);
}
