/* Finding a row by the name that the user gives. */
#pragma once

#include "viewer/model/rows.h"

/* What the user means by a name: a value (its name, the framework's, or argN), an instruction of what a device runs, or
 * a reshard as #N. Where only reshards are accepted, N and the name of its value mean one too. accepts: REF_BIT of the
 * kinds that are wanted. run may be NULL: there is none. False with an error if nothing has that name. */
bool find_row(TraceReader *r, const RunRows *run, const char *name, unsigned accepts, Ref *out, GError **error);
