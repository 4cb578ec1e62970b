/* Shared by elements.c (one op back) and numbers.c (positions that depend on the device). */
#pragma once

#include "runtime/xla/elements.h"

typedef struct Known {         /* integers of one element, by device */
    int64_t *value;
    uint8_t *state;            /* 0 not yet, 1 known, 2 cannot be known */
} Known;

struct Elements {
    const IrModule *local;
    int64_t n_devices;
    Arena *arena;
    GHashTable *members;       /* IrOp -> Members */
    GHashTable *known;         /* IrOp of one element -> Known */
    GHashTable *loops;         /* IrComp -> the loop whose body it is */
};

/* To the element of an operand that this one is. False with *end if there is none: it is computed here. */
bool element_step(Elements *e, Element *el, ElementEnd *end, GHashTable *through);
/* The integer that an element is on its device; false if it is none, or not known before the program runs. */
bool element_number(Elements *e, Element el, int depth, int64_t *out);
/* The same of an operand of its op, at the same position, or of a scalar operand. */
bool element_operand(Elements *e, const Element *el, int operand, int depth, int64_t *out);
/* The element's number in row-major order. */
static inline int64_t element_index(const Type *t, const int64_t *at)
{
    int64_t n = 0;
    for (int d = 0; d < t->rank; d++)
        n = n * t->dims[d] + at[d];
    return n;
}
