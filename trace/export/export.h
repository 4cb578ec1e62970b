/* Traces in the formats of other tools: a file a format in this folder, a row each in formats.c. What all of them need of a run is in
 * export_impl.h. */
#pragma once

#include "trace/trace.h"

typedef struct TraceExport {
    const char *run;   /* id, label or name; NULL = the last run that has steps, else the last; csv and parquet: all; perfetto, chrome and xspace: all functions of the process that it is of */
    bool has_step;     /* only what happened in the step with this number */
    int64_t step;
    const char *table; /* csv, parquet: this table alone, as one file; NULL = a folder with all of them */
    bool all_runs;     /* perfetto, chrome, xspace: every run of the file, side by side in one timeline */
    bool unix_time;    /* xspace: times are UNIX times, as a profiler's parts have them before they are put together; devices and programs alone are written */
    const char *value; /* folded: what is counted, see trace_export_value_name(); NULL = time */
    /* The text of a program as a serialised HloModuleProto, for xspace; NULL with an error if it has no such form. NULL function: programs
     * are left out. The library knows nothing of programs, so who calls it says how. */
    GBytes *(*hlo_proto)(const char *text, void *user, GError **error);
    void *user;
    const TraceWatch *watch; /* may be NULL */
} TraceExport;

typedef struct TraceExported {
    int64_t n_events; /* of the timeline that were written; of tables: rows */
    int64_t n_files;
    char *note;       /* what was left out, and why, a sentence a line; "" = nothing. To be freed */
} TraceExported;

typedef struct TraceExportFormat {
    const char *name;
    const char *doc;  /* what it is, and which tool opens it */
    const char *suffix; /* that such files usually have; of folders that of the files in them */
    bool folder;        /* writes a folder, except of one table */
} TraceExportFormat;

/* The i-th format; false beyond the last. */
bool trace_export_format(int i, TraceExportFormat *out);
/* The i-th thing that folded stacks can count: time, bytes, memory; NULL beyond the last. */
const char *trace_export_value_name(int i);
/* Writes the run to `path`: all of it or nothing; links and devices are written through, as by outfile.h. Memory does not grow with the
 * number of events, but for functions of a process in one XSpace profile, there with those of one line, and for their steps and counters. Errors: no such format, run, step or table; what cannot be read or written; TRACE_ERROR_STOPPED. */
bool trace_export(TraceReader *r, const char *format, const char *path, const TraceExport *options, TraceExported *done, GError **error);
