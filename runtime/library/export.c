/* Traces in the formats of other tools; the trace library writes them, and gets the programs as protobufs from here. */
#include "runtime/library/library_impl.h"

#include "runtime/text/proto_write.h"
#include "runtime/text/text.h"
#include "trace/export/export.h"

bool shardscope_export_format(int i, ShardscopeExportFormatInfo *out)
{
    TraceExportFormat f;
    if (!out || !trace_export_format(i, &f))
        return false;
    *out = (ShardscopeExportFormatInfo){ f.name, f.doc, f.folder };
    return true;
}

/* XLA prints large constants as {...}: these become calls without operands, since their elements are not known. */
static GBytes *hlo_proto(const char *text, void *user, GError **error)
{
    (void)user;
    g_autoptr(GString) whole = g_string_new(text);
    g_string_replace(whole, " constant({...})", " custom-call(), custom_call_target=\"constant that was not recorded\"", 0);
    IrModule *m = program_parse("the recorded program", whole->str, whole->len, error);
    GString *bytes = m ? proto_write(m, error) : NULL;
    module_free(m);
    return bytes ? g_string_free_to_bytes(bytes) : NULL;
}

bool shardscope_trace_export(const char *source, const char *format, const char *path, const ShardscopeExportOptions *options, ShardscopeExported *out,
                             ShardscopeError **error)
{
    NEED(source, "a trace", false);
    NEED(format, "the name of a format", false);
    NEED(path, "a path", false);
    NEED(out, "a place for the result", false);
    *out = (ShardscopeExported){ 0 };
    ShardscopeExportOptions o;
    ShardscopeWatch copy;
    TraceWatch watch;
    if (!library_options(&o, sizeof o, options, "ShardscopeExportOptions", error) || !library_trace_watch(o.watch, &copy, &watch, error))
        return false;
    GError *why = NULL;
    g_autofree char *named = NULL;
    g_autoptr(TraceReader) r = library_open_source(source, &named, &why);
    TraceExported done = { 0 };
    const TraceExport how = { .run = o.run ? o.run : named, .has_step = o.one_step, .step = o.step, .table = o.table, .value = o.value, .all_runs = o.all_runs, .unix_time = o.unix_time,
                              .hlo_proto = hlo_proto, .watch = &watch };
    bool ok = r && trace_export(r, format, path, &how, &done, &why);
    *out = (ShardscopeExported){ done.n_events, done.n_files, done.note };
    return ok || library_fail(error, why);
}
