/* Declares the function behind each slot of the table, pjrt_NAME. Those that nobody defines are refused by plugin.c's `missing` list. */
#pragma once

#include "runtime/pjrt/plugin.h"

#define PJRT_SLOT(name) PjrtError *pjrt_##name(Pjrt_##name *args);
PJRT_SLOTS
#undef PJRT_SLOT
/* Of the extension that tells shardings. */
PjrtError *pjrt_parameter_shardings(PjrtShardingsArgs *args);
PjrtError *pjrt_output_shardings(PjrtShardingsArgs *args);
