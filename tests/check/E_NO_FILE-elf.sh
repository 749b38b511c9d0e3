# SPDX-License-Identifier: GPL-2.0-or-later
# needs: usdt
# Files that are not programs: garbage, a folder, a FIFO without a writer, an empty file, and one
# that is too large.
cd "$TMP" || exit 1
bad=0
try() { # try FILE REASON
	"$AWL" -n "uprobe:$1:f { @ = count(); }" 2>err
	[ $? = 1 ] && grep -q "program:1:1: error: can't read '$(echo "$1" | sed 's/[*]/[*]/')': $2" err || { bad=1; cat err; }
	"$AWL" -n "usdt:$1:f { @ = count(); }" 2>err
	[ $? = 1 ] && grep -q "program:1:1: error: can't read '$(echo "$1" | sed 's/[*]/[*]/')': $2" err || { bad=1; cat err; }
}
head -c 5000 /dev/urandom >garbage
mkdir folder
mkfifo fifo
: >nothing
printf '\177ELF\002\001\001' >header
truncate -s 4G huge
for f in garbage folder fifo nothing header huge; do
	try ./$f 'not an ELF file, or a broken one'
done
try ./none 'not found, as a path, a program or a library'
try 'lib*' 'a pattern of files needs a path, or -p'
try no-such-library 'not found, as a path, a program or a library'
exit $bad
