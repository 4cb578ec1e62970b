/* StableHLO text: a module that was read and is well-formed is printed, and reading that gives the same module; so does its HLO,
 * if its strings contain valid HLO. */
#include "runtime/shard/spell.h"
#include "runtime/text/text.h"
#include "tests/fuzz/fuzz.h"

static bool says_sharding(const char *text)
{
    Arena *arena = arena_new_root();
    ShardingTable *t = sharding_table_new(arena);
    Gspmd g;
    bool ok = !text || gspmd_parse(arena, t, text, &g, NULL, NULL);
    sharding_table_free(t);
    arena_free(arena);
    return ok;
}

/* In StableHLO an XLA sharding may be any string, in HLO it must be well-formed. */
static bool shardings_are_syntax(const IrModule *m)
{
    bool ok = true;
    for (int i = 0; i < m->n_comps; i++) {
        const IrComp *c = m->comps[i];
        for (int k = 0; ok && k < c->n_ops; k++)
            ok = says_sharding(c->ops[k]->sharding_text);
        for (int k = 0; ok && c->results && k < type_n_leaves(c->root->type); k++)
            ok = says_sharding(c->results[k].sharding_text);
    }
    return ok;
}

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
    if (!shardings_are_syntax(m))
        return 0;
    /* The HLO reader adds layouts, which StableHLO does not have, so the text is stable only from the second round trip on. */
    g_autofree char *first = NULL;
    g_autoptr(IrModule) as_hlo = fuzz_reread(m, SPELL_HLO, &first);
    fuzz_print_stable(as_hlo, SPELL_HLO);
    return 0;
}
