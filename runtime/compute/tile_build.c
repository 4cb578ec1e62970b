/* Builds tile programs: one register per value, one step per op. tile_finish.c completes them. */
#include <string.h>

#include "runtime/compute/tile_impl.h"

TileBuilder *tile_builder_new(Arena *arena)
{
    TileBuilder *b = g_new0(TileBuilder, 1);
    b->arena = arena;
    return b;
}

void tile_builder_free(TileBuilder *b)
{
    if (!b)
        return;
    vec_clear(&b->regs);
    vec_clear(&b->loads);
    vec_clear(&b->steps);
    vec_clear(&b->stores);
    g_free(b);
}

static int tile_builder_n_regs(const TileBuilder *b)
{
    return b->regs.n;
}

static int new_reg(TileBuilder *b, ElemType e)
{
    vec_push(&b->regs, ((TileReg){ .elem = e }));
    return b->regs.n - 1;
}

static int add_load(TileBuilder *b, TileLoad l)
{
    for (int i = 0; i < b->loads.n; i++) {
        const TileLoad *o = &b->loads.v[i];
        if (o->mode == l.mode && o->input == l.input && o->elem == l.elem && o->rank == l.rank && o->offset == l.offset &&
            o->iota_size == l.iota_size && o->iota_inner == l.iota_inner && memcmp(o->value, l.value, 16) == 0 &&
            (l.rank == 0 || (memcmp(o->dims, l.dims, sizeof(int64_t) * (size_t)l.rank) == 0 &&
                             memcmp(o->strides, l.strides, sizeof(int64_t) * (size_t)l.rank) == 0)))
            return o->reg;
    }
    l.reg = new_reg(b, l.elem);
    b->regs.v[l.reg].constant_like = l.mode == LOAD_SCALAR || l.mode == LOAD_CONST;
    vec_push(&b->loads, l);
    return l.reg;
}

int tile_load_full(TileBuilder *b, int input, ElemType e)
{
    return add_load(b, (TileLoad){ .mode = LOAD_FULL, .input = input, .elem = e });
}

int tile_load_scalar(TileBuilder *b, int input, ElemType e)
{
    return add_load(b, (TileLoad){ .mode = LOAD_SCALAR, .input = input, .elem = e });
}

int tile_load_strided(TileBuilder *b, int input, ElemType e, const TileView *v)
{
    bool one = true; /* the same element everywhere */
    for (int i = 0; i < v->rank; i++)
        one = one && (v->strides[i] == 0 || v->dims[i] == 1);
    if (one)
        return add_load(b, (TileLoad){ .mode = LOAD_SCALAR, .input = input, .elem = e, .offset = v->offset });
    return add_load(b, (TileLoad){ .mode = LOAD_STRIDED, .input = input, .elem = e, .rank = v->rank, .offset = v->offset,
                                   .dims = arena_dup_array(b->arena, v->dims, v->rank),
                                   .strides = arena_dup_array(b->arena, v->strides, v->rank) });
}

static TileKernel round_of(ElemType e)
{
    return elem_is_ctype(e) ? 0 : tile_kernel(&tile_table()->round[e]);
}

static int add_step(TileBuilder *b, TileDraft s, ElemType result)
{
    s.d = new_reg(b, result);
    vec_push(&b->steps, s);
    return s.d;
}

static int add_round(TileBuilder *b, int reg, ElemType e)
{
    TileKernel kernel = round_of(e);
    if (!kernel)
        return reg;
    return add_step(b, (TileDraft){ .kernel = kernel, .code = N_OPCODES, .a = reg, .b = -1, .c = -1, .sense = { MEANS_ROUND, .ct = CT_f32 } }, e);
}

int tile_load_iota(TileBuilder *b, ElemType e, int64_t size, int64_t inner)
{
    int reg = add_load(b, (TileLoad){ .mode = LOAD_IOTA, .input = -1, .elem = e, .iota_size = size, .iota_inner = inner });
    return add_round(b, reg, e);
}

int tile_load_const(TileBuilder *b, ElemType e, const void *value)
{
    TileLoad l = { .mode = LOAD_CONST, .input = -1, .elem = e };
    if (elem_is_ctype(e))
        memcpy(l.value, value, (size_t)elem_info[e].bytes);
    else
        tile_table()->load[e](l.value, value, NULL, NULL, 1);
    return add_load(b, l);
}

/* ---- ops ------------------------------------------------------------------------------------------- */

static TileKernel unary_or_binary(OpCode code, CType ct)
{
    return tile_kernel(&tile_table()->op[code][ct]);
}

static TileDraft conversion(CType from, CType to, int arg)
{
    return (TileDraft){ .kernel = tile_kernel(&tile_table()->convert[from][to]), .code = N_OPCODES, .a = arg, .b = -1, .c = -1,
                        .sense = { MEANS_CONVERT, .ct = from, .to = to } };
}

/* Integers that use only a part of their byte. */
static bool is_narrow_int(ElemType e)
{
    return elem_is_int(e) && elem_info[e].bits < 8;
}

/* A step that can read either of its two operands as a single element, if there is such a kernel. */
static int apply_two(TileBuilder *b, OpCode code, ElemType e, int x, int y)
{
    const TileTable *tab = tile_table();
    CType ct = ctype_of(e);
    TileKernel kernel = unary_or_binary(code, ct);
    if (!kernel)
        return -1;
    TileDraft s = { .kernel = kernel, .code = N_OPCODES, .a = x, .b = y, .c = -1, .sense = { MEANS_OP, .op = code, .ct = ct } };
    s.kernel_vs = tile_kernel(&tab->op_vs[code][ct]);
    s.kernel_sv = tile_kernel(&tab->op_sv[code][ct]);
    if (e == ELEM_f32 && (code == OP_add || code == OP_subtract || code == OP_multiply))
        s.code = code;
    s.shifts = ct == CT_u32 ? tile_kernel(&tab->shift_or_u32) : ct == CT_u64 ? tile_kernel(&tab->shift_or_u64) : 0;
    s.bits = code;
    return add_step(b, s, e);
}

/* Of a result of the loops for bytes, the bits that the narrow type has: shifted up and down again. */
static int add_wrap(TileBuilder *b, int reg, ElemType e)
{
    bool is_signed = elem_info[e].cls == CLASS_SIGNED;
    const uint8_t unused = (uint8_t)(8 - elem_info[e].bits);
    int by = tile_load_const(b, is_signed ? ELEM_s8 : ELEM_u8, &unused);
    int up = apply_two(b, OP_shift_left, e, reg, by);
    return up < 0 ? -1 : apply_two(b, is_signed ? OP_shift_right_arithmetic : OP_shift_right_logical, e, up, by);
}

/* The same, ending at the narrow type's limits, as conversions of floats do. */
static int add_limits(TileBuilder *b, int reg, ElemType e)
{
    bool is_signed = elem_info[e].cls == CLASS_SIGNED;
    int bits = elem_info[e].bits;
    const int8_t low = (int8_t)(is_signed ? -(1 << (bits - 1)) : 0), high = (int8_t)((1 << (bits - is_signed)) - 1);
    int least = apply_two(b, OP_maximum, e, reg, tile_load_const(b, is_signed ? ELEM_s8 : ELEM_u8, &low));
    return least < 0 ? -1 : apply_two(b, OP_minimum, e, least, tile_load_const(b, is_signed ? ELEM_s8 : ELEM_u8, &high));
}

/* Ops whose result for a narrow type is that for bytes, wrapped. */
static bool wraps(OpCode code)
{
    return code == OP_add || code == OP_subtract || code == OP_multiply || code == OP_negate || code == OP_abs || code == OP_and || code == OP_or ||
           code == OP_xor || code == OP_not;
}

static int apply_convert(TileBuilder *b, ElemType from, ElemType to, int arg)
{
    const TileTable *tab = tile_table();
    CType cf = ctype_of(from), ct = ctype_of(to);
    if (from == to)
        return arg;
    if (round_of(to) && ct == CT_f32 && cf != CT_f32) {
        /* One rounding only: through f64 (exact for up to 53 bits) and f32 rounded to odd. */
        int wide = arg;
        if (elem_is_int(from) && elem_info[from].bits <= 24) { /* exact in f32 */
            wide = add_step(b, conversion(cf, CT_f32, arg), ELEM_f32);
            return add_round(b, wide, to);
        }
        if (cf != CT_f64)
            wide = add_step(b, conversion(cf, CT_f64, arg), ELEM_f64);
        int odd = add_step(b, (TileDraft){ .kernel = tile_kernel(&tab->f64_to_f32_odd), .code = N_OPCODES, .a = wide, .b = -1, .c = -1 }, ELEM_f32);
        return add_round(b, odd, to);
    }
    int r = arg;
    if (cf != ct || elem_info[to].bits < elem_info[to].bytes * 8)
        r = add_step(b, conversion(cf, ct, arg), to);
    else if (!round_of(to)) /* no conversion of bits: f32 <- bf16 */
        r = add_step(b, (TileDraft){ .kernel = tile_kernel(&tab->op[OP_copy][ct]), .code = N_OPCODES, .a = arg, .b = -1, .c = -1,
                                      .sense = { MEANS_CONVERT, .ct = ct, .to = ct } }, to);
    if (is_narrow_int(to))
        return elem_is_int(from) || from == ELEM_pred ? add_wrap(b, r, to) : add_limits(b, r, to);
    return add_round(b, r, to);
}

static CType other_sign(CType ct)
{
    switch (ct) {
    case CT_s8: return CT_u8;
    case CT_s16: return CT_u16;
    case CT_s32: return CT_u32;
    case CT_s64: return CT_u64;
    case CT_u8: return CT_s8;
    case CT_u16: return CT_s16;
    case CT_u32: return CT_s32;
    case CT_u64: return CT_s64;
    case CT_pred: case CT_f32: case CT_f64: case CT_c64: case CT_c128: return ct; /* not an integer */
    case N_CTYPES: break;
    }
    g_assert_not_reached();
}

/* The type that a comparison sees: the program may ask for the other signedness. */
static CType compared_as(const IrOp *op, CType ct)
{
    ElemClass cls = elem_info[op->operands[0]->type->elem].cls;
    bool other = (op->a.compare.kind == COMPARE_UNSIGNED && cls == CLASS_SIGNED) || (op->a.compare.kind == COMPARE_SIGNED && cls == CLASS_UNSIGNED);
    return other ? other_sign(ct) : ct;
}

static TileKernel compare_kernel(const IrOp *op, CType ct)
{
    const TileTable *tab = tile_table();
    if (op->a.compare.kind == COMPARE_TOTALORDER && (ct == CT_f32 || ct == CT_f64))
        return tile_kernel(&tab->compare_total[op->a.compare.dir][ct]);
    CType as = compared_as(op, ct);
    if (as != ct && is_narrow_int(op->operands[0]->type->elem)) /* stored wider, with the sign of their type */
        return 0;
    return tile_kernel(&tab->compare[op->a.compare.dir][as]);
}

/* Whether all numbers of f16, and so of the types of a byte, stay as they are. */
static bool keeps_precision(const IrOp *op)
{
    return op->type->elem != ELEM_f8e8m0fnu && op->a.reduce_precision.exponent_bits >= 5 && op->a.reduce_precision.mantissa_bits >= 10;
}

bool tile_can_apply(const IrOp *op)
{
    if (op->type->kind != TYPE_ARRAY || op_info[op->code].family != FAMILY_elementwise)
        return false;
    for (int i = 0; i < op->n_operands; i++)
        if (op->operands[i]->type->kind != TYPE_ARRAY)
            return false;
    ElemType e = op->operands[op->n_operands > 1 ? 1 : 0]->type->elem;
    CType ct = ctype_of(e);
    bool stays = op->code == OP_copy || op->code == OP_select || op->code == OP_compare || op->code == OP_convert ||
                 op->code == OP_clamp || op->code == OP_maximum || op->code == OP_minimum;
    if (!stays && !wraps(op->code) && (is_narrow_int(e) || is_narrow_int(op->type->elem)))
        return false;
    switch (op->code) { /* ops for which tile_apply does not use a function of the tables */
    case OP_convert:
        return tile_table()->convert[ctype_of(op->operands[0]->type->elem)][ctype_of(op->type->elem)] != NULL;
    case OP_copy:
    case OP_select:
        return true;
    case OP_clamp:
        return unary_or_binary(OP_maximum, ct) != 0;
    case OP_compare:
        return compare_kernel(op, ct) != 0;
    case OP_reduce_precision: /* the loops round at places of f32 or f64, where small numbers of f16 and bytes have no bits */
        return e == ELEM_f32 || e == ELEM_f64 || e == ELEM_bf16 || keeps_precision(op);
    default: /* all others have a function in the tables, or there is no kernel: tests/unit/exec/test_rows.c names those */
        return unary_or_binary(op->code, ctype_of(op->operands[0]->type->elem)) != 0;
    }
}

int tile_apply(TileBuilder *b, const IrOp *op, const int *args)
{
    ElemType e = op->type->elem, from = b->regs.v[args[0]].elem;
    CType cf = ctype_of(from);
    switch (op->code) {
    case OP_copy:
        return args[0];
    case OP_convert:
        return apply_convert(b, from, e, args[0]);
    case OP_select:
        return add_step(b, (TileDraft){ .kernel = tile_kernel(&tile_table()->select[ctype_bytes[ctype_of(e)]]), .code = N_OPCODES,
                                    .a = args[0], .b = args[1], .c = args[2], .sense = { MEANS_SELECT, .ct = ctype_of(e) } }, e);
    case OP_clamp: {
        int low = apply_two(b, OP_maximum, e, args[1], args[0]);
        return low < 0 ? -1 : apply_two(b, OP_minimum, e, low, args[2]);
    }
    case OP_compare: {
        TileKernel kernel = compare_kernel(op, cf);
        TileSense sense = { op->a.compare.kind == COMPARE_TOTALORDER ? MEANS_OTHER : MEANS_COMPARE, .ct = compared_as(op, cf), .dir = op->a.compare.dir };
        return kernel ? add_step(b, (TileDraft){ .kernel = kernel, .code = N_OPCODES, .a = args[0], .b = args[1], .c = -1, .sense = sense }, ELEM_pred) : -1;
    }
    case OP_reduce_precision: {
        if (e != ELEM_f32 && e != ELEM_f64 && e != ELEM_bf16)
            return args[0];
        int *bits = arena_array(b->arena, int, 2);
        bits[0] = op->a.reduce_precision.exponent_bits;
        bits[1] = op->a.reduce_precision.mantissa_bits;
        const TileFn *kernel = cf == CT_f64 ? &tile_table()->reduce_precision_f64 : &tile_table()->reduce_precision;
        return add_round(b, add_step(b, (TileDraft){ .kernel = tile_kernel(kernel), .code = N_OPCODES, .a = args[0], .b = -1, .c = -1, .imm = bits }, e), e);
    }
    default: /* a function of the tables, below */
        break;
    }
    int r;
    if (op->code == OP_complex) {
        r = add_step(b, (TileDraft){ .kernel = tile_kernel(&tile_table()->op[OP_complex][cf]), .code = N_OPCODES, .a = args[0], .b = args[1], .c = -1 }, e);
    } else if (op->n_operands == 2) {
        r = apply_two(b, op->code, e, args[0], args[1]);
    } else {
        TileKernel kernel = unary_or_binary(op->code, cf);
        if (!kernel)
            return -1;
        r = add_step(b, (TileDraft){ .kernel = kernel, .code = N_OPCODES, .a = args[0], .b = -1, .c = -1, .sense = { MEANS_OP, .op = op->code, .ct = cf } }, e);
    }
    if (r >= 0 && is_narrow_int(e) && wraps(op->code))
        return add_wrap(b, r, e);
    return r < 0 || (op_info[op->code].traits & EXACT) ? r : add_round(b, r, e);
}

void tile_store(TileBuilder *b, int reg, int output, ElemType e)
{
    vec_push(&b->stores, ((TileStore){ .reg = reg, .output = output, .elem = e }));
}

void tile_keep(TileBuilder *b, int reg)
{
    b->regs.v[reg].keep = true;
}

/* ---- computations ------------------------------------------------------------------------------------- */

static int reg_of(TileBuilder *b, const IrOp *op, int *regs, int depth, GError **error);

static int reg_of_op(TileBuilder *b, const IrOp *op, int *regs, int depth, GError **error)
{
    switch (op->code) {
    case OP_parameter:
        return tile_load_full(b, (int)op->a.parameter.number, op->type->elem);
    case OP_constant:
        if (op->a.literal->data)
            return tile_load_const(b, op->type->elem, op->a.literal->data);
        break;
    case OP_reshape:
    case OP_bitcast:
    case OP_broadcast:
    case OP_opt_barrier:
        return reg_of(b, op->operands[0], regs, depth, error);
    default: /* element-wise ops; any other is an error */
        if (tile_can_apply(op)) {
            int args[3] = { -1, -1, -1 };
            for (int i = 0; i < op->n_operands; i++)
                if ((args[i] = reg_of(b, op->operands[i], regs, depth, error)) < 0)
                    return -1;
            int r = tile_apply(b, op, args);
            if (r >= 0)
                return r;
        }
        break;
    }
    diag(error, SHARD_ERROR_UNSUPPORTED, OP_AT(op), NULL, "a computation called per element cannot contain %s of %d elements",
         op_info[op->code].id, (int)op->type->n_elems);
    return -1;
}

static int reg_of(TileBuilder *b, const IrOp *op, int *regs, int depth, GError **error)
{
    if (regs[op->pos] >= 0)
        return regs[op->pos];
    if (op->type->kind != TYPE_ARRAY || op->type->n_elems != 1 || depth > 5000 || tile_builder_n_regs(b) > 4000) {
        diag(error, SHARD_ERROR_UNSUPPORTED, OP_AT(op), NULL, "a computation called per element must work on scalars");
        return -1;
    }
    return regs[op->pos] = reg_of_op(b, op, regs, depth + 1, error);
}

TileProg *tile_prog_of_comp(Arena *arena, const IrComp *c, GError **error)
{
    TileBuilder *b = tile_builder_new(arena);
    int *regs = g_new(int, c->n_ops + 1);
    for (int i = 0; i < c->n_ops; i++)
        regs[i] = -1;
    TileProg *p = NULL;
    bool ok = true;
    /* Every parameter is an input, read or not. */
    int n = c->root->code == OP_tuple ? c->root->n_operands : 1;
    for (int i = 0; ok && i < n; i++) {
        const IrOp *leaf = c->root->code == OP_tuple ? c->root->operands[i] : c->root;
        int r = reg_of(b, leaf, regs, 0, error);
        ok = r >= 0;
        if (ok)
            tile_store(b, r, i, leaf->type->elem);
    }
    if (ok && b->regs.n > TILE_MAX_REGS)
        ok = diag(error, SHARD_ERROR_LIMIT, &c->at, NULL, "computation %s has more than %d values", c->name, TILE_MAX_REGS);
    if (ok)
        p = tile_builder_finish(b);
    g_free(regs);
    tile_builder_free(b);
    return p;
}
