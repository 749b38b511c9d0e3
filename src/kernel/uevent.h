/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * uevent.h - report modules that the kernel loads from now on.
 *
 * Facts: netlink(7), NETLINK_KOBJECT_UEVENT; lib/kobject_uevent.c.  A message begins with
 * "ACTION@PATH".  The kernel sends it to its own network namespace and those of containers.  From
 * 5.12 on it comes after the module's init function has run (do_init_module() in kernel/module/).
 */
#ifndef AWL_UEVENT_H
#define AWL_UEVENT_H

#include "base/base.h"

/* Returns a descriptor to poll, which the caller closes, or -errno. */
int uevent_open(void);
/* Reads messages up to the next one about a loaded module, and writes its name to name, which has
 * `size` bytes.  Returns false if there is none now. */
bool uevent_module(int fd, char *name, u32 size);

#endif
