/* Manual computations (shard_map): found in the three ways in which programs carry them, checked, and completed.
 *   Shardy in HLO   GlobalToLocalShape -> call of a body -> LocalToGlobalShape
 *   GSPMD           SPMDFullToShardShape -> any ops -> SPMDShardToFullShape, not a computation of its own
 *   StableHLO       already an OP_manual with its texts in pairs
 * The first two become OP_manual here; its single computation sees local shapes. */
#include <string.h>

#include "runtime/passes/import_impl.h"

static const char *op_pair(const IrOp *op, const char *key)
{
    return op ? pair_get(op->pairs, op->n_pairs, key) : NULL;
}

/* ---- notes -------------------------------------------------------------------------------------------------------- */

static Note manual_note(NoteKind kind, IrOp *op, const Sharding **slots)
{
    return (Note){ .kind = kind, .op = op, .slot = slots, .loc = op->loc, .at = op->at };
}

/* The axes in the mesh that the shardings beside them are on. */
static bool note_axes(Import *im, IrOp *op, const char *text, const Sharding *beside, GError **error)
{
    const Mesh *mesh = beside && !beside->maximal && beside->mesh->n_axes ? beside->mesh : im->override;
    for (int i = 0; !mesh && i < im->meshes.n; i++)
        if (im->meshes.v[i].mesh->n_axes)
            mesh = im->meshes.v[i].mesh;
    if (!mesh)
        return diag(error, SHARD_ERROR_SHARDING, &op->at, NULL, "a manual computation in a program without a mesh");
    AxisList axes = { 0 };
    if (text && !axis_list_parse(im->scratch, text, mesh, &axes, &op->at, error))
        return false;
    Note note = manual_note(NOTE_MANUAL_AXES, op, NULL);
    note.sdy = sharding_intern(im->m->shardings, &(Sharding){ .mesh = mesh, .manual = axes });
    vec_push(&im->notes, note);
    return true;
}

static void give_slots(Import *im, IrOp *op)
{
    op->a.manual.n_in = op->n_operands;
    op->a.manual.n_out = type_n_leaves(op->type);
    op->a.manual.in = arena_array(im->m->arena, const Sharding *, MAX(op->a.manual.n_in, 1));
    op->a.manual.out = arena_array(im->m->arena, const Sharding *, MAX(op->a.manual.n_out, 1));
}

bool import_note_manual(Import *im, IrOp *op, const char *in, const char *out, const char *axes, GError **error)
{
    if (op->a.manual.in)
        return true; /* GSPMD's: noted when it was rebuilt */
    if (op->n_comps != 1 || op->comps[0]->n_params != op->n_operands ||
        type_n_leaves(op->comps[0]->root->type) != type_n_leaves(op->type))
        return diag(error, SHARD_ERROR_VERIFY, &op->at, NULL,
                    "a manual computation whose body takes or returns another number of values");
    give_slots(im, op);
    int first = im->notes.n;
    Note ins = manual_note(NOTE_MANUAL_IN, op, (const Sharding **)op->a.manual.in);
    Note outs = manual_note(NOTE_MANUAL_OUT, op, (const Sharding **)op->a.manual.out);
    if ((!in && op->a.manual.n_in) || (!out && op->a.manual.n_out))
        return diag(error, SHARD_ERROR_VERIFY, &op->at, NULL, "a manual computation without its %s",
                    in ? "out_shardings" : "in_shardings");
    if ((in && op->a.manual.n_in && !import_note_sdy(im, ins, op->a.manual.n_in, in, error)) ||
        (out && op->a.manual.n_out && !import_note_sdy(im, outs, op->a.manual.n_out, out, error)))
        return false;
    return note_axes(im, op, axes, im->notes.n > first ? im->notes.v[first].sdy : NULL, error);
}

/* ---- Shardy's three calls --------------------------------------------------------------------------------------------- */

/* The custom-call that `op`'s operands all come from in order, if it is that; *ok false if they come from it mixed up. */
static IrOp *source_call(const IrOp *op, const char *target, bool *ok)
{
    IrOp *source = NULL;
    for (int i = 0; i < op->n_operands; i++) {
        IrValue v = value_resolve(op->operands[i], 0);
        if (!target_is(v.op, target))
            return NULL;
        if (i == 0)
            source = v.op;
        if (v.op != source || v.leaf != i)
            *ok = false;
    }
    return source;
}

/* True if nothing but `user` takes the call's results. */
static bool feeds_only(const IrOp *call, const IrOp *user)
{
    const IrComp *c = call->parent;
    for (int i = 0; i < c->n_ops; i++) {
        const IrOp *op = c->ops[i];
        for (int k = 0; op != user && k < op->n_operands; k++) {
            const IrOp *from = op->operands[k];
            if (from == call ? op->code != OP_get_tuple_element
                             : from->code == OP_get_tuple_element && from->operands[0] == call)
                return false;
        }
    }
    return c->root != call && !(c->root->code == OP_get_tuple_element && c->root->operands[0] == call);
}

/* Makes OP_manual of one body call. `to_global` NULL: the body has no results, the call itself becomes it. */
static bool make_manual(Import *im, IrOp *call, IrOp *to_global, GError **error)
{
    bool ok = true;
    IrOp *to_local = source_call(call, "xla.sdy.GlobalToLocalShape", &ok);
    if (!ok || (to_local && to_local->n_operands != call->n_operands) || (!to_local && call->n_operands))
        return diag(error, SHARD_ERROR_UNSUPPORTED, &call->at, NULL,
                    "a manual computation whose inputs are not those of one GlobalToLocalShape in order");
    IrOp *op = to_global ? to_global : call;
    const char *in = op_pair(to_local, "xla.sdy.in_shardings"), *out = op_pair(to_global, "xla.sdy.out_shardings");
    const char *axes = op_pair(to_global ? to_global : to_local, "xla.sdy.manual_axes");
    IrComp *body = call->comps[0];
    op->code = OP_manual;
    memset(&op->a, 0, sizeof op->a);
    op->n_operands = to_local ? to_local->n_operands : 0;
    op->operands = to_local ? to_local->operands : NULL;
    op_set_comps(op, 1, &body);
    op->n_pairs = 0;
    op->pairs = NULL;
    body->is_function = false;
    if (op != call) {
        op_set_comps(call, 0, NULL);
        call->n_operands = 0; /* it dies with its get-tuple-elements */
        call->code = OP_tuple;
    }
    if (to_local)
        to_local->a.custom.side_effect = false;
    return import_note_manual(im, op, in ? in : "[]", out ? out : "[]", axes, error);
}

bool import_rebuild_sdy_manual(Import *im, IrComp *c, GError **error)
{
    for (int i = c->n_ops - 1; i >= 0; i--) { /* users before what they use: the last call of three is met first */
        IrOp *op = c->ops[i];
        if (target_is(op, "xla.sdy.LocalToGlobalShape")) {
            IrOp *call = op->n_operands ? value_resolve(op->operands[0], 0).op : NULL;
            bool in_order = call && call->code == OP_call && type_n_leaves(call->type) == op->n_operands;
            for (int k = 0; in_order && k < op->n_operands; k++) {
                IrValue v = value_resolve(op->operands[k], 0);
                in_order = v.op == call && v.leaf == k;
            }
            if (!in_order || !feeds_only(call, op))
                return diag(error, SHARD_ERROR_UNSUPPORTED, &op->at, NULL,
                            "a LocalToGlobalShape whose operands are not all results of one call, in order and used here alone");
            if (!make_manual(im, call, op, error))
                return false;
        } else if (op->code == OP_call && op->n_comps == 1 && type_n_leaves(op->type) == 0 && op->n_operands &&
                   target_is(value_resolve(op->operands[0], 0).op, "xla.sdy.GlobalToLocalShape")) {
            if (!make_manual(im, op, NULL, error))
                return false;
        }
    }
    return true;
}

/* ---- GSPMD's regions ------------------------------------------------------------------------------------------------------ */

typedef struct Region {      /* one connected piece of local ops; by union-find over op positions */
    IrComp *c;
    int *leader;             /* -1 = not local */
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

/* Which ops work on local values: those behind an entering call, up to and with the leaving ones. */
static int *find_regions(IrComp *c)
{
    int *leader = g_new(int, (gsize)c->n_ops + 1);
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        leader[i] = enters(op) || leaves(op) ? i : -1;
        for (int k = 0; !enters(op) && k < op->n_operands; k++) {
            int from = op->operands[k]->pos;
            if (leader[from] < 0 || leaves(op->operands[k]))
                continue;
            if (leader[i] < 0)
                leader[i] = i;
            leader[find(leader, i)] = find(leader, from);
        }
    }
    return leader;
}

/* Values that each device can make by itself: constants and what follows from them. */
static bool is_free_standing(const IrOp *op, int depth)
{
    if (op->code == OP_constant || op->code == OP_iota || op->code == OP_partition_id || op->code == OP_replica_id)
        return true;
    if (depth > 64 || op->n_operands == 0 || op->n_comps || op_is_collective(op) || op->code == OP_custom_call)
        return false;
    for (int i = 0; i < op->n_operands; i++)
        if (!is_free_standing(op->operands[i], depth + 1))
            return false;
    return true;
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
    Note note = manual_note(kind, manual, slot);
    note.at = border->at;
    note.loc = border->loc;
    note.leaf = leaf;
    note.type = border->type;
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

/* Moves an op to the end of another computation; it keeps its id and name. */
static void append_op(IrComp *c, IrOp *op)
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
static IrOp *value_inside(IrComp *body, IrOp *user, IrOp *from, GHashTable *map, GError **error)
{
    IrOp *here = g_hash_table_lookup(map, from);
    if (!here && is_free_standing(from, 0))
        here = copy_into(body, from, map);
    if (!here)
        diag(error, SHARD_ERROR_UNSUPPORTED, &user->at, NULL, "%%%s uses the whole value of %%%s inside a manual region",
             user->name, from->name);
    return here;
}

/* The computation that the region becomes: parameters for what enters, a root for what leaves. */
static IrComp *region_body(IrModule *m, const IrComp *c, const Parts *p, GError **error)
{
    g_autoptr(GHashTable) map = g_hash_table_new(NULL, NULL);
    IrComp *body = comp_new(m, "manual_body");
    body->at = c->at;
    for (int i = 0; i < p->ins.n; i++) {
        IrOp *param = op_new(body, OP_parameter, p->ins.v[i]->type, p->ins.v[i]->name, 0, NULL);
        op_inherit(param, p->ins.v[i]);
        param->a.parameter.number = i;
        g_hash_table_insert(map, p->ins.v[i], param);
    }
    for (int i = 0; i < p->moved.n; i++) {
        IrOp *op = p->moved.v[i];
        for (int k = 0; k < op->n_operands; k++)
            if (!(op->operands[k] = value_inside(body, op, op->operands[k], map, error)))
                return NULL;
        append_op(body, op);
        g_hash_table_insert(map, op, op);
    }
    OpList results = { 0 };
    const Type **types = g_new(const Type *, (gsize)p->outs.n + 1);
    bool ok = true;
    for (int i = 0; ok && i < p->outs.n; i++) {
        IrOp *value = value_inside(body, p->outs.v[i], p->outs.v[i]->operands[0], map, error);
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
    give_slots(im, manual);
    for (int i = 0; i < p->ins.n; i++)
        if (!note_border(im, NOTE_MANUAL_IN, manual, (const Sharding **)&manual->a.manual.in[i], p->ins.v[i]->operands[0],
                         i, error))
            return false;
    for (int i = 0; i < p->outs.n; i++)
        if (!note_border(im, NOTE_MANUAL_OUT, manual, (const Sharding **)&manual->a.manual.out[i], p->outs.v[i], i, error))
            return false;
    const IrOp *says = p->ins.n ? p->ins.v[0] : p->outs.v[0]->operands[0];
    Note axes = manual_note(NOTE_MANUAL_AXES, manual, NULL);
    axes.type = says->type;
    return import_note_gspmd(im, axes, 1, says->sharding_text ? says->sharding_text : "{manual}", error);
}

static bool build_region(Import *im, const Region *r, int id, OpList *out, GHashTable *replaced, GError **error)
{
    Parts p = region_parts(r, id);
    IrComp *body = region_body(im->m, r->c, &p, error);
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
    comp_renumber(c);
    Region r = { c, find_regions(c) };
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
    if (ok) {
        IrOp *root = g_hash_table_lookup(replaced, c->root);
        c->root = root ? root : c->root;
        c->ops = arena_dup_array(im->m->arena, out.v, out.n);
        c->n_ops = c->cap = out.n;
        comp_renumber(c);
    }
    vec_clear(&out);
    g_free(r.leader);
    g_free(last_in);
    g_free(built);
    return ok;
}

/* ---- after the notes -------------------------------------------------------------------------------------------------------- */

/* The part of `axes` that none of the sharding's lists touches. */
static AxisList unused_manual(Arena *scratch, const Sharding *s, AxisList axes)
{
    AxisList *used = arena_array(scratch, AxisList, s->rank + 2);
    for (int d = 0; d < s->rank; d++)
        used[d] = s->dims[d].axes;
    used[s->rank] = s->replicated;
    used[s->rank + 1] = s->unreduced;
    AxisList unused = mesh_free_axes(scratch, s->mesh, used, s->rank + 2);
    AxisRef *v = arena_array(scratch, AxisRef, unused.n * MAX(axes.n, 1));
    int n = 0;
    for (int i = 0; i < unused.n; i++)
        for (int k = 0; k < axes.n; k++) {
            AxisRef a = unused.v[i], b = axes.v[k];
            int64_t lo = MAX(a.pre, b.pre), hi = MIN(a.pre * a.size, b.pre * b.size);
            if (a.axis == b.axis && lo < hi && hi % lo == 0)
                v[n++] = (AxisRef){ a.axis, lo, hi / lo };
        }
    return (AxisList){ v, n };
}

/* Checks one border value and adds its unused manual axes to the replicated set. */
static const Sharding *finish_border(Import *im, const IrOp *op, const Sharding *s, const Type *whole, const Type *local,
                                     GError **error)
{
    AxisList axes = op->a.manual.axes;
    if (!s || s->maximal || whole->kind != TYPE_ARRAY || local->kind != TYPE_ARRAY || whole->rank != local->rank) {
        diag(error, SHARD_ERROR_SHARDING, &op->at, NULL, "a manual computation with a value that has no tiles");
        return NULL;
    }
    for (int d = 0; d < s->rank; d++) {
        int64_t parts = 1;
        bool in_front = true;
        for (int i = 0; i < s->dims[d].axes.n; i++) {
            AxisRef a = s->dims[d].axes.v[i];
            bool manual = false;
            for (int k = 0; k < axes.n; k++)
                manual = manual || axis_contains(axes.v[k], a);
            if (manual && !in_front) {
                diag(error, SHARD_ERROR_SHARDING, &op->at, NULL,
                     "dimension %d of a manual computation has a manual axis behind one that is not", d);
                return NULL;
            }
            in_front = manual;
            parts *= manual ? a.size : 1;
        }
        if (local->dims[d] * parts != whole->dims[d]) {
            diag(error, SHARD_ERROR_SHARDING, &op->at,
                 im->override ? "its body was written for the program's own mesh" : NULL,
                 "a manual computation cuts dimension %d of size %" G_GINT64_FORMAT " into %" G_GINT64_FORMAT
                 " parts, its body has size %" G_GINT64_FORMAT, d, whole->dims[d], parts, local->dims[d]);
            return NULL;
        }
    }
    AxisList unused = unused_manual(im->scratch, s, axes);
    Sharding completed = *s;
    completed.replicated = axis_list_concat(im->scratch, s->replicated, unused);
    return sharding_intern(im->m->shardings, &completed);
}

bool import_finish_manual(Import *im, IrOp *op, GError **error)
{
    const Sharding **in = (const Sharding **)op->a.manual.in, **out = (const Sharding **)op->a.manual.out;
    const IrComp *body = op->comps[0];
    op->a.manual.mesh = im->m->mesh;
    for (int i = 0; i < op->a.manual.n_in; i++)
        if (!(in[i] = finish_border(im, op, in[i], op->operands[i]->type, body->params[i]->type, error)))
            return false;
    for (int i = 0; i < op->a.manual.n_out; i++)
        if (!(out[i] = finish_border(im, op, out[i], type_leaf(op->type, i), type_leaf(body->root->type, i), error)))
            return false;
    return true;
}
