/* Combines collectives of one kind over the same groups, none of which needs another's result, into one with several operands, so that
 * devices synchronise once. Each saves a latency but waits for the last of its members: collectives are joined if their data
 * takes no longer than the latency that is saved, up to a few latencies in all. (XLA's combiners count bytes instead; on an H100
 * this comes to the same 30 MB.)
 *
 * Joining must not create a cycle: if b1 needs a1 and a2 needs b2, joining a1 with a2 and b1 with b2 would make each wait for the
 * other. So the collectives on which each one depends are known, and joining a group takes over all its dependencies. They are
 * known within stretches of the program; a cycle cannot leave a stretch, because nothing depends on a later stretch.
 * Start reading at combine_comp(). */
#include "runtime/passes/optimise.h"

#include <math.h>
#include <string.h>

#include "runtime/base/vec.h"
#include "runtime/sim/cost.h"

enum { STRETCH = 2048, MAX_OPEN = 64 };

static const double MEETING_NS = 500; /* of virtual devices: what parking and waking tasks takes */
static const double MOST_LATENCIES = 4;

typedef struct Group {
    VEC(int) members;      /* numbers of collectives */
    double wire_ns;        /* of all */
    uint64_t *needs;       /* collectives on which one of them depends */
} Group;

typedef struct Combine {
    IrModule *m;
    StepPrices *prices;
    IrComp *c;
    Arena *sets;           /* of the stretch looked at */
    IrOp **coll;           /* of the stretch, by number, in program order */
    int first, end;        /* its ops */
    int n, words;          /* n collectives, sets of that many words */
    uint64_t **needs;      /* by op of the stretch: collectives of it on which it depends */
    VEC(Group) groups;
    VEC(int) several;      /* those of more than one member */
    VEC(IrOp *) made;      /* in all stretches */
    VEC(int) made_at;      /* where the last of its members stood */
    int removed;
} Combine;

static bool has(const uint64_t *set, int i)
{
    return set[i / 64] >> (i % 64) & 1;
}

/* ---- which go together ------------------------------------------------------------------------------------------------ */

/* Permutes stay apart: one of four operands means another thing in HLO, a permute in place. */
static bool is_candidate(const IrOp *op)
{
    if (op->code != OP_all_reduce && op->code != OP_all_gather && op->code != OP_reduce_scatter)
        return false;
    return op->n_operands == 1 && op->type->kind == TYPE_ARRAY && !op->type->dyn && op != op->parent->root && !op->n_extra &&
           (op->n_comps == 0 || comp_reduce_kind(op->comps[0]) != REDUCE_OTHER);
}

static bool same_groups(const Groups *a, const Groups *b)
{
    if (a->n_groups != b->n_groups || a->has_channel != b->has_channel || a->use_global_ids != b->use_global_ids)
        return false;
    if (a->groups == b->groups) /* along the same axes */
        return true;
    for (int i = 0; i < a->n_groups; i++)
        if (!ints_equal(a->groups[i], b->groups[i]))
            return false;
    return true;
}

/* The program's own are not joined with those that a reshard is answerable for. */
static bool may_join(const IrOp *a, const IrOp *b)
{
    if ((a->reshard_id > 0) != (b->reshard_id > 0))
        return false;
    if (a->code != b->code || !same_groups(&a->a.collective.groups, &b->a.collective.groups))
        return false;
    if (a->code != OP_all_reduce && a->a.collective.dim != b->a.collective.dim)
        return false;
    return a->n_comps == 0 || (a->type->elem == b->type->elem && comp_reduce_kind(a->comps[0]) == comp_reduce_kind(b->comps[0]));
}

/* ---- who depends on whom ------------------------------------------------------------------------------------------------ */

/* Sets that are alike are shared: most ops add nothing to what their operands need. */
static void find_needs(Combine *x)
{
    const IrComp *c = x->c;
    int n = x->end - x->first;
    x->needs = arena_array(x->sets, uint64_t *, n);
    uint64_t **reach = arena_array(x->sets, uint64_t *, n); /* needs and the op itself */
    for (int i = 0, k = 0; i < n; i++) {
        const IrOp *op = c->ops[x->first + i];
        uint64_t *set = NULL;
        bool own = false;
        for (int a = 0; a < op->n_operands; a++) {
            int at = op->operands[a]->pos - x->first;
            uint64_t *of = at >= 0 ? reach[at] : NULL;
            if (!of || of == set)
                continue;
            if (set && !own) {
                set = arena_dup_array(x->sets, set, x->words);
                own = true;
            }
            for (int w = 0; set && w < x->words; w++)
                set[w] |= of[w];
            set = set ? set : of;
        }
        x->needs[i] = reach[i] = set;
        if (!is_candidate(op))
            continue;
        reach[i] = arena_array(x->sets, uint64_t, x->words);
        if (set)
            memcpy(reach[i], set, sizeof *set * (size_t)x->words);
        reach[i][k / 64] |= UINT64_C(1) << (k % 64);
        k++;
    }
}

/* Adds to set all that its members' groups depend on. What a collective alone depends on is in it already. */
static void close_over(const Combine *x, uint64_t *set)
{
    g_autofree bool *seen = g_new0(bool, x->several.n + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (int g = 0; g < x->several.n; g++) {
            const Group *group = &x->groups.v[x->several.v[g]];
            bool touched = false;
            for (int i = 0; i < group->members.n && !touched && !seen[g]; i++)
                touched = has(set, group->members.v[i]);
            if (!touched)
                continue;
            seen[g] = changed = true;
            for (int w = 0; w < x->words; w++)
                set[w] |= group->needs[w];
        }
    }
}

/* True if collective k and the group depend on nothing of each other. */
static bool independent(const Combine *x, const Group *g, int k, const uint64_t *needs)
{
    for (int i = 0; i < g->members.n && needs; i++)
        if (has(needs, g->members.v[i]))
            return false;
    uint64_t *set = g_new0(uint64_t, x->words);
    for (int w = 0; w < x->words; w++)
        set[w] = g->needs[w] | (needs ? needs[w] : 0);
    close_over(x, set);
    bool ok = !has(set, k);
    for (int i = 0; i < g->members.n && ok; i++)
        ok = !has(set, g->members.v[i]);
    g_free(set);
    return ok;
}

static void form_groups(Combine *x)
{
    VEC(int) open = { 0 };
    for (int i = 0, k = 0; i < x->end - x->first && k < x->n; i++) {
        IrOp *op = x->c->ops[x->first + i];
        if (!is_candidate(op))
            continue;
        int number = k++, joined = -1;
        double latency = fmax(op_latency_ns(op, x->prices), MEETING_NS);
        double wire = op_step_ns(op, x->prices) - op_latency_ns(op, x->prices);
        if (wire > latency)
            continue;
        for (int o = 0; o < open.n && joined < 0; o++) {
            Group *g = &x->groups.v[open.v[o]];
            if (g->wire_ns + wire <= MOST_LATENCIES * latency && may_join(x->coll[g->members.v[0]], op) && independent(x, g, number, x->needs[i]))
                joined = open.v[o];
        }
        if (joined < 0) {
            Group g = { .needs = arena_array(x->sets, uint64_t, x->words) };
            joined = x->groups.n;
            vec_push(&x->groups, g);
            if (open.n == MAX_OPEN)
                memmove(open.v, open.v + 1, sizeof *open.v * (size_t)--open.n);
            vec_push(&open, joined);
        }
        Group *g = &x->groups.v[joined];
        vec_push(&g->members, number);
        if (g->members.n == 2)
            vec_push(&x->several, joined);
        g->wire_ns += wire;
        for (int w = 0; x->needs[i] && w < x->words; w++)
            g->needs[w] |= x->needs[i][w];
    }
    vec_clear(&open);
}

/* ---- joining them ---------------------------------------------------------------------------------------------------------- */

/* The op that does for all of a group; its members become parts of its result. */
static IrOp *join(Combine *x, const Group *g)
{
    int n = g->members.n;
    g_autofree IrOp **operands = g_new(IrOp *, n);
    g_autofree const Type **types = g_new(const Type *, n);
    const Sharding **shardings = arena_array(x->m->arena, const Sharding *, n);
    IrOp *first = x->coll[g->members.v[0]];
    bool laid_out = true;
    for (int i = 0; i < n; i++) {
        IrOp *op = x->coll[g->members.v[i]];
        operands[i] = op->operands[0];
        types[i] = op->type;
        shardings[i] = op->shardings ? op->shardings[0] : NULL;
        laid_out &= op->shardings != NULL;
    }
    IrOp *made = op_new(x->c, first->code, type_tuple(x->m->types, n, types), first->name, n, operands);
    x->c->n_ops--;
    op_copy_attrs(made, first);
    op_inherit(made, first);
    made->shardings = laid_out ? shardings : NULL;
    made->sharding_text = NULL;
    made->n_pairs = 0;
    for (int i = 0; i < n; i++) {
        IrOp *op = x->coll[g->members.v[i]];
        op_add_origins(made, op);
        op->code = OP_get_tuple_element;
        op->operands = arena_dup_array(x->m->arena, &made, 1);
        op->n_comps = 0;
        memset(&op->a, 0, sizeof op->a);
        op->a.gte.index = i;
    }
    return made;
}

typedef struct Ready {
    IrOp *op;
    int at;                /* where it stood */
} Ready;

static int by_place(gconstpointer a, gconstpointer b, gpointer unused)
{
    const Ready *x = a, *y = b;
    (void)unused;
    return x->at < y->at ? -1 : x->at > y->at;
}

/* All ops in an order in which operands come first, otherwise as they stood; the joined ones where the last of their members stood. */
static void put_in_order(Combine *x)
{
    IrComp *c = x->c;
    int n = c->n_ops + x->made.n;
    IrOp **ops = arena_array(x->m->arena, IrOp *, n);
    g_autofree Ready *items = g_new(Ready, n);
    memcpy(ops, c->ops, sizeof *ops * (size_t)c->n_ops);
    for (int i = 0; i < n; i++) {
        if (i >= c->n_ops)
            ops[i] = x->made.v[i - c->n_ops];
        items[i] = (Ready){ ops[i], i < c->n_ops ? 2 * i + 1 : 2 * x->made_at.v[i - c->n_ops] };
        ops[i]->pos = i;
    }
    g_autofree int *waits = g_new0(int, n), *first = g_new0(int, n + 1);
    for (int i = 0; i < n; i++) {
        waits[i] = ops[i]->n_operands;
        for (int a = 0; a < ops[i]->n_operands; a++)
            first[ops[i]->operands[a]->pos + 1]++;
    }
    for (int i = 0; i < n; i++)
        first[i + 1] += first[i];
    g_autofree int *users = g_new(int, first[n] + 1), *at = g_memdup2(first, sizeof *first * (size_t)(n + 1));
    for (int i = 0; i < n; i++)
        for (int a = 0; a < ops[i]->n_operands; a++)
            users[at[ops[i]->operands[a]->pos]++] = i;
    GSequence *ready = g_sequence_new(NULL);
    for (int i = 0; i < n; i++)
        if (!waits[i])
            g_sequence_insert_sorted(ready, &items[i], by_place, NULL);
    IrOp **out = arena_array(x->m->arena, IrOp *, n);
    int count = 0;
    while (!g_sequence_is_empty(ready)) {
        GSequenceIter *it = g_sequence_get_begin_iter(ready);
        const Ready *r = g_sequence_get(it);
        g_sequence_remove(it);
        out[count++] = r->op;
        for (int k = first[r->op->pos]; k < first[r->op->pos + 1]; k++)
            if (--waits[users[k]] == 0)
                g_sequence_insert_sorted(ready, &items[users[k]], by_place, NULL);
    }
    g_sequence_free(ready);
    g_assert(count == n);
    c->ops = out;
    c->n_ops = c->cap = n;
    comp_renumber(c);
}

/* The ops of one stretch. */
static void combine_stretch(Combine *x)
{
    x->sets = arena_new_root();
    x->words = (x->n + 63) / 64;
    x->coll = arena_array(x->sets, IrOp *, x->n);
    for (int i = x->first, k = 0; i < x->end; i++)
        if (is_candidate(x->c->ops[i]))
            x->coll[k++] = x->c->ops[i];
    find_needs(x);
    form_groups(x);
    for (int g = 0; g < x->groups.n; g++) {
        Group *group = &x->groups.v[g];
        if (group->members.n > 1) {
            vec_push(&x->made_at, x->coll[group->members.v[group->members.n - 1]]->pos);
            vec_push(&x->made, join(x, group));
            x->removed += group->members.n - 1;
        }
        vec_clear(&group->members);
    }
    x->groups.n = x->several.n = 0;
    arena_free(x->sets);
}

static int combine_comp(IrModule *m, IrComp *c, StepPrices *prices)
{
    Combine x = { .m = m, .c = c, .prices = prices };
    comp_renumber(c);
    while (x.first < c->n_ops) {
        x.n = 0;
        for (x.end = x.first; x.end < c->n_ops; x.end++) {
            bool is = is_candidate(c->ops[x.end]);
            if (is && x.n == STRETCH)
                break;
            x.n += is;
        }
        if (x.n > 1)
            combine_stretch(&x);
        x.first = x.end;
    }
    if (x.made.n)
        put_in_order(&x);
    vec_clear(&x.groups);
    vec_clear(&x.several);
    vec_clear(&x.made);
    vec_clear(&x.made_at);
    return x.removed;
}

/* What the world outside sees of a program must stay in order. */
static bool has_effects(const IrModule *m)
{
    for (int k = 0; k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++) {
            const IrOp *op = m->comps[k]->ops[i];
            OpFamily f = op_family(op);
            if (op_info[op->code].traits & SIDE_EFFECT || f == FAMILY_token || f == FAMILY_async || f == FAMILY_custom)
                return true;
        }
    return false;
}

int pass_combine(IrModule *m, const Hardware *model)
{
    int removed = 0;
    if (m->n_partitions * MAX(m->n_replicas, 1) < 2 || has_effects(m))
        return 0;
    StepPrices *prices = step_prices_new(model, m->mesh, m->n_partitions * MAX(m->n_replicas, 1));
    for (int k = 0; k < m->n_comps; k++)
        removed += combine_comp(m, m->comps[k], prices);
    step_prices_free(prices);
    return removed;
}
