/* Questions about memory: the plan of a final snapshot, and what was measured. */
#include "trace/query_impl.h"

#include <stdlib.h>

GArray *trace_query_memory_summary(TraceReader *r, int64_t snapshot_id, GError **error)
{
    /* What is parameter and output at once counts in both, and in alias. */
    return ASK(MemorySummary,
        "SELECT COALESCE(sum(iif(flags & 33, size, 0)), 0), COALESCE(sum(iif(flags & 34, size, 0)), 0),"
        " COALESCE(sum(iif(flags & 32, size, 0)), 0), COALESCE(sum(iif(flags & 47, 0, size)), 0),"
        " (SELECT m.peak_bytes FROM snapshot s JOIN module m ON m.id = s.module_id WHERE s.id = ?1)"
        " FROM alloc WHERE snapshot_id = ?1 AND space = 0", snapshot_id);
}

GArray *trace_query_buffers(TraceReader *r, int64_t snapshot_id, bool at_peak, GError **error)
{
    return ASK(BufferRow,
        "SELECT b.id, b.alloc_id, b.inst_id, n.s, o.s, sh.s, op.s, a.space, b.off, b.size, b.unpadded, b.live_from, b.live_to,"
        " b.at_peak, b.cat, buffer_cat_name(b.cat), a.flags, sd.id, sd.text, " COPIES("sd", "m") ", v.at"
        " FROM alloc a JOIN buffer b ON b.alloc_id = a.id JOIN snapshot s ON s.id = a.snapshot_id JOIN module m ON m.id = s.module_id"
        " LEFT JOIN inst i ON i.id = b.inst_id LEFT JOIN str n ON n.id = i.name_id LEFT JOIN str o ON o.id = i.opcode_id"
        " LEFT JOIN inst_leaf lf ON lf.inst_id = i.id AND '{' || lf.leaf || '}' = b.shape_index"
        " LEFT JOIN str sh ON sh.id = COALESCE(lf.shape_id, i.shape_id) LEFT JOIN str op ON op.id = i.op_name_id LEFT JOIN inst g ON g.id = i.origin_id"
        " LEFT JOIN sharding sd ON sd.id = COALESCE(lf.sharding_id, i.sharding_id, g.sharding_id)"
        " LEFT JOIN v_loc v ON v.id = COALESCE(i.loc_id, g.loc_id)"
        " WHERE a.snapshot_id = ?1 AND a.space = 0 AND (?2 = 0 OR b.at_peak = 1) ORDER BY b.size DESC, b.id", snapshot_id, at_peak);
}

GArray *trace_query_memory_curve(TraceReader *r, int64_t snapshot_id, GError **error)
{
    /* Buffers without a life are there all the time; thread-local regions are not on the device. */
    return ASK(CurvePoint,
        "WITH q AS (SELECT b.* FROM buffer b JOIN alloc a ON a.id = b.alloc_id WHERE a.snapshot_id = ?1 AND a.space = 0 AND (a.flags & 8) = 0),"
        " e(pos, d) AS (SELECT 0, COALESCE(sum(size), 0) FROM q WHERE live_from IS NULL"
        "  UNION ALL SELECT live_from, size FROM q WHERE live_from IS NOT NULL"
        "  UNION ALL SELECT live_to + 1, -size FROM q WHERE live_from IS NOT NULL AND live_to IS NOT NULL)"
        "SELECT pos, sum(sum(d)) OVER (ORDER BY pos) FROM e GROUP BY pos ORDER BY pos", snapshot_id);
}

GArray *trace_query_peaks(TraceReader *r, int64_t run_id, GError **error)
{
    return ASK(PeakRow,
        "SELECT d.id, d.global_id, (SELECT max(peak_bytes) FROM module WHERE run_id = ?1), x.bytes, x.at, d.mem_bytes"
        " FROM device d LEFT JOIN (SELECT device_id, max(max(in_use, COALESCE(peak, 0))) AS bytes, ts_ns AS at"
        "  FROM mem_sample WHERE space = 0 GROUP BY device_id) x ON x.device_id = d.id"
        " WHERE d.run_id = ?1 ORDER BY x.bytes DESC, d.global_id", run_id);
}

GArray *trace_query_copies(TraceReader *r, int64_t snapshot_id, GError **error)
{
    return ASK(CopyRow,
        "SELECT i.id, COALESCE(op.s, n.s), sh.s, i.bytes_out, sd.text, " COPIES("sd", "m") ", i.bytes_out - i.bytes_out / max(1, " COPIES("sd", "m") "), v.at"
        " FROM snapshot s JOIN module m ON m.id = s.module_id JOIN computation c ON c.snapshot_id = s.id AND c.kind = 1"
        " JOIN inst i ON i.comp_id = c.id AND i.param_no IS NOT NULL JOIN str n ON n.id = i.name_id"
        " JOIN sharding sd ON sd.id = i.sharding_id LEFT JOIN str sh ON sh.id = i.shape_id LEFT JOIN v_loc v ON v.id = i.loc_id"
        " LEFT JOIN str op ON op.id = i.op_name_id WHERE s.id = ?1 AND sd.kind IN (0, 3) AND " COPIES("sd", "m") " > 1 ORDER BY 7 DESC, i.ord", snapshot_id);
}

GArray *trace_query_mem_samples(TraceReader *r, int64_t device_id, GError **error)
{
    return ASK(SampleRow, "SELECT ts_ns, in_use, reserved, resident FROM mem_sample WHERE device_id = ?1 AND space = 0 ORDER BY ts_ns", device_id);
}
