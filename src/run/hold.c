/* SPDX-License-Identifier: GPL-2.0-or-later */
/* hold.c - see hold.h. */
#include "run/hold.h"

#include <linux/bpf.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "kernel/host.h"
#include "kernel/sysbpf.h"
#include "kernel/sysperf.h"
#include "run/child.h"
#include "symbols/elf_place.h"

#define MOST_SCRIPTS 4	/* each the interpreter of the one before; the kernel follows as many */

/* The first word of a text up to one of `ends`, in the arena. */
static const char *first_word(struct arena *a, const char *text, const char *ends)
{
	text += strspn(text, " \t");
	return arena_printf(a, "%.*s", (int)strcspn(text, ends), text);
}

/* The program that runs a script: the file's first line is "#!", its path and perhaps an argument.
 * NULL: this is no script. */
static const char *interpreter(struct arena *a, const char *path)
{
	char *text = host_read_file(path, NULL);
	const char *name = NULL;

	if (text && text[0] == '#' && text[1] == '!')
		name = first_word(a, text + 2, " \t\r\n");
	mem_free(text);
	return name;
}

/* The file with the first instruction of the command, and the instruction's offset. */
static const char *find_start(struct arena *a, const char *command, u64 *offset)
{
	const char *name = child_is_direct(command) ? first_word(a, command, " \t") : "/bin/sh";
	struct elf *elf = NULL;
	int err;

	for (int i = 0; i <= MOST_SCRIPTS && name && !elf; i++) {
		name = elf_locate(a, "", name);
		elf = name ? elf_open(name, &err) : NULL;
		if (name && !elf)
			name = interpreter(a, name);
	}
	if (!elf)
		return NULL;
	*offset = elf_start(elf);
	elf_close(elf);
	return *offset == UINT64_MAX ? NULL : name;
}

/* send_signal(SIGSTOP); return 0; */
static int load(void)
{
	static const struct bpf_insn insns[] = {
		{ BPF_ALU64 | BPF_MOV | BPF_K, BPF_REG_1, 0, 0, SIGSTOP },
		{ BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_send_signal },
		{ BPF_ALU64 | BPF_MOV | BPF_K, BPF_REG_0, 0, 0, 0 },
		{ BPF_JMP | BPF_EXIT, 0, 0, 0, 0 },
	};
	struct sysbpf_prog p = { .name = "awl_hold", .type = BPF_PROG_TYPE_KPROBE, .insns = insns,
				 .n_insns = ARRAY_SIZE(insns) };

	return sysbpf_prog_load(&p);
}

static void close_one(int fd)
{
	if (fd >= 0)
		close(fd);
}

void hold_set(struct hold *h, pid_t pid, const char *command)
{
	struct arena a = { 0 };
	u64 offset = 0;
	const char *path = find_start(&a, command, &offset);

	*h = (struct hold){ -1, -1, false };
	if (path) {
		h->prog = load();
		h->probe = sysperf_uprobe(path, offset, false, pid, 0);
		h->is_set = h->prog >= 0 && h->probe >= 0 &&
			    !sysperf_set_bpf(h->probe, h->prog) && !sysperf_enable(h->probe);
		if (!h->is_set) {
			close_one(h->probe);
			close_one(h->prog);
		}
	}
	arena_free(&a);
}

/* Closing the probe takes some tens of milliseconds, in which nobody would look at new processes of
 * the command.  So it comes first. */
void hold_end(struct hold *h, pid_t pid)
{
	hold_close(h);
	kill(pid, SIGCONT);
}

void hold_close(struct hold *h)
{
	if (!h->is_set)
		return;
	close_one(h->probe);
	close_one(h->prog);
	h->is_set = false;
}
