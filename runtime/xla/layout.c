/* The layouts between which XLA's collectives move a value. What a value has comes from propagation; what it gets, from what its consumer
 * needs under its rule and from what the collectives do to the layout, whichever gives the shape that arrives at the consumer. */
#include "runtime/xla/align_impl.h"
#include "runtime/xla/exact.h"

#include "runtime/partition/partition.h"
#include "runtime/shard/spell.h"
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
            dims[d] = explain_without(x, dims[d], axes);
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
        gone = axis_list_concat(x->arena, gone, explain_without(x, from->dims[d].axes, dims[d]));
    }
    for (int d = 0; d < left->rank; d++)
        if (gone.n && tile_size(type->dims[d], sharding_parts(left, d) * axis_list_size(gone)) == piece->dims[d] && piece->dims[d] < tile_size(type->dims[d], sharding_parts(left, d))) {
            dims[d] = axis_list_concat(x->arena, dims[d], gone);
            const Sharding *s = sharding_of_dims(x->shardings, left->mesh, left->rank, dims);
            return has_shape(s, type, piece) ? s : NULL;
        }
    return NULL;
}

/* The value of local as which the moved one arrives, of those after the last collective the first that has the value's rank. */
typedef struct Arrival {
    IrOp *op;
    int leaf;
} Arrival;

static bool leads_through(const Explain *x, IrOp *op, int leaf, const IrOp *coll)
{
    g_autoptr(GHashTable) through = g_hash_table_new(NULL, NULL);
    exact_layout(x, op, leaf, through);
    return g_hash_table_contains(through, coll);
}

static Arrival arrival(Explain *x, const Found *f)
{
    const Align *a = x->align;
    IrOp *op = NULL;
    if (f->output >= 0 && f->output < type_n_leaves(x->local->entry->root->type)) {
        IrValue v = value_resolve(x->local->entry->root, f->output);
        return (Arrival){ v.op, v.leaf };
    }
    if (f->carried.op)
        return (Arrival){ f->carried.op, f->carried.leaf };
    if (f->meets && f->meets_pos < f->meets->n_operands)
        op = f->meets->operands[f->meets_pos];
    if (!op)
        return (Arrival){ 0 };
    int n = type_n_leaves(op->type), leaf = 0;
    while (n > 1 && leaf < n && !leads_through(x, op, leaf, f->coll))
        leaf++;
    IrValue v = leaf < n ? value_resolve(op, leaf) : (IrValue){ 0 };
    int rank = type_leaf(side_at(a->whole, f->value).op->type, side_at(a->whole, f->value).leaf)->rank;
    while (v.op && v.op->type->kind == TYPE_ARRAY && v.op->type->rank != rank && v.op->n_operands == 1 && !op_is_collective(v.op) && !a->match[v.op->id])
        v = value_resolve(v.op->operands[0], 0);
    return (Arrival){ v.op, v.leaf };
}

/* True if a constraint on the value asks for this layout: then what each device cut out of its piece is a change of its own. */
static bool is_asked_as(const Explain *x, int value, const Sharding *s)
{
    enum { MAX_NAMES = 16 };
    const Side *side = x->align->whole;
    int values[MAX_NAMES] = { value }, n = value >= 0;
    for (int at = 0; at < n; at++)
        for (int i = 0; i < side->uses[values[at]].n; i++) {
            const IrOp *op = side->uses[values[at]].v[i].op;
            if (!align_passes_on(op) || type_n_leaves(op->type) != 1)
                continue;
            const Sharding *asked = op->code == OP_constraint || op->code == OP_reshard ? explain_sharding(x, op, 0) : NULL;
            if (asked && !asked->maximal && asked->rank == s->rank && sharding_same_layout(asked, s))
                return true;
            if (n < MAX_NAMES)
                values[n++] = side->base[op->id];
        }
    return false;
}

/* True if these collectives keep the layout of what goes into them: sums, complete on each device that has a part. */
static bool only_sums(GHashTable *through)
{
    GHashTableIter at;
    gpointer coll;
    g_hash_table_iter_init(&at, through);
    while (g_hash_table_iter_next(&at, &coll, NULL))
        if (op_coll_kind(coll) != COLL_ALL_REDUCE)
            return false;
    return true;
}

/* The layout of what goes into a collective. What each device cuts out of its piece beforehand is a step of the change, so it is the piece's. */
static Exact uncut(const Explain *x, IrOp *op)
{
    g_autoptr(GHashTable) through = g_hash_table_new(NULL, NULL);
    Exact e = exact_layout(x, op, 0, through);
    if (e.ok && e.layout && e.base_layout && only_sums(through) && !explain_sends(e.base_layout, e.layout) && !is_asked_as(x, e.value, e.layout))
        e.layout = e.base_layout;
    return e;
}

Exact explain_before(const Explain *x, const Found *f)
{
    enum { FEW = 6 };
    IrOp *op = f->coll->operands[f->operand];
    Exact e = uncut(x, op);
    if (op_coll_kind(f->coll) == COLL_ALL_REDUCE) { /* each device adds its piece to zeros */
        e.layout = e.base_layout;
        return e;
    }
    int value = -1;
    for (int i = 0; i < FEW && e.value >= 0 && !(e.ok && e.layout) && op->n_operands && !op_is_collective(op) && op != e.base; i++) {
        IrOp *same = exact_reshaped(x, op);
        value = same && value < 0 ? align_value(x->align, op, 0) : value;
        op = same ? same : op->operands[0];
        e = uncut(x, op);
    }
    e.value = value >= 0 && e.value >= 0 ? value : e.value;
    return e;
}

static bool all_in(GHashTable *through, const Found *const *chain, int n)
{
    for (int i = 0; i < n; i++)
        if (!g_hash_table_contains(through, chain[i]->coll))
            return false;
    return true;
}

enum { FAR = 40 };

typedef struct Followers {   /* values of local that follow a collective's result until ops of the program, nearest first */
    int v[FAR], n;
    int computed;            /* of whole: what an op that later passes moved behind a reshape makes of it as it lies; -1 = there is none */
} Followers;

static void following(const Explain *x, const Found *f, Followers *near)
{
    const Side *side = x->align->local;
    int *out = near->v, n = 0, first = side->base[f->coll->id], leaves = type_n_leaves(f->coll->type);
    out[n++] = first + (leaves == f->coll->n_operands ? f->operand : leaves == 2 * f->coll->n_operands ? f->coll->n_operands + f->operand : 0);
    for (int at = 0; at < n; at++)
        for (int u = 0; u < side->uses[out[at]].n && n < FAR; u++) {
            const IrOp *user = side->uses[out[at]].v[u].op;
            if ((!x->align->match[user->id] || exact_reshaped(x, user)) && type_n_leaves(user->type) == 1 && !op_is_collective(user))
                out[n++] = side->base[user->id];
        }
    near->n = n;
    near->computed = f->meets && exact_reshaped(x, f->meets) ? align_value(x->align, side->ops[f->meets->id], 0) : -1;
}

/* The layout of the consumer's result, as that of what it takes may be, where it only moves it. */
static const Sharding *as_result(Explain *x, const Found *f)
{
    bool moves = f->kind == FOUND_OPERAND && f->user && exact_only_moves(f->user) && type_n_leaves(f->user->type) == 1;
    return moves ? explain_sharding(x, f->user, 0) : NULL;
}

/* True of an element-wise consumer that can take the value as it is laid out: what is cut out of it is a change of its own, for a later op, which later passes do before it. */
static bool suits(Explain *x, const Found *f, const Sharding *s)
{
    const Sharding *need = f->user && f->user_pos >= 0 && f->kind == FOUND_OPERAND && op_family(f->user) == FAMILY_elementwise ? needed(x, f->user, f->user_pos, s) : NULL;
    return need && need->rank == s->rank && sharding_same_layout(need, s);
}

/* The layout of a value of local, if it is this one of whole, or what is computed of it as it lies. */
static Exact at_value(const Explain *x, int local, int value, int computed, GHashTable *through)
{
    IrValue v = side_at(x->align->local, local);
    Exact e = exact_layout(x, v.op, v.leaf, through);
    e.ok = e.ok && e.layout && e.value >= 0 && (e.value == value || e.value == computed);
    e.value = e.ok ? value : -1;
    return e;
}

/* Which of those that follow is all that takes a value of local: what each device cuts out of what it gets is a step of the change. -1 = none, or it is not alone. */
static int only_follower(const Explain *x, int local, const Followers *near)
{
    const Side *side = x->align->local;
    const IrOp *user = side->uses[local].n == 1 ? side->uses[local].v[0].op : NULL;
    for (int i = 0; i < near->n && user && !x->align->match[user->id]; i++)
        if (near->v[i] == side->base[user->id] && near->v[i] != local)
            return i;
    return -1;
}

/* As a value of local, laid out as `e`, is cut further by what takes it alone. */
static Exact cut_further(Explain *x, const Found *last, const Followers *near, int local, Exact e, GHashTable *through)
{
    int value = e.value;
    for (int next; !suits(x, last, e.layout) && (next = only_follower(x, local, near)) >= 0; local = near->v[next]) {
        Exact cut = at_value(x, near->v[next], value, near->computed, through);
        if (!cut.ok)
            break;
        e = cut;
    }
    return e;
}

/* The layout in which the value arrives. Where what its consumer takes is computed of it (as indices are, which each device makes its own), what
 * the last collective leaves. */
static Exact after(Explain *x, const Found *const *chain, int n, GHashTable *through)
{
    const Found *last = chain[n - 1];
    Followers near;
    following(x, last, &near);
    Arrival a = arrival(x, last);
    Exact e = a.op ? exact_layout_as(x, a.op, a.leaf, as_result(x, last), through) : (Exact){ .value = -1 };
    if (e.ok && e.value == chain[0]->value && all_in(through, chain, n))
        return e.layout ? cut_further(x, last, &near, x->align->local->base[a.op->id] + a.leaf, e, through) : e;
    if (last->meets && last->user && type_n_leaves(last->meets->type) == 1 && last->kind == FOUND_OPERAND) {
        Exact parts = exact_parts(x, x->align->local->ops[last->meets->id], through);
        if (parts.ok && parts.value == chain[0]->value && all_in(through, chain, n))
            return parts;
    }
    for (int i = 0; i < near.n; i++) {
        e = at_value(x, near.v[i], chain[0]->value, near.computed, through);
        if (e.ok)
            return cut_further(x, last, &near, near.v[i], e, through);
    }
    return (Exact){ .value = -1 };
}

/* Where edges are exchanged after other moves: the layout that those leave. NULL = there are none, or it is not known. */
static const Sharding *before_edges(Explain *x, const Found *const *chain, int n)
{
    const Found *last = NULL, *edge = NULL;
    Followers near = { .n = 0 };
    for (int i = 0; i < n; i++)
        last = op_coll_kind(chain[i]->coll) == COLL_PERMUTE ? last : chain[i];
    for (int i = 0; i < n && last && !edge; i++)
        edge = op_coll_kind(chain[i]->coll) == COLL_PERMUTE && chain[i]->coll->pos > last->coll->pos ? chain[i] : NULL;
    Exact cut = edge ? explain_before(x, edge) : (Exact){ .value = -1 };
    if (cut.ok && cut.everywhere && cut.value == chain[0]->value)
        return cut.layout;
    if (last)
        following(x, last, &near);
    for (int i = 0; i < near.n; i++) {
        IrValue v = side_at(x->align->local, near.v[i]);
        Exact e = exact_layout_as(x, v.op, v.leaf, as_result(x, last), NULL);
        if (e.ok && e.value == chain[0]->value && e.layout)
            return e.layout;
    }
    return cut.ok && cut.value == chain[0]->value ? cut.layout : NULL;
}

/* As what a loop carries a value that a trip computes, where that has the shape of what the trip returns. NULL = not known. */
static const Sharding *carried_as(const Explain *x, const Found *f)
{
    const IrOp *loop = f->user;
    const Type *piece = type_leaf(f->carried.op->type, f->carried.leaf);
    for (int leaf = 0; leaf < type_n_leaves(loop->type); leaf++) {
        const Type *type = type_leaf(loop->type, leaf);
        const Sharding *s = explain_sharding(x, loop, leaf);
        if (align_canon(x->align, loop->comps[1]->root, leaf) == f->value && type->kind == TYPE_ARRAY && piece->kind == TYPE_ARRAY && piece->rank == type->rank && has_shape(s, type, piece))
            return s;
    }
    return NULL;
}

/* What the consumer asks for: a constraint, or an op whose operand has the shape that its rule needs, where which part each device cuts out of what
 * it gets (`to`) is not in the text. NULL = it takes what it gets. */
static const Sharding *asked_for(Explain *x, const Found *const *chain, int n, const Sharding *to)
{
    const IrOp *user = chain[0]->user;
    if (chain[0]->kind == FOUND_LOOP && chain[0]->carried.op && user->n_comps > 1)
        return carried_as(x, chain[0]);
    if (chain[0]->kind != FOUND_OPERAND || !user)
        return NULL;
    if (user->code == OP_constraint || user->code == OP_reshard)
        return explain_sharding(x, user, 0);
    const Type *type = chain[0]->user_pos >= 0 ? user->operands[chain[0]->user_pos]->type : NULL, *piece = arriving(chain, n, to->rank);
    if (!type || type->kind != TYPE_ARRAY || type->rank != to->rank || !piece || has_shape(to, type, piece))
        return NULL;
    const Sharding *need = needed(x, user, chain[0]->user_pos, to);
    return has_shape(need, type, piece) ? need : NULL;
}

/* Both layouts from elements; false if they could not be followed. */
static bool exact_operand(Explain *x, const Found *const *chain, int n, Layouts *l)
{
    g_autoptr(GHashTable) through = g_hash_table_new(NULL, NULL);
    if (!x->elements)
        return false;
    Exact to = after(x, chain, n, through), from = explain_before(x, chain[0]);
    if (!to.ok || to.value < 0 || to.value != chain[0]->value || !all_in(through, chain, n))
        return false;
    if (!to.layout) {
        const Sharding *mid = before_edges(x, chain, n);
        bool moved = !mid && from.ok && from.layout && from.value == to.value; /* before the edges were exchanged, after all else */
        const Sharding *at = moved ? from.layout : to.base_layout;
        *l = (Layouts){ .from = at, .to = mid ? mid : at, .exact = true, .halo = !mid };
        return true;
    }
    if (!from.ok || !from.layout || from.value != to.value)
        return false;
    if (explain_exchanges_edges(chain, n) && tile_count(to.layout) < tile_count(from.layout)) { /* permutes make no copies: some devices get nothing */
        *l = (Layouts){ .from = from.layout, .to = from.layout, .exact = true, .halo = true };
        return true;
    }
    const Sharding *mid = to.everywhere ? NULL : before_edges(x, chain, n);
    *l = (Layouts){ .from = from.layout, .to = mid ? mid : to.layout, .exact = true };
    const Sharding *asked = asked_for(x, chain, n, to.layout);
    if (asked && !asked->maximal && asked->rank == l->to->rank && !explain_sends(l->to, asked)) /* each device cuts its part out of what it gets */
        l->to = asked;
    return true;
}

/* True if the elements of the value where it arrives, laid out as l->to, come from l->from through the collectives: where a table of the
 * partitioner's is not in the text, both layouts are known only by agreeing with each other. */
static bool leads_from(Explain *x, Arrival at, const Found *const *chain, int n, const Layouts *l)
{
    g_autoptr(GHashTable) through = g_hash_table_new(NULL, NULL);
    Exact e = exact_origin(x, at.op, at.leaf, chain[0]->value, l->to, through);
    return e.ok && e.value == chain[0]->value && e.base_layout && sharding_same_layout(e.layout, e.base_layout) && sharding_same_layout(e.layout, l->from) && all_in(through, chain, n);
}

/* What follows the collective until ops of the program: the first value with the pieces of a layout. */
static Arrival laid_out(Explain *x, const Found *f, const Type *whole, const Sharding *to)
{
    Followers near;
    following(x, f, &near);
    for (int i = 0; i < near.n; i++) {
        IrValue v = side_at(x->align->local, near.v[i]);
        const Type *t = type_leaf(v.op->type, v.leaf);
        if (t->kind == TYPE_ARRAY && has_shape(to, whole, t))
            return (Arrival){ v.op, v.leaf };
    }
    return (Arrival){ 0 };
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
    if (n != 1 || op_coll_kind(coll) != COLL_ALL_GATHER || !result || result->kind != TYPE_ARRAY || result->rank != type->rank || dim < 0 || dim >= to->rank || has_shape(from, type, piece) || !has_shape(to, type, result))
        return NULL;
    AxisList dims[MAX_RANK + 1] = { 0 };
    for (int d = 0; d < to->rank; d++)
        dims[d] = d == dim ? axis_list_concat(x->arena, to->dims[d].axes, explain_axes(x, coll)) : to->dims[d].axes;
    const Sharding *s = sharding_of_dims(x->shardings, to->mesh, to->rank, dims);
    return has_shape(s, type, piece) ? s : NULL;
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
    if (exact_operand(x, chain, n, &exact)) {
        bool any;
        const Sharding *gathered = after_moves(x, exact.from, chain, n, &any);
        exact.through_whole = !any && sharding_is_replicated(gathered) && !sharding_is_replicated(exact.to) && !sharding_is_replicated(exact.from);
        return exact;
    }
    if (explain_exchanges_edges(chain, n)) {
        l.to = l.from;
        l.halo = true;
        return l;
    }
    bool moves;
    Arrival at = arrival(x, chain[n - 1]);
    const Sharding *left = after_moves(x, l.from, chain, n, &moves), *need = direct ? needed(x, f->user, f->user_pos, l.from) : NULL;
    const Type *piece = arriving(chain, n, type->rank);
    const Sharding *tries[] = { moves ? need : left, moves ? left : need };
    for (size_t i = 0; i < G_N_ELEMENTS(tries) && piece && !l.to; i++)
        l.to = has_shape(tries[i], type, piece) ? tries[i] : NULL;
    l.exact = l.to && at.op && leads_from(x, at, chain, n, &l);
    if (!l.to && moves && piece)
        l.to = spread(x, left, l.from, type, piece);
    if (!l.to)
        l.to = moves && need ? need : left;
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

/* What a chain's first collective takes, before it is reshaped for it: of a rank; NULL = not known. */
static const Type *taken(const Found *f, int rank)
{
    const IrOp *op = f->coll->operands[f->operand];
    while ((op->code == OP_reshape || op->code == OP_bitcast) && op->type->rank != rank && op->n_operands)
        op = op->operands[0];
    return op->type->kind == TYPE_ARRAY && op->type->rank == rank ? op->type : NULL;
}

/* The layout with axes that the result has, but nothing of `from` or `partial`, put where they make the piece that goes into the collectives: an
 * all-to-all takes them from one dim to another. `from` if there is no such place. */
static const Sharding *regained(Explain *x, const Sharding *from, const Sharding *to, AxisList partial, const Type *type, const Type *piece)
{
    for (int d = 0; piece && d < to->rank && !has_shape(from, type, piece); d++) {
        AxisList gone = explain_without(x, explain_without(x, to->dims[d].axes, from->dims[d].axes), partial);
        for (int e = 0; gone.n && e < to->rank; e++) {
            AxisList dims[MAX_RANK + 1] = { 0 };
            bool free = true;
            for (int k = 0; k < to->rank; k++) {
                dims[k] = k == e ? axis_list_concat(x->arena, from->dims[k].axes, gone) : from->dims[k].axes;
                free = free && !axis_list_overlaps(from->dims[k].axes, gone);
            }
            const Sharding *s = free ? sharding_of_dims(x->shardings, to->mesh, to->rank, dims) : NULL;
            if (s && has_shape(s, type, piece))
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
    const Sharding *s = piece && !has_shape(from, type, piece) ? sharding_of_dims(x->shardings, from->mesh, from->rank, dims) : NULL;
    return s && has_shape(s, type, piece) ? s : from;
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
    Arrival end = l.exact ? (Arrival){ 0 } : laid_out(x, chain[n - 1], type_leaf(v.op->type, v.leaf), to);
    Exact origin = end.op ? exact_origin(x, end.op, end.leaf, chain[0]->value, to, through) : (Exact){ .value = -1 };
    if (origin.ok && origin.value == chain[0]->value && all_in(through, chain, n)) {
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
    if (exact_operand(x, chain, n, &l))
        return l;
    l = (Layouts){ .from = explain_sharding(x, v.op, v.leaf) };
    if (entry->results && chain[0]->user_pos >= 0 && chain[0]->user_pos < type_n_leaves(entry->root->type))
        l.to = entry->results[chain[0]->user_pos].sharding;
    Arrival end = arrival(x, chain[n - 1]);
    const Type *whole = type_leaf(v.op->type, v.leaf), *piece = end.op ? type_leaf(end.op->type, end.leaf) : NULL;
    bool undivided = piece && piece->kind == TYPE_ARRAY && piece->plain == type_array(x->local->types, whole->elem, whole->rank, whole->dims);
    if (l.from && (!l.to || (undivided && !has_shape(l.to, whole, piece))))
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
