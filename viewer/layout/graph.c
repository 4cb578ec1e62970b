/* The Graph view: an op, its operands and the users of its result, layouts as small pictures; edges on which the layout
 * changes are coloured; or the whole program in parts. Options: 0 = the program as written, or what a device runs; 1 = how
 * far; 2 = around an op, or all of it. Start reading at layout_graph(). */
#include "viewer/layout/graph.h"

#include <math.h>
#include <string.h>

#include "viewer/layout/choices.h"
#include "viewer/layout/costs.h"
#include "viewer/layout/layers.h"
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
    const GraphRows *g;
    bool local;        /* what a device runs */
    double x, y;       /* of the drawing's corner */
    double longest_ns;
    GArray *labels;    /* Rect of those on edges */
    bool measured;     /* times are */
} Draw;

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

/* A sign at a corner of a node: what is not drawn of it, or what folds it again. */
static void draw_sign(Draw *d, Ref ref, Spot at, const char *text, const char *tip)
{
    Item *it = scene_box(d->s, ref_equal(ref, d->vp->hover) ? ROLE_row_select : ROLE_panel,
                         (Rect){ at.x, at.y, text_width(d->m, FONT_small, text) + 10, d->m[FONT_small].line_h + 2 });
    it->font = FONT_small;
    it->label = scene_keep(d->s, text);
    it->ref = ref;
    it->tip = scene_keep(d->s, tip);
}

static void draw_signs(Draw *d, const GraphNode *n, const LayerNode *at)
{
    double x = d->x + at->x, y = d->y + at->y, line = d->m[FONT_small].line_h;
    const int hidden[2] = { n->hidden_operands, n->hidden_users };
    for (int k = 0; k < 2; k++) {
        if (!hidden[k])
            continue;
        g_autofree char *t = g_strdup_printf("… %d %s%s", hidden[k], k ? "user" : "operand", hidden[k] == 1 ? "" : "s");
        draw_sign(d, (Ref){ REF_folded, d->run->info->id, n->row->id, k + 1 }, (Spot){ x + 2, k ? y + at->h + 3 : y - line - 5, 0 }, t, "show them");
    }
    if (n->fold && n->n_ops == 1)
        draw_sign(d, (Ref){ REF_folded, d->run->info->id, n->fold, 3 }, (Spot){ x + 2, y + at->h + 3, 0 }, n->times > 1 ? "▸ each layer" : "▸ what a trip does",
                  n->times > 1 ? "show the op of each layer" : "show the ops of the loop's body");
    if (n->close)
        draw_sign(d, (Ref){ REF_folded, d->run->info->id, n->close, 4 }, (Spot){ x + at->w - 22, y - line - 5, 0 }, "▾", "fold them again");
}

static void draw_node(Draw *d, const GraphNode *n, const LayerNode *at)
{
    Scene *s = d->s;
    const Metrics *m = d->m;
    const TraceInstRow *r = n->row;
    bool part = n->n_ops > 1;
    double x = d->x + at->x, y = d->y + at->y, tw = at->w - (d->local || part ? 16 : ICON + 22);
    Ref ref = part ? (Ref){ REF_folded, d->run->info->id, n->fold, 3 } : (Ref){ d->local ? REF_inst : REF_value, d->run->info->id, r->id, 0 };
    bool chosen = ref_equal(ref, d->vp->select), hovered = ref_equal(ref, d->vp->hover);
    for (int k = n->times > 1 ? 2 : 0; k > 0; k--) { /* a pile */
        Item *below = scene_box(s, ROLE_background, (Rect){ x + 4 * k, y + 4 * k, at->w, at->h });
        below->edge = ROLE_grid;
        below->edge_w = 1;
    }
    Item *box = scene_box(s, part ? ROLE_panel : ROLE_background, (Rect){ x, y, at->w, at->h });
    box->edge = n->distance == 0 || chosen ? ROLE_select : hovered ? ROLE_hover : ROLE_grid;
    box->edge_w = n->distance == 0 || chosen || hovered ? 2 : 1;
    box->ref = ref;
    GraphWords w = graph_words(n);
    if (part)
        box->tip = scene_keepf(s, "%s\n%s\n%s\nthe dearest: %s\na click opens %s", w.title, w.name, w.size, r->label, n->times > 1 ? "the layers" : "its ops");
    else
        box->tip = scene_keepf(s, "%s\n%s = %s %s\n%s%s%s%s%s", r->label, r->name, r->opcode, r->shape ? r->shape : "", r->spec ? r->spec : "",
                               r->op_name ? "\n" : "", r->op_name ? r->op_name : "", r->at ? "\n" : "", r->at ? r->at : "");
    scene_box(s, part ? ROLE_compute : role_of_op(r->opcode), (Rect){ x + 2, y + 2, 4, at->h - 4 });
    double line = m[FONT_small].line_h;
    scene_text(s, FONT_bold, ROLE_text, (Spot){ x + 12, y + 4, tw }, w.title)->trim = TRIM_middle;
    scene_text(s, FONT_small, ROLE_dim, (Spot){ x + 12, y + 5 + m[FONT_bold].line_h, tw }, w.name)->trim = TRIM_middle;
    g_autofree char *below = n->constants ? g_strdup_printf("%s  ·  %s", w.size, n->constants) : g_strdup(w.size);
    scene_text(s, FONT_small, ROLE_text, (Spot){ x + 12, y + 5 + m[FONT_bold].line_h + line, tw }, below);
    graph_words_clear(&w);
    if (!part)
        draw_tiles(d, r, x + at->w - ICON - 6, y + 5);
    if (!isnan(n->cost_ns) && d->longest_ns > 0) {
        double ns = n->cost_ns * n->times;
        Item *bar = scene_box(s, ROLE_bar, (Rect){ x + 12, y + at->h - 4, MAX((at->w - 24) * ns / d->longest_ns, 1), 2 });
        bar->tip = scene_keepf(s, "%s %s, mean over devices%s", word_ns(ns).s, d->measured ? d->run->info->per : "a step", d->measured ? "" : ", predicted");
    }
    draw_signs(d, n, at);
}

/* Where an edge's label goes: the middle of one of its pieces, where no other label is yet. */
static Rect free_spot(Draw *d, const LayerEdge *at, const GArray *points, double w)
{
    double h = d->m[FONT_small].line_h + 2;
    Rect first = { 0 };
    for (int k = 1; k < at->n; k++) {
        int i = k == 2 ? at->n - 1 : k > 2 ? k - 1 : k; /* the first, the last, those between */
        const LayerPoint *a = &g_array_index(points, LayerPoint, at->first + i - 1), *b = &g_array_index(points, LayerPoint, at->first + i);
        Rect r = { d->x + (a->x + b->x) / 2 - w / 2, d->y + (a->y + b->y) / 2 - h / 2, w, h };
        bool taken = false;
        for (guint o = 0; o < d->labels->len && !taken; o++) {
            const Rect *q = &g_array_index(d->labels, Rect, o);
            taken = r.x < q->x + q->w + 2 && q->x < r.x + r.w + 2 && r.y < q->y + q->h + 2 && q->y < r.y + r.h + 2;
        }
        if (k == 1)
            first = r;
        if (!taken) {
            first = r;
            break;
        }
    }
    g_array_append_val(d->labels, first);
    return first;
}

static const char *move_tip(Draw *d, const TraceReshardRow *r, bool several)
{
    return scene_keepf(d->s, "%s%s\n%s → %s\n%s", several ? "the dearest: " : "", r->plan, r->from_spec, r->to_spec, r->why ? r->why : r->cause_name);
}

static Ref move_ref(const Draw *d, const TraceReshardRow *r)
{
    return (Ref){ REF_reshard, d->run->info->id, r->id, 0 };
}

static bool is_marked(const Draw *d, Ref ref)
{
    return ref_equal(ref, d->vp->select) || ref_equal(ref, d->vp->hover);
}

/* What stands on a change of layout, the dearest of several; it leads to Reshards. */
static void move_label(Draw *d, Rect box, Role role, const char *text, const TraceReshardRow *r, bool several)
{
    Item *it = scene_box(d->s, ROLE_background, box);
    it->ref = move_ref(d, r);
    it->edge = role;
    it->edge_w = is_marked(d, it->ref) ? 2 : 1;
    it->font = FONT_small;
    it->label = scene_keep(d->s, text);
    it->go = "reshards";
    it->tip = move_tip(d, r, several);
}

/* The value is a result of the program, and changes its layout for that: no edge says so. */
static void draw_result(Draw *d, const GraphNode *n, const LayerNode *at)
{
    const TraceReshardRow *r = NULL;
    for (guint i = 0; d->run->reshards && i < d->run->reshards->len && !r && !d->local && n->n_ops <= 1; i++) {
        const TraceReshardRow *x = TRACE_AT(d->run->reshards, TraceReshardRow, i);
        r = x->inst_id == n->row->id && !x->user_id ? x : NULL;
    }
    if (!r)
        return;
    Role role = role_of_plan(r->plan);
    g_autofree char *t = g_strdup_printf("#%" G_GINT64_FORMAT " %s for the result", r->seq, word_maybe_bytes(r->traffic.known ? r->traffic : r->bytes_moved).s);
    double w = text_width(d->m, FONT_small, t) + 10, h = d->m[FONT_small].line_h + 2, mid = d->x + at->x + at->w / 2, y = d->y + at->y + at->h;
    Rect box = { mid - w / 2, y + 10, w, h };
    scene_line(d->s, role, mid, y, mid, y + 10)->edge_w = 3;
    move_label(d, box, role, t, r, false);
    g_array_append_val(d->labels, box);
}

static void draw_edge(Draw *d, const GraphEdge *e, const GraphMoves *moves, const LayerEdge *at, const GArray *points)
{
    const TraceReshardRow *r = d->local ? NULL : moves->dearest;
    Role role = r ? role_of_plan(r->plan) : ROLE_pad;
    if (r && role == ROLE_compute)
        role = ROLE_edge; /* cut only: nothing is sent */
    bool marked = r && is_marked(d, move_ref(d, r));
    for (int i = 1; i < at->n; i++) {
        const LayerPoint *a = &g_array_index(points, LayerPoint, at->first + i - 1), *b = &g_array_index(points, LayerPoint, at->first + i);
        Item *it = scene_line(d->s, role, d->x + a->x, d->y + a->y, d->x + b->x, d->y + b->y);
        it->edge_w = marked ? 4 : r ? 3 : 1;
        it->arrow = i == at->n - 1;
    }
    if (at->n >= 2 && e->layers > 1) {
        g_autofree char *all = g_strdup_printf("to each of %d layers", e->layers);
        Rect box = free_spot(d, at, points, text_width(d->m, FONT_small, all) + 10);
        Item *it = scene_box(d->s, ROLE_background, box);
        it->font = FONT_small;
        it->label = scene_keep(d->s, all);
    }
    if (!r || at->n < 2)
        return;
    g_autofree char *which = moves->n > 1 ? g_strdup_printf("%d changes", moves->n) : g_strdup_printf("#%" G_GINT64_FORMAT, r->seq);
    g_autofree char *t = g_strdup_printf("%s %s", which, moves->bytes > 0 ? word_bytes(moves->bytes).s : moves->n > 1 ? "by cutting" : r->shared_with ? "shared" : "cut");
    Rect box = free_spot(d, at, points, text_width(d->m, FONT_small, t) + 10);
    move_label(d, box, role, t, r, moves->n > 1);
}

static void draw_graph(Draw *d, const Neighbours *n, double top, bool whole)
{
    g_autofree LayerNode *nodes = g_new0(LayerNode, n->nodes->len + 1);
    g_autofree LayerEdge *edges = g_new0(LayerEdge, n->edges->len + 1);
    g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(LayerPoint));
    for (guint i = 0; i < n->nodes->len; i++) {
        const GraphNode *g = &g_array_index(n->nodes, GraphNode, i);
        GraphWords words = graph_words(g);
        double text = MAX(text_width(d->m, FONT_bold, words.title), MAX(MIN(text_width(d->m, FONT_small, words.name), 200), text_width(d->m, FONT_small, words.size)));
        if (g->constants)
            text = MAX(text, text_width(d->m, FONT_small, words.size) + text_width(d->m, FONT_small, g->constants) + 20);
        graph_words_clear(&words);
        nodes[i].w = CLAMP(floor(text + 20 + (d->local || g->n_ops > 1 ? 0 : ICON + 10)), 110, g->n_ops > 1 ? 340 : 240);
        nodes[i].h = NODE_H;
        d->longest_ns = MAX(d->longest_ns, isnan(g->cost_ns) ? 0 : g->cost_ns * g->times);
    }
    for (guint i = 0; i < n->edges->len; i++) {
        edges[i].from = g_array_index(n->edges, GraphEdge, i).from;
        edges[i].to = g_array_index(n->edges, GraphEdge, i).to;
    }
    Layers all = { nodes, (int)n->nodes->len, edges, (int)n->edges->len, GAP_X, GAP_Y, .points = points };
    layers_place(&all);
    double room_w = d->vp->width, room_h = d->vp->height - top;
    /* All of it in the middle, where it fits; else the centre op, or the beginning of the program. */
    d->x = all.w <= room_w - 24 ? floor((room_w - all.w) / 2) : floor(room_w / 2 - nodes[0].x - nodes[0].w / 2);
    d->y = top + (all.h <= room_h - 60 ? floor((room_h - all.h) / 2) : whole ? 40 : floor(room_h / 2 - nodes[0].y - NODE_H / 2));
    d->x += d->vp->pan_x;
    d->y += d->vp->pan_y;
    g_autoptr(GArray) labels = g_array_new(FALSE, FALSE, sizeof(Rect));
    d->labels = labels;
    g_autofree GraphMoves *moves = graph_moves(d->g, n, d->run->reshards);
    for (guint i = 0; i < n->nodes->len; i++)
        draw_result(d, &g_array_index(n->nodes, GraphNode, i), &nodes[i]);
    for (guint i = 0; i < n->edges->len; i++)
        draw_edge(d, &g_array_index(n->edges, GraphEdge, i), &moves[i], &edges[i], points);
    for (guint i = 0; i < n->nodes->len; i++)
        draw_node(d, &g_array_index(n->nodes, GraphNode, i), &nodes[i]);
}

static void draw_bar(Draw *d, const Neighbours *n, const GraphPlace *at)
{
    static const char *const what[] = { "source program", "device program" }, *const far[] = { "1", "2", "3", "4" }, *const all[] = { "around an op", "whole" };
    scene_box(d->s, ROLE_panel, (Rect){ 0, 0, d->vp->width, TOP - 2 });
    double x = choices_draw(d->s, d->vp, &(Choices){ 0, NULL, what, 2, d->local }, 12, 5);
    x = choices_draw(d->s, d->vp, &(Choices){ 2, NULL, all, 2, at->whole }, x, 5);
    if (!at->whole)
        x = choices_draw(d->s, d->vp, &(Choices){ 1, "reach", far, 4, at->radius - 1 }, x, 5);
    if (!n)
        return;
    Spot spot = { x, 8, MAX(d->vp->width - x - 10, 20) };
    const char *cut = n->cut ? "; some are not drawn" : "";
    if (at->whole)
        scene_textf(d->s, FONT_small, ROLE_dim, spot, "%u parts, equal layers as one; a click opens a part, drag to pan%s%s", n->nodes->len, d->measured ? "" : "; times are predicted", cut);
    else
        scene_textf(d->s, FONT_small, ROLE_dim, spot, "%u ops around %s; click an op to go there, drag to pan%s", n->nodes->len,
                    g_array_index(n->nodes, GraphNode, 0).row->label, cut);
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
    d.g = at.rows;
    d.measured = own->measured;
    g_autoptr(Neighbours) n = graph_nodes(&at, vp);
    scene_pane(s, PANE_DETAIL, (Rect){ 0, TOP, vp->width, MAX(vp->height - TOP, 1) }, MAX(vp->height - TOP, 1));
    scene_box(s, ROLE_background, (Rect){ 0, TOP, vp->width, vp->height - TOP });
    if (n)
        draw_graph(&d, n, TOP, at.whole);
    scene_use_pane(s, 0);
    draw_bar(&d, n, &at);
    if (!n)
        layout_empty(s, vp, (Rect){ 0, TOP, vp->width, vp->height - TOP }, "Not here",
                     d.local ? "No instruction of the device program comes from this op alone." : "This instruction comes from no op of the program: the partitioner added it.");
}
