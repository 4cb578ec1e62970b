/* Finds profiles among paths, and hands them to trace/import; see profiles.h. */
#include "runtime/xla/profiles.h"

#include <string.h>

#include "runtime/base/heap.h"
#include "runtime/text/proto.h"
#include "trace/import/import.h"

typedef struct Known {
    char *name;
    int number;         /* of the module in the dump */
    double weight;      /* its step as priced */
    bool meets;         /* devices meet in collectives */
    RecordRows rows;
} Known;

struct XlaProfiles {
    GPtrArray *given;   /* paths as given */
    GPtrArray *files;   /* what is imported */
    GHashTable *seen;   /* their whole paths */
    GArray *known;      /* Known */
    int n_sessions;     /* in folders that have several */
    char *session;      /* which of them is imported; NULL = no folder had sessions */
    const XlaImportOptions *o;
};

static void known_clear(gpointer p)
{
    Known *k = p;
    g_free(k->name);
    record_rows_clear(&k->rows);
}

static int by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static GPtrArray *entries(const char *folder)
{
    GPtrArray *out = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir)))
        g_ptr_array_add(out, g_build_filename(folder, name, NULL));
    g_ptr_array_sort(out, by_name);
    return out;
}

static bool is_xplane(const char *path)
{
    return g_str_has_suffix(path, ".xplane.pb") || g_str_has_suffix(path, ".xplane.pb.gz");
}

/* A file once, however many of the given paths lead to it. */
static void add_file(XlaProfiles *p, const char *path)
{
    if (g_hash_table_add(p->seen, g_canonicalize_filename(path, NULL)))
        g_ptr_array_add(p->files, g_strdup(path));
}

static bool has(const char *folder, bool (*is)(const char *path))
{
    g_autoptr(GPtrArray) in = entries(folder);
    for (guint i = 0; i < in->len; i++)
        if (is(in->pdata[i]))
            return true;
    return false;
}

/* The files of a session: one a host. */
static bool add_session(XlaProfiles *p, const char *folder)
{
    g_autoptr(GPtrArray) in = entries(folder);
    bool any = false;
    for (guint i = 0; i < in->len; i++)
        if (is_xplane(in->pdata[i])) {
            add_file(p, in->pdata[i]);
            any = true;
        }
    return any;
}

static bool is_of_dump(const char *path)
{
    g_autofree char *name = g_path_get_basename(path);
    return g_str_has_prefix(name, "module_") || strstr(name, ".module_");
}

static bool is_dump(const char *folder)
{
    return has(folder, is_of_dump);
}

/* What other profilers wrote into a folder of their own, or into one for each host: PyTorch a file for each rank, rocprofv3 one for each process. */
static bool add_others(XlaProfiles *p, const char *folder, bool below)
{
    g_autoptr(GPtrArray) in = entries(folder);
    bool any = false;
    if (is_dump(folder))
        return false;
    for (guint i = 0; i < in->len; i++) {
        bool inner = g_file_test(in->pdata[i], G_FILE_TEST_IS_DIR);
        if (!inner && trace_has_profile_name(in->pdata[i])) {
            add_file(p, in->pdata[i]);
            any = true;
        }
        any |= inner && below && add_others(p, in->pdata[i], false);
    }
    return any;
}

/* "2026_03_11_19_41_39", as profilers call sessions unless they are told otherwise. */
static bool is_date(const char *name)
{
    return strspn(name, "0123456789_-") == strlen(name) && strlen(name) >= strlen("2026_3_1") && strchr(name, '_');
}

/* The sessions in a folder; of others than a profiler's own, those that are called by a date. */
static void add_sessions(GPtrArray *out, const char *folder, bool is_profilers)
{
    g_autoptr(GPtrArray) in = entries(folder);
    for (guint i = 0; i < in->len; i++) {
        g_autofree char *name = g_path_get_basename(in->pdata[i]);
        if (g_file_test(in->pdata[i], G_FILE_TEST_IS_DIR) && (is_profilers || is_date(name)) && has(in->pdata[i], is_xplane))
            g_ptr_array_add(out, g_strdup(in->pdata[i]));
    }
}

/* Below a folder for logs, or one of its parts: plugins/profile/SESSION, also of each of several runs in it. */
static GPtrArray *sessions_below(const char *path)
{
    GPtrArray *out = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *plugins = g_build_filename(path, "plugins", "profile", NULL), *profile = g_build_filename(path, "profile", NULL);
    add_sessions(out, plugins, true);
    add_sessions(out, profile, true);
    add_sessions(out, path, false);
    g_autoptr(GPtrArray) in = entries(path);
    for (guint i = 0; i < in->len && !out->len; i++) {
        g_autofree char *inner = g_build_filename(in->pdata[i], "plugins", "profile", NULL);
        add_sessions(out, inner, true);
    }
    return out;
}

static int by_session(gconstpointer a, gconstpointer b)
{
    g_autofree char *x = g_path_get_basename(*(char *const *)a), *y = g_path_get_basename(*(char *const *)b);
    return strcmp(x, y);
}

static bool add_last(XlaProfiles *p, GPtrArray *sessions)
{
    if (!sessions->len)
        return false;
    g_ptr_array_sort(sessions, by_session);
    guint before = p->files->len;
    const char *last = sessions->pdata[sessions->len - 1];
    bool any = add_session(p, last);
    if (p->files->len > before) { /* else another path has led there */
        p->n_sessions += (int)sessions->len;
        g_free(p->session);
        p->session = g_strdup(last);
    }
    return any;
}

/* A dump with profiles beside its files, or into which the profiler wrote: both are imported. A profile deeper down is none of the dump's, or was given by itself. */
static void add_of_dump(XlaProfiles *p, const char *path)
{
    g_autoptr(GPtrArray) sessions = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *plugins = g_build_filename(path, "plugins", "profile", NULL);
    if (add_session(p, path))
        return;
    add_sessions(sessions, plugins, true);
    add_last(p, sessions);
}

/* A session's folder, or one with several, of which the last is taken. False: the folder is a dump, or nothing of a profiler's. */
static bool add_folder(XlaProfiles *p, const char *path)
{
    if (is_dump(path)) {
        add_of_dump(p, path);
        return false;
    }
    if (add_session(p, path))
        return true;
    g_autoptr(GPtrArray) sessions = sessions_below(path);
    return add_last(p, sessions) || add_others(p, path, true);
}

XlaProfiles *xla_profiles_new(char *const *paths, int n)
{
    XlaProfiles *p = g_new0(XlaProfiles, 1);
    p->given = g_ptr_array_new();
    p->files = g_ptr_array_new_with_free_func(g_free);
    p->seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    p->known = g_array_new(FALSE, TRUE, sizeof(Known));
    g_array_set_clear_func(p->known, known_clear);
    for (int i = 0; i < n; i++) {
        bool folder = g_file_test(paths[i], G_FILE_TEST_IS_DIR), file = !folder && trace_is_profile(paths[i]);
        if (file)
            add_file(p, paths[i]);
        if (file || (folder && add_folder(p, paths[i])))
            g_ptr_array_add(p->given, paths[i]);
    }
    return p;
}

void xla_profiles_free(XlaProfiles *p)
{
    if (!p)
        return;
    g_ptr_array_unref(p->given);
    g_ptr_array_unref(p->files);
    g_hash_table_unref(p->seen);
    g_array_unref(p->known);
    g_free(p->session);
    g_free(p);
}

bool xla_profiles_has(const XlaProfiles *p, const char *path)
{
    for (guint i = 0; i < p->given->len; i++)
        if (g_str_equal(p->given->pdata[i], path))
            return true;
    return false;
}

void xla_profiles_know(XlaProfiles *p, const XlaModule *module, double step_ns, bool meets, Record *record)
{
    if (!p->files->len)
        return;
    Known k = { .name = g_strdup(module->name), .number = module->number, .weight = step_ns, .meets = meets };
    record_rows(record, &k.rows);
    g_array_append_val(p->known, k);
}

static char *text_of(const uint8_t *bytes, size_t n)
{
    return proto_text("profile", (const char *)bytes, n, NULL);
}

static bool stop(void *user)
{
    return stop_requested(((const XlaProfiles *)user)->o->stop);
}

static void tell(void *user, const char *line)
{
    const XlaImportOptions *o = ((const XlaProfiles *)user)->o;
    if (o->tell)
        o->tell(o->user, line);
}

static bool before(const Known *a, const Known *b)
{
    if (a->meets != b->meets)
        return a->meets;
    return a->weight > 1.01 * b->weight || (a->weight >= 0.99 * b->weight && a->number > b->number);
}

/* The program that most of a profile is likely to be about first: of those in which devices meet, as they do in steps and seldom in what makes the first
 * arguments, the longest, and of a function that was compiled several times the last, since what comes first are often its arguments as they were made,
 * before it has returned any. */
static void longest_first(GArray *known)
{
    guint best = 0;
    for (guint i = 1; i < known->len; i++)
        if (before(&g_array_index(known, Known, i), &g_array_index(known, Known, best)))
            best = i;
    if (!best)
        return;
    Known k = g_array_index(known, Known, best), *all = (Known *)(void *)known->data;
    memmove(all + 1, all, best * sizeof k);
    all[0] = k;
}

bool xla_profiles_import(XlaProfiles *p, TraceWriter *w, const XlaImportOptions *o, XlaImported *out, GError **error)
{
    if (!p->files->len)
        return true;
    longest_first(p->known);
    g_autofree TraceKnownProgram *known = g_new0(TraceKnownProgram, p->known->len + 1);
    const Known *k = (const Known *)p->known->data;
    for (guint i = 0; i < p->known->len; i++)
        known[i] = (TraceKnownProgram){ k[i].name, k[i].rows.module_id, k[i].rows.run_id, k[i].number, k[i].rows.insts };
    p->o = o;
    TraceImportOptions mine = { .paths = (const char *const *)p->files->pdata, .n_paths = (int)p->files->len, .label = o->label, .known = known, .n_known = (int)p->known->len,
                                .text_of = text_of, .stop = stop, .tell = tell, .user = p };
    if (p->known->len) {
        mine.device_rows = k[0].rows.devices;
        mine.n_device_rows = k[0].rows.n_devices;
    }
    if (p->n_sessions > 1) {
        g_autofree char *line = g_strdup_printf("%d sessions of a profiler are in the folder: the last, %s, is imported", p->n_sessions, p->session);
        tell(p, line);
    }
    heap_map_large_blocks();
    TraceImported done;
    if (!trace_import(w, &mine, &done, error))
        return false;
    if (stop_requested(o->stop))
        return stop_error(NULL, error);
    out->n_profiles += done.n_files;
    out->n_events += done.n_events;
    out->n_joined += done.n_joined;
    out->n_left += done.n_left;
    out->n_steps += done.n_steps;
    out->n_runs += !p->known->len || done.is_apart;
    return true;
}
