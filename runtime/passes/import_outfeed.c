/* What GSPMD's text says of an outfeed is how its data lie when they are handed out, the token's part last: constraints on the
 * data say it from here on. Start at import_outfeeds. */
#include "runtime/passes/import_impl.h"
#include "runtime/passes/new_ops.h"

/* One outfeed and what its sharding says of each array of its data, in order; one part represents all of them. */
typedef struct Outfeed {
    Import *im;
    IrOp *op;
    const Gspmd *parts;
    int n_parts, next;
    GPtrArray *ops; /* the list that new ops are appended to */
} Outfeed;

/* The data with a constraint on each array of which something is said; parts from o->next on. */
static IrOp *constrained(Outfeed *o, IrOp *data)
{
    NewOps to = { o->op->parent, o->ops, o->op };
    if (data->type->kind == TYPE_TUPLE) {
        IrOp **elements = g_new(IrOp *, (gsize)data->type->n_parts + 1);
        for (int i = 0; i < data->type->n_parts; i++) {
            IrOp *element = new_ops_add(&to, OP_get_tuple_element, data->type->parts[i], 1, &data);
            element->a.gte.index = i;
            elements[i] = constrained(o, element);
        }
        IrOp *tuple = new_ops_add(&to, OP_tuple, data->type, data->type->n_parts, elements);
        g_free(elements);
        return tuple;
    }
    const Gspmd *part = o->n_parts == 1 ? o->parts : &o->parts[o->next];
    o->next++;
    if (data->type->kind != TYPE_ARRAY || part->kind == GSPMD_MANUAL || part->kind == GSPMD_MAXIMAL || part->kind == GSPMD_UNKNOWN)
        return data; /* as it is; or on one device, which hands out what all of them have */
    IrOp *constraint = new_ops_add(&to, OP_constraint, data->type, 1, &data);
    vec_push(&o->im->notes, ((Note){ .kind = NOTE_CONSTRAINT, .op = constraint, .text = o->op->sharding_text, .loc = o->op->loc,
                                     .at = o->op->at, .gspmd = part }));
    return constraint;
}

static bool read_outfeed(Import *im, IrOp *op, GPtrArray *ops, GError **error)
{
    Gspmd *said = arena_new(im->scratch, Gspmd);
    if (!gspmd_parse(im->scratch, im->m->shardings, op->sharding_text, said, OP_AT(op), error))
        return false;
    int n = type_n_leaves(op->operands[0]->type);
    bool tuple = said->kind == GSPMD_TUPLE;
    if (tuple && said->n_parts != n && said->n_parts != n + 1)
        return diag(error, SHARD_ERROR_SHARDING, OP_AT(op), NULL, "%d shardings for an outfeed of %d value%s and a token", said->n_parts, n,
                    n == 1 ? "" : "s");
    Outfeed o = { im, op, tuple ? said->parts : said, tuple ? said->n_parts : 1, 0, ops };
    op->operands[0] = constrained(&o, op->operands[0]);
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
