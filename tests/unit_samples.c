/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_samples.c - run/samples.c: how many samples were asked for, from the times for which made-up
 * events were on, and how many of them are missing.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "run/attach.h"
#include "run/mapread.h"
#include "tests/lib/unit.h"

#define SECOND 1000000000ull

static u64 enabled[8];		/* [fd]: for how long the event was on; 0: it can't be read */
static u64 ran[8];		/* [runs_off]: the runs of a program */

/* A perf event has its count and the time it was enabled (PERF_FORMAT_TOTAL_TIME_ENABLED). */
static ssize_t fake_read(int fd, void *to, size_t size)
{
	u64 value[2] = { 77, enabled[fd] };

	CHECK(size == sizeof(value));
	if (!enabled[fd]) {
		errno = EIO;
		return -1;
	}
	memcpy(to, value, sizeof(value));
	return sizeof(value);
}

static u64 fake_counter(const struct mapread *r, u32 block_off)
{
	CHECK(r->image->progs.n > 0);
	return ran[block_off];
}

#define read fake_read
#define mapread_counter fake_counter
#include "src/run/samples.c"

static const struct sysperf_event at_100hz = { .freq = 100 };
static const struct sysperf_event each_1ms = { .period = 1000000 };	/* of the clock's ns */

static struct target targets[3];
static struct prog progs[3];
static struct image image;
static struct attachments attached;

static void add_prog(u32 i, const struct sysperf_event *event, u32 runs_off)
{
	targets[i] = (struct target){ .event = event };
	progs[i] = (struct prog){ .runs_off = runs_off };
	vec_push(&progs[i].targets, &targets[i]);
	vec_push(&image.progs, &progs[i]);
}

static void add_event(u32 prog, int fd, u64 time)
{
	vec_push(&attached.cpus, ((struct sampled){ .target = &targets[prog], .fd = fd }));
	enabled[fd] = time;
}

static void count(void)
{
	const struct mapread r = { .image = &image };

	samples_count(&attached, &r);
}

static void start(void)
{
	for (size_t i = 0; i < image.progs.n; i++)
		vec_free(&progs[i].targets);
	vec_free(&image.progs);
	vec_free(&attached.cpus);
}

/* Two events of one program at 100 Hz, on for 50 s and 70 s, make 12000 samples.  A hundredth and
 * two per event may be missing: 124. */
static void test_some(void)
{
	start();
	add_prog(0, &at_100hz, 1);
	add_event(0, 3, 50 * SECOND);
	add_event(0, 4, 70 * SECOND);
	ran[1] = 12000;
	count();
	CHECK(progs[0].unsampled == 0);
	ran[1] = 12000 - 124;
	count();
	CHECK(progs[0].unsampled == 0);
	ran[1] = 12000 - 125;
	count();
	CHECK(progs[0].unsampled == 125);
	ran[1] = 0;
	count();
	CHECK(progs[0].unsampled == 12000);
	ran[1] = 13000;
	count();
	CHECK(progs[0].unsampled == 0);
	enabled[4] = 0;		/* can't be read: nothing is known about it */
	ran[1] = 3000;
	count();
	CHECK(progs[0].unsampled == 2000);
}

/* Each program has its own numbers, and one that does not count its runs has none. */
static void test_several(void)
{
	start();
	add_prog(0, &at_100hz, 1);
	add_prog(1, &each_1ms, 0);
	add_prog(2, &each_1ms, 2);
	add_event(0, 3, 10 * SECOND);
	add_event(1, 4, 10 * SECOND);
	add_event(2, 5, SECOND);
	add_event(2, 6, 2 * SECOND);
	ran[0] = 5;
	ran[1] = 400;
	ran[2] = 600;
	count();
	CHECK(progs[0].unsampled == 600);
	CHECK(progs[1].unsampled == 0);
	CHECK(progs[2].unsampled == 2400);
}

int main(void)
{
	count();		/* no events */
	test_some();
	test_several();
	start();
	return unit_end();
}
