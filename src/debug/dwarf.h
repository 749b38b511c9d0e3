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
	DW_TAG_formal_parameter = 0x05, DW_TAG_lexical_block = 0x0b, DW_TAG_compile_unit = 0x11,
	DW_TAG_inlined_subroutine = 0x1d, DW_TAG_subprogram = 0x2e, DW_TAG_variable = 0x34,
	DW_TAG_namespace = 0x39, DW_TAG_partial_unit = 0x3c,
};

enum {
	DW_AT_sibling = 0x01, DW_AT_name = 0x03, DW_AT_stmt_list = 0x10, DW_AT_low_pc = 0x11,
	DW_AT_high_pc = 0x12, DW_AT_comp_dir = 0x1b, DW_AT_inline = 0x20,
	DW_AT_abstract_origin = 0x31, DW_AT_decl_file = 0x3a, DW_AT_decl_line = 0x3b,
	DW_AT_declaration = 0x3c, DW_AT_specification = 0x47, DW_AT_entry_pc = 0x52,
	DW_AT_ranges = 0x55, DW_AT_linkage_name = 0x6e, DW_AT_str_offsets_base = 0x72,
	DW_AT_addr_base = 0x73, DW_AT_rnglists_base = 0x74, DW_AT_dwo_name = 0x76,
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

enum { DW_LNS_copy = 1, DW_LNS_advance_pc, DW_LNS_advance_line, DW_LNS_set_file,
       DW_LNS_set_column, DW_LNS_negate_stmt, DW_LNS_set_basic_block, DW_LNS_const_add_pc,
       DW_LNS_fixed_advance_pc };
enum { DW_LNE_end_sequence = 1, DW_LNE_set_address, DW_LNE_define_file };
enum { DW_LNCT_path = 1, DW_LNCT_directory_index };

#endif
