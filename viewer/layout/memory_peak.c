/* What is in use at the peak of memory, as a treemap. See memory_impl.h. */
#include "viewer/layout/memory_impl.h"
#include "viewer/layout/treemap.h"

#define MOST_BOXES 400

const char *memory_name(const TraceBufferRow *b)
{
    return b->label ? b->label : b->value;
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
        double line = vp->metrics[FONT_small].line_h, room = it->w - 8;
        if (it->h >= 2 * line + 2 && room >= text_width(vp->metrics, FONT_small, bytes.s) && room > 30)
            it->label = text_width(vp->metrics, FONT_small, name) <= room ? scene_keepf(s, "%s\n%s", name, bytes.s) : scene_keep(s, bytes.s);
        else if (it->h >= line && text_width(vp->metrics, FONT_small, name) <= room)
            it->label = scene_keep(s, name);
    }
    if (rest > 0) {
        scene_hatch(s, ROLE_pad, boxes[n].at)->tip = scene_keepf(s, "%u smaller buffers, %s together", peak->len - (guint)n, word_bytes(rest).s);
    }
}
