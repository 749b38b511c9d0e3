# SPDX-License-Identifier: GPL-2.0-or-later
#
# inflate() restores texts, programs and noise that zlib compressed with all levels and strategies.
# Truncated data is refused.
[ -x "$BUILD/tests/unit_inflate" ] || { echo "no tests/unit_inflate"; exit 77; }
command -v python3 >/dev/null || { echo "no python3 here"; exit 77; }
python3 - "$BUILD/tests/unit_inflate" "$TESTS/.." <<'PY'
import random
import subprocess
import sys
import zlib

program, top = sys.argv[1:]
random.seed(7)
noise = bytes(random.randrange(256) for _ in range(5000))
inputs = [b"", b"a", b"ab" * 40000, noise, noise[:300] * 40, bytes(70000),
          open(top + "/src/base/diag.def", "rb").read(), open(program, "rb").read(200000),
          b"".join(bytes([i]) * (2 ** (i % 17)) for i in range(40))]
bad = 0


def inflate(data, room):
    ran = subprocess.run([program, str(room)], input=data, stdout=subprocess.PIPE)
    return ran.stdout if ran.returncode == 0 else None


for text in inputs:
    for level in (0, 1, 6, 9):
        for strategy in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_HUFFMAN_ONLY, zlib.Z_RLE, zlib.Z_FIXED):
            packer = zlib.compressobj(level, zlib.DEFLATED, -15, 9, strategy)
            data = packer.compress(text) + packer.flush()
            if inflate(data, len(text)) != text:
                print(f"{text[:20]} ({len(text)}), level {level}, strategy {strategy}")
                bad += 1
    for refused, room in ((data[:-1], len(text)), (data, len(text) - 1)):
        if text and inflate(refused, room) is not None:
            print(f"{text[:20]}: {len(refused)} of {len(data)} bytes into {room} were taken")
            bad += 1
sys.exit(bad != 0)
PY
