/* Random bits of a split array. Both generators compute block b of their stream from the key and the counter plus b, so each device
 * computes the blocks of its own elements: bit for bit those that one device would draw for the whole array.
 * Sources: the generators, Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3"; the order in which
 * blocks become elements, the StableHLO operation as XLA's CPU backend computes it (described in reference/random.c). */
#include "runtime/partition/local_build.h"
#include "runtime/partition/local_impl.h"

#include "runtime/partition/lower.h"

typedef struct Draw {
    Local *x;
    const Type *u32, *u64;  /* one number per element of the tile */
} Draw;

bool lower_can_draw(const IrOp *op)
{
    if (op->code != OP_rng_bit_generator || op->n_operands != 1 || op->type->kind != TYPE_TUPLE || op->type->n_parts != 2)
        return false;
    const Type *state = op->operands[0]->type, *bits = op->type->parts[1];
    return state->kind == TYPE_ARRAY && state->elem == ELEM_u64 && state->rank == 1 && (state->dims[0] == 2 || state->dims[0] == 3) &&
           bits->kind == TYPE_ARRAY && bits->rank > 0 && elem_is_int(bits->elem) && elem_info[bits->elem].bits >= 8;
}

static IrOp *word(const Draw *w, uint32_t value)
{
    return lb_spread(w->x, lb_constant(w->x, type_scalar(w->x->out->types, ELEM_u32), &value), w->u32);
}

static IrOp *wide(const Draw *w, uint64_t value)
{
    return lb_spread(w->x, lb_constant(w->x, type_scalar(w->x->out->types, ELEM_u64), &value), w->u64);
}

static IrOp *low_half(const Draw *w, IrOp *a)
{
    return lb_convert(w->x, lb_binary(w->x, OP_and, a, wide(w, UINT32_MAX)), ELEM_u32);
}

/* The product's low half: of u32, which wraps. */
static IrOp *product(const Draw *w, IrOp *a, uint32_t by)
{
    return lb_binary(w->x, OP_multiply, a, word(w, by));
}

static IrOp *high_half(const Draw *w, IrOp *a)
{
    return lb_convert(w->x, lb_binary(w->x, OP_shift_right_logical, a, wide(w, 32)), ELEM_u32);
}

static IrOp *joined(const Draw *w, IrOp *low, IrOp *high)
{
    Local *x = w->x;
    return lb_binary(x, OP_or, lb_convert(x, low, ELEM_u64), lb_binary(x, OP_shift_left, lb_convert(x, high, ELEM_u64), wide(w, 32)));
}

static IrOp *rotated(const Draw *w, IrOp *a, uint32_t n)
{
    return lb_binary(w->x, OP_or, lb_binary(w->x, OP_shift_left, a, word(w, n)), lb_binary(w->x, OP_shift_right_logical, a, word(w, 32 - n)));
}

/* ThreeFry-2x32, 20 rounds: y[0], y[1] of key and counter. */
static void threefry(const Draw *w, IrOp *key, IrOp *counter, IrOp *y[2])
{
    static const uint32_t rotations[2][4] = { { 13, 15, 26, 6 }, { 17, 29, 16, 24 } };
    Local *x = w->x;
    IrOp *k[3] = { low_half(w, key), high_half(w, key), NULL };
    k[2] = lb_binary(x, OP_xor, lb_binary(x, OP_xor, k[0], k[1]), word(w, 0x1BD11BDAu));
    IrOp *a = lb_binary(x, OP_add, low_half(w, counter), k[0]), *b = lb_binary(x, OP_add, high_half(w, counter), k[1]);
    for (uint32_t group = 0; group < 5; group++) {
        for (int r = 0; r < 4; r++) {
            a = lb_binary(x, OP_add, a, b);
            b = lb_binary(x, OP_xor, rotated(w, b, rotations[group % 2][r]), a);
        }
        a = lb_binary(x, OP_add, a, k[(group + 1) % 3]);
        b = lb_binary(x, OP_add, b, lb_binary(x, OP_add, k[(group + 2) % 3], word(w, group + 1)));
    }
    y[0] = a;
    y[1] = b;
}

/* Philox-4x32, 10 rounds: y[0..3]. */
static void philox(const Draw *w, IrOp *key, IrOp *low, IrOp *high, IrOp *y[4])
{
    Local *x = w->x;
    IrOp *k0 = low_half(w, key), *k1 = high_half(w, key);
    IrOp *s[4] = { low_half(w, low), high_half(w, low), low_half(w, high), high_half(w, high) };
    for (int round = 0; round < 10; round++) {
        IrOp *p = lb_binary(x, OP_multiply, lb_convert(x, s[0], ELEM_u64), wide(w, 0xD2511F53u));
        IrOp *q = lb_binary(x, OP_multiply, lb_convert(x, s[2], ELEM_u64), wide(w, 0xCD9E8D57u));
        IrOp *next[4] = { lb_binary(x, OP_xor, lb_binary(x, OP_xor, high_half(w, q), s[1]), k0), product(w, s[2], 0xCD9E8D57u),
                          lb_binary(x, OP_xor, lb_binary(x, OP_xor, high_half(w, p), s[3]), k1), product(w, s[0], 0xD2511F53u) };
        memcpy(s, next, sizeof s);
        k0 = lb_binary(x, OP_add, k0, word(w, 0x9E3779B9u));
        k1 = lb_binary(x, OP_add, k1, word(w, 0xBB67AE85u));
    }
    memcpy(y, s, sizeof s);
}

/* Place of each element of the tile along dim d of the whole, u64. */
static IrOp *place(const Draw *w, const Sharding *s, int d)
{
    Local *x = w->x;
    IrOp *at = lb_iota(x, w->u64, d);
    at = lb_binary(x, OP_add, at, lb_spread(x, lb_index(x, s->dims[d].axes, w->u64->dims[d]), at->type));
    return lb_convert(x, at, ELEM_u64);
}

/* Number of each element, row-major, in an array of `dims` in which dim `halved` (-1 = none) counts pairs. */
static IrOp *number(const Draw *w, const Sharding *s, int rank, const int64_t *dims, int halved)
{
    Local *x = w->x;
    IrOp *sum = NULL;
    uint64_t step = 1;
    for (int d = rank - 1; d >= 0; d--) {
        IrOp *at = place(w, s, d);
        if (d == halved)
            at = lb_binary(x, OP_shift_right_logical, at, wide(w, 1));
        if (step != 1)
            at = lb_binary(x, OP_multiply, at, wide(w, step));
        sum = sum ? lb_binary(x, OP_add, sum, at) : at;
        step *= (uint64_t)(d == halved ? (dims[d] + 1) / 2 : dims[d]);
    }
    return sum;
}

static IrOp *state_word(const Draw *w, IrOp *state, int i)
{
    return lb_reshape(w->x, lb_slice_dim(w->x, state, 0, i, i + 1, 1), 0, NULL);
}

static IrOp *spread_state(const Draw *w, IrOp *state, int i)
{
    return lb_spread(w->x, state_word(w, state, i), w->u64);
}

static IrOp *is(const Draw *w, IrOp *a, uint64_t value)
{
    return lb_compare(w->x, DIR_EQ, a, wide(w, value));
}

/* One number per block that `n` elements along dim d come from, where the tile holds whole blocks of them; false if it does not. */
static bool blocks_of(const Draw *w, const Type *whole, int d, int n, Draw *blocks, int64_t *dims)
{
    if (w->u32->dims[d] % n || whole->rank == MAX_RANK)
        return false;
    int64_t size = w->u32->dims[d] / n;
    *blocks = (Draw){ w->x, lb_with_dim(w->x, w->u32, d, size), lb_with_dim(w->x, w->u64, d, size) };
    for (int i = 0; i < whole->rank; i++)
        dims[i] = i == d ? (whole->dims[i] + n - 1) / n : whole->dims[i];
    return true;
}

/* Elements of blocks: n parts, one after the other along dim d, are those of a tile like `tile`. */
static IrOp *interleaved(Local *x, const Type *tile, int d, int n, IrOp *const *parts)
{
    IrOp *apart[4];
    int64_t dims[MAX_RANK];
    int rank = 0;
    for (int i = 0; i < tile->rank; i++) {
        dims[rank++] = parts[0]->type->dims[i];
        if (i == d)
            dims[rank++] = 1;
    }
    for (int i = 0; i < n; i++)
        apart[i] = lb_reshape(x, parts[i], rank, dims);
    return lb_reshape(x, lb_concat(x, d + 1, n, apart), tile->rank, tile->dims);
}

/* The bits of each element, u32 or u64; *blocks: how far the whole moves the counter. Where the tile holds whole blocks, all words
 * of a block are used; else each element has its own block worked out and takes its word. */
static IrOp *draw_threefry(const Draw *w, const Type *whole, const Sharding *s, IrOp *state, uint64_t *blocks)
{
    Local *x = w->x;
    IrOp *y[2];
    *blocks = 1;
    if (elem_info[whole->elem].bits > 32) {
        *blocks = (uint64_t)whole->n_elems;
        threefry(w, spread_state(w, state, 0), lb_binary(x, OP_add, spread_state(w, state, 1), number(w, s, whole->rank, whole->dims, -1)), y);
        return joined(w, y[0], y[1]);
    }
    int halved = -1, largest = 0; /* the first even dim, else the largest */
    for (int d = 0; d < whole->rank; d++) {
        if (halved < 0 && whole->dims[d] % 2 == 0)
            halved = d;
        if (whole->dims[d] > whole->dims[largest])
            largest = d;
    }
    halved = halved < 0 ? largest : halved;
    for (int d = 0; d < whole->rank; d++)
        *blocks *= (uint64_t)(d == halved ? (whole->dims[d] + 1) / 2 : whole->dims[d]);
    Draw pairs;
    int64_t dims[MAX_RANK];
    if (blocks_of(w, whole, halved, 2, &pairs, dims)) {
        threefry(&pairs, spread_state(&pairs, state, 0),
                 lb_binary(x, OP_add, spread_state(&pairs, state, 1), number(&pairs, s, whole->rank, dims, -1)), y);
        return interleaved(x, w->u32, halved, 2, y);
    }
    threefry(w, spread_state(w, state, 0), lb_binary(x, OP_add, spread_state(w, state, 1), number(w, s, whole->rank, whole->dims, halved)), y);
    IrOp *second = lb_binary(x, OP_and, place(w, s, halved), wide(w, 1));
    return lb_select(x, is(w, second, 0), y[0], y[1]);
}

/* The four words of the blocks of these numbers. */
static void philox_of(const Draw *w, IrOp *state, IrOp *block, IrOp *y[4])
{
    Local *x = w->x;
    IrOp *from = spread_state(w, state, 1), *low = lb_binary(x, OP_add, from, block);
    IrOp *carry = lb_convert(x, lb_compare(x, DIR_LT, low, from), ELEM_u64); /* the counter has 128 bits */
    IrOp *high = lb_binary(x, OP_add, spread_state(w, state, state->type->dims[0] == 3 ? 2 : 0), carry);
    philox(w, spread_state(w, state, 0), low, high, y);
}

static IrOp *draw_philox(const Draw *w, const Type *whole, const Sharding *s, IrOp *state, uint64_t *blocks)
{
    Local *x = w->x;
    bool two = elem_info[whole->elem].bits > 32;
    int last = whole->rank - 1, n = two ? 2 : 4;
    *blocks = ((uint64_t)whole->n_elems * (two ? 2 : 1) + 3) / 4;
    IrOp *y[4];
    Draw whole_blocks;
    int64_t dims[MAX_RANK];
    if (whole->dims[last] % n == 0 && blocks_of(w, whole, last, n, &whole_blocks, dims)) {
        const Draw *b = &whole_blocks;
        philox_of(b, state, number(b, s, whole->rank, dims, -1), y);
        IrOp *pairs[2] = { two ? joined(b, y[0], y[1]) : NULL, two ? joined(b, y[2], y[3]) : NULL };
        return interleaved(x, two ? w->u64 : w->u32, last, n, two ? pairs : y);
    }
    IrOp *element = number(w, s, whole->rank, whole->dims, -1);
    philox_of(w, state, lb_binary(x, OP_shift_right_logical, element, wide(w, two ? 1 : 2)), y);
    IrOp *at = lb_binary(x, OP_and, element, wide(w, two ? 1 : 3));
    if (two)
        return lb_select(x, is(w, at, 0), joined(w, y[0], y[1]), joined(w, y[2], y[3]));
    IrOp *got = y[3];
    for (int i = 2; i >= 0; i--)
        got = lb_select(x, is(w, at, (uint64_t)i), y[i], got);
    return got;
}

static IrOp *next_state(const Draw *w, IrOp *state, uint64_t blocks, bool carries)
{
    Local *x = w->x;
    IrOp *by = lb_constant(x, type_scalar(x->out->types, ELEM_u64), &blocks);
    static const int64_t one = 1;
    IrOp *parts[3], *counter = lb_binary(x, OP_add, state_word(w, state, 1), by);
    int n = (int)state->type->dims[0];
    for (int i = 0; i < n; i++) {
        IrOp *v = i == 1 ? counter : state_word(w, state, i);
        if (i == 2 && carries)
            v = lb_binary(x, OP_add, v, lb_convert(x, lb_compare(x, DIR_LT, counter, by), ELEM_u64));
        parts[i] = lb_reshape(x, v, 1, &one);
    }
    return lb_concat(x, 0, n, parts);
}

IrOp *lower_rng_bits(Local *x, const IrOp *op)
{
    const Sharding *s = op->type->kind == TYPE_TUPLE && op->shardings ? op->shardings[1] : NULL;
    bool split = false;
    for (int d = 0; s && d < s->rank; d++)
        split |= sharding_parts(s, d) > 1;
    if (!split || !lower_can_draw(op))
        return lower_plain(x, op);
    const Type *whole = op->type->parts[1], *tile = lb_local_type(x, whole, s);
    Draw w = { x, type_with_elem(x->out->types, tile, ELEM_u32), type_with_elem(x->out->types, tile, ELEM_u64) };
    IrOp *state = local_of(x, op->operands[0]);
    uint64_t blocks;
    bool is_threefry = op->a.rng_bits.algorithm == 1;
    IrOp *bits = is_threefry ? draw_threefry(&w, whole, s, state, &blocks) : draw_philox(&w, whole, s, state, &blocks);
    static const ElemType unsigned_of[] = { ELEM_u8, ELEM_u16, ELEM_u32, ELEM_u64 };
    int size = elem_info[whole->elem].bytes;
    ElemType plain = unsigned_of[size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3];
    if (size < 4) /* the low bits, in whatever way a narrowing convert would treat the rest */
        bits = lb_binary(x, OP_and, bits, word(&w, size == 1 ? 0xff : 0xffff));
    bits = lb_convert(x, bits, plain);
    if (whole->elem != plain)
        bits = lb_op(x, OP_bitcast_convert, tile, 1, &bits);
    IrOp *parts[2] = { next_state(&w, state, blocks, !is_threefry), bits };
    const Type *types[2] = { parts[0]->type, parts[1]->type };
    return lb_op(x, OP_tuple, type_tuple(x->out->types, 2, types), 2, parts);
}
