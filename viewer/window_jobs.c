/* What the window lets the command line do: make a run again under a change of annotations, or for other hardware. A bar shows how far it
 * is and stops it; then the trace is read again and both runs are shown. */
#include "viewer/window_impl.h"

#include <stdio.h>
#include <string.h>

#include "trace/again.h"
#include "viewer/model/child.h"

static int64_t last_run(const Window *w)
{
    const Rows *rows = browser_rows(w->browser);
    return rows && rows->runs->len ? TRACE_AT(rows->runs, TraceRunInfo, rows->runs->len - 1)->id : 0;
}

static const TraceRunInfo *run_info(const Window *w, int64_t id)
{
    const Rows *rows = browser_rows(w->browser);
    for (guint i = 0; rows && i < rows->runs->len; i++)
        if (TRACE_AT(rows->runs, TraceRunInfo, i)->id == id)
            return TRACE_AT(rows->runs, TraceRunInfo, i);
    return NULL;
}

/* ---- the bar --------------------------------------------------------------------------------------------------------------------- */

static void stop_job(GtkInfoBar *bar, int response, gpointer data)
{
    (void)bar, (void)response;
    Window *w = data;
    if (!w->job.child)
        return;
    child_stop(w->job.child);
    gtk_label_set_text(GTK_LABEL(w->job.text), "stopping …");
}

GtkWidget *window_job_bar(Window *w)
{
    GtkWidget *bar = w->job.bar = gtk_info_bar_new(), *spinner = gtk_spinner_new();
    gtk_info_bar_set_message_type(GTK_INFO_BAR(bar), GTK_MESSAGE_INFO);
    GtkContainer *area = GTK_CONTAINER(gtk_info_bar_get_content_area(GTK_INFO_BAR(bar)));
    w->job.text = gtk_label_new(NULL);
    gtk_label_set_ellipsize(GTK_LABEL(w->job.text), PANGO_ELLIPSIZE_MIDDLE);
    gtk_label_set_xalign(GTK_LABEL(w->job.text), 0);
    gtk_widget_set_hexpand(w->job.text, TRUE);
    gtk_container_add(area, spinner);
    gtk_container_add(area, w->job.text);
    gtk_info_bar_add_button(GTK_INFO_BAR(bar), "Stop", GTK_RESPONSE_CANCEL);
    g_signal_connect(bar, "response", G_CALLBACK(stop_job), w);
    g_object_set(spinner, "active", TRUE, NULL);
    gtk_widget_show(spinner);
    gtk_widget_show(w->job.text);
    gtk_widget_set_no_show_all(bar, TRUE);
    return bar;
}

static void on_progress(const char *text, void *data)
{
    Window *w = data;
    g_autofree char *line = g_strdup_printf("%s: %s", w->job.what, text);
    gtk_label_set_text(GTK_LABEL(w->job.text), line);
}

/* ---- its end --------------------------------------------------------------------------------------------------------------------- */

static void on_end(const char *out, const char *error, void *data)
{
    (void)out;
    Window *w = data;
    w->job.child = NULL;
    gtk_widget_hide(w->job.bar);
    if (error && !g_str_equal(error, "stopped"))
        window_tell_failure(GTK_WINDOW(w->top), "The run could not be made", error);
    window_forget_file_state(w);
    w->job.follow = !error;
    if (w->job.follow && w->job.compare)
        browser_show(w->browser, view_of_files());
    browser_reload(w->browser);
    window_tell_state(w);
}

/* The kind of run that is looked for among those that the job made: as the run is that it was made of. For other hardware the simulated step, which has a
 * timeline, but in Reshards the plan, which has the changes that would make it cheaper there. */
static int64_t wanted_kind(const Window *w, const TraceRunInfo *base)
{
    if (w->job.predicts)
        return view_home(REF_reshard) == browser_view(w->browser) ? TRACE_RUN_COMPILED : TRACE_RUN_PREDICTED;
    return base ? base->kind : 0;
}

/* What the job made: of several runs one of the kind that is looked for, else the last. 0 = nothing yet. */
static int64_t run_made(const Window *w)
{
    const Rows *rows = browser_rows(w->browser);
    const TraceRunInfo *base = run_info(w, w->job.base);
    int64_t made = 0, kind = wanted_kind(w, base);
    bool alike = false;
    for (guint i = 0; rows && i < rows->runs->len; i++) {
        const TraceRunInfo *r = TRACE_AT(rows->runs, TraceRunInfo, i);
        bool as_base = r->kind == kind;
        if (r->id <= w->job.last || (alike && !as_base))
            continue;
        made = r->id;
        alike = as_base;
    }
    return made;
}

void window_follow_job(Window *w)
{
    int64_t made = run_made(w);
    if (!w->job.follow || w->job.child || !made)
        return;
    w->job.follow = false;
    if (!w->job.compare) {
        browser_set_run(w->browser, made);
        return;
    }
    Viewport *vp = browser_viewport(w->browser);
    vp->n_pinned = 0;
    viewport_pin(vp, w->job.base);
    viewport_pin(vp, made);
    browser_select(w->browser, (Ref){ REF_run, made, made, 0 });
}

void window_drop_job(Window *w)
{
    child_forget(g_steal_pointer(&w->job.child));
    child_forget(g_steal_pointer(&w->job.lists));
    g_free(w->job.what);
}

/* ---- starting it ----------------------------------------------------------------------------------------------------------------- */

/* Takes what. */
static void start(Window *w, const TraceAgain *again, char *what, bool compare)
{
    g_autofree char *mine = what;
    if (w->job.child) {
        window_tell_failure(GTK_WINDOW(w->top), "A run is being made already", "One can be made at a time: wait for it, or stop it.");
        return;
    }
    g_auto(GStrv) args = trace_again_args(again);
    guint n = g_strv_length(args);
    char **all = g_new0(char *, n + 2);
    memcpy(all, args, n * sizeof *all);
    all[n] = (char *)"--progress";
    g_autoptr(GError) error = NULL;
    const ChildCalls calls = { on_progress, on_end, w };
    w->job.child = child_start(all, &calls, &error);
    g_free(all);
    if (!w->job.child) {
        window_tell_failure(GTK_WINDOW(w->top), "The run could not be made", error->message);
        return;
    }
    g_free(w->job.what);
    w->job.what = g_steal_pointer(&mine);
    w->job.base = again->run;
    w->job.last = last_run(w);
    w->job.compare = compare;
    gtk_label_set_text(GTK_LABEL(w->job.text), w->job.what);
    gtk_widget_show(w->job.bar);
}

void window_try_remedy(Window *w, int64_t run, int64_t number)
{
    const TraceRunInfo *i = run_info(w, run);
    w->job.predicts = w->job.child ? w->job.predicts : false;
    start(w, &(TraceAgain){ .trace = browser_path(w->browser), .run = run, .remedy = number },
          g_strdup_printf("Trying change %" G_GINT64_FORMAT " of %s", number, i ? i->title : "the run"), true);
}

void window_predict(Window *w, const char *model)
{
    const TraceRunInfo *i = run_info(w, browser_run(w->browser));
    if (!i)
        return;
    if (!i->can_again) {
        window_tell_failure(GTK_WINDOW(w->top), "This run cannot be predicted for other hardware",
                            i->kind == TRACE_RUN_IMPORTED ? "It was imported. shardscope import and shardscope xla take --hardware MODEL, by which they price what they find."
                                                          : "The trace does not hold how the run was made: it is from an older version, of several processes, on devices in an order of their own, "
                                                            "or its program is very large. shardscope run records it again.");
        return;
    }
    w->job.predicts = w->job.child ? w->job.predicts : true; /* of the one that runs already nothing changes */
    start(w, &(TraceAgain){ .trace = browser_path(w->browser), .run = i->id, .hardware = model, .compile_only = true },
          g_strdup_printf("Predicting %s for %s", i->title, model), browser_view(w->browser) == view_of_files());
}

/* ---- a patch to copy -------------------------------------------------------------------------------------------------------------- */

typedef struct Copying {
    char *trace;
    int64_t run, number;
} Copying;

static void copying_free(gpointer p)
{
    g_free(((Copying *)p)->trace);
    g_free(p);
}

static char *patch_of(void *data, GError **error)
{
    const Copying *q = data;
    g_autoptr(TraceReader) r = trace_open(q->trace, error);
    g_autoptr(GArray) runs = r ? trace_query_runs(r, error) : NULL;
    for (guint i = 0; runs && i < runs->len; i++) {
        const TraceRunInfo *info = TRACE_AT(runs, TraceRunInfo, i);
        g_autoptr(GArray) all = info->id == q->run ? trace_query_remedies(r, info->module_id, 0, error) : NULL;
        for (guint k = 0; all && k < all->len; k++) {
            const TraceRemedyRow *x = TRACE_AT(all, TraceRemedyRow, k);
            if (x->number == q->number)
                return g_strdup(x->patch ? x->patch : x->code ? x->code : x->text);
        }
    }
    if (error && !*error)
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_MISSING, "the trace does not have this change any more");
    return NULL;
}

void window_copy_remedy(Window *w, int64_t run, int64_t number)
{
    Copying *q = g_new0(Copying, 1);
    *q = (Copying){ g_strdup(browser_path(w->browser)), run, number };
    window_copy(w, (WindowText){ patch_of, q, copying_free }, "The change could not be copied");
    gtk_label_set_text(GTK_LABEL(w->status), "The change is on the clipboard, as lines that go (-) and lines that come (+).");
}

/* ---- the list of hardware models --------------------------------------------------------------------------------------------------- */

static void model_chosen(GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
    Window *w = data;
    g_autofree char *model = g_strdup(g_object_get_data(G_OBJECT(row), "model"));
    gtk_popover_popdown(GTK_POPOVER(gtk_widget_get_ancestor(GTK_WIDGET(list), GTK_TYPE_POPOVER)));
    window_predict(w, model);
}

/* In a popover Return is not the list's own. */
static gboolean model_key(GtkWidget *list, GdkEventKey *e, gpointer data)
{
    (void)list;
    GtkWidget *row = gtk_window_get_focus(GTK_WINDOW(((Window *)data)->top));
    return (e->keyval == GDK_KEY_Return || e->keyval == GDK_KEY_KP_Enter) && GTK_IS_LIST_BOX_ROW(row) && gtk_widget_activate(row);
}

/* A line of `--hardware list`: "h100xN   989 TF  84.9 GB  3352 GB/s  450 GB/s  where from". The model is named without its number of
 * devices, which the run has. */
static void add_model(GtkListBox *list, const char *line)
{
    size_t n = strcspn(line, " ");
    g_autofree char *name = g_strndup(line, n);
    if (g_str_has_suffix(name, "xN") || g_str_has_suffix(name, "-N"))
        name[n - 2] = '\0';
    double bf16 = 0, memory = 0, bandwidth = 0, link = 0; /* 1e12 a second, GB, GB/s */
    if (sscanf(line + n, "%lf TF %lf GB %lf GB/s %lf GB/s", &bf16, &memory, &bandwidth, &link) != 4)
        return;
    GtkWidget *row = gtk_list_box_row_new(), *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 18), *title = gtk_label_new(name);
    g_autofree char *figures = g_strdup_printf("%g TFLOP/s in bf16, %g GB at %g GB/s, links of %g GB/s", bf16, memory, bandwidth, link);
    GtkWidget *detail = gtk_label_new(figures);
    gtk_style_context_add_class(gtk_widget_get_style_context(detail), "shard-dim");
    gtk_label_set_width_chars(GTK_LABEL(title), 8);
    gtk_label_set_xalign(GTK_LABEL(title), 0);
    gtk_label_set_xalign(GTK_LABEL(detail), 0);
    gtk_box_pack_start(GTK_BOX(box), title, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), detail, TRUE, TRUE, 0);
    g_object_set(box, "margin", 6, NULL);
    gtk_container_add(GTK_CONTAINER(row), box);
    g_object_set_data_full(G_OBJECT(row), "model", g_steal_pointer(&name), g_free);
    gtk_container_add(GTK_CONTAINER(list), row);
}

/* So that keys choose. */
static void focus_models(Window *w)
{
    GtkListBoxRow *first = gtk_list_box_get_row_at_index(GTK_LIST_BOX(w->job.models), 0);
    if (first)
        gtk_widget_grab_focus(GTK_WIDGET(first));
}

static void on_models(const char *out, const char *error, void *data)
{
    Window *w = data;
    w->job.lists = NULL;
    if (error) {
        window_tell_failure(GTK_WINDOW(w->top), "The hardware models could not be listed", error);
        return;
    }
    g_auto(GStrv) lines = g_strsplit(out, "\n", -1);
    for (char **l = lines; *l; l++)
        if (l != lines && **l) /* the first has the headings */
            add_model(GTK_LIST_BOX(w->job.models), *l);
    w->job.listed = true;
    gtk_widget_show_all(w->job.models);
    focus_models(w);
    window_tell_state(w);
}

/* Asked for when it is opened first. */
static void list_models(GtkWidget *popover, gpointer data)
{
    (void)popover;
    Window *w = data;
    focus_models(w);
    if (w->job.listed || w->job.lists)
        return;
    static char *const args[] = { (char *)"shardscope", (char *)"compile", (char *)"--hardware", (char *)"list", NULL };
    const ChildCalls calls = { NULL, on_models, w };
    g_autoptr(GError) error = NULL;
    w->job.lists = child_start(args, &calls, &error);
    if (!w->job.lists)
        window_tell_failure(GTK_WINDOW(w->top), "The hardware models could not be listed", error->message);
}

GtkWidget *window_hardware_button(Window *w)
{
    GtkWidget *b = w->hardware = gtk_menu_button_new(), *popover = gtk_popover_new(b), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    GtkWidget *said = gtk_label_new("Predict this run for other hardware"), *scroll = gtk_scrolled_window_new(NULL, NULL);
    w->job.models = gtk_list_box_new();
    gtk_list_box_set_selection_mode(GTK_LIST_BOX(w->job.models), GTK_SELECTION_NONE);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroll), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_min_content_height(GTK_SCROLLED_WINDOW(scroll), 320);
    gtk_container_add(GTK_CONTAINER(scroll), w->job.models);
    g_object_set(box, "margin", 10, NULL);
    gtk_box_pack_start(GTK_BOX(box), said, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), scroll, TRUE, TRUE, 0);
    gtk_container_add(GTK_CONTAINER(popover), box);
    gtk_widget_show_all(box);
    gtk_menu_button_set_popover(GTK_MENU_BUTTON(b), popover);
    gtk_widget_set_tooltip_text(b, "Hardware that times are predicted for");
    gtk_widget_set_focus_on_click(b, FALSE);
    g_signal_connect(popover, "show", G_CALLBACK(list_models), w);
    g_signal_connect(w->job.models, "row-activated", G_CALLBACK(model_chosen), w);
    g_signal_connect(w->job.models, "key-press-event", G_CALLBACK(model_key), w);
    return b;
}

void window_show_hardware(Window *w)
{
    const TraceRunInfo *i = run_info(w, browser_run(w->browser));
    if (!browser_rows(w->browser) && gtk_button_get_label(GTK_BUTTON(w->hardware)))
        return; /* it is being read */
    g_autofree char *text = g_strdup_printf("%s ▾", i && i->hardware && *i->hardware ? i->hardware : "cpu");
    gtk_button_set_label(GTK_BUTTON(w->hardware), text);
}
