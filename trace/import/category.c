/* What sort of work an instruction or kernel is, by its name. */
#include <string.h>

#include "trace/import/programs.h"

/* HLO's element-wise opcodes, which XLA's profiler counts as one category where they are not fused. */
static const char *const elementwise[] = {
    "abs", "add", "and", "atan2", "acos", "acosh", "asin", "asinh", "atanh", "bitcast-convert", "cbrt", "ceil", "clamp", "compare", "complex", "convert", "cosine", "cosh", "count-leading-zeros", "divide", "erf",
    "exponential", "exponential-minus-one", "floor", "imag", "is-finite", "log", "log-plus-one", "logistic", "maximum", "minimum", "multiply", "multiply-add", "negate", "not", "or", "popcnt", "power", "real",
    "reduce-precision", "remainder", "round-nearest-afz", "round-nearest-even", "rsqrt", "select", "shift-left", "shift-right-arithmetic", "shift-right-logical", "sign", "sine", "sinh", "sqrt", "stochastic-convert",
    "subtract", "tan", "tanh", "xor",
};

const char *import_category(const char *opcode, const char *fusion_kind)
{
    if (g_str_equal(opcode, "fusion")) {
        if (!fusion_kind || g_str_equal(fusion_kind, "kLoop"))
            return "loop fusion";
        return g_str_equal(fusion_kind, "kInput") ? "input fusion" : g_str_equal(fusion_kind, "kOutput") ? "output fusion" : "custom fusion";
    }
    if (g_str_equal(opcode, "map") || g_str_equal(opcode, "rng"))
        return "non-fusion elementwise";
    if (g_str_equal(opcode, "transpose") || g_str_equal(opcode, "copy") || g_str_equal(opcode, "reshape") || g_str_equal(opcode, "dynamic-reshape"))
        return "data formatting";
    for (size_t i = 0; i < G_N_ELEMENTS(elementwise); i++)
        if (g_str_equal(opcode, elementwise[i]))
            return "non-fusion elementwise";
    return opcode;
}

typedef struct Word {
    const char *text;
    int kind;
} Word;

static int find(const char *text, const Word *words, size_t n)
{
    for (size_t i = 0; text && i < n; i++)
        if (strstr(text, words[i].text))
            return words[i].kind;
    return 0;
}

int import_cat_of(const char *opcode, int *coll_kind)
{
    static const Word words[] = { { "ragged-all-to-all", 8 }, { "all-gather", 1 }, { "all-reduce", 2 }, { "reduce-scatter", 3 }, { "all-to-all", 4 }, { "collective-permute", 5 }, { "collective-broadcast", 6 } };
    int kind = find(opcode, words, G_N_ELEMENTS(words));
    if (!kind && opcode && (g_str_has_prefix(opcode, "send") || g_str_has_prefix(opcode, "recv")))
        kind = 7;
    if (coll_kind)
        *coll_kind = kind;
    if (kind)
        return TRACE_CAT_COLLECTIVE;
    if (!opcode)
        return TRACE_CAT_COMPUTE;
    if (g_str_has_prefix(opcode, "copy") || g_str_equal(opcode, "infeed") || g_str_equal(opcode, "outfeed") || strstr(opcode, "async copy") || strstr(opcode, "host send") || strstr(opcode, "host recv"))
        return TRACE_CAT_COPY;
    if (g_str_equal(opcode, "while") || g_str_equal(opcode, "conditional") || g_str_equal(opcode, "call"))
        return TRACE_CAT_NONE; /* what is in it counts */
    return TRACE_CAT_COMPUTE;
}

int import_own_cat(const char *name)
{
    for (int i = 1; i < TRACE_N_CATS; i++)
        if (g_strcmp0(trace_cat_name(i), name) == 0)
            return i;
    return TRACE_CAT_NONE;
}

int import_cat_of_kernel(const char *name, int *coll_kind)
{
    static const Word words[] = { { "AllGather", 1 }, { "AllReduce", 2 }, { "ReduceScatter", 3 }, { "AlltoAll", 4 }, { "AllToAll", 4 }, { "SendRecv", 7 }, { "Broadcast", 6 }, { "Reduce", 2 } };
    bool nccl = g_str_has_prefix(name, "nccl") || g_str_has_prefix(name, "rccl") || strstr(name, "ncclDevKernel") || strstr(name, "ncclKernel") || strstr(name, "nvshmem");
    int kind = nccl ? find(name, words, G_N_ELEMENTS(words)) : 0;
    if (coll_kind)
        *coll_kind = kind;
    if (nccl)
        return TRACE_CAT_COLLECTIVE;
    /* CUPTI's own events about memory, which no stream computes */
    if (g_str_has_prefix(name, "MemoryAlloc") || g_str_has_prefix(name, "MemAlloc") || g_str_has_prefix(name, "MemoryFree") || g_str_has_prefix(name, "MemFree") || g_str_has_prefix(name, "MemoryResidency") ||
        g_str_has_prefix(name, "HostRegister") || g_str_has_prefix(name, "HostUnregister"))
        return TRACE_CAT_NONE;
    if (g_ascii_strncasecmp(name, "Memcpy", 6) == 0 || g_ascii_strncasecmp(name, "Memset", 6) == 0 || strstr(name, "copyBuffer") || strstr(name, "fillBuffer"))
        return TRACE_CAT_COPY;
    return TRACE_CAT_COMPUTE;
}
