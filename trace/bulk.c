/* See bulk.h. Three million rows with their indexes take SQLite about seven seconds; pages that are written in order take one. Everything else of the file
 * is SQLite's own work: it names the new pages in its schema, in a transaction of its own.
 *
 * While SQLite holds the file exclusively, pages are written behind its end and its head gets the new number of pages. A reader ignores pages that no table
 * leads to. Start at bulk_write(). */
#include "trace/bulk.h"

#include <pthread.h>
#include <string.h>

#include "trace/pages.h"
#include "trace/writer_impl.h"

enum { HEAD = 100, N_INDEXES = 4 };

/* The indexes in the order of Bulk.index; their columns are in the functions that write them, and in tables.def. */
static const char *const index_names[N_INDEXES] = { "event_draw", "event_big", "event_inst", "event_coll" };

/* Where pages go: SQLite's file, which one thread at a time writes. */
typedef struct File {
    sqlite3_file *file;
    pthread_mutex_t lock;
} File;

typedef struct Out {
    Pages *pages;
    const EventSet *set;
} Out;

static bool write_file(void *user, const void *data, int64_t n, int64_t at)
{
    File *f = user;
    pthread_mutex_lock(&f->lock);
    bool ok = f->file->pMethods->xWrite(f->file, data, (int)n, at) == SQLITE_OK;
    pthread_mutex_unlock(&f->lock);
    return ok;
}

static uint32_t big(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static void set_big(uint8_t *at, uint32_t v)
{
    for (int i = 4; i-- > 0; v >>= 8)
        at[i] = (uint8_t)v;
}

/* ---- rows and entries ------------------------------------------------------------------------------------------------------- */

static PagesInt or_null(int64_t id)
{
    return (PagesInt){ id, id == 0 };
}

enum { ROW_COLUMNS = 13 };

static void row_of(const EventLane *l, const EventRow *e, PagesInt v[ROW_COLUMNS])
{
    const PagesInt row[] = { { 0, true }, { l->id, false }, { e->depth, false }, { e->start_ns, false }, { e->dur_ns, false }, { trace_size_class(e->dur_ns), false },
                             { e->name_id, false }, { e->cat, false }, or_null(e->inst_id), or_null(e->exec_id), or_null(e->coll_id),
                             { e->self_ns, e->self_ns == EVENT_NO_SELF }, { 0, true } };
    memcpy(v, row, sizeof row);
}

/* counts: the pages are those that pages_new counts. */
static void write_rows(Out *o, bool counts, int64_t *root)
{
    g_assert(table_type(TRACE_TABLE_event)->n_columns == ROW_COLUMNS);
    Tree *t = tree_new(o->pages, false);
    uint8_t row[PAGES_MOST_ROW];
    for (guint i = 0; i < o->set->lanes->len; i++) {
        const EventLane *l = &g_array_index(o->set->lanes, EventLane, i);
        const EventRow *e = event_lane_rows(o->set, l);
        for (size_t k = 0; k < l->n; k++, e++) {
            PagesInt v[ROW_COLUMNS];
            row_of(l, e, v);
            tree_add(t, e->id, row, counts ? pages_row_size(v, ROW_COLUMNS) : pages_row(row, v, ROW_COLUMNS));
        }
    }
    *root = tree_end(t);
}

static void add_entry(Tree *t, const PagesInt *v, int n)
{
    uint8_t entry[PAGES_MOST_ROW];
    tree_add(t, 0, entry, pages_row(entry, v, n));
}

/* event_draw: lane, depth, start, id. Rows of a depth are in the order of starts, and of ids where these are equal. */
static void write_draw(Out *o, int64_t *root)
{
    Tree *t = tree_new(o->pages, true);
    for (guint i = 0; i < o->set->lanes->len; i++) {
        const EventLane *l = &g_array_index(o->set->lanes, EventLane, i);
        const EventRow *e = event_lane_rows(o->set, l);
        size_t *first;
        uint32_t *order = event_lane_by_depth(o->set, l, &first);
        for (size_t k = 0; k < l->n; k++) {
            const EventRow *r = &e[order[k]];
            add_entry(t, (PagesInt[]){ { l->id, false }, { r->depth, false }, { r->start_ns, false }, { r->id, false } }, 4);
        }
        g_free(order);
        g_free(first);
    }
    *root = tree_end(t);
}

/* event_big: lane, depth, size class, start, id of events whose class is above 2. */
static void write_big(Out *o, int64_t *root)
{
    enum { CLASSES = 34 };
    Tree *t = tree_new(o->pages, true);
    GArray *of[CLASSES] = { NULL };
    for (int c = 3; c < CLASSES; c++)
        of[c] = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    for (guint i = 0; i < o->set->lanes->len; i++) {
        const EventLane *l = &g_array_index(o->set->lanes, EventLane, i);
        const EventRow *e = event_lane_rows(o->set, l);
        size_t *first;
        uint32_t *order = event_lane_by_depth(o->set, l, &first);
        for (int64_t d = 0; d < l->depths; d++) {
            for (size_t k = first[d]; k < first[d + 1]; k++) {
                int c = trace_size_class(e[order[k]].dur_ns);
                if (c > 2)
                    g_array_append_val(of[c], order[k]);
            }
            for (int c = 3; c < CLASSES; c++) {
                for (guint k = 0; k < of[c]->len; k++) {
                    const EventRow *r = &e[g_array_index(of[c], uint32_t, k)];
                    add_entry(t, (PagesInt[]){ { l->id, false }, { d, false }, { c, false }, { r->start_ns, false }, { r->id, false } }, 5);
                }
                g_array_set_size(of[c], 0);
            }
        }
        g_free(order);
        g_free(first);
    }
    for (int c = 3; c < CLASSES; c++)
        g_array_unref(of[c]);
    *root = tree_end(t);
}

/* Sorts numbers by their bytes, the lowest first; bytes that are the same in all are left out. */
static void sort_numbers(uint64_t *v, size_t n)
{
    uint64_t *other = g_new(uint64_t, n), *from = v, *to = other, differ = 0;
    for (size_t i = 0; i < n; i++)
        differ |= v[i] ^ v[0];
    for (int shift = 0; shift < 64; shift += 8) {
        if (!(differ >> shift & 255))
            continue;
        size_t at[257] = { 0 };
        for (size_t i = 0; i < n; i++)
            at[(from[i] >> shift & 255) + 1]++;
        for (int b = 0; b < 256; b++)
            at[b + 1] += at[b];
        for (size_t i = 0; i < n; i++)
            to[at[from[i] >> shift & 255]++] = from[i];
        uint64_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != v)
        memcpy(v, from, n * sizeof *v);
    g_free(other);
}

/* An index of pairs, the first in the upper half. */
static void write_pairs(Out *o, const uint64_t *keys, size_t n, int64_t *root)
{
    Tree *t = tree_new(o->pages, true);
    for (size_t i = 0; i < n; i++)
        add_entry(t, (PagesInt[]){ { (int64_t)(keys[i] >> 32), false }, { (int64_t)(keys[i] & UINT32_MAX), false } }, 2);
    *root = tree_end(t);
}

/* event_inst and event_coll: what an event belongs to, and its id, where it belongs to something. */
static void write_by(Out *o, bool by_coll, int64_t *root)
{
    size_t n = 0;
    for (size_t i = 0; i < o->set->n; i++)
        n += (by_coll ? o->set->rows[i].coll_id : o->set->rows[i].inst_id) != 0;
    uint64_t *keys = g_new(uint64_t, n);
    n = 0;
    for (size_t i = 0; i < o->set->n; i++) {
        const EventRow *e = &o->set->rows[i];
        uint32_t of = by_coll ? e->coll_id : e->inst_id;
        if (of)
            keys[n++] = (uint64_t)of << 32 | e->id;
    }
    if (n)
        sort_numbers(keys, n);
    write_pairs(o, keys, n, root);
    g_free(keys);
}

/* ---- arrows ------------------------------------------------------------------------------------------------------------------ */

/* A table without row ids is an index of its rows, the key first. */
static void write_flow(Out *o, bool counts, int64_t *root)
{
    g_assert(table_type(TRACE_TABLE_flow)->n_columns == 3);
    Tree *t = tree_new(o->pages, true);
    uint8_t row[PAGES_MOST_ROW];
    for (guint i = 0; i < o->set->flows->len; i++) {
        const EventFlow *f = &g_array_index(o->set->flows, EventFlow, i);
        const PagesInt v[] = { { f->from, false }, { f->to, false }, { f->kind, false } };
        tree_add(t, 0, row, counts ? pages_row_size(v, 3) : pages_row(row, v, 3));
    }
    *root = tree_end(t);
}

/* flow_to: the end, and what of the key it lacks, which is the beginning. */
static void write_flow_to(Out *o, int64_t *root)
{
    guint n = o->set->flows->len;
    uint64_t *keys = g_new(uint64_t, n);
    for (guint i = 0; i < n; i++) {
        const EventFlow *f = &g_array_index(o->set->flows, EventFlow, i);
        keys[i] = (uint64_t)f->to << 32 | f->from;
    }
    sort_numbers(keys, n);
    write_pairs(o, keys, n, root);
    g_free(keys);
}

/* ---- the file ------------------------------------------------------------------------------------------------------------------ */

static bool in_journal_mode_delete(sqlite3 *db)
{
    sqlite3_stmt *stmt = NULL;
    bool ok = sqlite3_prepare_v2(db, "PRAGMA journal_mode", -1, &stmt, NULL) == SQLITE_OK && sqlite3_step(stmt) == SQLITE_ROW &&
              !g_strcmp0((const char *)sqlite3_column_text(stmt, 0), "delete");
    sqlite3_finalize(stmt);
    return ok;
}

/* What of the format these pages rely on: its number, nothing kept free at the end of pages, no table of page owners, and that the head says how many pages
 * there are. */
static bool is_plain(const uint8_t *head, int64_t file_size)
{
    int64_t page_size = head[16] << 8 | head[17];
    return !memcmp(head, "SQLite format 3", 16) && page_size >= PAGES_LEAST_SIZE && head[18] == 1 && head[19] == 1 && !head[20] && big(head + 44) == 4 && !big(head + 52) &&
           big(head + 24) == big(head + 92) && big(head + 28) && page_size * big(head + 28) == file_size;
}

/* Two threads write: one the tables, the other, behind these, the indexes. How many pages the tables take is counted first. */
typedef struct Half {
    const EventSet *set;
    Bulk *out;
    File *file;
    int page_size;
    int64_t first; /* page of the tables */
    int64_t last;  /* of the half; 0 = it could not be written */
    const BulkWork *work;
} Half;

static void write_tables(Half *h, bool counts)
{
    Out o = { .pages = pages_new(h->page_size, h->first, counts ? NULL : write_file, h->file), .set = h->set };
    if (h->work->with_rows)
        write_rows(&o, counts, &h->out->table);
    if (h->work->with_rows && h->set->flows->len)
        write_flow(&o, counts, &h->out->flow);
    h->last = pages_end(o.pages);
    pages_free(o.pages);
}

static void *write_indexes(void *half)
{
    Half *h = half;
    Bulk counted;
    Half tables = *h;
    tables.out = &counted;
    write_tables(&tables, true);
    Out o = { .pages = pages_new(h->page_size, tables.last + 1, write_file, h->file), .set = h->set };
    write_draw(&o, &h->out->index[0]);
    write_big(&o, &h->out->index[1]);
    write_by(&o, false, &h->out->index[2]);
    write_by(&o, true, &h->out->index[3]);
    if (h->work->with_rows && h->set->flows->len)
        write_flow_to(&o, &h->out->flow_to);
    h->last = pages_end(o.pages);
    pages_free(o.pages);
    return NULL;
}

/* Returns the number of the last page; 0 if something could not be written. */
static int64_t write_pages(Half *tables)
{
    enum { MANY = 1 << 12 }; /* events: of fewer, a thread takes longer to begin */
    Half indexes = *tables;
    Bulk other = { 0 };
    pthread_t thread;
    indexes.out = &other;
    bool beside = tables->set->n >= MANY && g_get_num_processors() > 1 && pthread_create(&thread, NULL, write_indexes, &indexes) == 0;
    write_tables(tables, false);
    if (tables->work->beside)
        tables->work->beside(tables->work->user);
    if (beside)
        pthread_join(thread, NULL);
    else
        write_indexes(&indexes);
    memcpy(tables->out->index, other.index, sizeof other.index);
    tables->out->flow_to = other.flow_to;
    return tables->last ? indexes.last : 0;
}

static bool append(sqlite3 *db, const EventSet *set, const BulkWork *work, Bulk *out)
{
    sqlite3_file *file = NULL;
    uint8_t head[HEAD];
    sqlite3_int64 size;
    if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || !file || !file->pMethods || file->pMethods->xFileSize(file, &size) != SQLITE_OK ||
        file->pMethods->xRead(file, head, HEAD, 0) != SQLITE_OK || !is_plain(head, size))
        return false;
    File f = { file, PTHREAD_MUTEX_INITIALIZER };
    *out = (Bulk){ 0 };
    int64_t last = write_pages(&(Half){ .set = set, .out = out, .file = &f, .page_size = head[16] << 8 | head[17], .first = (int64_t)big(head + 28) + 1, .work = work });
    pthread_mutex_destroy(&f.lock);
    if (last && last < INT32_MAX) {
        set_big(head + 24, big(head + 24) + 1); /* tells every reader, and this connection, that the file has changed */
        set_big(head + 28, (uint32_t)last);
        set_big(head + 92, big(head + 24));
        return file->pMethods->xWrite(file, head, HEAD, 0) == SQLITE_OK;
    }
    file->pMethods->xTruncate(file, size);
    return false;
}

bool bulk_write(sqlite3 *db, const EventSet *set, const BulkWork *work, Bulk *out)
{
    if (!in_journal_mode_delete(db) || sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL, NULL) != SQLITE_OK)
        return false;
    bool ok = append(db, set, work, out);
    sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return ok;
}

/* A row of SQLite's own table: what a page is the root of. place: the row's number; 0 = any. */
typedef struct PageName {
    const char *type, *name, *table;
    int64_t place, root;
} PageName;

static bool name_page(sqlite3_stmt *insert, const PageName *p, const char *text)
{
    if (p->place)
        sqlite3_bind_int64(insert, 1, p->place);
    else
        sqlite3_bind_null(insert, 1);
    sqlite3_bind_text(insert, 2, p->type, -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 3, p->name, -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 4, p->table, -1, SQLITE_STATIC);
    sqlite3_bind_int64(insert, 5, p->root);
    sqlite3_bind_text(insert, 6, text, -1, SQLITE_STATIC);
    bool ok = sqlite3_step(insert) == SQLITE_DONE;
    sqlite3_reset(insert);
    return ok;
}

/* The row of SQLite's own table that describes ours. */
static char *table_text(sqlite3 *db, const char *name, int64_t *place)
{
    sqlite3_stmt *stmt = NULL;
    char *text = NULL;
    if (sqlite3_prepare_v2(db, "SELECT rowid, sql FROM sqlite_master WHERE type = 'table' AND name = ?1", -1, &stmt, NULL) == SQLITE_OK && sqlite3_bind_text(stmt, 1, name, -1, SQLITE_STATIC) == SQLITE_OK &&
        sqlite3_step(stmt) == SQLITE_ROW) {
        *place = sqlite3_column_int64(stmt, 0);
        text = g_strdup((const char *)sqlite3_column_text(stmt, 1));
    }
    sqlite3_finalize(stmt);
    return text;
}

static bool name_indexes(sqlite3_stmt *insert, const Bulk *b)
{
    bool ok = true;
    for (int i = 0; ok && i < N_INDEXES; i++) {
        g_autofree char *index = schema_late_index(index_names[i]);
        ok = name_page(insert, &(PageName){ "index", index_names[i], "event", 0, b->index[i] }, index);
    }
    g_autofree char *flow_to = schema_late_index("flow_to");
    return ok && (!b->flow || name_page(insert, &(PageName){ "index", "flow_to", "flow", 0, b->flow_to }, flow_to));
}

bool bulk_install(sqlite3 *db, const char *path, const Bulk *b, GError **error)
{
    int64_t place = 0, flow_place = 0, version = db_int(db, "PRAGMA schema_version", NULL, 0, 0);
    g_autofree char *text = table_text(db, "event", &place), *flow = table_text(db, "flow", &flow_place);
    if (!text || !flow)
        return db_fail(db, path, error);
    if ((b->table && !db_exec(db, path, "DROP TABLE event", error)) || (b->flow && !db_exec(db, path, "DROP TABLE flow", error)) || !db_exec(db, path, "PRAGMA writable_schema = ON", error))
        return false;
    sqlite3_stmt *insert = db_prepare(db, path, "INSERT INTO sqlite_master(rowid, type, name, tbl_name, rootpage, sql) VALUES(?1, ?2, ?3, ?4, ?5, ?6)", error);
    bool ok = insert && (!b->table || name_page(insert, &(PageName){ "table", "event", "event", place, b->table }, text)) &&
              (!b->flow || name_page(insert, &(PageName){ "table", "flow", "flow", flow_place, b->flow }, flow)) && name_indexes(insert, b);
    if (insert && !ok)
        db_fail(db, path, error);
    sqlite3_finalize(insert);
    g_autofree char *sql = g_strdup_printf("PRAGMA schema_version = %" G_GINT64_FORMAT "; PRAGMA writable_schema = RESET", version + 2);
    return ok && db_exec(db, path, sql, error);
}

static bool insert_flows(sqlite3 *db, const char *path, const EventSet *set, GError **error)
{
    enum { ROWS = 4096 };
    Batch *out = set->flows->len ? batch_new(db, path, table_type(TRACE_TABLE_flow), error) : NULL;
    g_autofree TraceFlow *row = g_new(TraceFlow, ROWS);
    bool ok = out || !set->flows->len;
    for (guint i = 0; ok && i < set->flows->len;) {
        int n = 0;
        for (; n < ROWS && i < set->flows->len; n++, i++) {
            const EventFlow *f = &g_array_index(set->flows, EventFlow, i);
            row[n] = (TraceFlow){ .from_event = f->from, .to_event = f->to, .kind = f->kind };
        }
        ok = batch_store_rows(out, row, n) || db_fail(db, path, error);
    }
    batch_free(out);
    return ok;
}

bool bulk_insert(sqlite3 *db, const char *path, const EventSet *set, GError **error)
{
    enum { ROWS = 4096 };
    Batch *out = batch_new(db, path, table_type(TRACE_TABLE_event), error);
    g_autofree TraceEvent *row = g_new(TraceEvent, ROWS);
    bool ok = out != NULL;
    for (guint i = 0; ok && i < set->lanes->len; i++) {
        const EventLane *l = &g_array_index(set->lanes, EventLane, i);
        const EventRow *e = event_lane_rows(set, l);
        for (size_t k = 0; ok && k < l->n;) {
            int n = 0;
            for (; n < ROWS && k < l->n; n++, k++)
                row[n] = (TraceEvent){ .id = e[k].id, .lane_id = l->id, .depth = e[k].depth, .start_ns = e[k].start_ns, .dur_ns = e[k].dur_ns, .szc = trace_size_class(e[k].dur_ns),
                                       .name_id = e[k].name_id, .cat = e[k].cat, .inst_id = e[k].inst_id, .exec_id = e[k].exec_id, .coll_id = e[k].coll_id,
                                       .self_ns = e[k].self_ns == EVENT_NO_SELF ? (TraceInt){ 0 } : TRACE_INT(e[k].self_ns) };
            ok = batch_store_rows(out, row, n) || db_fail(db, path, error);
        }
    }
    batch_free(out);
    return ok && insert_flows(db, path, set, error);
}
