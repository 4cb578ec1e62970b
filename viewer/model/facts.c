/* Facts about a selected row. See facts.h. One function a kind of row; start reading at facts_load(); those of a run as a whole are in facts_run.c. */
#include "viewer/model/facts_impl.h"

#include <stdarg.h>
#include <string.h>

#include "trace/verdict.h"
#include "viewer/layout/words.h"

static void fact_clear(gpointer p)
{
    Fact *f = p;
    g_free(f->label);
    g_free(f->value);
}

void facts_add(Facts *f, const char *label, const char *value)
{
    if (!value || !*value)
        return;
    Fact x = { g_strdup(label), g_strdup(value), { 0 }, { 0 }, false };
    g_array_append_val(f->list, x);
}

void facts_addf(Facts *f, const char *label, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    facts_add(f, label, text);
}

void facts_heading(Facts *f, const char *text)
{
    Fact x = { g_strdup(text), NULL, { 0 }, { 0 }, false };
    g_array_append_val(f->list, x);
}

void facts_link(Facts *f, Ref to)
{
    if (f->list->len)
        g_array_index(f->list, Fact, f->list->len - 1).link = to;
}

void facts_add_time(Facts *f, const char *label, TraceInt ns)
{
    if (ns.known)
        facts_add(f, label, word_ns((double)ns.v).s);
}

void facts_add_bytes(Facts *f, const char *label, TraceInt n)
{
    if (n.known)
        facts_addf(f, label, "%s (%s)", word_bytes(n.v).s, word_count(n.v).s);
}

void facts_title(Facts *f, const char *kind, const char *title)
{
    g_free(f->kind);
    g_free(f->title);
    f->kind = g_strdup(kind);
    f->title = g_strdup(title);
}

char *facts_shape(const char *shape)
{
    enum { SHOWN = 4 };
    int depth = 0, parts = 1;
    const char *cut = NULL;
    for (const char *p = shape; p && *p && *shape == '('; p++) {
        depth += (*p == '(' || *p == '[' || *p == '{') - (*p == ')' || *p == ']' || *p == '}');
        if (*p == ',' && depth == 1 && ++parts == SHOWN + 1)
            cut = p;
    }
    return cut && parts > SHOWN + 1 ? g_strdup_printf("%.*s, … %d parts in all)", (int)(cut - shape), shape, parts) : g_strdup(shape);
}

/* A place in the user's program, by its file's name; it leads to Source. */
static void add_line(Facts *f, const char *label, const char *at)
{
    if (!at || !*at)
        return;
    const char *slash = strrchr(at, '/');
    facts_add(f, label, slash ? slash + 1 : at);
    facts_link(f, (Ref){ REF_source, f->about.run, (int64_t)g_str_hash(at), 0 });
}

/* ---- reasons, shared by several kinds ---- */

static bool why_facts(TraceReader *r, Facts *f, int64_t inst, GError **error)
{
    g_autoptr(GArray) why = trace_query_why(r, inst, true, error);
    if (!why)
        return false;
    if (why->len)
        facts_heading(f, "Why it is sharded this way");
    for (guint i = 0; i < why->len && i < FACTS_MANY; i++) {
        const TraceWhyRow *w = TRACE_AT(why, TraceWhyRow, i);
        g_autoptr(GString) t = g_string_new(NULL);
        g_string_append_printf(t, "%s%s", w->label, w->taken ? "" : " refused");
        if (w->dim.known)
            g_string_append_printf(t, ", dim %" G_GINT64_FORMAT, w->dim.v);
        g_string_append_printf(t, ": %s", *w->axes ? w->axes : "not split");
        if (w->came_from)
            g_string_append_printf(t, " from %s", w->from_label ? w->from_label : w->came_from);
        if (w->through_op && g_strcmp0(w->through, w->value) != 0)
            g_string_append_printf(t, " through a %s", w->through_op);
        if (w->annotation)
            g_string_append_printf(t, ", written %s", w->annotation_label ? w->annotation_label : w->annotation);
        if (w->at)
            g_string_append_printf(t, " at %s", w->at);
        if (w->why && !(w->taken && w->came_from)) /* else it says the same again */
            g_string_append_printf(t, ": %s", w->why);
        facts_add(f, NULL, t->str);
        if (w->src_inst)
            facts_link(f, (Ref){ REF_value, f->about.run, w->src_inst, 0 });
    }
    if (why->len > FACTS_MANY)
        facts_addf(f, NULL, "and %u more", why->len - FACTS_MANY);
    return true;
}

static void reshard_line(Facts *f, int64_t run, const TraceReshardRow *r)
{
    facts_addf(f, NULL, "#%" G_GINT64_FORMAT " %s %s → %s: %s%s%s", r->seq, reshard_value(r), r->from_spec, r->to_spec, r->plan,
         r->why ? ". " : "", r->why ? r->why : "");
    facts_link(f, (Ref){ REF_reshard, run, r->id, 0 });
}

/* ---- a kind each ---- */

/* What a collective takes, as the lists divide it: data moves once the last member has come. */
static void coll_facts(Facts *f, const TraceCollRow *k)
{
    if (k && k->traffic > 0)
        facts_addf(f, "received", "%s a step", word_bytes(k->traffic).s);
    if (k && k->total_ns.known && k->moved_ns.known) {
        facts_add_time(f, "moved", k->moved_ns);
        facts_add_time(f, "waited for members", TRACE_INT(MAX(k->total_ns.v - k->moved_ns.v, 0)));
        facts_add_time(f, "exposed", k->exposed_ns);
    }
}

static bool inst_facts(TraceReader *r, const Rows *rows, Facts *f, int64_t id, GError **error)
{
    g_autoptr(GArray) one = trace_query_inst(r, id, error);
    if (!one)
        return false;
    if (one->len == 0)
        return true;
    const TraceInstRow *i = TRACE_AT(one, TraceInstRow, 0);
    g_autoptr(GArray) coll = trace_query_coll(r, id, error);
    if (!coll)
        return false;
    const TraceCollRow *k = coll->len ? TRACE_AT(coll, TraceCollRow, 0) : NULL; /* the first half of an asynchronous one has its operand in its shape too */
    facts_title(f, i->opcode, i->label);
    if (g_strcmp0(i->label, i->name) != 0)
        facts_add(f, "instruction", i->name);
    g_autofree char *shape = facts_shape(i->shape);
    facts_add(f, "shape", shape);
    facts_add(f, "sharding", i->spec);
    add_line(f, "source", i->at);
    facts_add(f, "framework", i->op_name);
    facts_add_bytes(f, "a device", k ? TRACE_INT(k->bytes_out) : i->bytes_out);
    facts_add_bytes(f, "unsharded size", i->bytes_full);
    if (i->flops.known && i->flops.v > 0)
        facts_add(f, "work", trace_flops(i->flops.v).s);
    if (i->est_ns.known)
        facts_addf(f, "predicted", "%s a step", word_ns(i->est_ns.v).s);
    coll_facts(f, k);
    int run = rows_run_index(rows, f->about.run);
    bool predicted = run >= 0 && TRACE_AT(rows->runs, TraceRunInfo, run)->kind == TRACE_RUN_PREDICTED;
    if (i->total_ns.known && !k)
        facts_addf(f, predicted ? "on the timeline" : "measured", "%s %s", word_ns((double)i->total_ns.v).s, run >= 0 ? TRACE_AT(rows->runs, TraceRunInfo, run)->per : "a step");
    facts_addf(f, "computation", "%s, position %" G_GINT64_FORMAT, i->comp, i->ord);
    if (i->flags & TRACE_INST_PARTITIONER)
        facts_add(f, NULL, "inserted by the partitioner");
    if (i->flags & TRACE_INST_REMAT)
        facts_add(f, NULL, "computed a second time to save memory");
    return true;
}

static bool value_facts(TraceReader *r, const Rows *rows, Facts *f, GError **error)
{
    int run = 0;
    const TraceValueRow *v = rows_value(rows, f->about.id, &run);
    if (!inst_facts(r, rows, f, f->about.id, error))
        return false;
    if (v) {
        if (!v->spec && !v->sharding_id && g_strcmp0(v->decided, "default") == 0)
            facts_add(f, "sharding", "replicated: no annotation shards it");
        facts_addf(f, "role", "%s%s%s", v->role, v->param_no.known ? " " : "", v->param_no.known ? word_count(v->param_no.v).s : "");
        if (v->shards.known && v->copies.known)
            facts_addf(f, "layout", "%" G_GINT64_FORMAT " slice%s, the same data on %" G_GINT64_FORMAT " device%s", v->shards.v, v->shards.v == 1 ? "" : "s", v->copies.v, v->copies.v == 1 ? "" : "s");
        facts_add(f, "decided by", v->decided);
        facts_add(f, "written as", v->written ? v->written : v->annotation);
    }
    if (!why_facts(r, f, f->about.id, error))
        return false;
    const RunRows *rr = v ? g_ptr_array_index(rows->run, run) : NULL;
    bool any = false;
    for (guint i = 0; rr && rr->reshards && i < rr->reshards->len; i++) {
        const TraceReshardRow *m = TRACE_AT(rr->reshards, TraceReshardRow, i);
        if (m->inst_id != f->about.id && m->user_id != f->about.id)
            continue;
        if (!any)
            facts_heading(f, "Reshards of it and for it");
        any = true;
        reshard_line(f, rr->info->id, m);
    }
    g_autoptr(GArray) later = trace_query_descendants(r, f->about.id, error);
    if (!later)
        return false;
    if (later->len)
        facts_heading(f, "What became of it");
    for (guint i = 0; i < later->len && i < FACTS_MANY; i++) {
        const TraceInstRow *d = TRACE_AT(later, TraceInstRow, i);
        g_autofree char *shape = facts_shape(d->shape);
        facts_addf(f, NULL, "%s = %s %s", d->name, d->opcode, shape ? shape : "");
    }
    return true;
}

/* Changes of annotations that remove the reshard or let it move less, each with what can be done with it. */
static bool remedy_facts(TraceReader *r, Facts *f, const TraceRunInfo *run, GError **error)
{
    enum { SHOWN = 5 };
    g_autoptr(GArray) all = trace_query_remedies(r, run->module_id, f->about.id, error);
    if (!all)
        return false;
    g_autoptr(GArray) tried = all->len || run->kind != TRACE_RUN_IMPORTED ? NULL : trace_query_tried(r, f->about.id, error);
    if (!tried && !all->len && run->kind == TRACE_RUN_IMPORTED)
        return false;
    const char *none = tried ? trace_remedy_none(run, tried->len > 0) : NULL;
    if (all->len || none)
        facts_heading(f, "Changes that remove it or make it cheaper");
    if (none)
        facts_add(f, NULL, none);
    if (all->len && run->kind == TRACE_RUN_IMPORTED)
        facts_add(f, NULL, trace_remedy_trial(run));
    for (guint i = 0; i < MIN(all->len, SHOWN); i++) {
        const TraceRemedyRow *x = TRACE_AT(all, TraceRemedyRow, i);
        facts_addf(f, NULL, "%s: predicted step %s → %s%s%s", x->text, word_maybe_ns(x->before_ns).s, word_maybe_ns(x->after_ns).s,
             x->try_step_ns.known ? ", measured " : "", x->try_step_ns.known ? word_ns(x->try_step_ns.v).s : "");
        Fact *last = &g_array_index(f->list, Fact, f->list->len - 1);
        last->remedy = (Ref){ REF_remedy, run->id, x->number, 0 };
        last->can_try = x->edits && run->can_again;
    }
    if (all->len > SHOWN)
        facts_addf(f, NULL, "and %u more, which gain less", all->len - SHOWN);
    return true;
}

static bool reshard_facts(TraceReader *r, const Rows *rows, Facts *f, GError **error)
{
    g_autoptr(GArray) one = trace_query_reshard(r, f->about.id, error);
    if (!one)
        return false;
    if (one->len == 0)
        return true;
    const TraceReshardRow *m = TRACE_AT(one, TraceReshardRow, 0);
    g_autofree char *title = g_strdup_printf("#%" G_GINT64_FORMAT " %s", m->seq, reshard_value(m));
    facts_title(f, "reshard", title);
    facts_add(f, "value", reshard_value(m));
    facts_link(f, (Ref){ REF_value, f->about.run, m->inst_id, 0 });
    facts_add(f, "shape", m->shape);
    facts_add(f, "from", m->from_spec);
    facts_add(f, "to", m->to_spec);
    facts_add(f, "plan", m->plan);
    facts_add(f, "axes", m->axes);
    facts_add_bytes(f, "unsharded size", m->bytes_full);
    if (m->traffic.known)
        facts_addf(f, "received", "%s a step", word_bytes(m->traffic.v).s);
    if (m->trips > 1)
        facts_addf(f, "executions", "%" G_GINT64_FORMAT " a step", m->trips);
    int at = rows_run_index(rows, f->about.run);
    bool simulated = at >= 0 && TRACE_AT(rows->runs, TraceRunInfo, at)->kind == TRACE_RUN_PREDICTED; /* its times are of the timeline, beside other collectives */
    if (m->est_ns.known)
        facts_addf(f, simulated ? "predicted alone" : "predicted", "%s a step", word_ns(m->est_ns.v).s);
    facts_add_time(f, "moved", m->moved_ns);
    if (m->total_ns.known && m->moved_ns.known)
        facts_add_time(f, "waited for members", TRACE_INT(MAX(m->total_ns.v - m->moved_ns.v, 0)));
    facts_add_time(f, "exposed", m->exposed_ns);
    facts_add(f, "asked by", m->consumer_label ? m->consumer_label : m->consumer);
    if (m->user_id)
        facts_link(f, (Ref){ REF_value, f->about.run, m->user_id, 0 });
    facts_add(f, "cause", m->cause_name);
    add_line(f, "line", m->at);
    facts_add(f, "pass", m->pass);
    facts_addf(f, "certainty", "%" G_GINT64_FORMAT " %%", m->certainty);
    if (m->is_remat)
        facts_add(f, NULL, "replicated in full, then sliced");
    if (m->why) {
        facts_heading(f, "Why");
        facts_add(f, NULL, m->why);
    }
    if (at >= 0 && !remedy_facts(r, f, TRACE_AT(rows->runs, TraceRunInfo, at), error))
        return false;
    return m->inst_id ? why_facts(r, f, m->inst_id, error) : true;
}

static bool meeting_facts(TraceReader *r, Facts *f, int64_t id, GError **error)
{
    g_autoptr(GArray) members = trace_query_members(r, id, error);
    if (!members)
        return false;
    if (members->len == 0)
        return true;
    if (!f->title)
        facts_title(f, "collective", "Members of one execution");
    facts_heading(f, "Who came when");
    int64_t first = TRACE_AT(members, TraceMemberRow, 0)->start_ns;
    for (guint i = 0; i < members->len; i++) {
        if (members->len > 2 * FACTS_MANY && i == FACTS_MANY) {
            facts_addf(f, NULL, "… %u more …", members->len - 2 * FACTS_MANY);
            i = members->len - FACTS_MANY;
        }
        const TraceMemberRow *m = TRACE_AT(members, TraceMemberRow, i);
        g_autofree char *label = m->global_id.known ? g_strdup_printf("device %" G_GINT64_FORMAT, m->global_id.v) : g_strdup("–");
        facts_addf(f, label, i ? "+%s" : "first%s", i ? word_ns((double)(m->start_ns - first)).s : "");
        facts_link(f, (Ref){ REF_event, f->about.run, m->event_id, m->lane_id });
    }
    return true;
}

static bool event_facts(TraceReader *r, const Rows *rows, Facts *f, GError **error)
{
    g_autoptr(GArray) one = trace_query_event(r, f->about.id, error);
    if (!one)
        return false;
    if (one->len == 0)
        return true;
    const TraceEventDetail *e = TRACE_AT(one, TraceEventDetail, 0);
    if (e->inst_id && !inst_facts(r, rows, f, e->inst_id, error))
        return false;
    /* An op as its user knows it; its instruction is among the facts. */
    bool named = e->inst_id && e->opcode && f->title && !g_str_equal(f->title, e->name);
    g_autofree char *title = named ? g_strdup_printf("%s of %s", e->opcode, f->title) : g_strdup(e->name);
    facts_title(f, trace_cat_name(e->cat) ? trace_cat_name(e->cat) : "event", title);
    facts_heading(f, "This time");
    facts_add(f, "on", e->lane);
    facts_add(f, "lasted", word_ns((double)e->dur_ns).s);
    g_autoptr(GArray) step = trace_read_rows(r, TRACE_TABLE_step, "WHERE id = ?1", &e->step_id, 1, error);
    if (!step)
        return false;
    if (step->len) { /* as the ruler counts */
        const TraceStep *st = TRACE_AT(step, TraceStep, 0);
        facts_addf(f, "began", "%s into step %" G_GINT64_FORMAT, word_ns((double)(e->start_ns - st->start_ns)).s, st->num);
    }
    facts_addf(f, step->len ? "of the run" : "began", "%s (%s ns)", word_ns((double)e->start_ns).s, word_count(e->start_ns).s);
    facts_add_time(f, "itself", e->self_ns);
    if (e->trips.known)
        facts_addf(f, "trips", "%s%s%s%s", word_count(e->trips.v).s, e->trips.v > 0 ? ", " : "", e->trips.v > 0 ? word_ns((double)e->dur_ns / (double)e->trips.v).s : "",
                   e->trips.v > 0 ? " each, as one piece of code" : ", as one piece of code");
    if (e->reshard_id) {
        facts_addf(f, "serves", "a reshard: %s", e->why ? e->why : "no reason recorded");
        facts_link(f, (Ref){ REF_reshard, f->about.run, e->reshard_id, 0 });
    }
    if (e->coll_id && !meeting_facts(r, f, e->coll_id, error))
        return false;
    g_autoptr(GArray) from = e->inst_id ? trace_query_origins(r, e->inst_id, error) : g_array_new(FALSE, TRUE, sizeof(TraceInstRow));
    if (!from)
        return false;
    if (from->len)
        facts_heading(f, "Origin");
    for (guint i = 0; i < from->len && i < FACTS_MANY; i++) {
        const TraceInstRow *o = TRACE_AT(from, TraceInstRow, i);
        facts_addf(f, NULL, "%s: %s%s%s", o->label, o->opcode, o->at && !strchr(o->label, ':') ? ", " : "", o->at && !strchr(o->label, ':') ? o->at : "");
        facts_link(f, (Ref){ REF_value, f->about.run, o->id, 0 });
    }
    return true;
}

/* ---- lines of the user's program ---- */

static bool is_line(const char *at, int64_t id)
{
    const char *slash = strrchr(at, '/');
    return g_str_hash(at) == id || (slash && g_str_hash(slash + 1) == id);
}

static void line_costs(Facts *f, TraceInt traffic, TraceInt ns, TraceInt waited, TraceInt reshards, TraceInt peak)
{
    if (traffic.known)
        facts_addf(f, "received", "%s a step", word_bytes(traffic.v).s);
    if (ns.known)
        facts_addf(f, "time", "%s a step", word_ns((double)ns.v).s);
    if (waited.known)
        facts_addf(f, "waited", "%s a step", word_ns((double)waited.v).s);
    if (reshards.known)
        facts_add(f, "changes of layout", word_count(reshards.v).s);
    if (peak.known)
        facts_add(f, "at the peak", word_bytes(peak.v).s);
}

static TraceInt known(int64_t v)
{
    return (TraceInt){ v, true };
}

static bool line_facts(TraceReader *r, const Rows *rows, Facts *f, GError **error)
{
    const RunRows *run = rows ? rows_current(rows) : NULL;
    g_autoptr(GArray) all = run ? trace_query_line_totals(r, run->info, error) : NULL;
    for (guint i = 0; all && i < all->len; i++) {
        const TraceLineTotal *x = TRACE_AT(all, TraceLineTotal, i);
        if (!is_line(x->at, f->about.id))
            continue;
        const char *slash = strrchr(x->at, '/');
        facts_title(f, "line", slash ? slash + 1 : x->at);
        if (slash)
            facts_addf(f, "folder", "%.*s", (int)(slash - x->at), x->at);
        facts_addf(f, "ops", "%s as read, %s in the final program", word_count(x->n_ops).s, word_count(x->n_insts).s);
        if (x->all_traffic.known) {
            facts_heading(f, "With what it calls");
            line_costs(f, x->all_traffic, x->all_ns, x->all_waited_ns, x->all_reshards, x->all_peak_bytes);
            facts_heading(f, "The line alone");
        }
        line_costs(f, known(x->traffic), x->total_ns, x->waited_ns, known(x->n_reshards), known(x->peak_bytes));
        if (x->est_ns.known)
            facts_addf(f, "predicted", "%s a step", word_ns(x->est_ns.v).s);
        break;
    }
    return all || !run;
}

Facts *facts_load(TraceReader *r, const Rows *rows, Ref ref, GError **error)
{
    Facts *f = g_new0(Facts, 1);
    f->about = ref;
    f->list = g_array_new(FALSE, TRUE, sizeof(Fact));
    g_array_set_clear_func(f->list, fact_clear);
    bool ok = true;
    switch (ref.kind) {
    case REF_value: ok = value_facts(r, rows, f, error); break;
    case REF_reshard: ok = reshard_facts(r, rows, f, error); break;
    case REF_event: ok = event_facts(r, rows, f, error); break;
    case REF_inst: ok = inst_facts(r, rows, f, ref.id, error); break;
    case REF_run: ok = facts_of_run(r, rows, f, error); break;
    case REF_step: ok = facts_of_step(r, rows, f, error); break;
    case REF_lane: ok = facts_of_lane(r, rows, f, error); break;
    case REF_pass: ok = facts_of_pass(r, rows, f, error); break;
    case REF_source: ok = line_facts(r, rows, f, error); break;
    case REF_meeting: ok = meeting_facts(r, f, ref.id, error); break;
    case REF_none:
    case REF_tile:
    case REF_device:
    case REF_axis:
    case REF_fold:
    case REF_time:
    case REF_overview:
    case REF_split:
    case REF_view:
    case REF_option:
    case REF_line:
    case REF_column:
    case REF_column_edge:
    case REF_grouping:
    case REF_filter:
    case REF_folded: case REF_remedy: case REF_pin: break;
    }
    if (!ok) {
        facts_free(f);
        return NULL;
    }
    if (!f->title)
        facts_title(f, ref_kind_name(ref.kind), "The trace has no further details.");
    return f;
}

void facts_put_first(Facts *f, const char *sentence)
{
    if (!sentence)
        return;
    Fact x = { NULL, g_strdup(sentence), { 0 }, { 0 }, false };
    g_array_prepend_val(f->list, x);
}

void facts_free(Facts *f)
{
    if (!f)
        return;
    g_free(f->kind);
    g_free(f->title);
    g_array_unref(f->list);
    g_free(f);
}

char *facts_to_text(const Facts *f)
{
    GString *t = g_string_new(NULL);
    g_string_append_printf(t, "%s %s\n", f->kind, f->title);
    for (guint i = 0; i < f->list->len; i++) {
        const Fact *x = &g_array_index(f->list, Fact, i);
        g_string_append_printf(t, "%s%s%s\n", x->label ? x->label : "", x->label && x->value ? "\t" : "", x->value ? x->value : "");
    }
    return g_string_free(t, FALSE);
}
