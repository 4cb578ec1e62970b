/* Requests to end work, options as the compiler takes them, and what programs that own their process ask for. */
#include "runtime/library/library_impl.h"

#include <cblas.h>
#include <string.h>

#include "runtime/api/arrays.h"
#include "runtime/base/blas.h"
#include "runtime/base/heap.h"
#include "runtime/base/memory_out.h"
#include "runtime/sim/hardware.h"
#include "trace/units.h"

ShardscopeStop *shardscope_stop_new(void)
{
    ShardscopeStop *stop = g_new0(ShardscopeStop, 1);
    atomic_init(&stop->refs, 1);
    return stop;
}

ShardscopeStop *library_stop_ref(ShardscopeStop *stop)
{
    if (stop)
        atomic_fetch_add(&stop->refs, 1);
    return stop;
}

void shardscope_stop_unref(ShardscopeStop *stop)
{
    if (stop && atomic_fetch_sub(&stop->refs, 1) == 1)
        g_free(stop);
}

void shardscope_stop_request(ShardscopeStop *stop)
{
    if (stop)
        stop_request(&stop->stop);
}

bool shardscope_stop_requested(const ShardscopeStop *stop)
{
    return stop && stop_requested(&stop->stop);
}

const Stop *library_stop(const ShardscopeStop *stop)
{
    return stop ? &stop->stop : NULL;
}

/* ---- options ---------------------------------------------------------------------------------------------------------------- */

const char *const *shardscope_pass_names(void)
{
    return pipeline_names();
}

static bool check_pass(const char *name, ShardscopeError **error)
{
    if (!name || g_strv_contains(pipeline_names(), name))
        return true;
    const char *near = diag_nearest(name, pipeline_names());
    g_autofree char *all = g_strjoinv(", ", (char **)pipeline_names());
    g_autofree char *hint = g_strconcat(near ? "did you mean " : "there are ", near ? near : all, NULL);
    return library_invalid(error, hint, "there is no pass \"%s\"", name);
}

bool library_program_options(const ShardscopeProgramOptions *given, ProgramOptions *out, ShardscopeError **error)
{
    ShardscopeProgramOptions o;
    if (!library_options(&o, sizeof o, given, "ShardscopeProgramOptions", error) || !check_pass(o.last_pass, error))
        return false;
    *out = (ProgramOptions){ .has_devices = o.n_devices != 0, .n_devices = o.n_devices, .n_replicas = o.n_replicas, .mesh = o.mesh, .shards = (char *const *)o.shardings,
                             .propagation = o.propagation, .planner = o.planner, .hardware = o.hardware, .stop_after = o.last_pass,
                             .stop = library_stop(o.stop) };
    return true;
}

bool shardscope_program_options_check(const ShardscopeProgramOptions *options, ShardscopeError **error)
{
    if (failed_before(error))
        return false;
    ProgramOptions p;
    CompileOptions unused;
    if (!library_program_options(options, &p, error))
        return false;
    GError *why = NULL;
    bool ok = compile_options_from(&p, NULL, &unused, &why) || library_fail(error, why);
    compile_options_clear(&unused);
    return ok;
}

bool shardscope_format_parse(const char *name, ShardscopeFormat *out, ShardscopeError **error)
{
    NEED(name, "a name", false);
    NEED(out, "a place for the result", false);
    static const char *const names[] = { [SHARDSCOPE_HLO] = "hlo", [SHARDSCOPE_HLO_SHORT] = "hlo-short", [SHARDSCOPE_HLO_DUMP] = "hlo-dump",
                                         [SHARDSCOPE_STABLEHLO] = "stablehlo", [SHARDSCOPE_FACTS] = "json", [SHARDSCOPE_HLO_PROTO] = "hlo-proto" };
    for (int i = 0; i < (int)G_N_ELEMENTS(names); i++)
        if (g_str_equal(names[i], name)) {
            *out = (ShardscopeFormat)i;
            return true;
        }
    return library_invalid(error, "hlo, hlo-short, hlo-dump, hlo-proto, stablehlo or json", "cannot emit \"%s\"", name);
}

static const FillKind fill_kinds[] = { [SHARDSCOPE_FILL_RANDOM] = FILL_RANDOM, [SHARDSCOPE_FILL_ZEROS] = FILL_ZEROS, [SHARDSCOPE_FILL_IOTA] = FILL_IOTA };

bool shardscope_fill_parse(const char *name, ShardscopeFill *out)
{
    FillKind kind;
    if (!name || !out || !fill_kind_parse(name, &kind))
        return false;
    for (int i = 0; i < (int)G_N_ELEMENTS(fill_kinds); i++)
        if (fill_kinds[i] == kind)
            *out = (ShardscopeFill)i;
    return true;
}

bool library_fill(ShardscopeFill fill, FillKind *out, ShardscopeError **error)
{
    if ((unsigned)fill >= G_N_ELEMENTS(fill_kinds))
        return library_invalid(error, NULL, "there is no way %d to fill arguments", (int)fill);
    *out = fill_kinds[fill];
    return true;
}

/* ---- facts ------------------------------------------------------------------------------------------------------------------- */

_Static_assert(N_COLL_KINDS <= SHARDSCOPE_MAX_COLLECTIVES, "room for a row of each kind");

int library_collectives(const CollTotal *totals, ShardscopeCollective *out)
{
    int n = 0;
    for (int k = 1; k < N_COLL_KINDS; k++)
        if (totals[k].count)
            out[n++] = (ShardscopeCollective){ coll_kind_names[k], totals[k].count, totals[k].bytes, totals[k].traffic };
    return n;
}

void library_memory(const MemoryPlan *m, ShardscopeMemory *out)
{
    *out = (ShardscopeMemory){ .argument_bytes = m->argument_bytes, .result_bytes = m->output_bytes, .alias_bytes = m->alias_bytes,
                               .constant_bytes = m->constant_bytes, .temporary_bytes = m->temp_bytes, .peak_bytes = m->peak_bytes };
}

static gpointer list_hardware(gpointer unused)
{
    (void)unused;
    return g_strsplit(hardware_names(), ", ", -1);
}

bool shardscope_hardware(int i, ShardscopeHardware *out)
{
    static GOnce once = G_ONCE_INIT;
    char **names = g_once(&once, list_hardware, NULL);
    if (!out || i < 0 || i >= (int)g_strv_length(names))
        return false;
    bool any_number = g_str_has_suffix(names[i], "N"); /* "xN" or "-N" */
    g_autofree char *part = g_strndup(names[i], strlen(names[i]) - (any_number ? 2 : 0));
    const Hardware *hw = hardware_named(part);
    g_assert(hw);
    *out = (ShardscopeHardware){ names[i], hw->source, hw->bf16, hw->memory_bytes, hw->hbm, hw->link };
    return true;
}

bool shardscope_can_write(const char *path, ShardscopeError **error)
{
    NEED(path, "a path", false);
    GError *why = NULL;
    return path_can_write(path, &why) || library_fail(error, why);
}

bool shardscope_can_record(const char *path, ShardscopeError **error)
{
    NEED(path, "a path", false);
    GError *why = NULL;
    return (path_can_write(path, &why) && trace_can_add(path, &why)) || library_fail(error, why);
}

const char *shardscope_nearest(const char *word, const char *const *names)
{
    return word && names ? diag_nearest(word, names) : NULL;
}

static ShardscopeWord word_of(TraceWord from)
{
    ShardscopeWord to;
    g_strlcpy(to.text, from.s, sizeof to.text);
    return to;
}

ShardscopeWord shardscope_bytes_word(int64_t bytes)
{
    return word_of(trace_bytes(bytes));
}

ShardscopeWord shardscope_ns_word(double ns)
{
    return word_of(trace_ns(ns));
}

/* ---- the process ---------------------------------------------------------------------------------------------------------------- */

/* Of OpenBLAS with threads of its own, not in its headers; NULL where the library has no such function. */
int blas_thread_shutdown_(void) __attribute__((weak));

void shardscope_own_process(void)
{
    memory_out_of_glib();
    heap_use_large_pages();
    blas_choose_kernels();
    openblas_set_num_threads(1);
    if (blas_thread_shutdown_) /* those it made when it was loaded */
        blas_thread_shutdown_();
}
