# SPDX-License-Identifier: GPL-2.0-or-later
"""Where members and bit-fields of random structures lie, as awl reads it of debug information, and
as the compiler's own objects show it.

	debug-bits.py DEBUGDUMP LAYOUTS TMP ORDER OBJCOPY COMPILER [OPTION...]

LAYOUTS is the folder of layouts.py, which makes the structures and reads the objects.  ORDER is
little or big.
"""
import subprocess
import sys

dump, folder, tmp, order, objcopy = sys.argv[1:6]
compiler = sys.argv[6:]
sys.path.insert(0, folder)
import layouts

decls = layouts.declare()
want = {}
for d, (size, align, rows) in zip(decls, layouts.measure(decls, " ".join(compiler), objcopy, order)):
	want.update({f"{d.name}.{m}": (first, bits) for m, first, bits in rows})
source = [layouts.PRE, layouts.ENUM]
for d in decls:
	source += [d.text, f"{d.kind} {d.name} v_{d.name};"]
with open(f"{tmp}/types.c", "w") as f:
	f.write("\n".join(source))
link = ["-nostdlib", "-static", "-Wl,-e,0"] + (["-fuse-ld=lld"] if "clang" in compiler[0] else [])
bad = 0
for form in (["-gdwarf-2", "-gstrict-dwarf"], ["-gdwarf-3"], ["-gdwarf-4"], ["-gdwarf-5"]):
	subprocess.run([*compiler, "-w", *form, *link, "-o", f"{tmp}/types", f"{tmp}/types.c"],
		       check=True)
	got = {}
	for line in subprocess.run([dump, "members", f"{tmp}/types", *[d.name for d in decls]],
				   stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines():
		name, place = line.split(": ")
		if name in want:
			got[name] = tuple(map(int, place.split()))
	for name, (first, bits) in want.items():
		whole = 0 if bits in (8, 16, 32, 64) else bits	# a field that fills its type is none
		if got.get(name) not in ((first, bits), (first, whole)):
			bad += 1
			print(f"{' '.join(form)}: {name} at {got.get(name)}, not {want[name]}")
print(f"{len(want)} members")
sys.exit(bad != 0 or len(want) < 300)
