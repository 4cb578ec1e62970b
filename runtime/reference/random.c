/* Random bits: the two counter-based generators, exact to the bit, and an arbitrary stream for `rng`, whose values HLO does not define.
 * Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3". A state is (key, counter[, high counter]) in 64-bit
 * words; a block of output is a function of key and counter. */
#include <math.h>
#include <string.h>

#include "runtime/reference/reference_impl.h"

static uint32_t rotate(uint32_t x, int n)
{
    return x << n | x >> (32 - n);
}

/* ThreeFry-2x32, 20 rounds. */
static void threefry(uint64_t key, uint64_t counter, uint32_t y[2])
{
    static const int rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
    uint32_t k[3] = {(uint32_t)key, (uint32_t)(key >> 32), 0};
    k[2] = k[0] ^ k[1] ^ 0x1BD11BDAu;
    uint32_t a = (uint32_t)counter + k[0], b = (uint32_t)(counter >> 32) + k[1];
    for (uint32_t group = 0; group < 5; group++) {
        for (int r = 0; r < 4; r++) {
            a += b;
            b = rotate(b, rotations[group % 2][r]) ^ a;
        }
        a += k[(group + 1) % 3];
        b += k[(group + 2) % 3] + group + 1;
    }
    y[0] = a;
    y[1] = b;
}

/* Philox-4x32, 10 rounds. */
static void philox(uint64_t key, uint64_t low, uint64_t high, uint32_t y[4])
{
    uint32_t k0 = (uint32_t)key, k1 = (uint32_t)(key >> 32);
    uint32_t x[4] = {(uint32_t)low, (uint32_t)(low >> 32), (uint32_t)high, (uint32_t)(high >> 32)};
    for (int round = 0; round < 10; round++) {
        uint64_t p = (uint64_t)0xD2511F53u * x[0], q = (uint64_t)0xCD9E8D57u * x[2];
        uint32_t next[4] = {(uint32_t)(q >> 32) ^ x[1] ^ k0, (uint32_t)q,
                            (uint32_t)(p >> 32) ^ x[3] ^ k1, (uint32_t)p};
        memcpy(x, next, sizeof x);
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    memcpy(y, x, sizeof x);
}

static void put_bits(Tensor *t, int64_t i, uint64_t bits)
{
    int bytes = elem_info[t->type->elem].bytes, width = elem_info[t->type->elem].bits;
    if (t->type->elem == ELEM_pred || width < 8) {
        scalar_store(t->type->elem, t->data, i,
                     (Scalar){.u = t->type->elem == ELEM_pred ? bits & 1 : bits});
        return;
    }
    memcpy((char *)t->data + i * bytes, &bits, (size_t)bytes); /* little-endian: the low bytes */
}

/* Up to 32 bits an element: the first even dimension (else the largest) is halved, blocks count
 * through the halved shape, and along it elements 2j and 2j + 1 are a block's two words. Returns
 * the number of blocks. */
static uint64_t fill_threefry32(Tensor *t, uint64_t key, uint64_t counter)
{
    const Type *type = t->type;
    uint32_t y[2];
    if (type->rank == 0) {
        threefry(key, counter, y);
        put_bits(t, 0, y[0]);
        return 1;
    }
    int d = -1, largest = 0;
    for (int i = 0; i < type->rank; i++) {
        if (d < 0 && type->dims[i] % 2 == 0)
            d = i;
        if (type->dims[i] > type->dims[largest])
            largest = i;
    }
    d = d < 0 ? largest : d;
    int64_t half[MAX_RANK], step[MAX_RANK], index[MAX_RANK] = {0}, blocks = 1;
    for (int i = 0; i < type->rank; i++)
        blocks *= half[i] = i == d ? (type->dims[i] + 1) / 2 : type->dims[i];
    ref_strides(type->rank, type->dims, step);
    for (int64_t b = 0; b < blocks; b++, ref_next(type->rank, half, index)) {
        threefry(key, counter + (uint64_t)b, y);
        int64_t at = 0;
        for (int i = 0; i < type->rank; i++)
            at += (i == d ? 2 * index[i] : index[i]) * step[i];
        put_bits(t, at, y[0]);
        if (2 * index[d] + 1 < type->dims[d])
            put_bits(t, at + step[d], y[1]);
    }
    return (uint64_t)blocks;
}

static uint64_t fill_threefry(Tensor *t, uint64_t key, uint64_t counter)
{
    if (elem_info[t->type->elem].bits <= 32)
        return fill_threefry32(t, key, counter);
    uint32_t y[2];
    for (int64_t i = 0; i < t->type->n_elems; i++) {
        threefry(key, counter + (uint64_t)i, y);
        put_bits(t, i, (uint64_t)y[1] << 32 | y[0]);
    }
    return (uint64_t)t->type->n_elems;
}

static uint64_t fill_philox(Tensor *t, uint64_t key, uint64_t low, uint64_t high)
{
    int words = elem_info[t->type->elem].bits > 32 ? 2 : 1;
    uint64_t n_words = (uint64_t)t->type->n_elems * (uint64_t)words;
    uint32_t y[4] = {0};
    for (int64_t i = 0; i < t->type->n_elems; i++) {
        uint64_t bits = 0;
        for (int w = 0; w < words; w++) {
            uint64_t word = (uint64_t)i * (uint64_t)words + (uint64_t)w;
            if (word % 4 == 0) /* the counter has 128 bits */
                philox(key, low + word / 4, high + (low + word / 4 < low), y);
            bits |= (uint64_t)y[word % 4] << 32 * w;
        }
        put_bits(t, i, bits);
    }
    return (n_words + 3) / 4;
}

bool ref_rng_bits(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    (void)cx;
    const Type *state = in[0]->type;
    bool state_ok =
        state->elem == ELEM_u64 && state->rank == 1 && (state->n_elems == 2 || state->n_elems == 3);
    if (!state_ok || op->type->kind != TYPE_TUPLE)
        return ref_unsupported(op, error, "its state is not u64[2] or u64[3]");
    out[1] = ref_new(op, 1, error);
    if (!out[1])
        return false;
    out[0] = tensor_dup(in[0]);
    uint64_t *s = out[0]->data;
    if (op->a.rng_bits.algorithm == 1) {
        s[1] += fill_threefry(out[1], s[0], s[1]);
    } else { /* the default is Philox; a state of two words has the key as high counter */
        uint64_t blocks = fill_philox(out[1], s[0], s[1], state->n_elems == 3 ? s[2] : s[0]);
        s[1] += blocks;
        if (state->n_elems == 3)
            s[2] += s[1] < blocks;
    }
    return true;
}

/* In [0, 1). */
static double next_unit(RefCx *cx)
{
    uint32_t y[2];
    threefry(0x5eed, (uint64_t)cx->draws++, y);
    return ((double)y[0] + 0.5) * 0x1p-32;
}

static bool update_state(RefCx *cx, const IrOp *op, Tensor **out, GError **error)
{
    out[0] = ref_new(op, 0, error);
    if (!out[0])
        return false;
    if (op->type->n_elems) /* the low half comes first, as in XLA:CPU */
        tensor_set_i64(out[0], 0, 0x7012395 + cx->draws);
    const char *delta = pair_get(op->extra, op->n_extra, "delta");
    cx->draws += delta ? MAX(g_ascii_strtoll(delta, NULL, 10), 1) : 1;
    return true;
}

bool ref_rng(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    if (op->code == OP_rng_get_and_update_state)
        return update_state(cx, op, out, error);
    if (op->n_operands < 2)
        return ref_unsupported(op, error, "it needs two parameters");
    out[0] = ref_new(op, 0, error);
    if (!out[0])
        return false;
    const char *distribution = pair_get(op->extra, op->n_extra, "distribution");
    bool normal =
        distribution && (strstr(distribution, "normal") || strstr(distribution, "NORMAL"));
    double a = tensor_get_f64(in[0], 0), b = tensor_get_f64(in[1], 0);
    for (int64_t i = 0; i < op->type->n_elems; i++) {
        double u = next_unit(cx);
        double v =
            normal ? a + b * sqrt(-2 * log(u)) * cos(2 * G_PI * next_unit(cx)) : a + (b - a) * u;
        tensor_set_f64(out[0], i, elem_is_float(op->type->elem) ? v : floor(v));
        if (!normal && a < b && tensor_get_f64(out[0], i) >= b) /* rounded up to what is excluded */
            tensor_set_f64(out[0], i, a);
    }
    return true;
}
