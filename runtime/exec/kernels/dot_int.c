/* Products of integer matrices, exact modulo the range of the result's type. Both operands are packed into panels whose elements are
 * in the order in which the innermost loop (tile_dot.h) reads them. Panels are as narrow as possible: groups of four bytes where
 * the processor multiplies and adds four at once, pairs of bytes or 16-bit numbers, otherwise words of the result's type.
 *
 * Some processors multiply unsigned by signed bytes only. Then bytes of the other kind are shifted by 128, and the difference is
 * subtracted afterwards: with a = a' + A and b = b' - B, sum ab = sum a'b' - B sum a' + A sum b' - kAB. */
#include "runtime/exec/kernels/dot_impl.h"

#include <string.h>

enum { BLOCK_ROWS = 192, BLOCK_COLUMNS = 512, BLOCK_DEPTH = 1024 /* bytes of a row in a panel */ };

/* Conversions from memory to panels: 0xTU, T the bytes of an element in memory, U of one in a panel. */
#define PACKING(T, U) ((int)sizeof(T) * 16 + (int)sizeof(U))

/* Rows [0, n) of an operand (columns, if it is the right one), `depth` elements each, as panels of `lanes` rows and `group` elements; the rest
 * of the last panel and of the last group is 0. */
typedef struct Panels {
    int64_t n, depth;
    int lanes, group;
    int unit;     /* bytes of a panel's element */
    uint8_t flip; /* combined with each element by exclusive or: 128 moves bytes between signed and unsigned */
} Panels;

#define PACK(name, T, U)                                                                           \
    static void name(const T *src, const DotView *v, const Panels *p, U *out)                      \
    {                                                                                              \
        int64_t n = p->n, depth = p->depth;                                                        \
        int lanes = p->lanes, group = p->group;                                                    \
        U flip = p->flip;                                                                          \
        int64_t groups = (depth + group - 1) / group, whole = depth / group, fs = v->free_stride, cs = v->con_stride; \
        for (int64_t f = 0; f < n; f += lanes, src += lanes * fs, out += groups * lanes * group) { \
            int64_t rows = MIN(lanes, n - f);                                                      \
            if (rows < lanes || whole < groups)                                                    \
                memset(out, 0, (size_t)(groups * lanes * group) * sizeof(U));                      \
            if (fs == 1 && group == 4) {                                                           \
                for (int64_t g = 0; g < whole; g++) {                                              \
                    const T *x = src + 4 * g * cs, *y = x + cs, *z = y + cs, *w = z + cs;          \
                    U *o = out + g * lanes * 4;                                                    \
                    for (int64_t r = 0; r < rows; r++) {                                           \
                        o[4 * r] = (U)((U)x[r] ^ flip);                                            \
                        o[4 * r + 1] = (U)((U)y[r] ^ flip);                                        \
                        o[4 * r + 2] = (U)((U)z[r] ^ flip);                                        \
                        o[4 * r + 3] = (U)((U)w[r] ^ flip);                                        \
                    }                                                                              \
                }                                                                                  \
            } else if (fs == 1 && group == 2) {                                                    \
                for (int64_t g = 0; g < whole; g++) {                                              \
                    const T *x = src + 2 * g * cs, *y = x + cs;                                    \
                    U *o = out + g * lanes * 2;                                                    \
                    for (int64_t r = 0; r < rows; r++) {                                           \
                        o[2 * r] = (U)x[r];                                                        \
                        o[2 * r + 1] = (U)y[r];                                                    \
                    }                                                                              \
                }                                                                                  \
            } else {                                                                               \
                for (int64_t r = 0; r < rows; r++)                                                 \
                    for (int64_t g = 0; g < whole; g++)                                            \
                        for (int e = 0; e < group; e++)                                            \
                            out[(g * lanes + r) * group + e] = (U)((U)src[r * fs + (g * group + e) * cs] ^ flip); \
            }                                                                                      \
            for (int64_t r = 0; r < rows; r++)                                                     \
                for (int64_t k = whole * group; k < depth; k++)                                    \
                    out[(whole * lanes + r) * group + k % group] = (U)((U)src[r * fs + k * cs] ^ flip); \
        }                                                                                          \
    }
#define PACK_FROM(T)                                                                               \
    PACK(pack_##T##_1, T, uint8_t) PACK(pack_##T##_2, T, uint16_t) PACK(pack_##T##_4, T, uint32_t) PACK(pack_##T##_8, T, uint64_t)
PACK_FROM(int8_t)
PACK_FROM(uint8_t)
PACK_FROM(int16_t)
PACK_FROM(uint16_t)
PACK_FROM(int32_t)
PACK_FROM(uint32_t)
PACK_FROM(int64_t)
PACK_FROM(uint64_t)

/* Groups of four bytes that are contiguous in memory are copied as words. */
static void pack_quads(const uint8_t *src, const DotView *v, const Panels *p, uint8_t *out)
{
    int64_t n = p->n, depth = p->depth;
    int lanes = p->lanes;
    uint8_t flip = p->flip;
    int64_t groups = (depth + 3) / 4, whole = depth / 4;
    uint32_t flips = flip * 0x01010101u;
    for (int64_t f = 0; f < n; f += lanes, out += groups * lanes * 4) {
        int64_t rows = MIN(lanes, n - f);
        if (rows < lanes || whole < groups)
            memset(out, 0, (size_t)(groups * lanes * 4));
        for (int64_t r = 0; r < rows; r++) {
            const uint8_t *x = src + (f + r) * v->free_stride;
            uint8_t *o = out + r * 4;
            for (int64_t g = 0; g < whole; g++) {
                uint32_t four;
                memcpy(&four, x + 4 * g, 4);
                four ^= flips;
                memcpy(o + g * lanes * 4, &four, 4);
            }
            for (int64_t k = whole * 4; k < depth; k++)
                o[whole * lanes * 4 + k % 4] = (uint8_t)(x[k] ^ flip);
        }
    }
}

static void pack(const DotView *v, const void *src, const Panels *p, void *out)
{
    if (p->unit == 1 && v->con_stride == 1) {
        pack_quads(src, v, p, out);
        return;
    }
    switch (v->ct) {
#define TO(T, U)                                                                                   \
    pack_##T##_##U(src, v, p, out);                                                                \
    break
#define FROM(T)                                                                                    \
    switch (p->unit) {                                                                             \
    case 1:                                                                                        \
        TO(T, 1);                                                                                  \
    case 2:                                                                                        \
        TO(T, 2);                                                                                  \
    case 4:                                                                                        \
        TO(T, 4);                                                                                  \
    default:                                                                                       \
        TO(T, 8);                                                                                  \
    }                                                                                              \
    break
    case CT_s8:
        FROM(int8_t);
    case CT_pred:
    case CT_u8:
        FROM(uint8_t);
    case CT_s16:
        FROM(int16_t);
    case CT_u16:
        FROM(uint16_t);
    case CT_s32:
        FROM(int32_t);
    case CT_u32:
        FROM(uint32_t);
    case CT_s64:
        FROM(int64_t);
    case CT_u64:
        FROM(uint64_t);
    case CT_f32:
    case CT_f64:
    case CT_c64:
    case CT_c128:
    case N_CTYPES:
        g_assert_not_reached();
    }
}

/* Sums over the depth of each row of byte panels. */
#define PANEL_SUMS(name, T)                                                                        \
    static void name(const T *panels, int64_t n, int64_t groups, int lanes, uint32_t *sums)        \
    {                                                                                              \
        for (int64_t f = 0; f < n; f += lanes, sums += lanes) {                                    \
            memset(sums, 0, (size_t)lanes * sizeof *sums);                                         \
            for (int64_t g = 0; g < groups; g++, panels += lanes * 4)                              \
                for (int r = 0; r < lanes; r++)                                                    \
                    sums[r] += (uint32_t)(panels[4 * r] + panels[4 * r + 1] + panels[4 * r + 2] + panels[4 * r + 3]); \
        }                                                                                          \
    }
PANEL_SUMS(signed_sums, int8_t)
PANEL_SUMS(unsigned_sums, uint8_t)

/* ---- blocks ------------------------------------------------------------------------------------------ */

typedef struct Block {
    const DotInt *d;
    const DotTile *tile;
    int unit;              /* bytes of a panel's element */
    int64_t depth;         /* of a panel, in elements */
    uint8_t flip_a, flip_b;
    int64_t n_m, n_n, per; /* blocks along m and n; batches per block */
    int64_t bm, bn;
    size_t a_bytes, b_bytes;
} Block;

static int64_t round_up(int64_t n, int64_t to)
{
    return (n + to - 1) / to * to;
}

/* The part of a tile that goes into the result. */
typedef struct TilePart {
    int64_t m, n;                   /* its rows and columns */
    bool first;                     /* the first depth: the result is set, not added to */
    const uint32_t *row, *column;   /* what is added to the sums of each row and each column, or NULL */
} TilePart;

/* Sums of a tile, [rows][columns] at `tile`, into the result. */
#define PUT(T, S)                                                                                  \
    for (int64_t i = 0; i < m; i++) {                                                              \
        T *o = (T *)out + i * d->n;                                                                \
        const S *x = (const S *)tile + i * columns;                                                \
        S extra = row ? (S)row[i] : 0;                                                             \
        if (first)                                                                                 \
            for (int64_t j = 0; j < n; j++)                                                        \
                o[j] = (T)(x[j] + extra + (column ? (S)column[j] : 0));                            \
        else                                                                                       \
            for (int64_t j = 0; j < n; j++)                                                        \
                o[j] = (T)(o[j] + x[j] + extra + (column ? (S)column[j] : 0));                     \
    }                                                                                              \
    break
static void put_tile(const Block *b, const void *tile, const TilePart *part, char *out)
{
    const DotInt *d = b->d;
    int64_t m = part->m, n = part->n;
    bool first = part->first;
    const uint32_t *row = part->row, *column = part->column;
    int columns = b->tile->columns;
    if (d->ct == CT_pred) {
        for (int64_t i = 0; i < m; i++)
            for (int64_t j = 0; j < n; j++)
                out[i * d->n + j] = (char)((!first && out[i * d->n + j]) || ((const uint32_t *)tile)[i * columns + j] != 0);
        return;
    }
    switch (ctype_bytes[d->ct]) {
    case 1:
        PUT(uint8_t, uint32_t);
    case 2:
        PUT(uint16_t, uint32_t);
    case 4:
        PUT(uint32_t, uint32_t);
    default:
        PUT(uint64_t, uint64_t);
    }
}

/* One block of one batch: m rows of `a`, n columns of `b`, and the result's corner. */
typedef struct BlockAt {
    const char *a, *b;
    char *out;
    int64_t m, n;
} BlockAt;

/* Depth by depth, both sides packed, then tile by tile. */
static void multiply_block(const Block *b, const BlockAt *at, char *scratch)
{
    const DotInt *d = b->d;
    int64_t m = at->m, n = at->n;
    const DotTile *t = b->tile;
    char *pa = scratch, *pb = pa + b->a_bytes, *tile = pb + b->b_bytes;
    uint32_t *rows = (uint32_t *)(tile + 64 * 64), *columns = rows + round_up(b->bm, t->rows);
    int a_width = ctype_bytes[d->a.ct], b_width = ctype_bytes[d->b.ct], r_width = ctype_bytes[d->ct];
    for (int64_t k = 0; k < d->k; k += b->depth) {
        int64_t depth = MIN(b->depth, d->k - k), groups = (depth + t->group - 1) / t->group;
        Panels of_a = { m, depth, t->rows, t->group, b->unit, b->flip_a }, of_b = { n, depth, t->columns, t->group, b->unit, b->flip_b };
        pack(&d->a, at->a + k * d->a.con_stride * a_width, &of_a, pa);
        pack(&d->b, at->b + k * d->b.con_stride * b_width, &of_b, pb);
        if (b->flip_b) {
            signed_sums((const int8_t *)pa, m, groups, t->rows, rows);
            for (int64_t i = 0; i < m; i++)
                rows[i] = (uint32_t)-b->flip_b * (rows[i] + (uint32_t)depth * b->flip_a);
        }
        if (b->flip_a) {
            unsigned_sums((const uint8_t *)pb, n, groups, t->columns, columns);
            for (int64_t j = 0; j < n; j++)
                columns[j] *= b->flip_a;
        }
        int64_t a_panel = groups * t->group * t->rows * b->unit, b_panel = groups * t->group * t->columns * b->unit;
        for (int64_t j = 0; j < n; j += t->columns)
            for (int64_t i = 0; i < m; i += t->rows) {
                t->fn(groups, pa + i / t->rows * a_panel, pb + j / t->columns * b_panel, tile);
                TilePart part = { MIN(t->rows, m - i), MIN(t->columns, n - j), k == 0, b->flip_b ? rows + i : NULL, b->flip_a ? columns + j : NULL };
                put_tile(b, tile, &part, at->out + (i * d->n + j) * r_width);
            }
    }
}

static void int_block(void *arg, int64_t index)
{
    const Block *b = arg;
    const DotInt *d = b->d;
    int64_t nb = index % b->n_n, mb = index / b->n_n % b->n_m, batch = index / b->n_n / b->n_m * b->per;
    int64_t i = mb * b->bm, j = nb * b->bn, m = MIN(b->bm, d->m - i), n = MIN(b->bn, d->n - j);
    char *scratch = pool_scratch(b->a_bytes + b->b_bytes + 64 * 64 + (size_t)(round_up(b->bm, b->tile->rows) + round_up(b->bn, b->tile->columns)) * 4);
    if (!scratch)
        return;
    for (int64_t k = batch; k < MIN(d->batch, batch + b->per); k++) {
        int64_t ao, bo;
        d->batch_start(d->plan, k, &ao, &bo);
        BlockAt at = { .a = d->a.data + (ao + i * d->a.free_stride) * ctype_bytes[d->a.ct],
                       .b = d->b.data + (bo + j * d->b.free_stride) * ctype_bytes[d->b.ct],
                       .out = d->out + (k * d->m * d->n + i * d->n + j) * ctype_bytes[d->ct], .m = m, .n = n };
        multiply_block(b, &at, scratch);
    }
}

/* The narrowest panels that hold both operands and whose sums hold the result. */
static void choose_tile(Block *b)
{
    const DotInt *d = b->d;
    const TileTable *tab = tile_table();
    int bytes = ctype_bytes[d->ct], a = ctype_bytes[d->a.ct], y = ctype_bytes[d->b.ct];
    bool pair_a = a == 1 || d->a.ct == CT_s16 || bytes <= 2, pair_b = y == 1 || d->b.ct == CT_s16 || bytes <= 2;
    if (bytes <= 4 && a == 1 && y == 1 && tile_has_quads(tab)) {
        b->tile = &tab->dot_quads;
        b->unit = 1;
        b->flip_a = d->a.ct == CT_u8 ? 128 : 0;
        b->flip_b = d->b.ct == CT_s8 ? 128 : 0;
    } else if (bytes <= 4 && pair_a && pair_b && tab->dot_pairs.fn) {
        b->tile = &tab->dot_pairs;
        b->unit = 2;
    } else {
        b->tile = bytes <= 4 ? &tab->dot_words : &tab->dot_longs;
        b->unit = bytes <= 4 ? 4 : 8;
    }
}

void dot_int(const DotInt *d, Pool *pool, int n_devices)
{
    Block b = { .d = d };
    choose_tile(&b);
    const DotTile *t = b.tile;
    b.depth = BLOCK_DEPTH / b.unit;
    b.bm = MIN(round_up(d->m, t->rows), BLOCK_ROWS);
    b.bn = MIN(round_up(d->n, t->columns), n_devices > 2 ? BLOCK_COLUMNS : BLOCK_COLUMNS / 2);
    b.n_m = (d->m + b.bm - 1) / b.bm;
    b.n_n = (d->n + b.bn - 1) / b.bn;
    int64_t depth = round_up(MIN(b.depth, d->k), t->group);
    b.a_bytes = ((size_t)(b.bm * depth * b.unit) + 63) & ~(size_t)63;
    b.b_bytes = ((size_t)(round_up(b.bn, t->columns) * depth * b.unit) + 63) & ~(size_t)63;
    double cost = (double)b.bm * (double)b.bn * (double)d->k / 16 + 2000;
    b.per = (int64_t)MAX(1, 4e5 / cost);
    pool_for(pool, (d->batch + b.per - 1) / b.per * b.n_m * b.n_n, int_block, &b);
}
