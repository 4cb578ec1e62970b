/* What compiling came to, without compiling again: the three modules of a Compiled as text, and the numbers that the passes worked out. */
#pragma once

#include "runtime/passes/pipeline.h"

/* What compiled_texts made, and what texts do not say. */
typedef struct CompiledParts {
    const char *input, *whole, *local;
    const char *hardware;      /* NULL = cpu */
    int64_t n_devices, n_replicas, n_partitions, compile_ns;
    double flops_one;
} CompiledParts;

/* The texts, for g_strfreev: input, whole, local. NULL if one of them is not read back as the module that it was printed from, or plans another device
 * program: then there is nothing for it but to compile again. */
char **compiled_texts(const Compiled *c);

/* Reads them, plans the device program. The log is empty: reasons are not kept. NULL + error. */
Compiled *compiled_from(const CompiledParts *parts, GError **error);
