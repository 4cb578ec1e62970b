/* What can be clicked in a picture, reached by keys: one thing of the scene after the other gets a frame, and Return does what a click
 * on it does. Things come in the order in which screen readers get them (layout/reading.h). */
#include <math.h>

#include "viewer/layout/reading.h"
#include "viewer/layout/theme.h"
#include "viewer/widgets/canvas_impl.h"

enum { MOST = 2000 };

static bool can_click(const Reading *x)
{
    switch (x->ref.kind) {
    case REF_none: case REF_overview: case REF_split: case REF_axis: case REF_time: case REF_column_edge:
        return x->go != NULL;
    default:
        return true;
    }
}

/* The place of the framed thing among what is in sight; -1 = it is not. */
static int find(const ShardCanvas *c, const GArray *all)
{
    int best = -1;
    double least = INFINITY;
    for (guint i = 0; c->link_on && i < all->len; i++) {
        const Reading *x = &g_array_index(all, Reading, i);
        double off = hypot(x->x - c->link_x, x->y - c->link_y);
        if (ref_equal(x->ref, c->link) && g_strcmp0(x->go, c->link_go) == 0 && off < least) {
            best = (int)i;
            least = off;
        }
    }
    return best;
}

static bool take(ShardCanvas *c, const GArray *all, int from, int dir)
{
    for (int i = from; i >= 0 && i < (int)all->len; i += dir) {
        const Reading *x = &g_array_index(all, Reading, i);
        if (!can_click(x))
            continue;
        c->link_on = true;
        c->link = x->ref;
        c->link_go = x->go ? g_intern_string(x->go) : NULL; /* names of views */
        c->link_x = x->x;
        c->link_y = x->y;
        gtk_widget_queue_draw(GTK_WIDGET(c));
        return true;
    }
    return false;
}

void canvas_link_step(ShardCanvas *c, int dir)
{
    const Scene *s = shard_canvas_scene(c);
    g_autoptr(GArray) all = scene_read(s, MOST);
    int at = find(c, all);
    if (take(c, all, at >= 0 ? at + dir : dir > 0 ? 0 : (int)all->len - 1, dir) || at < 0)
        return;
    int pane = s->n_panes > PANE_DETAIL ? PANE_DETAIL : PANE_LIST;
    double before = browser_viewport(c->browser)->scroll[pane];
    canvas_scroll_pane(c, pane, dir * s->height * 0.5);
    double by = browser_viewport(c->browser)->scroll[pane] - before;
    if (by == 0)
        return;
    c->link_y -= by;
    g_autoptr(GArray) moved = scene_read(shard_canvas_scene(c), MOST);
    at = find(c, moved);
    if (at >= 0)
        take(c, moved, at + dir, dir);
}

bool canvas_link_open(ShardCanvas *c)
{
    g_autoptr(GArray) all = c->link_on ? scene_read(shard_canvas_scene(c), MOST) : NULL;
    int at = all ? find(c, all) : -1;
    if (at < 0)
        return false;
    const Reading *x = &g_array_index(all, Reading, at);
    const View *before = browser_view(c->browser);
    canvas_click(c, x->ref, c->link_go, x->x + x->w / 2);
    c->link_on &= browser_view(c->browser) == before;
    return true;
}

bool canvas_link_leave(ShardCanvas *c)
{
    bool was = c->link_on;
    c->link_on = false;
    if (was)
        gtk_widget_queue_draw(GTK_WIDGET(c));
    return was;
}

void canvas_link_draw(ShardCanvas *c, cairo_t *cr)
{
    g_autoptr(GArray) all = c->link_on ? scene_read(shard_canvas_scene(c), MOST) : NULL;
    int at = all ? find(c, all) : -1;
    if (at < 0)
        return;
    const Reading *x = &g_array_index(all, Reading, at);
    c->link_x = x->x;
    c->link_y = x->y;
    Rgb edge = theme_colour(c->theme, ROLE_link);
    cairo_set_source_rgb(cr, edge.r, edge.g, edge.b);
    cairo_set_line_width(cr, 2);
    cairo_rectangle(cr, x->x - 2, x->y - 1, x->w + 4, x->h + 2);
    cairo_stroke(cr);
}
