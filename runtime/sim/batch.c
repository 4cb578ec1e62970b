/* Finds the batch of a program, and doubles it. Dims that are one loop of some op (propagate/rules.h) have one size, so all dims fall into sets. The batch is
 * the one that most of the FLOPs of products go over, since every product of a program does something for each example. Where that is as
 * true of several (the width of a model), it is the one that is the first dimension wherever arguments have it, or of one argument alone, then the one that the fewest
 * of their dimensions have, then that of the fewest bytes: weights are not data. The experts of a mixture are none: each multiplies by an
 * argument of its own. */
#include "runtime/sim/batch.h"

#include <math.h>

#include "runtime/propagate/rules.h"
#include "runtime/sim/work.h"

enum { MOST_OPS = 500000 }; /* of programs that are looked through */

typedef struct Sets {
    IrModule *m;
    RuleCache *rules;
    GHashTable *callers; /* computation -> the op that calls it, the last one of several */
    Arena *scratch;
    int *first;   /* by id of an op: the number of its first dim */
    int *above;   /* by dim: another of its set, or itself */
    int n;
    double *flops; /* by dim that stands for a set: of products that go over it */
    bool *weights; /* the same: of a product's several pairs of matrices, where one side is an argument as it is */
    double all_flops;
} Sets;

static int set_of(Sets *s, int at)
{
    while (s->above[at] != at)
        at = s->above[at] = s->above[s->above[at]];
    return at;
}

/* The number of dim 0 of a value. */
static int dims_of(const Sets *s, IrOp *op, int leaf)
{
    IrValue v = value_resolve(op, leaf);
    int at = s->first[v.op->id];
    for (int i = 0; i < v.leaf; i++)
        at += type_leaf(v.op->type, i)->rank;
    return at;
}

static void join(Sets *s, int a, int b)
{
    s->above[set_of(s, a)] = set_of(s, b);
}

/* The same dims, one by one. */
static void join_values(Sets *s, IrOp *a, int i, IrOp *b, int k)
{
    int n = MIN(type_leaf(a->type, i)->rank, type_leaf(b->type, k)->rank), x = dims_of(s, a, i), y = dims_of(s, b, k);
    for (int d = 0; d < n; d++)
        join(s, x + d, y + d);
}

static void join_all(Sets *s, IrOp *a, IrOp *b)
{
    for (int i = 0; i < MIN(type_n_leaves(a->type), type_n_leaves(b->type)); i++)
        join_values(s, a, i, b, i);
}

static void join_calls(Sets *s, IrOp *op)
{
    bool branches = op->code == OP_conditional, loop = op->code == OP_while;
    for (int c = 0; c < op->n_comps; c++) {
        IrComp *of = op->comps[c];
        g_hash_table_insert(s->callers, of, op);
        for (int p = 0; p < of->n_params; p++) {
            int operand = branches ? c + 1 : p;
            if (operand < op->n_operands)
                join_all(s, of->params[p], op->operands[operand]);
        }
        if (!loop || c == 1)
            join_all(s, of->root, op);
    }
    if (loop)
        join_all(s, op, op->operands[0]);
}

/* Dims that one loop of the op makes, where it is the outermost loop of the dim. */
static void join_by_rule(Sets *s, const IrOp *op, const Rule *rule)
{
    for (int f = 0; f < rule->n_factors; f++) {
        int last = -1;
        for (int t = 0; t < rule->n_operands + rule->n_results; t++) {
            const RuleTensor *tensor = &rule->tensors[t];
            IrOp *of = t < rule->n_operands ? op->operands[t] : (IrOp *)op;
            int at = tensor->rank ? dims_of(s, of, t < rule->n_operands ? 0 : t - rule->n_operands) : 0;
            for (int d = 0; d < tensor->rank; d++) {
                if (tensor->dims[d].factors[0] != f)
                    continue;
                if (last >= 0)
                    join(s, last, at + d);
                last = at + d;
            }
        }
    }
}

static void join_op(Sets *s, IrOp *op)
{
    if (op->code == OP_while || op->code == OP_conditional || op->code == OP_call || op->code == OP_fusion) {
        join_calls(s, op);
    } else if (op_family(op) == FAMILY_collective || op_family(op) == FAMILY_barrier) {
        for (int i = 0; i < MIN(op->n_operands, type_n_leaves(op->type)); i++)
            join_values(s, op->operands[i], 0, op, i);
    } else if (op_family(op) != FAMILY_tuple && op->n_operands) {
        const Rule *rule = rule_of(s->rules, op);
        if (rule && rule->n_operands <= op->n_operands)
            join_by_rule(s, op, rule);
    }
}

/* The value outside that a computation's parameter is; its op is NULL if that changes from trip to trip. */
static IrValue outside(const Sets *s, IrValue v)
{
    const IrComp *c = v.op->parent;
    const IrOp *caller = g_hash_table_lookup(s->callers, c);
    int64_t number = v.op->a.parameter.number;
    if (!caller || caller->code == OP_conditional || number >= caller->n_operands)
        return (IrValue){ NULL, 0 };
    if (caller->code == OP_while) {
        IrValue next = value_resolve(c->root, v.leaf);
        if (c != caller->comps[1] || next.op != v.op || next.leaf != v.leaf)
            return (IrValue){ NULL, 0 };
    }
    return (IrValue){ caller->operands[number], v.leaf };
}

/* True if the value is an argument of the program but for its layout. */
static bool is_argument(const Sets *s, IrOp *op)
{
    static const OpCode same[] = { OP_reshape, OP_transpose, OP_convert, OP_copy, OP_slice, OP_dynamic_slice, OP_all_gather };
    IrValue v = { op, 0 };
    while (v.op) {
        v = value_resolve(v.op, v.leaf);
        bool layout = false;
        for (size_t i = 0; i < G_N_ELEMENTS(same); i++)
            layout |= v.op->code == same[i];
        if (layout)
            v = (IrValue){ v.op->operands[0], 0 };
        else if (v.op->code != OP_parameter || v.op->parent == s->m->entry)
            return v.op->code == OP_parameter;
        else
            v = outside(s, v);
    }
    return false;
}

static void mark_weights(Sets *s, const IrOp *dot)
{
    const DotDims *d = &dot->a.dot.dims;
    bool left = is_argument(s, dot->operands[0]), right = is_argument(s, dot->operands[1]);
    if (left == right)
        return;
    for (int i = 0; i < d->lhs_batch.n; i++)
        s->weights[set_of(s, dims_of(s, dot->operands[0], 0) + (int)d->lhs_batch.v[i])] = true;
}

static void count_products(Sets *s, const IrComp *c, double times)
{
    for (int i = 0; i < c->n_ops; i++) {
        const IrOp *op = c->ops[i];
        double trips = op->code == OP_while ? fmax(1, (double)while_trip_count(op)) : 1;
        if (op->code == OP_while || op->code == OP_conditional || op->code == OP_call || op->code == OP_fusion)
            for (int k = 0; k < op->n_comps; k++)
                count_products(s, op->comps[k], times * trips);
        if (!op_is_contraction(op))
            continue;
        int seen[2 * MAX_RANK], n = 0;
        if (op->code == OP_dot)
            mark_weights(s, op);
        s->all_flops += times * op_flops(op);
        for (int k = 0; k < 2; k++)
            for (int d = 0; d < op->operands[k]->type->rank; d++) {
                int set = set_of(s, dims_of(s, op->operands[k], 0) + d);
                bool again = false;
                for (int j = 0; j < n; j++)
                    again |= seen[j] == set;
                if (!again)
                    s->flops[seen[n++] = set] += times * op_flops(op);
            }
    }
}

#define ELSEWHERE 1e40
#define EACH_DIM 1e20

/* How little a set looks like data: whether an argument has it elsewhere than first, then how many dims of arguments have it, then their bytes. */
static double weight_of(Sets *s, int set)
{
    double dims = 0, bytes = 0;
    bool first = true;
    for (int p = 0; p < s->m->entry->n_params; p++) {
        IrOp *of = s->m->entry->params[p];
        for (int i = 0; i < type_n_leaves(of->type); i++)
            for (int d = 0; d < type_leaf(of->type, i)->rank; d++)
                if (set_of(s, dims_of(s, of, i) + d) == set) {
                    dims++;
                    bytes += (double)type_bytes(type_leaf(of->type, i));
                    first &= d == 0;
                }
    }
    return (first ? 0 : ELSEWHERE) + dims * EACH_DIM + bytes;
}

/* A set and where an argument has it; -1 = none. */
typedef struct Batch {
    int set, dim;
    const IrOp *argument;
} Batch;

static Batch find_batch(Sets *s)
{
    const double least = 0.6, equal = 0.01; /* of the FLOPs of products (A) */
    Batch best = { -1, 0, NULL };
    double best_share = least, best_weight = INFINITY;
    for (int p = 0; p < s->m->entry->n_params && s->all_flops > 0; p++) {
        IrOp *of = s->m->entry->params[p];
        for (int i = 0; i < type_n_leaves(of->type); i++)
            for (int d = 0; d < type_leaf(of->type, i)->rank; d++) {
                int set = set_of(s, dims_of(s, of, i) + d);
                double share = s->flops[set] / s->all_flops;
                if (set == best.set || s->weights[set] || share < best_share - equal)
                    continue;
                double weight = weight_of(s, set);
                if (weight > ELSEWHERE + 1.5 * EACH_DIM || (share < best_share + equal && weight >= best_weight))
                    continue;
                best = (Batch){ set, d, of };
                best_share = share, best_weight = weight;
            }
    }
    return best;
}

static const Type *doubled(Sets *s, const Type *t, int *at, int set)
{
    if (t->kind != TYPE_ARRAY) {
        g_autofree const Type **parts = g_new(const Type *, t->n_parts + 1);
        for (int i = 0; i < t->n_parts; i++)
            parts[i] = doubled(s, t->parts[i], at, set);
        return t->n_parts ? type_tuple(s->m->types, t->n_parts, parts) : t;
    }
    int64_t dims[MAX_RANK];
    for (int d = 0; d < t->rank; d++)
        dims[d] = t->dims[d] * (set_of(s, (*at)++) == set ? 2 : 1);
    return type_with_dims(s->m->types, t, t->rank, dims);
}

/* Tuples and what takes them apart have the dims of the values that they name. */
static const Type *doubled_name(Sets *s, IrOp *op, int set)
{
    int n = type_n_leaves(op->type);
    g_autofree const Type **leaves = g_new(const Type *, n + 1);
    for (int i = 0; i < n; i++) {
        int at = dims_of(s, op, i);
        leaves[i] = doubled(s, type_leaf(op->type, i), &at, set);
    }
    return op->type->kind == TYPE_ARRAY ? leaves[0] : type_tuple(s->m->types, n, leaves);
}

static bool is_flat(const Type *t)
{
    for (int i = 0; t->kind == TYPE_TUPLE && i < t->n_parts; i++)
        if (t->parts[i]->kind == TYPE_TUPLE)
            return false;
    return true;
}

static void double_all(Sets *s, int set)
{
    for (int c = 0; c < s->m->n_comps; c++)
        for (int i = 0; i < s->m->comps[c]->n_ops; i++) {
            IrOp *op = s->m->comps[c]->ops[i];
            int at = s->first[op->id];
            if (op_family(op) == FAMILY_tuple)
                op->type = is_flat(op->type) ? doubled_name(s, op, set) : op->type;
            else
                op->type = doubled(s, op->type, &at, set);
        }
}

static void number_dims(Sets *s)
{
    s->first = g_new0(int, s->m->next_id + 1);
    for (int c = 0; c < s->m->n_comps; c++)
        for (int i = 0; i < s->m->comps[c]->n_ops; i++) {
            const IrOp *op = s->m->comps[c]->ops[i];
            s->first[op->id] = s->n;
            for (int k = 0; k < type_n_leaves(op->type); k++)
                s->n += type_leaf(op->type, k)->rank;
        }
    s->above = g_new(int, s->n + 1);
    s->flops = g_new0(double, s->n + 1);
    s->weights = g_new0(bool, s->n + 1);
    for (int i = 0; i < s->n; i++)
        s->above[i] = i;
}

IrModule *module_with_twice_the_batch(const IrModule *local, char **what)
{
    int n_ops = 0;
    for (int c = 0; c < local->n_comps; c++)
        n_ops += local->comps[c]->n_ops;
    if (n_ops > MOST_OPS)
        return NULL;
    Sets s = { .m = module_clone(local), .scratch = arena_new_root() };
    s.rules = rule_cache_new(s.scratch, false);
    s.callers = g_hash_table_new(NULL, NULL);
    number_dims(&s);
    for (int c = 0; c < s.m->n_comps; c++)
        for (int i = 0; i < s.m->comps[c]->n_ops; i++)
            join_op(&s, s.m->comps[c]->ops[i]);
    count_products(&s, s.m->entry, 1);
    Batch batch = find_batch(&s);
    if (batch.set >= 0) {
        const IrOp *of = batch.argument;
        *what = g_strdup_printf("dimension %d of %s", batch.dim, of->op_name && *of->op_name ? of->op_name : of->name);
        double_all(&s, batch.set);
    } else {
        module_free(s.m);
        s.m = NULL;
    }
    rule_cache_free(s.rules);
    g_hash_table_unref(s.callers);
    arena_free(s.scratch);
    g_free(s.first);
    g_free(s.above);
    g_free(s.flops);
    g_free(s.weights);
    return s.m;
}
