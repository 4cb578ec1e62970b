/* Questions about communication: collectives, the reshards that made them, what they cost, and the
 * alternatives. */
#include "trace/query_impl.h"

/* What instruction I takes a step, of what column `col` counts, and what collective K of it is predicted to take: whole ns, so that sums over
 * kinds, reshards and collectives are of the same numbers. */
#define A_STEP(col, RUN) MEAN_COLL(col, RUN) " / " N_STEPS(RUN)
#define PREDICTED(I, K) "CAST(round(" I ".est_ns * " K ".trips) AS INTEGER)"

/* Final collectives `k` of module ?1, with instruction `i`. */
#define FROM_COLLS                                                                                           \
    " FROM module m JOIN snapshot sn ON sn.module_id = m.id AND sn.stage = 4"                               \
    " JOIN computation c ON c.snapshot_id = sn.id JOIN inst i ON i.comp_id = c.id JOIN coll k ON k.inst_id = i.id"

GArray *trace_query_coll_kinds(TraceReader *r, int64_t module_id, GError **error)
{
    return ASK(CollKind,
        "SELECT k.kind, coll_name(k.kind), count(*), sum(k.trips), sum(k.bytes_out), sum(k.bytes_wire * k.trips),"
        " sum(" PREDICTED("i", "k") "), sum(" A_STEP(total_ns, RUN_OF_MODULE) "), sum(" A_STEP(self_ns, RUN_OF_MODULE) "),"
        " sum(" A_STEP(exposed_ns, RUN_OF_MODULE) "), sum(k.bytes_wire * " N_MEETINGS ") * 1e9 / NULLIF(sum(" MEETING_NS "), 0), sum(" LINK_BYTES("k", 0) "), sum(" LINK_BYTES("k", 1) "), sum(" LINK_BYTES("k", 2) ")" FROM_COLLS " WHERE m.id = ?1 GROUP BY k.kind ORDER BY 6 DESC, k.kind", module_id);
}

#define COLL_COLUMNS(RUN)                                                                                         \
    "SELECT i.id, n.s, k.kind, coll_name(k.kind), sh.s, g.text, g.axes, g.n_groups, g.group_size, k.bytes_in,"  \
    " k.bytes_out, k.trips, k.bytes_wire * k.trips, " PREDICTED("i", "k") ", " A_STEP(total_ns, RUN) ", " \
    A_STEP(self_ns, RUN) ", " A_STEP(exposed_ns, RUN) ", rs.id, rs.seq, " SAID("rs.why") ", op.s, v.at, cause_name(rs.cause), " LABEL("i", "n", "op", "lb") \
    ", k.bytes_wire * 1e9 * " N_MEETINGS " / NULLIF(" MEETING_NS ", 0), " LINK_BYTES("k", 0) ", " LINK_BYTES("k", 1) ", " LINK_BYTES("k", 2) \
    FROM_COLLS " JOIN str n ON n.id = i.name_id LEFT JOIN str sh ON sh.id = i.shape_id"                     \
    " LEFT JOIN group_set g ON g.id = k.gset_id"                                                        \
    " LEFT JOIN reshard rs ON rs.id = (SELECT min(reshard_id) FROM reshard_inst WHERE inst_id = i.id)"      \
    " LEFT JOIN str op ON op.id = i.op_name_id LEFT JOIN str lb ON lb.id = i.label_id LEFT JOIN v_loc v ON v.id = i.loc_id"

GArray *trace_query_colls(TraceReader *r, int64_t module_id, GError **error)
{
    return ASK(CollRow, COLL_COLUMNS(RUN_OF_MODULE) " WHERE m.id = ?1 ORDER BY c.kind <> 1, c.id, i.ord", module_id);
}

GArray *trace_query_coll(TraceReader *r, int64_t inst_id, GError **error)
{
    return ASK(CollRow, COLL_COLUMNS("m.run_id") " WHERE i.id = ?1 LIMIT 1", inst_id);
}

GArray *trace_query_reshard_colls(TraceReader *r, int64_t reshard_id, GError **error)
{
    return ASK(CollRow, COLL_COLUMNS(RUN_OF_RESHARD) " WHERE m.id = (SELECT module_id FROM reshard WHERE id = ?1)"
               " AND i.id IN (SELECT inst_id FROM reshard_inst WHERE reshard_id = ?1) ORDER BY i.ord", reshard_id);
}

/* What makes up a reshard: a collective that several were combined into is divided among them by what it carries for each, and piece `ri` has what is
 * between its parts `low` and `high`, from 0 to 1. Equally where bytes are not known, as in traces older than 1.18. */
#define PIECES                                                                                               \
    "(SELECT reshard_id, inst_id, (upto - w) * 1.0 / whole AS low, upto * 1.0 / whole AS high FROM"                  \
    " (SELECT reshard_id, inst_id, w, sum(w) OVER (PARTITION BY inst_id ORDER BY reshard_id ROWS UNBOUNDED PRECEDING) AS upto,"       \
    "  sum(w) OVER (PARTITION BY inst_id) AS whole FROM (SELECT reshard_id, inst_id, max(1, COALESCE(bytes, 1)) AS w FROM reshard_inst)))"
/* The share of a piece in a whole number; the shares of all pieces add up to it. */
#define SHARE(x) "(CAST(round((" x ") * ri.high) AS INTEGER) - CAST(round((" x ") * ri.low) AS INTEGER))"

/* The step without and with remedy Y of module M: simulated, where it was, else by prices of ops. */
#define BEFORE(Y, M) "COALESCE(" Y ".sim_before_ns, " M ".est_ns)"
#define AFTER(Y) "COALESCE(" Y ".sim_ns, " Y ".est_ns)"

/* Sums `x` over the collectives of a reshard; of shared collectives its share. */
#define RESHARD_PREDICTED "COALESCE(x.est_ns, r.est_ns * r.trips)" /* of its collectives; of one without any, as it was planned */
/* Likewise: passes after the planner may have found cheaper collectives, or that none is needed, which the final program shows. */
#define RESHARD_WIRE "COALESCE(x.wire, r.bytes_moved * r.trips * NOT EXISTS (SELECT 1 FROM snapshot s WHERE s.module_id = r.module_id AND s.stage = 4))"
#define RESHARD_COLUMNS(RUN)                                                                                      \
    "SELECT r.id, r.seq, r.inst_id, vn.s, vs.s, r.user_id, un.s, uo.s, r.user_pos, r.from_id, fs.text, r.to_id, ts.text," \
    " r.cause, cause_name(r.cause), " SAID("r.why") ", v.at, r.plan, x.kinds, x.axes, COALESCE(x.n, 0), r.bytes_full, COALESCE(x.wire / nullif(r.trips, 0), r.bytes_moved),"  \
    " r.trips, iif(x.counted = 0, 0, iif(r.shared_with IS NOT NULL, COALESCE(x.wire, 0), " RESHARD_WIRE ")), " RESHARD_PREDICTED "," \
    " x.total_ns, x.moved_ns, x.exposed_ns, r.is_remat, r.certainty, r.leaf," \
    " r.shared_with, r.cause_inst, r.choice_id, pn.s, spelled(COALESCE(y.code, y.text), " SAID("y.text") ", " SAID("y.text") "), COALESCE(y.sim_before_ns, (SELECT m.est_ns FROM module m WHERE m.id = r.module_id)) - " AFTER("y") "," \
    " " SPELLED("fs") ", " SPELLED("ts") ", COALESCE(r.value_label, vn.s), COALESCE(r.user_label, un.s), " SAID("r.asked_by") ", " SAID("r.gone") ","  \
    " iif(y.traffic >= (SELECT m.traffic FROM module m WHERE m.id = r.module_id), y.brings, NULL), vo.s, uop.s, COALESCE(y.sim_before_ns, (SELECT m.est_ns FROM module m WHERE m.id = r.module_id)), x.inside, x.between_ranks, x.between_hosts" \
    " FROM reshard r"                                                                                       \
    " LEFT JOIN remedy y ON y.id = (SELECT b.id FROM remedy_reshard x JOIN remedy b ON b.id = x.remedy_id"   \
    "   JOIN module bm ON bm.id = b.module_id WHERE x.reshard_id = COALESCE(r.shared_with, r.id) AND x.effect = 1 AND b.idle = 0" \
    "   ORDER BY " AFTER("b") " >= " BEFORE("b", "bm") " OR b.traffic >= bm.traffic, (SELECT count(*) FROM remedy_change c WHERE c.remedy_id = b.id), " AFTER("b") ", b.seq LIMIT 1)"                                                   \
    " LEFT JOIN sharding fs ON fs.id = r.from_id LEFT JOIN sharding ts ON ts.id = r.to_id"                  \
    " LEFT JOIN inst vi ON vi.id = r.inst_id LEFT JOIN str vn ON vn.id = vi.name_id LEFT JOIN str vs ON vs.id = vi.shape_id" \
    " LEFT JOIN inst ui ON ui.id = r.user_id LEFT JOIN str un ON un.id = ui.name_id LEFT JOIN str uo ON uo.id = ui.opcode_id" \
    " LEFT JOIN str vo ON vo.id = vi.op_name_id LEFT JOIN str uop ON uop.id = ui.op_name_id" \
    " LEFT JOIN v_loc v ON v.id = r.cause_loc LEFT JOIN pass p ON p.id = r.pass_id LEFT JOIN str pn ON pn.id = p.name_id" \
    " LEFT JOIN (SELECT ri.reshard_id, count(*) AS n, group_concat(DISTINCT coll_name(k.kind)) AS kinds,"   \
    "   group_concat(DISTINCT g.axes) AS axes, max(k.trips <> 0) AS counted, sum(" SHARE("k.bytes_wire * k.trips") ") AS wire, sum(" SHARE(PREDICTED("xi", "k")) ") AS est_ns,"    \
    "   sum(" SHARE(A_STEP(total_ns, RUN)) ") AS total_ns, sum(" SHARE(A_STEP(self_ns, RUN)) ") AS moved_ns,"    \
    "   sum(" SHARE(A_STEP(exposed_ns, RUN)) ") AS exposed_ns,"    \
    "   sum(" SHARE(LINK_BYTES("k", 0)) ") AS inside, sum(" SHARE(LINK_BYTES("k", 1)) ") AS between_ranks, sum(" SHARE(LINK_BYTES("k", 2)) ") AS between_hosts FROM " PIECES " ri JOIN coll k ON k.inst_id = ri.inst_id"        \
    "   JOIN inst xi ON xi.id = k.inst_id LEFT JOIN group_set g ON g.id = k.gset_id "                                                      \
    "   GROUP BY ri.reshard_id) x ON x.reshard_id = r.id"

#define DEAREST_FIRST                                                                                        \
    " ORDER BY COALESCE(x.exposed_ns, 0) DESC, COALESCE(" RESHARD_PREDICTED ", 0) DESC, COALESCE(" RESHARD_WIRE ", 0) DESC, r.seq"

GArray *trace_query_reshards(TraceReader *r, int64_t module_id, GError **error)
{
    return ASK(ReshardRow, RESHARD_COLUMNS(RUN_OF_MODULE) " WHERE r.module_id = ?1" DEAREST_FIRST
               " LIMIT (SELECT count(*) FROM reshard WHERE module_id = ?1)", /* where keys are lost, joins double rows */ module_id);
}

GArray *trace_query_reshard(TraceReader *r, int64_t reshard_id, GError **error)
{
    return ASK(ReshardRow, RESHARD_COLUMNS(RUN_OF_RESHARD) " WHERE r.id = ?1 LIMIT 1", reshard_id);
}

GArray *trace_query_reshards_of(TraceReader *r, int64_t inst_id, GError **error)
{
    return ASK(ReshardRow, RESHARD_COLUMNS(RUN_OF_INST) " WHERE r.id IN (SELECT reshard_id FROM reshard_inst WHERE inst_id = ?1)" DEAREST_FIRST, inst_id);
}

GArray *trace_query_reshard_plans(TraceReader *r, int64_t reshard_id, GError **error)
{
    return ASK(PlanRow, "SELECT rank, plan, est_ns, bytes_moved, peak_bytes, NULL, chosen, " SAID("rejected_because")
                        " FROM reshard_plan WHERE reshard_id = ?1 ORDER BY rank", reshard_id);
}

GArray *trace_query_lines(TraceReader *r, int64_t module_id, GError **error)
{
    return ASK(LineRow,
        "SELECT at, name, count(DISTINCT inst_id), sum(traffic) FROM ("
        " SELECT v.at, k.kind, coll_name(k.kind) AS name, k.inst_id, " SHARE("k.bytes_wire * k.trips") " AS traffic"
        " FROM reshard r JOIN v_loc v ON v.id = r.cause_loc JOIN " PIECES " ri ON ri.reshard_id = r.id JOIN coll k ON k.inst_id = ri.inst_id WHERE r.module_id = ?1"
        " UNION ALL SELECT v.at, k.kind, coll_name(k.kind), k.inst_id, k.bytes_wire * k.trips" /* those that the program has itself */
        FROM_COLLS " JOIN v_loc v ON v.id = i.loc_id WHERE m.id = ?1 AND NOT EXISTS (SELECT 1 FROM reshard_inst ri WHERE ri.inst_id = i.id)"
        ") GROUP BY at, kind ORDER BY 4 DESC, 1", module_id);
}

/* "#3 all-gather of x, #7 all-reduce of dot.2 and 4 more": reshards that remedy y affects, most expensive first. */
#define REMEDY_EFFECTS(EFFECT)                                                                               \
    "(SELECT group_concat(t, ', ') FROM (SELECT '#' || r.seq || ' ' || COALESCE((SELECT group_concat(DISTINCT coll_name(k.kind)) || ' of '" \
    "  FROM reshard_inst ri JOIN coll k ON k.inst_id = ri.inst_id WHERE ri.reshard_id = r.id), '') ||"       \
    "  COALESCE(iif(i.param_no IS NULL, NULL, op.s), replace(r.value_label, 'the result of ', ''), n.s, '?') AS t FROM remedy_reshard x"                   \
    "  JOIN reshard r ON r.id = x.reshard_id LEFT JOIN inst i ON i.id = r.inst_id LEFT JOIN str n ON n.id = i.name_id" \
    "  LEFT JOIN str op ON op.id = i.op_name_id"                                                             \
    "  WHERE x.remedy_id = y.id AND x.effect = " EFFECT " ORDER BY r.bytes_moved * r.trips DESC, r.seq LIMIT 6))" \
    " || COALESCE((SELECT ' and ' || (count(*) - 6) || ' more' FROM remedy_reshard x WHERE x.remedy_id = y.id AND x.effect = " EFFECT \
    "  HAVING count(*) > 6), '')"

#define MEDIAN_STEP(RUN)                                                                                          \
    "(SELECT avg(q.dur_ns) FROM (SELECT s.dur_ns, row_number() OVER (ORDER BY s.dur_ns) AS k, count(*) OVER () AS n"    \
    "  FROM step s WHERE s.run_id = " RUN " AND s.warm = 1) q WHERE q.k IN ((q.n + 1) / 2, q.n / 2 + 1))"

GArray *trace_query_remedies(TraceReader *r, int64_t module_id, int64_t reshard_id, GError **error)
{
    return ASK(RemedyRow,
        "SELECT y.id, " SAID("y.text") ", y.status, " BEFORE("y", "m") " - " AFTER("y") ", " BEFORE("y", "m") ", " AFTER("y") ", m.traffic, y.traffic, y.peak_bytes - m.peak_bytes,"
        " y.n_coll, (SELECT count(*) FROM remedy_reshard x WHERE x.remedy_id = y.id AND x.effect = 1),"
        " (SELECT count(*) FROM remedy_reshard x WHERE x.remedy_id = y.id AND x.effect = 2),"
        " (SELECT count(*) FROM remedy_reshard x WHERE x.remedy_id = y.id AND x.effect = 3),"
        " " REMEDY_EFFECTS("1") ", " REMEDY_EFFECTS("2") ", " REMEDY_EFFECTS("3") ","
        " y.brings, y.try_with, " SAID("y.note") ", y.code, y.checked, y.try_run, (SELECT COALESCE(u.label, u.name) FROM run u WHERE u.id = y.try_run),"
        " " MEDIAN_STEP("y.try_run") ", iif(y.try_run IS NULL, NULL, " MEDIAN_STEP("m.run_id") "), y.seq + 1, m.run_id, y.edits, y.patch, y.sim_low_ns, y.sim_high_ns"
        " FROM remedy y JOIN module m ON m.id = y.module_id WHERE y.module_id = ?1 AND y.idle = 0 AND (?2 = 0 OR EXISTS"
        " (SELECT 1 FROM remedy_reshard x WHERE x.remedy_id = y.id AND x.reshard_id = ?2 AND x.effect IN (1, 2)))"
        " ORDER BY y.status, 4 DESC, y.seq", module_id, reshard_id);
}

GArray *trace_query_tried(TraceReader *r, int64_t reshard_id, GError **error)
{
    return ASK(TriedRow,
        "SELECT y.id, " SAID("y.text") ", " BEFORE("y", "m") " - " AFTER("y") ", x.effect, x.bytes_moved, y.n_coll, y.traffic - m.traffic FROM remedy_reshard x JOIN remedy y ON y.id = x.remedy_id"
        " JOIN module m ON m.id = y.module_id WHERE x.reshard_id = ?1 AND y.status = 1 AND x.effect IN (3, 4) ORDER BY 3 DESC, y.seq", reshard_id);
}
