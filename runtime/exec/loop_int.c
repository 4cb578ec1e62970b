/* Integer scalars within a loop: their element-wise groups, copies and moves as steps over values, which loop_int_emit.c gives registers. */
#include "runtime/exec/loop_impl.h"

#include <string.h>

/* ---- what can be done --------------------------------------------------------------------------------------------- */

static bool is_int_ctype(CType ct)
{
    return ct != CT_f32 && ct != CT_f64 && ct != CT_c64 && ct != CT_c128;
}

static bool is_int_elem(ElemType e)
{
    return elem_is_ctype(e) && is_int_ctype(ctype_of(e));
}

bool loop_is_int(const Type *t)
{
    return t && t->kind == TYPE_ARRAY && t->n_elems == 1 && is_int_elem(t->elem);
}

static bool is_signed(CType ct)
{
    return ct == CT_s8 || ct == CT_s16 || ct == CT_s32 || ct == CT_s64;
}

static const TileLoad *load_of(const TileProg *p, int reg)
{
    for (int i = 0; i < p->n_loads; i++)
        if (p->loads[i].reg == reg)
            return &p->loads[i];
    return NULL;
}

static int64_t number_at(const void *bytes, CType ct)
{
    int64_t v = 0;
    int n = ctype_bytes[ct];
    memcpy(&v, bytes, (size_t)n);
    return is_signed(ct) && n < 8 ? (int64_t)((uint64_t)v << (64 - 8 * n)) >> (64 - 8 * n) : v;
}

/* True if the register is a constant, which is put into *v. */
static bool is_constant(const TileProg *p, int reg, int64_t *v)
{
    const TileLoad *x = reg < 0 ? NULL : load_of(p, reg);
    if (!x || x->mode != LOAD_CONST)
        return false;
    *v = number_at(x->value, ctype_of(p->elem[reg]));
    return true;
}

static bool can_op(const TileProg *p, OpCode op, CType ct, int y)
{
    int64_t v = 0;
    switch (op) {
    case OP_add: case OP_subtract: case OP_multiply: case OP_and: case OP_or: case OP_xor: case OP_maximum: case OP_minimum: case OP_not:
        return true;
    case OP_abs: case OP_negate: case OP_sign:
        return ct != CT_pred;
    case OP_shift_left: case OP_shift_right_logical: case OP_shift_right_arithmetic:
        return ct != CT_pred && is_constant(p, y, &v) && v >= 0;
    case OP_divide: case OP_remainder:
        return ct != CT_pred && is_constant(p, y, &v) && v != 0 && v != -1;
    default: /* others are calls */
        return false;
    }
}

static bool can_step(const TileProg *p, const TileStep *s)
{
    const TileSense *m = &s->sense;
    if (s->imm || s->run || !is_int_ctype(m->ct))
        return false;
    switch (m->what) {
    case MEANS_OP: return can_op(p, m->op, m->ct, s->b);
    case MEANS_COMPARE: case MEANS_SELECT: return true;
    case MEANS_CONVERT: return is_int_ctype(m->to);
    case MEANS_PAIR: return can_op(p, m->op, m->ct, s->b) && can_op(p, m->second, m->ct, s->c);
    case MEANS_OTHER: case MEANS_ROUND: case MEANS_SHIFTS: case MEANS_HIGH_PRODUCT: return false;
    }
    return false;
}

bool loop_int_can_group(const LoopBuild *l, const Instr *in)
{
    const FusedCode *f = in->fused;
    const TileProg *p = f->prog;
    if (f->n_elems != 1 || f->reduce || l->n_regs > 29000)
        return false;
    for (int r = 0; r < p->n_regs; r++)
        if (!is_int_elem(p->elem[r]))
            return false;
    for (int i = 0; i < p->n_loads; i++) {
        const TileLoad *x = &p->loads[i];
        const Type *t = x->mode == LOAD_CONST || x->mode == LOAD_IOTA ? NULL : loop_slot_type(l, in->in[x->input]);
        if (x->elem != p->elem[x->reg] || (t && (t->kind != TYPE_ARRAY || t->elem != x->elem || type_bytes(t) > INT32_MAX)))
            return false;
    }
    for (int i = 0; i < p->n_stores; i++)
        if (!loop_is_int(loop_slot_type(l, in->out[p->stores[i].output])) || p->stores[i].elem != p->elem[p->stores[i].reg])
            return false;
    for (int i = 0; i < p->n_once + p->n_steps; i++)
        if (!can_step(p, i < p->n_once ? &p->once[i] : &p->steps[i - p->n_once]))
            return false;
    return true;
}

/* ---- slots -------------------------------------------------------------------------------------------------------- */

static int result_of(const LoopBuild *l, int root, int64_t elem)
{
    for (int i = l->ints.results.n; i-- > 0;)
        if (loop_root(l, l->ints.results.v[i].slot) == root && l->ints.results.v[i].elem == elem)
            return i;
    return -1;
}

int loop_int_read(LoopBuild *l, int slot, int64_t elem)
{
    int root = loop_root(l, slot), at = result_of(l, root, elem);
    const Type *t = loop_slot_type(l, slot);
    const Slot *s = &l->p->slots[slot];
    int bytes = elem_info[t->elem].bytes;
    if (at >= 0)
        return l->ints.results.v[at].value;
    if (loop_is_pending(l, slot))
        loop_close(l);
    if (s->constant && s->literal)
        return loop_int_constant(l, number_at((const char *)s->literal->data + elem * bytes, ctype_of(t->elem)));
    if (l->gpr[root] >= 0)
        return loop_int_home(l, (Gpr)l->gpr[root], ctype_of(t->elem));
    VecHome from = loop_home(l, slot);
    *(from.pointer ? &from.offset : &from.at) += (int32_t)(elem * bytes);
    IntStep load = { .op = INT_LOAD, .wide = bytes == 8, .sign = elem_info[t->elem].cls == CLASS_SIGNED, .a = -1, .b = -1, .c = -1, .e = -1, .n = bytes, .from = from };
    return loop_int_step(l, &load, ctype_of(t->elem));
}

void loop_int_assign(LoopBuild *l, int slot, int elem, int value)
{
    int root = loop_root(l, slot);
    for (int i = 0; i < l->ints.results.n; i++) { /* of the same place, or of a register whose other value nobody needs any more */
        int other = loop_root(l, l->ints.results.v[i].slot);
        if ((other == root && l->ints.results.v[i].elem == elem) || (l->gpr[root] >= 0 && l->gpr[other] == l->gpr[root])) {
            memmove(l->ints.results.v + i, l->ints.results.v + i + 1, sizeof(IntResult) * (size_t)(l->ints.results.n - i - 1));
            l->ints.results.n--;
            i--;
        }
    }
    l->in_frame[root] = false;
    vec_push(&l->ints.results, ((IntResult){ slot, elem, value }));
}

void loop_int_before_write(LoopBuild *l, int slot)
{
    bool in_frame = loop_gpr(l, slot) < 0;
    if (loop_is_pending(l, slot) || (in_frame && loop_is_met(l, slot)) || (l->use[slot].reg >= 0 && l->seg.open && l->vec.of_reg[l->use[slot].reg] >= 0))
        loop_close(l);
}

/* ---- groups ------------------------------------------------------------------------------------------------------- */

static int do_step(LoopBuild *l, const TileStep *s, const int *reg)
{
    const TileSense *m = &s->sense;
    int x = reg[s->a], y = s->b < 0 ? -1 : reg[s->b], z = s->c < 0 ? -1 : reg[s->c];
    switch (m->what) {
    case MEANS_OP: return loop_int_apply(l, m->op, m->ct, (int[]){ x, y });
    case MEANS_COMPARE: return loop_int_compare(l, m->dir, m->ct, (int[]){ x, y });
    case MEANS_SELECT: return loop_int_select(l, m->ct, (int[]){ x, y, z });
    case MEANS_CONVERT: return loop_int_convert(l, (CType[]){ m->ct, m->to }, x);
    case MEANS_PAIR: return loop_int_apply(l, m->second, m->ct, (int[]){ loop_int_apply(l, m->op, m->ct, (int[]){ x, y }), z });
    case MEANS_OTHER: case MEANS_ROUND: case MEANS_SHIFTS: case MEANS_HIGH_PRODUCT: break;
    }
    g_assert_not_reached();
}

static int read_one(LoopBuild *l, const Instr *in, const TileLoad *x)
{
    if (x->mode == LOAD_IOTA)
        return loop_int_constant(l, 0);
    if (x->mode == LOAD_CONST)
        return loop_int_constant(l, number_at(x->value, ctype_of(x->elem)));
    return loop_int_read(l, in->in[x->input], x->mode == LOAD_FULL ? 0 : x->offset);
}

bool loop_int_group(LoopBuild *l, const Instr *in)
{
    if (!loop_int_can_group(l, in))
        return false;
    const TileProg *p = in->fused->prog;
    for (int k = 0; k < in->n_in; k++) /* before any is read: that may end the segment */
        if (loop_is_pending(l, in->in[k]))
            loop_close(l);
    for (int k = 0; k < in->n_out; k++)
        loop_int_before_write(l, in->out[k]);
    int *reg = g_new(int, p->n_regs + 1);
    for (int i = 0; i < p->n_loads; i++)
        reg[p->loads[i].reg] = read_one(l, in, &p->loads[i]);
    for (int i = 0; i < p->n_once + p->n_steps; i++) {
        const TileStep *s = i < p->n_once ? &p->once[i] : &p->steps[i - p->n_once];
        reg[s->d] = do_step(l, s, reg);
    }
    for (int i = 0; i < p->n_stores; i++)
        loop_int_assign(l, in->out[p->stores[i].output], 0, reg[p->stores[i].reg]);
    g_free(reg);
    return true;
}

bool loop_int_test(LoopBuild *l, int slot)
{
    int at = result_of(l, loop_root(l, slot), 0);
    const IntStep *s = at < 0 || (l->seg.open && l->seg.n) ? NULL : loop_int_comparison(l, l->ints.results.v[at].value);
    if (!s)
        return false;
    IntStep test = *s;
    test.op = INT_TEST;
    test.d = -1;
    vec_push(&l->ints.steps, test);
    l->when = test.when;
    const SlotUse *use = &l->use[l->ints.results.v[at].slot];
    if (l->ints.results.v[at].slot == slot && use->n_defs == 1 && use->n_reads == 1) /* nobody else reads it */
        l->ints.results.v[at].value = -1;
    return true;
}
