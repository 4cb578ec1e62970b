/* The Passes view. Left, the compiler's passes with their time and what they changed; right, what the selected one
 * did to the program's text. Start at layout_passes(). */
#include <math.h>
#include <string.h>

#include "viewer/layout/diff.h"
#include "viewer/layout/list.h"
#include "viewer/layout/words.h"

#define CONTEXT 3
#define LINE_H 16.0

static void change(char *out, size_t size, TraceInt before, TraceInt after)
{
    int64_t d = before.known && after.known ? after.v - before.v : 0;
    if (!after.known)
        g_strlcpy(out, "–", size);
    else if (d)
        g_snprintf(out, size, "%" G_GINT64_FORMAT " (%+" G_GINT64_FORMAT ")", after.v, d);
    else
        g_snprintf(out, size, "%" G_GINT64_FORMAT, after.v);
}

static void draw_list(Scene *s, const Viewport *vp, const Rows *rows, const RunRows *run, double w, double h)
{
    static const Column all[] = {
        { "#", 30, ALIGN_right, TRIM_end, FONT_small, ROLE_dim },
        { "pass", -1.4, ALIGN_left, TRIM_end, FONT_body, ROLE_none },
        { "time", 64, ALIGN_right, TRIM_end, FONT_small, ROLE_none },
        { "instructions", 88, ALIGN_right, TRIM_end, FONT_small, ROLE_none },
        { "collectives", 76, ALIGN_right, TRIM_end, FONT_small, ROLE_none },
        { "received", 70, ALIGN_right, TRIM_end, FONT_small, ROLE_none },
    };
    Column c[MAX_COLUMNS];
    int n = list_fit(all, G_N_ELEMENTS(all), w - 8, c);
    scene_box(s, ROLE_background, 0, 0, w, h);
    list_header(s, vp->metrics, c, n, 0, 0);
    int64_t longest = 1;
    for (guint i = 0; i < run->passes->len; i++) {
        TraceInt t = TRACE_AT(run->passes, TracePassRow, i)->dur_ns;
        longest = MAX(longest, t.known ? t.v : 0);
    }
    double content = run->passes->len * LIST_ROW_H, view = h - LIST_ROW_H, scroll = layout_clamp_scroll(vp->scroll[PANE_LIST], content, view);
    scene_pane(s, PANE_LIST, 0, LIST_ROW_H, w, view, content);
    Viewport marked = *vp;
    marked.select = rows->about;
    for (guint i = (guint)(scroll / LIST_ROW_H); i < run->passes->len && i * LIST_ROW_H - scroll < view; i++) {
        const TracePassRow *p = TRACE_AT(run->passes, TracePassRow, i);
        char seq[24], insts[64], colls[64];
        g_snprintf(seq, sizeof seq, "%" G_GINT64_FORMAT, p->seq);
        change(insts, sizeof insts, p->inst_before, p->inst_after);
        change(colls, sizeof colls, p->coll_before, p->coll_after);
        Word time = word_maybe_time(p->dur_ns), bytes = word_maybe_bytes(p->bytes_after);
        const char *texts[] = { seq, p->name, time.s, insts, colls, bytes.s };
        double y = LIST_ROW_H + i * LIST_ROW_H - scroll;
        list_row(s, vp->metrics, c, n, 0, y, w, texts, (Ref){ REF_pass, run->info->id, p->id, 0 }, &marked,
                 p->changed.known && !p->changed.v ? "changed nothing" : p->pipeline);
        double bar = p->dur_ns.known ? (w - 8) * (double)p->dur_ns.v / (double)longest : 0;
        if (bar >= 1)
            scene_box(s, ROLE_bar, 0, y + LIST_ROW_H - 3, bar, 2);
    }
    layout_scrollbar(s, PANE_LIST, scroll);
    scene_use_pane(s, 0);
}

/* Which lines are drawn: changes with their surroundings; a run of others becomes one line with its length. */
typedef struct Shown {
    int line; /* index into the diff; -1 = a fold */
    int folded;
} Shown;

static GArray *fold(const GArray *diff)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(Shown));
    int n = (int)diff->len;
    g_autofree bool *keep = g_new0(bool, n + 1);
    for (int i = 0; i < n; i++) {
        if (g_array_index(diff, DiffLine, i).mark == ' ')
            continue;
        for (int k = MAX(i - CONTEXT, 0); k <= MIN(i + CONTEXT, n - 1); k++)
            keep[k] = true;
    }
    for (int i = 0; i < n;) {
        int e = i;
        while (e < n && !keep[e])
            e++;
        if (e - i > 1) {
            g_array_append_val(out, ((Shown){ -1, e - i }));
            i = e;
        } else {
            g_array_append_val(out, ((Shown){ i, 0 }));
            i++;
        }
    }
    return out;
}

static void draw_text(Scene *s, const Viewport *vp, const GArray *diff, const GArray *shown, double x, double y, double w, double view)
{
    double content = shown->len * LINE_H + 8, scroll = layout_clamp_scroll(vp->scroll[PANE_DETAIL], content, view);
    scene_pane(s, PANE_DETAIL, x, y, w, view, content);
    scene_box(s, ROLE_background, x, y, w, view);
    for (guint i = (guint)(scroll / LINE_H); i < shown->len && i * LINE_H - scroll < view; i++) {
        const Shown *one = &g_array_index(shown, Shown, i);
        double ly = y + i * LINE_H - scroll;
        if (one->line < 0) {
            scene_box(s, ROLE_panel, x, ly, w, LINE_H);
            scene_textf(s, FONT_small, ROLE_dim, x + 26, ly + 1, w - 40, "… %s lines as before", word_count(one->folded).s);
            continue;
        }
        const DiffLine *d = &g_array_index(diff, DiffLine, one->line);
        g_autofree char *line = g_strndup(d->text, (gsize)d->len);
        g_strdelimit(line, "\t\r", ' ');
        if (d->mark != ' ') {
            Item *back = scene_box(s, d->mark == '+' ? ROLE_good : ROLE_bad, x, ly, w, LINE_H);
            back->tint = 36;
            scene_text(s, FONT_mono, d->mark == '+' ? ROLE_good : ROLE_bad, x + 8, ly, 14, d->mark == '+' ? "+" : "–");
        }
        Item *it = scene_text(s, FONT_mono, d->mark == ' ' ? ROLE_dim : ROLE_text, x + 24, ly, w - 34, line);
        it->tip = it->label;
    }
    layout_scrollbar(s, PANE_DETAIL, scroll);
    scene_use_pane(s, 0);
}

void layout_passes(const Rows *rows, const Viewport *vp, Scene *s)
{
    const Metrics *m = vp->metrics;
    const RunRows *run = rows_current(rows);
    if (!run || !run->passes || run->passes->len == 0) {
        layout_empty(s, vp, 0, 0, vp->width, vp->height, "No passes", "The compiler's passes were not recorded for this run.");
        return;
    }
    double lw = floor(CLAMP(vp->width * (vp->split > 0 ? vp->split : 0.36), 200, MAX(vp->width - 200, 200)));
    draw_list(s, vp, rows, run, lw, vp->height);
    double x = lw + 1, w = MAX(vp->width - x, 10);
    scene_box(s, ROLE_background, x, 0, w, vp->height);
    const TracePassRow *p = NULL;
    for (guint i = 0; i < run->passes->len; i++) {
        if (TRACE_AT(run->passes, TracePassRow, i)->id == rows->about.id)
            p = TRACE_AT(run->passes, TracePassRow, i);
    }
    if (!p) {
        layout_empty(s, vp, x, 0, w, vp->height, "No pass selected", "Select a pass to see what it did to the program.");
    } else if (!rows->diff) {
        layout_empty(s, vp, x, 0, w, vp->height, p->name, "The program's text before and after this pass was not kept.");
    } else {
        const GArray *diff = rows->diff;
        g_autoptr(GArray) shown = fold(diff);
        int gone = 0, fresh = 0;
        for (guint i = 0; i < diff->len; i++) {
            gone += g_array_index(diff, DiffLine, i).mark == '-';
            fresh += g_array_index(diff, DiffLine, i).mark == '+';
        }
        scene_text(s, FONT_title, ROLE_text, x + 12, 8, w - 24, p->name);
        g_autofree char *sum = gone || fresh ? g_strdup_printf("%d line%s gone, %d new", gone, gone == 1 ? "" : "s", fresh)
                                             : g_strdup("the text is the same before and after");
        scene_text(s, FONT_small, ROLE_dim, x + 12, 8 + m[FONT_title].line_h, w - 24, sum);
        double top = 14 + m[FONT_title].line_h + m[FONT_small].line_h;
        draw_text(s, vp, diff, shown, x, top, w, MAX(vp->height - top, 1));
    }
    scene_box(s, ROLE_grid, lw, 0, 1, vp->height)->ref = (Ref){ REF_split, 0, 0, 0 };
}
