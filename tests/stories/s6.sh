# SPDX-License-Identifier: GPL-2.0-or-later
#
# S6: arguments in the style of C.  The second script is the original; without BTF it declares the
# structs itself.  The first script probes the function of a certain device.  Here its expression
# is used on the argument of vfs_open.
. "$TESTS/live/common"
need_kprobes
: >"$TMP/some-file"
cat >"$TMP/s6" <<'S'
    kprobe:vfs_open { printf("open path: %s\n", str(((path *)arg0)->dentry->d_name.name)); }
S
if [ ! -r /sys/kernel/btf/vmlinux ]; then
	cat >"$TMP/decl" <<'S'
struct qstr { u64 hash_len; const unsigned char *name; };
struct hlist_bl_node { void *next, **pprev; };
struct dentry {
	unsigned int d_flags;
	unsigned int d_seq;
	struct hlist_bl_node d_hash;
	struct dentry *d_parent;
	struct qstr d_name;
};
struct path { void *mnt; struct dentry *dentry; };
S
	cat "$TMP/decl" "$TMP/s6" >"$TMP/with" && mv "$TMP/with" "$TMP/s6"

fi
awl -q -c "$W open 7 $TMP/some-file" "$TMP/s6"
status 0
lines 7 '^open path: some-file$'
# (unsigned int *)arg1 + 1 is the address of the second word
awl -q -c "$W open 1 $TMP/some-file" \
	"kprobe:vfs_open / $MINE / { @ = *((unsigned int *)arg0) == *((unsigned int *)arg0 + 0); @b = (uint64)((unsigned int *)arg0 + 1) - arg0; }"
line "@b: 4"
finish
