/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * replay.c - the main() of a fuzz target in an ordinary build.
 *
 * A fuzz target is a file in this folder with LLVMFuzzerTestOneInput().  With --enable-fuzz clang's
 * fuzzer runs it.  Otherwise this program does, with the given files, or with all of
 * tests/fuzz/corpus and the .awl files of the other tests.  The target passes if it does not crash.
 */
#define _GNU_SOURCE
#include <glob.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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

int main(int argc, char **argv)
{
	const char *tests = getenv("TESTS");
	int n = 0;

	for (int i = 1; i < argc; i++)
		n += replay(argv[i]);
	if (argc == 1 && tests) {
		n += replay_glob(tests, "fuzz/corpus/*");
		n += replay_glob(tests, "*/*.awl");
		n += replay_glob(tests, "../scripts/*.awl");
	}
	fprintf(stderr, "%d inputs\n", n);
	return 0;
}
