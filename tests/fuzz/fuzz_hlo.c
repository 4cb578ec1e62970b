/* HLO text: a module that was read and is well-formed prints in three notations, and reading these gives the same module. */
#include "runtime/text/text.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = fuzz_text(data, size);
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) m = hlo_parse("input", text, size, &error);
    fuzz_law(!m == !!error, "a module, or an error");
    if (!m)
        return 0;
    if (!module_verify(m, &error)) { /* `compile --stop-after parse` prints those too */
        fuzz_law(error, "refused without a reason");
        for (int s = SPELL_HLO; s <= SPELL_STABLEHLO; s++)
            g_free(module_print(m, (IrSpelling)s));
        return 0;
    }
    for (int s = SPELL_HLO; s <= SPELL_HLO_DUMP; s++)
        fuzz_print_stable(m, (IrSpelling)s);
    g_free(module_print(m, SPELL_STABLEHLO));
    return 0;
}
