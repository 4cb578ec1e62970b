/* Declares the function behind each slot of the table, pjrt_NAME. Those that nobody defines are refused by plugin.c's `missing` list. */
#pragma once

#include "runtime/pjrt/plugin.h"

#define PJRT_SLOT(name) PjrtError *pjrt_##name(Pjrt_##name *args);
PJRT_SLOTS
#undef PJRT_SLOT
/* Of the extension that tells shardings. */
PjrtError *pjrt_parameter_shardings(PjrtShardingsArgs *args);
PjrtError *pjrt_output_shardings(PjrtShardingsArgs *args);
/* Of the extension of layouts. */
PjrtError *pjrt_layout_destroy(PjrtLayoutDestroy *args);
PjrtError *pjrt_layout_serialize(PjrtLayoutSerialize *args);
PjrtError *pjrt_layout_of_client(PjrtLayoutOfShape *args);
PjrtError *pjrt_layout_of_buffer(PjrtLayoutOfBuffer *args);
PjrtError *pjrt_result_layouts(PjrtLayoutsOfExecutable *args);
PjrtError *pjrt_argument_layouts(PjrtLayoutsOfExecutable *args);
/* Of the extension of memories. */
PjrtError *pjrt_memory_descriptions(PjrtMemoryDescriptions *args);
PjrtError *pjrt_memory_description_kind(PjrtMemoryDescriptionKind *args);
/* Of the extension that takes part in profiles (profile.c). */
typedef struct PjrtProfilerTable PjrtProfilerTable;
extern const PjrtProfilerTable pjrt_profiler_table;
