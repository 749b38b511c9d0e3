/* SPDX-License-Identifier: GPL-2.0-or-later */
/* rows.c - see rows.h. */
#include "run/rows.h"

#include <string.h>

#include "run/showmap.h"
#include "show/render.h"

static void show_header(struct session *s, const struct action *a)
{
	if (s->row_header && !strcmp(s->row_header, a->text))
		return;
	s->row_header = a->text;
	if (s->output->row)
		s->output->row(&s->outlet.text, a->columns, a->format->n_args, NULL);
	else if (s->output->is_text)
		outlet_text(s, OUT_PRINTF, a->text, strlen(a->text));
}

void rows_begin(struct session *s)
{
	for (size_t i = 0; i < s->image->actions.n; i++)
		if (s->image->actions.v[i]->columns && s->image->actions.v[i]->format) {
			show_header(s, s->image->actions.v[i]);
			return;
		}
}

void rows_show(struct session *s, const struct action *a, const void *record)
{
	struct value *v = decode_record(s, a, record);
	struct value row = { .kind = V_RECORD, .n = a->format->n_args, .items = v,
			     .names = a->columns };

	show_header(s, a);
	if (s->output->row) {
		s->output->row(&s->outlet.text, a->columns, row.n, v);
	} else if (s->output->is_text) {
		render_row(outlet_text_begin(s), a->format, v);
		outlet_text_end(s, OUT_PRINTF);
	} else {
		showmap_value(s, &row);
	}
}
