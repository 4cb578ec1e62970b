/* Programs verified and evaluated, and the values that an evaluation leaves. */
#include "runtime/library/library_impl.h"

#include <inttypes.h>
#include <string.h>

#include "runtime/api/evaluate.h"
#include "runtime/api/verify.h"

/* Where arguments come from; `path` is borrowed. */
static bool arguments_of(ShardscopeFill fill, uint64_t seed, const char *path, ArgumentSource *out, ShardscopeError **error)
{
    *out = (ArgumentSource){ path, { .seed = seed, .max_int = 3 } };
    return library_fill(fill, &out->fill.kind, error);
}

static bool compile_options(const ShardscopeProgramOptions *given, CompileOptions *out, ShardscopeError **error)
{
    ProgramOptions p;
    *out = (CompileOptions){ 0 };
    if (!library_program_options(given, &p, error))
        return false;
    GError *why = NULL;
    return compile_options_from(&p, NULL, out, &why) || library_fail(error, why);
}

/* ---- verifying ------------------------------------------------------------------------------------------------------------------ */

static bool verify(ShardscopeFile *file, int i, const VerifyOptions *o, ShardscopeVerified *out, ShardscopeError **error)
{
    IrModule *m = library_file_module(file, i, error);
    Verified v;
    GError *why = NULL;
    if (!m)
        return false;
    if (!program_check_results(m, o, &v, &why))
        return library_fail(error, why);
    *out = (ShardscopeVerified){ .equal = v.equal, .what = v.what, .max_abs = v.max_abs, .max_rel = v.max_rel, .n_noise = v.n_noise,
                                 .n_devices = v.n_devices, .traffic = v.traffic, .n_fallbacks = v.fallbacks, .n_stand_ins = v.n_stand_ins };
    out->n_collectives = library_collectives(v.collectives, out->collectives);
    return true;
}

bool shardscope_file_verify(ShardscopeFile *file, int i, const ShardscopeVerifyOptions *options, ShardscopeVerified *out, ShardscopeError **error)
{
    NEED(file, "a file", false);
    NEED(out, "a place for the result", false);
    ShardscopeVerifyOptions o;
    CompileOptions c = { 0 };
    VerifyOptions v = { .compile = &c };
    bool ok = library_options(&o, sizeof o, options, "ShardscopeVerifyOptions", error) && compile_options(o.program, &c, error) &&
              arguments_of(o.fill, o.seed, o.inputs, &v.arguments, error);
    c.no_reasons = true;
    v.n_workers = ok ? o.n_threads : 0;
    v.ranks = ok ? library_ranks(o.ranks) : NULL;
    ok = ok && verify(file, i, &v, out, error);
    compile_options_clear(&c);
    return ok;
}

/* ---- evaluating ------------------------------------------------------------------------------------------------------------------- */

struct ShardscopeEvaluation {
    IrModule *module;     /* owns their types */
    GPtrArray *results;   /* Tensor: those of device 0, then those of device 1, ... */
    int64_t n_devices;
    bool per_device;
};

static ShardscopeEvaluation *evaluate(ShardscopeFile *file, int i, const EvaluateOptions *o, ShardscopeError **error)
{
    IrModule *m = library_file_module(file, i, error);
    if (!m)
        return NULL;
    ShardscopeEvaluation *v = g_new0(ShardscopeEvaluation, 1);
    v->module = m;
    v->results = tensor_array_new();
    v->per_device = o->per_device;
    GError *why = NULL;
    if (program_evaluate(m, o, v->results, &v->n_devices, &why))
        return v;
    library_fail(error, why);
    shardscope_evaluation_unref(v);
    return NULL;
}

ShardscopeEvaluation *shardscope_file_evaluate(ShardscopeFile *file, int i, const ShardscopeEvaluateOptions *options, ShardscopeError **error)
{
    NEED(file, "a file", NULL);
    ShardscopeEvaluateOptions o;
    CompileOptions c = { 0 };
    EvaluateOptions e = { .import = &c.import };
    bool ok = library_options(&o, sizeof o, options, "ShardscopeEvaluateOptions", error) && compile_options(o.program, &c, error) &&
              arguments_of(o.fill, o.seed, o.inputs, &e.arguments, error);
    ShardscopeEvaluation *values = NULL;
    if (ok) {
        e.stop = e.arguments.fill.stop = c.stop;
        e.per_device = o.per_device;
        e.warn = o.warn;
        e.user = o.user;
        values = evaluate(file, i, &e, error);
    }
    compile_options_clear(&c);
    return values;
}

void shardscope_evaluation_unref(ShardscopeEvaluation *values)
{
    if (!values)
        return;
    g_ptr_array_unref(values->results);
    module_free(values->module);
    g_free(values);
}

int64_t shardscope_evaluation_n_devices(const ShardscopeEvaluation *values)
{
    return values ? values->n_devices : -1;
}

int shardscope_evaluation_n_results(const ShardscopeEvaluation *values)
{
    return values ? (int)(values->results->len / values->n_devices) : -1;
}

static const Tensor *value_at(const ShardscopeEvaluation *values, int64_t device, int i, ShardscopeError **error)
{
    int n = shardscope_evaluation_n_results(values);
    if (device >= 0 && device < values->n_devices && i >= 0 && i < n)
        return values->results->pdata[device * n + i];
    library_invalid(error, NULL, "result %d of device %" PRId64 ": there are %d on each of %" PRId64, i, device, n, values->n_devices);
    return NULL;
}

char *shardscope_evaluation_text(const ShardscopeEvaluation *values, int64_t device, int i, int most, ShardscopeError **error)
{
    NEED(values, "values", NULL);
    const Tensor *t = value_at(values, device, i, error);
    if (!t)
        return NULL;
    g_autofree char *type = type_text(t->type);
    GString *s = g_string_new(type);
    if (t->type->kind != TYPE_ARRAY)
        return g_string_free(s, FALSE);
    int64_t n = MIN(t->type->n_elems, MAX(most, 0));
    for (int64_t k = 0; k < n; k++)
        g_string_append_printf(s, "%s%.6g", k ? ", " : " = ", tensor_get_f64(t, k));
    if (t->type->n_elems > n)
        g_string_append(s, ", ...");
    return g_string_free(s, FALSE);
}

static const Tensor *array_at(const ShardscopeEvaluation *values, int64_t device, int i, ShardscopeError **error)
{
    const Tensor *t = value_at(values, device, i, error);
    if (!t || t->type->kind == TYPE_ARRAY)
        return t;
    library_invalid(error, NULL, "result %d is no array", i);
    return NULL;
}

bool shardscope_evaluation_shape(const ShardscopeEvaluation *values, int64_t device, int i, ShardscopeShape *out, ShardscopeError **error)
{
    NEED(values, "values", false);
    NEED(out, "a place for the result", false);
    const Tensor *t = array_at(values, device, i, error);
    if (!t)
        return false;
    *out = (ShardscopeShape){ .dtype = (ShardscopeDtype)((int)t->type->elem + 1), .rank = t->type->rank };
    memcpy(out->dims, t->type->dims, sizeof *t->type->dims * (size_t)MIN(t->type->rank, SHARDSCOPE_MAX_RANK));
    return true;
}

bool shardscope_evaluation_copy(const ShardscopeEvaluation *values, int64_t device, int i, void *out, size_t bytes, ShardscopeError **error)
{
    NEED(values, "values", false);
    NEED(out, "a place for the result", false);
    const Tensor *t = array_at(values, device, i, error);
    if (!t)
        return false;
    if (bytes != (size_t)t->bytes)
        return library_invalid(error, NULL, "result %d has %" PRId64 " bytes, and there is room for %zu", i, t->bytes, bytes);
    memcpy(out, t->data, bytes);
    return true;
}

bool shardscope_evaluation_write(const ShardscopeEvaluation *values, const char *path, ShardscopeError **error)
{
    NEED(values, "values", false);
    NEED(path, "a path", false);
    GError *why = NULL;
    bool ok = values->per_device ? results_write_stacked(path, values->results, values->n_devices, &why) : results_write(path, values->results, &why);
    return ok || library_fail(error, why);
}
