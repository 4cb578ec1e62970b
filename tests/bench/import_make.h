/* Large profiles in formats other than XLA's own: as many columns, arguments and texts as real ones have, on eight GPUs and as many threads. */
#pragma once

#include <stdint.h>

/* Writes a profile of about n events to `path`; the kind is "nsys", "rocpd", "chrome" or "perfetto". */
void import_make(const char *kind, int64_t n, const char *path);
