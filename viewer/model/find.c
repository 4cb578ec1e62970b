/* See find.h. */
#include "viewer/model/find.h"

/* By number, or by the name of its value. */
static bool find_reshard(TraceReader *r, const TraceRunInfo *run, const char *name, Ref *out, GError **error)
{
    char *end;
    const char *digits = *name == '#' ? name + 1 : name;
    int64_t seq = g_ascii_strtoll(digits, &end, 10);
    bool number = end != digits && *end == 0;
    g_autoptr(GArray) all = trace_query_reshards(r, run->module_id, error);
    for (guint i = 0; all && i < all->len; i++) {
        const TraceReshardRow *x = TRACE_AT(all, TraceReshardRow, i);
        if (number ? x->seq == seq : g_strcmp0(x->value, name) == 0) {
            *out = (Ref){ REF_reshard, run->id, x->id, 0 };
            return true;
        }
    }
    if (all)
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_MISSING, "%s: no reshard \"%s\" in this run", trace_path(r), name);
    return false;
}

/* What a device runs has names of its own. */
static bool find_local(TraceReader *r, const TraceRunInfo *run, const char *name, Ref *out)
{
    g_autoptr(GArray) local = run->final_snap ? trace_query_insts(r, run->final_snap, NULL) : NULL;
    for (guint i = 0; local && i < local->len; i++) {
        if (!g_str_equal(TRACE_AT(local, TraceInstRow, i)->name, name))
            continue;
        *out = (Ref){ REF_inst, run->id, TRACE_AT(local, TraceInstRow, i)->id, 0 };
        return true;
    }
    return false;
}

bool find_row(TraceReader *r, const RunRows *run, const char *name, unsigned accepts, Ref *out, GError **error)
{
    *out = (Ref){ 0 };
    if (!run) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_MISSING, "%s: there is no run in it", trace_path(r));
        return false;
    }
    const TraceRunInfo *info = run->info;
    if (accepts == REF_BIT(REF_reshard))
        return find_reshard(r, info, name, out, error);
    if (*name == '#' && find_reshard(r, info, name, out, NULL))
        return true;
    int64_t inst = 0;
    g_autoptr(GError) none = NULL;
    if (trace_find_value(r, info->module_id, name, &inst, &none)) {
        *out = (Ref){ REF_value, info->id, inst, 0 };
        return true;
    }
    if (find_local(r, info, name, out))
        return true;
    g_propagate_error(error, g_steal_pointer(&none));
    return false;
}
