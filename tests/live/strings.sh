# SPDX-License-Identifier: GPL-2.0-or-later
#
# Strings of user and kernel memory are compared and cut; raw bytes.  Unreadable memory gives ""
# or 0 and is counted as lost.
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

# Strings are ordered, searched, cut and read as numbers.  The names are "/no/such/file" and
# "/no/such/Other"; both variables have the size of --strlen.
awl -q -c "$W names 30" "
tracepoint:syscalls:sys_enter_openat / $MINE && strncmp(str(data->filename), \"/no/\", 4) == 0 / {
	\$n = str(data->filename);
	@lt[\$n < \"/no/such/Z\"] = count();
	@ge[\$n >= \"/no/such/Other\", \$n <= \"/no/such/Other\"] = count();
	@sign[strcmp(\$n, \"/no/such/a\"), strcmp(\"/no/such/a\", \$n)] = count();
	@nsign[strncmp(\$n, \"/no/such/foo\", 10)] = count();
	@at[strstr(\$n, \"such\"), strstr(\$n, \"file\")] = count();
	@has[strcontains(\$n, \"Oth\")] = count();
	@sub[substr(\$n, 9)] = count();
	@mid[substr(\$n, strstr(\$n, \"such\"), strlen(comm) * 0 + 4)] = count();
	@c[\$n[9]] = count();
	@num[strtoul(substr(\"a0x1fz\", 1), 0), strtoul(\"077 \"), strtoul(\"ff\", 16)] = count();
	@hex[hex(mem(data->filename, 3))] = count();
	@two[min(strlen(\$n), 13), max(strlen(\$n), 13), abs((int32)data->dfd)] = count();
}"
status 0
line "@lt[true]: 30"
line "@lt[false]: 30"
line "@ge[true, true]: 30"
line "@ge[true, false]: 30"
line "@sign[-1, 1]: 30"
line "@sign[1, -1]: 30"
line "@nsign[0]: 30"
line "@nsign[-1]: 30"
line "@at[4, -1]: 30"
line "@at[4, 9]: 30"
line "@has[true]: 30"
line "@has[false]: 30"
line "@sub[file]: 30"
line "@sub[Other]: 30"
line "@mid[such]: 60"
line "@c[102]: 30"
line "@c[79]: 30"
line "@num[31, 77, 255]: 60"
line "@hex[2f6e6f]: 60"
line "@two[13, 13, 100]: 30"
line "@two[13, 14, 100]: 30"
[ ! -s "$ERR" ] || fail "not silent"

# The positions are known only at run time, and much code follows that the verifier has to check.
awl -q -c "$W names 10" "
tracepoint:syscalls:sys_enter_openat / $MINE && strncmp(str(data->filename), \"/no/\", 4) == 0 / {
	\$n = str(data->filename); \$m = str(data->filename + 4);
	\$i = strstr(\$n, \$m); \$j = strstr(\$m, \$n);
	if (\$i > 3 && \$i < 5) { @i[substr(\$n, \$i)] = count(); }
	if (\$j >= 0) { @never = count(); }
	@order[\$n < \$m, \$m < \$n, strcmp(\$n, \$n)] = count();
	printf(\"%s %d %d %s\\n\", \$m, \$i, \$j, substr(\$m, 5, 2));
}"
status 0
lines 10 '^such/file 4 -1 fi$'
lines 10 '^such/Other 4 -1 Ot$'
line "@i[such/file]: 10"
line "@i[such/Other]: 10"
line "@order[true, false, 0]: 20"
[ ! -s "$ERR" ] || fail "not silent"

# Strings as values and in printf, longer than --strlen: the last two of 5 characters are dots.
awl -q --strlen 6 -c "$W names 1" "
tracepoint:syscalls:sys_enter_openat / $MINE && strncmp(str(data->filename, 20), \"/no/\", 4) == 0 / {
	@v = str(data->filename); printf(\"%s|%-8s|%.3s|\\n\", str(data->filename), str(data->filename), str(data->filename)); }"
status 0
lines 2 '^/no\.\.\|/no\.\.   \|/no\|$'
line "@v: /no.."

# Unreadable memory is empty or 0, and the number of failed reads is reported.
awl -q -c "$W fault 40" "
tracepoint:syscalls:sys_enter_openat / $MINE && data->filename == 16 / {
	@[str(data->filename)] = count(); @v[*(uint64 *)$(user 16)] = count(); }"
status 0
line "@[]: 40"
line "@v[0]: 40"
match "$ERR" '^Lost 80 reads of memory'

# Kernel memory: the bytes of a symbol.  (S6 reads the name of a file through its structs.)
if has_function linux_banner || grep -q ' linux_banner$' /proc/kallsyms; then
	awl -q -c "$W getppid 5" "tracepoint:syscalls:sys_enter_getppid / $MINE / {
		@[str(kaddr(\"linux_banner\"), 13)] = count(); @sym[ksym(kaddr(\"linux_banner\"))] = count(); }"
	status 0
	line "@[Linux version]: 5"
	line "@sym[linux_banner]: 5"
fi

# path() goes through all mounts above a file; a long name loses its beginning.
if [ -f /sys/kernel/btf/vmlinux ] && has_function vfs_open; then
	mkdir -p "$TMP/mnt/x" && mount -t tmpfs none "$TMP/mnt" && mkdir "$TMP/mnt/dir"
	echo text >"$TMP/mnt/dir/file"
	awl -q -c "cat $TMP/mnt/dir/file" 'kprobe:vfs_open / pid == cpid / {
		@[path(arg0)] = count(); @s[path(arg0, 11)] = count(); @t[path(arg0, 9)] = count();
		@eq[path(arg0, 256) == "'"$TMP"'/mnt/dir/file"] = count(); }'
	umount "$TMP/mnt"
	status 0
	line "@[$TMP/mnt/dir/file]: 1"
	line "@s[/dir/file]: 1"
	line "@t[/file]: 1"
	line "@eq[true]: 1"
elif [ ! -f /sys/kernel/btf/vmlinux ]; then
	awl -q 'BEGIN { print(path(0)); }'
	status 1
	match "$ERR" "can't use struct path: its members come from the kernel.s BTF"
fi
awl -q 'BEGIN { @ = kaddr("no_such_symbol"); }'
status 1
match "$ERR" "no symbol 'no_such_symbol' in the kernel"
finish
