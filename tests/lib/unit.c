/* SPDX-License-Identifier: GPL-2.0-or-later */
/* unit.c - shared by the unit tests; see unit.h. */
#include "tests/lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

unsigned passed, failed, inputs;
static char folder[] = "/tmp/awl-unit.XXXXXX";
static bool has_folder;

void check(bool ok, const char *what, const char *func, int line)
{
	ok ? passed++ : failed++;
	if (!ok)
		printf("%s:%d: %s\n", func, line, what);
}

bool same(const char *a, const char *b)
{
	if (a && b && !strcmp(a, b))
		return true;
	printf("  \"%s\" is not \"%s\"\n", a ? a : "(null)", b ? b : "(null)");
	return false;
}

bool is_mistake(void (*fn)(void *arg), void *arg)
{
	const struct rlimit no_core = { 0 };
	pid_t child = fork();
	int status = 0;

	if (!child) {
		close(STDERR_FILENO);
		setrlimit(RLIMIT_CORE, &no_core);
		fn(arg);
		_exit(0);
	}
	return child < 0 || waitpid(child, &status, 0) != child || status;
}

const char *unit_folder(void)
{
	if (!has_folder && !mkdtemp(folder)) {
		perror(folder);
		exit(1);
	}
	has_folder = true;
	return folder;
}

const char *put(const char *path, const char *text)
{
	static char full[256];
	FILE *f;

	snprintf(full, sizeof(full), "%s/%s", unit_folder(), path);
	for (char *p = full + strlen(folder) + 1; (p = strchr(p, '/')); p++) {
		*p = '\0';
		mkdir(full, 0777);
		*p = '/';
	}
	f = fopen(full, "w");
	if (f) {
		fputs(text, f);
		fclose(f);
	}
	return full;
}

int unit_end(void)
{
	char cmd[64];

	snprintf(cmd, sizeof(cmd), "rm -rf %s", folder);
	if (has_folder && system(cmd))
		failed++;
	if (inputs)
		printf("%u inputs\n", inputs);
	printf("%u passed, %u failed, 0 skipped\n", passed, failed);
	return failed != 0;
}
