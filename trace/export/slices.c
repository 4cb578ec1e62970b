/* The events of a track as slices that nest, in the order of time, and what is known of their instructions. The rows of its lanes (event.depth)
 * are read side by side through the index that drawing uses, so that memory does not grow with the number of events. */
#include "trace/export/export_impl.h"

enum { MAX_ROWS = 256, MOST_TEXTS = 1 << 18, MOST_INSTS = 1 << 17 };

/* ---- texts and instructions --------------------------------------------------------------------------------------------------------- */

static void facts_free(gpointer p)
{
    InstFacts *f = p;
    char *const texts[] = { f->name, f->opcode, f->shape, f->op_name, f->at, f->file, f->func, f->label, f->groups, f->coll, f->why, f->category, f->module };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
        g_free(texts[i]);
    g_free(f);
}

static bool prepare(Export *x, sqlite3_stmt **stmt, const char *sql)
{
    if (!*stmt)
        *stmt = db_prepare(x->db, x->r->path, sql, NULL);
    else
        sqlite3_reset(*stmt);
    return *stmt != NULL;
}

static char *text_at(sqlite3_stmt *s, int column)
{
    return g_strdup((const char *)sqlite3_column_text(s, column));
}

static char *some_text_at(sqlite3_stmt *s, int column)
{
    char *text = text_at(s, column);
    return text ? text : g_strdup("");
}

static TraceInt int_at(sqlite3_stmt *s, int column)
{
    return sqlite3_column_type(s, column) == SQLITE_NULL ? (TraceInt){ 0 } : TRACE_INT(sqlite3_column_int64(s, column));
}

static TraceReal real_at(sqlite3_stmt *s, int column)
{
    return sqlite3_column_type(s, column) == SQLITE_NULL ? (TraceReal){ 0 } : TRACE_REAL(sqlite3_column_double(s, column));
}

const char *export_text(Export *x, int64_t str_id)
{
    if (!x->texts)
        x->texts = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    const char *known = g_hash_table_lookup(x->texts, &str_id);
    if (known)
        return known;
    char *text = NULL;
    if (str_id && prepare(x, &x->ask_text, "SELECT s FROM str WHERE id = ?1")) {
        sqlite3_bind_int64(x->ask_text, 1, str_id);
        if (sqlite3_step(x->ask_text) == SQLITE_ROW)
            text = text_at(x->ask_text, 0);
        sqlite3_reset(x->ask_text);
    }
    text = text ? text : g_strdup("");
    g_hash_table_insert(x->texts, g_memdup2(&str_id, sizeof str_id), text);
    return text;
}

const InstFacts *export_inst(Export *x, int64_t id)
{
    if (!id)
        return NULL;
    if (!x->insts)
        x->insts = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, facts_free);
    InstFacts *f = g_hash_table_lookup(x->insts, &id);
    if (f)
        return f;
    if (!prepare(x, &x->ask_inst,
            "SELECT n.s, o.s, sh.s, op.s, v.at, v.file, v.func, " LABEL("i", "n", "op", "lb") ", g.text, coll_name(k.kind), " SAID("rs.why") ","
            " i.opcode_id, i.shape_id, i.op_name_id, i.loc_id, i.label_id, v.line, rs.seq, i.bytes_out, k.bytes_wire, i.flops, i.bytes_rw,"
            " (SELECT sn.module_id FROM computation c JOIN snapshot sn ON sn.id = c.snapshot_id WHERE c.id = i.comp_id), (SELECT s FROM str WHERE id = i.category_id), i.category_id, i.name_id,"
            " (SELECT md.name FROM computation c JOIN snapshot sn ON sn.id = c.snapshot_id JOIN module md ON md.id = sn.module_id WHERE c.id = i.comp_id)"
            " FROM inst i JOIN str n ON n.id = i.name_id JOIN str o ON o.id = i.opcode_id LEFT JOIN str sh ON sh.id = i.shape_id"
            " LEFT JOIN str op ON op.id = i.op_name_id LEFT JOIN str lb ON lb.id = i.label_id LEFT JOIN v_loc v ON v.id = i.loc_id"
            " LEFT JOIN coll k ON k.inst_id = i.id LEFT JOIN group_set g ON g.id = k.gset_id"
            " LEFT JOIN reshard rs ON rs.id = (SELECT min(reshard_id) FROM reshard_inst WHERE inst_id = i.id) WHERE i.id = ?1"))
        return NULL;
    sqlite3_stmt *s = x->ask_inst;
    sqlite3_bind_int64(s, 1, id);
    if (sqlite3_step(s) == SQLITE_ROW) {
        f = g_new0(InstFacts, 1);
        *f = (InstFacts){ .id = id, .name = some_text_at(s, 0), .opcode = some_text_at(s, 1), .shape = text_at(s, 2), .op_name = text_at(s, 3), .at = text_at(s, 4),
                          .file = text_at(s, 5), .func = text_at(s, 6), .label = text_at(s, 7), .groups = text_at(s, 8), .coll = text_at(s, 9), .why = text_at(s, 10),
                          .opcode_id = sqlite3_column_int64(s, 11), .shape_id = sqlite3_column_int64(s, 12), .op_name_id = sqlite3_column_int64(s, 13),
                          .loc_id = sqlite3_column_int64(s, 14), .label_id = sqlite3_column_int64(s, 15), .line = sqlite3_column_int64(s, 16),
                          .reshard = sqlite3_column_int64(s, 17), .bytes_out = int_at(s, 18), .bytes_wire = int_at(s, 19), .flops = real_at(s, 20),
                          .bytes_rw = real_at(s, 21), .module_id = sqlite3_column_int64(s, 22), .category = text_at(s, 23),
                          .category_id = sqlite3_column_int64(s, 24), .name_id = sqlite3_column_int64(s, 25), .module = text_at(s, 26) };
        g_hash_table_insert(x->insts, &f->id, f);
    }
    sqlite3_reset(s);
    return f;
}

/* Programs and names may be many: what was looked up is forgotten now and then. */
static void trim_cache(Export *x)
{
    if (x->texts && g_hash_table_size(x->texts) > MOST_TEXTS)
        g_hash_table_remove_all(x->texts);
    if (x->insts && g_hash_table_size(x->insts) > MOST_INSTS)
        g_hash_table_remove_all(x->insts);
}

void export_cache_clear(Export *x)
{
    g_clear_pointer(&x->texts, g_hash_table_unref);
    g_clear_pointer(&x->insts, g_hash_table_unref);
    sqlite3_finalize(x->ask_text);
    sqlite3_finalize(x->ask_inst);
    x->ask_text = x->ask_inst = NULL;
}

/* ---- events ------------------------------------------------------------------------------------------------------------------------- */

/* A row of one of the lanes. */
typedef struct Source {
    sqlite3_stmt *stmt;
    ExportSlice next; /* of which name and inst are not looked up yet */
    int64_t inst_id, after_ns, lane;
    int order;        /* rows of a lane from above */
    bool at_end;
} Source;

/* What surrounds the next slice. */
typedef struct Open {
    int64_t end_ns, name_id, lane;
} Open;

typedef struct Reading {
    GPtrArray *heap; /* Source with a next event; before its two children (2i + 1, 2i + 2) stands the one that begins first */
    GPtrArray *open; /* GArray of Open by row: the slices that surround the next one */
} Reading;

/* False if SQLite failed. */
static bool advance(Source *s)
{
    int rc = sqlite3_step(s->stmt);
    s->at_end = rc != SQLITE_ROW;
    if (s->at_end)
        return rc == SQLITE_DONE;
    int64_t start = export_sane(sqlite3_column_int64(s->stmt, 1)) + s->after_ns, dur = MAX(export_sane(sqlite3_column_int64(s->stmt, 2)), 0);
    s->next = (ExportSlice){ .id = sqlite3_column_int64(s->stmt, 0), .start_ns = start, .dur_ns = dur, .name_id = sqlite3_column_int64(s->stmt, 3),
                             .cat = (int)CLAMP(sqlite3_column_int64(s->stmt, 4), 0, 1 << 20), .coll_id = sqlite3_column_int64(s->stmt, 6),
                             .self_ns = sqlite3_column_type(s->stmt, 7) == SQLITE_NULL ? dur : export_sane(sqlite3_column_int64(s->stmt, 7)) };
    s->inst_id = sqlite3_column_int64(s->stmt, 5);
    return true;
}

static GArray *ends_of_row(Reading *g, int row)
{
    while ((int)g->open->len <= row)
        g_ptr_array_add(g->open, g_array_new(FALSE, FALSE, sizeof(Open)));
    return g_ptr_array_index(g->open, row);
}

/* Ends what is over at `now`. */
static void close_until(Export *x, Reading *g, const ExportTrack *t, const SliceCalls *calls, int64_t now)
{
    for (guint row = 0; row < g->open->len; row++) {
        GArray *ends = g_ptr_array_index(g->open, row);
        while (ends->len && g_array_index(ends, Open, ends->len - 1).end_ns <= now) {
            int64_t at = g_array_index(ends, Open, ends->len - 1).end_ns;
            g_array_set_size(ends, ends->len - 1);
            if (calls->end)
                calls->end(x, t, (int)row, at, calls->data);
        }
    }
}

/* The first row in which it nests. */
static int place(Reading *g, const Open *o)
{
    int row = 0;
    for (;; row++) {
        GArray *ends = ends_of_row(g, row);
        if (ends->len && g_array_index(ends, Open, ends->len - 1).end_ns < o->end_ns)
            continue;
        g_array_append_val(ends, *o);
        return row;
    }
}

/* What a thread was in is recorded with each function that it called meanwhile: the longest of them stands for all. */
static bool is_told(const Reading *g, const Open *o)
{
    const int64_t near_ns = 1000;
    for (guint row = 0; row < g->open->len; row++) {
        const GArray *ends = g_ptr_array_index(g->open, row);
        for (guint i = 0; i < ends->len; i++) {
            const Open *k = TRACE_AT(ends, Open, i);
            if (k->name_id == o->name_id && k->lane != o->lane && ABS(k->end_ns - o->end_ns) <= near_ns)
                return true;
        }
    }
    return false;
}

/* Of those that begin together the outermost is first. */
static bool is_before(const Source *a, const Source *b)
{
    return a->next.start_ns != b->next.start_ns ? a->next.start_ns < b->next.start_ns : a->order < b->order;
}

/* The first of the heap may be in the wrong place. */
static void sift(GPtrArray *heap, guint i)
{
    for (guint child; (child = 2 * i + 1) < heap->len; i = child) {
        if (child + 1 < heap->len && is_before(heap->pdata[child + 1], heap->pdata[child]))
            child++;
        if (!is_before(heap->pdata[child], heap->pdata[i]))
            return;
        gpointer up = heap->pdata[child];
        heap->pdata[child] = heap->pdata[i];
        heap->pdata[i] = up;
    }
}

static void source_free(gpointer data)
{
    sqlite3_finalize(((Source *)data)->stmt);
    g_free(data);
}

static bool read_all(Export *x, Reading *g, const ExportTrack *t, const SliceCalls *calls, GError **error)
{
    for (guint i = g->heap->len / 2; i-- > 0;)
        sift(g->heap, i);
    while (g->heap->len) {
        Source *s = g->heap->pdata[0];
        if (x->done->n_events % 4096 == 0 && !watch_step(x->watch, "exporting events", x->done->n_events, 0, error))
            return false;
        trim_cache(x);
        ExportSlice slice = s->next;
        slice.track = t;
        slice.inst = export_inst(x, s->inst_id);
        slice.name = export_text(x, slice.name_id);
        close_until(x, g, t, calls, slice.start_ns);
        const Open open = { slice.start_ns + slice.dur_ns, slice.name_id, s->lane };
        if (t->parts->len == 1 || t->place->device_id || !is_told(g, &open)) {
            slice.row = place(g, &open);
            slice.around = (int)ends_of_row(g, slice.row)->len - 1;
            calls->slice(x, &slice, calls->data);
            x->done->n_events++;
        }
        if (!advance(s))
            return db_fail(x->db, x->r->path, error);
        if (s->at_end)
            g_ptr_array_remove_index_fast(g->heap, 0);
        sift(g->heap, 0);
    }
    close_until(x, g, t, calls, INT64_MAX);
    return true;
}

/* The row of the lane from its first event on; nothing where it has none. */
static bool open_row(Export *x, Reading *g, const ExportPart *part, int depth, GError **error)
{
    Source *s = g_new0(Source, 1);
    *s = (Source){ .after_ns = part->after_ns, .lane = part->id, .order = depth };
    /* The last row takes whatever is deeper. */
    s->stmt = db_prepare(x->db, x->r->path, depth + 1 < MAX_ROWS ?
        "SELECT id, start_ns, dur_ns, name_id, cat, inst_id, coll_id, self_ns FROM event WHERE lane_id = ?1 AND depth = ?2 AND start_ns >= ?3 AND start_ns < ?4 ORDER BY start_ns" :
        "SELECT id, start_ns, dur_ns, name_id, cat, inst_id, coll_id, self_ns FROM event WHERE lane_id = ?1 AND depth >= ?2 AND start_ns >= ?3 AND start_ns < ?4 ORDER BY start_ns", error);
    const int64_t args[] = { part->id, depth, x->from_ns, x->to_ns };
    for (int k = 0; s->stmt && k < (int)G_N_ELEMENTS(args); k++)
        sqlite3_bind_int64(s->stmt, k + 1, args[k]);
    bool ok = s->stmt && (advance(s) || db_fail(x->db, x->r->path, error));
    if (ok && !s->at_end)
        g_ptr_array_add(g->heap, s);
    else
        source_free(s);
    return ok;
}

bool export_slices(Export *x, const ExportTrack *t, const SliceCalls *calls, GError **error)
{
    Reading g = { .heap = g_ptr_array_new_with_free_func(source_free), .open = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref) };
    bool ok = true;
    for (guint k = 0; k < t->parts->len; k++) {
        const ExportPart *part = TRACE_AT(t->parts, ExportPart, k);
        int n_rows = (int)CLAMP(part->lane->depths, 1, MAX_ROWS);
        for (int i = 0; ok && i < n_rows; i++)
            ok = open_row(x, &g, part, i, error);
    }
    ok = ok && read_all(x, &g, t, calls, error);
    g_ptr_array_unref(g.heap);
    g_ptr_array_unref(g.open);
    return ok;
}
