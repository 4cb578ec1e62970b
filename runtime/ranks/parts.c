/* Which parts of operands a rank needs of another when a group meets. */
#include "runtime/compute/copy.h"
#include "runtime/ranks/ranks_impl.h"

static bool is_of(const Collective *c, int group, const int *rank_of_device, int member, int rank)
{
    return rank_of_device[c->members[group][member]] == rank;
}

static void add(PartList *out, PartSpec p)
{
    if (!p.bytes)
        return;
    vec_push(&out->v, p);
    out->bytes += p.bytes;
}

static void add_whole(const Collective *c, int member, int operand, PartList *out)
{
    add(out, (PartSpec){ .member = member, .operand = operand, .dim = -1, .bytes = (size_t)type_bytes(c->operand_types[operand]) });
}

/* Of an operand that is divided along dim into a piece for each member, the pieces of the members [from, to). */
static void add_pieces(const Collective *c, int group, PartSpec p, int to, PartList *out)
{
    const Type *t = c->operand_types[p.operand];
    int from = (int)p.start;
    int64_t each = t->dims[p.dim] / c->group_size[group];
    p.start = from * each;
    p.count = (to - from) * each;
    p.bytes = t->dims[p.dim] ? (size_t)(type_bytes(t) / t->dims[p.dim] * p.count) : 0;
    add(out, p);
}

static void divided(const Collective *c, int group, const int *rank_of_device, PartSpec p, int to, PartList *out)
{
    int n = c->group_size[group];
    for (int j = 0; j < n;) {
        int first = j;
        while (j < n && is_of(c, group, rank_of_device, j, to))
            j++;
        p.start = first;
        if (j > first)
            add_pieces(c, group, p, j, out);
        else
            j++;
    }
}

void parts_between(const Collective *c, int group, const int *rank_of_device, int from, int to, PartList *out)
{
    int n = c->group_size[group];
    *out = (PartList){ 0 };
    for (int i = 0; i < n; i++) {
        if (!is_of(c, group, rank_of_device, i, from))
            continue;
        bool wanted = false;
        for (int j = 0; c->kind == COLL_PERMUTE && j < n; j++)
            wanted |= is_of(c, group, rank_of_device, j, to) && c->source_of[c->members[group][j]] == c->members[group][i];
        for (int k = 0; k < c->n_operands; k++)
            switch (c->kind) {
            case COLL_ALL_REDUCE:
            case COLL_ALL_GATHER:
            case COLL_RAGGED_ALL_TO_ALL:
                add_whole(c, i, k, out);
                break;
            case COLL_REDUCE_SCATTER:
                divided(c, group, rank_of_device, (PartSpec){ .member = i, .operand = k, .dim = (int)c->op->a.collective.dim }, to, out);
                break;
            case COLL_ALL_TO_ALL:
                if (!c->by_tuple)
                    divided(c, group, rank_of_device, (PartSpec){ .member = i, .operand = k, .dim = (int)c->op->a.collective.dim }, to, out);
                else if (is_of(c, group, rank_of_device, k, to))
                    add_whole(c, i, k, out);
                break;
            case COLL_PERMUTE:
                if (wanted)
                    add_whole(c, i, k, out);
                break;
            case COLL_BROADCAST:
                if (i == 0)
                    add_whole(c, i, k, out);
                break;
            case COLL_NONE:
            case COLL_SEND_RECV:
            case N_COLL_KINDS: break;
            }
    }
}

bool part_is_flat(const Collective *c, const PartSpec *p, size_t *at)
{
    const Type *t = c->operand_types[p->operand];
    *at = 0;
    if (p->dim < 0)
        return true;
    int64_t outer = 1;
    for (int d = 0; d < p->dim; d++)
        outer *= t->dims[d];
    *at = outer == 1 ? (size_t)(type_bytes(t) / t->dims[p->dim] * p->start) : 0;
    return outer == 1;
}

/* The part's elements in the operand, as a copy between it and dense memory. */
static void copy_part(const Collective *c, const PartSpec *p, void *operand, void *dense, bool out)
{
    const Type *t = c->operand_types[p->operand];
    int64_t dims[MAX_RANK], in_operand[MAX_RANK], in_dense[MAX_RANK];
    for (int d = 0; d < t->rank; d++)
        dims[d] = d == p->dim ? p->count : t->dims[d];
    strides_of(t->rank, t->dims, in_operand);
    strides_of(t->rank, dims, in_dense);
    char *at = (char *)operand + (p->dim < 0 ? 0 : p->start * in_operand[p->dim] * elem_info[t->elem].bytes);
    StridedCopy copy = { elem_info[t->elem].bytes, t->rank, dims, out ? in_operand : in_dense, out ? in_dense : in_operand };
    copy_strided(NULL, &copy, out ? (const void *)at : dense, out ? dense : (void *)at);
}

void part_pack(const Collective *c, const PartSpec *p, const void *operand, void *to)
{
    copy_part(c, p, (void *)(uintptr_t)operand, to, true);
}

void part_unpack(const Collective *c, const PartSpec *p, const void *from, void *operand)
{
    copy_part(c, p, operand, (void *)(uintptr_t)from, false);
}
