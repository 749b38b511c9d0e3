/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * awlsys.c - all of awl on a kernel that is made up from its system calls on.  fake/fakesys.h
 * describes it; exec/kernel-*.sh use it.
 */
#include "tests/fake/fakesys.h"

#undef main
int awl_main(int argc, char **argv);

int main(int argc, char **argv)
{
	fakesys_start();
	return fakesys_end(awl_main(argc, argv));
}
