/* Finds what each collective is for, and writes the reshards; see explain.h. Start reading at find_one. */
#include "runtime/xla/explain_impl.h"

#include <string.h>

#include "runtime/shard/tiles.h"
#include "runtime/sim/cost.h"

bool explain_open(IrModule *local, GError **error)
{
    for (int i = 0; i < local->n_comps; i++)
        for (int k = 0; k < local->comps[i]->n_ops; k++)
            if (local->comps[i]->ops[k]->code == OP_fusion)
                local->comps[i]->ops[k]->code = OP_call;
    if (!module_flatten_calls(local, error))
        return false;
    module_inline_calls(local);
    return true;
}

/* ---- what it is for ---------------------------------------------------------------------------------------------------- */

static bool reduces(const IrOp *coll)
{
    return coll->code == OP_all_reduce || coll->code == OP_reduce_scatter || coll->code == OP_all_reduce_start;
}

/* The framework's name path of what a collective does for one of its operands. Combined collectives are named by XLA after all that they
 * do: jit(f)/(a:b/c). NULL = it has no name. To be freed. */
static char *name_for(const IrOp *coll, int operand)
{
    const char *name = coll->op_name, *open = name ? strstr(name, "/(") : NULL;
    gsize n = name ? strlen(name) : 0;
    if (!open || coll->n_operands < 2 || name[n - 1] != ')')
        return g_strdup(name);
    g_autofree char *list = g_strndup(open + 2, (gsize)(name + n - 1 - open - 2));
    g_auto(GStrv) items = g_strsplit(list, ":", -1);
    if ((int)g_strv_length(items) != coll->n_operands)
        return g_strdup(name);
    return g_strdup_printf("%.*s/%s", (int)(open - name), name, items[operand]);
}

static bool named_alike(const Found *f, const IrOp *whole)
{
    return align_names_agree(f->name, whole->op_name) && (f->coll->n_operands > 1 || align_places_agree(f->coll->loc, whole->loc));
}

/* Position of the canonical value among the operands of an op of whole, -1 = it is none. */
static int operand_with(const Align *a, const IrOp *op, int value)
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
        if (operand_with(x->align, op, f->value) < 0)
            continue;
        if (ahead_has(ahead, op))
            return op;
        best = best ? best : op;
    }
    return best;
}

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

/* What is left where values could not be followed exactly: an op of that name. *pos: its operand that comes from the value, -1 = unknown. */
static const IrOp *named_near(const Explain *x, const Found *f, const Ahead *ahead, const GPtrArray *named, int *pos)
{
    enum { FEW = 5 };
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

/* True if the collective's operand can be partial results of the op: no fewer elements than a device's piece, no more than all. */
static bool holds_parts(const Found *f, const IrOp *op)
{
    const Type *part = f->coll->operands[f->operand]->type, *all = type_leaf(op->type, 0);
    if (part->kind != TYPE_ARRAY || all->kind != TYPE_ARRAY || part->elem != all->elem || part->n_elems > all->n_elems)
        return false;
    const Sharding *s = op->shardings ? op->shardings[0] : NULL;
    return !s || s->maximal || part->n_elems * tile_count(s) >= all->n_elems;
}

/* The op of that name whose parts are to be combined: the one that is or takes the value, or the only one; of several the first that no other
 * collective was found for. */
static const IrOp *named_partial(const Explain *x, const Found *f, const GPtrArray *named, const IrOp *maker, bool *sure)
{
    const IrOp *best = NULL;
    int n = 0;
    for (guint i = 0; i < named->len; i++) {
        const IrOp *op = named->pdata[i];
        if (!may_be_partial(op) || !type_n_leaves(op->type) || !holds_parts(f, op))
            continue;
        bool here = op == maker || (f->value >= 0 && operand_with(x->align, op, f->value) >= 0);
        bool taken = g_hash_table_contains(x->claimed, op);
        if (op == maker || (here && !taken)) { /* a second collective may go on with the same result */
            *sure = true;
            return op;
        }
        n += !taken;
        best = best && (taken || !g_hash_table_contains(x->claimed, best)) ? best : op;
    }
    *sure = n == 1;
    return best;
}

static bool exchanges_edges(const IrOp *coll, const IrOp *user)
{
    if (coll->code != OP_collective_permute && coll->code != OP_collective_permute_start)
        return false;
    static const bool families[N_FAMILIES] = {
        [FAMILY_convolution] = true, [FAMILY_reduce_window] = true, [FAMILY_select_and_scatter] = true, [FAMILY_pad] = true,
        [FAMILY_slice] = true, [FAMILY_concatenate] = true, [FAMILY_reverse] = true, [FAMILY_reshape] = true,
    };
    return families[op_family(user)];
}

static void set_user(const Explain *x, Found *f, const IrOp *user, const Ahead *ahead)
{
    f->user = user;
    f->user_pos = f->value >= 0 ? operand_with(x->align, user, f->value) : -1;
    f->kind = user->code == OP_while ? FOUND_LOOP : exchanges_edges(f->coll, user) ? FOUND_HALO : FOUND_OPERAND;
    for (int i = 0; i < ahead->n && !f->meets; i++)
        if (ahead->v[i].op == user) {
            f->meets = ahead->v[i].by;
            f->meets_pos = ahead->v[i].by_pos;
        }
}

static void set_own(Found *f, const IrOp *op, const Ahead *ahead)
{
    f->kind = FOUND_OWN;
    f->user = op;
    for (int i = 0; i < ahead->n && !f->next; i++)
        f->next = ahead->v[i].op != op ? ahead->v[i].op : NULL;
}

static const IrOp *user_ahead(const Explain *x, const Found *f, const Ahead *ahead)
{
    for (int i = 0; i < ahead->n; i++)
        if (operand_with(x->align, ahead->v[i].op, f->value) >= 0)
            return ahead->v[i].op;
    return NULL;
}

/* Decides from names first: what the partitioner makes for an op is named after it. */
static void decide(const Explain *x, Found *f, const Ahead *ahead)
{
    const Align *a = x->align;
    g_autoptr(GPtrArray) list = named_ops(x, f);
    IrOp *maker = f->value >= 0 ? side_at(a->whole, f->value).op : NULL;
    bool own_name = maker && named_alike(f, maker), sure = true;
    const IrOp *partial = reduces(f->coll) ? named_partial(x, f, list, maker, &sure) : NULL;
    const IrOp *named = f->value >= 0 ? named_user(x, f, ahead, list) : NULL, *user = f->value >= 0 ? user_ahead(x, f, ahead) : NULL;
    int pos;
    f->certain = true;
    if (maker && reduces(f->coll) && !f->name && may_be_partial(maker)) {
        set_own(f, maker, ahead);
    } else if (partial && !(named && named != partial && ahead_has(ahead, named))) {
        f->certain = sure;
        g_hash_table_add(x->claimed, (gpointer)partial);
        f->value = a->canon[a->whole->base[partial->id]];
        set_own(f, partial, ahead);
    } else if (named) {
        set_user(x, f, named, ahead);
    } else if (own_name) {
        set_own(f, maker, ahead);
    } else if (user && !f->name) {
        set_user(x, f, user, ahead);
    } else if ((named = named_near(x, f, ahead, list, &pos))) {
        f->certain = pos >= 0 || list->len == 1;
        if (pos >= 0)
            f->value = align_canon(a, named->operands[pos], 0) >= 0 ? align_canon(a, named->operands[pos], 0) : f->value;
        else if (f->value < 0 || list->len == 1)
            f->value = named->n_operands ? align_canon(a, named->operands[0], 0) : a->canon[a->whole->base[named->id]];
        if (f->value >= 0)
            set_user(x, f, named, ahead);
    } else if (user) {
        f->certain = false;
        set_user(x, f, user, ahead);
    } else if (maker && ahead->output >= 0) {
        f->kind = FOUND_OUTPUT;
        f->user_pos = ahead->output;
    } else if (ahead->n && f->value >= 0) {
        f->certain = false;
        set_user(x, f, ahead->v[0].op, ahead);
    }
}

static Found find_one(const Explain *x, IrOp *coll, int operand)
{
    const Align *a = x->align;
    Found f = { .coll = coll, .operand = operand, .value = align_value(a, coll->operands[operand], 0), .user_pos = -1 };
    const IrOp *match = a->match[coll->id];
    if (match && op_is_collective(match)) {
        f.kind = FOUND_WRITTEN;
        f.user = match;
        f.certain = true;
        return f;
    }
    g_autofree char *name = name_for(coll, operand);
    f.name = name;
    int n = type_n_leaves(coll->type);
    Ahead ahead;
    int leaf = n == coll->n_operands ? operand : n == 2 * coll->n_operands ? coll->n_operands + operand : 0;
    explain_ahead(x, a->local->base[coll->id] + leaf, &ahead);
    decide(x, &f, &ahead);
    f.name = NULL;
    return f;
}

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
    const ReshardPlan *ours = x->planner && r->from && r->to && type->kind == TYPE_ARRAY && !r->from->maximal && !r->to->maximal ? planner_plan_final(x->planner, type, r->from, r->to) : NULL;
    r->n_options = ours && ours->n_steps ? 2 : 1;
    r->options = arena_array(x->log->arena, PlanOption, (size_t)r->n_options);
    r->options[0] = (PlanOption){ .plan = r->plan, .est_ns = r->est_ns, .bytes_moved = r->bytes_moved, .chosen = true };
    if (r->n_options == 2) {
        bool better = ours->ns < r->est_ns;
        r->options[1] = (PlanOption){ .plan = decision_text(x->log, "%s", ours->text), .est_ns = ours->ns, .bytes_moved = ours->bytes, .peak_bytes = ours->peak_bytes,
                                      .rejected_because = better ? "Shardscope's plan: it is cheaper, but XLA's partitioner does not look for it" : "Shardscope's plan, which is no better" };
        if (better) {
            PlanOption first = r->options[0];
            r->options[0] = r->options[1];
            r->options[1] = first;
        }
    }
}

static void add_id(IrModule *m, IrOp *op, int id)
{
    if (!op->reshard_id) {
        op->reshard_id = id;
        return;
    }
    int *more = arena_array(m->arena, int, (size_t)op->n_more_reshards + 1);
    for (int i = 0; i < op->n_more_reshards; i++)
        more[i] = op->more_reshards[i];
    more[op->n_more_reshards] = id;
    op->more_reshards = more;
    op->n_more_reshards++;
}

static int64_t bytes_on_device(const Type *t, const Sharding *s)
{
    int64_t dims[MAX_RANK], n = elem_info[t->elem].bytes;
    tile_dims(s, t->rank, t->dims, dims);
    for (int d = 0; d < t->rank; d++)
        n *= dims[d];
    return n;
}

/* An all-gather begins with what a device has under one layout, and ends with what it has under the other: false if the value that it was
 * said to be for has other sizes. */
static bool sizes_agree(const Found *const *chain, int n, const Layouts *l, const Type *type)
{
    const IrOp *c = chain[0]->coll;
    if (n != 1 || op_coll_kind(c) != COLL_ALL_GATHER || type->kind != TYPE_ARRAY || chain[0]->kind == FOUND_HALO || l->from->maximal || l->to->maximal)
        return true;
    const Type *in = c->operands[chain[0]->operand]->type, *out = type_leaf(c->type, c->n_operands > 1 ? chain[0]->operand : 0);
    return type_bytes(in) == bytes_on_device(type, l->from) && type_bytes(out) == bytes_on_device(type, l->to);
}

static void put_reshard(Explain *x, const Found *const *chain, int n, Explained *out)
{
    const Found *f = chain[0];
    IrValue value = side_at(x->align->whole, f->value);
    Layouts l = explain_layouts(x, chain, n);
    if (!l.from || !l.to) {
        out->n_unknown += n;
        return;
    }
    StepPrices *prices = step_prices_new(planner_model(x->planner), x->n_devices);
    const Type *type = type_leaf(value.op->type, value.leaf);
    bool certain = f->certain && sizes_agree(chain, n, &l, type);
    Reshard r = { .value_op = value.op->id, .leaf = value.leaf, .user_op = f->user ? f->user->id : -1, .user_pos = f->user_pos, .from = l.from, .to = l.to,
                  .rank = type->rank, .cause_op = f->user ? f->user->id : value.op->id, .plan = plan_text(x, chain, n), .bytes_full = type_bytes(type),
                  .trips = MAX(GPOINTER_TO_SIZE(g_hash_table_lookup(x->trips, f->coll->parent)), 1), .choice = -1, .certainty = certain ? 60 : 40 };
    if (f->kind == FOUND_OWN) {
        r.user_op = f->next ? f->next->id : -1;
        r.user_pos = f->next ? operand_with(x->align, f->next, f->value) : -1;
    }
    for (int i = 0; i < n; i++) {
        r.bytes_moved += op_traffic(chain[i]->coll, x->n_devices) / MAX(chain[i]->coll->n_operands, 1);
        r.est_ns += op_step_ns(chain[i]->coll, prices) / MAX(chain[i]->coll->n_operands, 1);
    }
    step_prices_free(prices);
    r.why = explain_reason(x, f, &l, &r.cause);
    r.cause_loc = f->user ? f->user->loc : value.op->loc;
    r.is_remat = l.through_whole;
    add_options(x, &r, type);
    int id = decision_reshard(x->log, &r) + 1;
    for (int i = 0; i < n; i++) {
        add_id(x->local, chain[i]->coll, id);
        *(chain[i]->certain && certain ? &out->n_certain : &out->n_likely) += 1;
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
        if (!op)
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
                out->n_followed++;
                continue;
            }
            bool tuple_form = op->code == OP_all_to_all && op->type->kind == TYPE_TUPLE; /* its operands are pieces of one value */
            int n = tuple_form ? MIN(op->n_operands, 1) : op->n_operands;
            for (int j = 0; j < n; j++) {
                Found f = find_one(x, op, j);
                g_array_append_val(found, f);
            }
        }
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

Explained explain_collectives(IrModule *whole, IrModule *local, Planner *planner, DecisionLog *log)
{
    Explained out = { 0 };
    Arena *arena = arena_new_root();
    Explain x = { .whole = whole, .local = local, .log = log, .planner = planner, .arena = arena, .shardings = whole->shardings,
                  .n_devices = MAX(local->n_partitions, 1) * MAX(local->n_replicas, 1), .trips = g_hash_table_new(NULL, NULL), .claimed = g_hash_table_new(NULL, NULL),
                  .roots = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref) };
    x.align = align_new(whole, local);
    x.labels = labels_new(whole, log);
    x.rules = rule_cache_new(arena, false);
    spread_trips(local, x.trips);
    explain_note_roots(&x);
    g_autoptr(GArray) found = g_array_new(FALSE, TRUE, sizeof(Found));
    find_all(&x, found, &out);
    put_all(&x, found, &out);
    set_origins(&x);
    rule_cache_free(x.rules);
    labels_free(x.labels);
    align_free(x.align);
    g_hash_table_unref(x.roots);
    g_hash_table_unref(x.claimed);
    g_hash_table_unref(x.trips);
    arena_free(arena);
    return out;
}
