/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cgroup.h - ids of cgroups (version 2) and their directories.
 *
 * The id that programs see is the file handle that name_to_handle_at(2) returns for the
 * directory: eight bytes of kernfs's type (include/linux/exportfs.h).
 */
#ifndef AWL_CGROUP_H
#define AWL_CGROUP_H

#include "base/base.h"

/* Reads the id of the cgroup with this directory.  Returns 0 or -errno; -EINVAL: no cgroup. */
int cgroup_id(const char *path, u64 *id);
/* Writes the directory of a cgroup, relative to the mount ("/", "/system.slice"), to path, which
 * has `size` bytes.  Returns 0 or -errno; -ESTALE: the cgroup is gone, -ENODEV: no cgroup2 is
 * mounted.  Needs CAP_DAC_READ_SEARCH. */
int cgroup_folder(u64 id, char *path, u32 size);

#endif
