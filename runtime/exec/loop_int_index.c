/* Steps of an integer segment that move elements: copies of scalars, integers put side by side, and single elements at computed places. */
#include "runtime/exec/loop_impl.h"

#include <string.h>

#include "runtime/compute/copy.h"

enum { MOST_PARTS = 8 };

/* ---- copies ------------------------------------------------------------------------------------------------------- */

static bool is_copy(const LoopBuild *l, const Instr *in)
{
    const IrOp *op = in->op;
    bool copies = op->code == OP_reshape || op->code == OP_broadcast || op->code == OP_copy || op->code == OP_transpose || op->code == OP_bitcast;
    return copies && in->n_in == 1 && loop_is_int(op->type) && loop_is_int(loop_slot_type(l, in->in[0])) && op->type->elem == loop_slot_type(l, in->in[0])->elem;
}

static void copy(LoopBuild *l, const Instr *in)
{
    if (loop_is_pending(l, in->in[0]))
        loop_close(l);
    loop_int_before_write(l, in->out[0]);
    loop_int_assign(l, in->out[0], 0, loop_int_read(l, in->in[0], 0));
}

/* True if the slot is read as an index and nothing else: vectors of what was written element by element would have to wait. */
static bool is_only_index(const LoopBuild *l, int slot)
{
    for (int i = l->loop->entry; i <= l->loop->exit; i++) {
        const Instr *in = &l->p->code[i];
        for (int k = 0; k < in->n_in; k++)
            if (in->in[k] == slot && (in->kind != INSTR_KERNEL || in->fused || k != 1 || (in->op->code != OP_gather && in->op->code != OP_scatter)))
                return false;
    }
    return true;
}

/* The components of an index. */
static bool is_index_of_parts(const LoopBuild *l, const Instr *in)
{
    const IrOp *op = in->op;
    if (op->code != OP_concatenate || op->n_operands > MOST_PARTS || in->n_in != op->n_operands || op->type->n_elems != op->n_operands ||
        type_bytes(op->type) > 32 || loop_root(l, in->out[0]) != in->out[0])
        return false;
    for (int i = 0; i < in->n_in; i++)
        if (!loop_is_int(loop_slot_type(l, in->in[i])) || loop_slot_type(l, in->in[i])->elem != op->type->elem)
            return false;
    return is_only_index(l, in->out[0]);
}

static void put_parts(LoopBuild *l, const Instr *in)
{
    for (int i = 0; i < in->n_in; i++)
        if (loop_is_pending(l, in->in[i]))
            loop_close(l);
    loop_int_before_write(l, in->out[0]);
    for (int i = 0; i < in->n_in; i++)
        loop_int_assign(l, in->out[0], i, loop_int_read(l, in->in[i], 0));
}

/* ---- elements at computed places ---------------------------------------------------------------------------------- */

typedef struct Element {
    const Type *array;
    int slot, n;              /* dims that an index says */
    int index[MAX_RANK];      /* its slot, and the component there */
    int64_t component[MAX_RANK], stride[MAX_RANK], most[MAX_RANK];
} Element;

static bool is_number(const LoopBuild *l, int slot, int64_t n_elems)
{
    const Type *t = loop_slot_type(l, slot);
    return t && t->kind == TYPE_ARRAY && elem_is_ctype(t->elem) && elem_info[t->elem].bits >= 8 && t->elem != ELEM_u64 && t->n_elems == n_elems && t->elem != ELEM_pred;
}

static void add_dim(Element *e, int dim, int slot, int64_t component)
{
    int64_t strides[MAX_RANK];
    strides_of(e->array->rank, e->array->dims, strides);
    if (e->array->dims[dim] == 1)
        return;
    e->index[e->n] = slot;
    e->component[e->n] = component;
    e->stride[e->n] = strides[dim];
    e->most[e->n++] = e->array->dims[dim] - 1;
}

/* True if one element of an array is read. */
static bool find_element(const LoopBuild *l, const Instr *in, Element *e)
{
    const IrOp *op = in->op;
    if ((op->code != OP_dynamic_slice && op->code != OP_gather) || op->type->kind != TYPE_ARRAY || op->type->n_elems != 1 || in->n_in != op->n_operands)
        return false;
    *e = (Element){ .array = op->operands[0]->type, .slot = in->in[0] };
    int w = elem_info[e->array->elem].bytes;
    if ((w != 1 && w != 2 && w != 4 && w != 8) || elem_info[e->array->elem].bits < 8 || type_bytes(e->array) > INT32_MAX || e->array->n_elems < 2)
        return false;
    if (op->code == OP_dynamic_slice) {
        for (int d = 0; d < e->array->rank; d++) {
            if (op->n_operands != e->array->rank + 1 || !is_number(l, in->in[1 + d], 1))
                return false;
            add_dim(e, d, in->in[1 + d], 0);
        }
        return true;
    }
    const GatherDims *g = &op->a.gather;
    if (op->n_operands != 2 || g->operand_batching.n || !is_number(l, in->in[1], g->map.n))
        return false;
    for (int k = 0; k < g->map.n; k++)
        add_dim(e, (int)g->map.v[k], in->in[1], k);
    return true;
}

/* An index of 64 bits, kept within the array. */
static int place_in_dim(LoopBuild *l, const Element *e, int k)
{
    CType ct = ctype_of(loop_slot_type(l, e->index[k])->elem);
    int x = loop_int_read(l, e->index[k], e->component[k]), low = loop_int_constant(l, 0), high = loop_int_constant(l, e->most[k]);
    if (ctype_bytes[ct] < 8) {
        int64_t least = l->ints.values.v[x].least, most = l->ints.values.v[x].most;
        x = loop_int_convert(l, (CType[]){ ct, CT_s64 }, x);
        if (l->ints.values.v[x].from == INT_FROM_STEP) {
            l->ints.values.v[x].least = least;
            l->ints.values.v[x].most = most;
        }
    }
    x = loop_int_apply(l, OP_maximum, CT_s64, (int[]){ x, low });
    return loop_int_apply(l, OP_minimum, CT_s64, (int[]){ x, high });
}

static void load_element(LoopBuild *l, const Instr *in, const Element *e)
{
    for (int i = 0; i < in->n_in; i++)
        if (loop_is_pending(l, in->in[i]))
            loop_close(l);
    loop_int_before_write(l, in->out[0]);
    int at = e->n ? -1 : loop_int_constant(l, 0);
    for (int k = 0; k < e->n; k++) {
        int x = place_in_dim(l, e, k);
        if (e->stride[k] != 1)
            x = loop_int_apply(l, OP_multiply, CT_s64, (int[]){ x, loop_int_constant(l, e->stride[k]) });
        at = at < 0 ? x : loop_int_apply(l, OP_add, CT_s64, (int[]){ at, x });
    }
    ElemType t = e->array->elem;
    IntStep load = { .op = INT_LOAD_AT, .wide = elem_info[t].bytes == 8, .sign = elem_info[t].cls == CLASS_SIGNED, .a = at, .b = -1, .c = -1, .e = -1,
                     .n = elem_info[t].bytes, .from = loop_home(l, e->slot) };
    bool is_int = loop_is_int(in->op->type);
    loop_int_assign(l, in->out[0], 0, loop_int_step(l, &load, is_int ? ctype_of(t) : load.wide ? CT_u64 : CT_u32));
}

/* ---- both --------------------------------------------------------------------------------------------------------- */

bool loop_int_can_move(const LoopBuild *l, const Instr *in)
{
    Element e;
    return in->n_out == 1 && (is_copy(l, in) || is_index_of_parts(l, in) || find_element(l, in, &e));
}

bool loop_int_move(LoopBuild *l, const Instr *in)
{
    Element e;
    if (in->n_out != 1)
        return false;
    if (is_copy(l, in))
        copy(l, in);
    else if (is_index_of_parts(l, in))
        put_parts(l, in);
    else if (find_element(l, in, &e))
        load_element(l, in, &e);
    else
        return false;
    return true;
}
