/* report log: what XLA's partitioner writes into its log: memory before partitioning, every reshard, memory after it, and what each
 * instruction became. */
#include "trace/report/log_text.h"
#include "trace/report/reports.h"

enum { LARGEST = 5 }; /* of a list, as there */

static const ReportColumn inst_columns[] = {
    { "bytes", NULL, CELL_BYTES }, { "value", NULL, CELL_TEXT }, { "opcode", NULL, CELL_TEXT }, { "line", NULL, CELL_LINE },
};
static const ReportColumn move_columns[] = {
    { "value", NULL, CELL_TEXT }, { "from", NULL, CELL_TEXT }, { "to", NULL, CELL_TEXT }, { "line", NULL, CELL_LINE },
};
static const ReportColumn made_columns[] = {
    { "value", NULL, CELL_TEXT }, { "bytes", NULL, CELL_BYTES }, { "becomes", NULL, CELL_TEXT }, { "line", NULL, CELL_LINE },
};

/* A run's program before and after partitioning. */
typedef struct Log {
    GArray *whole, *local;   /* TraceLogInst */
    LogText *whole_text, *local_text;
    GHashTable *of;          /* id in the input -> the instruction that it became; int64_t -> TraceLogInst */
    guint most;              /* rows of a list */
} Log;

static void log_clear(Log *l)
{
    g_clear_pointer(&l->whole, g_array_unref);
    g_clear_pointer(&l->local, g_array_unref);
    g_clear_pointer(&l->of, g_hash_table_unref);
    log_text_free(l->whole_text);
    log_text_free(l->local_text);
}

enum { INSERTED = 16 }; /* of TraceLogInst.flags */

static bool log_init(Log *l, TraceReader *r, const TraceRunInfo *run, const ReportOptions *o, GError **error)
{
    *l = (Log){ .most = o->all || o->format == REPORT_JSON || o->format == REPORT_CSV ? G_MAXUINT : LARGEST };
    l->whole = trace_query_log_insts(r, run->input_snap, error);
    l->local = l->whole ? trace_query_log_insts(r, run->final_snap, error) : NULL;
    if (!l->local)
        return false;
    g_autofree char *whole = trace_whole_text(r, run->module_id, NULL), *local = trace_snapshot_text(r, run->final_snap, NULL); /* NULL: lines are shorter */
    l->whole_text = log_text_new(whole);
    l->local_text = log_text_new(local);
    l->of = g_hash_table_new(g_int64_hash, g_int64_equal);
    for (guint i = 0; i < l->local->len; i++) {
        TraceLogInst *x = TRACE_AT(l->local, TraceLogInst, i);
        if (x->origin_id && !(x->flags & INSERTED) && !g_hash_table_contains(l->of, &x->origin_id))
            g_hash_table_insert(l->of, &x->origin_id, x);
    }
    return true;
}

/* The instruction of the input, as what became of it if anything did. */
static char *instruction(const Log *l, const TraceLogInst *input)
{
    const TraceLogInst *became = g_hash_table_lookup(l->of, &input->id);
    return became ? log_instruction(l->local_text, became) : log_instruction(l->whole_text, input);
}

static gint larger_first(gconstpointer pa, gconstpointer pb)
{
    const TraceLogInst *a = *(const TraceLogInst *const *)pa, *b = *(const TraceLogInst *const *)pb;
    return a->bytes != b->bytes ? (a->bytes < b->bytes ? 1 : -1) : a->id < b->id ? -1 : a->id > b->id;
}

/* Arrays of a program, largest first. An annotation that stands as an op is none. */
static GPtrArray *by_size(const GArray *insts, bool replicated)
{
    GPtrArray *list = g_ptr_array_new();
    for (guint i = 0; i < insts->len; i++) {
        TraceLogInst *x = TRACE_AT(insts, TraceLogInst, i);
        if (x->shape && *x->shape != '(' && !g_str_equal(x->opcode, "reshard") && (!replicated || x->is_replicated))
            g_ptr_array_add(list, x);
    }
    g_ptr_array_sort(list, larger_first);
    return list;
}

static void add_memory(Block *b, const Log *l, const GArray *insts, bool replicated, const char *title)
{
    Table *t = block_table(b, insts == l->local ? "after" : replicated ? "before_replicated" : "before", title, inst_columns, G_N_ELEMENTS(inst_columns));
    table_aside(t);
    g_autoptr(GPtrArray) list = by_size(insts, replicated);
    for (guint i = 0; i < list->len && i < l->most; i++) {
        const TraceLogInst *x = list->pdata[i];
        g_autofree char *bytes = log_bytes(x->bytes), *text = log_instruction(insts == l->local ? l->local_text : l->whole_text, x);
        g_autofree char *line = g_strdup_printf("  %s : %s", bytes, text);
        cell_int(t, x->bytes);
        cell_text(t, x->name);
        cell_text(t, x->opcode);
        cell_text(t, line);
    }
}

static bool add_moves(Block *b, const Log *l, TraceReader *r, const TraceRunInfo *run, GError **error)
{
    g_autoptr(GArray) moves = trace_query_log_moves(r, run->module_id, error), modules = moves ? trace_read_rows(r, TRACE_TABLE_module, "WHERE id = ?1", &run->module_id, 1, error) : NULL;
    if (!modules)
        return false;
    const TraceModule *m = modules->len ? TRACE_AT(modules, TraceModule, 0) : NULL;
    g_autofree char *title = g_strdup_printf("Partitioning computation %s for %" G_GINT64_FORMAT " replicas and %" G_GINT64_FORMAT " partitions", run->name,
                                             m && m->replicas.known ? m->replicas.v : 1, m && m->partitions.known ? m->partitions.v : run->n_devices);
    Table *t = block_table(b, "reshards", title, move_columns, G_N_ELEMENTS(move_columns));
    for (guint i = 0; i < moves->len; i++) {
        const TraceLogMove *x = TRACE_AT(moves, TraceLogMove, i);
        const TraceLogInst *value = NULL;
        for (guint k = 0; k < l->whole->len && !value; k++)
            value = TRACE_AT(l->whole, TraceLogInst, k)->id == x->inst_id ? TRACE_AT(l->whole, TraceLogInst, k) : NULL;
        g_autofree char *text = value ? instruction(l, value) : g_strdup("a value");
        g_autofree char *line = g_strdup_printf("Resharding %s from %s to %s", text, x->from, x->to);
        cell_text(t, value ? value->name : NULL);
        cell_text(t, x->from);
        cell_text(t, x->to);
        cell_text(t, line);
    }
    return true;
}

/* What an instruction of the input became. */
typedef struct Made {
    const TraceLogInst *input;
    GPtrArray *insts;       /* const TraceLogInst */
    int64_t bytes;          /* of the largest */
} Made;

static void made_clear(gpointer p)
{
    g_ptr_array_unref(((Made *)p)->insts);
}

static gint larger_made_first(gconstpointer pa, gconstpointer pb)
{
    const Made *a = pa, *b = pb;
    return a->bytes != b->bytes ? (a->bytes < b->bytes ? 1 : -1) : a->input->id < b->input->id ? -1 : a->input->id > b->input->id;
}

static GArray *made_from(const Log *l)
{
    GArray *list = g_array_new(FALSE, TRUE, sizeof(Made));
    g_array_set_clear_func(list, made_clear);
    g_autoptr(GHashTable) at = g_hash_table_new(g_int64_hash, g_int64_equal);
    for (guint i = 0; i < l->whole->len; i++) {
        TraceLogInst *x = TRACE_AT(l->whole, TraceLogInst, i);
        Made m = { .input = x, .insts = g_ptr_array_new() };
        g_array_append_val(list, m);
        g_hash_table_insert(at, &x->id, GUINT_TO_POINTER(i + 1));
    }
    for (guint i = 0; i < l->local->len; i++) {
        TraceLogInst *x = TRACE_AT(l->local, TraceLogInst, i);
        guint to = GPOINTER_TO_UINT(g_hash_table_lookup(at, &x->made_for));
        if (!to)
            continue;
        Made *m = &g_array_index(list, Made, to - 1);
        g_ptr_array_add(m->insts, x);
        m->bytes = MAX(m->bytes, x->bytes);
    }
    g_array_sort(list, larger_made_first);
    return list;
}

static void add_made(Block *b, const Log *l)
{
    Table *t = block_table(b, "during", "***** SPMD memory during transformation *****", made_columns, G_N_ELEMENTS(made_columns));
    table_aside(t);
    g_autoptr(GArray) list = made_from(l);
    for (guint i = 0; i < list->len && i < l->most; i++) {
        const Made *m = &g_array_index(list, Made, i);
        if (!m->insts->len)
            continue;
        g_autofree char *bytes = log_bytes(m->bytes), *text = instruction(l, m->input), *head = g_strdup_printf("  %s : %s", bytes, text);
        cell_text(t, m->input->name);
        cell_int(t, m->bytes);
        cell_text(t, NULL);
        cell_text(t, head);
        for (guint k = 0; k < m->insts->len; k++) {
            const TraceLogInst *x = m->insts->pdata[k];
            g_autofree char *one = log_instruction(l->local_text, x), *line = g_strdup_printf("     * %s", one);
            cell_text(t, m->input->name);
            cell_int(t, x->bytes);
            cell_text(t, x->name);
            cell_text(t, line);
        }
    }
}

static bool make(TraceReader *r, const TraceRunInfo *run, const ReportOptions *o, Block *b, GError **error)
{
    if (!run->input_snap || !run->final_snap) {
        block_note(b, "no program recorded");
        return true;
    }
    Log l;
    bool ok = log_init(&l, r, run, o, error);
    if (ok) {
        add_memory(b, &l, l.whole, true, "***** SPMD memory usage before partition *****\n\n  ** Replicated instructions");
        add_memory(b, &l, l.whole, false, "  ** All instructions");
        ok = add_moves(b, &l, r, run, error);
    }
    if (ok) {
        add_memory(b, &l, l.local, false, "***** SPMD memory usage after partition *****");
        add_made(b, &l);
    }
    log_clear(&l);
    return ok;
}

const Report log_report = {
    .name = "log",
    .doc = "the log that XLA's partitioner would write: memory before, during and after, and each reshard",
    .make = make,
    .all = "every instruction; else the five largest of each list",
};
