# SPDX-License-Identifier: GPL-2.0-or-later
#
# A probe after the nop at the entry of a function is faster to set.  awl places many kprobes there,
# except in functions where a jump or a table of addresses may lead to that place.
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"
command -v python3 >/dev/null || { echo "no python3 to make a /proc/kcore"; exit 77; }
i=10
while [ $i -lt 74 ]; do
	echo "ffffffff8100$(printf %x $((0x2000 + i * 64))) t many_$i" >>"$root/proc/kallsyms"
	echo "many_$i" >>"$root/sys/kernel/tracing/available_filter_functions"
	i=$((i + 1))
done
{
	echo 'ffffffff81010000 T _etext'
	echo 'ffffffff81014000 D _edata'
} >>"$root/proc/kallsyms"

# kcore CHANGES: writes an image from 0xffffffff81000000 on as an ELF file.  It consists of zeros,
# with a nop at each function.  CHANGES are calls in Python: code(function, offset, bytes);
# far(at, opcode, function), a jump to the place after the function's nop; data(offset, bytes).
kcore() {
	python3 - "$root/proc/kcore" "$1" <<'X'
import struct, sys
START, TEXT, DATA = 0xffffffff81000000, 0x10000, 0x4000
image = bytearray(TEXT + DATA + 64)
nop, after_nop = b"\x0f\x1f\x44\0\0", 5
def at(n): return 0x2000 + n * 64
def put(off, b): image[off:off + len(b)] = b
def code(n, off, b): put(at(n) + off, b)
def far(off, opcode, n): put(off, opcode + struct.pack("<i", at(n) + after_nop - (off + len(opcode) + 4)))
def data(off, b): put(TEXT + off, b)
for n in range(10, 74):
    code(n, 0, nop)
exec(sys.argv[2])
ident = b"\x7fELF\x02\x01\x01" + bytes(9)
head = ident + struct.pack("<HHIQQQIHHHHHH", 4, 62, 1, 0, 64, 0, 0, 64, 56, 3, 0, 0, 0)
def segment(vaddr, size, off): return struct.pack("<IIQQQQQQ", 1, 7, off, vaddr, 0, size, size, 4096)
segments = [segment(0xffff888000000000, 0x1000, 0x2000), segment(START, len(image), 0x3000),
            segment(0xffffc90000000000, 0x1000, 0x2000)]
open(sys.argv[1], "wb").write((head + b"".join(segments)).ljust(0x3000, b"\0") + image)
X
}
# The numbers of the functions that are probed at their entry.
entries() {
	sed -n 's/^perf kprobe:0xffffffff8100\([0-9a-f]*\)\(+0\)* cpu 0/\1/p' "$TMP/log" | while read -r a; do
		[ $(((0x$a - 0x2000) % 64)) = 5 ] || echo $(((0x$a - 0x2000) / 64))
	done | tr '\n' ' '
}
try_many() {
	happens
	try -v -e 'kprobe:many_* { @ = count(); }'
	is status 0 $rc
	is probes 64 "$(grep -c '^perf kprobe:0x' "$TMP/log")"
}

kernel 5.10
kcore ''
# Where tasks can be preempted in the kernel, such a probe would be slower.
try_many
is entries "$(seq 10 73 | tr '\n' ' ')" "$(entries)"
unsaid 'after the nop'
export FAKESYS_VERSION='#1 SMP Debian 5.10.251-1'
try_many
is entries '' "$(entries)"
said '64 probes are placed after the nop'
# Another kind of nop; no nop; wrong bytes.
kcore 'code(10, 0, b"\x66\x66\x66\x66\x90"); code(11, 0, b"\x90\x90\x90\x90\x90"); code(73, 0, b"\x0f\x1f\x44\0\x01")'
try_many
is entries '11 73 ' "$(entries)"
said '62 probes are placed after the nop'
# Jumps: jmp, a conditional jump, a call; short jumps backward over 2 to 126 bytes.  A short jump
# forward can't lead to an entry.
kcore 'far(0x100, b"\xe9", 12); far(0x8fff, b"\x0f\x84", 13); far(0xfff0, b"\xe8", 14)
code(15, 5, b"\xeb\xfe"); code(16, 0x20, b"\x74" + bytes([256 - 0x20 + 5 - 2])); code(17, 0x20, b"\xe3" + bytes([256 - 0x20 + 5 - 2]))
code(18, 0x20, b"\x90" + bytes([256 - 0x20 + 5 - 2])); code(20, -0x3b, b"\x75\x3e")'
try_many
is entries '12 13 14 15 16 17 ' "$(entries)"
# Data: the low halves of addresses, and distances, if they are aligned.
kcore 'data(0x100, struct.pack("<I", (START + at(21) + 5) & 0xffffffff)); data(0x3ff8, struct.pack("<i", at(22) + 5 - TEXT - 0x3ff8))
data(0x202, struct.pack("<I", (START + at(23) + 5) & 0xffffffff)); data(0x300, struct.pack("<Q", START + at(24) + 5))
data(0x4004, struct.pack("<I", (START + at(25) + 5) & 0xffffffff))'
try_many
is entries '21 22 24 ' "$(entries)"
# If the image can't be read, or if the program can see its place, the probes are at the entries.
: >"$root/proc/kcore"
try_many
is entries "$(seq 10 73 | tr '\n' ' ')" "$(entries)"
unsaid 'after the nop'
rm "$root/proc/kcore"
try_many
is entries "$(seq 10 73 | tr '\n' ' ')" "$(entries)"
kcore ''
try -v -e 'kprobe:many_* { @[kstack] = count(); }'
is entries "$(seq 10 73 | tr '\n' ' ')" "$(entries)"
# A kernel that refuses these places: the probes are at the entries.
FAKESYS_REFUSE='kprobe:0x*5 84' try_many	# EILSEQ
is entries "$(seq 10 73 | tr '\n' ' ')" "$(entries)"
exit $bad
