/* The walk: every computation is laid out anew, op by op; each op gets its operands in the layout that its cheapest
 * way of running wants, and says in which layout its results come. Nobody is given a layout before someone asks for it,
 * so a partial sum whose only reader wants a slice is never summed whole.
 * How often it is done, and what is searched between, is rounds.c's.
 * Start reading at insert_reshards(). */
#include "runtime/partition/net.h"

#include "runtime/partition/lower.h"
#include "runtime/shard/spell.h"
#include "runtime/shard/tiles.h"

static const Sharding *replicated(Insert *x, const Type *type)
{
    return sharding_replicated(x->m->shardings, x->m->mesh, type->kind == TYPE_ARRAY ? type->rank : 0);
}

/* Sets the layouts of an op as computed and places it. */
static void emit(Insert *x, IrOp *op, const Sharding *const *out)
{
    int n = type_n_leaves(op->type);
    op->shardings = arena_dup_array(x->m->arena, out, n);
    x->natural[op->id] = op->shardings;
    if (op->type->kind == TYPE_ARRAY)
        value_define(x, op, out[0]);
    comp_place(x->comp, op);
}

static void emit_decided(Insert *x, IrOp *op)
{
    int n = type_n_leaves(op->type);
    const Sharding **out = arena_array(x->scratch, const Sharding *, n);
    for (int i = 0; i < n; i++)
        out[i] = decided(x, op, i);
    emit(x, op, out);
}

/* The value for slot `pos` of whoever asks. Boundaries (results, loops, branches) name the op that computed a value whose
 * layout does not fit, and say so if it is a partial sum. */
static IrOp *ask(Insert *x, IrOp *v, int pos, const Sharding *want, const Asker *asker)
{
    Asker a = *asker;
    const Sharding *from = value_layout(x, v);
    a.pos = pos;
    if (a.cause == CAUSE_OUTPUT || a.cause == CAUSE_LOOP) {
        if (!a.cause_loc)
            a.cause_loc = v->loc;
        const char *place = a.cause == CAUSE_OUTPUT ? label_result(x->labels, x->m, pos) : label_loop(x->labels, a.cause_op);
        const char *wants = decision_text(x->log, a.cause == CAUSE_OUTPUT ? "%s is to be returned as %s" : "%s carries it as %s from trip to trip",
                                          place, spec_text(x, want));
        if (a.hoisted && a.hoisted[pos])
            a.why = decision_text(x->log, "all trips of %s read %s as %s and none changes it: it is brought there once, before the loop, not in each of %d trips",
                                  place, value_label(x, v), spec_text(x, want), (int)a.trips);
        else if (from->unreduced.n && !want->unreduced.n)
            a.why = why_partial(x, v, from->unreduced, wants);
        else if (!sharding_same_layout(from, want))
            a.why = decision_text(x->log, a.cause == CAUSE_OUTPUT ? "%s, but %s is computed as %s" : "%s, and %s is %s", wants, value_label(x, v),
                                  spec_text(x, from));
    } else if (a.takes && !sharding_same_layout(from, want)) {
        const char *wants = decision_text(x->log, "%s %s %s", op_label(x, a.cause_op), a.takes, spec_text(x, want));
        a.why = from->unreduced.n && !want->unreduced.n ? why_partial(x, v, from->unreduced, wants) :
                                    decision_text(x->log, "%s, and %s is %s", wants, value_label(x, v), spec_text(x, from));
    } else if (a.why && from->unreduced.n && a.cause != CAUSE_CONFLICT && a.cause != CAUSE_OP_RULE) {
        a.why = why_partial(x, v, from->unreduced, a.why);
    }
    if (a.carry && a.carry[pos] >= 0)
        net_add_use(x->net, v, a.carry[pos], a.carry_pos);
    a.by_rule |= a.carry && a.carry[pos] >= 0;
    return value_request(x, v, want, &a);
}

/* Operand i of op, an array, in layout `want`. */
static void take(Insert *x, IrOp *op, int i, const Sharding *want, const Asker *asker)
{
    op->operands[i] = ask(x, value_leaf(x, op->operands[i], 0), i, want, asker);
}

/* `op` (of any type) rebuilt with each array leaf in the layout wanted. */
static IrOp *take_tuple(Insert *x, IrOp *op, const Sharding *const *want, const Asker *asker)
{
    if (op->type->kind == TYPE_ARRAY)
        return ask(x, value_leaf(x, op, 0), asker->pos, want[0], asker);
    if (op->type->kind != TYPE_TUPLE)
        return op;
    g_autofree IrOp **parts = g_new(IrOp *, op->type->n_parts);
    int leaf = 0;
    for (int i = 0; i < op->type->n_parts; i++) {
        const Type *t = op->type->parts[i];
        if (t->kind == TYPE_ARRAY || t->kind == TYPE_TOKEN) {
            IrOp *v = value_leaf(x, op, leaf);
            parts[i] = t->kind == TYPE_ARRAY ? ask(x, v, leaf, want[leaf], asker) : v;
        } else {
            IrOp *part = op;
            if (op->code == OP_tuple) {
                part = op->operands[i];
            } else {
                part = op_new(x->comp, OP_get_tuple_element, t, NULL, 1, &op);
                part->a.gte.index = i;
            }
            parts[i] = take_tuple(x, part, want + leaf, asker);
        }
        leaf += type_n_leaves(t);
    }
    IrOp *tuple = op_new(x->comp, OP_tuple, op->type, NULL, op->type->n_parts, parts);
    op_inherit(tuple, op);
    tuple->shardings = arena_dup_array(x->m->arena, want, leaf);
    return tuple;
}

static const Loc *loc_of(const IrOp *op)
{
    return op->loc;
}

/* ---- ops ------------------------------------------------------------------------------------------------------ */

static void note_split(Insert *x, const IrOp *op, int how, AxisList used, double share, const char *why)
{
    if (x->log->quiet && how != 3) /* what is not supported is counted */
        return;
    OpSplit s = { .op = op->id, .how = how, .mesh = x->m->mesh, .why = why, .flops_one = op_flops(op) };
    const OpSplit *last = x->log->splits.n ? &x->log->splits.v[x->log->splits.n - 1] : NULL;
    ArenaMark mark = arena_mark(x->log->arena);
    s.axes = axis_list_sorted(x->log->arena, x->m->mesh, used);
    if (last && last->mesh == s.mesh && axis_list_equal(last->axes, s.axes)) { /* mostly so */
        arena_release(x->log->arena, mark);
        s.axes = last->axes;
        s.idle_axes = last->idle_axes;
    } else {
        s.idle_axes = mesh_free_axes(x->log->arena, x->m->mesh, &s.axes, 1);
    }
    s.flops_sum = s.flops_one * (double)x->m->mesh->n_devices / share;
    decision_split(x->log, &s);
}

static int note_choice(Insert *x, const IrOp *op, const GPtrArray *ways)
{
    if (ways->len < 2 || x->log->quiet)
        return -1;
    int n = (int)MIN(ways->len, 6);
    ChoiceOption *options = arena_array(x->log->arena, ChoiceOption, n);
    const Candidate *best = g_ptr_array_index(ways, 0);
    for (int i = 0; i < n; i++) {
        const Candidate *c = g_ptr_array_index(ways, i);
        options[i] = (ChoiceOption){ .text = c->text, .est_ns = c->comm_ns + c->compute_ns, .comm_ns = c->comm_ns,
                                     .compute_ns = c->compute_ns, .bytes_moved = c->bytes, .flops = c->flops, .chosen = i == 0 };
        if (i > 0 && candidate_price(c, 1) < candidate_price(best, 1))
            options[i].rejected_because = candidate_price(c, SURE_OF_COMPUTING) < candidate_price(best, SURE_OF_COMPUTING) ?
                                          "cheaper by itself, dearer with what the ops around it then need" :
                                          "moves more, and is faster by less than predictions are good for";
    }
    return decision_choice(x->log, &(Choice){ .op = op->id, .what = op_info[op->code].id, .n_options = n, .options = options });
}

/* An op that only runs on whole values: correct, and said so. */
static void split_not_at_all(Insert *x, IrOp *op, bool supported, const char *why)
{
    bool was_split = false;
    for (int i = 0; i < op->n_operands; i++)
        if (op->operands[i]->type->kind == TYPE_ARRAY)
            was_split |= !sharding_is_replicated(value_layout(x, value_leaf(x, op->operands[i], 0)));
    int n = type_n_leaves(op->type);
    const Sharding **out = arena_array(x->scratch, const Sharding *, n);
    for (int i = 0; i < n; i++) {
        out[i] = replicated(x, type_leaf(op->type, i));
        was_split |= !sharding_is_replicated(decided(x, op, i));
    }
    bool fallback = !supported && was_split && (op->type->kind != TYPE_ARRAY || op->type->n_elems > 0);
    for (int i = 0; i < op->n_operands; i++) {
        if (op->operands[i]->type->kind == TYPE_TOKEN)
            op->operands[i] = value_leaf(x, op->operands[i], 0);
        if (op->operands[i]->type->kind != TYPE_ARRAY)
            continue;
        IrOp *v = value_leaf(x, op->operands[i], 0);
        Asker a = { .user = op, .cause = fallback ? CAUSE_UNSUPPORTED : CAUSE_OP_RULE, .cause_op = op, .cause_loc = loc_of(op),
                    .choice = -1 };
        if (!sharding_is_replicated(value_layout(x, v)))
            a.why = decision_text(x->log, fallback ? "not supported sharded: %s runs on whole values, and %s is %s" :
                                                     "%s works on whole values, and %s is %s",
                                  op_label(x, op), value_label(x, v), spec_text(x, value_layout(x, v)));
        take(x, op, i, replicated(x, op->operands[i]->type), &a);
    }
    note_split(x, op, fallback ? 3 : 0, (AxisList){ NULL, 0 }, 1, why);
    emit(x, op, out);
}

/* Puts the way that the search wants first, if there is one. */
static void take_forced(Insert *x, IrOp *op, const Rule *rule, GPtrArray *ways)
{
    const Forced *f = x->forced && op->id < x->n_input ? &x->forced[op->id] : NULL;
    if (!f || !f->factors)
        return;
    for (guint i = 0; i < ways->len && !f->on_partials; i++) {
        Candidate *c = g_ptr_array_index(ways, i);
        bool same = !c->on_partials && c->whole == f->whole;
        for (int k = 0; k < rule->n_factors && same; k++)
            same = axis_list_equal(c->factors[k], f->factors[k]);
        if (!same)
            continue;
        g_ptr_array_remove_index(ways, i);
        g_ptr_array_insert(ways, 0, c);
        return;
    }
    Candidate *c = f->on_partials ? candidate_on_partials(x, op, rule, true) : candidate_with(x, op, rule, f->factors, f->whole);
    if (c)
        g_ptr_array_insert(ways, 0, c);
}

/* True if some dim is split, whatever is still to be summed. */
static bool is_tiled(const Sharding *s)
{
    for (int d = 0; d < s->rank; d++)
        if (sharding_parts(s, d) > 1)
            return true;
    return false;
}

/* Why an op of divided values is done whole by every device, with its price and that of the best way to divide it. */
static const char *why_whole(Insert *x, const GPtrArray *ways, bool tiled)
{
    const Candidate *best = g_ptr_array_index(ways, 0), *divided = NULL;
    for (guint i = 1; i < ways->len; i++) {
        const Candidate *c = g_ptr_array_index(ways, i);
        if (axis_list_size(c->used) > 1 && (!divided || candidate_price(c, 1) < candidate_price(divided, 1)))
            divided = c;
    }
    if (!divided)
        return tiled ? "none of its dims can be divided" : "no operand or result is split: they are sums over devices, whole once added up";
    double whole = candidate_price(best, 1), parts = candidate_price(divided, 1);
    return decision_text(x->log, whole <= parts ? "repeating it costs %.4g us with what is moved for it, dividing it at least %.4g us, %.0f%% of that moving data" :
                                 candidate_price(best, SURE_OF_COMPUTING) <= candidate_price(divided, SURE_OF_COMPUTING) ?
                                                  "repeating it costs %.4g us and dividing it %.4g us, %.0f%% of that moving data: too little is won for sure" :
                                                  "by itself repeating it costs %.4g us and dividing it %.4g us, %.0f%% of that moving data; with what the ops around it then need, repeating it is cheaper",
                         whole / 1e3, parts / 1e3, 100 * divided->comm_ns / MAX(parts, 1e-9));
}

static void split_by_rule(Insert *x, IrOp *op, const Rule *rule)
{
    g_autoptr(GPtrArray) ways = candidates_of(x, op, rule);
    if (ways->len == 0) {
        split_not_at_all(x, op, false, "too many loops to divide");
        return;
    }
    Candidate *partial = candidate_on_partials(x, op, rule, false);
    if (partial) {
        const Candidate *first = g_ptr_array_index(ways, 0);
        if (candidate_price(partial, 1) <= candidate_price(first, 1) * (1 + 1e-9))
            g_ptr_array_insert(ways, 0, partial);
    }
    take_forced(x, op, rule, ways);
    const Candidate *best = g_ptr_array_index(ways, 0);
    int choice = note_choice(x, op, ways);
    enum { FEW = 6 }; /* operands of most ops: what is known of them need not stay */
    IrOp *few_values[FEW], **values = op->n_operands <= FEW ? few_values : arena_array(x->scratch, IrOp *, op->n_operands);
    for (int i = 0; i < op->n_operands; i++)
        values[i] = best->in[i] ? value_leaf(x, op->operands[i], 0) : NULL;
    Asker few_askers[FEW], *askers = op->n_operands <= FEW ? few_askers : arena_array(x->scratch, Asker, op->n_operands);
    /* Reasons first: they look at all operands as they came. */
    for (int i = 0; i < op->n_operands; i++) {
        askers[i] = (Asker){ .user = op, .cause_op = op, .cause_loc = loc_of(op), .choice = choice, .cause = CAUSE_OP_RULE,
                              .by_rule = true };
        if (!best->in[i])
            continue;
        const Sharding *from = value_layout(x, value_leaf(x, op->operands[i], 0));
        if (!x->log->quiet && !sharding_same_layout(from, best->in[i]))
            askers[i].why = why_operand(x, op, rule, best, i, from, best->in[i], &askers[i].cause);
    }
    for (int i = 0; i < op->n_operands; i++)
        if (best->in[i])
            take(x, op, i, best->in[i], &askers[i]);
    x->total_ns += (best->compute_ns + best->inner_ns) * (double)x->trips;
    x->computing_ns += best->compute_ns * (double)x->trips;
    int64_t parts = axis_list_size(best->used);
    bool wanted = false, tiled = false;
    for (int r = 0; r < type_n_leaves(op->type); r++) {
        wanted |= !sharding_is_replicated(decided(x, op, r));
        tiled |= is_tiled(decided(x, op, r));
    }
    for (int i = 0; i < op->n_operands; i++) {
        wanted |= values[i] && !sharding_is_replicated(value_layout(x, values[i]));
        tiled |= values[i] && is_tiled(value_layout(x, values[i]));
    }
    const char *why = parts > 1 ? best->text : wanted ? (x->log->quiet ? "" : why_whole(x, ways, tiled)) : "no operand or result is sharded";
    note_split(x, op, parts == 1 ? 0 : parts == x->m->mesh->n_devices ? 1 : 2, best->used, best->share, why);
    emit(x, op, best->out);
    if (!x->trying)
        net_add_node(x->net, op, rule, ways, values);
}

static bool split_while(Insert *x, IrOp *op, GError **error)
{
    int n = type_n_leaves(op->type);
    const Sharding **state = arena_array(x->m->arena, const Sharding *, n);
    bool *hoisted = arena_array(x->scratch, bool, n);
    const Forced *f = x->forced && op->id < x->n_input ? &x->forced[op->id] : NULL;
    for (int i = 0; i < n; i++)
        state[i] = f && f->state && f->state[i] ? f->state[i] : decided(x, op, i);
    if (!choose_loop_state(x, op, state, hoisted, error))
        return false;
    Asker a = { .user = op, .cause = CAUSE_LOOP, .cause_op = op, .cause_loc = loc_of(op), .choice = -1,
                .why = decision_text(x->log, "%s carries each value in one layout through all its trips", label_loop(x->labels, op)), .hoisted = hoisted,
                .trips = while_trip_count(op), .carry = x->trying ? NULL : net_add_carries(x->net, op, state) };
    op->operands[0] = take_tuple(x, op->operands[0], state, &a);
    for (int k = 0; k < 2; k++) {
        IrOp *param = op->comps[k]->params[0];
        param->shardings = arena_dup_array(x->m->arena, state, n);
    }
    int64_t trips = while_trip_count(op);
    const Sharding *scalar = sharding_replicated(x->m->shardings, x->m->mesh, 0);
    trips = x->trips * (trips < 0 ? 1 : trips);
    Asker inside = a;
    inside.hoisted = NULL;
    Asker test = inside;
    test.carry = NULL;
    inside.carry_pos = 1;
    if (!walk(x, op->comps[0], trips, &scalar, &test, error) || !walk(x, op->comps[1], trips, state, &inside, error))
        return false;
    emit(x, op, state);
    return true;
}

static bool split_conditional(Insert *x, IrOp *op, GError **error)
{
    Asker a = { .user = op, .cause = CAUSE_OP_RULE, .cause_op = op, .cause_loc = loc_of(op), .choice = -1,
                .why = "every device takes the same branch", .takes = "is decided by a value that all devices must know, as" };
    take(x, op, 0, replicated(x, op->operands[0]->type), &a);
    a.why = "the branch takes its argument in this layout";
    a.takes = "takes this argument of a branch as";
    int n = type_n_leaves(op->type);
    const Sharding **out = arena_array(x->m->arena, const Sharding *, n);
    for (int i = 0; i < n; i++)
        out[i] = decided(x, op, i);
    for (int k = 0; k < op->n_comps; k++) {
        IrOp *param = op->comps[k]->params[0];
        int leaves = type_n_leaves(param->type);
        const Sharding **in = arena_array(x->m->arena, const Sharding *, leaves);
        for (int i = 0; i < leaves; i++)
            in[i] = param->shardings && param->shardings[i] ? decided(x, param, i) :
                    type_leaf(param->type, i)->kind == TYPE_ARRAY ? NULL : replicated(x, type_leaf(param->type, i));
        for (int i = 0; i < leaves; i++) { /* a branch that has no opinion takes the value as it is; a sum that others need too, summed once for all */
            if (in[i])
                continue;
            IrOp *v = value_leaf(x, op->operands[k + 1], i);
            in[i] = sharding_closed(x->m->shardings, decided(x, v, 0));
            if (in[i]->unreduced.n && v->id < x->n_input && x->n_uses[v->id] > 1)
                in[i] = sharding_with_unreduced(x->m->shardings, in[i], (AxisList){ NULL, 0 }, REDUCTION_SUM);
        }
        param->shardings = arena_dup_array(x->m->arena, in, leaves);
        op->operands[k + 1] = take_tuple(x, op->operands[k + 1], in, &a);
    }
    Asker r = a;
    r.why = "all branches must leave the result in one layout";
    r.takes = "leaves this result, whichever branch is taken, as";
    for (int k = 0; k < op->n_comps; k++)
        if (!walk(x, op->comps[k], x->trips, out, &r, error))
            return false;
    emit(x, op, out);
    return true;
}

/* The part of a manual region's sharding that its body still sees: axes that are not manual. */
static const Sharding *without_axes(Insert *x, const Sharding *s, AxisList manual)
{
    AxisList dims[MAX_RANK];
    for (int d = 0; d < s->rank; d++) {
        AxisRef *v = arena_array(x->scratch, AxisRef, s->dims[d].axes.n);
        int n = 0;
        for (int k = 0; k < s->dims[d].axes.n; k++) {
            bool is_manual = false;
            for (int i = 0; i < manual.n; i++)
                is_manual |= axis_overlaps(manual.v[i], s->dims[d].axes.v[k]);
            if (!is_manual)
                v[n++] = s->dims[d].axes.v[k];
        }
        dims[d] = (AxisList){ v, n };
    }
    return sharding_of_dims(x->m->shardings, x->m->mesh, s->rank, dims);
}

static bool split_manual(Insert *x, IrOp *op, GError **error)
{
    Asker a = { .user = op, .cause = CAUSE_MANUAL, .cause_op = op, .cause_loc = loc_of(op), .choice = -1 };
    IrComp *body = op->comps[0];
    for (int i = 0; i < op->n_operands; i++) {
        const Sharding *in = sharding_closed(x->m->shardings, op->a.manual.in[i]);
        a.why = "the manual region takes its argument in this layout";
        a.takes = "takes this argument, by its in_specs, as";
        take(x, op, i, in, &a);
        body->params[i]->shardings = arena_array(x->m->arena, const Sharding *, 1);
        body->params[i]->shardings[0] = without_axes(x, in, op->a.manual.axes);
    }
    int n = op->a.manual.n_out;
    const Sharding **out = arena_array(x->m->arena, const Sharding *, n), **inner = arena_array(x->m->arena, const Sharding *, n);
    for (int i = 0; i < n; i++) {
        out[i] = sharding_closed(x->m->shardings, op->a.manual.out[i]);
        inner[i] = without_axes(x, out[i], op->a.manual.axes);
    }
    a.why = "the manual region gives its result in this layout";
    a.takes = "gives this result, by its out_specs, as";
    AxisList outer = x->manual;
    x->manual = axis_list_concat(x->scratch, outer, op->a.manual.axes);
    bool ok = walk(x, body, x->trips, inner, &a, error);
    x->manual = outer;
    if (!ok)
        return false;
    note_split(x, op, 1, op->a.manual.axes, (double)axis_list_size(op->a.manual.axes), "written by the user for each device");
    emit(x, op, out);
    return true;
}

/* True if whoever talks in the program's own collective has the same tile of any value that is divided over axes which
 * are not manual here. */
static bool talks_within_tiles(Insert *x, const IrOp *op)
{
    const Groups *g = &op->a.collective.groups;
    AxisList free = mesh_free_axes(x->scratch, x->m->mesh, &x->manual, 1);
    const Sharding *tiles = sharding_of_dims(x->m->shardings, x->m->mesh, 1, &free);
    bool permute = op->code == OP_collective_permute;
    int n = permute ? op->a.collective.pairs.n / 2 : g->n_groups;
    if (!n && !permute)
        return false;
    for (int i = 0; i < n; i++) {
        Ints members = permute ? (Ints){ .v = op->a.collective.pairs.v + 2 * i, .n = 2 } : g->groups[i];
        int64_t first = 0, other = 0;
        for (int k = 0; k < members.n; k++) {
            if (members.v[k] < 0 || members.v[k] >= x->m->mesh->n_devices ||
                !tile_coords(tiles, members.v[k], k ? &other : &first) || (k && other != first))
                return false;
        }
    }
    return true;
}

/* A collective that the program wrote itself: within a region with automatic axes it works on each tile alone. */
static void split_collective(Insert *x, IrOp *op)
{
    const Rule *rule = x->manual.n && talks_within_tiles(x, op) ? rule_of(x->rules, op) : NULL;
    if (rule && !rule->custom)
        split_by_rule(x, op, rule);
    else
        split_not_at_all(x, op, true, "written by the user for each device");
}

enum { MAX_COPIES = 16 };

/* Constraints on constraints on v that are copies of one value. */
static int copies_behind(const Insert *x, const IrOp *v)
{
    int n = 0;
    for (; v->id < x->n_input && x->behind[v->id]; v = x->behind[v->id])
        n++;
    return n;
}

/* Copies in a row know of one another, but no more than MAX_COPIES: each is asked about all that stand behind it. */
static void split_constraint(Insert *x, IrOp *op)
{
    const Sharding *want = decided(x, op, 0);
    IrOp *v = value_leaf(x, op->operands[0], 0);
    if (sharding_same_layout(value_layout(x, v), want)) {
        x->same_as[op->id] = v;
        return;
    }
    bool copy = copies_behind(x, v) < MAX_COPIES;
    if (!x->options->first_match && copy)
        x->behind[op->id] = v;
    Asker a = { .user = op, .cause = CAUSE_USER_CONSTRAINT, .cause_op = op, .cause_loc = loc_of(op), .choice = -1, .by_rule = copy };
    a.why = value_layout(x, v)->unreduced.n ? decision_text(x->log, "%s asks for %s", op_label(x, op), spec_text(x, want)) :
            decision_text(x->log, "%s asks for %s, but %s is computed as %s", op_label(x, op), spec_text(x, want), value_label(x, v),
                          spec_text(x, value_layout(x, v)));
    take(x, op, 0, want, &a);
    Version as_asked = { op->operands[0], want, 0 };
    for (int i = 0; i < x->versions[v->id].n; i++)
        if (x->versions[v->id].v[i].op == op->operands[0])
            as_asked.reshard = x->versions[v->id].v[i].reshard;
    vec_push(&x->versions[op->id], as_asked);
    if (!x->trying && copy)
        net_add_copy(x->net, op, v, want);
}

/* What the host is given it takes from each device as that has it. */
static void split_outfeed(Insert *x, IrOp *op)
{
    IrOp *data = op->operands[0];
    int n = type_n_leaves(data->type), n_out = type_n_leaves(op->type);
    const Sharding **in = arena_array(x->scratch, const Sharding *, n + 1), **out = arena_array(x->scratch, const Sharding *, n_out + 1);
    for (int i = 0; i < n; i++)
        if (type_leaf(data->type, i)->kind == TYPE_ARRAY)
            in[i] = sharding_with_unreduced(x->m->shardings, value_layout(x, value_leaf(x, data, i)), (AxisList){ NULL, 0 }, REDUCTION_SUM);
    Asker a = { .user = op, .cause = CAUSE_OP_RULE, .cause_op = op, .cause_loc = loc_of(op), .choice = -1,
                .why = "the host takes what each device has" };
    op->operands[0] = take_tuple(x, data, in, &a);
    op->operands[1] = value_leaf(x, op->operands[1], 0);
    for (int i = 0; i < n_out; i++) /* a send's first results are its operand again */
        out[i] = i < n && i < n_out - 2 ? in[i] : replicated(x, type_leaf(op->type, i));
    note_split(x, op, 1, (AxisList){ NULL, 0 }, 1, "the host takes what each device has");
    emit(x, op, out);
}

static bool split(Insert *x, IrOp *op, GError **error)
{
    switch (op_family(op)) {
    case FAMILY_leaf:
    case FAMILY_iota: emit_decided(x, op); return true;
    case FAMILY_device_id: {
        const Sharding *s = replicated(x, op->type);
        emit(x, op, &s);
        return true;
    }
    case FAMILY_tuple:
        value_keep(x, op);
        return true;
    case FAMILY_barrier:
    case FAMILY_group: return true; /* values are looked up through them */
    case FAMILY_constraint:
    case FAMILY_reshard: split_constraint(x, op); return true;
    case FAMILY_manual: return split_manual(x, op, error);
    case FAMILY_control:
        if (op->code == OP_while)
            return split_while(x, op, error);
        if (op->code == OP_conditional)
            return split_conditional(x, op, error);
        split_not_at_all(x, op, false, "calls are run whole");
        return true;
    case FAMILY_collective: split_collective(x, op); return true;
    case FAMILY_token:
    case FAMILY_async:
    case FAMILY_custom:
    case FAMILY_opaque:
    case FAMILY_rng_bits:
    case FAMILY_elementwise: case FAMILY_broadcast: case FAMILY_reshape: case FAMILY_transpose: case FAMILY_reverse:
    case FAMILY_slice: case FAMILY_pad: case FAMILY_concatenate: case FAMILY_dynamic_slice:
    case FAMILY_dynamic_update_slice: case FAMILY_gather: case FAMILY_scatter: case FAMILY_bitcast_convert:
    case FAMILY_dot: case FAMILY_convolution: case FAMILY_reduce: case FAMILY_reduce_window:
    case FAMILY_select_and_scatter: case FAMILY_sort: case FAMILY_topk: case FAMILY_fft: case FAMILY_linalg:
    case N_FAMILIES: break;
    }
    if (op->code == OP_rng || op->code == OP_rng_get_and_update_state) {
        split_not_at_all(x, op, true, "its numbers come from one stream, which every device draws, so that they are those of one device");
        return true;
    }
    if (op->code == OP_infeed || op->code == OP_recv) {
        split_not_at_all(x, op, true, "the host hands every device the whole");
        return true;
    }
    if (op->code == OP_outfeed || op->code == OP_send) {
        split_outfeed(x, op);
        return true;
    }
    if (op_family(op) == FAMILY_token) {
        split_not_at_all(x, op, true, "it says only what comes after what");
        return true;
    }
    const Rule *rule = known_rule(x, op);
    if (rule && !rule->custom)
        split_by_rule(x, op, rule);
    else
        split_not_at_all(x, op, false, "no rule says how its dimensions relate");
    return true;
}

/* ---- computations ----------------------------------------------------------------------------------------------- */

bool walk(Insert *x, IrComp *c, int64_t trips, const Sharding *const *root, const Asker *root_asker, GError **error)
{
    IrComp *outer = x->comp;
    int64_t outer_trips = x->trips;
    x->comp = c;
    x->trips = trips;
    int n = c->n_ops;
    g_autofree IrOp **ops = g_memdup2(c->ops, sizeof *ops * (size_t)n);
    c->n_ops = 0;
    bool ok = true;
    for (int i = 0; i < n && ok; i++)
        ok = stop_requested(x->options->stop) ? stop_error(&ops[i]->at, error) : split(x, ops[i], error);
    if (ok) {
        c->root = take_tuple(x, c->root, root, root_asker);
        comp_drop_dead(c, false);
    }
    x->comp = outer;
    x->trips = outer_trips;
    return ok;
}

/* From here on an op's origin is what the log calls it: its id before any reshard was inserted. */
static void own_origins(IrModule *m)
{
    for (int k = 0; k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++) {
            IrOp *op = m->comps[k]->ops[i];
            int *id = arena_new(m->arena, int);
            *id = op->id;
            op->origins = id;
            op->n_origins = 1;
        }
}

static void count_uses(Insert *x)
{
    x->n_uses = g_new0(int, x->n_ids);
    for (int k = 0; k < x->m->n_comps; k++) {
        const IrComp *c = x->m->comps[k];
        for (int i = 0; i < c->n_ops; i++)
            for (int a = 0; a < c->ops[i]->n_operands; a++)
                x->n_uses[c->ops[i]->operands[a]->id]++;
        x->n_uses[c->root->id]++;
    }
}

static bool walk_entry(Insert *x, GError **error)
{
    IrComp *entry = x->m->entry;
    int n = type_n_leaves(entry->root->type);
    const Sharding **results = arena_array(x->m->arena, const Sharding *, n);
    for (int i = 0; i < n; i++) {
        const Sharding *s = entry->results ? entry->results[i].sharding : NULL;
        if (s && s->maximal) /* every device has what the one asked for has */
            s = sharding_replicated(x->m->shardings, x->m->mesh, type_leaf(entry->root->type, i)->rank);
        if (!s) {
            IrValue v = value_resolve(entry->root, i);
            s = decided(x, v.op, v.leaf);
        }
        results[i] = sharding_closed(x->m->shardings, s);
    }
    if (!entry->results)
        entry->results = arena_array(x->m->arena, IrParamInfo, n);
    for (int i = 0; i < n; i++)
        entry->results[i].sharding = results[i];
    return lay_out(x, results, error);
}

bool insert_reshards(IrModule *m, Planner *planner, const PartitionOptions *options, DecisionLog *log, GError **error)
{
    g_assert(m->mesh);
    DecisionLog *own = log ? NULL : decision_log_new();
    batch_counted_indices(m);
    shorten_cuts(m);
    join_rolls(m);
    forget_overwritten(m);
    name_topk_calls(m);
    Insert x = { .m = m, .planner = planner, .options = options, .log = log ? log : own, .scratch = arena_new_root(),
                 .n_ids = m->next_id, .n_input = m->next_id, .trips = 1 };
    x.rules = rule_cache_new(x.scratch, false);
    x.known.arena = x.scratch;
    x.labels = labels_new(m, x.log);
    x.same_as = g_new0(IrOp *, x.n_ids);
    x.behind = g_new0(IrOp *, x.n_ids);
    x.versions = g_new0(Versions, x.n_ids);
    x.natural = g_new0(const Sharding **, x.n_ids);
    x.futile = g_hash_table_new(NULL, NULL);
    own_origins(m);
    count_uses(&x);
    bool ok = walk_entry(&x, error);
    for (int i = 0; i < x.n_ids; i++)
        vec_clear(&x.versions[i]);
    layouts_free(x.asked, x.n_input);
    g_free(x.n_uses);
    g_free(x.same_as);
    g_free(x.behind);
    g_free(x.forced);
    g_free(x.versions);
    g_free(x.natural);
    vec_clear(&x.lowered);
    rule_cache_free(x.rules);
    labels_free(x.labels);
    g_hash_table_destroy(x.futile);
    arena_free(x.scratch);
    decision_log_free(own);
    return ok;
}

bool plan_reshards(IrModule *m, Planner *planner, DecisionLog *log, GError **error)
{
    (void)error;
    for (int k = 0; k < m->n_comps; k++) {
        IrComp *c = m->comps[k];
        for (int i = 0; i < c->n_ops; i++) {
            IrOp *op = c->ops[i];
            if (op->code != OP_reshard || !op->shardings)
                continue;
            const Sharding *from = op->operands[0]->shardings[0];
            const ReshardPlan *plan = planner_plan_final(planner, op->type, from, op->shardings[0]);
            op->a.reshard.plan = plan;
            if (!log || op->reshard_id <= 0)
                continue;
            Reshard *row = &log->reshards.v[op->reshard_id - 1];
            row->plan = plan->text;
            row->bytes_moved = plan->bytes;
            row->est_ns = plan->ns;
            row->is_remat = plan->is_remat;
            row->n_options = plan->n_options;
            row->options = arena_dup_array(log->arena, plan->options, plan->n_options);
        }
    }
    for (int i = 0; log && i < log->reshards.n; i++) {
        Reshard *row = &log->reshards.v[i];
        if (row->shared_with > 0)
            row->plan = log->reshards.v[row->shared_with - 1].plan;
    }
    return true;
}

int partition_fallbacks(const DecisionLog *log)
{
    int n = 0;
    for (int i = 0; i < log->splits.n; i++)
        n += log->splits.v[i].how == 3;
    return n;
}
