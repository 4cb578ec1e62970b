/* Numbers of time: see numbers.h. */
#include "tests/conformance/numbers.h"

/* A device that is through with a step is not idle: it waits for those that end it. Shorter times than a hundredth of the step do not count. */
static void check_ends(const NumbersTrace *t, const TraceRunInfo *run, const TraceStepRow *s)
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

static bool is_sums(const NumbersTrace *t, int64_t step_id)
{
    g_autoptr(GArray) rows = trace_read_rows(t->r, TRACE_TABLE_step, "WHERE id = ?1 AND n_events IS NOT NULL", &step_id, 1, NULL);
    return rows->len == 1;
}

/* Of a run recorded whole: the exposed time of each device's collectives is the same by instruction and by step, and over all devices by meeting; and its
 * steps' time by category is what its events are, of which none overlap but those of collectives and of waiting in them. */
static void check_devices(const NumbersTrace *t, const TraceRunInfo *run)
{
    const char *of_run = " IN (SELECT id FROM step WHERE run_id = ?1 AND warm = 1)";
    int64_t id = run->id, all = 0, by_meeting = 0;
    g_autoptr(GArray) sums = trace_read_rows(t->r, TRACE_TABLE_step, "WHERE run_id = ?1 AND n_events IS NOT NULL", &id, 1, NULL);
    g_autoptr(GArray) warm = trace_read_rows(t->r, TRACE_TABLE_step, "WHERE run_id = ?1 AND warm = 1", &id, 1, NULL);
    if (run->kind != TRACE_RUN_MEASURED || sums->len || !warm->len)
        return;
    g_autoptr(GArray) devices = trace_read_rows(t->r, TRACE_TABLE_device, "WHERE run_id = ?1", &id, 1, NULL);
    for (guint i = 0; i < devices->len; i++) {
        int64_t given[] = { id, TRACE_AT(devices, TraceDevice, i)->id }, by_step[TRACE_N_CATS] = { 0 }, by_event[TRACE_N_CATS] = { 0 }, exposed = 0;
        g_autofree char *of_parts = g_strconcat("WHERE device_id = ?2 AND step_id", of_run, NULL);
        g_autofree char *of_events = g_strconcat("WHERE lane_id IN (SELECT id FROM lane WHERE device_id = ?2) AND exec_id IN (SELECT id FROM exec WHERE step_id", of_run, ")", NULL);
        g_autoptr(GArray) parts = trace_read_rows(t->r, TRACE_TABLE_step_part, of_parts, given, 2, NULL);
        g_autoptr(GArray) events = trace_read_rows(t->r, TRACE_TABLE_event, of_events, given, 2, NULL);
        g_autoptr(GArray) stats = trace_read_rows(t->r, TRACE_TABLE_inst_stat, "WHERE device_id = ?1", &given[1], 1, NULL);
        for (guint k = 0; k < parts->len; k++)
            by_step[TRACE_AT(parts, TraceStepPart, k)->cat] += TRACE_AT(parts, TraceStepPart, k)->ns;
        for (guint k = 0; k < events->len; k++)
            by_event[TRACE_AT(events, TraceEvent, k)->cat] += TRACE_AT(events, TraceEvent, k)->self_ns.v;
        for (guint k = 0; k < stats->len; k++)
            exposed += TRACE_AT(stats, TraceInstStat, k)->exposed_ns;
        g_assert_cmpint(exposed, ==, by_step[TRACE_CAT_COLLECTIVE]);
        for (int c = 1; c < TRACE_N_CATS; c++)
            if (c != TRACE_CAT_IDLE)
                g_assert_cmpint(by_event[c], ==, by_step[c]);
        all += exposed;
    }
    g_autofree char *of_meetings = g_strconcat("WHERE step_id", of_run, NULL);
    g_autoptr(GArray) meetings = trace_read_rows(t->r, TRACE_TABLE_coll_exec, of_meetings, &id, 1, NULL);
    for (guint i = 0; i < meetings->len; i++)
        by_meeting += TRACE_AT(meetings, TraceCollExec, i)->exposed_ns.v;
    g_assert_cmpint(by_meeting, ==, all);
}

/* The parts of a device's time add up to the step, in each step and in the mean; the critical path adds up to the step; and time spent
 * waiting for collectives does not count as moving data. */
void numbers_check_times(const NumbersTrace *t, const TraceRunInfo *run, guint number)
{
    GError *error = NULL;
    g_autoptr(GArray) steps = trace_query_steps(t->r, run->id, &error);
    g_assert_no_error(error);
    for (guint i = 0; i < steps->len; i++) {
        const TraceStepRow *s = TRACE_AT(steps, TraceStepRow, i);
        g_autoptr(GArray) parts = trace_query_step_parts(t->r, run->id, s->id, &error);
        g_assert_no_error(error);
        if (!parts->len && is_sums(t, s->id)) /* so short that its parts are in sums over many steps */
            continue;
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
    g_autoptr(JsonNode) root = numbers_report(t->path, "steps");
    JsonArray *devices = json_object_get_array_member(numbers_run_of(root, number), "devices");
    for (guint k = 0; k < mean->len; k++) {
        const TraceStepPartRow *p = TRACE_AT(mean, TraceStepPartRow, k);
        JsonObject *d = json_array_get_object_element(devices, k);
        g_assert_cmpint(p->compute_ns + p->exposed_coll_ns + p->exposed_copy_ns + p->host_ns + p->idle_ns + p->compile_ns + p->wait_ns + p->queue_ns, ==, p->dur_ns);
        const struct { const char *key; int64_t ns; } same[] = { { "compute_ns", p->compute_ns }, { "exposed_collective_ns", p->exposed_coll_ns },
            { "wait_ns", p->wait_ns }, { "queue_ns", p->queue_ns }, { "idle_ns", p->idle_ns } };
        for (size_t j = 0; j < G_N_ELEMENTS(same); j++)
            g_assert_cmpint(json_object_get_int_member(d, same[j].key), ==, same[j].ns);
    }
    JsonArray *critical = json_object_get_array_member(numbers_run_of(root, number), "critical_path");
    double percent = 0; /* all of it is listed */
    for (guint i = 0; i < json_array_get_length(critical); i++)
        percent += json_object_get_double_member(json_array_get_object_element(critical, i), "percent");
    if (json_array_get_length(critical))
        g_assert_cmpfloat_with_epsilon(percent, 100, 0.01);
    check_devices(t, run);
    g_autoptr(GArray) meetings = trace_query_meetings(t->r, run->id, 0, &error);
    for (guint i = 0; i < meetings->len; i++) {
        const TraceMeetingRow *m = TRACE_AT(meetings, TraceMeetingRow, i);
        if (m->exposed_ns.known)
            g_assert_cmpint(m->exposed_ns.v, <=, (m->end_ns - m->last_ns) * m->n_seen);
    }
}
