/* What is in use at the peak of memory, as a treemap. See memory_impl.h. */
#include "viewer/layout/memory_impl.h"

#include <string.h>

#include "trace/report/elide.h"
#include "viewer/layout/treemap.h"

#define MOST_BOXES 400
#define MOST_NAMED 80 /* of these, the largest, cut names are written */
#define NAME_W 60     /* px that a cut name needs */

const char *memory_name(const TraceBufferRow *b)
{
    return b->label ? b->label : b->value;
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

void memory_tree_draw(Scene *s, const Viewport *vp, const RunRows *run, const GArray *peak, Rect box)
{
    int n = 0;
    int64_t rest = 0;
    g_autofree TreeBox *boxes = g_new0(TreeBox, peak->len + 2);
    for (guint i = 0; i < peak->len; i++) {
        const TraceBufferRow *b = TRACE_AT(peak, TraceBufferRow, i);
        if (b->place_bytes <= 0 || n >= MOST_BOXES)
            rest += b->place_bytes;
        else
            boxes[n++].value = (double)b->place_bytes;
    }
    if (rest > 0) /* it may be out of order by size, which only makes the boxes less square */
        boxes[n].value = (double)rest;
    treemap_place(boxes, n + (rest > 0), box);
    scene_box(s, ROLE_panel, box);
    const char *names[MOST_NAMED];
    for (int i = 0; i < MIN(n, MOST_NAMED); i++)
        names[i] = short_name(TRACE_AT(peak, TraceBufferRow, i));
    g_autoptr(Elider) cut = elider_new(names, MIN(n, MOST_NAMED));
    for (int i = 0; i < n; i++) {
        const TraceBufferRow *b = TRACE_AT(peak, TraceBufferRow, i);
        Item *it = scene_box(s, role_of_buffer(b->cat), boxes[i].at);
        it->tint = 205;
        it->ref = (Ref){ REF_inst, run->info->id, b->inst_id, 0 };
        it->font = FONT_small;
        bool chosen = ref_equal(it->ref, vp->select), hovered = ref_equal(it->ref, vp->hover);
        it->edge = chosen ? ROLE_select : hovered ? ROLE_edge : ROLE_background;
        it->edge_w = chosen || hovered ? 2 : 1;
        Word bytes = word_bytes(b->place_bytes);
        const char *name = memory_name(b) ? memory_name(b) : b->cat_name;
        it->tip = scene_keepf(s, "%s %s\n%s, %s%s%s%s%s", name, shape_show(b->shape).s, bytes.s, b->cat_name, b->sharding ? "\n" : "",
                              b->sharding ? b->sharding : "", b->at ? "\n" : "", b->at ? b->at : "");
        it->label = box_label(s, vp->metrics, i < MOST_NAMED ? cut : NULL, b, &boxes[i].at);
    }
    if (rest > 0) {
        scene_hatch(s, ROLE_pad, boxes[n].at)->tip = scene_keepf(s, "%u smaller buffers, %s together", peak->len - (guint)n, word_bytes(rest).s);
    }
}
