/* Questions for drawing the timeline: lanes, single events and buckets of events, collectives, arrows, counters. */
#include "trace/query_impl.h"

GArray *trace_query_lanes(TraceReader *r, int64_t run_id, GError **error)
{
    /* A lane of an unfinished file may have no totals yet; then its stored events are counted. */
    return ASK(LaneRow,
        "SELECT l.id, l.host_id, " HOST_TITLE("h") ", l.device_id, d.global_id, l.parent_id, l.kind, iif(l.device_id IS NULL OR l.name GLOB '[A-Za-z]* ' || d.global_id || '*', l.name,"
        "  'device ' || d.global_id || iif(l.kind = 3, '', ': ' || l.name)), l.rank, l.depths, l.first_ns, l.last_ns,"
        " COALESCE(l.n_events, 0), iif((SELECT value FROM meta WHERE key = 'finalized') = 1, l.lod_min, 15), l.dropped, h.process_index, h.name FROM lane l"
        " LEFT JOIN host h ON h.id = l.host_id LEFT JOIN device d ON d.id = l.device_id WHERE l.run_id = ?1"
        " ORDER BY (SELECT min(o.process_index) FROM host o WHERE o.run_id = h.run_id AND o.name = h.name), h.process_index, d.global_id IS NULL, d.global_id, l.rank, l.id",
        run_id); /* by machine, then by process; of each the devices first, then what the host did */
}

GArray *trace_query_names(TraceReader *r, int64_t run_id, GError **error)
{
    return ASK(NameRow,
        "WITH own AS (SELECT i.name_id, i.opcode_id, max(i.id) FROM module m JOIN snapshot s ON s.module_id = m.id"
        "  JOIN computation c ON c.snapshot_id = s.id JOIN inst i ON i.comp_id = c.id WHERE m.run_id = ?1 GROUP BY i.name_id)"
        "SELECT s.id, s.s, o.s FROM str s LEFT JOIN own ON own.name_id = s.id LEFT JOIN str o ON o.id = own.opcode_id"
        " ORDER BY s.id", run_id); /* a profile's timeline has ops of other programs too */
}

int trace_draw_level(int64_t ns_per_pixel)
{
    int level = 0;
    while (level < 15 && INT64_C(1024) << (2 * level) < ns_per_pixel)
        level++;
    return level;
}

GArray *trace_query_draw_lod(TraceReader *r, TraceDraw d, GError **error)
{
    /* One more bucket to the left, since its events may reach into the range. */
    int shift = 10 + 2 * d.level;
    return ASK(Bucket,
        "SELECT q.bucket, q.n, q.busy_ns, q.coll_ns, q.top_id, ifnull(q.top_name, (SELECT name_id FROM event WHERE id = q.top_id)),"
        " ifnull(q.top_cat, (SELECT cat FROM event WHERE id = q.top_id)) FROM lod q"
        " WHERE q.lane_id = ?1 AND q.depth = ?2 AND q.level = ?3 AND q.bucket BETWEEN ?4 AND ?5 ORDER BY q.bucket",
        d.lane_id, d.depth, d.level, (d.t0 >> shift) - 1, d.t1 >> shift);
}

#define EVENT_COLUMNS "SELECT id, depth, start_ns, dur_ns, name_id, cat, inst_id, coll_id FROM event"

/* One size class at a time: an event of class k is at most 1024 << 2k ns long, so the index gives just those that can
 * reach the view. A class without upper bound ends the list. */
GArray *trace_query_draw_big(TraceReader *r, TraceDraw d, GError **error)
{
    enum { LAST = 26 }; /* the class of the longest duration that fits in 63 bits */
    GArray *all = g_array_new(FALSE, TRUE, sizeof(TraceEventRow));
    for (int k = MAX(d.level, 2) + 1; k <= LAST; k++) {
        int64_t reach = k < LAST ? INT64_C(1024) << (2 * k) : INT64_MAX;
        int64_t from = d.t0 > INT64_MIN + reach ? d.t0 - reach : INT64_MIN;
        GArray *some = ASK(EventRow, EVENT_COLUMNS
            " WHERE lane_id = ?1 AND depth = ?2 AND szc = ?3 AND szc > 2 AND start_ns < ?5 AND start_ns >= ?6 AND start_ns + dur_ns > ?4"
            " ORDER BY start_ns", d.lane_id, d.depth, k, d.t0, d.t1, from);
        if (!some) {
            g_array_unref(all);
            return NULL;
        }
        g_array_append_vals(all, some->data, some->len);
        g_array_unref(some);
    }
    return all;
}

GArray *trace_query_draw_raw(TraceReader *r, int64_t lane_id, int depth, int64_t t0, int64_t t1, GError **error)
{
    /* Events of a row never overlap, so only the last one that begins before t0 can cross it. */
    return ASK(EventRow, EVENT_COLUMNS
        " WHERE lane_id = ?1 AND depth = ?2 AND start_ns < ?4 AND start_ns + dur_ns >= ?3 AND start_ns >= COALESCE((SELECT max(start_ns) FROM event"
        " WHERE lane_id = ?1 AND depth = ?2 AND start_ns <= ?3), ?3) ORDER BY start_ns", lane_id, depth, t0, t1);
}

GArray *trace_query_events(TraceReader *r, int64_t lane_id, int64_t after, GError **error)
{
    return ASK(EventRow, EVENT_COLUMNS " WHERE lane_id = ?1 AND id > ?2 ORDER BY depth, start_ns", lane_id, after);
}

GArray *trace_query_event(TraceReader *r, int64_t event_id, GError **error)
{
    return ASK(EventDetail,
        "SELECT e.id, e.lane_id, l.name, l.device_id, d.global_id, n.s, e.start_ns, e.dur_ns, e.self_ns, e.cat, e.inst_id, o.s, sh.s,"
        " op.s, v.at, COALESCE(x.step_id, (SELECT s.id FROM step s WHERE s.run_id = l.run_id AND s.start_ns <= e.start_ns"
        "  AND e.start_ns < s.start_ns + s.dur_ns LIMIT 1)), e.coll_id, rs.id, " SAID("rs.why") ", e.trips"
        " FROM event e JOIN lane l ON l.id = e.lane_id JOIN str n ON n.id = e.name_id LEFT JOIN device d ON d.id = l.device_id"
        " LEFT JOIN inst i ON i.id = e.inst_id LEFT JOIN str o ON o.id = i.opcode_id LEFT JOIN str sh ON sh.id = i.shape_id"
        " LEFT JOIN str op ON op.id = i.op_name_id LEFT JOIN v_loc v ON v.id = i.loc_id LEFT JOIN exec x ON x.id = e.exec_id"
        " LEFT JOIN reshard rs ON rs.id = (SELECT min(reshard_id) FROM reshard_inst WHERE inst_id = e.inst_id) WHERE e.id = ?1", event_id);
}

GArray *trace_query_meetings(TraceReader *r, int64_t run_id, int64_t step_id, GError **error)
{
    return ASK(MeetingRow,
        "SELECT c.id, c.inst_id, n.s, k.kind, c.step_id, c.iter, c.grp, c.first_ns, c.last_ns, c.end_ns, c.n_seen, c.n_expected, c.exposed_ns"
        " FROM coll_exec c LEFT JOIN inst i ON i.id = c.inst_id LEFT JOIN str n ON n.id = i.name_id LEFT JOIN coll k ON k.inst_id = c.inst_id"
        " WHERE (?2 <> 0 AND c.step_id = ?2) OR (?2 = 0 AND c.step_id IN (SELECT id FROM step WHERE run_id = ?1))"
        " ORDER BY c.first_ns, c.id", run_id, step_id);
}

GArray *trace_query_members(TraceReader *r, int64_t coll_exec_id, GError **error)
{
    return ASK(MemberRow,
        "SELECT e.id, e.lane_id, l.device_id, d.global_id, e.start_ns, e.dur_ns FROM event e JOIN lane l ON l.id = e.lane_id"
        " LEFT JOIN device d ON d.id = l.device_id WHERE e.coll_id = ?1 AND e.coll_id IS NOT NULL ORDER BY e.start_ns, d.global_id", coll_exec_id);
}

#define FLOW_ROW "SELECT f.from_event, f.to_event, f.kind, a.lane_id, a.start_ns + a.dur_ns, b.lane_id, b.start_ns FROM"
/* The events in sight, row by row of each lane, as the index that draws them has them. */
#define IN_SIGHT "WITH RECURSIVE line(lane, d, n) AS (SELECT id, 0, min(COALESCE(depths, 1), 64) FROM lane WHERE run_id = ?1 UNION ALL SELECT lane, d + 1, n FROM line WHERE d + 1 < n)," \
                 " seen(id) AS (SELECT e.id FROM line CROSS JOIN event e ON e.lane_id = line.lane AND e.depth = line.d AND e.start_ns >= ?2 AND e.start_ns < ?3)"

GArray *trace_query_flows(TraceReader *r, int64_t run_id, int64_t t0, int64_t t1, int64_t most, GError **error)
{
    enum { FEW = 20000, IN_RANGE = 200000 };
    GArray *out = NULL;
    if (db_int(r->db, "SELECT count(*) FROM (SELECT 1 FROM flow LIMIT ?1)", (const int64_t[]){ FEW + 1 }, 1, 0) <= FEW) {
        /* CROSS JOIN: without statistics SQLite would read all events instead. */
        out = ASK(FlowRow,
            FLOW_ROW " flow f CROSS JOIN event a ON a.id = f.from_event CROSS JOIN event b ON b.id = f.to_event CROSS JOIN lane l ON l.id = a.lane_id"
            " WHERE l.run_id = ?1 AND a.start_ns < ?3 AND b.start_ns + b.dur_ns >= ?2 ORDER BY a.start_ns, f.to_event LIMIT ?4", run_id, t0, t1, most + 1);
    } else { /* a kernel's arrow each: those of the events in sight, unless these are too many to look at */
        int64_t n = db_int(r->db, IN_SIGHT " SELECT count(*) FROM (SELECT 1 FROM seen LIMIT ?4)", (const int64_t[]){ run_id, t0, t1, IN_RANGE + 1 }, 4, 0);
        out = ASK(FlowRow,
            IN_SIGHT FLOW_ROW " (SELECT * FROM (SELECT f.* FROM seen CROSS JOIN flow f ON f.from_event = seen.id UNION SELECT f.* FROM seen CROSS JOIN flow f ON f.to_event = seen.id) LIMIT ?4) f"
            " CROSS JOIN event a ON a.id = f.from_event CROSS JOIN event b ON b.id = f.to_event ORDER BY a.start_ns, f.to_event", run_id, t0, t1, n > IN_RANGE ? 0 : most + 1);
    }
    if (out && (int64_t)out->len > most)
        g_array_set_size(out, 0);
    return out;
}
