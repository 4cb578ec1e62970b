/* See arrows.h. */
#include "trace/import/arrows.h"

#include <stdlib.h>

enum { MOST = 1 << 30, KIND_BITS = 4, END_BITS = 2 };

/* 16 bytes: of a GPU's profile there are as many as half of its events. */
typedef struct End {
    uint64_t key;   /* hash, kind, ArrowEnd: in this order, from the highest bit */
    uint32_t event; /* place among the rows; UINT32_MAX = not stored */
    uint32_t next;  /* of the same event: number, 0 = none */
} End;

struct Arrows {
    GArray *ends;
    int64_t n_alone;
};

Arrows *arrows_new(void)
{
    Arrows *a = g_new0(Arrows, 1);
    a->ends = g_array_new(FALSE, FALSE, sizeof(End));
    return a;
}

void arrows_free(Arrows *a)
{
    if (a)
        g_array_unref(a->ends);
    g_free(a);
}

/* Different keys give different numbers but for one chance in 2^58. */
static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

uint32_t arrows_end(Arrows *a, uint32_t with, int kind, uint32_t space, uint64_t key, ArrowEnd end)
{
    if (a->ends->len >= MOST)
        return with;
    uint64_t hash = mixed(mixed((uint64_t)space + 1) ^ key);
    End e = { (hash << KIND_BITS | ((uint64_t)kind & 15)) << END_BITS | end, UINT32_MAX, with };
    g_array_append_val(a->ends, e);
    return a->ends->len;
}

static void find_rows(Arrows *a, const EventSet *s, guint from_lane)
{
    for (guint i = from_lane; i < s->lanes->len; i++) {
        const EventLane *lane = &g_array_index(s->lanes, EventLane, i);
        for (size_t k = lane->first; k < lane->first + lane->n; k++)
            for (uint32_t at = s->rows[k].id; at && at <= a->ends->len; at = g_array_index(a->ends, End, at - 1).next)
                g_array_index(a->ends, End, at - 1).event = (uint32_t)MIN(k, (size_t)UINT32_MAX - 1);
    }
}

/* ---- order -------------------------------------------------------------------------------------------------------------------- */

/* A key and what goes with it; End is one too. */
typedef struct Pair {
    uint64_t key, value;
} Pair;

G_STATIC_ASSERT(sizeof(End) == sizeof(Pair));

/* Sorts by 16 bits of the keys; equal ones stay in order. */
static void sort_digit(const Pair *in, Pair *out, guint n, int shift)
{
    enum { DIGITS = 1 << 16 };
    g_autofree guint *at = g_new0(guint, DIGITS);
    for (guint i = 0; i < n; i++)
        at[in[i].key >> shift & (DIGITS - 1)]++;
    for (guint d = 0, sum = 0; d < DIGITS; d++) {
        guint here = at[d];
        at[d] = sum;
        sum += here;
    }
    for (guint i = 0; i < n; i++)
        out[at[in[i].key >> shift & (DIGITS - 1)]++] = in[i];
}

/* By the keys' bits from `lowest` on, a multiple of 16; 32 or 64 of them. */
static void sort_pairs(GArray *a, int lowest)
{
    Pair *in = (Pair *)a->data, *other = g_new(Pair, a->len);
    for (int shift = lowest; shift < 64; shift += 16) {
        Pair *swap = other;
        sort_digit(in, other, a->len, shift);
        other = in;
        in = swap;
    }
    g_free(other == (Pair *)a->data ? in : other);
}

static int by_key_and_time(const End *a, const End *b, const EventRow *rows)
{
    uint64_t x = a->key >> END_BITS, y = b->key >> END_BITS;
    if (x != y)
        return x < y ? -1 : 1;
    if (a->event == UINT32_MAX || b->event == UINT32_MAX)
        return (a->event == UINT32_MAX) - (b->event == UINT32_MAX);
    int64_t s = rows[a->event].start_ns, t = rows[b->event].start_ns;
    if (s != t)
        return s < t ? -1 : 1;
    int p = (int)(a->key & ARROW_BOTH), q = (int)(b->key & ARROW_BOTH); /* what begins comes first */
    return p != q ? q - p : (a->event > b->event) - (a->event < b->event);
}

static int compare_ends(gconstpointer a, gconstpointer b, gpointer rows)
{
    return by_key_and_time(a, b, rows);
}

/* The upper half of the keys orders nearly all; those that share it are few. */
static void sort_ends(GArray *ends, const EventRow *rows)
{
    sort_pairs(ends, 32);
    End *e = (End *)ends->data;
    for (guint i = 0, k; i < ends->len; i = k) {
        for (k = i + 1; k < ends->len && e[k].key >> 32 == e[i].key >> 32; k++)
            ;
        if (k - i == 2 && by_key_and_time(&e[i], &e[i + 1], rows) > 0) {
            End swap = e[i];
            e[i] = e[i + 1];
            e[i + 1] = swap;
        } else if (k - i > 2) {
            g_qsort_with_data(e + i, (gint)(k - i), sizeof *e, compare_ends, (gpointer)rows);
        }
    }
}

/* The ends [from, to) have one key. */
static void join(Arrows *a, guint from, guint to, GArray *out)
{
    const End *e = (const End *)a->ends->data;
    const End *last = NULL, *first = NULL;
    int kind = (int)(e[from].key >> END_BITS & 15);
    for (guint i = from; i < to && !first; i++)
        if (e[i].key & ARROW_FROM && e[i].event != UINT32_MAX)
            first = &e[i];
    for (guint i = from; i < to; i++) {
        if (e[i].event == UINT32_MAX)
            continue;
        const End *with = last ? last : kind == 1 ? first : NULL;
        if (e[i].key & ARROW_TO && with && with->event != e[i].event) {
            Pair row = { (uint64_t)with->event << 32 | e[i].event, (uint64_t)kind };
            g_array_append_val(out, row);
        } else if ((e[i].key & ARROW_BOTH) == ARROW_TO) {
            a->n_alone++;
        }
        if (e[i].key & ARROW_FROM)
            last = &e[i];
    }
}

int64_t arrows_store(Arrows *a, EventSet *s, guint from_lane, int64_t first_id)
{
    if (!a->ends->len || from_lane >= s->lanes->len)
        return 0;
    size_t first_row = g_array_index(s->lanes, EventLane, from_lane).first;
    find_rows(a, s, from_lane);
    sort_ends(a->ends, s->rows);
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(Pair)); /* by places of both events */
    const End *e = (const End *)a->ends->data;
    for (guint i = 0, k; i < a->ends->len; i = k) {
        for (k = i + 1; k < a->ends->len && e[k].key >> END_BITS == e[i].key >> END_BITS; k++)
            ;
        join(a, i, k, rows);
    }
    g_array_set_size(a->ends, 0);
    sort_pairs(rows, 0);
    int64_t n = 0, shift = first_id - (int64_t)first_row;
    for (guint i = 0; i < rows->len; i++) {
        Pair *x = &g_array_index(rows, Pair, i);
        if (i + 1 < rows->len && x[1].key == x->key) { /* the same arrow, told in two ways */
            x[1].value = MIN(x[1].value, x->value);
            continue;
        }
        g_array_append_val(s->flows, ((EventFlow){ (uint32_t)((int64_t)(x->key >> 32) + shift), (uint32_t)((int64_t)(x->key & UINT32_MAX) + shift), (uint32_t)x->value }));
        n++;
    }
    return n;
}

int64_t arrows_n_alone(const Arrows *a)
{
    return a->n_alone;
}
