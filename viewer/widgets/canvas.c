/* The canvas: drawing and pointer events. Keys are in canvas_keys.c. See canvas.h. */
#include "viewer/widgets/canvas_access.h"

#include <math.h>
#include <string.h>

G_DEFINE_TYPE(ShardCanvas, shard_canvas, GTK_TYPE_DRAWING_AREA)

/* ---- drawing ---- */

static void need_text(ShardCanvas *c)
{
    if (c->text)
        return;
    PangoContext *ctx = gtk_widget_create_pango_context(GTK_WIDGET(c));
    c->text = text_cache_new(ctx);
    g_object_unref(ctx);
}

/* How much larger than usual the desktop wants text: the whole picture is, so that boxes still hold their texts. In quarters. */
static double desktop_zoom(ShardCanvas *c)
{
    double dpi = gdk_screen_get_resolution(gtk_widget_get_screen(GTK_WIDGET(c)));
    return dpi > 0 ? CLAMP(floor(dpi / 96 * 4 + 0.5) / 4, 1, 3) : 1;
}

const Scene *shard_canvas_scene(ShardCanvas *c)
{
    double w = gtk_widget_get_allocated_width(GTK_WIDGET(c)) / c->zoom, h = gtk_widget_get_allocated_height(GTK_WIDGET(c)) / c->zoom;
    if (c->scene && !c->stale && c->scene->width == w && c->scene->height == h)
        return c->scene;
    need_text(c);
    if (!c->scene)
        c->scene = scene_new(w, h);
    else
        scene_reset(c->scene, w, h);
    Viewport *vp = browser_viewport(c->browser);
    vp->width = w;
    vp->height = h;
    vp->metrics = text_cache_metrics(c->text);
    canvas_show_selection(c);
    const Rows *rows = browser_rows(c->browser);
    bool late = rows && browser_is_late(c->browser);
    if (rows && !late)
        browser_view(c->browser)->layout(rows, vp, c->scene);
    else if (browser_error(c->browser))
        layout_empty(c->scene, vp, (Rect){ 0, 0, w, h }, "This cannot be shown", browser_error(c->browser));
    else
        layout_empty(c->scene, vp, (Rect){ 0, 0, w, h }, "Reading …", browser_view(c->browser)->hint);
    for (int i = 1; i < c->scene->n_panes; i++) { /* what layout drew is what is kept */
        vp->scroll[i] = c->scene->panes[i].scroll > 0 ? c->scene->panes[i].scroll : layout_clamp_scroll(vp->scroll[i], c->scene->panes[i].content_h, c->scene->panes[i].h);
        vp->seen[i] = c->scene->panes[i].shown;
    }
    c->stale = c->painted = false;
    return c->scene;
}

/* Kept until the scene changes: a window that comes to the front again costs a copy. */
static void paint_image(ShardCanvas *c, const Scene *s)
{
    double scale = gtk_widget_get_scale_factor(GTK_WIDGET(c)) * c->zoom;
    int w = (int)(s->width * scale + 0.5), h = (int)(s->height * scale + 0.5);
    if (c->image && (cairo_image_surface_get_width(c->image) != w || cairo_image_surface_get_height(c->image) != h))
        g_clear_pointer(&c->image, cairo_surface_destroy);
    if (c->image && c->painted)
        return;
    if (!c->image) {
        c->image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, MAX(w, 1), MAX(h, 1));
        cairo_surface_set_device_scale(c->image, scale, scale);
    }
    cairo_t *cr = cairo_create(c->image);
    paint_scene(cr, s, c->theme, c->text);
    cairo_destroy(cr);
    c->painted = true;
}

static gboolean draw(GtkWidget *w, cairo_t *cr)
{
    ShardCanvas *c = SHARD_CANVAS(w);
    const Scene *s = shard_canvas_scene(c);
    paint_image(c, s);
    cairo_scale(cr, c->zoom, c->zoom);
    cairo_set_source_surface(cr, c->image, 0, 0);
    cairo_paint(cr);
    if (gtk_widget_has_visible_focus(w))
        gtk_render_focus(gtk_widget_get_style_context(w), cr, 1, 1, s->width - 2, s->height - 2);
    canvas_link_draw(c, cr);
    return TRUE;
}

void shard_canvas_update(ShardCanvas *c)
{
    c->stale = true;
    AtkObject *a = gtk_widget_get_accessible(GTK_WIDGET(c));
    atk_object_set_name(a, browser_view(c->browser)->title);
    const Facts *f = browser_facts(c->browser);
    g_autofree char *said = f ? g_strdup_printf("%s; selected: %s %s", browser_view(c->browser)->hint, f->kind, f->title) : g_strdup(browser_view(c->browser)->hint);
    atk_object_set_description(a, said);
    canvas_access_changed(c);
    gtk_widget_queue_draw(GTK_WIDGET(c));
}

/* ---- zoom and pan in time ---- */

bool canvas_has_time(ShardCanvas *c)
{
    TimePlot p;
    return canvas_plot(c, &p);
}

bool canvas_plot(ShardCanvas *c, TimePlot *out)
{
    const Rows *rows = browser_rows(c->browser);
    const ViewTime *time = browser_view(c->browser)->time;
    *out = (TimePlot){ .w = 1 };
    return time && rows && time->plot(rows, browser_viewport(c->browser), out);
}

void canvas_set_time(ShardCanvas *c, int64_t t0, int64_t t1)
{
    Viewport *vp = browser_viewport(c->browser);
    TimePlot p;
    if (!canvas_plot(c, &p))
        return;
    time_plot_clamp(&p, &t0, &t1);
    vp->t0 = t0;
    vp->t1 = t1;
    browser_redraw(c->browser);
}

void canvas_zoom(ShardCanvas *c, double factor, double x)
{
    TimePlot p;
    canvas_plot(c, &p);
    x = CLAMP(x, p.x, p.x + p.w);
    int64_t a = time_plot_fold(&p, p.t0), b = time_plot_fold(&p, p.t1);
    double share = (x - p.x) / p.w, span = MAX((double)(b - a) * factor, 50);
    int64_t from = a + (int64_t)(share * (double)(b - a)) - (int64_t)(span * share);
    canvas_set_time(c, time_plot_unfold(&p, from), time_plot_unfold(&p, from + (int64_t)span));
}

void canvas_pan(ShardCanvas *c, double px)
{
    TimePlot p;
    canvas_plot(c, &p);
    int64_t a = time_plot_fold(&p, p.t0), b = time_plot_fold(&p, p.t1), by = (int64_t)(px / p.w * (double)(b - a));
    canvas_set_time(c, time_plot_unfold(&p, a + by), time_plot_unfold(&p, b + by));
}

void canvas_scroll_pane(ShardCanvas *c, int pane, double px)
{
    const Scene *s = shard_canvas_scene(c);
    if (pane < 1 || pane >= s->n_panes)
        return;
    Viewport *vp = browser_viewport(c->browser);
    vp->scroll[pane] = layout_clamp_scroll(vp->scroll[pane] + px, s->panes[pane].content_h, s->panes[pane].h);
    if (s->panes[pane].scroll > 0) /* 0 would let layout choose again */
        vp->scroll[pane] = MAX(vp->scroll[pane], 0.5);
    shard_canvas_update(c);
}

void canvas_set_option(ShardCanvas *c, int option, int value)
{
    Viewport *vp = browser_viewport(c->browser);
    if (option < 0 || option >= MAX_OPTIONS)
        return;
    vp->option[option] = value;
    shard_canvas_update(c);
}

bool canvas_pans(ShardCanvas *c)
{
    return browser_view(c->browser)->pans;
}

void canvas_move_picture(ShardCanvas *c, double dx, double dy)
{
    Viewport *vp = browser_viewport(c->browser);
    vp->pan_x = CLAMP(vp->pan_x + dx, -20000, 20000);
    vp->pan_y = CLAMP(vp->pan_y + dy, -20000, 20000);
    shard_canvas_update(c);
}

void shard_canvas_fit(ShardCanvas *c)
{
    Viewport *vp = browser_viewport(c->browser);
    memset(vp->scroll, 0, sizeof vp->scroll);
    vp->t0 = vp->t1 = 0;
    vp->row_h = vp->split = vp->pan_x = vp->pan_y = 0;
    browser_redraw(c->browser);
}

static gboolean scrolled(GtkWidget *w, GdkEventScroll *e)
{
    ShardCanvas *c = SHARD_CANVAS(w);
    double dx = 0, dy = 0, x = e->x / c->zoom, y = e->y / c->zoom;
    if (e->direction == GDK_SCROLL_SMOOTH)
        gdk_event_get_scroll_deltas((GdkEvent *)e, &dx, &dy);
    else
        dy = e->direction == GDK_SCROLL_UP ? -1 : e->direction == GDK_SCROLL_DOWN ? 1 : 0,
        dx = e->direction == GDK_SCROLL_LEFT ? -1 : e->direction == GDK_SCROLL_RIGHT ? 1 : 0;
    bool ctrl = e->state & GDK_CONTROL_MASK, shift = e->state & GDK_SHIFT_MASK;
    if (canvas_has_time(c)) {
        TimePlot p;
        canvas_plot(c, &p);
        bool below = scene_pane_at(shard_canvas_scene(c), x, y) == PANE_DETAIL; /* a list below the lanes */
        if (below && !shift && !ctrl && dx == 0)
            canvas_scroll_pane(c, PANE_DETAIL, dy * 60);
        else if (shift || (dx != 0 && dy == 0))
            canvas_pan(c, (dx + dy) * 80);
        else if (x < p.x && !ctrl)
            canvas_scroll_pane(c, PANE_LIST, dy * 60);
        else
            canvas_zoom(c, pow(1.2, dy), x);
        return TRUE;
    }
    if (canvas_pans(c))
        canvas_move_picture(c, shift ? -dy * 60 : -dx * 60, shift ? 0 : -dy * 60);
    else
        canvas_scroll_pane(c, scene_pane_at(shard_canvas_scene(c), x, y), dy * 60);
    return TRUE;
}

/* ---- what a click does ---- */

void canvas_click(ShardCanvas *c, Ref r, const char *go, double x)
{
    GtkWidget *top = gtk_widget_get_toplevel(GTK_WIDGET(c));
    if (r.kind == REF_source && (r.sub == SOURCE_EDIT || r.sub == SOURCE_PLACE)) {
        if (G_IS_ACTION_GROUP(top))
            g_action_group_activate_action(G_ACTION_GROUP(top), r.sub == SOURCE_EDIT ? "editor" : "source-file", NULL);
    } else if (go) {
        browser_go_in(c->browser, go, r);
    } else if (r.kind == REF_option) {
        canvas_set_option(c, (int)r.id, (int)r.sub);
    } else if (r.kind == REF_remedy) {
        if (G_IS_ACTION_GROUP(top))
            g_action_group_activate_action(G_ACTION_GROUP(top), r.sub == REMEDY_COPY ? "copy-remedy" : "try-remedy", g_variant_new("(xx)", r.run, r.id));
    } else if (r.kind == REF_pin) {
        Viewport *vp = browser_viewport(c->browser);
        viewport_pin(vp, r.id);
        if (viewport_is_pinned(vp, r.id) && view_accepts(browser_view(c->browser), REF_run)) /* what is compared is what is named */
            browser_select(c->browser, (Ref){ REF_run, r.id, r.id, 0 });
        shard_canvas_update(c);
    } else if (canvas_list_click(c, r)) {
        shard_canvas_update(c);
    } else if (r.kind == REF_folded) {
        browser_open_node(c->browser, r.id);
    } else if (r.kind == REF_fold) {
        canvas_zoom(c, 0.25, x);
    } else if (r.kind == REF_tile || r.kind == REF_device) {
        browser_focus(c->browser, r);
    } else if (r.kind == REF_time || r.kind == REF_none) {
        if (canvas_has_time(c))
            browser_select(c->browser, (Ref){ 0 });
    } else if (canvas_pans(c)) {
        browser_select(c->browser, r);
    } else if (r.kind == REF_reshard || r.kind == REF_value) {
        browser_go(c->browser, r);
    } else if (r.kind == REF_run) {
        browser_select(c->browser, r);
    } else if (r.kind != REF_overview && r.kind != REF_split && r.kind != REF_axis) {
        c->shown = r;
        browser_select(c->browser, r);
    }
}

/* ---- pointer ---- */

static void go_on_overview(ShardCanvas *c, double x)
{
    TimePlot p;
    canvas_plot(c, &p);
    int64_t span = p.t1 - p.t0, at = p.first + (int64_t)((x - p.x) / p.w * (double)(p.last - p.first));
    canvas_set_time(c, at - span / 2, at + span - span / 2);
}

static gboolean pressed(GtkWidget *w, GdkEventButton *e)
{
    ShardCanvas *c = SHARD_CANVAS(w);
    double x = e->x / c->zoom, y = e->y / c->zoom;
    gtk_widget_grab_focus(w);
    if (e->type == GDK_2BUTTON_PRESS && e->button == 1) {
        canvas_fit_selection(c);
        return TRUE;
    }
    if (gdk_event_triggers_context_menu((GdkEvent *)e)) {
        canvas_menu_at(c, (GdkEvent *)e, x, y);
        return TRUE;
    }
    if (e->type != GDK_BUTTON_PRESS || e->button > 2)
        return FALSE;
    const Item *it = scene_pick(shard_canvas_scene(c), x, y);
    c->press_x = c->last_x = x;
    c->press_y = c->last_y = y;
    c->press = it ? it->ref : (Ref){ 0 };
    c->press_go = it ? it->go : NULL;
    c->dragging = false;
    bool on_ruler = c->press.kind == REF_time && c->press.id == 1;
    c->marking = (on_ruler || (e->state & GDK_CONTROL_MASK)) && canvas_has_time(c);
    c->down = true;
    if (c->press.kind == REF_overview)
        go_on_overview(c, x);
    return TRUE;
}

#define SNAP 6.0 /* px */

/* An end of the marked range: an edge of a slice, where one is near. */
static int64_t mark_end(ShardCanvas *c, const TimePlot *p, double x)
{
    int64_t t = time_plot_at(p, CLAMP(x, p->x, p->x + p->w));
    const ViewTime *time = browser_view(c->browser)->time;
    int64_t within = (int64_t)(SNAP / p->w * (double)(time_plot_fold(p, p->t1) - time_plot_fold(p, p->t0)));
    return time->snap ? time->snap(browser_rows(c->browser), t, within) : t;
}

/* A range that is hardly wider than the hand shakes was not meant. */
static void drop_stub(ShardCanvas *c, double x)
{
    Viewport *vp = browser_viewport(c->browser);
    if (!c->marking || fabs(x - c->press_x) >= 2 * SNAP)
        return;
    vp->mark0 = vp->mark1 = 0;
    shard_canvas_update(c);
}

static void drag(ShardCanvas *c, double x, double y)
{
    Viewport *vp = browser_viewport(c->browser);
    if (c->marking) {
        TimePlot p;
        canvas_plot(c, &p);
        int64_t a = mark_end(c, &p, c->press_x), b = mark_end(c, &p, x);
        vp->mark0 = MIN(a, b);
        vp->mark1 = MAX(a, b);
        shard_canvas_update(c);
    } else if (c->press.kind == REF_column_edge) {
        canvas_list_drag(c, x);
    } else if (c->press.kind == REF_split) {
        vp->split = c->press.id ? CLAMP(y / vp->height, 0.08, 0.9) : CLAMP(x / vp->width, 0.1, 0.8);
        shard_canvas_update(c);
    } else if (c->press.kind == REF_overview) {
        go_on_overview(c, x);
    } else if (canvas_pans(c)) {
        canvas_move_picture(c, x - c->last_x, y - c->last_y);
    } else if (canvas_has_time(c)) {
        vp->scroll[PANE_LIST] -= y - c->last_y;
        canvas_pan(c, c->last_x - x);
    } else {
        canvas_scroll_pane(c, scene_pane_at(c->scene, c->press_x, c->press_y), c->last_y - y);
    }
    c->last_x = x;
    c->last_y = y;
}

static void set_cursor(ShardCanvas *c, Ref r)
{
    const char *name = r.kind == REF_split ? (r.id ? "row-resize" : "col-resize") : r.kind == REF_column_edge ? "col-resize"
                       : r.kind == REF_time || r.kind == REF_overview || r.kind == REF_none ? NULL : "pointer";
    if (g_strcmp0(name, c->cursor) == 0)
        return;
    c->cursor = name;
    GdkWindow *win = gtk_widget_get_window(GTK_WIDGET(c));
    g_autoptr(GdkCursor) cur = name ? gdk_cursor_new_from_name(gtk_widget_get_display(GTK_WIDGET(c)), name) : NULL;
    gdk_window_set_cursor(win, cur);
}

static gboolean moved(GtkWidget *w, GdkEventMotion *e)
{
    ShardCanvas *c = SHARD_CANVAS(w);
    double x = e->x / c->zoom, y = e->y / c->zoom;
    c->pointer_x = x;
    c->pointer_y = y;
    if (c->down && (c->dragging || fabs(x - c->press_x) + fabs(y - c->press_y) > 4)) {
        c->dragging = true;
        drag(c, x, y);
        return TRUE;
    }
    const Item *it = scene_pick(shard_canvas_scene(c), x, y);
    Ref ref = it ? it->ref : (Ref){ 0 };
    set_cursor(c, ref);
    bool plain = ref.kind == REF_time || ref.kind == REF_overview || ref.kind == REF_split || ref.kind == REF_fold;
    browser_hover(c->browser, plain ? (Ref){ 0 } : ref, it ? it->tip : NULL);
    if (!plain && ref.kind != REF_none) { /* some items get their tooltip only when they are hovered */
        it = scene_pick(shard_canvas_scene(c), x, y);
        browser_hover(c->browser, ref, it ? it->tip : NULL);
    }
    return TRUE;
}

static gboolean released(GtkWidget *w, GdkEventButton *e)
{
    ShardCanvas *c = SHARD_CANVAS(w);
    if (!c->down || e->button > 2)
        return FALSE;
    c->down = false;
    if (c->dragging) {
        if (c->press.kind == REF_column_edge)
            canvas_list_dragged(c);
        else
            drop_stub(c, e->x / c->zoom);
        return TRUE;
    }
    canvas_click(c, c->press, c->press_go, e->x / c->zoom);
    return TRUE;
}

static gboolean left(GtkWidget *w, GdkEventCrossing *e)
{
    if (e->mode == GDK_CROSSING_NORMAL)
        browser_hover(SHARD_CANVAS(w)->browser, (Ref){ 0 }, NULL);
    return FALSE;
}

static gboolean tooltip(GtkWidget *w, int x, int y, gboolean keyboard, GtkTooltip *tip)
{
    ShardCanvas *c = SHARD_CANVAS(w);
    if (keyboard || c->down)
        return FALSE;
    const Scene *s = shard_canvas_scene(c);
    const Item *it = scene_pick(s, x / c->zoom, y / c->zoom);
    const char *said = it ? it->tip : NULL, *cut = scene_cut_text(s, text_cache_metrics(c->text), x / c->zoom, y / c->zoom);
    bool more = cut && (!said || !strstr(said, cut));
    if (!said && !more)
        return FALSE;
    g_autofree char *text = g_strconcat(more ? cut : said, more && said ? "\n" : NULL, said, NULL);
    gtk_tooltip_set_text(tip, text);
    GdkRectangle r = { x - 8, y - 8, 16, 16 };
    gtk_tooltip_set_tip_area(tip, &r);
    return TRUE;
}

/* ---- the type ---- */

static void style_updated(GtkWidget *w)
{
    ShardCanvas *c = SHARD_CANVAS(w);
    GTK_WIDGET_CLASS(shard_canvas_parent_class)->style_updated(w);
    g_clear_pointer(&c->text, text_cache_free);
    c->zoom = desktop_zoom(c);
    if (!c->theme_set) {
        GdkRGBA back = { 1, 1, 1, 1 };
        gtk_style_context_lookup_color(gtk_widget_get_style_context(w), "theme_base_color", &back);
        c->theme = rgb_luminance((Rgb){ back.red, back.green, back.blue }) < 0.4 ? THEME_dark : THEME_light;
    }
    c->stale = true;
}

void shard_canvas_set_theme(ShardCanvas *c, ThemeId theme)
{
    c->theme = theme;
    c->painted = false;
    c->theme_set = true;
    gtk_widget_queue_draw(GTK_WIDGET(c));
}

ThemeId shard_canvas_theme(const ShardCanvas *c)
{
    return c->theme;
}

static gboolean resized(GtkWidget *w, GdkEventConfigure *e)
{
    (void)e;
    SHARD_CANVAS(w)->stale = true;
    return FALSE;
}

static void finalize(GObject *o)
{
    ShardCanvas *c = SHARD_CANVAS(o);
    scene_free(c->scene);
    g_clear_pointer(&c->image, cairo_surface_destroy);
    text_cache_free(c->text);
    G_OBJECT_CLASS(shard_canvas_parent_class)->finalize(o);
}

static void shard_canvas_class_init(ShardCanvasClass *k)
{
    GtkWidgetClass *w = GTK_WIDGET_CLASS(k);
    G_OBJECT_CLASS(k)->finalize = finalize;
    w->draw = draw;
    w->scroll_event = scrolled;
    w->button_press_event = pressed;
    w->button_release_event = released;
    w->motion_notify_event = moved;
    w->leave_notify_event = left;
    w->query_tooltip = tooltip;
    w->key_press_event = canvas_key;
    w->popup_menu = canvas_menu_key;
    gtk_widget_class_set_accessible_type(w, canvas_access_get_type());
    w->style_updated = style_updated;
    w->configure_event = resized;
}

static void shard_canvas_init(ShardCanvas *c)
{
    GtkWidget *w = GTK_WIDGET(c);
    gtk_widget_set_can_focus(w, TRUE);
    gtk_widget_set_has_tooltip(w, TRUE);
    gtk_widget_set_hexpand(w, TRUE);
    gtk_widget_set_vexpand(w, TRUE);
    gtk_widget_add_events(w, GDK_SCROLL_MASK | GDK_SMOOTH_SCROLL_MASK | GDK_BUTTON_PRESS_MASK | GDK_BUTTON_RELEASE_MASK |
                                 GDK_POINTER_MOTION_MASK | GDK_LEAVE_NOTIFY_MASK | GDK_KEY_PRESS_MASK);
    c->zoom = desktop_zoom(c);
    c->stale = true;
}

GtkWidget *shard_canvas_new(Browser *browser)
{
    ShardCanvas *c = g_object_new(SHARD_TYPE_CANVAS, NULL);
    c->browser = browser;
    canvas_list_restore(c);
    return GTK_WIDGET(c);
}
