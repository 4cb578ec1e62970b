/* Sentences in which every file:line leads to the Source view. See viewport.h. */
#include <string.h>

#include "viewer/layout/viewport.h"

/* The places that a line of text names, underlined and to be clicked. */
static void mark_places(Scene *s, const Metrics *m, guint at)
{
    static GRegex *place;
    if (g_once_init_enter(&place)) {
        GRegex *made = g_regex_new("[\\w+][\\w.+-]*\\.[A-Za-z]\\w*:[1-9][0-9]*(?![\\w.:])", G_REGEX_OPTIMIZE, 0, NULL);
        g_once_init_leave(&place, made);
    }
    const Item line = g_array_index(s->items, Item, at);
    g_autoptr(GMatchInfo) match = NULL;
    for (g_regex_match(place, line.label, 0, &match); g_match_info_matches(match); g_match_info_next(match, NULL)) {
        int from, to;
        g_match_info_fetch_pos(match, 0, &from, &to);
        g_autofree char *before = g_strndup(line.label, (gsize)from), *words = g_strndup(line.label + from, (gsize)(to - from));
        double x = line.x + text_width(m, line.font, before), w = text_width(m, line.font, words), h = m[line.font].line_h;
        scene_line(s, ROLE_link, x, line.y + h - 2, x + w, line.y + h - 2);
        Item *it = scene_box(s, ROLE_none, (Rect){ x, line.y, w, h });
        it->ref = (Ref){ REF_source, 0, (int64_t)g_str_hash(words), 0 };
        it->go = "source";
        it->tip = scene_keepf(s, "%s: shows the line in Source", words);
    }
}

double layout_sentence(Scene *s, const Viewport *vp, FontRole font, Role ink, Spot spot, const char *text)
{
    guint first = s->items->len;
    double y = scene_paragraph(s, vp->metrics, font, ink, spot, text);
    guint n = s->items->len;
    for (guint i = first; i < n && !vp->still; i++) /* on paper there is nothing to click */
        mark_places(s, vp->metrics, i);
    return y;
}
