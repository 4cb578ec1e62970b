/* Imports of what XLA wrote. */
#include "runtime/library/library_impl.h"

#include "runtime/xla/import.h"

bool shardscope_import(const ShardscopeImportOptions *options, ShardscopeImported *out, ShardscopeError **error)
{
    NEED(options, "options", false);
    NEED(out, "a place for the result", false);
    ShardscopeImportOptions o;
    if (!library_options(&o, sizeof o, options, "ShardscopeImportOptions", error))
        return false;
    NEED(o.trace, "a trace", false);
    if (o.n_paths < 1 || !o.paths)
        return library_invalid(error, NULL, "there is nothing to import");
    XlaImportOptions x = { .paths = (char *const *)o.paths, .n_paths = o.n_paths, .trace = o.trace, .label = o.label, .hardware = o.hardware, .no_plan = o.no_plan,
                           .remedies_s = o.remedies_s, .stop = library_stop(o.stop), .tell = o.tell, .user = o.user };
    XlaImported done;
    GError *why = NULL;
    bool ok = xla_import(&x, &done, &why);
    *out = (ShardscopeImported){ done.n_modules, done.n_runs, done.n_failed, done.n_collectives, done.n_explained, done.n_written, done.n_unknown,
                                 done.n_profiles, done.n_steps, done.n_events, done.n_joined, done.n_left };
    return ok || library_fail(error, why);
}
