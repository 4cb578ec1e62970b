/* Perfetto's protobuf: slices, instants and counters of TrackEvents, with interned names, defaults, incremental clocks and compressed packets. Field
 * numbers are those of Perfetto's trace_packet.proto and track_event.proto. Other packets are counted. */
#include <gio/gio.h>
#include <string.h>

#include "trace/import/perfetto_sync.h"
#include "trace/import/tracks.h"
#include "trace/wire.h"

#define MOST_INFLATED ((size_t)1 << 28) /* of one compressed packet */

enum { CLOCKS = 64, REALTIME = 1, BOOTTIME = 6 }; /* clocks of the machine have numbers below that; others are a sequence's own */

/* A sequence's own clock: what it shows, and what is added to its time to get that of the trace. */
typedef struct Clock {
    bool incremental;
    int64_t unit_ns, last, offset_ns;
} Clock;

/* What one writer of packets has said so far. */
typedef struct Sequence {
    uint64_t id;
    GHashTable *names;      /* iid -> text */
    GHashTable *categories; /* iid -> category as in traces, of those with a name that we give */
    GHashTable *clocks;     /* id -> Clock */
    GHashTable *arguments, *texts; /* iid -> what it names, of arguments that we know; iid -> text */
    uint64_t default_track, default_clock;
    int64_t thread_ts;      /* of old events, whose times are deltas */
} Sequence;

typedef struct Place {
    uint64_t uuid, parent;
    char *name, *process_name;
    int64_t pid, tid;
    bool has_thread, is_counter;
    int64_t unit;           /* of a counter: its samples are so many */
    bool incremental;       /* its samples say what was added */
    double last;
    GArray *open;           /* Open */
} Place;

/* What a slice says of its instruction, in traces that we exported. */
typedef struct Said {
    const char *module, *op; /* kept; NULL = not said */
    uint32_t meets;
    uint32_t arrow;
} Said;

typedef struct Open {
    int64_t ts_ns;
    int cat;
    char *name;
    Said said;
} Open;

typedef struct Perfetto {
    Tracks *tracks;
    GHashTable *sequences;  /* id -> Sequence */
    GHashTable *places;     /* uuid -> Place */
    GHashTable *processes;  /* pid -> Place that describes it */
    GArray *slices;         /* Slice: tracks may be described after their events */
    GHashTable *said;       /* names of instructions of which facts were told */
    GPtrArray *names;       /* texts of slices */
    GHashTable *name_of;    /* text -> itself, in names */
    int64_t n_other, n_lost, nameless; /* packets of other kinds; bytes that are no packet; events whose name is missing */
    int base;               /* the clock of the trace's time; 0 = no snapshot of clocks said one */
    bool has_offset[CLOCKS];
    int64_t offset_ns[CLOCKS]; /* added to a machine's clock to get the trace's time */
    bool bad;
    int depth;
} Perfetto;

typedef struct Slice {
    uint64_t track;
    int64_t start_ns, end_ns;
    const char *name;       /* NULL = a sample */
    double value;
    int cat;                /* 0 = not said */
    Said said;
} Slice;

static void open_clear(gpointer p)
{
    g_free(((Open *)p)->name);
}

static void place_free(gpointer data)
{
    Place *p = data;
    g_free(p->name);
    g_free(p->process_name);
    g_array_unref(p->open);
    g_free(p);
}

static void sequence_free(gpointer data)
{
    Sequence *s = data;
    g_hash_table_unref(s->names);
    g_hash_table_unref(s->categories);
    g_hash_table_unref(s->clocks);
    g_hash_table_unref(s->arguments);
    g_hash_table_unref(s->texts);
    g_free(s);
}

static char *text(WireMessage m)
{
    g_autofree char *raw = g_strndup(m.n ? (const char *)m.p : "", MIN(m.n, (size_t)1 << 16));
    return g_utf8_make_valid(raw, -1);
}

static const char *keep(Perfetto *p, char *name)
{
    const char *have = g_hash_table_lookup(p->name_of, name);
    if (have) {
        g_free(name);
        return have;
    }
    g_ptr_array_add(p->names, name);
    g_hash_table_add(p->name_of, name);
    return name;
}

static Sequence *sequence_of(Perfetto *p, uint64_t id)
{
    Sequence *s = g_hash_table_lookup(p->sequences, &id);
    if (!s) {
        s = g_new0(Sequence, 1);
        s->names = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
        s->categories = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
        s->clocks = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
        s->arguments = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
        s->texts = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
        s->id = id;
        g_hash_table_insert(p->sequences, g_memdup2(&id, sizeof id), s);
    }
    return s;
}

static Place *place_of(Perfetto *p, uint64_t uuid)
{
    Place *x = g_hash_table_lookup(p->places, &uuid);
    if (!x) {
        x = g_new0(Place, 1);
        x->uuid = uuid;
        x->open = g_array_new(FALSE, FALSE, sizeof(Open));
        g_array_set_clear_func(x->open, open_clear);
        g_hash_table_insert(p->places, &x->uuid, x);
    }
    return x;
}

/* ---- packets ---------------------------------------------------------------------------------------------------------------------------- */

/* ClockSnapshot: what several clocks showed at one moment. clocks 1: {clock_id 1, timestamp 2, is_incremental 3, unit_multiplier_ns 4}, primary_trace_clock 2. */
static int64_t shown(WireMessage clock)
{
    int64_t v = wire_int(clock, 2, 0);
    return track_ns(__builtin_mul_overflow(v, MAX(wire_int(clock, 4, 1), 1), &v) ? 0 : v);
}

static bool find_clock(WireMessage snapshot, int64_t id, int64_t *out)
{
    const uint8_t *at = NULL;
    WireMessage m;
    while (wire_each(snapshot, 1, &at, &m))
        if (wire_int(m, 1, 0) == id) {
            *out = shown(m);
            return true;
        }
    return false;
}

static void read_clocks(Perfetto *p, Sequence *s, WireMessage snapshot)
{
    const uint8_t *at = NULL;
    WireMessage m;
    int64_t base = 0, real = 0, primary = wire_int(snapshot, 2, 0);
    if (!p->base)
        p->base = primary > 0 && primary < CLOCKS ? (int)primary : BOOTTIME;
    bool has_base = find_clock(snapshot, p->base, &base);
    if (has_base && find_clock(snapshot, REALTIME, &real) && real - base > 0)
        p->tracks->epoch_ns = real - base;
    while (wire_each(snapshot, 1, &at, &m)) {
        int64_t id = wire_int(m, 1, 0), offset = has_base ? base - shown(m) : 0;
        if (id >= 0 && id < CLOCKS) {
            p->has_offset[id] = has_base;
            p->offset_ns[id] = offset;
            continue;
        }
        Clock *c = g_new0(Clock, 1);
        *c = (Clock){ wire_int(m, 3, 0) != 0, MAX(wire_int(m, 4, 1), 1), wire_int(m, 2, 0), offset };
        g_hash_table_replace(s->clocks, g_memdup2(&id, sizeof id), c);
    }
}

static void read_names(Sequence *s, WireMessage interned)
{
    const uint8_t *at = NULL;
    WireMessage m;
    while (wire_each(interned, 2, &at, &m)) {
        int64_t iid = wire_int(m, 1, 0);
        g_hash_table_replace(s->names, g_memdup2(&iid, sizeof iid), text(wire_message(m, 2)));
    }
    at = NULL;
    while (wire_each(interned, 1, &at, &m)) {
        int64_t iid = wire_int(m, 1, 0);
        g_autofree char *name = text(wire_message(m, 2));
        if (import_own_cat(name))
            g_hash_table_replace(s->categories, g_memdup2(&iid, sizeof iid), GINT_TO_POINTER(import_own_cat(name)));
    }
}

typedef enum Argument { ARG_op = 1, ARG_category, ARG_module, ARG_hlo_op, ARG_op_name, ARG_line, ARG_meets, ARG_end } Argument;
static const char *const argument_names[ARG_end] = { [ARG_op] = "op", [ARG_category] = "hlo_category", [ARG_module] = "hlo_module", [ARG_hlo_op] = "hlo_op", [ARG_op_name] = "op_name", [ARG_line] = "line", [ARG_meets] = "collective" };

/* Names of arguments, and texts that they have. */
static void read_arguments(Sequence *s, WireMessage interned)
{
    const uint8_t *at = NULL;
    WireMessage m;
    while (wire_each(interned, 3, &at, &m)) {
        int64_t iid = wire_int(m, 1, 0);
        g_autofree char *name = text(wire_message(m, 2));
        for (int a = ARG_op; a < ARG_end; a++)
            if (g_str_equal(name, argument_names[a]))
                g_hash_table_replace(s->arguments, g_memdup2(&iid, sizeof iid), GINT_TO_POINTER(a));
    }
    at = NULL;
    while (g_hash_table_size(s->arguments) && wire_each(interned, 29, &at, &m)) {
        int64_t iid = wire_int(m, 1, 0);
        g_hash_table_replace(s->texts, g_memdup2(&iid, sizeof iid), text(wire_message(m, 2)));
    }
}

/* What a slice says of its instruction, in traces that we exported. The facts of an instruction are told once. */
static void read_said(Perfetto *p, const Sequence *s, WireMessage event, const char *name, Said *out)
{
    const char *value[ARG_end] = { NULL };
    const uint8_t *at = NULL;
    WireMessage m;
    while (wire_each(event, 4, &at, &m)) {
        int64_t iid = wire_int(m, 1, 0), text_iid = wire_int(m, 17, 0);
        int a = GPOINTER_TO_INT(g_hash_table_lookup(s->arguments, &iid));
        value[a] = a ? g_hash_table_lookup(s->texts, &text_iid) : NULL;
        if (a == ARG_meets)
            out->meets = (uint32_t)CLAMP(wire_int(m, 4, 0), 0, UINT32_MAX);
    }
    if (!value[ARG_module])
        return;
    out->module = keep(p, g_strdup(value[ARG_module]));
    out->op = keep(p, g_strdup(value[ARG_hlo_op] ? value[ARG_hlo_op] : name ? name : "?"));
    if (!g_hash_table_add(p->said, (gpointer)out->op))
        return;
    ImportFacts *f = g_new(ImportFacts, 1);
    *f = (ImportFacts){ .flops = -1, .bytes = -1, .category = g_strdup(value[ARG_category]), .op_name = g_strdup(value[ARG_op_name]), .source = g_strdup(value[ARG_line]), .opcode = g_strdup(value[ARG_op]) };
    import_programs_say(p->tracks->run->programs, 0, out->op, f);
}

/* The category of a slice, where its first has a name that traces give; else 0. */
static int category_of(const Sequence *s, WireMessage event)
{
    WireInts iids = { 0 };
    wire_ints(event, 3, &iids);
    int cat = iids.n ? GPOINTER_TO_INT(g_hash_table_lookup(s->categories, &iids.v[0])) : 0;
    g_free(iids.v);
    return cat;
}

static void read_track(Perfetto *p, WireMessage m)
{
    Place *x = place_of(p, (uint64_t)wire_int(m, 1, 0));
    WireMessage process = wire_message(m, 3), thread = wire_message(m, 4);
    x->parent = (uint64_t)wire_int(m, 5, 0);
    x->is_counter = wire_has(m, 8);
    x->unit = MAX(wire_int(wire_message(m, 8), 4, 1), 1);
    x->incremental = wire_int(wire_message(m, 8), 5, 0) != 0;
    g_free(x->name);
    x->name = text(wire_message(m, wire_has(m, 2) ? 2 : 10));
    if (process.n) {
        x->pid = wire_int(process, 1, 0);
        g_free(x->process_name);
        x->process_name = text(wire_message(process, 6));
        g_hash_table_replace(p->processes, g_memdup2(&x->pid, sizeof x->pid), x);
    }
    if (thread.n) {
        x->has_thread = true;
        x->pid = wire_int(thread, 1, 0);
        x->tid = wire_int(thread, 2, 0);
        if (!*x->name) {
            g_free(x->name);
            x->name = text(wire_message(thread, 5));
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
    x->name = text(wire_message(m, 5));
    s->thread_ts = wire_int(m, 6, s->thread_ts);
}

static int64_t time_of(const Perfetto *p, Sequence *s, WireMessage packet, WireMessage event)
{
    int64_t clock_id = wire_int(packet, 58, (int64_t)s->default_clock), ts = wire_int(packet, 8, 0);
    if (!wire_has(packet, 8) && event.n) { /* microseconds, in events of 2019 */
        s->thread_ts = wire_has(event, 16) ? wire_int(event, 16, 0) : s->thread_ts + wire_int(event, 1, 0);
        return s->thread_ts < INT64_MAX / 1000 && s->thread_ts > INT64_MIN / 1000 ? s->thread_ts * 1000 : 0;
    }
    if (clock_id > 0 && clock_id < CLOCKS)
        return p->has_offset[clock_id] ? track_ns(ts) + p->offset_ns[clock_id] : ts;
    Clock *c = g_hash_table_lookup(s->clocks, &clock_id);
    if (!c)
        return ts;
    if (c->incremental && __builtin_add_overflow(c->last, ts, &c->last))
        c->last = 0;
    int64_t v = c->incremental ? c->last : ts;
    return __builtin_mul_overflow(v, c->unit_ns, &v) ? 0 : track_ns(v) + c->offset_ns;
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

static void read_event(Perfetto *p, Sequence *s, WireMessage packet, WireMessage m)
{
    Place *x = place_of(p, (uint64_t)wire_int(m, 11, (int64_t)(s->default_track ? s->default_track : own_track(s))));
    WireMessage old = wire_message(m, 6);
    int64_t ts = time_of(p, s, packet, m), iid = wire_int(m, 10, wire_int(old, 1, 0)), type = wire_int(m, 9, 0), dur_ns = 0;
    if (!type && old.n)
        type = old_type(old, &dur_ns);
    g_autofree char *name = wire_has(m, 23) ? text(wire_message(m, 23)) : g_strdup(g_hash_table_lookup(s->names, &iid));
    ImportRun *r = p->tracks->run;
    p->nameless += iid && !name && (type == 1 || type == 3);
    switch (type) {
    case 1: {
        Open open = { .ts_ns = ts, .cat = category_of(s, m) };
        if (g_hash_table_size(s->arguments))
            read_said(p, s, m, name, &open.said);
        open.said.arrow = arrows_of(p, m, open.said.meets);
        open.name = g_steal_pointer(&name);
        g_array_append_val(x->open, open);
        break;
    }
    case 2:
        if (x->open->len) {
            Open *o = &g_array_index(x->open, Open, x->open->len - 1);
            Slice slice = { x->uuid, o->ts_ns, MAX(ts, o->ts_ns), keep(p, g_strdup(o->name ? o->name : name ? name : "?")), 0, o->cat, o->said };
            g_array_append_val(p->slices, slice);
            g_array_set_size(x->open, x->open->len - 1);
        } else {
            r->n_seen++;
            r->n_left++;
            import_note(r, 1, "ends_alone", 1, "ends of events that did not begin");
        }
        break;
    case 3:
        g_array_append_val(p->slices, ((Slice){ x->uuid, ts, ts, keep(p, g_strdup(name ? name : "?")), 0, category_of(s, m), { .arrow = arrows_of(p, m, 0) } }));
        break;
    case 5:
        g_array_append_val(p->slices, ((Slice){ x->uuid, ts, ts + dur_ns, keep(p, g_strdup(name ? name : "?")), 0, category_of(s, m), { .arrow = arrows_of(p, m, 0) } }));
        break;
    case 4:
        g_array_append_val(p->slices, ((Slice){ x->uuid, ts, ts, NULL, wire_has(m, 44) ? wire_double(m, 44) : (double)wire_int(m, 30, 0), 0, { 0 } }));
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

static void read_packet(Perfetto *p, WireMessage m)
{
    Sequence *s = sequence_of(p, (uint64_t)wire_int(m, 10, 0));
    WireMessage clocks = wire_message(m, 6), defaults = wire_message(m, 59), event = wire_message(m, 11), thread = wire_message(m, 44), compressed = wire_message(m, 50), track = wire_message(m, 60);
    if (wire_int(m, 13, 0) & 1) {
        g_hash_table_remove_all(s->names);
        g_hash_table_remove_all(s->categories);
        g_hash_table_remove_all(s->arguments);
        g_hash_table_remove_all(s->texts);
    }
    if (clocks.n)
        read_clocks(p, s, clocks);
    if (defaults.n) {
        s->default_clock = (uint64_t)wire_int(defaults, 58, (int64_t)s->default_clock);
        s->default_track = (uint64_t)wire_int(wire_message(defaults, 11), 11, (int64_t)s->default_track);
    }
    read_names(s, wire_message(m, 12));
    read_arguments(s, wire_message(m, 12));
    if (track.n)
        read_track(p, track);
    if (thread.n)
        read_thread(p, s, thread);
    if (event.n)
        read_event(p, s, m, event);
    if (compressed.n)
        inflate_packets(p, compressed);
    p->n_other += !clocks.n && !defaults.n && !event.n && !compressed.n && !track.n && !thread.n && !wire_has(m, 12);
}

/* At a place where something is wrong: moves to the next packet, or reads what there is of the last. */
static const uint8_t *read_damaged(Perfetto *p, const uint8_t *at, const uint8_t *end)
{
    const uint8_t *behind = at, *next = perfetto_next_packet(at + 1, end);
    WireField f;
    p->bad = true;
    if (wire_next_cut(&behind, next, &f, &p->bad) && f.number == 1 && f.type == 2) {
        read_packet(p, (WireMessage){ f.bytes, f.n, &p->bad });
        at = behind;
    }
    p->n_lost += next - at;
    return next;
}

/* The packet at p, if it is whole. Events have no packets in them: one whose length is wrong may have. */
static bool whole_packet(const uint8_t *p, const uint8_t *end, const uint8_t **next, WireField *f)
{
    enum { PACKET = 1 << 3 | 2, SCHEDULER = 1, EVENT = 11 };
    bool cut = false;
    *next = p;
    if (*p != PACKET || !wire_next(next, end, f, &cut) || (*next < end && **next != PACKET))
        return false;
    WireMessage m = { f->bytes, f->n, &cut };
    return !wire_has(m, SCHEDULER) || !wire_has(m, EVENT);
}

static void read_packets(Perfetto *p, const uint8_t *at, const uint8_t *end, ImportSource *s)
{
    while (at < end) {
        const uint8_t *next;
        WireField f;
        if (whole_packet(at, end, &next, &f)) {
            read_packet(p, (WireMessage){ f.bytes, f.n, &p->bad });
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
        const Place *up = x->parent ? g_hash_table_lookup(p->places, &x->parent) : x->has_thread ? g_hash_table_lookup(p->processes, &x->pid) : NULL;
        if (!up || up == x)
            break;
        x = up;
    }
    return x;
}

static void put_slice(Perfetto *p, const Slice *s)
{
    Place *x = place_of(p, s->track);
    const Place *root = root_of(p, x);
    int64_t process = root != x || !x->has_thread ? (int64_t)root->uuid : x->pid;
    if (!s->name) {
        x->last = x->incremental ? x->last + s->value : s->value;
        tracks_sample(p->tracks, process, track_ns(s->start_ns), x->name && *x->name ? x->name : "counter", x->last * (double)MAX(x->unit, 1));
        p->tracks->run->n_seen++;
        return;
    }
    Track *t = tracks_get(p->tracks, process, (int64_t)x->uuid);
    if (!t->name && x->name && *x->name)
        t->name = g_strdup(x->name);
    if (process_name(root) && !g_hash_table_contains(p->tracks->process_names, &process))
        tracks_name_process(p->tracks, process, process_name(root));
    TrackEvent *e = track_add(p->tracks, t, s->start_ns, s->end_ns, s->name);
    e->cat = (uint8_t)s->cat;
    e->meets = s->cat == TRACE_CAT_COLLECTIVE ? s->said.meets : 0;
    e->arrow = s->said.arrow;
    if (s->said.module) {
        ImportRun *r = p->tracks->run;
        ImportProgram *g = import_programs_find(r->programs, s->said.module, false, 0);
        ImportOp *op = import_program_op(g, s->said.op, strlen(s->said.op));
        track_of_program(t, g, op ? op : import_programs_make_op(r->programs, g, s->said.op));
    }
}

static int64_t count_open(Perfetto *p)
{
    GHashTableIter it;
    gpointer place;
    int64_t n = 0;
    g_hash_table_iter_init(&it, p->places);
    while (g_hash_table_iter_next(&it, NULL, &place))
        n += ((const Place *)place)->open->len;
    return n;
}

Tracks *perfetto_read(ImportRun *r, ImportSource *s, GError **error)
{
    (void)error;
    Perfetto p = { .tracks = tracks_new(r), .sequences = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, sequence_free),
                   .places = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, place_free), .slices = g_array_new(FALSE, FALSE, sizeof(Slice)),
                   .processes = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL), .names = g_ptr_array_new_with_free_func(g_free), .name_of = g_hash_table_new(g_str_hash, g_str_equal),
                   .said = g_hash_table_new(g_str_hash, g_str_equal) };
    read_packets(&p, s->p, s->p + s->n, s);
    for (guint i = 0; i < p.slices->len; i++)
        put_slice(&p, &g_array_index(p.slices, Slice, i));
    int64_t open = count_open(&p);
    r->n_seen += open;
    r->n_left += open;
    if (open)
        import_note(r, 1, "begins_alone", open, "events that did not end");
    if (p.n_other)
        import_note(r, 0, "other_packets", p.n_other, "packets of other kinds, such as the scheduler's, which are not imported");
    if (p.n_lost)
        import_note(r, 2, "skipped_bytes", p.n_lost, "bytes were left out, which do not read as packets");
    if (p.nameless)
        import_note(r, 1, "nameless", p.nameless, "events refer to a name that the file does not have, and are called ?");
    if (p.bad || s->cut)
        import_note(r, 2, "damaged", 1, "the file is damaged: what could be read is there");
    p.tracks->damaged = p.bad || s->cut;
    g_hash_table_unref(p.sequences);
    g_hash_table_unref(p.processes);
    g_hash_table_unref(p.places);
    g_array_unref(p.slices);
    g_hash_table_unref(p.name_of);
    g_hash_table_unref(p.said);
    g_ptr_array_unref(p.names);
    return p.tracks;
}
