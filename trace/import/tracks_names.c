/* Names of the events of tracks: each is interned, and what it says looked for, once. See tracks.h. */
#include <string.h>

#include "trace/import/tracks.h"

int64_t import_step_in(const char *name)
{
    static const char *const begins[] = { "ProfilerStep#", "step ", "step_", "Step ", "iteration ", "Iteration ", "iter ", "iteration_" };
    for (size_t i = 0; i < G_N_ELEMENTS(begins); i++) {
        const char *at = name + strlen(begins[i]);
        char *end = NULL;
        if (!g_str_has_prefix(name, begins[i]) || !g_ascii_isdigit(*at))
            continue;
        int64_t v = g_ascii_strtoll(at, &end, 10);
        if (!*end)
            return v;
    }
    return -1;
}

static void name_free(gpointer p)
{
    if (p)
        g_free(((TrackName *)p)->text);
    g_free(p);
}

static TrackName *new_name(char *text)
{
    TrackName *n = g_new0(TrackName, 1);
    int kind = 0, kernel_kind = 0;
    import_cat_of(text, &kind);
    n->kernel_cat = (uint8_t)import_cat_of_kernel(text, &kernel_kind);
    n->kernel_kind = (uint8_t)kernel_kind;
    n->kind = (uint8_t)kind;
    n->step = import_step_in(text);
    n->waits = g_str_equal(text, IMPORT_WAIT_NAME);
    n->text = text;
    return n;
}

uint32_t tracks_name(ImportRun *r, const char *text)
{
    if (!r->name_ids) {
        r->name_ids = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        r->names = g_ptr_array_new_with_free_func(name_free);
    }
    uint32_t id = GPOINTER_TO_UINT(g_hash_table_lookup(r->name_ids, text));
    if (id)
        return id;
    g_autofree char *valid = g_utf8_make_valid(*text ? text : "?", -1);
    id = (uint32_t)trace_str(r->w, valid);
    g_hash_table_insert(r->name_ids, g_strdup(text), GUINT_TO_POINTER(id));
    if (id >= r->names->len)
        g_ptr_array_set_size(r->names, (gint)id + 1);
    if (!r->names->pdata[id])
        r->names->pdata[id] = new_name(g_steal_pointer(&valid));
    return id;
}

const TrackName *tracks_name_of(const ImportRun *r, uint32_t id)
{
    static const TrackName none = { .text = (char *)"?", .step = -1, .kernel_cat = TRACE_CAT_COMPUTE };
    const TrackName *n = r->names && id < r->names->len ? r->names->pdata[id] : NULL;
    return n ? n : &none;
}

void tracks_forget_names(ImportRun *r)
{
    g_clear_pointer(&r->name_ids, g_hash_table_unref);
    g_clear_pointer(&r->names, g_ptr_array_unref);
}
