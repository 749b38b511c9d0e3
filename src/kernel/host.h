/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * host.h - facts about the running machine, except what its BPF can do (feature.h).
 */
#ifndef AWL_HOST_H
#define AWL_HOST_H

#include <sys/types.h>

#include "base/mem.h"

u32 host_cpus_possible(void);	/* highest possible CPU number + 1 */
/* Writes the numbers of the online CPUs to *list (in the arena) and returns how many. */
u32 host_cpus_online(struct arena *a, u32 **list);
u64 host_memory(void);		/* bytes of RAM: MemTotal */
u32 host_kernel_version(void);	/* KERNEL_VERSION(a, b, c) */
const char *host_release(void);	/* uname -r */
const char *host_version(void);	/* uname -v */
const char *host_name(void);	/* uname -n */
/* Identifies the PID namespace of this process by device (the kernel's dev_t) and inode of its
 * nsfs file.  Both are 0 in the initial namespace. */
void host_pid_ns(u64 *dev, u64 *ino);
/* Does the mounted /proc belong to awl's PID namespace? */
bool host_proc_is_own(void);
const char *host_machine(void);	/* uname -m, on MIPS with the byte order */
u64 host_now(int clock);	/* ns; clock: CLOCK_… of time.h */
/* CLOCK_REALTIME minus CLOCK_BOOTTIME, CLOCK_MONOTONIC or CLOCK_TAI, in ns. */
s64 host_realtime_minus_boot(void);
s64 host_realtime_minus_mono(void);
s64 host_realtime_minus_tai(void);
s64 host_tai_minus_boot(void);	/* CLOCK_TAI minus CLOCK_BOOTTIME, ns */
/* host_modules() lists the modules that are loaded now, in the arena.  host_module_gone() checks
 * whether one has been unloaded since.  If it was loaded again, its directory in /sys/module has
 * another inode. */
#define HOST_MODULES "/sys/module/"
struct host_module { struct host_module *next; u64 ino; const char *path; };
struct host_module *host_modules(struct arena *a);
bool host_module_gone(const struct host_module *m);
/* Writes the user's name from /etc/passwd, which is read once, to name, which has `size` bytes.
 * Returns false if the user is not listed there. */
bool host_user_name(u32 uid, char *name, u32 size);
/* Globs of probe targets, as in shells: * ? [a-z] [!a] {a,b} */
bool host_glob(const char *pattern, const char *text);
bool host_is_glob(const char *text);
/* Reads a whole file, also one in /proc.  The text ends in a NUL and is freed by the caller
 * (mem_free()).  *len is its length; len may be NULL.  Returns NULL and sets errno on errors. */
char *host_read_fd(int fd, size_t *len);
char *host_read_file(const char *path, size_t *len);
bool host_has_sysfs(void);	/* is /sys mounted? */
/* The lockdown mode; "none" if the kernel is not locked down or doesn't say. */
const char *host_lockdown(void);
/* Is the lockdown mode "confidentiality"? */
bool host_is_confidential(void);
/* A descriptor of a process, which poll() shows as readable when the process has ended
 * (pidfd_open(2), Linux 5.3).  Returns -1 and sets errno on errors.  It is closed on exec. */
int host_open_process(pid_t pid);
/* Has the process ended?  Its parent may still have to wait for it.  False if that can't be
 * known. */
bool host_process_ended(pid_t pid);
bool host_capable(u32 cap);	/* in the effective set (linux/capability.h) */

#endif
