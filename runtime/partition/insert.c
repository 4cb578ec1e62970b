/* The walk that decides how each op is divided. Each computation is laid out again from empty, op by op: an op takes its operands
 * in the layouts that its cheapest way of running needs, and records the layouts of its results. A layout is made only when an op
 * asks for it, so a partial sum whose only reader needs a slice is never added up whole.
 * rounds.c decides how often the program is walked, and searches between walks. Start reading at insert_reshards(). */
#include "runtime/ir/host_call.h"
#include "runtime/partition/insert_impl.h"
#include "runtime/partition/insert_nested.h"
#include "runtime/partition/known.h"
#include "runtime/partition/net.h"
#include "runtime/partition/take.h"

#include "runtime/partition/lower.h"
#include "runtime/partition/why.h"
#include "runtime/shard/spell.h"
#include "runtime/shard/tiles.h"

/* ---- ops ------------------------------------------------------------------------------------------------------ */

/* Lays out an op that only runs on whole values. If a value was split, the log says that this is not supported sharded. */
static void split_not_at_all(Insert *x, IrOp *op, bool supported, const char *why)
{
    bool was_split = false;
    for (int i = 0; i < op->n_operands; i++)
        if (op->operands[i]->type->kind == TYPE_ARRAY)
            was_split |= !sharding_is_replicated(value_layout(x, value_leaf(x, op->operands[i], 0)));
    int n = type_n_leaves(op->type);
    const Sharding **out = arena_array(x->scratch, const Sharding *, n);
    for (int i = 0; i < n; i++) {
        out[i] = value_replicated(x, type_leaf(op->type, i));
        was_split |= !sharding_is_replicated(decided(x, op, i));
    }
    bool fallback = !supported && was_split && (op->type->kind != TYPE_ARRAY || op->type->n_elems > 0);
    for (int i = 0; i < op->n_operands; i++) {
        if (op->operands[i]->type->kind == TYPE_TOKEN)
            op->operands[i] = value_leaf(x, op->operands[i], 0);
        if (op->operands[i]->type->kind != TYPE_ARRAY)
            continue;
        IrOp *v = value_leaf(x, op->operands[i], 0);
        Asker a = { .user = op, .cause = fallback ? CAUSE_UNSUPPORTED : CAUSE_OP_RULE, .cause_op = op, .cause_loc = op->loc,
                    .choice = -1 };
        if (!sharding_is_replicated(value_layout(x, v)))
            a.why = decision_text(x->log, fallback ? "not supported sharded: %s needs whole values, and %s is %s" :
                                                     "%s needs whole values, and %s is %s",
                                  op_label(x, op), value_label(x, v), spec_text(x, value_layout(x, v)));
        take_operand(x, op, i, value_replicated(x, op->operands[i]->type), &a);
    }
    note_split(x, op, fallback ? 3 : 0, (AxisList){ NULL, 0 }, 1, why);
    emit_op(x, op, out);
}

/* Puts the way that the search decided on first, if it decided. */
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

/* True if some dim is split; partial sums do not count. */
static bool is_tiled(const Sharding *s)
{
    for (int d = 0; d < s->rank; d++)
        if (sharding_parts(s, d) > 1)
            return true;
    return false;
}

static void split_by_rule(Insert *x, IrOp *op, const Rule *rule)
{
    g_autoptr(GPtrArray) ways = candidates_of(x, op, rule);
    if (ways->len == 0) {
        split_not_at_all(x, op, false, "too deep in loops to be divided");
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
    enum { FEW = 6 }; /* most ops have no more operands: their arrays can be on the stack */
    IrOp *few_values[FEW], **values = op->n_operands <= FEW ? few_values : arena_array(x->scratch, IrOp *, op->n_operands);
    for (int i = 0; i < op->n_operands; i++)
        values[i] = best->in[i] ? value_leaf(x, op->operands[i], 0) : NULL;
    Asker few_askers[FEW], *askers = op->n_operands <= FEW ? few_askers : arena_array(x->scratch, Asker, op->n_operands);
    /* Reasons are made first, while all operands still have the layouts they came in. */
    for (int i = 0; i < op->n_operands; i++) {
        askers[i] = (Asker){ .user = op, .cause_op = op, .cause_loc = op->loc, .choice = choice, .cause = CAUSE_OP_RULE,
                              .by_rule = true };
        if (!best->in[i])
            continue;
        const Sharding *from = value_layout(x, value_leaf(x, op->operands[i], 0));
        if (!x->log->quiet && !sharding_same_layout(from, best->in[i]))
            askers[i].why = why_operand(x, &(OperandMove){ op, rule, best, i, from, best->in[i] }, &askers[i].cause);
    }
    for (int i = 0; i < op->n_operands; i++)
        if (best->in[i])
            take_operand(x, op, i, best->in[i], &askers[i]);
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
    emit_op(x, op, best->out);
    if (!x->trying)
        net_add_node(x->net, op, rule, ways, values);
}

/* True if the members of each group of the program's own collective hold the same tile of any value that is divided over axes which
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

/* A collective of the program's own: inside a region with automatic axes it works on each tile separately. */
static void split_collective(Insert *x, IrOp *op)
{
    const Rule *rule = x->manual.n && talks_within_tiles(x, op) ? rule_of(x->rules, op) : NULL;
    if (rule && !rule->custom)
        split_by_rule(x, op, rule);
    else
        split_not_at_all(x, op, true, "written by the user for each device");
}

enum { MAX_COPIES = 16 };

/* The number of constraints in a row above v that copy one value. */
static int copies_behind(const Insert *x, const IrOp *v)
{
    int n = 0;
    for (; v->id < x->n_input && x->behind[v->id]; v = x->behind[v->id])
        n++;
    return n;
}

static const char *why_asked(Insert *x, const IrOp *op, IrOp *v, const Sharding *want)
{
    const Sharding *have = value_layout(x, v);
    if (have->unreduced.n)
        return decision_text(x->log, "%s asks for %s", op_label(x, op), spec_text(x, want));
    return decision_text(x->log, "%s asks for %s, but %s is computed as %s", op_label(x, op), spec_text(x, want), value_label(x, v), spec_text(x, have));
}

/* At most MAX_COPIES constraints in a row share their versions: each look-up visits all of them. */
static void split_constraint(Insert *x, IrOp *op)
{
    const Sharding *want = decided(x, op, 0);
    IrOp *v = value_leaf(x, op->operands[0], 0);
    if (op->wanted) { /* a place where the value is in an order of devices, also where its layout stays: orders.h */
        Asker a = { .user = op, .cause = CAUSE_USER_CONSTRAINT, .cause_op = op, .cause_loc = op->loc, .choice = -1, .why = why_asked(x, op, v, want) };
        take_operand(x, op, 0, want, &a);
        emit_op(x, op, &want);
        return;
    }
    if (sharding_same_layout(value_layout(x, v), want)) {
        x->same_as[op->id] = v;
        return;
    }
    bool copy = copies_behind(x, v) < MAX_COPIES;
    if (!x->options->first_match && copy)
        x->behind[op->id] = v;
    Asker a = { .user = op, .cause = CAUSE_USER_CONSTRAINT, .cause_op = op, .cause_loc = op->loc, .choice = -1, .by_rule = copy };
    a.why = why_asked(x, op, v, want);
    take_operand(x, op, 0, want, &a);
    Version as_asked = { op->operands[0], want, 0 };
    for (int i = 0; i < x->versions[v->id].n; i++)
        if (x->versions[v->id].v[i].op == op->operands[0])
            as_asked.reshard = x->versions[v->id].v[i].reshard;
    vec_push(&x->versions[op->id], as_asked);
    if (!x->trying && copy)
        net_add_copy(x->net, op, v, want);
}

/* Outfeeds and sends: the host takes from each device what that device holds. */
static void split_outfeed(Insert *x, IrOp *op)
{
    IrOp *data = op->operands[0];
    int n = type_n_leaves(data->type), n_out = type_n_leaves(op->type);
    const Sharding **in = arena_array(x->scratch, const Sharding *, n + 1), **out = arena_array(x->scratch, const Sharding *, n_out + 1);
    for (int i = 0; i < n; i++)
        if (type_leaf(data->type, i)->kind == TYPE_ARRAY)
            in[i] = sharding_with_unreduced(x->m->shardings, value_layout(x, value_leaf(x, data, i)), (AxisList){ NULL, 0 }, REDUCTION_SUM);
    Asker a = { .user = op, .cause = CAUSE_OP_RULE, .cause_op = op, .cause_loc = op->loc, .choice = -1,
                .why = "the host takes from each device what that device holds" };
    op->operands[0] = take_tuple(x, data, in, &a);
    op->operands[1] = value_leaf(x, op->operands[1], 0);
    for (int i = 0; i < n_out; i++) /* a send's first results are its operand again */
        out[i] = i < n && i < n_out - 2 ? in[i] : value_replicated(x, type_leaf(op->type, i));
    note_split(x, op, 1, (AxisList){ NULL, 0 }, 1, "the host takes from each device what that device holds");
    emit_op(x, op, out);
}

static bool cut_evenly(const Sharding *s, const Type *type)
{
    bool even = true;
    for (int d = 0; d < type->rank; d++)
        even &= type->dims[d] % axis_list_size(s->dims[d].axes) == 0;
    return even;
}

/* A call into the program's caller by each device, which gives it what it holds and gets nothing. Pieces with padding are not for others' eyes. */
static void split_call_each(Insert *x, IrOp *op)
{
    static const char why[] = "each device calls with what it holds";
    int n_out = type_n_leaves(op->type);
    const Sharding **out = arena_array(x->scratch, const Sharding *, n_out + 1);
    Asker a = { .user = op, .cause = CAUSE_OP_RULE, .cause_op = op, .cause_loc = op->loc, .choice = -1, .why = why };
    for (int i = 0; i < op->n_operands; i++) {
        const Type *type = op->operands[i]->type;
        const Sharding *in = type->kind == TYPE_ARRAY ? sharding_with_unreduced(x->m->shardings, value_layout(x, value_leaf(x, op->operands[i], 0)), (AxisList){ NULL, 0 }, REDUCTION_SUM) : NULL;
        take_operand(x, op, i, in && !cut_evenly(in, type) ? value_replicated(x, type) : in, &a);
    }
    for (int i = 0; i < n_out; i++)
        out[i] = value_replicated(x, type_leaf(op->type, i));
    note_split(x, op, 1, (AxisList){ NULL, 0 }, 1, why);
    emit_op(x, op, out);
}

/* True for those whose results, if any, only say when. */
static bool is_call_each(const IrOp *op)
{
    bool none = op_is_host_call(op) && strcmp(op->a.custom.target, HOST_CALL_EACH) == 0;
    for (int i = 0; none && i < op->n_operands; i++)
        none = op->operands[i]->type->kind != TYPE_TUPLE;
    for (int i = 0; none && i < type_n_leaves(op->type); i++)
        none = type_leaf(op->type, i)->kind == TYPE_TOKEN;
    return none;
}

static bool split(Insert *x, IrOp *op, GError **error)
{
    switch (op_family(op)) {
    case FAMILY_leaf:
    case FAMILY_iota: emit_decided(x, op); return true;
    case FAMILY_device_id: {
        const Sharding *s = value_replicated(x, op->type);
        emit_op(x, op, &s);
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
        split_not_at_all(x, op, false, "every device runs the whole call");
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
        split_not_at_all(x, op, true, "its numbers come from one stream: every device draws all of them, to get the same numbers as a single device");
        return true;
    }
    if (op->code == OP_infeed || op->code == OP_recv) {
        split_not_at_all(x, op, true, "the host gives every device the whole value");
        return true;
    }
    if (op->code == OP_outfeed || op->code == OP_send) {
        split_outfeed(x, op);
        return true;
    }
    if (op_family(op) == FAMILY_token) {
        split_not_at_all(x, op, true, "it only orders other ops");
        return true;
    }
    if (is_call_each(op)) {
        split_call_each(x, op);
        return true;
    }
    const Rule *rule = known_rule(x, op);
    if (rule && !rule->custom)
        split_by_rule(x, op, rule);
    else
        split_not_at_all(x, op, false, "no sharding rule says how its dimensions relate");
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

/* Sets each op's origin to its id before reshards are inserted, by which the log names it. */
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
        if (s && s->maximal) /* every device gets a copy of what the one asked for holds */
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

int partition_fallbacks(const DecisionLog *log)
{
    int n = 0;
    for (int i = 0; i < log->splits.n; i++)
        n += log->splits.v[i].how == 3;
    return n;
}
