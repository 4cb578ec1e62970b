/* Writes HLO modules as HloModuleProto, XLA's serialised form, which jaxlib and this project read. */
#pragma once

#include "runtime/ir/ir.h"

/* The bytes of the module, in a new string that the caller frees; ops that HLO does not know are written as the custom-calls that its text has. NULL with
 * SHARD_ERROR_UNSUPPORTED if it has something that is kept as text only and has no place in the message. */
GString *proto_write(const IrModule *m, GError **error);

/* How the whole arguments and results of a module that each device runs lie on the devices, in GSPMD's spelling: a text for each parameter of the entry, and
 * one for each result; NULL if that is not to be said. `parameter_orders` and `result_orders` say for each how its caller orders its dims in memory, as HLO does
 * ("{0,1}"); what is not in braces, or NULL, is by rows. */
typedef struct ProtoShardings {
    const char *const *parameters, *const *results;
    int n_parameters, n_results;
    const char *const *parameter_orders, *const *result_orders;
    const IrModule *whole; /* that was compiled into the module, and says where the compiler may choose shardings; NULL = the module says it itself */
} ProtoShardings;

/* The same as the module of a HloModuleProtoWithConfig, the other field of which says the entry's layout and the number of replicas and partitions. `s` may be
 * NULL; it is left out where it has another number of parameters or results than the module. Of instructions only the entry's parameters have shardings, as in programs that
 * XLA has partitioned. */
GString *proto_write_with_config(const IrModule *m, const ProtoShardings *s, GError **error);
