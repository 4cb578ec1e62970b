/* Chooses the layouts in which a loop carries its state. A value that no trip changes may be carried in any layout: if the body would move
 * it in every trip, it is moved once before the loop, provided that this is cheaper. To compare, the body is laid out for
 * each state worth trying, its price noted, and everything restored. Start reading at choose_loop_state(). */
#include "runtime/partition/insert_impl.h"
#include "runtime/partition/why.h"

#include "runtime/shard/spell.h"

enum { MAX_TRIALS = 10 };

/* ---- states ------------------------------------------------------------------------------------------------------- */

/* A layout of a leaf that the body asked for, at a price per trip. */
typedef struct Wish {
    int leaf;
    const Sharding *layout;
    double ns;
} Wish;
typedef VEC(Wish) Wishes;

static void add_wish(Wishes *w, Wish wish)
{
    for (int i = 0; i < w->n; i++)
        if (w->v[i].leaf == wish.leaf && w->v[i].layout == wish.layout)
            return;
    vec_push(w, wish);
}

/* True if no trip changes leaf i of the state. */
static bool is_invariant(const IrOp *loop, int leaf)
{
    const IrComp *body = loop->comps[1];
    IrValue v = value_resolve(body->root, leaf);
    return v.op == body->params[0] && v.leaf == leaf && type_leaf(loop->type, leaf)->kind == TYPE_ARRAY;
}

/* The get_tuple_element of leaf i of the parameter in the body as just walked, or NULL. */
static IrOp *stand_in(Insert *x, const IrComp *body, int leaf)
{
    const Versions *vs = &x->versions[body->params[0]->id];
    for (int i = 0; i < vs->n; i++)
        if (vs->v[i].reshard == -1 - leaf)
            return vs->v[i].op;
    return NULL;
}

/* Collects the layouts that the body, as just walked, asks for: those into which it moves an invariant leaf in every trip, and
 * whole dims where it cuts rows out of a split one. */
static void collect_wishes(Insert *x, IrOp *loop, const Sharding **state, Wishes *out)
{
    const IrComp *body = loop->comps[1];
    for (int leaf = 0; leaf < type_n_leaves(loop->type); leaf++) {
        IrOp *v = is_invariant(loop, leaf) ? stand_in(x, body, leaf) : NULL;
        if (!v || v->id >= x->n_ids)
            continue;
        const Versions *vs = &x->versions[v->id];
        for (int i = 1; i < vs->n; i++)
            if (vs->v[i].reshard > 0) {
                const ReshardPlan *p = planner_plan(x->planner, v->type, state[leaf], vs->v[i].sharding);
                if (p->bytes > 0)
                    add_wish(out, (Wish){ leaf, vs->v[i].sharding, p->ns });
            }
    }
    for (int i = 0; i < body->n_ops; i++) {
        const IrOp *op = body->ops[i];
        if (op->code != OP_dynamic_slice || op->operands[0]->code != OP_get_tuple_element)
            continue;
        IrValue v = value_resolve(op->operands[0], 0);
        if (v.op != body->params[0] || !is_invariant(loop, v.leaf))
            continue;
        const Sharding *s = state[v.leaf];
        for (int d = 0; d < s->rank; d++)
            if (s->dims[d].axes.n && op->type->dims[d] != op->operands[0]->type->dims[d])
                add_wish(out, (Wish){ v.leaf, sharding_with_dim(x->m->shardings, s, d, (AxisList){ NULL, 0 }), 1 });
    }
}

/* Price of all trips with the state carried in these layouts. Fills wishes (may be NULL) with what the body then asks for. */
static bool try_state(Insert *x, IrOp *loop, const Sharding **state, double *ns, Wishes *wishes, GError **error)
{
    Saved *s = walk_save(x, loop->comps, loop->n_comps);
    int n = type_n_leaves(loop->type);
    bool was_trying = x->trying;
    x->trying = true;
    for (int k = 0; k < 2; k++)
        loop->comps[k]->params[0]->shardings = arena_dup_array(x->scratch, state, n);
    int64_t trips = x->trips * MAX(while_trip_count(loop), 1);
    const Sharding *scalar = sharding_replicated(x->m->shardings, x->m->mesh, 0);
    Asker a = { .user = loop, .cause = CAUSE_LOOP, .cause_op = loop, .choice = -1, .why = "" };
    bool ok = walk(x, loop->comps[0], trips, &scalar, &a, error) && walk(x, loop->comps[1], trips, state, &a, error);
    *ns = x->total_ns - walk_saved_ns(s);
    if (ok && wishes)
        collect_wishes(x, loop, state, wishes);
    walk_put_back(x, s);
    x->trying = was_trying;
    return ok;
}

/* Price of moving the state into these layouts before the loop. */
static double entry_price(Insert *x, IrOp *loop, const Sharding *const *state)
{
    double ns = 0;
    for (int i = 0; i < type_n_leaves(loop->type); i++)
        if (type_leaf(loop->type, i)->kind == TYPE_ARRAY)
            ns += value_price(x, value_leaf(x, loop->operands[0], i), state[i], NULL) * (double)x->trips;
    return ns;
}

static int by_price_down(gconstpointer a, gconstpointer b)
{
    const Wish *x = a, *y = b;
    return x->ns > y->ns ? -1 : x->ns < y->ns;
}

static void note(Insert *x, const IrOp *loop, const Wish *w, double kept_ns, double moved_ns, int64_t trips)
{
    if (x->trying)
        return;
    bool moved = moved_ns < kept_ns;
    ChoiceOption *o = arena_array(x->log->arena, ChoiceOption, 2);
    o[!moved] = (ChoiceOption){ .text = decision_text(x->log, "value %d of the loop as %s before the first trip", w->leaf, spec_text(x, w->layout)),
                                .est_ns = moved_ns, .comm_ns = moved_ns, .chosen = moved };
    o[moved] = (ChoiceOption){ .text = decision_text(x->log, "value %d moved in each of %d trips", w->leaf, (int)trips), .est_ns = kept_ns,
                               .comm_ns = kept_ns, .chosen = !moved };
    o[1].rejected_because = decision_text(x->log, "costs %.2f times as much over all trips", MAX(kept_ns, moved_ns) / MAX(MIN(kept_ns, moved_ns), 1e-9));
    decision_choice(x->log, &(Choice){ .op = loop->id, .what = "loop invariant", .n_options = 2, .options = o });
}

bool choose_loop_state(Insert *x, IrOp *loop, const Sharding **state, bool *hoisted, GError **error)
{
    int64_t trips = while_trip_count(loop);
    for (int i = 0; i < type_n_leaves(loop->type); i++)
        hoisted[i] = state[i] != decided(x, loop, i) && is_invariant(loop, i);
    if (x->searching || x->trying || x->options->first_match || x->m->mesh->n_devices == 1 || trips < 2)
        return true; /* inside a trial inner loops stay as decided: trials would multiply */
    Wishes wishes = { 0 };
    double best;
    if (!try_state(x, loop, state, &best, &wishes, error)) {
        vec_clear(&wishes);
        return false;
    }
    best += entry_price(x, loop, state);
    if (wishes.n)
        qsort(wishes.v, (size_t)wishes.n, sizeof *wishes.v, by_price_down);
    bool ok = true;
    for (int i = 0; i < MIN(wishes.n, MAX_TRIALS) && ok; i++) {
        const Wish *w = &wishes.v[i];
        const Sharding *was = state[w->leaf];
        double ns;
        if (hoisted[w->leaf])
            continue;
        state[w->leaf] = w->layout;
        ok = try_state(x, loop, state, &ns, NULL, error);
        ns += entry_price(x, loop, state);
        note(x, loop, w, best, ns, trips);
        if (ok && ns < best) {
            best = ns;
            hoisted[w->leaf] = true;
        } else {
            state[w->leaf] = was;
        }
    }
    vec_clear(&wishes);
    return ok;
}
