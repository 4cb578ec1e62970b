/* Kernels with several results. A node whose kernel goes over the same places as an earlier one that reads the same, or that computes what it
 * reads place by place, is computed by that, and reads only what is new: the moments and weights of an optimiser, the sums of a norm. A launch
 * is still counted for each result, since the cost of launches was fitted on kernels of one.
 * On GPUs what follows a sum over short rows is part of its kernel too, so that softmax and norms read their rows once.
 * Source: XLA's multi-output fusion (siblings, then producers and consumers), simplified. */
#include "runtime/sim/kernels_impl.h"

#include <string.h>

enum {
    MOST_RESULTS = 16, /* of one kernel */
    LOOK_AT = 400      /* nodes or ops looked at for whether kernels may be one */
};

/* The places that a kernel goes over. */
static const Type *places_of(const IrOp *op)
{
    return op->code == OP_reduce ? op->operands[0]->type : op->type;
}

/* True if the node is a loop over places or sums of one, and no part of anything else. */
static bool can_join(const Forming *f, const SimNode *n)
{
    const IrOp *op = n->op;
    bool loop = op_family(op) == FAMILY_elementwise || (op->code == OP_reduce && op->operands[0]->type->kind == TYPE_ARRAY);
    return loop && op->type->kind == TYPE_ARRAY && (n->cls == SIM_FUSION || n->cls == SIM_COPY) && !f->on_chip[op->pos] && f->k->hw->family != DEVICE_CPU;
}

static bool same_places(const IrOp *a, const IrOp *b)
{
    const Type *x = places_of(a), *y = places_of(b);
    if (x->rank != y->rank || memcmp(x->dims, y->dims, sizeof *x->dims * (size_t)x->rank))
        return false;
    if (a->code != OP_reduce || b->code != OP_reduce)
        return true;
    return a->a.dims.n == b->a.dims.n && !memcmp(a->a.dims.v, b->a.dims.v, sizeof *a->a.dims.v * (size_t)a->a.dims.n);
}

/* True if `op` sums over the last dims of its operand, and a block of threads can hold what it sums over, which it then need not read again. Source:
 * XLA's fusion of softmax and norms on GPUs, which takes a row in one pass. */
static bool sums_rows(const Forming *f, const IrOp *op)
{
    enum { LONGEST_ROW = 32768 };
    if (op->code != OP_reduce || op->type->kind != TYPE_ARRAY || f->k->hw->family != DEVICE_GPU)
        return false;
    const Type *t = op->operands[0]->type;
    for (int i = 0; i < op->a.dims.n; i++)
        if (op->a.dims.v[i] < t->rank - op->a.dims.n)
            return false;
    return op->type->n_elems > 0 && t->n_elems / op->type->n_elems <= LONGEST_ROW;
}

/* True if a broadcast gives each row of its result one element of its operand, in order: rows are as many as `n`. */
static bool spreads_rows(const IrOp *op, int64_t n)
{
    const Type *in = op->operands[0]->type;
    int64_t rows = 1, at = 0;
    if (op->code != OP_broadcast || in->n_elems != n)
        return false;
    for (int i = 0; i < in->rank; i++) {
        if (in->dims[i] == 1)
            continue;
        while (at < op->a.dims.v[i])
            if (op->type->dims[at++] != 1)
                return false; /* between two of them is one that it repeats */
        rows *= op->type->dims[at++];
    }
    return rows == n;
}

/* Where a walk down from an op is: at its places, at their rows, or elsewhere. */
typedef enum Level { AT_PLACES, AT_ROWS, ELSEWHERE } Level;

static Level below(const IrOp *op, const IrOp *of, Level level)
{
    bool each = op_family(op) == FAMILY_elementwise;
    if (level == AT_PLACES && of->code == OP_reduce && op->code == OP_broadcast && spreads_rows(op, of->type->n_elems))
        return AT_ROWS;
    if (level == AT_ROWS)
        return (each || op->code == OP_reshape || op->code == OP_broadcast) && op->type->n_elems == of->type->n_elems && op->operands[0]->type->n_elems == op->type->n_elems ? AT_ROWS : ELSEWHERE;
    return level == AT_PLACES && (each || op->code == OP_reduce) ? AT_PLACES : ELSEWHERE;
}

/* True if op needs `of` nowhere but at its own places, or the sum over a row for that row. *steps: ops that may still be looked at. */
static bool place_by_place(const Forming *f, const IrOp *op, const IrOp *of, Level level, int *steps)
{
    if (op == of)
        return level == (of->code == OP_reduce ? AT_ROWS : AT_PLACES) && (of->code != OP_reduce || sums_rows(f, of));
    if (--*steps < 0)
        return false;
    if (op->pos < of->pos || op->type->kind != TYPE_ARRAY)
        return true;
    for (int i = 0; i < op->n_operands; i++) {
        const IrOp *in = op->operands[i];
        if ((in == of || !f->stored[in->pos]) && !place_by_place(f, in, of, below(op, of, level), steps))
            return false;
    }
    return true;
}

/* True if node i needs a node of the kernel `of` by way of one that is not of it. *steps: nodes that may still be looked at. */
static bool needs_kernel(const Forming *f, const SimList *list, int i, int of, int *steps)
{
    for (int k = 0; k < list->nodes[i].n_deps; k++) {
        int d = list->nodes[i].deps[k];
        if (d < of || f->kernel_of[d] == of)
            continue;
        if (--*steps < 0)
            return true;
        for (int j = 0; j < list->nodes[d].n_deps; j++)
            if (f->kernel_of[list->nodes[d].deps[j]] == of)
                return true;
        if (needs_kernel(f, list, d, of, steps))
            return true;
    }
    return false;
}

/* Of a kernel that touches `others` bytes besides. */
static Estimate added_time(const Hardware *hw, const SimNode *n, double others)
{
    double alone = sim_memory_ns(hw, n->bytes), added = sim_memory_ns(hw, others + n->bytes) - sim_memory_ns(hw, others);
    double more = fmax(n->time.ns - hw->gap_ns, 0) * (alone > 0 ? added / alone - 1 : 0);
    return (Estimate){ n->time.ns + more, n->time.low_ns + more, n->time.high_ns + more, n->time.from };
}

/* Joins node i to the kernel `of` if it may be. */
static bool join(Forming *f, SimList *list, int i, int of)
{
    SimNode *n = &list->nodes[i];
    const IrOp *with[MOST_RESULTS];
    int n_with = 0, steps = LOOK_AT;
    if (!same_places(list->nodes[of].op, n->op) || needs_kernel(f, list, i, of, &steps))
        return false;
    for (int j = of; j < i; j++) {
        if (f->kernel_of[j] != of)
            continue;
        const IrOp *op = list->nodes[j].op;
        steps = LOOK_AT;
        if (n_with + 1 >= MOST_RESULTS || !same_places(op, n->op) || !place_by_place(f, n->op, op, AT_PLACES, &steps))
            return false;
        with[n_with++] = op;
    }
    SimClass cls = n->cls;
    double others = 0;
    for (int j = of; j < i; j++)
        others += f->kernel_of[j] == of ? list->nodes[j].bytes : 0;
    forming_walk_with(f, with, n_with, n->op);
    sim_price(f, n);
    n->cls = cls;
    n->time = added_time(f->k->hw, n, others);
    f->kernel_of[i] = of;
    return true;
}

void sim_join(Forming *f, SimList *list, SimNode *n)
{
    int i = (int)(n - list->nodes);
    f->kernel_of[i] = i;
    if (!can_join(f, n))
        return;
    bool joined = false;
    for (int k = 0; k < n->n_deps && !joined; k++) {
        const SimNode *from = &list->nodes[n->deps[k]];
        int reader = f->reader_of[from->op->pos];
        if (from->op->type->kind == TYPE_ARRAY && from->op->type->n_elems == 1)
            continue;
        joined = reader >= 0 && join(f, list, i, f->kernel_of[reader]);
        joined = joined || (can_join(f, from) && join(f, list, i, f->kernel_of[n->deps[k]]));
    }
    for (int k = 0; k < n->n_reads && !joined; k++)
        joined = f->leaf_reader[n->reads[k]] >= 0 && join(f, list, i, f->kernel_of[f->leaf_reader[n->reads[k]]]);
    for (int k = 0; k < n->n_deps; k++)
        f->reader_of[list->nodes[n->deps[k]].op->pos] = i;
    for (int k = 0; k < n->n_reads; k++)
        f->leaf_reader[n->reads[k]] = f->leaf_reader[n->reads[k]] == -2 ? -2 : i;
}
