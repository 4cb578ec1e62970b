/* Making a report, before report_run() prints it. A report's own file includes this for Document and Report. */
#pragma once

#include "trace/report/document.h"

/* The report itself; the format in `options` says how much of a list is wanted. */
Document *report_make(const char *name, TraceReader *reader, const ReportOptions *options, GError **error);
