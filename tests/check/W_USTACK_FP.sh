# SPDX-License-Identifier: GPL-2.0-or-later
# needs: unwind
# User stacks by frame pointers because the kernel has nothing better, reported once.  No warning where
# the script says how they are walked, for single frames, or where tables are used.
cd "$TMP" || exit 1
warnings() { # warnings N ARCH SCRIPT
	"$AWL" -n --arch "$2" "$3" 2>err
	n=$(grep -c 'warning: user stacks follow frame pointers on this kernel' err)
	[ "$n" = "$1" ] || { echo "$2 $3: $n instead of $1 warnings"; cat err; exit 1; }
}
two='profile:99hz { @[ustack] = count(); @b[ustack(3)] = 1; } profile:10hz { print(ustack(raw)); }'
warnings 1 arm "$two"
grep -q '^program:1:18: warning' err || { cat err; exit 1; }
warnings 0 x86_64 "$two"
warnings 0 arm 'profile:99hz { @[ustack(fp)] = count(); @k[kstack] = count(); @one[ustack(1)] = count(); }'
warnings 0 arm 'profile:99hz { print(ustack(snapshot)); print(ustack(5, fp)); }'
