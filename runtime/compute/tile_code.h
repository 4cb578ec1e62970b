/* Tile programs compiled to machine code: runs of steps whose values stay in vector registers from one step to the next, where
 * the interpreter writes each to the first-level cache and reads it back. Results are equal bit for bit. For x86-64 with AVX2; elsewhere, and
 * where the system gives no executable memory, programs are interpreted as before. */
#pragma once

#include "runtime/compute/code_x86.h"
#include "runtime/compute/tile.h"

typedef struct TileCode {
    const TileProg *prog; /* as compiled; the same program if no step was */
    ExecMemory memory;
} TileCode;

/* The program with its steps compiled, as far as they can be. row: no tile that is run has elements on both sides of a multiple of it; 0 = there
 * is no such number. Allocated in the arena, but for its machine code: tile_code_free. */
TileCode *tile_code_new(Arena *arena, const TileProg *p, int64_t row);
void tile_code_free(TileCode *c);
/* Orders the steps of a program so that those that can be compiled together follow each other, on any processor alike. For tile_builder_finish. */
void tile_code_order(TileProg *p);
