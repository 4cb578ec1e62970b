/* Internal declarations of tile_build.c and tile_finish.c: a tile program under construction. */
#pragma once

#include "runtime/compute/tile.h"

typedef struct TileReg {
    ElemType elem;
    bool constant_like; /* a scalar or constant: computed outside the tile loop */
    bool keep;
} TileReg;

/* A step whose kernel is not chosen yet: op_vs and op_sv are used once it is known which operands are scalars. */
typedef struct TileDraft {
    TileKernel kernel, kernel_vs, kernel_sv; /* kernel_vs: b may be one element */
    TileKernel shifts; /* of u32 and u64: two shifts and the or of them, in one pass */
    OpCode bits;             /* where there is `shifts`: which op this is */
    OpCode code;             /* of f32 add, subtract, multiply without rounding, for pairing; else N_OPCODES */
    int d, a, b, c;
    const void *imm;
    bool dead;
    bool takes_ones; /* its kernel reads scalar operands as single elements */
    bool once; /* of values that are the same for all elements */
    TileSense sense;
} TileDraft;

struct TileBuilder {
    Arena *arena;
    VEC(TileReg) regs;
    VEC(TileLoad) loads;
    VEC(TileDraft) steps;
    VEC(TileStore) stores;
};
