# SPDX-License-Identifier: GPL-2.0-or-later
# A function that the kernel still has but hardly calls any more.  If the kernel has its successor,
# the message names it.
cd "$TMP" || exit 1
bad=0
printf '%s t do_sys_openat2\n' ffffffff81000300 >new
printf '%s t do_sys_open\n' ffffffff81000200 >old
cat new old >both
for p in kprobe kretprobe; do
	for kernel in old new both; do
		"$AWL" -n --arch x86_64 --kallsyms $kernel "$p:do_sys_open { @ = count(); }" >err 2>&1
		grep -q "warning: 'do_sys_open' is rarely or never called .* calls go to 'do_sys_openat2'" err && said=yes || said=no
		[ $kernel,$said = both,yes ] || [ $kernel,$said = old,no ] || [ $kernel,$said = new,no ] ||
			{ echo "$p, $kernel: said $said"; cat err; bad=1; }
	done
	"$AWL" -n --arch x86_64 --kallsyms both "$p:do_sys_openat2 { @ = count(); }" 2>&1 | grep -q 'few calls' && bad=1
done
exit $bad
