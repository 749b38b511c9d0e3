/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * awlsys.c - all of awl on a kernel that is made up from its system calls on.  fake/fakesys.h
 * describes it; exec/kernel-*.sh use it.
 */
#include <stdio.h>

#include "tests/fake/fakebpf.h"
#include "tests/fake/fakesys.h"

#undef main
int awl_main(int argc, char **argv);

int main(int argc, char **argv)
{
	u32 leaks;
	int status;

	fakesys_start();
	leaks_count();
	status = fakesys_end(awl_main(argc, argv));
	leaks = leaks_found();
	if (leaks) {
		fprintf(stderr, "%u blocks of memory were not freed\n", leaks);
		return 96;
	}
	return status;
}
