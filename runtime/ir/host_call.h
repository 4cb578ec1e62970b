/* Calls of a program into its caller, such as Python callbacks of JAX: custom-calls of one of these targets, with {index = NUMBER} as their
 * configuration. */
#pragma once

#include <string.h>

#include "runtime/ir/ir.h"

/* Once in an execution, whose results all devices get; and by each device with its own values. */
#define HOST_CALL "host_call"
#define HOST_CALL_EACH "host_call_each"

static inline bool op_is_host_call(const IrOp *op)
{
    return op->code == OP_custom_call && op->a.custom.target && (!strcmp(op->a.custom.target, HOST_CALL) || !strcmp(op->a.custom.target, HOST_CALL_EACH));
}
