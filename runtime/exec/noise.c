/* Results of inputs a rounding away; see noise.h. */
#include "runtime/exec/noise.h"

#include <math.h>

#include "runtime/exec/reference.h"
#include "runtime/ir/scalar.h"

enum { TRIALS = 3 };

/* Formats in which the number after the next in absolute value has the bits that follow. */
static bool has_neighbours(ElemType e)
{
    return e == ELEM_f16 || e == ELEM_bf16 || e == ELEM_f32 || e == ELEM_f64;
}

static Tensor *moved(const Tensor *t, GRand *rand)
{
    Tensor *out = tensor_new(t->type);
    size_t bytes = (size_t)type_bytes(t->type);
    memcpy(out->data, t->data, bytes);
    ElemType part = t->type->kind == TYPE_ARRAY ? elem_part(t->type->elem) : ELEM_pred;
    if (!has_neighbours(part))
        return out;
    size_t width = (size_t)elem_info[part].bytes;
    for (size_t at = 0; at < bytes; at += width) {
        uint8_t *p = (uint8_t *)out->data + at;
        double v = scalar_to_double(part, p);
        if (v != 0 && isfinite(v) && g_rand_boolean(rand))
            *p ^= 1; /* little-endian: the last place */
    }
    return out;
}

bool results_noise(const IrModule *m, const GPtrArray *args, const GPtrArray *results, double *noise, GError **error)
{
    for (guint i = 0; i < results->len; i++)
        noise[i] = 0;
    for (guint32 trial = 0; trial < TRIALS; trial++) {
        GRand *rand = g_rand_new_with_seed(trial + 1);
        g_autoptr(GPtrArray) near = tensor_array_new(), out = tensor_array_new();
        for (guint i = 0; i < args->len; i++)
            g_ptr_array_add(near, moved(g_ptr_array_index(args, i), rand));
        g_rand_free(rand);
        if (!reference_eval(m, (const Tensor *const *)near->pdata, (int)near->len, 0, out, error))
            return false;
        for (guint i = 0; i < results->len; i++) {
            double max_abs = 0, max_rel = 0;
            tensor_compare(g_ptr_array_index(out, i), g_ptr_array_index(results, i), &max_abs, &max_rel);
            noise[i] = MAX(noise[i], max_abs);
        }
    }
    return true;
}
