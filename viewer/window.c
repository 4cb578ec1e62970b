/* The window: its widgets, and updating them when the browser changes. Its commands are in window_actions.c. */
#include "viewer/window_impl.h"

#include <glib/gstdio.h>
#include <stdio.h>

#include "viewer/state.h"
#include "viewer/widgets/palette.h"

static void put_colour(GString *css, const char *what, const char *property, Rgb c)
{
    g_string_append_printf(css, "%s { %s: #%02x%02x%02x; }", what, property, (int)(c.r * 255 + 0.5), (int)(c.g * 255 + 0.5), (int)(c.b * 255 + 0.5));
}

/* The panels beside the picture are in the picture's colours, whose contrasts are known, whatever the desktop's theme has. */
static ThemeId panels_theme;

void window_load_css(ThemeId theme)
{
    static GtkCssProvider *provider;
    if (provider && panels_theme == theme)
        return;
    panels_theme = theme;
    if (!provider) {
        provider = gtk_css_provider_new();
        gtk_style_context_add_provider_for_screen(gdk_screen_get_default(), GTK_STYLE_PROVIDER(provider), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
    }
    g_autoptr(GString) css = g_string_new(".shard-title { font-weight: bold; font-size: 115%; }"
                                          ".shard-heading { font-weight: bold; }"
                                          ".shard-link { padding: 0 2px; min-height: 0; }"
                                          ".shard-link:hover label { text-decoration-line: underline; }"
                                          ".shard-status { padding: 3px 10px; font-size: 92%; border-top: 1px solid @borders; }"
                                          ".shard-views row { padding: 8px 12px; }"
                                          ".shard-views { border-right: 1px solid @borders; }");
    static const char *const panels[] = { ".shard-views", ".shard-inspector", ".shard-status", ".shard-palette" };
    for (size_t i = 0; i < G_N_ELEMENTS(panels); i++) {
        put_colour(css, panels[i], "background-color", theme_colour(theme, ROLE_panel));
        put_colour(css, panels[i], "color", theme_text(theme, ROLE_text));
    }
    put_colour(css, ".shard-views row:selected, .shard-palette row:selected", "background-color", theme_colour(theme, ROLE_row_select));
    put_colour(css, ".shard-views row:selected label, .shard-palette row:selected label", "color", theme_text(theme, ROLE_text));
    put_colour(css, "label.shard-dim, row:selected label.shard-dim", "color", theme_text(theme, ROLE_dim));
    put_colour(css, ".shard-link label", "color", theme_text(theme, ROLE_link));
    gtk_css_provider_load_from_data(provider, css->str, (gssize)css->len, NULL);
}

/* ---- what the browser says ---- */

/* What a screen reader says of a row of the list of views; its own labels are inside of it. */
static void name_row(GtkWidget *label, const char *said)
{
    GtkWidget *row = gtk_widget_get_ancestor(label, GTK_TYPE_LIST_BOX_ROW);
    if (row)
        atk_object_set_name(gtk_widget_get_accessible(row), said);
}

static void show_counts(Window *w)
{
    const Rows *rows = browser_rows(w->browser);
    const RunRows *run = rows ? rows_current(rows) : NULL;
    for (int i = 0; i < n_views && run; i++) {
        const char *why = views[i]->empty ? views[i]->empty(run->info) : NULL;
        int64_t n = views[i]->count ? views[i]->count(rows) : -1;
        GtkStyleContext *style = gtk_widget_get_style_context(w->names[i]);
        g_autofree char *tip = g_strdup_printf("%s (Alt+%d)%s%s", views[i]->hint, i + 1, why ? "\nempty: " : "", why ? why : "");
        gtk_widget_set_tooltip_text(gtk_widget_get_parent(w->names[i]), tip);
        if (why)
            gtk_style_context_add_class(style, "shard-dim");
        else
            gtk_style_context_remove_class(style, "shard-dim");
        g_autofree char *t = n >= 0 ? g_strdup_printf("%" G_GINT64_FORMAT, n) : g_strdup("");
        gtk_label_set_text(GTK_LABEL(w->counts[i]), t);
        g_autofree char *said = *t ? g_strdup_printf("%s, %s", views[i]->title, t) : g_strdup(views[i]->title);
        name_row(w->names[i], said);
    }
}

static void show_runs(Window *w)
{
    const Rows *rows = browser_rows(w->browser);
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
        if (info->id == browser_run(w->browser))
            gtk_combo_box_set_active(GTK_COMBO_BOX(box), (int)i);
    }
    w->filling = false;
}

/* What stands below the file's name. To be freed. */
static char *title_of_run(const TraceRunInfo *i)
{
    g_autofree char *steps = i->kind == TRACE_RUN_PREDICTED ? g_strdup("predicted") : !i->n_steps ? g_strdup("no steps")
                             : g_strdup_printf("%" G_GINT64_FORMAT " step%s", i->n_steps, i->n_steps == 1 ? "" : "s");
    return g_strdup_printf("%s, mesh %s, %" G_GINT64_FORMAT " device%s, %s", i->title, i->mesh ? i->mesh : "–", i->n_devices, i->n_devices == 1 ? "" : "s", steps);
}

static void show_titles(Window *w)
{
    g_autofree char *name = g_path_get_basename(browser_path(w->browser));
    gtk_header_bar_set_title(GTK_HEADER_BAR(w->header), name);
    const Rows *rows = browser_rows(w->browser);
    Ref select = browser_viewport(w->browser)->select; /* a run of another file is named too where it is selected */
    int at = rows ? rows_run_index(rows, select.kind == REF_run ? select.id : browser_run(w->browser)) : -1;
    const TraceRunInfo *i = at >= 0 ? ((const RunRows *)g_ptr_array_index(rows->run, (guint)at))->info : NULL;
    if (!rows && w->titled && w->titled == browser_run(w->browser))
        return; /* another view of the same run is being read */
    w->titled = i ? browser_run(w->browser) : 0;
    g_autofree char *sub = i ? title_of_run(i) : g_strdup(rows ? "no runs" : browser_error(w->browser) ? "cannot be read" : "reading …");
    gtk_header_bar_set_subtitle(GTK_HEADER_BAR(w->header), sub);
    gtk_widget_set_tooltip_text(w->header, sub); /* it is cut where a run's name is long */
}

static void show_status(Window *w)
{
    const char *tip = browser_hover_tip(w->browser);
    g_autofree char *line = g_strdup(tip ? tip : browser_view(w->browser)->hint);
    for (char *p = line; *p; p++) {
        if (*p == '\n')
            *p = ' ';
    }
    gtk_label_set_text(GTK_LABEL(w->status), line);
}

void window_tell_state(Window *w)
{
    static int wanted = -1;
    if (wanted < 0)
        wanted = g_getenv("SHARDSCOPE_VIEWER_STATE") != NULL;
    if (!wanted || browser_busy(w->browser))
        return;
    const Viewport *vp = browser_viewport(w->browser);
    const Facts *f = browser_facts(w->browser);
    int dark = (panels_theme == THEME_dark) + (shard_canvas_theme(SHARD_CANVAS(w->canvas)) == THEME_dark);
    printf("view=%s run=%" G_GINT64_FORMAT " select=%s:%" G_GINT64_FORMAT " focus=%s:%" G_GINT64_FORMAT " span=%" G_GINT64_FORMAT " rows=%d steps=%" G_GINT64_FORMAT " files=%d marks=%u things=%d inspector=%d runs=%u pinned=%d job=%d models=%d dark=%s facts=%s\n",
           browser_view(w->browser)->name, browser_run(w->browser), ref_kind_name(vp->select.kind), vp->select.id,
           ref_kind_name(vp->focus.kind), vp->focus.id, vp->t1 - vp->t0, browser_rows(w->browser) != NULL,
           browser_rows(w->browser) && rows_current(browser_rows(w->browser)) ? rows_current(browser_rows(w->browser))->info->n_steps : 0, browser_n_files(w->browser) + 1,
           notes_bookmarks(browser_notes(w->browser))->len, atk_object_get_n_accessible_children(gtk_widget_get_accessible(w->canvas)), gtk_widget_get_visible(w->inspector),
           browser_rows(w->browser) ? browser_rows(w->browser)->runs->len : 0, vp->n_pinned, w->job.child != NULL, w->job.listed, dark == 2 ? "1" : dark ? "half" : "0", f ? f->title : "-");
    fflush(stdout);
}

static void changed(Browser *s, unsigned changes, void *data)
{
    Window *w = data;
    if (changes & (BROWSER_rows | BROWSER_view | BROWSER_selection))
        shard_canvas_update(SHARD_CANVAS(w->canvas));
    if (changes & BROWSER_view) {
        int at = view_index(browser_view(s));
        GtkListBoxRow *row = gtk_list_box_get_row_at_index(GTK_LIST_BOX(w->list), at);
        if (gtk_list_box_get_selected_row(GTK_LIST_BOX(w->list)) != row)
            gtk_list_box_select_row(GTK_LIST_BOX(w->list), row);
        show_runs(w);
    }
    if (changes & (BROWSER_rows | BROWSER_view | BROWSER_selection)) {
        show_counts(w);
        show_titles(w);
        window_show_hardware(w);
        const char *error = browser_rows(s) ? browser_error(s) : NULL;
        const char *said = error ? error : w->grown ? "The file has changed on disk." : NULL;
        gtk_widget_set_visible(w->info, said != NULL);
        if (said)
            gtk_label_set_text(GTK_LABEL(w->info_text), said);
    }
    if (changes & (BROWSER_facts | BROWSER_selection | BROWSER_view)) {
        shard_inspector_update(SHARD_INSPECTOR(w->inspector));
        window_fit_inspector(w);
    }
    if (changes & (BROWSER_hover | BROWSER_view))
        show_status(w);
    if (changes & BROWSER_index)
        palette_update(GTK_WINDOW(w->top));
    if (changes & BROWSER_busy)
        g_object_set(w->busy, "active", browser_busy(s), NULL);
    window_tell_state(w);
    if (changes & BROWSER_rows)
        window_follow_job(w);
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
        browser_set_run(w->browser, g_ascii_strtoll(id, NULL, 10));
}

static GtkWidget *make_header(Window *w)
{
    GtkWidget *h = w->header = gtk_header_bar_new();
    gtk_header_bar_set_show_close_button(GTK_HEADER_BAR(h), TRUE);
    gtk_header_bar_pack_start(GTK_HEADER_BAR(h), window_open_button(GTK_WINDOW(w->top), gtk_window_get_application(GTK_WINDOW(w->top))));
    gtk_header_bar_pack_start(GTK_HEADER_BAR(h), button("go-previous-symbolic", "win.back", "Back (Alt+Left)"));
    gtk_header_bar_pack_start(GTK_HEADER_BAR(h), button("go-next-symbolic", "win.forward", "Forward (Alt+Right)"));
    w->runs = gtk_combo_box_text_new();
    gtk_widget_set_tooltip_text(w->runs, "Run");
    gtk_widget_set_focus_on_click(w->runs, FALSE);
    g_signal_connect(w->runs, "changed", G_CALLBACK(run_chosen), w);
    gtk_header_bar_pack_start(GTK_HEADER_BAR(h), w->runs);
    gtk_header_bar_pack_start(GTK_HEADER_BAR(h), window_hardware_button(w));
    g_autoptr(GMenu) menu = g_menu_new();
    g_menu_append(menu, "Go to Anything…", "win.palette");
    g_menu_append(menu, "Bookmark This", "win.bookmark");
    g_menu_append(menu, "Bookmarks…", "win.bookmarks");
    g_menu_append(menu, "Watch a Running Program…", "win.watch");
    g_menu_append(menu, "Export…", "win.export");
    g_menu_append(menu, "Export the Run for Another Tool…", "win.export-run");
    g_menu_append(menu, "Print…", "win.print");
    g_menu_append(menu, "Copy Facts", "win.copy");
    g_menu_append(menu, "Copy Table", "win.copy-table");
    g_menu_append(menu, "Light or Dark", "win.theme");
    g_menu_append(menu, "Shardings as JAX, Shardy or GSPMD", "win.spelling");
    g_menu_append(menu, "Inspector", "win.inspector");
    g_menu_append(menu, "Full Screen", "win.full-screen");
    g_menu_append(menu, "Reload File", "win.reload");
    g_menu_append(menu, "Keys and Mouse", "win.keys");
    g_menu_append(menu, "About Shardscope", "win.about");
    GtkWidget *more = gtk_menu_button_new();
    gtk_button_set_image(GTK_BUTTON(more), gtk_image_new_from_icon_name("open-menu-symbolic", GTK_ICON_SIZE_BUTTON));
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(more), G_MENU_MODEL(menu));
    gtk_widget_set_tooltip_text(more, "Menu (F10)");
    gtk_header_bar_pack_end(GTK_HEADER_BAR(h), more);
    gtk_header_bar_pack_end(GTK_HEADER_BAR(h), button("go-jump-symbolic", "win.palette", "Go to anything (Ctrl+K)"));
    gtk_header_bar_pack_end(GTK_HEADER_BAR(h), button("edit-find-symbolic", "win.find", "Find (Ctrl+F)"));
    gtk_header_bar_pack_end(GTK_HEADER_BAR(h), button("zoom-fit-best-symbolic", "win.fit", "Zoom to fit (0)"));
    w->busy = gtk_spinner_new();
    gtk_header_bar_pack_end(GTK_HEADER_BAR(h), w->busy);
    return h;
}

static void view_chosen(GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
    (void)list;
    Window *w = data;
    if (row)
        browser_show(w->browser, views[gtk_list_box_row_get_index(row)]);
}

/* By click or Return: the keys of the view are wanted next. */
static void view_clicked(GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
    (void)list, (void)row;
    gtk_widget_grab_focus(((Window *)data)->canvas);
}

static GtkWidget *make_views(Window *w)
{
    w->list = gtk_list_box_new();
    gtk_style_context_add_class(gtk_widget_get_style_context(w->list), "shard-views");
    for (int i = 0; i < n_views; i++) {
        GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
        GtkWidget *name = w->names[i] = gtk_label_new(views[i]->title);
        w->counts[i] = gtk_label_new("");
        gtk_style_context_add_class(gtk_widget_get_style_context(w->counts[i]), "shard-dim");
        gtk_box_pack_start(GTK_BOX(row), name, FALSE, FALSE, 0);
        gtk_box_pack_end(GTK_BOX(row), w->counts[i], FALSE, FALSE, 0);
        g_autofree char *tip = g_strdup_printf("%s (Alt+%d)", views[i]->hint, i + 1);
        gtk_widget_set_tooltip_text(row, tip);
        gtk_container_add(GTK_CONTAINER(w->list), row);
        name_row(name, views[i]->title);
    }
    g_signal_connect(w->list, "row-selected", G_CALLBACK(view_chosen), w);
    g_signal_connect(w->list, "row-activated", G_CALLBACK(view_clicked), w);
    gtk_widget_set_size_request(w->list, 136, -1);
    return w->list;
}

static void info_answered(GtkInfoBar *bar, int response, gpointer data)
{
    (void)bar, (void)response;
    g_action_group_activate_action(G_ACTION_GROUP(((Window *)data)->top), "reload", NULL);
}

static GtkWidget *make_centre(Window *w)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    w->search = gtk_search_bar_new();
    w->search_entry = gtk_search_entry_new();
    gtk_entry_set_width_chars(GTK_ENTRY(w->search_entry), 40);
    GtkWidget *line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    w->search_count = gtk_label_new("");
    gtk_label_set_width_chars(GTK_LABEL(w->search_count), 14);
    gtk_label_set_xalign(GTK_LABEL(w->search_count), 0);
    gtk_box_pack_start(GTK_BOX(line), w->search_entry, TRUE, TRUE, 0);
    gtk_box_pack_start(GTK_BOX(line), button("go-up-symbolic", "win.previous", "Previous (Shift+F3)"), FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(line), button("go-down-symbolic", "win.next", "Next (F3)"), FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(line), w->search_count, FALSE, FALSE, 0);
    gtk_container_add(GTK_CONTAINER(w->search), line);
    gtk_search_bar_connect_entry(GTK_SEARCH_BAR(w->search), GTK_ENTRY(w->search_entry));
    g_signal_connect(w->search_entry, "search-changed", G_CALLBACK(window_search_next), w);
    g_signal_connect(w->search, "notify::search-mode-enabled", G_CALLBACK(window_search_closed), w);
    g_signal_connect(w->search_entry, "activate", G_CALLBACK(window_search_next), w);
    w->info = gtk_info_bar_new();
    gtk_info_bar_set_message_type(GTK_INFO_BAR(w->info), GTK_MESSAGE_WARNING);
    w->info_text = gtk_label_new(NULL);
    gtk_label_set_line_wrap(GTK_LABEL(w->info_text), TRUE);
    gtk_container_add(GTK_CONTAINER(gtk_info_bar_get_content_area(GTK_INFO_BAR(w->info))), w->info_text);
    w->info_button = gtk_info_bar_add_button(GTK_INFO_BAR(w->info), "Reload", GTK_RESPONSE_APPLY);
    g_signal_connect(w->info, "response", G_CALLBACK(info_answered), w);
    gtk_widget_show(w->info_text);
    gtk_widget_set_no_show_all(w->info, TRUE);
    w->canvas = shard_canvas_new(w->browser);
    gtk_box_pack_start(GTK_BOX(box), w->search, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), w->info, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), window_job_bar(w), FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), w->canvas, TRUE, TRUE, 0);
    return box;
}

/* ---- a file that grows ---- */

/* Changes whenever the file, or what was not yet written back to it, does. */
static gint64 state_of_file(const char *path)
{
    gint64 sum = 0;
    const char *const parts[] = { "", "-wal" };
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
        g_autofree char *name = g_strconcat(path, parts[i], NULL);
        GStatBuf st;
        if (g_stat(name, &st) == 0)
            sum = sum * 31 + (gint64)st.st_size * 7 + (gint64)st.st_mtim.tv_sec * 1000 + st.st_mtim.tv_nsec / 1000000 + 1;
    }
    return sum;
}

/* A run that is still being written is followed, and what could not be read of it, while its end was written, is read again; any other
 * change is the user's to look at. */
static gboolean look_at_file(gpointer data)
{
    Window *w = data;
    gint64 now = state_of_file(browser_path(w->browser));
    if (now == w->file_state || browser_busy(w->browser) || w->job.child)
        return G_SOURCE_CONTINUE;
    w->file_state = now;
    if (browser_is_live(w->browser) || browser_error(w->browser)) {
        browser_reload(w->browser);
    } else if (!w->grown) {
        w->grown = true;
        changed(w->browser, BROWSER_rows, w);
    }
    return G_SOURCE_CONTINUE;
}

void window_forget_file_state(Window *w)
{
    w->file_state = state_of_file(browser_path(w->browser));
    w->grown = false;
}

static void dropped(const char *path, gpointer data)
{
    window_open_or_compare(data, path);
}

static gboolean closing(GtkWidget *top, GdkEvent *e, gpointer data)
{
    (void)e;
    Window *w = data;
    int width, height;
    gtk_window_get_size(GTK_WINDOW(top), &width, &height);
    if (!w->full_screen && !gtk_window_is_maximized(GTK_WINDOW(top))) {
        state_set_int("width", width);
        state_set_int("height", height);
    }
    state_set_int("maximized", gtk_window_is_maximized(GTK_WINDOW(top)));
    if (gtk_widget_get_visible(w->inspector))
        state_set_int("inspector-width", gtk_widget_get_allocated_width(w->inspector));
    return FALSE;
}

static void destroyed(GtkWidget *top, gpointer data)
{
    (void)top;
    Window *w = data;
    g_source_remove(w->watch);
    window_drop_job(w);
    window_drop_export(w);
    browser_free(w->browser);
    g_free(w);
}

/* Once, when the window has its size: the inspector is as wide as it was. From then on it is the user's to move. */
static void place_inspector(GtkWidget *panes, GdkRectangle *room, gpointer data)
{
    if (room->width < 300)
        return;
    g_signal_handlers_disconnect_by_func(panes, (gpointer)(void (*)(void))place_inspector, data);
    gtk_paned_set_position(GTK_PANED(panes), room->width - CLAMP(state_int("inspector-width", 250), 200, room->width / 2));
}

#define ROOMY 1100 /* px: from this width on an empty inspector has room */

void window_fit_inspector(Window *w)
{
    int width;
    gtk_window_get_size(GTK_WINDOW(w->top), &width, NULL);
    bool some = browser_viewport(w->browser)->select.kind != REF_none && !browser_view(w->browser)->tells;
    gtk_widget_set_visible(w->inspector, w->inspector_wanted && (width >= ROOMY || some || w->inspector_forced));
}

static gboolean resized(GtkWidget *top, GdkEventConfigure *e, gpointer data)
{
    (void)top, (void)e;
    window_fit_inspector(data);
    return FALSE;
}

/* Keys that the focus has no use for go to the picture, unless one is writing. */
static gboolean key_pressed(GtkWidget *top, GdkEventKey *e, gpointer data)
{
    Window *w = data;
    GtkWidget *focus = gtk_window_get_focus(GTK_WINDOW(top));
    if (gtk_window_activate_key(GTK_WINDOW(top), e) || gtk_window_propagate_key_event(GTK_WINDOW(top), e))
        return TRUE;
    if (focus == w->canvas || GTK_IS_EDITABLE(focus) || GTK_IS_TEXT_VIEW(focus))
        return FALSE;
    return gtk_widget_event(w->canvas, (GdkEvent *)e);
}

/* What the screen has for windows; a screen that does not say counts as a small one. */
static GdkRectangle screen_room(GtkWidget *top)
{
    GdkMonitor *m = gdk_display_get_monitor(gtk_widget_get_display(top), 0);
    GdkRectangle area = { 0, 0, 1280, 720 };
    if (m)
        gdk_monitor_get_workarea(m, &area);
    return area;
}

/* The desktop's theme is known once the window is shown, and may change. */
static void restyle(GtkWidget *canvas, gpointer data)
{
    (void)data;
    window_load_css(shard_canvas_theme(SHARD_CANVAS(canvas)));
}

static int begin_theme = -1; /* a ThemeId; -1 = the one chosen last */

void window_begin_with_theme(ThemeId theme)
{
    begin_theme = (int)theme;
    g_object_set(gtk_settings_get_default(), "gtk-application-prefer-dark-theme", theme == THEME_dark, NULL);
}

static void choose_theme(Window *w)
{
    int kept = state_int("dark", -1);
    if (begin_theme < 0 && kept >= 0)
        window_begin_with_theme(kept ? THEME_dark : THEME_light);
    if (begin_theme >= 0)
        shard_canvas_set_theme(SHARD_CANVAS(w->canvas), (ThemeId)begin_theme);
    window_load_css(shard_canvas_theme(SHARD_CANVAS(w->canvas)));
}

GtkWidget *window_new(GtkApplication *app, Browser *browser, const char *view)
{
    Window *w = g_new0(Window, 1);
    w->browser = browser;
    w->top = gtk_application_window_new(app);
    g_object_set_data(G_OBJECT(w->top), "window", w);
    GdkRectangle room = screen_room(w->top);
    gtk_window_set_default_size(GTK_WINDOW(w->top), CLAMP(state_int("width", 1200), 480, MAX(room.width - 12, 480)),
                                CLAMP(state_int("height", 720), 320, MAX(room.height - 12, 320)));
    if (state_int("maximized", 0))
        gtk_window_maximize(GTK_WINDOW(w->top));
    gtk_window_set_titlebar(GTK_WINDOW(w->top), make_header(w));
    GtkWidget *all = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    GtkWidget *panes = w->panes = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL);
    gtk_box_pack_start(GTK_BOX(row), make_views(w), FALSE, FALSE, 0);
    gtk_paned_pack1(GTK_PANED(panes), make_centre(w), TRUE, FALSE);
    w->inspector = shard_inspector_new(browser);
    gtk_style_context_add_class(gtk_widget_get_style_context(w->inspector), "shard-inspector");
    g_signal_connect(panes, "size-allocate", G_CALLBACK(place_inspector), w);
    gtk_paned_pack2(GTK_PANED(panes), w->inspector, FALSE, FALSE);
    gtk_box_pack_start(GTK_BOX(row), panes, TRUE, TRUE, 0);
    w->status = gtk_label_new("");
    gtk_label_set_xalign(GTK_LABEL(w->status), 0);
    gtk_label_set_ellipsize(GTK_LABEL(w->status), PANGO_ELLIPSIZE_END);
    gtk_style_context_add_class(gtk_widget_get_style_context(w->status), "shard-status");
    gtk_box_pack_start(GTK_BOX(all), row, TRUE, TRUE, 0);
    gtk_box_pack_start(GTK_BOX(all), w->status, FALSE, FALSE, 0);
    gtk_container_add(GTK_CONTAINER(w->top), all);
    window_add_actions(w, app);
    g_signal_connect(w->top, "destroy", G_CALLBACK(destroyed), w);
    browser_listen(browser, changed, w);
    const View *first = view ? view_find(view) : NULL;
    browser_show(browser, first ? first : views[0]);
    show_status(w);
    choose_theme(w);
    g_signal_connect(w->canvas, "style-updated", G_CALLBACK(restyle), NULL);
    gtk_widget_show_all(w->top);
    w->inspector_wanted = state_int("inspector", 1) != 0;
    window_fit_inspector(w);
    g_signal_connect(w->top, "configure-event", G_CALLBACK(resized), w);
    g_signal_connect(w->top, "key-press-event", G_CALLBACK(key_pressed), w);
    window_take_drops(w->top, dropped, w);
    g_signal_connect(w->top, "delete-event", G_CALLBACK(closing), w);
    w->file_state = state_of_file(browser_path(browser));
    w->watch = g_timeout_add(1000, look_at_file, w);
    g_autofree char *whole = g_canonicalize_filename(browser_path(browser), NULL), *uri = g_filename_to_uri(whole, NULL, NULL);
    if (uri && !g_getenv("SHARDSCOPE_VIEWER_STATE"))
        gtk_recent_manager_add_full(gtk_recent_manager_get_default(), uri,
                                    &(GtkRecentData){ .mime_type = (char *)"application/vnd.shardscope.trace", .app_name = (char *)"Shardscope", .app_exec = (char *)"shardscope-viewer %f" });
    gtk_widget_grab_focus(w->canvas);
    return w->top;
}
