# SPDX-License-Identifier: GPL-2.0-or-later
#
# An aggregation is known by name only in src/builtin/ and to the registry.  Others ask its flags
# or call it through struct agg_ops (lang/type.h).
cd "$TESTS/.." || exit 1
names=$(sed -n 's/^const struct agg_ops \([a-z_0-9]*\) = {.*/\1/p' src/builtin/*.c)
[ "$(echo "$names" | wc -l)" -ge 9 ] || { echo "found only: $names"; exit 1; }
set -- $(find src grammar -name '*.[chly]' ! -path 'src/builtin/*' ! -name 'tables.[ch]')
! grep -nwF "$names" "$@" || exit 1
# No numbers for kinds either, which would invite a switch.
! grep -nE '\bAGG_[A-Z]+\b' $(find src grammar -name '*.[chly]')
