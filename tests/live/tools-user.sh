# SPDX-License-Identifier: GPL-2.0-or-later
# needs: tools
#
# Tools on calls of the C library, of bash and for shared memory, made by Python: tools-user.py has
# what they must print.
. "$TESTS/live/common"
need_uprobes
need_tracefs
PYTHON=/usr/bin/python3
[ -x $PYTHON ] || skip "no $PYTHON"
PYTHONPATH="$TESTS/lib" $PYTHON -B "$TESTS/live/tools-user.py"
