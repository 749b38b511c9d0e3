/* SPDX-License-Identifier: GPL-2.0-or-later */
/* uevent.c - report modules that the kernel loads; see uevent.h. */
#include "kernel/uevent.h"

#include <errno.h>
#include <linux/netlink.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/find.h"

#define ADDED "add@/module/"

int uevent_open(void)
{
	struct sockaddr_nl to = { .nl_family = AF_NETLINK, .nl_groups = 1 };
	int fd = socket(AF_NETLINK, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC,
			NETLINK_KOBJECT_UEVENT);
	int err = fd < 0 || bind(fd, (struct sockaddr *)&to, sizeof(to)) ? last_error() : 0;

	if (err && fd >= 0)
		close(fd);
	return err ? err : fd;
}

bool uevent_module(int fd, char *name, u32 size)
{
	char text[2048];
	ssize_t n;

	/* After ENOBUFS some messages were lost, but others may follow. */
	while ((n = read(fd, text, sizeof(text) - 1)) >= 0 || errno == ENOBUFS) {
		if (n < 0)
			continue;
		text[n] = '\0';
		if (!starts_with(text, ADDED))
			continue;
		snprintf(name, size, "%s", text + strlen(ADDED));
		return true;
	}
	return false;
}
