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
/* Values without names, which bytecode refers to by number: value_add gives a handle, value_use the value for the innermost
 * region, which imports it where it is further out (NULL with the error where it may not). Names are for messages
 * and hints; region_arg_new is region_arg for a caller that keeps the handle itself. */
uint32_t value_add(Reader *r, Str name, uint32_t shadowed, IrOp **values, int n);
IrOp *value_use(Reader *r, uint32_t handle, int i, const char *at, Str name);
IrOp *region_arg_new(Reader *r, Str name, const char *at, const Type *type, const MLoc *loc);
const OpRow *reader_row(Reader *r, Str name); /* NULL: an operation that nobody knows */
/* Sets the op's row and name by what the program calls it; false with "unknown operation". */
bool reader_op_name(Reader *r, MOp *op, Str name);
/* The op with all its parts becomes ops of the IR, or ends the innermost region. */
bool reader_op_build(Reader *r, MOp *op, bool *terminator);
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
