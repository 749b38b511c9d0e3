/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sysbpf.c - the bpf() system call without a library.
 *
 * The attributes of each command are declared here as the kernel's ABI has them (union bpf_attr
 * in linux/bpf.h), so that old system headers suffice.  Pointers are passed as 64-bit numbers
 * on all hosts.
 */
#define _GNU_SOURCE	/* prlimit */
#include "kernel/sysbpf.h"

#include <errno.h>
#include <linux/bpf.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/mem.h"

/* A pointer in attributes: aligned to 8 bytes on all hosts, also on i386. */
typedef u64 __attribute__((aligned(8))) ptr64;

enum {	/* commands that old headers may lack */
	CMD_TEST_RUN = 10, CMD_PROG_NEXT_ID = 11, CMD_PROG_FD = 13, CMD_INFO_BY_FD = 15,
	CMD_RAW_TRACEPOINT = 17, CMD_BTF_LOAD = 18, CMD_BTF_FD = 19, CMD_BTF_NEXT_ID = 23,
	CMD_LOOKUP_BATCH = 24, CMD_LOOKUP_DELETE_BATCH = 25,
	CMD_LINK_CREATE = 28, CMD_ENABLE_STATS = 32, CMD_ITER_CREATE = 33
};
enum {
	ATTACH_ITER = 28, ATTACH_PERF_EVENT = 41, ATTACH_KPROBE_MULTI = 42,
	ATTACH_UPROBE_MULTI = 48
};

struct attr_map {
	u32 type, key_size, value_size, max_entries, flags, inner_fd, numa_node;
	char name[16];
};

struct attr_elem {
	u32 fd, pad;
	ptr64 key, value, flags;
};

struct attr_batch {
	ptr64 in, out, keys, values;
	u32 count, fd;
	ptr64 elem_flags, flags;
};

struct attr_prog {
	u32 type, insn_cnt;
	ptr64 insns, license;
	u32 log_level, log_size;
	ptr64 log_buf;
	u32 kern_version, flags;
	char name[16];
	u32 ifindex, expected_attach_type;
	u32 btf_fd, func_info_rec_size;
	ptr64 func_info;
	u32 func_info_cnt, line_info_rec_size;
	ptr64 line_info;
	u32 line_info_cnt, attach_btf_id, attach_btf_fd, pad;
};

struct attr_test {
	u32 prog_fd, retval, data_size_in, data_size_out;
	ptr64 data_in, data_out;
	u32 repeat, duration, ctx_size_in, ctx_size_out;
	ptr64 ctx_in;
};

struct attr_info {
	u32 fd, len;
	ptr64 info;
};

struct attr_raw_tracepoint {
	ptr64 name;
	u32 prog_fd, pad;
};

struct attr_link {
	u32 prog_fd, target_fd, attach_type, flags;
	union {
		ptr64 cookie;
		struct {
			u32 flags, cnt;
			ptr64 syms, addrs, cookies;
		} multi;
		struct {
			ptr64 path, offsets, ref_ctr_offsets, cookies;
			u32 cnt, flags, pid;
		} uprobes;
	};
};

struct btf_info {
	ptr64 btf;
	u32 btf_size, id;
	ptr64 name;
	u32 name_len, is_kernel;
};

struct attr_btf {
	ptr64 btf, log;
	u32 size, pad;
};

struct prog_info {
	u32 type, id;
	u8 tag[8];
	u32 jited_len, xlated_len;
	ptr64 jited, xlated, load_time;
	u32 uid, nr_map_ids;
	ptr64 map_ids;
	char name[16];
	u32 ifindex, gpl;
	ptr64 netns_dev, netns_ino;
	u32 nr_jited_ksyms, nr_jited_func_lens;
	ptr64 jited_ksyms, jited_func_lens;
	u32 btf_id, func_info_rec_size;
	ptr64 func_info;
	u32 nr_func_info, nr_line_info;
	ptr64 line_info, jited_line_info;
	u32 nr_jited_line_info, line_info_rec_size, jited_line_info_rec_size, nr_prog_tags;
	ptr64 prog_tags, run_time_ns, run_cnt, recursion_misses;
};

/* struct bpf_link_info of links to perf events and of kprobe.multi. */
struct link_info {
	u32 type, id, prog_id, pad;
	union {
		struct {
			u32 type, pad;
			ptr64 func_name;
			u32 name_len, offset;
			ptr64 addr, missed;
		} perf;
		struct {
			ptr64 addrs;
			u32 count, flags;
			ptr64 missed;
		} multi;
	};
};

enum { LINK_PERF_EVENT = 7, LINK_KPROBE_MULTI = 8 };	/* link_info.type */
enum { PERF_KPROBE = 3, PERF_KRETPROBE = 4 };		/* link_info.perf.type */

/* The size of a struct up to the end of a field. */
#define UPTO(type, field) (offsetof(struct type, field) + sizeof(((struct type *)0)->field))

static ptr64 to_ptr(const void *p)
{
	return (uintptr_t)p;
}

static int sys_bpf(int cmd, void *attr, size_t size)
{
	long r = syscall(SYS_bpf, cmd, attr, (unsigned)size);

	if (r >= 0)
		return (int)r;
	return errno == KERNEL_ENOTSUPP ? -EOPNOTSUPP : last_error();
}

/*
 * Raises RLIMIT_MEMLOCK, once.  This needs CAP_SYS_RESOURCE.  Before 5.11 maps and programs count
 * against the limit, and calls fail with EPERM if it is too low.
 */
static bool raise_memlock(void)
{
	static bool tried;
	struct rlimit all = { RLIM_INFINITY, RLIM_INFINITY };

	if (tried)
		return false;
	tried = true;
	return !prlimit(0, RLIMIT_MEMLOCK, &all, NULL);
}

/* Copies a name and replaces characters that the kernel does not accept. */
static void copy_name(char out[16], const char *name)
{
	static const char fine[] = "abcdefghijklmnopqrstuvwxyz0123456789"
				   "ABCDEFGHIJKLMNOPQRSTUVWXYZ_.";
	size_t i;

	for (i = 0; name && i < 15 && name[i]; i++)
		out[i] = strchr(fine, name[i]) ? name[i] : '_';
}

int sysbpf_map_create(const struct sysbpf_map *m)
{
	struct attr_map a = {
		.type = m->type, .key_size = m->key_size, .value_size = m->value_size,
		.max_entries = m->max_entries, .flags = m->flags,
		.inner_fd = (u32)m->inner_fd,
	};
	int fd;

	copy_name(a.name, m->name);
	do
		fd = sys_bpf(BPF_MAP_CREATE, &a, a.name[0] ? sizeof(a) : UPTO(attr_map, flags));
	while (fd == -EPERM && raise_memlock());
	return fd;
}

int sysbpf_wait_for_programs(void)
{
	struct sysbpf_map m = { .name = "wait", .type = BPF_MAP_TYPE_ARRAY,
				.key_size = 4, .value_size = 4,
				.max_entries = 1 };
	int inner = sysbpf_map_create(&m), outer, err = inner;
	u32 zero = 0;

	if (inner < 0)
		return err;
	m.type = BPF_MAP_TYPE_ARRAY_OF_MAPS;
	m.inner_fd = inner;
	outer = err = sysbpf_map_create(&m);
	if (outer >= 0) {
		err = sysbpf_map_update(outer, &zero, &inner, BPF_ANY);
		close(outer);
	}
	close(inner);
	return err;
}

int sysbpf_map_lookup(int fd, const void *key, void *value)
{
	struct attr_elem a = { .fd = (u32)fd, .key = to_ptr(key), .value = to_ptr(value) };

	return sys_bpf(BPF_MAP_LOOKUP_ELEM, &a, UPTO(attr_elem, value));
}

int sysbpf_map_update(int fd, const void *key, const void *value, u64 flags)
{
	struct attr_elem a = {
		.fd = (u32)fd, .key = to_ptr(key), .value = to_ptr(value), .flags = flags,
	};

	return sys_bpf(BPF_MAP_UPDATE_ELEM, &a, sizeof(a));
}

int sysbpf_map_delete(int fd, const void *key)
{
	struct attr_elem a = { .fd = (u32)fd, .key = to_ptr(key) };

	return sys_bpf(BPF_MAP_DELETE_ELEM, &a, UPTO(attr_elem, key));
}

int sysbpf_map_next(int fd, const void *key, void *next)
{
	struct attr_elem a = { .fd = (u32)fd, .key = to_ptr(key), .value = to_ptr(next) };

	return sys_bpf(BPF_MAP_GET_NEXT_KEY, &a, UPTO(attr_elem, value));
}

int sysbpf_map_batch(int fd, const void *in, void *out, void *keys, void *values,
		     u32 *count, bool del)
{
	struct attr_batch a = {
		.in = to_ptr(in), .out = to_ptr(out), .keys = to_ptr(keys),
		.values = to_ptr(values), .count = *count, .fd = (u32)fd,
	};
	int r = sys_bpf(del ? CMD_LOOKUP_DELETE_BATCH : CMD_LOOKUP_BATCH, &a,
			UPTO(attr_batch, fd));

	/* The kernel writes the count only in these cases. */
	*count = !r || r == -ENOENT ? a.count : 0;
	return r;
}

static size_t prog_attr_size(const struct sysbpf_prog *p)
{
	if (p->attach_btf_fd)
		return UPTO(attr_prog, attach_btf_fd);
	if (p->attach_btf_id)
		return UPTO(attr_prog, attach_btf_id);
	if (p->n_starts > 1)
		return UPTO(attr_prog, func_info_cnt);
	if (p->expected_attach_type)
		return UPTO(attr_prog, expected_attach_type);
	if (p->name)
		return UPTO(attr_prog, name);
	return UPTO(attr_prog, kern_version);
}

/*
 * Loads the BTF of `static void f(void)`.  Functions whose address is passed to a helper must have
 * a BTF type, but any type will do.
 */
static int load_btf(void)
{
	static const struct {
		u16 magic;						/* linux/btf.h */
		u8 version, flags;
		u32 head, types, types_len, strs, strs_len;
		u32 proto[3], func[3];	/* name, kind << 24, type */
		char text[4];
	} btf = { 0xeb9f, 1, 0, 24, 0, 24, 24, 3, { 0, 13 << 24, 0 }, { 1, 12 << 24, 1 },
		  "\0f" };
	struct attr_btf a = { to_ptr(&btf), 0, 24 + 24 + 3, 0 };

	return sys_bpf(CMD_BTF_LOAD, &a, UPTO(attr_btf, size));
}

/* Passes the functions' positions and types to the kernel.  The caller frees a->func_info. */
static int tell_functions(struct attr_prog *a, const struct sysbpf_prog *p)
{
	u32 (*info)[2] = mem_alloc(p->n_starts * sizeof(*info));
	int fd = load_btf();

	for (u32 i = 0; i < p->n_starts; i++) {
		info[i][0] = p->starts[i];
		info[i][1] = 2;		/* f */
	}
	a->btf_fd = (u32)fd;
	a->func_info = to_ptr(info);
	a->func_info_cnt = p->n_starts;
	a->func_info_rec_size = sizeof(*info);
	return fd;
}

int sysbpf_prog_load(const struct sysbpf_prog *p)
{
	struct attr_prog a = {
		.type = p->type, .insn_cnt = p->n_insns, .insns = to_ptr(p->insns),
		.license = to_ptr("GPL"), .log_level = p->log_level,
		.log_size = p->log ? p->log_size : 0, .log_buf = to_ptr(p->log),
		.kern_version = p->kern_version,
		.expected_attach_type = p->expected_attach_type,
		.attach_btf_id = p->attach_btf_id, .attach_btf_fd = (u32)p->attach_btf_fd,
	};
	int fd, again = 5, btf = p->n_starts > 1 ? tell_functions(&a, p) : -1;

	copy_name(a.name, p->name);
	/* EAGAIN: a signal interrupted the verifier. */
	do
		fd = sys_bpf(BPF_PROG_LOAD, &a, prog_attr_size(p));
	while ((fd == -EAGAIN && --again) || (fd == -EPERM && raise_memlock()));
	if (btf >= 0)
		close(btf);
	mem_free((void *)(uintptr_t)a.func_info);
	return fd;
}

int sysbpf_test_run(int prog_fd, const u64 *ctx, u32 n, u32 *retval)
{
	int err;

	struct attr_test a = {
		.prog_fd = (u32)prog_fd, .ctx_size_in = n * 8, .ctx_in = n ? to_ptr(ctx) : 0,
	};

	err = sys_bpf(CMD_TEST_RUN, &a, sizeof(a));
	*retval = a.retval;
	return err;
}

int sysbpf_raw_tracepoint(const char *name, int prog_fd)
{
	struct attr_raw_tracepoint a = { .name = to_ptr(name), .prog_fd = (u32)prog_fd };

	return sys_bpf(CMD_RAW_TRACEPOINT, &a, UPTO(attr_raw_tracepoint, prog_fd));
}

int sysbpf_link_perf(int prog_fd, int perf_fd, u64 cookie)
{
	struct attr_link a = {
		.prog_fd = (u32)prog_fd, .target_fd = (u32)perf_fd,
		.attach_type = ATTACH_PERF_EVENT, .cookie = cookie,
	};

	return sys_bpf(CMD_LINK_CREATE, &a, UPTO(attr_link, cookie));
}

int sysbpf_iter(int prog_fd)
{
	struct attr_link a = { .prog_fd = (u32)prog_fd, .attach_type = ATTACH_ITER };
	u32 iter[2] = { 0 };	/* link_fd, flags */
	int fd = sys_bpf(CMD_LINK_CREATE, &a, UPTO(attr_link, flags)), link = fd;

	if (link < 0)
		return link;
	iter[0] = (u32)link;
	fd = sys_bpf(CMD_ITER_CREATE, iter, sizeof(iter));
	close(link);		/* the iterator holds a reference */
	return fd;
}

int sysbpf_link_kprobe_multi(int prog_fd, const char *const *syms, const u64 *addrs,
			     const u64 *cookies, u32 n, bool is_return)
{
	struct attr_link a = {
		.prog_fd = (u32)prog_fd, .attach_type = ATTACH_KPROBE_MULTI,
		.multi = {
			.flags = is_return, .cnt = n, .syms = to_ptr(syms),
			.addrs = to_ptr(addrs), .cookies = to_ptr(cookies),
		},
	};

	/* The kernel refuses 32-bit processes because the arrays have its own word size. */
	if (sizeof(void *) != sizeof(u64))
		return -EOPNOTSUPP;
	return sys_bpf(CMD_LINK_CREATE, &a, UPTO(attr_link, multi.cookies));
}

int sysbpf_link_uprobe_multi(int prog_fd, const struct sysbpf_uprobes *u)
{
	struct attr_link a = {
		.prog_fd = (u32)prog_fd, .attach_type = ATTACH_UPROBE_MULTI,
		.uprobes = {
			.path = to_ptr(u->path), .offsets = to_ptr(u->offsets),
			.ref_ctr_offsets = to_ptr(u->semaphores),
			.cookies = to_ptr(u->cookies), .cnt = u->n, .flags = u->is_return,
			.pid = u->pid,
		},
	};

	return sys_bpf(CMD_LINK_CREATE, &a, UPTO(attr_link, uprobes.pid));
}

static int get_info(int fd, void *info, u32 len)
{
	struct attr_info a = { .fd = (u32)fd, .len = len, .info = to_ptr(info) };

	return sys_bpf(CMD_INFO_BY_FD, &a, sizeof(a));
}

int sysbpf_module_btf(const char *name)
{
	u32 id[2] = { 0 };	/* the previous id, the next one */
	int err, fd;

	for (; !(err = sys_bpf(CMD_BTF_NEXT_ID, id, sizeof(id))); id[0] = id[1]) {
		char text[64] = "";
		struct btf_info info = { .name = to_ptr(text), .name_len = sizeof(text) };

		fd = sys_bpf(CMD_BTF_FD, &id[1], sizeof(id[1]));
		if (fd < 0)
			continue;	/* it has just been unloaded */
		if (!get_info(fd, &info, sizeof(info)) && info.is_kernel && !strcmp(text, name))
			return fd;
		close(fd);
	}
	return err;
}

int sysbpf_prog_next(u32 *id)
{
	u32 ids[2] = { *id };	/* the previous id, the next one */
	int err = sys_bpf(CMD_PROG_NEXT_ID, ids, sizeof(ids));

	*id = ids[1];
	return err;
}

int sysbpf_prog_open(u32 id)
{
	return sys_bpf(CMD_PROG_FD, &id, sizeof(id));
}

/* Reads the BTF with an id. */
static int read_btf(u32 id, struct sysbpf_funcs *out)
{
	struct btf_info info = { 0 };
	int fd = sys_bpf(CMD_BTF_FD, &id, sizeof(id)), err;

	if (fd < 0)
		return fd;
	err = get_info(fd, &info, UPTO(btf_info, id));
	if (!err) {
		out->btf = mem_alloc(info.btf_size);
		out->btf_size = info.btf_size;
		info = (struct btf_info){ .btf = to_ptr(out->btf), .btf_size = out->btf_size };
		err = get_info(fd, &info, UPTO(btf_info, id));
	}
	close(fd);
	return err;
}

int sysbpf_prog_funcs(int prog_fd, struct sysbpf_funcs *out)
{
	struct prog_info info = { 0 }, again = { .func_info_rec_size = sizeof(*out->funcs) };
	int err = get_info(prog_fd, &info, UPTO(prog_info, nr_func_info));

	*out = (struct sysbpf_funcs){ .type = info.type };
	if (err || !info.btf_id || !info.nr_func_info)
		return err;
	out->funcs = mem_alloc(info.nr_func_info * sizeof(*out->funcs));
	out->n = again.nr_func_info = info.nr_func_info;
	again.func_info = to_ptr(out->funcs);
	err = get_info(prog_fd, &again, UPTO(prog_info, nr_func_info));
	if (!err)
		err = read_btf(info.btf_id, out);
	if (err)
		sysbpf_free_funcs(out);
	return err;
}

void sysbpf_free_funcs(struct sysbpf_funcs *f)
{
	mem_free(f->funcs);
	mem_free(f->btf);
	*f = (struct sysbpf_funcs){ 0 };
}

int sysbpf_prog_stats(int prog_fd, struct sysbpf_stats *stats)
{
	struct prog_info info = { 0 };
	int r = get_info(prog_fd, &info, sizeof(info));

	stats->recursion_misses = info.recursion_misses;
	stats->runs = info.run_cnt;
	stats->run_ns = info.run_time_ns;
	return r;
}

int sysbpf_measure_runs(void)
{
	u32 type = 0;	/* BPF_STATS_RUN_TIME */

	return sys_bpf(CMD_ENABLE_STATS, &type, sizeof(type));
}

int sysbpf_prog_sizes(int prog_fd, u32 *xlated, u32 *jited)
{
	struct prog_info info = { 0 };
	int r = get_info(prog_fd, &info, UPTO(prog_info, name));

	*xlated = info.xlated_len;
	*jited = info.jited_len;
	return r;
}

u64 sysbpf_link_missed(int link_fd)
{
	struct link_info info = { 0 };

	if (get_info(link_fd, &info, sizeof(info)))
		return 0;
	if (info.type == LINK_KPROBE_MULTI)
		return info.multi.missed;
	if (info.type == LINK_PERF_EVENT &&
	    (info.perf.type == PERF_KPROBE || info.perf.type == PERF_KRETPROBE))
		return info.perf.missed;
	return 0;
}
