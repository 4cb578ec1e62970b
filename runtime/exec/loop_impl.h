/* Internal declarations of loop*.c. */
#pragma once

#include "runtime/compute/tile_code_impl.h"
#include "runtime/exec/loop.h"

/* Where a slot is: at rbx + at (FIXED), or the frame has its address there (CELL: the loop's own; OUTSIDE: read only). Slots of one storage share it. */
typedef enum StoreKind { STORE_NONE, STORE_FIXED, STORE_CELL, STORE_OUTSIDE } StoreKind;
typedef struct Storage {
    StoreKind kind;
    int number; /* of the cell, or of the value from outside */
    int32_t at;
} Storage;

/* A kernel that is called. */
typedef struct LoopCall {
    const Instr *in;
    const Bound *kernel;
    const Storage *args, *outs;
} LoopCall;

/* A step of a tile program that is called: one function of the table, over n elements. Places in the frame, those of a, b and c 0 = none. */
typedef struct LoopStep {
    TileKernel kernel;
    const void *imm;
    VecHome d, a, b, c;
    bool has_b, has_c;
    int n;
} LoopStep;

/* What state begins with, and where it is taken from at the end. */
typedef struct LoopState {
    int slot;       /* that it comes from, or goes to */
    Storage store;
    int64_t bytes;
    bool last;      /* entering: nothing reads the slot afterwards */
} LoopState;

typedef struct LoopImage {
    int32_t at, bytes;
} LoopImage;

struct LoopCode {
    int entry, exit; /* the moves before and behind it */
    int index;       /* among the loops of the program */
    int (*fn)(LoopFrame *f, const Stop *stop, const void *failed);
    ExecMemory memory;
    int n_outside, n_cells, n_calls, n_steps, n_enter, n_leave;
    int *outside;        /* slots; their addresses are the frame's first pointers */
    int64_t *cell_bytes; /* those of cells follow */
    const LoopCall *calls;
    const LoopStep *steps;
    LoopState *enter, *leave;
    const uint8_t *image; /* constants that are in the frame from the beginning: LoopImage, then its bytes, and so on */
    int32_t image_bytes, frame_bytes;
};

struct LoopFrame {
    Device *device;
    const LoopCode *loop;
    Buffer **cells;
    void *pointers[];
};

/* ---- a loop under construction ------------------------------------------------------------------------------ */

typedef struct SlotUse {
    int n_defs, n_reads, last_read; /* within the loop */
    int def;
    int reg; /* -1 = none yet */
} SlotUse;

typedef struct JumpFix {
    size_t jump;
    int target;
} JumpFix;

/* A vector as it was in memory, stored where a register is. */
typedef struct RawStore {
    int value, to;
} RawStore;

/* Straight code under construction: element-wise steps whose values stay in vector registers; results go to memory at its end. */
typedef struct Segment {
    bool open;
    int64_t n;       /* elements of the arrays in it, if these are more than a vector: it is a loop over them; else 0 */
    VEC(int) dirty;  /* registers that are stored at its end, in the order of their definition */
    VEC(RawStore) raw;
} Segment;

typedef struct LoopBuild {
    const Program *p;
    Binding *b;
    LoopCode *loop;
    SlotUse *use;     /* per slot */
    int *same;        /* per slot: another slot whose storage it shares, or itself */
    Storage *store;   /* per slot; of the last in the chain of `same` */
    bool *is_target;  /* per instruction from entry on: something jumps there */
    bool *is_exit;    /* the move behind a nested loop */
    size_t *place;    /* per instruction from entry on: in the code */
    Code code;
    VEC(JumpFix) jumps;
    VEC(size_t) outs; /* jumps to the end, with the result 1 */
    VEC(LoopCall) calls;
    VEC(LoopStep) steps;
    VEC(uint8_t) image;
    int32_t fixed_bytes; /* of the frame behind its pointers */
    /* registers: of slots, and of groups' own values */
    int n_regs, room;
    int *slot_of;     /* -1 = of none */
    TileProg prog;    /* its n_regs and elem */
    RegInfo *info;
    VecHome *home;
    VecCode vec, probe;
    Segment seg;
    int n_stack;
} LoopBuild;

/* loop_find.c */
Storage loop_storage(const LoopBuild *l, int slot);
const Type *loop_slot_type(const LoopBuild *l, int slot);
/* Whether the move may take the memory of its k-th operand. */
bool loop_may_take(const LoopBuild *l, int pos, int k);
/* Finds what is at `entry`; false if it is no loop, or none that is to be compiled. */
bool loop_find(LoopBuild *l, int entry);

/* loop_code.c */
bool loop_compile(LoopBuild *l);
int loop_new_reg(LoopBuild *l, ElemType e, RegInfo info, VecHome home);
int32_t loop_fixed(LoopBuild *l, int64_t bytes);
VecHome loop_home(const LoopBuild *l, int slot);
/* The register of a slot. */
int loop_reg(LoopBuild *l, int slot);
/* True if the slot's value is not in memory yet, but in the segment. */
bool loop_is_dirty(const LoopBuild *l, int slot);
/* The register holds a value of the segment from here on, and is stored at its end. */
void loop_assign(LoopBuild *l, int reg, int value);
void loop_open(LoopBuild *l, int width, int64_t n);
/* Ends the segment: its instructions are emitted. */
void loop_close(LoopBuild *l);
void loop_kernel_call(LoopBuild *l, int pos);

/* loop_group.c: an element-wise group. False: nothing was done. */
bool loop_group(LoopBuild *l, const Instr *in);
/* loop_reduce.c: the reduction at the end of a group, of an array that is in memory at `home`. */
bool loop_can_reduce(const LoopBuild *l, const Instr *in);
void loop_reduce(LoopBuild *l, const Instr *in, VecHome home);

/* loop_index.c: gathers and scatters of one window. */
bool loop_gather(LoopBuild *l, const Instr *in);
bool loop_scatter(LoopBuild *l, const Instr *in);

/* loop_lanes.c: small arrays within vectors. */
bool loop_fits_vector(int64_t n_elems, int bytes);
/* The value, in the segment, of elements from[i] of a slot that fits into a vector of the segment's width; n = 1: that element in all places. */
int loop_lanes(LoopBuild *l, int slot, const int64_t *from, int n);
/* Vectors of the segment: below with the lanes (bits) of above; below -1 = above. */
int loop_blend(LoopBuild *l, int below, int above, int lanes);
/* An element of an operand. */
typedef struct LoopSource {
    int operand;
    int64_t elem;
} LoopSource;
/* The result put together of elements of operands, in the segment. False: nothing was done. */
bool loop_put_together(LoopBuild *l, const Instr *in, const LoopSource *from);

/* A box within an array, as runs of bytes. */
enum { LOOP_MOST_RUNS = 16 };
typedef struct LoopBox {
    int64_t n_runs, run; /* bytes of a run */
    int64_t in_large[LOOP_MOST_RUNS], in_small[LOOP_MOST_RUNS];
} LoopBox;
/* False if there are too many runs. `dims`: of the box, as many as the array has. */
bool loop_box(const Type *large, const int64_t *dims, LoopBox *b);

/* loop_ops.c: slices at computed places, and ops that only move elements. False: nothing was done. */
bool loop_op(LoopBuild *l, const Instr *in);
Mem loop_address(LoopBuild *l, VecHome h, Gpr scratch);
/* Copies bytes exactly. */
void loop_copy(LoopBuild *l, Mem to, Mem from, int64_t bytes);
/* loop_move.c */
void loop_move(LoopBuild *l, int pos);

/* loop_run.c: what compiled code calls. */
int loop_run_call(LoopFrame *f, int number);
void loop_run_step(LoopFrame *f, int number);
