/* The reports' own functions, for the table in reports.c: each adds its tables about one run. */
#pragma once

#include "trace/report/document.h"

/* The report itself, before report_run() prints it; the format in `options` says how much of a list is wanted. */
Document *report_make(const char *name, TraceReader *reader, const ReportOptions *options, GError **error);

typedef bool (*ReportFn)(TraceReader *r, const TraceRunInfo *run, const ReportOptions *o, Block *b, GError **error);

bool report_steps(TraceReader *r, const TraceRunInfo *run, const ReportOptions *o, Block *b, GError **error);
bool report_reshards(TraceReader *r, const TraceRunInfo *run, const ReportOptions *o, Block *b, GError **error);
bool report_collectives(TraceReader *r, const TraceRunInfo *run, const ReportOptions *o, Block *b, GError **error);
bool report_passes(TraceReader *r, const TraceRunInfo *run, const ReportOptions *o, Block *b, GError **error);
bool report_memory(TraceReader *r, const TraceRunInfo *run, const ReportOptions *o, Block *b, GError **error);
bool report_shardings(TraceReader *r, const TraceRunInfo *run, const ReportOptions *o, Block *b, GError **error);
bool report_ops(TraceReader *r, const TraceRunInfo *run, const ReportOptions *o, Block *b, GError **error);
