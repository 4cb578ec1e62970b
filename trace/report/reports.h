/* For files that define a report: Report and Document. report_run() prints the result. */
#pragma once

#include "trace/report/document.h"

/* The report itself; the format in `options` says how much of a list is wanted. */
Document *report_make(const char *name, TraceReader *reader, const ReportOptions *options, GError **error);

/* Of a collective's time, the part before its last member had come. */
static inline TraceInt waited(TraceInt total_ns, TraceInt moved_ns)
{
    return total_ns.known && moved_ns.known ? TRACE_INT(MAX(total_ns.v - moved_ns.v, 0)) : (TraceInt){ 0 };
}
