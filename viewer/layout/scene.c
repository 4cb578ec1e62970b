/* Scenes: adding items, picking them, and their text form. See scene.h. */
#include "viewer/layout/scene.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

/* Cairo keeps coordinates in 24.8 fixed point; far below that limit nothing can overflow. */
#define FAR_AWAY 100000.0

#define FIXED(line, w) { line, { [0 ... 127] = w }, { [0 ... 15] = w }, w }
const Metrics metrics_fixed[N_FONTS] = {
    [FONT_body] = FIXED(16, 7),   [FONT_small] = FIXED(14, 6), [FONT_bold] = FIXED(16, 8),
    [FONT_title] = FIXED(22, 9), [FONT_mono] = FIXED(16, 7),
};

const char *role_name(Role role)
{
    static const char *const names[] = {
#define ROLE(id, light, dark) #id,
#include "viewer/layout/roles.def"
    };
    return role < N_ROLES ? names[role] : "?";
}

const char *ref_kind_name(RefKind kind)
{
    static const char *const names[] = { "none",  "run",  "value", "tile", "device",  "axis", "reshard",  "inst",
                                         "event", "step", "lane",  "fold", "meeting", "time", "overview", "split", "pass",
                                         "view", "option", "source", "line", "column", "column-edge", "grouping", "filter", "folded", "remedy", "pin" };
    return (size_t)kind < G_N_ELEMENTS(names) ? names[kind] : "?";
}

Scene *scene_new(double width, double height)
{
    Scene *s = g_new0(Scene, 1);
    s->items = g_array_new(FALSE, TRUE, sizeof(Item));
    s->cells = g_array_new(FALSE, TRUE, sizeof(Cell));
    scene_reset(s, width, height);
    return s;
}

void scene_free(Scene *s)
{
    if (!s)
        return;
    g_array_unref(s->items);
    g_array_unref(s->cells);
    g_string_chunk_free(s->text);
    g_free(s);
}

void scene_reset(Scene *s, double width, double height)
{
    g_array_set_size(s->items, 0);
    g_array_set_size(s->cells, 0);
    if (s->text)
        g_string_chunk_free(s->text);
    s->text = g_string_chunk_new(4096);
    s->width = width;
    s->height = height;
    s->panes[0] = (Pane){ 0, 0, width, height, height };
    s->n_panes = 1;
    s->pane = 0;
}

void scene_pane(Scene *s, int pane, Rect box, double content_h)
{
    g_assert(pane > 0 && pane < MAX_PANES);
    while (s->n_panes <= pane)
        s->panes[s->n_panes++] = (Pane){ 0 };
    s->panes[pane] = (Pane){ box.x, box.y, MAX(box.w, 0), MAX(box.h, 0), content_h };
    s->pane = pane;
}

void scene_use_pane(Scene *s, int pane)
{
    g_assert(pane >= 0 && pane < s->n_panes);
    s->pane = pane;
}

static Item *add(Scene *s, ItemKind kind, Role role)
{
    Item it = { .kind = kind, .role = role, .tint = 255, .tint2 = 255, .edge_w = 1, .pane = s->pane };
    g_array_append_val(s->items, it);
    return &g_array_index(s->items, Item, s->items->len - 1);
}

static double near(double v)
{
    return isfinite(v) ? CLAMP(v, -FAR_AWAY, FAR_AWAY) : 0;
}

static void snap(Item *it, Rect box)
{
    double x0 = floor(near(box.x) + 0.5), x1 = floor(near(box.x + box.w) + 0.5);
    double y0 = floor(near(box.y) + 0.5), y1 = floor(near(box.y + box.h) + 0.5);
    it->x = x0;
    it->y = y0;
    it->w = MAX(x1 - x0, 1);
    it->h = MAX(y1 - y0, 1);
}

Item *scene_box(Scene *s, Role role, Rect box)
{
    Item *it = add(s, ITEM_box, role);
    snap(it, box);
    it->align = ALIGN_centre;
    return it;
}

Item *scene_hatch(Scene *s, Role role, Rect box)
{
    Item *it = add(s, ITEM_hatch, role);
    snap(it, box);
    return it;
}

Item *scene_text(Scene *s, FontRole font, Role ink, Spot spot, const char *text)
{
    Item *it = add(s, ITEM_text, ink);
    it->font = font;
    it->x = near(spot.x);
    it->y = near(spot.y);
    it->w = MAX(spot.w, 0);
    it->label = scene_keep(s, text);
    return it;
}

Item *scene_textf(Scene *s, FontRole font, Role ink, Spot spot, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    return scene_text(s, font, ink, spot, text);
}

Item *scene_line(Scene *s, Role role, double x0, double y0, double x1, double y1)
{
    Item *it = add(s, ITEM_line, role);
    it->x = near(x0);
    it->y = near(y0);
    it->w = near(x1) - it->x;
    it->h = near(y1) - it->y;
    return it;
}

Item *scene_strip(Scene *s, double x, double y, double h, const Cell *cells, int n)
{
    int first = (int)s->cells->len;
    g_array_append_vals(s->cells, cells, (guint)n);
    Item *it = add(s, ITEM_strip, ROLE_none);
    snap(it, (Rect){ x, y, n, h });
    it->first = first;
    it->n = n;
    return it;
}

const char *scene_keep(Scene *s, const char *text)
{
    return text ? g_string_chunk_insert(s->text, text) : NULL;
}

const char *scene_keepf(Scene *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    return scene_keep(s, text);
}

static bool inside(double px, double py, double x, double y, double w, double h)
{
    return px >= x && px < x + w && py >= y && py < y + h;
}

const Item *scene_pick(const Scene *s, double x, double y)
{
    for (guint i = s->items->len; i-- > 0;) {
        const Item *it = &g_array_index(s->items, Item, i);
        const Pane *p = &s->panes[it->pane];
        if (it->ref.kind == REF_none || !inside(x, y, p->x, p->y, p->w, p->h))
            continue;
        double h = it->kind == ITEM_text ? 14 : it->h;
        if (!inside(x, y, it->x, it->y, it->w, h))
            continue;
        if (it->kind == ITEM_strip && g_array_index(s->cells, Cell, it->first + (int)(x - it->x)).role == ROLE_none)
            continue; /* nothing is there */
        return it;
    }
    return NULL;
}

static const Item *text_item_at(const Scene *s, const Metrics *m, double x, double y)
{
    for (guint i = s->items->len; i-- > 0;) {
        const Item *it = &g_array_index(s->items, Item, i);
        const Pane *p = &s->panes[it->pane];
        double w = it->w > 0 ? it->w : it->label ? text_width(m, it->font, it->label) : 0;
        if (it->kind == ITEM_text && !it->vertical && it->label && *it->label && inside(x, y, p->x, p->y, p->w, p->h) && inside(x, y, it->x, it->y, w, m[it->font].line_h))
            return it;
    }
    return NULL;
}

const char *scene_text_at(const Scene *s, const Metrics *m, double x, double y)
{
    const Item *it = text_item_at(s, m, x, y);
    return !it ? NULL : it->whole ? it->whole : it->label;
}

const char *scene_cut_text(const Scene *s, const Metrics *m, double x, double y)
{
    const Item *it = text_item_at(s, m, x, y);
    return it && it->w > 0 && text_width(m, it->font, it->label) > it->w ? it->label : NULL;
}

int scene_pane_at(const Scene *s, double x, double y)
{
    for (int i = s->n_panes - 1; i > 0; i--) {
        const Pane *p = &s->panes[i];
        if (inside(x, y, p->x, p->y, p->w, p->h))
            return i;
    }
    return 0;
}

static double sign_width(const Metrics *m, const char *at)
{
    size_t n = (unsigned char)*at >= 0xF0 ? 4 : (unsigned char)*at >= 0xE0 ? 3 : 2;
    const char *sign = METRIC_SIGNS;
    for (int i = 0; *sign; i++, sign = g_utf8_next_char(sign)) {
        if (strncmp(sign, at, n) == 0)
            return m->sign[i];
    }
    return m->other;
}

double text_width(const Metrics *m, FontRole font, const char *text)
{
    double w = 0;
    for (const unsigned char *c = (const unsigned char *)text; c && *c; c++) {
        if (*c < 128)
            w += m[font].ascii[*c];
        else if (*c >= 0xC0)
            w += sign_width(&m[font], (const char *)c);
    }
    return w;
}

/* How much of a word fits in `room`, in bytes: all of it, else up to the last place where one may break it (behind ] / , _ or .), else so many
 * letters; at least one. */
static gsize piece_of(const Metrics *m, FontRole font, const char *word, double room)
{
    if (text_width(m, font, word) <= room)
        return strlen(word);
    gsize fits = 0, place = 0;
    for (const char *p = word; *p;) {
        const char *next = g_utf8_next_char(p);
        g_autofree char *part = g_strndup(word, (gsize)(next - word));
        if (text_width(m, font, part) > room && fits)
            break;
        fits = (gsize)(next - word);
        if (strchr("]/,_.", *p) && *next != *p)
            place = fits;
        p = next;
    }
    return place ? place : fits;
}

double scene_paragraph(Scene *s, const Metrics *m, FontRole font, Role ink, Spot spot, const char *text)
{
    g_auto(GStrv) words = g_strsplit(text ? text : "", " ", -1);
    g_autoptr(GString) line = g_string_new(NULL);
    double used = 0, blank = text_width(m, font, " "), room = spot.w - 4; /* widths are added up letter by letter: a little air */
    guint begin = s->items->len;
    for (int i = 0; words[i]; i++) {
        const char *word = words[i];
        double ww = text_width(m, font, word);
        bool first = true;
        if (line->len && used + blank + ww > room) {
            scene_text(s, font, ink, spot, line->str);
            spot.y += m[font].line_h;
            g_string_truncate(line, 0);
            used = 0;
        }
        while (room > 60 && ww > room) { /* longer than a line: broken */
            gsize n = piece_of(m, font, word, room);
            g_autofree char *part = g_strndup(word, n);
            scene_text(s, font, ink, spot, part);
            spot.y += m[font].line_h;
            word += n;
            ww = text_width(m, font, word);
            first = false;
        }
        if (line->len && first) {
            g_string_append_c(line, ' ');
            used += blank;
        }
        g_string_append(line, word);
        used += ww;
    }
    if (line->len) {
        scene_text(s, font, ink, spot, line->str);
        spot.y += m[font].line_h;
    }
    const char *whole = s->items->len > begin + 1 ? scene_keep(s, text) : NULL;
    for (guint i = begin; i < s->items->len; i++)
        g_array_index(s->items, Item, i).whole = whole;
    return spot.y;
}

static void append_quoted(GString *out, const char *text)
{
    if (!text)
        return;
    g_string_append(out, " \"");
    for (; *text; text++) {
        if (*text == '\n')
            g_string_append(out, "\\n");
        else if (*text == '"' || *text == '\\')
            g_string_append_printf(out, "\\%c", *text);
        else
            g_string_append_c(out, *text);
    }
    g_string_append_c(out, '"');
}

char *scene_to_text(const Scene *s)
{
    static const char *const kinds[] = { "box", "hatch", "text", "line", "strip" };
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "scene %.0fx%.0f\n", s->width, s->height);
    for (int i = 1; i < s->n_panes; i++) {
        const Pane *p = &s->panes[i];
        g_string_append_printf(out, "pane %d %.0f,%.0f %.0fx%.0f content %.0f\n", i, p->x, p->y, p->w, p->h,
                               p->content_h);
    }
    for (guint i = 0; i < s->items->len; i++) {
        const Item *it = &g_array_index(s->items, Item, i);
        g_string_append_printf(out, "%s %d %.0f,%.0f %.0fx%.0f %s", kinds[it->kind], it->pane, it->x, it->y, it->w,
                               it->h, role_name(it->role));
        if (it->kind == ITEM_box && it->role == ROLE_tile)
            g_string_append_printf(out, ":%d:%d", it->tint, it->tint2);
        else if (it->tint != 255)
            g_string_append_printf(out, ":%d", it->tint);
        if (it->edge != ROLE_none)
            g_string_append_printf(out, " edge=%s/%d", role_name(it->edge), it->edge_w);
        for (int c = 0; c < it->n;) { /* a strip: runs of equal columns */
            const Cell *a = &g_array_index(s->cells, Cell, it->first + c);
            int e = c + 1;
            while (e < it->n && memcmp(a, &g_array_index(s->cells, Cell, it->first + e), sizeof *a) == 0)
                e++;
            if (a->role != ROLE_none)
                g_string_append_printf(out, " %d-%d:%s:%d", c, e, role_name((Role)a->role), a->tint);
            c = e;
        }
        append_quoted(out, it->label);
        if (it->ref.kind != REF_none)
            g_string_append_printf(out, " %s:%" G_GINT64_FORMAT, ref_kind_name(it->ref.kind), it->ref.id);
        if (it->go)
            g_string_append_printf(out, " go=%s", it->go);
        g_string_append_c(out, '\n');
    }
    return g_string_free(out, FALSE);
}
