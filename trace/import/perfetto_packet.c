/* Packets of Perfetto's files: their fields, the texts that writers number, their clocks. Field numbers are those of Perfetto's trace_packet.proto, track_event.proto and
 * interned_data.proto. See perfetto_impl.h. */
#include <string.h>

#include "trace/import/perfetto_impl.h"

enum { REALTIME = 1, BOOTTIME = 6 };

static WireMessage message_of(const WireField *f, WireMessage in)
{
    return f->type == 2 ? (WireMessage){ f->bytes, f->n, in.bad } : (WireMessage){ .bad = in.bad };
}

void perfetto_packet(WireMessage m, PerfettoPacket *out)
{
    const WireMessage none = { .bad = m.bad };
    *out = (PerfettoPacket){ .clock = -1, .clocks = none, .event = none, .names = none, .thread = none, .compressed = none, .defaults = none, .track = none };
    WireField f;
    for (const uint8_t *at = m.p, *end = m.p + m.n; m.n && wire_next_short(&at, end, &f, m.bad);) {
        switch (f.number) {
        case 1:
            out->has_scheduler = true;
            break;
        case 6:
            out->clocks = message_of(&f, m);
            break;
        case 8:
            out->has_ts = true;
            out->ts = f.type == 2 ? 0 : (int64_t)f.value;
            break;
        case 10:
            out->sequence = f.type == 2 ? 0 : f.value;
            break;
        case 11:
            out->event = message_of(&f, m);
            break;
        case 12:
            out->has_names = true;
            out->names = message_of(&f, m);
            break;
        case 13:
            out->flags = f.type == 2 ? 0 : f.value;
            break;
        case 44:
            out->thread = message_of(&f, m);
            break;
        case 50:
            out->compressed = message_of(&f, m);
            break;
        case 58:
            out->clock = f.type == 2 ? -1 : (int64_t)f.value;
            break;
        case 59:
            out->defaults = message_of(&f, m);
            break;
        case 60:
            out->track = message_of(&f, m);
            break;
        default:
            break;
        }
    }
}

static int64_t first_of(const WireField *f)
{
    uint64_t v = f->value;
    const uint8_t *at = f->bytes;
    if (f->type == 2 && (!f->n || !wire_varint_at(&at, f->bytes + f->n, &v)))
        v = 0;
    return (int64_t)v;
}

void perfetto_event(WireMessage m, PerfettoEvent *out)
{
    const WireMessage none = { .bad = m.bad };
    *out = (PerfettoEvent){ .name = none, .old = none };
    bool has_category = false;
    WireField f;
    for (const uint8_t *at = m.p, *end = m.p + m.n; m.n && wire_next_short(&at, end, &f, m.bad);) {
        int64_t v = f.type == 2 ? 0 : (int64_t)f.value;
        switch (f.number) {
        case 1:
            out->old_delta = v;
            break;
        case 3:
            out->category_iid = has_category ? out->category_iid : first_of(&f);
            has_category = true;
            break;
        case 4:
            out->has_arguments = true;
            break;
        case 6:
            out->old = message_of(&f, m);
            break;
        case 9:
            out->type = v;
            break;
        case 10:
            out->has_name_iid = true;
            out->name_iid = v;
            break;
        case 11:
            out->has_track = true;
            out->track = (uint64_t)v;
            break;
        case 16:
            out->has_old_ts = true;
            out->old_ts = v;
            break;
        case 23:
            out->has_name = true;
            out->name = message_of(&f, m);
            break;
        case 30:
            out->counter = v;
            break;
        case 44:
            out->has_double = true;
            memcpy(&out->value, &v, sizeof v);
            break;
        case 47:
        case 48:
            out->has_flows = true;
            break;
        default:
            break;
        }
    }
}

char *perfetto_text(WireMessage m)
{
    g_autofree char *raw = g_strndup(m.n ? (const char *)m.p : "", MIN(m.n, (size_t)1 << 16));
    return g_utf8_make_valid(raw, -1);
}

/* ---- texts ------------------------------------------------------------------------------------------------------------------------- */

static void name_free(gpointer p)
{
    if (p)
        g_free(((PerfettoName *)p)->text);
    g_free(p);
}

static void names_clear(PerfettoNames *n)
{
    g_clear_pointer(&n->dense, g_ptr_array_unref);
    g_clear_pointer(&n->sparse, g_hash_table_unref);
}

static PerfettoName *put_name(PerfettoNames *names, int64_t iid, WireMessage text)
{
    enum { DENSE = 1 << 16 };
    PerfettoName *n = g_new0(PerfettoName, 1);
    n->text = perfetto_text(text);
    if (iid >= 0 && iid < DENSE) {
        if (!names->dense)
            names->dense = g_ptr_array_new_with_free_func(name_free);
        if (iid >= names->dense->len)
            g_ptr_array_set_size(names->dense, (gint)iid + 1);
        name_free(names->dense->pdata[iid]);
        names->dense->pdata[iid] = n;
        return n;
    }
    if (!names->sparse)
        names->sparse = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, name_free);
    g_hash_table_replace(names->sparse, g_memdup2(&iid, sizeof iid), n);
    return n;
}

PerfettoName *perfetto_name(const PerfettoNames *names, int64_t iid)
{
    if (names->dense && iid >= 0 && iid < names->dense->len)
        return names->dense->pdata[iid];
    return names->sparse ? g_hash_table_lookup(names->sparse, &iid) : NULL;
}

Sequence *sequence_new(uint64_t id)
{
    Sequence *s = g_new0(Sequence, 1);
    s->clocks = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    s->id = id;
    return s;
}

void sequence_clear(Sequence *s)
{
    names_clear(&s->names);
    names_clear(&s->categories);
    names_clear(&s->arguments);
    names_clear(&s->texts);
    s->knows_arguments = false;
}

void sequence_free(Sequence *s)
{
    sequence_clear(s);
    g_hash_table_unref(s->clocks);
    g_free(s);
}

static int argument_of(const char *name)
{
    static const char *const names[ARG_end] = { [ARG_op] = "op", [ARG_category] = "hlo_category", [ARG_module] = "hlo_module", [ARG_hlo_op] = "hlo_op", [ARG_op_name] = "op_name", [ARG_line] = "line", [ARG_meets] = "collective" };
    for (int a = ARG_op; a < ARG_end; a++)
        if (g_str_equal(name, names[a]))
            return a;
    return 0;
}

/* Categories 1, names of events 2, of arguments 3, texts of arguments 29: {iid 1, text 2}. */
void sequence_read_names(Sequence *s, WireMessage interned)
{
    WireField f;
    for (const uint8_t *at = interned.p, *end = interned.p + interned.n; interned.n && wire_next(&at, end, &f, interned.bad);) {
        PerfettoNames *kind = f.number == 1 ? &s->categories : f.number == 2 ? &s->names : f.number == 3 ? &s->arguments : f.number == 29 ? &s->texts : NULL;
        if (!kind || f.type != 2)
            continue;
        WireMessage m = { f.bytes, f.n, interned.bad };
        PerfettoName *n = put_name(kind, wire_int(m, 1, 0), wire_message(m, 2));
        n->means = f.number == 1 ? import_own_cat(n->text) : f.number == 3 ? argument_of(n->text) : 0;
        s->knows_arguments |= f.number == 3 && n->means;
    }
}

/* ---- clocks ------------------------------------------------------------------------------------------------------------------------ */

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

void perfetto_read_clocks(PerfettoClocks *p, Sequence *s, WireMessage snapshot, int64_t *epoch_ns)
{
    const uint8_t *at = NULL;
    WireMessage m;
    int64_t base = 0, real = 0, primary = wire_int(snapshot, 2, 0);
    if (!p->base)
        p->base = primary > 0 && primary < CLOCKS ? (int)primary : BOOTTIME;
    bool has_base = find_clock(snapshot, p->base, &base);
    if (has_base && find_clock(snapshot, REALTIME, &real) && real - base > 0)
        *epoch_ns = real - base;
    while (wire_each(snapshot, 1, &at, &m)) {
        int64_t id = wire_int(m, 1, 0), offset = has_base ? base - shown(m) : 0;
        if (id >= 0 && id < CLOCKS) {
            p->has_offset[id] = has_base;
            p->offset_ns[id] = offset;
            continue;
        }
        PerfettoClock *c = g_new0(PerfettoClock, 1);
        *c = (PerfettoClock){ wire_int(m, 3, 0) != 0, MAX(wire_int(m, 4, 1), 1), wire_int(m, 2, 0), offset };
        g_hash_table_replace(s->clocks, g_memdup2(&id, sizeof id), c);
    }
}

int64_t perfetto_time(const PerfettoClocks *p, Sequence *s, const PerfettoPacket *packet, const PerfettoEvent *event)
{
    int64_t clock_id = packet->clock >= 0 ? packet->clock : s->default_clock;
    if (!packet->has_ts && event) { /* microseconds, in events of 2019 */
        s->thread_ts = event->has_old_ts ? event->old_ts : (int64_t)((uint64_t)s->thread_ts + (uint64_t)event->old_delta);
        return s->thread_ts < INT64_MAX / 1000 && s->thread_ts > INT64_MIN / 1000 ? s->thread_ts * 1000 : 0;
    }
    if (clock_id > 0 && clock_id < CLOCKS)
        return p->has_offset[clock_id] ? track_ns(packet->ts) + p->offset_ns[clock_id] : packet->ts;
    PerfettoClock *c = clock_id ? g_hash_table_lookup(s->clocks, &clock_id) : NULL;
    if (!c)
        return packet->ts;
    if (c->incremental && __builtin_add_overflow(c->last, packet->ts, &c->last))
        c->last = 0;
    int64_t v = c->incremental ? c->last : packet->ts;
    return __builtin_mul_overflow(v, c->unit_ns, &v) ? 0 : track_ns(v) + c->offset_ns;
}
