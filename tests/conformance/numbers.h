/* Consistency of recorded numbers, by idea: what test_numbers.c does with each trace. Failures end the test. */
#pragma once

#include <json-glib/json-glib.h>

#include "trace/trace.h"

typedef struct NumbersTrace {
    const char *program;
    char *path;
    TraceReader *r;
} NumbersTrace;

/* Runs the command-line program with these arguments, to NULL, and returns its standard output; NULL if it failed. g_free it. */
char *numbers_run(const char *const *args);
/* A report as JSON; json_node_unref it. */
JsonNode *numbers_report(const char *path, const char *report);
/* The i-th run of a report. */
JsonObject *numbers_run_of(JsonNode *root, guint i);
/* The row of the comparison that is about a run; NULL = it compares others, as it does of the functions of one process. */
JsonObject *numbers_compared(JsonArray *rows, const TraceRunInfo *run);
/* The sum of a member over the rows of a table. */
int64_t numbers_sum(JsonObject *run, const char *table, const char *member);

/* number: of the run in reports, from 0. */
/* Planned memory: the curve, the list, the rows of `buffer`, the report; what was measured. */
void numbers_check_memory(const NumbersTrace *t, const TraceRunInfo *run, guint number);
/* Where the time of steps and of devices went, critical paths, statistics of instructions. */
void numbers_check_times(const NumbersTrace *t, const TraceRunInfo *run, guint number);
/* The predicted step: its parts, what changes gain of it, the sentence that tells what bounds it, and a predicted run's timeline. */
void numbers_check_predicted(const NumbersTrace *t, const TraceRunInfo *run, guint number);
/* What a device receives in a step. printed: what `run --json` said; may be NULL. */
void numbers_check_traffic(const NumbersTrace *t, const TraceRunInfo *run, guint number, const char *printed);
/* The text of a view's picture, in which every label stands; NULL where there is no viewer. */
char *numbers_scene(const char *db, const char *view, const char *run);
/* All numbers that the viewer's pictures and the page say, against the reports. */
void numbers_check_pictures(const NumbersTrace *t, const TraceRunInfo *run);
