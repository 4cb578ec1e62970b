/* Pictures without a display. See headless.h. */
#include "viewer/headless.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "trace/outfile.h"
#include "trace/report/report.h"
#include "viewer/model/facts.h"
#include "viewer/model/find.h"

static bool write_png(const Scene *s, ThemeId theme, TextCache *text, double scale, const char *path, GError **error)
{
    int w = (int)(s->width * scale + 0.5), h = (int)(s->height * scale + 0.5);
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, w, h);
    cairo_t *cr = cairo_create(image);
    cairo_scale(cr, scale, scale);
    paint_scene(cr, s, theme, text);
    cairo_status_t st = cairo_status(cr);
    cairo_destroy(cr);
    if (st == CAIRO_STATUS_SUCCESS)
        st = cairo_surface_write_to_png(image, path);
    cairo_surface_destroy(image);
    if (st != CAIRO_STATUS_SUCCESS) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: %s", path, cairo_status_to_string(st));
        return false;
    }
    return true;
}

/* The kind is that of `path`, the bytes go to `part`. */
static bool write_vector(const Scene *s, ThemeId theme, TextCache *text, const char *path, const char *part, GError **error)
{
    cairo_surface_t *v = g_str_has_suffix(path, ".svg") ? cairo_svg_surface_create(part, s->width, s->height)
                                                        : cairo_pdf_surface_create(part, s->width, s->height);
    cairo_t *cr = cairo_create(v);
    paint_scene(cr, s, theme, text);
    cairo_show_page(cr);
    cairo_destroy(cr);
    cairo_surface_finish(v);
    cairo_status_t st = cairo_surface_status(v);
    cairo_surface_destroy(v);
    if (st != CAIRO_STATUS_SUCCESS)
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: %s", path, cairo_status_to_string(st));
    return st == CAIRO_STATUS_SUCCESS;
}

/* The end of the name says what is written; without one it is a .png. */
static bool check_path(const char *path, GError **error)
{
    static const char *const ends[] = { ".png", ".svg", ".pdf", ".txt", NULL };
    g_autofree char *base = g_path_get_basename(path), *dir = g_path_get_dirname(path);
    const char *end = strrchr(base, '.');
    if (end && end != base && !g_strv_contains(ends, end)) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                    "%s: a picture ends in .png, .svg, .pdf or .txt, its numbers in .csv, a graph also in .dot", path);
        return false;
    }
    bool there = g_file_test(path, G_FILE_TEST_EXISTS);
    errno = g_file_test(path, G_FILE_TEST_IS_DIR) ? EISDIR : 0;
    if (!errno && g_access(there ? path : dir, W_OK) == 0)
        return true;
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_ACCES, "%s: %s", path, g_strerror(errno));
    return false;
}

static bool write_scene(const Scene *s, ThemeId theme, TextCache *text, double scale, const char *path, GError **error)
{
    if (g_str_has_suffix(path, ".txt")) {
        g_autofree char *t = scene_to_text(s);
        return check_path(path, error) && outfile_write(path, t, strlen(t), error);
    }
    OutFile o;
    if (!check_path(path, error) || !outfile_begin(&o, path, error))
        return false;
    bool vector = g_str_has_suffix(path, ".svg") || g_str_has_suffix(path, ".pdf");
    bool ok = vector ? write_vector(s, theme, text, path, o.part, error) : write_png(s, theme, text, scale, o.part, error);
    return outfile_end(&o, ok, error);
}

/* A row of the trace by its kind and id, as scenes write it in text: step:3, event:17. */
static bool select_row(const char *text, int64_t run, Ref *out)
{
    static const RefKind kinds[] = { REF_run, REF_value, REF_reshard, REF_inst, REF_event, REF_step, REF_lane, REF_meeting, REF_pass };
    g_auto(GStrv) part = g_strsplit(text, ":", 2);
    int64_t id;
    if (!part[0] || !part[1] || !g_ascii_string_to_signed(part[1], 10, 0, G_MAXINT64, &id, NULL))
        return false;
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (g_str_equal(part[0], ref_kind_name(kinds[i])))
            return *out = (Ref){ kinds[i], run, id, 0 }, true;
    return false;
}

static bool load(TraceReader *r, const View *view, const RenderOptions *o, Rows **rows, Ref *select, GError **error)
{
    Query q = { .t0 = o->t0, .t1 = o->t1, .width = o->width, .others = o->others };
    if (o->run && !trace_find_run(r, o->run, &q.run_id, error))
        return false;
    *rows = rows_new(o->trace);
    if (!view->load(r, &q, NULL, *rows, error))
        return false;
    if (!o->select)
        return true;
    const RunRows *run = rows_current(*rows);
    if (!select_row(o->select, run ? run->info->id : 0, select) && !find_row(r, run, o->select, view->accepts, select, error))
        return false;
    q.select = *select;
    Rows *again = rows_new(o->trace);
    bool ok = view->load(r, &q, *rows, again, error);
    rows_unref(*rows);
    *rows = again;
    return ok;
}

static char *compare_table(const char *trace, char *const *others, GError **error)
{
    int n = 1;
    while (others && others[n - 1])
        n++;
    g_autofree CompareSource *from = g_new0(CompareSource, n);
    GString *out = g_string_new(NULL);
    bool ok = true;
    for (int i = 0; ok && i < n; i++)
        ok = (from[i].reader = trace_open(i ? others[i - 1] : trace, error)) != NULL;
    ok = ok && report_compare(from, n, &(ReportOptions){ .format = REPORT_CSV }, out, NULL, error);
    for (int i = 0; i < n; i++)
        trace_close(from[i].reader);
    return g_string_free(out, !ok);
}

char *headless_table(const View *view, const char *trace, char *const *others, const char *run, GError **error)
{
    if (!view->report)
        return compare_table(trace, others, error);
    g_autoptr(TraceReader) r = trace_open(trace, error);
    if (!r)
        return NULL;
    GString *out = g_string_new(NULL);
    bool ok = report_run(view->report, r, &(ReportOptions){ .format = REPORT_CSV, .run = run, .all = true }, out, error);
    return g_string_free(out, !ok);
}

static bool write_table(const RenderOptions *o, const View *view, GError **error)
{
    g_autofree char *t = headless_table(view, o->trace, o->others, o->run, error);
    return t && outfile_write(o->out, t, strlen(t), error);
}

bool headless_write_dot(const View *view, const Rows *rows, const Viewport *vp, const char *path, GError **error)
{
    g_autofree char *dot = view->to_dot ? view->to_dot(rows, vp) : NULL;
    if (dot)
        return outfile_write(path, dot, strlen(dot), error);
    g_set_error(error, TRACE_ERROR, TRACE_ERROR_MISSING, "%s: there is no graph to write", path);
    return false;
}

/* What is selected, else what the view shows then, else the run. */
static Ref about(const View *view, const Rows *rows, Ref selected)
{
    if (selected.kind == REF_none && view->shows)
        selected = view->shows(rows);
    const RunRows *run = rows_current(rows);
    return selected.kind == REF_none && run ? (Ref){ REF_run, run->info->id, run->info->id, 0 } : selected;
}

static bool write_facts(TraceReader *r, const View *view, const Rows *rows, Ref about, const char *path, GError **error)
{
    Facts *f = facts_load(r, rows, about, error);
    if (!f)
        return false;
    view_add_facts(view, rows, about, f);
    g_autofree char *text = facts_to_text(f);
    facts_free(f);
    return outfile_write(path, text, strlen(text), error);
}

bool headless_render(const RenderOptions *o, GError **error)
{
    const View *view = view_find(o->view);
    g_assert(view); /* main.c has looked */
    if (g_str_has_suffix(o->out, ".csv"))
        return write_table(o, view, error);
    g_autoptr(TraceReader) r = trace_open(o->trace, error);
    if (!r)
        return false;
    g_autoptr(Rows) rows = NULL;
    Viewport vp = { .width = o->width, .height = o->height, .t0 = o->t0, .t1 = o->t1, .transpose = o->transpose };
    if (!load(r, view, o, &rows, &vp.select, error))
        return false;
    if (o->facts)
        return write_facts(r, view, rows, about(view, rows, vp.select), o->out, error);
    memcpy(vp.option, o->option, sizeof vp.option);
    if (g_str_has_suffix(o->out, ".dot"))
        return headless_write_dot(view, rows, &vp, o->out, error);
    if (o->device)
        vp.focus = (Ref){ REF_device, 0, g_ascii_strtoll(o->device, NULL, 10), 0 };
    TextCache *text = text_cache_new_for_images();
    vp.metrics = text_cache_metrics(text);
    g_autoptr(Scene) s = scene_new(o->width, o->height);
    view->layout(rows, &vp, s);
    bool ok = write_scene(s, o->theme, text, o->scale, o->out, error);
    text_cache_free(text);
    return ok;
}

bool headless_write(const Scene *s, ThemeId theme, double scale, const char *path, GError **error)
{
    TextCache *text = text_cache_new_for_images();
    bool ok = write_scene(s, theme, text, scale, path, error);
    text_cache_free(text);
    return ok;
}
