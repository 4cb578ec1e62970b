/* The order of predictions by price, and the sentence that names one; see slices.h. */
#include "trace/slices.h"

#include <math.h>
#include <string.h>

static TraceSlice slice_of(const TracePredictionRow *p, double within_ns)
{
    static const double ns_per_hour = 3600e9;
    TraceSlice s = { .row = p, .surely = !(within_ns > 0) || p->high_ns <= within_ns };
    s.state = p->failed                                 ? TRACE_SLICE_FAILED
              : p->peak_bytes > p->capacity_bytes        ? TRACE_SLICE_TOO_BIG
              : within_ns > 0 && p->step_ns > within_ns ? TRACE_SLICE_SLOW
                                                        : TRACE_SLICE_GOOD;
    if (p->price_hour.known && !p->failed)
        s.step_price = TRACE_REAL(p->price_hour.v * p->step_ns / ns_per_hour);
    return s;
}

static int by_double(double x, double y)
{
    return x < y ? -1 : x > y;
}

/* Programs stay in the order in which they were given. */
static guint program_of(const GArray *predictions, const TracePredictionRow *p)
{
    guint i = 0;
    while (!g_str_equal(TRACE_AT(predictions, TracePredictionRow, i)->program, p->program))
        i++;
    return i;
}

static int compare(gconstpointer a, gconstpointer b, gpointer predictions)
{
    const TraceSlice *x = a, *y = b;
    guint px = program_of(predictions, x->row), py = program_of(predictions, y->row);
    int by = px < py ? -1 : px > py;
    if (!by)
        by = (int)x->state - (int)y->state;
    if (!by && x->state == TRACE_SLICE_GOOD) {
        by = y->step_price.known - x->step_price.known;
        if (!by && x->step_price.known)
            by = by_double(x->step_price.v, y->step_price.v);
        if (!by)
            by = x->row->n_chips < y->row->n_chips ? -1 : x->row->n_chips > y->row->n_chips;
    }
    if (!by)
        by = by_double(x->row->step_ns, y->row->step_ns);
    return by ? by : x->row < y->row ? -1 : x->row > y->row;
}

GArray *trace_slices(const GArray *predictions, double within_ns)
{
    GArray *out = g_array_new(FALSE, TRUE, sizeof(TraceSlice));
    for (guint i = 0; i < predictions->len; i++) {
        TraceSlice s = slice_of(TRACE_AT(predictions, TracePredictionRow, i), within_ns);
        g_array_append_val(out, s);
    }
    g_array_sort_with_data(out, compare, (gpointer)predictions);
    for (guint i = 0; i < out->len; i++) {
        TraceSlice *s = TRACE_AT(out, TraceSlice, i);
        bool first = i == 0 || !g_str_equal(s->row->program, TRACE_AT(out, TraceSlice, i - 1)->row->program);
        if (first && s->state == TRACE_SLICE_GOOD)
            s->state = TRACE_SLICE_CHOSEN;
    }
    return out;
}

const char *trace_slice_word(TraceSliceState state)
{
    switch (state) {
    case TRACE_SLICE_CHOSEN: return "chosen";
    case TRACE_SLICE_GOOD: return "good";
    case TRACE_SLICE_SLOW: return "too slow";
    case TRACE_SLICE_TOO_BIG: return "does not fit";
    case TRACE_SLICE_FAILED: return "failed";
    }
    return "";
}

TraceWord trace_price(TraceReal usd)
{
    TraceWord w;
    if (!usd.known)
        g_snprintf(w.s, sizeof w.s, "-");
    else if (usd.v > 0 && usd.v < 1)
        g_snprintf(w.s, sizeof w.s, "%.*f USD", 2 + (int)ceil(-log10(usd.v)), usd.v);
    else
        g_snprintf(w.s, sizeof w.s, "%.2f USD", usd.v);
    return w;
}

/* "v5p-64 (case1)". */
static void add_name(GString *t, const TracePredictionRow *p)
{
    g_string_append(t, p->hardware);
    if (p->label && *p->label)
        g_string_append_printf(t, " (%s)", p->label);
}

static void say_chosen(GString *t, const TraceSlice *s, double within_ns, bool any_unpriced)
{
    const TracePredictionRow *p = s->row;
    g_string_append(t, s->step_price.known ? "the cheapest that fits" : "the fewest chips that fit");
    if (within_ns > 0)
        g_string_append_printf(t, " and %s at most %s a step", s->step_price.known ? "takes" : "take", trace_ns(within_ns).s);
    g_string_append(t, ": ");
    add_name(t, p);
    g_string_append_printf(t, ", %s", trace_ns(p->step_ns).s);
    if (s->step_price.known)
        g_string_append_printf(t, ", %s for 1,000 steps (%s an hour: %s)", trace_price(TRACE_REAL(1000 * s->step_price.v)).s, trace_price(p->price_hour).s, p->price_from ? p->price_from : "given");
    else
        g_string_append_printf(t, ", %" G_GINT64_FORMAT " chip%s; prices are not known", p->n_chips, p->n_chips == 1 ? "" : "s");
    if (p->n_devices < p->n_chips)
        g_string_append_printf(t, "; the program runs on %" G_GINT64_FORMAT " of its %" G_GINT64_FORMAT " chips", p->n_devices, p->n_chips);
    if (!s->surely)
        g_string_append_printf(t, "; it may take up to %s, so this is not certain", trace_ns(p->high_ns).s);
    if (s->step_price.known && any_unpriced)
        g_string_append(t, "; those without a price are not compared");
}

static void say_none(GString *t, const TraceSlice *first, double within_ns)
{
    const TracePredictionRow *p = first->row;
    switch (first->state) {
    case TRACE_SLICE_SLOW:
        g_string_append_printf(t, "none that fits takes at most %s a step: the fastest is ", trace_ns(within_ns).s);
        add_name(t, p);
        g_string_append_printf(t, ", %s", trace_ns(p->step_ns).s);
        break;
    case TRACE_SLICE_TOO_BIG:
        g_string_append(t, "none has the memory: ");
        add_name(t, p);
        g_string_append_printf(t, " has %s of the %s that a device needs", trace_bytes(p->capacity_bytes).s, trace_bytes(p->peak_bytes).s);
        break;
    case TRACE_SLICE_CHOSEN:
    case TRACE_SLICE_GOOD:
    case TRACE_SLICE_FAILED: g_string_append(t, "none could be predicted"); break;
    }
}

char *trace_slices_said(const GArray *slices, double within_ns)
{
    GString *t = g_string_new(NULL);
    bool several = false;
    for (guint i = 1; i < slices->len; i++)
        several |= !g_str_equal(TRACE_AT(slices, TraceSlice, i)->row->program, TRACE_AT(slices, TraceSlice, 0)->row->program);
    for (guint i = 0, end; i < slices->len; i = end) {
        const TraceSlice *s = TRACE_AT(slices, TraceSlice, i);
        bool unpriced = false;
        for (end = i; end < slices->len && g_str_equal(TRACE_AT(slices, TraceSlice, end)->row->program, s->row->program); end++)
            unpriced |= TRACE_AT(slices, TraceSlice, end)->state == TRACE_SLICE_GOOD && !TRACE_AT(slices, TraceSlice, end)->step_price.known;
        if (several)
            g_string_append_printf(t, "%s: ", s->row->program);
        if (s->state == TRACE_SLICE_CHOSEN)
            say_chosen(t, s, within_ns, unpriced);
        else
            say_none(t, s, within_ns);
        g_string_append_c(t, '\n');
    }
    return g_string_free(t, FALSE);
}

char *trace_prediction_said(const TracePredictionRow *p)
{
    return g_strdup_printf("four times in five between %s and %s; %.1f %% of the peak of %s; %s of %s a device%s", trace_ns(p->low_ns).s, trace_ns(p->high_ns).s, 100 * p->used, p->hardware,
                           trace_bytes(p->peak_bytes).s, trace_bytes(p->capacity_bytes).s, p->peak_bytes > p->capacity_bytes ? ", which does not fit" : "");
}

/* ---- matrix ------------------------------------------------------------------------------------------------------------------------- */

static bool same_row(const TracePredictionRow *a, const TracePredictionRow *b)
{
    return g_str_equal(a->program, b->program) && g_strcmp0(a->label, b->label) == 0;
}

static int row_at(const TraceMatrix *m, const TracePredictionRow *p)
{
    int i = 0;
    while (i < m->n_rows && !same_row(m->rows[i], p))
        i++;
    return i;
}

static int column_at(const TraceMatrix *m, const TracePredictionRow *p)
{
    int i = 0;
    while (i < m->n_columns && !g_str_equal(m->columns[i], p->hardware))
        i++;
    return i;
}

TraceMatrix *trace_matrix(const GArray *slices, const GArray *predictions)
{
    TraceMatrix *m = g_new0(TraceMatrix, 1);
    m->rows = g_new0(const TracePredictionRow *, predictions->len + 1);
    m->columns = g_new0(const char *, predictions->len + 1);
    for (guint i = 0; i < predictions->len; i++) {
        const TracePredictionRow *p = TRACE_AT(predictions, TracePredictionRow, i);
        int r = row_at(m, p), c = column_at(m, p);
        m->rows[r] = p;
        m->columns[c] = p->hardware;
        m->n_rows = MAX(m->n_rows, r + 1);
        m->n_columns = MAX(m->n_columns, c + 1);
    }
    m->cells = g_new0(const TraceSlice *, (gsize)m->n_rows * (gsize)m->n_columns + 1);
    for (guint i = 0; i < slices->len; i++) {
        const TraceSlice *s = TRACE_AT(slices, TraceSlice, i);
        const TraceSlice **cell = &m->cells[row_at(m, s->row) * m->n_columns + column_at(m, s->row)];
        if (!*cell || s->row > (*cell)->row)
            *cell = s;
    }
    return m;
}

void trace_matrix_free(TraceMatrix *m)
{
    if (!m)
        return;
    g_free(m->rows);
    g_free(m->columns);
    g_free(m->cells);
    g_free(m);
}

TraceWord trace_slice_text(const TraceSlice *s)
{
    TraceWord w;
    if (s->state == TRACE_SLICE_FAILED)
        g_snprintf(w.s, sizeof w.s, "failed");
    else
        g_snprintf(w.s, sizeof w.s, "%s%s%s", trace_ns(s->row->step_ns).s, s->state == TRACE_SLICE_GOOD ? "" : ", ", s->state == TRACE_SLICE_GOOD ? "" : trace_slice_word(s->state));
    return w;
}
