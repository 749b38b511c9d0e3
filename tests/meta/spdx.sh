# SPDX-License-Identifier: GPL-2.0-or-later
#
# Every source and script has its licence in the first three lines, after the head that Buildroot
# wants in the makefile of a package.
cd "$TESTS/.." || exit 1
rc=0
for f in $(find src arch grammar tests scripts contrib .ci -type f \
	\( -name '*.[chly]' -o -name '*.def' -o -name '*.sh' -o -path 'tools/*.awl' \
	-o -path 'contrib/*' -o -name run -o -path '*/vm/*' \) 2>/dev/null) \
	bootstrap configure.ac Makefile.am; do
	case $f in
	grammar/lexer.[ch] | grammar/parser.[ch] | *.md | *.patch | *.json | contrib/buildroot/external.desc) continue ;;
	contrib/buildroot/package/*.mk) lines=9 ;;
	*) lines=3 ;;
	esac
	head -n $lines "$f" | grep -q 'SPDX-License-Identifier: GPL-2.0-or-later' && continue
	echo "$f: no SPDX line"
	rc=1
done
exit $rc
