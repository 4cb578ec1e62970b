/* Modules and functions of the StableHLO reader. */
#pragma once

#include "runtime/text/stablehlo_reader.h"

/* ---- stablehlo.c, stablehlo_function.c: modules and functions ----------------------------------------------------------------- */

/* Registers the symbol of a function definition; NULL with the error if it is defined already. */
Callee *reader_callee_new(Reader *r, const char *symbol, const char *at, bool is_public);
/* Makes the region, which has been read and closed, the function's body. */
void reader_function_define(Reader *r, Callee *callee, Region *region, IrParamInfo *infos);
/* The annotations in the results' dictionaries, per leaf; NULL if there are none. */
IrParamInfo *reader_result_infos(Reader *r, const TypeVec *types, const MDict *dicts, int n);
void reader_annotate_arg(Reader *r, IrOp *param, const MDict *dict, bool is_entry);
void reader_annotate_module(Reader *r, const MDict *dict);
/* Reads a function, with the cursor behind its keyword. */
bool reader_function_read(Reader *r);
/* Reads functions, meshes and modules up to '}' or the end. */
bool reader_items_read(Reader *r, bool braces);

/* ---- stablehlo_generic.c: module, func.func and sdy.mesh in the generic form ---------------------------- */

bool reader_generic_item_read(Reader *r, bool outermost);
/* What their dictionaries say, for bytecode too. A function's region is read and closed; NULL: a declaration. */
bool reader_function_from_dict(Reader *r, const char *at, const MDict *dict, Region *region);
bool reader_mesh_from_dict(Reader *r, const char *at, const MDict *dict);
void reader_module_from_dict(Reader *r, const MDict *dict);

/* ---- stablehlo.c: starting and ending a reader --------------------------------------------------------- */

/* All fields but the text's own, which mlir_init or mlir_init_binary has set. */
void reader_init(Reader *r);
void reader_clear(Reader *r);
/* Joins calls with their functions and puts those in order: the last step. */
bool reader_finish(Reader *r);
/* The module, or NULL with *error: the reader ends. x.error points at *first. */
IrModule *reader_end(Reader *r, bool ok, GError **first, GError **error);
