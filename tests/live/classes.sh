# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf demangle
#
# Functions of C++ and Rust programs by their names in the source, with this, members and references.
# The programs (tests/fixtures/shape.cpp and shape.rs) print the same values themselves.
. "$TESTS/live/common"
need_uprobes
programs classes
cd "$TMP" || exit 1
line=$(awk '/printf\("wide/ { print NR }' "$TESTS/fixtures/shape.cpp")

cpp() { # cpp NAME OPTION...
	p=$P/$1
	[ "$("$p")" = "wide 35 3 2
area 107 as 13 got 14 free 15 global 14" ] || fail "the program says: $("$p")"
	awl -q -o got -c "$p" "
		uprobe:$p:geo::Shape::area { printf(\"%d %d %d %d\\n\", this->width, by->x, this->at.y, scale); }
		uprobe:$p:shape.cpp:$line { printf(\"wide %d %d %d\\n\", wide, by->x, this->at.y); }
		uretprobe:$p:Shape::area { printf(\"area %d\\n\", retval); }
		uprobe:$p:Shape::as { printf(\"as %d %d\\n\", this->width, more); }
		uprobe:$p:Box::get { printf(\"got %d %d\\n\", this->value, n); }
		uprobe:$p:geo::freely { printf(\"free %d\\n\", n); }"
	status 0
	grep -v '^$\|^area 107 as' got | sort | uniq >values
	sort >want <<'END'
5 3 2 7
wide 35 3 2
area 107
as 5 8
got 9 5
free 14
END
	cmp -s values want || { fail "$*:"; diff values want; }
}

unoptimized() { # of the last program
	awl -q -o got -c "$p" "uprobe:$p:geo::Shape::Shape { print(w); }
		uprobe:$p:Shape::area:2 { print(scale); }"
	status 0
	[ "$(grep -c '^[57]$' got)" = 2 ] || fail "constructor, line of a method: $(cat got)"
	"$AWL" -n "uprobe:$p:ge::area { }" 2>"$ERR" && fail "ge::area"
	match "$ERR" "gxx-0' has no function 'ge::area'"
	"$AWL" --source "$TESTS/fixtures" -L "$p:Shape::area" >got || fail "-L"
	[ "$(awk '/^ .*[0-9]  / { printf "%d ", $1 }' got)" = "0 1 2 4 5 6 " ] || fail "-L: $(cat got)"
}

# gcc passes this->width instead of this.
sra() {
	p=$P/sra
	awl -n "uprobe:$p:Shape::as { print(this->width); }"
	status 1
	match "$ERR" "'this' has no value at .*: a probe can't compute it"
}

rust() {
	p=$P/rust
	[ "$("$p")" = "42 21" ] || fail "the program says: $("$p")"
	awl -q -o got -c "$p" "
		uprobe:$p:inner::work { printf(\"work %d %d\\n\", a, p->y); }
		uretprobe:$p:inner::work { printf(\"returned %d\\n\", retval); }
		uprobe:$p:P::area { printf(\"area %d %d\\n\", self->x, k); }"
	status 0
	[ "$(grep -v '^$\|^42' got | tr '\n' ' ')" = "work 2 40 returned 42 area 3 7 " ] ||
		fail "rust: $(cat got)"
}

while read -r options; do
	# shellcheck disable=SC2086 # several options
	case $options in
	rust*) rust ;;
	sra*) sra ;;
	*) cpp $options ;;
	esac
	case $options in
	*-O0*) unoptimized ;;
	esac
done <"$P/list"
finish
