/* Element-wise ops on real floats, a block at a time: elements become doubles, the op is applied, and the results are rounded as single elements are.
 * Large arrays are divided among the cores. */
#include "runtime/base/parallel.h"
#include "runtime/reference/reference_impl.h"

enum { BLOCK = 512, PART = 1 << 16 };

typedef struct Blocks {
    const IrOp *op; /* NULL: a conversion */
    ElemType from, to;
    const void *x, *y; /* y of a second operand, or NULL */
    void *z;
    int64_t n;
} Blocks;

#define EACH(expression)                                                                           \
    for (int i = 0; i < n; i++)                                                                    \
        z[i] = (expression);                                                                       \
    return

/* z may be x. */
static void apply(const IrOp *op, const double *x, const double *y, double *z, int n)
{
    switch (op->code) {
    case OP_add: EACH(x[i] + y[i]);
    case OP_subtract: EACH(x[i] - y[i]);
    case OP_multiply: EACH(x[i] * y[i]);
    case OP_divide: EACH(x[i] / y[i]);
    case OP_negate: EACH(-x[i]);
    default: break; /* by the tables */
    }
    for (int i = 0; i < n; i++)
        z[i] = y ? ref_float2[op->code](x[i], y[i]) : ref_float1[op->code](x[i]);
}

static void run_part(void *user, int64_t part)
{
    const Blocks *b = user;
    double x[BLOCK], y[BLOCK];
    for (int64_t at = part * PART; at < MIN(b->n, (part + 1) * PART); at += BLOCK) {
        int n = (int)MIN(BLOCK, b->n - at);
        scalar_load_doubles(b->from, b->x, at, x, n);
        if (b->y)
            scalar_load_doubles(b->from, b->y, at, y, n);
        if (b->op)
            apply(b->op, x, b->y ? y : NULL, x, n);
        if (b->op && elem_info[b->to].bits < 32) /* computed in single precision, as HLO says */
            for (int i = 0; i < n; i++)
                x[i] = (float)x[i];
        scalar_store_doubles(b->to, b->z, at, x, n);
    }
}

static bool run_blocks(Blocks *b)
{
    int64_t parts = (b->n + PART - 1) / PART;
    if (parts <= 4)
        for (int64_t i = 0; i < parts; i++)
            run_part(b, i);
    else
        parallel_for(parts, run_part, b);
    return true;
}

bool ref_convert_floats(ElemType from, ElemType to, const void *src, void *dst, int64_t n)
{
    return elem_is_float(from) && elem_is_float(to) && run_blocks(&(Blocks){ NULL, from, to, src, NULL, dst, n });
}

static bool is_basic(OpCode code)
{
    return code == OP_add || code == OP_subtract || code == OP_multiply || code == OP_divide || code == OP_negate;
}

bool ref_float_blocks(const IrOp *op, Tensor **in, Tensor *out)
{
    ElemType e = out->type->elem;
    if (op->n_operands < 1 || op->n_operands > 2 || !elem_is_float(e))
        return false;
    for (int o = 0; o < op->n_operands; o++)
        if (in[o]->type->elem != e || in[o]->type->n_elems != out->type->n_elems)
            return false;
    if (!is_basic(op->code) && !(op->n_operands == 1 ? ref_float1[op->code] != NULL : ref_float2[op->code] != NULL))
        return false;
    return run_blocks(&(Blocks){ op, e, e, in[0]->data, op->n_operands == 2 ? in[1]->data : NULL, out->data, out->type->n_elems });
}
