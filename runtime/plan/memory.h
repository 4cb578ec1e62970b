/* Where the values of a device's program are in memory, how much memory is in use over the program, and what is in use at the peak.
 *
 * Input: values with the range of instructions during which they are alive, and which of them share memory
 * (results written over an operand, state carried by a loop, results in donated arguments). Values that share memory
 * form a place. A place takes the bytes of its largest value, from the first position at which one of its values is
 * alive to the last. The memory in use at a position is the sum over the places alive there; the peak is the highest
 * such sum. Arguments, results and constants have places of their own; the places of all other values, the
 * temporaries, are packed into one arena: best fit, largest first, so that no two that are alive at the same time
 * overlap. The method is greedy packing by size, the usual heuristic for offline dynamic storage allocation. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Uses of buffers; the numbers of `buffer.cat` in a trace. */
typedef enum BufferCat {
    BUFFER_UNKNOWN, BUFFER_PARAMETER, BUFFER_OPTIMISER, BUFFER_GRADIENT, BUFFER_ACTIVATION, BUFFER_TEMPORARY,
    BUFFER_COLLECTIVE, BUFFER_CONSTANT, BUFFER_OUTPUT
} BufferCat;

typedef struct PlannedBuffer {
    int op_id;              /* the op that computes it; -1 = none */
    int leaf;               /* which of its results */
    int param, result;      /* number of the argument or of the first result that it is, or -1 */
    int64_t offset;         /* in the arena of temporaries; -1 for arguments, constants and results, which are elsewhere */
    int64_t size;           /* bytes */
    int live_from, live_to; /* positions, both included; -1 = from the start */
    bool at_peak;           /* its place is alive at the peak, and it is the value that represents the place there */
    BufferCat cat;
    int shares;             /* index of the buffer whose memory it uses (in place, alias), or -1 */
    int place;              /* index of the first buffer of its place */
} PlannedBuffer;

/* All sizes are bytes on one device. */
typedef struct MemoryPlan {
    PlannedBuffer *buffers;
    int n_buffers;
    int n_positions;         /* live_from and live_to are below this number */
    int64_t argument_bytes, output_bytes, alias_bytes; /* alias: results stored in a donated argument */
    int64_t constant_bytes;
    int64_t own_output_bytes; /* of places that hold results and no argument: results in place and those returned twice count once */
    int64_t temp_bytes;      /* size of the arena */
    int64_t temp_live_bytes; /* maximum bytes of temporaries alive at once; the rest of the arena is lost to fragmentation */
    int64_t peak_bytes;      /* highest sum over places alive at one position */
    int peak_at;             /* that position, the first one if there are several; -1 = the start */
} MemoryPlan;

/* Bytes that the device must reserve: arguments, results, constants and the whole arena. */
int64_t memory_plan_reserved(const MemoryPlan *plan);
/* Sets place, offset, at_peak, temp_bytes, temp_live_bytes, own_output_bytes, peak_bytes and peak_at. On entry the offset of a buffer
 * is -1 if its place is not to be in the arena; a place is in the arena if no buffer in it says so. */
void memory_plan_solve(MemoryPlan *plan);
void memory_plan_clear(MemoryPlan *plan);
