/* Where the time of a mean step went, device by device. Of a long run the parts of all steps are millions of rows, so they are read once and their sums kept
 * beside the reader, until the file changes. Start at parts_sql(). */
#include "trace/parts_impl.h"

#include "trace/capped.h"

enum { N_CATS = 9 }; /* step_part.cat, from 1 */

/* Of a device, over the steps that a mean is over. */
typedef struct PartSum {
    int64_t device, last_step;
    int64_t n;      /* steps that it has parts of */
    int64_t ns[N_CATS], hidden_ns;
    int64_t apart_ns; /* of `ns`, in steps of which there are sums only */
} PartSum;

typedef struct Parts {
    GArray *sums;        /* PartSum */
    GHashTable *index;   /* device -> its place + 1 */
    sqlite3_int64 apart, apart_ns; /* steps of which there are sums only, and how long they took */
} Parts;

/* The end of a question that was read row by row, the last of which gave `rc`. */
static bool finish(TraceReader *r, sqlite3_stmt *q, int rc, GError **error)
{
    bool ok = rc == SQLITE_DONE || db_fail(r->db, r->path, error);
    sqlite3_finalize(q);
    return ok;
}

static PartSum *sum_of(Parts *p, int64_t device)
{
    gpointer at = g_hash_table_lookup(p->index, GSIZE_TO_POINTER((gsize)device));
    if (!at) {
        PartSum s = { .device = device, .last_step = -1 };
        g_array_append_val(p->sums, s);
        at = GUINT_TO_POINTER(p->sums->len);
        g_hash_table_insert(p->index, GSIZE_TO_POINTER((gsize)device), at);
    }
    return &g_array_index(p->sums, PartSum, GPOINTER_TO_UINT(at) - 1);
}

static void add_part(PartSum *s, int64_t cat, int64_t ns)
{
    if (cat > 0 && cat < N_CATS)
        s->ns[cat] = add_capped(s->ns[cat], ns);
}

/* The rows of steps, in the order of the table: those of a device's step follow each other. */
static bool read_rows(TraceReader *r, int64_t run_id, Parts *p, GError **error)
{
    sqlite3_stmt *q = db_prepare(r->db, r->path, "SELECT p.step_id, p.device_id, p.cat, p.ns, p.hidden_ns FROM step s JOIN step_part p ON p.step_id = s.id WHERE" COUNTED, error);
    if (!q)
        return false;
    sqlite3_bind_int64(q, 1, run_id);
    int rc;
    while ((rc = sqlite3_step(q)) == SQLITE_ROW) {
        PartSum *s = sum_of(p, sqlite3_column_int64(q, 1));
        int64_t step = sqlite3_column_int64(q, 0), cat = sqlite3_column_int64(q, 2);
        s->n += step != s->last_step;
        s->last_step = step;
        add_part(s, cat, sqlite3_column_int64(q, 3));
        if (cat == 2)
            s->hidden_ns = add_capped(s->hidden_ns, sqlite3_column_int64(q, 4));
    }
    return finish(r, q, rc, error);
}

/* Short steps have no such rows (trace_step), but sums by op. What is in none of these is idle, also on a device that did nothing in these steps. */
static bool read_apart(TraceReader *r, int64_t run_id, Parts *p, GError **error)
{
    sqlite3_stmt *q = db_prepare(r->db, r->path, "SELECT count(*), COALESCE(sum(s.dur_ns), 0) FROM step s WHERE" COUNTED " AND " STEP_APART("s"), error);
    if (!q)
        return false;
    sqlite3_bind_int64(q, 1, run_id);
    int rc = sqlite3_step(q);
    if (rc == SQLITE_ROW) {
        p->apart = sqlite3_column_int64(q, 0);
        p->apart_ns = sqlite3_column_int64(q, 1);
        rc = sqlite3_step(q);
    }
    if (!finish(r, q, rc, error))
        return false;
    if (!p->apart)
        return true;
    q = db_prepare(r->db, r->path, "SELECT l.device_id, o.cat, o.self_ns FROM step s CROSS JOIN op_sum o ON o.step_id = s.id JOIN lane l ON l.id = o.lane_id"
                                   " WHERE" COUNTED " AND " STEP_APART("s") " AND l.device_id IS NOT NULL AND o.cat BETWEEN 1 AND 8 AND o.cat <> 5", error);
    if (!q)
        return false;
    sqlite3_bind_int64(q, 1, run_id);
    while ((rc = sqlite3_step(q)) == SQLITE_ROW) {
        PartSum *s = sum_of(p, sqlite3_column_int64(q, 0));
        int64_t ns = sqlite3_column_int64(q, 2);
        add_part(s, sqlite3_column_int64(q, 1), ns);
        s->apart_ns = add_capped(s->apart_ns, ns);
    }
    for (guint i = 0; i < p->sums->len; i++) {
        PartSum *s = &g_array_index(p->sums, PartSum, i);
        s->n += p->apart;
        add_part(s, 5, MAX(sub_capped(p->apart_ns, s->apart_ns), 0));
    }
    return finish(r, q, rc, error);
}

/* In the order of the columns that parts_sql() names, which is that of step_part.cat. */
static char *as_sql(const Parts *p)
{
    GString *sql = g_string_new(" parts(device_id, n, hidden, compute, coll, copy, host, idle, compile, queue, wait) AS (");
    for (guint i = 0; i < p->sums->len; i++) {
        const PartSum *s = &g_array_index(p->sums, PartSum, i);
        g_string_append_printf(sql, "%s(%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT, i ? "," : "VALUES", s->device, s->n, s->hidden_ns);
        for (int cat = 1; cat < N_CATS; cat++)
            g_string_append_printf(sql, ",%" G_GINT64_FORMAT, s->ns[cat]);
        g_string_append_c(sql, ')');
    }
    if (!p->sums->len)
        g_string_append(sql, "SELECT 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0 WHERE 0");
    g_string_append_c(sql, ')');
    return g_string_free(sql, FALSE);
}

/* Changes with what others write into the file; -1 = not known. */
static int64_t data_version(TraceReader *r)
{
    int64_t v = -1;
    sqlite3_stmt *q = db_prepare(r->db, r->path, "PRAGMA data_version", NULL);
    if (q && sqlite3_step(q) == SQLITE_ROW)
        v = sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    return v;
}

const char *parts_sql(TraceReader *r, int64_t run_id, GError **error)
{
    int64_t version = data_version(r);
    if (!r->parts || version < 0 || version != r->parts_version) {
        g_clear_pointer(&r->parts, g_hash_table_unref);
        r->parts = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
        r->parts_version = version;
    }
    const char *known = g_hash_table_lookup(r->parts, &run_id);
    if (known)
        return known;
    Parts p = { g_array_new(FALSE, TRUE, sizeof(PartSum)), g_hash_table_new(g_direct_hash, g_direct_equal), 0, 0 };
    char *sql = read_rows(r, run_id, &p, error) && read_apart(r, run_id, &p, error) ? as_sql(&p) : NULL;
    g_array_unref(p.sums);
    g_hash_table_unref(p.index);
    if (sql)
        g_hash_table_insert(r->parts, g_memdup2(&run_id, sizeof run_id), sql);
    return sql;
}
