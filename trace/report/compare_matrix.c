/* compare, of predicted runs: programs and shardings by hardware, and which of them is the cheapest. */
#include "trace/report/compare_matrix.h"

#include "trace/slices.h"

static const ReportColumn prediction_columns[] = {
    { "program", "program", CELL_TEXT },
    { "run", "run", CELL_TEXT },
    { "hardware", "hardware", CELL_TEXT },
    { "step_ns", "step", CELL_NS },
    { "low_ns", "from", CELL_NS },
    { "high_ns", "to", CELL_NS },
    { "used_percent", "of peak", CELL_PERCENT },
    { "n_devices", "devices", CELL_COUNT },
    { "n_chips", "chips", CELL_COUNT },
    { "peak_bytes", "memory", CELL_BYTES },
    { "capacity_bytes", "of", CELL_BYTES },
    { "price_hour", NULL, CELL_TEXT },
    { "step_price", NULL, CELL_TEXT },
    { "price_from", NULL, CELL_TEXT },
    { "state", "which", CELL_TEXT },
};

/* A row for each prediction, best first. Not in text, which has the matrix. */
static void add_predictions(Block *b, const GArray *slices)
{
    Table *t = block_table(b, "predictions", NULL, prediction_columns, G_N_ELEMENTS(prediction_columns));
    table_aside(t);
    table_not_in_text(t);
    for (guint i = 0; i < slices->len; i++) {
        const TraceSlice *s = TRACE_AT(slices, TraceSlice, i);
        const TracePredictionRow *p = s->row;
        cell_text(t, p->program);
        cell_text(t, p->label);
        cell_text(t, p->hardware);
        cell_real(t, p->step_ns);
        cell_real(t, p->low_ns);
        cell_real(t, p->high_ns);
        cell_real(t, 100 * p->used);
        cell_int(t, p->n_devices);
        cell_int(t, p->n_chips);
        cell_int(t, p->peak_bytes);
        cell_int(t, p->capacity_bytes);
        cell_oreal(t, p->price_hour);
        cell_oreal(t, s->step_price);
        cell_text(t, p->price_from);
        cell_text(t, trace_slice_word(s->state));
    }
}

GArray *compare_matrix_columns(const GArray *predictions)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(ReportColumn));
    g_array_append_vals(out, (const ReportColumn[]){ { "program", "program", CELL_TEXT }, { "run", "run", CELL_TEXT } }, 2);
    g_autoptr(GArray) slices = trace_slices(predictions, 0);
    g_autoptr(TraceMatrix) m = trace_matrix(slices, predictions);
    for (int c = 0; c < m->n_columns; c++)
        g_array_append_val(out, ((ReportColumn){ m->columns[c], m->columns[c], CELL_TEXT }));
    return out;
}

void compare_matrix_add(Block *b, const GArray *predictions, const GArray *columns)
{
    g_autoptr(GArray) slices = trace_slices(predictions, 0);
    g_autoptr(TraceMatrix) m = trace_matrix(slices, predictions);
    Table *t = block_table(b, "matrix", "predicted steps by hardware", (const ReportColumn *)(const void *)columns->data, (int)columns->len);
    table_aside(t);
    for (int r = 0; r < m->n_rows; r++) {
        cell_text(t, m->rows[r]->program);
        cell_text(t, m->rows[r]->label);
        for (int c = 0; c < m->n_columns; c++) {
            const TraceSlice *s = m->cells[r * m->n_columns + c];
            cell_text(t, s ? trace_slice_text(s).s : NULL);
        }
    }
    add_predictions(b, slices);
    g_autofree char *said = trace_slices_said(slices, 0);
    g_auto(GStrv) lines = g_strsplit(said, "\n", -1);
    for (char **l = lines; *l; l++)
        if (**l)
            block_note(b, "%s", *l);
}
