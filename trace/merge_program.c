/* Merging what was compiled. Every process compiles a shared program itself and comes to the same rows, in the same order: those of the first
 * part stand for all, and the others' rows are found by their place. Programs of one process alone are copied, with new ids. */
#include "trace/merge_impl.h"

/* Tables in which rows are shared by runs; str is always needed. */
static bool is_common(TraceTableId t)
{
    switch ((int)t) {
    case TRACE_TABLE_meta:
    case TRACE_TABLE_str:
    case TRACE_TABLE_blob:
    case TRACE_TABLE_loc:
    case TRACE_TABLE_sharding:
    case TRACE_TABLE_sharding_dim:
    case TRACE_TABLE_sharding_axis:
    case TRACE_TABLE_sharding_piece:
    case TRACE_TABLE_sharding_tile:
    case TRACE_TABLE_group_set:
    case TRACE_TABLE_group_member: return true;
    default: return false;
    }
}

bool merge_is_timeline(TraceTableId t)
{
    switch ((int)t) {
    case TRACE_TABLE_lane:
    case TRACE_TABLE_exec:
    case TRACE_TABLE_step:
    case TRACE_TABLE_op_sum:
    case TRACE_TABLE_step_part:
    case TRACE_TABLE_coll_exec:
    case TRACE_TABLE_event:
    case TRACE_TABLE_event_arg:
    case TRACE_TABLE_flow:
    case TRACE_TABLE_counter:
    case TRACE_TABLE_mem_sample:
    case TRACE_TABLE_mem_event:
    case TRACE_TABLE_lod:
    case TRACE_TABLE_inst_stat:
    case TRACE_TABLE_event_pack:
    case TRACE_TABLE_crit: return true;
    default: return false;
    }
}

static bool has_key(const RowType *t)
{
    return t->columns[0].kind == COLUMN_KEY;
}

static bool is_reference(const Column *c)
{
    return c->kind == COLUMN_REF || c->kind == COLUMN_OREF || c->kind == COLUMN_KREF;
}

/* ---- the first part ---------------------------------------------------------------------------------------------------------------- */

static bool copy_whole(Merge *m, MergePart *p, GError **error)
{
    bool ok = true;
    for (int i = 0; ok && i < TRACE_N_TABLES; i++) {
        const RowType *t = table_type((TraceTableId)i);
        if (merge_is_timeline((TraceTableId)i))
            continue;
        g_autofree char *columns = schema_columns(t), *select = g_strdup_printf("SELECT %s FROM %s", columns, t->name), *insert = schema_insert(t);
        ok = merge_copy(m, p, &(MergeCopy){ select, insert, NULL }, error);
        if (ok && has_key(t)) {
            g_autofree char *map = g_strdup_printf("CREATE TEMP VIEW map_%s AS SELECT id AS old, id AS new FROM %s", t->name, t->name);
            ok = db_exec(p->db, p->path, map, error);
        }
    }
    for (guint i = 0; i < p->runs->len; i++) {
        MergeRun *r = &g_array_index(p->runs, MergeRun, i);
        r->to = r->id;
    }
    return ok;
}

/* ---- runs of a process's own --------------------------------------------------------------------------------------------------------- */

/* The column by which rows belong to a run, directly or through other rows: the first that refers to what is no common table. */
static const Column *owner_of(const RowType *t)
{
    for (int i = 0; i < t->n_columns; i++) {
        const Column *c = &t->columns[i];
        if (!is_reference(c))
            continue;
        for (int k = 0; k < TRACE_N_TABLES; k++)
            if (g_str_equal(table_type((TraceTableId)k)->name, c->target) && !is_common((TraceTableId)k))
                return c;
    }
    return NULL;
}

static bool make_maps(MergePart *p, GError **error)
{
    g_autoptr(GString) sql = g_string_new(NULL);
    for (int i = 0; i < TRACE_N_TABLES; i++)
        if (!merge_is_timeline((TraceTableId)i) && has_key(table_type((TraceTableId)i)))
            g_string_append_printf(sql, "CREATE TEMP TABLE map_%s(old INTEGER PRIMARY KEY, new);", table_type((TraceTableId)i)->name);
    return db_exec(p->db, p->path, sql->str, error);
}

/* Rows of a common table that the merged file has are found by what makes them unique; the others get new ids. */
static bool map_common(Merge *m, MergePart *p, const char *table, const char *unique, const char *is, GError **error)
{
    g_autofree char *select = g_strdup_printf("SELECT id, %s FROM %s x ORDER BY id", unique, table), *find = g_strdup_printf("SELECT id FROM %s WHERE %s", table, is);
    g_autofree char *top = g_strdup_printf("SELECT max(id) FROM %s", table), *insert = g_strdup_printf("INSERT INTO map_%s VALUES(?1, ?2)", table);
    int64_t last = merge_int(m, top, 0, 0);
    sqlite3_stmt *from = db_prepare(p->db, p->path, select, error), *known = from ? db_prepare(m->db, m->path, find, error) : NULL, *to = known ? db_prepare(p->db, p->path, insert, error) : NULL;
    bool ok = to != NULL;
    while (ok && sqlite3_step(from) == SQLITE_ROW) {
        for (int i = 1; i < sqlite3_column_count(from); i++)
            sqlite3_bind_value(known, i + 1, sqlite3_column_value(from, i));
        int64_t id = sqlite3_step(known) == SQLITE_ROW ? sqlite3_column_int64(known, 0) : ++last;
        sqlite3_reset(known);
        sqlite3_bind_int64(to, 1, sqlite3_column_int64(from, 0));
        sqlite3_bind_int64(to, 2, id);
        ok = sqlite3_step(to) == SQLITE_DONE || db_fail(p->db, p->path, error);
        sqlite3_reset(to);
    }
    sqlite3_finalize(from);
    sqlite3_finalize(known);
    sqlite3_finalize(to);
    return ok;
}

/* Copies the rows of a table whose owners are copied, references changed; of a common one those with new ids. */
static bool copy_mapped(Merge *m, MergePart *p, TraceTableId table, GError **error)
{
    const RowType *t = table_type(table);
    const Column *owner = has_key(t) ? &t->columns[0] : is_common(table) ? &t->columns[0] : owner_of(t);
    if (!owner)
        return true;
    g_autoptr(GString) select = g_string_new("SELECT ");
    for (int i = 0; i < t->n_columns; i++) {
        const Column *c = &t->columns[i];
        const char *comma = i ? ", " : "";
        if (c->kind == COLUMN_KEY)
            g_string_append_printf(select, "%s(SELECT new FROM map_%s WHERE old = x.id)", comma, t->name);
        else if (is_reference(c))
            g_string_append_printf(select, "%s(SELECT new FROM map_%s WHERE old = x.%s)", comma, c->target, c->name);
        else
            g_string_append_printf(select, "%sx.%s", comma, c->name);
    }
    g_string_append_printf(select, " FROM %s x WHERE x.%s IN (SELECT old FROM map_%s)", t->name, owner->name, owner->kind == COLUMN_KEY ? t->name : owner->target);
    g_autofree char *into = schema_insert(t), *insert = g_strdup_printf("INSERT OR IGNORE%s", into + sizeof "INSERT" - 1);
    return merge_copy(m, p, &(MergeCopy){ select->str, is_common(table) ? insert : into, NULL }, error);
}

/* New ids for the rows of a table that belong to runs that are copied. */
static bool map_owned(Merge *m, MergePart *p, const RowType *t, GError **error)
{
    const Column *owner = owner_of(t);
    g_autofree char *top = g_strdup_printf("SELECT max(id) FROM %s", t->name);
    g_autofree char *sql = owner ? g_strdup_printf("INSERT INTO map_%s SELECT x.id, x.id + %" G_GINT64_FORMAT " FROM %s x WHERE x.%s IN (SELECT old FROM map_%s)", t->name, merge_int(m, top, 0, 0), t->name,
                                                   owner->name, owner->target) : NULL;
    return !sql || db_exec(p->db, p->path, sql, error);
}

static bool copy_own_runs(Merge *m, MergePart *p, GError **error)
{
    int64_t top = merge_int(m, "SELECT max(id) FROM run", 0, 0);
    bool any = false, ok = true;
    for (guint i = 0; ok && i < p->runs->len; i++) {
        MergeRun *r = &g_array_index(p->runs, MergeRun, i);
        if (r->to)
            continue;
        any = true;
        r->to = r->id + top;
        g_autofree char *sql = g_strdup_printf("INSERT INTO map_run VALUES(%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ")", r->id, r->to);
        ok = db_exec(p->db, p->path, sql, error);
    }
    if (!any)
        return ok;
    g_autofree char *locs = g_strdup_printf("INSERT INTO map_loc SELECT id, id + %" G_GINT64_FORMAT " FROM loc", merge_int(m, "SELECT max(id) FROM loc", 0, 0));
    ok = ok && map_common(m, p, "blob", "hash", "hash = ?2", error) && db_exec(p->db, p->path, locs, error);
    for (int i = 0; ok && i < TRACE_N_TABLES; i++) {
        const RowType *t = table_type((TraceTableId)i);
        if (!merge_is_timeline((TraceTableId)i) && !is_common((TraceTableId)i) && has_key(t) && i != TRACE_TABLE_run)
            ok = map_owned(m, p, t, error);
    }
    /* Shardings of meshes that are copied are new; those of none are known by their text. */
    g_autofree char *shardings = g_strdup_printf("INSERT INTO map_sharding SELECT id, id + %" G_GINT64_FORMAT " FROM sharding x WHERE x.mesh_id IN (SELECT old FROM map_mesh) OR x.mesh_id IS NULL",
                                                 merge_int(m, "SELECT max(id) FROM sharding", 0, 0));
    ok = ok && db_exec(p->db, p->path, shardings, error) && map_common(m, p, "group_set", "text, axes", "text = ?2 AND axes IS ?3", error);
    for (int i = 0; ok && i < TRACE_N_TABLES; i++)
        if (!merge_is_timeline((TraceTableId)i) && i != TRACE_TABLE_meta && i != TRACE_TABLE_str)
            ok = copy_mapped(m, p, (TraceTableId)i, error);
    return ok;
}

/* ---- runs that are there already ------------------------------------------------------------------------------------------------------ */

/* Lists rows in an order that is the same in all parts, with a text that says whether they are the same. */
typedef struct Alike {
    const char *table, *what, *sql;
} Alike;
static const Alike alike[] = {
    { "host", "processes", "SELECT id, process_index FROM host WHERE run_id = ?1 ORDER BY process_index" },
    { "device", "devices", "SELECT id, global_id FROM device WHERE run_id = ?1 ORDER BY global_id" },
    { "module", "programs", "SELECT id, name FROM module WHERE run_id = ?1 ORDER BY id" },
    { "inst", "compiled programs", "SELECT i.id, n.s FROM module m JOIN snapshot s ON s.module_id = m.id JOIN computation c ON c.snapshot_id = s.id JOIN inst i ON i.comp_id = c.id JOIN str n ON n.id = i.name_id"
      " WHERE m.run_id = ?1 ORDER BY m.id, s.seq, c.id, i.ord, i.id" },
};

static bool map_alike(Merge *m, MergePart *p, const MergeRun *r, const Alike *a, GError **error)
{
    g_autofree char *insert = g_strdup_printf("INSERT INTO map_%s VALUES(?1, ?2)", a->table);
    sqlite3_stmt *theirs = db_prepare(p->db, p->path, a->sql, error), *ours = theirs ? db_prepare(m->db, m->path, a->sql, error) : NULL, *to = ours ? db_prepare(p->db, p->path, insert, error) : NULL;
    bool ok = to != NULL, same = true, more = ok, any = false;
    if (ok) {
        sqlite3_bind_int64(theirs, 1, r->id);
        sqlite3_bind_int64(ours, 1, r->to);
    }
    while (ok && same && more) {
        bool x = sqlite3_step(theirs) == SQLITE_ROW, y = sqlite3_step(ours) == SQLITE_ROW;
        more = x && y;
        any |= more;
        same = x == y && (!x || g_strcmp0((const char *)sqlite3_column_text(theirs, 1), (const char *)sqlite3_column_text(ours, 1)) == 0);
        if (!more) /* a process that ended while it stored its program */
            same |= !x && !any;
        if (!same || !more)
            break;
        sqlite3_bind_int64(to, 1, sqlite3_column_int64(theirs, 0));
        sqlite3_bind_int64(to, 2, sqlite3_column_int64(ours, 0));
        ok = sqlite3_step(to) == SQLITE_DONE || db_fail(p->db, p->path, error);
        sqlite3_reset(to);
    }
    sqlite3_finalize(theirs);
    sqlite3_finalize(ours);
    sqlite3_finalize(to);
    if (ok && !same)
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_FORMAT, "%s: its %s are not those of %s, though both are parts of one run", p->path, a->what, g_array_index(m->parts, MergePart, 0).path);
    return ok && same;
}

/* The run of an earlier part that is the same. */
static int64_t run_of(const Merge *m, const MergePart *p, const MergeRun *r)
{
    for (guint i = 0; r->shared && i < m->parts->len && &g_array_index(m->parts, MergePart, i) != p; i++) {
        const GArray *runs = g_array_index(m->parts, MergePart, i).runs;
        for (guint k = 0; k < runs->len; k++) {
            const MergeRun *o = &g_array_index(runs, MergeRun, k);
            if (o->shared && g_str_equal(o->of, r->of))
                return o->to;
        }
    }
    return 0;
}

/* All texts, since names of events may be any. */
static bool map_texts(Merge *m, MergePart *p, GError **error)
{
    return merge_copy(m, p, &(MergeCopy){ "SELECT s FROM str", "INSERT OR IGNORE INTO str(s) VALUES(?1)", NULL }, error) && map_common(m, p, "str", "s", "s = ?2", error);
}

bool merge_program(Merge *m, MergePart *p, GError **error)
{
    if (p == &g_array_index(m->parts, MergePart, 0))
        return copy_whole(m, p, error);
    for (guint i = 0; i < p->runs->len; i++) {
        MergeRun *r = &g_array_index(p->runs, MergeRun, i);
        r->to = run_of(m, p, r);
    }
    bool ok = make_maps(p, error) && map_texts(m, p, error) && copy_own_runs(m, p, error);
    for (guint i = 0; ok && i < p->runs->len; i++) {
        const MergeRun *r = &g_array_index(p->runs, MergeRun, i);
        if (!run_of(m, p, r))
            continue;
        g_autofree char *sql = g_strdup_printf("INSERT INTO map_run VALUES(%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ")", r->id, r->to);
        ok = db_exec(p->db, p->path, sql, error);
        for (size_t k = 0; ok && k < G_N_ELEMENTS(alike); k++)
            ok = map_alike(m, p, r, &alike[k], error);
    }
    return ok;
}
