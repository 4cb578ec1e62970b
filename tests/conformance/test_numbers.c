/* Consistency of recorded numbers: programs are run and recorded by the command line, and numbers that a trace contains in two places are
 * compared: rows, questions, reports as JSON, the page. Programs of ../shared are used if they are there. */
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "trace/report/report.h"
#include "trace/trace.h"
#include "trace/units.h"

typedef struct Trace {
    const char *program;
    char *path;
    TraceReader *r;
} Trace;

/* Runs the command-line program and returns its standard output, NULL if it failed. */
static char *shardscope(const char *const *args)
{
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    g_ptr_array_add(argv, (char *)g_getenv("SHARDSCOPE_BIN"));
    for (; *args; args++)
        g_ptr_array_add(argv, (char *)*args);
    g_ptr_array_add(argv, NULL);
    char *out = NULL;
    int status = 0;
    g_autofree char *err = NULL;
    g_assert_true(g_spawn_sync(NULL, (char **)argv->pdata, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, &err, &status, NULL));
    if (status != 0) {
        g_test_message("%s", err);
        g_clear_pointer(&out, g_free);
    }
    return out;
}

static JsonNode *report_json(const char *path, const char *report)
{
    g_autofree char *text = shardscope((const char *[]){ "report", path, report, "--json", NULL });
    g_assert_nonnull(text);
    JsonNode *root = json_from_string(text, NULL);
    g_assert_nonnull(root);
    return root;
}

static JsonObject *report_run_of(JsonNode *root, guint i)
{
    return json_array_get_object_element(json_object_get_array_member(json_node_get_object(root), "runs"), i);
}

static int64_t sum_member(JsonObject *run, const char *table, const char *member)
{
    JsonArray *rows = json_object_get_array_member(run, table);
    int64_t sum = 0;
    for (guint i = 0; i < json_array_get_length(rows); i++)
        sum += json_object_get_int_member(json_array_get_object_element(rows, i), member);
    return sum;
}

/* The sum over places at each position, computed directly from the rows of `buffer`, without queries. */
static int64_t highest_from_rows(TraceReader *r, int64_t snapshot)
{
    GError *error = NULL;
    g_autoptr(GArray) rows = trace_read_rows(r, TRACE_TABLE_buffer, "WHERE alloc_id IN (SELECT id FROM alloc WHERE snapshot_id = ?1) ORDER BY place", &snapshot, 1, &error);
    g_assert_no_error(error);
    int64_t n = 1, most = 0;
    for (guint i = 0; i < rows->len; i++)
        n = MAX(n, TRACE_AT(rows, TraceBuffer, i)->live_to.known ? TRACE_AT(rows, TraceBuffer, i)->live_to.v + 1 : 0);
    g_autofree int64_t *in_use = g_new0(int64_t, n);
    for (guint i = 0; i < rows->len;) {
        int64_t place = TRACE_AT(rows, TraceBuffer, i)->place.v, from = n - 1, to = 0, size = 0;
        for (; i < rows->len && TRACE_AT(rows, TraceBuffer, i)->place.v == place; i++) {
            const TraceBuffer *b = TRACE_AT(rows, TraceBuffer, i);
            g_assert_true(b->place.known);
            from = MIN(from, b->live_from.known ? b->live_from.v : 0);
            to = MAX(to, b->live_to.known ? b->live_to.v : n - 1);
            size = MAX(size, b->size);
        }
        for (int64_t t = from; t <= to; t++)
            in_use[t] += size;
    }
    for (int64_t t = 0; t < n; t++)
        most = MAX(most, in_use[t]);
    return most;
}

static void check_memory(const Trace *t, const TraceRunInfo *run, guint number)
{
    GError *error = NULL;
    g_autoptr(GArray) summary = trace_query_memory_summary(t->r, run->final_snap, &error);
    g_autoptr(GArray) curve = trace_query_memory_curve(t->r, run->final_snap, &error);
    g_autoptr(GArray) peak = trace_query_buffers(t->r, run->final_snap, true, &error);
    g_autoptr(GArray) all = trace_query_buffers(t->r, run->final_snap, false, &error);
    g_autoptr(GArray) rows = trace_read_rows(t->r, TRACE_TABLE_buffer, "WHERE at_peak = 1 AND alloc_id IN (SELECT id FROM alloc WHERE snapshot_id = ?1)", &run->final_snap, 1, &error);
    g_assert_no_error(error);
    const TraceMemorySummary *m = TRACE_AT(summary, TraceMemorySummary, 0);
    g_test_message("%s: %" G_GINT64_FORMAT " bytes at the peak", t->program, m->peak.v);

    g_assert_cmpint(run->peak_bytes.v, ==, m->peak.v);
    g_assert_cmpint(highest_from_rows(t->r, run->final_snap), ==, m->peak.v);
    int64_t highest = 0, listed = 0, by_cat[9] = { 0 }, at_peak[9] = { 0 };
    for (guint i = 0; i < curve->len; i++) {
        const TraceCurvePoint *p = TRACE_AT(curve, TraceCurvePoint, i);
        highest = MAX(highest, p->total);
        if (p->pos <= m->peak_pos)
            at_peak[p->cat] = p->bytes;
    }
    g_assert_cmpint(highest, ==, m->peak.v);
    for (guint i = 0; i < peak->len; i++) {
        const TraceBufferRow *b = TRACE_AT(peak, TraceBufferRow, i);
        listed += b->place_bytes;
        by_cat[b->cat] += b->place_bytes;
        g_assert_nonnull(b->label);
        g_assert_cmpstr(b->label, !=, "while");
    }
    g_assert_cmpint(listed, ==, m->peak.v);
    for (int k = 0; k < 9; k++)
        g_assert_cmpint(by_cat[k], ==, at_peak[k]);
    g_assert_cmpuint(rows->len, ==, peak->len); /* the recording named the same values */
    for (guint i = 0; i < peak->len; i++) {
        bool there = false;
        for (guint k = 0; k < rows->len; k++)
            there |= TRACE_AT(rows, TraceBuffer, k)->id == TRACE_AT(peak, TraceBufferRow, i)->id;
        g_assert_true(there);
    }
    int64_t lowest = m->argument + m->constant, arena = 0;
    for (guint i = 0; i < all->len; i++) {
        const TraceBufferRow *b = TRACE_AT(all, TraceBufferRow, i);
        if (b->alloc_flags == 16)
            arena = MAX(arena, b->off + b->size);
    }
    g_assert_cmpint(m->peak.v, >=, lowest);
    g_assert_cmpint(m->peak.v, <=, m->reserved);
    g_assert_cmpint(m->temp, >=, arena);
    g_assert_cmpint(m->reserved, ==, m->argument + m->output + m->constant + m->temp);

    /* Over time: the highest moment is the measured peak of the device, and what the plan has in use there is told by category. */
    g_autoptr(GArray) peaks = trace_query_peaks(t->r, run->id, &error);
    const TracePeakRow *top = TRACE_AT(peaks, TracePeakRow, 0);
    g_autoptr(GArray) moments = trace_query_memory_moments(t->r, run->id, top->device_id, &error);
    g_assert_no_error(error);
    int64_t in_use = 0, n_known = 0;
    for (guint i = 0; i < moments->len; i++) {
        const TraceMemoryMoment *x = TRACE_AT(moments, TraceMemoryMoment, i);
        in_use = MAX(in_use, x->in_use);
        n_known += x->pos.known;
        g_assert_cmpint(x->not_known + x->parameter + x->optimiser + x->gradient + x->activation + x->temporary + x->collective + x->constant + x->output, ==, x->planned);
        g_assert_cmpint(x->planned, <=, m->peak.v);
        g_assert_cmpint(x->planned > 0, ==, x->pos.known);
        g_assert_true(!x->step_id == !x->num.known && !x->step_id == !x->into_ns.known);
    }
    if (moments->len) {
        g_assert_cmpint(in_use, ==, top->measured.v);
        bool computes = false; /* or it returns what it is given */
        for (guint i = 0; i < all->len; i++)
            computes |= TRACE_AT(all, TraceBufferRow, i)->live_from.known;
        g_assert_true(n_known > 0 || !computes);
    }

    g_autoptr(JsonNode) root = report_json(t->path, "memory");
    JsonObject *json = report_run_of(root, number);
    g_assert_cmpint(sum_member(json, "summary", "peak_bytes"), ==, m->peak.v);
    g_assert_cmpint(sum_member(json, "categories", "bytes"), ==, m->peak.v);
    g_assert_cmpint(sum_member(json, "buffers", "bytes"), ==, m->peak.v);
    JsonArray *over_time = moments->len ? json_object_get_array_member(json, "over_time") : NULL;
    in_use = 0;
    for (guint i = 0; over_time && i < json_array_get_length(over_time); i++)
        in_use = MAX(in_use, json_object_get_int_member(json_array_get_object_element(over_time, i), "in_use_bytes"));
    g_assert_true(!moments->len || in_use == top->measured.v);
    JsonArray *devices = json_object_get_array_member(json, "devices");
    for (guint i = 0; i < json_array_get_length(devices); i++)
        g_assert_cmpint(json_object_get_int_member(json_array_get_object_element(devices, i), "planned_bytes"), ==, m->peak.v);
}

/* Every sharding has its text in each of the languages, and output uses the requested one. */
static void check_spelling(const Trace *t, const TraceRunInfo *run)
{
    static const char *const begins[TRACE_N_SPELLINGS] = { [TRACE_SPELLING_JAX] = "P(", [TRACE_SPELLING_SHARDY] = "[", [TRACE_SPELLING_GSPMD] = "{" };
    for (int k = 0; k < TRACE_N_SPELLINGS; k++) {
        TraceSpelling back;
        g_assert_true(trace_spelling_from_name(trace_spelling_name((TraceSpelling)k), &back));
        g_assert_cmpint(back, ==, k);
        trace_set_spelling(t->r, back);
        g_autoptr(GArray) values = trace_query_values(t->r, run->input_snap, NULL);
        g_autoptr(GArray) buffers = trace_query_buffers(t->r, run->final_snap, true, NULL);
        g_autoptr(GArray) reshards = trace_query_reshards(t->r, run->module_id, NULL);
        for (guint i = 0; i < values->len; i++)
            if (TRACE_AT(values, TraceValueRow, i)->sharding_id)
                g_assert_true(g_str_has_prefix(TRACE_AT(values, TraceValueRow, i)->spec, begins[k]));
        for (guint i = 0; i < buffers->len; i++)
            if (TRACE_AT(buffers, TraceBufferRow, i)->sharding)
                g_assert_true(g_str_has_prefix(TRACE_AT(buffers, TraceBufferRow, i)->sharding, begins[k]));
        for (guint i = 0; i < reshards->len; i++) {
            g_assert_true(g_str_has_prefix(TRACE_AT(reshards, TraceReshardRow, i)->from_spec, begins[k]));
            g_assert_true(g_str_has_prefix(TRACE_AT(reshards, TraceReshardRow, i)->to_spec, begins[k]));
            const char *why = TRACE_AT(reshards, TraceReshardRow, i)->why, *asked = TRACE_AT(reshards, TraceReshardRow, i)->asked_by;
            if (k == TRACE_SPELLING_SHARDY) /* nor is another notation in sentences */
                g_assert_true(!(why && strstr(why, " P(")) && !(asked && strstr(asked, " P(")));
        }
    }
    trace_set_spelling(t->r, TRACE_SPELLING_JAX);
    g_assert_null(trace_spelling_name(TRACE_N_SPELLINGS));
}

/* A device that is through with a step is not idle: it waits for those that end it. Shorter times than a hundredth of the step do not count. */
static void check_ends(const Trace *t, const TraceRunInfo *run, const TraceStepRow *s)
{
    int64_t of_run = run->id, latest = 0;
    g_autoptr(GArray) lanes = trace_read_rows(t->r, TRACE_TABLE_lane, "WHERE run_id = ?1 AND kind = 3 AND device_id IS NOT NULL", &of_run, 1, NULL);
    g_autoptr(GArray) ends = g_array_new(FALSE, TRUE, sizeof(int64_t));
    for (guint i = 0; i < lanes->len; i++) {
        int64_t given[] = { TRACE_AT(lanes, TraceLane, i)->id, s->start_ns, s->start_ns + s->dur_ns }, end = 0;
        g_autoptr(GArray) events = trace_read_rows(t->r, TRACE_TABLE_event, "WHERE lane_id = ?1 AND start_ns >= ?2 AND start_ns < ?3", given, 3, NULL);
        for (guint k = 0; k < events->len; k++)
            end = MAX(end, TRACE_AT(events, TraceEvent, k)->start_ns + TRACE_AT(events, TraceEvent, k)->dur_ns);
        g_array_append_val(ends, end);
        latest = MAX(latest, end);
    }
    for (guint i = 0; i < ends->len; i++)
        g_assert_cmpint(latest - g_array_index(ends, int64_t, i), <=, s->dur_ns / 100);
}

/* The parts of a device's time add up to the step, in each step and in the mean; the critical path adds up to the step; and time spent
 * waiting for collectives does not count as moving data. */
static void check_times(const Trace *t, const TraceRunInfo *run, guint number)
{
    GError *error = NULL;
    g_autoptr(GArray) steps = trace_query_steps(t->r, run->id, &error);
    g_assert_no_error(error);
    for (guint i = 0; i < steps->len; i++) {
        const TraceStepRow *s = TRACE_AT(steps, TraceStepRow, i);
        g_autoptr(GArray) parts = trace_query_step_parts(t->r, run->id, s->id, &error);
        g_assert_no_error(error);
        g_assert_cmpint(parts->len, ==, run->n_devices);
        for (guint k = 0; k < parts->len; k++) {
            const TraceStepPartRow *p = TRACE_AT(parts, TraceStepPartRow, k);
            g_assert_cmpint(p->compute_ns + p->exposed_coll_ns + p->exposed_copy_ns + p->host_ns + p->idle_ns + p->compile_ns + p->wait_ns + p->queue_ns, ==, s->dur_ns);
        }
        if (run->kind == TRACE_RUN_MEASURED)
            check_ends(t, run, s);
        g_autoptr(GArray) path = trace_query_crit(t->r, s->id, INT64_MIN / 4, INT64_MAX / 4, 1 << 20, &error);
        g_assert_no_error(error);
        int64_t sum = 0;
        for (guint k = 0; k < path->len; k++)
            sum += TRACE_AT(path, TraceCritRow, k)->dur_ns;
        if (path->len)
            g_assert_cmpint(sum, ==, s->dur_ns);
    }
    g_autoptr(GArray) mean = trace_query_step_parts(t->r, run->id, 0, &error);
    g_autoptr(JsonNode) root = report_json(t->path, "steps");
    JsonArray *devices = json_object_get_array_member(report_run_of(root, number), "devices");
    for (guint k = 0; k < mean->len; k++) {
        const TraceStepPartRow *p = TRACE_AT(mean, TraceStepPartRow, k);
        JsonObject *d = json_array_get_object_element(devices, k);
        g_assert_cmpint(p->compute_ns + p->exposed_coll_ns + p->exposed_copy_ns + p->host_ns + p->idle_ns + p->compile_ns + p->wait_ns + p->queue_ns, ==, p->dur_ns);
        const struct { const char *key; int64_t ns; } same[] = { { "compute_ns", p->compute_ns }, { "exposed_collective_ns", p->exposed_coll_ns },
            { "wait_ns", p->wait_ns }, { "queue_ns", p->queue_ns }, { "idle_ns", p->idle_ns } };
        for (size_t j = 0; j < G_N_ELEMENTS(same); j++)
            g_assert_cmpint(json_object_get_int_member(d, same[j].key), ==, same[j].ns);
    }
    JsonArray *critical = json_object_get_array_member(report_run_of(root, number), "critical_path");
    double percent = 0; /* all of it is listed */
    for (guint i = 0; i < json_array_get_length(critical); i++)
        percent += json_object_get_double_member(json_array_get_object_element(critical, i), "percent");
    if (json_array_get_length(critical))
        g_assert_cmpfloat_with_epsilon(percent, 100, 0.01);
    g_autoptr(GArray) meetings = trace_query_meetings(t->r, run->id, 0, &error);
    for (guint i = 0; i < meetings->len; i++) {
        const TraceMeetingRow *m = TRACE_AT(meetings, TraceMeetingRow, i);
        if (m->exposed_ns.known)
            g_assert_cmpint(m->exposed_ns.v, <=, (m->end_ns - m->last_ns) * m->n_seen);
    }
}

/* The summary numbers of the comparison equal those of each run, and those that `run --json` printed. */
static void check_compare(const Trace *t, const GArray *runs, const char *printed)
{
    g_autoptr(JsonNode) said = printed ? json_from_string(printed, NULL) : NULL;
    g_assert_true(!printed || said);
    g_autofree char *text = shardscope((const char *[]){ "compare", t->path, "--json", NULL });
    g_assert_nonnull(text);
    g_autoptr(JsonNode) root = json_from_string(text, NULL);
    JsonArray *rows = json_object_get_array_member(report_run_of(root, 0), "runs");
    g_assert_cmpuint(json_array_get_length(rows), ==, runs->len);
    for (guint i = 0; i < runs->len; i++) {
        JsonObject *row = json_array_get_object_element(rows, i);
        const TraceRunInfo *run = TRACE_AT(runs, TraceRunInfo, i);
        g_assert_cmpint(json_object_get_int_member(row, "peak_bytes"), ==, run->peak_bytes.v);
        g_assert_cmpint(json_object_get_int_member(row, "bytes"), ==, run->traffic.v);
        g_autoptr(GArray) summary = trace_query_step_summary(t->r, run->id, NULL);
        const TraceStepSummary *steps = TRACE_AT(summary, TraceStepSummary, 0);
        bool measured = steps->median_ns.known && run->kind != TRACE_RUN_PREDICTED;
        g_assert_cmpint(json_object_get_null_member(row, "median_ns"), ==, !measured);
        if (measured)
            g_assert_cmpint(json_object_get_int_member(row, "median_ns"), ==, steps->median_ns.v);
        if (run->est_ns.known) /* of a predicted run its step */
            g_assert_cmpint(json_object_get_int_member(row, "est_ns"), ==, (int64_t)(run->est_ns.v + 0.5));
        if (run->kind == TRACE_RUN_PREDICTED)
            g_assert_cmpint(steps->median_ns.v, ==, (int64_t)(run->est_ns.v + 0.5));
        if (!said)
            continue;
        JsonObject *own = JSON_NODE_HOLDS_ARRAY(said) ? json_array_get_object_element(json_node_get_array(said), i) : json_node_get_object(said);
        double median_s = json_object_get_double_member(json_object_get_object_member(own, "step_s"), "median");
        g_assert_cmpint(json_object_get_int_member(row, "median_ns"), ==, (int64_t)(median_s * 1e9 + 0.5));
    }
}

/* Sums over collectives, over their kinds, over the changes of layout that they are for (several where they were combined) and over lines of the
 * source are of the same numbers. Of changes those without a collective are left out: they are predicted to cut only. */
static void check_sums(JsonObject *colls, JsonObject *moves)
{
    static const char *const members[] = { "est_ns", "total_ns", "moved_ns", "exposed_ns" };
    JsonArray *each = json_object_get_array_member(colls, "collectives"), *changes = json_object_get_array_member(moves, "reshards");
    for (size_t k = 0; k < G_N_ELEMENTS(members); k++) {
        int64_t of_changes = 0, of_each = 0, all = 0, kinds = 0;
        for (guint i = 0; i < json_array_get_length(changes); i++) {
            JsonObject *x = json_array_get_object_element(changes, i);
            of_changes += json_object_get_int_member(x, "n_instructions") == 0 || json_object_get_null_member(x, members[k]) ? 0 : json_object_get_int_member(x, members[k]);
        }
        for (guint i = 0; i < json_array_get_length(each); i++) {
            JsonObject *x = json_array_get_object_element(each, i);
            int64_t v = json_object_get_null_member(x, members[k]) ? 0 : json_object_get_int_member(x, members[k]);
            all += v;
            of_each += json_object_get_null_member(x, "reshard") ? 0 : v;
        }
        JsonArray *rows = json_object_get_array_member(colls, "kinds");
        for (guint i = 0; i < json_array_get_length(rows); i++) {
            JsonObject *x = json_array_get_object_element(rows, i);
            kinds += json_object_get_null_member(x, members[k]) ? 0 : json_object_get_int_member(x, members[k]);
        }
        g_assert_cmpint(kinds, ==, all);
        g_assert_cmpint(of_changes, ==, of_each);
    }
}

/* What lines of the source cause is what the changes of layout and the program's own collectives of which a line is known are. */
static void check_lines(const Trace *t, guint number, JsonObject *colls, JsonObject *moves)
{
    g_autoptr(JsonNode) root = report_json(t->path, "lines");
    int64_t known = 0;
    JsonArray *changes = json_object_get_array_member(moves, "reshards"), *each = json_object_get_array_member(colls, "collectives");
    for (guint i = 0; i < json_array_get_length(changes); i++) {
        JsonObject *x = json_array_get_object_element(changes, i);
        known += json_object_get_null_member(x, "at") || json_object_get_null_member(x, "bytes") ? 0 : json_object_get_int_member(x, "bytes");
    }
    for (guint i = 0; i < json_array_get_length(each); i++) {
        JsonObject *x = json_array_get_object_element(each, i);
        known += json_object_get_null_member(x, "at") || !json_object_get_null_member(x, "reshard") ? 0 : json_object_get_int_member(x, "bytes");
    }
    g_assert_cmpint(sum_member(report_run_of(root, number), "lines", "bytes"), ==, known);
    g_assert_cmpint(sum_member(colls, "lines", "bytes"), ==, known);
}

/* A row of the table per kind in the comparison. */
static void check_kinds(JsonObject *colls, JsonObject *compared)
{
    JsonArray *kinds = json_object_get_array_member(colls, "kinds");
    for (guint i = 0; i < json_array_get_length(kinds); i++) {
        JsonObject *x = json_array_get_object_element(kinds, i);
        static const char *const members[] = { "count", "bytes" };
        for (size_t k = 0; k < G_N_ELEMENTS(members); k++) {
            g_autofree char *name = g_strdup_printf("%s_%s", json_object_get_string_member(x, "kind"), members[k]);
            g_strdelimit(name, "-", '_');
            if (json_object_has_member(compared, name))
                g_assert_cmpint(json_object_get_int_member(compared, name), ==, json_object_get_int_member(x, members[k]));
        }
    }
}

/* What a device receives in a step: of the module, of its collectives by kind and one by one, of the comparison and of what `run --json` printed; and, in a
 * program whose collectives all come from changes of layout, of these. */
static void check_traffic(const Trace *t, const TraceRunInfo *run, guint number, const char *printed)
{
    g_autoptr(JsonNode) said = printed ? json_from_string(printed, NULL) : NULL, colls = report_json(t->path, "collectives"), moves = report_json(t->path, "reshards");
    int64_t sum = sum_member(report_run_of(colls, number), "kinds", "bytes"), of_kinds = 0;
    if (said) {
        JsonObject *own = JSON_NODE_HOLDS_ARRAY(said) ? json_array_get_object_element(json_node_get_array(said), number) : json_node_get_object(said);
        JsonObject *kinds = json_object_get_object_member(own, "collectives");
        g_autoptr(GList) names = json_object_get_members(kinds);
        for (GList *k = names; k; k = k->next)
            of_kinds += json_object_get_int_member(json_object_get_object_member(kinds, k->data), "traffic");
        g_assert_cmpint(of_kinds, ==, sum);
    }
    g_assert_cmpint(run->traffic.v, ==, sum);
    g_assert_cmpint(sum_member(report_run_of(colls, number), "collectives", "bytes"), ==, sum);
    check_sums(report_run_of(colls, number), report_run_of(moves, number));
    if (run->kind != TRACE_RUN_IMPORTED)
        check_lines(t, number, report_run_of(colls, number), report_run_of(moves, number));
    g_autofree char *text = shardscope((const char *[]){ "compare", t->path, "--json", NULL });
    g_autoptr(JsonNode) compared = json_from_string(text, NULL);
    check_kinds(report_run_of(colls, number), json_array_get_object_element(json_object_get_array_member(report_run_of(compared, 0), "runs"), number));
    JsonArray *each = json_object_get_array_member(report_run_of(colls, number), "collectives");
    for (guint i = 0; i < json_array_get_length(each); i++)
        if (json_object_get_null_member(json_array_get_object_element(each, i), "reshard"))
            return; /* one that the program has itself */
    if (run->kind == TRACE_RUN_IMPORTED)
        return; /* what its changes of layout moved is inferred */
    JsonArray *changes = json_object_get_array_member(report_run_of(moves, number), "reshards");
    int64_t moved = 0;
    for (guint i = 0; i < json_array_get_length(changes); i++) {
        JsonObject *x = json_array_get_object_element(changes, i);
        moved += json_object_get_null_member(x, "bytes") ? 0 : json_object_get_int_member(x, "bytes");
    }
    g_assert_cmpint(moved, ==, sum);
}

/* The text of a view's picture, in which every label stands; NULL where there is no viewer. */
static char *scene_text(const char *db, const char *view, const char *run)
{
    const char *viewer = g_getenv("SHARDSCOPE_VIEWER");
    if (!viewer)
        return NULL;
    g_autofree char *out = g_strconcat(db, ".txt", NULL), *err = NULL;
    char *args[] = { (char *)viewer, "--render", (char *)view, (char *)db, "--run", (char *)run, "-o", out, "--size", "1400x900", NULL };
    int status = 0;
    g_assert_true(g_spawn_sync(NULL, args, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, &err, &status, NULL));
    if (status != 0)
        g_error("%s: %s", view, err);
    char *text = NULL;
    g_assert_true(g_file_get_contents(out, &text, NULL, NULL));
    g_unlink(out);
    return text;
}

static void must_have(const char *view, const char *text, const char *word)
{
    if (!strstr(text, word))
        g_error("the %s view does not say \"%s\"", view, word);
}

/* What the viewer draws as headlines is what the questions answer. */
static void check_scenes(const Trace *t, const TraceRunInfo *run)
{
    g_autoptr(GArray) summary = trace_query_step_summary(t->r, run->id, NULL);
    g_autofree char *id = g_strdup_printf("%" G_GINT64_FORMAT, run->id);
    g_autofree char *overview = scene_text(t->path, "overview", id), *memory = overview ? scene_text(t->path, "memory", id) : NULL,
                    *compare = overview ? scene_text(t->path, "compare", id) : NULL;
    if (!overview)
        return;
    const char *median = NULL, *peak = NULL;
    g_autofree char *reshards = scene_text(t->path, "reshards", id), *steps = scene_text(t->path, "steps", id), *page = g_strconcat(t->path, ".html", NULL), *html = NULL;
    g_autofree char *none = shardscope((const char *[]){ "report", t->path, "--html", page, NULL });
    g_assert_true(none && g_file_get_contents(page, &html, NULL, NULL));
    g_unlink(page);
    TraceInt of_steps = TRACE_AT(summary, TraceStepSummary, 0)->median_ns;
    TraceWord step = trace_ns(of_steps.known ? (double)of_steps.v : run->est_ns.v), bytes = trace_bytes(run->peak_bytes.v);
    median = step.s;
    peak = bytes.s;
    must_have("overview", overview, median);
    must_have("overview", overview, peak);
    must_have("memory", memory, peak);
    must_have("compare", compare, median);
    must_have("compare", compare, peak);
    must_have("page", html, median);
    must_have("page", html, peak);
    g_assert_nonnull(steps);
    TraceWord traffic = trace_bytes(run->traffic.v);
    must_have("overview", overview, traffic.s);
    must_have("compare", compare, traffic.s);
    must_have("page", html, traffic.s);
    g_autoptr(GArray) moves = trace_query_reshards(t->r, run->module_id, NULL);
    if (moves->len && TRACE_AT(moves, TraceReshardRow, 0)->traffic.known) {
        TraceWord dearest = trace_bytes(TRACE_AT(moves, TraceReshardRow, 0)->traffic.v);
        must_have("overview", overview, dearest.s);
        must_have("reshards", reshards, dearest.s);
    }
}

/* All of a file. printed: what the command that made it printed as JSON; NULL = it has no such output. */
static void check_file(const char *program, char *db, const char *printed)
{
    GError *error = NULL;
    Trace t = { .program = program, .path = db, .r = trace_open(db, &error) };
    g_assert_no_error(error);
    g_autoptr(GArray) runs = trace_query_runs(t.r, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(runs->len, >, 0);
    for (guint i = 0; i < runs->len; i++) {
        const TraceRunInfo *run = TRACE_AT(runs, TraceRunInfo, i);
        check_memory(&t, run, i);
        check_times(&t, run, i);
        check_traffic(&t, run, i, printed);
    }
    check_compare(&t, runs, printed);
    check_scenes(&t, TRACE_AT(runs, TraceRunInfo, 0));
    check_spelling(&t, TRACE_AT(runs, TraceRunInfo, 0));
    trace_close(t.r);
}

static void check(const char *program, const char *const *more)
{
    g_autofree char *dir = g_dir_make_tmp("numbers-XXXXXX", NULL), *db = g_build_filename(dir, "t.db", NULL);
    g_autoptr(GPtrArray) args = g_ptr_array_new();
    const char *const run[] = { "run", program, "--steps", "4", "--remedies", "0", "--json", "-o", db };
    for (guint i = 0; i < G_N_ELEMENTS(run); i++)
        g_ptr_array_add(args, (char *)run[i]);
    for (; more && *more; more++)
        g_ptr_array_add(args, (char *)*more);
    g_ptr_array_add(args, NULL);
    g_autofree char *out = shardscope((const char *const *)args->pdata);
    g_assert_nonnull(out);
    check_file(program, db, out);
    g_unlink(db);
    g_rmdir(dir);
}

/* Files that other commands make: predicted runs, a measured run with its predicted one, and what was imported from XLA. */
static void test_other_files(void)
{
    const char *source = g_getenv("SHARDSCOPE_SOURCE");
    g_autofree char *program = g_build_filename(source, "data", "matmul.mlir", NULL), *dump = g_build_filename(source, "tests", "unit", "xla", "dumps", "mlp_train_mismatch", NULL);
    g_autofree char *dir = g_dir_make_tmp("numbers-XXXXXX", NULL), *db = g_build_filename(dir, "t.db", NULL);
    const char *const commands[][14] = {
        { "simulate", program, "--mesh", "a=4,b=2", "--hardware", "h100x8", "--try", "one:x=P(None,\"a\"),y=P(\"a\",None)", "--try", "two:x=P(\"b\",\"a\")", "-o", db },
        { "run", program, "--mesh", "a=4,b=2", "--hardware", "h100x8", "--steps", "3", "--remedies", "0", "-o", db },
        { "import", dump, "-o", db },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(commands); i++) {
        g_autofree char *out = shardscope(commands[i]);
        g_assert_nonnull(out);
        check_file(commands[i][0], db, NULL);
        g_unlink(db);
    }
    g_rmdir(dir);
}

static void test_demo(void)
{
    g_autofree char *program = g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "data", "matmul.mlir", NULL);
    check(program, (const char *[]){ "--mesh", "a=4,b=2", "--try", "case1:x=P(None,\"a\"),y=P(\"a\",None)", "--try", "case1b:x=P(None,\"a\"),y=P(\"b\",None)",
                                     "--try", "full:x=P(\"b\",\"a\"),y=P(\"b\",\"a\")", NULL });
}

/* Steps kept as sums: every report that shows times of steps says so in the same sentence. */
static void test_kept(void)
{
    g_autofree char *program = g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "data", "matmul.mlir", NULL);
    g_autofree char *dir = g_dir_make_tmp("numbers-XXXXXX", NULL), *db = g_build_filename(dir, "t.db", NULL), *page = g_build_filename(dir, "t.html", NULL);
    g_autofree char *out = shardscope((const char *[]){ "run", program, "--mesh", "a=4,b=2", "--steps", "60", "--whole-steps", "5", "--remedies", "0", "-o", db, NULL });
    g_assert_nonnull(out);
    TraceReader *r = trace_open(db, NULL);
    g_autoptr(GArray) kept = trace_query_kept(r, 1, NULL);
    const TraceKept *k = TRACE_AT(kept, TraceKept, 0);
    g_assert_cmpint(k->n_steps, ==, 61);
    g_assert_cmpint(k->n_whole, <, 20);
    g_assert_true(g_str_has_suffix(k->note, "."));
    static const char *const places[][3] = { { "steps" }, { "reshards" }, { "collectives" }, { "memory" }, { "steps", "--json" }, { "memory", "--json" } };
    for (size_t i = 0; i < G_N_ELEMENTS(places); i++) {
        g_autofree char *text = shardscope((const char *[]){ "report", db, places[i][0], places[i][1], NULL });
        g_assert_nonnull(strstr(text, k->note));
    }
    g_autofree char *compared = shardscope((const char *[]){ "compare", db, NULL });
    g_assert_nonnull(strstr(compared, k->note));
    g_autofree char *none = shardscope((const char *[]){ "report", db, "--html", page, NULL }), *html = NULL;
    g_assert_true(g_file_get_contents(page, &html, NULL, NULL));
    g_assert_nonnull(strstr(html, k->note));
    static const char *const views[] = { "overview", "steps", "compare" };
    for (size_t i = 0; i < G_N_ELEMENTS(views) && g_getenv("SHARDSCOPE_VIEWER"); i++) {
        g_autofree char *text = scene_text(db, views[i], "1"), *flat = g_strdelimit(text, "\n", ' ');
        text = NULL;
        must_have(views[i], flat, "event by event");
    }
    trace_close(r);
    g_unlink(page);
    g_unlink(db);
    g_rmdir(dir);
}

/* A run that was not executed has no step times: what is predicted for it stands in a column of its own, and is compared with
 * nothing that was measured. */
static void test_not_executed(void)
{
    g_autofree char *program = g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "data", "matmul.mlir", NULL);
    g_autofree char *dir = g_dir_make_tmp("numbers-XXXXXX", NULL), *db = g_build_filename(dir, "t.db", NULL);
    for (int i = 0; i < 2; i++) { /* alone; then beside one that was */
        g_autofree char *out = shardscope((const char *[]){ "run", program, "--mesh", "a=4,b=2", "--remedies", "0", "-o", db, i ? "--steps=4" : "--no-execute", NULL });
        g_assert_nonnull(out);
        g_autofree char *text = shardscope((const char *[]){ "compare", db, "--json", NULL });
        g_autoptr(JsonNode) root = json_from_string(text, NULL);
        JsonArray *rows = json_object_get_array_member(report_run_of(root, 0), "runs");
        g_assert_cmpuint(json_array_get_length(rows), ==, i + 1);
        JsonObject *row = json_array_get_object_element(rows, 0);
        g_assert_true(json_object_get_null_member(row, "median_ns"));
        g_assert_false(json_object_get_null_member(row, "est_ns"));
        g_assert_cmpint(json_object_get_null_member(row, "slower_percent"), ==, i == 1);
        if (i)
            g_assert_false(json_object_get_null_member(json_array_get_object_element(rows, 1), "median_ns"));
    }
    g_unlink(db);
    g_rmdir(dir);
}

/* Numbers do not depend on sanitizers, which find faults in code: with them, and ten times slower, some of the programs are enough. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define EACH 8
#else
#define EACH 1
#endif

static void check_folder(const char *folder, const char *file)
{
    GDir *dir = g_dir_open(folder, 0, NULL);
    if (!dir) {
        g_test_skip("not there");
        return;
    }
    int n = 0;
    for (const char *name; (name = g_dir_read_name(dir));) {
        if (n++ % EACH != 0)
            continue;
        g_autofree char *path = file ? g_build_filename(folder, name, file, NULL) : g_build_filename(folder, name, NULL);
        bool is_program = file ? g_file_test(path, G_FILE_TEST_EXISTS) : g_str_has_suffix(name, ".hlo") || g_str_has_suffix(name, ".mlir");
        if (is_program)
            check(path, NULL);
    }
    g_dir_close(dir);
}

static void test_data(void)
{
    g_autofree char *folder = g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "data", "ops", NULL);
    check_folder(folder, NULL);
}

static void test_shared(void)
{
    g_autofree char *folder = g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "..", "shared", "reference", NULL);
    check_folder(folder, "program.mlir");
}

/* Other programs: NUMBERS_OF=FOLDER. */
static void test_asked(void)
{
    const char *folder = g_getenv("NUMBERS_OF");
    if (folder)
        check_folder(folder, NULL);
    else
        g_test_skip("NUMBERS_OF is not set");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/numbers/asked", test_asked);
    g_test_add_func("/numbers/demo", test_demo);
    g_test_add_func("/numbers/other-files", test_other_files);
    g_test_add_func("/numbers/kept", test_kept);
    g_test_add_func("/numbers/not-executed", test_not_executed);
    g_test_add_func("/numbers/data", test_data);
    g_test_add_func("/numbers/shared", test_shared);
    return g_test_run();
}
