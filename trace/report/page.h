/* The page for people without the viewer (report --html): one file that holds its style and pictures, to attach to a pull
 * request. The pictures are the views' own Scenes, so page and window cannot disagree; the tables are the reports.
 *
 * Declared here, below both, so that the command line knows nothing of the viewer; defined in viewer/page/, in the library
 * without GTK and cairo that every program which calls this is linked with. */
#pragma once

#include "trace/report/report.h"
#include "trace/units.h"

/* Appends the page about all runs of the trace, or options->run alone. False with an error. */
bool page_write(TraceReader *reader, const ReportOptions *options, GString *out, GError **error);
/* The name of the i-th view; NULL: there are no more. */
const char *page_view_name(int i);
