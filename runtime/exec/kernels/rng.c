/* rng-bit-generator: counter-based generators, with the same bits as XLA on CPUs.
 * Sources: Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (ThreeFry 2x32 with 20 rounds, Philox 4x32 with
 * 10). State word 0 is the key, word 1 the counter, which advances by the number of blocks used. */
#include <string.h>

#include "runtime/exec/kernel.h"

typedef struct RngPlan {
    bool threefry, wide_state; /* wide: u64[3] */
    int bytes;                 /* of an element */
    int64_t n;                 /* elements */
    int64_t outer, len, inner; /* threefry: the dim that is halved */
} RngPlan;

static void threefry(uint64_t key, uint64_t counter, uint32_t *y)
{
    static const int rot[2][4] = { { 13, 15, 26, 6 }, { 17, 29, 16, 24 } };
    uint32_t ks[3] = { (uint32_t)key, (uint32_t)(key >> 32), 0 };
    ks[2] = 0x1BD11BDAu ^ ks[0] ^ ks[1];
    uint32_t a = (uint32_t)counter + ks[0], b = (uint32_t)(counter >> 32) + ks[1];
    for (int r = 0; r < 5; r++) {
        for (int i = 0; i < 4; i++) {
            int s = rot[r & 1][i];
            a += b;
            b = b << s | b >> (32 - s);
            b ^= a;
        }
        a += ks[(r + 1) % 3];
        b += ks[(r + 2) % 3] + (uint32_t)(r + 1);
    }
    y[0] = a;
    y[1] = b;
}

static void philox(uint64_t key, uint64_t counter, uint64_t high, uint32_t *y)
{
    uint32_t k0 = (uint32_t)key, k1 = (uint32_t)(key >> 32);
    uint32_t c[4] = { (uint32_t)counter, (uint32_t)(counter >> 32), (uint32_t)high, (uint32_t)(high >> 32) };
    for (int r = 0; r < 10; r++) {
        uint64_t p0 = (uint64_t)0xD2511F53u * c[0], p1 = (uint64_t)0xCD9E8D57u * c[2];
        uint32_t n0 = (uint32_t)(p1 >> 32) ^ c[1] ^ k0, n2 = (uint32_t)(p0 >> 32) ^ c[3] ^ k1;
        c[1] = (uint32_t)p1;
        c[3] = (uint32_t)p0;
        c[0] = n0;
        c[2] = n2;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    memcpy(y, c, sizeof c);
}

static void put(char *out, int bytes, int64_t i, uint64_t v)
{
    memcpy(out + i * bytes, &v, (size_t)bytes); /* the low bits: little-endian */
}

static int64_t run_threefry(const RngPlan *p, uint64_t key, uint64_t counter, char *out)
{
    uint32_t y[2];
    if (p->bytes == 8) {
        for (int64_t i = 0; i < p->n; i++) {
            threefry(key, counter + (uint64_t)i, y);
            put(out, 8, i, y[0] | (uint64_t)y[1] << 32);
        }
        return p->n;
    }
    int64_t half = (p->len + 1) / 2, block = 0;
    for (int64_t o = 0; o < p->outer; o++)
        for (int64_t j = 0; j < half; j++)
            for (int64_t i = 0; i < p->inner; i++, block++) {
                threefry(key, counter + (uint64_t)block, y);
                int64_t at = (o * p->len + 2 * j) * p->inner + i;
                put(out, p->bytes, at, y[0]);
                if (2 * j + 1 < p->len)
                    put(out, p->bytes, at + p->inner, y[1]);
            }
    return block;
}

static int64_t run_philox(const RngPlan *p, uint64_t key, uint64_t counter, uint64_t high, char *out)
{
    int64_t words = p->bytes == 8 ? 2 * p->n : p->n, blocks = (words + 3) / 4, at = 0;
    uint32_t y[4];
    for (int64_t b = 0; b < blocks; b++) {
        uint64_t low = counter + (uint64_t)b;
        philox(key, low, high + (low < counter), y);
        if (p->bytes == 8)
            for (int i = 0; i < 4 && at < p->n; i += 2, at++)
                put(out, 8, at, y[i] | (uint64_t)y[i + 1] << 32);
        else
            for (int i = 0; i < 4 && at < p->n; i++, at++)
                put(out, p->bytes, at, y[i]);
    }
    return blocks;
}

static void run_rng(const Kernel *k)
{
    const RngPlan *p = k->plan;
    const uint64_t *state = k->args[0];
    uint64_t *next = k->outs[0], key = state[0], counter = state[1], high = p->wide_state ? state[2] : key;
    int64_t blocks = p->threefry ? run_threefry(p, key, counter, k->outs[1]) : run_philox(p, key, counter, high, k->outs[1]);
    next[0] = key;
    next[1] = counter + (uint64_t)blocks;
    if (p->wide_state)
        next[2] = high + (!p->threefry && next[1] < counter);
}

bool make_rng_bits(Arena *arena, const IrOp *op, Bound *to, GError **error)
{
    const Type *state = op->operands[0]->type, *t = op->type->kind == TYPE_TUPLE && op->type->n_parts == 2 ? op->type->parts[1] : NULL;
    if (!t || type_bytes(state) < 16 || type_bytes(state) > 24 || elem_info[t->elem].bytes > 8)
        return diag(error, SHARD_ERROR_UNSUPPORTED, OP_AT(op), NULL, "rng-bit-generator with this state");
    RngPlan *p = arena_new(arena, RngPlan);
    p->threefry = op->a.rng_bits.algorithm == 1;
    p->wide_state = type_bytes(state) == 24;
    p->bytes = elem_info[t->elem].bytes;
    p->n = t->n_elems;
    int split = -1;
    for (int d = 0; d < t->rank && split < 0; d++)
        if (t->dims[d] % 2 == 0 && t->dims[d] > 0)
            split = d;
    for (int d = 0; d < t->rank && (split < 0 || t->dims[split] % 2); d++)
        if (split < 0 || t->dims[d] > t->dims[split])
            split = d;
    p->outer = p->inner = 1;
    p->len = t->rank ? t->dims[split] : 1;
    for (int d = 0; d < t->rank; d++)
        if (d != split)
            *(d < split ? &p->outer : &p->inner) *= t->dims[d];
    to->fn = run_rng;
    to->plan = p;
    return true;
}
