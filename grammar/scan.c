/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * scan.c - looks ahead in the text to decide what one token can't decide.
 *
 * It finds where a probe spec ends, which '/' closes a predicate, whether '(' opens a cast, and
 * whether a new clause starts.  It consumes nothing and reports no errors.  The text ends in a
 * NUL, so that one more byte may always be read.  lx->budget limits how far it looks.
 */
#include "grammar/lex.h"

#include <string.h>

#include "base/find.h"
#include "grammar/parser.h"
#include "provider/provider.h"

static bool is_alpha(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_alnum(char c)
{
	return is_alpha(c) || (c >= '0' && c <= '9');
}

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static u32 line_end(const struct lexer *lx, u32 pos)
{
	const char *nl = memchr(lx->text + pos, '\n', lx->len - pos);

	return nl ? (u32)(nl - lx->text) : lx->len;
}

static u32 comment_end(const struct lexer *lx, u32 pos)
{
	const char *end = find_bytes(lx->text + pos + 2, lx->len - pos - 2, "*/", 2);

	return end ? (u32)(end - lx->text) + 2 : lx->len;
}

u32 scan_blank(const struct lexer *lx, u32 pos)
{
	const char *t = lx->text;

	while (pos < lx->len) {
		if (is_blank(t[pos]))
			pos++;
		else if (t[pos] == '#' || (t[pos] == '/' && t[pos + 1] == '/'))
			pos = line_end(lx, pos);
		else if (t[pos] == '/' && t[pos + 1] == '*')
			pos = comment_end(lx, pos);
		else
			break;
	}
	return pos;
}

u32 scan_word(const struct lexer *lx, u32 pos)
{
	if (is_alpha(lx->text[pos]))
		while (is_alnum(lx->text[pos]))
			pos++;
	return pos;
}

bool scan_is(const struct lexer *lx, u32 pos, const char *word)
{
	size_t n = strlen(word);

	return !strncmp(lx->text + pos, word, n) && !is_alnum(lx->text[pos + n]);
}

u32 scan_parens(const struct lexer *lx, u32 pos)
{
	u32 depth = 0;

	for (; pos < lx->len; pos++) {
		char c = lx->text[pos];

		if (c == '(')
			depth++;
		else if (c == ')' && --depth == 0)
			return pos + 1;
		else if (c == '{' || c == '}' || c == ';')
			break;
	}
	return pos;
}

/* Does the word at pos start a declaration?  What follows the word must fit, too. */
static bool declares(const struct lexer *lx, u32 pos, u32 word_end)
{
	u32 next = scan_blank(lx, word_end);
	char c = lx->text[next];

	if (scan_is(lx, pos, "struct") || scan_is(lx, pos, "union") ||
	    scan_is(lx, pos, "typedef") || scan_is(lx, pos, "enum"))
		return is_alpha(c) || c == '{';
	if (scan_is(lx, pos, "config"))
		return c == '=' && lx->text[next + 1] != '=';
	if (scan_is(lx, pos, "let"))
		return c == '@';
	if (scan_is(lx, pos, "macro"))
		return is_alpha(c);
	return scan_is(lx, pos, "import") && c == '"';
}

bool scan_item(const struct lexer *lx, u32 pos)
{
	const char *t = lx->text;
	u32 end = scan_word(lx, pos);

	if (end == pos)
		return false;
	if (t[end] == ':')
		return t[end + 1] && !is_blank(t[end + 1]) && t[end + 1] != ':';
	if (scan_is(lx, pos, "BEGIN") || scan_is(lx, pos, "END") ||
	    scan_is(lx, pos, "begin") || scan_is(lx, pos, "end")) {
		u32 next = scan_blank(lx, end);

		return next == lx->len || strchr("{</,", t[next]);
	}
	return declares(lx, pos, end);
}

/* The offset of the '}' of a glob such as {a,b*}, or 0 if the '{' opens a block. */
static u32 glob_end(const struct lexer *lx, u32 pos)
{
	bool comma = false;

	while (is_alnum(lx->text[++pos]) || (lx->text[pos] && strchr("*?.,+-", lx->text[pos])))
		comma |= lx->text[pos] == ',';
	return comma && lx->text[pos] == '}' ? pos : 0;
}

/* The offset of the '}' of an argument of the command line such as ${1:-5}, or 0. */
static u32 param_end(const struct lexer *lx, u32 pos)
{
	const char *t = lx->text;

	if (!pos || t[pos - 1] != '$' || t[pos + 1] < '1' || t[pos + 1] > '9')
		return 0;
	while (t[pos] && !is_blank(t[pos]) && t[pos] != '}')
		pos++;
	return t[pos] == '}' ? pos : 0;
}

/* The offset of the ']' of a glob such as [a-z], or pos if it is only a '['. */
static u32 set_end(const struct lexer *lx, u32 pos)
{
	u32 p = pos + 1;

	while (lx->text[p] && !is_blank(lx->text[p]) && !strchr("[]{", lx->text[p]))
		p++;
	return lx->text[p] == ']' ? p : pos;
}

static bool one_of(const char *s, size_t n, const char *list)
{
	for (; *list; list += strlen(list) + 1)
		if (strlen(list) == n && !memcmp(list, s, n))
			return true;
	return false;
}

struct spec {			/* a probe spec, as far as it was read */
	bool takes_file;	/* of the provider */
	bool takes_slash;
	u32 parts;		/* number of separators so far */
};

/* Sets what the provider's row says.  next: the character after "name:". */
static void spec_provider(struct spec *s, const struct registry *r, const char *name, size_t n,
			  char next)
{
	const struct provider *pv = r ? registry_provider(r, name, n) : NULL;

	s->takes_slash = pv && pv->takes_slash;
	s->takes_file = next == '/' || (pv && pv->takes_file);
}

/* Does a '/' here belong to the spec?  Otherwise it starts the predicate. */
static bool spec_slash(struct spec *s)
{
	if (s->takes_file && s->parts == 1)
		return true;
	if (!s->takes_slash || s->parts != 1)
		return false;
	s->parts++;
	return true;
}

u32 scan_spec(const struct lexer *lx, u32 pos)
{
	const char *t = lx->text;
	struct spec s = { 0 };
	u32 beg = pos, end;

	for (; pos < lx->len; pos++) {
		char c = t[pos];

		if (is_blank(c) || !c || strchr(",;}<", c))
			break;
		if (c == ':' && !s.parts++)
			spec_provider(&s, lx->p->registry, t + beg, pos - beg, t[pos + 1]);
		else if (c == ':')
			s.parts += t[pos - 1] != ':';
		else if (c == '/' && !spec_slash(&s))
			break;
		else if (c == '[')
			pos = set_end(lx, pos);
		else if (c == '"') {
			pos = lit_end(lx, pos);
			if (t[pos] != '"')
				break;
		} else if (c == '{') {
			end = glob_end(lx, pos);
			if (!end)
				end = param_end(lx, pos);
			if (!end)
				break;
			pos = end;
		}
	}
	return pos;
}

static bool is_angle(const char *t)
{
	return t[0] == '<' && t[1] != '<' && t[1] != '=';
}

bool scan_operand(const struct lexer *lx, u32 pos)
{
	const char *t = lx->text + scan_blank(lx, pos);

	if ((t[0] == '+' || t[0] == '-') && t[1] == t[0])
		t += 2;
	return is_alpha(*t) || *t == '@' || *t == '$';
}

/*
 * A '/' in a predicate divides or ends it.  The last one before a block is the end.  If the body
 * is a statement, the end is the first '/' that something like a statement follows.
 */
struct pred_scan {
	u32 block, stmt, last;	/* the best '/' of each kind; 0: none */
	u32 nested;		/* one in brackets, used if there is no other */
};

/* Notes the '/' at pos.  True if it is certainly the end: a '<' can't continue an expression. */
static bool pred_candidate(struct lexer *lx, struct pred_scan *s, u32 pos, u32 depth)
{
	u32 next = scan_blank(lx, pos + 1);
	bool angle = is_angle(lx->text + next);

	if (depth) {
		s->nested = pos;
		return false;
	}
	s->last = pos;
	if (next >= lx->len || lx->text[next] == '{' || angle)
		s->block = pos;
	else if (!s->stmt && scan_operand(lx, next))
		s->stmt = pos;
	return angle;
}

static bool line_between(const struct lexer *lx, u32 beg, u32 end)
{
	return memchr(lx->text + beg, '\n', end - beg);
}

u32 scan_pred(struct lexer *lx, u32 pos, u32 *stop)
{
	const char *t = lx->text;
	struct pred_scan s = { 0 };
	u32 depth = 0, beg = pos, limit = lx->budget ? lx->len : pos + 256;

	for (pos++; pos < lx->len && pos < limit; pos++) {
		u32 next = scan_blank(lx, pos);

		if (next > pos) {
			if (line_between(lx, pos, next) && scan_item(lx, next))
				break;
			pos = next - 1;
			continue;
		}
		if (strchr("{};", t[pos]))
			break;
		if (t[pos] == '$' && t[pos + 1] == '#')
			pos++;
		else if (t[pos] == '"' || t[pos] == '\'')
			pos = lit_end(lx, pos);
		else if (t[pos] == '(' || t[pos] == '[')
			depth++;
		else if (t[pos] == ')' || t[pos] == ']')
			depth -= depth > 0;
		else if (t[pos] == '/' && t[pos + 1] != '=' && pred_candidate(lx, &s, pos, depth))
			break;
	}
	lx->budget -= lx->budget < pos - beg ? lx->budget : pos - beg;
	*stop = pos < lx->len ? pos : lx->len;
	return s.block ? s.block : s.stmt ? s.stmt : s.last ? s.last : s.nested;
}

static const char c_words[] =
	"int\0char\0short\0long\0unsigned\0signed\0float\0double\0_Bool\0";
static const char scalar_words[] =
	"void\0bool\0u8\0u16\0u32\0u64\0s8\0s16\0s32\0s64\0"
	"__u8\0__u16\0__u32\0__u64\0__s8\0__s16\0__s32\0__s64\0"
	"__be16\0__be32\0__be64\0__le16\0__le32\0__le64\0"
	"uint8\0uint16\0uint32\0uint64\0int8\0int16\0int32\0int64\0"
	"uint8_t\0uint16_t\0uint32_t\0uint64_t\0int8_t\0int16_t\0int32_t\0int64_t\0"
	"uintptr_t\0intptr_t\0size_t\0ssize_t\0off_t\0loff_t\0pid_t\0uid_t\0gid_t\0"
	"dev_t\0mode_t\0umode_t\0sector_t\0gfp_t\0";

bool is_c_word(const char *s, size_t n)
{
	return one_of(s, n, c_words);
}

bool is_type_word(const struct lexer *lx, const char *s, size_t n)
{
	return is_c_word(s, n) || one_of(s, n, scalar_words) ||
		hash_get(&lx->typedefs, s, n);
}

/* The offset after stars, array bounds and const. */
static u32 skip_stars(const struct lexer *lx, u32 pos, u32 *stars)
{
	for (;;) {
		pos = scan_blank(lx, pos);
		if (lx->text[pos] == '*')
			++*stars, pos++;
		else if (lx->text[pos] == '[')
			pos += strcspn(lx->text + pos, "]();{}\"\n") + 1;
		else if (scan_is(lx, pos, "const"))
			pos += 5;
		else
			return pos < lx->len ? pos : lx->len;
	}
}

bool scan_type(const struct lexer *lx, u32 pos, int before)
{
	bool is_string = scan_is(lx, pos, "string");
	u32 words = 0, known = 0, stars = 0, end;
	bool loose;

	if (before == NAME)
		return false;
	while ((end = scan_word(lx, pos)) > pos && words < 8) {
		known += is_type_word(lx, lx->text + pos, end - pos) ||
			scan_is(lx, pos, "const") || scan_is(lx, pos, "volatile");
		words++;
		pos = scan_blank(lx, end);
	}
	pos = skip_stars(lx, pos, &stars);
	if (before == OFFSETOF && lx->text[pos] == ',')
		return words == known;
	if (lx->text[pos] != ')')
		return false;
	if (words == known || (words == 1 && stars))
		return true;
	loose = before != IF && before != LOOP && before != SIZEOF && before != IF_VALUE &&
		before != TYPEOF && before != TYPE_VALUE;
	pos = scan_blank(lx, pos + 1);
	return words == 1 && loose && (is_alnum(lx->text[pos]) || lx->text[pos] == '@' ||
				       lx->text[pos] == '$' ||
				       (lx->text[pos] == '"' && is_string));
}
