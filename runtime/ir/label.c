/* Readable names of values; see label.h. */
#include "runtime/ir/label.h"

#include <string.h>

enum { MAX_HOPS = 60, MAX_DEPTH = 6 };

struct Labels {
    DecisionLog *log;
    GHashTable *loops;    /* body or condition -> the while op */
    GHashTable *branches; /* branch -> the conditional */
    GHashTable *parts;    /* part_key() of what is taken out of a tuple that is a parameter -> the name it has then */
};

static gpointer part_key(const IrOp *tuple, int leaf)
{
    return GSIZE_TO_POINTER(((gsize)tuple->id << 24 | (gsize)leaf) + 1);
}

/* Not the path of an op, which has slashes; those of a name stand in brackets, as in params['mlp/linear']['w']. */
static bool is_users_name(const char *name)
{
    int depth = 0;
    for (const char *at = name; at && *at; at++) {
        depth += *at == '[' ? 1 : *at == ']' ? -1 : 0;
        if (*at == '/' && depth <= 0)
            return false;
    }
    return name && *name;
}

static void note_part(Labels *l, IrOp *op)
{
    if (op->code != OP_get_tuple_element || !is_users_name(op->op_name))
        return;
    IrValue v = value_resolve(op, 0);
    if (v.op->code == OP_parameter && v.op->type->kind == TYPE_TUPLE)
        g_hash_table_insert(l->parts, part_key(v.op, v.leaf), (gpointer)op->op_name);
}

Labels *labels_new(const IrModule *m, DecisionLog *log)
{
    Labels *l = g_new0(Labels, 1);
    l->log = log;
    l->loops = g_hash_table_new(NULL, NULL);
    l->branches = g_hash_table_new(NULL, NULL);
    l->parts = g_hash_table_new(NULL, NULL);
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++) {
            IrOp *op = m->comps[i]->ops[k];
            note_part(l, op);
            GHashTable *table = op->code == OP_while ? l->loops : op->code == OP_conditional ? l->branches : NULL;
            for (int c = 0; table && c < op->n_comps; c++)
                g_hash_table_insert(table, op->comps[c], op);
        }
    return l;
}

void labels_free(Labels *l)
{
    if (!l)
        return;
    g_hash_table_destroy(l->loops);
    g_hash_table_destroy(l->branches);
    g_hash_table_destroy(l->parts);
    g_free(l);
}

/* Of all arguments in one tuple, as XLA hands them over where they are many, each has its number; of another tuple its place. */
static const char *part_of_parameter(const Labels *l, const IrOp *op, int leaf)
{
    const char *name = g_hash_table_lookup(l->parts, part_key(op, leaf));
    if (name)
        return name;
    if (g_str_has_prefix(op->name, "arg_tuple") || g_str_has_prefix(op->name, "Arg_"))
        return decision_text(l->log, "argument %d", (int)op->a.parameter.number + leaf);
    return decision_text(l->log, "%s[%d]", is_users_name(op->op_name) ? op->op_name : op->name, leaf);
}

/* The parameter's name, if the user gave it one; those that XLA (Arg_7.1) and PyTorch (the same for all) make up say no more than their number. */
static const char *parameter_name(const Labels *l, const IrOp *op, int leaf)
{
    if (op->type->kind == TYPE_TUPLE)
        return part_of_parameter(l, op, leaf);
    bool torch = g_strcmp0(op->op_name, "xla__device_data") == 0;
    if (is_users_name(op->op_name) && !torch)
        return op->op_name;
    return torch || g_str_has_prefix(op->name, "Arg_") ? decision_text(l->log, "argument %d", (int)op->a.parameter.number) : op->name;
}

static bool is_entry_parameter(const IrOp *op)
{
    return op->code == OP_parameter && op->parent && op->parent == op->parent->module->entry;
}

static IrValue behind_reshards(IrValue v)
{
    while (v.op->code == OP_reshard)
        v = value_resolve(v.op->operands[0], 0);
    return v;
}

/* True for ops that only change the form of a value. */
static bool is_view(const IrOp *op)
{
    switch (op->code) {
    case OP_reshape: case OP_transpose: case OP_convert: case OP_copy: case OP_dynamic_slice: case OP_slice: case OP_opt_barrier:
    case OP_reshard: case OP_bitcast_convert: return true;
    default: return false; /* every other op computes something, or is not worth a name of its own */
    }
}

const char *label_loop(Labels *l, const IrOp *loop)
{
    const Loc *loc = loc_of_user(loop->loc);
    if (!loc || !loc->file)
        return "the loop";
    const char *base = strrchr(loc->file, '/');
    return decision_text(l->log, "the loop (%s:%d)", base ? base + 1 : loc->file, loc->line);
}

static const char *named(Labels *l, const IrOp *op, int leaf, int depth);

/* The value that a trip writes into its slot of a stacked array; NULL if the op does no such write. */
static const IrOp *stacked(const IrOp *op)
{
    if (op->code != OP_dynamic_update_slice)
        return NULL;
    const IrOp *part = op->operands[1];
    while ((part->code == OP_reshape || part->code == OP_broadcast || part->code == OP_reshard || part->code == OP_copy) && part->n_operands)
        part = part->operands[0];
    return part;
}

/* For a stacked array that a loop carries or reads: the value saved in it, NULL if it is none. */
static const IrOp *saved_in(Labels *l, const IrOp *loop, int leaf)
{
    for (int hops = 0; loop && hops < MAX_DEPTH; hops++) {
        const IrComp *body = loop->n_comps ? loop->comps[loop->n_comps - 1] : NULL;
        IrValue left = body && body->root ? behind_reshards(value_resolve(body->root, leaf)) : (IrValue){ NULL, 0 };
        const IrOp *part = left.op ? stacked(left.op) : NULL;
        if (part || !left.op || left.op->code != OP_parameter || left.op->parent != body)
            return part;
        IrValue first = behind_reshards(value_resolve(loop->operands[0], leaf)); /* this loop only reads it */
        loop = first.op->code == OP_while ? first.op : first.op->code == OP_parameter ? g_hash_table_lookup(l->loops, first.op->parent) : NULL;
        leaf = first.leaf;
    }
    return NULL;
}

/* Of a value that a trip saves: the call that made it, or what the trip was given, which no call of its own made. */
static const char *part_name(Labels *l, const IrOp *part, int depth)
{
    return part->code == OP_get_tuple_element && depth < MAX_DEPTH ? named(l, part, 0, depth + 1) : decision_label(l->log, part);
}

static const char *carry(Labels *l, const IrOp *loop, int leaf, int depth)
{
    const IrComp *body = loop->n_comps ? loop->comps[loop->n_comps - 1] : NULL;
    IrValue first = behind_reshards(value_resolve(loop->operands[0], leaf));
    IrValue left = body && body->root ? behind_reshards(value_resolve(body->root, leaf)) : (IrValue){ NULL, 0 };
    bool unchanged = left.op && left.op->code == OP_parameter && left.op->parent == body && left.leaf == leaf;
    if (depth < MAX_DEPTH && (unchanged || is_entry_parameter(first.op)) && !(first.op == loop && first.leaf == leaf)) {
        const char *name = named(l, first.op, first.leaf, depth + 1);
        return unchanged ? name : decision_text(l->log, "%s as %s updates it", name, label_loop(l, loop));
    }
    if (left.op && !unchanged) {
        const IrOp *part = stacked(left.op);
        if (part)
            return decision_text(l->log, "%s saved by every trip", part_name(l, part, depth));
        if (left.op->code != OP_parameter)
            return decision_text(l->log, "the loop carry computed by %s", decision_label(l->log, left.op));
    }
    return decision_text(l->log, "value %d that %s carries", leaf, label_loop(l, loop));
}

/* What the partitioner's collective makes of its operand: "all-gather of w['w1']". A combined one has an operand for each result. */
static const char *moved(Labels *l, const IrOp *op, int leaf, int depth)
{
    static const char result[] = "the result of ";
    const char *of = named(l, op->operands[MIN(leaf, op->n_operands - 1)], 0, depth + 1);
    return decision_text(l->log, "%s of %s", op_info[op->code].hlo, g_str_has_prefix(of, result) ? of + strlen(result) : of);
}

/* What a conditional passes to the branch that has this parameter; no op if it is none. */
static IrValue branch_argument(const Labels *l, IrValue v)
{
    const IrOp *choice = v.op->code == OP_parameter ? g_hash_table_lookup(l->branches, v.op->parent) : NULL;
    for (int c = 0; choice && c < choice->n_comps; c++)
        if (choice->comps[c] == v.op->parent && c + 1 < choice->n_operands && v.leaf < type_n_leaves(choice->operands[c + 1]->type))
            return behind_reshards(value_resolve(choice->operands[c + 1], v.leaf));
    return (IrValue){ 0 };
}

static const char *named(Labels *l, const IrOp *op, int leaf, int depth)
{
    IrValue v = behind_reshards(value_resolve((IrOp *)op, leaf));
    const IrOp *shown = v.op;
    bool in_trip = false;
    for (int hops = 0; hops < MAX_HOPS; hops++) {
        IrValue argument = branch_argument(l, v);
        if (argument.op) {
            shown = shown == v.op ? argument.op : shown;
            v = argument;
            continue;
        }
        if (!is_view(v.op) || !v.op->n_operands)
            break;
        in_trip |= v.op->code == OP_dynamic_slice && g_hash_table_contains(l->loops, v.op->parent);
        v = value_resolve(v.op->operands[0], 0);
    }
    const IrOp *loop = v.op->code == OP_parameter ? g_hash_table_lookup(l->loops, v.op->parent) : v.op->code == OP_while ? v.op : NULL;
    const char *base = NULL;
    const IrOp *saved = in_trip && loop ? saved_in(l, loop, v.leaf) : NULL;
    if (saved)
        return decision_text(l->log, "%s saved by one trip", part_name(l, saved, depth));
    if (v.op->reshard_id > 0 && op_info[v.op->code].family == FAMILY_collective && v.op->n_operands && depth < MAX_DEPTH)
        base = moved(l, v.op, v.leaf, depth);
    else if (is_entry_parameter(v.op))
        base = parameter_name(l, v.op, v.leaf);
    else if (loop && depth < MAX_DEPTH)
        base = carry(l, loop, v.leaf, depth + 1);
    else if (v.op->code == OP_parameter)
        base = parameter_name(l, v.op, v.leaf);
    if (!base)
        return decision_text(l->log, "the result of %s", decision_label(l->log, shown));
    if (shown == v.op || shown->code == OP_copy || shown->code == OP_reshard || shown->code == OP_opt_barrier)
        return base;
    if (in_trip && loop)
        return decision_text(l->log, "a trip's slice of %s", base);
    return decision_text(l->log, "%s after %s", base, decision_label(l->log, shown));
}

const char *label_value(Labels *l, const IrOp *op, int leaf)
{
    return l->log && l->log->quiet ? "" : named(l, op, leaf, 0);
}

const char *label_result(Labels *l, const IrModule *m, int leaf)
{
    const IrComp *entry = m->entry;
    const IrParamInfo *info = entry->results && entry->root && leaf < type_n_leaves(entry->root->type) ? &entry->results[leaf] : NULL;
    const char *name = info ? pair_get(info->pairs, info->n_pairs, "jax.result_info") : NULL;
    return name && *name ? name : decision_text(l->log, "result %d", leaf);
}
