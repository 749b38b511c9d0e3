/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * awlvm.c - runs a script on the test kernel, for each architecture.
 *
 *	awlvm [-a ARCH | -1 ARCH | -1 WAY] [awl's options] FILE.awl
 *
 * The program contains all of awl with main(); only the kernel is made up (see fake/fakebpf.h).
 * Comments in the script say what happens, one thing per line: `# arg0: 5`, `# fire x3`.
 * `# options: …` are options for awl.  awl must print the same on all architectures.  A script
 * for which that is impossible runs on some only: `# arch: x86_64 s390x`; or on all but one:
 * `# not: arm`; or on those with one byte order: `# order: big`.  A line that begins with `big` or
 * `little` is for these only: `# big arg0: 5`.
 *
 * With -1 the script runs once and awl prints directly, on a kernel such as "x86_64 before 5.8" if
 * that is a WAY.  The milliseconds it slept are then written to the file in AWLVM_SLEPT, and the
 * instructions that its programs executed to the one in AWLVM_STEPS.
 *
 * Each script is compiled for another machine (--arch) first.  Then it is compiled for this
 * machine, where awl asks the kernel for its features: with all features; without those of 5.8 and
 * later; with BTF (fixtures/kernel.btf), which makes kprobes trampolines; and in a PID namespace.
 * All of these must print the same.  A script with options that name a machine is compiled for
 * another machine only.  `# wants: probe_read_ku` is for a script whose result depends on a
 * feature, `# wants: init_ns` for one that depends on the ids of the first namespace, and
 * `# lacks: rdonly_mem` for one whose result is another one with that feature.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arch/arch.h"
#include "base/order.h"
#include "base/strbuf.h"
#include "kernel/host.h"
#include "tests/fake/fakebpf.h"

#undef main
int awl_main(int argc, char **argv);

#define MAX_ARGS 64

struct test {
	char *text;			/* of the file, cut into lines */
	VEC(const char *) lines;	/* for the test kernel */
	VEC(char *) options;
	const char *only;		/* the only architectures; NULL: all */
	const char *except;		/* an architecture that is left out; or NULL */
	const char *wants;		/* a feature that all kernels must have, or NULL */
	const char *without;		/* a feature that none may have, or NULL */
	bool has_machine;		/* the options name a machine */
	bool other_order;		/* it is for the other byte order */
	u32 keeps;			/* blocks of memory until the end */
};

/* What a kernel lacks that is older. */
#define BEFORE_5_8 "ringbuf,probe_read_ku,boot_ns,batch,rdonly_cast,rdonly_mem"

/* A way to run a test: --arch for each architecture first, then these. */
static const struct way {
	const char *arch;
	bool native;			/* runs as on this machine, without --arch */
	const char *lacks;		/* features that the kernel lacks */
	bool btf, ns;
	const char *name;
} ways[] = {
	{ "x86_64", true, "", false, false, "on x86_64" },
	{ "x86_64", true, "init_ns", false, true, "on x86_64 in a PID namespace" },
	{ "x86_64", true, BEFORE_5_8, false, false, "on x86_64 before 5.8" },
	{ "arm", true, BEFORE_5_8 ",trampoline", false, false, "on arm before 5.8" },
	{ "x86_64", true, "kprobe_multi", true, false, "on x86_64 with BTF" },
	{ "s390x", true, "", false, false, "on s390x" },
	{ "s390x", true, BEFORE_5_8, false, false, "on s390x before 5.8" },
};

static const char *this_machine;	/* replaces the result of uname -m; NULL: does not */

const char *__wrap_host_machine(void);
const char *__real_host_machine(void);
const char *__wrap_host_machine(void)
{
	return this_machine ? this_machine : __real_host_machine();
}

/* The way with this name; else the one of this architecture. */
static struct way find_way(const char *name)
{
	struct way way = { .arch = name };

	for (size_t i = 1; i < ARRAY_SIZE(ways); i++)
		if (!strcmp(name, ways[i].name + strlen("on ")))
			way = ways[i];
	return way;
}

struct result { struct strbuf out, err; int status; };

/* Is the comment a line for the test kernel?  It has a colon after its first word, or is `fire` or
 * `exec`. */
static bool is_line(const char *s)
{
	static const char *const words[] = {
		"arg", "retval:", "retaddr:", "reg ", "pid:", "tid:", "uid:", "gid:", "cpu:",
		"nsecs:", "rand:", "cgroup:", "comm:", "field ", "kernel 0", "user 0",
		"stack:", "copied:", "fire", "task ", "area ", "rows ",
		"room:", "stays:", "lost:", "complex:", "skipped:",
	};

	if (!strcmp(s, "exec"))
		return true;
	if (!strchr(s, ':') && strncmp(s, "fire", 4))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (!strncmp(s, words[i], strlen(words[i])))
			return true;
	return false;
}

static void add_options(struct test *t, char *s)
{
	for (char *save, *w = strtok_r(s, " ", &save); w; w = strtok_r(NULL, " ", &save))
		vec_push(&t->options, w);
}

static void read_test(struct test *t, const char *path)
{
	const char *order = HOST_IS_BIG ? "big" : "little";
	size_t len;
	char *save = NULL;

	t->text = host_read_file(path, &len);
	if (!t->text)
		return;
	for (char *s = strtok_r(t->text, "\n", &save); s; s = strtok_r(NULL, "\n", &save)) {
		if (strncmp(s, "# ", 2))
			continue;
		s += 2;
		if (!strncmp(s, order, strlen(order)))
			s += strlen(order) + 1;
		if (!strncmp(s, "options:", 8))
			add_options(t, s + 8);
		else if (!strncmp(s, "arch:", 5))
			t->only = s + 5 + strspn(s + 5, " ");
		else if (!strncmp(s, "not:", 4))
			t->except = s + 4 + strspn(s + 4, " ");
		else if (!strncmp(s, "order:", 6))
			t->other_order = strcmp(s + 6 + strspn(s + 6, " "), order);
		else if (!strncmp(s, "wants:", 6))
			t->wants = s + 6 + strspn(s + 6, " ");
		else if (!strncmp(s, "lacks:", 6))
			t->without = s + 6 + strspn(s + 6, " ");
		else if (!strncmp(s, "keeps:", 6))
			t->keeps = (u32)atoi(s + 6);
		else if (is_line(s))
			vec_push(&t->lines, s);
	}
}

static int run_awl(const struct test *t, const struct way *way, int argc, char **argv)
{
	char tracefs[4096], kallsyms[4096], btf[4096];
	char *args[MAX_ARGS] = { "awl", "-q", "--tracefs", tracefs, "--kallsyms", kallsyms,
				 way->native ? "--sysroot" : "--arch",
				 way->native ? "/dev/null" : (char *)way->arch,
				 "--attach", "fast", "--btf", btf };
	const char *tests = getenv("TESTS");
	int n = way->btf ? 12 : 8, status;
	u32 leaks;

	snprintf(tracefs, sizeof(tracefs), "%s/fixtures/tracefs", tests ? tests : "tests");
	snprintf(kallsyms, sizeof(kallsyms), "%s/fixtures/kallsyms", tests ? tests : "tests");
	snprintf(btf, sizeof(btf), "%s/fixtures/kernel.btf", tests ? tests : "tests");
	this_machine = way->native ? way->arch : NULL;
	fakebpf_lacks(way->native ? way->lacks : "");
	fakebpf_namespace(way->ns);

	for (size_t i = 0; i < t->options.n && n < MAX_ARGS - 1; i++)
		args[n++] = t->options.v[i];
	for (int i = 0; i < argc && n < MAX_ARGS - 1; i++)
		args[n++] = argv[i];
	host_release();		/* kept until the process ends */
	leaks_count();
	fakebpf_lines(t->lines.v, (u32)t->lines.n);
	status = awl_main(n, args);
	if (fakebpf_failed())
		status = 98;
	fakebpf_free();
	leaks = leaks_found();
	if (leaks > t->keeps) {
		fprintf(stderr, "%u blocks of memory were not freed\n", leaks);
		status = 96;
	}
	return status;
}

static void release(struct test *t)
{
	mem_free(t->text);
	vec_free(&t->lines);
	vec_free(&t->options);
}

static void read_all(struct strbuf *sb, int fd)
{
	char buf[4096];
	ssize_t n;

	lseek(fd, 0, SEEK_SET);
	while ((n = read(fd, buf, sizeof(buf))) > 0)
		sb_put(sb, buf, (size_t)n);
	close(fd);
}

static void run_child(struct test *t, const struct way *way, int argc, char **argv,
		      struct result *r)
{
	int out = memfd_create("out", 0), err = memfd_create("err", 0), status;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (!pid) {
		dup2(out, 1);
		dup2(err, 2);
		close(out);
		close(err);
		status = run_awl(t, way, argc, argv);
		release(t);
		exit(status);
	}
	waitpid(pid, &status, 0);
	r->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	read_all(&r->out, out);
	read_all(&r->err, err);
}

static bool same(struct result *a, struct result *b)
{
	return a->status == b->status && !strcmp(sb_str(&a->out), sb_str(&b->out)) &&
	       !strcmp(sb_str(&a->err), sb_str(&b->err));
}

static void show(struct result *r)
{
	fputs(sb_str(&r->out), stdout);
	fputs(sb_str(&r->err), stderr);
}

static bool has_word(const char *text, const char *word)
{
	size_t n = strlen(word);

	for (const char *p = text; (p = strstr(p, word)); p += n)
		if ((p == text || p[-1] == ' ') && (!p[n] || p[n] == ' '))
			return true;
	return false;
}

/* Does the test run in this way?  awl reads what programs leave in memory in the order of the
 * machine it runs on, so the test kernel can be only of such a machine. */
static bool is_due(const struct test *t, const struct way *way)
{
	if (arch_find(way->arch)->is_big != HOST_IS_BIG)
		return false;
	if (way->native && (t->has_machine || (t->wants && strstr(way->lacks, t->wants)) ||
			    (t->without && !strstr(way->lacks, t->without))))
		return false;
	if (t->other_order || (t->except && !strcmp(way->arch, t->except)))
		return false;
	return !t->only || has_word(t->only, way->arch);
}

static u32 all_ways(struct way *all, u32 most)
{
	u32 n = 0;

	for (u32 i = 0; arches[i] && n < most; i++)
		all[n++] = (struct way){ .arch = arches[i]->name };
	for (u32 i = 0; i < ARRAY_SIZE(ways) && n < most; i++)
		all[n++] = ways[i];
	return n;
}

static int compare(struct test *t, int argc, char **argv)
{
	struct way way[32];
	struct result r[ARRAY_SIZE(way)] = { 0 };
	u32 n = all_ways(way, ARRAY_SIZE(way));
	int status = 98, first = -1;
	bool is_known = false;

	for (int i = 0; i < (int)n; i++) {
		if (!is_due(t, &way[i]))
			continue;
		run_child(t, &way[i], argc, argv, &r[i]);
		if (first < 0) {
			first = i;
			show(&r[i]);
			status = r[i].status;
		} else if (!same(&r[first], &r[i])) {
			printf("==== %s (status %d) differs\n",
			       way[i].native ? way[i].name : way[i].arch, r[i].status);
			show(&r[i]);
			status = 97;
		}
	}
	for (u32 i = 0; i < n; i++) {
		sb_free(&r[i].out);
		sb_free(&r[i].err);
	}
	for (u32 i = 0; t->only && arches[i]; i++)
		is_known |= has_word(t->only, arches[i]->name);
	if (first < 0 && (!t->only || is_known)) {
		printf("for machines of the other byte order\n");
		return 77;
	}
	if (first < 0)
		fprintf(stderr, "fakeprobe: not understood: arch: %s\n", t->only);
	return status;
}

static bool is_machine_option(const char *s)
{
	static const char *const options[] = {
		"--btf", "--arch", "--kallsyms", "--tracefs", "--sysroot", "--attach", "-n",
	};

	for (size_t i = 0; i < ARRAY_SIZE(options); i++)
		if (!strncmp(s, options[i], strlen(options[i])))
			return true;
	return false;
}

/* The nanoseconds that this process has slept so far, plus a constant.  Sleeping is neither running
 * nor waiting for a CPU; /proc/self/schedstat counts both (Documentation/scheduler/sched-stats). */
static s64 slept(void)
{
	char *text = host_read_file("/proc/self/schedstat", NULL);
	long long ran = 0, waited = 0;
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (text)
		sscanf(text, "%lld %lld", &ran, &waited);
	mem_free(text);
	return now.tv_sec * 1000000000ll + now.tv_nsec - ran - waited;
}

/* Writes a number to the file that a variable of the environment names, if there is one. */
static void note(const char *variable, s64 n)
{
	const char *name = getenv(variable);
	FILE *f = name ? fopen(name, "w") : NULL;

	if (!f)
		return;
	fprintf(f, "%lld\n", (long long)n);
	fclose(f);
}

/* -1 ARCH: runs the script once and does not compare its output. */
static int run_once(const struct test *t, int argc, char **argv)
{
	struct way way = find_way(argv[0]);
	s64 before = slept();
	int status = run_awl(t, &way, argc - 1, argv + 1);

	note("AWLVM_SLEPT", (slept() - before) / 1000000);
	note("AWLVM_STEPS", (s64)fakebpf_steps());
	return status;
}

int main(int argc, char **argv)
{
	bool once = argc > 3 && !strcmp(argv[1], "-1");
	struct test t = { 0 };
	int status;

	if (argc < 2)
		return 2;
	read_test(&t, argv[argc - 1]);
	if (argc > 3 && !strcmp(argv[1], "-a")) {
		t.only = argv[2];
		argv += 2;
		argc -= 2;
	}
	for (size_t i = 0; i < t.options.n; i++)
		t.has_machine |= is_machine_option(t.options.v[i]);
	for (int i = 1; i < argc - 1; i++)
		t.has_machine |= is_machine_option(argv[i]);
	status = once ? run_once(&t, argc - 2, argv + 2) : compare(&t, argc - 1, argv + 1);
	release(&t);
	return status;
}
