# SPDX-License-Identifier: GPL-2.0-or-later
#
# S14 Where is the time going?  User and kernel stacks of what runs.
. "$TESTS/live/common"
need_root
need_alone
awl -q -c "$W spin 1000" 'profile:99hz / pid / { @[comm, stack, ustack] = count(); }'
status 0
match "$OUT" "^@\\[$COMM, $"
# spin_n asks clock(), which asks the vdso or the kernel, over and over
match "$OUT" '^        (spin_n|clock|clock_gettime|__clock_gettime|__vdso_clock_gettime|__cvdso_clock_gettime)\+[0-9]+$'
finish
