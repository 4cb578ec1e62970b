/* MLIR bytecode: the binary form of what StableHLO text says. Portable artifacts (dialect VHLO) and what
 * Operation.write_bytecode gives, format versions 0 to 6. Errors are "file:byte N: message". Start at bytecode.c. */
#pragma once

#include "runtime/ir/ir.h"

/* Whether the bytes are bytecode, or an artifact of jax.export (a flatbuffer) that holds some: the bytes of the module are
 * those from *first on, *n_module of them. Of a longer file its beginning is enough to say yes. */
bool bytecode_find(const char *data, size_t n, size_t *first, size_t *n_module);
/* Reads the module of such a file. */
IrModule *bytecode_parse(const char *path, const char *data, size_t n, GError **error);
