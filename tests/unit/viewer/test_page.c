/* The page of report --html: well-formed, self-contained, with every picture that the window would draw and every report;
 * texts fit their space, and nothing is omitted without notice. Needs neither GTK nor cairo. */
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/trace/sample.h"
#include "tests/unit/viewer/sample.h"
#include "trace/report/page.h"
#include "viewer/layout/timeline.h"
#include "viewer/page/svg.h"
#include "trace/units.h"
#include "viewer/views.h"

static char *folder;

static char *folder_file(const char *name)
{
    return g_build_filename(folder, name, NULL);
}

/* Takes the path. */
static TraceReader *open_trace(char *path)
{
    g_autoptr(GError) error = NULL;
    TraceReader *r = trace_open(path, &error);
    g_assert_no_error(error);
    g_free(path);
    return r;
}

static char *page_of(TraceReader *r)
{
    GString *out = g_string_new(NULL);
    GError *error = NULL;
    g_assert_true(page_write(r, &(ReportOptions){ 0 }, out, &error));
    g_assert_no_error(error);
    return g_string_free(out, FALSE);
}

static int count_of(const char *text, const char *word)
{
    int n = 0;
    for (; (text = strstr(text, word)); text += strlen(word))
        n++;
    return n;
}

static void check_page(const char *page)
{
    const GMarkupParser nothing = { 0 };
    g_autoptr(GMarkupParseContext) cx = g_markup_parse_context_new(&nothing, 0, NULL, NULL);
    GError *error = NULL;
    g_markup_parse_context_parse(cx, page, -1, &error); /* every tag is closed, every sign that means something is escaped */
    g_assert_no_error(error);
    g_markup_parse_context_end_parse(cx, &error);
    g_assert_no_error(error);
    g_assert_null(strstr(page, "http")); /* it needs nothing from elsewhere */
    g_assert_null(strstr(page, "<script"));
    g_assert_null(strstr(page, "nan"));
    g_assert_null(strstr(page, "inf\""));
    g_assert_null(strstr(page, "inf "));
}

/* The page: well formed, whole in itself, with each run's pictures and every report. */
static void test_whole(void)
{
    g_autoptr(TraceReader) reader = open_trace(folder_file("report.db"));
    g_autofree char *page = page_of(reader);
    check_page(page);
    g_assert_cmpint(count_of(page, "Where does the step go?"), ==, count_of(page, "What moves, and why?"));
    g_assert_cmpint(count_of(page, "<svg"), >=, 4);
    g_assert_nonnull(strstr(page, "Which run is faster"));
    int n;
    const Report *const *list = report_list(&n);
    for (int i = 0; i < n; i++)
        g_assert_nonnull(strstr(page, list[i]->doc));
}

/* The page's reshards are those of the report: called as there, in that order, moving and waiting told apart. */
/* A text that was cut keeps to its width where the page is shown in a wider font, as one that was not cut. */
static void test_widths(void)
{
    g_autoptr(TraceReader) reader = open_trace(folder_file("report.db"));
    g_autofree char *page = page_of(reader);
    int cut = 0;
    g_assert_nonnull(strstr(page, "<g><title>")); /* and is told whole */
    for (char *at = page; (at = strstr(at, "<text ")); at++) {
        char *open = strchr(at, '>'), *close = strstr(at, "</text>");
        g_assert_true(open && close && open < close);
        *open = *close = 0;
        bool is_cut = strstr(open + 1, "…") && g_utf8_strlen(open + 1, -1) > 3 && !strstr(at, "transform");
        cut += is_cut;
        g_assert_true(!is_cut || strstr(at, "textLength"));
        at = close;
    }
    g_assert_cmpint(cut, >, 0);
}

static void test_moves(void)
{
    GError *error = NULL;
    g_autoptr(TraceReader) r = open_trace(folder_file("cases.db"));
    g_autofree char *page = page_of(r);
    g_autoptr(GArray) runs = trace_query_runs(r, &error), reshards = trace_query_reshards(r, TRACE_AT(runs, TraceRunInfo, 0)->module_id, &error);
    g_assert_no_error(error);
    const char *at = strstr(page, "<h3>Reshards, costliest first</h3>");
    g_assert_nonnull(at);
    static const char *const headings[] = { "received", "predicted", "moved", "waited" };
    for (size_t i = 0; i < G_N_ELEMENTS(headings); i++) {
        g_autofree char *th = g_strdup_printf("<th>%s</th>", headings[i]);
        at = strstr(at, th);
        g_assert_nonnull(at);
    }
    g_assert_cmpuint(reshards->len, >, 0);
    for (guint i = 0; i < reshards->len; i++) {
        const TraceReshardRow *x = TRACE_AT(reshards, TraceReshardRow, i);
        g_autofree char *label = svg_escape(g_str_has_prefix(x->value_label, "the result of ") ? x->value_label + strlen("the result of ") : x->value_label);
        g_autofree char *name = g_strdup_printf("<td class=\"t\">%s</td>", label), *moved = g_strdup_printf("<td>%s</td>", x->moved_ns.known ? trace_ns((double)x->moved_ns.v).s : "–");
        at = strstr(at, name);
        g_assert_nonnull(at);
        g_assert_nonnull(strstr(at, moved));
    }
}

/* Names that would be markup are text. */
static void test_names(void)
{
    char *file = folder_file("h.db");
    GError *error = NULL;
    TraceWriter *w = trace_writer_new(file, &error);
    g_assert_no_error(error);
    int64_t run = trace_put_run(w, &(TraceRun){ .name = "<script>alert(1)</script>", .label = "a & b \"c\" </title> \x01\xff", .producer = "<b>" });
    trace_end_run(w, run, 1);
    g_assert_true(trace_writer_finish(w, &error));
    g_autoptr(TraceReader) r = trace_open(file, &error);
    g_assert_no_error(error);
    g_autofree char *page = page_of(r);
    check_page(page);
    g_assert_nonnull(strstr(page, "a &amp; b"));
    g_free(file);
}

/* Whatever the window draws of a view on the page, the page says too: every text of the Scene, in the page's fonts. */
static void test_same_as_window(void)
{
    g_autoptr(TraceReader) r = open_trace(folder_file("cases.db"));
    g_autofree char *page = page_of(r);
    int views_on_page = 0, texts = 0;
    for (int i = 0; i < n_views; i++) {
        const View *v = views[i];
        if (!v->page || v->page->of_file)
            continue;
        g_autoptr(GError) error = NULL;
        g_autoptr(Rows) rows = rows_new("cases.db");
        g_assert_true(v->load(r, &(Query){ .width = 1100 }, NULL, rows, &error));
        Viewport vp = { .width = 1100, .metrics = svg_metrics(), .still = true };
        if (v->page->frame && !v->page->frame(rows, &vp))
            continue;
        vp.height = vp.height ? vp.height : 600;
        g_autoptr(Scene) s = scene_new(vp.width, vp.height);
        v->layout(rows, &vp, s);
        views_on_page++;
        for (guint k = 0; k < s->items->len; k++) {
            const Item *it = &g_array_index(s->items, Item, k);
            const Pane *p = &s->panes[it->pane];
            if (it->kind != ITEM_text || !*it->label || it->y < p->y || it->y > p->y + p->h - 20)
                continue;
            g_autofree char *fit = svg_fit(it->font, it->trim, it->w, it->label), *safe = svg_escape(fit), *want = g_strdup_printf(">%s<", safe);
            if (!strstr(page, want))
                g_error("%s draws \"%s\", which the page does not have", v->name, fit);
            texts++;
        }
    }
    g_assert_cmpint(views_on_page, >=, 4);
    g_assert_cmpint(texts, >, 100);
}

static int64_t number_before(const char *text, const char *words)
{
    const char *at = strstr(text, words);
    g_assert_nonnull(at);
    int64_t v = 0, scale = 1;
    for (const char *c = at - 1; c > text && (g_ascii_isdigit(*c) || *c == ','); c--) {
        if (*c == ',')
            continue;
        v += scale * (*c - '0');
        scale *= 10;
    }
    return v;
}

/* A step with far more events than pixels: each of them is in the picture, singly or in the sum that the page states. */
static void test_nothing_in_silence(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TraceReader) r = open_trace(folder_file("long.db"));
    g_autofree char *page = page_of(r);
    check_page(page);
    g_assert_cmpint(strlen(page), <, 2000000);
    g_autoptr(Rows) rows = rows_new("long.db");
    const View *v = view_find("steps");
    g_assert_true(v->load(r, &(Query){ .width = 1100 }, NULL, rows, &error));
    Viewport vp = { .width = 1100, .metrics = svg_metrics(), .still = true };
    g_assert_true(v->page->frame(rows, &vp));
    int64_t events = 0;
    const TimelineRows *t = timeline_rows(rows);
    for (guint i = 0; i < t->lanes->len; i++) {
        g_autoptr(GArray) all = trace_query_events(r, TRACE_AT(t->lanes, TraceLaneRow, i)->id, 0, &error);
        for (guint k = 0; k < all->len; k++) {
            const TraceEventRow *e = TRACE_AT(all, TraceEventRow, k);
            events += e->start_ns < vp.t1 && e->start_ns + MAX(e->dur_ns, 1) > vp.t0;
        }
    }
    g_assert_cmpint(events, >, 6000);
    int64_t said = number_before(page, " events are drawn individually") + number_before(page, " events narrower than a pixel are summed up");
    g_assert_cmpint(ABS(said - events), <=, events / 50); /* counts of a column belong to it whole, also at the step's two ends */
}

/* Cut text is never wider than its place, keeps the end that it should, and is left alone where it fits. */
static void test_fit(void)
{
    const char *text = "jit(step)/layers/attention/dot_general → µ";
    for (int f = 0; f < N_FONTS; f++)
        for (int trim = TRIM_end; trim <= TRIM_start; trim++)
            for (double w = 20; w < 400; w += 7) {
                g_autofree char *fit = svg_fit((FontRole)f, (Trim)trim, w, text);
                g_assert_true(g_utf8_validate(fit, -1, NULL));
                g_assert_cmpfloat(text_width(svg_metrics(), (FontRole)f, fit), <=, w + 0.6);
                if (text_width(svg_metrics(), (FontRole)f, text) <= w + 0.5) /* half a pixel too long is left alone */
                    g_assert_cmpstr(fit, ==, text);
                else
                    g_assert_nonnull(strstr(fit, "…"));
            }
    g_autofree char *end = svg_fit(FONT_small, TRIM_start, 60, "abcdefghijklmnopqrstuvwxyz"), *begin = svg_fit(FONT_small, TRIM_end, 60, "abcdefghijklmnopqrstuvwxyz");
    g_assert_true(g_str_has_suffix(end, "xyz"));
    g_assert_true(g_str_has_prefix(begin, "abc"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    folder = g_dir_make_tmp("page-XXXXXX", NULL);
    g_autofree char *report = folder_file("report.db"), *cases = folder_file("cases.db"), *big = folder_file("long.db");
    sample_write(report);
    sample_cases(cases);
    sample_long(big, 250000);
    g_test_add_func("/page/whole", test_whole);
    g_test_add_func("/page/moves", test_moves);
    g_test_add_func("/page/widths", test_widths);
    g_test_add_func("/page/names", test_names);
    g_test_add_func("/page/same-as-window", test_same_as_window);
    g_test_add_func("/page/nothing-in-silence", test_nothing_in_silence);
    g_test_add_func("/page/fit", test_fit);
    int failed = g_test_run();
    const char *const rm[] = { "rm", "-rf", folder, NULL };
    g_spawn_sync(NULL, (char **)rm, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL);
    return failed;
}
