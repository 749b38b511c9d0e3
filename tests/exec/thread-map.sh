# SPDX-License-Identifier: GPL-2.0-or-later
#
# @a[tid] keeps deleted entries with a mark, and @b[(uint64)tid] doesn't.  Whatever is done to both by
# several threads, they must look the same.  Some of the threads have the same place in the front of
# @a: their numbers differ by 1,024.
vm="$BUILD/tests/awlvm"
cd "$TMP" || exit 1
bad=0

# model SEED ARCH: 300 operations, made up
model() {
	awk -v seed="$1" 'BEGIN {
		srand(seed)
		n = split("@[tid] = N~@[tid] += N~@[tid]++~delete(@[tid])~delete(@, tid)~" \
			"if (@[tid] > 3) { delete(@[tid]); @[tid] = N }~@[tid] = @[tid] + N~" \
			"if (!@[tid]) { @[tid] = arg0 }~if (has_key(@, tid)) { @[tid] -= N }~" \
			"$N = @[tid]; delete(@[tid]); @[tid] |= $N~@[tid] = delete(@[tid])~" \
			"if (arg0 & 1) { $N = @[tid]; } @[tid] = arg0; delete(@[tid])", op, "~")
		for (i = 1; i <= 24; i++) {
			body = ""
			for (k = 0; k < 1 + rand() * 3; k++) {
				s = op[1 + int(rand() * n)]
				gsub(/N/, int(rand() * 9), s)
				gsub(/\$[0-9]/, "$v" k, s)
				a = s; gsub(/@/, "@a", a)
				b = s; gsub(/@/, "@b", b); gsub(/tid/, "(uint64)tid", b)
				gsub(/\$v/, "$w", b)
				body = body "\t" a ";\n\t" b ";\n"
			}
			printf "kprobe:f%d {\n%s\tprintf(\"%%d %%d %%d %%d\\n\", @a[tid], " \
				"@b[(uint64)tid], has_key(@a, tid), has_key(@b, (uint64)tid));\n}\n", i, body
		}
		print "# tid: 1"
		for (i = 0; i < 300; i++)
			printf "# tid: %d\n# arg0: %d\n# fire kprobe:f%d\n",
				1 + int(rand() * 2) + 1024 * int(rand() * 3), rand() * 9, 1 + rand() * 24
	}' >model.awl
	"$vm" -1 "$2" model.awl >out 2>err || { cat err; bad=1; }
	awk 'NF == 4 { n++; if ($1 != $2 || $3 != $4) { print "round " n ": " $0; rc = 1 } }
		/^@/ { map = substr($0, 1, 2); entries[map] = entries[map] substr($0, 3) "\n" }
		END {
			if (n != 300) { print n " rounds"; rc = 1 }
			if (entries["@a"] != entries["@b"]) {
				print "a:\n" entries["@a"] "b:\n" entries["@b"]; rc = 1
			}
			exit rc
		}' out || { echo "seed $1 on $2"; bad=1; }
}

for seed in 1 2 3 4 5 6; do
	for arch in x86_64 aarch64 arm; do
		model $seed $arch
	done
done

# zero() keeps the entries that are there: one in the front, one in the hash, and not a deleted one.
cat >zero.awl <<'E2'
# tid: 1
# fire kprobe:f
# tid: 1025
# fire kprobe:f
# tid: 2049
# fire
# tid: 2
# fire
kprobe:f { @a[tid] = 7; }
kretprobe:f { delete(@a[tid]); }
END { zero(@a); print(@a); clear(@a); print(@a); }
E2
"$vm" -1 x86_64 zero.awl >out 2>err || { cat err; bad=1; }
grep '^@a' out | sort | tr '\n' ' ' | grep -qx '@a\[1025\]: 0 @a\[1\]: 0 ' || { cat out; bad=1; }

# deletes SCRIPT: do programs delete entries of @a, instead of marking them?
deletes() { "$BUILD/awl" -n -S --arch "${2-x86_64}" "$1" | grep -q map_delete_elem; }

marks='kprobe:f { @a[tid] = nsecs; } kretprobe:f /@a[tid]/ { @ = hist(@a[tid]); delete(@a[tid]); }'
for more in '' 'END { clear(@a); }' 'END { zero(@a); }' 'interval:s:1 { print(@a); }' \
	'kprobe:g { if (has_key(@a, tid)) { @n = count(); } }' 'BEGIN { @a[tid] = 1; }'; do
	! deletes "$marks $more" || { echo "deletes: $more"; bad=1; }
done
for more in 'kprobe:g { @a[pid] = 1; }' 'interval:s:1 { clear(@a); }' 'kprobe:g { @n = len(@a); }' \
	'END { for ($kv : @a) { print($kv); } }' 'kprobe:g { @a[arg0] = 1; }' \
	'kprobe:g /@a[1]/ { @n = count(); }' 'BEGIN { zero(@a); }'; do
	deletes "$marks $more" || { echo "marks: $more"; bad=1; }
done
deletes "$marks" arm || { echo "marks on arm"; bad=1; }
deletes "let @a = lruhash(10); $marks" || { echo "marks in an lruhash"; bad=1; }
exit $bad
