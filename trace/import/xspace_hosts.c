/* XSpace files of one run, one a host: programs first, then clocks, executions, lanes. Start at import_xspaces(). */
#include <stdlib.h>
#include <string.h>

#include "trace/import/clocks.h"
#include "trace/import/xspace_impl.h"

static void xdevice_free(gpointer p)
{
    XDevice *d = p;
    g_clear_pointer(&d->events, g_array_unref);
    g_clear_pointer(&d->found, g_hash_table_unref);
    g_free(d);
}

static void xhost_free(gpointer p)
{
    XHost *h = p;
    g_array_unref(h->unknown_in);
    g_array_unref(h->planes);
    g_ptr_array_unref(h->devices);
    if (h->mended)
        g_string_free(h->mended, TRUE);
    g_free(h->name);
    g_free(h);
}

/* "host-2.xplane.pb" -> "host-2" */
static char *host_of_file(const char *name)
{
    const char *end = strstr(name, ".xplane");
    return end && end > name ? g_strndup(name, (size_t)(end - name)) : g_strdup(name);
}

static XHost *xhost_new(ImportRun *r, ImportSource *s)
{
    XHost *h = g_new0(XHost, 1);
    h->source = s;
    h->planes = g_array_new(FALSE, FALSE, sizeof(WireMessage));
    h->devices = g_ptr_array_new_with_free_func(xdevice_free);
    const uint8_t *at = s->p, *end = s->p + s->n;
    WireField f;
    if (s->n && xspace_is_damaged(XLEVEL_SPACE, s->p, s->n)) {
        h->bad = true;
        h->mended = xspace_mend(XLEVEL_SPACE, s->p, s->n, &h->skipped);
        at = (const uint8_t *)h->mended->str;
        end = at + h->mended->len;
    }
    while (at < end && wire_next_cut(&at, end, &f, &h->bad)) {
        g_autofree char *text = f.type == 2 && f.number >= 2 && f.number <= 4 ? xspace_text(f.bytes, MIN(f.n, (size_t)4096)) : NULL;
        WireMessage plane = { f.bytes, f.n, &h->bad };
        if (f.number == 1 && f.type == 2)
            g_array_append_val(h->planes, plane);
        else if (text && f.number == 2)
            import_note(r, 2, "profiler_error", 1, "the profiler said: %s", text);
        else if (text && f.number == 3)
            import_note(r, 1, "profiler_warning", 1, "the profiler said: %s", text);
        else if (text && f.number == 4 && !h->name)
            h->name = g_steal_pointer(&text);
        h->unknown += f.number > 4;
    }
    h->unknown_in = g_array_new(FALSE, TRUE, sizeof(int64_t));
    g_array_set_size(h->unknown_in, h->planes->len);
    if (!h->name || !*h->name) {
        g_free(h->name);
        h->name = host_of_file(s->name);
    }
    return h;
}

static int natural_order(gconstpointer pa, gconstpointer pb)
{
    const XHost *a = *(XHost *const *)pa, *b = *(XHost *const *)pb;
    g_autofree char *x = g_utf8_collate_key_for_filename(a->name, -1), *y = g_utf8_collate_key_for_filename(b->name, -1);
    int order = strcmp(x, y);
    return order ? order : strcmp(a->source->path, b->source->path);
}

static XPlane *open_plane(XHost *h, guint i)
{
    XPlane *p = xplane_new(g_array_index(h->planes, WireMessage, i));
    p->epoch_ns = h->start_ns;
    p->index = i;
    return p;
}

static void close_plane(XHost *h, XPlane *p)
{
    int64_t *unknown = &g_array_index(h->unknown_in, int64_t, p->index); /* planes are read several times */
    *unknown = MAX(*unknown, p->unknown);
    h->bad |= p->bad;
    xplane_free(p);
}

/* ---- what stands beside the timelines ---------------------------------------------------------------------------------------------- */

static void read_environment(XHost *h)
{
    for (guint i = 0; i < h->planes->len; i++) {
        g_autofree char *name = xplane_name(g_array_index(h->planes, WireMessage, i));
        if (!xplane_is(name, "Task Environment"))
            continue;
        XPlane *p = open_plane(h, i);
        XStat s;
        if (xplane_stat(p, XSTAT_profile_start_time, &s))
            h->start_ns = xstat_int(&s);
        if (xplane_stat(p, XSTAT_profile_stop_time, &s))
            h->stop_ns = xstat_int(&s);
        close_plane(h, p);
    }
}

/* Profiles before 2024 have UNIX times in lines and do not say when the session began: with the first line. */
static void find_start(XHost *h)
{
    int64_t first = INT64_MAX;
    for (guint i = 0; i < h->planes->len && !h->start_ns; i++) {
        XPlane *p = open_plane(h, i);
        const uint8_t *at = NULL;
        XLine l;
        while (xplane_next_line(p, &at, &l)) {
            if (l.n_events && l.start_ns > INT64_C(100000000000000000))
                first = MIN(first, l.start_ns);
            g_free(l.name);
        }
        close_plane(h, p);
    }
    if (!h->start_ns && first != INT64_MAX)
        h->start_ns = first;
}

/* The number in "jit_f(17)", which some writers do not repeat as the id. */
static uint64_t program_id_of(const XEventKind *k)
{
    g_autofree char *name = xspace_text(k->name, k->n_name);
    const char *open = g_str_has_suffix(name, ")") ? strrchr(name, '(') : NULL;
    char *end = NULL;
    guint64 v = open && g_ascii_isdigit(open[1]) ? g_ascii_strtoull(open + 1, &end, 10) : 0;
    return end && *end == ')' ? v : (uint64_t)k->id;
}

static void read_programs(ImportRun *r, XHost *h, const XPlane *p)
{
    g_autoptr(GPtrArray) ids = g_ptr_array_new(); /* in order, so that rows have the same ids each time */
    g_autoptr(GList) kinds = g_hash_table_get_values(p->kinds);
    for (const GList *k = kinds; k; k = k->next) {
        guint at = ids->len;
        while (at > 0 && ((const XEventKind *)ids->pdata[at - 1])->id > ((const XEventKind *)k->data)->id)
            at--;
        g_ptr_array_insert(ids, (gint)at, k->data);
    }
    for (guint i = 0; i < ids->len; i++) {
        const XEventKind *k = ids->pdata[i];
        const uint8_t *at = NULL;
        XStat s, proto = { 0 };
        uint64_t id = program_id_of(k);
        while (xplane_next_stat(p, k->m, 5, &at, &s)) {
            if ((s.key == XSTAT_hlo_proto || s.key == XSTAT_hlo_proto_old || s.key == XSTAT_hlo_proto_libtpu) && s.type == XSTAT_BYTES)
                proto = s;
            else if (s.key == XSTAT_program_id)
                id = (uint64_t)xstat_int(&s);
        }
        bool bad = false;
        if (!proto.n)
            continue;
        if (!import_programs_add(r->programs, id, (WireMessage){ proto.text, proto.n, &bad })) {
            g_autofree char *name = xkind_name(k);
            import_note(r, 2, "programs_unread", 1, "programs that the profile carries cannot be read, the first is %s", name);
        } else if (bad) {
            import_note(r, 2, "programs_damaged", 1, "programs that the profile carries are damaged, and were read as far as possible");
        }
    }
    import_source_release(h->source, p->m.p + p->m.n);
}

static void describe_device(const XPlane *p, bool is_gpu, TraceDevice *out, char **kind)
{
    XStat s;
    g_autofree char *vendor = xplane_stat(p, XSTAT_device_vendor, &s) ? xstat_text(&s) : NULL;
    if (xplane_stat(p, XSTAT_device_type, &s) || xplane_stat(p, XSTAT_gpu_device_name, &s)) {
        *kind = xstat_text(&s);
    } else if (is_gpu && xplane_stat(p, XSTAT_compute_cap_major, &s)) {
        int64_t major = xstat_int(&s), minor = xplane_stat(p, XSTAT_compute_cap_minor, &s) ? xstat_int(&s) : 0;
        *kind = g_strdup_printf("%s %" G_GINT64_FORMAT ".%" G_GINT64_FORMAT, vendor ? vendor : "GPU", major, minor);
    } else {
        *kind = g_strdup(vendor ? vendor : is_gpu ? "GPU" : "TPU");
    }
    out->kind = *kind;
    if (xplane_stat(p, XSTAT_peak_teraflops, &s))
        out->peak_flops = TRACE_REAL(xstat_real(&s) * 1e12);
    if (xplane_stat(p, XSTAT_memory_size, &s))
        out->mem_bytes = TRACE_INT(xstat_int(&s));
    if (xplane_stat(p, XSTAT_peak_hbm_bw, &s))
        out->mem_bw = TRACE_REAL(xstat_real(&s) * 1e9);
    else if (xplane_stat(p, XSTAT_memory_bandwidth, &s))
        out->mem_bw = TRACE_REAL(xstat_real(&s));
}

XDevice *xhost_device(ImportRun *r, XHost *h, int64_t ordinal, const TraceDevice *like)
{
    for (guint i = 0; i < h->devices->len; i++)
        if (((XDevice *)h->devices->pdata[i])->ordinal == ordinal)
            return h->devices->pdata[i];
    XDevice *d = g_new0(XDevice, 1);
    TraceDevice row = *like;
    row.host_id = h->row;
    row.ordinal = TRACE_INT(ordinal);
    row.global_id = ordinal + h->first_device;
    d->ordinal = ordinal;
    const GPtrArray *all = timeline_devices(r->timeline);
    for (guint i = 0; i < all->len; i++) /* of a damaged file: a number that is taken */
        if (((const TimelineDevice *)all->pdata[i])->global_id == row.global_id) {
            row.global_id = ((const TimelineDevice *)all->pdata[all->len - 1])->global_id + 1;
            i = (guint)-1;
        }
    d->device = timeline_device(r->timeline, &row);
    g_ptr_array_add(h->devices, d);
    return d;
}

/* ---- clocks --------------------------------------------------------------------------------------------------------------------------- */

/* The first device's collectives stand for the host. */
static GArray *collectives_of(ImportRun *r, XHost *h)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(ClockMeeting));
    for (guint i = 0; i < h->planes->len && !out->len; i++) {
        int64_t ordinal;
        bool is_gpu;
        XPlane *p = open_plane(h, i);
        if (xdevice_is(p->name, &ordinal, &is_gpu))
            for (guint k = 0; k < h->devices->len; k++)
                if (((XDevice *)h->devices->pdata[k])->ordinal == ordinal)
                    xdevice_collectives(r, h, h->devices->pdata[k], p, out);
        close_plane(h, p);
    }
    clock_sort(out);
    return out;
}

static void align_clocks(ImportRun *r, GPtrArray *hosts)
{
    g_autoptr(GArray) ref = NULL;
    const XHost *ref_host = NULL;
    for (guint i = 0; i < hosts->len && hosts->len > 1; i++) {
        XHost *h = hosts->pdata[i];
        g_autoptr(GArray) mine = collectives_of(r, h);
        int64_t d;
        if (!ref && mine->len) {
            ref = g_steal_pointer(&mine);
            ref_host = h;
        } else if (ref && clock_difference(ref, mine, h->start_ns && ref_host->start_ns, &d)) {
            h->shift_ns += d;
            h->clock_src = 2;
        }
    }
}

static void set_clocks(ImportRun *r, GPtrArray *hosts)
{
    int64_t first = 0;
    for (guint i = 0; i < hosts->len; i++) {
        const XHost *h = hosts->pdata[i];
        if (h->start_ns && (!first || h->start_ns < first))
            first = h->start_ns;
    }
    for (guint i = 0; i < hosts->len; i++) {
        XHost *h = hosts->pdata[i];
        h->shift_ns = h->start_ns ? h->start_ns - first : 0;
        h->clock_src = h->start_ns ? 1 : 0;
    }
    r->epoch_ns = first;
}

/* ---- in order ------------------------------------------------------------------------------------------------------------------------- */

/* Host k's devices have numbers after those of the hosts before, unless their own differ already. */
static void number_devices(GPtrArray *hosts)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_direct_hash, g_direct_equal);
    bool clash = false;
    int64_t next = 0;
    for (int pass = 0; pass < 2; pass++)
        for (guint i = 0; i < hosts->len; i++) {
            XHost *h = hosts->pdata[i];
            int64_t most = -1;
            for (guint k = 0; k < h->planes->len; k++) {
                int64_t ordinal;
                bool is_gpu;
                g_autofree char *name = xplane_name(g_array_index(h->planes, WireMessage, k));
                if (!xdevice_is(name, &ordinal, &is_gpu) || xdevice_part(name))
                    continue;
                most = MAX(most, ordinal);
                if (pass == 0)
                    clash |= !g_hash_table_add(seen, GSIZE_TO_POINTER((gsize)ordinal + 1));
            }
            if (pass == 1 && clash)
                h->first_device = next;
            next += pass == 1 ? most + 1 : 0;
        }
}

static bool is_known_plane(const char *name)
{
    static const char *const begins[] = { "/device:TPU:", "/device:GPU:", "/device:CUSTOM:", "/device:CPU:", "/virtualdevice:", "#Chip", "/host:CPU " }; /* the last: our own, of several processes, or of cores */
    static const char *const names[] = { "/host:CPU", "/host:metadata", "/host:CUPTI", "/host:ROCTRACER", "/host:NVTX-CUPTI", "/host:python-tracer", "/host:TPU-runtime", "/host:tfstreamz", "/host:__ScopeRangeCallStack__", "Task Environment", "Host CPUs", "Syscalls" };
    for (size_t i = 0; i < G_N_ELEMENTS(begins); i++)
        if (g_str_has_prefix(name, begins[i]))
            return true;
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
        if (xplane_is(name, names[i]))
            return true;
    return false;
}

/* Lines or kinds of events. */
static bool has_content(const XPlane *p)
{
    const uint8_t *at = NULL;
    WireMessage line;
    return g_hash_table_size(p->kinds) || xfield_next(p->m, 3, &at, &line);
}

typedef enum PlaneUse { PLANE_LOOK, PLANE_READ } PlaneUse;

static void use_plane(ImportRun *r, XHost *h, guint i, PlaneUse use)
{
    int64_t ordinal;
    bool is_gpu;
    XPlane *p = open_plane(h, i);
    if (xdevice_is(p->name, &ordinal, &is_gpu)) {
        XDevice *d = xhost_device(r, h, ordinal, &(TraceDevice){ .kind = is_gpu ? "GPU" : "TPU" });
        if (use == PLANE_READ)
            xdevice_read(r, h, d, p);
        else if (!xdevice_part(p->name))
            xdevice_look(r, h, d, p);
    } else if (xmegascale_is(p->name)) {
        if (use == PLANE_READ)
            xmegascale_read(r, h, p);
    } else {
        if (use == PLANE_READ)
            xhost_read(r, h, p);
        else
            xhost_look(r, h, p);
    }
    if (use == PLANE_READ) {
        h->skipped += p->skipped;
        h->odd_names += p->odd_names;
        if (!is_known_plane(p->name) && has_content(p))
            import_note(r, 1, "unknown_planes", 1, "planes have names that are not known, the first is \"%s\": what they have is shown as threads of the host", p->name);
    }
    close_plane(h, p);
}

/* Devices of the file, and what their tables say about instructions. parts: of planes of parts of devices, which come after those of devices. */
static void find_devices(ImportRun *r, XHost *h, bool parts)
{
    for (guint i = 0; i < h->planes->len; i++) {
        int64_t ordinal;
        bool is_gpu;
        g_autofree char *name = xplane_name(g_array_index(h->planes, WireMessage, i));
        if (!xdevice_is(name, &ordinal, &is_gpu) || (xdevice_part(name) != NULL) != parts)
            continue;
        XPlane *p = open_plane(h, i);
        TraceDevice row = { 0 };
        g_autofree char *kind = NULL;
        XStat s;
        describe_device(p, is_gpu, &row, &kind);
        if (xplane_stat(p, XSTAT_dropped_traces, &s) && xstat_int(&s) > 0)
            import_note(r, 2, "dropped_traces", xstat_int(&s), "events were dropped by the profiler on %s", name);
        XDevice *d = xhost_device(r, h, ordinal, &row);
        d->is_gpu = is_gpu;
        h->has_devices = true;
        int64_t before = p->odd_names;
        if (!is_gpu)
            xdevice_facts(r, p);
        h->odd_names += p->odd_names - before;
        close_plane(h, p);
    }
}

static bool stopped(const ImportRun *r)
{
    return r->o->stop && r->o->stop(r->o->user);
}

static void end_host(ImportRun *r, XHost *h)
{
    if (import_source_is_text_damaged(h->source))
        import_note(r, 2, "text_conversion", 1, "the file went through a conversion of text, which replaced bytes that are no characters; copy it as binary data");
    if (h->bad || h->source->cut)
        import_note(r, 2, "damaged", 1, "the file is damaged: what could be read is there");
    if (h->skipped)
        import_note(r, 2, "skipped_bytes", h->skipped, "bytes were left out, which do not read as part of a profile");
    if (h->odd_names)
        import_note(r, 1, "odd_names", h->odd_names, "names have bytes that are no text, as damage makes them, and are shown without these");
    for (guint i = 0; i < h->unknown_in->len; i++)
        h->unknown += g_array_index(h->unknown_in, int64_t, i);
    if (h->unknown)
        import_note(r, 1, "unknown_fields", h->unknown, "parts of the file are of kinds that are not known, as a newer profiler or damage may have made, and were left out");
    import_end_file(r, h->source, IMPORT_XSPACE, &(TraceImport){ .clock_off_ns = h->shift_ns, .clock_src = h->clock_src, .status = h->bad || h->source->cut });
}

bool import_xspaces(ImportRun *r, GPtrArray *sources, GError **error)
{
    g_autoptr(GPtrArray) hosts = g_ptr_array_new_with_free_func(xhost_free);
    for (guint i = 0; i < sources->len; i++)
        g_ptr_array_add(hosts, xhost_new(r, sources->pdata[i]));
    g_ptr_array_sort(hosts, natural_order);
    number_devices(hosts);
    for (guint i = 0; i < hosts->len; i++) {
        XHost *h = hosts->pdata[i];
        h->space = i;
        read_environment(h);
        find_start(h);
        h->row = timeline_host(r->timeline, h->name, (int)i);
        find_devices(r, h, false);
        find_devices(r, h, true);
    }
    for (guint i = 0; i < hosts->len; i++) {
        XHost *h = hosts->pdata[i];
        for (guint k = 0; k < h->planes->len; k++) {
            g_autofree char *name = xplane_name(g_array_index(h->planes, WireMessage, k));
            XPlane *p = xplane_is(name, "/host:metadata") ? open_plane(h, k) : NULL;
            if (!p)
                continue;
            read_programs(r, h, p);
            close_plane(h, p);
        }
    }
    set_clocks(r, hosts);
    align_clocks(r, hosts);
    for (guint i = 0; i < hosts->len; i++)
        for (guint k = 0; k < ((XHost *)hosts->pdata[i])->planes->len && !stopped(r); k++)
            use_plane(r, hosts->pdata[i], k, PLANE_LOOK);
    timeline_launches(r->timeline);
    r->named = true;
    for (guint i = 0; i < hosts->len; i++) {
        XHost *h = hosts->pdata[i];
        h->source->released = 0;
        for (guint k = 0; k < h->planes->len && !stopped(r); k++)
            use_plane(r, h, k, PLANE_READ);
        end_host(r, h);
    }
    return trace_commit(r->w, error);
}
