/* The HTML page (report --html): one file with its style and pictures, for readers without the viewer, for example attached to a pull
 * request. The pictures are made from the Scenes of the viewer's views, so page and window agree; the tables are the reports.
 *
 * It is declared here, so that the command line does not depend on the viewer, and defined in viewer/page/, in the library
 * without GTK and cairo that programs link if they call it. */
#pragma once

#include "trace/report/report.h"
#include "trace/units.h"

/* Appends the page about all runs of the trace, or options->run alone. False with an error. */
bool page_write(TraceReader *reader, const ReportOptions *options, GString *out, GError **error);
/* The name of the i-th view; NULL: there are no more. */
const char *page_view_name(int i);
