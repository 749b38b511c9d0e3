/* SPDX-License-Identifier: GPL-2.0-or-later */
/* failure.c - see failure.h. */
#include "run/failure.h"

#include <string.h>

#include "base/text.h"
#include "run/session.h"

static const char *reason(const struct failure *f)
{
	if (!strcmp(f->helper, "map_lookup_elem") || !strcmp(f->helper, "map_delete_elem"))
		return text_of(T_NO_ENTRY);
	return error_text((int)f->retcode);
}

int failure_handle(struct session *s, const struct action *a, const void *record)
{
	struct diag *d = s->image->diag;
	struct failure f = { .helper = a->text };

	memcpy(&f.retcode, (const u8 *)record + a->record->members[1].off, sizeof(f.retcode));
	f.reason = reason(&f);
	diag_place(d, a->span.beg, &f.file, &f.line, &f.col);
	if (s->output->failure) {
		s->output->failure(&s->outlet.text, &f);
		return 0;
	}
	d->quiet = false;	/* -k asks for it, so -q doesn't hide it; nor does it hide losses */
	diag_say(d, W_FAILED, a->span, f.helper, f.reason, (long long)f.retcode);
	diag_flush(d);
	return 0;
}
