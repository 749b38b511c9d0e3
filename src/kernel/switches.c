/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * switches.c - kernel switches that turn probes off; see switches.h.
 *
 * Facts: Documentation/admin-guide/sysctl/kernel.rst, Documentation/trace/kprobes.rst.
 * After ftrace_kill() (kernel/trace/ftrace.c) ftrace_enabled can't be read (ENODEV).
 */
#include "kernel/switches.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "kernel/host.h"

static const char *const paths[SWITCHES] = {
	"/proc/sys/kernel/ftrace_enabled", "/sys/kernel/debug/kprobes/enabled",
};

/* Returns 0 for off, 1 for on, -errno if it is unknown. */
static int read_switch(const char *path)
{
	char *text = host_read_file(path, NULL);
	int value = text ? *text != '0' : last_error();

	mem_free(text);
	return value;
}

u32 switches_off(void)
{
	int ftrace = read_switch(paths[0]);
	u32 off = 0;

	if (ftrace == -ENODEV)
		off = SWITCH_FTRACE_DEAD;
	else if (!ftrace)
		off = SWITCH_FTRACE;
	if (!read_switch(paths[1]))
		off |= SWITCH_KPROBES;
	return off;
}

/* Keeps the file in /proc/sys open, because its watch is lost if the kernel drops its inode. */
void switches_watch(struct switch_watch *w)
{
	w->notify = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	w->kept = w->notify < 0 ? -1 : open(paths[0], O_RDONLY | O_CLOEXEC);
	for (u32 i = 0; i < SWITCHES && w->notify >= 0; i++)
		w->watch[i] = inotify_add_watch(w->notify, paths[i], IN_MODIFY);
	w->is_on = true;
}

/* The size of the events is fixed because they have no names. */
u32 switches_written(struct switch_watch *w)
{
	struct inotify_event all[16];
	ssize_t n;

	while (w->is_on && w->notify >= 0 && (n = read(w->notify, all, sizeof(all))) > 0)
		for (size_t i = 0; i < (size_t)n / sizeof(*all); i++)
			for (u32 k = 0; k < SWITCHES; k++)
				w->written |= (u32)(all[i].wd == w->watch[k]) << k;
	return w->written;
}

void switches_close(struct switch_watch *w)
{
	if (w->is_on && w->kept >= 0)
		close(w->kept);
	if (w->is_on && w->notify >= 0)
		close(w->notify);
	w->is_on = false;
}
