/* Shapes as texts of traces have them, and boxes of elements. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#define MAX_RANK 12

/* A shape as the trace prints it: f32[8,16]{1,0}, tensor<8x16xf32> or a tuple of such (the first is taken).
 * dims[rank], rank at most MAX_RANK. False: not understood, rank 0. elem gets the element type's name. */
bool shape_parse(const char *text, int *rank, int64_t dims[MAX_RANK], char elem[16]);
/* Of an element type's name; 0 = not known. */
int64_t elem_bits(const char *elem);

/* The elements [begin, end) of each dimension of an array. */
typedef struct Box {
    int64_t begin[MAX_RANK], end[MAX_RANK];
} Box;
int64_t box_elements(int rank, const int64_t *begin, const int64_t *end);
/* Elements of `need` that `have` has not: what a device that has the one must fetch for the other. */
int64_t box_missing(int rank, const Box *need, const Box *have);
