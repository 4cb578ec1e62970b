/* Names and regions of the StableHLO reader: which values are visible where, and what a region becomes when it is closed. */
#pragma once

#include "runtime/text/stablehlo_reader.h"

/* ---- stablehlo_scope.c: scopes and regions ---------------------------------------------------------------- */

Region *region_open(Reader *r, RegionKind kind, const char *name);
/* Leaves the scope of the region, which must be the innermost. */
void region_close(Reader *r, Region *region);
void region_clear(gpointer region); /* frees what is on the heap of it */
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
/* "unknown operation", with the nearest known one; false. */
bool reader_unknown_op(Reader *r, const char *at, const char *name);

/* ---- stablehlo_region.c: closing regions -------------------------------------------------------------- */

/* The region's computation gets its root: the one value yielded, or a tuple of them. */
void region_finish(Reader *r, Region *region);
/* What `outer` is inside the innermost region; NULL with the error set where that may not be. */
IrOp *region_import(Reader *r, Region *region, IrOp *outer, const char *at, const char *name);
