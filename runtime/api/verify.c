/* Compares the results of the partitioned program with those of the evaluator. Start at program_check_results(). */
#include "runtime/api/verify.h"

#include <string.h>

#include "runtime/api/evaluate.h"
#include "runtime/api/program.h"
#include "runtime/exec/loaded.h"
#include "runtime/passes/optimise.h"
#include "runtime/reference/noise.h"
#include "runtime/reference/reference.h"

/* A result that differs by more than rounding: its name, type and errors, as text. To be freed. */
static char *what_is_off(guint i, const Tensor *got, const Tensor *want)
{
    double max_abs = 0, max_rel = 0;
    tensor_compare(got, want, &max_abs, &max_rel);
    g_autofree char *type = type_text(want->type);
    return g_strdup_printf("out%u %s differs: max_abs=%.3g max_rel=%.3g beyond the tolerance %.3g", i, type, max_abs, max_rel, tensor_tolerance(want->type->elem));
}

/* What one device runs, on each device of several replicas, whose partitions get the arguments of their replica; results of its first
 * partition. */
static bool evaluate_devices(const IrModule *m, const GPtrArray *args, const Stop *stop, GPtrArray *want, GError **error)
{
    g_autoptr(GPtrArray) each = g_ptr_array_new(), results = tensor_array_new();
    guint n_replicas = (guint)m->n_replicas, n_partitions = (guint)m->n_partitions, n = args->len / n_replicas;
    for (guint d = 0; d < n_replicas * n_partitions; d++)
        for (guint i = 0; i < n; i++)
            g_ptr_array_add(each, args->pdata[d / n_partitions * n + i]);
    if (!reference_eval_spmd(m, (const Tensor *const *)each->pdata, (int)n, &(RefOptions){ .n_devices = m->n_replicas * m->n_partitions, .stop = stop }, results, error))
        return false;
    guint n_results = results->len / (n_replicas * n_partitions);
    for (guint r = 0; r < n_replicas; r++)
        for (guint i = 0; i < n_results; i++)
            g_ptr_array_add(want, tensor_ref(results->pdata[r * n_partitions * n_results + i]));
    return true;
}

static int first_of(const bool *off)
{
    int i = 0;
    while (!off[i])
        i++;
    return i;
}

/* Rank 0 tells the others whether results were equal, so that all of them stop at the first that are not. */
static bool share_verdict(Ranks *ranks, const Stop *stop, Verified *out, GError **error)
{
    if (!ranks)
        return true;
    for (int i = 1; ranks_me(ranks) == 0 && i < ranks_n(ranks); i++)
        ranks_send(ranks, i, RANKS_STEP, g_bytes_new(&out->equal, sizeof out->equal));
    if (ranks_me(ranks) == 0)
        return true;
    g_autoptr(GBytes) said = ranks_receive(ranks, 0, RANKS_STEP, stop, error);
    if (said)
        out->equal = *(const bool *)g_bytes_get_data(said, NULL);
    return said != NULL;
}

/* Runs the devices, which need the parts of arguments that are theirs; NULL = failed. Of several ranks only the first gets the results. */
static GPtrArray *run_devices(LoadedProgram *p, const IrModule *reference, const ArgumentSource *from, int64_t n_replicas, GError **error)
{
    GPtrArray *got = device_arguments_load(p, reference, from, n_replicas, error) && loaded_step(p, NULL, error) ? loaded_results(p, error) : NULL;
    loaded_drop(p);
    return got;
}

static GPtrArray *whole_arguments(const IrModule *reference, const ArgumentSource *from, int64_t n_replicas, GError **error)
{
    return n_replicas > 1 ? device_arguments(reference, from, n_replicas, error) : arguments_make(reference, from, error);
}

static bool by_device(const IrModule *m)
{
    return m->n_replicas > 1 && !m->mesh && m->n_partitions > 1;
}

/* What the evaluator makes of the whole arguments, each of which is given up as soon as nothing needs it any more. */
static bool evaluate(const IrModule *reference, GPtrArray *args, const Stop *stop, GPtrArray *want, GError **error)
{
    if (by_device(reference))
        return evaluate_devices(reference, args, stop, want, error);
    gsize n;
    g_autofree gpointer *taken = g_ptr_array_steal(args, &n);
    return reference_eval_replicas(reference, (const Tensor *const *)taken, (int)n, &(RefOptions){ .stop = stop, .take_args = true }, want, error);
}

/* The first result that is off and that rounding does not explain; -1 if there is none, -2 with an error. */
static int unexplained(const IrModule *reference, const ArgumentSource *from, int64_t n_replicas, const NoiseCase *c, GError **error)
{
    if (by_device(reference))
        return first_of(c->off);
    g_autoptr(GPtrArray) args = whole_arguments(reference, from, n_replicas, error);
    NoiseCase with_args = *c;
    with_args.args = args;
    return args ? noise_leaves(&with_args, from->fill.stop, error) : -2;
}

/* Compares for one set of arguments. False only with an error; out->equal says whether results agree. The devices run first and give back what they
 * used, so that their arguments and the evaluator's whole ones are not in memory together. */
static bool check_devices(LoadedProgram *p, const IrModule *reference, const ArgumentSource *from, int64_t n_replicas, Verified *out, GError **error)
{
    g_autoptr(GPtrArray) got = run_devices(p, reference, from, n_replicas, error), args = got ? whole_arguments(reference, from, n_replicas, error) : NULL,
                         want = tensor_array_new();
    if (!args || !evaluate(reference, args, from->fill.stop, want, error))
        return false;
    g_autofree bool *off = g_new0(bool, want->len + 1);
    int n_off = 0;
    for (guint i = 0; i < want->len; i++) {
        const Tensor *g = g_ptr_array_index(got, i), *w = g_ptr_array_index(want, i);
        double max_abs = 0, max_rel = 0;
        if (w->type->kind != TYPE_ARRAY)
            continue;
        off[i] = !tensor_compare(g, w, &max_abs, &max_rel);
        n_off += off[i];
        if (off[i])
            continue;
        out->max_abs = MAX(out->max_abs, max_abs);
        out->max_rel = MAX(out->max_rel, max_rel);
    }
    out->n_noise = MAX(out->n_noise, n_off);
    int left = n_off ? unexplained(reference, from, n_replicas, &(NoiseCase){ reference, NULL, want, got, off }, error) : -1;
    if (left >= 0)
        out->what = what_is_off((guint)left, g_ptr_array_index(got, (guint)left), g_ptr_array_index(want, (guint)left));
    out->equal = left == -1;
    return left >= -1;
}

/* A rank other than the first runs its devices only. */
static bool run_other(LoadedProgram *p, const IrModule *reference, const ArgumentSource *from, int64_t n_replicas, GError **error)
{
    g_autoptr(GPtrArray) sent = run_devices(p, reference, from, n_replicas, error);
    return sent != NULL;
}

/* Whether integers are among the arguments: only these differ in kind between the two sets that are tried. */
static bool takes_integers(const IrModule *m)
{
    for (int p = 0; p < m->entry->n_params; p++)
        for (int l = 0; l < type_n_leaves(m->entry->params[p]->type); l++) {
            const Type *leaf = type_leaf(m->entry->params[p]->type, l);
            if (leaf->kind == TYPE_ARRAY && elem_is_int(leaf->elem))
                return true;
        }
    return false;
}

static bool check_results(IrModule *m, const VerifyOptions *o, Verified *out, GError **error)
{
    g_autoptr(IrModule) program = m, reference = NULL;
    const Stop *stop = o->compile->stop;
    *out = (Verified){ .equal = true };
    if (!module_verify(m, error))
        return false;
    pass_open_buffers(m);
    if (!arguments_refine(m, &o->arguments, error) || !module_check_runnable(m, error) || !pass_open_sizes(m, error))
        return false;
    out->n_stand_ins = reference_stand_in(m);
    reference = module_clone(m);
    if (!pass_import(reference, &o->compile->import, NULL, error))
        return false;
    g_autoptr(Compiled) c = program_compile_module(g_steal_pointer(&program), o->compile, NULL, error);
    g_autoptr(LoadedProgram) p = c ? loaded_new_on(c, o->n_workers, o->ranks, error) : NULL;
    if (!p)
        return false;
    exec_context_stop(loaded_context(p), stop);
    out->n_devices = c->n_devices;
    out->traffic = c->traffic;
    out->fallbacks = c->fallbacks;
    memcpy(out->collectives, c->totals, sizeof out->collectives);
    ArgumentSource from = o->arguments;
    from.fill.stop = stop;
    int n_sets = from.npz || from.fill.kind != FILL_RANDOM || !takes_integers(reference) ? 1 : 2;
    const int64_t max_ints[2] = { 3, fill_largest_dim(reference) };
    for (int k = 0; k < n_sets && out->equal; k++) {
        from.fill.seed = o->arguments.fill.seed + (uint64_t)k;
        from.fill.max_int = max_ints[k];
        if (!(ranks_me(o->ranks) ? run_other(p, reference, &from, c->n_replicas, error) : check_devices(p, reference, &from, c->n_replicas, out, error)) ||
            !share_verdict(o->ranks, stop, out, error)) {
            g_clear_pointer(&out->what, g_free);
            return false;
        }
    }
    return true;
}

bool program_check_results(IrModule *m, const VerifyOptions *o, Verified *out, GError **error)
{
    GError *why = NULL;
    bool ok = check_results(m, o, out, &why);
    if (!ok && o->ranks)
        ranks_fail(o->ranks, why->message);
    if (why)
        g_propagate_error(error, why);
    return ok;
}
