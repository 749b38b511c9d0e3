/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fakesysperf.c - perf_event_open(2) of the test kernel, and events; see fakesys.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arch/arch.h"
#include "base/strbuf.h"
#include "bpf/insn.h"
#include "kernel/host.h"
#include "tests/fake/fakesys.h"

/* The numbers of this kernel's PMUs; tests write them to its folder, too. */
enum { PMU_KPROBE = 8, PMU_UPROBE = 9 };

/* ---- names ---- */

/* "function", or "module:function": a line "ADDRESS t function\t[module]" */
bool sys_has_function(const char *name)
{
	char to[4096], *text = host_read_file(sys_path("/proc/kallsyms", to), NULL);
	const char *colon = strchr(name, ':');
	struct strbuf want = { 0 };
	bool has;

	if (colon)
		sb_printf(&want, " %s\t[%.*s]", colon + 1, (int)(colon - name), name);
	else
		sb_printf(&want, " %s\n", name);
	has = text ? strstr(text, sb_str(&want)) != NULL : errno == EMFILE;
	sb_free(&want);
	mem_free(text);
	return has;
}

static int name_kprobe(const struct perf_event_attr *a, char name[128])
{
	const char *func = (const void *)(uintptr_t)a->kprobe_func;
	const char *kind = a->config & 1 ? "kretprobe" : "kprobe";

	if (!func)
		snprintf(name, 128, "%s:%#llx", kind, (unsigned long long)a->kprobe_addr);
	else if (a->probe_offset)
		snprintf(name, 128, "%s:%.90s+%#llx", kind, func,
			 (unsigned long long)a->probe_offset);
	else
		snprintf(name, 128, "%s:%.90s", kind, func);
	if (func && !sys_has_function(func))
		return -ENOENT;
	if (func && !strncmp(func, "forbidden", 9))	/* kprobes/blacklist, notrace */
		return -EINVAL;
	if (func && !strcmp(func, "twice"))	/* two functions; refused since 6.7 */
		return sys_since(6, 7) ? -EADDRNOTAVAIL : 0;
	return a->probe_offset == 3 ? -EILSEQ : 0;	/* in the middle of an instruction */
}

/* config: bit 0 a return, from bit 32 on a semaphore's place (since 4.20) */
static int name_uprobe(const struct perf_event_attr *a, char name[128])
{
	const char *path = (const void *)(uintptr_t)a->uprobe_path;
	int n = snprintf(name, 128, "%s:%.80s+%#llx", a->config & 1 ? "uretprobe" : "uprobe", path,
			 (unsigned long long)a->probe_offset);

	if (a->config >> 32)
		snprintf(name + n, 128 - (size_t)n, " semaphore %#x", (u32)(a->config >> 32));
	return access(path, R_OK) ? -ENOENT : 0;
}

static void name_counter(const struct perf_event_attr *a, char name[128])
{
	int n = a->type == PERF_TYPE_BREAKPOINT ?
		snprintf(name, 128, "breakpoint:%#llx:%llu:%u", (unsigned long long)a->bp_addr,
			 (unsigned long long)a->bp_len, a->bp_type) :
		snprintf(name, 128, "%s:%llu",
			 a->type == PERF_TYPE_HARDWARE ? "hardware" : "software",
			 (unsigned long long)a->config);

	snprintf(name + n, 128 - (size_t)n, "%s%llu", a->freq ? " hz " : " every ",
		 (unsigned long long)a->sample_period);
}

/* Probes made by lines in kprobe_events: their number is their index here. */
#define FIRST_MADE 2000
static VEC(struct made { char event[128], func[128]; }) made;

void sys_forget(void)
{
	vec_free(&made);
}

static bool name_made(u64 id, char name[128])
{
	if (id < FIRST_MADE || id - FIRST_MADE >= made.n)
		return false;
	snprintf(name, 128, "kretprobe:%.100s", made.v[id - FIRST_MADE].func);
	return true;
}

static int name_event(const struct perf_event_attr *a, char name[128])
{
	if (a->type == PMU_KPROBE)
		return name_kprobe(a, name);
	if (a->type == PMU_UPROBE)
		return name_uprobe(a, name);
	if (a->type == PERF_TYPE_TRACEPOINT) {
		if (!name_made(a->config, name))
			snprintf(name, 128, "tracepoint:%llu", (unsigned long long)a->config);
		return 0;
	}
	name_counter(a, name);
	return a->type == PERF_TYPE_HARDWARE ? -ENOENT : 0;	/* as in a virtual machine */
}

static bool is_buffer(const struct perf_event_attr *a)
{
	return a->type == PERF_TYPE_SOFTWARE && (a->config == PERF_COUNT_SW_BPF_OUTPUT ||
						 a->config == PERF_COUNT_SW_DUMMY);
}

int sys_perf_call(const void *attr, int pid, int cpu)
{
	struct perf_event_attr a = { 0 };
	char name[128];
	struct sys_obj *o;
	u32 size;
	int err;

	memcpy(&size, (const u8 *)attr + 4, 4);
	if (size < PERF_ATTR_SIZE_VER0)
		return -EINVAL;
	memcpy(&a, attr, size < sizeof(a) ? size : sizeof(a));
	if (pid == -1 && cpu == -1)
		return -EINVAL;
	if (getenv("FAKESYS_SLOW") && a.type == PMU_KPROBE)
		usleep((u32)atoi(getenv("FAKESYS_SLOW")) * 1000);
	err = name_event(&a, name);
	err = err ? err : sys_refused("", name);
	if (err)
		return err;
	o = sys_new(SYS_PERF, is_buffer(&a) ? memfd_create("perf", MFD_CLOEXEC) : -1);
	o->type = a.type;
	o->cpu = cpu;
	if (!is_buffer(&a))
		snprintf(o->name, sizeof(o->name), "%s", name);
	if (is_buffer(&a))
		sys_log("buffer %llu cpu %d", (unsigned long long)a.config, cpu);
	else if (pid > 0)
		sys_log("perf %s own process%s", name, a.inherit ? " inherited" : "");
	else if (pid < 0)
		sys_log("perf %s cpu %d", name, cpu);
	return o->fd;
}

/* ---- kprobe_events ---- */

#define TRACING "/sys/kernel/tracing/"
#define LIST TRACING "kprobe_events"

static void put_file(const char *path, const char *mode, const char *text)
{
	char to[4096];
	FILE *f = fopen(sys_path(path, to), mode);

	if (!f || fputs(text, f) < 0 || fclose(f))
		fake.failed = true;
}

static void put_folder(const char *path)
{
	char to[4096];

	mkdir(sys_path(path, to), 0777);
}

static int make_kretprobe(const char *line, u32 slots, const char *event, const char *func)
{
	struct made m;
	char path[256], id[16];

	snprintf(m.event, sizeof(m.event), "%s", event);
	snprintf(m.func, sizeof(m.func), "%s", func);
	snprintf(path, sizeof(path), TRACING "events/%.*s", (int)strcspn(event, "/"), event);
	put_folder(path);
	snprintf(path, sizeof(path), TRACING "events/%s", event);
	put_folder(path);
	snprintf(path, sizeof(path), TRACING "events/%s/id", event);
	snprintf(id, sizeof(id), "%u\n", FIRST_MADE + (u32)made.n);
	put_file(path, "w", id);
	put_file(LIST, "a", line);
	vec_push(&made, m);
	sys_log("kretprobe %s slots %u", func, slots);
	return 0;
}

static bool is_open(const char *event)
{
	char name[128];

	for (size_t i = 0; i < made.n; i++) {
		if (strcmp(made.v[i].event, event))
			continue;
		name_made(FIRST_MADE + i, name);
		for (size_t k = 0; k < fakesys.objs.n; k++)
			if (fakesys.objs.v[k]->fd >= 0 && !strcmp(fakesys.objs.v[k]->name, name))
				return true;
	}
	return false;
}

static int remove_kprobe(const char *event)
{
	char to[4096], *text = host_read_file(sys_path(LIST, to), NULL), *save = NULL;
	struct strbuf left = { 0 };
	bool found = false;

	if (is_open(event)) {
		mem_free(text);
		return -EBUSY;
	}
	for (char *l = text ? strtok_r(text, "\n", &save) : NULL; l;
	     l = strtok_r(NULL, "\n", &save)) {
		const char *at = strstr(l, event);

		if (at && at > l && at[-1] == ':' && at[strlen(event)] == ' ')
			found = true;
		else
			sb_printf(&left, "%s\n", l);
	}
	put_file(LIST, "w", sb_str(&left));
	sb_free(&left);
	mem_free(text);
	sys_log("remove %.4s", event);
	return found ? 0 : -ENOENT;
}

/* "r256:GROUP/NAME func" and "-:GROUP/NAME": Documentation/trace/kprobetrace.rst */
int sys_kprobe_list(const char *line, u32 len)
{
	char event[128], func[128];
	u32 slots;
	int err = -EINVAL;

	if (sscanf(line, "r%u:%127s %127s", &slots, event, func) == 3)
		err = *func == '0' || sys_has_function(func) ?
		      make_kretprobe(line, slots, event, func) : -ENOENT;
	else if (sscanf(line, "-:%127s", event) == 1)
		err = remove_kprobe(event);
	return err ? err : (int)len;
}

/* ---- buffers ---- */

static struct sys_obj *buffers[FAKE_CPUS];

void sys_set_buffer(u32 cpu, struct sys_obj *o)
{
	buffers[cpu] = o;
}

static struct perf_event_mmap_page *page_of(const struct sys_obj *o)
{
	return (void *)o->ring;
}

static void put_bytes(struct sys_obj *o, const void *from, u32 n)
{
	u64 at = page_of(o)->data_head;
	u8 *data = o->ring + getpagesize();

	for (u32 i = 0; i < n; i++)
		data[(at + i) & (o->size - 1)] = ((const u8 *)from)[i];
	page_of(o)->data_head += n;
}

/* struct { header; u64 id, lost; }, then struct { header; u32 size; char data[]; } padded */
static s64 perf_output(struct sys_obj *o, const u8 *data, u32 n)
{
	struct { struct perf_event_header h; u64 id, lost; } lost = {
		.h = { PERF_RECORD_LOST, 0, sizeof(lost) }, .lost = o ? o->lost : 0,
	};
	struct perf_event_header h = { PERF_RECORD_SAMPLE, 0, (u16)(ALIGN_UP(n + 4, 8) + 8) };
	u32 padded = ALIGN_UP(n + 4, 8) - 4;
	u64 room;

	if (!o)
		return -ENOENT;
	room = o->size - (page_of(o)->data_head - page_of(o)->data_tail);
	if (h.size + (o->lost ? sizeof(lost) : 0) > room) {
		o->lost++;
		return -ENOSPC;
	}
	if (o->lost)
		put_bytes(o, &lost, sizeof(lost));
	o->lost = 0;
	put_bytes(o, &h, sizeof(h));
	put_bytes(o, &padded, 4);
	put_bytes(o, data, n);
	put_bytes(o, "\0\0\0\0\0\0\0\0", padded - n);
	return 0;
}

static struct sys_obj *ring(void)
{
	for (size_t i = 0; i < fakesys.objs.n; i++)
		if (fakesys.objs.v[i]->kind == SYS_MAP && fakesys.objs.v[i]->fd >= 0 &&
		    fakesys.objs.v[i]->type == BPF_MAP_TYPE_RINGBUF && *fakesys.objs.v[i]->name)
			return fakesys.objs.v[i];
	return NULL;
}

static u64 *consumer(const struct sys_obj *o) { return (void *)o->ring; }
static u64 *producer(const struct sys_obj *o) { return (void *)(o->ring + getpagesize()); }

static bool has_room(u64 size)
{
	struct sys_obj *o = ring();
	u64 n = ALIGN_UP(size + 8, 8);

	for (size_t i = fake.seen; i < fake.vm.records.n; i++)
		n += ALIGN_UP(fake.vm.records.v[i].size + 8, 8);
	return o && n <= o->size - (*producer(o) - *consumer(o));
}

bool sys_helper(struct bpfvm *vm, u32 id, const u64 r[6], u64 *ret)
{
	u8 *data;

	if (id == HELPER_ringbuf_reserve) {
		*ret = 0;
		return !has_room(r[2]);
	}
	if (id == HELPER_get_attach_cookie) {
		*ret = fake.target;
		return true;
	}
	if (id == HELPER_seq_write && fakesys.iter) {
		fakesys.iter->size += bpfvm_mem(vm, r[2], (u32)r[3], false) ? (u32)r[3] : 0;
		*ret = 0;
		return true;
	}
	if (id != HELPER_perf_event_output)
		return false;
	data = bpfvm_mem(vm, r[4], (u32)r[5], false);
	*ret = data && vm->cpu < FAKE_CPUS ? (u64)perf_output(buffers[vm->cpu], data, (u32)r[5])
					   : (u64)-EINVAL;
	return true;
}

static void put_ring(struct sys_obj *o, u64 pos, const void *from, u32 n)
{
	u8 *data = o->ring + 2 * getpagesize();

	for (u32 i = 0; i < n; i++) {
		u64 at = (pos + i) & (o->size - 1);

		data[at] = data[at + o->size] = ((const u8 *)from)[i];
	}
}

void sys_hand_over(void)
{
	struct sys_obj *o = ring();

	for (; o && fake.seen < fake.vm.records.n; fake.seen++) {
		const struct bpfvm_record *r = &fake.vm.records.v[fake.seen];
		u64 head = r->size;

		if (r->state != RECORD_DONE)
			continue;
		put_ring(o, *producer(o), &head, 8);
		put_ring(o, *producer(o) + 8, r->data, r->size);
		*producer(o) += ALIGN_UP(r->size + 8, 8);
		fakesys.is_woken = true;
	}
}

bool sys_is_readable(const struct sys_obj *o)
{
	return o->ring && o->kind == SYS_PERF && page_of(o)->data_head != page_of(o)->data_tail;
}

/* ---- events ---- */

static u64 args[8];

static u32 build_ctx(const struct sys_obj *prog, u8 *ctx)
{
	const struct arch *arch = &arch_x86_64;

	memset(ctx, 0, 256);
	if (prog->type == BPF_PROG_TYPE_TRACING || prog->type == BPF_PROG_TYPE_RAW_TRACEPOINT) {
		memcpy(ctx, args, sizeof(args));
		return sizeof(args);
	}
	if (prog->type == BPF_PROG_TYPE_TRACEPOINT) {	/* after the common fields */
		memcpy(ctx + 8, args, sizeof(args));
		return 8 + sizeof(args);
	}
	for (u32 i = 0; i < arch->func.n_regs; i++)
		memcpy(ctx + arch->func.reg_off[i], &args[i], 8);
	memcpy(ctx + arch->ret, &args[7], 8);	/* arg7: the return value */
	return 200;
}

static u64 nested;		/* the instructions after which `hit` runs again; 0: never */
static struct { const struct sys_obj *prog; u8 ctx[256]; } running;

static void hit_again(struct bpfvm *vm)
{
	(void)vm;
	sys_log("again");
	args[2]++;
	sys_run(running.prog, running.ctx, build_ctx(running.prog, running.ctx));
	args[2]--;
	build_ctx(running.prog, running.ctx);
}

static void hit(const struct sys_obj *prog, u64 cookie)
{
	fake.target = cookie;
	running.prog = prog;
	fake.vm.interrupt = nested ? hit_again : NULL;
	fake.vm.interrupt_at = fake.vm.steps + nested;
	sys_run(prog, running.ctx, build_ctx(prog, running.ctx));
	fake.vm.interrupt = NULL;
}

/* Programs of one place: kprobes and uprobes run the last one first, other events the first. */
static bool hit_links(const char *name)
{
	bool any = false, back = !strncmp(name, "kprobe", 6) || !strncmp(name, "uprobe", 6);
	size_t n = fakesys.objs.n;

	for (size_t i = 0; i < n; i++) {
		const struct sys_obj *o = fakesys.objs.v[back ? n - 1 - i : i];
		bool links = o->kind == SYS_LINK && o->fd >= 0;

		if (!links && (o->kind != SYS_PERF || o->fd < 0 || !o->prog))
			continue;
		if (!strcmp(o->name, name)) {
			hit(o->prog, o->cookie);
			any = true;
		}
		for (size_t k = 0; links && k < o->places.n; k++)
			if (!strcmp(o->places.v[k].name, name)) {
				hit(o->prog, o->places.v[k].cookie);
				any = true;
			}
	}
	return any;
}

static void fire(char *line)
{
	char *save = NULL, *name = strtok_r(line, " ", &save);
	u64 pid = 1234;
	u32 n = 1;

	memset(args, 0, sizeof(args));
	fake.vm.cpu = 0;
	nested = 0;
	for (char *w; (w = strtok_r(NULL, " ", &save)); ) {
		if (!strncmp(w, "arg", 3))
			args[w[3] & 7] = strtoull(w + 5, NULL, 0);
		else if (!strncmp(w, "cpu=", 4))
			fake.vm.cpu = (u32)atoi(w + 4);
		else if (!strncmp(w, "pid=", 4))
			pid = strtoull(w + 4, NULL, 0);
		else if (!strncmp(w, "nested=", 7))
			nested = strtoull(w + 7, NULL, 0);
		else if (*w == 'x')
			n = (u32)atoi(w + 1);
		else
			fake.failed = true;
	}
	fake.vm.pid_tgid = pid << 32 | pid;
	fake.vm.ktime = 1000000000;
	strcpy(fake.vm.comm, "test");
	while (n--)
		if (!hit_links(name)) {
			sys_log("nothing at %s", name);
			break;
		}
}

/* A hit that the kernel counts although no program saw it. */
static void miss(enum sys_kind kind, const char *name, u64 n)
{
	for (size_t i = 0; i < fakesys.objs.n; i++)
		if (fakesys.objs.v[i]->kind == kind && fakesys.objs.v[i]->fd >= 0 &&
		    !strcmp(fakesys.objs.v[i]->name, name))
			fakesys.objs.v[i]->missed += n;
}

/* kprobe_profile has a line per probe: "  NAME   HITS   MISSES" */
static void put_profile(u32 i, unsigned long long hits, unsigned long long misses)
{
	char text[256];

	if (i >= made.n)
		return;
	snprintf(text, sizeof(text), "  %-44s %15llu %15llu\n", strchr(made.v[i].event, '/') + 1,
		 hits, misses);
	put_file(TRACING "kprobe_profile", i ? "a" : "w", text);
}

/* The current task: text from an offset on, in which 0 is a NUL; x before and after it. */
static void set_task(u32 off, const char *text)
{
	static u8 task[256];
	static const struct bpfvm_region region = { 0x7a5000000000, sizeof(task), task, true };

	if (fake.vm.task != region.addr)
		vec_push(&fake.vm.regions, region);
	fake.vm.task = region.addr;
	memset(task, 'x', sizeof(task));
	for (; *text && off < sizeof(task); text++)
		task[off++] = *text == '0' ? 0 : (u8)*text;
}

static void do_line(char *line)
{
	char name[200], text[200], to[4096];
	unsigned long long n, m;
	u32 i;

	if (sscanf(line, "profile %u %llu %llu", &i, &n, &m) == 3)
		put_profile(i, n, m);
	else if (sscanf(line, "task %u %199s", &i, name) == 2)
		set_task(i, name);
	else if (sscanf(line, "skipped %199s %llu", name, &n) == 2)
		miss(SYS_PROG, name, n);
	else if (sscanf(line, "missed %199s %llu", name, &n) == 2)
		miss(SYS_LINK, name, n);
	else if (sscanf(line, "off %llu", &n) == 1)
		fakesys.off = (u32)n;
	else if (sscanf(line, "file %199s %199[^\n]", name, text) == 2)
		put_file(name, "w", text);
	else if (sscanf(line, "gone %199s", name) == 1)
		rmdir(sys_path(name, to));
	else if (sscanf(line, "uevent %199s", text) == 1)
		sys_uevent(text);
	else if (sscanf(line, "sleep %llu", &n) == 1)
		usleep((useconds_t)n * 1000);
	else if (sscanf(line, "signal %llu", &n) == 1)
		kill(getpid(), (int)n);
	else
		fire(line);
}

bool sys_happen(void)
{
	static char *text, *rest;
	static bool done, stays;
	char *line;

	if (done)
		return false;
	if (!text && getenv("FAKESYS_EVENTS"))
		rest = text = host_read_file(getenv("FAKESYS_EVENTS"), NULL);
	while (text && (line = strsep(&rest, "\n"))) {
		if (!strcmp(line, "read"))
			return true;
		if (!strcmp(line, "stay"))
			stays = true;
		else if (*line)
			do_line(line);
	}
	mem_free(text);
	done = true;
	if (!stays)
		kill(getpid(), SIGTERM);
	return true;
}
