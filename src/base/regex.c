/* SPDX-License-Identifier: GPL-2.0-or-later */
/* regex.c - small regular expressions, by backtracking; see regex.h. */
#include "base/regex.h"

#include <string.h>

/* Returns the end of the element at re: a character, \c, '.' or a set. */
static const char *element_end(const char *re)
{
	if (*re == '\\' && re[1])
		return re + 2;
	if (*re != '[')
		return re + 1;
	re += re[1] == '^' ? 2 : 1;
	re += *re == ']';
	while (*re && *re != ']')
		re++;
	return *re ? re + 1 : re;
}

static bool in_set(const char *re, const char *end, char c)
{
	bool not = re[1] == '^', found = false;

	for (re += not ? 2 : 1; re < end - 1; re++) {
		if (re[1] == '-' && re + 2 < end - 1) {
			found |= c >= re[0] && c <= re[2];
			re += 2;
		} else {
			found |= c == *re;
		}
	}
	return found != not;
}

static bool is_one(const char *re, const char *end, char c)
{
	if (!c)
		return false;
	if (*re == '[')
		return in_set(re, end, c);
	return *re == '.' || c == (*re == '\\' && re[1] ? re[1] : *re);
}

static bool at_end(const char *re)
{
	return !*re || *re == '|';
}

static bool matches(const char *re, const char *text)
{
	const char *end, *t = text;

	if (at_end(re))
		return true;
	if (*re == '$' && at_end(re + 1))
		return !*text;
	end = element_end(re);
	if (*end != '*' && *end != '+' && *end != '?')
		return is_one(re, end, *text) && matches(end, text + 1);
	while (is_one(re, end, *t) && (*end != '?' || t == text))
		t++;
	for (; t >= text + (*end == '+'); t--)
		if (matches(end + 1, t))
			return true;
	return false;
}

/* Alternatives are separated by '|' outside of sets. */
static const char *next_alternative(const char *re)
{
	while (!at_end(re))
		re = element_end(re);
	return *re ? re + 1 : NULL;
}

bool regex_finds(const char *re, const char *text)
{
	for (; re; re = next_alternative(re)) {
		bool anchored = *re == '^';

		for (const char *t = text; ; t++) {
			if (matches(re + anchored, t))
				return true;
			if (anchored || !*t)
				break;
		}
	}
	return false;
}

bool regex_is_valid(const char *re)
{
	bool can_repeat = false;

	for (const char *end; *re; re = end) {
		end = element_end(re);
		if (strchr("(){}", *re) || (strchr("*+?", *re) && !can_repeat) ||
		    (*re == '[' && end[-1] != ']'))
			return false;
		can_repeat = !strchr("*+?|^", *re);
	}
	return true;
}
