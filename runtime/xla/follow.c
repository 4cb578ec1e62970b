/* Follows collectives through XLA's later passes; see follow.h. */
#include "runtime/xla/follow.h"

#include "runtime/sim/collective.h"
#include "runtime/xla/align.h"
#include "runtime/xla/explain.h"
#include "runtime/xla/part.h"

typedef VEC(IrOp *) Ops;

static void list_collectives(const IrModule *m, Ops *out)
{
    for (int k = 0; k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++)
            if (op_coll_kind(m->comps[k]->ops[i]) != COLL_NONE)
                vec_push(out, m->comps[k]->ops[i]);
}

static bool same_channel(const IrOp *a, const IrOp *b)
{
    const Groups *g = &a->a.collective.groups, *h = &b->a.collective.groups;
    return g->has_channel && h->has_channel && g->channel == h->channel;
}

/* Later passes may have sums of short floats added up in longer ones. */
static bool same_elements(const Type *after, const Type *before)
{
    return after->kind == TYPE_ARRAY && before->kind == TYPE_ARRAY && align_may_be_promoted(after->elem, before->elem) && after->n_elems == before->n_elems;
}

/* The operand of a combined collective that this one's value can be, of several the one that has its name and place; -1 = none. parts: by operand;
 * taken: too. */
static int operand_like(const IrOp *combined, const IrOp *one, const CollPart *parts, const bool *taken)
{
    int first = -1;
    for (int i = 0; i < combined->n_operands; i++) {
        if (taken[i] || !one->n_operands || !same_elements(combined->operands[i]->type, one->operands[0]->type))
            continue;
        bool named = parts[i].own && one->op_name;
        if (named && align_names_agree(parts[i].name, one->op_name) && align_places_agree(parts[i].loc, one->loc))
            return i;
        first = first < 0 && !named ? i : first;
    }
    return first;
}

static void add_reshard(IrModule *m, IrOp *op, int id)
{
    if (!id || op->reshard_id == id || (id == RESHARD_WRITTEN && op->reshard_id))
        return;
    if (!op->reshard_id || op->reshard_id == RESHARD_WRITTEN) {
        op->reshard_id = id;
        return;
    }
    int n = op->n_more_reshards;
    int *more = arena_array(m->arena, int, n + 1);
    for (int i = 0; i < n; i++) {
        if (op->more_reshards[i] == id)
            return;
        more[i] = op->more_reshards[i];
    }
    more[n] = id;
    op->more_reshards = more;
    op->n_more_reshards = n + 1;
}

/* What the program itself has comes from the program's own collectives. */
static void add_origins(IrModule *m, IrOp *to, const IrOp *from)
{
    for (int i = 0; i < from->n_origins; i++)
        explain_add_origin(m, to, from->origins[i]);
}

static void take_over(IrModule *m, IrOp *to, const IrOp *from)
{
    if (from->reshard_id == RESHARD_WRITTEN)
        add_origins(m, to, from);
    add_reshard(m, to, from->reshard_id);
    for (int i = 0; i < from->n_more_reshards; i++)
        add_reshard(m, to, from->more_reshards[i]);
}

int follow_collectives(const IrModule *partitioned, IrModule *final)
{
    Ops before = { 0 }, after = { 0 };
    list_collectives(partitioned, &before);
    list_collectives(final, &after);
    g_autofree bool *used = g_new0(bool, before.n + 1), *found = g_new0(bool, after.n + 1);
    for (int round = 0; round < 2; round++) /* channels first: names are given anew */
        for (int i = 0; i < after.n; i++)
            for (int k = 0; k < before.n && !found[i]; k++) {
                const IrOp *a = after.v[i], *b = before.v[k];
                bool same = round == 0 ? same_channel(a, b) : !used[k] && g_str_equal(a->name, b->name) && a->n_operands == b->n_operands;
                if (!same || coll_kind_of(a->code) != coll_kind_of(b->code))
                    continue;
                take_over(final, after.v[i], b);
                found[i] = used[k] = true;
            }
    for (int i = 0; i < after.n; i++) { /* what a combined one contains beside the one whose channel it has */
        if (after.v[i]->n_operands < 2 || coll_kind_of(after.v[i]->code) == COLL_ALL_TO_ALL)
            continue;
        g_autofree bool *taken = g_new0(bool, after.v[i]->n_operands);
        g_autofree CollPart *parts = g_new0(CollPart, after.v[i]->n_operands);
        for (int k = 0; k < after.v[i]->n_operands; k++)
            parts[k] = coll_part(after.v[i], k);
        for (int k = 0; k < before.n; k++) {
            const IrOp *b = before.v[k];
            bool first = same_channel(after.v[i], b);
            if ((used[k] && !first) || coll_kind_of(b->code) != coll_kind_of(after.v[i]->code))
                continue;
            int at = operand_like(after.v[i], b, parts, taken);
            if (at < 0)
                continue;
            taken[at] = used[k] = found[i] = true;
            take_over(final, after.v[i], b);
        }
        for (int k = 0; k < after.v[i]->n_operands; k++)
            coll_part_clear(&parts[k]);
    }
    int n = 0;
    for (int i = 0; i < after.n; i++)
        n += after.v[i]->reshard_id > 0;
    vec_clear(&before);
    vec_clear(&after);
    return n;
}
