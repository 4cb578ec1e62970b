/* Times of what slides windows over arrays: convolutions and cumulative sums. */
#include "runtime/sim/kernels_impl.h"

#include <string.h>

#include "runtime/sim/work.h"

/* ---- convolutions ------------------------------------------------------------------------------------------------------------------- */

/* The product that an implicit-GEMM kernel computes: places times features by taps. Long sums, as gradients of weights have them, are split
 * over the cores; features of 16 bits are read eight at a time, also where there are three (source: NVIDIA's guide to convolutions). */
static GemmShape product_of(const IrOp *op, double flops)
{
    enum { LONG_SUM = 4096, TOGETHER = 8 };
    const ConvDims *d = &op->a.conv.dims;
    int64_t each = op->operands[1]->type->dims[d->kernel_in];
    int64_t groups = MAX(MAX(d->feature_groups, d->batch_groups), 1), features = MAX(op->type->dims[d->out_feature], 1);
    int64_t places = MAX(op->type->n_elems / features, 1), taps = MAX((int64_t)(flops / 2 / (double)MAX(op->type->n_elems, 1)), 1);
    if (each > 0 && each < TOGETHER && groups == 1 && elem_info[op->operands[0]->type->elem].bits <= 16)
        taps = taps * TOGETHER / each;
    int64_t pieces = (taps + LONG_SUM - 1) / LONG_SUM;
    ElemType e = op->operands[0]->type->elem;
    return (GemmShape){ .batch = groups * pieces, .m = places, .n = MAX(features / groups, 1), .k = MAX(taps / pieces, 1), .left = e, .right = e, .result = op->type->elem };
}

/* Bytes of the operands and of the result that lie in memory in JAX's order of dimensions and are turned into the library's or back, and how
 * many they are: arguments, and what is returned. XLA:GPU gives convolutions the order its library wants; what kernels of the program write
 * between them is written in it, but parameters come as they are. Each argument is turned once. Source: XLA's layout assignment for
 * GPUs (features before places, unless the type is of 16 bits and the card has tensor cores; filters always features first). */
static double turned_bytes(Forming *f, const IrOp *op, int *n)
{
    double bytes = 0;
    *n = 0;
    if (f->k->hw->family != DEVICE_GPU)
        return 0;
    for (int i = 0; i < 2; i++) {
        IrOp *from = op->operands[i];
        while (from->code == OP_reshape)
            from = from->operands[0];
        IrValue v = from->type->kind == TYPE_ARRAY ? value_resolve(from, 0) : (IrValue){ 0 };
        if (!v.op || v.op->code != OP_parameter)
            continue;
        struct {
            const void *comp;
            int64_t leaf;
        } key = { f->c, f->param_leaf[v.op->a.parameter.number] + v.leaf };
        GBytes *name = g_bytes_new(&key, sizeof key);
        if (g_hash_table_contains(f->k->times, name)) {
            g_bytes_unref(name);
            continue;
        }
        g_hash_table_insert(f->k->times, name, g_new0(int, 1));
        bytes += 2 * (double)type_bytes(v.op->type->kind == TYPE_ARRAY ? v.op->type : type_leaf(v.op->type, v.leaf));
        ++*n;
    }
    const Type *out = op->type, *l = op->operands[0]->type, *r = op->operands[1]->type;
    if (out->n_elems < l->n_elems && out->n_elems < r->n_elems) { /* the gradient of a filter */
        bytes += 2 * (double)type_bytes(out);
        ++*n;
    }
    return bytes;
}

/* By how much a convolution is slower than the product that it is, where few places or features fill few cores. Of f32 what convolutions reach was fitted, of products too; of 16 bits
 * the best kernels take 0.7 to 1.2 times what gemm_estimate says (M, tests/bench/elsewhere.csv), a library that chooses among fewer is taken to be slower than they are (A). */
static double over_product(const Hardware *hw, ElemType e)
{
    const Hardware *of = hw->gemm_part ? hardware_named(hw->gemm_part) : NULL;
    return elem_info[e].bits <= 16 ? 1.2 : (of ? of->gemm_share : hw->gemm_share) / hw->conv_share;
}

/* True if dims d[] of spatial places lie in order, from `first` on. */
static bool in_order(const Ints *d, int first)
{
    for (int i = 0; i < d->n; i++)
        if (d->v[i] != first + i)
            return false;
    return true;
}

/* Bytes of operands and result that virtual devices bring to rows of features first, or from there. */
static double reordered_bytes(const IrOp *op)
{
    const ConvDims *d = &op->a.conv.dims;
    int last = op->type->rank - 1;
    bool input = d->in_batch == 0 && d->in_feature == last && in_order(&d->in_spatial, 1), output = d->out_batch == 0 && d->out_feature == last && in_order(&d->out_spatial, 1);
    bool kernel = d->kernel_out == last && d->kernel_in == last - 1 && in_order(&d->kernel_spatial, 0);
    return 2 * ((input ? 0 : (double)type_bytes(op->operands[0]->type)) + (kernel ? 0 : (double)type_bytes(op->operands[1]->type)) + (output ? 0 : (double)type_bytes(op->type)));
}

/* True if a core sums the products of a few places with LANES features within registers, and reads the picture where it is. Source: exec/kernels/conv_tiles.c. */
static bool has_tiles(const IrOp *op)
{
    enum { FEW_FEATURES = 8 };
    const ConvDims *d = &op->a.conv.dims;
    const Window *w = &op->a.conv.window;
    bool pointwise = true;
    for (int i = 0; i < w->n; i++) {
        if (w->dims[i].base_dilation > 1)
            return false;
        pointwise &= w->dims[i].size == 1;
    }
    return op->operands[0]->type->elem == ELEM_f32 && d->batch_groups <= 1 && !pointwise && op->type->dims[d->out_feature] / MAX(d->feature_groups, 1) >= FEW_FEATURES;
}

/* Such a convolution: features are done LANES at a time, a picture that is padded is copied once, and each place costs as much as so many bytes besides. The rate is that of the
 * convolution by which such devices are calibrated. (F: as core_ns.) */
static double tiles_ns(const Hardware *hw, const IrOp *op, double flops, double product_ns)
{
    enum { LANES = 16 };
    const double place_bytes = 250, calls = 5;
    const ConvDims *d = &op->a.conv.dims;
    double features = (double)MAX(op->type->dims[d->out_feature] / MAX(d->feature_groups, 1), 1), whole = ceil(features / LANES) * LANES;
    double padded = conv_useful_share(op) < 1 ? 2 * (double)type_bytes(op->operands[0]->type) : 0, packed = 2 * (double)type_bytes(op->operands[1]->type);
    double turned = hw->turned > 0 ? reordered_bytes(op) / hw->turned : 0;
    double places = (double)op->type->n_elems / (double)MAX(op->type->dims[d->out_feature], 1) * place_bytes / hw->cached;
    return flops > 0 ? product_ns / hw->conv_share * whole / features + places + sim_memory_ns(hw, padded) + sim_memory_ns(hw, packed) + turned + calls * hw->gap_ns : 0;
}

/* On a core, which writes the taps of each place as a row and multiplies the rows with the kernel: the rows are copied run by run, each as dear as so many bytes besides its own.
 * (F: convolutions alone, of 16 to 2,048 places). */
static double core_ns(const Hardware *hw, const IrOp *op, double flops, double product_ns)
{
    const double run_bytes = 230, calls = 5; /* a call, in kernels of the usual kind */
    const ConvDims *d = &op->a.conv.dims;
    const Window *w = &op->a.conv.window;
    double taps = 1, row = w->n ? (double)w->dims[w->n - 1].size : 1, features = (double)MAX(op->type->dims[d->out_feature], 1);
    for (int i = 0; i < w->n; i++)
        taps *= (double)w->dims[i].size;
    double places = (double)op->type->n_elems / features * conv_useful_share(op);
    double runs = taps > 1 ? places * taps / row : 0, bytes = row * (double)op->operands[1]->type->dims[d->kernel_in] * elem_info[op->operands[0]->type->elem].bytes;
    double turned = hw->turned > 0 ? reordered_bytes(op) / hw->turned : 0;
    return product_ns + (flops > 0 ? runs * (bytes + run_bytes) / hw->cached : 0) + turned + calls * hw->gap_ns;
}

void sim_price_convolution(Forming *f, SimNode *n)
{
    const double depthwise_share = 0.15; /* of the bandwidth (F, MI350) */
    const Hardware *hw = f->k->hw;
    const IrOp *op = n->op;
    const ConvDims *d = &op->a.conv.dims;
    n->cls = SIM_CONVOLUTION;
    n->flops = op_flops(op) * conv_useful_share(op);
    GemmShape shape = product_of(op, n->flops);
    shape.precision = gemm_precision(op->a.conv.precision);
    double compute = n->flops / (gemm_peak(hw, &shape) * hw->conv_share), memory = sim_memory_ns(hw, n->bytes);
    if (hw->family == DEVICE_GPU) { /* few places or features fill few cores */
        compute = fmax(compute, (gemm_estimate(hw, &shape, false).ns - gemm_start_ns(hw, &shape)) * over_product(hw, shape.left));
    }
    if (hw->family == DEVICE_CPU && hw->cached > 0) /* as it was calibrated */
        compute = (has_tiles(op) ? tiles_ns : core_ns)(hw, op, n->flops, n->flops / (gemm_peak(hw, &shape) * hw->gemm_share));
    if (MAX(d->feature_groups, d->batch_groups) > 8) /* depthwise: far from any roofline */
        memory /= depthwise_share, compute = 0;
    int n_turned;
    double turned = turned_bytes(f, op, &n_turned);
    n->bytes += turned;
    n->time = estimate_of(hw->gap_ns * (1 + n_turned) + fmax(compute, memory) + sim_memory_ns(hw, turned), 0.35, ORIGIN_ASSUMED);
}

/* ---- cumulative sums ---------------------------------------------------------------------------------------------------------------- */

bool sim_price_scan(Forming *f, SimNode *n)
{
    enum { BLOCK = 16 }; /* source: XLA's rewriter of reduce-windows, which sums blocks, then the blocks' sums, and adds those */
    const IrOp *op = n->op;
    const Window *w = &op->a.window.window;
    const Type *in = op->operands[0]->type, *out = op->type;
    int64_t length = 0;
    for (int d = 0; d < w->n && in->kind == TYPE_ARRAY && out->kind == TYPE_ARRAY; d++)
        if (w->dims[d].size > BLOCK && w->dims[d].size == in->dims[d] && out->dims[d] == in->dims[d])
            length = MAX(length, in->dims[d]);
    if (!length)
        return false;
    double levels = 0, each = 1;
    for (double left = (double)length; left > BLOCK; left /= BLOCK) {
        levels += 2;
        each += 2 / (double)BLOCK;
    }
    Estimate first = sim_kernel_time(f->k->hw, n->bytes, f->flops + (double)out->n_elems * BLOCK);
    double later = 2 * (double)type_bytes(out); /* the blocks' sums are added to what they wrote */
    n->cls = SIM_FUSION;
    n->flops = f->flops + each * (double)out->n_elems * BLOCK;
    n->bytes += later;
    n->time = estimate_add(first, sim_memory_ns(f->k->hw, later) + levels * f->k->hw->gap_ns);
    return true;
}
