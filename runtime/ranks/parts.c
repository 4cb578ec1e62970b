/* Which parts of operands a rank needs of another when a group meets, and what becomes of them there. */
#include "runtime/compute/copy.h"
#include "runtime/ranks/ranks_impl.h"

enum { ALIGN_ELEMS = 16 /* of slices */ };

static bool is_of(const PartsOf *x, int member, int rank)
{
    return x->rank_of_device[x->c->members[x->group][member]] == rank;
}

static void add(PartList *out, PartSpec p)
{
    if (!p.bytes)
        return;
    vec_push(&out->v, p);
    out->bytes += p.bytes;
}

static void add_whole(const PartsOf *x, int member, int operand, PartList *out)
{
    add(out, (PartSpec){ .member = member, .operand = operand, .kind = PART_WHOLE, .bytes = (size_t)type_bytes(x->c->operand_types[operand]) });
}

static int64_t elements_before(const Type *t, int dim)
{
    int64_t n = 1;
    for (int d = 0; d < dim; d++)
        n *= t->dims[d];
    return n;
}

/* Of an operand that is divided along the collective's dimension into a tile for each member, the tiles of members of rank `to`. */
static void add_tiles(const PartsOf *x, int member, int operand, int to, PartList *out)
{
    const Type *t = x->c->operand_types[operand];
    int dim = (int)x->c->op->a.collective.dim, n = x->c->group_size[x->group], n_tiles = 0, first = -1, last = -1;
    for (int j = 0; j < n; j++)
        if (is_of(x, j, to)) {
            first = n_tiles++ ? first : j;
            last = j;
        }
    bool together = last - first + 1 == n_tiles && elements_before(t, dim) == 1; /* in one piece in memory */
    size_t tile = (size_t)type_bytes(t) / (size_t)n;
    add(out, (PartSpec){ .member = member, .operand = operand, .kind = together ? PART_PIECE : PART_TILES, .to = to, .offset = together ? tile * (size_t)first : 0, .bytes = tile * (size_t)n_tiles });
}

void slice_of(const Type *t, int n_ranks, int index, int64_t *from, int64_t *n)
{
    int64_t end = index + 1 == n_ranks ? t->n_elems : t->n_elems / n_ranks * (index + 1) / ALIGN_ELEMS * ALIGN_ELEMS;
    *from = t->n_elems / n_ranks * index / ALIGN_ELEMS * ALIGN_ELEMS;
    *n = end - *from;
}

static void add_slice(const PartsOf *x, int member, int operand, int index, PartList *out)
{
    const Type *t = x->c->operand_types[operand];
    size_t width = (size_t)elem_info[t->elem].bytes;
    int64_t from, n;
    slice_of(t, x->n_ranks, index, &from, &n);
    add(out, (PartSpec){ .member = member, .operand = operand, .kind = PART_PIECE, .offset = width * (size_t)from, .bytes = width * (size_t)n });
}

/* What is small goes with the head: a message less, which counts more than copying it. */
static void choose_inside(PartList *list)
{
    enum { SMALL = 2048 };
    for (int i = 0; i < list->v.n; i++) {
        PartSpec *p = &list->v.v[i];
        p->inside = list->bytes <= HEAD_INLINE || (p->bytes <= SMALL && list->inside + p->bytes <= HEAD_INLINE);
        list->inside += p->inside ? p->bytes : 0;
    }
}

void parts_between(const PartsOf *x, int from, int to, int to_index, PartList *out)
{
    const Collective *c = x->c;
    int n = c->group_size[x->group];
    *out = (PartList){ 0 };
    for (int i = 0; i < n; i++) {
        if (!is_of(x, i, from) || !x->spans[i])
            continue;
        bool wanted = false;
        for (int j = 0; c->kind == COLL_PERMUTE && j < n; j++)
            wanted |= is_of(x, j, to) && c->source_of[c->members[x->group][j]] == c->members[x->group][i];
        for (int k = 0; k < c->n_operands; k++)
            switch (c->kind) {
            case COLL_ALL_REDUCE:
                if (x->sliced)
                    add_slice(x, i, k, to_index, out);
                else
                    add_whole(x, i, k, out);
                break;
            case COLL_ALL_GATHER:
            case COLL_RAGGED_ALL_TO_ALL:
                add_whole(x, i, k, out);
                break;
            case COLL_REDUCE_SCATTER:
                add_tiles(x, i, k, to, out);
                break;
            case COLL_ALL_TO_ALL:
                if (!c->by_tuple)
                    add_tiles(x, i, k, to, out);
                else if (is_of(x, k, to))
                    add_whole(x, i, k, out);
                break;
            case COLL_PERMUTE:
                if (wanted)
                    add_whole(x, i, k, out);
                break;
            case COLL_BROADCAST:
                if (i == 0)
                    add_whole(x, i, k, out);
                break;
            case COLL_NONE:
            case COLL_SEND_RECV:
            case N_COLL_KINDS: break;
            }
    }
    choose_inside(out);
}

static void find_subtrees(const PartsOf *x, int lo, int hi, int *spans)
{
    bool together = true;
    for (int i = lo + 1; i < hi && together; i++)
        together = is_of(x, i, x->rank_of_device[x->c->members[x->group][lo]]);
    if (together) {
        spans[lo] = hi - lo;
        for (int i = lo + 1; i < hi; i++)
            spans[i] = 0;
        return;
    }
    int mid = combine_middle(lo, hi);
    find_subtrees(x, lo, mid, spans);
    find_subtrees(x, mid, hi, spans);
}

void parts_spans(const PartsOf *x, int *spans)
{
    int n = x->c->group_size[x->group];
    for (int i = 0; i < n; i++)
        spans[i] = 1;
    if (collective_is_tree(x->c))
        find_subtrees(x, 0, n, spans);
}

void results_between(const PartsOf *x, int from_index, PartList *out)
{
    *out = (PartList){ 0 };
    for (int k = 0; x->sliced && k < x->c->n_results; k++)
        add_slice(x, 0, k, from_index, out);
    choose_inside(out);
}

bool gather_is_flat(const Collective *c)
{
    bool flat = c->kind == COLL_ALL_GATHER;
    for (int k = 0; flat && k < c->n_results; k++)
        flat = elements_before(c->result_types[k], (int)c->op->a.collective.dim) == 1;
    return flat;
}

void part_pack(const PartsOf *x, const PartSpec *p, const void *operand, void *to)
{
    const Type *t = x->c->operand_types[p->operand];
    int dim = (int)x->c->op->a.collective.dim, n = x->c->group_size[x->group], width = elem_info[t->elem].bytes;
    int64_t tile[MAX_RANK], dense[MAX_RANK], from[MAX_RANK], packed[MAX_RANK];
    for (int d = 0; d < t->rank; d++)
        tile[d] = dense[d] = t->dims[d];
    tile[dim] /= n;
    dense[dim] = 0;
    for (int j = 0; j < n; j++)
        dense[dim] += is_of(x, j, p->to) ? tile[dim] : 0;
    strides_of(t->rank, t->dims, from);
    strides_of(t->rank, dense, packed);
    for (int j = 0, ordinal = 0; j < n; j++)
        if (is_of(x, j, p->to))
            copy_strided(NULL, &(StridedCopy){ width, t->rank, tile, from, packed }, (const char *)operand + j * tile[dim] * from[dim] * width,
                         (char *)to + ordinal++ * tile[dim] * packed[dim] * width);
}
