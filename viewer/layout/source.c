/* The Source view. Left, the lines of the program by what they cost; right, the file around the selected one with those
 * figures in its margin, or, where the file was not found, the lines that are known of it. Start at layout_source(). */
#include <math.h>
#include <string.h>

#include "viewer/layout/choices.h"
#include "viewer/layout/words.h"
#include "viewer/model/source.h"
#include "viewer/views/source.h"

#define FIGURE_W 64.0 /* of a figure beside a line */
#define CODE_W 420.0  /* that the text of a line should have; figures give way */

static const TableColumn columns[] = {
    { "at", NULL, NULL, { "line", 0, ALIGN_left, TRIM_start, FONT_small, ROLE_none } },
    { "bytes", NULL, NULL, { "received", 70, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
    { "total_ns", NULL, NULL, { "time", 66, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
    { "waited_ns", NULL, NULL, { "waited", 66, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
    { "n_reshards", NULL, NULL, { "reshards", 58, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
    { "peak_bytes", NULL, NULL, { "at the peak", 76, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
};

/* The same with what the lines call. */
static const TableColumn columns_called[] = {
    { "at", NULL, NULL, { "line", 0, ALIGN_left, TRIM_start, FONT_small, ROLE_none } },
    { "all_bytes", NULL, NULL, { "received", 70, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
    { "all_ns", NULL, NULL, { "time", 66, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
    { "all_waited_ns", NULL, NULL, { "waited", 66, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
    { "all_reshards", NULL, NULL, { "reshards", 58, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
    { "all_peak_bytes", NULL, NULL, { "at the peak", 76, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
};

/* Which costs are shown: with what a line calls, unless the user wants those of the line alone or no line calls another. */
static bool with_calls(const SourceRows *own, const Viewport *vp)
{
    return own->calls && vp->option[0] != 2;
}

TableList source_list(const SourceRows *own, const Viewport *vp, int64_t run)
{
    bool calls = with_calls(own, vp);
    return (TableList){ .table = own->table, .columns = calls ? columns_called : columns, .n = calls ? G_N_ELEMENTS(columns_called) : G_N_ELEMENTS(columns), .kind = REF_source, .run = run };
}

typedef struct LineCost {
    int64_t traffic, peak_bytes, n_reshards;
    TraceInt ns, waited;
} LineCost;

static LineCost cost_of(const TraceLineTotal *x, bool calls)
{
    return calls ? (LineCost){ x->all_traffic.v, x->all_peak_bytes.v, x->all_reshards.v, x->all_ns, x->all_waited_ns } : (LineCost){ x->traffic, x->peak_bytes, x->n_reshards, x->total_ns, x->waited_ns };
}

typedef struct Page {
    Scene *s;
    const Viewport *vp;
    const SourceRows *own;
    int64_t run;
    const TraceLineTotal **of; /* of each line of the file, NULL = nothing is known of it */
    int n;                     /* lines */
    int figures;               /* columns in the margin */
} Page;

static double margin_w(const Page *p)
{
    return p->figures * FIGURE_W + 8;
}

static const TraceLineTotal *shown_line(const SourceRows *own)
{
    return own->shown >= 0 ? TRACE_AT(own->totals, TraceLineTotal, own->shown) : NULL;
}

/* What is known of the lines of the shown file. */
static void page_fill(Page *p)
{
    for (int pass = 0; pass < 2; pass++) {
        for (guint i = 0; i < p->own->totals->len; i++) {
            const TraceLineTotal *x = TRACE_AT(p->own->totals, TraceLineTotal, i);
            g_autofree char *file = NULL;
            int line;
            if (!source_split(x->at, &file, &line) || g_strcmp0(file, p->own->file) != 0)
                continue;
            if (pass == 0)
                p->n = MAX(p->n, line);
            else if (line <= p->n)
                p->of[line - 1] = x;
        }
        if (pass == 0) {
            p->n = p->own->text ? (int)g_strv_length(p->own->text) : p->n;
            p->of = g_new0(const TraceLineTotal *, p->n + 1);
        }
    }
}

/* All that is known of a line, and its text, which may be cut. */
static const char *line_tip(Page *p, const TraceLineTotal *x, int line)
{
    g_autoptr(GString) t = g_string_new(NULL);
    for (int k = 0; x && k < 1 + p->own->calls; k++) {
        LineCost c = cost_of(x, k);
        g_string_append_printf(t, "%s%s: received %s, time %s%s%s, %s at the peak, %" G_GINT64_FORMAT " changes of layout", k ? "\n" : "", k ? "with what it calls" : x->at, word_bytes(c.traffic).s,
                               c.ns.known ? word_ns((double)c.ns.v).s : "–", c.waited.known ? " and waited " : "", c.waited.known ? word_ns((double)c.waited.v).s : "", word_bytes(c.peak_bytes).s, c.n_reshards);
    }
    if (p->own->text && *p->own->text[line - 1])
        g_string_append_printf(t, "%s%s", t->len ? "\n" : "", g_strstrip(g_strdup(p->own->text[line - 1])));
    return t->len ? scene_keep(p->s, t->str) : NULL;
}

static void draw_figures(Page *p, const TraceLineTotal *x, double x0, double y)
{
    LineCost c = cost_of(x, with_calls(p->own, p->vp));
    Word words[4] = { c.traffic ? word_bytes(c.traffic) : (Word){ "" }, c.ns.known ? word_ns((double)c.ns.v) : (Word){ "" }, c.peak_bytes ? word_bytes(c.peak_bytes) : (Word){ "" } };
    if (c.n_reshards)
        g_snprintf(words[3].s, sizeof words[3].s, "%" G_GINT64_FORMAT, c.n_reshards);
    for (int i = 0; i < p->figures; i++)
        scene_text(p->s, FONT_small, ROLE_text, (Spot){ x0 + i * FIGURE_W, y, FIGURE_W - 4 }, words[i].s)->align = ALIGN_right;
}

static void draw_line(Page *p, int line, Spot at, double row_h)
{
    const TraceLineTotal *x = p->of[line - 1], *shown = shown_line(p->own);
    Ref ref = x ? (Ref){ REF_source, p->run, source_id(x->at), 0 } : (Ref){ 0 };
    Item *back = scene_box(p->s, x && x == shown ? ROLE_row_select : ROLE_background, (Rect){ at.x, at.y, at.w, row_h });
    back->ref = ref;
    back->tip = line_tip(p, x, line);
    if (x)
        draw_figures(p, x, at.x + 6, at.y + 2);
    scene_textf(p->s, FONT_small, ROLE_dim, (Spot){ at.x + margin_w(p) + 8, at.y + 2, 40 }, "%d", line)->align = ALIGN_right;
    if (p->own->text && *p->own->text[line - 1]) {
        g_auto(GStrv) parts = g_strsplit(p->own->text[line - 1], "\t", -1);
        g_autofree char *plain = g_strjoinv("    ", parts);
        scene_text(p->s, FONT_mono, ROLE_text, (Spot){ at.x + margin_w(p) + 58, at.y + 1, MAX(at.w - margin_w(p) - 64, 40) }, plain);
    }
}

/* The lines drawn: all of a file that was found, else those that something is known of. To be freed; *n gets their number. */
static int *lines_shown(const Page *p, int *n)
{
    int *list = g_new0(int, p->n + 1);
    *n = 0;
    for (int i = 1; i <= p->n; i++)
        if (p->own->text || p->of[i - 1])
            list[(*n)++] = i;
    return list;
}

/* Where the file is, and a word that opens it in the user's editor. */
static void draw_path(Page *p, Rect box)
{
    static const char word[] = "open in editor";
    double w = p->vp->still ? 0 : text_width(p->vp->metrics, FONT_small, word) + 12;
    scene_text(p->s, FONT_bold, ROLE_text, (Spot){ box.x + 8, box.y + 3, box.w - 16 - w }, p->own->path)->trim = TRIM_start;
    if (w <= 0)
        return;
    Item *it = scene_text(p->s, FONT_small, ROLE_link, (Spot){ box.x + box.w - w, box.y + 4, w - 8 }, word);
    it->ref = (Ref){ REF_source, p->run, source_id(shown_line(p->own)->at), SOURCE_EDIT };
    it->tip = "opens the line in your editor (Ctrl+L); shardscope-viewer --editor says which";
}

/* The file is not here: its path, cut in front, and what can be done. */
static void draw_missing(Page *p, Rect box)
{
    const Metrics *m = p->vp->metrics;
    bool still = p->vp->still;
    const char *said = still ? " was not found: --source-map OLD=NEW says where its folder is" : " was not found", *ask = still ? "" : "say where it is…";
    double w = text_width(m, FONT_small, said) + 4, button = still ? 0 : text_width(m, FONT_small, ask) + 12;
    double room = MAX(box.w - 16 - w - button, 60), path = MIN(text_width(m, FONT_small, p->own->file) + 2, room);
    scene_text(p->s, FONT_small, ROLE_dim, (Spot){ box.x + 8, box.y + 4, path }, p->own->file)->trim = TRIM_start;
    scene_text(p->s, FONT_small, ROLE_dim, (Spot){ box.x + 8 + path, box.y + 4, MAX(box.w - 16 - path, 20) }, said);
    if (still)
        return;
    Item *it = scene_text(p->s, FONT_small, ROLE_link, (Spot){ box.x + 8 + path + w + 8, box.y + 4, button }, ask);
    it->ref = (Ref){ REF_source, p->run, source_id(shown_line(p->own)->at), SOURCE_PLACE };
    it->tip = "says where this file and those beside it are; shardscope-viewer --source-map OLD=NEW does it too, and a window remembers it";
}

static void draw_file(Page *p, Rect box)
{
    const Metrics *m = p->vp->metrics;
    double row_h = ceil(m[FONT_mono].line_h) + 3, top = box.y + 2 * LIST_ROW_H;
    scene_box(p->s, ROLE_panel, (Rect){ box.x, box.y, box.w, LIST_ROW_H });
    if (p->own->text)
        draw_path(p, box);
    else
        draw_missing(p, box);
    static const char *const titles[] = { "received", "time", "at peak", "reshards" };
    while (p->figures > 2 && box.w - margin_w(p) < CODE_W)
        p->figures--;
    for (int i = 0; i < p->figures; i++)
        scene_text(p->s, FONT_small, ROLE_dim, (Spot){ box.x + 6 + i * FIGURE_W, box.y + LIST_ROW_H + 3, FIGURE_W - 4 }, titles[i])->align = ALIGN_right;
    static const char *const whose[] = { "with what it calls", "line alone" };
    if (p->own->calls)
        choices_draw(p->s, p->vp, &(Choices){ 0, NULL, whose, 2, !with_calls(p->own, p->vp) }, box.x + margin_w(p) + 16, box.y + LIST_ROW_H);
    int n;
    g_autofree int *list = lines_shown(p, &n);
    int at_shown = 0, line = 0;
    g_autofree char *file = NULL;
    const TraceLineTotal *shown = shown_line(p->own);
    if (shown && source_split(shown->at, &file, &line))
        while (at_shown < n && list[at_shown] < line)
            at_shown++;
    double view = box.y + box.h - top, content = n * row_h;
    double middle = layout_clamp_scroll(at_shown * row_h - view / 3, content, view); /* until it is scrolled, the line is in sight */
    double scroll = p->vp->scroll[PANE_DETAIL] > 0 ? layout_clamp_scroll(p->vp->scroll[PANE_DETAIL], content, view) : middle;
    scene_pane(p->s, PANE_DETAIL, (Rect){ box.x, top, box.w, view }, content);
    scene_box(p->s, ROLE_background, (Rect){ box.x, top, box.w, view });
    for (int i = (int)(scroll / row_h); i < n && i * row_h - scroll < view; i++)
        draw_line(p, list[i], (Spot){ box.x, top + i * row_h - scroll, box.w }, row_h);
    layout_scrollbar(p->s, PANE_DETAIL, scroll);
    bool answered = p->vp->select.kind != REF_source || (shown && source_is(shown->at, p->vp->select.id));
    if (answered) /* else another line is on its way, which will be brought into sight */
        p->s->panes[PANE_DETAIL].scroll = MAX(scroll, 0.5);
    scene_use_pane(p->s, 0);
}

void layout_source(const Rows *rows, const Viewport *vp, Scene *s)
{
    const RunRows *run = rows_current(rows);
    const SourceRows *own = source_rows(rows);
    if (!run || !own || !own->totals || !own->totals->len) {
        layout_empty(s, vp, (Rect){ 0, 0, vp->width, vp->height }, "No lines recorded", "The program's text names no lines of source: print it with its locations (as_text(debug_info=True)).");
        return;
    }
    double lw = floor(vp->split > 0 ? vp->width * vp->split : own->text ? CLAMP(vp->width * 0.38, MIN(280, vp->width / 2), 440) : CLAMP(vp->width * 0.42, MIN(300, vp->width / 2), 500));
    TableList list = source_list(own, vp, run->info->id);
    const TraceLineTotal *shown = shown_line(own);
    double below = 0; /* the height of what is said below the list */
    if (own->beside) {
        g_autoptr(Scene) trial = scene_new(lw, 100);
        below = scene_paragraph(trial, vp->metrics, FONT_small, ROLE_dim, (Spot){ 6, 4, lw - 12 }, own->beside) + 4;
        scene_paragraph(s, vp->metrics, FONT_small, ROLE_dim, (Spot){ 6, vp->height - below + 4, lw - 12 }, own->beside);
    }
    table_list_draw(s, vp, &list, (Rect){ 0, 0, lw, MAX(vp->height - below, 3 * LIST_ROW_H) }, shown ? (Ref){ REF_source, run->info->id, source_id(shown->at), 0 } : (Ref){ 0 });
    Page p = { .s = s, .vp = vp, .own = own, .run = run->info->id, .figures = 4 };
    if (own->file) {
        page_fill(&p);
        draw_file(&p, (Rect){ lw + 1, 0, vp->width - lw - 1, vp->height });
        g_free(p.of);
    } else {
        layout_empty(s, vp, (Rect){ lw + 1, 0, vp->width - lw - 1, vp->height }, "Nothing is known of this line", "It is in the trace, but no op, change of layout or buffer of this run is from it.");
    }
    scene_box(s, ROLE_grid, (Rect){ lw, 0, 1, vp->height })->ref = (Ref){ REF_split, 0, 0, 0 };
}
