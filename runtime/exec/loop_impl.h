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

/* What the machine code counts of a jump in it (taken.h). */
typedef struct LoopWay {
    int pc, way, sign; /* sign: 1, or -1 where it is taken off */
    int32_t at;        /* of the frame */
} LoopWay;

struct LoopCode {
    int entry, exit; /* the moves before and behind it */
    int index;       /* among the loops of the program */
    int (*fn)(LoopFrame *f);
    ExecMemory memory;
    int n_outside, n_cells, n_calls, n_enter, n_leave;
    int *outside;        /* slots; their addresses are the frame's first pointers */
    int64_t *cell_bytes; /* those of cells follow */
    int n_ways;
    const LoopCall *calls;
    const LoopWay *ways;
    LoopState *enter, *leave;
    const uint8_t *image; /* constants that are in the frame from the beginning: LoopImage, then its bytes, and so on */
    int32_t image_bytes, frame_bytes;
};

struct LoopFrame {
    Device *device;
    const LoopCode *loop;
    const Stop *stop;   /* looked at between two trips */
    const void *failed; /* a pointer that is not NULL once something has */
    int64_t trips;      /* of this execution */
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

/* ---- integers in general registers ---- */

typedef enum IntOp {
    INT_LOAD,    /* n bytes from memory */
    INT_LOAD_AT, /* the same, n * a bytes behind; a of 64 bits */
    INT_COPY, INT_ADD, INT_SUBTRACT, INT_MULTIPLY, INT_AND, INT_OR, INT_XOR, INT_NEGATE,
    INT_LEFT, INT_RIGHT, INT_RIGHT_SIGNED, /* by n */
    INT_EXTEND,  /* the lowest n bytes of a */
    INT_DIVIDE, INT_REMAINDER, /* b is a constant, neither 0 nor -1 */
    INT_SIGN,    /* of a: -1, 0 or 1 */
    INT_SET,     /* 1 if a is to b as `when` says, else 0 */
    INT_CHOOSE,  /* c if so, else e */
    INT_TEST     /* sets the conditions for a jump; the last step */
} IntOp;
/* Values are 32 bits, or 64; those of narrower types are extended to 32 bits as their type says, what stands above is anything. */
typedef struct IntStep {
    IntOp op;
    bool wide, sign; /* wide: of the result; of SET, CHOOSE and TEST: of what is compared */
    bool wide_choice;
    Condition when;
    int d, a, b, c, e; /* values, -1 = none */
    int n;
    VecHome from;
} IntStep;

typedef enum IntFrom { INT_FROM_STEP, INT_FROM_HOME, INT_FROM_CONSTANT } IntFrom;
typedef struct IntValue {
    IntFrom from;
    Gpr home;
    int64_t constant;
    int step;  /* that computes it */
    int last;  /* step that reads it last; INT_MAX: it is a result */
    int64_t least, most; /* of its number, as its type has it; none known: INT64_MIN, INT64_MAX */
    IntPlace place;
} IntValue;

/* What an element of a slot is at the end of the segment; of a scalar, element 0. */
typedef struct IntResult {
    int slot, elem, value;
} IntResult;

/* Straight code over integer scalars under construction. Where a vector segment is open as well, this comes first. */
typedef struct IntSegment {
    VEC(IntValue) values;
    VEC(IntStep) steps;
    VEC(IntResult) results;
    int first; /* the instruction it begins with */
} IntSegment;

/* A register is a slot's from behind one instruction to another. */
typedef struct GprLife {
    Gpr reg;
    int first, last;
} GprLife;

/* Where a slot's value is needed: from behind one instruction to another. Weights: how often code of integers, or of vectors, reads and writes it. */
typedef struct SlotLife {
    int slot, first, last, weight, vectors;
} SlotLife;

/* A view of a slot's array that has been put together in the frame. */
typedef struct LoopView {
    int root;
    ElemType elem;
    int rank;
    int64_t n, offset, dims[MAX_RANK], strides[MAX_RANK];
    VecHome home;
} LoopView;

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
    VEC(LoopWay) ways;
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
    IntSegment ints;
    int8_t *gpr;       /* per slot that has storage: the register of an integer scalar, -1 = none */
    int8_t *kept;      /* the same: the vector register that has its value as well as the frame, 0 = none */
    uint32_t all_kept; /* these registers, as bits */
    bool *in_frame;    /* the frame has what the register has */
    VEC(LoopView) views;
    int32_t saved;     /* of the frame: registers around calls */
    uint32_t homes;    /* registers that are some slot's, as bits */
    VEC(GprLife) lives;
    VEC(SlotLife) kept_lives;
    int pos;           /* the instruction that is compiled */
    Condition when;
    int n_stack;
} LoopBuild;

/* loop_find.c */
int loop_root(const LoopBuild *l, int slot);
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
/* The same for any slot of its storage; and whether the segment reads or writes any. */
bool loop_is_pending(const LoopBuild *l, int slot);
bool loop_is_met(const LoopBuild *l, int slot);
/* The register holds a value of the segment from here on, and is stored at its end. */
void loop_assign(LoopBuild *l, int reg, int value);
void loop_open(LoopBuild *l, int width, int64_t n);
/* Ends the segment: its instructions are emitted. */
void loop_close(LoopBuild *l);
void loop_kernel_call(LoopBuild *l, int pos);

/* loop_homes.c: integer scalars that live in general registers. Other code reads and writes them in the frame. */
void loop_find_homes(LoopBuild *l);
/* Registers that are a slot's at any of some instructions, as bits. */
uint32_t loop_gprs_at(const LoopBuild *l, int first, int last);
/* The register of a slot, or -1. */
int loop_gpr(const LoopBuild *l, int slot);
/* Its value is in the frame, or will be before what is emitted next; what was written there is in its register. */
void loop_to_frame(LoopBuild *l, int slot);
void loop_from_frame(LoopBuild *l, int slot);
/* All of them, at the loop's beginning and end, and around calls. */
void loop_enter_homes(LoopBuild *l);
void loop_leave_homes(LoopBuild *l);
void loop_before_call(LoopBuild *l);
void loop_after_call(LoopBuild *l);
void loop_forget_frame(LoopBuild *l);
/* An integer of an array of indices, as 64 bits. Changes rdx. */
void loop_load_index(LoopBuild *l, Gpr to, int slot, int k);

/* loop_kept.c: small values of floats whose last value is in a vector register, too, so that no trip waits for what the one before has stored. The frame always
 * has it as well, and whatever writes there without knowing calls loop_kept_load. */
void loop_find_kept(LoopBuild *l, const SlotLife *lives);
/* From the frame, if the slot has a register. */
void loop_kept_load(LoopBuild *l, int slot);
/* All that are needed at an instruction, -1 = at any. */
void loop_kept_load_all(LoopBuild *l, int pos);

/* loop_int.c: integer scalars. False: nothing was done. */
bool loop_is_int(const Type *t);
bool loop_int_can_group(const LoopBuild *l, const Instr *in);
bool loop_int_group(LoopBuild *l, const Instr *in);
int loop_int_read(LoopBuild *l, int slot, int64_t elem);
void loop_int_assign(LoopBuild *l, int slot, int elem, int value);
/* What the vector segment has of the slot is done with before the slot is written. */
void loop_int_before_write(LoopBuild *l, int slot);
/* loop_int_steps.c: steps of a segment. */
/* What is in a slot's register when the segment begins. */
int loop_int_home(LoopBuild *l, Gpr home, CType ct);
int loop_int_constant(LoopBuild *l, int64_t v);
int loop_int_step(LoopBuild *l, const IntStep *s, CType ct);
int loop_int_apply(LoopBuild *l, OpCode op, CType ct, const int xy[2]);
int loop_int_compare(LoopBuild *l, CompareDir dir, CType ct, const int xy[2]);
int loop_int_select(LoopBuild *l, CType ct, const int mask_yes_no[3]);
int loop_int_convert(LoopBuild *l, const CType from_to[2], int x);
/* The comparison that a value is the result of, or NULL. */
const IntStep *loop_int_comparison(const LoopBuild *l, int v);
/* loop_int_index.c: copies of one element, and elements at computed places. False: nothing was done. */
bool loop_int_can_move(const LoopBuild *l, const Instr *in);
bool loop_int_move(LoopBuild *l, const Instr *in);
/* The next jump reads a slot: if it is the result of a comparison, that is left to the jump. */
bool loop_int_test(LoopBuild *l, int slot);
/* loop_int_emit.c */
void loop_int_close(LoopBuild *l);

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

/* loop_weave.c: the same for arrays of more than a vector. */
typedef struct LoopWeave {
    ElemType elem; /* of `bytes` bytes */
    int bytes;
    int64_t n;
    const LoopSource *from; /* of each element */
    const struct LoopWoven {
        VecHome home;
        int64_t n_elems;
    } *sources;
} LoopWeave;
/* How many vectors of sources are read; -1 = too many, or there are no instructions for such elements. */
int loop_weave_windows(const LoopWeave *w);
void loop_weave(LoopBuild *l, const LoopWeave *w, VecHome to);
/* The vector that begins with element `at`, in the segment. */
int loop_weave_vector(LoopBuild *l, const LoopWeave *w, int64_t at);
/* A view that is there already, or NULL; it is from now on; those of a slot that is written are not any more. */
const LoopView *loop_view(const LoopBuild *l, int slot, const TileLoad *x, int64_t n);
void loop_keep_view(LoopBuild *l, int slot, const TileLoad *x, LoopView v);
void loop_drop_views(LoopBuild *l, int slot);

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
/* Of an address in r8 under construction, with an index in rax: it is moved into 0 .. most, added times a number of bytes; the array's address is added. */
void loop_keep_within(LoopBuild *l, int64_t most);
void loop_add_index(LoopBuild *l, int64_t stride);
void loop_add_address(LoopBuild *l, int slot);
/* loop_move.c */
void loop_move(LoopBuild *l, int pos);

/* loop_run.c: what compiled code calls. */
int loop_run_call(LoopFrame *f, int number);
