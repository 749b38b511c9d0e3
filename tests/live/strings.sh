# SPDX-License-Identifier: GPL-2.0-or-later
#
# Memory: strings of user and kernel, compared and cut, raw bytes; unreadable
# memory is "" and 0 and is counted.
. "$TESTS/live/common"
need_tracefs

awl -q -c "$W names 30" "
tracepoint:syscalls:sys_enter_openat / $MINE && strncmp(str(data->filename), \"/no/\", 4) == 0 / {
	@n[str(data->filename)] = count();
	@cmp[strcmp(str(data->filename), \"/no/such/file\") == 0] = count();
	@eq[str(data->filename) == \"/no/such/Other\"] = count();
	@ne[str(data->filename) != \"/no/such/Other\"] = count();
	@cut[str(data->filename, 9)] = count();
	@ncmp[strncmp(str(data->filename), \"/no/such/Over\", 10) == 0] = count();
	@mem[mem(data->filename, 4)] = count();
	@first[*(uint8 *)data->filename] = count();
	@dfd[(int32)data->dfd] = count();
}"
status 0
line "@n[/no/such/file]: 30"
line "@n[/no/such/Other]: 30"
line "@cmp[true]: 30"
line "@cmp[false]: 30"
line "@eq[true]: 30"
line "@ne[true]: 30"
line "@cut[/no/such/]: 60"
line "@ncmp[true]: 30"
line "@mem[/no/]: 60"
line "@first[47]: 60"
line "@dfd[-100]: 60"
[ ! -s "$ERR" ] || fail "not silent"

# Strings as values, in printf, longer than the limit.
awl -q --strlen 6 -c "$W names 1" "
tracepoint:syscalls:sys_enter_openat / $MINE && strncmp(str(data->filename), \"/no/\", 4) == 0 / {
	@v = str(data->filename); printf(\"%s|%-8s|%.3s|\\n\", str(data->filename), str(data->filename), str(data->filename)); }"
status 0
lines 2 '^/no/s\|/no/s   \|/no\|$'
line "@v: /no/s"

# Nothing there: empty, zero, and said how often.
awl -q -c "$W fault 40" "
tracepoint:syscalls:sys_enter_openat / $MINE && data->filename == 16 / {
	@[str(data->filename)] = count(); @v[*(uint64 *)16] = count(); }"
status 0
line "@[]: 40"
line "@v[0]: 40"
match "$ERR" '^Lost 80 reads of memory'

# The kernel's: a file's name through its structs is S6; here a symbol's bytes.
if has_function linux_banner || grep -q ' linux_banner$' /proc/kallsyms; then
	awl -q -c "$W getppid 5" "tracepoint:syscalls:sys_enter_getppid / $MINE / {
		@[str(kaddr(\"linux_banner\"), 13)] = count(); @sym[ksym(kaddr(\"linux_banner\"))] = count(); }"
	status 0
	line "@[Linux version]: 5"
	line "@sym[linux_banner]: 5"
fi
awl -q 'BEGIN { @ = kaddr("no_such_symbol"); }'
status 1
match "$ERR" "the kernel has no symbol 'no_such_symbol'"
finish
