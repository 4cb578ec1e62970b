/* Traces in Chrome's JSON: XProf's trace.json.gz, Kineto's (PyTorch), Perfetto's and others. Read event by event, whatever their order. */
#include <string.h>

#include "trace/import/chrome_arrows.h"
#include "trace/import/chrome_event.h"
#include "trace/import/tracks.h"

enum { CPU_OPS = -1000000 }; /* the process of ops that a CPU's devices ran */

/* What has begun. */
typedef struct Open {
    int64_t ts_ns;
    char *name;
} Open;

typedef struct Chrome {
    Tracks *tracks;
    ImportSource *source;
    GHashTable *open;       /* track or key of an asynchronous one -> GArray of Open */
    GHashTable *cats;       /* category -> bits of what it means, | 1 */
    unsigned cat;           /* of the event at hand */
    GHashTable *met;        /* group, collective and device -> how often */
    ChromeReader reader;
    ChromeArrows *arrows;
    int64_t n_damaged;
} Chrome;

static void open_clear(gpointer p)
{
    g_free(((Open *)p)->name);
}

/* ---- what events mean ----------------------------------------------------------------------------------------------------------------- */

/* What categories mean, which repeat. */
enum { IS_KERNEL = 2, IS_MARK = 4, IS_CALL = 8, IS_MEETING = 16, OWN_CAT_SHIFT = 8 };

static unsigned meaning_of(Chrome *c, const char *cat)
{
    static const struct {
        const char *name;
        unsigned bit;
    } known[] = { { "kernel", IS_KERNEL }, { "gpu_memcpy", IS_KERNEL }, { "gpu_memset", IS_KERNEL }, { "gpu_user_annotation", IS_MARK }, { "cuda_runtime", IS_CALL }, { "cuda_driver", IS_CALL }, { "runtime", IS_CALL },
                  { "hip_runtime", IS_CALL }, { "collective", IS_MEETING } };
    unsigned have = GPOINTER_TO_UINT(g_hash_table_lookup(c->cats, cat));
    if (have)
        return have;
    have = 1 | (*cat ? (unsigned)import_own_cat(cat) << OWN_CAT_SHIFT : 0);
    for (size_t i = 0; i < G_N_ELEMENTS(known); i++)
        if (g_ascii_strcasecmp(cat, known[i].name) == 0)
            have |= known[i].bit;
    g_hash_table_insert(c->cats, g_strdup(cat), GUINT_TO_POINTER(have));
    return have;
}

/* Kineto has the device and stream of GPU work beside the event; XProf has the device's number for what a CPU ran as one. */
static Track *track_of(Chrome *c)
{
    const ChromeEvent *e = &c->reader.e;
    bool kernel = c->cat & IS_KERNEL, mark = c->cat & IS_MARK;
    if (e->hlo_op->len && e->ordinal >= 0 && e->ordinal < 1 << 20) {
        Track *t = tracks_get(c->tracks, CPU_OPS, e->ordinal);
        t->device = e->ordinal;
        t->kind = TRACE_LANE_OPS;
        if (!t->name) {
            t->name = g_strdup("XLA Ops");
            g_hash_table_insert(c->tracks->device_kinds, GSIZE_TO_POINTER((gsize)e->ordinal + 1), g_strdup("cpu"));
        }
        return t;
    }
    Track *t = tracks_get(c->tracks, e->pid, e->tid);
    if ((kernel || mark) && !t->is_gpu) {
        t->is_gpu = true;
        t->device = e->device >= 0 && e->device < 1 << 20 ? e->device : MAX(e->pid, 0);
        t->kind = mark && !kernel ? TRACE_LANE_MARKERS : TRACE_LANE_STREAM;
        if (!t->name)
            t->name = g_strdup_printf("Stream #%" G_GINT64_FORMAT, e->stream >= 0 ? e->stream : e->tid);
    }
    if (!t->name && e->tid_text->len)
        t->name = g_strdup(e->tid_text->str);
    if (e->pid_text->len && !g_hash_table_contains(c->tracks->process_names, &e->pid))
        tracks_name_process(c->tracks, e->pid, e->pid_text->str);
    return t;
}

static void say_facts(ImportRun *r, const ImportProgram *g, const ChromeEvent *e, const char *name)
{
    const char *at = e->source->len ? e->source->str : strchr(e->line->str, ':') ? e->line->str : NULL; /* "train.py:12" */
    if (!e->category->len && !e->tf_op->len && !at && !e->op->len)
        return;
    ImportFacts *f = g_new(ImportFacts, 1);
    *f = (ImportFacts){ .flops = -1, .bytes = -1, .category = e->category->len ? g_strdup(e->category->str) : NULL, .op_name = e->tf_op->len ? g_strdup(e->tf_op->str) : NULL,
                        .source = g_strdup(at), .opcode = e->op->len && e->hlo_module->len ? g_strdup(e->op->str) : NULL };
    import_programs_say(r->programs, g ? g->program_id : 0, name, f);
}

/* The meeting of a kernel that says who takes part: which time it is, if it does not say so, is told by counting. Who sends to whom is not among it. */
static uint32_t meeting_of(Chrome *c, const Track *t)
{
    const ChromeEvent *e = &c->reader.e;
    if (!e->group->len || t->kind != TRACE_LANE_STREAM || strstr(e->name->str, "SendRecv") || import_cat_of_kernel(e->name->str, NULL) != TRACE_CAT_COLLECTIVE)
        return 0;
    g_autofree char *what = g_strdup_printf("%s/%s/%s", e->group_name->str, e->group->str, e->collective->str), *here = g_strdup_printf("%s/%" G_GINT64_FORMAT, what, t->device);
    guint n = GPOINTER_TO_UINT(g_hash_table_lookup(c->met, here));
    g_hash_table_replace(c->met, g_steal_pointer(&here), GUINT_TO_POINTER(n + 1));
    g_autofree char *which = e->sequence->len ? g_strdup_printf("%s sequence %s", what, e->sequence->str) : g_strdup_printf("%s time %u", what, n);
    return import_meeting(c->tracks->run, which);
}

static void add_slice(Chrome *c, int64_t start, int64_t end, const char *name)
{
    const ChromeEvent *e = &c->reader.e;
    ImportRun *r = c->tracks->run;
    Track *t = track_of(c);
    TrackEvent *out = track_add(c->tracks, t, start, end, name);
    if (e->run)
        track_of_exec(t, e->run);
    out->cat = (uint8_t)(c->cat >> OWN_CAT_SHIFT);
    out->meets = out->cat == TRACE_CAT_COLLECTIVE && e->meets > 0 && e->meets <= UINT32_MAX ? (uint32_t)e->meets : 0;
    if (!out->meets)
        out->meets = meeting_of(c, t);
    if (e->correlation > 0 && t->is_gpu && t->kind == TRACE_LANE_STREAM)
        out->arrow = track_launch(c->tracks, e->correlation, ARROW_TO);
    else if (e->correlation > 0 && c->cat & IS_CALL)
        out->arrow = track_launch(c->tracks, e->correlation, ARROW_FROM);
    if (e->hlo_module->len) {
        ImportProgram *g = import_programs_find(r->programs, e->hlo_module->str, false, 0);
        const char *op = e->hlo_op->len ? e->hlo_op->str : name;
        say_facts(r, g, e, op);
        ImportOp *found = import_program_op(g, op, strlen(op));
        if (!found && (e->hlo_op->len || e->op->len))
            found = import_programs_make_op(r->programs, g, op);
        track_of_program(t, g, found);
    } else {
        say_facts(r, NULL, e, name);
    }
}

static GArray *opened(Chrome *c, const char *key)
{
    GArray *list = g_hash_table_lookup(c->open, key);
    if (!list) {
        list = g_array_new(FALSE, FALSE, sizeof(Open));
        g_array_set_clear_func(list, open_clear);
        g_hash_table_insert(c->open, g_strdup(key), list);
    }
    return list;
}

static void begins_or_ends(Chrome *c, const char *key, bool begins)
{
    ChromeEvent *e = &c->reader.e;
    GArray *list = opened(c, key);
    if (begins) {
        g_array_append_val(list, ((Open){ e->ts_ns, g_strdup(e->name->str) }));
        return;
    }
    if (!list->len) {
        c->tracks->run->n_seen++;
        c->tracks->run->n_left++;
        import_note(c->tracks->run, 1, "ends_alone", 1, "ends of events that did not begin");
        return;
    }
    Open *o = &g_array_index(list, Open, list->len - 1);
    add_slice(c, o->ts_ns, e->ts_ns, *o->name ? o->name : e->name->str);
    g_array_set_size(list, list->len - 1);
}

static void add_counter(Chrome *c)
{
    const ChromeEvent *e = &c->reader.e;
    ImportRun *r = c->tracks->run;
    r->n_seen++;
    if (!e->values->len) {
        r->n_left++;
        import_note(r, 1, "counters_without_value", 1, "samples of counters have no value");
    }
    for (guint i = 0; i < e->values->len; i++) {
        const ChromeValue *v = &g_array_index(e->values, ChromeValue, i);
        g_autofree char *name = e->values->len == 1 ? g_strdup(e->name->str) : g_strdup_printf("%s %s", e->name->str, v->name);
        tracks_sample(c->tracks, e->pid, e->ts_ns, name, v->v);
    }
}

/* PyTorch's allocators: an instant for each allocation and release, with what is then allocated and reserved in all; of a GPU, or of the host, whose device type is 0. */
static bool add_memory(Chrome *c)
{
    const ChromeEvent *e = &c->reader.e;
    double in_use, reserved = 0, device = -1, type = 0;
    if (!g_str_equal(e->name->str, "[memory]") || !chrome_value(e, "Total Allocated", &in_use))
        return false;
    c->tracks->run->n_seen++;
    bool has_reserved = chrome_value(e, "Total Reserved", &reserved);
    chrome_value(e, "Device Id", &device);
    chrome_value(e, "Device Type", &type);
    if (type > 0 && device >= 0 && device < 1 << 20 && in_use >= 0 && in_use < 9e18 && reserved >= 0 && reserved < 9e18) {
        TrackMemory m = { (int64_t)device, e->ts_ns, (int64_t)in_use, has_reserved ? TRACE_INT((int64_t)reserved) : (TraceInt){ 0 } };
        g_array_append_val(c->tracks->memory, m);
    } else {
        tracks_sample(c->tracks, e->pid, e->ts_ns, "host memory allocated, bytes", in_use);
    }
    return true;
}

/* Of Chrome, Kineto, XProf and Perfetto: what processes and threads are called and in which order they stand, and how the trace was taken. */
static bool is_known_metadata(const char *name)
{
    static const char *const known[] = { "process_name", "thread_name", "process_labels", "process_sort_index", "thread_sort_index", "process_uptime_seconds", "num_cpus", "trace_config",
                                         "chrome_library_address", "chrome_library_module", "stackFrames", "typeNames", "IsTimeInRange", "TraceBufferOverflowed", "trace_buffer_overflowed" };
    for (size_t i = 0; i < G_N_ELEMENTS(known); i++)
        if (g_str_equal(name, known[i]))
            return true;
    return false;
}

static void add_metadata(Chrome *c)
{
    const ChromeEvent *e = &c->reader.e;
    if (g_str_equal(e->name->str, "process_name") && e->arg_name->len) {
        tracks_name_process(c->tracks, e->pid, e->arg_name->str);
    } else if (g_str_equal(e->name->str, "thread_name") && e->arg_name->len) {
        Track *t = tracks_get(c->tracks, e->pid, e->tid);
        g_free(t->name);
        t->name = g_utf8_make_valid(e->arg_name->str, -1);
    } else if (!is_known_metadata(e->name->str)) {
        import_note(c->tracks->run, 1, "unknown_metadata", 1, "notes about the trace are of kinds that are not known, such as \"%s\"", e->name->str);
    }
}

static void take_event(Chrome *c)
{
    ChromeEvent *e = &c->reader.e;
    ImportRun *r = c->tracks->run;
    g_autofree char *key = NULL;
    c->cat = meaning_of(c, e->cat->str);
    e->ts_ns = track_ns(e->ts_ns);
    e->dur_ns = track_ns(e->dur_ns);
    switch (e->phase) {
    case 'X':
        add_slice(c, e->ts_ns, e->ts_ns + MAX(e->dur_ns, 0), e->name->str);
        break;
    case 'i':
    case 'I':
    case 'R':
        if (!add_memory(c))
            add_slice(c, e->ts_ns, e->ts_ns, e->name->str);
        break;
    case 'B':
    case 'E':
        key = g_strdup_printf("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT, e->pid, e->tid);
        begins_or_ends(c, key, e->phase == 'B');
        break;
    case 'b':
    case 'e':
    case 'S':
    case 'F':
        key = g_strdup_printf("%" G_GINT64_FORMAT "/%s/%s", e->pid, e->cat->str, e->id_text->str);
        e->tid = -(int64_t)(g_str_hash(e->cat->str) >> 1) - (1 << 20); /* a track for each category */
        g_string_assign(e->tid_text, e->cat->len ? e->cat->str : "asynchronous");
        begins_or_ends(c, key, e->phase == 'b' || e->phase == 'S');
        break;
    case 'C':
        add_counter(c);
        break;
    case 'M':
        add_metadata(c);
        break;
    case 's':
    case 't':
    case 'f':
        if (!(c->cat & IS_MEETING)) /* ours, between members of a meeting, which is told otherwise */
            chrome_arrows_add(c->arrows, tracks_get(c->tracks, e->pid, e->tid), e->ts_ns, e->phase, e->cat->str, e->id_text->str);
        break;
    default:
        r->n_seen++;
        r->n_left++;
        import_note(r, 1, "unknown_phase", 1, "events of kinds that are not known, such as \"%c\"", g_ascii_isgraph(e->phase) ? e->phase : '?');
        break;
    }
}

/* Events from here on, to the end of their list. */
static void read_events(Chrome *c, JsonReader *j)
{
    for (bool first = true;;) {
        if (!jread_more(j, ']', &first)) {
            if (!j->bad)
                return;
        } else if (chrome_read_event(&c->reader, j)) {
            take_event(c);
            import_source_release(c->source, (const uint8_t *)j->p);
            continue;
        }
        c->n_damaged++;
        if (!jread_resync(j))
            return;
        first = true;
    }
}

/* {"backend": "nccl", "rank": 3, "world_size": 8, ...} */
static bool read_rank(Chrome *c, JsonReader *j)
{
    bool first = true;
    if (!jread_take(j, '{'))
        return jread_skip(j);
    while (jread_more(j, '}', &first)) {
        int64_t rank = -1;
        if (!jread_key(j, c->reader.key))
            return false;
        if (!(g_str_equal(c->reader.key->str, "rank") ? chrome_read_number(j, &rank) : jread_skip(j)))
            return false;
        if (rank >= 0 && rank < 1 << 20)
            c->tracks->rank = rank;
    }
    return !j->bad;
}

/* [{"id": 0, "name": "NVIDIA H100", ...}, ...] */
static bool read_devices(Chrome *c, JsonReader *j)
{
    bool first = true;
    if (!jread_take(j, '['))
        return jread_skip(j);
    while (jread_more(j, ']', &first)) {
        bool inner = true;
        int64_t id = -1;
        if (!jread_take(j, '{'))
            return false;
        g_string_truncate(c->reader.text, 0);
        while (jread_more(j, '}', &inner)) {
            if (!jread_key(j, c->reader.key))
                return false;
            if (!(g_str_equal(c->reader.key->str, "id") ? chrome_read_number(j, &id) : g_str_equal(c->reader.key->str, "name") ? jread_scalar(j, c->reader.text) : jread_skip(j)))
                return false;
        }
        if (id >= 0 && id < 1 << 20 && c->reader.text->len)
            g_hash_table_replace(c->tracks->device_kinds, GSIZE_TO_POINTER((gsize)id + 1), g_utf8_make_valid(c->reader.text->str, -1));
    }
    return !j->bad;
}

static bool read_host(Chrome *c, JsonReader *j)
{
    if (!jread_scalar(j, c->reader.text))
        return false;
    g_free(c->tracks->host);
    c->tracks->host = c->reader.text->len ? g_utf8_make_valid(c->reader.text->str, -1) : NULL;
    return true;
}

/* The members of the object that the file is. */
static void read_members(Chrome *c, JsonReader *j)
{
    bool first = true;
    while (jread_more(j, '}', &first) && jread_key(j, c->reader.key)) {
        int64_t base;
        if (g_str_equal(c->reader.key->str, "traceEvents") && jread_take(j, '['))
            read_events(c, j);
        else if (g_str_equal(c->reader.key->str, "baseTimeNanoseconds") && jread_scaled(j, 1, &base))
            c->tracks->epoch_ns = base;
        else if (!(g_str_equal(c->reader.key->str, "distributedInfo") ? read_rank(c, j) : g_str_equal(c->reader.key->str, "deviceProperties") ? read_devices(c, j) :
                   g_str_equal(c->reader.key->str, "host_name") ? read_host(c, j) : jread_skip(j)))
            break;
    }
}

/* What is behind a damaged place, or behind an end that damage made, is events. */
static void read_top(Chrome *c, JsonReader *j)
{
    if (jread_take(j, '['))
        read_events(c, j);
    else if (jread_take(j, '{'))
        read_members(c, j);
    while (j->bad || !jread_at_end(j)) {
        c->n_damaged++;
        if (!jread_resync(j))
            break;
        read_events(c, j);
    }
}

static void tell_left(Chrome *c)
{
    ImportRun *r = c->tracks->run;
    GHashTableIter it;
    gpointer list;
    int64_t n = 0;
    g_hash_table_iter_init(&it, c->open);
    while (g_hash_table_iter_next(&it, NULL, &list))
        n += ((const GArray *)list)->len;
    r->n_seen += n;
    r->n_left += n;
    if (n)
        import_note(r, 1, "begins_alone", n, "events that did not end");
    int64_t lost = chrome_arrows_bind(c->arrows, c->tracks);
    if (lost)
        import_note(r, 0, "flows", lost, "arrows begin or end where no event is");
    if (c->n_damaged)
        import_note(r, 2, "damaged", c->n_damaged, "places of the file are damaged: what could be read around them is there");
}

Tracks *chrome_read(ImportRun *r, ImportSource *s, GError **error)
{
    (void)error;
    Chrome c = { .tracks = tracks_new(r), .source = s, .open = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref),
                 .cats = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL), .met = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL), .arrows = chrome_arrows_new() };
    chrome_reader_begin(&c.reader);
    JsonReader j = { .p = (const char *)s->p, .end = (const char *)s->p + s->n };
    read_top(&c, &j);
    if (j.n_odd)
        import_note(r, 1, "odd_names", j.n_odd, "texts have zero bytes, as damage makes them, and end there");
    tell_left(&c);
    c.tracks->damaged = c.n_damaged || s->cut;
    chrome_arrows_free(c.arrows);
    g_hash_table_unref(c.open);
    g_hash_table_unref(c.cats);
    g_hash_table_unref(c.met);
    chrome_reader_end(&c.reader);
    return c.tracks;
}
