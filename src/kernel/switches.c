/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * switches.c - see switches.h.
 *
 * Facts: Documentation/admin-guide/sysctl/kernel.rst, Documentation/trace/kprobes.rst.
 * ftrace_enabled can't be read (ENODEV) once ftrace_kill() was called, kernel/trace/ftrace.c.
 */
#include "kernel/switches.h"

#include <errno.h>

#include "kernel/host.h"

/* 0 off, 1 on, -errno: unknown */
static int read_switch(const char *path)
{
	char *text = host_read_file(path, NULL);
	int value = text ? *text != '0' : minus_errno();

	mem_free(text);
	return value;
}

u32 switches_off(void)
{
	int ftrace = read_switch("/proc/sys/kernel/ftrace_enabled");
	u32 off = 0;

	if (ftrace == -ENODEV)
		off = SWITCH_FTRACE_DEAD;
	else if (!ftrace)
		off = SWITCH_FTRACE;
	if (!read_switch("/sys/kernel/debug/kprobes/enabled"))
		off |= SWITCH_KPROBES;
	return off;
}
