/* Rows of a split dim sent piece by piece; pieces.c. */
#pragma once

#include "runtime/partition/local_impl.h"

/* Rows [row, row + n) of shard `from`, to be rows [at, at + n) of shard `to`. */
typedef struct Piece {
    int from, to;
    int64_t row, at, n;
    int round;
} Piece;

/* All pieces that shards need. The first n_own rounds copy rows within a shard; the others are permutes. */
typedef struct Pieces {
    int64_t k, tile, size;   /* shards; rows that each has, and gets */
    int n, room, n_own, n_rounds;
    Piece *v;
    int64_t *length;         /* of a round: rows that travel */
} Pieces;

void pieces_put(Pieces *p, Arena *arena, Piece piece);
/* Shard `to` gets n rows from row `whole` of the whole dim on, as its rows from `at` on. */
void pieces_add(Pieces *p, Arena *arena, int to, int64_t whole, int64_t at, int64_t n);
/* Assigns each piece a round; call it once, after the last piece. */
void pieces_pack(Pieces *p, Arena *arena);
/* Rows that each device receives from others. */
int64_t pieces_rows(const Pieces *p);
/* Local ops that bring the rows to each shard; rows that no piece brings are `fill` (NULL = unspecified). */
IrOp *pieces_fetch(Local *x, const Pieces *p, IrOp *a, int dim, AxisList axes, IrOp *fill);
