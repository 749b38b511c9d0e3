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
for filter in "" "--stack-filter dummy_setup"; do
	# shellcheck disable=SC2086 # two words
	awl -q $filter -c 'insmod /lib/dummy.ko' -c 'rmmod dummy' \
		'kprobe:ether_setup { @[kstack(2)] = count(); }'
	status 0
	lines 1 '^        ether_setup\+'
	lines 1 '^        dummy_setup\+'
	line ']: 1'
done
awl -q --stack-filter nonesuch -c 'insmod /lib/dummy.ko' -c 'rmmod dummy' \
	'kprobe:ether_setup { @[kstack(2)] = count(); }'
status 0
nomatch "$OUT" dummy

# Functions that the module uses only for its start are named, too, where kprobes use ftrace.
[ "$ARCH" = x86_64 ] || { echo "not done: names of init functions, which are freed at once"; finish; }
for probe in kprobe:ether_setup tracepoint:kmem:kmalloc; do
	awl -q --stack-filter dummy_init_module -c 'insmod /lib/dummy.ko' -c 'rmmod dummy' \
		"$probe { @[kstack] = count(); }"
	status 0
	match "$OUT" '^        dummy_init_module\+'
	nomatch "$OUT" '^        0x'
done
finish
