/* Printing: the same layout as on the screen, for a page 1100 layout pixels wide, with patterns in addition to colours. */
#include "viewer/print.h"

#include "viewer/paint/paint.h"

#define PAGE_PX 1100.0
#define CAPTION_PX 22.0

typedef struct Job {
    Rows *rows;
    const View *view;
    Viewport vp;
    char *caption;
} Job;

static void draw_page(GtkPrintOperation *op, GtkPrintContext *cx, int page, gpointer data)
{
    (void)op, (void)page;
    Job *j = data;
    cairo_t *cr = gtk_print_context_get_cairo_context(cx);
    double scale = gtk_print_context_get_width(cx) / PAGE_PX;
    TextCache *text = text_cache_new_for_images();
    j->vp.width = PAGE_PX;
    j->vp.height = gtk_print_context_get_height(cx) / scale - CAPTION_PX;
    j->vp.metrics = text_cache_metrics(text);
    j->vp.hover = (Ref){ 0 };
    g_autoptr(Scene) s = scene_new(PAGE_PX, j->vp.height);
    j->view->layout(j->rows, &j->vp, s);
    cairo_scale(cr, scale, scale);
    PangoLayout *l = text_cache_layout(text, FONT_small, TRIM_middle, PAGE_PX, j->caption);
    cairo_move_to(cr, 0, 0);
    pango_cairo_show_layout(cr, l);
    cairo_translate(cr, 0, CAPTION_PX);
    cairo_rectangle(cr, 0, 0, PAGE_PX, j->vp.height);
    cairo_clip(cr);
    paint_scene(cr, s, THEME_print, text);
    text_cache_free(text);
}

static void done(GtkPrintOperation *op, GtkPrintOperationResult result, gpointer data)
{
    (void)op, (void)result;
    Job *j = data;
    rows_unref(j->rows);
    g_free(j->caption);
    g_free(j);
}

void print_view(GtkWindow *parent, Browser *s)
{
    const Rows *rows = browser_rows(s);
    if (!rows)
        return;
    Job *j = g_new0(Job, 1);
    j->rows = rows_ref((Rows *)rows);
    j->view = browser_view(s);
    j->vp = *browser_viewport(s);
    j->vp.open = NULL;
    g_autofree char *file = g_path_get_basename(browser_path(s));
    const RunRows *run = rows_current(rows);
    j->caption = g_strdup_printf("%s: %s%s%s", file, j->view->title, run ? ", run " : "", run ? run->info->title : "");
    g_autoptr(GtkPrintOperation) op = gtk_print_operation_new();
    g_autoptr(GtkPageSetup) page = gtk_page_setup_new();
    gtk_page_setup_set_orientation(page, GTK_PAGE_ORIENTATION_LANDSCAPE);
    gtk_print_operation_set_default_page_setup(op, page);
    gtk_print_operation_set_job_name(op, j->caption);
    gtk_print_operation_set_n_pages(op, 1);
    g_signal_connect(op, "draw-page", G_CALLBACK(draw_page), j);
    g_signal_connect(op, "done", G_CALLBACK(done), j);
    /* A file to print into, without asking: for tests, and for machines without printers. */
    const char *into = g_getenv("SHARDSCOPE_PRINT_TO");
    gtk_print_operation_set_allow_async(op, !into);
    if (into)
        gtk_print_operation_set_export_filename(op, into);
    g_autoptr(GError) error = NULL;
    if (gtk_print_operation_run(op, into ? GTK_PRINT_OPERATION_ACTION_EXPORT : GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, parent, &error) == GTK_PRINT_OPERATION_RESULT_ERROR)
        g_warning("printing: %s", error->message);
}
