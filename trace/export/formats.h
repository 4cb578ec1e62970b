/* The formats: a row each, and a function export_NAME() in a file of its own. Run and file are chosen when it is called; of a folder it makes
 * the files itself. What it writes: one run, all functions of a process as one timeline, or the tables of all runs. */
#pragma once

#include "trace/export/export_impl.h"

/*  name, whether it writes a folder, whether it shows time (then all functions of a process are in it), suffix, what it is */
#define EXPORT_FORMATS(ROW)                                                                                                            \
    ROW(perfetto, false, true, ".pftrace", "timeline for ui.perfetto.dev and trace_processor, as protobuf")                                  \
    ROW(chrome, false, true, ".json", "timeline as Chrome's JSON, for chrome://tracing and Perfetto")                                        \
    ROW(xspace, false, true, ".xplane.pb", "profile for XProf and TensorBoard, with the programs and the plan of memory")                    \
    ROW(csv, true, false, ".csv", "tables as CSV, a file each: events, steps, collectives, memory, reports")                                  \
    ROW(parquet, true, false, ".parquet", "the same tables as Parquet")                                                                       \
    ROW(pprof, false, false, ".pb.gz", "time, bytes and memory by stacks of the user's source, for pprof")                                    \
    ROW(folded, false, false, ".folded", "the same stacks as text, for flamegraph.pl")                                                        \
    ROW(dot, false, false, ".dot", "the partitioned program as a graph, for Graphviz")

#define DECLARE(name, folder, timeline, suffix, doc) bool export_##name(Export *x, GError **error);
EXPORT_FORMATS(DECLARE)
#undef DECLARE
