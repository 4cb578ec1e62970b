/* What the files of facts share: a list that is filled line by line. */
#pragma once

#include "viewer/model/facts.h"

enum { FACTS_MANY = 12 }; /* members, reasons and the like that are listed */

/* Nothing for NULL and "". label may be NULL. */
void facts_add(Facts *f, const char *label, const char *value);
void facts_addf(Facts *f, const char *label, const char *format, ...) G_GNUC_PRINTF(3, 4);
void facts_heading(Facts *f, const char *text);
/* Where the value of the last line leads. */
void facts_link(Facts *f, Ref to);
/* Nothing for what is not known. */
void facts_add_time(Facts *f, const char *label, TraceInt ns);
void facts_add_bytes(Facts *f, const char *label, TraceInt n);
/* A type as it is shown: of a tuple of many its first parts, and how many there are. To be freed. */
char *facts_shape(const char *shape);
void facts_title(Facts *f, const char *kind, const char *title);

/* facts_run.c: f->about is a run, a step, a row of the timeline, a pass. No title = it is not there. */
bool facts_of_run(TraceReader *r, const Rows *rows, Facts *f, GError **error);
bool facts_of_step(TraceReader *r, const Rows *rows, Facts *f, GError **error);
bool facts_of_lane(TraceReader *r, const Rows *rows, Facts *f, GError **error);
bool facts_of_pass(TraceReader *r, const Rows *rows, Facts *f, GError **error);
