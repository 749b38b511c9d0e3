/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_value.c - decoding, order, rendering, printf, text and JSON.
 *
 * Every line that post-processors depend on is compared exactly.  The bytes are laid out by hand as
 * the kernel would deliver them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bpf/stack.h"
#include "builtin/aggregate.h"
#include "output/output.h"
#include "show/render.h"
#include "tests/lib/unit.h"

static struct arena arena;
static struct strbuf sb;

static void check_text(const char *got, const char *want, int line)
{
	if (strcmp(got, want))
		printf("--- got\n%s\n--- want\n%s\n", got, want);
	check(!strcmp(got, want), "text differs", __func__, line);
}

/* The text added to sb since the last call. */
static void check_out(const char *want, int line)
{
	check_text(sb_str(&sb), want, line);
	sb_reset(&sb);
}
#define TEXT(want) check_out(want, __LINE__)

static void check_value(struct value v, const char *want, int line)
{
	render_value(&sb, &v);
	check_out(want, line);
}
#define SHOW(v, want) check_value(v, want, __LINE__)

/* The environment: fixed stacks, symbols and names. */
static u32 fake_stack(void *ctx, const struct type *t, u64 stack, u64 *addrs, u32 max)
{
	u32 id = (u32)stack, n = id == STACK_NONE ? 0 : id & ~STACK_OVERFLOW_ID;

	(void)ctx; (void)t;
	n = n < max ? n : max;
	for (u32 i = 0; i < n; i++)
		addrs[i] = 0x1000 * (i + 1) + 25;
	return n;
}

static unsigned wanted, resolved;

static void fake_want(void *ctx, u32 pid, u64 addr)
{
	(void)ctx; (void)pid; (void)addr;
	wanted++;
}

static void fake_resolve(void *ctx)
{
	(void)ctx;
	resolved++;
}

static void fake_lookup(void *ctx, struct value_sym *sym)
{
	u64 addr = sym->addr & 0xffff;	/* the only symbol is at 0x1000 of every 64 KiB */

	(void)ctx;
	sym->module = sym->pid ? "/bin/cat" : "";
	sym->name = addr >= 0x1000 && addr < 0x2000 ? "syscall" : NULL;
	sym->off = addr - 0x1000;
}

static const char *fake_probe(void *ctx, const struct type *t, u32 index)
{
	(void)ctx;
	if (!index)
		return "begin";
	if (index > 1)
		return NULL;
	return t->kind == TY_FUNC ? "vfs_read" : "kprobe:vfs_read";
}

static struct value_env env = {
	.arena = &arena, .stack = fake_stack, .want = fake_want, .resolve = fake_resolve,
	.lookup = fake_lookup, .probe_name = fake_probe,
};

static struct value dec(const struct type *t, const void *bytes)
{
	struct value v;
	u8 odd[4096];

	memcpy(odd + 1, bytes, t->size);	/* the code must not rely on alignment */
	value_decode(&env, t, odd + 1, &v);
	value_resolve(&env, &v, 1);
	return v;
}

static struct value num(const struct type *t, s64 i)
{
	u8 bytes[8];

	order_put(bytes, t->size, HOST_IS_BIG, (u64)i);
	return dec(t, bytes);
}

/* What buf() gives for a text of n bytes: their number, then size - 4 bytes. */
static struct value buf(u32 size, u32 n, const char *text)
{
	struct type t = { .kind = TY_BUF, .size = size };
	u8 bytes[16] = { 0 };

	memcpy(bytes, &n, 4);
	memcpy(bytes + 4, text, size - 4);
	return dec(&t, bytes);
}

static struct value str(const char *s)
{
	return dec(type_string(&arena, (u32)strlen(s) + 1), s);
}

static struct value tuple(u32 n, ...)
{
	struct value v = { .kind = V_TUPLE, .n = n };
	va_list ap;

	v.items = arena_array(&arena, struct value, n);
	va_start(ap, n);
	for (u32 i = 0; i < n; i++)
		v.items[i] = va_arg(ap, struct value);
	va_end(ap);
	return v;
}

static void map(const struct output *o, const char *name, bool keyed,
		struct entry *e, u32 n, u64 div)
{
	struct map_view m = { name, keyed, e, n, div };

	value_sort(e, n, false);
	o->map(&sb, &m);
}

static void scalar(const struct output *o, const char *name, struct value v)
{
	struct entry e = { .value = v };

	map(o, name, false, &e, 1, 0);
}

static void keyed(const struct output *o, const char *name, struct value k, struct value v)
{
	struct entry e = { k.kind == V_TUPLE ? k : tuple(1, k), v };

	map(o, name, true, &e, 1, 0);
}

static u32 log_index(const struct agg *agg, u64 value)
{
	u32 k = agg->bits, m;

	if (agg->is_signed && (s64)value < 0)
		return 0;
	if (value < 1ull << k)
		return 1 + (u32)value;
	m = 63 - (u32)__builtin_clzll(value);
	return 1 + ((m - k + 1) << k) + (u32)(value >> (m - k) & ((1ull << k) - 1));
}

static u32 linear_index(const struct agg *agg, u64 value)
{
	u64 step = agg->step > 0 ? (u64)agg->step : 1;

	if (!agg->is_signed && value > INT64_MAX)
		return agg->buckets - 1;
	if ((s64)value < agg->min)
		return 0;
	if ((s64)value >= agg->max)
		return agg->buckets - 1;
	return 1 + (u32)((value - (u64)agg->min) / step);
}

static u32 bucket_of(const struct agg *agg, u64 value)
{
	return agg->ops == &agg_lhist ? linear_index(agg, value) : log_index(agg, value);
}

/* Puts values into buckets and decodes them. */
static struct value hist(const struct agg *agg, const s64 *values, u32 n)
{
	const struct type *t = type_agg(&arena, agg);
	u64 *b = arena_array(&arena, u64, t->agg->buckets);
	struct value v;

	for (u32 i = 0; i < n; i++)
		b[bucket_of(t->agg, (u64)values[i])]++;
	value_decode(&env, t, b, &v);
	return v;
}

static struct value agg_of(const struct agg_ops *ops, bool is_signed, u64 a, u64 b)
{
	struct agg agg = { .ops = ops, .is_signed = is_signed };
	u64 words[2] = { a, b };

	return dec(type_agg(&arena, &agg), words);
}

static void printf_check(const char *fmt, const char *want, int line, u32 n, ...)
{
	struct value args[20];
	const char *what = "";
	struct format *f;
	va_list ap;
	u32 off;

	f = format_parse(&arena, fmt, (u32)strlen(fmt), &what, &off);
	check(f && f->n_args == n, fmt, __func__, line);
	if (!f)
		return;
	va_start(ap, n);
	for (u32 i = 0; i < n; i++)
		args[i] = va_arg(ap, struct value);
	va_end(ap);
	render_printf(&sb, f, args);
	check_text(sb_str(&sb), want, line);
	sb_reset(&sb);
}
#define PRINTF(fmt, want, n, ...) printf_check(fmt, want, __LINE__, n, __VA_ARGS__)
#define I(x) num(&type_s64, x)
#define S8(x) num(&type_s8, x)
#define U64(x) num(&type_u64, (s64)(x))

static void test_printf(void)
{
	struct value text = buf(8, 3, "a\nb");

	PRINTF("%d|%5d|%-5d|%05d|%x|%#x|%o|%c|%10s|%-10s|%.2s|%p|%lu|%llx|%hhd\n",
	       "-1|    2|3    |00004|ff|0xff|10|A|         r|l         |tr|0x1000|"
	       "18446744073709551615|ffffffffffffffff|44\n", 15,
	       S8(-1), S8(2), S8(3), S8(4), num(&type_u8, 255), num(&type_u8, 255), S8(8),
	       S8(65), str("r"), str("l"), str("trunc"), num(&type_s16, 4096), S8(-1), S8(-1),
	       num(&type_s16, 300));
	PRINTF("%x %X %hx %hhx %u %lu", "ffffffff FFFFFFFF ffff ff 4294967295 18446744073709551615",
	       6, num(&type_s32, -1), num(&type_s32, -1), num(&type_s32, -1),
	       num(&type_s32, -1), num(&type_s32, -1), num(&type_s32, -1));
	PRINTF("%x %x", "ffffffffffffffff ffffffff", 2, I(-1), S8(-1));
	PRINTF("%d %d %d", "4294967295 -2 255", 3, num(&type_u32, 0xffffffff), U64(-2),
	       num(&type_u8, 255));
	PRINTF("%d %s %v", "1 true false", 3, num(&type_bool, 1), num(&type_bool, 1),
	       num(&type_bool, 0));
	PRINTF("[%*d|%-*d|%*d|%.*s]", "[   7|7   |7   |ab]", 8, I(4), I(7), I(4), I(7), I(-4),
	       I(7), I(2), str("abcd"));
	PRINTF("%+d % d %+d %.3d %8.3d|%-8.3d|%08.3d|%.0d|%#o|%#x",
	       "+5  5 -5 005      005|005     |     005||010|0", 10,
	       I(5), I(5), I(-5), I(5), I(5), I(5), I(5), I(0), I(8), I(0));
	PRINTF("%05d %#06x %-05d|", "-0042 0x00ff 42   |", 3, I(-42), I(255), I(42));
	PRINTF("%-10.10s|%10.3s|%3s", "tcplife   |       abc|long", 3, str("tcplife"),
	       str("abcdef"), str("long"));
	PRINTF("%r|%rx|%rh|%s|%v", "a\\x0ab|\\x61\\x0a\\x62|61 0a 62|a\\x0ab|a\\x0ab", 5,
	       text, text, text, text, text);
	PRINTF("100%% %i%%", "100% 3%", 1, I(3));
	PRINTF("%v(%v): %s %6v|%-6v|", "sh(0): /etc      5|x     |", 5, str("sh"),
	       num(&type_u32, 0), str("/etc"), I(5), str("x"));
	PRINTF("%d %lld %u", "-9223372036854775808 -9223372036854775808 9223372036854775808", 3,
	       I(INT64_MIN), I(INT64_MIN), I(INT64_MIN));
	PRINTF("%c%c%5c|%-3c|", "ab    c|d  |", 4, I('a'), I('b'), I('c'), I('d'));
	PRINTF("%p %20p|%-12p|", "0x0               0x1000|0xffffffff  |", 3, U64(0), U64(4096),
	       num(&type_s32, -1));
	PRINTF("[%03d] %lu + %u", "[002] 8 + 16", 3, I(2), U64(8), num(&type_u32, 16));
	PRINTF("%s", "-3", 1, I(-3));
	/* found by fuzzing: an __int128 has more bits than a register */
	PRINTF("%x", HOST_IS_BIG ? "696a6b6c6d6e6f70" : "6867666564636261", 1,
	       dec(&(struct type){ .kind = TY_INT, .size = 16 }, "abcdefghijklmnop"));
}

static void test_numbers(void)
{
	struct type word = { .kind = TY_INT, .size = 8, .show = SHOW_WORD };
	struct type half = { .kind = TY_INT, .size = 4, .show = SHOW_WORD };
	static const struct enumerator names[] = { { "TCP_CLOSE", 7 }, { "NEG", -1 } };
	struct type en = { .kind = TY_ENUM, .size = 4, .is_signed = true, .count = 2,
			   .enums = names };
	const struct type *ptr = type_ptr(&arena, NULL, SPACE_KERNEL, 4);
	struct value v;

	v = num(&word, -2), CHECK(v.kind == V_INT && v.i == -2);
	SHOW(num(&word, (s64)0xffffffff81000000ull), "0xffffffff81000000");
	SHOW(num(&word, 0x7fff12345678), "140733498807928");
	SHOW(num(&half, 0xc0008000), "0xc0008000");
	SHOW(num(&half, -14), "-14");
	SHOW(num(&half, 0x80000000), "2147483648");
	SHOW(num(&en, 7), "TCP_CLOSE");
	SHOW(num(&en, -1), "NEG");
	SHOW(num(&en, 9), "9");
	PRINTF("%d %s", "-1 TCP_CLOSE", 2, num(&en, -1), num(&en, 7));
	SHOW(num(ptr, 16), "0x10");
	SHOW(I(INT64_MIN), "-9223372036854775808");
	SHOW(U64(~0ull), "18446744073709551615");
	SHOW(num(&type_char, 97), "97");
	CHECK(S8(-5).i == -5 && num(&type_u16, -1).u == 65535 && num(&type_u32, -1).size == 4);
}

static void test_tuples(void)
{
	struct value v;

	v = tuple(11, num(&type_u16, 256), S8(3), S8(-3), S8(-1), U64(~0ull), num(&type_bool, 0),
		  I(1000), I(1000), I(5000), I(1000000000), S8(63));
	render_value(&sb, &v);
	TEXT("(256, 3, -3, -1, 18446744073709551615, false, 1000, 1000, 5000, 1000000000, 63)");
	v = tuple(3, S8(1), str("two"), tuple(2, S8(3), S8(-4)));
	render_value(&sb, &v);
	TEXT("(1, two, (3, -4))");
	v = tuple(2, S8(1), tuple(2, S8(2), S8(3)));
	render_key(&sb, &v);
	TEXT("1, (2, 3)");
	v = tuple(1, tuple(2, S8(2), S8(3)));
	render_key(&sb, &v);
	TEXT("2, 3");
	v = tuple(1, S8(1));
	render_key(&sb, &v);
	TEXT("1");
	render_value(&sb, &v);
	TEXT("(1,)");
}

static void test_structs(void)
{
	static const struct member anon[] = { { "u", &type_u32, 0, 0, 0, 0, 0 },
					      { "s", &type_s32, 0, 0, 0, 0, 0 } };
	static const struct type un = { .kind = TY_STRUCT, .size = 4, .count = 2,
					.is_union = true, .members = anon };
	const struct type *comm = type_array(&arena, &type_char, 4);
	const struct type *ints = type_array(&arena, &type_u8, 4);
	struct member m[] = {
		{ "x", &type_s16, 0, 0, 0, 0, 0 }, { "low", &type_u32, 4, 0, 3, 0, 0 },
		{ "neg", &type_s32, 4, 3, 5, 0, 0 }, { "", &un, 8, 0, 0, 0, 0 },
		{ "name", comm, 12, 0, 0, 0, 0 }, { "v", ints, 16, 0, 0, 0, 0 },
		{ "wide", &type_u64, 20, 7, 64, 0, 0 }, { "out", &type_u32, 30, 0, 0, 0, 0 },
	};
	struct type t = { .kind = TY_STRUCT, .size = 29, .count = 8, .members = m };
	u8 little[29] = { 0xff, 0xff, 0, 0, 0xfd, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 'c', 'a', 't',
			  's', 4, 3, 2, 1, 0x80, 0, 0, 0, 0, 0, 0, 0, 1 };
	/* bit 0 is the highest one */
	u8 big[29] = { 0xff, 0xff, 0, 0, 0xbf, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 'c', 'a', 't',
		       's', 4, 3, 2, 1, 0, 4, 0, 0, 0, 0, 0, 0, 2 };
	struct value v = dec(&t, HOST_IS_BIG ? big : little);

	SHOW(v, "{ .x = -1, .low = 5, .neg = -1, .u = 4294967295, .s = -1, .name = cats, "
	     ".v = [4,3,2,1], .wide = 144115188075855873, .out =  }");
	output_json.value(&sb, &v);
	TEXT("{\"type\": \"value\", \"data\": {\"x\": -1, \"low\": 5, \"neg\": -1, "
	     "\"u\": 4294967295, \"s\": -1, \"name\": \"cats\", \"v\": [4,3,2,1], "
	     "\"wide\": \"144115188075855873\", \"out\": null}}\n");
}

static void test_texts(void)
{
	struct type tm = { .kind = TY_TIME, .size = 8, .align = 8, .text = "%Y %H:%M:%S.%f %%f" };
	struct { u32 family; u8 bytes[20]; } v4 = { 2, { 127, 0, 0, 1 } };
	struct { u32 family; u8 bytes[20]; } v6 = { 10, { [15] = 1 } };
	u8 mac[6] = { 0x18, 0xc0, 0x4d, 8, 0x2e, 0xbb }, none[24] = { 0 };
	u64 ns = 1234567;
	struct value v;

	SHOW(dec(&type_inet, &v4), "127.0.0.1");
	SHOW(dec(&type_inet, &v6), "::1");
	SHOW(dec(&type_inet, none), "");
	SHOW(dec(&type_mac, mac), "18:C0:4D:08:2E:BB");
	SHOW(buf(8, 200, "a\n\200z"), "a\\x0a\\x80z");
	SHOW(dec(&(struct type){ .kind = TY_STRING, .size = 3 }, "abc"), "abc");
	SHOW(dec(&(struct type){ .kind = TY_STRING, .size = 3 }, "a\0c"), "a");
	env.realtime_minus_boot = -234567;
	SHOW(dec(&tm, &ns), "1970 00:00:00.001000 %f");
	env.realtime_minus_boot = 0;
	render_time(&sb, "%H:%M:%S\n", 3661 * 1000000000ll);
	TEXT("01:01:01\n");
	render_time(&sb, "%f", -1);
	TEXT("999999");
	render_time(&sb, "", 0);
	TEXT("");
	v = (struct value){ 0 };
	render_value(&sb, &v);
	TEXT("");
}

static struct value stack(u32 id, u32 pid, u8 mode)
{
	struct type t = { .kind = TY_STACK, .size = 8, .stack = { 2, 0, mode, pid != 0, 0, 0, 0 } };
	u64 word = id | (u64)pid << 32;

	return dec(&t, &word);
}

static struct value symbol(u64 addr, enum show how)
{
	struct type t = { .kind = TY_KSYM, .size = 8, .show = how };

	return dec(&t, &addr);
}

static void test_symbols(void)
{
	u32 index = 0;
	u32 target = 1;
	struct { u64 addr; u32 pid, zero; } user = { 0x1010, 7, 0 };

	SHOW(dec(&type_probe, &index), "begin");
	SHOW(dec(&type_func, &target), "vfs_read");
	SHOW(dec(&type_usym, &user), "syscall");
	SHOW(symbol(1, 0), "0x1");
	SHOW(symbol(0x1007, 0), "syscall");
	SHOW(symbol(0x1007, SHOW_WORD), "syscall+7");
	SHOW(stack(2, 0, STACK_AWL), "\n        syscall+25\n        0x2019\n");
	SHOW(stack(2, 0, STACK_PERF), "\n\t1019 syscall+25\n\t2019 0x2019\n");
	SHOW(stack(2, 9, STACK_PERF), "\n\t1019 syscall+25 (/bin/cat)\n\t2019 0x2019 (/bin/cat)\n");
	SHOW(stack(2, 0, STACK_RAW), "\n1019\n2019\n");
	SHOW(stack(2 | STACK_OVERFLOW_ID, 0, STACK_RAW), "\n1019\n2019\n");
	SHOW(stack(STACK_NONE, 0, STACK_AWL), "\n");
	PRINTF("k:%s:\n", "k:\n        syscall+25\n:\n", 1, stack(1, 0, STACK_AWL));
	PRINTF("%s %d", "syscall 4096", 2, symbol(0x1000, 0), symbol(0x1000, 0));
	CHECK(wanted && resolved);
}

static void test_averages(void)
{
	struct value v = agg_of(&agg_stats, true, (u64)-70, 2);

	SHOW(agg_of(&agg_avg, true, (u64)-7, 2), "-3");
	SHOW(agg_of(&agg_stats, false, 7, 2), "{ .count = 2, .average = 3, .total = 7 }");
	SHOW(agg_of(&agg_stats, true, (u64)-7, 2), "{ .count = 2, .average = -3, .total = -7 }");
	SHOW(agg_of(&agg_avg, false, 0, 0), "0");
	SHOW(agg_of(&agg_avg, false, ~0ull, 1), "18446744073709551615");
	SHOW(agg_of(&agg_count, false, 9, 0), "9");
	SHOW(agg_of(&agg_sum, true, (u64)-9, 1), "-9");
	SHOW(agg_of(&agg_min, true, (u64)-9, 1), "-9");
	SHOW(agg_of(&agg_min, true, 77, 0), "0");
	value_divide(&v, 10);
	SHOW(v, "{ .count = 2, .average = -3, .total = -7 }");
}

static void merged(const struct agg_ops *ops, bool is_signed, u64 want, u64 want_n, int line)
{
	struct agg agg = { .ops = ops, .is_signed = is_signed };
	const struct type *t = type_agg(&arena, &agg);
	u64 cpus[4][2] = { { 0, 0 }, { 5, 1 }, { (u64)-3, 2 }, { 99, 0 } }, total[2] = { 0, 0 };

	for (u32 i = 0; i < (ops->merge ? 4 : 3); i++)
		value_merge(t, total, cpus[i]);
	check(total[0] == want && total[1] == want_n, "merge", __func__, line);
}

static void test_merge(void)
{
	struct agg h = { .ops = &agg_hist, .bits = 0 };
	const struct type *t = type_agg(&arena, &h);
	u64 a[66] = { 1, 2 }, b[66] = { 10, [65] = 3 };

	merged(&agg_min, true, (u64)-3, 3, __LINE__);
	merged(&agg_min, false, 5, 3, __LINE__);
	merged(&agg_max, true, 5, 3, __LINE__);
	merged(&agg_max, false, (u64)-3, 3, __LINE__);
	merged(&agg_sum, true, 2, 0, __LINE__);
	merged(&agg_avg, true, 2, 3, __LINE__);
	merged(&agg_count, true, 2, 0, __LINE__);
	CHECK(t->size == sizeof(a) && t->agg->buckets == 66);
	value_merge(t, a, b);
	CHECK(a[0] == 11 && a[1] == 2 && a[65] == 3);
}

/* Every value is within its bucket, and there are no gaps between buckets. */
static void test_buckets(void)
{
	for (u32 bits = 0; bits <= 5; bits++) {
		struct agg h = { .ops = &agg_hist, .bits = bits, .is_signed = false };
		const struct agg *agg = type_agg(&arena, &h)->agg;
		struct bucket b, next;
		bool ok = true;

		for (u32 i = 1; i < agg->buckets; i++) {
			agg_bucket(agg, i, &b);
			ok &= bucket_of(agg, (u64)b.lo) == i;
			ok &= bucket_of(agg, (u64)b.hi - 1) == i;
			if (i + 1 < agg->buckets) {
				agg_bucket(agg, i + 1, &next);
				ok &= next.lo == b.hi && next.lo_unit == b.hi_unit;
			} else {
				ok &= b.hi == 0;
			}
		}
		CHECK(ok);
	}
}

static void label(const struct agg *h, u64 value, const char *want, int line)
{
	const struct agg *agg = type_agg(&arena, h)->agg;
	struct bucket b;

	agg_bucket(agg, bucket_of(agg, value), &b);
	render_bucket(&sb, &b);
	check_text(sb_str(&sb), want, line);
	sb_reset(&sb);
}

static void test_labels(void)
{
	struct agg log = { .ops = &agg_hist, .is_signed = true };
	struct agg fine = { .ops = &agg_hist, .bits = 2 };
	struct agg lin = { .ops = &agg_lhist, .is_signed = true, .max = 100, .step = 10 };
	struct agg kilo = { .ops = &agg_lhist, .max = 4096, .step = 1024 };
	struct agg mega = { .ops = &agg_lhist, .max = 10000000, .step = 2500000 };
	struct agg odd = { .ops = &agg_lhist, .min = 5, .max = 12, .step = 3 };

	label(&log, (u64)-1, "(..., 0)", __LINE__);
	label(&log, 0, "[0]", __LINE__);
	label(&log, 1, "[1]", __LINE__);
	label(&log, 3, "[2, 4)", __LINE__);
	label(&log, 1023, "[512, 1K)", __LINE__);
	label(&log, 1 << 20, "[1M, 2M)", __LINE__);
	label(&log, 1ull << 62, "[4E, 8E)", __LINE__);
	log.is_signed = false;
	label(&log, ~0ull, "[8E, 16E)", __LINE__);
	label(&fine, 5, "[5]", __LINE__);
	label(&fine, 7, "[7]", __LINE__);
	label(&fine, 9, "[8, 10)", __LINE__);
	label(&fine, 1024, "[1024, 1280)", __LINE__);
	label(&fine, 4095, "[3584, 4K)", __LINE__);
	label(&lin, (u64)-5, "(..., 0)", __LINE__);
	label(&lin, 10, "[10, 20)", __LINE__);
	label(&lin, 100, "[100, ...)", __LINE__);
	lin.is_signed = false;
	label(&lin, (u64)-5, "[100, ...)", __LINE__);
	label(&kilo, 2048, "[2K, 3K)", __LINE__);
	label(&kilo, 0, "[0, 1K)", __LINE__);
	label(&mega, 5000000, "[5000000, 7500000)", __LINE__);
	label(&odd, 11, "[11, 12)", __LINE__);
	label(&odd, 12, "[12, ...)", __LINE__);
	label(&odd, 4, "(..., 5)", __LINE__);
}

#define BAR26 "@@@@@@@@@@@@@@@@@@@@@@@@@@"
#define GAP26 "                          "
#define FOUR_LINES							\
	"(..., 0)               1 |" BAR26 GAP26 "|\n"			\
	"[0]                    1 |" BAR26 GAP26 "|\n"			\
	"[1]                    0 |" GAP26 GAP26 "|\n"			\
	"[2, 4)                 2 |" BAR26 BAR26 "|\n"

static void test_hist(void)
{
	struct agg log = { .ops = &agg_hist, .is_signed = true };
	struct agg lin = { .ops = &agg_lhist, .max = 10, .step = 5 };
	static const s64 values[] = { -9, 0, 2, 3 }, one[] = { 3 }, two[] = { 2 };
	struct value v = hist(&log, values, 4), k = stack(1, 0, STACK_AWL);
	struct entry e[2] = { { tuple(1, str("x")), hist(&log, values, 4) },
			      { tuple(1, str("z")), hist(&log, one, 1) } };

	scalar(&output_text, "@h", v);
	TEXT("@h:\n" FOUR_LINES "\n");
	map(&output_text, "@h", true, e, 2, 0);
	TEXT("@h[z]:\n[2, 4)                 1 |" BAR26 BAR26 "|\n\n@h[x]:\n" FOUR_LINES "\n");
	keyed(&output_text, "@x", k, hist(&log, one, 1));
	TEXT("@x[\n        syscall+25\n]:\n[2, 4)                 1 |" BAR26 BAR26 "|\n\n");
	map(&output_text, "@h", true, &e[1], 1, 2);
	TEXT("@h[x]:\n(..., 0)               0 |" GAP26 GAP26 "|\n"
	     "[0]                    0 |" GAP26 GAP26 "|\n"
	     "[1]                    0 |" GAP26 GAP26 "|\n"
	     "[2, 4)                 1 |" BAR26 BAR26 "|\n\n");
	CHECK(e[1].value.count == 4 && e[1].value.buckets[3].count == 2);
	keyed(&output_json, "@h", tuple(2, S8(1), str("x")), hist(&lin, one, 1));
	TEXT("{\"type\": \"hist\", \"data\": {\"@h\": {\"1,x\": [{\"min\": 0, \"max\": 4, "
	     "\"count\": 1}]}}}\n");
	keyed(&output_json, "@h", str("a"), hist(&log, two, 1));
	TEXT("{\"type\": \"hist\", \"data\": {\"@h\": {\"a\": [{\"min\": 2, \"max\": 3, "
	     "\"count\": 1}]}}}\n");
	scalar(&output_json, "@h", v);
	TEXT("{\"type\": \"hist\", \"data\": {\"@h\": [{\"max\": -1, \"count\": 1},"
	     "{\"min\": 0, \"max\": 0, \"count\": 1},{\"min\": 1, \"max\": 1, \"count\": 0},"
	     "{\"min\": 2, \"max\": 3, \"count\": 2}]}}\n");
}

static void test_text_maps(void)
{
	struct entry b[2] = { { tuple(1, str("x")), S8(2) }, { tuple(1, str("yy")), S8(1) } };
	struct entry n[3] = { { tuple(1, I(3)), U64(30) }, { tuple(1, I(1)), U64(10) },
			      { tuple(1, I(2)), U64(20) } };
	struct map_view last = { "@", true, n + 1, 2, 0 };

	output_text.before_final(&sb);
	TEXT("\n\n");
	scalar(&output_text, "@a", S8(1));
	TEXT("@a: 1\n");
	map(&output_text, "@b", true, b, 2, 0);
	TEXT("@b[yy]: 1\n@b[x]: 2\n");
	keyed(&output_text, "@c", tuple(2, S8(1), str("k")), S8(-5));
	TEXT("@c[1, k]: -5\n");
	scalar(&output_text, "@d", str("str"));
	TEXT("@d: str\n");
	keyed(&output_text, "@e", S8(1), tuple(3, S8(1), str("two"), tuple(2, S8(3), S8(-4))));
	TEXT("@e[1]: (1, two, (3, -4))\n");
	scalar(&output_text, "@f", tuple(2, num(&type_bool, 1), num(&type_bool, 0)));
	TEXT("@f: (true, false)\n");
	scalar(&output_text, "@g", num(type_ptr(&arena, NULL, 0, 8), 16));
	TEXT("@g: 0x10\n");
	value_sort(n, 3, false);
	output_text.map(&sb, &last);
	TEXT("@[2]: 20\n@[3]: 30\n");
	last.div = 10;
	output_text.map(&sb, &last);
	TEXT("@[2]: 2\n@[3]: 3\n");
	output_text.text(&sb, OUT_PRINTF, "x\n", 2);
	TEXT("x\n");
	keyed(&output_text, "@o", tuple(2, S8(1), tuple(2, S8(2), S8(3))), S8(5));
	TEXT("@o[1, (2, 3)]: 5\n");
	keyed(&output_text, "@", tuple(2, stack(2, 3, 0), str("bpftrace")), U64(1));
	TEXT("@[\n        syscall+25\n        0x2019\n, bpftrace]: 1\n");
	keyed(&output_text, "@", stack(2, 3, 0), U64(1));
	TEXT("@[\n        syscall+25\n        0x2019\n]: 1\n");
	scalar(&output_text, "@st", stack(1, 0, 0));
	TEXT("@st: \n        syscall+25\n\n");
	scalar(&output_text, "@s", agg_of(&agg_stats, false, 7, 2));
	TEXT("@s: { .count = 2, .average = 3, .total = 7 }\n");
	map(&output_text, "@n", false, NULL, 0, 0);
	TEXT("@n: 0\n");
	map(&output_text, "@n", true, NULL, 0, 0);
	TEXT("");
	output_text.attached(&sb, 1);
	TEXT("Attached 1 probe\n");
	output_text.attached(&sb, 0);
	TEXT("Attached 0 probes\n");
	output_text.loss(&sb, &(struct loss){ "events", "kprobe:vfs_read", 12, "raise --buffer" });
	TEXT("Lost 12 events (kprobe:vfs_read): raise --buffer\n");
	output_text.loss(&sb, &(struct loss){ "events", "", 1, "" });
	TEXT("Lost 1 events\n");
	b[0].value = num(&type_bool, 1);
	output_text.value(&sb, &b[0].value);
	TEXT("true\n");
}

static struct value record(void)
{
	static const char *const names[] = { "a", "b" };
	struct value v = tuple(2, S8(1), str("x"));

	v.kind = V_RECORD;
	v.names = names;
	return v;
}

static void test_json_maps(void)
{
	struct entry two[2] = { { tuple(1, str("y")), S8(2) }, { tuple(1, str("x y")), S8(1) } };

	keyed(&output_json, "@m", tuple(2, str("a"), S8(1)), S8(1));
	TEXT("{\"type\": \"map\", \"data\": {\"@m\": {\"a,1\": 1}}}\n");
	keyed(&output_json, "@m", tuple(2, str("b c"), S8(2)), S8(2));
	TEXT("{\"type\": \"map\", \"data\": {\"@m\": {\"bc,2\": 2}}}\n");
	keyed(&output_json, "@t", S8(1), tuple(2, S8(1), str("q")));
	TEXT("{\"type\": \"map\", \"data\": {\"@t\": {\"1\": [1,\"q\"]}}}\n");
	keyed(&output_json, "@s", str("x"), agg_of(&agg_stats, false, 4, 1));
	TEXT("{\"type\": \"stats\", \"data\": {\"@s\": {\"x\": {\"count\": 1, \"average\": 4, "
	     "\"total\": 4}}}}\n");
	keyed(&output_json, "@av", str("q"), agg_of(&agg_avg, false, 5, 1));
	TEXT("{\"type\": \"stats\", \"data\": {\"@av\": {\"q\": 5}}}\n");
	scalar(&output_json, "@b", buf(6, 2, "ab"));
	TEXT("{\"type\": \"map\", \"data\": {\"@b\": [97,98]}}\n");
	scalar(&output_json, "@r", record());
	TEXT("{\"type\": \"map\", \"data\": {\"@r\": {\"a\": 1, \"b\": \"x\"}}}\n");
	scalar(&output_json, "@i", S8(5));
	TEXT("{\"type\": \"map\", \"data\": {\"@i\": 5}}\n");
	map(&output_json, "@k", true, two, 2, 0);
	TEXT("{\"type\": \"map\", \"data\": {\"@k\": {\"x y\": 1, \"y\": 2}}}\n");
	map(&output_json, "@k", true, NULL, 0, 0);
	TEXT("");
	map(&output_json, "@k", false, NULL, 0, 0);
	TEXT("{\"type\": \"map\", \"data\": {\"@k\": 0}}\n");
	keyed(&output_json, "@", stack(1, 0, 0), U64(1));
	TEXT("{\"type\": \"map\", \"data\": {\"@\": {\"\\n        syscall+25\\n\": 1}}}\n");
}

static void json_value(struct value v, const char *want, int line)
{
	char full[256];

	snprintf(full, sizeof(full), "{\"type\": \"value\", \"data\": %s}\n", want);
	output_json.value(&sb, &v);
	check_text(sb_str(&sb), full, line);
	sb_reset(&sb);
}
#define JSON(v, want) json_value(v, want, __LINE__)

static void test_json_values(void)
{
	static const struct enumerator e = { "X", 3 };
	struct type en = { .kind = TY_ENUM, .size = 4, .count = 1, .enums = &e };

	JSON(tuple(2, S8(1), str("x")), "[1,\"x\"]");
	JSON(U64(~0ull), "\"18446744073709551615\"");
	JSON(U64(1ull << 53), "9007199254740992");
	JSON(U64((1ull << 53) + 1), "\"9007199254740993\"");
	JSON(I(-(1ll << 53) - 1), "\"-9007199254740993\"");
	JSON(I(INT64_MIN), "-9223372036854775808");
	JSON(num(&type_bool, 1), "true");
	JSON(num(&en, 3), "3");
	JSON(num(type_ptr(&arena, NULL, 0, 8), 16), "16");
	JSON(str("a\"b\\c\n\t\r\b\f\1\x7f/"), "\"a\\\"b\\\\c\\n\\t\\r\\b\\f\\u0001\x7f/\"");
	JSON(str("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"),
	     "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"");
	JSON(str("\xff\xc3\xc0\x80\xed\xa0\x80"),
	     "\"\\u00ff\\u00c3\\u00c0\\u0080\\u00ed\\u00a0\\u0080\"");
	JSON(symbol(0x1007, 0), "\"syscall\"");
	JSON(stack(2, 0, 0), "\"\\n        syscall+25\\n        0x2019\\n\"");
	JSON(((struct value){ 0 }), "null");
	output_json.text(&sb, OUT_PRINTF, "hi\n", 3);
	TEXT("{\"type\": \"printf\", \"data\": \"hi\\n\"}\n");
	output_json.text(&sb, OUT_SYSTEM, "", 0);
	TEXT("{\"type\": \"syscall\", \"data\": \"\"}\n");
	output_json.attached(&sb, 1);
	TEXT("{\"type\": \"attached_probes\", \"count\": 1, \"data\": {\"probes\": 1}}\n");
	output_json.loss(&sb, &(struct loss){ "events", "p", 12, "" });
	TEXT("{\"type\": \"lost_events\", \"data\": {\"events\": 12, \"what\": \"events\", "
	     "\"where\": \"p\", \"cure\": \"\"}}\n");
}

static bool in_order(struct value a, struct value b)
{
	return value_compare(&a, &b) < 0 && value_compare(&b, &a) > 0 && !value_compare(&a, &a);
}

static void test_order(void)
{
	struct value cut = tuple(2, I(1), I(9)), cut_stack = stack(2, 0, 0);
	struct entry e[] = { { tuple(1, I(2)), str("a") }, { tuple(1, I(1)), str("b") },
			     { tuple(1, I(-1)), str("c") } };
	struct entry t[] = { { tuple(2, I(1), str("b")), I(7) }, { tuple(2, I(1), str("a")), I(7) },
			     { tuple(2, I(0), str("z")), I(7) } };

	CHECK(in_order(I(-1), U64(0)) && in_order(I(5), U64(~0ull)) && in_order(S8(-2), S8(-1)));
	CHECK(in_order(str("ab"), str("abc")) && in_order(str("Z"), str("a")));
	CHECK(in_order(tuple(2, I(1), I(9)), tuple(2, I(2), I(0))));
	CHECK(in_order(tuple(1, I(1)), tuple(2, I(1), I(0))));
	cut.n = cut_stack.n = 1;	/* what comes after the last item does not matter */
	CHECK(in_order(cut, tuple(2, I(1), I(0))));
	CHECK(in_order(cut_stack, stack(2, 0, 0)));
	CHECK(in_order(stack(1, 0, 0), stack(2, 0, 0)) && in_order(symbol(1, 0), symbol(2, 0)));
	CHECK(in_order(agg_of(&agg_avg, true, (u64)-9, 2), agg_of(&agg_stats, true, 9, 2)));
	map(&output_text, "@", true, e, 3, 0);
	TEXT("@[-1]: c\n@[1]: b\n@[2]: a\n");
	map(&output_text, "@", true, t, 3, 0);
	TEXT("@[0, z]: 7\n@[1, a]: 7\n@[1, b]: 7\n");
}

int main(void)
{
	setenv("TZ", "UTC", 1);
	test_printf();
	test_numbers();
	test_tuples();
	test_structs();
	test_texts();
	test_symbols();
	test_averages();
	test_merge();
	test_buckets();
	test_labels();
	test_hist();
	test_text_maps();
	test_json_maps();
	test_json_values();
	test_order();
	sb_free(&sb);
	arena_free(&arena);
	return unit_end();
}
