/* FLOPs, memory and passes of single ops, and FLOPs of a module. */
#include "runtime/sim/work.h"

#include <math.h>

#include "runtime/shard/tiles.h"

int64_t storage_bytes(const Type *type, const Sharding *s)
{
    if (type->kind != TYPE_ARRAY)
        return 0;
    int64_t dims[MAX_RANK], n = elem_info[type->elem].bytes;
    tile_dims(s, type->rank, type->dims, dims);
    for (int d = 0; d < type->rank; d++)
        n *= dims[d];
    return n;
}

static double product(const Type *t, Ints dims)
{
    double p = 1;
    for (int i = 0; i < dims.n; i++)
        p *= (double)t->dims[dims.v[i]];
    return p;
}

static double window_taps(const Window *w)
{
    double taps = 1;
    for (int i = 0; i < w->n; i++)
        taps *= (double)w->dims[i].size;
    return taps;
}

double conv_useful_share(const IrOp *conv)
{
    enum { MOST = 1 << 20 }; /* positions times taps that are counted one by one */
    const Window *w = &conv->a.conv.window;
    double share = 1;
    for (int d = 0; d < w->n; d++) {
        const WindowDim *v = &w->dims[d];
        int64_t in = conv->operands[0]->type->dims[conv->a.conv.dims.in_spatial.v[d]], out = conv->type->dims[conv->a.conv.dims.out_spatial.v[d]];
        if (out < 1 || v->size < 1 || out > MOST / v->size)
            continue;
        int64_t met = 0;
        for (int64_t o = 0; o < out; o++)
            for (int64_t k = 0; k < v->size; k++) {
                int64_t at = o * MAX(v->stride, 1) + k * MAX(v->window_dilation, 1) - v->pad_lo;
                met += at >= 0 && at % MAX(v->base_dilation, 1) == 0 && at / MAX(v->base_dilation, 1) < in;
            }
        share *= (double)met / (double)(out * v->size);
    }
    return share;
}

double op_flops(const IrOp *op)
{
    double out = op->type->kind == TYPE_ARRAY ? (double)op->type->n_elems : 0;
    switch (op_family(op)) {
    case FAMILY_dot: return 2 * out * product(op->operands[0]->type, op->a.dot.dims.lhs_contracting);
    case FAMILY_convolution:
        return 2 * out * window_taps(&op->a.conv.window) *
               (double)op->operands[1]->type->dims[op->a.conv.dims.kernel_in];
    case FAMILY_reduce: return (double)op->operands[0]->type->n_elems;
    case FAMILY_reduce_window: return out * window_taps(&op->a.window.window);
    case FAMILY_elementwise: return op->code == OP_copy || op->code == OP_convert ? 0 : out;
    case FAMILY_leaf: case FAMILY_iota: case FAMILY_device_id: case FAMILY_broadcast: case FAMILY_reshape: case FAMILY_transpose:
    case FAMILY_reverse: case FAMILY_slice: case FAMILY_pad: case FAMILY_concatenate: case FAMILY_dynamic_slice:
    case FAMILY_dynamic_update_slice: case FAMILY_gather: case FAMILY_scatter: case FAMILY_bitcast_convert: case FAMILY_select_and_scatter:
    case FAMILY_sort: case FAMILY_topk: case FAMILY_fft: case FAMILY_linalg: case FAMILY_rng_bits: case FAMILY_tuple: case FAMILY_control:
    case FAMILY_barrier: case FAMILY_collective: case FAMILY_async: case FAMILY_token: case FAMILY_custom: case FAMILY_constraint:
    case FAMILY_reshard: case FAMILY_group: case FAMILY_manual: case FAMILY_opaque: case N_FAMILIES: break;
    }
    return 0;
}

/* Ops that take several steps of an accelerator's vector units (A, 5 to 20 of the usual functions by the specification of hardware models), and how long cores take
 * for them, an exponential being 6 in both (F, SLEEF on AVX-512; 0 = half as many). */
static const struct {
    OpCode code;
    double steps, core;
} functions[] = { { OP_sqrt, 4, 3.7 }, { OP_rsqrt, 4, 4.8 }, { OP_cbrt, 20, 26 }, { OP_exponential, 6, 6 }, { OP_exponential_minus_one, 10, 21 }, { OP_log, 8, 9.6 }, { OP_log_plus_one, 12, 11 },
                  { OP_tanh, 14, 8 }, { OP_logistic, 12, 8 }, { OP_sine, 25, 5.4 }, { OP_cosine, 25, 6.3 }, { OP_tan, 30, 17 }, { OP_atan2, 25, 21 }, { OP_power, 20, 41 }, { OP_erf, 20, 39 },
                  { OP_erf_inv, 25, 0 }, { OP_erfc, 25, 0 }, { OP_acos, 20, 0 }, { OP_asin, 20, 0 }, { OP_atan, 20, 0 }, { OP_acosh, 20, 0 }, { OP_asinh, 20, 0 }, { OP_atanh, 20, 21 },
                  { OP_sinh, 15, 22 }, { OP_cosh, 15, 0 }, { OP_lgamma, 60, 0 }, { OP_digamma, 50, 0 }, { OP_polygamma, 100, 0 }, { OP_zeta, 100, 0 }, { OP_bessel_i1e, 30, 0 } };

static bool is_real(const IrOp *op)
{
    return elem_info[op->type->elem].cls == CLASS_FLOAT || elem_info[op->type->elem].cls == CLASS_COMPLEX;
}

double op_vector_steps(const IrOp *op)
{
    const double division = 6, whole_division = 25; /* the latter made of other steps */
    double each = op->code == OP_divide || op->code == OP_remainder ? (is_real(op) ? division : whole_division) : 1;
    if (op_family(op) != FAMILY_elementwise || op->type->kind != TYPE_ARRAY)
        return op_flops(op);
    for (size_t i = 0; i < G_N_ELEMENTS(functions); i++)
        each = functions[i].code == op->code ? functions[i].steps : each;
    return each * op_flops(op);
}

/* Sums, logic and shifts of whole numbers. */
static bool is_whole_step(const IrOp *op)
{
    static const OpCode steps[] = { OP_add, OP_subtract, OP_and, OP_or, OP_xor, OP_not, OP_shift_left, OP_shift_right_logical, OP_shift_right_arithmetic };
    for (size_t i = 0; i < G_N_ELEMENTS(steps); i++)
        if (steps[i] == op->code)
            return !is_real(op);
    return false;
}

double op_core_steps(const IrOp *op, double dear, double whole)
{
    const double half = 8, maximum = 4, division = 4, whole_division = 26, float_rest = 650, window = 2.5, summed = 3.5;
    double each = 1;
    if (op->type->kind != TYPE_ARRAY)
        return op_flops(op);
    if (op_family(op) == FAMILY_reduce_window)
        return window * op_flops(op);
    if (op->code == OP_convert && op->type->elem == ELEM_bf16) /* rounded by steps on whole numbers */
        return half * (double)op->type->n_elems;
    if (op->code == OP_maximum || op->code == OP_minimum || op->code == OP_divide || op->code == OP_remainder)
        each = op->code == OP_maximum || op->code == OP_minimum ? maximum : !is_real(op) ? whole_division : op->code == OP_divide ? division : float_rest;
    for (size_t i = 0; i < G_N_ELEMENTS(functions); i++)
        if (functions[i].code == op->code)
            each = dear * (functions[i].core > 0 ? functions[i].core : functions[i].steps / 2);
    if (is_whole_step(op))
        each = whole;
    if (op_family(op) == FAMILY_reduce)
        each = summed;
    return each * op_flops(op) * (elem_info[op->type->elem].cls == CLASS_FLOAT && elem_info[op->type->elem].bits == 16 ? half : 1);
}

static double comp_flops(const IrComp *c)
{
    double sum = 0;
    for (int i = 0; i < c->n_ops; i++) {
        const IrOp *op = c->ops[i];
        sum += op_flops(op);
        if (op->code == OP_conditional) {
            double worst = 0;
            for (int k = 0; k < op->n_comps; k++)
                worst = fmax(worst, comp_flops(op->comps[k]));
            sum += worst;
        } else if (op->code == OP_while || op->code == OP_call || op->code == OP_fusion || op->code == OP_manual) {
            double trips = op->code == OP_while ? fmax(1, (double)while_trip_count(op)) : 1;
            for (int k = 0; k < op->n_comps; k++)
                sum += trips * comp_flops(op->comps[k]);
        }
    }
    return sum;
}

double module_flops(const IrModule *m)
{
    return comp_flops(m->entry);
}

bool op_is_contraction(const IrOp *op)
{
    return op_family(op) == FAMILY_dot || op_family(op) == FAMILY_convolution;
}

bool op_reads_part(const IrOp *op, int operand)
{
    return operand == 0 && (op->code == OP_dynamic_slice || op->code == OP_slice || op->code == OP_gather);
}

double op_row_bytes(const IrOp *op)
{
    const Type *t = op->operands[op->code == OP_gather ? 0 : op->n_operands - 1]->type;
    const GatherDims *g = &op->a.gather;
    double run = elem_info[t->elem].bytes;
    if (op->code == OP_gather) {
        for (int d = t->rank - 1; d >= 0 && d < g->slice_sizes.n; d--) {
            run *= (double)g->slice_sizes.v[d];
            if (g->slice_sizes.v[d] < t->dims[d])
                break;
        }
        return run;
    }
    for (int i = 0; i < g->offset.n; i++)
        run *= (double)t->dims[g->offset.v[i]];
    return run;
}

double short_row_factor(const IrOp *op, double sector)
{
    double run = op_row_bytes(op);
    return run > 0 && run < sector ? sector / run : 1;
}

double op_memory_bytes(const IrOp *op)
{
    double out = (double)type_bytes(op->type), bytes = out;
    if (op->code == OP_reshape)
        return 0;
    if (op->code == OP_dynamic_update_slice)
        return 2 * (double)type_bytes(op->operands[1]->type);
    for (int i = 0; i < op->n_operands; i++) {
        double b = (double)type_bytes(op->operands[i]->type);
        bytes += op_reads_part(op, i) ? MIN(b, out) : b;
    }
    return bytes;
}

double sort_passes(int64_t n)
{
    enum { FIRST_RUN = 8 };
    return n > FIRST_RUN ? 1 + log2((double)n / FIRST_RUN) : 1;
}
