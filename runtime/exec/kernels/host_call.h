/* Custom-calls that the program's caller computes. */
#pragma once

#include "runtime/exec/kernel.h"

typedef struct HostCall HostCall;

/* Fills to->fn and to->plan; the caller frees the result. NULL with *error if there is nobody to call. */
HostCall *make_host_call(const IrOp *op, Bound *to, GError **error);
void host_call_free(HostCall *h);
