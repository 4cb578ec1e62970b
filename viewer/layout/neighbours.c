/* Neighbourhoods. See neighbours.h. Nodes are found breadth first from the centre, so that the nearest are drawn when
 * not all can be. */
#include "viewer/layout/neighbours.h"

#include "viewer/layout/repeats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the indexes ---- */

int graph_rows_index_of(const GraphRows *g, int64_t id)
{
    return GPOINTER_TO_INT(g_hash_table_lookup(g->index, &id)) - 1;
}

GraphRows *graph_rows_new(GArray *insts, GArray *operands)
{
    GraphRows *g = g_new0(GraphRows, 1);
    g_atomic_ref_count_init(&g->refs);
    g->insts = insts;
    g->operands = operands;
    return g;
}

GraphRows *graph_rows_ref(GraphRows *g)
{
    if (g)
        g_atomic_ref_count_inc(&g->refs);
    return g;
}

void graph_rows_unref(GraphRows *g)
{
    if (!g || !g_atomic_ref_count_dec(&g->refs))
        return;
    g_clear_pointer(&g->index, g_hash_table_unref);
    g_clear_pointer(&g->insts, g_array_unref);
    g_clear_pointer(&g->operands, g_array_unref);
    repeats_free(g->repeats);
    trace_layers_free(g->layers);
    g_free(g->cost_ns);
    g_free(g->op_at);
    g_free(g->ops);
    g_free(g->user_at);
    g_free(g->users);
    g_free(g);
}

void graph_rows_index(GraphRows *g)
{
    guint n = g->insts->len;
    g->index = g_hash_table_new(g_int64_hash, g_int64_equal);
    for (guint i = 0; i < n; i++)
        g_hash_table_insert(g->index, &TRACE_AT(g->insts, TraceInstRow, i)->id, GINT_TO_POINTER((int)i + 1));
    g->op_at = g_new0(int, n + 1);
    g->user_at = g_new0(int, n + 1);
    for (int pass = 0; pass < 2; pass++) { /* count, then fill */
        for (guint i = 0; i < g->operands->len; i++) {
            const TraceOperand *o = TRACE_AT(g->operands, TraceOperand, i);
            int to = graph_rows_index_of(g, o->inst_id), from = graph_rows_index_of(g, o->src_id);
            if (to < 0 || from < 0)
                continue;
            if (pass == 0) {
                g->op_at[to + 1]++;
                g->user_at[from + 1]++;
            } else {
                g->ops[g->op_at[to]++] = (int)i;
                g->users[g->user_at[from]++] = (int)i;
            }
        }
        if (pass == 0) {
            for (guint i = 0; i < n; i++) {
                g->op_at[i + 1] += g->op_at[i];
                g->user_at[i + 1] += g->user_at[i];
            }
            g->ops = g_new0(int, g->operands->len + 1);
            g->users = g_new0(int, g->operands->len + 1);
        }
    }
    memmove(g->op_at + 1, g->op_at, n * sizeof(int)); /* filling has moved each begin to its end */
    memmove(g->user_at + 1, g->user_at, n * sizeof(int));
    g->op_at[0] = g->user_at[0] = 0;
}

void graph_rows_find_layers(GraphRows *g, TraceLayers *layers)
{
    g->layers = layers;
    g->repeats = repeats_new(g, layers);
}

const TraceInstRow *graph_rows_inst(const GraphRows *g, int64_t inst_id)
{
    int i = g ? graph_rows_index_of(g, inst_id) : -1;
    return i >= 0 ? TRACE_AT(g->insts, TraceInstRow, i) : NULL;
}

/* ---- one neighbourhood ---- */

static bool is_among(const char *opcode, const char *const *words)
{
    for (; *words; words++)
        if (g_strcmp0(opcode, *words) == 0)
            return true;
    return false;
}

/* Drawn as text inside whoever uses it. */
static bool is_inside(const TraceInstRow *r)
{
    static const char *const words[] = { "constant", "iota", "partition-id", "replica-id", NULL };
    return is_among(r->opcode, words);
}

/* Reading through it costs no step. */
static bool is_clear(const TraceInstRow *r)
{
    static const char *const words[] = { "get-tuple-element", "bitcast", "copy", "optimization-barrier", NULL };
    return is_among(r->opcode, words);
}

bool graph_is_open(const GArray *open, int64_t id)
{
    for (guint i = 0; open && i < open->len; i++)
        if (g_array_index(open, int64_t, i) == id)
            return true;
    return false;
}

static void node_clear(gpointer p)
{
    g_free(((GraphNode *)p)->constants);
    g_free(((GraphNode *)p)->label);
}

Neighbours *neighbours_empty(void)
{
    Neighbours *n = g_new0(Neighbours, 1);
    n->nodes = g_array_new(FALSE, TRUE, sizeof(GraphNode));
    g_array_set_clear_func(n->nodes, node_clear);
    n->edges = g_array_new(FALSE, FALSE, sizeof(GraphEdge));
    n->at = g_hash_table_new(NULL, NULL);
    return n;
}

int neighbours_node_of(const Neighbours *n, int i)
{
    return GPOINTER_TO_INT(g_hash_table_lookup(n->at, GINT_TO_POINTER(i + 1))) - 1;
}

void neighbours_stand(Neighbours *n, int i, int node)
{
    g_hash_table_insert(n->at, GINT_TO_POINTER(i + 1), GINT_TO_POINTER(node + 1));
}

int neighbours_add(Neighbours *n, const GraphRows *g, int i, int distance)
{
    if (n->nodes->len >= MAX_NODES) {
        n->cut = true;
        return -1;
    }
    GraphNode node = { .row = TRACE_AT(g->insts, TraceInstRow, i), .distance = distance, .times = 1, .n_ops = 1, .cost_ns = g->cost_ns ? g->cost_ns[i] : NAN };
    g_array_append_val(n->nodes, node);
    neighbours_stand(n, i, (int)n->nodes->len - 1);
    return (int)n->nodes->len - 1;
}

typedef struct Walk {
    const GraphRows *g;
    Neighbours *out;
    const GArray *open;
    int radius;
} Walk;

/* The first of `near` that stands at the same place of another of the same layers, or i itself. `first`: found so far. */
static int leader(const GraphRows *g, GHashTable *first, int i)
{
    const RepeatSlot *s = g->repeats ? &g->repeats->slots[i] : NULL;
    if (!s || s->repeat < 0)
        return i;
    gpointer key = (gpointer)(((guintptr)s->repeat << 32) ^ (guint32)s->offset);
    int at = GPOINTER_TO_INT(g_hash_table_lookup(first, key)) - 1;
    if (at < 0)
        g_hash_table_insert(first, key, GINT_TO_POINTER(i + 1));
    return at < 0 ? i : at;
}

/* The neighbours of a node on one side, nearest first in the program's order; those of equal layers are one. */
static void grow(Walk *k, int i, int distance, bool up)
{
    const int *at = up ? k->g->op_at : k->g->user_at, *list = up ? k->g->ops : k->g->users;
    int64_t id = TRACE_AT(k->g->insts, TraceInstRow, i)->id;
    bool all = graph_is_open(k->open, id);
    int n = at[i + 1] - at[i], n_leaders = 0;
    g_autofree int *near = g_new(int, n + 1), *leads = g_new(int, n + 1);
    g_autoptr(GHashTable) first = g_hash_table_new(NULL, NULL);
    for (int e = 0; e < n; e++) {
        const TraceOperand *o = TRACE_AT(k->g->operands, TraceOperand, list[at[i] + e]);
        near[e] = graph_rows_index_of(k->g, up ? o->src_id : o->inst_id);
        leads[e] = all ? near[e] : leader(k->g, first, near[e]);
        n_leaders += leads[e] == near[e];
    }
    int most = n_leaders <= MANY_NEIGHBOURS || all ? n : distance == 0 ? MANY_NEIGHBOURS : 0; /* of the centre the first are shown, of others none */
    for (int e = 0, seen = 0; e < n; e++) {
        const TraceInstRow *r = TRACE_AT(k->g->insts, TraceInstRow, near[e]);
        seen += leads[e] == near[e];
        if (seen > most)
            break;
        int node = neighbours_node_of(k->out, leads[e]);
        if (is_inside(r) || neighbours_node_of(k->out, near[e]) >= 0)
            continue;
        if (leads[e] == near[e]) {
            neighbours_add(k->out, k->g, near[e], distance + !is_clear(r));
        } else if (node > 0) {
            GraphNode *x = &g_array_index(k->out->nodes, GraphNode, node);
            x->times++;
            x->fold = id;
            neighbours_stand(k->out, near[e], node);
        }
    }
}

/* An edge; those to or from ops of several layers are one. */
static void add_edge(Neighbours *out, int from, int to, int pos)
{
    bool several = g_array_index(out->nodes, GraphNode, from).times > 1;
    for (guint i = out->edges->len; several && i > 0; i--) {
        GraphEdge *e = &g_array_index(out->edges, GraphEdge, i - 1);
        if (e->to != to)
            break;
        if (e->from == from) {
            e->n++;
            e->pos = -1;
            return;
        }
    }
    g_array_append_val(out->edges, ((GraphEdge){ from, to, pos, g_array_index(out->nodes, GraphNode, to).times, 1 }));
}

static void add_edges(Walk *k)
{
    for (guint n = 0; n < k->out->nodes->len; n++) {
        GraphNode *node = &g_array_index(k->out->nodes, GraphNode, n);
        int i = graph_rows_index_of(k->g, node->row->id);
        g_autoptr(GString) inside = g_string_new(NULL);
        for (int e = k->g->op_at[i]; e < k->g->op_at[i + 1]; e++) {
            const TraceOperand *o = TRACE_AT(k->g->operands, TraceOperand, k->g->ops[e]);
            int src = graph_rows_index_of(k->g, o->src_id), from = neighbours_node_of(k->out, src);
            const TraceInstRow *r = TRACE_AT(k->g->insts, TraceInstRow, src);
            if (from >= 0)
                add_edge(k->out, from, (int)n, (int)CLAMP(o->pos, 0, G_MAXINT));
            else if (!is_inside(r))
                node->hidden_operands++;
            else if (inside->len < 60)
                g_string_append_printf(inside, "%s%s", inside->len ? ", " : "", r->name);
        }
        for (int e = k->g->user_at[i]; e < k->g->user_at[i + 1]; e++)
            node->hidden_users += neighbours_node_of(k->out, graph_rows_index_of(k->g, TRACE_AT(k->g->operands, TraceOperand, k->g->users[e])->inst_id)) < 0;
        if (inside->len)
            node->constants = g_strdup(inside->str);
    }
}

Neighbours *neighbours_new(const GraphRows *g, int64_t centre, int radius, const GArray *open)
{
    int at = graph_rows_index_of(g, centre);
    if (at < 0)
        return NULL;
    Neighbours *out = neighbours_empty();
    Walk k = { g, out, open, radius };
    neighbours_add(out, g, at, 0);
    for (guint i = 0; i < out->nodes->len; i++) { /* grows while it is walked */
        GraphNode n = g_array_index(out->nodes, GraphNode, i);
        if (n.distance >= radius && !graph_is_open(open, n.row->id))
            continue;
        grow(&k, graph_rows_index_of(g, n.row->id), n.distance, true);
        grow(&k, graph_rows_index_of(g, n.row->id), n.distance, false);
    }
    add_edges(&k);
    return out;
}

void neighbours_free(Neighbours *n)
{
    if (!n)
        return;
    g_array_unref(n->nodes);
    g_array_unref(n->edges);
    g_hash_table_unref(n->at);
    g_free(n);
}
