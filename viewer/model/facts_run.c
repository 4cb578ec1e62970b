/* Facts about a run, its steps, the rows of its timeline and its passes. */
#include "viewer/model/facts_impl.h"

#include <string.h>

#include "trace/report/settings.h"
#include "viewer/layout/words.h"

bool facts_of_run(TraceReader *r, const Rows *rows, Facts *f, GError **error)
{
    int at = rows_run_index(rows, f->about.id);
    if (at < 0)
        return true;
    const TraceRunInfo *i = TRACE_AT(rows->runs, TraceRunInfo, at);
    facts_title(f, trace_run_kind_name(i->kind) ? trace_run_kind_name(i->kind) : "run", i->title);
    facts_add(f, "program", i->name);
    facts_add(f, "mesh", i->mesh);
    facts_addf(f, "devices", "%" G_GINT64_FORMAT, i->n_devices);
    facts_add(f, "made by", i->producer);
    facts_add(f, "predicted for", i->hardware);
    g_autoptr(GHashTable) settings = trace_settings(i->config);
    g_autoptr(GList) keys = g_list_sort(g_hash_table_get_keys(settings), (GCompareFunc)strcmp);
    for (GList *k = keys; k; k = k->next) {
        g_autofree char *said = trace_setting_show(g_hash_table_lookup(settings, k->data));
        if (!g_str_equal(k->data, "mesh")) /* stands above */
            facts_add(f, g_str_equal(k->data, "shard") ? "shardings given" : g_str_equal(k->data, "steps") ? "steps asked for" : k->data, said);
    }
    if (!i->n_steps)
        facts_add(f, "recorded", "no step");
    else
        facts_addf(f, "recorded", "%" G_GINT64_FORMAT " step%s, %" G_GINT64_FORMAT " of them warm", i->n_steps, i->n_steps == 1 ? "" : "s", i->n_warm);
    if (i->traffic.known)
        facts_addf(f, "received", "%s a step", word_bytes(i->traffic.v).s);
    facts_add_bytes(f, "peak memory", i->peak_bytes);
    if (i->est_ns.known)
        facts_addf(f, "predicted", "%s a step", word_ns(i->est_ns.v).s);
    facts_add_time(f, "compiling", i->compile_dur_ns);
    if (i->cut_short)
        facts_add(f, "cut short", i->cut_short);
    else if (!i->end_ns.known)
        facts_add(f, NULL, "The run was interrupted, or is still being recorded.");
    g_autoptr(GArray) load = trace_query_device_load(r, i->id, error);
    if (!load)
        return false;
    bool ran = false; /* of what was only compiled there is nothing to say */
    for (guint k = 0; k < load->len; k++)
        ran |= TRACE_AT(load, TraceDeviceLoad, k)->compute_ns.known || TRACE_AT(load, TraceDeviceLoad, k)->n_last > 0;
    if (ran)
        facts_heading(f, "Devices, busiest first");
    for (guint k = 0; ran && k < load->len && k < FACTS_MANY; k++) {
        const TraceDeviceLoad *d = TRACE_AT(load, TraceDeviceLoad, k);
        g_autofree char *label = g_strdup_printf("device %" G_GINT64_FORMAT, d->global_id);
        facts_addf(f, label, "computes %s, last to arrive at %" G_GINT64_FORMAT " collectives (others waited %s)", word_maybe_time(d->compute_ns).s, d->n_last,
             word_ns((double)d->late_ns).s);
    }
    return true;
}

typedef struct Part {
    const char *name;
    int64_t ns;
} Part;

#define N_PARTS 8

/* What a device's step is made of: these add up to it. */
static void step_parts(const TraceStepPartRow *p, Part out[N_PARTS])
{
    const Part parts[N_PARTS] = {
        { "computing", p->compute_ns }, { "collectives", p->exposed_coll_ns }, { "copying", p->exposed_copy_ns }, { "waiting for devices", p->wait_ns },
        { "waiting for a core", p->queue_ns }, { "in the host's functions", p->host_ns }, { "compiling", p->compile_ns }, { "idle", p->idle_ns },
    };
    memcpy(out, parts, sizeof parts);
}

static char *say_parts(const TraceStepPartRow *p)
{
    Part parts[N_PARTS];
    step_parts(p, parts);
    GString *t = g_string_new(NULL);
    for (int i = 0; i < N_PARTS; i++)
        if (parts[i].ns > 0)
            g_string_append_printf(t, "%s%s %s", t->len ? ", " : "", parts[i].name, word_ns((double)parts[i].ns).s);
    return g_string_free(t, FALSE);
}

bool facts_of_step(TraceReader *r, const Rows *rows, Facts *f, GError **error)
{
    g_autoptr(GArray) parts = trace_query_step_parts(r, f->about.run, f->about.id, error);
    if (!parts)
        return false;
    const RunRows *run = rows_current(rows);
    for (guint i = 0; run && run->steps && i < run->steps->len; i++) {
        const TraceStepRow *st = TRACE_AT(run->steps, TraceStepRow, i);
        if (st->id != f->about.id)
            continue;
        g_autofree char *title = g_strdup_printf("step %" G_GINT64_FORMAT, st->num);
        facts_title(f, st->warm ? "step" : "warm-up step", title);
        facts_add(f, "lasted", word_ns((double)st->dur_ns).s);
        facts_add(f, "name", st->name);
    }
    for (guint i = 0; i < parts->len && i < 64; i++) {
        const TraceStepPartRow *p = TRACE_AT(parts, TraceStepPartRow, i);
        g_autofree char *label = g_strdup_printf("device %" G_GINT64_FORMAT, p->global_id), *said = say_parts(p);
        facts_add(f, label, said);
    }
    return true;
}

/* The process that a row belongs to, and how its clock is known. */
static bool process_facts(TraceReader *r, const TraceLaneRow *l, Facts *f, GError **error)
{
    g_autoptr(GArray) hosts = trace_query_hosts(r, f->about.run, error);
    if (!hosts)
        return false;
    for (guint i = 0; i < hosts->len && hosts->len > 1; i++) {
        const TraceHostRow *h = TRACE_AT(hosts, TraceHostRow, i);
        if (h->id != l->host_id)
            continue;
        facts_add(f, "process", h->title);
        if (h->clock_err_ns.known && i > 0)
            facts_addf(f, "its clock", "%s behind the first process's, within %s", word_ns((double)h->clock_off_ns.v).s, word_ns((double)h->clock_err_ns.v).s);
    }
    return true;
}

/* What the mean warm step of a device is made of. */
static void add_parts(Facts *f, const TraceStepPartRow *p)
{
    Part parts[N_PARTS];
    step_parts(p, parts);
    facts_heading(f, "The mean warm step");
    facts_add(f, "lasts", word_ns((double)p->dur_ns).s);
    for (int i = 0; i < N_PARTS; i++)
        if (parts[i].ns > 0)
            facts_addf(f, parts[i].name, "%s, %s", word_ns((double)parts[i].ns).s, trace_percent(p->dur_ns > 0 ? 100.0 * (double)parts[i].ns / (double)p->dur_ns : 0).s);
    if (p->hidden_coll_ns > 0)
        facts_addf(f, "collectives behind compute", "%s", word_ns((double)p->hidden_coll_ns).s);
}

bool facts_of_lane(TraceReader *r, const Rows *rows, Facts *f, GError **error)
{
    g_autoptr(GArray) lanes = trace_query_lanes(r, f->about.run, error), load = lanes ? trace_query_device_load(r, f->about.run, error) : NULL;
    if (!load)
        return false;
    const RunRows *run = rows_current(rows);
    for (guint i = 0; i < lanes->len; i++) {
        const TraceLaneRow *l = TRACE_AT(lanes, TraceLaneRow, i);
        if (l->id != f->about.id)
            continue;
        facts_title(f, l->device_id ? "device" : l->kind == TRACE_LANE_CORE ? "core" : "row", l->name);
        if (!process_facts(r, l, f, error))
            return false;
        facts_addf(f, "events", "%" G_GINT64_FORMAT, l->n_events);
        if (l->dropped)
            facts_addf(f, "not recorded", "%" G_GINT64_FORMAT " events, for which there was no room; sums hold them", l->dropped);
        if (l->first_ns.known && l->last_ns.known)
            facts_addf(f, "from, to", "%s, %s", word_ns((double)l->first_ns.v).s, word_ns((double)l->last_ns.v).s);
        for (guint k = 0; k < load->len && l->device_id; k++) {
            const TraceDeviceLoad *d = TRACE_AT(load, TraceDeviceLoad, k);
            if (d->device_id != l->device_id)
                continue;
            facts_add(f, "kind", d->kind);
            facts_addf(f, "last to arrive", "at %" G_GINT64_FORMAT " collectives of warm steps; others waited %s", d->n_last, word_ns((double)d->late_ns).s);
        }
        for (guint k = 0; l->device_id && run && run->parts && k < run->parts->len; k++)
            if (TRACE_AT(run->parts, TraceStepPartRow, k)->device_id == l->device_id)
                add_parts(f, TRACE_AT(run->parts, TraceStepPartRow, k));
    }
    return true;
}

static void add_change(Facts *f, const char *label, TraceInt before, TraceInt after)
{
    if (before.known && after.known && before.v != after.v)
        facts_addf(f, label, "%" G_GINT64_FORMAT " \342\206\222 %" G_GINT64_FORMAT, before.v, after.v);
    else if (after.known)
        facts_addf(f, label, "%" G_GINT64_FORMAT, after.v);
}

bool facts_of_pass(TraceReader *r, const Rows *rows, Facts *f, GError **error)
{
    int at = rows_run_index(rows, f->about.run);
    g_autoptr(GArray) passes = at >= 0 ? trace_query_passes(r, TRACE_AT(rows->runs, TraceRunInfo, at)->module_id, error) : g_array_new(FALSE, TRUE, sizeof(TracePassRow));
    if (!passes)
        return false;
    for (guint i = 0; i < passes->len; i++) {
        const TracePassRow *p = TRACE_AT(passes, TracePassRow, i);
        if (p->id != f->about.id)
            continue;
        facts_title(f, "pass", p->name);
        facts_add(f, "pipeline", p->pipeline);
        facts_add_time(f, "took", p->dur_ns);
        if (p->changed.known)
            facts_add(f, "changed the program", p->changed.v ? "yes" : "no");
        add_change(f, "instructions", p->inst_before, p->inst_after);
        add_change(f, "collectives", p->coll_before, p->coll_after);
        if (p->bytes_before.known && p->bytes_after.known && p->bytes_before.v != p->bytes_after.v)
            facts_addf(f, "received by a device", "%s \342\206\222 %s", word_bytes(p->bytes_before.v).s, word_bytes(p->bytes_after.v).s);
    }
    return true;
}
