/* For files that define a report: Report and Document. report_run() prints the result. */
#pragma once

#include "trace/report/document.h"

/* Makes the report; the format in `options` determines how many rows of long lists are included. */
Document *report_make(const char *name, TraceReader *reader, const ReportOptions *options, GError **error);

/* The part of a collective's time before its last member arrived. */
static inline TraceInt waited(TraceInt total_ns, TraceInt moved_ns)
{
    return total_ns.known && moved_ns.known ? TRACE_INT(MAX(total_ns.v - moved_ns.v, 0)) : (TraceInt){ 0 };
}
