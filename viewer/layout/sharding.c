/* The Shardings view. Left, the values of the current run; right, either every parameter and result of every run
 * side by side, or the selected value: its picture, the mesh in the same colours, why it is sharded this way, its
 * reshards, and its sharding in the other runs. Start reading at layout_shardings(). */
#include "viewer/layout/sharding.h"

#include <math.h>
#include <string.h>

#include "viewer/layout/list.h"
#include "viewer/views/shardings.h"

#define MARGIN 16.0
#define CELL_W 250.0
#define CELL_H 200.0
#define CELL_W_MIN 164.0
#define CELL_H_MIN 152.0
#define GAP 10.0
#define MANY_VALUES 200

/* The value with the name that `v` has, in another run. */
static const TraceValueRow *same_value(const RunRows *run, const TraceValueRow *v)
{
    for (guint i = 0; run->values && i < run->values->len; i++) {
        const TraceValueRow *o = TRACE_AT(run->values, TraceValueRow, i);
        bool named = g_strcmp0(o->name, v->name) == 0 && g_strcmp0(o->role, v->role) == 0;
        bool placed = v->param_no.known && o->param_no.known && v->param_no.v == o->param_no.v;
        if (named || placed)
            return o;
    }
    return NULL;
}

/* ---- the list ---- */

#define TEXT(title, w, ink) { title, w, ALIGN_left, TRIM_middle, FONT_small, ink }
#define NUMBER(title, w) { title, w, ALIGN_right, TRIM_end, FONT_small, ROLE_none }

static const TableColumn columns[] = {
    { "label", NULL, NULL, { "value", -1.4, ALIGN_left, TRIM_middle, FONT_small, ROLE_none } },
    { "spec", NULL, NULL, TEXT("sharding", -1.9, ROLE_none) },
    { "bytes", NULL, NULL, NUMBER("a device", 62) },
    { "shape", NULL, NULL, TEXT("shape", -0.9, ROLE_dim) },
    { "copies", NULL, NULL, NUMBER("copies", 46) },
    { "role", NULL, NULL, TEXT("what", 62, ROLE_dim) },
    { "at", NULL, NULL, { "line", 110, ALIGN_left, TRIM_start, FONT_small, ROLE_link } },
};

TableList shardings_list(const ShardingsRows *own, int64_t run)
{
    return (TableList){ .table = own->table, .columns = columns, .n = G_N_ELEMENTS(columns), .kind = REF_value, .run = run };
}

/* ---- small pictures ---- */

const char *value_title(const TraceValueRow *v)
{
    return v->label;
}

bool value_undecided(const TraceValueRow *v)
{
    return !v->sharding_id && g_strcmp0(v->decided, "default") == 0;
}

TileGrid *value_grid(const Rows *rows, int run, const char *shape, int64_t sharding_id, bool undecided_is_whole)
{
    const RunRows *r = g_ptr_array_index(rows->run, run);
    const ShardGeom *geom = rows_geom(rows, sharding_id);
    return tile_grid_new(shape, geom, value_mesh(rows, run, sharding_id), (int)r->info->n_devices,
                         undecided_is_whole);
}

const MeshGeom *value_mesh(const Rows *rows, int run, int64_t sharding_id)
{
    const RunRows *r = g_ptr_array_index(rows->run, run);
    const ShardGeom *geom = rows_geom(rows, sharding_id);
    const MeshGeom *own = geom ? rows_mesh(rows, geom->info.mesh_id) : NULL;
    return own ? own : rows_mesh(rows, r->info->mesh_id);
}

/* A small picture with its heading; the whole cell represents the value. */
static void value_cell(Scene *s, const Viewport *vp, const Rows *rows, int run, const Pictured *p, Rect box)
{
    const TraceValueRow *v = p->value;
    guint alike = p->n;
    const Metrics *m = vp->metrics;
    const RunRows *r = g_ptr_array_index(rows->run, run);
    Ref ref = { REF_value, r->info->id, v->inst_id, 0 };
    bool hovered = ref_equal(ref, vp->hover);
    Item *back = scene_box(s, ROLE_background, box);
    back->edge = hovered ? ROLE_hover : ROLE_grid;
    back->ref = ref;
    back->tip = scene_keepf(s, "%s %s\n%s\nclick for the picture and its reasons", v->label, v->shape ? v->shape : "",
                            v->spec ? v->spec : "no sharding recorded");
    g_autofree char *times = alike > 1 ? g_strdup_printf("×%u ", alike) : g_strdup("");
    double times_w = alike > 1 ? text_width(m, FONT_bold, times) + 2 : 0, shape_w = v->shape ? text_width(m, FONT_small, shape_show(v->shape).s) + 8 : 0;
    const char *spec = v->spec ? v->spec : value_undecided(v) ? "replicated: no annotation shards it" : "–";
    double whole_w = text_width(m, FONT_bold, value_title(v)) + 2, room = box.w - 16 - times_w, spec_room = box.w - 16;
    bool lower = whole_w + shape_w > room && text_width(m, FONT_small, spec) + shape_w <= spec_room; /* the shape beside the sharding: a long name needs the line */
    double name_w = MIN(whole_w, lower ? room : MAX(room - shape_w, (box.w - 16) * 0.6 - times_w));
    if (alike > 1)
        scene_text(s, FONT_bold, ROLE_dim, (Spot){ box.x + 8, box.y + 6, times_w }, times);
    scene_text(s, FONT_bold, ROLE_text, (Spot){ box.x + 8 + times_w, box.y + 6, name_w }, value_title(v))->trim = TRIM_start;
    name_w += times_w;
    double at = box.y + 7 + m[FONT_bold].line_h;
    if (v->shape && lower)
        scene_text(s, FONT_small, ROLE_dim, (Spot){ box.x + box.w - 8 - shape_w, at, shape_w }, shape_show(v->shape).s)->align = ALIGN_right;
    else if (v->shape)
        scene_text(s, FONT_small, ROLE_dim, (Spot){ box.x + 8 + name_w + 6, box.y + 7, box.w - 22 - name_w }, shape_show(v->shape).s);
    spec_room -= lower ? shape_w : 0;
    g_autoptr(TileGrid) g = value_grid(rows, run, v->shape, v->sharding_id, value_undecided(v));
    const ShardGeom *geom = rows_geom(rows, v->sharding_id);
    scene_text(s, FONT_small, ROLE_text, (Spot){ box.x + 8, at, spec_room }, spec)->trim = TRIM_middle;
    at += m[FONT_small].line_h + 4;
    if (g->problem) {
        scene_paragraph(s, m, FONT_small, ROLE_dim, (Spot){ box.x + 8, at, box.w - 16 }, g->problem);
        return;
    }
    PictureStyle st = { .geom = geom, .mesh = value_mesh(rows, run, v->sharding_id), .run = r->info->id,
                        .rulers = true, .labels = true, .transpose = vp->transpose };
    guint first = s->items->len;
    picture_draw(s, m, g, &st, (Rect){ box.x + 8, at, box.w - 16, box.y + box.h - at - m[FONT_small].line_h - 8 });
    for (guint i = first; i < s->items->len; i++) /* a click anywhere means the value */
        g_array_index(s->items, Item, i).ref = ref;
    int copies = g->n_tiles ? g->n_dev / g->n_tiles : 1;
    const char *whole = scene_keepf(s, "%s a device%s", word_bytes(grid_tile_bytes(g)).s, g->n_tiles == 1 ? ", replicated on every device" : copies > 1 ? ", with copies" : "");
    if (g->n_tiles == 1 && text_width(m, FONT_small, whole) > box.w - 16)
        whole = scene_keepf(s, "%s a device, replicated", word_bytes(grid_tile_bytes(g)).s);
    scene_text(s, FONT_small, ROLE_dim, (Spot){ box.x + 8, box.y + box.h - m[FONT_small].line_h - 5, box.w - 16 }, whole);
}

/* ---- every parameter and result of every run ---- */

static double run_heading(Scene *s, const Viewport *vp, const RunRows *run, Spot spot)
{
    const Metrics *m = vp->metrics;
    double tw = text_width(m, FONT_title, run->info->title) + 8;
    scene_text(s, FONT_title, ROLE_text, (Spot){ spot.x, spot.y, MIN(tw, spot.w) }, run->info->title);
    g_autoptr(GString) t = g_string_new(NULL);
    g_string_append_printf(t, "mesh %s, %" G_GINT64_FORMAT " device%s", run->info->mesh ? run->info->mesh : "–",
                           run->info->n_devices, run->info->n_devices == 1 ? "" : "s");
    const TraceStepSummary *sum = run->summary && run->summary->len ? TRACE_AT(run->summary, TraceStepSummary, 0) : NULL;
    if (sum && sum->median_ns.known)
        g_string_append_printf(t, ", step %s", word_ns((double)sum->median_ns.v).s);
    if (run->info->traffic.known)
        g_string_append_printf(t, ", %s received a step", word_bytes(run->info->traffic.v).s);
    if (run->reshards)
        g_string_append_printf(t, ", %u reshard%s", run->reshards->len, run->reshards->len == 1 ? "" : "s");
    if (tw + 60 < spot.w)
        scene_text(s, FONT_small, ROLE_dim, (Spot){ spot.x + tw, spot.y + 5, spot.w - tw }, t->str);
    return spot.y + m[FONT_title].line_h + 6;
}

/* Cells of the overview: all of a run's parameters and results in one line where they fit, all runs on one screen
 * where they fit. */
typedef struct Cells {
    int across;
    double w, h;
} Cells;

/* What is drawn of a run; NULL = nothing, not even its name. */
static const GArray *pictures_of(const Rows *rows, guint run)
{
    const ShardingsRows *own = shardings_rows(rows);
    return own && own->pictured && run < own->pictured->len ? own->pictured->pdata[run] : NULL;
}

static Cells plan_cells(const Rows *rows, const Viewport *vp, double w)
{
    int most = 1, runs = 0;
    for (guint i = 0; i < rows->run->len; i++) {
        const GArray *pictures = pictures_of(rows, i);
        most = MAX(most, pictures ? (int)pictures->len : 0);
        runs += pictures != NULL;
    }
    int fit = (int)MAX(floor((w + GAP) / (CELL_W_MIN + GAP)), 1), easy = (int)CLAMP(round((w + GAP) / (CELL_W + GAP)), 1, fit);
    Cells c = { .across = most <= fit ? most : easy };
    c.w = MIN(floor((w + GAP) / c.across) - GAP, 340);
    double heading = vp->metrics[FONT_title].line_h + 18;
    c.h = runs > 1 ? CLAMP(floor((vp->height - 2 * MARGIN) / runs - heading - GAP), CELL_H_MIN, 230) : CELL_H;
    return c;
}

static void draw_overview(Scene *s, const Viewport *vp, const Rows *rows, Spot spot)
{
    Cells c = plan_cells(rows, vp, spot.w);
    for (guint k = 0, first = (guint)MAX(rows->current, 0); k < rows->run->len; k++) { /* the run that the title names comes first */
        guint i = k == 0 ? first : k <= first ? k - 1 : k;
        const GArray *pictures = pictures_of(rows, i);
        if (!pictures)
            continue;
        spot.y = run_heading(s, vp, g_ptr_array_index(rows->run, i), spot);
        for (guint n = 0; n < pictures->len; n++) {
            double cx = spot.x + (c.w + GAP) * (n % (guint)c.across), cy = spot.y + (c.h + GAP) * (n / (guint)c.across);
            const Pictured *p = &g_array_index(pictures, Pictured, n);
            if (cy + c.h > s->panes[s->pane].y && cy < s->panes[s->pane].y + s->panes[s->pane].h)
                value_cell(s, vp, rows, (int)i, p, (Rect){ cx, cy, c.w, c.h });
        }
        if (pictures->len == 0) {
            scene_text(s, FONT_body, ROLE_dim, spot, "No parameters or results were recorded for this run.");
            spot.y += 30;
        }
        spot.y += (c.h + GAP) * (((int)pictures->len + c.across - 1) / c.across) + 12;
    }
}

static double overview_height(const Rows *rows, const Viewport *vp, double w)
{
    Cells c = plan_cells(rows, vp, w);
    double h = 2 * MARGIN - 12;
    for (guint i = 0; i < rows->run->len; i++) {
        const GArray *pictures = pictures_of(rows, i);
        int lines = pictures ? ((int)pictures->len + c.across - 1) / c.across : 0;
        h += pictures ? vp->metrics[FONT_title].line_h + 18 + (lines ? (c.h + GAP) * lines : 30) : 0;
    }
    return h;
}

/* ---- one value ---- */

double axis_legend(Scene *s, const Viewport *vp, const ShardGeom *geom, const MeshGeom *mesh, Spot spot)
{
    const Metrics *m = vp->metrics;
    for (guint i = 0; mesh && i < mesh->axes->len; i++) {
        const TraceMeshAxis *a = TRACE_AT(mesh->axes, TraceMeshAxis, i);
        g_autoptr(GString) does = g_string_new(NULL);
        for (guint d = 0; geom && d < geom->dims->len; d++) {
            const TraceShardingDim *dim = TRACE_AT(geom->dims, TraceShardingDim, d);
            g_auto(GStrv) axes = g_strsplit(dim->axes ? dim->axes : "", ",", -1);
            for (int k = 0; axes[k]; k++) {
                size_t base = strcspn(axes[k], ":");
                if (strlen(a->name) == base && strncmp(axes[k], a->name, base) == 0)
                    g_string_append_printf(does, "%s%s splits dim %" G_GINT64_FORMAT, does->len ? ", " : "",
                                           axes[k][base] ? axes[k] + base + 1 : "", dim->dim);
            }
        }
        for (guint k = 0; geom && k < geom->axes->len; k++) {
            const TraceShardingAxis *u = TRACE_AT(geom->axes, TraceShardingAxis, k);
            size_t base = strcspn(u->axis, ":");
            if (strlen(a->name) != base || strncmp(u->axis, a->name, base) != 0)
                continue;
            static const char *const roles[] = { "", "copies", "partial values", "manual", "replicated, as annotated" };
            g_string_append_printf(does, "%s %s", does->len ? "," : "",
                                   u->role >= 1 && u->role <= 4 ? roles[u->role] : "use not known");
        }
        scene_box(s, role_axis((int)a->pos), (Rect){ spot.x, spot.y + 3, 10, 10 })->ref = (Ref){ REF_axis, 0, mesh->id, a->pos };
        scene_textf(s, FONT_small, ROLE_text, (Spot){ spot.x + 16, spot.y, spot.w - 16 }, "%s = %" G_GINT64_FORMAT "  %s", a->name, a->size,
                    does->len ? g_strchug(does->str) : "copies");
        spot.y += m[FONT_small].line_h + 3;
    }
    return spot.y;
}

/* One link of the chain in words. */
static char *why_sentence(const TraceWhyRow *r)
{
    g_autoptr(GString) t = g_string_new(NULL);
    if (r->dim.known)
        g_string_append_printf(t, "dim %" G_GINT64_FORMAT " of ", r->dim.v);
    if (r->taken && !*r->axes)
        g_string_append_printf(t, "%s is not split", r->label);
    else
        g_string_append_printf(t, "%s %s %s", r->label, r->taken ? "is split by" : "refused", r->axes);
    if (!r->came_from && (r->annotation || r->at || !r->through))
        g_string_append_printf(t, "%s it is annotated%s%s", r->taken ? ":" : " where", r->annotation ? ", " : "",
                               r->annotation_label ? r->annotation_label : r->annotation ? r->annotation : "");
    else if (r->came_from)
        g_string_append_printf(t, ", from %s", r->from_label ? r->from_label : r->came_from);
    bool other = r->through_op && g_strcmp0(r->through, r->value) != 0 && g_strcmp0(r->through, r->came_from) != 0;
    if (r->through_op)
        g_string_append_printf(t, "%s%s%s%s%s", other ? " through a " : " (", r->through_op, r->factor ? ", factor " : "", r->factor ? r->factor : "", other ? "" : ")");
    if (r->why && !(r->taken && r->came_from)) /* else it says the same again */
        g_string_append_printf(t, ": %s", r->why);
    return g_string_free(g_steal_pointer(&t), FALSE);
}

static double why_link(Scene *s, const Viewport *vp, const TraceWhyRow *r, const char *text, double indent, Spot spot)
{
    const Metrics *m = vp->metrics;
    bool root = !r->came_from && (r->annotation || !r->through); /* a line that the user wrote */
    Role ink = !r->taken ? ROLE_bad : root ? ROLE_good : ROLE_text;
    scene_text(s, FONT_small, ink, (Spot){ spot.x + indent, spot.y, 12 }, root ? "●" : "←");
    const char *slash = r->at ? strrchr(r->at, '/') : NULL, *at = slash ? slash + 1 : r->at; /* the whole path is in the tooltip */
    double at_w = at ? MIN(text_width(m, FONT_small, at) + 12, spot.w * 0.4) : 0;
    double room = MAX(spot.w - indent - 18 - at_w, 120);
    if (at) {
        Item *it = scene_text(s, FONT_small, ROLE_link, (Spot){ spot.x + spot.w - at_w, spot.y, at_w }, at);
        it->align = ALIGN_right;
        it->trim = TRIM_start;
        it->ref = (Ref){ REF_source, 0, (int64_t)g_str_hash(r->at), 0 };
        it->go = "source";
        it->tip = scene_keepf(s, "%s: shows the line in Source", r->at);
    }
    return layout_sentence(s, vp, FONT_small, ink == ROLE_good ? ROLE_text : ink, (Spot){ spot.x + indent + 16, spot.y, room }, text) + 3;
}

/* How many links were left out, as they say what was said before. */
static double why_again(Scene *s, const Viewport *vp, guint n, double indent, Spot spot)
{
    if (n == 0)
        return spot.y;
    g_autofree char *said = g_strdup_printf("… %u more link%s that say%s the same again, in other layers or trips", n, n == 1 ? "" : "s", n == 1 ? "s" : "");
    return scene_paragraph(s, vp->metrics, FONT_small, ROLE_dim, (Spot){ spot.x + indent + 16, spot.y, MAX(spot.w - indent - 16, 120) }, said) + 3;
}

double why_chain(Scene *s, const Viewport *vp, const GArray *why, Spot spot)
{
    g_autoptr(GHashTable) said = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    guint again = 0;
    int64_t depth = 0;
    double indent = 0; /* by the links that are shown: those between them may be many */
    for (guint i = 0; why && i < why->len; i++) {
        const TraceWhyRow *r = TRACE_AT(why, TraceWhyRow, i);
        char *text = why_sentence(r);
        if (g_hash_table_contains(said, text)) { /* a stack of equal layers passes a sharding on in the same words */
            again++;
            g_free(text);
            continue;
        }
        spot.y = why_again(s, vp, again, indent, spot);
        again = 0;
        indent = MIN(r->depth > depth ? indent + 14 : indent, 12 * 14);
        depth = MAX(depth, r->depth);
        spot.y = why_link(s, vp, r, text, indent, spot);
        g_hash_table_add(said, text);
    }
    return why_again(s, vp, again, indent, spot);
}

static double heading(Scene *s, const Metrics *m, double x, double y, const char *text)
{
    scene_text(s, FONT_bold, ROLE_text, (Spot){ x, y, 0 }, text);
    return y + m[FONT_bold].line_h + 3;
}

static double value_moves(Scene *s, const Viewport *vp, const RunRows *run, const TraceValueRow *v, Spot spot)
{
    const Metrics *m = vp->metrics;
    bool any = false;
    for (guint i = 0; run->reshards && i < run->reshards->len; i++) {
        const TraceReshardRow *r = TRACE_AT(run->reshards, TraceReshardRow, i);
        if (r->inst_id != v->inst_id)
            continue;
        if (!any)
            spot.y = heading(s, m, spot.x, spot.y, "Where its layout changes");
        any = true;
        Item *it = scene_textf(s, FONT_small, ROLE_link, spot, "#%" G_GINT64_FORMAT " %s → %s for %s: %s, %s a step",
                               r->seq, r->from_spec, r->to_spec, r->consumer_label ? r->consumer_label : r->consumer ? r->consumer : "a result of the program", r->plan,
                               word_maybe_bytes(r->traffic.known ? r->traffic : r->bytes_moved).s);
        it->ref = (Ref){ REF_reshard, run->info->id, r->id, 0 };
        it->h = m[FONT_small].line_h;
        spot.y += m[FONT_small].line_h + 2;
    }
    return any ? spot.y + 8 : spot.y;
}

static double other_runs(Scene *s, const Viewport *vp, const Rows *rows, int run, const TraceValueRow *v, Spot spot)
{
    if (rows->run->len < 2)
        return spot.y;
    spot.y = heading(s, vp->metrics, spot.x, spot.y, "The same value in the other runs");
    int across = (int)MAX(floor((spot.w + 10) / (CELL_W + 10)), 1), n = 0;
    double line = CELL_H + 28;
    for (guint i = 0; i < rows->run->len; i++) {
        const RunRows *r = g_ptr_array_index(rows->run, i);
        const TraceValueRow *o = (int)i == run || !r->values ? NULL : same_value(r, v);
        if (!o)
            continue;
        double cx = spot.x + (CELL_W + 10) * (n % across), cy = spot.y + line * (n / across);
        scene_text(s, FONT_small, ROLE_dim, (Spot){ cx, cy, CELL_W }, r->info->title);
        value_cell(s, vp, rows, (int)i, &(Pictured){ o, 1 }, (Rect){ cx, cy + 16, CELL_W, CELL_H });
        n++;
    }
    if (n == 0) {
        scene_text(s, FONT_small, ROLE_dim, spot, "No other run has a value with this name.");
        return spot.y + 24;
    }
    return spot.y + line * ((n + across - 1) / across);
}

/* All about a value, from the spot down. Returns the y below. */
static double draw_value(Scene *s, const Viewport *vp, const Rows *rows, int run, const TraceValueRow *v, Spot spot)
{
    const Metrics *m = vp->metrics;
    const RunRows *r = g_ptr_array_index(rows->run, run);
    const ShardGeom *geom = rows_geom(rows, v->sharding_id);
    const MeshGeom *mesh = value_mesh(rows, run, v->sharding_id);
    g_autofree char *title = g_strdup_printf("%s  %s", value_title(v), shape_show(v->shape).s);
    scene_text(s, FONT_title, ROLE_text, spot, title)->trim = TRIM_middle;
    spot.y += m[FONT_title].line_h;
    scene_textf(s, FONT_body, ROLE_text, spot, "%s   mesh %s   run %s",
                v->spec ? v->spec : value_undecided(v) ? "replicated: no annotation shards it" : "no sharding recorded",
                r->info->mesh ? r->info->mesh : "–", r->info->title);
    spot.y += m[FONT_body].line_h;
    const ShardingsRows *own = shardings_rows(rows);
    bool known = own && ref_equal(own->about, (Ref){ REF_value, r->info->id, v->inst_id, 0 });
    if (known && own->alike)
        spot.y = scene_paragraph(s, m, FONT_small, ROLE_dim, spot, own->alike);
    g_autoptr(TileGrid) g = value_grid(rows, run, v->shape, v->sharding_id, value_undecided(v));
    if (g->problem) {
        spot.y = scene_paragraph(s, m, FONT_body, ROLE_dim, (Spot){ spot.x, spot.y + 10, spot.w }, g->problem) + 12;
    } else {
        g_autofree char *caption = picture_caption(g, geom);
        spot.y = scene_paragraph(s, m, FONT_small, ROLE_dim, spot, caption) + 10;
        PictureStyle st = { .geom = geom, .mesh = mesh, .run = r->info->id, .rulers = true, .captions = true,
                            .labels = true, .transpose = vp->transpose, .hover = &vp->hover, .select = &vp->focus };
        bool beside = spot.w >= 470;
        double pw = beside ? floor(spot.w * 0.6) : spot.w, ph = CLAMP(vp->height * 0.52, 190, 460);
        Placement p = picture_draw(s, m, g, &st, (Rect){ spot.x, spot.y, pw, ph });
        ph = MIN(ph, picture_bottom(&p) - spot.y + 4 * m[FONT_small].line_h);
        double mx = beside ? spot.x + pw + 24 : spot.x, mw = beside ? spot.w - pw - 24 : spot.w, my = beside ? spot.y : spot.y + ph + 12;
        const char *devices = "devices (same colour = same data)";
        scene_text(s, FONT_bold, ROLE_text, (Spot){ mx, my, mw }, text_width(m, FONT_bold, devices) <= mw ? devices : "devices");
        double used = picture_mesh(s, m, g, &st, (Rect){ mx, my + m[FONT_bold].line_h + 6, mw, beside ? CLAMP(vp->height * 0.32, 120, 300) : 160 });
        double ly = my + m[FONT_bold].line_h + 6 + used + 12;
        ly = axis_legend(s, vp, geom, mesh, (Spot){ mx, ly, mw });
        spot.y = MAX(beside ? spot.y + ph : ly, ly) + 14;
    }
    spot.y = heading(s, m, spot.x, spot.y, "Why it is sharded this way");
    if (v->annotation || v->at)
        spot.y = scene_paragraph(s, m, FONT_small, ROLE_dim, spot,
                            scene_keepf(s, "decided by: %s%s%s%s%s", v->decided, v->written || v->annotation ? ", written " : "",
                                        v->written ? v->written : v->annotation ? v->annotation : "", v->at ? ", at " : "", v->at ? v->at : "")) + 3;
    if (known && own->why->len)
        spot.y = why_chain(s, vp, own->why, spot) + 8;
    else
        spot.y = scene_paragraph(s, m, FONT_small, ROLE_dim, spot,
                            !known ? "Reading why …"
                            : g_strcmp0(v->decided, "user") == 0 ? "It is annotated at this line; nothing had to be inferred."
                            : v->shards.known && v->shards.v > 1 ? "How it was decided was not recorded."
                                                                 : "No annotation shards it and nothing propagates to it, so every device holds all of it.") + 8;
    spot.y = value_moves(s, vp, r, v, spot);
    return other_runs(s, vp, rows, run, v, spot);
}

/* The selected value, or the one that a selected reshard is about. */
static const TraceValueRow *shown_value(const Rows *rows, const Viewport *vp, int *run)
{
    const TraceReshardRow *moved = vp->select.kind == REF_reshard ? rows_reshard(rows, vp->select.id, run) : NULL;
    return vp->select.kind == REF_value ? rows_value(rows, vp->select.id, run) : moved ? rows_value(rows, moved->inst_id, run) : NULL;
}

void layout_shardings(const Rows *rows, const Viewport *vp, Scene *s)
{
    const RunRows *run = rows_current(rows);
    if (!run || !run->values || run->values->len == 0) {
        layout_empty(s, vp, (Rect){ 0, 0, vp->width, vp->height }, "No shardings recorded",
                     "This trace holds no program. Traces that were imported from a timeline have none.");
        return;
    }
    double own_split = run->values->len > MANY_VALUES ? 0.46 : vp->width < 1000 ? 0.36 : 0.34; /* among many the list finds a value, not the pictures */
    double lw = floor(CLAMP(vp->width * (vp->split > 0 ? vp->split : own_split), 200, MAX(vp->width - 260, 200)));
    double x = lw + 1, w = vp->width - x;
    int at = 0;
    const TraceValueRow *v = shown_value(rows, vp, &at);
    Viewport marked = *vp;
    if (v)
        marked.select = (Ref){ REF_value, ((const RunRows *)g_ptr_array_index(rows->run, at))->info->id, v->inst_id, 0 };
    const ShardingsRows *own = shardings_rows(rows);
    TableList list = own && own->table ? shardings_list(own, run->info->id) : (TableList){ 0 };
    if (list.table)
        table_list_draw(s, &marked, &list, (Rect){ 0, 0, lw, vp->height }, marked.select);
    /* The height is known when all is placed: place once to measure where it has to scroll. */
    double inner = w - 2 * MARGIN - 6, content;
    if (v) {
        g_autoptr(Scene) trial = scene_new(vp->width, vp->height);
        content = draw_value(trial, vp, rows, at, v, (Spot){ x + MARGIN, MARGIN, inner }) + MARGIN;
    } else {
        content = overview_height(rows, vp, inner);
    }
    double scroll = layout_clamp_scroll(vp->scroll[PANE_DETAIL], content, vp->height);
    scene_pane(s, PANE_DETAIL, (Rect){ x, 0, w, vp->height }, content);
    scene_box(s, ROLE_background, (Rect){ x, 0, w, vp->height });
    if (v)
        draw_value(s, vp, rows, at, v, (Spot){ x + MARGIN, MARGIN - scroll, inner });
    else
        draw_overview(s, vp, rows, (Spot){ x + MARGIN, MARGIN - scroll, inner });
    layout_scrollbar(s, PANE_DETAIL, scroll);
    scene_use_pane(s, 0);
    Item *edge = scene_box(s, ROLE_grid, (Rect){ lw, 0, 1, vp->height });
    edge->ref = (Ref){ REF_split, 0, 0, 0 };
}
