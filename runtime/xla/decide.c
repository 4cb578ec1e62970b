/* Decides what each collective is for, from names, from what follows it, and from what its elements are. Start reading at explain_find. */
#include "runtime/xla/align_impl.h"
#include "runtime/xla/exact.h"

#include "runtime/sim/collective.h"
#include "runtime/xla/named.h"
#include "runtime/xla/part.h"

static bool reduces(const IrOp *coll)
{
    return coll->code == OP_all_reduce || coll->code == OP_reduce_scatter || coll->code == OP_all_reduce_start;
}

int explain_operand_with(const Align *a, const IrOp *op, int value)
{
    for (int i = 0; i < op->n_operands; i++)
        for (int leaf = 0; leaf < type_n_leaves(op->operands[i]->type); leaf++)
            if (align_canon(a, op->operands[i], leaf) == value)
                return i;
    return -1;
}

bool explain_adds_pieces(const Found *f)
{
    IrOp *op = value_resolve(f->coll->operands[f->operand], 0).op;
    for (int i = 0; i < 4 && op->n_operands == 1 && op_family(op) != FAMILY_reduce; i++)
        op = value_resolve(op->operands[0], 0).op;
    bool fills = op->code == OP_select || op->code == OP_dynamic_update_slice;
    for (int i = 0; i < op->n_operands && fills; i++) {
        const IrOp *filler = op->operands[i];
        while ((filler->code == OP_broadcast || filler->code == OP_convert || filler->code == OP_reshape) && filler->n_operands)
            filler = filler->operands[0];
        if (filler->code == OP_constant && (i || op->code == OP_dynamic_update_slice))
            return true;
    }
    return false;
}

/* The one value of the collective's element type that an op takes, or what it makes if it takes none; -1 = it takes several, and which was moved is
 * not known. Weak values, which are easily taken for each other, count where there is no other. */
static int only_value(const Align *a, const Found *f, const IrOp *op)
{
    const Type *piece = f->coll->operands[f->operand]->type;
    int only = -1, weak = -1, n = 0, n_weak = 0;
    for (int k = 0; k < op->n_operands; k++) {
        int value = align_canon(a, op->operands[k], 0);
        const Type *type = op->operands[k]->type;
        if (value < 0 || (piece->kind == TYPE_ARRAY && type->kind == TYPE_ARRAY && !align_may_be_promoted(piece->elem, type->elem)))
            continue;
        bool is_weak = align_is_weak(a, value);
        int *best = is_weak ? &weak : &only;
        *(is_weak ? &n_weak : &n) += *best != value;
        *best = value;
    }
    if (!op->n_operands)
        return a->canon[a->whole->base[op->id]];
    return n == 1 ? only : n == 0 && n_weak == 1 ? weak : -1;
}

bool explain_exchanges_edges(const Found *const *chain, int n)
{
    if (chain[0]->kind != FOUND_OPERAND || !chain[0]->user)
        return false;
    for (int i = 0; i < n; i++)
        if (op_coll_kind(chain[i]->coll) != COLL_PERMUTE)
            return false;
    static const bool families[N_FAMILIES] = {
        [FAMILY_convolution] = true, [FAMILY_reduce_window] = true, [FAMILY_select_and_scatter] = true, [FAMILY_pad] = true,
        [FAMILY_slice] = true, [FAMILY_concatenate] = true, [FAMILY_reverse] = true, [FAMILY_reshape] = true,
    };
    return families[op_family(chain[0]->user)];
}

/* True if the collective adds up what an op of local computes that is `maker`, as it comes from it. */
static bool adds_up(const Explain *x, const Found *f, const IrOp *maker)
{
    IrOp *op = value_resolve(f->coll->operands[f->operand], 0).op;
    for (int i = 0; i < FEW && !x->align->match[op->id] && op->n_operands == 1 && op->type->kind == TYPE_ARRAY && op->type->n_elems == op->operands[0]->type->n_elems && !op_is_collective(op); i++)
        op = value_resolve(op->operands[0], 0).op;
    return reduces(f->coll) && explain_may_be_partial(maker) && x->align->match[op->id] == maker;
}

static void set_meets(Found *f, const IrOp *user, const Ahead *ahead)
{
    for (int i = 0; i < ahead->n && !f->meets && user; i++)
        if (ahead->v[i].op == user) {
            f->meets = ahead->v[i].by;
            f->meets_pos = ahead->v[i].by_pos;
        }
}

static void set_user(const Explain *x, Found *f, const IrOp *user, const Ahead *ahead)
{
    f->user = user;
    f->user_pos = f->value >= 0 ? explain_operand_with(x->align, user, f->value) : -1;
    f->kind = user->code == OP_while ? FOUND_LOOP : FOUND_OPERAND;
    set_meets(f, user, ahead);
    if (f->meets && f->meets_pos < user->n_operands && align_canon(x->align, user->operands[f->meets_pos], 0) == f->value) /* it may take the value twice */
        f->user_pos = f->meets_pos;
}

enum { MAX_TAKERS = 32 };

/* The ops of whole that take the value, in the program's order; what only passes it on is looked through. */
static int takers(const Explain *x, int value, const IrOp **out)
{
    const Side *side = x->align->whole;
    int n = 0, n_values = 1, values[MAX_TAKERS] = { value };
    for (int at = 0; at < n_values; at++) {
        const SideUses *uses = &side->uses[values[at]];
        for (int i = 0; i < uses->n && n < MAX_TAKERS; i++) {
            IrOp *op = uses->v[i].op;
            if (!align_passes_on(op))
                out[n++] = op;
            else if (n_values < MAX_TAKERS && type_n_leaves(op->type) == 1)
                values[n_values++] = side->base[op->id];
        }
    }
    return n;
}

/* True if the op takes a result of `maker`, or something computed from it by a few ops. */
static bool is_after(const Explain *x, const IrOp *op, const IrOp *maker)
{
    bool found = op == maker;
    for (int leaf = 0; leaf < type_n_leaves(maker->type) && !found; leaf++)
        for (int i = 0; i < op->n_operands && !found; i++)
            found = explain_comes_from(x->align, op->operands[i], x->align->canon[x->align->whole->base[maker->id] + leaf], FEW);
    return found;
}

/* Who takes the value next: what follows the collective, or, where later passes merged that into what follows it, the one of the value's users
 * that is before it. `op` computes it. NULL = unknown. */
static const IrOp *next_user(const Explain *x, const Found *f, const IrOp *op, const Ahead *ahead)
{
    const IrOp *near = NULL, *take[MAX_TAKERS];
    for (int i = 0; i < ahead->n; i++) {
        near = near || ahead->v[i].op == op ? near : ahead->v[i].op;
        if (ahead->v[i].op != op && explain_operand_with(x->align, ahead->v[i].op, f->value) >= 0)
            return ahead->v[i].op;
    }
    int own = x->align->whole->base[op->id]; /* of equal ops each has users of its own */
    int n = takers(x, x->align->canon[own] == f->value ? own : f->value, take);
    for (int i = 0; i < n && near; i++)
        if (take[i] != op && is_after(x, near, take[i]))
            return take[i];
    return n == 1 && (!near || take[0] != op) ? take[0] : near;
}

static void set_own(const Explain *x, Found *f, const IrOp *op, const Ahead *ahead)
{
    f->kind = FOUND_OWN;
    f->user = op;
    f->next = next_user(x, f, op, ahead);
}

static const IrOp *user_ahead(const Explain *x, const Found *f, const Ahead *ahead)
{
    for (int i = 0; i < ahead->n; i++)
        if (explain_operand_with(x->align, ahead->v[i].op, f->value) >= 0)
            return ahead->v[i].op;
    return NULL;
}

/* True if the value goes into the collective as propagation lays it out: what was computed is in place, and somebody wants it elsewhere.
 * Shardy writes the reshards that it makes explicit as copies with the name of the value. */
static bool is_in_place(Explain *x, const Found *f)
{
    IrValue v = side_at(x->align->whole, f->value);
    if (reduces(f->coll) || explain_gathers_partial(x, f))
        return false;
    if (v.op->code == OP_parameter)
        return true;
    Exact source = explain_before(x, f);
    if (!source.ok || !source.layout || source.value != f->value)
        return false;
    const IrOp *maker = x->align->match[source.base->id];
    maker = maker && x->align->canon[x->align->whole->base[maker->id]] != f->value && type_n_leaves(v.op->type) == 1 ? v.op : maker;
    const Sharding *s = maker && source.base_leaf < type_n_leaves(maker->type) ? explain_sharding(x, maker, source.base_leaf) : NULL;
    return s && sharding_same_layout(s, source.layout);
}

/* A constraint on the value that asks for another layout than it has; NULL = none. */
static const IrOp *constraint_on(const Explain *x, int value)
{
    const Side *side = x->align->whole;
    IrValue v = side_at(side, value);
    const Sharding *have = explain_sharding(x, v.op, v.leaf);
    const SideUses *uses = &side->uses[value];
    for (int i = 0; have && i < uses->n; i++) {
        const IrOp *user = uses->v[i].op;
        const Sharding *asked = user->code == OP_constraint || user->code == OP_reshard ? explain_sharding(x, user, 0) : NULL;
        if (asked && !asked->maximal && !sharding_same_layout(have, asked))
            return user;
    }
    return NULL;
}

/* True of a constraint whose layout the value has already: what moves it on is named after it, as the value's last name. */
static bool is_fulfilled(const Explain *x, const Found *f, const IrOp *constraint)
{
    if (constraint->code != OP_constraint && constraint->code != OP_reshard)
        return false;
    IrValue v = side_at(x->align->whole, f->value);
    const Sharding *asked = explain_sharding(x, constraint, 0), *have = explain_sharding(x, v.op, v.leaf);
    Exact source = explain_before(x, f);
    have = source.ok && source.layout ? source.layout : have;
    return asked && have && sharding_same_layout(asked, have);
}

/* True if what a trip of a loop returns as a leaf is made by adding to what it carries, of which permutes hand each sum on to the next device. */
static bool adds_to_carried(IrOp *op, const IrOp *param, bool added, int depth)
{
    bool sum = op->code == OP_add, passes = op->code == OP_copy || op->code == OP_convert || op->code == OP_bitcast || op->code == OP_reshape || op_coll_kind(op) == COLL_PERMUTE;
    if (op == param)
        return added;
    bool found = false;
    for (int i = 0; depth && (sum || passes) && i < op->n_operands && !found; i++)
        found = adds_to_carried(value_resolve(op->operands[i], 0).op, param, added || sum, depth - 1);
    return found;
}

/* True of permutes in and behind a loop that the partitioner made of a product: they hand on sums, to which each device adds its part. */
static bool hands_sums_on(const Explain *x, const Found *f)
{
    IrValue v = value_resolve(f->coll->operands[f->operand], 0);
    const Side *side = x->align->local;
    if (op_coll_kind(f->coll) != COLL_PERMUTE)
        return false;
    IrOp *loop = v.op->code == OP_while ? v.op : v.op->code == OP_parameter ? side_caller(side, v.op->parent) : NULL;
    if (!loop || loop->code != OP_while || loop->n_comps < 2 || x->align->match[loop->id] || loop->comps[1]->n_params != 1 || v.leaf >= type_n_leaves(loop->comps[1]->root->type))
        return false;
    return adds_to_carried(value_resolve(loop->comps[1]->root, v.leaf).op, loop->comps[1]->params[0], false, FEW);
}

/* True if another op of the program has kind, name and place of this one, and another result. */
static bool shares_name(const Align *a, const IrOp *op)
{
    const GPtrArray *named = op->op_name ? g_hash_table_lookup(a->by_name, op->op_name) : NULL;
    for (guint i = 0; named && i < named->len; i++) {
        IrOp *other = named->pdata[i];
        if (other->code == op->code && align_places_agree(other->loc, op->loc) && type_n_leaves(op->type) && type_n_leaves(other->type) && align_canon(a, other, 0) != a->canon[a->whole->base[op->id]])
            return true;
    }
    return false;
}

/* Decides from names first: what the partitioner makes for an op is named after it. */
static void decide(Explain *x, Found *f, const Ahead *ahead)
{
    const Align *a = x->align;
    g_autoptr(GPtrArray) list = named_ops(x, f);
    IrOp *maker = f->value >= 0 ? side_at(a->whole, f->value).op : NULL;
    bool own_name = maker && named_alike(f, maker), sure = true;
    const IrOp *partial = reduces(f->coll) || f->sums ? named_partial(x, f, list, maker, &sure) : NULL;
    const IrOp *named = f->value >= 0 ? named_user(x, f, ahead, list) : NULL, *user = f->value >= 0 ? user_ahead(x, f, ahead) : NULL;
    if (!named && !partial && !own_name && f->value >= 0)
        named = named_twin(x, f, list);
    if (!named && !partial && own_name)
        named = named_edge(x, f, ahead, list);
    int pos, reshaped = f->value;
    bool fulfilled = named && is_fulfilled(x, f, named);
    if (fulfilled) {
        named = NULL;
        own_name = true;
    }
    f->certain = true;
    f->by = EVIDENCE_NONE;
    if (maker && reduces(f->coll) && !f->name && explain_may_be_partial(maker) && !(explain_sums_parts(maker) && explain_adds_pieces(f))) {
        f->by = EVIDENCE_STRUCTURE;
        set_own(x, f, maker, ahead);
    } else if (partial && (adds_up(x, f, partial) || !(named && named != partial && explain_is_ahead(ahead, named)))) {
        f->by = EVIDENCE_PARTIAL;
        f->certain = sure;
        g_hash_table_add(x->claimed, (gpointer)partial);
        f->value = a->canon[a->whole->base[partial->id]];
        set_own(x, f, partial, ahead);
    } else if (named) {
        f->by = EVIDENCE_NAME;
        set_user(x, f, named, ahead);
    } else if (own_name && user && (fulfilled || is_in_place(x, f))) {
        f->by = EVIDENCE_OWN;
        set_user(x, f, user, ahead);
    } else if (own_name && ahead->output >= 0 && (fulfilled || is_in_place(x, f))) {
        f->by = EVIDENCE_OWN;
        const IrOp *constraint = constraint_on(x, f->value);
        f->kind = constraint ? FOUND_OPERAND : FOUND_OUTPUT;
        f->user = constraint;
        f->user_pos = constraint ? 0 : ahead->output;
        f->output = ahead->output;
    } else if (own_name) {
        f->by = EVIDENCE_OWN;
        set_own(x, f, maker, ahead);
    } else if (user && !f->name) {
        f->by = EVIDENCE_STRUCTURE;
        set_user(x, f, user, ahead);
    } else if (f->value >= 0 && (named = named_reshaped(x, f, list, &reshaped))) {
        f->by = EVIDENCE_RESHAPED;
        f->value = reshaped;
        set_user(x, f, named, ahead);
    } else if ((named = named_near(x, f, ahead, list, &pos))) {
        f->by = pos >= 0 ? EVIDENCE_ORIGIN : EVIDENCE_NEAR;
        f->certain = pos >= 0 && !shares_name(a, named);
        if (pos >= 0)
            f->value = align_canon(a, named->operands[pos], 0) >= 0 ? align_canon(a, named->operands[pos], 0) : f->value;
        else if (f->value < 0)
            f->value = only_value(a, f, named);
        if (f->value >= 0)
            set_user(x, f, named, ahead);
    } else if (user) {
        f->by = EVIDENCE_AHEAD;
        f->certain = false;
        set_user(x, f, user, ahead);
    } else if (maker && ahead->output >= 0) {
        f->by = EVIDENCE_AHEAD;
        f->kind = FOUND_OUTPUT;
        f->user_pos = f->output = ahead->output;
    } else if (maker && ahead->loop && x->align->match[ahead->loop->id]) {
        f->by = EVIDENCE_AHEAD;
        f->kind = FOUND_LOOP;
        f->user = x->align->match[ahead->loop->id];
        f->carried = ahead->carried;
    } else if (ahead->n && f->value >= 0) {
        f->by = EVIDENCE_AHEAD;
        f->certain = false;
        set_user(x, f, ahead->v[0].op, ahead);
    }
}

/* The collective on whose result this one works, with the same name and for the same value: they are steps of one change. NULL = none. What moves
 * a result that is complete and in place is another change, for whoever takes it. */
static const Found *continued(Explain *x, const Found *f, GHashTable *through, const GArray *found)
{
    for (guint i = found->len; i > 0; i--) {
        const Found *e = &g_array_index(found, Found, i - 1);
        if (e->value == f->value && e->kind != FOUND_WRITTEN && e->kind != FOUND_NOTHING && e->coll->parent == f->coll->parent && e->coll->n_operands == 1 && f->coll->n_operands == 1 &&
            g_strcmp0(e->coll->op_name, f->coll->op_name) == 0 && align_places_agree(e->coll->loc, f->coll->loc) && g_hash_table_contains(through, e->coll))
            return e->kind == FOUND_OWN && is_in_place(x, f) ? NULL : e;
    }
    return NULL;
}

/* True if the op that the collective was found for takes no value but this one, so that what it takes must be made of it, and no other op has its name. */
static bool takes_only(const Align *a, const Found *f)
{
    return f->by == EVIDENCE_NAME && f->user && only_value(a, f, f->user) == f->value && !shares_name(a, f->user);
}

/* The collective of the program as written that has kind, name and place of this one; NULL = it has none. */
static const IrOp *written(const Explain *x, const IrOp *coll)
{
    const IrOp *match = x->align->match[coll->id];
    const GPtrArray *named = coll->op_name && !match ? g_hash_table_lookup(x->align->by_name, coll->op_name) : NULL;
    for (guint i = 0; named && i < named->len; i++) {
        const IrOp *op = named->pdata[i];
        if (op_is_collective(op) && op_coll_kind(op) == op_coll_kind(coll) && align_places_agree(op->loc, coll->loc))
            return op;
    }
    return match && op_is_collective(match) ? match : NULL;
}

Found explain_find(Explain *x, IrOp *coll, int operand, const GArray *found)
{
    const Align *a = x->align;
    Found f = { .coll = coll, .operand = operand, .value = align_value(a, coll->operands[operand], 0), .user_pos = -1, .output = -1 };
    const IrOp *own = written(x, coll);
    if (own) {
        f.kind = FOUND_WRITTEN;
        f.by = EVIDENCE_WRITTEN;
        f.user = own;
        f.certain = true;
        return f;
    }
    g_autoptr(GHashTable) through = g_hash_table_new(NULL, NULL);
    Exact source = exact_layout(x, coll->operands[operand], 0, through);
    f.value = source.value >= 0 ? source.value : f.value;
    f.sums = hands_sums_on(x, &f);
    f.value = f.sums ? -1 : f.value;
    NamedWay way = source.value >= 0 ? (NamedWay){ 0 } : named_way(a, coll->operands[operand]);
    if (way.by)
        f.value = a->canon[a->whole->base[way.by->id]];
    const Found *earlier = source.value >= 0 && !f.sums ? continued(x, &f, through, found) : NULL;
    CollPart part = coll_part(coll, operand);
    f.name = part.name;
    f.loc = part.loc;
    Ahead ahead;
    explain_ahead(x, a->local->base[coll->id] + coll_part_leaf(coll, operand), &ahead);
    if (earlier) {
        f.kind = earlier->kind;
        f.user = earlier->user;
        f.user_pos = earlier->user_pos;
        f.next = earlier->next;
        f.output = earlier->output;
        f.carried = earlier->carried;
        f.certain = earlier->certain;
        f.by = earlier->by;
        set_meets(&f, f.user, &ahead);
    } else {
        decide(x, &f, &ahead);
        f.certain = f.certain && (f.by == EVIDENCE_PARTIAL || (way.joined ? takes_only(a, &f) : !way.computed));
    }
    f.name = NULL;
    f.loc = NULL;
    coll_part_clear(&part);
    return f;
}
