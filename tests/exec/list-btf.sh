# SPDX-License-Identifier: GPL-2.0-or-later
# -lv of functions in the made-up kernel's BTF prints all arguments and the return value.
cd "$TMP" || exit 1
"$AWL" -lv --arch x86_64 --btf "$TESTS/fixtures/kernel.btf" --tracefs "$TESTS/fixtures/tracefs" \
	--kallsyms "$TESTS/fixtures/kallsyms" 'f*:vfs_write' >out 2>err || { cat err; exit 1; }
cat >want <<'EOF'
fentry:vfs_write
    u64 a
    u64 b
    u64 c
    u64 d
    u64 e
    u64 f
fexit:vfs_write
    u64 a
    u64 b
    u64 c
    u64 d
    u64 e
    u64 f
    u64 retval
EOF
diff want out
