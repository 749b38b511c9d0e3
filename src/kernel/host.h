/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * host.h - facts of the running machine that are not the kernel's BPF.
 */
#ifndef AWL_HOST_H
#define AWL_HOST_H

#include "base/mem.h"

u32 host_cpus_possible(void);	/* highest possible CPU number + 1 */
/* Online CPU numbers into list (arena). */
u32 host_cpus_online(struct arena *a, u32 **list);
u64 host_memory(void);		/* bytes of RAM: MemTotal */
u32 host_kernel_version(void);	/* KERNEL_VERSION(a, b, c), as the ABI wants it */
/* May the kernel take the CPU from a task that is in it?  True if it doesn't say. */
bool host_preempts(void);
const char *host_release(void);	/* uname -r */
/* The PID namespace of this process, as the kernel numbers it: zeros in the first one. */
void host_pid_ns(u64 *dev, u64 *ino);
/* Does /proc show that namespace? */
bool host_proc_is_own(void);
const char *host_machine(void);	/* uname -m */
u64 host_now(int clock);	/* ns; of one of time.h's CLOCK_… */
/* CLOCK_REALTIME minus CLOCK_BOOTTIME and CLOCK_MONOTONIC, ns. */
s64 host_realtime_minus_boot(void);
s64 host_realtime_minus_mono(void);
s64 host_realtime_minus_tai(void);
s64 host_tai_minus_boot(void);	/* CLOCK_TAI minus CLOCK_BOOTTIME, ns */
/* The kernel's modules of now; and was one of them unloaded since?  Loaded again it
 * is another: its folder below /sys/module has another inode. */
#define HOST_MODULES "/sys/module/"
struct host_module { struct host_module *next; u64 ino; const char *path; };
struct host_module *host_modules(struct arena *a);
bool host_module_gone(const struct host_module *m);
/* A user's name from /etc/passwd, which is read once; false if it has none. */
bool host_user_name(u32 uid, char *name, u32 size);
/* Shell-style globs as probe targets use them: * ? [a-z] [!a] {a,b} */
bool host_glob(const char *pattern, const char *text);
bool host_is_glob(const char *text);
/* A whole (pseudo) file, NUL-terminated; NULL with errno set.  mem_free. */
char *host_read_fd(int fd, size_t *len);
char *host_read_file(const char *path, size_t *len);
bool host_has_sysfs(void);	/* is /sys mounted? */
/* lockdown mode ("none" if not locked down or unknown). */
const char *host_lockdown(void);
bool host_capable(u32 cap);	/* in our effective set (linux/capability.h) */

#endif
