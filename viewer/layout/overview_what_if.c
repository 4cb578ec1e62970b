/* The Overview of a predicted run: how its step changes if one thing is different. */
#include <math.h>

#include "viewer/layout/overview_impl.h"
#include "viewer/layout/table_list.h"
#include "viewer/layout/words.h"

static const ReportColumn columns[] = {
    { "what", "if", CELL_TEXT }, { "step_ns", "step", CELL_NS }, { "change", "change", CELL_PERCENT }, { "part", "what changes most", CELL_TEXT },
};

/* "products, −1.2 ms", else what there is to say. To be freed. */
static char *most_changed(const TraceWhatIfRow *w)
{
    if (w->part && w->part_ns.known && fabs(w->part_ns.v) >= 0.5)
        return g_strdup_printf("%s, %s%s", w->part, w->part_ns.v > 0 ? "+" : "", word_ns(w->part_ns.v).s);
    return g_strdup(w->note);
}

static Table *what_if_table(const GArray *what_ifs)
{
    Table *t = table_new("what_ifs", NULL, columns, G_N_ELEMENTS(columns));
    t->order = "step_ns";
    for (guint i = 0; i < what_ifs->len; i++) {
        const TraceWhatIfRow *w = TRACE_AT(what_ifs, TraceWhatIfRow, i);
        g_autofree char *part = most_changed(w);
        cell_text(t, w->what);
        cell_oreal(t, w->step_ns);
        cell_oreal(t, w->change_percent);
        cell_text(t, part);
        table_row_facts(t, 20 + (int64_t)i, NULL, NULL);
    }
    return t;
}

static char *tip(const void *of, guint row)
{
    const TraceWhatIfRow *w = TRACE_AT((const GArray *)of, TraceWhatIfRow, row);
    return g_strdup_printf("%s%s%s%s%s%s%s", w->what, w->step_ns.known ? ": four times in five between " : "", w->step_ns.known ? word_maybe_ns(w->low_ns).s : "",
                           w->step_ns.known ? " and " : "", w->step_ns.known ? word_maybe_ns(w->high_ns).s : "", w->note ? "\n" : "", w->note ? w->note : "");
}

double overview_what_if(Draw *d, Spot spot)
{
    static const TableColumn all[] = {
        { .key = "what", .look = { NULL, -1.5, ALIGN_left, TRIM_middle, FONT_small, ROLE_none } },
        { .key = "step_ns", .look = { NULL, 84, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
        { .key = "change", .look = { NULL, 76, ALIGN_right, TRIM_end, FONT_small, ROLE_none }, .as = AS_CHANGE },
        { .key = "part", .look = { NULL, -1.2, ALIGN_left, TRIM_end, FONT_small, ROLE_dim } },
    };
    spot.y = overview_head(d, spot, "What would make it faster?", "Compare ›", "compare");
    g_autoptr(Table) t = what_if_table(d->own->what_ifs);
    TableList list = { .table = t, .columns = all, .n = G_N_ELEMENTS(all), .kind = REF_view, .slot = OVERVIEW_WHAT_IF, .go = "compare", .tip = tip, .of = d->own->what_ifs };
    return table_list_flow(d->s, d->vp, &list, spot, 40);
}
