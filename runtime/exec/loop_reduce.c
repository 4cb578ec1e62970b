/* Reductions of short rows within a loop, element by element from first to last, as the kernel of fused groups combines so few (fused.c). */
#include "runtime/exec/loop_impl.h"

#include <string.h>

#include "runtime/plan/reduce.h"

enum { MOST_STEPS = 64, MOST_WOVEN = 1024, MOST_WINDOWS = 400, LONG_ROW = 32, LONG_ROW_OF_EXTREMES = 16 /* from so many on, the kernel has another order */ };

static OpCode code_of(const IrOp *reduce)
{
    return reduce_opcode(comp_reduce_kind(reduce->comps[0]));
}

/* The start value, where it is known. */
static const void *start_of(const LoopBuild *l, const Instr *in)
{
    const Slot *s = &l->p->slots[in->in[in->fused->init]];
    return s->constant && s->literal ? s->literal->data : NULL;
}

/* The k-th element of each row, of many rows; free with g_free. */
static LoopSource *elements_of_rows(ReducePhase p, int64_t k)
{
    LoopSource *from = g_new(LoopSource, p.a * p.c);
    for (int64_t a = 0; a < p.a; a++)
        for (int64_t c = 0; c < p.c; c++)
            from[a * p.c + c] = (LoopSource){ 0, (a * p.r + k) * p.c + c };
    return from;
}

static bool can_weave(const LoopBuild *l, const Instr *in, ReducePhase p)
{
    ElemType e = in->fused->reduce->operands[0]->type->elem;
    struct LoopWoven source = { .n_elems = p.a * p.r * p.c };
    if (p.a * p.r * p.c > MOST_WOVEN || l->n_regs > 20000)
        return false;
    LoopSource *from = elements_of_rows(p, 0);
    int windows = loop_weave_windows(&(LoopWeave){ e, elem_info[e].bytes, p.a * p.c, from, &source });
    g_free(from);
    return windows > 0 && windows * p.r <= MOST_WINDOWS;
}

bool loop_can_reduce(const LoopBuild *l, const Instr *in)
{
    const IrOp *reduce = in->fused->reduce;
    ElemType e = reduce->operands[0]->type->elem;
    OpCode code = code_of(reduce);
    ReducePhase phases[MAX_REDUCE_PHASES];
    int n_phases, w = elem_info[e].bytes;
    reduce_phases(reduce, phases, &n_phases);
    ReducePhase p = phases[0];
    bool extreme = code == OP_maximum || code == OP_minimum;
    if (n_phases != 1 || !elem_is_ctype(e) || (w != 4 && w != 8) || elem_info[e].cls == CLASS_COMPLEX || (!extreme && code != OP_add && code != OP_multiply) ||
        !start_of(l, in) || p.r < 1 || p.r >= (extreme ? LONG_ROW_OF_EXTREMES : LONG_ROW) || p.a * p.c < 1)
        return false;
    const TileProg *prog = in->fused->prog;
    for (int i = 0; i < prog->n_loads; i++) /* one value for all is not in memory as an array */
        if (prog->loads[i].reg == in->fused->reg && (prog->loads[i].mode == LOAD_CONST || prog->loads[i].mode == LOAD_SCALAR))
            return false;
    for (int i = 0; i < prog->n_once; i++)
        if (prog->once[i].d == in->fused->reg)
            return false;
    if (!loop_fits_vector(p.a * p.c, w))
        return can_weave(l, in, p);
    return p.c == 1 ? p.a * p.r <= MOST_STEPS : p.a == 1;
}

static int apply(LoopBuild *l, OpCode code, CType ct, int x, int y)
{
    int r = vec_apply(&l->vec, code, (VecArgs){ .x = x, .y = y, .ct = ct });
    g_assert(r >= 0);
    return r;
}

/* What is at an offset of the array: one element in all places, or as many as there are columns. */
static int read_at(LoopBuild *l, ElemType e, VecHome home, int64_t at, bool one)
{
    *(home.pointer ? &home.offset : &home.at) += (int32_t)(at * elem_info[e].bytes);
    return vec_read(&l->vec, loop_new_reg(l, e, (RegInfo){ .kind = one ? REG_ONE : REG_TILE }, home));
}

static int with_start(LoopBuild *l, const Instr *in, int value)
{
    const IrOp *reduce = in->fused->reduce;
    ElemType e = reduce->operands[0]->type->elem;
    char identity[16];
    uint64_t bits = 0;
    memcpy(&bits, start_of(l, in), (size_t)elem_info[e].bytes);
    if (reduce_identity(comp_reduce_kind(reduce->comps[0]), e, identity) && memcmp(identity, &bits, (size_t)elem_info[e].bytes) == 0)
        return value;
    return apply(l, code_of(reduce), ctype_of(e), vec_constant(&l->vec, bits), value);
}

/* Many rows: vector by vector, from the first elements of its rows to the last ones. */
static void reduce_many(LoopBuild *l, const Instr *in, VecHome home, ReducePhase p)
{
    ElemType e = in->fused->reduce->operands[0]->type->elem;
    int w = elem_info[e].bytes;
    struct LoopWoven source = { home, p.a * p.r * p.c };
    LoopWeave *each = g_new(LoopWeave, p.r);
    for (int64_t k = 0; k < p.r; k++)
        each[k] = (LoopWeave){ e, w, p.a * p.c, elements_of_rows(p, k), &source };
    VecHome to = loop_home(l, in->out[in->fused->output]);
    loop_close(l);
    loop_open(l, w, 0);
    for (int64_t at = 0; at < p.a * p.c; at += 32 / w) {
        int row = loop_weave_vector(l, &each[0], at);
        for (int64_t k = 1; k < p.r; k++)
            row = apply(l, code_of(in->fused->reduce), ctype_of(e), row, loop_weave_vector(l, &each[k], at));
        row = with_start(l, in, row);
        VecHome place = to;
        *(place.pointer ? &place.offset : &place.at) += (int32_t)(at * w);
        vec_push(&l->vec.steps, ((VecStep){ VEC_store, -1, row, -1, 32, loop_new_reg(l, e, (RegInfo){ .kind = REG_TILE }, place) }));
    }
    loop_close(l);
    for (int64_t k = 0; k < p.r; k++)
        g_free((void *)each[k].from);
    g_free(each);
}

void loop_reduce(LoopBuild *l, const Instr *in, VecHome home)
{
    const IrOp *reduce = in->fused->reduce;
    ElemType e = reduce->operands[0]->type->elem;
    ReducePhase p, phases[MAX_REDUCE_PHASES];
    int n_phases, result = -1;
    reduce_phases(reduce, phases, &n_phases);
    p = phases[0];
    if (!loop_fits_vector(p.a * p.c, elem_info[e].bytes)) {
        reduce_many(l, in, home, p);
        return;
    }
    loop_open(l, elem_info[e].bytes, 0);
    for (int64_t a = 0; a < p.a; a++) {
        int row = read_at(l, e, home, a * p.r * p.c, p.c == 1);
        for (int64_t k = 1; k < p.r; k++)
            row = apply(l, code_of(reduce), ctype_of(e), row, read_at(l, e, home, (a * p.r + k) * p.c, p.c == 1));
        row = with_start(l, in, row);
        result = p.c == 1 && p.a > 1 ? loop_blend(l, result, row, 1 << a) : row;
    }
    loop_assign(l, loop_reg(l, in->out[in->fused->output]), result);
}
