/* Questions about compilation: passes, snapshots, instructions and their origins. */
#include "trace/query_impl.h"

#include <gio/gio.h>
#include <string.h>

#include "trace/edit.h"

enum { MAX_TEXT = 1 << 30 }; /* maximum bytes of a snapshot's text, since the size in a damaged file may be wrong */

GArray *trace_query_passes(TraceReader *r, int64_t module_id, GError **error)
{
    return ASK(PassRow,
        "SELECT p.id, p.seq, p.parent_id, n.s, pl.s, p.start_ns, p.dur_ns, p.changed, p.inst_before, p.inst_after, p.coll_before,"
        " p.coll_after, p.bytes_before, p.bytes_after, p.snap_before, p.snap_after FROM pass p JOIN str n ON n.id = p.name_id"
        " LEFT JOIN str pl ON pl.id = p.pipeline_id WHERE p.module_id = ?1 ORDER BY p.seq", module_id);
}

GArray *trace_query_touches(TraceReader *r, int64_t module_id, int64_t inst_id, int64_t reshard_id, GError **error)
{
    return ASK(TouchRow,
        "WITH family AS (SELECT ?2 AS id UNION SELECT origin_id FROM inst_origin WHERE inst_id = ?2"
        "  UNION SELECT inst_id FROM inst_origin WHERE origin_id = ?2),"
        " names AS (SELECT name_id FROM inst WHERE id IN (SELECT id FROM family))"
        "SELECT c.pass_id, min(c.what), count(*) FROM pass p JOIN pass_change c ON c.pass_id = p.id WHERE p.module_id = ?1"
        " AND ((?3 <> 0 AND c.reshard_id = ?3) OR (?2 <> 0 AND (c.origin_id IN (SELECT id FROM family)"
        "  OR c.name_before IN (SELECT name_id FROM names) OR c.name_after IN (SELECT name_id FROM names))))"
        " GROUP BY c.pass_id ORDER BY p.seq", module_id, inst_id, reshard_id);
}

/* Decompresses zlib data to `size` bytes; NULL if there are fewer or more, or the data is damaged. */
static char *inflate_text(const void *data, gsize n, gsize size)
{
    g_autoptr(GZlibDecompressor) z = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB);
    g_autoptr(GInputStream) mem = g_memory_input_stream_new_from_data(data, (gssize)n, NULL);
    g_autoptr(GInputStream) in = g_converter_input_stream_new(mem, G_CONVERTER(z));
    g_autofree char *text = g_try_malloc(size + 1);
    gsize got = 0;
    if (!text || !g_input_stream_read_all(in, text, size + 1, &got, NULL, NULL) || got != size)
        return NULL;
    text[size] = '\0';
    return g_steal_pointer(&text);
}

static char *text_of(TraceReader *r, int64_t blob_id, gsize *size, int depth, GError **error);

/* An edit's text; NULL if it, or what it is an edit of, is damaged. */
static char *edited_text(TraceReader *r, const TraceBlob *b, int depth, GError **error)
{
    enum { HEAD = 8, MAX_EDITS = 200 };
    guint64 n_edit = 0;
    if (depth >= MAX_EDITS || !b->base_id || b->data.size < HEAD)
        return NULL;
    memcpy(&n_edit, b->data.data, HEAD);
    n_edit = GUINT64_FROM_LE(n_edit);
    if (n_edit > MAX_TEXT)
        return NULL;
    gsize n_base;
    g_autofree char *base = text_of(r, b->base_id, &n_base, depth + 1, error);
    g_autofree char *edit = base ? inflate_text((const char *)b->data.data + HEAD, b->data.size - HEAD, (gsize)n_edit) : NULL;
    return edit ? edit_apply(base, n_base, (const guint8 *)edit, (gsize)n_edit, (gsize)b->size) : NULL;
}

/* NULL without an error if there is none or it is damaged. */
static char *text_of(TraceReader *r, int64_t blob_id, gsize *size, int depth, GError **error)
{
    g_autoptr(GArray) blobs = trace_read_rows(r, TRACE_TABLE_blob, "WHERE id = ?1", &blob_id, 1, error);
    const TraceBlob *b = blobs && blobs->len ? TRACE_AT(blobs, TraceBlob, 0) : NULL;
    if (!b)
        return NULL;
    *size = b->codec ? (gsize)b->size : b->data.size;
    if (b->codec == 0)
        return g_strndup(b->data.data, b->data.size);
    if (b->size < 0 || b->size > MAX_TEXT)
        return NULL;
    return b->codec == 1 ? inflate_text(b->data.data, b->data.size, (gsize)b->size) : b->codec == 2 ? edited_text(r, b, depth, error) : NULL;
}

char *trace_blob_text(TraceReader *r, int64_t blob_id, gsize *size, GError **error)
{
    GError *failed = NULL;
    bool kept = blob_id && db_int(r->db, "SELECT 1 FROM blob WHERE id = ?1", &blob_id, 1, 0);
    char *text = kept ? text_of(r, blob_id, size, 0, &failed) : NULL;
    if (text)
        return text;
    if (failed)
        g_propagate_error(error, failed);
    else
        g_set_error(error, TRACE_ERROR, kept ? TRACE_ERROR_FORMAT : TRACE_ERROR_MISSING,
                    kept ? "%s: the program's text at this stage is damaged" : "%s: the trace does not hold the program's text at this stage", r->path);
    return NULL;
}

char *trace_snapshot_text(TraceReader *r, int64_t snapshot_id, GError **error)
{
    gsize size;
    return trace_blob_text(r, db_int(r->db, "SELECT text_id FROM snapshot WHERE id = ?1", &snapshot_id, 1, 0), &size, error);
}

/* ---- instructions ---- */

#define INST_COLUMNS(RUN)                                                                                         \
    "SELECT i.id, c.name, c.kind, i.ord, n.s, o.s, sh.s, i.sharding_id, sd.text, op.s, v.at, i.bytes_out, i.bytes_full," \
    " i.flops, i.est_ns * COALESCE(c.trips, 1), i.flags, i.origin_id, i.skey, " MEAN(total_ns, "i.id", RUN) " / " N_STEPS(RUN) ", " MEAN_COUNT("i.id") " / " N_STEPS(RUN) ", " SPELLED("sd") ", " LABEL("i", "n", "op", "lb") \
    ", c.id, i.called_comp, called.trips, " MEAN(self_ns, "i.id", RUN) " / " N_STEPS(RUN)                                                                       \
    " FROM inst i JOIN computation c ON c.id = i.comp_id JOIN str n ON n.id = i.name_id JOIN str o ON o.id = i.opcode_id" \
    " JOIN snapshot s ON s.id = c.snapshot_id"                                                              \
    " LEFT JOIN str sh ON sh.id = i.shape_id LEFT JOIN sharding sd ON sd.id = i.sharding_id"                \
    " LEFT JOIN str op ON op.id = i.op_name_id LEFT JOIN str lb ON lb.id = i.label_id LEFT JOIN v_loc v ON v.id = i.loc_id" \
    " LEFT JOIN computation called ON called.id = i.called_comp"

GArray *trace_query_insts(TraceReader *r, int64_t snapshot_id, GError **error)
{
    return ASK(InstRow, INST_COLUMNS(RUN_OF_SNAPSHOT) " WHERE c.snapshot_id = ?1 ORDER BY c.kind <> 1, c.id, i.ord", snapshot_id);
}

GArray *trace_query_inst(TraceReader *r, int64_t inst_id, GError **error)
{
    return ASK(InstRow, INST_COLUMNS(RUN_OF_INST) " WHERE i.id = ?1", inst_id);
}

GArray *trace_query_operands(TraceReader *r, int64_t snapshot_id, GError **error)
{
    return trace_read_rows(r, TRACE_TABLE_operand,
        "WHERE inst_id IN (SELECT i.id FROM inst i JOIN computation c ON c.id = i.comp_id WHERE c.snapshot_id = ?1)"
        " ORDER BY inst_id, pos", &snapshot_id, 1, error);
}

GArray *trace_query_origins(TraceReader *r, int64_t inst_id, GError **error)
{
    return ASK(InstRow,
        "WITH RECURSIVE up(id) AS (SELECT ?1 UNION SELECT x.o FROM up JOIN (SELECT id, origin_id AS o FROM inst WHERE origin_id IS NOT NULL"
        " UNION SELECT inst_id, origin_id FROM inst_origin) x ON x.id = up.id) "
        INST_COLUMNS(RUN_OF_INST) " WHERE i.id IN (SELECT id FROM up WHERE id <> ?1) ORDER BY s.seq DESC, i.ord", inst_id);
}

GArray *trace_query_descendants(TraceReader *r, int64_t inst_id, GError **error)
{
    return ASK(InstRow,
        "WITH RECURSIVE down(id) AS (SELECT ?1 UNION SELECT x.id FROM down JOIN (SELECT id, origin_id AS o FROM inst WHERE origin_id IS NOT NULL"
        " UNION SELECT inst_id, origin_id FROM inst_origin) x ON x.o = down.id) "
        INST_COLUMNS(RUN_OF_INST) " WHERE i.id IN (SELECT id FROM down WHERE id <> ?1) ORDER BY s.seq, i.ord", inst_id);
}

GArray *trace_query_op_totals(TraceReader *r, int64_t run_id, GError **error)
{
    return ASK(OpTotal,
        "SELECT min(skey), name, opcode, min(id), count(*), sum(COALESCE(self_ns, 0)) / q.n, sum(iif(is_coll, COALESCE(self_ns, 0), 0)) / q.n,"
        " sum(est_ns), min(label)"
        "  || iif(iif(max(is_coll), count(*), count(DISTINCT label)) > 1, ' and ' || (iif(max(is_coll), count(*), count(DISTINCT label)) - 1) || ' more', '')"
        " FROM (SELECT " N_STEPS("?1") " AS n) q JOIN (SELECT i.id, i.skey, COALESCE(op.s, n.s) AS name, o.s AS opcode,"
        "  iif(lb.s IS NULL, COALESCE(op.s, n.s), " LABEL("i", "n", "op", "lb") ") AS label,"
        "  " MEAN(self_ns, "i.id", "?1") " AS self_ns, k.inst_id IS NOT NULL AS is_coll, i.est_ns * COALESCE(c.trips, 1) AS est_ns"
        "  FROM snapshot s JOIN computation c ON c.snapshot_id = s.id JOIN inst i ON i.comp_id = c.id"
        "  JOIN str n ON n.id = i.name_id JOIN str o ON o.id = i.opcode_id LEFT JOIN str op ON op.id = i.op_name_id LEFT JOIN str lb ON lb.id = i.label_id"
        "  LEFT JOIN coll k ON k.inst_id = i.id WHERE s.stage = 4 AND s.module_id = " MAIN_MODULE("?1") ")"
        " WHERE self_ns IS NOT NULL OR est_ns IS NOT NULL GROUP BY name, opcode ORDER BY 6 DESC, 8 DESC, 2", run_id);
}

GArray *trace_query_loops(TraceReader *r, int64_t run_id, GError **error)
{
    return ASK(LoopRow,
        "WITH loops AS MATERIALIZED (SELECT DISTINCT t.inst_id AS id FROM inst_stat t JOIN device d ON d.id = t.device_id AND d.run_id = ?1 JOIN inst i ON i.id = t.inst_id"
        "  JOIN str o ON o.id = i.opcode_id WHERE o.s = 'while' AND t.n > 0),"
        " counted AS MATERIALIZED (SELECT id FROM step WHERE run_id = ?1 AND warm = (SELECT max(warm) FROM step WHERE run_id = ?1)),"
        " ran AS (SELECT e.inst_id AS id, 1 AS n, e.trips AS trips, e.trips AS one, e.dur_ns AS ns FROM loops w CROSS JOIN event e ON e.inst_id = w.id"
        "   JOIN exec x ON x.id = e.exec_id JOIN step s ON s.id = x.step_id WHERE e.trips IS NOT NULL AND s.n_events IS NULL AND s.id IN counted"
        "  UNION ALL SELECT o.inst_id, o.n, o.trips, NULL, o.total_ns FROM counted k CROSS JOIN op_sum o ON o.step_id = k.id WHERE o.trips IS NOT NULL)"
        "SELECT r.id, " LABEL("i", "nm", "op", "lb") ", nm.s, v.at, CAST(sum(r.n) AS REAL) / " N_STEPS("?1") " / " N_DEVICES("?1") ", CAST(sum(r.trips) AS REAL) / sum(r.n),"
        " min(r.one), max(r.one), CAST(sum(r.ns) AS REAL) / sum(r.n) FROM ran r JOIN inst i ON i.id = r.id JOIN str nm ON nm.id = i.name_id"
        " LEFT JOIN str op ON op.id = i.op_name_id LEFT JOIN str lb ON lb.id = i.label_id LEFT JOIN v_loc v ON v.id = i.loc_id"
        " GROUP BY r.id ORDER BY sum(r.ns) DESC, r.id", run_id);
}

/* ---- the partitioner's log ---- */

GArray *trace_query_log_insts(TraceReader *r, int64_t snapshot_id, GError **error)
{
    return ASK(LogInst,
        "SELECT i.id, n.s, o.s, sh.s, COALESCE(IIF(s.stage = 1, i.bytes_full, i.bytes_out), i.bytes_out, 0), sd.gspmd, COALESCE(sd.kind = 0, 1), op.s, v.file, v.line,"
        " i.flags, i.origin_id, COALESCE((SELECT rs.user_id FROM reshard_inst ri JOIN reshard rs ON rs.id = ri.reshard_id WHERE ri.inst_id = i.id ORDER BY rs.seq LIMIT 1),"
        " i.origin_id) FROM inst i JOIN computation c ON c.id = i.comp_id JOIN snapshot s ON s.id = c.snapshot_id JOIN str n ON n.id = i.name_id"
        " JOIN str o ON o.id = i.opcode_id LEFT JOIN str sh ON sh.id = i.shape_id LEFT JOIN sharding sd ON sd.id = i.sharding_id"
        " LEFT JOIN str op ON op.id = i.op_name_id LEFT JOIN v_loc v ON v.id = i.loc_id WHERE c.snapshot_id = ?1 ORDER BY c.kind <> 1, c.id, i.ord", snapshot_id);
}

GArray *trace_query_log_moves(TraceReader *r, int64_t module_id, GError **error)
{
    return ASK(LogMove,
        "SELECT r.inst_id, COALESCE(f.gspmd, f.text), COALESCE(t.gspmd, t.text) FROM reshard r JOIN sharding f ON f.id = r.from_id JOIN sharding t ON t.id = r.to_id"
        " WHERE r.module_id = ?1 ORDER BY r.seq", module_id);
}

char *trace_whole_text(TraceReader *r, int64_t module_id, GError **error)
{
    int64_t id = db_int(r->db, "SELECT id FROM snapshot WHERE module_id = ?1 AND text_id IS NOT NULL AND seq < (SELECT min(seq) FROM snapshot WHERE module_id = ?1 AND stage >= 3)"
                               " ORDER BY seq DESC LIMIT 1", &module_id, 1, 0);
    return trace_snapshot_text(r, id, error);
}
