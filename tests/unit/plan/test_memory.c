/* Properties of the memory plan: values that are alive at the same time do not overlap, and the packing is tight. */
#include <glib.h>
#include <string.h>

#include "runtime/plan/memory.h"
#include "runtime/plan/spans.h"

static int root_of(const MemoryPlan *p, int i)
{
    while (p->buffers[i].shares >= 0)
        i = p->buffers[i].shares;
    return i;
}

static bool in_arena(const MemoryPlan *p, const int *offsets, int root)
{
    for (int i = 0; i < p->n_buffers; i++)
        if (root_of(p, i) == root && offsets[i] < 0)
            return false;
    return true;
}

/* Bytes in use at t, summed over the places, as plan.h defines them; temps: only those in the arena. */
static int64_t in_use(const MemoryPlan *p, const int *offsets, int t, bool temps)
{
    int64_t sum = 0;
    for (int root = 0; root < p->n_buffers; root++) {
        int64_t size = 0;
        int from = G_MAXINT, to = -1;
        for (int i = 0; i < p->n_buffers; i++)
            if (root_of(p, i) == root) {
                size = MAX(size, p->buffers[i].size);
                from = MIN(from, p->buffers[i].live_from);
                to = MAX(to, p->buffers[i].live_to);
            }
        if (from <= t && t <= to && (!temps || in_arena(p, offsets, root)))
            sum += size;
    }
    return sum;
}

static void check_plan(const MemoryPlan *p, const int *offsets)
{
    int64_t most = 0, most_temps = 0, at_peak = 0;
    for (int i = 0; i < p->n_buffers; i++) {
        const PlannedBuffer *a = &p->buffers[i];
        g_assert_cmpint(a->place, ==, root_of(p, i));
        g_assert_cmpint(a->offset >= 0, ==, in_arena(p, offsets, a->place));
        if (a->offset < 0)
            continue;
        g_assert_cmpint(a->offset % 64, ==, 0);
        g_assert_cmpint(a->offset + a->size, <=, p->temp_bytes);
        for (int j = 0; j < i; j++) {
            const PlannedBuffer *b = &p->buffers[j];
            bool together = a->live_from <= b->live_to && b->live_from <= a->live_to;
            bool overlap = a->offset < b->offset + b->size && b->offset < a->offset + a->size;
            if (a->place != b->place && b->offset >= 0)
                g_assert_false(together && overlap);
        }
    }
    for (int t = -1; t < 200; t++) {
        most = MAX(most, in_use(p, offsets, t, false));
        most_temps = MAX(most_temps, in_use(p, offsets, t, true));
    }
    g_assert_cmpint(p->peak_bytes, ==, most);
    g_assert_cmpint(p->temp_live_bytes, ==, most_temps);
    g_assert_cmpint(in_use(p, offsets, p->peak_at, false), ==, p->peak_bytes);
    g_assert_cmpint(p->temp_bytes, >=, p->temp_live_bytes);
    g_autofree bool *seen = g_new0(bool, p->n_buffers + 1);
    for (int i = 0; i < p->n_buffers; i++) { /* the sizes of the values listed at the peak, one for each place, add up to it */
        const PlannedBuffer *b = &p->buffers[i];
        if (!b->at_peak)
            continue;
        g_assert_false(seen[b->place]);
        seen[b->place] = true;
        int64_t size = 0;
        for (int j = 0; j < p->n_buffers; j++)
            size = p->buffers[j].place == b->place ? MAX(size, p->buffers[j].size) : size;
        at_peak += size;
    }
    g_assert_cmpint(at_peak, ==, p->peak_bytes);
}

static void test_random(void)
{
    GRand *r = g_rand_new_with_seed(4);
    double fit = 0;
    enum { ROUNDS = 200 };
    for (int round = 0; round < ROUNDS; round++) {
        MemoryPlan p = { .n_buffers = g_rand_int_range(r, 1, 80) };
        p.buffers = g_new0(PlannedBuffer, p.n_buffers);
        int offsets[80];
        for (int i = 0; i < p.n_buffers; i++) {
            int from = g_rand_int_range(r, -1, 190);
            p.buffers[i] = (PlannedBuffer){ .size = g_rand_int_range(r, 0, 5000), .live_from = from, .shares = -1,
                                            .live_to = MIN(199, from + g_rand_int_range(r, 0, 30)), .offset = g_rand_int_range(r, 0, 9) ? 0 : -1 };
            if (i && g_rand_int_range(r, 0, 8) == 0)
                p.buffers[i].shares = g_rand_int_range(r, 0, i);
        }
        for (int i = 0; i < p.n_buffers; i++) {
            p.buffers[i].param = p.buffers[i].result = -1;
            offsets[i] = (int)p.buffers[i].offset;
        }
        memory_plan_solve(&p);
        check_plan(&p, offsets);
        fit += p.temp_bytes ? (double)p.temp_live_bytes / (double)p.temp_bytes : 1;
        memory_plan_clear(&p);
    }
    g_assert_cmpfloat(fit / ROUNDS, >, 0.9); /* the packing is close to the lower bound */
    g_rand_free(r);
}

/* The search finds exactly the overlapping entries, each once; with short intervals, and times beyond the number of leaves. */
static void test_spans(void)
{
    enum { N = 300 };
    static const int lasts[] = { 0, 1, 7, 100, 9000, 1000003 };
    for (size_t k = 0; k < G_N_ELEMENTS(lasts); k++) {
        int last = lasts[k], from[N], to[N], out[N];
        Spans *s = spans_new(last);
        for (int round = 0; round < 2; round++) {
            spans_clear(s);
            for (int i = 0; i < N; i++) {
                from[i] = g_test_rand_int_range(0, last + 1);
                to[i] = g_test_rand_int_range(from[i], i % 3 ? MIN(from[i] + 20, last) + 1 : last + 1);
                bool want[N] = { false };
                int n_want = 0, n = spans_find(s, from[i], to[i], out);
                for (int j = 0; j < i; j++)
                    n_want += want[j] = from[j] <= to[i] && from[i] <= to[j];
                g_assert_cmpint(n, ==, n_want);
                for (int j = 0; j < n; j++) {
                    g_assert_true(want[out[j]]);
                    want[out[j]] = false;
                }
                spans_add(s, from[i], to[i]);
            }
        }
        spans_free(s);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/plan/memory/random", test_random);
    g_test_add_func("/plan/memory/spans", test_spans);
    return g_test_run();
}
