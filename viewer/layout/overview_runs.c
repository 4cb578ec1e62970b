/* Of the Overview: the functions of the process that the run belongs to, and the other runs of the file. */
#include "viewer/layout/list.h"
#include "viewer/layout/overview_impl.h"
#include "viewer/layout/shares.h"
#include "viewer/layout/words.h"

bool overview_is_function(const Draw *d, const TraceRunInfo *info)
{
    return d->run->info->process && g_strcmp0(info->process, d->run->info->process) == 0;
}

double overview_functions(Draw *d, Spot spot)
{
    enum { MOST = 15 };
    static const Column all[] = {
        { "function", -1.6, ALIGN_left, TRIM_middle, FONT_small, ROLE_none }, { "calls", 48, ALIGN_right, TRIM_end, FONT_small, ROLE_none },
        { "time", 76, ALIGN_right, TRIM_end, FONT_small, ROLE_none },         { "of all", 56, ALIGN_right, TRIM_end, FONT_small, ROLE_none },
        { "received", 76, ALIGN_right, TRIM_end, FONT_small, ROLE_none },     { "peak memory", 90, ALIGN_right, TRIM_end, FONT_small, ROLE_none },
    };
    g_autoptr(GPtrArray) functions = trace_run_functions(d->rows->runs, (guint)d->rows->current);
    double sum = 0, longest = 1;
    for (guint i = 0; i < functions->len; i++) {
        double ns = (double)((const TraceRunInfo *)functions->pdata[i])->steps_ns;
        sum += ns;
        longest = MAX(longest, ns);
    }
    spot.y = overview_head(d, spot, "The functions of this process", "Compare ›", "compare");
    spot.y = scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, d->run->info->process) + 4;
    Viewport marked = *d->vp;
    marked.select = (Ref){ REF_run, d->run->info->id, d->run->info->id, 0 };
    List l = list_fit(d->s, &marked, all, G_N_ELEMENTS(all), spot.w);
    list_header(&l, spot.x, spot.y);
    spot.y += LIST_ROW_H;
    for (guint i = 0; i < MIN(functions->len, MOST); i++) {
        const TraceRunInfo *f = functions->pdata[i];
        g_autofree char *part = g_strdup_printf("%.1f %%", sum > 0 ? 100 * (double)f->steps_ns / sum : 0); /* as the report says it */
        g_autofree char *calls = g_strdup_printf("%" G_GINT64_FORMAT, f->n_steps);
        Word time = word_ns((double)f->steps_ns), bytes = word_maybe_bytes(f->traffic), peak = word_maybe_bytes(f->peak_bytes);
        const char *texts[] = { f->title, calls, time.s, part, bytes.s, peak.s };
        guint first = d->s->items->len;
        list_row(&l, spot, texts, (Ref){ REF_run, f->id, f->id, 0 }, "show this function");
        g_array_index(d->s->items, Item, first).go = "overview";
        double bar = spot.w * (double)f->steps_ns / longest;
        if (bar >= 1)
            scene_box(d->s, ROLE_bar, (Rect){ spot.x, spot.y + LIST_ROW_H - 3, bar, 2 });
        spot.y += LIST_ROW_H;
    }
    if (functions->len > MOST) {
        scene_textf(d->s, FONT_small, ROLE_dim, (Spot){ spot.x + 6, spot.y + 3, spot.w }, "%u more functions took less time", functions->len - MOST);
        spot.y += LIST_ROW_H;
    }
    return spot.y;
}

double overview_runs(Draw *d, Spot spot)
{
    static const Column all[] = {
        { "run", -1.6, ALIGN_left, TRIM_middle, FONT_small, ROLE_none },   { "step", 92, ALIGN_right, TRIM_end, FONT_small, ROLE_none },
        { "received", 76, ALIGN_right, TRIM_end, FONT_small, ROLE_none },  { "peak memory", 90, ALIGN_right, TRIM_end, FONT_small, ROLE_none },
        { "mesh", -1, ALIGN_left, TRIM_end, FONT_small, ROLE_dim },
    };
    spot.y = overview_head(d, spot, d->run->info->process ? "Other runs of this file" : d->rows->run->len == 1 ? "The run" : "The runs of this file", "Compare ›", "compare");
    Viewport marked = *d->vp;
    marked.select = (Ref){ REF_run, d->run->info->id, d->run->info->id, 0 };
    List l = list_fit(d->s, &marked, all, G_N_ELEMENTS(all), spot.w);
    list_header(&l, spot.x, spot.y);
    spot.y += LIST_ROW_H;
    for (guint i = 0, shown = 0; i < d->rows->run->len && shown < 40; i++) {
        const RunRows *r = g_ptr_array_index(d->rows->run, i);
        if (overview_is_function(d, r->info))
            continue;
        shown++;
        Shares sh = shares_of(r);
        g_autofree char *step = sh.step_ns < 0 ? g_strdup("–") : g_strdup_printf("%s%s", sh.predicted ? "≈ " : "", word_ns(sh.step_ns).s);
        Word bytes = word_maybe_bytes(r->info->traffic), peak = word_maybe_bytes(r->info->peak_bytes);
        const char *texts[] = { r->info->title, step, bytes.s, peak.s, r->info->mesh };
        guint first = d->s->items->len;
        list_row(&l, spot, texts, (Ref){ REF_run, r->info->id, r->info->id, 0 }, "show this run");
        g_array_index(d->s->items, Item, first).go = "overview";
        spot.y += LIST_ROW_H;
    }
    return spot.y;
}
