/* Plans reshards; see reshard_plan.h.
 *
 * The axes of both shardings are cut at each other's boundaries into atoms. A state says which atoms split each dim (major to
 * minor) and which are still unreduced. A move removes or appends minor atoms, or exchanges atoms by a permute. Dijkstra's
 * algorithm finds the cheapest sequence of moves: first with the atoms as they are, then with atoms cut into primes, where states
 * are dropped whose price plus a lower bound of what is left exceeds the first plan. A program asks for few different reshards and has
 * few atoms, so a plan takes microseconds; after MAX_STATES the second search gives up and the first plan is used.
 * The search is in reshard_search.c. Start reading at planner_plan(). */
#include "runtime/partition/reshard_impl.h"
#include "runtime/base/format.h"
#include "runtime/partition/partition.h"

#include "runtime/shard/spell.h"
#include "runtime/shard/tiles.h"

typedef struct PlanKey {
    const Type *type;
    const Sharding *from, *to;
} PlanKey;

static guint plan_key_hash(gconstpointer p)
{
    const PlanKey *k = p;
    return g_direct_hash(k->type) * 31u + g_direct_hash(k->from) * 17u + g_direct_hash(k->to);
}

static gboolean plan_key_equal(gconstpointer a, gconstpointer b)
{
    const PlanKey *x = a, *y = b;
    return x->type == y->type && x->from == y->from && x->to == y->to;
}

Planner *planner_new(IrModule *m, const Hardware *model)
{
    Planner *p = g_new0(Planner, 1);
    p->m = m;
    p->model = model;
    p->cache = g_hash_table_new_full(plan_key_hash, plan_key_equal, g_free, NULL);
    p->final = g_hash_table_new_full(plan_key_hash, plan_key_equal, g_free, NULL);
    return p;
}

void planner_free(Planner *p)
{
    if (!p)
        return;
    g_hash_table_destroy(p->cache);
    g_hash_table_destroy(p->final);
    g_free(p);
}

void planner_share(Planner *p, KeptPlans *kept)
{
    p->kept = kept;
    p->kept_hardware = kept ? kept_plans_hardware(p->model) : 0;
}

KeptPlans *planner_kept(const Planner *p)
{
    return p->kept;
}

const Hardware *planner_model(const Planner *p)
{
    return p->model;
}

const char *planner_far(const Planner *p)
{
    return p->model->family == DEVICE_TPU ? "slices" : "hosts";
}

IrModule *planner_module(const Planner *p)
{
    return p->m;
}

bool tiles_nest(int64_t n, int64_t parts, int64_t k)
{
    return parts == 1 || tile_size(n, parts) == tile_size(n, parts * k) * k;
}

/* ---- results -------------------------------------------------------------------------------------------- */

static const char *step_name(StepKind kind)
{
    switch (kind) {
    case STEP_SLICE: return "slice";
    case STEP_BLOCKS: return "blocks by";
    case STEP_KEEP_ONE: return "keep one";
    case STEP_ALL_GATHER:
    case STEP_ALL_TO_ALL:
    case STEP_PERMUTE:
    case STEP_REDUCE_SCATTER:
    case STEP_ALL_REDUCE: break;
    }
    return coll_kind_names[reshard_step_colls[kind]];
}

static bool is_collective(StepKind kind)
{
    return kind != STEP_SLICE && kind != STEP_KEEP_ONE;
}

/* Where the devices along the axes stand, as wires_place() says. */
static const char *place_of(const Planner *p, const Mesh *mesh, AxisList axes)
{
    Wires w = wires_along(p->model, mesh, axes);
    return wires_place(p->model, &w, mesh->n_devices);
}

/* Bytes of the step that cross between hosts; a permute may cross wherever there are several. */
static double far_bytes(const Planner *p, const PlanStep *st)
{
    const Mesh *mesh = st->from->mesh;
    if (!is_collective(st->kind) || !p->model->domain || mesh->n_devices <= p->model->domain)
        return 0;
    bool permutes = st->kind == STEP_PERMUTE || st->kind == STEP_BLOCKS;
    Wires w = permutes ? (Wires){ .n = mesh->n_devices, .n_domains = 2 } : wires_along(p->model, mesh, st->axes);
    return wires_far_bytes(&w, coll_pattern(reshard_step_colls[st->kind]), (double)st->bytes);
}

static const char *steps_text(Planner *p, const Mesh *mesh, const PlanStep *steps, int n)
{
    if (n == 0)
        return "nothing";
    g_autoptr(GString) s = g_string_new(NULL);
    for (int i = 0; i < n; i++) {
        const PlanStep *st = &steps[i];
        g_string_append_printf(s, "%s%s", i ? " ; " : "", step_name(st->kind));
        if (st->kind == STEP_BLOCKS)
            g_string_append_printf(s, " %d x collective-permute", st->blocks->n_rounds);
        if (st->kind == STEP_PERMUTE || st->kind == STEP_BLOCKS)
            continue;
        g_string_append_c(s, '(');
        if (st->kind == STEP_ALL_TO_ALL)
            g_string_append_printf(s, "dim %d to %d, ", st->dim, st->to_dim);
        else if (st->kind != STEP_ALL_REDUCE && st->kind != STEP_KEEP_ONE)
            g_string_append_printf(s, "dim %d, ", st->dim);
        axis_list_print(s, mesh, st->axes);
        const char *place = is_collective(st->kind) ? place_of(p, mesh, st->axes) : NULL;
        g_string_append_printf(s, "%s%s)", place ? " " : "", place ? place : "");
    }
    return arena_strdup(p->m->arena, s->str);
}

static void finish_plan(Planner *p, const Type *type, ReshardPlan *plan)
{
    bool whole = false;
    for (int i = 0; i < plan->n_steps; i++) {
        const PlanStep *s = &plan->steps[i];
        plan->bytes += s->bytes;
        plan->far_bytes += (int64_t)far_bytes(p, s);
        plan->ns += s->ns;
        plan->peak_bytes = MAX(plan->peak_bytes, storage_bytes(type, s->from) + storage_bytes(type, s->to));
        whole |= i + 1 < plan->n_steps && sharding_is_replicated(s->to) && s->kind == STEP_ALL_GATHER;
    }
    plan->text = plan->n_steps ? steps_text(p, plan->steps[0].from->mesh, plan->steps, plan->n_steps) : "nothing";
    plan->is_remat = whole;
}

static double step_ns(const Planner *p, const Mesh *mesh, StepKind kind, AxisList axes, int64_t bytes, int64_t touched)
{
    return reshard_touch_ns(p->model, (double)touched) +
           (kind == STEP_SLICE ? 0 : coll_ns(p->model, mesh, reshard_step_colls[kind], (double)bytes, axes));
}

/* Reduce everything, gather every dim whole, slice to the target: always possible, and what a first-match list
 * falls back to. Dims whose leading axes agree keep them. */
static ReshardPlan *plan_through_whole(Planner *p, const Type *type, const Sharding *from, const Sharding *to)
{
    Arena *arena = p->m->arena;
    ShardingTable *t = p->m->shardings;
    ReshardPlan *plan = arena_new(arena, ReshardPlan);
    PlanStep *steps = arena_array(arena, PlanStep, 2 * type->rank + 1);
    const Sharding *cur = from;
    int n = 0;
    uint64_t keep = 0;
    for (int d = 0; d < type->rank; d++)
        if (axis_list_equal(from->dims[d].axes, to->dims[d].axes))
            keep |= UINT64_C(1) << d;
    if (from->unreduced.n && !axis_list_equal(from->unreduced, to->unreduced)) {
        const Sharding *next = sharding_with_unreduced(t, cur, to->unreduced, from->reduction);
        int64_t g = axis_list_size(from->unreduced) / axis_list_size(to->unreduced);
        int64_t bytes = coll_traffic(COLL_ALL_REDUCE, storage_bytes(type, cur), g);
        AxisList axes = axis_list_without(arena, from->unreduced, to->unreduced);
        steps[n++] = (PlanStep){ STEP_ALL_REDUCE, -1, -1, axes, cur, next, bytes,
                                 step_ns(p, from->mesh, STEP_ALL_REDUCE, axes, bytes, storage_bytes(type, cur)) };
        cur = next;
    }
    for (int d = 0; d < type->rank; d++) {
        AxisList axes = cur->dims[d].axes;
        if (keep >> d & 1 || axes.n == 0)
            continue;
        const Sharding *next = sharding_with_dim(t, cur, d, (AxisList){ NULL, 0 });
        int64_t g = axis_list_size(axes);
        int64_t bytes = reshard_gather_bytes(type->dims[d], g, g, storage_bytes(type, cur));
        steps[n++] = (PlanStep){ STEP_ALL_GATHER, d, d, axes, cur, next, bytes,
                                 step_ns(p, from->mesh, STEP_ALL_GATHER, axes, bytes, storage_bytes(type, next)) };
        cur = next;
    }
    for (int d = 0; d < type->rank; d++) {
        AxisList axes = to->dims[d].axes;
        if (keep >> d & 1 || axes.n == 0)
            continue;
        const Sharding *next = sharding_with_dim(t, cur, d, axes);
        steps[n++] = (PlanStep){ STEP_SLICE, d, d, axes, cur, next, 0, step_ns(p, from->mesh, STEP_SLICE, axes, 0, storage_bytes(type, next)) };
        cur = next;
    }
    plan->steps = steps;
    plan->n_steps = n;
    finish_plan(p, type, plan);
    return plan;
}

/* Joins steps: atoms move one by one in the search; successive moves of one kind on one dim are one collective. */
static bool join_steps(const PathSearch *z, PlanStep *a, const PlanStep *b)
{
    if (a->kind != b->kind || a->dim != b->dim || a->kind == STEP_PERMUTE || a->kind == STEP_ALL_TO_ALL)
        return false;
    Arena *arena = z->p->m->arena;
    bool outer_first = a->kind == STEP_SLICE || a->kind == STEP_REDUCE_SCATTER; /* gathers peel off the minor axes first */
    a->axes = outer_first ? axis_list_concat(arena, a->axes, b->axes) : axis_list_concat(arena, b->axes, a->axes);
    if (a->kind == STEP_ALL_REDUCE)
        a->axes = axis_list_sorted(arena, z->mesh, a->axes);
    a->to = b->to;
    int64_t g = axis_list_size(a->axes);
    a->bytes = a->kind != STEP_ALL_GATHER ? a->bytes + b->bytes
                                          : reshard_gather_bytes(z->type->dims[a->dim], sharding_parts(a->from, a->dim), g, storage_bytes(z->type, a->from));
    a->ns = a->kind == STEP_SLICE ? a->ns + b->ns :
            step_ns(z->p, z->mesh, a->kind, a->axes, a->bytes, storage_bytes(z->type, a->from) + storage_bytes(z->type, a->to));
    return true;
}

static ReshardPlan *plan_of_path(PathSearch *z, int goal)
{
    Arena *arena = z->p->m->arena;
    ReshardPlan *plan = arena_new(arena, ReshardPlan);
    int n = 0;
    for (int at = goal; z->nodes.v[at].prev >= 0; at = z->nodes.v[at].prev)
        n++;
    PlanStep *steps = arena_array(arena, PlanStep, n);
    plan->n_steps = n;
    for (int at = goal; z->nodes.v[at].prev >= 0; at = z->nodes.v[at].prev) {
        const Node *node = &z->nodes.v[at], *prev = &z->nodes.v[node->prev];
        PlanStep *st = &steps[--n];
        st->kind = node->kind;
        st->dim = node->dim < 0 ? -1 : z->dims[node->dim];
        st->to_dim = node->to_dim < 0 ? -1 : z->dims[node->to_dim];
        st->from = path_sharding(z, &prev->s);
        st->to = path_sharding(z, &node->s);
        st->bytes = node->bytes;
        st->ns = node->dist - prev->dist;
        if (node->kind == STEP_ALL_GATHER || node->kind == STEP_ALL_TO_ALL) { /* in the order they had in the dim */
            const State *ps = &prev->s;
            int keep = node->s.n[node->dim];
            st->axes = path_atoms_list(z, ps->atom[node->dim] + keep, ps->n[node->dim] - keep);
        } else {
            st->axes = path_mask_list(z, node->moved);
        }
    }
    int k = 0;
    for (int i = 0; i < plan->n_steps; i++)
        if (k == 0 || !join_steps(z, &steps[k - 1], &steps[i]))
            steps[k++] = steps[i];
    plan->n_steps = k;
    plan->steps = steps;
    finish_plan(z->p, z->type, plan);
    return plan;
}

static ReshardPlan *search(Planner *p, const Type *type, const Sharding *from, const Sharding *to)
{
    PathSearch z;
    ReshardPlan *plan = NULL;
    path_begin(&z, p, type, from, to);
    for (int d = 0; d < type->rank; d++) {
        if (from->dims[d].axes.n || to->dims[d].axes.n) {
            if (z.n_dims == MAX_DIMS)
                return NULL;
            z.dims[z.n_dims++] = d;
        } else {
            z.elem_bytes *= (double)type->dims[d];
        }
    }
    if (!path_make_atoms(&z))
        return NULL;
    PathSearch fine = z;
    path_split_atoms(&fine);
    int goal = path_run(&z);
    bool many = fine.n_atoms >= MANY_ATOMS;
    p->rough = fine.n_atoms > z.n_atoms && many && !p->thorough;
    if (fine.n_atoms > z.n_atoms && !p->rough) {
        fine.bound = goal >= 0 ? z.nodes.v[goal].dist * (1 + 1e-9) : 0;
        fine.straight = many && goal >= 0;
        int better = path_run(&fine);
        if (better >= 0)
            plan = plan_of_path(&fine, better);
    }
    if (!plan && goal >= 0)
        plan = plan_of_path(&z, goal);
    path_clear(&fine);
    path_clear(&z);
    return plan;
}

/* The most bytes that a device needs and does not hold: no plan can move less. */
static int64_t missing_bytes(const Type *type, const Sharding *from, const Sharding *to)
{
    int64_t worst = 0, n = MIN(from->mesh->n_devices, MAX_BLOCK_DEVICES);
    for (int64_t i = 0; i < n; i++) {
        int64_t dev = mesh_device_at(from->mesh, i), a[MAX_RANK], na[MAX_RANK], b[MAX_RANK], nb[MAX_RANK], need = 1, have = 1;
        tile_box(from, type->rank, type->dims, dev, a, na);
        tile_box(to, type->rank, type->dims, dev, b, nb);
        for (int d = 0; d < type->rank; d++) {
            need *= nb[d];
            have *= MAX(0, MIN(a[d] + na[d], b[d] + nb[d]) - MAX(a[d], b[d]));
        }
        worst = MAX(worst, need - have);
    }
    return worst * elem_info[type->elem].bytes;
}

/* The first k steps of a plan, then straight to the target; NULL if that is impossible or no cheaper. */
static ReshardPlan *plan_by_blocks(Planner *p, const Type *type, const ReshardPlan *plan, int k, const Sharding *from, const Sharding *to)
{
    const Sharding *at = k ? plan->steps[k - 1].to : from;
    double ns = 0;
    for (int i = 0; i < k; i++)
        ns += plan->steps[i].ns;
    if (at->unreduced.n || to->unreduced.n || from->mesh->n_devices > MAX_BLOCK_DEVICES)
        return NULL;
    AxisList all = mesh_free_axes(p->m->arena, from->mesh, NULL, 0);
    int64_t least = missing_bytes(type, at, to), touched = storage_bytes(type, at) + storage_bytes(type, to);
    /* Never through a whole copy where blocks will do, unless a device holds as much as that anyway: of a dim with fewer elements than
     * tiles it does. */
    bool smaller = plan->is_remat && plan->peak_bytes > touched && type_bytes(type) > MAX(storage_bytes(type, at), storage_bytes(type, to));
    if (!smaller && ns + step_ns(p, from->mesh, STEP_BLOCKS, all, least, touched) >= plan->ns)
        return NULL;
    BlockPlan *e = blocks_plan(p->m->arena, type, at, to);
    if (!e || e->n_rounds == 0)
        return NULL;
    int64_t bytes = e->elems * elem_info[type->elem].bytes;
    PlanStep last = { STEP_BLOCKS, -1, -1, { NULL, 0 }, at, to, bytes, 0, e };
    last.ns = coll_ns(p->model, from->mesh, COLL_PERMUTE, (double)bytes / e->n_rounds, all) * e->n_rounds +
              reshard_touch_ns(p->model, (double)(touched + (e->ragged ? 6 : 2) * bytes));
    if (!smaller && ns + last.ns >= plan->ns)
        return NULL;
    ReshardPlan *made = arena_new(p->m->arena, ReshardPlan);
    PlanStep *steps = arena_array(p->m->arena, PlanStep, k + 1);
    memcpy(steps, plan->steps, sizeof *steps * (size_t)k);
    steps[k] = last;
    made->steps = steps;
    made->n_steps = k + 1;
    finish_plan(p, type, made);
    return made;
}

/* Why the plan was rejected: what it has more of than the one chosen. */
static const char *why_rejected(Planner *p, const ReshardPlan *lost, const ReshardPlan *won)
{
    Arena *arena = p->m->arena;
    if (lost->far_bytes > won->far_bytes) {
        const char *far = planner_far(p);
        g_autofree char *more = format_size(lost->far_bytes), *less = format_size(won->far_bytes);
        return won->far_bytes ? arena_printf(arena, "moves %s between %s, where the other plan moves %s", more, far, less)
                              : arena_printf(arena, "moves %s between %s, where the other plan stays inside one", more, far);
    }
    if (lost->bytes > won->bytes && won->bytes > 0)
        return arena_printf(arena, "moves %.2f times as many bytes", (double)lost->bytes / (double)won->bytes);
    if (lost->bytes > won->bytes)
        return "moves data where the other plan moves none";
    if (lost->is_remat && !won->is_remat)
        return "holds the whole value on every device in between";
    if (lost->n_steps > won->n_steps)
        return arena_printf(arena, "moves as many bytes in %d steps instead of %d", lost->n_steps, won->n_steps);
    return "reads and writes more memory";
}

static const ReshardPlan *make_plan(Planner *p, const Type *type, const Sharding *from, const Sharding *to)
{
    if (sharding_same_layout(from, to)) {
        ReshardPlan *none = arena_new(p->m->arena, ReshardPlan);
        none->text = "nothing";
        return none;
    }
    p->rough = false;
    ReshardPlan *whole = plan_through_whole(p, type, from, to), *best = search(p, type, from, to);
    if (!best || best->ns > whole->ns) {
        ReshardPlan *t = best;
        best = whole;
        whole = t;
    }
    for (int k = 0; k < best->n_steps; k++) {
        ReshardPlan *direct = plan_by_blocks(p, type, best, k, from, to);
        if (direct) {
            whole = best;
            best = direct;
            break;
        }
    }
    bool two = whole && strcmp(whole->text, best->text) != 0;
    PlanOption *o = arena_array(p->m->arena, PlanOption, 2);
    o[0] = (PlanOption){ best->text, best->ns, best->bytes, best->peak_bytes, true, NULL };
    if (two)
        o[1] = (PlanOption){ whole->text, whole->ns, whole->bytes, whole->peak_bytes, false, why_rejected(p, whole, best) };
    best->options = o;
    best->n_options = two ? 2 : 1;
    best->is_rough = p->rough;
    return best;
}

/* `to` is partial along axes that `from` is not: everything else first, which leaves `to` without those axes. */
static const ReshardPlan *plan_to_partial(Planner *p, const Type *type, const Sharding *from, const Sharding *to, AxisList kept, AxisList made)
{
    Arena *arena = p->m->arena;
    const Sharding *before = sharding_with_unreduced(p->m->shardings, to, kept, to->reduction);
    const ReshardPlan *reach = p->thorough ? planner_plan_final(p, type, from, before) : planner_plan(p, type, from, before);
    ReshardPlan *plan = arena_new(arena, ReshardPlan);
    *plan = *reach;
    PlanStep *steps = arena_array(arena, PlanStep, reach->n_steps + 1);
    for (int i = 0; i < reach->n_steps; i++)
        steps[i] = reach->steps[i];
    steps[plan->n_steps++] = (PlanStep){ STEP_KEEP_ONE, -1, -1, made, before, to, 0, 0, NULL };
    plan->steps = steps;
    plan->peak_bytes = MAX(plan->peak_bytes, storage_bytes(type, before) + storage_bytes(type, to));
    plan->text = steps_text(p, to->mesh, steps, plan->n_steps);
    return plan;
}

static const ReshardPlan *plan_any(Planner *p, const Type *type, const Sharding *from, const Sharding *to)
{
    Arena *arena = p->m->arena;
    AxisList same = from->reduction == to->reduction ? from->unreduced : (AxisList){ NULL, 0 };
    if (!to->unreduced.n)
        return make_plan(p, type, from, to);
    AxisList kept = axis_list_common(arena, to->unreduced, same), made = axis_list_without(arena, to->unreduced, same);
    return made.n ? plan_to_partial(p, type, from, to, kept, made) : make_plan(p, type, from, to);
}

/* A plan from another compile of the program, or a new one, which others then find. */
static const ReshardPlan *plan_or_kept(Planner *p, const Type *type, const Sharding *from, const Sharding *to)
{
    PlanQuestion q = { p->kept_hardware, type, from, to, p->thorough };
    const ReshardPlan *plan = p->kept ? kept_plan(p->kept, p->m, &q) : NULL;
    if (plan)
        return plan;
    plan = plan_any(p, type, from, to);
    if (p->kept)
        kept_plan_add(p->kept, &q, plan);
    return plan;
}

const ReshardPlan *planner_plan(Planner *p, const Type *type, const Sharding *from, const Sharding *to)
{
    PlanKey key = { type->plain, from, to };
    const ReshardPlan *plan = g_hash_table_lookup(p->cache, &key);
    if (!plan) {
        plan = plan_or_kept(p, type->plain, from, to);
        PlanKey *k = g_new(PlanKey, 1);
        *k = key;
        g_hash_table_insert(p->cache, k, (gpointer)plan);
    }
    return plan;
}

const ReshardPlan *planner_plan_final(Planner *p, const Type *type, const Sharding *from, const Sharding *to)
{
    const ReshardPlan *plan = planner_plan(p, type, from, to);
    if (!plan->is_rough)
        return plan;
    PlanKey key = { type->plain, from, to };
    const ReshardPlan *final = g_hash_table_lookup(p->final, &key);
    if (final)
        return final;
    p->thorough = true;
    final = plan_or_kept(p, type->plain, from, to);
    p->thorough = false;
    g_hash_table_insert(p->final, g_memdup2(&key, sizeof key), (gpointer)final);
    return final;
}

/* ---- all reshards of a module ---- */

bool plan_reshards(IrModule *m, Planner *planner, DecisionLog *log, GError **error)
{
    (void)error;
    for (int k = 0; k < m->n_comps; k++) {
        IrComp *c = m->comps[k];
        for (int i = 0; i < c->n_ops; i++) {
            IrOp *op = c->ops[i];
            if (op->code != OP_reshard || !op->shardings || !op->operands[0]->shardings)
                continue; /* also in the body of a loop that nothing reads, which is dropped */
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
