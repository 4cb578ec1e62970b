/* Custom-calls that the evaluator knows: annotations that do not change the value, and the checks of StableHLO's test files. */
#include <math.h>
#include <string.h>

#include "runtime/base/float16.h"
#include "runtime/ir/spmd_call.h"
#include "runtime/ir/scalar.h"
#include "runtime/reference/reference_impl.h"

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

/* The index of a float among the values of its type: neighbours differ by one, both zeros have index 0. */
static int64_t place_of(ElemType e, double x)
{
    uint64_t raw = 0;
    scalar_store(e, &raw, 0, (Scalar){.f = x});
    if (e == ELEM_f8e8m0fnu) /* has no sign */
        return (int64_t)raw;
    uint64_t sign = (uint64_t)1 << (elem_info[e].bits - 1);
    return raw & sign ? -(int64_t)(raw & (sign - 1)) : (int64_t)raw;
}

/* The difference of the indices of x and y; the maximum if they cannot be compared. */
static uint64_t ulp_distance(ElemType e, double x, double y)
{
    if (isnan(x) || isnan(y))
        return isnan(x) && isnan(y) ? 0 : UINT64_MAX;
    if (isinf(x) || isinf(y))
        return x == y ? 0 : UINT64_MAX;
    int64_t a = place_of(e, x), b = place_of(e, y);
    return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

typedef enum Check { CHECK_EXACT, CHECK_NEAR, CHECK_ULPS } Check;

/* One part of an element; NaN equals NaN except in exact checks. */
static bool part_holds(Check check, double bound, ElemType part, double x, double y)
{
    if (check == CHECK_EXACT)
        return x == y;
    if (check == CHECK_ULPS)
        return ulp_distance(part, x, y) <= (bound < 0x1p63 ? (uint64_t)MAX(bound, 0) : UINT64_MAX - 1);
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

static double number_of(const IrOp *op, const char *key, double missing)
{
    const char *text = pair_get(op->pairs, op->n_pairs, key);
    return text ? g_ascii_strtod(text, NULL) : missing;
}

/* Tolerances: checks that are ops have smaller ones than those written as custom calls. */
static bool run_check(const IrOp *op, Tensor **in, GError **error)
{
    const char *target = op->a.custom.target;
    bool is_op = strstr(target, "_const") || pair_get(op->pairs, op->n_pairs, "check.op");
    if (op->n_operands < 2 || !same_shape(in[0]->type, in[1]->type))
        return ref_unsupported(op, error, "it compares values of different types");
    ElemType e = in[0]->type->elem;
    bool real = elem_is_float(e) || elem_info[e].cls == CLASS_COMPLEX;
    Check check = CHECK_EXACT;
    double bound = 0;
    if (strstr(target, "almost_eq")) {
        check = CHECK_NEAR;
        bound = number_of(op, "check.tolerance", is_op ? 1e-4 : 1e-3);
    } else if (strstr(target, "close")) {
        check = CHECK_ULPS;
        bound = number_of(op, "check.max_ulp_difference", is_op ? 1 : 3);
    } else if (!strcmp(target, "check.eq") && real) {
        check = CHECK_NEAR;
        bound = 1e-4;
    }
    for (int64_t i = 0; i < in[0]->type->n_elems; i++) {
        Scalar x = scalar_load(e, in[0]->data, i), y = scalar_load(e, in[1]->data, i);
        if (element_holds(check, bound, e, x, y))
            continue;
        int digits = elem_info[elem_part(e)].bits > 32 ? 17 : 9;
        double a = scalar_convert(e, ELEM_f64, x).f, b = scalar_convert(e, ELEM_f64, y).f;
        return diag(error, SHARD_ERROR_RUN, OP_AT(op), NULL,
                    "%s does not hold: element %" G_GINT64_FORMAT " is %.*g against %.*g", target,
                    i, digits, a, digits, b);
    }
    return true;
}

/* ---- probes ---------------------------------------------------------------------------------- */

static const char *probe_of(const IrOp *op, const char *key)
{
    const char *id = pair_get(op->pairs, op->n_pairs, key);
    return id ? id : "";
}

static void record_probe(RefCx *cx, const IrOp *op, const Tensor *t)
{
    const char *id = probe_of(op, "interpreter.probe_id");
    GPtrArray *seen = g_hash_table_lookup(cx->probes, id);
    if (!seen) {
        seen = tensor_array_new();
        g_hash_table_insert(cx->probes, g_strdup(id), seen);
    }
    g_ptr_array_add(seen, tensor_ref(t));
}

/* Compares the value with the iter-th value that a probe recorded, byte by byte. */
static bool check_probe(RefCx *cx, const IrOp *op, Tensor **in, GError **error)
{
    const char *id = probe_of(op, "check.probe_id");
    const GPtrArray *seen = g_hash_table_lookup(cx->probes, id);
    double iter = number_of(op, "check.iter", 0);
    if (!op->n_operands || !seen || !(iter >= 0 && iter < seen->len))
        return diag(error, SHARD_ERROR_RUN, OP_AT(op), NULL, "probe \"%s\" has not seen a value %g", id,
                    iter);
    const Tensor *t = seen->pdata[(guint)iter];
    if (same_shape(t->type, in[0]->type) && memcmp(t->data, in[0]->data, (size_t)t->bytes) == 0)
        return true;
    return diag(error, SHARD_ERROR_RUN, OP_AT(op), NULL,
                "%s does not hold: probe \"%s\" saw another value", op->a.custom.target, id);
}

/* Assertions of programs that were exported with symbolic dimensions. */
static bool shape_assertion(const IrOp *op, Tensor **in, GError **error)
{
    const Type *t = in[0]->type;
    if (t->kind != TYPE_ARRAY || t->elem != ELEM_pred || t->n_elems != 1)
        return ref_unsupported(op, error, "it takes one truth value first");
    if (tensor_get_i64(in[0], 0))
        return true;
    const char *text = pair_get(op->pairs, op->n_pairs, "error_message");
    return diag(error, SHARD_ERROR_RUN, OP_AT(op), NULL, "shape assertion does not hold%s%s",
                text ? ": " : "", text ? text : "");
}

/* ---- dispatch -------------------------------------------------------------------------------- */

/* If a check has a result, it is true. */
static bool run_checks(RefCx *cx, const IrOp *op, Tensor **in, int n, Tensor **out, GError **error)
{
    bool probe = strcmp(op->a.custom.target, "check.expect_serialized_eq") == 0;
    if (!(probe ? check_probe(cx, op, in, error) : run_check(op, in, error)))
        return false;
    for (int l = 0; l < n; l++) {
        if (!(out[l] = ref_new(op, l, error)))
            return false;
        if (out[l]->type->kind == TYPE_ARRAY && out[l]->type->elem == ELEM_pred)
            memset(out[l]->data, 1, (size_t)out[l]->bytes);
    }
    return true;
}

/* Shardy's collectives change the layout of a value, not the value as a whole. */
static bool is_move(const IrOp *op, const char *target)
{
    return g_str_has_prefix(target, "sdy.") && op->n_operands == 1 && same_shape(op->type, op->operands[0]->type);
}

bool ref_knows_custom(const IrOp *op)
{
    static const char *const prefixes[] = { "check.", "interpreter.", "sdy.", "xla.", "xla_", "local_", "ShardBarrier" };
    static const char *const others[] = { "ApproxTopK", "PartialReduce", "TopK", "shape_assertion", "AllocateBuffer" };
    const char *target = op->a.custom.target ? op->a.custom.target : "";
    bool known = op_is_spmd_call(op) || ref_is_lapack(op) || ref_is_csr_product(op) || ref_is_stand_in(op);
    for (guint i = 0; i < G_N_ELEMENTS(prefixes) && !known; i++)
        known = g_str_has_prefix(target, prefixes[i]);
    for (guint i = 0; i < G_N_ELEMENTS(others) && !known; i++)
        known = !strcmp(target, others[i]);
    for (guint i = 0; i < G_N_ELEMENTS(marks) && !known; i++)
        known = !strcmp(target, marks[i]);
    return known;
}

bool ref_custom(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    const char *target = op->a.custom.target ? op->a.custom.target : "";
    int n = type_n_leaves(op->type);
    if (g_str_has_prefix(target, "check."))
        return run_checks(cx, op, in, n, out, error);
    if (strcmp(target, "interpreter.print") == 0 && n == 0)
        return true; /* for people: does not affect the result */
    if (strcmp(target, "interpreter.probe") == 0 && op->n_operands == 1 && n == 1) {
        record_probe(cx, op, in[0]);
        out[0] = tensor_ref(in[0]);
        return true;
    }
    if (is_move(op, target)) {
        out[0] = tensor_ref(in[0]);
        return true;
    }
    if (strcmp(target, "xla.debug.Log") == 0 && n == 0)
        return true; /* for people as well */
    if (op_is_spmd_call(op))
        return ref_spmd_call(op, in, out, error);
    if (ref_is_lapack(op))
        return ref_lapack(op, in, out, error);
    if (ref_is_csr_product(op))
        return ref_csr_product(op, in, out, error);
    if (strcmp(target, "ApproxTopK") == 0 || strcmp(target, "PartialReduce") == 0)
        return ref_approx_topk(cx, op, in, out, error);
    if (strcmp(target, "TopK") == 0)
        return ref_topk(cx, op, in, out, error);
    if (strcmp(target, "shape_assertion") == 0 && op->n_operands && n == 0)
        return shape_assertion(op, in, error);
    if (ref_is_stand_in(op))
        return ref_stand_in(op, in, out, error);
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
            return diag(error, SHARD_ERROR_UNSUPPORTED, OP_AT(op), "run the import pass first",
                        "%s %s changes the shape: a manual region that was not rebuilt", target,
                        op->name);
        for (int l = 0; l < n; l++)
            out[l] = tensor_ref(in[l]);
        return true;
    }
    return diag(error, SHARD_ERROR_UNSUPPORTED, OP_AT(op), "what other libraries compute is not known here; such a program can be compiled and simulated, but not executed",
                "custom-call target \"%s\" is not known", target);
}
