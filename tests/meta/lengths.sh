# SPDX-License-Identifier: GPL-2.0-or-later
#
# No file above 800 lines, no function above 60, generated ones excepted.
cd "$TESTS/.." || exit 1
files=$(find src arch grammar tests man scripts contrib -type f \
	\( -name '*.[chlySs]' -o -name '*.def' -o -name '*.sh' -o -name run -o -path '*/vm/*' \) \
	! -path '*grammar/lexer.[ch]' ! -path '*grammar/parser.[ch]' 2>/dev/null)

awk '
function lines(f, n) {
	if (n > 800) {
		print f ": " n " lines"
		rc = 1
	}
}
FNR == 1 { if (file) lines(file, last); file = FILENAME; begin = 0 }
{ last = FNR }
FILENAME ~ /\.c$/ && /^{/ { begin = FNR }
FILENAME ~ /\.c$/ && /^}/ && begin {
	if (FNR - begin - 1 > 60) {
		print FILENAME ":" begin ": a function of " FNR - begin - 1 " lines"
		rc = 1
	}
	begin = 0
}
END { if (file) lines(file, last); exit rc }' $files
