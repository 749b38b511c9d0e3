# SPDX-License-Identifier: GPL-2.0-or-later
# A kprobe at a function that the kernel of arm or mips calls when it runs a kprobe stops the machine.  It
# is refused where it is named, also at a place inside and at its return, and left out of patterns.
cd "$TMP" || exit 1
mkdir -p root/proc
printf 'c010000%d T %s\n' 1 _raw_spin_lock 2 _raw_spin_lock_irqsave 3 _raw_spin_unlock_irqrestore \
	4 do_PrefetchAbort 5 do_DataAbort 6 do_bp >root/proc/kallsyms
errors() { # errors N ARCH SCRIPT
	"$AWL" -n --sysroot root --arch "$2" "$3" 2>err
	n=$(grep -c "error: can't probe '[A-Za-z_]*': the kernel of $2 calls it when it runs a kprobe" err)
	[ "$n" = "$1" ] || { echo "$2 $3: $n instead of $1 errors"; cat err; exit 1; }
}
errors 1 arm 'kprobe:_raw_spin_lock_irqsave { @ = count(); }'
grep -q '^program:1:1: error' err || { cat err; exit 1; }
errors 1 arm 'kprobe:_raw_spin_lock_irqsave+4 { @ = count(); }'
errors 2 arm 'kretprobe:_raw_spin_unlock_irqrestore { @ = count(); } kprobe:vmlinux:_raw_spin_lock_irqsave { @a = count(); }'
errors 0 arm 'kprobe:_raw_spin_lock { @ = count(); }'
errors 0 x86_64 'kprobe:_raw_spin_lock_irqsave { @ = count(); }'
errors 1 arm 'kprobe:do_PrefetchAbort { @ = count(); }'
errors 0 arm 'kprobe:do_DataAbort { @ = count(); }'
errors 1 mipsel 'kprobe:do_bp { @ = count(); }'
errors 1 mips64 'kprobe:do_bp { @ = count(); }'
matches() { # matches STATUS ARCH PATTERN
	"$AWL" -n --sysroot root --arch "$2" "kprobe:$3 { @ = count(); }" 2>err
	rc=$?
	[ $rc = "$1" ] || { echo "$2 $3: exit status $rc"; cat err; exit 1; }
}
matches 0 arm '_raw_spin_*'
matches 1 arm '_raw_spin_*irq*'
grep -q "no probe matches 'kprobe:_raw_spin_\*irq\*'" err || { cat err; exit 1; }
matches 0 arm 'do_*'
matches 1 arm 'do_P*'
matches 0 x86_64 '_raw_spin_*irq*'
