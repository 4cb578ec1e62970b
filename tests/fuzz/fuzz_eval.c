/* The evaluator: a well-formed program evaluates or is refused, twice with the same result. A timer stops endless loops,
 * as Ctrl-C would; programs with much work are skipped. */
#include <string.h>

#include "runtime/tensor/fill.h"
#include "runtime/reference/reference.h"
#include "runtime/passes/import.h"
#include "runtime/text/text.h"
#include "tests/fuzz/fuzz.h"

static const double max_work = 300e3;
static const int64_t max_bytes = 64 << 20;
enum { EVAL_MS = 300 };

static GPtrArray *eval(const IrModule *m, FillKind fill, const Stop *stop, GError **error)
{
    g_autoptr(GPtrArray) args = fill_arguments(m, fill, 1, 3, error), out = tensor_array_new();
    if (!args || !reference_eval(m, (const Tensor *const *)args->pdata, (int)args->len, &(RefOptions){ .stop = stop }, out, error))
        return NULL;
    return g_steal_pointer(&out);
}

static bool same(const GPtrArray *a, const GPtrArray *b)
{
    for (guint i = 0; i < a->len; i++) {
        const Tensor *x = a->pdata[i], *y = b->pdata[i];
        if (x->type->kind == TYPE_ARRAY && x->bytes && memcmp(x->data, y->data, (size_t)x->bytes) != 0)
            return false;
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = fuzz_text(data, size);
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) m = program_parse("input", text, size, &error);
    if (!m || !module_verify(m, &error) || !pass_import(m, NULL, NULL, &error) || fuzz_work(m) > max_work)
        return 0;
    tensor_limit(max_bytes);
    FillKind fill = fuzz_choice(data, size) & 1 ? FILL_IOTA : FILL_RANDOM;
    const Stop *stop = fuzz_stop_after(EVAL_MS);
    g_autoptr(GPtrArray) once = eval(m, fill, stop, &error);
    fuzz_law(!once == !!error, "results, or an error");
    if (once) {
        g_autoptr(GPtrArray) twice = eval(m, fill, stop, &error);
        fuzz_law(twice || stop_requested(stop), "the second time it fails: %s", error ? error->message : "");
        fuzz_law(!twice || same(once, twice), "two evaluations differ");
    }
    fuzz_stop_after(0);
    return 0;
}
