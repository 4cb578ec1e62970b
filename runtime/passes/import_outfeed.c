/* What GSPMD's text says of an outfeed is how its data lie when they are handed out, the token's part last: constraints on the
 * data say it from here on. Start at import_outfeeds. */
#include "runtime/passes/import_impl.h"

/* A new op of the list that is made anew. */
static IrOp *add(IrComp *c, GPtrArray *ops, OpCode code, const Type *type, int n, IrOp *const *operands, const IrOp *from)
{
    IrOp *op = op_new(c, code, type, from->name, n, operands);
    c->n_ops--;
    op_inherit(op, from);
    g_ptr_array_add(ops, op);
    return op;
}

/* The data with a constraint on each array of which something is said; parts: from *next on. */
static IrOp *constrained(Import *im, IrOp *outfeed, IrOp *data, const Gspmd *parts, int n_parts, int *next, GPtrArray *ops)
{
    IrComp *c = outfeed->parent;
    if (data->type->kind == TYPE_TUPLE) {
        IrOp **elements = g_new(IrOp *, (gsize)data->type->n_parts + 1);
        for (int i = 0; i < data->type->n_parts; i++) {
            IrOp *element = add(c, ops, OP_get_tuple_element, data->type->parts[i], 1, &data, outfeed);
            element->a.gte.index = i;
            elements[i] = constrained(im, outfeed, element, parts, n_parts, next, ops);
        }
        IrOp *tuple = add(c, ops, OP_tuple, data->type, data->type->n_parts, elements, outfeed);
        g_free(elements);
        return tuple;
    }
    const Gspmd *part = n_parts == 1 ? parts : &parts[*next];
    (*next)++;
    if (data->type->kind != TYPE_ARRAY || part->kind == GSPMD_MANUAL || part->kind == GSPMD_MAXIMAL || part->kind == GSPMD_UNKNOWN)
        return data; /* as it is; or on one device, which hands out what all of them have */
    IrOp *constraint = add(c, ops, OP_constraint, data->type, 1, &data, outfeed);
    vec_push(&im->notes, ((Note){ .kind = NOTE_CONSTRAINT, .op = constraint, .text = outfeed->sharding_text, .loc = outfeed->loc,
                                  .at = outfeed->at, .gspmd = part }));
    return constraint;
}

static bool read_outfeed(Import *im, IrOp *op, GPtrArray *ops, GError **error)
{
    Gspmd *said = arena_new(im->scratch, Gspmd);
    if (!gspmd_parse(im->scratch, im->m->shardings, op->sharding_text, said, &op->at, error))
        return false;
    int n = type_n_leaves(op->operands[0]->type), next = 0;
    bool tuple = said->kind == GSPMD_TUPLE;
    if (tuple && said->n_parts != n && said->n_parts != n + 1)
        return diag(error, SHARD_ERROR_SHARDING, &op->at, NULL, "%d shardings for an outfeed of %d value%s and a token", said->n_parts, n,
                    n == 1 ? "" : "s");
    op->operands[0] = constrained(im, op, op->operands[0], tuple ? said->parts : said, tuple ? said->n_parts : 1, &next, ops);
    return true;
}

bool import_outfeeds(Import *im, IrComp *c, GError **error)
{
    g_autoptr(GPtrArray) ops = g_ptr_array_new();
    bool any = false;
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        bool says = op->code == OP_outfeed && op->n_operands && op->sharding_text && !im->sdy;
        if (says && !read_outfeed(im, op, ops, error))
            return false;
        any = any || says;
        g_ptr_array_add(ops, op);
    }
    if (!any)
        return true;
    c->ops = arena_dup_array(im->m->arena, (IrOp **)ops->pdata, (int)ops->len);
    c->n_ops = c->cap = (int)ops->len;
    comp_renumber(c);
    return true;
}
