# SPDX-License-Identifier: GPL-2.0-or-later
#
# S24: a module's life.  It is loaded and unloaded while awl traces.  Its functions have names in
# stacks that are shown afterwards, and --stack-filter knows them.
. "$TESTS/live/common"
need_kprobes
need_alone
[ -f /lib/dummy.ko ] || skip "no module to load"
rmmod dummy 2>/dev/null
insmod /lib/dummy.ko 2>/dev/null || skip "dummy.ko does not fit this kernel"
rmmod dummy
for filter in "" "--stack-filter dummy_cleanup_module"; do
	# shellcheck disable=SC2086 # two words
	awl -q $filter -c 'insmod /lib/dummy.ko' -c 'rmmod dummy' \
		'kprobe:rtnl_link_unregister { @[kstack(2)] = count(); }'
	status 0
	lines 1 '^        rtnl_link_unregister\+'
	lines 1 '^        dummy_cleanup_module\+'
	line ']: 1'
done
awl -q --stack-filter nonesuch -c 'insmod /lib/dummy.ko' -c 'rmmod dummy' \
	'kprobe:rtnl_link_unregister { @[kstack(2)] = count(); }'
status 0
nomatch "$OUT" dummy
finish
