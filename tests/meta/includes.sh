# SPDX-License-Identifier: GPL-2.0-or-later
#
# Which folder may include which: a folder may include itself and those below it.  For each folder
# the table has what it may not include, and exceptions: headers with data (types, instructions,
# values) and those that describe a slice.  bpf/, show/ and run/ may include the image (image.h),
# but nothing of the front end (script.h), not even through another header.
cd "$TESTS/.." || exit 1

grep -Hn '^#include "' $(find src arch grammar -name '*.[chly]' 2>/dev/null) /dev/null |
sed 's/:#include "/:/; s/".*//' |
awk -F: '
function rule(folder, never, but) { deny[folder] = never; allow[folder] = but }
BEGIN {
	desc = "^(builtin/builtin|provider/provider|output/output)\\.h$"
	data = "^(lang/(type|ast)|bpf/(insn|helper)|show/value|symbols/unwind)\\.(h|def)$"
	# the slices, and everything above the front end
	slices = "builtin|provider|output"
	above = "bpf|gen|kernel|symbols|debug|show|run|" slices
	rule("base", "^(arch|grammar|lang|" above ")/")
	rule("arch", "^(grammar|lang|" above ")/", data)
	rule("lang", "^(" above ")/", data "|" desc)
	rule("grammar", "^(" above ")/", data "|" desc)
	rule("bpf", "^(grammar|lang|gen|kernel|symbols|debug|show|run|" slices ")/|" \
	     "^(script|compile)\\.h$", data)
	rule("gen", "^(grammar|kernel|symbols|debug|show|run|" slices ")/|^lang/parse", data "|" desc)
	rule("kernel", "^(grammar|lang|gen|debug|show|run|" slices ")/", "^lang/type\\.h$")
	rule("symbols", "^(grammar|lang|bpf|gen|debug|show|run|" slices ")/", "^lang/type\\.h$")
	rule("debug", "^(grammar|lang|bpf|gen|kernel|show|run|" slices ")/", "^lang/type\\.h$")
	rule("show", "^(grammar|lang|bpf|gen|kernel|symbols|debug|run|" slices ")/|^(script|image|compile)\\.h$",
	     "^lang/(type|format)\\.h$")
	rule("run", "^(grammar|lang|bpf|gen|" slices ")/|^(script|compile)\\.h$",
	     "^(lang/(type|format|names|registry)|bpf/(code|insn|stack|walk)|" \
	     "provider/provider|output/output)\\.h$")
	rule("builtin", "^(grammar|provider|output)/", desc)
	rule("provider", "^(grammar|builtin|output)/", desc)
	rule("output", "^(grammar|builtin|provider)/", desc)
}
# Does the file, or a file that it includes, include the header?
function reaches(file, header,	list, i, n) {
	if (file in seen)
		return 0
	seen[file] = 1
	n = split(includes[file], list, " ")
	for (i = 1; i <= n; i++)
		if (list[i] == header || reaches(list[i], header)) {
			way = file " " way
			return 1
		}
	return 0
}
{
	own = $1
	sub("^src/", "", own)
	includes[own] = includes[own] " " $3
}
{
	n = split($1, part, "/")
	folder = part[1] == "src" ? part[2] : part[1]
	if (part[1] == "src" && n == 2)
		next			# main.c and tables.c connect the parts
	bad = $3 ~ /\.c$/ || $3 ~ /^(main|tables)\./ && folder == "base"
	if (folder in deny && $3 ~ deny[folder] && !(allow[folder] && $3 ~ allow[folder]))
		bad = 1
	if (bad) {
		print $1 ":" $2 ": " folder "/ may not include " $3
		rc = 1
	}
}
END {
	for (file in includes) {
		split("", seen)
		way = ""
		if (file ~ /^(bpf|show|run)\// && reaches(file, "script.h")) {
			print "may not include script.h: " way
			rc = 1
		}
	}
	exit rc
}'
