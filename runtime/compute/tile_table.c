/* Selects the tile kernels for the processor; describes the compute types. */
#include <stdlib.h>
#include <string.h>

#include "runtime/compute/tile_ops.h"

const int ctype_bytes[N_CTYPES] = { [CT_pred] = 1, [CT_s8] = 1, [CT_s16] = 2, [CT_s32] = 4, [CT_s64] = 8, [CT_u8] = 1,
    [CT_u16] = 2, [CT_u32] = 4, [CT_u64] = 8, [CT_f32] = 4, [CT_f64] = 8, [CT_c64] = 8, [CT_c128] = 16 };

static const CType narrow_signed[] = { [1] = CT_s8, [2] = CT_s16, [4] = CT_s32, [8] = CT_s64 };
static const CType narrow_unsigned[] = { [1] = CT_u8, [2] = CT_u16, [4] = CT_u32, [8] = CT_u64 };

CType ctype_of(ElemType e)
{
    const ElemInfo *info = &elem_info[e];
    switch (info->cls) {
    case CLASS_PRED:
        return CT_pred;
    case CLASS_SIGNED:
        return narrow_signed[info->bytes];
    case CLASS_UNSIGNED:
        return narrow_unsigned[info->bytes];
    case CLASS_FLOAT:
        return info->bits == 64 ? CT_f64 : CT_f32;
    case CLASS_COMPLEX:
        return info->bits == 64 ? CT_c64 : CT_c128;
    }
    return CT_pred;
}

bool elem_is_ctype(ElemType e)
{
    return !elem_is_float(e) || e == ELEM_f32 || e == ELEM_f64;
}

extern const TileTable tile_table_base;
#ifdef HAVE_TILE_AVX
extern const TileTable tile_table_avx2, tile_table_avx512;
#endif

const TileTable *tile_table_named(const char *isa)
{
#ifdef HAVE_TILE_AVX
    if (strcmp(isa, "avx512") == 0)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                       __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd")
                   ? &tile_table_avx512
                   : NULL;
    if (strcmp(isa, "avx2") == 0)
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2")
                   ? &tile_table_avx2
                   : NULL;
#endif
    return strcmp(isa, "base") == 0 ? &tile_table_base : NULL;
}

/* The highest instruction set of the processor; SHARDSCOPE_ISA selects a lower one. */
static const TileTable *choose_table(void)
{
    static const char *const names[] = { "avx512", "avx2", "base" };
    const char *limit = getenv("SHARDSCOPE_ISA");
    size_t first = 0;
    for (size_t i = 0; limit && i < G_N_ELEMENTS(names); i++)
        if (strcmp(limit, names[i]) == 0)
            first = i;
    for (size_t i = first; i < G_N_ELEMENTS(names); i++)
        if (tile_table_named(names[i]))
            return tile_table_named(names[i]);
    return &tile_table_base;
}

const TileTable *tile_table(void)
{
    /* The result is always the same, so concurrent calls are harmless. */
    static _Atomic(const TileTable *) chosen;
    const TileTable *t = chosen;
    if (!t)
        chosen = t = choose_table();
    return t;
}

bool tile_has_quads(const TileTable *t)
{
#ifdef HAVE_TILE_AVX
    return t->dot_quads.fn && __builtin_cpu_supports("avx512vnni");
#else
    (void)t;
    return false;
#endif
}
