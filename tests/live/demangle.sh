# SPDX-License-Identifier: GPL-2.0-or-later
# needs: demangle
#
# Names of C++ and Rust in stacks, usym() and all formats, in probes and lists of them.
. "$TESTS/live/common"
need_uprobes
need_steps
programs names
cd "$TMP" || exit 1
cp "$P/gcc-0" names || exit 1
leaf=_ZNSt6vectorIiSaIiEE9push_backERKi
plain='std::vector<int, std::allocator<int> >::push_back(int const&)
geo::Shape::area(int) const
core::fmt::Formatter::write_str
std::mem::align_of::<usize>
main'
probe="uprobe:$TMP/names:$leaf"

awl -q -c ./names "$probe { @[ustack(dwarf, 5)] = count(); @u = usym(reg(\"ip\")); }"
status 0
want stack "$plain" "$(sed -n 's/^        \(.*\)+[0-9]*$/\1/p' "$OUT")"
line "@u: $(echo "$plain" | head -n 1)"
awl -q -F folded -c ./names "$probe { @[ustack(dwarf, 5)] = count(); }"
status 0
want folded "$(echo "$plain" | tac | paste -sd ';') 1" "$(grep main "$OUT")"
awl -q -F json -c ./names "$probe { @[usym(reg(\"ip\"))] = count(); }"
status 0
match "$OUT" '"std::vector<int, std::allocator<int> >::push_back\(int const&\)'
case " $WITHOUT " in
*" svg "*) ;;
*)	awl -q -F svg -c ./names "$probe { @[ustack(dwarf, 5)] = count(); }"
	status 0
	match "$OUT" 'vector&#60;int, std::allocator&#60;int&#62; &#62;::push_back\(int const&#38;\)' ;;
esac

# Without.
awl -q -c ./names "config = { cpp_demangle = false } $probe { @[ustack(dwarf, 2)] = count(); @u = usym(reg(\"ip\")); }"
status 0
want mangled "$leaf
_ZNK3geo5Shape4areaEi" "$(sed -n 's/^        \(.*\)+[0-9]*$/\1/p' "$OUT")"
line "@u: $leaf"

# Probes: of overloads, of one function, by patterns, by inner scopes.
list="uprobe:./names:cpp:\"geo::Shape::area(int) const\"
uprobe:./names:cpp:\"geo::Shape::operator+(int)\"
uprobe:./names:cpp:\"std::vector<int, std::allocator<int> >::push_back(int const&)\""
awl -l 'uprobe:./names:cpp:*(int*'
want list "$list" "$(sort "$OUT")"
for i in 'geo::Shape::area' '"geo::Shape::area(int) const"' 'geo::*' '"geo::Sh*(int)*"'; do
	awl -q -c ./names "uprobe:./names:cpp:$i / func == \"geo::Shape::area(int) const\" / { @[probe, func] = count(); }"
	status 0
	line '@[uprobe:./names:cpp:"geo::Shape::area(int) const", geo::Shape::area(int) const]: 1'
done
awl -q -c ./names 'uprobe:./names:Shape::area,uprobe:./names:cpp:core::*,uretprobe:./names:cpp:"std::mem::align_of::<usize>" { @[func] = count(); }'
status 0
out '@[core::fmt::Formatter::write_str]: 1
@[geo::Shape::area(int) const]: 1
@[std::mem::align_of::<usize>]: 1'
awl -q -c ./names 'uprobe:./names:cpp:"geo::Shape::operator+(int)" { @[func, retaddr] = count(); }'
status 0
match "$OUT" '^@\[geo::Shape::operator\+\(int\), main\+[0-9]+\]: 1$'
awl -q -c ./names 'uprobe:./names:cpp:geo::Shape::aera { @ = count(); }'
status 1
match "$ERR" "has no function 'cpp:geo::Shape::aera'"
match "$ERR" "did you mean 'geo::Shape::area'"
finish
