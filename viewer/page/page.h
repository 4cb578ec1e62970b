/* The page for people without the viewer (report --html): one file that holds its style and pictures, to attach to a pull
 * request. The pictures are the views' own Scenes, so page and window cannot disagree; the tables are the reports. */
#pragma once

#include "trace/report/report.h"

/* Appends the page about all runs of the trace, or options->run alone. False with an error. */
bool page_write(TraceReader *reader, const ReportOptions *options, GString *out, GError **error);
