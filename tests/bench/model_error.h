/* How far the cost model is from measured products and collectives, for the benchmark and the tests. */
#pragma once

#include <string.h>

#include "runtime/sim/coll_time.h"
#include "runtime/sim/gemm.h"

typedef struct ModelError {
    double sum, roofline;   /* of relative errors, of the model and of the data sheet's roofline */
    int n, inside;          /* inside: the truth was within the interval */
} ModelError;

static inline void model_error_add(ModelError *e, const Estimate *got, double roofline_ns, double ns)
{
    e->sum += fabs(got->ns / ns - 1);
    e->roofline += fabs(roofline_ns / ns - 1);
    e->n++;
    e->inside += got->low_ns <= ns && ns <= got->high_ns;
}

/* Products of one device and type of operands. */
static inline ModelError gemm_error(const char *part, ElemType left, ElemType result, bool hold_out)
{
    ModelError e = { 0 };
    const char *of;
    GemmShape s;
    double ns;
    for (int i = 0; gemm_measured(i, &of, &s, &ns); i++) {
        if (ns <= 0 || !g_str_equal(of, part) || s.left != left || s.right != left || s.result != result)
            continue;
        const Hardware *hw = hardware_named(part);
        Estimate got = gemm_estimate(hw, &s, hold_out);
        model_error_add(&e, &got, gemm_roofline_ns(hw, &s), ns);
    }
    return e;
}

static inline bool coll_hold_group(CollHold hold)
{
    return hold == COLL_HOLD_GROUP || hold == COLL_HOLD_GROUP_CARDS;
}

/* Collectives of at least 64 KiB; part NULL = of all, kind COLL_NONE = all. Permutes have no other group size to learn from. */
static inline ModelError coll_error(const char *part, CollKind kind, CollHold hold)
{
    ModelError e = { 0 };
    CollCase c;
    for (int i = 0; coll_measured(i, &c); i++) {
        if (c.bytes < 65536 || (part && !g_str_equal(c.part, part)) || (kind && c.kind != kind) || (coll_hold_group(hold) && c.kind == COLL_PERMUTE))
            continue;
        const Hardware *hw = hardware_named(c.part);
        Estimate got = coll_estimate(hw, c.kind, (double)c.bytes, &(Wires){ .n = c.n, .n_domains = 1, .extent = { 1, 1, 1 }, .stride = { 1, 1, 1 }, .pair = 1 }, hold);
        model_error_add(&e, &got, coll_roofline_ns(hw, c.kind, (double)c.bytes, c.n), c.ns);
    }
    return e;
}
