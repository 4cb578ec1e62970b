/* Checks that a change of shardings does not change results: small programs are executed with each of the best changes on virtual
 * devices, with made-up inputs, and compared with the reference evaluator, which runs once. */
#include "runtime/remedy/remedy_impl.h"

#include "runtime/tensor/fill.h"
#include "runtime/reference/reference.h"
#include "runtime/exec/loaded.h"

enum { MAX_CHECKED = 12 };
static const double EVALUATED_PER_S = 3e7; /* operations per second of the evaluator, which is slow on purpose */

typedef struct Expected {
    IrModule *m;               /* owns the arrays' types */
    GPtrArray *args, *results;
} Expected;

static void expected_clear(Expected *e)
{
    if (e->args)
        g_ptr_array_unref(e->args);
    if (e->results)
        g_ptr_array_unref(e->results);
    module_free(e->m);
}

/* Elements that one execution of the program writes; the evaluator's time follows from these and from arithmetic. */
static double elements(const IrModule *m)
{
    double n = 0;
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++) {
            const IrOp *op = m->comps[i]->ops[k];
            for (int leaf = 0; leaf < type_n_leaves(op->type); leaf++)
                n += (double)type_leaf(op->type, leaf)->n_elems;
        }
    return n;
}

static bool is_small(Finder *f)
{
    return finder_take_work(f, (f->search.c->flops_one + elements(f->search.c->input)) / EVALUATED_PER_S, 1, 1) == 1;
}

static bool evaluate(Finder *f, Expected *out)
{
    ImportOptions import = f->options->import;
    import.changes = NULL;
    import.n_changes = 0;
    IrModule *m = out->m = module_clone(f->fresh);
    if (!pass_import(m, &import, NULL, NULL))
        return false;
    out->args = tensor_array_new();
    out->results = tensor_array_new();
    for (int64_t r = 0; r < m->n_replicas; r++) {
        g_autoptr(GPtrArray) own = fill_arguments(m, FILL_RANDOM, (uint64_t)r, fill_largest_dim(m), NULL);
        if (!own)
            return false;
        for (guint i = 0; i < own->len; i++)
            g_ptr_array_add(out->args, tensor_ref(own->pdata[i]));
    }
    return reference_eval_replicas(m, (const Tensor *const *)out->args->pdata, (int)out->args->len, &(RefOptions){ .stop = f->options->stop }, out->results, NULL);
}

static RemedyCheck check(Finder *f, const Remedy *r, const Expected *want)
{
    g_autoptr(Compiled) c = remedy_compile(f, r, false, NULL);
    g_autoptr(LoadedProgram) s = c && compiled_program(c, NULL) ? loaded_new(c, 0, NULL) : NULL;
    if (s)
        exec_context_stop(loaded_context(s), f->options->stop);
    g_autoptr(GPtrArray) got = s && loaded_set_args(s, want->args, NULL) && loaded_step(s, NULL, NULL) ? loaded_results(s, NULL) : NULL;
    if (!got)
        return REMEDY_NOT_RUN;
    for (guint i = 0; i < want->results->len; i++) {
        const Tensor *w = want->results->pdata[i];
        if (w->type->kind == TYPE_ARRAY && !tensor_compare(got->pdata[i], w, NULL, NULL))
            return REMEDY_DIFFERS;
    }
    return REMEDY_EQUAL;
}

void remedies_check(Finder *f)
{
    Expected want = { 0 };
    int n = MIN(f->out->n_useful, MAX_CHECKED);
    if (n && is_small(f) && !finder_stopped(f) && evaluate(f, &want))
        for (int i = 0; i < n && finder_take_work(f, f->full_s, 1, 1) && !finder_stopped(f); i++) {
            Remedy *r = &f->out->list.v[i];
            if (f->budget->progress)
                f->budget->progress(f->budget->user, "results with change", i, n);
            r->check = check(f, r, &want);
        }
    expected_clear(&want);
}
