/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * replay.c - the main() of a fuzz target in an ordinary build.
 *
 * A fuzz target is a file in this folder with LLVMFuzzerTestOneInput().  With --enable-fuzz clang's
 * fuzzer runs it.  Otherwise this program does, with the given files, or with all of
 * tests/fuzz/corpus and the .awl files of the other tests.  The target passes if it does not crash.
 *
 *	TARGET -n COUNT SEED FILE...	COUNT copies of the files, damaged by the target's mutator
 *	TARGET -w SEED FILE OUT		write such a copy, for other programs
 *
 * Each of those of -n must be read within SECONDS, and all of them with no more than MEGABYTES.
 */
#define _GNU_SOURCE
#include <glob.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define SECONDS 10
#define MEGABYTES 600

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned int seed)
	__attribute__((weak));

static int replay(const char *path)
{
	static uint8_t data[1 << 20];
	FILE *f = fopen(path, "rb");
	size_t n;

	if (!f)
		return 0;
	n = fread(data, 1, sizeof(data), f);
	fclose(f);
	/* the exact size on the heap, so that ASan sees one byte too many */
	uint8_t *copy = malloc(n + 1);

	if (!copy)
		return 0;
	for (size_t i = 0; i < n; i++)
		copy[i] = data[i];
	copy = realloc(copy, n ? n : 1);
	LLVMFuzzerTestOneInput(copy, n);
	free(copy);
	return 1;
}

static int replay_glob(const char *tests, const char *pattern)
{
	char path[4096];
	glob_t found;
	int n = 0;

	snprintf(path, sizeof(path), "%s/%s", tests, pattern);
	if (glob(path, 0, NULL, &found))
		return 0;
	for (size_t i = 0; i < found.gl_pathc; i++)
		n += replay(found.gl_pathv[i]);
	globfree(&found);
	return n;
}

/* ---- damaged copies ---- */

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static long megabytes(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return u.ru_maxrss / 1024;
}

static uint8_t *read_file(const char *path, size_t *size)
{
	FILE *f = fopen(path, "rb");
	uint8_t *p = malloc(1 << 20);

	*size = f && p ? fread(p, 1, 1 << 20, f) : 0;
	if (f)
		fclose(f);
	return p;
}

/* The input that makes the target fail is written where it can be looked at. */
static const uint8_t *running;
static size_t running_size;
void __sanitizer_set_death_callback(void (*fn)(void)) __attribute__((weak));

static void keep(void)
{
	FILE *f = fopen("fuzz.failed", "wb");

	if (f) {
		fwrite(running, 1, running_size, f);
		fclose(f);
	}
	fprintf(stderr, "the input is in fuzz.failed\n");
}

static void on_signal(int sig)
{
	fprintf(stderr, "signal %d\n", sig);
	keep();
	_exit(1);
}

static void watch(void)
{
	signal(SIGALRM, on_signal);
	if (__sanitizer_set_death_callback)
		__sanitizer_set_death_callback(keep);
	else
		signal(SIGSEGV, on_signal);
}

static int run_damaged(long count, unsigned int seed, char **files, int n_files)
{
	double longest = 0, start, took;

	watch();
	for (long i = 0; i < count; i++) {
		size_t size;
		uint8_t *from = read_file(files[i % n_files], &size), *copy;

		if (!size)
			return 2;
		size = LLVMFuzzerCustomMutator(from, size, size, seed + (unsigned int)i);
		copy = malloc(size ? size : 1);
		memcpy(copy, from, size);
		free(from);
		running = copy;
		running_size = size;
		start = now();
		alarm(SECONDS);
		LLVMFuzzerTestOneInput(copy, size);
		took = now() - start;
		longest = took > longest ? took : longest;
		if (megabytes() > MEGABYTES) {
			keep();
			fprintf(stderr, "input %ld: %ld MB\n", i, megabytes());
			return 1;
		}
		free(copy);
	}
	fprintf(stderr, "%ld inputs, the longest took %.0f ms, %ld MB\n", count, 1000 * longest,
		megabytes());
	return 0;
}

static int write_damaged(unsigned int seed, const char *path, const char *to)
{
	size_t size;
	uint8_t *p = read_file(path, &size);
	FILE *f = size ? fopen(to, "wb") : NULL;
	bool ok;

	if (!f)
		return 2;
	size = LLVMFuzzerCustomMutator(p, size, size, seed);
	ok = fwrite(p, 1, size, f) == size;
	free(p);
	return fclose(f) || !ok;
}

int main(int argc, char **argv)
{
	const char *tests = getenv("TESTS");
	int n = 0;

	if (argc > 4 && !strcmp(argv[1], "-n") && LLVMFuzzerCustomMutator)
		return run_damaged(atol(argv[2]), (unsigned int)atol(argv[3]), argv + 4, argc - 4);
	if (argc == 5 && !strcmp(argv[1], "-w") && LLVMFuzzerCustomMutator)
		return write_damaged((unsigned int)atol(argv[2]), argv[3], argv[4]);
	for (int i = 1; i < argc; i++)
		n += replay(argv[i]);
	if (argc == 1 && tests) {
		n += replay_glob(tests, "fuzz/corpus/*");
		n += replay_glob(tests, "*/*.awl");
		n += replay_glob(tests, "../tools/*.awl");
	}
	fprintf(stderr, "%d inputs\n", n);
	return 0;
}
