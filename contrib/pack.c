/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pack.c - writes the table of a source file, TABLE_FILE, to standard output; run by
 * static.mk when it builds, see base/packed.h.  All targets have the same byte order and
 * alignment for what is in these tables: bytes and 16-bit numbers.
 */
#include TABLE_FILE

#include <stdio.h>

int main(void)
{
	return fwrite(&data, sizeof(data), 1, stdout) != 1;
}
