/* SPDX-License-Identifier: GPL-2.0-or-later */
/* bpfvm_priv.h - shared by the interpreter, its helpers and its maps. */
#ifndef AWL_BPFVM_PRIV_H
#define AWL_BPFVM_PRIV_H

#include "tests/lib/bpfvm.h"

/* Like bpfvm_mem(), but a failure is no error. */
u8 *bpfvm_find(struct bpfvm *vm, u64 addr, u32 size, bool write);
u8 *bpfvm_map_mem(struct bpfvm *vm, u64 addr, u32 size);
u64 bpfvm_map_handle(struct bpfvm *vm, u32 map);
u64 bpfvm_map_value_addr(struct bpfvm *vm, u32 map, u32 off);
u64 bpfvm_helper(struct bpfvm *vm, u32 id, const u64 r[6], u32 known);
bool bpfvm_callback(struct bpfvm *vm, u64 func, const u64 *args, u32 n, u64 *ret);

#endif
