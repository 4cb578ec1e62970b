/* Merging what ran. A step of the merged run is from the first device of any part that began to the last that ended, a meeting from the first that
 * came to the last that left. A device that is through waits for the last one of all, which no process knew when it recorded its part. */
#include "trace/merge_impl.h"

/* The events that are made again here. */
#define LAST_WAITS " (x.cat = 8 AND x.inst_id IS NULL AND x.name_id IN (SELECT id FROM last_wait) AND l.run_id IN (SELECT id FROM run WHERE part_of IS NOT NULL)) "

static MergePart *part(Merge *m, guint i)
{
    return &g_array_index(m->parts, MergePart, i);
}

/* ---- steps ------------------------------------------------------------------------------------------------------------------------- */

/* map_step: the merged step, and what the step was in the part, on the merged run's clock. A step that one part has only as sums has only sums. */
static bool take_steps(Merge *m, MergePart *p, GError **error)
{
    bool ok = db_exec(p->db, p->path,
        "CREATE TEMP TABLE map_step(old INTEGER PRIMARY KEY, new, run, num, stop);"
        "INSERT INTO map_step SELECT s.id, NULL, k.new, s.num, at(s.run_id, s.start_ns + s.dur_ns) FROM step s JOIN map_run k ON k.old = s.run_id;"
        "CREATE TEMP TABLE last_wait AS SELECT id FROM str WHERE s GLOB 'waiting for *, which ends the step'", error);
    ok = ok && merge_copy(m, p, &(MergeCopy){
        "SELECT k.run, k.num, (SELECT new FROM map_str WHERE old = s.name_id), at(s.run_id, s.start_ns), k.stop - at(s.run_id, s.start_ns), s.source, s.warm, s.n_events, s.n_kept"
        " FROM step s JOIN map_step k ON k.old = s.id",
        "INSERT INTO step(run_id, num, name_id, start_ns, dur_ns, source, warm, n_events, n_kept) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
        " ON CONFLICT(run_id, num) DO UPDATE SET start_ns = min(start_ns, ?4), dur_ns = max(start_ns + dur_ns, ?4 + ?5) - min(start_ns, ?4), warm = min(warm, ?7),"
        "  n_events = iif(n_events IS NULL AND ?8 IS NULL, NULL, COALESCE(n_events, 0) + COALESCE(?8, 0)), n_kept = iif(n_kept IS NULL AND ?9 IS NULL, NULL, COALESCE(n_kept, 0) + COALESCE(?9, 0))" }, error);
    return ok;
}

/* What the merged steps came to, told to the part: their rows, when they ended, and whether they are there event by event. */
static bool number_steps(Merge *m, MergePart *p, GError **error)
{
    sqlite3_stmt *from = db_prepare(p->db, p->path, "SELECT old, run, num FROM map_step", error), *ask = from ? db_prepare(m->db, m->path, "SELECT id, start_ns + dur_ns, n_events IS NULL FROM step WHERE run_id = ?1 AND num = ?2", error) : NULL;
    sqlite3_stmt *to = ask && db_exec(p->db, p->path, "CREATE TEMP TABLE met(old INTEGER PRIMARY KEY, new, stop, whole)", error) ? db_prepare(p->db, p->path, "INSERT INTO met VALUES(?1, ?2, ?3, ?4)", error) : NULL;
    bool ok = to != NULL;
    while (ok && sqlite3_step(from) == SQLITE_ROW) {
        sqlite3_bind_value(ask, 1, sqlite3_column_value(from, 1));
        sqlite3_bind_value(ask, 2, sqlite3_column_value(from, 2));
        if (sqlite3_step(ask) == SQLITE_ROW) {
            sqlite3_bind_value(to, 1, sqlite3_column_value(from, 0));
            for (int i = 0; i < 3; i++)
                sqlite3_bind_value(to, i + 2, sqlite3_column_value(ask, i));
            ok = sqlite3_step(to) == SQLITE_DONE || db_fail(p->db, p->path, error);
            sqlite3_reset(to);
        }
        sqlite3_reset(ask);
    }
    sqlite3_finalize(from);
    sqlite3_finalize(ask);
    sqlite3_finalize(to);
    /* step_end: a device's memory is empty again when the step ends, which the part thought was sooner. */
    return ok && db_exec(p->db, p->path,
        "CREATE TEMP TABLE step_end(run, ts, stop, PRIMARY KEY(run, ts)) WITHOUT ROWID;"
        "INSERT OR IGNORE INTO step_end SELECT s.run_id, s.start_ns + s.dur_ns, t.stop FROM step s JOIN met t ON t.old = s.id", error);
}

/* ---- a part's timelines --------------------------------------------------------------------------------------------------------------- */

static void note_exec_end(Merge *m, sqlite3_stmt *row)
{
    int64_t exec = sqlite3_column_int64(row, 9), end = sqlite3_column_int64(row, 3) + sqlite3_column_int64(row, 4);
    if (exec <= 0 || exec >= G_MAXINT32)
        return;
    while (m->exec_end->len <= exec)
        g_array_append_val(m->exec_end, ((int64_t){ INT64_MIN }));
    int64_t *at = &g_array_index(m->exec_end, int64_t, exec);
    *at = MAX(*at, end);
}

/* Tables whose rows are only numbered and timed anew; %1: what ids of lanes, executions and events are raised by. */
static bool copy_timelines(Merge *m, MergePart *p, GError **error)
{
    int64_t lanes = merge_int(m, "SELECT max(id) FROM lane", 0, 0), execs = merge_int(m, "SELECT max(id) FROM exec", 0, 0), events = merge_int(m, "SELECT max(id) FROM event", 0, 0);
    g_autofree char *maps = g_strdup_printf("CREATE TEMP TABLE raised(lane, exec, event); INSERT INTO raised VALUES(%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ");"
                                            "CREATE TEMP TABLE map_coll(old INTEGER PRIMARY KEY, new)", lanes, execs, events);
    static const MergeCopy before[] = {
        { "SELECT x.id + q.lane, k.new, (SELECT new FROM map_host WHERE old = x.host_id), (SELECT new FROM map_device WHERE old = x.device_id), x.parent_id + q.lane, x.kind, x.name, x.rank, x.depths,"
          " at(x.run_id, x.first_ns), at(x.run_id, x.last_ns), x.n_events, x.dropped FROM raised q CROSS JOIN lane x JOIN map_run k ON k.old = x.run_id",
          "INSERT INTO lane(id, run_id, host_id, device_id, parent_id, kind, name, rank, depths, first_ns, last_ns, n_events, dropped) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)", NULL },
        { "SELECT x.id + q.exec, (SELECT new FROM map_module WHERE old = x.module_id), (SELECT new FROM map_device WHERE old = x.device_id), x.launch, at(d.run_id, x.start_ns),"
          " at(d.run_id, x.start_ns + x.dur_ns) - at(d.run_id, x.start_ns), (SELECT new FROM met WHERE old = x.step_id) FROM raised q CROSS JOIN exec x JOIN device d ON d.id = x.device_id",
          "INSERT INTO exec(id, module_id, device_id, launch, start_ns, dur_ns, step_id) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)", NULL },
    };
    bool ok = db_exec(p->db, p->path, maps, error);
    for (size_t i = 0; ok && i < G_N_ELEMENTS(before); i++)
        ok = merge_copy(m, p, &before[i], error);
    return ok;
}

/* Members of one meeting are found by collective, step, occurrence and group. */
static bool copy_meetings(Merge *m, MergePart *p, GError **error)
{
    sqlite3_stmt *from = db_prepare(p->db, p->path,
        "SELECT x.id, (SELECT new FROM map_inst WHERE old = x.inst_id), t.new, x.launch, x.iter, x.grp, at(s.run_id, x.first_ns), at(s.run_id, x.last_ns), at(s.run_id, x.end_ns), x.n_seen, x.n_expected"
        " FROM coll_exec x JOIN step s ON s.id = x.step_id JOIN met t ON t.old = s.id ORDER BY x.id", error);
    sqlite3_stmt *to = from ? db_prepare(m->db, m->path,
        "INSERT INTO coll_exec(inst_id, step_id, launch, iter, grp, first_ns, last_ns, end_ns, n_seen, n_expected) VALUES(?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"
        " ON CONFLICT(step_id, inst_id, iter, grp) DO UPDATE SET first_ns = min(first_ns, ?7), last_ns = max(last_ns, ?8), end_ns = max(end_ns, ?9), n_seen = n_seen + ?10, n_expected = max(n_expected, ?11)"
        " RETURNING id", error) : NULL;
    sqlite3_stmt *map = to ? db_prepare(p->db, p->path, "INSERT INTO map_coll VALUES(?1, ?2)", error) : NULL;
    bool ok = map != NULL;
    while (ok && sqlite3_step(from) == SQLITE_ROW) {
        for (int i = 1; i < sqlite3_column_count(from); i++)
            sqlite3_bind_value(to, i + 1, sqlite3_column_value(from, i));
        ok = sqlite3_step(to) == SQLITE_ROW || db_fail(m->db, m->path, error);
        if (!ok)
            break;
        sqlite3_bind_value(map, 1, sqlite3_column_value(from, 0));
        sqlite3_bind_value(map, 2, sqlite3_column_value(to, 0));
        ok = sqlite3_step(map) == SQLITE_DONE || db_fail(p->db, p->path, error);
        sqlite3_reset(map);
        sqlite3_reset(to);
    }
    sqlite3_finalize(from);
    sqlite3_finalize(to);
    sqlite3_finalize(map);
    return ok;
}

static bool copy_events(Merge *m, MergePart *p, GError **error)
{
    static const MergeCopy copies[] = {
        { "SELECT x.id + q.event, x.lane_id + q.lane, x.depth, at(l.run_id, x.start_ns), at(l.run_id, x.start_ns + x.dur_ns) - at(l.run_id, x.start_ns), x.szc, (SELECT new FROM map_str WHERE old = x.name_id), x.cat,"
          " (SELECT new FROM map_inst WHERE old = x.inst_id), x.exec_id + q.exec, (SELECT new FROM map_coll WHERE old = x.coll_id), x.self_ns, x.trips"
          " FROM raised q CROSS JOIN event x CROSS JOIN lane l ON l.id = x.lane_id WHERE NOT" LAST_WAITS,
          "INSERT INTO event(id, lane_id, depth, start_ns, dur_ns, szc, name_id, cat, inst_id, exec_id, coll_id, self_ns, trips) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)", note_exec_end },
        { "SELECT x.event_id + q.event, (SELECT new FROM map_str WHERE old = x.key_id), x.value FROM raised q CROSS JOIN event_arg x", "INSERT INTO event_arg(event_id, key_id, value) VALUES(?1, ?2, ?3)", NULL },
        { "SELECT x.from_event + q.event, x.to_event + q.event, x.kind FROM raised q CROSS JOIN flow x", "INSERT INTO flow(from_event, to_event, kind) VALUES(?1, ?2, ?3)", NULL },
        { "SELECT x.lane_id + q.lane, (SELECT new FROM map_str WHERE old = x.name_id), at(l.run_id, x.ts_ns), x.value FROM raised q CROSS JOIN counter x CROSS JOIN lane l ON l.id = x.lane_id",
          "INSERT OR REPLACE INTO counter(lane_id, name_id, ts_ns, value) VALUES(?1, ?2, ?3, ?4)", NULL },
        { "SELECT k.new, x.space, COALESCE((SELECT stop FROM step_end WHERE run = d.run_id AND ts = x.ts_ns), at(d.run_id, x.ts_ns)), x.in_use, x.reserved, x.peak, x.frag, x.resident"
          " FROM mem_sample x JOIN device d ON d.id = x.device_id JOIN map_device k ON k.old = d.id",
          "INSERT OR REPLACE INTO mem_sample(device_id, space, ts_ns, in_use, reserved, peak, frag, resident) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)", NULL },
        { "SELECT t.new, x.lane_id + q.lane, COALESCE((SELECT new FROM map_inst WHERE old = x.inst_id), 0), (SELECT new FROM map_str WHERE old = x.name_id), x.cat, x.n, x.total_ns, x.self_ns, x.min_ns, x.max_ns, x.trips"
          " FROM raised q CROSS JOIN op_sum x JOIN met t ON t.old = x.step_id",
          "INSERT INTO op_sum(step_id, lane_id, inst_id, name_id, cat, n, total_ns, self_ns, min_ns, max_ns, trips) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)", NULL },
        /* Parts are worked out anew where all events are there. */
        { "SELECT t.new, k.new, x.cat, x.ns, x.hidden_ns FROM step_part x JOIN met t ON t.old = x.step_id AND t.whole = 0 JOIN map_device k ON k.old = x.device_id",
          "INSERT INTO step_part(step_id, device_id, cat, ns, hidden_ns) VALUES(?1, ?2, ?3, ?4, ?5)", NULL },
        /* Of a step that is there as sums: until the last device of all ended, its own waited. */
        { "SELECT DISTINCT t.new, k.new, t.stop - s.stop FROM step_part x JOIN met t ON t.old = x.step_id AND t.whole = 0 JOIN map_step s ON s.old = t.old JOIN map_device k ON k.old = x.device_id WHERE t.stop > s.stop",
          "INSERT INTO step_part(step_id, device_id, cat, ns) VALUES(?1, ?2, 8, ?3) ON CONFLICT(step_id, device_id, cat) DO UPDATE SET ns = ns + ?3", NULL },
    };
    bool ok = true;
    for (size_t i = 0; ok && i < G_N_ELEMENTS(copies); i++)
        ok = merge_copy(m, p, &copies[i], error);
    return ok;
}

/* ---- at the end of steps --------------------------------------------------------------------------------------------------------------- */

/* An execution of a step, and the device's lane. */
typedef struct Ran {
    int64_t exec, lane, start_ns, end_ns, step_ns;
    char *name; /* of the lane */
} Ran;

static void ran_clear(gpointer data)
{
    g_free(((Ran *)data)->name);
}

typedef struct Waits {
    sqlite3_stmt *exec, *event, *str, *put_str;
} Waits;

static int64_t name_of_wait(const Waits *w, const char *device)
{
    g_autofree char *text = g_strdup_printf(TRACE_LAST_WAIT, device);
    sqlite3_bind_text(w->put_str, 1, text, -1, SQLITE_TRANSIENT);
    sqlite3_step(w->put_str);
    sqlite3_reset(w->put_str);
    sqlite3_bind_text(w->str, 1, text, -1, SQLITE_TRANSIENT);
    int64_t id = sqlite3_step(w->str) == SQLITE_ROW ? sqlite3_column_int64(w->str, 0) : 0;
    sqlite3_reset(w->str);
    return id;
}

/* As the recorder does it while a run is streamed: devices in their order, waits that are short beside the step left out. */
static bool end_step(Merge *m, const Waits *w, GArray *devices, GError **error)
{
    guint last = 0;
    for (guint i = 1; i < devices->len; i++)
        if (g_array_index(devices, Ran, i).end_ns > g_array_index(devices, Ran, last).end_ns)
            last = i;
    int64_t name = 0, end = devices->len ? g_array_index(devices, Ran, last).end_ns : 0;
    bool ok = true;
    for (guint i = 0; ok && i < devices->len; i++) {
        const Ran *d = &g_array_index(devices, Ran, i);
        int64_t wait = end - d->end_ns, until = wait > 0 && wait >= d->step_ns / 100 ? end : d->end_ns;
        sqlite3_bind_int64(w->exec, 1, d->exec);
        sqlite3_bind_int64(w->exec, 2, until - d->start_ns);
        ok = sqlite3_step(w->exec) == SQLITE_DONE;
        sqlite3_reset(w->exec);
        if (until == d->end_ns)
            continue;
        name = name ? name : name_of_wait(w, g_array_index(devices, Ran, last).name);
        const int64_t values[] = { d->lane, d->end_ns, wait, trace_size_class(wait), name, d->exec };
        for (int k = 0; k < (int)G_N_ELEMENTS(values); k++)
            sqlite3_bind_int64(w->event, k + 1, values[k]);
        ok = ok && sqlite3_step(w->event) == SQLITE_DONE;
        sqlite3_reset(w->event);
    }
    g_array_set_size(devices, 0);
    return ok || db_fail(m->db, m->path, error);
}

static bool end_steps(Merge *m, int64_t run, GError **error)
{
    Waits w = { .exec = db_prepare(m->db, m->path, "UPDATE exec SET dur_ns = ?2 WHERE id = ?1", error),
                .event = db_prepare(m->db, m->path, "INSERT INTO event(lane_id, depth, start_ns, dur_ns, szc, name_id, cat, exec_id, self_ns) VALUES(?1, 0, ?2, ?3, ?4, ?5, 8, ?6, ?3)", error),
                .str = db_prepare(m->db, m->path, "SELECT id FROM str WHERE s = ?1", error), .put_str = db_prepare(m->db, m->path, "INSERT OR IGNORE INTO str(s) VALUES(?1)", error) };
    sqlite3_stmt *s = db_prepare(m->db, m->path,
        "SELECT x.step_id, x.id, l.id, x.start_ns, s.dur_ns, l.name FROM exec x CROSS JOIN step s ON s.id = x.step_id JOIN device d ON d.id = x.device_id JOIN lane l ON l.id ="
        " (SELECT min(id) FROM lane WHERE device_id = d.id AND kind = 3) WHERE s.run_id = ?1 ORDER BY x.step_id, d.global_id", error);
    bool ok = w.exec && w.event && w.str && w.put_str && s;
    g_autoptr(GArray) devices = g_array_new(FALSE, FALSE, sizeof(Ran));
    g_array_set_clear_func(devices, ran_clear);
    int64_t step = 0;
    if (ok)
        sqlite3_bind_int64(s, 1, run);
    while (ok && sqlite3_step(s) == SQLITE_ROW) {
        if (sqlite3_column_int64(s, 0) != step) {
            ok = end_step(m, &w, devices, error);
            step = sqlite3_column_int64(s, 0);
        }
        Ran d = { .exec = sqlite3_column_int64(s, 1), .lane = sqlite3_column_int64(s, 2), .start_ns = sqlite3_column_int64(s, 3), .step_ns = sqlite3_column_int64(s, 4) };
        d.end_ns = d.exec > 0 && d.exec < m->exec_end->len ? g_array_index(m->exec_end, int64_t, d.exec) : INT64_MIN;
        if (d.end_ns == INT64_MIN)
            continue;
        d.name = g_strdup((const char *)sqlite3_column_text(s, 5));
        g_array_append_val(devices, d);
    }
    ok = ok && end_step(m, &w, devices, error);
    sqlite3_stmt *all[] = { w.exec, w.event, w.str, w.put_str, s };
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++)
        sqlite3_finalize(all[i]);
    return ok;
}

/* ---- all of it --------------------------------------------------------------------------------------------------------------------------- */

bool merge_steps(Merge *m, GError **error)
{
    bool ok = db_exec(m->db, m->path, "CREATE UNIQUE INDEX merge_meeting ON coll_exec(step_id, inst_id, iter, grp)", error);
    for (guint i = 0; ok && i < m->parts->len; i++)
        ok = take_steps(m, part(m, i), error);
    for (guint i = 0; ok && i < m->parts->len; i++)
        ok = number_steps(m, part(m, i), error);
    for (guint i = 0; ok && i < m->parts->len; i++)
        ok = watch_step(m->watch, "timelines", i, m->parts->len, error) && copy_timelines(m, part(m, i), error) && copy_meetings(m, part(m, i), error) && copy_events(m, part(m, i), error);
    /* Once for each run that was shared; those of one process alone have been as they are. */
    g_autoptr(GHashTable) done = g_hash_table_new(NULL, NULL);
    ok = ok && db_exec(m->db, m->path, "CREATE INDEX merge_lane ON lane(device_id)", error);
    for (guint i = 0; ok && i < m->parts->len; i++)
        for (guint k = 0; ok && k < part(m, i)->runs->len; k++) {
            const MergeRun *r = &g_array_index(part(m, i)->runs, MergeRun, k);
            if (r->shared && g_hash_table_add(done, GSIZE_TO_POINTER((gsize)r->to)))
                ok = end_steps(m, r->to, error);
        }
    return ok && db_exec(m->db, m->path, "DROP INDEX merge_meeting; DROP INDEX merge_lane", error);
}
