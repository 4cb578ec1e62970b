/* Values and the layouts in which they exist. A layout is made when an op asks for it, from the cheapest version that exists: a value
 * gathered once serves every op that needs a slice of it. */
#include "runtime/partition/versions.h"

#include "runtime/partition/net.h"

void comp_place(IrComp *c, IrOp *op)
{
    if (c->n_ops == c->cap) {
        int cap = c->cap * 2 + 8;
        IrOp **ops = arena_array(c->module->arena, IrOp *, cap);
        memcpy(ops, c->ops, sizeof *ops * (size_t)c->n_ops);
        c->ops = ops;
        c->cap = cap;
    }
    c->ops[c->n_ops++] = op;
}

void value_define(Insert *x, IrOp *op, const Sharding *sharding)
{
    g_assert(op->id < x->n_ids);
    Version v = { op, sharding, 0 };
    vec_push(&x->versions[op->id], v);
}

const Sharding *decided(Insert *x, const IrOp *op, int leaf)
{
    const Sharding *s = op->shardings ? op->shardings[leaf] : NULL;
    const Type *t = type_leaf(op->type, leaf);
    int rank = t->kind == TYPE_ARRAY ? t->rank : 0;
    if (!s || s->maximal || s->mesh != x->m->mesh || s->rank != rank)
        return sharding_replicated(x->m->shardings, x->m->mesh, rank);
    return sharding_closed(x->m->shardings, s);
}

/* `part` is leaf `leaf` of the several results of `op`. The mark among op's versions (reshard = -1 - leaf) finds it. */
static void stand_for(Insert *x, IrOp *part, IrOp *op, int leaf)
{
    const Sharding *s = x->natural[op->id] ? x->natural[op->id][leaf] : NULL;
    part->shardings = arena_array(x->m->arena, const Sharding *, 1);
    part->shardings[0] = s;
    if (s)
        value_define(x, part, s);
    Version mark = { part, s, -1 - leaf };
    vec_push(&x->versions[op->id], mark);
    if (s && !x->trying)
        net_add_part(x->net, part, op, leaf);
}

IrOp *value_leaf(Insert *x, IrOp *op, int leaf)
{
    for (;;) {
        if (op->code == OP_get_tuple_element) {
            IrOp *tuple = op->operands[0];
            leaf += type_part_leaf(tuple->type, (int)op->a.gte.index);
            op = tuple;
        } else if (op->code == OP_tuple) {
            int i = 0;
            if (op->type->flat) {
                i = leaf;
                leaf = 0;
            } else {
                while (leaf >= type_n_leaves(op->operands[i]->type))
                    leaf -= type_n_leaves(op->operands[i++]->type);
            }
            op = op->operands[i];
        } else if (op->code == OP_opt_barrier || op->code == OP_domain || op->code == OP_propagation_barrier) {
            op = op->operands[0];
        } else if (op->id < x->n_input && x->same_as[op->id]) {
            op = x->same_as[op->id];
        } else {
            break;
        }
    }
    if (op->type->kind != TYPE_TUPLE)
        return op;
    /* A leaf of a multi-result op or tuple parameter: the get_tuple_element that represents it, made once. */
    for (int i = 0; i < x->versions[op->id].n; i++) {
        Version *v = &x->versions[op->id].v[i];
        if (v->reshard == -1 - leaf)
            return v->op;
    }
    IrOp *part = op;
    int rest = leaf;
    while (part->type->kind == TYPE_TUPLE) {
        int64_t index = 0;
        while (rest >= type_n_leaves(part->type->parts[index]))
            rest -= type_n_leaves(part->type->parts[index++]);
        IrOp *gte = op_new(x->comp, OP_get_tuple_element, part->type->parts[index], NULL, 1, &part);
        gte->a.gte.index = index;
        op_inherit(gte, op);
        part = gte;
    }
    if (part->id >= x->n_ids) { /* tables grow with the ops made here */
        int n = part->id + 1 + part->id / 8;
        x->versions = g_renew(Versions, x->versions, n);
        x->natural = g_renew(const Sharding **, x->natural, n);
        for (int i = x->n_ids; i < n; i++) {
            x->versions[i] = (Versions){ 0 };
            x->natural[i] = NULL;
        }
        x->n_ids = n;
    }
    stand_for(x, part, op, leaf);
    return part;
}

void value_keep(Insert *x, IrOp *op)
{
    if (op->code != OP_get_tuple_element || op->type->kind != TYPE_ARRAY)
        return;
    IrOp *source = op->operands[0];
    if (source->code == OP_tuple || source->code == OP_get_tuple_element || op_family(source) == FAMILY_barrier)
        return;
    int leaf = type_part_leaf(source->type, (int)op->a.gte.index);
    for (int i = 0; i < x->versions[source->id].n; i++)
        if (x->versions[source->id].v[i].reshard == -1 - leaf)
            return; /* another one represents it */
    comp_place(x->comp, op);
    stand_for(x, op, source, leaf);
}

bool value_is_free(const IrOp *op)
{
    if (op->code == OP_broadcast)
        return op->operands[0]->type->rank == 0;
    return op->code == OP_constant || op->code == OP_iota;
}

bool sharding_holds(const Type *type, const Sharding *whole, const Sharding *part)
{
    if (whole->unreduced.n || part->unreduced.n)
        return false;
    for (int d = 0; d < whole->rank; d++) {
        AxisList w = whole->dims[d].axes, p = part->dims[d].axes;
        if (axis_list_equal(w, p))
            continue;
        int64_t n = axis_list_size(w);
        if (!axis_list_is_prefix(w, p) || !tiles_nest(type->dims[d], n, axis_list_size(p) / n))
            return false;
    }
    return true;
}

/* A partial value is made from one that is partial on the same axes, if there is one: a sum that was made whole need not be
 * taken apart again. */
static bool may_become(const Sharding *from, const Sharding *to)
{
    bool may = true;
    for (int i = 0; i < to->unreduced.n && may; i++)
        may = axis_list_covers(from->unreduced, to->unreduced.v[i]);
    return may;
}

/* A broadcast of a partial sum is partial itself, in whichever layout it is made; one of a whole value is whole. */
static bool made_again(const Version *v, const Sharding *want)
{
    return value_is_free(v->op) && v->sharding->unreduced.n == 0 && want->unreduced.n == 0;
}

double value_price(Insert *x, IrOp *op, const Sharding *want, const Version **from)
{
    double best = 0;
    const Version *start = NULL;
    for (int whole_too = 0; whole_too < 2 && !start; whole_too++)
        FOR_SOURCES (v, x, op) {
            if (!whole_too && !may_become(v->sharding, want))
                continue;
            double ns = planner_plan(x->planner, op->type, v->sharding, want)->ns;
            if (!start || ns < best) {
                best = ns;
                start = v;
            }
        }
    g_assert(start);
    if (from)
        *from = start;
    return made_again(start, want) ? 0 : best;
}

/* ---- several layouts of one value --------------------------------------------------------------------------------- */

enum { MAX_LAYOUTS = 24, MAX_HUBS = 8 };

static const double IMPOSSIBLE_NS = 1e13; /* more than any program, and prices keep their last digits beside it */

typedef struct Tree {
    int parent[MAX_LAYOUTS]; /* of each want: number of the layout it is made from, those that are there first; -1 = not yet */
    double ns;
} Tree;

/* Grows the tree by the cheapest want until all are in it; `hub` (unless -1) comes first. */
static Tree grow(double ns[MAX_LAYOUTS][MAX_LAYOUTS], int n_made, int n_wants, int hub)
{
    Tree t = { .ns = 0 };
    memset(t.parent, -1, sizeof t.parent);
    for (int round = 0; round < n_wants; round++) {
        int pick = -1, from = -1;
        for (int w = 0; w < n_wants; w++) {
            if (t.parent[w] >= 0 || (round == 0 && hub >= 0 && w != hub))
                continue;
            for (int s = 0; s < n_made + n_wants; s++)
                if ((s < n_made || t.parent[s - n_made] >= 0) && (pick < 0 || ns[s][w] < ns[from][pick])) {
                    pick = w;
                    from = s;
                }
        }
        t.parent[pick] = from;
        t.ns += ns[from][pick];
    }
    return t;
}

double layouts_price(Insert *x, const Type *type, MadeLayouts *made, const Sharding *const *wants, int n_wants, int *parents)
{
    double ns[MAX_LAYOUTS][MAX_LAYOUTS];
    int n = made->n;
    g_assert(n + n_wants <= MAX_LAYOUTS);
    for (int s = 0; s < n + n_wants; s++)
        for (int w = 0; w < n_wants; w++) {
            const Sharding *from = s < n ? made->v[s] : wants[s - n];
            ns[s][w] = from == wants[w] ? 0 : !may_become(from, wants[w]) ? IMPOSSIBLE_NS : planner_plan(x->planner, type, from, wants[w])->ns;
        }
    Tree best = grow(ns, n, n_wants, -1);
    for (int hub = 0; n_wants > 1 && n_wants <= MAX_HUBS && hub < n_wants; hub++) {
        Tree t = grow(ns, n, n_wants, hub);
        if (t.ns < best.ns * (1 - 1e-9))
            best = t;
    }
    for (int w = 0; w < n_wants; w++) {
        made->v[made->n++] = wants[w];
        if (parents)
            parents[w] = best.parent[w];
    }
    return best.ns;
}

/* The layouts to go through to `want`, in order, when all that was wanted of the value in the round before is looked at:
 * those that are not there yet but will be wanted. Returns how many. */
static int made_through(Insert *x, IrOp *op, const Sharding *want, const Sharding *through[MAX_LAYOUTS])
{
    const Layouts *l = x->wants && op->id < x->n_input ? &x->wants[op->id] : NULL;
    const Sharding *made[MAX_LAYOUTS], *wants[MAX_LAYOUTS / 2] = { want };
    int n_made = 0, n_wants = 1, parents[MAX_LAYOUTS / 2];
    if (!l || l->n < 2 || value_is_free(op))
        return 0;
    FOR_SOURCES (v, x, op)
        if (n_made < MAX_LAYOUTS / 2)
            made[n_made++] = v->sharding;
    for (int i = 0; i < l->n && n_wants < MAX_LAYOUTS / 2; i++) {
        bool there = sharding_same_layout(l->v[i], want), possible = false;
        for (int k = 0; k < n_made; k++) {
            there |= sharding_same_layout(made[k], l->v[i]);
            possible |= may_become(made[k], l->v[i]);
        }
        if (!there && possible)
            wants[n_wants++] = l->v[i];
    }
    if (n_wants == 1)
        return 0;
    int n = n_made, count = 0;
    layouts_price(x, op->type, &(MadeLayouts){ made, n_made }, wants, n_wants, parents);
    for (int at = parents[0]; at >= n; at = parents[at - n])
        through[count++] = made[at];
    for (int i = 0; i < count / 2; i++) {
        const Sharding *s = through[i];
        through[i] = through[count - 1 - i];
        through[count - 1 - i] = s;
    }
    return count;
}

const Sharding *value_layout(Insert *x, IrOp *op)
{
    return x->versions[op->id].v[0].sharding;
}

/* Makes the layout from the cheapest version that exists. */
static IrOp *make_layout(Insert *x, IrOp *op, const Sharding *want, const Asker *asker)
{
    const Version *start;
    value_price(x, op, want, &start);
    const ReshardPlan *plan = planner_plan(x->planner, op->type, start->sharding, want);
    bool made_before = start->reshard > 0;
    Reshard row = { .value_op = op->id, .user_op = asker->user ? asker->user->id : -1, .user_pos = asker->pos,
                    .from = start->sharding, .to = want, .rank = op->type->rank, .cause = asker->cause,
                    .cause_op = asker->cause_op ? asker->cause_op->id : -1, .cause_loc = asker->cause_loc,
                    .why = asker->why ? asker->why : "", .plan = plan->text, .bytes_full = type_bytes(op->type),
                    .bytes_moved = plan->bytes, .est_ns = plan->ns, .trips = x->trips, .is_remat = plan->is_remat,
                    .choice = asker->choice };
    if (plan->n_steps == 0) {
        if (made_before) { /* somebody else paid for it: the row says who else needs it */
            const Reshard *first = &x->log->reshards.v[start->reshard - 1];
            row.from = first->from;
            row.plan = first->plan;
            row.bytes_moved = 0;
            row.est_ns = 0;
            row.shared_with = start->reshard;
            decision_reshard(x->log, &row);
        }
        return start->op;
    }
    if (made_again(start, want)) { /* made again where it is wanted */
        IrOp *again = op_new(x->comp, start->op->code, op->type, op->name, start->op->n_operands, start->op->operands);
        op_inherit(again, start->op);
        again->a = start->op->a;
        again->shardings = arena_array(x->m->arena, const Sharding *, 1);
        again->shardings[0] = want;
        Version v = { again, want, 0 };
        vec_push(&x->versions[op->id], v);
        return again;
    }
    IrOp *source = start->op;
    x->total_ns += plan->ns * (double)x->trips;
    int n = decision_reshard(x->log, &row);
    IrOp *made = op_new(x->comp, OP_reshard, op->type, NULL, 1, &source);
    op_inherit(made, op);
    made->shardings = arena_array(x->m->arena, const Sharding *, 1);
    made->shardings[0] = want;
    made->reshard_id = n + 1;
    if (!made->loc) /* of an argument: who asked */
        made->loc = asker->cause_loc;
    Version v = { made, want, n + 1 };
    for (const IrOp *o = op; o; o = o->id < x->n_input ? x->behind[o->id] : NULL)
        vec_push(&x->versions[o->id], v);
    return made;
}

/* Notes the layout wanted of each value, for the next round. */
static void note_want(Insert *x, const IrOp *op, const Sharding *want)
{
    if (x->trying || op->id >= x->n_input)
        return;
    Layouts *l = &x->asked[op->id];
    for (int i = 0; i < l->n; i++)
        if (l->v[i] == want)
            return;
    vec_push(l, want);
}

IrOp *value_request(Insert *x, IrOp *op, const Sharding *want, const Asker *asker)
{
    note_want(x, op, want);
    if (!x->trying && !asker->by_rule)
        net_add_want(x->net, op, want);
    const Sharding *through[MAX_LAYOUTS];
    int n = x->options->first_match ? 0 : made_through(x, op, want, through);
    for (int i = 0; i < n; i++)
        make_layout(x, op, through[i], asker);
    return make_layout(x, op, want, asker);
}

const Sharding *value_replicated(Insert *x, const Type *type)
{
    return sharding_replicated(x->m->shardings, x->m->mesh, type->kind == TYPE_ARRAY ? type->rank : 0);
}
