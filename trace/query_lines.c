/* What each line of the user's program costs, added up from the answers that reports of ops, reshards and memory give, so that
 * lists and margins of a source agree with them: once for the user's line that it is from, and once for every line of its call
 * stack, so that a line has the costs of what it calls and a library's line what is spent there for any user's line. */
#include "trace/capped.h"
#include "trace/query_impl.h"

typedef struct Lines {
    TraceReader *r;
    GArray *rows;       /* TraceLineTotal */
    GHashTable *at;     /* file:line of the questions' rows -> index + 1 */
    GArray *frame;      /* TraceFrameRow */
    GHashTable *frames; /* loc.id -> its TraceFrameRow */
    GHashTable *loc;    /* of the rows of one question: id -> loc.id */
    GHashTable *self;   /* instruction of the final program -> its ns that add_ops() counted */
    GHashTable *moves;  /* set of collectives that changes of layout with a line became: theirs is the time, as the bytes are */
    bool calls;         /* some line is called by another */
    GArray *seen;       /* guint: lines of one stack */
} Lines;

typedef struct Cost {
    TraceInt ns, waited;
    int64_t reshards, traffic, peak_bytes;
} Cost;

static guint line_index(Lines *l, const char *at)
{
    guint i = GPOINTER_TO_UINT(g_hash_table_lookup(l->at, at));
    if (!i) {
        TraceLineTotal new_line = { .at = g_strdup(at) };
        g_array_append_val(l->rows, new_line);
        i = l->rows->len;
        g_hash_table_insert(l->at, g_strdup(at), GUINT_TO_POINTER(i));
    }
    return i - 1;
}

static TraceLineTotal *line_at(Lines *l, const char *at)
{
    guint i = line_index(l, at); /* the rows may move */
    return TRACE_AT(l->rows, TraceLineTotal, i);
}

static void add_known(TraceInt *sum, TraceInt v)
{
    if (v.known)
        *sum = TRACE_INT(add_capped(sum->v, v.v));
}

static bool read_frames(Lines *l, GError **error)
{
    TraceReader *r = l->r;
    l->frame = ASK(FrameRow, "SELECT l.id, COALESCE(l.parent_id, 0), iif(l.line IS NULL, NULL, v.inner_at) FROM loc l JOIN v_loc v ON v.id = l.id WHERE l.id > ?1", 0);
    for (guint i = 0; l->frame && i < l->frame->len; i++) {
        TraceFrameRow *x = TRACE_AT(l->frame, TraceFrameRow, i);
        g_hash_table_insert(l->frames, &x->id, x);
    }
    return l->frame != NULL;
}

/* From here on add_cost() is told rows of this question. */
static bool read_places(Lines *l, GArray *placed)
{
    g_hash_table_remove_all(l->loc);
    for (guint i = 0; placed && i < placed->len; i++) {
        const TracePlacedRow *x = TRACE_AT(placed, TracePlacedRow, i);
        g_hash_table_insert(l->loc, GSIZE_TO_POINTER((gsize)x->id), GSIZE_TO_POINTER((gsize)x->loc_id));
    }
    bool ok = placed != NULL;
    if (ok)
        g_array_unref(placed);
    return ok;
}

/* Each line of the stack gets it once, also one that is there several times. */
static void add_cost(Lines *l, int64_t row, const char *at, Cost c)
{
    g_array_set_size(l->seen, 0);
    int64_t loc = (int64_t)GPOINTER_TO_SIZE(g_hash_table_lookup(l->loc, GSIZE_TO_POINTER((gsize)row)));
    const TraceFrameRow *f = g_hash_table_lookup(l->frames, &loc);
    for (int depth = 0; depth == 0 || (f && depth < 256); f = depth++ ? g_hash_table_lookup(l->frames, &f->parent_id) : f) {
        const char *here = depth ? f->at : at; /* the question's own answer first, then the stack, which it is part of */
        if (!here)
            continue;
        guint i = line_index(l, here), k = 0;
        while (k < l->seen->len && g_array_index(l->seen, guint, k) != i)
            k++;
        if (k < l->seen->len)
            continue;
        g_array_append_val(l->seen, i);
        l->calls |= depth > 0;
        TraceLineTotal *t = TRACE_AT(l->rows, TraceLineTotal, i);
        add_known(&t->all_ns, c.ns);
        add_known(&t->all_waited_ns, c.waited);
        add_known(&t->all_reshards, TRACE_INT(c.reshards));
        add_known(&t->all_traffic, TRACE_INT(c.traffic));
        add_known(&t->all_peak_bytes, TRACE_INT(c.peak_bytes));
    }
}

static bool add_ops(int64_t snapshot, bool final, Lines *l, GError **error)
{
    TraceReader *r = l->r;
    if (!snapshot)
        return true;
    g_autoptr(GArray) insts = trace_query_insts(r, snapshot, error);
    if (!insts || !read_places(l, ASK(PlacedRow, "SELECT i.id, COALESCE(i.loc_id, 0) FROM inst i JOIN computation c ON c.id = i.comp_id WHERE c.snapshot_id = ?1", snapshot)))
        return false;
    for (guint i = 0; i < insts->len; i++) {
        const TraceInstRow *x = TRACE_AT(insts, TraceInstRow, i);
        if (!x->at)
            continue;
        const gpointer id = GSIZE_TO_POINTER((gsize)x->id);
        const TraceInt ns = final && !g_hash_table_contains(l->moves, id) ? x->self_ns : (TraceInt){ 0 };
        TraceLineTotal *t = line_at(l, x->at);
        t->n_ops += !final;
        t->n_insts += final;
        add_known(&t->total_ns, ns);
        if (ns.known)
            g_hash_table_insert(l->self, id, GSIZE_TO_POINTER((gsize)ns.v));
        add_cost(l, x->id, x->at, (Cost){ .ns = ns });
    }
    return true;
}

/* Before ops are added, whose time is then not that of these. */
static bool find_moves(int64_t module, Lines *l, GError **error)
{
    TraceReader *r = l->r;
    g_autoptr(GArray) rows = ASK(PlacedRow, "SELECT DISTINCT k.inst_id, r.cause_loc FROM reshard r JOIN v_loc v ON v.id = r.cause_loc JOIN reshard_inst ri ON ri.reshard_id = r.id"
                                            " JOIN coll k ON k.inst_id = ri.inst_id WHERE r.module_id = ?1 AND v.at IS NOT NULL", module);
    for (guint i = 0; rows && i < rows->len; i++)
        g_hash_table_add(l->moves, GSIZE_TO_POINTER((gsize)TRACE_AT(rows, TracePlacedRow, i)->id));
    return rows != NULL;
}

/* What waiting for members is of the time of a collective. */
static TraceInt waiting(TraceInt total, TraceInt moved)
{
    return total.known && moved.known && total.v > moved.v ? TRACE_INT(total.v - moved.v) : (TraceInt){ 0 };
}

static bool add_reshards(int64_t module, Lines *l, GError **error)
{
    TraceReader *r = l->r;
    g_autoptr(GArray) reshards = trace_query_reshards(r, module, error);
    if (!reshards || !read_places(l, ASK(PlacedRow, "SELECT id, COALESCE(cause_loc, 0) FROM reshard WHERE module_id = ?1", module)))
        return false;
    for (guint i = 0; i < reshards->len; i++) {
        const TraceReshardRow *x = TRACE_AT(reshards, TraceReshardRow, i);
        if (!x->at)
            continue;
        TraceLineTotal *t = line_at(l, x->at);
        t->n_reshards++;
        t->traffic = add_capped(t->traffic, x->traffic.v);
        add_known(&t->moved_ns, x->moved_ns);
        const TraceInt waited = waiting(x->total_ns, x->moved_ns);
        add_known(&t->total_ns, x->moved_ns);
        add_known(&t->waited_ns, waited);
        if (x->est_ns.known)
            t->est_ns = (TraceReal){ .known = true, .v = t->est_ns.v + x->est_ns.v };
        add_cost(l, x->id, x->at, (Cost){ .ns = x->moved_ns, .waited = waited, .reshards = 1, .traffic = x->traffic.v });
    }
    return true;
}

/* What a collective takes before its last member has come is waiting, not work. Where waiting was recorded as an event of its own, add_ops() counted
 * none of it. */
static void set_waiting_apart(Lines *l, const TraceCollRow *x)
{
    const TraceInt waited = waiting(x->total_ns, x->moved_ns);
    if (!x->at || !waited.known || g_hash_table_contains(l->moves, GSIZE_TO_POINTER((gsize)x->inst_id)))
        return;
    int64_t counted = (int64_t)GPOINTER_TO_SIZE(g_hash_table_lookup(l->self, GSIZE_TO_POINTER((gsize)x->inst_id)));
    const TraceInt less = TRACE_INT(MIN(x->moved_ns.v - counted, 0));
    TraceLineTotal *t = line_at(l, x->at);
    add_known(&t->total_ns, less);
    add_known(&t->waited_ns, waited);
    add_cost(l, x->inst_id, x->at, (Cost){ .ns = less, .waited = waited });
}

/* Collectives that the program has itself, at their own lines; of all of them what was waiting. */
static bool add_own_collectives(int64_t module, Lines *l, GError **error)
{
    TraceReader *r = l->r;
    g_autoptr(GArray) colls = trace_query_colls(r, module, error);
    if (!colls || !read_places(l, ASK(PlacedRow, "SELECT i.id, COALESCE(i.loc_id, 0) FROM coll k JOIN inst i ON i.id = k.inst_id JOIN computation c ON c.id = i.comp_id"
                                                 " JOIN snapshot s ON s.id = c.snapshot_id WHERE s.module_id = ?1", module)))
        return false;
    for (guint i = 0; i < colls->len; i++) {
        const TraceCollRow *x = TRACE_AT(colls, TraceCollRow, i);
        set_waiting_apart(l, x);
        if (!x->at || x->reshard_id)
            continue;
        TraceLineTotal *t = line_at(l, x->at);
        t->traffic = add_capped(t->traffic, x->traffic);
        add_known(&t->moved_ns, x->moved_ns);
        if (x->est_ns.known)
            t->est_ns = (TraceReal){ .known = true, .v = t->est_ns.v + x->est_ns.v };
        add_cost(l, x->inst_id, x->at, (Cost){ .traffic = x->traffic });
    }
    return true;
}

static bool add_buffers(int64_t snapshot, Lines *l, GError **error)
{
    TraceReader *r = l->r;
    if (!snapshot)
        return true;
    g_autoptr(GArray) buffers = trace_query_buffers(r, snapshot, true, error);
    if (!buffers || !read_places(l, ASK(PlacedRow, "SELECT b.id, COALESCE(i.loc_id, g.loc_id, 0) FROM alloc a JOIN buffer b ON b.alloc_id = a.id LEFT JOIN inst i ON i.id = b.inst_id"
                                                   " LEFT JOIN inst g ON g.id = i.origin_id WHERE a.snapshot_id = ?1", snapshot)))
        return false;
    for (guint i = 0; i < buffers->len; i++) {
        const TraceBufferRow *x = TRACE_AT(buffers, TraceBufferRow, i);
        if (!x->at)
            continue;
        TraceLineTotal *t = line_at(l, x->at);
        t->peak_bytes = add_capped(t->peak_bytes, x->place_bytes);
        add_cost(l, x->id, x->at, (Cost){ .peak_bytes = x->place_bytes });
    }
    return true;
}

/* Annotations are named by their lines too, which may have no op. */
static bool add_annotations(int64_t module, Lines *l, GError **error)
{
    g_autoptr(GArray) said = trace_query_annotations(l->r, module, error);
    for (guint i = 0; said && i < said->len; i++)
        if (TRACE_AT(said, TraceAnnotationRow, i)->at)
            line_index(l, TRACE_AT(said, TraceAnnotationRow, i)->at);
    return said != NULL;
}

static void hide_calls(Lines *l)
{
    for (guint i = 0; i < l->rows->len && !l->calls; i++) {
        TraceLineTotal *t = TRACE_AT(l->rows, TraceLineTotal, i);
        t->all_ns = t->all_waited_ns = t->all_reshards = t->all_traffic = t->all_peak_bytes = (TraceInt){ 0 };
    }
}

static int more_first(int64_t a, int64_t b)
{
    return (a < b) - (a > b);
}

/* The user's lines, then those of packages. */
static gint dearest_first(gconstpointer pa, gconstpointer pb)
{
    const TraceLineTotal *a = pa, *b = pb;
    int package = trace_file_installed(a->at) - trace_file_installed(b->at);
    if (package)
        return package;
    const int64_t of_a[] = { a->all_traffic.v, a->all_ns.v, a->all_peak_bytes.v, a->traffic, a->total_ns.v, a->peak_bytes },
                  of_b[] = { b->all_traffic.v, b->all_ns.v, b->all_peak_bytes.v, b->traffic, b->total_ns.v, b->peak_bytes };
    for (size_t i = 0; i < G_N_ELEMENTS(of_a); i++)
        if (of_a[i] != of_b[i])
            return more_first(of_a[i], of_b[i]);
    return g_strcmp0(a->at, b->at);
}

GArray *trace_query_line_totals(TraceReader *r, const TraceRunInfo *run, GError **error)
{
    Lines l = { .r = r, .rows = g_array_new(FALSE, TRUE, sizeof(TraceLineTotal)), .at = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                .frames = g_hash_table_new(g_int64_hash, g_int64_equal), .loc = g_hash_table_new(NULL, NULL), .seen = g_array_new(FALSE, FALSE, sizeof(guint)),
                .self = g_hash_table_new(NULL, NULL), .moves = g_hash_table_new(NULL, NULL) };
    g_array_set_clear_func(l.rows, result_type_LineTotal.clear);
    bool ok = read_frames(&l, error) && find_moves(run->module_id, &l, error) && add_ops(run->input_snap, false, &l, error) && add_ops(run->final_snap, true, &l, error) && add_reshards(run->module_id, &l, error) &&
              add_own_collectives(run->module_id, &l, error) && add_buffers(run->final_snap, &l, error) && add_annotations(run->module_id, &l, error);
    g_hash_table_unref(l.at);
    g_hash_table_unref(l.frames);
    g_hash_table_unref(l.loc);
    g_hash_table_unref(l.self);
    g_hash_table_unref(l.moves);
    g_array_unref(l.seen);
    g_clear_pointer(&l.frame, g_array_unref);
    if (!ok) {
        g_array_unref(l.rows);
        return NULL;
    }
    hide_calls(&l);
    g_array_sort(l.rows, dearest_first);
    return l.rows;
}
