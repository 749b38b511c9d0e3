# SPDX-License-Identifier: GPL-2.0-or-later
#
# Arguments by name, on a made-up kernel with BTF.  Each name gives the right argument, also if a
# statement reads several structures.  The comments in the script set the values.
: "${TMP=/tmp}"
"$TESTS/exec/mkbtf" "$TMP/btf" <<'EOF' || exit
struct dentry;
struct inode { unsigned long i_ino; };
struct path { void *mnt; struct dentry *dentry; };
struct file { unsigned mode, flags; void *op; struct inode *inode; };
int vfs_open(const struct path *path, struct file *file, struct file *other)
{
	return path->dentry && file->inode && other;
}
int sized(int i, unsigned int u, long l, unsigned long z, short s)
{
	return i + u + l + z + s > 0;
}
long wide(void) { return 0; }
EOF
cat >"$TMP/named.awl" <<EOF
# options: --btf $TMP/btf
# arch: x86_64
# arg0: 0x5000
# arg1: 0x6000
# arg2: 0x7000
# kernel 0x5000: u64:0x10 u64:0x11
# kernel 0x6000: u32:0x20 u32:0x21 u64:0x22 u64:0x23
# kernel 0x7000: u32:0x30 u32:0x31 u64:0x32 u64:0x33
kprobe:vfs_open {
	printf("%x %x\n", path->dentry, file->inode);
	printf("%x %x %x\n", file->mode, other->flags, file->flags);
	printf("%x %x\n", ((struct path *)file)->mnt, ((struct file *)path)->flags);
	@[file->inode, other->inode, path->mnt, arg2->mode] = count();
}
EOF
cat >"$TMP/want" <<'EOF'
11 23
20 31 21
2100000020 0
@[0x23, 0x33, 0x10, 48]: 1
EOF
for arch in x86_64 aarch64; do
	sed -i "s/^# arch:.*/# arch: $arch/" "$TMP/named.awl"
	"$BUILD/tests/awlvm" "$TMP/named.awl" >"$TMP/out" 2>&1
	grep . "$TMP/out" | diff "$TMP/want" - || { echo "on $arch"; exit 1; }
done

# %d of argN and retval depends on the type in BTF; 64-bit values are never cut.
cat >"$TMP/sized.awl" <<EOF
# options: --btf $TMP/btf
# arch: x86_64
# arg0: 0xfffffffb
# arg1: 0xfffffffb
# arg2: 0xb2d05e00
# arg3: 0xb2d05e00
# arg4: 0x1234fffe
# retval: 0xb2d05e00
kprobe:sized { printf("%d %d %d %d %d\n", arg0, arg1, arg2, arg3, arg4); }
kprobe:sized { printf("%d %d %ld %d %d\n", i, u, l, z, s); }
kprobe:unknown { printf("%d %d\n", arg0, arg2); }
kretprobe:wide { printf("%d %i\n", retval, retval); }
kretprobe:sized { printf("%d %u\n", retval, retval); }
kretprobe:unknown { printf("%d %ld\n", retval, retval); }
EOF
cat >"$TMP/want" <<'EOF'
-5 4294967291 3000000000 3000000000 -2
-5 4294967291 3000000000 3000000000 -2
-5 -1294967296
3000000000 3000000000
-1294967296 3000000000
-1294967296 3000000000
EOF
"$BUILD/tests/awlvm" "$TMP/sized.awl" >"$TMP/out" 2>&1
grep . "$TMP/out" | diff "$TMP/want" -

# Several functions share a name if it has the same type and place in all of them.
"$TESTS/exec/mkbtf" "$TMP/btf" <<'EOF' || exit
struct file { unsigned mode, flags; };
int first(struct file *file, int n) { return file->mode + n; }
int second(struct file *file, int m) { return file->mode + m; }
int third(int n, struct file *file) { return file->mode + n; }
int fourth(struct file *file, unsigned n) { return file->mode + n; }
EOF
taken() { "$AWL" -n --arch x86_64 --btf "$TMP/btf" "$1" 2>"$TMP/err" || { echo "refused: $1"; exit 1; }; }
refused() {
	! "$AWL" -n --arch x86_64 --btf "$TMP/btf" "$1" 2>"$TMP/err" && grep -q "error: $2" "$TMP/err" ||
		{ echo "no '$2': $1"; cat "$TMP/err"; exit 1; }
}
taken 'kprobe:first, kprobe:second, kprobe:fourth { @[file->flags, arg0->mode] = count(); }'
refused 'kprobe:first, kprobe:third { print(file->flags); }' "unknown name 'file'"
refused 'kprobe:first, kprobe:third { print(arg0->mode); }' "u64 is not a structure"
refused 'kprobe:first, kprobe:second { print(n); }' "unknown name 'n'"
refused 'kprobe:first, kprobe:fourth { print(n); }' "unknown name 'n'"
