/* The Compare view: the runs of the file, and of others opened with it, fastest first; the distribution of their step
 * times; and against the fastest, what the run that is selected does differently. Start reading at layout_compare(). */
#include "viewer/layout/compare_impl.h"

#include <math.h>
#include <string.h>

#include "trace/report/settings.h"
#include "viewer/layout/choices.h"
#include "viewer/layout/costs.h"
#include "viewer/views.h"

#define MARGIN 16.0
#define ROW_H 40.0
#define BINS 48

enum { MOST_FUNCTIONS = 8 }; /* that are listed unless all are asked for */

/* Choices first, the dearest function's before others', the fastest of all of a function; then other functions of a process, the one that took most
 * time first. */
static gint by_time(gconstpointer a, gconstpointer b)
{
    const RunCost *x = a, *y = b;
    if (x->is_choice != y->is_choice)
        return x->is_choice ? -1 : 1;
    if (x->is_choice && x->own->function != y->own->function)
        return x->own->function < y->own->function ? -1 : 1;
    if (!x->is_choice && x->run->info->steps_ns != y->run->info->steps_ns)
        return x->run->info->steps_ns > y->run->info->steps_ns ? -1 : 1;
    if ((x->shares.step_ns < 0) != (y->shares.step_ns < 0))
        return x->shares.step_ns < 0 ? 1 : -1;
    if (x->shares.predicted != y->shares.predicted) /* the fastest is a measured one, where there is any */
        return x->shares.predicted ? 1 : -1;
    if (x->shares.step_ns != y->shares.step_ns)
        return x->shares.step_ns < y->shares.step_ns ? -1 : 1;
    return x->run->info->id < y->run->info->id ? -1 : x->run->info->id > y->run->info->id;
}

/* Warm steps of a run; all where none is warm. */
static bool counts(const TraceStepRow *st, const TraceRunInfo *info)
{
    return st->warm || info->n_warm == 0;
}

/* Predicted steps have no distribution: they are all the same. */
static bool has_distribution(const RunCost *c)
{
    return !c->shares.predicted && c->run->steps;
}

/* The range of step times that the distributions share. */
static void range_of(const GArray *costs, double *lo, double *hi)
{
    *lo = 1e300;
    *hi = 0;
    for (guint i = 0; i < costs->len; i++) {
        const RunCost *c = &g_array_index(costs, RunCost, i);
        const RunRows *run = c->run;
        for (guint k = 0; has_distribution(c) && k < run->steps->len; k++) {
            const TraceStepRow *st = TRACE_AT(run->steps, TraceStepRow, k);
            if (!counts(st, run->info))
                continue;
            *lo = MIN(*lo, (double)st->dur_ns);
            *hi = MAX(*hi, (double)st->dur_ns);
        }
    }
    double longest = 0; /* a few steps that took many times as long shall not press the rest together */
    for (guint i = 0; i < costs->len; i++)
        if (has_distribution(&g_array_index(costs, RunCost, i)))
            longest = MAX(longest, g_array_index(costs, RunCost, i).shares.step_ns);
    if (longest > 0)
        *hi = MIN(*hi, 2 * longest);
    if (*hi <= *lo)
        *hi = *lo + 1;
}

/* How often a step took how long: bars from the left (shortest of all runs) to the right, the median as a line. */
static void draw_distribution(Scene *s, const RunRows *run, double lo, double hi, Rect box)
{
    int n[BINS] = { 0 }, most = 1;
    for (guint k = 0; run->steps && k < run->steps->len; k++) {
        const TraceStepRow *st = TRACE_AT(run->steps, TraceStepRow, k);
        if (!counts(st, run->info))
            continue;
        int b = CLAMP((int)(BINS * ((double)st->dur_ns - lo) / (hi - lo)), 0, BINS - 1);
        most = MAX(most, ++n[b]);
    }
    scene_line(s, ROLE_grid, box.x, box.y + box.h, box.x + box.w, box.y + box.h);
    double bw = box.w / BINS;
    for (int b = 0; b < BINS; b++) {
        if (n[b] == 0)
            continue;
        double bh = MAX(box.h * n[b] / most, 2);
        Item *it = scene_box(s, ROLE_bar, (Rect){ box.x + b * bw, box.y + box.h - bh, MAX(bw - 1, 1), bh });
        it->tip = scene_keepf(s, "%d step%s of about %s%s", n[b], n[b] == 1 ? "" : "s", word_ns(lo + (hi - lo) * (b + 0.5) / BINS).s,
                              b == BINS - 1 ? " or longer" : "");
        it->ref = (Ref){ REF_run, run->info->id, run->info->id, 0 };
    }
    const TraceStepSummary *sum = run->summary && run->summary->len ? TRACE_AT(run->summary, TraceStepSummary, 0) : NULL;
    if (sum && sum->median_ns.known) {
        double mx = box.x + box.w * CLAMP(((double)sum->median_ns.v - lo) / (hi - lo), 0, 1);
        scene_line(s, ROLE_edge, mx, box.y - 2, mx, box.y + box.h)->edge_w = 2;
    }
}

/* What the rows of the runs have in common. */
typedef struct RunTable {
    Scene *s;
    const Viewport *vp;
    const GArray *costs; /* RunCost, a row each */
    const RunCost *base; /* that the others are compared with */
    bool is_fastest;     /* of its function: then others are compared with the fastest of theirs */
    bool alone;          /* there is no other */
    double longest[2];   /* ns, the longest step; of predicted ones the second: they are drawn to a scale of their own */
    double lo, hi;       /* ns, the range of the distributions */
} RunTable;

bool compare_is_same_function(const RunCost *a, const RunCost *b)
{
    bool of_process = !a->is_choice || !b->is_choice;
    return a->is_choice == b->is_choice && (of_process ? g_strcmp0(a->run->info->name, b->run->info->name) == 0 : a->own->function == b->own->function);
}

TraceDifference compare_pair_difference(const RunCost *c, const RunCost *base)
{
    if (c->own->to && base->own->place < c->own->to->len)
        return *TRACE_AT(c->own->to, TraceDifference, base->own->place);
    bool to_fastest = !base->own->difference.known && c->own->difference.known; /* the fastest alone has no difference to itself */
    return to_fastest ? c->own->difference : (TraceDifference){ 0 };
}

/* "the fastest", "+12 % (9 to 15)", "+1 %, within the noise". Among many runs the noise is known against the fastest only. */
static const char *against(Scene *s, const RunCost *c, const RunTable *t, Role *ink)
{
    *ink = ROLE_text;
    const RunCost *base = t->is_fastest && c->first ? c->first : t->base; /* the fastest of its own function */
    if (t->alone || (c->alone && (c != t->base || t->is_fastest))) {
        *ink = ROLE_dim;
        return "–";
    }
    if (c == base) {
        *ink = t->is_fastest && c->beside && c->alone_beside ? ROLE_dim : ROLE_good;
        if (!t->is_fastest)
            return "the base";
        return !c->beside ? "the fastest" : c->alone_beside ? "predicted, not measured" : "the fastest predicted";
    }
    if (!compare_is_same_function(c, base)) {
        *ink = ROLE_dim;
        return "another function";
    }
    if (c->shares.step_ns <= 0 || base->shares.step_ns <= 0)
        return "–";
    bool same = c->shares.predicted == base->shares.predicted;
    TraceDifference d = t->is_fastest ? c->own->difference : compare_pair_difference(c, base);
    bool tested = d.known;
    if (!d.known && same && (c->shares.predicted || !t->is_fastest)) /* two predictions have no noise */
        d = (TraceDifference){ .known = true, .part = c->shares.step_ns / base->shares.step_ns - 1 };
    if (!d.known || (tested && trace_is_noise(&d)))
        *ink = ROLE_dim;
    if (!d.known)
        return same ? "–" : "predicted, not measured";
    bool unsure = same && !c->shares.predicted && tested && !d.sure;
    return scene_keepf(s, "%s%s%s", trace_difference_text(&d).s, unsure ? ", " : c->beside ? " predicted" : "", unsure ? trace_difference_verdict(&d) : "");
}

enum { RUNS_SLOT = 5, MOST_RUNS = 60 }; /* behind the lists of a pair; of more runs the others are shown when asked for */

static const ReportColumn run_columns[] = {
    { "ticked", "", CELL_COUNT },          { "run", "run", CELL_TEXT },           { "step_ns", "step", CELL_NS },    { "against", "against", CELL_PERCENT },
    { "traffic", "received", CELL_BYTES }, { "peak", "peak memory", CELL_BYTES }, { "median_ns", "step times", CELL_NS }, { "parts_ns", "where the time goes", CELL_NS },
    { "kind", "kind", CELL_TEXT, COL_KIND }, { "predicted", NULL, CELL_COUNT },
};

static const RunCost *cost_at(const GArray *costs, guint i)
{
    return &g_array_index(costs, RunCost, i);
}

/* The rows by which the list is sorted, filtered and grouped. */
static Table *run_table(const RunTable *t)
{
    Table *out = table_new("runs", NULL, run_columns, G_N_ELEMENTS(run_columns));
    out->order = "step_ns";
    for (guint i = 0; i < t->costs->len; i++) {
        const RunCost *k = cost_at(t->costs, i);
        const TraceRunInfo *info = k->run->info;
        const RunCost *base = t->is_fastest && k->first ? k->first : t->base;
        bool comparable = !t->alone && base->shares.step_ns > 0 && k->shares.step_ns > 0 && compare_is_same_function(k, base);
        cell_int(out, viewport_is_pinned(t->vp, info->id));
        cell_text(out, info->title);
        cell_oreal(out, (TraceReal){ k->shares.step_ns, k->shares.step_ns >= 0 });
        cell_oreal(out, (TraceReal){ comparable ? 100 * (k->shares.step_ns / base->shares.step_ns - 1) : 0, comparable });
        cell_oint(out, info->traffic);
        cell_oint(out, info->peak_bytes);
        cell_oreal(out, (TraceReal){ k->shares.step_ns, has_distribution(k) });
        cell_oreal(out, (TraceReal){ k->shares.sum_ns > 0 ? k->shares.sum_ns : k->shares.step_ns, k->shares.step_ns > 0 });
        cell_text(out, trace_run_kind_name(info->kind));
        cell_int(out, k->shares.predicted);
        table_row_facts(out, info->id, NULL, NULL);
    }
    return out;
}

static char *run_tip(const void *of, guint row)
{
    const TraceRunInfo *info = cost_at(((const RunTable *)of)->costs, row)->run->info;
    g_autofree char *links = trace_links_said(info->inside, info->between_ranks, info->between_hosts);
    return g_strdup_printf("%s\nmesh %s, %" G_GINT64_FORMAT " devices%s%s%s%s", info->title, info->mesh ? info->mesh : "–", info->n_devices,
                           info->hardware ? ", predicted for " : "", info->hardware ? info->hardware : "", *links ? "\n" : "", links);
}

static void paint_pin(const RunTable *t, Scene *s, const RunCost *k, Rect cell)
{
    bool pinned = viewport_is_pinned(t->vp, k->run->info->id);
    Item *pin = scene_box(s, pinned ? ROLE_select : ROLE_background, (Rect){ cell.x + 4, cell.y + (cell.h - 11) / 2, 11, 11 });
    pin->edge = pinned ? ROLE_select : ROLE_hover;
    pin->ref = (Ref){ REF_pin, 0, k->run->info->id, 0 };
    pin->tip = pinned ? "no longer compare this run (X)" : "compare this run with the others that are ticked (X); the fastest of them is the base, of a run and a change of it the one without the change";
}

/* The cells that are more than a number. */
static void run_paint(const void *of, Scene *s, guint row, const char *key, Rect cell)
{
    const RunTable *t = of;
    const RunCost *k = cost_at(t->costs, row);
    Ref ref = { REF_run, k->run->info->id, k->run->info->id, 0 };
    const Metrics *m = t->vp->metrics;
    if (g_str_equal(key, "ticked")) {
        paint_pin(t, s, k, cell);
    } else if (g_str_equal(key, "against")) {
        Role ink;
        const char *versus = against(s, k, t, &ink);
        scene_text(s, FONT_small, ink, (Spot){ cell.x + 6, cell.y + (cell.h - m[FONT_small].line_h) / 2, cell.w - 10 }, versus);
    } else if (g_str_equal(key, "median_ns") && has_distribution(k)) {
        draw_distribution(s, k->run, t->lo, t->hi, (Rect){ cell.x + 6, cell.y + 8, cell.w - 20, cell.h - 16 });
    } else if (g_str_equal(key, "parts_ns") && k->shares.step_ns > 0) {
        double full = MAX((cell.w - 12) * k->shares.step_ns / t->longest[k->shares.predicted], 2);
        Rect bar = { cell.x + 6, cell.y + 9, full, cell.h - 18 };
        if (k->shares.sum_ns > 0)
            shares_bar(s, m, &k->shares, bar, ref, NULL);
        else
            scene_box(s, ROLE_bar, bar)->ref = ref;
    }
}

#define TITLED(KEY, W, ALIGN) { .key = KEY, .look = { NULL, W, ALIGN, TRIM_end, FONT_small, ROLE_none } }

/* Columns of the list, for `versus` as the heading of the differences; n of them. */
static TableList run_list(const RunTable *t, Table *table, TableColumn *columns, const char *versus)
{
    const TableColumn all[] = {
        { .key = "ticked", .look = { NULL, 20, ALIGN_left, TRIM_end, FONT_small, ROLE_none }, .as = AS_PAINTED },
        { .key = "run", .look = { NULL, t->alone ? -1.5 : -2.2, ALIGN_left, TRIM_middle, FONT_bold, ROLE_none } },
        { .key = "step_ns", .look = { NULL, 96, ALIGN_right, TRIM_end, FONT_small, ROLE_none }, .about = "predicted" },
        { .key = "against", .look = { versus, 184, ALIGN_left, TRIM_end, FONT_small, ROLE_none }, .as = AS_PAINTED },
        TITLED("traffic", 76, ALIGN_right), TITLED("peak", 94, ALIGN_right),
        { .key = "median_ns", .look = { NULL, -1.4, ALIGN_left, TRIM_end, FONT_small, ROLE_none }, .as = AS_PAINTED },
        { .key = "parts_ns", .look = { NULL, -2.2, ALIGN_left, TRIM_end, FONT_small, ROLE_none }, .as = AS_PAINTED },
    };
    memcpy(columns, all, sizeof all);
    return (TableList){ .table = table, .columns = columns, .n = G_N_ELEMENTS(all), .kind = REF_run, .of_runs = true, .slot = RUNS_SLOT, .row_h = ROW_H,
                        .paint = run_paint, .tip = run_tip, .of = t };
}

/* The fastest run of the function of the run that is selected, where that has several, else of all. */
static const RunCost *first_of_selected(const GArray *costs, int64_t id)
{
    for (guint i = 0; i < costs->len; i++)
        if (cost_at(costs, i)->run->info->id == id && cost_at(costs, i)->first && !cost_at(costs, i)->alone)
            return cost_at(costs, i)->first;
    return cost_at(costs, 0);
}

/* What a run is compared with where nothing else is asked for: the one that is selected, else the fastest other one of its function. alike: that is
 * measured or predicted as it is. */
static const RunCost *other_than(const GArray *costs, const RunCost *base, int64_t asked, bool alike)
{
    const RunCost *other = NULL;
    for (guint i = costs->len; i-- > 0;) {
        const RunCost *c = cost_at(costs, i);
        bool selected = c->run->info->id == asked;
        if ((!c->is_choice && !selected) || (c->is_choice && !compare_is_same_function(c, base)) || (alike && !selected && c->shares.predicted != base->shares.predicted))
            continue;
        if (c != base && (selected || !other || other->run->info->id != asked))
            other = c;
    }
    return other;
}

/* Behind the base, the one that is selected stands before the others: its difference is read without scrolling. */
static GPtrArray *selected_first(GPtrArray *chosen, int64_t asked)
{
    for (guint i = 2; i < chosen->len; i++) {
        gpointer c = chosen->pdata[i];
        if (((const RunCost *)c)->run->info->id != asked)
            continue;
        g_ptr_array_remove_index(chosen, i);
        g_ptr_array_insert(chosen, 1, c);
    }
    return chosen;
}

/* Of a run and the same under a change of annotations the one without it is the base, whichever is faster: what the change brings is what is asked. */
static void unchanged_first(GPtrArray *chosen)
{
    if (chosen->len != 2)
        return;
    gpointer base = chosen->pdata[0], other = chosen->pdata[1];
    if (compare_is_same_function(base, other) && trace_settings_is_changed(((const RunCost *)base)->run->info, ((const RunCost *)other)->run->info)) {
        chosen->pdata[0] = other;
        chosen->pdata[1] = base;
    }
}

/* The runs that are compared, the base first: those that are ticked, the selected one before the others by time; of one that is ticked alone, or none, with
 * the one that is selected, else the fastest of the others. costs: by time. */
static GPtrArray *choose_by_time(const GArray *costs, const Viewport *vp, int64_t current)
{
    int64_t asked = vp->select.kind == REF_run ? vp->select.id : current;
    GPtrArray *out = g_ptr_array_new();
    for (guint i = 0; i < costs->len; i++) {
        if (viewport_is_pinned(vp, cost_at(costs, i)->run->info->id))
            g_ptr_array_add(out, (gpointer)cost_at(costs, i));
    }
    if (out->len >= 2)
        return selected_first(out, asked);
    if (out->len == 0)
        g_ptr_array_add(out, (gpointer)first_of_selected(costs, asked));
    const RunCost *base = out->pdata[0], *other = other_than(costs, base, asked, true);
    other = other ? other : other_than(costs, base, asked, false);
    if (other)
        g_ptr_array_add(out, (gpointer)other);
    return out;
}

static GPtrArray *choose(const GArray *costs, const Viewport *vp, int64_t current)
{
    GPtrArray *chosen = choose_by_time(costs, vp, current);
    unchanged_first(chosen);
    return chosen;
}

/* Of processes and dumps: whether all functions are listed. */
static double draw_choice(Scene *s, const Viewport *vp, guint n_functions, guint n_left, Spot spot)
{
    static const char *const which[] = { "the one that took most time", "all" }, *const dearest[] = { "the dearest", "all" };
    choices_draw(s, vp, &(Choices){ 0, "functions", n_functions ? which : dearest, 2, vp->option[0] == 2 }, spot.x, spot.y);
    if (!n_functions)
        scene_textf(s, FONT_small, ROLE_dim, (Spot){ spot.x + 330, spot.y + 3, MAX(spot.w - 330, 10) }, "%u more function%s, less dear", n_left, n_left == 1 ? "" : "s");
    else
        scene_textf(s, FONT_small, ROLE_dim, (Spot){ spot.x + 330, spot.y + 3, MAX(spot.w - 330, 10) }, "a process has no choice between its functions: %u others are compared when they are ticked",
                n_functions);
    return spot.y + CHOICE_H + 8;
}

/* What to do where nothing is compared. */
static const char *why_alone(guint n_functions, guint n_runs)
{
    if (n_functions)
        return "One function took most time. Tick another to compare it with this one (functions: all), or open the trace of another process beside it.";
    if (n_runs > 1)
        return "These runs are of different programs, so that times of one say nothing of another. Tick two to compare them all the same; Reshards has changes of annotations to try at a click (Try it).";
    return "There is only one run. Reshards has changes of annotations to try at a click (Try it); shardscope run --try records choices of yours into the same file; "
           "a second file is opened beside it: shardscope view A.db B.db.";
}

/* What is drawn: the runs, and the pairs of them that are compared. */
typedef struct Compared {
    const GArray *costs;
    const GPtrArray *chosen; /* RunCost, the base first */
    const GPtrArray *pairs;  /* ComparePair */
    guint n_functions;       /* that are not compared unless they are asked for */
    guint n_left;            /* functions of a dump that are not listed unless all are */
    bool can_list;           /* there are more of them than are listed unless asked for */
    const GArray *predictions; /* TracePredictionRow */
    int64_t current;         /* id of the run that the other views show */
} Compared;

static RunTable run_table_of(Scene *s, const Viewport *vp, const GArray *costs, const RunCost *base)
{
    RunTable t = { .s = s, .vp = vp, .costs = costs, .base = base, .is_fastest = base == cost_at(costs, 0) || base == base->first, .alone = costs->len == 1 };
    for (guint i = 0; i < costs->len; i++)
        t.longest[cost_at(costs, i)->shares.predicted] = MAX(t.longest[cost_at(costs, i)->shares.predicted], cost_at(costs, i)->shares.step_ns);
    range_of(costs, &t.lo, &t.hi);
    return t;
}

/* The run that is marked in the list: the one that the window's title names, if it is compared, so that the two do not name different runs. */
static int64_t marked_run(const Compared *x, const Viewport *vp)
{
    int64_t asked = vp->select.kind == REF_run ? vp->select.id : x->current;
    for (guint i = 0; i < x->chosen->len; i++)
        if (((const RunCost *)x->chosen->pdata[i])->run->info->id == asked)
            return asked;
    return ((const RunCost *)x->chosen->pdata[x->chosen->len > 1])->run->info->id;
}

static double draw_all(Scene *s, const Viewport *vp, const Compared *x, Spot spot)
{
    const Metrics *m = vp->metrics;
    const GArray *costs = x->costs;
    const GPtrArray *chosen = x->chosen;
    guint n_functions = x->n_functions;
    if (n_functions || x->can_list)
        spot.y = draw_choice(s, vp, n_functions, x->n_left, spot);
    const RunCost *base = chosen->pdata[0];
    RunTable t = run_table_of(s, vp, costs, base);
    TableColumn shown[MAX_COLUMNS];
    g_autoptr(Table) table = run_table(&t);
    TableList list = run_list(&t, table, shown, t.is_fastest ? "against the fastest" : scene_keepf(s, "against %s", base->run->info->title));
    Viewport marked = *vp;
    int64_t shown_run = marked_run(x, vp);
    marked.select = (Ref){ REF_run, shown_run, shown_run, 0 };
    spot.y = table_list_flow(s, &marked, &list, spot, MOST_RUNS);
    g_autofree char *whose = g_strdup_printf("%s:", base->run->info->title); /* the shares in the legend are its */
    double whose_w = costs->len > 1 && base->shares.sum_ns > 0 ? MIN(text_width(m, FONT_small, whose) + 10, spot.w / 3) : 0;
    if (whose_w > 0)
        scene_text(s, FONT_small, ROLE_dim, (Spot){ spot.x + 6, spot.y + 6, whose_w }, whose)->trim = TRIM_middle;
    spot.y = shares_legend(s, m, &base->shares, (Spot){ spot.x + 6 + whose_w, spot.y + 6, spot.w - whose_w }) + 14;
    for (guint i = 0; i < costs->len; i++) {
        const RunRows *run = g_array_index(costs, RunCost, i).run;
        const char *note = run->kept && run->kept->len ? TRACE_AT(run->kept, TraceKept, 0)->note : "";
        if (*note)
            spot.y = scene_paragraph(s, m, FONT_small, ROLE_dim, (Spot){ spot.x + 6, spot.y, spot.w - 6 }, scene_keepf(s, "%s: %s", run->info->title, note)) + 6;
    }
    spot.y = compare_matrix(s, vp, x->predictions, spot);
    if (chosen->len < 2)
        return scene_paragraph(s, m, FONT_small, ROLE_dim, (Spot){ spot.x + 6, spot.y, spot.w - 6 }, why_alone(n_functions, costs->len));
    for (guint i = 0; i < x->pairs->len; i++)
        spot.y = compare_difference(s, vp, x->pairs->pdata[i], (int)i * N_LISTS, spot) + (i + 1 < x->pairs->len ? 18 : 0);
    return spot.y;
}

/* Of choices, sorted by function and time, measured ones before predicted ones. */
static void find_firsts(GArray *costs)
{
    for (guint i = 0; i < costs->len; i++) {
        RunCost *c = &g_array_index(costs, RunCost, i), *before = i ? &g_array_index(costs, RunCost, i - 1) : NULL;
        if (!c->is_choice)
            continue;
        bool more = before && before->is_choice && compare_is_same_function(before, c), alike = more && before->shares.predicted == c->shares.predicted;
        c->alone = !more;
        c->first = alike ? before->first : c;
        c->beside = more && (before->beside || !alike);
        c->alone_beside = c->beside && !alike;
        if (more)
            before->alone = false;
        if (alike)
            before->alone_beside = false;
    }
}

/* RunCost: the runs that are listed, in that order. n_functions: of other functions of a process, last: the number of the last function that is a choice. */
static GArray *listed(const Rows *rows, const Viewport *vp, guint *n_functions, guint *last)
{
    GArray *costs = g_array_new(FALSE, FALSE, sizeof(RunCost));
    *n_functions = *last = 0;
    for (guint i = 0; i < rows->run->len; i++) {
        const RunRows *run = g_ptr_array_index(rows->run, i);
        RunCost c = { .run = run, .own = compare_run(rows, i), .shares = shares_of(run), .is_choice = compare_is_choice(rows, run->info) };
        *n_functions += !c.is_choice;
        *last = MAX(*last, c.is_choice ? c.own->function : 0);
        bool wanted = viewport_is_pinned(vp, run->info->id) || (vp->select.kind == REF_run && vp->select.id == run->info->id);
        bool cheap = c.own->function >= MOST_FUNCTIONS && !run->info->process;
        if ((!c.is_choice || cheap) && !wanted && vp->option[0] != 2)
            continue;
        g_array_append_val(costs, c);
    }
    g_array_sort(costs, by_time);
    find_firsts(costs);
    return costs;
}

void compare_stops(const Rows *rows, const Viewport *vp, bool all, GArray *out)
{
    (void)all;
    if (rows->run->len == 0 || !compare_run(rows, 0))
        return;
    guint n_functions, last;
    g_autoptr(GArray) costs = listed(rows, vp, &n_functions, &last);
    if (!costs->len)
        return;
    RunTable t = { .vp = vp, .costs = costs, .base = cost_at(costs, 0), .alone = costs->len == 1 };
    g_autoptr(Table) table = run_table(&t);
    TableColumn shown[MAX_COLUMNS];
    TableList list = run_list(&t, table, shown, "");
    guint first = out->len;
    table_list_stops(vp, &list, out);
    for (guint i = first; i < out->len; i++) {
        ViewStop *stop = &g_array_index(out, ViewStop, i);
        stop->y += 8 + LIST_ROW_H;
        for (guint k = 0; k < costs->len && stop->ref.kind == REF_run; k++)
            if (cost_at(costs, k)->run->info->id == stop->ref.id)
                stop->text = cost_at(costs, k)->run->info->title; /* the table's own goes with it */
    }
}

void layout_compare(const Rows *rows, const Viewport *vp, Scene *s)
{
    if (rows->run->len == 0 || !compare_run(rows, 0)) {
        layout_empty(s, vp, (Rect){ 0, 0, vp->width, vp->height }, "No runs", "There is nothing in this trace yet.");
        return;
    }
    guint n_functions, last;
    g_autoptr(GArray) costs = listed(rows, vp, &n_functions, &last);
    int64_t current = rows_current(rows) ? rows_current(rows)->info->id : 0;
    g_autoptr(GPtrArray) chosen = choose(costs, vp, current);
    g_autoptr(GPtrArray) pairs = g_ptr_array_new_with_free_func((GDestroyNotify)compare_pair_free);
    for (guint i = 1; i < chosen->len; i++)
        g_ptr_array_add(pairs, compare_pair_new(chosen->pdata[0], chosen->pdata[i]));
    bool can_list = !n_functions && last >= MOST_FUNCTIONS; /* of a process only one function is a choice, whatever its number */
    Compared x = { costs, chosen, pairs, n_functions, can_list && vp->option[0] != 2 ? last + 1 - MOST_FUNCTIONS : 0, can_list, compare_predictions(rows), current };
    double w = MAX(vp->width - 2 * MARGIN - 6, 60);
    g_autoptr(Scene) trial = scene_new(vp->width, vp->height);
    double content = draw_all(trial, vp, &x, (Spot){ MARGIN, 8, w }) + MARGIN;
    double scroll = layout_clamp_scroll(vp->scroll[PANE_DETAIL], content, vp->height);
    scene_pane(s, PANE_DETAIL, (Rect){ 0, 0, vp->width, vp->height }, content);
    scene_box(s, ROLE_background, (Rect){ 0, 0, vp->width, vp->height });
    draw_all(s, vp, &x, (Spot){ MARGIN, 8 - scroll, w });
    layout_scrollbar(s, PANE_DETAIL, scroll);
    scene_use_pane(s, 0);
}
