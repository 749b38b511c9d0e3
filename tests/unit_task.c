/* SPDX-License-Identifier: GPL-2.0-or-later */
/* unit_task.c - tests of src/kernel/task.c. */
#include <string.h>

#include "kernel/task.h"
#include "tests/lib/unit.h"

/* The name is found at the only place that has all of its 16 bytes. */
int main(void)
{
	char task[100] = "", name[TASK_NAME_BYTES] = "awl";

	CHECK(!task_find_name(task, sizeof(task), name));
	memcpy(task + 40, "awl-server", 10);
	CHECK(!task_find_name(task, sizeof(task), name));
	memcpy(task + 84, name, sizeof(name));
	CHECK(task_find_name(task, sizeof(task), name) == 84);
	CHECK(!task_find_name(task, sizeof(task) - 1, name));
	memcpy(task + 17, name, sizeof(name));
	CHECK(!task_find_name(task, sizeof(task), name));
	CHECK(task_find_name(task, 99, name) == 17);
	return unit_end();
}
