/* Stacks and what they cost; see stacks.h. Times of instructions are those that the trace keeps for each (inst_stat), which count every
 * execution also where not every event was recorded. Start reading at export_stacks(). */
#include "trace/export/stacks.h"

#include "trace/capped.h"
#include "trace/export/formats.h"

#include <string.h>

const char *stack_value_name(int value)
{
    static const char *const names[N_STACK_VALUES] = { [STACK_TIME] = "time", [STACK_BYTES] = "bytes", [STACK_MEMORY] = "memory" };
    return value >= 0 && value < N_STACK_VALUES ? names[value] : NULL;
}

const char *stack_value_unit(StackValue value)
{
    return value == STACK_TIME ? "nanoseconds" : "bytes";
}

typedef struct Stacks {
    GPtrArray *all;
    GHashTable *of_inst; /* inst.id -> ExportStack */
    GHashTable *of_name; /* "name\ncategory" of what belongs to no instruction */
    GHashTable *programs; /* module.id -> name */
    sqlite3_stmt *ask_loc;
} Stacks;

static void stack_free(gpointer p)
{
    ExportStack *s = p;
    for (guint i = 0; i < s->frames->len; i++) {
        g_free(g_array_index(s->frames, StackFrame, i).name);
        g_free(g_array_index(s->frames, StackFrame, i).file);
    }
    g_array_unref(s->frames);
    g_free(s);
}

static ExportStack *stack_new(Stacks *k)
{
    ExportStack *s = g_new0(ExportStack, 1);
    s->frames = g_array_new(FALSE, TRUE, sizeof(StackFrame));
    g_ptr_array_add(k->all, s);
    return s;
}

/* The name may be NULL or empty: then the frame is left out. */
static void push(ExportStack *s, const char *name, const char *file, int64_t line)
{
    if (name && *name)
        g_array_append_val(s->frames, ((StackFrame){ g_strdup(name), g_strdup(file), line }));
}

/* ---- frames ---------------------------------------------------------------------------------------------------------------------------- */

enum { MOST_FRAMES = 256 };

/* The callers' places before the place itself. */
static void push_places(Stacks *k, ExportStack *s, int64_t loc)
{
    guint first = s->frames->len;
    for (int i = 0; loc && i < MOST_FRAMES; i++) {
        sqlite3_reset(k->ask_loc);
        sqlite3_bind_int64(k->ask_loc, 1, loc);
        if (sqlite3_step(k->ask_loc) != SQLITE_ROW)
            break;
        const char *file = (const char *)sqlite3_column_text(k->ask_loc, 0), *func = (const char *)sqlite3_column_text(k->ask_loc, 2);
        StackFrame f = { g_strdup(func && *func ? func : file ? file : "?"), g_strdup(file), sqlite3_column_int64(k->ask_loc, 1) };
        g_array_insert_val(s->frames, first, f);
        loc = sqlite3_column_int64(k->ask_loc, 3);
    }
    sqlite3_reset(k->ask_loc);
}

/* Where no place is known, the framework's path without its last part, which is the op. */
static void push_path(ExportStack *s, const char *op_name)
{
    g_auto(GStrv) parts = g_strsplit(op_name ? op_name : "", "/", -1);
    for (char **p = parts; *p && p[1]; p++)
        push(s, *p, NULL, 0);
}

static ExportStack *stack_of_inst(Export *x, Stacks *k, int64_t inst_id)
{
    ExportStack *s = g_hash_table_lookup(k->of_inst, &inst_id);
    const InstFacts *f = s ? NULL : export_inst(x, inst_id);
    if (s || !f)
        return s;
    s = stack_new(k);
    g_hash_table_insert(k->of_inst, g_memdup2(&inst_id, sizeof inst_id), s);
    int64_t module = f->module_id;
    push(s, g_hash_table_lookup(k->programs, &module), NULL, 0);
    push_places(k, s, f->loc_id);
    if (!f->loc_id)
        push_path(s, f->op_name);
    push(s, f->name, f->file, f->line);
    s->category = f->coll ? "collective" : "compute";
    return s;
}

static ExportStack *stack_of_name(Stacks *k, const char *name, const char *category)
{
    g_autofree char *key = g_strdup_printf("%s\n%s", name, category);
    ExportStack *s = g_hash_table_lookup(k->of_name, key);
    if (s)
        return s;
    s = stack_new(k);
    push(s, category, NULL, 0);
    if (!g_str_equal(name, category))
        push(s, name, NULL, 0);
    s->category = category;
    g_hash_table_insert(k->of_name, g_steal_pointer(&key), s);
    return s;
}

/* ---- what they cost --------------------------------------------------------------------------------------------------------------------- */

typedef struct Adding {
    Stacks *k;
    int64_t most; /* the longest time so far; 0 = none is known */
} Adding;

static void add(ExportStack *s, StackValue value, int64_t v)
{
    s->value[value] = add_capped(s->value[value], MAX(v, 0));
}

/* Rows: inst, executions, self ns. */
static bool each_inst(Export *x, sqlite3_stmt *row, void *data)
{
    Adding *a = data;
    ExportStack *s = stack_of_inst(x, a->k, sqlite3_column_int64(row, 0));
    const InstFacts *f = export_inst(x, sqlite3_column_int64(row, 0));
    if (!s || !f)
        return true;
    double received = f->bytes_wire.known ? (double)f->bytes_wire.v * (double)sqlite3_column_int64(row, 1) : 0;
    add(s, STACK_TIME, sqlite3_column_int64(row, 2));
    add(s, STACK_BYTES, (int64_t)CLAMP(received, 0, 9e18));
    a->most = MAX(a->most, s->value[STACK_TIME]);
    return true;
}

/* Rows: name, category, ns. */
static bool each_name(Export *x, sqlite3_stmt *row, void *data)
{
    Adding *a = data;
    const char *name = (const char *)sqlite3_column_text(row, 0), *cat = trace_cat_name(sqlite3_column_int64(row, 1));
    add(stack_of_name(a->k, name ? name : "?", cat && sqlite3_column_int64(row, 1) ? cat : "other"), STACK_TIME, sqlite3_column_int64(row, 2));
    a->most = MAX(a->most, 1);
    (void)x;
    return true;
}

/* Events of the devices that count; lanes that repeat others are left out, as where the trace sums them itself. */
#define EVENTS_OF_DEVICES " FROM lane l CROSS JOIN event e ON e.lane_id = l.id WHERE l.run_id = ?1 AND l.device_id IS NOT NULL AND l.kind NOT IN (1, 2, 8)"
#define SELF "COALESCE(e.self_ns, e.dur_ns)"

static bool add_step(Export *x, Adding *a, GError **error)
{
    const int64_t args[] = { x->run->id, x->from_ns, x->to_ns };
    return export_each(x, (ExportAsk){ "SELECT e.inst_id, count(*), sum(" SELF ")" EVENTS_OF_DEVICES " AND e.start_ns >= ?2 AND e.start_ns < ?3 AND e.inst_id IS NOT NULL GROUP BY 1",
                                       args, 3 }, each_inst, a, error) &&
           export_each(x, (ExportAsk){ "SELECT n.s, e.cat, sum(" SELF ")" " FROM lane l CROSS JOIN event e ON e.lane_id = l.id JOIN str n ON n.id = e.name_id"
                                       " WHERE l.run_id = ?1 AND l.device_id IS NOT NULL AND l.kind NOT IN (1, 2, 8) AND e.start_ns >= ?2 AND e.start_ns < ?3 AND e.inst_id IS NULL GROUP BY n.s, e.cat",
                                       args, 3 }, each_name, a, error);
}

/* Of events without an instruction, those that begin in a step that counts and has all its events; the sums have the others'. */
typedef struct Unnamed {
    GArray *spans;     /* int64_t[2], by start */
    GHashTable *sums;  /* id of name * categories + category -> int64_t */
} Unnamed;

static bool each_span(Export *x, sqlite3_stmt *row, void *data)
{
    (void)x;
    int64_t span[2] = { sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1) };
    g_array_append_vals(data, span, 2);
    return true;
}

static bool is_counted(const GArray *spans, bool no_steps, int64_t t)
{
    guint a = 0, b = spans->len / 2;
    while (a < b) {
        guint m = (a + b) / 2;
        if (g_array_index(spans, int64_t, 2 * m) <= t)
            a = m + 1;
        else
            b = m;
    }
    return no_steps || (a && t < g_array_index(spans, int64_t, 2 * a - 1));
}

static bool each_unnamed(Export *x, sqlite3_stmt *row, void *data)
{
    Unnamed *u = data;
    if (!is_counted(u->spans, !x->steps->len, sqlite3_column_int64(row, 2)))
        return true;
    int64_t key = CLAMP(sqlite3_column_int64(row, 0), 0, INT64_C(1) << 50) * TRACE_N_CATS + CLAMP(sqlite3_column_int64(row, 1), 0, TRACE_N_CATS - 1);
    int64_t *sum = g_hash_table_lookup(u->sums, &key);
    if (!sum) {
        sum = g_new0(int64_t, 2);
        sum[0] = key;
        g_hash_table_insert(u->sums, &sum[0], sum);
    }
    sum[1] = add_capped(sum[1], sqlite3_column_int64(row, 3));
    return true;
}

#define COUNTED "(s.warm = 1 OR NOT EXISTS (SELECT 1 FROM step w WHERE w.run_id = ?1 AND w.warm = 1))"

static bool add_unnamed(Export *x, Adding *a, GError **error)
{
    Unnamed u = { .spans = g_array_new(FALSE, FALSE, sizeof(int64_t)), .sums = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free) };
    bool ok = export_each(x, EXPORT_ASK("SELECT s.start_ns, s.start_ns + s.dur_ns FROM step s WHERE s.run_id = ?1 AND s.n_events IS NULL AND " COUNTED " ORDER BY s.start_ns", x->run->id),
                          each_span, u.spans, error) &&
              export_each(x, EXPORT_ASK("SELECT e.name_id, e.cat, e.start_ns, " SELF EVENTS_OF_DEVICES " AND e.inst_id IS NULL", x->run->id), each_unnamed, &u, error);
    GHashTableIter it;
    gpointer sum;
    g_hash_table_iter_init(&it, u.sums);
    while (ok && g_hash_table_iter_next(&it, NULL, &sum)) {
        int64_t key = ((int64_t *)sum)[0];
        const char *cat = key % TRACE_N_CATS ? trace_cat_name(key % TRACE_N_CATS) : NULL;
        add(stack_of_name(a->k, export_text(x, key / TRACE_N_CATS), cat ? cat : "other"), STACK_TIME, ((int64_t *)sum)[1]);
        a->most = MAX(a->most, 1);
    }
    g_hash_table_unref(u.sums);
    g_array_unref(u.spans);
    return ok && export_each(x, EXPORT_ASK("SELECT n.s, o.cat, sum(o.self_ns) FROM step s JOIN op_sum o ON o.step_id = s.id JOIN lane l ON l.id = o.lane_id JOIN str n ON n.id = o.name_id"
                                           " WHERE s.run_id = ?1 AND l.device_id IS NOT NULL AND o.inst_id = 0 AND " COUNTED " GROUP BY n.s, o.cat", x->run->id), each_name, a, error);
}

static bool add_run(Export *x, Adding *a, GError **error)
{
    return export_each(x, EXPORT_ASK("SELECT st.inst_id, sum(st.n), sum(st.self_ns) FROM inst_stat st JOIN device d ON d.id = st.device_id WHERE d.run_id = ?1 GROUP BY 1", x->run->id),
                       each_inst, a, error) && add_unnamed(x, a, error);
}

/* A step as predicted, on one device. */
static bool add_predicted(Export *x, Adding *a, GError **error)
{
    export_note(x, "no events are recorded: times are those predicted for a step on one device");
    return export_each(x, EXPORT_ASK("SELECT i.id, COALESCE(k.trips, c.trips, 1), CAST(COALESCE(i.est_ns, 0) * COALESCE(k.trips, c.trips, 1) AS INTEGER)"
                                     " FROM computation c JOIN inst i ON i.comp_id = c.id LEFT JOIN coll k ON k.inst_id = i.id"
                                     " WHERE c.snapshot_id = ?1 AND (i.est_ns > 0 OR k.inst_id IS NOT NULL)", x->run->final_snap), each_inst, a, error);
}

/* Places in use at the peak, each with the value to name there. */
static bool add_memory(Export *x, Stacks *k, GError **error)
{
    if (!x->run->final_snap)
        return true;
    g_autoptr(GArray) buffers = trace_query_buffers(x->r, x->run->final_snap, true, error);
    for (guint i = 0; buffers && i < buffers->len; i++) {
        const TraceBufferRow *b = TRACE_AT(buffers, TraceBufferRow, i);
        ExportStack *s = b->inst_id ? stack_of_inst(x, k, b->inst_id) : NULL;
        s = s ? s : stack_of_name(k, b->label ? b->label : "not named", "memory");
        add(s, STACK_MEMORY, b->place_bytes);
    }
    return buffers != NULL;
}

static bool each_program(Export *x, sqlite3_stmt *row, void *data)
{
    (void)x;
    int64_t id = sqlite3_column_int64(row, 0);
    g_hash_table_insert(data, g_memdup2(&id, sizeof id), g_strdup((const char *)sqlite3_column_text(row, 1)));
    return true;
}

GPtrArray *export_stacks(Export *x, GError **error)
{
    Stacks k = { .all = g_ptr_array_new_with_free_func(stack_free), .of_inst = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL),
                 .of_name = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL), .programs = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free) };
    Adding a = { &k, 0 };
    k.ask_loc = db_prepare(x->db, x->r->path, "SELECT f.s, l.line, fn.s, l.parent_id FROM loc l LEFT JOIN str f ON f.id = l.file_id LEFT JOIN str fn ON fn.id = l.func_id WHERE l.id = ?1", error);
    bool ok = k.ask_loc && export_each(x, EXPORT_ASK("SELECT id, name FROM module WHERE run_id = ?1", x->run->id), each_program, k.programs, error) &&
              (x->o->has_step ? add_step(x, &a, error) : add_run(x, &a, error)) && (a.most || x->o->has_step || add_predicted(x, &a, error)) && add_memory(x, &k, error);
    sqlite3_finalize(k.ask_loc);
    g_hash_table_unref(k.of_inst);
    g_hash_table_unref(k.of_name);
    g_hash_table_unref(k.programs);
    x->done->n_events += k.all->len;
    if (ok)
        return k.all;
    g_ptr_array_unref(k.all);
    return NULL;
}
