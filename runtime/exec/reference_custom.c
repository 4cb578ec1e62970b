/* Custom-calls with a meaning here: marks that change nothing, and the checks of StableHLO's test
 * files. */
#include <math.h>
#include <string.h>

#include "runtime/base/float16.h"
#include "runtime/exec/reference_impl.h"

/* Annotations on a value, seen before or after import. */
static const char *const marks[] = {
    "Sharding",
    "xla.sdy.FuncResultSharding",
    "xla.sdy.ShardingGroup",
    "xla.sdy.PropagationBarrier",
    "xla.sdy.GlobalToLocalShape",
    "xla.sdy.LocalToGlobalShape",
    "SPMDFullToShardShape",
    "SPMDShardToFullShape",
    "annotate_device_placement",
    "LayoutConstraint",
    "MoveToHost",
    "MoveToDevice",
    "AssumeGatherIndicesInBound",
};

static bool same_shape(const Type *a, const Type *b)
{
    if (a->kind != b->kind || a->elem != b->elem || a->rank != b->rank)
        return false;
    for (int d = 0; d < a->rank; d++)
        if (a->dims[d] != b->dims[d])
            return false;
    return true;
}

/* ---- checks ---------------------------------------------------------------------------------- */

/* A float's place among the values of its type, so that neighbours differ by one. */
static double ulp_distance(ElemType e, double x, double y)
{
    if (isnan(x) || isnan(y))
        return isnan(x) && isnan(y) ? 0 : INFINITY;
    if (isinf(x) || isinf(y))
        return x == y ? 0 : INFINITY;
    if (x == y)
        return 0;
    uint64_t place[2];
    for (int i = 0; i < 2; i++) {
        uint64_t raw = 0;
        scalar_store(e, &raw, 0, (Scalar){.f = i ? y : x});
        place[i] = raw;
    }
    uint64_t sign = (uint64_t)1 << (elem_info[e].bits - 1);
    double a = place[0] & sign ? -(double)(place[0] & (sign - 1)) : (double)place[0];
    double b = place[1] & sign ? -(double)(place[1] & (sign - 1)) : (double)place[1];
    return fabs(a - b);
}

typedef enum Check { CHECK_EXACT, CHECK_NEAR, CHECK_ULPS } Check;

/* One part of an element; NaN equals NaN except in exact checks. */
static bool part_holds(Check check, double bound, ElemType part, double x, double y)
{
    if (check == CHECK_EXACT)
        return x == y;
    if (check == CHECK_ULPS)
        return ulp_distance(part, x, y) <= bound;
    if (isnan(x) || isnan(y))
        return isnan(x) && isnan(y);
    return x == y || fabs(x - y) <= bound;
}

static bool element_holds(Check check, double bound, ElemType e, Scalar x, Scalar y)
{
    ElemClass cls = elem_info[e].cls;
    if (cls != CLASS_FLOAT && cls != CLASS_COMPLEX)
        return check == CHECK_EXACT || cls == CLASS_PRED
                   ? x.i == y.i
                   : fabs(scalar_convert(e, ELEM_f64, x).f - scalar_convert(e, ELEM_f64, y).f) <=
                         bound;
    ElemType part = e == ELEM_c64 ? ELEM_f32 : e == ELEM_c128 ? ELEM_f64 : e;
    return part_holds(check, bound, part, x.f, y.f) &&
           (cls == CLASS_FLOAT || part_holds(check, bound, part, x.im, y.im));
}

static bool run_check(const IrOp *op, Tensor **in, GError **error)
{
    const char *target = op->a.custom.target;
    if (op->n_operands < 2 || !same_shape(in[0]->type, in[1]->type))
        return ref_unsupported(op, error, "it compares values of different types");
    ElemType e = in[0]->type->elem;
    bool real = elem_is_float(e) || elem_info[e].cls == CLASS_COMPLEX;
    Check check = CHECK_EXACT;
    double bound = 0;
    if (strstr(target, "almost_eq")) {
        check = CHECK_NEAR;
        bound = 1e-3;
    } else if (strstr(target, "close")) {
        check = CHECK_ULPS;
        bound = 3;
    } else if (!strcmp(target, "check.eq") && real) {
        check = CHECK_NEAR;
        bound = 1e-4;
    }
    for (int64_t i = 0; i < in[0]->type->n_elems; i++) {
        Scalar x = scalar_load(e, in[0]->data, i), y = scalar_load(e, in[1]->data, i);
        if (element_holds(check, bound, e, x, y))
            continue;
        double a = scalar_convert(e, ELEM_f64, x).f, b = scalar_convert(e, ELEM_f64, y).f;
        return diag(error, SHARD_ERROR_RUN, &op->at, NULL,
                    "%s does not hold: element %" G_GINT64_FORMAT " is %.9g against %.9g", target,
                    i, a, b);
    }
    return true;
}

bool ref_custom(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    (void)cx;
    const char *target = op->a.custom.target ? op->a.custom.target : "";
    int n = type_n_leaves(op->type);
    if (g_str_has_prefix(target, "check.")) {
        if (!run_check(op, in, error))
            return false;
        for (int l = 0; l < n; l++)
            if (!(out[l] = ref_new(op, l, error)))
                return false;
        return true;
    }
    if (ref_is_lapack(op))
        return ref_lapack(op, in, out, error);
    for (guint i = 0; i < G_N_ELEMENTS(marks); i++) {
        if (strcmp(target, marks[i]))
            continue;
        int n_in = 0;
        for (int o = 0; o < op->n_operands; o++)
            n_in += type_n_leaves(op->operands[o]->type);
        bool same = n <= n_in;
        for (int l = 0; same && l < n; l++)
            same = same_shape(type_leaf(op->type, l), in[l]->type);
        if (!same)
            return diag(error, SHARD_ERROR_UNSUPPORTED, &op->at, "run the import pass first",
                        "%s %s changes the shape: a manual region that was not rebuilt", target,
                        op->name);
        for (int l = 0; l < n; l++)
            out[l] = tensor_ref(in[l]);
        return true;
    }
    return diag(error, SHARD_ERROR_UNSUPPORTED, &op->at, NULL,
                "custom-call target \"%s\" is not known", target);
}
