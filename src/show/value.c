/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * value.c - decodes typed bytes to values; see value.h.
 *
 * The bytes come from the kernel and may be unaligned, so everything is read with
 * memcpy, in the byte order of this machine, on which the program has run.  Member
 * offsets come from BTF or a format file and are not trusted: a part that would be
 * outside the bytes of the whole becomes V_NONE.
 */
#include "show/value.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "base/order.h"
#include "show/frames.h"
#include "show/render.h"

#define DEPTH_MAX 32		/* structs within structs */
#define FRAMES_MAX 1024
#define ERRNO_MAX 4095

struct input {			/* what is being decoded */
	struct value_env *env;
	const u8 *p;
	u32 avail;		/* bytes at p */
	u32 depth;
};

/* The low 64 bits of a number of any size. */
static u64 get(const u8 *p, u32 size)
{
	u32 n = size < 8 ? size : 8;
	u64 u = 0;

	if (HOST_IS_BIG)
		memcpy((u8 *)&u + 8 - n, p + size - n, n);
	else
		memcpy(&u, p, n);
	return u;
}

static u32 get32(const u8 *p)
{
	return (u32)get(p, 4);
}

static s64 extend(u64 u, u32 bits)
{
	u32 shift = 64 - bits;

	return bits && bits < 64 ? (s64)(u << shift) >> shift : (s64)u;
}

static void set_string(struct value_env *env, struct value *out, const char *s, u32 len)
{
	out->kind = V_STR;
	out->s = arena_strndup(env->arena, s, len);
	out->len = len;
}

/* A register can hold anything.  A value in the kernel's address range is shown as an address,
 * one in the range of error codes as a negative number. */
static void set_word(struct value *out, u64 u, u32 size, bool is_signed)
{
	u64 start = size == 4 ? 0xbf000000u : 0xff00000000000000u;
	u64 errors = size == 4 ? (u32)-ERRNO_MAX : (u64)-ERRNO_MAX;

	if (u >= errors && (size == 4 || size == 8)) {
		out->kind = V_INT;
		out->i = extend(u, size * 8);
	} else if (u >= start && (size == 4 || size == 8)) {
		out->kind = V_ADDR;
		out->u = u;
	} else {
		out->kind = is_signed ? V_INT : V_UINT;
		out->i = is_signed ? extend(u, size * 8) : (s64)u;
	}
}

static void set_enum(struct value *out, const struct type *t)
{
	out->kind = V_ENUM;
	for (u32 i = 0; i < t->count; i++)
		if (t->enums[i].value == out->i) {
			out->s = t->enums[i].name;
			return;
		}
}

/* Sets out to an integer of `bits` bits; the other bits of u are 0. */
static void set_int(struct value *out, const struct type *t, u64 u, u32 bits)
{
	out->size = t->size > 8 ? 8 : (u8)t->size;	/* __int128: the low half */
	if (t->kind == TY_BOOL) {
		out->kind = V_BOOL;
		out->u = !!u;
	} else if (t->kind == TY_PTR || t->show == SHOW_HEX) {
		out->kind = V_ADDR;
		out->u = u;
	} else if (t->kind == TY_INT && t->show == SHOW_WORD) {
		set_word(out, u, t->size, t->is_signed);
		out->is_word = true;
	} else {
		out->kind = t->is_signed ? V_INT : V_UINT;
		out->i = t->is_signed ? extend(u, bits) : (s64)u;
		if (t->kind == TY_ENUM)
			set_enum(out, t);
	}
}

static void decode_int(struct input *in, const struct type *t, struct value *out)
{
	set_int(out, t, get(in->p, t->size), t->size * 8);
}

static void decode_string(struct input *in, const struct type *t, struct value *out)
{
	const char *s = (const char *)in->p;

	set_string(in->env, out, s, (u32)strnlen(s, t->size));
	out->size = t->size < 256 ? (u8)t->size : 0;
}

/* Replaces the bytes by a string with two hex digits for each. */
static void set_hex(struct value_env *env, struct value *v)
{
	char *text = arena_alloc(env->arena, 2 * (size_t)v->len + 1);

	for (u32 i = 0; i < 2 * v->len; i++)
		text[i] = "0123456789abcdef"[(u8)v->s[i / 2] >> (i & 1 ? 0 : 4) & 15];
	v->kind = V_STR;
	v->s = text;
	v->len *= 2;
}

static void decode_buf(struct input *in, const struct type *t, struct value *out)
{
	u32 len = t->size >= 4 ? get32(in->p) : 0;

	if (len > t->size - 4)
		len = t->size - 4;
	if (t->size < 4)
		len = 0;
	set_string(in->env, out, (const char *)in->p + 4, len);
	out->kind = V_BYTES;
	if (t->show == SHOW_HEX)
		set_hex(in->env, out);
}

static void decode(const struct input *in, const struct type *t, struct value *out);

/* The part of the input at offset `off`. */
static struct input part(const struct input *in, u32 off)
{
	struct input sub = *in;

	sub.depth++;
	sub.p += off < in->avail ? off : in->avail;
	sub.avail -= off < in->avail ? off : in->avail;
	return sub;
}

static bool is_char(const struct type *t)
{
	return t->kind == TY_INT && t->size == 1 && t->show == SHOW_CHAR;
}

static void decode_array(struct input *in, const struct type *t, struct value *out)
{
	const struct type *e = t->elem;
	u32 n = t->count;

	if (!e || is_char(e)) {
		decode_string(in, t, out);
		return;
	}
	if (e->size && n > in->avail / e->size)
		n = in->avail / e->size;
	out->kind = V_ARRAY;
	out->n = n;
	out->items = arena_array(in->env->arena, struct value, n);
	for (u32 i = 0; i < n; i++) {
		struct input sub = part(in, i * e->size);

		decode(&sub, e, &out->items[i]);
	}
}

static void decode_tuple(struct input *in, const struct type *t, struct value *out)
{
	out->kind = V_TUPLE;
	out->n = t->count;
	out->items = arena_array(in->env->arena, struct value, t->count);
	for (u32 i = 0; i < t->count; i++) {
		struct input sub = part(in, t->members[i].off);

		decode(&sub, t->members[i].type, &out->items[i]);
	}
}

/* The bits from `shift` on of a number of n bytes, which may be nine. */
static u64 get_bits(const u8 *p, u32 n, u32 shift)
{
	u64 u;

	if (HOST_IS_BIG && n > 8)
		return get(p, 8) << (8 - shift) | p[8] >> shift;
	u = get(p, n > 8 ? 8 : n) >> shift;
	return n > 8 ? u | (u64)p[8] << (64 - shift) : u;
}

static void decode_bits(const struct input *in, const struct member *m, struct value *out)
{
	u32 shift = m->bit_off % 8, first = m->bit_off / 8;
	u32 bytes = (shift + m->bit_size + 7) / 8;
	u64 u;

	if (m->bit_size > 64 || first + bytes > in->avail)
		return;
	if (HOST_IS_BIG)	/* bit_off counts from the highest bit */
		shift = bytes * 8 - shift - m->bit_size;
	u = get_bits(in->p + first, bytes, shift);
	if (m->bit_size < 64)
		u &= (1ull << m->bit_size) - 1;
	set_int(out, m->type, u, m->bit_size);
}

static bool is_anonymous(const struct member *m)
{
	return !m->name || !*m->name;
}

/* Counts members as in C: those of an anonymous struct are members of the outer one, with which
 * they have been completed. */
static u32 count_members(const struct type *t, u32 depth)
{
	u32 n = 0;

	if (t->kind != TY_STRUCT || depth > DEPTH_MAX)
		return 0;
	for (u32 i = 0; i < t->count; i++)
		n += is_anonymous(&t->members[i]) ?
		     count_members(t->members[i].type, depth + 1) : 1;
	return n;
}

static void decode_members(const struct input *in, const struct type *t,
			   struct value *items, const char **names, u32 *n)
{
	if (t->kind != TY_STRUCT || in->depth > DEPTH_MAX)
		return;
	for (u32 i = 0; i < t->count; i++) {
		const struct member *m = &t->members[i];
		struct input sub = part(in, m->off);

		if (is_anonymous(m)) {
			decode_members(&sub, m->type, items, names, n);
			continue;
		}
		names[*n] = m->name;
		if (m->bit_size)
			decode_bits(&sub, m, &items[*n]);
		else
			decode(&sub, m->type, &items[*n]);
		(*n)++;
	}
}

static void decode_struct(struct input *in, const struct type *t, struct value *out)
{
	u32 n = count_members(t, in->depth);
	const char **names = arena_array(in->env->arena, const char *, n);

	out->kind = V_RECORD;
	out->items = arena_array(in->env->arena, struct value, n);
	out->names = names;
	decode_members(in, t, out->items, names, &out->n);
}

static void want(struct value_env *env, u32 pid, u64 addr)
{
	if (env->want)
		env->want(env->ctx, pid, addr);
}

static void want_lines(struct value_env *env, struct value_sym *sym, bool is_after_call)
{
#ifdef NO_DWARF
	(void)env, (void)sym, (void)is_after_call;
#else
	sym->has_lines = true;
	sym->is_after_call = is_after_call;
	want(env, sym->pid, sym->addr - is_after_call);
#endif
}

/*
 * Puts the function's caller after the function if the kernel left it out: low is the low half of
 * its address.  Kernels that don't leave it out have it there.
 */
static u32 add_caller(u64 *addrs, u32 n, u32 low, u32 max)
{
	u64 caller = (addrs[0] & ~(u64)UINT32_MAX) | low;

	if ((s64)(caller - addrs[0]) > (s64)1 << 31)
		caller -= (u64)1 << 32;
	else if ((s64)(addrs[0] - caller) > (s64)1 << 31)
		caller += (u64)1 << 32;
	if (n > 1 && addrs[1] == caller)
		return n;
	if (n == max)
		n--;
	if (n) {
		memmove(addrs + 2, addrs + 1, (n - 1) * sizeof(*addrs));
		addrs[1] = caller;
	}
	return n + 1;
}

static void decode_stack(struct input *in, const struct type *t, struct value *out)
{
	struct value_env *env = in->env;
	u64 word = get(in->p, 8);
	u32 id = (u32)word, high = (u32)(word >> 32), max = t->stack.depth + t->stack.skip;
	u64 addrs[FRAMES_MAX + STACK_SPARE + STACK_GAPS];

	if (!max || max > FRAMES_MAX)
		max = FRAMES_MAX;
	out->stack_depth = max - t->stack.skip;
	out->stack_skip = t->stack.skip;
	out->kind = V_STACK;
	out->stack_mode = (u8)t->stack.mode;
	out->stack_begin = t->stack.user ? STACK_AT_EVENT : (u8)STACK_BEGIN(id);
	if (t->stack.gaps)	/* a tracer's own registers have no link */
		out->stack_has_link = STACK_BEGIN(id) == (t->stack.by_tables ? STACK_NO_TABLES :
							  STACK_AT_EVENT);
	max += t->stack.gaps + (out->stack_begin == STACK_AT_EVENT ? 0 : STACK_SPARE);
	if (env->stack)
		out->n = env->stack(env->ctx, t, word, addrs, max);
	if (out->n > max)
		out->n = max;
	if (out->n && !t->stack.user && high)
		out->n = add_caller(addrs, out->n, high, max);
	out->frames = arena_array(env->arena, struct value_sym, out->n);
	for (u32 i = 0; i < out->n; i++) {
		out->frames[i].addr = addrs[i];
		out->frames[i].pid = t->stack.user ? high : 0;
		out->frames[i].by_file = t->stack.mode == STACK_BUILD_ID;
		want(env, out->frames[i].pid, addrs[i]);
		if (t->stack.mode == STACK_LINES)
			want_lines(env, &out->frames[i], i || id & STACK_AFTER_CALL);
	}
}

static void set_sym(struct value_env *env, struct value *out, const struct type *t,
		    u64 addr, u32 pid)
{
	out->kind = V_SYM;
	out->n = 1;
	out->frames = arena_new(env->arena, struct value_sym);
	out->frames->addr = addr;
	out->frames->pid = pid;
	out->frames->no_offset = t->show == SHOW_DEC;
	if (t->show == SHOW_LINE)
		want_lines(env, out->frames, false);
	want(env, pid, addr);
}

static void decode_sym(struct input *in, const struct type *t, struct value *out)
{
	u32 pid = t->kind == TY_USYM ? (u32)get(in->p + 8, 8) : 0;

	set_sym(in->env, out, t, get(in->p, 8), pid);
}

/* The builtins probe and func. */
static void decode_name(struct input *in, const struct type *t, struct value *out)
{
	struct value_env *env = in->env;
	u32 id = get32(in->p);
	const char *name = env->probe_name ? env->probe_name(env->ctx, t, id) : NULL;

	name = name ? name : "";
	set_string(env, out, name, (u32)strlen(name));
}

static void decode_inet(struct input *in, const struct type *t, struct value *out)
{
	char text[INET6_ADDRSTRLEN] = "";
	u32 family = get32(in->p);

	(void)t;
	if (family == AF_INET || family == AF_INET6)
		inet_ntop((int)family, in->p + 4, text, sizeof(text));
	set_string(in->env, out, text, (u32)strlen(text));
}

static void decode_mac(struct input *in, const struct type *t, struct value *out)
{
	char text[18];
	const u8 *p = in->p;

	(void)t;
	snprintf(text, sizeof(text), "%02X:%02X:%02X:%02X:%02X:%02X",
		 p[0], p[1], p[2], p[3], p[4], p[5]);
	set_string(in->env, out, text, 17);
}

/* 31 years in ns.  No machine has been up for longer, so a time from this on was counted from
 * 1970, as the clocks tai and sw_tai do. */
#define SINCE_1970 1000000000000000000u

static void decode_time(struct input *in, const struct type *t, struct value *out)
{
	struct strbuf sb = { 0 };
	u64 ns = get(in->p, 8);

	ns += (u64)(ns < SINCE_1970 ? in->env->realtime_minus_boot : in->env->realtime_minus_tai);
	render_time(&sb, t->text ? t->text : "%H:%M:%S", (s64)ns);
	set_string(in->env, out, sb_str(&sb), (u32)sb.n);
	sb_free(&sb);
}

static void decode_late(struct input *in, const struct type *t, struct value *out)
{
	struct strbuf sb = { 0 };

	t->late.show(&sb, get(in->p, t->size), t->late.arg);
	set_string(in->env, out, sb_str(&sb), (u32)sb.n);
	sb_free(&sb);
}

static void decode_agg(struct input *in, const struct type *t, struct value *out)
{
	if (HAS_MERGE && in->env && in->env->keeps_words) {
		out->kind = V_BYTES;
		out->s = arena_memdup(in->env->arena, in->p, t->size);
		out->len = t->size;
		return;
	}
	t->agg->ops->decode(in->env, t->agg, in->p, out);
}

static const struct {
	void (*decode)(struct input *in, const struct type *t, struct value *out);
	u32 size;		/* bytes that the type must have at least */
} decoders[TY_KINDS] = {
	[TY_INT] = { decode_int, 1 },
	[TY_BOOL] = { decode_int, 1 },
	[TY_ENUM] = { decode_int, 1 },
	[TY_PTR] = { decode_int, 1 },
	[TY_ARRAY] = { decode_array, 0 },
	[TY_STRUCT] = { decode_struct, 0 },
	[TY_STRING] = { decode_string, 0 },
	[TY_BUF] = { decode_buf, 0 },
	[TY_TUPLE] = { decode_tuple, 0 },
	[TY_STACK] = { decode_stack, 8 },
	[TY_KSYM] = { decode_sym, 8 },
	[TY_USYM] = { decode_sym, 16 },
	[TY_PROBE] = { decode_name, 4 },
	[TY_FUNC] = { decode_name, 4 },
	[TY_INET] = { decode_inet, 24 },
	[TY_MAC] = { decode_mac, 6 },
	[TY_TIME] = { decode_time, 8 },
	[TY_LATE] = { decode_late, 1 },
	[TY_AGG] = { decode_agg, 8 },
};

static void decode(const struct input *in, const struct type *t, struct value *out)
{
	struct input here = *in;

	*out = (struct value){ 0 };
	if (!t || t->kind >= TY_KINDS || !decoders[t->kind].decode || in->depth > DEPTH_MAX)
		return;
	if (t->size > in->avail || t->size < decoders[t->kind].size)
		return;
	here.avail = t->size;
	decoders[t->kind].decode(&here, t, out);
}

void value_decode(struct value_env *env, const struct type *t, const void *bytes,
		  struct value *out)
{
	const struct type *full = type_complete(t);
	struct input in = { env, bytes, full ? full->size : 0, 0 };

	decode(&in, full, out);
}

static void lookup_frames(struct value_env *env, struct value *v)
{
	for (u32 i = 0; i < v->n && env->lookup; i++) {
		struct value_sym *f = &v->frames[i];

		if (sym_has_lines(f) && i && f[-1].is_interrupt)
			f->is_after_call = false;
		env->lookup(env->ctx, f);
	}
	if (v->kind == V_STACK)
		env->has_trimmed |= frames_trim(v, env->kernel_start);
	for (u32 i = 0; i < v->n && env->want_line; i++)
		if (sym_has_lines(&v->frames[i])) {
			env->want_line(env->ctx, &v->frames[i]);
			env->wants_lines = true;
		}
}

#ifndef NO_DWARF
/* Puts the inlined functions before the frames that they are part of. */
static void add_lines(struct value_env *env, struct value *v)
{
	VEC(struct value_sym) all = { 0 };
	struct value_sym found[LINE_FRAMES];

	if (!v->n || !sym_has_lines(v->frames))
		return;
	for (u32 i = 0; i < v->n; i++) {
		u32 n = env->line_frames(env->ctx, &v->frames[i], found);

		if (!n)
			vec_push(&all, v->frames[i]);
		for (u32 k = 0; k < n; k++)
			vec_push(&all, found[k]);
	}
	v->n = (u32)all.n;
	v->frames = arena_memdup(env->arena, all.v, all.n * sizeof(*all.v));
	vec_free(&all);
}
#endif

/* Calls fn for v if it has frames, and for all parts of it that do. */
static void each_frames(struct value_env *env, struct value *v,
			void (*fn)(struct value_env *env, struct value *v))
{
	if (v->kind == V_SYM || v->kind == V_STACK) {
		fn(env, v);
	} else if (v->kind == V_ARRAY || v->kind == V_TUPLE || v->kind == V_RECORD) {
		for (u32 i = 0; i < v->n; i++)
			each_frames(env, &v->items[i], fn);
	}
}

static void each_of_entries(struct value_env *env, struct entry *e, u32 n,
			    void (*fn)(struct value_env *env, struct value *v))
{
	for (u32 i = 0; i < n; i++) {
		each_frames(env, &e[i].key, fn);
		each_frames(env, &e[i].value, fn);
	}
}

void value_resolve_entries(struct value_env *env, struct entry *e, u32 n)
{
	if (env->resolve)
		env->resolve(env->ctx);
	each_of_entries(env, e, n, lookup_frames);
#ifndef NO_DWARF
	if (!env->wants_lines)
		return;
	env->wants_lines = false;
	env->resolve_lines(env->ctx);
	each_of_entries(env, e, n, add_lines);
#endif
}

void value_resolve(struct value_env *env, struct value *v, u32 n)
{
	struct entry e = { .key = { .kind = V_TUPLE, .items = v, .n = n } };

	value_resolve_entries(env, &e, 1);
}
