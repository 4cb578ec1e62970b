/* Writing the page. See trace/report/page.h. First the comparison of the runs, then for each run the pictures of its views, then every
 * report as a table that unfolds. Start reading at page_write(). */
#include "trace/report/page.h"

#include <math.h>
#include <string.h>

#include "trace/report/arrange.h"
#include "trace/report/reshards.h"
#include "trace/verdict.h"
#include "viewer/page/svg.h"
#include "viewer/views.h"

#define WIDTH 1100
#define FIRST_HEIGHT 600 /* of a picture until it is known how much there is to show */
#define MOST_HEIGHT 3000
#define MOVES 12
#define REMEDIES 5

static const char style[] =
    "body{font:14px/1.5 system-ui,sans-serif;margin:24px auto;max-width:1100px;padding:0 16px;color:#1b1f23;background:#fff}"
    "h1{font-size:22px}h2{font-size:18px;margin-top:36px;border-bottom:1px solid #dde1e6}h3{font-size:15px;margin:22px 0 6px}"
    "table{border-collapse:collapse;font-size:13px}th,td{padding:3px 10px;text-align:right;border-bottom:1px solid #eceff2;white-space:nowrap}"
    "th{font-weight:600;color:#5e6771}td.t,th.t{text-align:left}td.w{white-space:normal;color:#5e6771;text-align:left;border-bottom:1px solid #dde1e6}"
    ".wide{overflow-x:auto}.dim{color:#5e6771}summary{cursor:pointer;font-weight:600;margin:10px 0}a{text-decoration:none}"
    ".pic{display:block;max-width:100%;height:auto;margin:6px 0}"
    "@media screen{:root{color-scheme:light dark}.pic{min-width:960px}}@media screen and (prefers-color-scheme:dark){body{background:#1e2124;color:#e6e8ea}th,.dim,td.w{color:#a0a8b0}th,td,td.w,h2{border-color:#3a4047}a{color:#7cb8f2}}"
    "@media print{details{display:block}}";

typedef struct Page {
    TraceReader *reader;
    const ReportOptions *options;
    SvgStyle *style;
    GString *body;
    int64_t run;       /* that the pictures are about */
    char anchor[64];
} Page;

/* Text from the trace, safe in a page. */
static void put_text(GString *out, const char *s)
{
    g_autofree char *safe = svg_escape(s);
    g_string_append(out, safe);
}

/* ---- pictures ---- */

/* A link in a picture leads to the picture of the view that it names, of the same run, where the page has that. */
static const char *anchor_of(const Item *it, void *data)
{
    Page *p = data;
    const View *v = it->go ? view_find(it->go) : NULL;
    if (!v || !v->page)
        return NULL;
    int64_t run = it->ref.run ? it->ref.run : p->run;
    g_snprintf(p->anchor, sizeof p->anchor, "#%s-%" G_GINT64_FORMAT, v->name, v->page->of_file ? 0 : run);
    return p->anchor;
}

/* As high as what there is to show: a first picture says how much that is. A view that gives its main part a share of
 * the height is asked again. */
static Scene *lay_out(const View *v, const Rows *rows, Viewport *vp)
{
    bool free_height = vp->height == 0;
    if (free_height)
        vp->height = FIRST_HEIGHT;
    Scene *s = scene_new(vp->width, vp->height);
    v->layout(rows, vp, s);
    if (!free_height)
        return s;
    for (int i = 0; i < 4; i++) {
        int pane = s->n_panes > PANE_DETAIL ? PANE_DETAIL : s->n_panes - 1;
        double more = pane > 0 ? s->panes[pane].content_h - s->panes[pane].h : 0;
        double height = CLAMP(ceil(vp->height + more), 120, MOST_HEIGHT);
        if ((i && more <= 0) || height == vp->height)
            break;
        vp->height = height;
        scene_reset(s, vp->width, vp->height);
        v->layout(rows, vp, s);
    }
    return s;
}

static void put_picture(Page *p, const View *v, const Rows *rows, Viewport *vp)
{
    g_autoptr(Scene) s = lay_out(v, rows, vp);
    GString *out = p->body;
    const char *heading = v->page->heading;
    g_string_append_printf(out, "<div id=\"%s-%" G_GINT64_FORMAT "\">", v->name, v->page->of_file ? 0 : p->run);
    if (heading)
        g_string_append_printf(out, v->page->folded ? "<details><summary>%s</summary>" : "<h3>%s</h3>", heading);
    g_string_append(out, "<div class=\"wide\">");
    svg_scene(s, p->style, heading ? heading : v->title, anchor_of, p, out);
    g_string_append(out, "</div>");
    g_autofree char *note = v->page->note ? v->page->note(rows, s) : NULL;
    if (note) {
        g_string_append(out, "<p class=\"dim\">");
        put_text(out, note);
        g_string_append(out, "</p>");
    }
    g_string_append(out, heading && v->page->folded ? "</details></div>" : "</div>");
}

/* Reads the view, twice where it shows a part of the time. */
static bool put_view(Page *p, const View *v, GError **error)
{
    Query q = { .run_id = p->run, .width = WIDTH };
    Viewport vp = { .width = WIDTH, .metrics = svg_metrics(), .still = true };
    g_autoptr(Rows) rows = rows_new(trace_path(p->reader));
    if (!v->load(p->reader, &q, NULL, rows, error))
        return false;
    const RunRows *run = rows_current(rows);
    if (!run || (v->empty && v->empty(run->info)) || (v->page->frame && !v->page->frame(rows, &vp)))
        return true;
    if (vp.t1 > vp.t0) {
        q.t0 = vp.t0;
        q.t1 = vp.t1;
        Rows *range = rows_new(trace_path(p->reader));
        if (!v->load(p->reader, &q, rows, range, error)) {
            rows_unref(range);
            return false;
        }
        rows_unref(rows);
        rows = range;
    }
    put_picture(p, v, rows, &vp);
    return true;
}

static bool put_views(Page *p, bool of_file, GError **error)
{
    for (int i = 0; i < n_views; i++)
        if (views[i]->page && views[i]->page->of_file == of_file && !put_view(p, views[i], error))
            return false;
    return true;
}

/* ---- what moves, in words ---- */

static void put_cell(Page *p, const Table *t, const Arranged *a, guint line, const char *key, bool is_text)
{
    int column = table_column(t, key);
    TableCell c = arranged_cell(t, a, line, column);
    g_autofree char *text = cell_show(&c, t->columns[column].kind);
    cell_drop(&c);
    g_string_append(p->body, is_text ? "<td class=\"t\">" : "<td>");
    put_text(p->body, g_str_equal(key, "label") && g_str_has_prefix(text, "the result of ") ? text + strlen("the result of ") : text);
    g_string_append(p->body, "</td>");
}

/* The first lines of the table that report reshards and the view list, folded as there. */
static void put_reshards(Page *p, const Table *t)
{
    static const struct {
        const char *key, *heading;
        bool is_text;
    } columns[] = { { "label", "value", true },         { "kinds", "becomes", true },  { "bytes", "received", false }, { "est_ns", "predicted", false },
                    { "moved_ns", "moved", false }, { "waited_ns", "waited", false }, { "at", "line", true } };
    g_autoptr(Arranged) a = table_arrange(t, &(Arrangement){ .sort = -1, .fold = true, .top = MOVES });
    GString *out = p->body;
    g_string_append(out, "<div class=\"wide\"><table><tr><th class=\"t\">#</th>");
    for (size_t i = 0; i < G_N_ELEMENTS(columns); i++)
        g_string_append_printf(out, columns[i].is_text ? "<th class=\"t\">%s</th>" : "<th>%s</th>", columns[i].heading);
    g_string_append(out, "</tr>");
    for (guint i = 0; i < a->lines->len; i++) {
        const ListLine *l = arranged_line(a, i);
        guint row = arranged_row(a, i);
        const char *why = table_at(t, row, table_column(t, "why"))->s, *cause = table_at(t, row, table_column(t, "cause_name"))->s;
        const char *from = table_at(t, row, table_column(t, "from_spec"))->s, *to = table_at(t, row, table_column(t, "to_spec"))->s;
        if (l->kind == LINE_FOLD)
            g_string_append_printf(out, "<tr><td class=\"t\">×%u</td>", l->n);
        else
            g_string_append_printf(out, "<tr><td class=\"t\">%" G_GINT64_FORMAT "</td>", table_at(t, row, table_column(t, "number"))->i);
        for (size_t k = 0; k < G_N_ELEMENTS(columns); k++)
            put_cell(p, t, a, i, columns[k].key, columns[k].is_text);
        g_string_append_printf(out, "</tr><tr><td></td><td class=\"w\" colspan=\"%d\">", (int)G_N_ELEMENTS(columns));
        put_text(out, from ? from : "–");
        g_string_append(out, " → ");
        put_text(out, to ? to : "–");
        g_string_append(out, ": ");
        put_text(out, why ? why : cause ? cause : "–");
        g_string_append(out, "</td></tr>");
    }
    g_string_append(out, "</table></div>");
    if (a->left_out)
        g_string_append_printf(out, "<p class=\"dim\">%u more below, in all of it</p>", a->left_out);
}

static bool put_moves(Page *p, const TraceRunInfo *run, GError **error)
{
    GString *out = p->body;
    g_autoptr(GArray) reshards = trace_query_reshards(p->reader, run->module_id, error);
    g_autoptr(GArray) remedies = reshards ? trace_query_remedies(p->reader, run->module_id, 0, error) : NULL;
    g_autoptr(TraceLayers) layers = remedies ? trace_layers(p->reader, run->module_id, error) : NULL;
    if (!layers)
        return false;
    g_string_append(out, "<h3>Reshards, costliest first</h3>");
    if (reshards->len) {
        g_autoptr(Table) t = reshards_table(reshards, layers);
        put_reshards(p, t);
    } else {
        g_string_append(out, "<p class=\"dim\">No value changes its layout.</p>");
    }
    if (remedies->len)
        g_string_append_printf(out, "<p><b>Changes that were compiled again, best first</b>%s%s</p><ul>", run->kind == TRACE_RUN_IMPORTED ? ": " : "",
                               run->kind == TRACE_RUN_IMPORTED ? trace_remedy_trial(run) : "");
    for (guint i = 0; i < MIN(remedies->len, REMEDIES); i++) {
        const TraceRemedyRow *y = TRACE_AT(remedies, TraceRemedyRow, i);
        g_string_append(out, "<li><code>");
        put_text(out, y->text);
        g_string_append_printf(out, "</code>: %s %s, %" G_GINT64_FORMAT " reshards removed</li>", y->gain_ns.v >= 0 ? "saves" : "costs",
                               trace_gain_text(y->gain_ns.v, y->before_ns.v).s, y->n_gone);
    }
    if (remedies->len)
        g_string_append(out, "</ul>");
    return true;
}

/* ---- the page ---- */

static bool put_run(Page *p, const TraceRunInfo *run, GError **error)
{
    p->run = run->id;
    g_string_append(p->body, "<h2>");
    put_text(p->body, run->title);
    g_string_append(p->body, "</h2>");
    g_autoptr(GArray) kept = trace_query_kept(p->reader, run->id, error);
    if (!kept)
        return false;
    const char *note = TRACE_AT(kept, TraceKept, 0)->note;
    if (*note) {
        g_string_append(p->body, "<p>");
        put_text(p->body, note);
        g_string_append(p->body, "</p>");
    }
    return put_views(p, false, error) && put_moves(p, run, error);
}

static bool put_runs(Page *p, const GArray *runs, int64_t only, GError **error)
{
    if (!runs->len)
        g_string_append(p->body, "<p>There is no run in this trace yet.</p>");
    p->run = only;
    ReportOptions o = *p->options;
    o.format = REPORT_HTML;
    if (runs->len > 1 && !only) {
        g_string_append(p->body, "<h2>Which run is faster, and why?</h2>");
        if (!report_compare(&(CompareSource){ p->reader, NULL }, 1, &(ReportOptions){ .format = REPORT_HTML }, p->body, NULL, error))
            return false;
    }
    if (runs->len && !put_views(p, true, error))
        return false;
    for (guint i = 0; i < runs->len; i++) {
        const TraceRunInfo *run = TRACE_AT(runs, TraceRunInfo, i);
        if ((!only || run->id == only) && !put_run(p, run, error))
            return false;
    }
    int n;
    const Report *const *list = report_list(&n);
    g_string_append(p->body, runs->len ? "<h2>All of it</h2>" : "");
    for (int i = 0; i < n && runs->len; i++) {
        g_string_append_printf(p->body, "<details><summary>%s: %s</summary>", list[i]->name, list[i]->doc);
        if (!report_run(list[i]->name, p->reader, &o, p->body, error))
            return false;
        g_string_append(p->body, "</details>");
    }
    return true;
}

const char *page_view_name(int i)
{
    return i >= 0 && i < n_views ? views[i]->name : NULL;
}

bool page_write(TraceReader *reader, const ReportOptions *options, GString *out, GError **error)
{
    int64_t only = 0;
    if (options->run && !trace_find_run(reader, options->run, &only, error))
        return false;
    g_autoptr(GArray) runs = trace_query_runs(reader, error);
    if (!runs)
        return false;
    g_autoptr(SvgStyle) colours = svg_style_new();
    g_autoptr(GString) body = g_string_new(NULL);
    Page p = { .reader = reader, .options = options, .style = colours, .body = body };
    if (!put_runs(&p, runs, only, error))
        return false;
    g_autofree char *name = g_path_get_basename(trace_path(reader));
    g_string_append(out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/><meta name=\"viewport\" content=\"width=device-width\"/><title>");
    put_text(out, name);
    g_string_append_printf(out, "</title><style>%s", style);
    svg_style_css(colours, out);
    g_string_append(out, "</style></head><body><h1>");
    put_text(out, name);
    g_string_append_printf(out, "</h1>%s</body></html>\n", body->str);
    return true;
}
