/* Over which links the bytes of collectives go: inside a process, between processes of a machine, between machines. Asked of SQL, as
 * links(inst_id, which), so that collectives, reshards, totals and the comparison of runs add up the same numbers.
 *
 * All devices of a group together receive n * bytes_wire: that is so for ring algorithms, and for hierarchical ones, which combine or spread inside
 * each place before and after they cross between places. What crosses is what the hierarchical ones need. With n members in k places, of B bytes
 * (the operand of a sum, the result of a gather, what one member sends in an exchange):
 *
 *     all-gather        each place gets the operands of the others once      B (k - 1)
 *     reduce-scatter    each place gets one partial sum from each other      B (k - 1)
 *     all-reduce        both                                                 2 B (k - 1)
 *     all-to-all        pairs of devices in different places                 B / n each
 *     permute           likewise, those that it pairs                        B each
 *
 * Source: the hierarchical collectives of NCCL and of Open MPI's HAN; Thakur, Rabenseifner and Gropp, "Optimization of collective communication
 * operations in MPICH". */
#include "trace/links.h"

#include "trace/capped.h"

enum { KIND_ALL_GATHER = 1, KIND_ALL_REDUCE, KIND_REDUCE_SCATTER, KIND_ALL_TO_ALL, KIND_PERMUTE, KIND_BROADCAST, KIND_SEND, KIND_RAGGED };
enum { BY_PROCESS, BY_MACHINE, N_PLACES };

/* Sums over the groups of a set. */
typedef struct Shape {
    int64_t members;               /* of groups of several */
    int64_t largest;               /* members of a group */
    int64_t further[N_PLACES];     /* places but one */
    int64_t pairs, across[N_PLACES]; /* ordered pairs of different members; of these in different places */
    int64_t links, links_across[N_PLACES]; /* the same of the pairs that a permute's group is */
} Shape;

/* Where the devices of a run are. */
typedef struct Places {
    GHashTable *of[N_PLACES]; /* device.global_id -> place, from 1 */
    bool any_processes, any_machines;
} Places;

struct Links {
    GHashTable *runs;   /* run -> Places */
    GHashTable *shapes; /* "run set" -> Shape */
    GHashTable *insts;  /* collective -> LinkBytes */
};

static void places_free(gpointer data)
{
    Places *p = data;
    for (int i = 0; i < N_PLACES; i++)
        g_hash_table_unref(p->of[i]);
    g_free(p);
}

Links *links_new(void)
{
    Links *l = g_new0(Links, 1);
    l->runs = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, places_free);
    l->shapes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    l->insts = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    return l;
}

void links_free(Links *l)
{
    if (!l)
        return;
    g_hash_table_unref(l->runs);
    g_hash_table_unref(l->shapes);
    g_hash_table_unref(l->insts);
    g_free(l);
}

static int64_t *boxed(int64_t v)
{
    return g_memdup2(&v, sizeof v);
}

static const Places *places_of(Links *l, sqlite3 *db, int64_t run)
{
    Places *p = g_hash_table_lookup(l->runs, &run);
    if (p)
        return p;
    p = g_new0(Places, 1);
    for (int i = 0; i < N_PLACES; i++)
        p->of[i] = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    g_autoptr(GHashTable) processes = g_hash_table_new(NULL, NULL), machines = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    sqlite3_stmt *s = db_prepare(db, "", "SELECT d.global_id, d.host_id, COALESCE(h.name, '') FROM device d LEFT JOIN host h ON h.id = d.host_id WHERE d.run_id = ?1", NULL);
    if (s)
        sqlite3_bind_int64(s, 1, run);
    while (s && sqlite3_step(s) == SQLITE_ROW) {
        gpointer host = GSIZE_TO_POINTER((gsize)sqlite3_column_int64(s, 1));
        const char *name = (const char *)sqlite3_column_text(s, 2);
        if (!g_hash_table_contains(processes, host))
            g_hash_table_insert(processes, host, GUINT_TO_POINTER(g_hash_table_size(processes) + 1));
        if (!g_hash_table_contains(machines, name))
            g_hash_table_insert(machines, g_strdup(name), GUINT_TO_POINTER(g_hash_table_size(machines) + 1));
        g_hash_table_insert(p->of[BY_PROCESS], boxed(sqlite3_column_int64(s, 0)), g_hash_table_lookup(processes, host));
        g_hash_table_insert(p->of[BY_MACHINE], boxed(sqlite3_column_int64(s, 0)), g_hash_table_lookup(machines, name));
    }
    sqlite3_finalize(s);
    p->any_machines = g_hash_table_size(machines) > 1;
    p->any_processes = g_hash_table_size(processes) > g_hash_table_size(machines);
    g_hash_table_insert(l->runs, boxed(run), p);
    return p;
}

static guint place(const Places *p, int by, int64_t device)
{
    return GPOINTER_TO_UINT(g_hash_table_lookup(p->of[by], &device));
}

static void add_group(Shape *s, const Places *p, const int64_t *devices, int64_t n)
{
    if (n < 2)
        return;
    s->members += n;
    s->largest = MAX(s->largest, n);
    s->pairs += n * (n - 1);
    s->links += n == 2 && devices[0] != devices[1];
    for (int by = 0; by < N_PLACES; by++) {
        g_autoptr(GHashTable) count = g_hash_table_new(NULL, NULL);
        for (int64_t i = 0; i < n; i++) {
            gpointer at = GUINT_TO_POINTER(place(p, by, devices[i]));
            g_hash_table_insert(count, at, GUINT_TO_POINTER(GPOINTER_TO_UINT(g_hash_table_lookup(count, at)) + 1));
        }
        GHashTableIter it;
        gpointer value;
        int64_t together = 0;
        g_hash_table_iter_init(&it, count);
        while (g_hash_table_iter_next(&it, NULL, &value))
            together += (int64_t)GPOINTER_TO_UINT(value) * (int64_t)GPOINTER_TO_UINT(value);
        s->further[by] += (int64_t)g_hash_table_size(count) - 1;
        s->across[by] += n * n - together;
        s->links_across[by] += n == 2 && g_hash_table_size(count) == 2;
    }
}

static const Shape *shape_of(Links *l, sqlite3 *db, const Places *p, int64_t run, int64_t set)
{
    g_autofree char *key = g_strdup_printf("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT, run, set);
    Shape *s = g_hash_table_lookup(l->shapes, key);
    if (s)
        return s;
    s = g_new0(Shape, 1);
    g_autoptr(GArray) group = g_array_new(FALSE, FALSE, sizeof(int64_t));
    int64_t number = -1;
    sqlite3_stmt *stmt = db_prepare(db, "", "SELECT grp, global_id FROM group_member WHERE gset_id = ?1 AND global_id >= 0 ORDER BY grp, pos", NULL);
    if (stmt)
        sqlite3_bind_int64(stmt, 1, set);
    while (stmt && sqlite3_step(stmt) == SQLITE_ROW) {
        int64_t grp = sqlite3_column_int64(stmt, 0), device = sqlite3_column_int64(stmt, 1);
        if (grp != number) {
            add_group(s, p, (const int64_t *)(const void *)group->data, group->len);
            g_array_set_size(group, 0);
            number = grp;
        }
        g_array_append_val(group, device);
    }
    add_group(s, p, (const int64_t *)(const void *)group->data, group->len);
    sqlite3_finalize(stmt);
    g_hash_table_insert(l->shapes, g_steal_pointer(&key), s);
    return s;
}

static int64_t times(int64_t a, int64_t b) /* of a damaged file */
{
    int64_t product;
    return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

/* A collective: bytes of one device, and how often a step. */
typedef struct CollFacts {
    int64_t kind, in, out, wire, trips;
} CollFacts;

static int64_t all_bytes(const CollFacts *c, const Shape *s)
{
    return c->kind == KIND_PERMUTE || c->kind == KIND_SEND ? times(s->links, c->in) : times(s->members, c->wire);
}

static int64_t bytes_across(const CollFacts *c, const Shape *s, int by)
{
    int64_t whole = times(s->further[by], MAX(c->in, c->out));
    switch (c->kind) {
    case KIND_ALL_REDUCE: return times(2, whole);
    case KIND_ALL_TO_ALL:
    case KIND_RAGGED: return s->largest ? times(s->across[by], c->in) / s->largest : 0;
    case KIND_PERMUTE:
    case KIND_SEND: return times(s->links_across[by], c->in);
    default: return whole; /* all-gather, reduce-scatter, broadcast */
    }
}

static LinkBytes *bytes_of(Links *l, sqlite3 *db, int64_t inst)
{
    LinkBytes *b = g_new0(LinkBytes, 1);
    sqlite3_stmt *stmt = db_prepare(db, "", "SELECT k.kind, k.bytes_in, k.bytes_out, k.bytes_wire, k.trips, k.gset_id, m.run_id FROM coll k JOIN inst i ON i.id = k.inst_id"
        " JOIN computation c ON c.id = i.comp_id JOIN snapshot s ON s.id = c.snapshot_id JOIN module m ON m.id = s.module_id WHERE k.inst_id = ?1", NULL);
    if (stmt)
        sqlite3_bind_int64(stmt, 1, inst);
    if (stmt && sqlite3_step(stmt) == SQLITE_ROW) {
        enum { SANE = 1 << 30 };
        CollFacts c = { sqlite3_column_int64(stmt, 0), sqlite3_column_int64(stmt, 1), sqlite3_column_int64(stmt, 2), sqlite3_column_int64(stmt, 3), CLAMP(sqlite3_column_int64(stmt, 4), 0, SANE) };
        int64_t set = sqlite3_column_int64(stmt, 5), run = sqlite3_column_int64(stmt, 6);
        const Places *p = places_of(l, db, run);
        if (set && (p->any_processes || p->any_machines)) {
            const Shape *s = shape_of(l, db, p, run, set);
            int64_t processes = bytes_across(&c, s, BY_PROCESS), machines = bytes_across(&c, s, BY_MACHINE);
            b->inside = TRACE_INT(times(MAX(sub_capped(all_bytes(&c, s), processes), 0), c.trips));
            b->between_ranks = (TraceInt){ .v = times(MAX(sub_capped(processes, machines), 0), c.trips), .known = p->any_processes };
            b->between_hosts = (TraceInt){ .v = times(machines, c.trips), .known = p->any_machines };
        }
    }
    sqlite3_finalize(stmt);
    g_hash_table_insert(l->insts, boxed(inst), b);
    return b;
}

void links_function(sqlite3_context *cx, int n, sqlite3_value **args)
{
    (void)n;
    Links *l = sqlite3_user_data(cx);
    int64_t inst = sqlite3_value_int64(args[0]);
    const LinkBytes *b = g_hash_table_lookup(l->insts, &inst);
    if (!b)
        b = bytes_of(l, sqlite3_context_db_handle(cx), inst);
    const TraceInt v[] = { b->inside, b->between_ranks, b->between_hosts };
    int64_t which = sqlite3_value_int64(args[1]);
    if (which >= 0 && which < (int64_t)G_N_ELEMENTS(v) && v[which].known)
        sqlite3_result_int64(cx, v[which].v);
}
