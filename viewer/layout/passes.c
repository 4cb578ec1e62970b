/* The Passes view. Left, the compiler's passes with their time and what they changed; right, what the selected one
 * did to the program's text. Start at layout_passes(). */
#include <math.h>
#include <string.h>

#include "viewer/layout/choices.h"
#include "viewer/layout/diff.h"
#include "viewer/layout/list.h"
#include "viewer/layout/passes.h"
#include "viewer/layout/words.h"
#include "viewer/views/passes.h"

#define CONTEXT 3
#define LINE_H 16.0

/* What a pass did to the instruction that is followed; NULL = nothing, or no instruction is followed. */
static const TraceTouchRow *touch_of(const PassesRows *own, int64_t pass)
{
    for (guint i = 0; own->touched && i < own->touched->len; i++)
        if (TRACE_AT(own->touched, TraceTouchRow, i)->pass_id == pass)
            return TRACE_AT(own->touched, TraceTouchRow, i);
    return NULL;
}

/* A box before the passes that touched what is followed. */
static Role touched(const void *of, const Table *t, guint row)
{
    return touch_of(of, table_facts(t, row)->id) ? ROLE_select : ROLE_none;
}

static Role bar_role(const Table *t, guint row)
{
    (void)t, (void)row;
    return ROLE_bar;
}

#define NUMBER(title, w) { title, w, ALIGN_right, TRIM_end, FONT_small, ROLE_none }

TableList passes_list(const PassesRows *own, int64_t run)
{
    static const TableColumn columns[] = {
        { .key = "number", .look = { "#", 32, ALIGN_right, TRIM_end, FONT_small, ROLE_dim } },
        { .key = "pass", .look = { "pass", -1.4, ALIGN_left, TRIM_middle, FONT_body, ROLE_none } },
        { .key = "dur_ns", .look = NUMBER("time", 66) },
        { .key = "instructions", .look = NUMBER(NULL, 80) },
        { .key = "instructions_change", .look = NUMBER("±", 46), .as = AS_CHANGE },
        { .key = "collectives", .look = NUMBER(NULL, 70) },
        { .key = "collectives_change", .look = NUMBER("±", 46), .as = AS_CHANGE },
        { .key = "bytes", .look = NUMBER("received", 66) },
    };
    return (TableList){ .table = own->table, .columns = columns, .n = G_N_ELEMENTS(columns), .kind = REF_pass, .run = run, .role = bar_role,
                        .mark = own->touched && own->touched->len ? touched : NULL, .of = own };
}

/* One row of the text: a line of the diff, two side by side, or how many were left out. */
typedef struct Shown {
    int left, right; /* indices into the diff; -1 = none. In one column: left == right */
    int folded;
} Shown;

/* Changes with their surroundings; a run of other lines becomes one row with its length. */
static bool *lines_kept(const GArray *diff)
{
    int n = (int)diff->len;
    bool *keep = g_new0(bool, n + 1);
    int until = -1; /* kept up to here */
    for (int i = 0; i < n; i++) {
        if (g_array_index(diff, DiffLine, i).mark == ' ')
            continue;
        for (int k = MAX(i - CONTEXT, until + 1); k <= MIN(i + CONTEXT, n - 1); k++)
            keep[k] = true;
        until = MIN(i + CONTEXT, n - 1);
    }
    return keep;
}

static void show(GArray *out, int left, int right, int folded)
{
    g_array_append_val(out, ((Shown){ left, right, folded }));
}

static GArray *rows_shown(const GArray *diff, bool side_by_side)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(Shown));
    int n = (int)diff->len;
    g_autofree bool *keep = lines_kept(diff);
    for (int i = 0; i < n;) {
        int e = i;
        while (e < n && !keep[e])
            e++;
        if (e - i > 1) {
            show(out, -1, -1, e - i);
            i = e;
            continue;
        }
        if (!side_by_side || g_array_index(diff, DiffLine, i).mark == ' ') {
            show(out, i, i, 0);
            i++;
            continue;
        }
        int gone = i, fresh, end; /* what went is beside what came in its place */
        for (fresh = gone; fresh < n && g_array_index(diff, DiffLine, fresh).mark == '-'; fresh++)
            ;
        for (end = fresh; end < n && g_array_index(diff, DiffLine, end).mark == '+'; end++)
            ;
        for (int k = 0; k < MAX(fresh - gone, end - fresh); k++)
            show(out, gone + k < fresh ? gone + k : -1, fresh + k < end ? fresh + k : -1, 0);
        i = end;
    }
    return out;
}

static bool is_word(char c)
{
    return g_ascii_isalnum(c) || c == '_' || c == '.' || c == '-';
}

/* Whether one of the names that are followed is in a line, as a word. */
static bool is_marked(const PassesRows *own, const char *line)
{
    for (guint i = 0; own->marks && i < own->marks->len; i++) {
        const char *name = g_ptr_array_index(own->marks, i);
        size_t n = strlen(name);
        for (const char *at = line; n && (at = strstr(at, name)); at++)
            if ((at == line || !is_word(at[-1])) && !is_word(at[n]))
                return true;
    }
    return false;
}

static char *text_of(const DiffLine *d)
{
    char *line = g_strndup(d->text, (gsize)d->len);
    g_strdelimit(line, "\t\r", ' ');
    return line;
}

/* Whether a line's op is a collective: all-gather( is one, the name all-gather.3 is not. */
static bool is_collective(const char *line)
{
    for (int64_t kind = 1; trace_coll_name(kind); kind++) {
        const char *name = trace_coll_name(kind);
        for (const char *at = line; (at = strstr(at, name)); at++)
            if (at[strlen(name)] == '(')
                return true;
    }
    return false;
}

static void draw_line(Scene *s, const PassesRows *own, const DiffLine *d, Spot spot)
{
    g_autofree char *line = text_of(d);
    bool marked = is_marked(own, line);
    if (d->mark != ' ')
        scene_box(s, d->mark == '+' ? ROLE_good : ROLE_bad, (Rect){ spot.x, spot.y, spot.w, LINE_H })->tint = 36;
    if (marked)
        scene_box(s, ROLE_select, (Rect){ spot.x, spot.y, 4, LINE_H });
    if (d->mark != ' ')
        scene_text(s, FONT_mono, d->mark == '+' ? ROLE_good : ROLE_bad, (Spot){ spot.x + 8, spot.y, 14 }, d->mark == '+' ? "+" : "–");
    bool collective = is_collective(line);
    Item *it = scene_text(s, FONT_mono, marked ? ROLE_link : collective ? ROLE_fetch : d->mark == ' ' ? ROLE_dim : ROLE_text,
                          (Spot){ spot.x + 24, spot.y, spot.w - 34 }, line);
    it->tip = it->label;
}

/* Where the row is that is looked for: the first marked one, else the first change. -1: none. */
static int first_row(const PassesRows *own, const GArray *diff, const GArray *shown)
{
    int change = -1;
    for (guint i = 0; i < shown->len; i++) {
        const Shown *r = &g_array_index(shown, Shown, i);
        for (int side = 0; side < 2; side++) {
            int at = side ? r->right : r->left;
            if (at < 0)
                continue;
            const DiffLine *d = &g_array_index(diff, DiffLine, at);
            if (change < 0 && d->mark != ' ')
                change = (int)i;
            if (!own->marks || !own->marks->len)
                continue;
            g_autofree char *line = text_of(d);
            if (is_marked(own, line))
                return (int)i;
        }
    }
    return own->marks && own->marks->len ? -1 : change;
}

double passes_next(const Rows *rows, const Viewport *vp, int dir)
{
    const PassesRows *own = passes_rows(rows);
    if (!own || !own->diff)
        return -1;
    g_autoptr(GArray) shown = rows_shown(own->diff, vp->option[0] == 2);
    int now = (int)(vp->scroll[PANE_DETAIL] / LINE_H + 3.5), found = -1;
    bool follow = own->marks && own->marks->len;
    for (guint i = 0; i < shown->len; i++) {
        const Shown *r = &g_array_index(shown, Shown, i);
        int at = r->right >= 0 ? r->right : r->left;
        if (at < 0)
            continue;
        const DiffLine *d = &g_array_index(own->diff, DiffLine, at);
        g_autofree char *line = follow ? text_of(d) : NULL;
        const Shown *before = i ? &g_array_index(shown, Shown, i - 1) : NULL;
        int was = before ? (before->right >= 0 ? before->right : before->left) : -1;
        bool hit = follow ? is_marked(own, line) : d->mark != ' ' && (was < 0 || g_array_index(own->diff, DiffLine, was).mark == ' ');
        if (hit && (dir > 0 ? (int)i > now : (int)i < now)) {
            found = (int)i;
            if (dir > 0)
                break;
        }
    }
    return found < 0 ? -1 : MAX((found - 3) * LINE_H, 0);
}

static void draw_text(Scene *s, const Viewport *vp, const PassesRows *own, const GArray *shown, Spot spot, double view)
{
    const GArray *diff = own->diff;
    double content = shown->len * LINE_H + 8, asked = vp->scroll[PANE_DETAIL];
    if (asked == 0 && own->marks && own->marks->len) /* not scrolled yet: what is followed comes into sight */
        asked = MAX((first_row(own, diff, shown) - 3) * LINE_H, 0);
    double scroll = layout_clamp_scroll(asked, content, view), half = floor(spot.w / 2);
    bool two = vp->option[0] == 2;
    scene_pane(s, PANE_DETAIL, (Rect){ spot.x, spot.y, spot.w, view }, content);
    scene_box(s, ROLE_background, (Rect){ spot.x, spot.y, spot.w, view });
    for (guint i = (guint)(scroll / LINE_H); i < shown->len && i * LINE_H - scroll < view; i++) {
        const Shown *one = &g_array_index(shown, Shown, i);
        double ly = spot.y + i * LINE_H - scroll;
        if (one->folded) {
            scene_box(s, ROLE_panel, (Rect){ spot.x, ly, spot.w, LINE_H });
            scene_textf(s, FONT_small, ROLE_dim, (Spot){ spot.x + 26, ly + 1, spot.w - 40 }, "… %s unchanged lines", word_count(one->folded).s);
            continue;
        }
        if (!two) {
            draw_line(s, own, &g_array_index(diff, DiffLine, one->left), (Spot){ spot.x, ly, spot.w });
            continue;
        }
        if (one->left >= 0)
            draw_line(s, own, &g_array_index(diff, DiffLine, one->left), (Spot){ spot.x, ly, half - 1 });
        if (one->right >= 0)
            draw_line(s, own, &g_array_index(diff, DiffLine, one->right), (Spot){ spot.x + half, ly, spot.w - half });
    }
    if (two)
        scene_box(s, ROLE_grid, (Rect){ spot.x + half - 1, spot.y, 1, view });
    layout_scrollbar(s, PANE_DETAIL, scroll);
    scene_use_pane(s, 0);
}

void layout_passes(const Rows *rows, const Viewport *vp, Scene *s)
{
    const Metrics *m = vp->metrics;
    const RunRows *run = rows_current(rows);
    const PassesRows *own = passes_rows(rows);
    if (!run || !own || own->passes->len == 0) {
        layout_empty(s, vp, (Rect){ 0, 0, vp->width, vp->height }, "No passes", "The compiler's passes were not recorded for this run.");
        return;
    }
    double lw = floor(CLAMP(vp->width * (vp->split > 0 ? vp->split : 0.4), 200, MAX(vp->width - 200, 200)));
    TableList list = passes_list(own, run->info->id);
    table_list_draw(s, vp, &list, (Rect){ 0, 0, lw, vp->height }, own->about);
    double x = lw + 1, w = MAX(vp->width - x, 10);
    scene_box(s, ROLE_background, (Rect){ x, 0, w, vp->height });
    const TracePassRow *p = NULL;
    for (guint i = 0; i < own->passes->len; i++) {
        if (TRACE_AT(own->passes, TracePassRow, i)->id == own->about.id)
            p = TRACE_AT(own->passes, TracePassRow, i);
    }
    if (!p) {
        layout_empty(s, vp, (Rect){ x, 0, w, vp->height }, "No pass selected", "Select a pass to see how it changed the program.");
    } else if (!own->diff) {
        layout_empty(s, vp, (Rect){ x, 0, w, vp->height }, p->name, "The program's text around this pass was not recorded.");
    } else {
        const GArray *diff = own->diff;
        static const char *const ways[] = { "one column", "side by side" };
        g_autoptr(GArray) shown = rows_shown(diff, vp->option[0] == 2);
        int gone = 0, fresh = 0;
        for (guint i = 0; i < diff->len; i++) {
            gone += g_array_index(diff, DiffLine, i).mark == '-';
            fresh += g_array_index(diff, DiffLine, i).mark == '+';
        }
        scene_text(s, FONT_title, ROLE_text, (Spot){ x + 12, 8, MAX(w - 230, 40) }, p->name);
        if (w > 300)
            choices_draw(s, vp, &(Choices){ 0, NULL, ways, 2, vp->option[0] == 2 }, x + w - 190, 8);
        g_autofree char *sum = gone || fresh ? g_strdup_printf("%d line%s removed, %d added", gone, gone == 1 ? "" : "s", fresh)
                                             : g_strdup("the text is the same before and after");
        g_autofree char *followed = own->marks && own->marks->len
            ? g_strdup_printf("%s; following %s%s (N and P: next and previous)", sum, (const char *)g_ptr_array_index(own->marks, 0),
                              !own->touched ? "" : touch_of(own, p->id) ? ", changed by this pass" : ", unchanged by this pass")
            : g_strdup_printf("%s; N and P: next and previous change", sum);
        scene_text(s, FONT_small, ROLE_dim, (Spot){ x + 12, 8 + m[FONT_title].line_h, w - 24 }, followed);
        double top = 14 + m[FONT_title].line_h + m[FONT_small].line_h;
        draw_text(s, vp, own, shown, (Spot){ x, top, w }, MAX(vp->height - top, 1));
    }
    scene_box(s, ROLE_grid, (Rect){ lw, 0, 1, vp->height })->ref = (Ref){ REF_split, 0, 0, 0 };
}
