/* Names and places of the parts of combined collectives; see part.h. */
#include "runtime/xla/part.h"

#include <string.h>

/* A permute that is begun also has two numbers, which say how it goes. */
static bool starts(const IrOp *coll, int n)
{
    return coll->code == OP_collective_permute_start && n > 2 * coll->n_operands;
}

int coll_part_leaf(const IrOp *coll, int operand)
{
    int n = type_n_leaves(coll->type);
    return n == coll->n_operands ? operand : n == 2 * coll->n_operands || starts(coll, n) ? coll->n_operands + operand : 0;
}

/* The item of a list of names, or all of it if it is none. */
static char *listed_name(const char *name, int operand, int n_operands)
{
    const char *open = name ? strstr(name, "/(") : NULL;
    gsize n = name ? strlen(name) : 0;
    if (!open || name[n - 1] != ')')
        return g_strdup(name);
    g_autofree char *list = g_strndup(open + 2, (gsize)(name + n - 1 - open - 2));
    g_auto(GStrv) items = g_strsplit(list, ":", -1);
    if ((int)g_strv_length(items) != n_operands)
        return g_strdup(name);
    return g_strdup_printf("%.*s/%s", (int)(open - name), name, items[operand]);
}

/* The op that takes one part of a collective's result, of an asynchronous one of what ends it; NULL = none. */
static const IrOp *taker(const IrOp *coll, int leaf)
{
    const IrComp *c = coll->parent;
    for (int i = coll->pos + 1; i < c->n_ops; i++) {
        if (c->ops[i]->code != OP_get_tuple_element)
            continue;
        IrValue v = value_resolve(c->ops[i], 0);
        bool ends = v.op->n_operands == 1 && v.op->operands[0] == coll && op_is_collective(v.op);
        if (v.op == coll ? v.leaf == leaf : ends && v.leaf == leaf % coll->n_operands)
            return c->ops[i];
    }
    return NULL;
}

CollPart coll_part(const IrOp *coll, int operand)
{
    if (coll->n_operands < 2)
        return (CollPart){ g_strdup(coll->op_name), coll->loc, true };
    const IrOp *t = taker(coll, coll_part_leaf(coll, operand));
    if (t && t->op_name && t->loc)
        return (CollPart){ g_strdup(t->op_name), t->loc, true };
    return (CollPart){ listed_name(coll->op_name, operand, coll->n_operands), NULL, false };
}

void coll_part_clear(CollPart *p)
{
    g_free(p->name);
    *p = (CollPart){ 0 };
}
