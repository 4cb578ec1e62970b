/* Rows of large tables of foreign files: from the file's pages where that can be, else by a query. See sqlite_rows.h. */
#include "trace/import/sqlite_rows.h"

#include <stdlib.h>
#include <string.h>

typedef struct Layout {
    uint32_t root;
    int n_columns, rowid_at; /* rowid_at: the place that the row's number goes to */
    int *place_of;           /* of each column of the table */
} Layout;

static bool is_rowid(sqlite3_stmt *info, int n_keys)
{
    return n_keys == 1 && sqlite3_column_int(info, 5) == 1 && g_ascii_strcasecmp(foreign_text(info, 2), "INTEGER") == 0;
}

/* Where the table's columns go; false if they are not all stored as they are. */
static bool find_columns(const Foreign *f, const char *table, const char *const *columns, int n, Layout *out)
{
    sqlite3_stmt *q;
    bool ok = true;
    int n_keys = 0;
    *out = (Layout){ .rowid_at = -1 };
    if (sqlite3_prepare_v2(f->db, "SELECT cid, name, type, \"notnull\", dflt_value, pk, hidden, (SELECT count(*) FROM pragma_table_info(?1) WHERE pk) FROM pragma_table_xinfo(?1) ORDER BY cid", -1, &q, NULL) != SQLITE_OK)
        return false;
    sqlite3_bind_text(q, 1, table, -1, SQLITE_STATIC);
    while (sqlite3_step(q) == SQLITE_ROW) {
        int place = -1;
        for (int i = 0; i < n; i++)
            if (columns[i] && g_ascii_strcasecmp(columns[i], foreign_text(q, 1)) == 0)
                place = i;
        n_keys = sqlite3_column_int(q, 7);
        ok = ok && sqlite3_column_int(q, 6) == 0 && (place < 0 || sqlite3_column_type(q, 4) == SQLITE_NULL);
        out->rowid_at = place >= 0 && is_rowid(q, n_keys) ? place : out->rowid_at;
        out->place_of = g_renew(int, out->place_of, out->n_columns + 1);
        out->place_of[out->n_columns++] = place;
    }
    return sqlite3_finalize(q) == SQLITE_OK && ok && out->n_columns;
}

static uint32_t root_of(const Foreign *f, const char *table)
{
    sqlite3_stmt *q;
    uint32_t root = 0;
    if (sqlite3_prepare_v2(f->db, "SELECT rootpage FROM sqlite_master WHERE type = 'table' AND name = ?1", -1, &q, NULL) != SQLITE_OK)
        return 0;
    sqlite3_bind_text(q, 1, table, -1, SQLITE_STATIC);
    if (sqlite3_step(q) == SQLITE_ROW)
        root = (uint32_t)CLAMP(sqlite3_column_int64(q, 0), 0, UINT32_MAX);
    sqlite3_finalize(q);
    return root;
}

static SqliteScan *scan_of(const Foreign *f, const char *table, const char *const *columns, int n, int *rowid_at)
{
    Layout at = { .place_of = NULL };
    uint32_t root = f->pages ? root_of(f, table) : 0;
    SqliteScan *scan = root && find_columns(f, table, columns, n, &at) ? sqlite_scan_new(f->pages, root, at.place_of, at.n_columns) : NULL;
    *rowid_at = at.rowid_at;
    g_free(at.place_of);
    return scan;
}

static char *sql_of(const Foreign *f, const char *table, const char *const *columns, int n)
{
    GString *s = g_string_new("SELECT ");
    for (int i = 0; i < n; i++) {
        g_autofree char *column = columns[i] ? foreign_column(f, table, "x", columns[i], "NULL") : g_strdup("NULL");
        g_string_append_printf(s, "%s%s", i ? ", " : "", column);
    }
    g_string_append_printf(s, " FROM \"%s\" x", table);
    return g_string_free(s, FALSE);
}

static ForeignRows *rows_new(Foreign *f, int n)
{
    ForeignRows *x = g_new0(ForeignRows, 1);
    x->f = f;
    x->n = n;
    x->rowid_at = -1;
    x->values = g_new0(SqliteValue, n);
    x->text = g_string_new(NULL);
    return x;
}

ForeignRows *foreign_rows_of(Foreign *f, const char *sql, int n)
{
    ForeignRows *x = rows_new(f, n);
    x->query = foreign_ask(f, sql);
    return x;
}

ForeignRows *foreign_rows(Foreign *f, const char *table, const char *const *columns, int n)
{
    int rowid_at;
    SqliteScan *scan = scan_of(f, table, columns, n, &rowid_at);
    g_autofree char *sql = scan ? NULL : sql_of(f, table, columns, n);
    if (!scan)
        return foreign_rows_of(f, sql, n);
    ForeignRows *x = rows_new(f, n);
    x->scan = scan;
    x->rowid_at = rowid_at;
    return x;
}

static void rows_free(ForeignRows *x)
{
    int64_t damage = x->scan ? sqlite_scan_damage(x->scan) : 0;
    if (damage) {
        x->f->damaged = true;
        import_note(x->f->tracks->run, 2, "damaged_pages", damage, "pages or rows of tables are damaged and were left out");
    }
    sqlite_scan_free(x->scan);
    g_free(x->values);
    g_string_free(x->text, TRUE);
    g_free(x);
}

static void take_column(ForeignRows *x, int i)
{
    SqliteValue *v = &x->values[i];
    *v = (SqliteValue){ SQLITE_IS_NULL };
    switch (sqlite3_column_type(x->query, i)) {
    case SQLITE_INTEGER:
        *v = (SqliteValue){ .type = SQLITE_IS_INT, .i = sqlite3_column_int64(x->query, i) };
        break;
    case SQLITE_FLOAT:
        *v = (SqliteValue){ .type = SQLITE_IS_REAL, .d = sqlite3_column_double(x->query, i) };
        break;
    case SQLITE_TEXT:
    case SQLITE_BLOB:
        *v = (SqliteValue){ .type = SQLITE_IS_TEXT, .text = (const char *)sqlite3_column_text(x->query, i) };
        v->n = (size_t)sqlite3_column_bytes(x->query, i);
        break;
    default:
        break;
    }
}

bool foreign_rows_next(ForeignRows *x)
{
    int64_t rowid;
    if (x->scan ? sqlite_scan_next(x->scan, x->values, &rowid) : foreign_next(x->f, x->query)) {
        for (int i = 0; !x->scan && i < x->n; i++)
            take_column(x, i);
        if (x->rowid_at >= 0)
            x->values[x->rowid_at] = (SqliteValue){ .type = SQLITE_IS_INT, .i = rowid };
        return true;
    }
    rows_free(x);
    return false;
}

bool foreign_rows_timed(ForeignRows *x)
{
    ImportRun *r = x->f->tracks->run;
    if (x->values[0].type == SQLITE_IS_INT || x->values[0].type == SQLITE_IS_REAL)
        return true;
    r->n_seen++;
    r->n_left++;
    import_note(r, 2, "no_time", 1, "rows do not say when they were, so they are left out");
    return false;
}

const char *foreign_rows_text(ForeignRows *x, int column)
{
    const SqliteValue *v = &x->values[column];
    g_string_truncate(x->text, 0);
    if (v->type == SQLITE_IS_TEXT && v->text)
        g_string_append_len(x->text, v->text, (gssize)MIN(v->n, (size_t)1 << 20));
    else if (v->type == SQLITE_IS_INT)
        g_string_append_printf(x->text, "%" G_GINT64_FORMAT, v->i);
    else if (v->type == SQLITE_IS_REAL)
        g_string_append_printf(x->text, "%.15g", v->d);
    return x->text->str;
}

int64_t foreign_rows_int(const ForeignRows *x, int column)
{
    const SqliteValue *v = &x->values[column];
    if (v->type == SQLITE_IS_INT)
        return v->i;
    if (v->type == SQLITE_IS_REAL)
        return v->d > -9.2e18 && v->d < 9.2e18 ? (int64_t)v->d : 0;
    return v->type == SQLITE_IS_TEXT ? g_ascii_strtoll(foreign_rows_text((ForeignRows *)x, column), NULL, 10) : 0;
}

bool foreign_rows_null(const ForeignRows *x, int column)
{
    return x->values[column].type == SQLITE_IS_NULL;
}

/* ---- texts ------------------------------------------------------------------------------------------------------------------------- */

void foreign_names_begin(ForeignNames *names, Foreign *f, const char *sql)
{
    *names = (ForeignNames){ f, sql ? foreign_ask(f, sql) : NULL, g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL) };
}

void foreign_names_end(ForeignNames *names)
{
    sqlite3_finalize(names->query);
    g_clear_pointer(&names->known, g_hash_table_unref);
}

uint32_t foreign_name(ForeignNames *names, int64_t number)
{
    gpointer have;
    if (!names->query || g_hash_table_lookup_extended(names->known, &number, NULL, &have))
        return names->query ? GPOINTER_TO_UINT(have) : 0;
    uint32_t id = 0;
    sqlite3_bind_int64(names->query, 1, number);
    int rc = sqlite3_step(names->query);
    if (rc == SQLITE_ROW && *foreign_text(names->query, 0))
        id = tracks_name(names->f->tracks->run, foreign_text(names->query, 0));
    else if (rc != SQLITE_ROW && rc != SQLITE_DONE)
        foreign_failed(names->f);
    sqlite3_reset(names->query);
    g_hash_table_insert(names->known, g_memdup2(&number, sizeof number), GUINT_TO_POINTER(id));
    return id;
}
