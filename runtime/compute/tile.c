/* Runs tile programs: points registers at memory or at scratch, loads what cannot be read in place, then runs the
 * steps one after the other over the tile. */
#include "runtime/compute/tile.h"

#include <string.h>

#include "runtime/compute/every.h"
#include "runtime/compute/shuffle.h"

enum { PAD_BYTES = 32 }; /* a vector */

size_t tile_run_bytes(const TileProg *p)
{
    return (size_t)p->n_regs * (2 * sizeof(void *) + 64) + (size_t)p->n_places * TILE_BYTES + (size_t)p->n_pads * (PAD_BYTES + sizeof(void *)) + 256;
}

/* n times the element at `value`, which is not in d. */
static void fill_tile(void *d, const void *value, int bytes, int n)
{
    uint64_t v = 0;
    memcpy(&v, value, (size_t)MIN(bytes, 8));
    switch (bytes) { /* from a register, since a store could change the memory of `value` */
    case 1:
        memset(d, (uint8_t)v, (size_t)n);
        break;
    case 2:
        for (int i = 0; i < n; i++)
            ((uint16_t *)d)[i] = (uint16_t)v;
        break;
    case 4:
        for (int i = 0; i < n; i++)
            ((uint32_t *)d)[i] = (uint32_t)v;
        break;
    case 8:
        for (int i = 0; i < n; i++)
            ((uint64_t *)d)[i] = v;
        break;
    default:
        for (int i = 0; i < n; i++)
            memcpy((char *)d + (size_t)i * 16, value, 16);
        break;
    }
}

/* One element of memory as one element of its compute type. */
static void load_one(const TileTable *tab, ElemType e, const void *src, void *value)
{
    if (elem_is_ctype(e))
        memcpy(value, src, (size_t)elem_info[e].bytes);
    else
        tab->load[e](value, src, NULL, NULL, 1);
}

enum { VECTOR = 16 }; /* bytes */

/* Short rows of a strided view; strides in elements. */
typedef struct ShortRows {
    int64_t n, row_stride;
    int64_t inner, stride; /* elements of a row */
} ShortRows;

/* One element for each row. Rows that a vector of 16 bytes holds are written as such ones, over the rows behind. */
#define EACH_FILL(T, INNER)                                                                        \
    for (int64_t r = 0; r < n; r++, o += (INNER), x += row_stride) {                               \
        const T v = *x;                                                                            \
        for (int64_t k = 0; k < (INNER); k++)                                                      \
            o[k] = v;                                                                              \
    }                                                                                              \
    return
#define FILL_OVER(T)                                                                               \
    for (; n * inner >= VECTOR / (int64_t)sizeof(T); n--, o += inner, x += row_stride) {           \
        uint64_t v = *x * (UINT64_MAX / (T)-1);                                                    \
        memcpy(o, &v, 8);                                                                          \
        memcpy(o + 8 / sizeof(T), &v, 8);                                                          \
    }
/* One loop for the rows and their elements. */
#define EACH_ROW(T, INNER)                                                                         \
    for (int64_t r = 0; r < n; r++, o += (INNER), x += row_stride)                                 \
        for (int64_t k = 0; k < (INNER); k++)                                                      \
            o[k] = x[k * stride];                                                                  \
    break
#define LOAD_ROWS(T)                                                                               \
    static void load_rows_##T(T *o, const T *x, ShortRows rows)                                    \
    {                                                                                              \
        int64_t n = rows.n, row_stride = rows.row_stride, inner = rows.inner, stride = rows.stride; \
        if (stride == 0) {                                                                         \
            FILL_OVER(T)                                                                           \
            EACH_FILL(T, inner);                                                                   \
        }                                                                                          \
        switch (inner) {                                                                           \
        case 1:                                                                                    \
            EACH_ROW(T, 1);                                                                        \
        case 2:                                                                                    \
            EACH_ROW(T, 2);                                                                        \
        case 3:                                                                                    \
            EACH_ROW(T, 3);                                                                        \
        case 4:                                                                                    \
            EACH_ROW(T, 4);                                                                        \
        default:                                                                                   \
            EACH_ROW(T, inner);                                                                    \
        }                                                                                          \
    }

LOAD_ROWS(uint8_t)
LOAD_ROWS(uint16_t)
LOAD_ROWS(uint32_t)
LOAD_ROWS(uint64_t)

typedef struct Vector {
    char bytes[VECTOR];
} Vector;

/* Rows of at least a vector, by vectors: the last one of a row overlaps the one before. BYTES of a row that the compiler knows, or not. */
#define COPY_ROWS(BYTES)                                                                           \
    for (int64_t r = 0; r < n; r++, d += (BYTES), s += by) {                                       \
        for (int64_t i = 0; i + VECTOR < (BYTES); i += VECTOR)                                     \
            memcpy(d + i, s + i, VECTOR);                                                          \
        memcpy(d + (BYTES) - VECTOR, s + (BYTES) - VECTOR, VECTOR);                                \
    }                                                                                              \
    return
static void copy_rows(char *d, const char *s, int64_t n, int64_t by, int64_t bytes)
{
    switch (bytes) {
    case 16: COPY_ROWS(16);
    case 32: COPY_ROWS(32);
    case 48: COPY_ROWS(48);
    case 64: COPY_ROWS(64);
    case 128: COPY_ROWS(128);
    default: COPY_ROWS(bytes);
    }
}

/* The same of one element each, in a vector as often as it fits. */
#define FILL_ROWS(T)                                                                               \
    for (int64_t r = 0; r < n; r++, d += bytes, s += by) {                                         \
        uint64_t half = *(const T *)(const void *)s * (UINT64_MAX / (T)-1);                        \
        Vector v;                                                                                  \
        memcpy(v.bytes, &half, 8);                                                                 \
        memcpy(v.bytes + 8, &half, 8);                                                             \
        for (int64_t i = 0; i + VECTOR < bytes; i += VECTOR)                                       \
            memcpy(d + i, &v, VECTOR);                                                             \
        memcpy(d + bytes - VECTOR, &v, VECTOR);                                                    \
    }                                                                                              \
    return
static void fill_rows(char *d, const char *s, int64_t n, int64_t by, int64_t bytes, int width)
{
    switch (width) {
    case 1: FILL_ROWS(uint8_t);
    case 2: FILL_ROWS(uint16_t);
    case 4: FILL_ROWS(uint32_t);
    default: FILL_ROWS(uint64_t);
    }
}

static void load_rows(char *d, const char *s, int bytes, ShortRows rows)
{
    if (rows.inner * bytes >= VECTOR && rows.stride == 1) {
        copy_rows(d, s, rows.n, rows.row_stride * bytes, rows.inner * bytes);
        return;
    }
    if (rows.stride == 0 && rows.row_stride == 1) {
        int64_t done = shuffle_repeat(bytes, (int)rows.inner, s, rows.n, d);
        rows.n -= done;
        d += done * rows.inner * bytes;
        s += done * bytes;
    }
    if (rows.inner * bytes > VECTOR && rows.stride == 0) {
        fill_rows(d, s, rows.n, rows.row_stride * bytes, rows.inner * bytes, bytes);
        return;
    }
    switch (bytes) {
    case 1:
        load_rows_uint8_t((uint8_t *)d, (const uint8_t *)s, rows);
        break;
    case 2:
        load_rows_uint16_t((uint16_t *)(void *)d, (const uint16_t *)(const void *)s, rows);
        break;
    case 4:
        load_rows_uint32_t((uint32_t *)(void *)d, (const uint32_t *)(const void *)s, rows);
        break;
    default:
        load_rows_uint64_t((uint64_t *)(void *)d, (const uint64_t *)(const void *)s, rows);
        break;
    }
}

/* How elements of one type are brought into a register. */
typedef struct ElemLoad {
    const TileTable *tab;
    ElemType elem;
    bool plain; /* memory and register hold the same */
    int bytes, width; /* in memory; in a register */
} ElemLoad;

/* n elements from every `stride`-th of s. */
static void load_run(const ElemLoad *l, char *d, const char *s, int64_t stride, int n)
{
    const TileTable *tab = l->tab;
    ElemType e = l->elem;
    bool plain = l->plain;
    int bytes = l->bytes, width = l->width;
    if (stride == 0) {
        char value[16];
        if (plain)
            memcpy(value, s, (size_t)bytes);
        else
            tab->load[e](value, s, NULL, NULL, 1);
        fill_tile(d, value, width, n);
    } else if (plain) {
        if (stride == 1)
            memcpy(d, s, (size_t)n * (size_t)bytes);
        else
            load_every(d, s, stride, bytes, n);
    } else if (stride == 1) {
        tab->load[e](d, s, NULL, NULL, n);
    } else {
        uint16_t raw[1024];
        while (n > 0) {
            int m = n < 1024 ? n : 1024;
            load_every(raw, s, stride, bytes, m);
            tab->load[e](d, raw, NULL, NULL, m);
            d += m * width;
            s += m * stride * bytes;
            n -= m;
        }
    }
}

enum { SHORT_ROW = 16, SHORT_FILL = 128, SHORT_COPY = 256 }; /* elements; of what lies together, bytes */

/* True if rows of `inner` elements are brought by load_rows. */
static bool are_short(int64_t inner, int64_t stride, int bytes)
{
    if (stride == 1)
        return inner * bytes <= SHORT_COPY;
    return inner < (stride == 0 ? SHORT_FILL : SHORT_ROW);
}

/* The element that a tile from `start` on has throughout. `value` is room for it, if it must be converted. */
static void *load_uniform(const TileTable *tab, const TileLoad *l, const char *base, void *value, int64_t start)
{
    int64_t pos = l->offset, rest = start;
    for (int k = l->rank - 1; k >= 0; k--) {
        int64_t q = k ? rest / l->dims[k] : 0;
        pos += (rest - q * l->dims[k]) * l->strides[k];
        rest = q;
    }
    const char *at = base + pos * elem_info[l->elem].bytes;
    if (elem_is_ctype(l->elem))
        return (void *)(uintptr_t)at;
    load_one(tab, l->elem, at, value);
    return value;
}

/* m times the bytes in front of d. */
static void repeat(char *d, size_t bytes, int64_t m)
{
    const char *from = d - bytes;
    for (size_t done = 0, all = bytes * (size_t)m, n; done < all; done += n) { /* twice as many each time */
        n = MIN(bytes + done, all - done);
        memcpy(d + done, from, n);
    }
}

/* Elements [start, start + n) of a strided view. Returns where they are: in memory if they lie there in one run. */
static void *load_strided(const TileTable *tab, const TileLoad *l, const char *base, char *scratch, int64_t start, int n)
{
    int bytes = elem_info[l->elem].bytes, width = ctype_bytes[ctype_of(l->elem)];
    bool plain = l->raw || elem_is_ctype(l->elem);
    if (l->raw)
        width = bytes;
    int64_t at[MAX_RANK], rest = start, pos = l->offset;
    for (int k = l->rank - 1; k >= 0; k--) {
        int64_t q = k ? rest / l->dims[k] : 0;
        at[k] = rest - q * l->dims[k];
        pos += at[k] * l->strides[k];
        rest = q;
    }
    int last = l->rank - 1;
    int64_t inner = l->dims[last], stride = l->strides[last];
    if (stride == 1 && inner - at[last] >= n && plain)
        return (void *)(uintptr_t)(base + pos * bytes);
    const ElemLoad how = { tab, l->elem, plain, bytes, width };
    char *d = scratch;
    for (;;) {
        int k = last; /* the dim whose elements follow those that are there */
        bool rows = plain && are_short(inner, stride, bytes) && last > 0 && at[last] == 0 && bytes <= 8 && n >= inner;
        if (rows) {
            int64_t m = MIN(n / inner, l->dims[last - 1] - at[last - 1]), differ = l->strides[last - 1] ? m : 1;
            load_rows(d, base + pos * bytes, bytes, (ShortRows){ differ, l->strides[last - 1], inner, stride });
            repeat(d + inner * width, (size_t)(inner * width), m - differ);
            d += m * inner * width;
            n -= (int)(m * inner);
            at[last - 1] += m;
            pos += m * l->strides[last - 1];
            k = last - 1;
            int64_t plane = m * inner, more = last > 1 && m == l->dims[last - 1] && l->strides[last - 2] ? MIN(n / plane, l->dims[last - 2] - at[last - 2] - 1) : 0;
            for (int64_t i = 0; i < more; i++, d += plane * width) { /* the same rows at the next positions of the dim outside */
                pos += l->strides[last - 2];
                load_rows(d, base + (pos - m * l->strides[last - 1]) * bytes, bytes, (ShortRows){ m, l->strides[last - 1], inner, stride });
            }
            n -= (int)(more * plane);
            if (more)
                at[last - 2] += more;
        } else {
            int64_t left = inner - at[last];
            int run = left < n ? (int)left : n;
            load_run(&how, d, base + pos * bytes, stride, run);
            n -= run;
            d += run * width;
            at[last] += run;
            pos += run * stride;
        }
        if (n == 0)
            return scratch;
        int64_t period = k == last ? 1 : inner; /* elements of a position of dim k */
        while (k > 0 && at[k] == l->dims[k]) {
            period *= l->dims[k];
            at[k] = 0;
            pos -= l->dims[k] * l->strides[k];
            k--;
            pos += l->strides[k];
            at[k]++;
            if (l->strides[k] || d - scratch < period * width)
                continue;
            /* the same elements again */
            int64_t m = MIN(n / period, l->dims[k] - at[k]);
            repeat(d, (size_t)(period * width), m);
            d += m * period * width;
            n -= (int)(m * period);
            at[k] += m;
            if (n == 0)
                return scratch;
        }
    }
}

#define IOTA_RUN(T)                                                                                \
    for (int i = 0; i < run; i++)                                                                  \
        ((T *)d)[done + i] = (T)(step ? v + i : v);                                                \
    break

/* n elements, of which the first `period` are there: they follow each other again and again. */
static void repeat_period(char *d, int64_t period, int64_t n, int width)
{
    for (int64_t done = period, m; done < n; done += m) {
        m = MIN(done, n - done);
        memcpy(d + done * width, d, (size_t)(m * width));
    }
}

static void load_iota(const TileLoad *l, char *d, int64_t start, int n)
{
    CType ct = ctype_of(l->elem);
    int64_t inner = l->iota_inner;
    bool step = inner == 1;
    if (inner * l->iota_size < n) {
        int64_t period = inner * l->iota_size;
        load_iota(l, d, start, (int)period);
        repeat_period(d, period, n, ctype_bytes[ct]);
        return;
    }
    for (int done = 0; done < n;) {
        int64_t v = (start + done) / inner % l->iota_size;
        int64_t left = step ? l->iota_size - v : inner - (start + done) % inner;
        int run = left < n - done ? (int)left : n - done;
        switch (ct) {
        case CT_pred:
            for (int i = 0; i < run; i++)
                d[done + i] = (step ? v + i : v) != 0;
            break;
        case CT_s8:
        case CT_u8:
            IOTA_RUN(uint8_t);
        case CT_s16:
        case CT_u16:
            IOTA_RUN(uint16_t);
        case CT_s32:
        case CT_u32:
            IOTA_RUN(uint32_t);
        case CT_s64:
        case CT_u64:
            IOTA_RUN(uint64_t);
        case CT_f32:
            IOTA_RUN(float);
        case CT_f64:
            IOTA_RUN(double);
        case CT_c64:
            for (int i = 0; i < run; i++) {
                ((float *)d)[2 * (done + i)] = (float)(step ? v + i : v);
                ((float *)d)[2 * (done + i) + 1] = 0;
            }
            break;
        case CT_c128:
            for (int i = 0; i < run; i++) {
                ((double *)d)[2 * (done + i)] = (double)(step ? v + i : v);
                ((double *)d)[2 * (done + i) + 1] = 0;
            }
            break;
        case N_CTYPES:
            break;
        }
        done += run;
    }
}

/* Fewer elements than a vector has, from element `done` on: on copies. */
static void run_rest(const TileStepRun *r, const TileRun *t, int64_t done, int n)
{
    char *pads = t->scratch + (size_t)t->prog->n_places * TILE_BYTES;
    void **memory = (void **)(pads + (size_t)t->prog->n_pads * PAD_BYTES);
    for (int i = 0; i < r->n_io; i++) {
        const TileRunIo *io = &r->io[i];
        char *pad = pads + (size_t)i * PAD_BYTES;
        memory[i] = t->reg[io->reg];
        memset(pad, 0, PAD_BYTES);
        if (!io->out)
            memcpy(pad, (char *)memory[i] + done * io->bytes, (size_t)n * (size_t)io->bytes);
        t->reg[io->reg] = pad;
    }
    r->fn(t->reg, r->lanes);
    for (int i = 0; i < r->n_io; i++) {
        const TileRunIo *io = &r->io[i];
        t->reg[io->reg] = memory[i];
        if (io->out)
            memcpy((char *)memory[i] + done * io->bytes, pads + (size_t)i * PAD_BYTES, (size_t)n * (size_t)io->bytes);
    }
}

static void run_compiled(const TileStepRun *r, const TileRun *t, int n)
{
    int whole = n - n % r->lanes;
    if (whole)
        r->fn(t->reg, whole);
    if (whole < n)
        run_rest(r, t, whole, n - whole);
}

static inline void run_step(const TileTable *tab, const TileStep *s, void *const *reg, int n)
{
    tile_kernel_fn(tab, s->kernel)(reg[s->d], reg[s->a], s->b >= 0 ? reg[s->b] : NULL, s->imm ? s->imm : s->c >= 0 ? reg[s->c] : NULL, n);
}

/* A value that is the same in every tile: one element, or a full tile of it if some step reads whole tiles. */
static void place_one(TileRun *t, int reg, void *value)
{
    const TileProg *p = t->prog;
    if (p->place[reg] >= 0 && t->n_filled == 1)
        memcpy(t->reg[reg], value, 16); /* of any width */
    else if (p->place[reg] >= 0)
        fill_tile(t->reg[reg], value, ctype_bytes[ctype_of(p->elem[reg])], t->n_filled);
    else
        t->reg[reg] = value;
}

/* Registers whose elements are all one value get as many of them as the tiles so far needed: a run over few elements does not fill a whole tile. */
static void place_ones(TileRun *t, int n)
{
    const TileProg *p = t->prog;
    void **one = t->reg + p->n_regs;
    t->n_filled = n;
    for (int i = 0; i < p->n_loads; i++)
        if (p->loads[i].mode == LOAD_SCALAR || p->loads[i].mode == LOAD_CONST)
            place_one(t, p->loads[i].reg, one[p->loads[i].reg]);
    for (int i = 0; i < p->n_once; i++)
        place_one(t, p->once[i].d, one[p->once[i].d]);
}

void tile_run_init(TileRun *t, const TileProg *p, const void *const *in, void *const *out, void *scratch)
{
    const TileTable *tab = tile_table();
    t->prog = p;
    t->table = tab;
    t->in = in;
    t->out = out;
    t->reg = scratch;
    void **one = t->reg + p->n_regs;
    char *ones = (char *)scratch + ((2 * (size_t)p->n_regs * sizeof(void *) + 63) & ~(size_t)63);
    t->scratch = ones + (size_t)p->n_regs * 64;
    for (int r = 0; r < p->n_regs; r++) {
        one[r] = ones + (size_t)r * 64;
        t->reg[r] = p->place[r] >= 0 ? t->scratch + (size_t)p->place[r] * TILE_BYTES : NULL;
    }
    for (int i = 0; i < p->n_loads; i++) {
        const TileLoad *l = &p->loads[i];
        if (l->mode != LOAD_SCALAR && l->mode != LOAD_CONST)
            continue;
        char *value = one[l->reg];
        if (l->mode == LOAD_CONST)
            memcpy(value, l->value, 16);
        else
            load_one(tab, l->elem, (const char *)in[l->input] + l->offset * elem_info[l->elem].bytes, value);
    }
    for (int i = 0; i < p->n_once; i++)
        run_step(tab, &p->once[i], one, 1);
    t->n_filled = 0;
}

void tile_run(TileRun *t, int64_t start, int n)
{
    const TileProg *p = t->prog;
    const TileTable *tab = t->table;
    void **reg = t->reg;
    if (n > t->n_filled)
        place_ones(t, n);
    for (int i = 0; i < p->n_loads; i++) {
        const TileLoad *l = &p->loads[i];
        switch (l->mode) {
        case LOAD_SCALAR:
        case LOAD_CONST:
            break;
        case LOAD_FULL: {
            const char *src = (const char *)t->in[l->input] + start * elem_info[l->elem].bytes;
            if (p->place[l->reg] < 0)
                reg[l->reg] = (void *)(uintptr_t)src;
            else
                tab->load[l->elem](reg[l->reg], src, NULL, NULL, n);
            break;
        }
        case LOAD_STRIDED:
            if (l->uniform) {
                reg[l->reg] = load_uniform(tab, l, t->in[l->input], reg[p->n_regs + l->reg], start);
                break;
            }
            reg[l->reg] = load_strided(tab, l, t->in[l->input], t->scratch + (size_t)p->place[l->reg] * TILE_BYTES, start, n);
            break;
        case LOAD_IOTA:
            load_iota(l, reg[l->reg], start, n);
            break;
        }
    }
    for (int i = 0; i < p->n_stores; i++) {
        const TileStore *s = &p->stores[i];
        if (s->direct)
            reg[s->reg] = (char *)t->out[s->output] + start * elem_info[s->elem].bytes;
    }
    for (int i = 0; i < p->n_steps; i++)
        if (p->steps[i].run)
            run_compiled(p->steps[i].run, t, n);
        else
            run_step(tab, &p->steps[i], reg, n);
    for (int i = 0; i < p->n_stores; i++) {
        const TileStore *s = &p->stores[i];
        if (s->direct)
            continue;
        char *dst = (char *)t->out[s->output] + start * elem_info[s->elem].bytes;
        if (elem_is_ctype(s->elem))
            memmove(dst, reg[s->reg], (size_t)n * (size_t)elem_info[s->elem].bytes);
        else
            tab->store[s->elem](dst, reg[s->reg], NULL, NULL, n);
    }
}
