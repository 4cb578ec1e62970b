/* GSPMD's manual regions: SPMDFullToShardShape -> any ops -> SPMDShardToFullShape, in the middle of a computation. Each
 * connected piece of local ops becomes an OP_manual: its ops move into a body (they keep their ids), constants and the
 * like are copied, and the annotations of the border values become in and out shardings. */
#include <string.h>

#include "runtime/passes/import_impl.h"

typedef struct Region {      /* one connected piece of local ops; by union-find over op positions */
    IrComp *c;
    int *leader;             /* -1 = not local */
    int *depth;              /* of each value: how many regions it is in */
    GHashTable *free;        /* see free_standing */
} Region;

static bool enters(const IrOp *op)
{
    return target_is(op, "SPMDFullToShardShape");
}

static bool leaves(const IrOp *op)
{
    return target_is(op, "SPMDShardToFullShape");
}

static int find(int *leader, int i)
{
    while (leader[i] != i)
        i = leader[i] = leader[leader[i]];
    return i;
}

/* Values that each device can make by itself: constants and what follows from them in a few steps; op to steps. */
static GHashTable *free_standing(const IrComp *c)
{
    enum { MAX_STEPS = 64 };
    GHashTable *steps = g_hash_table_new(NULL, NULL);
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        bool leaf = op->code == OP_constant || op->code == OP_iota || op->code == OP_partition_id || op->code == OP_replica_id ||
                    (op->code == OP_after_all && !op->n_operands);
        if (!leaf && (!op->n_operands || op->n_comps || op_is_collective(op) || op->code == OP_custom_call))
            continue;
        int n = 1;
        for (int k = 0; n && k < op->n_operands; k++) {
            int below = GPOINTER_TO_INT(g_hash_table_lookup(steps, op->operands[k]));
            n = below && below < MAX_STEPS ? MAX(n, below + 1) : 0;
        }
        if (n)
            g_hash_table_insert(steps, op, GINT_TO_POINTER(n));
    }
    return steps;
}

/* ---- how deep values lie ------------------------------------------------------------------------------------------------ */

/* True if the text of the op says which world its value is in. */
static bool says_manual(const IrOp *op)
{
    return op->sharding_text && strstr(op->sharding_text, "manual");
}

static bool says_whole(const IrOp *op)
{
    return op->sharding_text && !strstr(op->sharding_text, "manual");
}

/* What is made from local values is local; of values of several depths the deepest counts, as others are the same everywhere. */
static void mark_forward(const IrComp *c, int *depth)
{
    for (int i = 0; i < c->n_ops; i++) {
        const IrOp *op = c->ops[i];
        int deepest = 0;
        for (int k = 0; k < op->n_operands; k++)
            deepest = MAX(deepest, depth[op->operands[k]->pos]);
        deepest = enters(op) ? deepest + 1 : leaves(op) ? MAX(deepest - 1, 0) : deepest;
        depth[i] = MAX(depth[i], deepest);
    }
}

/* What leaves was local before, also where nothing entered: a body without arguments. What only local values are made of is
 * local if it does not say otherwise. */
static void mark_backward(const IrComp *c, int *depth, GHashTable *free)
{
    int *wanted = g_new(int, (gsize)c->n_ops + 1);
    for (int i = 0; i < c->n_ops; i++)
        wanted[i] = -1;
    for (int i = c->n_ops - 1; i >= 0; i--) {
        IrOp *op = c->ops[i];
        bool fixed = op->code == OP_parameter || g_hash_table_contains(free, op) || says_whole(op) || enters(op) || leaves(op);
        if (!fixed && wanted[i] > depth[i])
            depth[i] = wanted[i];
        for (int k = 0; k < op->n_operands; k++) {
            IrOp *from = op->operands[k];
            int at = depth[i] + (leaves(op) ? 1 : enters(op) ? -1 : 0), *w = &wanted[from->pos];
            *w = *w < 0 ? at : says_manual(from) ? MAX(*w, at) : MIN(*w, at);
        }
    }
    g_free(wanted);
}

/* ---- regions -------------------------------------------------------------------------------------------------------------- */

static void join(int *leader, int a, int b)
{
    leader[find(leader, a)] = find(leader, b);
}

/* Those calls that cross between this computation and its regions; others are between a region and one inside it. */
static bool is_border_in(const Region *r, const IrOp *op)
{
    return enters(op) && r->depth[op->pos] == 1;
}

static bool is_border_out(const Region *r, const IrOp *op)
{
    return leaves(op) && r->depth[op->pos] == 0;
}

/* Which ops work on local values: those behind an entering call, up to and with the leaving ones. */
static void find_regions(Region *r)
{
    const IrComp *c = r->c;
    r->depth = g_new0(int, (gsize)c->n_ops + 1);
    r->leader = g_new(int, (gsize)c->n_ops + 1);
    mark_forward(c, r->depth);
    mark_backward(c, r->depth, r->free);
    mark_forward(c, r->depth);
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        r->leader[i] = r->depth[i] > 0 || is_border_out(r, op) ? i : -1;
        for (int k = 0; r->leader[i] >= 0 && !is_border_in(r, op) && k < op->n_operands; k++)
            if (r->depth[op->operands[k]->pos] > 0)
                join(r->leader, i, op->operands[k]->pos);
    }
}

/* A copy of a free-standing value in the body. */
static IrOp *copy_into(IrComp *body, IrOp *op, GHashTable *map)
{
    IrOp *known = g_hash_table_lookup(map, op);
    if (known)
        return known;
    IrOp **operands = g_new(IrOp *, (gsize)op->n_operands + 1);
    for (int i = 0; i < op->n_operands; i++)
        operands[i] = copy_into(body, op->operands[i], map);
    IrOp *copy = op_new(body, op->code, op->type, op->name, op->n_operands, operands);
    op_inherit(copy, op);
    op_copy_attrs(copy, op);
    copy->sharding_text = NULL;
    g_hash_table_insert(map, op, copy);
    g_free(operands);
    return copy;
}

/* The text of the sharding that operand or result `leaf` has where it enters or leaves. */
static bool note_border(Import *im, NoteKind kind, IrOp *manual, const IrOp *border, int leaf, GError **error)
{
    const Sharding **slot = (const Sharding **)(kind == NOTE_MANUAL_IN ? &manual->a.manual.in[leaf] : &manual->a.manual.out[leaf]);
    if (!border->sharding_text)
        return diag(error, SHARD_ERROR_SHARDING, OP_AT(border), NULL,
                    "a value enters or leaves a manual region without a sharding of its own");
    Note note = import_manual_note(kind, manual, slot);
    note.at = border->at;
    note.loc = border->loc;
    note.leaf = leaf;
    note.type = border->type;
    note.open_dims = border->code == OP_custom_call ? border->a.custom.backend_config : NULL;
    return import_note_gspmd(im, note, 1, border->sharding_text, error);
}

typedef VEC(IrOp *) OpList;

typedef struct Parts {       /* of one region, in order */
    OpList ins, outs, moved; /* calls that enter, calls that leave, what is between */
    OpList whole;            /* values from outside that are used as they are: the same on every device */
} Parts;

static void parts_clear(Parts *p)
{
    vec_clear(&p->ins);
    vec_clear(&p->outs);
    vec_clear(&p->moved);
    vec_clear(&p->whole);
}

/* Of the region that leader[i] == i leads, at place i. */
static Parts *all_parts(const Region *r)
{
    int n = r->c->n_ops;
    Parts *parts = g_new0(Parts, (gsize)n + 1);
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL); /* of a region and a value */
    for (int i = 0; i < n; i++) {
        IrOp *op = r->c->ops[i];
        if (r->leader[i] < 0)
            continue;
        int id = find(r->leader, i);
        Parts *p = &parts[id];
        if (is_border_in(r, op)) {
            vec_push(&p->ins, op);
            continue;
        }
        if (is_border_out(r, op))
            vec_push(&p->outs, op);
        else
            vec_push(&p->moved, op);
        for (int k = 0; k < op->n_operands; k++) {
            IrOp *from = op->operands[k];
            if (r->depth[from->pos] == 0 && !g_hash_table_contains(r->free, from) &&
                g_hash_table_add(seen, GSIZE_TO_POINTER((gsize)id * (gsize)n + (gsize)from->pos + 1)))
                vec_push(&p->whole, from);
        }
    }
    return parts;
}

void import_append_op(IrComp *c, IrOp *op)
{
    if (c->n_ops == c->cap) {
        int cap = MAX(8, c->cap * 2);
        IrOp **ops = arena_array(c->module->arena, IrOp *, cap);
        if (c->n_ops)
            memcpy(ops, c->ops, sizeof *ops * (size_t)c->n_ops);
        c->ops = ops;
        c->cap = cap;
    }
    op->pos = c->n_ops;
    op->parent = c;
    c->ops[c->n_ops++] = op;
}

/* What represents a value inside the body. */
static IrOp *value_inside(const Region *r, IrComp *body, IrOp *from, GHashTable *map)
{
    IrOp *here = g_hash_table_lookup(map, from);
    return here || !g_hash_table_contains(r->free, from) ? here : copy_into(body, from, map);
}

static void add_parameter(IrComp *body, IrOp *value, int number, GHashTable *map)
{
    IrOp *param = op_new(body, OP_parameter, value->type, value->name, 0, NULL);
    op_inherit(param, value);
    param->a.parameter.number = number;
    g_hash_table_insert(map, value, param);
}

/* The computation that the region becomes: parameters for what enters, a root for what leaves. */
static IrComp *region_body(const Region *r, const Parts *p)
{
    IrModule *m = r->c->module;
    g_autoptr(GHashTable) map = g_hash_table_new(NULL, NULL);
    IrComp *body = comp_new(m, "manual_body");
    body->at = r->c->at;
    for (int i = 0; i < p->ins.n; i++)
        add_parameter(body, p->ins.v[i], i, map);
    for (int i = 0; i < p->whole.n; i++)
        add_parameter(body, p->whole.v[i], p->ins.n + i, map);
    for (int i = 0; i < p->moved.n; i++) {
        IrOp *op = p->moved.v[i];
        for (int k = 0; k < op->n_operands; k++)
            op->operands[k] = value_inside(r, body, op->operands[k], map);
        import_append_op(body, op);
        g_hash_table_insert(map, op, op);
    }
    OpList results = { 0 };
    const Type **types = g_new(const Type *, (gsize)p->outs.n + 1);
    for (int i = 0; i < p->outs.n; i++) {
        vec_push(&results, value_inside(r, body, p->outs.v[i]->operands[0], map));
        types[i] = results.v[i]->type;
    }
    body->root = results.n == 1 ? results.v[0]
                                : op_new(body, OP_tuple, type_tuple(m->types, results.n, types), NULL, results.n, results.v);
    comp_renumber(body);
    g_free(types);
    vec_clear(&results);
    return body;
}

/* The op that holds the body, and its results' names; appended to `out`, not yet in the computation's order. */
static IrOp *region_op(IrComp *c, const Parts *p, IrComp *body, OpList *out, GHashTable *replaced)
{
    IrModule *m = c->module;
    int n_ops = c->n_ops, n = p->outs.n;
    const Type **types = g_new(const Type *, (gsize)n + 1);
    int n_in = p->ins.n + p->whole.n;
    IrOp **operands = g_new(IrOp *, (gsize)n_in + 1);
    for (int i = 0; i < n; i++)
        types[i] = p->outs.v[i]->type;
    for (int i = 0; i < n_in; i++) {
        IrOp *from = i < p->ins.n ? p->ins.v[i]->operands[0] : p->whole.v[i - p->ins.n], *now = g_hash_table_lookup(replaced, from);
        operands[i] = now ? now : from;
    }
    IrOp *manual = op_new(c, OP_manual, n == 1 ? types[0] : type_tuple(m->types, n, types), "manual", n_in, operands);
    op_inherit(manual, p->outs.v[0]);
    op_set_comps(manual, 1, &body);
    vec_push(out, manual);
    for (int i = 0; i < n; i++) {
        IrOp *value = manual;
        if (n > 1) {
            value = op_new(c, OP_get_tuple_element, types[i], p->outs.v[i]->name, 1, &manual);
            op_inherit(value, p->outs.v[i]);
            value->a.gte.index = i;
            vec_push(out, value);
        }
        g_hash_table_insert(replaced, p->outs.v[i], value);
    }
    c->n_ops = n_ops;
    g_free(types);
    g_free(operands);
    return manual;
}

static bool note_region(Import *im, IrOp *manual, const Parts *p, GError **error)
{
    import_give_slots(im, manual);
    for (int i = 0; i < p->ins.n; i++)
        if (!note_border(im, NOTE_MANUAL_IN, manual, p->ins.v[i]->operands[0], i, error))
            return false;
    for (int i = 0; i < p->whole.n; i++) {
        Note note = import_manual_note(NOTE_MANUAL_IN, manual, (const Sharding **)&manual->a.manual.in[p->ins.n + i]);
        note.leaf = p->ins.n + i;
        note.type = p->whole.v[i]->type;
        if (!import_note_gspmd(im, note, 1, "{unknown}", error))
            return false;
    }
    for (int i = 0; i < p->outs.n; i++)
        if (!note_border(im, NOTE_MANUAL_OUT, manual, p->outs.v[i], i, error))
            return false;
    const IrOp *says = p->ins.n ? p->ins.v[0] : p->outs.v[0]->operands[0];
    for (int i = 0; i < p->moved.n && !says->sharding_text; i++)
        says = says_manual(p->moved.v[i]) ? p->moved.v[i] : says;
    Note axes = import_manual_note(NOTE_MANUAL_AXES, manual, NULL);
    axes.type = says->type;
    return import_note_gspmd(im, axes, 1, says->sharding_text ? says->sharding_text : "{manual}", error);
}

static bool build_region(Import *im, const Region *r, const Parts *p, OpList *out, GHashTable *replaced, GError **error)
{
    return note_region(im, region_op(r->c, p, region_body(r, p), out, replaced), p, error);
}

/* ---- the order of what becomes of the computation ------------------------------------------------------------------------ */

/* Emitted ops stand behind all that they use. */
static bool is_ready(const bool *emitted, IrOp *const *values, int n)
{
    for (int i = 0; i < n; i++)
        if (!emitted[values[i]->pos])
            return false;
    return true;
}

static bool region_ready(const bool *emitted, const Parts *p)
{
    for (int i = 0; i < p->ins.n; i++)
        if (!emitted[p->ins.v[i]->operands[0]->pos])
            return false;
    return is_ready(emitted, p->whole.v, p->whole.n);
}

/* Ops that are no region's in their order, regions where all that enters is there. False if a region waits for itself. */
static bool emit_all(Import *im, Region *r, OpList *out, GHashTable *replaced, GError **error)
{
    int n = r->c->n_ops, left = 0, before;
    bool *emitted = g_new0(bool, (gsize)n + 1), ok = true;
    Parts *parts = all_parts(r);
    IrOp **ops = g_memdup2(r->c->ops, sizeof *ops * (size_t)n); /* region_op appends to the computation for a moment */
    for (int i = 0; i < n; i++)
        left += r->leader[i] < 0 || r->leader[i] == i;
    do {
        before = left;
        for (int i = 0; ok && i < n; i++) {
            IrOp *op = ops[i];
            int id = r->leader[i] < 0 ? -1 : find(r->leader, i);
            if (emitted[i] || (id < 0 ? !is_ready(emitted, op->operands, op->n_operands) : emitted[id] || !region_ready(emitted, &parts[id])))
                continue;
            left--;
            emitted[id < 0 ? i : id] = true;
            if (id >= 0) {
                for (int k = 0; k < parts[id].outs.n; k++)
                    emitted[parts[id].outs.v[k]->pos] = true;
                ok = build_region(im, r, &parts[id], out, replaced, error);
                continue;
            }
            for (int k = 0; k < op->n_operands; k++) {
                IrOp *now = g_hash_table_lookup(replaced, op->operands[k]);
                op->operands[k] = now ? now : op->operands[k];
            }
            vec_push(out, op);
        }
    } while (ok && left && left < before);
    for (int i = n - 1; ok && left && i >= 0; i--) /* the last of them is nearest to what it waits for */
        if (r->leader[i] >= 0 && !emitted[find(r->leader, i)])
            ok = diag(error, SHARD_ERROR_UNSUPPORTED, &ops[i]->at, NULL, "a value enters a manual region after another one left it");
    for (int i = 0; i < n; i++)
        parts_clear(&parts[i]);
    g_free(parts);
    g_free(ops);
    g_free(emitted);
    return ok;
}

static bool check_ends(const Region *r, GError **error)
{
    const IrComp *c = r->c;
    bool *ends = g_new0(bool, (gsize)c->n_ops + 1), ok = true;
    for (int i = 0; i < c->n_ops; i++)
        if (is_border_out(r, c->ops[i]))
            ends[find(r->leader, i)] = true;
    for (int i = 0; ok && i < c->n_ops; i++)
        if (r->leader[i] >= 0 && (!ends[find(r->leader, i)] || (c->ops[i] == c->root && !is_border_out(r, c->root))))
            ok = diag(error, SHARD_ERROR_UNSUPPORTED, &c->ops[i]->at, NULL, "%%%s works on tiles in a manual region that does not end",
                      c->ops[i]->name);
    g_free(ends);
    return ok;
}

/* Replaces each region by its op. Regions inside of a region are left to its body, which is looked at later. */
bool import_rebuild_spmd_manual(Import *im, IrComp *c, GError **error)
{
    bool any = false;
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        if ((enters(op) || leaves(op)) && op->n_operands != 1)
            return diag(error, SHARD_ERROR_VERIFY, OP_AT(op), NULL, "a %s call of %d operands", op->a.custom.target,
                        op->n_operands);
        any = any || enters(op) || leaves(op);
    }
    if (!any)
        return true;
    import_close_root(im, c);
    comp_drop_dead(c, false); /* values that nobody uses leave no region */
    Region r = { .c = c, .free = free_standing(c) };
    find_regions(&r);
    OpList out = { 0 };
    g_autoptr(GHashTable) replaced = g_hash_table_new(NULL, NULL);
    bool ok = check_ends(&r, error) && emit_all(im, &r, &out, replaced, error);
    if (ok) {
        IrOp *root = g_hash_table_lookup(replaced, c->root);
        c->root = root ? root : c->root;
        c->ops = arena_dup_array(im->m->arena, out.v, out.n);
        c->n_ops = c->cap = out.n;
        comp_renumber(c);
    }
    vec_clear(&out);
    g_free(r.leader);
    g_free(r.depth);
    g_hash_table_destroy(r.free);
    return ok;
}
