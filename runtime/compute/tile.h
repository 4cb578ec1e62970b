/* Tile programs: chains of element-wise ops evaluated 1024 elements at a time, so that intermediate results stay in the
 * first-level cache.
 *
 * A program is a list of steps over registers. A register holds a tile of a compute type (tile_ops.h) or points
 * directly into an operand or a result in memory. Loads read operands: whole arrays, scalars, strided views (broadcasts
 * and slices), iotas, constants. fuse.c makes programs of groups of ops; a computation
 * that a reduce, scatter or sort calls becomes one too (tile_prog_of_comp).
 *
 * Values in f16, bf16 and narrower are held as f32 and rounded after every op, exactly as if each result had been stored. */
#pragma once

#include "runtime/compute/tile_ops.h"

enum { TILE_MAX_REGS = 240, TILE_BYTES = 4096 };

typedef enum LoadMode { LOAD_FULL, LOAD_SCALAR, LOAD_STRIDED, LOAD_IOTA, LOAD_CONST } LoadMode;

typedef struct TileLoad {
    LoadMode mode;
    int input;          /* which operand; -1 for iota and constants */
    ElemType elem;
    int reg;
    int rank;           /* strided: dims of the iteration space, strides in elements of the operand */
    const int64_t *dims, *strides;
    int64_t offset;     /* strided: the first element of the iteration space; scalar: the element */
    int64_t iota_size, iota_inner; /* value = index / inner % size */
    /* Of loads that compiled steps alone read: */
    bool raw;           /* the register has elements as they are in memory, not of the compute type */
    bool uniform;       /* strided: it has one element, the same for the whole tile */
    union {
        char value[16]; /* const: one element of the compute type */
        int64_t align;
    };
} TileLoad;

/* What a step's function computes, for those who do not call it. */
typedef enum TileMeans {
    MEANS_OTHER,        /* known to the function alone */
    MEANS_OP,           /* an element-wise op of a and b */
    MEANS_COMPARE, MEANS_SELECT, MEANS_CONVERT,
    MEANS_ROUND,        /* f32 to the values of d's element type */
    MEANS_PAIR,         /* (a op b) second c */
    MEANS_SHIFTS,       /* a << b | a >> c */
    MEANS_HIGH_PRODUCT  /* the high half of a . b, in u32; b is one element for all */
} TileMeans;
typedef struct TileSense {
    TileMeans what;
    OpCode op, second;
    CType ct, to;   /* of the operands (of SELECT: b and c); CONVERT: of the result */
    CompareDir dir;
} TileSense;

/* What a compiled run of steps reads and writes. */
typedef struct TileRunIo {
    int16_t reg;
    int8_t bytes; /* of an element */
    bool out;
} TileRunIo;
/* Steps compiled to machine code, which works on whole vectors. */
typedef struct TileStepRun {
    void (*fn)(void *const *reg, int64_t n); /* n: a multiple of lanes, greater than 0 */
    int n_steps, width, lanes;
    int n_io;
    const TileRunIo *io;
} TileStepRun;

typedef struct TileStep {
    TileKernel kernel;
    int16_t d, a, b, c; /* registers, -1 = none */
    const void *imm;    /* instead of c */
    TileSense sense;
    const TileStepRun *run; /* instead of all others */
} TileStep;

typedef struct TileStore {
    int reg, output;
    ElemType elem;
    bool direct; /* the register is the memory of the result */
} TileStore;

typedef struct TileProg {
    int n_regs, n_loads, n_steps, n_stores;
    ElemType *elem;   /* of each register */
    int16_t *place;   /* scratch tile of each register, -1 = points elsewhere */
    TileLoad *loads;
    TileStep *steps;
    TileStep *once;   /* of values that are the same for all elements: run before the tiles, on one element */
    int n_once;
    TileStore *stores;
    int n_places;
    int n_pads;       /* vectors of scratch for what compiled runs do with the last elements */
    bool *keep;       /* of each register: read after the steps, by a reduction */
    int tile;         /* elements per tile */
} TileProg;

/* ---- building ------------------------------------------------------------------------------------ */

typedef struct TileBuilder TileBuilder;
TileBuilder *tile_builder_new(Arena *arena);
void tile_builder_free(TileBuilder *b);
/* Registers for inputs. Equal requests give the same register. */
int tile_load_full(TileBuilder *b, int input, ElemType e);
int tile_load_scalar(TileBuilder *b, int input, ElemType e);
/* How an input is read: element i of the program, as an index of `dims`, is element offset + i . strides of the input. */
typedef struct TileView {
    int rank;
    const int64_t *dims, *strides; /* copied */
    int64_t offset;
} TileView;
int tile_load_strided(TileBuilder *b, int input, ElemType e, const TileView *v);
int tile_load_iota(TileBuilder *b, ElemType e, int64_t size, int64_t inner);
/* A constant; `value` is one element as stored in memory. */
int tile_load_const(TileBuilder *b, ElemType e, const void *value);
/* Applies the op to registers. Returns the register of the result, -1 if there is no kernel. */
int tile_apply(TileBuilder *b, const IrOp *op, const int *args);
void tile_store(TileBuilder *b, int reg, int output, ElemType e);
/* Keeps a register until the end of the tile, for a reduction that reads it. */
void tile_keep(TileBuilder *b, int reg);
TileProg *tile_builder_finish(TileBuilder *b);

/* True if tile_apply supports the op. */
bool tile_can_apply(const IrOp *op);
/* A computation over scalars as a program whose input i is parameter i and output j is leaf j of the root. NULL with
 * *error if some op in it is not element-wise. */
TileProg *tile_prog_of_comp(Arena *arena, const IrComp *c, GError **error);
/* True if result `output` may be written over input `input`, whose element size is the same. */
bool tile_prog_in_place(const TileProg *p, int output, int input);

/* ---- running --------------------------------------------------------------------------------------- */

typedef struct TileRun {
    const TileProg *prog;
    const TileTable *table; /* where the kernels of its steps are */
    const void *const *in;
    void *const *out;
    void **reg; /* the memory of each register, for the current tile */
    char *scratch;
    int n_filled; /* elements of the registers that have one value for all */
} TileRun;

/* Bytes that tile_run_init needs; at 64-byte alignment. */
size_t tile_run_bytes(const TileProg *p);
void tile_run_init(TileRun *t, const TileProg *p, const void *const *in, void *const *out, void *scratch);
/* Evaluates elements [start, start + n), n <= prog->tile. */
void tile_run(TileRun *t, int64_t start, int n);
