/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * load.c - creates maps and loads programs; see load.h.
 *
 * Map sizes depend on the machine: a map may take a 256th of the memory, within
 * bounds, so that a board with 64 MB and a server both get something useful.
 * Entries are preallocated.  If the kernel allocated them on demand, a burst of
 * new keys would empty its reserve, and keys would be lost.
 * If the verifier refuses a program, it is loaded once more with a log, and the
 * error is reported for the script's line that the failing instruction is from.
 */
#include "run/load.h"

#include <errno.h>
#include <linux/bpf.h>
#include <string.h>
#include <unistd.h>

#include "base/find.h"
#include "base/number.h"
#include "base/text.h"
#include "bpf/insn.h"
#include "kernel/host.h"
#include "kernel/limit.h"
#include "kernel/sysbpf.h"
#include "provider/provider.h"
#include "run/progress.h"
#include "run/whynot.h"

#define MAX_OLD_KEY 512	/* bytes of a key before 5.12: MAX_BPF_STACK */

static struct span place_of(const struct map *m)
{
	return m->global ? m->global->first : (struct span){ 0 };
}

/* ---- sizes ---- */

static u64 clamp(u64 n, u64 lo, u64 hi)
{
	return n < lo ? lo : n > hi ? hi : n;
}

static u32 power_of_two_below(u64 n)
{
	u32 p = 1;

	while ((u64)p * 2 <= n && p < 1u << 30)
		p *= 2;
	return p;
}

/* About how many bytes the kernel needs for an entry, with its share of the table. */
static u64 entry_cost(const struct map *m, u32 cpus)
{
	bool per_cpu = m->type == BPF_MAP_TYPE_PERCPU_HASH;

	return 64 + ALIGN_UP(m->key_size, 8) +
	       (u64)ALIGN_UP(m->value_size, 8) * (per_cpu ? cpus : 1);
}

/* Per-CPU values are allocated one by one, before the first probe fires. */
#define MOST_ENTRIES 65536
#define MOST_CPU_ENTRIES 4096
#define LEAST_ENTRIES 16

/* How many entries the machine's memory allows, halved o->shrink times for --memory. */
static u32 entries_of(const struct map *m, const struct load_options *o)
{
	/* A hash that isn't a global has the stacks whose bucket in the table is taken, 1500 of
	 * 4096, so it may be smaller. */
	u64 budget = clamp(o->memory / 256, 256 << 10,
			   m->global || m->has_stacks || m->type != BPF_MAP_TYPE_HASH ?
			   16 << 20 : 4 << 20);
	u32 n = (u32)clamp(power_of_two_below(budget / entry_cost(m, o->cpus)), 128,
			   m->type == BPF_MAP_TYPE_HASH ? MOST_ENTRIES : MOST_CPU_ENTRIES);

	return (u32)clamp(n >> o->shrink, LEAST_ENTRIES, n);
}

static void size_map(struct map *m, const struct image *im, const struct load_options *o)
{
	bool hash = m->type == BPF_MAP_TYPE_HASH || m->type == BPF_MAP_TYPE_PERCPU_HASH;

	if (m->is_fixed)
		return;
	if (hash && im->opt.map_size)
		m->max_entries = im->opt.map_size;
	else if (m->global && m->global->max_entries)
		m->max_entries = m->global->max_entries;
	else if (hash || m->global || m->type == BPF_MAP_TYPE_STACK_TRACE)
		m->max_entries = entries_of(m, o);
	if (hash && m->global && (m->global->has_turns || m->global->keeps_deleted) &&
	    m->max_entries < UINT32_MAX / 2)
		m->max_entries *= 2;
}

#define MANY_COPIES 16	/* of stacks: records that a CPU's buffer has room for */

/* The limits are low, because a large buffer takes a millisecond to create and counts twice as
 * resident memory. */
u64 load_buffer_size(const struct image *im, const struct load_options *o)
{
	u64 most = im->many_events ? 4 << 20 : 256 << 10;
	u64 copies = im->copy_map ? (u64)o->cpus * MANY_COPIES * im->opt.snapshot : 0;

	if (o->buffer_size)
		return o->buffer_size;
	if (most < copies)
		most = copies;
	return clamp(clamp(o->memory / 256, 64 << 10, most) >> o->shrink, 4096, most);
}

static void size_ring(struct image *im, const struct load_options *o)
{
	struct map *m = &im->maps.v[im->ring_map];
	u64 size = load_buffer_size(im, o);

	if (!im->uses_events)
		return;
	if (image_has_ring(im)) {
		m->type = BPF_MAP_TYPE_RINGBUF;
		m->max_entries = power_of_two_below(clamp(size, (u64)getpagesize(), 1 << 30));
		return;
	}
	m->type = BPF_MAP_TYPE_PERF_EVENT_ARRAY;
	m->key_size = m->value_size = 4;
	m->max_entries = o->cpus;
	if (im->copy_map)
		im->maps.v[im->copy_map].max_entries = o->cpus;
}

/* Is the map used?  Unused maps have values of 0 bytes, except that of events. */
static bool is_needed(const struct image *im, u32 index)
{
	if (index == im->ring_map)
		return im->uses_events;
	return index == im->vars_map || im->maps.v[index].value_size > 0;
}

static void size_maps(struct image *im, const struct load_options *o)
{
	im->maps.v[im->vars_map].value_size = im->vars_size;
	im->maps.v[im->zero_map].value_size = ALIGN_UP(im->zero_size, 8);
	size_ring(im, o);
	for (u32 i = 0; i < im->maps.n; i++) {
		struct map *m = &im->maps.v[i];

		size_map(m, im, o);
		m->bytes = !is_needed(im, i) ? 0 :
			   i != im->ring_map ? entry_cost(m, o->cpus) * m->max_entries :
			   image_has_ring(im) ? m->max_entries : load_buffer_size(im, o);
	}
}

/* The bytes of all maps together, and in *most the map that needs most. */
static u64 total_bytes(const struct image *im, const struct map **most)
{
	u64 sum = 0;

	*most = &im->maps.v[im->vars_map];
	for (size_t i = 0; i < im->maps.n; i++) {
		sum += im->maps.v[i].bytes;
		if (im->maps.v[i].bytes > (*most)->bytes)
			*most = &im->maps.v[i];
	}
	return sum;
}

int load_size_maps(struct image *im, struct load_options *o)
{
	const struct map *most;
	u64 sum;

	size_maps(im, o);
	while ((sum = total_bytes(im, &most)) > o->limit && o->shrink < 16) {
		o->shrink++;
		size_maps(im, o);
	}
	if (sum <= o->limit)
		return 0;
	diag_say(im->diag, E_MEMORY, place_of(most), (unsigned long long)sum,
		 (unsigned long long)o->limit, most->name, (unsigned long long)most->bytes);
	diag_hint(im->diag, T_SMALLER);
	return 3;
}

/* ---- maps ---- */

static int create_map(struct image *im, struct map *m)
{
	struct sysbpf_map spec = { m->name, m->type, m->key_size, m->value_size,
				   m->max_entries, m->flags };
	struct span at = place_of(m);

	m->fd = sysbpf_map_create(&spec);
	if (m->fd >= 0)
		return 0;
	if (m->fd == -EPERM)
		diag_say(im->diag, E_BPF_DENIED, at);
	else if (m->fd == -ENOSYS)
		diag_say(im->diag, E_NO_BPF, at);
	else
		diag_say(im->diag, E_MAP_CREATE, at, m->name, m->max_entries, m->value_size,
			 limit_error(m->fd));
	if (m->fd == -E2BIG && m->key_size > MAX_OLD_KEY)
		diag_hint(im->diag, T_KEY_SIZE, MAX_OLD_KEY, m->key_size);
	else if (m->fd == -ENOMEM || m->fd == -E2BIG)
		diag_hint(im->diag, T_SMALLER);
	return 3;
}

static int create_maps(struct image *im)
{
	for (u32 i = 0; i < im->maps.n; i++)
		if (is_needed(im, i) && create_map(im, &im->maps.v[i]))
			return 3;
	return 0;
}

/* ---- programs ---- */

/* Replaces indices of maps and numbers of the kernel's functions by what bpf(2) takes. */
static void patch_code(const struct image *im, struct code *code)
{
	for (u32 i = 0; i < code->n; i++) {
		struct bpf_insn *in = &code->insns[i];

		if (in->code == (BPF_JMP | BPF_CALL) && in->src_reg == BPF_PSEUDO_KFUNC_CALL)
			in->imm = (s32)feature_kfunc((u32)in->imm);
		if (in->code != (BPF_LD | BPF_IMM | BPF_DW))
			continue;
		if (in->src_reg == BPF_PSEUDO_MAP_FD || in->src_reg == BPF_PSEUDO_MAP_VALUE)
			in->imm = im->maps.v[in->imm].fd;
		i++;
	}
}

/* Is it a line of print_verification_stats() of kernel/bpf/verifier.c?  These end the log. */
static bool is_statistics(const char *line)
{
	static const char *const begins[] = { "processed ", "insns processed", "verification time",
					      "stack depth", "max stack depth" };
	bool is = false;

	for (size_t i = 0; i < ARRAY_SIZE(begins); i++)
		is |= starts_with(line, begins[i]);
	return is;
}

/* Parses the verifier's log.  Its last line "NN: (op) …" has the index of the instruction that
 * failed, and the line before the statistics the reason.  *why points into the log. */
static void read_log(char *log, u32 *insn, const char **why)
{
	char *save = NULL;

	*why = "";
	for (char *line = strtok_r(log, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		const char *end = line;
		u64 n;

		if (number_decimal(&end, &n) && end[0] == ':' && end[1] == ' ' && end[2] == '(')
			*insn = (u32)n;
		else if (!is_statistics(line))
			*why = line;
	}
}

/* Loads the program again with a log of this level. */
static void load_logged(struct sysbpf_prog *spec, u32 level, u32 *insn, const char **why)
{
	spec->log_level = level;
	memset(spec->log, 0, spec->log_size);
	sysbpf_prog_load(spec);
	read_log(spec->log, insn, why);
}

enum { LOG_PATH = 1, LOG_REASON = 4 };	/* BPF_LOG_LEVEL1, BPF_LOG_STATS */

/* Did the verifier reach one of its limits?  A log of its path would then be full before the
 * reason is written, so only the reason is requested. */
static bool is_too_complex(const char *why)
{
	return strstr(why, "too large") || strstr(why, "too complex");
}

/* `why` is "invalid func unknown#123". */
static void hint_helper(struct image *im, const char *why)
{
	const char *number = strrchr(why, '#');
	struct strbuf name = { 0 };
	u64 helper = 0;

	if (number++)
		number_decimal(&number, &helper);
	helper_put(&name, (u32)helper);
	diag_hint(im->diag, T_NO_HELPER, sb_str(&name));
	sb_free(&name);
}

static void explain_refusal(struct image *im, struct prog *p, struct sysbpf_prog *spec,
			    int err)
{
	const char *why, *last;
	u32 insn = 0;
	struct span at = p->span;

	spec->log_size = 1 << 20;
	spec->log = mem_alloc(spec->log_size);
	load_logged(spec, LOG_REASON, &insn, &why);
	why = arena_strdup(im->arena, why);
	if (!is_too_complex(why)) {
		load_logged(spec, LOG_PATH, &insn, &last);
		if (insn < p->code.n && p->code.spans[insn].beg)
			at = p->code.spans[insn];
	}
	if (whynot_loaded(why)) {
		diag_say(im->diag, E_VERIFIER, at, p->targets.v[0]->name,
			 text_of(whynot_loaded(why)));
		mem_free(spec->log);
		return;
	}
	diag_say(im->diag, E_VERIFIER, at, p->targets.v[0]->name,
		 err == -E2BIG ? text_of(T_TOO_LARGE) : limit_error(err));
	if (is_too_complex(why))
		diag_hint(im->diag, T_TOO_COMPLEX, why);
	else if (starts_with(why, "invalid func "))
		hint_helper(im, why);
	else if (*why)
		diag_hint(im->diag, T_VERIFIER, insn, why);
	else if (err == -EOPNOTSUPP)
		diag_hint(im->diag, T_NOT_COMPILED);
	if (p->targets.v[0]->by_value && !insn)
		diag_hint(im->diag, T_BY_VALUE, p->targets.v[0]->func,
			  p->provider->offers & OFFERS_RETVAL ? "kretprobe" : "kprobe",
			  p->targets.v[0]->func);
	mem_free(spec->log);
}

#define MOST_PROBES 10000	/* attached one by one: each takes 10 ms or more */

/* Returns 0, or 3 after saying that attaching so many probes one by one would take too long.
 * The probes of all programs count, as a pattern can be compiled to a program per function. */
static int few_enough(struct image *im)
{
	u32 most = im->opt.max_probes ? im->opt.max_probes : MOST_PROBES, n = 0;
	struct span at = { 0 };

	for (size_t i = 0; i < im->progs.n; i++) {
		const struct prog *p = im->progs.v[i];

		if (p->use_many)
			continue;
		if (n <= most)
			at = p->span;
		n += p->targets.n;
	}
	if (n <= most)
		return 0;
	diag_say(im->diag, E_MANY_PROBES, at, n);
	diag_hint(im->diag, T_MAX_PROBES, n);
	return 3;
}

/*
 * From 6.10 on the JITs of aarch64 and riscv64 replace calls of these helpers by their own
 * code.  The kernel leaves such a call unfinished even if the JIT is off, and its interpreter
 * then jumps to a wrong address (6.12 crashes; 7.2 refuses such programs itself).
 */
static bool needs_jit(const struct image *im, const struct prog *p)
{
	bool calls = false;

	if (!im->arch->jit_only_from || host_kernel_version() < im->arch->jit_only_from)
		return false;
	for (u32 i = 0; i < p->code.n; i++) {
		const struct bpf_insn *in = &p->code.insns[i];

		calls |= in->code == (BPF_JMP | BPF_CALL) && !in->src_reg &&
			 (in->imm == HELPER_get_smp_processor_id ||
			  in->imm == HELPER_get_current_task ||
			  in->imm == HELPER_get_current_task_btf);
	}
	return calls && !feature_has(FEATURE_JIT);
}

static void make_ready(struct image *im, struct prog *p)
{
	patch_code(im, &p->code);
	p->use_many = im->opt.attach != ATTACH_PLAIN && p->provider->may_attach_many &&
		      p->provider->may_attach_many(p);
}

static int load_prog(struct image *im, struct prog *p);

int load_written(struct image *im, struct prog *p)
{
	if (p->fd >= 0)
		close(p->fd);
	p->fd = -1;
	if (im->again(im, p, AGAIN_AS_WRITTEN))
		return 3;
	make_ready(im, p);
	return load_prog(im, p);
}

/* Loads p and n programs that were joined with it, one by one. */
static int load_apart(struct image *im, struct prog *p, size_t n)
{
	size_t at = 0;
	int err = 0;

	while (im->progs.v[at] != p)
		at++;
	for (; n-- > 0 && !err; at++) {
		make_ready(im, im->progs.v[at]);
		err = load_prog(im, im->progs.v[at]);
	}
	return err;
}

/* After a refusal: loads another form of the program, or says why there is none. */
static int load_otherwise(struct image *im, struct prog *p, struct sysbpf_prog *spec)
{
	size_t n = im->progs.n;

	if (p->joined && !im->is_loaded && (p->fd == -E2BIG || p->fd == -EFAULT))
		return im->again(im, p, AGAIN_APART) ? 3 :
		       load_apart(im, p, im->progs.n - n + 1);
	if (((p->fd == -E2BIG || p->fd == -EFAULT) && !im->again(im, p, AGAIN_SHORTER)) ||
	    ((p->uses_types || p->uses_front) && !im->again(im, p, AGAIN_PLAIN))) {
		patch_code(im, &p->code);
		return load_prog(im, p);
	}
	if (p->written)
		return load_written(im, p);
	if (p->fd == -EPERM)
		diag_say(im->diag, E_BPF_DENIED, p->span);
	else if (p->fd == -ENOEXEC)
		diag_say(im->diag, E_NEEDS_JIT, p->span);
	else
		explain_refusal(im, p, spec, p->fd);
	return 3;
}

static int load_prog(struct image *im, struct prog *p)
{
	const char *module = p->targets.v[0]->btf_module;
	struct sysbpf_prog spec = {
		.name = *p->targets.v[0]->func ? p->targets.v[0]->func : p->provider->name,
		.type = p->provider->prog_type,
		.insns = p->code.insns, .n_insns = p->code.n,
		.starts = p->code.starts, .n_starts = p->code.n_funcs,
	};
	int err;

	spec.expected_attach_type = p->use_many ? p->provider->many_type
						: p->provider->attach_type;
	if (prog_is_typed_raw(p)) {
		spec.type = BPF_PROG_TYPE_TRACING;
		spec.expected_attach_type = BPF_TRACE_RAW_TP;
	}
	if (spec.type == BPF_PROG_TYPE_TRACING)
		spec.attach_btf_id = p->targets.v[0]->func_id;
	if (p->targets.v[0]->bpf_prog)
		spec.attach_btf_fd = sysbpf_prog_open(p->targets.v[0]->bpf_prog);
	else if (spec.attach_btf_id && module && *module)
		spec.attach_btf_fd = sysbpf_module_btf(module);
	if (spec.type == BPF_PROG_TYPE_KPROBE)
		spec.kern_version = host_kernel_version();
	p->fd = needs_jit(im, p) ? -ENOEXEC : sysbpf_prog_load(&spec);
	err = p->fd < 0 ? load_otherwise(im, p, &spec) : 0;
	if (spec.attach_btf_fd > 0)
		close(spec.attach_btf_fd);
	return err;
}

int load_again(struct image *im, struct prog *p)
{
	close(p->fd);
	p->fd = -1;
	return few_enough(im) ? 3 : load_prog(im, p);
}

/* If the kernel refused the cheaper provider for one of several programs on a function, all of
 * them use the script's provider, because otherwise they would not run in the script's order. */
static int load_together(struct image *im)
{
	int err = 0;
	size_t i = 0;

	while (i < im->progs.n && !err) {
		struct prog *p = im->progs.v[i];
		size_t k = p->written ? 0 : im->progs.n;

		while (k < im->progs.n && (im->progs.v[k]->provider != p->written ||
					  !prog_meets(p, im->progs.v[k])))
			k++;
		i++;
		if (k == im->progs.n)
			continue;
		err = load_written(im, p);
		i = 0;
	}
	return err;
}

static u32 count_progs(const struct image *im)
{
	u32 n = 0;

	for (size_t i = 0; i < im->progs.n; i++)
		for (const struct prog *p = im->progs.v[i]; p; p = p->next_part)
			n++;
	return n;
}

/* About how many files a session has open: an event and a link for each target, and 256 more,
 * some of them for targets with an event per CPU or thread. */
static u32 count_files(const struct image *im)
{
	size_t n = 256 + im->maps.n + count_progs(im);

	for (size_t i = 0; i < im->progs.n; i++)
		n += 2 * im->progs.v[i]->targets.n;
	return (u32)n;
}

/* Loads all programs that aren't loaded yet.  The verifier may take long for a large one, and a
 * pattern of trampolines has a program for each function. */
static int load_each(struct image *im)
{
	u32 n = 0, of = count_progs(im);
	int err = 0;

	for (size_t i = 0; i < im->progs.n && !err; i++)
		for (struct prog *p = im->progs.v[i]; p && !err; p = p->next_part) {
			err = p->fd < 0 ? load_prog(im, p) : 0;
			progress("loading", ++n, of);
		}
	progress_end();
	return err;
}

int load_all(struct image *im, struct load_options *o)
{
	int err;

	limit_files(count_files(im));
	err = load_size_maps(im, o) || create_maps(im) ? 3 : 0;
	for (size_t i = 0; i < im->progs.n && !err; i++)
		for (struct prog *p = im->progs.v[i]; p; p = p->next_part)
			make_ready(im, p);
	if (!err)
		err = few_enough(im);
	if (!err)
		err = load_each(im);
	if (!err)
		err = load_together(im);
	im->is_loaded = true;
	return err;
}

void load_release(struct image *im)
{
	for (size_t i = 0; i < im->progs.n; i++)
		for (struct prog *p = im->progs.v[i]; p; p = p->next_part)
			if (p->fd >= 0)
				close(p->fd);
	for (size_t i = 0; i < im->maps.n; i++)
		if (im->maps.v[i].fd >= 0)
			close(im->maps.v[i].fd);
}
