/* What rules and collectives say of the layout in which a value of XLA's program arrives: what its consumer needs, what the collectives leave of
 * the one that it had, and which of these gives the shape that arrives. */
#include "runtime/xla/layout_impl.h"

#include <string.h>

#include "runtime/partition/partition.h"
#include "runtime/shard/tiles.h"
#include "runtime/sim/collective.h"

/* The axes that another value of the op has for a factor; empty if none has. */
static AxisList factor_axes(Explain *x, const IrOp *op, const Rule *rule, int factor, int but)
{
    int dim;
    for (int r = 0; r < rule->n_results; r++)
        if (rule_tensor_has(rule_result(rule, r), factor, &dim, NULL) && rule_result(rule, r)->dims[dim].n == 1) {
            const Sharding *s = explain_sharding(x, op, r);
            return s && !s->maximal && dim < s->rank ? s->dims[dim].axes : (AxisList){ 0 };
        }
    for (int i = 0; i < rule->n_operands; i++)
        if (i != but && op->operands[i]->type->kind == TYPE_ARRAY && rule_tensor_has(rule_operand(rule, i), factor, &dim, NULL) && rule_operand(rule, i)->dims[dim].n == 1) {
            const Sharding *s = explain_sharding(x, op->operands[i], 0);
            return s && !s->maximal && dim < s->rank ? s->dims[dim].axes : (AxisList){ 0 };
        }
    return (AxisList){ 0 };
}

const Sharding *layout_needed(Explain *x, const IrOp *op, int pos, const Sharding *from)
{
    if (op->code == OP_reshard || op->code == OP_constraint)
        return explain_sharding(x, op, 0);
    const Rule *rule = rule_of(x->rules, op);
    if (!rule || pos < 0 || pos >= rule->n_operands)
        return NULL;
    const RuleTensor *t = rule_operand(rule, pos);
    AxisList dims[MAX_RANK + 1] = { 0 };
    for (int d = 0; d < t->rank && d < from->rank; d++) {
        int f = t->dims[d].factors[0];
        if (t->dims[d].n == 1 && rule->factors[f].kind != FACTOR_NEED_REPLICATION)
            dims[d] = factor_axes(x, op, rule, f, pos);
        else if (t->dims[d].n > 1)
            dims[d] = from->dims[d].axes;
    }
    for (int d = 0; d < from->rank; d++) /* an axis splits one dim */
        for (int e = 0; e < d; e++)
            if (axis_list_overlaps(dims[d], dims[e]))
                dims[d] = (AxisList){ 0 };
    return sharding_of_dims(x->shardings, x->whole->mesh, from->rank, dims);
}

const Sharding *layout_after_moves(Explain *x, const Sharding *from, const Found *const *chain, int n, bool *moves)
{
    AxisList dims[MAX_RANK + 1] = { 0 };
    for (int d = 0; d < from->rank; d++)
        dims[d] = from->dims[d].axes;
    *moves = false;
    for (int i = 0; i < n; i++) {
        CollKind kind = op_coll_kind(chain[i]->coll);
        AxisList axes = explain_axes(x, chain[i]->coll);
        for (int d = 0; d < from->rank && (kind == COLL_ALL_GATHER || kind == COLL_ALL_TO_ALL); d++)
            dims[d] = explain_without(x, dims[d], axes);
        *moves = *moves || kind == COLL_ALL_TO_ALL || kind == COLL_PERMUTE;
    }
    return sharding_of_dims(x->shardings, x->whole->mesh, from->rank, dims);
}

const Type *arriving_piece(const Found *const *chain, int n, int rank)
{
    for (int i = n - 1; i >= 0; i--)
        if (chain[i]->meets && chain[i]->meets_pos < chain[i]->meets->n_operands) {
            const Type *t = chain[i]->meets->operands[chain[i]->meets_pos]->type;
            if (t->kind == TYPE_ARRAY && t->rank == rank)
                return t;
        }
    return NULL;
}

bool layout_gives(const Sharding *s, const Type *whole, const Type *piece)
{
    int64_t tile[MAX_RANK + 1];
    if (!s || s->maximal || s->rank != whole->rank)
        return false;
    tile_dims(s, whole->rank, whole->dims, tile);
    for (int d = 0; d < whole->rank; d++)
        if (tile[d] != piece->dims[d])
            return false;
    return true;
}

const Sharding *layout_spread(Explain *x, const Sharding *left, const Sharding *from, const Type *type, const Type *piece)
{
    AxisList dims[MAX_RANK + 1] = { 0 }, gone = { 0 };
    for (int d = 0; d < left->rank; d++) {
        dims[d] = left->dims[d].axes;
        gone = axis_list_concat(x->arena, gone, explain_without(x, from->dims[d].axes, dims[d]));
    }
    for (int d = 0; d < left->rank; d++)
        if (gone.n && tile_size(type->dims[d], sharding_parts(left, d) * axis_list_size(gone)) == piece->dims[d] && piece->dims[d] < tile_size(type->dims[d], sharding_parts(left, d))) {
            dims[d] = axis_list_concat(x->arena, dims[d], gone);
            const Sharding *s = sharding_of_dims(x->shardings, left->mesh, left->rank, dims);
            return layout_gives(s, type, piece) ? s : NULL;
        }
    return NULL;
}

/* The dims larger than one of what an all-to-all sends from a device to each other. */
static int sent_dims(const IrOp *coll, int operand, int64_t *out)
{
    const Type *t = coll->operands[operand]->type;
    int n = 0;
    for (int d = 0; t->kind == TYPE_ARRAY && d < t->rank; d++)
        if (t->dims[d] > 1 && !(coll->n_operands == 1 && d == coll->a.collective.dim))
            out[n++] = t->dims[d];
    return n;
}

/* The dims larger than one of a piece that lies as both layouts say at once. */
static int common_dims(const Sharding *from, const Type *type, int spread, int64_t parts, int64_t *out)
{
    int n = 0;
    for (int d = 0; d < type->rank; d++) {
        int64_t tile = tile_size(type->dims[d], sharding_parts(from, d) * (d == spread ? parts : 1));
        if (tile > 1)
            out[n++] = tile;
    }
    return n;
}

const Sharding *layout_exchanged(Explain *x, const Sharding *left, const Sharding *from, const Type *type, const Found *f)
{
    int64_t sent[MAX_RANK + 1], common[MAX_RANK + 1];
    AxisList dims[MAX_RANK + 1] = { 0 }, gone = { 0 };
    if (op_coll_kind(f->coll) != COLL_ALL_TO_ALL)
        return NULL;
    int n = sent_dims(f->coll, f->operand, sent), to = -1;
    for (int d = 0; d < left->rank; d++) {
        dims[d] = left->dims[d].axes;
        gone = axis_list_concat(x->arena, gone, explain_without(x, from->dims[d].axes, dims[d]));
    }
    for (int d = 0; d < left->rank; d++)
        if (gone.n && axis_list_equal(dims[d], from->dims[d].axes) && common_dims(from, type, d, axis_list_size(gone), common) == n && !memcmp(common, sent, sizeof *sent * (size_t)n)) {
            if (to >= 0) /* it may be either */
                return NULL;
            to = d;
        }
    if (to < 0)
        return NULL;
    dims[to] = axis_list_concat(x->arena, dims[to], gone);
    return sharding_of_dims(x->shardings, left->mesh, left->rank, dims);
}
