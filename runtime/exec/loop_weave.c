/* Arrays put together of elements of others, wherever these are: vectors of the result are woven of as few vectors of the sources as have their elements, by
 * permuting and blending. A view that was put together stays, until what it was taken from changes. */
#include "runtime/exec/loop_impl.h"

#include <string.h>

enum { VECTOR = 32, MOST_LANES = 8, MOST_WINDOWS = 1024 };

static int lanes_of(int bytes)
{
    return VECTOR / bytes;
}

/* Elements of one vector of the result that come out of one vector of a source. */
typedef struct Piece {
    int operand, lanes; /* lanes of the result, as bits */
    int64_t start;      /* the source's element that is first in its vector */
    int64_t elem[MOST_LANES];
} Piece;

/* The window that the element at `from` of a vector's n is in, with all others of it that are not in `done`. */
static Piece window_at(const LoopWeave *w, const LoopSource *from, int n, int at, int done)
{
    int lanes = lanes_of(w->bytes);
    Piece x = { .operand = from[at].operand, .start = from[at].elem };
    for (int k = at; k < n; k++) /* the first of those that fit */
        if (!(done >> k & 1) && from[k].operand == x.operand && from[k].elem < x.start && from[at].elem - from[k].elem < lanes)
            x.start = from[k].elem;
    x.start = MAX(0, MIN(x.start, w->sources[x.operand].n_elems - lanes));
    for (int k = at; k < n; k++)
        if (!(done >> k & 1) && from[k].operand == x.operand && from[k].elem >= x.start && from[k].elem < x.start + lanes) {
            x.lanes |= 1 << k;
            x.elem[k] = from[k].elem - x.start;
        }
    return x;
}

int loop_weave_windows(const LoopWeave *w)
{
    int lanes = lanes_of(w->bytes), n_windows = 0;
    if (w->bytes != 4 && w->bytes != 8)
        return -1;
    for (int64_t i = 0; i < w->n && n_windows <= MOST_WINDOWS; i += lanes) {
        int n = (int)MIN(lanes, w->n - i), done = 0;
        for (int k = 0; k < n; k++)
            if (!(done >> k & 1)) {
                done |= window_at(w, w->from + i, n, k, done).lanes;
                n_windows++;
            }
    }
    return n_windows <= MOST_WINDOWS ? n_windows : -1;
}

/* The window's elements where the result has them; what is in other places is any of the source's. */
static int window_value(LoopBuild *l, const LoopWeave *w, const Piece *x)
{
    uint32_t words[MOST_LANES] = { 0 };
    int each = w->bytes / 4, lanes = lanes_of(w->bytes), first = __builtin_ctz((unsigned)x->lanes);
    bool in_place = true, one = true;
    for (int k = 0; k < lanes; k++) {
        int64_t elem = x->lanes >> k & 1 ? x->elem[k] : x->elem[first];
        in_place &= !(x->lanes >> k & 1) || elem == k;
        one &= elem == x->elem[first];
        for (int j = 0; j < each; j++)
            words[k * each + j] = (uint32_t)(elem * each + j);
    }
    VecHome home = w->sources[x->operand].home;
    one &= !in_place;
    int64_t at = (x->start + (one ? x->elem[first] : 0)) * w->bytes;
    *(home.pointer ? &home.offset : &home.at) += (int32_t)at;
    int value = vec_read(&l->vec, loop_new_reg(l, w->elem, (RegInfo){ .kind = one ? REG_ONE : REG_TILE }, home));
    return one || in_place ? value : vec_2(&l->vec, VEC_words_by, vec_bytes(&l->vec, words), value);
}

int loop_weave_vector(LoopBuild *l, const LoopWeave *w, int64_t at)
{
    int n = (int)MIN(lanes_of(w->bytes), w->n - at), done = 0, result = -1;
    for (int k = 0; k < n; k++) {
        if (done >> k & 1)
            continue;
        Piece x = window_at(w, w->from + at, n, k, done);
        result = loop_blend(l, result, window_value(l, w, &x), x.lanes);
        done |= x.lanes;
    }
    return result;
}

void loop_weave(LoopBuild *l, const LoopWeave *w, VecHome to)
{
    loop_close(l);
    loop_open(l, w->bytes, 0);
    for (int64_t i = 0; i < w->n; i += lanes_of(w->bytes)) {
        VecHome home = to;
        *(home.pointer ? &home.offset : &home.at) += (int32_t)(i * w->bytes);
        int value = loop_weave_vector(l, w, i);
        int reg = loop_new_reg(l, w->elem, (RegInfo){ .kind = REG_TILE }, home);
        vec_push(&l->vec.steps, ((VecStep){ VEC_store, -1, value, -1, VECTOR, reg }));
    }
    loop_close(l);
}

/* ---- views that stay ---------------------------------------------------------------------------------------------- */

static bool is_same(const LoopView *v, const TileLoad *x, int64_t n)
{
    bool same = v->n == n && v->elem == x->elem && v->rank == x->rank && v->offset == x->offset;
    for (int d = 0; same && d < v->rank; d++)
        same = v->dims[d] == x->dims[d] && v->strides[d] == x->strides[d];
    return same;
}

const LoopView *loop_view(const LoopBuild *l, int slot, const TileLoad *x, int64_t n)
{
    for (int i = 0; i < l->views.n; i++)
        if (l->views.v[i].root == loop_root(l, slot) && is_same(&l->views.v[i], x, n))
            return &l->views.v[i];
    return NULL;
}

void loop_keep_view(LoopBuild *l, int slot, const TileLoad *x, LoopView v)
{
    v.root = loop_root(l, slot);
    v.elem = x->elem;
    v.rank = x->rank;
    v.offset = x->offset;
    memcpy(v.dims, x->dims, sizeof *v.dims * (size_t)x->rank);
    memcpy(v.strides, x->strides, sizeof *v.strides * (size_t)x->rank);
    vec_push(&l->views, v);
}

void loop_drop_views(LoopBuild *l, int slot)
{
    int root = loop_root(l, slot), kept = 0;
    for (int i = 0; i < l->views.n; i++)
        if (l->views.v[i].root != root)
            l->views.v[kept++] = l->views.v[i];
    l->views.n = kept;
}
