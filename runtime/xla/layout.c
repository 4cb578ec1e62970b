/* The layouts between which XLA's collectives move a value. What a value has comes from propagation; what it gets, from what its consumer
 * needs under its rule and from what the collectives do to the layout, whichever gives the shape that arrives at the consumer. */
#include "runtime/xla/explain_impl.h"

#include "runtime/partition/partition.h"
#include "runtime/shard/spell.h"
#include "runtime/shard/tiles.h"
#include "runtime/sim/collective.h"

const Sharding *explain_sharding(Explain *x, const IrOp *op, int leaf)
{
    const Type *t = leaf < type_n_leaves(op->type) ? type_leaf(op->type, leaf) : op->type;
    if (t->kind != TYPE_ARRAY || !x->whole->mesh)
        return NULL;
    const Sharding *s = op->shardings ? op->shardings[leaf] : NULL;
    return s ? s : sharding_replicated(x->shardings, x->whole->mesh, t->rank);
}

/* ---- the axes of a collective ------------------------------------------------------------------------------------------ */

typedef VEC(AxisRef) Pieces;

/* The mesh cut as finely as possible: a piece for each prime factor of each axis, major to minor. */
static void prime_pieces(const Mesh *mesh, Pieces *out)
{
    for (int a = 0; a < mesh->n_axes; a++) {
        int64_t left = mesh->axes[a].size, pre = 1;
        for (int64_t p = 2; left > 1; p++)
            for (; left % p == 0; left /= p, pre *= p)
                vec_push(out, ((AxisRef){ a, pre, p }));
    }
}

static bool differs(const Mesh *mesh, AxisRef piece, int64_t a, int64_t b)
{
    int64_t at = mesh_position_of(mesh, a), to = mesh_position_of(mesh, b);
    AxisList one = { &piece, 1 };
    return at >= 0 && to >= 0 && axis_list_index(mesh, one, at) != axis_list_index(mesh, one, to);
}

static bool meets_along(const Mesh *mesh, const IrOp *coll, AxisRef piece)
{
    const Ints pairs = coll->a.collective.pairs;
    for (int i = 0; i + 1 < pairs.n; i += 2)
        if (differs(mesh, piece, pairs.v[i], pairs.v[i + 1]))
            return true;
    const Groups *g = &coll->a.collective.groups;
    for (int i = 0; i < g->n_groups; i++)
        for (int k = 1; k < g->groups[i].n; k++)
            if (differs(mesh, piece, g->groups[i].v[0], g->groups[i].v[k]))
                return true;
    return pairs.n == 0 && g->n_groups == 0;
}

AxisList explain_axes(Explain *x, const IrOp *coll)
{
    const Mesh *mesh = x->whole->mesh;
    if (!mesh || mesh->maximal)
        return (AxisList){ 0 };
    IrOp named;
    name_devices(x->arena, coll, &named);
    Pieces all = { 0 }, mine = { 0 };
    prime_pieces(mesh, &all);
    for (int i = 0; i < all.n; i++)
        if (meets_along(mesh, &named, all.v[i]))
            vec_push(&mine, all.v[i]);
    AxisList list = axis_list_merged(x->arena, (AxisList){ arena_dup_array(x->arena, mine.v, mine.n), mine.n });
    vec_clear(&all);
    vec_clear(&mine);
    return list;
}

static bool covered(AxisList axes, AxisRef piece)
{
    for (int i = 0; i < axes.n; i++)
        if (axis_contains(axes.v[i], piece))
            return true;
    return false;
}

/* `axes` cut into primes, without those of `less`. */
static AxisList without(Explain *x, const Mesh *mesh, AxisList axes, AxisList less)
{
    Pieces out = { 0 };
    (void)mesh;
    for (int i = 0; i < axes.n; i++) {
        int64_t left = axes.v[i].size, pre = axes.v[i].pre;
        for (int64_t p = 2; left > 1; p++)
            for (; left % p == 0; left /= p, pre *= p) {
                AxisRef piece = { axes.v[i].axis, pre, p };
                if (!covered(less, piece))
                    vec_push(&out, piece);
            }
    }
    AxisList list = axis_list_merged(x->arena, (AxisList){ arena_dup_array(x->arena, out.v, out.n), out.n });
    vec_clear(&out);
    return list;
}

void explain_step_text(Explain *x, GString *out, const IrOp *coll)
{
    g_string_append(out, coll_kind_names[op_coll_kind(coll)]);
    AxisList axes = explain_axes(x, coll);
    bool dim = coll->code == OP_all_gather || coll->code == OP_reduce_scatter || coll->code == OP_all_gather_start;
    if (!dim && !axes.n)
        return;
    g_string_append_c(out, '(');
    if (dim)
        g_string_append_printf(out, "dim %d", (int)coll->a.collective.dim);
    if (dim && axes.n)
        g_string_append(out, ", ");
    if (axes.n) {
        g_autoptr(GString) s = g_string_new(NULL);
        axis_list_print(s, x->whole->mesh, axes);
        g_string_append(out, s->str);
    }
    g_string_append_c(out, ')');
}

/* ---- what the consumer needs ------------------------------------------------------------------------------------------- */

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

/* The layout that operand `pos` must have so that each part of the result is computed where it lies. */
static const Sharding *needed(Explain *x, const IrOp *op, int pos, const Sharding *from)
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

/* What the collectives leave of a layout: the axes that they gather are gone. *moves: some move axes to other dims. */
static const Sharding *after_moves(Explain *x, const Sharding *from, const Found *const *chain, int n, bool *moves)
{
    AxisList dims[MAX_RANK + 1] = { 0 };
    for (int d = 0; d < from->rank; d++)
        dims[d] = from->dims[d].axes;
    *moves = false;
    for (int i = 0; i < n; i++) {
        CollKind kind = op_coll_kind(chain[i]->coll);
        AxisList axes = explain_axes(x, chain[i]->coll);
        for (int d = 0; d < from->rank && (kind == COLL_ALL_GATHER || kind == COLL_ALL_TO_ALL); d++)
            dims[d] = without(x, x->whole->mesh, dims[d], axes);
        *moves = *moves || kind == COLL_ALL_TO_ALL || kind == COLL_PERMUTE;
    }
    return sharding_of_dims(x->shardings, x->whole->mesh, from->rank, dims);
}

/* The shape in which the value arrives at its consumer; NULL = not known. */
static const Type *arriving(const Found *const *chain, int n, int rank)
{
    for (int i = n - 1; i >= 0; i--)
        if (chain[i]->meets && chain[i]->meets_pos < chain[i]->meets->n_operands) {
            const Type *t = chain[i]->meets->operands[chain[i]->meets_pos]->type;
            if (t->kind == TYPE_ARRAY && t->rank == rank)
                return t;
        }
    return NULL;
}

static bool has_shape(const Sharding *s, const Type *whole, const Type *piece)
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

/* The layout with axes that all-to-alls took from one dim put on the dim whose pieces became so much smaller; NULL = there is none such. */
static const Sharding *spread(Explain *x, const Sharding *left, const Sharding *from, const Type *type, const Type *piece)
{
    AxisList dims[MAX_RANK + 1] = { 0 }, gone = { 0 };
    for (int d = 0; d < left->rank; d++) {
        dims[d] = left->dims[d].axes;
        gone = axis_list_concat(x->arena, gone, without(x, left->mesh, from->dims[d].axes, dims[d]));
    }
    for (int d = 0; d < left->rank; d++)
        if (gone.n && tile_size(type->dims[d], sharding_parts(left, d) * axis_list_size(gone)) == piece->dims[d] && piece->dims[d] < tile_size(type->dims[d], sharding_parts(left, d))) {
            dims[d] = axis_list_concat(x->arena, dims[d], gone);
            const Sharding *s = sharding_of_dims(x->shardings, left->mesh, left->rank, dims);
            return has_shape(s, type, piece) ? s : NULL;
        }
    return NULL;
}

static Layouts operand_layouts(Explain *x, const Found *const *chain, int n)
{
    const Found *f = chain[0];
    IrValue v = side_at(x->align->whole, f->value);
    const Type *type = type_leaf(v.op->type, v.leaf);
    bool direct = f->user_pos >= 0 && f->user->operands[f->user_pos]->type->kind == TYPE_ARRAY &&
                  f->user->operands[f->user_pos]->type->rank == type->rank;
    Layouts l = { .from = direct ? explain_sharding(x, f->user->operands[f->user_pos], 0) : explain_sharding(x, v.op, v.leaf) };
    if (!l.from || l.from->maximal || type->kind != TYPE_ARRAY || l.from->rank != type->rank)
        return (Layouts){ 0 };
    bool moves;
    const Sharding *left = after_moves(x, l.from, chain, n, &moves), *need = direct ? needed(x, f->user, f->user_pos, l.from) : NULL;
    const Type *piece = arriving(chain, n, type->rank);
    const Sharding *tries[] = { moves ? need : left, moves ? left : need };
    for (size_t i = 0; i < G_N_ELEMENTS(tries) && piece && !l.to; i++)
        l.to = has_shape(tries[i], type, piece) ? tries[i] : NULL;
    if (!l.to && moves && piece)
        l.to = spread(x, left, l.from, type, piece);
    if (!l.to)
        l.to = moves && need ? need : left;
    l.through_whole = !moves && sharding_is_replicated(left) && !sharding_is_replicated(l.to) && !sharding_is_replicated(l.from);
    return l;
}

static Layouts own_layouts(Explain *x, const Found *const *chain, int n)
{
    IrValue v = side_at(x->align->whole, chain[0]->value);
    const Sharding *to = explain_sharding(x, v.op, v.leaf);
    if (!to || to->maximal)
        return (Layouts){ 0 };
    Layouts l = { .to = to };
    AxisList partial = { 0 }, dims[MAX_RANK + 1] = { 0 };
    for (int d = 0; d < to->rank; d++)
        dims[d] = to->dims[d].axes;
    for (int i = 0; i < n; i++) {
        AxisList axes = explain_axes(x, chain[i]->coll);
        CollKind kind = op_coll_kind(chain[i]->coll);
        int64_t dim = chain[i]->coll->a.collective.dim;
        for (int d = 0; d < to->rank; d++)
            axes = kind == COLL_ALL_GATHER ? without(x, to->mesh, axes, dims[d]) : axes;
        for (int d = 0; d < to->rank && kind != COLL_ALL_GATHER; d++)
            dims[d] = without(x, to->mesh, dims[d], axes);
        if (kind == COLL_ALL_REDUCE || kind == COLL_REDUCE_SCATTER)
            partial = axis_list_sorted(x->arena, to->mesh, axis_list_concat(x->arena, partial, without(x, to->mesh, axes, partial)));
        else if (kind == COLL_ALL_GATHER && dim >= 0 && dim < to->rank)
            dims[dim] = axis_list_concat(x->arena, dims[dim], axes);
    }
    l.from = sharding_of_dims(x->shardings, to->mesh, to->rank, dims);
    if (partial.n)
        l.from = sharding_with_unreduced(x->shardings, l.from, partial, REDUCTION_SUM);
    return l;
}

static Layouts output_layouts(Explain *x, const Found *const *chain, int n)
{
    (void)n;
    IrValue v = side_at(x->align->whole, chain[0]->value);
    const IrComp *entry = x->whole->entry;
    Layouts l = { .from = explain_sharding(x, v.op, v.leaf) };
    if (entry->results && chain[0]->user_pos >= 0 && chain[0]->user_pos < type_n_leaves(entry->root->type))
        l.to = entry->results[chain[0]->user_pos].sharding;
    if (!l.to && l.from)
        l.to = sharding_replicated(x->shardings, x->whole->mesh, l.from->rank);
    return l;
}

Layouts explain_layouts(Explain *x, const Found *const *chain, int n)
{
    Layouts l = { 0 };
    switch (chain[0]->kind) {
    case FOUND_OPERAND: case FOUND_LOOP:
        l = operand_layouts(x, chain, n);
        break;
    case FOUND_HALO: {
        IrValue v = side_at(x->align->whole, chain[0]->value);
        l.from = l.to = explain_sharding(x, v.op, v.leaf);
        break;
    }
    case FOUND_OWN:
        l = own_layouts(x, chain, n);
        break;
    case FOUND_OUTPUT:
        l = output_layouts(x, chain, n);
        break;
    case FOUND_NOTHING: case FOUND_WRITTEN:
        break;
    }
    l.axes = explain_axes(x, chain[0]->coll);
    return l;
}
