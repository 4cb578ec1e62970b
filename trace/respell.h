/* Shardings inside sentences. The recorder writes them as a user of JAX does, P('data', None); readers who chose another
 * notation see them in that one. */
#pragma once

#include "trace/trace.h"

/* A sharding as GSPMD writes it, to be freed; NULL = not known, or not the same in all of the file's meshes. */
typedef char *(*RespellGspmd)(const char *spec, void *data);

/* The text with each P(...) in the other notation, to be freed. GSPMD's needs the mesh, so it comes from `gspmd`; where that
 * (or NULL as function) knows none, the text keeps the P. Never fails: what is no P(...) stays as it is. */
char *trace_respell(const char *text, TraceSpelling as, RespellGspmd gspmd, void *data);
