/* The context menu of the canvas: what can be done with the thing under the pointer, or with the selection. */
#include "viewer/widgets/canvas_impl.h"

#include "viewer/layout/reading.h"

static bool can_be_selected(Ref r)
{
    switch (r.kind) {
    case REF_value: case REF_reshard: case REF_inst: case REF_event: case REF_step: case REF_meeting: case REF_pass: case REF_run: return true;
    case REF_none: case REF_tile: case REF_device: case REF_axis: case REF_lane: case REF_fold: case REF_time: case REF_overview: case REF_split:
    case REF_view: case REF_option: case REF_folded: case REF_source: case REF_line: case REF_column: case REF_column_edge: case REF_grouping: case REF_filter: case REF_remedy: case REF_pin: return false;
    }
    return false;
}

/* text: what is under the pointer, NULL = nothing that could be copied. */
static GMenuModel *make_model(ShardCanvas *c, const char *text)
{
    GMenu *all = g_menu_new();
    bool selected = browser_viewport(c->browser)->select.kind != REF_none;
    if (selected) {
        g_autoptr(GMenu) here = g_menu_new(), in = g_menu_new();
        for (int i = 0; i < n_views; i++) {
            if (views[i] == browser_view(c->browser) || !view_accepts(views[i], browser_viewport(c->browser)->select.kind))
                continue;
            g_autofree char *action = g_strdup_printf("win.show-in::%s", views[i]->name);
            g_menu_append(in, views[i]->title, action);
        }
        if (g_menu_model_get_n_items(G_MENU_MODEL(in)))
            g_menu_append_submenu(here, "Show In", G_MENU_MODEL(in));
        if (canvas_has_time(c))
            g_menu_append(here, "Zoom to It", "win.fit-selection");
        if (browser_viewport(c->browser)->select.kind == REF_reshard)
            g_menu_append(here, "Try the Best Change Against It", "win.try-best");
        g_menu_append(here, "Copy Facts", "win.copy");
        g_menu_append(here, "Bookmark This", "win.bookmark");
        g_menu_append_section(all, NULL, G_MENU_MODEL(here));
    }
    g_autoptr(GMenu) view = g_menu_new(), out = g_menu_new();
    const Viewport *vp = browser_viewport(c->browser);
    if (canvas_has_time(c) && vp->mark1 > vp->mark0 && !selected)
        g_menu_append(view, "Zoom to the Marked Range", "win.fit-selection");
    g_menu_append(view, "Whole", "win.fit");
    g_menu_append(view, "Find", "win.find");
    g_menu_append_section(all, NULL, G_MENU_MODEL(view));
    if (text && *text) {
        g_autoptr(GMenuItem) item = g_menu_item_new("Copy This Text", NULL);
        g_menu_item_set_action_and_target(item, "win.copy-text", "s", text);
        g_menu_append_item(out, item);
    }
    g_menu_append(out, "Copy Table", "win.copy-table");
    g_menu_append(out, "Copy Picture", "win.copy-picture");
    g_menu_append(out, "Export…", "win.export");
    g_menu_append(out, "Print…", "win.print");
    g_menu_append_section(all, NULL, G_MENU_MODEL(out));
    return G_MENU_MODEL(all);
}

static GtkMenu *make_menu(ShardCanvas *c, const char *text)
{
    g_autoptr(GMenuModel) model = make_model(c, text);
    GtkWidget *menu = gtk_menu_new_from_model(model);
    gtk_menu_attach_to_widget(GTK_MENU(menu), GTK_WIDGET(c), NULL);
    g_signal_connect(menu, "selection-done", G_CALLBACK(gtk_widget_destroy), NULL);
    return GTK_MENU(menu);
}

void canvas_menu_at(ShardCanvas *c, const GdkEvent *event, double x, double y)
{
    const Item *it = scene_pick(shard_canvas_scene(c), x, y);
    const char *said = it && it->tip ? it->tip : scene_text_at(shard_canvas_scene(c), text_cache_metrics(c->text), x, y); /* a row of a list is told whole by its tip */
    g_autofree char *text = g_strdup(said);
    if (it && can_be_selected(it->ref) && !ref_equal(it->ref, browser_viewport(c->browser)->select)) {
        c->shown = it->ref; /* the picture stays where it is */
        browser_select(c->browser, it->ref);
    }
    gtk_menu_popup_at_pointer(make_menu(c, text), event);
}

gboolean canvas_menu_key(GtkWidget *w)
{
    ShardCanvas *c = SHARD_CANVAS(w);
    GdkRectangle at = { gtk_widget_get_allocated_width(w) / 2, gtk_widget_get_allocated_height(w) / 2, 1, 1 };
    g_autoptr(GArray) all = scene_read(shard_canvas_scene(c), 2000);
    for (guint i = 0; i < all->len; i++) {
        const Reading *r = &g_array_index(all, Reading, i);
        if (ref_equal(r->ref, browser_viewport(c->browser)->select))
            at = (GdkRectangle){ (int)(r->x * c->zoom), (int)(r->y * c->zoom), (int)(r->w * c->zoom), (int)(r->h * c->zoom) };
    }
    gtk_menu_popup_at_rect(make_menu(c, NULL), gtk_widget_get_window(w), &at, GDK_GRAVITY_SOUTH_WEST, GDK_GRAVITY_NORTH_WEST, NULL);
    return TRUE;
}
