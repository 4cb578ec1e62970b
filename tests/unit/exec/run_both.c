/* See run_both.h. */
#include "tests/unit/exec/run_both.h"

#include <string.h>

#include "runtime/reference/reference.h"
#include "runtime/text/text.h"

GPtrArray *run_executor(const IrModule *m, int n_devices, const GPtrArray *args, int workers, GError **error)
{
    g_autoptr(Program) program = program_new(m, n_devices, error);
    g_autoptr(Executable) exe = program ? executable_new(program, error) : NULL;
    if (!exe)
        return NULL;
    g_autoptr(ExecContext) cx = exec_context_new(workers);
    int n_in = executable_n_params(exe), n_out = executable_n_results(exe);
    g_assert_cmpint((int)args->len, ==, n_in * n_devices);
    Buffer ***in = g_new0(Buffer **, n_devices), ***out = g_new0(Buffer **, n_devices);
    for (int d = 0; d < n_devices; d++) {
        in[d] = g_new0(Buffer *, n_in + 1);
        out[d] = g_new0(Buffer *, n_out + 1);
        for (int i = 0; i < n_in; i++) {
            const Tensor *t = args->pdata[d * n_in + i];
            in[d][i] = buffer_new((size_t)type_bytes(t->type));
            memcpy(in[d][i]->data, t->data, (size_t)type_bytes(t->type));
        }
    }
    GPtrArray *results = NULL;
    bool ok = executable_run(exe, cx, in, out, NULL, error);
    if (ok) {
        results = tensor_array_new();
        for (int d = 0; d < n_devices; d++)
            for (int i = 0; i < n_out; i++)
                g_ptr_array_add(results, tensor_of(executable_result_type(exe, i), out[d][i]->data));
    }
    for (int d = 0; d < n_devices; d++) {
        for (int i = 0; i < n_in; i++)
            buffer_unref(in[d][i]);
        for (int i = 0; ok && i < n_out; i++)
            buffer_unref(out[d][i]);
        g_free(in[d]);
        g_free(out[d]);
    }
    g_free(in);
    g_free(out);
    return results;
}

void check_against_reference(const IrModule *m, int n_devices, const GPtrArray *args, const char *what)
{
    GError *error = NULL;
    g_autoptr(GPtrArray) want = tensor_array_new();
    if (!module_verify(m, &error))
        g_error("%s: %s", what, error->message);
    int n_in = (int)args->len / n_devices;
    reference_eval_spmd(m, (const Tensor *const *)args->pdata, n_in, &(RefOptions){ .n_devices = n_devices }, want, &error);
    g_assert_no_error(error);
    g_autoptr(GPtrArray) got = run_executor(m, n_devices, args, 2, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(got->len, ==, want->len);
    for (guint i = 0; i < want->len; i++) {
        double abs = 0, rel = 0;
        if (!tensor_compare(got->pdata[i], want->pdata[i], &abs, &rel)) {
            int n = (int)want->len / n_devices;
            g_error("%s: result %d of device %d: max_abs %g max_rel %g, type %s", what, (int)i % n, (int)i / n, abs, rel,
                    type_text(((Tensor *)want->pdata[i])->type));
        }
    }
}

IrModule *module_of(const char *text)
{
    GError *error = NULL;
    IrModule *m = hlo_parse("test.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    return m;
}

GPtrArray *random_args(const IrModule *m, int n_devices, guint32 seed, int hi)
{
    GRand *r = g_rand_new_with_seed(seed);
    GPtrArray *args = tensor_array_new();
    for (int d = 0; d < n_devices; d++)
        for (int i = 0; i < m->entry->n_params; i++)
            for (int k = 0; k < type_n_leaves(m->entry->params[i]->type); k++) {
                Tensor *t = tensor_new(type_leaf(m->entry->params[i]->type, k));
                for (int64_t e = 0; e < t->type->n_elems; e++)
                    if (elem_is_float(t->type->elem) || elem_info[t->type->elem].cls == CLASS_COMPLEX)
                        tensor_set_f64(t, e, g_rand_double_range(r, -2, 2));
                    else
                        tensor_set_i64(t, e, g_rand_int_range(r, 0, hi + 1));
                g_ptr_array_add(args, t);
            }
    g_rand_free(r);
    return args;
}
