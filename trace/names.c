/* Names of the codes that are stored in columns; tables.def lists them. */
#include "trace/trace.h"

#include <string.h>

static const char *pick(const char *const *names, size_t n, int64_t i)
{
    return i >= 0 && (size_t)i < n ? names[i] : NULL;
}

const char *trace_coll_name(int64_t kind)
{
    static const char *const names[] = { NULL, "all-gather", "all-reduce", "reduce-scatter", "all-to-all",
                                         "collective-permute", "collective-broadcast", "send-recv", "ragged-all-to-all" };
    return pick(names, G_N_ELEMENTS(names), kind);
}

int64_t trace_coll_in(const char *text)
{
    const char *first = NULL;
    int64_t found = 0;
    for (int64_t kind = 1; text && trace_coll_name(kind); kind++) {
        const char *name = trace_coll_name(kind), *at = strstr(text, g_str_equal(name, "send-recv") ? "send" : name); /* an op each */
        if (at && (!first || at < first)) {
            first = at;
            found = kind;
        }
    }
    return found;
}

const char *trace_cause_name(int64_t cause)
{
    static const char *const names[] = { NULL, "user constraint", "op rule", "program input", "program output",
                                         "manual region", "operands disagree", "loop-carried value", "halo or padding",
                                         "not supported sharded", "aliased input and output" };
    return cause == 99 ? "not known" : pick(names, G_N_ELEMENTS(names), cause);
}

const char *trace_certainty_name(int64_t certainty)
{
    return certainty >= 100  ? NULL
           : certainty >= 80 ? "known from a compiler's log"
           : certainty >= 60 ? "inferred from the program before and after"
                             : "likely, not certain: name, consumer and sizes do not all agree";
}

const char *trace_cat_name(int64_t cat)
{
    static const char *const names[] = { "none", "compute", "collective", "copy", "host wait", "idle", "compile",
                                         "waiting for a core", "waiting for a device" };
    return pick(names, G_N_ELEMENTS(names), cat);
}

const char *trace_buffer_cat_name(int64_t cat)
{
    static const char *const names[] = { "not known", "parameter", "optimiser state", "gradient", "activation",
                                         "temporary", "collective", "constant", "output" };
    return pick(names, G_N_ELEMENTS(names), cat);
}

const char *trace_annotation_name(int64_t kind)
{
    static const char *const names[] = { NULL, "parameter", "result", "constraint", "manual in", "manual out",
                                         "sharding rule", "group", "--shard" };
    return pick(names, G_N_ELEMENTS(names), kind);
}

const char *trace_run_kind_name(int64_t kind)
{
    static const char *const names[] = { NULL, "measured", "predicted", "imported", "compiled only" };
    return pick(names, G_N_ELEMENTS(names), kind);
}
