# SPDX-License-Identifier: GPL-2.0-or-later
#
# The largest set of objects in which each needs all others, directly or through others, is not
# larger than LIMIT.
LIMIT=4
cd "$BUILD" || exit 1
for tool in nm python3; do
	command -v $tool >/dev/null || { echo "no $tool here"; exit 77; }
done
objects=$(cd "$TESTS/.." && find src arch grammar -name '*.c' | sed 's/c$/o/' | sort)
have=
for o in $objects; do
	[ ! -f "$o" ] || have="$have $o"
done
[ -n "$have" ] || { echo "no objects in $BUILD"; exit 77; }
nm -A -g $have | python3 "$TESTS/lib/cycles.py" $LIMIT
