/* Memory of devices over time, where a file has it as counters: our own exports name what each counts. */
#pragma once

#include "trace/import/run.h"

enum { MEMORY_IN_USE = 1, MEMORY_RESERVED, MEMORY_RESIDENT };

/* What a counter of that name, of a device, says of its memory; 0 = nothing. */
int import_memory_named(const char *name);

typedef struct ImportMemory ImportMemory;
ImportMemory *import_memory_new(void);
void import_memory_free(ImportMemory *m);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ImportMemory, import_memory_free)
void import_memory_add(ImportMemory *m, int64_t device_row, int64_t ts_ns, int what, double bytes);
/* One row for each moment of a device. */
void import_memory_store(ImportRun *r, ImportMemory *m);
