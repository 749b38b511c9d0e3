/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prints the scope that the grammar gives each word of `want` in the second line of s.awl. */
"use strict";
const fs = require("fs");
const textmate = require(process.env.TEXTMATE + "/vscode-textmate");
const oniguruma = require(process.env.TEXTMATE + "/vscode-oniguruma");

async function main() {
	const wasm = fs.readFileSync(process.env.TEXTMATE + "/vscode-oniguruma/release/onig.wasm").buffer;
	await oniguruma.loadWASM(wasm);
	const registry = new textmate.Registry({
		onigLib: Promise.resolve({
			createOnigScanner: patterns => new oniguruma.OnigScanner(patterns),
			createOnigString: s => new oniguruma.OnigString(s)
		}),
		loadGrammar: async () => textmate.parseRawGrammar(
			fs.readFileSync(process.env.GRAMMAR, "utf8"), process.env.GRAMMAR)
	});
	const grammar = await registry.loadGrammar("source.awl");
	const lines = fs.readFileSync("s.awl", "utf8").split("\n");
	const state = grammar.tokenizeLine(lines[0], textmate.INITIAL).ruleStack;
	const tokens = grammar.tokenizeLine(lines[1], state).tokens;
	for (const row of fs.readFileSync("want", "utf8").trim().split("\n")) {
		const word = row.split(" ")[0], at = lines[1].indexOf(word);
		const token = tokens.find(t => t.startIndex <= at && at < t.endIndex);
		console.log(word, token.scopes[token.scopes.length - 1].replace(/\.awl$/, ""));
	}
}

main();
