/* The traces that exports are tested on, in a folder of the test's own, and what tests ask of them. */
#pragma once

#include "trace/export/export.h"

/* Those of the command line are made by `make`, with the source's folder for %s. */
typedef struct ExportTrace {
    const char *name, *make;
} ExportTrace;
enum { SAMPLE, IMPORTED, MEASURED, SUMS, PREDICTED, XLA, PROFILE, N_TRACES };
extern const ExportTrace traces[];

void make_traces(void);
void remove_traces(void);
/* A path in that folder. To be freed. */
char *in_dir(const char *name);
/* Runs `shardscope` there with arguments that are divided by spaces; its exit status. *err (may be NULL) gets what it said. */
int shardscope(const char *args, char **err);
TraceReader *open_trace(size_t i);
/* Exports and gives the path. To be freed. done may be NULL. */
char *export_to(TraceReader *r, const char *format, TraceExport o, TraceExported *done);
/* The answer to a question with one parameter. */
int64_t number(TraceReader *r, const char *sql, int64_t arg);
int64_t last_run(TraceReader *r);

/* test_export_tables.c: tests of tables, stacks and graphs. */
void add_table_tests(void);
