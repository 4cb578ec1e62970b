/* Scans along one dim whose step works element by element. Their other dims are divided like those of any element-wise op. Of a running
 * sum, product, maximum or the like the scanned dim may be split too: each device scans its piece starting from the neutral
 * element, the totals of the pieces are gathered, and the total before a piece is combined into it.
 * Source: G. Blelloch, "Prefix Sums and Their Applications", 1990.
 * Start reading at lower_scan(). */
#include "runtime/partition/local_build.h"
#include "runtime/partition/local_impl.h"

#include "runtime/partition/lower.h"

typedef struct Scan {
    int dim, n_in, n_carries;
    bool reverse, kept;     /* kept: slices have the dim still, of size 1 */
    int rank;               /* of slices and carries */
    int64_t line[MAX_RANK]; /* their dims */
    ReduceKind kind;        /* of a running sum and the like: step(x, c) = (x + c, x + c) */
} Scan;

static bool number_of(const IrOp *op, const char *key, int64_t *out)
{
    const char *text = pair_get(op->extra, op->n_extra, key);
    while (text && *text && !g_ascii_isdigit(*text))
        text++;
    if (!text || !*text)
        return false;
    *out = g_ascii_strtoll(text, NULL, 10);
    return true;
}

static bool is_line(const Scan *s, const Type *t)
{
    if (t->kind != TYPE_ARRAY || t->rank != s->rank)
        return false;
    for (int d = 0; d < s->rank; d++)
        if (t->dims[d] != s->line[d])
            return false;
    return true;
}

/* Scalars are constants and what is made of them. */
static bool works_by_element(const Scan *s, const IrComp *step)
{
    for (int i = 0; i < step->n_ops; i++) {
        const IrOp *op = step->ops[i];
        if (op == step->root && op->code == OP_tuple)
            continue;
        bool spread = op->code == OP_broadcast && op->operands[0]->type->kind == TYPE_ARRAY && op->operands[0]->type->rank == 0;
        bool splat = op->code == OP_constant && op->a.literal->data && (op->type->rank == 0 || op->a.literal->splat);
        if ((!spread && !splat && op->code != OP_parameter && op_family(op) != FAMILY_elementwise) || op->type->kind != TYPE_ARRAY ||
            (!is_line(s, op->type) && (op->type->rank != 0 || op->code == OP_parameter)))
            return false;
    }
    return true;
}

static ReduceKind running_kind(const Scan *s, const IrComp *step)
{
    const IrOp *root = step->root;
    if (s->n_in != 1 || s->n_carries != 1 || root->code != OP_tuple || root->n_operands != 2 || root->operands[0] != root->operands[1])
        return REDUCE_OTHER;
    const IrComp sum = { .root = root->operands[0], .params = step->params, .n_params = 2 };
    return comp_reduce_kind(&sum);
}

/* False if the scan cannot be divided. */
static bool scan_of(const IrOp *op, Scan *s)
{
    int64_t dim, carries;
    if (op->code != OP_scan || op->n_comps != 1 || !number_of(op, "dimensions", &dim) || !number_of(op, "num_carries", &carries))
        return false;
    const IrComp *step = op->comps[0];
    const Type *whole = op->n_operands ? op->operands[0]->type : NULL;
    const char *reverse = pair_get(op->extra, op->n_extra, "is_reverse");
    *s = (Scan){ .dim = (int)dim, .n_in = op->n_operands - (int)carries, .n_carries = (int)carries,
                 .reverse = reverse && g_str_has_prefix(reverse, "true") };
    if (!whole || whole->kind != TYPE_ARRAY || dim >= whole->rank || s->n_in < 1 || step->n_params != op->n_operands ||
        type_n_leaves(op->type) < s->n_carries || step->params[0]->type->kind != TYPE_ARRAY)
        return false;
    s->kept = step->params[0]->type->rank == whole->rank;
    for (int d = 0; d < whole->rank; d++)
        if (d != s->dim || s->kept)
            s->line[s->rank++] = d == s->dim ? 1 : whole->dims[d];
    if (!works_by_element(s, step))
        return false;
    s->kind = running_kind(s, step);
    return true;
}

const Rule *lower_scan_rule(Arena *arena, const IrOp *op)
{
    Scan s;
    if (!scan_of(op, &s))
        return NULL;
    const Type *whole = op->operands[0]->type;
    int rank = whole->rank, n_out = type_n_leaves(op->type) - s.n_carries;
    Factor *factors = arena_array(arena, Factor, rank + 1);
    int *ids = arena_array(arena, int, rank + 1);
    RuleDim *dims = arena_array(arena, RuleDim, rank), *line = arena_array(arena, RuleDim, rank);
    for (int d = 0, k = 0; d <= rank; d++) {
        ids[d] = d;
        FactorKind along = s.kind == REDUCE_OTHER ? FACTOR_NEED_REPLICATION : FACTOR_PERMUTATION;
        factors[d] = d == rank ? (Factor){ 1, FACTOR_NEED_REPLICATION, false } :
                                 (Factor){ whole->dims[d], d == s.dim ? along : FACTOR_PASS_THROUGH, false };
        if (d == rank)
            continue;
        dims[d] = (RuleDim){ 1, &ids[d] };
        if (d != s.dim || s.kept)
            line[k++] = (RuleDim){ 1, &ids[d == s.dim ? rank : d] };
    }
    int n_results = type_n_leaves(op->type);
    RuleTensor *tensors = arena_array(arena, RuleTensor, op->n_operands + n_results);
    for (int i = 0; i < op->n_operands + n_results; i++) {
        bool carried = i < op->n_operands ? i >= s.n_in : i - op->n_operands >= n_out;
        tensors[i] = carried ? (RuleTensor){ s.rank, line } : (RuleTensor){ rank, dims };
    }
    Rule *rule = arena_new(arena, Rule);
    *rule = (Rule){ .n_factors = rank + 1, .factors = factors, .n_operands = op->n_operands, .n_results = n_results, .tensors = tensors };
    return rule;
}

bool lower_scan_runs(const IrOp *op)
{
    Scan s;
    return scan_of(op, &s) && s.kind != REDUCE_OTHER;
}

int64_t lower_scan_bytes(const IrOp *op, const Sharding *const *in)
{
    Scan s;
    if (!scan_of(op, &s) || sharding_parts(in[0], s.dim) == 1)
        return 0;
    return storage_bytes(op->operands[1]->type, in[1]) * (sharding_parts(in[0], s.dim) - 1);
}

/* The step on slices of other dims. */
static IrComp *step_on(Local *x, const Scan *s, const IrComp *step, const Type *like)
{
    IrComp *made = comp_new(x->out, step->name);
    g_autoptr(GHashTable) ops = g_hash_table_new(NULL, NULL);
    for (int i = 0; i < step->n_ops; i++) {
        const IrOp *op = step->ops[i];
        g_autofree IrOp **args = g_new(IrOp *, op->n_operands + 1);
        g_autofree const Type **parts = g_new(const Type *, op->n_operands + 1);
        for (int k = 0; k < op->n_operands; k++) {
            args[k] = g_hash_table_lookup(ops, op->operands[k]);
            parts[k] = args[k]->type;
        }
        const Type *type = op->type->kind == TYPE_TUPLE ? type_tuple(x->out->types, op->n_operands, parts) :
                           op->type->rank == 0 && s->rank > 0 ? type_scalar(x->out->types, op->type->elem) :
                                                                type_with_elem(x->out->types, like, op->type->elem);
        IrOp *copy = op_new(made, op->code, type, op->name, op->n_operands, args);
        op_inherit(copy, op);
        copy->a = op->a;
        lb_annotate(x, copy, op);
        if (op->code == OP_constant)
            copy->a.literal = literal_new(x->out, type, op->a.literal->data, true);
        g_hash_table_insert(ops, (gpointer)op, copy);
    }
    made->root = g_hash_table_lookup(ops, step->root);
    comp_renumber(made);
    return made;
}

static IrOp *result(Local *x, IrOp *op, int i)
{
    if (op->type->kind != TYPE_TUPLE)
        return op;
    IrOp *gte = lb_op(x, OP_get_tuple_element, op->type->parts[i], 1, &op);
    gte->a.gte.index = i;
    return gte;
}

static IrOp *scan_here(Local *x, const Scan *s, const IrOp *op, IrOp *const *args)
{
    IrOp *made = lower_plain(x, op);
    for (int i = 0; i < op->n_operands; i++)
        made->operands[i] = args[i];
    int64_t line[MAX_RANK];
    const Type *t = args[0]->type;
    int rank = 0;
    for (int d = 0; d < t->rank; d++)
        if (d != s->dim || s->kept)
            line[rank++] = d == s->dim ? 1 : t->dims[d];
    IrComp *step = step_on(x, s, op->comps[0], type_with_dims(x->out->types, t, rank, line));
    op_set_comps(made, 1, &step);
    return made;
}

static void note(Local *x, const IrOp *op, const Scan *s, AxisList axes, int64_t bytes)
{
    const Sharding *at = sharding_of(op->operands[0]);
    note_rule(x, op, op, (Reshard){ .from = at, .to = at,
                                    .why = decision_text(x->log, "%s runs along dimension %d, which is split: each device runs over its own piece, and all learn the totals of the pieces",
                                         decision_label(x->log, op), s->dim),
                                    .plan = "all-gather of totals", .bytes_full = type_bytes(op->type), .bytes_moved = bytes,
                                    .est_ns = coll_ns(x->model, x->mesh, COLL_ALL_GATHER, (double)bytes, axes) });
}

static IrOp *combine(Local *x, IrComp *sum, IrOp *rows, IrOp *neutral)
{
    IrOp *args[2] = { rows, neutral };
    const Type *line = type_with_dims(x->out->types, rows->type, rows->type->rank - 1, rows->type->dims + 1);
    IrOp *made = lb_op(x, OP_reduce, line, 2, args);
    static const int64_t zero;
    made->a.dims = ints_dup(x->out->arena, &zero, 1);
    op_set_comps(made, 1, &sum);
    return made;
}

/* x        [.., n/p, ..] and the line that it begins with
 * returns  the same running along the dim, and the line that it ends with. Moves p - 1 lines. */
static IrOp *scan_pieces(Local *x, const Scan *s, const IrOp *op, IrOp **args, AxisList axes)
{
    static const Reduction reductions[] = { [REDUCE_SUM] = REDUCTION_SUM, [REDUCE_PRODUCT] = REDUCTION_PRODUCT, [REDUCE_MAX] = REDUCTION_MAX,
                                            [REDUCE_MIN] = REDUCTION_MIN, [REDUCE_AND] = REDUCTION_AND, [REDUCE_OR] = REDUCTION_OR,
                                            [REDUCE_XOR] = REDUCTION_XOR };
    static const OpCode codes[] = { [REDUCE_SUM] = OP_add, [REDUCE_PRODUCT] = OP_multiply, [REDUCE_MAX] = OP_maximum, [REDUCE_MIN] = OP_minimum,
                                    [REDUCE_AND] = OP_and, [REDUCE_OR] = OP_or, [REDUCE_XOR] = OP_xor };
    ElemType e = args[0]->type->elem;
    char identity[16];
    g_assert(reduce_identity(s->kind, e, identity));
    IrOp *neutral = lb_constant(x, type_scalar(x->out->types, e), identity);
    int64_t p = axis_list_size(axes);
    args[0] = lb_mask_dim(x, args[0], s->dim, op->operands[0]->type->dims[s->dim], axes, neutral);
    IrOp *index = lb_index(x, axes, 1), *first = lb_compare(x, DIR_EQ, index, lb_scalar(x, ELEM_s32, s->reverse ? p - 1 : 0));
    const Type *line = args[1]->type;
    args[1] = lb_select(x, lb_spread(x, first, line), args[1], lb_spread(x, neutral, line));
    IrOp *made = scan_here(x, s, op, args), *out = result(x, made, 0), *total = result(x, made, 1);
    int64_t dims[MAX_RANK + 1] = { 1 };
    memcpy(dims + 1, line->dims, sizeof *dims * (size_t)line->rank);
    note(x, op, s, axes, type_bytes(line) * (p - 1));
    IrOp *rows = lb_all_gather(x, lb_reshape(x, total, line->rank + 1, dims), 0, axes);
    x->reshard_id = 0;
    IrOp *number = lb_iota(x, rows->type, 0);
    IrOp *before = lb_compare(x, s->reverse ? DIR_GT : DIR_LT, number, lb_spread(x, index, number->type));
    IrComp *sum = lb_reducer(x, reductions[s->kind], e);
    IrOp *offset = combine(x, sum, lb_select(x, before, rows, lb_spread(x, neutral, rows->type)), neutral);
    if (s->kept) { /* to the dims of a line without it */
        int64_t rest[MAX_RANK];
        int n = 0;
        for (int d = 0; d < line->rank; d++)
            if (d != s->dim)
                rest[n++] = line->dims[d];
        offset = lb_reshape(x, offset, n, rest);
    }
    IrOp *spread = lb_op(x, OP_broadcast, out->type, 1, &offset);
    int64_t *to = arena_array(x->out->arena, int64_t, out->type->rank);
    int n = 0;
    for (int d = 0; d < out->type->rank; d++)
        if (d != s->dim)
            to[n++] = d;
    spread->a.dims = (Ints){ to, n };
    IrOp *parts[2] = { lb_binary(x, codes[s->kind], spread, out), combine(x, sum, rows, neutral) };
    const Type *types[2] = { parts[0]->type, parts[1]->type };
    return lb_op(x, OP_tuple, type_tuple(x->out->types, 2, types), 2, parts);
}

IrOp *lower_scan(Local *x, const IrOp *op)
{
    Scan s;
    if (!scan_of(op, &s))
        return lower_plain(x, op);
    g_autofree IrOp **args = g_new(IrOp *, op->n_operands);
    for (int i = 0; i < op->n_operands; i++)
        args[i] = local_of(x, op->operands[i]);
    AxisList axes = sharding_of(op->operands[0])->dims[s.dim].axes;
    if (axis_list_size(axes) > 1)
        return scan_pieces(x, &s, op, args, axes);
    return scan_here(x, &s, op, args);
}
