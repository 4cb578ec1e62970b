/* What elements say of the layouts in which a value leaves and arrives: exact.c follows them from where it goes into the collectives, and from
 * where its consumer takes it. What each device cuts out of its piece, before or after, is a step of the change. Start reading at arrive_layouts(). */
#include "runtime/xla/layout_impl.h"

#include "runtime/partition/partition.h"
#include "runtime/shard/tiles.h"
#include "runtime/sim/collective.h"

bool arrive_through_all(GHashTable *through, const Found *const *chain, int n)
{
    for (int i = 0; i < n; i++)
        if (!g_hash_table_contains(through, chain[i]->coll))
            return false;
    return true;
}

static bool leads_through(const Explain *x, IrOp *op, int leaf, const IrOp *coll)
{
    g_autoptr(GHashTable) through = g_hash_table_new(NULL, NULL);
    exact_layout(x, op, leaf, through);
    return g_hash_table_contains(through, coll);
}

Arrival arrival_of(Explain *x, const Found *f)
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

/* The layout of the consumer's result, as that of what it takes may be, where it only moves it; what is reversed piece by piece has to lie on the devices in reverse order. */
static const Sharding *as_result(Explain *x, const Found *f)
{
    bool moves = f->kind == FOUND_OPERAND && f->user && exact_only_moves(f->user) && type_n_leaves(f->user->type) == 1;
    const Sharding *s = moves ? explain_sharding(x, f->user, 0) : NULL;
    return s && f->user->code == OP_reverse ? exact_turned(x, f->user, s) : s;
}

/* True of an element-wise consumer that can take the value as it is laid out: what is cut out of it is a change of its own, for a later op, which later passes do before it. */
static bool suits(Explain *x, const Found *f, const Sharding *s)
{
    const Sharding *need = f->user && f->user_pos >= 0 && f->kind == FOUND_OPERAND && op_family(f->user) == FAMILY_elementwise ? layout_needed(x, f->user, f->user_pos, s) : NULL;
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

/* True if some of it is sent from device to device, as edges are. */
static bool hands_on(const Found *const *chain, int n)
{
    for (int i = 0; i < n; i++)
        if (op_coll_kind(chain[i]->coll) == COLL_PERMUTE)
            return true;
    return false;
}

/* The layout in which the value arrives. Where what its consumer takes is computed of it (as indices are, which each device makes its own), what
 * the last collective leaves. */
static Exact after(Explain *x, const Found *const *chain, int n, GHashTable *through)
{
    const Found *last = chain[n - 1];
    Followers near;
    following(x, last, &near);
    Arrival a = arrival_of(x, last);
    Exact e = a.op ? exact_layout_as(x, a.op, a.leaf, as_result(x, last), through) : (Exact){ .value = -1 };
    if (e.ok && e.value == chain[0]->value && arrive_through_all(through, chain, n) && (e.layout || hands_on(chain, n))) /* else pieces of pieces, put together for an op that XLA made */
        return e.layout ? cut_further(x, last, &near, x->align->local->base[a.op->id] + a.leaf, e, through) : e;
    if (last->meets && last->user && type_n_leaves(last->meets->type) == 1 && last->kind == FOUND_OPERAND) {
        Exact parts = exact_parts(x, x->align->local->ops[last->meets->id], through);
        if (parts.ok && parts.value == chain[0]->value && arrive_through_all(through, chain, n))
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
        if (align_canon(x->align, loop->comps[1]->root, leaf) == f->value && type->kind == TYPE_ARRAY && piece->kind == TYPE_ARRAY && piece->rank == type->rank && layout_gives(s, type, piece))
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
    const Type *type = chain[0]->user_pos >= 0 ? user->operands[chain[0]->user_pos]->type : NULL, *piece = arriving_piece(chain, n, to->rank);
    if (!type || type->kind != TYPE_ARRAY || type->rank != to->rank || !piece || layout_gives(to, type, piece))
        return NULL;
    const Sharding *need = layout_needed(x, user, chain[0]->user_pos, to);
    return layout_gives(need, type, piece) ? need : NULL;
}

bool arrive_layouts(Explain *x, const Found *const *chain, int n, Layouts *l)
{
    g_autoptr(GHashTable) through = g_hash_table_new(NULL, NULL);
    if (!x->elements)
        return false;
    Exact to = after(x, chain, n, through), from = explain_before(x, chain[0]);
    if (!to.ok || to.value < 0 || to.value != chain[0]->value || !arrive_through_all(through, chain, n))
        return false;
    if (!to.layout) {
        const Sharding *mid = before_edges(x, chain, n);
        bool moved = !mid && from.ok && from.layout && from.value == to.value; /* before the edges were exchanged, after all else */
        const Sharding *at = moved ? from.layout : to.base_layout;
        *l = (Layouts){ .from = at, .to = mid ? mid : at, .exact = !to.sized, .sized = to.sized, .halo = !mid };
        return true;
    }
    if (!from.ok || !from.layout || from.value != to.value)
        return false;
    if (explain_exchanges_edges(chain, n) && tile_count(to.layout) < tile_count(from.layout)) { /* permutes make no copies: some devices get nothing */
        *l = (Layouts){ .from = from.layout, .to = from.layout, .exact = !from.sized, .sized = from.sized, .halo = true };
        return true;
    }
    const Sharding *mid = to.everywhere ? NULL : before_edges(x, chain, n);
    *l = (Layouts){ .from = from.layout, .to = mid ? mid : to.layout, .exact = !from.sized && !to.sized, .sized = from.sized || to.sized };
    const Sharding *asked = asked_for(x, chain, n, to.layout);
    if (asked && !asked->maximal && asked->rank == l->to->rank && !explain_sends(l->to, asked)) /* each device cuts its part out of what it gets */
        l->to = asked;
    return true;
}

bool arrive_leads_from(Explain *x, Arrival at, const Found *const *chain, int n, const Layouts *l)
{
    g_autoptr(GHashTable) through = g_hash_table_new(NULL, NULL);
    Exact e = exact_origin(x, at.op, at.leaf, chain[0]->value, l->to, through);
    return e.ok && !e.sized && e.value == chain[0]->value && e.base_layout && sharding_same_layout(e.layout, e.base_layout) && sharding_same_layout(e.layout, l->from) && arrive_through_all(through, chain, n);
}

Arrival arrive_laid_out(Explain *x, const Found *f, const Type *whole, const Sharding *to)
{
    Followers near;
    following(x, f, &near);
    for (int i = 0; i < near.n; i++) {
        IrValue v = side_at(x->align->local, near.v[i]);
        const Type *t = type_leaf(v.op->type, v.leaf);
        if (t->kind == TYPE_ARRAY && layout_gives(to, whole, t))
            return (Arrival){ v.op, v.leaf };
    }
    return (Arrival){ 0 };
}
