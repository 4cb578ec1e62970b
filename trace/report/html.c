/* The page for people without the viewer: one file that holds its style and pictures, to attach to a pull request.
 * First the three questions with a picture each, a run after the other, then every report as a table that unfolds.
 * The pictures are SVG, drawn here from the same questions that the reports ask. Start reading at report_html(). */
#include "trace/report/document.h"

#include <math.h>
#include <string.h>

#include "trace/capped.h"

enum { W = 900, MAX_BARS = 450, MAX_LANES = 64, MAX_EVENTS = 6000, MAX_GRIDS = 60, MAX_SIDE = 16 };

static const char style[] =
    "body{font:14px/1.5 system-ui,sans-serif;margin:24px auto;max-width:980px;padding:0 16px;color:#1b1f23;background:#fff}"
    "h1{font-size:22px}h2{font-size:18px;margin-top:36px;border-bottom:1px solid #dde1e6}h3{font-size:15px;margin:22px 0 6px}"
    "table{border-collapse:collapse;font-size:13px}th,td{padding:3px 10px;text-align:right;border-bottom:1px solid #eceff2;white-space:nowrap}"
    "th{font-weight:600;color:#5e6771}td.t,th.t{text-align:left}td.w{white-space:normal;color:#5e6771;text-align:left;border-bottom:1px solid #dde1e6}"
    ".wide{overflow-x:auto}.dim{color:#5e6771}summary{cursor:pointer;font-weight:600;margin:10px 0}svg{display:block;max-width:100%;height:auto;margin:6px 0}"
    ".key span{display:inline-block;margin-right:16px}.key i{display:inline-block;width:10px;height:10px;margin-right:5px}"
    ".grids{display:flex;flex-wrap:wrap;gap:14px}.grids figure{margin:0;width:200px;font-size:12px}"
    "@media(prefers-color-scheme:dark){body{background:#1e2124;color:#e6e8ea}th,.dim,td.w{color:#a0a8b0}th,td,td.w,h2{border-color:#3a4047}svg text{fill:#e6e8ea}}"
    "@media print{details{display:block}}";

/* The colours of the viewer: collectives by kind, then what a device does. */
static const char *const coll_colours[] = { "#9c8b6e", "#0072b2", "#cc79a7", "#d55e00", "#e69f00", "#009e73", "#56b4e9", "#56b4e9", "#e69f00" };
static const char *const part_names[] = { "compute", "exposed collectives", "copies", "waiting for the host", "idle" };
static const char *const part_colours[] = { "#b4bcc6", "#47648c", "#f0e442", "#3f3a36", "#eceff2" };
static const char *const buffer_colours[] = { "#9c8b6e", "#0072b2", "#8c6bb1", "#d55e00", "#009e73", "#b4bcc6", "#e69f00", "#56b4e9", "#cc79a7" };

static const char *coll_colour(int64_t kind)
{
    return coll_colours[kind > 0 && kind < (int64_t)G_N_ELEMENTS(coll_colours) ? kind : 0];
}

/* Text from the trace, safe in a page. */
static void put_escaped(GString *out, const char *s)
{
    g_autofree char *valid = g_utf8_make_valid(s ? s : "–", -1), *safe = g_markup_escape_text(valid, -1);
    g_string_append(out, safe);
}

static void put_key(GString *out, const char *colour, const char *name, const char *value)
{
    g_string_append_printf(out, "<span><i style=\"background:%s\"></i>", colour);
    put_escaped(out, name);
    g_string_append_printf(out, " %s</span>", value);
}

static void begin_svg(GString *out, int height, const char *title)
{
    g_string_append_printf(out, "<svg role=\"img\" aria-label=\"%s\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"11\">", title, W,
                           height, W, height);
}

/* A box with a tooltip; nothing where it is too thin to see. */
static void put_box(GString *out, double x, double y, double w, double h, const char *colour, const char *tip)
{
    if (!(w >= 0.05) || !(h > 0) || !(x < 1e6) || !(w < 1e6))
        return;
    g_string_append_printf(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\">", x, y, w, h, colour);
    if (tip) {
        g_string_append(out, "<title>");
        put_escaped(out, tip);
        g_string_append(out, "</title>");
    }
    g_string_append(out, "</rect>");
}

static void put_stack(GString *out, const double *values, const char *const *names, const char *const *colours, int n, bool bytes, const char *title)
{
    double sum = 0, at = 0;
    for (int i = 0; i < n; i++)
        sum += MAX(values[i], 0);
    if (sum <= 0)
        return;
    begin_svg(out, 26, title);
    for (int i = 0; i < n; i++) {
        double w = W * MAX(values[i], 0) / sum;
        put_box(out, at, 0, w, 24, colours[i], names[i]);
        at += w;
    }
    g_string_append(out, "</svg><p class=\"key\">");
    for (int i = 0; i < n; i++) {
        if (values[i] <= 0)
            continue;
        g_autofree char *v = bytes ? report_bytes((int64_t)MIN(values[i], 9e18)) : report_ns(values[i]);
        g_autofree char *t = g_strdup_printf("%s (%.0f %%)", v, 100 * values[i] / sum);
        put_key(out, colours[i], names[i], t);
    }
    g_string_append(out, "</p>");
}

/* ---- where the step goes ---- */

static void put_steps(GString *out, const GArray *steps)
{
    double longest = 1;
    guint n = steps->len, cols = MIN(n, MAX_BARS);
    for (guint i = 0; i < n; i++)
        longest = MAX(longest, (double)TRACE_AT(steps, TraceStepRow, i)->dur_ns);
    double bw = MIN((double)W / MAX(cols, 1), 30);
    begin_svg(out, 62, "Time of each step");
    for (guint c = 0; c < cols; c++) {
        guint a = (guint)((guint64)c * n / cols), b = (guint)((guint64)(c + 1) * n / cols), best = a;
        for (guint i = a; i < b; i++)
            if (TRACE_AT(steps, TraceStepRow, i)->dur_ns > TRACE_AT(steps, TraceStepRow, best)->dur_ns)
                best = i;
        const TraceStepRow *s = TRACE_AT(steps, TraceStepRow, best);
        g_autofree char *time = report_ns((double)s->dur_ns), *tip = g_strdup_printf("step %" G_GINT64_FORMAT ": %s%s", s->num, time, s->warm ? "" : ", a warm-up");
        double h = MAX(58 * (double)s->dur_ns / longest, 1);
        put_box(out, c * bw, 60 - h, MAX(bw - 1, 0.5), h, s->warm ? "#6c93c4" : "#9aa2ab", tip);
    }
    g_string_append(out, "</svg>");
}

static bool put_time(TraceReader *r, const TraceRunInfo *run, GString *out, GError **error)
{
    g_autoptr(GArray) sum = trace_query_step_summary(r, run->id, error);
    g_autoptr(GArray) steps = sum ? trace_query_steps(r, run->id, error) : NULL;
    g_autoptr(GArray) parts = steps ? trace_query_step_parts(r, run->id, 0, error) : NULL;
    if (!parts)
        return false;
    g_string_append(out, "<h3>Where does the step go?</h3>");
    const TraceStepSummary *s = TRACE_AT(sum, TraceStepSummary, 0);
    if (s->median_ns.known) {
        g_autofree char *m = report_ns((double)s->median_ns.v), *a = report_ns((double)s->p5_ns.v), *b = report_ns((double)s->p95_ns.v);
        g_string_append_printf(out, "<p><b>%s</b> <span class=\"dim\">median of %" G_GINT64_FORMAT " steps, 5 to 95 %%: %s to %s</span></p>", m,
                               s->n_warm ? s->n_warm : s->n_steps, a, b);
        put_steps(out, steps);
    } else if (run->est_ns.known) {
        g_autofree char *m = report_ns(run->est_ns.v);
        g_string_append_printf(out, "<p><b>%s</b> <span class=\"dim\">predicted; this run was not executed</span></p>", m);
    } else {
        g_string_append(out, "<p class=\"dim\">No steps were recorded.</p>");
    }
    double mean[5] = { 0 };
    for (guint i = 0; i < parts->len; i++) {
        const TraceStepPartRow *p = TRACE_AT(parts, TraceStepPartRow, i);
        const int64_t ns[5] = { p->compute_ns, p->exposed_coll_ns, p->exposed_copy_ns, p->host_ns, p->idle_ns };
        for (int k = 0; k < 5; k++)
            mean[k] += (double)MAX(ns[k], 0) / parts->len;
    }
    put_stack(out, mean, part_names, part_colours, 5, false, "Where the time of a step goes, mean over devices");
    return true;
}

/* A warm step in the middle, a row a device. */
static bool put_timeline(TraceReader *r, const TraceRunInfo *run, GString *out, GError **error)
{
    g_autoptr(GArray) steps = trace_query_steps(r, run->id, error);
    g_autoptr(GArray) lanes = steps ? trace_query_lanes(r, run->id, error) : NULL;
    g_autoptr(GArray) names = lanes ? trace_query_names(r, run->id, error) : NULL;
    g_autoptr(GArray) colls = names ? trace_query_colls(r, run->module_id, error) : NULL;
    if (!colls)
        return false;
    if (!steps->len || !lanes->len)
        return true;
    const TraceStepRow *s = TRACE_AT(steps, TraceStepRow, steps->len / 2);
    g_autoptr(GHashTable) name = g_hash_table_new(g_int64_hash, g_int64_equal), coll = g_hash_table_new(g_int64_hash, g_int64_equal);
    for (guint i = 0; i < names->len; i++)
        g_hash_table_insert(name, &TRACE_AT(names, TraceNameRow, i)->id, (gpointer)TRACE_AT(names, TraceNameRow, i)->name);
    for (guint i = 0; i < colls->len; i++)
        g_hash_table_insert(coll, &TRACE_AT(colls, TraceCollRow, i)->inst_id, TRACE_AT(colls, TraceCollRow, i));
    guint n = MIN(lanes->len, MAX_LANES);
    double row = n > 24 ? 8 : 18, x0 = 90, scale = (W - x0) / MAX((double)s->dur_ns, 1);
    g_string_append_printf(out, "<h3>Step %" G_GINT64_FORMAT ", device by device</h3>", s->num);
    begin_svg(out, (int)(n * row) + 4, "What every device did in one step");
    for (guint i = 0; i < n; i++) {
        const TraceLaneRow *l = TRACE_AT(lanes, TraceLaneRow, i);
        double y = i * row;
        if (row > 10 || i % 4 == 0) {
            g_string_append_printf(out, "<text x=\"0\" y=\"%.1f\">", y + MIN(row, 13) - 2);
            put_escaped(out, l->name);
            g_string_append(out, "</text>");
        }
        g_autoptr(GArray) events = l->n_events > 2000000 ? NULL : trace_query_draw_raw(r, l->id, 0, s->start_ns, add_capped(s->start_ns, s->dur_ns), NULL);
        for (guint k = 0; events && k < MIN(events->len, MAX_EVENTS / n); k++) {
            const TraceEventRow *e = TRACE_AT(events, TraceEventRow, k);
            const TraceCollRow *c = e->inst_id ? g_hash_table_lookup(coll, &e->inst_id) : NULL;
            const char *what = g_hash_table_lookup(name, &e->name_id);
            g_autofree char *time = report_ns((double)e->dur_ns), *tip = g_strdup_printf("%s, %s", what ? what : "?", time);
            put_box(out, x0 + ((double)e->start_ns - (double)s->start_ns) * scale, y, MAX((double)e->dur_ns * scale, 0.3), row - 2,
                    c ? coll_colour(c->kind) : e->cat == 3 ? "#f0e442" : "#b4bcc6", tip);
        }
    }
    g_string_append(out, "</svg>");
    if (lanes->len > n)
        g_string_append_printf(out, "<p class=\"dim\">and %u more devices</p>", lanes->len - n);
    return true;
}

/* ---- what moves ---- */

static bool put_moves(TraceReader *r, const TraceRunInfo *run, GString *out, GError **error)
{
    g_autoptr(GArray) kinds = trace_query_coll_kinds(r, run->module_id, error);
    g_autoptr(GArray) reshards = kinds ? trace_query_reshards(r, run->module_id, error) : NULL;
    g_autoptr(GArray) remedies = reshards ? trace_query_remedies(r, run->module_id, 0, error) : NULL;
    if (!remedies)
        return false;
    g_string_append(out, "<h3>What has to move, and why?</h3>");
    double bytes[9] = { 0 };
    const char *names[9], *colours[9];
    for (int k = 0; k < 9; k++) {
        names[k] = k && trace_coll_name(k) ? trace_coll_name(k) : "other";
        colours[k] = coll_colour(k);
    }
    for (guint i = 0; i < kinds->len; i++) {
        const TraceCollKind *k = TRACE_AT(kinds, TraceCollKind, i);
        bytes[k->kind > 0 && k->kind < 9 ? k->kind : 0] += (double)MAX(k->traffic, 0);
    }
    put_stack(out, bytes, names, colours, 9, true, "Bytes that a device receives a step, by kind of collective");
    if (!reshards->len)
        g_string_append(out, "<p class=\"dim\">Nothing had to change its layout.</p>");
    else
        g_string_append(out, "<div class=\"wide\"><table><tr><th class=\"t\">#</th><th class=\"t\">value</th><th class=\"t\">plan</th><th>received</th><th>time</th><th class=\"t\">line</th></tr>");
    for (guint i = 0; i < MIN(reshards->len, 12); i++) {
        const TraceReshardRow *x = TRACE_AT(reshards, TraceReshardRow, i);
        g_autofree char *moved = x->traffic.known ? report_bytes(x->traffic.v) : g_strdup("–");
        g_autofree char *time = x->total_ns.known ? report_ns((double)x->total_ns.v) : x->est_ns.known ? report_ns(x->est_ns.v) : g_strdup("–");
        g_string_append_printf(out, "<tr><td class=\"t\">%" G_GINT64_FORMAT "</td><td class=\"t\">", x->seq);
        put_escaped(out, x->value);
        g_string_append(out, "</td><td class=\"t\">");
        put_escaped(out, x->plan);
        g_string_append_printf(out, "</td><td>%s</td><td>%s</td><td class=\"t\">", moved, time);
        put_escaped(out, x->at);
        g_string_append(out, "</td></tr><tr><td></td><td class=\"w\" colspan=\"5\">");
        put_escaped(out, x->from_spec);
        g_string_append(out, " → ");
        put_escaped(out, x->to_spec);
        g_string_append(out, ": ");
        put_escaped(out, x->why ? x->why : x->cause_name);
        g_string_append(out, "</td></tr>");
    }
    if (reshards->len)
        g_string_append(out, "</table></div>");
    if (remedies->len)
        g_string_append(out, "<p><b>Changes that were compiled again, best first</b></p><ul>");
    for (guint i = 0; i < MIN(remedies->len, 5); i++) {
        const TraceRemedyRow *y = TRACE_AT(remedies, TraceRemedyRow, i);
        g_autofree char *a = y->before_ns.known ? report_ns(y->before_ns.v) : g_strdup("–"), *b = y->after_ns.known ? report_ns(y->after_ns.v) : g_strdup("–");
        g_string_append(out, "<li><code>");
        put_escaped(out, y->text);
        g_string_append_printf(out, "</code>: predicted step %s → %s, %" G_GINT64_FORMAT " changes of layout removed</li>", a, b, y->n_gone);
    }
    if (remedies->len)
        g_string_append(out, "</ul>");
    return true;
}

/* ---- what fills the memory ---- */

static bool put_memory(TraceReader *r, const TraceRunInfo *run, GString *out, GError **error)
{
    if (!run->final_snap)
        return true;
    g_autoptr(GArray) peak = trace_query_buffers(r, run->final_snap, true, error);
    g_autoptr(GArray) curve = peak ? trace_query_memory_curve(r, run->final_snap, error) : NULL;
    if (!curve)
        return false;
    if (!peak->len)
        return true;
    g_autofree char *most = run->peak_bytes.known ? report_bytes(run->peak_bytes.v) : g_strdup("–");
    g_string_append_printf(out, "<h3>What fills the memory?</h3><p><b>%s</b> <span class=\"dim\">a device at the peak of its plan</span></p>", most);
    double bytes[9] = { 0 };
    const char *names[9];
    for (int k = 0; k < 9; k++)
        names[k] = trace_buffer_cat_name(k) ? trace_buffer_cat_name(k) : "other";
    for (guint i = 0; i < peak->len; i++) {
        const TraceBufferRow *b = TRACE_AT(peak, TraceBufferRow, i);
        bytes[b->cat > 0 && b->cat < 9 ? b->cat : 0] += (double)MAX(b->place_bytes, 0);
    }
    put_stack(out, bytes, names, buffer_colours, 9, true, "What is alive at the peak");
    double top = 1, last = curve->len ? MAX((double)TRACE_AT(curve, TraceCurvePoint, curve->len - 1)->pos, 1) : 1;
    for (guint i = 0; i < curve->len; i++)
        top = MAX(top, (double)TRACE_AT(curve, TraceCurvePoint, i)->total);
    begin_svg(out, 122, "Planned memory over the program's order");
    g_string_append(out, "<path fill=\"#0072b2\" fill-opacity=\"0.8\" d=\"M0 120");
    guint every = MAX(curve->len / 3000, 1);
    for (guint i = 0; i < curve->len; i += every) {
        double x = W * CLAMP((double)TRACE_AT(curve, TraceCurvePoint, i)->pos / last, 0, 1), most_here = 0;
        for (guint k = i; k < MIN(i + every, curve->len); k++) /* of those left out, the highest shows */
            most_here = MAX(most_here, (double)TRACE_AT(curve, TraceCurvePoint, k)->total);
        g_string_append_printf(out, "H%.1f V%.1f", x, 120 - 118 * most_here / top);
    }
    g_string_append_printf(out, "H%d V120 Z\"/></svg><p class=\"dim\">over the program's order</p>", W);
    return true;
}

/* ---- shardings ---- */

/* A grid of the first two split dims; colour says where, from dark to light. */
static void put_grid(GString *out, TraceReader *r, const TraceValueRow *v)
{
    g_autoptr(GArray) dims = trace_query_sharding_dims(r, v->sharding_id, NULL);
    int64_t parts[2] = { 1, 1 };
    int n = 0;
    for (guint i = 0; dims && i < dims->len; i++)
        if (TRACE_AT(dims, TraceShardingDim, i)->parts > 1 && n < 2)
            parts[n++] = TRACE_AT(dims, TraceShardingDim, i)->parts;
    if (n == 1) { /* one split dim runs across */
        parts[1] = parts[0];
        parts[0] = 1;
    }
    int rows = (int)CLAMP(parts[0], 1, MAX_SIDE), cols = (int)CLAMP(parts[1], 1, MAX_SIDE);
    g_autofree char *bytes = v->bytes_out.known ? report_bytes(v->bytes_out.v) : g_strdup("–");
    g_string_append(out, "<figure><b>");
    put_escaped(out, v->op_name && g_str_equal(v->role, "parameter") ? v->op_name : v->name);
    g_string_append(out, "</b><br/>");
    put_escaped(out, v->shape);
    g_string_append_printf(out, "<svg viewBox=\"0 0 180 90\" width=\"180\" height=\"90\">");
    for (int a = 0; a < rows; a++)
        for (int b = 0; b < cols; b++) {
            int light = 26 + 44 * (a * cols + b) / MAX(rows * cols - 1, 1);
            g_string_append_printf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"hsl(%d,45%%,%d%%)\" stroke=\"#fff\" stroke-width=\"0.7\"/>",
                                   180.0 * b / cols, 90.0 * a / rows, 180.0 / cols, 90.0 / rows, 285 - 225 * (a * cols + b) / MAX(rows * cols - 1, 1), light);
        }
    g_string_append(out, "</svg>");
    put_escaped(out, v->spec ? v->spec : "whole");
    g_string_append_printf(out, "<br/><span class=\"dim\">%s a device", bytes);
    if (v->copies.known && v->copies.v > 1)
        g_string_append_printf(out, ", in %" G_GINT64_FORMAT " copies", v->copies.v);
    if (parts[0] > rows || parts[1] > cols)
        g_string_append(out, ", drawn coarser");
    g_string_append(out, "</span></figure>");
}

static bool put_shardings(TraceReader *r, const TraceRunInfo *run, GString *out, GError **error)
{
    if (!run->input_snap)
        return true;
    g_autoptr(GArray) values = trace_query_values(r, run->input_snap, error);
    if (!values)
        return false;
    g_string_append(out, "<details><summary>How parameters and results lie on the devices</summary><div class=\"grids\">");
    int n = 0, more = 0;
    for (guint i = 0; i < values->len; i++) {
        const TraceValueRow *v = TRACE_AT(values, TraceValueRow, i);
        if (g_str_equal(v->role, "value"))
            continue;
        if (n++ < MAX_GRIDS)
            put_grid(out, r, v);
        else
            more++;
    }
    g_string_append(out, "</div>");
    if (more)
        g_string_append_printf(out, "<p class=\"dim\">and %d more</p>", more);
    g_string_append(out, "</details>");
    return true;
}

/* ---- the page ---- */

static bool put_run(TraceReader *r, const TraceRunInfo *run, GString *out, GError **error)
{
    g_string_append(out, "<h2>");
    put_escaped(out, run->title);
    const char *kind = trace_run_kind_name(run->kind);
    g_string_append_printf(out, "</h2><p class=\"dim\">%s by ", kind ? kind : "recorded");
    put_escaped(out, run->producer);
    g_string_append_printf(out, "; %" G_GINT64_FORMAT " devices, mesh ", run->n_devices);
    put_escaped(out, run->mesh);
    g_string_append(out, "</p>");
    return put_time(r, run, out, error) && put_timeline(r, run, out, error) && put_moves(r, run, out, error) && put_memory(r, run, out, error) &&
           put_shardings(r, run, out, error);
}

bool report_html(TraceReader *reader, const ReportOptions *options, GString *out, GError **error)
{
    int64_t only = 0;
    if (options->run && !trace_find_run(reader, options->run, &only, error))
        return false;
    g_autoptr(GArray) runs = trace_query_runs(reader, error);
    if (!runs)
        return false;
    g_autofree char *name = g_path_get_basename(trace_path(reader));
    g_string_append(out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/><meta name=\"viewport\" content=\"width=device-width\"/><title>");
    put_escaped(out, name);
    g_string_append_printf(out, "</title><style>%s</style></head><body><h1>", style);
    put_escaped(out, name);
    g_string_append(out, "</h1>");
    if (!runs->len)
        g_string_append(out, "<p>There is no run in this trace yet.</p>");
    ReportOptions o = *options;
    o.format = REPORT_HTML;
    if (runs->len > 1 && !only) {
        g_string_append(out, "<h2>Which run is faster, and why?</h2>");
        if (!report_compare(&(CompareSource){ reader, NULL }, 1, REPORT_HTML, out, NULL, error))
            return false;
    }
    for (guint i = 0; i < runs->len; i++) {
        const TraceRunInfo *run = TRACE_AT(runs, TraceRunInfo, i);
        if ((!only || run->id == only) && !put_run(reader, run, out, error))
            return false;
    }
    int n;
    const Report *list = report_list(&n);
    g_string_append(out, runs->len ? "<h2>All of it</h2>" : "");
    for (int i = 0; i < n && runs->len; i++) {
        g_string_append_printf(out, "<details><summary>%s: %s</summary>", list[i].name, list[i].doc);
        if (!report_run(list[i].name, reader, &o, out, error))
            return false;
        g_string_append(out, "</details>");
    }
    g_string_append(out, "</body></html>\n");
    return true;
}
