/* Serialised HLO modules: a module or an error that names the file; what was read prints, and verified modules print as HLO that
 * reads again. Bytes are changed by libFuzzer itself. */
#include <string.h>

#include "runtime/text/proto.h"
#include "runtime/text/proto_write.h"
#include "runtime/text/text.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *exact = g_memdup2(data, size); /* no NUL behind it */
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) m = proto_parse("input", exact, size, &error);
    fuzz_law(!m == !!error, "a module, or an error");
    if (!m || !module_verify(m, NULL))
        return 0;
    g_autofree char *text = module_print(m, SPELL_HLO_DUMP);
    g_autoptr(IrModule) again = hlo_parse("again", text, strlen(text), &error);
    fuzz_law(again != NULL, "%s", error ? error->message : "no error");
    GString *bytes = proto_write(m, NULL);
    g_autoptr(IrModule) back = bytes ? proto_parse("written", bytes->str, bytes->len, &error) : NULL;
    fuzz_law(!bytes || back, "%s", error ? error->message : "no error");
    if (bytes)
        g_string_free(bytes, TRUE);
    return 0;
}
