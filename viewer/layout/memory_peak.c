/* What is in use at the peak of memory, as a treemap. See memory_impl.h. */
#include "viewer/layout/memory_impl.h"

#include <math.h>
#include <string.h>

#include "trace/capped.h"
#include "trace/report/elide.h"
#include "viewer/layout/treemap.h"

#define MOST_BOXES 400
#define MOST_NAMED 80 /* of these, the largest, cut names are written */
#define NAME_W 60     /* px that a cut name needs */
#define PLATE_W 40    /* the same, of several buffers' name, which is there once */

const char *memory_name(const TraceBufferRow *b)
{
    return b->label ? b->label : b->value;
}

Ref memory_ref(const RunRows *run, const TraceBufferRow *b)
{
    return (Ref){ REF_inst, run->info->id, b->inst_id, b->id };
}

bool memory_is_shown(Ref buffer, Ref shown)
{
    return shown.kind == REF_inst && buffer.id == shown.id && (!shown.sub || buffer.sub == shown.sub);
}

static const char *short_name(const TraceBufferRow *b)
{
    const char *of = "the result of ", *name = memory_name(b) ? memory_name(b) : b->cat_name;
    return g_str_has_prefix(name, of) ? name + strlen(of) : name;
}

/* The name without what its box's colour and place say too: "mul (mlp.py:9)" of "mul (mlp.py:9) saved by every trip". To be freed. */
static char *shorter_name(const char *name)
{
    const char *saved = strstr(name, " saved by ");
    return saved && saved > name ? g_strndup(name, (gsize)(saved - name)) : g_strdup(name);
}

static double width_of(const char *text, void *metrics)
{
    return text_width(metrics, FONT_small, text);
}

/* What a box says: name and size, as much of the name as there is room for; the size alone; nothing. */
static const char *box_label(Scene *s, const Metrics *m, const Elider *e, const TraceBufferRow *b, const Rect *at)
{
    double line = m[FONT_small].line_h, room = at->w - 8;
    Word bytes = word_bytes(b->place_bytes);
    bool sized = room > 30 && room >= text_width(m, FONT_small, bytes.s), whole = text_width(m, FONT_small, short_name(b)) <= room;
    g_autofree char *shorter = shorter_name(short_name(b));
    bool fits = !whole && text_width(m, FONT_small, shorter) <= room;
    g_autofree char *name = whole ? g_strdup(short_name(b)) : fits ? g_strdup(shorter) : e && room >= NAME_W ? elide(e, shorter, room, width_of, (gpointer)m) : NULL;
    if (at->h >= 2 * line + 2 && sized)
        return name ? scene_keepf(s, "%s\n%s", name, bytes.s) : scene_keep(s, bytes.s);
    return at->h >= line && name ? scene_keep(s, name) : NULL;
}

/* What is drawn, and what of it has been. */
typedef struct Tree {
    Scene *s;
    const Viewport *vp;
    const RunRows *run;
    const MemoryRows *own;
    Elider *cut;
    int n_named; /* boxes so far that got a name, cut or not */
} Tree;

static const TraceBufferRow *buffer_of(const Tree *t, const ListLine *line, guint i)
{
    return TRACE_AT(t->own->peak, TraceBufferRow, g_array_index(t->own->folded->order, guint, line->first + i));
}

static void draw_buffer(Tree *t, const TraceBufferRow *b, Rect at, bool named)
{
    Item *it = scene_box(t->s, role_of_buffer(b->cat), at);
    it->tint = 205;
    it->ref = memory_ref(t->run, b);
    it->font = FONT_small;
    bool chosen = memory_is_shown(it->ref, t->vp->select), hovered = memory_is_shown(it->ref, t->vp->hover);
    it->edge = chosen ? ROLE_select : hovered ? ROLE_edge : ROLE_background;
    it->edge_w = chosen || hovered ? 2 : 1;
    Word bytes = word_bytes(b->place_bytes);
    const char *name = memory_name(b) ? memory_name(b) : b->cat_name;
    it->tip = scene_keepf(t->s, "%s %s\n%s, %s%s%s%s%s", name, shape_show(b->shape).s, bytes.s, b->cat_name, b->sharding ? "\n" : "",
                          b->sharding ? b->sharding : "", b->at ? "\n" : "", b->at ? b->at : "");
    if (named)
        it->label = box_label(t->s, t->vp->metrics, t->n_named++ < MOST_NAMED ? t->cut : NULL, b, &at);
}

/* One name for buffers of many layers, on a plate over their boxes: where these lie as a grid, none of them has room for its own. */
static void draw_plate(Tree *t, guint i, Rect at)
{
    const Metrics *m = t->vp->metrics;
    const ListLine *line = arranged_line(t->own->folded, i);
    TableCell name = arranged_cell(t->own->table, t->own->folded, i, table_column(t->own->table, "label"));
    TableCell bytes = arranged_cell(t->own->table, t->own->folded, i, table_column(t->own->table, "bytes"));
    int64_t one = buffer_of(t, line, 0)->place_bytes;
    bool equal = bytes.i == one * line->n;
    g_autofree char *size = equal ? g_strdup_printf("%u × %s", line->n, word_bytes(one).s) : g_strdup_printf("%u: %s", line->n, word_bytes(bytes.i).s);
    double h = m[FONT_small].line_h, room = at.w - 10;
    if (name.is == CELL_STRING && at.h >= h + 4 && room >= PLATE_W) {
        g_autofree char *whole = shorter_name(name.s);
        g_autofree char *text = text_width(m, FONT_small, whole) <= room ? g_strdup(whole) : elide(t->cut, whole, room, width_of, (gpointer)m);
        double name_w = text_width(m, FONT_small, text), size_w = text_width(m, FONT_small, size);
        bool sized = at.h >= 2 * h + 4 && size_w <= room;
        double w = (sized ? MAX(name_w, size_w) : name_w) + 6, lines = sized ? 2 * h : h;
        Item *it = scene_box(t->s, role_of_buffer(buffer_of(t, line, 0)->cat), (Rect){ floor(at.x + (at.w - w) / 2), floor(at.y + (at.h - lines) / 2), w, lines });
        it->tint = 205;
        it->font = FONT_small;
        it->label = sized ? scene_keepf(t->s, "%s\n%s", text, size) : scene_keep(t->s, text);
        it->ref = memory_ref(t->run, buffer_of(t, line, 0));
        it->tip = scene_keepf(t->s, "%s\n%s", name.s, size);
    }
    cell_drop(&name);
    cell_drop(&bytes);
}

/* The buffers of line i of the list, in their box. */
static void draw_line(Tree *t, guint i, Rect at)
{
    const ListLine *line = arranged_line(t->own->folded, i);
    double line_h = t->vp->metrics[FONT_small].line_h;
    if (line->n > 1 && at.w > 8 && at.h > 8) /* a gap around the group */
        at = (Rect){ at.x + 1, at.y + 1, at.w - 2, at.h - 2 };
    g_autofree TreeBox *boxes = g_new0(TreeBox, line->n);
    for (guint k = 0; k < line->n; k++)
        boxes[k].value = (double)MAX(buffer_of(t, line, k)->place_bytes, 0);
    treemap_place(boxes, (int)line->n, at);
    bool each = true;
    for (guint k = 0; k < line->n; k++)
        each &= boxes[k].at.w >= NAME_W + 8 && boxes[k].at.h >= line_h;
    for (guint k = 0; k < line->n; k++)
        draw_buffer(t, buffer_of(t, line, k), boxes[k].at, each || line->n == 1);
    if (!each && line->n > 1)
        draw_plate(t, i, at);
}

void memory_tree_draw(Scene *s, const Viewport *vp, const RunRows *run, const MemoryRows *own, Rect box)
{
    const Arranged *lines = own->folded;
    guint n = 0, n_rest = 0, n_drawn = 0;
    int64_t rest = 0;
    g_autofree TreeBox *boxes = g_new0(TreeBox, lines->lines->len + 1);
    g_autofree guint *of = g_new(guint, lines->lines->len + 1);
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    Tree t = { .s = s, .vp = vp, .run = run, .own = own };
    for (guint i = 0; i < lines->lines->len; i++) {
        const ListLine *line = arranged_line(lines, i);
        int64_t bytes = 0;
        for (guint k = 0; k < line->n; k++)
            bytes = add_capped(bytes, MAX(buffer_of(&t, line, k)->place_bytes, 0));
        if (bytes <= 0 || n_drawn + line->n > MOST_BOXES) {
            rest = add_capped(rest, bytes);
            n_rest += line->n;
            continue;
        }
        n_drawn += line->n;
        of[n] = i;
        boxes[n++].value = (double)bytes;
        if (names->len < MOST_NAMED)
            g_ptr_array_add(names, g_strdup(short_name(buffer_of(&t, line, 0))));
    }
    if (rest > 0) /* it may be out of order by size, which only makes the boxes less square */
        boxes[n].value = (double)rest;
    treemap_place(boxes, (int)n + (rest > 0), box);
    scene_box(s, ROLE_panel, box);
    t.cut = elider_new((const char *const *)names->pdata, (int)names->len);
    for (guint i = 0; i < n; i++)
        draw_line(&t, of[i], boxes[i].at);
    elider_free(t.cut);
    if (rest > 0)
        scene_hatch(s, ROLE_pad, boxes[n].at)->tip = scene_keepf(s, "%u smaller buffers, %s together", n_rest, word_bytes(rest).s);
}
