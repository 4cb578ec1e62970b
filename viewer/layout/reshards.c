/* The Reshards view. Above, all reshards by cost; below, the selected one: before and after, senders and receivers, its
 * reason, how to remove it, its collectives, the alternatives. Start reading at layout_reshards(). */
#include <math.h>
#include <string.h>

#include "trace/report/ranges.h"
#include "trace/verdict.h"
#include "viewer/layout/costs.h"
#include "viewer/layout/list.h"
#include "viewer/layout/pair.h"
#include "viewer/views/reshards.h"

#define MARGIN 16.0

/* ---- the list ---- */

#define TEXT(w, ink) { NULL, w, ALIGN_left, TRIM_middle, FONT_small, ink }
#define NUMBER(title, w) { title, w, ALIGN_right, TRIM_end, FONT_small, ROLE_none }

static const TableColumn columns[] = {
    { "number", NULL, NULL, { "#", 36, ALIGN_right, TRIM_end, FONT_small, ROLE_dim } },
    { "label", NULL, "the result of ", { "value", -1.4, ALIGN_left, TRIM_middle, FONT_small, ROLE_none } },
    { "module", NULL, NULL, TEXT(0, ROLE_dim) },
    { "from_spec", NULL, NULL, TEXT(-1.4, ROLE_none) },
    { "to_spec", "→ ", NULL, { "→ to", -1.1, ALIGN_left, TRIM_middle, FONT_small, ROLE_none } },
    { "kinds", NULL, NULL, TEXT(96, ROLE_none) },
    { "bytes", NULL, NULL, NUMBER("received", 70) },
    { "exposed_ns", NULL, NULL, NUMBER(NULL, 78), .unlike = "moved_ns" }, /* what they are listed by */
    { "moved_ns", NULL, NULL, NUMBER(NULL, 72) },
    { "waited_ns", NULL, NULL, NUMBER(NULL, 66) },
    { "est_ns", NULL, NULL, NUMBER("predicted", 72) },
    { "at", NULL, NULL, { "line", 116, ALIGN_left, TRIM_start, FONT_small, ROLE_link } },
};

static Role bar_role(const Table *t, guint row)
{
    const TableCell *plan = table_at(t, row, table_column(t, "plan"));
    return role_of_plan(plan->s ? plan->s : "");
}

TableList reshards_list(const ReshardsRows *own, int64_t run)
{
    return (TableList){ .table = own->table, .columns = columns, .n = G_N_ELEMENTS(columns), .kind = REF_reshard, .run = run, .role = bar_role };
}

/* ---- one reshard ---- */

static double heading(Scene *s, const Metrics *m, Spot spot, const char *text)
{
    scene_text(s, FONT_bold, ROLE_text, spot, text);
    return spot.y + m[FONT_bold].line_h + 3;
}

static double fact(Scene *s, const Viewport *vp, Spot spot, Role ink, const char *text)
{
    return layout_sentence(s, vp, FONT_small, ink, spot, text) + 2;
}

/* "add (a.py:5) asks for P('x') as operand 1", "result is returned as P('x')". To be freed. */
static char *who_asks(const TraceReshardRow *r)
{
    if (!r->consumer) /* nothing that computes */
        return g_strdup_printf("%s is returned as %s", r->consumer_label ? r->consumer_label : "a result of the program", r->to_spec);
    bool named = g_strcmp0(r->consumer_label, r->consumer) != 0;
    return g_strdup_printf("%s%s%s asks for %s%s%s", r->consumer_label ? r->consumer_label : r->consumer, r->consumer_op && !named ? ", a " : "",
                           r->consumer_op && !named ? r->consumer_op : "", r->to_spec, r->user_pos.known ? " as operand " : "",
                           r->user_pos.known ? word_count(r->user_pos.v).s : "");
}

static double draw_reasons(Scene *s, const Viewport *vp, const ReshardsRows *own, const TraceReshardRow *r, Spot spot)
{
    const Metrics *m = vp->metrics;
    spot.y = heading(s, m, spot, "Why it is there");
    g_autofree char *asked = who_asks(r);
    spot.y = fact(s, vp, spot, ROLE_text, asked);
    g_autofree char *cause = g_strdup_printf("cause: %s%s%s", r->cause_name, r->why ? ". " : "", r->why ? r->why : "");
    spot.y = fact(s, vp, spot, ROLE_text, cause);
    if (r->at) {
        guint first = s->items->len;
        const char *slash = strrchr(r->at, '/');
        spot.y = scene_paragraph(s, m, FONT_small, ROLE_link, spot, slash ? slash + 1 : r->at) + 2;
        for (guint i = first; i < s->items->len; i++) {
            Item *it = &g_array_index(s->items, Item, i);
            it->ref = (Ref){ REF_source, 0, (int64_t)g_str_hash(r->at), 0 };
            it->go = "source";
            it->tip = scene_keepf(s, "%s: shows the line in Source", r->at);
        }
    }
    if (r->asked_by)
        spot.y = fact(s, vp, spot, ROLE_text, r->asked_by);
    if (r->gone) {
        g_autofree char *gone = g_strdup_printf("nothing of it is left: %s", r->gone);
        spot.y = fact(s, vp, spot, ROLE_text, gone);
    }
    if (r->certainty < 100)
        spot.y = fact(s, vp, spot, ROLE_dim, trace_certainty_name(r->certainty));
    if (own->why && own->why->len) {
        g_autofree char *said = g_strdup_printf("%s is sharded %s because:", r->value_label ? r->value_label : "the value", r->from_spec);
        spot.y = why_chain(s, vp, own->why, (Spot){ spot.x, fact(s, vp, (Spot){ spot.x, spot.y + 4, spot.w }, ROLE_dim, said), spot.w });
    }
    if (own->why_other && own->why_other->len) {
        g_autofree char *said = g_strdup_printf("and the sharding of %s follows from:", r->consumer_label ? r->consumer_label : r->consumer ? r->consumer : "the other side");
        spot.y = why_chain(s, vp, own->why_other, (Spot){ spot.x, fact(s, vp, (Spot){ spot.x, spot.y + 4, spot.w }, ROLE_dim, said), spot.w });
    }
    return spot.y + 8;
}

static const ReportColumn plan_columns[] = {
    { "chosen", "", CELL_TEXT },           { "plan", "plan", CELL_TEXT },         { "est_ns", "planned", CELL_NS },
    { "bytes", "received", CELL_BYTES },   { "peak", "memory", CELL_BYTES },      { "why", NULL, CELL_BELOW },
};

static Table *plan_rows(const GArray *plans)
{
    Table *t = table_new("plans", NULL, plan_columns, G_N_ELEMENTS(plan_columns));
    t->order = "est_ns";
    for (guint i = 0; i < plans->len; i++) {
        const TracePlanRow *p = TRACE_AT(plans, TracePlanRow, i);
        cell_text(t, p->chosen ? "●" : NULL);
        cell_text(t, p->text);
        cell_oreal(t, p->est_ns);
        cell_oint(t, p->bytes_moved);
        cell_oint(t, p->peak_bytes);
        cell_text(t, p->chosen ? "chosen" : p->rejected_because ? p->rejected_because : "costs more");
        table_row_facts(t, i + 1, NULL, NULL);
    }
    return t;
}

static void paint_chosen(const void *of, Scene *s, guint row, const char *key, Rect cell)
{
    (void)key;
    const GArray *plans = of;
    if (TRACE_AT(plans, TracePlanRow, row)->chosen)
        scene_text(s, FONT_bold, ROLE_good, (Spot){ cell.x + 6, cell.y + 3, cell.w - 6 }, "●");
}

/* What else was considered, each with why it was not taken. slot: of the list. */
static double plan_table(Scene *s, const Viewport *vp, const GArray *plans, const char *title, int slot, Spot spot)
{
    static const TableColumn all[] = {
        { .key = "chosen", .look = { NULL, 22, ALIGN_left, TRIM_end, FONT_bold, ROLE_good }, .as = AS_PAINTED },
        { .key = "plan", .look = { NULL, -2.2, ALIGN_left, TRIM_middle, FONT_small, ROLE_none } },
        { .key = "est_ns", .look = { NULL, 62, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
        { .key = "bytes", .look = { NULL, 70, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
        { .key = "peak", .look = { NULL, 70, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
    };
    if (!plans || plans->len == 0)
        return spot.y;
    spot.y = heading(s, vp->metrics, spot, title);
    g_autoptr(Table) t = plan_rows(plans);
    TableList list = { .table = t, .columns = all, .n = G_N_ELEMENTS(all), .slot = slot, .below = "why", .paint = paint_chosen, .of = plans };
    return table_list_flow(s, vp, &list, spot, 24) + 10;
}

/* What else was considered: plans for it, and ways to divide the op that needs it. */
static double draw_considered(Scene *s, const Viewport *vp, const ReshardsRows *own, const TraceReshardRow *r, Spot spot)
{
    g_autofree char *planned = trace_planned_said(r, own->plans);
    spot.y = plan_table(s, vp, own->plans, "Alternatives that were considered", 1, spot);
    if (planned)
        spot.y = fact(s, vp, (Spot){ spot.x, spot.y - 6, spot.w }, ROLE_dim, planned) + 10;
    return plan_table(s, vp, own->options, "Strategies considered for the op that needs it", 2, spot);
}

static double draw_became(Scene *s, const Viewport *vp, const TraceReshardRow *r, const GArray *colls, Spot spot)
{
    const Metrics *m = vp->metrics;
    spot.y = heading(s, m, spot, "Collectives it became");
    if (!colls || colls->len == 0)
        return fact(s, vp, spot, ROLE_dim, "No collective: every device slices what it needs out of what it holds, or "
                                             "the collectives of another reshard serve this one too.") + 8;
    for (guint i = 0; i < colls->len && i < 16; i++) {
        const TraceCollRow *k = TRACE_AT(colls, TraceCollRow, i);
        scene_box(s, role_of_coll(k->kind), (Rect){ spot.x, spot.y + 3, 10, 10 });
        g_autofree char *t = g_strdup_printf("%s  %s%s%s, %s received a step%s%s%s", k->name, k->kind_name,
                                             k->axes ? " along " : "", k->axes ? k->axes : "", word_bytes(k->traffic).s,
                                             k->moved_ns.known ? ", " : "", k->moved_ns.known ? word_ns((double)k->moved_ns.v).s : "",
                                             k->trips > 1 ? ", in a loop" : "");
        guint first = s->items->len;
        spot.y = scene_paragraph(s, m, FONT_small, ROLE_text, (Spot){ spot.x + 16, spot.y, spot.w - 16 }, t) + 3;
        for (guint n = first; n < s->items->len; n++)
            g_array_index(s->items, Item, n).ref = (Ref){ REF_inst, 0, k->inst_id, 0 };
        g_autofree char *links = trace_links_said(k->inside, k->between_ranks, k->between_hosts);
        if (*links)
            spot.y = scene_paragraph(s, m, FONT_small, ROLE_dim, (Spot){ spot.x + 16, spot.y, spot.w - 16 }, links) + 3;
    }
    g_autofree char *combined = trace_combined_said(r, colls);
    if (combined)
        spot.y = fact(s, vp, (Spot){ spot.x + 16, spot.y, spot.w - 16 }, ROLE_dim, combined);
    return spot.y + 8;
}

/* Adds what these lines say: those that go and those that come for them as one of each where they are the same for several layers. */
static void add_edits(GPtrArray *out, const GPtrArray *gone, const GPtrArray *come)
{
    g_autoptr(GPtrArray) groups = ranges_groups((const char *const *)gone->pdata, gone->len);
    for (guint i = 0; i < groups->len; i++) {
        const GArray *g = groups->pdata[i];
        g_autoptr(GPtrArray) less = g_ptr_array_new(), more = g_ptr_array_new();
        for (guint k = 0; k < g->len; k++) {
            g_ptr_array_add(less, gone->pdata[g_array_index(g, guint, k)]);
            g_ptr_array_add(more, come->pdata[g_array_index(g, guint, k)]);
        }
        char *a = ranges_text((const char *const *)less->pdata, (int)less->len), *b = ranges_text((const char *const *)more->pdata, (int)more->len);
        bool one = a && b;
        for (guint k = 0; !one && k < g->len; k++) {
            g_ptr_array_add(out, g_strdup(less->pdata[k]));
            g_ptr_array_add(out, g_strdup(more->pdata[k]));
        }
        if (one) {
            g_ptr_array_add(out, g_steal_pointer(&a));
            g_ptr_array_add(out, g_steal_pointer(&b));
        }
        g_free(a);
        g_free(b);
    }
}

/* The lines of a patch; a line that goes and the one that comes for it, where the same follows for other layers, once:
 * "p['layers'][0…11]['down']: P('tensor', None)". Texts, NULL-terminated. */
static char **patch_lines(const char *patch)
{
    g_auto(GStrv) all = g_strsplit(patch, "\n", -1);
    GPtrArray *out = g_ptr_array_new();
    for (guint i = 0; all[i];) {
        g_autoptr(GPtrArray) gone = g_ptr_array_new(), come = g_ptr_array_new();
        for (; all[i] && all[i + 1] && *all[i] == '-' && *all[i + 1] == '+'; i += 2) {
            g_ptr_array_add(gone, all[i]);
            g_ptr_array_add(come, all[i + 1]);
        }
        if (gone->len)
            add_edits(out, gone, come);
        else
            g_ptr_array_add(out, g_strdup(all[i++]));
    }
    g_ptr_array_add(out, NULL);
    return (char **)g_ptr_array_free(out, FALSE);
}

/* A line of a patch: its sign, and what it says beside it, in as many lines as that needs. */
static double draw_patch_line(Scene *s, const Metrics *m, const char *line, Spot spot)
{
    Role ink = *line == '+' ? ROLE_good : *line == '-' ? ROLE_bad : ROLE_text;
    if (ink == ROLE_text)
        return scene_paragraph(s, m, FONT_mono, ink, spot, line);
    double indent = text_width(m, FONT_mono, "    ");
    const char *said = line + 1;
    g_autofree char *sign = g_strndup(line, 1);
    while (*said == ' ')
        said++;
    scene_text(s, FONT_mono, ink, (Spot){ spot.x, spot.y, indent }, sign);
    return scene_paragraph(s, m, FONT_mono, ink, (Spot){ spot.x + indent, spot.y, spot.w - indent }, said);
}

/* The edit: lines that go, lines that come, under their places. */
static double draw_patch(Scene *s, const Metrics *m, const TraceRemedyRow *r, Spot spot)
{
    enum { MOST = 10 };
    if (!r->patch)
        return scene_paragraph(s, m, FONT_mono, ROLE_text, spot, r->code && *r->code ? r->code : r->text);
    g_auto(GStrv) lines = patch_lines(r->patch);
    guint n = g_strv_length(lines), shown = n > MOST + 2 ? MOST : n;
    for (guint i = 0; i < shown; i++)
        if (*lines[i])
            spot.y = draw_patch_line(s, m, lines[i], spot);
    if (shown < n) {
        g_autofree char *rest = g_strdup_printf("… %u more lines, which Copy patch has", n - shown - 1);
        spot.y = scene_paragraph(s, m, FONT_small, ROLE_dim, spot, rest);
    }
    return spot.y;
}

/* A word that does something with a change when it is clicked; returns the x behind it. */
static double remedy_word(Scene *s, const Metrics *m, Spot spot, const char *text, Ref ref)
{
    double w = text_width(m, FONT_small, text);
    Item *it = scene_text(s, FONT_small, ROLE_link, (Spot){ spot.x, spot.y, w + 1 }, text);
    it->ref = ref;
    it->tip = ref.sub == REMEDY_COPY ? "copies the change in JAX's words: lines that go and lines that come"
                                     : "compiles and runs the program under this change, and shows both runs side by side";
    return spot.x + w + 18;
}

/* Changes of annotations that were compiled again, by gain: with what the whole step then costs. */
static double draw_remedies(Scene *s, const Viewport *vp, const RunRows *run, const GArray *remedies, Spot spot)
{
    const Metrics *m = vp->metrics;
    spot.y = heading(s, m, spot, "How to remove it, or make it cheaper");
    if ((!remedies || remedies->len == 0) && run->info->kind == TRACE_RUN_IMPORTED)
        return fact(s, vp, spot, ROLE_dim, "Changes of annotations are tried by shardscope run, which takes the program that the compiler was given; none were tried here.") + 8;
    if (!remedies || remedies->len == 0)
        return fact(s, vp, spot, ROLE_dim, "None of the annotation changes that were compiled removes it or lets it move less.") + 8;
    for (guint i = 0; i < remedies->len && i < 12; i++) {
        const TraceRemedyRow *r = TRACE_AT(remedies, TraceRemedyRow, i);
        bool gain = r->gain_ns.known && r->gain_ns.v > 0, loss = r->gain_ns.known && r->gain_ns.v < 0;
        double top = spot.y;
        spot.y = draw_patch(s, m, r, (Spot){ spot.x + 12, spot.y, spot.w - 12 });
        g_autoptr(GString) t = g_string_new(NULL);
        g_string_append_printf(t, "predicted step %s → %s", word_maybe_ns(r->before_ns).s, word_maybe_ns(r->after_ns).s);
        if (r->low_ns.known)
            g_string_append_printf(t, " (four times in five %s to %s)", word_maybe_ns(r->low_ns).s, word_maybe_ns(r->high_ns).s);
        if (gain || loss)
            g_string_append_printf(t, ": %s %s", gain ? "saves" : "costs", trace_gain_text(r->gain_ns.v, r->before_ns.v).s);
        g_string_append_printf(t, "; received %s → %s", word_maybe_bytes(r->before_traffic).s, word_maybe_bytes(r->after_traffic).s);
        if (r->peak_change.known && r->peak_change.v != 0)
            g_string_append_printf(t, "; memory %s%s", r->peak_change.v > 0 ? "+" : "−", word_bytes(ABS(r->peak_change.v)).s);
        if (r->n_gone > 1)
            g_string_append_printf(t, "; removes %" G_GINT64_FORMAT " changes of layout in all", r->n_gone);
        if (r->brings && *r->brings)
            g_string_append_printf(t, "; adds %s", r->brings);
        if (r->dearer && *r->dearer)
            g_string_append_printf(t, "; costs more: %s", r->dearer);
        g_string_append(t, !r->checked.known ? "; compiled, not run" : r->checked.v == 1 ? "; run, results equal to the evaluator's" : "; run, results DIFFER");
        if (r->try_step_ns.known)
            g_string_append_printf(t, "; measured: %s", word_ns(r->try_step_ns.v).s);
        if (r->note && *r->note)
            g_string_append_printf(t, "; %s", r->note);
        spot.y = layout_sentence(s, vp, FONT_small, gain ? ROLE_good : loss ? ROLE_bad : ROLE_dim, (Spot){ spot.x + 12, spot.y, spot.w - 12 },
                                 t->str) + 2;
        if (!vp->still) { /* on paper there is nothing to click */
            double x = spot.x + 12;
            if (r->edits && run->info->can_again)
                x = remedy_word(s, m, (Spot){ x, spot.y, 0 }, "Try it", (Ref){ REF_remedy, run->info->id, r->number, REMEDY_TRY });
            remedy_word(s, m, (Spot){ x, spot.y, 0 }, "Copy patch", (Ref){ REF_remedy, run->info->id, r->number, REMEDY_COPY });
            spot.y += m[FONT_small].line_h;
        }
        spot.y += 7;
        scene_box(s, gain ? ROLE_good : loss ? ROLE_bad : ROLE_pad, (Rect){ spot.x, top + 1, 3, spot.y - top - 8 });
    }
    return spot.y + 6;
}

/* The same reshard in other views. */
static double draw_jumps(Scene *s, const Viewport *vp, const RunRows *run, const TraceReshardRow *r, double x, double y)
{
    static const struct {
        const char *title, *view;
    } all[] = { { "Show in Steps ›", "steps" }, { "Show in Passes ›", "passes" }, { "Show in Graph ›", "graph" } };
    const Metrics *m = vp->metrics;
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++) {
        double w = text_width(m, FONT_small, all[i].title) + 4;
        Item *it = scene_text(s, FONT_small, ROLE_link, (Spot){ x, y, w }, all[i].title);
        it->ref = (Ref){ REF_reshard, run->info->id, r->id, 0 };
        it->go = all[i].view;
        x += w + 18;
    }
    return y + m[FONT_small].line_h + 4;
}

static double draw_detail(Scene *s, const Viewport *vp, const Rows *rows, const RunRows *run, const TraceReshardRow *r, Spot spot)
{
    const Metrics *m = vp->metrics;
    static const ReshardsRows nothing;
    const ReshardsRows *own = reshards_rows(rows) ? reshards_rows(rows) : &nothing;
    g_autofree char *title = g_strdup_printf("#%" G_GINT64_FORMAT "  %s  %s", r->seq, reshard_value(r), shape_show(r->shape).s);
    scene_text(s, FONT_title, ROLE_text, spot, title)->trim = TRIM_middle;
    spot.y += m[FONT_title].line_h;
    const char *plan = scene_keepf(s, "%s%s%s%s%s", r->plan, r->axes ? " along " : "", r->axes ? r->axes : "",
                                   r->trips > 1 ? ", executions a step: " : "", r->trips > 1 ? word_count(r->trips).s : "");
    spot.y = scene_paragraph(s, m, FONT_body, ROLE_text, spot, plan);
    if (own->alike)
        spot.y = scene_paragraph(s, m, FONT_small, ROLE_dim, spot, own->alike);
    if (r->total_ns.known && !run->info->n_steps && run->kept && run->kept->len) /* of what the times beside it are */
        spot.y = scene_paragraph(s, m, FONT_small, ROLE_dim, spot, TRACE_AT(run->kept, TraceKept, 0)->note);
    spot.y = draw_jumps(s, vp, run, r, spot.x, spot.y + 2);
    int at = MAX(rows_run_index(rows, run->info->id), 0);
    g_autoptr(TileGrid) before = value_grid(rows, at, r->shape, r->from_id, false);
    g_autoptr(TileGrid) after = value_grid(rows, at, r->shape, r->to_id, false);
    PairStyle st = { .before = before, .after = after, .from = rows_geom(rows, r->from_id), .to = rows_geom(rows, r->to_id),
                     .mesh = value_mesh(rows, at, r->to_id), .run = run->info->id, .transpose = vp->transpose,
                     .bytes_moved = r->bytes_moved.known ? r->bytes_moved.v : -1 };
    if (!st.from || !st.to) {
        spot.y = fact(s, vp, (Spot){ spot.x, spot.y + 6, spot.w }, ROLE_dim, "Reading the layouts …") + 8;
    } else if (before->problem || after->problem || before->n_dev != after->n_dev || before->n_dev == 0) {
        spot.y = fact(s, vp, (Spot){ spot.x, spot.y + 6, spot.w }, ROLE_dim, before->problem ? before->problem : after->problem ? after->problem
                                                        : "The two layouts are on different devices.") + 8;
    } else {
        st.dev = pair_device(&st, vp->focus);
        g_autofree char *caption = pair_caption(&st);
        spot.y = scene_paragraph(s, m, FONT_small, ROLE_dim, spot, caption) + 8;
        bool matrix = spot.w >= 760;
        double ph = CLAMP(vp->height * 0.34, 180, 320), mx = MIN(ph - 50, 220);
        pair_matrix(s, m, &st, spot.x + spot.w - mx - 8, spot.y, matrix ? mx : 0);
        spot.y = pair_draw(s, m, &st, (Rect){ spot.x, spot.y, matrix ? spot.w - mx - 50 : spot.w, ph }) + 8;
    }
    if (spot.w < 760) {
        spot.y = draw_reasons(s, vp, own, r, spot);
        spot.y = draw_remedies(s, vp, run, own->remedies, spot);
        spot.y = draw_became(s, vp, r, own->colls, spot);
        return draw_considered(s, vp, own, r, spot);
    }
    double half = floor((spot.w - 32) / 2), left = draw_reasons(s, vp, own, r, (Spot){ spot.x, spot.y, half });
    double right = draw_remedies(s, vp, run, own->remedies, (Spot){ spot.x + half + 32, spot.y, half });
    right = draw_became(s, vp, r, own->colls, (Spot){ spot.x + half + 32, right, half });
    right = draw_considered(s, vp, own, r, (Spot){ spot.x + half + 32, right, half });
    return MAX(left, right);
}

void layout_reshards(const Rows *rows, const Viewport *vp, Scene *s)
{
    const RunRows *run = rows_current(rows);
    if (!run || !run->reshards) {
        layout_empty(s, vp, (Rect){ 0, 0, vp->width, vp->height }, "No decisions recorded",
                     "The partitioner's decisions were not recorded in this trace.");
        return;
    }
    if (run->reshards->len == 0) {
        layout_empty(s, vp, (Rect){ 0, 0, vp->width, vp->height }, "No reshards",
                     "Every op found its operands in the layout that it needs.");
        return;
    }
    const ReshardsRows *own = reshards_rows(rows);
    TableList list = reshards_list(own, run->info->id);
    double rows_h = table_list_height(vp, &list);
    double lh = floor(vp->split > 0 ? vp->height * vp->split : MIN(rows_h + 4, vp->height * 0.36));
    lh = CLAMP(lh, 4 * LIST_ROW_H, MAX(vp->height - 120, 4 * LIST_ROW_H));
    const TraceReshardRow *r = reshards_shown(rows, vp->select);
    table_list_draw(s, vp, &list, (Rect){ 0, 0, vp->width, lh }, (Ref){ REF_reshard, run->info->id, r->id, 0 });
    double y = lh + 1, h = vp->height - y, w = vp->width - 2 * MARGIN - 6;
    g_autoptr(Scene) trial = scene_new(vp->width, vp->height);
    double content = draw_detail(trial, vp, rows, run, r, (Spot){ MARGIN, 12, w }) + 12;
    double scroll = layout_clamp_scroll(vp->scroll[PANE_DETAIL], content, h);
    scene_pane(s, PANE_DETAIL, (Rect){ 0, y, vp->width, h }, content);
    scene_box(s, ROLE_background, (Rect){ 0, y, vp->width, h });
    draw_detail(s, vp, rows, run, r, (Spot){ MARGIN, y + 12 - scroll, w });
    layout_scrollbar(s, PANE_DETAIL, scroll);
    scene_use_pane(s, 0);
    scene_box(s, ROLE_grid, (Rect){ 0, lh, vp->width, 1 })->ref = (Ref){ REF_split, 0, 1, 0 };
}
