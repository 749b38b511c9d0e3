/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * image.h - a compiled script: programs and their targets, maps, actions, and the layout of the
 * vars map.
 *
 * The front end fills it in (script.h).  The runtime needs nothing else of the front end; when a
 * program must be compiled again it calls again().  Offsets (…_off) are in bytes.
 */
#ifndef AWL_IMAGE_H
#define AWL_IMAGE_H

#include "arch/arch.h"
#include "base/diag.h"
#include "base/features.h"
#include "base/mem.h"
#include "bpf/code.h"
#include "lang/type.h"

struct builtin;		/* builtin/builtin.h */
struct clause;		/* lang/ast.h */
struct format;		/* lang/format.h */
struct global_uses;	/* script.h */
struct kern;		/* kernel/kern.h: tracefs, symbols */
struct prog_source;	/* script.h */
struct provider;	/* provider/provider.h */
struct stack_maps;	/* bpf/stack.h */
struct walk_maps;	/* bpf/walk.h */

enum attach_by {
	ATTACH_AUTO,		/* the cheapest way with the same meaning */
	ATTACH_PLAIN,		/* as the script says: kprobes and perf events */
	ATTACH_FAST		/* the cheapest way, even if it may skip hits */
};

enum missing {			/* config: missing_probes */
	MISSING_AS_LISTED,	/* a warning if the clause has other probes, else an error */
	MISSING_ERROR, MISSING_WARN, MISSING_IGNORE
};

/* Settings of the command line and the script that the runtime needs, too. */
struct image_options {
	u32 strlen;		/* bytes of a str() without a length, including the NUL */
	u32 stack_depth;	/* frames of a stack without a depth */
	u32 snapshot;		/* bytes of a user stack that ustack(snapshot) copies */
	u32 map_size;		/* entries of a map; 0: the machine's memory decides */
	u32 max_cat;		/* bytes of a file that cat() shows; 0: all */
	u32 max_probes;		/* most probes attached one by one; 0: the default */
	u64 memory;		/* most bytes of all maps together; 0: no limit */
	enum attach_by attach;
	enum missing missing;
};

struct event_field {		/* where the arguments have a field of a tracepoint's record */
	u32 off;		/* of the field in the record */
	u32 arg;		/* offset of the argument in the context */
	s32 member;		/* -1: the argument is the field; else it points to a structure,
				 * which has the field at this offset */
};

struct target {			/* one place a program is attached to */
	u32 index;		/* in image.targets */
	u64 cookie;		/* the numbers of probe and func: lang/names.h */
	const char *name;	/* "kprobe:vfs_read" */
	const char *func;	/* the function or event */
	const char *module;	/* kernel module, category of a tracepoint, or file; or "" */
	u64 addr;		/* offset in func; or an address */
	u8 local;		/* uprobes: from there to the probe (elf_local()) */
	u8 after;		/* kprobes: from there to what `ip` holds (source.c) */
	u8 landing;		/* … and from there to a cheaper place for it (elf_landing()) */
	u64 id;			/* tracepoint: id; interval: ns; self: signal;
				 * usdt: offset of its semaphore in the file;
				 * kprobe: its address if it was looked up */
	const struct sysperf_event *event;	/* profile, software, …; else NULL */
	u32 func_id;		/* trampolines: the function's id in BTF */
	const char *btf_module;	/* … of this module; NULL or "": of the kernel */
	u32 bpf_prog;		/* trampolines: it is a function of the BPF program with this id */
	bool by_value;		/* trampolines: it takes a structure by value */
	u32 n_slots;		/* that function's arguments, in 8-byte slots of the context */
	u32 first_arg;		/* OFFERS_FIELDS: the field that is arg0 */
	const char *guard;	/* source text: the program ends unless it is true; or NULL */
	bool by_number;		/* … if the call has the right number: 32-bit processes may
				 * mean another call by it */
	s32 cpu;		/* profile on one CPU; -1: all */
	int fd;			/* iter, when attached: the session reads it to its end */
	const struct type *record;	/* tracepoints: the fields */
	struct event_field *fields;	/* those that are read, for ctx_form */
	const char *args;	/* the places of the arguments (lang/argspec.h); NULL: by the
				 * calling convention */
	u32 nameless;		/* a text: why its fields have no names; 0: they have */
	struct span span;
	u64 linked;		/* is_source: its address, as the file was linked */
	const char *source_func;	/* the function that its line is counted from; or NULL */
	const char *variables;	/* -lv: a text with those at this place; or NULL */
	bool is_source;		/* a line's, or a function's that func does not name */
	bool in_bundle;		/* so are its variables, if any */
	bool is_inlined;	/* there is no call: arguments are not where calls have them */
	bool in_process;	/* perf event only for the process of -p or -c, if any */
	bool from_glob;		/* may be skipped if it can't be attached */
	bool other_word;	/* uprobes: the file's words have another size than awl's */
	bool skipped;
	int refused;		/* -errno if attach_many() attached the others without it */
};

/* These are false in an awl without debug information, which the compiler then knows. */
static inline bool target_is_source(const struct target *t)
{
#ifdef NO_DWARF
	(void)t;
	return false;
#else
	return t->is_source;
#endif
}

static inline bool target_is_inlined(const struct target *t)
{
	return target_is_source(t) && t->is_inlined;
}

enum storage {
	STORE_NONE,		/* it is never used */
	STORE_CELL,		/* one value in the vars map */
	STORE_CPU_CELL,		/* one value per CPU in the vars map: aggregations */
	STORE_HASH,		/* keys; also for count() and sum() that probes read */
	STORE_CPU_HASH		/* aggregations with keys */
};

struct global {			/* an @variable; offsets (…_off) are in bytes */
	const char *name;	/* without the @; "" for @ alone */
	struct span first;	/* its first use */
	struct global_uses *uses;	/* script.h: the front end's */
	u32 n_keys;
	const char **key_names;	/* [n_keys] for tables: "pid"; NULL if unknown */
	const struct type *key;	/* a tuple of the keys */
	const struct type *value;
	bool is_agg;		/* an aggregation */
	bool only_added;	/* neither stored nor read: an exact sum per CPU */
	bool adds_any;		/* not only by ++, so it may become 0 again */
	bool is_zeroed;		/* zero() came after the last clear(): shown although it is 0 */
	enum storage storage;
	u32 map;		/* of a hash: index in image.maps */
	u32 off;		/* of a cell: in the vars map, or in its per-CPU block */
	u32 max_entries;	/* let @m = hash(n); 0: default */
	u32 map_full_off;	/* in the per-CPU block: number of failed insertions */
	u32 len_off;		/* in the per-CPU block: insertions minus deletions; by_thread:
				 * insertions */
	u32 key_bytes;		/* of a key in its map, including the turn after it */
	bool has_turns;		/* it has two sets of values: lang/turns.c */
	bool by_thread;		/* a thread only uses its own entry: lang/thread.c.  After each
				 * value is a word, which is 0 if the entry was deleted, else 1 */
	bool keeps_deleted;	/* by_thread: programs delete entries */
	u32 front_off;		/* its front, gen/gen_front.c: in the per-CPU block, or by_thread:
				 * in the vars map; 0: none */
	u8 front_bits;		/* the front has 1 << front_bits places */
	u32 turn_off;		/* in the vars map: a u64, the turn that programs use */
	u32 turn;		/* the same for the session: 0 or 1 */
	bool is_taken;		/* the other turn was printed, and must be cleared */
	u32 index;		/* in image.globals */
};

/* by_thread: the place of that word, after the start of the value. */
static inline u32 global_mark(const struct global *g)
{
	return ALIGN_UP(g->value->size, 8);
}

/* The bytes of a key's value, and of that word if there is one. */
static inline u32 global_room(const struct global *g)
{
	return global_mark(g) + (g->by_thread ? 8 : 0);
}

/* A place in the front of a map: two u32, the key's bytes, and the value's at front_value(). */
enum { FRONT_TICKETS = 0, FRONT_READY = 4, FRONT_KEY = 8 };

static inline u32 front_value(const struct global *g)
{
	return FRONT_KEY + ALIGN_UP(g->key_bytes, 8);
}

static inline u32 front_size(const struct global *g)
{
	return front_value(g) + global_room(g);
}

struct map {			/* a BPF map to create */
	const char *name;
	u32 type, key_size, value_size, max_entries, flags;
	bool is_fixed;		/* max_entries is what it needs */
	bool has_stacks;	/* it has all stacks of a kind */
	struct global *global;	/* NULL: the map is awl's own */
	u64 bytes;		/* of kernel memory: exact for the buffer, else an estimate */
	int fd;
};

struct action;
struct capture;		/* run/packets.c */
struct session;		/* run/session.h */
/* Handles an action's record.  Returns how many bytes after the record it handled, too. */
typedef int action_handler(struct session *s, const struct action *a, const void *record);

/* A call that makes user space do something: printf, print, clear, exit … Each has its own kind of
 * record. */
struct action {
	action_handler *handle;
	u32 id;			/* the record's first u32 */
	const struct builtin *builtin;
	const struct type *record;	/* TY_TUPLE: what follows the id */
	u32 size;		/* bytes of the record with its id */
	struct format *format;
	struct global *global;	/* print(@m), clear(@m), zero(@m) */
	struct prog *prog;
	struct span span;
	bool is_urgent;		/* it wakes user space at once */
	bool copies_stack;	/* a copy of the user stack follows its record: ustack(snapshot) */
	bool acts;		/* handling it does more than print */
	bool takes;		/* it is one of a pair print(@m); clear(@m): lang/turns.c */
	s64 arg[2];		/* constants: top and div of print; of a timeline: the kind of
				 * moment, and how many values are its track */
	const char *text;	/* time(): the format; row(): the header */
	const char *const *columns;	/* row(): the names, as many as the format has arguments;
					 * moments of a timeline: the names of all values */
	const char *file;	/* skboutput(): where its packets are written */
	struct capture *capture;	/* that file, while the session runs */
};

/* How the fields that a script reads are laid out in the context of its program. */
enum ctx_form {
	CTX_AS_WRITTEN,
	CTX_FIELDS,		/* a tracepoint's arguments, with the fields at target.fields */
	CTX_WORDS,		/* the same as words without types */
	CTX_SYSCALL,		/* a system call's function: the registers at its entry, and then
				 * the result */
	CTX_CALL		/* that function's registers; its argument points to the call's */
};
#define SYSCALL_ARGS 16		/* offset of the arguments, or the result, in those records */

struct prog {			/* one BPF program */
	u32 index;
	int fd;
	const struct clause *clause;	/* which clause it is from */
	bool is_one_of_list;	/* the clause has several probes */
	const struct provider *provider;
	const struct provider *written;	/* the script's, if `provider` is a cheaper one */
	enum ctx_form ctx_form;
	u32 scratch_off;	/* of its area in the scratch map */
	struct prog_source *source;	/* script.h: the front end's */
	struct span span;	/* of the probe */
	const char *where;	/* the first probe as it is written: "kprobe:vfs_*, ..." */
	VEC(struct target *) targets;
	bool only_deletes;	/* its body only deletes entries */
	struct prog *joined;	/* the next one of those whose code follows in this program's, as
				 * they run at the same places; NULL: none (lang/join.c) */
	bool repeats;		/* the one before it has the same lost_off */
	bool has_twin, is_twin;	/* there are two of it; it is the second one (choose.c) */
	bool uses_target;	/* it reads `probe` or `func`, so it needs the cookie */
	bool sees_place;	/* it reads registers or the kernel's stack */
	bool is_apart;		/* its probes are attached one by one */
	bool is_preempted;	/* as it is written, the kernel may preempt it: provider/choose.c */
	bool is_guarded;	/* … which it must prevent, whether or not it uses memory */
	bool calls_rounds;	/* the generator's: the kernel calls later rounds of loops */
	bool has_rounds;	/* … it has loops that AGAIN_SHORTER can change */
	bool uses_types;	/* … it loads by types that the verifier knows: gen_typed.c */
	bool uses_front;	/* … it looks keys up in fronts of maps: gen_front.c */
	bool is_plain;		/* … it was made after a refusal, and has neither */
	bool is_typed_raw;	/* … it is a raw tracepoint's, and the verifier must know the types
				 * of the arguments */
	u8 round_shift;		/* … loops have at most LOOP_CAP >> this rounds */
	struct part_loop {	/* a part that is run once per entry of a map */
		const struct global *over;	/* NULL: it is run once */
		const struct type *entry;	/* the tuple (key, value) */
		u32 entry_off;	/* of that tuple in the vars map */
	} loop;
	struct prog *next_part;
	struct code code;
	u32 lost_off;		/* in the per-CPU block: number of lost records */
	u32 nested_off;		/* … two words: is it running now, and the hits that it skipped for
				 * that; 0: an interrupt can't run it while it runs */
	bool skips_nested;	/* the generator's: it does */
	u32 fds_from, fds_to;	/* its links and events in attachments.fds */
	u32 returns_from, returns_to;	/* its probes made through tracefs, by number */
	u64 missed;		/* hits that its probes missed, as far as the kernel counts them */
	struct prog_before { u64 missed, unsampled, runs; } before;	/* … the last pause */
	u64 unrun;		/* commands that awl did not run or finish because it ended */
	u32 runs_off;		/* in the per-CPU block: number of runs; 0: not counted */
	u64 unsampled;		/* samples of profile that the kernel did not make */
	u64 unshown;		/* records dropped because the output's reader was too slow */
	bool prefers_many;	/* by one link even for few targets: provider/choose.c */
	bool use_many;		/* it is attached to all targets at once */
};

static inline bool prog_is_typed_raw(const struct prog *p)
{
	return p->ctx_form == CTX_FIELDS || p->is_typed_raw;
}

/* Offsets of the start of the vars map, which user space and programs share. */
enum { VARS_PHASE = 0, VARS_CHILD_PID = 8, VARS_START = 16, VARS_URGENT = 24,
       VARS_NOTHING = 32,	/* always 0 */
       VARS_STOPPED = 40,	/* programs that ask for it end at once: image.many_places */
       VARS_FIRST = 64 };

/* The result of a part of a program, for the session. */
enum { PART_NEXT = 0, PART_RETURN = 1, PART_BREAK = 2 };

/* How to compile a program again after the kernel refused it. */
enum again {
	AGAIN_AS_WRITTEN,	/* for the script's provider: prog.written */
	AGAIN_PLAIN,		/* without loads by types that the verifier knows, and fronts */
	AGAIN_SHORTER,		/* with fewer rounds of loops in place */
	AGAIN_APART		/* without the programs joined with it, which then follow it in
				 * image.progs, compiled too */
};

struct debug;
struct debug_why;
struct image;
/* Opens debug information for the runtime.  They return NULL and set *why if there is none. */
struct debug_door {
	/* module: "" for the kernel itself.  *path: of the file, NULL: there is none */
	struct debug *(*kernel)(struct image *im, const char *module, const char **path,
				struct debug_why *why);
	struct debug *(*program)(struct image *im, const char *path, struct debug_why *why);
	const char *(*cure)(const struct debug_why *why);	/* what is wrong, and what to do */
};

struct image {			/* the most used members come first */
	VEC(struct prog *) progs;
	VEC(struct target *) targets;
	VEC(struct map) maps;
	has_feature *has;	/* asks the kernel that it is for */
	u32 vars_map, scratch_map, ring_map, zero_map;	/* indices in maps; or NO_MAP */
	u32 copy_map;		/* for records with a copy of the stack; 0: there are none */
	u32 cpu_slots;		/* n_cpus rounded up to a power of two */
	u32 n_cpus;		/* possible CPUs of the target machine */
	u32 block_off, block_size;	/* offset of CPU 0's block in the vars map; its bytes */
	bool is_loaded;		/* the programs are, so that their number can't change */
	bool divides;		/* some program divides */
	bool cuts_texts;	/* some strings have no known length, and may be cut */
	bool uses_usyms;	/* some value is a user stack or address */
	bool uses_events;	/* some action sends records */
	bool needs_perf;	/* … what only a perf buffer can take: packets, copies of stacks */
	bool many_places;	/* to detach takes long, so programs read VARS_STOPPED first */
	bool many_events;	/* … at a rate that is not awl's own */
	bool no_final_maps;	/* config: print_maps_on_exit = false */
	bool mangled;		/* config: cpp_demangle = false */
	VEC(struct global *) globals;
	VEC(struct action *) actions;	/* [id] */
	VEC(const char *) other_names;	/* literals compared with probe or func: lang/names.c */
	struct arena *arena;
	struct diag *diag;
	const struct arch *arch;
	struct kern *kern;
	struct image_options opt;
	u32 vars_size;		/* bytes of the cells and the per-CPU blocks */
	u32 zero_size;		/* bytes of the largest value that starts as zeros */
	struct stack_maps *stacks;	/* a list, one for each depth and way to walk */
	struct walk_maps *walk;	/* the tables for walking user stacks; NULL: none */
	/* Offsets in the per-CPU block of the numbers of: */
	u32 stack_limit;	/* most frames that this kernel takes; 0: it takes no stacks */
	u32 stack_full_off;	/* stacks without room in their map */
	u32 loops_cut_off;	/* loops that were cut off */
	u32 read_failed_off;	/* failed reads of memory */
	u32 zeros_off;		/* divisions by zero; if divides */
	u32 guessed_off;	/* stacks that were walked before all tables were there; if walk */
	u32 texts_cut_off;	/* strings longer than --strlen; if cuts_texts */
	const struct debug_door *debug;	/* provider/debugfile.c; not in an awl without it */
	/* Compiles p again.  The maps already exist, so it fails for a program that would need
	 * more room in them.  Returns 0 or -1. */
	int (*again)(struct image *im, struct prog *p, enum again how);
};
#define NO_MAP UINT32_MAX

/* Can the kernel call functions of a program for FEATURE_FOR_EACH or FEATURE_LOOP?  BPF's
 * interpreter can't. */
static inline bool image_calls_back(const struct image *im, enum feature f)
{
	return im->has(f) && im->has(FEATURE_JIT);
}

/* Are records sent through a ring buffer?  If not, each CPU has a perf buffer. */
static inline bool image_has_ring(const struct image *im)
{
	return !im->needs_perf && im->has(FEATURE_RINGBUF);
}

/* Adds a copy of m.  Returns its index. */
u32 image_add_map(struct image *im, const struct map *m);
/* Adds awl's own maps (vars, scratch, zeros, events).  The passes need their indices. */
void image_reserve_maps(struct image *im);
/* Does p probe the entry of the function? */
bool prog_enters(const struct prog *p, const char *func);
/* Have two different programs of one provider a function in common? */
bool prog_meets(const struct prog *p, const struct prog *q);
/* Frees what is not in the arena. */
void image_release(struct image *im);

#endif
