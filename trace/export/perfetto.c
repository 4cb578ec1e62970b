/* Perfetto's protobuf: packets one behind the other. A process is a host or a device, a thread one of its lanes; a slice is a packet that
 * begins it and one that ends it; the members of a collective have one flow. Texts are sent once and then named by number, which is
 * their row in the trace. Packets of different tracks need no order.
 * Source: Perfetto's documentation of its track events, and the field numbers of its .proto files. */
#include "trace/export/formats.h"

#include "trace/wire_put.h"

enum { /* TracePacket */ TIMESTAMP = 8, SEQUENCE = 10, EVENT = 11, INTERNED = 12, FLAGS = 13, CLOCKS = 6, DESCRIPTOR = 60 };
enum { /* TrackEvent */ CATEGORY_IIDS = 3, ANNOTATIONS = 4, TYPE = 9, NAME_IID = 10, TRACK = 11, NAME = 23, COUNTER_VALUE = 30, SOURCE_IID = 34, DOUBLE_VALUE = 44, FLOW_IDS = 47 };
enum { BEGIN = 1, END = 2, COUNTER = 4 };
enum { UNIT_BYTES = 3 };
/* InternedData */
enum { INTERNED_CATEGORY = 1, INTERNED_NAME = 2, INTERNED_ARGUMENT = 3, INTERNED_SOURCE = 4, INTERNED_TEXT = 29 };

/* What a slice may say; their numbers are their interned names. */
typedef enum Argument { ARG_op = 1, ARG_line, ARG_op_name, ARG_label, ARG_shape, ARG_bytes, ARG_bytes_received, ARG_flops, ARG_groups, ARG_why, ARG_reshard, ARG_self_ns, ARG_step,
                        ARG_warm, ARG_meeting, ARG_category, ARG_module, ARG_hlo_op, ARG_count } Argument;
static const char *const argument_names[ARG_count] = { [ARG_op] = "op", [ARG_line] = "line", [ARG_op_name] = "op_name", [ARG_label] = "label", [ARG_shape] = "shape",
    [ARG_bytes] = "bytes", [ARG_bytes_received] = "bytes_received", [ARG_flops] = "flops", [ARG_groups] = "groups", [ARG_why] = "why", [ARG_reshard] = "reshard",
    [ARG_self_ns] = "self_ns", [ARG_step] = "step", [ARG_warm] = "warm", [ARG_meeting] = "collective", [ARG_category] = "hlo_category", [ARG_module] = "hlo_module", [ARG_hlo_op] = "hlo_op" };

/* Numbers of tracks: places, tracks with up to ROWS rows each, counters behind them. */
enum { ROWS = 4096 };

typedef struct Perfetto {
    const ExportTracks *tracks;
    GString *packet, *body, *part, *inner, *interned; /* being made */
    GHashTable *sent[2]; /* names; texts: what was interned, by number */
    GHashTable *rows;    /* numbers of tracks that were described because slices overlap */
    uint64_t next_counter;
    uint64_t counter;    /* its track */
    int64_t base_ns;     /* is added to times, which must not be negative */
    bool has_flows;
    sqlite3_stmt *flows;
} Perfetto;

static uint64_t place_uuid(const ExportPlace *p)
{
    return (uint64_t)p->number;
}

static uint64_t track_uuid(const Perfetto *p, const ExportTrack *t, int row)
{
    return p->tracks->places->len + 1 + (uint64_t)t->number + (uint64_t)row * (p->tracks->tracks->len + 1);
}

/* Sends p->packet. */
static void send(Export *x, Perfetto *p)
{
    wire_put_int(p->packet, SEQUENCE, 1);
    wire_put_int(p->packet, FLAGS, 2);
    if (p->interned->len)
        wire_put_message(p->packet, INTERNED, p->interned);
    wire_put_message(p->body, 1, p->packet);
    put_string(x, p->body);
}

/* ---- interned texts ---------------------------------------------------------------------------------------------------------------- */

static void intern(Perfetto *p, int field, int64_t iid, const char *text)
{
    wire_put_int(p->inner, 1, iid);
    wire_put_bytes(p->inner, 2, text, strlen(text));
    wire_put_message(p->interned, field, p->inner);
}

/* True the first time. */
static bool is_new(GHashTable *sent, int64_t id)
{
    if (g_hash_table_contains(sent, &id))
        return false;
    g_hash_table_add(sent, g_memdup2(&id, sizeof id));
    return true;
}

/* ---- arguments, as DebugAnnotation -------------------------------------------------------------------------------------------------- */

static void annotate_int(Perfetto *p, Argument a, int64_t v)
{
    wire_put_int(p->inner, 1, a);
    wire_put_int_always(p->inner, 4, v);
    wire_put_message(p->part, ANNOTATIONS, p->inner);
}

static void annotate_double(Perfetto *p, Argument a, double v)
{
    wire_put_int(p->inner, 1, a);
    wire_put_double(p->inner, 5, v);
    wire_put_message(p->part, ANNOTATIONS, p->inner);
}

/* iid 0: it is not worth a number. */
static void annotate_text(Perfetto *p, Argument a, int64_t iid, const char *text)
{
    if (!text || !*text)
        return;
    if (iid && is_new(p->sent[1], iid))
        intern(p, INTERNED_TEXT, iid, text);
    wire_put_int(p->inner, 1, a);
    if (iid)
        wire_put_int(p->inner, 17, iid);
    else
        wire_put_text(p->inner, 6, text);
    wire_put_message(p->part, ANNOTATIONS, p->inner);
}

/* Rows of str and of loc, and what belongs to an instruction, have numbers of their own. */
enum { OF_STR = 0, OF_LOC = 1, OF_GROUPS = 2, OF_WHY = 3, OF_MODULE = 4, KINDS_OF_TEXT = 5 };
static int64_t iid_of(int64_t row, int kind)
{
    return row ? (int64_t)((uint64_t)row * KINDS_OF_TEXT + (uint64_t)kind) : 0;
}

/* slice: its name, which may be a kernel's. */
static void annotate_inst(Perfetto *p, const InstFacts *f, const char *slice)
{
    annotate_text(p, ARG_op, iid_of(f->opcode_id, OF_STR), f->opcode);
    annotate_text(p, ARG_line, iid_of(f->loc_id, OF_LOC), f->at);
    annotate_text(p, ARG_op_name, iid_of(f->op_name_id, OF_STR), f->op_name);
    annotate_text(p, ARG_label, iid_of(f->label_id, OF_STR), f->label_id ? f->label : NULL);
    annotate_text(p, ARG_shape, iid_of(f->shape_id, OF_STR), f->shape);
    if (f->bytes_out.known)
        annotate_int(p, ARG_bytes, f->bytes_out.v);
    if (f->flops.known && f->flops.v != 0)
        annotate_double(p, ARG_flops, f->flops.v);
    if (f->bytes_wire.known)
        annotate_int(p, ARG_bytes_received, f->bytes_wire.v);
    annotate_text(p, ARG_groups, iid_of(f->id, OF_GROUPS), f->groups);
    annotate_text(p, ARG_why, iid_of(f->id, OF_WHY), f->why);
    annotate_text(p, ARG_category, iid_of(f->category_id, OF_STR), f->category);
    annotate_text(p, ARG_module, iid_of(f->module_id, OF_MODULE), f->module);
    if (g_strcmp0(slice, f->name))
        annotate_text(p, ARG_hlo_op, iid_of(f->name_id, OF_STR), f->name);
    if (f->reshard)
        annotate_int(p, ARG_reshard, f->reshard);
}

/* ---- tracks -------------------------------------------------------------------------------------------------------------------------- */

static void describe_place(Export *x, Perfetto *p, const ExportPlace *place)
{
    wire_put_int(p->part, 1, (int64_t)place_uuid(place));
    wire_put_int(p->inner, 1, place->number);
    wire_put_int(p->inner, 3, place->number);
    wire_put_text(p->inner, 6, place->name);
    wire_put_message(p->part, 3, p->inner);
    wire_put_int(p->part, 11, 3); /* its tracks in the order of their ranks */
    if (place->number == 1)
        wire_put_text(p->part, 14, x->note->str);
    wire_put_message(p->packet, DESCRIPTOR, p->part);
    send(x, p);
}

/* A thread; rows of slices that overlap it are tracks of the same name below. */
static void describe_track(Export *x, Perfetto *p, const ExportTrack *t, int row)
{
    wire_put_int(p->part, 1, (int64_t)track_uuid(p, t, row));
    if (row) {
        wire_put_text(p->part, 2, t->lane->name);
        wire_put_int(p->part, 5, (int64_t)place_uuid(t->place));
    } else {
        wire_put_int(p->inner, 1, t->place->number);
        wire_put_int(p->inner, 2, (int64_t)p->tracks->places->len + t->number);
        wire_put_int(p->inner, 3, t->number);
        wire_put_text(p->inner, 5, t->lane->name);
        wire_put_message(p->part, 4, p->inner);
    }
    wire_put_int(p->part, 12, t->number);
    wire_put_message(p->packet, DESCRIPTOR, p->part);
    send(x, p);
}

/* ---- slices -------------------------------------------------------------------------------------------------------------------------- */

static void put_flow(Perfetto *p, uint64_t id)
{
    wire_put_fixed64(p->part, FLOW_IDS, id);
}

/* Arrows from and to the event. The two rows of an arrow are below 2^31 each in every file that is not damaged. */
static void put_arrows(Perfetto *p, int64_t event)
{
    sqlite3_bind_int64(p->flows, 1, event);
    while (sqlite3_step(p->flows) == SQLITE_ROW)
        put_flow(p, UINT64_C(1) << 63 | (uint64_t)sqlite3_column_int64(p->flows, 0) << 31 | (uint64_t)sqlite3_column_int64(p->flows, 1));
    sqlite3_reset(p->flows);
}

static void time_of(Perfetto *p, int64_t ns)
{
    wire_put_int_always(p->packet, TIMESTAMP, ns + p->base_ns);
}

static void begin_slice(Export *x, const ExportSlice *s, void *data)
{
    Perfetto *p = data;
    int row = MIN(s->row, ROWS - 1);
    uint64_t uuid = track_uuid(p, s->track, row);
    if (row && is_new(p->rows, (int64_t)uuid))
        describe_track(x, p, s->track, row);
    time_of(p, s->start_ns);
    if (s->cat && trace_cat_name(s->cat))
        wire_put_int(p->part, CATEGORY_IIDS, s->cat);
    if (is_new(p->sent[0], s->name_id))
        intern(p, INTERNED_NAME, s->name_id, s->name);
    if (s->inst)
        annotate_inst(p, s->inst, s->name);
    if (s->self_ns != s->dur_ns)
        annotate_int(p, ARG_self_ns, s->self_ns);
    if (s->coll_id)
        annotate_int(p, ARG_meeting, s->coll_id);
    wire_put_int(p->part, TYPE, BEGIN);
    wire_put_int(p->part, NAME_IID, s->name_id);
    wire_put_int(p->part, TRACK, (int64_t)uuid);
    if (s->coll_id && s->cat != TRACE_CAT_WAIT)
        put_flow(p, (uint64_t)s->coll_id);
    if (p->has_flows)
        put_arrows(p, s->id);
    wire_put_message(p->packet, EVENT, p->part);
    send(x, p);
}

static void end_slice(Export *x, const ExportTrack *t, int row, int64_t at_ns, void *data)
{
    Perfetto *p = data;
    time_of(p, at_ns);
    wire_put_int(p->part, TYPE, END);
    wire_put_int(p->part, TRACK, (int64_t)track_uuid(p, t, MIN(row, ROWS - 1)));
    wire_put_message(p->packet, EVENT, p->part);
    send(x, p);
}

/* ---- steps, counters ------------------------------------------------------------------------------------------------------------------ */

/* A thread of the run's place; steps that overlap others are in rows below. */
static void describe_steps(Export *x, Perfetto *p, uint64_t uuid, int row)
{
    wire_put_int(p->part, 1, (int64_t)uuid);
    if (row) {
        wire_put_text(p->part, 2, "Steps");
        wire_put_int(p->part, 5, (int64_t)place_uuid(p->tracks->places->pdata[0]));
    } else {
        wire_put_int(p->inner, 1, 1);
        wire_put_int(p->inner, 2, (int64_t)p->tracks->places->len);
        wire_put_text(p->inner, 5, "Steps");
        wire_put_message(p->part, 4, p->inner);
    }
    wire_put_message(p->packet, DESCRIPTOR, p->part);
    send(x, p);
}

static void put_steps(Export *x, Perfetto *p)
{
    const ExportTrack steps = { .number = 0 }; /* their tracks are numbered before those of lanes */
    g_autoptr(GArray) ends = g_array_new(FALSE, FALSE, sizeof(int64_t));
    describe_steps(x, p, track_uuid(p, &steps, 0), 0);
    for (guint i = 0, n_rows = 1; i < x->steps->len; i++) {
        const TraceStepRow *s = TRACE_AT(x->steps, TraceStepRow, i);
        int row = export_step_row(ends, s);
        row = MIN(row, ROWS - 1);
        uint64_t uuid = track_uuid(p, &steps, row);
        for (; (guint)row >= n_rows; n_rows++)
            describe_steps(x, p, uuid, row);
        g_autofree char *name = export_step_name(x, s);
        for (int end = 0; end < 2; end++) {
            time_of(p, end ? s->start_ns + s->dur_ns : s->start_ns);
            if (!end) {
                annotate_int(p, ARG_step, s->num);
                annotate_int(p, ARG_warm, s->warm);
                wire_put_text(p->part, NAME, name);
            }
            wire_put_int(p->part, TYPE, end ? END : BEGIN);
            wire_put_int(p->part, TRACK, (int64_t)uuid);
            wire_put_message(p->packet, EVENT, p->part);
            send(x, p);
        }
    }
}

static void begin_counter(Export *x, const ExportCounter *c, void *data)
{
    Perfetto *p = data;
    p->counter = p->next_counter++;
    wire_put_int(p->part, 1, (int64_t)p->counter);
    wire_put_text(p->part, 2, c->name);
    wire_put_int(p->part, 5, (int64_t)place_uuid(c->place));
    wire_put_int(p->inner, 3, c->bytes ? UNIT_BYTES : 0);
    wire_put_text(p->inner, 6, c->unit);
    wire_put_message(p->part, 8, p->inner);
    wire_put_message(p->packet, DESCRIPTOR, p->part);
    send(x, p);
}

static void put_value(Export *x, const ExportCounter *c, int64_t ts_ns, double value, void *data)
{
    Perfetto *p = data;
    time_of(p, ts_ns);
    wire_put_int(p->part, TYPE, COUNTER);
    wire_put_int(p->part, TRACK, (int64_t)p->counter);
    if (c->bytes)
        wire_put_int_always(p->part, COUNTER_VALUE, export_whole(value));
    else
        wire_put_double(p->part, DOUBLE_VALUE, value);
    wire_put_message(p->packet, EVENT, p->part);
    send(x, p);
}

/* ---- the file -------------------------------------------------------------------------------------------------------------------------- */

/* The clocks, and what later packets name by number. Times are of the clock that traces have by themselves (6); beside it stands UNIX time. */
static void put_head(Export *x, Perfetto *p, int64_t epoch_ns)
{
    const int64_t clock[2][2] = { { 6, p->base_ns }, { 1, epoch_ns } };
    for (int i = 0; i < (epoch_ns ? 2 : 1); i++) {
        wire_put_int(p->inner, 1, clock[i][0]);
        wire_put_int_always(p->inner, 2, clock[i][1]);
        wire_put_message(p->part, 1, p->inner);
    }
    wire_put_int(p->part, 2, 6);
    wire_put_message(p->packet, CLOCKS, p->part);
    wire_put_int(p->packet, SEQUENCE, 1);
    wire_put_int(p->packet, FLAGS, 1);
    for (int i = 1; i < TRACE_N_CATS; i++)
        if (trace_cat_name(i))
            intern(p, INTERNED_CATEGORY, i, trace_cat_name(i));
    for (int i = 1; i < ARG_count; i++)
        intern(p, INTERNED_ARGUMENT, i, argument_names[i]);
    wire_put_message(p->packet, INTERNED, p->interned);
    wire_put_message(p->body, 1, p->packet);
    put_string(x, p->body);
}

bool export_perfetto(Export *x, GError **error)
{
    g_autoptr(ExportRuns) runs = export_runs(x, error);
    g_autoptr(ExportTracks) t = runs ? export_timeline(x, runs, error) : NULL;
    if (!t)
        return false;
    Perfetto p = { .tracks = t, .base_ns = -runs->first_ns };
    GString **const strings[] = { &p.packet, &p.body, &p.part, &p.inner, &p.interned };
    for (size_t i = 0; i < G_N_ELEMENTS(strings); i++)
        *strings[i] = g_string_sized_new(1024);
    GHashTable **const tables[] = { &p.sent[0], &p.sent[1], &p.rows };
    for (size_t i = 0; i < G_N_ELEMENTS(tables); i++)
        *tables[i] = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    p.next_counter = track_uuid(&p, &(ExportTrack){ .number = 0 }, ROWS);
    p.has_flows = db_int(x->db, "SELECT EXISTS (SELECT 1 FROM flow)", NULL, 0, 0) == 1;
    p.flows = p.has_flows ? db_prepare(x->db, x->r->path, "SELECT from_event, to_event FROM flow WHERE from_event = ?1 UNION ALL"
                                                          " SELECT from_event, to_event FROM flow WHERE to_event = ?1", error) : NULL;
    bool ok = !p.has_flows || p.flows;
    put_head(x, &p, runs->epoch_ns);
    for (guint i = 0; ok && i < t->places->len; i++)
        describe_place(x, &p, g_ptr_array_index(t->places, i));
    if (ok)
        put_steps(x, &p);
    const SliceCalls slices = { begin_slice, end_slice, &p };
    for (guint i = 0; ok && i < t->tracks->len; i++) {
        describe_track(x, &p, TRACE_AT(t->tracks, ExportTrack, i), 0);
        ok = export_slices(x, TRACE_AT(t->tracks, ExportTrack, i), &slices, error);
    }
    const CounterCalls counters = { begin_counter, put_value, &p };
    ok = ok && export_counters(x, t, &counters, error);
    sqlite3_finalize(p.flows);
    for (size_t i = 0; i < G_N_ELEMENTS(strings); i++)
        g_string_free(*strings[i], TRUE);
    for (size_t i = 0; i < G_N_ELEMENTS(tables); i++)
        g_hash_table_unref(*tables[i]);
    return ok;
}
