/* Perfetto's protobuf: slices, instants and counters of TrackEvents, with interned names, defaults, incremental clocks and compressed packets. Other packets are
 * counted. Fields, names and clocks are in perfetto_packet.c, damage in perfetto_sync.c. Start at perfetto_read(). */
#include <gio/gio.h>
#include <string.h>

#include "trace/import/perfetto_impl.h"
#include "trace/import/perfetto_sync.h"

#define MOST_INFLATED ((size_t)1 << 28) /* of one compressed packet */

/* A track, which may be described after its events. */
typedef struct Place {
    uint64_t uuid, parent;
    char *name, *process_name;
    int64_t pid, tid;
    bool has_thread;
    int64_t unit;           /* of a counter: its samples are so many */
    bool incremental;       /* its samples say what was added */
    double last;
    GArray *open;           /* Open */
    Track *track;           /* its events, of no process until all is read; NULL = it has none */
} Place;

/* What a slice says of its instruction, in traces that we exported. */
typedef struct Said {
    const char *module, *op; /* kept */
    ImportProgram *program;  /* found when all is read */
    ImportOp *found;
} Said;

/* What has begun. */
typedef struct Open {
    int64_t ts_ns;
    uint32_t name_id, said, meets, arrow; /* name_id: 0 = not said; said: place + 1 */
    int cat;
} Open;

typedef struct Sample {
    Place *place;
    int64_t ts_ns;
    double value;
} Sample;

typedef struct Perfetto {
    Tracks *tracks;
    GHashTable *sequences;  /* id -> Sequence */
    Sequence *last;         /* of the packet before; NULL = there was none */
    GPtrArray *places;      /* Place */
    GHashTable *place_of;   /* uuid -> Place */
    Place *near[64];        /* of packets before, by chance */
    GHashTable *processes;  /* pid -> Place that describes it */
    GArray *samples;        /* Sample */
    GHashTable *told;       /* names of instructions of which facts were told */
    GHashTable *kept;       /* texts */
    GArray *said;           /* Said */
    GHashTable *said_of;    /* module and op, as text -> place + 1 */
    GString *text;          /* scratch */
    uint32_t unnamed;       /* "?" */
    int64_t n_other, n_lost, nameless; /* packets of other kinds; bytes that are no packet; events whose name is missing */
    PerfettoClocks clocks;
    bool bad;
    int depth;
} Perfetto;

static void place_free(gpointer data)
{
    Place *p = data;
    g_free(p->name);
    g_free(p->process_name);
    g_array_unref(p->open);
    track_free(p->track);
    g_free(p);
}

static const char *keep(Perfetto *p, const char *text)
{
    const char *have = g_hash_table_lookup(p->kept, text);
    if (!have)
        g_hash_table_add(p->kept, (gpointer)(have = g_strdup(text)));
    return have;
}

static Sequence *sequence_of(Perfetto *p, uint64_t id)
{
    if (p->last && p->last->id == id)
        return p->last;
    Sequence *s = g_hash_table_lookup(p->sequences, &id);
    if (!s)
        g_hash_table_insert(p->sequences, g_memdup2(&id, sizeof id), s = sequence_new(id));
    return p->last = s;
}

static Place *place_of(Perfetto *p, uint64_t uuid)
{
    Place **near = &p->near[uuid * UINT64_C(0x9e3779b97f4a7c15) >> 58];
    if (*near && (*near)->uuid == uuid)
        return *near;
    Place *x = g_hash_table_lookup(p->place_of, &uuid);
    if (!x) {
        x = g_new0(Place, 1);
        x->uuid = uuid;
        x->open = g_array_new(FALSE, FALSE, sizeof(Open));
        g_ptr_array_add(p->places, x);
        g_hash_table_insert(p->place_of, &x->uuid, x);
    }
    return *near = x;
}

/* ---- what events say --------------------------------------------------------------------------------------------------------------- */

static uint32_t said_of(Perfetto *p, const char *module, const char *op)
{
    g_autofree char *both = g_strdup_printf("%s\n%s", module, op);
    uint32_t have = GPOINTER_TO_UINT(g_hash_table_lookup(p->said_of, both));
    if (have)
        return have;
    g_array_append_val(p->said, ((Said){ .module = keep(p, module), .op = keep(p, op) }));
    g_hash_table_insert(p->said_of, g_steal_pointer(&both), GUINT_TO_POINTER(p->said->len));
    return p->said->len;
}

/* What a slice says of its instruction, in traces that we exported. The facts of an instruction are told once. */
static void read_said(Perfetto *p, const Sequence *s, WireMessage event, const char *name, Open *out)
{
    const char *value[ARG_end] = { NULL };
    const uint8_t *at = NULL;
    WireMessage m;
    while (wire_each(event, 4, &at, &m)) {
        const PerfettoName *argument = perfetto_name(&s->arguments, wire_int(m, 1, 0));
        int a = argument ? argument->means : 0;
        const PerfettoName *text = a ? perfetto_name(&s->texts, wire_int(m, 17, 0)) : NULL;
        value[a] = text ? text->text : NULL;
        if (a == ARG_meets)
            out->meets = (uint32_t)CLAMP(wire_int(m, 4, 0), 0, UINT32_MAX);
    }
    if (!value[ARG_module])
        return;
    out->said = said_of(p, value[ARG_module], value[ARG_hlo_op] ? value[ARG_hlo_op] : name ? name : "?");
    const char *op = g_array_index(p->said, Said, out->said - 1).op;
    if (!g_hash_table_add(p->told, (gpointer)op))
        return;
    ImportFacts *f = g_new(ImportFacts, 1);
    *f = (ImportFacts){ .flops = -1, .bytes = -1, .category = g_strdup(value[ARG_category]), .op_name = g_strdup(value[ARG_op_name]), .source = g_strdup(value[ARG_line]), .opcode = g_strdup(value[ARG_op]) };
    import_programs_say(p->tracks->run->programs, 0, op, f);
}

/* ---- packets ---------------------------------------------------------------------------------------------------------------------------- */

static void read_track(Perfetto *p, WireMessage m)
{
    Place *x = place_of(p, (uint64_t)wire_int(m, 1, 0));
    WireMessage process = wire_message(m, 3), thread = wire_message(m, 4);
    x->parent = (uint64_t)wire_int(m, 5, 0);
    x->unit = MAX(wire_int(wire_message(m, 8), 4, 1), 1);
    x->incremental = wire_int(wire_message(m, 8), 5, 0) != 0;
    g_free(x->name);
    x->name = perfetto_text(wire_message(m, wire_has(m, 2) ? 2 : 10));
    if (process.n) {
        x->pid = wire_int(process, 1, 0);
        g_free(x->process_name);
        x->process_name = perfetto_text(wire_message(process, 6));
        g_hash_table_replace(p->processes, g_memdup2(&x->pid, sizeof x->pid), x);
    }
    if (thread.n) {
        x->has_thread = true;
        x->pid = wire_int(thread, 1, 0);
        x->tid = wire_int(thread, 2, 0);
        if (!*x->name) {
            g_free(x->name);
            x->name = perfetto_text(wire_message(thread, 5));
        }
    }
}

/* Of old traces, whose events have no track: a sequence is a thread, which a packet names. {pid 1, tid 2, thread_name 5, reference_timestamp_us 6} */
static uint64_t own_track(const Sequence *s)
{
    return UINT64_C(1) << 63 | s->id;
}

static void read_thread(Perfetto *p, Sequence *s, WireMessage m)
{
    Place *x = place_of(p, own_track(s));
    x->has_thread = true;
    x->pid = wire_int(m, 1, 0);
    x->tid = wire_int(m, 2, 0);
    g_free(x->name);
    x->name = perfetto_text(wire_message(m, 5));
    s->thread_ts = wire_int(m, 6, s->thread_ts);
}

/* Each event of a flow has its number; arrows go from one to the next in time. Ours of meetings, which are told otherwise, are none. */
static uint32_t arrows_of(Perfetto *p, WireMessage m, uint32_t meets)
{
    enum { FLOWS = 47, LAST = 48, OTHER = 9 };
    WireField f;
    uint32_t out = 0;
    for (const uint8_t *at = m.p, *end = m.p + m.n; m.n && wire_next(&at, end, &f, m.bad);) {
        bool packed = f.type == 2;
        if ((f.number != FLOWS && f.number != LAST) || (f.type != 1 && !packed))
            continue;
        for (size_t k = 0; k < (packed ? f.n / 8 : 1); k++) {
            uint64_t id = packed ? 0 : f.value;
            for (int byte = 0; packed && byte < 8; byte++)
                id |= (uint64_t)f.bytes[8 * k + (size_t)byte] << 8 * byte;
            if (!meets || id != meets)
                out = timeline_arrow(p->tracks->run->timeline, out, OTHER, p->tracks->space + 2, id, f.number == LAST ? ARROW_TO : ARROW_BOTH);
        }
    }
    return out;
}

/* Events as Chrome's JSON has them, within the newer ones: {name_iid 1, phase 2, duration_us 3}. Returns the type that means the same; 5: one with a length. */
static int64_t old_type(WireMessage old, int64_t *dur_ns)
{
    int64_t us = wire_int(old, 3, 0);
    *dur_ns = us > 0 && us < INT64_C(1) << 50 ? us * 1000 : 0;
    switch (wire_int(old, 2, 0)) {
    case 'B':
        return 1;
    case 'E':
        return 2;
    case 'i':
    case 'I':
    case 'R':
        return 3;
    case 'X':
        return 5;
    default:
        return 0;
    }
}

/* What the event is called; 0 = it does not say so. */
static uint32_t name_of(Perfetto *p, const Sequence *s, const PerfettoEvent *e, int64_t iid)
{
    ImportRun *r = p->tracks->run;
    if (e->has_name) {
        g_string_truncate(p->text, 0);
        g_string_append_len(p->text, e->name.n ? (const char *)e->name.p : "", (gssize)MIN(e->name.n, (size_t)1 << 16));
        return tracks_name(r, p->text->str);
    }
    PerfettoName *n = perfetto_name(&s->names, iid);
    if (n && !n->name_id)
        n->name_id = tracks_name(r, n->text);
    return n ? n->name_id : 0;
}

static void add_slice(Perfetto *p, Place *x, const Open *o, int64_t end_ns)
{
    if (!x->track)
        x->track = track_new();
    TrackEvent *e = track_add_named(p->tracks, x->track, o->ts_ns, end_ns, o->name_id ? o->name_id : p->unnamed);
    e->cat = (uint8_t)o->cat;
    e->meets = o->cat == TRACE_CAT_COLLECTIVE ? o->meets : 0;
    e->arrow = o->arrow;
    if (!o->said)
        return;
    if (!x->track->keys) /* what is said of instructions, until all is read */
        x->track->keys = g_array_new(FALSE, TRUE, sizeof(int64_t));
    g_array_set_size(x->track->keys, x->track->events->len);
    g_array_index(x->track->keys, int64_t, x->track->events->len - 1) = o->said;
}

static void end_slice(Perfetto *p, Place *x, int64_t ts, uint32_t name)
{
    ImportRun *r = p->tracks->run;
    if (!x->open->len) {
        r->n_seen++;
        r->n_left++;
        import_note(r, 1, "ends_alone", 1, "ends of events that did not begin");
        return;
    }
    Open *o = &g_array_index(x->open, Open, x->open->len - 1);
    o->name_id = o->name_id ? o->name_id : name;
    add_slice(p, x, o, MAX(ts, o->ts_ns));
    g_array_set_size(x->open, x->open->len - 1);
}

static void read_event(Perfetto *p, Sequence *s, const PerfettoPacket *packet)
{
    enum { BEGIN = 1, END = 2, INSTANT = 3, COUNTER = 4, WHOLE = 5 };
    PerfettoEvent e;
    perfetto_event(packet->event, &e);
    Place *x = place_of(p, e.has_track ? e.track : s->default_track ? s->default_track : own_track(s));
    int64_t ts = perfetto_time(&p->clocks, s, packet, &e), iid = e.has_name_iid ? e.name_iid : wire_int(e.old, 1, 0), type = e.type, dur_ns = 0;
    if (!type && e.old.n)
        type = old_type(e.old, &dur_ns);
    uint32_t name = type == COUNTER ? 0 : name_of(p, s, &e, iid);
    p->nameless += iid && !name && (type == BEGIN || type == INSTANT);
    const PerfettoName *category = e.category_iid ? perfetto_name(&s->categories, e.category_iid) : NULL;
    Open o = { .ts_ns = ts, .name_id = name, .cat = category ? category->means : 0 };
    switch (type) {
    case BEGIN:
        if (s->knows_arguments && e.has_arguments)
            read_said(p, s, packet->event, name ? tracks_name_of(p->tracks->run, name)->text : NULL, &o);
        o.arrow = e.has_flows ? arrows_of(p, packet->event, o.meets) : 0;
        g_array_append_val(x->open, o);
        break;
    case END:
        end_slice(p, x, ts, name);
        break;
    case INSTANT:
    case WHOLE:
        o.arrow = e.has_flows ? arrows_of(p, packet->event, 0) : 0;
        add_slice(p, x, &o, ts + dur_ns);
        break;
    case COUNTER:
        g_array_append_val(p->samples, ((Sample){ x, ts, e.has_double ? e.value : (double)e.counter }));
        break;
    default:
        p->n_other++;
        break;
    }
}

static void read_packets(Perfetto *p, const uint8_t *at, const uint8_t *end, ImportSource *s);

static void inflate_packets(Perfetto *p, WireMessage m)
{
    g_autoptr(GConverter) z = G_CONVERTER(g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB));
    g_autoptr(GByteArray) out = g_byte_array_new();
    guint8 part[1 << 14];
    size_t at = 0;
    for (;;) {
        gsize used = 0, n = 0;
        GConverterResult result = g_converter_convert(z, m.p + at, m.n - at, part, sizeof part, G_CONVERTER_INPUT_AT_END, &used, &n, NULL);
        at += used;
        g_byte_array_append(out, part, (guint)n);
        p->bad |= result == G_CONVERTER_ERROR;
        if (result != G_CONVERTER_CONVERTED || out->len > MOST_INFLATED)
            break;
    }
    if (p->depth < 2) {
        p->depth++;
        read_packets(p, out->data, out->data + out->len, NULL);
        p->depth--;
    }
}

static void read_packet(Perfetto *p, const PerfettoPacket *m)
{
    Sequence *s = sequence_of(p, m->sequence);
    if (m->flags & 1)
        sequence_clear(s);
    if (m->clocks.n)
        perfetto_read_clocks(&p->clocks, s, m->clocks, &p->tracks->epoch_ns);
    if (m->defaults.n) {
        s->default_clock = wire_int(m->defaults, 58, s->default_clock);
        s->default_track = (uint64_t)wire_int(wire_message(m->defaults, 11), 11, (int64_t)s->default_track);
    }
    if (m->names.n)
        sequence_read_names(s, m->names);
    if (m->track.n)
        read_track(p, m->track);
    if (m->thread.n)
        read_thread(p, s, m->thread);
    if (m->event.n)
        read_event(p, s, m);
    if (m->compressed.n)
        inflate_packets(p, m->compressed);
    p->n_other += !m->clocks.n && !m->defaults.n && !m->event.n && !m->compressed.n && !m->track.n && !m->thread.n && !m->has_names;
}

/* At a place where something is wrong: moves to the next packet, or reads what there is of the last. */
static const uint8_t *read_damaged(Perfetto *p, const uint8_t *at, const uint8_t *end)
{
    const uint8_t *behind = at, *next = perfetto_next_packet(at + 1, end);
    WireField f;
    p->bad = true;
    if (wire_next_cut(&behind, next, &f, &p->bad) && f.number == 1 && f.type == 2) {
        PerfettoPacket packet;
        perfetto_packet((WireMessage){ f.bytes, f.n, &p->bad }, &packet);
        read_packet(p, &packet);
        at = behind;
    }
    p->n_lost += next - at;
    return next;
}

/* The packet at `at`, if it is whole. Events have no packets in them: one whose length is wrong may have. */
static bool whole_packet(Perfetto *p, const uint8_t *at, const uint8_t *end, const uint8_t **next, PerfettoPacket *out)
{
    enum { PACKET = 1 << 3 | 2 };
    bool cut = false;
    WireField f;
    *next = at;
    if (*at != PACKET || !wire_next(next, end, &f, &cut) || (*next < end && **next != PACKET))
        return false;
    perfetto_packet((WireMessage){ f.bytes, f.n, &p->bad }, out);
    return !out->has_scheduler || !out->event.p;
}

static void read_packets(Perfetto *p, const uint8_t *at, const uint8_t *end, ImportSource *s)
{
    while (at < end) {
        const uint8_t *next;
        PerfettoPacket packet;
        if (whole_packet(p, at, end, &next, &packet)) {
            read_packet(p, &packet);
            at = next;
        } else {
            at = read_damaged(p, at, end);
        }
        if (s)
            import_source_release(s, at);
    }
}

/* ---- tracks ----------------------------------------------------------------------------------------------------------------------------- */

static const char *process_name(const Place *x)
{
    return x->process_name && *x->process_name ? x->process_name : x->name;
}

/* The track of the device above, else the uppermost one, which is the process. */
static const Place *root_of(Perfetto *p, const Place *x)
{
    for (int i = 0; i < 32; i++) {
        if (i && process_name(x) && import_is_device(process_name(x)))
            break;
        const Place *up = x->parent ? g_hash_table_lookup(p->place_of, &x->parent) : x->has_thread ? g_hash_table_lookup(p->processes, &x->pid) : NULL;
        if (!up || up == x)
            break;
        x = up;
    }
    return x;
}

static int64_t process_of(const Place *x, const Place *root)
{
    return root != x || !x->has_thread ? (int64_t)root->uuid : x->pid;
}

/* Which instructions the events are of. */
static void find_ops(Perfetto *p, Track *t)
{
    ImportRun *r = p->tracks->run;
    if (!t->keys)
        return;
    t->programs = g_array_new(FALSE, TRUE, sizeof(ImportProgram *));
    g_array_set_size(t->programs, t->keys->len);
    for (guint i = 0; i < t->keys->len; i++) {
        int64_t place = g_array_index(t->keys, int64_t, i);
        Said *said = place ? &g_array_index(p->said, Said, place - 1) : NULL;
        if (said && !said->program) {
            said->program = import_programs_find(r->programs, said->module, false, 0);
            said->found = import_program_op(said->program, said->op, strlen(said->op));
            said->found = said->found ? said->found : import_programs_make_op(r->programs, said->program, said->op);
        }
        if (said) {
            g_array_index(t->programs, ImportProgram *, i) = said->program;
            g_array_index(t->events, TrackEvent, i).op = said->found;
        }
    }
    g_clear_pointer(&t->keys, g_array_unref);
}

static void put_place(Perfetto *p, Place *x)
{
    if (!x->track)
        return;
    const Place *root = root_of(p, x);
    int64_t process = process_of(x, root);
    Track *t = tracks_attach(p->tracks, g_steal_pointer(&x->track), process, (int64_t)x->uuid);
    t->name = x->name && *x->name ? g_strdup(x->name) : NULL;
    if (process_name(root) && !g_hash_table_contains(p->tracks->process_names, &process))
        tracks_name_process(p->tracks, process, process_name(root));
    find_ops(p, t);
}

static void put_sample(Perfetto *p, const Sample *s)
{
    Place *x = s->place;
    x->last = x->incremental ? x->last + s->value : s->value;
    tracks_sample(p->tracks, process_of(x, root_of(p, x)), track_ns(s->ts_ns), x->name && *x->name ? x->name : "counter", x->last * (double)MAX(x->unit, 1));
    p->tracks->run->n_seen++;
}

static void finish(Perfetto *p)
{
    ImportRun *r = p->tracks->run;
    int64_t open = 0;
    for (guint i = 0; i < p->places->len; i++) {
        open += ((const Place *)p->places->pdata[i])->open->len;
        put_place(p, p->places->pdata[i]);
    }
    for (guint i = 0; i < p->samples->len; i++)
        put_sample(p, &g_array_index(p->samples, Sample, i));
    r->n_seen += open;
    r->n_left += open;
    if (open)
        import_note(r, 1, "begins_alone", open, "events that did not end");
    if (p->n_other)
        import_note(r, 0, "other_packets", p->n_other, "packets of other kinds, such as the scheduler's, which are not imported");
    if (p->n_lost)
        import_note(r, 2, "skipped_bytes", p->n_lost, "bytes were left out, which do not read as packets");
    if (p->nameless)
        import_note(r, 1, "nameless", p->nameless, "events refer to a name that the file does not have, and are called ?");
}

Tracks *perfetto_read(ImportRun *r, ImportSource *s, GError **error)
{
    (void)error;
    Perfetto p = { .tracks = tracks_new(r), .sequences = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, (GDestroyNotify)sequence_free), .places = g_ptr_array_new_with_free_func(place_free),
                   .place_of = g_hash_table_new(g_int64_hash, g_int64_equal), .processes = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL), .samples = g_array_new(FALSE, FALSE, sizeof(Sample)),
                   .told = g_hash_table_new(g_str_hash, g_str_equal), .kept = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL), .said = g_array_new(FALSE, FALSE, sizeof(Said)),
                   .said_of = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL), .text = g_string_new(NULL), .unnamed = tracks_name(r, "?") };
    read_packets(&p, s->p, s->p + s->n, s);
    finish(&p);
    if (p.bad || s->cut)
        import_note(r, 2, "damaged", 1, "the file is damaged: what could be read is there");
    p.tracks->damaged = p.bad || s->cut;
    g_hash_table_unref(p.sequences);
    g_hash_table_unref(p.processes);
    g_hash_table_unref(p.place_of);
    g_ptr_array_unref(p.places);
    g_array_unref(p.samples);
    g_hash_table_unref(p.told);
    g_hash_table_unref(p.said_of);
    g_array_unref(p.said);
    g_hash_table_unref(p.kept);
    g_string_free(p.text, TRUE);
    return p.tracks;
}
