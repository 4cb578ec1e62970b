/* MLIR bytecode, and artifacts of jax.export: whatever was read and is well-formed prints as text that reads as the same, so a
 * module from bytecode holds nothing that text could not. Bytes are changed by libFuzzer itself. */
#include <string.h>

#include "runtime/text/bytecode.h"
#include "runtime/text/text.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *exact = g_memdup2(data, size); /* no NUL behind it */
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) m = bytecode_parse("input", exact, size, &error);
    fuzz_law(!m == !!error, "a module, or an error");
    fuzz_law(m || strstr(error->message, "input"), "an error without the file's name");
    if (!m)
        return 0;
    if (!module_verify(m, &error)) {
        fuzz_law(error, "refused without a reason");
        g_free(module_print(m, SPELL_STABLEHLO));
        g_free(module_print(m, SPELL_HLO));
        return 0;
    }
    g_free(module_print(m, SPELL_STABLEHLO));
    g_free(module_print(m, SPELL_HLO_DUMP));
    return 0;
}
