/* The formats: a row each, and a function export_NAME() in a file of its own. Run and file are chosen when it is called; of a folder it makes
 * the files itself. */
#pragma once

#include "trace/export/export_impl.h"

/*  name, writes a folder, what it is */
#define EXPORT_FORMATS(ROW)                                                                                                         \
    ROW(perfetto, false, "timeline for ui.perfetto.dev and trace_processor, as protobuf")                                           \
    ROW(chrome, false, "timeline as Chrome's JSON, for chrome://tracing and Perfetto")                                        \
    ROW(xspace, false, "profile for XProf and TensorBoard, with the programs and the plan of memory")                               \
    ROW(csv, true, "tables as CSV, a file each: events, steps, collectives, memory, reports")                                       \
    ROW(parquet, true, "the same tables as Parquet")                                                                                \
    ROW(pprof, false, "time, bytes and memory by stacks of the user's source, for pprof")                                           \
    ROW(folded, false, "the same stacks as text, for flamegraph.pl")                                                                \
    ROW(dot, false, "the partitioned program as a graph, for Graphviz")

#define DECLARE(name, folder, doc) bool export_##name(Export *x, GError **error);
EXPORT_FORMATS(DECLARE)
#undef DECLARE
