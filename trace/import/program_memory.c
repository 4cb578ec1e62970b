/* The plan of memory that a serialised module carries: its allocations and the values in them become rows of alloc and buffer. When a value lives comes from the
 * trace of the heap: values that it says share memory have one place, and positions are those of the order in which instructions run, a loop's
 * condition and body before the loop. Values outside of the heap (arguments, results, constants) live all the time; those at one offset of an allocation
 * are one place.
 * Source: hlo.proto of XLA, by field numbers; its order of instructions is that of HloLiveRange. Start at rows_put_memory(). */
#include <string.h>

#include "trace/import/program_rows_impl.h"
#include "trace/in_use.h"

enum { MAX_BUFFERS = 1 << 24, MAX_NESTED = 64, MAX_LEAF = 8 };

typedef struct Logical {
    int64_t id, size;
    Inst *inst;            /* that makes it; NULL = not known */
    WireMessage leaf;      /* numbers: which part of a tuple */
    guint first;           /* of those that share its memory: position in the list */
    int from, to;          /* positions; to < from = until the end */
    bool in_heap;
} Logical;

typedef struct Memory {
    Rows *r;
    GArray *values;        /* Logical */
    GHashTable *by_id;     /* id -> position + 1 */
    GHashTable *sequences; /* a computation's id -> WireMessage: its instructions in their order */
    GHashTable *by_name;   /* of an instruction -> Inst */
    GArray *rows, *spans;  /* TraceBuffer, whose texts are owned; TraceBufferSpan, whose id is the row's position + 1 */
    GHashTable *results;   /* Inst -> number of the program's result + 1 */
    int n_pos;
} Memory;

/* ---- positions ------------------------------------------------------------------------------------------------------------------- */

static void number_inst(Memory *m, Inst *in, int depth);

static void number_comp(Memory *m, const Comp *c, int depth)
{
    const WireMessage *sequence = g_hash_table_lookup(m->sequences, &c->id);
    WireInts ids = { 0 };
    if (sequence)
        wire_ints(*sequence, 1, &ids);
    for (int i = 0; i < ids.n; i++) {
        Inst *in = rows_inst(m->r, ids.v[i]);
        if (in && &g_array_index(m->r->comps, Comp, in->comp) == c)
            number_inst(m, in, depth);
    }
    g_free(ids.v);
    for (guint i = 0; i < c->n && !sequence; i++)
        number_inst(m, &g_array_index(m->r->insts, Inst, c->first + i), depth);
}

static void number_inst(Memory *m, Inst *in, int depth)
{
    bool loop = g_str_equal(in->opcode, "while");
    if (in->pos >= 0)
        return;
    if (depth < MAX_NESTED && (loop || g_str_equal(in->opcode, "call") || g_str_equal(in->opcode, "conditional") || g_str_equal(in->opcode, "async-start"))) {
        WireInts called = { 0 };
        wire_ints(in->m, 38, &called);
        for (int i = 0; i < called.n; i++) { /* a loop calls its body, then its condition, which runs first */
            const Comp *c = rows_comp(m->r, called.v[loop ? called.n - 1 - i : i]);
            if (c && c->kind != 1)
                number_comp(m, c, depth + 1);
        }
        g_free(called.v);
    }
    if (in->pos < 0)
        in->pos = m->n_pos++;
}

static void number_all(Memory *m)
{
    for (guint i = 0; i < m->r->insts->len; i++) {
        Inst *in = &g_array_index(m->r->insts, Inst, i);
        in->pos = -1;
        g_hash_table_insert(m->by_name, (gpointer)in->op->name, in);
    }
    const uint8_t *at = NULL;
    WireMessage schedule = wire_message(m->r->module, 7), s;
    while (wire_each(schedule, 1, &at, &s)) {
        int64_t id = wire_int(s, 1, 0);
        WireMessage ids = wire_message(s, 2);
        g_hash_table_insert(m->sequences, g_memdup2(&id, sizeof id), g_memdup2(&ids, sizeof ids));
    }
    const Comp *entry = rows_comp(m->r, wire_int(m->r->module, 6, 0));
    if (!entry)
        return;
    number_comp(m, entry, 0);
    Inst *root = rows_inst(m->r, entry->root);
    if (!root)
        return;
    WireInts parts = { 0 };
    if (g_str_equal(root->opcode, "tuple"))
        wire_ints(root->m, 36, &parts);
    for (int i = parts.n; i-- > 0;)
        if (rows_inst(m->r, parts.v[i]))
            g_hash_table_insert(m->results, rows_inst(m->r, parts.v[i]), GINT_TO_POINTER(i + 1));
    if (!parts.n)
        g_hash_table_insert(m->results, root, GINT_TO_POINTER(1));
    g_free(parts.v);
}

/* ---- values ------------------------------------------------------------------------------------------------------------------------ */

static void add_value(Memory *m, WireMessage v)
{
    WireMessage at = wire_message(v, 3);
    g_autofree char *name = rows_text(at, 2);
    Logical l = { .id = wire_int(v, 1, 0), .size = CLAMP(wire_int(v, 2, 0), 0, INT64_MAX / 4), .leaf = at, .first = m->values->len, .to = -1 };
    l.inst = *name ? g_hash_table_lookup(m->by_name, name) : rows_inst(m->r, wire_int(at, 4, 0));
    g_array_append_val(m->values, l);
}

static Logical *value_of(const Memory *m, int64_t id)
{
    guint at = GPOINTER_TO_UINT(g_hash_table_lookup(m->by_id, &id));
    return at ? &g_array_index(m->values, Logical, at - 1) : NULL;
}

/* An event names the instruction that makes the value, also when it frees it: so the position is that of the last one that made any. */
static void read_heap(Memory *m, WireMessage heap)
{
    enum { ALLOC, FREE, SHARE };
    const uint8_t *at = NULL;
    WireMessage e;
    int pos = 0;
    while (wire_each(heap, 1, &at, &e)) {
        int64_t kind = wire_int(e, 1, 0);
        Logical *l = value_of(m, wire_int(e, 2, 0)), *with = kind == SHARE ? value_of(m, wire_int(e, 5, 0)) : NULL;
        if (!l)
            continue;
        if (kind == FREE) {
            l->to = pos;
            continue;
        }
        g_autofree char *name = rows_text(e, 4);
        const Inst *in = g_hash_table_lookup(m->by_name, name);
        pos = in ? MAX(pos, in->pos) : pos;
        l->from = pos;
        l->in_heap = true;
        l->first = with ? with->first : l->first;
    }
}

/* ---- rows ---------------------------------------------------------------------------------------------------------------------------- */

static int64_t flags_of(WireMessage a)
{
    bool param = wire_int(a, 5, 0) != 0, result = wire_int(a, 7, 0) != 0, constant = wire_int(a, 12, 0) != 0, local = wire_int(a, 3, 0) != 0;
    int64_t flags = (param ? FLAG_PARAM : 0) | (result ? FLAG_RESULT : 0) | (constant ? FLAG_CONSTANT : 0) | (local ? FLAG_THREAD_LOCAL : 0) | (wire_int(a, 11, 0) ? FLAG_TUPLE : 0);
    if (param && (result || wire_int(a, 13, 0)))
        flags |= FLAG_BOTH;
    return flags ? flags : FLAG_TEMPORARY;
}

static char *leaf_text(WireMessage at)
{
    WireInts leaf = { 0 };
    wire_ints(at, 3, &leaf);
    g_autoptr(GString) s = g_string_new("{");
    for (int i = 0; i < MIN(leaf.n, MAX_LEAF); i++)
        g_string_append_printf(s, "%s%" G_GINT64_FORMAT, i ? "," : "", leaf.v[i]);
    g_string_append_c(s, '}');
    g_free(leaf.v);
    return g_string_free(g_steal_pointer(&s), FALSE);
}

static char *label_of(const Inst *in)
{
    if (in && g_str_equal(in->opcode, "parameter")) {
        char *name = rows_text(wire_message(in->m, 7), 2);
        if (*name)
            return name;
        g_free(name);
    }
    return in ? g_strdup(in->label) : NULL;
}

static void add_row(Memory *m, TraceBuffer *row, int64_t flags)
{
    TraceBufferSpan span = { .id = m->rows->len + 1, .place = row->place.v, .size = row->size, .live_from = row->live_from, .live_to = row->live_to, .cat = row->cat, .alloc_flags = flags };
    g_array_append_val(m->rows, *row);
    g_array_append_val(m->spans, span);
}

typedef struct Region {
    int64_t row, flags, space;
    GHashTable *at;       /* offset -> place + 1, of values outside of the heap */
} Region;

static void put_value(Memory *m, const Region *region, WireMessage assigned)
{
    const Logical *l = value_of(m, wire_int(assigned, 1, 0));
    int64_t offset = MAX(wire_int(assigned, 2, 0), 0), flags = region->flags;
    if (!l)
        return;
    gpointer key = GSIZE_TO_POINTER((gsize)offset);
    if (!l->in_heap && !g_hash_table_contains(region->at, key))
        g_hash_table_insert(region->at, key, GUINT_TO_POINTER(l->first + 1));
    guint place = l->in_heap ? l->first : GPOINTER_TO_UINT(g_hash_table_lookup(region->at, key)) - 1;
    TraceBuffer row = { .alloc_id = region->row, .inst_id = l->inst ? l->inst->row : 0, .off = offset, .size = CLAMP(wire_int(assigned, 3, l->size), 0, INT64_MAX / 4), .place = TRACE_INT(place) };
    row.cat = flags & FLAG_PARAM ? 1 : flags & FLAG_CONSTANT ? 7 : flags & FLAG_RESULT ? 8 : l->inst && l->inst->op->coll_kind ? 6 : 5;
    if (l->in_heap) {
        row.live_from = TRACE_INT(l->from);
        row.live_to = TRACE_INT(l->to >= l->from ? l->to : MAX(m->n_pos - 1, l->from));
    }
    int result = flags & FLAG_RESULT ? GPOINTER_TO_INT(g_hash_table_lookup(m->results, l->inst)) : 0;
    if (result)
        row.result_no = TRACE_INT(result - 1);
    row.label = flags & FLAG_CONSTANT ? g_strdup("a constant") : label_of(l->inst);
    row.shape_index = wire_has(l->leaf, 3) ? leaf_text(l->leaf) : NULL;
    if (region->space == 0)
        add_row(m, &row, flags);
    else { /* other memories are not summed up with the device's */
        trace_put_buffer(m->r->w, &row);
        g_free((char *)row.label);
        g_free((char *)row.shape_index);
    }
}

static bool any_in_heap(const Memory *m, WireMessage allocation)
{
    const uint8_t *at = NULL;
    WireMessage a;
    while (wire_each(allocation, 9, &at, &a)) {
        const Logical *l = value_of(m, wire_int(a, 1, 0));
        if (l && l->in_heap)
            return true;
    }
    return false;
}

static void put_allocation(Memory *m, WireMessage a)
{
    Region region = { .flags = flags_of(a), .space = wire_int(a, 8, 0) };
    int64_t size = CLAMP(wire_int(a, 2, 0), 0, INT64_MAX / 4);
    if (region.flags & FLAG_THREAD_LOCAL) /* what a kernel needs while it runs */
        return;
    TraceAlloc row = { .snapshot_id = m->r->snapshot_id, .idx = wire_int(a, 1, 0), .size = size, .space = region.space, .flags = region.flags };
    if (region.flags & FLAG_PARAM)
        row.param_no = TRACE_INT(wire_int(a, 6, 0));
    region.row = trace_put_alloc(m->r->w, &row);
    if ((region.flags & FLAG_TEMPORARY) && !any_in_heap(m, a)) { /* nothing says when its values live */
        TraceBuffer whole = { .alloc_id = region.row, .size = size, .cat = 5, .label = g_strdup("temporaries"), .place = TRACE_INT((int64_t)m->values->len + wire_int(a, 1, 0)) };
        if (region.space == 0)
            add_row(m, &whole, region.flags);
        else
            g_free((char *)whole.label);
        return;
    }
    region.at = g_hash_table_new(NULL, NULL);
    const uint8_t *at = NULL;
    WireMessage assigned;
    while (m->rows->len < MAX_BUFFERS && wire_each(a, 9, &at, &assigned))
        put_value(m, &region, assigned);
    g_hash_table_unref(region.at);
}

/* Buffers with the one to name at the peak marked in each place. */
static int64_t put_rows(Memory *m)
{
    g_autoptr(InUse) places = in_use_of(g_array_ref(m->spans));
    for (guint i = 0; i < places->list->len; i++) {
        const Place *p = &g_array_index(places->list, Place, i);
        if (p->named)
            g_array_index(m->rows, TraceBuffer, p->named - 1).at_peak = 1;
    }
    for (guint i = 0; i < m->rows->len; i++) {
        TraceBuffer *row = &g_array_index(m->rows, TraceBuffer, i);
        trace_put_buffer(m->r->w, row);
        g_free((char *)row->label);
        g_free((char *)row->shape_index);
    }
    return places->peak;
}

TraceInt rows_put_memory(Rows *r, WireMessage assignment)
{
    Memory m = { .r = r, .values = g_array_new(FALSE, FALSE, sizeof(Logical)), .by_id = g_hash_table_new(g_int64_hash, g_int64_equal), .by_name = g_hash_table_new(g_str_hash, g_str_equal),
                 .sequences = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free), .rows = g_array_new(FALSE, TRUE, sizeof(TraceBuffer)), .spans = g_array_new(FALSE, TRUE, sizeof(TraceBufferSpan)), .results = g_hash_table_new(NULL, NULL) };
    const uint8_t *at = NULL;
    WireMessage part;
    number_all(&m);
    while (m.values->len < MAX_BUFFERS && wire_each(assignment, 1, &at, &part))
        add_value(&m, part);
    for (guint i = 0; i < m.values->len; i++) /* keys stay where they are: nothing is added any more */
        g_hash_table_insert(m.by_id, &g_array_index(m.values, Logical, i).id, GUINT_TO_POINTER(i + 1));
    for (at = NULL; wire_each(assignment, 4, &at, &part);)
        read_heap(&m, part);
    for (at = NULL; wire_each(assignment, 3, &at, &part);)
        put_allocation(&m, part);
    TraceInt peak = m.rows->len ? TRACE_INT(put_rows(&m)) : (TraceInt){ 0 };
    g_array_unref(m.values);
    g_array_unref(m.rows);
    g_array_unref(m.spans);
    g_hash_table_unref(m.by_id);
    g_hash_table_unref(m.by_name);
    g_hash_table_unref(m.sequences);
    g_hash_table_unref(m.results);
    return peak;
}
