/* Follows elements back; see elements.h. Start reading at step. */
#include "runtime/xla/elements_impl.h"

#include <string.h>

#include "runtime/partition/partition.h"
#include "runtime/sim/collective.h"

typedef struct Members {       /* of a collective */
    int32_t *group, *place;    /* by device: its group and its place in it, -1 = none; of permutes group is the source */
    int32_t **ids;             /* by group: its devices; NULL for permutes */
    int n_groups, size;
} Members;

Elements *elements_new(const IrModule *local, int64_t n_devices)
{
    Elements *e = g_new0(Elements, 1);
    e->local = local;
    e->n_devices = n_devices;
    e->arena = arena_new_root();
    e->members = g_hash_table_new(NULL, NULL);
    e->known = g_hash_table_new(NULL, NULL);
    e->loops = g_hash_table_new(NULL, NULL);
    for (int k = 0; k < local->n_comps; k++)
        for (int i = 0; i < local->comps[k]->n_ops; i++) {
            IrOp *op = local->comps[k]->ops[i];
            if (op->code == OP_while && op->n_comps == 2 && op->n_operands == 1)
                g_hash_table_insert(e->loops, op->comps[1], op);
        }
    return e;
}

void elements_free(Elements *e)
{
    if (!e)
        return;
    g_hash_table_unref(e->members);
    g_hash_table_unref(e->known);
    g_hash_table_unref(e->loops);
    arena_free(e->arena);
    g_free(e);
}

/* ---- who takes part ---------------------------------------------------------------------------------------------------- */

static void note_pairs(const Elements *e, Members *m, Ints pairs)
{
    for (int i = 0; i + 1 < pairs.n; i += 2)
        if (pairs.v[i + 1] >= 0 && pairs.v[i + 1] < e->n_devices && pairs.v[i] >= 0 && pairs.v[i] < e->n_devices)
            m->group[pairs.v[i + 1]] = (int32_t)pairs.v[i];
}

static void note_groups(const Elements *e, Members *m, const Groups *g)
{
    Ints everyone = { NULL, (int)e->n_devices };
    m->n_groups = MAX(g->n_groups, 1);
    m->ids = arena_array(e->arena, int32_t *, (size_t)m->n_groups);
    m->size = g->n_groups ? g->groups[0].n : (int)e->n_devices;
    for (int i = 0; i < m->n_groups; i++) {
        const Ints *list = g->n_groups ? &g->groups[i] : &everyone;
        m->ids[i] = arena_array(e->arena, int32_t, (size_t)list->n + 1);
        for (int k = 0; k < list->n; k++) {
            int64_t id = list->v ? list->v[k] : k;
            m->ids[i][k] = (int32_t)id;
            if (id >= 0 && id < e->n_devices && list->n == m->size) {
                m->group[id] = i;
                m->place[id] = k;
            }
        }
    }
}

static const Members *members_of(Elements *e, const IrOp *coll)
{
    Members *m = g_hash_table_lookup(e->members, coll);
    if (m)
        return m;
    m = arena_new(e->arena, Members);
    m->group = arena_array(e->arena, int32_t, (size_t)e->n_devices);
    m->place = arena_array(e->arena, int32_t, (size_t)e->n_devices);
    for (int64_t d = 0; d < e->n_devices; d++)
        m->group[d] = m->place[d] = -1;
    IrOp named;
    name_devices(e->arena, coll, &named);
    if (coll_kind_of(coll->code) == COLL_PERMUTE)
        note_pairs(e, m, named.a.collective.pairs);
    else
        note_groups(e, m, &named.a.collective.groups);
    g_hash_table_insert(e->members, (gpointer)coll, m);
    return m;
}

/* The device at a place of the group of another one; -1 = it is in none. */
static int64_t member(const Elements *e, const Members *m, int64_t device, int64_t place)
{
    if (m->group[device] < 0 || place < 0 || place >= m->size)
        return -1;
    int64_t id = m->ids[m->group[device]][place];
    return id < e->n_devices ? id : -1;
}

static void unlinear(const Type *t, int64_t n, int64_t *at)
{
    for (int d = t->rank - 1; d >= 0; d--) {
        at[d] = t->dims[d] ? n % t->dims[d] : 0;
        n = t->dims[d] ? n / t->dims[d] : 0;
    }
}

/* ---- one op back -------------------------------------------------------------------------------------------------------- */

static void go(Element *el, IrOp *op, int leaf)
{
    IrValue v = value_resolve(op, leaf);
    el->op = v.op;
    el->leaf = v.leaf;
}

static const Type *type_at(const Element *el)
{
    return type_leaf(el->op->type, el->leaf);
}

static bool through_reshape(Element *el)
{
    const Type *from = el->op->operands[0]->type;
    if (from->kind != TYPE_ARRAY || from->n_elems != el->op->type->n_elems)
        return false;
    int64_t n = element_index(el->op->type, el->at);
    unlinear(from, n, el->at);
    el->goal = from->plain == el->op->type->plain ? el->goal : NULL;
    go(el, el->op->operands[0], 0);
    return true;
}

/* Bitcasts keep what lies in memory: the element's number in the order of the layout. */
static bool through_bitcast(Element *el)
{
    const Type *to = el->op->type, *from = el->op->operands[0]->type;
    int order[MAX_RANK + 1];
    int64_t n = 0;
    if (from->kind != TYPE_ARRAY || from->n_elems != to->n_elems)
        return false;
    type_minor_to_major(to, order);
    for (int i = to->rank - 1; i >= 0; i--)
        n = n * to->dims[order[i]] + el->at[order[i]];
    type_minor_to_major(from, order);
    for (int i = 0; i < from->rank; i++) {
        el->at[order[i]] = n % from->dims[order[i]];
        n /= from->dims[order[i]];
    }
    el->goal = from->plain == to->plain ? el->goal : NULL;
    go(el, el->op->operands[0], 0);
    return true;
}

static bool through_pad(Element *el, ElementEnd *end)
{
    const IrOp *op = el->op;
    const Type *from = op->operands[0]->type;
    bool inside = true;
    for (int d = 0; d < from->rank; d++) {
        int64_t at = el->at[d] - op->a.pad.lo[d], gap = op->a.pad.interior[d] + 1;
        inside = inside && at >= 0 && at % gap == 0 && at / gap < from->dims[d];
        el->at[d] = at / gap;
    }
    if (!inside) {
        *end = ELEMENT_PADDING;
        return false;
    }
    go(el, op->operands[0], 0);
    return true;
}

static bool through_concatenate(Element *el)
{
    int64_t dim = el->op->a.concatenate.dim;
    if (el->op->n_operands == 1 && el->op->a.concatenate.roll)
        return false;
    for (int i = 0; i < el->op->n_operands; i++) {
        int64_t n = el->op->operands[i]->type->dims[dim];
        if (el->at[dim] < n) {
            go(el, el->op->operands[i], 0);
            return true;
        }
        el->at[dim] -= n;
    }
    return false;
}

/* Start positions are operands first .. first + rank of dynamic slices and updates. */
static bool starts(Elements *e, const Element *el, int first, const Type *whole, const Type *part, int64_t *start)
{
    for (int d = 0; d < whole->rank; d++) {
        if (first + d >= el->op->n_operands || el->op->operands[first + d]->type->rank)
            return false;
        if (whole->dims[d] == part->dims[d])
            start[d] = 0;
        else if (!element_operand(e, el, first + d, 0, &start[d])) {
            if (!el->goal || el->op->code != OP_dynamic_slice)
                return false;
            start[d] = el->goal[d] % whole->dims[d] - el->at[d];
        }
        start[d] = CLAMP(start[d], 0, whole->dims[d] - part->dims[d]);
    }
    return true;
}

static bool through_dynamic_slice(Elements *e, Element *el)
{
    int64_t start[MAX_RANK + 1];
    const IrOp *op = el->op;
    if (op->n_operands == 2 && op->operands[1]->type->rank == 1 && op->operands[0]->type->rank == 1) { /* the older form with a list of one */
        Element first = { .op = value_resolve(op->operands[1], 0).op, .device = el->device };
        if (!element_number(e, first, 1, &start[0]))
            return false;
        start[0] = CLAMP(start[0], 0, op->operands[0]->type->dims[0] - op->type->dims[0]);
    } else if (!starts(e, el, 1, op->operands[0]->type, op->type, start)) {
        return false;
    }
    for (int d = 0; d < op->type->rank; d++)
        el->at[d] += start[d];
    go(el, op->operands[0], 0);
    return true;
}

static bool through_update(Elements *e, Element *el)
{
    int64_t start[MAX_RANK + 1];
    const IrOp *op = el->op;
    const Type *part = op->operands[1]->type;
    if (!starts(e, el, 2, op->type, part, start))
        return false;
    bool inside = true;
    for (int d = 0; d < part->rank; d++)
        inside = inside && el->at[d] >= start[d] && el->at[d] < start[d] + part->dims[d];
    for (int d = 0; d < part->rank && inside; d++)
        el->at[d] -= start[d];
    go(el, op->operands[inside ? 1 : 0], 0);
    return true;
}

/* True of constants, and of broadcasts of them: what fills the places that hold nothing. */
static bool is_filler(const IrOp *op)
{
    while ((op->code == OP_broadcast || op->code == OP_reshape || op->code == OP_convert) && op->n_operands)
        op = op->operands[0];
    return op->code == OP_constant;
}

static bool through_select(Elements *e, Element *el, ElementEnd *end)
{
    IrOp *op = el->op;
    int64_t which;
    if (!element_operand(e, el, 0, 0, &which)) {
        bool first = is_filler(op->operands[1]), second = is_filler(op->operands[2]);
        if (first == second)
            return false;
        which = second;
    }
    IrOp *taken = op->operands[which ? 1 : 2];
    if (is_filler(taken)) {
        *end = ELEMENT_PADDING;
        return false;
    }
    go(el, taken, 0);
    return true;
}

/* ---- collectives -------------------------------------------------------------------------------------------------------- */

/* Of a collective's result leaf: the operand that it is made of; -1 = none. */
static int operand_of(const IrOp *op, int leaf)
{
    int n = op->n_operands, leaves = type_n_leaves(op->type);
    if (leaves == n)
        return leaf;
    return leaves >= 2 * n && (op->code == OP_all_gather_start || op->code == OP_collective_permute_start) && leaf < 2 * n ? leaf % n : -1;
}

static bool through_all_to_all(Elements *e, Element *el)
{
    IrOp *op = el->op;
    const Members *m = members_of(e, op);
    int64_t place = m->place[el->device];
    if (place < 0)
        return false;
    if (op->type->kind == TYPE_TUPLE) { /* piece k comes from member k, which sends it as its operand `place` */
        if (place >= op->n_operands)
            return false;
        el->device = member(e, m, el->device, el->leaf);
        go(el, op->operands[place], 0);
        return el->device >= 0;
    }
    int64_t split = op->a.collective.dim, concat = op->a.collective.concat_dim;
    const Type *from = op->operands[0]->type;
    if (split < 0 || concat < 0 || m->size < 1 || from->dims[split] % m->size)
        return false;
    int64_t sent = from->dims[concat] / (split == concat ? m->size : 1), sender = sent ? el->at[concat] / sent : -1;
    el->at[concat] -= sender * sent;
    el->at[split] += place * (from->dims[split] / m->size);
    el->device = member(e, m, el->device, sender);
    go(el, op->operands[0], 0);
    return el->device >= 0;
}

static bool through_collective(Elements *e, Element *el, ElementEnd *end)
{
    IrOp *op = el->op;
    if (op->code == OP_all_to_all)
        return through_all_to_all(e, el);
    int operand = operand_of(op, el->leaf);
    if (operand < 0)
        return false;
    const Type *from = type_leaf(op->operands[operand]->type, 0);
    const Members *m = members_of(e, op);
    int64_t dim = op->a.collective.dim;
    switch (coll_kind_of(op->code)) {
    case COLL_ALL_GATHER: {
        int64_t place = from->dims[dim] ? el->at[dim] / from->dims[dim] : 0;
        el->at[dim] -= place * from->dims[dim];
        el->device = member(e, m, el->device, place);
        break;
    }
    case COLL_PERMUTE:
        el->device = m->group[el->device];
        if (el->device < 0) {
            *end = ELEMENT_PADDING;
            return false;
        }
        break;
    case COLL_REDUCE_SCATTER:
        if (m->place[el->device] < 0)
            return false;
        el->at[dim] += m->place[el->device] * type_at(el)->dims[dim];
        break;
    case COLL_ALL_REDUCE: /* the device's own part */
        break;
    case COLL_NONE: case COLL_ALL_TO_ALL: case COLL_BROADCAST: case COLL_SEND_RECV: case COLL_RAGGED_ALL_TO_ALL: case N_COLL_KINDS:
        return false;
    }
    go(el, op->operands[operand], 0);
    return el->device >= 0;
}

/* ---- the walk ----------------------------------------------------------------------------------------------------------- */

/* To the element of an operand that this one is. False with *end if there is none: it is computed here. */
bool element_step(Elements *e, Element *el, ElementEnd *end, GHashTable *through)
{
    IrOp *op = el->op;
    int64_t at[MAX_RANK];
    *end = ELEMENT_LOST;
    if (op_is_collective(op) && coll_kind_of(op->code) != COLL_NONE) {
        if (through)
            g_hash_table_add(through, op);
        return through_collective(e, el, end);
    }
    switch (op->code) {
    case OP_copy: case OP_opt_barrier: case OP_domain: case OP_all_reduce_done: case OP_convert:
        go(el, op->operands[el->leaf < op->n_operands && op->code == OP_opt_barrier && op->n_operands > 1 ? el->leaf : 0],
           op->code == OP_opt_barrier && op->n_operands > 1 ? 0 : el->leaf);
        return true;
    case OP_all_gather_done: case OP_collective_permute_done: {
        IrOp *start = op->operands[0];
        go(el, start, start->code == OP_all_gather_start || start->code == OP_collective_permute_start ? start->n_operands + el->leaf : el->leaf);
        return true;
    }
    case OP_copy_done:
        go(el, op->operands[0], 0);
        return true;
    case OP_copy_start:
        go(el, op->operands[0], 0);
        return true;
    case OP_bitcast:
        return op->type->n_elems > 0 && through_bitcast(el);
    case OP_reshape:
        return through_reshape(el);
    case OP_transpose:
        memcpy(at, el->at, sizeof at);
        for (int d = 0; d < op->type->rank; d++)
            el->at[op->a.dims.v[d]] = at[d];
        el->goal = NULL;
        go(el, op->operands[0], 0);
        return true;
    case OP_broadcast:
        memcpy(at, el->at, sizeof at);
        for (int d = 0; d < op->operands[0]->type->rank; d++)
            el->at[d] = at[op->a.dims.v[d]];
        el->goal = NULL;
        go(el, op->operands[0], 0);
        return true;
    case OP_reverse:
        for (int i = 0; i < op->a.dims.n; i++)
            el->at[op->a.dims.v[i]] = op->type->dims[op->a.dims.v[i]] - 1 - el->at[op->a.dims.v[i]];
        go(el, op->operands[0], 0);
        return true;
    case OP_slice:
        for (int d = 0; d < op->type->rank; d++)
            el->at[d] = op->a.slice.start[d] + el->at[d] * op->a.slice.stride[d];
        go(el, op->operands[0], 0);
        return true;
    case OP_pad:
        return through_pad(el, end);
    case OP_concatenate:
        return through_concatenate(el);
    case OP_dynamic_slice:
        return through_dynamic_slice(e, el);
    case OP_dynamic_update_slice:
        return through_update(e, el);
    case OP_select:
        return through_select(e, el, end);
    case OP_constant:
        *end = ELEMENT_PADDING;
        return false;
    default:
        *end = ELEMENT_FOUND;
        return false;
    }
}

static ElementEnd walk(Elements *e, Element *el, const ElementPath *path, bool first, int depth);

/* Pieces of one value may be put together by adding up arrays that are zero elsewhere: the part that is not made up is the element's. */
static ElementEnd through_sum(Elements *e, Element *el, const ElementPath *path, int depth)
{
    const Members *m = members_of(e, el->op);
    Element start = *el, other;
    ElementEnd end;
    if (!element_step(e, el, &end, path->through))
        return end;
    other = *el;
    end = walk(e, el, path, false, depth + 1);
    for (int k = 0; k < m->size && end == ELEMENT_PADDING; k++) {
        int64_t device = member(e, m, start.device, k);
        if (device < 0 || device == start.device)
            continue;
        *el = other;
        el->device = device;
        end = walk(e, el, path, false, depth + 1);
    }
    return end;
}

static ElementEnd walk(Elements *e, Element *el, const ElementPath *path, bool first, int depth)
{
    enum { MAX_STEPS = 2000, MAX_SUMS = 6 };
    ElementEnd end;
    go(el, el->op, el->leaf);
    for (int i = 0; i < MAX_STEPS; i++) {
        if ((i || !first) && path->ends(path->user, el->op))
            return ELEMENT_FOUND;
        if (type_at(el)->kind != TYPE_ARRAY)
            return ELEMENT_LOST;
        if (coll_kind_of(el->op->code) == COLL_ALL_REDUCE && depth < MAX_SUMS)
            return through_sum(e, el, path, depth);
        if (!element_step(e, el, &end, path->through))
            return end;
    }
    return ELEMENT_LOST;
}

ElementEnd elements_back(Elements *e, Element *el, const ElementPath *path)
{
    return walk(e, el, path, path->beyond_first, 0);
}
