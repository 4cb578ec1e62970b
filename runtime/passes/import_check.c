/* What Shardy's verifiers want of annotations as they were written, each on its own mesh: later all of them are put on the
 * program's one mesh, where the differences are gone. Start at import_check_notes. */
#include <inttypes.h>
#include <string.h>

#include "runtime/passes/import_impl.h"

/* The same axes; the order of devices may differ. */
static bool same_axes(const Mesh *a, const Mesh *b)
{
    bool same = a->n_axes == b->n_axes;
    for (int i = 0; same && i < a->n_axes; i++)
        same = strcmp(a->axes[i].name, b->axes[i].name) == 0 && a->axes[i].size == b->axes[i].size;
    return same;
}

static bool same_mesh(const Mesh *a, const Mesh *b)
{
    return same_axes(a, b) && !a->device_ids == !b->device_ids &&
           (!a->device_ids || memcmp(a->device_ids, b->device_ids, sizeof *a->device_ids * (size_t)a->n_devices) == 0);
}

static bool of_manual(const Note *note)
{
    return note->kind == NOTE_MANUAL_IN || note->kind == NOTE_MANUAL_OUT;
}

/* ---- axes that a manual computation around holds already ---------------------------------------------------------- */

typedef struct Bound {
    const IrOp *op;    /* the manual computation, NULL = none around */
    const Mesh *mesh;
    AxisList axes;
} Bound;

typedef struct Holders {
    GHashTable *axes_of; /* manual op -> its note of axes */
    GHashTable *around;  /* body -> the op that it is the body of */
} Holders;

/* The nearest manual computation around `c`; functions that are called stand alone. */
static Bound bound_around(const Holders *h, const IrComp *c)
{
    for (const IrOp *op; (op = g_hash_table_lookup(h->around, c)) != NULL && op->code != OP_call; c = op->parent) {
        const Note *axes = g_hash_table_lookup(h->axes_of, op);
        if (axes)
            return (Bound){ op, axes->sdy->mesh, axes->sdy->manual };
    }
    return (Bound){ 0 };
}

static const AxisRef *first_overlap(AxisList a, AxisList b)
{
    for (int i = 0; i < a.n; i++)
        for (int k = 0; k < b.n; k++)
            if (axis_overlaps(a.v[i], b.v[k]))
                return &a.v[i];
    return NULL;
}

static bool check_free(const Holders *h, const Note *note, GError **error)
{
    const Sharding *s = note->sdy;
    for (Bound b = bound_around(h, note->op->parent); b.op; b = bound_around(h, b.op->parent)) {
        const AxisRef *taken = first_overlap(s->replicated, b.axes);
        taken = taken ? taken : first_overlap(s->unreduced, b.axes);
        taken = taken ? taken : first_overlap(s->manual, b.axes);
        for (int d = 0; d < s->rank && !taken; d++)
            taken = first_overlap(s->dims[d].axes, b.axes);
        if (taken && same_axes(s->mesh, b.mesh))
            return diag(error, SHARD_ERROR_SHARDING, &note->at, "inside of a manual computation only its free axes can be named",
                        "axis \"%s\" is manual in the computation around this op", b.mesh->axes[taken->axis].name);
    }
    return true;
}

/* ---- meshes that must agree ----------------------------------------------------------------------------------------- */

static bool check_borders(GHashTable *first_of, Note *note, GError **error)
{
    const Note *first = g_hash_table_lookup(first_of, note->op);
    if (!first)
        g_hash_table_insert(first_of, note->op, note);
    else if (!note->sdy->maximal && !first->sdy->maximal && !same_axes(first->sdy->mesh, note->sdy->mesh))
        return diag(error, SHARD_ERROR_SHARDING, &note->at, NULL, "the shardings of a manual computation are on different meshes");
    return true;
}

/* Of what one of Shardy's collectives takes and gives; the device order may change in a permute alone. */
static bool check_move(GHashTable *note_of, const Note *note, GError **error)
{
    const IrOp *op = note->op;
    bool move = op->code == OP_custom_call && op->a.custom.target && g_str_has_prefix(op->a.custom.target, "sdy.");
    if (!move || op->n_operands != 1 || note->sdy->maximal)
        return true;
    IrValue v = value_resolve(op->operands[0], 0);
    const Note *from = g_hash_table_lookup(note_of, v.op);
    if (v.leaf || !from || from->sdy->maximal)
        return true;
    bool permute = strcmp(op->a.custom.target, "sdy.collective_permute") == 0;
    if (permute ? same_axes(from->sdy->mesh, note->sdy->mesh) : same_mesh(from->sdy->mesh, note->sdy->mesh))
        return true;
    return diag(error, SHARD_ERROR_SHARDING, &note->at, NULL, "%s: operand and result are on different meshes", op->a.custom.target);
}

bool import_check_notes(Import *im, GError **error)
{
    if (im->override || !im->sdy)
        return true;
    Holders h = { g_hash_table_new(NULL, NULL), g_hash_table_new(NULL, NULL) };
    GHashTable *first_of = g_hash_table_new(NULL, NULL), *note_of = g_hash_table_new(NULL, NULL);
    for (int i = 0; i < im->comps.n; i++)
        for (int k = 0; k < im->comps.v[i]->n_ops; k++)
            for (int r = 0; r < im->comps.v[i]->ops[k]->n_comps; r++)
                g_hash_table_insert(h.around, im->comps.v[i]->ops[k]->comps[r], im->comps.v[i]->ops[k]);
    for (int i = 0; i < im->notes.n; i++) {
        Note *note = &im->notes.v[i];
        if (note->sdy && note->kind == NOTE_MANUAL_AXES)
            g_hash_table_insert(h.axes_of, note->op, note);
        else if (note->sdy && note->op && note->leaf == 0 && !of_manual(note))
            g_hash_table_insert(note_of, note->op, note);
    }
    bool ok = true;
    for (int i = 0; ok && i < im->notes.n; i++) {
        Note *note = &im->notes.v[i];
        if (!note->sdy || !note->op)
            continue;
        ok = note->op->code == OP_parameter || check_free(&h, note, error);
        if (ok && of_manual(note))
            ok = check_borders(first_of, note, error);
        else if (ok && note->kind != NOTE_MANUAL_AXES)
            ok = check_move(note_of, note, error);
    }
    g_hash_table_unref(h.axes_of);
    g_hash_table_unref(h.around);
    g_hash_table_unref(first_of);
    g_hash_table_unref(note_of);
    return ok;
}

/* ---- devices that collectives name ------------------------------------------------------------------------------------- */

static int64_t ids_of(const IrOp *op)
{
    return MAX(op_n_ids(op), 1);
}

/* A collective without groups is one of all devices: with another number of these its result has another type. */
static bool check_type(const IrOp *op, GError **error)
{
    GError *inner = NULL;
    const Type *t = op_infer(op, &inner);
    if (inner) { /* right as it was written: the number of devices is what does not fit */
        inner->code = SHARD_ERROR_SHARDING;
        g_propagate_error(error, inner);
    }
    if (!t || t->plain == op->type->plain)
        return t != NULL;
    g_autofree char *is = type_text(t), *says = type_text(op->type);
    return diag(error, SHARD_ERROR_SHARDING, OP_AT(op), NULL, "%s of all %" PRId64 " devices gives %s, the program says %s", op_info[op->code].hlo,
                op->parent->module->n_partitions, is, says);
}

bool import_check_collectives(Import *im, bool ids, GError **error)
{
    const IrModule *m = im->m;
    for (int c = 0; c < m->n_comps; c++)
        for (int i = 0; i < m->comps[c]->n_ops; i++) {
            const IrOp *op = m->comps[c]->ops[i];
            if (!op_is_collective(op))
                continue;
            int64_t worst = -1, n = ids_of(op);
            for (int k = 0; k < op->a.collective.pairs.n; k++)
                worst = MAX(worst, op->a.collective.pairs.v[k]);
            for (int g = 0; g < op->a.collective.groups.n_groups; g++)
                for (int k = 0; k < op->a.collective.groups.groups[g].n; k++)
                    worst = MAX(worst, op->a.collective.groups.groups[g].v[k]);
            if (!check_type(op, error))
                return false;
            if (ids && worst >= n)
                return diag(error, SHARD_ERROR_SHARDING, OP_AT(op), "a program with collectives of its own runs on the devices that they name",
                            "%s names device %" PRId64 ", the mesh that was asked for has %" PRId64, op_info[op->code].hlo, worst, n);
        }
    return true;
}

/* Groups have all devices, where it is known how many there are: one that is in none would have no result. A broadcast gives it zeros. */
static bool check_whole(const IrOp *op, GError **error)
{
    const Groups *g = &op->a.collective.groups;
    int64_t named = 0, n = ids_of(op);
    for (int i = 0; i < g->n_groups; i++)
        named += g->groups[i].n;
    if (!named || named >= n || op->code == OP_collective_broadcast)
        return true;
    return diag(error, SHARD_ERROR_SHARDING, OP_AT(op), "a device that meets no other is a group of its own",
                "the groups of %s have %" PRId64 " of %" PRId64 " devices", op_info[op->code].hlo, named, n);
}

bool import_check_groups(Import *im, GError **error)
{
    const IrModule *m = im->m;
    for (int c = 0; c < m->n_comps; c++)
        for (int i = 0; i < m->comps[c]->n_ops; i++)
            if (op_is_collective(m->comps[c]->ops[i]) && !check_whole(m->comps[c]->ops[i], error))
                return false;
    return true;
}
