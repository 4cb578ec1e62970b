/* Takes shardings over from XLA's stage before partitioning; see adopt.h. For programs that XLA's older propagation (GSPMD) annotated this is what
 * it decided, and where our propagation of Shardy's rules differs from it, XLA's program was divided by this. */
#include "runtime/xla/adopt.h"

#include <string.h>

#include "runtime/shard/spell.h"
#include "runtime/xla/align.h"
#include "runtime/xla/explain.h"

const Sharding *xla_sharding_read_leaf(IrModule *m, const Mesh *mesh, const char *text, int leaf, int rank)
{
    Gspmd g;
    const Sharding *s = NULL;
    Arena *arena = arena_new_root();
    if (gspmd_parse(arena, m->shardings, text, &g, NULL, NULL)) {
        const Gspmd *one = g.kind != GSPMD_TUPLE ? &g : leaf < g.n_parts ? &g.parts[leaf] : NULL;
        s = one && one->kind != GSPMD_TUPLE ? gspmd_to_sharding(m->shardings, one, mesh, rank, NULL, NULL) : NULL;
    }
    arena_free(arena);
    return s && !s->maximal && !s->manual.n && s->rank == rank ? s : NULL;
}

const Sharding *xla_sharding_read(IrModule *m, const Mesh *mesh, const char *text, int rank)
{
    return xla_sharding_read_leaf(m, mesh, text, 0, rank);
}

static void set_sharding(IrModule *m, IrOp *op, int leaf, const Sharding *s)
{
    int n = type_n_leaves(op->type);
    if (!op->shardings)
        op->shardings = arena_array(m->arena, const Sharding *, (size_t)n);
    op->shardings[leaf] = s;
}

/* Compares with leaf `from` of XLA's op, and takes its sharding. */
static void adopt(IrModule *m, IrValue to, const IrOp *theirs, int from, Adopted *out)
{
    IrOp *op = to.op;
    int leaf = to.leaf;
    const Type *type = leaf < type_n_leaves(op->type) ? type_leaf(op->type, leaf) : NULL, *other = type_leaf(theirs->type, from);
    if (!type || type->kind != TYPE_ARRAY || type->plain != type_array(m->types, other->elem, other->rank, other->dims))
        return;
    const Sharding *s = xla_sharding_read_leaf(m, m->mesh, theirs->sharding_text, from, type->rank), *have = op->shardings ? op->shardings[leaf] : NULL;
    if (!s || (have && (have->manual.n || have->maximal)))
        return;
    have = have ? have : sharding_replicated(m->shardings, m->mesh, type->rank);
    out->n_values++;
    if (sharding_same_layout(have, s))
        return;
    out->n_differ++;
    g_debug("XLA lays out leaf %d of %s (%s) otherwise: %s of %s", leaf, op->name, op->op_name ? op->op_name : "-", theirs->sharding_text, theirs->name);
    set_sharding(m, op, leaf, s);
}

/* The value of whole that leaf `leaf` of an op of the stage is; what loops carry has other places there. */
static IrValue counterpart(const Align *a, IrOp *op, int leaf)
{
    const IrOp *match = a->match[op->id];
    bool by_place = op->code == OP_while || (op->code == OP_parameter && op->parent != a->local->m->entry);
    int v = by_place ? align_value(a, op, leaf) : -1;
    IrValue found = v >= 0 ? side_at(a->whole, v) : (IrValue){ 0 };
    if (by_place)
        return found.op && (found.op == match || (op->code == OP_parameter && found.op->code == OP_parameter)) ? found : (IrValue){ 0 };
    return match && type_n_leaves(match->type) == type_n_leaves(op->type) ? (IrValue){ a->whole->ops[match->id], leaf } : (IrValue){ 0 };
}

Adopted xla_adopt_shardings(IrModule *whole, IrModule *annotated)
{
    Adopted out = { 0 };
    if (!whole->mesh || whole->mesh->maximal || !explain_open(annotated, NULL))
        return out;
    g_autoptr(Align) a = align_new(whole, annotated, &(AlignOptions){ .undivided = true });
    for (int k = 0; k < annotated->n_comps; k++)
        for (int i = 0; i < annotated->comps[k]->n_ops; i++) {
            IrOp *op = annotated->comps[k]->ops[i];
            for (int leaf = 0; op->sharding_text && leaf < type_n_leaves(op->type); leaf++) {
                IrValue to = counterpart(a, op, leaf);
                if (to.op)
                    adopt(whole, to, op, leaf, &out);
            }
        }
    return out;
}
