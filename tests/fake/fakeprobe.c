/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fakeprobe.c - events of the test kernel: contexts from a test's lines.
 *
 * fakebpf.h describes the lines.  A value is kept as text under its name until an event happens.
 * Then it is laid out as the target's architecture or the tracepoint's record needs it.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "base/order.h"
#include "base/strbuf.h"
#include "bpf/insn.h"
#include "kernel/host.h"
#include "provider/provider.h"
#include "run/attach.h"
#include "tests/fake/fakebpf_priv.h"

#define CTX_SIZE 4096

static void bad_line(const char *line)
{
	fprintf(stderr, "fakeprobe: not understood: %s\n", line);
	fake.failed = true;
}

static const char *value_of(const char *name)
{
	for (size_t i = fake.values.n; i-- > 0; )
		if (!strcmp(fake.values.v[i].name, name))
			return fake.values.v[i].text;
	return NULL;
}

static u64 number(const char *text)
{
	return *text == '-' ? (u64)strtoll(text, NULL, 0) : strtoull(text, NULL, 0);
}

u64 fakebpf_number(const char *name, u64 otherwise)
{
	const char *text = value_of(name);

	if (text && !strcmp(text, "awl"))
		return (u64)getpid();
	return text ? number(text) : otherwise;
}

/* The ids in a namespace, as struct bpf_pidns_info of linux/bpf.h. */
static u64 ns_ids(struct bpfvm *vm, const u64 r[6])
{
	u32 ids[2] = { fake.ids >> 32 & UINT32_MAX, fake.ids & UINT32_MAX };
	u8 *to = bpfvm_mem(vm, r[3], sizeof(ids), true);

	if (r[1] != FAKE_NS_DEV || r[2] != FAKE_NS_INO || r[4] != sizeof(ids) || !to)
		return (u64)-EINVAL;
	memcpy(to, (u32[]){ ids[1], ids[0] }, sizeof(ids));	/* .pid is the thread's id */
	return 0;
}

/* The frames that the kernel skips for these flags: BPF_F_SKIP_FIELD_MASK. */
static u32 skipped(u64 flags)
{
	return flags & 0xff;
}

/* bpf_get_stackid(): the frames after those that are skipped are a stack of their own. */
static u64 get_stackid(const u64 r[6])
{
	struct fake_stack stack = { { 0 } };
	u32 skip = skipped(r[3]), i;

	if (fake.collides || !fake.stacks.n)
		return fake.collides ? (u64)-EEXIST : 0;
	memcpy(stack.frames, fake.stacks.v[fake.stack].frames + skip,
	       sizeof(stack) - skip * sizeof(*stack.frames));
	if (skip && !stack.frames[0])
		return (u64)-EFAULT;
	for (i = 0; i < fake.stacks.n; i++)
		if (!memcmp(&fake.stacks.v[i], &stack, sizeof(stack)))
			return i;
	vec_push(&fake.stacks, stack);
	return i;
}

/* bpf_get_stack(): copies as many frames as fit and returns the number of bytes. */
static u64 get_stack(struct bpfvm *vm, const u64 r[6])
{
	u8 *to = bpfvm_mem(vm, r[2], (u32)r[3], true);
	u32 n = 0, skip = skipped(r[4]), last = 128;
	const u64 *frames;

	if (!to || r[3] % 8)
		return (u64)-EINVAL;
	memset(to, 0, r[3]);
	frames = fake.stacks.n ? fake.stacks.v[fake.stack].frames : NULL;
	while (frames && last && !frames[last - 1])	/* a frame may be 0: arch.stack_gaps */
		last--;
	for (; frames && n < r[3] / 8 && n + skip < last; n++)
		memcpy(to + n * 8, &frames[n + skip], 8);
	return n * 8;
}

/* bpf_trace_printk(): prints the text on standard output, as if trace_pipe were read there. */
static u64 trace_printk(struct bpfvm *vm, const u64 r[6])
{
	const char *format = (const char *)bpfvm_mem(vm, r[1], (u32)r[2], false);

	if (!format || format[r[2] - 1])	/* must end in a NUL */
		return (u64)-EINVAL;
	printf("trace_pipe: ");
	printf(format, r[3], r[4], r[5]);
	printf("\n");
	fflush(stdout);
	return 0;
}

/* The next record will have the copy of a stack that there is now. */
static bool note_copy(const struct bpfvm *vm, u32 id)
{
	while (id == HELPER_perf_event_output && fake.copies.n <= vm->records.n)
		vec_push(&fake.copies, fake.copy);
	return false;
}

bool fakebpf_helper(struct bpfvm *vm, u32 id, const u64 r[6], u64 *ret)
{
	if (id == HELPER_get_ns_current_pid_tgid)
		*ret = ns_ids(vm, r);
	else if (id == HELPER_get_attach_cookie)
		*ret = fake.target;
	else if (id == HELPER_get_stackid)
		*ret = get_stackid(r);
	else if (id == HELPER_get_stack)
		*ret = get_stack(vm, r);
	else if (id == HELPER_task_pt_regs)
		*ret = FAKE_TASK_REGS;
	else if (id == HELPER_get_socket_cookie)
		*ret = r[1] + 1;
	else if (id == HELPER_trace_printk)
		*ret = trace_printk(vm, r);
	else
		return note_copy(vm, id);
	return true;
}

/* ---- memory ---- */

/* awlvm.c runs programs only of architectures with this machine's byte order. */
static void put_number(void *to, u32 size, u64 v)
{
	order_put(to, size, HOST_IS_BIG, v);
}

/* Parses text in quotes with \n, \0 and \"; returns its end. */
static const char *unquote(const char *s, struct strbuf *out)
{
	for (s++; *s && *s != '"'; s++) {
		if (*s == '\\' && s[1])
			sb_putc(out, *++s == 'n' ? '\n' : *s == '0' ? '\0' : *s);
		else
			sb_putc(out, *s);
	}
	return *s ? s + 1 : s;
}

static bool put_item(struct strbuf *mem, const char **s, u32 word)
{
	static const struct { const char *name; u32 size; } sizes[] = {
		{ "u8:", 1 }, { "u16:", 2 }, { "u32:", 4 }, { "u64:", 8 }, { "word:", 0 },
	};

	if (**s == '"') {
		*s = unquote(*s, mem);
		sb_putc(mem, '\0');
		return true;
	}
	if (!strncmp(*s, "pad", 3)) {
		sb_pad(mem, '\0', (u32)(-mem->n % word));
		*s += 3;
		return true;
	}
	for (u32 i = 0; i < ARRAY_SIZE(sizes); i++) {
		size_t n = strlen(sizes[i].name);
		u32 size = sizes[i].size ? sizes[i].size : word;
		u8 bytes[8];

		if (strncmp(*s, sizes[i].name, n))
			continue;
		put_number(bytes, size, number(*s + n));
		sb_put(mem, bytes, size);
		*s += n + strcspn(*s + n, " ");
		return true;
	}
	return false;
}

/* Adds the items of a line from its colon on. */
static void put_items(struct strbuf *mem, const char *line, const char *p, u32 word)
{
	if (*p++ != ':')
		bad_line(line);
	while (*(p += strspn(p, " ")))
		if (!put_item(mem, &p, word)) {
			bad_line(line);
			break;
		}
}

static void set_copy(const char *line)
{
	struct strbuf mem = { 0 };

	put_items(&mem, line, strchr(line, ':'), 8);
	fake.copy.at = arena_memdup(&fake.arena, sb_str(&mem), mem.n);
	fake.copy.n = (u32)mem.n;
	sb_free(&mem);
}

static void add_memory(const char *line, const char *where, u32 word, bool user)
{
	struct strbuf mem = { 0 };
	char *s;
	u64 addr = strtoull(where, &s, 0);

	put_items(&mem, line, s, word);
	bpfvm_fake(&fake.vm, addr, arena_memdup(&fake.arena, sb_str(&mem), mem.n),
		   (u32)mem.n, user);
	sb_free(&mem);
}

static void set_stack(const char *s)
{
	struct fake_stack stack = { { 0 } };
	u32 n = 0;
	char *end;

	fake.collides = !strncmp(s + strspn(s, " "), "collides", 8);
	if (fake.collides)
		s = strstr(s, "collides") + 8;
	for (; *(s += strspn(s, " ")) && n < ARRAY_SIZE(stack.frames); s = end) {
		stack.frames[n++] = strtoull(s, &end, 0);
		if (end == s)
			break;
	}
	for (fake.stack = 0; fake.stack < fake.stacks.n; fake.stack++)
		if (!memcmp(&fake.stacks.v[fake.stack], &stack, sizeof(stack)))
			return;
	vec_push(&fake.stacks, stack);
}

/* ---- contexts ---- */

static u32 build_regs(const struct arch *arch, bool is_return, u8 *ctx)
{
	u64 sp = arch->kernel_start + 0x100000, v;
	struct strbuf stack = { 0 };
	char name[16];

	sb_pad(&stack, '\0', 256);
	put_number(ctx + arch->sp, arch->word, sp);
	for (u32 i = 0; i < 32; i++) {
		snprintf(name, sizeof(name), "arg%u", i);
		v = fakebpf_number(name, 0);
		if (i < arch->func.n_regs)
			put_number(ctx + arch->func.reg_off[i], arch->word, v);
		else
			put_number(stack.s + arch->func.stack_first +
				   (i - arch->func.n_regs) * arch->word, arch->word, v);
	}
	v = fakebpf_number("retaddr", 0);
	if (is_return)
		put_number(ctx + arch->ip, arch->word, v);
	put_number(arch->ra_in_reg ? ctx + arch->ra : (u8 *)stack.s, arch->word, v);
	if (is_return) {
		v = fakebpf_number("retval", 0);
		put_number(ctx + arch->ret, arch->word, v);
	}
	for (const struct arch_reg *r = arch->regs; *r->name; r++) {
		snprintf(name, sizeof(name), "reg %s", r->name);
		v = fakebpf_number(name, 0);
		if (value_of(name))
			put_number(ctx + r->at * arch->word, arch->word, v);
	}
	bpfvm_fake(&fake.vm, sp, arena_memdup(&fake.arena, stack.s, stack.n), 256, false);
	sb_free(&stack);
	return (u32)ALIGN_UP(arch->regs_size, 8);
}

/* Writes at most n elements and returns the number of bytes. */
static u32 put_array(u8 *at, const struct type *t, const char *text, u32 n)
{
	u32 size = t->elem ? t->elem->size : t->size, i;

	for (i = 0; i < n && *text && *text != '}'; i++) {
		u64 v = number(text += strspn(text, "{, "));

		put_number(at + i * size, size, v);
		text += strcspn(text, ",}");
	}
	return i * size;
}

static void put_field(u8 *ctx, u32 *end, const struct member *m, u32 off, const char *text)
{
	struct strbuf s = { 0 };
	u8 elements[256];
	u64 v = number(text);

	if (*text == '"') {
		unquote(text, &s);
		sb_putc(&s, '\0');
	} else if (m->is_loc) {
		sb_put(&s, elements, put_array(elements, m->type, text, 32));
	}
	if (m->is_loc) {	/* the data follows the fixed fields: length and place */
		v = (u64)s.n << 16 | (m->is_rel_loc ? *end - off - 4 : *end);
		put_number(ctx + off, 4, v);
		memcpy(ctx + *end, s.s, s.n);
		*end += (u32)s.n;
	} else if (s.n) {
		memcpy(ctx + off, s.s, s.n < m->type->size ? s.n : m->type->size);
	} else if (*text == '{') {
		put_array(ctx + off, m->type, text, m->type->count);
	} else {
		put_number(ctx + off, m->type->size < 8 ? m->type->size : 8, v);
	}
	sb_free(&s);
}

static u32 build_record(const struct type *record, u8 *ctx)
{
	u32 end = record->size, off;

	for (size_t i = 0; i < fake.values.n; i++) {
		const struct fake_value *v = &fake.values.v[i];
		const struct member *m;

		if (strncmp(v->name, "field ", 6))
			continue;
		m = type_member(record, v->name + 6, &off);
		if (m && end < CTX_SIZE / 2)
			put_field(ctx, &end, m, off, v->text);
	}
	return (u32)ALIGN_UP(end, 8) + 8;
}

/* Of a trampoline (BPF_TRACE_FENTRY, BPF_TRACE_FEXIT): 64 bits per argument, then the result. */
static u32 build_slots(const struct target *t, u8 *ctx)
{
	char name[16];
	u64 v;

	for (u32 i = 0; i <= t->n_slots; i++) {
		snprintf(name, sizeof(name), "arg%u", i);
		v = fakebpf_number(i < t->n_slots ? name : "retval", 0);
		memcpy(ctx + i * 8, &v, 8);
	}
	return (t->n_slots + 1) * 8;
}

static bool is_trampoline(const struct prog *p)
{
	return p->provider->attach_type == BPF_TRACE_FENTRY ||
	       p->provider->attach_type == BPF_TRACE_FEXIT;
}

/* Outside of awl's namespace tasks have other ids, except idle tasks. */
static u64 init_id(u64 id)
{
	return (u32)(fake.has_ns && id ? id + FAKE_NS_BASE : id);
}

static void set_helpers(struct bpfvm *vm)
{
	const char *comm = value_of("comm");
	u64 pid = fakebpf_number("pid", 1234), tid = fakebpf_number("tid", pid);

	fake.ids = pid << 32 | (u32)tid;
	vm->pid_tgid = init_id(pid) << 32 | init_id(tid);
	vm->uid_gid = fakebpf_number("gid", 0) << 32 | (u32)fakebpf_number("uid", 0);
	vm->cpu = (u32)fakebpf_number("cpu", 0) % FAKE_CPUS;
	vm->ktime = fakebpf_number("nsecs", 1000000000);
	vm->random = fakebpf_number("rand", 0);
	vm->cgroup = fakebpf_number("cgroup", 0);
	vm->ringbuf_room = (u32)fakebpf_number("room", 0);
	memset(vm->comm, 0, sizeof(vm->comm));
	strncpy(vm->comm, comm ? comm : "test", sizeof(vm->comm) - 1);
}

static void happen(struct image *s, const struct prog *p, const struct target *t)
{
	static u8 ctx[CTX_SIZE], task_regs[512];
	size_t fakes = fake.vm.fakes.n;
	u32 size;

	memset(ctx, 0, sizeof(ctx));
	set_helpers(&fake.vm);
	fakeunwind_regs(s->arch, task_regs);
	bpfvm_fake(&fake.vm, FAKE_TASK_REGS, task_regs, s->arch->regs_size, false);
	fake.target = t->cookie;
	if (is_trampoline(p))
		size = build_slots(t, ctx);
	else if (t->record)
		size = build_record(t->record, ctx);
	else
		size = build_regs(s->arch, p->provider->offers & OFFERS_RETVAL, ctx) +
		       (p->provider->offers & OFFERS_FUNC ? 0 : 16);
	fakebpf_run(p->fd, ctx, size, t->name);
	fakeunwind_update();
	fake.vm.fakes.n = fakes;
}

/* The current process executes another program now. */
static void execute(void)
{
	u64 ctx[3] = { 0 };

	set_helpers(&fake.vm);
	fake.vm.ktime = host_now(CLOCK_MONOTONIC);
	fakebpf_run(fake.exec_fd, ctx, sizeof(ctx), "sched_process_exec");
}

static bool is_fired(const struct prog *p)
{
	return strcasecmp(p->provider->name, "BEGIN") && strcasecmp(p->provider->name, "END");
}

static void fire(struct image *s, const char *what)
{
	const char *x = strrchr(what, 'x');
	u32 n = x && (x == what || x[-1] == ' ') && x[1] >= '0' && x[1] <= '9' ?
		(u32)atoi(x + 1) : 1;
	char glob[128] = "";

	if (sscanf(what, "%127s", glob) != 1 || (x && glob[0] == 'x' && x == what))
		strcpy(glob, "*");
	while (n--)
		for (size_t i = 0; i < s->progs.n; i++) {
			const struct prog *p = s->progs.v[i];

			for (size_t k = 0; is_fired(p) && k < p->targets.n; k++)
				if (host_glob(glob, p->targets.v[k]->name))
					happen(s, p, p->targets.v[k]);
		}
}

/* ---- lines ---- */

static void keep_value(const char *line)
{
	const char *colon = strchr(line, ':');
	struct fake_value v;

	if (!colon) {
		bad_line(line);
		return;
	}
	v.name = arena_strndup(&fake.arena, line, (size_t)(colon - line));
	v.text = arena_strdup(&fake.arena, colon + 1 + strspn(colon + 1, " "));
	for (size_t i = 0; i < fake.values.n; i++)
		if (!strcmp(fake.values.v[i].name, v.name)) {
			fake.values.v[i] = v;
			return;
		}
	vec_push(&fake.values, v);
}

static void do_line(struct image *s, const char *line)
{
	if (!strncmp(line, "fire", 4))
		fire(s, line + 4 + strspn(line + 4, " "));
	else if (!strncmp(line, "kernel ", 7))
		add_memory(line, line + 7, s->arch->word, false);
	else if (!strncmp(line, "user ", 5))
		add_memory(line, line + 5, s->arch->word, true);
	else if (!strncmp(line, "stack:", 6))
		set_stack(line + 6);
	else if (!strncmp(line, "copied:", 7))
		set_copy(line);
	else if (!strcmp(line, "exec"))
		execute();
	else if (!strncmp(line, "area ", 5) || !strncmp(line, "rows ", 5))
		return;		/* fakeunwind.c reads them */
	else
		keep_value(line);
}

int attach_all(struct attach *a)
{
	bool fired = false;

	for (u32 i = 0; i < fake.n_lines; i++) {
		do_line(a->image, fake.lines[i]);
		fired |= !strncmp(fake.lines[i], "fire", 4);
	}
	if (!fired)
		fire(a->image, "");
	if (!fakebpf_number("stays", 0))
		kill(getpid(), SIGTERM);	/* it is blocked: the session reads it and ends */
	return 0;
}

void attach_count_missed(const struct attachments *at, struct image *im)
{
	(void)at, (void)im;
}

void attach_say_how(const struct attachments *at)
{
	(void)at;
}

void attach_stop(struct attachments *at)
{
	(void)at;
}

void attach_release(struct attachments *at)
{
	(void)at;
}

u32 attach_leave(struct attachments *at)
{
	(void)at;
	return 0;
}

u64 attach_away(const struct sampled *e, u64 *age)
{
	(void)e;
	return *age = 0;
}

int attach_event(struct attach *a, const struct prog *p, struct target *t)
{
	(void)a, (void)p, (void)t;
	return -1;
}

int attach_link(struct attach *a, int link_fd)
{
	(void)a, (void)link_fd;
	return -1;
}

int attach_perf(struct attach *a, const struct prog *p, const struct target *t, int perf_fd)
{
	(void)a, (void)p, (void)t, (void)perf_fd;
	return -1;
}

