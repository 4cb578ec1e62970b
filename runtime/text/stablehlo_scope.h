/* Names and regions of the StableHLO reader: which values are visible where, and what a region becomes when it is closed. */
#pragma once

#include "runtime/text/stablehlo_reader.h"

/* ---- stablehlo_scope.c: scopes and regions ---------------------------------------------------------------- */

Region *region_open(Reader *r, RegionKind kind, const char *name);
/* Leaves the scope of the region, which must be the innermost. */
void region_close(Reader *r, Region *region);
void region_clear(gpointer region); /* frees its heap memory */
/* Adds an argument to the innermost region: a parameter or a stand-in. */
IrOp *region_arg(Reader *r, Str name, const char *at, const Type *type, const MLoc *loc);
/* "{ [^bb0(args):] ops }" into the given open region; closes it. */
bool region_read(Reader *r, Region *region);
bool value_name_read(Reader *r, Str *out); /* "%name" */
/* "%name[#i]" */
IrOp *value_read(Reader *r, const char **at);
/* "(%a: T, %b: T)" as arguments of the innermost region. */
bool region_args_read(Reader *r);
const char *str_dup_z(Reader *r, Str s);
/* Sets the error "unknown operation", with the most similar known one as a hint; returns false. */
bool reader_unknown_op(Reader *r, const char *at, const char *name);

/* ---- stablehlo_region.c: closing regions -------------------------------------------------------------- */

/* Sets the root of the region's computation: the value that is yielded, or a tuple of several. */
void region_finish(Reader *r, Region *region);
/* The value that represents `outer` inside the innermost region; NULL with the error set if the region may not use it. */
IrOp *region_import(Reader *r, Region *region, IrOp *outer, const char *at, const char *name);
