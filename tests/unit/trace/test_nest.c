/* Rows of a lane: few and many give the rows and the times that looking at each row in turn gives, and very many do not take for ever. */
#include <glib.h>

#include "trace/import/nest.h"

typedef struct Expected {
    uint16_t depth;
    int64_t self_ns;
} Expected;

/* As the header says it, one row after the other. */
static int nest_slowly(const TimelineEvent *e, guint n, Expected *out)
{
    g_autofree guint *row = g_new0(guint, n + 1);
    int n_rows = 0;
    for (guint i = 0; i < n; i++) {
        int64_t end = e[i].start_ns + e[i].dur_ns;
        int depth = 0;
        while (depth < n_rows && e[i].start_ns < e[row[depth]].start_ns + e[row[depth]].dur_ns)
            depth++;
        n_rows = MAX(n_rows, depth + 1);
        out[i] = (Expected){ (uint16_t)depth, e[i].dur_ns };
        for (int d = depth - 1; d >= 0; d--)
            if (e[row[d]].start_ns + e[row[d]].dur_ns >= end) {
                out[row[d]].self_ns -= e[i].dur_ns;
                break;
            }
        row[depth] = i;
    }
    return n_rows;
}

static int by_order(gconstpointer a, gconstpointer b)
{
    return import_event_order(a, b);
}

static GArray *made(GRand *rand, guint n, int spread, int longest)
{
    GArray *events = g_array_new(FALSE, TRUE, sizeof(TimelineEvent));
    for (guint i = 0; i < n; i++)
        g_array_append_val(events, ((TimelineEvent){ .start_ns = g_rand_int_range(rand, 0, spread), .dur_ns = g_rand_int_range(rand, 0, longest) }));
    g_array_sort(events, by_order);
    return events;
}

static void test_agrees(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(7);
    for (int round = 0; round < 300; round++) {
        guint n = (guint)g_rand_int_range(rand, 1, 400);
        int spread = g_rand_int_range(rand, 1, 2000), longest = g_rand_int_range(rand, 1, 1500);
        g_autoptr(GArray) events = made(rand, n, spread, longest);
        g_autofree Expected *expected = g_new0(Expected, n);
        int n_rows = nest_slowly((const TimelineEvent *)events->data, n, expected);
        g_assert_cmpint(import_nest(events), ==, n_rows);
        for (guint i = 0; i < n; i++) {
            const TimelineEvent *e = &g_array_index(events, TimelineEvent, i);
            g_assert_cmpuint(e->depth, ==, expected[i].depth);
            g_assert_cmpint(e->self_ns, ==, expected[i].self_ns);
        }
    }
}

/* Half a million that all overlap, as on a damaged line: each in a row of its own. */
static void test_many(void)
{
    enum { N = 500000 };
    g_autoptr(GArray) events = g_array_new(FALSE, TRUE, sizeof(TimelineEvent));
    for (int i = 0; i < N; i++)
        g_array_append_val(events, ((TimelineEvent){ .start_ns = i, .dur_ns = N }));
    g_assert_cmpint(import_nest(events), ==, NEST_MAX_DEPTH + 1);
    g_assert_cmpint(g_array_index(events, TimelineEvent, N - 1).self_ns, ==, N);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/nest/agrees", test_agrees);
    g_test_add_func("/nest/many", test_many);
    return g_test_run();
}
