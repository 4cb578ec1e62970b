/* Modules and functions of the StableHLO reader. */
#pragma once

#include "runtime/text/stablehlo_reader.h"

/* ---- stablehlo.c, stablehlo_function.c: modules and functions ----------------------------------------------------------------- */

/* A function's symbol as its definition is met; NULL with the error if it was met before. */
Callee *reader_callee_new(Reader *r, const char *symbol, const char *at, bool is_public);
/* The region, read and closed, is the function's body. */
void reader_function_define(Reader *r, Callee *callee, Region *region, IrParamInfo *infos);
/* What the results' dictionaries say, per leaf; NULL if nothing. */
IrParamInfo *reader_result_infos(Reader *r, const TypeVec *types, const MDict *dicts, int n);
void reader_annotate_arg(Reader *r, IrOp *param, const MDict *dict, bool is_entry);
void reader_annotate_module(Reader *r, const MDict *dict);
/* A function behind its keyword. */
bool reader_function_read(Reader *r);
/* Functions, meshes, modules up to '}' or the end. */
bool reader_items_read(Reader *r, bool braces);

/* ---- stablehlo_generic.c: module, func.func and sdy.mesh in the generic form ---------------------------- */

bool reader_generic_item_read(Reader *r, bool outermost);
