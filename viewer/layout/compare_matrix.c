/* Compare, of predicted runs: programs and shardings down, hardware across. */
#include "trace/slices.h"
#include "viewer/layout/compare_impl.h"

enum { SHOWN = 10 }; /* hardware that has a column */

/* One row. Each cell leads to its run. */
static void draw_row(const List *l, const TraceMatrix *m, int row, Spot spot)
{
    const TracePredictionRow *p = m->rows[row];
    const char *texts[MAX_COLUMNS] = { p->program, p->label };
    TraceWord words[SHOWN];
    for (int c = 0; c < l->n - 2; c++) {
        const TraceSlice *s = m->cells[row * m->n_columns + c];
        words[c] = s ? trace_slice_text(s) : (TraceWord){ "–" };
        texts[c + 2] = words[c].s;
    }
    list_row(l, spot, texts, (Ref){ 0 }, NULL);
    double at = spot.x;
    for (int c = 0; c < l->n; at += l->columns[c++].w) {
        const TraceSlice *s = c >= 2 ? m->cells[row * m->n_columns + c - 2] : NULL;
        if (!s)
            continue;
        Item *it = scene_box(l->s, s->state == TRACE_SLICE_CHOSEN ? ROLE_good : ROLE_none, (Rect){ at + 2, spot.y + 3, 4, LIST_ROW_H - 6 });
        it->tip = scene_keepf(l->s, "%s on %s: %s, four times in five between %s and %s\n%.1f %% of the peak, %s of %s a device, %" G_GINT64_FORMAT " chips\n1,000 steps: %s%s%s", p->program, s->row->hardware,
                              trace_ns(s->row->step_ns).s, trace_ns(s->row->low_ns).s, trace_ns(s->row->high_ns).s, 100 * s->row->used, trace_bytes(s->row->peak_bytes).s,
                              trace_bytes(s->row->capacity_bytes).s, s->row->n_chips, trace_price(s->step_price.known ? TRACE_REAL(1000 * s->step_price.v) : s->step_price).s,
                              s->row->price_from ? " at the prices of " : "", s->row->price_from ? s->row->price_from : "");
    }
}

double compare_matrix(Scene *s, const Viewport *vp, const GArray *predictions, Spot spot)
{
    if (!predictions || predictions->len < 2)
        return spot.y;
    g_autoptr(GArray) slices = trace_slices(predictions, 0);
    g_autoptr(TraceMatrix) m = trace_matrix(slices, predictions);
    if (m->n_columns < 2)
        return spot.y;
    Column columns[MAX_COLUMNS] = { { "program", -1.4, ALIGN_left, TRIM_middle, FONT_small, ROLE_none }, { "run", -1, ALIGN_left, TRIM_end, FONT_small, ROLE_none } };
    int n = 2;
    for (; n < MIN(m->n_columns, SHOWN) + 2; n++)
        columns[n] = (Column){ m->columns[n - 2], -1, ALIGN_left, TRIM_end, FONT_small, ROLE_none };
    scene_text(s, FONT_bold, ROLE_text, spot, "Predicted steps by hardware");
    spot.y += vp->metrics[FONT_bold].line_h + 6;
    List l = list_fit(s, vp, columns, n, spot.w);
    list_header(&l, spot.x, spot.y);
    spot.y += LIST_ROW_H + 2;
    for (int r = 0; r < m->n_rows; r++, spot.y += LIST_ROW_H)
        draw_row(&l, m, r, spot);
    g_autofree char *said = trace_slices_said(slices, 0);
    return scene_paragraph(s, vp->metrics, FONT_small, ROLE_dim, (Spot){ spot.x + 6, spot.y + 4, spot.w - 6 }, said) + 12;
}
