/* Which value of a program as written each value of a divided program is.
 *
 * `whole` is the program before partitioning, flat, with a sharding on every value; `local` is what each device runs, as XLA's
 * partitioner or its later passes left it, without calls and fusions. Names seldom survive partitioning, so ops are matched by what they
 * do to which values: from the parameters on, an op of `local` is the op of `whole` that has its opcode and takes the values that its
 * operands stand for; the framework's name path and source line decide between several. Every other op (collectives, slices, pads and
 * masks that the partitioner made) passes on the value it works on. Loops are matched by what goes into them. */
#pragma once

#include "runtime/xla/side.h"

struct Align;

typedef struct AlignOptions {
    bool undivided;          /* local is a stage before partitioning: values have the same shapes */
    const IrOp *(*settle)(void *user, const IrOp *op, const IrOp *match); /* the last word about the match of an op of local; NULL = none is asked */
    void *user;
    struct Align **at;       /* set before the first op is matched, for whom `settle` asks; may be NULL */
} AlignOptions;

typedef struct Align {
    Side *whole, *local;
    int *canon;              /* by value of whole: the first value equal to it, constraints and copies looked through */
    int *reshaped;           /* by value of whole, a tree: a value that it is but for dims of one element and rounding; see align_same_elements */
    int *stands_for;         /* by value of local: value of whole (canonical), -1 = unknown */
    bool *exact;             /* by value of local: it is that value, not something computed from it by ops that were not recognised */
    const IrOp **match;      /* by op id of local: the op of whole that it computes; NULL = made by the compiler */
    GHashTable *by_name;     /* framework name path -> GPtrArray of ops of whole */
    GHashTable *splats;      /* GBytes: element type and number -> constant's value + 1 */
    int *used;               /* by op id of whole: how many ops of local were matched with it */
    AlignOptions o;
} Align;

/* Free with align_free. */
Align *align_new(const IrModule *whole, const IrModule *local, const AlignOptions *o);
void align_free(Align *a);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Align, align_free)

/* The value of whole that a leaf of an op of local stands for, -1 = unknown. */
int align_value(const Align *a, IrOp *local, int leaf);
/* The canonical value of a leaf of an op of whole; -1 for tuples. */
int align_canon(const Align *a, IrOp *whole, int leaf);
/* True if two canonical values of whole differ in dims of one element and in rounding at most. */
bool align_same_elements(const Align *a, int value, int other);
/* True if name paths agree, or one is the end of the other: either may list several, divided by semicolons. */
bool align_names_agree(const char *a, const char *b);
bool align_places_agree(const Loc *a, const Loc *b);
/* True if an array is as large as a device's piece of a leaf of an op of whole. */
bool align_fits(const Align *a, const Type *piece, const IrOp *whole, int leaf);
/* What has short floats is computed in longer ones where the hardware has no arithmetic for short ones. */
bool align_may_be_promoted(ElemType to, ElemType from);
/* True of constants, and of broadcasts of them: a value that tells nothing about where it is used. */
bool align_is_weak(const Align *a, int value);
