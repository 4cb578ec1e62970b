/* StableHLO text: whatever was read and is well-formed prints as text that reads as the same; so does its HLO. */
#include "runtime/text/text.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = fuzz_text(data, size);
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) m = stablehlo_parse("input", text, size, &error);
    fuzz_law(!m == !!error, "a module, or an error");
    if (!m)
        return 0;
    if (!module_verify(m, &error)) {
        fuzz_law(error, "refused without a reason");
        g_free(module_print(m, SPELL_STABLEHLO));
        g_free(module_print(m, SPELL_HLO));
        return 0;
    }
    fuzz_print_stable(m, SPELL_STABLEHLO);
    /* HLO's reader gives arrays the layouts that StableHLO does not have, so the text settles one step later. */
    g_autofree char *first = NULL;
    g_autoptr(IrModule) as_hlo = fuzz_reread(m, SPELL_HLO, &first);
    fuzz_print_stable(as_hlo, SPELL_HLO);
    return 0;
}
