/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pack.c - write the table of the source file TABLE_FILE to standard output.
 *
 * static.mk runs it during the build; see base/packed.h.  The tables contain bytes and 16-bit
 * numbers, for which all targets have the same byte order and alignment.
 */
#include TABLE_FILE

#include <stdio.h>

int main(void)
{
	return fwrite(&data, sizeof(data), 1, stdout) != 1;
}
