// SPDX-License-Identifier: GPL-2.0-or-later
// busy.cpp - a program of C++ whose stacks are looked at (tests/stacks/run): exceptions, callbacks
// and containers of the library.
#include <algorithm>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

struct Shape {
	virtual ~Shape() = default;
	virtual double area(int depth) const = 0;
};

struct Square : Shape {
	double side = 2;
	double area(int depth) const override
	{
		if (depth == 0)
			throw std::runtime_error("deep enough");
		return side * side + area(depth - 1);
	}
};

static std::map<std::string, double> areas;

static void round_of(int n)
{
	std::vector<int> v(200);
	std::ostringstream text;

	for (int i = 0; i < 200; i++)
		v[static_cast<size_t>(i)] = i * 7919 % (211 + n % 7);
	std::sort(v.begin(), v.end(), [n](int a, int b) { return (a ^ n) < (b ^ n); });
	for (int x : v)
		text << x << ' ';
	try {
		areas[text.str()] = Square().area(n % 12);
	} catch (const std::exception &e) {
		areas[e.what()] += 1;
	}
	if (areas.size() > 50)
		areas.clear();
}

int main()
{
	for (int n = 0; ; n++)
		round_of(n);
}
