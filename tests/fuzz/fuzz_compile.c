/* The whole pipeline: a program is compiled for 2 to 6 devices with shardings derived from its first line, verified after each
 * pass and executed; results must equal those of the evaluator. The compiler may refuse a program, but may not give a wrong result. */
#include <cblas.h>
#include <math.h>
#include <string.h>

#include "runtime/tensor/fill.h"
#include "runtime/reference/reference.h"
#include "runtime/exec/loaded.h"
#include "runtime/text/text.h"
#include "tests/fuzz/fuzz.h"

static const double max_work = 200e3;
static const int64_t max_bytes = 64 << 20;
enum { EVAL_MS = 300, MAX_SHARDS = 16 };

static IrModule *read_program(const char *text, size_t size, GError **error)
{
    IrModule *m = program_parse("input", text, size, error);
    if (m && (!module_verify(m, error) || fuzz_work(m) > max_work))
        g_clear_pointer(&m, module_free);
    return m;
}

/* Makes a spec such as P("a", None) for a value of that rank: each axis on some dim or none. */
static char *random_spec(GRand *rand, int rank)
{
    static const char *const axes[] = {"a", "b"};
    int dim_of[2] = {g_rand_int_range(rand, -1, MAX(rank, 1)), g_rand_int_range(rand, -1, MAX(rank, 1))};
    bool swap = g_rand_boolean(rand);
    GString *s = g_string_new("P(");
    for (int d = 0; d < rank; d++) {
        g_string_append(s, d ? ", (" : "(");
        for (int k = 0; k < 2; k++)
            if (dim_of[k ^ swap] == d)
                g_string_append_printf(s, "\"%s\", ", axes[k ^ swap]);
        g_string_append(s, ")");
    }
    g_string_append(s, ")");
    return g_string_free(s, FALSE);
}

static void on_text(void *user, HloText *text)
{
    (void)user, (void)text;
}

/* Either the program's own mesh and annotations, or a mesh and shardings chosen here. */
static void choose(CompileOptions *o, ImportShard *shards, const IrModule *m, uint32_t choice)
{
    static const char *const meshes[] = {"a=2,b=1", "a=2,b=2", "a=3,b=1", "a=2,b=3", "a=1,b=4", "a=5,b=1", "a=2,b=2;ids=0,2,3,1", "a=6,b=1"};
    static const PropagateStrategy strategies[] = {PROPAGATE_USER_PRIORITY, PROPAGATE_OP_PRIORITY, PROPAGATE_AGGRESSIVE, PROPAGATE_BASIC};
    *o = (CompileOptions){.verify = true, .strategy = strategies[choice % 16 > 3 ? 0 : choice % 4], .first_match = choice / 16 % 8 == 0,
                          .on_text = choice % 2 ? on_text : NULL};
    if (choice / 128 % 4 == 0)
        return;
    g_autoptr(GRand) rand = g_rand_new_with_seed(choice);
    o->import.mesh = meshes[g_rand_int_range(rand, 0, G_N_ELEMENTS(meshes))];
    o->import.shards = shards;
    for (int p = 0; p < m->entry->n_params && o->import.n_shards < MAX_SHARDS; p++)
        if (m->entry->params[p]->type->kind == TYPE_ARRAY && g_rand_int_range(rand, 0, 4) > 0)
            shards[o->import.n_shards++] =
                (ImportShard){m->entry->params[p]->name, random_spec(rand, m->entry->params[p]->type->rank)};
}

/* Small integers, so that sums of floats are exact in every order. */
static GPtrArray *arguments(const IrModule *m, uint32_t seed, GError **error)
{
    GPtrArray *args = fill_arguments(m, FILL_RANDOM, seed, seed & 1 ? 3 : 12, error);
    for (guint i = 0; args && i < args->len; i++) {
        Tensor *t = args->pdata[i];
        for (int64_t k = 0; t->type->kind == TYPE_ARRAY && elem_is_float(t->type->elem) && k < t->type->n_elems; k++)
            tensor_set_f64(t, k, (double)((k * 7 + i * 3 + seed) % 9) - 4);
    }
    return args;
}

static GPtrArray *evaluate(const char *text, size_t size, const CompileOptions *o, uint32_t seed, IrModule **m_out, GPtrArray *args)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) m = read_program(text, size, &error);
    if (!m || !pass_import(m, &o->import, NULL, &error))
        return NULL;
    g_autoptr(GPtrArray) filled = arguments(m, seed, &error), out = tensor_array_new();
    if (!filled || !reference_eval(m, (const Tensor *const *)filled->pdata, (int)filled->len, &(RefOptions){ .stop = o->stop }, out, &error))
        return NULL;
    for (guint i = 0; i < filled->len; i++)
        g_ptr_array_add(args, tensor_ref(filled->pdata[i]));
    *m_out = g_steal_pointer(&m); /* owns the types of the arrays */
    return g_steal_pointer(&out);
}

/* Errors that a well-formed program may cause; others are defects of Shardscope. */
static bool is_refusal(const GError *error)
{
    return error->domain == SHARD_ERROR && error->code != SHARD_ERROR_PARSE && error->code != SHARD_ERROR_VERIFY;
}

/* Device ids, and other values of which the evaluator of whole programs has only one. */
static bool depends_on_devices(const IrModule *m)
{
    for (int c = 0; c < m->n_comps; c++)
        for (int i = 0; i < m->comps[c]->n_ops; i++)
            if (op_family(m->comps[c]->ops[i]) == FAMILY_device_id || op_is_collective(m->comps[c]->ops[i]))
                return true;
    return false;
}

static bool all_finite(const Tensor *t)
{
    for (int64_t k = 0; k < t->type->n_elems; k++)
        if (!isfinite(tensor_get_f64(t, k)))
            return false;
    return true;
}

static void compare(const GPtrArray *want, const GPtrArray *got)
{
    fuzz_law(want->len == got->len, "%u results, the evaluator has %u", got->len, want->len);
    for (guint i = 0; i < want->len; i++) {
        const Tensor *w = want->pdata[i], *g = got->pdata[i];
        double max_abs = 0, max_rel = 0;
        g_autofree char *type = type_text(w->type);
        bool ok = w->type->kind != TYPE_ARRAY || tensor_compare(g, w, &max_abs, &max_rel);
        /* Infinities multiplied with zeros of padding may give NaN in one of the two runs only. */
        ok = ok || !all_finite(w);
        fuzz_law(ok, "result %u %s differs: max_abs %g max_rel %g",
                 i, type, max_abs, max_rel);
    }
}

static void run(const char *text, size_t size, uint32_t choice)
{
    g_autoptr(GError) error = NULL;
    ImportShard shards[MAX_SHARDS];
    CompileOptions o;
    IrModule *m = read_program(text, size, &error);
    if (!m)
        return;
    choose(&o, shards, m, choice);
    int64_t devices = import_n_devices(m, &o.import, &error);
    g_autoptr(Compiled) c = NULL;
    if (devices >= 1 && devices <= 8 && m->n_replicas <= 1)
        c = compile(g_steal_pointer(&m), &o, &error);
    g_clear_pointer(&m, module_free);
    fuzz_law(c || !error || is_refusal(error), "compile: %s", error ? error->message : "");
    g_autoptr(IrModule) reference = NULL;
    g_autoptr(GPtrArray) args = tensor_array_new(), want = NULL, got = NULL;
    if (c && fuzz_work(c->local) * (double)c->n_devices < 4 * max_work) {
        o.stop = fuzz_stop_after(EVAL_MS);
        want = evaluate(text, size, &o, choice, &reference, args);
    }
    g_autoptr(LoadedProgram) s = want ? loaded_new(c, 1, &error) : NULL;
    if (s)
        exec_context_stop(loaded_context(s), o.stop);
    if (s && loaded_set_args(s, args, &error) && loaded_step(s, NULL, &error))
        got = loaded_results(s, &error);
    fuzz_stop_after(0);
    fuzz_law(!error || is_refusal(error), "%s", error ? error->message : "");
    fuzz_law(!want || got || stop_requested(o.stop) || error, "no results and no error");
    if (got && !stop_requested(o.stop) && !depends_on_devices(reference))
        compare(want, got);
    for (int i = 0; i < o.import.n_shards; i++)
        g_free((char *)shards[i].spec);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = fuzz_text(data, size);
    openblas_set_num_threads(1);
    tensor_limit(max_bytes);
    run(text, size, fuzz_choice(data, size));
    return 0;
}
