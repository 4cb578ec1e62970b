/* What XLA dumps: a program as given, the divided program, and the two memory reports and the partitioner's log, divided by lines of "=====".
 * Whatever they say, the divided program is explained or refused, and every reshard has layouts and a sentence. */
#include <string.h>

#include "runtime/text/text.h"
#include "runtime/xla/log.h"
#include "runtime/xla/memory.h"
#include "runtime/xla/program.h"
#include "tests/fuzz/fuzz.h"

/* Small enough that compiling it takes no time. */
static bool is_small(const IrModule *m)
{
    int n = 0;
    for (int k = 0; k < m->n_comps; k++) {
        n += m->comps[k]->n_ops;
        for (int i = 0; i < m->comps[k]->n_ops; i++)
            if (type_n_leaves(m->comps[k]->ops[i]->type) > 100)
                return false;
    }
    return n < 2000 && m->n_partitions <= 64 && m->n_replicas <= 64;
}

/* A serialised final program: its plan of memory, as reports. */
static void read_serialised(const uint8_t *data, size_t size)
{
    g_autofree char *assignment = NULL, *lives = NULL;
    if (xla_memory_of_proto((const char *)data, size, &assignment, &lives))
        fuzz_law(assignment && lives, "a plan has both reports");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { PARTS = 5 };
    if (size && data[0] == 0x0a)
        read_serialised(data, size);
    g_autofree char *text = g_strndup((const char *)data, size);
    g_auto(GStrv) parts = g_strsplit(text, "=====\n", PARTS);
    if (g_strv_length(parts) < 2)
        return 0;
    g_autoptr(IrModule) before = hlo_parse("before", parts[0], strlen(parts[0]), NULL), final = hlo_parse("final", parts[1], strlen(parts[1]), NULL);
    bool fits = before && final && module_verify(before, NULL) && module_verify(final, NULL) && is_small(before) && is_small(final);
    if (!fits)
        return 0;
    XlaStages stages = { .before = g_steal_pointer(&before), .final = g_steal_pointer(&final) };
    Explained found = { 0 };
    g_autoptr(GError) error = NULL;
    g_autoptr(Compiled) c = xla_program(&stages, &found, NULL, &error);
    fuzz_law(!c == !!error, "explained, or an error");
    if (!c)
        return 0;
    for (int i = 0; i < c->log->reshards.n; i++)
        fuzz_law(c->log->reshards.v[i].from && c->log->reshards.v[i].to && c->log->reshards.v[i].why, "a reshard has layouts and a reason");
    MemoryPlan plan;
    int skipped;
    if (parts[2] && xla_memory_read(parts[2], parts[3], c->local, &plan, &skipped))
        fuzz_law(plan.n_buffers > 0, "a plan has buffers");
    if (parts[2])
        memory_plan_clear(&plan);
    if (parts[2] && parts[3] && parts[4])
        xla_log_join(parts[4], c);
    return 0;
}
