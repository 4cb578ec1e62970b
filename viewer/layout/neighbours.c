/* Neighbourhoods. See neighbours.h. Nodes are found breadth first from the centre, so that the nearest are drawn when
 * not all can be. */
#include "viewer/layout/neighbours.h"

#include <stdlib.h>
#include <string.h>

/* ---- the indexes ---- */

static int index_of(const GraphRows *g, int64_t id)
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
            int to = index_of(g, o->inst_id), from = index_of(g, o->src_id);
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

const TraceInstRow *graph_rows_inst(const GraphRows *g, int64_t inst_id)
{
    int i = g ? index_of(g, inst_id) : -1;
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

static bool is_open(const GArray *open, int64_t id)
{
    for (guint i = 0; open && i < open->len; i++)
        if (g_array_index(open, int64_t, i) == id)
            return true;
    return false;
}

typedef struct Walk {
    const GraphRows *g;
    Neighbours *out;
    GHashTable *at; /* index of an instruction + 1 -> its node + 1 */
    const GArray *open;
    int radius;
} Walk;

static int node_of(const Walk *k, int i)
{
    return GPOINTER_TO_INT(g_hash_table_lookup(k->at, GINT_TO_POINTER(i + 1))) - 1;
}

static void add_node(Walk *k, int i, int distance)
{
    if (node_of(k, i) >= 0 || k->out->nodes->len >= MAX_NODES)
        return;
    GraphNode n = { .row = TRACE_AT(k->g->insts, TraceInstRow, i), .distance = distance };
    g_array_append_val(k->out->nodes, n);
    g_hash_table_insert(k->at, GINT_TO_POINTER(i + 1), GINT_TO_POINTER((int)k->out->nodes->len));
}

/* The neighbours of a node on one side, nearest first in the program's order. */
static void grow(Walk *k, int i, int distance, bool up)
{
    const int *at = up ? k->g->op_at : k->g->user_at, *list = up ? k->g->ops : k->g->users;
    bool all = is_open(k->open, TRACE_AT(k->g->insts, TraceInstRow, i)->id);
    int n = at[i + 1] - at[i];
    if (n > MANY_NEIGHBOURS && !all)
        n = distance == 0 ? MANY_NEIGHBOURS : 0; /* of the centre the first are shown, of others none */
    for (int e = 0; e < n; e++) {
        const TraceOperand *o = TRACE_AT(k->g->operands, TraceOperand, list[at[i] + e]);
        int other = index_of(k->g, up ? o->src_id : o->inst_id);
        const TraceInstRow *r = TRACE_AT(k->g->insts, TraceInstRow, other);
        if (!is_inside(r))
            add_node(k, other, distance + !is_clear(r));
    }
}

static void add_edges(Walk *k)
{
    for (guint n = 0; n < k->out->nodes->len; n++) {
        GraphNode *node = &g_array_index(k->out->nodes, GraphNode, n);
        int i = index_of(k->g, node->row->id);
        g_autoptr(GString) inside = g_string_new(NULL);
        for (int e = k->g->op_at[i]; e < k->g->op_at[i + 1]; e++) {
            const TraceOperand *o = TRACE_AT(k->g->operands, TraceOperand, k->g->ops[e]);
            int src = index_of(k->g, o->src_id), from = node_of(k, src);
            const TraceInstRow *r = TRACE_AT(k->g->insts, TraceInstRow, src);
            if (from >= 0)
                g_array_append_val(k->out->edges, ((GraphEdge){ from, (int)n, (int)CLAMP(o->pos, 0, G_MAXINT) }));
            else if (!is_inside(r))
                node->hidden_operands++;
            else if (inside->len < 60)
                g_string_append_printf(inside, "%s%s", inside->len ? ", " : "", r->name);
        }
        for (int e = k->g->user_at[i]; e < k->g->user_at[i + 1]; e++)
            node->hidden_users += node_of(k, index_of(k->g, TRACE_AT(k->g->operands, TraceOperand, k->g->users[e])->inst_id)) < 0;
        if (inside->len)
            node->constants = g_strdup(inside->str);
    }
}

static void node_clear(gpointer p)
{
    g_free(((GraphNode *)p)->constants);
}

Neighbours *neighbours_new(const GraphRows *g, int64_t centre, int radius, const GArray *open)
{
    int at = index_of(g, centre);
    if (at < 0)
        return NULL;
    Neighbours *out = g_new0(Neighbours, 1);
    out->nodes = g_array_new(FALSE, TRUE, sizeof(GraphNode));
    g_array_set_clear_func(out->nodes, node_clear);
    out->edges = g_array_new(FALSE, FALSE, sizeof(GraphEdge));
    g_autoptr(GHashTable) nodes = g_hash_table_new(NULL, NULL);
    Walk k = { g, out, nodes, open, radius };
    add_node(&k, at, 0);
    for (guint i = 0; i < out->nodes->len; i++) { /* grows while it is walked */
        GraphNode n = g_array_index(out->nodes, GraphNode, i);
        if (n.distance >= radius && !is_open(open, n.row->id))
            continue;
        grow(&k, index_of(g, n.row->id), n.distance, true);
        grow(&k, index_of(g, n.row->id), n.distance, false);
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
    g_free(n);
}
