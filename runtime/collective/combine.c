/* Computes collectives from the operands of all members. Reductions read memory once, in blocks, and combine members in a fixed order.
 * Results that are equal on all members are one shared buffer, and data that only moves is passed by reference; Collective.bytes
 * counts the bytes that a real machine would move all the same. */
#include <string.h>

#include "runtime/collective/combine.h"
#include "runtime/compute/copy.h"
#include "runtime/plan/reduce.h"

enum { REDUCE_BLOCK = 1 << 14 }; /* elements combined at a time: an accumulator that stays in the first-level cache */

/* ---- reductions --------------------------------------------------------------------------------------- */

typedef struct Combine {
    const Collective *c;
    int n;                  /* members */
    const char *const *src; /* of each member */
    char *dst;
    ElemType elem;
    int64_t count;          /* elements of the result */
    /* element i of the result is at (i / run) * step + i % run in the members' arrays */
    int64_t run, step;
    const int64_t *steps;   /* of each member, if they differ; else NULL */
    const int *spans;       /* as CollectiveArgs.spans; NULL = all 1 */
} Combine;

/* Where element i of the result is in member j's array. */
static const char *source_of(const Combine *m, int j, int64_t i)
{
    int64_t at = i / m->run * (m->steps ? m->steps[j] : m->step) + i % m->run;
    return m->src[j] + at * elem_info[m->elem].bytes;
}

int combine_middle(int lo, int hi)
{
    int half = 1;
    while (2 * half < hi - lo)
        half *= 2;
    return lo + half;
}

bool collective_is_tree(const Collective *c)
{
    bool is_tree = (c->kind == COLL_ALL_REDUCE || c->kind == COLL_REDUCE_SCATTER) && c->plain != N_OPCODES;
    for (int k = 0; is_tree && k < c->n_operands; k++)
        is_tree = elem_is_ctype(c->operand_types[k]->elem);
    return is_tree;
}

enum { STEP_BYTES = 16 << 10 }; /* of the tree's values, which stay in the first-level cache */

typedef struct TreeStep {
    const Combine *m;
    TileFn fn;
    int64_t at; /* the first of n elements */
    int n;
    bool ahead; /* what comes after them is fetched */
} TreeStep;

/* Combines two members' elements while those of the next step are fetched: the processor itself fetches only to the end of a page, and looks up each small page of memory that ranks share. */
static void combine_ahead(const TreeStep *s, char *dst, const char *a, const char *b)
{
    enum { PART_BYTES = 1 << 10, LINE = 64 };
    int64_t width = elem_info[s->m->elem].bytes, part = PART_BYTES / width;
    for (int64_t i = 0; i < s->n; i += part) {
        for (int64_t k = i * width; k < i * width + PART_BYTES; k += LINE) {
            __builtin_prefetch(a + STEP_BYTES + k, 0, 2);
            __builtin_prefetch(b + STEP_BYTES + k, 0, 2);
        }
        s->fn(dst + i * width, a + i * width, b + i * width, NULL, (int)MIN(part, s->n - i));
    }
}

/* Of members [lo, hi): where it is, or computed in dst. temp: a step for each level below. */
static const char *subtree(const TreeStep *s, int lo, int hi, char *dst, char *temp)
{
    if (hi - lo == (s->m->spans ? s->m->spans[lo] : 1))
        return source_of(s->m, lo, s->at);
    int mid = combine_middle(lo, hi);
    const char *a = subtree(s, lo, mid, dst, temp), *b = subtree(s, mid, hi, temp, temp + STEP_BYTES);
    if (s->ahead && hi - lo == 2)
        combine_ahead(s, dst, a, b);
    else
        s->fn(dst, a, b, NULL, s->n);
    return dst;
}

static void combine_tree(const Combine *m, TileFn fn, int64_t to, int64_t n)
{
    enum { LARGE = 1 << 20 /* bytes of all members, which the nearest caches do not hold */ };
    int64_t width = elem_info[m->elem].bytes, step = STEP_BYTES / width;
    bool ahead = m->count * width * m->n >= LARGE && m->run == m->count;
    int levels = 1;
    while (1 << levels < m->n)
        levels++;
    char *temp = pool_scratch((size_t)levels * STEP_BYTES);
    for (int64_t i = to; temp && i < to + n; i += step) {
        int k = (int)MIN(step, to + n - i);
        char *dst = m->dst + i * width;
        const char *all = subtree(&(TreeStep){ m, fn, i, k, ahead }, 0, m->n, dst, temp);
        if (all != dst)
            memmove(dst, all, (size_t)(k * width));
    }
}

/* Sums of bytes, to integers of so many bits: the same as if each addition had been cut. */
static void cut(ElemType e, char *dst, int64_t n)
{
    int drop = 8 - elem_info[e].bits;
    for (int64_t i = 0; i < n; i++) {
        uint8_t high = (uint8_t)((uint8_t)dst[i] << drop);
        dst[i] = elem_info[e].cls == CLASS_SIGNED ? (char)((int8_t)high >> drop) : (char)(high >> drop);
    }
}

/* n <= REDUCE_BLOCK elements of the result, from `to` on, that are contiguous in all members. */
static void combine_plain(const Combine *m, int64_t to, int64_t n)
{
    const TileTable *tab = tile_table();
    CType ct = ctype_of(m->elem);
    TileFn fn = tab->op[m->c->plain][ct];
    int64_t width = elem_info[m->elem].bytes;
    if (elem_is_ctype(m->elem)) {
        combine_tree(m, fn, to, n);
        if (elem_is_cut(m->elem))
            cut(m->elem, m->dst + to * width, n);
        return;
    }
    float acc[1024], x[1024]; /* narrow floats: one rounding at the end */
    for (int64_t i = 0; i < n; i += 1024) {
        int k = (int)MIN(1024, n - i);
        tab->load[m->elem](acc, source_of(m, 0, to + i), NULL, NULL, k);
        for (int j = 1; j < m->n; j++) {
            tab->load[m->elem](x, source_of(m, j, to + i), NULL, NULL, k);
            fn(acc, acc, x, NULL, k);
        }
        tab->store[m->elem](m->dst + (to + i) * width, acc, NULL, NULL, k);
    }
}

static void combine_general(const Combine *m, int64_t to, int64_t n)
{
    const TileProg *p = m->c->reduction;
    int64_t width = elem_info[m->elem].bytes;
    char *d = m->dst + to * width;
    memmove(d, source_of(m, 0, to), (size_t)(n * width));
    for (int j = 1; j < m->n; j++) {
        const void *in[2] = { d, source_of(m, j, to) };
        void *out[1] = { d };
        TileRun run;
        char tile[TILE_BYTES];
        void *scratch = pool_scratch(tile_run_bytes(p));
        if (!scratch)
            return;
        tile_run_init(&run, p, in, out, scratch);
        for (int64_t i = 0; i < n; i += p->tile) {
            int k = (int)MIN(p->tile, n - i);
            /* The result may be stored before the operand was read for the last time: through a tile of its own. */
            const void *in_tile[2] = { tile, (const char *)in[1] + i * width };
            void *out_tile[1] = { d + i * width };
            memcpy(tile, d + i * width, (size_t)(k * width));
            run.in = in_tile;
            run.out = out_tile;
            tile_run(&run, 0, k);
        }
    }
}

static void combine_block(void *arg, int64_t block)
{
    const Combine *m = arg;
    int64_t i = block * REDUCE_BLOCK, end = MIN(m->count, i + REDUCE_BLOCK);
    while (i < end) {
        int64_t n = MIN(end - i, m->run - i % m->run);
        if (m->c->plain != N_OPCODES)
            combine_plain(m, i, n);
        else
            combine_general(m, i, n);
        i += n;
    }
}

static void combine(const Combine *m, Pool *pool)
{
    if (m->n == 1) {
        for (int64_t i = 0; i < m->count; i += m->run)
            memmove(m->dst + i * elem_info[m->elem].bytes, m->src[0] + i / m->run * m->step * elem_info[m->elem].bytes,
                    (size_t)(MIN(m->run, m->count - i) * elem_info[m->elem].bytes));
        return;
    }
    pool_for(pool, (m->count + REDUCE_BLOCK - 1) / REDUCE_BLOCK, combine_block, (void *)(uintptr_t)m);
}

/* ---- kinds ------------------------------------------------------------------------------------------------ */

static int group_size(const CollectiveArgs *x)
{
    return x->c->group_size[x->group];
}

static const char **sources(const CollectiveArgs *x, int operand)
{
    int n = group_size(x);
    const char **src = g_new(const char *, n);
    for (int i = 0; i < n; i++)
        src[i] = x->operands[i][operand]->data;
    return src;
}

/* For a result; NULL if there is not enough memory, which is noted. */
static Buffer *get(BufferPool *pool, const Type *t)
{
    Buffer *b = buffer_pool_try(pool, (size_t)type_bytes(t));
    if (!b)
        pool_short((size_t)type_bytes(t), "its result");
    return b;
}

static bool wants(const CollectiveArgs *x, int member)
{
    return x->results[member] != NULL;
}

static bool is_packed(const CollectiveArgs *x, int member)
{
    return x->packed && x->packed[member];
}

/* How many members' results are wanted, of those before `end`. */
static int n_wanted(const CollectiveArgs *x, int end)
{
    int n = 0;
    for (int i = 0; i < end; i++)
        n += wants(x, i);
    return n;
}

/* Gives all members the same buffer as their result; takes over the caller's reference. */
static void share(const CollectiveArgs *x, int result, Buffer *b)
{
    for (int i = 0; i < group_size(x); i++)
        if (wants(x, i))
            x->results[i][result] = buffer_ref(b);
    buffer_unref(b);
}

static void all_reduce(const CollectiveArgs *x, int k)
{
    const Type *t = x->c->result_types[k];
    int n = group_size(x);
    if (n == 1) {
        share(x, k, buffer_ref(x->operands[0][k]));
        return;
    }
    const char **src = sources(x, k);
    /* The first member's operand is overwritten with the result if nothing else refers to it. */
    Buffer *b = buffer_is_unique(x->operands[0][k]) ? buffer_ref(x->operands[0][k])
                                                     : get(x->buffers, t);
    if (!b) {
        g_free(src);
        return;
    }
    Combine m = { .c = x->c, .n = n, .src = src, .dst = b->data, .elem = t->elem, .count = t->n_elems,
                  .run = MAX(1, t->n_elems), .step = MAX(1, t->n_elems), .spans = x->spans };
    combine(&m, x->pool);
    share(x, k, b);
    g_free(src);
}

void collective_combine(const CollectiveArgs *x, int k, int64_t from, int64_t n, void *to)
{
    const Type *t = x->c->result_types[k];
    size_t skip = (size_t)from * elem_info[t->elem].bytes;
    const char **src = sources(x, k);
    for (int i = 0; i < group_size(x); i++)
        src[i] += is_packed(x, i) ? 0 : skip;
    Combine m = { .c = x->c, .n = group_size(x), .src = src, .dst = (char *)to + skip, .elem = t->elem, .count = n, .run = MAX(1, n), .step = MAX(1, n), .spans = x->spans };
    combine(&m, x->pool);
    g_free(src);
}

void collective_subtree(const Collective *c, int k, int n, const char *const *src, void *to, Pool *pool)
{
    const Type *t = c->operand_types[k];
    combine(&(Combine){ .c = c, .n = n, .src = src, .dst = to, .elem = t->elem, .count = t->n_elems, .run = MAX(1, t->n_elems), .step = MAX(1, t->n_elems) }, pool);
}

static void reduce_scatter(const CollectiveArgs *x, int k)
{
    const Type *from = x->c->operand_types[k], *t = x->c->result_types[k];
    int n = group_size(x), dim = (int)x->c->op->a.collective.dim;
    int64_t inner = 1;
    for (int d = dim + 1; d < t->rank; d++)
        inner *= t->dims[d];
    int64_t run = MAX(1, t->dims[dim] * inner), step = MAX(1, from->dims[dim] * inner);
    int64_t *steps = g_new(int64_t, n), n_here = n_wanted(x, n);
    const char **src = sources(x, k);
    const char **at = g_new(const char *, n);
    for (int j = 0; j < n; j++)
        steps[j] = is_packed(x, j) ? MAX(1, run * n_here) : step;
    for (int i = 0, ordinal = 0; i < n; i++) {
        if (!wants(x, i))
            continue;
        for (int j = 0; j < n; j++)
            at[j] = src[j] + (is_packed(x, j) ? ordinal : i) * run * elem_info[t->elem].bytes;
        ordinal++;
        Buffer *b = get(x->buffers, t);
        if (!b)
            break;
        Combine m = { .c = x->c, .n = n, .src = at, .dst = b->data, .elem = t->elem, .count = t->n_elems, .run = run, .step = step, .steps = x->packed ? steps : NULL, .spans = x->spans };
        combine(&m, x->pool);
        x->results[i][k] = b;
    }
    g_free(steps);
    g_free(at);
    g_free(src);
}

void collective_gather_one(const Collective *c, int k, int member, const void *operand, void *result, Pool *pool)
{
    const Type *from = c->operand_types[k], *t = c->result_types[k];
    int dim = (int)c->op->a.collective.dim, width = elem_info[t->elem].bytes;
    int64_t ss[MAX_RANK], ds[MAX_RANK];
    strides_of(from->rank, from->dims, ss);
    strides_of(t->rank, t->dims, ds);
    copy_strided(pool, &(StridedCopy){ width, from->rank, from->dims, ss, ds }, operand, (char *)result + member * from->dims[dim] * ds[dim] * width);
}

static void all_gather(const CollectiveArgs *x, int k)
{
    const Type *t = x->c->result_types[k];
    int n = group_size(x);
    if (n == 1) {
        share(x, k, buffer_ref(x->operands[0][k]));
        return;
    }
    Buffer *b = x->made ? x->made[k] : get(x->buffers, t);
    if (!b)
        return;
    for (int i = 0; i < n; i++)
        if (x->operands[i] && x->operands[i][k])
            collective_gather_one(x->c, k, i, x->operands[i][k]->data, b->data, x->pool);
    share(x, k, b);
}

static void all_to_all(const CollectiveArgs *x, int k)
{
    const Type *from = x->c->operand_types[k], *t = x->c->result_types[k];
    int n = group_size(x), split = (int)x->c->op->a.collective.dim, concat = (int)x->c->op->a.collective.concat_dim;
    int width = elem_info[t->elem].bytes;
    if (n == 1) {
        share(x, k, buffer_ref(x->operands[0][k]));
        return;
    }
    int64_t ss[MAX_RANK], ds[MAX_RANK], piece[MAX_RANK], packed[MAX_RANK], ps[MAX_RANK];
    strides_of(from->rank, from->dims, ss);
    strides_of(t->rank, t->dims, ds);
    memcpy(piece, from->dims, sizeof(int64_t) * (size_t)from->rank);
    piece[split] /= n;
    memcpy(packed, piece, sizeof(int64_t) * (size_t)from->rank);
    packed[split] *= n_wanted(x, n);
    strides_of(from->rank, packed, ps);
    for (int j = 0, ordinal = 0; j < n; j++) {
        if (!wants(x, j))
            continue;
        Buffer *b = get(x->buffers, t);
        if (!b)
            return;
        for (int i = 0; i < n; i++) {
            const int64_t *strides = is_packed(x, i) ? ps : ss;
            copy_strided(x->pool, &(StridedCopy){ width, from->rank, piece, strides, ds },
                         (char *)x->operands[i][k]->data + (is_packed(x, i) ? ordinal : j) * piece[split] * strides[split] * width,
                         (char *)b->data + i * piece[concat] * ds[concat] * width);
        }
        ordinal++;
        x->results[j][k] = b;
    }
}

/* ragged-all-to-all: rows of each member's input are copied into its peers' outputs, at offsets that the sender gives. Pieces that
 * do not fit into the arrays are left out. */
static void ragged_all_to_all(const CollectiveArgs *x)
{
    const Type *in = x->c->operand_types[0], *out = x->c->result_types[0], *idx = x->c->operand_types[2];
    int n = group_size(x);
    int64_t updates = idx->rank > 1 ? idx->dims[1] : 1;
    int64_t rows_in = in->rank ? in->dims[0] : 1, rows_out = out->rank ? out->dims[0] : 1;
    int64_t row = type_bytes(out) / MAX(1, rows_out);
    for (int j = 0; j < n; j++) {
        if (!wants(x, j))
            continue;
        Buffer *b = get(x->buffers, out);
        if (!b)
            return;
        memcpy(b->data, x->operands[j][1]->data, (size_t)type_bytes(out));
        x->results[j][0] = b;
    }
    for (int i = 0; i < n; i++)
        for (int64_t k = 0; k < n * updates && k < idx->n_elems; k++) {
            int64_t from = index_at(idx->elem, x->operands[i][2]->data, k), count = index_at(idx->elem, x->operands[i][3]->data, k);
            int64_t to = index_at(idx->elem, x->operands[i][4]->data, k);
            if (!wants(x, (int)(k / updates)) || from < 0 || count <= 0 || to < 0 || from > rows_in - count || to > rows_out - count)
                continue;
            memcpy((char *)x->results[k / updates][0]->data + to * row, (char *)x->operands[i][0]->data + from * row, (size_t)(count * row));
        }
}

static Buffer *zeros(BufferPool *pool, const Type *t)
{
    Buffer *b = get(pool, t);
    if (b)
        memset(b->data, 0, (size_t)type_bytes(t));
    return b;
}

static void permute(const CollectiveArgs *x, int k)
{
    const Collective *c = x->c;
    for (int i = 0; i < group_size(x); i++) {
        if (!wants(x, i))
            continue;
        int from = c->source_of[c->members[x->group][i]];
        x->results[i][k] = from < 0 ? zeros(x->buffers, c->result_types[k]) : buffer_ref(x->operands[c->position_of[from]][k]);
    }
}

static void exchange(const CollectiveArgs *x)
{
    int n = group_size(x);
    for (int k = 0; k < x->c->n_results; k++)
        switch (x->c->kind) {
        case COLL_ALL_REDUCE:
            all_reduce(x, k);
            break;
        case COLL_ALL_GATHER:
            all_gather(x, k);
            break;
        case COLL_REDUCE_SCATTER:
            reduce_scatter(x, k);
            break;
        case COLL_ALL_TO_ALL:
            if (!x->c->by_tuple)
                all_to_all(x, k);
            for (int i = 0; x->c->by_tuple && i < n; i++)
                if (wants(x, i))
                    x->results[i][k] = buffer_ref(x->operands[k][i]);
            break;
        case COLL_RAGGED_ALL_TO_ALL:
            ragged_all_to_all(x);
            break;
        case COLL_PERMUTE:
            permute(x, k);
            break;
        case COLL_BROADCAST:
            for (int i = 0; i < n; i++)
                if (wants(x, i))
                    x->results[i][k] = buffer_ref(x->operands[0][k]);
            break;
        case COLL_NONE:
        case COLL_SEND_RECV: /* no meeting is made for these */
        case N_COLL_KINDS: break;
        }
}

static void drop(Buffer **results, int n)
{
    for (int k = 0; k < n; k++) {
        buffer_unref(results[k]);
        results[k] = NULL;
    }
}

bool collective_exchange(const CollectiveArgs *x, size_t *missing)
{
    for (int i = 0; i < group_size(x); i++) /* places still hold what the last exchange gave to their member */
        for (int k = 0; wants(x, i) && k < x->c->n_results; k++)
            x->results[i][k] = NULL;
    exchange(x);
    *missing = pool_take_short().bytes;
    for (int i = 0; *missing && i < group_size(x); i++)
        if (wants(x, i))
            drop(x->results[i], x->c->n_results);
    return *missing == 0;
}

size_t collective_new_bytes(const Collective *c, int group)
{
    size_t one = 0, copies = 0;
    for (int k = 0; k < c->n_results; k++)
        one += (size_t)type_bytes(c->result_types[k]);
    switch (c->kind) {
    case COLL_ALL_REDUCE:
    case COLL_ALL_GATHER: copies = 1; break; /* shared by all */
    case COLL_REDUCE_SCATTER:
    case COLL_ALL_TO_ALL:
    case COLL_RAGGED_ALL_TO_ALL: copies = c->by_tuple ? 0 : (size_t)c->group_size[group]; break;
    case COLL_PERMUTE:
        for (int i = 0; i < c->group_size[group]; i++)
            copies += c->source_of[c->members[group][i]] < 0;
        break;
    case COLL_BROADCAST:
    case COLL_NONE:
    case COLL_SEND_RECV:
    case N_COLL_KINDS: break;
    }
    return one * copies;
}

bool collective_absent(const Collective *c, Buffer **results, BufferPool *buffers, size_t *missing)
{
    for (int k = 0; k < c->n_results; k++)
        results[k] = zeros(buffers, c->result_types[k]);
    *missing = pool_take_short().bytes;
    if (*missing)
        drop(results, c->n_results);
    return *missing == 0;
}
