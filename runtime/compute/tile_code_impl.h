/* Internal declarations of tile_code*.c: steps as vector instructions over values, before they have registers. */
#pragma once

#include "runtime/compute/code_x86.h"
#include "runtime/compute/tile.h"

typedef enum VecOp {
#define VOP(name, form, prefix, map, w, opcode, extra) VEC_##name,
#include "runtime/compute/tile_code.def"
    VEC_store, /* a, to the tile register imm; c bytes of it */
    VEC_call,  /* d = a; where any element of b has its sign bit set, the results of the table's function for opcode imm of c, an f32 */
    N_VEC_OPS
} VecOp;

typedef struct VecStep {
    VecOp op;
    int d, a, b, c; /* values, -1 = none */
    int imm;        /* -1 = none */
    int stream;     /* 0; where two vectors are computed side by side, 1 for the second */
} VecStep;

/* Where a value comes from. All but computed ones can be had again at any time. */
typedef enum VecFrom { FROM_STEP, FROM_POOL, FROM_TILE, FROM_ONE } VecFrom;
typedef struct VecValue {
    VecFrom from;
    int at;     /* byte of the pool; tile register */
    int bytes;  /* FROM_TILE, FROM_ONE: of an element in memory; fewer than the width of the code's elements: only ever read by a step in memory */
    bool whole; /* FROM_TILE: fills a vector, so that it may be loaded as it is */
    int stream; /* as of steps */
    /* Known of its words as f32, see tile_code_known.c. */
    bool short_nan; /* the low 16 bits of a NaN are zero, as of one that was bf16 */
    bool short_all; /* those of any value are */
    bool sign_only; /* nothing but the sign bit is ever set */
    int rough;      /* of a value that was rounded to bf16: 1 + the value whose high halves it has; else 0 */
} VecValue;

/* The vector code of some steps: all elements have the same width, and a vector holds 32 / width of them. Values of pred are masks
 * of that width. */
typedef enum RegKind { REG_TILE, REG_ONE, REG_CONST } RegKind; /* differs by element; one for all, known when it runs; known now */
typedef struct RegInfo {
    RegKind kind;
    const char *value; /* REG_CONST */
    bool narrow; /* REG_TILE: bf16 or f16 as in memory, two bytes each */
    bool rounded; /* bf16, and held as f32 with its low 16 bits zero */
} RegInfo;
/* Of each tile register; free with g_free. */
RegInfo *vec_reg_info(const TileProg *p);

typedef struct VecCode {
    const TileProg *prog;
    const RegInfo *info;
    int width;
    Code *code; /* for its pool of constants */
    VEC(VecStep) steps;
    VEC(VecValue) values;
    int *of_reg; /* the value of each tile register, -1 = not met yet */
} VecCode;

void vec_code_init(VecCode *v, const TileProg *p, const RegInfo *info, Code *code);
/* Begins anew, at another width. */
void vec_code_reset(VecCode *v, int width);
void vec_code_clear(VecCode *v);
/* Adds what a step computes. False if it cannot be computed at this width; then v is of no more use. */
bool vec_expand(VecCode *v, const TileStep *s);
/* Adds the store of a step's result to its tile register. */
void vec_store_result(VecCode *v, const TileStep *s);
/* Adds the store of register `reg`, a bf16 or f16 held as f32, as in memory: two bytes an element, to tile register `to`. */
void vec_store_narrow(VecCode *v, int reg, int to);
/* Drops steps whose values no store needs. */
void vec_drop_unread(VecCode *v);
/* Where tile registers are for code that is part of a larger piece, in which rbx is the address of a frame. */
typedef struct VecHome {
    bool pointer; /* at `offset` from the address that is in the frame at `at`; else in the frame at `at` itself */
    int8_t kept;  /* 0, or the vector register that always has the same value: of REG_ONE in all places, else as the 32 bytes in memory */
    int32_t at, offset;
} VecHome;
/* The first of the registers that code around may keep values in; there are as many as VEC_MOST_KEPT of them. */
enum { VEC_FIRST_KEPT = 12, VEC_MOST_KEPT = 4 };
/* The steps once, for as many elements as a vector holds, or with n_elems > 0 over so many, rounded up to whole vectors. rax, rcx and all vector registers change but for
 * those in `kept` (bits), which get what is stored at their homes if whole vectors are stored once. Returns how many places of 32 bytes it needs on the stack, from rsp up. */
typedef struct VecPart {
    const VecHome *home;
    int64_t n_elems;
    uint32_t kept;
} VecPart;
int vec_emit_part(const VecCode *v, Code *code, const VecPart *part);
/* Whether a store of so many bytes is what the register kept for its home gets, too. */
bool vec_part_keeps(const VecPart *part, int bytes);
/* A value from memory into such a register, as elements of so many bytes. */
void vec_load_kept(Code *code, int vector, int32_t at, bool one, int bytes);
/* The instructions of a loop over n elements, n > 0 a multiple of 32 / width: void (void *const *reg, int64_t n). */
void vec_emit(const VecCode *v, Code *code);

/* A program whose steps are to be compiled, with loads marked as raw and uniform, and with stores of bf16 and f16 that read a register of their own, which the
 * step that computes the value writes. */
typedef struct NarrowProg {
    TileProg *prog;
    int *from; /* of each store: the register whose values it has, -1 = as before */
} NarrowProg;
/* widths: of each step, the widths at which it can be compiled, as bits. row: as of tile_code_new. Allocated in the arena. */
NarrowProg narrow_prog(Arena *arena, const TileProg *old, const uint8_t *widths, int64_t row);

/* Pieces of vec_expand: the value of an element-wise op's result, -1 if there is no code for it. */
typedef struct VecArgs {
    int x, y;         /* values; y -1 = none */
    CType ct;         /* their type */
    bool is_constant; /* y is one, of these bits */
    uint64_t constant;
    bool first_constant; /* x is a constant other than zero and NaN */
} VecArgs;
int vec_apply(VecCode *v, OpCode op, VecArgs in);
int vec_convert(VecCode *v, int reg, CType from, CType to);
int vec_function(VecCode *v, OpCode op, int x); /* exponential, log, log_plus_one, tanh, logistic, rsqrt, sine, cosine of f32 */

/* tile_code_known.c: what is known of a constant, and of what a step computes. */
void vec_known_constant(VecValue *x, const void *pool_bytes);
void vec_known_step(const VecCode *v, const VecStep *s, VecValue *x);

/* The value of a new step. */
int vec_1(VecCode *v, VecOp op, int a);
int vec_2(VecCode *v, VecOp op, int a, int b);
int vec_imm(VecCode *v, VecOp op, int a, int imm);
int vec_2_imm(VecCode *v, VecOp op, const int ab[2], int imm);
int vec_blend(VecCode *v, int mask, int yes, int no);
/* a * b + c, or c - a * b. */
int vec_fma(VecCode *v, VecOp op, const int abc[3]);
/* a; or, for all elements, what the table's function makes of c if a sign bit of b is set. */
int vec_call_if(VecCode *v, OpCode op, const int abc[3]);
/* The same element in all places: `width` bytes of bits. */
int vec_constant(VecCode *v, uint64_t bits);
int vec_float(VecCode *v, float x);
int vec_bytes(VecCode *v, const void *pool_bytes);
/* The op for the code's width out of those for 8, 16, 32 and 64 bits. */
VecOp vec_by_width(const VecCode *v, VecOp w8, VecOp w16, VecOp w32, VecOp w64);
int vec_not(VecCode *v, int x);
/* The value of a tile register whose elements have the code's width, or are pred; -1 for others. */
int vec_read(VecCode *v, int reg);
/* The memory of a tile register with narrower elements, for a step that widens them; -1 if it is none. */
int vec_read_narrow(VecCode *v, int reg);
