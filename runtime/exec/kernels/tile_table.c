/* Choosing the tile kernels for the processor, and the compute types. */
#include <string.h>

#include "runtime/exec/kernels/tile_ops.h"

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

const TileTable *tile_table(void)
{
    /* The answer is the same every time, so threads that ask at once do no harm. */
    static _Atomic(const TileTable *) chosen;
    const TileTable *t = chosen;
    if (!t) {
        t = tile_table_named("avx512");
        if (!t)
            t = tile_table_named("avx2");
        if (!t)
            t = &tile_table_base;
        chosen = t;
    }
    return t;
}
