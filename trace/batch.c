/* Rows to be stored: some hundreds are collected here and stored by one statement, INSERT ... SELECT from
 * this memory, which SQLite reads as a virtual table. One statement per row would take about twice as long, since each opens the
 * table and its indexes anew. */
#include "trace/writer_impl.h"

#include <string.h>

enum { BATCH_ROWS = 256, BLOCK = 1 << 16 };

struct Batch {
    const RowType *type;
    char *rows; /* BATCH_ROWS structs of the type; texts and bytes point into blocks */
    int n;
    sqlite3_stmt *insert;
    char *block; /* of texts, BLOCK bytes */
    size_t used;
    GPtrArray *full; /* blocks before this one, and texts too long for one */
};

/* ---- keeping ---- */

static void *keep(Batch *b, const void *data, size_t size)
{
    if (size > BLOCK / 4) {
        void *own = g_memdup2(data, size);
        g_ptr_array_add(b->full, own);
        return own;
    }
    if (b->used + size > BLOCK) {
        g_ptr_array_add(b->full, b->block);
        b->block = g_malloc(BLOCK);
        b->used = 0;
    }
    void *at = b->block + b->used;
    memcpy(at, data, size);
    b->used += size;
    return at;
}

static void keep_text(Batch *b, const char **text)
{
    if (*text)
        *text = keep(b, *text, strlen(*text) + 1);
}

/* The name of a required column that is empty; NULL if there is none. */
static const char *keep_fields(Batch *b, char *row)
{
    const RowType *t = b->type;
    for (int i = 0; i < t->n_columns; i++) {
        void *field = row + t->columns[i].offset;
        switch (t->columns[i].kind) {
        case COLUMN_REF:
        case COLUMN_KREF:
            if (!*(int64_t *)field)
                return t->columns[i].name;
            break;
        case COLUMN_TEXT:
            if (!*(const char **)field)
                return t->columns[i].name;
            keep_text(b, field);
            break;
        case COLUMN_OTEXT:
            keep_text(b, field);
            break;
        case COLUMN_BLOB:
        case COLUMN_OBLOB: {
            TraceBytes *bytes = field;
            if (bytes->data)
                bytes->data = keep(b, bytes->data, bytes->size);
            break;
        }
        case COLUMN_ANY: {
            TraceAny *any = field;
            if (any->kind == TRACE_ANY_TEXT)
                keep_text(b, &any->text);
            break;
        }
        case COLUMN_KEY:
        case COLUMN_OREF:
        case COLUMN_INT:
        case COLUMN_INT0:
        case COLUMN_DINT:
        case COLUMN_OINT:
        case COLUMN_REAL:
        case COLUMN_OREAL:
            break;
        }
    }
    return NULL;
}

const char *batch_add(Batch *b, const void *row, int64_t **first)
{
    g_assert(b->n < BATCH_ROWS);
    char *mine = b->rows + (size_t)b->n * b->type->size;
    memcpy(mine, row, b->type->size);
    const char *missing = keep_fields(b, mine);
    *first = (int64_t *)mine;
    b->n += !missing;
    return missing;
}

bool batch_is_full(const Batch *b)
{
    return b->n == BATCH_ROWS;
}

/* ---- as SQLite sees it ---- */

typedef struct Cursor {
    sqlite3_vtab_cursor base;
    int row;
} Cursor;

typedef struct View {
    sqlite3_vtab base;
    Batch *batch;
} View;

static int view_connect(sqlite3 *db, void *user, int n_args, const char *const *args, sqlite3_vtab **out, char **message)
{
    (void)n_args, (void)args, (void)message;
    Batch *b = user;
    g_autofree char *columns = schema_columns(b->type);
    g_autofree char *sql = g_strdup_printf("CREATE TABLE x(%s)", columns);
    int rc = sqlite3_declare_vtab(db, sql);
    if (rc != SQLITE_OK)
        return rc;
    View *v = g_new0(View, 1);
    v->batch = b;
    *out = &v->base;
    return SQLITE_OK;
}

static int view_disconnect(sqlite3_vtab *v)
{
    g_free(v);
    return SQLITE_OK;
}

static int view_plan(sqlite3_vtab *v, sqlite3_index_info *info)
{
    (void)v;
    info->estimatedRows = BATCH_ROWS;
    info->estimatedCost = BATCH_ROWS;
    return SQLITE_OK;
}

static int cursor_open(sqlite3_vtab *v, sqlite3_vtab_cursor **out)
{
    (void)v;
    Cursor *c = g_new0(Cursor, 1);
    *out = &c->base;
    return SQLITE_OK;
}

static int cursor_close(sqlite3_vtab_cursor *c)
{
    g_free(c);
    return SQLITE_OK;
}

static int cursor_start(sqlite3_vtab_cursor *c, int plan, const char *text, int n, sqlite3_value **values)
{
    (void)plan, (void)text, (void)n, (void)values;
    ((Cursor *)c)->row = 0;
    return SQLITE_OK;
}

static int cursor_next(sqlite3_vtab_cursor *c)
{
    ((Cursor *)c)->row++;
    return SQLITE_OK;
}

static int cursor_at_end(sqlite3_vtab_cursor *c)
{
    return ((Cursor *)c)->row >= ((View *)c->pVtab)->batch->n;
}

static int cursor_column(sqlite3_vtab_cursor *c, sqlite3_context *out, int i)
{
    const Batch *b = ((View *)c->pVtab)->batch;
    const Column *column = &b->type->columns[i];
    column_result(out, column, b->rows + (size_t)((Cursor *)c)->row * b->type->size + column->offset);
    return SQLITE_OK;
}

static int cursor_rowid(sqlite3_vtab_cursor *c, sqlite3_int64 *out)
{
    *out = ((Cursor *)c)->row;
    return SQLITE_OK;
}

static sqlite3_module batch_module = {
    .xConnect = view_connect, .xBestIndex = view_plan, .xDisconnect = view_disconnect, .xOpen = cursor_open, .xClose = cursor_close,
    .xFilter = cursor_start, .xNext = cursor_next, .xEof = cursor_at_end, .xColumn = cursor_column, .xRowid = cursor_rowid,
};

Batch *batch_new(sqlite3 *db, const char *path, const RowType *type, GError **error)
{
    Batch *b = g_new0(Batch, 1);
    b->type = type;
    b->rows = g_malloc(type->size * BATCH_ROWS);
    b->block = g_malloc(BLOCK);
    b->full = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *name = g_strdup_printf("batch_%s", type->name), *columns = schema_columns(type);
    /* OR FAIL: nothing is stored after a failure, so SQLite need not be able to undo the statement. */
    g_autofree char *sql = g_strdup_printf("INSERT OR FAIL INTO %s(%s) SELECT %s FROM %s", type->name, columns, columns, name);
    if (sqlite3_create_module_v2(db, name, &batch_module, b, NULL) != SQLITE_OK)
        db_fail(db, path, error);
    else
        b->insert = db_prepare(db, path, sql, error);
    if (!b->insert) {
        batch_free(b);
        return NULL;
    }
    return b;
}

void batch_free(Batch *b)
{
    if (!b)
        return;
    sqlite3_finalize(b->insert);
    g_ptr_array_unref(b->full);
    g_free(b->block);
    g_free(b->rows);
    g_free(b);
}

bool batch_store(Batch *b)
{
    if (!b->n)
        return true;
    bool ok = sqlite3_step(b->insert) == SQLITE_DONE;
    sqlite3_reset(b->insert);
    b->n = 0;
    b->used = 0;
    g_ptr_array_set_size(b->full, 0);
    return ok;
}

bool batch_store_rows(Batch *b, const void *rows, int n)
{
    char *own = b->rows;
    b->rows = (char *)rows;
    b->n = n;
    bool ok = batch_store(b);
    b->rows = own;
    return ok;
}
