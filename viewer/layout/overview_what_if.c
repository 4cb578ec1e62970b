/* The Overview of a predicted run: how its step changes if one thing is different. */
#include <math.h>

#include "viewer/layout/list.h"
#include "viewer/layout/overview_impl.h"
#include "viewer/layout/words.h"

double overview_what_if(Draw *d, Spot spot)
{
    static const Column all[] = {
        { "if", -1.5, ALIGN_left, TRIM_end, FONT_small, ROLE_none },
        { "step", 84, ALIGN_right, TRIM_end, FONT_small, ROLE_none },
        { "change", 76, ALIGN_right, TRIM_end, FONT_small, ROLE_none },
        { "what changes most", -1.2, ALIGN_left, TRIM_end, FONT_small, ROLE_dim },
    };
    spot.y = overview_head(d, spot, "What would make it faster?", "Compare ›", "compare");
    List l = list_fit(d->s, d->vp, all, G_N_ELEMENTS(all), spot.w);
    list_header(&l, spot.x, spot.y);
    spot.y += LIST_ROW_H;
    for (guint i = 0; i < d->own->what_ifs->len; i++) {
        const TraceWhatIfRow *w = TRACE_AT(d->own->what_ifs, TraceWhatIfRow, i);
        g_autofree char *change = w->change_percent.known ? g_strdup(trace_change(w->change_percent.v).s) : g_strdup("–");
        g_autofree char *part = w->part && w->part_ns.known && fabs(w->part_ns.v) >= 0.5 ? g_strdup_printf("%s, %s%s", w->part, w->part_ns.v > 0 ? "+" : "", word_ns(w->part_ns.v).s) : g_strdup(w->note ? w->note : "–");
        g_autofree char *tip = g_strdup_printf("%s%s%s%s%s%s%s", w->what, w->step_ns.known ? ": four times in five between " : "", w->step_ns.known ? word_maybe_ns(w->low_ns).s : "",
                                               w->step_ns.known ? " and " : "", w->step_ns.known ? word_maybe_ns(w->high_ns).s : "", w->note ? "\n" : "", w->note ? w->note : "");
        const char *texts[] = { w->what, word_maybe_ns(w->step_ns).s, change, part };
        guint first = d->s->items->len;
        list_row(&l, spot, texts, (Ref){ REF_view, 0, 20 + (int64_t)i, 0 }, tip);
        g_array_index(d->s->items, Item, first).go = "compare";
        spot.y += LIST_ROW_H;
    }
    return spot.y;
}
