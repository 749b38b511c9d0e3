# SPDX-License-Identifier: GPL-2.0-or-later
#
# mandoc has nothing to say about the manual pages.
command -v mandoc >/dev/null || { echo "mandoc is not installed"; exit 77; }
cd "$TESTS/../man" 2>/dev/null || { echo "there are no manual pages"; exit 77; }
set -- *.[1-9]
[ -f "$1" ] || { echo "there are no manual pages"; exit 77; }
mandoc -T lint -W warning "$@"
