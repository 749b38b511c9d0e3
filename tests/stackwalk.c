/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stackwalk.c - walks stacks of a stopped process by awl's tables (tests/stacks/gdb.py).
 *
 *	stackwalk PID
 *	stackwalk -r COUNT PROGRAM	run tests/stacks/chain.c and check COUNT of its stacks
 *
 * Each line of the input has the registers of a thread, "rip=5581f0 rsp=…".  The answer is a line
 * with the ip of each frame, the innermost first.  The walk is src/symbols/stackwalk.c.
 */
#include <elf.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arch/arch.h"
#include "base/mem.h"
#include "symbols/elf.h"
#include "symbols/stackwalk.h"
#include "symbols/unwind.h"

#define FRAMES 200

struct file {
	char path[600];
	u64 start;		/* of the vdso, whose contents are in memory */
	struct unwind_table t;
	struct elf *e;
	struct file *next;
};

struct map { u64 start, end, off; bool is_code; struct file *file; };

static const struct arch *arch = &arch_x86_64;
static u32 pid;
static int mem;
static struct file *files;
static VEC(struct map) maps;

static bool read_word(void *ctx, u64 addr, u64 *out)
{
	(void)ctx;
	*out = 0;
	return pread(mem, out, arch->word, (off_t)addr) == arch->word;
}

/* ---- files ---- */

static void read_table(struct file *f, u64 size)
{
	char path[640];
	void *p;
	int err;

	if (f->start) {
		p = mem_alloc(size);
		if (pread(mem, p, size, (off_t)f->start) != (ssize_t)size)
			return;
		f->e = elf_in_memory(p, size, &err);
	} else {
		snprintf(path, sizeof(path), "/proc/%u/root%s", pid, f->path);
		f->e = elf_open(path, &err);
	}
	if (f->e)
		unwind_read(f->e, NULL, arch, &f->t);
}

static struct file *file_of(const char *path, u64 start, u64 size)
{
	struct file *f;

	for (f = files; f; f = f->next)
		if (!strcmp(f->path, path))
			return f;
	f = mem_alloc(sizeof(*f));
	snprintf(f->path, sizeof(f->path), "%s", path);
	f->start = *path == '[' ? start : 0;
	f->next = files;
	files = f;
	read_table(f, size);
	return f;
}

static void read_maps(void)
{
	char path[600], line[1024], rights[8];
	struct map m;
	FILE *in;

	snprintf(path, sizeof(path), "/proc/%u/maps", pid);
	in = fopen(path, "r");
	maps.n = 0;
	while (in && fgets(line, sizeof(line), in)) {
		*path = '\0';
		if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %7s %" SCNx64 " %*s %*s %511[^\n]",
			   &m.start, &m.end, rights, &m.off, path) < 4 || rights[2] != 'x')
			continue;
		m.file = *path == '/' || !strcmp(path, "[vdso]") ?
			 file_of(path, m.start, m.end - m.start) : NULL;
		vec_push(&maps, m);
	}
	if (in)
		fclose(in);
}

static const struct map *map_of(u64 ip)
{
	for (u32 i = 0; i < maps.n; i++)
		if (ip >= maps.v[i].start && ip < maps.v[i].end)
			return &maps.v[i];
	return NULL;
}

/* ---- the walk ---- */

static const struct unwind_rule *rule_of(void *ctx, u64 ip)
{
	static const struct unwind_rule none = { .kind = UNWIND_NONE };
	const struct map *m = map_of(ip);
	s32 row;

	(void)ctx;
	if (!m || !m->file)
		return m ? &none : NULL;
	row = unwind_find(&m->file->t, (u32)(ip - m->start + m->off));
	return row < 0 ? &none : &m->file->t.rules[m->file->t.rows[row].rule];
}

static struct stackwalk_frame frames[FRAMES];

static bool read_regs(char *line, u64 *block)
{
	for (char *p = strtok(line, " \n"); p; p = strtok(NULL, " \n")) {
		char *value = strchr(p, '=');
		const struct arch_reg *r;

		if (!value)
			return false;
		*value++ = '\0';
		r = arch_reg(arch, p);
		if (r)
			block[r->at] = strtoull(value, NULL, 16);
	}
	return true;
}

static u32 walk_block(const u64 *block)
{
	const struct stackwalk w = { arch, NULL, read_word, rule_of };

	read_maps();
	return stackwalk(&w, block, frames, FRAMES);
}

static void open_memory(void)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%u/mem", pid);
	mem = open(path, O_RDONLY);
}

/* ---- a program whose stacks are known ---- */

static const char *name_of(u32 i)
{
	u64 ip = frames[i].ip - frames[i].is_called;
	const struct map *m = map_of(ip);
	static struct elf_symbol s;

	return m && m->file && m->file->e &&
	       elf_nearest(m->file->e, elf_address(m->file->e, ip - m->start + m->off), &s) ?
	       s.name : "?";
}

/* The caller of f1 is f2 and so on up to f40, whose caller is main.  Returns the number of frames
 * that are right from the first of f1 to f40 on, up to main; 0 if one is wrong. */
static bool is_right(u32 n)
{
	u32 want = 0, i;

	for (i = 0; i < n; i++) {
		const char *name = name_of(i);
		char text[16];

		if (!strcmp(name, "main"))
			return !want || want == 41;
		snprintf(text, sizeof(text), "f%u", want);
		/* a handler's f1 is called by it, and what it interrupted is below */
		if (want == 2 && !strcmp(name, "handler"))
			want = 0;
		else if (want && strcmp(name, text))
			return false;
		else if (want || sscanf(name, "f%u", &want) == 1)
			want++;
	}
	return false;
}

static void show_frames(u32 n)
{
	for (u32 i = 0; i < n; i++)
		printf(" %s(%" PRIx64 ")", name_of(i), frames[i].ip);
	putchar('\n');
}

static bool read_thread(u64 *block)
{
	u8 raw[512] = { 0 };
	struct iovec v = { raw, sizeof(raw) };

	if (ptrace(PTRACE_GETREGSET, (pid_t)pid, (void *)NT_PRSTATUS, &v))
		return false;
	for (u32 i = 0; i < arch->regs_size / arch->word; i++)
		memcpy(&block[i], raw + i * arch->word, arch->word);
	return true;
}

/* Lets the program run for a random time, or for one instruction more.  It stops there, or before a
 * signal reaches it, which then does so the next time. */
static bool run_on(bool is_step)
{
	const struct timespec t = { 0, 1000000 + rand() % 9000000 };
	static int sig;
	int status;

	if (ptrace(is_step ? PTRACE_SINGLESTEP : PTRACE_CONT, (pid_t)pid, NULL,
		   (void *)(intptr_t)sig))
		return false;
	sig = 0;
	if (!is_step) {
		nanosleep(&t, NULL);
		kill((pid_t)pid, SIGSTOP);
	}
	if (waitpid((pid_t)pid, &status, 0) < 0 || !WIFSTOPPED(status))
		return false;
	if (WSTOPSIG(status) == SIGPROF)
		sig = SIGPROF;
	return true;
}

static int check_program(u32 count, char *const *argv)
{
	u32 n = 0, bad = 0, deepest = 0, depth;
	u64 block[64] = { 0 };
	int status;

	pid = (u32)fork();
	if (!pid) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		execv(argv[0], argv);
		_exit(127);
	}
	waitpid((pid_t)pid, &status, 0);
	open_memory();
	for (u32 i = 0; i < 20 && run_on(false); i++)
		;			/* past its start */
	for (; n < count && (run_on(n % 10 > 0) || run_on(false)) && read_thread(block); n++) {
		depth = walk_block(block);
		deepest = depth > deepest ? depth : deepest;
		if (!is_right(depth) && ++bad < 6)
			show_frames(depth);
	}
	kill((pid_t)pid, SIGKILL);
	printf("%u stacks of up to %u frames, %u differ\n", n, deepest, bad);
	return n < count || bad;
}

int main(int argc, char **argv)
{
	u64 block[64] = { 0 };
	char line[4096];
	u32 n;

#if defined(__aarch64__)
	arch = &arch_aarch64;
#elif defined(__arm__)
	arch = &arch_arm;
#elif defined(__riscv)
	arch = &arch_riscv64;
#endif
	if (argc > 3 && !strcmp(argv[1], "-r"))
		return check_program((u32)strtoul(argv[2], NULL, 10), argv + 3);
	if (argc < 2)
		return 2;
	pid = (u32)strtoul(argv[1], NULL, 10);
	open_memory();
	while (mem >= 0 && fgets(line, sizeof(line), stdin) && read_regs(line, block)) {
		n = walk_block(block);
		for (u32 i = 0; i < n; i++)
			printf("%s%" PRIx64, i ? " " : "", frames[i].ip);
		putchar('\n');
		fflush(stdout);
	}
	return mem < 0;
}
