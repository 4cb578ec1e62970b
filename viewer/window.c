/* The window. Every command is an action, so menu, keys and tests use one name. See window.h. */
#include "viewer/window.h"

#include <stdio.h>

#include "viewer/headless.h"
#include "viewer/widgets/canvas.h"
#include "viewer/widgets/inspector.h"

typedef struct Window {
    GtkWidget *top, *header, *list, *runs, *canvas, *inspector, *status, *busy, *search, *search_entry, *info, *info_text;
    GtkWidget *counts[16];
    Session *session;
    guint n_runs; /* in the run list */
    bool filling; /* the run list is being filled: its signal means nothing */
} Window;

static const char css[] =
    ".shard-title { font-weight: bold; font-size: 115%; }"
    ".shard-heading { font-weight: bold; }"
    ".shard-link { padding: 0 2px; min-height: 0; }"
    ".shard-link label { color: @theme_selected_bg_color; }"
    ".shard-status { padding: 3px 10px; font-size: 92%; border-top: 1px solid @borders; }"
    ".shard-views row { padding: 8px 12px; }"
    ".shard-views { border-right: 1px solid @borders; }";

static void load_css(void)
{
    static bool done;
    if (done)
        return;
    done = true;
    g_autoptr(GtkCssProvider) p = gtk_css_provider_new();
    gtk_css_provider_load_from_data(p, css, -1, NULL);
    gtk_style_context_add_provider_for_screen(gdk_screen_get_default(), GTK_STYLE_PROVIDER(p), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

/* ---- what the session says ---- */

static void show_counts(Window *w)
{
    const Rows *rows = session_rows(w->session);
    const RunRows *run = rows ? rows_current(rows) : NULL;
    for (int i = 0; i < n_views; i++) {
        int64_t n = -1;
        if (run && g_str_equal(views[i].name, "shardings") && run->values)
            n = run->values->len;
        else if (run && g_str_equal(views[i].name, "reshards") && run->reshards)
            n = run->reshards->len;
        else if (run && g_str_equal(views[i].name, "steps"))
            n = run->info->n_steps;
        else if (rows && g_str_equal(views[i].name, "compare"))
            n = rows->run->len;
        if (n >= 0) {
            g_autofree char *t = g_strdup_printf("%" G_GINT64_FORMAT, n);
            gtk_label_set_text(GTK_LABEL(w->counts[i]), t);
        }
    }
}

static void show_runs(Window *w)
{
    const Rows *rows = session_rows(w->session);
    if (!rows)
        return;
    w->filling = true;
    GtkComboBoxText *box = GTK_COMBO_BOX_TEXT(w->runs);
    bool same = w->n_runs == rows->run->len;
    if (!same)
        gtk_combo_box_text_remove_all(box);
    w->n_runs = rows->run->len;
    for (guint i = 0; i < rows->run->len; i++) {
        const TraceRunInfo *info = ((const RunRows *)g_ptr_array_index(rows->run, i))->info;
        g_autofree char *id = g_strdup_printf("%" G_GINT64_FORMAT, info->id);
        if (!same)
            gtk_combo_box_text_append(box, id, info->title);
        if (info->id == session_run(w->session))
            gtk_combo_box_set_active(GTK_COMBO_BOX(box), (int)i);
    }
    w->filling = false;
}

static void show_titles(Window *w)
{
    g_autofree char *name = g_path_get_basename(session_path(w->session));
    gtk_header_bar_set_title(GTK_HEADER_BAR(w->header), name);
    const Rows *rows = session_rows(w->session);
    int at = rows ? rows_run_index(rows, session_run(w->session)) : -1;
    const TraceRunInfo *i = at >= 0 ? TRACE_AT(rows->runs, TraceRunInfo, at) : NULL;
    g_autofree char *sub = i ? g_strdup_printf("%s, mesh %s, %" G_GINT64_FORMAT " devices, %" G_GINT64_FORMAT " steps", i->title,
                                               i->mesh ? i->mesh : "–", i->n_devices, i->n_steps)
                             : g_strdup(rows ? "no runs" : "reading …");
    gtk_header_bar_set_subtitle(GTK_HEADER_BAR(w->header), sub);
}

static void show_status(Window *w)
{
    const char *tip = session_hover_tip(w->session);
    g_autofree char *line = g_strdup(tip ? tip : session_view(w->session)->hint);
    for (char *p = line; *p; p++) {
        if (*p == '\n')
            *p = ' ';
    }
    gtk_label_set_text(GTK_LABEL(w->status), line);
}

/* For tests that drive the window: what it shows, a line on standard output whenever nothing is being read. */
static void tell_state(Window *w)
{
    static int wanted = -1;
    if (wanted < 0)
        wanted = g_getenv("SHARDSCOPE_VIEWER_STATE") != NULL;
    if (!wanted || session_busy(w->session))
        return;
    const Viewport *vp = session_viewport(w->session);
    const Facts *f = session_facts(w->session);
    printf("view=%s run=%" G_GINT64_FORMAT " select=%s:%" G_GINT64_FORMAT " focus=%s:%" G_GINT64_FORMAT " span=%" G_GINT64_FORMAT " rows=%d facts=%s\n",
           session_view(w->session)->name, session_run(w->session), ref_kind_name(vp->select.kind), vp->select.id,
           ref_kind_name(vp->focus.kind), vp->focus.id, vp->t1 - vp->t0, session_rows(w->session) != NULL, f ? f->title : "-");
    fflush(stdout);
}

static void changed(Session *s, unsigned changes, void *data)
{
    Window *w = data;
    if (changes & (SESSION_rows | SESSION_view | SESSION_selection))
        shard_canvas_update(SHARD_CANVAS(w->canvas));
    if (changes & SESSION_view) {
        int at = (int)(session_view(s) - views);
        GtkListBoxRow *row = gtk_list_box_get_row_at_index(GTK_LIST_BOX(w->list), at);
        if (gtk_list_box_get_selected_row(GTK_LIST_BOX(w->list)) != row)
            gtk_list_box_select_row(GTK_LIST_BOX(w->list), row);
        show_runs(w);
    }
    if (changes & (SESSION_rows | SESSION_view)) {
        show_counts(w);
        show_titles(w);
        const char *error = session_rows(s) ? session_error(s) : NULL;
        gtk_widget_set_visible(w->info, error != NULL);
        if (error)
            gtk_label_set_text(GTK_LABEL(w->info_text), error);
    }
    if (changes & (SESSION_facts | SESSION_selection))
        shard_inspector_update(SHARD_INSPECTOR(w->inspector));
    if (changes & (SESSION_hover | SESSION_view))
        show_status(w);
    if (changes & SESSION_busy)
        g_object_set(w->busy, "active", session_busy(s), NULL);
    tell_state(w);
}

/* ---- actions ---- */

static void act_view(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a;
    const View *view = view_find(g_variant_get_string(v, NULL));
    if (!view)
        return;
    session_show(((Window *)data)->session, view);
    gtk_widget_grab_focus(((Window *)data)->canvas); /* its keys work at once */
}

static void act_back(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    session_back(((Window *)data)->session);
}

static void act_forward(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    session_forward(((Window *)data)->session);
}

static void act_fit(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    shard_canvas_fit(SHARD_CANVAS(((Window *)data)->canvas));
}

static void act_inspector(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    GtkWidget *i = ((Window *)data)->inspector;
    gtk_widget_set_visible(i, !gtk_widget_get_visible(i));
}

static void act_theme(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    ShardCanvas *c = SHARD_CANVAS(((Window *)data)->canvas);
    bool dark = shard_canvas_theme(c) == THEME_light;
    shard_canvas_set_theme(c, dark ? THEME_dark : THEME_light);
    g_object_set(gtk_settings_get_default(), "gtk-application-prefer-dark-theme", dark, NULL);
}

static void act_find(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    Window *w = data;
    gtk_search_bar_set_search_mode(GTK_SEARCH_BAR(w->search), TRUE);
    gtk_widget_realize(w->search_entry); /* keys may come before the bar has slid in */
    gtk_widget_grab_focus(w->search_entry);
}

static void act_copy(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    const Facts *f = session_facts(((Window *)data)->session);
    if (!f)
        return;
    g_autofree char *t = facts_to_text(f);
    gtk_clipboard_set_text(gtk_clipboard_get(GDK_SELECTION_CLIPBOARD), t, -1);
}

static void tell_failure(Window *w, const char *what, const GError *error)
{
    GtkWidget *d = gtk_message_dialog_new(GTK_WINDOW(w->top), GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, GTK_MESSAGE_ERROR,
                                          GTK_BUTTONS_CLOSE, "%s", what);
    gtk_message_dialog_format_secondary_text(GTK_MESSAGE_DIALOG(d), "%s", error->message);
    g_signal_connect(d, "response", G_CALLBACK(gtk_widget_destroy), NULL);
    gtk_widget_show(d);
}

static void export_answered(GtkNativeDialog *d, int response, gpointer data)
{
    Window *w = data;
    g_autofree char *path = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_filename(GTK_FILE_CHOOSER(d)) : NULL;
    gtk_native_dialog_destroy(d);
    if (!path)
        return;
    g_autoptr(GError) error = NULL;
    TextCache *text = text_cache_new_for_images();
    if (!headless_write_png(shard_canvas_scene(SHARD_CANVAS(w->canvas)), shard_canvas_theme(SHARD_CANVAS(w->canvas)), text, 2, path, &error))
        tell_failure(w, "The picture could not be written", error);
    text_cache_free(text);
}

static void act_export(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    Window *w = data;
    GtkFileChooserNative *d = gtk_file_chooser_native_new("Export Picture", GTK_WINDOW(w->top), GTK_FILE_CHOOSER_ACTION_SAVE, "_Export", "_Cancel");
    g_autofree char *name = g_strdup_printf("%s.png", session_view(w->session)->name);
    gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(d), name);
    gtk_file_chooser_set_do_overwrite_confirmation(GTK_FILE_CHOOSER(d), TRUE);
    g_signal_connect_data(d, "response", G_CALLBACK(export_answered), w, NULL, 0);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(d));
}

static void act_open(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    GtkWindow *top = GTK_WINDOW(((Window *)data)->top);
    window_ask_open(top, gtk_window_get_application(top));
}

static void act_close(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    gtk_window_close(GTK_WINDOW(((Window *)data)->top));
}

static void act_keys(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    static const char text[] =
        "Everywhere\n"
        "  Alt+1 … Alt+8\tviews\n  Alt+Left, Alt+Right\twhere you have been\n  Ctrl+F, F3\tfind, next\n  F9\tinspector\n"
        "  Ctrl+E\texport the picture\n  Ctrl+C\tcopy the facts\n  0\tthe whole\n  Esc\tselect nothing\n\n"
        "Lists and pictures\n  Up, Down\tnext row\n  J, K\tnext device\n  T\ttranspose\n\n"
        "Steps\n  wheel, W, S\tzoom at the pointer\n  drag, A, D, Shift+wheel\tpan\n  Left, Right\tevent before, after\n"
        "  Page Up, Page Down\tstep before, after\n  F, double click\tfit the selection";
    GtkWidget *d = gtk_message_dialog_new(GTK_WINDOW(((Window *)data)->top), GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                                          GTK_MESSAGE_INFO, GTK_BUTTONS_CLOSE, "Keys and mouse");
    gtk_message_dialog_format_secondary_text(GTK_MESSAGE_DIALOG(d), "%s", text);
    g_signal_connect(d, "response", G_CALLBACK(gtk_widget_destroy), NULL);
    gtk_widget_show(d);
}

static void search_next(GtkEntry *e, gpointer data)
{
    const char *text = gtk_entry_get_text(e);
    if (*text)
        shard_canvas_find(SHARD_CANVAS(((Window *)data)->canvas), text, 1);
}

static void search_closed(GObject *bar, GParamSpec *what, gpointer data)
{
    (void)what;
    if (!gtk_search_bar_get_search_mode(GTK_SEARCH_BAR(bar)))
        gtk_widget_grab_focus(((Window *)data)->canvas);
}

static void act_next(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    search_next(GTK_ENTRY(((Window *)data)->search_entry), data);
}

static const struct {
    const char *action;
    const char *keys[3];
} accelerators[] = {
    { "win.back", { "<Alt>Left" } },       { "win.forward", { "<Alt>Right" } }, { "win.find", { "<Control>f" } },
    { "win.next", { "F3" } },              { "win.copy", { "<Control>c" } },    { "win.export", { "<Control>e" } },
    { "win.open", { "<Control>o" } },      { "win.close", { "<Control>w" } },   { "win.inspector", { "F9" } },
    { "win.keys", { "<Control>question", "F1" } },
};

static void add_actions(Window *w, GtkApplication *app)
{
    const GActionEntry entries[] = {
        { .name = "view", .activate = act_view, .parameter_type = "s" },
        { .name = "back", .activate = act_back },           { .name = "forward", .activate = act_forward },
        { .name = "fit", .activate = act_fit },             { .name = "inspector", .activate = act_inspector },
        { .name = "theme", .activate = act_theme },         { .name = "find", .activate = act_find },
        { .name = "next", .activate = act_next },           { .name = "copy", .activate = act_copy },
        { .name = "export", .activate = act_export },       { .name = "open", .activate = act_open },
        { .name = "close", .activate = act_close },         { .name = "keys", .activate = act_keys },
    };
    g_action_map_add_action_entries(G_ACTION_MAP(w->top), entries, G_N_ELEMENTS(entries), w);
    for (size_t i = 0; i < G_N_ELEMENTS(accelerators); i++)
        gtk_application_set_accels_for_action(app, accelerators[i].action, accelerators[i].keys);
    for (int i = 0; i < n_views && i < 9; i++) {
        g_autofree char *name = g_strdup_printf("win.view::%s", views[i].name);
        char key[] = "<Alt>1";
        key[5] = (char)('1' + i);
        gtk_application_set_accels_for_action(app, name, (const char *[]){ key, NULL });
    }
}

/* ---- building ---- */

static GtkWidget *button(const char *icon, const char *action, const char *tip)
{
    GtkWidget *b = gtk_button_new_from_icon_name(icon, GTK_ICON_SIZE_BUTTON);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(b), action);
    gtk_widget_set_tooltip_text(b, tip);
    gtk_widget_set_focus_on_click(b, FALSE);
    return b;
}

static void run_chosen(GtkComboBox *box, gpointer data)
{
    Window *w = data;
    const char *id = gtk_combo_box_get_active_id(box);
    if (!w->filling && id)
        session_set_run(w->session, g_ascii_strtoll(id, NULL, 10));
}

static GtkWidget *make_header(Window *w)
{
    GtkWidget *h = w->header = gtk_header_bar_new();
    gtk_header_bar_set_show_close_button(GTK_HEADER_BAR(h), TRUE);
    GtkWidget *open = gtk_button_new_with_label("Open");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(open), "win.open");
    gtk_header_bar_pack_start(GTK_HEADER_BAR(h), open);
    gtk_header_bar_pack_start(GTK_HEADER_BAR(h), button("go-previous-symbolic", "win.back", "Back (Alt+Left)"));
    gtk_header_bar_pack_start(GTK_HEADER_BAR(h), button("go-next-symbolic", "win.forward", "Forward (Alt+Right)"));
    w->runs = gtk_combo_box_text_new();
    gtk_widget_set_tooltip_text(w->runs, "Run");
    gtk_widget_set_focus_on_click(w->runs, FALSE);
    g_signal_connect(w->runs, "changed", G_CALLBACK(run_chosen), w);
    gtk_header_bar_pack_start(GTK_HEADER_BAR(h), w->runs);
    g_autoptr(GMenu) menu = g_menu_new();
    g_menu_append(menu, "Export Picture…", "win.export");
    g_menu_append(menu, "Copy Facts", "win.copy");
    g_menu_append(menu, "Light or Dark", "win.theme");
    g_menu_append(menu, "Inspector", "win.inspector");
    g_menu_append(menu, "Keys and Mouse", "win.keys");
    GtkWidget *more = gtk_menu_button_new();
    gtk_button_set_image(GTK_BUTTON(more), gtk_image_new_from_icon_name("open-menu-symbolic", GTK_ICON_SIZE_BUTTON));
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(more), G_MENU_MODEL(menu));
    gtk_header_bar_pack_end(GTK_HEADER_BAR(h), more);
    gtk_header_bar_pack_end(GTK_HEADER_BAR(h), button("edit-find-symbolic", "win.find", "Find (Ctrl+F)"));
    gtk_header_bar_pack_end(GTK_HEADER_BAR(h), button("zoom-fit-best-symbolic", "win.fit", "Whole (0)"));
    w->busy = gtk_spinner_new();
    gtk_header_bar_pack_end(GTK_HEADER_BAR(h), w->busy);
    return h;
}

static void view_chosen(GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
    (void)list;
    Window *w = data;
    if (row)
        session_show(w->session, &views[gtk_list_box_row_get_index(row)]);
}

static GtkWidget *make_views(Window *w)
{
    w->list = gtk_list_box_new();
    gtk_style_context_add_class(gtk_widget_get_style_context(w->list), "shard-views");
    for (int i = 0; i < n_views; i++) {
        GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
        GtkWidget *name = gtk_label_new(views[i].title);
        w->counts[i] = gtk_label_new("");
        gtk_style_context_add_class(gtk_widget_get_style_context(w->counts[i]), "dim-label");
        gtk_box_pack_start(GTK_BOX(row), name, FALSE, FALSE, 0);
        gtk_box_pack_end(GTK_BOX(row), w->counts[i], FALSE, FALSE, 0);
        g_autofree char *tip = g_strdup_printf("%s (Alt+%d)", views[i].hint, i + 1);
        gtk_widget_set_tooltip_text(row, tip);
        gtk_container_add(GTK_CONTAINER(w->list), row);
    }
    g_signal_connect(w->list, "row-selected", G_CALLBACK(view_chosen), w);
    gtk_widget_set_size_request(w->list, 136, -1);
    return w->list;
}

static GtkWidget *make_centre(Window *w)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    w->search = gtk_search_bar_new();
    w->search_entry = gtk_search_entry_new();
    gtk_entry_set_width_chars(GTK_ENTRY(w->search_entry), 40);
    gtk_container_add(GTK_CONTAINER(w->search), w->search_entry);
    gtk_search_bar_connect_entry(GTK_SEARCH_BAR(w->search), GTK_ENTRY(w->search_entry));
    g_signal_connect(w->search_entry, "search-changed", G_CALLBACK(search_next), w);
    g_signal_connect(w->search, "notify::search-mode-enabled", G_CALLBACK(search_closed), w);
    g_signal_connect(w->search_entry, "activate", G_CALLBACK(search_next), w);
    w->info = gtk_info_bar_new();
    gtk_info_bar_set_message_type(GTK_INFO_BAR(w->info), GTK_MESSAGE_WARNING);
    w->info_text = gtk_label_new(NULL);
    gtk_label_set_line_wrap(GTK_LABEL(w->info_text), TRUE);
    gtk_container_add(GTK_CONTAINER(gtk_info_bar_get_content_area(GTK_INFO_BAR(w->info))), w->info_text);
    gtk_widget_show(w->info_text);
    gtk_widget_set_no_show_all(w->info, TRUE);
    w->canvas = shard_canvas_new(w->session);
    gtk_box_pack_start(GTK_BOX(box), w->search, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), w->info, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), w->canvas, TRUE, TRUE, 0);
    return box;
}

static void destroyed(GtkWidget *top, gpointer data)
{
    (void)top;
    Window *w = data;
    session_free(w->session);
    g_free(w);
}

GtkWidget *window_new(GtkApplication *app, Session *session, const char *view)
{
    load_css();
    Window *w = g_new0(Window, 1);
    w->session = session;
    w->top = gtk_application_window_new(app);
    gtk_window_set_default_size(GTK_WINDOW(w->top), 1200, 720);
    gtk_window_set_titlebar(GTK_WINDOW(w->top), make_header(w));
    GtkWidget *all = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    GtkWidget *panes = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL);
    gtk_box_pack_start(GTK_BOX(row), make_views(w), FALSE, FALSE, 0);
    gtk_paned_pack1(GTK_PANED(panes), make_centre(w), TRUE, FALSE);
    w->inspector = shard_inspector_new(session);
    gtk_paned_pack2(GTK_PANED(panes), w->inspector, FALSE, FALSE);
    gtk_box_pack_start(GTK_BOX(row), panes, TRUE, TRUE, 0);
    w->status = gtk_label_new("");
    gtk_label_set_xalign(GTK_LABEL(w->status), 0);
    gtk_label_set_ellipsize(GTK_LABEL(w->status), PANGO_ELLIPSIZE_END);
    gtk_style_context_add_class(gtk_widget_get_style_context(w->status), "shard-status");
    gtk_box_pack_start(GTK_BOX(all), row, TRUE, TRUE, 0);
    gtk_box_pack_start(GTK_BOX(all), w->status, FALSE, FALSE, 0);
    gtk_container_add(GTK_CONTAINER(w->top), all);
    add_actions(w, app);
    g_signal_connect(w->top, "destroy", G_CALLBACK(destroyed), w);
    session_listen(session, changed, w);
    const View *first = view ? view_find(view) : NULL;
    session_show(session, first ? first : &views[0]);
    show_status(w);
    gtk_widget_show_all(w->top);
    gtk_widget_grab_focus(w->canvas);
    return w->top;
}

/* ---- opening ---- */

static void open_answered(GtkNativeDialog *d, int response, gpointer app)
{
    g_autofree char *path = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_filename(GTK_FILE_CHOOSER(d)) : NULL;
    GtkWindow *parent = gtk_native_dialog_get_transient_for(d);
    gtk_native_dialog_destroy(d);
    if (!path)
        return;
    g_autoptr(GError) error = NULL;
    Session *s = session_new(path, &error);
    if (s) {
        gtk_window_present(GTK_WINDOW(window_new(app, s, NULL)));
        return;
    }
    GtkWidget *m = gtk_message_dialog_new(parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, GTK_MESSAGE_ERROR, GTK_BUTTONS_CLOSE,
                                          "This file cannot be opened");
    gtk_message_dialog_format_secondary_text(GTK_MESSAGE_DIALOG(m), "%s", error->message);
    g_signal_connect(m, "response", G_CALLBACK(gtk_widget_destroy), NULL);
    gtk_widget_show(m);
}

void window_ask_open(GtkWindow *parent, GtkApplication *app)
{
    GtkFileChooserNative *d = gtk_file_chooser_native_new("Open Trace", parent, GTK_FILE_CHOOSER_ACTION_OPEN, "_Open", "_Cancel");
    g_signal_connect(d, "response", G_CALLBACK(open_answered), app);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(d));
}

static void ask_from_empty(GtkButton *b, gpointer app)
{
    window_ask_open(GTK_WINDOW(gtk_widget_get_toplevel(GTK_WIDGET(b))), app);
}

GtkWidget *window_new_empty(GtkApplication *app)
{
    GtkWidget *top = gtk_application_window_new(app), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12);
    gtk_window_set_title(GTK_WINDOW(top), "Shardscope");
    gtk_window_set_default_size(GTK_WINDOW(top), 720, 420);
    GtkWidget *title = gtk_label_new(NULL), *open = gtk_button_new_with_label("Open Trace…");
    gtk_label_set_markup(GTK_LABEL(title), "<b>Open a trace</b>\nshardscope run PROGRAM -o run.db makes one.");
    gtk_label_set_justify(GTK_LABEL(title), GTK_JUSTIFY_CENTER);
    gtk_widget_set_halign(open, GTK_ALIGN_CENTER);
    gtk_widget_set_valign(box, GTK_ALIGN_CENTER);
    gtk_box_pack_start(GTK_BOX(box), title, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), open, FALSE, FALSE, 0);
    g_signal_connect(open, "clicked", G_CALLBACK(ask_from_empty), app);
    gtk_container_add(GTK_CONTAINER(top), box);
    gtk_widget_show_all(top);
    return top;
}
