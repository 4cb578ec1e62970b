/* The groups of devices that a collective of a serialised module runs in, in any of the five ways to write them. */
#pragma once

#include "trace/import/programs.h"

/* Reads the module's device assignment, which numbers in groups refer to. Before import_groups_of. */
void import_groups_assign(ImportProgram *g, WireMessage module);
/* Of an instruction of the program. The programs own it. */
ImportGroups *import_groups_of(ImportPrograms *p, const ImportProgram *g, WireMessage inst);
