/* SPDX-License-Identifier: GPL-2.0-or-later */
/* damage.h - random damage in ELF files, for fuzz targets. */
#ifndef AWL_TESTS_DAMAGE_H
#define AWL_TESTS_DAMAGE_H

#include "base/base.h"

/* Changes some bytes of the file.  Returns its new size, which is not larger. */
size_t damage_file(u8 *data, size_t size, unsigned int seed);

#endif
