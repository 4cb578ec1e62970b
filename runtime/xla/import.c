/* Imports dump folders of XLA's; see import.h. Start reading at xla_import; a module is import_module.c. */
#include "runtime/xla/import_impl.h"

#include <glib/gstdio.h>

#include "runtime/text/open.h"
#include "runtime/text/text.h"

static void log_free(void *p)
{
    ImportLog *l = p;
    g_free(l->dir);
    g_free(l->text);
    g_free(l);
}

/* dir: of which modules it tells; NULL = of all. */
static void add_log(Import *x, const char *path, const char *dir)
{
    g_autoptr(GError) why = NULL;
    gsize n;
    char *text = text_open_any(path, &n, x->o->stop, &why);
    if (!text) {
        xla_import_tell(x, "note: a log cannot be read: %s", why->message);
        return;
    }
    ImportLog *l = g_new(ImportLog, 1);
    *l = (ImportLog){ g_strdup(dir), text };
    g_ptr_array_add(x->logs, l);
}

static bool is_log(const char *path)
{
    return g_str_has_suffix(path, ".log") || g_str_has_suffix(path, ".err") || g_str_has_suffix(path, ".stderr");
}

/* Bytes of the program as given, which says how much there is to see. */
static int64_t weight(const XlaModule *m)
{
    const XlaStage *s = xla_stage(m, XLA_STAGE_BEFORE);
    GStatBuf st;
    return s && g_stat(s->path, &st) == 0 ? st.st_size : 0;
}

static int heavier_first(gconstpointer a, gconstpointer b)
{
    int64_t x = weight(*(XlaModule *const *)a), y = weight(*(XlaModule *const *)b);
    return (x < y) - (x > y);
}

/* True if the program as given names more than one partition: in the first line of its text, where it is text. */
static bool is_divided(const XlaModule *m)
{
    const XlaStage *s = xla_stage(m, XLA_STAGE_BEFORE);
    g_autoptr(IrModule) program = s ? program_read(s->path, NULL, NULL) : NULL;
    return !program || program->n_partitions > 1 || program->n_replicas > 1;
}

/* Leaves out the modules of one device, of which JAX makes dozens, where there are others. */
static void keep_divided(Import *x, XlaFolder *f)
{
    g_autoptr(GPtrArray) alone = g_ptr_array_new();
    for (guint i = 0; i < f->modules->len; i++)
        if (!is_divided(f->modules->pdata[i]))
            g_ptr_array_add(alone, f->modules->pdata[i]);
    x->out->n_modules += (int)f->modules->len;
    if (alone->len && alone->len < f->modules->len) {
        xla_import_tell(x, "%u modules are for one device and are left out", alone->len);
        for (guint i = 0; i < alone->len; i++)
            g_ptr_array_remove(f->modules, alone->pdata[i]);
    }
    x->n_imported = (int)f->modules->len;
    x->n_quiet = 0;
    g_ptr_array_sort(f->modules, heavier_first);
}

static bool import_folder(Import *x, const char *path, GError **error)
{
    g_autoptr(XlaFolder) f = xla_folder_read(path, error);
    if (!f)
        return false;
    g_autofree char *name = g_path_get_basename(path);
    x->folder = f;
    x->folder_name = name;
    guint n_named = x->logs->len;
    for (guint i = 0; i < f->logs->len; i++) {
        g_autofree char *dir = g_path_get_dirname(f->logs->pdata[i]);
        add_log(x, f->logs->pdata[i], dir);
    }
    keep_divided(x, f);
    bool ok = true;
    for (guint i = 0; i < f->modules->len && ok; i++)
        ok = !stop_requested(x->o->stop) ? xla_import_module(x, f->modules->pdata[i], error) : stop_error(NULL, error);
    if (x->n_quiet)
        xla_import_tell(x, "%d more %s no collectives", x->n_quiet, x->n_quiet == 1 ? "module has" : "modules have");
    g_ptr_array_set_size(x->logs, (gint)n_named);
    return ok;
}

bool xla_import(const XlaImportOptions *o, XlaImported *out, GError **error)
{
    *out = (XlaImported){ 0 };
    Import x = { .o = o, .out = out, .w = trace_writer_new(o->trace, error), .remedies_left_s = 20 };
    if (!x.w)
        return false;
    xla_import_notes_init(&x);
    x.logs = g_ptr_array_new_with_free_func(log_free);
    x.dearest = xla_dearest_new();
    bool ok = true;
    for (int i = 0; i < o->n_paths; i++)
        if (is_log(o->paths[i]))
            add_log(&x, o->paths[i], NULL);
    x.profiles = xla_profiles_new(o->paths, o->n_paths);
    for (int i = 0; i < o->n_paths && ok; i++)
        ok = is_log(o->paths[i]) || xla_profiles_has(x.profiles, o->paths[i]) || import_folder(&x, o->paths[i], error);
    ok = ok && xla_profiles_import(x.profiles, x.w, o, out, error);
    xla_dearest_tell(x.dearest, o->tell, o->user);
    xla_profiles_free(x.profiles);
    xla_dearest_free(x.dearest);
    xla_import_notes_clear(&x);
    g_ptr_array_unref(x.logs);
    g_clear_pointer(&x.source, g_bytes_unref);
    g_free(x.assignment);
    g_free(x.lives);
    if (ok && !out->n_runs)
        ok = diag(error, SHARD_ERROR_USAGE, NULL, "XLA_FLAGS=\"--xla_dump_to=DIR --xla_dump_hlo_as_text --xla_dump_hlo_pass_re=.*\" writes all that is needed", "no module and no profile could be imported");
    if (!ok) {
        trace_writer_give_up(x.w);
        return false;
    }
    return trace_writer_finish(x.w, error);
}
