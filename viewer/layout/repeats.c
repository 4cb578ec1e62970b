/* Equal layers. See repeats.h.
 *
 * Each op gets a number that is the same for ops alike. A distance at which short words of these numbers come again is a
 * possible length of a layer; along the program, ops that equal the one so far behind them make stretches. The longest
 * stretches are taken first, cut where fewest values cross from layer to layer, and checked operand by operand. */
#include "viewer/layout/repeats.h"

#include "viewer/layout/neighbours.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = 4, MOST_PERIODS = 48, LONGEST_PERIOD = 8192, LEAST_OPS = 16, LEAST_TWICE = 8 };

typedef struct Finder {
    const GraphRows *g;
    const TraceLayers *layers;
    Repeats *out;
    guint64 *key;       /* of each instruction: equal for ops alike */
    GHashTable *bodies; /* computation -> its first instruction + 1 */
} Finder;

/* ---- keys ---- */

static const TraceInstRow *inst(const GraphRows *g, int i)
{
    return TRACE_AT(g->insts, TraceInstRow, i);
}

static guint64 mix(guint64 h, guint64 x)
{
    h = (h ^ x) * 0x9e3779b97f4a7c15u;
    return h ^ (h >> 29);
}

static guint64 mix_text(guint64 h, const char *s)
{
    for (; s && *s; s++)
        h = mix(h, (guchar)*s);
    return mix(h, 0x100);
}

static guint64 key_of(Finder *f, int i, int depth)
{
    const TraceInstRow *x = inst(f->g, i);
    if (f->key[i])
        return f->key[i];
    guint64 h = mix(mix(mix_text(mix_text(1, x->opcode), x->shape), (guint64)x->sharding_id), (guint64)(f->g->op_at[i + 1] - f->g->op_at[i]));
    f->key[i] = h | 1; /* where a computation calls itself */
    int body = x->called_comp ? GPOINTER_TO_INT(g_hash_table_lookup(f->bodies, &x->called_comp)) - 1 : -1;
    for (int k = body; k >= 0 && depth < 8 && k < (int)f->g->insts->len && inst(f->g, k)->comp_id == x->called_comp; k++)
        h = mix(h, key_of(f, k, depth + 1));
    return f->key[i] = h | 1;
}

/* Neither work nor a copy: arguments, constants, tuples and their parts. */
static bool is_quiet(const TraceInstRow *x)
{
    static const char *const words[] = { "parameter", "constant", "iota", "tuple", "get-tuple-element", "partition-id", "replica-id", "return", NULL };
    return g_strv_contains(words, x->opcode);
}

/* ---- stretches ---- */

typedef struct Stretch {
    int first, period, n; /* ops: more than two periods */
} Stretch;

typedef struct Distance {
    int ops, n; /* how often words come again so far behind */
} Distance;

static int by_count(gconstpointer a, gconstpointer b)
{
    const Distance *x = a, *y = b;
    return x->n != y->n ? y->n - x->n : x->ops - y->ops;
}

static int by_ops(gconstpointer a, gconstpointer b)
{
    const Stretch *x = a, *y = b;
    int whole_x = x->n / x->period * x->period, whole_y = y->n / y->period * y->period;
    if (whole_x != whole_y)
        return (whole_x < whole_y) - (whole_x > whole_y);
    return x->period != y->period ? x->period - y->period : x->first - y->first;
}

static guint64 line_key(const Finder *f, int place)
{
    return f->key[f->out->line[place]];
}

/* The distances at which words come again, most frequent first: Distance. */
static GArray *periods(const Finder *f, int begin, int end)
{
    g_autoptr(GHashTable) last = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    g_autoptr(GHashTable) often = g_hash_table_new(NULL, NULL);
    for (int i = begin; i + WORD <= end; i++) {
        guint64 word = 1;
        for (int k = 0; k < WORD; k++)
            word = mix(word, line_key(f, i + k));
        int before = GPOINTER_TO_INT(g_hash_table_lookup(last, &word)) - 1;
        if (before >= 0 && i - before <= LONGEST_PERIOD) {
            gpointer p = GINT_TO_POINTER(i - before);
            g_hash_table_insert(often, p, GINT_TO_POINTER(GPOINTER_TO_INT(g_hash_table_lookup(often, p)) + 1));
        }
        guint64 *own = g_new(guint64, 1);
        *own = word;
        g_hash_table_replace(last, own, GINT_TO_POINTER(i + 1));
    }
    GArray *out = g_array_new(FALSE, FALSE, sizeof(Distance));
    GHashTableIter it;
    gpointer p, n;
    g_hash_table_iter_init(&it, often);
    while (g_hash_table_iter_next(&it, &p, &n)) {
        Distance d = { GPOINTER_TO_INT(p), GPOINTER_TO_INT(n) };
        g_array_append_val(out, d);
    }
    g_array_sort(out, by_count);
    g_array_set_size(out, MIN(out->len, MOST_PERIODS));
    return out;
}

static bool is_enough(int period, int times)
{
    return times >= 3 ? period * times >= LEAST_OPS : times == 2 && period >= LEAST_TWICE;
}

static GArray *stretches(const Finder *f, int begin, int end)
{
    g_autoptr(GArray) all = periods(f, begin, end);
    GArray *out = g_array_new(FALSE, FALSE, sizeof(Stretch));
    for (guint k = 0; k < all->len; k++) {
        int p = g_array_index(all, Distance, k).ops;
        for (int i = begin, j; i + p < end; i = j + 1) {
            for (j = i; j + p < end && line_key(f, j) == line_key(f, j + p); j++)
                ;
            Stretch s = { i, p, j - i + p };
            if (is_enough(p, s.n / p))
                g_array_append_val(out, s);
        }
    }
    g_array_sort(out, by_ops);
    return out;
}

/* ---- where to cut ---- */

static const char *layer_at(const Finder *f, int place)
{
    return f->layers ? trace_layer(f->layers, inst(f->g, f->out->line[place])->op_name).name : NULL;
}

/* How many values cross each cut of a stretch: crossing[k] of the cut before op `first + k`. Those from farther back than
 * one layer cross every cut and are left out. To be freed. */
static int *crossings(const Finder *f, const Stretch *s)
{
    int *n = g_new0(int, s->n + 1);
    for (int d = s->first; d < s->first + s->n; d++) {
        int i = f->out->line[d], last = d;
        for (int e = f->g->user_at[i]; e < f->g->user_at[i + 1]; e++) {
            int user = graph_rows_index_of(f->g, TRACE_AT(f->g->operands, TraceOperand, f->g->users[e])->inst_id), at = user < 0 ? -1 : f->out->place[user];
            if (at > last && at <= d + s->period && at < s->first + s->n)
                last = at;
        }
        for (int c = d + 1; c <= last; c++)
            n[c - s->first]++;
    }
    return n;
}

/* The cut of a stretch into layers: at a change of names, else where fewest values cross; of those the one that leaves most
 * layers, then the first. */
static Repeat cut(const Finder *f, const Stretch *s)
{
    g_autofree int *cross = crossings(f, s);
    Repeat best = { .times = 0 };
    int best_score[3] = { 0 };
    for (int o = 0; o < s->period; o++) {
        int times = (s->n - o) / s->period, at = s->first + o + s->period * MAX(times / 2, 1);
        if (!is_enough(s->period, times))
            break;
        const char *before = layer_at(f, at - 1), *here = layer_at(f, at);
        int score[3] = { !(before && here && strcmp(before, here) != 0), cross[at - s->first], -times };
        int differ = 0;
        for (int k = 0; k < 3 && !differ; k++)
            differ = best.times ? score[k] - best_score[k] : -1;
        if (differ < 0) {
            best = (Repeat){ s->first + o, s->period, times };
            memcpy(best_score, score, sizeof(score));
        }
    }
    return best;
}

/* ---- operand by operand ---- */

/* What comes from outside a layer is alike if it has the shape and the layout. */
static bool values_alike(const GraphRows *g, int i, int j)
{
    return i == j || (i >= 0 && j >= 0 && inst(g, i)->sharding_id == inst(g, j)->sharding_id && g_strcmp0(inst(g, i)->shape, inst(g, j)->shape) == 0);
}

/* Whether the op at `b` reads what corresponds to what the op at `a`, a layer before, reads. first, period: of the layer of `a`. */
static bool reads_alike(const Finder *f, int a, int b, int first, int period)
{
    const GraphRows *g = f->g;
    int i = f->out->line[a], j = f->out->line[b], n = g->op_at[i + 1] - g->op_at[i];
    for (int e = 0; e < n; e++) {
        int si = graph_rows_index_of(g, TRACE_AT(g->operands, TraceOperand, g->ops[g->op_at[i] + e])->src_id);
        int sj = graph_rows_index_of(g, TRACE_AT(g->operands, TraceOperand, g->ops[g->op_at[j] + e])->src_id);
        int pi = si < 0 ? -1 : f->out->place[si], pj = sj < 0 ? -1 : f->out->place[sj];
        bool own_i = pi >= first && pi < first + period, own_j = pj >= first + period && pj < first + 2 * period;
        if (own_i != own_j || (own_i && pj - pi != period))
            return false;
        if (!own_i && !values_alike(g, si, sj))
            return false;
    }
    return true;
}

/* The longest run of layers that are alike to their operands. */
static Repeat checked(const Finder *f, Repeat r)
{
    Repeat best = { .times = 0 }, run = { r.first, r.period, 1 };
    for (int c = 0; c + 1 < r.times; c++) {
        int first = r.first + c * r.period;
        bool same = true;
        for (int o = 0; o < r.period && same; o++)
            same = reads_alike(f, first + o, first + o + r.period, first, r.period);
        run = same ? (Repeat){ run.first, r.period, run.times + 1 } : (Repeat){ first + r.period, r.period, 1 };
        if (run.times > best.times)
            best = run;
    }
    return is_enough(best.period, best.times) ? best : (Repeat){ .times = 0 };
}

/* ---- all of it ---- */

static int by_first(gconstpointer a, gconstpointer b)
{
    return ((const Repeat *)a)->first - ((const Repeat *)b)->first;
}

static void find_in(Finder *f, int begin, int end, guint8 *used)
{
    g_autoptr(GArray) all = stretches(f, begin, end);
    for (guint k = 0; k < all->len; k++) {
        Stretch s = g_array_index(all, Stretch, k);
        while (s.n > 0 && used[s.first]) { /* what others have left of it */
            s.first++;
            s.n--;
        }
        int n = 0;
        while (n < s.n && !used[s.first + n])
            n++;
        s.n = n;
        if (s.n < 2 * s.period)
            continue;
        Repeat r = checked(f, cut(f, &s));
        if (!r.times)
            continue;
        memset(used + r.first, 1, (size_t)(r.period * r.times));
        g_array_append_val(f->out->list, r);
    }
}

/* Arguments and constants belong to the layer that alone uses them. */
static void give_slots(Finder *f)
{
    Repeats *out = f->out;
    int n = (int)f->g->insts->len;
    for (int i = 0; i < n; i++)
        out->slots[i].repeat = -1;
    for (guint k = 0; k < out->list->len; k++) {
        const Repeat *r = &g_array_index(out->list, Repeat, k);
        for (int o = 0; o < r->period * r->times; o++)
            out->slots[out->line[r->first + o]] = (RepeatSlot){ (int)k, o / r->period, o % r->period };
    }
    for (int i = n - 1; i >= 0; i--) {
        int begin = f->g->user_at[i], end = f->g->user_at[i + 1];
        RepeatSlot all = { -1, 0, 0 };
        for (int e = begin; out->place[i] < 0 && e < end; e++) {
            const TraceOperand *o = TRACE_AT(f->g->operands, TraceOperand, f->g->users[e]);
            int user = graph_rows_index_of(f->g, o->inst_id);
            RepeatSlot s = user < 0 ? (RepeatSlot){ -1, 0, 0 } : out->slots[user];
            if (s.repeat < 0 || (e > begin && (s.repeat != all.repeat || s.copy != all.copy))) {
                all.repeat = -1;
                break;
            }
            if (e == begin)
                all = (RepeatSlot){ s.repeat, s.copy, -1 - (abs(s.offset) * 64 + (int)CLAMP(o->pos, 0, 63)) };
        }
        if (all.repeat >= 0)
            out->slots[i] = all;
    }
}

Repeats *repeats_new(const GraphRows *g, const TraceLayers *layers)
{
    int n = (int)g->insts->len;
    Repeats *out = g_new0(Repeats, 1);
    *out = (Repeats){ g_new0(int, n + 1), 0, g_new0(int, n + 1), g_new0(RepeatSlot, n + 1), g_array_new(FALSE, FALSE, sizeof(Repeat)) };
    g_autofree guint64 *key = g_new0(guint64, n + 1);
    g_autofree guint8 *used = g_new0(guint8, n + 1);
    g_autoptr(GHashTable) bodies = g_hash_table_new(g_int64_hash, g_int64_equal);
    Finder f = { g, layers, out, key, bodies };
    for (int i = 0; i < n; i++)
        if (i == 0 || inst(g, i)->comp_id != inst(g, i - 1)->comp_id)
            g_hash_table_insert(bodies, (gpointer)&inst(g, i)->comp_id, GINT_TO_POINTER(i + 1));
    int begin = 0;
    for (int i = 0; i < n; i++) {
        key_of(&f, i, 0);
        out->place[i] = is_quiet(inst(g, i)) ? -1 : out->n_line;
        if (out->place[i] >= 0)
            out->line[out->n_line++] = i;
        if (i + 1 == n || inst(g, i + 1)->comp_id != inst(g, i)->comp_id) {
            find_in(&f, begin, out->n_line, used);
            begin = out->n_line;
        }
    }
    g_array_sort(out->list, by_first);
    give_slots(&f);
    return out;
}

void repeats_free(Repeats *r)
{
    if (!r)
        return;
    g_free(r->line);
    g_free(r->place);
    g_free(r->slots);
    g_array_unref(r->list);
    g_free(r);
}
