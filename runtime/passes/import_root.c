/* Results of the entry that are left in a manual region: each device's own tile. As a whole value these are the tiles side by
 * side along the first dimension, so that each device returns what the program says; a scalar is taken to be alike on all
 * devices. Start at import_close_root. */
#include <string.h>

#include "runtime/passes/import_impl.h"

static bool whole_manual(const IrOp *op)
{
    if (op->type->kind != TYPE_ARRAY || op->type->dyn || !op->sharding_text)
        return false;
    const char *p = op->sharding_text + strspn(op->sharding_text, "{ ");
    size_t n = strlen("manual");
    return strncmp(p, "manual", n) == 0 && p[n + strspn(p + n, " ")] == '}';
}

/* The border behind `tile`, as programs write it. */
static IrOp *leave(Import *im, IrComp *c, IrOp *tile, int64_t n_devices)
{
    IrModule *m = im->m;
    const Type *t = tile->type;
    int64_t dims[MAX_RANK];
    memcpy(dims, t->dims, sizeof *dims * (size_t)t->rank);
    g_autoptr(GString) text = g_string_new(t->rank ? "{devices=[" : "{replicated}");
    for (int d = 0; d < t->rank; d++)
        g_string_append_printf(text, "%s%" G_GINT64_FORMAT, d ? "," : "", d ? 1 : n_devices);
    if (t->rank) {
        g_string_append_printf(text, "]<=[%" G_GINT64_FORMAT "]}", n_devices);
        dims[0] *= n_devices;
    }
    IrOp *whole = op_new(c, OP_custom_call, type_array(m->types, t->elem, t->rank, dims), tile->name, 1, &tile);
    op_inherit(whole, tile);
    whole->a.custom.target = "SPMDShardToFullShape";
    whole->sharding_text = arena_strdup(m->arena, text->str);
    return whole;
}

void import_close_root(Import *im, IrComp *c)
{
    int64_t n = import_n_devices(im->m, im->o, NULL);
    IrOp *root = c->root;
    if (c != im->m->entry || n < 2)
        return;
    if (whole_manual(root)) {
        c->root = leave(im, c, root, n);
    } else if (root->code == OP_tuple) {
        g_autofree IrOp **parts = g_memdup2(root->operands, sizeof *parts * (size_t)root->n_operands);
        g_autofree const Type **types = g_new(const Type *, (gsize)root->n_operands + 1);
        bool any = false;
        for (int i = 0; i < root->n_operands; i++) {
            if (whole_manual(parts[i])) {
                parts[i] = leave(im, c, parts[i], n);
                any = true;
            }
            types[i] = parts[i]->type;
        }
        if (!any)
            return;
        c->root = op_new(c, OP_tuple, type_tuple(im->m->types, root->n_operands, types), root->name, root->n_operands, parts);
        op_inherit(c->root, root);
    }
    comp_renumber(c);
}
