# SPDX-License-Identifier: GPL-2.0-or-later
#
# There are no serious findings of shellcheck in any script.
command -v shellcheck >/dev/null || { echo "shellcheck is not installed"; exit 77; }
cd "$TESTS/.." || exit 1
rc=0
for f in bootstrap .ci/run grammar/regen tests/run tests/bench/run \
	$(find tests contrib -type f 2>/dev/null); do
	[ -f "$f" ] || continue
	case $f in
	*.sh) shell='sh' ;;
	*)
		case $(head -n 1 "$f" | tr -d '\0') in
		'#!/bin/sh'* | '#!/bin/busybox sh'*) shell='sh' ;;
		'#!/bin/bash'*) shell='bash' ;;
		*) continue ;;
		esac
		;;
	esac
	# SC2046: lists of file names without blanks are split on purpose
	shellcheck -s $shell -S warning -e SC2046,SC3043 "$f" || rc=1
done
exit $rc
