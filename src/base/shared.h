/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * shared.h - 64-bit numbers that the kernel writes or reads meanwhile.
 *
 * A machine that accesses only 32 bits at once, such as 32-bit MIPS, sees the two halves one after
 * the other.  They are read until two readings agree.
 */
#ifndef AWL_SHARED_H
#define AWL_SHARED_H

#include "base/base.h"

static inline u64 shared_load(const void *at)
{
#if __GCC_ATOMIC_LLONG_LOCK_FREE == 2
	return __atomic_load_n((const u64 *)at, __ATOMIC_ACQUIRE);
#else
	const volatile u64 *p = at;
	u64 n;

	do
		n = *p;
	while (n != *p);
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	return n;
#endif
}

static inline void shared_store(void *at, u64 n)
{
#if __GCC_ATOMIC_LLONG_LOCK_FREE == 2
	__atomic_store_n((u64 *)at, n, __ATOMIC_RELEASE);
#else
	__atomic_thread_fence(__ATOMIC_RELEASE);
	*(volatile u64 *)at = n;
#endif
}

#endif
