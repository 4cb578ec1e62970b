/* Completes a tile program under construction: values that are equal for all elements are computed once, pairs of ops are merged
 * into one pass, scratch tiles are reused after their last use, and results are computed directly in memory where
 * nothing prevents it. */
#include "runtime/compute/tile_code.h"
#include "runtime/compute/tile_impl.h"

#include <string.h>

static TileKernel pair_kernel(OpCode first, OpCode second, bool first_is_left)
{
    const TileTable *tab = tile_table();
    if (first == OP_multiply && second == OP_add)
        return tile_kernel(&tab->mul_add);
    if (first == OP_multiply && second == OP_subtract && first_is_left)
        return tile_kernel(&tab->mul_sub);
    if (first == OP_multiply && second == OP_multiply)
        return tile_kernel(&tab->mul_mul);
    if (first == OP_add && second == OP_multiply)
        return tile_kernel(&tab->add_mul);
    if (first == OP_subtract && second == OP_multiply)
        return tile_kernel(&tab->sub_mul);
    if (first == OP_add && second == OP_add)
        return tile_kernel(&tab->add_add);
    return 0;
}

static bool is_one(const TileBuilder *b, int reg)
{
    return reg >= 0 && b->regs.v[reg].constant_like;
}

/* (x . y) . z of whole tiles in one pass, where the inner result has no other reader. */
static void pair_steps(TileBuilder *b, const int *n_uses, const int *def)
{
    for (int i = 0; i < b->steps.n; i++) {
        TileDraft *s = &b->steps.v[i];
        if (s->code == N_OPCODES || is_one(b, s->a) || is_one(b, s->b))
            continue;
        for (int side = 0; side < 2; side++) {
            int inner = side ? s->b : s->a, other = side ? s->a : s->b;
            if (def[inner] < 0 || n_uses[inner] != 1 || b->regs.v[inner].keep || inner == other)
                continue;
            TileDraft *t = &b->steps.v[def[inner]];
            if (t->dead || t->code == N_OPCODES || is_one(b, t->a) || is_one(b, t->b))
                continue;
            TileKernel kernel = pair_kernel(t->code, s->code, side == 0);
            if (!kernel)
                continue;
            t->dead = true;
            *s = (TileDraft){ .kernel = kernel, .code = N_OPCODES, .d = s->d, .a = t->a, .b = t->b, .c = other,
                              .sense = { MEANS_PAIR, .op = t->sense.op, .second = s->sense.op, .ct = CT_f32 } };
            break;
        }
    }
}

/* Marks values computed from scalars and constants only as scalars. */
static void mark_once(TileBuilder *b)
{
    for (int i = 0; i < b->steps.n; i++) {
        TileDraft *s = &b->steps.v[i];
        s->once = is_one(b, s->a) && (s->b < 0 || is_one(b, s->b)) && (s->c < 0 || is_one(b, s->c));
        b->regs.v[s->d].constant_like = s->once;
    }
}

/* x << l | x >> r with l and r the same for all elements, as rotations are written, becomes one pass. */
static void join_shifts(TileBuilder *b, const int *n_uses, const int *def)
{
    for (int i = 0; i < b->steps.n; i++) {
        TileDraft *s = &b->steps.v[i], *of[2] = { NULL, NULL };
        if (!s->shifts || s->bits != OP_or || s->once)
            continue;
        int args[] = { s->a, s->b };
        for (int k = 0; k < 2; k++) {
            TileDraft *t = def[args[k]] < 0 ? NULL : &b->steps.v[def[args[k]]];
            bool taken = t && t->shifts && !t->dead && !t->once && n_uses[args[k]] == 1 && !b->regs.v[args[k]].keep && is_one(b, t->b) && t->c < 0;
            if (taken && (t->bits == OP_shift_left || t->bits == OP_shift_right_logical))
                of[t->bits == OP_shift_right_logical] = t;
        }
        if (!of[0] || !of[1] || of[0]->a != of[1]->a)
            continue;
        of[0]->dead = of[1]->dead = true;
        *s = (TileDraft){ .kernel = s->shifts, .code = N_OPCODES, .d = s->d, .a = of[0]->a, .b = of[0]->b, .c = of[1]->b, .takes_ones = true,
                          .sense = { MEANS_SHIFTS, .ct = s->sense.ct } };
    }
}

/* The constant in a register of u64. */
static bool is_constant(const TileBuilder *b, int reg, uint64_t *v)
{
    for (int i = 0; reg >= 0 && i < b->loads.n; i++)
        if (b->loads.v[i].reg == reg && b->loads.v[i].mode == LOAD_CONST && b->loads.v[i].elem == ELEM_u64) {
            memcpy(v, b->loads.v[i].value, sizeof *v);
            return true;
        }
    return false;
}

/* The step that computes a value with a single reader; NULL if there are several. */
static TileDraft *only_for(TileBuilder *b, const int *n_uses, const int *def, int reg)
{
    TileDraft *t = reg < 0 || def[reg] < 0 ? NULL : &b->steps.v[def[reg]];
    return t && !t->dead && !t->once && n_uses[reg] == 1 && !b->regs.v[reg].keep ? t : NULL;
}

/* u32(u64(x) . constant >> 32), which random generators use, becomes one pass over u32. */
static void join_high_products(TileBuilder *b, const int *n_uses, const int *def)
{
    const TileTable *tab = tile_table();
    for (int i = 0; i < b->steps.n; i++) {
        TileDraft *s = &b->steps.v[i];
        if (s->kernel != tile_kernel(&tab->convert[CT_u64][CT_u32]) || s->once || b->regs.v[s->d].elem != ELEM_u32)
            continue;
        uint64_t by, places;
        TileDraft *shift = only_for(b, n_uses, def, s->a);
        if (!shift || shift->kernel != tile_kernel(&tab->op[OP_shift_right_logical][CT_u64]) || !is_constant(b, shift->b, &places) || places != 32)
            continue;
        TileDraft *multiply = only_for(b, n_uses, def, shift->a);
        if (!multiply || multiply->kernel != tile_kernel(&tab->op[OP_multiply][CT_u64]) || !is_constant(b, multiply->b, &by) || by > UINT32_MAX)
            continue;
        TileDraft *widen = only_for(b, n_uses, def, multiply->a);
        if (!widen || widen->kernel != tile_kernel(&tab->convert[CT_u32][CT_u64]))
            continue;
        shift->dead = multiply->dead = widen->dead = true;
        *s = (TileDraft){ .kernel = tile_kernel(&tab->high_product_u32), .code = N_OPCODES, .d = s->d, .a = widen->a, .b = multiply->b, .c = -1, .takes_ones = true,
                          .sense = { MEANS_HIGH_PRODUCT, .ct = CT_u32 } };
    }
}

/* Selects kernels that read scalars as single elements, and marks the scalars that are still needed as whole tiles. */
static void choose_scalars(TileBuilder *b, bool *fill)
{
    for (int i = 0; i < b->steps.n; i++) {
        TileDraft *s = &b->steps.v[i];
        if (s->dead || s->once || s->takes_ones)
            continue;
        bool one_a = is_one(b, s->a), one_b = is_one(b, s->b);
        if (one_b && !one_a && s->kernel_vs && s->c < 0) {
            s->kernel = s->kernel_vs;
            continue;
        }
        if (one_a && !one_b && s->kernel_sv && s->c < 0) {
            s->kernel = s->kernel_sv;
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

/* Assigns scratch tiles, which are reused after the last use; scalars and results in memory have places of their own. */
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
            last[l->reg] = p->n_steps; /* the same for all tiles */
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
        const TileDraft *s = &b->steps.v[i];
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
    join_high_products(b, n_uses, def);
    choose_scalars(b, fill);

    TileProg *p = arena_new(b->arena, TileProg);
    p->n_regs = n;
    p->elem = arena_array(b->arena, ElemType, n + 1);
    p->place = arena_array(b->arena, int16_t, n + 1);
    p->keep = arena_array(b->arena, bool, n + 1);
    p->n_loads = b->loads.n;
    p->loads = arena_dup_array(b->arena, b->loads.v, b->loads.n);
    p->n_stores = b->stores.n;
    p->stores = arena_dup_array(b->arena, b->stores.v, b->stores.n);
    p->steps = arena_array(b->arena, TileStep, b->steps.n + 1);
    int width = 1;
    for (int r = 0; r < n; r++) {
        p->elem[r] = b->regs.v[r].elem;
        p->keep[r] = b->regs.v[r].keep;
        width = MAX(width, ctype_bytes[ctype_of(p->elem[r])]);
    }
    p->once = arena_array(b->arena, TileStep, b->steps.n + 1);
    for (int i = 0; i < b->steps.n; i++) {
        const TileDraft *s = &b->steps.v[i];
        TileStep *to = s->dead ? NULL : s->once ? &p->once[p->n_once++] : &p->steps[p->n_steps++];
        if (to)
            *to = (TileStep){ .kernel = s->kernel, .d = (int16_t)s->d, .a = (int16_t)s->a, .b = (int16_t)s->b,
                                                 .c = (int16_t)s->c, .imm = s->imm, .sense = s->sense };
    }
    tile_code_order(p);
    p->tile = TILE_BYTES / width;
    assign_places(b, p, fill);
    g_free(n_uses);
    g_free(def);
    g_free(fill);
    return p;
}

/* Compiled steps may read and write such elements in memory (tile_code_narrow.c). */
static bool may_be_raw(ElemType e)
{
    return e == ELEM_bf16 || e == ELEM_f16;
}

bool tile_prog_in_place(const TileProg *p, int output, int input)
{
    int reg = -1, def = -1, n_reads = 0;
    for (int i = 0; i < p->n_stores; i++)
        if (p->stores[i].output == output)
            reg = p->stores[i].direct || may_be_raw(p->stores[i].elem) ? p->stores[i].reg : -2;
    for (int i = 0; i < p->n_steps; i++)
        if (p->steps[i].d == reg)
            def = i;
    for (int i = 0; i < p->n_loads; i++) {
        const TileLoad *l = &p->loads[i];
        if (l->input != input)
            continue;
        if (l->mode != LOAD_FULL || n_reads++)
            return false;
        /* True if its last use is not later than the step that writes the result. */
        if (p->place[l->reg] < 0 || may_be_raw(l->elem)) {
            for (int k = reg == -2 ? p->n_steps : def + 1; k < p->n_steps; k++)
                if (p->steps[k].a == l->reg || p->steps[k].b == l->reg || p->steps[k].c == l->reg)
                    return false;
            for (int k = 0; k < p->n_stores; k++)
                if (p->stores[k].reg == l->reg && p->stores[k].output != output)
                    return false;
        }
    }
    /* The step itself may convert: operand and result elements must have equal size. */
    return n_reads == 1;
}
