# SPDX-License-Identifier: GPL-2.0-or-later
#
# `make html` makes pages whose links and anchors all exist, with an example at each function of the
# language.  In chromium the search finds a function, its entry in the manual first.
for tool in python3 mandoc cmark-gfm; do
	command -v $tool >/dev/null || { echo "no $tool"; exit 77; }
done
[ -x "$BUILD/tests/builtintable" ] || { echo "tests/builtintable is not built"; exit 77; }
"$TESTS/../contrib/html/build" "$TMP/html" "$BUILD/tests/builtintable" || exit 1
python3 -B "$TESTS/meta/documents.py" "$TMP/html" || exit 1

command -v chromium >/dev/null || { echo "no chromium for the search"; exit 77; }
chromium --headless --no-sandbox --disable-gpu --user-data-dir="$TMP/profile" --virtual-time-budget=5000 \
	--dump-dom "file://$TMP/html/tutorial.html?q=lhist" >"$TMP/dom" 2>"$TMP/log" || { tail "$TMP/log"; exit 1; }
first=$(grep -o '<div id="found".*' "$TMP/dom" | grep -o 'href="[^"]*"[^<]*' | head -n 2 | tr '\n' ' ')
case $first in
*'href="awl-lang.7.html#'*) ;;
*)
	echo "the search for lhist finds first: $first"
	exit 1
	;;
esac
PYTHONPATH="$TESTS/lib" python3 -B "$TESTS/meta/pages.py" "$TMP/html"
