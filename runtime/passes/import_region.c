/* GSPMD's manual regions: SPMDFullToShardShape -> any ops -> SPMDShardToFullShape, in the middle of a computation. Each
 * connected piece of local ops becomes an OP_manual: its ops move into a body (they keep their ids), constants and the
 * like are copied, and the annotations of the border values become in and out shardings. */
#include <string.h>

#include "runtime/passes/import_impl.h"

typedef struct Region {      /* one connected piece of local ops; by union-find over op positions */
    IrComp *c;
    int *leader;             /* -1 = not local */
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
        bool leaf = op->code == OP_constant || op->code == OP_iota || op->code == OP_partition_id || op->code == OP_replica_id;
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

static void join(int *leader, int a, int b)
{
    leader[find(leader, a)] = find(leader, b);
}

/* What is made from local values is local. */
static void mark_forward(const IrComp *c, int *leader)
{
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        for (int k = 0; !enters(op) && k < op->n_operands; k++) {
            int from = op->operands[k]->pos;
            if (leader[from] < 0 || leaves(op->operands[k]))
                continue;
            if (leader[i] < 0)
                leader[i] = i;
            join(leader, i, from);
        }
    }
}

/* What leaves was local before, also where nothing entered: a body without arguments. */
static void mark_backward(const IrComp *c, int *leader, GHashTable *free)
{
    for (int i = c->n_ops - 1; i >= 0; i--) {
        IrOp *op = c->ops[i];
        for (int k = 0; leader[i] >= 0 && !enters(op) && k < op->n_operands; k++) {
            IrOp *from = op->operands[k];
            if (leader[from->pos] >= 0 || from->code == OP_parameter || g_hash_table_contains(free, from))
                continue;
            leader[from->pos] = from->pos;
            join(leader, i, from->pos);
        }
    }
}

/* Which ops work on local values: those behind an entering call, up to and with the leaving ones. */
static int *find_regions(const IrComp *c, GHashTable *free)
{
    int *leader = g_new(int, (gsize)c->n_ops + 1);
    for (int i = 0; i < c->n_ops; i++)
        leader[i] = enters(c->ops[i]) || leaves(c->ops[i]) ? i : -1;
    mark_forward(c, leader);
    mark_backward(c, leader, free);
    mark_forward(c, leader);
    return leader;
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

/* The text of the sharding that a value has where it enters or leaves. */
static bool note_border(Import *im, NoteKind kind, IrOp *manual, const Sharding **slot, const IrOp *border, int leaf,
                        GError **error)
{
    if (!border->sharding_text)
        return diag(error, SHARD_ERROR_SHARDING, &border->at, NULL,
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
    OpList ins, outs, moved;
} Parts;

static void parts_clear(Parts *p)
{
    vec_clear(&p->ins);
    vec_clear(&p->outs);
    vec_clear(&p->moved);
}

static Parts region_parts(const Region *r, int id)
{
    Parts p = { 0 };
    for (int i = 0; i < r->c->n_ops; i++) {
        if (r->leader[i] < 0 || find(r->leader, i) != id)
            continue;
        IrOp *op = r->c->ops[i];
        if (enters(op))
            vec_push(&p.ins, op);
        else if (leaves(op))
            vec_push(&p.outs, op);
        else
            vec_push(&p.moved, op);
    }
    return p;
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

/* What stands for a value inside the body, NULL + error if nothing can. */
static IrOp *value_inside(const Region *r, IrComp *body, IrOp *user, IrOp *from, GHashTable *map, GError **error)
{
    IrOp *here = g_hash_table_lookup(map, from);
    if (!here && g_hash_table_contains(r->free, from))
        here = copy_into(body, from, map);
    if (!here)
        diag(error, SHARD_ERROR_UNSUPPORTED, &user->at, NULL, "%%%s uses the whole value of %%%s inside a manual region",
             user->name, from->name);
    return here;
}

/* The computation that the region becomes: parameters for what enters, a root for what leaves. */
static IrComp *region_body(const Region *r, const Parts *p, GError **error)
{
    IrModule *m = r->c->module;
    g_autoptr(GHashTable) map = g_hash_table_new(NULL, NULL);
    IrComp *body = comp_new(m, "manual_body");
    body->at = r->c->at;
    for (int i = 0; i < p->ins.n; i++) {
        IrOp *param = op_new(body, OP_parameter, p->ins.v[i]->type, p->ins.v[i]->name, 0, NULL);
        op_inherit(param, p->ins.v[i]);
        param->a.parameter.number = i;
        g_hash_table_insert(map, p->ins.v[i], param);
    }
    for (int i = 0; i < p->moved.n; i++) {
        IrOp *op = p->moved.v[i];
        for (int k = 0; k < op->n_operands; k++)
            if (!(op->operands[k] = value_inside(r, body, op, op->operands[k], map, error)))
                return NULL;
        import_append_op(body, op);
        g_hash_table_insert(map, op, op);
    }
    OpList results = { 0 };
    const Type **types = g_new(const Type *, (gsize)p->outs.n + 1);
    bool ok = true;
    for (int i = 0; ok && i < p->outs.n; i++) {
        IrOp *value = value_inside(r, body, p->outs.v[i], p->outs.v[i]->operands[0], map, error);
        ok = value != NULL;
        types[i] = ok ? value->type : NULL;
        vec_push(&results, value);
    }
    if (ok)
        body->root = results.n == 1 ? results.v[0]
                                    : op_new(body, OP_tuple, type_tuple(m->types, results.n, types), NULL, results.n, results.v);
    comp_renumber(body);
    g_free(types);
    vec_clear(&results);
    return ok ? body : NULL;
}

/* The op that holds the body, and its results' names; appended to `out`, not yet in the computation's order. */
static IrOp *region_op(IrComp *c, const Parts *p, IrComp *body, OpList *out, GHashTable *replaced)
{
    IrModule *m = c->module;
    int n_ops = c->n_ops, n = p->outs.n;
    const Type **types = g_new(const Type *, (gsize)n + 1);
    IrOp **operands = g_new(IrOp *, (gsize)p->ins.n + 1);
    for (int i = 0; i < n; i++)
        types[i] = p->outs.v[i]->type;
    for (int i = 0; i < p->ins.n; i++)
        operands[i] = p->ins.v[i]->operands[0];
    IrOp *manual = op_new(c, OP_manual, n == 1 ? types[0] : type_tuple(m->types, n, types), "manual", p->ins.n, operands);
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
        if (!note_border(im, NOTE_MANUAL_IN, manual, (const Sharding **)&manual->a.manual.in[i], p->ins.v[i]->operands[0],
                         i, error))
            return false;
    for (int i = 0; i < p->outs.n; i++)
        if (!note_border(im, NOTE_MANUAL_OUT, manual, (const Sharding **)&manual->a.manual.out[i], p->outs.v[i], i, error))
            return false;
    const IrOp *says = p->ins.n ? p->ins.v[0] : p->outs.v[0]->operands[0];
    Note axes = import_manual_note(NOTE_MANUAL_AXES, manual, NULL);
    axes.type = says->type;
    return import_note_gspmd(im, axes, 1, says->sharding_text ? says->sharding_text : "{manual}", error);
}

static bool build_region(Import *im, const Region *r, int id, OpList *out, GHashTable *replaced, GError **error)
{
    Parts p = region_parts(r, id);
    IrComp *body = region_body(r, &p, error);
    bool ok = body && note_region(im, region_op(r->c, &p, body, out, replaced), &p, error);
    parts_clear(&p);
    return ok;
}

/* Replaces each region by its op at the place of the region's first leaving call. */
bool import_rebuild_spmd_manual(Import *im, IrComp *c, GError **error)
{
    bool any = false;
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        if ((enters(op) || leaves(op)) && op->n_operands != 1)
            return diag(error, SHARD_ERROR_VERIFY, &op->at, NULL, "a %s call of %d operands", op->a.custom.target,
                        op->n_operands);
        any = any || enters(op) || leaves(op);
    }
    if (!any)
        return true;
    comp_drop_dead(c, false); /* values that nobody uses leave no region */
    GHashTable *free = free_standing(c);
    Region r = { c, find_regions(c, free), free };
    int n = c->n_ops;
    int *last_in = g_new0(int, (gsize)n + 1);
    bool *built = g_new0(bool, (gsize)n + 1);
    for (int i = 0; i < n; i++)
        if (enters(c->ops[i]))
            last_in[find(r.leader, i)] = i;
    OpList out = { 0 };
    g_autoptr(GHashTable) replaced = g_hash_table_new(NULL, NULL);
    bool ok = true;
    for (int i = 0; ok && i < n; i++) {
        IrOp *op = c->ops[i];
        int id = r.leader[i] < 0 ? -1 : find(r.leader, i);
        if (id < 0) {
            for (int k = 0; k < op->n_operands; k++) {
                IrOp *now = g_hash_table_lookup(replaced, op->operands[k]);
                op->operands[k] = now ? now : op->operands[k];
            }
            vec_push(&out, op);
            continue;
        }
        if (enters(op)) {
            IrOp *now = g_hash_table_lookup(replaced, op->operands[0]);
            op->operands[0] = now ? now : op->operands[0];
        }
        if (!leaves(op) || built[id])
            continue;
        built[id] = true;
        ok = last_in[id] < i ? build_region(im, &r, id, &out, replaced, error)
                             : diag(error, SHARD_ERROR_UNSUPPORTED, &c->ops[last_in[id]]->at, NULL,
                                    "a value enters a manual region after another one left it");
    }
    for (int i = 0; ok && i < n; i++)
        if (r.leader[i] >= 0 && (!built[find(r.leader, i)] || (c->ops[i] == c->root && !leaves(c->root))))
            ok = diag(error, SHARD_ERROR_UNSUPPORTED, &c->ops[i]->at, NULL,
                      "%%%s works on tiles in a manual region that does not end", c->ops[i]->name);
    if (ok) {
        IrOp *root = g_hash_table_lookup(replaced, c->root);
        c->root = root ? root : c->root;
        c->ops = arena_dup_array(im->m->arena, out.v, out.n);
        c->n_ops = c->cap = out.n;
        comp_renumber(c);
    }
    vec_clear(&out);
    g_free(r.leader);
    g_hash_table_destroy(r.free);
    g_free(last_in);
    g_free(built);
    return ok;
}
