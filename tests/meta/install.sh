# SPDX-License-Identifier: GPL-2.0-or-later
#
# With another prefix the installed manual names no folder of the default prefix.
[ -f "$BUILD/Makefile" ] || { echo "no Makefile in $BUILD"; exit 77; }
unset MAKEFLAGS MFLAGS MAKELEVEL
make -C "$BUILD" -s install prefix=/usr/elsewhere DESTDIR="$TMP/root" >"$TMP/log" 2>&1 ||
	{ cat "$TMP/log"; exit 1; }
at=$TMP/root/usr/elsewhere rc=0
[ -x "$at/bin/awl" ] && "$at/bin/awl" -V >/dev/null || { echo "no bin/awl"; rc=1; }
[ -x "$at/share/awl/tools/funclatency.awl" ] || { echo "no tools"; rc=1; }
grep -q '/usr/elsewhere/share/awl/tools' "$at/share/man/man1/awl.1" ||
	{ echo "awl.1 names another folder of scripts"; rc=1; }
! grep '/usr/local/share' -r "$at/share" || rc=1
[ "$(stat -c %a "$at/share/man/man1/awl.1")" = 644 ] || { echo "awl.1 can't be read by all"; rc=1; }
for f in bash-completion/completions/awl.bash zsh/site-functions/_awl fish/vendor_completions.d/awl.fish; do
	[ -s "$at/share/$f" ] || { echo "no $f"; rc=1; }
done
exit $rc
