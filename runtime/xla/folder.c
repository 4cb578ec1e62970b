/* Sorts the files of an XLA dump folder; see folder.h. */
#include "runtime/xla/folder.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/base/diag.h"

static void stage_free(void *p)
{
    XlaStage *s = p;
    g_free(s->pipeline);
    g_free(s->pass);
    g_free(s->label);
    g_free(s->path);
    g_free(s);
}

static void module_free_files(void *p)
{
    XlaModule *m = p;
    g_free(m->name);
    g_free(m->dir);
    g_free(m->stamp);
    g_free(m->where);
    g_ptr_array_unref(m->stages);
    g_free(m->assignment);
    g_free(m->lives);
    g_free(m->usage);
    g_free(m->metadata);
    g_free(m->settings);
    g_free(m);
}

void xla_folder_free(XlaFolder *f)
{
    if (!f)
        return;
    g_ptr_array_unref(f->modules);
    g_ptr_array_unref(f->logs);
    g_free(f);
}

const XlaStage *xla_stage(const XlaModule *m, XlaStageKind kind)
{
    for (guint i = m->stages->len; i > 0; i--)
        if (((XlaStage *)m->stages->pdata[i - 1])->kind == kind)
            return m->stages->pdata[i - 1];
    return NULL;
}

typedef struct Sorter {
    XlaFolder *f;
    GHashTable *numbered;    /* folder and number -> GPtrArray of XlaModule, of several names and timestamps */
} Sorter;

/* The modules of a folder that have a number. */
static GPtrArray *numbered(Sorter *s, const char *dir, int number)
{
    g_autofree char *key = g_strdup_printf("%d %s", number, dir);
    GPtrArray *list = g_hash_table_lookup(s->numbered, key);
    if (!list)
        g_hash_table_insert(s->numbered, g_steal_pointer(&key), list = g_ptr_array_new());
    return list;
}

/* stamp: NULL = any. */
static XlaModule *module_of(Sorter *s, const char *dir, int number, const char *stamp, const char *name, gsize n)
{
    GPtrArray *list = numbered(s, dir, number);
    for (guint i = 0; i < list->len; i++) {
        XlaModule *m = list->pdata[i];
        if (strlen(m->name) == n && strncmp(m->name, name, n) == 0 && (!stamp || g_str_equal(m->stamp, stamp)))
            return m;
    }
    XlaModule *m = g_new0(XlaModule, 1);
    m->number = number;
    m->name = g_strndup(name, n);
    m->dir = g_strdup(dir);
    m->stamp = g_strdup(stamp ? stamp : "");
    m->stages = g_ptr_array_new_with_free_func(stage_free);
    g_ptr_array_add(s->f->modules, m);
    g_ptr_array_add(list, m);
    return m;
}

/* Removes the ending, if it is there. */
static bool drop_ending(char *name, const char *ending)
{
    if (!g_str_has_suffix(name, ending))
        return false;
    name[strlen(name) - strlen(ending)] = '\0';
    return true;
}

/* Between the number of one pass and that of the next there is room for what happens within it. */
enum { ROOM = 100, FINAL_ORDER = 1000000 * ROOM, PARTITIONED_ORDER = 500000 * ROOM, SHARDY_ORDER = 1 };

/* Where the suffix begins that says which stage it is: behind the last part of the module's name, which may contain dots and end in a number, as
 * PyTorch's graphs do. */
static const char *find_stage(const char *rest)
{
    static GRegex *stage;
    static gsize once;
    if (g_once_init_enter(&once)) {
        stage = g_regex_new("\\.(?:[0-9]{4,6}\\.(?![0-9]{4,6}\\.).+\\.after_.+|before_optimizations|after_spmd_partitioner|(?:cpu_|(?:sm_[0-9.]+[a-z]?|gfx[0-9a-z]+)_gpu_|[a-z0-9]+_)?after_optimizations[a-z_-]*)$", 0, 0, NULL);
        g_once_init_leave(&once, 1);
    }
    g_autoptr(GMatchInfo) m = NULL;
    int start = 0;
    if (!g_regex_match(stage, rest, 0, &m) || !g_match_info_fetch_pos(m, 0, &start, NULL))
        return NULL;
    return rest + start + 1;
}

/* "0007.spmd-partitioner.after_sharding-propagation.before_spmd-partitioning" */
static void read_pass(XlaStage *s, const char *suffix)
{
    s->order = atoi(suffix) * ROOM;
    const char *pipeline = strchr(suffix, '.') + 1, *after = strstr(pipeline, ".after_");
    s->pipeline = g_strndup(pipeline, (gsize)(after - pipeline));
    after += strlen(".after_");
    const char *before = strstr(after, ".before_");
    s->pass = before ? g_strndup(after, (gsize)(before - after)) : g_strdup(after);
    s->kind = g_str_equal(s->pass, "spmd-partitioning") || g_str_equal(s->pass, "spmd-partitioner") ? XLA_STAGE_PARTITIONED :
              g_str_equal(s->pass, "sharding-propagation") || g_str_equal(s->pass, "shardy-xla") ? XLA_STAGE_ANNOTATED : XLA_STAGE_PASS;
    s->label = g_str_equal(s->pass, "pipeline-start") ? g_strdup_printf("%s begins", s->pipeline) : g_strdup(s->pass);
}

static XlaStage *stage_new(const char *suffix)
{
    XlaStage *s = g_new0(XlaStage, 1);
    if (g_str_equal(suffix, "before_optimizations")) {
        s->kind = XLA_STAGE_BEFORE;
        s->order = -1;
    } else if (g_ascii_isdigit(suffix[0]) && strstr(suffix, ".after_")) {
        read_pass(s, suffix);
        return s;
    } else if (g_str_equal(suffix, "after_spmd_partitioner")) {
        s->kind = XLA_STAGE_PARTITIONED;
        s->order = PARTITIONED_ORDER;
    } else {
        s->kind = XLA_STAGE_FINAL;
        s->order = FINAL_ORDER + (strstr(suffix, "before_buffer") ? 1 : strstr(suffix, "after_buffer") ? 2 : 0);
    }
    s->pass = g_strdup(suffix);
    s->label = g_strdup(suffix);
    return s;
}

/* The text of a stage is preferred to its serialised form. */
static void add_stage(XlaModule *m, XlaStage *s)
{
    for (guint i = 0; i < m->stages->len; i++) {
        XlaStage *have = m->stages->pdata[i];
        if (have->order != s->order || !g_str_equal(have->label, s->label))
            continue;
        if (s->is_text && !have->is_text) {
            g_free(have->path);
            have->path = g_steal_pointer(&s->path);
            have->is_text = true;
        }
        stage_free(s);
        return;
    }
    g_ptr_array_add(m->stages, s);
}

static bool add_report(XlaModule *m, const char *suffix, const char *path)
{
    char **to = g_str_has_suffix(suffix, "-buffer-assignment.txt") ? &m->assignment : g_str_has_suffix(suffix, "-live-range.txt") ? &m->lives :
                g_str_has_suffix(suffix, "-memory-usage-report.txt") ? &m->usage : g_str_has_suffix(suffix, "metadata.textproto") ? &m->metadata :
                g_str_has_suffix(suffix, ".debug_options") ? &m->settings : NULL;
    if (!to)
        return false;
    g_free(*to);
    *to = g_strdup(path);
    return true;
}

/* "shardy/module_0003.jit_f/02.after_propagation.mlir" */
static bool add_shardy(Sorter *to, const char *path)
{
    g_autofree char *name = g_path_get_basename(path), *dir = g_path_get_dirname(path), *of = g_path_get_basename(dir), *shardy = g_path_get_dirname(dir), *dump = g_path_get_dirname(shardy);
    char *rest;
    if (!g_ascii_isdigit(name[0]) || !g_ascii_isdigit(name[1]) || name[2] != '.' || !drop_ending(name, ".mlir") || !g_str_has_prefix(of, "module_"))
        return false;
    int number = (int)strtol(of + strlen("module_"), &rest, 10);
    if (*rest != '.')
        return false;
    XlaStage *s = g_new0(XlaStage, 1);
    *s = (XlaStage){ .kind = XLA_STAGE_SHARDY, .order = SHARDY_ORDER + MIN(atoi(name), ROOM - 2), .pipeline = g_strdup("shardy"), .pass = g_strdup(name + 3), .path = g_strdup(path), .is_text = true };
    s->label = g_strdelimit(g_strconcat("shardy: ", name + 3, NULL), "_", ' ');
    add_stage(module_of(to, dump, number, NULL, rest + 1, strlen(rest + 1)), s); /* its folder has no timestamp */
    return true;
}

static int by_order(gconstpointer a, gconstpointer b)
{
    const XlaStage *x = *(XlaStage *const *)a, *y = *(XlaStage *const *)b;
    return x->order != y->order ? (x->order > y->order) - (x->order < y->order) : strcmp(x->label, y->label);
}

/* Shardy's steps belong to the pass that runs it, and stand before what it leaves. */
static void place_shardy(XlaModule *m)
{
    const XlaStage *pass = xla_stage(m, XLA_STAGE_ANNOTATED);
    for (guint i = 0; pass && i < m->stages->len; i++) {
        XlaStage *s = m->stages->pdata[i];
        if (s->kind == XLA_STAGE_SHARDY && s->order < ROOM)
            s->order += pass->order - ROOM;
    }
    g_ptr_array_sort(m->stages, by_order);
}

/* The module of a report: the longest name of one that the file's begins with. */
static XlaModule *reported(Sorter *s, const char *dir, int number, const char *stamp, const char *rest)
{
    const GPtrArray *list = numbered(s, dir, number);
    XlaModule *best = NULL;
    for (guint i = 0; i < list->len; i++) {
        XlaModule *m = list->pdata[i];
        bool fits = g_str_equal(m->stamp, stamp) && (g_str_has_prefix(rest, m->name) || g_str_equal(rest, "metadata.textproto"));
        if (fits && (!best || strlen(m->name) > strlen(best->name)))
            best = m;
    }
    return best;
}

/* reports: second time round, when all modules are known. */
static bool add_file(Sorter *to, const char *path, bool reports)
{
    g_autofree char *name = g_path_get_basename(path), *dir = g_path_get_dirname(path);
    while (drop_ending(name, ".gz") || drop_ending(name, ".xz") || drop_ending(name, ".zst") || drop_ending(name, ".bz2"))
        ;
    if (g_str_has_suffix(name, ".mlir"))
        return !reports && add_shardy(to, path);
    const char *module = strstr(name, "module_");
    if (!module || !g_ascii_isdigit(module[strlen("module_")])) {
        bool log = g_str_has_suffix(name, ".log") || g_str_has_suffix(name, ".err") || g_str_has_suffix(name, ".stderr");
        if (log && !reports)
            g_ptr_array_add(to->f->logs, g_strdup(path));
        return log;
    }
    char *rest;
    g_autofree char *stamp = g_strndup(name, (gsize)(module - name));
    int number = (int)strtol(module + strlen("module_"), &rest, 10);
    if (*rest != '.')
        return false;
    rest++;
    if (reports) {
        XlaModule *m = reported(to, dir, number, stamp, rest);
        return m && add_report(m, rest, path);
    }
    bool text = drop_ending(rest, ".txt"), proto = !text && (drop_ending(rest, ".hlo.pb") || drop_ending(rest, ".pb"));
    const char *stage = text || proto ? find_stage(rest - 1) : NULL;
    if (!stage || strstr(stage, "-buffer-assignment") || strstr(stage, "-live-range") || strstr(stage, "-memory-usage"))
        return false;
    gsize n = stage > rest ? (gsize)(stage - rest - 1) : 0;
    XlaStage *s = stage_new(stage);
    s->path = g_strdup(path);
    s->is_text = text;
    add_stage(module_of(to, dir, number, stamp, rest, n), s);
    return true;
}

enum { MAX_FOLDERS = 4, MAX_FILES = 1000000 };

static void list_files(const char *path, int depth, GPtrArray *out)
{
    GDir *dir = g_dir_open(path, 0, NULL);
    if (!dir) {
        g_ptr_array_add(out, g_strdup(path));
        return;
    }
    for (const char *name; (name = g_dir_read_name(dir)) && out->len < MAX_FILES;) {
        g_autofree char *full = g_build_filename(path, name, NULL);
        if (!g_file_test(full, G_FILE_TEST_IS_DIR))
            g_ptr_array_add(out, g_steal_pointer(&full));
        else if (depth < MAX_FOLDERS && !g_file_test(full, G_FILE_TEST_IS_SYMLINK))
            list_files(full, depth + 1, out);
    }
    g_dir_close(dir);
}

static int by_path(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int by_number(gconstpointer a, gconstpointer b)
{
    const XlaModule *x = *(XlaModule *const *)a, *y = *(XlaModule *const *)b;
    int by_name = x->number != y->number ? (x->number > y->number) - (x->number < y->number) : strcmp(x->name, y->name), by_dir = by_name ? by_name : strcmp(x->dir, y->dir);
    return by_dir ? by_dir : strcmp(x->stamp, y->stamp);
}

const char *xla_folder_below(const char *root, const char *path)
{
    gsize n = strlen(root);
    while (n > 1 && G_IS_DIR_SEPARATOR(root[n - 1]))
        n--;
    bool is_below = strncmp(path, root, n) == 0 && (!path[n] || G_IS_DIR_SEPARATOR(path[n]) || G_IS_DIR_SEPARATOR(root[n - 1]));
    return is_below ? path + n + strspn(path + n, G_DIR_SEPARATOR_S) : NULL;
}

/* What tells modules of one number and name apart: the folder, as seen from `root`, or else the timestamp. They are in order. */
static void say_where(XlaFolder *f, const char *root)
{
    for (guint i = 0; i < f->modules->len; i++) {
        XlaModule *m = f->modules->pdata[i];
        bool elsewhere = false, stamped = false;
        for (int step = -1; step <= 1; step += 2) {
            const XlaModule *o = i + (guint)step < f->modules->len ? f->modules->pdata[i + (guint)step] : NULL;
            bool same = o && o->number == m->number && g_str_equal(o->name, m->name);
            elsewhere = elsewhere || (same && !g_str_equal(o->dir, m->dir));
            stamped = stamped || (same && g_str_equal(o->dir, m->dir));
        }
        const char *below = xla_folder_below(root, m->dir);
        gsize n = strlen(m->stamp);
        g_autofree char *stamp = g_strndup(m->stamp, n && m->stamp[n - 1] == '.' ? n - 1 : n);
        if (elsewhere || stamped)
            m->where = g_strdup_printf("%s%s%s", !elsewhere ? "" : !below ? m->dir : *below ? below : ".", elsewhere && stamped ? " " : "", stamped ? stamp : "");
    }
}

/* A module compiled again under another number has the later stages of the one that has only the first. */
static void join_recompiled(XlaFolder *f)
{
    for (guint i = 0; i < f->modules->len; i++) {
        XlaModule *first = f->modules->pdata[i];
        for (guint k = i + 1; k < f->modules->len && xla_stage(first, XLA_STAGE_BEFORE) && !xla_stage(first, XLA_STAGE_FINAL); k++) {
            XlaModule *next = f->modules->pdata[k];
            if (!g_str_equal(first->name, next->name) || !g_str_equal(first->dir, next->dir) || xla_stage(next, XLA_STAGE_BEFORE))
                continue;
            while (next->stages->len)
                add_stage(first, g_ptr_array_steal_index(next->stages, 0));
            char **reports[][2] = { { &first->assignment, &next->assignment }, { &first->lives, &next->lives }, { &first->usage, &next->usage } };
            for (size_t j = 0; j < G_N_ELEMENTS(reports); j++)
                if (!*reports[j][0])
                    *reports[j][0] = g_steal_pointer(reports[j][1]);
            g_ptr_array_remove_index(f->modules, k--);
        }
        place_shardy(first);
    }
}

XlaFolder *xla_folder_read(const char *path, GError **error)
{
    if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
        diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: no such file or folder", path);
        return NULL;
    }
    g_autoptr(XlaFolder) f = g_new0(XlaFolder, 1);
    f->modules = g_ptr_array_new_with_free_func(module_free_files);
    f->logs = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func(g_free);
    list_files(path, 0, files);
    g_ptr_array_sort(files, by_path);
    f->n_files = (int)files->len;
    g_autofree bool *used = g_new0(bool, files->len + 1);
    Sorter sorter = { f, g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref) };
    for (guint i = 0; i < files->len; i++)
        used[i] = add_file(&sorter, files->pdata[i], false);
    for (guint i = 0; i < files->len; i++)
        f->n_other += !used[i] && !add_file(&sorter, files->pdata[i], true);
    g_hash_table_unref(sorter.numbered);
    g_ptr_array_sort(f->modules, by_number);
    join_recompiled(f);
    say_where(f, path);
    if (!f->modules->len) {
        g_autofree char *what = f->n_files == 0   ? g_strdup("an empty folder")
                                : f->n_files == 1 ? g_strdup("neither a module that XLA dumped nor a profile")
                                                  : g_strdup_printf("none of its %d files is a module that XLA dumped, or a profile", f->n_files);
        diag(error, SHARD_ERROR_USAGE, NULL, "XLA_FLAGS=\"--xla_dump_to=DIR --xla_dump_hlo_as_text --xla_dump_hlo_pass_re=.*\" makes a program write its modules there",
             "%s: %s", path, what);
        return NULL;
    }
    return g_steal_pointer(&f);
}
