/* Programs that speak of single devices outside of manual regions: their collectives are between the devices, so each of them
 * needs a value of its own.
 *   nothing but {manual} said, or nothing at all   the entry is one device's program: all of it becomes a manual region, whose
 *                                                  arguments every device is given alike
 *   partition-id is read, outside of regions       a partitioner's output, whatever it says of shardings: before partitioning, XLA refuses
 *                                                  such programs; likewise
 *   its computations are named by XLA's partitioner  likewise
 *   else                                           each collective whose results are alike becomes a region of its own, on
 *                                                  whole values; the evaluator refuses the others
 * Source: XLA's partitioner, which leaves manual values and collectives of replicated values as they are.
 * Start at import_wrap_device_code. */
#include <string.h>

#include "runtime/passes/import_impl.h"

/* ---- collectives between replicas ------------------------------------------------------------------------------------- */

/* What a collective among one replica gives is what it is given; a permute that does not name the replica gives zeros. */
static void make_lone(IrOp *op)
{
    IrModule *m = op->parent->module;
    bool zeros = op->code == OP_collective_permute && op->a.collective.pairs.n == 0;
    op_set_comps(op, 0, NULL);
    memset(&op->a, 0, sizeof op->a);
    if (zeros) {
        static const char none[16];
        op->code = OP_constant;
        op->n_operands = 0;
        op->a.literal = literal_new(m, op->type, none, true);
    } else {
        op->code = op->type->kind == TYPE_TUPLE ? OP_tuple : OP_copy;
    }
}

static bool is_lone(const IrOp *op)
{
    const Groups *g = &op->a.collective.groups;
    if (op_family(op) != FAMILY_collective || op->code == OP_ragged_all_to_all || (g->has_channel && g->channel) || !op->n_operands)
        return false;
    bool same = op->type->kind == TYPE_TUPLE ? type_n_leaves(op->type) == op->n_operands : op->n_operands == 1;
    for (int i = 0; same && i < op->n_operands; i++)
        same = type_leaf(op->type, i)->plain == op->operands[i]->type->plain;
    return same;
}

void import_drop_lone(const Import *im)
{
    if (!im->m->mesh || !im->notes.n || im->m->n_replicas > 1)
        return;
    for (int c = 0; c < im->comps.n; c++)
        for (int i = 0; i < im->comps.v[c]->n_ops; i++)
            if (is_lone(im->comps.v[c]->ops[i]))
                make_lone(im->comps.v[c]->ops[i]);
}

/* ---- what a program says ------------------------------------------------------------------------------------------------ */

typedef struct Said {
    bool talks;         /* holds collectives between partitions */
    bool asks;          /* or asks which partition it is */
    bool tiled;         /* some value is divided, with nothing manual about it */
    const char *manual; /* the text that says most of what is manual, NULL = none */
} Said;

static bool talks(const IrOp *op)
{
    const Groups *g = &op->a.collective.groups;
    return op_family(op) == FAMILY_collective && op->n_operands && g->has_channel && g->channel;
}

static void look(const IrComp *c, Said *said)
{
    for (int i = 0; i < c->n_ops; i++) {
        const IrOp *op = c->ops[i];
        const char *text = op->sharding_text, *manual = text ? strstr(text, "manual") : NULL;
        said->talks |= talks(op);
        said->asks |= op->code == OP_partition_id;
        said->tiled |= text && !manual && strstr(text, "devices=");
        if (manual && op->type->kind == TYPE_ARRAY && (!said->manual || (strstr(text, "last_tile_dims") && !strstr(said->manual, "last_tile_dims"))))
            said->manual = text;
        for (int k = 0; k < op->n_comps && op_family(op) == FAMILY_control; k++)
            look(op->comps[k], said);
    }
}

/* ---- the whole entry ---------------------------------------------------------------------------------------------------- */

static bool all_arrays(const Type *t)
{
    for (int i = 0; i < type_n_leaves(t); i++)
        if (type_leaf(t, i)->kind != TYPE_ARRAY)
            return false;
    return true;
}

/* What a border value's own text says about axes that are not manual. */
static const char *border_text(const IrOp *op)
{
    const char *text = op->type->kind == TYPE_ARRAY ? op->sharding_text : NULL;
    return text && strstr(text, "last_tile_dims") ? text : op->sharding_text ? "{replicated}" : "{unknown}";
}

/* `says` is the value of operand or result `leaf` of the region. */
static bool note_border(Import *im, NoteKind kind, IrOp *manual, int leaf, const IrOp *says, GError **error)
{
    const Sharding **slot = (const Sharding **)(kind == NOTE_MANUAL_IN ? &manual->a.manual.in[leaf] : &manual->a.manual.out[leaf]);
    Note note = import_manual_note(kind, manual, slot);
    note.at = says->at;
    note.loc = says->loc;
    note.leaf = leaf;
    note.type = kind == NOTE_MANUAL_IN ? manual->operands[leaf]->type : type_leaf(manual->type, leaf);
    return import_note_gspmd(im, note, 1, border_text(says), error);
}

typedef VEC(IrOp *) OpList;

/* The leaves of `op`, made in `c` where op is a tuple. */
static void add_leaves(IrComp *c, IrOp *op, OpList *out)
{
    if (op->type->kind != TYPE_TUPLE) {
        vec_push(out, op);
        return;
    }
    for (int i = 0; i < op->type->n_parts; i++) {
        IrOp *part = op_new(c, OP_get_tuple_element, op->type->parts[i], NULL, 1, &op);
        op_inherit(part, op);
        part->a.gte.index = i;
        add_leaves(c, part, out);
    }
}

/* A value of type t out of leaves from *v on. */
static IrOp *out_of_leaves(IrComp *c, const Type *t, IrOp ***v)
{
    if (t->kind != TYPE_TUPLE)
        return *(*v)++;
    IrOp **parts = g_new(IrOp *, (gsize)t->n_parts + 1);
    for (int i = 0; i < t->n_parts; i++)
        parts[i] = out_of_leaves(c, t->parts[i], v);
    IrOp *made = op_new(c, OP_tuple, t, NULL, t->n_parts, parts);
    g_free(parts);
    return made;
}

/* The region's op, with a get-tuple-element for each result; appended to c. */
static IrOp *add_manual(Import *im, IrComp *c, IrComp *body, const OpList *ins, OpList *outs)
{
    IrModule *m = c->module;
    int n = type_n_leaves(body->root->type);
    const Type **types = g_new(const Type *, (gsize)n + 1);
    for (int i = 0; i < n; i++)
        types[i] = type_leaf(body->root->type, i);
    bool one = n == 1 && body->root->type->kind == TYPE_ARRAY;
    IrOp *manual = op_new(c, OP_manual, one ? types[0] : type_tuple(m->types, n, types), "manual", ins->n, ins->v);
    op_inherit(manual, body->root);
    op_set_comps(manual, 1, &body);
    import_give_slots(im, manual);
    if (one)
        vec_push(outs, manual);
    else
        add_leaves(c, manual, outs);
    g_free(types);
    return manual;
}

static bool note_axes(Import *im, IrOp *manual, const char *text, const Type *type, GError **error)
{
    Note axes = import_manual_note(NOTE_MANUAL_AXES, manual, NULL);
    axes.type = type;
    return import_note_gspmd(im, axes, 1, text, error);
}

/* Of the value whose text says what is manual: its rank goes with it. */
static const IrOp *first_saying(const IrComp *c, const char *text)
{
    for (int i = 0; i < c->n_ops; i++) {
        if (c->ops[i]->sharding_text == text)
            return c->ops[i];
        for (int k = 0; k < c->ops[i]->n_comps; k++) {
            const IrOp *inside = first_saying(c->ops[i]->comps[k], text);
            if (inside)
                return inside;
        }
    }
    return NULL;
}

static bool wrap_entry(Import *im, IrComp *c, const char *manual_text, GError **error)
{
    const IrOp *says = manual_text ? first_saying(c, manual_text) : NULL;
    const Type *says_type = says ? says->type : type_scalar(im->m->types, ELEM_f32);
    int n = c->n_ops;
    g_autofree IrOp **ops = g_memdup2(c->ops, sizeof *ops * (size_t)n);
    IrComp *body = comp_new(im->m, "device");
    body->at = c->at;
    IrOp *root = c->root;
    OpList ins = { 0 }, inner = { 0 }, outs = { 0 }, results = { 0 };
    VEC(const IrOp *) givers = { 0 };
    g_autoptr(GHashTable) map = g_hash_table_new(NULL, NULL);
    c->ops = NULL;
    c->n_ops = c->cap = 0;
    for (int i = 0; i < c->n_params; i++)
        import_append_op(c, c->params[i]);
    for (int i = 0; i < c->n_params; i++) {
        int first = ins.n;
        add_leaves(c, c->params[i], &ins);
        for (int k = first; k < ins.n; k++) {
            IrOp *param = op_new(body, OP_parameter, ins.v[k]->type, c->params[i]->name, 0, NULL);
            op_inherit(param, c->params[i]);
            param->a.parameter.number = k;
            vec_push(&inner, param);
            vec_push(&givers, c->params[i]);
        }
    }
    IrOp **next = inner.v;
    for (int i = 0; i < c->n_params; i++)
        g_hash_table_insert(map, c->params[i], out_of_leaves(body, c->params[i]->type, &next));
    for (int i = 0; i < n; i++) {
        if (ops[i]->code == OP_parameter)
            continue;
        for (int k = 0; k < ops[i]->n_operands; k++) {
            IrOp *now = g_hash_table_lookup(map, ops[i]->operands[k]);
            ops[i]->operands[k] = now ? now : ops[i]->operands[k];
        }
        import_append_op(body, ops[i]);
    }
    IrOp *inside = g_hash_table_lookup(map, root);
    body->root = inside ? inside : root;
    if (root->type->kind == TYPE_TUPLE) { /* what a region gives is not nested */
        add_leaves(body, body->root, &results);
        const Type **types = g_new(const Type *, (gsize)results.n + 1);
        for (int i = 0; i < results.n; i++)
            types[i] = results.v[i]->type;
        body->root = op_new(body, OP_tuple, type_tuple(im->m->types, results.n, types), NULL, results.n, results.v);
        op_inherit(body->root, root);
        g_free(types);
    }
    IrOp *manual = add_manual(im, c, body, &ins, &outs);
    bool ok = true;
    for (int i = 0; ok && i < ins.n; i++)
        ok = note_border(im, NOTE_MANUAL_IN, manual, i, givers.v[i], error);
    for (int i = 0; ok && i < outs.n; i++)
        ok = note_border(im, NOTE_MANUAL_OUT, manual, i, value_resolve(body->root, i).op, error);
    ok = ok && note_axes(im, manual, manual_text ? manual_text : "{manual}", says_type, error);
    next = outs.v;
    c->root = out_of_leaves(c, root->type, &next);
    if (c->root->code == OP_tuple) {
        op_inherit(c->root, root);
        c->root->sharding_text = root->sharding_text;
    }
    comp_renumber(body);
    comp_renumber(c);
    vec_clear(&ins);
    vec_clear(&inner);
    vec_clear(&outs);
    vec_clear(&results);
    vec_clear(&givers);
    return ok;
}

/* ---- one collective ----------------------------------------------------------------------------------------------------- */

/* The region that holds a copy of `op` alone is in its place in the list; *outs: its results. */
static bool wrap_op(Import *im, IrComp *c, IrOp *op, GHashTable *map, GError **error)
{
    IrComp *body = comp_new(im->m, "device");
    body->at = op->at;
    OpList ins = { 0 }, outs = { 0 };
    for (int i = 0; i < op->n_operands; i++) {
        IrOp *param = op_new(body, OP_parameter, op->operands[i]->type, op->operands[i]->name, 0, NULL);
        op_inherit(param, op);
        param->a.parameter.number = i;
        vec_push(&ins, op->operands[i]);
    }
    IrOp *inside = op_new(body, op->code, op->type, op->name, op->n_operands, body->ops);
    op_inherit(inside, op);
    op_copy_attrs(inside, op);
    inside->sharding_text = NULL;
    body->root = inside;
    comp_renumber(body);
    IrOp *manual = add_manual(im, c, body, &ins, &outs);
    IrOp **next = outs.v;
    g_hash_table_insert(map, op, out_of_leaves(c, op->type, &next));
    bool ok = true;
    for (int i = 0; ok && i < manual->a.manual.n_in + manual->a.manual.n_out; i++) {
        bool in = i < manual->a.manual.n_in;
        int leaf = in ? i : i - manual->a.manual.n_in;
        const Sharding **slot = (const Sharding **)(in ? &manual->a.manual.in[leaf] : &manual->a.manual.out[leaf]);
        Note note = import_manual_note(in ? NOTE_MANUAL_IN : NOTE_MANUAL_OUT, manual, slot);
        note.leaf = leaf;
        note.type = in ? manual->operands[leaf]->type : type_leaf(manual->type, leaf);
        ok = import_note_gspmd(im, note, 1, "{replicated}", error);
    }
    ok = ok && note_axes(im, manual, "{manual}", type_leaf(op->type, 0), error);
    vec_clear(&ins);
    vec_clear(&outs);
    return ok;
}

/* True if each of n devices is the target of one of the pairs. */
static bool reaches_all(const Ints *pairs, int64_t n)
{
    g_autofree bool *reached = g_new0(bool, (gsize)n + 1);
    int64_t count = 0;
    for (int i = 1; i < pairs->n; i += 2) {
        int64_t to = pairs->v[i];
        if (to >= 0 && to < n && !reached[to]) {
            reached[to] = true;
            count++;
        }
    }
    return count == n;
}

/* True if all devices are given the same where all of them give the same. */
static bool gives_alike(const IrOp *op, int64_t n_devices)
{
    const Groups *g = &op->a.collective.groups;
    if (op->code == OP_collective_permute && op->n_operands == 1)
        return reaches_all(&op->a.collective.pairs, n_devices);
    if (op->code != OP_all_reduce && op->code != OP_all_gather)
        return false;
    for (int i = 1; i < g->n_groups; i++)
        if (g->groups[i].n != g->groups[0].n)
            return false;
    return true;
}

static bool wrap_collectives(Import *im, IrComp *c, GError **error)
{
    int n = c->n_ops;
    int64_t n_devices = import_n_devices(im->m, im->o, NULL);
    g_autofree IrOp **ops = g_memdup2(c->ops, sizeof *ops * (size_t)n);
    g_autoptr(GHashTable) map = g_hash_table_new(NULL, NULL);
    c->ops = NULL;
    c->n_ops = c->cap = 0;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < ops[i]->n_operands; k++) {
            IrOp *now = g_hash_table_lookup(map, ops[i]->operands[k]);
            ops[i]->operands[k] = now ? now : ops[i]->operands[k];
        }
        bool arrays = talks(ops[i]) && gives_alike(ops[i], n_devices) && all_arrays(ops[i]->type) && (ops[i]->type->kind == TYPE_ARRAY || ops[i]->type->flat);
        for (int k = 0; arrays && k < ops[i]->n_operands; k++)
            arrays = ops[i]->operands[k]->type->kind == TYPE_ARRAY;
        if (!arrays)
            import_append_op(c, ops[i]);
        else if (!wrap_op(im, c, ops[i], map, error))
            return false;
    }
    IrOp *root = g_hash_table_lookup(map, c->root);
    c->root = root ? root : c->root;
    comp_renumber(c);
    return true;
}

/* The first op that asks for the device's number, and is read; NULL if there is none. */
static const IrOp *asks_for_device(const IrComp *c)
{
    const IrOp *found = NULL;
    bool any = false;
    for (int i = 0; i < c->n_ops; i++)
        any |= c->ops[i]->code == OP_partition_id || op_family(c->ops[i]) == FAMILY_control;
    if (!any)
        return NULL;
    Uses uses = uses_of(c);
    for (int i = 0; i < c->n_ops && !found; i++) {
        const IrOp *op = c->ops[i];
        if (op->code == OP_partition_id && (op == c->root || uses.first[op->pos + 1] > uses.first[op->pos]))
            found = op;
        for (int k = 0; k < op->n_comps && !found && op_family(op) == FAMILY_control; k++)
            found = asks_for_device(op->comps[k]);
    }
    uses_clear(&uses);
    return found;
}

static bool has_regions(const IrComp *c)
{
    bool any = false;
    for (int i = 0; i < c->n_ops && !any; i++) {
        any = c->ops[i]->code == OP_manual;
        for (int k = 0; k < c->ops[i]->n_comps && !any && op_family(c->ops[i]) == FAMILY_control; k++)
            any = has_regions(c->ops[i]->comps[k]);
    }
    return any;
}

/* What a device's program says of shardings is what its partitioner knew of the whole. */
static void forget_annotations(IrComp *c)
{
    import_strip_annotations(c);
    for (int i = 0; c->results && i < type_n_leaves(c->root->type); i++) {
        c->results[i].sharding_text = NULL;
        c->results[i].n_pairs = 0;
    }
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        int n = 0;
        for (int k = 0; k < op->n_pairs; k++)
            if (!g_str_has_prefix(op->pairs[k].key, "xla.sdy."))
                op->pairs[n++] = op->pairs[k];
        op->n_pairs = n;
        op->sharding_text = NULL;
        for (int k = 0; k < op->n_comps && op_family(op) == FAMILY_control; k++)
            forget_annotations(op->comps[k]);
    }
}

/* XLA's partitioner writes each computation anew and adds this to its name. */
static bool is_partitioned(const IrComp *c)
{
    return strstr(c->name, "_spmd") != NULL;
}

bool import_wrap_device_code(Import *im, IrComp *c, GError **error)
{
    IrModule *m = im->m;
    if (g_hash_table_contains(im->local, c) || import_n_devices(m, im->o, NULL) <= 1)
        return true;
    Said said = { 0 };
    if (c == m->entry) {
        look(c, &said);
        bool arrays = all_arrays(c->root->type);
        for (int i = 0; i < c->n_params; i++)
            arrays = arrays && all_arrays(c->params[i]->type);
        if (arrays && !im->sdy && !said.tiled && (said.talks || said.asks))
            return wrap_entry(im, c, said.manual, error);
        const IrOp *asks = said.asks ? asks_for_device(c) : NULL;
        if (asks && (!arrays || has_regions(c)))
            return diag(error, SHARD_ERROR_UNSUPPORTED, OP_AT(asks), "ask in a manual region, or leave out all shardings",
                        "%s asks for the number of the device, and its result is a value of the whole program", asks->name);
        if (asks || (said.talks && is_partitioned(c) && arrays && !has_regions(c))) {
            forget_annotations(c);
            im->notes.n = 0; /* of parameters, all there are so far */
            return wrap_entry(im, c, NULL, error);
        }
    }
    for (int i = 0; i < c->n_ops; i++) {
        said.talks |= talks(c->ops[i]);
        if (talks(c->ops[i]) && m->n_replicas > 1)
            return diag(error, SHARD_ERROR_UNSUPPORTED, &c->ops[i]->at, "such collectives are between devices: put them into a manual region, or leave out all shardings",
                        "%s %s is between partitions of a program that is divided, with %" G_GINT64_FORMAT " replicas", op_info[c->ops[i]->code].hlo, c->ops[i]->name, m->n_replicas);
    }
    return !said.talks || wrap_collectives(im, c, error);
}
