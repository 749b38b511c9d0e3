# SPDX-License-Identifier: GPL-2.0-or-later
#
# The arguments that builtins take, at their limits, which man/awl-lang.7 has.
. "$TESTS/check/rules"
rules <<'END'
# ntop: a number, or 4 or 16 bytes of any kind
print(ntop($p->a4)); print(ntop($p->a16)); print(ntop($p->two)); print(ntop($s)); print(ntop(10, $p->two));|ok
print(ntop($p->a3));|invalid argument to ntop: expected an address (a number, 4 or 16 bytes), not u8[3]
print(ntop($p->a5));|invalid argument to ntop
print(ntop($p->one));|invalid argument to ntop
print(ntop(str(arg0, 4)));|invalid argument to ntop
print(ntop("abc"));|ok
print(ntop((1, 2)));|invalid argument to ntop
# macaddr: an address, or six bytes or more
print(macaddr(arg0)); print(macaddr($p->a6)); print(macaddr($p->a16)); print(macaddr("12345"));|ok
print(macaddr($p->a5));|invalid argument to macaddr: expected six bytes, not u8[5]
print(macaddr("1234"));|invalid argument to macaddr
print(macaddr($p->one));|invalid argument to macaddr
size bswap((uint8)1)|1
size bswap((uint16)1)|2
size bswap((uint32)1)|4
size bswap((uint64)1)|8
size pton("127.0.0.1")|4
size pton("::1")|16
print(pton("127.0.0"));|invalid
# str, mem, strncmp: 1 to 4096 bytes
print(str(arg0, 0));|size out of range: 1 to 4096 bytes
print(str(arg0, 4097));|size out of range: 1 to 4096 bytes
size str(arg0, 1)|2
size str(arg0, 4096)|4097
size str($s, 3)|4
size str($s, 15)|16
size str($s, 16)|16
size str($s, 400)|16
size str($s)|16
size str("abc")|4
print(str((1, 2)));|invalid argument to str: expected an address or a string, not (s64, s64)
print(mem(arg0, 0));|size out of range
print(mem(arg0, 4097));|size out of range
size mem(arg0, 1)|5
size mem(arg0, 4096)|4100
size mem(arg0)|20
size mem($p->a6)|10
size mem($p->a6, 4)|8
size mem($p->a6, 6)|10
size mem($p->a6, 7)|10
size mem($p->a6, arg1)|10
size mem("abc")|8
size mem("abc", 2)|6
size mem("abc", 9)|13
print(mem($p->one));|invalid argument to mem: expected an address or an array
print(mem((1, 2), 3));|invalid argument to mem
print(strncmp($s, "a", 0));|size out of range
print(strncmp($s, "a", 1)); print(strncmp($s, "a", 4096));|ok
print(strncmp($s, "a", 4097));|size out of range
print(hex(1)); print(hex(mem(arg0, 3))); print(hex($p));|ok
print(hex($s));|invalid argument to hex: expected a number or mem(), not string
print(hex($p->a3));|invalid argument to hex
# path: 2 to 4096 bytes, with the NUL
print(path(arg0, 1));|size out of range: 2 to 4096 bytes
print(path(arg0, 4097));|size out of range: 2 to 4096 bytes
size path(arg0, 2)|2
size path(arg0, 4096)|4096
print(path($s));|invalid argument to path: expected a struct path, not string
print(path($p->a16));|invalid argument to path
# strings
size str_concat("abc", "de")|6
size str_concat(str(arg0, 2000), str(arg0, 2095))|4096
print(str_concat(str(arg0, 2000), str(arg0, 2096)));|invalid argument to str_concat: expected up to 4096 bytes together, not 4097
static_assert(strcap($s) == 16, "strcap");|ok
size substr("abcdef", 1)|7
size substr("abcdef", 1, 2)|3
size substr("abcdef", 1, 0)|1
size substr("abcdef", 0, 6)|7
size substr("abcdef", 0, 7)|7
size substr("abcdef", 0, 5)|6
print(substr($s, -1));|invalid argument to substr: expected 0 or more, not a negative number
print(substr($s, 0, -1));|invalid argument to substr: expected 0 or more
print(memcmp(arg0, arg1, 0));|invalid argument to memcmp: expected 1 to 256, not another number
print(memcmp(arg0, arg1, 1)); print(memcmp(arg0, $s, 16)); print(memcmp(arg0, arg1, 256));|ok
print(memcmp(arg0, arg1, 257));|invalid argument to memcmp: expected 1 to 256
print(memcmp($s, arg0, 17));|invalid argument to memcmp: expected a pointer, or a value of as many bytes, not string
print(memcmp(arg0, $s, 17));|invalid argument to memcmp: expected a pointer
print(memcmp((uint32)arg0, $p->a4, 4)); print(memcmp($p, $p->a4, 4));|ok
print(memcmp((uint16)arg0, $p->a4, 2));|invalid argument to memcmp: expected a pointer
print(memcmp($p->a4, $p->a3, 4));|invalid argument to memcmp: expected a pointer
$x = write_user(arg0, $p->a4, 4);|ok
$x = write_user(arg0, $p->a4, 5);|invalid argument to write_user: expected a pointer
$x = write_user(arg0, $p->a4, 0);|invalid argument to write_user: expected 1 to 256
print(strtoul($s, 0)); print(strtoul($s, 2)); print(strtoul($s, 36)); print(strtoul($s));|ok
print(strtoul($s, 1));|invalid argument to strtoul: expected 0 or 2 to 36, not another number
print(strtoul($s, 37));|invalid argument to strtoul
print(strtoul($s, -1));|invalid argument to strtoul
# aggregations
@ = hist(arg0, 0); @b = hist(arg0, 5);|ok
@ = hist(arg0, -1);|number of bits out of range: 0 to 5
@ = hist(arg0, 6);|number of bits out of range: 0 to 5
@ = lhist(arg0, 0, 1); @b = lhist((int64)arg0, -1, 0, 1); @c = lhist(arg0, 0, 1000, 1);|ok
@ = lhist(arg0, 0, 0, 1);|invalid range
@ = lhist(arg0, 1, 0, 1);|invalid range
@ = lhist(arg0, 0, 10, 0);|invalid range
@ = lhist(arg0, 0, 10, -1);|invalid range
@ = lhist(arg0, -1, 10, 1);|invalid range
@ = lhist(arg0, 0, 1001, 1);|too many buckets: 1001, but at most 1000 are possible
@ = lhist((int64)arg0, -9223372036854775807, 9223372036854775807, 1);|too many buckets: 18446744073709551614
@ = lhist((int64)arg0, -9223372036854775807, 9223372036854775807);|ok
@ = top(1); @b = top(4294967295);|ok
@ = top(0);|invalid argument to top: expected 1 or more
@ = top(4294967296);|invalid argument to top
@ = tseries(arg0, 1, 1); @b = tseries(arg0, 1, 1000, "sum"); @c = tseries(arg0, 5, 2, "min");|ok
@d = tseries(arg0, 5, 2, "avg"); @e = tseries(arg0, 5, 2, "max");|ok
@ = tseries(arg0, 0, 1);|invalid arguments
@ = tseries(arg0, 1, 0);|invalid arguments
@ = tseries(arg0, 1, 1001);|invalid arguments
@ = tseries(arg0, 1, 1, "stats");|invalid arguments
# signals, tasks
signal("SIGKILL"); signal("KILL"); signal("HUP"); signal("SYS"); signal(9); signal(arg0);|ok
signal("SIGKIL");|unknown signal 'SIGKIL'
signal("none");|unknown signal 'none'
signal(comm);|invalid argument to signal: expected a number or a name, not string
print(pid(init)); print(pid(curr_ns)); print(tid(init));|ok
print(pid(other));|unknown PID namespace: expected curr_ns or init
# facts about types
static_assert(is_array($p->a3) && !is_array($s) && !is_array($p), "array");|ok
static_assert(is_integer(arg0) && is_integer(-1) && !is_integer($s) && !is_integer($p), "integer");|ok
static_assert(is_literal(1) && is_literal("a") && !is_literal(arg0) && !is_literal($s), "literal");|ok
static_assert(is_ptr($p) && !is_ptr(arg0) && !is_ptr($p->a3), "pointer");|ok
static_assert(is_str($s) && is_str("") && !is_str(1) && !is_str($p->a3), "string");|ok
static_assert(is_unsigned_integer(arg0) && is_unsigned_integer((uint8)1) && !is_unsigned_integer((int64)arg0), "unsigned");|ok
static_assert(!is_unsigned_integer($p) && !is_unsigned_integer($s), "unsigned");|ok
static_assert(1 == 2, "no");|no
static_assert(arg0, "no");|expected a constant
if (0) { static_assert(0, "never"); fail("never"); }|ok
fail("%d %s %x %5lld%% %s %d", 12, "text", 255, -3, arg0);|12 text ff -3% ? ?
fail("100%% of %");|100% of ?
# maps
@m[1] = 1; print(has_key(@m, 1)); print(has_key(@m[1])); print(find(@m, 1)); print(len(@m));|ok
@m[1] = 1; print(has_key(@m));|expected a map
print(has_key(arg0, 1));|expected a map
m[1] = 1; print(has_key(m, 1)); print(len(m)); print(find(m, 1, $v));|ok
print(len(m));|unknown name 'm'
print(len(kstack)); print(len(ustack(perf, 3)));|ok
print(len(arg0));|invalid argument to len: expected a map, kstack, ustack or a field of any length, not u64
@m[1] = 1; print(@m); print(@m, 0); print(@m, 1, 2);|ok
@m[1] = 1; print(@m, -1);|invalid arguments: expected print(@m), print(@m, top) or print(@m, top, div)
@m[1] = 1; print(@m, 1, -1);|invalid arguments: expected print(@m), print(@m, top) or print(@m, top, div)
@m[1] = 1; print(@m, 1, 2, 3);|invalid arguments: expected print(@m), print(@m, top) or print(@m, top, div)
@m[1] = count(); print(@m[1]);|ok
@m[1] = count(); print(@m[1], 2);|invalid arguments: expected print(@m), print(@m, top) or print(@m, top, div)
# how many arguments
print(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16);|ok
print(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17);|too many arguments: at most 16
printf("%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d",1,2,3,4,5,6,7,8,9,10,1,2,3,4,5,6,7,8,9,20,1,2,3,4,5,6,7,8,9,30,1);|ok
printf("%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d",1,2,3,4,5,6,7,8,9,10,1,2,3,4,5,6,7,8,9,20,1,2,3,4,5,6,7,8,9,30,1,2);|too many arguments: at most 31
debugf("%d %d %d", 1, 2, 3);|ok
debugf("%d %d %d %d", 1, 2, 3, 4);|too many arguments: at most 3
debugf("%s", $s);|invalid argument to debugf: expected numbers, not string
printf("%d %s", 1);|wrong number of arguments: the format expects 2, not 1
# conversions
printf("%s %v %s %s", 1, $s, $p->a4, (1, 2)); printf("%r %r %r", $s, $p->a4, mem(arg0, 3));|ok
printf("%d %x %p %c", arg0, $p, ustack, usym(arg0));|ok
printf("%r", 1);|%r can't print s64; %v prints any value
printf("%d", $s);|%d can't print string; %v prints any value
printf("%x", $p->a4);|%x can't print u8[4]; %v prints any value
printf("%d", (1, 2));|%d can't print (s64, s64); %v prints any value
printf("%d", print(1));|this call returns nothing
# stacks
@[kstack(1), ustack(127), kstack(perf), ustack(build_id, 5)] = count();|ok
print(kstack(0));|stack depth out of range: 1 to 127 frames
print(kstack(128));|stack depth out of range: 1 to 127 frames
print(kstack(build_id));|unknown stack mode 'build_id'
print(ustack(other));|unknown stack mode 'other'
print(kstack(3, perf)); print(kstack(perf, 3)); print(kstack(3)); print(kstack(perf));|ok
print(kstack(3, pref));|unknown stack mode 'pref'
print(kstack(3, 4, 5));|unknown stack mode 'this'
print(kstack(perf, raw));|unknown name 'raw'
# registers, arguments, clocks
print(arg(0)); print(arg(31)); print(sarg(31)); print(reg("ip")); print(reg(0)); print(nsecs(boot));|ok
print(arg(32));|argument number out of range: 0 to 31
print(arg(-1));|argument number out of range: 0 to 31
print(sarg(32));|argument number out of range: 0 to 31
print(reg(1000));|no register '1000' on x86_64
print(reg("non"));|no register 'non' on x86_64
print(nsecs(monotonic)); print(nsecs(sw_tai));|ok
print(nsecs(other));|unknown clock
print(cgroupid("/nowhere"));|'/nowhere' is not a cgroup
@n = 1; print(len(@n));|expected a map
# settings
config max_map_keys = 1|ok
config max_map_keys = 67108864|ok
config max_map_keys = 0|invalid value of 'max_map_keys': expected 1 to 67108864
config max_map_keys = 67108865|invalid value of 'max_map_keys': expected 1 to 67108864
config max_strlen = 2|ok
config str_len = 4096|ok
config max_strlen = 1|invalid value of 'max_strlen': expected 2 to 4096
config max_strlen = 4097|invalid value of 'max_strlen': expected 2 to 4096
config max_probes = 1|ok
config max_probes = 0|invalid value of 'max_probes': expected 1 to 2147483647
config snapshot_size = 1024|ok
config snapshot_size = 60000|ok
config snapshot_size = 1023|invalid value of 'snapshot_size': expected 1024 to 60000
config snapshot_size = 60001|invalid value of 'snapshot_size': expected 1024 to 60000
config max_cat_bytes = 0|ok
config max_cat_bytes = 4294967295|ok
config max_cat_bytes = 4294967296|invalid value of 'max_cat_bytes': expected 0 to 4294967295
config max_cat_bytes = -1|invalid value of 'max_cat_bytes': expected 0 to 4294967295
config stack_mode = perf|ok
config stack_mode = build_id|ok
config stack_mode = bpftrace|ok
config stack_mode = other|unknown stack mode 'other'
config license = "GPL"|ok
config license = "Dual MPL/GPL"|ok
config license = "BSD"|invalid value of 'license': expected GPL, or a licence together with it, as the kernel knows them: Dual MIT/GPL
config print_maps_on_exit = false|ok
config unstable_import = error|ok
config use_blazesym = 1|ok
config unstable = 1|unknown setting 'unstable' in config
map hash(1)|ok
map lruhash(67108864)|ok
map percpuhash(5)|ok
map percpulruhash(5)|ok
map hash(0)|invalid value of 'hash': expected 1 to 64M entries
map hash(67108865)|invalid value of 'hash': expected 1 to 64M entries
map heap(5)|unknown map kind 'heap': expected hash, lruhash, percpuhash or percpulruhash
map 5|expected a kind of map and its size, such as hash(1000)
END
