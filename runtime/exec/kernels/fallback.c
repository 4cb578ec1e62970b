/* Runs ops without a kernel on the reference evaluator. Each such instruction has a small module whose entry contains that op only;
 * a lock lets one device at a time evaluate an instruction. */
#include <pthread.h>
#include <string.h>

#include "runtime/base/memory_out.h"
#include "runtime/exec/kernels/fallback.h"
#include "runtime/reference/reference.h"

struct Fallback {
    pthread_mutex_t lock; /* guards the module's tables, which evaluation modifies */
    IrModule *module;
};

static int comp_index(const IrModule *m, const IrComp *c)
{
    for (int i = 0; i < m->n_comps; i++)
        if (m->comps[i] == c)
            return i;
    return -1;
}

/* The type in another module's table. */
static const Type *type_in(TypeTable *table, const Type *t)
{
    if (t->kind == TYPE_TUPLE) {
        const Type **parts = g_new(const Type *, t->n_parts + 1);
        for (int i = 0; i < t->n_parts; i++)
            parts[i] = type_in(table, t->parts[i]);
        const Type *made = type_tuple(table, t->n_parts, parts);
        g_free(parts);
        return made;
    }
    if (t->kind == TYPE_TOKEN)
        return type_token(table);
    return t->kind == TYPE_OPAQUE ? type_opaque(table) : type_array_full(table, t->elem, t->rank, t->dims, t->dyn, NULL);
}

static IrModule *module_around(const IrOp *op)
{
    IrModule *m = op->n_comps ? module_clone(op->parent->module) : module_new("alone");
    IrComp *entry = comp_new(m, "alone");
    IrOp **params = g_new(IrOp *, op->n_operands + 1);
    for (int i = 0; i < op->n_operands; i++) {
        params[i] = op_new(entry, OP_parameter, type_in(m->types, op->operands[i]->type), NULL, 0, NULL);
        params[i]->a.parameter.number = i;
    }
    IrOp *copy = op_new(entry, op->code, type_in(m->types, op->type), NULL, op->n_operands, params);
    copy->a = op->a; /* attributes live in the original module, which outlives this one */
    copy->at = op_place(op);
    copy->extra = op->extra;
    copy->n_extra = op->n_extra;
    if (op->n_comps) {
        IrComp **comps = g_new(IrComp *, op->n_comps);
        for (int i = 0; i < op->n_comps; i++)
            comps[i] = m->comps[comp_index(op->parent->module, op->comps[i])];
        op_set_comps(copy, op->n_comps, comps);
        g_free(comps);
    }
    entry->root = copy;
    comp_renumber(entry);
    m->entry = entry;
    g_free(params);
    return m;
}

static bool evaluate(Fallback *f, const IrOp *op, const void *const *args, void *const *outs, const Stop *stop, GError **error)
{
    int n_in = 0;
    for (int i = 0; i < op->n_operands; i++)
        n_in += type_n_leaves(op->operands[i]->type);
    const Tensor **in = g_new0(const Tensor *, n_in + 1);
    GPtrArray *owned = tensor_array_new(), *results = tensor_array_new();
    int at = 0;
    for (int i = 0; i < op->n_operands; i++)
        for (int k = 0; k < type_n_leaves(op->operands[i]->type); k++, at++) {
            const Type *t = type_leaf(f->module->entry->params[i]->type, k);
            Tensor *x = args ? tensor_of(t, args[at]) : tensor_new(t);
            g_ptr_array_add(owned, x);
            in[at] = x;
        }
    bool ok = reference_eval(f->module, in, n_in, &(RefOptions){ .stop = stop }, results, error);
    for (guint i = 0; ok && outs && i < results->len; i++) {
        const Tensor *r = results->pdata[i];
        if (r->data)
            memcpy(outs[i], r->data, (size_t)type_bytes(r->type));
    }
    g_ptr_array_unref(owned);
    g_ptr_array_unref(results);
    g_free(in);
    return ok;
}

typedef struct Evaluation {
    Fallback *f;
    const Kernel *k;
    GError *error;
} Evaluation;

static void evaluate_kernel(void *arg)
{
    Evaluation *e = arg;
    evaluate(e->f, e->k->in->op, e->k->args, e->k->outs, e->k->stop, &e->error);
}

static void run_fallback(const Kernel *k)
{
    Fallback *f = (Fallback *)(uintptr_t)k->plan;
    Evaluation e = { .f = f, .k = k };
    size_t bytes;
    const char *what;
    pthread_mutex_lock(&f->lock);
    bool back = memory_tried(evaluate_kernel, &e, &bytes, &what);
    pthread_mutex_unlock(&f->lock);
    if (!back)
        pool_short(bytes, what);
    else if (e.error && e.error->code == SHARD_ERROR_LIMIT)
        pool_short((size_t)type_bytes(k->in->op->type), "the work of the evaluator");
    else if (e.error)
        atomic_store(k->failed, k->in->op);
    g_clear_error(&e.error);
}

void fallback_free(Fallback *f)
{
    if (!f)
        return;
    module_free(f->module);
    pthread_mutex_destroy(&f->lock);
    g_free(f);
}

Fallback *make_fallback(const IrOp *op, Bound *to, GError **error)
{
    Fallback *f = g_new0(Fallback, 1);
    pthread_mutex_init(&f->lock, NULL);
    f->module = module_around(op);
    /* Evaluates the op once on zeros, so that an op that the evaluator does not support is an error before the run. */
    int64_t bytes = type_bytes(op->type);
    for (int i = 0; i < op->n_operands; i++)
        bytes += type_bytes(op->operands[i]->type);
    if (bytes <= 1 << 20 && !evaluate(f, op, NULL, NULL, NULL, error)) {
        fallback_free(f);
        return NULL;
    }
    to->fn = run_fallback;
    to->plan = f;
    to->over = true; /* operands are copied first */
    return f;
}
