/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * x86_insn.c - the length of an x86 instruction; see x86_insn.h.
 *
 * Facts: Intel's Software Developer's Manual, volume 2: chapter 2 (formats) and
 * appendix A (opcode maps); AMD's manual, volume 6, for XOP, 3DNow! and SSE4a.
 */
#include "kernel/x86_insn.h"

#include <string.h>

/*
 * The bytes after each opcode.  The row is the opcode's high half, the position in the row its
 * low half.
 *
 *	.  nothing		m  ModRM		x  invalid opcode, or a prefix
 *	b  8 bits		M  ModRM, 8 bits	w  16 bits
 *	z  16 or 32 bits	Z  ModRM, 16 or 32	e  16 and 8 bits
 *	v  the same, or 64	o  an address		j  a branch's 16 or 32 bits
 *	f  ModRM, 8 bits if it is TEST			F  ModRM, 16 or 32 if it is TEST
 *	c  ModRM that always means a register		s  ModRM, SSE4a's two bytes
 * Only in 32-bit programs:
 *	i  nothing		I  ModRM		B  8 bits
 *	N  ModRM, 8 bits	P  a far address
 */
static const char one_byte[] =
	"mmmmbziimmmmbzix" "mmmmbziimmmmbzii" "mmmmbzximmmmbzxi" "mmmmbzximmmmbzxi"
	"iiiiiiiiiiiiiiii" "................" "iiImxxxxzZbM...." "bbbbbbbbbbbbbbbb"
	"MZNMmmmmmmmmmmmm" "..........P....." "oooo....bz......" "bbbbbbbbvvvvvvvv"
	"MMw.IIMZe.w..bi." "mmmmBBi.mmmmmmmm" "bbbbbbbbjjPb...." "x.xx..fF......mm";

static const char two_bytes[] =			/* after 0f */
	"mmmmx.....x.xm.M" "mmmmmmmmmmmmmmmm" "ccccxxxxmmmmmmmm" "......x.xxxxxxxx"
	"mmmmmmmmmmmmmmmm" "mmmmmmmmmmmmmmmm" "mmmmmmmmmmmmmmmm" "MMMMmmm.smmmmmmm"
	"jjjjjjjjjjjjjjjj" "mmmmmmmmmmmmmmmm" "...mMmmm...mMmmm" "mmmmmmmmmmMmmmmm"
	"mmMmMMMm........" "mmmmmmmmmmmmmmmm" "mmmmmmmmmmmmmmmm" "mmmmmmmmmmmmmmmm";

struct decoder {
	const u8 *p;
	u64 n;
	u32 at;			/* bytes taken so far; may exceed the bytes given */
	bool is64;
	bool op16, addr_other;	/* prefixes 66 and 67 */
	bool rex_w, f2;
};

static u8 peek(const struct decoder *d)
{
	return d->at < d->n ? d->p[d->at] : 0;
}

static u8 next(struct decoder *d)
{
	u8 byte = peek(d);

	d->at++;
	return byte;
}

static void take_prefixes(struct decoder *d)
{
	for (; d->at < d->n; d->at++) {
		u8 byte = peek(d);

		if (d->is64 && byte >> 4 == 4) {	/* REX; ignored unless last */
			d->rex_w = byte & 8;
			continue;
		}
		if (byte == 0x66)
			d->op16 = true;
		else if (byte == 0x67)
			d->addr_other = true;
		else if (byte == 0xf2)
			d->f2 = true;
		else if (byte != 0xf0 && byte != 0xf3 && (byte & 0xe7) != 0x26 &&
			 (byte & 0xfe) != 0x64)
			return;
		d->rex_w = false;
	}
}

/* Takes ModRM, SIB and displacement.  Returns the middle three bits of ModRM. */
static u8 take_modrm(struct decoder *d)
{
	u8 modrm = next(d), mod = modrm >> 6, rm = modrm & 7;

	if (mod == 3)
		return modrm >> 3 & 7;
	if (!d->is64 && d->addr_other) {	/* 16-bit addresses */
		d->at += mod == 0 ? 2 * (rm == 6) : mod;
		return modrm >> 3 & 7;
	}
	if (rm == 4)			/* SIB; its base is used like rm */
		rm = next(d) & 7;
	else if (rm == 5 && mod == 0)
		d->at += 4;
	if (rm == 5 && modrm % 8 == 4 && mod == 0)
		d->at += 4;
	d->at += mod == 1 ? 1 : mod == 2 ? 4 : 0;
	return modrm >> 3 & 7;
}

static u32 immediate(const struct decoder *d)
{
	return d->op16 && !d->rex_w ? 2 : 4;
}

/* Takes the bytes after an opcode with ModRM; false if the opcode has none. */
static bool take_with_modrm(struct decoder *d, char kind)
{
	u8 middle;

	if (kind == 'c') {
		d->at++;
		return true;
	}
	if (!strchr("mMZfFsIN", kind) || (!d->is64 ? 0 : kind == 'I' || kind == 'N'))
		return false;
	middle = take_modrm(d);
	if (kind == 'M' || kind == 'N' || (kind == 'f' && middle < 2))
		d->at++;
	else if (kind == 'Z' || (kind == 'F' && middle < 2))
		d->at += immediate(d);
	else if (kind == 's' && (d->op16 || d->f2))
		d->at += 2;
	return true;
}

/* Takes the bytes after an opcode; false if the opcode is invalid. */
static bool take_operands(struct decoder *d, char kind)
{
	switch (kind) {
	case '.':
		return true;
	case 'b':
		d->at += 1;
		return true;
	case 'w':
		d->at += 2;
		return true;
	case 'e':
		d->at += 3;
		return true;
	case 'z':
		d->at += immediate(d);
		return true;
	case 'v':
		d->at += d->rex_w ? 8 : immediate(d);
		return true;
	case 'o':
		d->at += d->is64 ? (d->addr_other ? 4 : 8) : (d->addr_other ? 2 : 4);
		return true;
	case 'j':	/* Intel and AMD differ about prefix 66 in 64-bit programs */
		d->at += immediate(d);
		return !d->is64 || !d->op16 || d->rex_w;
	case 'i':
		return !d->is64;
	case 'B':
		d->at += 1;
		return !d->is64;
	case 'P':
		d->at += immediate(d) + 2;
		return !d->is64;
	}
	return take_with_modrm(d, kind);
}

/* Takes an instruction with VEX (c4, c5), EVEX (62) or XOP (8f).  The low bits of the second byte
 * are the opcode map, except after c5.  ModRM follows the opcode. */
static bool take_vector(struct decoder *d, u8 first)
{
	u8 map = first == 0xc5 ? 1 : peek(d) & (first == 0x62 ? 7 : 31), opcode;

	d->at += first == 0xc5 ? 1 : first == 0x62 ? 3 : 2;
	opcode = next(d);
	d->op16 = d->f2 = false;
	switch (first == 0x8f ? map : map + 32) {
	case 32 + 1:
		return take_operands(d, two_bytes[opcode]);
	case 32 + 2:
	case 32 + 5:
	case 32 + 6:
	case 9:
		return take_operands(d, 'm');
	case 32 + 3:
	case 8:
		return take_operands(d, 'M');
	case 10:
		return take_operands(d, 'Z');
	}
	return false;
}

static bool take_opcode(struct decoder *d)
{
	u8 first = next(d), second = peek(d);
	bool is_register = second >= 0xc0;

	if (((first == 0xc4 || first == 0xc5 || first == 0x62) && (d->is64 || is_register)) ||
	    (first == 0x8f && second & 0x38))
		return take_vector(d, first);
	if (first != 0x0f)
		return take_operands(d, !d->is64 && first >> 4 == 4 ? '.' : one_byte[first]);
	d->at++;
	if (second == 0x38 || second == 0x3a) {
		d->at++;
		return take_operands(d, second == 0x38 ? 'm' : 'M');
	}
	return take_operands(d, two_bytes[second]);
}

u32 x86_insn_length(const u8 *p, u64 n, bool is64)
{
	struct decoder d = { .p = p, .n = n < X86_INSN_MAX ? n : X86_INSN_MAX, .is64 = is64 };

	take_prefixes(&d);
	return take_opcode(&d) && d.at <= d.n ? d.at : 0;
}
