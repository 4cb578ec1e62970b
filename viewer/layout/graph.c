/* The Graph view: an op, its operands and the users of its result, layouts as small pictures; edges on which the layout
 * changes are coloured. Options: 0 = the program as written, or what a device runs; 1 = how far. Start reading at
 * layout_graph(). */
#include "viewer/layout/graph.h"

#include <math.h>
#include <string.h>

#include "viewer/layout/choices.h"
#include "viewer/layout/costs.h"
#include "viewer/layout/layers.h"
#include "viewer/layout/neighbours.h"
#include "viewer/layout/sharding.h"
#include "viewer/layout/words.h"

#define TOP 34.0
#define NODE_H 56.0
#define GAP_X 22.0
#define GAP_Y 46.0
#define ICON 34.0

typedef struct Draw {
    Scene *s;
    const Viewport *vp;
    const Metrics *m;
    const Rows *rows;
    const RunRows *run;
    bool local;        /* what a device runs */
    double x, y;       /* of the drawing's corner */
    int64_t longest_ns;
} Draw;

static const TraceReshardRow *reshard_on(const Draw *d, int64_t from, int64_t to, int pos)
{
    for (guint i = 0; !d->local && d->run->reshards && i < d->run->reshards->len; i++) {
        const TraceReshardRow *r = TRACE_AT(d->run->reshards, TraceReshardRow, i);
        if (r->inst_id == from && r->user_id == to && (!r->user_pos.known || r->user_pos.v == pos))
            return r;
    }
    return NULL;
}

/* Kind of work, by the opcode's name. */
static Role role_of_op(const char *op)
{
    Role coll = role_of_plan(op);
    if (coll != ROLE_compute && !g_str_equal(op, "broadcast")) /* the op of that name copies within a device */
        return coll;
    if (strstr(op, "dot") || strstr(op, "conv"))
        return ROLE_bar;
    if (g_str_has_prefix(op, "parameter"))
        return ROLE_good;
    return ROLE_compute;
}

static void draw_tiles(Draw *d, const TraceInstRow *r, double x, double y)
{
    if (d->local)
        return;
    const ShardGeom *geom = rows_geom(d->rows, r->sharding_id);
    int at = rows_run_index(d->rows, d->run->info->id);
    g_autoptr(TileGrid) grid = value_grid(d->rows, MAX(at, 0), r->shape, r->sharding_id, true);
    if (!geom || grid->problem || grid->n_tiles > 4096)
        return;
    PictureStyle st = { .geom = geom, .mesh = value_mesh(d->rows, MAX(at, 0), r->sharding_id), .run = d->run->info->id };
    guint first = d->s->items->len;
    picture_draw(d->s, d->m, grid, &st, (Rect){ x, y, ICON, ICON });
    for (; first < d->s->items->len; first++) { /* the node is what is picked */
        g_array_index(d->s->items, Item, first).ref = (Ref){ 0 };
        g_array_index(d->s->items, Item, first).label = NULL;
    }
}

static void draw_node(Draw *d, const GraphNode *n, const LayerNode *at)
{
    Scene *s = d->s;
    const Metrics *m = d->m;
    const TraceInstRow *r = n->row;
    double x = d->x + at->x, y = d->y + at->y, tw = at->w - (d->local ? 16 : ICON + 22);
    Ref ref = { d->local ? REF_inst : REF_value, d->run->info->id, r->id, 0 };
    bool chosen = ref_equal(ref, d->vp->select), hovered = ref_equal(ref, d->vp->hover);
    Item *box = scene_box(s, ROLE_background, (Rect){ x, y, at->w, at->h });
    box->edge = n->distance == 0 || chosen ? ROLE_select : hovered ? ROLE_hover : ROLE_grid;
    box->edge_w = n->distance == 0 || chosen || hovered ? 2 : 1;
    box->ref = ref;
    box->tip = scene_keepf(s, "%s\n%s = %s %s\n%s%s%s%s%s", r->label, r->name, r->opcode, r->shape ? r->shape : "", r->spec ? r->spec : "",
                           r->op_name ? "\n" : "", r->op_name ? r->op_name : "", r->at ? "\n" : "", r->at ? r->at : "");
    scene_box(s, role_of_op(r->opcode), (Rect){ x + 2, y + 2, 4, at->h - 4 });
    scene_text(s, FONT_bold, ROLE_text, (Spot){ x + 12, y + 4, tw }, r->opcode)->trim = TRIM_middle;
    double line = m[FONT_small].line_h;
    scene_text(s, FONT_small, ROLE_dim, (Spot){ x + 12, y + 5 + m[FONT_bold].line_h, tw }, r->label)->trim = TRIM_middle;
    Word shape = shape_show(r->shape);
    g_autofree char *below = n->constants ? g_strdup_printf("%s  ·  %s", shape.s, n->constants) : g_strdup(shape.s);
    scene_text(s, FONT_small, ROLE_text, (Spot){ x + 12, y + 5 + m[FONT_bold].line_h + line, tw }, below);
    draw_tiles(d, r, x + at->w - ICON - 6, y + 5);
    if (r->total_ns.known && d->longest_ns > 0) {
        Item *bar = scene_box(s, ROLE_bar, (Rect){ x + 12, y + at->h - 4, MAX((at->w - 24) * (double)r->total_ns.v / (double)d->longest_ns, 1), 2 });
        bar->tip = scene_keepf(s, "%s a step, mean over devices", word_ns((double)r->total_ns.v).s);
    }
    const int hidden[2] = { n->hidden_operands, n->hidden_users };
    for (int k = 0; k < 2; k++) {
        if (!hidden[k])
            continue;
        g_autofree char *t = g_strdup_printf("… %d %s%s", hidden[k], k ? "user" : "operand", hidden[k] == 1 ? "" : "s");
        double w = text_width(m, FONT_small, t) + 10;
        Ref folded = { REF_folded, d->run->info->id, r->id, k + 1 };
        Item *it = scene_box(s, ref_equal(folded, d->vp->hover) ? ROLE_row_select : ROLE_panel,
                             (Rect){ x + 2, k ? y + at->h + 3 : y - line - 5, w, line + 2 });
        it->font = FONT_small;
        it->label = scene_keep(s, t);
        it->ref = folded;
        it->tip = scene_keep(s, "show them");
    }
}

static void draw_edge(Draw *d, const Neighbours *n, const GraphEdge *e, const LayerEdge *at, const GArray *points)
{
    const GraphNode *from = &g_array_index(n->nodes, GraphNode, e->from), *to = &g_array_index(n->nodes, GraphNode, e->to);
    const TraceReshardRow *r = reshard_on(d, from->row->id, to->row->id, e->pos);
    Role role = r ? role_of_plan(r->plan) : ROLE_pad;
    if (r && role == ROLE_compute)
        role = ROLE_edge; /* cut only: nothing is sent */
    Ref ref = r ? (Ref){ REF_reshard, d->run->info->id, r->id, 0 } : (Ref){ 0 };
    bool marked = r && (ref_equal(ref, d->vp->select) || ref_equal(ref, d->vp->hover));
    for (int i = 1; i < at->n; i++) {
        const LayerPoint *a = &g_array_index(points, LayerPoint, at->first + i - 1), *b = &g_array_index(points, LayerPoint, at->first + i);
        Item *it = scene_line(d->s, role, d->x + a->x, d->y + a->y, d->x + b->x, d->y + b->y);
        it->edge_w = marked ? 4 : r ? 3 : 1;
        it->arrow = i == at->n - 1;
    }
    if (!r || at->n < 2)
        return;
    const LayerPoint *a = &g_array_index(points, LayerPoint, at->first), *b = &g_array_index(points, LayerPoint, at->first + 1);
    g_autofree char *t = g_strdup_printf("#%" G_GINT64_FORMAT " %s", r->seq, r->traffic.known && r->traffic.v > 0 ? word_bytes(r->traffic.v).s
                                         : r->bytes_moved.known && r->bytes_moved.v > 0                            ? word_bytes(r->bytes_moved.v).s
                                                                                                                   : "cut");
    double w = text_width(d->m, FONT_small, t) + 10, h = d->m[FONT_small].line_h + 2;
    Item *it = scene_box(d->s, ROLE_background, (Rect){ d->x + (a->x + b->x) / 2 - w / 2, d->y + (a->y + b->y) / 2 - h / 2, w, h });
    it->edge = role;
    it->edge_w = marked ? 2 : 1;
    it->font = FONT_small;
    it->label = scene_keep(d->s, t);
    it->ref = ref;
    it->go = "reshards";
    it->tip = scene_keepf(d->s, "%s\n%s → %s\n%s", r->plan, r->from_spec, r->to_spec, r->why ? r->why : r->cause_name);
}

static void draw_graph(Draw *d, const Neighbours *n, double top)
{
    g_autofree LayerNode *nodes = g_new0(LayerNode, n->nodes->len + 1);
    g_autofree LayerEdge *edges = g_new0(LayerEdge, n->edges->len + 1);
    g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(LayerPoint));
    for (guint i = 0; i < n->nodes->len; i++) {
        const GraphNode *g = &g_array_index(n->nodes, GraphNode, i);
        Word shape = shape_show(g->row->shape);
        double text = MAX(text_width(d->m, FONT_bold, g->row->opcode),
                          MAX(MIN(text_width(d->m, FONT_small, g->row->label), 200), text_width(d->m, FONT_small, shape.s)));
        if (g->constants)
            text = MAX(text, text_width(d->m, FONT_small, shape.s) + text_width(d->m, FONT_small, g->constants) + 20);
        nodes[i].w = CLAMP(floor(text + 20 + (d->local ? 0 : ICON + 10)), 110, 240);
        nodes[i].h = NODE_H;
        d->longest_ns = MAX(d->longest_ns, g->row->total_ns.known ? g->row->total_ns.v : 0);
    }
    for (guint i = 0; i < n->edges->len; i++) {
        edges[i].from = g_array_index(n->edges, GraphEdge, i).from;
        edges[i].to = g_array_index(n->edges, GraphEdge, i).to;
    }
    Layers all = { nodes, (int)n->nodes->len, edges, (int)n->edges->len, GAP_X, GAP_Y, .points = points };
    layers_place(&all);
    double room_w = d->vp->width, room_h = d->vp->height - top;
    /* All of it in the middle, where it fits; else the centre op. */
    d->x = all.w <= room_w - 24 ? floor((room_w - all.w) / 2) : floor(room_w / 2 - nodes[0].x - nodes[0].w / 2);
    d->y = top + (all.h <= room_h - 60 ? floor((room_h - all.h) / 2) : floor(room_h / 2 - nodes[0].y - NODE_H / 2));
    d->x += d->vp->pan_x;
    d->y += d->vp->pan_y;
    for (guint i = 0; i < n->edges->len; i++)
        draw_edge(d, n, &g_array_index(n->edges, GraphEdge, i), &edges[i], points);
    for (guint i = 0; i < n->nodes->len; i++)
        draw_node(d, &g_array_index(n->nodes, GraphNode, i), &nodes[i]);
}

static void draw_bar(Draw *d, const Neighbours *n, int radius)
{
    static const char *const what[] = { "source program", "device program" }, *const far[] = { "1", "2", "3", "4" };
    scene_box(d->s, ROLE_panel, (Rect){ 0, 0, d->vp->width, TOP - 2 });
    double x = choices_draw(d->s, d->vp, &(Choices){ 0, NULL, what, 2, d->local }, 12, 5);
    x = choices_draw(d->s, d->vp, &(Choices){ 1, "reach", far, 4, radius - 1 }, x, 5);
    if (n)
        scene_textf(d->s, FONT_small, ROLE_dim, (Spot){ x, 8, MAX(d->vp->width - x - 10, 20) },
                    "%u ops around %s; click an op to go there, drag to pan%s",
                    n->nodes->len, g_array_index(n->nodes, GraphNode, 0).row->label, n->nodes->len >= MAX_NODES ? "; some are not drawn" : "");
}

GraphPlace graph_place(const Rows *rows, const Viewport *vp)
{
    const GraphViewRows *own = graph_view_rows(rows);
    if (!own)
        return (GraphPlace){ 0 };
    GraphPlace p = { .local = own->program == NULL || vp->option[0] == 2, .radius = CLAMP(vp->option[1] ? vp->option[1] : 2, 1, 4) };
    p.rows = p.local ? own->local : own->program;
    p.centre = own->centre[p.local];
    return p;
}

void layout_graph(const Rows *rows, const Viewport *vp, Scene *s)
{
    const RunRows *run = rows_current(rows);
    const GraphViewRows *own = graph_view_rows(rows);
    if (!run || !own || (!own->program && !own->local)) {
        layout_empty(s, vp, (Rect){ 0, 0, vp->width, vp->height }, "No program", "The program of this run was not recorded.");
        return;
    }
    Draw d = { .s = s, .vp = vp, .m = vp->metrics, .rows = rows, .run = run };
    GraphPlace at = graph_place(rows, vp);
    d.local = at.local;
    g_autoptr(Neighbours) n = at.rows && at.centre ? neighbours_new(at.rows, at.centre, at.radius, vp->open) : NULL;
    scene_pane(s, PANE_DETAIL, (Rect){ 0, TOP, vp->width, MAX(vp->height - TOP, 1) }, MAX(vp->height - TOP, 1));
    scene_box(s, ROLE_background, (Rect){ 0, TOP, vp->width, vp->height - TOP });
    if (n)
        draw_graph(&d, n, TOP);
    scene_use_pane(s, 0);
    draw_bar(&d, n, at.radius);
    if (!n)
        layout_empty(s, vp, (Rect){ 0, TOP, vp->width, vp->height - TOP }, "Not here",
                     d.local ? "No instruction of the device program comes from this op alone." : "This instruction comes from no op of the program: the partitioner added it.");
}
