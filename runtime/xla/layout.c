/* The layouts between which XLA's collectives move a value. What a value has comes from propagation; what it gets, from its elements (arrive.c) or,
 * where they cannot be followed, from what its consumer needs and what the collectives do to the layout, whichever gives the shape that arrives at the consumer (needs.c). */
#include "runtime/xla/layout_impl.h"

#include "runtime/partition/partition.h"
#include "runtime/shard/tiles.h"
#include "runtime/sim/collective.h"

const Sharding *explain_sharding(const Explain *x, const IrOp *op, int leaf)
{
    const Type *t = leaf < type_n_leaves(op->type) ? type_leaf(op->type, leaf) : op->type;
    if (t->kind != TYPE_ARRAY || !x->whole->mesh)
        return NULL;
    const Sharding *s = op->shardings ? op->shardings[leaf] : NULL;
    return s ? s : sharding_replicated(x->shardings, x->whole->mesh, t->rank);
}

IrValue explain_taken(const Found *f, IrValue value)
{
    if (f->kind == FOUND_OWN && f->user && type_n_leaves(f->user->type) == 1 && f->user->type->plain == value.op->type->plain && f->user->code == value.op->code && f->user->pos < f->user->parent->n_ops &&
        f->user->parent->ops[f->user->pos] == f->user)
        return (IrValue){ f->user->parent->ops[f->user->pos], 0 };
    if (f->kind != FOUND_OPERAND || f->user_pos < 0 || f->user->operands[f->user_pos]->type->kind != TYPE_ARRAY)
        return value;
    IrValue v = value_resolve(f->user->operands[f->user_pos], 0);
    while (align_passes_on(v.op) && v.op->n_operands)
        v = align_passed(v.op, v.leaf);
    return v.op->code == OP_parameter || v.op->code == OP_while || type_leaf(v.op->type, v.leaf)->kind != TYPE_ARRAY ? value : v;
}

/* Where one gather makes all of a value of pieces that `from` would not make of it: `to` with the gathered axes on the dim that is gathered. NULL = that makes other pieces, too. */
static const Sharding *gathered_from(Explain *x, const Found *const *chain, int n, const Sharding *from, const Sharding *to, const Type *type)
{
    const IrOp *coll = chain[0]->coll;
    const Type *piece = coll->operands[chain[0]->operand]->type, *result = coll->n_operands == 1 ? coll->type : NULL;
    int64_t dim = coll->a.collective.dim;
    if (n != 1 || op_coll_kind(coll) != COLL_ALL_GATHER || !result || result->kind != TYPE_ARRAY || result->rank != type->rank || dim < 0 || dim >= to->rank || layout_gives(from, type, piece) || !layout_gives(to, type, result))
        return NULL;
    AxisList dims[MAX_RANK + 1] = { 0 };
    for (int d = 0; d < to->rank; d++)
        dims[d] = d == dim ? axis_list_concat(x->arena, to->dims[d].axes, explain_axes(x, coll)) : to->dims[d].axes;
    const Sharding *s = sharding_of_dims(x->shardings, to->mesh, to->rank, dims);
    return layout_gives(s, type, piece) ? s : NULL;
}

/* What a chain's first collective takes, before it is reshaped for it: an array of a rank; NULL = not known. An all-to-all may take the pieces that it sends apart from each other. */
static const IrOp *taken_op(const Found *f, int rank)
{
    const IrOp *op = f->coll->operands[f->operand];
    if (op_coll_kind(f->coll) == COLL_ALL_TO_ALL && f->coll->type->kind == TYPE_TUPLE && op->code == OP_slice)
        op = op->operands[0];
    while ((op->code == OP_reshape || op->code == OP_bitcast || op->code == OP_copy || op->code == OP_transpose) && op->type->rank != rank && op->n_operands)
        op = op->operands[0];
    return op->type->kind == TYPE_ARRAY && op->type->rank == rank ? op : NULL;
}

static const Type *taken(const Found *f, int rank)
{
    const IrOp *op = taken_op(f, rank);
    return op ? op->type : NULL;
}

/* How the op that computes the value has divided it, where its pieces are smaller than propagation says. `s` itself if it gives the pieces, or nothing else does. */
static const Sharding *computed_as(Explain *x, const Found *f, const Sharding *s, const Type *type)
{
    const IrOp *op = s && !s->maximal && type->kind == TYPE_ARRAY && s->rank == type->rank ? taken_op(f, type->rank) : NULL;
    if (!op || layout_gives(s, type, op->type) || !x->align->match[op->id] || align_value(x->align, (IrOp *)op, 0) != f->value)
        return s;
    const Sharding *found = exact_sized(x, s, type, op->type);
    return found ? found : s;
}

static Layouts operand_layouts(Explain *x, const Found *const *chain, int n)
{
    const Found *f = chain[0];
    IrValue v = side_at(x->align->whole, f->value);
    v = explain_taken(f, v);
    const Type *type = type_leaf(v.op->type, v.leaf);
    bool direct = f->user_pos >= 0 && f->user->operands[f->user_pos]->type->kind == TYPE_ARRAY &&
                  f->user->operands[f->user_pos]->type->rank == type->rank;
    Layouts l = { .from = direct ? explain_sharding(x, f->user->operands[f->user_pos], 0) : explain_sharding(x, v.op, v.leaf) };
    if (!l.from || l.from->maximal || type->kind != TYPE_ARRAY || l.from->rank != type->rank)
        return (Layouts){ 0 };
    Layouts exact;
    if (arrive_layouts(x, chain, n, &exact)) {
        bool any;
        const Sharding *gathered = layout_after_moves(x, exact.from, chain, n, &any);
        exact.through_whole = !any && sharding_is_replicated(gathered) && !sharding_is_replicated(exact.to) && !sharding_is_replicated(exact.from);
        return exact;
    }
    if (explain_exchanges_edges(chain, n)) {
        l.to = l.from;
        l.halo = true;
        return l;
    }
    bool moves;
    const Sharding *said = l.from;
    l.from = computed_as(x, f, said, type);
    l.sized = l.from != said;
    Arrival at = arrival_of(x, chain[n - 1]);
    const Sharding *left = layout_after_moves(x, l.from, chain, n, &moves), *need = direct ? layout_needed(x, f->user, f->user_pos, l.from) : NULL;
    const Type *piece = arriving_piece(chain, n, type->rank);
    const Sharding *tries[] = { moves ? need : left, moves ? left : need };
    for (size_t i = 0; i < G_N_ELEMENTS(tries) && piece && !l.to; i++)
        l.to = layout_gives(tries[i], type, piece) ? tries[i] : NULL;
    l.exact = l.to && at.op && arrive_leads_from(x, at, chain, n, &l);
    if (!l.to && moves && piece)
        l.to = layout_spread(x, left, l.from, type, piece);
    if (!l.to)
        l.to = moves && need ? need : left;
    const Sharding *exchanged = !l.exact && l.to && tile_count(l.to) < tile_count(l.from) ? layout_exchanged(x, left, l.from, type, f) : NULL;
    l.to = exchanged ? exchanged : l.to;
    const Sharding *other = l.exact || !l.to ? NULL : gathered_from(x, chain, n, l.from, l.to, type);
    l.from = other ? other : l.from;
    l.through_whole = !moves && sharding_is_replicated(left) && !sharding_is_replicated(l.to) && !sharding_is_replicated(l.from);
    return l;
}

bool explain_combines_over(Explain *x, const IrOp *op, AxisList axes, int *operand, int *dim)
{
    const Rule *rule = rule_of(x->rules, op);
    for (int i = 0; rule && i < rule->n_operands; i++)
        for (int f = 0; f < rule->n_factors; f++) {
            int d;
            bool over = rule->factors[f].kind == FACTOR_REDUCTION || rule->factors[f].kind == FACTOR_NEED_REPLICATION;
            const Sharding *s = over && op->operands[i]->type->kind == TYPE_ARRAY && rule_tensor_has(rule_operand(rule, i), f, &d, NULL) ? explain_sharding(x, op->operands[i], 0) : NULL;
            if (!s || s->maximal || d >= s->rank || !axis_list_overlaps(s->dims[d].axes, axes))
                continue;
            if (operand)
                *operand = i;
            if (dim)
                *dim = d;
            return true;
        }
    return false;
}

bool explain_gathers_partial(Explain *x, const Found *f)
{
    IrValue v = side_at(x->align->whole, f->value);
    const IrOp *op = v.op;
    const Type *type = type_leaf(op->type, v.leaf);
    const Sharding *to = explain_sharding(x, op, v.leaf);
    if (op_coll_kind(f->coll) != COLL_ALL_GATHER || type->kind != TYPE_ARRAY || !to || to->maximal)
        return false;
    static const bool families[N_FAMILIES] = { [FAMILY_reduce] = true, [FAMILY_sort] = true, [FAMILY_topk] = true, [FAMILY_custom] = true };
    int64_t tile[MAX_RANK + 1], n = 1;
    tile_dims(to, type->rank, type->dims, tile);
    for (int d = 0; d < type->rank; d++)
        n *= tile[d];
    return families[op_family(op)] && f->coll->operands[f->operand]->type->n_elems == n && explain_combines_over(x, op, explain_axes(x, f->coll), NULL, NULL);
}

/* The layout with axes that the result has, but nothing of `from` or `partial`, put where they make the piece that goes into the collectives: an
 * all-to-all takes them from one dim to another. `from` if there is no such place. */
static const Sharding *regained(Explain *x, const Sharding *from, const Sharding *to, AxisList partial, const Type *type, const Type *piece)
{
    for (int d = 0; piece && d < to->rank && !layout_gives(from, type, piece); d++) {
        AxisList gone = explain_without(x, explain_without(x, to->dims[d].axes, from->dims[d].axes), partial);
        for (int e = 0; gone.n && e < to->rank; e++) {
            AxisList dims[MAX_RANK + 1] = { 0 };
            bool free = true;
            for (int k = 0; k < to->rank; k++) {
                dims[k] = k == e ? axis_list_concat(x->arena, from->dims[k].axes, gone) : from->dims[k].axes;
                free = free && !axis_list_overlaps(from->dims[k].axes, gone);
            }
            const Sharding *s = free ? sharding_of_dims(x->shardings, to->mesh, to->rank, dims) : NULL;
            if (s && layout_gives(s, type, piece))
                return s;
        }
    }
    return from;
}

/* Dims of which the collective takes all are not split, whatever axes the result has on them: these were cut out of it afterwards. */
static const Sharding *as_taken(Explain *x, const Sharding *from, const Type *type, const Type *piece)
{
    AxisList dims[MAX_RANK + 1] = { 0 };
    for (int d = 0; d < from->rank; d++)
        dims[d] = piece && piece->dims[d] == type->dims[d] ? (AxisList){ 0 } : from->dims[d].axes;
    const Sharding *s = piece && !layout_gives(from, type, piece) ? sharding_of_dims(x->shardings, from->mesh, from->rank, dims) : NULL;
    return s && layout_gives(s, type, piece) ? s : from;
}

static Layouts own_layouts(Explain *x, const Found *const *chain, int n)
{
    IrValue v = side_at(x->align->whole, chain[0]->value);
    const Sharding *to = explain_sharding(x, v.op, v.leaf);
    if (!to || to->maximal)
        return (Layouts){ 0 };
    Layouts l = { .to = to };
    AxisList partial = { 0 }, dims[MAX_RANK + 1] = { 0 };
    bool only_moves = v.op->code == OP_slice || v.op->code == OP_reverse || v.op->code == OP_pad || v.op->code == OP_reshape || v.op->code == OP_transpose || v.op->code == OP_broadcast;
    for (int d = 0; d < to->rank; d++)
        dims[d] = to->dims[d].axes;
    for (int i = 0; i < n; i++) {
        AxisList axes = explain_axes(x, chain[i]->coll);
        CollKind kind = op_coll_kind(chain[i]->coll);
        int64_t dim = chain[i]->coll->a.collective.dim;
        if (explain_gathers_partial(x, chain[i])) {
            l.exact = n == 1;
            kind = COLL_ALL_REDUCE;
        }
        kind = chain[i]->sums ? COLL_REDUCE_SCATTER : kind;
        for (int d = 0; d < to->rank; d++)
            axes = kind == COLL_ALL_GATHER ? explain_without(x, axes, dims[d]) : axes;
        for (int d = 0; d < to->rank && kind != COLL_ALL_GATHER; d++)
            dims[d] = explain_without(x, dims[d], axes);
        if ((kind == COLL_ALL_REDUCE || kind == COLL_REDUCE_SCATTER) && !(only_moves && explain_adds_pieces(chain[i])))
            partial = axis_list_sorted(x->arena, to->mesh, axis_list_concat(x->arena, partial, explain_without(x, axes, partial)));
        else if (kind == COLL_ALL_GATHER && dim >= 0 && dim < to->rank)
            dims[dim] = axis_list_concat(x->arena, dims[dim], axes);
    }
    l.from = sharding_of_dims(x->shardings, to->mesh, to->rank, dims);
    l.from = regained(x, l.from, to, partial, type_leaf(v.op->type, v.leaf), taken(chain[0], to->rank));
    l.from = as_taken(x, l.from, type_leaf(v.op->type, v.leaf), taken(chain[0], to->rank));
    g_autoptr(GHashTable) through = g_hash_table_new(NULL, NULL);
    Arrival end = l.exact ? (Arrival){ 0 } : arrive_laid_out(x, chain[n - 1], type_leaf(v.op->type, v.leaf), to);
    Exact origin = end.op ? exact_origin(x, end.op, end.leaf, chain[0]->value, to, through) : (Exact){ .value = -1 };
    if (origin.ok && origin.value == chain[0]->value && arrive_through_all(through, chain, n)) {
        l.exact = true;
        l.from = origin.layout;
    }
    if (partial.n)
        l.from = sharding_with_unreduced(x->shardings, l.from, partial, REDUCTION_SUM);
    return l;
}

static Layouts output_layouts(Explain *x, const Found *const *chain, int n)
{
    IrValue v = side_at(x->align->whole, chain[0]->value);
    const IrComp *entry = x->whole->entry;
    Layouts l;
    if (arrive_layouts(x, chain, n, &l))
        return l;
    l = (Layouts){ .from = explain_sharding(x, v.op, v.leaf) };
    if (entry->results && chain[0]->user_pos >= 0 && chain[0]->user_pos < type_n_leaves(entry->root->type))
        l.to = entry->results[chain[0]->user_pos].sharding;
    Arrival end = arrival_of(x, chain[n - 1]);
    const Type *whole = type_leaf(v.op->type, v.leaf), *piece = end.op ? type_leaf(end.op->type, end.leaf) : NULL;
    bool undivided = piece && piece->kind == TYPE_ARRAY && piece->plain == type_array(x->local->types, whole->elem, whole->rank, whole->dims);
    if (l.from && (!l.to || (undivided && !layout_gives(l.to, whole, piece))))
        l.to = sharding_replicated(x->shardings, x->whole->mesh, l.from->rank);
    return l;
}

static Layouts layouts_of(Explain *x, const Found *const *chain, int n)
{
    Layouts l = { 0 };
    switch (chain[0]->kind) {
    case FOUND_OPERAND: case FOUND_LOOP:
        l = operand_layouts(x, chain, n);
        break;
    case FOUND_OWN:
        l = own_layouts(x, chain, n);
        break;
    case FOUND_OUTPUT:
        l = output_layouts(x, chain, n);
        break;
    case FOUND_NOTHING: case FOUND_WRITTEN: case FOUND_HALO:
        break;
    }
    l.axes = explain_axes(x, chain[0]->coll);
    return l;
}

Layouts explain_layouts(Explain *x, const Found *const *chain, int n)
{
    Align *a = x->align;
    const IrOp *twin = chain[0]->twin;
    if (!twin)
        return layouts_of(x, chain, n);
    int at = a->local->base[twin->id], stood_for = a->stands_for[at];
    const IrOp *match = a->match[twin->id];
    bool exact = a->exact[at];
    a->match[twin->id] = chain[0]->twin_of;
    a->stands_for[at] = chain[0]->value;
    a->exact[at] = chain[0]->twin_of != NULL;
    Layouts l = layouts_of(x, chain, n);
    a->match[twin->id] = match;
    a->stands_for[at] = stood_for;
    a->exact[at] = exact;
    return l;
}
