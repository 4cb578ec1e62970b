/* Finds ops of the program as written by the names that ops and collectives of the partitioned one carry. Start reading at named_ops, which the
 * functions after it choose from; named_way goes back from a value through ops that were not recognised. */
#include "runtime/xla/named.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/shard/tiles.h"
#include "runtime/sim/collective.h"
#include "runtime/xla/align_impl.h"
#include "runtime/xla/exact.h"

bool named_alike(const Found *f, const IrOp *whole)
{
    return align_names_agree(f->name, whole->op_name) && align_places_agree(f->loc, whole->loc);
}

bool explain_is_ahead(const Ahead *ahead, const IrOp *op)
{
    for (int i = 0; i < ahead->n; i++)
        if (ahead->v[i].op == op)
            return true;
    return false;
}

bool explain_may_be_partial(const IrOp *op)
{
    static const bool families[N_FAMILIES] = {
        [FAMILY_dot] = true, [FAMILY_convolution] = true, [FAMILY_reduce] = true, [FAMILY_gather] = true,
        [FAMILY_scatter] = true, [FAMILY_reduce_window] = true, [FAMILY_select_and_scatter] = true, [FAMILY_dynamic_slice] = true,
        [FAMILY_dynamic_update_slice] = true, [FAMILY_sort] = true, [FAMILY_concatenate] = true,
    };
    return families[op_family(op)];
}

bool explain_sums_parts(const IrOp *op)
{
    static const bool families[N_FAMILIES] = {
        [FAMILY_dot] = true, [FAMILY_convolution] = true, [FAMILY_reduce] = true, [FAMILY_reduce_window] = true, [FAMILY_select_and_scatter] = true,
    };
    return families[op_family(op)];
}

GPtrArray *named_ops(const Explain *x, const Found *f)
{
    GPtrArray *out = g_ptr_array_new();
    g_auto(GStrv) names = g_strsplit(f->name ? f->name : "", ";", -1);
    for (char **n = names; *n; n++) {
        const GPtrArray *list = **n ? g_hash_table_lookup(x->align->by_name, *n) : NULL;
        for (guint i = 0; list && i < list->len; i++) {
            const IrOp *op = list->pdata[i];
            if (named_alike(f, op) && op->code != OP_constant && op->code != OP_tuple && op->code != OP_get_tuple_element && op->code != OP_parameter)
                g_ptr_array_add(out, (gpointer)op);
        }
    }
    return out;
}

const IrOp *named_user(const Explain *x, const Found *f, const Ahead *ahead, const GPtrArray *named)
{
    const IrOp *best = NULL;
    for (guint i = 0; i < named->len; i++) {
        const IrOp *op = named->pdata[i];
        if (explain_operand_with(x->align, op, f->value) < 0)
            continue;
        if (explain_is_ahead(ahead, op))
            return op;
        best = best ? best : op;
    }
    return best;
}

bool explain_comes_from(const Align *a, IrOp *op, int from, int depth)
{
    if (align_canon(a, op, 0) == from)
        return true;
    IrOp *up = value_resolve(op, 0).op;
    bool found = false;
    for (int i = 0; depth > 0 && i < up->n_operands && i < 4 && !found; i++)
        found = explain_comes_from(a, up->operands[i], from, depth - 1);
    return found;
}

const IrOp *named_reshaped(const Explain *x, const Found *f, const GPtrArray *named, int *value)
{
    enum { MAX_VALUES = 16 };
    const Side *side = x->align->whole;
    const Type *piece = f->coll->operands[f->operand]->type;
    const IrOp *best = NULL;
    int values[MAX_VALUES] = { f->value }, n = 1;
    for (int at = 0; at < n; at++) {
        const SideUses *uses = &side->uses[values[at]];
        IrValue v = side_at(side, values[at]);
        bool same_rank = piece->kind == TYPE_ARRAY && type_leaf(v.op->type, v.leaf)->rank == piece->rank;
        for (int i = 0; i < uses->n; i++) {
            IrOp *user = uses->v[i].op;
            if ((same_rank || !best) && at && g_ptr_array_find((GPtrArray *)named, user, NULL)) {
                best = user;
                *value = x->align->canon[values[at]];
                if (same_rank)
                    return best;
            }
            if ((align_keeps_elements(user) || align_passes_on(user)) && type_n_leaves(user->type) == 1 && n < MAX_VALUES)
                values[n++] = side->base[user->id];
        }
    }
    return best;
}

/* The op of local that cuts or joins what a collective sends, which is only turned in between; NULL = there is none. */
static IrOp *sent(const Found *f)
{
    IrOp *op = f->coll->operands[f->operand];
    while ((op->code == OP_reshape || op->code == OP_transpose || op->code == OP_bitcast || op->code == OP_copy) && !exact_only_moves(op))
        op = op->operands[0];
    return exact_only_moves(op) ? op : NULL;
}

const IrOp *named_twin(const Explain *x, Found *f, const GPtrArray *named)
{
    enum { MOST = 200 };
    IrOp *made = sent(f);
    for (guint i = 0; made && i < named->len && i < MOST; i++) {
        const IrOp *op = named->pdata[i];
        for (int k = 0; k < op->n_operands; k++) {
            const IrOp *other = op->operands[k]->type->kind == TYPE_ARRAY ? exact_mover(op->operands[k]) : NULL;
            if (!other || other == x->align->match[made->id] || !exact_is_also(x, made, other))
                continue;
            f->twin = made;
            f->twin_of = other;
            f->value = x->align->canon[x->align->whole->base[other->id]];
            return op;
        }
    }
    return NULL;
}

const IrOp *named_edge(const Explain *x, Found *f, const Ahead *ahead, const GPtrArray *named)
{
    IrOp *made = op_coll_kind(f->coll) == COLL_PERMUTE ? sent(f) : NULL;
    const IrOp *match = made ? x->align->match[made->id] : NULL;
    int source = match && exact_only_moves(match) ? align_canon(x->align, match->operands[0], 0) : -1;
    for (guint i = 0; source >= 0 && i < named->len; i++) {
        const IrOp *op = named->pdata[i];
        if (op == match || !exact_only_moves(op) || !explain_is_ahead(ahead, op) || explain_operand_with(x->align, op, source) < 0)
            continue;
        f->twin = made;
        f->value = source;
        return op;
    }
    return NULL;
}

const IrOp *named_near(const Explain *x, const Found *f, const Ahead *ahead, const GPtrArray *named, int *pos)
{
    const IrOp *best = NULL;
    *pos = -1;
    for (int depth = 0; depth <= FEW && f->value >= 0; depth++) /* of several with its name the one to which the value has the shortest way */
        for (guint i = 0; i < named->len; i++) {
            const IrOp *op = named->pdata[i];
            for (int k = 0; k < op->n_operands && op->code != OP_broadcast && op->code != OP_reshape; k++)
                if (explain_comes_from(x->align, op->operands[k], f->value, depth)) {
                    *pos = k;
                    return op;
                }
        }
    for (guint i = 0; i < named->len; i++) {
        const IrOp *op = named->pdata[i];
        if (op->code != OP_broadcast && op->code != OP_reshape && (!best || explain_is_ahead(ahead, op)))
            best = op;
    }
    return best;
}

static int by_size(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* True if each dim of the part, in whatever order, can be one of the whole's, which may be padded to equal pieces. */
static bool is_within(const Type *part, const Type *all, const Sharding *s)
{
    int64_t x[MAX_RANK + 1], y[MAX_RANK + 1];
    if (part->rank != all->rank)
        return true;
    memcpy(x, part->dims, sizeof *x * (size_t)part->rank);
    for (int d = 0; d < all->rank; d++)
        y[d] = s && !s->maximal && s->rank == all->rank ? tile_size(all->dims[d], sharding_parts(s, d)) * sharding_parts(s, d) : all->dims[d];
    qsort(x, (size_t)part->rank, sizeof *x, by_size);
    qsort(y, (size_t)all->rank, sizeof *y, by_size);
    for (int d = 0; d < part->rank; d++)
        if (x[d] > y[d])
            return false;
    return true;
}

/* True if the collective's operand can be partial results of the op: no fewer elements than a device's piece, no more than all. */
static bool holds_parts(const Found *f, const IrOp *op)
{
    const Type *part = f->coll->operands[f->operand]->type, *all = type_leaf(op->type, 0);
    if (part->kind != TYPE_ARRAY || all->kind != TYPE_ARRAY || !align_may_be_promoted(part->elem, all->elem) || part->n_elems > all->n_elems)
        return false;
    const Sharding *s = op->shardings ? op->shardings[0] : NULL;
    if (!is_within(part, all, s))
        return false;
    return !s || s->maximal || part->n_elems * tile_count(s) >= all->n_elems;
}

const IrOp *named_partial(const Explain *x, const Found *f, const GPtrArray *named, const IrOp *maker, bool *sure)
{
    const IrOp *best = NULL;
    bool pieces = explain_adds_pieces(f);
    int n = 0;
    for (guint i = 0; i < named->len; i++) {
        const IrOp *op = named->pdata[i];
        if (!explain_may_be_partial(op) || !type_n_leaves(op->type) || !holds_parts(f, op) || (pieces && explain_sums_parts(op)))
            continue;
        bool here = op == maker || (f->value >= 0 && explain_operand_with(x->align, op, f->value) >= 0);
        bool taken = g_hash_table_contains(x->claimed, op);
        bool same = f->value >= 0 && x->align->canon[x->align->whole->base[op->id]] == f->value; /* equal ops are one value, under several names */
        if (op == maker || same || (here && !taken)) { /* a second collective may go on with the same result */
            *sure = true;
            return op;
        }
        n += !taken;
        best = best && (taken || !g_hash_table_contains(x->claimed, best)) ? best : op;
    }
    *sure = n == 1;
    return best;
}

/* Ops that look at many elements, or look them up: their results are no longer the values that they take. */
static bool computes(const IrOp *op)
{
    static const bool families[N_FAMILIES] = {
        [FAMILY_dot] = true, [FAMILY_convolution] = true, [FAMILY_reduce] = true, [FAMILY_gather] = true, [FAMILY_scatter] = true, [FAMILY_reduce_window] = true,
        [FAMILY_select_and_scatter] = true, [FAMILY_sort] = true,
    };
    return families[op_family(op)];
}

/* True if an op of local may do what one of whole does: products are also made of element-wise ones and sums. */
static bool does(const IrOp *op, const IrOp *whole)
{
    return whole->code == op->code || (whole->code == OP_dot && (op->code == OP_multiply || op->code == OP_reduce));
}

/* True if an op of local has the dims of a device's piece of the result of one of whole, but for dims of one element. */
static bool has_dims(const IrOp *op, const IrOp *whole)
{
    const Type *piece = op->type, *type = whole->type;
    const Sharding *s = whole->shardings ? whole->shardings[0] : NULL;
    int64_t tile[MAX_RANK + 1];
    int at = 0;
    if (piece->kind != TYPE_ARRAY || type->kind != TYPE_ARRAY)
        return false;
    memcpy(tile, type->dims, sizeof *tile * (size_t)type->rank);
    if (s && !s->maximal && s->rank == type->rank)
        tile_dims(s, type->rank, type->dims, tile);
    for (int d = 0; d < type->rank; d++) {
        while (at < piece->rank && piece->dims[at] == 1)
            at++;
        if (tile[d] != 1 && (at >= piece->rank || piece->dims[at++] != tile[d]))
            return false;
    }
    while (at < piece->rank && piece->dims[at] == 1)
        at++;
    return at == piece->rank;
}

/* The op of whole that has the name and the kind of an op of local that was not recognised: later passes gave it other dims. Of several it is one that
 * takes a value that the other takes, best of its size, or the only one of its size. like: has the name. NULL = none. */
static const IrOp *other_dims(const Align *a, const IrOp *op, const IrOp *like, int value)
{
    const GPtrArray *named = like->op_name ? g_hash_table_lookup(a->by_name, like->op_name) : NULL;
    const IrOp *only = NULL, *sized = NULL, *taking = NULL;
    int n = 0, n_sized = 0, n_taking = 0;
    for (guint i = 0; named && i < named->len; i++) {
        const IrOp *w = named->pdata[i];
        if (!does(op, w) || type_n_leaves(w->type) != 1 || !align_places_agree(like->loc, w->loc))
            continue;
        bool takes = value >= 0 && explain_operand_with(a, w, value) >= 0;
        if (takes && has_dims(op, w))
            return w;
        taking = takes ? w : taking;
        n_taking += takes;
        only = w;
        n++;
        sized = has_dims(op, w) ? w : sized;
        n_sized += has_dims(op, w);
    }
    return n == 1 ? only : n_taking == 1 ? taking : n_sized == 1 ? sized : NULL;
}

NamedWay named_way(const Align *a, IrOp *op)
{
    enum { FAR = 60 };
    const IrOp *like = NULL; /* what follows it, and has a name */
    for (int i = 0; i < FAR; i++) {
        IrValue v = value_resolve(op, 0);
        int here = side_value(a->local, v.op, v.leaf), n = 0;
        if (here < 0 || a->exact[here] || !v.op->n_operands || (v.op->n_comps && !computes(v.op) && !op_is_collective(v.op)))
            return (NamedWay){ 0 };
        const IrOp *by = computes(v.op) || v.op->code == OP_multiply ? other_dims(a, v.op, v.op->op_name || !like ? v.op : like, a->stands_for[here]) : NULL;
        if (computes(v.op) || (by && by->code == OP_dot))
            return (NamedWay){ .computed = true, .by = by };
        bool first_only = v.op->code == OP_dynamic_slice || v.op->code == OP_pad;
        like = v.op->op_name ? v.op : like;
        op = v.op->operands[0];
        for (int k = v.op->code == OP_select; k < v.op->n_operands && !first_only; k++) { /* masks say which elements, not what they are */
            int value = align_value(a, v.op->operands[k], 0);
            if (value == a->stands_for[here])
                op = v.op->operands[k];
            n += value >= 0 && value != a->stands_for[here] && !align_is_weak(a, value);
        }
        if (n)
            return (NamedWay){ .joined = true };
    }
    return (NamedWay){ .joined = true };
}
