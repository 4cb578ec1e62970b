/* Messages of XSpace; see xspace.h. */
#include "trace/import/xspace.h"

#include <math.h>
#include <string.h>

#include "trace/import/xspace_mend.h"

enum { DENSE = 1 << 20, MAX_TEXT = 1 << 16 };

#define UNIX_TIME INT64_C(100000000000000000) /* ns: later ones are no times since a session began */

static const struct {
    XStatKey key;
    const char *name;
} stat_names[] = {
#define XSTAT(id, name) { XSTAT_##id, name },
#include "trace/import/xspace_stats.def"
};

static XStatKey stat_key(const uint8_t *name, size_t n)
{
    for (size_t i = 0; i < G_N_ELEMENTS(stat_names); i++)
        if (strlen(stat_names[i].name) == n && memcmp(stat_names[i].name, name, n) == 0)
            return stat_names[i].key;
    return XSTAT_OTHER;
}

char *xspace_text(const uint8_t *p, size_t n)
{
    g_autofree char *raw = g_strndup(n ? (const char *)p : "", MIN(n, (size_t)MAX_TEXT)); /* ends at a zero byte */
    return g_utf8_make_valid(raw, -1);
}

/* The begin of a text: valid UTF-8 without control characters. */
static bool is_text(const uint8_t *p, size_t n)
{
    enum { ENOUGH = 256 };
    size_t most = MIN(n, (size_t)ENOUGH);
    bool ascii = true;
    for (size_t i = 0; i < most; i++) {
        if ((p[i] < ' ' && p[i] != '\n' && p[i] != '\t' && p[i] != '\r') || p[i] == 127)
            return false;
        ascii &= p[i] < 0x80;
    }
    const char *end;
    return ascii || g_utf8_validate((const char *)p, (gssize)most, &end) || (most < n && (const char *)p + most - end < 4); /* cut within a character */
}

void xplane_check_text(XPlane *p, const uint8_t *text, size_t n)
{
    p->odd_names += !is_text(text, n);
}

/* ---- planes ---------------------------------------------------------------------------------------------------------------- */

char *xplane_name(WireMessage m)
{
    WireMessage name = wire_message(m, 2);
    return xspace_text(name.p, name.n);
}

/* A map's entry: {key 1, value 2}, in any order, either may be missing. */
static void add_kind(XPlane *p, WireMessage entry)
{
    XEventKind *k = g_new0(XEventKind, 1);
    k->m = wire_message(entry, 2);
    const uint8_t *at = k->m.p;
    WireField f;
    while (k->m.n && wire_next(&at, k->m.p + k->m.n, &f, k->m.bad)) { /* once for all: the tables of a large program are long */
        if (f.number == 1 && f.type != 2) {
            k->id = (int64_t)f.value;
        } else if (f.number == 2) {
            k->name = f.type == 2 ? f.bytes : NULL;
            k->n_name = f.type == 2 ? f.n : 0;
        } else if (f.number == 4) {
            k->display = f.type == 2 ? f.bytes : NULL;
            k->n_display = f.type == 2 ? f.n : 0;
        }
    }
    k->id = wire_int(entry, 1, k->id);
    xplane_check_text(p, k->name, k->n_name);
    xplane_check_text(p, k->display, k->n_display);
    g_hash_table_replace(p->kinds, &k->id, k);
}

static void add_stat_name(XPlane *p, WireMessage entry)
{
    WireMessage m = wire_message(entry, 2), name = wire_message(m, 2);
    XStatName *s = g_new0(XStatName, 1);
    int64_t *id = g_new(int64_t, 1);
    *id = wire_int(entry, 1, wire_int(m, 1, 0));
    *s = (XStatName){ .key = stat_key(name.p, name.n), .name = name.p, .n = name.n };
    xplane_check_text(p, name.p, name.n);
    p->is_own |= s->key == XSTAT_own_category;
    g_hash_table_replace(p->stat_names, id, s);
}

/* The values of a table by id, for ids that are small, as nearly all are. */
static gpointer *make_dense(GHashTable *table, int64_t *n)
{
    GHashTableIter it;
    gpointer key, value;
    *n = MIN(DENSE, 64 + 8 * (int64_t)g_hash_table_size(table));
    gpointer *dense = g_new0(gpointer, *n);
    g_hash_table_iter_init(&it, table);
    while (g_hash_table_iter_next(&it, &key, &value))
        if (*(int64_t *)key >= 0 && *(int64_t *)key < *n)
            dense[*(int64_t *)key] = value;
    return dense;
}

XPlane *xplane_new(WireMessage m)
{
    XPlane *p = g_new0(XPlane, 1);
    p->m = m;
    p->m.bad = &p->bad;
    p->name = xplane_name(p->m);
    WireMessage name = wire_message(p->m, 2);
    xplane_check_text(p, name.p, name.n);
    p->kinds = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free);
    p->stat_names = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    const uint8_t *at = m.p;
    WireField f;
    while (m.n && wire_next_cut(&at, m.p + m.n, &f, &p->bad)) {
        if (f.type == 2 && f.number == 4)
            add_kind(p, (WireMessage){ f.bytes, f.n, &p->bad });
        else if (f.type == 2 && f.number == 5)
            add_stat_name(p, (WireMessage){ f.bytes, f.n, &p->bad });
        p->unknown += f.number < 1 || f.number > 6;
    }
    p->dense = (XEventKind **)make_dense(p->kinds, &p->n_dense);
    p->dense_stats = (XStatName **)make_dense(p->stat_names, &p->n_dense_stats);
    return p;
}

void xplane_free(XPlane *p)
{
    if (!p)
        return;
    g_free(p->dense);
    g_free(p->dense_stats);
    g_hash_table_unref(p->kinds);
    g_hash_table_unref(p->stat_names);
    g_clear_pointer(&p->mended, g_ptr_array_unref);
    g_free(p->name);
    g_free(p);
}

/* ---- lines and events ---------------------------------------------------------------------------------------------------------- */

/* False if a field is none that lines have. */
static bool read_line(WireMessage m, XLine *out, WireMessage *name, WireMessage *display)
{
    const uint8_t *at = m.p;
    bool bad = false;
    WireField f;
    *out = (XLine){ .m = m };
    while (wire_next(&at, m.p + m.n, &f, &bad)) {
        if (xfield_is_wrong(XLEVEL_LINE, &f))
            return false;
        if (f.number == 4)
            out->n_events++;
        else if (f.number == 1)
            out->id = (int64_t)f.value;
        else if (f.number == 3)
            out->start_ns = (int64_t)f.value;
        else if (f.number == 2)
            *name = (WireMessage){ f.bytes, f.n, m.bad };
        else if (f.number == 11)
            *display = (WireMessage){ f.bytes, f.n, m.bad };
        else if (f.number != 9 && f.number != 10)
            out->unknown++;
    }
    return !bad;
}

static void string_free(gpointer s)
{
    g_string_free(s, TRUE);
}

bool xplane_next_line(XPlane *p, const uint8_t **at, XLine *out)
{
    WireField f;
    if (!*at)
        *at = p->m.p;
    do {
        if (!p->m.n || !wire_next_cut(at, p->m.p + p->m.n, &f, &p->bad))
            return false;
    } while (f.number != 3 || f.type != 2);
    WireMessage m = { f.bytes, f.n, &p->bad }, name = { .n = 0 }, display = { .n = 0 };
    if (!read_line(m, out, &name, &display)) {
        GString *mended = xspace_mend(XLEVEL_LINE, m.p, m.n, &p->skipped);
        p->bad = true;
        if (!p->mended)
            p->mended = g_ptr_array_new_with_free_func(string_free);
        g_ptr_array_add(p->mended, mended);
        m = (WireMessage){ (const uint8_t *)mended->str, mended->len, &p->bad };
        read_line(m, out, &name, &display);
    }
    p->unknown += out->unknown;
    if (out->start_ns > UNIX_TIME)
        out->start_ns -= p->epoch_ns;
    xplane_check_text(p, name.p, name.n);
    xplane_check_text(p, display.p, display.n);
    out->name = display.n ? xspace_text(display.p, display.n) : xspace_text(name.p, name.n);
    return true;
}

const XEventKind *xplane_kind(const XPlane *p, int64_t id)
{
    return id >= 0 && id < p->n_dense ? p->dense[id] : g_hash_table_lookup(p->kinds, &id);
}

/* Most are shorter than 128 bytes. */
bool xfield_next(WireMessage m, int number, const uint8_t **at, WireMessage *out)
{
    const uint8_t *p = *at ? *at : m.p, *end = m.p + m.n;
    if (end - p >= 2 && p[0] == (number << 3 | 2) && p[1] < 128 && p[1] <= end - p - 2) {
        *out = (WireMessage){ p + 2, p[1], m.bad };
        *at = p + 2 + p[1];
        return true;
    }
    return wire_each(m, number, at, out);
}

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* Times of a damaged file may be anything. */
static int64_t sane(int64_t v, int64_t most)
{
    return CLAMP(v, -most, most);
}

void xevent_span(const XLine *line, const XEvent *e, int64_t *start_ns, int64_t *end_ns)
{
    const int64_t most = INT64_C(1) << 61;
    int64_t from = sane(e->offset_ps, most), dur = CLAMP(e->dur_ps, 0, most), line_ns = sane(line->start_ns, INT64_C(1) << 61);
    *start_ns = line_ns + floor_div(from, 1000);
    *end_ns = line_ns + floor_div(from + dur, 1000);
}

/* Start and length by the device's clock. Values that the event has not stay as they are. */
static void device_times(const XEvent *e, int64_t *start, int64_t *dur, bool *has_start)
{
    for (const XStat *s = e->stats; s < e->stats + e->n_stats; s++) {
        if (s->key == XSTAT_device_offset_ps) {
            *start = xstat_int(s);
            *has_start = true;
        } else if (s->key == XSTAT_device_duration_ps) {
            *dur = xstat_int(s);
        }
    }
}

bool xevent_times(const XLine *line, const XEvent *e, bool by_device, TimelineEvent *out)
{
    const int64_t most = INT64_C(1) << 61;
    int64_t end_ns, from = sane(e->offset_ps, most), dur = CLAMP(e->dur_ps, 0, most), exact = dur;
    bool has_start = false;
    xevent_span(line, e, &out->start_ns, &end_ns);
    out->dur_ns = end_ns - out->start_ns;
    out->start_ps = (uint16_t)(from - floor_div(from, 1000) * 1000);
    out->end_ps = (uint16_t)(from + dur - floor_div(from + dur, 1000) * 1000);
    if (by_device)
        device_times(e, &out->self_ns, &exact, &has_start);
    exact = CLAMP(exact, 0, most);
    out->more_ps = (int32_t)CLAMP(exact - out->dur_ns * 1000, INT32_MIN, INT32_MAX);
    return has_start;
}

/* ---- stats ------------------------------------------------------------------------------------------------------------------------ */

XStatName *xplane_stat_name(const XPlane *p, int64_t id)
{
    return id >= 0 && id < p->n_dense_stats ? p->dense_stats[id] : g_hash_table_lookup(p->stat_names, &id);
}

static void read_value(const XPlane *p, const WireField *f, XStat *out)
{
    if (f->number == 2 && f->type == 1) {
        memcpy(&out->real, &f->value, sizeof out->real);
        out->type = isnan(out->real) ? XSTAT_NONE : XSTAT_DOUBLE; /* no number is no value */
        out->n = 0;
    } else if ((f->number == 3 || f->number == 4) && f->type == 0) {
        out->type = XSTAT_INT;
        out->integer = (int64_t)f->value;
        out->n = 0;
    } else if ((f->number == 5 || f->number == 6) && f->type == 2) {
        out->type = f->number == 5 ? XSTAT_TEXT : XSTAT_BYTES;
        out->text = f->bytes;
        out->n = (uint32_t)MIN(f->n, (size_t)UINT32_MAX);
    } else if (f->number == 7 && f->type == 0) { /* the name of another stat is the text */
        out->ref = xplane_stat_name(p, (int64_t)f->value);
        out->type = out->ref ? XSTAT_TEXT : XSTAT_NONE;
        out->text = out->ref ? out->ref->name : NULL;
        out->n = out->ref ? (uint32_t)MIN(out->ref->n, (size_t)UINT32_MAX) : 0;
    }
}

void xstat_read(const XPlane *p, WireMessage m, XStat *out)
{
    const uint8_t *at = m.p, *end = m.p + m.n;
    WireField f;
    bool named = false, valued = false;
    *out = (XStat){ 0 };
    while (wire_next(&at, end, &f, m.bad)) {
        named |= f.number == 1;
        valued |= f.number > 1;
        if (f.number == 1 && f.type == 0) {
            out->name = xplane_stat_name(p, (int64_t)f.value);
            out->key = out->name ? (uint8_t)out->name->key : XSTAT_OTHER;
        } else {
            read_value(p, &f, out);
        }
    }
    if (named && !valued) /* some writers leave zeroes out */
        out->type = XSTAT_INT;
}

bool xplane_next_stat(const XPlane *p, WireMessage m, int number, const uint8_t **at, XStat *out)
{
    WireMessage s;
    if (!m.n || !xfield_next(m, number, at, &s))
        return false;
    xstat_read(p, s, out);
    return true;
}

static bool find_stat(const XPlane *p, WireMessage m, int number, XStatKey key, XStat *out)
{
    const uint8_t *at = NULL;
    while (xplane_next_stat(p, m, number, &at, out))
        if (out->key == key && out->type != XSTAT_NONE)
            return true;
    return false;
}

bool xevent_stat(const XPlane *p, const XEvent *e, XStatKey key, XStat *out)
{
    for (const XStat *s = e->stats; s < e->stats + e->n_stats; s++)
        if (s->key == key && s->type != XSTAT_NONE) {
            *out = *s;
            return true;
        }
    return e->kind && find_stat(p, e->kind->m, 5, key, out);
}

bool xplane_stat(const XPlane *p, XStatKey key, XStat *out)
{
    return find_stat(p, p->m, 6, key, out);
}

/* "5.37GB", "1024", "12.5 MiB". */
static double text_number(const char *s)
{
    char *end;
    double v = g_ascii_strtod(s, &end);
    while (*end == ' ')
        end++;
    static const char units[] = "kMGTP";
    const char *unit = *end ? strchr(units, *end == 'K' ? 'k' : *end) : NULL;
    double base = end[0] && end[1] == 'i' ? 1024 : 1000;
    for (const char *u = units; unit && u <= unit; u++)
        v *= base;
    return v;
}

double xstat_real(const XStat *s)
{
    if (s->type == XSTAT_DOUBLE)
        return s->real;
    if (s->type == XSTAT_INT)
        return (double)s->integer;
    g_autofree char *text = xstat_text(s);
    return text_number(text);
}

int64_t xstat_int(const XStat *s)
{
    if (s->type == XSTAT_INT)
        return s->integer;
    if (s->type == XSTAT_TEXT) { /* 64-bit ids also come as text */
        g_autofree char *text = xstat_text(s);
        char *end;
        guint64 v = g_ascii_strtoull(text, &end, 10);
        if (end != text && !*end)
            return (int64_t)v;
    }
    double v = xstat_real(s);
    return v > -9e18 && v < 9e18 ? (int64_t)v : 0;
}

char *xstat_text(const XStat *s)
{
    if (s->type == XSTAT_INT)
        return g_strdup_printf("%" G_GINT64_FORMAT, s->integer);
    if (s->type == XSTAT_DOUBLE)
        return g_strdup_printf("%g", s->real);
    return xspace_text(s->text, s->n);
}

char *xkind_name(const XEventKind *k)
{
    if (k->n_display)
        return xspace_text(k->display, k->n_display);
    /* "%fusion.1 = bf16[8]{0} fusion(...)" */
    if (k->n_name && k->name[0] == '%') {
        size_t n = 1;
        while (n < k->n_name && k->name[n] != ' ' && k->name[n] != '=')
            n++;
        if (n > 1 && n < k->n_name)
            return xspace_text(k->name + 1, n - 1);
    }
    return xspace_text(k->n_name ? k->name : (const uint8_t *)"?", k->n_name ? k->n_name : 1);
}
