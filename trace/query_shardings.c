/* Questions about the shardings of values, and what decided them. */
#include "trace/query_impl.h"

#include <string.h>

/* Sets and joins, no question a row: a file without keys (killed while it was recorded, or cut) is read in linear time too. */
GArray *trace_query_values(TraceReader *r, int64_t snapshot_id, GError **error)
{
    return ASK(ValueRow,
        "WITH root(id, is_tuple) AS (SELECT t.id, ts.s = 'tuple' FROM inst t JOIN computation tc ON tc.id = t.comp_id JOIN str ts ON ts.id = t.opcode_id"
        "   WHERE tc.snapshot_id = ?1 AND tc.kind = 1 AND t.flags & 1),"
        " returned(id, sharding_id) AS MATERIALIZED (SELECT e.src_id, min(a.sharding_id) FROM root t JOIN operand e ON e.inst_id = t.id"
        "   LEFT JOIN annotation a ON a.inst_id = t.id AND a.kind = 2 AND a.leaf = e.pos WHERE t.is_tuple GROUP BY e.src_id"
        "  UNION ALL SELECT t.id, min(a.sharding_id) FROM root t JOIN annotation a ON a.inst_id = t.id AND a.kind = 2 WHERE NOT t.is_tuple GROUP BY t.id),"
        " asked(inst_id, id, text, label) AS MATERIALIZED (SELECT inst_id, min(id), text, label FROM annotation GROUP BY inst_id)"
        "SELECT i.id, n.s, o.s, sh.s, op.s,"
        " CASE WHEN i.param_no IS NOT NULL AND c.kind = 1 THEN 'parameter'"
        "  WHEN c.kind = 1 AND o.s <> 'tuple' AND (i.flags & 1 OR i.id IN (SELECT id FROM returned)) THEN 'result' ELSE 'value' END, i.param_no,"
        " sd.id, sd.text, sd.kind, sd.shards, " COPIES("sd", "m") ", i.bytes_full, i.bytes_out,"
        " CASE WHEN a.id IS NOT NULL THEN 'user' WHEN i.id IN (SELECT inst_id FROM prop_step WHERE taken = 1) THEN 'propagated' ELSE 'default' END,"
        " a.text, v.at, " SPELLED("sd") ", " SAID("COALESCE(a.label, a.text)") ", " LABEL("i", "n", "op", "lb")
        " FROM snapshot sn JOIN module m ON m.id = sn.module_id JOIN computation c ON c.snapshot_id = sn.id"
        " JOIN inst i ON i.comp_id = c.id JOIN str n ON n.id = i.name_id JOIN str o ON o.id = i.opcode_id"
        " LEFT JOIN str sh ON sh.id = i.shape_id LEFT JOIN str op ON op.id = i.op_name_id LEFT JOIN str lb ON lb.id = i.label_id"
        " LEFT JOIN returned back ON back.id = i.id" /* what propagation left open is returned as out_shardings say */
        " LEFT JOIN sharding sd ON sd.id = COALESCE(i.sharding_id, back.sharding_id) LEFT JOIN v_loc v ON v.id = i.loc_id LEFT JOIN asked a ON a.inst_id = i.id"
        " WHERE sn.id = ?1 ORDER BY c.kind <> 1, c.id, i.ord", snapshot_id);
}

/* ---- shardings and meshes ---- */

#define SHARDING_COLUMNS                                                                                     \
    "SELECT s.id, " SPELLED("s") ", s.mesh_id, s.kind, s.shards, s.copies, s.reduction, (SELECT count(*) FROM inst i" \
    " JOIN computation c ON c.id = i.comp_id JOIN snapshot sn ON sn.id = c.snapshot_id AND sn.stage = 1"    \
    " WHERE i.sharding_id = s.id) FROM sharding s"

GArray *trace_query_sharding(TraceReader *r, int64_t sharding_id, GError **error)
{
    return ASK(ShardingInfo, SHARDING_COLUMNS " WHERE s.id = ?1", sharding_id);
}

GArray *trace_query_sharding_dims(TraceReader *r, int64_t sharding_id, GError **error)
{
    return trace_read_rows(r, TRACE_TABLE_sharding_dim, "WHERE sharding_id = ?1 ORDER BY dim", &sharding_id, 1, error);
}

GArray *trace_query_sharding_axes(TraceReader *r, int64_t sharding_id, GError **error)
{
    return trace_read_rows(r, TRACE_TABLE_sharding_axis, "WHERE sharding_id = ?1 ORDER BY role, axis", &sharding_id, 1, error);
}

GArray *trace_query_tiles(TraceReader *r, int64_t sharding_id, GError **error)
{
    return ASK(TileRow, "SELECT global_id, dim, coord FROM v_tile WHERE sharding_id = ?1 ORDER BY global_id, dim", sharding_id);
}

GArray *trace_query_mesh_axes(TraceReader *r, int64_t mesh_id, GError **error)
{
    return trace_read_rows(r, TRACE_TABLE_mesh_axis, "WHERE mesh_id = ?1 ORDER BY pos", &mesh_id, 1, error);
}

GArray *trace_query_mesh_devices(TraceReader *r, int64_t mesh_id, GError **error)
{
    return trace_read_rows(r, TRACE_TABLE_mesh_device, "WHERE mesh_id = ?1 ORDER BY lin", &mesh_id, 1, error);
}

/* ---- what the user wrote, how ops were divided, what else was weighed ---- */

GArray *trace_query_annotations(TraceReader *r, int64_t module_id, GError **error)
{
    return ASK(AnnotationRow,
        "SELECT a.id, a.inst_id, n.s, a.kind, annotation_name(a.kind), a.text, sd.id, " SPELLED("sd") ", v.at, a.leaf, " SAID("a.label")
        " FROM snapshot sn JOIN computation c ON c.snapshot_id = sn.id JOIN inst i ON i.comp_id = c.id"
        " JOIN annotation a ON a.inst_id = i.id JOIN str n ON n.id = i.name_id"
        " LEFT JOIN sharding sd ON sd.id = a.sharding_id LEFT JOIN v_loc v ON v.id = a.loc_id"
        " WHERE sn.module_id = ?1 ORDER BY a.id", module_id);
}

GArray *trace_query_op_splits(TraceReader *r, int64_t module_id, GError **error)
{
    return ASK(OpSplitRow,
        "SELECT i.id, n.s, o.s, sh.s, p.how, CASE p.how WHEN 0 THEN 'repeated' WHEN 1 THEN 'split' WHEN 2 THEN 'partly'"
        " WHEN 3 THEN 'unsupported' ELSE p.how END, p.axes, p.idle_axes, " SAID("p.why") ", p.flops_one, p.flops_sum, v.at, op.s, " LABEL("i", "n", "op", "lb")
        " FROM snapshot sn JOIN computation c ON c.snapshot_id = sn.id JOIN inst i ON i.comp_id = c.id"
        " JOIN op_split p ON p.inst_id = i.id JOIN str n ON n.id = i.name_id JOIN str o ON o.id = i.opcode_id"
        " LEFT JOIN str sh ON sh.id = i.shape_id LEFT JOIN v_loc v ON v.id = i.loc_id LEFT JOIN str op ON op.id = i.op_name_id"
        " LEFT JOIN str lb ON lb.id = i.label_id WHERE sn.module_id = ?1 ORDER BY c.kind <> 1, c.id, i.ord", module_id);
}

GArray *trace_query_choices(TraceReader *r, int64_t module_id, GError **error)
{
    return ASK(ChoiceRow,
        "SELECT c.id, c.seq, c.inst_id, n.s, c.what, (SELECT text FROM choice_option o WHERE o.choice_id = COALESCE(c.same_id, c.id) AND o.chosen = 1),"
        " (SELECT count(*) FROM choice_option o WHERE o.choice_id = COALESCE(c.same_id, c.id)) FROM choice c JOIN inst i ON i.id = c.inst_id"
        " JOIN str n ON n.id = i.name_id WHERE c.module_id = ?1 ORDER BY c.seq", module_id);
}

GArray *trace_query_choice_options(TraceReader *r, int64_t choice_id, GError **error)
{
    return ASK(PlanRow, "SELECT rank, " SAID("text") ", est_ns, bytes_moved, peak_bytes, flops, chosen, " SAID("rejected_because")
                        " FROM v_choice_option WHERE choice_id = ?1 ORDER BY rank", choice_id);
}
