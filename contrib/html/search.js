/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The search.  A row of the index: page, anchor, name of the page, heading or term, text after it. */
"use strict";
const rows = [/* rows */];
const box = document.getElementById("search"), found = document.getElementById("found");

/* How well a row matches all words; 0: not at all.  A name or prototype of the word counts most. */
function score(row, words) {
	const name = row[3].toLowerCase(), text = row[4].toLowerCase();
	let sum = 0;
	for (const word of words) {
		const parts = name.split(/[^a-z0-9_.-]+/);
		if (parts.includes(word))
			sum += parts.slice(0, 2).includes(word) ? 100 : 20;
		else if (name.includes(word))
			sum += 8;
		else if (text.includes(word))
			sum += 1;
		else
			return 0;
	}
	return sum;
}

function add(parent, tag, text) {
	const e = parent.appendChild(document.createElement(tag));
	e.textContent = text;
	return e;
}

function show() {
	const words = box.value.toLowerCase().split(/\s+/).filter(w => w);
	const hits = rows.map(row => [words.length ? score(row, words) : 0, row]).filter(h => h[0]);
	hits.sort((a, b) => b[0] - a[0]);
	found.replaceChildren();
	found.hidden = !words.length;
	for (const [, row] of hits.slice(0, 30)) {
		const p = add(found, "p", ""), a = add(p, "a", row[3]);
		a.href = row[0] + (row[1] ? "#" + row[1] : "");
		add(p, "small", row[2] + ": " + row[4].slice(0, 140));
	}
	if (!found.hidden)
		add(found, "small", hits.length + " found");
}

box.addEventListener("input", show);
found.addEventListener("click", () => { found.hidden = true; });
document.addEventListener("keydown", e => {
	if (e.key === "/" && document.activeElement !== box) {
		e.preventDefault();
		box.focus();
	} else if (e.key === "Escape") {
		box.value = "";
		show();
	}
});
/* page.html?q=words shows what is found at once. */
box.value = new URLSearchParams(location.search).get("q") || "";
show();
