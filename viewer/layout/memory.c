/* The Memory view: planned memory of a device over the schedule, stacked by category; the buffers by lifetime and
 * address; what is in use at the peak; and what is replicated. Start at layout_memory(). */
#include <math.h>
#include <string.h>

#include "viewer/layout/choices.h"
#include "viewer/layout/memory_impl.h"

#define LISTS_H 260.0 /* that both lists below the chart have in a low window, before the chart has more than CHART_H */
#define CHART_H 150.0
#define HELD_H 110.0 /* of the second list: a row or two of it are seen */
#define MARGIN 14.0

double memory_legend(Scene *s, const Metrics *m, Spot spot, const bool *drawn, const int64_t *bytes)
{
    double at = spot.x;
    for (int k = 0; k < N_BUFFER_CATS; k++) {
        if (!drawn[k])
            continue;
        const char *name = trace_buffer_cat_name(k) ? trace_buffer_cat_name(k) : "not known";
        g_autofree char *t = bytes ? g_strdup_printf("%s %s", name, word_bytes(bytes[k]).s) : g_strdup(name);
        double tw = text_width(m, FONT_small, t) + 2;
        if (at + tw + 16 > spot.x + spot.w && at > spot.x) {
            at = spot.x;
            spot.y += m[FONT_small].line_h + 3;
        }
        scene_box(s, role_of_buffer(k), (Rect){ at, spot.y + 3, 10, 10 })->tint = 220;
        scene_text(s, FONT_small, ROLE_text, (Spot){ at + 15, spot.y, tw }, t);
        at += tw + 30;
    }
    return spot.y + m[FONT_small].line_h + 6;
}

/* The categories of the chart, with what they hold at the peak: 0 B of one that is drawn elsewhere only. */
static double draw_legend(Scene *s, const Metrics *m, const MemoryChart *c, Spot spot)
{
    bool drawn[N_BUFFER_CATS] = { false };
    for (int64_t i = 0; i < c->n_pos; i++)
        for (int k = 0; k < N_BUFFER_CATS; k++)
            drawn[k] |= c->live[i * N_BUFFER_CATS + k] != 0;
    return memory_legend(s, m, spot, drawn, c->live + c->peak_pos * N_BUFFER_CATS);
}

#define TEXT(title, w, ink) { title, w, ALIGN_left, TRIM_middle, FONT_small, ink }
enum { MOST_OTHERS = 6 }; /* runs whose peak is told beside this one's */
#define NUMBER(title, w) { title, w, ALIGN_right, TRIM_end, FONT_small, ROLE_none }

static const TableColumn peak_columns[] = {
    { "label", NULL, "the result of ", TEXT("value", -2.4, ROLE_none) },
    { "bytes", NULL, NULL, NUMBER("bytes", 66) },
    { "category", NULL, NULL, TEXT("what", 74, ROLE_dim) },
    { "shape", NULL, NULL, TEXT("shape", -0.9, ROLE_dim) },
    { "at", NULL, NULL, { "line", 108, ALIGN_left, TRIM_start, FONT_small, ROLE_link } },
};

static Role bar_role(const Table *t, guint row)
{
    const TableCell *what = table_at(t, row, table_column(t, "category"));
    for (int k = 0; k < N_BUFFER_CATS; k++)
        if (what->s && g_strcmp0(trace_buffer_cat_name(k), what->s) == 0)
            return role_of_buffer(k);
    return role_of_buffer(0);
}

TableList memory_list(const MemoryRows *own, int64_t run)
{
    return (TableList){ .table = own->table, .columns = peak_columns, .n = G_N_ELEMENTS(peak_columns), .kind = REF_inst, .run = run, .role = bar_role };
}

static const TableColumn copies_columns[] = {
    { "value", NULL, "the result of ", TEXT("value", -1.2, ROLE_none) },
    { "sharding", NULL, NULL, TEXT("sharding", -1.2, ROLE_none) },
    { "copies", NULL, NULL, NUMBER("copies", 46) },
    { "bytes", NULL, NULL, NUMBER("a device", 68) },
    { "could_free_bytes", NULL, NULL, { "could free", 76, ALIGN_right, TRIM_end, FONT_small, ROLE_good } },
};

static double draw_headline(Scene *s, const Viewport *vp, const Rows *rows, const RunRows *run, Spot spot)
{
    const Metrics *m = vp->metrics;
    const GArray *summary = memory_rows(rows)->summary;
    const TraceMemorySummary *sum = summary->len ? TRACE_AT(summary, TraceMemorySummary, 0) : NULL;
    g_autofree char *title = g_strdup_printf("%s: %s a device", run->info->title, sum && sum->peak.known ? word_bytes(sum->peak.v).s : "–");
    int64_t capacity = memory_rows(rows)->capacity;
    bool over = sum && sum->peak.known && capacity > 0 && sum->peak.v > capacity;
    scene_text(s, FONT_title, ROLE_text, spot, title);
    if (over)
        scene_textf(s, FONT_bold, ROLE_bad, (Spot){ spot.x + text_width(m, FONT_title, title) + 12, spot.y + 3, 0 }, "does not fit: a device has %s", word_bytes(capacity).s);
    spot.y += m[FONT_title].line_h + 2;
    g_autoptr(GString) t = g_string_new(NULL);
    if (sum)
        g_string_append_printf(t, "in use at the peak of the plan; set aside: parameters %s, results %s (and %s in place of parameters), constants %s, arena of temporaries %s (%s of it lost to packing)",
                               word_bytes(sum->argument).s, word_bytes(sum->output).s, word_bytes(sum->alias).s, word_bytes(sum->constant).s,
                               word_bytes(sum->temp).s, word_bytes(sum->packing).s);
    int n_others = 0;
    for (guint i = 0; i < rows->run->len && rows->run->len > 1; i++) {
        const RunRows *o = g_ptr_array_index(rows->run, i);
        if (o != run && !rows_is_other_function(rows, (int)i) && ++n_others <= MOST_OTHERS)
            g_string_append_printf(t, "; %s %s", o->info->title, word_maybe_bytes(o->info->peak_bytes).s);
    }
    if (n_others > MOST_OTHERS)
        g_string_append_printf(t, "; %d more runs are in Compare", n_others - MOST_OTHERS);
    return scene_paragraph(s, m, FONT_small, ROLE_dim, spot, t->str) + 8;
}

/* The treemap, the list, and what is replicated. */
static void draw_right(Scene *s, const Viewport *vp, const RunRows *run, const MemoryRows *own, Rect box)
{
    const Metrics *m = vp->metrics;
    TableList held = { .table = own->copies, .columns = copies_columns, .n = G_N_ELEMENTS(copies_columns), .kind = REF_value, .run = run->info->id, .slot = 1, .pane = PANE_DETAIL };
    bool some = own->copies && table_n_rows(own->copies);
    double heading = m[FONT_bold].line_h + 2, bottom = some ? MIN(MAX(box.h * 0.26, MIN(HELD_H, box.h * 0.45)), table_list_height(vp, &held) + heading + 4) : 44, tree = box.h > 300 ? floor(box.h * 0.3) : 0;
    if (tree > 0 && own->folded) {
        scene_text(s, FONT_bold, ROLE_text, (Spot){ box.x + 6, box.y, box.w }, "In use at the peak");
        box.y += m[FONT_bold].line_h + 4;
        memory_tree_draw(s, vp, run, own, (Rect){ box.x + 6, box.y, box.w - 12, tree });
        box.y += tree + 6;
        box.h -= tree + m[FONT_bold].line_h + 10;
    }
    Rect list_box = { box.x, box.y, box.w, box.h - bottom - 8 };
    if (own->table && table_n_rows(own->table)) {
        TableList list = memory_list(own, run->info->id);
        table_list_draw(s, vp, &list, list_box, vp->select);
    } else {
        scene_paragraph(s, m, FONT_small, ROLE_dim, (Spot){ box.x + 6, box.y, box.w - 12 }, "What is in use at the peak was not recorded.");
    }
    box = (Rect){ box.x, box.y + box.h - bottom, box.w, bottom };
    scene_text(s, FONT_bold, ROLE_text, (Spot){ box.x + 6, box.y, box.w - 12 }, "Replicated at the peak");
    if (some)
        table_list_draw(s, vp, &held, (Rect){ box.x, box.y + heading, box.w, box.h - heading }, vp->select);
    else
        scene_paragraph(s, m, FONT_small, ROLE_dim, (Spot){ box.x + 6, box.y + heading, box.w - 12 }, "Nothing that takes 1 % of the peak or more is replicated.");
}

/* The plan, or what was measured, from box.y down. */
static void draw_left(Scene *s, const Viewport *vp, const RunRows *run, const MemoryRows *own, MemoryChart *c, Rect box)
{
    double y = box.y, w = box.w, room = box.h;
    const char *const modes[] = { "schedule (planned)", run->info->kind == TRACE_RUN_PREDICTED ? "time (predicted)" : "time (measured)" };
    bool time = vp->option[0] == 2;
    choices_draw(s, vp, &(Choices){ 0, "over", modes, 2, time }, MARGIN, y);
    y += CHOICE_H + 6;
    room -= CHOICE_H + 6;
    c->x = 84;
    c->w = MAX(w - 84 - MARGIN, 40);
    if (time) {
        memory_time_draw(s, vp, run, own, (Rect){ c->x, y, c->w, room });
        return;
    }
    y = draw_legend(s, vp->metrics, c, (Spot){ MARGIN, y, w - 2 * MARGIN }) + 14;
    room -= 38;
    c->y = y;
    bool map = room > 130; /* in a low window the chart alone */
    c->h = MAX(map ? floor(room * 0.5) - 10 : room - 26, 30);
    memory_chart_draw(s, vp->metrics, c);
    scene_textf(s, FONT_small, ROLE_dim, (Spot){ c->x, y + c->h + 4, c->w },
                "schedule of %s instructions%s", word_count(c->n_pos).s, map ? "; below, the lifetime and address of each buffer" : "");
    if (map)
        memory_map_draw(s, vp, run, own->buffers, c->n_pos, (Rect){ c->x, y + c->h + 22, c->w, MAX(room - c->h - 34, 20) });
}

void layout_memory(const Rows *rows, const Viewport *vp, Scene *s)
{
    const RunRows *run = rows_current(rows);
    const MemoryRows *own = memory_rows(rows);
    bool planned = run && own && own->buffers->len, measured = run && own && own->samples->len;
    if (!planned && !measured) {
        layout_empty(s, vp, (Rect){ 0, 0, vp->width, vp->height }, "No memory plan", "The memory plan of this run was not recorded.");
        return;
    }
    scene_box(s, ROLE_background, (Rect){ 0, 0, vp->width, vp->height });
    bool beside = vp->width >= 820 && planned;
    double lw = beside ? floor(vp->width * 0.46) : vp->width, y = draw_headline(s, vp, rows, run, (Spot){ MARGIN, 10, vp->width - 2 * MARGIN });
    double room = beside ? vp->height - y - 12 : planned ? CLAMP(vp->height - y - LISTS_H, MIN(CHART_H, vp->height * 0.55), vp->height * 0.55) : vp->height - y - 12;
    MemoryChart c = { 0 };
    if (planned) {
        memory_chart_fill(&c, own);
        draw_left(s, vp, run, own, &c, (Rect){ 0, y, lw, room });
        g_free(c.live);
        draw_right(s, vp, run, own, beside ? (Rect){ lw + 8, y, vp->width - lw - 8, vp->height - y - 4 }
                                           : (Rect){ 0, y + room + 8, vp->width, vp->height - y - room - 12 });
    } else {
        memory_time_draw(s, vp, run, own, (Rect){ 84, y, MAX(vp->width - 84 - MARGIN, 40), room });
    }
}
