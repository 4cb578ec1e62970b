/* Readers of timelines; see export_read.h. */
#include "tests/unit/trace/export_read.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "trace/wire.h"

/* ---- timelines ------------------------------------------------------------------------------------------------------------------------ */

static void slice_clear(void *p)
{
    ReadSlice *s = p;
    g_free(s->name);
    g_free(s->category);
    g_free(s->op);
    g_free(s->line);
}

static void counter_clear(void *p)
{
    g_free(((ReadCounter *)p)->name);
}

static Timeline *timeline_new(void)
{
    Timeline *t = g_new0(Timeline, 1);
    t->slices = g_array_new(FALSE, TRUE, sizeof(ReadSlice));
    g_array_set_clear_func(t->slices, slice_clear);
    t->counters = g_array_new(FALSE, TRUE, sizeof(ReadCounter));
    g_array_set_clear_func(t->counters, counter_clear);
    t->flows = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    t->processes = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    t->threads = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    return t;
}

void timeline_free(Timeline *t)
{
    g_array_unref(t->slices);
    g_array_unref(t->counters);
    g_hash_table_unref(t->flows);
    g_hash_table_unref(t->processes);
    g_hash_table_unref(t->threads);
    g_free(t->note);
    g_free(t);
}

static void count_flow(Timeline *t, char *id)
{
    guint n = GPOINTER_TO_UINT(g_hash_table_lookup(t->flows, id));
    g_hash_table_insert(t->flows, id, GUINT_TO_POINTER(n + 1));
}

/* ---- Perfetto --------------------------------------------------------------------------------------------------------------------------- */

typedef struct Track {
    int process, thread;
    char *name;   /* of a counter */
    bool counter;
    GArray *open; /* indexes of slices */
    int64_t last_ns;
} Track;

typedef struct Packets {
    Timeline *t;
    GHashTable *tracks, *names, *categories, *keys, *texts;
    bool bad;
} Packets;

static char *text_of(WireMessage m, int number)
{
    WireMessage s = wire_message(m, number);
    return g_strndup((const char *)s.p, s.n);
}

static void track_free(gpointer p)
{
    g_array_unref(((Track *)p)->open);
    g_free(((Track *)p)->name);
    g_free(p);
}

static void read_interned(WireMessage m, int field, GHashTable *into)
{
    const uint8_t *at = NULL;
    WireMessage e;
    while (wire_each(m, field, &at, &e)) {
        int64_t iid = wire_int(e, 1, 0);
        g_assert_cmpint(iid, >, 0);
        g_hash_table_insert(into, GSIZE_TO_POINTER((gsize)iid), text_of(e, 2));
    }
}

static void read_descriptor(Packets *p, WireMessage m)
{
    Track *k = g_new0(Track, 1);
    k->open = g_array_new(FALSE, FALSE, sizeof(guint));
    k->last_ns = INT64_MIN;
    int64_t uuid = wire_int(m, 1, 0), parent = wire_int(m, 5, 0);
    g_assert_cmpint(uuid, !=, 0);
    if (wire_has(m, 3)) {
        WireMessage process = wire_message(m, 3);
        k->process = (int)wire_int(process, 1, 0);
        g_hash_table_insert(p->t->processes, GINT_TO_POINTER(k->process), text_of(process, 6));
        p->t->note = p->t->note ? p->t->note : text_of(m, 14);
    } else if (wire_has(m, 4)) {
        WireMessage thread = wire_message(m, 4);
        k->process = (int)wire_int(thread, 1, 0);
        k->thread = (int)wire_int(thread, 2, 0);
        g_assert_true(g_hash_table_contains(p->t->processes, GINT_TO_POINTER(k->process)));
        g_hash_table_insert(p->t->threads, g_strdup_printf("%d/%d", k->process, k->thread), text_of(thread, 5));
    } else {
        const Track *above = g_hash_table_lookup(p->tracks, GSIZE_TO_POINTER((gsize)parent));
        g_assert_nonnull(above);
        k->process = above->process;
        k->thread = (int)uuid;
        k->name = text_of(m, 2);
        k->counter = wire_has(m, 8);
    }
    g_assert_false(g_hash_table_contains(p->tracks, GSIZE_TO_POINTER((gsize)uuid)));
    g_hash_table_insert(p->tracks, GSIZE_TO_POINTER((gsize)uuid), k);
}

static const char *interned(GHashTable *of, int64_t iid)
{
    const char *s = g_hash_table_lookup(of, GSIZE_TO_POINTER((gsize)iid));
    g_assert_nonnull(s);
    return s;
}

static void read_annotations(Packets *p, WireMessage e, ReadSlice *s)
{
    const uint8_t *at = NULL;
    WireMessage a;
    while (wire_each(e, 4, &at, &a)) {
        const char *key = interned(p->keys, wire_int(a, 1, 0));
        int64_t v = wire_int(a, 4, 0);
        if (g_str_equal(key, "self_ns"))
            s->self_ns = v;
        else if (g_str_equal(key, "step"))
            s->step = v;
        else if (g_str_equal(key, "collective"))
            s->meeting = v;
        else if (g_str_equal(key, "bytes"))
            s->bytes = v;
        else if (g_str_equal(key, "op"))
            s->op = g_strdup(interned(p->texts, wire_int(a, 17, 0)));
        else if (g_str_equal(key, "line"))
            s->line = g_strdup(interned(p->texts, wire_int(a, 17, 0)));
    }
}

static void begin_slice(Packets *p, WireMessage e, Track *k, int64_t ns)
{
    WireInts categories = { 0 };
    wire_ints(e, 3, &categories);
    ReadSlice s = { .start_ns = ns, .dur_ns = -1, .self_ns = -1, .process = k->process, .thread = k->thread, .step = -1, .bytes = -1 };
    s.name = wire_has(e, 10) ? g_strdup(interned(p->names, wire_int(e, 10, 0))) : text_of(e, 23);
    s.category = categories.n ? g_strdup(interned(p->categories, categories.v[0])) : NULL;
    g_free(categories.v);
    read_annotations(p, e, &s);
    WireField f;
    for (const uint8_t *at = e.p, *end = e.p + e.n; wire_next(&at, end, &f, &p->bad);)
        if (f.number == 47) {
            g_assert_cmpint(f.type, ==, 1);
            count_flow(p->t, g_strdup_printf("%" G_GUINT64_FORMAT, f.value));
        }
    g_array_append_val(k->open, p->t->slices->len);
    g_array_append_val(p->t->slices, s);
}

static void read_event(Packets *p, WireMessage e, int64_t ns)
{
    Track *k = g_hash_table_lookup(p->tracks, GSIZE_TO_POINTER((gsize)wire_int(e, 11, 0)));
    g_assert_nonnull(k); /* described before its first event */
    g_assert_cmpint(ns, >=, 0);
    g_assert_cmpint(ns, >=, k->last_ns);
    k->last_ns = ns;
    switch (wire_int(e, 9, 0)) {
    case 1:
        begin_slice(p, e, k, ns);
        break;
    case 2: {
        g_assert_cmpuint(k->open->len, >, 0);
        ReadSlice *s = &g_array_index(p->t->slices, ReadSlice, g_array_index(k->open, guint, k->open->len - 1));
        g_array_set_size(k->open, k->open->len - 1);
        s->dur_ns = ns - s->start_ns;
        s->self_ns = s->self_ns < 0 ? s->dur_ns : s->self_ns;
        break;
    }
    case 4: {
        g_assert_true(k->counter);
        ReadCounter c = { g_strdup(k->name), k->process, ns, wire_has(e, 30) ? (double)wire_int(e, 30, 0) : wire_double(e, 44) };
        g_array_append_val(p->t->counters, c);
        break;
    }
    default:
        g_assert_not_reached();
    }
}

static GHashTable *texts_new(void)
{
    return g_hash_table_new_full(NULL, NULL, NULL, g_free);
}

static void check_closed(gpointer key, gpointer value, gpointer data)
{
    (void)key, (void)data;
    g_assert_cmpuint(((Track *)value)->open->len, ==, 0);
}

Timeline *read_perfetto(const char *path)
{
    char *data;
    gsize n;
    g_assert_true(g_file_get_contents(path, &data, &n, NULL));
    Packets p = { .t = timeline_new(), .tracks = g_hash_table_new_full(NULL, NULL, NULL, track_free), .names = texts_new(), .categories = texts_new(), .keys = texts_new(), .texts = texts_new() };
    WireMessage all = { (const uint8_t *)data, n, &p.bad }, m;
    bool first = true;
    for (const uint8_t *at = NULL; wire_each(all, 1, &at, &m); first = false) {
        g_assert_cmpint(wire_int(m, 10, 0), ==, 1);
        g_assert_cmpint(wire_int(m, 13, 0), ==, first ? 1 : 2);
        WireMessage texts = wire_message(m, 12);
        read_interned(texts, 1, p.categories);
        read_interned(texts, 2, p.names);
        read_interned(texts, 3, p.keys);
        read_interned(texts, 29, p.texts);
        if (wire_has(m, 60))
            read_descriptor(&p, wire_message(m, 60));
        if (wire_has(m, 11))
            read_event(&p, wire_message(m, 11), wire_int(m, 8, 0));
    }
    g_assert_false(p.bad);
    g_hash_table_foreach(p.tracks, check_closed, NULL);
    GHashTable *const tables[] = { p.tracks, p.names, p.categories, p.keys, p.texts };
    for (size_t i = 0; i < G_N_ELEMENTS(tables); i++)
        g_hash_table_unref(tables[i]);
    g_free(data);
    return p.t;
}

/* ---- XSpace ------------------------------------------------------------------------------------------------------------------------------- */

typedef struct PlaneNames {
    GHashTable *events, *stats, *categories;
} PlaneNames;

static const char *stat_name(const PlaneNames *n, WireMessage stat)
{
    return interned(n->stats, wire_int(stat, 1, 0));
}

static PlaneNames read_names(WireMessage plane)
{
    PlaneNames n = { texts_new(), texts_new(), texts_new() };
    WireMessage e, stat;
    for (const uint8_t *at = NULL; wire_each(plane, 5, &at, &e);)
        g_hash_table_insert(n.stats, GSIZE_TO_POINTER((gsize)wire_int(e, 1, 0)), text_of(wire_message(e, 2), 2));
    for (const uint8_t *at = NULL; wire_each(plane, 4, &at, &e);) {
        WireMessage m = wire_message(e, 2);
        gpointer id = GSIZE_TO_POINTER((gsize)wire_int(e, 1, 0));
        g_assert_cmpint(wire_int(e, 1, 0), ==, wire_int(m, 1, 0));
        g_assert_false(g_hash_table_contains(n.events, id));
        g_hash_table_insert(n.events, id, wire_has(m, 4) ? text_of(m, 4) : text_of(m, 2));
        for (const uint8_t *in = NULL; wire_each(m, 5, &in, &stat);)
            if (g_str_equal(stat_name(&n, stat), "hlo_category"))
                g_hash_table_insert(n.categories, id, text_of(stat, 5));
    }
    return n;
}

static void read_line(Timeline *t, const PlaneNames *n, WireMessage line, int process)
{
    g_autofree char *name = text_of(line, 2), *display = wire_has(line, 11) ? text_of(line, 11) : g_strdup(name);
    int thread = (int)wire_int(line, 1, 0);
    int64_t base = wire_int(line, 3, 0);
    g_hash_table_insert(t->threads, g_strdup_printf("%d/%d", process, thread), g_strdup(display));
    WireMessage e, stat;
    for (const uint8_t *at = NULL; wire_each(line, 4, &at, &e);) {
        int64_t id = wire_int(e, 1, 0), start = base + wire_int(e, 2, 0) / 1000;
        const char *category = g_hash_table_lookup(n->categories, GSIZE_TO_POINTER((gsize)id));
        ReadSlice s = { .name = g_strdup(interned(n->events, id)), .start_ns = start, .dur_ns = base + (wire_int(e, 2, 0) + wire_int(e, 3, 0)) / 1000 - start,
                        .process = process, .thread = thread, .step = -1, .bytes = -1 };
        g_assert_cmpint(wire_int(e, 2, 0), >=, 0);
        s.category = g_strdup(g_str_equal(name, "XLA Modules") ? "module" : category);
        double value = -1;
        bool again = false;
        for (const uint8_t *in = NULL; wire_each(e, 4, &in, &stat);) {
            const char *key = stat_name(n, stat);
            if (g_str_equal(key, "step_num"))
                s.step = wire_int(stat, 4, 0);
            else if (g_str_equal(key, "flow"))
                count_flow(t, g_strdup_printf("%" G_GINT64_FORMAT, wire_int(stat, 3, 0) >> 2));
            else if (g_str_equal(key, "counter_value"))
                value = wire_double(stat, 2);
            else if (g_str_equal(key, "shardscope_part"))
                again = true;
        }
        if (again) { /* of a collective that is on a line of its own, for XProf to count */
            slice_clear(&s);
        } else if (g_str_equal(name, "_counters_")) {
            ReadCounter c = { s.name, process, start, value };
            s.name = NULL;
            g_array_append_val(t->counters, c);
            slice_clear(&s);
        } else {
            g_array_append_val(t->slices, s);
        }
    }
}

Timeline *read_xspace(const char *path)
{
    char *data;
    gsize n;
    bool bad = false;
    g_assert_true(g_file_get_contents(path, &data, &n, NULL));
    WireMessage all = { (const uint8_t *)data, n, &bad }, plane, line;
    Timeline *t = timeline_new();
    int process = 0;
    for (const uint8_t *at = NULL; wire_each(all, 1, &at, &plane); process++) {
        g_hash_table_insert(t->processes, GINT_TO_POINTER(process), text_of(plane, 2));
        PlaneNames names = read_names(plane);
        for (const uint8_t *in = NULL; wire_each(plane, 3, &in, &line);)
            read_line(t, &names, line, process);
        g_hash_table_unref(names.events);
        g_hash_table_unref(names.stats);
        g_hash_table_unref(names.categories);
    }
    GString *note = g_string_new(NULL);
    for (const uint8_t *at = NULL; wire_each(all, 3, &at, &plane);)
        g_string_append_printf(note, "%s%.*s", note->len ? "\n" : "", (int)plane.n, (const char *)plane.p);
    t->note = g_string_free(note, FALSE);
    g_assert_false(bad);
    g_free(data);
    return t;
}

/* What lasts, and the highest point of the heap trace. */
static int64_t peak_of(WireMessage assignment)
{
    g_autoptr(GHashTable) size = g_hash_table_new(NULL, NULL);
    WireMessage m, e;
    int64_t lasting = 0, heap = 0, peak = 0;
    for (const uint8_t *at = NULL; wire_each(assignment, 1, &at, &m);)
        g_hash_table_insert(size, GSIZE_TO_POINTER((gsize)wire_int(m, 1, 0)), GSIZE_TO_POINTER((gsize)wire_int(m, 2, 0)));
    for (const uint8_t *at = NULL; wire_each(assignment, 3, &at, &m);)
        lasting += wire_int(m, 5, 0) || wire_int(m, 7, 0) || wire_int(m, 12, 0) ? wire_int(m, 2, 0) : 0;
    WireMessage trace = wire_message(assignment, 4);
    for (const uint8_t *at = NULL; wire_each(trace, 1, &at, &e);) {
        int64_t bytes = (int64_t)GPOINTER_TO_SIZE(g_hash_table_lookup(size, GSIZE_TO_POINTER((gsize)wire_int(e, 2, 0))));
        g_assert_cmpint(bytes, >, 0);
        heap += wire_int(e, 1, 0) ? -bytes : bytes;
        g_assert_cmpint(heap, >=, 0);
        peak = MAX(peak, heap);
    }
    g_assert_cmpint(heap, ==, 0);
    return lasting + peak;
}

int64_t read_xspace_peak(const char *path, int *n_insts)
{
    char *data;
    gsize n;
    bool bad = false;
    int64_t peak = -1;
    *n_insts = 0;
    g_assert_true(g_file_get_contents(path, &data, &n, NULL));
    WireMessage all = { (const uint8_t *)data, n, &bad }, plane, entry, stat, comp, inst;
    for (const uint8_t *at = NULL; wire_each(all, 1, &at, &plane);) {
        g_autofree char *name = text_of(plane, 2);
        if (!g_str_equal(name, "/host:metadata"))
            continue;
        for (const uint8_t *in = NULL; wire_each(plane, 4, &in, &entry) && peak < 0;) {
            WireMessage m = wire_message(entry, 2);
            const uint8_t *of = NULL;
            g_assert_true(wire_each(m, 5, &of, &stat));
            WireMessage proto = wire_message(stat, 6), module = wire_message(proto, 1);
            for (const uint8_t *c = NULL; wire_each(module, 3, &c, &comp);)
                for (const uint8_t *i = NULL; wire_each(comp, 2, &i, &inst);)
                    ++*n_insts;
            peak = peak_of(wire_message(proto, 3));
        }
    }
    g_assert_false(bad);
    g_free(data);
    return peak;
}

/* ---- Chrome ------------------------------------------------------------------------------------------------------------------------------- */

static int64_t us(JsonObject *o, const char *key)
{
    return llround(json_object_get_double_member(o, key) * 1000);
}

static const char *member(JsonObject *o, const char *key)
{
    return json_object_has_member(o, key) ? json_object_get_string_member(o, key) : NULL;
}

static int64_t number(JsonObject *o, const char *key, int64_t missing)
{
    return json_object_has_member(o, key) ? json_object_get_int_member(o, key) : missing;
}

static void read_json_event(Timeline *t, JsonObject *o)
{
    const char *ph = json_object_get_string_member(o, "ph"), *name = json_object_get_string_member(o, "name");
    int process = (int)json_object_get_int_member(o, "pid"), thread = (int)json_object_get_int_member(o, "tid");
    JsonObject *args = json_object_has_member(o, "args") ? json_object_get_object_member(o, "args") : NULL;
    if (g_str_equal(ph, "X")) {
        ReadSlice s = { g_strdup(name), g_strdup(member(o, "cat")), us(o, "ts"), us(o, "dur"), 0, process, thread, number(args, "step", -1), number(args, "collective", 0),
                        g_strdup(member(args, "op")), g_strdup(member(args, "line")), number(args, "bytes", -1) };
        s.self_ns = number(args, "self_ns", s.dur_ns);
        g_array_append_val(t->slices, s);
    } else if (g_str_equal(ph, "C")) {
        g_autoptr(GList) values = json_object_get_values(args);
        ReadCounter c = { g_strdup(name), process, us(o, "ts"), json_node_get_double(values->data) };
        g_array_append_val(t->counters, c);
    } else if (strchr("stf", *ph)) {
        count_flow(t, g_strdup(json_object_get_string_member(o, "id")));
    } else if (g_str_equal(name, "process_name")) {
        g_hash_table_insert(t->processes, GINT_TO_POINTER(process), g_strdup(member(args, "name")));
    } else if (g_str_equal(name, "thread_name")) {
        g_hash_table_insert(t->threads, g_strdup_printf("%d/%d", process, thread), g_strdup(member(args, "name")));
    } else {
        g_assert_true(g_str_has_suffix(name, "_sort_index"));
    }
}

Timeline *read_chrome(const char *path)
{
    g_autoptr(JsonParser) parser = json_parser_new();
    g_autoptr(GError) error = NULL;
    json_parser_load_from_file(parser, path, &error);
    g_assert_no_error(error);
    JsonObject *root = json_node_get_object(json_parser_get_root(parser));
    JsonArray *events = json_object_get_array_member(root, "traceEvents");
    Timeline *t = timeline_new();
    for (guint i = 0; i < json_array_get_length(events); i++)
        read_json_event(t, json_array_get_object_element(events, i));
    t->note = g_strdup(json_object_get_string_member(json_object_get_object_member(root, "metadata"), "note"));
    return t;
}
