/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cgroup.h - ids of cgroups (version 2) and their folders.
 *
 * The id the kernel tells programs is what name_to_handle_at(2) says of the
 * folder: eight bytes, of the type of kernfs (include/linux/exportfs.h).
 */
#ifndef AWL_CGROUP_H
#define AWL_CGROUP_H

#include "base/base.h"

/* The id of the cgroup with this folder; 0 or -errno (-EINVAL: it is none). */
int cgroup_id(const char *path, u64 *id);
/* The folder of a cgroup, from the mount's root ("/", "/system.slice"), NUL-
 * terminated; 0 or -errno (-ESTALE: gone, -ENODEV: no cgroup2 is mounted).
 * Needs CAP_DAC_READ_SEARCH. */
int cgroup_folder(u64 id, char *path, u32 size);

#endif
