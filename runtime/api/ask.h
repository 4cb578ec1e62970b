/* Single questions to the cost model, asked and answered as text: the time of a matrix product, of a collective. */
#pragma once

#include "runtime/sim/coll_time.h"
#include "runtime/sim/gemm.h"

/* "MxNxK:TYPE" or "BATCHxMxNxK:TYPE"; TYPE is "bf16" or "bf16xbf16->f32". */
bool ask_gemm_read(const char *text, GemmShape *out, GError **error);
/* "KIND:SIZE" or "KIND:SIZE:MEMBERS", as "all-reduce:64MiB:8". Without members all devices of the hardware take part, *n is 0 then. */
bool ask_collective_read(const char *text, CollKind *kind, double *bytes, int64_t *n, GError **error);

/* {"time_s", "low_s", "high_s", "from"} in one line, or a sentence. NULL with an error. To be freed. */
char *ask_gemm(const char *text, const Hardware *hw, bool json, GError **error);
char *ask_collective(const char *text, const Hardware *hw, bool json, GError **error);
