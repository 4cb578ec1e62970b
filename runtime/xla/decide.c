/* Decides what each collective is for, from names, from what follows it, and from what its elements are. Start reading at explain_find. */
#include "runtime/xla/align_impl.h"
#include "runtime/xla/exact.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/shard/tiles.h"
#include "runtime/sim/collective.h"
#include "runtime/xla/part.h"

static bool reduces(const IrOp *coll)
{
    return coll->code == OP_all_reduce || coll->code == OP_reduce_scatter || coll->code == OP_all_reduce_start;
}

static bool named_alike(const Found *f, const IrOp *whole)
{
    return align_names_agree(f->name, whole->op_name) && align_places_agree(f->loc, whole->loc);
}

int explain_operand_with(const Align *a, const IrOp *op, int value)
{
    for (int i = 0; i < op->n_operands; i++)
        for (int leaf = 0; leaf < type_n_leaves(op->operands[i]->type); leaf++)
            if (align_canon(a, op->operands[i], leaf) == value)
                return i;
    return -1;
}

static bool ahead_has(const Ahead *ahead, const IrOp *op)
{
    for (int i = 0; i < ahead->n; i++)
        if (ahead->v[i].op == op)
            return true;
    return false;
}

/* Ops whose parts on several devices have to be combined when what they reduce or look up is divided. */
static bool may_be_partial(const IrOp *op)
{
    static const bool families[N_FAMILIES] = {
        [FAMILY_dot] = true, [FAMILY_convolution] = true, [FAMILY_reduce] = true, [FAMILY_gather] = true,
        [FAMILY_scatter] = true, [FAMILY_reduce_window] = true, [FAMILY_select_and_scatter] = true, [FAMILY_dynamic_slice] = true,
        [FAMILY_dynamic_update_slice] = true, [FAMILY_sort] = true, [FAMILY_concatenate] = true,
    };
    return families[op_family(op)];
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

/* Sums of which no element is known before all parts are added. Of what is looked up, one device has each element, and the others zeros. */
static bool sums_parts(const IrOp *op)
{
    static const bool families[N_FAMILIES] = {
        [FAMILY_dot] = true, [FAMILY_convolution] = true, [FAMILY_reduce] = true, [FAMILY_reduce_window] = true, [FAMILY_select_and_scatter] = true,
    };
    return families[op_family(op)];
}

/* Ops of whole that have the collective's name and compute something. To be freed. */
static GPtrArray *named_ops(const Explain *x, const Found *f)
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

/* The one of them that takes the value; of several the one that follows it. */
static const IrOp *named_user(const Explain *x, const Found *f, const Ahead *ahead, const GPtrArray *named)
{
    const IrOp *best = NULL;
    for (guint i = 0; i < named->len; i++) {
        const IrOp *op = named->pdata[i];
        if (explain_operand_with(x->align, op, f->value) < 0)
            continue;
        if (ahead_has(ahead, op))
            return op;
        best = best ? best : op;
    }
    return best;
}

enum { FEW = 5 };            /* ops that are looked through */

/* True if the value is computed from the canonical value `from`, a few ops up. */
static bool comes_from(const Align *a, IrOp *op, int from, int depth)
{
    if (align_canon(a, op, 0) == from)
        return true;
    IrOp *up = value_resolve(op, 0).op;
    bool found = false;
    for (int i = 0; depth > 0 && i < up->n_operands && i < 4 && !found; i++)
        found = comes_from(a, up->operands[i], from, depth - 1);
    return found;
}

/* The one of them that takes the value with other dims of one element, which later passes left out. *value: that value. */
static const IrOp *named_reshaped(const Explain *x, const Found *f, const GPtrArray *named, int *value)
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
            if ((align_only_unit_dims(user) || align_passes_on(user)) && type_n_leaves(user->type) == 1 && n < MAX_VALUES)
                values[n++] = side->base[user->id];
        }
    }
    return best;
}

/* What is left where values could not be followed exactly: an op of that name. *pos: its operand that comes from the value, -1 = unknown. */
static const IrOp *named_near(const Explain *x, const Found *f, const Ahead *ahead, const GPtrArray *named, int *pos)
{
    const IrOp *best = NULL;
    *pos = -1;
    for (guint i = 0; i < named->len; i++) {
        const IrOp *op = named->pdata[i];
        if (op->code == OP_broadcast || op->code == OP_reshape)
            continue;
        for (int k = 0; f->value >= 0 && k < op->n_operands; k++)
            if (comes_from(x->align, op->operands[k], f->value, FEW)) {
                *pos = k;
                return op;
            }
        if (!best || ahead_has(ahead, op))
            best = op;
    }
    return best;
}

/* Sums of short floats are made of longer ones where the hardware adds no short ones. */
static bool may_be_promoted(ElemType to, ElemType from)
{
    return to == from || (elem_is_float(to) && elem_is_float(from) && elem_info[to].bytes > elem_info[from].bytes);
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
        if (value < 0 || (piece->kind == TYPE_ARRAY && type->kind == TYPE_ARRAY && !may_be_promoted(piece->elem, type->elem)))
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
    if (part->kind != TYPE_ARRAY || all->kind != TYPE_ARRAY || !may_be_promoted(part->elem, all->elem) || part->n_elems > all->n_elems)
        return false;
    const Sharding *s = op->shardings ? op->shardings[0] : NULL;
    if (!is_within(part, all, s))
        return false;
    return !s || s->maximal || part->n_elems * tile_count(s) >= all->n_elems;
}

/* The op of that name whose parts are to be combined: the one that is or takes the value, or the only one; of several the first that no other
 * collective was found for. */
static const IrOp *named_partial(const Explain *x, const Found *f, const GPtrArray *named, const IrOp *maker, bool *sure)
{
    const IrOp *best = NULL;
    bool pieces = explain_adds_pieces(f);
    int n = 0;
    for (guint i = 0; i < named->len; i++) {
        const IrOp *op = named->pdata[i];
        if (!may_be_partial(op) || !type_n_leaves(op->type) || !holds_parts(f, op) || (pieces && sums_parts(op)))
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
    return reduces(f->coll) && may_be_partial(maker) && x->align->match[op->id] == maker;
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
            found = comes_from(x->align, op->operands[i], x->align->canon[x->align->whole->base[maker->id] + leaf], FEW);
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

/* Decides from names first: what the partitioner makes for an op is named after it. */
static void decide(Explain *x, Found *f, const Ahead *ahead)
{
    const Align *a = x->align;
    g_autoptr(GPtrArray) list = named_ops(x, f);
    IrOp *maker = f->value >= 0 ? side_at(a->whole, f->value).op : NULL;
    bool own_name = maker && named_alike(f, maker), sure = true;
    const IrOp *partial = reduces(f->coll) ? named_partial(x, f, list, maker, &sure) : NULL;
    const IrOp *named = f->value >= 0 ? named_user(x, f, ahead, list) : NULL, *user = f->value >= 0 ? user_ahead(x, f, ahead) : NULL;
    int pos, reshaped = f->value;
    bool fulfilled = named && is_fulfilled(x, f, named);
    if (fulfilled) {
        named = NULL;
        own_name = true;
    }
    f->certain = true;
    f->by = EVIDENCE_NONE;
    if (maker && reduces(f->coll) && !f->name && may_be_partial(maker) && !(sums_parts(maker) && explain_adds_pieces(f))) {
        f->by = EVIDENCE_STRUCTURE;
        set_own(x, f, maker, ahead);
    } else if (partial && (adds_up(x, f, partial) || !(named && named != partial && ahead_has(ahead, named)))) {
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
        f->certain = pos >= 0;
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
 * takes a value that the other takes, or the only one of its size. like: has the name. NULL = none. */
static const IrOp *other_dims(const Align *a, const IrOp *op, const IrOp *like, int value)
{
    const GPtrArray *named = like->op_name ? g_hash_table_lookup(a->by_name, like->op_name) : NULL;
    const IrOp *only = NULL, *sized = NULL;
    int n = 0, n_sized = 0;
    for (guint i = 0; named && i < named->len; i++) {
        const IrOp *w = named->pdata[i];
        if (!does(op, w) || type_n_leaves(w->type) != 1 || !align_places_agree(like->loc, w->loc))
            continue;
        if (value >= 0 && explain_operand_with(a, w, value) >= 0 && has_dims(op, w))
            return w;
        only = w;
        n++;
        sized = has_dims(op, w) ? w : sized;
        n_sized += has_dims(op, w);
    }
    return n == 1 ? only : n_sized == 1 ? sized : NULL;
}

/* What is known of how a value of local came from the value that it stands for. */
typedef struct Way {
    bool joined;             /* it is put together of several: it stands for one of them, as likely as not */
    bool computed;           /* an op that was not recognised computes it */
    const IrOp *by;          /* of whole: that op, as far as its name tells */
} Way;

static Way way_back(const Align *a, IrOp *op)
{
    enum { FAR = 60 };
    const IrOp *like = NULL; /* what follows it, and has a name */
    for (int i = 0; i < FAR; i++) {
        IrValue v = value_resolve(op, 0);
        int here = side_value(a->local, v.op, v.leaf), n = 0;
        if (here < 0 || a->exact[here] || !v.op->n_operands || v.op->n_comps)
            return (Way){ 0 };
        const IrOp *by = computes(v.op) || v.op->code == OP_multiply ? other_dims(a, v.op, v.op->op_name || !like ? v.op : like, a->stands_for[here]) : NULL;
        if (computes(v.op) || (by && by->code == OP_dot))
            return (Way){ .computed = true, .by = by };
        bool first_only = v.op->code == OP_dynamic_slice || v.op->code == OP_pad;
        like = v.op->op_name ? v.op : like;
        op = v.op->operands[0];
        for (int k = 0; k < v.op->n_operands && !first_only; k++) {
            int value = align_value(a, v.op->operands[k], 0);
            if (value == a->stands_for[here])
                op = v.op->operands[k];
            n += value >= 0 && value != a->stands_for[here] && !align_is_weak(a, value);
        }
        if (n)
            return (Way){ .joined = true };
    }
    return (Way){ .joined = true };
}

/* True if the op that the collective was found for takes no value but this one, so that what it takes must be made of it. */
static bool takes_only(const Align *a, const Found *f)
{
    return f->by == EVIDENCE_NAME && f->user && only_value(a, f, f->user) == f->value;
}

Found explain_find(Explain *x, IrOp *coll, int operand, const GArray *found)
{
    const Align *a = x->align;
    Found f = { .coll = coll, .operand = operand, .value = align_value(a, coll->operands[operand], 0), .user_pos = -1, .output = -1 };
    const IrOp *match = a->match[coll->id];
    if (match && op_is_collective(match)) {
        f.kind = FOUND_WRITTEN;
        f.by = EVIDENCE_WRITTEN;
        f.user = match;
        f.certain = true;
        return f;
    }
    g_autoptr(GHashTable) through = g_hash_table_new(NULL, NULL);
    Exact source = exact_layout(x, coll->operands[operand], 0, through);
    f.value = source.value >= 0 ? source.value : f.value;
    bool mirrored = source.base && g_hash_table_contains(x->mirrored, source.base);
    Way way = source.value >= 0 ? (Way){ 0 } : way_back(a, coll->operands[operand]);
    if (way.by)
        f.value = a->canon[a->whole->base[way.by->id]];
    const Found *earlier = source.value >= 0 ? continued(x, &f, through, found) : NULL;
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
        f.certain = earlier->certain;
        f.by = earlier->by;
        set_meets(&f, f.user, &ahead);
    } else {
        decide(x, &f, &ahead);
        f.certain = f.certain && !mirrored && (f.by == EVIDENCE_PARTIAL || (way.joined ? takes_only(a, &f) : !way.computed));
    }
    f.name = NULL;
    f.loc = NULL;
    coll_part_clear(&part);
    return f;
}
