# SPDX-License-Identifier: GPL-2.0-or-later
#
# The editors' files have the language's words, vim highlights a script by them, and so does the
# library that VS Code uses (vscode-textmate and vscode-oniguruma, as from `npm install`, in
# $TEXTMATE or in node_modules of the tree).
#
# needs: iter usdt watchpoint
# The files have the names of all providers, so a build without some can't be compared with them.
: "${TEXTMATE=$TESTS/../node_modules}"
EDITORS=$TESTS/../contrib/editors
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
[ -x "$BUILD/tests/builtintable" ] || { echo "tests/builtintable is not built"; exit 77; }
rc=0 left=
"$EDITORS/regen" --check "$BUILD/tests/builtintable" || rc=1
cd "$TMP" || exit 1
cat >s.awl <<'X'
#!/usr/bin/awl -f
kprobe:vfs_read / pid == $1 / { @bytes[comm] = hist(arg2); printf("%5d\n", 12); }
X

# each line: a word of the second line, and its group in vim and its scope in TextMate
cat >want <<'X'
kprobe Provider keyword.other.provider
:vfs_read Probe entity.name.section.probe
pid Value variable.language
$1 Variable variable.other
@bytes Map variable.other.map
comm Value variable.language
hist Function support.function
arg2 Value variable.language
printf Function support.function
%5d Format constant.other.placeholder
12 Number constant.numeric
X
if vim --version 2>/dev/null | grep -q '+syntax'; then
	cat >see.vim <<X
set nocompatible
set runtimepath^=$EDITORS/vim
filetype plugin on
syntax on
edit s.awl
let found = []
for row in readfile('want')
  let word = split(row)[0]
  let at = stridx(getline(2), word) + 1
  call add(found, word . ' ' . substitute(synIDattr(synID(2, at, 1), 'name'), '^awl', '', ''))
endfor
call add(found, '#! ' . substitute(synIDattr(synID(1, 1, 1), 'name'), '^awl', '', ''))
call writefile(found, 'vim.out')
qall!
X
	vim -u NONE -N -es -S see.vim </dev/null >vim.log 2>&1
	{
		cut -d ' ' -f 1,2 want
		echo '#! Comment'
	} >vim.want
	diff vim.want vim.out || { echo "vim highlights other words"; rc=1; }
else
	left="vim with syntax"
fi
if command -v node >/dev/null && [ -d "$TEXTMATE/vscode-textmate" ]; then
	TEXTMATE=$(cd "$TEXTMATE" && pwd) GRAMMAR=$EDITORS/awl.tmLanguage.json node "$TESTS/meta/editors.js" >tm.out || rc=1
	cut -d ' ' -f 1,3 want >tm.want
	diff tm.want tm.out || { echo "TextMate's grammar sees other words"; rc=1; }
else
	left="$left${left:+ and }vscode-textmate"
fi
if [ -n "$left" ] && [ $rc = 0 ]; then
	echo "no $left"
	exit 77
fi
exit $rc
