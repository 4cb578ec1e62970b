/* Parts of XSpace profiles that are files of their own. */
#pragma once

#include "trace/export/export_impl.h"

/* The program of a module as HloProto, with the plan of its memory as buffer assignment. NULL if the trace does not hold it or it has no such form: then
 * x->note says so. */
GString *xspace_program(Export *x, int64_t module_id, const char *name);
/* The number that profiles call the program by: module.program_id, else its row. */
int64_t xspace_program_id(Export *x, int64_t module_id);
