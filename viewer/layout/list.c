/* Lists, empty states and scroll bars, as several views draw them. See list.h and viewport.h. */
#include "viewer/layout/list.h"

#include <math.h>

int list_fit(const Column *columns, int n, double w, Column out[MAX_COLUMNS])
{
    g_assert(n <= MAX_COLUMNS);
    for (; n > 0; n--) {
        double fixed = 0, parts = 0, least = 1e9;
        for (int i = 0; i < n; i++) {
            double part = columns[i].w > 0 ? 0 : columns[i].w == 0 ? 1 : -columns[i].w;
            fixed += MAX(columns[i].w, 0);
            parts += part;
            least = part > 0 ? MIN(least, part) : least;
        }
        double share = parts > 0 ? (w - fixed) / parts : 0;
        if (n > 1 && ((parts > 0 && share * least < 78) || (parts == 0 && fixed > w)))
            continue;
        for (int i = 0; i < n; i++) {
            out[i] = columns[i];
            if (out[i].w <= 0)
                out[i].w = MAX(floor(share * (columns[i].w == 0 ? 1 : -columns[i].w)), 20);
        }
        break;
    }
    return n;
}

void list_header(Scene *s, const Metrics *m, const Column *c, int n, double x, double y)
{
    double at = x;
    for (int i = 0; i < n; i++) {
        Item *it = scene_text(s, FONT_small, ROLE_dim, at + 6, y + (LIST_ROW_H - m[FONT_small].line_h) / 2,
                              c[i].w - 10, c[i].title);
        it->align = c[i].align;
        at += c[i].w;
    }
    scene_line(s, ROLE_grid, x, y + LIST_ROW_H - 1, at, y + LIST_ROW_H - 1);
}

void list_row(Scene *s, const Metrics *m, const Column *c, int n, double x, double y, double w,
              const char *const *texts, Ref ref, const Viewport *vp, const char *tip)
{
    bool selected = ref.kind != REF_none && ref_equal(ref, vp->select);
    bool hovered = ref.kind != REF_none && ref_equal(ref, vp->hover);
    Item *back = scene_box(s, selected ? ROLE_row_select : hovered ? ROLE_panel : ROLE_background, x, y, w, LIST_ROW_H);
    back->ref = ref;
    back->tip = scene_keep(s, tip);
    double at = x;
    for (int i = 0; i < n; i++) {
        if (texts[i]) {
            Item *it = scene_text(s, c[i].font, c[i].ink == ROLE_none ? ROLE_text : c[i].ink, at + 6,
                                  y + (LIST_ROW_H - m[c[i].font].line_h) / 2, c[i].w - 10, texts[i]);
            it->align = c[i].align;
            it->trim = c[i].trim;
        }
        at += c[i].w;
    }
}

void layout_empty(Scene *s, const Viewport *vp, double x, double y, double w, double h, const char *title,
                  const char *sentence)
{
    const Metrics *m = vp->metrics;
    double at = y + MAX(h / 2 - 40, 12), room = MIN(w - 40, 560), left = x + (w - room) / 2;
    Item *it = scene_text(s, FONT_title, ROLE_dim, left, at, room, title);
    it->align = ALIGN_centre;
    at += m[FONT_title].line_h + 6;
    double tw = text_width(m, FONT_body, sentence);
    scene_paragraph(s, m, FONT_body, ROLE_dim, tw < room ? left + (room - tw) / 2 : left, at, room, sentence);
}

void layout_scrollbar(Scene *s, int pane, double scroll)
{
    const Pane *p = &s->panes[pane];
    if (p->content_h <= p->h + 1 || p->h < 20)
        return;
    double h = MAX(p->h * p->h / p->content_h, 24);
    double y = p->y + (p->h - h) * scroll / MAX(p->content_h - p->h, 1);
    scene_box(s, ROLE_scroll, p->x + p->w - 6, y + 2, 4, h - 4);
}

double layout_clamp_scroll(double scroll, double content_h, double h)
{
    return CLAMP(scroll, 0, MAX(content_h - h, 0));
}
