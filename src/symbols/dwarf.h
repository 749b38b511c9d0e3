/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dwarf.h - the numbers of DWARF that awl uses.
 *
 * Facts: DWARF 5, chapter 7.  Those with GNU in their name are of gcc before version 5 of the
 * standard, and of dwz.
 */
#ifndef AWL_DWARF_H
#define AWL_DWARF_H

enum {
	DW_TAG_array_type = 0x01, DW_TAG_class_type = 0x02, DW_TAG_enumeration_type = 0x04,
	DW_TAG_formal_parameter = 0x05, DW_TAG_lexical_block = 0x0b, DW_TAG_member = 0x0d,
	DW_TAG_pointer_type = 0x0f, DW_TAG_reference_type = 0x10, DW_TAG_compile_unit = 0x11,
	DW_TAG_structure_type = 0x13,
	DW_TAG_subroutine_type = 0x15, DW_TAG_typedef = 0x16, DW_TAG_union_type = 0x17,
	DW_TAG_unspecified_parameters = 0x18,
	DW_TAG_inheritance = 0x1c, DW_TAG_inlined_subroutine = 0x1d, DW_TAG_subrange_type = 0x21,
	DW_TAG_base_type = 0x24, DW_TAG_const_type = 0x26, DW_TAG_enumerator = 0x28,
	DW_TAG_subprogram = 0x2e, DW_TAG_variable = 0x34, DW_TAG_volatile_type = 0x35,
	DW_TAG_restrict_type = 0x37, DW_TAG_rvalue_reference_type = 0x42,
	DW_TAG_atomic_type = 0x47, DW_TAG_call_site = 0x48, DW_TAG_GNU_call_site = 0x4109,
};

enum { DW_LANG_C89 = 1, DW_LANG_C, DW_LANG_C99 = 0x0c, DW_LANG_C11 = 0x1d, DW_LANG_C17 = 0x2c };

enum { DW_ATE_boolean = 2, DW_ATE_complex_float, DW_ATE_float, DW_ATE_signed,
       DW_ATE_signed_char };

enum { DW_CC_pass_by_reference = 4 };
enum { DW_DEFAULTED_in_class = 1 };

enum {
	DW_AT_sibling = 0x01, DW_AT_location = 0x02, DW_AT_name = 0x03, DW_AT_byte_size = 0x0b,
	DW_AT_bit_offset = 0x0c, DW_AT_bit_size = 0x0d, DW_AT_stmt_list = 0x10,
	DW_AT_low_pc = 0x11, DW_AT_high_pc = 0x12, DW_AT_language = 0x13, DW_AT_comp_dir = 0x1b,
	DW_AT_const_value = 0x1c, DW_AT_upper_bound = 0x2f, DW_AT_abstract_origin = 0x31,
	DW_AT_calling_convention = 0x36, DW_AT_count = 0x37, DW_AT_data_member_location = 0x38,
	DW_AT_decl_file = 0x3a,
	DW_AT_decl_line = 0x3b, DW_AT_declaration = 0x3c, DW_AT_encoding = 0x3e,
	DW_AT_external = 0x3f, DW_AT_frame_base = 0x40, DW_AT_specification = 0x47,
	DW_AT_type = 0x49, DW_AT_virtuality = 0x4c, DW_AT_entry_pc = 0x52,
	DW_AT_ranges = 0x55, DW_AT_call_file = 0x58, DW_AT_call_line = 0x59,
	DW_AT_data_bit_offset = 0x6b, DW_AT_linkage_name = 0x6e, DW_AT_str_offsets_base = 0x72,
	DW_AT_addr_base = 0x73, DW_AT_rnglists_base = 0x74, DW_AT_deleted = 0x8a,
	DW_AT_defaulted = 0x8b, DW_AT_loclists_base = 0x8c,
	DW_AT_GNU_dwo_name = 0x2130,
};

enum {
	DW_FORM_addr = 0x01, DW_FORM_block2 = 0x03, DW_FORM_block4, DW_FORM_data2,
	DW_FORM_data4, DW_FORM_data8, DW_FORM_string, DW_FORM_block, DW_FORM_block1,
	DW_FORM_data1, DW_FORM_flag, DW_FORM_sdata, DW_FORM_strp, DW_FORM_udata,
	DW_FORM_ref_addr, DW_FORM_ref1, DW_FORM_ref2, DW_FORM_ref4, DW_FORM_ref8,
	DW_FORM_ref_udata, DW_FORM_indirect, DW_FORM_sec_offset, DW_FORM_exprloc,
	DW_FORM_flag_present, DW_FORM_strx, DW_FORM_addrx, DW_FORM_ref_sup4, DW_FORM_strp_sup,
	DW_FORM_data16, DW_FORM_line_strp, DW_FORM_ref_sig8, DW_FORM_implicit_const,
	DW_FORM_loclistx, DW_FORM_rnglistx, DW_FORM_ref_sup8, DW_FORM_strx1, DW_FORM_strx2,
	DW_FORM_strx3, DW_FORM_strx4, DW_FORM_addrx1, DW_FORM_addrx2, DW_FORM_addrx3,
	DW_FORM_addrx4,
	DW_FORM_GNU_ref_alt = 0x1f20, DW_FORM_GNU_strp_alt = 0x1f21,
};

enum { DW_UT_compile = 1, DW_UT_type, DW_UT_partial, DW_UT_skeleton, DW_UT_split_compile,
       DW_UT_split_type };

enum { DW_RLE_end_of_list, DW_RLE_base_addressx, DW_RLE_startx_endx, DW_RLE_startx_length,
       DW_RLE_offset_pair, DW_RLE_base_address, DW_RLE_start_end, DW_RLE_start_length };

enum { DW_LLE_end_of_list, DW_LLE_base_addressx, DW_LLE_startx_endx, DW_LLE_startx_length,
       DW_LLE_offset_pair, DW_LLE_default_location, DW_LLE_base_address, DW_LLE_start_end,
       DW_LLE_start_length };

enum {
	DW_OP_addr = 0x03, DW_OP_deref = 0x06, DW_OP_const1u = 0x08, DW_OP_constu = 0x10,
	DW_OP_consts = 0x11, DW_OP_dup = 0x12, DW_OP_drop, DW_OP_over, DW_OP_pick, DW_OP_swap,
	DW_OP_rot, DW_OP_and = 0x1a, DW_OP_div, DW_OP_minus, DW_OP_mod, DW_OP_mul,
	DW_OP_neg, DW_OP_not, DW_OP_or, DW_OP_plus, DW_OP_plus_uconst, DW_OP_shl, DW_OP_shr,
	DW_OP_shra, DW_OP_xor, DW_OP_bra, DW_OP_eq, DW_OP_ge, DW_OP_gt, DW_OP_le, DW_OP_lt,
	DW_OP_ne, DW_OP_lit0 = 0x30, DW_OP_reg0 = 0x50, DW_OP_breg0 = 0x70, DW_OP_regx = 0x90,
	DW_OP_fbreg, DW_OP_bregx, DW_OP_piece, DW_OP_deref_size, DW_OP_nop = 0x96,
	DW_OP_call_frame_cfa = 0x9c, DW_OP_implicit_value = 0x9e, DW_OP_stack_value,
	DW_OP_addrx = 0xa1, DW_OP_const_type = 0xa4, DW_OP_regval_type, DW_OP_deref_type,
	DW_OP_convert = 0xa8, DW_OP_reinterpret,
	DW_OP_GNU_uninit = 0xf0, DW_OP_GNU_const_type = 0xf4, DW_OP_GNU_regval_type,
	DW_OP_GNU_deref_type, DW_OP_GNU_convert, DW_OP_GNU_reinterpret = 0xf9,
};

enum { DW_LNS_copy = 1, DW_LNS_advance_pc, DW_LNS_advance_line, DW_LNS_set_file,
       DW_LNS_set_column, DW_LNS_negate_stmt, DW_LNS_set_basic_block, DW_LNS_const_add_pc,
       DW_LNS_fixed_advance_pc };
enum { DW_LNE_end_sequence = 1, DW_LNE_set_address, DW_LNE_define_file };
enum { DW_LNCT_path = 1, DW_LNCT_directory_index };

enum { DW_CFA_advance_loc = 1, DW_CFA_offset, DW_CFA_restore };	/* the high two bits */
enum {
	DW_CFA_nop, DW_CFA_set_loc, DW_CFA_advance_loc1, DW_CFA_advance_loc2,
	DW_CFA_advance_loc4, DW_CFA_offset_extended, DW_CFA_restore_extended, DW_CFA_undefined,
	DW_CFA_same_value, DW_CFA_register, DW_CFA_remember_state, DW_CFA_restore_state,
	DW_CFA_def_cfa, DW_CFA_def_cfa_register, DW_CFA_def_cfa_offset,
	DW_CFA_def_cfa_expression, DW_CFA_expression, DW_CFA_offset_extended_sf,
	DW_CFA_def_cfa_sf, DW_CFA_def_cfa_offset_sf, DW_CFA_val_offset, DW_CFA_val_offset_sf,
	DW_CFA_val_expression, DW_CFA_GNU_window_save = 0x2d, DW_CFA_GNU_args_size = 0x2e,
};

/* The Linux Standard Base, Core 5.0, 10.5 */
enum { DW_EH_PE_absptr = 0, DW_EH_PE_udata2 = 2, DW_EH_PE_udata4, DW_EH_PE_udata8,
       DW_EH_PE_sdata2 = 10, DW_EH_PE_sdata4, DW_EH_PE_sdata8, DW_EH_PE_pcrel = 0x10 };

#endif
