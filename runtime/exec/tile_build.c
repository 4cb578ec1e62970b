/* Making tile programs: one register per value while building; then pairs of f32 ops become one pass, scratch tiles
 * are handed out by last use, and results are computed straight into memory where nothing is in the way. */
#include <string.h>

#include "runtime/exec/kernels/special.h"
#include "runtime/exec/tile.h"

typedef struct Reg {
    ElemType elem;
    bool constant_like; /* a scalar or constant: stands outside the tile loop */
    bool keep;
} Reg;

/* A step before kernels are final: op_vs and op_sv are chosen when it is known what is scalar. */
typedef struct Draft {
    TileFn fn, fn_vs, fn_sv; /* fn_vs: b may be one element */
    TileFn shifts;           /* of u32 and u64: two shifts and the or of them, in one pass */
    OpCode bits;             /* where there is `shifts`: which op this is */
    OpCode code;             /* of f32 add, subtract, multiply without rounding, for pairing; else N_OPCODES */
    int d, a, b, c;
    const void *imm;
    bool dead;
    bool takes_ones; /* its scalars are read as such */
    bool once; /* of values that are the same for all elements */
} Draft;

struct TileBuilder {
    Arena *arena;
    VEC(Reg) regs;
    VEC(TileLoad) loads;
    VEC(Draft) steps;
    VEC(TileStore) stores;
};

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
    vec_push(&b->regs, ((Reg){ .elem = e }));
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

int tile_load_strided(TileBuilder *b, int input, ElemType e, int rank, const int64_t *dims, const int64_t *strides,
                      int64_t offset)
{
    bool one = true; /* the same element everywhere */
    for (int i = 0; i < rank; i++)
        one = one && (strides[i] == 0 || dims[i] == 1);
    if (one)
        return add_load(b, (TileLoad){ .mode = LOAD_SCALAR, .input = input, .elem = e, .offset = offset });
    return add_load(b, (TileLoad){ .mode = LOAD_STRIDED, .input = input, .elem = e, .rank = rank, .offset = offset,
                                   .dims = arena_dup_array(b->arena, dims, rank),
                                   .strides = arena_dup_array(b->arena, strides, rank) });
}

static TileFn round_of(ElemType e)
{
    return elem_is_ctype(e) ? NULL : tile_table()->round[e];
}

static int add_step(TileBuilder *b, Draft s, ElemType result)
{
    s.d = new_reg(b, result);
    vec_push(&b->steps, s);
    return s.d;
}

static int add_round(TileBuilder *b, int reg, ElemType e)
{
    TileFn fn = round_of(e);
    if (!fn)
        return reg;
    return add_step(b, (Draft){ .fn = fn, .code = N_OPCODES, .a = reg, .b = -1, .c = -1 }, e);
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

/* True if the result of a narrow float needs no rounding because it is one of the operands' values. */
static bool is_exact(OpCode code)
{
    switch ((int)code) {
    case OP_abs:
    case OP_negate:
    case OP_copy:
    case OP_sign:
    case OP_real:
    case OP_maximum:
    case OP_minimum:
    case OP_select:
    case OP_clamp:
    case OP_ceil:
    case OP_floor:
        return true;
    default:
        return false;
    }
}

static TileFn unary_or_binary(OpCode code, CType ct)
{
    TileFn fn = tile_table()->op[code][ct];
    return fn ? fn : special_fn(code, ct);
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
        if (cf != CT_f64)
            wide = add_step(b, (Draft){ .fn = tab->convert[cf][CT_f64], .code = N_OPCODES, .a = arg, .b = -1, .c = -1 }, ELEM_f64);
        int odd = add_step(b, (Draft){ .fn = tab->f64_to_f32_odd, .code = N_OPCODES, .a = wide, .b = -1, .c = -1 }, ELEM_f32);
        return add_round(b, odd, to);
    }
    int r = arg;
    if (cf != ct || elem_info[to].bits < elem_info[to].bytes * 8)
        r = add_step(b, (Draft){ .fn = tab->convert[cf][ct], .code = N_OPCODES, .a = arg, .b = -1, .c = -1 }, to);
    else if (!round_of(to)) /* the same bits, another name: f32 <- bf16 */
        r = add_step(b, (Draft){ .fn = tab->op[OP_copy][ct], .code = N_OPCODES, .a = arg, .b = -1, .c = -1 }, to);
    return add_round(b, r, to);
}

/* Integers that fill only a part of their byte: results that leave the part would have to be cut. */
static bool is_narrow_int(ElemType e)
{
    return elem_is_int(e) && elem_info[e].bits < 8;
}

static CType other_sign(CType ct)
{
    switch ((int)ct) {
    case CT_s8: return CT_u8;
    case CT_s16: return CT_u16;
    case CT_s32: return CT_u32;
    case CT_s64: return CT_u64;
    case CT_u8: return CT_s8;
    case CT_u16: return CT_s16;
    case CT_u32: return CT_s32;
    case CT_u64: return CT_s64;
    default: return ct; /* not an integer */
    }
}

static TileFn compare_fn(const IrOp *op, CType ct)
{
    const TileTable *tab = tile_table();
    if (op->a.compare.kind == COMPARE_TOTALORDER && (ct == CT_f32 || ct == CT_f64))
        return tab->compare_total[op->a.compare.dir][ct];
    /* The program may ask for the other signedness; narrow ones are stored wider, with the sign of their type. */
    ElemType e = op->operands[0]->type->elem;
    bool other = (op->a.compare.kind == COMPARE_UNSIGNED && elem_info[e].cls == CLASS_SIGNED) ||
                 (op->a.compare.kind == COMPARE_SIGNED && elem_info[e].cls == CLASS_UNSIGNED);
    if (other)
        return is_narrow_int(e) ? NULL : tab->compare[op->a.compare.dir][other_sign(ct)];
    return tab->compare[op->a.compare.dir][ct];
}

/* A step that takes any of its two operands as one element, where there is such a kernel. */
static int apply_two(TileBuilder *b, OpCode code, ElemType e, int x, int y)
{
    const TileTable *tab = tile_table();
    CType ct = ctype_of(e);
    TileFn fn = unary_or_binary(code, ct);
    if (!fn)
        return -1;
    Draft s = { .fn = fn, .code = N_OPCODES, .a = x, .b = y, .c = -1 };
    s.fn_vs = tab->op_vs[code][ct];
    s.fn_sv = tab->op_sv[code][ct];
    if (e == ELEM_f32 && (code == OP_add || code == OP_subtract || code == OP_multiply))
        s.code = code;
    s.shifts = ct == CT_u32 ? tab->shift_or_u32 : ct == CT_u64 ? tab->shift_or_u64 : NULL;
    s.bits = code;
    return add_step(b, s, e);
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
    if (!stays && (is_narrow_int(e) || is_narrow_int(op->type->elem)))
        return false;
    switch ((int)op->code) {
    case OP_convert:
        return tile_table()->convert[ctype_of(op->operands[0]->type->elem)][ctype_of(op->type->elem)] != NULL;
    case OP_copy:
    case OP_select:
        return true;
    case OP_clamp:
        return unary_or_binary(OP_maximum, ct) != NULL;
    case OP_compare:
        return compare_fn(op, ct) != NULL;
    case OP_reduce_precision:
        return ct == CT_f32 || ct == CT_f64;
    default:
        return unary_or_binary(op->code, ctype_of(op->operands[0]->type->elem)) != NULL;
    }
}

int tile_apply(TileBuilder *b, const IrOp *op, const int *args)
{
    ElemType e = op->type->elem, from = b->regs.v[args[0]].elem;
    CType cf = ctype_of(from);
    switch ((int)op->code) {
    case OP_copy:
        return args[0];
    case OP_convert:
        return apply_convert(b, from, e, args[0]);
    case OP_select:
        return add_step(b, (Draft){ .fn = tile_table()->select[ctype_bytes[ctype_of(e)]], .code = N_OPCODES,
                                    .a = args[0], .b = args[1], .c = args[2] }, e);
    case OP_clamp: {
        int low = apply_two(b, OP_maximum, e, args[1], args[0]);
        return low < 0 ? -1 : apply_two(b, OP_minimum, e, low, args[2]);
    }
    case OP_compare: {
        TileFn fn = compare_fn(op, cf);
        return fn ? add_step(b, (Draft){ .fn = fn, .code = N_OPCODES, .a = args[0], .b = args[1], .c = -1 }, ELEM_pred) : -1;
    }
    case OP_reduce_precision: {
        int *bits = arena_array(b->arena, int, 2);
        bits[0] = op->a.reduce_precision.exponent_bits;
        bits[1] = op->a.reduce_precision.mantissa_bits;
        TileFn fn = cf == CT_f64 ? special_reduce_precision_f64 : tile_table()->reduce_precision;
        return add_round(b, add_step(b, (Draft){ .fn = fn, .code = N_OPCODES, .a = args[0], .b = -1, .c = -1, .imm = bits }, e), e);
    }
    default:
        break;
    }
    int r;
    if (op->code == OP_complex) {
        r = add_step(b, (Draft){ .fn = tile_table()->op[OP_complex][cf], .code = N_OPCODES, .a = args[0], .b = args[1], .c = -1 }, e);
    } else if (op->n_operands == 2) {
        r = apply_two(b, op->code, e, args[0], args[1]);
    } else {
        TileFn fn = unary_or_binary(op->code, cf);
        if (!fn)
            return -1;
        r = add_step(b, (Draft){ .fn = fn, .code = N_OPCODES, .a = args[0], .b = -1, .c = -1 }, e);
    }
    return r < 0 || is_exact(op->code) ? r : add_round(b, r, e);
}

void tile_store(TileBuilder *b, int reg, int output, ElemType e)
{
    vec_push(&b->stores, ((TileStore){ .reg = reg, .output = output, .elem = e }));
}

void tile_keep(TileBuilder *b, int reg)
{
    b->regs.v[reg].keep = true;
}

/* ---- finishing --------------------------------------------------------------------------------------- */

static TileFn pair_fn(OpCode first, OpCode second, bool first_is_left)
{
    const TileTable *tab = tile_table();
    if (first == OP_multiply && second == OP_add)
        return tab->mul_add;
    if (first == OP_multiply && second == OP_subtract && first_is_left)
        return tab->mul_sub;
    if (first == OP_multiply && second == OP_multiply)
        return tab->mul_mul;
    if (first == OP_add && second == OP_multiply)
        return tab->add_mul;
    if (first == OP_subtract && second == OP_multiply)
        return tab->sub_mul;
    if (first == OP_add && second == OP_add)
        return tab->add_add;
    return NULL;
}

static bool is_one(const TileBuilder *b, int reg)
{
    return reg >= 0 && b->regs.v[reg].constant_like;
}

/* (x . y) . z of whole tiles in one pass, where the inner result has no other reader. */
static void pair_steps(TileBuilder *b, const int *n_uses, const int *def)
{
    for (int i = 0; i < b->steps.n; i++) {
        Draft *s = &b->steps.v[i];
        if (s->code == N_OPCODES || is_one(b, s->a) || is_one(b, s->b))
            continue;
        for (int side = 0; side < 2; side++) {
            int inner = side ? s->b : s->a, other = side ? s->a : s->b;
            if (def[inner] < 0 || n_uses[inner] != 1 || b->regs.v[inner].keep || inner == other)
                continue;
            Draft *t = &b->steps.v[def[inner]];
            if (t->dead || t->code == N_OPCODES || is_one(b, t->a) || is_one(b, t->b))
                continue;
            TileFn fn = pair_fn(t->code, s->code, side == 0);
            if (!fn)
                continue;
            t->dead = true;
            *s = (Draft){ .fn = fn, .code = N_OPCODES, .d = s->d, .a = t->a, .b = t->b, .c = other };
            break;
        }
    }
}

/* What is made of scalars and constants alone is a scalar too. */
static void mark_once(TileBuilder *b)
{
    for (int i = 0; i < b->steps.n; i++) {
        Draft *s = &b->steps.v[i];
        s->once = is_one(b, s->a) && (s->b < 0 || is_one(b, s->b)) && (s->c < 0 || is_one(b, s->c));
        b->regs.v[s->d].constant_like = s->once;
    }
}

/* x << l | x >> r with l and r the same for all elements, as rotations are written, becomes one pass. */
static void join_shifts(TileBuilder *b, const int *n_uses, const int *def)
{
    for (int i = 0; i < b->steps.n; i++) {
        Draft *s = &b->steps.v[i], *of[2] = { NULL, NULL };
        if (!s->shifts || s->bits != OP_or || s->once)
            continue;
        int args[] = { s->a, s->b };
        for (int k = 0; k < 2; k++) {
            Draft *t = def[args[k]] < 0 ? NULL : &b->steps.v[def[args[k]]];
            bool taken = t && t->shifts && !t->dead && !t->once && n_uses[args[k]] == 1 && !b->regs.v[args[k]].keep && is_one(b, t->b) && t->c < 0;
            if (taken && (t->bits == OP_shift_left || t->bits == OP_shift_right_logical))
                of[t->bits == OP_shift_right_logical] = t;
        }
        if (!of[0] || !of[1] || of[0]->a != of[1]->a)
            continue;
        of[0]->dead = of[1]->dead = true;
        *s = (Draft){ .fn = s->shifts, .code = N_OPCODES, .d = s->d, .a = of[0]->a, .b = of[0]->b, .c = of[1]->b, .takes_ones = true };
    }
}

/* Marks what whole tiles of scalars are needed and picks the kernels that need none. */
static void choose_scalars(TileBuilder *b, bool *fill)
{
    for (int i = 0; i < b->steps.n; i++) {
        Draft *s = &b->steps.v[i];
        if (s->dead || s->once || s->takes_ones)
            continue;
        bool one_a = is_one(b, s->a), one_b = is_one(b, s->b);
        if (one_b && !one_a && s->fn_vs && s->c < 0) {
            s->fn = s->fn_vs;
            continue;
        }
        if (one_a && !one_b && s->fn_sv && s->c < 0) {
            s->fn = s->fn_sv;
            continue;
        }
        int args[] = { s->a, s->b, s->c };
        for (int k = 0; k < 3; k++)
            if (is_one(b, args[k]))
                fill[args[k]] = true;
    }
    for (int i = 0; i < b->stores.n; i++)
        if (is_one(b, b->stores.v[i].reg))
            fill[b->stores.v[i].reg] = true;
    for (int r = 0; r < b->regs.n; r++)
        if (b->regs.v[r].keep && is_one(b, r))
            fill[r] = true;
}

/* Scratch tiles by last use; scalars and results in memory have their own places. */
static void assign_places(TileBuilder *b, TileProg *p, const bool *fill)
{
    int n = p->n_regs, *last = g_new(int, n + 1);
    bool *direct = g_new0(bool, n + 1);
    VEC(int) free_places = { 0 };
    for (int r = 0; r < n; r++) {
        last[r] = -1;
        p->place[r] = -1;
    }
    for (int i = 0; i < p->n_steps; i++) {
        int args[] = { p->steps[i].a, p->steps[i].b, p->steps[i].c };
        for (int k = 0; k < 3; k++)
            if (args[k] >= 0)
                last[args[k]] = i;
    }
    for (int i = 0; i < p->n_stores; i++) {
        TileStore *s = &p->stores[i];
        bool is_step = false;
        for (int k = 0; k < p->n_steps; k++)
            is_step |= p->steps[k].d == s->reg;
        s->direct = is_step && elem_is_ctype(s->elem) && !direct[s->reg];
        direct[s->reg] |= s->direct;
        last[s->reg] = p->n_steps;
    }
    for (int r = 0; r < n; r++)
        if (b->regs.v[r].keep)
            last[r] = p->n_steps;
    for (int i = 0; i < p->n_loads; i++) {
        TileLoad *l = &p->loads[i];
        bool one = l->mode == LOAD_SCALAR || l->mode == LOAD_CONST;
        if (one ? fill[l->reg] : l->mode != LOAD_FULL || !elem_is_ctype(l->elem))
            p->place[l->reg] = (int16_t)p->n_places++;
        if (one)
            last[l->reg] = p->n_steps; /* stands for all tiles */
    }
    for (int i = 0; i < p->n_once; i++) {
        int r = p->once[i].d;
        if (fill[r])
            p->place[r] = (int16_t)p->n_places++;
        last[r] = p->n_steps;
    }
    for (int i = 0; i < p->n_steps; i++) {
        TileStep *s = &p->steps[i];
        int args[] = { s->a, s->b, s->c };
        if (!direct[s->d]) {
            if (free_places.n)
                p->place[s->d] = (int16_t)free_places.v[--free_places.n];
            else
                p->place[s->d] = (int16_t)p->n_places++;
        }
        for (int k = 0; k < 3; k++) {
            int r = args[k];
            if (r >= 0 && last[r] == i && p->place[r] >= 0) {
                vec_push(&free_places, p->place[r]);
                last[r] = -1; /* once */
            }
        }
        if (last[s->d] < 0 && p->place[s->d] >= 0)
            vec_push(&free_places, p->place[s->d]);
    }
    vec_clear(&free_places);
    g_free(last);
    g_free(direct);
}

TileProg *tile_builder_finish(TileBuilder *b)
{
    int n = b->regs.n, *n_uses = g_new0(int, n + 1), *def = g_new(int, n + 1);
    bool *fill = g_new0(bool, n + 1);
    for (int r = 0; r < n; r++)
        def[r] = -1;
    for (int i = 0; i < b->steps.n; i++) {
        const Draft *s = &b->steps.v[i];
        def[s->d] = i;
        int args[] = { s->a, s->b, s->c };
        for (int k = 0; k < 3; k++)
            if (args[k] >= 0)
                n_uses[args[k]]++;
    }
    for (int i = 0; i < b->stores.n; i++)
        n_uses[b->stores.v[i].reg]++;
    mark_once(b);
    pair_steps(b, n_uses, def);
    join_shifts(b, n_uses, def);
    choose_scalars(b, fill);

    TileProg *p = arena_new(b->arena, TileProg);
    p->n_regs = n;
    p->elem = arena_array(b->arena, ElemType, n + 1);
    p->place = arena_array(b->arena, int16_t, n + 1);
    p->n_loads = b->loads.n;
    p->loads = arena_dup_array(b->arena, b->loads.v, b->loads.n);
    p->n_stores = b->stores.n;
    p->stores = arena_dup_array(b->arena, b->stores.v, b->stores.n);
    p->steps = arena_array(b->arena, TileStep, b->steps.n + 1);
    int width = 1;
    for (int r = 0; r < n; r++) {
        p->elem[r] = b->regs.v[r].elem;
        width = MAX(width, ctype_bytes[ctype_of(p->elem[r])]);
    }
    p->once = arena_array(b->arena, TileStep, b->steps.n + 1);
    for (int i = 0; i < b->steps.n; i++) {
        const Draft *s = &b->steps.v[i];
        TileStep *to = s->dead ? NULL : s->once ? &p->once[p->n_once++] : &p->steps[p->n_steps++];
        if (to)
            *to = (TileStep){ .fn = s->fn, .d = (int16_t)s->d, .a = (int16_t)s->a, .b = (int16_t)s->b,
                                                 .c = (int16_t)s->c, .imm = s->imm };
    }
    p->tile = TILE_BYTES / MAX(width, 4);
    assign_places(b, p, fill);
    g_free(n_uses);
    g_free(def);
    g_free(fill);
    return p;
}

bool tile_prog_in_place(const TileProg *p, int output, int input)
{
    int reg = -1, def = -1, n_reads = 0;
    for (int i = 0; i < p->n_stores; i++)
        if (p->stores[i].output == output)
            reg = p->stores[i].direct ? p->stores[i].reg : -2;
    for (int i = 0; i < p->n_steps; i++)
        if (p->steps[i].d == reg)
            def = i;
    for (int i = 0; i < p->n_loads; i++) {
        const TileLoad *l = &p->loads[i];
        if (l->input != input)
            continue;
        if (l->mode != LOAD_FULL || n_reads++)
            return false;
        /* Read for the last time by the step that writes the result, at the latest. */
        if (p->place[l->reg] < 0) {
            for (int k = reg == -2 ? p->n_steps : def + 1; k < p->n_steps; k++)
                if (p->steps[k].a == l->reg || p->steps[k].b == l->reg || p->steps[k].c == l->reg)
                    return false;
            for (int k = 0; k < p->n_stores; k++)
                if (p->stores[k].reg == l->reg && p->stores[k].output != output)
                    return false;
        }
    }
    /* The step itself may widen: operand and result elements must have equal size. */
    return n_reads == 1;
}

/* ---- computations ------------------------------------------------------------------------------------- */

static int reg_of(TileBuilder *b, const IrOp *op, int *regs, int depth, GError **error);

static int reg_of_op(TileBuilder *b, const IrOp *op, int *regs, int depth, GError **error)
{
    switch ((int)op->code) {
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
    default:
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
    diag(error, SHARD_ERROR_UNSUPPORTED, &op->at, NULL, "a computation called per element cannot contain %s of %d elements",
         op_info[op->code].id, (int)op->type->n_elems);
    return -1;
}

static int reg_of(TileBuilder *b, const IrOp *op, int *regs, int depth, GError **error)
{
    if (regs[op->pos] >= 0)
        return regs[op->pos];
    if (op->type->kind != TYPE_ARRAY || op->type->n_elems != 1 || depth > 5000 || tile_builder_n_regs(b) > 4000) {
        diag(error, SHARD_ERROR_UNSUPPORTED, &op->at, NULL, "a computation called per element must work on scalars");
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
