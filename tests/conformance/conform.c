/* Random meshes and shardings for whole programs, programs that check themselves, and partitioned programs run. */
#include "tests/conformance/conform.h"

#include "runtime/tensor/cut.h"
#include "runtime/exec/execute.h"
#include "runtime/reference/reference.h"
#include "runtime/passes/import.h"

const Mesh *random_mesh(IrModule *m, GRand *rand, int n)
{
    MeshAxis axes[8];
    int n_axes = 0, rest = n;
    static const char *const names[] = { "a", "b", "c", "d", "e", "f", "g", "h" };
    for (int p = 2; rest > 1; p++)
        while (rest % p == 0) {
            if (n_axes > 0 && g_rand_boolean(rand))
                axes[n_axes - 1].size *= p;
            else {
                axes[n_axes] = (MeshAxis){ names[n_axes], p };
                n_axes++;
            }
            rest /= p;
        }
    if (n_axes == 0)
        axes[n_axes++] = (MeshAxis){ "a", 1 };
    int64_t ids[64];
    for (int i = 0; i < n; i++)
        ids[i] = i;
    bool permuted = n > 1 && g_rand_boolean(rand);
    for (int i = n - 1; permuted && i > 0; i--) {
        int k = g_rand_int_range(rand, 0, i + 1);
        int64_t t = ids[i];
        ids[i] = ids[k];
        ids[k] = t;
    }
    bool identity = true;
    for (int i = 0; i < n; i++)
        identity &= ids[i] == i;
    return mesh_intern(m->shardings, &(Mesh){ .name = "mesh", .n_axes = n_axes, .axes = axes, .n_devices = n,
                                              .device_ids = identity ? NULL : ids });
}

const Sharding *random_sharding(IrModule *m, const Mesh *mesh, GRand *rand, int rank)
{
    AxisRef refs[16][16];
    AxisList dims[16] = { 0 };
    int count[16] = { 0 };
    g_assert(rank <= 16);
    for (int a = 0; a < mesh->n_axes && rank > 0; a++) {
        int64_t size = mesh->axes[a].size;
        if (size == 1)
            continue;
        AxisRef parts[2] = { { a, 1, size }, { 0, 0, 0 } };
        int n = 1;
        if (size % 2 == 0 && size > 2 && g_rand_int_range(rand, 0, 4) == 0) {
            parts[0] = (AxisRef){ a, 1, 2 };
            parts[1] = (AxisRef){ a, 2, size / 2 };
            n = 2;
        }
        for (int i = 0; i < n; i++) {
            int d = g_rand_int_range(rand, 0, rank + 1);
            if (d < rank)
                refs[d][count[d]++] = parts[i];
        }
    }
    for (int d = 0; d < rank; d++) {
        if (count[d] > 1 && g_rand_boolean(rand)) {
            AxisRef t = refs[d][0];
            refs[d][0] = refs[d][count[d] - 1];
            refs[d][count[d] - 1] = t;
        }
        for (int i = 0; i < count[d]; i++)
            dims[d] = axis_list_concat(m->arena, dims[d], (AxisList){ &refs[d][i], 1 });
    }
    return sharding_of_dims(m->shardings, mesh, rank, dims);
}

void random_annotations(IrModule *m, const Mesh *mesh, GRand *rand)
{
    m->mesh = mesh;
    IrComp *e = m->entry;
    for (int i = 0; i < e->n_params; i++) {
        if (e->params[i]->type->kind != TYPE_ARRAY || g_rand_int_range(rand, 0, 5) == 0)
            continue;
        e->params[i]->shardings = arena_array(m->arena, const Sharding *, 1);
        e->params[i]->shardings[0] = random_sharding(m, mesh, rand, e->params[i]->type->rank);
    }
    int n = type_n_leaves(e->root->type);
    if (!e->results)
        e->results = arena_array(m->arena, IrParamInfo, n);
    for (int i = 0; i < n; i++)
        if (g_rand_int_range(rand, 0, 3) == 0)
            e->results[i].sharding = random_sharding(m, mesh, rand, type_leaf(e->root->type, i)->rank);
}

int64_t conform_n_devices(const IrModule *m)
{
    return MAX(m->n_replicas, 1) * MAX(m->n_partitions, 1);
}

bool conform_run(IrModule *m, GError **error)
{
    g_autoptr(GPtrArray) results = tensor_array_new();
    g_autoptr(GPtrArray) args = tensor_array_new();
    if (!module_verify(m, error))
        return false;
    bool whole = conform_n_devices(m) == 1 || m->pairs; /* a module with meshes is one program */
    int64_t n = whole ? 1 : conform_n_devices(m);
    for (int64_t d = 0; d < n; d++)
        for (int i = 0; i < m->entry->n_params; i++)
            for (int l = 0; l < type_n_leaves(m->entry->params[i]->type); l++)
                g_ptr_array_add(args, tensor_new(type_leaf(m->entry->params[i]->type, l)));
    const Tensor *const *leaves = (const Tensor *const *)args->pdata;
    int n_args = (int)(args->len / n);
    if (!whole)
        return reference_eval_spmd(m, leaves, n_args, &(RefOptions){ .n_devices = n }, results, error);
    return pass_import(m, NULL, NULL, error) && reference_eval(m, leaves, n_args, NULL, results, error);
}

/* ---- running ---------------------------------------------------------------------------------------------------- */

GPtrArray *conform_cut(const IrModule *whole, const GPtrArray *args, const IrModule *local, int64_t n)
{
    GPtrArray *out = tensor_array_new();
    for (int64_t d = 0; d < n; d++)
        for (guint i = 0; i < args->len; i++) {
            const IrOp *p = whole->entry->params[i];
            Tensor *t = tensor_new(local->entry->params[i]->type);
            tile_cut(g_ptr_array_index(args, i), p->shardings ? p->shardings[0] : NULL, d, t->data);
            g_ptr_array_add(out, t);
        }
    return out;
}

GPtrArray *conform_execute(const IrModule *local, const GPtrArray *pieces, int n, GError **error)
{
    g_autoptr(Program) program = program_new(local, n, error);
    g_autoptr(Executable) exe = program ? executable_new(program, error) : NULL;
    if (!exe)
        return NULL;
    g_autoptr(ExecContext) cx = exec_context_new(2);
    int n_args = executable_n_params(exe), n_results = executable_n_results(exe);
    Buffer ***args = g_new0(Buffer **, n), ***results = g_new0(Buffer **, n);
    for (int d = 0; d < n; d++) {
        args[d] = g_new0(Buffer *, n_args + 1);
        results[d] = g_new0(Buffer *, n_results + 1);
        for (int i = 0; i < n_args; i++) {
            size_t bytes = (size_t)type_bytes(executable_param_type(exe, i));
            args[d][i] = buffer_new(bytes);
            memcpy(args[d][i]->data, ((Tensor *)g_ptr_array_index(pieces, (guint)(d * n_args + i)))->data, bytes);
        }
    }
    bool ok = executable_run(exe, cx, args, results, NULL, error);
    GPtrArray *out = ok ? tensor_array_new() : NULL;
    for (int d = 0; d < n; d++) {
        for (int i = 0; i < n_results && ok; i++) {
            g_ptr_array_add(out, tensor_of(executable_result_type(exe, i), results[d][i]->data));
            buffer_unref(results[d][i]);
        }
        for (int i = 0; i < n_args; i++)
            if (args[d][i])
                buffer_unref(args[d][i]);
        g_free(args[d]);
        g_free(results[d]);
    }
    g_free(args);
    g_free(results);
    return out;
}
