# SPDX-License-Identifier: GPL-2.0-or-later
#
# Who may include whom: a folder may use itself and what stands below it.  The
# table names, per folder, what it may not include and the exceptions: headers
# that are data (types, instructions, values) and those that describe a slice.
cd "$TESTS/.." || exit 1

grep -Hn '^#include "' $(find src arch grammar -name '*.[chly]' 2>/dev/null) /dev/null |
sed 's/:#include "/:/; s/".*//' |
awk -F: '
function rule(folder, never, but) { deny[folder] = never; allow[folder] = but }
BEGIN {
	desc = "^(builtin/builtin|provider/provider|output/output)\\.h$"
	data = "^(lang/(type|ast)|bpf/(insn|helper)|run/value)\\.(h|def)$"
	rule("base", "^(arch|grammar|lang|bpf|kernel|run|builtin|provider|output)/")
	rule("arch", "^(grammar|lang|bpf|kernel|run|builtin|provider|output)/", data)
	rule("lang", "^(bpf|kernel|run|builtin|provider|output)/", data "|" desc)
	rule("grammar", "^(bpf|kernel|run|builtin|provider|output)/", data "|" desc)
	rule("bpf", "^(grammar|kernel|run|builtin|provider|output)/|^lang/parse", data "|" desc)
	rule("kernel", "^(grammar|lang|run|builtin|provider|output)/", "^(lang/type|run/value)\\.h$")
	rule("run", "^(grammar|builtin|provider|output)/|^lang/parse", desc)
	rule("builtin", "^(grammar|provider|output)/", desc)
	rule("provider", "^(grammar|builtin|output)/", desc)
	rule("output", "^(grammar|builtin|provider)/", desc)
}
{
	n = split($1, part, "/")
	folder = part[1] == "src" ? part[2] : part[1]
	if (part[1] == "src" && n == 2)
		next			# the seam: main.c, tables.c
	bad = $3 ~ /\.c$/ || $3 ~ /^(main|tables)\./ && folder == "base"
	if (folder in deny && $3 ~ deny[folder] && !(allow[folder] && $3 ~ allow[folder]))
		bad = 1
	if (bad) {
		print $1 ":" $2 ": " folder "/ may not include " $3
		rc = 1
	}
}
END { exit rc }'
