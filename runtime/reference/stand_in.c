/* What the text leaves open, for `verify` to check the rest. Custom-calls of other libraries, whose functions are not known, get a made-up
 * one. It is smooth, so that differences by rounding stay as small as they are, and every element of the result depends on an element
 * at another place of each operand, so that a wrongly placed value is seen. Constants printed as {...} get made-up values;
 * where a program is run instead of checked, those that XLA's own tools give them. Start at reference_stand_in(). */
#include <math.h>
#include <string.h>

#include "runtime/ir/host_call.h"
#include "runtime/ir/scalar.h"
#include "runtime/reference/reference.h"
#include "runtime/reference/reference_impl.h"
#include "runtime/tensor/fill.h"

#define PREFIX "stand_in:"
#define MAX_MADE_UP (INT64_C(1) << 30) /* bytes of a constant; a larger one stays without values, and is refused when it is needed */

/* Replaces targets in c; returns how many. */
static int rename_in(IrModule *m, IrComp *c)
{
    int n = 0;
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        if (op->code != OP_custom_call || op_is_host_call(op) || ref_knows_custom(op))
            continue;
        n++;
        op->a.custom.target = arena_printf(m->arena, PREFIX "%s", op->a.custom.target ? op->a.custom.target : "");
    }
    return n;
}

/* Part i of a tuple; of one that is left out as a whole, a part that is left out. */
static const Literal *part_of(Arena *a, const Literal *tuple, int i)
{
    if (tuple->parts)
        return tuple->parts[i];
    Literal *part = arena_new(a, Literal);
    *part = (Literal){ .type = tuple->type->parts[i]->plain, .elided = true };
    return part;
}

/* The literal with values where the text has {...}; *n counts these. */
static const Literal *made_up(Arena *a, const Literal *l, int *n)
{
    Literal *whole = arena_new(a, Literal);
    *whole = *l;
    if (l->type->kind == TYPE_TUPLE) {
        const Literal **parts = arena_array(a, const Literal *, l->type->n_parts);
        for (int i = 0; i < l->type->n_parts; i++)
            parts[i] = made_up(a, part_of(a, l, i), n);
        whole->parts = parts;
        whole->elided = false;
    } else if (l->elided && l->type->kind == TYPE_ARRAY && type_bytes(l->type) <= MAX_MADE_UP) {
        void *data = arena_alloc(a, (size_t)type_bytes(l->type));
        fill_elements(&(FillOptions){ .kind = FILL_RANDOM, .max_int = 3 }, -++*n, (FillRange){ l->type->elem, 0, 0, l->type->n_elems }, data);
        *whole = (Literal){ .type = l->type, .data = data };
    }
    return whole;
}

static bool is_elided(const Literal *l)
{
    bool elided = l->elided;
    for (int i = 0; l->type->kind == TYPE_TUPLE && i < l->type->n_parts && !elided; i++)
        elided = is_elided(l->parts[i]);
    return elided;
}

int reference_stand_in(IrModule *m)
{
    int n = 0, constants = 0;
    for (int i = 0; i < m->n_comps; i++) {
        n += rename_in(m, m->comps[i]);
        for (int k = 0; k < m->comps[i]->n_ops; k++) {
            IrOp *op = m->comps[i]->ops[k];
            if (op->code == OP_constant && is_elided(op->a.literal))
                op->a.literal = made_up(m->arena, op->a.literal, &constants);
        }
    }
    return n + constants;
}

/* ---- elided constants of programs that are run -------------------------------------------------------------------- */

/* Counters of XLA's parser. */
typedef struct Counted {
    uint32_t words;
    uint8_t bytes;
} Counted;

/* Subnormal numbers become zeros, as which XLA:CPU computes with them; here they would only take long. */
static void flush_subnormals(ElemType e, char *data, int64_t n)
{
    ElemType part = elem_info[e].cls == CLASS_COMPLEX ? elem_part(e) : e;
    n *= elem_info[e].bytes / elem_info[part].bytes;
    for (int64_t i = 0; i < n && part == ELEM_f32; i++)
        if (fpclassify(((float *)(void *)data)[i]) == FP_SUBNORMAL)
            ((float *)(void *)data)[i] = 0;
    for (int64_t i = 0; i < n && part == ELEM_f64; i++)
        if (fpclassify(((double *)(void *)data)[i]) == FP_SUBNORMAL)
            ((double *)(void *)data)[i] = 0;
}

/* What XLA's parser puts in the place of {...}: 32-bit words that count up from one constant to the next; of booleans the last bit of each byte.
 * Where the size is no multiple of four, it counts bytes too, and writes them a quarter into the array; the end stays zero. */
static void count_up(Counted *c, const Type *type, char *data)
{
    int64_t n = type_bytes(type);
    uint32_t mask = type->elem == ELEM_pred ? 0x01010101 : UINT32_MAX;
    for (int64_t i = 0; i < n / 4; i++) {
        uint32_t word = c->words++ & mask;
        memcpy(data + 4 * i, &word, 4);
    }
    for (int64_t i = 0; i < n % 4; i++)
        data[n / 4 + i] = (char)(c->bytes++ & mask);
    for (int64_t i = 0; elem_info[type->elem].bits < 8 && i < n; i++) /* a byte holds one element, in its low bits */
        data[i] = (char)((unsigned char)data[i] & ((1u << elem_info[type->elem].bits) - 1));
    flush_subnormals(type->elem, data, type->n_elems);
}

static const Literal *counted(Arena *a, const Literal *l, Counted *c)
{
    Literal *whole = arena_new(a, Literal);
    *whole = *l;
    if (l->type->kind == TYPE_TUPLE) {
        const Literal **parts = arena_array(a, const Literal *, l->type->n_parts);
        for (int i = 0; i < l->type->n_parts; i++)
            parts[i] = counted(a, part_of(a, l, i), c);
        whole->parts = parts;
        whole->elided = false;
    } else if (l->elided && l->type->kind == TYPE_ARRAY && type_bytes(l->type) <= MAX_MADE_UP) {
        char *data = arena_alloc(a, (size_t)type_bytes(l->type));
        memset(data, 0, (size_t)type_bytes(l->type));
        count_up(c, l->type, data);
        *whole = (Literal){ .type = l->type, .data = data };
    }
    return whole;
}

int reference_fill_elided(IrModule *m, const IrOp **first)
{
    Counted c = { 0 };
    int n = 0;
    *first = NULL;
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++) {
            IrOp *op = m->comps[i]->ops[k];
            if (op->code != OP_constant || !is_elided(op->a.literal))
                continue;
            op->a.literal = counted(m->arena, op->a.literal, &c);
            if (is_elided(op->a.literal)) /* too large */
                continue;
            *first = *first ? *first : op;
            n++;
        }
    return n;
}

bool ref_is_stand_in(const IrOp *op)
{
    return op->a.custom.target && g_str_has_prefix(op->a.custom.target, PREFIX);
}

static bool is_array(const Tensor *t)
{
    return t->type->kind == TYPE_ARRAY && t->type->n_elems > 0;
}

/* Another place of t for each i, from its end on. */
static int64_t place_in(const Tensor *t, int64_t i, int operand)
{
    int64_t n = t->type->n_elems;
    return (n - 1 - i % n + 3 * operand) % n;
}

static bool is_smooth(ElemType e)
{
    return elem_is_float(e) || elem_info[e].cls == CLASS_COMPLEX;
}

/* Whole results take nothing from floats, which rounding would make jump. */
static int64_t whole_value(Tensor *const *in, int n_in, int leaf, int64_t i)
{
    uint64_t v = (uint64_t)((i + leaf) % 3);
    for (int o = 0; o < n_in; o++)
        if (is_array(in[o]) && !is_smooth(in[o]->type->elem))
            v += (uint64_t)tensor_get_i64(in[o], place_in(in[o], i, o));
    return (int64_t)v;
}

static double smooth_value(Tensor *const *in, int n_in, int leaf, int64_t i)
{
    double v = 0.125 * (double)((i + leaf) % 5);
    for (int o = 0; o < n_in; o++)
        if (is_array(in[o])) {
            int64_t at = place_in(in[o], i, o);
            v += is_smooth(in[o]->type->elem) ? 0.5 * tensor_get_f64(in[o], at) : (double)(tensor_get_i64(in[o], at) % 7);
        }
    return v;
}

bool ref_stand_in(const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    int n_in = 0;
    for (int o = 0; o < op->n_operands; o++)
        n_in += type_n_leaves(op->operands[o]->type);
    for (int l = 0; l < type_n_leaves(op->type); l++) {
        if (!(out[l] = ref_new(op, l, error)))
            return false;
        for (int64_t i = 0; is_array(out[l]) && i < out[l]->type->n_elems; i++) {
            ElemType e = out[l]->type->elem;
            if (is_smooth(e))
                tensor_set_f64(out[l], i, smooth_value(in, n_in, l, i));
            else
                tensor_set_i64(out[l], i, e == ELEM_pred ? whole_value(in, n_in, l, i) & 1 : whole_value(in, n_in, l, i));
        }
    }
    return true;
}
