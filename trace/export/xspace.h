/* Parts of XSpace profiles that are files of their own. */
#pragma once

#include "trace/export/export_impl.h"

/* Ends the name of a collective that is written as another, which does the exchange, and ops around it. */
#define XSPACE_EXCHANGED ".exchanged"

/* The program of a module as HloProto, with the plan of its memory as buffer assignment. NULL if the trace does not hold it or it has no such form: then
 * x->note says so. exchanged: gets "MODULE NAME" of each instruction that stands for a collective which HLO does not have (XSPACE_EXCHANGED). */
GString *xspace_program(Export *x, int64_t module_id, const char *name, GHashTable *exchanged);
/* The number that profiles call the program by: module.program_id, else its row. */
int64_t xspace_program_id(Export *x, int64_t module_id);
