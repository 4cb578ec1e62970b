/* What Nsight Systems recorded of threads: calls of CUDA, NVTX ranges, calls of the system, of libraries and of MPI. XLA names its NVTX ranges after modules and
 * thunks, so that a kernel's instruction is that of the range around its launch. Tables with times that nobody reads are counted. Start at nsys_read_threads(). */
#include <string.h>

#include "trace/import/nsys_impl.h"

Track *nsys_thread(Nsys *n, int64_t global_tid, const char *what)
{
    int64_t thread = global_tid & 0xffffff;
    Track *t = tracks_get(n->f->tracks, nsys_process(global_tid), what ? (int64_t)g_str_hash(what) << 24 | thread : thread);
    if (!t->name)
        t->name = g_strdup_printf("thread %" G_GINT64_FORMAT "%s%s", thread, what ? " " : "", what ? what : "");
    return t;
}

/* ---- ranges ----------------------------------------------------------------------------------------------------------------------- */

/* "Thunk:#name=..,hlo_op=fusion.1#": the value of a key, of several the innermost. */
static char *annotated(const char *name, const char *key)
{
    g_autofree char *find = g_strdup_printf("%s=", key);
    const char *at = NULL;
    for (const char *p = name; (p = strstr(p, find)); p++)
        if (p > name && (p[-1] == '#' || p[-1] == ','))
            at = p + strlen(find);
    return at ? g_strndup(at, strcspn(at, ",#")) : NULL;
}

/* What a name says, if it is of XLA's: place + 1 among the texts. Names repeat. */
static uint32_t text_of(Nsys *n, uint32_t name_id)
{
    enum { NOTHING = -1 };
    int have = GPOINTER_TO_INT(g_hash_table_lookup(n->text_of, GUINT_TO_POINTER(name_id)));
    if (have)
        return have == NOTHING ? 0 : (uint32_t)have;
    const char *name = tracks_name_of(n->f->tracks->run, name_id)->text;
    NsysText *x = g_new0(NsysText, 1);
    *x = (NsysText){ .hlo_op = annotated(name, "hlo_op"), .module = annotated(name, "hlo_module") };
    if (!x->hlo_op && !x->module) {
        g_free(x);
        g_hash_table_insert(n->text_of, GUINT_TO_POINTER(name_id), GINT_TO_POINTER(NOTHING));
        return 0;
    }
    g_autofree char *id = annotated(name, "program_id");
    x->has_id = id != NULL;
    x->id = id ? g_ascii_strtoull(id, NULL, 10) : 0;
    g_ptr_array_add(n->texts, x);
    g_hash_table_insert(n->text_of, GUINT_TO_POINTER(name_id), GUINT_TO_POINTER(n->texts->len));
    return n->texts->len;
}

/* Place + 1 among the threads. */
static uint32_t thread_of(Nsys *n, int64_t tid)
{
    if (n->last_thread && n->last_tid == tid)
        return n->last_thread;
    gpointer have = g_hash_table_lookup(n->thread_of, &tid);
    if (!have) {
        g_array_append_val(n->threads, (NsysThread){ 0 });
        have = GUINT_TO_POINTER(n->threads->len);
        g_hash_table_insert(n->thread_of, g_memdup2(&tid, sizeof tid), have);
    }
    n->last_tid = tid;
    return n->last_thread = GPOINTER_TO_UINT(have);
}

/* Borrowed until another thread comes. */
static NsysThread *thread_at(Nsys *n, int64_t tid)
{
    uint32_t place = thread_of(n, tid);
    return &g_array_index(n->threads, NsysThread, place - 1);
}

static int range_order(gconstpointer pa, gconstpointer pb)
{
    const NsysRange *a = pa, *b = pb;
    if (a->thread != b->thread)
        return a->thread < b->thread ? -1 : 1;
    return a->start != b->start ? (a->start < b->start ? -1 : 1) : (a->end < b->end) - (a->end > b->end);
}

/* Ranges of a thread lie within each other. */
static void find_parents(Nsys *n)
{
    NsysRange *x = (NsysRange *)n->ranges->data;
    for (guint i = 0, at = 0; i < n->ranges->len; i++) {
        while (at && (x[at - 1].thread != x[i].thread || x[at - 1].end < x[i].start))
            at = x[at - 1].parent;
        x[i].parent = at;
        at = i + 1;
        NsysThread *t = &g_array_index(n->threads, NsysThread, x[i].thread - 1);
        t->first = t->n ? t->first : i;
        t->n++;
    }
}

static void read_nvtx(Nsys *n)
{
    enum { PUSHED = 59, STARTED = 60, MARK = 34 };
    static const char *const columns[] = { "start", "end", "text", "textId", "globalTid", "eventType", "name", "nameId" };
    g_autofree char *table = nsys_table(n, "NVTX_EVENTS");
    if (!table || !foreign_has_column(n->f, table, "start"))
        return;
    int64_t others = 0;
    ForeignRows *q = foreign_rows(n->f, table, columns, G_N_ELEMENTS(columns));
    while (foreign_rows_next(q)) {
        int64_t type = foreign_rows_null(q, 5) ? PUSHED : foreign_rows_int(q, 5);
        if (type != PUSHED && type != STARTED && type != MARK) { /* say what domains, categories and threads are called */
            others++;
            continue;
        }
        if (!foreign_rows_timed(q))
            continue;
        int64_t start = foreign_rows_int(q, 0), to = foreign_rows_null(q, 1) ? start : foreign_rows_int(q, 1), tid = foreign_rows_int(q, 4);
        uint32_t name = nsys_name(n, q, 2, 3), text;
        name = name ? name : nsys_name(n, q, 6, 7);
        name = name ? name : tracks_name(n->f->tracks->run, "?");
        track_add_named(n->f->tracks, nsys_thread(n, tid, "NVTX"), start, to, name);
        if ((text = text_of(n, name)))
            g_array_append_val(n->ranges, ((NsysRange){ .start = start, .end = to, .thread = thread_of(n, tid), .text = text }));
    }
    n->f->tracks->run->n_seen += others;
    n->f->tracks->run->n_left += others;
    if (others)
        import_note(n->f->tracks->run, 0, "nvtx_names", others, "rows of NVTX_EVENTS are no ranges or marks, but say what domains, categories or threads are called");
    g_array_sort(n->ranges, range_order);
    find_parents(n);
}

/* ---- calls ------------------------------------------------------------------------------------------------------------------------- */

/* Place + 1 of the thread's last range that begins until then; 0 = none does. Calls of a thread come by time, nearly. */
static guint last_before(const Nsys *n, NsysThread *t, int64_t at)
{
    const NsysRange *x = (const NsysRange *)n->ranges->data + t->first;
    guint low = t->at, high = t->n, step = 1;
    if (low && x[low - 1].start > at) {
        high = low - 1;
        low = 0;
    } else {
        while (low + step <= t->n && x[low + step - 1].start <= at) {
            low += step;
            step *= 2;
        }
        high = MIN(t->n, low + step);
    }
    while (low < high) {
        guint mid = (low + high) / 2;
        if (x[mid].start <= at)
            low = mid + 1;
        else
            high = mid;
    }
    t->at = low;
    return low ? t->first + low : 0;
}

/* A call, and what the ranges around it say: the innermost instruction, and its module. */
static void add_call(Nsys *n, uint64_t key, int64_t tid, int64_t at)
{
    enum { DEEPEST = 256 };
    NsysCall c = { .key = key };
    if (!key || !n->ranges->len)
        return;
    guint place = last_before(n, thread_at(n, tid), at);
    for (int depth = 0; place && !c.module && depth < DEEPEST; depth++) {
        const NsysRange *x = &g_array_index(n->ranges, NsysRange, place - 1);
        const NsysText *text = n->texts->pdata[x->text - 1];
        place = x->parent;
        if (x->end < at)
            continue;
        c.op = c.op || !text->hlo_op ? c.op : x->text;
        c.module = text->module ? x->text : 0;
    }
    if (c.module)
        g_array_append_val(n->calls, c);
}

static int call_order(gconstpointer pa, gconstpointer pb)
{
    const NsysCall *a = pa, *b = pb;
    return (a->key > b->key) - (a->key < b->key);
}

static void read_calls(Nsys *n)
{
    static const char *const columns[] = { "start", "end", "globalTid", "correlationId", "text", "textId", "name", "nameId" };
    g_autofree char *table = nsys_table(n, "CUPTI_ACTIVITY_KIND_RUNTIME");
    if (!table)
        return;
    ForeignRows *q = foreign_rows(n->f, table, columns, G_N_ELEMENTS(columns));
    while (foreign_rows_next(q)) {
        if (!foreign_rows_timed(q))
            continue;
        int64_t start = foreign_rows_int(q, 0), tid = foreign_rows_int(q, 2);
        uint64_t key = nsys_key(n, nsys_process(tid), foreign_rows_int(q, 3));
        uint32_t name = nsys_name(n, q, 4, 5);
        name = name ? name : nsys_name(n, q, 6, 7);
        NsysThread *t = thread_at(n, tid);
        if (!t->calls)
            t->calls = nsys_thread(n, tid, NULL);
        TrackEvent *e = track_add_named(n->f->tracks, t->calls, start, foreign_rows_int(q, 1), name ? name : tracks_name(n->f->tracks->run, "?"));
        e->arrow = track_launch(n->f->tracks, key, ARROW_FROM);
        add_call(n, key, tid, start);
    }
    g_array_sort(n->calls, call_order);
    g_array_set_size(n->ranges, 0);
}

void nsys_find_op(Nsys *n, Track *t, uint64_t key)
{
    const NsysCall *c = (const NsysCall *)n->calls->data;
    guint low = n->call_at, high = n->calls->len, step = 1;
    if (!key || !n->calls->len)
        return;
    if (low < high && c[low].key <= key) { /* work comes in the order of its launches, nearly */
        while (low + step < n->calls->len && c[low + step].key <= key) {
            low += step;
            step *= 2;
        }
        high = MIN(n->calls->len, low + step);
    } else {
        low = 0;
    }
    while (low < high) { /* the last one that is not behind it: of equal numbers, the last call counts */
        guint mid = (low + high) / 2;
        if (c[mid].key <= key)
            low = mid + 1;
        else
            high = mid;
    }
    n->call_at = low ? low - 1 : 0;
    if (!low || c[low - 1].key != key)
        return;
    c += low - 1;
    ImportRun *r = n->f->tracks->run;
    const NsysText *module = n->texts->pdata[c->module - 1];
    NsysText *op = n->texts->pdata[(c->op ? c->op : c->module) - 1];
    if (op->last != module) {
        op->last = module;
        op->program = import_programs_find(r->programs, module->module, module->has_id, module->id);
        op->op = c->op ? import_program_op(op->program, op->hlo_op, strlen(op->hlo_op)) : NULL;
        if (c->op && !op->op)
            op->op = import_programs_make_op(r->programs, op->program, op->hlo_op);
    }
    track_of_program(t, op->program, op->op);
}

/* ---- other tables -------------------------------------------------------------------------------------------------------------------- */

/* Tables that were not read, in order. */
static GPtrArray *tables_left(Nsys *n)
{
    GPtrArray *out = g_ptr_array_new_with_free_func(g_free);
    sqlite3_stmt *q = foreign_ask(n->f, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name");
    while (foreign_next(n->f, q))
        if (!g_hash_table_contains(n->read, foreign_text(q, 0)))
            g_ptr_array_add(out, g_strdup(foreign_text(q, 0)));
    return out;
}

/* "OSRT_API" -> "OSRT", "MPI_COLLECTIVES_EVENTS" -> "MPI COLLECTIVES" */
static char *plain_name(const char *table)
{
    static const char *const ends[] = { "_EVENTS", "_API" };
    g_autofree char *name = g_strdup(g_str_has_prefix(table, "CUPTI_ACTIVITY_KIND_") ? table + strlen("CUPTI_ACTIVITY_KIND_") : table);
    for (size_t i = 0; i < G_N_ELEMENTS(ends); i++)
        if (g_str_has_suffix(name, ends[i]) && strlen(name) > strlen(ends[i]))
            name[strlen(name) - strlen(ends[i])] = 0;
    return g_strdelimit(g_steal_pointer(&name), "_", ' ');
}

static void read_other(Nsys *n, const char *table)
{
    static const char *const columns[] = { "start", "end", "globalTid", "text", "textId", "name", "nameId" };
    g_autofree char *what = plain_name(table);
    uint32_t unnamed = 0;
    ForeignRows *q = foreign_rows(n->f, table, columns, G_N_ELEMENTS(columns));
    while (foreign_rows_next(q)) {
        if (!foreign_rows_timed(q))
            continue;
        int64_t start = foreign_rows_int(q, 0), end = foreign_rows_null(q, 1) ? start : foreign_rows_int(q, 1);
        uint32_t name = nsys_name(n, q, 3, 4);
        name = name ? name : nsys_name(n, q, 5, 6);
        if (!name)
            name = unnamed = unnamed ? unnamed : tracks_name(n->f->tracks->run, what);
        track_add_named(n->f->tracks, nsys_thread(n, foreign_rows_int(q, 2), what), start, end, name);
    }
}

/* What threads called has a start, an end and a thread, whatever it is: of the system, of cuDNN, cuBLAS, MPI, OpenACC, ... */
static void read_others(Nsys *n)
{
    g_autoptr(GPtrArray) left = tables_left(n);
    for (guint i = 0; i < left->len; i++) {
        const char *table = left->pdata[i];
        if (!foreign_has_column(n->f, table, "start") || !foreign_has_column(n->f, table, "end") || !foreign_has_column(n->f, table, "globalTid"))
            continue;
        read_other(n, table);
        g_hash_table_add(n->read, g_strdup(table));
    }
}

void nsys_read_threads(Nsys *n)
{
    read_nvtx(n);
    read_calls(n);
    read_others(n);
}

void nsys_count_rest(Nsys *n)
{
    static const char *const times[] = { "start", "timestamp", "rawTimestamp" };
    ImportRun *r = n->f->tracks->run;
    g_autoptr(GPtrArray) left = tables_left(n);
    for (guint i = 0; i < left->len; i++) {
        const char *table = left->pdata[i];
        bool has_times = false;
        for (size_t k = 0; k < G_N_ELEMENTS(times); k++)
            has_times |= foreign_has_column(n->f, table, times[k]);
        bool is_activity = g_str_has_prefix(table, "CUPTI_ACTIVITY_KIND_") || g_str_has_suffix(table, "_EVENTS");
        int64_t rows = has_times || is_activity ? foreign_count(n->f, table) : 0;
        g_autofree char *code = g_strdup_printf("table_%s", table);
        if (rows)
            import_note(r, 1, code, rows, has_times ? "rows of %s are not imported" : "rows of %s have no times and are not imported", table);
        r->n_seen += rows;
        r->n_left += rows;
    }
}
