/* Manual computations (shard_map): found in the three ways in which programs carry them, checked, and completed.
 *   Shardy in HLO   GlobalToLocalShape -> call of a body -> LocalToGlobalShape
 *   StableHLO       already an OP_manual with its texts in pairs
 *   GSPMD           regions without a computation of their own: import_region.c
 * All become OP_manual, whose single computation sees local shapes. */
#include <string.h>

#include "runtime/passes/import_impl.h"

static const char *op_pair(const IrOp *op, const char *key)
{
    return op ? pair_get(op->pairs, op->n_pairs, key) : NULL;
}

/* ---- notes -------------------------------------------------------------------------------------------------------- */

Note import_manual_note(NoteKind kind, IrOp *op, const Sharding **slots)
{
    return (Note){ .kind = kind, .op = op, .slot = slots, .loc = op->loc, .at = op_place(op) };
}

/* The axes in the mesh that the shardings beside them are on. */
static bool note_axes(Import *im, IrOp *op, const char *text, const Sharding *beside, GError **error)
{
    const Mesh *mesh = beside && !beside->maximal && beside->mesh->n_axes ? beside->mesh : im->override;
    for (int i = 0; !mesh && i < im->meshes.n; i++)
        if (im->meshes.v[i].mesh->n_axes)
            mesh = im->meshes.v[i].mesh;
    if (!mesh)
        return diag(error, SHARD_ERROR_SHARDING, OP_AT(op), NULL, "a manual computation in a program without a mesh");
    AxisList axes = { 0 };
    if (text && !axis_list_parse(im->scratch, text, mesh, &axes, OP_AT(op), error))
        return false;
    Note note = import_manual_note(NOTE_MANUAL_AXES, op, NULL);
    note.sdy = sharding_intern(im->m->shardings, &(Sharding){ .mesh = mesh, .manual = axes });
    vec_push(&im->notes, note);
    return true;
}

void import_give_slots(Import *im, IrOp *op)
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
        return diag(error, SHARD_ERROR_VERIFY, OP_AT(op), NULL,
                    "a manual computation whose body takes or returns another number of values");
    import_give_slots(im, op);
    int first = im->notes.n;
    Note ins = import_manual_note(NOTE_MANUAL_IN, op, (const Sharding **)op->a.manual.in);
    Note outs = import_manual_note(NOTE_MANUAL_OUT, op, (const Sharding **)op->a.manual.out);
    if ((!in && op->a.manual.n_in) || (!out && op->a.manual.n_out))
        return diag(error, SHARD_ERROR_VERIFY, OP_AT(op), NULL, "a manual computation without its %s",
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
        return diag(error, SHARD_ERROR_UNSUPPORTED, OP_AT(call), NULL,
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
                return diag(error, SHARD_ERROR_UNSUPPORTED, OP_AT(op), NULL,
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

AxisList import_inner_manual(Import *im, const IrOp *op, const Sharding *s)
{
    AxisList axes = s->manual;
    for (const IrOp *around; (around = g_hash_table_lookup(im->caller, op->parent)) != NULL; op = around)
        if (around->code == OP_manual)
            axes = unused_manual(im->scratch, &(Sharding){ .mesh = s->mesh, .replicated = around->a.manual.axes }, axes);
    return (AxisList){ arena_dup_array(im->m->arena, axes.v, axes.n), axes.n };
}

/* Checks one border value and adds its unused manual axes to the replicated set. */
static const Sharding *finish_border(Import *im, const IrOp *op, const Sharding *s, const Type *whole, const Type *local,
                                     GError **error)
{
    AxisList axes = op->a.manual.axes;
    if (s && whole->kind == TYPE_TOKEN && local->kind == TYPE_TOKEN) /* says when, and has nothing to cut */
        return s;
    if (!s || s->maximal || whole->kind != TYPE_ARRAY || local->kind != TYPE_ARRAY || whole->rank != local->rank) {
        diag(error, SHARD_ERROR_SHARDING, OP_AT(op), NULL, "a manual computation with a value that has no tiles");
        return NULL;
    }
    if (whole->elem != local->elem) {
        diag(error, SHARD_ERROR_SHARDING, OP_AT(op), NULL, "a value of %s outside of a manual computation is one of %s inside",
             elem_info[whole->elem].hlo, elem_info[local->elem].hlo);
        return NULL;
    }
    for (int d = 0; d < s->rank; d++) {
        int64_t parts = 1;
        bool in_front = true;
        AxisList own = axis_list_cut(im->scratch, s->dims[d].axes, axes);
        for (int i = 0; i < own.n; i++) {
            AxisRef a = own.v[i];
            bool manual = false;
            for (int k = 0; k < axes.n; k++)
                manual = manual || axis_contains(axes.v[k], a);
            if (manual && !in_front) {
                diag(error, SHARD_ERROR_SHARDING, OP_AT(op), NULL,
                     "dimension %d of a manual computation has a manual axis behind one that is not", d);
                return NULL;
            }
            in_front = manual;
            parts *= manual ? a.size : 1;
        }
        if (local->dims[d] * parts != whole->dims[d]) {
            diag(error, SHARD_ERROR_SHARDING, OP_AT(op),
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
    if (!op->a.manual.mesh || !im->m->mixed_orders)
        op->a.manual.mesh = im->m->mesh;
    for (int i = 0; i < op->a.manual.n_in; i++)
        if (!(in[i] = finish_border(im, op, in[i], op->operands[i]->type, body->params[i]->type, error)))
            return false;
    for (int i = 0; i < op->a.manual.n_out; i++)
        if (!(out[i] = finish_border(im, op, out[i], type_leaf(op->type, i), type_leaf(body->root->type, i), error)))
            return false;
    return true;
}
