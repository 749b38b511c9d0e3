/* SPDX-License-Identifier: GPL-2.0-or-later */
/* crc.h - the CRC-32 of Ethernet, gzip and zlib. */
#ifndef AWL_CRC_H
#define AWL_CRC_H

#include "base/base.h"

u32 crc_bytes(const void *bytes, u64 n);

#endif
