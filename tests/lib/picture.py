# SPDX-License-Identifier: GPL-2.0-or-later
"""Pictures of pages in a headless chromium.  They are looked at pixel by pixel, at places and for
colours that the caller computes, so that they need no stored pictures and no certain fonts."""
import os
import struct
import subprocess
import zlib

CHROMIUM = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
            "--force-device-scale-factor=1", "--force-color-profile=srgb"]


def run(*options):
    """What chromium prints, with a profile of its own in $TMP."""
    return subprocess.run([*CHROMIUM, f"--user-data-dir={os.environ['TMP']}/profile", *options],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8",
                          timeout=100, check=True).stdout


class Picture:
    """A page in a window of a size, in its light or in its dark colours."""

    def __init__(self, page, width, height, dark=False):
        name = os.path.join(os.environ["TMP"], "picture.png")
        run(f"--window-size={width},{height}", f"--blink-settings=preferredColorScheme={0 if dark else 1}",
            f"--screenshot={name}", "file://" + os.path.abspath(page))
        with open(name, "rb") as f:
            self.read_png(f.read())

    def read_png(self, data):
        """Chromium writes 8 bits for each of 3 or 4 colours, not interlaced."""
        at, packed = 8, b""
        while at < len(data):
            size, kind = struct.unpack(">I4s", data[at:at + 8])
            if kind == b"IHDR":
                self.width, self.height, depth, colours, _, _, laced = struct.unpack(">IIBBBBB", data[at + 8:at + 21])
                assert depth == 8 and colours in (2, 6) and not laced, (depth, colours, laced)
                self.step = 3 if colours == 2 else 4
            elif kind == b"IDAT":
                packed += data[at + 8:at + 8 + size]
            at += size + 12
        self.lines = self.unfilter(zlib.decompress(packed))

    def unfilter(self, data):
        size, step, lines, above = self.width * self.step, self.step, [], bytes(self.width * self.step)
        for row in range(self.height):
            how, line = data[row * (size + 1)], bytearray(data[row * (size + 1) + 1:(row + 1) * (size + 1)])
            for i in range(size if how else 0):
                left, up = line[i - step] if i >= step else 0, above[i]
                corner = above[i - step] if i >= step else 0
                if how == 4:
                    far = [abs(left + up - corner - x) for x in (left, up, corner)]
                    add = (left, up, corner)[far.index(min(far))]
                else:
                    add = (0, left, up, (left + up) // 2)[how]
                line[i] = (line[i] + add) & 255
            lines.append(line)
            above = line
        return lines

    def pixel(self, x, y):
        """(red, green, blue)"""
        return tuple(self.lines[int(y)][int(x) * self.step:int(x) * self.step + 3])

    def is_at(self, x, y, colour):
        """Is the pixel of that colour, up to rounding?"""
        return all(abs(a - b) <= 2 for a, b in zip(self.pixel(x, y), colour))
