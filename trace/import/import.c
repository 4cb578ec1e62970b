/* Imports profiles; see import.h. Each format's reader fills the same timeline (run.h). Start at trace_import(). */
#include "trace/import/import.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "trace/import/tracks.h"
#include "trace/import/xspace_events.h"

bool trace_is_profile(const char *path)
{
    return import_is_profile(path);
}

bool trace_has_profile_name(const char *path)
{
    return import_has_profile_name(path);
}

/* ---- what there is to say --------------------------------------------------------------------------------------------------------- */

static void note_clear(gpointer p)
{
    TraceImportNote *n = p;
    g_free((char *)n->code);
    g_free((char *)n->text);
}

void import_note(ImportRun *r, int severity, const char *code, int64_t n, const char *format, ...)
{
    for (guint i = 0; i < r->notes->len; i++) {
        TraceImportNote *have = &g_array_index(r->notes, TraceImportNote, i);
        if (g_str_equal(have->code, code)) {
            have->n += n;
            return;
        }
    }
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    TraceImportNote row = { .severity = severity, .code = g_strdup(code), .n = n, .text = g_utf8_make_valid(text, -1) };
    g_array_append_val(r->notes, row);
}

void import_tell(const ImportRun *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *bytes = g_strdup_vprintf(format, args), *line = g_utf8_make_valid(bytes, -1); /* names of damaged files may be anything */
    va_end(args);
    if (r->o->tell)
        r->o->tell(r->o->user, line);
}

void import_hold(ImportRun *r, ImportHeld *out)
{
    *out = (ImportHeld){ r->notes, r->n_seen, r->n_left };
    r->notes = g_array_new(FALSE, FALSE, sizeof(TraceImportNote));
    g_array_set_clear_func(r->notes, note_clear);
    r->n_seen = r->n_left = 0;
}

void import_resume(ImportRun *r, ImportHeld *held)
{
    g_array_unref(r->notes);
    r->notes = g_steal_pointer(&held->notes);
    r->n_seen = held->n_seen;
    r->n_left = held->n_left;
}

void import_mem_sample(ImportRun *r, const TraceMemSample *row)
{
    if (!r->samples)
        r->samples = g_array_new(FALSE, FALSE, sizeof(TraceMemSample));
    g_array_append_vals(r->samples, row, 1);
}

static int sample_order(const TraceMemSample *a, const TraceMemSample *b)
{
    if (a->device_id != b->device_id)
        return a->device_id < b->device_id ? -1 : 1;
    return (a->ts_ns > b->ts_ns) - (a->ts_ns < b->ts_ns);
}

static int compare_samples(gconstpointer pa, gconstpointer pb, gpointer samples)
{
    guint a = *(const guint *)pa, b = *(const guint *)pb;
    int order = sample_order((const TraceMemSample *)samples + a, (const TraceMemSample *)samples + b);
    return order ? order : (a > b) - (a < b);
}

static void put_mem_samples(ImportRun *r)
{
    const TraceMemSample *s = r->samples ? (const TraceMemSample *)r->samples->data : NULL;
    guint n = r->samples ? r->samples->len : 0;
    g_autofree guint *order = g_new(guint, n + 1);
    for (guint i = 0; i < n; i++)
        order[i] = i;
    if (n)
        g_qsort_with_data(order, (gint)n, sizeof *order, compare_samples, (gpointer)s);
    for (guint i = 0; i < n; i++)
        if (i + 1 == n || sample_order(&s[order[i]], &s[order[i + 1]]) != 0)
            trace_put_mem_sample(r->w, &s[order[i]]);
}

uint32_t import_meeting(ImportRun *r, const char *text)
{
    enum { FIRST = 1 << 30 }; /* files that number meetings themselves begin at 1 */
    if (!r->meetings)
        r->meetings = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    uint32_t have = GPOINTER_TO_UINT(g_hash_table_lookup(r->meetings, text));
    if (!have) {
        have = FIRST + g_hash_table_size(r->meetings);
        g_hash_table_insert(r->meetings, g_strdup(text), GUINT_TO_POINTER(have));
    }
    return have;
}

GArray *import_scratch(ImportRun *r)
{
    if (!r->scratch)
        r->scratch = g_array_new(FALSE, FALSE, sizeof(TimelineEvent));
    g_array_set_size(r->scratch, 0);
    return r->scratch;
}

void import_saw(ImportRun *r, const char *what, int64_t n)
{
    int64_t *have = g_hash_table_lookup(r->lanes_seen, what);
    if (!have)
        g_hash_table_insert(r->lanes_seen, g_strdup(what), have = g_new0(int64_t, 1));
    *have += n;
}

static void tell_seen(ImportRun *r, const ImportSource *s, const char *kind)
{
    g_autoptr(GString) line = g_string_new(NULL);
    g_autoptr(GList) keys = g_list_sort(g_hash_table_get_keys(r->lanes_seen), (GCompareFunc)strcmp);
    g_string_append_printf(line, "%s: %s, %" PRId64 " events", s->name, kind, r->n_seen);
    for (const GList *k = keys; k; k = k->next) {
        int64_t n = *(int64_t *)g_hash_table_lookup(r->lanes_seen, k->data);
        if (n)
            g_string_append_printf(line, "%s%s %" PRId64, line->len && k == keys ? ": " : ", ", (const char *)k->data, n);
    }
    import_tell(r, "%s", line->str);
}

void import_end_file(ImportRun *r, const ImportSource *s, ImportFormat f, const TraceImport *more)
{
    TraceImport row = *more;
    row.run_id = r->run_id;
    row.kind = more->kind ? more->kind : import_format_name(f);
    row.name = s->name;
    row.size = TRACE_INT(s->file_size);
    row.version = "1";
    r->n_damaged += more->status != 0;
    tell_seen(r, s, row.kind);
    if (s->undone != UNDO_NONE)
        import_note(r, 1, "converted", 1, "the file went through %s, which was undone; copy it as binary data", undo_name(s->undone));
    import_note(r, 0, "events", r->n_seen, "events are in the file");
    if (r->n_left)
        import_note(r, 1, "left_out", r->n_left, "events were left out, for the reasons given");
    int64_t id = trace_put_import(r->w, &row);
    for (guint i = 0; i < r->notes->len; i++) {
        TraceImportNote n = g_array_index(r->notes, TraceImportNote, i);
        n.import_id = id;
        trace_put_import_note(r->w, &n);
        if (strcmp(n.code, "events"))
            import_tell(r, "  %s%" PRId64 " %s", n.severity ? "note: " : "", n.n, n.text);
    }
    g_array_set_size(r->notes, 0);
    g_hash_table_remove_all(r->lanes_seen);
    r->n_left_all += r->n_left;
    r->n_seen = r->n_left = 0;
}

/* ---- all files --------------------------------------------------------------------------------------------------------------------- */

static void add_known(ImportRun *r)
{
    for (int i = 0; i < r->o->n_known; i++) {
        const TraceKnownProgram *k = &r->o->known[i];
        import_programs_known(r->programs, k)->owns = i == 0;
    }
}

static bool each(ImportRun *r, GPtrArray *sources, bool (*read)(ImportRun *, ImportSource *, GError **), GError **error)
{
    bool ok = true;
    for (guint i = 0; ok && i < sources->len; i++)
        ok = read(r, sources->pdata[i], error);
    return ok;
}

static bool read_all(ImportRun *r, GPtrArray *all, GError **error)
{
    bool ok = true;
    for (ImportFormat f = IMPORT_XSPACE; ok && f <= IMPORT_LOG; f++) {
        g_autoptr(GPtrArray) of = g_ptr_array_new();
        for (guint i = 0; i < all->len; i++)
            if (import_source_format(all->pdata[i]) == f)
                g_ptr_array_add(of, all->pdata[i]);
        if (!of->len)
            continue;
        switch (f) {
        case IMPORT_XSPACE:
            ok = import_xspaces(r, of, error);
            break;
        case IMPORT_CHROME:
            ok = import_tracks(r, of, chrome_read, error);
            break;
        case IMPORT_PERFETTO:
            ok = import_tracks(r, of, perfetto_read, error);
            break;
        case IMPORT_SQLITE:
            ok = import_tracks(r, of, sqlite_read, error);
            break;
        case IMPORT_PPROF:
            ok = each(r, of, import_pprof, error);
            break;
        case IMPORT_LOG:
            ok = each(r, of, import_log, error);
            break;
        case IMPORT_UNKNOWN:
            break;
        }
    }
    return ok;
}

static const char *total_name(const ImportRun *r, const TimelineTotal *t)
{
    if (t->category_id > 0)
        return import_programs_category(r->programs, t->category_id);
    const char *name = trace_cat_name(-1 - t->category_id);
    return name ? name : "other";
}

static void tell_totals(ImportRun *r)
{
    enum { US = 1000000 }; /* ps */
    const GArray *totals = timeline_totals(r->timeline);
    int64_t all = 0;
    for (guint i = 0; i < totals->len; i++)
        all += g_array_index(totals, TimelineTotal, i).self_ps;
    if (all > 0)
        import_tell(r, "time of ops by category, summed over devices:");
    for (guint i = 0; all > 0 && i < totals->len; i++) {
        const TimelineTotal *t = &g_array_index(totals, TimelineTotal, i);
        int digits = t->self_ps > 0 && t->self_ps < US ? 9 : 6; /* below a microsecond, a nanosecond is more than a thousandth */
        import_tell(r, "  %-28s %12.*f ms %5.1f %% %9" PRId64 " events", total_name(r, t), digits, (double)t->self_ps / 1e9, 100.0 * (double)t->self_ps / (double)all, t->n);
    }
}

static int64_t put_run(TraceWriter *w, const TraceImportOptions *o)
{
    return trace_put_run(w, &(TraceRun){ .name = "profile", .label = o->label ? o->label : "profile", .producer = "import", .kind = TRACE_INT(TRACE_RUN_IMPORTED) });
}

/* Programs of a dump have a run already: the timeline of the program that a dump is of becomes part of it. */
static int64_t run_of(const TraceImportOptions *o)
{
    return o->n_known ? o->known[0].run_id : 0;
}

/* ---- whose timeline it is ---------------------------------------------------------------------------------------------------------- */

static bool is_word(uint8_t c)
{
    return g_ascii_isalnum((char)c) || c == '_';
}

/* A name stands somewhere in the file, and is not a part of another. */
static bool names_it(const ImportSource *s, const char *name)
{
    const uint8_t *at = s->p, *end = s->p + s->n;
    size_t n = strlen(name);
    while (n && (at = memmem(at, (size_t)(end - at), name, n))) {
        if ((at == s->p || !is_word(at[-1])) && (at + n == end || !is_word(at[n])))
            return true;
        at++;
    }
    return false;
}

/* The file says which programs ran. */
static bool names_programs(const ImportSource *s)
{
    static const char *const marks[] = { "hlo_module", "XLA Modules" };
    for (size_t i = 0; i < G_N_ELEMENTS(marks); i++)
        if (s->p && memmem(s->p, s->n, marks[i], strlen(marks[i])))
            return true;
    return false;
}

/* Of programs that ran, none is one of the dump's: then what ran is no part of the dump's run. */
static bool is_of_others(const TraceImportOptions *o, const GPtrArray *sources)
{
    enum { MOST = 64 }; /* of a dump of more programs, one is likely to be there */
    bool others = false;
    for (guint i = 0; i < sources->len && o->n_known && o->n_known <= MOST; i++) {
        const ImportSource *s = sources->pdata[i];
        ImportFormat f = import_source_format(s);
        if (f == IMPORT_LOG || f == IMPORT_PPROF)
            continue;
        for (int k = 0; k < o->n_known; k++)
            if (s->p && names_it(s, o->known[k].name))
                return false;
        others |= names_programs(s);
    }
    return others;
}

static guint size_of(const ImportProgram *g)
{
    return g ? g_hash_table_size(g->ops) : 0;
}

/* What the profile is about: the program that ran longest, as far as it ran. Where that are but small ones, which make arguments, and a far larger one was compiled,
 * the profile ended before that one began. */
static const char *title_of(const ImportRun *r)
{
    enum { FAR_LARGER = 8 };
    const GPtrArray *all = import_programs_all(r->programs);
    const ImportProgram *ran = NULL, *largest = NULL, *largest_ran = NULL;
    for (guint i = 0; i < all->len; i++) {
        const ImportProgram *g = all->pdata[i];
        int64_t ns = MAX(g->busy_ns, g->ops_ns);
        if (ns > 0 && (!ran || ns > MAX(ran->busy_ns, ran->ops_ns)))
            ran = g;
        if (size_of(g) > size_of(largest))
            largest = g;
        if (ns > 0 && size_of(g) > size_of(largest_ran))
            largest_ran = g;
    }
    if (largest && size_of(largest) >= FAR_LARGER * size_of(largest_ran))
        ran = largest;
    return ran && ran->name ? ran->name : "profile";
}

static void finish(ImportRun *r, TraceImported *out)
{
    int64_t last = 0;
    timeline_finish(r->timeline, &last);
    put_mem_samples(r);
    if (!run_of(r->o)) {
        const char *label = r->o->label ? r->o->label : "profile";
        trace_set_row(r->w, TRACE_TABLE_run, &(TraceRun){ .id = r->run_id, .name = title_of(r), .label = label, .epoch_ns = r->epoch_ns, .end_ns = TRACE_INT(last),
                                                          .producer = "import", .kind = TRACE_INT(TRACE_RUN_IMPORTED) });
    } else {
        trace_end_run(r->w, r->run_id, last);
    }
    out->n_events = timeline_n_events(r->timeline);
    out->n_steps = timeline_n_steps(r->timeline);
    out->n_meetings = timeline_n_meetings(r->timeline);
    out->n_devices = (int)timeline_devices(r->timeline)->len;
    out->n_programs = (int)import_programs_all(r->programs)->len;
    out->n_joined = r->n_joined;
    out->n_left = r->n_left_all;
    out->n_damaged = r->n_damaged;
    tell_totals(r);
    if (timeline_n_arrows(r->timeline))
        import_tell(r, "%" PRId64 " arrows between events, from launches to kernels and from producers to consumers", timeline_n_arrows(r->timeline));
    import_tell(r, "%d devices, %d steps, %" PRId64 " of %" PRId64 " ops have their instruction, %d meetings of collectives", out->n_devices, out->n_steps, r->n_joined, r->n_ops, out->n_meetings);
}

bool trace_import(TraceWriter *w, const TraceImportOptions *o, TraceImported *out, GError **error)
{
    *out = (TraceImported){ 0 };
    g_autoptr(GPtrArray) sources = g_ptr_array_new_with_free_func((GDestroyNotify)import_source_free);
    for (int i = 0; i < o->n_paths; i++) {
        ImportSource *s = import_source_open(o->paths[i], error);
        if (!s)
            return false;
        g_ptr_array_add(sources, s);
        if (import_source_format(s) == IMPORT_UNKNOWN) {
            g_autofree char *why = import_source_why_not(s);
            g_set_error(error, TRACE_ERROR, TRACE_ERROR_FORMAT, "%s: %s", s->path, why);
            return false;
        }
    }
    TraceImportOptions mine = *o;
    out->is_apart = is_of_others(o, sources);
    if (out->is_apart) {
        mine.known = NULL;
        mine.device_rows = NULL;
        mine.n_known = mine.n_device_rows = 0;
    }
    o = &mine;
    ImportRun r = { .w = w, .o = o, .notes = g_array_new(FALSE, FALSE, sizeof(TraceImportNote)), .lanes_seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free) };
    g_array_set_clear_func(r.notes, note_clear);
    out->n_files = (int)sources->len;
    r.run_id = out->run_id = run_of(o) ? run_of(o) : put_run(w, o);
    r.programs = import_programs_new(w, r.run_id, o->text_of);
    r.timeline = timeline_new(w, r.run_id, o->device_rows, o->n_device_rows);
    r.events = xevents_new(o->n_threads);
    add_known(&r);
    if (out->is_apart)
        import_tell(&r, "none of the dump's programs ran in what was profiled: it has a run of its own, and the dump's program has no times");
    bool ok = read_all(&r, sources, error);
    if (ok)
        finish(&r, out);
    timeline_free(r.timeline);
    import_programs_free(r.programs);
    g_array_unref(r.notes);
    g_hash_table_unref(r.lanes_seen);
    tracks_forget_names(&r);
    g_clear_pointer(&r.events, xevents_free);
    g_clear_pointer(&r.scratch, g_array_unref);
    g_clear_pointer(&r.op_cache, g_hash_table_unref);
    g_clear_pointer(&r.program_cache, g_hash_table_unref);
    g_clear_pointer(&r.meetings, g_hash_table_unref);
    g_clear_pointer(&r.samples, g_array_unref);
    return ok && trace_commit(w, error);
}
