/* Where single elements of a divided program's values come from.
 *
 * What a partitioner makes to change a layout (collectives, slices, pads, reshapes, transposes, selections by device) moves elements
 * without computing with them. An element of such an op's result, on one device, is therefore an element of an earlier op's result, on the
 * same or another device, and can be followed back one op at a time. Positions that depend on the device are worked out from
 * the tables that the partitioner writes. So the layout of any value between two ops of the program is known exactly (exact.c), without knowing how
 * the partitioner thinks. */
#pragma once

#include "runtime/ir/ir.h"

typedef struct Element {
    IrOp *op;                /* of the divided program; never a tuple or get_tuple_element */
    int leaf;
    int64_t device;
    int64_t at[MAX_RANK];    /* position in what this device has of the value */
    const int64_t *goal;     /* position in the whole value, where it is known: tables of more than ten numbers are left out of XLA's texts, and
                              * what is cut out by one is then taken to be a tile; NULL = not known */
} Element;

typedef enum ElementEnd {
    ELEMENT_FOUND,           /* of an op that computes it, or that `ends` names */
    ELEMENT_PADDING,         /* made up: padding, or zeros of a device that received nothing */
    ELEMENT_LOST,            /* an op or a position that is not understood */
} ElementEnd;

typedef struct Elements Elements;
/* For a program of n_devices partitions, without replicas; borrowed. */
Elements *elements_new(const IrModule *local, int64_t n_devices);
void elements_free(Elements *e);

/* True of ops at which to stop. */
typedef bool (*ElementEnds)(const void *user, const IrOp *op);
typedef struct ElementPath {
    ElementEnds ends;
    const void *user;
    bool beyond_first;       /* the op to begin with is no end */
    GHashTable *through;     /* collectives on the way are added; NULL = not wanted */
} ElementPath;
/* Follows an element back to the op that computes it. Of an all-reduce the device's own part is followed, or that of a member whose part is
 * not made up. */
ElementEnd elements_back(Elements *e, Element *el, const ElementPath *path);
