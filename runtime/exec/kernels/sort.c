/* sort and topk. If the comparator is plain "less" or "greater" of one array (also with the canonical NaN and
 * zero that frameworks add), each element gets an integer key whose unsigned order is the wanted order, and rows
 * are radix-sorted by (key, position), which is stable. A comparator that compares further arrays where elements are equal
 * becomes one such sort per array, the last array first. Any other comparator runs element by element in a merge sort. */
#include <stdlib.h>
#include <string.h>

#include "runtime/compute/copy.h"
#include "runtime/exec/kernel.h"

enum { MAX_ARRAYS = 16, MAX_KEYS = 8, SMALL_SORT = 96 };

typedef struct SortKey {
    int array;
    bool descending, merge_zeros, merge_nans;
} SortKey;

typedef struct SortPlan {
    int n;
    int width[MAX_ARRAYS];
    ElemType elem[MAX_ARRAYS];
    int64_t outer, len, inner;
    int n_keys;              /* keys: arrays in the order in which they are compared; 0: the comparator runs as a program */
    SortKey keys[MAX_KEYS];
    const TileProg *prog;
    /* topk */
    int64_t k;
    bool largest;
} SortPlan;

/* ---- codes --------------------------------------------------------------------------------------------- */

static uint64_t float_code(uint64_t bits, int width, bool merge_zeros, bool merge_nans)
{
    uint64_t sign = (uint64_t)1 << (width - 1), mag = bits & (sign - 1);
    uint64_t inf = width == 64 ? 0x7ff0000000000000u : width == 32 ? 0x7f800000u : 0;
    if (merge_zeros && mag == 0)
        bits = 0;
    if (merge_nans && inf && mag > inf)
        bits = inf | inf >> 12 | 1;
    return bits & sign ? ~bits & (sign | (sign - 1)) : bits | sign;
}

/* The unsigned order of codes is the total order of the type. */
static uint64_t code_of(ElemType e, const void *p, bool merge_zeros, bool merge_nans)
{
    union {
        uint8_t b;
        uint16_t h;
        uint32_t w;
        uint64_t d;
    } v = { .d = 0 };
    memcpy(&v, p, (size_t)elem_info[e].bytes);
    switch (ctype_of(e)) {
    case CT_s8:
        return v.b ^ 0x80u;
    case CT_s16:
        return v.h ^ 0x8000u;
    case CT_s32:
        return v.w ^ 0x80000000u;
    case CT_s64:
        return v.d ^ 0x8000000000000000u;
    case CT_f32: {
        uint32_t bits = v.w;
        if (e != ELEM_f32) { /* as f32: order is kept */
            float x;
            tile_table()->load[e](&x, p, NULL, NULL, 1);
            memcpy(&bits, &x, 4);
        }
        return float_code(bits, 32, merge_zeros, merge_nans);
    }
    case CT_f64:
        return float_code(v.d, 64, merge_zeros, merge_nans);
    case CT_pred:
    case CT_u8:
    case CT_u16:
    case CT_u32:
    case CT_u64:
    case CT_c64:
    case CT_c128:
    case N_CTYPES:
        break;
    }
    return v.d;
}

/* The same, without a call for the most frequent types. */
static inline uint64_t quick_code(ElemType e, const void *p, bool merge_zeros, bool merge_nans)
{
    uint32_t word;
    if (e != ELEM_f32 && e != ELEM_s32)
        return code_of(e, p, merge_zeros, merge_nans);
    memcpy(&word, p, sizeof word);
    return e == ELEM_f32 ? float_code(word, 32, merge_zeros, merge_nans) : word ^ 0x80000000u;
}

static int code_bits(ElemType e)
{
    CType ct = ctype_of(e);
    return ct == CT_f32 ? 32 : ctype_bytes[ct] * 8;
}

typedef struct Item {
    uint64_t code;
    uint32_t at;
} Item;

static void insertion_sort(Item *x, int64_t n)
{
    for (int64_t i = 1; i < n; i++) {
        Item v = x[i];
        int64_t j = i;
        for (; j > 0 && x[j - 1].code > v.code; j--)
            x[j] = x[j - 1];
        x[j] = v;
    }
}

/* Stable, by 11 bits at a time; passes in which all items agree are skipped. */
static void radix_sort(Item *x, Item *spare, int64_t n, int bits)
{
    Item *from = x, *to = spare;
    for (int shift = 0; shift < bits; shift += 11) {
        uint32_t count[2048] = { 0 };
        for (int64_t i = 0; i < n; i++)
            count[from[i].code >> shift & 2047]++;
        if (count[from[0].code >> shift & 2047] == n)
            continue;
        uint32_t sum = 0;
        for (int b = 0; b < 2048; b++) {
            uint32_t c = count[b];
            count[b] = sum;
            sum += c;
        }
        for (int64_t i = 0; i < n; i++)
            to[count[from[i].code >> shift & 2047]++] = from[i];
        Item *t = from;
        from = to;
        to = t;
    }
    if (from != x)
        memcpy(x, from, sizeof *x * (size_t)n);
}

static void sort_items(Item *x, Item *spare, int64_t n, int bits)
{
    if (n <= SMALL_SORT)
        insertion_sort(x, n);
    else
        radix_sort(x, spare, n, bits);
}

/* ---- any comparator --------------------------------------------------------------------------------------- */

typedef struct Comparer {
    const SortPlan *p;
    const Kernel *k;
    int64_t base;
    TileRun run;
    const void *in[2 * MAX_ARRAYS];
    void *out[1];
    uint8_t less;
} Comparer;

static bool less(Comparer *c, uint32_t a, uint32_t b)
{
    const SortPlan *p = c->p;
    for (int i = 0; i < p->n; i++) {
        const char *x = (const char *)c->k->args[i] + c->base * p->width[i];
        c->in[2 * i] = x + a * p->inner * p->width[i];
        c->in[2 * i + 1] = x + b * p->inner * p->width[i];
    }
    tile_run(&c->run, 0, 1);
    return c->less;
}

static void merge_sort(Comparer *c, uint32_t *x, uint32_t *spare, int64_t n)
{
    for (int64_t i = 0; i < n; i += 8) /* runs of eight by insertion, then merges */
        for (int64_t j = i + 1; j < MIN(n, i + 8); j++) {
            uint32_t v = x[j];
            int64_t at = j;
            for (; at > i && less(c, v, x[at - 1]); at--)
                x[at] = x[at - 1];
            x[at] = v;
        }
    for (int64_t size = 8; size < n; size *= 2) {
        for (int64_t lo = 0; lo < n; lo += 2 * size) {
            int64_t mid = MIN(n, lo + size), hi = MIN(n, lo + 2 * size), a = lo, b = mid;
            for (int64_t o = lo; o < hi; o++)
                spare[o] = a < mid && (b >= hi || !less(c, x[b], x[a])) ? x[a++] : x[b++];
        }
        memcpy(x, spare, sizeof *x * (size_t)n);
    }
}

/* ---- sort --------------------------------------------------------------------------------------------------- */

static void apply_order(const SortPlan *p, const Kernel *k, int64_t base, const uint32_t *order)
{
    for (int a = 0; a < p->n; a++) {
        int w = p->width[a];
        const char *src = (const char *)k->args[a] + base * w;
        char *dst = (char *)k->outs[a] + base * w;
        if (w == 4)
            for (int64_t i = 0; i < p->len; i++)
                ((uint32_t *)dst)[i * p->inner] = ((const uint32_t *)src)[order[i] * p->inner];
        else
            for (int64_t i = 0; i < p->len; i++)
                memcpy(dst + i * p->inner * w, src + order[i] * p->inner * w, (size_t)w);
    }
}

/* Sorts the current order stably by one key. */
static void sort_by(const SortPlan *p, const Kernel *k, const SortKey *key, int64_t base, Item *items, uint32_t *order)
{
    int w = p->width[key->array], bits = code_bits(p->elem[key->array]);
    const char *x = (const char *)k->args[key->array] + base * w;
    uint64_t flip = !key->descending ? 0 : bits < 64 ? ((uint64_t)1 << bits) - 1 : ~(uint64_t)0;
    int64_t n = p->len;
    for (int64_t i = 0; i < n; i++)
        items[i] = (Item){ quick_code(p->elem[key->array], x + order[i] * p->inner * w, key->merge_zeros, key->merge_nans) ^ flip, order[i] };
    sort_items(items, items + n, n, bits);
    for (int64_t i = 0; i < n; i++)
        order[i] = items[i].at;
}

static void sort_row(void *arg, int64_t row)
{
    const Kernel *k = arg;
    const SortPlan *p = k->plan;
    int64_t base = row / p->inner * p->len * p->inner + row % p->inner, n = p->len;
    if (!p->n_keys) {
        Comparer c = { .p = p, .k = k, .base = base };
        c.out[0] = &c.less;
        void *scratch = pool_scratch(tile_run_bytes(p->prog));
        uint32_t *order = pool_scratch2(2 * (size_t)n * sizeof *order);
        if (!scratch || !order)
            return;
        tile_run_init(&c.run, p->prog, c.in, c.out, scratch);
        for (int64_t i = 0; i < n; i++)
            order[i] = (uint32_t)i;
        merge_sort(&c, order, order + n, n);
        apply_order(p, k, base, order);
        return;
    }
    Item *items = pool_scratch(2 * (size_t)n * sizeof *items);
    uint32_t *order = pool_scratch2((size_t)n * sizeof *order);
    if (!items || !order)
        return;
    for (int64_t i = 0; i < n; i++)
        order[i] = (uint32_t)i;
    for (int i = p->n_keys - 1; i >= 0; i--)
        sort_by(p, k, &p->keys[i], base, items, order);
    apply_order(p, k, base, order);
}

static void run_sort(const Kernel *k)
{
    const SortPlan *p = k->plan;
    if (p->len > 0)
        pool_for(k->pool, p->outer * p->inner, sort_row, (void *)(uintptr_t)k);
}

/* Parameter 2i or 2i+1 behind the select chain that makes all NaNs and zeros equal; *canonical tells whether it was. */
static const IrOp *canonical_param(const IrOp *op, bool *canonical)
{
    while (op->code == OP_select) {
        const IrOp *p = op->operands[0], *x = op->operands[2];
        if (p->code != OP_compare)
            return NULL;
        bool nan_test = p->a.compare.dir == DIR_NE && p->operands[0] == p->operands[1];
        bool zero_test = p->a.compare.dir == DIR_EQ && p->operands[1]->code == OP_constant && op->operands[1]->code == OP_constant;
        if (!nan_test && !zero_test)
            return NULL;
        if (nan_test && op->operands[1]->code != OP_constant)
            return NULL;
        *canonical = true;
        op = x;
    }
    return op->code == OP_parameter ? op : NULL;
}

/* A comparison of the two elements of one array. *total: in the total order, if floats. */
static bool is_of_one(const SortPlan *p, const IrOp *r, SortKey *k, bool *total)
{
    bool ca = false, cb = false;
    if (r->code != OP_compare)
        return false;
    const IrOp *a = canonical_param(r->operands[0], &ca), *b = canonical_param(r->operands[1], &cb);
    if (!a || !b || ca != cb)
        return false;
    int64_t i = a->a.parameter.number, j = b->a.parameter.number;
    if ((i ^ j) != 1 || i / 2 >= p->n)
        return false;
    ElemType e = p->elem[i / 2];
    bool is_float = elem_is_float(e);
    *total = !is_float || r->a.compare.kind == COMPARE_TOTALORDER;
    if (elem_info[e].cls == CLASS_COMPLEX || (ca && !is_float))
        return false;
    /* IEEE order leaves NaNs where they are; sorting them to the end is one of the orders it allows. "a less than b" ascends; the
     * mirrored forms descend */
    bool merges = ca || (is_float && !*total && !ca);
    *k = (SortKey){ .array = (int)(i / 2), .descending = (r->a.compare.dir == DIR_GT) != (i > j), .merge_nans = merges, .merge_zeros = merges };
    return true;
}

static bool is_key(const SortPlan *p, const IrOp *r, SortKey *k, bool *total)
{
    return is_of_one(p, r, k, total) && (r->a.compare.dir == DIR_LT || r->a.compare.dir == DIR_GT);
}

static bool is_equal_by(const SortPlan *p, const IrOp *r, const SortKey *k)
{
    SortKey other;
    bool total;
    return is_of_one(p, r, &other, &total) && r->a.compare.dir == DIR_EQ && total && other.array == k->array &&
           other.merge_nans == k->merge_nans;
}

/* If r has the form "compare by k, and if equal by x", returns x; otherwise NULL. */
static const IrOp *after_key(const SortPlan *p, const IrOp *r, SortKey *k)
{
    bool total;
    if (r->code == OP_select)
        return is_key(p, r->operands[2], k, &total) && total && is_equal_by(p, r->operands[0], k) ? r->operands[1] : NULL;
    if (r->code != OP_or)
        return NULL;
    for (int side = 0; side < 2; side++) {
        const IrOp *both = r->operands[!side];
        if (!is_key(p, r->operands[side], k, &total) || !total || both->code != OP_and)
            continue;
        for (int i = 0; i < 2; i++)
            if (is_equal_by(p, both->operands[i], k))
                return both->operands[!i];
    }
    return NULL;
}

static void find_keys(SortPlan *p, const IrComp *c)
{
    const IrOp *r = c->root;
    bool total;
    for (int n = 0; r && n < MAX_KEYS; n++) {
        if (is_key(p, r, &p->keys[n], &total)) {
            p->n_keys = total || n == 0 ? n + 1 : 0;
            return;
        }
        r = after_key(p, r, &p->keys[n]);
    }
}

static void set_rows(SortPlan *p, const Type *t, int64_t dim)
{
    p->outer = p->inner = 1;
    p->len = t->rank ? t->dims[dim] : 1;
    for (int d = 0; d < t->rank; d++)
        *(d < dim ? &p->outer : &p->inner) *= d == dim ? 1 : t->dims[d];
}

bool make_sort(Arena *arena, const IrOp *op, Bound *to, GError **error)
{
    SortPlan *p = arena_new(arena, SortPlan);
    p->n = op->n_operands;
    if (p->n > MAX_ARRAYS)
        return diag(error, SHARD_ERROR_LIMIT, OP_AT(op), NULL, "a sort of %d arrays; at most %d", p->n, MAX_ARRAYS);
    for (int a = 0; a < p->n; a++) {
        p->elem[a] = op->operands[a]->type->elem;
        p->width[a] = elem_info[p->elem[a]].bytes;
    }
    set_rows(p, op->operands[0]->type, op->a.sort.dim);
    if (p->len > UINT32_MAX)
        return diag(error, SHARD_ERROR_LIMIT, OP_AT(op), NULL, "a sort of rows of 2^32 elements or more");
    find_keys(p, op->comps[0]);
    if (!p->n_keys) {
        p->prog = tile_prog_of_comp(arena, op->comps[0], error);
        if (!p->prog)
            return false;
    }
    to->fn = run_sort;
    to->plan = p;
    return true;
}

/* ---- topk ------------------------------------------------------------------------------------------------------ */

static void topk_row(void *arg, int64_t row)
{
    const Kernel *k = arg;
    const SortPlan *p = k->plan;
    int w = p->width[0], bits = code_bits(p->elem[0]);
    uint64_t mask = bits < 64 ? ((uint64_t)1 << bits) - 1 : ~(uint64_t)0, flip = p->largest ? mask : 0;
    const char *x = (const char *)k->args[0] + row * p->len * w;
    Item *best = pool_scratch(2 * (size_t)p->len * sizeof *best + 64);
    if (!best)
        return;
    int64_t n = 0;
    if (p->k > SMALL_SORT) {
        for (n = 0; n < p->len; n++)
            best[n] = (Item){ quick_code(p->elem[0], x + n * w, false, false) ^ flip, (uint32_t)n };
        sort_items(best, best + p->len, n, bits);
    } else {
        for (int64_t i = 0; i < p->len; i++) {
            uint64_t code = quick_code(p->elem[0], x + i * w, false, false) ^ flip;
            if (n == p->k && (n == 0 || best[n - 1].code <= code))
                continue;
            int64_t j = n < p->k ? n++ : n - 1;
            for (; j > 0 && best[j - 1].code > code; j--)
                best[j] = best[j - 1];
            best[j] = (Item){ code, (uint32_t)i };
        }
    }
    for (int64_t i = 0; i < p->k; i++) {
        memcpy((char *)k->outs[0] + (row * p->k + i) * w, x + best[i].at * w, (size_t)w);
        ((int32_t *)k->outs[1])[row * p->k + i] = (int32_t)best[i].at;
    }
}

static void run_topk(const Kernel *k)
{
    const SortPlan *p = k->plan;
    if (p->k > 0)
        pool_for(k->pool, p->outer, topk_row, (void *)(uintptr_t)k);
}

bool make_topk(Arena *arena, const IrOp *op, Bound *to, GError **error)
{
    const Type *t = op->operands[0]->type;
    SortPlan *p = arena_new(arena, SortPlan);
    p->n = 1;
    p->elem[0] = t->elem;
    p->width[0] = elem_info[t->elem].bytes;
    set_rows(p, t, t->rank - 1);
    p->k = op->a.topk.k;
    p->largest = op->a.topk.largest;
    if (p->k > p->len || p->len > INT32_MAX || op->type->kind != TYPE_TUPLE || op->type->n_parts != 2 ||
        op->type->parts[1]->elem != ELEM_s32 || elem_info[t->elem].cls == CLASS_COMPLEX)
        return diag(error, SHARD_ERROR_UNSUPPORTED, OP_AT(op), NULL, "topk of this shape");
    to->fn = run_topk;
    to->plan = p;
    return true;
}
