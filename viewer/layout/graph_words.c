/* What nodes and edges of the Graph view say, in the picture and as DOT text. */
#include "viewer/layout/graph.h"

#include "trace/capped.h"
#include "viewer/layout/parts.h"
#include "viewer/layout/words.h"

#include <math.h>

GraphPlace graph_place(const Rows *rows, const Viewport *vp)
{
    const GraphViewRows *own = graph_view_rows(rows);
    if (!own)
        return (GraphPlace){ 0 };
    GraphPlace p = { .local = own->program == NULL || vp->option[0] == 2, .radius = CLAMP(vp->option[1] ? vp->option[1] : 2, 1, 4), .whole = vp->option[2] == 2 };
    p.rows = p.local ? own->local : own->program;
    p.centre = own->centre[p.local];
    return p;
}

Neighbours *graph_nodes(const GraphPlace *p, const Viewport *vp)
{
    if (!p->rows || (!p->whole && !p->centre))
        return NULL;
    return p->whole ? parts_new(p->rows, vp->open) : neighbours_new(p->rows, p->centre, p->radius, vp->open);
}

GraphMoves *graph_moves(const GraphRows *g, const Neighbours *n, const GArray *reshards)
{
    GraphMoves *out = g_new0(GraphMoves, n->edges->len + 1);
    for (guint i = 0; reshards && i < reshards->len; i++) {
        const TraceReshardRow *r = TRACE_AT(reshards, TraceReshardRow, i);
        int from = graph_rows_index_of(g, r->inst_id), to = graph_rows_index_of(g, r->user_id);
        from = from < 0 ? -1 : neighbours_node_of(n, from);
        to = to < 0 ? -1 : neighbours_node_of(n, to);
        for (guint k = 0; from >= 0 && to >= 0 && k < n->edges->len; k++) {
            const GraphEdge *e = &g_array_index(n->edges, GraphEdge, k);
            if (e->from != from || e->to != to || (e->pos >= 0 && r->user_pos.known && r->user_pos.v != e->pos))
                continue;
            int64_t bytes = r->traffic.known && r->traffic.v > 0 ? r->traffic.v : r->bytes_moved.known ? r->bytes_moved.v : 0;
            out[k].n++;
            out[k].bytes = add_capped(out[k].bytes, bytes);
            out[k].dearest = out[k].dearest ? out[k].dearest : r; /* they come dearest first */
            break;
        }
    }
    return out;
}

static GraphWords op_words(const GraphNode *n)
{
    GraphWords w = { .name = g_strdup(n->label ? n->label : n->row->label) };
    if (n->times > 1)
        w.title = g_strdup_printf("%s × %d layers", n->row->opcode, n->times);
    else if (n->row->called_trips.known && n->row->called_trips.v > 1)
        w.title = g_strdup_printf("%s × %" G_GINT64_FORMAT " trips", n->row->opcode, n->row->called_trips.v);
    else
        w.title = g_strdup(n->row->opcode);
    if (n->n_body)
        w.size = g_strdup_printf("%d ops a trip%s%s%s", n->n_body, isnan(n->cost_ns) ? "" : ", ", isnan(n->cost_ns) ? "" : word_ns(n->cost_ns).s, isnan(n->cost_ns) ? "" : " in all");
    else
        w.size = g_strdup(shape_show(n->row->shape).s);
    return w;
}

GraphWords graph_words(const GraphNode *n)
{
    if (n->n_ops == 1)
        return op_words(n);
    const char *each = n->times > 1 ? " each" : "", *name = n->label ? n->label : n->row->label;
    GString *size = g_string_new(NULL);
    g_string_append_printf(size, "%d ops%s", n->n_ops, each);
    if (!isnan(n->cost_ns))
        g_string_append_printf(size, ", %s%s", word_ns(n->cost_ns).s, each);
    if (n->n_args)
        g_string_append_printf(size, "; %d argument%s, %s", n->n_args, n->n_args == 1 ? "" : "s", word_bytes(n->arg_bytes).s);
    return (GraphWords){ n->times > 1 ? g_strdup_printf("× %d layers", n->times) : g_strdup(name),
                         n->times > 1 ? g_strdup(name) : g_strdup_printf("dearest: %s", n->row->label), g_string_free(size, FALSE) };
}

void graph_words_clear(GraphWords *w)
{
    g_free(w->title);
    g_free(w->name);
    g_free(w->size);
    *w = (GraphWords){ 0 };
}
