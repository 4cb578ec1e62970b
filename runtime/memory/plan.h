/* Where the values of a device's program lie in one block of memory, and what stands at its peak.
 *
 * Input: values with the span of instructions during which they are alive, and which of them share one
 * place (results written over a dying operand, state carried by a loop). Output: an offset for each, best fit,
 * large ones first, so that no two that live at the same time overlap. The method is the usual greedy
 * packing by size for offline storage allocation. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* What a buffer is for; the numbers of `buffer.cat` in a trace. */
typedef enum BufferCat {
    BUFFER_UNKNOWN, BUFFER_PARAMETER, BUFFER_OPTIMISER, BUFFER_GRADIENT, BUFFER_ACTIVATION, BUFFER_TEMPORARY,
    BUFFER_COLLECTIVE, BUFFER_CONSTANT, BUFFER_OUTPUT
} BufferCat;

typedef struct PlannedBuffer {
    int op_id;              /* that computes it */
    int leaf;               /* which of its results */
    int64_t offset;         /* in the arena of temporaries; -1 for arguments, constants and outputs, which lie elsewhere */
    int64_t size;           /* bytes */
    int live_from, live_to; /* instruction numbers, both included; -1 = from the start */
    bool at_peak;           /* alive at the instruction with most live bytes */
    BufferCat cat;
    int shares;             /* index of the buffer whose place it uses (in-place, alias), or -1 */
} PlannedBuffer;

typedef struct MemoryPlan {
    PlannedBuffer *buffers;
    int n_buffers;
    int64_t argument_bytes, output_bytes, alias_bytes; /* alias: outputs that lie in a donated argument */
    int64_t temp_bytes;      /* size of the arena */
    int64_t constant_bytes;
    int64_t peak_live_bytes; /* most bytes of temporaries alive at once: temp_bytes is at least this */
    int peak_at;             /* instruction number of the peak */
} MemoryPlan;

/* Sets offset, at_peak and the sums over temporaries (buffers whose offset is not -1 on entry). */
void memory_plan_solve(MemoryPlan *plan);
void memory_plan_clear(MemoryPlan *plan);
