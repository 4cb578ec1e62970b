/* The Overview: a run on one page: where a step's time goes, what moves and what that costs, what fills the memory. Each
 * line is a link to the view with the full answer. Start reading at
 * layout_overview(). */
#include <math.h>
#include <string.h>

#include "trace/verdict.h"
#include "viewer/layout/costs.h"
#include "viewer/layout/list.h"
#include "viewer/layout/memory_impl.h"
#include "viewer/layout/overview_impl.h"
#include "viewer/layout/shares.h"
#include "viewer/layout/words.h"

#define MARGIN 16.0
#define GAP 20.0
#define PAD 14.0

/* A sentence in small type that leads somewhere. */
static double sentence(Draw *d, Role ink, Spot spot, OverviewLink link, const char *text)
{
    guint at = d->s->items->len;
    spot.y = scene_paragraph(d->s, d->m, FONT_small, overview_is_hovered(d, link.ref) ? ROLE_link : ink, spot, text);
    for (; at < d->s->items->len; at++) {
        g_array_index(d->s->items, Item, at).ref = link.ref;
        g_array_index(d->s->items, Item, at).go = link.go;
    }
    return spot.y;
}

double overview_head(Draw *d, Spot spot, const char *title, const char *more, const char *go)
{
    double mw = text_width(d->m, FONT_small, more) + 4;
    scene_text(d->s, FONT_bold, ROLE_text, (Spot){ spot.x, spot.y, spot.w - mw - 8 }, title);
    Item *it = scene_text(d->s, FONT_small, ROLE_link, (Spot){ spot.x + spot.w - mw, spot.y + 1, mw }, more);
    it->ref = (Ref){ REF_view, 0, 0, 0 };
    it->go = go;
    return spot.y + d->m[FONT_bold].line_h + 6;
}

double overview_headline(Draw *d, Spot spot, const char *big, Role ink, const char *beside)
{
    scene_text(d->s, FONT_title, ROLE_text, spot, big);
    double bw = text_width(d->m, FONT_title, big) + 14, y = spot.y + d->m[FONT_title].line_h;
    if (beside)
        y = MAX(y, scene_paragraph(d->s, d->m, FONT_small, ink, (Spot){ spot.x + bw, spot.y + 4, spot.w - bw }, beside));
    return y + 6;
}

/* ---- what moves ---- */

static double kinds_bar(Draw *d, Spot spot)
{
    const GArray *kinds = d->run->coll_kinds;
    double sum = 0, at = spot.x, line_h = d->m[FONT_small].line_h;
    for (guint i = 0; kinds && i < kinds->len; i++)
        sum += (double)MAX(TRACE_AT(kinds, TraceCollKind, i)->traffic, 0);
    if (sum <= 0)
        return spot.y;
    for (guint i = 0; i < kinds->len; i++) {
        const TraceCollKind *k = TRACE_AT(kinds, TraceCollKind, i);
        double kw = spot.w * (double)MAX(k->traffic, 0) / sum;
        if (kw < 0.5)
            continue;
        Item *it = scene_box(d->s, role_of_coll(k->kind), (Rect){ at, spot.y, kw, 16 });
        it->ref = (Ref){ REF_view, 0, 2, 0 };
        it->go = "reshards";
        it->tip = scene_keepf(d->s, "%s: %s received a step in %s", k->kind_name, word_bytes(k->traffic).s, word_count(k->n_step).s);
        at += kw;
    }
    spot.y += 20;
    at = spot.x;
    for (guint i = 0; i < kinds->len; i++) {
        const TraceCollKind *k = TRACE_AT(kinds, TraceCollKind, i);
        g_autofree char *t = g_strdup_printf("%s %s, %s", word_count(k->n_step).s, k->kind_name, word_bytes(k->traffic).s);
        double tw = text_width(d->m, FONT_small, t) + 3;
        if (at + tw + 18 > spot.x + spot.w && at > spot.x) {
            at = spot.x;
            spot.y += line_h + 3;
        }
        scene_box(d->s, role_of_coll(k->kind), (Rect){ at, spot.y + 3, 10, 10 });
        scene_text(d->s, FONT_small, ROLE_text, (Spot){ at + 15, spot.y, MIN(tw, spot.w - 15) }, t);
        at += tw + 28;
    }
    return spot.y + line_h + 8;
}

static double moves_card(Draw *d, Spot spot)
{
    const GArray *all = d->run->reshards;
    spot.y = overview_head(d, spot, "What moves, and why?", "Reshards ›", "reshards");
    spot.y = overview_headline(d, spot, d->run->info->traffic.known ? word_bytes(d->run->info->traffic.v).s : "–", ROLE_dim, "received by a device per step");
    int64_t n = 0, runs = 0; /* collectives, and how often they run: those in loops once a trip */
    for (guint i = 0; d->run->coll_kinds && i < d->run->coll_kinds->len; i++) {
        n += CLAMP(TRACE_AT(d->run->coll_kinds, TraceCollKind, i)->n, 0, (int64_t)1 << 40);
        runs += CLAMP(TRACE_AT(d->run->coll_kinds, TraceCollKind, i)->n_step, 0, (int64_t)1 << 40);
    }
    if (all && all->len) {
        g_autofree char *often = runs > n ? g_strdup_printf(", which run %s times", word_count(runs).s) : g_strdup("");
        spot.y -= 4;
        scene_textf(d->s, FONT_small, ROLE_dim, spot, "%s reshard%s by %s collective%s%s", word_count(all->len).s, all->len == 1 ? "" : "s", word_count(n).s, n == 1 ? "" : "s", often);
        spot.y += d->m[FONT_small].line_h + 6;
    }
    spot.y = kinds_bar(d, spot);
    const TraceRunInfo *info = d->run->info;
    g_autofree char *links = trace_links_said(info->inside, info->between_ranks, info->between_hosts);
    if (*links)
        spot.y = scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, links) + 4;
    if ((!all || all->len == 0) && !d->run->info->input_snap && d->run->info->kind == TRACE_RUN_IMPORTED)
        return scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, "Reshards are not known: a profile has no program as written. Imported together with XLA's dump of it, it has.");
    if (!all || all->len == 0)
        return scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, "No reshards: every op found its operands in the layout that it needs.");
    return overview_moves(d, spot);
}

/* ---- what fills the memory ---- */

static double peak_bar(Draw *d, Spot spot)
{
    const GArray *peak = d->own->peak;
    int64_t by[N_BUFFER_CATS] = { 0 };
    double sum = 0, at = spot.x, line_h = d->m[FONT_small].line_h;
    for (guint i = 0; i < peak->len; i++) {
        const TraceBufferRow *b = TRACE_AT(peak, TraceBufferRow, i);
        by[b->cat >= 0 && b->cat < N_BUFFER_CATS ? b->cat : 0] += b->place_bytes;
        sum += (double)b->place_bytes;
    }
    for (int k = 0; k < N_BUFFER_CATS && sum > 0; k++) {
        double kw = spot.w * (double)by[k] / sum;
        if (kw < 0.5)
            continue;
        Item *it = scene_box(d->s, role_of_buffer(k), (Rect){ at, spot.y, kw, 16 });
        it->tint = 220;
        it->ref = (Ref){ REF_view, 0, 3, 0 };
        it->go = "memory";
        at += kw;
    }
    spot.y += 20;
    at = spot.x;
    for (int k = 0; k < N_BUFFER_CATS; k++) {
        if (!by[k])
            continue;
        g_autofree char *t = g_strdup_printf("%s %s", trace_buffer_cat_name(k) ? trace_buffer_cat_name(k) : "not known", word_bytes(by[k]).s);
        double tw = text_width(d->m, FONT_small, t) + 3;
        if (at + tw + 18 > spot.x + spot.w && at > spot.x) {
            at = spot.x;
            spot.y += line_h + 3;
        }
        scene_box(d->s, role_of_buffer(k), (Rect){ at, spot.y + 3, 10, 10 })->tint = 220;
        scene_text(d->s, FONT_small, ROLE_text, (Spot){ at + 15, spot.y, MIN(tw, spot.w - 15) }, t);
        at += tw + 28;
    }
    return spot.y + line_h + 8;
}

static double memory_card(Draw *d, Spot spot)
{
    spot.y = overview_head(d, spot, "What fills the memory?", "Memory ›", "memory");
    const GArray *peak = d->own->peak;
    const TracePeakRow *top = d->own->peaks && d->own->peaks->len ? TRACE_AT(d->own->peaks, TracePeakRow, 0) : NULL;
    if (!peak || peak->len == 0) {
        if (top && top->measured.known) {
            scene_text(d->s, FONT_title, ROLE_text, spot, word_bytes(top->measured.v).s);
            return spot.y + d->m[FONT_title].line_h + 4;
        }
        return scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, "The memory of this run was not recorded.");
    }
    TraceInt planned = d->run->info->peak_bytes;
    g_autoptr(GString) more = g_string_new("a device at the peak of its plan");
    if (top && top->capacity.known && top->capacity.v > 0 && planned.known)
        g_string_append_printf(more, ", %s of %s", trace_percent(100 * (double)planned.v / (double)top->capacity.v).s, word_bytes(top->capacity.v).s);
    if (top && top->measured.known)
        g_string_append_printf(more, "; %s %s on device %" G_GINT64_FORMAT, d->run->info->kind == TRACE_RUN_PREDICTED ? "over time" : "measured", word_bytes(top->measured.v).s, top->global_id);
    bool over = top && top->capacity.known && top->capacity.v > 0 && planned.known && planned.v > top->capacity.v;
    spot.y = overview_headline(d, spot, word_maybe_bytes(planned).s, over ? ROLE_bad : ROLE_dim, more->str);
    spot.y = peak_bar(d, spot);
    spot.y = overview_held(d, spot);
    const TraceCopyRow *c = d->own->copies && d->own->copies->len ? TRACE_AT(d->own->copies, TraceCopyRow, 0) : NULL;
    if (c && c->could_free.known && c->could_free.v > 0) {
        g_autofree char *t = g_strdup_printf("%s is held in %" G_GINT64_FORMAT " copies: sharding it would free %s a device.", c->value, c->copies,
                                             word_bytes(c->could_free.v).s);
        spot.y = sentence(d, ROLE_good, (Spot){ spot.x, spot.y + 4, spot.w }, (OverviewLink){ overview_link(d, REF_value, c->inst_id), "shardings" }, t);
    }
    return spot.y;
}

/* ---- what should be looked at ---- */

static double warn(Draw *d, Spot spot, Role role, OverviewLink link, const char *text)
{
    scene_box(d->s, role, (Rect){ spot.x, spot.y + 4, 8, 8 });
    return sentence(d, ROLE_text, (Spot){ spot.x + 15, spot.y, spot.w - 15 }, link, text) + 3;
}

/* How many times the mean a device has to compute to be called slow. Devices that wait for a core are held up by each other, which differs by chance. */
static double least_slow(const GArray *parts)
{
    double step = 0, queue = 0;
    for (guint i = 0; i < parts->len; i++) {
        step += (double)TRACE_AT(parts, TraceStepPartRow, i)->dur_ns;
        queue += (double)TRACE_AT(parts, TraceStepPartRow, i)->queue_ns;
    }
    return queue > 0.02 * step ? 1.5 : 1.1;
}

static double slow_device(Draw *d, Spot spot)
{
    const GArray *parts = d->run->parts;
    if (!parts || parts->len < 3)
        return spot.y;
    double mean = 0;
    const TraceStepPartRow *most = TRACE_AT(parts, TraceStepPartRow, 0);
    for (guint i = 0; i < parts->len; i++) {
        const TraceStepPartRow *p = TRACE_AT(parts, TraceStepPartRow, i);
        mean += (double)p->compute_ns / parts->len;
        most = p->compute_ns > most->compute_ns ? p : most;
    }
    if ((double)most->compute_ns < least_slow(parts) * mean || (double)most->compute_ns - mean < 0.03 * (double)most->dur_ns)
        return spot.y;
    double times = (double)most->compute_ns / mean; /* "277869 % longer" is no way to say it */
    g_autofree char *more = times < 3 ? g_strdup_printf("%.0f %% longer than", 100 * (times - 1)) : g_strdup_printf("%s times", word_count((int64_t)(times + 0.5)).s);
    g_autofree char *t = g_strdup_printf("Device %" G_GINT64_FORMAT " computes %s a step, %s the mean of all.", most->global_id, word_ns((double)most->compute_ns).s, more);
    return warn(d, spot, ROLE_fetch, (OverviewLink){ (Ref){ REF_view, 0, 4, 0 }, "steps" }, t);
}

/* Where the change stands: at the dearest reshard that it removes, or else makes cheaper. */
static OverviewLink remedy_link(const Draw *d, const TraceRemedyRow *y)
{
    const char *named = y->removes ? y->removes : y->cheaper;
    int64_t seq = named && *named == '#' ? g_ascii_strtoll(named + 1, NULL, 10) : -1;
    for (guint i = 0; d->run->reshards && i < d->run->reshards->len; i++) {
        const TraceReshardRow *r = TRACE_AT(d->run->reshards, TraceReshardRow, i);
        if (r->seq == seq)
            return (OverviewLink){ overview_link(d, REF_reshard, r->id), "reshards" };
    }
    return (OverviewLink){ (Ref){ REF_view, 0, 6, 0 }, "reshards" };
}

/* What an import skipped or could not read, of each kind how many; as the report imports lists it. */
static double imported(Draw *d, Spot spot)
{
    enum { MOST = 10 };
    const GArray *said = d->own->imported;
    int n = 0, kept_back = 0;
    bool several = said && said->len && TRACE_AT(said, TraceImportSaid, 0)->import_id != TRACE_AT(said, TraceImportSaid, said->len - 1)->import_id;
    for (guint i = 0; said && i < said->len; i++) {
        const TraceImportSaid *x = TRACE_AT(said, TraceImportSaid, i);
        if (!x->code)
            continue;
        if (n++ >= MOST) {
            kept_back++;
            continue;
        }
        g_autofree char *t = g_strdup_printf("%s%s%s %s.", several ? x->file : "", several ? ": " : "", word_count(x->n.v).s, x->text ? x->text : x->code);
        spot.y = warn(d, spot, x->severity.v > 1 ? ROLE_bad : x->severity.v ? ROLE_fetch : ROLE_dim, (OverviewLink){ 0 }, t);
    }
    if (kept_back) {
        g_autofree char *t = g_strdup_printf("%d further remarks about what was imported: shardscope report FILE imports.", kept_back);
        spot.y = warn(d, spot, ROLE_dim, (OverviewLink){ 0 }, t);
    }
    return spot.y;
}

static double warnings(Draw *d, Spot spot)
{
    const RunRows *run = d->run;
    const OverviewRows *own = d->own;
    double begin = spot.y;
    if (run->info->cut_short) {
        g_autofree char *t = g_strdup_printf("The run was cut short: %s. The steps recorded until then are shown.", run->info->cut_short);
        spot.y = warn(d, spot, ROLE_bad, (OverviewLink){ 0 }, t);
    } else if (!run->info->end_ns.known)
        spot.y = warn(d, spot, ROLE_fetch, (OverviewLink){ 0 }, "The run is still being recorded, or was interrupted; the steps recorded so far are shown.");
    int64_t lost = 0;
    for (guint i = 0; own->lanes && i < own->lanes->len; i++)
        lost += CLAMP(TRACE_AT(own->lanes, TraceLaneRow, i)->dropped, 0, (int64_t)1 << 40);
    if (lost) {
        g_autofree char *t = g_strdup_printf("%s events were lost because the recording buffers were full.", word_count(lost).s);
        spot.y = warn(d, spot, ROLE_bad, (OverviewLink){ (Ref){ REF_view, 0, 5, 0 }, "steps" }, t);
    }
    spot.y = imported(d, spot);
    int unsupported = 0;
    const TraceOpSplitRow *one = NULL;
    for (guint i = 0; own->splits && i < own->splits->len; i++) {
        const TraceOpSplitRow *o = TRACE_AT(own->splits, TraceOpSplitRow, i);
        if (o->how != 3)
            continue;
        one = one ? one : o;
        unsupported++;
    }
    if (one) {
        g_autofree char *t = g_strdup_printf("%d op%s could not be partitioned and run%s in full on every device: %s%s.", unsupported,
                                             unsupported == 1 ? "" : "s",
                                             unsupported == 1 ? "s" : "", one->name, unsupported > 1 ? " and others" : "");
        spot.y = warn(d, spot, ROLE_bad, (OverviewLink){ overview_link(d, REF_value, one->inst_id), "shardings" }, t);
    }
    int remats = 0;
    const TraceReshardRow *remat = NULL;
    for (guint i = 0; run->reshards && i < run->reshards->len; i++) {
        const TraceReshardRow *r = TRACE_AT(run->reshards, TraceReshardRow, i);
        if (r->is_remat) {
            remat = remat ? remat : r;
            remats++;
        }
    }
    if (remat) {
        g_autofree char *t = g_strdup_printf("%d reshard%s replicate%s a value on every device and slice%s it again.", remats,
                                             remats == 1 ? "" : "s", remats == 1 ? "s" : "", remats == 1 ? "s" : "");
        spot.y = warn(d, spot, ROLE_bad, (OverviewLink){ overview_link(d, REF_reshard, remat->id), "reshards" }, t);
    }
    const TraceRemedyRow *best = own->tried && own->tried->len ? TRACE_AT(own->tried, TraceRemedyRow, 0) : NULL;
    if (best && best->gain_ns.known && best->before_ns.known && best->gain_ns.v > 0.01 * best->before_ns.v) {
        g_autofree char *t = g_strdup_printf("%u annotation change%s %s compiled to find out; the best saves %s of the predicted step.", own->tried->len,
                                             own->tried->len == 1 ? "" : "s", own->tried->len == 1 ? "was" : "were", word_maybe_ns(best->gain_ns).s);
        spot.y = warn(d, spot, ROLE_good, remedy_link(d, best), t);
    }
    const char *note = d->run->kept && d->run->kept->len ? TRACE_AT(d->run->kept, TraceKept, 0)->predicted_note : "";
    if (*note)
        spot.y = scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, note) + 4;
    spot.y = slow_device(d, spot);
    return spot.y > begin ? spot.y + 6 : spot.y;
}

/* ---- the whole ---- */

static double title(Draw *d, Spot spot)
{
    const TraceRunInfo *i = d->run->info;
    scene_text(d->s, FONT_title, ROLE_text, spot, i->title);
    spot.y += d->m[FONT_title].line_h + 2;
    g_autoptr(GString) t = g_string_new(NULL);
    const char *kind = trace_run_kind_name(i->kind);
    g_string_append_printf(t, "%s by %s; %" G_GINT64_FORMAT " device%s, mesh %s", kind ? kind : "recorded", i->producer, i->n_devices, i->n_devices == 1 ? "" : "s",
                           i->mesh ? i->mesh : "–");
    if (i->n_steps && i->kind != TRACE_RUN_PREDICTED)
        g_string_append_printf(t, "; %" G_GINT64_FORMAT " step%s, %" G_GINT64_FORMAT " of them warm", i->n_steps, i->n_steps == 1 ? "" : "s", i->n_warm);
    if (i->compile_dur_ns.known)
        g_string_append_printf(t, "; compiled in %s", word_ns((double)i->compile_dur_ns.v).s);
    if (i->flops_sum.known && i->flops_one.known && i->flops_one.v > 0)
        g_string_append_printf(t, "; FLOPs of all devices %.2f × those of the unpartitioned program", i->flops_sum.v / i->flops_one.v);
    if (i->hardware)
        g_string_append_printf(t, "; predicted for %s", i->hardware);
    spot.y = scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, t->str) + 6;
    if (d->own->verdict && *d->own->verdict)
        spot.y = layout_sentence(d->s, d->vp, FONT_body, ROLE_text, spot, d->own->verdict) + 6;
    if (d->own->hosts && *d->own->hosts)
        spot.y = scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, d->own->hosts) + 6;
    if (d->own->clocks && *d->own->clocks)
        spot.y = scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, d->own->clocks) + 6;
    return spot.y + 4;
}

typedef double (*CardFn)(Draw *d, Spot spot);

/* Draws a card and, below everything it has put down, its frame. */
static double card(Draw *d, CardFn fn, Spot spot)
{
    double end = fn(d, (Spot){ spot.x + PAD, spot.y + PAD, spot.w - 2 * PAD }) + PAD;
    Item *frame = scene_box(d->s, ROLE_none, (Rect){ spot.x, spot.y, spot.w, end - spot.y });
    frame->edge = ROLE_grid;
    return end + GAP;
}

static double draw_all(Draw *d, Spot spot)
{
    spot.y = title(d, spot);
    spot.y = warnings(d, spot);
    bool of_process = false, others = false; /* which lists of runs there are */
    for (guint i = 0; i < d->rows->run->len; i++) {
        const RunRows *r = g_ptr_array_index(d->rows->run, i);
        of_process |= overview_is_function(d, r->info);
        others |= !overview_is_function(d, r->info);
    }
    bool predicted = d->own->what_ifs && d->own->what_ifs->len;
    if (spot.w < 800) {
        spot.y = card(d, overview_time, spot);
        spot.y = predicted ? card(d, overview_what_if, spot) : spot.y;
        spot.y = card(d, moves_card, spot);
        spot.y = card(d, memory_card, spot);
        spot.y = of_process ? card(d, overview_functions, spot) : spot.y;
        return (others ? card(d, overview_runs, spot) : spot.y) - GAP;
    }
    double cw = floor((spot.w - GAP) / 2), right = spot.x + cw + GAP;
    double a = card(d, overview_time, (Spot){ spot.x, spot.y, cw }), b = card(d, moves_card, (Spot){ right, spot.y, cw });
    a = predicted ? card(d, overview_what_if, (Spot){ spot.x, a, cw }) : a;
    a = of_process ? card(d, overview_functions, (Spot){ spot.x, a, cw }) : a;
    a = others ? card(d, overview_runs, (Spot){ spot.x, a, cw }) : a;
    b = card(d, memory_card, (Spot){ right, b, cw });
    return MAX(a, b) - GAP;
}

void layout_overview(const Rows *rows, const Viewport *vp, Scene *s)
{
    const RunRows *run = rows_current(rows);
    const OverviewRows *own = overview_rows(rows);
    if (!run || !own) {
        layout_empty(s, vp, (Rect){ 0, 0, vp->width, vp->height }, "No runs", "There is nothing in this trace yet.");
        return;
    }
    double w = MAX(vp->width - 2 * MARGIN - 6, 100);
    g_autoptr(Scene) trial = scene_new(vp->width, vp->height);
    Draw d = { trial, vp, vp->metrics, rows, run, own };
    double content = draw_all(&d, (Spot){ MARGIN, MARGIN, w }) + MARGIN, scroll = layout_clamp_scroll(vp->scroll[PANE_DETAIL], content, vp->height);
    scene_pane(s, PANE_DETAIL, (Rect){ 0, 0, vp->width, vp->height }, content);
    scene_box(s, ROLE_background, (Rect){ 0, 0, vp->width, vp->height });
    d.s = s;
    draw_all(&d, (Spot){ MARGIN, MARGIN - scroll, w });
    layout_scrollbar(s, PANE_DETAIL, scroll);
    scene_use_pane(s, 0);
}
