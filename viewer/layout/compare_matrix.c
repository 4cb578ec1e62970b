/* Compare, of predicted runs: programs and shardings down, hardware across. */
#include "trace/slices.h"
#include "viewer/layout/compare_impl.h"

enum { SHOWN = 10 }; /* hardware that has a column */

enum { MATRIX_SLOT = 6 };

/* Where a column of hardware stands among the table's. */
enum { BEFORE = 2 };

/* The key of the column of a model: texts of the matrix do not live as long as the list's state. */
static const char *key_of(const TraceMatrix *m, int column)
{
    return g_intern_string(m->columns[column]);
}

static Table *matrix_table(const TraceMatrix *m, int shown)
{
    ReportColumn *own = g_new0(ReportColumn, (gsize)shown + BEFORE);
    own[0] = (ReportColumn){ "program", "program", CELL_TEXT, COL_PLAIN };
    own[1] = (ReportColumn){ "run", "run", CELL_TEXT, COL_PLAIN };
    for (int c = 0; c < shown; c++)
        own[c + BEFORE] = (ReportColumn){ key_of(m, c), key_of(m, c), CELL_NS, COL_PLAIN };
    Table *t = table_new("slices", NULL, own, shown + BEFORE);
    t->own_columns = own;
    for (int r = 0; r < m->n_rows; r++) {
        cell_text(t, m->rows[r]->program);
        cell_text(t, m->rows[r]->label);
        for (int c = 0; c < shown; c++) {
            const TraceSlice *s = m->cells[r * m->n_columns + c];
            cell_oreal(t, (TraceReal){ s ? s->row->step_ns : 0, s != NULL });
        }
        table_row_facts(t, r, NULL, NULL);
    }
    return t;
}

typedef struct Matrix {
    const TraceMatrix *m;
    const Metrics *metrics;
} Matrix;

static void paint_cell(const void *of, Scene *s, guint row, const char *key, Rect cell)
{
    const Matrix *x = of;
    const TraceMatrix *m = x->m;
    int c = 0;
    while (c < m->n_columns && key_of(m, c) != key)
        c++;
    const TraceSlice *slice = c < m->n_columns ? m->cells[(int)row * m->n_columns + c] : NULL;
    Spot at = { cell.x + 6, cell.y + (cell.h - x->metrics[FONT_small].line_h) / 2, cell.w - 10 };
    scene_text(s, FONT_small, slice ? ROLE_text : ROLE_dim, at, slice ? trace_slice_text(slice).s : "–");
    if (!slice)
        return;
    Item *it = scene_box(s, slice->state == TRACE_SLICE_CHOSEN ? ROLE_good : ROLE_none, (Rect){ cell.x + 2, cell.y + 3, 4, cell.h - 6 });
    it->tip = scene_keepf(s, "%s on %s: %s, four times in five between %s and %s\n%.1f %% of the peak, %s of %s a device, %" G_GINT64_FORMAT " chips\n1,000 steps: %s%s%s", m->rows[row]->program,
                          slice->row->hardware, trace_ns(slice->row->step_ns).s, trace_ns(slice->row->low_ns).s, trace_ns(slice->row->high_ns).s, 100 * slice->row->used,
                          trace_bytes(slice->row->peak_bytes).s, trace_bytes(slice->row->capacity_bytes).s, slice->row->n_chips,
                          trace_price(slice->step_price.known ? TRACE_REAL(1000 * slice->step_price.v) : slice->step_price).s, slice->row->price_from ? " at the prices of " : "",
                          slice->row->price_from ? slice->row->price_from : "");
}

double compare_matrix(Scene *s, const Viewport *vp, const GArray *predictions, Spot spot)
{
    if (!predictions || predictions->len < 2)
        return spot.y;
    g_autoptr(GArray) slices = trace_slices(predictions, 0);
    g_autoptr(TraceMatrix) m = trace_matrix(slices, predictions);
    if (m->n_columns < 2)
        return spot.y;
    int shown = MIN(m->n_columns, SHOWN);
    TableColumn columns[SHOWN + BEFORE] = { { .key = "program", .look = { NULL, -1.4, ALIGN_left, TRIM_middle, FONT_small, ROLE_none } },
                                            { .key = "run", .look = { NULL, -1, ALIGN_left, TRIM_middle, FONT_small, ROLE_none } } };
    for (int c = 0; c < shown; c++)
        columns[c + BEFORE] = (TableColumn){ .key = key_of(m, c), .look = { NULL, -1, ALIGN_left, TRIM_end, FONT_small, ROLE_none }, .as = AS_PAINTED };
    scene_text(s, FONT_bold, ROLE_text, spot, "Predicted steps by hardware");
    spot.y += vp->metrics[FONT_bold].line_h + 6;
    g_autoptr(Table) table = matrix_table(m, shown);
    const Matrix of = { m, vp->metrics };
    TableList list = { .table = table, .columns = columns, .n = shown + BEFORE, .slot = MATRIX_SLOT, .paint = paint_cell, .of = &of };
    spot.y = table_list_flow(s, vp, &list, spot, 40);
    g_autofree char *said = trace_slices_said(slices, 0);
    return scene_paragraph(s, vp->metrics, FONT_small, ROLE_dim, (Spot){ spot.x + 6, spot.y + 4, spot.w - 6 }, said) + 12;
}
