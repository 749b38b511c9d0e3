/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kcode.c - find addresses in the kernel that something might jump to.
 *
 * No instructions are decoded.  Every byte of code might be the opcode of a jump.  An address is
 * suspect if such a jump would go to it; short jumps count only if they go backward.  In the
 * data after the code an address is suspect if four aligned bytes are the address or the
 * distance to it, as in jump tables, static branches and fixups.  So it does not matter where
 * the compiler put a function's cold part, nor that a breakpoint hides an opcode.  One function
 * in fifty is suspect without reason; it is probed in the ordinary way.
 */
#include "kernel/kcode.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/order.h"

#define CHUNK 65536u
#define MORE 5u

/* The mark for an address.  Addresses outside the code share one mark that is never set. */
static bool *mark_of(const struct kcode *k, u64 addr)
{
	static bool none;

	return addr - k->start < k->end - k->start ? &k->marks[addr - k->start] : &none;
}

/* Clears the mark of an address.  Writes only if it is set, so that most pages of marks are never
 * allocated. */
static void suspect(const struct kcode *k, u64 addr)
{
	bool *mark = mark_of(k, addr);

	if (*mark)
		*mark = false;
}

void kcode_scan(const struct kcode *k, const u8 *code, u32 n, u64 addr)
{
	u8 kinds[256];
	s32 far;

	for (u32 i = 0; i < 256; i++)
		kinds[i] = (u8)k->arch->jumps((u8)i);
	for (; n--; code++, addr++) {
		bool data = addr >= k->end;

		if (data ? addr % 4 : !kinds[*code])
			continue;
		far = (s32)order_num(code + !data, 4, k->arch->is_big);
		if (data) {
			suspect(k, addr + (u64)far);
			suspect(k, (u64)far);
			continue;
		}
		if (kinds[*code] & ARCH_FAR)
			suspect(k, addr + 5 + (u64)far);
		if (kinds[*code] & ARCH_SHORT && (s8)far < 0)
			suspect(k, addr + 2 + (u64)(s8)far);
	}
}

/* ---- the running kernel ---- */

static bool read_at(int fd, void *buf, u64 n, u64 off)
{
	return pread(fd, buf, n, (off_t)off) == (ssize_t)n;
}

/* Finds the segment that contains an address of the kernel's code. */
static bool find_image(int fd, u64 addr, Elf64_Phdr *h)
{
	Elf64_Ehdr e;

	if (!read_at(fd, &e, sizeof(e), 0))
		return false;
	do
		if (!e.e_phnum-- || !read_at(fd, h, sizeof(*h), e.e_phoff))
			return false;
	while (e.e_phoff += sizeof(*h), addr - h->p_vaddr >= h->p_memsz);
	return true;
}

static bool is_nop(const struct arch *arch, const u8 *code)
{
	for (const u8 *nop = arch->nops; *nop; nop += arch->nop_size)
		if (!memcmp(nop, code, arch->nop_size))
			return true;
	return false;
}

/* Scans code and data up to `end`.  off is the offset in the file minus the address. */
static bool scan_image(const struct kcode *k, int fd, u64 off, u64 end, u8 *buf)
{
	for (u64 at = k->start; at < end; at += CHUNK) {
		u32 n = end - at < CHUNK ? (u32)(end - at) : CHUNK;

		if (!read_at(fd, buf, n + MORE, at + off))
			return false;
		kcode_scan(k, buf, n, at);
	}
	return true;
}

static bool look(struct kcode *k, int fd, u64 *entries, u32 n, u64 end)
{
	u32 size = k->arch->nop_size;
	u8 buf[CHUNK + MORE];
	Elf64_Phdr h;
	u64 off;

	if (!find_image(fd, k->end, &h) || end - h.p_vaddr > h.p_memsz - MORE)
		return false;
	k->start = h.p_vaddr;
	off = h.p_offset - h.p_vaddr;
	k->marks = mem_alloc(k->end - k->start + size);
	for (u32 i = 0; i < n; i++)
		if (entries[i] - k->start < k->end - k->start)
			k->marks[entries[i] + size - k->start] =
				read_at(fd, buf, size, entries[i] + off) && is_nop(k->arch, buf);
	return scan_image(k, fd, off, end, buf);
}

void kcode_filter_nops(const struct arch *arch, u64 *entries, u32 n, u64 etext, u64 edata)
{
	struct kcode k = { .arch = arch, .end = etext };
	int fd = open("/proc/kcore", O_RDONLY | O_CLOEXEC);
	bool ok = fd >= 0 && look(&k, fd, entries, n, edata);

	for (u32 i = 0; i < n; i++)
		if (!ok || !*mark_of(&k, entries[i] + arch->nop_size))
			entries[i] = 0;
	mem_free(k.marks);
	if (fd >= 0)
		close(fd);
}
