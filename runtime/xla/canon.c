/* Which values of the program as written are equal: constraints and copies pass on their operand, ops that do the same with the same
 * values are one, and so are constants of one number, whatever their shape. XLA merges and copies these as it likes. */
#include "runtime/xla/align_impl.h"

#include <string.h>

/* A reshape or broadcast that only adds or removes dims of one element: XLA writes one for the other. */
bool align_only_unit_dims(const IrOp *op)
{
    if ((op->code != OP_reshape && op->code != OP_broadcast && op->code != OP_bitcast) || op->n_operands != 1)
        return false;
    const Type *to = op->type, *from = op->operands[0]->type;
    if (to->kind != TYPE_ARRAY || from->kind != TYPE_ARRAY || to->n_elems != from->n_elems || to->elem != from->elem)
        return false;
    int i = 0, j = 0;
    for (;;) {
        while (i < to->rank && to->dims[i] == 1)
            i++;
        while (j < from->rank && from->dims[j] == 1)
            j++;
        if (i == to->rank || j == from->rank)
            return i == to->rank && j == from->rank;
        if (to->dims[i++] != from->dims[j++])
            return false;
    }
}

/* Ops whose result is their operand, for whoever asks which value it is. */
bool align_passes_on(const IrOp *op)
{
    return op->code == OP_reshard || op->code == OP_constraint || op->code == OP_copy || op->code == OP_opt_barrier || op->code == OP_domain ||
           op->code == OP_propagation_barrier || (op->code == OP_bitcast && op->n_operands == 1 && op->type->plain == op->operands[0]->type->plain) ||
           (op->code == OP_reshape && op->n_operands == 1 && op->type->plain == op->operands[0]->type->plain) ||
           (op->code == OP_custom_call && op->n_operands == 1 && op->a.custom.target &&
            (g_str_equal(op->a.custom.target, "Sharding") || g_str_has_prefix(op->a.custom.target, "SPMD") || strstr(op->a.custom.target, "FuncResultSharding")));
}

IrValue align_passed(IrOp *op, int leaf)
{
    return op->n_operands > 1 && leaf < op->n_operands && op->code == OP_opt_barrier ? value_resolve(op->operands[leaf], 0) : value_resolve(op->operands[0], leaf);
}

int align_canon(const Align *a, IrOp *whole, int leaf)
{
    int v = side_value(a->whole, whole, leaf);
    return v < 0 ? -1 : a->canon[v];
}

/* The value of which a constant, or a broadcast of one, is made: equal numbers are one value, whatever their shape. NULL = it is another
 * constant. To be freed. */
static GBytes *splat_key(const IrOp *op)
{
    const Literal *l = op->code == OP_constant ? op->a.literal : NULL;
    if (!l || !l->data || l->type->kind != TYPE_ARRAY || l->type->n_elems < 1 || (!l->splat && l->type->n_elems != 1))
        return NULL;
    gsize n = (gsize)elem_info[l->type->elem].bytes;
    g_autofree uint8_t *key = g_malloc(n + 1);
    key[0] = (uint8_t)l->type->elem;
    memcpy(key + 1, l->data, n);
    return g_bytes_new(key, n + 1);
}

/* The first constant of whole with the same number; `make`: it may be this one. -1 = none. */
int align_splat(const Align *a, const IrOp *op, bool make)
{
    GBytes *key = splat_key(op);
    if (!key)
        return -1;
    int have = GPOINTER_TO_INT(g_hash_table_lookup(a->splats, key)) - 1;
    if (have < 0 && make) {
        have = a->whole->base[op->id];
        g_hash_table_insert(a->splats, key, GINT_TO_POINTER(have + 1));
        return have;
    }
    g_bytes_unref(key);
    return have;
}

static bool spreads_scalar(const IrOp *op)
{
    return (op->code == OP_broadcast || op->code == OP_reshape) && op->n_operands == 1 && op->operands[0]->type->kind == TYPE_ARRAY && op->operands[0]->type->n_elems == 1;
}

static guint op_hash(const Align *a, const IrOp *op)
{
    guint h = (guint)op->code * 31 + (guint)op_attrs_hash(op, ATTR_BOTH);
    for (int i = 0; i < op->n_operands; i++)
        h = h * 33 + (guint)align_canon(a, op->operands[i], 0);
    return h;
}

static bool op_same(const Align *a, const IrOp *x, const IrOp *y)
{
    if (x->code != y->code || x->n_operands != y->n_operands || !type_same(x->type->plain, y->type->plain) || !op_attrs_equal(x, y, ATTR_BOTH))
        return false;
    for (int i = 0; i < x->n_operands; i++)
        for (int leaf = 0; leaf < type_n_leaves(x->operands[i]->type); leaf++)
            if (align_canon(a, x->operands[i], leaf) != align_canon(a, y->operands[i], leaf))
                return false;
    return true;
}

/* What a parameter of a loop's body or a region is outside; -1 = a value of its own. */
static int outside(const Align *a, const IrOp *caller, int slot, IrOp *param, int leaf)
{
    if (caller->code == OP_while && (caller->n_comps < 2 || !while_captures(caller, leaf)))
        return -1;
    if (caller->code != OP_while && caller->code != OP_conditional && caller->code != OP_manual && caller->code != OP_call)
        return -1;
    int v = side_passed(a->whole, caller, slot, (IrValue){ param, leaf });
    return v < 0 ? -1 : a->canon[v];
}

static void canon_comp(Align *a, const IrComp *c, const IrOp *caller, int slot)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        int n = type_n_leaves(op->type), first = a->whole->base[op->id];
        for (int leaf = 0; leaf < n; leaf++)
            a->canon[first + leaf] = first + leaf;
        if (op->code == OP_parameter && caller)
            for (int leaf = 0; leaf < n; leaf++) {
                int v = outside(a, caller, slot, op, leaf);
                a->canon[first + leaf] = v >= 0 ? v : first + leaf;
            }
        if (op->code == OP_tuple || op->code == OP_get_tuple_element || op->code == OP_parameter)
            continue;
        int splat = align_splat(a, op, true);
        if (splat >= 0)
            a->canon[first] = splat;
        if (splat >= 0)
            continue;
        if (align_passes_on(op) || (spreads_scalar(op) && align_canon(a, op->operands[0], 0) >= 0 && align_is_weak(a, align_canon(a, op->operands[0], 0)))) {
            for (int leaf = 0; leaf < n; leaf++) {
                IrValue from = align_passed(op, leaf);
                a->canon[first + leaf] = align_canon(a, from.op, from.leaf);
            }
            continue;
        }
        bool calls = op->code == OP_while || op->code == OP_conditional || op->code == OP_manual || op->code == OP_call;
        for (int k = 0; calls && k < op->n_comps; k++)
            canon_comp(a, op->comps[k], op, k);
        for (int leaf = 0; leaf < n && (op->code == OP_manual || op->code == OP_call) && op->n_comps == 1; leaf++) {
            int v = align_canon(a, op->comps[0]->root, leaf);
            a->canon[first + leaf] = v >= 0 ? v : first + leaf;
        }
        for (int leaf = 0; leaf < n && op->code == OP_while && op->n_comps > 1; leaf++)
            if (while_captures(op, leaf)) {
                int v = side_passed(a->whole, op, 1, (IrValue){ op->comps[1]->params[0], leaf });
                a->canon[first + leaf] = v >= 0 ? a->canon[v] : first + leaf;
            }
        if (calls || (op_info[op->code].traits & SIDE_EFFECT))
            continue;
        gpointer key = GUINT_TO_POINTER(op_hash(a, op) | 1);
        GPtrArray *same = g_hash_table_lookup(seen, key);
        if (!same)
            g_hash_table_insert(seen, key, same = g_ptr_array_new());
        IrOp *equal = NULL;
        for (guint k = 0; k < same->len && k < 32 && !equal; k++)
            equal = op_same(a, same->pdata[k], op) ? same->pdata[k] : NULL;
        if (!equal)
            g_ptr_array_add(same, op);
        for (int leaf = 0; equal && leaf < n; leaf++)
            a->canon[first + leaf] = a->whole->base[equal->id] + leaf;
    }
}

bool align_is_weak(const Align *a, int value)
{
    IrOp *op = side_at(a->whole, value).op;
    while ((op->code == OP_broadcast || op->code == OP_convert || op->code == OP_reshape || op->code == OP_get_tuple_element) && op->n_operands)
        op = op->operands[0];
    return op->code == OP_constant || op->code == OP_iota;
}

/* A reduction along dims of one element, of an op of whole: it adds nothing up, and XLA makes a reshape of it. */
static bool reduces_nothing(const IrOp *op)
{
    if (op->code != OP_reduce || op->n_operands != 2 || op->operands[1]->code != OP_constant || op->operands[0]->type->kind != TYPE_ARRAY)
        return false;
    return op->type->kind == TYPE_ARRAY && op->type->elem == op->operands[0]->type->elem && op->type->n_elems == op->operands[0]->type->n_elems;
}

bool align_only_rounds(const IrOp *op)
{
    return op->code == OP_convert && op->n_operands == 1 && op->type->kind == TYPE_ARRAY && elem_is_float(op->type->elem) && elem_is_float(op->operands[0]->type->elem);
}

bool align_keeps_elements(const IrOp *op)
{
    return reduces_nothing(op) || align_only_rounds(op) || (align_only_unit_dims(op) && type_n_leaves(op->type) == 1);
}

int align_reshaped_root(const Align *a, int value)
{
    while (a->reshaped[value] != value)
        value = a->reshaped[value];
    return value;
}

bool align_same_elements(const Align *a, int value, int other)
{
    return value >= 0 && other >= 0 && (value == other || align_reshaped_root(a, value) == align_reshaped_root(a, other));
}

static void note_reshaped(Align *a)
{
    for (int k = 0; k < a->whole->m->n_comps; k++)
        for (int i = 0; i < a->whole->m->comps[k]->n_ops; i++) {
            IrOp *op = a->whole->m->comps[k]->ops[i];
            if (!align_keeps_elements(op))
                continue;
            int from = align_canon(a, op->operands[0], 0), to = align_canon(a, op, 0);
            if (from < 0 || to < 0 || align_is_weak(a, from) || align_same_elements(a, from, to))
                continue;
            a->reshaped[align_reshaped_root(a, to)] = align_reshaped_root(a, from);
        }
}

void align_make_canon(Align *a)
{
    canon_comp(a, a->whole->m->entry, NULL, 0);
    note_reshaped(a);
}
