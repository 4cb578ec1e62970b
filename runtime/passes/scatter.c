/* Turns a sum over devices of which each keeps one slice into a reduce-scatter, which moves half the bytes. Where several devices keep the
 * same slice, it becomes a reduce-scatter among as many devices as there are slices, and a sum of the small results among the
 * devices that keep the same one. The planner's own plans are in this form already (a partial value that is needed cut is never summed
 * whole); programs written for each device spell it as all-reduce and dynamic-slice. Start reading at pass_scatter(). */
#include "runtime/passes/optimise.h"

#include <string.h>

#include "runtime/base/vec.h"
#include "runtime/passes/alike.h"

/* The one dim that the slice cuts, from 0 in all others; -1 if there is none such. */
static int cut_dim(const IrOp *slice, const Alike *alike)
{
    const Type *t = slice->operands[0]->type;
    int dim = -1;
    for (int d = 0; d < t->rank; d++) {
        if (slice->type->dims[d] == t->dims[d])
            continue; /* starts at 0 whatever the index says */
        if (dim >= 0)
            return -1;
        dim = d;
    }
    if (dim < 0 || slice->n_operands != t->rank + 1 || slice->type->dims[dim] == 0 || t->dims[dim] % slice->type->dims[dim] ||
        !alike_table(alike, slice->operands[1 + dim]))
        return -1;
    return dim;
}

/* n slices of a dim, `size` elements each, and where the one of each device begins. */
typedef struct Slices {
    int64_t n, size;
    const int64_t *start;
} Slices;

/* Members of each group in the order of the slices that they keep, one of each slice to a group: `scatter`; and those that keep the
 * same slice: `sum`, whose groups have one member if everyone keeps another. False if the slices are not dealt out evenly. */
static bool deal_out(Arena *arena, const Groups *g, const Slices *slices, Groups *scatter, Groups *sum)
{
    int64_t size = slices->size, n_slices = slices->n;
    const int64_t *start = slices->start;
    int n = g->groups[0].n, copies = n / (int)n_slices;
    if (n % n_slices)
        return false;
    Ints *s = arena_array(arena, Ints, g->n_groups * copies), *r = arena_array(arena, Ints, g->n_groups * (int)n_slices);
    for (int i = 0; i < g->n_groups; i++) {
        Ints group = g->groups[i];
        if (group.n != n)
            return false;
        int64_t *by_slice = arena_array(arena, int64_t, n); /* [slice][copy] */
        g_autofree int *count = g_new0(int, n_slices);
        for (int k = 0; k < n; k++) {
            int64_t at = start[group.v[k]];
            at = CLAMP(at, 0, (n_slices - 1) * size);
            if (at % size || count[at / size] == copies)
                return false;
            by_slice[at / size * copies + count[at / size]++] = group.v[k];
        }
        for (int c = 0; c < copies; c++) {
            int64_t *members = arena_array(arena, int64_t, (int)n_slices);
            for (int64_t k = 0; k < n_slices; k++)
                members[k] = by_slice[k * copies + c];
            s[i * copies + c] = (Ints){ members, (int)n_slices };
        }
        for (int64_t k = 0; k < n_slices; k++)
            r[i * n_slices + k] = (Ints){ by_slice + k * copies, copies };
    }
    *scatter = *sum = *g;
    scatter->text = sum->text = NULL;
    scatter->has_channel = sum->has_channel = true;
    scatter->use_global_ids = sum->use_global_ids = true;
    scatter->channel = sum->channel = MAX(g->channel, 1);
    scatter->n_groups = g->n_groups * copies;
    scatter->groups = s;
    sum->n_groups = g->n_groups * (int)n_slices;
    sum->groups = r;
    return true;
}

/* The all-reduce becomes a reduce-scatter in its place, and the slice the sum of its copies, or the same value; *same is set to what
 * represents it then. */
static bool scatter(IrModule *m, IrOp *sum, IrOp *slice, const Alike *alike, IrOp **same)
{
    Groups g, among, rest;
    int dim = cut_dim(slice, alike);
    if (dim < 0 || !alike_groups(m->arena, sum, m->n_partitions, &g))
        return false;
    int64_t size = slice->type->dims[dim], n_slices = sum->type->dims[dim] / size;
    if (n_slices < 2 || n_slices > g.groups[0].n ||
        !deal_out(m->arena, &g, &(Slices){ n_slices, size, alike_table(alike, slice->operands[1 + dim]) }, &among, &rest))
        return false;
    IrComp *reducer = sum->comps[0];
    sum->code = OP_reduce_scatter;
    sum->type = slice->type;
    sum->shardings = slice->shardings;
    sum->a.collective.dim = dim;
    sum->a.collective.groups = among;
    op_add_origins(sum, slice);
    *same = sum;
    if (rest.groups[0].n == 1)
        return true;
    slice->code = OP_all_reduce;
    slice->operands = arena_dup_array(m->arena, &sum, 1);
    slice->n_operands = 1;
    op_set_comps(slice, 1, &reducer);
    memset(&slice->a, 0, sizeof slice->a);
    slice->a.collective.groups = rest;
    slice->reshard_id = sum->reshard_id;
    slice->more_reshards = sum->more_reshards;
    slice->n_more_reshards = sum->n_more_reshards;
    op_add_origins(slice, sum);
    *same = slice;
    return true;
}

static bool is_plain_sum(const IrOp *op)
{
    return op->code == OP_all_reduce && op->n_operands == 1 && op->type->kind == TYPE_ARRAY && !op->type->dyn && !op->n_extra;
}

/* The dynamic slice that alone reads op; NULL if others do. */
static IrOp *only_slice(const IrOp *op, const Uses *uses)
{
    if (!is_plain_sum(op) || op->parent->root == op || uses->first[op->pos + 1] - uses->first[op->pos] != 1)
        return NULL;
    IrOp *user = uses->users[uses->first[op->pos]];
    return user->code == OP_dynamic_slice && user->operands[0] == op ? user : NULL;
}

static int scatter_comp(IrModule *m, IrComp *c, Alike **alike, IrOp **instead)
{
    Uses uses = uses_of(c);
    int changed = 0;
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *sum = c->ops[i], *slice = only_slice(sum, &uses), *same;
        if (!slice)
            continue;
        *alike = *alike ? *alike : alike_new(m);
        if (!*alike || !scatter(m, sum, slice, *alike, &same))
            continue;
        changed++;
        if (same != slice)
            instead[slice->id] = same;
    }
    uses_clear(&uses);
    for (int i = 0; i < c->n_ops && changed; i++)
        for (int a = 0; a < c->ops[i]->n_operands; a++)
            if (instead[c->ops[i]->operands[a]->id])
                c->ops[i]->operands[a] = instead[c->ops[i]->operands[a]->id];
    if (changed && instead[c->root->id])
        c->root = instead[c->root->id];
    if (changed)
        comp_drop_dead(c, false);
    return changed;
}

int pass_scatter(IrModule *m)
{
    Alike *alike = NULL;
    g_autofree IrOp **instead = g_new0(IrOp *, m->next_id);
    int changed = 0;
    for (int k = 0; k < m->n_comps; k++)
        changed += scatter_comp(m, m->comps[k], &alike, instead);
    alike_free(alike);
    return changed;
}
