/* Lists, empty states, scroll bars and pins, as several views use them. See list.h and viewport.h. */
#include "viewer/layout/list.h"

#include <math.h>

/* What the columns that share the rest have together, and the least of them. */
static double parts_of(const Column *columns, int n, double *fixed, double *least)
{
    double parts = 0;
    *fixed = 0, *least = 1e9;
    for (int i = 0; i < n; i++) {
        double part = columns[i].w > 0 ? 0 : columns[i].w == 0 ? 1 : -columns[i].w;
        *fixed += MAX(columns[i].w, 0);
        parts += part;
        *least = part > 0 ? MIN(*least, part) : *least;
    }
    return parts;
}

double list_least_width(const Column *columns, int n)
{
    double fixed, least, parts = parts_of(columns, n, &fixed, &least);
    return fixed + (parts > 0 ? LEAST_COLUMN_W * parts / least : 0);
}

List list_fit(Scene *s, const Viewport *vp, const Column *columns, int n, double w)
{
    g_assert(n <= MAX_COLUMNS);
    List l = { .s = s, .vp = vp };
    for (; n > 0; n--) {
        if (n > 1 && list_least_width(columns, n) > w)
            continue;
        double fixed, least, parts = parts_of(columns, n, &fixed, &least);
        double share = parts > 0 ? (w - fixed) / parts : 0;
        for (int i = 0; i < n; i++) {
            l.columns[i] = columns[i];
            if (columns[i].w <= 0)
                l.columns[i].w = MAX(floor(share * (columns[i].w == 0 ? 1 : -columns[i].w)), 20);
        }
        break;
    }
    l.n = n;
    return l;
}

void list_header(const List *l, double x, double y)
{
    const Metrics *m = l->vp->metrics;
    double at = x;
    for (int i = 0; i < l->n; i++) {
        const Column *c = &l->columns[i];
        Item *it = scene_text(l->s, FONT_small, ROLE_dim, (Spot){ at + 6, y + (LIST_ROW_H - m[FONT_small].line_h) / 2, c->w - 10 }, c->title);
        it->align = c->align;
        at += c->w;
    }
    scene_line(l->s, ROLE_grid, x, y + LIST_ROW_H - 1, at, y + LIST_ROW_H - 1);
}

void list_row(const List *l, Spot spot, const char *const *texts, Ref ref, const char *tip)
{
    const Metrics *m = l->vp->metrics;
    double h = l->row_h > 0 ? l->row_h : LIST_ROW_H, text_h = l->text_h > 0 ? l->text_h : h;
    bool selected = ref.kind != REF_none && ref_equal(ref, l->vp->select);
    bool hovered = ref.kind != REF_none && ref_equal(ref, l->vp->hover);
    Role fill = selected ? ROLE_row_select : hovered ? ROLE_panel : ROLE_background;
    Item *back = scene_box(l->s, fill, (Rect){ spot.x, spot.y, spot.w, h });
    back->ref = ref;
    back->tip = scene_keep(l->s, tip);
    double at = spot.x;
    for (int i = 0; i < l->n; i++) {
        const Column *c = &l->columns[i];
        if (texts[i]) {
            Spot to = { at + 6, spot.y + (text_h - m[c->font].line_h) / 2, c->w - 10 };
            Item *it = scene_text(l->s, c->font, c->ink == ROLE_none ? ROLE_text : c->ink, to, texts[i]);
            it->align = c->align;
            it->trim = c->trim;
        }
        at += c->w;
    }
}

void layout_empty(Scene *s, const Viewport *vp, Rect box, const char *title, const char *sentence)
{
    const Metrics *m = vp->metrics;
    double at = box.y + MAX(box.h / 2 - 40, 12), room = MIN(box.w - 40, 560), left = box.x + (box.w - room) / 2;
    Item *it = scene_text(s, FONT_title, ROLE_dim, (Spot){ left, at, room }, title);
    it->align = ALIGN_centre;
    at += m[FONT_title].line_h + 6;
    double tw = text_width(m, FONT_body, sentence);
    scene_paragraph(s, m, FONT_body, ROLE_dim, (Spot){ tw < room ? left + (room - tw) / 2 : left, at, room }, sentence);
}

void layout_scrollbar(Scene *s, int pane, double scroll)
{
    const Pane *p = &s->panes[pane];
    if (p->content_h <= p->h + 1 || p->h < 20)
        return;
    double h = MAX(p->h * p->h / p->content_h, 24);
    double y = p->y + (p->h - h) * scroll / MAX(p->content_h - p->h, 1);
    scene_box(s, ROLE_scroll, (Rect){ p->x + p->w - 6, y + 2, 4, h - 4 });
}

double layout_clamp_scroll(double scroll, double content_h, double h)
{
    return CLAMP(scroll, 0, MAX(content_h - h, 0));
}

bool viewport_is_pinned(const Viewport *vp, int64_t id)
{
    for (int i = 0; i < vp->n_pinned; i++) {
        if (vp->pinned[i] == id)
            return true;
    }
    return false;
}

void viewport_pin(Viewport *vp, int64_t id)
{
    bool had = viewport_is_pinned(vp, id), full = !had && vp->n_pinned == MAX_PINS;
    int n = 0;
    for (int i = full ? 1 : 0; i < vp->n_pinned; i++) {
        if (vp->pinned[i] != id)
            vp->pinned[n++] = vp->pinned[i];
    }
    if (!had)
        vp->pinned[n++] = id;
    vp->n_pinned = n;
}
