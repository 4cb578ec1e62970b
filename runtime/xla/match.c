/* Which op of the program as written an op of the divided one is: the users of the values that it takes are compared with it, and ops of its name. Start
 * reading at align_find_match. */
#include "runtime/xla/align_impl.h"

#include <string.h>

#include "runtime/shard/tiles.h"

bool align_may_be_promoted(ElemType to, ElemType from)
{
    return to == from || (elem_is_float(to) && elem_is_float(from) && elem_info[to].bytes > elem_info[from].bytes);
}

bool align_may_be_piece(const Type *piece, const Type *whole)
{
    if (piece->kind != TYPE_ARRAY || whole->kind != TYPE_ARRAY)
        return piece->kind == whole->kind;
    if (piece->rank != whole->rank || !align_may_be_promoted(piece->elem, whole->elem))
        return false;
    for (int d = 0; d < piece->rank; d++)
        if (piece->dims[d] > whole->dims[d] * 2)
            return false;
    return true;
}

/* Element-wise ops are moved before and behind reshapes and transposes, products have dims joined: one with name and place may have the elements
 * in other dims. */
static bool may_be_reshaped(const IrOp *local, const IrOp *whole)
{
    const Type *piece = local->type, *type = whole->type;
    return local->loc && (op_family(local) == FAMILY_elementwise || op_family(local) == FAMILY_dot) && piece->kind == TYPE_ARRAY && type->kind == TYPE_ARRAY && align_may_be_promoted(piece->elem, type->elem) && piece->n_elems > 1 &&
           piece->n_elems <= type->n_elems && align_names_agree(local->op_name, whole->op_name) && align_places_agree(local->loc, whole->loc);
}

bool align_fits(const Align *a, const Type *piece, const IrOp *whole, int leaf)
{
    const Type *type = type_leaf(whole->type, leaf);
    const Sharding *s = whole->shardings ? whole->shardings[leaf] : NULL;
    if (piece->kind != TYPE_ARRAY || type->kind != TYPE_ARRAY || piece->rank != type->rank)
        return piece->kind == type->kind && piece->kind != TYPE_ARRAY;
    int64_t tile[MAX_RANK + 1];
    for (int d = 0; d < type->rank; d++)
        tile[d] = type->dims[d];
    if (s && !s->maximal && s->rank == type->rank && !a->o.undivided)
        tile_dims(s, type->rank, type->dims, tile);
    for (int d = 0; d < type->rank; d++)
        if (tile[d] != piece->dims[d])
            return false;
    return true;
}

/* True of operands that say where to cut, not what: XLA drops from them what wraps or limits an index that is in range anyway. */
static bool is_index(const IrOp *op, int operand)
{
    return operand >= 1 + (op->code == OP_dynamic_update_slice) && (op->code == OP_dynamic_slice || op->code == OP_dynamic_update_slice);
}

/* How well the operands of local agree with those of whole in this order; -1 = they are others. */
static int operand_score(const Align *a, const IrOp *local, const IrOp *whole, bool swapped)
{
    int score = 0, n = local->n_operands;
    for (int i = 0; i < n; i++) {
        int have = align_value(a, local->operands[i], 0), want = align_canon(a, whole->operands[swapped ? n - 1 - i : i], 0);
        if (have < 0 || want < 0)
            continue;
        if (have == want)
            score += align_is_weak(a, have) ? 1 : 4;
        else if (align_same_elements(a, have, want))
            score += 3;
        else if (is_index(local, i))
            score--;
        else if (a->exact[side_value(a->local, local->operands[i], 0)])
            return -1;
    }
    return score;
}

/* Ops that partitioners make many of, to cut and join pieces: only one of the right size is the program's own. */
static bool cuts(const IrOp *op)
{
    return op->code == OP_slice || op->code == OP_pad || op->code == OP_concatenate || op->code == OP_dynamic_slice || op->code == OP_reverse;
}

/* True if both cut the same elements out of what they take, as far as steps say, under the same name: XLA may divide it otherwise than propagation says. */
static bool steps_same(const IrOp *local, const IrOp *whole)
{
    bool same = local->code == OP_slice && whole->code == OP_slice && local->type->rank == whole->type->rank && align_names_agree(local->op_name, whole->op_name), any = false;
    for (int d = 0; same && d < whole->type->rank; d++) {
        same = local->a.slice.stride[d] == whole->a.slice.stride[d] && local->type->dims[d] <= whole->type->dims[d];
        any = any || whole->a.slice.stride[d] > 1;
    }
    return same && any;
}

/* True if both join the same values in the same order, under the same name: XLA may divide it otherwise than propagation says. */
static bool joins_same(const Align *a, const IrOp *local, const IrOp *whole)
{
    bool same = whole->code == OP_concatenate && local->n_operands == whole->n_operands && align_names_agree(local->op_name, whole->op_name) &&
                local->a.concatenate.dim == whole->a.concatenate.dim;
    for (int i = 0; i < whole->n_operands && same; i++) {
        int v = align_value(a, local->operands[i], 0);
        same = v >= 0 && v == align_canon(a, whole->operands[i], 0);
        for (int k = 0; k < i && same; k++) /* edges of one value are joined too */
            same = v != align_value(a, local->operands[k], 0);
    }
    return same;
}

/* True if the ops do the same. XLA writes divisions as products with the reciprocal, differences as sums, under the same name. */
static bool does_same(const IrOp *local, const IrOp *whole)
{
    bool turned = (local->code == OP_multiply && whole->code == OP_divide) || (local->code == OP_add && whole->code == OP_subtract);
    if (local->n_operands != whole->n_operands)
        return false;
    return local->code == whole->code || (turned && local->loc && whole->loc && align_names_agree(local->op_name, whole->op_name) && align_places_agree(local->loc, whole->loc));
}

/* True if one of the values that an op of local takes is known to be one of whole, which tells something. */
static bool takes_exactly(const Align *a, const IrOp *local)
{
    for (int i = 0; i < local->n_operands; i++) {
        int at = side_value(a->local, local->operands[i], 0);
        if (at >= 0 && a->exact[at] && a->stands_for[at] >= 0 && !align_is_weak(a, a->stands_for[at]))
            return true;
    }
    return false;
}

static int match_score(const Align *a, const IrOp *local, const IrOp *whole)
{
    if (!does_same(local, whole))
        return -1;
    if (!align_may_be_piece(type_n_leaves(local->type) ? type_leaf(local->type, 0) : local->type, type_n_leaves(whole->type) ? type_leaf(whole->type, 0) : whole->type) &&
        !may_be_reshaped(local, whole))
        return -1;
    if (cuts(local) && !align_fits(a, local->type, whole, 0) && !joins_same(a, local, whole) && !steps_same(local, whole))
        return -1;
    int score = operand_score(a, local, whole, false), padded = local->code == OP_pad ? align_value(a, local->operands[0], 0) : -1;
    if (padded >= 0 && !align_same_elements(a, padded, align_canon(a, whole->operands[0], 0))) /* what it is filled with tells nothing */
        return -1;
    if (score < 0 && (op_info[local->code].traits & COMMUTES) && local->n_operands == 2)
        score = operand_score(a, local, whole, true) - 1; /* seldom turned around: of two that fit, the one that is not */
    bool other = local->op_name && whole->op_name && !align_names_agree(local->op_name, whole->op_name);
    if (other && op_family(local) == FAMILY_elementwise && !takes_exactly(a, local)) /* what it takes was computed from what the other takes */
        return -1;
    if (score < 1 || (other && (local->code == OP_reshape || local->code == OP_transpose))) /* partitioners make many of these */
        return -1;
    if (local->op_name && whole->op_name)
        score += align_names_agree(local->op_name, whole->op_name) ? 3 + (local->loc && whole->loc && align_places_agree(local->loc, whole->loc)) : -3;
    bool one = type_n_leaves(local->type) == 1 && type_n_leaves(whole->type) == 1;
    score += one && align_fits(a, local->type, whole, 0) ? 2 : 0;
    return MAX(score - (one && type_leaf(local->type, 0)->elem != type_leaf(whole->type, 0)->elem), 1); /* computed in more bits */
}

typedef struct Best {
    const IrOp *op;
    int score;
} Best;

static void consider(const Align *a, const IrOp *local, const IrOp *whole, Best *best)
{
    int score = match_score(a, local, whole);
    if (score > best->score || (score == best->score && best->op && a->used[whole->id] < a->used[best->op->id]))
        *best = (Best){ whole, score };
}

/* The only operand that is no constant; NULL = there are several, or none. */
static IrOp *only_variable(const IrOp *op)
{
    bool scales = op->n_operands == 2 && (op->code == OP_multiply || op->code == OP_divide || op->code == OP_add || op->code == OP_subtract);
    IrOp *only = NULL;
    for (int i = 0, n = 0; i < op->n_operands && scales; i++) {
        const IrOp *c = op->operands[i];
        while ((c->code == OP_broadcast || c->code == OP_convert || c->code == OP_reshape) && c->n_operands)
            c = c->operands[0];
        n += c->code != OP_constant;
        only = c->code == OP_constant ? only : n == 1 ? op->operands[i] : NULL;
    }
    return only;
}

/* XLA makes one product of x * 2 * 3, with the name of the last: the op of that name which is computed from the value and from constants. */
static const IrOp *find_folded(const Align *a, const IrOp *local, int v, GPtrArray *const *aliases, int depth)
{
    const IrOp *found = NULL;
    for (guint k = 0; v >= 0 && depth && k < aliases[v]->len && !found; k++) {
        const SideUses *uses = &a->whole->uses[GPOINTER_TO_INT(aliases[v]->pdata[k])];
        for (int u = 0; u < uses->n && u < 32 && !found; u++) {
            IrOp *op = uses->v[u].op;
            if (!only_variable(op) || op->type->kind != TYPE_ARRAY || !(align_may_be_piece(local->type, op->type) || may_be_reshaped(local, op)))
                continue;
            bool named = (op->code == local->code || op->code == OP_divide) && align_names_agree(op->op_name, local->op_name) && align_places_agree(op->loc, local->loc);
            found = named ? op : find_folded(a, local, align_canon(a, op, 0), aliases, depth - 1);
        }
    }
    return found;
}

/* True of a reshape or transpose of another value, as far as is known, that follows one of its name: partitioners make several in a row, named after
 * what they divide. */
static bool turns_other(const Align *a, const IrOp *local, const IrOp *whole)
{
    if ((local->code != OP_reshape && local->code != OP_transpose) || g_strcmp0(local->op_name, local->operands[0]->op_name) != 0)
        return false;
    int have = align_value(a, local->operands[0], 0);
    return have >= 0 && have != align_canon(a, whole->operands[0], 0);
}

/* No smaller than a device's piece of the op's result, and no larger than all of it: XLA may divide it less than propagation says. */
static bool is_between(const Align *a, const Type *piece, const IrOp *whole)
{
    const Type *type = whole->type;
    if (align_fits(a, piece, whole, 0))
        return true;
    if (piece->kind != TYPE_ARRAY || type->kind != TYPE_ARRAY || piece->rank != type->rank || !align_may_be_promoted(piece->elem, type->elem))
        return false;
    for (int d = 0; d < piece->rank; d++) {
        const Sharding *s = whole->shardings ? whole->shardings[0] : NULL;
        int64_t least = s && !s->maximal && s->rank == type->rank ? tile_size(type->dims[d], sharding_parts(s, d)) : type->dims[d];
        if (piece->dims[d] < least || piece->dims[d] > type->dims[d])
            return false;
    }
    return true;
}

/* True if an op of whole takes one of the values that an op of local takes. */
static bool shares_operand(const Align *a, const IrOp *local, const IrOp *whole)
{
    for (int i = 0; i < local->n_operands; i++) {
        int v = align_value(a, local->operands[i], 0);
        for (int k = 0; k < whole->n_operands && v >= 0 && !align_is_weak(a, v); k++)
            if (align_same_elements(a, v, align_canon(a, whole->operands[k], 0)))
                return true;
    }
    return false;
}

/* The element-wise op or collective of whole that has kind, name and place of this one: XLA may have moved its operands to ops before and behind it (a * (b * 2)
 * is (a * 2) * b). NULL = there are several, of which not just one takes a value that this one takes. */
static const IrOp *find_moved_around(const Align *a, const IrOp *local)
{
    bool may = local->op_name && local->loc && (op_family(local) == FAMILY_elementwise || op_is_collective(local)) && local->type->kind == TYPE_ARRAY && local->type->rank;
    const GPtrArray *named = may ? g_hash_table_lookup(a->by_name, local->op_name) : NULL;
    const IrOp *only = NULL, *sharing = NULL;
    int n = 0, n_sharing = 0;
    for (guint k = 0; named && k < named->len; k++) {
        const IrOp *op = named->pdata[k];
        if (!does_same(local, op) || !op->loc || !align_places_agree(local->loc, op->loc) || !is_between(a, local->type, op))
            continue;
        only = op;
        n++;
        bool shares = shares_operand(a, local, op);
        sharing = shares ? op : sharing;
        n_sharing += shares;
    }
    return n == 1 ? only : n_sharing == 1 ? sharing : NULL;
}

/* True if an operand of an op of whole is this value, spread over more elements or a part of it. */
static bool spreads(const Align *a, IrOp *operand, int value)
{
    enum { FEW = 6 };
    for (int i = 0; i < FEW; i++) {
        IrValue v = value_resolve(operand, 0);
        if (align_same_elements(a, align_canon(a, operand, 0), value))
            return true;
        if ((v.op->code != OP_broadcast && v.op->code != OP_slice && !align_only_unit_dims(v.op) && !align_passes_on(v.op)) || !v.op->n_operands)
            return false;
        operand = align_passes_on(v.op) ? align_passed(v.op, v.leaf).op : v.op->operands[0];
    }
    return false;
}

/* The element-wise op of whole that has kind, name and place of this one, and takes what this one takes, spread along further dims or cut: XLA computes
 * once what is the same everywhere, and cuts otherwise than the program. NULL = none, or there are several. */
static const IrOp *find_spread(const Align *a, const IrOp *local)
{
    bool may = local->op_name && op_family(local) == FAMILY_elementwise && local->type->kind == TYPE_ARRAY;
    const GPtrArray *named = may ? g_hash_table_lookup(a->by_name, local->op_name) : NULL;
    const IrOp *best = NULL;
    for (guint k = 0; named && k < named->len; k++) {
        const IrOp *op = named->pdata[k];
        bool larger = op->type->kind == TYPE_ARRAY && op->type->rank > local->type->rank;
        bool all = does_same(local, op) && (larger || is_between(a, local->type, op)) && align_places_agree(local->loc, op->loc);
        for (int i = 0; all && i < local->n_operands; i++) {
            int v = align_value(a, local->operands[i], 0);
            all = v >= 0 && spreads(a, op->operands[i], v);
        }
        if (all && best && !larger)
            return NULL;
        if (all && (!best || a->used[op->id] < a->used[best->id]))
            best = op;
    }
    return best;
}

/* An element-wise op of whole with kind, name and place of this one, whose operands were not recognised: the one that takes most of what this one takes, of
 * those that were found the least often. NULL = none. */
static const IrOp *find_alike(const Align *a, const IrOp *local)
{
    bool may = local->op_name && local->loc && op_family(local) == FAMILY_elementwise && local->type->kind == TYPE_ARRAY && local->type->rank;
    const GPtrArray *named = may ? g_hash_table_lookup(a->by_name, local->op_name) : NULL;
    const IrOp *best = NULL;
    int most = -1;
    for (guint k = 0; named && k < named->len; k++) {
        const IrOp *op = named->pdata[k];
        if (!does_same(local, op) || !op->loc || !align_places_agree(local->loc, op->loc) || !is_between(a, local->type, op))
            continue;
        int n = 0;
        for (int i = 0; i < local->n_operands; i++) {
            int v = align_value(a, local->operands[i], 0);
            n += v >= 0 && !align_is_weak(a, v) && spreads(a, op->operands[i], v);
        }
        if (n > most || (n == most && a->used[op->id] < a->used[best->id])) {
            most = n;
            best = op;
        }
    }
    return best;
}

/* The value of whole that is the exponential of an op of local: XLA makes exp(x + y) of exp(x) * exp(y), both of which have the product's name. -1 = none. */
static int exponential_of(const Align *a, IrOp *local, int depth)
{
    IrValue v = value_resolve(local, 0);
    int at = side_value(a->local, v.op, v.leaf), have = at >= 0 ? a->stands_for[at] : -1;
    const SideUses *uses = have >= 0 && a->exact[at] ? &a->whole->uses[have] : NULL;
    for (int i = 0; uses && i < uses->n; i++)
        if (uses->v[i].op->code == OP_exponential)
            return align_canon(a, uses->v[i].op, 0);
    const GPtrArray *named = v.op->code == OP_add && v.op->op_name && depth ? g_hash_table_lookup(a->by_name, v.op->op_name) : NULL;
    if (!named)
        return -1;
    int x = exponential_of(a, v.op->operands[0], depth - 1), y = v.op->operands[1] == v.op->operands[0] ? x : exponential_of(a, v.op->operands[1], depth - 1);
    for (guint k = 0; x >= 0 && y >= 0 && k < named->len; k++) {
        IrOp *op = named->pdata[k];
        bool same = op->code == OP_multiply && align_places_agree(v.op->loc, op->loc);
        if (same && ((spreads(a, op->operands[0], x) && spreads(a, op->operands[1], y)) || (spreads(a, op->operands[0], y) && spreads(a, op->operands[1], x))))
            return align_canon(a, op, 0);
    }
    return -1;
}

const IrOp *align_find_match(const Align *a, const IrOp *local, GPtrArray *const *aliases, bool *guess)
{
    enum { ENOUGH = 4000 };
    *guess = false;
    Best best = { NULL, 0 };
    for (int i = 0; i < local->n_operands && !best.op; i++) {
        int v = align_value(a, local->operands[i], 0);
        if (v < 0 || align_is_weak(a, v))
            continue;
        for (guint k = 0; k < aliases[v]->len; k++) {
            const SideUses *uses = &a->whole->uses[GPOINTER_TO_INT(aliases[v]->pdata[k])];
            for (int u = 0; u < uses->n && u < ENOUGH; u++)
                consider(a, local, uses->v[u].op, &best);
        }
    }
    IrOp *variable = local->op_name && !(best.op && align_names_agree(best.op->op_name, local->op_name)) ? only_variable(local) : NULL;
    int from = variable ? side_value(a->local, variable, 0) : -1;
    const IrOp *folded = from >= 0 && a->exact[from] ? find_folded(a, local, a->stands_for[from], aliases, 3) : NULL;
    if (folded)
        return folded;
    const IrOp *moved = best.op && align_names_agree(best.op->op_name, local->op_name) ? NULL : find_moved_around(a, local);
    if (moved)
        return moved;
    int power = local->code == OP_exponential && !(best.op && align_names_agree(best.op->op_name, local->op_name)) ? exponential_of(a, local->operands[0], 12) : -1;
    if (power >= 0 && align_names_agree(side_at(a->whole, power).op->op_name, local->op_name))
        return side_at(a->whole, power).op;
    const IrOp *spread = best.op && align_names_agree(best.op->op_name, local->op_name) ? NULL : find_spread(a, local);
    if (spread)
        return spread;
    /* nothing is known of the operands: an op of that name and kind, which is a guess if there are several */
    const GPtrArray *named = !best.op && local->op_name ? g_hash_table_lookup(a->by_name, local->op_name) : NULL;
    for (guint k = 0; named && k < named->len && k < ENOUGH && !*guess; k++) {
        const IrOp *op = named->pdata[k];
        if (op->code == local->code && op->n_operands == local->n_operands && !a->used[op->id] && op->code != OP_constant && op->code != OP_broadcast && align_places_agree(local->loc, op->loc) &&
            (!cuts(local) || align_fits(a, local->type, op, 0)) && !turns_other(a, local, op) &&
            operand_score(a, local, op, false) >= 0 && align_may_be_piece(type_leaf(local->type, 0), type_leaf(op->type, 0))) {
            *guess = best.op != NULL;
            best.op = best.op ? best.op : op;
        }
    }
    const IrOp *alike = best.op ? NULL : find_alike(a, local);
    *guess = *guess || alike;
    return best.op ? best.op : alike;
}

/* True if an op of local has elements of a value as they are: it only cuts them out, moves or joins them. */
static bool only_has_of(const Align *a, IrOp *op, int value)
{
    enum { FEW = 12 };
    static const bool moves[N_OPCODES] = {
        [OP_slice] = true, [OP_dynamic_slice] = true, [OP_copy] = true, [OP_bitcast] = true, [OP_reshape] = true, [OP_transpose] = true,
        [OP_all_gather] = true, [OP_all_to_all] = true, [OP_collective_permute] = true,
    };
    for (int i = 0; i < FEW && moves[op->code] && op->n_operands; i++) {
        IrValue v = value_resolve(op->operands[0], 0);
        if (v.op && align_value(a, v.op, v.leaf) == value && a->exact[a->local->base[v.op->id] + v.leaf])
            return true;
        op = v.op;
    }
    return false;
}

/* True of ops whose results are computed of many elements each. */
static bool sums_up(const IrOp *whole)
{
    OpFamily family = op_family(whole);
    return family == FAMILY_dot || family == FAMILY_convolution || family == FAMILY_reduce;
}

const IrOp *align_find_end(const Align *a, const IrOp *op, int value)
{
    const GPtrArray *named = op->op_name && value >= 0 && type_n_leaves(op->type) == 1 ? g_hash_table_lookup(a->by_name, op->op_name) : NULL;
    const SideUses *uses = &a->local->uses[a->local->base[op->id]];
    for (int i = 0; named && i < uses->n; i++)
        if (align_names_agree(uses->v[i].op->op_name, op->op_name) && align_places_agree(uses->v[i].op->loc, op->loc)) /* more was made for it */
            return NULL;
    const IrOp *found = NULL;
    for (guint k = 0; named && k < named->len; k++) {
        IrOp *whole = named->pdata[k];
        bool takes = false;
        for (int i = 0; i < whole->n_operands && !takes; i++)
            takes = align_canon(a, whole->operands[i], 0) == value;
        if (!takes || align_passes_on(whole) || (sums_up(whole) && only_has_of(a, (IrOp *)op, value)) || type_n_leaves(whole->type) != 1 || !align_places_agree(op->loc, whole->loc) || !is_between(a, op->type, whole))
            continue;
        if (found && align_canon(a, (IrOp *)found, 0) != align_canon(a, whole, 0)) /* it may be either */
            return NULL;
        found = found ? found : whole;
    }
    return found;
}
