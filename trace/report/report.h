/* The reports of the command line: the viewer's content as text, JSON or CSV. A report calls trace_query_* and formats the answer;
 * it computes nothing that the viewer would have to compute too. */
#pragma once

#include "trace/trace.h"

struct Block;

typedef enum ReportFormat {
    REPORT_TEXT, /* aligned columns, values with units; a dash for unknown values */
    REPORT_JSON, /* ns, bytes and FLOP as plain numbers, null for unknown values; keys are stable */
    REPORT_CSV,  /* the report's main table only, the same keys and numbers; RFC 4180 */
    REPORT_HTML, /* the content of the text as HTML tables, for a page */
} ReportFormat;

typedef struct ReportOptions {
    ReportFormat format;
    const char *run;    /* id, label or name; NULL = every run of the file */
    const char *why;    /* print the chain of reasons for this value's sharding */
    bool remove;        /* print the changes that were tried, by gain */
    int64_t number;     /* only this row, in detail; used if has_number */
    bool has_number;
    const char *group;  /* layer, line, kind, axis or cause: the main table as sums by these; NULL = not grouped */
    const char *sort;   /* KEY of a column, KEY:desc; NULL = the report's own order */
    const char *filter; /* rows with these words alone; NULL = all */
    int64_t top;        /* so many lines of the main table; 0 = as many as the report shows of itself */
    bool fold;          /* rows that differ in their layer alone are one, also in JSON and CSV */
    bool expand;        /* each row, also in text, where such rows are folded otherwise; of groups, too */
    bool all;           /* include rows that are left out by default; Report.all describes them */
} ReportOptions;

/* A report: a row in reports.c, and this struct in a file of its own. Text, JSON, CSV, the page, the help and the
 * completion of shells follow from it. The four texts before the last member describe what an option does in this report; NULL: the report does not
 * have the option. */
typedef struct Report {
    const char *name, *doc;
    /* Adds the report's tables about one run. */
    bool (*make)(TraceReader *r, const TraceRunInfo *run, const ReportOptions *o, struct Block *b, GError **error);
    const char *why;    /* --why NAME */
    const char *remove; /* --remove */
    const char *number; /* --number N */
    const char *all;    /* --all */
    bool of_predictions; /* tells predicted times beside measured ones: says what the difference is */
    bool of_events;     /* prints measurements of steps, so it must mention if not every event was recorded */
} Report;

/* The reports, in the order of the help text; *n gets their number. */
const Report *const *report_list(int *n);
/* Appends the report to `out`. Errors: no such report (with the nearest names), run or value. */
bool report_run(const char *name, TraceReader *reader, const ReportOptions *options, GString *out, GError **error);

/* A trace in a comparison: `run` as in ReportOptions, or a function of a dump for all runs of it; NULL = all its runs. */
typedef struct CompareSource {
    TraceReader *reader;
    const char *run;
} CompareSource;

/* One row a run: label, step times, collectives by kind, peak memory, slowest device; what their settings differ in;
 * and for each run slower than the fastest one line that says why, from the reasons recorded with its reshards. Of the options
 * format, sort, filter, top, fold and expand count: for the runs, and for the ops of each (5 of these unless `top` says more).
 * Runs of different functions (functions.h) are not set against each other: one function's runs follow another's, the dearest first, of
 * which text and HTML tell the first few if no option asks for more and worst_percent is NULL.
 * *worst_percent (may be NULL) gets how much slower than the first run of its function the slowest one is, 0 if none is. */
bool report_compare(const CompareSource *sources, int n_sources, const ReportOptions *options, GString *out,
                    double *worst_percent, GError **error);

