# SPDX-License-Identifier: GPL-2.0-or-later
#
# Only lang/ast.c sets the kind of an expression, so that members of the old kind are always cleared
# (expr_become()).
cd "$TESTS/.." || exit 1
! grep -rnE --include='*.[chyl]' '(->|\.)kind = EX_|struct expr\)( \{|;)' src grammar |
	grep -v '^src/lang/ast\.c:'
