/* What the Graph view draws, as DOT text for Graphviz. */
#include "viewer/layout/graph.h"

#include "trace/export/dot.h"

static void put_node(GString *out, const GraphNode *g, bool centre)
{
    const TraceInstRow *i = g->row;
    GraphWords w = graph_words(g);
    bool op = g->n_ops == 1 && g->times == 1;
    g_autofree char *label = op ? g_strdup_printf("%s\n%s\n%s%s%s", i->opcode, i->name, i->shape ? i->shape : "", i->spec ? "\n" : "", i->spec ? i->spec : "")
                                : g_strdup_printf("%s\n%s\n%s", w.title, w.name, w.size);
    graph_words_clear(&w);
    g_string_append_printf(out, "  i%" G_GINT64_FORMAT " [label=", i->id);
    dot_quoted(out, label);
    g_string_append(out, ", name=");
    dot_quoted(out, i->name);
    g_string_append(out, ", opcode=");
    dot_quoted(out, i->opcode);
    if (!op)
        g_string_append_printf(out, ", layers=%d, ops=%d", g->times, g->n_ops);
    if (g->constants) {
        g_string_append(out, ", constants=");
        dot_quoted(out, g->constants);
    }
    if (i->total_ns.known)
        g_string_append_printf(out, ", ns=%" G_GINT64_FORMAT, i->total_ns.v);
    g_string_append(out, centre ? ", penwidth=3];\n" : "];\n");
}

char *graph_to_dot(const Rows *rows, const Viewport *vp)
{
    const RunRows *run = rows_current(rows);
    GraphPlace at = graph_place(rows, vp);
    g_autoptr(Neighbours) n = run ? graph_nodes(&at, vp) : NULL;
    if (!n)
        return NULL;
    GString *out = g_string_new("digraph shardscope {\n  rankdir=TB;\n  node [shape=box, fontname=\"sans-serif\"];\n");
    for (guint i = 0; i < n->nodes->len; i++)
        put_node(out, &g_array_index(n->nodes, GraphNode, i), i == 0 && !at.whole);
    g_autofree GraphMoves *moves = graph_moves(at.rows, n, run->reshards);
    for (guint i = 0; i < n->edges->len; i++) {
        const GraphEdge *e = &g_array_index(n->edges, GraphEdge, i);
        const GraphNode *a = &g_array_index(n->nodes, GraphNode, e->from), *b = &g_array_index(n->nodes, GraphNode, e->to);
        const TraceReshardRow *r = at.local ? NULL : moves[i].dearest;
        g_string_append_printf(out, "  i%" G_GINT64_FORMAT " -> i%" G_GINT64_FORMAT, a->row->id, b->row->id);
        if (e->pos >= 0)
            g_string_append_printf(out, " [operand=%d", e->pos);
        else
            g_string_append_printf(out, " [values=%d", e->n);
        if (r) {
            g_autofree char *label = moves[i].n > 1 ? g_strdup_printf("%d changes of layout", moves[i].n) : g_strdup_printf("#%" G_GINT64_FORMAT " %s", r->seq, r->plan);
            g_string_append(out, ", penwidth=2, color=\"#0072B2\", label=");
            dot_quoted(out, label);
        }
        g_string_append(out, "];\n");
    }
    g_string_append(out, "}\n");
    return g_string_free(out, FALSE);
}
