/* Equal layers: found by structure whatever ops are called, to their operands, in programs of known layers; and the parts that
 * a whole program is drawn in: each op stands in one, edges run forwards, what is opened and folded again is the same. */
#include <string.h>

#include "viewer/layout/neighbours.h"
#include "viewer/layout/parts.h"
#include "viewer/layout/repeats.h"

typedef struct Maker {
    GArray *insts, *operands;
    GPtrArray *texts;
    int64_t comp, next;
} Maker;

static int64_t put(Maker *m, const char *opcode, const char *shape, const int64_t *from, int n)
{
    char *name = g_strdup_printf("%s.%" G_GINT64_FORMAT, opcode, m->next);
    g_ptr_array_add(m->texts, name);
    TraceInstRow row = { .id = m->next++, .comp_id = m->comp, .comp_kind = m->comp == 1 ? 1 : 3, .name = name, .label = name, .opcode = (char *)opcode, .shape = (char *)shape,
                         .bytes_full = TRACE_INT(64) };
    g_array_append_val(m->insts, row);
    for (int k = 0; k < n; k++) {
        TraceOperand o = { .inst_id = row.id, .pos = k, .src_id = from[k] };
        g_array_append_val(m->operands, o);
    }
    return row.id;
}

static int64_t op1(Maker *m, const char *opcode, const char *shape, int64_t a)
{
    return put(m, opcode, shape, &a, 1);
}

static int64_t op2(Maker *m, const char *opcode, const char *shape, int64_t a, int64_t b)
{
    return put(m, opcode, shape, (int64_t[]){ a, b }, 2);
}

static Maker maker_new(void)
{
    return (Maker){ g_array_new(FALSE, TRUE, sizeof(TraceInstRow)), g_array_new(FALSE, TRUE, sizeof(TraceOperand)), g_ptr_array_new_with_free_func(g_free), 1, 100 };
}

static GraphRows *made(const Maker *m)
{
    GraphRows *g = graph_rows_new(m->insts, m->operands);
    graph_rows_index(g);
    graph_rows_find_layers(g, NULL);
    return g;
}

enum { LAYER = 9 };

/* A layer of nine ops with an argument of its own and the mask that all read. odd: it reads the mask at another place. */
static int64_t layer(Maker *m, int64_t x, int64_t mask, const char *hidden, bool odd)
{
    int64_t w = put(m, "parameter", "f32[8,8]", NULL, 0);
    int64_t n = op1(m, "sqrt", "f32[4,8]", x);
    int64_t q = op2(m, "dot", hidden, n, w), k = op1(m, "exponential", hidden, q), t = op1(m, "tanh", hidden, q);
    int64_t s = op2(m, "add", hidden, k, odd ? k : mask), v = op2(m, "multiply", hidden, s, t), r = op1(m, "negate", hidden, v);
    return op2(m, "add", "f32[4,8]", op1(m, "abs", "f32[4,8]", r), x);
}

/* head, `n` layers of which layer `odd` (-1: none) differs in what it reads and layer `wide` in a shape, tail */
static GraphRows *model(Maker *m, int n, int odd, int wide)
{
    int64_t x = put(m, "parameter", "f32[4,8]", NULL, 0), mask = put(m, "parameter", "f32[8,8]", NULL, 0);
    mask = op1(m, "cosine", "f32[8,8]", mask);
    x = op1(m, "sine", "f32[4,8]", x);
    for (int i = 0; i < n; i++)
        x = layer(m, x, mask, i == wide ? "f32[16,8]" : "f32[8,8]", i == odd);
    x = op1(m, "logistic", "f32[4,8]", x);
    put(m, "tuple", "(f32[4,8])", &x, 1);
    return made(m);
}

static const Repeat *only(const GraphRows *g)
{
    g_assert_cmpuint(g->repeats->list->len, ==, 1);
    return &g_array_index(g->repeats->list, Repeat, 0);
}

static void test_found(void)
{
    for (int n = 2; n < 30; n += 3) {
        Maker m = maker_new();
        g_autoptr(GraphRows) g = model(&m, n, -1, -1);
        const Repeat *r = only(g);
        g_assert_cmpint(r->period, ==, LAYER);
        g_assert_cmpint(r->times, ==, n);
        const TraceInstRow *first = TRACE_AT(g->insts, TraceInstRow, g->repeats->line[r->first]);
        g_assert_cmpstr(first->opcode, ==, "sqrt"); /* cut where one value crosses */
        for (guint i = 0; i < g->insts->len; i++) { /* an argument belongs to the layer that reads it */
            const TraceInstRow *x = TRACE_AT(g->insts, TraceInstRow, i);
            bool weight = g_str_equal(x->opcode, "parameter") && i > 1;
            if (weight)
                g_assert_cmpint(g->repeats->slots[i].copy, ==, g->repeats->slots[i + 1].copy);
            g_assert_cmpint(g->repeats->slots[i].repeat >= 0, ==, weight || (g->repeats->place[i] >= 2 && g->repeats->place[i] < 2 + n * LAYER));
        }
        g_ptr_array_unref(m.texts);
    }
}

static void test_differences(void)
{
    Maker a = maker_new(), b = maker_new(), c = maker_new(), d = maker_new();
    g_autoptr(GraphRows) odd = model(&a, 10, 3, -1);
    g_assert_cmpint(only(odd)->times, ==, 6); /* those behind it; the three before are too few beside it */
    g_autoptr(GraphRows) wide = model(&b, 10, -1, 6);
    g_assert_cmpuint(wide->repeats->list->len, ==, 2);
    g_assert_cmpint(g_array_index(wide->repeats->list, Repeat, 0).times, ==, 6);
    g_assert_cmpint(g_array_index(wide->repeats->list, Repeat, 1).times, ==, 3);
    g_autoptr(GraphRows) one = model(&c, 1, -1, -1);
    g_assert_cmpuint(one->repeats->list->len, ==, 0);
    for (int i = 0; i < 40; i++) { /* nothing comes again */
        g_autofree char *shape = g_strdup_printf("f32[%d]", i);
        op1(&d, "add", g_intern_string(shape), i ? d.next - 1 : 0);
    }
    g_autoptr(GraphRows) none = made(&d);
    g_assert_cmpuint(none->repeats->list->len, ==, 0);
    Maker *all[] = { &a, &b, &c, &d };
    for (int i = 0; i < 4; i++)
        g_ptr_array_unref(all[i]->texts);
}

/* Laws of the parts: every op of the entry stands in one node, an edge for each value that is read, all of them forwards. */
static void check_parts(const GraphRows *g, const Neighbours *n, bool runs_itself)
{
    for (int p = 0; p < g->repeats->n_line; p++) {
        const TraceInstRow *x = TRACE_AT(g->insts, TraceInstRow, g->repeats->line[p]);
        if (x->comp_id == 1)
            g_assert_cmpint(neighbours_node_of(n, g->repeats->line[p]), >=, 0);
    }
    for (guint e = 0; e < n->edges->len; e++) {
        const GraphEdge *x = &g_array_index(n->edges, GraphEdge, e);
        g_assert_true(runs_itself || x->from < x->to);
        for (guint k = 0; k < e; k++)
            g_assert_false(g_array_index(n->edges, GraphEdge, k).from == x->from && g_array_index(n->edges, GraphEdge, k).to == x->to);
    }
}

static const GraphNode *node(const Neighbours *n, guint i)
{
    g_assert_cmpuint(i, <, n->nodes->len);
    return &g_array_index(n->nodes, GraphNode, i);
}

static void test_parts(void)
{
    Maker m = maker_new();
    g_autoptr(GraphRows) g = model(&m, 12, -1, -1);
    g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(int64_t));
    g_autoptr(Neighbours) folded = parts_new(g, open);
    check_parts(g, folded, false);
    g_assert_cmpuint(folded->nodes->len, ==, 3); /* head, layers, tail */
    g_assert_cmpint(node(folded, 1)->times, ==, 12);
    g_assert_cmpint(node(folded, 1)->n_ops, ==, LAYER);
    g_assert_cmpint(node(folded, 1)->n_args, ==, 1); /* of one layer */
    g_assert_cmpint(node(folded, 1)->arg_bytes, ==, 64);
    g_assert_cmpuint(folded->edges->len, ==, 2);

    g_array_append_val(open, node(folded, 1)->fold);
    g_autoptr(Neighbours) layers = parts_new(g, open);
    check_parts(g, layers, false);
    g_assert_cmpuint(layers->nodes->len, ==, 2 + 12);
    g_assert_cmpint(node(layers, 1)->close, ==, node(folded, 1)->fold);
    g_array_append_val(open, node(layers, 3)->fold); /* the third */
    g_autoptr(Neighbours) ops = parts_new(g, open);
    check_parts(g, ops, false);
    g_assert_cmpuint(ops->nodes->len, ==, 2 + 11 + LAYER);
    g_assert_cmpint(node(ops, 3)->n_ops, ==, 1);
    g_assert_cmpstr(node(ops, 3)->row->opcode, ==, "sqrt");
    g_ptr_array_unref(m.texts);
}

/* A mask that twelve layers read: one node, until it is opened. */
static void test_neighbourhood(void)
{
    Maker m = maker_new();
    g_autoptr(GraphRows) g = model(&m, 12, -1, -1);
    int64_t mask = 102;
    g_assert_cmpstr(graph_rows_inst(g, mask)->opcode, ==, "cosine");
    g_autoptr(Neighbours) near = neighbours_new(g, mask, 1, NULL);
    g_assert_cmpuint(near->nodes->len, ==, 3);
    g_assert_cmpint(node(near, 2)->times, ==, 12);
    g_assert_cmpint(node(near, 0)->hidden_users, ==, 0);
    g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(int64_t));
    g_array_append_val(open, node(near, 2)->fold);
    g_autoptr(Neighbours) all = neighbours_new(g, mask, 1, open);
    g_assert_cmpuint(all->nodes->len, ==, 2 + 12);
    g_assert_cmpint(node(all, 2)->times, ==, 1);
    g_ptr_array_unref(m.texts);
}

/* A loop is a node of its own, opened into its body; a computation that runs itself ends. */
static void test_loops(void)
{
    for (int self = 0; self < 2; self++) {
        Maker m = maker_new();
        int64_t x = put(&m, "parameter", "f32[4]", NULL, 0);
        x = op1(&m, "sine", "f32[4]", x);
        x = op1(&m, "while", "f32[4]", x);
        TRACE_AT(m.insts, TraceInstRow, m.insts->len - 1)->called_comp = 2;
        op1(&m, "cosine", "f32[4]", x);
        m.comp = 2;
        x = put(&m, "parameter", "f32[4]", NULL, 0);
        x = op1(&m, "exponential", "f32[4]", x);
        op1(&m, self ? "while" : "tanh", "f32[4]", x);
        if (self)
            TRACE_AT(m.insts, TraceInstRow, m.insts->len - 1)->called_comp = 2;
        g_autoptr(GraphRows) g = made(&m);
        g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(int64_t));
        g_autoptr(Neighbours) shut = parts_new(g, open);
        g_assert_cmpuint(shut->nodes->len, ==, 3);
        g_assert_cmpint(node(shut, 1)->n_body, >=, 2);
        check_parts(g, shut, self);
        for (int rounds = 0; rounds < 4; rounds++) { /* all that can be opened */
            g_autoptr(Neighbours) n = parts_new(g, open);
            check_parts(g, n, self);
            for (guint i = 0; i < n->nodes->len; i++)
                if (node(n, i)->fold && !graph_is_open(open, node(n, i)->fold))
                    g_array_append_val(open, node(n, i)->fold);
        }
        g_autoptr(Neighbours) n = parts_new(g, open);
        g_assert_cmpuint(n->nodes->len, >=, 5);
        g_assert_cmpuint(n->nodes->len, <=, MAX_NODES);
        g_ptr_array_unref(m.texts);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/viewer/repeats/found", test_found);
    g_test_add_func("/viewer/repeats/differences", test_differences);
    g_test_add_func("/viewer/repeats/parts", test_parts);
    g_test_add_func("/viewer/repeats/neighbourhood", test_neighbourhood);
    g_test_add_func("/viewer/repeats/loops", test_loops);
    return g_test_run();
}
