/* The tables as data and as SQL. Start at table_types[] below: one row per table, made from tables.def. */
#include "trace/schema.h"

#include <string.h>

#define COL(T, col, k, target_, value_, doc_)                                                                \
    { .name = #col, .kind = k, .offset = offsetof(Trace##T, col), .target = target_, .value = value_, .doc = doc_ },
#define TABLE(name, T, doc) static const Column columns_##T[] = {
#define END(name, T) };
#define KEY(T, col, doc) COL(T, col, COLUMN_KEY, NULL, 0, doc)
#define KREF(T, col, target, doc) COL(T, col, COLUMN_KREF, #target, 0, doc)
#define REF(T, col, target, doc) COL(T, col, COLUMN_REF, #target, 0, doc)
#define OREF(T, col, target, doc) COL(T, col, COLUMN_OREF, #target, 0, doc)
#define INT(T, col, doc) COL(T, col, COLUMN_INT, NULL, 0, doc)
#define INT0(T, col, doc) COL(T, col, COLUMN_INT0, NULL, 0, doc)
#define DINT(T, col, value, doc) COL(T, col, COLUMN_DINT, NULL, value, doc)
#define OINT(T, col, doc) COL(T, col, COLUMN_OINT, NULL, 0, doc)
#define REAL(T, col, doc) COL(T, col, COLUMN_REAL, NULL, 0, doc)
#define OREAL(T, col, doc) COL(T, col, COLUMN_OREAL, NULL, 0, doc)
#define TEXT(T, col, doc) COL(T, col, COLUMN_TEXT, NULL, 0, doc)
#define OTEXT(T, col, doc) COL(T, col, COLUMN_OTEXT, NULL, 0, doc)
#define BLOB(T, col, doc) COL(T, col, COLUMN_BLOB, NULL, 0, doc)
#define OBLOB(T, col, doc) COL(T, col, COLUMN_OBLOB, NULL, 0, doc)
#define ANY(T, col, doc) COL(T, col, COLUMN_ANY, NULL, 0, doc)
#include "trace/tables.def"

/* A GArray's clear function gets no type, so each type has its own. */
#define TABLE(name, T, doc)                                                                                  \
    static void clear_##T(void *row)                                                                        \
    {                                                                                                       \
        row_clear(table_type(TRACE_TABLE_##name), row);                                                     \
    }
#include "trace/tables.def"

static const RowType table_types[TRACE_N_TABLES] = {
#define TABLE(name_, T, doc_)                                                                                \
    [TRACE_TABLE_##name_] = { .name = #name_, .doc = doc_, .columns = columns_##T,                          \
                              .n_columns = G_N_ELEMENTS(columns_##T), .size = sizeof(Trace##T), .clear = clear_##T,
#define PRIMARY(T, cols) .primary = cols,
#define UNIQUE(T, cols) .unique = cols,
#define END(name_, T) },
#include "trace/tables.def"
};

const RowType *table_type(TraceTableId table)
{
    g_assert((unsigned)table < TRACE_N_TABLES);
    return &table_types[table];
}

#define RESULT(T, doc) static const Column result_columns_##T[] = {
#define END(T) };
#define ID(T, col, doc) COL(T, col, COLUMN_OREF, NULL, 0, doc)
#define INT(T, col, doc) COL(T, col, COLUMN_INT, NULL, 0, doc)
#define OINT(T, col, doc) COL(T, col, COLUMN_OINT, NULL, 0, doc)
#define REAL(T, col, doc) COL(T, col, COLUMN_REAL, NULL, 0, doc)
#define OREAL(T, col, doc) COL(T, col, COLUMN_OREAL, NULL, 0, doc)
#define TEXT(T, col, doc) COL(T, col, COLUMN_TEXT, NULL, 0, doc)
#define OTEXT(T, col, doc) COL(T, col, COLUMN_OTEXT, NULL, 0, doc)
#include "trace/queries.def"

#define RESULT(T, doc_)                                                                                      \
    static void clear_result_##T(void *row)                                                                 \
    {                                                                                                       \
        row_clear(&result_type_##T, row);                                                                   \
    }                                                                                                       \
    const RowType result_type_##T = { .name = #T, .doc = doc_, .columns = result_columns_##T,               \
                                      .n_columns = G_N_ELEMENTS(result_columns_##T), .size = sizeof(Trace##T), \
                                      .clear = clear_result_##T };
#include "trace/queries.def"

/* ---- rows in and out ---- */

static int bind_bytes(sqlite3_stmt *stmt, int at, const TraceBytes *b, bool nullable)
{
    if (!b->data && nullable)
        return sqlite3_bind_null(stmt, at);
    return sqlite3_bind_blob64(stmt, at, b->data ? b->data : "", b->size, SQLITE_STATIC);
}

static int bind_any(sqlite3_stmt *stmt, int at, const TraceAny *a)
{
    switch (a->kind) {
    case TRACE_ANY_NULL:
        return sqlite3_bind_null(stmt, at);
    case TRACE_ANY_INT:
        return sqlite3_bind_int64(stmt, at, a->i);
    case TRACE_ANY_REAL:
        return sqlite3_bind_double(stmt, at, a->r);
    case TRACE_ANY_TEXT:
        return sqlite3_bind_text(stmt, at, a->text, -1, SQLITE_STATIC);
    }
    return SQLITE_MISUSE;
}

static int column_bind(sqlite3_stmt *stmt, int at, const Column *c, const void *field)
{
    const TraceInt *oint = field;
    const TraceReal *oreal = field;
    int64_t v;
    switch (c->kind) {
    case COLUMN_KEY:
    case COLUMN_OREF:
        v = *(const int64_t *)field;
        return v ? sqlite3_bind_int64(stmt, at, v) : sqlite3_bind_null(stmt, at);
    case COLUMN_REF:
    case COLUMN_KREF:
        /* 0 means no row. It is bound as NULL, so that NOT NULL refuses it and the error names the column. */
        v = *(const int64_t *)field;
        return v ? sqlite3_bind_int64(stmt, at, v) : sqlite3_bind_null(stmt, at);
    case COLUMN_INT:
    case COLUMN_INT0:
        return sqlite3_bind_int64(stmt, at, *(const int64_t *)field);
    case COLUMN_DINT:
        return sqlite3_bind_int64(stmt, at, oint->known ? oint->v : c->value);
    case COLUMN_OINT:
        return oint->known ? sqlite3_bind_int64(stmt, at, oint->v) : sqlite3_bind_null(stmt, at);
    case COLUMN_REAL:
        return sqlite3_bind_double(stmt, at, *(const double *)field);
    case COLUMN_OREAL:
        return oreal->known ? sqlite3_bind_double(stmt, at, oreal->v) : sqlite3_bind_null(stmt, at);
    case COLUMN_TEXT:
    case COLUMN_OTEXT:
        return sqlite3_bind_text(stmt, at, *(const char *const *)field, -1, SQLITE_STATIC);
    case COLUMN_BLOB:
        return bind_bytes(stmt, at, field, false);
    case COLUMN_OBLOB:
        return bind_bytes(stmt, at, field, true);
    case COLUMN_ANY:
        return bind_any(stmt, at, field);
    }
    return SQLITE_MISUSE;
}

static void any_result(sqlite3_context *out, const TraceAny *a)
{
    switch (a->kind) {
    case TRACE_ANY_NULL:
        sqlite3_result_null(out);
        break;
    case TRACE_ANY_INT:
        sqlite3_result_int64(out, a->i);
        break;
    case TRACE_ANY_REAL:
        sqlite3_result_double(out, a->r);
        break;
    case TRACE_ANY_TEXT:
        sqlite3_result_text(out, a->text, -1, SQLITE_STATIC);
        break;
    }
}

/* Without a call, the function's result is NULL. */
void column_result(sqlite3_context *out, const Column *c, const void *field)
{
    const TraceInt *oint = field;
    const TraceReal *oreal = field;
    const TraceBytes *bytes = field;
    switch (c->kind) {
    case COLUMN_KEY:
    case COLUMN_OREF:
    case COLUMN_REF:
    case COLUMN_KREF:
        if (*(const int64_t *)field)
            sqlite3_result_int64(out, *(const int64_t *)field);
        break;
    case COLUMN_INT:
    case COLUMN_INT0:
        sqlite3_result_int64(out, *(const int64_t *)field);
        break;
    case COLUMN_DINT:
        sqlite3_result_int64(out, oint->known ? oint->v : c->value);
        break;
    case COLUMN_OINT:
        if (oint->known)
            sqlite3_result_int64(out, oint->v);
        break;
    case COLUMN_REAL:
        sqlite3_result_double(out, *(const double *)field);
        break;
    case COLUMN_OREAL:
        if (oreal->known)
            sqlite3_result_double(out, oreal->v);
        break;
    case COLUMN_TEXT:
    case COLUMN_OTEXT:
        sqlite3_result_text(out, *(const char *const *)field, -1, SQLITE_STATIC);
        break;
    case COLUMN_BLOB:
    case COLUMN_OBLOB:
        if (bytes->data || c->kind == COLUMN_BLOB)
            sqlite3_result_blob64(out, bytes->data ? bytes->data : "", bytes->size, SQLITE_STATIC);
        break;
    case COLUMN_ANY:
        any_result(out, field);
        break;
    }
}

static void settle_flag(bool *flag)
{
    unsigned char byte;
    memcpy(&byte, flag, sizeof byte);
    *flag = byte != 0;
}

void row_settle(const RowType *type, void *row)
{
    for (int i = 0; i < type->n_columns; i++) {
        const Column *c = &type->columns[i];
        void *field = (char *)row + c->offset;
        if (c->kind == COLUMN_DINT || c->kind == COLUMN_OINT)
            settle_flag(&((TraceInt *)field)->known);
        else if (c->kind == COLUMN_OREAL)
            settle_flag(&((TraceReal *)field)->known);
    }
}

int row_bind(sqlite3_stmt *stmt, const RowType *type, const void *row)
{
    int rc = SQLITE_OK;
    for (int i = 0; i < type->n_columns && rc == SQLITE_OK; i++)
        rc = column_bind(stmt, i + 1, &type->columns[i], (const char *)row + type->columns[i].offset);
    return rc;
}

static char *text_copy(sqlite3_stmt *stmt, int i)
{
    const char *s = (const char *)sqlite3_column_text(stmt, i);
    return s ? g_utf8_make_valid(s, -1) : NULL;
}

static void read_any(sqlite3_stmt *stmt, int i, TraceAny *a)
{
    switch (sqlite3_column_type(stmt, i)) {
    case SQLITE_INTEGER:
        *a = (TraceAny){ .kind = TRACE_ANY_INT, .i = sqlite3_column_int64(stmt, i) };
        break;
    case SQLITE_FLOAT:
        *a = (TraceAny){ .kind = TRACE_ANY_REAL, .r = sqlite3_column_double(stmt, i) };
        break;
    case SQLITE_NULL:
        *a = (TraceAny){ .kind = TRACE_ANY_NULL };
        break;
    default: /* text, or a blob that someone else stored */
        *a = (TraceAny){ .kind = TRACE_ANY_TEXT, .text = text_copy(stmt, i) };
    }
}

static void column_read(sqlite3_stmt *stmt, int i, const Column *c, void *field)
{
    bool null = sqlite3_column_type(stmt, i) == SQLITE_NULL;
    switch (c->kind) {
    case COLUMN_KEY:
    case COLUMN_KREF:
    case COLUMN_REF:
    case COLUMN_OREF:
    case COLUMN_INT:
    case COLUMN_INT0:
        *(int64_t *)field = sqlite3_column_int64(stmt, i);
        break;
    case COLUMN_DINT:
    case COLUMN_OINT:
        *(TraceInt *)field = null ? (TraceInt){ 0 } : TRACE_INT(sqlite3_column_int64(stmt, i));
        break;
    case COLUMN_REAL:
        *(double *)field = sqlite3_column_double(stmt, i);
        break;
    case COLUMN_OREAL:
        *(TraceReal *)field = null ? (TraceReal){ 0 } : TRACE_REAL(sqlite3_column_double(stmt, i));
        break;
    case COLUMN_TEXT:
        *(char **)field = null ? g_strdup("") : text_copy(stmt, i);
        break;
    case COLUMN_OTEXT:
        *(char **)field = text_copy(stmt, i);
        break;
    case COLUMN_BLOB:
    case COLUMN_OBLOB: {
        const void *data = sqlite3_column_blob(stmt, i);
        size_t size = (size_t)sqlite3_column_bytes(stmt, i);
        *(TraceBytes *)field = (TraceBytes){ null ? NULL : size ? g_memdup2(data, size) : g_malloc0(1), size };
        break;
    }
    case COLUMN_ANY:
        read_any(stmt, i, field);
        break;
    }
}

void row_read(sqlite3_stmt *stmt, const RowType *type, void *row)
{
    for (int i = 0; i < type->n_columns; i++)
        column_read(stmt, i, &type->columns[i], (char *)row + type->columns[i].offset);
}

void row_clear(const RowType *type, void *row)
{
    for (int i = 0; i < type->n_columns; i++) {
        void *field = (char *)row + type->columns[i].offset;
        ColumnKind kind = type->columns[i].kind;
        if (kind == COLUMN_TEXT || kind == COLUMN_OTEXT)
            g_clear_pointer((char **)field, g_free);
        else if (kind == COLUMN_BLOB || kind == COLUMN_OBLOB)
            g_free((void *)((TraceBytes *)field)->data);
        else if (kind == COLUMN_ANY)
            g_free((char *)((TraceAny *)field)->text);
    }
}

/* ---- SQL text ---- */

void schema_column(GString *sql, const Column *c)
{
    static const char *const type[] = {
        [COLUMN_KEY] = " INTEGER PRIMARY KEY",  [COLUMN_KREF] = " INTEGER PRIMARY KEY",
        [COLUMN_REF] = " INTEGER NOT NULL",     [COLUMN_OREF] = " INTEGER",
        [COLUMN_INT] = " INTEGER NOT NULL",     [COLUMN_INT0] = " INTEGER NOT NULL DEFAULT 0",
        [COLUMN_DINT] = " INTEGER NOT NULL",    [COLUMN_OINT] = " INTEGER",
        [COLUMN_REAL] = " REAL NOT NULL",       [COLUMN_OREAL] = " REAL",
        [COLUMN_TEXT] = " TEXT NOT NULL",       [COLUMN_OTEXT] = " TEXT",
        [COLUMN_BLOB] = " BLOB NOT NULL",       [COLUMN_OBLOB] = " BLOB",
        [COLUMN_ANY] = "",
    };
    g_string_append_printf(sql, "%s%s", c->name, type[c->kind]);
    if (c->kind == COLUMN_DINT)
        g_string_append_printf(sql, " DEFAULT %" G_GINT64_FORMAT, c->value);
    if (c->target)
        g_string_append_printf(sql, " REFERENCES %s(%s)", c->target,
                               g_str_equal(c->target, "op_split") || g_str_equal(c->target, "coll") ? "inst_id" : "id");
}

/* SQLite keeps the statement's text, comments included, so `.schema` in any tool shows the meanings. */
char *schema_table(TraceTableId table, const char *create)
{
    const RowType *t = table_type(table);
    GString *sql = g_string_new(NULL);
    g_string_append_printf(sql, "%s %s( -- %s\n", create, t->name, t->doc);
    for (int i = 0; i < t->n_columns; i++) {
        const Column *c = &t->columns[i];
        g_string_append(sql, "  ");
        schema_column(sql, c);
        if (i + 1 < t->n_columns || t->primary || t->unique)
            g_string_append_c(sql, ',');
        if (*c->doc)
            g_string_append_printf(sql, " -- %s", c->doc);
        g_string_append_c(sql, '\n');
    }
    if (t->primary)
        g_string_append_printf(sql, "  PRIMARY KEY(%s)%s\n", t->primary, t->unique ? "," : "");
    if (t->unique)
        g_string_append_printf(sql, "  UNIQUE(%s)\n", t->unique);
    g_string_append(sql, t->primary ? ") WITHOUT ROWID;\n" : ");\n");
    return g_string_free(sql, FALSE);
}

char *schema_tables(void)
{
    GString *sql = g_string_new(NULL);
    for (int i = 0; i < TRACE_N_TABLES; i++) {
        g_autofree char *table = schema_table((TraceTableId)i, "CREATE TABLE");
        g_string_append(sql, table);
    }
    return g_string_free(sql, FALSE);
}

char *schema_views(bool temporary)
{
    GString *sql = g_string_new(NULL);
#define VIEW(name, doc, select)                                                                              \
    g_string_append_printf(sql, "CREATE %sVIEW %s AS -- %s\n%s;\n", temporary ? "TEMP " : "", #name, doc, select);
#include "trace/views.def"
    return g_string_free(sql, FALSE);
}

char *schema_indexes(void)
{
    return g_strdup(""
#define INDEX(name, table, on) "CREATE INDEX IF NOT EXISTS " #name " ON " #table on ";\n"
#include "trace/tables.def"
    );
}

char *schema_late_indexes(void)
{
    return g_strdup(""
#define LATE_INDEX(name, table, on) "CREATE INDEX IF NOT EXISTS " #name " ON " #table on ";\n"
#include "trace/tables.def"
    );
}

char *schema_late_index(const char *name)
{
#define LATE_INDEX(name_, table, on)                                                                         \
    if (!strcmp(name, #name_))                                                                              \
        return g_strdup("CREATE INDEX " #name_ " ON " #table on);
#include "trace/tables.def"
    g_assert_not_reached();
}

char *schema_columns(const RowType *type)
{
    GString *list = g_string_new(NULL);
    for (int i = 0; i < type->n_columns; i++)
        g_string_append_printf(list, "%s%s", i ? ", " : "", type->columns[i].name);
    return g_string_free(list, FALSE);
}

char *schema_insert(const RowType *type)
{
    g_autofree char *columns = schema_columns(type);
    GString *sql = g_string_new(NULL);
    g_string_append_printf(sql, "INSERT INTO %s(%s) VALUES(", type->name, columns);
    for (int i = 0; i < type->n_columns; i++)
        g_string_append(sql, i ? ", ?" : "?");
    g_string_append_c(sql, ')');
    return g_string_free(sql, FALSE);
}
