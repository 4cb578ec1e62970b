/* Finds what each collective is for, and writes the reshards; see explain.h. Start reading at explain_collectives. */
#include "runtime/xla/exact.h"

#include <string.h>

#include "runtime/shard/tiles.h"
#include "runtime/sim/collective.h"
#include "runtime/sim/cost.h"
#include "runtime/xla/elements.h"
#include "runtime/xla/part.h"

/* ---- reshards ---------------------------------------------------------------------------------------------------------- */

static const char *plan_text(Explain *x, const Found *const *chain, int n)
{
    g_autoptr(GString) s = g_string_new(NULL);
    for (int i = 0; i < n; i++) {
        g_string_append(s, i ? " ; " : "");
        explain_step_text(x, s, chain[i]->coll);
    }
    return decision_text(x->log, "%s", s->str);
}

/* XLA's plan, which was executed, beside the planner's for the same two layouts. */
static void add_options(Explain *x, Reshard *r, const Type *type)
{
    bool usual = r->from && r->to && r->from->mesh == x->whole->mesh && r->to->mesh == x->whole->mesh; /* not with devices in reverse order */
    const ReshardPlan *ours = x->planner && usual && type->kind == TYPE_ARRAY && !r->from->maximal && !r->to->maximal ? planner_plan_final(x->planner, type, r->from, r->to) : NULL;
    r->n_options = ours && ours->n_steps ? 2 : 1;
    r->options = arena_array(x->log->arena, PlanOption, (size_t)r->n_options);
    r->options[0] = (PlanOption){ .plan = r->plan, .est_ns = r->est_ns, .bytes_moved = r->bytes_moved, .chosen = true };
    if (r->n_options == 2) {
        bool better = ours->ns < r->est_ns;
        r->options[1] = (PlanOption){ .plan = decision_text(x->log, "%s", ours->text), .est_ns = ours->ns, .bytes_moved = ours->bytes, .peak_bytes = ours->peak_bytes,
                                      .rejected_because = better ? "cheaper, as Shardscope plans it; XLA's partitioner does not look for it" : "as Shardscope plans it; no better" };
        if (better) {
            PlanOption first = r->options[0];
            r->options[0] = r->options[1];
            r->options[1] = first;
        }
    }
}

static void add_id(IrModule *m, IrOp *op, int id)
{
    bool has = op->reshard_id == id; /* an op that moves a value in several pieces has it once */
    for (int i = 0; i < op->n_more_reshards; i++)
        has = has || op->more_reshards[i] == id;
    if (!op->reshard_id)
        op->reshard_id = id;
    if (has || op->reshard_id == id)
        return;
    int *more = arena_array(m->arena, int, (size_t)op->n_more_reshards + 1);
    for (int i = 0; i < op->n_more_reshards; i++)
        more[i] = op->more_reshards[i];
    more[op->n_more_reshards] = id;
    op->more_reshards = more;
    op->n_more_reshards++;
}

static int64_t elements_on_device(const Type *t, const Sharding *s)
{
    int64_t dims[MAX_RANK], n = 1;
    tile_dims(s, t->rank, t->dims, dims);
    for (int d = 0; d < t->rank; d++)
        n *= dims[d];
    return n;
}

/* Where elements could not be followed: the collectives begin with as many elements as a device has under one layout, and end with as many as it
 * has under the other; groups of sums are as large as their axes. False if the value that they are said to be for has other sizes. Later passes
 * change the element type, so elements are counted, not bytes. */
static bool sizes_agree(Explain *x, const Found *const *chain, int n, const Layouts *l, const Type *type)
{
    const Found *first = chain[0], *last = chain[n - 1];
    if (type->kind != TYPE_ARRAY || l->from->maximal || l->to->maximal)
        return false;
    for (int i = 0; i < n && first->kind == FOUND_OWN; i++) { /* in which layout it was computed is then what sizes were fitted to */
        CollKind moves = op_coll_kind(chain[i]->coll);
        if ((moves == COLL_PERMUTE && !chain[i]->sums) || moves == COLL_ALL_TO_ALL)
            return false;
    }
    for (int i = 0; i < n && n > 1 && !l->halo; i++) /* which device got which piece from it, sizes do not say */
        if (op_coll_kind(chain[i]->coll) == COLL_PERMUTE && !chain[i]->sums)
            return false;
    int64_t in = first->coll->operands[first->operand]->type->n_elems, have = elements_on_device(type, l->from), get = elements_on_device(type, l->to);
    const Type *result = last->coll->type->kind == TYPE_ARRAY ? last->coll->type : type_leaf(last->coll->type, coll_part_leaf(last->coll, last->operand));
    CollKind kind = op_coll_kind(last->coll);
    if (l->halo) /* edges: a part of what a device has */
        return in <= have;
    if (last->sums)
        return in == get;
    if (kind == COLL_ALL_REDUCE)
        return in == have && (n > 1 || coll_group_size(last->coll, x->n_devices) == axis_list_size(l->from->unreduced));
    return in == have && result->kind == TYPE_ARRAY && result->n_elems == get;
}

/* Of the operands of a collective before number n. */
static int64_t bytes_before(const IrOp *coll, int n)
{
    int64_t sum = 0;
    for (int i = 0; i < n && i < coll->n_operands; i++)
        sum += type_bytes(coll->operands[i]->type);
    return sum;
}

static void put_reshard(Explain *x, const Found *const *chain, int n, Explained *out)
{
    Found first = *chain[0];
    const Found *f = &first;
    IrValue value = explain_taken(f, side_at(x->align->whole, f->value));
    Layouts l = explain_layouts(x, chain, n);
    if (!l.from || !l.to || l.from->rank != l.to->rank || l.from->rank != type_leaf(value.op->type, value.leaf)->rank) {
        g_debug("no layouts of %s: %s", f->coll->name, value.op->name);
        out->n_unknown += n;
        return;
    }
    StepPrices *prices = step_prices_new(planner_model(x->planner), NULL, x->n_devices);
    const Type *type = type_leaf(value.op->type, value.leaf);
    bool all_certain = true;
    for (int i = 0; i < n; i++)
        all_certain = all_certain && chain[i]->certain;
    bool same = sharding_same_layout(l.from, l.to); /* then only edges are exchanged, or pieces move between devices in a way that was followed */
    bool in_vain = !l.from->unreduced.n && (same ? !l.halo && !l.exact : !explain_sends(l.from, l.to)); /* nothing had to be sent between these two: one of them is another */
    bool certain = all_certain && !in_vain && !l.sized && (l.exact || sizes_agree(x, chain, n, &l, type));
    out->n_exact += l.exact ? n : 0;
    Reshard r = { .value_op = value.op->id, .leaf = value.leaf, .user_op = f->user ? f->user->id : -1, .user_pos = f->user_pos, .from = l.from, .to = l.to,
                  .rank = type->rank, .cause_op = f->user ? f->user->id : value.op->id, .plan = plan_text(x, chain, n), .bytes_full = type_bytes(type),
                  .trips = MAX(GPOINTER_TO_SIZE(g_hash_table_lookup(x->trips, f->coll->parent)), 1), .choice = -1, .evidence = f->by, .certainty = certain ? l.exact ? RESHARD_EXACT : RESHARD_AGREES : RESHARD_LIKELY };
    if (f->kind == FOUND_OWN) {
        r.user_op = f->next ? f->next->id : -1;
        r.user_pos = f->next ? explain_operand_with(x->align, f->next, f->value) : -1;
    }
    r.bytes_in = bytes_before(chain[0]->coll, chain[0]->operand + 1) - bytes_before(chain[0]->coll, chain[0]->operand);
    for (int i = 0; i < n; i++) {
        const IrOp *coll = chain[i]->coll;
        double all = (double)MAX(bytes_before(coll, coll->n_operands), 1), low = (double)bytes_before(coll, chain[i]->operand) / all,
               high = (double)bytes_before(coll, chain[i]->operand + 1) / all, traffic = (double)op_traffic(coll, x->n_devices);
        r.bytes_moved += (int64_t)(traffic * high) - (int64_t)(traffic * low); /* the parts of a combined one add up to it */
        r.est_ns += op_step_ns(coll, prices) * (high - low);
    }
    step_prices_free(prices);
    first.kind = l.halo && f->kind == FOUND_OPERAND && f->user ? FOUND_HALO : first.kind;
    r.why = explain_reason(x, f, &l, &r.cause);
    r.cause_loc = f->user ? f->user->loc : value.op->loc;
    r.is_remat = l.through_whole;
    add_options(x, &r, type);
    int id = decision_reshard(x->log, &r) + 1;
    for (int i = 0; i < n; i++) {
        add_id(x->local, chain[i]->coll, id);
        *(certain ? &out->n_certain : &out->n_likely) += 1;
    }
    out->n_reshards++;
}

/* ---- all of them -------------------------------------------------------------------------------------------------------- */

static bool same_reshard(const Found *a, const Found *b)
{
    if (a->coll == b->coll && a->operand != b->operand) /* combined with others of its kind */
        return false;
    return a->kind == b->kind && a->value == b->value && a->user == b->user && a->user_pos == b->user_pos && a->coll->parent == b->coll->parent;
}

static void spread_trips(const IrModule *m, GHashTable *trips)
{
    g_hash_table_insert(trips, m->entry, GSIZE_TO_POINTER(1));
    for (int k = m->n_comps - 1; k >= 0; k--) {
        gsize mine = GPOINTER_TO_SIZE(g_hash_table_lookup(trips, m->comps[k]));
        for (int i = 0; mine && i < m->comps[k]->n_ops; i++) {
            const IrOp *op = m->comps[k]->ops[i];
            gsize n = op->code == OP_while ? (gsize)MAX(while_trip_count(op), 1) : 1;
            for (int j = 0; j < op->n_comps; j++)
                g_hash_table_insert(trips, op->comps[j], GSIZE_TO_POINTER(mine * n));
        }
    }
}

/* Ops of local have the ops of whole that they compute as their origins. */
static void set_origins(Explain *x)
{
    for (int id = 0; id < x->local->next_id; id++) {
        IrOp *op = x->align->local->ops[id];
        const IrOp *whole = op ? x->align->match[id] : NULL;
        if (!op || (op->reshard_id == RESHARD_WRITTEN && op->n_origins && !whole)) /* combined ones have those of each */
            continue;
        int v = !whole && type_n_leaves(op->type) ? align_value(x->align, op, 0) : -1;
        int *origin = arena_new(x->local->arena, int);
        *origin = whole ? whole->id : v >= 0 ? side_at(x->align->whole, v).op->id : -1;
        op->origins = origin;
        op->n_origins = *origin >= 0;
    }
}

static void find_all(Explain *x, GArray *found, Explained *out)
{
    for (int k = 0; k < x->local->n_comps; k++)
        for (int i = 0; i < x->local->comps[k]->n_ops; i++) {
            IrOp *op = x->local->comps[k]->ops[i];
            if (!op_is_collective(op) || op_coll_kind(op) == COLL_NONE)
                continue;
            out->n_collectives++;
            if (op->reshard_id) { /* explained in an earlier stage */
                *(op->reshard_id == RESHARD_WRITTEN ? &out->n_written : &out->n_followed) += 1;
                continue;
            }
            bool tuple_form = op->code == OP_all_to_all && op->type->kind == TYPE_TUPLE; /* its operands are pieces of one value */
            int n = tuple_form ? MIN(op->n_operands, 1) : op->n_operands;
            for (int j = 0; j < n; j++) {
                Found f = explain_find(x, op, j, found);
                g_array_append_val(found, f);
            }
        }
}

void explain_add_origin(IrModule *local, IrOp *op, int id)
{
    for (int i = 0; i < op->n_origins; i++)
        if (op->origins[i] == id)
            return;
    int *all = arena_array(local->arena, int, (size_t)op->n_origins + 1);
    for (int i = 0; i < op->n_origins; i++)
        all[i] = op->origins[i];
    all[op->n_origins++] = id;
    op->origins = all;
}

/* A collective that the program itself has comes from the program's; of combined ones there are several. */
static void put_written(Explain *x, const Found *f)
{
    if (!f->coll->reshard_id)
        f->coll->n_origins = 0;
    explain_add_origin(x->local, f->coll, f->user->id);
    f->coll->reshard_id = f->coll->reshard_id ? f->coll->reshard_id : RESHARD_WRITTEN;
}

static void put_all(Explain *x, const GArray *found, Explained *out)
{
    g_autofree bool *done = g_new0(bool, found->len + 1);
    g_autoptr(GPtrArray) chain = g_ptr_array_new();
    for (guint i = 0; i < found->len; i++) {
        Found *f = &g_array_index(found, Found, i);
        if (done[i])
            continue;
        if (f->kind == FOUND_NOTHING || f->kind == FOUND_WRITTEN) {
            *(f->kind == FOUND_WRITTEN ? &out->n_written : &out->n_unknown) += 1;
            if (f->kind == FOUND_WRITTEN)
                put_written(x, f);
            continue;
        }
        g_ptr_array_set_size(chain, 0);
        for (guint k = i; k < found->len; k++)
            if (!done[k] && same_reshard(f, &g_array_index(found, Found, k))) {
                done[k] = true;
                g_ptr_array_add(chain, &g_array_index(found, Found, k));
            }
        put_reshard(x, (const Found *const *)chain->pdata, (int)chain->len, out);
    }
}

/* The op of whole that only moves elements and that an op of local completes, of those with its name. */
static const IrOp *completed(const Explain *x, IrOp *op, const IrOp *but)
{
    const GPtrArray *list = op->op_name ? g_hash_table_lookup(x->align->by_name, op->op_name) : NULL;
    for (guint i = 0; list && i < list->len; i++) {
        const IrOp *w = list->pdata[i];
        if (w != but && exact_only_moves(w) && exact_moves(x, op, w) == 1)
            return w;
    }
    return NULL;
}

/* True of a slice that is handed to neighbours under its own name: an edge, which the partitioner cuts off for an op that cuts elsewhere. The result of
 * the op that it looks like has fewer elements than there are devices. */
static bool is_edge(const Explain *x, const IrOp *local, const IrOp *match)
{
    const Sharding *s = explain_sharding(x, match, 0);
    const SideUses *uses = &x->align->local->uses[x->align->local->base[local->id]];
    bool sent = false, few = false;
    for (int i = 0; i < uses->n; i++) {
        const IrOp *by = uses->v[i].op;
        bool ends = op_coll_kind(by) == COLL_PERMUTE && by->a.collective.pairs.n / 2 < x->n_devices; /* who is last has no neighbour */
        sent = sent || (ends && align_names_agree(by->op_name, local->op_name));
    }
    for (int d = 0; sent && s && !s->maximal && d < s->rank; d++)
        few = few || match->type->dims[d] < sharding_parts(s, d);
    return local->code == OP_slice && sent && few;
}

/* The match of an op that moves elements, known better by following them than by names and operands; NULL = it has none. What it takes is matched already. */
static const IrOp *settled(void *user, const IrOp *op, const IrOp *match)
{
    static const bool may[N_OPCODES] = { [OP_slice] = true, [OP_reverse] = true, [OP_pad] = true, [OP_concatenate] = true, [OP_dynamic_slice] = true, [OP_select] = true, [OP_copy] = true };
    const Explain *x = user;
    if (!x->elements || !may[op->code] || type_n_leaves(op->type) != 1)
        return match;
    IrOp *local = x->align->local->ops[op->id];
    bool wrong = match && exact_only_moves(match) && (exact_moves(x, local, match) < 0 || is_edge(x, local, match));
    return wrong || !match ? completed(x, local, match) : match;
}

Explained explain_collectives(IrModule *whole, IrModule *local, Planner *planner, DecisionLog *log)
{
    Explained out = { 0 };
    Arena *arena = arena_new_root();
    Explain x = { .whole = whole, .local = local, .log = log, .planner = planner, .arena = arena, .shardings = whole->shardings,
                  .n_devices = MAX(local->n_partitions, 1) * MAX(local->n_replicas, 1), .trips = g_hash_table_new(NULL, NULL), .claimed = g_hash_table_new(NULL, NULL), .laid = g_hash_table_new(NULL, NULL), .sized = g_hash_table_new(NULL, NULL),
                  .roots = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref) };
    x.labels = labels_new(whole, log);
    x.rules = rule_cache_new(arena, false);
    bool follows = whole->mesh && !whole->mesh->maximal && whole->mesh->n_devices == x.n_devices && local->n_replicas <= 1;
    x.elements = follows ? elements_new(local, x.n_devices) : NULL;
    align_new(whole, local, &(AlignOptions){ .settle = settled, .user = &x, .at = &x.align });
    spread_trips(local, x.trips);
    explain_note_roots(&x);
    g_autoptr(GArray) found = g_array_new(FALSE, TRUE, sizeof(Found));
    find_all(&x, found, &out);
    put_all(&x, found, &out);
    set_origins(&x);
    elements_free(x.elements);
    rule_cache_free(x.rules);
    labels_free(x.labels);
    align_free(x.align);
    g_hash_table_unref(x.roots);
    g_hash_table_unref(x.claimed);
    g_hash_table_unref(x.laid);
    g_hash_table_unref(x.sized);
    g_hash_table_unref(x.trips);
    arena_free(arena);
    return out;
}
