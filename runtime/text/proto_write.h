/* Writes HLO modules as HloModuleProto, XLA's serialised form, which jaxlib and this project read. */
#pragma once

#include "runtime/ir/ir.h"

/* The bytes of the module, in a new string that the caller frees; ops that HLO does not know are written as the custom-calls that its text has. NULL with
 * SHARD_ERROR_UNSUPPORTED if it has something that is kept as text only and has no place in the message. */
GString *proto_write(const IrModule *m, GError **error);
