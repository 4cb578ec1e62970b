/* Laws of layered drawings and of neighbourhoods, on random graphs: nothing overlaps, edges run downwards, the same
 * graph gives the same picture; what is drawn and what is said to be hidden is all there is. */
#include <math.h>
#include <string.h>

#include "viewer/layout/layers.h"
#include "viewer/layout/neighbours.h"

enum { ROUNDS = 150 };

typedef struct Drawn {
    LayerNode *nodes;
    LayerEdge *edges;
    int n, m;
    GArray *points;
    double w, h;
} Drawn;

/* back: some edges run from later nodes to earlier ones, so there are circles. */
static Drawn draw(guint32 seed, bool back)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(seed);
    Drawn d = { .n = g_rand_int_range(r, 1, 40) };
    d.m = d.n > 1 ? g_rand_int_range(r, 0, 3 * d.n) : 0;
    d.nodes = g_new0(LayerNode, d.n + 1);
    d.edges = g_new0(LayerEdge, d.m + 1);
    for (int i = 0; i < d.n; i++) {
        d.nodes[i].w = g_rand_int_range(r, 20, 240);
        d.nodes[i].h = 56;
    }
    for (int e = 0; e < d.m; e++) {
        int a = g_rand_int_range(r, 0, d.n), b = g_rand_int_range(r, 0, d.n);
        if (!back && a >= b) {
            a = MIN(a, b) ? MIN(a, b) - 1 : 0;
            b = MAX(a + 1, b);
        }
        d.edges[e] = (LayerEdge){ .from = a, .to = b };
    }
    d.points = g_array_new(FALSE, FALSE, sizeof(LayerPoint));
    Layers all = { d.nodes, d.n, d.edges, d.m, 20, 40, .points = d.points };
    layers_place(&all);
    d.w = all.w;
    d.h = all.h;
    return d;
}

static void drawn_clear(Drawn *d)
{
    g_free(d->nodes);
    g_free(d->edges);
    g_array_unref(d->points);
}

static void test_nothing_overlaps(void)
{
    for (guint32 seed = 0; seed < ROUNDS; seed++) {
        Drawn d = draw(seed, seed % 2);
        for (int i = 0; i < d.n; i++) {
            const LayerNode *a = &d.nodes[i];
            g_assert_true(isfinite(a->x) && isfinite(a->y));
            g_assert_cmpfloat(a->x, >=, -1);
            g_assert_cmpfloat(a->y, >=, 0);
            g_assert_cmpfloat(a->x + a->w, <=, d.w + 2);
            g_assert_cmpfloat(a->y + a->h, <=, d.h + 2);
            for (int k = 0; k < i; k++) {
                const LayerNode *b = &d.nodes[k];
                bool apart = a->x + a->w <= b->x - 18 || b->x + b->w <= a->x - 18 || a->y + a->h <= b->y - 38 || b->y + b->h <= a->y - 38;
                g_assert_true(apart);
            }
        }
        drawn_clear(&d);
    }
}

static void test_edges_run_down(void)
{
    for (guint32 seed = 0; seed < ROUNDS; seed++) {
        Drawn d = draw(seed, false);
        for (int e = 0; e < d.m; e++) {
            const LayerEdge *x = &d.edges[e];
            g_assert_cmpint(d.nodes[x->from].rank, <, d.nodes[x->to].rank);
            g_assert_cmpint(x->n, >=, 2);
            const LayerPoint *p = &g_array_index(d.points, LayerPoint, x->first);
            g_assert_cmpfloat(p[0].y, ==, d.nodes[x->from].y + d.nodes[x->from].h);
            g_assert_cmpfloat(p[x->n - 1].y, ==, d.nodes[x->to].y);
            for (int i = 1; i < x->n; i++)
                g_assert_cmpfloat(p[i].y, >=, p[i - 1].y);
        }
        drawn_clear(&d);
    }
}

static void test_repeats(void)
{
    for (guint32 seed = 0; seed < 20; seed++) {
        Drawn a = draw(seed, true), b = draw(seed, true);
        g_assert_cmpmem(a.nodes, sizeof(LayerNode) * (gsize)a.n, b.nodes, sizeof(LayerNode) * (gsize)b.n);
        g_assert_cmpmem(a.points->data, a.points->len * sizeof(LayerPoint), b.points->data, b.points->len * sizeof(LayerPoint));
        drawn_clear(&a);
        drawn_clear(&b);
    }
}

/* A program of n ops, each taking up to three earlier ones; every seventh is a constant. Names belong to the test. */
static GraphRows *random_program(GRand *r, int n)
{
    GArray *insts = g_array_new(FALSE, TRUE, sizeof(TraceInstRow)), *operands = g_array_new(FALSE, TRUE, sizeof(TraceOperand));
    for (int i = 0; i < n; i++) {
        TraceInstRow row = { .id = 100 + i, .name = "op", .opcode = i % 7 == 3 ? "constant" : i % 5 == 1 ? "bitcast" : "add" };
        g_array_append_val(insts, row);
        for (int k = 0; i > 0 && i % 7 != 3 && k < g_rand_int_range(r, 0, 4); k++) {
            TraceOperand o = { .inst_id = 100 + i, .pos = k, .src_id = 100 + g_rand_int_range(r, MAX(0, i - 20), i) };
            g_array_append_val(operands, o);
        }
    }
    GraphRows *g = graph_rows_new(insts, operands);
    graph_rows_index(g);
    return g;
}

static void test_neighbours(void)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(7);
    for (int round = 0; round < 60; round++) {
        g_autoptr(GraphRows) g = random_program(r, g_rand_int_range(r, 5, 300));
        int64_t centre = 100 + g_rand_int_range(r, 0, (int)g->insts->len);
        g_assert_null(neighbours_new(g, 99, 2, NULL));
        g_autoptr(Neighbours) near = neighbours_new(g, centre, g_rand_int_range(r, 1, 5), NULL);
        g_assert_cmpint(near->nodes->len, <=, MAX_NODES);
        g_assert_cmpint(g_array_index(near->nodes, GraphNode, 0).row->id, ==, centre);
        g_autoptr(GHashTable) seen = g_hash_table_new(g_int64_hash, g_int64_equal);
        for (guint i = 0; i < near->nodes->len; i++)
            g_assert_true(g_hash_table_add(seen, (gpointer)&g_array_index(near->nodes, GraphNode, i).row->id));
        for (guint i = 0; i < near->nodes->len; i++) { /* every operand is an edge, hidden, or a constant inside */
            const GraphNode *n = &g_array_index(near->nodes, GraphNode, i);
            int all = 0, drawn = 0, constants = 0, users = 0, shown = 0;
            for (guint k = 0; k < g->operands->len; k++) {
                const TraceOperand *o = TRACE_AT(g->operands, TraceOperand, k);
                if (o->inst_id == n->row->id) {
                    all++;
                    constants += !g_hash_table_contains(seen, &o->src_id) && (o->src_id - 100) % 7 == 3;
                }
                if (o->src_id == n->row->id) {
                    users++;
                    shown += g_hash_table_contains(seen, &o->inst_id);
                }
            }
            for (guint k = 0; k < near->edges->len; k++)
                drawn += g_array_index(near->edges, GraphEdge, k).to == (int)i;
            g_assert_cmpint(all, ==, drawn + constants + n->hidden_operands);
            g_assert_cmpint(users, ==, shown + n->hidden_users);
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/viewer/graph/nothing-overlaps", test_nothing_overlaps);
    g_test_add_func("/viewer/graph/edges-run-down", test_edges_run_down);
    g_test_add_func("/viewer/graph/repeats", test_repeats);
    g_test_add_func("/viewer/graph/neighbours", test_neighbours);
    return g_test_run();
}
