/* Helpers of the tests of the import pass. Callers free the programs. */
#pragma once

#include "runtime/passes/import.h"

/* HLO text, read. */
IrModule *import_text(const char *text);
/* Every operand comes before its user in the same computation, positions are right, the entry is last. */
void assert_ordered(const IrModule *m);
/* Reads, imports and verifies the text, and checks the order of ops. */
IrModule *imported(const char *text, const ImportOptions *o);
void assert_sharding(const Sharding *s, const char *expected);
void assert_mesh(const IrModule *m, const char *expected);
const Sharding *param_sharding(const IrModule *m, int i);
const Sharding *result_sharding(const IrModule *m, int i);
/* The only op with that code. */
IrOp *only_op(const IrModule *m, OpCode code);
/* The number of custom calls that are left. */
int count_targets(const IrModule *m);
/* Checks that the import fails with that code and a message that contains `message`. */
void assert_refused(const char *text, const ImportOptions *o, int code, const char *message);

/* Pieces of texts: a module with a mesh, a value with one of Shardy's shardings, a custom call of the GSPMD partitioner. */
#define MESH "frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<[\"a\"=4, \"one\"=1, \"b\"=2]>, empty_mesh = #sdy.mesh<[]>}}"
#define SDY(text) "frontend_attributes={xla.sdy.sharding=\"#sdy.sharding<" text ">\"}"
#define SPMD(op, target, sharding) op ", custom_call_target=\"" target "\", sharding=" sharding "\n"
