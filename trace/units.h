/* Numbers with units, formatted alike in reports, on the page and in the viewer. A TraceWord is returned by value:
 * trace_bytes(n).s */
#pragma once

#include <stdint.h>

typedef struct TraceWord {
    char s[128];
} TraceWord;

/* "8 MiB", "1.5 KiB", "4 MFLOP"; "101.5 µs", "12.3 ms": two decimals below ten, otherwise one; for bytes and
 * FLOP without trailing zeros. Negative values keep their sign. */
TraceWord trace_bytes(int64_t bytes);
TraceWord trace_ns(double ns);
TraceWord trace_flops(double flops);
/* "12.5 %"; a change: "+1.5 %", "-0.4 %", and "0.0 %" where it rounds to nothing. */
TraceWord trace_percent(double percent);
TraceWord trace_change(double percent);
