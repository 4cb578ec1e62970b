/* Programs as HloProto: the module itself as the caller of the export makes it from the recorded text, or as it was imported; and the plan of
 * memory as BufferAssignmentProto. Values of one place are one logical buffer, as in all our reports: one that is in use from the program's beginning
 * to its end is an allocation of its own, the others are allocated and freed in the heap trace, whose highest point is our peak.
 * Source: hlo.proto and xla_data.proto of XLA, by field numbers. */
#include "trace/export/xspace.h"

#include <string.h>

#include "trace/capped.h"
#include "trace/wire.h"
#include "trace/wire_put.h"

enum { /* HloProto */ MODULE = 1, ASSIGNMENT = 3 };
enum { /* BufferAssignmentProto */ LOGICAL = 1, ALLOCATIONS = 3, HEAP_TRACES = 4 };
enum { FLAG_PARAM = 1, FLAG_CONSTANT = 4, FLAG_BOTH = 32 };

typedef struct Place {
    int64_t key, bytes, from, to, flags;
    const TraceBufferRow *largest;
    bool lasts; /* from beginning to end */
} Place;

typedef struct Change {
    int64_t pos;
    int order; /* what is freed goes first */
    guint place;
} Change;

typedef struct Assignment {
    GString *out, *part, *inner;
    GHashTable *ids; /* instruction's name -> its id in the module, and the computation's name behind it */
    GArray *places;
    int64_t last; /* position */
} Assignment;

typedef struct InstId {
    int64_t id;
    char *computation;
} InstId;

static void inst_id_free(gpointer p)
{
    g_free(((InstId *)p)->computation);
    g_free(p);
}

/* ---- the module ------------------------------------------------------------------------------------------------------------------------ */

static char *text_of(WireMessage m, int number)
{
    WireMessage s = wire_message(m, number);
    return g_strndup((const char *)s.p, s.n);
}

static GHashTable *ids_of(GBytes *module)
{
    GHashTable *ids = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, inst_id_free);
    bool bad = false;
    gsize n;
    const uint8_t *bytes = g_bytes_get_data(module, &n);
    WireMessage all = { bytes, n, &bad }, comp, inst;
    for (const uint8_t *at = NULL; wire_each(all, 3, &at, &comp);) {
        g_autofree char *name = text_of(comp, 1);
        for (const uint8_t *in = NULL; wire_each(comp, 2, &in, &inst);) {
            InstId *id = g_new(InstId, 1);
            *id = (InstId){ wire_int(inst, 35, 0), g_strdup(name) };
            g_hash_table_insert(ids, text_of(inst, 1), id);
        }
    }
    return ids;
}

/* As it was imported, else made of the text. */
static GBytes *module_of(Export *x, int64_t snapshot, GError **error)
{
    int64_t blob = db_int(x->db, "SELECT proto_id FROM snapshot WHERE id = ?1", &snapshot, 1, 0);
    if (blob) {
        gsize n;
        char *bytes = trace_blob_text(x->r, blob, &n, error);
        if (!bytes)
            return NULL;
        bool bad = false;
        WireMessage m = wire_message((WireMessage){ (const uint8_t *)bytes, n, &bad }, MODULE);
        GBytes *module = g_bytes_new(m.p, m.n);
        g_free(bytes);
        return module;
    }
    if (!x->o->hlo_proto) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_MISSING, "whoever exports it cannot write programs");
        return NULL;
    }
    g_autofree char *text = trace_snapshot_text(x->r, snapshot, error);
    return text ? x->o->hlo_proto(text, x->o->user, error) : NULL;
}

/* ---- the plan of memory ------------------------------------------------------------------------------------------------------------------ */

static void add_buffer(Assignment *a, GHashTable *number, const TraceBufferRow *b)
{
    guint k = GPOINTER_TO_UINT(g_hash_table_lookup(number, &b->place));
    if (!k) {
        g_array_append_val(a->places, ((Place){ .key = b->place, .bytes = MAX(b->place_bytes, 0), .from = INT64_MAX, .to = -1 }));
        k = a->places->len;
        g_hash_table_insert(number, (gpointer)&b->place, GUINT_TO_POINTER(k));
    }
    Place *p = &g_array_index(a->places, Place, k - 1);
    int64_t from = b->live_from.known ? MAX(export_sane(b->live_from.v), 0) : 0, to = b->live_from.known && b->live_to.known ? MAX(export_sane(b->live_to.v), from) : INT64_MAX;
    p->largest = !p->largest || b->size > p->largest->size ? b : p->largest;
    p->from = MIN(p->from, from);
    p->to = MAX(p->to, to);
    p->flags |= b->alloc_flags;
    if (to != INT64_MAX)
        a->last = MAX(a->last, to);
}

static const InstId *id_of(const Assignment *a, const Place *p)
{
    return p->largest->value ? g_hash_table_lookup(a->ids, p->largest->value) : NULL;
}

static void put_logical(Assignment *a, guint i)
{
    const Place *p = &g_array_index(a->places, Place, i);
    const InstId *id = id_of(a, p);
    g_autoptr(GString) at = g_string_new(NULL);
    wire_put_int(at, 4, id ? id->id : 0);
    wire_put_int(a->part, 1, i + 1);
    wire_put_int(a->part, 2, p->bytes);
    wire_put_message(a->part, 3, at);
    wire_put_message(a->out, LOGICAL, a->part);
}

static void put_assigned(Assignment *a, guint i, int64_t offset)
{
    wire_put_int(a->inner, 1, i + 1);
    wire_put_int(a->inner, 2, offset);
    wire_put_int(a->inner, 3, g_array_index(a->places, Place, i).bytes);
    wire_put_message(a->part, 9, a->inner);
}

static void put_allocation(Assignment *a, guint i)
{
    const Place *p = &g_array_index(a->places, Place, i);
    bool param = p->flags & (FLAG_PARAM | FLAG_BOTH), constant = !param && p->flags & FLAG_CONSTANT;
    wire_put_int(a->part, 1, i);
    wire_put_int(a->part, 2, p->bytes);
    wire_put_int(a->part, 5, param);
    wire_put_int(a->part, 12, constant);
    wire_put_int(a->part, 7, !param && !constant);
    put_assigned(a, i, 0);
    wire_put_message(a->out, ALLOCATIONS, a->part);
}

static int by_pos(const void *pa, const void *pb)
{
    const Change *a = pa, *b = pb;
    if (a->pos != b->pos)
        return a->pos < b->pos ? -1 : 1;
    return a->order != b->order ? a->order - b->order : (a->place > b->place) - (a->place < b->place);
}

/* What does not last, by the order of allocating and freeing. */
static void put_heap(Assignment *a, guint allocation)
{
    g_autoptr(GArray) changes = g_array_new(FALSE, FALSE, sizeof(Change));
    int64_t size = 0;
    for (guint i = 0; i < a->places->len; i++) {
        const Place *p = &g_array_index(a->places, Place, i);
        if (p->lasts)
            continue;
        g_array_append_val(changes, ((Change){ p->from, 1, i }));
        g_array_append_val(changes, ((Change){ p->to == INT64_MAX ? a->last + 1 : p->to + 1, 0, i }));
        put_assigned(a, i, size);
        size = add_capped(size, p->bytes);
    }
    if (!changes->len)
        return;
    wire_put_int(a->part, 1, allocation);
    wire_put_int(a->part, 2, size);
    wire_put_message(a->out, ALLOCATIONS, a->part);
    g_array_sort(changes, by_pos);
    for (guint i = 0; i < changes->len; i++) {
        const Change *c = &g_array_index(changes, Change, i);
        const Place *p = &g_array_index(a->places, Place, c->place);
        const InstId *id = id_of(a, p);
        wire_put_int(a->inner, 1, !c->order);
        wire_put_int(a->inner, 2, c->place + 1);
        wire_put_text(a->inner, 3, id ? id->computation : NULL);
        wire_put_text(a->inner, 4, p->largest->value);
        wire_put_message(a->part, 1, a->inner);
    }
    wire_put_int(a->part, 2, 1);
    wire_put_int(a->part, 3, allocation);
    wire_put_message(a->out, HEAP_TRACES, a->part);
}

static void put_assignment(GString *out, GArray *buffers, GHashTable *ids)
{
    Assignment a = { g_string_new(NULL), g_string_new(NULL), g_string_new(NULL), ids, g_array_new(FALSE, FALSE, sizeof(Place)), 0 };
    g_autoptr(GHashTable) number = g_hash_table_new(g_int64_hash, g_int64_equal);
    for (guint i = 0; i < buffers->len; i++)
        if (TRACE_AT(buffers, TraceBufferRow, i)->place_bytes > 0)
            add_buffer(&a, number, TRACE_AT(buffers, TraceBufferRow, i));
    for (guint i = 0; i < a.places->len; i++) {
        Place *p = &g_array_index(a.places, Place, i);
        p->lasts = p->from == 0 && p->to >= a.last;
        put_logical(&a, i);
    }
    for (guint i = 0; i < a.places->len; i++)
        if (g_array_index(a.places, Place, i).lasts)
            put_allocation(&a, i);
    put_heap(&a, a.places->len);
    wire_put_message(out, ASSIGNMENT, a.out);
    g_string_free(a.out, TRUE);
    g_string_free(a.part, TRUE);
    g_string_free(a.inner, TRUE);
    g_array_unref(a.places);
}

/* ---- both --------------------------------------------------------------------------------------------------------------------------------- */

/* "MODULE NAME" of each instruction with a name of that ending. */
static void find_exchanged(GHashTable *ids, int64_t module_id, GHashTable *exchanged)
{
    GHashTableIter it;
    gpointer name;
    g_hash_table_iter_init(&it, ids);
    while (g_hash_table_iter_next(&it, &name, NULL))
        if (g_str_has_suffix(name, XSPACE_EXCHANGED))
            g_hash_table_add(exchanged, g_strdup_printf("%" G_GINT64_FORMAT " %s", module_id, (const char *)name));
}

GString *xspace_program(Export *x, int64_t module_id, const char *name, GHashTable *exchanged)
{
    g_autoptr(GError) why = NULL;
    int64_t snapshot = db_int(x->db, "SELECT max(id) FROM snapshot WHERE module_id = ?1 AND stage = 4", &module_id, 1, 0);
    g_autoptr(GBytes) module = snapshot ? module_of(x, snapshot, &why) : NULL;
    g_autoptr(GArray) buffers = module ? trace_query_buffers(x->r, snapshot, false, &why) : NULL;
    if (!buffers) {
        export_note(x, "the program %s is left out: %s", name, why ? why->message : "it was not recorded");
        return NULL;
    }
    GString *out = g_string_new(NULL);
    gsize n;
    const void *bytes = g_bytes_get_data(module, &n);
    wire_put_bytes(out, MODULE, bytes, n);
    g_autoptr(GHashTable) ids = ids_of(module);
    find_exchanged(ids, module_id, exchanged);
    if (buffers->len)
        put_assignment(out, buffers, ids);
    return out;
}

int64_t xspace_program_id(Export *x, int64_t module_id)
{
    return db_int(x->db, "SELECT COALESCE(program_id, id) FROM module WHERE id = ?1", &module_id, 1, module_id);
}
