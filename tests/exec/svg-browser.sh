# SPDX-License-Identifier: GPL-2.0-or-later
# needs: svg
#
# A flame graph in a real browser: zooming, searching, turning it, and the button that resets all.
# The test's own script clicks, and writes into the page's title what it sees.
command -v chromium >/dev/null || { echo "no chromium"; exit 77; }
cd "$TMP" || exit 1
{
	stack() { printf '# stack: %s\n# fire %s\n' "$1" "$2"; }
	stack '0xffffffff81000110 0xffffffff81000310 0xffffffff81000410' x6
	stack '0xffffffff81000210 0xffffffff81000310 0xffffffff81000410' x2
	echo 'kprobe:f { @s[kstack] = count(); }'
} >s.awl
"$BUILD/tests/awlvm" -a x86_64 --kallsyms "$TESTS/fixtures/kallsyms" -q -o s.svg s.awl || exit 1
cat >page.html <<'X'
<!DOCTYPE html><title>?</title><div id="here"></div><pre id="log"></pre><script>
const log = [], $ = s => [...document.querySelectorAll(s)];
function frames() {
	return $(".f>svg").filter(n => n.style.display != "none")
		.map(n => n.querySelector("text").textContent + " " + n.getAttribute("y") + " " +
			parseFloat(n.getAttribute("width"))).join(", ");
}
function see(what) { log.push(what + ": " + frames()); }
const click = n => n.dispatchEvent(new MouseEvent("click", { bubbles: true }));
const text = `SVG`;
document.getElementById("here").innerHTML = text.replace(/<script>[^]*/, "") + "</svg>";
const script = document.createElement("script");
script.textContent = text.match(/<script><!\[CDATA\[([^]*)\]\]>/)[1];
document.body.append(script);
see("first");
click($(".f>svg").find(n => n.querySelector("text").textContent == "vfs_write"));
see("zoomed");
click($("button")[0]);
see("reset");
click($("button")[1]);
see("turned");
click($("button")[1]);
see("turned back");
$("input")[0].value = "vfs_write"; $("input")[0].dispatchEvent(new Event("input"));
log.push($(".p")[0].textContent);
click($("button")[0]);
log.push("after that: " + $("input")[0].value + $(".p")[0].textContent);
document.getElementById("log").textContent = log.join("\n");
</script>
X
python3 - <<'X' || exit 77
page, svg = open("page.html").read(), open("s.svg").read()
svg = svg.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${").replace("</script>", "<\\/script>")
open("page.html", "w").write(page.replace("SVG", svg))
X
chromium --headless --no-sandbox --disable-gpu --user-data-dir="$TMP/profile" --virtual-time-budget=3000 \
	--dump-dom "file://$TMP/page.html" 2>log | sed -n '/<pre id="log">/,/<\/pre>/{s/.*<pre id="log">//;s/<\/pre>.*//;p;}' >got
cat >want <<'X'
first: all 80 100, __x64_sys_openat 62 100, do_sys_openat2 44 100, vfs_read 26 75, vfs_write 26 25
zoomed: all 80 100, __x64_sys_openat 62 100, do_sys_openat2 44 100, vfs_write 26 100
reset: all 80 100, __x64_sys_openat 62 100, do_sys_openat2 44 100, vfs_read 26 75, vfs_write 26 25
turned: all 26 100, __x64_sys_openat 44 100, do_sys_openat2 62 100, vfs_read 80 75, vfs_write 80 25
turned back: all 80 100, __x64_sys_openat 62 100, do_sys_openat2 44 100, vfs_read 26 75, vfs_write 26 25
matched: 25.00%
after that: 
X
diff want got || exit 1
