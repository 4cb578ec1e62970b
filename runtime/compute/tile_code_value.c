/* Vector code under construction: values, constants, and how tile registers are read and written. */
#include "runtime/compute/tile_code_impl.h"

RegInfo *vec_reg_info(const TileProg *p)
{
    RegInfo *info = g_new0(RegInfo, p->n_regs + 1);
    for (int i = 0; i < p->n_loads; i++) {
        const TileLoad *l = &p->loads[i];
        if (l->mode == LOAD_CONST)
            info[l->reg] = (RegInfo){ REG_CONST, l->value };
        else if (l->mode == LOAD_SCALAR)
            info[l->reg].kind = REG_ONE;
        else if (l->uniform)
            info[l->reg].kind = REG_ONE;
        else
            info[l->reg].narrow = l->raw;
        info[l->reg].rounded = l->elem == ELEM_bf16 && p->elem[l->reg] == ELEM_bf16;
    }
    for (int i = 0; i < p->n_steps; i++)
        info[p->steps[i].d].rounded = p->steps[i].sense.what == MEANS_ROUND && p->elem[p->steps[i].d] == ELEM_bf16;
    for (int i = 0; i < p->n_once; i++)
        info[p->once[i].d].kind = REG_ONE;
    return info;
}

void vec_code_init(VecCode *v, const TileProg *p, const RegInfo *info, Code *code)
{
    *v = (VecCode){ .prog = p, .info = info, .code = code, .of_reg = g_new(int, p->n_regs + 1) };
}

void vec_code_reset(VecCode *v, int width)
{
    v->width = width;
    v->steps.n = v->values.n = 0;
    for (int r = 0; r < v->prog->n_regs; r++)
        v->of_reg[r] = -1;
}

void vec_code_clear(VecCode *v)
{
    vec_clear(&v->steps);
    vec_clear(&v->values);
    g_free(v->of_reg);
}

static int new_value(VecCode *v, VecValue value)
{
    vec_push(&v->values, value);
    return v->values.n - 1;
}

static int new_step(VecCode *v, VecStep s)
{
    VecValue x = { .from = FROM_STEP };
    vec_known_step(v, &s, &x);
    s.d = new_value(v, x);
    vec_push(&v->steps, s);
    return s.d;
}

int vec_1(VecCode *v, VecOp op, int a)
{
    return new_step(v, (VecStep){ op, -1, a, -1, -1, -1 });
}

int vec_2(VecCode *v, VecOp op, int a, int b)
{
    return new_step(v, (VecStep){ op, -1, a, b, -1, -1 });
}

int vec_imm(VecCode *v, VecOp op, int a, int imm)
{
    return new_step(v, (VecStep){ op, -1, a, -1, -1, imm });
}

int vec_2_imm(VecCode *v, VecOp op, const int ab[2], int imm)
{
    return new_step(v, (VecStep){ op, -1, ab[0], ab[1], -1, imm });
}

int vec_blend(VecCode *v, int mask, int yes, int no)
{
    return new_step(v, (VecStep){ VEC_blend, -1, no, yes, mask, -1 });
}

int vec_fma(VecCode *v, VecOp op, const int abc[3])
{
    return new_step(v, (VecStep){ op, -1, abc[0], abc[1], abc[2], -1 });
}

int vec_call_if(VecCode *v, OpCode op, const int abc[3])
{
    return new_step(v, (VecStep){ VEC_call, -1, abc[0], abc[1], abc[2], (int)op });
}

int vec_bytes(VecCode *v, const void *pool_bytes)
{
    int at = code_pool(v->code, pool_bytes);
    for (int i = 0; i < v->values.n; i++)
        if (v->values.v[i].from == FROM_POOL && v->values.v[i].at == at)
            return i;
    VecValue x = { .from = FROM_POOL, .at = at };
    vec_known_constant(&x, pool_bytes);
    return new_value(v, x);
}

int vec_constant(VecCode *v, uint64_t bits)
{
    uint8_t all[32];
    for (int i = 0; i < 32; i += v->width)
        memcpy(all + i, &bits, (size_t)v->width);
    return vec_bytes(v, all);
}

int vec_float(VecCode *v, float x)
{
    uint32_t u;
    memcpy(&u, &x, 4);
    return vec_constant(v, u);
}

VecOp vec_by_width(const VecCode *v, VecOp w8, VecOp w16, VecOp w32, VecOp w64)
{
    return v->width == 1 ? w8 : v->width == 2 ? w16 : v->width == 4 ? w32 : w64;
}

int vec_not(VecCode *v, int x)
{
    return vec_2(v, VEC_xor, x, vec_constant(v, ~(uint64_t)0));
}

/* Bytes of 0 and 1 in memory as masks. */
static int read_mask(VecCode *v, int reg)
{
    int zero = vec_constant(v, 0);
    if (v->info[reg].kind == REG_CONST)
        return v->info[reg].value[0] ? vec_constant(v, ~(uint64_t)0) : zero;
    if (v->info[reg].kind == REG_ONE) {
        int one = new_value(v, (VecValue){ .from = FROM_ONE, .at = reg, .bytes = 1 });
        return vec_2(v, VEC_gt_8, vec_1(v, VEC_all_8, one), zero);
    }
    int x = new_value(v, (VecValue){ .from = FROM_TILE, .at = reg, .bytes = 1, .whole = v->width == 1 });
    if (v->width > 1)
        x = vec_1(v, vec_by_width(v, N_VEC_OPS, VEC_u8_to_16, VEC_u8_to_32, VEC_u8_to_64), x);
    return vec_2(v, vec_by_width(v, VEC_sub_8, VEC_sub_16, VEC_sub_32, VEC_sub_64), zero, x);
}

/* bf16 or f16 in memory, as f32. */
static int read_narrow_float(VecCode *v, int reg)
{
    int x = new_value(v, (VecValue){ .from = FROM_TILE, .at = reg, .bytes = 2 });
    if (v->prog->elem[reg] == ELEM_f16)
        return vec_1(v, VEC_half_to_ps, x);
    return vec_imm(v, VEC_left_32, vec_1(v, VEC_u16_to_32, x), 16);
}

int vec_read(VecCode *v, int reg)
{
    CType ct = ctype_of(v->prog->elem[reg]);
    if (ct != CT_pred && ctype_bytes[ct] != v->width)
        return -1;
    if (v->of_reg[reg] >= 0)
        return v->of_reg[reg];
    if (ct == CT_pred)
        return v->of_reg[reg] = read_mask(v, reg);
    const RegInfo *info = &v->info[reg];
    if (info->narrow)
        return v->of_reg[reg] = read_narrow_float(v, reg);
    if (info->kind == REG_CONST) {
        uint64_t bits;
        memcpy(&bits, info->value, 8);
        return v->of_reg[reg] = vec_constant(v, bits);
    }
    return v->of_reg[reg] = new_value(v, (VecValue){ .from = info->kind == REG_ONE ? FROM_ONE : FROM_TILE, .at = reg, .bytes = v->width, .whole = true,
                                                     .short_nan = info->rounded, .short_all = info->rounded });
}

int vec_read_narrow(VecCode *v, int reg)
{
    CType ct = ctype_of(v->prog->elem[reg]);
    if (v->info[reg].kind != REG_TILE || ctype_bytes[ct] >= v->width)
        return -1;
    return new_value(v, (VecValue){ .from = FROM_TILE, .at = reg, .bytes = ctype_bytes[ct] });
}

/* Masks as bytes of 0 and 1. Returns how many bytes they are. */
static int mask_bytes(VecCode *v, int *x)
{
    if (v->width == 1) {
        *x = vec_2(v, VEC_and, *x, vec_constant(v, 1));
        return 32;
    }
    int upper = vec_imm(v, VEC_upper_128, *x, 1), y;
    if (v->width == 2) {
        y = vec_2(v, VEC_pack_s16_128, *x, upper);
    } else {
        y = vec_2(v, VEC_pack_s32_128, *x, upper);
        if (v->width == 8)
            y = vec_2(v, VEC_pack_s32_128, y, y);
        y = vec_2(v, VEC_pack_s16_128, y, y);
    }
    *x = vec_1(v, VEC_abs_8_128, y);
    return 32 / v->width;
}

void vec_store_result(VecCode *v, const TileStep *s)
{
    CType ct = ctype_of(v->prog->elem[s->d]);
    int x = v->of_reg[s->d], bytes = ct == CT_pred ? mask_bytes(v, &x) : 32 / v->width * ctype_bytes[ct];
    vec_push(&v->steps, ((VecStep){ VEC_store, -1, x, -1, bytes, s->d }));
}

void vec_store_narrow(VecCode *v, int reg, int to)
{
    int x = v->of_reg[reg];
    if (v->prog->elem[reg] == ELEM_f16) {
        x = vec_imm(v, VEC_ps_to_half, x, 0);
    } else { /* the upper halves, which no saturation changes */
        if (v->values.v[x].rough)
            x = v->values.v[x].rough - 1;
        x = vec_imm(v, VEC_right_s32, x, 16);
        x = vec_2(v, VEC_pack_s32_128, x, vec_imm(v, VEC_upper_128, x, 1));
    }
    vec_push(&v->steps, ((VecStep){ VEC_store, -1, x, -1, 16, to }));
}

void vec_drop_unread(VecCode *v)
{
    bool *read = g_new0(bool, v->values.n + 1);
    int kept = v->steps.n;
    for (int i = v->steps.n - 1; i >= 0; i--) {
        VecStep s = v->steps.v[i];
        bool store = s.op == VEC_store;
        if (!store && !read[s.d])
            continue;
        int args[] = { s.a, s.b, store ? -1 : s.c };
        for (int k = 0; k < 3; k++)
            if (args[k] >= 0)
                read[args[k]] = true;
        v->steps.v[--kept] = s;
    }
    v->steps.n -= kept;
    memmove(v->steps.v, v->steps.v + kept, sizeof *v->steps.v * (size_t)v->steps.n);
    g_free(read);
}
