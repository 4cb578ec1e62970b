/* Collects what a program says about shardings, wherever its writer put it: frontend attributes, sharding={..},
 * custom-calls around results and values, attributes of function results. Manual computations are import_manual.c's. */
#include <string.h>

#include "runtime/passes/import_impl.h"

/* ---- notes ------------------------------------------------------------------------------------------------------- */

static const Mesh *import_mesh_named(void *data, const char *name)
{
    Import *im = data;
    const Mesh *mesh = NULL;
    for (int i = 0; i < im->meshes.n && !mesh; i++)
        if (strcmp(im->meshes.v[i].name, name) == 0)
            mesh = im->meshes.v[i].mesh;
    bool special = mesh && (mesh->maximal || !mesh->n_axes);
    return im->override && !special ? im->override : mesh;
}

/* Values that a loop only captures: the reader puts them behind the state that the text lists, and the body hands
 * them on as they are. */
static int n_captured(const IrOp *op, int n_values)
{
    int n = 0;
    while (op && op->code == OP_while && n < n_values && while_captures(op, n_values - 1 - n))
        n++;
    return n;
}

bool import_note_sdy(Import *im, Note base, int n_values, const char *text, GError **error)
{
    g_autoptr(GPtrArray) list = g_ptr_array_new();
    if (!sharding_parse_sdy_list(im->m->shardings, text, (MeshNames){import_mesh_named, im}, list, &base.at, error))
        return false;
    if ((int)list->len < n_values && (int)list->len >= n_values - n_captured(base.op, n_values))
        n_values = (int)list->len;
    if ((int)list->len != n_values && !(n_values == 0 && list->len == 1))
        return diag(error, SHARD_ERROR_SHARDING, &base.at, NULL, "%u sharding%s for %d value%s in '%s'", list->len,
                    list->len == 1 ? "" : "s", n_values, n_values == 1 ? "" : "s", text);
    for (int i = 0; i < n_values; i++) {
        Note note = base;
        note.leaf += i;
        note.text = text;
        note.sdy = list->pdata[i];
        if (note.slot)
            note.slot += i;
        vec_push(&im->notes, note);
    }
    return true;
}

bool import_note_gspmd(Import *im, Note base, int n_values, const char *text, GError **error)
{
    Gspmd *g = arena_new(im->scratch, Gspmd);
    if (!gspmd_parse(im->scratch, im->m->shardings, text, g, &base.at, error))
        return false;
    bool tuple = g->kind == GSPMD_TUPLE;
    if (tuple && g->n_parts != n_values)
        return diag(error, SHARD_ERROR_SHARDING, &base.at, NULL, "%d shardings for %d value%s", g->n_parts, n_values,
                    n_values == 1 ? "" : "s");
    for (int i = 0; i < n_values; i++) {
        Note note = base;
        note.leaf += i;
        note.text = text;
        note.gspmd = tuple ? &g->parts[i] : g;
        if (note.slot)
            note.slot += i;
        /* {manual} says that the value is already per device, which its place in a manual body says too. */
        if (note.kind == NOTE_MANUAL_AXES || note.gspmd->kind != GSPMD_MANUAL)
            vec_push(&im->notes, note);
    }
    return true;
}

/* Reads both spellings where they stand. GSPMD's counts on the program's parameters and constraints, and everywhere in
 * modules without Shardy's. */
static bool note_op(Import *im, NoteKind kind, IrOp *op, GError **error)
{
    Note base = import_note(kind, op);
    int n = type_n_leaves(op->type);
    const char *sdy = import_pair(op, "xla.sdy.sharding");
    if (op->code == OP_constraint) {
        base.open_dims = op->a.custom.backend_config;
        memset(&op->a, 0, sizeof op->a);
    }
    if (sdy)
        return import_note_sdy(im, base, n, sdy, error);
    bool counts = !im->sdy || op->code == OP_constraint || (kind == NOTE_PARAMETER && op->parent == im->m->entry);
    if (op->sharding_text && counts)
        return import_note_gspmd(im, base, n, op->sharding_text, error);
    return true;
}

/* ---- results ------------------------------------------------------------------------------------------------------- */

static bool is_identity_reshape(const IrOp *op)
{
    return op->code == OP_reshape && op->type->plain == op->operands[0]->type->plain;
}

/* Result annotations of a function's root: room for them, not shared with clones of the function. */
static void own_results(IrComp *c)
{
    int n = type_n_leaves(c->root->type);
    IrParamInfo *results = arena_array(c->module->arena, IrParamInfo, MAX(n, 1));
    if (c->results)
        memcpy(results, c->results, sizeof *results * (size_t)n);
    c->results = results;
}

/* Behind the reshapes and tuples that change nothing, which HLO's writers wrap results in. */
static IrOp *unwrapped(IrOp *op)
{
    for (;;) {
        if (is_identity_reshape(op))
            op = op->operands[0];
        else if (op->code == OP_get_tuple_element && op->operands[0]->code == OP_tuple)
            op = op->operands[0]->operands[op->a.gte.index];
        else
            return op;
    }
}

/* One result: if it comes from a FuncResultSharding call, notes the call's sharding and returns what it was given. */
static IrOp *result_source(Import *im, IrComp *c, int leaf, IrOp *op, GError **error)
{
    IrOp *source = unwrapped(op);
    if (!target_is(source, "xla.sdy.FuncResultSharding") || source->n_operands != 1)
        return op;
    const char *text = import_pair(source, "xla.sdy.sharding");
    Note base = { .kind = NOTE_RESULT, .comp = c, .leaf = leaf, .loc = source->loc, .at = source->at,
                  .type = source->type };
    if (text && !import_note_sdy(im, base, 1, text, error))
        return NULL;
    return source->operands[0];
}

static bool note_results(Import *im, IrComp *c, GError **error)
{
    IrOp *root = c->root;
    own_results(c);
    int n = type_n_leaves(root->type);
    bool said = false; /* in the function's signature: the root's own is then its own, as of a parameter that is returned */
    for (int i = 0; i < n; i++) {
        const IrParamInfo *info = &c->results[i];
        const char *sdy = pair_get(info->pairs, info->n_pairs, "xla.sdy.sharding");
        said = said || sdy || info->sharding_text;
        Note base = { .kind = NOTE_RESULT, .comp = c, .leaf = i, .loc = root->loc, .at = c->at,
                      .type = type_leaf(root->type, i) };
        if (sdy ? !import_note_sdy(im, base, 1, sdy, error)
                : info->sharding_text && !im->sdy && !import_note_gspmd(im, base, 1, info->sharding_text, error))
            return false;
    }
    bool is_tuple = root->code == OP_tuple && root->n_operands == n;
    const char *whole = im->sdy || said || root->code == OP_outfeed ? NULL : root->sharding_text; /* an outfeed's is its data's */
    if (c == im->m->entry && pair_get(im->m->pairs, im->m->n_pairs, "xla.sdy.tuple_results_shardings"))
        whole = pair_get(im->m->pairs, im->m->n_pairs, "xla.sdy.tuple_results_shardings");
    Note base_of_root = { .kind = NOTE_RESULT, .comp = c, .loc = root->loc, .at = root->at };
    if (whole && !import_note_gspmd(im, base_of_root, n, whole, error))
        return false;
    for (int i = 0; i < (is_tuple ? n : 1); i++) {
        IrOp *op = is_tuple ? root->operands[i] : root;
        IrOp *source = result_source(im, c, i, op, error);
        if (!source)
            return false;
        if (is_tuple)
            root->operands[i] = source;
        else
            c->root = source;
    }
    return true;
}

/* ---- the walk ------------------------------------------------------------------------------------------------------------ */

/* A named computation says what goes in and comes out where it is; a call's function says it in its signature. */
static bool note_call(Import *im, IrOp *op, GError **error)
{
    const char *in = import_pair(op, "xla.sdy.in_shardings"), *out = import_pair(op, "xla.sdy.out_shardings");
    IrComp *body = op->comps[0];
    int first = im->notes.n;
    if (in && !import_note_sdy(im, import_note(NOTE_PARAMETER, op), body->n_params, in, error))
        return false;
    for (int i = first; i < im->notes.n; i++) {
        im->notes.v[i].op = body->params[i - first];
        im->notes.v[i].leaf = 0;
    }
    return !out || import_note_sdy(im, import_note(NOTE_CONSTRAINT, op), type_n_leaves(op->type), out, error);
}

/* Whatever an op of the body says itself. */
static bool note_body_op(Import *im, IrOp *op, GError **error)
{
    const char *rule = import_pair(op, "xla.sdy.sharding_rule");
    if (rule)
        decision_annotation(im->log, &(Annotation){ .op = op->id, .kind = NOTE_RULE,
                                                    .text = decision_text(im->log, "%s", rule), .loc = op->loc });
    if (op->code == OP_parameter)
        return true; /* noted first */
    if (op->code == OP_manual)
        return import_note_manual(im, op, import_pair(op, "xla.sdy.in_shardings"), import_pair(op, "xla.sdy.out_shardings"),
                                  import_pair(op, "xla.sdy.manual_axes"), error);
    if (op->code == OP_call && op->n_comps == 1 && !note_call(im, op, error))
        return false;
    if (op->code == OP_tuple || op->code == OP_get_tuple_element || op_family(op) == FAMILY_async)
        return true; /* names and states of values; GSPMD repeats the value's sharding there */
    if (op->code == OP_outfeed && !import_pair(op, "xla.sdy.sharding"))
        return true; /* import_outfeeds' */
    return note_op(im, NOTE_CONSTRAINT, op, error);
}

/* Parameters first, so that errors come in the order of the signature. An entry whose arguments are one tuple has their
 * shardings in the module's attributes. */
static bool note_parameters(Import *im, IrComp *c, GError **error)
{
    const char *tuple = pair_get(im->m->pairs, im->m->n_pairs, "xla.sdy.tuple_args_shardings");
    if (c == im->m->entry && tuple && c->n_params == 1 && c->params[0]->type->kind == TYPE_TUPLE)
        return import_note_gspmd(im, import_note(NOTE_PARAMETER, c->params[0]), type_n_leaves(c->params[0]->type), tuple, error);
    for (int i = 0; i < c->n_params; i++)
        if (c->params[i] && !note_op(im, NOTE_PARAMETER, c->params[i], error))
            return false;
    return true;
}

/* Calls around values that import turns into something else. */
static bool is_bracket(const IrOp *op)
{
    static const char *const targets[] = { "xla.sdy.GlobalToLocalShape", "xla.sdy.LocalToGlobalShape", "xla.sdy.FuncResultSharding",
                                           "SPMDFullToShardShape", "SPMDShardToFullShape" };
    for (gsize i = 0; i < G_N_ELEMENTS(targets); i++)
        if (target_is(op, targets[i]))
            return true;
    return false;
}

static bool read_comp(Import *im, IrComp *c, GError **error)
{
    if (!note_parameters(im, c, error))
        return false;
    bool calls = false;
    for (int i = 0; i < c->n_ops; i++)
        calls = calls || is_bracket(c->ops[i]);
    if (!import_rebuild_sdy_manual(im, c, error) || !import_rebuild_spmd_manual(im, c, error))
        return false;
    if (calls) /* what went into regions says nothing of what is left */
        comp_drop_dead(c, false);
    if (!import_wrap_device_code(im, c, error))
        return false;
    if ((c == im->m->entry || c->is_function || c->results) && !note_results(im, c, error))
        return false;
    if (calls) /* what is left of them; the program's own dead ops take part in propagation */
        comp_drop_dead(c, false);
    if (!import_convert_ops(im, c, error))
        return false;
    int first_note = im->notes.n;
    if (!import_outfeeds(im, c, error))
        return false;
    for (int i = 0; i < c->n_ops; i++)
        if (!note_body_op(im, c->ops[i], error))
            return false;
    import_add_groups(im, c, first_note);
    return true;
}

static bool carries_values(const IrOp *op)
{
    return op_family(op) == FAMILY_control || op_family(op) == FAMILY_manual;
}

static bool has_sdy_pairs(const IrPair *pairs, int n)
{
    for (int i = 0; i < n; i++)
        if (g_str_has_prefix(pairs[i].key, "xla.sdy."))
            return true;
    return false;
}

static bool module_has_sdy(const IrModule *m)
{
    if (has_sdy_pairs(m->pairs, m->n_pairs))
        return true;
    for (int i = 0; m->entry->results && i < type_n_leaves(m->entry->root->type); i++)
        if (has_sdy_pairs(m->entry->results[i].pairs, m->entry->results[i].n_pairs))
            return true;
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++)
            if (has_sdy_pairs(m->comps[i]->ops[k]->pairs, m->comps[i]->ops[k]->n_pairs))
                return true;
    return false;
}

bool import_read(Import *im, GError **error)
{
    im->sdy = module_has_sdy(im->m);
    vec_push(&im->comps, im->m->entry);
    for (int i = 0; i < im->comps.n; i++) { /* grows while it is walked */
        IrComp *c = im->comps.v[i];
        if (!read_comp(im, c, error))
            return false;
        for (int k = 0; k < c->n_ops; k++)
            for (int j = 0; j < c->ops[k]->n_comps; j++)
                if (carries_values(c->ops[k])) {
                    vec_push(&im->comps, c->ops[k]->comps[j]);
                    g_hash_table_insert(im->caller, c->ops[k]->comps[j], c->ops[k]);
                    if (c->ops[k]->code == OP_manual || g_hash_table_contains(im->local, c))
                        g_hash_table_add(im->local, c->ops[k]->comps[j]);
                } else
                    import_strip_annotations(c->ops[k]->comps[j]);
    }
    module_order_comps(im->m);
    return true;
}
